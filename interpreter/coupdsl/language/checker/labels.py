"""Who may know a value: nobody, everybody, or the owner of what it is worked out from.

A label is the set of those whose secrets a value tells: empty when everybody knows it, the identity of a seat for
what only this seat sees, `HIDDEN` for what nobody is known to see. Rules never come back to themselves, so a rule is
worked out at every call, with the labels of its arguments.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, fields

from coupdsl.language import program as p
from coupdsl.language.walk import mentions

HIDDEN = "hidden"
Label = frozenset[Hashable]
PUBLIC: Label = frozenset()
NOBODY: Label = frozenset([HIDDEN])


@dataclass(frozen=True)
class Known:
    """Who knows a value; for sets, also who knows how many are in it, and for pieces, where they lie.

    `key` stands for the value itself where it is a seat, so that "the hand of s" is seen by "s".
    """

    label: Label = PUBLIC
    size: Label = PUBLIC
    place: Label = PUBLIC
    key: Hashable = None

    def joined(self, other: Known) -> Known:
        key = self.key if self.key == other.key else None
        return Known(self.label | other.label, self.size | other.size, self.place | other.place, key)

    def called(self, key: Hashable) -> Known:
        return Known(self.label, self.size, self.place, key)

    def without(self, local: p.Local) -> Known:
        """As seen where `local`, which stood for each of many, is gone."""
        return Known(*(_closed(label, local) for label in (self.label, self.size, self.place)))


Locals = Mapping[p.Local, Known]


def joined(parts: Iterable[Known]) -> Known:
    """Who knows all of these."""
    found = Known()
    for part in parts:
        found = found.joined(part)
    return found


def _closed(label: Label, local: p.Local) -> Label:
    if not any(_is_about(owner, local) for owner in label):
        return label
    return frozenset(HIDDEN if _is_about(owner, local) else owner for owner in label)


def _is_about(key: Hashable, local: p.Local) -> bool:
    return key is local or (isinstance(key, tuple) and any(_is_about(part, local) for part in key))


def owned(seen_by: str, index: Known | None) -> Label:
    """Who knows what is `seen by all | owner | none`, kept for the seat of `index`."""
    if seen_by == "all":
        return PUBLIC
    if seen_by == "owner" and index is not None and index.key is not None:
        return frozenset([index.key])
    return NOBODY


class Labels:
    """Labels of expressions, with those of the locals around them."""

    def __init__(self, shuffled: set[p.Zone]) -> None:
        self.shuffled = shuffled
        self._rules: dict[Hashable, Known] = {}

    def of(self, expr: p.Expr, locals_: Locals) -> Known:
        """Who knows the value of `expr`."""
        found = self._of(expr, locals_)
        if found.key is None and expr.type.name == "seat":
            return found.called(self._key(expr, locals_))
        return found

    def _of(self, expr: p.Expr, locals_: Locals) -> Known:
        match expr:
            case p.Load(local=local):
                return locals_.get(local, Known(key=local))
            case p.GetZone(zone=zone, index=index):
                # Whoever sees a zone does not see what lies where in it once it is shuffled.
                seen_by = "none" if zone in self.shuffled else zone.seen_by
                return self._kept(seen_by, index, locals_, sized=True)
            case p.GetState(state=state, index=index):
                return self._kept(state.seen_by, index, locals_, sized=False)
            case p.GetBalance(index=index):
                return Known(self.of(index, locals_).label if index is not None else PUBLIC)
            case p.Apply():
                return self._rule(expr, locals_)
            case p.Cond(condition=condition, then=then, otherwise=otherwise):
                asked = self.of(condition, locals_).label
                either = self.of(then, locals_).joined(self.of(otherwise, locals_))
                return Known(either.label | asked, either.size | asked, either.place | asked, either.key)
            case p.Lift(local=local, source=source, body=body):
                given = self.of(source, locals_)
                inner = self.of(body, {**locals_, local: given})
                return Known(inner.label | given.label, inner.size | given.label, inner.place, inner.key)
            case p.Each() | p.Filter() | p.Quantified() | p.Fold() | p.Best():
                return self._over(expr, locals_)
            case p.Compare(lines=lines):
                return joined(self.of(part, locals_) for line in lines for part in line if part is not None)
            case p.Op():
                return self._op(expr, locals_)
        if expr.type.family or (expr.type.of is not None and expr.type.of.family):
            return Known(place=NOBODY)  # a piece by its name: where it lies is another question
        return Known()

    def _key(self, expr: p.Expr, locals_: Locals) -> Hashable:
        """The identity of a value: equal keys, equal values, as long as no state changes."""
        if isinstance(expr, p.Load):
            known = locals_.get(expr.local)
            return expr.local if known is None or known.key is None else known.key
        if isinstance(expr, p.Op) and expr.name == "the":
            return self._key(expr.arguments[0], locals_)
        parts: list[Hashable] = [type(expr).__name__]
        for field in fields(expr):
            if field.name in ("span", "type"):
                continue
            part = getattr(expr, field.name)
            among = part if isinstance(part, tuple) else (part,)
            parts.extend(self._key(one, locals_) if isinstance(one, p.Expr) else one for one in among)
        return tuple(parts)

    def _kept(self, seen_by: str, index: p.Expr | None, locals_: Locals, sized: bool) -> Known:
        which = self.of(index, locals_) if index is not None else None
        asked = which.label if which is not None else PUBLIC
        label = owned(seen_by, which) | asked
        return Known(label, asked if sized else label, label if sized else NOBODY)

    def _rule(self, expr: p.Apply, locals_: Locals) -> Known:
        entry = self.of(expr.entry, locals_) if expr.entry is not None else Known()
        arguments = tuple(self.of(argument, locals_) for argument in expr.arguments)
        key = (expr.rule, arguments)
        if key not in self._rules:
            self._rules[key] = found = Known()  # an entry's text may ask for that of another entry
            for version in expr.rule.versions:
                if version.value is not None:
                    inner = dict(zip(version.parameters, arguments, strict=False))
                    found = found.joined(self.of(version.value, inner))
            self._rules[key] = found if len(expr.rule.versions) == 1 else found.called(None)
        found = self._rules[key]
        return Known(found.label | entry.label, found.size | entry.label, found.place, found.key)

    def _over(self, expr: p.Each | p.Filter | p.Quantified | p.Fold | p.Best, locals_: Locals) -> Known:
        """What goes through a set, one after the other."""
        source = self.of(expr.source, locals_)
        inner = {**locals_, expr.local: Known(source.label, source.label, source.place, expr.local)}
        match expr:
            case p.Each(body=body):
                each = self.of(body, inner).without(expr.local)
                size = source.size | each.size if body.type.is_collection else source.label | each.label
                return Known(source.label | each.label, size, each.place)
            case p.Fold(value=value) if not mentions(value, expr.local):
                return Known(source.size | self.of(value, locals_).label)  # so much for each: only their number tells
            case p.Fold(value=value) | p.Best(value=p.Expr() as value):
                measured = self.of(value, inner).without(expr.local).label
            case p.Best(comparator=rule):
                measured = PUBLIC
                for version in rule.versions if rule is not None else ():
                    if version.value is not None:
                        measured |= self.of(version.value, {}).label
            case p.Filter(condition=condition) | p.Quantified(condition=condition):
                measured = self.of(condition, inner).without(expr.local).label
        label = source.label | measured
        return Known(label, label, source.place | measured)

    def _op(self, expr: p.Op, locals_: Locals) -> Known:
        parts = [self.of(argument, locals_) for argument in expr.arguments]
        whole = joined(parts)
        match expr.name:
            case "count" | "is_empty":
                return Known(parts[0].size)
            case "owner" | "position":
                return Known(whole.label | whole.place)
            case "face" | "extra":
                return Known(whole.label, whole.size, NOBODY)
            case "single":
                return Known(whole.label, PUBLIC, whole.place)
            case "first_n" | "listed" | "as_set" | "union" | "the" | "first" | "last":
                return whole.called(None)
            case "with" | "without" | "from" | "after" | "listing":
                return Known(whole.label, whole.label, whole.place)
        return Known(whole.label, whole.label)
