"""The tree of `search_tree.py` in machine code: the same nodes and numbers, a thousand times as fast."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from coupdsl.code.moves import Move
from coupdsl.search.arena import CompiledArena
from coupdsl.search.given import Grown, signed
from coupdsl.search.search_tree import CURIOSITY, DEEPEST, NODES, Known, Tree
from coupdsl.search.tally import Tally
from coupdsl.search.utility import Worths


class CompiledTree(Tree):
    """The same tree, which lies in a block of memory of fixed size."""

    arena: CompiledArena

    def __init__(
        self, arena: CompiledArena, worlds: Sequence[Any], seat: int, seed: int, nodes: int = NODES,
        known: Known | None = None,
    ) -> None:  # fmt: skip
        super().__init__(arena, worlds, seat, seed, nodes, known)
        self.given = Grown(arena, worlds, seat, seed, self.most_nodes, self.most_arms, DEEPEST)
        self.given.row("known", [signed(one) for of_world in self.known for one in of_world])
        self.given.scaled(self.scale.low, self.scale.span, CURIOSITY)

    def ends(self, numbers: range) -> list[Worths]:
        return self.given.ends(numbers)

    def trials(self, moves: Sequence[Move], numbers: range) -> Tally:
        return self.given.grow([move.id for move in moves], numbers)

    def arms_of(self, key: int) -> Iterable[tuple[int, int, float]]:
        return self.given.arms_of(key)
