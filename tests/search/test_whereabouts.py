"""Where a piece can lie, as people at a table work it out: just where it lies in some world."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Hashable, Iterable
from itertools import combinations

import pytest
from tests.helpers import rules_of, sample
from tests.search import small
from tests.search.listed import listed
from tests.search.test_worlds import played, worlds_of
from tests.small_games import load_text

import coupdsl
from coupdsl.search.whereabouts import Whereabouts

SMALL = {
    "kuhn": (lambda: rules_of("kuhn", 3), (1, 3)),
    "leduc": (lambda: rules_of("leduc", 2), (2, 5)),
    "tricks": (lambda: load_text(small.TRICKS, 3), (4, 7, 9)),
    "alike": (lambda: load_text(small.ALIKE, 2), (2, 4)),
    "piles": (lambda: load_text(small.piles(3, "hall, study, kitchen"), 3), (1,)),
}


def lying(state: coupdsl.State, seat: int) -> Hashable:
    """The pieces that the seat does not know, each by its face and its zone."""
    layout = state.code.layout
    hidden = [piece for piece, known in enumerate(state.known) if not known >> seat & 1]
    return tuple(sorted((layout.face_of[piece], layout.zone_name(state.where[piece])) for piece in hidden))


@pytest.mark.unmeasured
@pytest.mark.parametrize(("name", "seed"), sample([(name, seed) for name in SMALL for seed in range(3)], 6))
def test_a_piece_can_lie_just_where_it_does_in_some_world(name: str, seed: int) -> None:
    make, after = SMALL[name]
    for moves in after:
        game = played(make(), moves, seed)
        if game.state.is_over:
            continue
        wanted: dict[str, set[str]] = {}
        sure: dict[str, set[str]] = {}
        for positions in listed(game.rules, 0, game.seen(0), lambda state: lying(state, 0)):
            here: dict[str, set[str]] = {}
            for face, zone in positions:  # type: ignore[attr-defined]
                here.setdefault(face, set()).add(zone)
            for face, zones in here.items():
                wanted.setdefault(face, set()).update(zones)
                sure[face] = sure.get(face, zones) & zones
        worlds = worlds_of(game, 0, 3)
        assert {face: set(zones) for face, zones in worlds.can_lie().items()} == wanted
        assert worlds.sure == sure


PARTED = """edition 1
game parted {
  seats [2]
  cards {
    ranks COLOURS
    copies 9
  }
  zone deck: row seen by none = cards
  zone tail: row seen by none
  shuffle deck
  move first(MANY) of deck to tail
  for s in seats {
    s chooses say {
      this { }
      that { }
    }
  }
  finish by 0
  limit 100 moves { finish by 0 }
}
"""


@pytest.mark.parametrize(
    ("colours", "many", "sure"),
    [("red, blue, grey", 9, set[str]()), ("red, blue", 9, set[str]()), ("red, blue", 10, {"tail"})],
)
def test_one_surely_lies_only_where_not_all_that_are_alike_can_lie_elsewhere(
    colours: str, many: int, sure: set[str]
) -> None:
    game = coupdsl.Game(load_text(PARTED.replace("COLOURS", colours).replace("MANY", str(many)), 2), seed=1)
    worlds = worlds_of(game, 0, 1)
    assert worlds.can_lie() == {colour: ["deck", "tail"] for colour in colours.split(", ")}
    assert worlds.sure == dict.fromkeys(colours.split(", "), sure)


@pytest.mark.parametrize("seed", sample(range(40), 4))
def test_where_few_worlds_lead_to_others_all_places_are_found(seed: int) -> None:
    game = coupdsl.Game(load_text(small.BY_SUIT, 2), seed)
    own, other = (hand(game.state, seat) for seat in range(2))
    rest = [face for face in game.state.code.layout.face_of if face not in own]
    possible = [cards for cards in combinations(rest, 4) if worth(cards) == worth(other)]
    found = worlds_of(game, 0, seed).can_lie()
    assert {face for face, zones in found.items() if "hand 1" in zones} == set().union(*possible)
    assert {face for face, zones in found.items() if "deck" not in zones} == set(rest).intersection(*possible)


def hand(state: coupdsl.State, seat: int) -> list[str]:
    layout = state.code.layout
    there = (piece for piece, zone in enumerate(state.where) if layout.zone_name(zone) == f"hand {seat}")
    return [layout.face_of[piece] for piece in there]


def worth(cards: Iterable[str]) -> Counter[str]:
    """Of each suit, how many there are and what they are worth together."""
    return sum((Counter({card[1]: 100 + "AKQJT98".index(card[0])}) for card in cards), Counter[str]())


def test_places_that_are_rare_are_found_from_one_world() -> None:
    """Of twenty-six cards in three hands and the left pile, one world and its exchanges show all that is possible."""
    game, rnd = coupdsl.Game(rules_of("hearts", 4), 11), random.Random(11)
    for _ in range(20):
        game.apply(rnd.choice(game.state.legal_moves()))
    few, many = worlds_of(game, 0, 1), worlds_of(game, 0, 2)
    sampled = many.places(400)
    found = few.can_lie(count=1)
    assert {face: set(zones) for face, zones in sampled.items()} == {face: set(zones) for face, zones in found.items()}


RING = """edition 1
game ring {
  seats [3]
  cards { ranks red, blue, grey }
  zone deck: row seen by none = cards
  zone hand per seat: set seen by none
  shuffle deck
  for s in seats { move first of deck to hand of s }
  reveal ring = lacks(first of seats, blue) and lacks(left of first of seats, grey) and lacks(last of seats, red)
  rule lacks(s: seat, r: rank) = not (some hand of s where rank is r)
  finish by 0
  limit 100 moves { finish by 0 }
}
"""


def test_where_no_two_can_change_places_three_may() -> None:
    """Either all three lie as they do, or each lies where another did."""
    rules = load_text(RING, 3)
    games = (coupdsl.Game(rules, seed) for seed in range(99))
    game = next(game for game in games if {"ring": True}.items() <= revealed(game).items())
    worlds = worlds_of(game, 0, 1)
    places = Whereabouts(worlds.chain)
    places.see(worlds.sample(1)[0].traced)
    assert {len(zones) for zones in places.found.values()} == {1}
    places.look_for_more()
    assert {len(zones) for zones in places.found.values()} == {2}


def revealed(game: coupdsl.Game) -> dict[str, object]:
    return {event["name"]: event["value"] for event in game.seen(0) if event["event"] == "revealed"}
