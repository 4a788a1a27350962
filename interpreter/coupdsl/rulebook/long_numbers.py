"""Long numbers as people write them, the same in all that a book says."""

from __future__ import annotations

import re

from coupdsl.phrases.inline import Phrase
from coupdsl.rulebook.document import Block, Box, Card, Cards, Heading, Index, Paragraph, Step, Steps, Table


def grouped(text: str, language: str) -> str:
    """Numbers of five digits and more with a mark between thousands."""
    between = "\N{NARROW NO-BREAK SPACE}" if language == "fr" else ","
    return re.sub(r"\b\d{5,}\b", lambda found: f"{int(found[0]):,}".replace(",", between), text)


def grouped_in(block: Block, language: str) -> Block:
    """The block with its numbers so; lines of rules and marks that lead on stay as they are."""

    def told(phrase: Phrase) -> Phrase:
        return tuple(grouped(part, language) if isinstance(part, str) else part for part in phrase)

    def steps(found: tuple[Step, ...]) -> tuple[Step, ...]:
        return tuple(Step(told(one.text), steps(one.steps), one.key) for one in found)

    def inner(found: tuple[Block, ...]) -> tuple[Block, ...]:
        return tuple(grouped_in(one, language) for one in found)

    match block:
        case Heading():
            return Heading(block.level, told(block.text), block.key)
        case Paragraph():
            return Paragraph(told(block.text))
        case Steps():
            return Steps(steps(block.steps), block.numbered)
        case Table():
            rows = tuple(tuple(map(told, row)) for row in block.rows)
            return Table(block.key, told(block.caption), tuple(map(told, block.heads)), rows, block.row_keys)
        case Cards():
            cards = (Card(one.key, told(one.title), told(one.motto), inner(one.blocks)) for one in block.cards)
            return Cards(tuple(cards))
        case Box():
            return Box(block.kind, told(block.title), inner(block.blocks), block.key)
        case Index():
            return Index(tuple(map(told, block.entries)))
