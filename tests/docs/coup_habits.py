"""How often players of a level bluff, challenge and are right in Coup, where all seats are played by that level."""

from __future__ import annotations

from collections import Counter

from tests.docs.self_play import Counts, share

from coupdsl.engine.state import State
from coupdsl.play.company import Company
from coupdsl.study.plan import Subject
from coupdsl.study.report.numbers import Number
from coupdsl.study.report.page import Cell, Table

COUP, SEATS = Subject("coup"), 3
CLAIMED = {"tax": "duke", "assassinate": "assassin", "steal": "captain", "exchange": "ambassador"}
HEADS = ("player", "games", "claims that are bluffs, %", "blocks that are bluffs, %", "claims challenged, %",
         "challenges that are right, %")  # fmt: skip


def counted(state: State, company: Company) -> Counter[str]:
    """Claims, blocks and challenges of one game, and how many of them were false, or right."""
    counts = Counter[str]()
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
        cells = [share(known[part], known[whole]) for part, whole in shares]
        rows.append((name, Number.exactly(known["games"]), *cells))
    return Table(HEADS, tuple(rows))
