"""A file that one process keeps: a second one is told who has it, and a process that ended has none."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from coupdsl.language.writing import ordinary

# On Windows there is none: whoever writes last, wins.
fcntl: Any = import_module("fcntl") if find_spec("fcntl") is not None else None


class Held(Exception):
    """Another process keeps the file."""


@contextmanager
def holding(path: Path) -> Iterator[None]:
    """Keeps the file for this process while it lasts; raises Held with words where another does.

    What is locked is a file beside it, `FILE.lock`, which the system lets go of whatever ends the process. Where none
    can be made, or locks are not known, the file is nobody's.
    """
    lock = _lock_beside(path)
    handle = _locked(path, lock) if lock is not None else None
    try:
        yield
    finally:
        if handle is not None and lock is not None:
            lock.unlink(missing_ok=True)
            os.close(handle)


def lock_of(path: Path) -> Path:
    target = ordinary(path)
    return target.with_name(f"{target.name}.lock")


def _lock_beside(path: Path) -> Path | None:
    """The same, worked out once, since the file may be another in the end; None where there can be none."""
    try:
        return lock_of(path) if fcntl is not None else None
    except OSError:
        return None


def _locked(path: Path, lock: Path) -> int | None:
    while True:
        try:
            lock.parent.mkdir(parents=True, exist_ok=True)
            handle = os.open(lock, os.O_RDWR | os.O_CREAT, 0o666)
        except OSError:
            return None
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            who = os.read(handle, 200).decode("utf-8", "replace").strip()
            os.close(handle)
            raise Held(f"{path} is in use" + (f" by {who}" if who else "")) from None
        except OSError:
            os.close(handle)
            return None
        if _is_still(lock, handle):
            os.truncate(handle, 0)
            os.write(handle, f"process {os.getpid()} since {datetime.now():%H:%M}\n".encode())
            return handle
        os.close(handle)  # whoever had it has only just ended, and taken it away


def _is_still(lock: Path, handle: int) -> bool:
    try:
        return os.path.samestat(lock.stat(), os.fstat(handle))
    except OSError:
        return False
