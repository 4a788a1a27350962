"""One ruleset on trial: begun and played at random with each number of players."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from coupdsl.authoring.loop_ends import LoopEnds
from coupdsl.authoring.offered_by import offered_by
from coupdsl.authoring.random_games import FailedGame, Wanted, play_random
from coupdsl.code.charges import Dear, dearest
from coupdsl.code.checks import with_more_players, with_players
from coupdsl.code.errors import RulesError
from coupdsl.engine.chance import derive
from coupdsl.engine.load import playable
from coupdsl.language import codes
from coupdsl.language.diagnostics import Diagnostic, Problems
from coupdsl.language.places import display_name
from coupdsl.language.tongues import Count
from coupdsl.play.clock import Clock
from coupdsl.rulesets.composed import Composed

TOLD = 10  # dearest places
SECONDS = 3.0  # for the random games of a file, and one for each game
NONE = Wanted(0, 0)
AT_ONE_PLACE = (codes.ONE_FOR_SEVERAL, codes.CHECK_FAILED, codes.BELOW_ZERO, codes.TOO_MANY_PIECES)
TOO_LONG = (codes.UNENDING, codes.ENDLESS, codes.TOO_DEAR, codes.TOO_MANY_MOVES)  # not tried with other numbers


class Trials:
    """The random games of each ruleset and number of players: how many are wanted, and of which seed.

    Rules that are the same under another name are `played` once.
    """

    def __init__(self, wanted: Wanted, seed: int, tell: Callable[[str], None]) -> None:
        self.wanted, self.seed, self.tell = wanted, seed, tell
        self.played: dict[tuple[str, int], int] = {}  # by fingerprint and players how many games went well


class RulesetTrial:
    """How many `games` went well, and what else is to be noted; the dearest places go to `costs`, if wanted."""

    def __init__(
        self, composed: Composed, path: Path, trials: Trials, costs: dict[str, list[Dear]] | None
    ) -> None:  # fmt: skip
        self.composed, self.path, self.trials, self.costs = composed, path, trials, costs
        self.games = 0
        self.notes: list[str] = []
        self._clock, self._loops = Clock(SECONDS + trials.wanted.least), LoopEnds(composed.program)

    def problems(self, seats: list[int]) -> list[Diagnostic]:
        """What goes wrong with these numbers of players; of what does with some of them alone, with which."""
        games, before = self.trials.wanted.least, {**self.trials.played}
        unplayed: list[int] = []  # numbers of players, for want of time
        failed: dict[Diagnostic, list[int]] = {}  # by what is wrong first, with how many players it is
        varied: set[Diagnostic] = set()  # of which something else is told for others
        for players in seats:
            self.trials.tell(f"playing {self.composed.name} with {Count(players):player|players}")
            if games and not self._clock.left:
                unplayed.append(players)
            found = self._with(players, begin=games == 0 and players == seats[0])  # else the first of the games does
            for problem in found:
                same = next((one for one in failed if _is_the_same(one, problem)), problem)
                failed.setdefault(same, []).append(players)
                varied |= {same} if same.message != problem.message else set()
            if any(problem.code in TOO_LONG for problem in found):
                break
        if noted := self._loops.notes(self.composed.name):
            self.notes += noted
            self.trials.played = before  # what is noted is to be told of each name
        if unplayed:
            said = f"`{self.composed.name}` was not played with {', '.join(map(str, unplayed))} players"
            self.notes.append(f"{said}, as the budget of {self._clock.seconds:.0f} seconds was used up")
        tried = seats if games else seats[:1]
        return [
            one if counts == tried and one not in varied else _with_players(one, counts, one in varied)
            for one, counts in failed.items()
        ]

    def _with(self, players: int, begin: bool) -> list[Diagnostic]:
        """What the game states about itself for this number of players; then it is begun, and played at random."""
        trials = self.trials
        wanted = trials.wanted if self._clock.left else NONE
        try:
            rules = playable(self.composed, players)
            if begin:
                rules.start(seed=derive(trials.seed, 0))
            if self.costs is not None:
                self.costs[rules.name] = dearest(rules.code, TOLD)
            known = (rules.fingerprint, players)
            if known in trials.played:
                self.games += trials.played[known]
                return []
            course = play_random(rules, wanted, trials.seed, trials.tell, self._clock, self._loops)
        except FailedGame as error:
            lead = _leading_there(self.path, players, error.number, trials.seed)
            also = (*error.also, *(offered_by(rules, error.span) if error.code is codes.NOTHING_TO_CHOOSE else ()))
            helped = (replace(one, help="; ".join(filter(None, (one.help, lead)))) for one in as_problems(error))
            return [replace(one, also=also) for one in helped]
        except (RulesError, Problems) as error:
            return as_problems(error)
        self.games += course.games
        found = course.equal_cards.found
        if course.is_endless:
            assert self.composed.program.limit is not None
            help_ = "let something run out in every round, or lower `limit`; `--games 0` only checks"
            return [*found, Diagnostic(codes.UNENDING, self.composed.program.limit[1].span, course.spent, help_)]
        self.notes += [course.spent] if course.spent else []
        if not found and not course.spent and wanted is trials.wanted:
            trials.played[known] = course.games
        return found


def _is_the_same(one: Diagnostic, other: Diagnostic) -> bool:
    """Is it said of the same place? What lay there, at which seats, or how much it was, is another matter each time."""
    if one.code in AT_ONE_PLACE:
        return other.code is one.code and other.span == one.span
    return replace(one, help=None) == replace(other, help=None)


def _leading_there(path: Path, players: int, game: int, seed: int) -> str:
    """The call that plays the game that fails: the file may be all well under other rulesets."""
    call = ["coupdsl", "run", display_name(path), "--players", str(players), "--games", str(game)]
    return f"`{shlex.join([*call, '--seed', str(seed)] if seed else call)}` plays the game that fails"


def _with_players(problem: Diagnostic, counts: Sequence[int], is_first: bool) -> Diagnostic:
    """A problem with the numbers of players with which it comes, where it does not say so itself.

    What it says may be true of the `first` of them alone.
    """
    if problem.message.startswith(f"{with_players(counts[:1])} "):
        return with_more_players(problem, counts)
    if problem.code in TOO_LONG or "player" in problem.message:
        return problem
    told = with_players(counts[:1] if is_first else counts)
    told += f", and likewise {with_players(counts[1:])}" if is_first else ""
    return replace(problem, message=f"{problem.message}, {told}")


def as_problems(error: RulesError | Problems) -> list[Diagnostic]:
    return error.diagnostics if isinstance(error, Problems) else [error.problem]
