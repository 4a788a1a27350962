"""What a score keeper types as one answer: which of the moves that can be made it is, in few words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from coupdsl.code.decisions import Decision
from coupdsl.code.moves import Move
from coupdsl.engine.state import State
from coupdsl.play.plain_answers import PlainAnswers, is_plain, says_no
from coupdsl.play.spelling import Forms, Spelling, begun, folded, spelled, written
from coupdsl.play.spoken import Words
from coupdsl.scoring.sentences import sentence

PRESENT = {"er": "e", "ir": "it", "re": ""}  # how a French verb ends in a move, by how it ends in a dictionary
INFINITIVE = re.compile(r"(?<=\w\w)(er|ir|re)\b")


class Misunderstood(Exception):
    """What was typed is no answer, or none in the state that is `later` on the same line; the text says what is."""

    def __init__(self, said: str, later: State | None = None) -> None:
        super().__init__(said)
        self.later = later


class NotHere(Misunderstood):
    """It is none of what can be answered."""


class OneAnswer:
    """Reads it for people with these names."""

    def __init__(self, words: Words, names: Sequence[str], spelling: Spelling) -> None:
        self.words = words
        self._folded = [folded(name) for name in names]
        self._spelling = spelling
        self._plain = PlainAnswers(words, spelling)

    def say(self, key: str, *parts: object) -> str:
        return sentence(self.words.language, key, *parts)

    def match(self, typed: str, decision: Decision, moves: Sequence[Move], is_named: bool = False) -> Move:
        """The one move that `typed` is, or begins; in French also with its verb in the infinitive."""
        try:
            return self._matched(typed, decision, moves, is_named)
        except NotHere:
            present = INFINITIVE.sub(lambda verb: PRESENT[verb[0]], typed, count=1)
            if self.words.language != "fr" or present == typed:
                raise
        try:
            return self._matched(present, decision, moves, is_named)
        except NotHere:
            raise NotHere(self.say("not_here", typed)) from None

    def _matched(self, typed: str, decision: Decision, moves: Sequence[Move], is_named: bool) -> Move:
        text = spelled(typed)
        for key, move in ({} if is_named else self.keys(moves)).items():
            if text in (key, spelled(f"{key} {self.words.move(str(move))}")):
                return move
        named = self._named(text, moves) if text and self.seats_only(moves) else []
        if len(named) == 1:
            return named[0]
        for found in self._fitting(text, decision, moves):
            if len(found) == 1:
                return found[0]
            if found:
                raise Misunderstood(self.say("ambiguous", typed, ", ".join(self.words.move(str(m)) for m in found[:8])))
        raise NotHere(self.say("not_here", typed))

    def _fitting(self, text: str, decision: Decision, moves: Sequence[Move]) -> Iterator[list[Move]]:
        """The moves that `text` can be, those that it is most surely first."""
        for fits in (self._is_printed, self._is_written):
            yield [move for move in moves if text and fits(text, move)]
        beginning = [move for move in moves if text and self._begins(text, move)]
        plain = self._said_plainly(text, decision, moves) if is_plain(text) else []
        yield from (beginning, plain) if len(text) == 1 else (plain, beginning)  # a letter begins words, too

    def _said_plainly(self, text: str, decision: Decision, moves: Sequence[Move]) -> list[Move]:
        """The moves that say yes or no as at any table; also no where only one picks nothing, and yes by the others."""
        found = self._plain.meant(text, decision, list(map(str, moves)))
        if found:
            return [move for move in moves if str(move) in found]
        without = [move for move in moves if not move.arguments]
        if len(without) != 1:
            return []
        return without if says_no(text) else [move for move in moves if move.arguments]

    def _named(self, text: str, moves: Sequence[Move]) -> list[Move]:
        """Of moves about people alone, that of the one with this name, or those of whom it begins the names."""
        names = {move: self._folded[int(move.arguments[0])] for move in moves}
        exact = [move for move, name in names.items() if name == text]
        return exact or [move for move, name in names.items() if name.startswith(text)]

    def seats_only(self, moves: Sequence[Move]) -> bool:
        return all(len(m.arguments) == 1 and self.words.is_seat(m.word, 0) for m in moves)

    def keys(self, moves: Sequence[Move]) -> dict[str, Move]:
        """What to type for each move besides its words: its number from 1, unless moves are about numbers or people."""
        if any(move.arguments and move.arguments[-1].isdigit() for move in moves):
            return {}
        return {str(number): move for number, move in enumerate(moves, 1)}

    def _is_printed(self, typed: str, move: Move) -> bool:
        parts = self._spelling.printed(str(move))
        return written(parts, typed) or written(parts[1:], typed)

    def _is_written(self, typed: str, move: Move) -> bool:
        parts = self._spelling.any(str(move))
        return written(self._shortened(parts), typed) or written(parts[1:], typed)

    def _begins(self, typed: str, move: Move) -> bool:
        parts = self._spelling.any(str(move))
        inner = parts[0] if not move.arguments else ()
        within = (word for form in inner for word in form.split())
        return begun(self._shortened(parts), typed) or begun(parts[1:], typed) or any(
            word.startswith(typed) for word in within
        )  # fmt: skip

    def _shortened(self, parts: list[Forms]) -> list[Forms]:
        """With the first word alone in place of a move's words, where something follows."""
        first, *rest = parts
        return [(*first, *(form.split()[0] for form in first)), *rest] if rest else parts


__all__ = ["Misunderstood", "NotHere", "OneAnswer"]
