"""The tables kept beside the grammar read as those that lark works out of it: the same trees, the same mistakes."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import lark
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lark import Lark, Token, Tree, UnexpectedCharacters, UnexpectedToken
from lark.exceptions import UnexpectedInput
from tests.helpers import examples

from coupdsl.language import grammar
from coupdsl.language.lines import join_lines
from coupdsl.language.source import Source
from coupdsl.language.words import KEYWORDS

pytestmark = pytest.mark.unmeasured

ROOT = Path(__file__).parents[2]
FILES = sorted(ROOT.glob("contracts/**/*.coup"))


def test_the_tables_are_kept() -> None:
    wanted = json.loads(grammar.tables(grammar.GRAMMAR.read_text("utf-8")))
    kept = json.loads(grammar.TABLES.read_text("utf-8"))
    assert kept["of"] == wanted["of"], "write them again: python -m coupdsl.language.grammar"
    assert made_anew() is not grammar.parser()


def test_another_lark_works_its_tables_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: Any) -> Lark:
        raise AssertionError("these are the tables of another lark")

    monkeypatch.setattr(lark, "__version__", "1.99.0")
    monkeypatch.setattr(Lark, "_load_from_dict", refused)
    parser = grammar.parser.__wrapped__()
    assert outcome(parser, "edition 1", "start") == outcome(made_anew(), "edition 1", "start")


def test_every_shipped_file_is_read_the_same() -> None:
    for path in FILES:
        assert_same(lines_of(path))


@given(st.data())
@examples(200)
def test_mistakes_are_found_in_the_same_places(data: st.DataObject) -> None:
    whole = lines_of(data.draw(st.sampled_from(FILES)))
    start = data.draw(st.integers(0, len(whole)))
    piece = whole[start : start + data.draw(st.integers(0, 300))]
    at = data.draw(st.integers(0, len(piece)))
    signs = st.text('abz.,:={}()[]/-+*"A09\n <>|$é', max_size=3)
    assert_same(piece[:at] + data.draw(signs | st.sampled_from(sorted(KEYWORDS))) + piece[at:])


@cache
def made_anew() -> Lark:
    return grammar.worked_out(grammar.GRAMMAR.read_text("utf-8"))


@cache
def lines_of(path: Path) -> str:
    return join_lines(Source(path.name, path.read_text("utf-8"))).text


def assert_same(written: str) -> None:
    for start in ("start", "expr"):
        assert outcome(grammar.parser(), written, start) == outcome(made_anew(), written, start)


def outcome(parser: Lark, written: str, start: str) -> Any:
    """What is read, or where which token is refused and what could have come instead."""
    try:
        return plain(parser.parse(written, start=start))
    except UnexpectedInput as error:
        if isinstance(error, UnexpectedToken):
            return error.token.start_pos, error.token.type, error.accepts or error.expected
        assert isinstance(error, UnexpectedCharacters)
        return error.pos_in_stream, None, error.allowed


def plain(read: Any) -> Any:
    if isinstance(read, Tree):
        places = (getattr(read.meta, "start_pos", None), getattr(read.meta, "end_pos", None))
        return str(read.data), *places, [plain(child) for child in read.children]
    return (read.type, read.start_pos, read.end_pos, str(read)) if isinstance(read, Token) else read
