"""The parser reads as lark does by the same grammar: the same trees, the same refused in the same place."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from lark import Lark, Token, Tree, UnexpectedCharacters, UnexpectedToken
from tests.helpers import examples

from coupdsl.language import lalr
from coupdsl.language.grammar import prepared, text
from coupdsl.language.lines import join_lines
from coupdsl.language.source import Source
from coupdsl.language.words import KEYWORDS

ROOT = Path(__file__).parents[2]
FILES = sorted(ROOT.glob("contracts/**/*.coup"))


def test_the_tables_are_those_of_the_grammar() -> None:
    assert text() == lalr.TABLES.read_text("utf-8"), "write them again: python -m coupdsl.language.grammar"


def test_many_blanks_before_a_mistake_are_read_once() -> None:
    assert_same(" " * 1000 + "?")


def test_every_shipped_file_is_read_as_lark_reads_it() -> None:
    for path in FILES:
        assert_same(lines_of(path))


@given(st.data())
@examples(200)
def test_mistakes_are_found_where_lark_finds_them(data: st.DataObject) -> None:
    whole = lines_of(data.draw(st.sampled_from(FILES)))
    start = data.draw(st.integers(0, len(whole)))
    piece = whole[start : start + data.draw(st.integers(0, 300))]
    at = data.draw(st.integers(0, len(piece)))
    signs = st.text('abz.,:={}()[]/-+*"A09\n <>|$é', max_size=3)
    assert_same(piece[:at] + data.draw(signs | st.sampled_from(sorted(KEYWORDS))) + piece[at:])


@cache
def lark() -> Lark:
    return prepared()


@cache
def lines_of(path: Path) -> str:
    return join_lines(Source(path.name, path.read_text("utf-8"))).text


def assert_same(written: str) -> None:
    grammar = lalr.grammar()
    readers: list[tuple[Callable[[str], Any], str]] = [(grammar.parse, "start"), (grammar.parse_expression, "expr")]
    for own, start in readers:
        assert outcome(lambda own=own: plain(own(written))) == outcome(
            lambda start=start: plain_of_lark(lark().parse(written, start=start))
        )


def outcome(read: Callable[[], Any]) -> Any:
    """What is read, or where which token is refused and what could have come instead."""
    try:
        return read()
    except lalr.Unexpected as error:
        place = None if error.token is not None and error.token.type == lalr.END else error.place
        return place, error.token and error.token.type, error.possible
    except UnexpectedToken as error:
        place = None if error.token.type == lalr.END else error.token.start_pos
        return place, error.token.type, {str(name) for name in error.accepts or error.expected}
    except UnexpectedCharacters as error:
        return error.pos_in_stream, None, {str(name) for name in error.allowed} - {"<END-OF-FILE>"}


def plain(read: lalr.Tree | lalr.Token | None) -> Any:
    if isinstance(read, lalr.Tree):
        return read.rule, read.start, read.end, [plain(child) for child in read.children]
    return read and (read.type, read.start, read.end, read.text)


def plain_of_lark(read: Tree[Any] | Token | None) -> Any:
    if isinstance(read, Tree):
        places = (getattr(read.meta, "start_pos", None), getattr(read.meta, "end_pos", None))
        return str(read.data), *places, [plain_of_lark(child) for child in read.children]
    return read and (read.type, read.start_pos, read.end_pos, str(read))
