"""A printed page before it is Markdown or HTML: headings, sentences, numbered steps, tables, cards and boxes.

A `key` is what links lead to.
"""

from __future__ import annotations

from coupdsl.language.records import by_value
from coupdsl.phrases.inline import Phrase


@by_value
class Step:
    """One sentence, and what belongs to it."""

    text: Phrase
    steps: tuple[Step, ...] = ()
    key: str = ""


@by_value
class Heading:
    level: int
    text: Phrase
    key: str = ""


@by_value
class Paragraph:
    text: Phrase


@by_value
class Steps:
    steps: tuple[Step, ...]
    numbered: bool = True


@by_value
class Table:
    """`caption` says what it shows; the first cell of a row is its head. `key` names it for programs.

    Of a row with fewer cells than heads the last goes on to the end; an empty first cell goes on with the one above.
    """

    key: str
    caption: Phrase
    heads: tuple[Phrase, ...]
    rows: tuple[tuple[Phrase, ...], ...]
    row_keys: tuple[str, ...]


@by_value
class Card:
    """One entry drawn like a card."""

    key: str
    title: Phrase
    motto: Phrase
    blocks: tuple[Block, ...]


@by_value
class Cards:
    cards: tuple[Card, ...]


@by_value
class Box:
    """Something set apart; `kind` is `exception`, `example`, `changed`, `former`, `question` or `sample`."""

    kind: str
    title: Phrase
    blocks: tuple[Block, ...]
    key: str = ""


@by_value
class Index:
    """Words, and the parts of the page where they are spoken of."""

    entries: tuple[Phrase, ...]


Block = Heading | Paragraph | Steps | Table | Cards | Box | Index


@by_value
class Document:
    """The book for people, a sheet with its charts alone, and the exact rules as an appendix.

    `in_time` is false where there was no time to look at as many hands as usual, and the book shows the first or none.
    """

    language: str
    title: str
    lead: Phrase
    blocks: tuple[Block, ...]
    sheet: tuple[Block, ...]
    appendix: tuple[Block, ...]
    in_time: bool = True

    @property
    def all_blocks(self) -> tuple[Block, ...]:
        return (*self.blocks, *self.appendix, *self.sheet)
