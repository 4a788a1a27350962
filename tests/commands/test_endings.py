"""Processes that are told to end, or killed: nothing is lost, nothing is left running, and nobody sees a traceback."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from tests.commands.calls import GOOD, INTERPRETER, ROOT, process, write

pytestmark = pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="looks at processes in /proc")

MAIN = "from coupdsl.commands.main import main; main()"
FIRST = "tests.commands.first:First"
MARK = "COUPDSL_TEST_MARK"
PATIENCE = 60.0


class Program:
    """The program in a process of its own, with whatever it begins; its messages go to a terminal."""

    def __init__(self, *words: object) -> None:
        self.mark = f"{os.getpid()}-{time.monotonic_ns()}"
        self.screen, screen = os.openpty()
        env = {**os.environ, "PYTHONPATH": f"{INTERPRETER}{os.pathsep}{ROOT}", MARK: self.mark}
        self.process = subprocess.Popen(
            [sys.executable, "-c", MAIN, *map(str, words)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=screen, env=env, text=True, start_new_session=True,
        )  # fmt: skip
        os.close(screen)

    def running(self) -> list[int]:
        """The processes of this call that are still there."""
        found = []
        for folder in Path("/proc").iterdir():
            try:
                if folder.name.isdigit() and self.mark.encode() in (folder / "environ").read_bytes():
                    found.append(int(folder.name))
            except OSError:
                continue
        return found

    def begun(self, processes: int) -> None:
        """Waits for so many processes."""
        self._until(lambda: len(self.running()) >= processes)

    def shows(self, text: str) -> None:
        """Waits for words on the screen."""
        seen = ""
        while text not in seen:
            seen += os.read(self.screen, 1000).decode()

    def ended(self) -> tuple[int, str, str]:
        """The status, what was printed, and what stood on the screen, once none is left."""
        out = self.process.communicate(timeout=PATIENCE)[0]
        self._until(lambda: not self.running())
        return self.process.returncode, out, self._rest()

    def _rest(self) -> str:
        seen = b""
        try:
            while data := os.read(self.screen, 10_000):
                seen += data
        except OSError:  # nobody holds the other end
            pass
        return seen.decode()

    @staticmethod
    def _until(true: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE
        while not true():
            assert time.monotonic() < end
            time.sleep(0.05)

    def close(self) -> None:
        for number in self.running():
            os.kill(number, signal.SIGKILL)
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()
        os.close(self.screen)


@pytest.fixture
def begin() -> Iterator[type[Program]]:
    begun: list[Program] = []

    class Kept(Program):
        def __init__(self, *words: object) -> None:
            super().__init__(*words)
            begun.append(self)

    yield Kept
    for program in begun:
        program.close()


MANY = ("--players", 2, "--games", 100_000_000)


@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGKILL, -9), (signal.SIGTERM, 143), (signal.SIGINT, 130), (signal.SIGHUP, 129)]
)
def test_workers_end_with_the_program(
    number: signal.Signals, status: int, begin: type[Program], tmp_path: Path
) -> None:
    small = write(tmp_path, "small.coup", GOOD)
    out = tmp_path / "logs.jsonl"
    program = begin("run", small, "--players", 2, "--games", 400_000, "--jobs", 2, "--out", out)
    program.begun(3)
    os.kill(program.process.pid, number)
    left, _, said = program.ended()
    assert (left, "Traceback" in said) == (status, False), said
    assert not out.exists()


@pytest.mark.parametrize("words", [["simulate"], ["test", "--mutate"]])
def test_workers_of_studies_and_tests_end_with_the_program(
    words: Sequence[str], begin: type[Program], tmp_path: Path
) -> None:
    small = write(tmp_path, "small.coup", GOOD)
    if words[0] == "simulate":
        program = begin(*words, small, *MANY, "--policy", FIRST, "--jobs", 2)
    else:
        hearts = ROOT / "contracts" / "gallery" / "hearts.test.yaml"
        program = begin(*words, hearts, "--games", 0, "--jobs", 2, "--seconds", 300)
    program.begun(3)
    os.kill(program.process.pid, signal.SIGKILL)
    assert program.ended()[0] == -9


def test_ctrl_c_reaches_all_and_only_the_program_speaks(begin: type[Program], tmp_path: Path) -> None:
    small = write(tmp_path, "small.coup", GOOD)
    program = begin("run", small, "--players", 2, "--games", 400_000, "--jobs", 2)
    program.begun(3)
    os.killpg(program.process.pid, signal.SIGINT)
    left, _, said = program.ended()
    assert (left, "Traceback" in said, "Process" in said) == (130, False, False)


@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, 143), (signal.SIGINT, 0)])
def test_a_study_that_is_told_to_end_keeps_what_it_has(
    number: signal.Signals, status: int, begin: type[Program], tmp_path: Path
) -> None:
    small, checkpoint = write(tmp_path, "small.coup", GOOD), tmp_path / "study.json"
    program = begin("simulate", small, *MANY, "--policy", FIRST, "--checkpoint", checkpoint, "--format", "json")
    program.shows(" games, ")
    os.kill(program.process.pid, number)
    left, out, said = program.ended()
    assert (left, "Traceback" in said) == (status, False), said
    assert json.loads(out)["games"] == json.loads(checkpoint.read_text("utf-8"))["summary"]["games"] > 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["small.coup", "study.json"]


TOLD_WHILE_IMPORTING = """
import os, signal, sys
class Finder:
    def find_spec(self, name, path, target=None):
        if name == {name!r}:
            sys.meta_path.remove(self)
            os.kill(os.getpid(), signal.{number})
            signal.getsignal(signal.SIGINT)  # there, a handler has run
