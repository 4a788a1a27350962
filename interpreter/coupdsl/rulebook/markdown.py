"""A document as Markdown. Nothing that comes from rule files is taken for markup."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

from coupdsl.language.signs import made_safe
from coupdsl.phrases.inline import Code, Inline, Phrase, Source, Term, text_of
from coupdsl.rulebook.document import Block, Box, Card, Document, Heading, Index, Paragraph, Step, Steps, Table

_SPECIAL = re.compile(r"([\\`*_\[\]<>|&#~])")
_LIST_MARK = re.compile(r"^(\d+)([.)])(?=\s|$)|^([-+=])")


def as_markdown(document: Document, only_sheet: bool = False) -> str:
    """The page; with `only_sheet` that of the charts alone."""
    blocks = document.sheet if only_sheet else document.all_blocks
    parts = [
        f"# {_escaped(document.title)}",
        _line(document.lead),
        *(text for block in blocks for text in _block(block)),
    ]
    return made_safe("\n\n".join(part for part in parts if part) + "\n")


def _block(block: Block) -> Iterator[str]:
    if isinstance(block, Heading):
        yield f"{'#' * block.level} {_line(block.text)}"
    elif isinstance(block, Paragraph):
        yield _line(block.text)
    elif isinstance(block, Steps):
        if block.steps:
            yield "\n".join(_steps(block.steps, block.numbered, ""))
    elif isinstance(block, Table):
        yield from _table(block)
    elif isinstance(block, Box):
        yield from _box(block)
    elif isinstance(block, Index):
        yield "\n".join(f"- {_line(entry)}" for entry in block.entries)
    else:
        for card in block.cards:
            yield from _card(card)


def _box(box: Box) -> Iterator[str]:
    if box.kind == "questions":
        for inner in box.blocks:
            yield from _block(inner)
        return
    inside = [f"**{_escaped(text_of(box.title))}**"] if box.title else []
    inside += [text for block in box.blocks for text in _block(block)]
    yield "\n>\n".join("\n".join(f"> {line}" for line in text.split("\n")) for text in inside)


def _card(card: Card) -> Iterator[str]:
    yield f"##### {_line(card.title)}"
    if card.motto:
        yield _line(card.motto)
    for block in card.blocks:
        yield from _block(block)


def _table(table: Table) -> Iterator[str]:
    if table.caption:
        yield f"**{_escaped(text_of(table.caption))}**"
    rows = [table.heads, *((*row, *((),) * (len(table.heads) - len(row))) for row in table.rows)]
    lines = ["| " + " | ".join(_line(cell) for cell in row) + " |" for row in rows]
    yield "\n".join([lines[0], "|" + "---|" * len(table.heads), *lines[1:]])


def _steps(steps: tuple[Step, ...], numbered: bool, indent: str) -> Iterator[str]:
    for number, step in enumerate(steps, 1):
        mark = f"{number}. " if numbered else "- "
        yield f"{indent}{mark}{_line(step.text)}"
        yield from _steps(step.steps, numbered, indent + " " * len(mark))


# ---- within a line
def _line(phrase: Phrase) -> str:
    text = "".join(_inline(part) for part in phrase)
    return _LIST_MARK.sub(lambda mark: f"{mark[1]}\\{mark[2]}" if mark[1] else f"\\{mark[3]}", text.strip())


def _inline(part: Inline) -> str:
    if isinstance(part, Code):
        return _code(part.text)
    if isinstance(part, Source):
        return _escaped(f"[{part.text}]")
    text = _escaped(part if isinstance(part, str) else part.text)
    if not isinstance(part, Term) or not text.strip():
        return text
    return f"**{text.strip()}**" if part.strong else f"*{text.strip()}*"


def _code(text: str) -> str:
    """Code with a fence longer than any run of backticks inside it."""
    text = _flat(text).replace("|", "\\|")
    fence = "`" * (1 + max((len(list(run)) for mark, run in groupby(text) if mark == "`"), default=0))
    edge = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{edge}{text}{edge}{fence}"


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", _flat(text))


def _flat(text: str) -> str:
    return re.sub(r"\s+", " ", text)
