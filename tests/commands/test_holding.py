"""Two calls on one file: the second is told who has it; what a killed call left behind stops nobody."""

from __future__ import annotations

import fcntl
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.commands.calls import GOOD, INTERPRETER, called, write

from coupdsl.play.holding import Held, holding

HOLD = "import sys, time; from pathlib import Path; from coupdsl.play.holding import holding\n"
HOLD += "with holding(Path(sys.argv[1])): print('held', flush=True); time.sleep(100)"


@pytest.fixture
def other(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """A process that keeps the file `kept`."""
    env = {**os.environ, "PYTHONPATH": str(INTERPRETER)}
    words = [sys.executable, "-c", HOLD, str(tmp_path / "kept.jsonl")]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=env)
    assert process.stdout is not None
    assert process.stdout.readline() == "held\n"
    yield process
    process.kill()
    process.wait()
    process.stdout.close()


@pytest.mark.parametrize(
    "words",
    [
        ["play", "small.coup", "--save"],
        ["score", "hearts", "--names", "A,B,C", "--save"],
        ["score", "--resume"],
        ["simulate", "small.coup", "--games", 4, "--checkpoint"],
        ["compare", "small.coup", "small.coup", "--games", 4, "--checkpoint"],
        ["ladder", "small.coup", "--bots", "random,tests.study.sitting:Last", "--deals", 1, "--out"],
    ],
)
def test_the_second_is_told_who_has_the_file(
    words: list[object], other: subprocess.Popen[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, "small.coup", GOOD)
    monkeypatch.chdir(tmp_path)
    result = called(*words, "kept.jsonl")
    assert result.exit_code == 1
    assert f"kept.jsonl is in use by process {other.pid} since " in result.output
    assert not (tmp_path / "kept.jsonl").exists()


def test_what_a_killed_process_left_is_taken_over(other: subprocess.Popen[str], tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"
    with pytest.raises(Held), holding(kept):
        pass
    other.send_signal(signal.SIGKILL)
    other.wait()
    assert kept.with_name("kept.jsonl.lock").exists()
    with holding(kept):
        with pytest.raises(Held, match=f"process {os.getpid()} "), holding(kept):
            pass
        assert kept.with_name("kept.jsonl.lock").exists()
    assert not list(tmp_path.iterdir())


def test_one_file_has_one_keeper_by_whatever_name(tmp_path: Path) -> None:
    kept, link = write(tmp_path, "kept.jsonl", ""), tmp_path / "link.jsonl"
    link.symlink_to(kept)
    with holding(link), pytest.raises(Held, match=r"kept\.jsonl is in use"), holding(kept):
        pass


def test_the_words_are_those_of_the_last_keeper(tmp_path: Path) -> None:
    write(tmp_path, "kept.jsonl.lock", "process 12345678901234567890 since the beginning of time\n")
    words = rf"process {os.getpid()} since \d\d:\d\d$"
    with holding(tmp_path / "kept.jsonl"), pytest.raises(Held, match=words), holding(tmp_path / "kept.jsonl"):
        pass


def test_a_lock_that_its_owner_has_just_taken_away_holds_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between opening it and locking it the owner ends: another call would make a new one, and have that."""
    lock = tmp_path / "kept.jsonl.lock"
    locked, tries = fcntl.flock, iter([True])

    def late(handle: int, how: int) -> None:
        if next(tries, False):
            lock.unlink()
        locked(handle, how)

    monkeypatch.setattr(fcntl, "flock", late)
    with holding(tmp_path / "kept.jsonl"), pytest.raises(Held), holding(tmp_path / "kept.jsonl"):
        pass


def test_where_no_lock_can_be_made_the_file_is_nobodys() -> None:
    with holding(Path("/proc/self/nothing/kept")), holding(Path("/proc/self/nothing/kept")):
        pass
