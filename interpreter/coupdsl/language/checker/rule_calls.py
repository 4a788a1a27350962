"""Which rule a call means, and whether what it is given fits."""

from __future__ import annotations

import re

from coupdsl.language import codes, tree
from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language import types as ty
from coupdsl.language.checker import hints
from coupdsl.language.checker.checking import Checking
from coupdsl.language.checker.context import Scope
from coupdsl.language.checker.tried import is_right
from coupdsl.language.diagnostics import suggest
from coupdsl.language.free_names import free_name
from coupdsl.language.likeness import nearest
from coupdsl.language.source import Span
from coupdsl.language.types import Type, a

FUNCTIONS = ("min", "max", "near", "connected", "line", "place_in")


def _whole_value(span: Span) -> str | None:
    """The name that `let` gives to just what stands there."""
    text = span.source.text
    named = re.search(r"\blet +(\w+) *= *$", text[text.rfind("\n", 0, span.start) + 1 : span.start])
    return named[1] if named is not None and re.match(r" *(?:[}\n@#]|$)", text[span.end :]) else None


class RuleCalls:
    def __init__(self, checking: Checking) -> None:
        self.checking = checking
        self.context = checking.context

    def apply(self, rule: p.Rule, arguments: tuple[p.Expr, ...], entry: p.Expr | None, span: Span) -> p.Expr:
        self.context.use(rule)
        self.context.settle(rule, span)
        if rule.acts:
            call = re.sub(rf"\b{rule.name}\b(?! *\()", f"{rule.name}()", hints.short(span), count=1)
            name = _whole_value(span) or free_name(span, "x", "given")
            help_ = (
                f"name what it gives first, `let {name} = {call}`; or write it with `=`, if it only works something out"
            )
            if rule.type == ty.NOTHING:
                help_ = (
                    f"it gives nothing: write `{rule.name}({', '.join('…' for _ in arguments)})` on a line of its own"
                )
            message = f"`{rule.name}` is a rule in braces, which cannot be called inside an expression"
            self.context.report(codes.ASKING_INSIDE, span, message, help_)
            return self.checking.anything(span)
        if rule.type == ty.TEXT:
            return self.checking.wrong(span, f"`{rule.name}` is text for people, and rules cannot ask for it")
        return pe.Apply(rule.type, span, rule, arguments, entry)

    def arguments(self, rule: p.Rule, nodes: tuple[tree.Node, ...], scope: Scope, span: Span) -> tuple[p.Expr, ...]:
        if len(nodes) != len(rule.parameter_types):
            wanted, given = len(rule.parameter_types), len(nodes)
            self.context.report(
                codes.WRONG_COUNT, span, f"`{rule.name}` takes {wanted} value{'s' * (wanted != 1)}, not {given}",
                None, ((rule.span, "declared here"),),
            )  # fmt: skip
            return tuple(self.checking.anything(span) for _ in rule.parameter_types)
        before = len(self.context.problems)
        values = self._given(rule, nodes, scope)
        if len(nodes) == 2 and len(self.context.problems) >= before + 2:
            told = self.context.problems[before:]
            del self.context.problems[before:]
            if is_right(self.context, lambda: self._given(rule, nodes[::-1], scope)):
                help_ = f"write `{rule.name}({nodes[1].span.text}, {nodes[0].span.text})`"
                message = f"`{rule.name}` takes {' and '.join(map(a, rule.parameter_types))}, in this order"
                self.context.report(codes.WRONG_TYPE, span, message, help_, ((rule.span, "declared here"),))
            else:
                self.context.problems += told
        return values

    def _given(self, rule: p.Rule, nodes: tuple[tree.Node, ...], scope: Scope) -> tuple[p.Expr, ...]:
        pairs = zip(nodes, rule.parameter_types, strict=True)
        return tuple(self.checking.demand(node, scope, kind) for node, kind in pairs)

    def find_rule(self, node: tree.Name, scope: Scope, given: tuple[tree.Node, ...] = ()) -> tuple[p.Rule, bool] | None:
        """The rule called by `node`, with what is `given`; True when it is one of the entry's own kind."""
        if scope.kind is not None and node.text in scope.kind.members:
            return scope.kind.members[node.text], True
        if self.context.told(node.text, scope):
            return None
        declared = self.context.find(node.text, scope, node.span)
        if isinstance(declared, p.Rule):
            return declared, False
        if declared is not None:
            help_ = None
            is_one = declared.per is None if isinstance(declared, p.State | p.Zone) else False
            if is_one or (isinstance(declared, p.Account) and not declared.per_seat):
                help_ = f"there is one for all: write `{node.text}` alone"
            elif isinstance(declared, p.State | p.Zone | p.Account) and len(given) == 1:
                help_ = f"write `{node.text} of {hints.in_brackets(given[0].span.words)}`"
            self.checking.wrong(node.span, f"`{node.text}` is not a rule", help_)
        else:
            self.context.unknown(node.text, scope, node.span, self._callable(scope))
        return None

    def _callable(self, scope: Scope) -> set[str]:
        """What is given something in brackets, for suggestions."""
        found = {name: self.context.peek(name, scope) for name in self.context.visible(scope)}
        return {
            *FUNCTIONS,
            *(name for name, rule in found.items() if isinstance(rule, p.Rule) and rule.parameter_types),
        }

    def member_rule(
        self, call: tree.Call, owner: tree.Node, scope: Scope
    ) -> tuple[p.Rule, tuple[p.Expr, ...], p.Expr] | None:
        """`rule(…) of entry`: the rule of the entry's kind, or of the mechanic it plays."""
        entry = self.checking.check(owner, scope)
        if entry.type == ty.ANY:
            return None
        kind = self.context.program.kinds.get(entry.type.name)
        if kind is None or entry.type.optional:
            if kind is not None:
                self.checking.fit(entry, entry.type.definite)
            else:
                kept = [state.name for state in self.context.program.states if state.by is not None]
                near = nearest(call.name.text, ["first", "last", *kept])
                help_ = f"did you mean `{near}(…) of …`?" if near is not None else None
                self.checking.wrong(entry.span, f"`{entry.span.text}` has no rules of its own", help_)
            return None
        rule = kind.members.get(call.name.text) or self.of_mechanic(kind.type, call.name.text)
        if rule is None and call.name.text in self.context.doubtful:
            return None
        if rule is None:
            help_ = suggest(call.name.text, kind.members)
            self.context.report(
                codes.UNKNOWN_NAME, call.name.span, f"{a(kind.type)} has no rule `{call.name.text}`", help_
            )
            return None
        self.context.use(rule)
        self.context.settle(rule, call.span)
        return rule, self.arguments(rule, call.arguments, scope, call.span), entry

    def of_mechanic(self, kind: Type, name: str) -> p.Rule | None:
        """A rule of a mechanic that entries of `kind` play, reached through the entry."""
        for entry in self.context.program.kinds[kind.name].entries:
            found = entry.plays.members.get(name) if entry.plays is not None else None
            if isinstance(found, p.Rule) and not found.acts:
                self.context.use(found)
                return found
        return None

    def wrong_count(self, node: tree.Call, wanted: int, help_: str | None = None) -> p.Expr:
        at_least = "at least " * (node.name.text in ("min", "max"))
        message = f"`{node.name.text}` takes {at_least}{wanted} value{'s' * (wanted != 1)}, not {len(node.arguments)}"
        self.context.report(codes.WRONG_COUNT, node.span, message, help_)
        return self.checking.anything(node.span)
