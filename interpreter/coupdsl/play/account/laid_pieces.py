"""Who played what lies where, each of several pieces that are written alike by itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from coupdsl.engine.chance import CHANCE
from coupdsl.play.account.speech import Speech, seat_in

Event = Mapping[str, Any]
Laid = tuple[str, int | None]  # a piece, and who played it, where somebody did


class LaidPieces:
    """Hears all events in order, as a reader is sent them. A piece was played by whose it was, as of a dummy, or else
    by who chose it, until it leaves a trick or is shuffled."""

    def __init__(self, speech: Speech) -> None:
        self.speech = speech
        zones = speech.zones.values()
        self._tricks = {zone.name for zone in zones if zone.shown_as == "trick"}
        self._unseen = {zone.name for zone in zones if zone.shown_as == "nothing"}
        self.lying: dict[str, list[Laid]] = {}  # by place, in the order in which they came
        self._left: dict[str, list[Laid]] = {}  # by trick, what left it since something came there
        self._chosen: dict[str, list[int]] = {}  # by face, who chose such pieces that have not moved yet

    def hear(self, event: Event) -> None:
        if event["event"] == "chose" and event["seat"] != CHANCE:
            for face in self.speech.picked_pieces(event):
                self._chosen.setdefault(face, []).append(event["seat"])
        elif event["event"] == "moved":
            self._moved(event["from"], event["to"], event["pieces"], event["unseen"])
        elif event["event"] == "shown":
            for face, place in zip(event["pieces"], event["in"], strict=True):
                if all(face != lying for lying, _ in self.lying.get(place, ())):
                    self.lying.setdefault(place, []).append((face, self._player(face, place, None)))
        elif event["event"] == "shuffled":
            self.lying.pop(event["zone"], None)
            self._chosen.clear()

    def took_from(self, trick: str, faces: Iterable[str]) -> list[Laid]:
        """These pieces as they came to a trick, in which they lie or have lain last."""
        wanted, found = Counter(faces), list[Laid]()
        for one in (*self.lying.get(trick, ()), *self._left.get(trick, ())):
            if wanted[one[0]] > 0:
                wanted[one[0]] -= 1
                found.append(one)
        return [*found, *((face, None) for face in wanted.elements())]

    def _moved(self, start: str, end: str, faces: Sequence[str], unseen: int) -> None:
        leaves_trick = _name(start) in self._tricks
        if _name(end) in self._tricks:
            self._left.pop(end, None)
        for face in faces:
            before = self._take(start, face)
            if leaves_trick:
                self._left.setdefault(start, []).append(before)
            player = self._player(face, start, None if leaves_trick else before[1])
            self.lying.setdefault(end, []).append((face, player))
        if unseen:  # it may be any of them
            self.lying.pop(start, None)

    def _take(self, place: str, face: str) -> Laid:
        """Such a piece from there, or from where nothing is shown, through which it came."""
        unseen = (zone for zone in self.lying if _name(zone) in self._unseen)
        found = (_taken(self.lying.get(zone, []), face) for zone in (place, *unseen))
        return next(filter(None, found), (face, None))

    def _player(self, face: str, start: str, before: int | None) -> int | None:
        chosen = self._chosen.get(face)
        if not chosen:
            return before
        chooser, owner = chosen.pop(), seat_in(start)  # who chose it last, whoever named it before
        return chooser if owner is None else owner


def players(lying: Iterable[Laid], faces: Iterable[str | None]) -> list[int | None]:
    """Who played each of these pieces, of those that lie there; None of what is not seen."""
    left = list(lying)
    return [None if face is None else (_taken(left, face) or (face, None))[1] for face in faces]


def called(zone: Mapping[str, Any]) -> str:
    """What events call a zone of a view."""
    of = zone["seat"] if zone["seat"] is not None else zone.get("of", zone.get("cell"))
    return zone["name"] if of is None else f"{zone['name']} {of}"


def _taken(lying: list[Laid], face: str) -> Laid | None:
    """The first of them that is written so, which is taken away."""
    at = next((at for at, (one, _) in enumerate(lying) if one == face), None)
    return None if at is None else lying.pop(at)


def _name(zone: str) -> str:
    return zone.partition(" ")[0]


__all__ = ["Laid", "LaidPieces", "called", "players"]
