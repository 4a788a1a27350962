"""Worlds beside one world: hidden choices are others, and all else is as it was."""

from __future__ import annotations

from collections.abc import Collection
from math import log
from random import Random

from coupdsl.search.drafts import Draft
from coupdsl.search.retelling import Retelling
from coupdsl.search.traced_world import World, traced
from coupdsl.search.traces import apart


class OtherChoices:
    """Each way gives another world, and the logarithm of how much likelier the way back is; None if there is none."""

    def __init__(self, retelling: Retelling, rng: Random) -> None:
        self.retelling, self.rng = retelling, rng
        self.machine, self.renaming = retelling.machine, retelling.renaming

    def _otherwise(self, world: World) -> tuple[World, float] | None:
        """One hidden choice is another; pieces that it names change places with those named before."""
        steps = self._chosen(world)
        if not steps:
            return None
        step = self.rng.choice(steps)
        offered = self._offered(world, step)
        before = world.history.moves[step]
        if len(offered) < 2:
            return None
        move = self.rng.choice(sorted(offered - {before}))
        changed = self._changed(world, step, move)
        if changed is None:
            return None
        other = self._played(world, step, changed[1], changed[0])
        if other is None:
            return None
        back = self._changed(other, step, before)
        if back is None or back[0] != world.history.moves:
            return None
        return other, log(len(steps) / len(self._chosen(other)))

    def _two_otherwise(self, world: World) -> tuple[World, float] | None:
        """Two hidden choices are others together, as where only their sum was told."""
        steps = self._chosen(world)
        if len(steps) < 2:
            return None
        changed = self.rng.sample(steps, 2)
        moves, likely = world.history.moves.copy(), 0.0
        for step in changed:
            others = sorted(self._offered(world, step) - {moves[step]})
            if not others:
                return None
            moves[step] = self.rng.choice(others)
            likely += log(len(others))
        found = self._played(world, min(changed), max(changed) + 1, moves)
        if found is None:
            return None
        before = world.history.moves
        if not all(before[step] in self._offered(found, step) for step in changed):
            return None
        likely_back = sum(log(len(self._offered(found, step)) - 1) for step in changed)
        return found, likely - likely_back + log(_pairs(steps) / _pairs(self._chosen(found)))

    def _exchange_choices(self, world: World) -> tuple[World, float] | None:
        """Two hidden choices change places, as where it was told how often each option was chosen."""
        steps = self._chosen(world)
        if len(steps) < 2:
            return None
        one, other = self.rng.sample(steps, 2)
        moves, before = world.history.moves.copy(), world.history.moves
        moves[one], moves[other] = before[other], before[one]
        if moves == before:
            return None
        found = self._played(world, min(one, other), max(one, other) + 1, moves)
        if found is None:
            return None
        back = self._chosen(found)
        return (found, log(_pairs(steps) / _pairs(back))) if {one, other}.issubset(back) else None

    def _offered(self, world: World, step: int) -> set[int]:
        return set(self.machine.options(world.history.blocks[step]))

    def _chosen(self, world: World) -> list[int]:
        history = world.history
        return [
            step for step, hidden in enumerate(history.hidden) if hidden and self.retelling.is_choice(history, step)
        ]

    def _changed(self, world: World, step: int, move: int) -> tuple[list[int], int] | None:
        """The moves of the world when this one is made, and from when on all is as it was."""
        history = world.history
        pc = self.retelling.pc(history, step)
        before, after = (self.renaming.pieces(pc, one) for one in (history.moves[step], move))
        left = [piece for piece in before if piece not in after]
        come = [piece for piece in after if piece not in before]
        draft = Draft(self.renaming, history, world.traces)
        for one, other in zip(left, come, strict=False):
            stretches = apart(draft.paths[one], draft.paths[other])
            stretch = next((found for found in stretches if found[0] == step), None)
            if stretch is not None and not draft.change_places(one, other, *stretch):
                return None
        moves = draft.moves
        moves[step] = move
        return moves, max(draft.end, step + 1)

    def _played(self, world: World, first: int, same: int, moves: list[int]) -> World | None:
        if first >= len(world.history.moves):
            return None
        other = world.history.until(first)
        whole = self.retelling.go_on(other, moves, self.rng, base=world.history, same=max(same, first + 1))
        if not whole or len(other.moves) != len(moves):
            return None
        if other.is_formed_as(world.history):
            other.form = world.history.form
        return traced(self.retelling, other, world.traces, first)


def _pairs(steps: Collection[int]) -> int:
    return len(steps) * (len(steps) - 1)
