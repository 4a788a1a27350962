"""What `… of …` means."""

from __future__ import annotations

from coupdsl.language import codes, tree
from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language import types as ty
from coupdsl.language.checker import hints
from coupdsl.language.checker.as_sets import cards_of
from coupdsl.language.checker.attributes import OF_TEAMS, Attributes
from coupdsl.language.checker.checking import Checking
from coupdsl.language.checker.context import Scope
from coupdsl.language.checker.named_values import NamedValues
from coupdsl.language.checker.rule_calls import RuleCalls
from coupdsl.language.checker.tried import is_right
from coupdsl.language.diagnostics import suggest
from coupdsl.language.foreign_words import BY_CHANCE, COUNTED, MEANT
from coupdsl.language.likeness import slipped
from coupdsl.language.source import Span
from coupdsl.language.turned_round import meant
from coupdsl.language.types import Type, a
from coupdsl.language.words import BEFORE_OF


class AskedOf:
    def __init__(self, checking: Checking, values: NamedValues, rules: RuleCalls, attributes: Attributes) -> None:
        self.checking = checking
        self.context = checking.context
        self.values = values
        self.rules = rules
        self.attributes = attributes

    def check(self, node: tree.Of, scope: Scope, wanted: Type | None) -> p.Expr:
        left = node.left
        if isinstance(left, tree.Call):
            return self._call_of(left, node, scope)
        if not isinstance(left, tree.Name):
            each = [f"{item.span.text} of {node.right.span.text}" for item in getattr(left, "items", ())]
            help_ = f"write it for each: `[{', '.join(each)}]`" if each else None
            if isinstance(left, tree.Number):
                several = f"first({left.value}) of {node.right.span.words}"
                help_ = f"write `{several}`, or `last of {several}` for the one at this place"
            if isinstance(left, tree.Unary) and left.operator == "-":
                help_ = f"put what follows `-` in brackets: `-({left.operand.span.text} of {node.right.span.text})`"
            return self.checking.wrong(left.span, "only a name or a call can stand before `of`", help_)
        if left.text in BEFORE_OF and self._is_misnamed(left.text):
            return self.checking.anything(node.span)
        if left.text in ("count", "first", "last", "choices"):
            return self._of_collection(left, node, scope)
        right = self.checking.check(node.right, scope)
        if right.type == ty.ANY:
            return right
        if left.text == "position" and not right.type.is_collection:
            return pe.Op(ty.NUMBER.or_none, node.span, "position", (self.checking.fit(right, ty.PIECE),))
        if right.type.definite == ty.SUIT:
            rank = self.values.find(left.text, ty.RANK, scope, left.span)
            if rank is not None:
                return pe.Op(ty.FACE, node.span, "face", (rank, right))
        right = self.checking.there(cards_of(right))
        if right.type.is_collection and right.type.of is not None:
            local = p.Local(left.text, right.type.of, left.span)
            body = self.attributes.find(left.text, pe.Load(local.type, left.span, local), scope, left.span)
            if body is not None:
                element = body.type.of if body.type.is_collection and body.type.of else body.type.definite
                if not self.context.is_element(element, node.span):
                    return self.checking.anything(node.span)
                return pe.Each(ty.set_of(element), node.span, local, right, body)
        else:
            found = self.attributes.find(left.text, right, scope, node.span)
            if found is not None:
                return found
        return self._no_attribute(left, right, node.right, scope)

    def _is_misnamed(self, name: str) -> bool:
        """Is something declared by a name that it cannot have, as was said there?"""
        kinds = self.context.program.kinds.values()
        return name in self.context.program.names or any(name in kind.members for kind in kinds)

    def _call_of(self, call: tree.Call, node: tree.Of, scope: Scope) -> p.Expr:
        if call.name.text in ("first", "last"):
            operand = self.checking.collection(node.right, scope)
            if len(call.arguments) != 1:
                return self.rules.wrong_count(call, 1)
            count = self.checking.demand(call.arguments[0], scope, ty.NUMBER)
            kind = ty.list_of(self.checking.element(operand))
            return pe.Op(kind, node.span, f"{call.name.text}_n", (operand, count))
        if isinstance(state := self.context.peek(call.name.text, scope), p.State) and state.by is not None:
            kept = self.attributes.kept_for_two(call, scope, self.checking.check(node.right, scope), node.span)
            assert kept is not None
            return kept
        found = self.rules.member_rule(call, node.right, scope)
        if found is None:
            return self.checking.anything(node.span)
        rule, arguments, entry = found
        return self.rules.apply(rule, arguments, entry, node.span)

    def _of_collection(self, left: tree.Name, node: tree.Of, scope: Scope) -> p.Expr:
        operand = self.checking.collection(node.right, scope, of_choices=left.text == "count")
        if left.text == "count":
            return pe.Op(ty.NUMBER, node.span, "count", (operand,))
        element = self.checking.element(operand)
        if left.text == "choices":
            return self._choices(operand, element, node.span)
        static = isinstance(operand, pe.Constant)  # a family is never empty
        return pe.Op(element if static else element.or_none, node.span, left.text, (operand,))

    def _choices(self, operand: p.Expr, element: Type, span: Span) -> p.Expr:
        if element.is_numeric:
            help_ = "choose among the things that have these numbers, and add up what each has"
            return self.checking.wrong(operand.span, "numbers that are equal would be one in a choice", help_)
        return pe.Op(ty.list_of(ty.choice_of(element)), span, "choices", (operand,))

    def _no_attribute(self, left: tree.Name, right: p.Expr, asked: tree.Node, scope: Scope) -> p.Expr:
        owner = right.type.of if right.type.is_collection and right.type.of else right.type.definite
        of_it = f"of {left.text}"
        unread = owner == ty.ANY and bool(self.context.problems)
        if owner == ty.SEAT and self.context.without_teams(left.text, left.span):
            return self.checking.anything(left.span)
        if unread or self.context.told(left.text, scope) or of_it in self.context.doubtful:
            return self.checking.anything(left.span)
        text = right.span.words
        help_: str | None
        if self._other_way_round(left, right, scope):
            message, help_ = f"{a(owner)} has no `{left.text}`", f"the other way round: `{text} of {left.text}`"
        elif (kept := hints.not_kept_so(left.text, self.context.peek(left.text, scope), owner, text)) is not None:
            self.context.doubtful.add(of_it)  # once for all lines that ask so
            message, help_ = f"{a(owner)} has no `{left.text}`{kept[0]}", kept[1]
        elif owner == ty.SEAT and left.text in OF_TEAMS:
            message, help_ = f"{a(owner)} has no `{left.text}`", "say that there are teams: `seats [4] in 2 teams`"
        elif left.text in ("min", "max"):
            message, help_ = f"`{left.text}` is asked of several", hints.least_of(left.text, asked)
        elif left.text in BY_CHANCE and right.type.is_collection:
            message, help_ = f"{a(owner)} has no `{left.text}`", BY_CHANCE[left.text].format(text)
        elif left.text in MEANT and (left.text not in COUNTED or right.type.is_collection):
            message, help_ = f"{a(owner)} has no `{left.text}`", meant(left.text, text, left.span.before)
        else:
            known = self.attributes.names(owner, scope)
            near = slipped(left.text, [*(self.values.names(ty.RANK) if owner == ty.SUIT else ()), *known])
            help_ = f"did you mean `{near}`?" if near is not None else suggest(left.text, known)
            message = f"{a(owner)} has no `{left.text}`"
        self.context.report(codes.UNKNOWN_NAME, left.span, message, help_)
        return self.checking.anything(left.span)

    def _other_way_round(self, left: tree.Name, right: p.Expr, scope: Scope) -> bool:
        """Does `right of left` mean something?"""
        if not right.span.text.isidentifier():
            return False
        swapped = tree.Of(left.span, tree.Name(right.span, right.span.text), left)
        return is_right(self.context, lambda: self.check(swapped, scope, None))
