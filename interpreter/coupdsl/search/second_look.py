"""A second look at choices where pieces are what is chosen after them: at bids, and by who has time at pieces too.

A search says little of bids: all that follows is played nearly at random, so that no contract seems to be worth
bidding. The best moves are tried again in nested games, in which everybody chooses by trials of his own (Cazenave
2009). All see everything there, so that nothing can be kept from anybody or be found out. It is done where seeing
matters least: where hands are too large to be thought through, and most choices that follow are of pieces, of which one
must nearly always be chosen.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from math import inf, sqrt
from time import perf_counter
from typing import Any

from coupdsl.code.code import Code
from coupdsl.code.errors import RulesError
from coupdsl.code.moves import Move
from coupdsl.engine.chance import Generator, derive
from coupdsl.search.arena import MOST_OF_KIND, SAMPLES, Arena, CompiledArena
from coupdsl.search.halving import Effort, Judged, Trials, halving
from coupdsl.search.kinds_of_moves import few_of, of_any_kind
from coupdsl.search.own_knowledge import own_knowledge, share_alike
from coupdsl.search.tally import Tally

LARGE = 0.1  # share of pairs of worlds in which another seat knows the same, at most
MOSTLY = 0.6  # of the choices that follow, those of pieces, at least
SELDOM = 0.1  # of these, those at which something else may be done, as stop, at most
LOOKED_THROUGH, LONGEST = 4, 400  # random games that show what follows, and moves in one
AT_MOST, WORK = 128, 6_000_000  # tries, and moves that are made in all of them
FEWEST = 32  # tries: with fewer nothing is tried
SHORT = 8  # moves that are looked at again, besides the best of each kind
# The best is tried against the one that was best before, in so many parts of so many tries, and must be ahead by so
# many standard errors.
PARTS, EACH, SURE = 12, 3, 1.0
LEAST = 4  # of these parts, where there is no time for more
ENOUGH = 6  # tries of the best; where there was no time for so many, nested games tell nothing
HALVED = 0.6  # of the time that is left, for what comes before that
Asked = tuple[int, int, list[bool]]  # how many moves are left, among how many it is looked for, which name a piece


def tries(arena: Arena, worlds: Sequence[Any], seat: int, seed: int, at_pieces: bool = False) -> int:
    """How many a second look may have; 0 where there should be none, as where a piece is named unless `at_pieces`."""
    if not isinstance(arena, CompiledArena):
        return 0
    if not at_pieces and any(_picking(arena, worlds[0].legal_moves())):
        return 0
    if not _are_large(arena, worlds, seat):
        return 0
    asked: list[Asked] = []
    for number in range(LOOKED_THROUGH):
        try:
            following = _following(arena, worlds, seed, number)
        except RulesError:
            continue
        if following is None:
            return 0
        asked += following
    of_pieces = [picking for _, _, picking in asked if any(picking)]
    if not asked or len(of_pieces) < MOSTLY * len(asked):
        return 0
    if sum(not all(picking) for picking in of_pieces) > SELDOM * len(of_pieces):
        return 0
    work = sum(SAMPLES * count * left for left, count, _ in asked)
    found = min(AT_MOST, WORK * LOOKED_THROUGH // max(1, work))
    return found if found >= FEWEST else 0


def _are_large(arena: CompiledArena, worlds: Sequence[Any], seat: int) -> bool:
    """Is what each other seat knows hardly ever the same in two worlds?"""
    knowledge, blocks = own_knowledge(arena.machine), [bytearray(arena.block(world)) for world in worlds]
    known = [knowledge.by_seat(block) for block in blocks]
    alike = (share_alike([row[other] for row in known]) for other in range(arena.rules.players) if other != seat)
    return max(alike, default=1.0) <= LARGE


def _following(arena: Arena, worlds: Sequence[Any], seed: int, number: int) -> list[Asked] | None:
    """Each choice in a random game after the first. None where the game is too long."""
    state, chance = arena.world(worlds, seed, number), Generator.from_seed(derive(seed, number))
    asked: list[Asked] = []
    steps = 0
    while not state.is_over:
        if steps == LONGEST:
            return None
        moves = state.legal_moves()
        if steps and len(moves) > 1:
            asked.append((steps, len(few_of(moves, MOST_OF_KIND)), _picking(arena, moves)))
        state.apply(of_any_kind(moves, chance, frozenset()))
        steps += 1
    return [(steps - at, count, picking) for at, count, picking in asked]


def _picking(arena: Arena, moves: Sequence[Move]) -> list[bool]:
    """Of each of these moves whether it names a piece."""
    return [move.id in that_name_pieces(arena.short.code) for move in moves]


@lru_cache(maxsize=16)
def that_name_pieces(code: Code) -> frozenset[int]:
    """The ids of moves that name a piece, wherever they are offered."""
    options = [option for decision in code.decisions.values() for option in decision.options]
    picking = [option for option in options if any(map(code.picks_piece, option.picks))]
    return frozenset(move.id for option in picking for move in option.moves.values())


@lru_cache(maxsize=16)
def always_asks_for_pieces(code: Code) -> bool:
    """Where somebody is asked for a piece, is nothing else ever offered beside it, as a pass?"""
    picking = that_name_pieces(code)
    asked = [decision for decision in code.decisions.values() if decision.who is not None]
    offered = [{move.id in picking for option in one.options for move in option.moves.values()} for one in asked]
    return {True, False} not in offered


def looked_at_again(
    found: Sequence[Judged], arena: Arena, worlds: Sequence[Any], seat: int, seed: int, effort: Effort,
    end: float = inf,
) -> list[Judged]:  # fmt: skip
    """What was found, the best first, in a new order where nested games surely have another.

    What these moves brought there cannot be compared with what the others brought before. Where a piece may be kept,
    nested games say less of what comes after the old best, so that it also counts for what it brought before.
    """
    short, nested = short_of(found), partial(arena.nested, worlds, seat, seed)
    again = halving(short, nested, effort)
    best, before = again[0], found[0].move
    at_least = -inf if always_asks_for_pieces(arena.short.code) else found[0].expected
    told = best.move != before and best.tries >= ENOUGH and best.expected > at_least
    if not told or not _is_surely_ahead(nested, best, before, end):
        return list(found)
    return [*again, *(one for one in found if one.move not in short)]


def short_of(found: Sequence[Judged]) -> list[Move]:
    """Of moves, the best first, those that are looked at again."""
    kinds = {one.move.kind: one.move for one in reversed(found)}
    short = {*(one.move for one in found[:SHORT]), *kinds.values()}
    return [one.move for one in found if one.move in short]


def _is_surely_ahead(nested: Trials, best: Judged, other: Move, end: float) -> bool:
    """Does it bring surely more, in tries of both that were not made yet, hardly more than it had before?

    From `end` on no more parts are begun than are needed. Parts in which the rules fail tell nothing.
    """
    each = min(EACH, 1 + best.tries // PARTS)
    parts = [range(first, first + each) for first in range(best.tries, best.tries + PARTS * each, each)]
    found: list[Tally] = []
    for part in parts:
        if len(found) >= LEAST and perf_counter() >= end:
            break
        found.append(nested([best.move, other], part))
    gains = [of_part.sums[0] - of_part.sums[1] for of_part in found if of_part.ended == [each, each]]
    error = sqrt(max(0.0, sum(one * one for one in gains) - sum(gains) ** 2 / max(1, len(gains))))
    return sum(gains) > SURE * error
