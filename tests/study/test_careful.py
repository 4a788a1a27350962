"""Careful code is made for games that are still to come, by a process that ends with what it is for."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from tests.helpers import rules_of
from tests.processes import PATIENCE, children, program, python, until

from coupdsl.native.improving import Improving
from coupdsl.native.llvm.careful import Careful
from coupdsl.study import sample
from coupdsl.study.course import Course
from coupdsl.study.crews import Alone
from coupdsl.study.plan import Plan, Subject
from coupdsl.study.running import play
from coupdsl.study.sample import CompiledPlayers, columns_of, played_by_reference


class Begun(list[Careful]):
    """Those that were begun."""


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> Begun:
    found, begin = Begun(), Improving.begin_care

    def counted(self: Improving) -> Careful:
        found.append(begin(self))
        return found[-1]

    monkeypatch.setattr(Improving, "begin_care", counted)
    return found


def some_games(players: CompiledPlayers, left: int, count: int = 3) -> list[list[int]]:
    rules = rules_of("sevens", 3)
    found = np.empty((count, len(columns_of(rules))), np.int64)
    players.play(5, 0, found, left)
    return found.tolist()  # type: ignore[no-any-return]


def test_games_are_the_same_before_and_after_careful_code_is_there(begun: Begun) -> None:
    players = CompiledPlayers(rules_of("sevens", 3))
    expected = played_by_reference(rules_of("sevens", 3), 5, 0, 3, ("random",)).tolist()
    assert some_games(players, 10**9) == expected
    (careful,) = begun
    until(lambda: careful.process.poll() is not None)
    assert [some_games(players, 10**9) for _ in range(2)] == [expected, expected]
    assert careful.process.returncode == 0
    assert not careful.end.alive
    assert len(begun) == 1


def test_it_is_not_begun_for_games_that_are_done_before_it(begun: Begun) -> None:
    players = CompiledPlayers(rules_of("sevens", 3))
    for left in (0, 1, 100):
        some_games(players, left, 2000)
    assert not begun


def test_it_is_begun_where_it_saves_more_time_than_it_takes(begun: Begun) -> None:
    players = CompiledPlayers(rules_of("sevens", 3))
    players._care.seconds = 30.0
    for left in (0, 59, 60, 61):
        assert not begun
        players._improve(left, 1.0)
    assert len(begun) == 1
    begun[0].end()


def test_it_is_given_up_where_the_games_are_done_before_it(begun: Begun) -> None:
    players = CompiledPlayers(rules_of("sevens", 3))
    some_games(players, 10**9)
    begun[0].process.send_signal(signal.SIGSTOP)  # it does not come to an end by itself
    some_games(players, 1000)
    assert begun[0].end.alive
    some_games(players, 0)
    assert begun[0].process.returncode == -signal.SIGKILL
    some_games(players, 10**9)  # of another study
    assert len(begun) == 2
    begun[1].end()


def test_games_go_on_without_it_where_it_fails(begun: Begun, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    players = CompiledPlayers(rules_of("sevens", 3))
    first = some_games(players, 10**9)
    until(lambda: begun[0].has_failed)
    assert some_games(players, 10**9) == some_games(players, 10**9) == first
    assert len(begun) == 1


def test_a_study_says_how_many_games_are_still_to_come(monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[tuple[int, int]] = []

    def counted(self: CompiledPlayers, seed: int, first: int, rows: sample.Rows, left: int = 0) -> None:
        found.append((first + len(rows), left))
        rows[:] = 0

    monkeypatch.setattr(CompiledPlayers, "play", counted)
    plan = Plan((Subject("sevens"),), 3, 2, ("random",))
    assert sum(play(Course.begin(plan.study), 500, Alone())) == 500
    assert len(found) > 2
    assert all(end + left == 500 for end, left in found)


WAITING = """
import sys, time, coupdsl
from coupdsl.native.batch import Batch
from coupdsl.native.playouts import Ends
careful = Batch(coupdsl.load("parker-1966", players=4), Ends).improving.begin_care()
print(careful.process.pid, flush=True)
time.sleep(600)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere it ends when it is done")
def test_it_ends_with_its_parent_however_that_ends() -> None:
    with python(WAITING) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        until(lambda: is_at_work(child))
        os.kill(child, signal.SIGSTOP)  # it does not come to an end by itself
        parent.kill()
    until(lambda: not is_running(child))


def is_at_work(process: int) -> bool:
    """Python's own way with an interruption is the last thing that goes before it begins."""
    folder = Path(f"/proc/{process}")
    if b"jit.py" not in (folder / "cmdline").read_bytes() or "llvmlite" not in (folder / "maps").read_text():
        return False
    caught = next(line for line in (folder / "status").read_text().splitlines() if line.startswith("SigCgt"))
    return int(caught.split()[1], 16) >> (signal.SIGINT - 1) & 1 == 0


def is_running(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(sys.platform != "linux", reason="it looks into /proc")
def test_an_interruption_reports_on_the_games_played() -> None:
    with program("simulate", "parker-1966", "--games", "100000000") as simulating:
        until(lambda: children(simulating.pid, "jit.py"))
        time.sleep(2)  # till the first games are played; before that there is nothing to report on
        simulating.send_signal(signal.SIGINT)
        said, complained = simulating.communicate(timeout=PATIENCE)
    assert simulating.returncode == 0
    assert "games" in said
    assert complained == ""
