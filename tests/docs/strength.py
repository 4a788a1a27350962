"""`docs/strength.md`, made of ladders of the levels in every shipped game, and of what they give away in small ones.

`python -m tests.docs.strength --rounds 3` plays each game for a minute in turn, three times, and writes the page;
without rounds it only writes it. What was played is kept in `played/`, so that it can be ended at any time and gone on
with; a file of a game whose rules have changed since is begun anew when it has its turn. Where the page that stands
tells of more deals than are kept, it is left as it is: `--anew` begins another one.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path

from tests.docs import all_seen, beside_flat, beside_open_spiel, coup_habits, decided, strength_page
from tests.docs.earlier_page import together
from tests.docs.self_play import Counts, watched

from coupdsl.language.writing import write_whole
from coupdsl.play.bots import BOTS, find_maker
from coupdsl.study.course import NotThisStudy
from coupdsl.study.crews import crew
from coupdsl.study.exploitability import WholeGame, sampled
from coupdsl.study.ladder.climbing import climb
from coupdsl.study.ladder.contest import Contest
from coupdsl.study.ladder.kept_games import KeptGames
from coupdsl.study.ladder.standings import Standings
from coupdsl.study.plan import Subject
from coupdsl.study.report.laddered import Laddered

PAGE = Path(__file__).resolve().parents[2] / "docs" / "strength.md"
PLAYED = Path(__file__).parent / "played"
LEVELS = ("random", "easy", "medium", "hard")
ONE_DEAL = {"game.lasts": "one_deal"}
# Of each game the number of players and the options; those of many deals are played a deal at a time.
GAMES: tuple[tuple[str, int, dict[str, str]], ...] = (
    ("hearts", 4, ONE_DEAL), ("coup", 3, {}), ("spades", 4, ONE_DEAL), ("oh-hell", 4, ONE_DEAL),
    ("sevens", 4, {"game.deals": "1"}), ("euchre", 4, ONE_DEAL), ("parker-1966", 4, {}), ("french", 4, {}),
    ("short", 4, {}), ("coup-detat-2005", 2, {}), ("skat", 3, {"game.deals": "1"}), ("gin-rummy", 2, ONE_DEAL),
    ("cribbage", 2, ONE_DEAL), ("crazy-eights", 4, ONE_DEAL), ("go-fish", 4, {}), ("liars-dice", 4, {}),
    ("kuhn", 2, {}), ("leduc", 2, {}),
)  # fmt: skip
TWO = {"coup-detat-2005": (("random", "hard"),)}  # levels far apart, where those between are slow to tell apart
SMALL = ("kuhn", "leduc")
ONLY_CARDS_HIDDEN = (
    "hearts", "spades", "oh-hell", "sevens", "euchre", "skat", "gin-rummy", "cribbage", "crazy-eights", "short",
)  # fmt: skip
OTHERS = ("open-spiel", "open-spiel-quick", "habits", "decided", "given-away", "all-seen")
SIMULATIONS = 1_000  # of OpenSpiel's search


@dataclass(frozen=True)
class Ladder:
    """A ladder of the page, and the file of its games."""

    contest: Contest
    file: Path

    @property
    def kept(self) -> KeptGames:
        """Its games; none where the file is of other rules, or of players who had learnt something else."""
        with suppress(NotThisStudy):
            return KeptGames(self.contest, self.file)
        return KeptGames(self.contest)

    @property
    def resumed(self) -> KeptGames:
        """The same, to which more are added; a file of other rules is begun anew."""
        try:
            return KeptGames(self.contest, self.file)
        except NotThisStudy as other:
            print(f"{other}; it is begun anew", flush=True)
            self.file.unlink()
            return KeptGames(self.contest, self.file)

    @property
    def laddered(self) -> Laddered:
        return Laddered(Standings(self.kept), "en")

    def climb(self, seconds: float, jobs: int) -> None:
        """Plays on."""
        with ExitStack() as stack:
            kept = stack.enter_context(self.resumed)
            for _ in climb(kept, crew("local", jobs, None, stack), None, seconds):
                pass


def ladders(folder: Path, names: tuple[str, ...]) -> Iterator[Ladder]:
    """Of every game, between the players with which it was begun, else those with these names."""
    for name, players, options in GAMES:
        file, bots = folder / f"{name}.jsonl", names
        with suppress(FileNotFoundError), file.open("rb") as lines:
            bots = tuple(json.loads(lines.readline())["bots"])
        yield Ladder(_contest(name, players, options, bots), file)


def duels(folder: Path, names: tuple[str, ...]) -> Iterator[Ladder]:
    """Of every game, between each player and the one before, and between those of `TWO`."""
    for name, players, options in GAMES:
        levels = {f"{name}-{pair[1]}": pair for pair in pairwise(names)}
        others = {f"{name}-{'-'.join(pair)}": pair for pair in TWO.get(name, ())}
        for stem, pair in (levels | others).items():
            yield Ladder(_contest(name, players, options, pair), folder / f"{stem}.jsonl")


def flat_duels(folder: Path) -> Iterator[Ladder]:
    """Of every game in which there is something to see ahead, between a flat search and `hard`."""
    for name, players, options in GAMES:
        if name in beside_flat.TRIES:
            pair = beside_flat.SPELLED, beside_flat.LEVEL
            yield Ladder(_contest(name, players, options, pair), folder / f"{name}-flat.jsonl")


def _contest(name: str, players: int, options: dict[str, str], bots: tuple[str, ...]) -> Contest:
    return Contest(Subject(name, tuple(options.items())), players, 1966, bots, rotations=True)


# ---- a level alone, and what is given away
def habits(folder: Path, names: Sequence[str], seconds: float) -> dict[str, Counts]:
    return watched(folder / "habits.json", coup_habits.COUP, coup_habits.SEATS, names, seconds, coup_habits.counted)


def decisions(folder: Path, seconds: float) -> dict[str, Counts]:
    return watched(folder / "decided.json", decided.GAME, decided.SEATS, decided.LEVELS, seconds, decided.counted)


def given_away(folder: Path, games: Sequence[str], names: Sequence[str]) -> dict[str, dict[str, float]]:
    """For each small game and level its exploitability, where it is not known worked out for `games`."""
    file = folder / "given-away.json"
    found: dict[str, dict[str, float]] = {}
    with suppress(FileNotFoundError):
        found = json.loads(file.read_text("utf-8"))
    for name in games:
        rules = Subject(name).rules(2)
        known = found.setdefault(name, {})
        missing = [level for level in names if level not in known]
        whole = WholeGame(rules) if missing else None
        for level in missing:
            if whole is not None:
                policy = sampled(rules, find_maker(level), strength_page.SAMPLES, 1966)
                known[level] = whole.exploited(policy).exploitability
                write_whole(file, [json.dumps(found, indent=1)])
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=Path, default=PLAYED, help="the folder of what was played")
    parser.add_argument("--anew", action="store_true", help="leave out what the page told before")
    parser.add_argument("--rounds", type=int, default=0)
    parser.add_argument("--turn", type=float, default=60.0, help="seconds of one game before the next one has its turn")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--only", help=f"such as hearts,coup-hard; besides games there are {', '.join(OTHERS)}")
    parser.add_argument("--bots", default=",".join(level for level in LEVELS if level in BOTS))
    given = parser.parse_args()
    names, folder = tuple(given.bots.split(",")), given.games
    folder.mkdir(parents=True, exist_ok=True)
    found = list(ladders(folder, names))
    beside = {
        stem: Ladder(beside_open_spiel.contest(level, SIMULATIONS), folder / f"{stem}.jsonl")
        for stem, level in (("open-spiel", names[-1]), ("open-spiel-quick", beside_open_spiel.SPELLED))
    }
    alone, flat = list(duels(folder, names)), list(flat_duels(folder))
    turns: dict[str, Callable[[float], object]] = {
        one.file.stem: lambda seconds, one=one: one.climb(seconds, given.jobs)  # type: ignore[misc]
        for one in (*found, *alone, *flat)
    }
    turns |= {
        stem: lambda seconds, one=one: beside_open_spiel.duel(one.resumed, one.contest.names[0], SIMULATIONS, seconds)
        for stem, one in beside.items()
    }
    hidden = {one.contest.subject.ruleset: one for one in found if one.contest.subject.ruleset in ONLY_CARDS_HIDDEN}
    seen = folder / "all-seen.json"
    turns["all-seen"] = lambda seconds: all_seen.watched(seen, {name: hidden[name].contest for name in hidden}, seconds)
    turns["habits"] = partial(habits, folder, names)
    turns["decided"] = partial(decisions, folder)
    only = given.only.split(",") if given.only else [*turns, "given-away"]
    for at in range(given.rounds):
        for name in only:
            if name in turns:
                turns[name](given.turn)
                print(f"round {at + 1}: {name}", flush=True)
    away = given_away(folder, SMALL if given.rounds and "given-away" in only else (), names)
    laddered = [one.laddered for one in found]
    shown = all_seen.table(all_seen.watched(seen, {}, 0), {name: one.laddered for name, one in hidden.items()})
    pairs = [one.laddered for one in alone]
    level, spiel = ([one.laddered for one in some] for some in (flat, beside.values()))
    counted = habits(folder, names, 0), decisions(folder, 0)
    page = strength_page.page(laddered, names, pairs, away, *counted, spiel, shown, level)
    with suppress(FileNotFoundError):
        page = page if given.anew else together(page, PAGE.read_text("utf-8"))
    PAGE.write_text(page, "utf-8")


if __name__ == "__main__":
    main()
