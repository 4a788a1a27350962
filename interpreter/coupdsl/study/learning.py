"""Which moves are worth trying, learnt from games that players play for it, and whether they are better with that.

They choose by search. What is learnt of many of its choices is surer than each of them, and the games after that are
played with it (expert iteration: Anthony, Tian and Barber 2017).
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from contextlib import closing
from time import monotonic
from typing import Any

from coupdsl.code.errors import RulesError
from coupdsl.code.moves import Move
from coupdsl.engine.chance import derive
from coupdsl.engine.rules import Rules
from coupdsl.language.diagnostics import Problems
from coupdsl.language.records import by_value
from coupdsl.play.company import Company
from coupdsl.search.features import features_of
from coupdsl.search.levels import MEDIUM, Level, Thinker, imagining
from coupdsl.search.player import Player
from coupdsl.search.player_error import PlayerError
from coupdsl.search.prior import Choices, Learner, Prior
from coupdsl.study.crews import Crew, patient
from coupdsl.study.ladder.climbing import begun_until
from coupdsl.study.ladder.contest import Contest, rules_of
from coupdsl.study.plan import Subject

LEVEL = Level(worlds=2, tries=160, looks_ahead=False, picks_ahead=MEDIUM.picks_ahead)  # of those who play to learn
BATCH, LATER = 4, 4  # games before the next lesson, at least; later a quarter of those before, for many at a time
LEARNT, PLAIN = "learnt", "medium"
TRIALS = 1 << 32  # the number of its seed, beyond those of the games of lessons


class Pupil(Thinker):
    """Plays, and notes what it chose among what."""

    def __init__(self, rules: Rules, seat: int, seed: int, prior: Prior | None, choices: Choices) -> None:
        super().__init__(LEVEL, imagining, rules, seat, seed, prior)
        self.choices = choices
        self.features: list[list[str]] = []  # of the moves that it was last asked about

    def worthy(self, moves: Sequence[Move], view: Mapping[str, Any]) -> Sequence[Move]:
        self.features = features_of(self.rules).of(moves, view)
        return moves if self.prior is None else self.prior.not_unlikely(moves, self.features)

    def choose(self, decision: str, moves: Sequence[Move], view: Mapping[str, Any]) -> Move:
        self.hint = []
        move = super().choose(decision, moves, view)
        if self.hint and self.hint[0].expected > min(one.expected for one in self.hint):  # else any would have done
            self.choices.add(self.features, moves.index(move))
        return move


@by_value
class Lesson:
    """Whose games are played, and with what was learnt before."""

    subject: Subject
    players: int
    seed: int
    prior: Prior | None = None


def lessons(lesson: Lesson, crew: Crew, games: int | None, seconds: float | None) -> Generator[tuple[int, Learner]]:
    """After each game how many were played, and what was learnt so far: of so many `games`, none begun after `seconds`.

    Raises Problems or RulesError where the rules fail, PlayerError where a player does, or its process twice.
    """
    learner, played = Learner(), 0
    end = None if seconds is None else monotonic() + seconds
    while (games is None or played < games) and (end is None or monotonic() < end):
        more = _before_next_lesson(played) if games is None else min(_before_next_lesson(played), games - played)
        found: dict[int, Choices] = {}
        wanted = begun_until(end, range(played, played + more))
        with closing(patient(crew, outcome_of, lesson, wanted, _lost)) as outcomes:
            for number, choices in outcomes:
                if not isinstance(choices, Choices):
                    raise choices
                found[number] = choices
                yield played + len(found), learner
        played += len(found)
        learner.learn([found[number] for number in sorted(found)])
        lesson = Lesson(lesson.subject, lesson.players, lesson.seed, learner.prior)
    yield played, learner


def _before_next_lesson(played: int) -> int:
    """How many games, by how many were `played` alone: what is learnt is the same however many are played at a time."""
    return max(BATCH, played // LATER)


def _lost(number: int) -> PlayerError:
    """A game that ended the process in which it was played, twice."""
    return PlayerError(
        f"game {number} of those to learn from ended the process that played it, twice",
        "there may be too little memory: try fewer `--jobs`",
    )


def outcome_of(lesson: Lesson, number: int) -> tuple[int, Choices | Problems | RulesError | PlayerError]:
    """The number of a game, and what was chosen in it, or what is wrong with the rules or a player."""
    try:
        return number, choices_of(lesson, number)
    except (Problems, RulesError, PlayerError) as problem:
        return number, problem


def choices_of(lesson: Lesson, number: int) -> Choices:
    """What was chosen in the game of this number."""
    rules, seed, choices = rules_of(lesson.subject, lesson.players), derive(lesson.seed, number), Choices()
    seats = range(rules.players)
    pupils = {seat: Pupil(rules, seat, derive(seed, 1 + seat), lesson.prior, choices) for seat in seats}
    company, state = Company(rules, pupils, dict.fromkeys(seats, LEARNT)), rules.start(seed)
    company.happened(state.events)
    while state.actor is not None:
        company.happened(state.apply(company.choose(state)))
    return choices


@by_value
class Trial(Contest):
    """Players with what was learnt against the same ones with what was `kept` before, if anything was."""

    prior: Prior | None = None
    kept: Prior | None = None
    learnt = None  # no games are gone on with

    @property
    def deals_from(self) -> int:
        """Not the seed itself, by which the games of the lessons go."""
        return derive(self.seed, TRIALS)

    def company(self, seats: tuple[int, ...], seed: int) -> Company:
        rules, names = self.rules, {seat: self.compared[one] for seat, one in enumerate(seats)}
        priors = {LEARNT: self.prior, PLAIN: self.kept}
        players: dict[int, Player] = {
            seat: Thinker(MEDIUM, imagining, rules, seat, derive(seed, seat), priors[name])
            for seat, name in names.items()
        }
        return Company(rules, players, names)


def trial(lesson: Lesson, prior: Prior, kept: Prior | None = None) -> Trial:
    """By which it shows whether what was learnt is any good, or better than what was kept before."""
    return Trial(lesson.subject, lesson.players, lesson.seed, (LEARNT, PLAIN), True, prior, kept)
