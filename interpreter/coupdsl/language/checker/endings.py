"""Rules that may end without having given what they state, games that may not end where `limit` ends them, and what
is never done: lines that nothing leads to, loops, whole games.
"""

from __future__ import annotations

from itertools import pairwise

from coupdsl.language import codes, tree
from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language import program_statements as ps
from coupdsl.language import types as ty
from coupdsl.language.checker.amounts import written
from coupdsl.language.checker.context import Context
from coupdsl.language.walk import all_blocks, all_parts, all_rules, all_statements, blocks_of, in_block


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


def check_reached(context: Context) -> None:
    """Warns of each block with lines behind one that does not lead on to them."""
    blocks = [block for block, _ in all_blocks(context.program)]
    blocks += [block for statement in all_statements(context.program) for block in blocks_of(statement)]
    for block in blocks:
        for line, beyond in pairwise(block.lines):
            if not _leads_on(line):
                help_ = "remove it, or write it before the line that ends here"
                also = ((line.span, "play does not go on after this"),)
                context.report(codes.NEVER_DONE, beyond.span, "this line is never reached", help_, also)
                break


def check_counts(context: Context) -> None:
    """Warns of loops that are gone through no time.

    A number that has a name may be another in a variant.
    """
    for loop in all_statements(context.program):
        if not isinstance(loop, ps.Repeat) or any(isinstance(one, pe.Apply) for one in all_parts(loop.bound)):
            continue
        times = written(loop.bound)
        if times is not None and times < 1:
            message = f"the lines in `{loop.name}` are never carried out"
            help_ = "let the loop run at least once: write `1`"
            context.report(codes.NEVER_DONE, loop.bound.span, message, help_)


def check_moves(context: Context, most: tree.Number) -> None:
    """Warns of a `limit` that ends the game before anybody chooses."""
    if most.value < 1:
        message = f"after `{most.value}` moves the game is over before anybody chooses"
        help_ = "write how many choices end a game that has no other end, such as `limit 500 moves`"
        context.report(codes.NEVER_DONE, most.span, message, help_)


def check_limit(context: Context) -> None:
    """Reports a `limit` whose last line can be passed without `finish`."""
    limit = context.program.limit
    if limit is not None and not _surely_ends(limit[1], {}):
        message = "`limit` may end without `finish`"
        context.report(codes.MISSING_FIELD, limit[1].span, message, "write `finish by 0` as its last line")


def _surely_ends(block: p.Block, known: dict[p.Rule, bool]) -> bool:
    """Does the game end in the block, whatever is taken? `known` says of which rules it does."""
    return any(_is_end(statement, known) for statement in block.lines)


def _is_end(statement: p.Stmt, known: dict[p.Rule, bool]) -> bool:
    called = statement.call if isinstance(statement, ps.Bind | ps.Assign | ps.Give) else statement
    if isinstance(called, ps.CallRule):
        return _rule_ends(called.rule, known)
    if isinstance(statement, ps.PlayMechanic) and statement.mechanic is not None:
        return statement.mechanic.body is not None and _surely_ends(statement.mechanic.body, known)
    if isinstance(statement, ps.Choose):
        return all(a.body is not None and _surely_ends(a.body, known) for a in statement.alternatives)
    if isinstance(statement, ps.If | ps.Switch):
        leaves_out = isinstance(statement, ps.If) and statement.otherwise is None
        return not leaves_out and all(_surely_ends(block, known) for block in blocks_of(statement))
    return isinstance(statement, ps.Finish)


def _rule_ends(rule: p.Rule, known: dict[p.Rule, bool]) -> bool:
    if rule not in known:
        known[rule] = False
        bodies = [version.body for version in rule.possible if version.body is not None]
        gives = any(isinstance(line, ps.Give) for body in bodies for line in in_block(body))
        known[rule] = not gives and all(_surely_ends(body, known) for body in bodies)
    return known[rule]
