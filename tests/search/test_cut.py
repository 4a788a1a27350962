"""Games that end with a deal: which loop a deal is, and that the rules' own limit counts then."""

from __future__ import annotations

import random

import pytest
from tests.helpers import GAMES, rules_of, sample
from tests.native.lockstep import lockstep, played_on
from tests.small_games import load_text

import coupdsl
from coupdsl.code.instructions import NextPass
from coupdsl.engine.chance import derive
from coupdsl.engine.closures import Step
from coupdsl.engine.position import Position
from coupdsl.engine.state import State
from coupdsl.native.llvm.jit import QUICK
from coupdsl.native.playouts import Playouts
from coupdsl.search.cut import cut, deal_loop, way_back

ROUNDS = {"liars-dice": "repeat round"}
WHOLE = {"coup", "coup-detat-2005", "crazy-eights", "go-fish", "kuhn", "leduc"}  # they have no deals, or seldom two


@pytest.mark.unmeasured
@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_deal_is_found_where_hands_are_dealt_anew(name: str) -> None:
    rules = rules_of(name, GAMES[name])
    loop = deal_loop(rules)
    if name in WHOLE:
        assert loop is None
        assert cut(rules) is rules
        return
    assert loop is not None
    this = rules.code.instructions[loop]
    assert isinstance(this, NextPass)
    span = rules.code.instructions[way_back(this)].span  # type: ignore[union-attr]
    assert span.source.line(span.line).strip().startswith(ROUNDS.get(name, "repeat deal "))


@pytest.mark.unmeasured
@pytest.mark.parametrize("name", sample(sorted(GAMES.keys() - WHOLE), 3))
def test_both_executors_play_the_same_deal(name: str) -> None:
    rules = rules_of(name, GAMES[name])
    short = cut(rules)
    machine = coupdsl.Machine(short)
    assert vars(machine.offsets)["memory"] == vars(coupdsl.Machine(rules).offsets)["memory"]
    assert machine.offsets.size == len(coupdsl.Machine(rules).template)
    for seed in range(3):
        assert lockstep(short, machine, seed) > 0


@pytest.mark.unmeasured
@pytest.mark.parametrize("name", sample(sorted(GAMES.keys() - WHOLE), 3))
def test_compiled_playouts_end_where_those_of_the_reference_do(name: str) -> None:
    rules = rules_of(name, GAMES[name])
    machine, short, rnd = coupdsl.Machine(rules), cut(rules), random.Random(3)
    playouts, state = Playouts(short, QUICK), machine.start(5)
    for _ in range(25):
        state.apply(rnd.choice(state.legal_moves()))
    found = playouts.play(bytes(machine.seeded(state.data, 9)), 9, 4)
    reference = state.reference()
    reference.rules, reference.code, reference.reference = short, short.code, short.reference
    assert found == [played_on(reference, derive(9, number)) for number in range(4)]


@pytest.mark.unmeasured
@pytest.mark.parametrize("name", sorted(GAMES.keys() - WHOLE))
def test_the_scores_are_those_of_the_limit_at_the_end_of_the_deal(name: str) -> None:
    rules = rules_of(name, GAMES[name])
    short, loop = cut(rules), deal_loop(rules)
    assert loop is not None
    for seed in range(3):
        limits = _limits(rules, loop, seed, deal := _played(short, seed))
        assert deal[-1].result() == limits


def _played(short: coupdsl.Rules, seed: int) -> list[coupdsl.State]:
    """The positions of a random game that ends with its deal."""
    rnd, state = random.Random(seed), short.start(seed)
    found = [state.copy()]
    while not state.is_over:
        state.apply(rnd.choice(state.legal_moves()))
        found.append(state.copy())
    return found


def _limits(rules: coupdsl.Rules, loop: int, seed: int, deal: list[coupdsl.State]) -> coupdsl.Result | None:
    """What the limit says where the same game comes to its next deal; its own end where it does not."""
    found: list[coupdsl.Result | None] = []
    this, limit = rules.code.instructions[loop], rules.code.limit
    assert isinstance(this, NextPass) and limit is not None
    plain, back = rules.reference.steps, way_back(this)

    def stopping(position: Position) -> int:
        other = State.copy(position)  # type: ignore[arg-type]
        other.reference = rules.reference
        other._run(limit[1])
        found.append(other.result())
        return plain[back](position)

    def noted(at: int) -> Step:
        return stopping if at == back else lambda position: plain[at](position)

    state = State.before(rules)
    state.reference = rules.reference.with_steps([noted(at) for at in range(len(plain))])
    state.begin(seed)
    rnd = random.Random(seed)
    for _ in deal[1:]:
        state.apply(rnd.choice(state.legal_moves()))
    return state.result() if state.is_over else found[0]


DEALS = """edition 1
game deals {
  seats [2]
  cards {
    suits spades S, hearts H
    ranks ace A, king K, queen Q
  }
  account cash per seat = 100
  account bank = none
  zone deck: row seen by none = cards
  zone hand per seat: set seen by owner
  repeat round 4 times {
    shuffle deck
    for s in seats { move first(2) of deck to hand of s }
    for s in seats {
      s chooses way {
        take { bank pays 10 to s }
        pass { }
      }
    }
    move cards to deck
  }
  ENDS
}
"""
CHOICES = """edition 1
game choices {
  seats [2]
  account cash per seat = 100
  account bank = none
  state plan per seat: number = 0 every turn seen by owner
  state mills per seat: number = 0
  repeat turn 4 times {
    for s in seats together {
      s secretly chooses plan {
        take { plan of s := 1 }
        build { plan of s := 2 }
      }
    }
    for s in seats {
      reveal what = plan of s
      if what is 2 { mills of s := mills of s + 1 }
      bank pays (if what is 1 then 10 else 0) + 8 * mills of s to s
    }
  }
  finish by cash
  limit 99 moves { finish by cash }
}
"""


