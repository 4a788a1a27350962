"""The type of what is declared with a value: as it is written, or none where that is given all the same."""

from __future__ import annotations

from collections.abc import Iterator

from coupdsl.language import codes, tree
from coupdsl.language.checker import hints
from coupdsl.language.checker.context import Context
from coupdsl.language.types import Type, a


def type_with(context: Context, written: tree.TypeName | tree.Words, value: tree.Node | None) -> Type:
    """The type that is written. Where `none` is given that has no place in it, that is told, and it has from here on.

    So nothing is said of the lines that ask for it as for what may be none.
    """
    kind = context.type_of(written)
    none = next(_nones(value), None)
    if none is None or kind.optional or kind.is_collection or kind.name in ("any", "test"):
        return kind
    context.report(codes.WRONG_TYPE, none.span, f"`none` is not {a(kind)}", hints.or_none(kind))
    return kind.or_none


def _nones(value: tree.Node | None) -> Iterator[tree.Node]:
    """Where a value, or a text that gives one, is `none`."""
    match value:
        case tree.Nothing():
            yield value
        case tree.Give(value=given):
            yield from _nones(given)
        case tree.IfElse(then=then, otherwise=otherwise) | tree.If(then=then, otherwise=otherwise):
            yield from _nones(then)
            yield from _nones(otherwise)
        case tree.Case(branches=branches):
            for branch in branches:
                yield from _nones(branch.result)
        case tree.Body(lines=lines):
            for line in lines:
                yield from _nones(line)
        case tree.For(body=body) | tree.Repeat(body=body):
            yield from _nones(body)
        case tree.Choose(alternatives=alternatives):
            for alternative in alternatives:
                yield from _nones(alternative.body)
