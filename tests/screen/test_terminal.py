"""The full screen at a real terminal: what is shown first, and how it is left."""

from __future__ import annotations

import fcntl
import os
import signal
import struct
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from select import select
from subprocess import Popen

import pytest
from tests.commands.calls import INTERPRETER, ROOT, called
from tests.helpers import rules_of

from coupdsl.play.game import Game
from coupdsl.play.log import read_log

MAIN = "from coupdsl.commands.main import main; main()"
LEFT = b"\x1b[?1049l"  # the screen that was there before is shown again
PATIENCE = 60.0


class Terminal:
    """A terminal of 60 columns and 20 rows, at which a game of kuhn is played on the full screen."""

    def __init__(
        self, file: Path, main: str = MAIN, words: tuple[str, ...] = (), size: tuple[int, int] = (20, 60), **more: str
    ) -> None:
        self.person, self.program = os.openpty()
        fcntl.ioctl(self.program, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0))
        self.before = termios.tcgetattr(self.program)
        words = words or ("play", "kuhn", "--screen", "--bots", "random", "--seed", "3", "--save", str(file))
        env = {**os.environ, "PYTHONPATH": str(INTERPRETER), "TERM": "xterm-256color", **more}
        self.process = Popen(
            [sys.executable, "-c", main, *words], stdin=self.program, stdout=self.program,
            stderr=self.program, env=env, cwd=ROOT, start_new_session=True,
        )  # fmt: skip
        self.seen = b""

    def shows(self, text: bytes) -> None:
        """Waits for it on the screen."""
        end = time.monotonic() + PATIENCE
        while text not in self.seen:
            assert time.monotonic() < end and self.process.poll() is None, self.seen
            self._read(0.1)

    def ended(self) -> int:
        end = time.monotonic() + PATIENCE
        while self.process.poll() is None:
            assert time.monotonic() < end
            self._read(0.02)
        while self._read(0):
            pass
        assert termios.tcgetattr(self.program) == self.before
        assert LEFT in self.seen
        return self.process.returncode

    def _read(self, seconds: float) -> bool:
        is_there = bool(select([self.person], [], [], seconds)[0])
        if is_there:
            self.seen += os.read(self.person, 100_000)
        return is_there


@pytest.fixture
def terminals() -> Iterator[list[Terminal]]:
    opened: list[Terminal] = []
    yield opened
    for one in opened:
        with suppress(ProcessLookupError):
            one.process.kill()
        one.process.wait()
        os.close(one.person)
        os.close(one.program)


def test_ctrl_c_leaves_the_terminal_as_it_was_and_says_how_to_go_on(terminals: list[Terminal], tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    terminals.append(at := Terminal(file))
    at.shows("◂".encode())  # one has come to the first answer
    os.write(at.person, b"\r")
    at.shows(b"checks")  # as is told of it
    os.write(at.person, b"\x03")
    assert at.ended() == 0
    said = at.seen.rpartition(LEFT)[2].decode()
    assert f"Saved in {file}" in said and "coupdsl play kuhn" in said and "--screen" in said
    assert "Traceback" not in said
    assert len(read_log(file).moves) > 0


def test_a_terminal_that_reports_no_size_has_the_usual_one(terminals: list[Terminal], tmp_path: Path) -> None:
    terminals.append(at := Terminal(tmp_path / "game.jsonl", size=(0, 0)))
    at.shows("◂".encode())
    drawn, end = len(at.seen), time.monotonic() + 2
    while time.monotonic() < end:
        at._read(0.1)
    assert len(at.seen) - drawn < 20_000
    os.write(at.person, b"\x03")
    assert at.ended() == 0


def test_whoever_ends_the_program_finds_the_terminal_as_it_was(terminals: list[Terminal], tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    terminals.append(at := Terminal(file, NO_COLOR="1", PYTHONIOENCODING="ascii"))
    at.shows(b"check")
    os.kill(at.process.pid, signal.SIGTERM)
    assert at.ended() == 128 + signal.SIGTERM
    assert at.seen.isascii()
    drawn = at.seen.partition(LEFT)[0]
    assert not [code for code in (b"\x1b[31m", b"\x1b[38;", b"\x1b[48;") if code in drawn]
    assert read_log(file) is not None


def test_a_log_is_seen_again_with_the_eyes_of_a_seat(terminals: list[Terminal], tmp_path: Path) -> None:
    file = tmp_path / "a game.jsonl"
    game = Game(rules_of("kuhn", 2), 3)
    for move in ("check", "check"):
        game.apply(move)
    game.save(file)
    terminals.append(at := Terminal(file, words=("replay", str(file), "--as", "1", "--lang", "fr", "--screen")))
    at.shows(b"Coup 0 sur 2")
    assert "✓Joueur 1✓".encode() in at.seen
    os.write(at.person, b"\x1b[C")
    at.shows(b"Coup 1 sur 2")
    os.write(at.person, b"\x03")
    assert at.ended() == 0
    assert not at.seen.rpartition(LEFT)[2].decode().strip().endswith("jsonl")


def test_a_replay_on_the_screen_goes_with_nothing_that_prints(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    Game(rules_of("kuhn", 2), 3).save(file)
    for more, said in (
        ((), "it needs a terminal"),
        (("--why", "1"), "a screen goes with none"),
        (("--step",), "terminal"),
    ):
        result = called("replay", file, "--screen", *more)
        assert (result.exit_code, said in result.output) == (2, True), result.output


# Programs in which something fails after the first choice: when the table is drawn, or when a program is to choose.
BROKEN = {
    "drawn": """
from coupdsl.screen.table_drawing import TableDrawing
drawn = TableDrawing.own
def own(self, wide):
    secret = "what is hidden"
    if self.scene.moves:
        raise KeyError(secret)
    return drawn(self, wide)
TableDrawing.own = own
""",
    "chosen": """
from coupdsl.table.sitting import Sitting
def others_choose(self):
    secret = "what is hidden"
    raise KeyError(secret)
Sitting.others_choose = others_choose
""",
}


@pytest.mark.parametrize("where", BROKEN)
def test_a_screen_that_fails_says_so_in_a_sentence_and_nothing_that_is_hidden(
    terminals: list[Terminal], tmp_path: Path, where: str
) -> None:
    file = tmp_path / "game.jsonl"
    terminals.append(at := Terminal(file, f"{BROKEN[where]}{MAIN}"))
    at.shows("◂".encode())
    os.write(at.person, b"\r")
    assert at.ended() == 1
    said = " ".join(at.seen.rpartition(LEFT)[2].decode().split())
    assert "The screen has failed, which is an error of ours (KeyError, " in said
    assert f"the game is kept in {file}, and goes on with coupdsl play kuhn" in said
    assert "Traceback" not in said and "what is hidden" not in at.seen.decode()
    assert len(read_log(file).moves) > 0
