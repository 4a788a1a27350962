"""Players that think, from the rules alone: how much each level thinks, and what it thinks of its moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from math import inf
from random import Random
from time import perf_counter
from typing import Any, Protocol

from coupdsl.code.errors import RulesError
from coupdsl.code.moves import Move
from coupdsl.engine.chance import Generator, derive
from coupdsl.engine.rules import Rules
from coupdsl.language.records import by_value
from coupdsl.search import second_look
from coupdsl.search.arena import Arena, CompiledArena, arena_of
from coupdsl.search.features import features_of
from coupdsl.search.halving import Effort, Judged, Trials, halving, shared_out
from coupdsl.search.kinds_of_moves import some_of
from coupdsl.search.learnt import prior_of
from coupdsl.search.likely import Likely
from coupdsl.search.machines import machine_of
from coupdsl.search.own_knowledge import own_knowledge
from coupdsl.search.player import Maker, Told
from coupdsl.search.prior import Prior
from coupdsl.search.search_tree import NODES, Tree
from coupdsl.search.worlds import NoWorld, Worlds


@by_value
class Level:
    """`tries`: random games, or iterations of a tree; with `seconds` there are as many as that allows.

    Where somebody waits for it, there are fewer if they would take longer than `at_most` seconds. One that else does
    not look ahead does so, if it `picks_ahead`, where the seat chooses again at once, as when it picks several cards.
    """

    worlds: int
    tries: int
    looks_ahead: bool
    seconds: float = 0.0
    at_most: float = inf
    picks_ahead: bool = False

    @property
    def most_moves(self) -> int:
        """That are tried, where there are more; each takes a try at least."""
        return MOST_MOVES if self.seconds else max(self.tries, ALL_MOVES)

    @property
    def nodes(self) -> int:
        """Of its tree, at most: a try makes two, one of kinds and one of moves."""
        return NODES if self.seconds else 2 * self.tries


EASY, MEDIUM = Level(2, 40, False), Level(8, 400, False, picks_ahead=True)
HARD, EXPERT = Level(32, 4_000, True), Level(400, 0, True, 1.0)
ALL_MOVES, MOST_MOVES = 400, 4_000  # of so many each is tried; most a timed player tries
FEW = 4  # worlds in which it is looked whether a move ends the game
AT_ONCE = 8  # worlds that are imagined before a timed player looks at the clock


class Imagined(Protocol):
    """Where worlds come from: what a seat can imagine by what it was told, as `Worlds`."""

    def told(self, events: Sequence[Told]) -> None: ...

    def sample(self, count: int) -> Sequence[Any]:
        """So many, each with its `state` at the present; raises NoWorld if there is none."""


Source = Callable[[Rules, int, int], Imagined]  # of the rules, the seat and a seed


class Thinker:
    """Chooses what was best in the worlds that it can imagine.

    `blind` counts the decisions at which it could imagine none, or none that came to its end, and chose at random.
    Where a `prior` is given, only moves are tried that it takes to be worth it.
    """

    def __init__(
        self, level: Level, source: Source, rules: Rules, seat: int, seed: int, prior: Prior | None = None
    ) -> None:
        self.level, self.seat, self.seed = level, seat, seed
        self.rules, self.prior = rules, prior
        self.arena: Arena = arena_of(rules)
        self.worlds = source(rules, seat, derive(seed, 0))
        self.many = 1 if self.arena.is_open else level.worlds  # all worlds are the same where all see everything
        self.chosen, self.blind = 0, 0
        self.hint: list[Judged] = []  # what it thought of its moves when it was last asked, the best first

    def told(self, events: Sequence[Told]) -> None:
        self.worlds.told(events)

    def choose(self, decision: str, moves: Sequence[Move], view: Mapping[str, Any]) -> Move:
        self.chosen += 1
        seed = derive(self.seed, self.chosen)
        if len(moves) == 1:
            return moves[0]
        begin = perf_counter()
        few = self.worthy(moves, view)
        try:
            self.hint = judged(self.arena, self._imagined(begin), self.seat, seed, self.level, begin, few, mixed=True)
        except NoWorld:
            self.hint = []
        if not self.hint or self.hint[0].expected == -inf:
            self.blind, self.hint = self.blind + 1, []
            return moves[Generator.from_seed(seed).below(len(moves))]
        best = self.hint[0].move.id
        return next(move for move in moves if move.id == best)

    def worthy(self, moves: Sequence[Move], view: Mapping[str, Any]) -> Sequence[Move]:
        """Those of the moves that are tried."""
        return worth_trying(self.prior, self.rules, moves, view)

    def _imagined(self, begin: float) -> list[Any]:
        """Worlds at the present, as many as the level asks for; of a timed one, those that half of the time allows."""
        seconds, many = self.level.seconds, self.many
        each = min(many, AT_ONCE) if seconds else many
        found: list[Any] = []
        while len(found) < many and (not found or perf_counter() < begin + seconds / 2):
            found += [world.state for world in self.worlds.sample(each)]
        return found


def worth_trying(prior: Prior | None, rules: Rules, moves: Sequence[Move], view: Mapping[str, Any]) -> Sequence[Move]:
    """Those of the moves of a seat with this view that are tried, by what was learnt; all where nothing was."""
    return moves if prior is None else prior.worth_trying(moves, features_of(rules).of(moves, view))


def judged(
    arena: Arena, worlds: Sequence[Any], seat: int, seed: int, level: Level, begin: float = 0.0,
    among: Sequence[Move] | None = None, mixed: bool = False,
) -> list[Judged]:  # fmt: skip
    """What a level thinks of the moves of a seat that is to act in all these worlds, or of those `among` them, the
    best first.

    A timed one has begun at `begin`. Of moves that serve alike any comes first if they are to be `mixed`.
    """
    trials: Trials = partial(arena.trials, worlds, seat, seed)
    due = begin + level.seconds if level.seconds else inf
    again, end = 0, due
    offered = worlds[0].legal_moves() if among is None else among
    moves = sorted(some_of(offered, level.most_moves, derive(seed, 2)), key=lambda move: move.id)
    if level.looks_ahead or (level.picks_ahead and _picks_again(arena, worlds, seat, seed, moves)):
        trials = tree_of(arena, worlds, seat, seed, level.nodes).trials
    if level.looks_ahead:
        again = second_look.tries(arena, worlds, seat, seed, level.seconds > 0)
    if again and level.seconds:
        end = _between(due, 0.5)
    if mixed:
        Random(derive(seed, 3)).shuffle(moves)
    tries = shared_out(level.tries) if level.at_most == inf else no_longer(shared_out(level.tries), level.at_most)
    found = halving(moves, trials, until(end) if level.seconds else tries)
    found = _ending_first(found, arena, worlds, seed)
    if not again:
        return found
    effort = until(_between(due, second_look.HALVED)) if level.seconds else shared_out(again)
    return second_look.looked_at_again(found, arena, worlds, seat, derive(seed, 1), effort, due)


def _picks_again(arena: Arena, worlds: Sequence[Any], seat: int, seed: int, moves: Sequence[Move]) -> bool:
    """Does the seat choose at once among several moves again, some of this kind, after the first and the last move?

    If what it picks next were random, what it picks first would be worth what goes with anything.
    """
    some = [arena.world(worlds, seed, number) for number in range(min(FEW, len(worlds)))]
    return all(_comes_again(world.copy(), seat, move) for world in some for move in (moves[0], moves[-1]))


def _comes_again(state: Any, seat: int, move: Move) -> bool:
    try:
        state.apply(move)
    except RulesError:
        return False
    if state.is_over or state.actor != seat:
        return False
    offered = state.legal_moves()
    return len(offered) > 1 and any(other.kind == move.kind for other in offered)


def _ending_first(found: list[Judged], arena: Arena, worlds: Sequence[Any], seed: int) -> list[Judged]:
    """The same moves; of those that bring as much as the best, one with which the game ends at once comes first."""
    best = found[0]
    as_good = [one for one in found if (one.expected, one.tries) == (best.expected, best.tries)]
    if len(as_good) == 1:
        return found
    some = [arena.world(worlds, seed, number) for number in range(min(FEW, len(worlds)))]
    first = next((one for one in as_good if all(_ends(world.copy(), one.move) for world in some)), best)
    return [first, *(one for one in found if one is not first)]


def _ends(state: Any, move: Move) -> bool:
    try:
        state.apply(move)
    except RulesError:
        return False
    return bool(state.is_over)


def _between(end: float, share: float) -> float:
    """When this share of the time until then has passed."""
    now = perf_counter()
    return now + share * (end - now)


def until(end: float) -> Effort:
    """As many tries as there is time for until then, as much time in each round."""

    def effort(number: int, rounds: int, _: int) -> Iterator[int]:
        begin = perf_counter()
        due, done = begin + (end - begin) / (rounds - number), 1
        yield 1
        while (now := perf_counter()) < due:
            count = int(done * (due - now) / (now - begin) / 4)  # a quarter of the time that is left
            count = max(1, min(done, count))  # some tries are much longer than others
            done += count
            yield count

    return effort


def no_longer(effort: Effort, seconds: float) -> Effort:
    """The same tries, in parts, and no more of them once so many seconds have passed in all rounds."""
    in_time = until(perf_counter() + seconds)

    def shortened(number: int, rounds: int, moves: int) -> Iterator[int]:
        left = sum(effort(number, rounds, moves))
        for count in in_time(number, rounds, moves):
            yield min(count, left)
            left -= min(count, left)
            if not left:
                return

    return shortened


def tree_of(arena: Arena, worlds: Sequence[Any], seat: int, seed: int, nodes: int) -> Tree:
    """A tree that has not grown yet, in machine code where there is any."""
    if not isinstance(arena, CompiledArena):
        return Tree(arena, worlds, seat, seed, nodes)
    from coupdsl.search.compiled_tree import CompiledTree

    known = own_knowledge(arena.machine).apart([bytearray(arena.block(world)) for world in worlds], seat)
    return CompiledTree(arena, worlds, seat, seed, nodes, known)


# ---- by name
def imagining(rules: Rules, seat: int, seed: int) -> Worlds:
    return Worlds(rules, seat, seed, machine_of(rules))


def believing(rules: Rules, seat: int, seed: int) -> Likely:
    """Worlds in which others are thought to choose well, too."""
    return Likely(imagining(rules, seat, seed), arena_of(rules), derive(seed, 0))


def experienced(level: Level, source: Source, rules: Rules, seat: int, seed: int) -> Thinker:
    """Of this level, with what was learnt of the game, if anything was."""
    return Thinker(level, source, rules, seat, seed, prior_of(rules))


easy: Maker = partial(Thinker, EASY, imagining)
medium: Maker = partial(experienced, MEDIUM, imagining)
hard: Maker = partial(experienced, HARD, believing)
expert: Maker = partial(experienced, EXPERT, believing)
LEVELS: dict[str, Maker] = {"easy": easy, "medium": medium, "hard": hard, "expert": expert}
