"""Mechanics, the entries that are played with them, and rules that options and entries replace."""

from __future__ import annotations

from typing import Any

import pytest
from tests.small_games import game, in_folder, load_text, start

import coupdsl

TOP = """mechanic bidding(opener: seat) {
  needs account cash per seat
  pieces chips: 2
  zone stack: set of chips seen by all = chips
  zone won: row of chips seen by all
  state round_bid: amount = 0
  rule top_bid: amount = 50
  rule told(s: seat, m: amount) { }
  rule leads = opener
  for s in seats from leads {
    s chooses bid m from 0 .. (top_bid) step 25
    round_bid := round_bid + m
    told(s, m)
    move first of stack to won
  }
}
mechanic walking(goer: seat) {
  needs account cash per seat
  rule pace = 2
  goer chooses walk { go { } }
}
"""
LINES = """kind deal as deals {
    fee: amount
    rule paid(s: seat) { s pays fee to pot for fee_of_deal }
  }
  deal small plays bidding = 5 { rule top_bid: amount = 25 }
  deal large plays bidding = 10 {
    rule told(s: seat, m: amount) { pot pays 1 to s for luck }
  }
  deal odd plays walking = 1 { rule pace = 3 }
  deal none_played = 2
  option open.by = first | last
  use bidding {
    when open.by is last { rule leads = last_seat }
  }
  use walking
  rule last_seat = last of seats
  state now: deal = small
  s0 chooses pick_deal d from deals
  now := d
  case open.by {
    first { s1 pays 2 to pot }
    last { s1 pays 4 to pot }
  }
  paid(s0) of now
  play now(s0)
  one := case open.by {
    first: 10
    last:  20
  }
  if pace of now > 2 { one := one + 1 }"""


@pytest.fixture(scope="module")
def file() -> Any:
    return in_folder({"game.coup": game(LINES, TOP)}) / "game.coup"


def test_entries_replace_rules_of_what_they_play(file: Any) -> None:
    rules = coupdsl.load(file, 2)
    state = rules.start(1)
    state.apply("pick_deal small")
    assert list(map(str, state.legal_moves())) == ["bid 0", "bid 25"]
    large = rules.start(1)
    large.apply("pick_deal large")
    assert list(map(str, large.legal_moves())) == ["bid 0", "bid 25", "bid 50"]
    large.apply("bid 50")
    assert large.view(0)["accounts"] == {"cash": [91, 98], "pot": 18}
    assert large.view(0)["states"]["round_bid"] == 50
    assert [z["pieces"] for z in large.view(0)["zones"] if z["name"] == "won"] == [["chips1"]]
    with pytest.raises(coupdsl.RulesError, match="this deal has no `pace`"):
        large.apply("bid 0")
    odd = rules.start(1)
    odd.apply("pick_deal odd")
    odd.apply("go")
    assert odd.view(0)["states"]["one"] == 11


def test_a_reading_replaces_a_rule_and_picks_a_branch(file: Any) -> None:
    state = coupdsl.load(file, 2, {"open.by": "last"}).start(1)
    state.apply("pick_deal odd")
    assert state.view(0)["accounts"]["cash"] == [99, 96]
    state.apply("go")
    assert state.view(0)["states"]["one"] == 21
    state = coupdsl.load(file, 2, {"open.by": "last"}).start(1)
    state.apply("pick_deal small")
    assert state.actor == 1


def test_an_entry_that_plays_nothing_cannot_be_played(file: Any) -> None:
    state = coupdsl.load(file, 2).start(1)
    with pytest.raises(coupdsl.RulesError, match="this entry is not in play"):
        state.apply("pick_deal none_played")


