"""Plays the games of a study in blocks. A block depends on its numbers only, so who plays it makes no difference."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from time import perf_counter

from coupdsl.code.errors import RulesError
from coupdsl.language.diagnostics import Problems
from coupdsl.search.player_error import PlayerError
from coupdsl.study.course import Course
from coupdsl.study.crews import ROUNDS, Crew, LostWork
from coupdsl.study.plan import Plan
from coupdsl.study.summary import Summary

SECONDS = 0.5  # what a block should take: short enough to show progress, long enough to be worth sending
FIRST = 4  # so many games show how long one takes; of random ones a single one would be played in another way
LARGEST = 2048
PATIENCE = 3  # how often a batch is tried of which nothing comes back

Block = tuple[int, int, int]  # its first game, how many it has, and how many its player will still be asked for
Played = tuple[int, Summary | Problems | RulesError | PlayerError, float]


def play_block(plan: Plan, block: Block) -> Played:
    """The first number of a block, its summary or what is wrong with rules or players, and the seconds it took."""
    begin = perf_counter()
    first, count, left = block
    try:
        return first, plan.study.block(first, count, left), perf_counter() - begin
    except (Problems, RulesError, PlayerError) as problem:
        return first, problem, 0.0


def play(course: Course, games: int, crew: Crew) -> Iterator[int]:
    """Plays what is missing; gives how many games each block had, once it is in `course`.

    Raises Problems or RulesError where the rules fail, PlayerError where a player does, and LostWork where a crew comes
    back with nothing again and again. Whatever ends it, `course` holds whole blocks.
    """
    least = 2 if course.study.plan.is_random else 1
    size, failures = FIRST if least > 1 else 1, 0
    while batch := _batch(course, games, size, crew.at_once):
        came = False
        try:
            with closing(crew.work(play_block, course.study.plan, batch)) as results:
                for first, summary, seconds in results:
                    if not isinstance(summary, Summary):
                        raise summary
                    course.add(first, summary)
                    size = max(least, _size(summary.games, seconds))
                    came = True
                    yield summary.games
        except LostWork:
            failures = 0 if came else failures + 1
            if failures == PATIENCE:
                raise


def _batch(course: Course, games: int, size: int, blocks: int) -> list[Block]:
    """The next blocks to be played."""
    found: list[Block] = []
    missing = list(course.missing(games))
    left, players = sum(end - start for start, end in missing), max(1, blocks // ROUNDS)
    for start, end in missing:
        for first in range(start, end, size):
            count = min(size, end - first)
            left -= count
            found.append((first, count, left // players))
            if len(found) == blocks:
                return found
    return found


def _size(games: int, seconds: float) -> int:
    """How many games the next blocks should have, going by how long the last took."""
    wanted = int(games * SECONDS / max(seconds, 1e-6))
    return min(wanted, games * 8, LARGEST)
