"""What happens in a game as sentences, from events as a seat (or a spectator) was sent them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
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
        "finished": "The end: {0}. {1}",
        "winner": "Winner: {0}",
        "no_winner": "Nobody wins.",
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
        "finished": "Fin : {0}. {1}",
        "winner": "Vainqueur : {0}",
        "no_winner": "Personne ne gagne.",
        "chance": "le hasard",
        "none": "aucun",
        "yes": "oui",
        "no": "non",
    },
}


class Teller:
    """Turns events as a seat was sent them into sentences of one language; how moves and pieces are called is added."""

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
        return f"{label} ({self.whose(owner)})" if owner else label

    def whose(self, owner: str) -> str:
        """A seat, or what else a zone is kept for."""
        return self.who(owner) if owner.isdigit() else self.argument(owner)

    def move(self, text: str) -> str:
        """A move in words: the label of its word, then what was picked."""
        raise NotImplementedError

    def piece(self, face: str) -> str:
        raise NotImplementedError

    def argument(self, part: str) -> str:
        """What a move picks, or a value that is no seat."""
        raise NotImplementedError

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
        pieces = [self.piece(face) for face in event["pieces"]]
        if event["unseen"]:
            pieces.append(self.words["cards"].format(event["unseen"]))
        return self.words["moved"].format(self.place(event["from"]), self.place(event["to"]), " ".join(pieces))

    def _shown(self, event: dict[str, Any]) -> str:
        to = ", ".join(self.who(seat) for seat in event["to"])
        return self.words["shown"].format(to, " ".join(map(self.piece, event["pieces"])))

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
        winners = ", ".join(self.who(seat) for seat in event["winners"])
        won = self.words["winner" if winners else "no_winner"].format(winners)
        return self.words["finished"].format(scores, won)


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
