"""A printed page before it is Markdown or HTML: headings, sentences, numbered steps, tables and cards."""

from __future__ import annotations

from dataclasses import dataclass

from coupdsl.phrases.inline import Phrase


@dataclass(frozen=True)
class Step:
    """One sentence, and what belongs to it."""

    text: Phrase
    steps: tuple[Step, ...] = ()


@dataclass(frozen=True)
class Heading:
    level: int
    text: Phrase
    new_page: bool = False


@dataclass(frozen=True)
class Paragraph:
    text: Phrase


@dataclass(frozen=True)
class Steps:
    steps: tuple[Step, ...]
    numbered: bool = True


@dataclass(frozen=True)
class Table:
    """`caption` says what it shows; the first cell of a row is its head. `key` names it for programs."""

    key: str
    caption: Phrase
    heads: tuple[Phrase, ...]
    rows: tuple[tuple[Phrase, ...], ...]
    row_keys: tuple[str, ...]


@dataclass(frozen=True)
class Card:
    """One entry drawn like a card."""

    key: str
    title: Phrase
    motto: Phrase
    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class Cards:
    cards: tuple[Card, ...]


Block = Heading | Paragraph | Steps | Table | Cards


@dataclass(frozen=True)
class Document:
    language: str
    title: str
    blocks: tuple[Block, ...]
