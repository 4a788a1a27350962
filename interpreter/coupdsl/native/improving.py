"""Machine code that is there at once, and is exchanged for code made with care once another process has made that."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import TYPE_CHECKING
from weakref import WeakMethod

from coupdsl.engine.rules import Rules
from coupdsl.native.kept_code import Text, compiled, fetch, store
from coupdsl.native.llvm.jit import CAREFUL, QUICK, Compiled

if TYPE_CHECKING:
    from coupdsl.native.llvm.careful import Careful

CARE = 15e-6  # seconds that it takes to make careful code, for each byte of quick code; the largest take twice as long


class Improving:
    """Code of rules, of this `speed`; of none, made with care where such code was kept, and else quick to make.

    `use`, a method, is given the code, and the better one in its place. Both stay, since other threads may still run
    the first.
    """

    def __init__(
        self, rules: Rules, what: str, speed: int | None, text: Callable[[], Text], use: Callable[[Compiled], None]
    ) -> None:
        self._rules, self._what, self._text, self._use = rules, what, text, WeakMethod(use)
        careful = fetch(rules, what, CAREFUL) if speed is None else None
        code, self.about = careful or compiled(rules, what, QUICK if speed is None else speed, text)
        self.is_careful = careful is not None or speed == CAREFUL
        self._codes = [code]
        use(code)

    @property
    def code(self) -> Compiled:
        """As it is now."""
        return self._codes[-1]

    def begin_care(self) -> Careful | None:
        """Code made with care, by another process; see `take_over`. None where some is kept by now, which is used."""
        from coupdsl.native.llvm.careful import Careful

        kept = fetch(self._rules, self._what, CAREFUL)
        if kept is None:
            return Careful(self._text()[0], self.code.names)
        self._exchange(kept[0])
        return None

    def take_over(self, careful: Careful) -> bool:
        """Is the careful code there? Then it is used from now on."""
        code = careful.code()
        if code is not None:
            self._exchange(code)
            store(self._rules, self._what, CAREFUL, code, self.about)
        return code is not None

    def _exchange(self, code: Compiled) -> None:
        self._codes.append(code)
        use = self._use()
        if use is not None:
            use(code)
        self.is_careful = True


class Care:
    """Has code made with care, that of one after the other, while the program goes on.

    Where that cannot be done, as without a folder for what is made, the quick code stays.
    """

    def __init__(self, *wanted: Improving) -> None:
        self._left = [one for one in wanted if not one.is_careful]
        self.seconds = CARE * sum(len(one.code.code) for one in self._left)  # it takes, about
        self._worked = 0.0
        self._begun: Careful | None = None
        self._lock = Lock()

    @property
    def is_settled(self) -> bool:
        """Is no better code to come?"""
        return not self._left

    @property
    def has_begun(self) -> bool:
        return self._begun is not None

    def has_worked(self, seconds: float) -> None:
        """Goes on once the code has worked for as long as care takes: as much work is thought to follow."""
        self._worked += seconds
        if self._left and self._worked > self.seconds:
            self.go_on()

    def go_on(self) -> None:
        """Begins, or takes over what is there and begins the next; what failed is left as it is."""
        if not self._lock.acquire(blocking=False):
            return  # another thread does so
        try:
            self._go_on()
        except Exception:  # the program goes on with what there is
            self._end()
            self._left.clear()
        finally:
            self._lock.release()

    def _go_on(self) -> None:
        if self._begun is not None and (self._left[0].take_over(self._begun) or self._begun.has_failed):
            self._end()
            del self._left[0]
        while self._begun is None and self._left:
            self._begun = self._left[0].begin_care()
            if self._begun is None:
                del self._left[0]

    def give_up(self) -> None:
        """Ends what was begun; it can be begun again."""
        with self._lock:
            self._end()

    def _end(self) -> None:
        begun, self._begun = self._begun, None
        if begun is not None:
            begun.end()
