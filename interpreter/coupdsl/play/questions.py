"""What somebody asks about who asks why: a move, or what was paid."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property

from coupdsl.language.records import by_value
from coupdsl.play.spelling import folded, seat_forms, spelled
from coupdsl.play.spoken import Words

# What people say around what they ask about, and words that are about money.
_FILLERS = {
    "en": "not no can can't cant cannot could couldn't may i we you he she it one do does did don't doesn't didn't is "
          "isn't are am be was wasn't were would should must have to a an the my me possible legal allowed just now so "
          "please then that this here why for only from",
    "fr": "pas non ne n'est est est-ce que qu'est-ce ce c'est puis-je peux-je peux peut-on peut pouvoir on je j'ai il "
          "elle tu vous le la les l' un une des du de mon ma mes dois-je dois doit-on faut-il possible permis donc "
          "alors maintenant ici pourquoi pour seulement cela ca",
}  # fmt: skip
_DOING = {  # with a card, whatever the game calls that
    "en": "play lead lay",
    "fr": "jouer joue entamer entame attaquer attaque poser pose",
}
_PAYING = {
    "en": "paid pay pays paying payment payments cost costs owe owes",
    "fr": "paye payes payer paient paie paies payait paiement paiements coute",
}
_GETTING = {"en": "get gets got receive receives received win wins won",
            "fr": "recoit recois recu recevoir touche gagne gagner"}  # fmt: skip
_ME = {"en": {"i", "me", "my"}, "fr": {"je", "moi", "j'ai", "dois-je"}}


MOST = 20  # words on either side that are left out one by one; with more, only all of them


@by_value
class OfPayments:
    """Which payments are asked about: by whom, to whom, how much, and what for; None and nothing leave it open."""

    payer: int | None = None
    payee: int | None = None
    amount: int | None = None
    reason: str | None = None
    surely: bool = True  # it speaks of paying, and not just of something whose name is also a word for payments
    past: bool = False  # it says that this has happened
    either: int | None = None  # who pays or is paid


class Questions:
    """Reads questions in the language of `words`, and in English."""

    def __init__(self, words: Words) -> None:
        self.words = words
        tongues = dict.fromkeys((words.language, "en"))
        self.fillers = {word for one in tongues for word in _FILLERS[one].split()}
        self.doing = {word for one in tongues for word in _DOING[one].split()}
        self.paying = {word for one in tongues for word in _PAYING[one].split()}
        self.getting = {word for one in tongues for word in _GETTING[one].split()}
        self.me = set().union(*(_ME[one] for one in tongues))

    def readings(self, asked: str) -> Iterator[str]:
        """What the question may be about: all of it, then without words around it, then without any filler.

        Last also with what the game calls it in place of another word for what is done with a card, and with `mise` for
        the French `miser`.
        """
        asked = spelled(asked)
        yield asked
        words = asked.split()
        yield from self._without(words, self.fillers)
        done = self._conjugated(words)
        yield from self._without(done, self.fillers) if done != words else ()
        for own in sorted(self.doing & self.verbs):
            said = [own if word in self.doing - self.verbs else word for word in words]
            yield from self._without(said, self.fillers | {"ne"}) if said != words else ()

    def said(self, asked: str) -> list[str]:
        """What the question is about, word by word without fillers, a French infinitive as the game says it."""
        return self._conjugated([word for word in map(_bare, spelled(asked).split()) if word not in self.fillers])

    def _conjugated(self, words: Sequence[str]) -> list[str]:
        return [word[:-1] if word.endswith("er") and word[:-1] in self._in_labels else word for word in words]

    @cached_property
    def _in_labels(self) -> set[str]:
        """The words of moves, as they are written and said."""
        return self.verbs.union(*(spelled(self.words.label("moves", word)).split() for word in self.verbs))

    def _without(self, words: Sequence[str], around: Collection[str]) -> Iterator[str]:
        start, end = 0, len(words)
        while start < min(end, MOST) and words[start] in around:
            start += 1
            yield self._without_article(words[start:end])
        while end > max(start, len(words) - MOST) and words[end - 1] in around:
            end -= 1
            yield self._without_article(words[start:end])
        yield " ".join(word for word in map(_bare, words) if word not in around)

    def _is_filler(self, word: str) -> bool:
        return word in self.fillers

    def _without_fillers(self, label: str) -> str:
        """What people call a reason that stands in sentences as `for fifteen`."""
        words = folded(label).split()
        while len(words) > 1 and self._is_filler(words[0]):
            del words[0]
        return " ".join(words)

    def _without_article(self, words: Sequence[str]) -> str:
        return " ".join((_bare(words[0]), *words[1:])) if words else ""

    def suit(self, asked: str) -> int | None:
        """The suit that is asked about as a whole, as in `why not a heart`; no card of it is named."""
        *before, last = spelled(asked).split() or [""]
        if any(word not in self.fillers | self.doing | self.verbs for word in before):
            return None
        return next((at for at, names in enumerate(self._suits) if _bare(last).removesuffix("s") in names), None)

    @cached_property
    def verbs(self) -> set[str]:
        """First words of moves, as they are written and said."""
        words = {move.word for move in self.words.rules.code.alphabet.moves}
        return words | {spelled(self.words.label("moves", word)).split()[0] for word in words if word}

    @cached_property
    def _suits(self) -> list[set[str]]:
        """What each suit is called, without the ending of several."""
        return [
            {folded(name).removesuffix("s") for name in (suit.name, self.words.label("names", suit.name))}
            for suit in self.words.rules.program.suits
        ]

    def of_payments(self, asked: str, viewer: int | None) -> OfPayments | None:
        """The payments it is about, where it speaks of paying or is no more than an amount, or names of who pays."""
        text = f" {spelled(asked)} "
        seats = []
        for seat in range(self.words.rules.players):
            for name in (spelled(self.words.seat(seat, None)), *map(spelled, seat_forms(seat))):
                if f" {name} " in text:
                    seats.append((text.index(f" {name} "), seat))
                    text = text.replace(f" {name} ", "  ")
        words = text.split()
        numbers = [int(word) for word in words if re.fullmatch(r"\d{1,12}", word)]
        paying, getting = (any(word in known for word in words) for known in (self.paying, self.getting))
        reason = self._reason(text)
        rest = [word for word in words if not (word.isdigit() or self._is_filler(word))]
        bare = not rest and (len(numbers) == 1 or (bool(seats) and bool(self.words.rules.program.accounts)))
        if not (paying or getting or (reason and not numbers) or bare):
            return None
        named = [seat for _, seat in sorted(seats)]
        if bare and len(named) == 1:
            return OfPayments(amount=numbers[0] if numbers else None, either=named[0], surely=False)
        if not named and viewer is not None and self.me & set(words):
            named = [viewer]
        first = named[0] if named else None
        other = named[1] if len(named) > 1 else None
        payer, payee = (other, first) if getting and not paying else (first, other)
        alone = len([word for word in words if not self._is_filler(word)]) == 1 and first is None
        amount, surely = numbers[0] if numbers else None, (paying or getting) and not alone
        return OfPayments(payer, payee, amount, reason, surely, "did" in words)

    def _reason(self, text: str) -> str | None:
        """A reason for payments that is named in it, by the longest of its names."""
        found = [
            (len(name), reason)
            for reason in self.words.rules.program.reasons
            if (name := self._without_fillers(self.words.label("reasons", reason))) and f" {name} " in text
        ]
        return max(found)[1] if found else None


def _bare(word: str) -> str:
    """Without a French article that has run together with it."""
    return re.sub(r"^(l|d|qu)['’](?=\w)", "", word)


__all__ = ["OfPayments", "Questions"]
