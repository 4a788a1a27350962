"""Processes that tests begin: they end with the test, whatever becomes of it."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

PATIENCE = 60.0  # seconds


@contextmanager
def program(*words: str) -> Iterator[subprocess.Popen[str]]:
    """`coupdsl` with these words, in a process of its own."""
    with python("from coupdsl.commands.main import main; main()", *words) as process:
        yield process


@contextmanager
def python(text: str, *words: str) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-c", text, *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def children(parent: int, words: str) -> list[int]:
    """The processes that one has begun, in whose command these words stand; by /proc."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            status, command = (folder / "stat").read_text(), (folder / "cmdline").read_text()
        except OSError:
            continue
        if int(status.rsplit(")", 1)[1].split()[1]) == parent and words in command:
            found.append(int(folder.name))
    return found


def until(found: Callable[[], object]) -> None:
    """Waits for something that is to come about."""
    end = time.monotonic() + PATIENCE
    while not found():
        assert time.monotonic() < end
        time.sleep(0.02)
