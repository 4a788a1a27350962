"""Information set Monte Carlo tree search, as it is to be read: machine code does the same.

Each iteration goes through one world, after a first move that it is given (`halving.py` shares iterations out among the
moves of the seat). Whoever is to act then has a node for all that its seat was told since the search began, and for
what it knew before, as far as a tree tells that apart (`own_knowledge.py`); where all see everything, for the position.
It chooses by what its own moves were worth to it so far (UCB1, with how often a move was there to be chosen): what kind
of move to make, where there are several, and then one of it.
Cowling, Powley and Whitehouse 2012, with a tree for each seat (MO-ISMCTS); halving at the root as Pepels, Cazenave,
Winands and Lanctot 2014; kinds are the move groups of Childs, Brodeur and Kocsis 2008.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from math import log, sqrt
from typing import Any

from coupdsl.code.errors import RulesError
from coupdsl.code.moves import Move
from coupdsl.engine.chance import Generator, derive
from coupdsl.language.records import entity
from coupdsl.search.arena import Arena
from coupdsl.search.hashes import hashes_of
from coupdsl.search.kinds_of_moves import kinds_of, of_kind, wanted
from coupdsl.search.tally import Tally, tallied
from coupdsl.search.utility import Scale, Worths

CURIOSITY = 0.7  # how much what was seldom tried is worth trying
NODES = 1 << 16  # at most: what comes after is played at random
ARMS = 16  # a node, on average, at most
DEEPEST = 1_000  # choices in one iteration
SCALED = 64  # playouts, to see how much there is to win


@entity
class Arm:
    """A move in a node, or a kind of moves: how often it was made or there to be made, and what it brought, scaled."""

    tries: int = 0
    offered: int = 0
    sum: float = 0.0


Known = Sequence[Sequence[int]]  # by world and seat a number for what it knows, equal where that is not told apart
Node = dict[int, Arm]  # by the id of a move, or the number of a kind
Path = list[tuple[Arm, int]]  # and whose it was to choose


class Tree:
    """A search from the present of some worlds in which `seat` is to act."""

    def __init__(
        self, arena: Arena, worlds: Sequence[Any], seat: int, seed: int, nodes: int = NODES, known: Known | None = None
    ) -> None:
        self.arena, self.worlds, self.seat, self.seed = arena, worlds, seat, seed
        self.known = known or [[0] * arena.rules.players for _ in worlds]
        self.most_nodes, self.most_arms = nodes, ARMS * nodes + arena.most_moves
        self.hashes = hashes_of(arena.rules.code)
        self.nodes: dict[int, Node] = {}
        self.arms = 0

    @cached_property
    def scale(self) -> Scale:
        return Scale.over(self.ends(range(SCALED)) or [(0,) * self.arena.rules.players])

    def ends(self, numbers: range) -> list[Worths]:
        """What random games from the worlds with these numbers are worth."""
        return self.arena.ends(self.worlds, self.seed, numbers)

    def trials(self, moves: Sequence[Move], numbers: range) -> Tally:
        """What each move was worth to the seat in iterations of these numbers, of which number n is in the world n."""
        return tallied(moves, numbers, lambda move, number: self.iterate(move, number)[self.seat])

    def arms_of(self, key: int) -> Iterable[tuple[int, int, float]]:
        """Each arm of a node: its number, how often it was made and the sum of what it brought."""
        return [(move, arm.tries, arm.sum) for move, arm in self.nodes.get(key, {}).items()]

    def iterate(self, first: Move, number: int) -> Worths:
        """What the end was worth after this first move; of a number all first moves meet the same world and chance.

        Where the rules fail, whatever led there was made in vain, lest it be tried again and again.
        """
        path: Path = []
        try:
            worths = self._end(first, number, path)
        except RulesError:
            self._learn(path, None)
            raise
        self._learn(path, worths)
        return worths

    def _end(self, first: Move, number: int, path: Path) -> Worths:
        """What the end was worth; the path to it is written down."""
        seed = derive(self.seed, number)
        state, chance = self.arena.world(self.worlds, self.seed, number), Generator.from_seed(derive(seed, 1))
        heard, nodes = list(self.known[number % len(self.worlds)]), len(self.nodes)
        move: Move | None = first
        while move is not None:
            events = state.apply(move)
            if self.arena.is_open:
                self.hashes.see(heard, self.arena.position(state))
            else:
                self.hashes.hear(heard, events)
            if state.is_over or len(self.nodes) > nodes or len(path) >= DEEPEST:
                break
            moves, actor = state.legal_moves(), state.actor
            if path:
                moves = wanted(moves, self.arena.agreements)
            key = derive(heard[actor], actor)
            move = moves[0] if len(moves) == 1 else self._chosen(key, moves, actor, path, chance)
        if path and self.arena.agreements:
            self._refuse(state, chance)
        return self.arena.end_of(state, seed)

    def _refuse(self, state: Any, chance: Generator) -> None:
        """Who could agree to a draw does something else: the first choice in a random game could be to agree."""
        while not state.is_over:
            moves = state.legal_moves()
            others = wanted(moves, self.arena.agreements)
            if len(others) == len(moves):
                break
            state.apply(others[chance.below(len(others))])

    def _chosen(self, key: int, moves: Sequence[Move], actor: int, path: Path, chance: Generator) -> Move | None:
        """A move by its kind, which has a node of its own; None where there is no room for a node."""
        kinds = kinds_of(moves)
        kind = kinds[0] if len(kinds) == 1 else self._picked(key, kinds, actor, path, chance)
        if kind is None:
            return None
        same = of_kind(kind, moves)
        if len(same) == 1:
            return same[0]
        number = self._picked(derive(key, kind), [move.id for move in same], actor, path, chance)
        if number is not None:
            return next(move for move in same if move.id == number)
        return None if len(kinds) == 1 else same[chance.below(len(same))]

    def _picked(self, key: int, numbers: Sequence[int], actor: int, path: Path, chance: Generator) -> int | None:
        """What is picked of what a node is asked for; None where there is no room for it."""
        arms = self._arms(key, numbers)
        if not arms:
            return None
        number, arm = _best(arms, chance)
        path.append((arm, actor))
        return number

    def _arms(self, key: int, numbers: Sequence[int]) -> list[tuple[int, Arm]]:
        """The arms of a node by number; those for which there is no room are left out."""
        node = self.nodes.get(key)
        if node is None:
            if len(self.nodes) >= self.most_nodes or self.arms + len(numbers) > self.most_arms:
                return []
            node = self.nodes[key] = {}
        for number in numbers:
            if number not in node and self.arms < self.most_arms:
                node[number] = Arm()
                self.arms += 1
        found = [(number, node[number]) for number in numbers if number in node]
        for _, arm in found:
            arm.offered += 1
        return found

    def _learn(self, path: Path, worths: Worths | None) -> None:
        for arm, seat in path:
            arm.tries += 1
            arm.sum += 0.0 if worths is None else self.scale.of(worths, seat)


def _best(arms: list[tuple[int, Arm]], chance: Generator) -> tuple[int, Arm]:
    """One not made yet, else that of the highest bound."""
    unmade = [one for one in arms if not one[1].tries]
    if unmade:
        return unmade[chance.below(len(unmade))]
    return max(arms, key=lambda one: _bound(one[1]))


def _bound(arm: Arm) -> float:
    return arm.sum / arm.tries + CURIOSITY * sqrt(log(arm.offered) / arm.tries)
