"""`coupdsl bench`: how fast rules are read, checked and played on one core."""

from __future__ import annotations

from typing import Annotated

import typer

from coupdsl.commands.common import Format, fail


def bench(
    ruleset: Annotated[str, typer.Argument(help="A shipped name or a path.")] = "parker-1966",
    players: Annotated[int, typer.Option(help="How many players.")] = 4,
    seconds: Annotated[float, typer.Option(min=0.1, max=60, help="How long each measurement lasts.")] = 2.0,
    format_: Annotated[Format, typer.Option("--format", help="How to print it.")] = Format.text,
) -> None:
    """Measure loading, whole games, hands of each entry played, copies and views, with the memory used.

    \b
    Example:  coupdsl bench parker-1966 --players 4
    """
    import json

    from coupdsl.language.diagnostics import Problems
    from coupdsl.play.benchmark import measure

    try:
        rows = measure(ruleset, players, seconds)
    except Problems as problems:
        fail(problems)
    if format_ is Format.json:
        typer.echo(json.dumps(rows, indent=2))
        return
    for row in rows:
        typer.echo(f"{row['what']:<34} {row['value']:>12,.1f} {row['unit']:<16} {row['ratio']:>9.3f} × a whole game")
