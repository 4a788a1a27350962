"""A game told in sentences, as one seat (or a spectator) was told of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from coupdsl.play.game import Game
    from coupdsl.rulesets.ruleset import Labels

_WORDS = {
    "en": {
        "seat": "Seat {0}",
        "chose": "{0}: {1}",
        "secret": "{0} chooses in secret ({1})",
        "pays": "{0} pays {1} to {2}",
        "shuffled": "{0} is shuffled",
        "moved": "{0} → {1}: {2}",
        "cards": "{0} unseen",
        "shown": "shown to {0}: {1}",
        "all": "all",
        "finished": "The end: {0}. Winner: {1}",
        "chance": "chance",
        "none": "none",
        "yes": "yes",
        "no": "no",
    },
    "fr": {
        "seat": "Joueur {0}",
        "chose": "{0} : {1}",
        "secret": "{0} choisit en secret ({1})",
        "pays": "{0} paie {1} à {2}",
        "shuffled": "{0} : mélange",
        "moved": "{0} → {1} : {2}",
        "cards": "{0} cachée(s)",
        "shown": "montré à {0} : {1}",
        "all": "tous",
        "finished": "Fin : {0}. Vainqueur : {1}",
        "chance": "le hasard",
        "none": "aucun",
        "yes": "oui",
        "no": "non",
    },
}


class Teller:
    """Turns events as a seat was sent them into sentences of one language."""

    def __init__(self, labels: Labels | None, language: str, names: Sequence[str] = ()) -> None:
        self.labels = labels
        self.names = names
        self.words = _WORDS.get(language, _WORDS["en"])

    def label(self, group: str, name: str) -> str:
        found = self.labels.get(f"{group}.{name}") if self.labels is not None else None
        return found or name.replace("_", " ")

    def who(self, seat: int | str) -> str:
        if isinstance(seat, str) and not seat.isdigit():
            return self.words["chance"] if seat == "chance" else self.label("names", seat)
        if int(seat) < 0:
            return self.words["chance"]
        return self.names[int(seat)] if self.names else self.words["seat"].format(seat)

    def place(self, zone: str) -> str:
        name, _, owner = zone.partition(" ")
        label = self.label("names", name)
        return f"{label} ({self.who(owner)})" if owner else label

    def move(self, text: str) -> str:
        """A move in words: the label of its word, then what was picked."""
        word, *rest = text.split()
        said = self.labels.get(f"moves.{word}") if self.labels is not None else None
        said = said or self.argument(word).replace("_", " ")
        return " ".join((said, *(self.argument(part) for part in rest)))

    def argument(self, part: str) -> str:
        if self.labels is not None:
            for path, text in self.labels.words.items():
                if path.endswith(f".{part}.name"):
                    return text
        return part

    def sentence(self, event: dict[str, Any]) -> str | None:
        """What happened, in words; None for events that tell nothing new."""
        tell: Callable[[dict[str, Any]], str] | None = getattr(self, f"_{event['event']}", None)
        return tell(event) if tell is not None else None

    def _chose(self, event: dict[str, Any]) -> str:
        who = self.who(event["seat"])
        if "move" not in event:
            return self.words["secret"].format(who, self.label("decisions", event["decision"]))
        return self.words["chose"].format(who, self.move(event["move"]))

    def _moved(self, event: dict[str, Any]) -> str:
        pieces = [*event["pieces"]]
        if event["unseen"]:
            pieces.append(self.words["cards"].format(event["unseen"]))
        return self.words["moved"].format(self.place(event["from"]), self.place(event["to"]), " ".join(pieces))

    def _shown(self, event: dict[str, Any]) -> str:
        to = ", ".join(self.who(seat) for seat in event["to"])
        return self.words["shown"].format(to, " ".join(event["pieces"]))

    def _revealed(self, event: dict[str, Any]) -> str:
        return f"{self.label('names', event['name'])}: {self.told(event['value'], event['of'])}"

    def told(self, value: Any, kind: str) -> str:
        """A value that was revealed, of the type `kind`."""
        if isinstance(value, list):
            return ", ".join(self.told(item, kind.partition(" of ")[2]) for item in value) or self.words["none"]
        if value is None or isinstance(value, bool):
            return self.words["none" if value is None else "yes" if value else "no"]
        return self.who(value) if kind == "seat" else self.argument(str(value))

    def _shuffled(self, event: dict[str, Any]) -> str:
        return self.words["shuffled"].format(self.place(event["zone"]))

    def _paid(self, event: dict[str, Any]) -> str:
        text = self.words["pays"].format(self.who(event["payer"]), event["amount"], self.who(event["payee"]))
        if event["reason"]:
            text += f" ({self.label('reasons', event['reason'])})"
        return text + (f" [{', '.join(event['rules'])}]" if event["rules"] else "")

    def _finished(self, event: dict[str, Any]) -> str:
        scores = ", ".join(f"{self.who(seat)} {score}" for seat, score in enumerate(event["scores"]))
        return self.words["finished"].format(scores, ", ".join(self.who(seat) for seat in event["winners"]))


def account(game: Game, seat: int | None, language: str) -> Iterator[str]:
    """The whole game in sentences, as `seat` (None: a spectator) was told of it; deals as one line a hand."""
    teller = Teller(game.rules.labels.get(language), language, game.names)
    for event in merged(list(_numbered(game, seat))):
        sentence = teller.sentence(event)
        if sentence is not None:
            yield f"{event['number']}. {sentence}" if "number" in event else sentence


def _numbered(game: Game, seat: int | None) -> Iterator[dict[str, Any]]:
    """All events, those of the moves themselves with the number that the log gives them."""
    for number, events in enumerate(game.events):
        told = [shown for event in events if (shown := event.seen_by(game.rules.code, seat)) is not None]
        made = next((event for event in told if event["event"] == "chose"), None) if number else None
        yield from ({**event, "number": number} if event is made else event for event in told)


def merged(events: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The events, with all that goes from one place to another told at once where nothing else comes between.

    So a deal is one line a hand, also where it is made card by card around the table.
    """
    for dealt, run in groupby(events, lambda event: event["from"] if event["event"] == "moved" else None):
        if dealt is None:
            yield from run
            continue
        ways: dict[str, dict[str, Any]] = {}
        for event in run:
            before = ways.get(event["to"], {"pieces": [], "unseen": 0})
            pieces, unseen = [*before["pieces"], *event["pieces"]], before["unseen"] + event["unseen"]
            ways[event["to"]] = {**event, "pieces": pieces, "unseen": unseen}
        yield from ways.values()
