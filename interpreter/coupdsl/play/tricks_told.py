"""Who takes a trick and with which card, found out from events as a seat was sent them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from coupdsl.play.spoken import Words


class TricksTold:
    """Hears all events in order. A trick is what lies where the rules say `shown as trick`."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self._tricks = {zone.name for zone in words.rules.program.zones if zone.shown_as == "trick"}
        self._chosen: dict[str, int] = {}  # who last chose each piece

    def taken(self, event: dict[str, Any], who: Callable[[str], str]) -> str | None:
        """That a seat, as `who` calls it, takes a trick by this event, and with which piece if that is known."""
        if event["event"] == "chose" and event["seat"] >= 0:
            self._chosen |= dict.fromkeys(event.get("move", "").split()[1:], event["seat"])
        if event["event"] != "moved" or event["from"] not in self._tricks or len(event["pieces"]) < 2:
            return None
        _, _, seat = event["to"].partition(" ")
        if not seat.isdigit():
            return None
        own = [face for face in event["pieces"] if self._chosen.get(face) == int(seat)]
        if len(own) != 1:
            return self.words.say("takes", who(seat))
        return self.words.say("takes_with", who(seat), self.words.piece(own[0]))
