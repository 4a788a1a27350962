"""The text of `docs/strength.md`: the ladders of all games, and what is known of players beside them."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from tests.docs import beside_flat, beside_open_spiel, coup_habits, decided
from tests.docs.self_play import Counts

from coupdsl.search.levels import HARD
from coupdsl.study.report.laddered import Laddered
from coupdsl.study.report.numbers import Number
from coupdsl.study.report.page import Cell, Table

INTRO = """# How strong the players are

This page is made by `python -m tests.docs.strength`. It compares {names} as the command [`ladder`](ladder.md) does.
Each deal was played with each of them at every seat, in the rotations of one order, a new order for each deal. ± are 95
% intervals over deals. A player is called better only if that is sure, by score or by games won: the chance that
anything said here of a game is only luck is at most 5 % (Holm's method), and with fewer than 30 deals nothing is said.
Times are those of one of two cores on which other work was going on.

Games of many deals were cut to one deal where their options allow it, because deals that have nothing in common tell
more. Games that are not in the table have not been played yet. Since most of this was played, `medium` has learnt to
look ahead where it [picks several things](thinking.md#step-by-step) one right after the other, as in Hearts, Cribbage
and Skat.
"""
PAIRS_INTRO = """## Two levels alone

A level and the one below it, at half of the seats each. `hard` assumes that the others choose well, and gains most
where they do. If a random player sits at the table too, as in the sections below, `hard` may seem level with `medium`,
which assumes random play anyway; but when the two play each other, `hard` is far ahead.
"""
BESIDE_INTRO = """## Beside OpenSpiel

Hearts as OpenSpiel plays it, against its search (information set Monte Carlo tree search with random playouts, set up
as in its own tests), two seats each. There is no passing, because with passing that search ends its process at the
first card that it is asked to pass. Scores are for one seat: a side of two is twice as far ahead.
"""
QUICK = beside_open_spiel.QUICK
QUICK_INTRO = f"""## Beside OpenSpiel, in less time

The search of `hard` with {QUICK.tries} tries in {QUICK.worlds} worlds, not {HARD.tries:,} in {HARD.worlds}, against
the same search.
"""
FLAT_INTRO = """## Beside a flat search

`hard` against a search that takes about as long, in as many worlds, but tries its moves only in random games: it
expects nobody to choose well, neither the others nor itself later on. Half of the seats each. In *Coup d'Etat* of 1966,
where `hard` looks at coups again, the flat search took three fifths of its time, as the last columns say.
"""
SEEN_INTRO = """## What is lost by not seeing

One seat among random players, in the same deals: played at random, by `hard`, and by the same search when it is shown
the true deal in place of the worlds that it imagines. The figures are points by which its side was ahead of the others.
The last one is how much of the gain over random play is left when the cards are hidden, in games in which nothing else
is hidden.

Not all of it can be had by a player who does not see. In Cribbage, of 1,500 hands of six cards, the four that score the
most with the starter that is turned up bring 0.70 ±0.02 points more than the four that score the most over all
starters. That alone, without what the cards of the other player are worth to know, is a tenth of the gain of 6.5 points
that the search has when it is shown all.
"""
HABITS_INTRO = """## Bluffing in Coup

Three players of one level play one another. A claim is an action that only one character may do; a bluff is a claim
made without that character; a challenge is right if it meets a bluff.
"""
DECIDED_INTRO = """## Decided games of Coup D'Etat (Scott DeMers 2005)

Two players of one level play each other. A game that is not decided ends level: both agreed to that, nobody can win any
more, or nothing has happened for too long.
"""
SMALL_INTRO = """## What is given away

In small games every line of play can be followed. So it is known exactly how much an opponent could gain who knows a
player through and through: the score of a best response to that player, less the player's own, for one seat on average,
in chips (OpenSpiel's exploitability; 0 for an equilibrium). What a level does is taken from {samples} players of that
level in every situation, each with a seed of its own. With so few, chance makes each look worse than it is: exactly,
`random` gives away 0.458 in Kuhn poker and 2.374 in Leduc hold'em.
"""
SAMPLES = 20  # players that stand for a level in each situation
WIDTH = 120


def page(
    laddered: Sequence[Laddered], names: Sequence[str], alone: Sequence[Laddered],
    away: dict[str, dict[str, float]], habits: dict[str, Counts], decisions: dict[str, Counts],
    beside: Sequence[Laddered], seen: Table, flat: Sequence[Laddered],
) -> str:  # fmt: skip
    shown = [one for one in laddered if one.standings.deals]
    intro = INTRO.format(names=", ".join(f"`{name}`" for name in names))
    parts = [
        *(textwrap.fill(part, WIDTH) + "\n" for part in intro.split("\n\n")),
        _markdown(_summary(shown)),
        *_pairs([one for one in alone if one.standings.deals]),
        *(part for one in shown for part in _game(one)),
    ]
    for intro, one in zip((BESIDE_INTRO, QUICK_INTRO), beside, strict=True):
        if one.standings.deals:
            parts += [intro, *(part.replace(beside_open_spiel.SPELLED, "quick") for part in _told(one))]
    timed = [one for one in flat if one.standings.deals]
    if timed:
        parts += [FLAT_INTRO, _markdown(_beside_flat(timed))]
    if seen.rows:
        parts += [SEEN_INTRO, _markdown(seen)]
    if habits:
        parts += [HABITS_INTRO, _markdown(coup_habits.table(habits))]
    if decisions:
        parts += [DECIDED_INTRO, _markdown(decided.table(decisions))]
    if any(away.values()):
        rows = [(level, *(_figure(away[name].get(level)) for name in away)) for level in names]
        parts += [SMALL_INTRO.format(samples=SAMPLES), _markdown(Table(("player", *away), tuple(rows)))]
    return "\n".join(parts)


def _summary(shown: Sequence[Laddered]) -> Table:
    titles = [one.words.title() for one in shown]
    links = [f"[{title}](#{_anchor(title)})" for title in titles]
    deals = [Number.exactly(len(one.standings.deals)) for one in shown]
    rows = tuple(zip(links, deals, (one.verdict() for one in shown), strict=True))
    return Table(("game", "deals", "who is better"), rows)


def _pairs(alone: Sequence[Laddered]) -> Iterator[str]:
    """One table of all, a line each."""
    if alone:
        rows = [(one.words.title(), *row) for one in alone for row in _of_pairs(one).rows]
        yield from (PAIRS_INTRO, _markdown(Table(("game", *_of_pairs(alone[0]).heads), tuple(rows))))


def _of_pairs(one: Laddered) -> Table:
    return next(part.tables[0] for part in one.report().sections if part.key == "pairs")


def _beside_flat(flat: Sequence[Laddered]) -> Table:
    """A line for each game, with how long both think."""
    level, spelled, rows = beside_flat.LEVEL, beside_flat.SPELLED, list[tuple[Cell, ...]]()
    for one in flat:
        (row,) = _of_pairs(one).rows
        told = tuple(cell.replace(spelled, "flat") if isinstance(cell, str) else cell for cell in row)
        times = (Number.exactly(one.time(one.names.index(name))) for name in (level, spelled))
        rows.append((one.words.title(), *told, *times))
    heads = "game", *_of_pairs(flat[0]).heads, "ms a choice, hard", "ms a choice, flat"
    return Table(heads, tuple(rows))


def _figure(found: float | None) -> str:
    return "·" if found is None else f"{found:.3f}"


def _anchor(title: str) -> str:
    """As the sites that show Markdown make it of a heading."""
    return "".join(sign for sign in title.lower().replace(" ", "-") if sign.isalnum() or sign == "-")


def _game(one: Laddered) -> Iterator[str]:
    contest = one.contest
    options = "".join(f" --option {key}={value}" for key, value in contest.subject.options)
    call = f"coupdsl ladder {contest.subject.ruleset} --players {contest.players} --bots {','.join(contest.names)}"
    yield f"## {one.words.title()}\n\n```sh\n{call}{options} --rotations --seed {contest.seed}\n```\n"
    yield from _told(one)


def _told(one: Laddered) -> Iterator[str]:
    """What was found, without what the page says of all."""
    report = one.report()
    for answer in report.answers[1:]:
        yield textwrap.fill(answer, WIDTH) + "\n"
    for section in report.sections:
        yield from (_markdown(found) for found in section.tables)


def _markdown(table: Table) -> str:
    """The table, figures to the right."""
    heads = "| " + " | ".join(table.heads) + " |"
    line = "|" + "|".join("--:" if table.is_of_numbers(at) else "---" for at in range(len(table.heads))) + "|"
    rows = ("| " + " | ".join(map(_cell, row)) + " |" for row in table.rows)
    return "\n".join((heads, line, *rows)) + "\n"


def _cell(cell: Cell) -> str:
    return "·" if cell is None else cell.text if isinstance(cell, Number) else cell
