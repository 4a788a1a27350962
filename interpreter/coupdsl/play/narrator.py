"""What happened, in sentences for one seat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from coupdsl.engine.chance import CHANCE
from coupdsl.play.account import Teller, merged
from coupdsl.play.spoken import Words
from coupdsl.play.tricks_told import TricksTold


class Narrator(Teller):
    """Sentences for one seat (None: a spectator), without what the table shows anyway."""

    def __init__(self, words: Words, viewer: int | None) -> None:
        super().__init__(words.labels, words.language)
        self.terms = words
        self.viewer = viewer
        zones = words.rules.program.zones
        self._quiet = {zone.name for zone in zones if zone.shown_as in ("count", "nothing") or zone.per == "cell"}
        self._unseen = {zone.name for zone in zones if zone.shown_as == "nothing"}
        self._tricks = TricksTold(words)
        self._left: dict[str, str] = {}  # what lies where nothing is shown, and where it was seen before

    def who(self, seat: int | str) -> str:
        if isinstance(seat, str) and not seat.isdigit():
            return super().who(seat)
        return self.terms.seat(int(seat), self.viewer) if int(seat) >= 0 else super().who(seat)

    def move(self, text: str) -> str:
        return self.terms.move(text, self.viewer)

    def argument(self, part: str) -> str:
        return self.terms.argument(part)

    def piece(self, face: str) -> str:
        return self.terms.piece(face)

    def place(self, zone: str) -> str:
        name, _, owner = zone.partition(" ")
        label = self.label("names", name)
        return self.terms.say("of", label, self.whose(owner)) if owner else label

    def tell(self, events: Iterable[dict[str, Any]]) -> list[str]:
        """What the events of one move come to."""
        told: list[str] = []
        played: set[str] = set()
        gained: set[str] = set()
        for event in self._seen_on_their_way(merged(list(events))):
            if event["event"] in ("shuffled", "finished"):
                continue
            if event["event"] == "chose" and event["seat"] == CHANCE and "move" not in event:
                continue  # what comes of it is told
            if (taken := self._tricks.taken(event, self.who)) is not None:
                told.append(taken)
                gained.add(event["to"])
                continue
            if event["event"] == "moved":
                if self._is_known(event, played, gained):
                    continue
                gained.add(event["to"])
            if event["event"] == "chose":
                played.update(event.get("move", "").split()[1:])
            sentence = self.sentence(event)
            if sentence is not None:
                told.append(sentence)
        return told

    def _seen_on_their_way(self, events: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        """The events; what comes through a place that is not shown is told from where it was seen before."""
        for event in events:
            if event["event"] != "moved":
                yield event
            elif event["to"].split()[0] in self._unseen:
                self._left |= dict.fromkeys(event["pieces"], event["from"])
                yield event
            else:
                ways: dict[str, list[str]] = {}
                for face in event["pieces"]:
                    ways.setdefault(self._left.pop(face, event["from"]), []).append(face)
                if event["unseen"]:
                    ways.setdefault(event["from"], [])
                for place, pieces in ways.items():
                    yield {
                        **event,
                        "from": place,
                        "pieces": pieces,
                        "unseen": event["unseen"] * (place == event["from"]),
                    }

    def _is_known(self, event: dict[str, Any], played: set[str], gained: set[str]) -> bool:
        """Is it told already by the choice, or a matter of piles and markers only?"""
        pieces = event["pieces"]
        markers = bool(pieces) and not any(map(self.terms.is_card, pieces))
        if event["to"].split()[0] in self._quiet:
            return True
        if markers and event["from"].split()[0] in self._quiet and event["to"] in gained:
            return True
        if event["from"].split()[0] in self._unseen:
            return True
        if not pieces and not event["unseen"]:
            return True
        return bool(pieces) and not event["unseen"] and set(pieces) <= played

    def _moved(self, event: dict[str, Any]) -> str:
        pieces = [self.terms.piece(face) for face in sorted(event["pieces"], key=self.terms.order)]
        if event["unseen"]:
            pieces.append(self.terms.say("unseen", event["unseen"]))
        return self.terms.say("moved", " ".join(pieces), self.place(event["from"]), self.place(event["to"]))

    def _shown(self, event: dict[str, Any]) -> str:
        everybody = len(event["to"]) == self.terms.layout.seats
        to = self.terms.say("everybody") if everybody else ", ".join(self.who(seat) for seat in event["to"])
        return self.terms.say("shown", to, self.terms.row(event["pieces"]))
