"""YAML without surprises: what is read as what, and what is refused at which place."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.helpers import rule_test_files, yaml_files
from tests.small_games import said

from coupdsl.language.source import Source
from coupdsl.rulesets.yaml_text import Items, Mapping, Scalar, read_yaml

VALUES: list[tuple[str, Any]] = [
    ("no", "no"), ("No", "No"), ("yes", "yes"), ("on", "on"), ("off", "off"), ("y", "y"),
    ("true", True), ("false", False), ("True", "True"), ("TRUE", "TRUE"),
    ("null", None), ("~", None), ("", None), ("Null", "Null"),
    ("1:30", "1:30"), ("12:30:45", "12:30:45"), ("2001-01-01", "2001-01-01"), ("1_000", "1_000"), ("=", "="),
    ("0", 0), ("17", 17), ("-17", -17), ("+17", 17), ("0x1F", 31), ("0o17", 15), ("0b11", "0b11"), ("٣", "٣"),
    ("9" * 18, int("9" * 18)), ("9" * 19, float("9" * 19)), ("9" * 60, "9" * 60),
    ("1.5", 1.5), (".5", 0.5), ("1.", 1.0), ("1e3", 1000.0), ("-1.5e-3", -0.0015), ("1e999", "1e999"),
    (".inf", ".inf"), (".nan", ".nan"), ("1/2", "1/2"), ("0.5", 0.5),
    ("'17'", "17"), ('"no"', "no"), ("'017'", "017"), ("|\n   17\n", "17\n"), (">\n   a\n   b\n", "a b\n"),
    ("[1, no, [x]]", [1, "no", ["x"]]), ("{a: 1, b: {c: ~}}", {"a": 1, "b": {"c": None}}),
    ("\n  - 1\n  - a: 2\n", [1, {"a": 2}]), ("grand-mère", "grand-mère"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "wanted"), VALUES, ids=[text for text, _ in VALUES])
def test_scalars_as_yaml_1_2_reads_them(text: str, wanted: Any) -> None:
    node, problems = read_yaml(Source("x.yaml", f"key: {text}"))
    assert problems == []
    assert isinstance(node, Mapping)
    found = node.plain()["key"]
    assert found == wanted
    assert type(found) is type(wanted)


BOMB = "a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n"
REFUSED: list[tuple[str, list[str]]] = [
    ("", ["E005 1:1 the file is empty, or has only comments"]),
    ("# only a comment\n", ["E005 1:1 the file is empty, or has only comments"]),
    ("a: 017", ["E503 1:4 `017` begins with a zero"]),
    ("a: [1, -08]", ["E503 1:8 `-08` begins with a zero"]),
    ("a: 1\nb: 2\na: 3\n", ["E502 3:1 `a` is given twice"]),
    ("a: {b: 1, b: 1}\nc: {d: 1, d: 2}", ["E502 1:11 `b` is given twice", "E502 2:11 `d` is given twice"]),
    ("a: &x 1\nb: *x", ["E503 1:4 anchors and aliases are not used in rule files",
                        "E503 2:4 anchors and aliases are not used in rule files"]),
    (BOMB, ["E503 1:4 anchors and aliases are not used in rule files",
            "E503 2:4 anchors and aliases are not used in rule files"]
     + [f"E503 {at} anchors and aliases are not used in rule files" for at in ("2:8", "2:12", "3:5", "3:9")]),
    ("a: !!str 1", ["E503 1:4 tags are not used in rule files"]),
    ("a: !python/object:os.system x", ["E503 1:4 tags are not used in rule files"]),
    ("a: !!set {x}", ["E503 1:4 tags are not used in rule files"]),
    ("a: 1\n<<: {b: 2}", ["E503 2:1 merge keys are not used in rule files"]),
    ("? [a, b]\n: 1\n", ["E503 1:3 a key is a plain word"]),
    ("? {a: 1}\n: 1\n", ["E503 1:3 a key is a plain word"]),
    ("a: 1\n---\nb: 2\n", ["E503 2:1 a second document begins here"]),
    ("a: 1\n---\nb: 2\n---\nc: 3\n", ["E503 2:1 a second document begins here"]),
    ("a: " + "[" * 25 + "]" * 25, ["E004 1:23 this nests more than 20 deep"]),
    ("a: " + "[" * 9000, ["E004 1:23 this nests more than 20 deep"]),
    ("a: [" + "1," * 60_000 + "]", ["E003 1:99995 the file holds too many values"]),
    ("a: 1\n\tb: 2", ["E501 2:1 there is a tab where spaces are needed"]),
    ("a:\n\t- b", ["E501 2:1 there is a tab where spaces are needed"]),
    ("abc\ndef: 1", ["E501 2:4 a `:` is not expected here"]),
    ("a: b: c", ["E501 1:4 a text with a `:` needs quotes"]),
    ("a: {b: 900 cd: 5}", ["E501 1:12 a comma is missing before this key"]),
    ("a: {b: ours now: 5}", ["E501 1:8 a text with a `:` needs quotes"]),
    ("ab: cd: 700", ["E501 1:5 a key inside a value needs braces"]),
    ("a: {b: \"It's\", c: l'eau: d}", ["E501 1:19 a text with a `:` needs quotes"]),
    ("a: 'l'eau'", ["E501 1:7 the text ended at the apostrophe before this"]),
    ("a:\u00a0b\nc: d", ["E501 1:3 this is a no-break space"]),
    ("a\u202f: b\nc: d: e", ["E501 1:2 this is a no-break space"]),
    ("a b:\u00a0c\nd: e: f", ["E501 1:5 this is a no-break space"]),
    ('"a":\u00a0c\nd: e: f', ["E501 1:5 this is a no-break space"]),
    ("a :\u00a0c\nd: e: f", ["E501 1:4 this is a no-break space"]),
    ('a: {fr: "b:\u00a0c", d: e: f}', ["E501 1:20 a text with a `:` needs quotes"]),
    ("a:\n  b: 1\n c: 2", ["E501 3:2 the indentation does not fit the lines around it"]),
    ("- a\nb: 1", ["E501 2:1 `b` is in a list, but has no `-`"]),
    ("a: 'b", ["E501 1:4 this text is never closed"]),
    ("a: [1, 2", ["E501 1:8 a list or mapping in brackets is never closed"]),
    ("a: [1, 2\n\nb: 3", ["E501 1:4 `[` is never closed"]),
    ("a: \x07", ["E501 1:4 this character cannot be printed"]),
    ("a: @b", ["E501 1:4 no value begins with this character"]),
    ("a: %b", ["E501 1:4 no value begins with this character"]),
    ('a: "\\q"', ["E501 1:5 the file is not well-formed YAML here"]),
    ("abc\nd", []),
]  # fmt: skip


@pytest.mark.parametrize(("text", "wanted"), REFUSED, ids=[text[:20] for text, _ in REFUSED])
def test_what_is_refused(text: str, wanted: list[str]) -> None:
    node, problems = read_yaml(Source("x.yaml", text))
    assert said(problems) == wanted
    assert (node is None) is bool(wanted)


def test_a_key_given_twice_shows_the_first() -> None:
    (problem,) = read_yaml(Source("x.yaml", "ab: 1\nc: 2\nab: 3\n"))[1]
    ((span, note),) = problem.also
    assert (span.text, str(span), note) == ("ab", "x.yaml:1:1", "given here first")


def test_every_value_has_its_place() -> None:
    text = "one:\n  - a\n  - {two: 'b c'}\nthree: |\n  long\n"
    node, _ = read_yaml(Source("x.yaml", text))
    assert node is not None
    for path, wanted in {("one", 0): "a", ("one", 1, "two"): "'b c'", ("three",): "|\n  long"}.items():
        found = node.at(path)
        assert isinstance(found, Scalar)
        assert found.span.text == wanted
    assert isinstance(node.at(["one"]), Items)
    for wrong in (["two"], ["one", 2], ["one", "a"], [0], ["three", 0], ["one", 0, "x"]):
        assert node.at(wrong) is None


@pytest.mark.parametrize("path", [*yaml_files(), *rule_test_files()], ids=lambda path: path.name)
def test_other_readers_read_what_is_shipped_too(path: Path) -> None:
    """The slow reader of PyYAML is stricter than the quick one, which is not there on every machine."""
    assert yaml.load(path.read_text("utf-8"), Loader=yaml.SafeLoader)
