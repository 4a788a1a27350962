"""Short marks for all that may be seen on a board: each is of one thing alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from coupdsl.language import program as p
from coupdsl.language.types import Type
from coupdsl.play.spoken import Words


class BoardMarks:
    """The marks of pieces that may lie in `zones`, of what is kept for these, and of what `states` keep for cells.

    `named` are the states and fields that are told with their names: numbers, and what could be taken for another.
    `alike` are the zones of which one cell has several for the same pieces, so that it is said where they lie.
    """

    def __init__(self, words: Words, zones: Sequence[p.Zone], states: Sequence[p.State]) -> None:
        self.words, self.program = words, words.rules.program
        held = {zone.name: self._held(zone) for zone in zones}
        places = Counter(family for families in held.values() for family in families)
        self.alike = [name for name, families in held.items() if any(places[family] > 1 for family in families)]
        families = [family for family in self.program.families if family.name in places and family.name != "card"]
        self.has_families = len(families) > 1
        self.fields = {field.name: field for family in families for field in family.fields}
        lying = {*places, "piece"} if places else set()
        kept = [*states, *(one for one in words.of_pieces.values() if _is_seen(one, lying))]
        told = Counter(said for one in kept for said in self._may_say(one.type))
        self.named = [
            one.name for one in kept
            if one.type.definite.is_numeric or any(told[said] > 1 for said in self._may_say(one.type))
        ]  # fmt: skip
        names = [*self.alike, *self.named, *(family.name for family in families)]
        names += [one.name for one in kept if one.type.name == "flag"]
        signs = {self.name(name): words.find(f"signs.{name}") for name in names}
        signs |= {words.argument(name): words.find(f"signs.{name}") for one in kept for name in self._values(one.type)}
        self._marks = marks(signs)

    def of(self, said: str) -> str:
        """The mark of what people call so; it stands in full where it has none."""
        return self._marks.get(said, said)

    def name(self, name: str) -> str:
        return self.words.label("names", name)

    def _held(self, zone: p.Zone) -> set[str]:
        """The families of which pieces may lie there, cards among them."""
        of = zone.type.of
        every = {"card", *(family.name for family in self.program.families)}
        return {of.name} if of is not None and of.name in every else every

    def _may_say(self, kind: Type) -> set[str]:
        """What a value may be told as; where it is not known, its type."""
        if kind.name == "flag":
            return set()
        return set(map(self.words.argument, self._values(kind))) or {str(kind.definite)}

    def _values(self, kind: Type) -> list[str]:
        """The names in the rules that a value may be."""
        of_kind = self.program.kinds.get(kind.name)
        if of_kind is not None:
            return [] if of_kind.shapes else [entry.path for entry in of_kind.entries]
        named = {"suit": self.program.suits, "rank": self.program.ranks}
        return [*kind.words, *(one.name for one in named.get(kind.name, ()))]


def _is_seen(state: p.State, lying: set[str]) -> bool:
    """Can it stand beside a piece that lies there: is it seen by all, or each seat's own?"""
    return (state.per in lying and state.seen_by == "all") or state.by in lying


def marks(signs: Mapping[str, str | None]) -> dict[str, str]:
    """For each text its sign, or where it has none of its own, its shortest beginning that is not that of another."""
    shared = Counter(signs.values())
    own = {text: sign for text, sign in signs.items() if sign and shared[sign] == 1}
    whole = {text: own.get(text) or text.replace(" ", "") for text in signs}
    return {text: own.get(text) or _beginning(one, {*whole.values()} - {one}) for text, one in whole.items()}


def _beginning(text: str, others: set[str]) -> str:
    beginnings = (text[:size] for size in range(1, len(text)))
    return next((one for one in beginnings if not any(other.startswith(one) for other in others)), text)


def run_together(marks: Iterable[str]) -> str:
    """The marks of one piece, parted where two would read as one."""
    found = ""
    for mark in filter(None, marks):
        parted = found and found[-1].isdigit() == mark[0].isdigit()
        found += f"/{mark}" if parted else mark
    return found


__all__ = ["BoardMarks", "marks", "run_together"]
