"""The whole way from the files of a game to its checked program."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from coupdsl.language import cache_folder, codes, tree
from coupdsl.language import program as p
from coupdsl.language import types as ty
from coupdsl.language.checker.amounts import of_field
from coupdsl.language.checker.context import Context, Scope
from coupdsl.language.checker.declarations import Declarations
from coupdsl.language.diagnostics import Diagnostic, nearest
from coupdsl.language.files import File
from coupdsl.language.loading import Added, Loaded, load_game
from coupdsl.language.parser import parse_expression
from coupdsl.language.remembered import name_of
from coupdsl.language.room import make_room
from coupdsl.language.source import Source, Span


class Checked:
    """A checked program, able to check single values that replace fields of its entries."""

    def __init__(self, program: p.Program, declarations: Declarations) -> None:
        self.program = program
        self._declarations = declarations
        self.warnings = tuple(declarations.context.warnings)

    def field_version(self, rule: p.Rule, entry: p.Entry, text: Span) -> tuple[p.Version | None, list[Diagnostic]]:
        """The expression in `text` as the value of a field of `entry`; beside one there are only warnings."""
        node, problems = parse_expression(text.source, text.start, text.end)
        if node is None:
            return None, problems
        context = self._declarations.context
        before, told = len(context.problems), len(context.warnings)
        scope = Scope(File(text.source, (), {}), entry.plays, False, entry.kind, entry)
        parameters: tuple[p.Local, ...] = ()
        if rule.parameter_types:
            parameters = (p.Local("it", rule.parameter_types[0], node.span),)
            scope = scope.filtering(parameters[0])
        expressions = self._declarations.expressions
        value = expressions.demand(node, scope, rule.type)
        if parameters:
            expressions.asked(parameters[0], value, replace(scope, its=()))
        found, context.problems[before:] = context.problems[before:], []
        warnings, context.warnings[told:] = context.warnings[told:], []
        if found:
            return None, found
        version = p.Version(p.VARIANT, parameters, value, None, node.span, (), None, entry)
        if isinstance(value, p.Const):
            return version, warnings
        from coupdsl.language.checker.replaced import version_problems

        wrong = version_problems(context, rule, version)
        return (None, wrong) if wrong else (version, warnings)

    def amount_problems(self, version: p.Version, rule: p.Rule) -> list[Diagnostic]:
        """What is wrong with a fixed amount, such as not being a multiple of the unit."""
        from coupdsl.language.checker.whole import total_problems, unit_problems

        found = [*total_problems(self.program, version, rule), *of_field(version, rule)]
        if rule.type == ty.AMOUNT and isinstance(version.value, p.Const):
            found += unit_problems(self.program, version.value)
        return found


def check_game(start: Path, extra: Iterable[Added] = ()) -> tuple[Checked | None, list[Diagnostic]]:
    """The program of the game in file `start`, and every problem found; no program when a file cannot be read."""
    loaded = load_game(start, extra)
    games = [node for file in loaded.files for node in file.lines if isinstance(node, tree.Game)]
    if loaded.problems:
        return None, loaded.problems
    if not games:
        return None, [_no_game(start, loaded)]
    if len(games) > 1:
        message, help_ = "a second game is declared", "one file of a game holds `game name { … }`"
        return None, [Diagnostic(codes.NO_GAME, games[1].name.span, message, help_)]
    key = (*map(id, loaded.files), *loaded.ranks.items())
    if key not in _CHECKED:
        _CHECKED[key] = _check(loaded, games[0])
    return _CHECKED[key]


_CHECKED: dict[tuple[object, ...], tuple[Checked, list[Diagnostic]]] = {}


def _check(loaded: Loaded, game: tree.Game) -> tuple[Checked, list[Diagnostic]]:
    """The program of these files; files stay the same objects while they are unchanged, so each is checked once."""
    make_room()
    program = p.Program(game.name.text, game.name.span, loaded.files)
    declarations = Declarations(program)
    declarations.collect(loaded.files, loaded.ranks)
    context = declarations.context
    if not context.problems:
        _check_whole(context, loaded)
    return Checked(program, declarations), context.problems


def _check_whole(context: Context, loaded: Loaded) -> None:
    """Files in which nothing was found wrong or strange are not looked through again: it only finds problems."""
    files = [(file.source.path, file.source.text) for file in loaded.files]
    name = name_of("whole", files, loaded.ranks)
    if cache_folder.fetch(name) is None:
        from coupdsl.language.checker.whole import check_whole

        told = len(context.warnings)
        check_whole(context)
        if not context.problems and len(context.warnings) == told:
            cache_folder.store(name, b"")


def _no_game(start: Path, loaded: Loaded) -> Diagnostic:
    """No line declares a game; perhaps one wanted to."""
    message, help_ = "no game is declared in these files", "one file of a game holds `game name { … }`"
    for file in loaded.files:
        for node in file.lines:
            if isinstance(node, tree.Entry) and nearest(node.kind.text, ["game"]):
                return Diagnostic(codes.NO_GAME, node.kind.span, message, "did you mean `game`?")
    source = loaded.files[0].source if loaded.files else Source(str(start), "", start)
    return Diagnostic(codes.NO_GAME, Span(source, 0, 0), message, help_)
