"""What is said where Python cannot load a part of the program, here or in a worker, such as a damaged `.pyc`."""

from __future__ import annotations

import sys
from pathlib import Path
from traceback import walk_tb

LOADING = "<frozen importlib"  # where Python does it
COMPILED = ".pyc"


class NotLoaded(Exception):
    """A part of the program cannot be loaded; `help` says what can be done."""

    def __init__(self, error: BaseException) -> None:
        super().__init__(f"a part of the program cannot be loaded: {error}")
        damaged = _damaged(error)
        self.help = f"`{damaged}` is damaged: delete it, and Python makes it anew"
        if damaged is None:
            compiled = sys.pycache_prefix or Path(__file__).parents[1] / "**" / "__pycache__"
            self.help = f"delete `{compiled}`, which Python makes anew, or install the program again"


def not_loaded(error: BaseException) -> NotLoaded | None:
    """What is said of an error, if it comes of loading a part of the program."""
    frames = [frame.f_code.co_filename for frame, _ in walk_tb(error.__traceback__)]
    raised_there = bool(frames) and frames[-1].startswith(LOADING)
    of_worker = LOADING in str(error.__cause__)  # the lines of its traceback
    return NotLoaded(error) if isinstance(error, ImportError) or raised_there or of_worker else None


def _damaged(error: BaseException) -> str | None:
    """The compiled file that cannot be read, where it is known."""
    if isinstance(error, ImportError):
        return error.path if error.path is not None and error.path.endswith(COMPILED) else None
    read = [frame.f_locals.get("bytecode_path") for frame, _ in walk_tb(error.__traceback__)]
    return next((str(path) for path in reversed(read) if path is not None), None)
