"""Options: questions, their readings, and where the game restates those of a mechanic."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from coupdsl.language import codes, tree
from coupdsl.language import program as p
from coupdsl.language import tree_declarations as td
from coupdsl.language import types as ty
from coupdsl.language.checker.context import Context
from coupdsl.language.checker.readings import reading_value
from coupdsl.language.checker.workshop import Line, Section
from coupdsl.language.diagnostics import suggest
from coupdsl.language.files import Citation
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
            also = ((self.program.options[option.key].span, "declared here first"),)
            self.context.report(codes.DUPLICATE_NAME, node.key.span, f"`{option.key}` is declared twice", None, also)
            return
        self.program.options[option.key] = option

    def _readings_differ(self, node: td.Option) -> None:
        written: set[str] = set()
        for reading in node.readings:
            if reading.span.text in written:
                message = f"`{reading.span.text}` stands twice among the readings"
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


def _only_numbers(node: td.Option, context: Context) -> None:
    for reading in node.readings:
        for item in reading.items if isinstance(reading, tree.Listing) else ():
            if not isinstance(item, tree.Number):
                message = f"`{item.span.text}` is not a whole number, and readings in brackets hold such"
                context.report(codes.WRONG_TYPE, item.span, message)


def make_option(node: td.Option, cited: tuple[Citation, ...], context: Context) -> p.Option:
    """An option from its written readings; the first is the default."""
    words: list[str] = []
    numbers: list[int] = []
    flags: list[bool] = []
    listings: list[tuple[object, ...]] = []
    low = high = None
    open_type: Type | None = None
    for reading in node.readings:
        if isinstance(reading, tree.Name) and reading.text == "ratio":
            open_type = ty.RATIO
        elif isinstance(reading, tree.Name) and any(k.plural == reading.text for k in context.program.kinds.values()):
            kind = next(k for k in context.program.kinds.values() if k.plural == reading.text)
            context.use(kind)
            open_type = ty.set_of(kind.type)
        elif isinstance(reading, tree.Name):
            words.append(reading.text)
        elif isinstance(reading, tree.Nothing):
            words.append("none")
        elif isinstance(reading, tree.Flag):
            flags.append(reading.value)
        elif isinstance(reading, tree.Number):
            numbers.append(reading.value)
        elif isinstance(reading, tree.Between):
            assert isinstance(reading.low, tree.Number) and isinstance(reading.high, tree.Number)
            low, high = reading.low.value, reading.high.value
        elif isinstance(reading, tree.Listing):
            value = reading_value(reading)
            assert isinstance(value, tuple)
            listings.append(value)
    if open_type is None:
        _only_numbers(node, context)
    for reading in node.readings[1:]:
        if isinstance(reading, tree.Ratio):
            message = f"`{reading.span.text}` is a ratio, which only the first reading of `1/2 | ratio` may be"
            help_ = "give each ratio a word, such as `half | third`, and choose the number by `case`"
            context.report(codes.UNKNOWN_READING, reading.span, message, help_)
    default = reading_value(node.readings[0])
    if isinstance(default, tree.Ratio):
        context.report(codes.WRONG_TYPE, default.span, "a ratio cannot be divided by zero")
        default = Fraction(1)
    if flags:
        kind_ = ty.FLAG
    elif open_type is not None or numbers or low is not None or listings or isinstance(default, Fraction):
        kind_ = open_type or (ty.set_of(ty.NUMBER) if listings else ty.LITERAL)
        if words and not kind_.is_collection:
            kind_ = kind_.or_none
        elif words:
            kind_ = replace(kind_, optional=True)
    else:
        kind_ = Type("word", words=tuple(words))
    option = p.Option(
        node.key.text, tuple(words), tuple(numbers), low, high, open_type, default, kind_, node.span, cited
    )
    option.listings = tuple(listings)
    return option
