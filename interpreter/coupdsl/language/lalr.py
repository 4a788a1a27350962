"""Parses by the tables in `grammar.json`: from a text to its tokens and the tree of the grammar's rules.

What a token is depends on the place: `sum` is a word of the language where that can stand, and otherwise a name.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

TABLES = Path(__file__).with_name("grammar.json")
END = "$END"
NAME = "NAME"

Row = dict[str, int]
Kept = tuple[int, bool, int]


class Token:
    """A piece of the text, from `start` up to `end`."""

    __slots__ = ("end", "start", "text", "type")

    def __init__(self, type_: str, text: str, start: int, end: int) -> None:
        self.type, self.text, self.start, self.end = type_, text, start, end


class Tree:
    """What a rule of the grammar made of a stretch of the text; an empty rule stands nowhere."""

    __slots__ = ("children", "end", "rule", "start")

    def __init__(self, rule: str, children: list[Any], start: int | None, end: int | None) -> None:
        self.rule, self.children, self.start, self.end = rule, children, start, end


class Unexpected(Exception):
    """`token`, or without one the character at `place`, cannot stand there; `possible` are the types that could."""

    def __init__(self, place: int, token: Token | None, possible: set[str]) -> None:
        super().__init__(place)
        self.place, self.token, self.possible = place, token, possible


class Rule:
    """`size` symbols are made one `symbol`. Of these `kept` are children, each with whether its own children stand in
    its place and how many missing ones come before it; `missing` more come last.

    `inline` has no node, its children are those of the rule it stands in; where `only`, one child has none either.
    """

    def __init__(
        self, symbol: str, size: int, name: str, inline: bool, only: bool, kept: list[Kept], missing: int
    ) -> None:
        self.symbol, self.size, self.name, self.inline, self.only = symbol, size, name, inline, only
        self.kept, self.missing = kept, missing
        some = not missing and not any(inlined or before for _, inlined, before in kept)
        self.plain = [at for at, _, _ in kept] if some else None  # which symbols, where the children are just these
        self.passes = only and size == 1 and self.plain == [0]  # it does nothing but call its symbol by another name

    def value(self, values: list[Any], start: int | None, end: int | None) -> Any:
        """What is made of the values of its symbols, whose text goes from `start` to `end`."""
        children = [values[at] for at in self.plain] if self.plain is not None else self._children(values)
        if self.inline:
            return children
        return children[0] if self.only and len(children) == 1 else Tree(self.name, children, start, end)

    def _children(self, values: list[Any]) -> list[Any]:
        children: list[Any] = []
        for at, inlined, missing in self.kept:
            children += [None] * missing
            children += values[at] if inlined else (values[at],)
        return children + [None] * self.missing


class Grammar:
    """The tables, ready for use."""

    def __init__(self, tables: dict[str, Any]) -> None:
        self.states: list[Row] = tables["states"]
        self.starts: dict[str, list[int]] = tables["starts"]
        self.rules = [Rule(*rule) for rule in tables["rules"]]
        self.words: dict[str, str] = tables["words"]
        self.ignored = frozenset(tables["ignored"])
        self.terminals: list[tuple[str, str]] = tables["terminals"]
        kinds = self.ignored | set(self.words.values())
        together = "|".join(f"(?P<{name}>{pattern})" for name, pattern in self.terminals if name not in kinds)
        skipped = "|".join(pattern for name, pattern in self.terminals if name in self.ignored)
        self.skip = re.compile(f"(?:{skipped})*+")
        self.match = re.compile(f"(?:{skipped})*+(?:{together})").match

    def parse(self, text: str) -> Tree:
        """The tree of the lines of a file; raises Unexpected."""
        parsed = self._parse(text, "start")
        assert isinstance(parsed, Tree)
        return parsed

    def parse_expression(self, text: str) -> Tree | Token:
        """The tree of one expression, or the token that is all of it; raises Unexpected."""
        return self._parse(text, "expr")

    def _parse(self, text: str, start: str) -> Tree | Token:
        first, last = self.starts[start]
        rows, rules = self.states, self.rules
        states: list[int] = [first]
        values: list[Any] = []
        begins: list[int | None] = []  # where the text of each value begins and ends
        ends: list[int | None] = []
        place = 0
        while True:
            token = self._token(text, place, states)
            kind = token.type
            while (after := rows[states[-1]].get(kind)) is not None and after < 0:
                rule = rules[-1 - after]
                if rule.passes:
                    states.pop()
                elif rule.size:
                    size = -rule.size
                    begin, end = begins[size], ends[-1]
                    if begin is None or end is None:
                        begin, end = _first(begins[size:]), _first(reversed(ends[size:]))
                    value = rule.value(values[size:], begin, end)
                    del states[size:], values[size:], begins[size:], ends[size:]
                    values.append(value)
                    begins.append(begin)
                    ends.append(end)
                else:
                    values.append(rule.value([], None, None))
                    begins.append(None)
                    ends.append(None)
                states.append(rows[states[-1]][rule.symbol])
                if states[-1] == last and kind == END:
                    result: Tree | Token = values[-1]
                    return result
            if after is None:
                raise self._unexpected(token, states, set(rows[states[-1]]))
            states.append(after)
            values.append(token)
            begins.append(token.start)
            ends.append(token.end)
            place = token.end

    # ---- tokens
    def _token(self, text: str, place: int, states: list[int]) -> Token:
        """The next token, of a type that can come here."""
        row = self.states[states[-1]]
        found = self.match(text, place)
        if found is None:
            return self._end(text, place, row)
        kind = str(found.lastgroup)
        word, (start, end) = found[kind], found.span(kind)
        if kind == NAME:
            kind = self._named(word, row)
        if kind in row:
            return Token(kind, word, start, end)
        shorter = self._shorter(text, start, row)
        if shorter is None:
            token = Token(self.words.get(word, kind), word, start, end)
            raise self._unexpected(token, states, self._readable(row))
        return shorter

    def _end(self, text: str, place: int, row: Row) -> Token:
        skipped = self.skip.match(text, place)
        place = skipped.end() if skipped else place
        if place < len(text):
            raise Unexpected(place, None, self._readable(row))
        return Token(END, "", place, place)

    def _named(self, word: str, row: Row) -> str:
        keyword = self.words.get(word)
        return keyword if keyword is not None and keyword in row else NAME

    def _shorter(self, text: str, place: int, row: Row) -> Token | None:
        """A token that can come here, though by itself the text would be read as a longer one that cannot."""
        readable = self._readable(row)
        for kind, pattern in self.terminals:
            found = re.compile(pattern).match(text, place) if kind in readable else None
            if found:
                return Token(self._named(found[0], row) if kind == NAME else kind, found[0], place, found.end())
        return None

    def _readable(self, row: Row) -> set[str]:
        """The types of tokens that can come here; where a name can, it stands for the words of the language too."""
        words = set(self.words.values()) if NAME in row else set()
        return {kind for kind, _ in self.terminals if kind in row and kind not in words}

    # ---- what could have come instead
    def _unexpected(self, token: Token, states: list[int], here: set[str]) -> Unexpected:
        possible = {kind for kind in self.states[states[-1]] if kind.isupper() and self._fits(kind, states)}
        return Unexpected(token.start, token, possible or {kind for kind in here if kind.isupper()})

    def _fits(self, kind: str, states: list[int]) -> bool:
        """Can a token of this type come after what was read? A state alone may only seem to take it."""
        states = list(states)
        while (after := self.states[states[-1]].get(kind)) is not None:
            if after >= 0:
                return True
            rule = self.rules[-1 - after]
            del states[len(states) - rule.size :]
            states.append(self.states[states[-1]][rule.symbol])
            if kind == END and states[-1] in (last for _, last in self.starts.values()):
                return True
        return False


def _first(places: Iterable[int | None]) -> int | None:
    """The first place that is one: what is empty has none."""
    return next((place for place in places if place is not None), None)


@cache
def grammar() -> Grammar:
    """The grammar of the language."""
    return Grammar(json.loads(TABLES.read_text("utf-8")))
