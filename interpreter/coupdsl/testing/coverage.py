"""Which clauses of the rules a game reaches: the rules are lowered with marks in them, and only then cost anything."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any

from coupdsl.code.code import Code
from coupdsl.code.instructions import Watch
from coupdsl.engine.chance import derive
from coupdsl.engine.closures import Closure, Fixed
from coupdsl.engine.evaluate import Evaluator
from coupdsl.engine.lower import Around, Lowering
from coupdsl.engine.position import Position
from coupdsl.engine.reference import Reference
from coupdsl.engine.rules import Rules
from coupdsl.engine.state import State
from coupdsl.language import program as p
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
        def lowered(self) -> tuple[Code, Evaluator]:
            evaluator = TracedEvaluator(self, trace)
            code = TracedLowering(self, evaluator).whole()
            trace.reached.clear()  # what was worked out before play
            return code, evaluator

        @cached_property
        def reference(self) -> Reference:
            return Reference(self.code, self.evaluator, trace.reached.update)

        def start(self, seed: int | None = None) -> State:
            state, evaluator = super().start(seed), self.evaluator  # works out what lies where
            assert isinstance(evaluator, TracedEvaluator)
            trace.reached |= evaluator.before_play
            return state

    return TracedRules


class _Frame:
    """What was compiled inside an expression: `all` of it, and what is `fixed` and so leaves no trace by itself."""

    def __init__(self) -> None:
        self.all: set[Clause] = set()
        self.fixed: set[Clause] = set()


class TracedEvaluator(Evaluator):
    """Marks the clauses among the expressions. What is fixed before play is marked where its value is used."""

    def __init__(self, rules: Rules, trace: Trace) -> None:
        self.trace = trace
        self.clauses = {id(expr): clause_of(expr.span) for expr in clause_expressions(rules.program)}
        self.frames: list[_Frame] = []
        self.before_play: set[Clause] = set()
        self.known: dict[object, _Frame] = {}
        self.branches: set[tuple[p.Expr, p.Entry | None]] = set()
        self.filling = False
        super().__init__(rules)

    def closure(self, expr: p.Expr, entry: p.Entry | None) -> Closure:
        key = (expr, entry)
        if key in self.known:
            return self._tell(key, self.compiled[key])
        if isinstance(expr, p.Cond) and not isinstance(self.closure(expr.condition, entry), Fixed):
            self.branches |= {(expr.then, entry), (expr.otherwise, entry)}
        own = {self.clauses[id(expr)]} if id(expr) in self.clauses else set()
        inner, frame = self._inside(lambda: super(TracedEvaluator, self).closure(expr, entry))
        told = self.known[key] = _Frame()
        told.all = own | frame.all
        if not isinstance(inner, Fixed):
            inner = self._marking(inner, own | frame.fixed)
        elif key in self.branches:  # fixed, and yet only sometimes come to
            inner = self._marking(inner, told.all)
        else:
            told.fixed = told.all
        self.compiled[key] = inner
        return self._tell(key, inner)

    def body(self, rule: p.Rule, entry: p.Entry | None) -> Closure:
        key = (rule, entry)
        if key not in self.known:
            self.applied[key], frame = self._inside(lambda: super(TracedEvaluator, self).body(rule, entry))
            told = self.known[key] = _Frame()
            told.all = frame.all
            told.fixed = frame.all if isinstance(self.applied[key], Fixed) else set()
        found = self._tell(key, self.applied[key])
        late = self.filling and not self.frames and isinstance(found, Fixed)
        return self._marking(found, self.known[key].fixed) if late else found

    def table(self, rule: p.Rule, entry: p.Entry | None, slot: int, body: Closure) -> list[Any] | None:
        return None  # a table would be asked without its rule

    def complete(self) -> None:
        self.filling = True
        super().complete()
        self.filling = False

    def _inside(self, compile_: Callable[[], Closure]) -> tuple[Closure, _Frame]:
        self.frames.append(_Frame())
        try:
            return compile_(), self.frames[-1]
        finally:
            self.frames.pop()

    def _tell(self, key: object, closure: Closure) -> Closure:
        """Tells the expression around what this one holds."""
        told = self.known[key]
        if self.frames:
            self.frames[-1].all |= told.all
            self.frames[-1].fixed |= told.fixed
        elif not self.filling:
            self.before_play |= told.fixed
        return closure

    def _marking(self, inner: Closure, marks: set[Clause]) -> Closure:
        if not marks:
            return inner
        reached, kept = self.trace.reached, frozenset(marks)

        def marked(position: Position) -> Any:
            reached.update(kept)
            return inner(position)

        return marked


class TracedLowering(Lowering):
    """Puts a mark before every statement."""

    evaluator: TracedEvaluator

    def __init__(self, rules: Rules, evaluator: TracedEvaluator) -> None:
        super().__init__(rules, evaluator)
        self.evaluator = evaluator

    def _block(self, block: p.Block | None, around: Around) -> None:
        if block is not None and not block.lines:
            self._marked(block.span, lambda: None)
        for statement in block.lines if block is not None else ():
            self._marked(statement.span, lambda line=statement: self._line(line, around))  # type: ignore[misc]

    def _marked(self, span: Any, lower: Callable[[], None]) -> None:
        marks = {clause_of(span)}
        self._emit(Watch(marks))
        frames = self.evaluator.frames
        frames.append(_Frame())
        lower()
        marks |= frames.pop().fixed


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