def test_payments_tell_the_rule_behind_them() -> None:
    lines = """s0 pays 1 to pot                                  @R1
    fine(s0)                                                      @R2
    rule fine(s: seat) {                                          @R3
      s pays 2 to pot
      s pays 3 to pot                                             @R4 @R5
    }
    other(s0)                                                     @R6
    rule other(s: seat) { s pays 4 to pot }
    s0 pays 5 to pot
    if count of seats > 1 {                                       @R7
      given()
      s0 pays 7 to pot                                            @R8
    } else { given() }
    rule given {                                                  @R9
      if pot > 0 { s0 pays 6 to pot }
    }
    unless_cited(true)                                            @R10
    rule unless_cited(other: flag) {
      if other {                                                  @R11
        if pot > 0 { s0 pays 8 to pot }
      }
      if not other { s0 pays 0 to pot } else { s0 pays 9 to pot }
    }"""
    state = start(lines, 'source R "Rules"')
    told = [e.seen_by(state.code, None) for e in state.events if e.kind == "paid"]
    assert [(t["amount"], t["rules"]) for t in told if t] == [
        (1, ["R1"]), (2, ["R3"]), (3, ["R4", "R5"]), (4, ["R6"]), (5, []), (6, ["R9"]), (7, ["R8"]),
        (8, ["R11"]), (9, ["R10"]),
    ]  # fmt: skip


def test_pieces_of_a_mechanic_lie_anew_where_they_belong() -> None:
    state = start("use bidding\n for t in seats { play bidding(t) }", TOP[: TOP.index("mechanic walking")])
    for bid in ("bid 0", "bid 25"):
        state.apply(bid)
    assert (state.actor, state.decision) == (1, "bid")
    zones = {z["name"]: z["pieces"] for z in state.view(0)["zones"]}
    assert zones["stack"] == ["chips1", "chips2"]
    assert zones["won"] == []


PICKS = [
    ("s0 chooses take n from blank\n move n to signed", ["take notes1", "take notes2", "take notes3"]),
    ("zone all_sorts: set of piece seen by all\n move joker to all_sorts\n move first of blank to all_sorts\n"
     "s0 chooses take x from all_sorts\n move x to all_sorts", ["take X", "take notes1"]),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "offered"), PICKS)
def test_pieces_of_other_families_are_picked(lines: str, offered: list[str]) -> None:
    state = load_text(game(lines)).start(1)
    assert list(map(str, state.legal_moves())) == offered
    state.apply(offered[0])


def test_a_row_is_drawn_where_its_name_is_worked_out() -> None:
    state = start("shuffle pile of s1\n move trick to pile of s1\n move first(2) of pile of s1 to pile of (left of s1)")
    assert state.view(0)["zones"][3]["pieces"] == ["KS", "AH"]


@pytest.mark.parametrize(
    "lines",
    [
        "use draw\n draw_for(s0, 3)\n move trick to discards\n draw_for(s0, 1)",
        "use draw { rule card_drawn(s: seat) { if deck is empty { move trick to discards } } }\n draw_for(s0, 4)",
    ],
)
def test_discards_laid_after_the_stock_ran_out_are_drawn(lines: str) -> None:
    zones = start(f"zone discards: row seen by all\n{lines}").view(0)["zones"]
    assert [(z["name"], z["unseen"]) for z in zones if z["unseen"]] == [("deck", 1), ("hand", 2)]
    assert len(zones[1]["pieces"]) == 6


def test_a_state_goes_by_the_loop_of_its_own_mechanic_or_game() -> None:
    """Where both have a loop of that name; where one has none, its states go by the other's."""
    text = """edition 1
mechanic inner {
  state mine: number = 0 every pass
  repeat pass 2 times { mine := mine + 1 }
  reveal counted = mine
}
mechanic outer {
  state held: number = 0 every pass
  held := held + 1
  reveal kept = held
}
game passes {
  seats [2]
  state tally: number = 0 every pass
  use inner
  use outer
  repeat pass 2 times {
    tally := tally + 5
    play inner()
    play outer()
    reveal told = tally
  }
  finish by tally
  limit 9 moves { finish by tally }
}
"""
    rules = load_text(text)
    events = [event.seen_by(rules.code, 0) for event in rules.start(1).events]
    told = [(e["name"], e["value"]) for e in events if e is not None and e["event"] == "revealed"]
    assert told == [("counted", 1), ("kept", 1), ("told", 5)] * 2
