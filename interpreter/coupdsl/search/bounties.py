"""What a win is worth beside the score, where ends say who may win whatever they have."""

from __future__ import annotations

from contextlib import suppress

from coupdsl.code.code import Code
from coupdsl.code.errors import RulesError
from coupdsl.code.expressions import Fixed
from coupdsl.code.following import steps_of_limit
from coupdsl.code.instructions import Finish
from coupdsl.engine.chance import Generator, derive
from coupdsl.engine.rules import Rules
from coupdsl.search.machines import fastest_of

SEED = 1966
GAMES, MOVES = 20, 2_000  # random games that show how far scores lie apart, and moves in all of them at most
TIMES = 2  # as much as so many of the largest differences that are seen
LARGEST = 1 << 34  # points, so that machine code can add them up


def bounty_of(rules: Rules) -> int:
    """How many points a win is worth: 0 where everybody may win, and who has the best score does."""
    if not _says_who_may_win(rules.code):
        return 0
    fastest, scores, left = fastest_of(rules), list[int](), MOVES
    for number in range(GAMES):
        seed = derive(SEED, number)
        with suppress(RulesError):  # which need not come about in the game that is played
            state, chance = fastest.start(seed), Generator.from_seed(seed)
            while not state.is_over and left > 0:
                moves = state.legal_moves()
                state.apply(moves[chance.below(len(moves))])
                left -= 1
            result = state.result()
            scores += result.scores if result is not None else ()
        if left <= 0:
            break
    return min(LARGEST, TIMES * (max(scores) - min(scores))) if scores else 0


def _says_who_may_win(code: Code) -> bool:
    """Does an end say so that does not come of `limit` alone?"""
    late = steps_of_limit(code)
    ends = [one for at, one in enumerate(code.instructions) if isinstance(one, Finish) and at not in late]
    everybody = (1 << code.layout.seats) - 1
    among = [end.among for end in ends if end.among is not None]
    return any(not (isinstance(one, Fixed) and one.value == everybody) for one in among)
