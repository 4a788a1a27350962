"""How the program ends: interrupted, told to end, or having done its work. SIGTERM and SIGHUP are as Ctrl-C is."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import NoReturn

from coupdsl.play.told_to_end import ToldToEnd

PATIENCE = 20  # seconds to end in, once told to
INTERRUPTED = 128 + signal.SIGINT  # the status that shells expect
_ASKED = [name for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
_program = os.getpid()


def _told(number: int, frame: FrameType | None) -> None:
    if os.getpid() != _program:  # a worker that has only just been begun
        os._exit(128 + number)
    ToldToEnd.status = 128 + number
    if hasattr(signal, "alarm"):
        signal.alarm(PATIENCE)
    raise ToldToEnd


def _give_up(number: int, frame: FrameType | None) -> None:
    """What was raised was lost in a callback, or something waits for ever: all there is ends at once."""
    try:
        if "multiprocessing" in sys.modules:  # else there are no workers
            from coupdsl.play.workers import end_workers

            end_workers()
    finally:
        os._exit(ToldToEnd.status)


@contextmanager
def heeding() -> Iterator[None]:
    """Signals are heeded while this lasts. After it they end the program at once: there is nothing left to save."""
    global _program
    _program, ToldToEnd.status = os.getpid(), 0
    changed: dict[int, object] = {}
    for name in _ASKED:
        number = getattr(signal, name)
        if signal.getsignal(number) is signal.SIG_DFL:  # `nohup` has it ignored
            changed[number] = signal.signal(number, _told)
    if changed and hasattr(signal, "SIGALRM"):
        changed[signal.SIGALRM] = signal.signal(signal.SIGALRM, _give_up)
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        changed[signal.SIGINT] = signal.default_int_handler
    try:
        yield
    finally:
        if hasattr(signal, "alarm"):
            signal.alarm(0)
        for number in changed:
            signal.signal(number, signal.SIG_DFL)


def leave(status: int) -> NoReturn:
    """Ends the program: at once where a thread is left that nobody waits for any more, such as one of LLVM."""
    threading = sys.modules.get("threading")
    if threading is not None and any(thread.daemon for thread in threading.enumerate()):
        for stream in (sys.stdout, sys.stderr):
            with suppress(AttributeError, OSError, ValueError):  # none, full, closed
                stream.flush()
        os._exit(status)
    raise SystemExit(status)
