"""The tree of `search_tree.py` in machine code: the same nodes and numbers, a thousand times as fast."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from coupdsl.search.arena import CompiledArena
from coupdsl.search.given import Grown
from coupdsl.search.search_tree import CURIOSITY, DEEPEST, NODES, Tree


class CompiledTree(Tree):
    """The same tree, which lies in a block of memory of fixed size."""

    arena: CompiledArena

    def __init__(self, arena: CompiledArena, worlds: Sequence[Any], seat: int, seed: int, nodes: int = NODES) -> None:
        super().__init__(arena, worlds, seat, seed, nodes)
        self.given = Grown(arena, worlds, seat, seed, self.most_nodes, self.most_arms, DEEPEST)
        self.given.scaled(self.scale.low, self.scale.span, CURIOSITY)

    def grow(self, iterations: int) -> None:
        done = self.given.grow(range(self.done, self.done + iterations))
        if done < iterations:
            self.iterate(self.done + done)  # which says why the rules fail
        self.done += done

    def arms_of(self, key: int) -> Iterable[tuple[int, int, float]]:
        return self.given.arms_of(key)
