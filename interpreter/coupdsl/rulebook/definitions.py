"""Definitions: a rule by its name, and what it comes to in words."""

from __future__ import annotations

from coupdsl.language import program as p
from coupdsl.language.walk import named_in
from coupdsl.phrases.inline import Code, Phrase, Source, joined, merged
from coupdsl.phrases.value_phrases import Scope, Unsayable
from coupdsl.rulebook.book import Book
from coupdsl.rulebook.document import Step
from coupdsl.rulebook.numbered import Statements, quoted


def definition(book: Book, statements: Statements, rule: p.Rule, version: p.Version, scope: Scope) -> Step:
    """A rule by its name, and what it comes to."""
    name = book.term(rule.name, rule.owner)
    if version.parameters and not scope.stands_for:
        name = book.say("for_each_of", name, joined(book.local(parameter) for parameter in version.parameters))
    if version.body is not None:
        steps = statements.block(version.body, scope) or (Step(book.say("nothing_happens")),)
        return Step(book.say("named", name), steps)
    value, phrases = version.value, statements.expressions
    assert value is not None
    try:
        if rule.type.name == "flag":
            said = phrases.condition(value, scope)
        else:
            said = book.constant(value, scope.entry) or phrases.value(value, scope)
        text = book.say("definition", name, book.beside(said, name))
    except Unsayable:
        text = book.say("argument", name, (Code(quoted(value.span.text)),))
    return Step(cited(text, version))


def told_definition(
    book: Book, statements: Statements, rule: p.Rule, version: p.Version, entry: p.Entry | None = None
) -> Step:
    """The same where people read it; in what is done others play, too, and names tell who is who."""
    scope = told_scope(book, version, Scope(entry)) if version.body is None else Scope(entry)
    return definition(book, statements, rule, version, scope)


def told_scope(book: Book, version: p.Version, scope: Scope) -> Scope:
    """What a rule is asked for, if that is one thing, is told as `the player` or `the card` where it names no other."""
    for parameter in version.parameters if len(version.parameters) == 1 else ():
        others = named_in(version.body) if version.body is not None else ()
        if parameter.type.name in ("seat", "card") and parameter.type not in [local.type for local in others]:
            scope = scope.naming(parameter, book.say("the_player" if parameter.type.name == "seat" else "the_card"))
    return scope


def cited(text: Phrase, version: p.Version | None) -> Phrase:
    """The text, and the printed rules that it comes from."""
    citations = version.citations if version is not None else ()
    return merged((*text, " ", Source(" ".join(map(str, citations))))) if citations else merged(text)
