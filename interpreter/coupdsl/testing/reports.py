"""A whole run of tests of rules: files found, tests run, and on demand what they reach and what they would notice."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from coupdsl.code.seats import allowed_seats
from coupdsl.engine.load import playable
from coupdsl.engine.rules import Rules
from coupdsl.language import codes
from coupdsl.language.diagnostics import Diagnostic, Problems
from coupdsl.language.other_files import PROSE, RULES, TEXTS, VARIANT, other_file
from coupdsl.language.parser import read_source
from coupdsl.language.source import Source, Span
from coupdsl.play.rule_files import TESTS, is_test_file, rule_files
from coupdsl.rulesets.composed import Composed
from coupdsl.rulesets.inside import seen_from
from coupdsl.testing.clauses import Clause, clauses, within
from coupdsl.testing.coverage import Trace, reached_by_games, reached_by_tests, traced
from coupdsl.testing.mutation import Mutant, Task, Tried, mutants, try_mutants
from coupdsl.testing.rule_tests import RuleTest, read_tests
from coupdsl.testing.suite import Library, rules_problems, run_tests

Tell = Callable[[str], None]


def _for_the_fewest(composed: Composed, library: Library) -> Rules | None:
    """The rules for the fewest people with whom all holds that the game states about itself."""
    for players in allowed_seats(composed):
        with suppress(Problems):
            return playable(composed, players, None, library.make)
    return None


def _no_tests(path: Path, files: list[Path]) -> list[Diagnostic]:
    """That none of the files of `path` is one of tests; those that are and have another name are told."""
    misnamed = [other_file(read_source(file)[0], (RULES, VARIANT, PROSE, TEXTS)) for file in files]
    message = f"there are no tests: no file `*{TESTS}`"
    none = Diagnostic(codes.NOTHING_FOUND, Span(Source(str(path), ""), 0, 0), message)
    return [one for one in misnamed if one is not None] or [none]


def report(paths: Iterable[Path], tell: Tell) -> Report:
    """Runs all tests of `paths`."""
    found = Report()
    for path in paths:
        files = rule_files(path, found.problems, of_tests=True)
        mine = [file for file in files if is_test_file(file)]
        if files and not mine:
            found.problems += _no_tests(path, files)
        found.files += [file for file in mine if file not in found.files]
        found.folders.append((path if path.is_dir() else path.parent).resolve())
    found.run(tell)
    found.problems = seen_from(found.folders, found.problems)
    return found


class Report:
    """What is known of the tests of some files; coverage and mutation look only at rules in their folders."""

    def __init__(self) -> None:
        self.files: list[Path] = []
        self.folders: list[Path] = []
        self.problems: list[Diagnostic] = []  # of the test files themselves
        self.written: list[RuleTest] = []
        self.tests = 0
        self.failures: list[tuple[RuleTest, Diagnostic]] = []
        self.clauses = 0
        self.unreached: list[tuple[Span, bool]] | None = None  # and whether random games reach it
        self.tried: Tried | None = None
        self._tasks: list[Task] = []
        self._places: dict[Mutant, Span] = {}

    @property
    def well(self) -> bool:
        return not self.problems and not self.failures

    def run(self, tell: Tell) -> None:
        for file in self.files:
            read, problems = read_tests(file)
            self.problems += problems
            if not problems:
                self.written += read.tests
        library = Library()
        self.problems += rules_problems(self.written, library)
        if self.problems:
            return
        outcome = run_tests(self.written, library.load, tell)
        self.tests, self.failures = outcome.tests, outcome.failures

    # ---- coverage
    def cover(self, games: int, seed: int, tell: Tell) -> None:
        """What the tests reach; of the rest, what random games under the same rulesets do."""
        tell("tracing the tests")
        trace = Trace()
        library = Library(traced(trace))
        reached = reached_by_tests(self.written, library, trace)
        everything: dict[Clause, Span] = {}
        by_games: set[Clause] = set()
        for path, composed in library.composed.items():
            mine = {clause: span for clause, span in clauses(composed.program).items() if within(span, self.folders)}
            everything.update(mine)
            tell(f"playing {path.stem}")
            rules = _for_the_fewest(composed, library)
            by_games |= reached_by_games(rules, games, seed, trace) if rules is not None else set()
        by_tests = frozenset[Clause]().union(*reached)
        self.clauses = len(everything)
        missing = sorted(everything.keys() - by_tests)
        self.unreached = [(everything[clause], clause in by_games) for clause in missing]
        self._plan(library, reached)

    # ---- mutation
    def _plan(self, library: Library, reached: list[frozenset[Clause]]) -> None:
        """For every change the tests that come by it, those that reach least first."""
        found: dict[Mutant, Clause | None] = {}
        for composed in library.composed.values():
            for mutant, made in mutants(composed).items():
                if within(made.span, self.folders):
                    found.setdefault(mutant, made.clause)
                    self._places.setdefault(mutant, made.span)
        order = sorted(range(len(reached)), key=lambda number: len(reached[number]))
        for mutant, clause in found.items():
            self._tasks.append((mutant, [n for n in order if clause is None or clause in reached[n]]))

    @property
    def mutants(self) -> int:
        return sum(bool(numbers) for _, numbers in self._tasks)

    def mutate(self, seed: int, jobs: int, in_time: Callable[[], bool], tell: Callable[[int], None]) -> None:
        self.tried = try_mutants(self._tasks, self.files, jobs, seed, in_time, tell)

    def changes(self, found: list[Mutant]) -> list[tuple[Span, str, str]]:
        """Mutants for the reader: where, what stands there, what was put instead."""
        return [(self._places[mutant], mutant.was, mutant.now) for mutant in found]
