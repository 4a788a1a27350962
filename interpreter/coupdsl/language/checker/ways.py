"""What is known at one point of the rules, and how it comes together where ways meet."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field, replace
from typing import Any

from coupdsl.language import program as p
from coupdsl.language.checker.changes import Changed, Changes, Renaming
from coupdsl.language.checker.later import Later
from coupdsl.language.checker.who_knows import PUBLIC, Around, Known, Label, is_about
from coupdsl.language.records import by_value


@by_value
class Move:
    """Who knows which pieces were moved, and who sees where they are now.

    `homes` are the zones in one of which each of them lay, none where that is not known, and `to` is where they went;
    `one` is what the piece is called if it is one.
    """

    label: Label
    seen: Label
    homes: frozenset[p.Zone]
    to: p.Zone
    one: p.Local | None = None

    def may_touch(self, homes: frozenset[p.Zone]) -> bool:
        """May pieces that lie in one of `homes` be among these?"""
        return not (self.homes and homes and self.homes.isdisjoint(homes))


Moved = frozenset[Move]


@dataclass
class Flow:
    """`whys` are the labels of what it depends on that this point is reached; `ended` where nothing goes on.

    `moved` is what was moved since the rule began.
    """

    around: Around = field(default_factory=Around)
    whys: tuple[Label, ...] = (PUBLIC,)
    moved: Moved = frozenset()
    ended: bool = False

    @property
    def why(self) -> Label:
        return PUBLIC.union(*self.whys)

    def copy(self) -> Flow:
        return replace(self)

    def learn(self, local: p.Local, known: Known) -> None:
        self.around = self.around.binding((local, known))

    def forget(self, local: p.Local) -> None:
        kept = ((one, known) for one, known in self.around.locals.items() if one is not local)
        self.around = replace(self.around, locals=self.around.only(*kept).locals)

    def change(self, changes: Changes, changed: Changed) -> Renaming:
        """Keeps what stays true once `changed` changes; gives what says so of more."""
        renaming = Renaming(changes, changed, self.around)
        self.around = renaming.around(self.around)
        self.whys = tuple(map(renaming.label, self.whys))
        self.moved = frozenset(
            replace(move, label=renaming.label(move.label), seen=renaming.label(move.seen)) for move in self.moved
        )
        return renaming

    def meet(self, other: Flow) -> None:
        """From here on it went this way or the other."""
        if other.ended:
            return
        if self.ended:
            self.around, self.whys, self.moved, self.ended = other.around, other.whys, other.moved, False
            return
        mine, its = self.around, other.around
        locals_ = dict(mine.locals)
        for local, known in its.locals.items():
            locals_[local] = known.joined(locals_[local]) if local in locals_ else known
        unplaced, told, shown = mine.unplaced | its.unplaced, mine.told & its.told, mine.shown & its.shown
        entry = mine.entry if mine.entry == its.entry else None
        self.around = replace(mine.only(*locals_.items()), unplaced=unplaced, told=told, shown=shown, entry=entry)
        self.whys = tuple(a | b for a, b in zip(self.whys, other.whys, strict=True))
        self.moved |= other.moved

    def same(self, other: Flow) -> bool:
        mine, its = (self.ended, self.whys, self.moved), (other.ended, other.whys, other.moved)
        return mine == its and self.around == other.around

    def pieces_move(self, *moves: Move) -> None:
        """Who knows which were moved knows where those are now that may be among them."""
        self.moved = self.moved.union(moves)
        pairs = []
        for local, known in self.around.locals.items():
            if not (local.type.of or local.type).family:
                continue
            others = [move for move in moves if not (isinstance(local, Later) and local.is_none_of(move.one))]
            touching, homes = _touching(others, known.homes)
            if touching:
                label = known.label.union(*(one.label for one in touching))
                seen = known.seen.union(*(one.seen for one in touching))
                at = (known.place | label, known.part | label, seen)
                now = Known(known.label, known.size, *at, key=known.key, homes=homes, beyond=known.unseen)
                pairs.append((local, now))
        if pairs:
            self.around = self.around.binding(*pairs)

    def upshot(self, result: Known | None = None) -> Upshot:
        """That of a rule that ends here: what its own names stand for is something else when it is done again."""
        told, shown = (self._without_locals(known) for known in (self.around.told, self.around.shown))
        return Upshot(result, self.around.unplaced, told, shown, self.moved)

    def _without_locals(self, keys: frozenset[Any]) -> frozenset[Any]:
        return frozenset(key for key in keys if not any(is_about(key, local) for local in self.around.locals))


def _touching(moves: list[Move], homes: frozenset[p.Zone]) -> tuple[list[Move], frozenset[p.Zone]]:
    """Those that may touch pieces in one of `homes`, whatever their order, and the homes of these pieces after them."""
    touching: list[Move] = []
    while others := [move for move in moves if move not in touching and move.may_touch(homes)]:
        touching += others
        homes = homes.union(move.to for move in others) if homes else homes
    return touching, homes


@dataclass
class Upshot:
    """What a rule that acts gives, and what is known when it is done."""

    result: Known | None = None
    unplaced: frozenset[tuple[str, Hashable]] = frozenset()
    told: frozenset[Hashable] | None = None
    shown: frozenset[tuple[Hashable, Hashable]] | None = None
    moved: Moved = frozenset()

    def joined(self, other: Upshot) -> Upshot:
        results = [one for one in (self.result, other.result) if one is not None]
        told = [one for one in (self.told, other.told) if one is not None]
        shown = [one for one in (self.shown, other.shown) if one is not None]
        return Upshot(
            results[0].joined(results[-1]) if results else None,
            self.unplaced | other.unplaced,
            told[0] & told[-1] if told else None,
            shown[0] & shown[-1] if shown else None,
            self.moved | other.moved,
        )


@dataclass
class Run:
    """One rule being gone through: what it gives, and what is known where its loops are left or begun again."""

    upshot: Upshot = field(default_factory=Upshot)
    leaving: dict[str, Flow] = field(default_factory=dict)
    again: dict[str, Flow] = field(default_factory=dict)
    depth: dict[str, int] = field(default_factory=dict)  # of loops, in choices
    given: int = 0

    def jumps(self, to: dict[str, Flow], name: str, flow: Flow) -> None:
        """Goes out of the inner loops and choices."""
        there = replace(flow, whys=flow.whys[: self.depth[name]])
        if name in to:
            to[name].meet(there)
        else:
            to[name] = there
        flow.ended = True
