"""The one way a .yaml file is laid out. Line breaks and quotes are the author's.

- What belongs to a key stands two blanks deeper, the items of a list too.
- One blank follows `:`, `,` and `-`; none stands inside brackets. Texts in quotes of one block begin in one column.
- A comment at the end of a line begins in column 44, or four blanks after a longer line. One on a line of its own
  stands as deep as what it was written under.
- Between lines stands one empty line at most.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import yaml

from coupdsl.language.formatting import STEP, WouldChange, beside
from coupdsl.language.records import entity
from coupdsl.language.source import Source
from coupdsl.rulesets.yaml_text import read_yaml
from coupdsl.rulesets.yaml_tokens import Line, Token, yaml_lines

STOP = 43
_OPENS = (yaml.FlowMappingStartToken, yaml.FlowSequenceStartToken)
_CLOSES = (yaml.FlowMappingEndToken, yaml.FlowSequenceEndToken)
_TIGHT_BEFORE = (yaml.FlowEntryToken, yaml.ValueToken, *_CLOSES)


@entity
class Block:
    """A mapping or list, where it was written and where it comes to stand."""

    kind: str  # "map", "list" or "flow"
    column: int
    indent: int
    bare: bool = False  # a list no deeper than its key, which nothing marks the end of
    labels: int = 0  # the widest key whose text is to be aligned


@dataclass
class Row:
    """A line on its way to be written, with those further ones that a value of several lines takes."""

    indent: int = 0
    label: str = ""  # the part of the code before an aligned text
    block: Block | None = None
    comment: str = ""
    parts: list[str] = field(default_factory=lambda: [""])

    @property
    def is_empty(self) -> bool:
        return not self.comment and self.parts == [""]

    def add(self, text: str, below: list[str]) -> None:
        self.parts[-1] += text
        self.parts += below


def format_yaml(source: Source) -> str:
    """The text of a .yaml file that can be parsed, laid out; raises WouldChange rather than change what it says."""
    lines = yaml_lines(source.text)
    text = "".join(f"{line}\n" for line in _written(_Layout().rows(lines)))
    if not _says_the_same(lines, source, Source(source.name, text, source.path)):
        raise WouldChange
    return text


def _says_the_same(lines: list[Line], before: Source, after: Source) -> bool:
    try:
        again = yaml_lines(after.text)
    except yaml.YAMLError:
        return False
    (one, _), (other, problems) = read_yaml(before), read_yaml(after)
    if problems or one is None or other is None or one.plain() != other.plain():
        return False
    return _stream(lines) == _stream(again)


def _stream(lines: list[Line]) -> list[tuple[object, ...]]:
    """All tokens and comments with the lines they stand on."""
    return [line.meaning for line in lines if not line.is_empty]


class _Layout:
    """Reads lines one after the other and keeps the blocks that are open."""

    def __init__(self) -> None:
        self.blocks: list[Block] = []
        self.last: Token | None = None  # with a text
        self.at_key = False  # does a key come next?
        self.waiting: list[tuple[Row, int]] = []  # comments with lines of their own, and their columns

    def rows(self, lines: list[Line]) -> list[Row]:
        rows: list[Row] = []
        for line in lines:
            if line.is_empty and not line.tokens:
                if rows and not rows[-1].is_empty:
                    rows.append(Row())
            else:
                rows.append(self._row(line))
        while rows and rows[-1].is_empty:
            rows.pop()
        return rows

    def _row(self, line: Line) -> Row:
        row = Row(comment=line.comment)
        if not line.has_text:
            self.waiting.append((row, line.column))
        open_before = self._open()
        fresh = True
        for place, token in enumerate(line.tokens):
            self._structure(token)
            if not token.text:
                self.at_key = token.kind is yaml.KeyToken
                continue
            if fresh:
                row.indent = self._indent(token)
                self._settle([*open_before, Block("next", token.column, row.indent)])
            space = "" if fresh or self._is_tight(token) else " "
            first, *below = token.text.split("\n")
            row.add(space + first.rstrip(), self._below(token, below))
            if self._is_label(line.tokens, place):
                row.block, row.label = self.blocks[-1], row.parts[0]
            self._flow(token)
            self.last, self.at_key, fresh = token, False, False
        if line.tokens and not line.has_text:  # the end of the file
            self._settle(open_before)
        if row.block is not None:
            row.block.labels = max(row.block.labels, len(row.label))
        return row

    # ---- comments with lines of their own
    def _settle(self, blocks: list[Block]) -> None:
        """Comments stand as deep as the deepest block they were written in, of those open and, last, what follows."""
        for row, column in self.waiting:
            inside = [block for block in blocks if block.column <= column]
            row.indent = max(reversed(inside), key=lambda block: block.column).indent if inside else 0
        self.waiting.clear()

    def _open(self) -> list[Block]:
        """The open blocks, with the one that would stand under a key whose value is left out."""
        empty = self.last is not None and self.last.kind is yaml.ValueToken
        under = [Block("next", self.blocks[-1].column + 1, self._deeper())] if empty and self.blocks else []
        return [*self.blocks, *under]

    # ---- blocks
    def _structure(self, token: Token) -> None:
        if token.kind in (yaml.BlockMappingStartToken, yaml.BlockSequenceStartToken):
            kind = "map" if token.kind is yaml.BlockMappingStartToken else "list"
            self.blocks.append(Block(kind, token.column, self._deeper()))
        elif token.kind is yaml.BlockEntryToken and self.blocks[-1].kind == "map":
            self.blocks.append(Block("list", token.column, self._deeper(), bare=True))
        elif token.kind in (yaml.BlockEndToken, yaml.KeyToken) and self.blocks and self.blocks[-1].bare:
            self.blocks.pop()
        if token.kind is yaml.BlockEndToken:
            self.blocks.pop()

    def _flow(self, token: Token) -> None:
        if token.kind in _OPENS:
            self.blocks.append(Block("flow", token.column, self._deeper()))
        elif token.kind in _CLOSES:
            self.blocks.pop()

    def _deeper(self) -> int:
        return self.blocks[-1].indent + STEP if self.blocks else 0

    def _indent(self, token: Token) -> int:
        """Of a line that begins with `token`."""
        if not self.blocks:
            return 0
        block = self.blocks[-1]
        if token.kind in _CLOSES:
            return block.indent - STEP
        own = (
            block.kind == "flow" or self.at_key or token.kind in (yaml.BlockEntryToken, yaml.KeyToken, yaml.ValueToken)
        )
        return block.indent if own else block.indent + STEP

    # ---- inside a line
    def _is_tight(self, token: Token) -> bool:
        """Does this stand right behind what comes before it?"""
        last = self.last.kind if self.last is not None else None
        if last is yaml.ValueToken and token.kind in (yaml.FlowEntryToken, *_CLOSES):
            return False  # a value left out; `:,` is not read by all
        return last in _OPENS or token.kind in _TIGHT_BEFORE

    def _is_label(self, tokens: list[Token], place: int) -> bool:
        """Is this the `:` between a key of a block and a text in quotes?"""
        rest = [token for token in tokens[place + 1 :] if token.text]
        ends = tokens[place].kind is yaml.ValueToken and len(rest) == 1 and rest[0].is_quoted
        return ends and self.blocks[-1].kind == "map"

    def _below(self, token: Token, lines: list[str]) -> list[str]:
        """The further lines of a value."""
        if not token.is_literal:
            return [_indented(line, self._deeper()) for line in lines]
        if token.states_depth:
            return [_shifted(line, self.blocks[-1].indent - self.blocks[-1].column) for line in lines]
        depth = next((len(line) - len(line.lstrip(" ")) for line in lines if line.strip()), 0)
        return [_shifted(line, self._deeper() - depth) for line in lines]


def _indented(line: str, indent: int) -> str:
    kept = line if line.rstrip().endswith("\\") else line.rstrip()  # an escaped blank is one that counts
    return " " * indent + kept.lstrip() if kept.strip() else ""


def _shifted(line: str, shift: int) -> str:
    return " " * shift + line if shift > 0 and line.strip() else line[max(-shift, 0) :]


def _written(rows: list[Row]) -> Iterator[str]:
    for row in rows:
        first, *below = row.parts
        if row.block is not None:
            first = f"{row.label:<{row.block.labels}} {first[len(row.label) :].lstrip()}"
        lines = [" " * row.indent + first, *below]
        if row.comment:
            lines[-1] = beside(lines[-1], row.comment, STOP) if lines[-1].strip() else lines[-1] + row.comment
        yield from (line.rstrip() for line in lines[:1])
        yield from lines[1:]
