"""Amounts that an option states: every reading of it is a multiple of the game's unit."""

from __future__ import annotations

from pathlib import Path

import pytest

from coupdsl.language.check import check_game
from coupdsl.rulesets.compose import compose

GAME = """edition 1
game dues {{
  seats [2]
  unit 10
  option due.size = {readings}
  option due.count = 1 | 1..9
  option due.charged = true | false
  account cash per seat = 100 short owe
  account bank = 0
  rule owe(s: seat, payee: party or none, missing: amount) {{ }}
  let named = due.size
  for s in seats {{ s pays {amount} to bank for due }}
  finish by cash
  limit 3 moves {{ finish by cash }}
}}
"""


@pytest.mark.parametrize(
    ("readings", "amount", "told"),
    [
        ("20 | 40", "due.size", []),
        ("0 | 50..500", "due.size", []),
        ("0 | 55..500", "due.size", [("due.size", "`due.size` may be 55 here", "`10 * due.size`")]),
        ("55 | 60", "due.size", [("due.size", "`due.size` may be 55 here", "`10 * due.size`")]),
        ("0 | 50..50", "due.size", []),
        ("5 | 5..50", "10 * due.size", []),
        ("5 | 5..50", "due.size * 10 * due.count", []),
        ("5 | 7", "2 * due.size", [("due.size", "`due.size` may be 7 here, which is not a multiple of 5", "`5 * ")]),
        ("20 | 25", "(if due.charged then due.size else 0)", [("due.size", "`due.size` may be 25", "`10 *")]),
        ("20 | 25", "30 - due.size", [("due.size", "`due.size` may be 25", "`10 *")]),
        ("20 | 25", "named", [("due.size", "`due.size` may be 25", "`10 *")]),
        ("none | 25", "(if due.size is none then 0 else the due.size)", [("due.size", "may be 25", "`10 *")]),
    ],
)
def test_what_an_option_states_as_an_amount(
    readings: str, amount: str, told: list[tuple[str, str, str]], tmp_path: Path
) -> None:
    path = tmp_path / "game.coup"
    path.write_text(GAME.format(readings=readings, amount=amount), "utf-8")
    problems = [one for one in check_game(path)[1] if not one.code.warning]
    assert [(one.code.number, one.span.text) for one in problems] == [("E402", text) for text, *_ in told]
    for problem, (_, message, help_) in zip(problems, told, strict=True):
        assert message in problem.message and help_ in (problem.help or "")


def test_of_a_range_that_is_paid_multiples_are_readings(tmp_path: Path) -> None:
    path = tmp_path / "game.coup"
    path.write_text(GAME.format(readings="0 | 50..500", amount="2 * due.size"), "utf-8")
    composed, problems = compose(str(path))
    assert composed is not None and not problems
    option = composed.program.options["due.size"]
    assert [number for number in range(601) if option.allows(number)] == [0, *range(50, 501, 5)]
    (tmp_path / "v.yaml").write_text("variant: v\ngame: ./game.coup\noptions: {due.size: 52}\n", "utf-8")
    (problem,) = compose(str(tmp_path / "v.yaml"))[1]
    assert (problem.code.number, problem.help) == ("E401", "possible here: multiples of 5 from 50 to 500")
