"""Information set Monte Carlo tree search, as it is to be read: machine code does the same.

Each iteration goes through one world. Whoever is to act there has a node for all that its seat was told since it
began, and chooses by what its own moves were worth to it so far (UCB1, with how often a move was there to be chosen).
Cowling, Powley and Whitehouse 2012, with a tree for each seat (MO-ISMCTS).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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
ARMS = 16  # a node, on average, at most
DEEPEST = 1_000  # choices in one iteration
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
        self.arena, self.worlds, self.seat, self.seed = arena, worlds, seat, seed
        self.most_nodes, self.most_arms = nodes, ARMS * nodes + arena.most_moves
        self.hashes = Hashes(arena.rules.code)
        self.nodes: dict[int, Node] = {}
        self.arms = 0
        self.done = 0  # iterations
        self.scale = Scale.over(arena.ends(worlds, seed, range(SCALED)))

    def grow(self, iterations: int) -> None:
        for number in range(self.done, self.done + iterations):
            self.iterate(number)
        self.done += iterations

    def judged(self) -> list[Judged]:
        """The moves of the seat, that made most often first."""
        moves = self.arena.rules.code.alphabet.moves
        root = derive(self.hashes.begin()[self.seat], self.seat)
        found = [Judged(moves[move], tries, self._expected(tries, total)) for move, tries, total in self.arms_of(root)]
        return sorted(found, key=lambda one: (-one.tries, one.move.id))

    def arms_of(self, key: int) -> Iterable[tuple[int, int, float]]:
        """Each move of a node: its number, how often it was made and the sum of what it brought."""
        return [(move, arm.tries, arm.sum) for move, arm in self.nodes.get(key, {}).items()]

    def _expected(self, tries: int, total: float) -> float:
        """Unscaled."""
        return self.scale.low[self.seat] + (total / tries if tries else 0.0) * self.scale.span[self.seat]

    def iterate(self, number: int) -> None:
        seed = derive(self.seed, number)
        state, chance = self.arena.world(self.worlds, self.seed, number), Generator.from_seed(seed)
        heard, fresh = self.hashes.begin(), False
        path: list[tuple[Arm, int]] = []
        while not (state.is_over or fresh or len(path) >= DEEPEST):
            moves = state.legal_moves()
            move = moves[0]
            if len(moves) > 1:
                key = derive(heard[state.actor], state.actor)
                fresh = key not in self.nodes
                arms = self._arms(key, moves)
                if not arms:
                    break
                move, arm = _chosen(arms, chance)
                path.append((arm, state.actor))
            self.hashes.hear(heard, state.apply(move))
        self._learn(path, self.arena.end_of(state, seed))

    def _arms(self, key: int, moves: list[Move]) -> list[tuple[Move, Arm]]:
        """The moves with their arms in a node; those for which there is no room are left out."""
        node = self.nodes.get(key)
        if node is None:
            if len(self.nodes) >= self.most_nodes or self.arms + len(moves) > self.most_arms:
                return []
            node = self.nodes[key] = {}
        for move in moves:
            if move.id not in node and self.arms < self.most_arms:
                node[move.id] = Arm()
                self.arms += 1
        found = [(move, node[move.id]) for move in moves if move.id in node]
        for _, arm in found:
            arm.offered += 1
        return found

    def _learn(self, path: list[tuple[Arm, int]], worths: Worths) -> None:
        for arm, seat in path:
            arm.tries += 1
            arm.sum += self.scale.of(worths, seat)


def _chosen(arms: list[tuple[Move, Arm]], chance: Generator) -> tuple[Move, Arm]:
    """One not made yet, else that of the highest bound."""
    unmade = [one for one in arms if not one[1].tries]
    if unmade:
        return unmade[chance.below(len(unmade))]
    return max(arms, key=lambda one: _bound(one[1]))


def _bound(arm: Arm) -> float:
    return arm.sum / arm.tries + CURIOSITY * sqrt(log(arm.offered) / arm.tries)
