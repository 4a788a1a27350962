"""A file that one process keeps: a second one is told who has it, and a process that ended has none."""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from coupdsl.language.writing import ordinary

# On Windows there is none: whoever writes last, wins.
fcntl: Any = import_module("fcntl") if find_spec("fcntl") is not None else None
_OURS = re.compile(rb"(process \d{1,20} since [^\n]{1,60})\n?")  # all that stands in a lock of this program


class Held(Exception):
    """Another process keeps the file."""


@contextmanager
def holding(path: Path) -> Iterator[None]:
    """Keeps the file for this process while it lasts; raises Held with words where another does.

    What is locked is a file beside it, `FILE.lock`, which the system lets go of whatever ends the process. Somebody's
    own file that is called so is locked too, but never written to or taken away. Where none can be made, where a link
    or anything but a file is called so, and where locks are not known, the file is nobody's.
    """
    lock = _lock_beside(path)
    locked = _locked(path, lock) if lock is not None else None
    try:
        yield
    finally:
        if locked is not None and lock is not None:
            _let_go(lock, *locked)


def lock_of(path: Path) -> Path:
    target = ordinary(path)
    return target.with_name(f"{target.name}.lock")


def _lock_beside(path: Path) -> Path | None:
    """The same, worked out once, since the file may be another in the end; None where there can be none."""
    try:
        return lock_of(path) if fcntl is not None else None
    except OSError:
        return None


def _locked(path: Path, lock: Path) -> tuple[int, bool] | None:
    """The lock, open, and whether this program made it."""
    try:
        lock.parent.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    while True:
        try:
            handle, is_new = _opened(lock)
        except FileExistsError:  # another has only just made it
            continue
        except OSError:
            return None
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            ours = _OURS.fullmatch(_text(handle))
            os.close(handle)
            raise Held(f"{path} is in use" + (f" by {ours[1].decode('utf-8', 'replace')}" if ours else "")) from None
        except OSError:
            os.close(handle)
            return None
        if _is_still(lock, handle):
            is_ours = is_new or _OURS.fullmatch(_text(handle)) is not None
            if is_ours:
                _sign(handle)
            return handle, is_ours
        os.close(handle)  # whoever had it has only just ended, and taken it away


def _opened(lock: Path) -> tuple[int, bool]:
    """The file, and whether it is new; raises OSError for what is no file, such as a link, and never waits for it."""
    how = os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY
    try:
        handle, is_new = os.open(lock, how), False
    except FileNotFoundError:
        handle, is_new = os.open(lock, how | os.O_CREAT | os.O_EXCL, 0o666), True
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise OSError(errno.EINVAL, "it is not an ordinary file", str(lock))
    return handle, is_new


def _sign(handle: int) -> None:
    """Writes who has it, as far as there is room."""
    with suppress(OSError):
        os.ftruncate(handle, 0)
        os.pwrite(handle, f"process {os.getpid()} since {datetime.now():%H:%M}\n".encode(), 0)


def _let_go(lock: Path, handle: int, is_ours: bool) -> None:
    """Takes it away if this program made it, and nobody has put anything else there since."""
    with suppress(OSError):
        text = _text(handle)
        if is_ours and (not text or _OURS.fullmatch(text)) and _is_still(lock, handle):
            lock.unlink()
    os.close(handle)


def _text(handle: int) -> bytes:
    return os.pread(handle, 200, 0)


def _is_still(lock: Path, handle: int) -> bool:
    try:
        return os.path.samestat(lock.lstat(), os.fstat(handle))
    except OSError:
        return False
