"""Who takes a trick and with which card, found out from events as a seat was sent them."""

from __future__ import annotations

from typing import Any

from coupdsl.language.program import Program


class TricksTold:
    """Hears all events in order. A trick is what lies where the rules say `shown as trick`."""

    def __init__(self, program: Program) -> None:
        self._tricks = {zone.name for zone in program.zones if zone.shown_as == "trick"}
        self._chosen: dict[str, int] = {}  # who last chose each piece

    def taken(self, event: dict[str, Any]) -> tuple[str, str | None] | None:
        """The seat that takes a trick by this event, and with which piece if that is known; None if nobody does."""
        if event["event"] == "chose" and event["seat"] >= 0:
            self._chosen |= dict.fromkeys(event.get("move", "").split()[1:], event["seat"])
        if event["event"] != "moved" or event["from"] not in self._tricks or len(event["pieces"]) < 2:
            return None
        _, _, seat = event["to"].partition(" ")
        if not seat.isdigit():
            return None
        own = [face for face in event["pieces"] if self._chosen.get(face) == int(seat)]
        return seat, own[0] if len(own) == 1 else None
