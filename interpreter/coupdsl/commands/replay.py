"""`coupdsl replay`: verifies a log and prints it as an account, or says why a move of it was possible."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from coupdsl.commands.common import Format, fail
from coupdsl.commands.streams import tell_json

if TYPE_CHECKING:
    from coupdsl.play.game import Game


def replay(
    file: Annotated[Path, typer.Argument(help="A game log, as `run --out` or `play` writes it.")],
    ruleset: Annotated[str | None, typer.Option(help="The rules, if they have another name here.")] = None,
    why: Annotated[
        int | None,
        typer.Option(min=1, metavar="MOVE", help="Why this move, by its number, was possible, and what it cost."),
    ] = None,
    instead: Annotated[str | None, typer.Option(metavar="WORDS", help="With --why: ask about another move.")] = None,
    seat: Annotated[
        int | None, typer.Option(min=0, help="With --why: who asks, and is told what he may know; else who moved.")
    ] = None,
    game: Annotated[int, typer.Option(min=1, help="With --why: which game of the file.")] = 1,
    format_: Annotated[Format, typer.Option("--format", help="How to print it.")] = Format.text,
    lang: Annotated[str | None, typer.Option(help="en or fr; the ruleset's own if not given.")] = None,
) -> None:
    """Verify a game log move by move and print it as a readable account. A file may hold many games.

    With --why, tell instead why one of its moves was possible, and what the payments were made of that it caused.

    \b
    Examples:  coupdsl replay games.jsonl
               coupdsl replay games.jsonl --why 12
               coupdsl replay games.jsonl --why 12 --instead "play AS" --lang fr
               coupdsl replay games.jsonl --game 3 --why 40 --seat 2
    """
    from coupdsl.language.diagnostics import Problems
    from coupdsl.play.log import read_logs
    from coupdsl.play.log import replay as play_again

    if why is None and (instead is not None or seat is not None):
        raise typer.BadParameter("it goes with `--why MOVE`", param_hint="--seat" if instead is None else "--instead")
    number = 0
    try:
        for number, log in enumerate(read_logs(file), 1):
            if why is None:
                _tell(play_again(log, ruleset), number, lang, format_)
            elif number == game:
                _why(play_again(log, ruleset), why, instead, seat, lang, format_)
    except Problems as problems:
        fail(problems)
    if why is not None and game > number:
        raise typer.BadParameter(f"{file} holds {number} game{'s' * (number != 1)}", param_hint="--game")


def _tell(game: Game, number: int, lang: str | None, format_: Format) -> None:
    from coupdsl.play.chronicle import chronicle

    if format_ is Format.json:
        data = {"game": number, "ruleset": game.rules.name, "events": game.seen(None)}
        tell_json(data)
        return
    typer.echo(f"Game {number}: {game.rules.name}, {game.rules.players} players, {len(game.moves)} moves")
    for line in chronicle(game, None, lang or game.rules.locale):
        typer.echo(line)
    typer.echo("The log is in order.\n")


def _why(game: Game, number: int, instead: str | None, asker: int | None, lang: str | None, format_: Format) -> None:
    from coupdsl.engine.state import CHANCE
    from coupdsl.play.asking import Asking
    from coupdsl.play.words import Words

    if number > len(game.moves):
        raise typer.BadParameter(f"the game has {len(game.moves)} moves", param_hint="--why")
    if asker is not None and asker >= game.rules.players:
        raise typer.BadParameter(f"the seats are 0 to {game.rules.players - 1}", param_hint="--seat")
    mover, move = game.moves[number - 1]
    words = Words(game.rules, lang or game.rules.locale, plain=True)
    asking = Asking(words)
    if mover == CHANCE:
        reasons = []
    elif asker in (None, mover):
        reasons = asking.why(game.before(number - 1), mover, instead or str(move))
    else:
        reasons = [words.say("not_asked", mover)]
    paid = asking.why_paid(game, number - 1, mover if asker is None else asker) if instead is None else []
    if format_ is Format.json:
        tell_json({"move": number, "seat": mover, "why": reasons, "paid": paid})
        return
    for line in [*reasons, *(paid or ([words.say("nothing_paid")] if instead is None else []))]:
        typer.echo(line)
