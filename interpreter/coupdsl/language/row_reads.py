"""Where a statement reads the order of a row that is shuffled: chance settles that much of it before the statement.

The order of a shuffled row is drawn when it is asked for. So each read is told with the end it reads and how many
pieces of it, or with the pieces whose places it asks for. `late` are those that cannot be told before the statement:
what is asked for each element of a set, or perhaps not at all. Where the place of a piece that a line before took is
asked for it is told even so: it is one and the same, and to draw it though nobody asks shows nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields, replace
from typing import Any

from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language import program_statements as ps
from coupdsl.language import types as ty
from coupdsl.language.records import by_value
from coupdsl.language.source import Span
from coupdsl.language.walk import parts, possible_statements


@by_value
class End:
    """`count` pieces (None: all) of a row, from its front or its back."""

    count: p.Expr | None
    back: bool = False


ALL = End(None)


@by_value
class RowRead:
    """What is read: an end of `zone`, or the places of `pieces`; `span` is where the rules say so.

    `within` is where the text of a rule says it that is called at `span`.
    """

    span: Span
    late: bool
    zone: pe.GetZone | None = None
    end: End = ALL
    pieces: p.Expr | None = None
    within: Span | None = None


Versions = Callable[[p.Rule], Iterable[p.Version]]
Given = Mapping[p.Local, p.Expr]
# Built-ins for which the order of their sets and lists makes no difference.
UNORDERED = {"count", "is_empty", "in", "subset", "union", "as_set", "single"}
# Those whose value has the order of what they are made of.
PASSING = {"with", "without", "from", "after", "listing"}


def shuffled_zones(program: p.Program) -> set[p.Zone]:
    """The zones that a rule may shuffle; all others are in order throughout."""
    return {s.zone.zone for s in possible_statements(program) if isinstance(s, ps.Shuffle)}


class RowReads:
    """Finds the reads of expressions. `versions` gives the texts of a rule that may be in force.

    `of_any` gives those that may be for one entry or another, where they are not the same: an entry is chosen in play.
    """

    def __init__(
        self, shuffled: set[p.Zone], versions: Versions, doubled: bool, of_any: Versions | None = None
    ) -> None:
        self.shuffled = {zone for zone in shuffled if zone.row}
        self.versions = versions
        self.of_chosen = RowReads(shuffled, of_any, doubled) if of_any is not None else self
        self.doubled = doubled
        self._asked: list[tuple[p.Rule, tuple[p.Expr, ...]]] = []
        self._found: dict[p.Stmt, list[RowRead]] = {}
        self._reading: dict[p.Rule, bool] = {}

    # ---- statements
    def of(self, s: p.Stmt) -> list[RowRead]:
        """The reads of a statement itself, not of the lines inside it; each one once, in the order of asking."""
        if not self.shuffled:
            return []
        if s not in self._found:
            self._found[s] = list(dict.fromkeys(self._statement(s)))
        return self._found[s]

    def of_value(self, expr: p.Expr | None, wanted: ty.Type) -> list[RowRead]:
        """The reads of a value that is wanted as `wanted`, a list in its order or anything else."""
        if not self.shuffled or expr is None:
            return []
        return list(dict.fromkeys(self._kept(expr, wanted)))

    def _statement(self, s: p.Stmt) -> Iterator[RowRead]:
        match s:
            case ps.Bind() | ps.Assign() | ps.Give():
                target = s.target if isinstance(s, ps.Assign) else None
                if isinstance(target, pe.GetState):
                    yield from self._optional(target.index)
                    yield from self._optional(target.second)
                if s.call is not None:
                    yield from self._statement(s.call)
                elif s.value is not None:
                    wanted = s.local if isinstance(s, ps.Bind) else target if target is not None else s.value
                    yield from self._kept(s.value, wanted.type)
            case ps.CallRule(rule=rule, arguments=arguments, entry=entry):
                yield from self._optional(entry)
                for argument, kind in zip(arguments, rule.parameter_types, strict=True):
                    yield from self._kept(argument, kind)
            case ps.PlayMechanic(entry=entry, arguments=arguments):
                yield from self._optional(entry)
                for argument in arguments:
                    yield from self._kept(argument, argument.type)
            case ps.If(condition=condition):
                yield from self._value(condition)
            case ps.Switch(branches=branches):
                for number, (condition, _) in enumerate(branches):
                    yield from self._value(condition, late=number > 0)
            case ps.For(source=source):
                yield from self._value(source, ALL)
            case ps.Repeat(bound=bound):
                yield from self._value(bound)
            case ps.Choose():
                yield from self._choice(s)
            case ps.Finish(keys=keys, among=among):
                for _, key, _ in keys:
                    yield from self._value(key, late=True)
                if among is not None:
                    yield from self._value(among)
            case _:
                yield from self._effect(s)

    def _effect(self, s: p.Stmt) -> Iterator[RowRead]:
        match s:
            case ps.MovePieces(what=what, to=to):
                yield from self._value(what, ALL if to.zone.row else None)
                yield from self._optional(to.index)
            case ps.Draw(source=source, count=count, to=to):
                yield from self._value(count)
                yield from self._optional(source.index)
                yield from self._optional(to.index)
            case ps.Shuffle(zone=zone):
                yield from self._optional(zone.index)
            case ps.Reveal(what=what, to=to, hide=hide):
                yield from self._value(what, None if hide else ALL)
                if not hide and not self._elsewhere(what, {}, settled=True):
                    yield RowRead(what.span, False, pieces=what)
                yield from self._optional(to)
            case ps.Pay(payer=payer, amount=amount, payee=payee, reason=reason):
                for part in (payer, payee, amount, reason):
                    yield from self._optional(part)

    def _choice(self, s: ps.Choose) -> Iterator[RowRead]:
        yield from self._optional(s.who)
        yield from self._optional(s.told)
        for alternative in s.alternatives:
            given: dict[p.Local, p.Expr] = {}
            for number, pick in enumerate(alternative.picks):
                # Of pieces that nobody can tell apart the first is taken, so their order is read.
                end = ALL if self.doubled and pick.source.type.name == "list" else None
                yield from self._value(pick.source, end, given, late=number > 0)
                given[pick.local] = pick.source
            if alternative.condition is not None:
                yield from self._value(alternative.condition, None, given, late=bool(alternative.picks))

    # ---- values
    def _kept(self, expr: p.Expr, wanted: ty.Type) -> Iterator[RowRead]:
        return self._value(expr, ALL if wanted.name == "list" else None)

    def _optional(self, expr: p.Expr | None) -> Iterator[RowRead]:
        return self._value(expr) if expr is not None else iter(())

    def _value(
        self, expr: p.Expr, end: End | None = None, given: Given | None = None, late: bool = False
    ) -> Iterator[RowRead]:
        """The reads of `expr`, of whose value `end` is wanted in order (None: its order makes no difference).

        `given`: what parameters stand for, and what elements were taken from.
        """
        given = given or {}
        match expr:
            case pe.GetZone(zone=zone, index=index):
                if index is not None:
                    yield from self._value(index, None, given, late)
                if end is not None and zone in self.shuffled:
                    count = substituted(end.count, given) if end.count is not None else None
                    whole = pe.GetZone(
                        expr.type, expr.span, zone, substituted(index, given) if index is not None else None
                    )
                    yield RowRead(expr.span, late, whole, End(count, end.back))
            case pe.Op():
                yield from self._op(expr, end, given, late)
            case pe.Apply():
                yield from self._rule(expr, end, given, late)
            case pe.Cond(condition=condition, then=then, otherwise=otherwise):
                yield from self._value(condition, None, given, late)
                yield from self._value(then, end, given, True)
                yield from self._value(otherwise, end, given, True)
            case pe.Lift(local=local, source=source, body=body):
                yield from self._value(source, None, given, late)
                yield from self._value(body, end, {**given, local: source}, True)
            case pe.Each() | pe.Connected() | pe.Filter() | pe.Quantified() | pe.Fold() | pe.Best():
                yield from self._over(expr, end, given, late)
            case _:
                for part in parts(expr):
                    yield from self._value(part, None, given, late)

    def _over(self, expr: pe.Loop, end: End | None, given: Given, late: bool) -> Iterator[RowRead]:
        """What goes through a set: all of it has to be in order where what comes out is a list."""
        ordered = end is not None and expr.type.name == "list"
        yield from self._value(expr.source, ALL if ordered else None, given, late)
        inner = {**given, expr.local: expr.source}
        match expr:
            case pe.Each(body=asked) | pe.Filter(condition=asked) | pe.Quantified(condition=asked):
                yield from self._value(asked, None, inner, True)
            case pe.Fold(value=asked):
                yield from self._value(asked, None, inner, True)
            case pe.Connected(body=asked):
                yield from self._value(asked, None, {**given, expr.local: expr}, True)
            case pe.Best(value=value, comparator=comparator, within=within):
                if within is not None:
                    yield from self._value(within, None, given, late)
                if value is not None:
                    yield from self._value(value, None, inner, True)
                for version in self.versions(comparator) if comparator is not None else ():
                    if isinstance(version.value, pe.Compare):
                        for part in parts_of_order(version.value):
                            yield from self._value(part, None, {**given, version.value.local: expr.source}, True)

    def _op(self, expr: pe.Op, end: End | None, given: Given, late: bool) -> Iterator[RowRead]:
        first, *rest = expr.arguments if expr.arguments else (None,)
        if first is None:
            return
        match expr.name:
            case "first" | "last":
                one = pe.Const(ty.NUMBER, expr.span, 1)
                yield from self._value(first, End(one, expr.name == "last"), given, late)
            case "first_n" | "last_n":
                yield from self._value(first, End(rest[0], expr.name == "last_n"), given, late)
                yield from self._value(rest[0], None, given, late)
            case "and" | "or":
                yield from self._value(first, None, given, late)
                for part in rest:
                    yield from self._value(part, None, given, True)
            case "position":
                yield from self._value(first, None, given, late)
                if not self._elsewhere(first, given):
                    piece = substituted(first, given)
                    alone = pe.Op(ty.set_of(piece.type), piece.span, "single", (piece,))
                    # One that a line before took is the same for each of many: its place is settled before them.
                    yield RowRead(expr.span, late and not isinstance(piece, pe.Load), pieces=alone)
            case "the" | "listed":
                yield from self._value(first, end, given, late)
            case _:
                ordered = expr.name not in UNORDERED
                if expr.name in PASSING:
                    ordered = end is not None and expr.type.name == "list"
                for number, part in enumerate(expr.arguments):
                    whole = ordered and part.type.name == "list" and not (expr.name == "without" and number)
                    yield from self._value(part, ALL if whole else None, given, late)

    def _rule(self, expr: pe.Apply, end: End | None, given: Given, late: bool) -> Iterator[RowRead]:
        if expr.entry is not None:
            yield from self._value(expr.entry, None, given, late)
        for argument, kind in zip(expr.arguments, expr.rule.parameter_types, strict=True):
            yield from self._value(argument, ALL if kind.name == "list" else None, given, late)
        reads = self.of_chosen if expr.entry is not None else self
        yield from reads._in_texts(expr, end, given, late)

    def _in_texts(self, expr: pe.Apply, end: End | None, given: Given, late: bool) -> Iterator[RowRead]:
        if not self._may_read(expr.rule):
            return
        arguments = tuple(substituted(argument, given) for argument in expr.arguments)
        # The text of one entry may ask for that of another with other arguments; each has then been in each place.
        before = [asked for rule, asked in self._asked if rule is expr.rule]
        if arguments in before or len(before) > len(arguments):
            return  # a circle is refused elsewhere
        self._asked.append((expr.rule, arguments))
        try:
            yield from self._in_each_text(expr, end, arguments, late)
        finally:  # whoever asks for the first read alone leaves the others
            self._asked.remove((expr.rule, arguments))

    def _in_each_text(
        self, expr: pe.Apply, end: End | None, arguments: tuple[p.Expr, ...], late: bool
    ) -> Iterator[RowRead]:
        unsure = late or expr.entry is not None  # what an entry chosen in play says is known only then
        for version in self.versions(expr.rule):
            if version.value is not None:
                inner = dict(zip(version.parameters, arguments, strict=False))
                for read in self._value(version.value, _of_value(version.value, end), inner, unsure):
                    yield replace(read, span=expr.span, within=read.within or read.span) if unsure else read
                    if unsure and read.late:
                        break  # what else is late in it is told by the same call

    def _may_read(self, rule: p.Rule) -> bool:
        """May it read an order, whatever it is asked with? Most rules that call others do not."""
        if rule not in self._reading:
            self._reading[rule] = False
            values = [version.value for version in self.versions(rule) if version.value is not None]
            self._reading[rule] = any(True for value in values for _ in self._value(value, _of_value(value, ALL)))
        return self._reading[rule]

    # ---- where pieces lie
    def _elsewhere(self, expr: p.Expr, given: Given, settled: bool = False) -> bool:
        """Do these pieces surely lie in no row that is ever shuffled? With `settled`, or where their order was read."""
        if not any(_may_be(expr.type, zone.type) for zone in self.shuffled):
            return True
        match expr:
            case pe.GetZone(zone=zone):
                return settled or zone not in self.shuffled
            case pe.Load(local=local):
                return local in given and self._elsewhere(given[local], given)
            case pe.Apply():
                return self._all_elsewhere(expr, given, settled and expr.type.name == "list")
            case pe.Filter(source=source) | pe.Best(source=source):
                return self._elsewhere(source, given, settled and expr.type.name == "list")
            case pe.Connected(local=local, source=source, body=body):
                inner = {**given, local: source}
                return self._elsewhere(source, given) and self._elsewhere(body, inner)
            case pe.Each(body=body) | pe.Lift(body=body):
                return self._elsewhere(body, given)
            case pe.Cond(then=then, otherwise=otherwise):
                return self._elsewhere(then, given) and self._elsewhere(otherwise, given)
            case pe.Op(
                name="first" | "last" | "first_n" | "last_n" | "the" | "single" | "listed", arguments=(first, *_)
            ):
                return self._elsewhere(first, given, settled)
            case pe.Op(name="without" | "from" | "after", arguments=(first, *_)):
                return self._elsewhere(first, given, settled and expr.type.name == "list")
            case pe.Op(name="with" | "listing" | "union" | "as_set", arguments=arguments):
                kept = settled and expr.type.name == "list"
                return all(self._elsewhere(part, given, kept) for part in arguments)
        return False

    def _all_elsewhere(self, expr: pe.Apply, given: Given, settled: bool) -> bool:
        """As `_elsewhere`, of what each text of a rule gives. Which entry is chosen in play is known only then."""
        if expr.entry is not None or any(rule is expr.rule for rule, _ in self._asked):
            return False
        arguments = tuple(substituted(argument, given) for argument in expr.arguments)
        self._asked.append((expr.rule, arguments))
        found = all(
            version.value is not None
            and self._elsewhere(version.value, dict(zip(version.parameters, arguments, strict=False)), settled)
            for version in self.versions(expr.rule)
        )
        self._asked.pop()
        return found


def _of_value(value: p.Expr, end: End | None) -> End | None:
    """The end of it that is wanted in order; of anything but a list, none."""
    return end if value.type.name == "list" else None


def parts_of_order(order: pe.Compare) -> Iterator[p.Expr]:
    """The conditions of an order, and the orders by which what fulfils them is ranked."""
    for condition, by in order.lines:
        yield condition
        if by is not None:
            yield by


def _may_be(kind: ty.Type, of: ty.Type) -> bool:
    """Can a value of this type be, or hold, a piece that lies in a zone of that type?"""
    one, other = (t.of or t for t in (kind, of))
    return one.definite == other.definite or "piece" in (one.name, other.name) or not one.family


def substituted(expr: p.Expr, given: Given) -> p.Expr:
    """The expression with what its parameters stand for in their places."""
    if isinstance(expr, pe.Load):
        return given.get(expr.local, expr)
    if not given:
        return expr
    changed: dict[str, Any] = {}
    for field in fields(expr):
        part = getattr(expr, field.name)
        if isinstance(part, p.Expr):
            changed[field.name] = substituted(part, given)
        elif isinstance(part, tuple):
            changed[field.name] = tuple(substituted(one, given) if isinstance(one, p.Expr) else one for one in part)
    return expr if all(getattr(expr, name) == part for name, part in changed.items()) else replace(expr, **changed)
