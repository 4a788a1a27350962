"""What is said where something takes long."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer


@contextmanager
def saying_if_slow(say: Callable[[], None], seconds: float) -> Iterator[None]:
    """Says it once, from a thread of its own, where what is done here takes longer; never after it is done.

    Where it cannot be said, as when nobody reads any more, that is raised here once it is done.
    """
    failed: list[Exception] = []

    def said() -> None:
        try:
            say()
        except Exception as error:
            failed.append(error)

    timer = Timer(seconds, said)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
    if failed:
        raise failed[0]
