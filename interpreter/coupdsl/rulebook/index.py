"""The index: what people look up, and the parts of the book that speak of it."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator

from coupdsl.phrases.inline import Link, joined, text_of
from coupdsl.rulebook.book import Book
from coupdsl.rulebook.document import Block, Box, Cards, Heading, Index, Paragraph, Step, Steps, Table

MOST = 12  # places of one word: those that say most of it
LEAST = 3  # letters of a word that people look up
SPELLINGS = "/"  # between words that one entry is found by


def index(book: Book, blocks: Iterable[Block], wished: Iterable[str], aside: Container[str]) -> Index | None:
    """The words with the numbers of the parts where they stand; none where there are none.

    Those `wished` take the place of what is declared. What stands only in the parts `aside`, a list of things, is
    nothing to look up.
    """
    parts = _parts(blocks)
    found = []
    for spellings in sorted(_entries(book, wished), key=lambda words: words[0].casefold()):
        places = _places(parts, spellings)
        if any(link.to not in aside for link in places):
            word = spellings[0][:1].upper() + spellings[0][1:]
            found.append(book.say("index_entry", word, joined((link,) for link in places)))
    return Index(tuple(found)) if found else None


def _entries(book: Book, wished: Iterable[str]) -> set[tuple[str, ...]]:
    own = {tuple(word.strip() for word in one.split(SPELLINGS)) for one in wished}
    names = [book.entry(entry) for kind in book.program.charted for entry in book.entries(kind)]
    declared = [*names, *(() if own else _declared(book))]
    return own | {(word,) for word in declared if len(word) >= LEAST}


def _declared(book: Book) -> Iterator[str]:
    """What the game itself declares, and people call by a name."""
    program = book.program
    inside = {state.name for mechanic in program.mechanics.values() for state in mechanic.states}
    declared = [*(zone.name for zone in program.zones), *(account.name for account in program.accounts)]
    declared += [*program.kinds, *(face.name for face in program.extras)]
    declared += [state.name for state in program.states if state.name not in inside]
    if not program.suits:
        declared += [face.name for face in program.ranks]
    for name in declared:
        label = book.labels.get(f"terms.{name}", f"names.{name}")
        if label is not None:
            yield label


def _places(parts: dict[Link, str], spellings: tuple[str, ...]) -> list[Link]:
    """Where a word stands, in the order of the book: in a title above all, and then where it stands most often."""
    patterns = [re.compile(rf"(?<!\w){re.escape(word)}(?:s|x|es)?(?!\w)", re.IGNORECASE) for word in spellings]
    worth = {}
    for link, text in parts.items():
        title, times = text.partition("\n")[0], sum(len(pattern.findall(text)) for pattern in patterns)
        if times:
            worth[link] = (any(pattern.search(title) for pattern in patterns), times)
    best = sorted(worth, key=lambda link: worth[link], reverse=True)[:MOST]
    return [link for link in worth if link in best]


def _parts(blocks: Iterable[Block]) -> dict[Link, str]:
    """The text of each numbered part, its title first."""
    parts: dict[Link, list[str]] = {}
    here: list[str] = []
    for block in blocks:
        if isinstance(block, Heading) and block.key:
            number, _, title = text_of(block.text).partition(" ")
            here = parts.setdefault(Link(number, block.key), [title])
        elif isinstance(block, Box) and block.kind == "questions":
            parts |= {Link(*_question(box)): ["", *_texts(box)] for box in block.blocks if isinstance(box, Box)}
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
        for inner in block.blocks if block.kind not in ("sample", "steps", "former") else ():
            yield from _texts(inner)
    elif isinstance(block, Cards):
        yield from (text_of(card.title) for card in block.cards)


def _of_steps(steps: Iterable[Step]) -> Iterator[str]:
    for step in steps:
        yield text_of(step.text)
        yield from _of_steps(step.steps)