SILENT = "\n limit 99 moves { finish by 0 }"
OTHER = "\n limit 99 moves { finish by cash + 1 }"
NAMED = "ending()\n rule ending { let high = largest of cash over seats\n finish by cash - high }"
BONUS = "for s in seats { bank pays 2 * cash of s to s }\n finish by cash"
ASKED = "first of seats chooses on {\n yes { }\n no { }\n }\n bank pays 5 to first of seats\n finish by cash"
TWO_ENDS = "if cash of first of seats > 120 { finish by 2 * cash }\n finish by cash"


@pytest.mark.parametrize(
    ("ends", "scores"),
    [
        ("finish by cash" + OTHER, (111, 101)),
        ("finish by cash" + SILENT, (110, 100)),
        (BONUS + OTHER, (330, 300)),
        (ASKED + OTHER, (111, 101)),
        (NAMED + SILENT, None),
        (TWO_ENDS + SILENT, None),
    ],
)
def test_a_deal_counts_as_the_end_that_says_something_of_it(ends: str, scores: tuple[int, ...] | None) -> None:
    rules = load_text(DEALS.replace("ENDS", ends))
    assert deal_loop(rules) is not None
    short = cut(rules)
    if scores is None:
        assert short is rules
        return
    state = short.start(1)
    for word in ("take", "pass"):
        state.apply(word)
    assert state.result() == coupdsl.Result(scores, (0,))


def test_what_is_chosen_in_secret_is_no_deal() -> None:
    assert deal_loop(load_text(CHOICES)) is None
    rolled = "chance secretly chooses roll for s {\n die n from 1 .. 6 { plan of s := n }\n }"
    dice = CHOICES.replace(
        "  repeat turn 4 times {", f"  repeat turn 4 times {{\n for s in seats {{\n {rolled}\n }}", 1
    )
    assert deal_loop(load_text(dice)) is not None


TURNS = """edition 1
game turns {
  seats [2]
  cards {
    suits spades S, hearts H, clubs C
    ranks ace A, king K, queen Q, jack J
  }
  state points per seat: number = 0
  zone deck: row seen by none = cards
  zone drawn per seat: set seen by owner
  zone laid per seat: set seen by all
  zone heap: set seen by all
  repeat deal 3 times {
    shuffle deck
    DEAL
    repeat turn until count of deck < 2 at most 8 {
      for s in seats {
        DRAW
        s chooses way {
          keep { move drawn of s to laid of s }
          discard { move drawn of s to heap }
        }
      }
    }
    for s in seats { points of s := points of s + count of laid of s }
    move cards to deck
  }
  finish by points
  limit 999 moves { finish by points }
}
"""
ONE_BY_ONE = "move first of deck to drawn of s"
BY_CHANCE = "chance secretly chooses draw c from deck for s\n move c to drawn of s"
BAG = TURNS.replace("zone deck: row", "zone deck: set").replace("shuffle deck", "")
LOOK = "for s in seats { move first of deck to drawn of s }\n first of seats chooses on { yes { } }\n"
SHARED = TURNS.replace("DEAL", LOOK + " move drawn of seats to heap").replace("DRAW", "move first of deck to laid of s")


@pytest.mark.parametrize(
    "game",
    [
        TURNS.replace("DEAL", "").replace("DRAW", ONE_BY_ONE),
        BAG.replace("DEAL", "").replace("DRAW", BY_CHANCE),
        SHARED,
    ],
    ids=["drawn in turn", "drawn from a bag", "dealt before"],
)
def test_a_turn_that_counts_nothing_or_deals_nothing_is_no_deal(game: str) -> None:
    rules = load_text(game)
    loop = deal_loop(rules)
    assert loop is not None
    this = rules.code.instructions[loop]
    assert isinstance(this, NextPass)
    span = rules.code.instructions[way_back(this)].span  # type: ignore[union-attr]
    assert span.source.line(span.line).strip() == "repeat deal 3 times {"


@pytest.mark.parametrize("hands", [3, 5])
def test_hands_of_a_pack_that_was_shuffled_long_before_are_no_deals(hands: int) -> None:
    dealt = DEALS.replace("ENDS", "finish by cash\n limit 99 moves { finish by cash }").replace(
        "4 times", f"{hands} times"
    )
    assert deal_loop(load_text(dealt)) is not None
    once = dealt.replace("    shuffle deck\n", "").replace("  repeat round", "  shuffle deck\n  repeat round")
    once = once.replace("move cards to deck", "move hand of seats to out").replace(
        "queen Q", "queen Q, jack J, ten T, nine 9"
    )
    once = once.replace("first(2)", "first(1)").replace("zone hand", "zone out: row seen by all\n  zone hand")
    assert deal_loop(load_text(once)) is None


def test_the_way_back_is_only_cut_once_a_deal_is_over() -> None:
    short = cut(rules_of("sevens", 3))
    deal = _played(short, 2)
    assert len(deal) > 20
    assert all(state.actor is not None for state in deal[:-1])
