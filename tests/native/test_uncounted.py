"""Accounts that are not counted, in both executors."""

from __future__ import annotations

import pytest
from tests.native.lockstep import lockstep
from tests.small_games import load_text

import coupdsl

GAME = """edition 1
game bank_of_all {
  seats [2]
  option bank.size = SIZES
  account cash per seat = 10
  account pot = 5
  account bank = (if bank.size is small then 30 else none)PARTIAL
  for s in seats {
    s chooses draw n from 1 .. 4
    bank pays 10 * n to s for gift
    s pays 3 to bank for tax
    if bank > 1000 { pot pays 1 to s for luck }
    LINE
  }
  finish by cash
  limit 10 moves { finish by cash }
}
"""


def text_of(size: str, partial: bool = False, line: str = "") -> str:
    sizes = "small | endless" if size == "small" else "endless | small"
    return GAME.replace("SIZES", sizes).replace("PARTIAL", " short partial" if partial else "").replace("LINE", line)


def rules_of(size: str, partial: bool = False, line: str = "") -> coupdsl.Rules:
    return load_text(text_of(size, partial, line))


@pytest.mark.parametrize("partial", [False, True])
def test_an_account_that_is_not_counted_always_has_enough(partial: bool) -> None:
    rules = rules_of("endless", partial)
    state = rules.start(1)
    state.apply("draw 4")
    state.apply("draw 4")
    assert state.view(None)["accounts"] == {"cash": [48, 48], "pot": 3, "bank": None}
    assert sum(state.balances) == 25  # no money is made or lost
    assert sum(lockstep(rules, coupdsl.Machine(rules), seed) for seed in range(6)) == 12


def test_a_counted_one_has_what_it_holds() -> None:
    rules = rules_of("small", partial=True)
    state = rules.start(1)
    state.apply("draw 4")
    state.apply("draw 4")
    assert state.view(None)["accounts"] == {"cash": [37, 10], "pot": 5, "bank": 3}
    assert sum(lockstep(rules, coupdsl.Machine(rules), seed) for seed in range(6)) == 12


def test_nobody_knows_what_everything_is_of_it() -> None:
    rules = rules_of(
        "endless", line="s pays 10 * n to bank for deposit\n    bank pays everything to pot for all_there_is"
    )
    state = rules.start(1)
    with pytest.raises(coupdsl.RulesError, match="`bank` is not counted"):
        state.apply("draw 1")
    lockstep(rules, coupdsl.Machine(rules), 1)


@pytest.mark.parametrize(
    "line",
    [
        "bank pays bank to s for gift", "kept := bank", "kept := kept + same(bank)", "kept := half(bank)",
        "reveal there = name_of_it", "if n is 1 { kept := if kept > 5 then bank else 5 }",
        "for m in [bank] { kept := m }",
        "kept := max(cash of s, bank)", "for d in dares { kept := price of d }", "kept := twice(n)",
    ],
)  # fmt: skip
def test_what_is_not_counted_is_no_amount(line: str) -> None:
    declared = """
  rule same(m: amount) = m
  rule half(m: amount) = m / 2 rounded down to 1
  rule twice(n: number) = if n > 2 then bank else 10
  rule name_of_it = bank
  kind dare as dares { rule price = cash of first of seats }
  dare free { }
  dare dear { rule price = bank }
  state kept: amount = 0
  account pot"""
    text = text_of("endless", line=line).replace("\n  account pot", declared)
    with pytest.raises(coupdsl.Problems, match="is not counted is not an amount") as caught:
        load_text(text)
    assert [one.code.number for one in caught.value.diagnostics] == ["E301"]
    load_text(text.replace("endless | small", "small | endless")).start(1)


def test_what_is_not_counted_is_compared() -> None:
    compared = (
        "s pays min(bank, cash of s, 2) to pot for dues\n    if all_of_it >= cash of s { pot pays 1 to s for luck }"
    )
    rules = load_text(
        text_of("endless", line=compared).replace("\n  account pot", "\n  rule all_of_it = bank\n  account pot")
    )
    lockstep(rules, coupdsl.Machine(rules), 1)


def test_a_choice_needs_a_fixed_end_where_not_all_money_is_counted() -> None:
    line = "s chooses stake m from 0 .. (cash of s) step 5"
    assert rules_of("small", line=line).start(1).actor == 0
    with pytest.raises(coupdsl.Problems, match="if not all money is counted") as caught:
        rules_of("endless", line=line)
    assert caught.value.diagnostics[0].help == (
        "let each account begin with an amount, not with `none`; or offer all that there can ever be, and say which: "
        "`chooses name { … n from 0 .. 500 if n <= cash of s { … } }`"
    )
    line = "s chooses name { bet m from 0 .. 500 if m <= cash of s { s pays m to bank for stake } }"
    state = rules_of("endless", line=line).start(1)
    state.apply("draw 1")
    assert [str(move) for move in state.legal_moves()] == [f"bet {n}" for n in range(19)]


def test_what_each_seat_has_is_counted() -> None:
    with pytest.raises(coupdsl.Problems, match="E303"):
        load_text(text_of("small").replace("cash per seat = 10", "cash per seat = none"))


LARGE = """edition 1
game large {
  seats [2]
  account cash per seat = HELD
  account bank = none
  let one = first of seats
  one chooses go { on { } }
  LINE
  finish by cash
  limit 10 moves { finish by 0 }
}
"""


@pytest.mark.parametrize(
    ("held", "line"),
    [
        ("0", "bank pays 4000000000 * 1000000000 to one\n  bank pays 4000000000 * 1000000000 to one"),
        ("4000000000 * 1000000000", "left of one pays everything to one"),
        ("1", "repeat r 70 times { bank pays cash of one to one }"),
        ("4000000000 * 1000000000", "one pays everything to bank\n  left of one pays everything to bank"),
    ],
)
def test_no_account_grows_beyond_all_bounds(held: str, line: str) -> None:
    rules = load_text(LARGE.replace("HELD", held).replace("LINE", line))
    for play in (rules, coupdsl.Machine(rules)):
        state = play.start(1)
        with pytest.raises(coupdsl.RulesError, match="a number grows beyond all bounds"):
            state.apply("on")
