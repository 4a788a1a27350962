"""What several commands share: how problems are shown and options given."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import typer

from coupdsl.commands.streams import drawn, reason
from coupdsl.language.signs import made_safe

if TYPE_CHECKING:
    from coupdsl.language.diagnostics import Diagnostic, Problems
    from coupdsl.play.sent import Viewer
    from coupdsl.rulesets.composed import Composed


class Format(StrEnum):
    text = "text"
    json = "json"


def coloured(stream: object = None) -> bool:
    """Colour only on a terminal whose owner has not declined it."""
    stream = stream or sys.stdout
    return bool(getattr(stream, "isatty", lambda: False)()) and not os.environ.get("NO_COLOR")


def fail(problems: Problems) -> NoReturn:
    """Shows problems and leaves with status 1, or with 2 where they are those of the call itself."""
    from coupdsl.commands.misuse import of_call

    if (wrong := of_call(problems)) is not None:
        raise wrong
    show_problems(problems.diagnostics)
    raise typer.Exit(1)


@contextmanager
def telling_failures(at_table: bool = False) -> Iterator[None]:
    """What is wrong with rules, or with a player, is said, and ends the call with the status it has.

    What not everybody may know is left out `at_table`.
    """
    from coupdsl.code.errors import RulesError
    from coupdsl.language.diagnostics import Problems
    from coupdsl.search.player_error import PlayerError

    try:
        yield
    except Problems as problems:
        fail(problems)
    except RulesError as error:
        error.found = "" if at_table else error.found
        fail(Problems([error.problem]))
    except PlayerError as error:
        typer.echo(f"{error.message}\n  help: {error.help}", err=True)
        raise typer.Exit(1) from None


def composed_well(ruleset: str) -> Composed:
    """The ruleset of a name or path; raises Problems."""
    from coupdsl.rulesets.compose import compose, flawless

    return flawless(compose(ruleset))


def show_problems(problems: Iterable[Diagnostic]) -> None:
    from coupdsl.language.render import as_text

    typer.echo(as_text(problems, coloured(sys.stderr)), err=True)


def seats(allowed: list[int], usual: int, lang: str) -> str:
    """How many can play, and how many do where nobody says."""
    from coupdsl.code.seats import numbers

    people, usually = ("joueurs", "d'habitude") if lang == "fr" else ("players", "usually")
    either = ("ou", "à") if lang == "fr" else ("or", "to")
    return f"{numbers(allowed, *either)} {people}" + (f", {usually} {usual}" if len(allowed) > 1 else "")


def show_progress(what: str) -> None:
    """A line of progress that the next one overwrites; on a terminal only."""
    if sys.stderr.isatty():
        screen = drawn(sys.stderr)
        screen.write(f"\r\x1b[K{made_safe(what)}")
        screen.flush()


@contextmanager
def telling_where(path: Path) -> Iterator[None]:
    """Where the file cannot be written, says so and leaves with status 1."""
    try:
        yield
    except OSError as error:
        say_unwritable(path, error)
        raise typer.Exit(1) from None


def say_unwritable(path: Path, error: OSError) -> None:
    """Says that the file cannot be written, and why, in place of a line of progress."""
    show_progress("")
    typer.echo(f"{path} {unwritable(error)}", err=True)


def unwritable(error: OSError) -> str:
    """That a file, which is named before, cannot be written, and why."""
    return f"cannot be written: {reason(error)}"


def refuse_unwritable(path: Path, hint: str, folder: bool = True) -> None:
    """Refuses, before anything is played, what is no ordinary file, what another call keeps, or with `folder` stands
    in none."""
    from coupdsl.commands.overwriting import refuse_kept_elsewhere
    from coupdsl.language.writing import ordinary

    try:
        if not ordinary(path).parent.is_dir() and folder:
            raise typer.BadParameter(
                f"`{path}` cannot be written: there is no such folder; make it first", param_hint=hint
            )
    except OSError as error:
        raise typer.BadParameter(f"`{path}` {unwritable(error)}", param_hint=hint) from None
    refuse_kept_elsewhere(path)


def given_options(pairs: list[str]) -> dict[str, str]:
    """`KEY=VALUE` as typed on the command line."""
    options: dict[str, str] = {}
    for pair in pairs:
        key, sign, value = (part.strip() for part in pair.partition("="))
        if not sign or not key:
            meant = re.fullmatch(r"([\w.]+) *: *(\S+)", pair)
            help_ = f"; write `{meant[1]}={meant[2]}`" if meant is not None else ""
            raise typer.BadParameter(f"`{pair}` is not of the form KEY=VALUE{help_}", param_hint="--option")
        if options.setdefault(key, value) != value:
            message = f"`{key}` is given twice: `{options[key]}` and `{value}`"
            raise typer.BadParameter(message, param_hint="--option")
    return options


LANGUAGES = {
    "english": "en", "anglais": "en", "french": "fr", "français": "fr", "francais": "fr", "eng": "en", "fra": "fr",
    "fre": "fr",
}  # fmt: skip


def refuse_other_languages(lang: str | None, known: Iterable[str] = ()) -> None:
    """Refuses a language that neither the program speaks nor the texts of a game, whose are `known`."""
    languages = sorted({"en", "fr", *known})
    if lang is not None and lang not in languages:
        meant = LANGUAGES.get(lang.lower(), re.split("[-_]", lang.lower())[0])
        help_ = f"did you mean `{meant}`?" if meant in languages else f"possible here: {', '.join(languages)}"
        message = f"there is no language `{lang}`; {help_}"
        raise typer.BadParameter(message, param_hint="--lang")


LANG = "en or fr; the ruleset's own if not given, that of the first of several."
AS = "As this seat, or `spectator`, was sent it: safe to show to it, without the seed and what is hidden."


def given_viewer(text: str | None, players: int) -> Viewer | None:
    """Who is to see something, as typed after `--as`; None where nobody is named."""
    from coupdsl.play.sent import SPECTATOR

    if text is None or text == SPECTATOR:
        return text
    if not (text.isdecimal() and text.isascii() and int(text) < players):
        message = f"there is no seat `{text}`; there are 0 to {players - 1}, and `{SPECTATOR}`"
        raise typer.BadParameter(message, param_hint="--as")
    return int(text)


# ---- how wide what is printed may be
def columns(least: int = 40) -> int | None:
    """How many letters a line of the terminal has; None where what is printed goes elsewhere."""
    import shutil

    return max(least, shutil.get_terminal_size().columns) if sys.stdout.isatty() else None


def tell_within(line: str, indent: int) -> None:
    """Prints a line, on a terminal as several where it is too long, the others so far in."""
    from coupdsl.play.wrapping import wrapped

    wide = columns()
    lead = " " * (indent if wide is None or indent < wide // 2 else 4)
    typer.echo("\n".join(wrapped(line, wide, lead, cutting=True)) if wide else line)


# ---- people at a terminal
def terminal(plain: bool) -> tuple[bool, int]:
    """Is everything plain text here, and how wide are the lines?"""
    import shutil

    plain = plain or not sys.stdout.isatty() or not _draws_symbols()
    return plain, 72 if plain else max(40, min(110, shutil.get_terminal_size().columns))


def _draws_symbols() -> bool:
    try:
        "♠♥♦♣·×…".encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def path_named(text: str) -> Path:
    """The file or folder of this name; raises BadParameter for an empty one, which else is the folder one stands in."""
    if not text:
        raise typer.BadParameter("there is no file or folder ``; `.` is the folder you are in", param_hint="PATHS")
    return Path(text)
