"""Rule files that belong to no game given: checked as what they would add to the one game that has such entries."""

from __future__ import annotations

from pathlib import Path

from coupdsl.language import codes
from coupdsl.language import tree_declarations as td
from coupdsl.language.check import check_game
from coupdsl.language.diagnostics import Diagnostic
from coupdsl.language.loading import MAX_FILES, Added, load_game, read_file
from coupdsl.language.looks import files_in, is_file, resolved
from coupdsl.rulesets.catalogue import variants_around
from coupdsl.rulesets.variant import read_variant

OF_ITSELF = (codes.MISSING_FIELD, codes.NOT_THE_UNIT, codes.BELOW_ZERO)  # no other file mends these


def check_fragment(file: Path) -> tuple[list[Diagnostic], Path | None]:
    """What is surely wrong with a file, and the game that it was added to; None where only its form was looked at.

    What other files of the folder declare may be wanted by it; but they need not go together with it.
    """
    problems = read_file(file)[1]
    game = _game_of(file) if not problems else None
    if game is None:
        return problems, None
    alone = _added(game, file)
    together = {_what(problem) for problem in _added(game, file, *_beside(file))} if alone else set()
    return [problem for problem in alone if problem.code in OF_ITSELF or _what(problem) in together], game


def _what(problem: Diagnostic) -> tuple[int, str]:
    """Which problem it is, whatever helps against it."""
    return problem.span.start, problem.message


def _added(game: Path, file: Path, *beside: Path) -> list[Diagnostic]:
    """What is wrong with a file, and what it is warned of, where it is added to a game with those beside it."""
    checked, problems = check_game(game, [Added(one) for one in (file, *beside)])
    found = [*problems, *(checked.warnings if checked is not None else ())]
    return [one for one in found if one.span.source.path == resolved(file)]


def _game_of(file: Path) -> Path | None:
    """The only game beside a file, or else shipped, that has all kinds of its entries; None where not one has."""
    kinds = {node.kind.text for node in read_file(file)[0].lines if isinstance(node, td.Entry)}
    for games in (_games_beside, _games_around) if kinds else ():
        found = [game for game in games(file) if kinds <= _kinds(game)]
        if found:
            return found[0] if len(found) == 1 else None
    return None


def _declares_game(file: Path) -> bool:
    return any(isinstance(node, td.Game) for node in read_file(file)[0].lines)


def _beside(file: Path) -> list[Path]:
    """The other rule files of its folder that are in order and no games."""
    files = [one for one in files_in(file.parent, "*.coup")[:MAX_FILES] if one.name != file.name]
    return [one for one in files if not read_file(one)[1] and not _declares_game(one)]


def _games_beside(file: Path) -> list[Path]:
    return [one for one in files_in(file.parent, "*.coup")[:MAX_FILES] if _declares_game(one)]


def _games_around(file: Path) -> list[Path]:
    read = [read_variant(path)[0] for path in variants_around(file.parent)]
    named = [resolved(one.game_file) for one in read if one is not None and one.game_file is not None]
    return [game for game in dict.fromkeys(named) if is_file(game)]


def _kinds(game: Path) -> set[str]:
    """The kinds of entries that a game and its mechanics declare."""
    lines = [line for file in load_game(game).files for line in file.lines]
    lines += [line for node in lines if isinstance(node, td.Game | td.Mechanic) for line in node.body.lines]
    return {node.name.text for node in lines if isinstance(node, td.Kind)}
