"""What somebody types at the table, and which of the options it means."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import count, product

from coupdsl.code.decisions import Decision
from coupdsl.play.plain_answers import PlainAnswers
from coupdsl.play.spelling import Forms, Spelling, begun, spelled, written
from coupdsl.play.spoken import Words

SHORTEST = 3  # beginning, as it can be written, that stands for a move


class Typed:
    """Reads what is typed by people who are told of a game by `words`."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.spelling = Spelling(words)
        self._plain = PlainAnswers(words, self.spelling)

    def selectors(self, options: Sequence[str]) -> dict[str, str]:
        """What to type for each option: the number that it is about, so that nobody who bids 3 bids what is third; else
        one of those left, from 1 on, which no move of that kind is about. Where several are about the same number, each
        has its place in the list.
        """
        about = [self._number(text) for text in options]
        if None in about:  # then the number of a seat is a part of what is chosen
            about = [None if self.words.is_seat(text.split()[0], 0) else self._number(text) for text in options]
        own = [number for number in about if number is not None]
        if len(set(own)) < len(own):
            return {str(number): text for number, text in enumerate(options, 1)}
        words = {text.split()[0] for text, number in zip(options, about, strict=True) if number is not None}
        taken = {*own, *(number for word in words for number in self._numbers.get(word, ()))}
        left = (key for number in count(1) if (key := str(number)) not in taken)
        return {number if number is not None else next(left): text for number, text in zip(about, options, strict=True)}

    @cached_property
    def _numbers(self) -> dict[str, list[str]]:
        """By the first word of moves all numbers that they can be about, also where these are not offered now."""
        found: dict[str, list[str]] = {}
        for text in self.words.rules.code.alphabet.by_text:
            if (number := self._number(text)) is not None:
                found.setdefault(text.split()[0], []).append(number)
        return found

    @staticmethod
    def _number(text: str) -> str | None:
        """The number that an option is about, if it is about one alone."""
        _, *rest = text.split()
        return rest[0] if len(rest) == 1 and rest[0].isdigit() else None

    def line(self, key: str, text: str) -> str:
        """An option as it is listed, with what to type for it; its notation too where that is more than its words."""
        words = self.words.move(text)
        return f"{key}. {words}" + ("" if words.lower() == text.lower().replace("_", " ") else f" ({text})")

    def printed(self, typed: str, options: Sequence[str], numbers: bool = True) -> list[str]:
        """The options that are printed so, or whose last part is; with `numbers` also by what is to type for them."""
        text = spelled(typed)
        if not text:
            return []
        keys = {option: key for key, option in self.selectors(options).items()} if numbers else {}
        found = [option for option in options if self._is_printed(text, option, keys.get(option))]
        return found or [option for option in options if written(self.spelling.printed(option)[1:], text)]

    def _is_printed(self, text: str, option: str, key: str | None) -> bool:
        """Is it what is printed of an option, as it stands in the list or without what stands around it there?"""
        if key is not None:
            if text == key:
                return True
            text = text.removeprefix(f"{key} ")
        parts, notation = self.spelling.printed(option), f" {self.spelling.notation(option)}"
        return written(parts, text) or (text.endswith(notation) and written(parts, text.removesuffix(notation)))

    def written(self, typed: str, options: Iterable[str]) -> list[str]:
        """The options, or any moves, that can be written so in any language, or whose last part can."""
        return self._fitting(spelled(typed), options, self.spelling.any, written)

    def numbered(self, typed: str, options: Sequence[str]) -> list[str]:
        """The option whose number is typed before it, where it can be written so in any language."""
        key, _, rest = spelled(typed).partition(" ")
        option = self.selectors(options).get(key)
        return self.written(rest, [option]) if option is not None else []

    def begun(self, typed: str, options: Sequence[str]) -> list[str]:
        """The options that begin so as they are printed, or whose last part does; else as they can be written.

        What is another move in full begins none: nobody plays an Ace who asks for one of another suit.
        """
        text = spelled(typed)
        if self.written(typed, self.words.rules.code.alphabet.by_text):
            return []
        found = self._fitting(text, options, self.spelling.printed, begun)
        return found or (self._fitting(text, options, self.spelling.any, begun) if len(text) >= SHORTEST else [])

    def meant(self, typed: str, options: Sequence[str], numbers: bool = True) -> list[str]:
        """The options that `typed` may mean: only one if that is sure."""
        sure = self.printed(typed, options, numbers) or self.written(typed, options)
        sure = sure or self._in_another_order(typed, options)
        return sure or (self.numbered(typed, options) if numbers else []) or self.begun(typed, options)

    def answered(self, typed: str, decision: Decision, options: Sequence[str], numbers: bool = True) -> list[str]:
        """The same where these are options of a decision, at which one may say yes or no."""
        return self.meant(typed, options, numbers) or self._plain.meant(typed, decision, options)

    def _in_another_order(self, typed: str, options: Sequence[str]) -> list[str]:
        """The options that pick these pieces, all at once."""
        pieces = sorted(spelled(typed.replace("+", " ")).split())
        found = [(option, self.spelling.any(option)) for option in options if self.words.picks_set(option)]
        return [option for option, parts in found if pieces in _sorted(parts) or pieces in _sorted(parts[1:])]

    # ---- told to who asks for help
    def example_move(self, options: Sequence[str]) -> tuple[str, str]:
        """A move as it is printed, and what is enough to type for it: of `options`, else of all moves of the game.

        Where none has a part that is enough, both are the same.
        """
        texts = options or list(self._of_people())
        for text in texts:
            word, *parts = text.split()
            enough = " ".join(self.words.picked(word, at, part, None) for at, part in enumerate(parts))
            is_sure = not options or self.meant(enough, options, numbers=False) == [text]
            if enough and not enough.isdigit() and is_sure:
                return self.words.move(text), enough
        return self.words.move(texts[0]), self.words.move(texts[0])

    def _of_people(self) -> Iterator[str]:
        """What somebody may once be asked; last where several words share what they pick, which few of them do."""
        asked = [one for one in self.words.rules.code.decisions.values() if one.who is not None]
        for option in sorted((option for one in asked for option in one.options), key=lambda one: len(one.words)):
            yield from map(str, option.moves.values())

    def _fitting(
        self, text: str, options: Iterable[str], forms: Callable[[str], list[Forms]],
        fits: Callable[[Sequence[Forms], str], bool],
    ) -> list[str]:  # fmt: skip
        if not text:
            return []
        found = [(option, forms(option)) for option in options]
        return [option for option, parts in found if fits(parts, text) or fits(parts[1:], text)]


def _sorted(parts: Sequence[Forms]) -> list[list[str]]:
    """Every form of these parts, word by word."""
    return [sorted(" ".join(forms).split()) for forms in product(*parts)]


__all__ = ["Typed"]
