"""Positions and games as `copy` and `pickle` meet them."""

from __future__ import annotations

from typing import NoReturn, Self


class Unpickled:
    """Holds rules ready to be played, functions of Python and machine code among them, which stay in their process."""

    __slots__ = ()

    def __reduce__(self) -> NoReturn:
        raise TypeError(
            f"a {type(self).__name__} of coupdsl cannot be pickled: load the rules again where it should go, "
            "and send `state.save()` for `rules.restore`"
        )


class Copied(Unpickled):
    """Its copies are independent, by whichever way they are made, and have the same rules."""

    __slots__ = ()

    def copy(self) -> Self:
        """An independent one."""
        raise NotImplementedError

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()


class Shared(Unpickled):
    """Whatever is copied goes on with the same one."""

    __slots__ = ()

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self
