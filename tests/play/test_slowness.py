"""What is said where something takes long."""

from __future__ import annotations

import time

import pytest

from coupdsl.play.slowness import saying_if_slow


def test_it_is_said_once_and_only_where_it_takes_long() -> None:
    said: list[str] = []
    with saying_if_slow(lambda: said.append("long"), 0.01):
        time.sleep(0.2)
    assert said == ["long"]
    with saying_if_slow(lambda: said.append("never"), 60):
        pass
    assert said == ["long"]


def test_where_it_cannot_be_said_that_is_raised_afterwards() -> None:
    """As where who read the output has gone: no traceback of another thread."""
    done: list[bool] = []

    def fails() -> None:
        raise BrokenPipeError

    def slow() -> None:
        with saying_if_slow(fails, 0.01):
            time.sleep(0.2)
            done.append(True)

    with pytest.raises(BrokenPipeError):
        slow()
    assert done == [True]
