"""A possible history, and where its pieces were."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from coupdsl.search.dealing import Deal
from coupdsl.search.history import History
from coupdsl.search.retelling import Retelling
from coupdsl.search.traces import Traces


class World:
    """`now` is the present. One of a `deal` in which `goers` go the ways knows its history, which `make_up` gives, and
    its traces as soon as somebody asks for them."""

    def __init__(
        self, now: bytearray, history: History | None = None, traces: Traces | None = None, deal: Deal | None = None,
        goers: Sequence[int] = (), make_up: Callable[[Deal, Sequence[int], bytearray], History] | None = None,
    ) -> None:  # fmt: skip
        self.now, self._history, self._traces = now, history, traces
        self.deal, self.goers, self._make_up = deal, goers, make_up
        self.bans: tuple[int, list[tuple[int, int, int]]] | None = None  # how often they had changed, and the steps

    @property
    def history(self) -> History:
        if self._history is None:
            assert self.deal is not None and self._make_up is not None, "without a history a world is of a deal"
            self._history = self._make_up(self.deal, self.goers, self.now)
        return self._history

    @property
    def traces(self) -> Traces:
        if self._traces is None:
            assert self.deal is not None, "without traces a world is of a deal"
            self._traces = self.deal.traces_of(self.goers)
        return self._traces


def traced(retelling: Retelling, history: History, before: Traces | None = None, first: int = 0) -> World:
    """The world of a history, which is that of `before` up to its move `first`."""
    return World(history.now, history, Traces(retelling.machine, retelling.renaming, history, before, first))
