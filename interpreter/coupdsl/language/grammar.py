"""lark's parser of the language, made of `grammar.lark`.

Its tables are kept beside the grammar, since working them out takes a second: `python -m coupdsl.language.grammar`
writes them. Where they are not those of this grammar and this lark they are worked out anew.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import lark
from lark import Lark, Token
from lark.grammar import Rule
from lark.lark import PostLex
from lark.lexer import TerminalDef

GRAMMAR = Path(__file__).with_name("grammar.lark")
TABLES = GRAMMAR.with_suffix(".json")


@cache
def parser() -> Lark:
    """What parses from `start`, the lines of a file, or `expr`, one expression; optional parts not there are None."""
    grammar = GRAMMAR.read_text("utf-8")
    kept = json.loads(TABLES.read_text("utf-8"), object_hook=_numbered)
    if kept["of"] == _of(grammar):
        # as lark's own stand-alone parsers begin
        loaded: Lark = Lark._load_from_dict(  # type: ignore[no-untyped-call]
            kept["data"], kept["memo"], postlex=WHOLE_WORDS
        )
        return loaded
    return worked_out(grammar)


class _WholeWords(PostLex):
    """Where only words of the language may stand, lark looks for a name too: `elseif` is no `else` and `if`."""

    always_accept = ("NAME",)

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        return stream


WHOLE_WORDS = _WholeWords()


def worked_out(grammar: str, words: PostLex | None = WHOLE_WORDS) -> Lark:
    """The parser with its tables worked out."""
    return Lark(
        grammar,
        parser="lalr",
        start=["start", "expr"],
        propagate_positions=True,
        maybe_placeholders=True,
        postlex=words,
    )


def tables(grammar: str) -> str:
    """The text of `grammar.json`: the tables of a grammar, with what they were made of."""
    data, memo = worked_out(grammar, None).memo_serialize([TerminalDef, Rule])
    return json.dumps({"of": _of(grammar), "data": data, "memo": memo}, separators=(",", ":")) + "\n"


def _of(grammar: str) -> str:
    version = ".".join(lark.__version__.split(".")[:2])
    return f"lark {version}, {sha256(grammar.encode()).hexdigest()}"


def _numbered(read: dict[str, Any]) -> dict[Any, Any]:
    """Numbers that are keys, which JSON knows as texts only."""
    return {int(key) if key.isdigit() else key: value for key, value in read.items()}


if __name__ == "__main__":
    TABLES.write_text(tables(GRAMMAR.read_text("utf-8")), "utf-8")
