"""Rules that state what they give, and may end without having given it."""

from __future__ import annotations

from coupdsl.language import codes
from coupdsl.language import program as p
from coupdsl.language import program_statements as ps
from coupdsl.language import types as ty
from coupdsl.language.checker.context import Context
from coupdsl.language.walk import all_rules, blocks_of


def check_endings(context: Context) -> None:
    """Warns of every text of a rule with a result whose last line can be passed without `give`."""
    for rule in all_rules(context.program):
        if not rule.acts or rule.type == ty.NOTHING:
            continue
        for version in rule.versions:
            if version.body is not None and _runs_out(version.body):
                message = f"`{rule.name}` says that it gives {ty.a(rule.type)}, and may end without `give`"
                help_ = "end every way through it with `give`"
                last = version.body.lines[-1].span if version.body.lines else version.span
                context.report(codes.NO_GIVE, last, message, help_, ((rule.span, "promised here"),))


def _runs_out(block: p.Block) -> bool:
    """Can what stands after the block be reached?"""
    return all(map(_leads_on, block.lines))


def _leads_on(statement: p.Stmt) -> bool:
    if isinstance(statement, ps.Give | ps.Finish | ps.Leave | ps.Again):
        return False
    if isinstance(statement, ps.If):
        return statement.otherwise is None or any(map(_runs_out, blocks_of(statement)))
    if isinstance(statement, ps.Choose):
        return any(a.body is None or _runs_out(a.body) for a in statement.alternatives)
    if isinstance(statement, ps.Switch):
        return any(map(_runs_out, blocks_of(statement)))
    return True
