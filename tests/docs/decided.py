"""How many games of *Coup D'Etat* (DeMers 2005) are decided; among players at random nearly all end level."""

from __future__ import annotations

from collections import Counter

from tests.docs.self_play import Counts, share

from coupdsl.engine.state import State
from coupdsl.play.company import Company
from coupdsl.study.plan import Subject
from coupdsl.study.report.numbers import Number
from coupdsl.study.report.page import Cell, Table

GAME, SEATS, LEVELS = Subject("coup-detat-2005"), 2, ("random", "hard")
HEADS = ("player", "games", "decided, %", "moves in a game")


def counted(state: State, company: Company) -> Counter[str]:
    """The moves of one game, and whether it was decided."""
    counts = Counter[str]()
    while state.actor is not None:
        company.happened(state.apply(company.choose(state)))
        counts["moves"] += 1
    result = state.result()
    assert result is not None
    counts["decided"] = int(len(result.winners) < SEATS)
    return counts


def table(found: dict[str, Counts]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for name, counts in found.items():
        games = counts["games"]
        moves = Number.exactly(round(counts["moves"] / games))
        rows.append((name, Number.exactly(games), share(counts.get("decided", 0), games), moves))
    return Table(HEADS, tuple(rows))
