"""Values and lines that depend on a condition: `if … then … else` and `case`."""

from __future__ import annotations

from collections.abc import Sequence

from coupdsl.language import codes, tree
from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language import types as ty
from coupdsl.language.checker.absence import lacking
from coupdsl.language.checker.checking import Checking
from coupdsl.language.checker.context import Context, Scope
from coupdsl.language.checker.hints import EMPTY, short
from coupdsl.language.checker.named_values import NamedValues
from coupdsl.language.checker.readings import Readings, reading_value
from coupdsl.language.source import Span
from coupdsl.language.types import Type, a, common
from coupdsl.language.walk import alike

REST = "default"  # in other languages


def _beside(kind: Type, other: Type) -> Type:
    """The type of one branch beside another: cards by their name are several where others are."""
    return ty.set_of(ty.CARD) if kind.is_face and other.is_collection else kind


class Branches:
    def __init__(self, checking: Checking, values: NamedValues, readings: Readings) -> None:
        self.checking = checking
        self.context = checking.context
        self.values = values
        self.readings = readings

    def if_else(self, node: tree.IfElse, scope: Scope, wanted: Type | None) -> p.Expr:
        condition = self.checking.demand(node.condition, scope, ty.FLAG)
        then = self.checking.check(node.then, scope, wanted)
        otherwise = self.checking.check(node.otherwise, scope, wanted or then.type)
        then, otherwise = self.checking.priced_alike(then, otherwise)
        kind = self._either(then, otherwise)
        return pe.Cond(kind, node.span, condition, lacking(then, kind), lacking(otherwise, kind))

    def _either(self, one: p.Expr, other: p.Expr) -> Type:
        both = common(_beside(one.type, other.type), _beside(other.type, one.type))
        if both is None and {one.type, other.type} == {ty.RATIO, ty.LITERAL}:
            number = one if one.type == ty.LITERAL else other
            while isinstance(number, pe.Cond):
                number = number.then
            self.checking.fit(number, ty.RATIO)
            return ty.ANY
        if both is None:
            self.checking.wrong(other.span, f"`{short(other.span)}` is {a(other.type)}, not {a(one.type)}")
            return ty.ANY
        if both.is_collection and "none" in (one.type.name, other.type.name):
            none = one if one.type.name == "none" else other
            self.checking.wrong(none.span, f"`none` is not {a(both)}", EMPTY)
            return ty.ANY
        return both

    def case(self, node: tree.Case, scope: Scope, wanted: Type | None) -> p.Expr:
        branches = [
            (condition, self.checking.check(branch.result, scope, wanted))
            for branch, condition in self.conditions(node, scope)
        ]
        if not branches:
            return self.checking.anything(node.span)
        if node.branches[-1].labels:
            # A number may be none of those named: then there is no value, and the game cannot go on.
            result: p.Expr = pe.Op(branches[-1][1].type, node.span, "no_branch", ())
        else:
            result = branches.pop()[1]
        for condition, value in reversed(branches):
            value, result = self.checking.priced_alike(value, result)
            kind = self._either(value, result)
            result = pe.Cond(kind, node.span, condition, lacking(value, kind), lacking(result, kind))
        return result

    def conditions(self, node: tree.Case, scope: Scope) -> list[tuple[tree.CaseBranch, p.Expr]]:
        """Each branch with the condition under which it is taken; reports readings left out."""
        found = self._named(node, scope)
        for branch in node.branches[:-1]:
            if not branch.labels:
                self.context.report(codes.OUT_OF_PLACE, _otherwise(branch), "`otherwise` is the last line of a `case`")
        last = node.branches[-1]
        return found if last.labels else [*found, (last, pe.Const(ty.FLAG, _otherwise(last), True))]

    def _named(self, node: tree.Case, scope: Scope) -> list[tuple[tree.CaseBranch, p.Expr]]:
        """The branches that name something, each with its condition."""
        if not isinstance(node.subject, tree.OptionKey):
            return self._of_value(node, scope)
        option = self.readings.find(node.subject.key, node.subject.span)
        return self._of_option(node, option) if option is not None else []

    def _of_option(self, node: tree.Case, option: p.Option) -> list[tuple[tree.CaseBranch, p.Expr]]:
        found: list[tuple[tree.CaseBranch, p.Expr]] = []
        named: set[object] = set()
        seen = _Seen(self.context)
        for branch in node.branches:
            if not branch.labels:
                continue
            values = self.readings.values(option, branch.labels)
            for label in branch.labels:
                if option.allows(value := reading_value(label)):
                    seen.note(label, pe.Const(option.type, label.span, value))
            named.update(values)
            found.append((branch, pe.IsReading(ty.FLAG, branch.span, option, values)))
        missing = [word for word in (*option.words, *option.numbers) if word not in named]
        if option.type == ty.FLAG:
            missing = [str(flag).lower() for flag in (True, False) if flag not in named]
        self._nothing_left_out(node, missing, f" of `{option.key}`")
        if option.type == ty.FLAG:
            seen.refuse_rest(node)
        return found

    def _of_value(self, node: tree.Case, scope: Scope) -> list[tuple[tree.CaseBranch, p.Expr]]:
        subject = self.checking.check(node.subject, scope)
        found: list[tuple[tree.CaseBranch, p.Expr]] = []
        seen = _Seen(self.context)
        for branch in (branch for branch in node.branches if branch.labels):
            conditions = []
            for label in branch.labels:
                value = self._label(label, scope, subject.type)
                seen.note(label, value)
                conditions.append(
                    self.checking.same_set(label.span, subject, value)
                    if subject.type.is_collection
                    else pe.Op(ty.FLAG, label.span, "is", (subject, value))
                )
            condition, *others = conditions
            for other in others:
                condition = pe.Op(ty.FLAG, branch.span, "or", (condition, other))
            found.append((branch, condition))
        words = self.values.names(subject.type) if subject.type.name in ("suit", "rank") else subject.type.words
        labels = (label for branch in node.branches for label in branch.labels)
        self._nothing_left_out(
            node, sorted({*words} - {label.text for label in labels if isinstance(label, tree.Name)})
        )
        if subject.type == ty.FLAG:
            seen.refuse_rest(node)
        return found

    def _nothing_left_out(self, node: tree.Case, missing: Sequence[object], of: str = "") -> None:
        if missing and all(branch.labels for branch in node.branches):
            listed = ", ".join(f"`{word}`" for word in missing)
            message = f"the case leaves out {listed}{of}"
            self.context.report(codes.UNKNOWN_READING, node.span, message, _line_of(node, missing))

    def _label(self, label: tree.Node, scope: Scope, wanted: Type) -> p.Expr:
        """What a branch names; where it is what other languages call the rest, what that is here is told."""
        is_rest = isinstance(label, tree.Name) and label.text == REST and REST not in (*scope.locals, *wanted.words)
        if not is_rest or self.context.peek(REST, scope) is not None:
            return self.checking.demand(label, scope, wanted)
        help_ = "for everything else write `otherwise`"
        self.context.report(codes.UNKNOWN_NAME, label.span, f"`{REST}` is not declared", help_)
        return self.checking.anything(label.span)


