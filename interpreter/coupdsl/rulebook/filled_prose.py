"""Prose as it was written, in one language, with its places filled in from the rules."""

from __future__ import annotations

import re
from collections.abc import Collection

from coupdsl.language import program as p
from coupdsl.language.source import Source as File
from coupdsl.language.source import Span
from coupdsl.phrases.inline import Code, Inline, Phrase, Term, merged, text_of
from coupdsl.phrases.value_phrases import Scope
from coupdsl.rulebook.appendix import answer
from coupdsl.rulebook.book import Book
from coupdsl.rulebook.charts import by_entries, field_value
from coupdsl.rulebook.document import Block, Paragraph, Step, Steps
from coupdsl.rulebook.numbered import Statements
from coupdsl.rulebook.numbers_of_players import before_noun, by_players
from coupdsl.rulesets.fillers import Named, filler, named
from coupdsl.rulesets.prose import Telling, Texts

_MARK = re.compile(r"(\*[^*]+\*|\{[^{}]*\})")
_NAME = re.compile(r"[a-z_.0-9]+")
_PAUSE = re.compile(r"[\s*]*([.;:!?)»”]|\Z)")


class FilledProse:
    """What is filled in is what `book` says of its rules."""

    def __init__(self, book: Book, statements: Statements) -> None:
        self.book, self.statements = book, statements

    def text(self, texts: Texts) -> str:
        """In the language of the book, or else in one that there is."""
        found = texts.get(self.book.language) or texts.get("en") or next(iter(texts.values()))
        return found[0]

    def said(self, texts: Texts) -> Phrase:
        """One sentence, or a title."""
        return self.filled(self.text(texts))

    def told(self, telling: Telling) -> list[Block]:
        """Paragraphs and lists, with what stands in braces filled in."""
        blocks: list[Block] = []
        for part in re.split(r"\n\s*\n", self.text(telling.texts).strip()):
            lines, items = _lines(part)
            if lines:
                blocks.append(Paragraph(self.filled(lines)))
            if items:
                blocks.append(Steps(tuple(Step(self.filled(item)) for item in items), numbered=False))
        return blocks

    def filled(self, text: str, after: str = "") -> Phrase:
        """What is said with its places filled in, where `after` follows it in the same sentence."""
        found: list[Inline] = []
        parts = _MARK.split(text)
        for number, part in enumerate(parts, 1):
            rest = "".join(parts[number:]) + after
            if part.startswith("{"):
                found += self._value(part[1:-1], _PAUSE.match(rest) is not None)
            elif part.startswith("*") and len(part) > 2:
                found.append(Term(text_of(self.filled(part[1:-1], rest)), strong=True))
            else:
                found.append(part)
        return merged(found)

    def _value(self, place: str, before_pause: bool) -> Phrase:
        book = self.book
        known, _ = filler(book.composed.checked, place, Span(File("the book", place), 0, len(place)))
        if known is None:
            return (Code(place),)
        if known.option is not None:
            return (answer(book, known.option),)
        if known.name is not None:
            return (book.label(f"names.{known.name}"),)
        if known.entry is not None and known.field is None:
            return (book.entry(known.entry),)
        if known.field is not None:
            return self._of_field(known.field, known.entry)
        assert known.value is not None
        return self._worked_out(known.value, before_pause)

    def _of_field(self, rule: p.Rule, entry: p.Entry | None) -> Phrase:
        if entry is not None:
            return field_value(self.book, self.statements, rule, entry)
        kind = next(kind for kind in self.book.program.kinds.values() if rule in kind.members.values())
        return by_entries(self.book, self.statements, rule, kind)

    def _worked_out(self, value: p.Expr, before_pause: bool) -> Phrase:
        """For each number of players, where it is not the same for all."""
        book = self.book
        values = book.fixed(value, None)
        said = [book.value(one, value.type) for one in values] if values is not None else []
        if not said or None in said:
            return self.statements.expressions.value(value, Scope())
        phrases = [phrase or () for phrase in said]
        return (by_players if before_pause else before_noun)(book, phrases)


class FormerProse(FilledProse):
    """Prose of rules that are others `here`: only what is `changed` is filled in as it was `before`.

    What else stands in braces holds with or without the change.
    """

    def __init__(self, here: FilledProse, before: FilledProse, changed: Collection[Named]) -> None:
        super().__init__(here.book, here.statements)
        self.before, self.changed = before, changed

    def _value(self, place: str, before_pause: bool) -> Phrase:
        return super()._value(place, before_pause) if self._is_here(place) else self.before._value(place, before_pause)

    def _is_here(self, place: str) -> bool:
        """Is it nothing that is changed, and played here?"""
        meant = named(self.book.program, place)
        if meant is None:
            return not any(map(self._is_changed, _NAME.findall(place)))
        is_played = meant.entry is None or not self.book.rules.removed & {meant.entry, meant.entry.parent}
        return is_played and not self._is_changed(place)

    def _is_changed(self, name: str) -> bool:
        """However it is called: a rule with its mechanic or without, a field with its entry or of all of them."""
        meant = named(self.book.program, name)
        if meant is None:  # a word of an expression, or a name that several rules have
            return any(one.rule is not None and one.entry is None and one.rule.name == name for one in self.changed)
        return any(_is_of(one, meant) or _is_of(meant, one) for one in self.changed)


def _is_of(one: Named, meant: Named) -> bool:
    """Are they the same, or is one the field of an entry and the other that field of all entries?"""
    return one == meant or (one.rule is not None and one.rule == meant.rule and meant.entry is None)


def _lines(part: str) -> tuple[str, list[str]]:
    """The sentences of a paragraph as one line, and the items of the list that ends it."""
    items: list[list[str]] = []
    lines: list[str] = []
    for line in map(str.strip, part.split("\n")):
        if line.startswith("- "):
            items.append([line[2:]])
        else:
            (items[-1] if items else lines).append(line)
    return " ".join(lines), [" ".join(item) for item in items]
