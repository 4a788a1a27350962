"""What of a ruleset is asked for in play: the rest may be anything, and no game differs."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from tests.helpers import TABLES, VARIANTS, composed, go_together, new_seeds, readings

from coupdsl.code.in_use import InUse, in_use
from coupdsl.engine.load import load
from coupdsl.play.clock import Clock
from coupdsl.play.divergence import Search
from coupdsl.rulesets.compose import compose

GAME = """edition 1
game shop {
  seats [2]
  option sale.held = false | true
  option sale.part = 1 | 2
  option tips.given = false | true
  option tips.size = 1 | 2
  option tips.told = false | true
  option change.given = exact | rounded
  option doors.open = false | true
  option shelf.high = false | true
  account cash per seat = 100 short owe
  account till = 0
  kind ware as wares {
    price: amount = 0
    weight: number = 0
    rule sold(s: seat) { s pays price to till for ware }
  }
  ware chair = 5 { weight: 3 }
  ware gift {
    weight: 1
    rule sold(s: seat) { s pays 1 to till for gift }
  }
  ware shelf = 9 { rule sold(s: seat) { s pays (if shelf.high then 2 else 1) to till for ware } }
  rule owe(s: seat, payee: party or none, missing: amount) {
    if doors.open { till pays missing to s for loan }
  }
  rule tip(s: seat) { }
  when tips.given is true {
    rule tip(s: seat) {
      if tips.told { s chooses tip { yes { } } }
      s pays tips.size to till for tip
    }
  }
  rule change: amount = 0
  when change.given is rounded { rule change: amount = 1 }
  rule part: number {
    if not sale.held { give 1 }
    give sale.part
  }
  for s in seats {
    s chooses buy {
      w from wares { sold(s) of w }
    }
    tip(s)
    let n = part()
    s pays change * n to till for change
  }
  finish by cash
  limit 9 moves { finish by cash }
}
"""
VARIANT = "variant: v\ngame: ./shop.coup\n"


def used(folder: Path, text: str, answered: bool = True, rules: str = "") -> InUse:
    (folder / "shop.coup").write_text(GAME, "utf-8")
    (folder / "ours.coup").write_text(f"edition 1\n{rules}\n", "utf-8")
    (folder / "v.yaml").write_text(f"{VARIANT}rules: {{add: [./ours.coup]}}\n{text}", "utf-8")
    found, problems = compose(str(folder / "v.yaml"))
    assert found is not None and not problems, problems
    return in_use(found, answered=answered)


@pytest.mark.parametrize(
    ("text", "rules", "unasked", "never"),
    [
        ("", "", {"tips.size", "tips.told", "sale.part"}, set()),
        ("options: {tips.given: true, sale.held: true}", "", set(), set()),
        ("", "replace rule tip(s: seat) { }", {"tips.given", "tips.size", "tips.told", "sale.part"},
         {"tips.given", "tips.size", "tips.told"}),
        ("", "replace rule change: amount = 2", {"change.given", "tips.size", "tips.told", "sale.part"},
         {"change.given"}),
        ("wares: {remove: [shelf]}", "", {"shelf.high", "tips.size", "tips.told", "sale.part"}, {"shelf.high"}),
        ("", "replace account cash per seat = 90 short partial", {"doors.open", "tips.size", "tips.told", "sale.part"},
         {"doors.open"}),
    ],
)  # fmt: skip
def test_options_that_nothing_asks_for(
    text: str, rules: str, unasked: set[str], never: set[str], tmp_path: Path
) -> None:
    found = [used(tmp_path, text, answered, rules) for answered in (True, False)]
    keys = [
        "sale.held",
        "sale.part",
        "tips.given",
        "tips.size",
        "tips.told",
        "change.given",
        "doors.open",
        "shelf.high",
    ]
    assert [{key for key in keys if not one.asks_for(key)} for one in found] == [unasked, never]


def test_fields_that_nothing_asks_for(tmp_path: Path) -> None:
    found = used(tmp_path, "")
    paths = [f"{ware}.{name}" for ware in ("chair", "gift", "shelf") for name in ("price", "weight")]
    assert [path for path in paths if found.asks_for(path)] == ["chair.price"]
    assert found.asks_for("chair.name") and found.asks_for("tip") and found.asks_for("nothing.of")


def test_a_field_asked_of_any_entry_is_asked_of_its_kind_where_entries_of_another_are_played(tmp_path: Path) -> None:
    (tmp_path / "mechanics").mkdir()
    (tmp_path / "mechanics" / "sales.coup").write_text("edition 1\nmechanic sales {\n  check true\n}\n", "utf-8")
    rules = """
    kind season as seasons { length: number }
    season spring plays sales { length: 3 }
    kind prize as prizes { pays: amount }
    prize gold = 2 { }
    replace rule tip(s: seat) { for p in prizes { s pays pays of p to till for medal } }
    """
    found = used(tmp_path, "prizes: {set: {gold: {pays: 3}}}", rules=rules)
    assert found.asks_for("gold.pays") and not found.asks_for("gift.weight")


@pytest.mark.unmeasured
@pytest.mark.parametrize("seed", new_seeds(4))
def test_what_is_not_asked_for_changes_no_game(seed: int) -> None:
    rnd = random.Random(seed)
    name = rnd.choice(VARIANTS)
    players = rnd.choice(TABLES[name])
    asked = {key: rnd.choice(values) for key, values in readings(name).items() if rnd.random() < 0.5}
    if not go_together(name, players, asked):
        asked = {}
    idle = [key for key in readings(name) if not in_use(composed(name), asked).asks_for(key)]
    others = {**asked, **{key: rnd.choice(readings(name)[key]) for key in idle}}
    search = Search(load(name, players, asked), load(name, players, others))
    assert list(search.look(1, seed, Clock(60))) in ([], [0])
    assert search.found is None, (name, asked, idle)
