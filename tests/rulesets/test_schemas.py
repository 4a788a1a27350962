"""The schemas that editors use: kept as the games are, and no wider and no narrower than the program itself."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml
from tests.commands.calls import called
from tests.helpers import GAMES, ROOT, TABLES

from coupdsl.rulesets.catalogue import shipped_variants
from coupdsl.rulesets.compose import compose, compose_file
from coupdsl.rulesets.composed import Composed
from coupdsl.rulesets.schemas import schema_file, schema_of
from coupdsl.rulesets.values import option_value


def composed_of(name: str) -> Composed:
    composed, problems = compose(name)
    assert composed is not None, problems
    return composed


@pytest.mark.parametrize("name", GAMES)
def test_the_schema_that_is_kept_is_that_of_the_rules(name: str) -> None:
    file = schema_file(composed_of(name))
    assert file.stem != "variant.schema"
    printed = called("show", name, "--schema").output
    assert file.read_text("utf-8") == printed, f"write it again: coupdsl show {name} --schema > schema/{file.name}"


@pytest.mark.parametrize("name", TABLES)
def test_shipped_variants_name_their_schema_and_follow_it(name: str) -> None:
    path = shipped_variants()[name]
    text = path.read_text("utf-8")
    file = schema_file(composed_of(name))
    place = "../" * (len(path.relative_to(ROOT).parents) - 1)
    assert text.startswith(f"# yaml-language-server: $schema={place}schema/{file.name}\n")
    jsonschema.validate(yaml.safe_load(text), json.loads(file.read_text("utf-8")))


def tried(option: Any) -> list[Any]:
    """Readings and near misses."""
    numbers = [*option.numbers, option.low, option.high]
    near = [number + step for number in numbers if number is not None for step in (-1, 0, 1)]
    lists = [list(listing) for listing in option.listings] + [[], ["nobody"]]
    return [*option.words, *near, *lists, True, False, None, "none", "nonsuch", "1/2", "3/2", 0, 1, 1.5]


@pytest.mark.parametrize("name", GAMES)
def test_an_option_may_be_just_what_the_program_takes(name: str) -> None:
    composed = composed_of(name)
    schema = schema_of(composed)
    accepted = 0
    for option in composed.program.options.values():
        own = schema["properties"]["options"]["properties"][option.key]
        for value in tried(option):
            told = option_value(option, value, composed.program)[1] if not isinstance(value, float) else "no"
            allowed = jsonschema.Draft7Validator(own).is_valid(value)
            if isinstance(value, str) and value == "3/2":
                continue  # that a ratio is at most 1 is beyond a pattern
            assert allowed == (told is None), (option.key, value, told)
            accepted += allowed
        assert isinstance(option.default, Fraction) or "default" in own
    assert accepted > len(composed.program.options)


@pytest.mark.parametrize(
    ("said", "where"),
    [
        ({"options": {"loan.lendr": "richest"}}, "loan.lendr"),
        ({"options": {"loan.lender": "nobody"}}, "nobody"),
        ({"contracts": {"remove": ["touch"]}}, "touch"),
        ({"contracts": {"set": {"siege": {"colect": 3}}}}, "colect"),
        ({"contracts": {"set": {"siege": {"spades": {"eech": 3}}}}}, "eech"),
        ({"contracts": {"set": {"siege": {"hidden": 3}}}}, "3"),
        ({"players": {"remove": ["touche"]}}, "remove"),
        ({"kontracts": {"sot": {}}}, "sot"),
    ],
)
def test_slips_are_seen_by_the_editor(said: dict[str, Any], where: str) -> None:
    schema = json.loads((ROOT / "schema" / "coup-detat.schema.json").read_text("utf-8"))
    with pytest.raises(jsonschema.ValidationError, match=where):
        jsonschema.validate({"variant": "x", "extends": "parker-1966", **said}, schema)


def test_what_a_variant_adds_is_not_refused() -> None:
    schema = json.loads((ROOT / "schema" / "coup-detat.schema.json").read_text("utf-8"))
    own = {"add": ["./jacks.coup", "touche"], "set": {"jacks": {"collect": 900, "jacks_taken": {"each": 100}}}}
    jsonschema.validate({"variant": "x", "extends": "parker-1966", "contracts": own}, schema)


def test_players_of_whom_rules_know_each_are_entries_and_a_usual_number(tmp_path: Path) -> None:
    (tmp_path / "court.coup").write_text(
        "edition 1\ngame court {\n  seats [2]\n  account cash per seat = 1\n"
        "  kind player as players { age: amount = 1 }\n"
        "  player queen = 3 { }\n  first of seats pays age of queen to first of seats\n  finish by cash\n"
        "  limit 9 moves { finish by cash }\n}\n",
        "utf-8",
    )
    composed, problems = compose_file(tmp_path / "court.coup")
    assert composed is not None, problems
    jsonschema.validate({"variant": "x", "players": {"usual": 2, "set": {"queen": {"age": 40}}}}, schema_of(composed))
