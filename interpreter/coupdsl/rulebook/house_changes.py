"""The page of house changes: what differs from the ruleset that a variant extends, old and new side by side."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language.records import by_value
from coupdsl.phrases.inline import Code, Link, Phrase, Term, joined, text_of
from coupdsl.phrases.value_phrases import Scope, Unsayable
from coupdsl.rulebook.appendix import Numbered
from coupdsl.rulebook.book import Book
from coupdsl.rulebook.definitions import told_scope
from coupdsl.rulebook.document import Block, Paragraph, Table
from coupdsl.rulebook.facts import Fact, facts, side
from coupdsl.rulebook.material import order_lines, order_listed, pack
from coupdsl.rulebook.numbered import Statements, quoted_apart
from coupdsl.rulebook.prose_in_force import ProseInForce
from coupdsl.rulesets.compose import compose_file, parents
from coupdsl.rulesets.composed import Composed
from coupdsl.rulesets.fillers import PACK


def changes(book: Book, places: Mapping[Numbered, Link]) -> Iterator[Block]:
    """What differs, with where the exact rules stand that no sentence tells."""
    for parent in parents(book.composed):
        found = [*_against(book, Book(parent, book.language), places)]
        yield from found or [Paragraph(book.say("no_change"))]
    game = _changed_game(book.composed)
    if game is not None:
        yield from _against(book, Book(game, book.language), places)


def _changed_game(composed: Composed) -> Composed | None:
    """The game as its file has it, of a variant that names it and states rules of its own."""
    variant = composed.variants[-1] if composed.variants else None
    if variant is None or variant.game_file is None or not (variant.added or variant.removed or variant.paths):
        return None
    return compose_file(variant.game_file)[0]


def _against(book: Book, parent: Book, places: Mapping[Numbered, Link]) -> Iterator[Block]:
    found = [one for one in differences(parent, book) if not _is_folded(one, parent, book, places)]
    if not found:
        return
    yield Paragraph(book.say("changed_intro", (Term(parent.title),)))
    heads = tuple(book.say(word) for word in ("what", "was", "is_now"))
    rows = tuple((_called(one), *_for_readers(one, book, places)) for one in found)
    yield Table("changes", (), heads, rows, tuple(one.key for one in found))


def _called(one: Difference) -> Phrase:
    """What is another, without its name in the rule files where it has one for people."""
    words = tuple(part for part in one.name if not isinstance(part, Code))
    return words or tuple(re.sub(r"[._]", " ", part.text) for part in one.name if isinstance(part, Code))


def _for_readers(one: Difference, book: Book, places: Mapping[Numbered, Link]) -> tuple[Phrase, Phrase]:
    """What was and what is; where sentences fail, where the exact rule is found."""
    if one.is_rule and one.in_words is None:
        rule, entry = _rule_of(book, one.key)
        version = book.version(rule, entry) if rule is not None else None
        if version is not None and version.body is not None and not version.body.lines:  # it stands nowhere
            return book.say("another_rule"), book.say("nothing_happens")
        mechanic = book.program.mechanics.get(one.key.removeprefix("course."))
        found = next((places[of] for of in (entry, rule, mechanic) if of is not None and of in places), None)
        link = found or Link(book.words["appendix"], "appendix")
        return book.say("unset") if one.is_new else book.say("another_rule"), book.say("see", (link,))
    return one.in_words or (one.was, one.now)


def _is_folded(one: Difference, parent: Book, book: Book, places: Mapping[Numbered, Link]) -> bool:
    """Is it a rule that comes to the same value before play in both, and so stands nowhere in the book?"""
    if not one.is_rule or one.in_words is not None or any(of in places for of in _rule_of(book, one.key)):
        return False
    was, now = _sentence(parent, one.key), _sentence(book, one.key)
    return was is not None and was == now


def _rule_of(book: Book, key: str) -> tuple[p.Rule | None, p.Entry | None]:
    """The rule that a difference is of, and the entry that says it in its own way."""
    if not key.startswith("rules."):
        return None, None
    _, owner, name, entry = key.split(".", 3)
    of = book.program.entry(entry) if entry else None
    kind = book.program.kinds.get(owner)
    rules = [*book.program.rules, *(kind.members.values() if kind is not None else ())]
    rule = next((one for one in rules if one.name == name and (one.owner or "") == owner), None)
    return of.lets.get(name, rule) if of is not None else rule, of


def _sentence(book: Book, key: str) -> Phrase | None:
    """The value of a rule in words, if it has one that can be said."""
    rule, entry = _rule_of(book, key)
    version = book.version(rule, entry) if rule is not None else None
    if rule is None or version is None or version.value is None:
        return None
    expressions, scope = Statements(book).expressions, told_scope(book, version, Scope(version.entry))
    if rule.form in ("order", "comparator"):
        value = version.value
        if isinstance(value, pe.Compare):
            said = joined(order_lines(book, expressions, value, version.entry), book.words["order_then"])
        else:
            said = order_listed(book, expressions, value, version.entry)
    else:
        try:
            flag = rule.type.name == "flag"
            said = expressions.condition(version.value, scope) if flag else expressions.value(version.value, scope)
        except Unsayable:
            return None
    return None if any(isinstance(part, Code) for part in said) else said


@by_value
class Difference:
    """What one ruleset says otherwise than another, in the words of the second.

    Of a rule `was` and `now` are its text; `in_words` are both as sentences, where there are any that tell them apart.
    """

    key: str
    name: Phrase
    was: Phrase
    now: Phrase
    in_words: tuple[Phrase, Phrase] | None = None
    is_new: bool = False

    @property
    def is_rule(self) -> bool:
        """Is it a text of the rule files?"""
        return self.key.startswith(("rules.", "course."))


def differences(old: Book, new: Book) -> list[Difference]:
    """Everything that `new` says otherwise than `old`."""
    were, are = facts(old), facts(new)
    found = list(_packs(old, new))
    for key in dict.fromkeys((*were, *are)):
        stated = are.get(key) or were[key]
        if (key in were) != (key in are) and stated.within and (stated.within in were) != (stated.within in are):
            continue  # what it belongs to is new or gone
        if all(key in one and one[key].shares and stated.base in one for one in (were, are)):
            continue  # what all share is told once
        if not (old.in_use.asks_for(key) or new.in_use.asks_for(key)):
            continue  # a field without effect in either
        was, now = (one.get(key) or one.get(stated.base) for one in (were, are))
        if was is not None and now is not None:
            if not was.same(now):
                found.append(Difference(key, stated.name, *_apart(new, was, now), _in_words(key, old, new)))
        elif not (_alone(key) or (key == stated.base and _both_have(key, old, new))):
            texts = (was.said, new.say("removed")) if was is not None else (new.say("unset"), stated.said)
            found.append(Difference(key, stated.name, *texts, _in_words(key, old, new) if now else None, was is None))
    return found or list(_packs(old, new, always=True))


def _alone(key: str) -> bool:
    """Is it nothing by itself? What is called so, uses it or plays it is told."""
    return key.startswith(("names.", "states.", "course."))


def _both_have(key: str, *books: Book) -> bool:
    """Is it a rule of both? Where its common text does not count, entries have their own, and that is told."""
    return all(_rule_of(book, key)[0] is not None for book in books)


def _apart(book: Book, was: Fact, now: Fact) -> tuple[Phrase, Phrase]:
    """Both sides, of long ones what tells them apart."""
    cells = [(one, two) for one, two in zip(was.cells, now.cells, strict=True) if one != two]
    if cells:
        return side(book, (one for one, _ in cells)), side(book, (two for _, two in cells))
    if text_of(was.said) != text_of(now.said) and not any(isinstance(part, Code) for part in (*was.said, *now.said)):
        return was.said, now.said
    before, after = quoted_apart(was.code, now.code)
    return (Code(before),), (Code(after),)


def _packs(old: Book, new: Book, always: bool = False) -> Iterator[Difference]:
    """What is said of the pack of one and not of the other, where the pack is spoken of: dice are cards, too.

    With `always` wherever there is something of the kind.
    """
    were, are = list(pack(old)), list(pack(new))
    prose = ProseInForce(new.composed).prose
    passages = [passage for chapter in prose.chapters for passage in chapter.passages] if prose is not None else []
    if were != are and (always or prose is None or any(name == PACK for one in passages for name, _ in one.about)):
        was, now = (
            joined((line for line in one if line not in other), " ") for one, other in ((were, are), (are, were))
        )
        yield Difference("pack", new.say("the_pack"), was or new.say("unset"), now or new.say("unset"))


def _in_words(key: str, old: Book, new: Book) -> tuple[Phrase, Phrase] | None:
    """Both rules as sentences that are not the same; a stroke where there was none."""
    if not key.startswith("rules."):
        return None
    was, now = _sentence(old, key), _sentence(new, key)
    if _rule_of(old, key)[0] is None:
        was = new.say("unset")
    return (was, now) if was and now and was != now else None
