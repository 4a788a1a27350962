"""`coupdsl diff`: two rulesets compared, by what they say and by what happens under them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from coupdsl.commands import ranges
from coupdsl.commands.common import (
    LANG,
    Format,
    composed_well,
    fail,
    given_options,
    refuse_other_languages,
    tell_within,
)
from coupdsl.commands.streams import drawn, tell_json
from coupdsl.language.tongues import Count

if TYPE_CHECKING:
    from coupdsl.play.clock import Clock
    from coupdsl.play.divergence import Search

SECONDS, EACH = 10.0, 0.5  # that looking may take with so many players, and for each game that is wanted


def diff(
    one: Annotated[str, typer.Argument(help="A shipped name (see `coupdsl list`) or a path.")],
    other: Annotated[str, typer.Argument(help="Another; the same with --option compares readings.")],
    players: Annotated[
        int | None, typer.Option(help="How many play; every number that both allow if not given.")
    ] = None,
    option: Annotated[list[str] | None, typer.Option(help="KEY=VALUE for the second; may be repeated.")] = None,
    games: Annotated[int, ranges.games("How many games are played side by side.", least=0)] = 50,
    seed: Annotated[int, ranges.seed("The same seed plays the same games.")] = 0,
    lang: Annotated[str | None, typer.Option(help=LANG)] = None,
    format_: Annotated[Format, typer.Option("--format", help="How to print it.")] = Format.text,
) -> None:
    """Compare two rulesets: what they say, and the shortest game found in which they are not the same.

    Games are played under both at once, with the same cards and the same random moves, until what somebody is asked,
    may do, is told or sees differs. Ctrl-C shows what was found so far.

    \b
    Examples:  coupdsl diff parker-1966 french
               coupdsl diff coup coup --option cost.paid=on_resolve --players 4
    """
    from coupdsl.language.diagnostics import Problems
    from coupdsl.language.remembered import name_for, remembered

    refuse_other_languages(lang)
    given = given_options(option or [])
    name = name_for("diff", one, other, players, sorted(given.items()), games, seed, lang)
    try:
        found = remembered(
            name, lambda: _compared(one, other, players, given, games, seed, lang), lambda found: found["whole"]
        )
    except Problems as problems:
        fail(problems)
    words = WORDS["en" if format_ is Format.json else found["language"]]
    if option:
        other = words["with"].format(other, ", ".join(option))
    if format_ is Format.json:
        said, shown = (
            [{key: value for key, value in row.items() if key not in ("told", "in_words")} for row in found[part]]
            for part in ("said", "games")
        )
        tell_json({"one": one, "other": other, "said": said, "games": shown}, indent=2)
        return
    tell_within(words["said"].format(one, other), 2)
    for row in found["said"]:
        tell_within(words["line"].format(row["name"], " → ".join(row["in_words"])), 4)
    if not found["said"]:
        tell_within(f"  {words['nothing']}", 2)
    for row in found["games"]:
        _tell_found(one, other, row, words)
    if not found["games"]:
        typer.echo("")
        tell_within(words["apart"], 0)


# ---- what is found
def _compared(
    one: str, other: str, players: int | None, options: dict[str, str], games: int, seed: int, lang: str | None
) -> dict[str, Any]:
    """What both say, and what happens under them for each number of players; `whole` if all games were played."""
    from coupdsl.code.seats import allowed_seats, numbers
    from coupdsl.phrases.inline import text_of
    from coupdsl.play.clock import Clock
    from coupdsl.rulebook.book import Book
    from coupdsl.rulebook.house_changes import differences

    first, second = composed_well(one), composed_well(other)
    lang = lang or (first.locale if first.locale in WORDS else "en")
    said = differences(Book(first, lang), Book(second, lang, options))
    both = [n for n in allowed_seats(first) if n in allowed_seats(second, options)]
    if players is not None and players not in both:
        fitting = f"{numbers(both)} can play" if both else "no number of players fits both"
        raise typer.BadParameter(f"`{players}` players cannot play both; {fitting}", param_hint="--players")
    seconds = SECONDS + EACH * games
    searches = [
        _search(one, other, n, options, games, seed, lang, Clock(seconds)) for n in ([players] if players else both)
    ]
    return {
        "said": [
            {
                "path": row.key, "name": text_of(row.name), "one": text_of(row.was), "other": text_of(row.now),
                "in_words": [text_of(side) for side in row.in_words or (row.was, row.now)],
            }
            for row in said
        ],
        "games": [
            {
                "players": search.one.players, "games": search.games, "wanted": games, "moves": search.moves,
                "seconds": seconds if search.is_cut else None,
                "same": search.same,
                "shortest": search.found.data() if search.found is not None else None,
                "fails": _failures(search, seed if games else None),
                "told": _told(search, lang),
            }
            for search in searches
        ],
        "language": lang,
        "whole": all(search.same or search.games == games for search in searches),
    }  # fmt: skip


def _search(
    one: str, other: str, players: int, options: dict[str, str], games: int, seed: int, lang: str, clock: Clock
) -> Search:
    """Looks for a game that differs until the time is used up; an interruption ends the looking, not the command."""
    import sys

    from coupdsl.engine.load import load
    from coupdsl.play.divergence import Search

    search = Search(load(one, players), load(other, players, options))
    if search.same:
        return search
    label = WORDS[lang]["looking"].format(Count(players))
    try:
        with typer.progressbar(
            search.look(games, seed, clock), length=games, label=label, file=drawn(sys.stderr)
        ) as bar:
            for _ in bar:
                pass
    except KeyboardInterrupt:
        typer.echo("", err=True)
    return search


def _failures(search: Search, seed: int | None) -> list[str | None]:
    """Of both how they fail in a random game, where they do: games side by side end at what differs."""
    from coupdsl.play.clock import Clock
    from coupdsl.play.divergence import failure

    if search.same or seed is None:
        return [None, None]
    try:
        found = [failure(rules, seed, Clock(EACH)) for rules in (search.one, search.other)]
    except KeyboardInterrupt:
        return [None, None]
    return [f"{error.told} ({error.span})" if error is not None else None for error in found]


def _told(search: Search, lang: str) -> dict[str, Any] | None:
    """The shortest game that differs in words: the way there, what is not the same, and how it is under either."""
    from coupdsl.play.divergence import account, happened

    found = search.found
    if found is None:
        return None
    one, other = happened(search.one, search.other, found, lang)
    what = "chance" if found.what == "options" and found.seat == -1 else found.what
    return {
        "way": list(account(search.one, found, lang)), "what": what, "seat": found.seat,
        "one": one, "other": other,
    }  # fmt: skip


# ---- as text
SHOWN = 12  # lines of a difference
WORDS = {
    "en": {
        "said": "Where {1} differs from {0}", "nothing": "nothing", "more": "and {0} more",
        "with": "{0} with {1}", "both": "{0}:", "only": "only under {0}:",
        "line": "  {0}: {1}", "looking": "{0:player|players}",
        "happens": "What happens with {0:player|players} ({1}, {2})",
        "games": "{0} games", "one_game": "1 game", "moves": "{0} moves", "one_move": "1 move",
        "same": "With {0:player|players} the rules are the same, so no game can differ.",
        "fails": "The rules of {0} fail in a random game: {1}",
        "cut": "The time for this, {0:.0f} seconds, was used up: {1} of {2} games were played.",
        "none": "No difference was found. That does not prove that there is none; --games looks further.",
        "shortest": "The shortest game found that differs:",
        "decision": "Then another player or another question comes next:",
        "options": "Then seat {0} has different choices:", "chance": "Then chance brings something different:",
        "events": "Then something different happens:", "view": "Then seat {0} sees something different:",
        "apart": "No number of players fits both, so no game was played under both.",
    },
    "fr": {
        "said": "Ce que {1} dit autrement que {0}", "nothing": "rien", "more": "et {0} de plus",
        "with": "{0} avec {1}", "both": "{0} :", "only": "seulement sous {0} :",
        "line": "  {0} : {1}", "looking": "{0:joueur|joueurs}",
        "happens": "Ce qui se passe à {0:joueur|joueurs} ({1}, {2})",
        "games": "{0} parties", "one_game": "1 partie", "moves": "{0} coups", "one_move": "1 coup",
        "same": "À {0:joueur|joueurs}, les règles sont les mêmes : aucune partie ne peut différer.",
        "fails": "Les règles de {0} échouent dans une partie au hasard : {1}",
        "cut": "Le temps prévu pour cela, {0:.0f} secondes, est écoulé ; parties jouées : {1} sur {2}.",
        "none": "Aucune différence trouvée. Cela ne prouve pas qu'il n'y en a pas ; --games cherche plus loin.",
        "shortest": "La plus courte des parties trouvées qui diffèrent :",
        "decision": "Alors ce n'est pas le même joueur ou la même question :",
        "options": "Alors le joueur {0} n'a pas les mêmes choix :", "chance": "Alors le hasard n'est pas le même :",
        "events": "Alors il ne se passe pas la même chose :", "view": "Alors le joueur {0} ne voit pas la même chose :",
        "apart": "Aucun nombre de joueurs ne convient aux deux ; aucune partie n'a été jouée sous les deux.",
    },
}  # fmt: skip


def _counted(words: dict[str, str], what: str, number: int) -> str:
    return words[f"one_{what}" if number == 1 else f"{what}s"].format(number)


def _tell_found(one: str, other: str, row: dict[str, Any], words: dict[str, str]) -> None:
    told = row["told"]
    typer.echo("")
    if row["same"]:
        tell_within(words["same"].format(Count(row["players"])), 2)
        return
    games, moves = _counted(words, "game", row["games"]), _counted(words, "move", row["moves"])
    tell_within(words["happens"].format(Count(row["players"]), games, moves), 2)
    if row["seconds"] is not None:
        tell_within("  " + words["cut"].format(row["seconds"], row["games"], row["wanted"]), 2)
    for name, message in zip((one, other), row["fails"], strict=True):
        if message is not None:
            tell_within("  " + words["fails"].format(name, message), 4)
    if told is None:
        if row["games"]:
            tell_within(f"  {words['none']}", 2)
        return
    tell_within("  " + words["shortest"], 4)
    for line in told["way"]:
        tell_within(f"    {line}", 8)
    tell_within("  " + words[told["what"]].format(told["seat"]), 4)
    head = words["both"] if told["one"] and told["other"] else words["only"]  # what both have is not told
    for name, lines in ((one, told["one"]), (other, told["other"])):
        tell_within(f"    {head.format(name)}", 6)
        for line in lines[:SHOWN] or [words["nothing"]]:
            tell_within(f"      {line}", 10)
        if len(lines) > SHOWN:
            tell_within("      " + words["more"].format(len(lines) - SHOWN), 8)
