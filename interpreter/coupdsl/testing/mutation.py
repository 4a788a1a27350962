"""Changes rules a little, one place at a time, to see whether a test notices."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language import program_statements as ps
from coupdsl.language.records import by_value
from coupdsl.language.source import Span
from coupdsl.language.walk import all_rules, parts
from coupdsl.play.workers import end_pool, end_with_parent, starting
from coupdsl.rulesets.composed import Composed
from coupdsl.rulesets.values import shown
from coupdsl.testing.clauses import Clause, blocks, clause_expressions, clause_of, inner_blocks
from coupdsl.testing.rule_tests import RuleTest, read_tests
from coupdsl.testing.suite import Library
from coupdsl.testing.trials import failure

SWAPS = {
    "and": "or", "or": "and", "lt": "le", "le": "lt", "gt": "ge", "ge": "gt", "min": "max", "max": "min",
    "add": "sub", "sub": "add", "first": "last", "last": "first", "round_up": "round_down",
    "round_down": "round_up", "with": "without", "without": "with", "from": "after", "after": "from",
}  # fmt: skip
SHOWN = {"lt": "<", "le": "<=", "gt": ">", "ge": ">=", "add": "+", "sub": "-", "round_up": "rounded up",
         "round_down": "rounded down"}  # fmt: skip
KEPT = (ps.Bind, ps.Give, ps.Finish)  # without these, rules only stop


@dataclass(frozen=True, order=True)
class Mutant:
    """One change, the same in every ruleset that reads the file: what stands there, and what is put instead."""

    place: Clause
    was: str
    now: str


@by_value
class Change:
    """How a mutant is made: fields of one node of the program and their other values."""

    node: object
    fields: dict[str, Any]

    def swap(self) -> Change:
        """Makes the change; the one that is returned takes it back."""
        back = Change(self.node, {name: getattr(self.node, name) for name in self.fields})
        for name, value in self.fields.items():
            object.__setattr__(self.node, name, value)
        return back


@dataclass
class Found:
    """A mutant with its place and the clause around it; None where it stands in what is declared."""

    change: Change
    span: Span
    clause: Clause | None


def mutants(composed: Composed) -> dict[Mutant, Found]:
    """Every small change of a ruleset: of its rules, and of what its variants set."""
    program = composed.program
    found: dict[Mutant, Found] = {}
    clauses = {id(expr): clause_of(expr.span) for expr in clause_expressions(program)}

    def add(change: Change, span: Span, was: str, now: str, clause: Clause | None) -> None:
        found.setdefault(Mutant(clause_of(span), was, now), Found(change, span, clause))

    def look(expr: p.Expr, clause: Clause | None) -> None:
        clause = clauses.get(id(expr), clause)
        for fields, was, now in _changes(expr, program):
            add(Change(expr, fields), expr.span, was, now, clause)
        for part in parts(expr):
            look(part, clause)

    for rule in all_rules(program):
        for version in rule.versions:
            if version.value is not None:
                look(version.value, clause_of(version.value.span))
    for block in blocks(program):
        for node, inside in _statements(block):
            if not isinstance(node, KEPT):
                rest = tuple(line for line in inside.lines if line is not node)
                text = node.span.words
                add(Change(inside, {"lines": rest}), node.span, text, "", clause_of(node.span))
            for expr in _own(node):
                look(expr, clause_of(node.span))
    for expr in _declared(program):
        look(expr, None)
    for version in composed.overrides.values():
        if version.value is not None:
            look(version.value, None)
    for change, span, was, now in _settings(composed):
        add(change, span, was, now, None)
    return found


def _settings(composed: Composed) -> Iterator[tuple[Change, Span, str, str]]:
    """Other readings than those that variants choose, and entries that stay instead of being removed."""
    for variant in composed.variants:
        for key, stated in variant.options.items():
            option, setting = composed.program.options[key], composed.options[key]
            if setting.span == stated.span:
                for other in _other_reading(option, setting.value):
                    yield Change(setting, {"value": other}), stated.span, stated.span.text, shown(other)
    for entry, span in composed.removed.items():
        rest = {other: place for other, place in composed.removed.items() if other is not entry}
        yield Change(composed, {"removed": rest}), span, entry.path, ""


def _other_reading(option: p.Option, value: object) -> Iterator[Any]:
    """The reading after `value`; the default where what is chosen is none of those that are listed."""
    words = [None if word == "none" else word for word in option.words]
    listed: list[Any] = [True, False] if option.type.name == "flag" else [*words, *option.numbers]
    if option.low is not None and option.high is not None:
        listed += range(option.low, option.high + 1, option.step)
    listed += option.listings
    if value in listed and len(listed) > 1:
        yield listed[(listed.index(value) + 1) % len(listed)]
    elif option.default != value:
        yield option.default


def _statements(block: p.Block) -> Iterator[tuple[p.Stmt, p.Block]]:
    for statement in block.lines:
        yield statement, block
        for inner in inner_blocks(statement):
            yield from _statements(inner)


def _own(node: p.Stmt) -> Iterator[p.Expr]:
    """The outermost expressions of a statement itself."""
    things: list[object] = [node]
    while things:
        thing = things.pop(0)
        if isinstance(thing, p.Expr):
            yield thing
        elif isinstance(thing, tuple):
            things += thing
        elif isinstance(thing, ps.Pick | ps.Alternative | ps.CallRule) or thing is node:
            things += [getattr(thing, name) for name in getattr(thing, "__dataclass_fields__", ())]


def _declared(program: p.Program) -> Iterator[p.Expr]:
    things: list[Any] = [*program.accounts, *program.states, *program.zones]
    yield from (thing.initial for thing in things if thing.initial is not None)


def _changes(expr: p.Expr, program: p.Program) -> Iterator[tuple[dict[str, Any], str, str]]:
    text = expr.span.words
    if isinstance(expr, pe.Const):
        other = _sibling(expr, program)
        if other is not None:
            yield {"value": other[0]}, text, other[1]
    elif isinstance(expr, pe.Op) and expr.name in SWAPS:
        now = SWAPS[expr.name]
        yield {"name": now}, SHOWN.get(expr.name, expr.name), SHOWN.get(now, now)
    elif isinstance(expr, pe.Op) and expr.name in ("is", "in", "is_empty", "subset"):
        same = pe.Op(expr.type, expr.span, expr.name, expr.arguments)
        yield {"name": "not", "arguments": (same,)}, text, f"not ({text})"
    elif isinstance(expr, pe.Fold):
        now = "smallest" if expr.operation == "largest" else "largest"
        yield {"operation": now}, expr.operation, now
    elif isinstance(expr, pe.Quantified):
        yield {"every": not expr.every}, *_either("every", "some", expr.every)
    elif isinstance(expr, pe.Best):
        yield {"lowest": not expr.lowest}, *_either("lowest", "highest", expr.lowest)
    elif isinstance(expr, pe.Filter):
        yield {"preferring": not expr.preferring}, *_either("preferring", "where", expr.preferring)


def _either(one: str, other: str, first: bool) -> tuple[str, str]:
    return (one, other) if first else (other, one)


def _sibling(expr: pe.Const, program: p.Program) -> tuple[Any, str] | None:
    """A neighbour of a value among those of its type."""
    kind, value = expr.type.definite, expr.value
    if kind.name == "flag":
        return (not value, "false" if value else "true")
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        return None
    if kind.is_numeric:  # some stand for a name, and are no number to the reader
        return (value + 1, str(value + 1)) if expr.span.text.isdigit() else None
    names: list[str] = list(kind.words)
    if kind.name in ("suit", "rank"):
        names = [face.name for face in (program.suits if kind.name == "suit" else program.ranks)]
    elif kind.name == "reason":
        names = program.reasons
    elif kind.name in program.kinds:
        names = [entry.path for entry in program.kinds[kind.name].entries]
    other = (value + 1) % len(names) if names else value
    return (other, names[other]) if other != value else None


# ---- trying them
@dataclass
class Tried:
    """What became of the mutants that were tried; `left` is how many were not, for want of time."""

    noticed: list[Mutant] = field(default_factory=list)
    alive: list[Mutant] = field(default_factory=list)
    unreached: list[Mutant] = field(default_factory=list)
    left: int = 0


Task = tuple[Mutant, list[int]]
_WORKER: tuple[list[RuleTest], Library, dict[Path, dict[Mutant, Found]]]


def _begin(files: list[Path]) -> None:
    """In a process of its own: the tests and the rules they are about, read once."""
    global _WORKER
    end_with_parent()
    _WORKER = ([test for file in files for test in read_tests(file)[0].tests], Library(), {})


def _notices(task: Task) -> bool:
    """Does one of the tests fail when the mutant is made?"""
    mutant, numbers = task
    tests, library, known = _WORKER
    by_rules: dict[Path, list[RuleTest]] = {}
    for number in numbers:
        by_rules.setdefault(library.path(tests[number]), []).append(tests[number])
    for path, mine in by_rules.items():
        if path not in known:
            known[path] = mutants(library.of(path))
        found = known[path].get(mutant)
        if found is not None and _noticed(found.change, mine, library):
            return True
    return False


def _noticed(change: Change, tests: list[RuleTest], library: Library) -> bool:
    back = change.swap()
    library.forget()
    try:
        return any(failure(test, library.load) is not None for test in tests)
    except Exception:  # a change may take away what Python code relies on; that is noticed, too
        return True
    finally:
        back.swap()
        library.forget()


def try_mutants(
    tasks: list[Task],
    files: list[Path],
    jobs: int,
    seed: int,
    in_time: Callable[[], bool],
    tell: Callable[[int], None],
) -> Tried:
    """What became of the mutants, made one by one in an order that `seed` gives, as long as there is time."""
    tried = Tried()
    order = list(tasks)
    random.Random(seed).shuffle(order)
    tried.unreached = sorted(mutant for mutant, numbers in order if not numbers)
    waiting = [task for task in order if task[1]]
    running: dict[Future[bool], Mutant] = {}
    with ProcessPoolExecutor(jobs, initializer=_begin, initargs=(files,)) as pool:
        try:
            while running or (waiting and in_time()):
                while waiting and len(running) < 2 * jobs and in_time():
                    task = waiting.pop()
                    with starting():
                        running[pool.submit(_notices, task)] = task[0]
                done, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    (tried.noticed if future.result() else tried.alive).append(running.pop(future))
                tell(len(done))
        except BaseException:
            end_pool(pool)
            raise
    tried.left = len(waiting)
    tried.alive.sort()
    tried.noticed.sort()
    return tried
