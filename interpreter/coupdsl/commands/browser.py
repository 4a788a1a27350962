"""`--browser` of `coupdsl play` and `coupdsl replay`: the table as a page of this machine alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from coupdsl.play.company import Company
    from coupdsl.play.game import Game
    from coupdsl.play.guiding import Guide
    from coupdsl.play.log import Log
    from coupdsl.rulesets.compose import Composed
    from coupdsl.table.sitting import Sitting

BROWSER = "See one game again as a page of this machine alone, with the eyes of any seat; --as says whose come first."
PORT = "The page's port; any free one if not given."
NO_OPEN = "Only print the address of the page."


def sit_in_browser(
    game: Game, seats: tuple[int, ...], seated: Callable[[Game], Company], file: Path, language: str,
    book: Callable[[str], str], port: int, opened: bool, again: str, link: Callable[[str], str], guide: Guide | None,
) -> None:  # fmt: skip
    """Serves one table until Ctrl-C, and says then how to go on with a game that is not over."""
    from coupdsl.table.sitting import Sitting

    sitting = Sitting(game, seats[0] if seats else None, seated, file, link, guide)
    _serve(sitting, language, book, port, opened, "; the game is kept")
    sitting.save()
    typer.echo(sitting.unsaved(language) or f"Kept in {file}")
    if not sitting.is_over:
        typer.echo(f"To go on: {again}")


def watch_in_browser(
    game: Game, eyes: int | None, language: str, book: Callable[[str], str], port: int, opened: bool
) -> None:
    """Serves a game that was played, move by move, until Ctrl-C; `eyes` are of the seat that sees it first."""
    from coupdsl.table.sitting import Recorded

    _serve(Recorded(game, eyes), language, book, port, opened, "")


def _serve(sitting: Sitting, language: str, book: Callable[[str], str], port: int, opened: bool, kept: str) -> None:
    from coupdsl.table.opening import PortTaken, serve

    def say(address: str) -> None:
        typer.echo(f"The table is open at {address}")
        typer.echo(f"Only this machine can open it. Ctrl-C closes it{kept}.")

    try:
        serve(sitting, language, book, say, port, opened)
    except PortTaken as taken:
        message = f"port {port} cannot be had: {taken}; without --port any free one is taken"
        raise typer.BadParameter(message, param_hint="--port") from None
    except KeyboardInterrupt:
        pass


def book_of(ruleset: str, options: Mapping[str, Any]) -> Callable[[str], str]:
    """The rules as a page in a language, made when it is first asked for."""

    @cache
    def made(language: str) -> str:
        from coupdsl.commands.common import composed_well

        return _page(composed_well(ruleset), language, options)

    return made


def book_of_log(log: Log, ruleset: str | None) -> Callable[[str], str]:
    """The same of the rules of a log, which may be in it."""
    given, options = log.rules, log.head["options"]
    if ruleset is not None or given is None:
        return book_of(ruleset or log.head["ruleset"], options)

    @cache
    def made(language: str) -> str:
        from coupdsl.play.carried import unpacked

        with unpacked(given) as composed:
            return _page(composed, language, options)

    return made


def _page(composed: Composed, language: str, options: Mapping[str, Any]) -> str:
    from coupdsl.rulebook.book_page import as_html
    from coupdsl.rulebook.pages import rulebook

    return as_html(rulebook(composed, language, options))