sys.meta_path.insert(0, Finder())
from coupdsl.commands.main import main
main()
"""


@pytest.mark.parametrize("name", ["typer", "typer.core", "coupdsl.commands.common", "coupdsl.commands.streams"])
def test_ctrl_c_before_the_program_has_begun_is_no_traceback(name: str) -> None:
    done = process("list", code=TOLD_WHILE_IMPORTING.format(name=name, number="SIGINT"))
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


@pytest.mark.parametrize(("number", "status"), [("SIGINT", 130), ("SIGTERM", 143), ("SIGHUP", 129)])
@pytest.mark.parametrize("name", ["joblib", "joblib.externals.loky", "joblib.executor"])
def test_who_is_told_to_end_while_workers_are_imported_ends_without_a_traceback(
    name: str, number: str, status: int
) -> None:
    code = TOLD_WHILE_IMPORTING.format(name=name, number=number)
    done = process("simulate", "kuhn", "--games", 100_000, "--jobs", 2, code=code)
    assert (done.returncode, done.stdout, "Traceback" in done.stderr) == (status, "", False), done.stderr


IGNORES_IT = """
import os, signal
from coupdsl.commands.leaving import heeding
signal.signal(signal.SIGHUP, signal.SIG_IGN)
with heeding():
    os.kill(os.getpid(), signal.SIGHUP)
print("went on")
"""


def test_what_was_ignored_before_stays_ignored() -> None:
    """As under `nohup`."""
    done = process(code=IGNORES_IT)
    assert (done.returncode, done.stdout, done.stderr) == (0, "went on\n", "")


BEGINS_WORKERS = """
import multiprocessing, signal
from coupdsl.play.workers import starting
with starting():
    multiprocessing.get_context("spawn").Semaphore()
    print(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, []))
print(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, []))
"""


def test_ctrl_c_does_not_reach_workers_that_are_only_just_begun() -> None:
    """Not even where what keeps account of their semaphores begins with them."""
    assert process(code=BEGINS_WORKERS).stdout == "True\nFalse\n"


LOSES_IT = """
import os, signal, time
from coupdsl.commands import leaving
class Lost:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(0.1)
leaving.PATIENCE = 1
with leaving.heeding():
    lost = Lost()
    del lost
    time.sleep(100)
"""


def test_the_program_ends_even_where_it_does_not_notice_that_it_is_told_to() -> None:
    env = {**os.environ, "PYTHONPATH": str(INTERPRETER)}
    ended = subprocess.run(
        [sys.executable, "-c", LOSES_IT], env=env, timeout=PATIENCE, check=False, capture_output=True
    )
    assert ended.returncode == 128 + signal.SIGTERM
