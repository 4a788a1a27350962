"""Values that replace fields of entries, as variants state them."""

from __future__ import annotations

from pathlib import Path

import pytest

from coupdsl.language.check import Checked, check_game
from coupdsl.language.source import Source, Span

GAME = """edition 1
kind box as boxes {
  price: amount = 10
  fits: test of card = true
}
box red { }
game g {
  seats [2]
  cards {
    suits spades S
    ranks ace A, king K
  }
  unit 10
  account cash per seat = 100
  zone hand: row seen by all = cards
  for c in hand { if fits(c) of red and price of red > 5 { move c to hand } }
  finish by cash
  limit 3 moves { finish by 0 }
}
"""


@pytest.fixture
def checked(tmp_path: Path) -> Checked:
    path = tmp_path / "game.coup"
    path.write_text(GAME, "utf-8")
    found, problems = check_game(path)
    assert problems == []
    assert found is not None
    return found


def test_no_amount_is_beyond_money_that_is_not_counted(tmp_path: Path) -> None:
    path = tmp_path / "game.coup"
    path.write_text(GAME.replace("  unit", "  account bank = none\n  unit").replace("= 10\n", "= 7000\n", 1), "utf-8")
    problems = check_game(path)[1]
    assert problems == []


@pytest.mark.parametrize(
    ("field", "text", "said"),
    [
        ("price", "20", []),
        ("price", "10 + 10", []),
        ("price", "15", ["E402"]),
        ("price", "7000", ["E403"]),
        ("price", "7005", ["E402", "E403"]),
        ("price", "7000 + 2 * 2", ["E402", "E403"]),
        ("price", "if true then 20 else 15", ["E402"]),
        ("price", "1 +", ["E101"]),
        ("price", "ace", ["E301"]),
        ("price", "prize", ["E201"]),
        ("fits", "rank is ace", []),
        ("fits", "rank is 3", ["E301"]),
    ],
)
def test_a_value_for_a_field(field: str, text: str, said: list[str], checked: Checked) -> None:
    (entry,) = checked.program.kinds["box"].entries
    rule = entry.kind.members[field]
    version, problems = checked.field_version(rule, entry, Span(Source("variant.yaml", text), 0, len(text)))
    if version is not None:
        problems = checked.amount_problems(version, rule)
    assert sorted(problem.code.number for problem in problems) == said
    assert all(problem.span.source.name == "variant.yaml" for problem in problems)
