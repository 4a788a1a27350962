"""What a game states about itself with `check`, and amounts below zero: asked before play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import islice, product

from coupdsl.code.errors import RulesError
from coupdsl.code.expressions import Quantified
from coupdsl.code.known import TOO_LONG_BEFORE_PLAY, Unknown
from coupdsl.code.meaning import elements
from coupdsl.code.resolving import Resolver
from coupdsl.language import codes
from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language.checker.amounts import problem
from coupdsl.language.diagnostics import Diagnostic
from coupdsl.language.source import Span
from coupdsl.language.types import AMOUNT, NO_NUMBER
from coupdsl.language.walk import parts
from coupdsl.rulesets.ruleset import Ruleset
from coupdsl.rulesets.values import shown

MOST_TOLD = 3  # numbers
_HERE = "here"  # before what they come to


def check_problems(rules: Ruleset) -> list[Diagnostic]:
    """What the game states about itself and does not hold, with the entries and options that have to do with it."""
    problems = []
    expressions = Resolver(rules)
    for condition, span, _ in rules.program.checks:
        found = expressions.value(condition)
        if found is None:
            problems.append(_not_known(span, expressions))
        elif not found.value:
            entries = _failing(condition, expressions)
            asked = list(_asked(condition, rules, entries, set()))
            keys = dict.fromkeys(key for expr, keys in asked for key in keys)
            also = (
                *((entry.span, f"not of `{entry.path}`") for entry in entries),
                *((rules.options[key].span, f"`{key}` is {shown(rules.options[key].value)}") for key in keys),
            )
            counted = any(isinstance(expr, pe.Constant) and expr.name == "seats" for expr, _ in asked)
            message = f"this is not true: {' '.join(condition.span.text.split())}"
            message = f"{with_players([rules.players])} {message}" if counted else message
            numbers = [f"`{text}` is {value}" for text, value in islice(_numbers(condition, expressions), MOST_TOLD)]
            help_ = f"{_HERE} {' and '.join(numbers)}" if numbers else None
            problems.append(Diagnostic(codes.CHECK_FAILED, span, message, help_, also))
    return [*problems, *_below_zero(expressions)]


def with_players(several: Sequence[int]) -> str:
    """`with 3 players`, `with 2, 3 and 5 players`."""
    *others, last = map(str, several)
    told = f"{', '.join(others)} and {last}" if others else last
    return f"with {told} player{'s' * (last != '1')}"


def with_more_players(problem: Diagnostic, several: Sequence[int]) -> Diagnostic:
    """What is said not to hold with the first of so many players, told of all of them; its numbers are of that one."""
    first = with_players(several[:1])
    if len(several) == 1:
        return problem
    message = with_players(several) + problem.message.removeprefix(first)
    help_ = first + problem.help.removeprefix(_HERE) if problem.help is not None else None
    return replace(problem, message=message, help=help_)


def _numbers(condition: p.Expr, expressions: Resolver) -> Iterator[tuple[str, int]]:
    """The numbers that a condition asks for, as far as they are fixed, each as it is written and what it comes to."""
    for part in parts(condition):
        if not part.type.is_numeric:
            yield from _numbers(part, expressions)
        elif not isinstance(part, pe.Const):
            with suppress(RulesError):
                found = expressions.value(part)
                if found is not None:
                    yield " ".join(part.span.text.split()), found.value


def _not_known(span: Span, expressions: Resolver) -> Diagnostic:
    if expressions.known.is_tired:
        return Diagnostic(codes.TOO_DEAR, span, TOO_LONG_BEFORE_PLAY)
    return Diagnostic(codes.NOT_FIXED, span, "a check asks only for what is fixed before play")


def _below_zero(expressions: Resolver) -> Iterator[Diagnostic]:
    """Amounts that entries state, or accounts begin with, which come to less than nothing under these options."""
    rules = expressions.rules
    stated: list[tuple[p.Expr, p.Entry | None]]
    stated = [(account.initial, None) for account in rules.program.accounts if account.initial is not None]
    for kind in rules.program.kinds.values():
        fields = [rule for rule in kind.members.values() if rule.form == "field" and rule.type == AMOUNT]
        entries = [entry for entry in kind.entries if (entry.parent or entry) not in rules.removed]
        for entry, rule in product(entries, fields):
            version = rules.version(rule, entry)
            if version is not None and version.value is not None:
                stated.append((version.value, entry))
    for expr, of in stated:
        with suppress(RulesError):
            found = expressions.value(expr, of)
            if found is not None and NO_NUMBER < found.value < 0:
                yield problem(expr, found.value)


def _failing(condition: p.Expr, expressions: Resolver) -> list[p.Entry]:
    """Where something is to hold for every entry of a kind: those for which it does not."""
    stated = expressions.stated(condition, None)
    of = stated.source.type.of if isinstance(stated, Quantified) and stated.every else None
    kind = expressions.rules.program.kinds.get(of.name) if of is not None else None
    if kind is None:
        return []
    assert isinstance(stated, Quantified)
    source = expressions.fold_elements(stated.source)
    found: list[p.Entry] = []
    with suppress(Unknown, RulesError):  # the whole is fixed, if not all of its parts
        among = elements(source.type, expressions.known.value(source, {}))
        holds = ((index, expressions.known.value(stated.condition, {stated.name: index})) for index in among)
        found.extend(kind.entries[index] for index, held in holds if not held)
    return found


def _asked(
    expr: p.Expr, rules: Ruleset, entries: list[p.Entry], seen: set[tuple[p.Rule, p.Entry | None]]
) -> Iterator[tuple[p.Expr, list[str]]]:
    """All that an expression asks for, also through the rules that it names, each with the options it is about.

    Where it asks the entries of a kind, these `entries` are meant.
    """
    if isinstance(expr, pe.GetOption | pe.IsReading):
        yield expr, [expr.option.key]
    elif isinstance(expr, pe.Apply):
        yield expr, [version.reading.option.key for version in expr.rule.versions if version.reading is not None]
        meant: list[p.Entry | None] = [*entries] if expr.entry is not None else [None]
        for entry in meant:
            inner = rules.version(expr.rule, entry)
            if (expr.rule, entry) not in seen and inner is not None and inner.value is not None:
                seen.add((expr.rule, entry))
                yield from _asked(inner.value, rules, entries, seen)
    else:
        yield expr, []
    for part in parts(expr):
        yield from _asked(part, rules, entries, seen)
