"""Long numbers as people write them, the same in all that a book says."""

from __future__ import annotations

import re

from coupdsl.phrases.inline import Inline, Phrase, Term
from coupdsl.rulebook.document import Block, Box, Card, Cards, Heading, Index, Paragraph, Step, Steps, Table

_ADDRESS = r"\S+://\S*"
_AMOUNT = (
    r"(?<![\w./:=#])(?<!\w-)(?<!\d,)[1-9]\d{4,11}(?![\w/]|-\d|\.[^\W\d])"  # no part of a name, date or longer number
)
_FOUND = re.compile(rf"{_ADDRESS}|(?P<amount>{_AMOUNT})")


def grouped(text: str, language: str) -> str:
    """Amounts of five digits and more with a mark between thousands; what is no amount stays as it is."""
    between = "\N{NARROW NO-BREAK SPACE}" if language == "fr" else ","

    def written(found: re.Match[str]) -> str:
        return f"{int(found[0]):,}".replace(",", between) if found["amount"] else found[0]

    return _FOUND.sub(written, text)


def grouped_in(block: Block, language: str) -> Block:
    """The block with its numbers so; names, lines of rules and marks that lead on stay as they are."""

    def part_told(part: Inline) -> Inline:
        if isinstance(part, Term) and part.strong:  # an answer
            return Term(grouped(part.text, language), strong=True)
        return grouped(part, language) if isinstance(part, str) else part

    def told(phrase: Phrase) -> Phrase:
        return tuple(map(part_told, phrase))

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
