"""What prose names of the rules, and what it has filled in from them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language.check import Checked
from coupdsl.language.diagnostics import Diagnostic, errors, suggest
from coupdsl.language.records import by_value
from coupdsl.language.source import Span
from coupdsl.language.walk import all_parts, stated_inside

PACK, SEATS, TEAMS, FINISH = "cards", "seats", "teams", "finish"  # named as the rule files do
START, SHORT = "initial", "short"  # of an account: what it begins with, and what is done where it holds too little,
PAID = "paid"  # and all that is paid into it
_OF_ACCOUNTS = (START, SHORT, PAID)


@by_value
class Named:
    """A rule or field, of one entry where one is meant; an option; an entry; a zone; pack, seats, teams, end by a word.

    Of an account the word is what it begins with, what is done where it holds too little, or all that is paid into it.
    """

    rule: p.Rule | None = None
    entry: p.Entry | None = None
    option: p.Option | None = None
    word: str | None = None
    account: p.Account | None = None
    zone: p.Zone | None = None


def named(program: p.Program, name: str) -> Named | None:
    """What is called so: `follows`, `tricks.follows`, `siege.lead`, `siege.spades.each`, `loan.unit`, `cash.short`.

    A name of the game goes on to mean what it did where a variant adds something else that is called so.
    """
    if name in (PACK, SEATS, TEAMS, FINISH):
        return Named(word=name)
    found = list(_called(program, name))
    of_game = [meant for span, meant in found if not program.is_added(span)]
    return next(iter(of_game or (meant for _, meant in found)), None)


def _called(program: p.Program, name: str) -> Iterator[tuple[Span, Named]]:
    """What is called so, each with where it is declared; the first is meant."""
    if name in program.options:
        yield program.options[name].span, Named(option=program.options[name])
    for entry in (entry for kind in program.kinds.values() for entry in kind.entries if entry.path == name):
        yield entry.span, Named(entry=entry)
    above, _, last = name.rpartition(".")
    of = program.entry(above) if above else None
    if of is not None:
        rule = of.kind.members.get(last) or _stated(program, of, last)
        if rule is not None:
            yield of.span, Named(rule=rule, entry=of)
        return
    for rule in _rules_called(program, last, above):
        yield rule.span, Named(rule=rule)
    yield from ((zone.span, Named(zone=zone)) for zone in program.zones if zone.name == name)
    for account in program.accounts:
        if account.name == above and last in _OF_ACCOUNTS:
            yield account.span, Named(account=account, word=last)


def _rules_called(program: p.Program, name: str, owner: str) -> list[p.Rule]:
    """The one rule that is called so, which several owners may have; without one each is the `let` of an entry."""
    found = [rule for rule in _rules(program) if rule.name == name and (not owner or rule.owner == owner)]
    found = [rule for rule in found if not program.is_added(rule.span)] or found
    return found[:1] if len(found) == 1 or not any(rule.owner for rule in found) else []


def _stated(program: p.Program, entry: p.Entry, name: str) -> p.Rule | None:
    """A rule of the game that an entry has a text of its own for."""
    stating = (rule for rule in program.rules if any(version.entry is entry for version in rule.versions))
    return next((rule for rule in stating if rule.name == name), None)


def _rules(program: p.Program) -> Iterator[p.Rule]:
    yield from program.rules
    for kind in program.kinds.values():
        yield from kind.members.values()


def near_names(program: p.Program, name: str) -> str | None:
    entries = [entry.path for kind in program.kinds.values() for entry in kind.entries]
    fields = [f"{entry.path}.{f}" for kind in program.kinds.values() for entry in kind.entries for f in kind.members]
    rules = [name for rule in _rules(program) for name in (rule.name, f"{rule.owner}.{rule.name}")]
    stated = [
        f"{version.entry.path}.{rule.name}"
        for rule in program.rules
        for version in rule.versions
        if version.entry is not None
    ]
    accounts = [f"{account.name}.{word}" for account in program.accounts for word in _OF_ACCOUNTS]
    words = [PACK, SEATS, TEAMS, FINISH, *(zone.name for zone in program.zones)]
    return suggest(name, [*words, *program.options, *entries, *fields, *rules, *stated, *accounts])


def options_in(version: p.Version) -> Iterator[p.Option]:
    """The options that a text of a rule reads itself."""
    if version.value is not None:
        yield from options_read(version.value)
    if version.body is not None:
        yield from options_read(*stated_inside(version.body))


def options_read(*exprs: p.Expr) -> Iterator[p.Option]:
    """The options that expressions read themselves."""
    return (expr.option for expr in all_parts(*exprs) if isinstance(expr, pe.GetOption | pe.IsReading))


# ---- places in a text
_PLACE = re.compile(r"\{([^{}]*)\}")


def placeholders(text: str) -> list[str]:
    """What stands in braces in a text."""
    return _PLACE.findall(text)


@by_value
class Filler:
    """What is filled in: an answer, a name, a field, of one entry or of all of them, or a value."""

    option: p.Option | None = None
    name: str | None = None
    entry: p.Entry | None = None
    field: p.Rule | None = None
    value: p.Expr | None = None


def filler(checked: Checked, place: str, span: Span) -> tuple[Filler | None, list[Diagnostic]]:
    """What stands for `{place}`: an answer, a field, a name, what an account begins with, or any value."""
    program = checked.program
    if place in program.options:
        return Filler(option=program.options[place]), []
    meant = named(program, place)
    if meant is not None and meant.entry is not None and (meant.rule is None or meant.rule.form == "field"):
        return Filler(entry=meant.entry, field=meant.rule), []
    if meant is not None and meant.rule is not None and meant.rule.form == "field":
        return Filler(field=meant.rule), []
    begins = {f"{account.name}.{START}": account.initial for account in program.accounts}
    if (initial := begins.get(place)) is not None:
        return Filler(value=initial), []
    if place in _shown(program):
        return Filler(name=place), []
    value, problems = checked.value(span)
    return (Filler(value=value), []) if value is not None else (None, errors(problems))


def _shown(program: p.Program) -> set[str]:
    """Names of things that people are shown by name, and that are no values of their own."""
    faces = {face.name for face in (*program.suits, *program.ranks, *program.extras)}
    places = {*(zone.name for zone in program.zones), *(account.name for account in program.accounts)}
    return {*faces, *places, *program.kinds, *(state.name for state in program.states)}
