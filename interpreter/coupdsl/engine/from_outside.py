"""What programs outside give: seeds, seats and other whole numbers, of Python or of another library, and things."""

from __future__ import annotations

from operator import index
from reprlib import repr as short
from typing import SupportsIndex, TypeVar

T = TypeVar("T")
SEEDS = 1 << 64
OPTION = "the key of an option is a text, such as `loan.lender`"
LOADED = "a game is played by rules that `coupdsl.load` gives"


def seed_of(given: SupportsIndex) -> int:
    """The seed as a number of Python; ValueError if it is not 0 to 2^64-1."""
    return number_in(range(SEEDS), given, "a seed is a whole number from 0 to 2^64-1")


def seat_of(given: SupportsIndex, seats: int) -> int:
    """The seat as a number of Python; ValueError where nobody sits there."""
    return number_in(range(seats), given, f"the seats are 0 to {seats - 1}")


def viewer_of(given: SupportsIndex | None, seats: int) -> int | None:
    """As `seat_of`; None is a spectator."""
    return None if given is None else seat_of(given, seats)


def number_in(numbers: range, given: SupportsIndex, otherwise: str) -> int:
    """The number as one of Python; ValueError if it is none of these."""
    found = _whole(given)
    if found is None or found not in numbers:
        raise ValueError(otherwise)
    return found


def whole_number(given: SupportsIndex, called: str) -> int:
    """The number as one of Python; TypeError says what is `called` so, where it is none."""
    found = _whole(given)
    if found is None:
        raise TypeError(f"{called} is a whole number, not {short(given)}")
    return found


def wanted(kind: type[T], given: object, what: str) -> T:
    """What is given, if it is of this kind; TypeError says `what` it should be."""
    if not isinstance(given, kind):
        raise TypeError(f"{what}, not {short(given)}")
    return given


def _whole(given: object) -> int | None:
    try:
        return int(index(given))  # type: ignore[arg-type]
    except TypeError:
        return None
