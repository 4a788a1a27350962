"""`coupdsl diff`: two rulesets compared, by what they say and by what happens under them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from coupdsl.commands.common import Format, fail, given_options
from coupdsl.commands.streams import drawn, tell_json

if TYPE_CHECKING:
    from coupdsl.play.divergence import Search
    from coupdsl.rulebook.changes import Difference
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
    from coupdsl.engine.rules import allowed_seats
    from coupdsl.language.diagnostics import Problems
    from coupdsl.rulebook.book import Book
    from coupdsl.rulebook.changes import differences

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
    if option:
        other += " with " + ", ".join(option)
    if format_ is Format.json:
        tell_json(_data(one, other, said, searches), indent=2)
        return
    _print_said(one, other, said, WORDS[lang])
    for search in searches:
        _print_found(one, other, search, lang)
    if not both:
        typer.echo("\n" + WORDS[lang]["apart"])


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
        with typer.progressbar(search.look(games, seed), length=games, label=label, file=drawn(sys.stderr)) as bar:
            for _ in bar:
                pass
    except KeyboardInterrupt:
        typer.echo("", err=True)
    return search


# ---- as text
SHOWN = 12  # lines of a difference
WORDS = {
    "en": {
        "said": "What {1} says otherwise than {0}", "nothing": "nothing", "more": "and {0} more",
        "happens": "What happens with {0} players ({1} games, {2} moves)",
        "none": "No difference was found. That does not prove that there is none; --games looks further.",
        "shortest": "{0} of the games came to differ. The shortest:",
        "decision": "Then it is not the same who decides what:",
        "options": "Then seat {0} may not do the same:", "chance": "Then chance does not bring the same:",
        "events": "Then not the same happens:", "view": "Then seat {0} does not see the same:",
        "apart": "No number of players fits both, so no game was played under both.",
    },
    "fr": {
        "said": "Ce que {1} dit autrement que {0}", "nothing": "rien", "more": "et {0} de plus",
        "happens": "Ce qui se passe à {0} joueurs ({1} parties, {2} coups)",
        "none": "Aucune différence trouvée. Cela ne prouve pas qu'il n'y en a pas ; --games cherche plus loin.",
        "shortest": "{0} des parties ont fini par différer. La plus courte :",
        "decision": "Alors ce n'est pas le même joueur ou la même question :",
        "options": "Alors le joueur {0} n'a pas les mêmes choix :", "chance": "Alors le hasard n'est pas le même :",
        "events": "Alors il ne se passe pas la même chose :", "view": "Alors le joueur {0} ne voit pas la même chose :",
        "apart": "Aucun nombre de joueurs ne convient aux deux ; aucune partie n'a été jouée sous les deux.",
    },
}  # fmt: skip


def _print_said(one: str, other: str, said: list[Difference], words: dict[str, str]) -> None:
    from coupdsl.rulebook.document import text_of

    typer.echo(words["said"].format(one, other))
    for row in said:
        typer.echo(f"  {text_of(row.name)}: {text_of(row.was)} → {text_of(row.now)}")
    if not said:
        typer.echo(f"  {words['nothing']}")


def _print_found(one: str, other: str, search: Search, lang: str) -> None:
    from coupdsl.play.divergence import account, happened

    found, words = search.found, WORDS[lang]
    typer.echo("\n" + words["happens"].format(search.one.players, search.games, search.moves))
    if found is None:
        typer.echo(f"  {words['none']}")
        return
    typer.echo("  " + words["shortest"].format(search.departed))
    for line in account(search.one, found, lang):
        typer.echo(f"    {line}")
    what = "chance" if found.what == "options" and found.seat == -1 else found.what
    typer.echo("  " + words[what].format(found.seat))
    for name, rules, lines in ((one, search.one, found.one), (other, search.other, found.other)):
        shown = happened(rules, found, lines, lang)
        typer.echo(f"    {name}:")
        for line in shown[:SHOWN] or [words["nothing"]]:
            typer.echo(f"      {line}")
        if len(shown) > SHOWN:
            typer.echo("      " + words["more"].format(len(shown) - SHOWN))


# ---- as data
def _data(one: str, other: str, said: list[Difference], searches: list[Search]) -> dict[str, Any]:
    from coupdsl.rulebook.document import text_of

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
