"""`--browser` of `coupdsl play` and `coupdsl replay`: the table as a page of this machine alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from coupdsl.play.game import Game
    from coupdsl.play.guiding import Guide
    from coupdsl.play.log import Log
    from coupdsl.rulesets.composed import Composed
    from coupdsl.table.hall import Hall

Book = Callable[[str], str]
Link = Callable[[str], str]
BROWSER = "See one game again as a page of this machine alone, with the eyes of any seat; --as says whose come first."
PORT = "The page's port; any free one if not given."
NO_OPEN = "Only print the address of the page."


def sit_in_browser(
    game: Game, file: Path, ruleset: str, language: str, book: Book, port: int, opened: bool, again: str,
    links: tuple[Link, Callable[[Game], Link]], guide: Guide | None,
) -> None:  # fmt: skip
    """Serves the game, and others that are kept, until Ctrl-C, and says then how to go on with it if it is not over.

    `links` gives the calls with which others go on: with this game, and with any.
    """
    from coupdsl.commands.keeping import kept_in
    from coupdsl.commands.seating import usual_bots
    from coupdsl.play.company import company_of
    from coupdsl.table.games_on_disk import KeptGames
    from coupdsl.table.hall import Hall
    from coupdsl.table.page_words import CALL_WORDS
    from coupdsl.table.served_game import OpenGame
    from coupdsl.table.sitting import Sitting

    seat = next((seat for seat, name in enumerate(game.seated) if name is None), None)
    sitting = Sitting(game, seat, company_of, file, links[0], guide)
    programs = {name for name in game.seated if name is not None}
    bot = programs.pop() if len(programs) == 1 else usual_bots()
    kept = KeptGames(kept_in("any").parent, file.absolute(), ruleset, bot, partial(book_of_log, ruleset=None), links[1])
    hall = Hall(kept.key_of(kept.own), OpenGame(sitting, book, lambda: None), kept)
    _serve(hall, language, port, opened, "alone_kept")
    sitting.save()
    unsaved = sitting.unsaved(language)
    typer.echo(unsaved or CALL_WORDS[language]["kept"].format(file))
    if unsaved is not None:
        raise typer.Exit(1)
    if not sitting.is_over:
        typer.echo(CALL_WORDS[language]["go_on"].format(again))


def watch_in_browser(
    game: Game, eyes: int | None, language: str, book: Book, port: int, opened: bool, link: Link
) -> None:  # fmt: skip
    """Serves a game that was played, move by move, until Ctrl-C; `eyes` are of the seat that sees it first."""
    from coupdsl.table.hall import Hall
    from coupdsl.table.served_game import OpenGame
    from coupdsl.table.sitting import Recorded

    _serve(Hall("log", OpenGame(Recorded(game, eyes, link), book, lambda: None), None), language, port, opened, "alone")


def _serve(hall: Hall, language: str, port: int, opened: bool, alone: str) -> None:
    from coupdsl.table.opening import PortTaken, serve
    from coupdsl.table.page_words import CALL_WORDS

    words = CALL_WORDS[language]

    def say(address: str) -> None:
        typer.echo(words["open_at"].format(address))
        typer.echo(words[alone])

    try:
        serve(hall, language, say, port, opened)
    except PortTaken as taken:
        message = f"port {port} cannot be had: {taken}; without --port any free one is taken"
        raise typer.BadParameter(message, param_hint="--port") from None
    except KeyboardInterrupt:
        pass


def book_of(ruleset: str, options: Mapping[str, Any]) -> Book:
    """The rules as a page in a language, made when it is first asked for."""

    @cache
    def made(language: str) -> str:
        from coupdsl.commands.common import composed_well

        return _page(composed_well(ruleset), language, options)

    return made


def book_of_log(log: Log, ruleset: str | None) -> Book:
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
