"""Information set Monte Carlo tree search, as it is to be read: machine code does the same.

Each iteration goes through one world. Whoever is to act there has a node for all that its seat was told since it
began, and chooses by what its own moves were worth to it so far (UCB1, with how often a move was there to be chosen).
Cowling, Powley and Whitehouse 2012, with a tree for each seat (MO-ISMCTS).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log, sqrt
from typing import Any

from coupdsl.code.moves import Move
from coupdsl.engine.chance import Generator, derive
from coupdsl.language.records import entity
from coupdsl.search.arena import Arena
from coupdsl.search.flat import Judged
from coupdsl.search.hashes import Hashes
from coupdsl.search.utility import Scale, Worths

CURIOSITY = 0.7  # how much what was seldom tried is worth trying
NODES = 1 << 16  # at most: what comes after is played at random
SCALED = 64  # playouts, to see how much there is to win


@entity
class Arm:
    """A move in a node: how often it was made, how often it was there to be made, and what it brought, scaled."""

    tries: int = 0
    offered: int = 0
    sum: float = 0.0


Node = dict[int, Arm]  # by move id


class Tree:
    """A search from the present of some worlds in which `seat` is to act; `grow` it as long as there is time."""

    def __init__(self, arena: Arena, worlds: Sequence[Any], seat: int, seed: int, nodes: int = NODES) -> None:
        self.arena, self.worlds, self.seat, self.seed, self.most = arena, worlds, seat, seed, nodes
        self.hashes = Hashes(arena.rules.code.layout)
        self.nodes: dict[int, Node] = {}
        self.done = 0  # iterations
        self.scale = Scale.over(self._end(number) for number in range(SCALED))

    def _end(self, number: int) -> Worths:
        """What a random game from here is worth."""
        return self.arena.end_of(self._world(number), derive(self.seed, number))

    def _world(self, number: int) -> Any:
        return self.arena.place(self.worlds[number % len(self.worlds)], derive(self.seed, number))

    def grow(self, iterations: int) -> None:
        for number in range(self.done, self.done + iterations):
            self._iterate(number)
        self.done += iterations

    def judged(self) -> list[Judged]:
        """The moves of the seat, that tried most first."""
        root = self.nodes[derive(self.hashes.begin()[self.seat], self.seat)]
        moves = self.arena.rules.code.alphabet.moves
        found = [Judged(moves[move], arm.tries, self._expected(arm)) for move, arm in sorted(root.items())]
        return sorted(found, key=lambda one: -one.tries)

    def _expected(self, arm: Arm) -> float:
        """Unscaled."""
        scaled = arm.sum / arm.tries if arm.tries else 0.0
        return self.scale.low[self.seat] + scaled * self.scale.span[self.seat]

    def _iterate(self, number: int) -> None:
        seed = derive(self.seed, number)
        state, chance = self._world(number), Generator.from_seed(seed)
        heard, path, fresh = self.hashes.begin(), [], False
        while not (state.is_over or fresh):
            moves = state.legal_moves()
            move = moves[0]
            if len(moves) > 1:
                key = derive(heard[state.actor], state.actor)
                fresh = key not in self.nodes
                if fresh and len(self.nodes) >= self.most:
                    break
                node = self.nodes.setdefault(key, {})
                move = self._choose(node, moves, chance)
                path.append((node[move.id], state.actor))
            self.hashes.hear(heard, state.apply(move))
        self._learn(path, self.arena.end_of(state, seed))

    def _choose(self, node: Node, moves: list[Move], chance: Generator) -> Move:
        """One not tried yet, else that of the highest bound."""
        arms = [node.setdefault(move.id, Arm()) for move in moves]
        for arm in arms:
            arm.offered += 1
        new = [move for move, arm in zip(moves, arms, strict=True) if not arm.tries]
        if new:
            return new[chance.below(len(new))]
        bounds = [arm.sum / arm.tries + CURIOSITY * sqrt(log(arm.offered) / arm.tries) for arm in arms]
        return moves[bounds.index(max(bounds))]

    def _learn(self, path: list[tuple[Arm, int]], worths: Worths) -> None:
        for arm, seat in path:
            arm.tries += 1
            arm.sum += self.scale.of(worths, seat)
