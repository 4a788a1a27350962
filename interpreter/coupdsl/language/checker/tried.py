"""What would be right if it were written otherwise: it is checked as if it stood there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from coupdsl.language import tree
from coupdsl.language.checker.context import Context
from coupdsl.language.source import Span


def is_right(context: Context, work: Callable[[], object]) -> bool:
    """Would nothing be wrong with what is tried? What is told meanwhile is taken back; inside, nothing is tried."""
    if context.probing:
        return False
    context.probing = True
    before, doubtful = (len(context.problems), len(context.warnings)), set(context.doubtful)
    work()
    well = len(context.problems) == before[0]
    del context.problems[before[0] :], context.warnings[before[1] :]
    context.doubtful, context.probing = doubtful, False
    return well


def cut_short(node: tree.Node, context: Context, check: Callable[[tree.Node], object]) -> str | None:
    """Help where what stands behind `highest of … by …` belongs to what is asked of each."""
    best, added = _added_to_key(node)
    if best is None or all(is_right(context, partial(check, one)) for one in added):
        return None
    if not is_right(context, partial(check, best)):
        return None
    name = f"{best.name.text}: " if best.name is not None else ""
    return f"put what is compared in brackets: `by {name}({best.key.span.words})`"


def _added_to_key(node: tree.Node) -> tuple[tree.Best | None, list[tree.Node]]:
    """`highest of … by …` with what stands behind it as part of what is asked of each, and what that is."""
    if isinstance(node, tree.Best):
        return node, []
    if not isinstance(node, tree.Binary) or node.operator not in ("+", "-", "*", "/", "mod"):
        return None, []
    best, added = _added_to_key(node.left)
    if best is None or ")" in node.span.source.text[node.left.span.end : node.right.span.start]:
        return None, []
    key = Span(node.span.source, best.key.span.start, node.span.end)
    return replace(best, key=replace(node, span=key, left=best.key)), [*added, node.right]
