"""The one way a .coup file is laid out. Line breaks are the author's; everything between them follows from the tokens.

- A level of brackets is two blanks deep, and so is a line that goes on; `else` stands under its `if`.
- In a block, fields and cases that have a line of their own have their values in one column.
- What ends a line begins in one of two columns: a comment in column 56; citations in column 78, but in column 56 in an
  entry at the top of a file; both together in column 56 and 78. After a line too long for it stand four blanks.
- Between groups of lines stands one empty line at most, and none at the edges of a block.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from coupdsl.language.parser import parse_file
from coupdsl.language.source import Source
from coupdsl.language.spacing import Spacing
from coupdsl.language.tokens import Line, Token, token_lines
from coupdsl.language.words import KEYWORDS

STEP = 2
GAP = 2
NEAR_STOP, FAR_STOP = 55, 77
_CLOSES = {")": "(", "]": "[", "}": "{"}


class WouldChange(Exception):
    """The text laid out would not say the same: a mistake of the formatter, noticed before anything is written."""


@dataclass
class Block:
    """What stands between a bracket and its partner."""

    bracket: str
    indent: int  # of the line it opens on
    head: str = ""  # the first word of the line being read
    labels: int = 0  # the widest label whose value is to be aligned

    @property
    def inside(self) -> int:
        return self.indent + STEP if self.bracket else 0


@dataclass
class Row:
    """A line on its way to be written."""

    line: Line
    block: Block
    indent: int
    code: str = ""
    label: str = ""  # the part of the code before an aligned value
    citations_near: bool = False


def format_rules(source: Source) -> str:
    """The text of a .coup file that can be parsed, laid out; raises WouldChange rather than change what it says."""
    text = "".join(f"{line}\n" for line in _written(_rows(_without_needless_blanks(token_lines(source)))))
    if not _says_the_same(source, Source(source.name, text, source.path)):
        raise WouldChange
    return text


def _says_the_same(before: Source, after: Source) -> bool:
    if _stream(before) != _stream(after):
        return False
    (one, _), (other, problems) = parse_file(before), parse_file(after)
    return not problems and one.lines == other.lines


def _stream(source: Source) -> list[tuple[Token, ...]]:
    """All tokens with the lines they stand on."""
    return [line.tokens for line in token_lines(source) if line.tokens]


def _without_needless_blanks(lines: list[Line]) -> Iterator[Line]:
    """At most one empty line in a row, and only between lines of the same block."""
    above: Line | None = None
    empty: Line | None = None
    for line in lines:
        if not line.tokens:
            empty = line
            continue
        if empty is not None and above is not None and not _begins_block(above) and not _ends_block(line):
            yield empty
        yield line
        above, empty = line, None


def _begins_block(line: Line) -> bool:
    return bool(line.code) and line.code[-1].text in ("{", "(", "[")


def _ends_block(line: Line) -> bool:
    return bool(line.code) and line.code[0].text in _CLOSES


# ---- indentation
def _rows(lines: Iterator[Line]) -> list[Row]:
    layout = _Layout()
    rows = [layout.row(line) for line in lines]
    layout.settle_comments(0)
    return rows


class _Layout:
    """Reads lines one after the other and keeps the brackets that are open."""

    def __init__(self) -> None:
        self.blocks = [Block("", 0)]
        self.spacing = Spacing()
        self.in_entry = False
        self.waiting: list[Row] = []  # comments inside a line that goes on: indented as what follows them

    def row(self, line: Line) -> Row:
        block = self.blocks[-1]
        begins = bool(line.code) and not line.goes_on
        if begins and len(self.blocks) == 1:
            self.in_entry = _begins_entry(line)
        row = Row(line, block, block.inside, citations_near=self.in_entry)
        if line.code:
            row.indent = self._indent(line)
            self.settle_comments(block.inside if _ends_block(line) else row.indent)
            if begins and not _ends_block(line):
                block.head = ""
            self._write(row, _label(line) if begins and block.bracket == "{" else 0)
        elif line.tokens and line.goes_on:
            self.waiting.append(row)
        return row

    def _write(self, row: Row, label: int) -> None:
        """The code of a row, whose first `label` tokens are a label."""
        parts = []
        for index, token in enumerate(row.line.code):
            space = self.spacing.before(token, self.blocks[-1].head) if index else ""
            parts.append(space + token.text)
            self.spacing.advance(token)
            if not token.is_remark:
                self._bracket(token, row.indent)
        row.code, row.label = "".join(parts), "".join(parts[:label])
        row.block.labels = max(row.block.labels, len(row.label))

    def settle_comments(self, indent: int) -> None:
        for row in self.waiting:
            row.indent = indent
        self.waiting.clear()

    def _indent(self, line: Line) -> int:
        closing = 0
        while closing < len(line.code) and line.code[closing].text in _CLOSES:
            closing += 1
        if closing:
            return self.blocks[-closing].indent
        block = self.blocks[-1]
        goes_on = line.goes_on and block.bracket in ("", "{")
        return block.inside + (STEP if goes_on and not self._is_other_branch(line, block) else 0)

    def _is_other_branch(self, line: Line, block: Block) -> bool:
        """Is this the `else` of a statement, which begins a line of its own?"""
        return line.code[0].text == "else" and block.head == "if" and self.spacing.last_text == "}"

    def _bracket(self, token: Token, indent: int) -> None:
        if token.text in ("(", "[", "{"):
            self.blocks.append(Block(token.text, indent))
        elif token.text in _CLOSES:
            self.blocks.pop()
        elif not self.blocks[-1].head:
            self.blocks[-1].head = token.text


def _begins_entry(line: Line) -> bool:
    words = [token.kind == "word" and token.text not in KEYWORDS for token in line.code[:2]]
    return words == [True, True]


def _label(line: Line) -> int:
    """How many tokens make the label of a line such as `a, b: value`, if it is the only one there."""
    texts = [token.text for token in line.code]
    if ":" not in texts[:-1]:
        return 0
    end = texts.index(":")
    if end % 2 == 0 or any(text != "," for text in texts[1:end:2]):
        return 0
    depth = 0
    for place in range(end + 1, len(texts) - 2):
        depth += (texts[place] in "([{") - (texts[place] in ")]}")
        if not depth and texts[place] == "," and texts[place + 2] == ":":
            return 0
    return end + 1


# ---- columns
def _written(lines: list[Row]) -> Iterator[str]:
    for row in lines:
        code = row.code
        if row.label:
            value = code[len(row.label) :].lstrip()
            code = f"{row.label:<{row.block.labels}} {value}"
        yield (" " * row.indent + _with_remarks(code, row)).rstrip()


def _with_remarks(code: str, row: Row) -> str:
    remarks = row.line.remarks
    citations = " ".join(token.text for token in remarks if token.kind == "citation")
    comment = " ".join(token.text for token in remarks if token.kind == "comment")
    if not code:
        return f"{citations} {comment}".strip()
    near, far = NEAR_STOP - row.indent, FAR_STOP - row.indent
    if citations and comment and _fits(code, near) and _fits(" " * near + citations, far):
        return beside(beside(code, citations, near), comment, far)
    if citations:
        return f"{beside(code, citations, near if row.citations_near else far)} {comment}".rstrip()
    return beside(code, comment, near) if comment else code


def _fits(code: str, column: int) -> bool:
    return len(code) + GAP <= column


def beside(code: str, remark: str, column: int) -> str:
    """`remark` in its column behind `code`, or four blanks after code that is too long."""
    return code + " " * (column - len(code) if _fits(code, column) else 2 * GAP) + remark
