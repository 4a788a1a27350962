"""The labels of expressions: a rule is worked out at every call, with the labels of its arguments.

Where the texts of entries ask for one another, they are worked out again until nothing is added.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import replace
from typing import Any

from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language import program_statements as ps
from coupdsl.language.checker.absence import several_seats
from coupdsl.language.checker.fixpoint import Fixpoint
from coupdsl.language.checker.lying import at_one_place, by_place, whole
from coupdsl.language.checker.who_knows import NOBODY, PUBLIC, Around, Known, Label, identity, is_about, joined, owned
from coupdsl.language.types import SEAT
from coupdsl.language.walk import all_parts, mentions, stated_inside

MANY = 100  # ways to ask a rule; rules that pass seats on and on would be worked out for every way that leads there


class Labels:
    """Labels of expressions. What lies in one of `trusted` zones counts as seen by whoever is asked.

    `shuffled` zones have an order that nobody knows, though all see what lies in them. What the rules `told` come to
    counts as known to everybody; `telling` are those rules of which not everybody knew it, so far.
    """

    def __init__(
        self,
        program: p.Program,
        shuffled: frozenset[p.Zone] = frozenset(),
        trusted: frozenset[p.Zone] = frozenset(),
        told: frozenset[p.Rule] = frozenset(),
    ) -> None:
        self.program = program
        self.shuffled, self.trusted, self.told = shuffled, trusted, told
        self.has_hidden_rows = any(zone.row and not self.sees_all(zone) for zone in program.zones)
        self.has_several_seats = several_seats(program)
        self.telling: set[p.Rule] = set()
        self._rules: Fixpoint[Known] = Fixpoint(Known.joined)
        self._asked: dict[p.Rule, set[tuple[Known, ...]]] = {}
        self._of_itself: dict[p.Rule, bool] = {}  # does it ask for more of the entry whose rule it is?

    def of(self, expr: p.Expr, around: Around) -> Known:
        """Who knows the value of `expr`."""
        found = self._of(expr, around)
        if found.key is None and expr.type.name == "seat":
            found = found.called(identity(expr, around))
        if around.told and expr.type.family and identity(expr, around) in around.told:
            found = replace(found, place=PUBLIC, part=PUBLIC)
        if around.in_sight and identity(expr, around) in around.in_sight:
            found = replace(found, label=PUBLIC, size=PUBLIC)
        return found

    def sees_all(self, zone: p.Zone) -> bool:
        """Does everybody see what lies there, and in which order?"""
        return zone.seen_by == "all" and zone not in self.shuffled

    def _of(self, expr: p.Expr, around: Around) -> Known:
        match expr:
            case pe.Load(local=local):
                return around.locals.get(local, Known(key=local))
            case pe.GetZone(zone=zone, index=index):
                return self._zone(zone, index, around)
            case pe.GetState(state=state, index=index, second=second):
                which = self.of(index, around) if index is not None else None
                label = owned(state.seen_by, which) | (which.label if which is not None else PUBLIC)
                label |= self.of(second, around).label if second is not None else PUBLIC
                return self._named(expr, Known(label, label), around)
            case pe.GetBalance(index=index):
                return Known(self.of(index, around).label if index is not None else PUBLIC)
            case pe.Apply():
                return self._rule(expr, around)
            case pe.Cond(condition=condition, then=then, otherwise=otherwise):
                asked = self.of(condition, around).label
                either = self.of(then, around).joined(self.of(otherwise, around))
                return replace(either.told_by(asked), place=either.place | asked, part=either.part | asked)
            case pe.Lift(local=local, source=source, body=body):
                given = self.of(source, around)
                inner = self.of(body, around.binding((local, given))).without(local)
                key = None if is_about(inner.key, local) else inner.key  # elsewhere it is another's name
                return inner.called(key).told_by(given.label)
            case pe.Each() | pe.Connected() | pe.Filter() | pe.Quantified() | pe.Fold() | pe.Best():
                return self._over(expr, around)
            case pe.Compare(lines=lines):
                return joined(self.of(part, around) for line in lines for part in line if part is not None)
            case pe.Op():
                return self._op(expr, around)
        return self._named(expr, Known(), around)

    def _named(self, expr: p.Expr, known: Known, around: Around) -> Known:
        """Pieces called by their names: where they lie is another question."""
        kind = expr.type.of if expr.type.of is not None else expr.type
        if kind.is_face:
            where = around.where("card")
        elif kind.family:
            where = around.where(kind.name)
        else:
            return known
        every = isinstance(expr, pe.Constant)  # from wherever they lie, all are taken
        return replace(known, place=PUBLIC if every else where | known.label, part=where | known.label)

    def _zone(self, zone: p.Zone, index: p.Expr | None, around: Around) -> Known:
        which = self.of(index, around) if index is not None else None
        asked = which.label if which is not None else PUBLIC
        seen = PUBLIC
        if zone not in self.trusted:
            seen = owned(zone.seen_by if zone not in self.shuffled else "none", which)
        key = which.key or identity(index, around) if which is not None and index is not None else None
        place = (zone, key) if index is None or key is not None else None  # one without a name is no other's
        return Known(asked | seen, asked, asked, asked, seen, place, homes=frozenset([zone]), beyond=asked)

    def _rule(self, expr: pe.Apply, around: Around) -> Known:
        entry = self.of(expr.entry, around).label if expr.entry is not None else PUBLIC
        arguments = self.told_apart(expr.rule, tuple(self.of(argument, around) for argument in expr.arguments))
        versions, which = self.versions(expr.rule, expr.entry), self.which(expr.rule, expr.entry, around)

        def work() -> Known:
            found = joined(
                self.of(version.value, self.inside(version, arguments, which, around))
                for version in versions
                if version.value is not None
            )
            for local in (local for version in versions for local in version.parameters):
                key = None if is_about(found.key, local) else found.key
                found = found.without(local).called(key)  # asked again, it is another's name
            return found if len(versions) == 1 else found.called(None)

        found = self._rules.find(
            (expr.rule, versions, arguments, which, around.unplaced, around.told, around.in_sight), Known(), work
        )
        return self.come_to(expr.rule, found.told_by(entry) if entry else found)

    def told_apart(self, rule: p.Rule, arguments: tuple[Known, ...], most: int = MANY) -> tuple[Known, ...]:
        """These arguments, or only what is public of them once a rule was asked with very many others."""
        asked = self._asked.setdefault(rule, set())
        if arguments in asked or len(asked) < most:
            asked.add(arguments)
            return arguments
        return tuple(argument.blurred for argument in arguments)

    def come_to(self, rule: p.Rule, known: Known) -> Known:
        """What is known of that to which a rule came."""
        if rule in self.told:
            return Known()
        if not known.is_plain:
            self.telling.add(rule)
        return known

    def versions(self, rule: p.Rule, entry: p.Expr | None) -> tuple[p.Version, ...]:
        """The texts of a rule that may be in force, for an entry that may be known."""
        if isinstance(entry, pe.Const) and entry.type.name in self.program.kinds:
            which: Any = entry.value
            one = self.program.kinds[entry.type.name].entries[which]
            return tuple(v for v in rule.possible if v.entry is None or v.entry is one or v.entry is one.parent)
        return tuple(rule.possible)

    @staticmethod
    def inside(version: p.Version, arguments: tuple[Known, ...], which: Hashable, around: Around) -> Around:
        """What is known inside a rule that is given these, where `which` stands for the entry whose rule it is."""
        entry = version.entry
        if which is None and entry is not None and not entry.children:
            which = identity(pe.Const(entry.kind.type, entry.span, entry.index), around)
        return around.inside(which, *zip(version.parameters, arguments, strict=False))

    def which(self, rule: p.Rule, entry: p.Expr | None, around: Around) -> Hashable:
        """What stands for the entry whose rule is called, where the rule asks for more of that entry."""
        if entry is None:
            return None
        if rule not in self._of_itself:
            values = [version.value for version in rule.possible if version.value is not None]
            blocks = [version.body for version in rule.possible if version.body is not None]
            asked = all_parts(*values, *(one for block in blocks for one in stated_inside(block)))
            self._of_itself[rule] = any(isinstance(one, pe.Self) for one in asked)
        return identity(entry, around) if self._of_itself[rule] else None

    def _over(self, expr: pe.Loop, around: Around) -> Known:
        """What goes through a set, one after the other."""
        source = self.of(expr.source, around)
        if isinstance(expr, pe.Filter) and by_place(expr):  # in a row everybody sees at which places pieces lie
            place = around.binding((expr.local, Known(zone=source.zone, key=expr.local)))
            asked = self.of(expr.condition, place).without(expr.local).label
            return replace(source.told_by(asked), place=source.place | asked, part=source.place | asked)
        it = replace(source.chosen(), size=source.label, key=expr.local)
        inner = around.binding((expr.local, it))
        match expr:
            case pe.Each(body=body):
                each = self.of(body, inner).without(expr.local)
                size = source.size | each.size if body.type.is_collection else source.label | each.label
                label = source.label | each.label
                there, part = each.place | source.label, each.part | label
                beyond = each.unseen | each.besides(source.label)
                return Known(label, size, there, part, each.seen, homes=each.homes, beyond=beyond)
            case pe.Connected(body=body):  # what is come to is gone on from, too
                both = it.joined(replace(self.of(body, inner).without(expr.local), key=expr.local))
                found = both.joined(self.of(body, around.binding((expr.local, both)))).without(expr.local)
                label, at = found.label, found.part | found.label
                return Known(label, label, at, at, found.seen, beyond=found.unseen)
            case pe.Fold(value=value) if not mentions(value, expr.local):
                return Known(source.size | self.of(value, around).label)  # so much for each: only their number tells
        measured = self._measured(expr, it, around)
        label = source.label | measured
        part, seen, beyond = source.part, source.seen, source.unseen
        if seen and not measured <= beyond:
            beyond |= source.besides(self._measured(expr, it.as_told(expr.local), around))
        found = Known(label, label, part, part, seen, source.zone, homes=source.homes, beyond=beyond)
        if isinstance(expr, pe.Filter) and expr.type.of == SEAT:
            excluded = (
                self.of(other, inner).without(expr.local).key for other in _excluded(expr.condition, expr.local)
            )
            found = replace(found, apart=source.apart | {key for key in excluded if key is not None})
        if isinstance(expr, pe.Filter) and (among := self.by_zone(expr, around)) is not None:
            if not expr.preferring and isinstance(expr.condition, pe.Op) and expr.condition.name == "in":
                return among
            seen |= among.label
            return replace(found, size=among.size, place=PUBLIC, seen=seen, beyond=source.unseen | among.unseen)
        return found

    def _measured(self, expr: pe.Loop, it: Known, around: Around) -> Label:
        """Who knows what is asked of each of these, where it is `it`."""
        measured = PUBLIC
        match expr:
            case pe.Best(value=None, comparator=rule):
                for version in rule.versions if rule is not None else ():
                    if isinstance(version.value, pe.Compare):
                        measured |= self.of(version.value, around.only((version.value.local, it))).label
            case (
                pe.Filter(condition=asked)
                | pe.Quantified(condition=asked)
                | pe.Fold(value=asked)
                | pe.Best(value=asked)
            ):
                assert asked is not None
                measured = self.of(asked, around.binding((expr.local, it))).without(expr.local).label
        if isinstance(expr, pe.Best) and expr.within is not None:
            measured |= self.of(expr.within, around).label
        return measured

    def left_to_chance(self, alternative: ps.Alternative, around: Around) -> Label:
        """The secrets by which chance may choose only some of the pieces that lie there: it keeps none of its own."""
        told, pieces = PUBLIC, []
        for pick in alternative.picks:
            source = self.of(pick.source, around)
            around = around.binding((pick.local, source.as_told(pick.local)))
            told |= source.unseen
            if pick.local.type.family:
                pieces.append(source)
        if alternative.condition is not None:
            asked = self.of(alternative.condition, around).label
            told = told.union(*(source.besides(asked) for source in pieces))
        return told

    def by_zone(self, expr: pe.Filter, around: Around) -> Known | None:
        """Who knows what lies in the zones Z, where these are all pieces (not) in Z: as many as lie there.

        None where others may lie there, too, of which it is hidden how many.
        """
        condition = expr.condition
        if isinstance(condition, pe.Op) and condition.name == "not":
            condition = condition.arguments[0]
        if not isinstance(expr.source, pe.Constant) or not isinstance(condition, pe.Op) or condition.name != "in":
            return None
        one, among = condition.arguments
        if not (isinstance(one, pe.Load) and one.local is expr.local) or not whole(among):
            return None
        found = self.of(among, around)
        return found if among.type.of == expr.source.type.of and not found.place else None

    def _op(self, expr: pe.Op, around: Around) -> Known:
        parts = [self.of(argument, around) for argument in expr.arguments]
        whole_ = joined(parts)
        match expr.name:
            case "count" | "is_empty":
                return Known(parts[0].size)
            case "choices":
                return Known(whole_.label, parts[0].size)
            case "owner":
                return Known(whole_.label | whole_.part, whole_.label | whole_.part)
            case "position":
                at = whole_.label | whole_.seen | whole_.part
                anywhere = whole_.zone is None and not whole_.homes  # else those are known who see what lies there
                at = at | NOBODY if anywhere and self.has_hidden_rows else at
                return Known(at, at)
            case "face" | "extra":
                return self._named(expr, Known(whole_.label, whole_.size), around)
            case "single":
                maybe = expr.arguments[0].type.optional
                size = parts[0].size if maybe else PUBLIC
                return replace(whole_, size=size, key=None, apart=PUBLIC)
            case "first" | "last" | "first_n" | "last_n":
                size = frozenset().union(parts[0].size, *(part.label for part in parts[1:]))
                at = parts[0].place if at_one_place(expr.arguments[0]) else parts[0].part
                beyond = parts[0].unseen.union(*(parts[0].besides(part.label) for part in parts[1:]))
                return replace(parts[0], label=whole_.label, size=size, place=at, part=at, key=None, beyond=beyond)
            case "left" if self.has_several_seats:
                return Known(whole_.label, whole_.label, apart=frozenset([parts[0].key]) - {None})
            case "the":
                return replace(parts[0], size=PUBLIC, key=None)
            case "listed" | "as_set":
                return parts[0].called(None)
            case "with" | "union" | "listing":
                part = whole_.part if whole_.zone is not None else whole_.part | whole_.label
                size = whole_.size if expr.name == "union" else whole_.label
                return replace(whole_, size=size, part=part, key=None)
            case "without":
                return self._without(expr, parts[0], parts[1], around)
            case "from":
                return Known(whole_.label, whole_.label, apart=parts[0].apart)
            case "after":
                key = parts[1].key if expr.type.of == SEAT else None
                return Known(
                    whole_.label, whole_.label, apart=parts[0].apart if key is None else parts[0].apart | {key}
                )
        return Known(whole_.label, whole_.label)

    def _without(self, expr: pe.Op, given: Known, without: Known, around: Around) -> Known:
        """What is known of those `given` that are left `without` the others."""
        apart = given.apart
        match expr.arguments[1]:
            case pe.Op(name="single" | "listing", arguments=named):
                apart |= {self.of(one, around).key for one in named} - {None}
        rest, label = given.chosen(), given.label | without.label
        same = rest.zone is not None and rest.zone == without.zone
        beyond = rest.unseen | (without.unseen if same else rest.besides(without.label))
        return replace(rest, label=label, size=label, key=None, apart=apart, beyond=beyond)


def _excluded(condition: p.Expr, local: p.Local) -> Iterator[p.Expr]:
    """What `local` surely is not where `condition` holds."""
    match condition:
        case pe.Op(name="and", arguments=both):
            for one in both:
                yield from _excluded(one, local)
        case pe.Op(name="not", arguments=(pe.Op(name="is", arguments=(pe.Load(local=found), other)),)) if (
            found is local
        ):
            yield other
        case pe.Op(
            name="not",
            arguments=(pe.Op(name="in", arguments=(pe.Load(local=found), pe.Op(name="listing", arguments=others))),),
        ) if found is local:
            yield from others
