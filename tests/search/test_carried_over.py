"""What is carried over to later deals counts where a deal ends, by what it brought in random games."""

from __future__ import annotations

import pytest
from tests.helpers import rules_of
from tests.native.lockstep import lockstep
from tests.small_games import load_text

import coupdsl
from coupdsl.engine.chance import Generator, derive
from coupdsl.engine.rules import Rules
from coupdsl.search.arena import arena_of
from coupdsl.search.cut import cut, where_cut
from coupdsl.search.levels import LEVELS

# Who marks has a mark, which stays from deal to deal; every third one costs or brings `worth`.
MARKS = """edition 1
game marks {{
  seats [2]
  cards {{
    suits one A, two B
    ranks low L, high H
  }}
  zone deck: row seen by none = cards shown as count
  zone hand per seat: set seen by owner
  state points per seat: number = 0
  state marks per seat: number = 0
  state deals: number = 0
  repeat deal until deals is 12 at most 20 {{
    deals := deals + 1
    move cards to deck
    shuffle deck
    for s in seats {{ move first(1) of deck to hand of s }}
    for s in seats {{
      s chooses answer {{
        keep {{ points of s := points of s + 1 }}
        mark {{ {added} }}
      }}
    }}
    for s in seats {{
      if marks of s >= 3 {{
        marks of s := marks of s - 3
        points of s := points of s + {worth}
      }}
    }}
  }}
  finish by {direction}points
  limit 200 moves {{ finish by {direction}points }}
}}
"""


def marks(worth: int, direction: str = "", added: str = "marks of s := marks of s + 1") -> Rules:
    return load_text(MARKS.format(worth=worth, direction=direction, added=added))


def worths(rules: Rules) -> dict[str, int]:
    deals = where_cut(rules)
    assert deals is not None
    return {one.state.name: one.adds for one in deals.carried}


@pytest.mark.parametrize(
    ("worth", "direction", "counted"), [(-30, "", -10), (30, "", 10), (30, "lowest ", 10), (-30, "lowest ", -10)]
)
def test_what_brings_something_later_counts(worth: int, direction: str, counted: int) -> None:
    found = worths(marks(worth, direction))
    assert found.keys() == {"marks"}
    assert abs(found["marks"] - counted) <= 4


def test_players_take_care_of_it() -> None:
    """A level that cannot see beyond the deal keeps away from marks that cost, and seeks those that bring something."""
    for worth, wanted in ((-30, "keep"), (30, "mark")):
        rules = marks(worth)
        game = coupdsl.Game(rules, seed=2)
        player = LEVELS["easy"](rules, game.state.actor, 1)
        player.told(game.seen(game.state.actor))
        move = player.choose(game.state.decision, game.state.legal_moves(), game.state.view(game.state.actor))
        assert str(move) == wanted


def test_what_brings_nothing_or_is_counted_itself_does_not() -> None:
    assert not worths(marks(0))
    assert not worths(marks(-30, added="points of s := points of s + 1"))


@pytest.mark.parametrize(
    "score",
    [
        "(points + marks) rounded down to 5", "points + (marks rounded down to 3)",
        "if marks > 0 then points + marks - 1 else points", "points + half(it)",
    ],
)  # fmt: skip
def test_what_the_score_reads_is_not_counted_twice(score: str) -> None:
    text = MARKS.format(worth=-30, direction="", added="marks of s := marks of s + 1")
    ruled = text.replace("finish by points", f"finish by ({score})")
    assert not worths(load_text(ruled.replace("\n}\n", "\n  rule half(s: seat) = marks of s rounded down to 2\n}\n")))


def test_a_deal_is_worth_its_score_and_what_is_carried_over() -> None:
    rules = marks(-30)
    short, worth = cut(rules), worths(rules)["marks"]
    chance, seen = Generator.from_seed(5), set()
    for number in range(20):
        state, other = rules.start(derive(1, number)), short.start(derive(1, number))
        for _ in range(2):
            moves = state.legal_moves()
            move = moves[chance.below(len(moves))]
            state.apply(move)
            other.apply(next(one for one in other.legal_moves() if one.id == move.id))
        slots = {one.name: rules.code.layout.slots(one) for one in rules.program.states}
        marked = [state.memory[slot] for slot in slots["marks"]]
        points = [state.memory[slot] for slot in slots["points"]]
        result = other.result()
        assert result is not None
        assert result.scores == tuple(had + worth * many for had, many in zip(points, marked, strict=True))
        seen.add(tuple(marked))
    assert len(seen) == 4
    assert lockstep(short, coupdsl.Machine(short), 3) > 0


def test_the_last_deal_is_worth_its_score_alone() -> None:
    rules = marks(-30)
    short, state = cut(rules), rules.start(3)
    while state.count < 23:
        state.apply(state.legal_moves()[1])
    last = arena_of(rules).place(state, 1)
    last.apply(last.legal_moves()[1])
    state.apply(state.legal_moves()[1])
    assert last.is_over
    assert arena_of(rules).result(last) == state.result()
    assert short is not rules


@pytest.mark.unmeasured
def test_tricks_too_many_cost_in_spades() -> None:
    assert worths(rules_of("spades", 4))["overtricks"] in range(-10, -2)
    assert not worths(rules_of("hearts", 4))
    assert not worths(coupdsl.load("spades", players=4, options={"overtricks.penalty": "0"}))
