"""`coupdsl replay`: verifies a log and prints it as an account, or says why a move of it was possible."""

from __future__ import annotations

from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated

import typer

from coupdsl.commands import ranges
from coupdsl.commands.browser import BROWSER, NO_OPEN, PORT, book_of_log, watch_in_browser
from coupdsl.commands.common import (
    AS,
    Format,
    fail,
    given_viewer,
    refuse_other_languages,
    refuse_unwritable,
    telling_where,
    terminal,
)
from coupdsl.commands.full_screen import WATCHED, refuse_screen, watch_at_screen
from coupdsl.commands.overwriting import READ, refuse_other_rules, refuse_rules, refuse_same
from coupdsl.commands.streams import is_terminal, key_pressed, tell_json
from coupdsl.language.records import by_value

if TYPE_CHECKING:
    from collections.abc import Iterator

    from coupdsl.engine.rules import Rules
    from coupdsl.play.account.narrator import Narrator
    from coupdsl.play.account.told import Told
    from coupdsl.play.game import Game
    from coupdsl.play.log import Log
    from coupdsl.play.sent import Viewer
    from coupdsl.play.spoken import Words


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
            help="With --why: who asks, and is told what he may know; else who moved, "
            "or in a game that is not over the one person who plays it.",
        ),
    ] = None,
    game: Annotated[
        int | None,
        typer.Option(
            min=1, help="This game of the file alone; with --why, --browser or --screen the first if not given."
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

    Of a game that is over, all hands and secret choices are told, unless --as says to whom.

    A log that was written as one seat may see it is printed; it cannot be verified.

    With --why, tell instead why one of its moves was possible, and what the payments were made of that it caused.

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
    from coupdsl.commands.play import link_of
    from coupdsl.language.diagnostics import Problems
    from coupdsl.language.writing import write_whole
    from coupdsl.play.log import lines, read_logs
    from coupdsl.play.log import replay as play_again
    from coupdsl.play.sent import SPECTATOR, safe_for, seat_of

    drawn = browser or screen
    if drawn:
        refuse_other_languages(lang)
    if why is None and (instead is not None or seat is not None):
        raise typer.BadParameter("it goes with `--why MOVE`", param_hint="--seat" if instead is None else "--instead")
    if as_ is not None and why is not None:
        raise typer.BadParameter("with `--why` it is `--seat`", param_hint="--as")
    if out is not None and as_ is None:
        raise typer.BadParameter("it goes with `--as SEAT`", param_hint="--out")
    if out is not None:
        refuse_unwritable(out, "--out")
        refuse_same(out, "--out", file, READ)
    if step and not is_terminal():
        raise typer.BadParameter("it needs a terminal", param_hint="--step")
    if drawn and (why is not None or out is not None or step or format_ is not Format.text):
        message, hint = ("a page", "--browser") if browser else ("a screen", "--screen")
        raise typer.BadParameter(f"{message} goes with none of --why, --out, --step and --format", param_hint=hint)
    if screen:
        refuse_screen(0, 1, {"--browser": browser})
    manner = _Manner(lang, format_, step)
    if game is None and (drawn or why is not None):
        game = 1
    number = 0
    written: list[str] = []
    carrying: set[str] = set()  # the fingerprints of rules that were written
    try:
        for number, log in enumerate(read_logs(file), 1):
            if game not in (None, number):
                continue
            if drawn:
                again = play_again(log, ruleset)
                eyes = seat_of(given_viewer(as_, again.rules.players) or SPECTATOR)
                spoken = manner.words(again.rules, ()).language
                link = link_of(again, ruleset, eyes)
                if screen:
                    back = f"coupdsl replay {quote(str(file))} --game {game}"
                    watch_at_screen(again, eyes, spoken, file, back, link)
                else:
                    watch_in_browser(again, eyes, spoken, book_of_log(log, ruleset), port, not no_open, link)
            elif why is not None:
                _why(play_again(log, ruleset), why, instead, seat, lang, format_)
            elif log.viewer is not None and as_ is None:
                _tell_sent(log, ruleset, number, manner)
            else:
                again = play_again(log, ruleset)
                viewer = given_viewer(as_, again.rules.players)
                if out is not None:
                    if again.rules.fingerprint not in carrying:
                        refuse_rules(out, "--out", again.rules.sources, ".jsonl")
                        refuse_other_rules(out, "--out", ".jsonl")
                    written += lines(again, viewer, again.rules.fingerprint not in carrying)
                    carrying.add(again.rules.fingerprint)
                else:
                    _tell(again, number, viewer, _own_rules(log, ruleset), manner)
            if number == game:
                break
        if game is not None and game > number:
            raise typer.BadParameter(f"{file} holds {number} game{'s' * (number != 1)}", param_hint="--game")
        if out is not None:
            with telling_where(out):
                write_whole(out, written)
            typer.echo(f"logs: {out}, safe to show to {safe_for(given_viewer(as_, again.rules.players))}")
    except Problems as problems:
        fail(problems)
    except _Left:
        return


class _Left(Exception):
    """Whoever reads step by step has read enough."""


@by_value
class _Manner:
    """How games are told."""

    lang: str | None
    format: Format
    step: bool

    def words(self, rules: Rules, names: tuple[str, ...]) -> Words:
        from coupdsl.play.spoken import Words

        plain, _ = terminal(False)
        return Words(rules, self.lang or rules.locale, plain, names)


def _tell_sent(log: Log, ruleset: str | None, number: int, manner: _Manner) -> None:
    """What a seat was sent, as an account."""
    from coupdsl.play.account.chronicle import sent_told
    from coupdsl.play.account.narrator import Narrator
    from coupdsl.play.log import of_rules
    from coupdsl.play.sent import safe_for, seat_of

    rules = of_rules(log, ruleset)
    if manner.format is Format.json:
        own = bool(_own_rules(log, ruleset))
        tell_json({"game": number, "ruleset": rules.name, "own_rules": own, "seen_by": log.viewer, "events": log.sent})
        return
    assert log.viewer is not None
    words = manner.words(rules, tuple(log.head.get("names", ())))
    seat = seat_of(log.viewer)
    made = sum(event["event"] == "chose" and event["seat"] >= 0 for event in log.sent)
    extra = [words.say("as_spectator") if seat is None else words.say("as_seat", seat)]
    _title(words, number, made, extra + ([words.say("own_rules")] if _own_rules(log, ruleset) else []))
    narrator = Narrator(words, seat)
    _lines(sent_told(log.sent, narrator), narrator, manner)
    typer.echo(words.say("sent_only", safe_for(log.viewer)) + "\n")


def _own_rules(log: Log, ruleset: str | None) -> bool:
    """Are the rules those that the log holds, whatever they are called?"""
    return log.rules is not None and ruleset is None


def _tell(game: Game, number: int, viewer: Viewer | None, own_rules: bool, manner: _Manner) -> None:
    from coupdsl.play.account.chronicle import moves_told
    from coupdsl.play.account.narrator import Narrator
    from coupdsl.play.sent import seat_of
    from coupdsl.scoring.answers import Answers
    from coupdsl.scoring.scorable import is_scored
    from coupdsl.scoring.statement import Scribe

    seat = seat_of(viewer) if viewer is not None else None
    if manner.format is Format.json:
        tell_json({"game": number, "ruleset": game.rules.name, "own_rules": own_rules, "events": game.seen(seat)})
        return
    words = manner.words(game.rules, game.names)
    _title(words, number, len(game.moves), [words.say("own_rules")] if own_rules else [])
    narrator = Scribe(words, Answers(words), seat) if is_scored(game.rules) else Narrator(words, seat)
    in_all_hands = viewer is None and game.state.is_over
    _lines(moves_told(game, narrator, in_all_hands), narrator, manner)
    typer.echo(words.say("in_order") + "\n")


def _title(words: Words, number: int, moves: int, extra: list[str]) -> None:
    from coupdsl.language.tongues import Count

    said = words.say("game", number, words.title(), Count(words.rules.players), Count(moves))
    typer.echo(", ".join([said, *extra]))


def _lines(told: Iterator[list[Told]], narrator: Narrator, manner: _Manner) -> None:
    """The account; step by step, each move when a key is pressed."""
    from coupdsl.play.account.chronicle import lines

    if not manner.step:
        for line in lines(told, narrator):
            typer.echo(line)
        return
    typer.echo(narrator.words.say("step"))
    waits = True
    for sentences in told:
        for line in lines([sentences], narrator):
            typer.echo(line)
        waits = waits or any(one.kind in ("hand", "head") for one in sentences)
        if sentences and waits:
            key = key_pressed()
            if key in ("q", "Q", ""):
                raise _Left
            waits = key not in ("h", "H", "d", "D")


def _why(game: Game, number: int, instead: str | None, asker: int | None, lang: str | None, format_: Format) -> None:
    from coupdsl.engine.chance import CHANCE
    from coupdsl.play.asking import Asking
    from coupdsl.play.spoken import Words

    if number > len(game.moves):
        raise typer.BadParameter(f"the game has {len(game.moves)} moves", param_hint="--why")
    if asker is not None and asker >= game.rules.players:
        raise typer.BadParameter(f"the seats are 0 to {game.rules.players - 1}", param_hint="--seat")
    mover, move = game.moves[number - 1]
    if asker is None:
        asker = mover if game.state.is_over else _only_person(game)
    words = Words(game.rules, lang or game.rules.locale, plain=True)
    asking = Asking(words)
    if mover == CHANCE:
        reasons = []
    elif asker == mover:
        reasons = asking.why(game.before(number - 1), mover, instead or str(move))
    else:
        reasons = [asking.not_asked(mover)]
    paid = asking.payments.why_paid(game, number - 1, asker) if instead is None else []
    if format_ is Format.json:
        tell_json({"move": number, "seat": mover, "why": reasons, "paid": paid})
        return
    for line in [*reasons, *(paid or ([words.say("nothing_paid")] if instead is None else []))]:
        typer.echo(line)


def _only_person(game: Game) -> int | None:
    """The seat of the one person who plays; None where there are several or none, or where that is not known."""
    people = [seat for seat, name in enumerate(game.seated) if name is None]
    return people[0] if len(people) == 1 else None
