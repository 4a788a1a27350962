"""Games in which all seats are played by one level, and what is counted in them."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from coupdsl.engine.chance import derive
from coupdsl.engine.rules import Rules
from coupdsl.engine.state import State
from coupdsl.language.writing import write_whole
from coupdsl.play.company import Company, seated
from coupdsl.study.estimate import Estimate, quantile, wilson
from coupdsl.study.plan import Subject
from coupdsl.study.report.numbers import Number
from coupdsl.study.report.page import Cell

SEED = 1966

Counts = dict[str, int]
Counting = Callable[[State, Company], Counter[str]]  # plays from this state to the end, and gives what it counted


def watched(
    file: Path, subject: Subject, players: int, names: Sequence[str], seconds: float, counting: Counting
) -> dict[str, Counts]:
    """By level what was counted so far, in as many games as there is time for, level by level a game at a time.

    There is time for one of each, where there is any.
    """
    found: dict[str, Counts] = {}
    with suppress(FileNotFoundError):
        found = json.loads(file.read_text("utf-8"))
    if not seconds:
        return found
    rules, end = subject.rules(players), time.monotonic() + seconds
    late = False
    while not late:
        for name in names:
            counts = Counter(found.get(name, {}))
            counts.update(_played(rules, name, derive(SEED, counts["games"]), counting))
            found[name] = dict(counts)
        write_whole(file, [json.dumps(found, indent=1)])
        late = time.monotonic() >= end
    return found


def _played(rules: Rules, name: str, seed: int, counting: Counting) -> Counter[str]:
    state = rules.start(seed)
    company = seated(rules, dict.fromkeys(range(rules.players), name), derive(seed, 1000), 0)
    company.happened(state.events)
    return Counter({"games": 1}) + counting(state, company)


def share(part: int, whole: int) -> Cell:
    """As a percentage with Wilson's interval; nothing where there is no case."""
    if not whole:
        return None
    return Number(Estimate(part / whole, *wilson(part / whole, whole, quantile(whole)), whole), share=True)
