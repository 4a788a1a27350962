"""Whatever stands in a file, reading it ends soon and with problems, never with another exception."""

from __future__ import annotations

import random
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.helpers import CONTRACTS, ROOT, coup_files, examples, yaml_files

from coupdsl.authoring.validation import check_paths
from coupdsl.language import codes
from coupdsl.language.diagnostics import Diagnostic, Problems
from coupdsl.language.parser import parse_expression, parse_file, read_source
from coupdsl.language.source import Source
from coupdsl.rulesets.compose import compose_file
from coupdsl.rulesets.texts import read_text_file
from coupdsl.rulesets.variant import read_variant
from coupdsl.rulesets.yaml_text import read_yaml

pytestmark = pytest.mark.unmeasured

SIGNS = [b"(", b")", b"{", b"}", b'"', b"\n", b" of ", b"@", b"#", b":=", b"..", b"1/0", b"- "]
LIMIT = 4.0  # seconds of processor time for one file: twice what is wanted, as machines differ


@contextmanager
def soon(what: object = "") -> Iterator[None]:
    start = time.process_time()
    yield
    taken = time.process_time() - start
    assert taken < LIMIT, f"{taken:.1f} s for {what}"


def sound(problems: list[Diagnostic]) -> None:
    """Every problem has a place that exists and something to say."""
    for problem in problems:
        for span in (problem.span, *(place for place, _ in problem.also)):
            assert 0 <= span.start <= span.end
            assert span.end <= len(span.source.text) or not span.source.text, (span.start, span.end, problem.message)
            assert span.line >= 1
        assert problem.message
        assert str(Problems([problem]))


