"""How chance settles the order of shuffled rows in machine code, before rules read it."""

from __future__ import annotations

from coupdsl.code import decisions
from coupdsl.code import instructions as i
from coupdsl.native.instructions.effect_code import Effects
from coupdsl.native.pieces.rows import BELOW, IN_BAG


class SettlingSteps(Effects):
    def _settle(self, this: i.Settle) -> None:
        f, top, after, settling = self.f, self.f.label(), self.f.label(), this.settling
        f.start(top)
        _, row = self.unsettled(settling, after)
        self.at_settle()
        upper, bag, _ = self.rows.counts(f, row)
        drawn = f.op(f"call i64 @below(ptr {self.header(self.offsets.generator)}, i64 {bag})")
        self.settle(row, self.rows.alike(f, row, f.add(upper, drawn), upper), settling.back)
        f.jump(top)
        f.start(after)

    def at_settle(self) -> None:
        """A piece must be settled by chance."""

    def unsettled(self, settling: decisions.Settling, none: str) -> tuple[str, str]:
        """The number of the zone of which the next piece is to be settled, and its row; goes to `none` without one."""
        f = self.f
        if settling.zone is None:
            return self._holding(settling, none)
        number = self.number(settling.count) if settling.count is not None else None
        zone, row = self.row(settling.zone)
        upper, bag, below = self.rows.counts(f, row)
        wanted = f.op(f"icmp sgt i64 {bag}, 0")
        if number is not None:
            more = f.op(f"icmp slt i64 {below if settling.back else upper}, {number}")
            wanted = f.op(f"and i1 {wanted}, {more}")
        onward = f.label()
        f.branch(wanted, onward, none)
        f.start(onward)
        return zone, row

    def _holding(self, settling: decisions.Settling, none: str) -> tuple[str, str]:
        """The first zone in whose bag one of the pieces lies."""
        f = self.f
        assert settling.pieces is not None
        found, held = f.label(), f.variable("i64", "0")
        with self.expressions.lists.walking(settling.pieces, self.scope) as piece:
            zone = self.pieces.zone_of(f, piece)
            offset = self.rows.offset(f, zone)
            with f.when(f.op(f"icmp ne i64 {offset}, 0")):
                row = self.rows.at(f, offset)
                upper, bag, _ = self.rows.counts(f, row)
                at, onward = self.rows.index(f, row, piece), f.label()
                behind, before = f.op(f"icmp uge i64 {at}, {upper}"), f.op(f"icmp ult i64 {at}, {f.add(upper, bag)}")
                f.store("i64", zone, held)
                f.branch(f.op(f"and i1 {behind}, {before}"), found, onward)
                f.start(onward)
        f.jump(none)
        f.start(found)
        zone = f.load("i64", held)
        return zone, self.rows.of(f, zone)

    def settle(self, row: str, at: str, back: bool) -> None:
        """The piece at a place of the bag is settled at one end of it; the one there comes into its place."""
        f, kind = self.f, self.rows.kind
        upper, bag, _ = self.rows.counts(f, row)
        end = f.op(f"sub i64 {f.add(upper, bag)}, 1") if back else upper
        here, there = self.rows.place(f, row, at), self.rows.place(f, row, end)
        piece, other = f.load(kind, here), f.load(kind, there)
        f.store(kind, other, here)
        f.store(kind, piece, there)
        packed = f.add(f.load("i64", row), (BELOW if back else 1) - IN_BAG)
        # An empty bag stands between nothing: what lies below is now on top.
        emptied = f.op(f"icmp eq i64 {bag}, 1")
        f.store("i64", f.op(f"select i1 {emptied}, i64 {f.op(f'and i64 {packed}, 65535')}, i64 {packed}"), row)
