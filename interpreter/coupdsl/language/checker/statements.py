"""Checks statements: what is done, by whom, and where the result goes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from coupdsl.language import codes, tree
from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language import program_statements as ps
from coupdsl.language import types as ty
from coupdsl.language.checker import hints, line_hints, said_to_win
from coupdsl.language.checker.context import Context, Scope, citations_of
from coupdsl.language.checker.decision_checks import Decisions
from coupdsl.language.checker.declared_types import type_with
from coupdsl.language.checker.effect_checks import Effects
from coupdsl.language.checker.expression_types import Expressions
from coupdsl.language.checker.rule_calls import FUNCTIONS
from coupdsl.language.diagnostics import suggest
from coupdsl.language.foreign_words import NOBODY, who_wins
from coupdsl.language.likeness import slipped
from coupdsl.language.source import Span
from coupdsl.language.types import Type


class Statements:
    def __init__(self, context: Context, expressions: Expressions) -> None:
        self.context = context
        self.expressions = expressions
        effects = Effects(expressions)
        self.table: dict[type, Callable[[Any, Scope], tuple[p.Stmt | None, Scope]]] = {
            tree.Let: self._let,
            tree.Reveal: self._let,
            tree.State: self._local_state,
            tree.Assign: lambda node, scope: (self._assign(node, scope), scope),
            tree.If: lambda node, scope: (self._if(node, scope), scope),
            tree.For: lambda node, scope: (self._for(node, scope), scope),
            tree.Repeat: lambda node, scope: (self._repeat(node, scope), scope),
            tree.Case: lambda node, scope: (self._case(node, scope), scope),
            tree.Choose: Decisions(expressions, self.block).choose,
            tree.Move: lambda node, scope: (effects.move(node, scope), scope),
            tree.Shuffle: lambda node, scope: (effects.shuffle(node, scope), scope),
            tree.Pay: lambda node, scope: (effects.pay(node, scope), scope),
            tree.Show: lambda node, scope: (effects.reveal(node, scope, hide=False), scope),
            tree.Hide: lambda node, scope: (effects.reveal(node, scope, hide=True), scope),
            tree.Leave: lambda node, scope: (self._loop_exit(ps.Leave, node, scope), scope),
            tree.Again: lambda node, scope: (self._loop_exit(ps.Again, node, scope), scope),
            tree.Give: lambda node, scope: (self._give(node, scope), scope),
            tree.Finish: lambda node, scope: (self._finish(node, scope), scope),
            tree.Play: lambda node, scope: (self._play(node, scope), scope),
            tree.CallLine: lambda node, scope: (self._call_line(node, scope), scope),
        }

    def block(self, lines: tuple[tree.Node, ...], scope: Scope, span: Span) -> p.Block:
        found: list[p.Stmt] = []
        for node in lines:
            handler = self.table.get(type(node))
            if handler is None:
                self.context.report(codes.OUT_OF_PLACE, node.span, *line_hints.cannot_stand(self.context, node, scope))
                continue
            statement, scope = handler(node, scope)
            if statement is not None:
                found.append(statement)
        return p.Block(tuple(found), span)

    def _body(self, body: tree.Body, scope: Scope) -> p.Block:
        return self.block(body.lines, scope, body.span)

    # ---- names and values
    def acting_call(self, node: tree.Node, scope: Scope) -> ps.CallRule | None:
        """`node` as a call of a rule that acts, None when it is anything else."""
        rules = self.expressions.rules
        if isinstance(node, tree.Of) and isinstance(node.left, tree.Call) and node.left.name.text != "first":
            found = rules.member_rule(node.left, node.right, scope) if self._may_act(node.left, scope) else None
            if found is None or not found[0].acts:
                return None
            return ps.CallRule(node.span, citations_of(node, scope), *found)
        if not isinstance(node, tree.Call) or node.name.text in FUNCTIONS:
            return None
        if not self._may_act(node, scope):
            return None
        rule_found = rules.find_rule(node.name, scope)
        if rule_found is None:
            return None
        rule, own = rule_found
        self.context.use(rule)
        self.context.settle(rule, node.span)
        entry = pe.Self(scope.kind.type, node.span) if own and scope.kind is not None else None
        arguments = rules.arguments(rule, node.arguments, scope, node.span)
        return ps.CallRule(node.span, citations_of(node, scope), rule, arguments, entry)

    def _may_act(self, node: tree.Call, scope: Scope) -> bool:
        """Whether any rule of that name acts: asked first, so that expressions are checked only once."""
        name = node.name.text
        if self.context.told(name, scope):
            return False
        program = self.context.program
        pools: list[dict[str, Any]] = [k.members for k in program.kinds.values()]
        pools += [m.members for m in program.mechanics.values()]
        return any(isinstance(pool.get(name), p.Rule) and pool[name].acts for pool in (*pools, program.names))

    def _value(self, node: tree.Node, scope: Scope, wanted: Type | None) -> tuple[p.Expr | None, ps.CallRule | None]:
        """The right side of `let`, `:=` and `give`: an expression, or a rule that acts and gives."""
        call = self.acting_call(node, scope)
        if call is None:
            if wanted is None:
                return self.expressions.check(node, scope), None
            return self.expressions.demand(node, scope, wanted), None
        result = call.rule.type
        if result == ty.NOTHING:
            self.expressions.wrong(node.span, f"`{call.rule.name}` gives nothing")
        elif wanted is not None and not ty.fits(result, wanted):
            self.expressions.wrong(node.span, f"`{call.rule.name}` gives {ty.a(result)}, not {ty.a(wanted)}")
        return None, call

    def _let(self, node: tree.Let | tree.Reveal, scope: Scope) -> tuple[p.Stmt | None, Scope]:
        value, call = self._value(node.value, scope, None)
        if value is not None and isinstance(node, tree.Reveal):
            value = self.expressions.there(value)  # all of them are told
        kind = value.type if value is not None else call.rule.type if call is not None else ty.ANY
        return self._bind(node.name, kind, value, call, node, scope)

    def _local_state(self, node: tree.State, scope: Scope) -> tuple[p.Stmt | None, Scope]:
        if node.per or node.every or node.seen_by or node.initial is None:
            where = "a rule" if scope.rule is not None else "a loop or another line"
            message = f"a state inside {where} can only have a type and a first value"
            self.context.report(codes.OUT_OF_PLACE, node.span, message, "write `state name: type = value`")
            return None, scope
        kind = type_with(self.context, node.type, node.initial)
        value, call = self._value(node.initial, scope, kind)
        return self._bind(node.name, kind, value, call, node, scope)

    def _bind(
        self,
        name: tree.Name,
        kind: Type,
        value: p.Expr | None,
        call: ps.CallRule | None,
        node: tree.Node,
        scope: Scope,
    ) -> tuple[p.Stmt, Scope]:
        local = self.context.local(name, kind, scope)
        local.changes = isinstance(node, tree.State)
        revealed = isinstance(node, tree.Reveal)
        if value is not None:
            self.context.named[local] = (value, revealed)
        return ps.Bind(node.span, citations_of(node, scope), local, value, call, revealed), scope.binding(local)

    def _assign(self, node: tree.Assign, scope: Scope) -> p.Stmt | None:
        before = len(self.context.problems)
        target = self.expressions.check(node.target, scope)
        for told in self.context.problems[before:]:
            if told.code is codes.UNKNOWN_NAME and told.help is None and isinstance(node.target, tree.Name):
                help_ = (
                    f"give a value a name with `let {node.target.text} = …`, or declare `state {node.target.text}: …`"
                )
                self.context.problems[-1] = replace(told, help=help_)
        if isinstance(target, pe.Lift):
            self.expressions.fit(target.source, target.source.type.definite)
            return None
        if not isinstance(target, pe.GetState | pe.Load):
            if target.type != ty.ANY:
                help_ = "only a state can"
                if isinstance(target, pe.GetBalance):
                    help_ += "; an account changes by payments: `… pays … to …`"
                elif isinstance(target, pe.GetZone):
                    help_ += "; pieces are moved: `move … to …`"
                elif isinstance(target, pe.Each):
                    help_ = line_hints.several_changed(target, node, scope) or help_
                self.expressions.wrong(target.span, f"`{target.span.text}` cannot be changed", help_)
            return None
        if isinstance(target, pe.Load) and ty.ANY in (target.type, target.local.type):
            return None  # what is wrong with it is told where it is named
        if isinstance(target, pe.Load) and not target.local.changes:
            value, call = self._value(node.value, scope, None)
            given = value.type if value is not None else call.rule.type if call is not None else ty.ANY
            self.context.report(
                codes.WRONG_TYPE, target.span, *line_hints.unchanging(self.context, target.local, given)
            )
            return None
        value, call = self._value(node.value, scope, target.type)
        return ps.Assign(node.span, citations_of(node, scope), target, value, call)

    # ---- flow
    def _if(self, node: tree.If, scope: Scope) -> p.Stmt:
        condition = self.expressions.demand(node.condition, scope, ty.FLAG)
        then = self._body(node.then, scope)
        otherwise: p.Block | None = None
        if isinstance(node.otherwise, tree.If):
            otherwise = p.Block((self._if(node.otherwise, scope),), node.otherwise.span)
        elif node.otherwise is not None:
            otherwise = self._body(node.otherwise, scope)
        return ps.If(node.span, citations_of(node, scope, node.then), condition, then, otherwise)

    def _for(self, node: tree.For, scope: Scope) -> p.Stmt:
        self.context.each_to_come = node.variable.text
        source = self.expressions.collection(node.source, scope)
        self.context.each_to_come = None
        local = self.context.local(node.variable, self.expressions.element(source), scope)
        inner = scope.binding(local)
        condition = None
        if node.condition is not None:
            condition = self.expressions.demand(node.condition, inner, ty.FLAG)
        if node.together and (told := line_hints.not_together(node)) is not None:
            self.context.report(codes.OUT_OF_PLACE, *told)
        body = self._body(node.body, inner)
        cited = citations_of(node, scope, node.body)
        return ps.For(node.span, cited, local, source, condition, node.together, body)

    def _repeat(self, node: tree.Repeat, scope: Scope) -> p.Stmt:
        bound = self.expressions.demand(node.bound, scope, ty.NUMBER)
        until = self.expressions.demand(node.until, scope, ty.FLAG) if node.until is not None else None
        if node.name.text in scope.loops:
            message = f"the loop `{node.name.text}` is inside another loop of the same name"
            self.context.report(codes.DUPLICATE_NAME, node.name.span, message, "give one of them another name")
        body = self._body(node.body, replace(scope, loops=(*scope.loops, node.name.text)))
        cited = citations_of(node, scope, node.body)
        return ps.Repeat(node.span, cited, node.name.text, until, bound, body, scope.mechanic)

    def _case(self, node: tree.Case, scope: Scope) -> p.Stmt:
        branches = tuple(
            (
                condition,
                self._body(branch.result, scope) if isinstance(branch.result, tree.Body) else p.Block((), node.span),
            )
            for branch, condition in self.expressions.branches.conditions(node, scope)
        )
        return ps.Switch(node.span, citations_of(node, scope, node.branches[0]), branches)

    def _loop_exit(
        self, make: type[ps.Leave] | type[ps.Again], node: tree.Leave | tree.Again, scope: Scope
    ) -> p.Stmt | None:
        if node.name.text not in scope.loops:
            message = f"there is no loop `{node.name.text}` around this line"
            help_ = line_hints.no_loop(node, scope)
            self.context.report(codes.UNKNOWN_NAME, node.name.span, message, help_)
            return None
        return make(node.span, citations_of(node, scope), node.name.text)

    def _give(self, node: tree.Give, scope: Scope) -> p.Stmt | None:
        cited, gives = citations_of(node, scope), scope.rule.type if scope.rule is not None else ty.NOTHING
        if node.value is None and scope.rule is not None:
            if gives != ty.NOTHING:
                message = f"`{scope.rule.name}` says that it gives {ty.a(gives)}"
                self.context.report(codes.OUT_OF_PLACE, node.span, message, "write what it gives: `give …`")
            return ps.Give(node.span, cited, None, None)
        if node.value is None or gives == ty.NOTHING:
            message = "`give` is only possible in a rule that says what it gives"
            help_ = "write `rule name: type { … }`"
            if node.value is None:
                message, help_ = "`give` ends a rule, and this is none", "put these lines into a rule of their own"
            self.context.report(codes.OUT_OF_PLACE, node.span, message, help_)
            return None
        value, call = self._value(node.value, scope, gives)
        return ps.Give(node.span, cited, value, call)

    def _finish(self, node: tree.Finish, scope: Scope) -> p.Stmt:
        keys, is_known = [], partial(self.context.has, scope=scope)
        for at, key in enumerate(node.keys, 1):
            local = p.Local("it", ty.SEAT, key.span)
            if isinstance(key.value, tree.SetOperation) and key.value.operator == "where":
                by, only = key.value.left.span.text, key.value.right.span.text
                help_ = f"write who can win after `among`: `finish by {by} among (seats where {only})`"
                self.expressions.wrong(key.span, "players are compared by a number, and this is a set", help_)
                continue
            if (lowest := said_to_win.lowest_wins(node.keys[:at], is_known)) is not None:
                self.expressions.wrong(key.span, "`lowest` stands before what counts", lowest)
                continue
            if (word := said_to_win.of_all_or_none(key.value, is_known)) is not None:
                self.expressions.wrong(key.value.span, f"`{word}` is not a number", who_wins(word, "wins"))
                continue
            if (several := said_to_win.several_keys(key)) is not None:
                self.expressions.wrong(key.span, "what counts is joined by commas", several)
                continue
            value = self.expressions.asked(local, self.expressions.check(key.value, scope.filtering(local)), scope)
            if ty.SEAT in (value.type.definite, value.type.of):
                who = key.value.span.words
                message = f"`{hints.short(value.span)}` is {ty.a(value.type)}, not a number"
                self.expressions.wrong(value.span, message, who_wins(who, "wins"))
            elif not value.type.is_numeric:
                self.expressions.fit(value, ty.NUMBER)
            keys.append((local, value, key.lowest))
        among = self._winners(node.among, scope) if node.among is not None else None
        return ps.Finish(node.span, citations_of(node, scope), tuple(keys), among)

    def _winners(self, node: tree.Node, scope: Scope) -> p.Expr:
        word = said_to_win.of_all_or_none(node, lambda name: self.context.has(name, scope))
        if word is None:
            return self.expressions.seats(node, scope)
        meant = "[]" if word in NOBODY else "seats"
        message = f"`{node.span.words}` does not say who may win"
        return self.expressions.wrong(node.span, message, f"write `among {meant}`")

    # ---- calls
    def _play(self, node: tree.Play, scope: Scope) -> p.Stmt | None:
        mechanic = self.context.program.mechanics.get(node.name.text)
        if mechanic is not None:
            self.context.use(mechanic)
            arguments = self._mechanic_arguments(node, mechanic, scope)
            return ps.PlayMechanic(node.span, citations_of(node, scope), None, mechanic, arguments)
        if not self.context.has(node.name, scope):
            known = self.context.program.mechanics
            told = hints.not_taken_in(node.name.text, known.keys(), scope.file.source.folder)
            if told is not None:
                self.context.report(codes.UNKNOWN_NAME, node.name.span, *told)
                return None
            if slipped(node.name.text, known):
                self.context.unknown(node.name.text, scope, node.name.span, known)
                return None
        entry = self.expressions.check(node.name, scope)
        kind = self.context.program.kinds.get(entry.type.name)
        if entry.type == ty.ANY:
            return None
        played = [e.plays for e in kind.entries if e.plays is not None] if kind is not None else []
        if not played:
            help_ = suggest(node.name.text, self.context.program.mechanics)
            self.expressions.wrong(node.name.span, f"`{node.name.text}` plays no mechanic", help_)
            return None
        for mechanic in played:
            self.context.use(mechanic)
            arguments = self._mechanic_arguments(node, mechanic, scope)
        return ps.PlayMechanic(node.span, citations_of(node, scope), entry, None, arguments)

    def _mechanic_arguments(self, node: tree.Play, mechanic: p.Mechanic, scope: Scope) -> tuple[p.Expr, ...]:
        if len(node.arguments) != len(mechanic.parameters):
            wanted = len(mechanic.parameters)
            message = f"mechanic `{mechanic.name}` takes {wanted} values, not {len(node.arguments)}"
            self.context.report(codes.WRONG_COUNT, node.span, message)
            return ()
        pairs = zip(node.arguments, mechanic.parameters, strict=True)
        return tuple(self.expressions.demand(argument, scope, state.type) for argument, state in pairs)

    def _call_line(self, node: tree.CallLine, scope: Scope) -> p.Stmt | None:
        call = self.acting_call(node.call, scope)
        if call is None and isinstance(node.call, tree.Name):
            rule = self.context.program.names.get(node.call.text)
            if isinstance(rule, p.Rule) and rule.acts and not rule.parameter_types:
                message, help_ = f"`{rule.name}` acts, and is called with brackets", f"write `{rule.name}()`"
                self.context.report(codes.NOT_A_CALL, node.span, message, help_)
                return None
        if call is None:
            alone = node.span.text.startswith("-") or line_hints.is_answer(self.context, node, scope)
            expr = self.expressions.check(node.call, scope) if not alone else None  # else names are not there
            if expr is None or expr.type != ty.ANY:
                message = f"`{' '.join(node.span.text.split())}` is worked out and then not used"
                self.context.report(codes.NOT_A_CALL, node.span, message, line_hints.unused(self.context, node, scope))
        return call
