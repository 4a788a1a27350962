"""A whole game told in sentences, as one seat (or a spectator) was told of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from coupdsl.engine.rules import Rules
from coupdsl.play.account import Teller, merged
from coupdsl.play.game import Game
from coupdsl.play.spoken import Words
from coupdsl.play.tricks_told import TricksTold


class Chronicler(Teller):
    """Tells everything, with pieces and moves in the words of the table."""

    def __init__(self, words: Words) -> None:
        super().__init__(words.labels, words.language, words.names)
        self.terms = words
        self._tricks = TricksTold(words)

    def sentence(self, event: dict[str, Any]) -> str | None:
        taken = self._tricks.taken(event, self.who)
        return super().sentence(event) if taken is None else f"{taken}: {self.terms.row(event['pieces'])}"

    def move(self, text: str) -> str:
        return self.terms.move(text)

    def argument(self, part: str) -> str:
        return self.terms.argument(part)

    def piece(self, face: str) -> str:
        return self.terms.piece(face)

    def _shown(self, event: dict[str, Any]) -> str:
        if len(event["to"]) < self.terms.layout.seats:
            return super()._shown(event)
        return self.words["shown"].format(self.words["all"], self.terms.row(event["pieces"]))


def chronicle(game: Game, seat: int | None, language: str) -> Iterator[str]:
    """The whole game in sentences, as `seat` (None: a spectator) was told of it; deals as one line a hand."""
    return told_of(game.rules, _numbered(game, seat), language, game.names)


def told_of(
    rules: Rules, events: Iterable[dict[str, Any]], language: str, names: tuple[str, ...] = ()
) -> Iterator[str]:
    """Events as a seat was sent them, in sentences."""
    teller = Chronicler(Words(rules, language, True, names))
    before: dict[str, Any] = {}
    for event in merged(list(events)):
        again = event["event"] == "shuffled" and event == before  # a pile that was shuffled is as it was
        sentence = None if again else teller.sentence(event)
        before = event
        if sentence is not None:
            yield f"{event['number']}. {sentence}" if "number" in event else sentence


def _numbered(game: Game, seat: int | None) -> Iterator[dict[str, Any]]:
    """All events, those of the moves themselves with the number that the log gives them."""
    for number, events in enumerate(game.events):
        told = [shown for event in events if (shown := event.seen_by(game.rules.code, seat)) is not None]
        made = next((event for event in told if event["event"] == "chose"), None) if number else None
        yield from ({**event, "number": number} if event is made else event for event in told)


__all__ = ["chronicle", "told_of"]
