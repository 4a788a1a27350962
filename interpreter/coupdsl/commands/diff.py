"""`coupdsl diff`: two rulesets compared, by what they say and by what happens under them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from coupdsl.commands.common import Format, fail, given_options

if TYPE_CHECKING:
    from coupdsl.play.divergence import Search
    from coupdsl.rulesets.compose import Composed


def diff(
    one: Annotated[str, typer.Argument(help="A shipped name (see `coupdsl list`) or a path.")],
    other: Annotated[str, typer.Argument(help="Another; the same with --option compares readings.")],
    players: Annotated[
        int | None, typer.Option(help="How many play; every number that both allow if not given.")
    ] = None,
    option: Annotated[list[str] | None, typer.Option(help="KEY=VALUE for the second; may be repeated.")] = None,
    games: Annotated[int, typer.Option(min=0, help="How many games are played side by side.")] = 50,
    seed: Annotated[int, typer.Option(min=0, max=2**64 - 1, help="The same seed plays the same games.")] = 0,
    lang: Annotated[str, typer.Option(help="en or fr.")] = "en",
    format_: Annotated[Format, typer.Option("--format", help="How to print it.")] = Format.text,
) -> None:
    """Compare two rulesets: what they say, and the shortest game found in which they are not the same.

    Games are played under both at once, with the same cards and the same random moves, until what somebody is asked,
    may do, is told or sees differs. Ctrl-C shows what was found so far.

    \b
    Examples:  coupdsl diff parker-1966 french
               coupdsl diff coup coup --option cost.paid=on_resolve --players 4
    """
    import json

    from coupdsl.engine.rules import allowed_seats
    from coupdsl.language.diagnostics import Problems
    from coupdsl.play.rulebook.book import Book
    from coupdsl.play.rulebook.changes import differences

    if lang not in ("en", "fr"):
        raise typer.BadParameter(f"there is no language `{lang}`; there is: en, fr", param_hint="--lang")
    first, second = _composed(one), _composed(other)
    given = given_options(option or [])
    try:
        said = differences(Book(first, lang), Book(second, lang, given))
        both = [n for n in allowed_seats(first) if n in allowed_seats(second, given)]
        if players is not None and players not in both:
            names = ", ".join(map(str, both)) or "no number"
            raise typer.BadParameter(f"{players} players do not fit both; {names} would", param_hint="--players")
        searches = [_search(one, other, n, given, games, seed) for n in ([players] if players else both)]
    except Problems as problems:
        fail(problems)
    if format_ is Format.json:
        typer.echo(json.dumps(_data(one, other, said, searches), ensure_ascii=False, indent=2))
        return
    _print_said(one, other, said)
    for search in searches:
        _print_found(one, other, search, lang)
    if not both:
        typer.echo("\nNo number of players fits both, so no game was played under both.")


def _composed(name: str) -> Composed:
    from coupdsl.language.diagnostics import Problems
    from coupdsl.rulesets.compose import compose

    composed, problems = compose(name)
    if composed is None or problems:
        fail(Problems(problems))
    return composed


def _search(one: str, other: str, players: int, options: dict[str, str], games: int, seed: int) -> Search:
    """Looks for a game that differs; an interruption ends the looking, not the command."""
    import sys

    from coupdsl.engine.rules import load
    from coupdsl.play.divergence import Search

    search = Search(load(one, players), load(other, players, options))
    label = f"{players} players"
    try:
        with typer.progressbar(search.look(games, seed), length=games, label=label, file=sys.stderr) as bar:
            for _ in bar:
                pass
    except KeyboardInterrupt:
        typer.echo("", err=True)
    return search


# ---- as text
def _print_said(one: str, other: str, said: list[Any]) -> None:
    from coupdsl.play.rulebook.document import text_of

    typer.echo(f"What {other} says otherwise than {one}")
    for row in said:
        typer.echo(f"  {text_of(row.name)}: {text_of(row.was)} → {text_of(row.now)}")
    if not said:
        typer.echo("  nothing")


def _print_found(one: str, other: str, search: Search, lang: str) -> None:
    from coupdsl.play.divergence import account

    looked = f"{search.games} games of {search.one.players} players, {search.moves} moves"
    typer.echo(f"\nWhat happens ({looked})")
    if search.found is None:
        typer.echo("  No difference was found. That does not prove that there is none; --games looks further.")
        return
    typer.echo(f"  {search.departed} of the games came to differ. The shortest:")
    for line in account(search.one, search.found, lang):
        typer.echo(f"    {line}")
    seat = "" if search.found.seat is None or search.found.seat < 0 else f" of seat {search.found.seat}"
    typer.echo(f"  Then the {search.found.what}{seat} differ:")
    for name, lines in ((one, search.found.one), (other, search.found.other)):
        typer.echo(f"    {name}:")
        for line in lines[:SHOWN]:
            typer.echo(f"      {line}")
        if len(lines) > SHOWN:
            typer.echo(f"      and {len(lines) - SHOWN} more")
        if not lines:
            typer.echo("      nothing")


SHOWN = 12  # lines of a difference


# ---- as data
def _data(one: str, other: str, said: list[Any], searches: list[Search]) -> dict[str, Any]:
    from coupdsl.play.rulebook.document import text_of

    return {
        "one": one,
        "other": other,
        "said": [
            {"path": row.key, "name": text_of(row.name), "one": text_of(row.was), "other": text_of(row.now)}
            for row in said
        ],
        "games": [
            {
                "players": search.one.players, "games": search.games, "moves": search.moves,
                "departed": search.departed, "shortest": search.found.data() if search.found is not None else None,
            }
            for search in searches
        ],
    }  # fmt: skip
