"""Amounts below zero are refused at the line of whoever states them: before play, or in it."""

from __future__ import annotations

import pytest
from tests.small_games import in_folder, load_text, problems, said

import coupdsl
from coupdsl.language.diagnostics import Problems

GAME = """edition 1
game fines {
  seats [2]
  unit 5
  account cash per seat = 100
  account pot = 0
  option fine.size = small | odd
  state turns: number = 0
  rule half(m: amount) = m / 2 rounded down to 5
  kind fine as fines {
    price: amount
    rule due(n: number) = price * n
  }
  fine small = if fine.size is odd then price of large - 50 else 10
  fine large = 20 {
    rule due(n: number) = price - (price * 6) * n
  }
  rule all_due(f: fine) = sum of due(it) of f over (1 .. 3)
  rule charge(s: seat, f: fine) {
    let m = due(1) of f
    AGAIN
    s pays m to pot for fine
  }
  for s in seats {
    s chooses take f from fines
    LINES
    turns := turns + 1
  }
  finish by cash
  limit 10 moves { finish by cash }
}
"""
VARIANT = "variant: house\ngame: game.coup\n"


DUE = "price - (price * 6) * n"


def written(lines: str = "charge(s, f)", again: str = "") -> str:
    return GAME.replace("LINES", lines).replace("AGAIN", again)


@pytest.mark.parametrize(
    ("large", "column"),
    [("{price: -100}", 20), ("{price: 10 - 100}", 20), ("{price: if 1 > 2 then 10 else -20}", 42)],
)
def test_a_variant_that_states_one_is_refused_at_its_own_line(large: str, column: int) -> None:
    variant = f"{VARIANT}fines:\n  set:\n    large: {large}\n"
    (found,) = said(problems({"game.coup": written(), "house.yaml": variant}, "house.yaml"))
    assert found.startswith(f"E409 5:{column} an amount cannot be below zero")


def test_what_an_option_makes_of_it_is_refused_before_play() -> None:
    rules = in_folder({"game.coup": written()}) / "game.coup"
    coupdsl.load(rules, 2)
    with pytest.raises(Problems) as caught:
        coupdsl.load(rules, 2, {"fine.size": "odd"})
    (problem,) = caught.value.diagnostics
    assert (problem.code.number, problem.span.text.split()[0], problem.span.line) == ("E409", "if", 14)
    assert problem.message.endswith("is -30")


def test_entries_out_of_play_may_say_what_they_like() -> None:
    variant = f"{VARIANT}options: {{fine.size: odd}}\nfines: {{remove: [small]}}\n"
    folder = in_folder({"game.coup": written(), "house.yaml": variant})
    assert coupdsl.load(folder / "house.yaml", 2).start(1).legal_moves()


PLAYED = [
    ("charge(s, f)", "", DUE, -100),
    ("charge(s, f)", "turns := 20", DUE, -100),
    ("s pays due(1) of f to pot", "", DUE, -100),
    ("s pays (due(1) of f) * 2 to pot", "", DUE, -200),
    ("s pays half(due(1) of f) to pot", "", DUE, -50),
    ("s pays all_due(f) to pot", "", DUE, -660),
    ("s pays cash of s - 200 to pot", "", "cash of s - 200", -100),
    ("s pays min(cash of s, 0 - price of f) to pot", "", "0 - price of f", -20),
    ("s pays (if turns is 0 then 10 - 2 * price of f else 10) to pot", "", "10 - 2 * price of f", -30),
    ("let m = price of f * (0 - turns - 1)\n turns := 20\n s pays m to pot", "", "m", -20),  # another by now
    ("for m in [price of f - 50, price of f] { s pays m to pot }", "", "m", -30),
]


@pytest.mark.parametrize(("lines", "again", "place", "amount"), PLAYED, ids=[row[0][:40] for row in PLAYED])
def test_one_that_comes_out_in_play_fails_at_the_line_that_states_it(
    lines: str, again: str, place: str, amount: int
) -> None:
    rules = load_text(written(lines, again))
    for state in (rules.start(1), coupdsl.Machine(rules).start(1)):
        with pytest.raises(coupdsl.RulesError) as caught:
            state.apply("take large")
        assert (caught.value.message, caught.value.span.text) == (f"a payment of {amount}", place)
        assert [str(move) for move in state.legal_moves()] == ["take small", "take large"]
