"""What texts may say of how a game lies on the table: `forms`, `places` and `orders` of zones, and what `pieces` are.

The words for each stand in the schema of texts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from coupdsl.language import codes
from coupdsl.language import program as p
from coupdsl.language.diagnostics import Diagnostic
from coupdsl.language.source import Span
from coupdsl.rulesets.ruleset import Labels

GROUPS = ("forms", "places", "orders", "pieces")
OF_SOMEBODY = ("hand", "seat")  # places


def hinted(program: p.Program) -> set[str]:
    """The path of every hint that these rules have a use for."""
    zones = [zone for zone in program.zones if zone.per != "cell" and zone.shown_as != "nothing"]
    sorted_ = {f"orders.{zone.name}" for zone in zones if program.suits and not zone.row}
    faces = [face.name for face in (*program.ranks, *program.extras)]
    others = [one.name for one in program.families] + [one.name for one in program.accounts]
    pieces = {f"pieces.{name}" for name in ("card", *faces, *others)}
    return pieces | sorted_ | {f"{group}.{zone.name}" for group in ("forms", "places") for zone in zones}


def ownerless(program: p.Program, words: Mapping[str, tuple[str, Span]]) -> Iterator[Diagnostic]:
    """Zones of nobody that are said to lie with somebody."""
    for zone in program.zones:
        place, span = words.get(f"places.{zone.name}", ("", zone.span))
        if place in OF_SOMEBODY and zone.per != "seat":
            message = f"`{zone.name}` belongs to nobody, so it cannot lie in a hand or at a seat"
            yield Diagnostic(codes.UNKNOWN_TEXT, span, message, "write `middle` or `aside`")


class Hints:
    """What the texts of a game say, in one language or, as such words hold in all, in another."""

    def __init__(self, labels: Mapping[str, Labels], language: str) -> None:
        others = [labels[other] for other in sorted(labels) if other != language]
        self._labels = [labels[language], *others] if language in labels else others

    def first(self, group: str, names: Iterable[str]) -> str | None:
        """What is said of the first of `names` of which something is."""
        paths = [f"{group}.{name}" for name in names]
        return next((said for path in paths for one in self._labels if (said := one.get(path))), None)


__all__ = ["GROUPS", "Hints", "hinted", "ownerless"]
