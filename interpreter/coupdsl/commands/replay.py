"""`coupdsl replay`: verifies a log and prints it as an account, or says why a move of it was possible."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated

import typer

from coupdsl.commands import ranges
from coupdsl.commands.account_told import LeftOff, Manner, tell_log
from coupdsl.commands.browser import BROWSER, NO_OPEN, PORT, book_of_log, watch_in_browser
from coupdsl.commands.common import (
    AS,
    Format,
    given_viewer,
    refuse_other_languages,
    refuse_unwritable,
    telling_failures,
    telling_where,
)
from coupdsl.commands.full_screen import WATCHED, refuse_screen, watch_at_screen
from coupdsl.commands.overwriting import READ, refuse_other_rules, refuse_rules, refuse_same
from coupdsl.commands.streams import is_terminal, tell_json

if TYPE_CHECKING:
    from collections.abc import Iterator

    from coupdsl.commands.browser import Link
    from coupdsl.play.game import Game
    from coupdsl.play.log import Log
    from coupdsl.play.sent import Viewer


def replay(
    file: Annotated[Path, typer.Argument(help="A game log, as `run --out` or `play` writes it.")],
    ruleset: Annotated[str | None, typer.Option(help="The rules, if they have another name here.")] = None,
    why: Annotated[
        int | None,
        typer.Option(min=1, metavar="MOVE", help="Why this move, by its number, was possible, and what it cost."),
    ] = None,
    instead: Annotated[str | None, typer.Option(metavar="WORDS", help="With --why: ask about another move.")] = None,
    seat: Annotated[
        int | None,
        typer.Option(
            min=0,
            help="With --why: answer as this seat may know it; if not given, as whoever moved, "
            "or in a game that is not over, the one person who plays it.",
        ),
    ] = None,
    game: Annotated[
        int | None,
        typer.Option(
            min=1, help="Only this game of the file; with --why, --browser or --screen the first if not given."
        ),
    ] = None,
    as_: Annotated[str | None, typer.Option("--as", metavar="SEAT", help=AS)] = None,
    step: Annotated[
        bool, typer.Option("--step", help="On a terminal: a key for each move, h to the end of the hand, q to leave.")
    ] = False,
    out: Annotated[Path | None, typer.Option(help="With --as: write it to this file instead, as a log.")] = None,
    format_: Annotated[Format, typer.Option("--format", help="How to print it.")] = Format.text,
    lang: Annotated[str | None, typer.Option(help="en or fr; the ruleset's own if not given.")] = None,
    browser: Annotated[bool, typer.Option("--browser", help=BROWSER)] = False,
    screen: Annotated[bool, typer.Option("--screen", help=WATCHED)] = False,
    port: Annotated[int, ranges.port(PORT)] = 0,
    no_open: Annotated[bool, typer.Option("--no-open", help=NO_OPEN)] = False,
) -> None:
    """Verify a game log move by move and print it as a readable account. A file may hold many games.

    If a game is over, all hands and secret choices are shown, unless --as names a seat.

    A log that was written as one seat may see it is printed, but cannot be verified.

    With --why, explain instead why one of its moves was possible, and how the payments that it caused add up.

    \b
    Examples:  coupdsl replay games.jsonl
               coupdsl replay games.jsonl --why 12
               coupdsl replay games.jsonl --why 12 --instead "play AS" --lang fr
               coupdsl replay games.jsonl --game 3 --why 40 --seat 2
               coupdsl replay games.jsonl --as 2 --step
               coupdsl replay games.jsonl --as 2 --out for-seat-2.jsonl
               coupdsl replay games.jsonl --game 3 --browser
               coupdsl replay games.jsonl --as 2 --screen
    """
    drawn = "--browser" if browser else "--screen" if screen else None
    if drawn is not None:
        refuse_other_languages(lang)
    _refuse_beside_why(why, instead, seat, as_)
    _refuse_out(out, as_, file)
    if step and not is_terminal():
        raise typer.BadParameter("it needs a terminal", param_hint="--step")
    if drawn is not None and (why is not None or out is not None or step or format_ is not Format.text):
        message = f"a {'page' if browser else 'screen'} goes with none of --why, --out, --step and --format"
        raise typer.BadParameter(message, param_hint=drawn)
    if screen:
        refuse_screen(0, 1, {"--browser": browser})
    is_of_one = drawn is not None or why is not None
    manner, copy = Manner(lang, format_, step), _Copy(out)
    with telling_failures(), suppress(LeftOff):
        for number, log in _games(file, 1 if game is None and is_of_one else game):
            if drawn is not None:
                played, eyes, language, link = _watched(log, ruleset, as_, manner)
                if browser:
                    watch_in_browser(played, eyes, language, book_of_log(log, ruleset), port, not no_open, link)
                else:
                    back = f"coupdsl replay {quote(str(file))} --game {number}"
                    watch_at_screen(played, eyes, language, file, back, link)
            elif why is not None:
                _why(log, ruleset, why, instead, seat, manner)
            elif out is not None:
                copy.add(log, ruleset, as_)
            else:
                tell_log(log, ruleset, number, as_, manner)
        copy.write()


def _refuse_beside_why(why: int | None, instead: str | None, seat: int | None, as_: str | None) -> None:
    if why is None and (instead is not None or seat is not None):
        raise typer.BadParameter("it goes with `--why MOVE`", param_hint="--seat" if instead is None else "--instead")
    if as_ is not None and why is not None:
        raise typer.BadParameter("with `--why` it is `--seat`", param_hint="--as")


def _refuse_out(out: Path | None, as_: str | None, file: Path) -> None:
    if out is None:
        return
    if as_ is None:
        raise typer.BadParameter("it goes with `--as SEAT`", param_hint="--out")
    refuse_unwritable(out, "--out")
    refuse_same(out, "--out", file, READ)


def _games(file: Path, wanted: int | None) -> Iterator[tuple[int, Log]]:
    """The games of a file with their numbers, or the one with the number that is wanted."""
    from coupdsl.play.log import read_logs

    number = 0
    for number, log in enumerate(read_logs(file), 1):
        if wanted in (None, number):
            yield number, log
        if number == wanted:
            return
    if wanted is not None:
        raise typer.BadParameter(f"{file} holds {number} game{'s' * (number != 1)}", param_hint="--game")


def _watched(log: Log, ruleset: str | None, as_: str | None, manner: Manner) -> tuple[Game, int | None, str, Link]:
    """The game to be seen again; with whose eyes and in which language first, and the calls to go on from there."""
    from coupdsl.commands.play import link_of
    from coupdsl.play.log import replay
    from coupdsl.play.sent import SPECTATOR, seat_of

    game = replay(log, ruleset)
    eyes = seat_of(given_viewer(as_, game.rules.players) or SPECTATOR)
    return game, eyes, manner.words(game.rules, ()).language, link_of(game, ruleset, eyes)


class _Copy:
    """Games as one seat may see them, to be written to a file; it carries the same rules once."""

    def __init__(self, out: Path | None) -> None:
        self._out = out
        self._lines: list[str] = []
        self._carried: set[str] = set()  # fingerprints
        self._viewer: Viewer | None = None

    def add(self, log: Log, ruleset: str | None, as_: str | None) -> None:
        from coupdsl.play.log import lines, replay

        game = replay(log, ruleset)
        rules = game.rules
        self._viewer = given_viewer(as_, rules.players)
        is_new = rules.fingerprint not in self._carried
        if is_new:
            refuse_rules(self._out, "--out", rules.sources, ".jsonl")
            refuse_other_rules(self._out, "--out", ".jsonl")
        self._lines += lines(game, self._viewer, is_new)
        self._carried.add(rules.fingerprint)

    def write(self) -> None:
        from coupdsl.language.writing import write_whole
        from coupdsl.play.sent import safe_for

        if self._out is not None and self._viewer is not None:
            with telling_where(self._out):
                write_whole(self._out, self._lines)
            typer.echo(f"logs: {self._out}, safe to show to {safe_for(self._viewer)}")


def _why(
    log: Log, ruleset: str | None, number: int, instead: str | None, asker: int | None, manner: Manner
) -> None:  # fmt: skip
    """Tells who asks why a move, or another in its place, was possible, and what its payments were made of."""
    from coupdsl.engine.chance import CHANCE
    from coupdsl.play.asking import Asking
    from coupdsl.play.log import replay
    from coupdsl.play.spoken import Words

    game = replay(log, ruleset)
    if number > len(game.moves):
        raise typer.BadParameter(f"the game has {len(game.moves)} moves", param_hint="--why")
    if asker is not None and asker >= game.rules.players:
        raise typer.BadParameter(f"the seats are 0 to {game.rules.players - 1}", param_hint="--seat")
    mover, move = game.moves[number - 1]
    if asker is None:
        asker = mover if game.state.is_over else _only_person(game)
    words = Words(game.rules, manner.lang or game.rules.locale, plain=True)
    asking = Asking(words)
    if mover == CHANCE:
        reasons = []
    elif asker == mover:
        reasons = asking.why(game.before(number - 1), mover, instead or str(move))
    else:
        reasons = [asking.not_asked(mover)]
    paid = asking.payments.why_paid(game, number - 1, asker) if instead is None else []
    if manner.format is Format.json:
        tell_json({"move": number, "seat": mover, "why": reasons, "paid": paid})
        return
    for line in [*reasons, *(paid or ([words.say("nothing_paid")] if instead is None else []))]:
        typer.echo(line)


def _only_person(game: Game) -> int | None:
    """The seat of the one person who plays; None where there are several or none, or where that is not known."""
    people = [seat for seat, name in enumerate(game.seated) if name is None]
    return people[0] if len(people) == 1 else None
