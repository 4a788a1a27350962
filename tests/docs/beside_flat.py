"""A flat search of as much time as `hard` takes: the same worlds and halving, without a tree.

After its own move all play at random, so that it counts on nobody to choose well.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from coupdsl.engine.rules import Rules
from coupdsl.search.levels import HARD, Level, Thinker, believing
from coupdsl.search.player import Player
from coupdsl.study.ladder.contest import Contest
from coupdsl.study.plan import Subject
from coupdsl.study.report.laddered import Laddered
from coupdsl.study.report.numbers import Number
from coupdsl.study.report.page import Cell, Table

LEVEL, SPELLED = "hard", f"{__name__}:flat"
# By game, how many tries take as long as what `hard` does; of one trick only there would be nothing to see ahead.
TRIES = {
    "hearts": 13_000, "coup": 8_000, "spades": 22_000, "oh-hell": 22_000, "sevens": 8_000, "euchre": 17_000,
    "parker-1966": 8_000, "french": 8_000, "short": 8_000, "skat": 14_000,
}  # fmt: skip


def flat(rules: Rules, seat: int, seed: int) -> Player:
    return Thinker(Level(HARD.worlds, TRIES[rules.name], looks_ahead=False), believing, rules, seat, seed)


def contests(games: Sequence[tuple[str, int, dict[str, str]]]) -> Iterator[Contest]:
    """Of each of these games, with its players and options, in which there is something to see ahead."""
    for name, players, options in games:
        if name in TRIES:
            subject = Subject(name, tuple(options.items()))
            yield Contest(subject, players, 1966, (SPELLED, LEVEL), rotations=True)


def table(found: Sequence[Laddered]) -> Table:
    """A line for each game that was played."""
    heads: tuple[str, ...] = ()
    rows: list[tuple[Cell, ...]] = []
    for one in (one for one in found if one.standings.deals):
        pairs = next(part.tables[0] for part in one.report().sections if part.key == "pairs")
        times = {name: Number.exactly(one.time(player)) for player, name in enumerate(one.names)}
        heads = ("game", *pairs.heads, "ms a choice, hard", "ms a choice, flat")
        (row,) = pairs.rows
        told = tuple(cell.replace(SPELLED, "flat") if isinstance(cell, str) else cell for cell in row)
        rows.append((one.words.title(), *told, times[LEVEL], times[SPELLED]))
    return Table(heads, tuple(rows))
