"""`--screen` of `coupdsl play`: the table as a full screen of the terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING

import typer

from coupdsl.commands.streams import can_write

if TYPE_CHECKING:
    from coupdsl.play.company import Company
    from coupdsl.play.game import Game
    from coupdsl.play.guiding import Guide
    from coupdsl.screen.screen_app import TableApp
    from coupdsl.table.sitting import Sitting

ON_SCREEN = 'Open the table as a full screen of this terminal, for one person; `--humans ""` to watch.'
WATCHED = "See one game again on a full screen of this terminal, in the same way."


def refuse_screen(people: int, tables: int, shown: dict[str, bool]) -> None:
    """Refuses, in a sentence, a screen that cannot be."""
    said = None
    if other := next((name for name in ("--browser", "--plain") if shown.get(name)), None):
        said = f"it does not go with `{other}`: the table is shown in one way"
    elif people > 1 or tables > 1:
        said = "a screen is one table for one person, or for nobody"
    elif not all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        said = "it needs a terminal to be drawn on and typed at; without it the table is lines of text"
    elif os.environ.get("TERM") == "dumb":
        said = "this terminal shows lines alone; without it the table is lines of text"
    if said is not None:
        raise typer.BadParameter(said, param_hint="--screen")


def watch_at_screen(
    game: Game, eyes: int | None, language: str, file: Path, again: str, link: Callable[[str], str]
) -> None:  # fmt: skip
    """Shows a game that was played, move by move, until somebody leaves; `eyes` are of the seat that sees it first."""
    from coupdsl.table.sitting import Recorded

    _run(Recorded(game, eyes, link), language, file, again)


def sit_at_screen(
    game: Game, seats: tuple[int, ...], seated: Callable[[Game], Company], file: Path, language: str, again: str,
    link: Callable[[str], str], guide: Guide | None,
) -> None:  # fmt: skip
    """Shows one table until somebody leaves, and says then how to go on with a game that is not over."""
    from coupdsl.table.sitting import Sitting

    _run(Sitting(game, seats[0] if seats else None, seated, file, link, guide), language, file, again)


def _usual_size() -> tuple[int, int] | None:
    """That of a terminal that reports none, for which Textual takes two, and goes from one to the other."""
    reported = get_terminal_size((0, 0))
    return get_terminal_size() if 0 in reported else None


def _run(sitting: Sitting, language: str, file: Path, again: str) -> None:
    """Opens the screen; however it ends, says what is to be said of the game in `file`."""
    from coupdsl.screen.flowing import Letters
    from coupdsl.screen.screen_app import TableApp

    app = TableApp(sitting, language, Letters(_near()))
    try:
        app.run(size=_usual_size())
    finally:
        if app.broken is None:
            _say_farewell(app, again)
    if app.broken is not None:
        _say_broken(app, app.broken, file, again)
    if app.driving.failed is not None:
        raise app.driving.failed
    if app.return_code:
        raise typer.Exit(app.return_code)
    if app.driving.sitting.unsaved(language) is not None:
        raise typer.Exit(1)


def _say_broken(app: TableApp, error: BaseException, file: Path, again: str) -> None:
    """That it is our error, and where; never what the error says, or variables hold: that may be hidden from people."""
    from traceback import extract_tb

    from coupdsl.screen.screen_words import SCREEN_WORDS

    *_, at = extract_tb(error.__traceback__)
    place = f"{type(error).__name__}, {Path(at.filename).name}, {at.lineno}"
    app.driving.sitting.save()
    typer.echo(SCREEN_WORDS[app.driving.language]["broken"].format(place, file, again), err=True)


def _say_farewell(app: TableApp, again: str) -> None:
    """How the game ended, or how it is gone on with; and what was to be copied, whole."""
    sitting, language = app.driving.sitting, app.driving.language
    words = sitting.words(language)
    for line in app.table.lines_given:
        typer.echo(line)
    if app.driving.told.recorded:
        return
    kept = sitting.kept(language)
    result = sitting.told(language).scene.result
    if result is not None:
        typer.echo(f"{words.say('over')} {result.text}")
    typer.echo(kept)
    if result is None and sitting.unsaved(language) is None:
        typer.echo(words.say("resume", again))


def _near() -> Callable[[str], str] | None:
    """The nearest letters that the terminal has, where it has not all that a table is drawn with."""
    if can_write("♠♥♦♣·×…▮▸◂─é", sys.stderr):
        return None
    encoding = sys.stderr.encoding or "ascii"
    return lambda text: text.encode(encoding, "nearest").decode(encoding)


__all__ = ["ON_SCREEN", "WATCHED", "refuse_screen", "sit_at_screen", "watch_at_screen"]
