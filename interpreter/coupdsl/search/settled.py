"""What every world of a seat agrees on, as when a deal begins: how it came about need not be looked at again."""

from __future__ import annotations

from array import array
from collections.abc import Iterable

from coupdsl.code.layout import Layout
from coupdsl.language import program as p
from coupdsl.native.machine import Machine
from coupdsl.search.hearing import SHUFFLE
from coupdsl.search.history import History, bag_in, bag_of, knowing, zone_of
from coupdsl.search.renaming import Renaming


class Settled:
    """Looks for positions in which at most the order of what was shuffled is hidden from the seat."""

    def __init__(self, machine: Machine, seat: int | None, bit: int, renaming: Renaming) -> None:
        self.machine, self.bit, self.renaming = machine, bit, renaming
        self.of_pieces = renaming.of_pieces()
        states = [state for state in machine.code.rules.program.states if state.seen_by != "all"]
        self.hidden = [slot for state in states for slot in _of_others(machine.code.layout, state, seat)]
        self.checked_until = 0  # how much had been told at the last position that was

    def last(self, histories: Iterable[History]) -> int | None:
        """How much had been told when it was so last, in all of these and alike; None if nothing was settled since."""
        others = iter(histories)
        one, checked_until = next(others), self.checked_until
        found = [one]
        self.checked_until = one.at[-1]
        for step in range(len(one.moves), 0, -1):
            if one.at[step] <= checked_until:
                break
            if self._is_open(one, step) and step <= self._first_secret(one) and not self._is_secret(one, step):
                told = one.at[step]
                found += others
                there = [history.blocks[history.at.index(told)] for history in found if told in history.at]
                unlike = set(map(self._with_ordered_bags, there))
                keys = {self.machine.reference(block).key() for block in unlike}
                if len(there) == len(found) and len(keys) == 1:
                    return told
        return None

    def _with_ordered_bags(self, block: bytearray) -> bytes:
        """The same but for the order of pieces that lie in none, so that most that are alike need not be read."""
        other = bytearray(block)
        for zone, is_row in enumerate(self.machine.code.layout.is_row):
            if is_row:
                bag = bag_in(self.machine, other, zone)
                bag[:] = memoryview(array(bag.format, sorted(bag)))
        return bytes(other)

    def _first_secret(self, history: History) -> int:
        """The first hidden choice that is not just of a piece: what became of it, nobody may be able to see."""
        steps = zip(history.pcs, history.hidden, strict=True)
        return next(
            (step for step, (pc, hidden) in enumerate(steps) if hidden and self._is_kept(pc)), len(history.moves)
        )

    def _is_secret(self, history: History, step: int) -> bool:
        """Was a piece chosen that stays where it was, so that nobody can see that it was?"""
        faces = self.machine.code.layout.face_of
        unmoved: set[str] = set()
        for at in range(step):
            if history.hidden[at] and history.pcs[at] in self.machine.code.decisions:
                unmoved |= {faces[piece] for piece in self.renaming.pieces(history.pcs[at], history.moves[at])}
            unmoved -= {faces[piece] for piece, _ in history.happened[at].changes if piece != SHUFFLE}
        return bool(unmoved)

    def _is_kept(self, pc: int) -> bool:
        decision = self.machine.code.decisions.get(pc)
        return decision is not None and decision.name not in self.of_pieces

    def cut(self, history: History, told: int) -> History:
        """The same history from there on."""
        return history.since(history.at.index(told))

    def _is_open(self, history: History, step: int) -> bool:
        """Does the seat know every piece that lies in no bag, and is nothing kept that others alone may know?"""
        machine, block = self.machine, history.blocks[step]
        if step and history.at[step - 1] == history.at[step]:
            return False
        layout, offsets = machine.code.layout, machine.offsets
        for piece, known in enumerate(knowing(machine, block)):
            if not known & self.bit:
                zone = zone_of(machine, block, piece)
                if not layout.is_row[zone] or piece not in bag_of(machine, block, zone):
                    return False
        first = machine.template
        return all(
            block[(at := offsets.memory[slot]) : at + offsets.widths[slot]] == first[at : at + offsets.widths[slot]]
            for slot in self.hidden
        )


def _of_others(layout: Layout, state: p.State, seat: int | None) -> list[int]:
    """The slots of a hidden state that the seat cannot see; those of each seat lie one after the other."""
    slots = layout.slots(state)
    if state.seen_by != "owner" or state.per != "seat" or seat is None:
        return list(slots)
    each = len(slots) // layout.seats
    return [*slots[: seat * each], *slots[(seat + 1) * each :]]
