"""Who may know a value: nobody, everybody, or the owner of what it is worked out from.

A label is the set of those whose secrets a value tells: empty when everybody knows it, the identity of a seat for
what only this seat sees, `HIDDEN` for what nobody is known to see, and what one seat alone does not see with those that
surely do.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import field, fields, replace
from types import MappingProxyType

from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language.records import by_value

HIDDEN = "hidden"
EVERYBODY = "everybody"
OTHERS = "others"  # the first part of what one seat does not see: that seat, and the seats that surely do
Label = frozenset[Hashable]
PUBLIC: Label = frozenset()
NOBODY: Label = frozenset([HIDDEN])
NAMELESS = "nameless"  # what stands for an entry that no word stands for any more
LONG = 40  # parts of an identity; what is longer counts as unknown, so that there are only so many


@by_value
class Known:
    """Who knows a value; of sets and what may be none also `size`, who knows how many there are.

    Of pieces `place` says who knows where they lie and how many at each place, `part` the same where only some of them
    are meant, `seen` who sees what lies there, and `zone` is that place if it is one. `key` stands for the value itself
    where it is a seat, so that "the hand of s" is seen by "s". `apart` are seats that it surely is not, nor any of
    these. `homes` are what the zones are called in one of which each of these pieces surely lies, of whichever seat;
    there are none where that is not known. `beyond` are those secrets that it tells to who sees what lies there, though
    the names in `label` and `seen` may be the same: what has no name may be anybody's.
    """

    label: Label = PUBLIC
    size: Label = PUBLIC
    place: Label = PUBLIC
    part: Label = PUBLIC
    seen: Label = PUBLIC
    zone: Hashable = None
    key: Hashable = None
    apart: Label = PUBLIC
    homes: frozenset[p.Zone] = frozenset()
    beyond: Label = PUBLIC

    def joined(self, other: Known) -> Known:
        if self == other:
            return self
        unseen = self.unseen | other.unseen
        return Known(
            self.label | other.label, self.size | other.size, self.place | other.place, self.part | other.part,
            self.seen | other.seen, self.zone if self.zone == other.zone else None,
            self.key if self.key == other.key else None, self.apart & other.apart,
            self.homes | other.homes if self.homes and other.homes else frozenset(), unseen,
        )  # fmt: skip

    @property
    def is_plain(self) -> bool:
        """Is there nothing in it that not everybody knows?"""
        return not (self.label or self.size or self.place or self.part or self.seen or self.apart)

    @property
    def unseen(self) -> Label:
        """Whose secrets it tells to those who see what lies there."""
        return (self.label - self.seen) | self.beyond

    def besides(self, asked: Label) -> Label:
        """Which of the secrets `asked`, by which it is known which these are, are not those of who sees them there."""
        alone = self.seen if self.zone is not None and len(self.seen) == 1 else PUBLIC
        return asked - (alone - NOBODY)

    def with_labels(self, new: Callable[[Label], Label], zone: Hashable, key: Hashable) -> Known:
        """With other labels in place of these; what is public stays so."""
        if zone is self.zone and key is self.key and self.is_plain:
            return self
        return Known(
            new(self.label), new(self.size), new(self.place), new(self.part), new(self.seen), zone, key,
            new(self.apart) - NOBODY, self.homes, new(self.unseen),
        )  # fmt: skip

    @property
    def blurred(self) -> Known:
        """As known where nothing but what is public is told apart, so that there are few of these."""
        return self.with_labels(lambda label: NOBODY if label else PUBLIC, None, None)

    def called(self, key: Hashable) -> Known:
        if key is self.key:
            return self
        return replace(self, key=key)

    def told_by(self, why: Label) -> Known:
        """As known where it also tells `why` it came about."""
        if not why:
            return self
        return replace(self, label=self.label | why, size=self.size | why, beyond=self.unseen | self.besides(why))

    def as_told(self, key: Hashable) -> Known:
        """As it would be known if everybody had been told which these are, and where they lie."""
        return self.with_labels(lambda label: PUBLIC, self.zone, key)

    def chosen(self) -> Known:
        """Some of these pieces, however they were chosen."""
        return self if self.place == self.part else replace(self, place=self.part)

    def without(self, local: p.Local) -> Known:
        """As seen where `local`, which stood for each of many, is gone."""
        zone = None if is_about(self.zone, local) else self.zone
        return self.with_labels(lambda label: _closed(label, local), zone, self.key)


@by_value
class Around:
    """What is known where an expression stands: of its locals, and of pieces that are called by their names.

    `unplaced` are the families of which it is hidden where each piece lies, and from whom; `told` are pieces of which
    everybody was told who has them; `shown` are pieces with the seat that was shown them, or `EVERYBODY`, since any
    were moved; `in_sight` are those of them that count as seen. `entry` stands for the one whose rule this is.
    """

    locals: MappingProxyType[p.Local, Known] = field(default_factory=lambda: MappingProxyType({}))
    unplaced: frozenset[tuple[str, Hashable]] = frozenset()
    told: frozenset[Hashable] = frozenset()
    shown: frozenset[tuple[Hashable, Hashable]] = frozenset()
    in_sight: frozenset[Hashable] = frozenset()
    entry: Hashable = None

    def seen_by(self, own: Label) -> Around:
        """As these seats see it, who were shown some pieces."""
        if not self.shown:
            return self
        return replace(self, in_sight=frozenset(key for key, to in self.shown if to == EVERYBODY or own == {to}))

    def binding(self, *pairs: tuple[p.Local, Known]) -> Around:
        return replace(self, locals=MappingProxyType({**self.locals, **dict(pairs)}))

    def only(self, *pairs: tuple[p.Local, Known]) -> Around:
        """With no other locals."""
        return replace(self, locals=MappingProxyType(dict(pairs)))

    def inside(self, entry: Hashable, *pairs: tuple[p.Local, Known]) -> Around:
        """Inside a rule, of an entry where it has one, with its parameters."""
        return replace(self, locals=MappingProxyType(dict(pairs)), entry=entry)

    def where(self, family: str) -> Label:
        """Who knows where each piece of a family lies."""
        if not self.unplaced:
            return PUBLIC
        return frozenset(owner for name, owner in self.unplaced if "piece" in (name, family) or name == family)


def joined(parts: Iterable[Known]) -> Known:
    """Who knows all of these."""
    found: Known | None = None
    for part in parts:
        found = part if found is None else found.joined(part)
    return found or Known()


def _closed(label: Label, local: p.Local) -> Label:
    if not any(is_about(owner, local) for owner in label):
        return label
    return frozenset(_shut(owner, local) if is_about(owner, local) else owner for owner in label)


def _shut(owner: Hashable, local: p.Local) -> Hashable:
    """Who still is known to see it where `local` is gone."""
    if isinstance(owner, tuple) and owner[0] == OTHERS:
        sure = tuple(seat for seat in owner[2] if not is_about(seat, local))
        return (OTHERS, None, sure) if sure else HIDDEN
    return HIDDEN


def is_about(key: Hashable, local: p.Local) -> bool:
    return key is local or (isinstance(key, tuple) and any(is_about(part, local) for part in key))


def owned(seen_by: str, index: Known | None) -> Label:
    """Who knows what is `seen by all | owner | others | none`, kept for the seat of `index`."""
    if seen_by == "all":
        return PUBLIC
    if seen_by == "others" and index is not None and index.key is not None:
        return frozenset([(OTHERS, index.key, tuple(sorted(index.apart, key=str)))])
    if seen_by == "owner" and index is not None and index.key is not None:
        return frozenset([index.key])
    return NOBODY


def sees(seat: Hashable, label: Label, apart: Label) -> bool:
    """Does `seat`, which is none of those that it is `apart` from, surely know what has this label?"""
    return all(
        owner == seat or (isinstance(owner, tuple) and owner[0] == OTHERS and (seat in owner[2] or owner[1] in apart))
        for owner in label
    )


def identity(expr: p.Expr, around: Around) -> Hashable:
    """What stands for a value: equal identities, equal values, as long as no state changes. None where too long."""
    parts = _key(expr, around)
    return parts if _length(parts) <= LONG else None


def _length(key: Hashable) -> int:
    if isinstance(key, tuple):
        return sum(map(_length, key))
    return 1 if key is not NAMELESS else LONG + 1


def _key(expr: p.Expr, around: Around) -> Hashable:
    if isinstance(expr, pe.Load):
        known = around.locals.get(expr.local)
        return expr.local if known is None or known.key is None else known.key
    if isinstance(expr, pe.Self):
        return around.entry or NAMELESS
    if isinstance(expr, pe.Op) and expr.name == "the":
        return _key(expr.arguments[0], around)
    parts: list[Hashable] = [type(expr).__name__]
    for one in fields(expr):
        if one.name in ("span", "type"):
            continue
        part = getattr(expr, one.name)
        among = part if isinstance(part, tuple) else (part,)
        parts.extend(_key(inner, around) if isinstance(inner, p.Expr) else inner for inner in among)
    return tuple(parts)
