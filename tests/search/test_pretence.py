"""What is thought of seats that may choose as if they held what they do not."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log

import pytest
from tests.helpers import rules_of
from tests.search.test_likely import held

from coupdsl.play.game import Game
from coupdsl.search.levels import believing
from coupdsl.search.pretence import ALIKE, PRETENDING, Pretence, Weighed

LIKELY, RARE = log(0.8), log(0.004)


def worlds(*choices: tuple[float, float], seat: int = 1) -> list[list[Weighed]]:
    """Two worlds, and how likely each choice of a seat was in the one and in the other."""
    return [[(at, seat, pair[world]) for at, pair in enumerate(choices)] for world in range(2)]


def odds(found: Sequence[float]) -> float:
    """How much less likely the second world is than the first."""
    return exp(found[1] - found[0])


def test_however_often_somebody_claims_it_may_be_pretence() -> None:
    once, often = (odds(Pretence().logs(worlds(*[(LIKELY, RARE)] * times))) for times in (1, 6))
    assert PRETENDING / 2 < often < once < 2 * PRETENDING


def test_who_was_seen_to_pretend_is_believed_less_and_who_was_not_is_believed_more() -> None:
    claims = (LIKELY, RARE)
    plain = odds(Pretence().logs(worlds(claims, claims)))
    for seen, is_less in (((RARE, RARE), True), ((LIKELY, LIKELY), False)):
        pretence = Pretence()
        pretence.logs(worlds(claims))
        found = odds(pretence.logs(worlds(seen, claims)))
        assert found > 5 * plain if is_less else found < plain / 1.5


def test_what_could_not_be_seen_yet_tells_nothing_of_who_pretends() -> None:
    pretence, claims = Pretence(), (LIKELY, LIKELY - 2 * ALIKE)
    first = pretence.logs(worlds(claims))
    assert pretence.logs(worlds(claims)) == pytest.approx(first)


def test_one_who_pretends_casts_no_doubt_on_another() -> None:
    lied, honest = worlds((LIKELY, RARE)), worlds((LIKELY, RARE), seat=2)
    pretence = Pretence()
    pretence.logs(lied)
    both = [[*one, (9, 2, of[0][2])] for one, of in zip(worlds((RARE, RARE)), honest, strict=True)]
    assert odds(pretence.logs(both)) < 2 * PRETENDING


@pytest.mark.unmeasured
def test_a_third_claim_of_coup_may_be_as_false_as_the_first() -> None:
    game = Game(rules_of("coup", 3), 5)
    claimant, claims = game.state.actor, 0
    while claims < 3:
        moves = {str(move): move for move in game.state.legal_moves()}
        claims += "tax" in moves and game.state.actor == claimant
        own = "tax" if game.state.actor == claimant else "income"
        game.apply(moves.get(own) or moves["allow"])
    seat = game.state.actor
    assert seat is not None and claimant is not None
    likely = believing(game.rules, seat, 5)
    likely.told(game.seen(seat))
    found = likely.sample(200)
    assert 0.02 < sum("duke" not in held(world.state, claimant) for world in found) / len(found) < 0.3
