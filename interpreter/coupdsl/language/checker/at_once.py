"""What several do at the same time: nothing of it is seen by others before all have chosen."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import compress

from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language import program_statements as ps
from coupdsl.language.source import Span
from coupdsl.language.walk import in_block

Names = frozenset[p.Local]  # that stand for the seat which chooses
QUIET = (ps.Bind, ps.If, ps.Switch, ps.For, ps.Repeat, ps.Give, ps.Leave, ps.Again)


def seen_too_early(loop: ps.For) -> Iterator[Span]:
    """Where the body of a loop `together`, or a rule that it calls, lets others see something."""
    yield from _seen(loop.body, frozenset([loop.local]), {})


def _seen(body: p.Block, chooser: Names, known: dict[tuple[p.Version, Names], bool]) -> Iterator[Span]:
    """`known` is what is known of rules, by what in them stands for the seat which chooses."""

    def lets_see(version: p.Version, given: Names) -> bool:
        if (version, given) not in known:
            known[version, given] = False  # of rules in a circle, which are refused elsewhere
            found = _seen(version.body, given, known) if version.body is not None else ()
            known[version, given] = any(True for _ in found)
        return known[version, given]

    for s in in_block(body):
        match s:
            case ps.CallRule(rule=rule, arguments=arguments):
                own = [_is(argument, chooser) for argument in arguments]
                if any(lets_see(one, frozenset(compress(one.parameters, own))) for one in rule.possible):
                    yield s.span
            case ps.Choose(who=who, secretly=secretly):
                if not secretly or (who is not None and not _is(who, chooser)):
                    yield s.span
            case ps.MovePieces(to=to) | ps.Draw(to=to):
                if not _is_own(to.zone.seen_by, to.index, chooser):
                    yield s.span
            case ps.Assign(target=pe.GetState(state=state, index=index)):
                if not _is_own(state.seen_by, index, chooser):
                    yield s.span
            case ps.Reveal(to=to):
                if not isinstance(to, pe.Op) or to.name != "single" or not _is(to.arguments[0], chooser):
                    yield s.span
            case ps.Bind(revealed=True) | ps.For(together=True):
                yield s.span
            case ps.Assign():
                pass
            case _:
                if not isinstance(s, QUIET):
                    yield s.span


def _is(expr: p.Expr, names: Names) -> bool:
    return isinstance(expr, pe.Load) and expr.local in names


def _is_own(seen_by: str, owner: p.Expr | None, chooser: Names) -> bool:
    """Does nobody but the one who chooses see what is kept there?"""
    return seen_by == "none" or (seen_by == "owner" and owner is not None and _is(owner, chooser))
