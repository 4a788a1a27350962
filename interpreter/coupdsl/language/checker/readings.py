"""What is asked of options: their values, and whether a reading is one of those written."""

from __future__ import annotations

from collections.abc import Container
from fractions import Fraction

from coupdsl.language import codes, tree
from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language import types as ty
from coupdsl.language.checker.context import Context
from coupdsl.language.diagnostics import suggest
from coupdsl.language.likeness import nearest
from coupdsl.language.source import Span


class Readings:
    def __init__(self, context: Context) -> None:
        self.context = context

    def find(self, key: str, span: Span, named: Container[str] = ()) -> p.Option | None:
        """The option with this key; `named` are names of values, which others write with a dot after them."""
        option = self.context.program.options.get(key)
        if option is None:
            help_ = suggest(key, self.context.program.options)
            owner, _, asked = key.partition(".")
            is_value = owner in self.context.program.names or owner in named
            if is_value and nearest(key, self.context.program.options) is None:
                help_ = f"write `{asked} of {owner}`"
            self.context.report(codes.UNKNOWN_NAME, span, f"there is no option `{key}`", help_)
            return None
        self.context.use(option)
        return option

    def value(self, node: tree.OptionKey, named: Container[str] = ()) -> p.Expr:
        option = self.find(node.key, node.span, named)
        if option is None:
            return pe.Const(ty.ANY, node.span, 0)
        return pe.GetOption(option.type, node.span, option)

    def is_one(self, node: tree.Binary, named: Container[str] = ()) -> p.Expr:
        assert isinstance(node.left, tree.OptionKey)
        option = self.find(node.left.key, node.left.span, named)
        if option is None:
            return pe.Const(ty.ANY, node.span, 0)
        values = self.values(option, (node.right,))
        return pe.IsReading(ty.FLAG, node.span, option, values)

    def values(self, option: p.Option, nodes: tuple[tree.Node, ...]) -> tuple[object, ...]:
        """The values of written readings; reports those the option does not have."""
        values = []
        for node in nodes:
            value = reading_value(node)
            if option.allows(value):
                values.append(value)
            else:
                written = node.span.text
                help_ = suggest(written, option.readings())
                message = f"`{written}` is not a reading of `{option.key}`"
                self.context.report(codes.UNKNOWN_READING, node.span, message, help_)
        return tuple(values)


def reading_value(node: tree.Node) -> object:
    """A reading as a value: word, number, flag, None, Fraction or tuple; what is no value is given back as it is."""
    if isinstance(node, tree.Name):
        return node.text
    if isinstance(node, tree.Number | tree.Flag):
        return node.value
    if isinstance(node, tree.Ratio):
        return Fraction(node.numerator, node.denominator) if node.denominator else node
    if isinstance(node, tree.Listing):
        items = tuple(reading_value(item) for item in node.items)
        return node if any(isinstance(item, tree.Node) for item in items) else items
    return None if isinstance(node, tree.Nothing) else node
