"""Whether a text that cannot be read could be with something else at one place."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

from lark.exceptions import UnexpectedInput
from lark.lexer import LexerThread
from lark.parsers.lalr_interactive_parser import InteractiveParser
from lark.parsers.lalr_parser_state import ParseConf, ParserState
from lark.utils import TextSlice

from coupdsl.language.grammar import parser


class ReadAgain:
    """A stretch of a text as far as it can be read, with what the parser is in the middle of before each word and sign.

    With something else at one place it is read from there on; and no further than where the parser is in the middle of
    the same as it was there at first, for then it fails as it did. Of a text in which nothing `is_wrong`, that is not
    asked.
    """

    def __init__(self, text: str, start: int, end: int) -> None:
        self.text = text
        self.end = end
        self.reread = 0  # words and signs that were read again
        first = parser().parse_interactive("", start="start")
        begun, self._lexer = first.parser_state.parse_conf, first.lexer_thread.lexer
        self._conf = ParseConf(begun.parse_table, {}, begun.start)  # without callbacks it makes no trees
        self._amid = {start: tuple(first.parser_state.state_stack)}
        self.is_wrong = False
        try:
            self._amid.update(self._read(text, start, end))
        except UnexpectedInput:
            self.is_wrong = True
        self._places = list(self._amid)

    def is_right_with(self, new: str, begin: int, end: int) -> bool:
        """Can it be read with `new` in the place of what stands from `begin` to `end`?"""
        text = self.text[:begin] + new + self.text[end:]
        longer = len(text) - len(self.text)
        start = self._places[bisect_right(self._places, begin) - 1]
        try:
            for place, amid in self._read(text, start, self.end + longer):
                self.reread += 1
                if place >= end + longer and self._amid.get(place - longer) == amid:
                    return False
        except UnexpectedInput:
            return False
        return True

    def _read(self, text: str, start: int, end: int) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Where each word and sign begins, and what the parser is in the middle of there; raises UnexpectedInput."""
        amid = self._amid[start]
        lexer = LexerThread.from_text(self._lexer, TextSlice(text, start, end))
        reading = InteractiveParser(None, ParserState(self._conf, lexer, [*amid], [None] * (len(amid) - 1)), lexer)
        for token in reading.iter_parse():
            assert token.start_pos is not None
            yield token.start_pos, tuple(reading.parser_state.state_stack)
        reading.feed_eof()  # type: ignore[no-untyped-call]
