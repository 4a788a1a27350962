"""Many tests of rules: found in files and folders, loaded once for each set of rules, run one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from coupdsl.code.seats import allowed_seats
from coupdsl.engine.load import playable
from coupdsl.engine.rules import Rules
from coupdsl.language import codes
from coupdsl.language.diagnostics import Diagnostic, Problems
from coupdsl.language.looks import Looks, once, resolved
from coupdsl.rulesets.catalogue import find_ruleset
from coupdsl.rulesets.compose import compose_file, flawless
from coupdsl.rulesets.composed import Composed
from coupdsl.rulesets.inside import seen_from
from coupdsl.rulesets.meant import no_ruleset
from coupdsl.rulesets.yaml_text import Mapping
from coupdsl.testing.rule_tests import RuleTest, TestFile, read_tests, text
from coupdsl.testing.trials import Load, failure


class Library:
    """The rules that tests ask for, each set read and lowered once."""

    def __init__(self, make: type[Rules] = Rules) -> None:
        self.make = make
        self._composed: dict[Path, tuple[Composed, Looks]] = {}
        self._paths: dict[tuple[str, Path], tuple[Path | None, Looks]] = {}
        self._rules: dict[tuple[Path, int | None, str], Rules] = {}

    def forget(self) -> None:
        """Lowers everything anew from now on; the files are not read again."""
        self._rules.clear()

    def path(self, test: RuleTest) -> Path:
        """The file of the ruleset a test is about; raises Problems."""
        name = text(test.rules)
        wanted = name, test.file.folder
        found = once(self._paths, wanted, lambda: find_ruleset(*wanted))
        if found is None:
            told = no_ruleset(name, test.file.folder)
            raise Problems([Diagnostic(codes.NOT_READABLE, test.rules.span, *told)])
        return resolved(found)

    def load(self, test: RuleTest) -> Rules:
        """The rules of a test; raises Problems where they, its options or its number of players are wrong."""
        path, options = self.path(test), test.options
        key = (path, test.players, repr(sorted(options.items())))
        try:
            composed = self.of(path)
        except Problems as problems:
            raise Problems(seen_from((test.file.folder,), problems.diagnostics)) from None
        if key not in self._rules:
            try:
                players = test.players if test.players is not None else min(allowed_seats(composed, options))
                self._rules[key] = playable(composed, players, options, self.make)
            except Problems as problems:
                raise Problems([_in_test(problem, test) for problem in problems.diagnostics]) from None
        return self._rules[key]

    def of(self, path: Path) -> Composed:
        """The ruleset of a file; raises Problems."""
        return once(self._composed, path, lambda: flawless(compose_file(path)))

    @property
    def composed(self) -> dict[Path, Composed]:
        """All that was asked for, by file."""
        return {path: composed for path, (composed, _) in self._composed.items()}


def _in_test(problem: Diagnostic, test: RuleTest) -> Diagnostic:
    """A wrong number of players, or a wrong option, stands where the test says it."""
    players, options = test.parts.get("players"), test.parts.get("options")
    if problem.code is codes.WRONG_SEATS and players is not None:
        return replace(problem, span=players.value.span)
    if problem.span.source.path is None and options is not None and isinstance(options.value, Mapping):
        keys = (entry.key_span for entry in options.value.entries if entry.key == problem.span.text)
        return replace(problem, span=next(keys, problem.span))
    return problem


@dataclass
class Outcome:
    """What came of tests: how many ran, and what is wrong."""

    tests: int = 0
    failures: list[tuple[RuleTest, Diagnostic]] = field(default_factory=list)


def run_tests(tests: Iterable[RuleTest], load: Load, tell: Callable[[str], None] = lambda what: None) -> Outcome:
    """Runs tests; a reading that holds under every other reading of its test fails, too."""
    outcome = Outcome()
    for group in groups(tests):
        for test in group:
            tell(test.name)
            outcome.tests += 1
            wrong = failure(test, load) or no_difference(test, group, load)
            if wrong is not None:
                outcome.failures.append((test, wrong))
    return outcome


def groups(tests: Iterable[RuleTest]) -> Iterator[list[RuleTest]]:
    """Tests of one option's readings together, others alone."""
    found: dict[tuple[Path, int], list[RuleTest]] = {}
    for test in tests:
        found.setdefault((test.file.path, test.group), []).append(test)
    yield from found.values()


def no_difference(test: RuleTest, group: list[RuleTest], load: Load) -> Diagnostic | None:
    """A problem if what is expected under one reading is so under all others."""
    others = [other.reading for other in group if other is not test and other.reading is not None]
    if not others or any(failure(test.under(reading), load) is not None for reading in others):
        return None
    message = f"this holds under the other readings, too: {', '.join(others)}"
    return Diagnostic(codes.TEST_FAILED, test.span, message, "expect something that only this reading brings about")


def check_tests(path: Path, library: Library) -> list[Diagnostic]:
    """What is wrong with a test file without running it: its form, and the rules and options it names."""
    file, problems = read_tests(path)
    return problems or rules_problems(file.tests, library)


def rules_problems(tests: Iterable[RuleTest], library: Library) -> list[Diagnostic]:
    """What is wrong with the rules that tests ask for; an option that there is not is shown in its test."""
    problems: list[Diagnostic] = []
    for test in tests:
        if "refused" in test.parts:
            continue
        try:
            library.load(test)
        except Problems as error:
            problems += [p if p.span.source.path is not None else replace(p, span=test.span) for p in error.diagnostics]
    return list(dict.fromkeys(problems))


__all__ = ["Library", "Outcome", "TestFile", "check_tests", "failure", "groups", "rules_problems", "run_tests"]
