"""Random games played by a process of its own, within bounds: of moves, seconds and memory."""

from __future__ import annotations

import ctypes
import json
import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from queue import Empty, Queue
from tempfile import TemporaryFile
from threading import Thread
from time import monotonic
from typing import IO, Literal

import coupdsl
from coupdsl.code.decisions import Option
from coupdsl.engine.rules import Rules
from coupdsl.engine.state import State
from coupdsl.language.records import by_value
from coupdsl.native.batch import games_of, playing_text
from coupdsl.native.llvm.jit import QUICK, Compiled, end_with_parent, object_code
from coupdsl.native.memory.blocks import Blocks
from coupdsl.native.memory.offsets import WORD
from coupdsl.native.module import Module
from coupdsl.native.playing import Playing

MEMORY = 4 << 30  # bytes of addresses, of which code and games use little
End = Literal["done", "late", "failed"]
AT_ONCE = 256  # games, at most, between two words about how far it came


@by_value
class Bounds:
    game: int  # moves of one game
    moves: int  # of all
    seconds: float


@by_value
class Played:
    """How many games came to their end, with how many moves.

    `stopped`: the moves of the next one where it did not, be it that the rules failed or that it had too many.
    """

    games: int = 0
    moves: int = 0
    stopped: int | None = None


class Paced(Playing):
    """A row is the number of moves; a game that has more than `most` of them is given up."""

    width = WORD

    def __init__(self, module: Module, most: int) -> None:
        super().__init__(module)
        self.most = most

    def chosen(self, option: Option, values: list[str], count: str, seat: str) -> None:
        f = self.f
        moves = f.add(f.load("i64", "%row"), 1)
        f.store("i64", moves, "%row")
        f.fail_if(f.op(f"icmp sgt i64 {moves}, {self.most}"))


def play_apart(
    rules: Rules, seed: int, games: range, bounds: Bounds, tell: Callable[[Played], None]
) -> tuple[int | None, End]:
    """The moves of the game that stopped it, if one did, and how it ended; `tell` is told how far it came.

    They are the games that `simulate` plays. The process ends with this call, however that ends.
    """
    text, _ = playing_text(rules, lambda module: Paced(module, bounds.game))
    fresh = bytes(Blocks(rules).block(State.before(rules), seeded=True))
    asked = {"seed": seed, "first": games.start, "games": len(games), "moves": bounds.moves, "fresh": len(fresh)}
    root = str(Path(coupdsl.__file__).parent.parent)
    paths = os.pathsep.join([root, *filter(None, [os.environ.get("PYTHONPATH")])])
    with TemporaryFile() as given:
        given.write(json.dumps(asked).encode() + b"\n" + fresh + text.encode())
        given.seek(0)
        process = subprocess.Popen(
            [sys.executable, "-c", "from coupdsl.native.apart import main; main()"],
            stdin=given, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env={**os.environ, "PYTHONPATH": paths},
        )  # fmt: skip
    lines: Queue[bytes] = Queue()
    with process:
        assert process.stdout is not None
        listener = Thread(target=_listen, args=(process.stdout, lines))
        listener.start()
        try:
            return _heard(process, lines, bounds.seconds, tell)
        finally:
            process.kill()
            listener.join()


def _heard(
    process: subprocess.Popen[bytes], lines: Queue[bytes], seconds: float, tell: Callable[[Played], None]
) -> tuple[int | None, End]:
    end, found = monotonic() + seconds, Played()
    while True:
        try:
            line = lines.get(timeout=max(0.0, end - monotonic()))
        except Empty:
            return None, "late"
        if not line:
            return found.stopped, "done" if process.wait() == 0 else "failed"
        found = Played(**json.loads(line))
        tell(found)


def _listen(source: IO[bytes], lines: Queue[bytes]) -> None:
    """Hands on every line, and an empty one at the end."""
    for line in source:
        lines.put(line)
    lines.put(b"")


# ---- the process
def main() -> None:
    end_with_parent()
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    asked = json.loads(sys.stdin.buffer.readline())
    fresh = sys.stdin.buffer.read(asked["fresh"])
    compiled = Compiled(*object_code(sys.stdin.buffer.read().decode(), QUICK))  # which lives as long as it runs
    run = games_of(compiled)
    state, found, size = ctypes.create_string_buffer(len(fresh)), Played(), 1
    while found.games < asked["games"] and found.moves < asked["moves"] and found.stopped is None:
        count = min(size, asked["games"] - found.games)
        rows = (ctypes.c_int64 * count)()
        done = run(state, fresh, asked["seed"], asked["first"] + found.games, count, ctypes.addressof(rows))
        found = Played(found.games + done, found.moves + sum(rows[:done]), rows[done] if done < count else None)
        print(json.dumps(found.__dict__), flush=True)
        size = min(2 * size, AT_ONCE)
