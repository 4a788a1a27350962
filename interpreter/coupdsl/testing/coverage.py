"""Which clauses of the rules a game reaches: the rules are lowered with marks in them, and only then cost anything."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cached_property
from typing import Any

from coupdsl.code import expressions as x
from coupdsl.code import instructions as i
from coupdsl.code.charges import charge
from coupdsl.code.code import Code
from coupdsl.code.errors import RulesError
from coupdsl.code.known import Bound, Known, Unknown
from coupdsl.code.lowering.base import Around
from coupdsl.code.lowering.lower import Lowering
from coupdsl.code.resolving import Resolver
from coupdsl.engine.chance import derive
from coupdsl.engine.chance_source import Source
from coupdsl.engine.closures import Closure, Fixed
from coupdsl.engine.evaluate import Evaluator
from coupdsl.engine.position import Position
from coupdsl.engine.reference import Reference
from coupdsl.engine.rules import Rules
from coupdsl.engine.state import State
from coupdsl.language import program as p
from coupdsl.language.types import Type
from coupdsl.play.bots import RandomBot
from coupdsl.testing.clauses import Clause, clause_expressions, clause_of
from coupdsl.testing.rule_tests import RuleTest
from coupdsl.testing.suite import Library
from coupdsl.testing.trials import failure


class Trace:
    """The clauses reached since it was emptied."""

    def __init__(self) -> None:
        self.reached: set[Clause] = set()

    def take(self) -> frozenset[Clause]:
        found = frozenset(self.reached)
        self.reached.clear()
        return found


def traced(trace: Trace) -> type[Rules]:
    """Rules whose games write into `trace` what they reach."""

    class TracedRules(Rules):
        @cached_property
        def traced(self) -> tuple[Code, TracedResolver]:
            expressions = TracedResolver(self)
            return TracedLowering(self, expressions).whole(), expressions

        @cached_property
        def code(self) -> Code:
            return self.traced[0]

        @cached_property
        def reference(self) -> Reference:
            code, expressions = self.traced
            return Reference(code, TracedEvaluator(expressions, trace), trace.reached.update)

        def start(self, seed: int | None = None, chance: Source | None = None) -> State:
            state = super().start(seed, chance)
            trace.reached |= self.traced[1].before_play
            return state

    return TracedRules


class TracedResolver(Resolver):
    """Notes which expressions are clauses, and what is worked out of them before play."""

    def __init__(self, rules: Rules) -> None:
        self.places = {id(expr): clause_of(expr.span) for expr in clause_expressions(rules.program)}
        self.clauses: dict[x.Expression, set[Clause]] = {}
        self.before_play: set[Clause] = set()
        self.now = [self.before_play]  # where that goes which is worked out now
        super().__init__(rules)

    def stated(self, expr: p.Expr, entry: p.Entry | None) -> x.Expression:
        if (expr, entry) in self.resolved:
            return super().stated(expr, entry)
        self.now.append({self.places[id(expr)]} if id(expr) in self.places else set())
        try:
            found = super().stated(expr, entry)
        finally:
            marks = self.now.pop()
        self.clauses[found] = marks
        return found

    def in_form(self, one: x.Expression, wanted: Type | str | None) -> x.Expression:
        found = super().in_form(one, wanted)
        self.clauses.setdefault(found, self.clauses.get(one, set()))  # another may stand in its place
        return found

    def fixed(self, expr: p.Expr, entry: p.Entry | None = None) -> Any:
        found = super().fixed(expr, entry)
        self.note(self.stated(expr, entry))
        return found

    def joined(self, rule: p.Rule, children: list[int], stated: x.Expression | None) -> x.Fixed:
        found = super().joined(rule, children, stated)
        self.clauses[found] = set() if stated is None else Watch(self).reached(stated)
        return found

    def note(self, one: x.Expression) -> None:
        """What has been worked out was needed."""
        self.now[-1].update(Watch(self).reached(one))


class Watch(Known):
    """Works out what is known before play, and notes the clauses that it comes to."""

    def __init__(self, expressions: TracedResolver) -> None:
        super().__init__(expressions.layout, expressions.state)
        self.clauses = expressions.clauses
        self.found: set[Clause] = set()

    def reached(self, one: x.Expression) -> set[Clause]:
        """What can be known may need nothing of what it is given, or only some of it."""
        with suppress(Unknown, RulesError):
            self.value(one, {})
        return self.found

    def value(self, one: x.Expression, bound: Bound) -> Any:
        self.found |= self.clauses.get(one, set())
        try:
            return super().value(one, bound)
        except Unknown:
            if isinstance(one, x.Call):
                return self.value(self.body(one.function), {})
            raise

    def body(self, function: x.Function) -> x.Expression:
        return self.state(function)


class TracedEvaluator(Evaluator):
    """Works out everything as the rules state it, when it is come to, and marks the clauses among that."""

    def __init__(self, expressions: TracedResolver, trace: Trace) -> None:
        super().__init__(expressions.layout)
        self.expressions = expressions
        self.trace = trace

    def closure(self, one: x.Expression) -> Closure:
        found = self.closures.get(one)
        if found is None:
            folded = self.expressions.folding.done.get(one)
            if isinstance(folded, x.Fixed):  # it always comes to the same clauses
                found = self._marking(Fixed(folded.value), Watch(self.expressions).reached(one))
            else:
                found = self._marking(super().closure(one), self.expressions.clauses.get(one, set()))
            self.closures[one] = found
        return found

    def body(self, function: x.Function) -> Closure:
        """What a rule states is made ready when the rule is asked for."""
        if function not in self.rules:
            with suppress(RulesError):  # of an entry that has no such rule
                self.expressions.state(function)
            self.rules[function] = self._late(function)
        return self.rules[function]

    def asked(self, function: x.Function, arguments: list[Closure]) -> Closure:
        """What always says the same is told nothing."""
        return self.body(function) if isinstance(function.folded, x.Fixed) else super().asked(function, arguments)

    def _late(self, function: x.Function) -> Closure:
        ready: Closure | None = None

        def late(position: Position) -> Any:
            nonlocal ready
            if ready is None:
                ready = self.closure(self.expressions.state(function))
            return ready(position)

        return late

    def table(self, function: x.Function) -> None:
        return None  # a table would be asked without its rule

    def _marking(self, inner: Closure, marks: set[Clause]) -> Closure:
        reached = self.trace.reached
        if not marks:
            return inner

        def marked(position: Position) -> Any:
            reached.update(marks)
            return inner(position)

        return marked


class TracedLowering(Lowering):
    """Puts a mark before every statement, and leaves all expressions as they are stated."""

    expressions: TracedResolver

    def __init__(self, rules: Rules, expressions: TracedResolver) -> None:
        super().__init__(rules, expressions)
        self.expressions = expressions

    def folded(self, one: x.Expression) -> x.Expression:
        super().folded(one)  # what fails is refused now
        return one

    def charge(self) -> None:
        charge(self.code, self.expressions.folding.done)

    def elements(self, expr: p.Expr, around: Around) -> x.Expression:
        super().elements(expr, around)
        return self.stated(expr, around)

    def fixed(self, expr: p.Expr | None, around: Around) -> x.Fixed | None:
        found = super().fixed(expr, around)
        if found is not None and expr is not None:
            self.expressions.note(self.stated(expr, around))
        return found

    def block(self, block: p.Block | None, around: Around) -> None:
        if block is not None and not block.lines:
            self._marked(block.span, lambda: None)
        for statement in block.lines if block is not None else ():
            self._marked(statement.span, lambda line=statement: self.line(line, around))  # type: ignore[misc]

    def _marked(self, span: Any, lower: Callable[[], None]) -> None:
        marks = {clause_of(span)}
        self.emit(i.Watch(marks))
        self.expressions.now.append(marks)
        lower()
        self.expressions.now.pop()


def reached_by_tests(tests: Iterable[RuleTest], library: Library, trace: Trace) -> list[frozenset[Clause]]:
    """For each test the clauses it reaches."""
    found = []
    for test in tests:
        trace.take()
        failure(test, library.load)
        found.append(trace.take())
    return found


def reached_by_games(rules: Rules, games: int, seed: int, trace: Trace) -> frozenset[Clause]:
    """The clauses that random games reach."""
    trace.take()
    for number in range(games):
        state, bot = rules.start(derive(seed, number)), RandomBot(derive(derive(seed, number), 1))
        while not state.is_over:
            state.apply(bot.choose(state.legal_moves()))
    return trace.take()
