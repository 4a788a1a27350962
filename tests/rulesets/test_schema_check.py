"""The quick answer that a file is as its schema asks is that of jsonschema."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft7Validator
from tests.helpers import ROOT, examples

from coupdsl.language.source import Source
from coupdsl.play.rule_files import is_test_file
from coupdsl.rulesets.schema_fits import surely_fits
from coupdsl.rulesets.yaml_text import read_yaml

FOLDERS = {
    "variant": "variants/**/*.yaml",
    "texts": "contracts/**/??.yaml contracts/**/*.??.yaml",
    "tests": "**/*.test.yaml",
}
SCHEMAS = {name: json.loads((ROOT / "schema" / f"{name}.schema.json").read_text("utf-8")) for name in FOLDERS}
FILES = [
    (name, path)
    for name, patterns in FOLDERS.items()
    for pattern in patterns.split()
    for path in sorted(ROOT.glob(pattern))
    if is_test_file(path) == (name == "tests")
]
STRANGE = (None, True, -1, 0, 1, 1.5, "", "a.b", "en", [], [1], ["a"], {}, {"a": 1}, {"a": "b"})


def plain(text: str) -> Any:
    node, problems = read_yaml(Source("x", text))
    assert node is not None, problems
    return node.plain()


def test_shipped_files_need_no_second_look() -> None:
    assert {name for name, _ in FILES} == set(SCHEMAS)
    for name, path in FILES:
        assert surely_fits(plain(path.read_text("utf-8")), SCHEMAS[name], SCHEMAS[name]), path


@pytest.mark.unmeasured
@given(st.data())
@examples(200)
def test_what_is_changed_fits_where_jsonschema_says_so(data: st.DataObject) -> None:
    name, path = data.draw(st.sampled_from(FILES))
    value = changed(plain(path.read_text("utf-8")), data)
    assert surely_fits(value, SCHEMAS[name], SCHEMAS[name]) == Draft7Validator(SCHEMAS[name]).is_valid(value)


@pytest.mark.parametrize(
    ("value", "schema"),
    [([], {"minItems": 1}), (0, {"minimum": 1}), ("b", {"pattern": "a"}), ({}, {"required": ["a"]}),
     (3, {"multipleOf": 2}), ([1], {"items": {"type": ["string", "null"]}}),
     ({"a": 1}, {"additionalProperties": False})],
)  # fmt: skip
def test_what_is_wrong_or_not_understood_is_not_sure(value: Any, schema: dict[str, Any]) -> None:
    assert not surely_fits(value, schema, schema)


def changed(value: Any, data: st.DataObject) -> Any:
    """With one part, however deep, left out, renamed or replaced."""
    if isinstance(value, dict | list) and value and data.draw(st.integers(0, 5)):
        places = list(value) if isinstance(value, dict) else list(range(len(value)))
        place = data.draw(st.sampled_from(places))
        value[place] = changed(value[place], data)
        if not data.draw(st.integers(0, 5)):
            part = value.pop(place)
            if isinstance(value, dict) and data.draw(st.booleans()):
                value["unheard"] = part
        return value
    return data.draw(st.sampled_from(STRANGE))
