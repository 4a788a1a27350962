"""What figures, entries and groups of seats are called in a report: by the texts of the rules."""

from __future__ import annotations

from coupdsl.native.counting.columns import NONE, Columns
from coupdsl.play.spoken import Words
from coupdsl.study.figures import ALL, Figure
from coupdsl.study.report.wording import WORDS

PLAIN = ("score opener", "won opener", "score opening", "won opening", "moves", "decisions", "open")


class Names:
    """Everything that a report about one ruleset says in one language."""

    def __init__(self, columns: Columns, language: str) -> None:
        self.columns = columns
        self.words = Words(columns.rules, language, plain=True)
        self._texts = WORDS[language]

    def say(self, key: str, *parts: object) -> str:
        return self._texts[key].format(*parts)

    def entry(self, path: str) -> str:
        if path == ALL:
            return self.say("all")
        return self.say("no_entry") if path == NONE else self.words.entry(path)

    def kinds(self) -> str:
        """What can be named, by the kinds it is of."""
        kinds = dict.fromkeys(entry.kind.name for entry in self.columns.entries if entry is not None)
        return self.say("or").join(self.words.label("names", kind) for kind in kinds)

    def word(self, word: str) -> str:
        """The word of a move; where a decision's name stands in for it, the name."""
        return self.words.find(f"moves.{word}") or word.replace("_", " ")

    def reason(self, reason: str) -> str:
        return self.say("no_reason") if reason == NONE else self.words.label("reasons", reason)

    def group(self, group: str) -> str:
        kind, _, name = group.partition(" ")
        if kind == "role":
            said = self.words.find(f"terms.{name}") or self.words.label("names", name)
            return self.say("role", said)
        if kind == "user":
            return self.say("user", self.word(name))
        return self.say("payee", self.reason(name)) if kind == "payee" else self.say(kind)

    def of(self, figure: Figure) -> str:
        """What a figure is about, besides its entry."""
        if figure.name in ("gain", "members"):
            return self.group(figure.of)
        if figure.name in ("with", "money", "payments", "amount"):
            return self.reason(figure.of)
        if figure.name in ("chose", "used"):
            return self.word(figure.of)
        if figure.name in ("score policy", "won policy"):
            return figure.of
        return self.words.seat(int(figure.of), None) if figure.of else ""

    def figure(self, figure: Figure) -> str:
        """What a figure states."""
        if figure.name in PLAIN or figure.name.endswith(" policy"):
            return self.say(figure.name, self.of(figure))
        if figure.name == "spells":
            return self.say("spells", self.kinds() if figure.entry == ALL else self.entry(figure.entry))
        if figure.entry != ALL:
            if len(self.columns.entries) == 1:  # a game that names nothing is one spell
                return self._whole(figure)
            return self.say(f"{figure.name} in", self.of(figure), self.entry(figure.entry))
        return self._whole(figure)

    def _whole(self, figure: Figure) -> str:
        key = f"{figure.name} of"
        return self.say(key if key in self._texts else figure.name, self.of(figure))
