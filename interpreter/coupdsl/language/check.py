"""The whole way from the files of a game to its checked program."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from coupdsl.language import codes, tree
from coupdsl.language import program as p
from coupdsl.language.checker.declarations import Declarations
from coupdsl.language.checker.whole import check_whole
from coupdsl.language.diagnostics import Diagnostic
from coupdsl.language.loading import load_game
from coupdsl.language.source import Source, Span


def check_game(
    start: Path, extra: Iterable[tuple[Path, Span | None]] = ()
) -> tuple[p.Program | None, list[Diagnostic]]:
    """The program of the game in file `start`, and every problem found; no program when a file cannot be read."""
    loaded = load_game(start, extra)
    games = [node for file in loaded.files for node in file.lines if isinstance(node, tree.Game)]
    if loaded.problems:
        return None, loaded.problems
    if len(games) != 1:
        span = games[1].name.span if games else Span(Source(str(start), "", start), 0, 0)
        if not games and loaded.files:
            span = Span(loaded.files[0].source, 0, 0)
        message = "a second game is declared" if games else "no game is declared in these files"
        return None, [Diagnostic(codes.NO_GAME, span, message, "one file of a game holds `game name { … }`")]
    program = p.Program(games[0].name.text, games[0].name.span, loaded.files)
    declarations = Declarations(program)
    declarations.collect(loaded.files)
    context = declarations.context
    if not context.problems:
        check_whole(context)
    return program, context.problems
