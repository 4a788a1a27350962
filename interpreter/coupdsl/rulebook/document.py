"""A printed page before it is Markdown or HTML: headings, sentences, numbered steps, tables and cards."""

from __future__ import annotations

from coupdsl.language.records import by_value
from coupdsl.phrases.inline import Phrase


@by_value
class Step:
    """One sentence, and what belongs to it."""

    text: Phrase
    steps: tuple[Step, ...] = ()


@by_value
class Heading:
    level: int
    text: Phrase
    new_page: bool = False


@by_value
class Paragraph:
    text: Phrase


@by_value
class Steps:
    steps: tuple[Step, ...]
    numbered: bool = True


@by_value
class Table:
    """`caption` says what it shows; the first cell of a row is its head. `key` names it for programs."""

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


Block = Heading | Paragraph | Steps | Table | Cards


@by_value
class Document:
    language: str
    title: str
    blocks: tuple[Block, ...]
