"""`coupdsl replay`: verifies a log and prints it as an account."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from coupdsl.commands.common import Format, fail


def replay(
    file: Annotated[Path, typer.Argument(help="A game log, as `run --out` or `play` writes it.")],
    ruleset: Annotated[str | None, typer.Option(help="The rules, if they have another name here.")] = None,
    format_: Annotated[Format, typer.Option("--format", help="How to print it.")] = Format.text,
    lang: Annotated[str | None, typer.Option(help="en or fr; the ruleset's own if not given.")] = None,
) -> None:
    """Verify a game log move by move and print it as a readable account. A file may hold many games.

    \b
    Example:  coupdsl replay games.jsonl
    """
    import json

    from coupdsl.language.diagnostics import Problems
    from coupdsl.play.account import account
    from coupdsl.play.log import read_logs
    from coupdsl.play.log import replay as play_again

    try:
        for number, log in enumerate(read_logs(file), 1):
            game = play_again(log, ruleset)
            if format_ is Format.json:
                seen = game.seen(None)
                typer.echo(json.dumps({"game": number, "ruleset": game.rules.name, "events": seen}, ensure_ascii=False))
                continue
            typer.echo(f"Game {number}: {game.rules.name}, {game.rules.players} players, {len(game.moves)} moves")
            for line in account(game, None, lang or game.rules.locale):
                typer.echo(line)
            typer.echo("The log is in order.\n")
    except Problems as problems:
        fail(problems)
