"""`docs/strength.md`, made of ladders of the levels in every shipped game, and of what they give away in small ones.

`python -m tests.docs.strength --games FOLDER --seconds 3600` plays on for so long, as evenly over the games as can be,
and writes the page of all that is in FOLDER; `--seconds 0` only writes it. What was played is kept there, so that it
can be ended at any time and gone on with.
"""

from __future__ import annotations

import argparse
import json
import textwrap
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from coupdsl.language.writing import write_whole
from coupdsl.play.bots import BOTS, find_maker
from coupdsl.study.crews import crew
from coupdsl.study.exploitability import WholeGame, sampled
from coupdsl.study.ladder.climbing import climb
from coupdsl.study.ladder.contest import Contest
from coupdsl.study.ladder.kept_games import KeptGames
from coupdsl.study.ladder.standings import Standings
from coupdsl.study.plan import Subject
from coupdsl.study.report.laddered import Laddered
from coupdsl.study.report.numbers import Number, count
from coupdsl.study.report.page import Cell, Table

PAGE = Path(__file__).resolve().parents[2] / "docs" / "strength.md"
LEVELS = ("random", "easy", "medium", "hard")
ONE_DEAL = {"game.lasts": "one_deal"}
# Of each game the number of players and the options; those of many deals are played a deal at a time.
GAMES: tuple[tuple[str, int, dict[str, str]], ...] = (
    ("hearts", 4, ONE_DEAL), ("coup", 3, {}), ("spades", 4, ONE_DEAL), ("oh-hell", 4, ONE_DEAL),
    ("sevens", 4, {"game.deals": "1"}), ("euchre", 4, ONE_DEAL), ("parker-1966", 4, {}), ("french", 4, {}),
    ("short", 4, {}), ("coup-detat-2005", 2, {}), ("skat", 3, {"game.deals": "3"}), ("gin-rummy", 2, ONE_DEAL),
    ("cribbage", 2, ONE_DEAL), ("crazy-eights", 4, ONE_DEAL), ("go-fish", 4, {}), ("liars-dice", 4, {}),
    ("kuhn", 2, {}), ("leduc", 2, {}),
)  # fmt: skip
SMALL = ("kuhn", "leduc")
SAMPLES = 20
INTRO = """# How strong the players are

Made by `python -m tests.docs.strength`: {names}, compared as [`coupdsl ladder`](ladder.md) compares them. Each deal was
played with them at every seat, in the rotations of one order, another at each deal. ± are 95 % intervals over deals.
Better is said only where it is sure, by score or by games won: that anything so said of a game came about by chance is
at most 5 % likely (Holm's method), and with fewer than 30 deals nothing is said. Time is that of one of two cores on
which other work went on. {games} games in all, {month}.

Games of many deals were cut to one, where their options can say so, since deals that have nothing in common tell more.
"""
SMALL_INTRO = """## What is given away

In small games everything can be followed, and so it is known exactly what somebody could gain who knows a player
through and through: a best response to it, less what it gets itself, for one seat on average, in chips (OpenSpiel's
exploitability; 0 for an equilibrium). What a level does is taken from {samples} players of it in every situation, with
seeds of their own, which makes each look a little worse than it is.
"""
WIDTH = 120


@dataclass(frozen=True)
class Ladder:
    """A ladder of the page, and the file of its games."""

    contest: Contest
    file: Path

    @property
    def laddered(self) -> Laddered:
        return Laddered(Standings(KeptGames(self.contest, self.file)), "en")

    def climb(self, seconds: float, jobs: int) -> None:
        """Plays on."""
        with ExitStack() as stack:
            kept = stack.enter_context(KeptGames(self.contest, self.file))
            for _ in climb(kept, crew("local", jobs, None, stack), None, seconds):
                pass


def ladders(folder: Path, names: tuple[str, ...]) -> Iterator[Ladder]:
    for name, players, options in GAMES:
        contest = Contest(Subject(name, tuple(options.items())), players, 1966, names, rotations=True)
        yield Ladder(contest, folder / f"{name}.jsonl")


# ---- what is given away
def given_away(folder: Path, games: Sequence[str], names: Sequence[str], until: float) -> dict[str, dict[str, float]]:
    """For each small game and level its exploitability; no more of them are begun by then."""
    file = folder / "given-away.json"
    found: dict[str, dict[str, float]] = {}
    with suppress(FileNotFoundError):
        found = json.loads(file.read_text("utf-8"))
    for name in games:
        rules = Subject(name).rules(2)
        known = found.setdefault(name, {})
        missing = [level for level in names if level not in known]
        whole = WholeGame(rules) if missing and time.monotonic() < until else None
        for level in missing:
            if whole is not None and time.monotonic() < until:
                known[level] = whole.exploited(sampled(rules, find_maker(level), SAMPLES, 1966)).exploitability
                write_whole(file, [json.dumps(found, indent=1)])
    return found


# ---- the page
def page(laddered: Sequence[Laddered], names: Sequence[str], away: dict[str, dict[str, float]]) -> str:
    shown = [one for one in laddered if one.standings.deals]
    games = sum(sum(map(len, one.standings.deals.values())) for one in shown)
    listed = ", ".join(f"`{name}`" for name in names)
    intro = INTRO.format(names=listed, games=count(games, "en"), month=f"{date.today():%B %Y}")
    parts = [intro, _markdown(_summary(shown)), *(part for one in shown for part in _game(one))]
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
    for answer in one.report().answers[1:]:
        yield textwrap.fill(answer, WIDTH) + "\n"
    for section in one.report().sections:
        yield from (_markdown(table) for table in section.tables)


def _markdown(table: Table) -> str:
    """The table, figures to the right."""
    heads = "| " + " | ".join(table.heads) + " |"
    line = "|" + "|".join("--:" if table.is_of_numbers(at) else "---" for at in range(len(table.heads))) + "|"
    rows = ("| " + " | ".join(map(_cell, row)) + " |" for row in table.rows)
    return "\n".join((heads, line, *rows)) + "\n"


def _cell(cell: Cell) -> str:
    return "·" if cell is None else cell.text if isinstance(cell, Number) else cell


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=Path, required=True, help="the folder of what was played")
    parser.add_argument("--seconds", type=float, default=0.0)
    parser.add_argument("--turn", type=float, default=60.0, help="seconds of one game before the next one has its turn")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--only", default="", help="these games alone, such as hearts,coup")
    parser.add_argument("--bots", default=",".join(level for level in LEVELS if level in BOTS))
    given = parser.parse_args()
    names = tuple(given.bots.split(","))
    given.games.mkdir(parents=True, exist_ok=True)
    end = time.monotonic() + given.seconds
    found = list(ladders(given.games, names))
    only = given.only.split(",") if given.only else [name for name, _, _ in GAMES]
    away = given_away(given.games, [name for name in SMALL if name in only], names, end)
    wanted = [one for one in found if one.contest.subject.ruleset in only]
    while time.monotonic() < end:
        for one in wanted:
            if (left := end - time.monotonic()) > 0:
                one.climb(min(left, given.turn), given.jobs)
                print(f"{one.contest.subject.ruleset}: {len(one.laddered.standings.deals)} deals", flush=True)
    PAGE.write_text(page([one.laddered for one in found], names, away), "utf-8")


if __name__ == "__main__":
    main()
