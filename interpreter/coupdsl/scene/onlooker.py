"""One seat at the table, or a spectator: what it was told so far, and the scene it sees."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from coupdsl.engine.rules import Rules
from coupdsl.engine.turn import Result as Ended
from coupdsl.play.account.laid_pieces import LaidPieces
from coupdsl.play.account.narrator import Narrator
from coupdsl.play.account.told import Told, folded
from coupdsl.play.drawing import Drawing, Played
from coupdsl.play.spoken import Words
from coupdsl.scene.choice_parts import Choices
from coupdsl.scene.cleared_places import ClearedPlaces
from coupdsl.scene.faces import Faces
from coupdsl.scene.model import Result, Scene, Seat, Step, Way
from coupdsl.scene.shown_amounts import Amounts
from coupdsl.scene.zone_forms import Places

View = dict[str, Any]
Event = dict[str, Any]


class Scenery:
    """What is settled of scenes before play: the words of one ruleset in one language, and how it is drawn."""

    def __init__(self, rules: Rules, language: str, names: Sequence[str] = ()) -> None:
        self.words = words = Words(rules, language, False, names)
        drawing, hints = Drawing(words), words.hints
        self.faces = Faces(words, hints)
        self.amounts = Amounts(drawing, hints)
        self.places = Places(drawing, self.faces, hints)
        self.choices = Choices(drawing)
        self._teams = self._named_teams()

    def _named_teams(self) -> list[str]:
        """The team of each seat; none where everybody plays alone."""
        program, players = self.words.rules.program, self.words.rules.players
        kind = next((kind for kind in program.kinds.values() if kind.teams), None)
        if kind is None:
            return [""] * players
        called = [self.words.entry(entry.path) for entry in kind.entries]
        return [called[seat % program.teams] for seat in range(players)]

    def scene(self, view: View, played: Played, cleared: Played) -> Scene:
        """The scene of a view; `played` says who played what lies there, `cleared` what lay last in an empty place."""
        words = self.words
        return Scene(
            words.title(), words.language, view["seat"], view["moves"],
            tuple(self._seat(seat, view) for seat in range(words.rules.players)),
            self.amounts.common(view), self.places.zones(view, played, cleared), self.choices.question(view),
            self.places.board(view), self._result(view),
        )  # fmt: skip

    def _seat(self, seat: int, view: View) -> Seat:
        name = self.words.seat(seat, view["seat"])
        waited_for = seat in view["pending"] and len(view["pending"]) > 1
        tags, amounts = self.amounts.tags(seat, view), self.amounts.of(seat, view)
        return Seat(seat, name, view["actor"] == seat, waited_for, self._teams[seat], tags, amounts)

    def _result(self, view: View) -> Result | None:
        result = view["result"]
        if result is None:
            return None
        words, winners = self.words, result["winners"]
        names = [words.seat(seat, view["seat"]) for seat in winners]
        scores = result["scores"]
        standing = [(seat, scores[seat]) for seat in Ended(tuple(scores), tuple(winners)).standing]
        found = words.winning(winners)
        marked = () if found == "level" else tuple(winners)
        return Result(words.say(found, words.joined(names)), tuple(standing), marked)


class Onlooker:
    """Hears the events of every move, in order, as `viewer` was sent them, and nothing else but its views."""

    def __init__(self, scenery: Scenery, viewer: int | None) -> None:
        self.scenery, self.viewer = scenery, viewer
        self.narrator = Narrator(scenery.words, viewer)
        self.placed = LaidPieces(self.narrator.speech)
        self.cleared = ClearedPlaces(scenery.places.shown_empty, self.placed)

    def hear(self, events: Iterable[Event], remembered: View | None = None) -> Step:
        """What the events of one move come to; `remembered` are the accounts and states after it."""
        heard = list(events)
        told: list[Told] = folded(self.narrator.sentences(heard, remembered))
        speech = self.narrator.speech
        chose = next((event for event in heard if event["event"] == "chose" and event["seat"] >= 0), None)
        self.cleared.hear(heard)
        moved = [
            Way(event["from"], event["to"], tuple(event["pieces"]), event["unseen"])
            for event in heard if event["event"] == "moved"
        ]  # fmt: skip
        sentences = tuple((one.kind, speech.write(replace(one, rules=())), ", ".join(one.rules)) for one in told)
        return Step(sentences, tuple(moved), None if chose is None else chose["seat"])

    def scene(self, view: View) -> Scene:
        return self.scenery.scene(view, self.placed.lying, self.cleared.pieces())


__all__ = ["Onlooker", "Scenery"]
