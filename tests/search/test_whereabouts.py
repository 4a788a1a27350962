"""Where a piece can lie, as people at a table work it out: just where it lies in some world."""

from __future__ import annotations

import random
from collections.abc import Hashable

import pytest
from tests.helpers import rules_of, sample
from tests.search import small
from tests.search.listed import listed
from tests.search.test_worlds import played, worlds_of
from tests.small_games import load_text

import coupdsl

SMALL = {
    "kuhn": (lambda: rules_of("kuhn", 3), (1, 3)),
    "leduc": (lambda: rules_of("leduc", 2), (2, 5)),
    "tricks": (lambda: load_text(small.TRICKS, 3), (4, 7, 9)),
    "alike": (lambda: load_text(small.ALIKE, 2), (2, 4)),
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
        for positions in listed(game.rules, 0, game.seen(0), lambda state: lying(state, 0)):
            for face, zone in positions:  # type: ignore[attr-defined]
                wanted.setdefault(face, set()).add(zone)
        found = worlds_of(game, 0, 3).can_lie()
        assert {face: set(zones) for face, zones in found.items()} == wanted


def test_places_that_are_rare_are_found_from_one_world() -> None:
    """Of twenty-six cards in three hands and the left pile, one world and its exchanges show all that is possible."""
    game, rnd = coupdsl.Game(rules_of("hearts", 4), 11), random.Random(11)
    for _ in range(20):
        game.apply(rnd.choice(game.state.legal_moves()))
    few, many = worlds_of(game, 0, 1), worlds_of(game, 0, 2)
    sampled = many.places(400)
    found = few.can_lie(count=1)
    assert {face: set(zones) for face, zones in sampled.items()} == {face: set(zones) for face, zones in found.items()}
