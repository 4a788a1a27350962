"""Amounts that an option states: each of its readings is a multiple of the game's unit, as digits would be."""

from __future__ import annotations

from collections.abc import Iterator
from math import gcd, lcm

from coupdsl.language import codes
from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language.checker.amounts import written
from coupdsl.language.diagnostics import Diagnostic

_AS_THEY_ARE = ("negative", "add", "sub", "min", "max", "the")  # multiples, if what they are made of is


def in_steps(unit: int, amount: p.Expr) -> None:
    """Of a range of readings that are amounts, those count that are multiples."""
    for asked, step in _answered(amount, unit, frozenset()):
        asked.option.step = lcm(asked.option.step, step)


def answered_problems(unit: int, amount: p.Expr) -> Iterator[Diagnostic]:
    """What is wrong with an amount as an option may be answered."""
    for asked, step in _answered(amount, unit, frozenset()):
        uneven = next((number for number in _numbers(asked.option) if number % step), None)
        if uneven is not None:
            key, of = asked.option.key, f"the game's unit, {unit}" if step == unit else f"{step}"
            message = f"`{key}` may be {uneven} here, which is not a multiple of {of}"
            help_ = f"let its readings be multiples of {step}, or write `{step} * {key}`"
            yield Diagnostic(codes.NOT_THE_UNIT, asked.span, message, help_)


def _answered(expr: p.Expr, step: int, inside: frozenset[p.Rule]) -> Iterator[tuple[pe.GetOption, int]]:
    """The options that `expr` comes to, each with what its readings are multiples of where `expr` is one of `step`."""
    match expr:
        case pe.GetOption():
            yield expr, step
        case pe.Cond(then=then, otherwise=otherwise):
            yield from _answered(then, step, inside)
            yield from _answered(otherwise, step, inside)
        case pe.Op(name="mul", arguments=(one, other)):
            for factor, of in ((one, other), (other, one)):
                if (times := written(factor)) is not None:
                    yield from _answered(of, step // gcd(step, times), inside)
        case pe.Op(name=name, arguments=arguments) if name in _AS_THEY_ARE:
            for one in arguments:
                yield from _answered(one, step, inside)
        case pe.Apply(rule=rule) if rule not in inside and rule.type.definite.name == "literal":
            for version in rule.possible:
                if version.value is not None:
                    yield from _answered(version.value, step, inside | {rule})


def _numbers(option: p.Option) -> Iterator[int]:
    """Numbers that it may be, of a range the first two: where these are multiples, the others are."""
    yield from option.numbers
    if option.low is not None and option.high is not None:
        yield from range(option.low, option.high + 1, option.step)[:2]
