"""Who plays, in which blocks, and what is interrupted or lost on the way makes no difference to what comes out."""

from __future__ import annotations

import json
import random
import tempfile
import threading
from collections.abc import Callable, Generator, Iterable
from contextlib import ExitStack
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from joblib.externals.loky import get_reusable_executor
from tests.helpers import ROOT, examples
from tests.study.mortal import Mortal

from coupdsl.study import crews, running
from coupdsl.study.course import Course, NotThisStudy, _check
from coupdsl.study.crews import Alone, LostWork, crew
from coupdsl.study.plan import Plan, Subject
from coupdsl.study.running import play, play_block

PLAN = Plan((Subject("coup"), Subject("coup", (("cost.paid", "on_resolve"),))), 3, 5, ("random",))
GAMES = 60


@pytest.fixture(scope="module")
def whole() -> Course:
    """All games as one block."""
    course = Course.begin(PLAN.study)
    course.add(0, PLAN.study.block(0, GAMES))
    return course


def test_blocks_of_any_size_add_up_to_the_same(whole: Course) -> None:
    course = Course.begin(PLAN.study)
    assert sum(play(course, GAMES, Alone())) == GAMES
    assert course == whole
    assert course.done == [(0, GAMES)]


def test_processes_make_no_difference(whole: Course) -> None:
    course = Course.begin(PLAN.study)
    with ExitStack() as stack:
        assert sum(play(course, GAMES, crew("local", 2, None, stack))) == GAMES
    assert course == whole


@pytest.mark.unmeasured
@pytest.mark.parametrize(("engine", "package"), [("local", "joblib"), ("dask", "distributed"), ("ray", "ray")])
def test_a_killed_worker_loses_nothing(
    engine: str, package: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip(package)
    get_reusable_executor().shutdown()  # workers of another test know nothing of what is set here
    monkeypatch.setattr(running, "LARGEST", 2)
    monkeypatch.setenv("COUPDSL_DEATH", str(tmp_path / "death"))
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    plan = Plan((Subject("coup"),), 3, 5, (f"{Mortal.__module__}:{Mortal.__name__}",))
    course, alone = Course.begin(plan.study), plan.study.block(0, 40)
    (tmp_path / "death").touch()
    with ExitStack() as stack:
        assert sum(play(course, 40, crew(engine, 2, None, stack))) == 40
    assert not (tmp_path / "death").exists()
    assert course.summary == alone


def test_slow_games_are_not_played_one_by_one_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "SECONDS", 0.0)
    assert list(play(Course.begin(PLAN.study), 8, Alone())) == [4, 2, 2]


def test_of_players_that_may_think_long_each_game_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "SECONDS", 0.0)
    plan = Plan((Subject("kuhn"), Subject("kuhn", bots=("tests.commands.first:First",))), 2, 5, ("random",))
    course = Course.begin(plan.study)
    assert list(play(course, 3, Alone())) == [1, 1, 1]
    assert course.summary == plan.study.block(0, 3)


