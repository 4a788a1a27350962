"""The index: what people call things, and the parts of the book that speak of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from coupdsl.phrases.inline import Link, joined, text_of
from coupdsl.rulebook.book import Book
from coupdsl.rulebook.document import Block, Box, Cards, Heading, Index, Paragraph, Step, Steps, Table

MOST = 12  # places of one word: what is spoken of everywhere leads nowhere


def index(book: Book, blocks: Iterable[Block]) -> Index | None:
    """The words for things of the game with the numbers of the parts where they stand; none where there are few."""
    parts = _parts(blocks)
    found = []
    for word in sorted(set(_words(book)), key=str.casefold):
        pattern = re.compile(rf"(?<!\w){re.escape(word)}", re.IGNORECASE)
        places = [link for link, text in parts.items() if pattern.search(text)]
        if 0 < len(places) <= MOST:
            found.append((word[:1].upper() + word[1:], joined((link,) for link in places)))
    return Index(tuple(found)) if found else None


def _words(book: Book) -> Iterator[str]:
    program = book.program
    for kind in program.charted:
        yield from (book.entry(entry) for entry in book.entries(kind))
    declared = [*(zone.name for zone in program.zones), *(account.name for account in program.accounts)]
    declared += [*program.kinds, *(face.name for face in program.extras), *(state.name for state in program.states)]
    for name in declared:
        label = book.labels.get(f"terms.{name}", f"names.{name}")
        if label is not None and len(label) > 2:
            yield label
    if not program.suits:
        yield from (label for face in program.ranks if (label := book.labels.get(f"names.{face.name}")) is not None)


def _parts(blocks: Iterable[Block]) -> dict[Link, str]:
    """The text of each numbered part."""
    parts: dict[Link, list[str]] = {}
    here: list[str] = []
    for block in blocks:
        if isinstance(block, Heading) and block.key:
            number, _, title = text_of(block.text).partition(" ")
            here = parts.setdefault(Link(number, block.key), [title])
        elif isinstance(block, Box) and block.kind == "questions":
            parts |= {Link(*_question(box)): list(_texts(box)) for box in block.blocks if isinstance(box, Box)}
        else:
            here += _texts(block)
    return {link: "\n".join(texts) for link, texts in parts.items()}


def _question(box: Box) -> tuple[str, str]:
    return text_of(box.title).partition(" ")[0], box.key


def _texts(block: Block) -> Iterator[str]:
    if isinstance(block, Paragraph | Heading):
        yield text_of(block.text)
    elif isinstance(block, Steps):
        yield from _of_steps(block.steps)
    elif isinstance(block, Table):
        yield from (text_of(cell) for row in block.rows for cell in row)
    elif isinstance(block, Box):
        yield text_of(block.title)
        for inner in block.blocks if block.kind != "sample" else ():
            yield from _texts(inner)
    elif isinstance(block, Cards):
        yield from (text_of(card.title) for card in block.cards)


def _of_steps(steps: Iterable[Step]) -> Iterator[str]:
    for step in steps:
        yield text_of(step.text)
        yield from _of_steps(step.steps)
