"""Options: questions, their readings, and where the game restates those of a mechanic."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from coupdsl.language import codes, tree
from coupdsl.language import program as p
from coupdsl.language import tree_declarations as td
from coupdsl.language import types as ty
from coupdsl.language.checker.context import Context
from coupdsl.language.checker.declared_twice import own_first, twice
from coupdsl.language.checker.readings import reading_value
from coupdsl.language.checker.workshop import Line, Section
from coupdsl.language.diagnostics import suggest
from coupdsl.language.files import Citation
from coupdsl.language.habits_of_replacing import ANSWERED
from coupdsl.language.types import Type


class OptionDeclarations(Section):
    def option(self, line: Line) -> None:
        node = line.node
        assert isinstance(node, td.Option)
        if line.level == 1:
            self.shop.later.append(lambda: self._restated(node, line))
            return
        cited = self.shop.cited(line)
        self._readings_differ(node)
        option = make_option(node, cited, self.context)
        if option.key in self.program.options:
            own, again = own_first(self.program.options[option.key].span, node.key.span, self.program)
            help_ = ANSWERED.format(option.key, "") if self.program.is_added(again) else None
            self.context.report(*twice(option.key, own, again, help_))
            if again is node.key.span:
                return
        self.program.options[option.key] = option
        self.shop.queue(lambda: self._only_entries(node.readings, option.open))

    def _only_entries(self, readings: tuple[tree.Node, ...], open_type: Type | None) -> None:
        """What stands in brackets beside a kind are names of its entries."""
        kind = self.program.kinds.get(str(open_type.of)) if open_type is not None else None
        if kind is None:
            return
        names = [entry.name for entry in kind.entries]
        for item in (item for reading in readings if isinstance(reading, tree.Listing) for item in reading.items):
            written = item.span.text
            if written not in names and written not in self.context.doubtful:
                message = f"`{written}` is not the name of {ty.a(kind.type)}"
                self.context.report(codes.UNKNOWN_NAME, item.span, message, suggest(written, names))

    def _readings_differ(self, node: td.Option) -> None:
        written: set[str] = set()
        for reading in node.readings:
            if reading.span.text in written:
                message = f"`{reading.span.text}` appears twice among the readings"
                self.context.report(codes.DUPLICATE_NAME, reading.span, message)
            if reading.span.text == "empty":
                message, help_ = "`is empty` asks about a set, so `empty` cannot be a reading", "choose another word"
                self.context.report(codes.RESERVED_WORD, reading.span, message, help_)
            written.add(reading.span.text)

    def _restated(self, node: td.Option, line: Line) -> None:
        """An option of a mechanic named again by the game: its default here, and where the question comes from."""
        option = self.program.options.get(node.key.text)
        if option is None:
            help_ = suggest(node.key.text, self.program.options)
            self.context.report(codes.UNKNOWN_NAME, node.key.span, f"there is no option `{node.key.text}`", help_)
            return
        if len(node.readings) != 1:
            self.context.report(codes.OUT_OF_PLACE, node.span, "a `use` states one reading, the default of this game")
            return
        values = self.expressions.readings.values(option, node.readings)
        if values:
            option.default = values[0]
            option.default_span = node.span
            option.citations = (*option.citations, *self.shop.cited(line))
            self.shop.queue(lambda: self._only_entries(node.readings, option.open))


def make_option(node: td.Option, cited: tuple[Citation, ...], context: Context) -> p.Option:
    """An option from its written readings; the first is the default."""
    opened = [_opened(reading, context) for reading in node.readings]
    open_type = next(filter(None, reversed(opened)), None)
    single = [reading for reading, type_ in zip(node.readings, opened, strict=True) if type_ is None]
    if open_type is None:
        _only_numbers(node, context)
    _no_ratios(node.readings[1:], context)
    default = reading_value(node.readings[0])
    if isinstance(default, tree.Ratio):
        context.report(codes.WRONG_TYPE, default.span, "a ratio cannot be divided by zero")
        default = Fraction(1)
    named = (one for one in single if isinstance(one, tree.Name | tree.Nothing))
    words = tuple(one.text if isinstance(one, tree.Name) else "none" for one in named)
    numbers = tuple(one.value for one in single if isinstance(one, tree.Number))
    listings = tuple(value for one in single if isinstance(value := reading_value(one), tuple))
    low, high = next((_ends(one) for one in reversed(single) if isinstance(one, tree.Between)), (None, None))
    if any(isinstance(one, tree.Flag) for one in single):
        type_ = ty.FLAG
    elif open_type is not None or numbers or low is not None or listings or isinstance(default, Fraction):
        type_ = open_type or (ty.set_of(ty.NUMBER) if listings else ty.LITERAL)
        type_ = replace(type_, optional=True) if words else type_
    else:
        type_ = Type("word", words=words)
    return p.Option(
        node.key.text, words, numbers, low, high, open_type, default, type_, node.span, cited, listings=listings
    )


def _opened(reading: tree.Node, context: Context) -> Type | None:
    """The type of all the readings that this one stands for: ratios, or sets of entries of a kind."""
    if not isinstance(reading, tree.Name):
        return None
    if reading.text == "ratio":
        return ty.RATIO
    kind = next((kind for kind in context.program.kinds.values() if kind.plural == reading.text), None)
    if kind is None:
        return None
    context.use(kind)
    return ty.set_of(kind.type)


def _ends(reading: tree.Between) -> tuple[int, int]:
    assert isinstance(reading.low, tree.Number) and isinstance(reading.high, tree.Number)
    return reading.low.value, reading.high.value


def _only_numbers(node: td.Option, context: Context) -> None:
    for reading in node.readings:
        for item in reading.items if isinstance(reading, tree.Listing) else ():
            if not isinstance(item, tree.Number):
                message = f"`{item.span.text}` is not a whole number, and readings in brackets hold such"
                context.report(codes.WRONG_TYPE, item.span, message)


def _no_ratios(readings: tuple[tree.Node, ...], context: Context) -> None:
    for reading in readings:
        if isinstance(reading, tree.Ratio):
            message = f"`{reading.span.text}` is a ratio, which only the first reading of `1/2 | ratio` may be"
            help_ = "give each ratio a word, such as `half | third`, and choose the number by `case`"
            context.report(codes.UNKNOWN_READING, reading.span, message, help_)
