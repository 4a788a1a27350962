"""Checks files and folders: form, names, types, sense, and then random games under what was found."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import field
from functools import cache as once
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from coupdsl.authoring.fragments import check_fragment
from coupdsl.authoring.random_games import USUAL, Wanted
from coupdsl.authoring.ruleset_trial import RulesetTrial, Trials, as_problems
from coupdsl.authoring.without_effect import without_effect
from coupdsl.code.charges import Dear
from coupdsl.code.errata import errata_problems
from coupdsl.code.errors import RulesError
from coupdsl.code.seats import allowed_seats, usual_problem
from coupdsl.language import codes
from coupdsl.language import tree_declarations as td
from coupdsl.language.check import Checked, seats_players
from coupdsl.language.diagnostics import Diagnostic, Problems, errors, warnings
from coupdsl.language.loading import load_game, read_file
from coupdsl.language.looks import Looks, is_file, is_folder, noting, resolved
from coupdsl.language.parser import read_source
from coupdsl.language.places import display_name
from coupdsl.language.records import entity
from coupdsl.language.remembered import name_for, recalled, remember
from coupdsl.language.source import Span
from coupdsl.language.strange_signs import strange_signs
from coupdsl.play.rule_files import is_test_file, rule_files
from coupdsl.rulebook.prose_in_force import ProseInForce
from coupdsl.rulesets.compose import compose_file
from coupdsl.rulesets.composed import Composed
from coupdsl.rulesets.inside import folder_of, seen_from
from coupdsl.rulesets.prose import book_of, game_of, is_of_book, read_prose
from coupdsl.rulesets.prose_problems import prose_problems
from coupdsl.rulesets.texts import beside_nothing, is_of_texts, read_text_file
from coupdsl.rulesets.variant import read_variant

if TYPE_CHECKING:
    from coupdsl.testing.suite import Library

_BEGINS_GAME = re.compile(r"^[^\S\n]*game\s", re.MULTILINE)


@entity
class Report:
    """What was found; warnings stand among the problems, in the order of the files."""

    problems: list[Diagnostic] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    told: list[str] = field(default_factory=list)  # of those the ones that say something of the rules alone
    files: int = 0
    rulesets: int = 0
    games: int = 0
    costs: dict[str, list[Dear]] | None = None  # by ruleset its dearest places, where they are wanted

    @property
    def errors(self) -> list[Diagnostic]:
        return errors(self.problems)

    @property
    def warnings(self) -> list[Diagnostic]:
        return warnings(self.problems)


class About(NamedTuple):
    """What one file was found to be, where all is well: the files that it `covered`, and what was played of it."""

    rulesets: int = 0
    games: int = 0
    notes: Sequence[str] = ()
    covered: Sequence[str] = ()
    is_fragment: bool = False  # a part of some game
    told: Sequence[str] = ()  # what is to be told of it, and stays so


def check_paths(
    paths: Iterable[Path], games: int | None = None, seed: int = 0, tell: Callable[[str], None] = lambda what: None,
    costs: bool = False,
) -> Report:  # fmt: skip
    """Every problem of the files in `paths`, with `games` random games of each ruleset and number of seats."""
    report = Report(costs={} if costs else None)
    trials = Trials(USUAL if games is None else Wanted(games, games), seed, tell)
    paths = list(paths)
    problems: list[Diagnostic] = []
    files: dict[Path, Path] = {}
    for path in paths:
        files.update({resolved(file): file for file in rule_files(path, problems)})
    folders = [path if is_folder(path) else folder_of(path) for path in paths]
    covered: set[str] = set()
    fragments: list[Path] = []
    asked = Looks()

    @once
    def library() -> Library:
        from coupdsl.testing.suite import Library

        return Library()

    def checked(file: Path) -> tuple[About, list[Diagnostic]]:
        """What `_checked` gives, which is kept where all is well."""
        name = name_for("checked", str(file), str(trials.wanted), seed) if report.costs is None else None
        known = recalled(name, asked)
        if known is not None:
            return About(*known), []
        with noting() as looks:
            about, wrong = _checked(file, folders, trials, library, report.costs)
        if not wrong and not about.notes:
            remember(name, looks, list(about))
        return about, wrong

    for file in files.values():
        tell(f"checking {display_name(file)}")
        about, wrong = checked(file)
        problems += wrong
        report.files += 1
        report.rulesets += about.rulesets
        report.games += about.games
        report.notes += [*about.notes, *about.told]
        covered |= set(about.covered)
        fragments += [file] if about.is_fragment else []
    for file in fragments:
        if str(resolved(file)) not in covered:
            wrong, game = check_fragment(file)
            problems += wrong
            report.notes.append(_alone(file, game))
    tell("")
    problems = seen_from(folders, problems)
    different = {(problem.code.number, str(problem.span), problem.message): problem for problem in problems}
    report.problems = sorted(different.values(), key=lambda problem: problem.order)
    return report


def _alone(file: Path, game: Path | None) -> str:
    """What was checked of a file that belongs to no game given."""
    known = "only its grammar was checked; give the variant that adds it, too"
    how = f"it was checked as an addition to {display_name(game)}" if game is not None else known
    return f"{display_name(file)} belongs to no game given here: {how}"


# ---- files
def _declares_game(path: Path) -> bool:
    file, problems = read_file(path)
    if any(problem.code is codes.NOT_READABLE for problem in problems):
        return True
    if problems and _BEGINS_GAME.search(file.source.text):
        return True  # though it cannot be read
    return any(isinstance(node, td.Game) or seats_players(node) for node in file.lines)


def _is_text(path: Path) -> bool:
    """Does this YAML file hold words for people? It is called so; a variant that happens to be does not."""
    lines = read_source(path)[0].text[:2000].splitlines()
    return is_of_texts(path) and not any(line.startswith(("variant:", "extends:", "game:")) for line in lines)


def _checked(
    file: Path,
    within: list[Path],
    trials: Trials,
    library: Callable[[], Library],
    costs: dict[str, list[Dear]] | None,
) -> tuple[About, list[Diagnostic]]:
    """What a file is, and what is wrong with it and with all that it brings together."""
    problems = list(strange_signs(read_source(file)[0], escapes=file.suffix != ".coup"))
    if file.suffix == ".coup" and not _declares_game(file):
        return About(is_fragment=True), problems
    if is_test_file(file):
        from coupdsl.testing.suite import check_tests

        return About(), problems + check_tests(file, library())
    if is_of_book(file):
        return About(), problems + _of_book(file)
    if file.suffix != ".coup" and _is_text(file):
        return About(), problems + beside_nothing(file) + read_text_file(file)[1]
    if file.suffix == ".coup":
        found = [of.source.path for of in load_game(file).files]
    else:
        variant, _ = read_variant(file)
        found = [file.parent / str(stated.value) for stated in variant.added] if variant is not None else []
    report = Report(costs=costs)
    parts = _ruleset(file, within, trials, report, problems)
    covered = sorted({str(resolved(path)) for path in (*found, *parts) if path is not None})
    return About(report.rulesets, report.games, report.notes, covered, told=report.told), problems


def _of_book(file: Path) -> list[Diagnostic]:
    """What is wrong with the prose of a game's book, which belongs to the game beside it."""
    game = game_of(file)
    if not is_file(game):
        source, _ = read_source(file, display_name(file))
        message = f"no rules have this book: there is no `{game.name}` beside it"
        return [Diagnostic(codes.UNKNOWN_TEXT, Span(source, 0, 0), message)]
    composed, _ = compose_file(game)
    return prose_problems(file, composed.checked) if composed is not None else read_prose(file)[1]


