"""A possible history, and where its pieces were."""

from __future__ import annotations

from collections.abc import Sequence

from coupdsl.search.dealing import Deal
from coupdsl.search.history import History
from coupdsl.search.retelling import Retelling
from coupdsl.search.traces import Traces


class World:
    """One that came of a `deal` knows its traces by it, as soon as somebody asks for them."""

    def __init__(
        self, history: History, traces: Traces | None, deal: Deal | None = None, goers: Sequence[int] = ()
    ) -> None:
        self.history, self._traces, self.deal, self.goers = history, traces, deal, goers
        self.bans: tuple[int, list[tuple[int, int, int]]] | None = None  # how often they had changed, and the steps

    @property
    def traces(self) -> Traces:
        if self._traces is None:
            assert self.deal is not None, "without traces a world is of a deal"
            self._traces = self.deal.traces_of(self.goers)
        return self._traces


def traced(retelling: Retelling, history: History, before: Traces | None = None, first: int = 0) -> World:
    """The world of a history, which is that of `before` up to its move `first`."""
    return World(history, Traces(retelling.machine, retelling.renaming, history, before, first))