class Forgetful:
    """Workers that go away in the middle of every batch, or before anything is done."""

    at_once = 4

    def __init__(self, idle: bool) -> None:
        self.idle = idle

    def work(self, do: Callable[..., Any], plan: object, blocks: Iterable[Any]) -> Generator[Any, None, None]:
        blocks = list(blocks)
        for block in blocks[: 0 if self.idle else max(1, len(blocks) // 2)]:
            yield do(plan, block)
        raise LostWork("nobody is left")


def test_lost_work_is_done_again(whole: Course) -> None:
    course = Course.begin(PLAN.study)
    assert sum(play(course, GAMES, Forgetful(idle=False))) == GAMES
    assert course == whole


def test_workers_that_never_come_back_are_an_error() -> None:
    with pytest.raises(LostWork):
        list(play(Course.begin(PLAN.study), GAMES, Forgetful(idle=True)))


# ---- checkpoints
def test_a_study_goes_on_from_its_file(whole: Course, tmp_path: Path) -> None:
    path = tmp_path / "study.json"
    course = Course.resume(PLAN.study, path)
    course.add(10, PLAN.study.block(10, 20))
    course.add(40, PLAN.study.block(40, 5))
    course.save(path)
    again = Course.resume(PLAN.study, path)
    assert (again, again.done) == (course, [(10, 30), (40, 45)])
    assert list(again.missing(50)) == [(0, 10), (30, 40), (45, 50)]
    assert list(again.missing(20)) == [(0, 10)]
    assert sum(play(again, GAMES, Alone())) == GAMES - 25
    assert again == whole
    assert [file.name for file in tmp_path.iterdir()] == ["study.json"]


@pytest.mark.parametrize(
    "plan",
    [
        Plan(PLAN.subjects, 4, 5, ("random",)),
        Plan(PLAN.subjects, 3, 6, ("random",)),
        Plan(PLAN.subjects[:1], 3, 5, ("random",)),
    ],
)
def test_another_study_is_refused(plan: Plan, whole: Course, tmp_path: Path) -> None:
    whole.save(tmp_path / "study.json")
    with pytest.raises(NotThisStudy, match="another study"):
        Course.resume(plan.study, tmp_path / "study.json")


def checked(data: dict[str, Any]) -> str:
    """A file with a check that fits, whatever it holds."""
    return json.dumps({**data, "check": _check({key: data[key] for key in data if key != "check"})})


NOT_A_STUDY = [
    {}, {"format": "coupdsl study 1"}, {"done": None}, {"done": [[0, GAMES + 1]]}, {"done": [[0, GAMES], [GAMES, 0]]},
    {"done": [[0.0, GAMES]]}, {"done": [GAMES]}, {"done": [[-GAMES, 0]]}, {"done": [["0", GAMES]]}, {"summary": None},
    {"summary": []}, {"summary": {}}, {"sums": None}, {"sums": []}, {"sums": [None]}, {"products": "x"},
    {"games": None}, {"games": True}, {"games": 10**400}, {"sums": 10**400}, {"products": -(10**99)}, {"study": 3},
]  # fmt: skip


@pytest.mark.parametrize("other", NOT_A_STUDY, ids=str)
def test_what_is_no_study_is_refused(other: dict[str, Any], whole: Course, tmp_path: Path) -> None:
    path = tmp_path / "study.json"
    whole.save(path)
    data = json.loads(path.read_text("utf-8"))
    if not other or "format" in other:
        data = dict(other)
    for key, value in other.items():
        if key in data.get("summary", {}):
            old = data["summary"][key]
            data["summary"][key] = [value] * len(old) if isinstance(value, int) and isinstance(old, list) else value
        else:
            data[key] = value
    path.write_text(checked(data), "utf-8")
    with pytest.raises(NotThisStudy):
        Course.resume(PLAN.study, path)


@given(st.randoms(use_true_random=False))
@examples(60)
def test_a_damaged_study_is_refused(whole: Course, rnd: random.Random) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "study.json")
        whole.save(path)
        data = path.read_bytes()
        at, other = sorted((rnd.randrange(len(data)), rnd.randrange(len(data))))
        one, middle, rest = data[:at], data[at:other], data[other:]
        sign = bytes([rnd.randrange(256)])
        damages = one, rest, one + rest, one + sign + data[at + 1 :], one + middle * 2 + rest, rest + one
        path.write_bytes(rnd.choice([*damages, one + b"[" * 5000 + rest, data.replace(b"1", b"2", 1)]))
        try:
            found = Course.resume(PLAN.study, path)
        except NotThisStudy:
            return
        assert found == whole  # what was changed says the same, as a blank does


@pytest.mark.parametrize(("part", "times"), [("sums", 1000), ("sums", 10**60), ("products", 0), ("products", -1)])
def test_sums_that_no_games_come_to_are_refused_though_their_check_is_right(
    part: str, times: int, whole: Course, tmp_path: Path
) -> None:
    path = tmp_path / "study.json"
    whole.save(path)
    data = json.loads(path.read_text("utf-8"))
    kept = data["summary"][part]
    kept[kept.index(max(kept))] *= times
    del data["check"]
    path.write_text(json.dumps({**data, "check": _check(data)}), "utf-8")
    with pytest.raises(NotThisStudy, match="holds no study that can be gone on with"):
        Course.resume(PLAN.study, path)


FAILING = """edition 1
game failing {
  seats [2]
  state n: number = 0
  first of seats chooses go {
    on { n := 1 / (n - n) rounded up to 1 }
    off { }
  }
  finish by n
  limit 5 moves { finish by 0 }
}
"""


def test_rules_that_fail_are_not_tried_again(tmp_path: Path) -> None:
    from coupdsl.code.errors import RulesError

    path = tmp_path / "failing.coup"
    path.write_text(FAILING, "utf-8")
    plan = Plan((Subject(str(path)),), 2, 0, ("random",))
    with pytest.raises(RulesError, match="division by zero"):
        list(play(Course.begin(plan.study), GAMES, Alone()))
    first, problem, _ = play_block(plan, (0, GAMES, 0))
    assert (first, type(problem)) == (0, RulesError)


def test_what_is_given_up_in_another_thread_ends_without_a_word() -> None:
    """As joblib's own thread does where more is handed out at that moment."""

    class Results:
        def close(self) -> None:
            given_up = Thread(target=lambda: {}[4], name="ExecutorManagerThread")
            given_up.start()
            given_up.join()

    before = threading.excepthook
    crews._stop(Results())
    assert threading.excepthook is before
