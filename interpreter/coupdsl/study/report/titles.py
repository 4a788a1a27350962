"""What figures, entries and groups of seats are called in a report: by the texts of the rules."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from coupdsl.language.program import Kind
from coupdsl.native.counting.columns import NONE, Columns
from coupdsl.play.spoken import Words
from coupdsl.search.utility import Utility
from coupdsl.study.figures import ALL, Figure
from coupdsl.study.plan import Plan
from coupdsl.study.report.numbers import count, localised
from coupdsl.study.report.wording import SCORES, WORDS
from coupdsl.study.taught import OF_OTHERS, taught_of

PLAIN = (
    "score opener", "won opener", "score opening", "won opening", "moves", "decisions", "open", "limited", "nobody",
)  # fmt: skip
MONEY = ("gain", "money", "amount", "score", "score opener", "score opening", "score policy")
BETWEEN = "(),:; "  # what stands between the parts of a title
Unit = Literal["share", "money", "times"]
UNITS: tuple[Unit, ...] = ("share", "money", "times")


def unit_of(figure: Figure) -> Unit:
    """What its number counts."""
    if figure.share or figure.name.startswith("won"):
        return "share"
    return "money" if figure.name in MONEY else "times"


class Names:
    """Everything that a report about one ruleset says in one language."""

    def __init__(self, columns: Columns, language: str) -> None:
        self.columns = columns
        self.words = Words(columns.rules, language, plain=True)
        self.language = self.words.language
        self._texts = WORDS[self.language]

    def say(self, key: str, *parts: object) -> str:
        return self._texts[key].format(*parts)

    def number(self, text: str) -> str:
        """A number as the language writes it."""
        return localised(text, self.language)

    def count(self, number: int) -> str:
        return count(number, self.language)

    def listed(self, parts: Sequence[str], most: int | None = None, last: str = "and") -> str:
        """One after another; what is beyond `most` only as how many there are."""
        shown = list(parts if most is None or len(parts) <= most + 1 else parts[:most])
        if len(shown) < len(parts):
            shown.append(self.say("others_too", len(parts) - len(shown)))
        if len(shown) < 2:
            return "".join(shown)
        return f"{', '.join(shown[:-1])}{self.say(last)}{shown[-1]}"

    def quoted(self, text: str) -> str:
        return self.say("quoted", text)

    def entry(self, path: str) -> str:
        if path == ALL:
            return self.say("all")
        return self.say("no_entry") if path == NONE else self.words.entry(path)

    def kinds(self) -> str:
        """What can be named, by the kinds it is of."""
        kinds = dict.fromkeys(entry.kind for entry in self.columns.entries if entry is not None)
        return self.say("or").join(map(self.kind, kinds))

    def kind(self, kind: Kind) -> str:
        return self.words.label("names", kind.name)

    def money(self) -> str:
        """What the rules call what is paid."""
        account = self.columns.account
        return self.words.label("names", account.name) if account is not None else self.say("score")

    def word(self, word: str) -> str:
        """The word of a move, left open where more follows than a card; where a decision's name stands in, the name."""
        said = self.words.find(f"moves.{word}") or word.replace("_", " ")
        return f"{said}\u00a0…" if word in self.columns.followed else said

    def reason(self, reason: str) -> str:
        return self.say("no_reason") if reason == NONE else self.words.label("reasons", reason)

    def member(self, group: str) -> str:
        """What a group of seats is, did or was paid for, under a title that says which of these."""
        kind, _, name = group.partition(" ")
        if kind == "role":
            return self.words.find(f"terms.{name}") or self.words.label("names", name)
        if kind == "user":
            return self.word(name)
        return self.reason(name) if kind == "payee" else self.say(kind)

    def group(self, group: str) -> str:
        """A group of seats where nothing else says what it is."""
        kind = group.partition(" ")[0]
        return self.say(kind, self.member(group)) if " " in group else self.say(kind)

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
            return self.say(self._directed(figure.name), self.of(figure))
        if figure.name == "spells":
            return self.say("spells", self.kinds() if figure.entry == ALL else self.entry(figure.entry))
        if figure.entry != ALL:
            if len(self.columns.entries) == 1:  # a game that names nothing is one spell
                return self._whole(figure)
            return self.say(f"{figure.name} in", self.of(figure), self.entry(figure.entry))
        return self._whole(figure)

    def changed(self, figure: Figure, was: str, now: str) -> str:
        """A figure that is another than it was, as a sentence."""
        case_is_game = len(self.columns.entries) == 1
        whole = figure.entry == ALL or case_is_game
        entry = self.kinds() if figure.entry == ALL else self.entry(figure.entry)
        key = f"to {figure.name}" if whole or figure.name == "spells" else f"to {figure.name} in"
        key = f"{key} game" if case_is_game and f"{key} game" in self._texts else key
        return self.say(self._directed(key), self.of(figure), entry, was, now)

    def _directed(self, key: str) -> str:
        """The key of what says which scores are best, where it is not the highest and the words depend on that."""
        if not key.endswith("score opening"):
            return key
        directed = f"{key} {SCORES[Utility(self.columns.rules).low_is_good]}"
        return directed if directed in self._texts else key

    def _whole(self, figure: Figure) -> str:
        key = f"{figure.name} of"
        return self.say(key if key in self._texts else figure.name, self.of(figure))


def shortened(titles: Sequence[str]) -> list[str]:
    """The titles without the words that all of them begin with, where something is left of each."""
    words = [title.split() for title in titles]
    same = 0
    for heads in zip(*words, strict=False):
        if len({head.strip(BETWEEN) for head in heads}) > 1:
            break
        same += 1
    left = [" ".join(one[same:]).strip(BETWEEN) for one in words]
    return [one[:1].upper() + one[1:] for one in left] if same and all(left) else list(titles)


def is_random(policies: tuple[str, ...]) -> bool:
    return set(policies) == {"random"}


def several(policies: tuple[str, ...]) -> str:
    """Each of them once."""
    return ", ".join(dict.fromkeys(policies))


def played_by(names: Names, policies: tuple[str, ...], learnt: str | None) -> str:
    """Who played, as the title says it, and who of them with what was `learnt`, if anything was."""
    if is_random(policies):
        return names.say("at_random")
    return names.say("played_by", several(policies)) + with_learnt(names.language, policies, learnt)


def with_learnt(language: str, policies: tuple[str, ...], learnt: str | None) -> str:
    """Who of them went by what was `learnt`, in brackets; empty if nothing was."""
    if learnt is None:
        return ""
    key = "with_learnt_of_others" if learnt.startswith(OF_OTHERS) else "with_learnt"
    return WORDS[language][key].format(several(taught_of(policies)))


def called(plan: Plan, names: Sequence[Names]) -> list[str]:
    """What each ruleset is called beside the others: by its name and, where these differ, by who plays it.

    With other answers than it has it is called changed. Of several with one name, the others are told by their files.
    """
    who = [*zip(plan.bots, plan.study.learnt, strict=True)]
    plain = [
        one.say("altered", one.words.title()) if subject.options else one.words.title()
        for subject, one in zip(plan.subjects, names, strict=True)
    ]
    if len(set(who)) > 1:
        plain = [f"{title}, {played_by(one, *by)}" for title, one, by in zip(plain, names, who, strict=True)]
    before = [plain[:at].count(title) for at, title in enumerate(plain)]
    files = [Path(subject.ruleset).name for subject in plan.subjects]
    return [
        f"{title} ({times + 1 if file in files[:at] else file})" if times else title
        for at, (title, times, file) in enumerate(zip(plain, before, files, strict=True))
    ]
