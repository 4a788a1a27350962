"""`coupdsl play --browser`: the table as a page of this machine alone."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from coupdsl.play.company import Company
    from coupdsl.play.game import Game


def sit_in_browser(
    game: Game, seats: tuple[int, ...], seated: Callable[[Game], Company], file: Path, language: str,
    book: Callable[[str], str], port: int, opened: bool, again: str,
) -> None:  # fmt: skip
    """Serves one table until Ctrl-C, and says then how to go on with a game that is not over."""
    from coupdsl.table.opening import PortTaken, serve
    from coupdsl.table.sitting import Sitting

    sitting = Sitting(game, seats[0] if seats else None, seated, file)

    def say(address: str) -> None:
        typer.echo(f"The table is open at {address}")
        typer.echo("Only this machine can open it. Ctrl-C closes it; the game is kept.")

    try:
        serve(sitting, language, book, say, port, opened)
    except PortTaken as taken:
        message = f"port {port} cannot be had: {taken}; without --port any free one is taken"
        raise typer.BadParameter(message, param_hint="--port") from None
    except KeyboardInterrupt:
        pass
    sitting.save()
    typer.echo(sitting.unsaved(language) or f"Kept in {file}")
    if not sitting.is_over:
        typer.echo(f"To go on: {again}")


def book_of(ruleset: str, options: dict[str, str]) -> Callable[[str], str]:
    """The rules as a page in a language, made when it is first asked for."""

    @cache
    def made(language: str) -> str:
        from coupdsl.commands.common import composed_well
        from coupdsl.rulebook.book_page import as_html
        from coupdsl.rulebook.pages import rulebook

        return as_html(rulebook(composed_well(ruleset), language, options))

    return made
