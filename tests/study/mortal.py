"""A bot that plays at random, and whose process is killed under it once."""

from __future__ import annotations

import os
import signal
from pathlib import Path

from coupdsl.code.moves import Move
from coupdsl.play.bots import RandomBot


class Mortal(RandomBot):
    """The first that finds the file named by COUPDSL_DEATH takes it away, and dies."""

    def choose(self, moves: list[Move]) -> Move:
        try:
            Path(os.environ["COUPDSL_DEATH"]).unlink()
        except FileNotFoundError:
            return super().choose(moves)
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError("nobody outlives this")
