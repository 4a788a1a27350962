"""`coupdsl bench`: how fast rules are read, checked and played on one core."""

from __future__ import annotations

from enum import StrEnum
from importlib.util import find_spec
from typing import Annotated, Any

import typer

from coupdsl.commands import ranges
from coupdsl.commands.common import Format, fail
from coupdsl.commands.streams import tell_json
from coupdsl.play.needs import needs

STUDIED = ("llvmlite", "numpy")


class Against(StrEnum):
    open_spiel = "open_spiel"


def bench(
    ruleset: Annotated[str, typer.Argument(help="A shipped name or a path.")] = "parker-1966",
    players: Annotated[int | None, typer.Option(help="How many players; the usual number if not given.")] = None,
    seconds: Annotated[float, ranges.seconds("How long each measurement lasts.", 0.1, 60)] = 2.0,
    against: Annotated[Against | None, typer.Option(help="Also play hands of Hearts by another library.")] = None,
    search: Annotated[bool, typer.Option("--search", help="How fast players think, at a first decision.")] = False,
    table: Annotated[bool, typer.Option("--table", help="How soon a table in the browser shows a choice.")] = False,
    start: Annotated[bool, typer.Option("--start", help="How soon commands end, with nothing kept and then.")] = False,
    format_: Annotated[Format, typer.Option("--format", help="How to print it.")] = Format.text,
) -> None:
    """Measure loading, whole games, hands of each entry played, copies and views, with the memory used.

    First the reference interpreter, then machine code if llvmlite is installed. How it is measured: docs/compiler.md.
    With --start, how soon commands come to their end: docs/cache.md; with --search, how fast players think; with
    --table, how soon a table in the browser shows what was chosen: docs/browser.md.

    \b
    Examples:  coupdsl bench parker-1966 --players 4
               coupdsl bench hearts --against open_spiel
               coupdsl bench hearts --search
               coupdsl bench hearts --table
               coupdsl bench --start
    """
    from coupdsl.language.diagnostics import Problems
    from coupdsl.play.speed import measure

    if start:
        from coupdsl.study import starting

        _tell(list(starting.measure(repetitions=5)), "python -c pass", format_)
        return
    if search:
        _thinking(ruleset, players, seconds, format_)
        return
    if table:
        _at_table(ruleset, players, seconds, format_)
        return
    needed = [*STUDIED, *(["pyspiel"] if against is not None else [])]
    missing = [name for name in needed if find_spec(name) is None]
    if against is not None and missing:
        raise typer.BadParameter(needs(missing[0]), param_hint="--against")
    try:
        rows = measure(ruleset, players, seconds)
        if not missing:
            from coupdsl.study import benchmark

            compiled = list(benchmark.measure(ruleset, players, seconds))
            rows += compiled
            rows += benchmark.against_open_spiel(seconds, compiled) if against is not None else []
    except Problems as problems:
        fail(problems)
    _tell(rows, "a whole game", format_)


def _thinking(ruleset: str, players: int | None, seconds: float, format_: Format) -> None:
    from coupdsl.language.diagnostics import Problems

    if find_spec("llvmlite") is None:
        raise typer.BadParameter(needs("llvmlite"), param_hint="--search")
    from coupdsl.study.search_speed import measure

    try:
        _tell(list(measure(ruleset, players, seconds)), "an iteration", format_)
    except Problems as problems:
        fail(problems)


def _at_table(ruleset: str, players: int | None, seconds: float, format_: Format) -> None:
    from coupdsl.language.diagnostics import Problems
    from coupdsl.table.page_speed import measure as measured

    try:
        _tell(list(measured(ruleset, players, seconds)), "a move", format_)
    except Problems as problems:
        fail(problems)


def _tell(rows: list[dict[str, Any]], of: str, format_: Format) -> None:
    """Figures, with their ratios to one of them."""
    if format_ is Format.json:
        tell_json(rows, indent=2)
        return
    from coupdsl.study.report.numbers import Number

    names, units = ([str(row[key]) for row in rows] for key in ("what", "unit"))
    values = [f"{row['value']:,.1f}" for row in rows]
    ratios = [Number.exactly(row["ratio"]).rounded if row["ratio"] else "" for row in rows]
    table = [("", "", "", f"× {of}"), *zip(names, values, units, ratios, strict=True)]
    wide = [max(map(len, column)) for column in zip(*table, strict=True)]
    for name, value, unit, ratio in table:
        line = f"{name:<{wide[0]}} {value:>{wide[1]}} {unit:<{wide[2]}} {ratio:>{wide[3]}}"
        typer.echo(line.rstrip())
