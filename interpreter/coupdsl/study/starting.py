"""How soon commands come to their end, with nothing kept on disk and with everything, beside Python's own start."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from coupdsl.language.places import shipped

MAIN = "from coupdsl.commands.main import main; main()"
HOUSE = "variant: house\nextends: parker-1966\ncontracts:\n  set:\n    siege: {{collect: {}}}\n"
COMMANDS = (
    "--help", "list", "show parker-1966", "explain parker-1966 loan.lender", "play parker-1966 --plain --new",
    "validate house.yaml", "validate contracts variants --games 0", "fmt --check contracts variants",
    "simulate parker-1966 --games 200", "diff parker-1966 french",
)  # fmt: skip


def measure(repetitions: int) -> Iterator[dict[str, Any]]:
    """Rows of what, milliseconds and their ratio to `python -c pass`; a second time is the median of `repetitions`.

    `house.yaml` is a variant that is edited before each call; at `play` the first question finds no answer.
    """
    with TemporaryDirectory() as name:
        folder = Path(name)
        for part in ("contracts", "variants"):
            (folder / part).symlink_to(shipped() / part)
        base = median(_seconds([sys.executable, "-c", "pass"], folder) for _ in range(2 * repetitions + 1))
        edits = count(50, 50)

        def seconds(words: str) -> float:
            (folder / "house.yaml").write_text(HOUSE.format(next(edits)), "utf-8")
            return _seconds([sys.executable, "-c", MAIN, *words.split()], folder)

        yield _row("python -c pass", base, base)
        for words in COMMANDS:
            yield _row(f"{words}, first", seconds(words), base)
            yield _row(f"{words}, then", median(seconds(words) for _ in range(repetitions)), base)


def _row(what: str, seconds: float, base: float) -> dict[str, Any]:
    return {"what": what, "value": round(1000 * seconds, 1), "unit": "ms", "ratio": round(seconds / base, 1)}


def _seconds(words: Sequence[str], folder: Path) -> float:
    """How long a command takes that finds its cache and its games below `folder`."""
    homes = dict.fromkeys(("HOME", "LOCALAPPDATA", "XDG_CACHE_HOME", "XDG_DATA_HOME"), str(folder / "home"))
    environment = {**os.environ, **homes}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # what is installed does not compile itself at each start
    begin = perf_counter()
    subprocess.run(
        words, cwd=folder, env=environment, check=False,
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    return perf_counter() - begin
