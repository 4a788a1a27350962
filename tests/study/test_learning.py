"""Learning from games of one's own: it finds what search alone hardly sees, and shows that it is better with it."""

from __future__ import annotations

from pathlib import Path
from statistics import fmean

import pytest
from tests.small_locks import LOCK

from coupdsl.search.prior import Prior
from coupdsl.study.crews import Alone
from coupdsl.study.ladder.climbing import climb
from coupdsl.study.ladder.kept_games import KeptGames
from coupdsl.study.ladder.standings import Standings
from coupdsl.study.learning import LEARNT, Lesson, lessons, trial
from coupdsl.study.plan import Subject

RIGHT = ("one 0 =3", "two 0 =1", "three 0 =6", "four 0 =2")


@pytest.fixture
def lesson(tmp_path: Path) -> Lesson:
    path = tmp_path / "lock.coup"
    path.write_text(LOCK)
    return Lesson(Subject(str(path)), 2, 1966)


def learnt_after(lesson: Lesson, games: int) -> Prior:
    *_, (played, learner) = lessons(lesson, Alone(), games, None)
    assert played == games
    assert 0 < learner.choices < 8 * games  # not of those at which any move would have done
    return learner.prior


def test_many_games_say_what_few_random_ones_do_not(lesson: Lesson) -> None:
    weights = learnt_after(lesson, 80).weights
    wrong = [weight for one, weight in weights.items() if " 0 =" in one and one not in RIGHT]
    assert fmean(weights.get(one, 0.0) for one in RIGHT) > 0 > fmean(wrong)


def test_the_same_games_teach_the_same(lesson: Lesson) -> None:
    assert learnt_after(lesson, 12).weights == learnt_after(lesson, 12).weights


def test_a_trial_shows_whether_it_is_better(lesson: Lesson) -> None:
    for prior, better in ((Prior(dict.fromkeys(RIGHT, 9.0)), {LEARNT}), (Prior({}), set[str]())):
        contest = trial(lesson, prior)
        kept = KeptGames(contest)
        for _ in climb(kept, Alone(), 40, None):
            pass
        found = {contest.compared[one] for pair in Standings(kept).pairs for one in pair.better}
        assert found == better
