"""Processes that work for another: none outlives it, whatever ended it, and Ctrl-C is left to it."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import wait
from multiprocessing.resource_tracker import ensure_running
from threading import Thread, current_thread, main_thread
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

SECONDS = 0.5  # between two looks at who the parent is, where it cannot be waited for

_SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]

_watched: set[int] = set()  # the processes that already watch: a fork begins with what its parent knew


def end_with_parent() -> None:
    """Has this worker end as soon as its parent is gone; the parent alone is interrupted, and ends its workers."""
    if os.getpid() in _watched:
        return
    _watched.add(os.getpid())
    if current_thread() is main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        for number in _SIGNALS[1:]:
            signal.signal(number, signal.SIG_DFL)
        if hasattr(signal, "pthread_sigmask"):
            signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)
    Thread(target=_watch, daemon=True).start()


def _watch() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None and isinstance(parent.sentinel, int):
        wait([parent.sentinel])
    else:  # those of joblib are told nothing of their parent but its number
        number = os.getppid() if parent is None else parent.pid
        while os.getppid() == number:
            time.sleep(SECONDS)
    os._exit(1)


@contextmanager
def starting() -> Iterator[None]:
    """Workers begun meanwhile are not reached by Ctrl-C, from their first moment on.

    Signals wait until they are begun: what is raised in the midst of it may be lost in a callback.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    ensure_running()  # which lets signals through again where it is begun later, up to Python 3.11
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def end_pool(pool: ProcessPoolExecutor) -> None:
    """Ends its workers at once, and so that it does not wait for what one of them had only half written.

    It would, as long as somebody could write the rest; this process holds such an end, too.
    """
    end_workers()
    writer = getattr(getattr(pool, "_result_queue", None), "_writer", None)
    if writer is not None:
        writer.close()


def end_workers() -> None:
    """Ends those of this process at once, in the middle of what they do."""
    for worker in multiprocessing.active_children():
        worker.terminate()
