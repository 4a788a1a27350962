"""Learning from games of one's own: it finds what search alone hardly sees, and shows that it is better with it."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from itertools import count
from pathlib import Path
from statistics import fmean
from typing import Any, TypeVar

import pytest
from tests.small_locks import LOCK

from coupdsl.engine.chance import derive
from coupdsl.search.features import Features
from coupdsl.search.player_error import PlayerError
from coupdsl.search.prior import Choices, Learner, Prior
from coupdsl.study import learning
from coupdsl.study.crews import Alone, Crew, LostWork
from coupdsl.study.ladder import climbing
from coupdsl.study.ladder.climbing import climb
from coupdsl.study.ladder.kept_games import KeptGames
from coupdsl.study.ladder.standings import Standings
from coupdsl.study.learning import LEARNT, Lesson, choices_of, lessons, trial
from coupdsl.study.plan import Subject

T = TypeVar("T")
RIGHT = ("one 0 =3", "two 0 =1", "three 0 =6", "four 0 =2")


@pytest.fixture
def lesson(tmp_path: Path) -> Lesson:
    path = tmp_path / "lock.coup"
    path.write_text(LOCK)
    return Lesson(Subject(str(path)), 2, 1966)


def learnt_after(lesson: Lesson, games: int, crew: Crew | None = None) -> Prior:
    *_, (played, learner) = lessons(lesson, crew or Alone(), games, None)
    assert played == games
    assert 0 < learner.choices < 8 * games  # not of those at which any move would have done
    return learner.prior


def test_many_games_say_what_few_random_ones_do_not(lesson: Lesson) -> None:
    weights = learnt_after(lesson, 80).weights
    wrong = [weight for one, weight in weights.items() if " 0 =" in one and one not in RIGHT]
    assert fmean(weights.get(one, 0.0) for one in RIGHT) > 0 > fmean(wrong)


@pytest.mark.parametrize("prior", [None, Prior({"one 0 =3": 1.0})], ids=["plain", "learnt"])
def test_features_are_worked_out_once_a_choice(
    lesson: Lesson, prior: Prior | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Any] = []
    of = Features.of

    def counted(self: Features, *given: Any) -> list[list[str]]:
        asked.append(given)
        return of(self, *given)

    monkeypatch.setattr(Features, "of", counted)
    noted = [choices_of(Lesson(lesson.subject, 2, 1966, prior), number) for number in range(8)]
    assert 0 < sum(len(choices.rows) for choices in noted) <= len(asked) <= 8 * 8


class Many:
    """Would play many games at a time, and has them end in another order; once, most of them are lost."""

    at_once = 64

    def __init__(self) -> None:
        self.loses = True

    def work(self, do: Callable[..., T], plan: object, blocks: Iterable[Any]) -> Generator[T, None, None]:
        for at, block in enumerate(list(blocks)[::-1]):
            if at == 1 and self.loses:
                self.loses = False
                raise LostWork("nobody is left")
            yield do(plan, block)


def test_the_same_games_teach_the_same_however_many_are_played_at_a_time(lesson: Lesson) -> None:
    assert learnt_after(lesson, 22).weights == learnt_after(lesson, 22, Many()).weights


def test_time_teaches_what_as_many_games_do(lesson: Lesson, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = count()
    monkeypatch.setattr(learning, "monotonic", lambda: next(clock))
    monkeypatch.setattr(climbing, "monotonic", lambda: next(clock))
    *_, (played, learner) = lessons(lesson, Alone(), None, 9)
    assert 4 < played < 9
    assert learner.prior.weights == learnt_after(lesson, played).weights


def test_later_lessons_are_further_apart(lesson: Lesson, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learning, "choices_of", lambda *_: Choices())
    taught_after: list[int] = []
    monkeypatch.setattr(Learner, "learn", lambda self, some: taught_after.append(len(some)))
    assert [played for played, _ in lessons(lesson, Alone(), 33, None)][-1] == 33
    assert taught_after == [4, 4, 4, 4, 4, 5, 6, 2]


class Ending(Alone):
    """Ends whatever it is given to do."""

    def work(self, do: Callable[..., T], plan: object, blocks: Iterable[Any]) -> Generator[T, None, None]:
        list(blocks)
        raise LostWork("nobody is left")
        yield


def test_a_game_that_ends_its_process_twice_is_told(lesson: Lesson) -> None:
    with pytest.raises(PlayerError, match="game 0 of those to learn from ended the process that played it, twice"):
        learnt_after(lesson, 4, Ending())


def test_a_trial_shows_whether_it_is_better(lesson: Lesson) -> None:
    for prior, better in ((Prior(dict.fromkeys(RIGHT, 9.0)), {LEARNT}), (Prior({}), set[str]())):
        contest = trial(lesson, prior)
        kept = KeptGames(contest)
        for _ in climb(kept, Alone(), 40, None):
            pass
        found = {contest.compared[one] for pair in Standings(kept).pairs for one in pair.better}
        assert found == better


def test_a_trial_has_the_seed_that_was_given_and_other_deals_than_the_lessons(lesson: Lesson) -> None:
    contest = trial(lesson, Prior({}))
    assert contest.mark["seed"] == lesson.seed
    assert not {contest.seed_of(deal) for deal in range(99)} & {derive(lesson.seed, number) for number in range(99)}


def test_pupils_look_ahead_to_what_they_pick_next_as_medium_does() -> None:
    assert learning.LEVEL.picks_ahead
    assert learning.MEDIUM.picks_ahead
