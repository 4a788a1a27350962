"""What was worked out of files is remembered as long as every look at the disk would be answered the same."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.helpers import ROOT, sample

from coupdsl.language import cache_folder, remembered
from coupdsl.language.looks import Looks, content, files_in, is_file, is_folder, noting, once, resolved, still_so
from coupdsl.language.places import shown_from
from coupdsl.language.remembered import name_for, recalled, remember, version_of
from coupdsl.rulesets.catalogue import shipped_variants
from coupdsl.rulesets.compose import compose

pytestmark = pytest.mark.usefixtures("own_cache")


def looks_at(name: str) -> Looks:
    with noting() as looks:
        composed, problems = compose(name)
    assert composed is not None and not problems
    return looks


def more(path: Path) -> None:
    path.write_text(path.read_text("utf-8") + "# more\n", "utf-8")


# ---- every look counts
CHANGES: dict[str, Callable[[Path], object]] = {
    "a rule": lambda at: more(at / "contracts/coup-detat/siege.coup"),
    "a rule taken away": lambda at: (at / "contracts/coup-detat/siege.coup").unlink(),
    "the variant": lambda at: more(at / "variants/french.yaml"),
    "its parent": lambda at: more(at / "variants/parker-1966.yaml"),
    "words": lambda at: more(at / "contracts/coup-detat/fr.yaml"),
    "a new language": lambda at: (at / "contracts/coup-detat/de.yaml").write_text("language: de\n"),
    "words of mechanics": lambda at: more(at / "contracts/mechanics/fr.yaml"),
    "a mechanic that is nearer": lambda at: [
        (at / "contracts/coup-detat/mechanics").mkdir(),
        (at / "contracts/coup-detat/mechanics/tricks.coup").write_text("edition 1\n"),
    ],
    "another file of rules beside": lambda at: (at / "contracts/coup-detat/more.coup").write_text("edition 1\n"),
    "one of that name that is nearer": lambda at: (at / "french.yaml").write_text("variant: french\nextends: short\n"),
    "a link instead of a file": lambda at: [
        (at / "contracts/coup-detat/siege.coup").rename(at / "siege.coup"),
        (at / "contracts/coup-detat/siege.coup").symlink_to(at / "siege.coup"),
    ],
}


@pytest.mark.parametrize("change", CHANGES)
def test_whatever_would_be_read_otherwise_is_noticed(change: str, checkout: Path) -> None:
    looks = looks_at("french")
    assert still_so(looks, {})
    CHANGES[change](checkout)
    assert not still_so(looks, {})


RULES = [ROOT / folder for folder in ("contracts", "variants", "schema")]


def test_every_file_that_is_opened_is_noted() -> None:
    """As Python itself tells of files that are opened and folders that are listed."""
    code = (
        "import sys, json, pathlib\n"
        "from coupdsl.rulesets import compose, texts, variant\n"
        "from coupdsl.language.looks import noting\n"
        "opened = []\n"
        "def hook(event, given):\n"
        "    if event in ('open', 'os.listdir', 'os.scandir') and isinstance(given[0], (str, pathlib.Path)):\n"
        "        opened.append(str(pathlib.Path(given[0]).absolute()))\n"
        "texts._schema(), variant.variant_schema()\n"
        "sys.addaudithook(hook)\n"
        "with noting() as looks:\n"
        "    assert compose.compose(sys.argv[1])[1] == []\n"
        "here = {str(pathlib.Path(path).absolute()) for _, path, _ in looks}\n"
        "print(json.dumps([one for one in opened if one not in here]))\n"
    )
    env = {**os.environ, "XDG_CACHE_HOME": "/dev/null/none"}
    for name in sample(sorted(shipped_variants()), 2):
        done = subprocess.run([sys.executable, "-c", code, name], env=env, cwd=ROOT, capture_output=True, text=True)
        assert done.stderr == ""
        assert [one for one in json.loads(done.stdout) if any(map(Path(one).is_relative_to, RULES))] == []


READERS = {"glob", "rglob", "is_file", "is_dir", "exists", "resolve", "iterdir", "read_text", "read_bytes", "stat",
           "listdir", "scandir", "realpath", "lstat"}  # fmt: skip
OWN = {  # what is read there is of the program, not of the rules
    "language/looks.py", "language/places.py", "language/reading.py", "language/cache_folder.py", "language/writing.py",
    "language/remembered.py", "language/grammar.py", "language/error_pages.py",
}  # fmt: skip
SCHEMAS = {"_schema", "variant_schema"}


def test_nothing_reads_rules_around_the_looks() -> None:
    package = ROOT / "interpreter" / "coupdsl"
    found = []
    for room in ("language", "rulesets", "code", "engine"):
        for path in sorted((package / room).rglob("*.py")):
            if path.relative_to(package).as_posix() in OWN:
                continue
            for function in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(function, ast.FunctionDef) and function.name not in SCHEMAS:
                    found += [
                        f"{path.relative_to(package)}:{node.lineno} {node.func.attr}"
                        for node in ast.walk(function)
                        if isinstance(node, ast.Call)
                        and isinstance(node.func, ast.Attribute)
                        and node.func.attr in READERS
                    ]
    assert found == []


# ---- what is remembered
def test_it_is_made_once_and_again_when_a_file_changed(tmp_path: Path) -> None:
    file, made = tmp_path / "a.coup", []

    def make() -> list[int]:
        made.append(len(content(file, 100)))
        return [made[-1]]

    file.write_text("ab")
    asked = [remembered.remembered(name_for("length", str(file)), make) for _ in range(3)]
    file.write_text("abc")
    asked += [remembered.remembered(name_for("length", str(file)), make) for _ in range(2)]
    assert (asked, made) == ([[2], [2], [2], [3], [3]], [2, 3])


def test_what_is_worked_out_inside_counts_outside_even_where_it_was_remembered(tmp_path: Path) -> None:
    inner, outer = name_for("inner"), name_for("outer")
    file = tmp_path / "a.coup"

    def asked() -> str:
        return remembered.remembered(
            outer, lambda: remembered.remembered(inner, lambda: file.name + str(is_file(file)))
        )

    assert asked() == asked() == "a.coupFalse"
    cache_folder.store(str(outer), b"")
    assert asked() == "a.coupFalse"
    file.write_text("")
    assert asked() == "a.coupTrue"


def test_looks_are_noted_each_time_something_is_used_that_was_made_once(tmp_path: Path) -> None:
    known: dict[int, tuple[bool, Looks]] = {}
    for _ in range(2):
        with noting() as looks:
            assert once(known, 1, lambda: is_folder(tmp_path))
        assert looks == {("folder", str(tmp_path), ""): True}


def test_a_file_that_changed_while_it_was_read_is_not_remembered(tmp_path: Path, own_cache: Path) -> None:
    file = tmp_path / "a.coup"
    file.write_text("one")

    def make() -> str:
        before = content(file, 100)
        file.write_text("two")
        return (before + content(file, 100)).decode()

    assert remembered.remembered(name_for("both"), make) == "onetwo"
    assert recalled(name_for("both")) is None
    assert not own_cache.exists()


def test_what_cannot_be_read_is_an_answer_too(tmp_path: Path) -> None:
    with noting() as looks:
        assert not is_file(tmp_path / "a\0b")
        assert not is_folder(tmp_path / ("a" * 5000))
        assert files_in(tmp_path / "none", "*") == []
        assert resolved(tmp_path / "none") == tmp_path.resolve() / "none"
        with pytest.raises(OSError, match="No such file"):
            content(tmp_path / "none", 100)
    assert still_so(looks, {})
    (tmp_path / "none").write_text("")
    assert not still_so(looks, {})


WRITTEN = [
    "", "7", "[]", "[[]]", '{"a":1}', "[[],1,2]",
    '[[["file"]],1]', '[[[["file","/",""],[]]],1]', '[[[["none","/",""],1]],1]',
    "[" * 100_000,
]  # fmt: skip


@pytest.mark.parametrize("written", range(len(WRITTEN)))
def test_what_was_written_by_something_else_is_none(written: int) -> None:
    cache_folder.store(str(name_for("x")), WRITTEN[written].encode())
    assert recalled(name_for("x")) is None


def test_names_tell_apart_what_was_asked_where_and_by_which_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def names() -> list[Any]:
        return [name_for("a", 1), name_for("a", "1"), name_for("b", 1), name_for("a", 1, 2), name_for("a", (1, 2))]

    found = names()
    monkeypatch.chdir(tmp_path)
    found += names()
    monkeypatch.setenv("HOME", str(tmp_path))
    found += names()
    monkeypatch.setattr(remembered, "_PROGRAM", b"an older one")
    found += names()
    assert len(set(found)) == len(found) == 20


def test_files_named_from_nowhere_are_not_remembered(tmp_path: Path, own_cache: Path) -> None:
    with shown_from(tmp_path):
        assert name_for("a") is None
    remember(None, {}, 1)
    assert (recalled(None), own_cache.exists()) == (None, False)


def test_the_program_is_told_by_its_files_whatever_else_lies_there(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_text("1")
    (tmp_path / ".#b.py").symlink_to("somebody@somewhere")
    named = [str(path) for path in tmp_path.iterdir()]
    before = version_of(*named)
    assert version_of(*named) == before
    file.write_text("22")
    assert version_of(*named) != before
