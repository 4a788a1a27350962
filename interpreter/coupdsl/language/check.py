"""The whole way from the files of a game to its checked program."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache as once
from pathlib import Path

from coupdsl.language import codes, files, program_options, program_statements, source, tree
from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language import tree_declarations as td
from coupdsl.language import types as ty
from coupdsl.language.checker.amounts import of_field
from coupdsl.language.checker.context import Context, Scope
from coupdsl.language.checker.expression_types import Expressions
from coupdsl.language.diagnostics import Diagnostic
from coupdsl.language.files import File
from coupdsl.language.graph import Graph
from coupdsl.language.likeness import nearest
from coupdsl.language.loading import Added, Loaded, load_game
from coupdsl.language.looks import Looks, note, noting, still_so
from coupdsl.language.parser import parse_expression
from coupdsl.language.remembered import Name, name_for, recalled, remember
from coupdsl.language.room import TOO_DEEP, make_room
from coupdsl.language.source import Source, Span


class Checked:
    """A checked program, able to check single values that replace fields of its entries."""

    def __init__(self, program: p.Program, warnings: Iterable[Diagnostic] = ()) -> None:
        self.program = program
        self.warnings = tuple(warnings)

    def field_version(self, rule: p.Rule, entry: p.Entry, text: Span) -> tuple[p.Version | None, list[Diagnostic]]:
        """The expression in `text` as the value of a field of `entry`; beside one there are only warnings."""
        node, problems = parse_expression(text.source, text.start, text.end)
        if node is None:
            return None, problems
        context = Context(self.program)
        scope = Scope(File(text.source, (), {}), entry.plays, False, entry.kind, entry)
        parameters: tuple[p.Local, ...] = ()
        if rule.parameter_types:
            parameters = (p.Local("it", rule.parameter_types[0], node.span),)
            scope = scope.filtering(parameters[0])
        expressions = Expressions(context)
        value = expressions.demand(node, scope, rule.type)
        if parameters:
            expressions.asked(parameters[0], value, replace(scope, its=()))
        if context.problems:
            return None, context.problems
        version = p.Version(p.VARIANT, parameters, value, None, node.span, (), None, entry)
        if isinstance(value, pe.Const):
            return version, context.warnings
        from coupdsl.language.checker.replaced import version_problems

        wrong = version_problems(context, rule, version)
        return (None, wrong) if wrong else (version, context.warnings)

    def value(self, text: Span) -> tuple[p.Expr | None, list[Diagnostic]]:
        """The expression in `text` as the game itself would read it, with every problem of it."""
        node, problems = parse_expression(text.source, text.start, text.end)
        if node is None:
            return None, problems
        context = Context(self.program)
        value = Expressions(context).check(node, Scope(File(text.source, (), {})))
        return (None if context.problems else value), context.problems

    def amount_problems(self, version: p.Version, rule: p.Rule) -> list[Diagnostic]:
        """What is wrong with a fixed amount, such as not being a multiple of the unit."""
        from coupdsl.language.checker.whole import total_problems, unit_problems

        found = [*total_problems(self.program, version, rule), *of_field(version, rule)]
        if rule.type == ty.AMOUNT and version.value is not None and version.value.type == ty.LITERAL:
            found += unit_problems(self.program, version.value)
        return found


def check_game(start: Path, extra: Iterable[Added] = ()) -> tuple[Checked | None, list[Diagnostic]]:
    """The program of the game in file `start`, and every problem found; no program when a file cannot be read."""
    extra = list(extra)
    name = name_for("program", str(start), [(str(added.path), added.rank) for added in extra])
    known = _known(name)
    if known is not None:
        return known, []
    with noting() as looks:
        try:
            checked, problems = _checked(start, extra)
        except RecursionError:
            span = Span(Source(str(start), "", start), 0, 0)
            return None, [Diagnostic(codes.LONG_CHAIN, span, TOO_DEEP)]
    if checked is not None and not problems and name is not None:
        _keep_here(name, checked, looks)
        if not checked.warnings:
            remember(name, looks, _graph().write(checked.program))
    return checked, problems


def _checked(start: Path, extra: Iterable[Added]) -> tuple[Checked | None, list[Diagnostic]]:
    from coupdsl.language.checker.declarations import Declarations
    from coupdsl.language.checker.led_home import led_home
    from coupdsl.language.checker.repeated import told_once
    from coupdsl.language.checker.whole import check_whole

    loaded = load_game(start, extra)
    games = [node for file in loaded.files for node in file.lines if isinstance(node, td.Game)]
    if loaded.problems:
        return None, loaded.problems
    if not games:
        return None, [_no_game(start, loaded)]
    if len(games) > 1:
        message, help_ = "a second game is declared", "exactly one file of a game has `game name { … }`"
        return None, [Diagnostic(codes.NO_GAME, games[1].name.span, message, help_)]
    make_room()
    program = p.Program(games[0].name.text, games[0].name.span, loaded.files)
    declarations = Declarations(program)
    declarations.collect(loaded.files, loaded.ranks)
    context = declarations.context
    if not context.problems:
        check_whole(context)
    return Checked(program, context.warnings), led_home(told_once(context.problems), program)


# ---- what was checked before, in this process or another
_HERE: dict[str, tuple[Checked, Looks]] = {}
MANY = 64  # programs of one process


def _known(name: Name) -> Checked | None:
    """A program in which nothing was wrong, while its files are as they were."""
    if name in _HERE:
        checked, looks = _HERE[name]
        if still_so(looks, {}):
            note(looks)
            return checked
    with noting() as looks:
        written = recalled(name)
    if name is None or written is None:
        return None
    try:
        checked = Checked(_graph().read(written))
    except ValueError:
        return None
    _keep_here(name, checked, looks)
    return checked


def _keep_here(name: str, checked: Checked, looks: Looks) -> None:
    _HERE.pop(name, None)
    _HERE[name] = checked, looks
    if len(_HERE) > MANY:
        del _HERE[next(iter(_HERE))]


@once
def _graph() -> Graph:
    return Graph((source, ty, files, program_options, p, pe, program_statements), files.NOT_KEPT)


def seats_players(node: tree.Node) -> bool:
    """Is it an entry that says how many play, and so a game whose first word is misspelt?"""
    lines = node.body.lines if isinstance(node, td.Entry) and node.body is not None else ()
    return any(isinstance(line, td.Seats) for line in lines)


def _no_game(start: Path, loaded: Loaded) -> Diagnostic:
    """No line declares a game; perhaps one wanted to."""
    message, help_ = "no game is declared in these files", "exactly one file of a game has `game name { … }`"
    for file in loaded.files:
        for node in file.lines:
            if isinstance(node, td.Entry) and (nearest(node.kind.text, ["game"]) or seats_players(node)):
                return Diagnostic(codes.NO_GAME, node.kind.span, message, "did you mean `game`?")
    if any(isinstance(node, td.Entry) for file in loaded.files for node in file.lines):
        help_ = f"name a variant that brings them into a game, with `rules: {{add: [./{start.name}]}}`"
    source = loaded.files[0].source if loaded.files else Source(str(start), "", start)
    return Diagnostic(codes.NO_GAME, Span(source, 0, 0), message, help_)