# ---- rulesets
def _ruleset(
    path: Path,
    within: list[Path],
    trials: Trials,
    report: Report,
    problems: list[Diagnostic],
) -> list[Path | None]:
    """Checks a ruleset and plays it; the files that it is made of."""
    composed, wrong = compose_file(path, within)
    problems += wrong
    if composed is None:
        return []
    problems += composed.warnings
    made_of = [file.source.path for file in composed.program.files]
    if wrong:
        return made_of
    report.rulesets += 1
    problems += _wrong_in_books([path for path in made_of if path is not None], composed.checked)
    report.told += _given_way(composed)
    try:
        problems += errata_problems(composed)
        problems += without_effect(composed)
        seats = allowed_seats(composed)
        strange = usual_problem(composed)
        problems += [strange] if strange is not None else []
    except (RulesError, Problems) as error:
        problems += as_problems(error)
        return made_of
    trial = RulesetTrial(composed, path, trials, report.costs)
    problems += trial.problems(seats)
    report.games += trial.games
    report.notes += trial.notes
    return made_of


def _wrong_in_books(made_of: list[Path], checked: Checked) -> list[Diagnostic]:
    """What is wrong with the prose beside rule files; where nothing was, it is looked at again once one changes."""
    name = name_for("books", *map(str, made_of))
    if recalled(name):
        return []
    with noting() as looks:
        for path in made_of:
            read_source(path)
        problems = [problem for path in made_of for problem in prose_problems(book_of(path), checked)]
    if not problems:
        remember(name, looks, True)
    return problems


def _given_way(composed: Composed) -> list[str]:
    """That passages of the book were written for other rules, as far as they were."""
    try:
        passages = list(ProseInForce(composed).given_way())
    except (RulesError, Problems):
        return []
    if not passages:
        return []
    one = len(passages) == 1
    places = ", ".join(str(passage.span.source.position(passage.span.start)[0]) for passage in passages)
    where = f"{Path(passages[0].span.source.name).name}, line{'' if one else 's'} {places}"
    many = "a passage of the book does" if one else f"{len(passages)} passages of the book do"
    return [f"under `{composed.name}` {many} not hold, and give{'s' if one else ''} way to the rules: {where}"]