def read_as_rules(data: bytes) -> list[Diagnostic]:
    """Through the parser alone, then as the game of a variant."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "game.coup")
        path.write_bytes(data)
        with soon(data[:60]):
            source, problems = read_source(path)
            if not problems:
                _, problems = parse_file(source)
        sound(problems)
        with soon(data[:60]):
            _, more = compose_file(path)
        sound(more)
        assert more  # it is no whole game
    return problems


def checked(path: Path) -> tuple[object, list[Diagnostic]]:
    """As `validate` does it."""
    return None, check_paths([path], games=0).problems


def read_as_yaml(data: bytes) -> list[Diagnostic]:
    found: list[Diagnostic] = []
    readers: list[Callable[[Path], tuple[object, list[Diagnostic]]]] = [read_variant, read_text_file, checked]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "house.yaml")
        path.write_bytes(data)
        for reader in readers:
            with soon(data[:60]):
                _, problems = reader(path)
            sound(problems)
            found += problems
    return found


def mutated(data: bytes, rnd: random.Random, others: list[bytes]) -> bytes:
    """A file with a few random changes: bytes, lines, and pieces of other files."""
    for _ in range(rnd.randint(1, 4)):
        at = rnd.randrange(len(data) + 1)
        to = min(len(data), at + rnd.choice([0, 1, 1, 2, 5, 40, 400]))
        kind = rnd.randrange(6)
        if kind == 0:
            data = data[:at] + data[to:]
        elif kind == 1:
            data = data[:at] + bytes(rnd.randrange(256) for _ in range(rnd.randint(1, 4))) + data[to:]
        elif kind == 2:
            data = data[:at] + rnd.choice(SIGNS) + data[to:]
        elif kind == 3:
            data = data[:to] + data[at:to] + data[to:]
        elif kind == 4:
            other = rnd.choice(others)
            start = rnd.randrange(len(other))
            data = data[:at] + other[start : start + rnd.choice([3, 20, 200])] + data[at:]
        else:
            found = data.split(b"\n")
            rnd.shuffle(found)
            data = b"\n".join(found)
    return data


# ---- arbitrary and nearly right
@given(st.binary(max_size=300))
@examples(25)
def test_any_bytes_as_a_rule_file(data: bytes) -> None:
    read_as_rules(data)


@given(st.text(max_size=300))
@examples(40)
def test_any_text_as_rules_an_expression_or_yaml(text: str) -> None:
    source = Source("a file", text)
    with soon(text):
        sound(parse_file(source)[1])
        sound(parse_expression(source)[1])
        sound(read_yaml(source)[1])


@given(st.binary(max_size=300))
@examples(20)
def test_any_bytes_as_a_variant_file(data: bytes) -> None:
    read_as_yaml(data)


@given(st.sampled_from(coup_files()), st.randoms(use_true_random=False))
@examples(30)
def test_a_shipped_rule_file_with_random_changes_parses_or_is_refused(path: Path, rnd: random.Random) -> None:
    others = [other.read_bytes() for other in coup_files()]
    data = mutated(path.read_bytes(), rnd, others)
    text = data.decode("utf-8", "replace")
    with soon(path):
        _, problems = parse_file(Source(path.name, text))
    sound(problems)


@given(st.sampled_from(coup_files()), st.randoms(use_true_random=False))
@examples(12)
def test_a_game_with_one_changed_file_is_checked_or_refused(path: Path, rnd: random.Random) -> None:
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(CONTRACTS, Path(folder, "contracts"))
        copy = Path(folder) / path.relative_to(ROOT)
        copy.write_bytes(mutated(path.read_bytes(), rnd, [other.read_bytes() for other in coup_files()]))
        with soon(path):
            composed, problems = compose_file(Path(folder, "contracts", "coup-detat", "game.coup"))
        sound(problems)
        assert composed is not None or problems


@given(st.sampled_from(yaml_files()), st.randoms(use_true_random=False))
@examples(40)
def test_a_shipped_variant_with_random_changes_is_read_or_refused(path: Path, rnd: random.Random) -> None:
    read_as_yaml(mutated(path.read_bytes(), rnd, [other.read_bytes() for other in yaml_files()]))


# ---- special cases
SPECIAL = {
    "nothing": b"",
    "blanks": b" \t\n\r\n",
    "one newline": b"\n",
    "only a comment": b"# nothing",
    "only an edition": b"edition 1",
    "another edition": b"edition 99999999999999999999999",
    "very many digits": b"edition 1\nlet x = " + b"9" * 10_000,
    "edition of many digits": b"edition " + b"9" * 5000,
    "citation of many digits": b"edition 1\nlet x = 1 @P" + b"9" * 5000,
    "binary": bytes(range(256)) * 50,
    "two megabytes": b"edition 1\n" + b"let x = 1\n" * 200_000,
    "just under the limit": b"edition 1\n" + b"# a comment\n" * 80_000,
    "many declarations": b"edition 1\n" + b"".join(b"let x%d = 1\n" % n for n in range(3_000)),
    "many mistakes": b"edition 1\n" + b"let = 1\n" * 1_000,
    "utf-16": "edition 1\nlet x = 1".encode("utf-16"),
    "latin-1": "edition 1\n# café".encode("latin-1"),
    "byte order mark": b"\xef\xbb\xbfedition 1\n",
    "nul": b"edition 1\nlet x = \0",
    "control characters": b"edition 1\nlet x\x07 = \x1b[31m1\x7f",
    "odd line ends": b"edition 1\rlet x = 1\r\n\x0blet y = 2\x0c\xe2\x80\xa8let z = 3",
    "brackets never closed": b"edition 1\nlet x = " + b"(" * 10_000,
    "braces never closed": b"edition 1\n" + b"game g {\n" * 10_000,
    "brackets nested": b"edition 1\nlet x = " + b"(" * 10_000 + b"1" + b")" * 10_000,
    "brackets on lines": b"edition 1\nlet x = " + b"(\n" * 10_000,
    "only closing": b"}" * 10_000,
    "a long sum": b"edition 1\nlet x = " + b" + ".join([b"a"] * 20_000),
    "a long difference": b"edition 1\nlet x = " + b" - ".join([b"a"] * 5_000),
    "a long chain of of": b"edition 1\nlet x = " + b" of ".join([b"a"] * 5_000),
    "a long chain of not": b"edition 1\nlet x = " + b"not " * 5_000 + b"a",
    "a long chain of minus": b"edition 1\nlet x = " + b"-" * 5_000 + b"1",
    "a long chain of and": b"edition 1\nlet x = " + b" and ".join([b"a"] * 5_000),
    "a long chain of where": b"edition 1\nlet x = a" + b" where b" * 5_000,
    "a long chain of if": b"edition 1\nlet x = " + b"if a then b else " * 2_000 + b"c",
    "a long chain of else": b"edition 1\nrule r { " + b"if a { } else " * 2_000 + b"{ } }",
    "a long chain of the": b"edition 1\nlet x = " + b"the " * 5_000 + b"a",
    "a long list": b"edition 1\nlet x = [" + b",".join([b"1"] * 5_000) + b"]",
    "types nested": b"edition 1\nstate x: " + b"set of " * 10_000 + b"card",
    "a long name": b"edition 1\nlet " + b"x" * 100_000 + b" = 1",
    "a long line of quotes": b"edition 1\n" + b'"' * 100_001,
    "a quote never closed": b'edition 1\nsource P "never closed\nlet x = 1',
    "a quote at the end": b'edition 1\nlet x = "',
    "an include of nothing there": b"edition 1\ninclude nowhere",
    "an include of itself": b"edition 1\ninclude game",
    "many includes": b"edition 1\ninclude " + b", ".join(b"f%d" % n for n in range(1_000)),
    "a mechanic of nothing there": b"edition 1\ngame g {\n use nowhere\n}",
    "an empty game": b"edition 1\ngame g { }",
    "two games": b"edition 1\ngame g { }\ngame h { }",
    "a rule that calls itself": b"edition 1\ngame g { rule r = r\n let x = r }",
    "rules in a circle": b"edition 1\ngame g {\nrule r(n: number) = s(n)\nrule s(n: number) = r(n)\nlet x = r(1)\n}",
    "not ascii": "edition 1\nlet größe = 1\nlet 名 = 2\nlet x = １".encode(),
}


@pytest.mark.parametrize("name", SPECIAL)
def test_a_special_rule_file_is_refused_soon(name: str) -> None:
    read_as_rules(SPECIAL[name])


CHILD = b"variant: x\nextends: parker-1966\n"
YAML_SPECIAL = {
    "nothing": b"",
    "a comment": b"# x",
    "a word": b"x",
    "a list": b"- a\n- b",
    "null": b"null",
    "binary": bytes(range(256)) * 20,
    "two megabytes": b"a: b\n" * 500_000,
    "many keys": b"".join(b"a%d: b\n" % n for n in range(40_000)),
    "the same key": b"a: b\n" * 5_000,
    "utf-16": "variant: x".encode("utf-16"),
    "nul": b"variant: \0",
    "lists nested": b"[" * 10_000,
    "mappings nested": b"{a: " * 10_000,
    "blocks nested": b"".join(b" " * n + b"a:\n" for n in range(500)),
    "dashes nested": b"- " * 10_000,
    "aliases": b"a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]",
    "an alias of itself": b"a: &a [*a]",
    "tags": b"!!python/object/apply:os.system ['true']",
    "merge": b"<<: {a: b}",
    "a list as key": b"? [a]\n: b",
    "two documents": b"variant: x\n---\nvariant: y",
    "a quote never closed": b'variant: "x',
    "a tab": b"variant:\n\tx: y",
    "long number": b"variant: " + b"9" * 10_000,
    "long float": b"variant: 1e999999999",
    "dates and odd scalars": b"variant: 2001-01-01\nextends: .inf\nname: 0x" + b"f" * 5000,
    "extends itself": b"variant: x\nextends: house",
    "extends nothing there": b"variant: x\nextends: nowhere",
    "extends a folder": b"variant: x\nextends: /",
    "extends a long name": b"variant: x\nextends: " + b"x" * 5_000,
    "extends a user not there": b"variant: x\nextends: ~nobody-at-all/x",
    "extends an escape": b'variant: x\nextends: "\\0"',
    "extends an unpaired surrogate": b'variant: x\nextends: "\\ud800"',
    "a game that is not there": b"variant: x\ngame: nowhere.coup",
    "a game that is a folder": b"variant: x\ngame: .",
    "a game with a long name": b"variant: x\ngame: " + b"x" * 5_000 + b".coup",
    "a game with an escape": b'variant: x\ngame: "a\\0b.coup"',
    "a game that is this file": b"variant: x\ngame: house.yaml",
    "wrong types": b"variant: [1]\ngame: 3\nextends: {a: 1}\nname: x\noptions: [1]\ncontracts: 3",
    "odd options": CHILD + b"options: {hidden.contracts: [{a: b}, [c]], loan.unit: {}, draw.tie: [[]], x: y}",
    "odd removals": CHILD + b"contracts: {remove: [[], {}, 3, null], add: [[], {}, 3, null], set: []}",
    "all removed": CHILD + b"contracts: {remove: [barbu, waterloo, siege, touche, guillotine, dominos]}",
    "odd fields": CHILD + b'contracts: {set: {siege: {collect: "((((", lead: "\\"", goal: "#", hidden: "@P1", x: y}}}',
    "fields on lines": CHILD + b"contracts:\n  set:\n    siege:\n      collect: |\n        1\n        +\n        x\n",
    "fields escaped": CHILD + b'contracts: {set: {siege: {collect: "1 +\\n\\t\\u00e9"}}}',
    "adds itself": CHILD + b"contracts: {add: [house.yaml]}",
    "adds a folder": CHILD + b"contracts: {add: [.]}",
}


@pytest.mark.parametrize("name", YAML_SPECIAL)
def test_a_special_variant_file_is_refused_soon(name: str) -> None:
    assert read_as_yaml(YAML_SPECIAL[name])


@pytest.mark.parametrize("depth", [1, 30, 60])
def test_a_variant_value_nested_deeply_is_refused_soon(depth: int) -> None:
    value = b"(" * (depth * 100) + b"1" + b")" * (depth * 100)
    assert read_as_yaml(CHILD + b'contracts: {set: {siege: {collect: "' + value + b'"}}}')


def test_a_folder_or_nothing_in_place_of_a_file_is_refused(tmp_path: Path) -> None:
    for name in ("a.coup", "b.yaml"):
        (tmp_path / name).mkdir()
        for path in (tmp_path / name, tmp_path / f"none-{name}", tmp_path / ("x" * 300 + name)):
            assert compose_file(path)[1]
            source, problems = read_source(path)
            assert problems
            assert source.text == ""


def test_files_that_include_one_another_are_refused(tmp_path: Path) -> None:
    for number in range(5):
        (tmp_path / f"f{number}.coup").write_text(f"edition 1\ninclude f{(number + 1) % 5}\n")
    for number in range(5):
        problems = compose_file(tmp_path / f"f{number}.coup")[1]
        sound(problems)
        assert problems


def test_a_long_row_of_includes_is_refused(tmp_path: Path) -> None:
    for number in range(1500):
        (tmp_path / f"f{number}.coup").write_text(f"edition 1\ninclude f{number + 1}\n")
    with soon():
        problems = compose_file(tmp_path / "f0.coup")[1]
    sound(problems)
    assert problems


def test_a_long_row_of_variants_is_refused(tmp_path: Path) -> None:
    for number in range(1500):
        (tmp_path / f"v{number}.yaml").write_text(f"variant: v{number}\nextends: v{number + 1}\n")
    problems = compose_file(tmp_path / "v0.yaml")[1]
    sound(problems)
    assert problems


def test_variants_that_extend_one_another_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("variant: a\nextends: b\n")
    (tmp_path / "b.yaml").write_text("variant: b\nextends: [parker-1966, a]\n")
    for name in "ab":
        problems = compose_file(tmp_path / f"{name}.yaml")[1]
        sound(problems)
        assert problems


def test_files_beyond_the_bound_are_told(tmp_path: Path) -> None:
    names = ", ".join(f"f{number}" for number in range(250))
    (tmp_path / "game.coup").write_text(f"edition 1\ninclude {names}\n")
    for number in range(250):
        (tmp_path / f"f{number}.coup").write_text("edition 1\n")
    (told,) = [problem for problem in compose_file(tmp_path / "game.coup")[1] if problem.code is codes.TOO_LARGE]
    assert told.span.text == "f199"
    assert "more than 200 files" in told.message
