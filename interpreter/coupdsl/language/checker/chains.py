"""Rules that ask one another in a chain: whoever follows it needs room for each of its links."""

from __future__ import annotations

from collections.abc import Iterator

from coupdsl.language import codes
from coupdsl.language import program as p
from coupdsl.language.checker.context import LONGEST_CHAIN, Context, long_chain
from coupdsl.language.walk import all_rules

INSIDE = (p.Expr, p.Stmt, p.Block, p.Alternative, p.Pick)


def refuse_long_chains(context: Context) -> None:
    """Reports the first rule at which a chain becomes too long; circles are told elsewhere."""
    lengths: dict[p.Rule, int] = {}
    for start in all_rules(context.program):
        trail: list[tuple[p.Rule, Iterator[p.Rule]]] = [(start, _asked(start))] if start not in lengths else []
        lengths.setdefault(start, 1)
        while trail:
            rule, others = trail[-1]
            other = next(others, None)
            if other is None:
                trail.pop()
                if trail:
                    above = trail[-1][0]
                    lengths[above] = max(lengths[above], lengths[rule] + 1)
                if lengths[rule] > LONGEST_CHAIN:
                    context.report(codes.LONG_CHAIN, rule.span, *long_chain(rule))
                    return
            elif other in lengths:
                lengths[rule] = max(lengths[rule], lengths[other] + 1)
            else:
                lengths[other] = 1
                trail.append((other, _asked(other)))


def _asked(rule: p.Rule) -> Iterator[p.Rule]:
    """The rules that a rule asks or calls itself, in all its versions."""
    waiting: list[object] = [part for version in rule.versions for part in (version.value, version.body)]
    while waiting:
        one = waiting.pop()
        if isinstance(one, p.Rule):
            yield one
        elif isinstance(one, tuple | list):
            waiting += one
        elif isinstance(one, INSIDE):
            waiting += vars(one).values()
