"""What a book names goes on to mean what it did, whatever a variant adds that is called so."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.helpers import composed

from coupdsl.rulesets.compose import compose
from coupdsl.rulesets.composed import Composed
from coupdsl.rulesets.fillers import Named, named
from coupdsl.rulesets.prose import book_of
from coupdsl.rulesets.prose_problems import prose_problems


def with_house_rules(folder: Path, text: str) -> Composed:
    (folder / "ours.coup").write_text(f"edition 1\n{text}\n", "utf-8")
    path = folder / "house.yaml"
    path.write_text("variant: house\nextends: parker-1966\nrules: {add: [./ours.coup]}\n", "utf-8")
    found, problems = compose(str(path))
    assert found is not None and not problems, problems
    return found


def owner(meant: Named | None) -> str | None:
    return meant.rule.owner if meant is not None and meant.rule is not None else None


@pytest.mark.parametrize("name", ["reward", "follows", "power", "centre"])
def test_a_field_takes_no_name_from_the_book(name: str, tmp_path: Path) -> None:
    rules = with_house_rules(tmp_path, f"kind prize as prizes {{ {name}: amount }}\nprize silver = 500")
    meant, before = named(rules.program, name), named(composed("parker-1966").program, name)
    assert before is not None and meant is not None and meant.entry is None
    assert (owner(meant), meant.zone is None) == (owner(before), before.zone is None)
    assert owner(named(rules.program, f"prize.{name}")) == "prize"
    game = rules.program.span.source.path
    assert game is not None and prose_problems(book_of(game), rules.checked) == []


def test_an_entry_takes_no_name_of_a_mechanic(tmp_path: Path) -> None:
    rules = with_house_rules(tmp_path, "kind prize as prizes { worth: amount }\nprize follows = 500")
    assert owner(named(rules.program, "follows")) == "tricks"


def test_a_rule_that_is_replaced_keeps_its_name(tmp_path: Path) -> None:
    field = "kind prize as prizes { before_lead: amount }\nprize silver = 500"
    rules = with_house_rules(tmp_path, f"{field}\nreplace rule before_lead {{ }}")
    meant = named(rules.program, "before_lead")
    assert meant is not None and meant.rule is not None and meant.rule.owner is None
    assert owner(named(rules.program, "prize.before_lead")) == "prize"
