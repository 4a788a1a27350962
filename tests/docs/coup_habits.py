"""How often players of a level bluff, challenge and are right in Coup, where all seats are played by that level."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from coupdsl.engine.chance import derive
from coupdsl.engine.rules import Rules
from coupdsl.engine.state import State
from coupdsl.language.writing import write_whole
from coupdsl.play.company import seated
from coupdsl.study.estimate import Estimate, quantile, wilson
from coupdsl.study.plan import Subject
from coupdsl.study.report.numbers import Number
from coupdsl.study.report.page import Cell, Table

SEATS, SEED = 3, 1966
CLAIMED = {"tax": "duke", "assassinate": "assassin", "steal": "captain", "exchange": "ambassador"}
HEADS = ("player", "games", "claims that are bluffs, %", "blocks that are bluffs, %", "claims challenged, %",
         "challenges that are right, %")  # fmt: skip

Counts = dict[str, int]


def watched(file: Path, names: Sequence[str], seconds: float) -> dict[str, Counts]:
    """By level what was counted so far, in as many games as there is time for, level by level a game at a time.

    There is time for one of each, where there is any.
    """
    found: dict[str, Counts] = {}
    with suppress(FileNotFoundError):
        found = json.loads(file.read_text("utf-8"))
    if not seconds:
        return found
    rules, end = Subject("coup").rules(SEATS), time.monotonic() + seconds
    late = False
    while not late:
        for name in names:
            counts = Counter(found.get(name, {}))
            counts.update(_game(rules, name, derive(SEED, counts["games"])))
            found[name] = dict(counts)
        write_whole(file, [json.dumps(found, indent=1)])
        late = time.monotonic() >= end
    return found


def _game(rules: Rules, name: str, seed: int) -> Counter[str]:
    counts = Counter({"games": 1})
    state = rules.start(seed)
    company = seated(rules, dict.fromkeys(range(SEATS), name), derive(seed, 1000), 0)
    company.happened(state.events)
    is_true = True
    while state.actor is not None:
        seat, may = state.actor, {move.word for move in state.legal_moves()}
        move = company.choose(state)
        if move.word in CLAIMED or move.word == "block":
            kind = "blocks" if move.word == "block" else "claims"
            is_true = CLAIMED.get(move.word, move.arguments[-1] if move.arguments else "") in _hand(state, seat)
            counts.update({kind: 1, f"false {kind}": not is_true})
        elif "challenge" in may:
            counts["chances"] += 1
            if move.word == "challenge":
                counts.update({"challenges": 1, "right": not is_true})
        company.happened(state.apply(move))
    return counts


def _hand(state: State, seat: int) -> list[str]:
    zones = state.view(seat)["zones"]
    found: list[str] = next(zone["pieces"] for zone in zones if (zone["name"], zone["seat"]) == ("hand", seat))
    return found


def table(found: dict[str, Counts]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for name, counts in found.items():
        known = Counter(counts)
        shares = (
            ("false claims", "claims"), ("false blocks", "blocks"), ("challenges", "chances"), ("right", "challenges"),
        )  # fmt: skip
        cells = [_share(known[part], known[whole]) for part, whole in shares]
        rows.append((name, Number.exactly(known["games"]), *cells))
    return Table(HEADS, tuple(rows))


def _share(part: int, whole: int) -> Cell:
    if not whole:
        return None
    return Number(Estimate(part / whole, *wilson(part / whole, whole, quantile(whole)), whole), share=True)