class _Seen:
    """The labels of a case so far: of two that are the same, the second is never come to."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self._constants: dict[object, Span] = {}
        self._others: list[p.Expr] = []

    def note(self, label: tree.Node, value: p.Expr) -> None:
        if value.type == ty.ANY:  # something is wrong with it, which has been said
            return
        if isinstance(value, pe.Const):
            first = self._constants.setdefault((value.type == ty.NONE, value.value), label.span)
        else:
            first = next((other.span for other in self._others if alike(other, value)), label.span)
            self._others.append(value)
        if first != label.span:
            message = f"`{short(label.span)}` appears twice in this case, and the first is taken"
            also = ((first, "here first"),)
            self.context.report(codes.DUPLICATE_NAME, label.span, message, "leave one of them out", also)

    def refuse_rest(self, node: tree.Case) -> None:
        """Nothing is left where a case has named `true` and `false`."""
        has_rest = any(not branch.labels for branch in node.branches)
        if has_rest and {(False, True), (False, False)} <= self._constants.keys():
            message = "`true` and `false` are both there, so nothing is left for `otherwise`"
            self.context.report(codes.DUPLICATE_NAME, _otherwise(node.branches[-1]), message, "leave `otherwise` out")


def _otherwise(branch: tree.CaseBranch) -> Span:
    """The word itself."""
    return Span(branch.span.source, branch.span.start, branch.span.start + len("otherwise"))


def _line_of(node: tree.Case, missing: Sequence[object]) -> str:
    """Help for what a case leaves out."""
    what = "{ … }" if any(isinstance(branch.result, tree.Body) for branch in node.branches) else ": …"
    labels = ", ".join(map(str, missing))
    what = what if what[0] == ":" else f" {what}"
    return f"add a line `{labels}{what}`, or `otherwise{what}` for all that are left"
