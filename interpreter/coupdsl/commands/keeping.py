"""Where games are kept between two calls: which one is gone on with, and what becomes of one that is not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from coupdsl.commands.streams import reason
from coupdsl.language.tongues import Count

if TYPE_CHECKING:
    from coupdsl.engine.rules import Rules
    from coupdsl.play.game import Game
    from coupdsl.play.log import Log

Say = Callable[..., str]


def kept_in(name: str) -> Path:
    """Where a game is kept if nobody says where."""
    from platformdirs import user_data_path

    return user_data_path("coupdsl") / f"{name}.jsonl"


@contextmanager
def kept_alone(file: Path) -> Iterator[None]:
    """Keeps the file for this call; where another one has it, says which and leaves with status 1."""
    from coupdsl.play.holding import Held, holding

    with ExitStack() as stack:
        try:
            stack.enter_context(holding(file))
        except Held as held:
            typer.echo(str(held), err=True)
            typer.echo("End that first, or keep this in another file.", err=True)
            raise typer.Exit(1) from None
        yield


def kept_game(
    rules: Rules, file: Path, ruleset: str, anew: bool, say: Say, back: Callable[[Path], str] | None,
    names: tuple[str, ...] = (),
) -> Game | None:  # fmt: skip
    """The unfinished game in `file`, or None where a new one begins: the game that the file held is then kept aside.

    One begins where the other was of other rules or other people, or where somebody asks for it (`anew`). `say` gives
    the sentences, and `back` the call that goes on with a game kept in another file. A file that is no game is refused,
    unless it is the program's own.
    """
    from coupdsl.language.diagnostics import Problems
    from coupdsl.play.log import read_log, replay

    if not file.exists() or file.stat().st_size == 0:
        return None
    try:
        log = read_log(file)
    except Problems:
        if not anew or file.parent != kept_in("any").parent:
            raise
        typer.echo(say("kept_broken", _put_aside(file)), err=True)
        return None
    known = log.head["fingerprint"] == rules.fingerprint
    unfinished = log.result is None
    if known and unfinished and not anew and tuple(log.head.get("names", ())) == names:
        game = replay(log, ruleset)
        if not game.state.is_over:
            return game
        unfinished = False
    if log.moves:
        aside = _put_aside(file)
        typer.echo(_told(log, known, unfinished, aside, say), err=True)
        if known and unfinished and back is not None:
            typer.echo(say("resume", back(aside)), err=True)
    return None


def _told(log: Log, known: bool, unfinished: bool, aside: Path, say: Say) -> str:
    if not unfinished:
        return say("kept_finished", aside)
    if not known:
        return say("kept_other_rules", aside, log.head["ruleset"], Count(log.head["players"]))
    return say("kept_unfinished", aside)


def _put_aside(file: Path) -> Path:
    from coupdsl.play.aside import put_aside

    try:
        return put_aside(file)
    except OSError as error:
        typer.echo(f"{file} cannot be kept aside: {reason(error)}", err=True)
        raise typer.Exit(1) from None
