"""Decisions in machine code: what is offered, and the taking of one of it.

The moves a decision can ever offer are ranked by their ids, as options are listed. A function for each decision
marks the ranks that are offered now: how many, a bit each, then for each rank what is picked and how many pieces
that nobody can tell apart it stands for.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

from coupdsl.code import expressions as x
from coupdsl.code.decisions import Decision, Option
from coupdsl.native.expressions.scope import Scope
from coupdsl.native.llvm.emitter import Emitter

if TYPE_CHECKING:
    from coupdsl.native.module import Module

Offer = Callable[[Option, list[str]], None]


class Offered:
    """The moves of a decision by rank, and where a function that works out what is offered leaves it."""

    def __init__(self, decision: Decision) -> None:
        self.decision = decision
        found = {move.id: (at, keys) for at, o in enumerate(decision.options) for keys, move in o.moves.items()}
        self.ids = sorted(found)
        self.option = [found[move][0] for move in self.ids]
        self.rank = {move: rank for rank, move in enumerate(self.ids)}
        self.words = (len(self.ids) + 63) // 64
        self.weights = 8 + 8 * self.words
        self.picked = self.weights + 8 * len(self.ids)
        self.size = self.picked + 16 * len(self.ids)


class Offers:
    def __init__(self, module: Module) -> None:
        self.module = module
        self.offsets = module.offsets
        self.made: dict[int, tuple[str, bool]] = {}
        self.offered: dict[int, Offered] = {}

    def of(self, decision: Decision) -> Offered:
        if decision.at not in self.offered:
            self.offered[decision.at] = Offered(decision)
        return self.offered[decision.at]

    # ---- what is offered
    def work_out(self, f: Emitter, decision: Decision) -> str:
        """Marks what is offered here and now; gives where."""
        offered = self.of(decision)
        if decision.at not in self.made:
            self._make(decision, offered)
        name, may_fail = self.made[decision.at]
        room = f.variable(f"[{offered.size // 8} x i64]")
        for failed in f.call(name, ["ptr %s", f"ptr {room}"], ["i1"] if may_fail else []):
            f.fail_if(failed)
        return room

    def _make(self, decision: Decision, offered: Offered) -> None:
        name = f"@offers{decision.at}"
        f = self.module.function("")
        f.do(f"call void @llvm.memset.p0.i64(ptr %out, i8 0, i64 {offered.weights}, i1 false)")
        offer = self._marking(f, offered)
        for option in decision.options:
            self._offers(f, option, offer)
        may_fail = f.fails is not None
        f.give([("i1", "false")] if may_fail else [])
        f.close_failed(lambda: f.give([("i1", "true")]))
        f.signature = f"define internal {'i1' if may_fail else 'void'} {name}(ptr %s, ptr %out)"
        self.made[decision.at] = name, may_fail
        self.module.functions.append(f.text())

    def _marking(self, f: Emitter, offered: Offered) -> Offer:
        def offer(option: Option, values: list[str]) -> None:
            rank = self.rank_of(f, offered, option, values)
            word = self._word(f, "%out", rank)
            bit = f.op(f"shl i64 1, {f.op(f'and i64 {rank}, 63')}")
            before = f.load("i64", word)
            weight = f.at(f.at("%out", offered.weights), f.times(rank, 8))
            known, fresh, after = f.label(), f.label(), f.label()
            f.branch(f.op(f"icmp ne i64 {f.op(f'and i64 {before}, {bit}')}, 0"), known, fresh)
            f.start(known)
            f.store("i64", f.add(f.load("i64", weight), 1), weight)
            f.jump(after)
            f.start(fresh)
            f.store("i64", "1", weight)
            f.store("i64", f.op(f"or i64 {before}, {bit}"), word)
            f.store("i64", f.add(f.load("i64", "%out"), 1), "%out")
            for number, value in enumerate(values):
                f.store("i64", value, f.at(f.at("%out", offered.picked + 8 * number), f.times(rank, 16)))
            f.start(after)

        return offer

    def _offers(self, f: Emitter, option: Option, offer: Offer) -> None:
        """Offers what one alternative offers."""
        if option.last_resort:
            with f.when(f.op(f"icmp eq i64 {f.load('i64', '%out')}, 0")):
                offer(option, [])
            return
        if not option.picks:
            with f.when(self._holds(option.condition, Scope(f))):
                offer(option, [])
            return
        self._pick(option, 0, Scope(f), [], lambda values: offer(option, values))
        if len(option.picks) > 1 or option.condition is not None:
            for pick in option.picks:
                self.module.memory.clear(f, f.at("%s", self.offsets.memory[pick.name.slot]), pick.name.type)

    def _holds(self, condition: x.Expression | None, scope: Scope) -> str:
        return self.module.expressions.flag(condition, scope) if condition is not None else "true"

    def _pick(
        self, option: Option, number: int, scope: Scope, values: list[str], offer: Callable[[list[str]], None]
    ) -> None:
        """Every value of a pick, with every value of the next one."""
        if number == len(option.picks):
            with scope.f.when(self._holds(option.condition, scope)):
                offer(values)
            return
        pick, lists = option.picks[number], self.module.expressions.lists
        if isinstance(pick.source, x.Op) and pick.source.name == "between":
            walking: AbstractContextManager[str] = lists.range_of(pick.source, scope)
        else:
            walking = lists.walking(pick.source, scope)
        with walking as value:
            self._pick(option, number + 1, scope.binding(pick.name, value), [*values, value], offer)

    def rank_of(self, f: Emitter, offered: Offered, option: Option, values: list[str]) -> str:
        """The rank of the move that picks these values."""
        if not values:
            return str(offered.rank[option.moves[()].id])
        if not option.moves:  # a range that ends before it begins
            f.fail()
            return "0"
        keys = [key if isinstance(key, tuple) else (key,) for key in option.moves]
        ranks = {key: offered.rank[move.id] for key, move in zip(keys, option.moves.values(), strict=True)}
        sides = [sorted({key[side] for key in keys}) for side in range(len(values))]
        steps = [_step(side) for side in sides]
        table = [0] * _spread(sides, steps)
        for key, rank in ranks.items():
            table[_index(key, sides, steps)] = rank
        at = "0"
        for value, side, step in zip(values, sides, steps, strict=True):
            width = (side[-1] - side[0]) // step + 1
            part = f.op(f"sub i64 {value}, {side[0]}") if side[0] else value
            if step > 1:
                part = f.op(f"sdiv i64 {part}, {step}")
            f.fail_if(f.op(f"icmp uge i64 {part}, {width}"))
            at = f.add(f.times(at, width), part)
        return self.module.look_up_number(f, table, at)

    def _word(self, f: Emitter, room: str, rank: str) -> str:
        """Where the bit of a rank stands among others."""
        return f.at(f.at(room, 8), f.op(f"shl i64 {f.op(f'lshr i64 {rank}, 6')}, 3"))

    def is_offered(self, f: Emitter, room: str, rank: str) -> str:
        return f.contains(f.load("i64", self._word(f, room, rank)), f.op(f"and i64 {rank}, 63"), 64)

    def weight(self, f: Emitter, offered: Offered, room: str, rank: str) -> str:
        """How many pieces a move stands for; what is not offered has no weight."""
        weight = f.load("i64", f.at(f.at(room, offered.weights), f.times(rank, 8)))
        return f.op(f"select i1 {self.is_offered(f, room, rank)}, i64 {weight}, i64 0")

    # ---- taking one
    def by_chance(self, f: Emitter, offered: Offered, room: str, generator: str) -> str:
        """A rank drawn: every piece is as likely as the other, so alike pieces count for as many as they are."""
        total = f.variable("i64", "0")
        with f.counting("0", str(len(offered.ids))) as rank:
            f.store("i64", f.add(f.load("i64", total), self.weight(f, offered, room, rank)), total)
        drawn = f.op(f"call i64 @below(ptr {generator}, i64 {f.load('i64', total)})")
        left, found = f.variable("i64", drawn), f.variable("i64", "0")
        reached, onward = f.label(), f.label()
        with f.counting("0", str(len(offered.ids))) as rank:
            weight = self.weight(f, offered, room, rank)
            f.store("i64", rank, found)
            before = f.load("i64", left)
            f.branch(f.op(f"icmp slt i64 {before}, {weight}"), reached, onward)
            f.start(onward)
            f.store("i64", f.op(f"sub i64 {before}, {weight}"), left)
        f.start(reached)
        return f.load("i64", found)

    def nth(self, f: Emitter, offered: Offered, room: str, number: str) -> str:
        """The rank of the offered move of this number, in order of ids."""
        left, rank = f.variable("i64", number), f.variable("i64", "0")
        after = f.label()
        for word in range(offered.words):
            bits = f.load("i64", f.at(room, 8 + 8 * word))
            here, onward = f.label(), f.label()
            if word < offered.words - 1:
                count = f.size(bits, 64)
                before = f.load("i64", left)
                f.branch(f.op(f"icmp slt i64 {before}, {count}"), here, onward)
                f.start(here)
                f.store("i64", f.add(f.nth(bits, before, 64), 64 * word), rank)
                f.jump(after)
                f.start(onward)
                f.store("i64", f.op(f"sub i64 {before}, {count}"), left)
            else:
                f.store("i64", f.add(f.nth(bits, f.load("i64", left), 64), 64 * word), rank)
        f.start(after)
        return f.load("i64", rank)

    def take(self, f: Emitter, offered: Offered, room: str, rank: str, taken: Callable[[int, list[str]], None]) -> None:
        """Goes on, for each alternative, with its number and what was picked, which is written down first."""
        decision = offered.decision
        labels = [f.label() for _ in decision.options]
        if len(labels) > 1:
            which = self.module.look_up_number(f, offered.option, rank)
            pairs = " ".join(f"i64 {n}, label %{label}" for n, label in enumerate(labels))
            f.end(f"switch i64 {which}, label %{labels[0]} [{pairs}]")
        for at, (option, label) in enumerate(zip(decision.options, labels, strict=True)):
            f.start(label)
            values = []
            for number, pick in enumerate(option.picks):
                value = f.load("i64", f.at(f.at(room, offered.picked + 8 * number), f.times(rank, 16)))
                f.store("i64", value, f.at("%s", self.offsets.memory[pick.name.slot]))
                values.append(value)
            taken(at, values)


def _step(side: list[int]) -> int:
    """How far apart numbers to choose from are."""
    gaps = {b - a for a, b in itertools.pairwise(side)}
    return gaps.pop() if len(gaps) == 1 else 1


def _spread(sides: list[list[int]], steps: list[int]) -> int:
    size = 1
    for side, step in zip(sides, steps, strict=True):
        size *= (side[-1] - side[0]) // step + 1
    return size


def _index(key: tuple[int, ...], sides: list[list[int]], steps: list[int]) -> int:
    at = 0
    for value, side, step in zip(key, sides, steps, strict=True):
        at = at * ((side[-1] - side[0]) // step + 1) + (value - side[0]) // step
    return at
