"""The index: what people look up, and the parts of the book that speak of it."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator
from typing import NamedTuple

from coupdsl.phrases.inline import Inline, Link, Phrase, Source, Term, joined, text_of
from coupdsl.rulebook.book import Book
from coupdsl.rulebook.document import Block, Box, Cards, Heading, Index, Paragraph, Step, Steps, Table

MOST = 12  # places of one word: those that say most of it
LEAST = 3  # letters of a word that is looked for within sentences; a shorter one may be another, as `en` and `on`
MARK = re.compile(r"\W*Q?[\d.]+")  # that leads on: §15, Q3, 5.2
SPELLINGS = "/"  # between words that one entry is found by


def index(book: Book, blocks: Iterable[Block], wished: Iterable[str], aside: Container[str]) -> Index | None:
    """The words with the numbers of the parts where they stand; none where there are none.

    Those `wished` take the place of what is declared. What stands only in the parts `aside`, a list of things, is
    nothing to look up.
    """
    parts = _parts(blocks)
    found = []
    own = {tuple(word.strip() for word in one.split(SPELLINGS)) for one in wished}
    for spellings in sorted(own | _entries(book, bool(own)), key=lambda words: _in_order(words[0])):
        is_short = spellings not in own and len(spellings[0]) < LEAST
        places = _named_at(parts, spellings[0]) if is_short else _places(parts, spellings)
        if any(link.to not in aside for link in places):
            word = spellings[0][:1].upper() + spellings[0][1:]
            found.append(book.say("index_entry", word, joined((link,) for link in places)))
    return Index(tuple(found)) if found else None


def _in_order(word: str) -> str:
    """What words are sorted by: `m2` before `m10`."""
    return re.sub(r"\d+", lambda number: number[0].zfill(4), word.casefold())


def _entries(book: Book, are_wished: bool) -> set[tuple[str, ...]]:
    """What is declared: of a game with words of its own, entries alone."""
    names = [book.entry(entry) for kind in book.program.charted for entry in book.entries(kind)]
    return {(word,) for word in (*names, *(() if are_wished else _declared(book)))}


def _declared(book: Book) -> Iterator[str]:
    """What the game itself declares, and people call by a name."""
    program = book.program
    inside = {state.name for one in program.mechanics.values() for state in (*one.states, *one.parameters)}
    declared = [*(zone.name for zone in program.zones), *(account.name for account in program.accounts)]
    declared += [*program.kinds, *(face.name for face in program.extras)]
    declared += [state.name for state in program.states if state.name not in inside]
    if not program.suits:
        declared += [face.name for face in program.ranks]
    for name in declared:
        label = book.labels.get(f"terms.{name}", f"names.{name}")
        if label is not None:
            yield label


def _places(parts: Iterable[_Part], spellings: tuple[str, ...]) -> list[Link]:
    """Where a word stands: first where it is explained, as it is the title, or is stressed alone, or stands in a title;
    then where it stands most often, in the order of the book.
    """
    words = "|".join(map(re.escape, spellings))
    inside = re.compile(rf"(?<!\w)(?:{words})(?:s|x|es)?(?!\w)", re.IGNORECASE)
    whole = re.compile(rf"(?:\w+ |\w['’])?(?:{words})(?:s|x|es)?", re.IGNORECASE)  # an article may stand before it
    ranks: list[list[Link]] = [[], [], []]
    often: dict[Link, int] = {}
    for part in parts:
        told = (whole.fullmatch(part.title), any(map(whole.fullmatch, part.stressed)), inside.search(part.title))
        if any(told):
            ranks[[bool(one) for one in told].index(True)].append(part.link)
        elif times := sum(len(inside.findall(text)) for text in part.texts):
            often[part.link] = times
    first = [link for rank in ranks for link in rank][:MOST]
    most = sorted(often, key=lambda link: often[link], reverse=True)[: MOST - len(first)]
    return [*first, *(link for link in often if link in most)]


def _named_at(parts: Iterable[_Part], word: str) -> list[Link]:
    return [part.link for part in parts if word in part.named][:MOST]


class _Part(NamedTuple):
    """A numbered part of the book, and what it says; `stressed` are the words that stand out in it.

    `named` are names in its sentences, and what stands alone, as in the cell of a table.
    """

    link: Link
    title: str
    texts: list[str]
    stressed: list[str]
    named: set[str]


def _parts(blocks: Iterable[Block]) -> list[_Part]:
    parts: list[_Part] = []
    for block in blocks:
        if isinstance(block, Heading) and block.key:
            number, _, title = text_of(block.text).partition(" ")
            parts.append(_Part(Link(number, block.key), title, [], [], {title}))
        elif isinstance(block, Box) and block.kind == "questions":
            if parts:
                parts[-1] = parts[-1]._replace(title="")  # that of a list of questions
            boxes = [box for box in block.blocks if isinstance(box, Box)]
            parts += [_of_question(box) for box in boxes]
        elif parts:
            said = list(_said(block))
            parts[-1].texts.extend(map(_without_marks, said))
            parts[-1].stressed.extend(one.text for text in said for one in text if isinstance(one, Term) and one.strong)
            parts[-1].named.update(_named(said))
    return parts


def _of_question(box: Box) -> _Part:
    said = list(_said(box))
    return _Part(Link(*_question(box)), "", [_without_marks(one) for one in said], [], {*_named(said)})


def _without_marks(said: Phrase) -> str:
    """A text without its sources and the numbers that lead on, which are none of its words."""
    return text_of(tuple(one for one in said if not _is_mark(one)))


def _is_mark(one: str | Inline) -> bool:
    return isinstance(one, Source) or (isinstance(one, Link) and MARK.fullmatch(one.text) is not None)


def _named(said: Iterable[Phrase]) -> Iterator[str]:
    for text in said:
        yield text_of(text)
        yield from (one.text for one in text if isinstance(one, Term))


def _question(box: Box) -> tuple[str, str]:
    return text_of(box.title).partition(" ")[0], box.key


def _said(block: Block) -> Iterator[Phrase]:
    if isinstance(block, Paragraph | Heading):
        yield block.text
    elif isinstance(block, Steps):
        yield from _of_steps(block.steps)
    elif isinstance(block, Table):
        yield from (cell for row in block.rows for cell in row)
    elif isinstance(block, Box):
        yield block.title
        for inner in block.blocks if block.kind not in ("sample", "steps", "former") else ():
            yield from _said(inner)
    elif isinstance(block, Cards):
        yield from (card.title for card in block.cards)


def _of_steps(steps: Iterable[Step]) -> Iterator[Phrase]:
    for step in steps:
        yield step.text
        yield from _of_steps(step.steps)
