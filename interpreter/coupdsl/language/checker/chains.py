"""Which rules ask and call others: not in too long a chain, and where a limit ends the game nobody is asked."""

from __future__ import annotations

from collections.abc import Iterator

from coupdsl.language import codes
from coupdsl.language import program as p
from coupdsl.language import program_statements as ps
from coupdsl.language.checker.context import LONGEST_CHAIN, Context, long_chain
from coupdsl.language.walk import all_rules, in_block

INSIDE = (p.Expr, p.Stmt, p.Block, ps.Alternative, ps.Pick)


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


def refuse_choices_at_limit(context: Context) -> None:
    """A player who is to choose there would be told once more that the limit is reached, and so on."""
    limit = context.program.limit
    blocks: list[p.Block | None] = [limit[1]] if limit is not None else []
    seen: set[p.Rule | p.Block] = set()
    for block in blocks:
        if block is None or block in seen:
            continue
        seen.add(block)
        for statement in in_block(block):
            if isinstance(statement, ps.Choose) and statement.who is not None:
                message = "somebody must choose here after the limit has ended the game"
                context.report(codes.OUT_OF_PLACE, statement.span, message, "let the game end there with `finish`")
                return
            if isinstance(statement, ps.PlayMechanic):
                some = [statement.mechanic] if statement.mechanic is not None else context.program.mechanics.values()
                blocks += [mechanic.body for mechanic in some]
            called = set(_inside([statement])) - seen
            seen |= called
            blocks += [version.body for rule in called for version in rule.possible]


def _asked(rule: p.Rule) -> Iterator[p.Rule]:
    """The rules that a rule asks or calls itself, in all its versions."""
    return _inside([part for version in rule.versions for part in (version.value, version.body)])


def _inside(waiting: list[object]) -> Iterator[p.Rule]:
    while waiting:
        one = waiting.pop()
        if isinstance(one, p.Rule):
            yield one
        elif isinstance(one, tuple | list):
            waiting += one
        elif isinstance(one, INSIDE):
            waiting += vars(one).values()
