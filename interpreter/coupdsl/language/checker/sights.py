"""What is seen of states, and of pieces that move and are shown; and what is said where that tells too much."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable
from dataclasses import replace

from coupdsl.language import codes
from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language import program_statements as ps
from coupdsl.language.checker.changes import PIECES, Changes
from coupdsl.language.checker.context import Context
from coupdsl.language.checker.hints import or_above, short
from coupdsl.language.checker.labels import Labels
from coupdsl.language.checker.later import called_by
from coupdsl.language.checker.lying import by_place
from coupdsl.language.checker.secret_changes import told_by_chance
from coupdsl.language.checker.ways import Flow, Move
from coupdsl.language.checker.who_knows import (
    EVERYBODY,
    HIDDEN,
    NOBODY,
    PUBLIC,
    Around,
    Known,
    Label,
    identity,
    owned,
    sees,
)
from coupdsl.language.diagnostics import Diagnostic
from coupdsl.language.free_names import free_name
from coupdsl.language.row_reads import RowRead
from coupdsl.language.source import Span
from coupdsl.language.types import PIECE, Type
from coupdsl.language.walk import all_asked, all_parts

TELL = "tell it first: `reveal name = …`"
TELL_THESE = "first tell which, and write `name` in their place: `reveal name = …`"
FROM_ZONE = "take them from one zone, `{} of s where …`, and first tell which: `reveal name = …`"
BEFORE = "take what is read before the choice: `let top = first of …`"
ALL_BUT = "move all but those that lie in an open zone, `cards where it not in {}`; or "
LONGEST = 60  # letters of what help writes out
Also = tuple[tuple[Span, str], ...]  # other places, with a word about each


class Sights:
    """Everybody sees how many pieces go from where to where, and those who are shown pieces see which and where."""

    def __init__(self, context: Context, labels: Labels, shown: frozenset[p.Zone]) -> None:
        self.context = context
        self.labels = labels
        self.shown = shown  # zones that anybody is shown, at some time
        self.shown_to_all: tuple[p.Zone, ...] = ()
        self.changes = Changes(context.program)
        self.problems: list[Diagnostic] = []
        self._said: set[Span] = set()

    def leak(self, span: Span, message: str, help_: str | None = TELL, also: Also = ()) -> None:
        if span not in self._said:
            self._said.add(span)
            help_ = or_above(self._written_out(span, help_), span, also)
            self.problems.append(Diagnostic(codes.LEAK, span, message, help_, also))

    def _written_out(self, span: Span, help_: str | None) -> str | None:
        """How to tell first what stands at `span`; of a zone that is shown to all, why that is not enough."""
        if help_ not in (TELL, TELL_THESE):
            return help_
        text = span.words
        help_ = help_.replace("…", text) if len(text) <= LONGEST else help_
        shown = next((zone.name for zone in self.shown_to_all if re.search(rf"\b{zone.name}\b", text)), None)
        if shown is None:
            return help_
        return f"{help_}; to `show` cards of `{shown}` opens no zone: move them to one `seen by all` to ask about them"

    def secretly(self, uniform: str | None, span: Span) -> str:
        """The help by which a secret is told, after `uniform`, lines that keep it, where there are such."""
        if uniform is None:
            return TELL
        return f"to keep it secret, write {uniform}; or {self._written_out(span, TELL)}"

    def public(
        self, label: Label, why: Label, span: Span, what: str, help_: str | None = TELL, also: Also = ()
    ) -> None:
        """Reports `what` unless everybody who sees that it happens may know `label`."""
        if not label <= why:
            self.leak(span, f"{what} tells what not everybody can see", help_, also)

    def asked(self, expr: p.Expr, flow: Flow, what: str) -> None:
        label, also = self.labels.of(expr, flow.around).label, self.source(expr, flow.around, flow.why)
        self.public(label, flow.why, expr.span, what, also=also)

    def condition(self, expr: p.Expr, label: Label, flow: Flow, uniform: str | None) -> None:
        """As `asked`, of what decides whether lines are done; `uniform` are others that keep it secret."""
        help_, also = self.secretly(uniform, expr.span), self.source(expr, flow.around, flow.why)
        self.public(label, flow.why, expr.span, "this condition", help_, also)

    def source(self, expr: p.Expr | None, around: Around, allowed: Label) -> Also:
        """Where lines above, whose names are asked for here, took what not everybody can see."""
        loads = (part for part in all_parts(expr) if isinstance(part, pe.Load)) if expr is not None else ()
        for part in loads:
            value, _ = self.context.named.get(part.local, (None, False))
            if value is not None and not around.locals.get(part.local, Known()).label <= allowed:
                return self.source(value, around, allowed) or ((value.span, "what is hidden comes from here"),)
        return ()

    def settled(self, found: Iterable[RowRead], flow: Flow) -> None:
        """What is settled before a statement is the same for everybody: how much of which row."""
        for read in found:
            if read.zone is None or read.late:
                continue
            for part in (read.zone.index, read.end.count):
                if part is not None:
                    label = self.labels.of(part, flow.around).label
                    self.public(label, PUBLIC, part.span, "how much of a shuffled row is drawn here")
            if flow.why:
                self.leak(read.span, "that a shuffled row is drawn from tells what was chosen in secret", BEFORE)

    def happens(self, s: p.Stmt, why: Label) -> None:
        if why:
            help_ = "after a secret choice, only what the chooser alone sees may change"
            if isinstance(s, ps.MovePieces):
                hand = self._hand(s.what)
                help_ += f"; {_kept_first(s, hand) or f'first {_one_by_one(s, hand)}'}"
            self.leak(s.span, "that this happens tells what was chosen in secret", help_)

    def names(self, flow: Flow) -> set[str]:
        """Those that are taken here."""
        return {*self.context.program.names, *(one.name for one in flow.around.locals)}

    # ---- states
    def kept(self, target: pe.GetState, value: p.Expr | None, known: Known, flow: Flow, span: Span) -> None:
        which = self.labels.of(target.index, flow.around) if target.index is not None else Known()
        if target.state.seen_by == "none":
            return
        allowed, why = owned(target.state.seen_by, which) - {HIDDEN}, flow.why  # one sees it, though who is not known
        place = target.index.span if target.index is not None else span
        help_ = f"keep it in a state of whoever knows `{short(place)}`, or tell that first"
        self.public(which.label, why, place, "where this is kept", help_)
        told = known.label | why
        if target.second is not None:
            told |= self.labels.of(target.second, flow.around).label
        by_owner = target.state.seen_by == "owner" and which.key is not None and sees(which.key, told, which.apart)
        if not (told <= allowed or by_owner):
            name = target.state.name
            if target.state.seen_by != "all":
                who, those = f"who has `{name}` sees it", "another sees, or nobody"
                help_ = "give that seat a name with `let` before another takes its place, or " + TELL
                if target.state.seen_by == "owner" and not why:  # else more would be told, or nobody new
                    help_ = f"{told_by_chance(target, value)}; or {TELL}"
                if target.state.seen_by == "others":
                    who, those = f"all see `{name}` but whose it is", "not all of them can see"
                    help_ = f"keep it for each who knows it, in a state `seen by owner`; or {TELL}"
                if HIDDEN in told:
                    help_ = (
                        "nobody sees it: what chance tells one seat is `chance secretly chooses … for s`, or " + TELL
                    )
                self.leak(span, f"{who}, and this tells what {those}", help_)
                return
            help_ = self.hiding(target.state)
            also = self.source(value, flow.around, allowed)
            self.leak(span, f"everybody sees `{name}`, and this tells what not everybody can see", help_, also)

    def hiding(self, state: p.State) -> str:
        """How a state that everybody sees is kept from some, or its value told first."""
        family = next((one for one in self.context.program.families if state in one.fields), None)
        if family is None:
            return f"declare `{state.name}` as `seen by owner` or `seen by none`, or {TELL}"
        begins = f" = {state.initial.span.words}" if state.initial is not None else ""
        kept = f"state {state.name} per {family.name}: {state.type}{begins} seen by none"
        return f"everybody sees what is in braces: declare it apart, `{kept}`, or {TELL}"

    # ---- pieces
    def place(self, zone: pe.GetZone, flow: Flow) -> Known:
        if zone.index is not None:
            self.asked(zone.index, flow, "where pieces move")
        return self.labels.of(zone, flow.around)

    def move(self, s: ps.MovePieces, flow: Flow) -> None:
        known, to = self.labels.of(s.what, flow.around), self.place(s.to, flow)
        why, span = flow.why, s.what.span
        self.face_down(s, known, flow)
        if known.label and not by_place(s.what) and s.span not in self.context.program.secret_moves:
            self.context.program.secret_moves.append(s.span)
        seen = self.labels.sees_all(s.to.zone) and not s.unseen
        help_ = self._told_or_chosen(s)
        self.public(known.size, why, span, "the number of pieces moved", help_)
        self.public(known.unseen, why, span, "which pieces are moved", help_)
        if not seen:  # else everybody sees them go, as the line says
            self.public(known.place, why, span, "from where these pieces are moved", self._from_zone(s.what))
        kind = s.what.type.of or s.what.type
        if known.label and not seen:
            self.mislay(kind, known.label, flow)
        elif self.all_lie_open(s.what, flow):
            rest = frozenset(pair for pair in flow.around.unplaced if pair[0] != kind.name)
            flow.around = replace(flow.around, unplaced=rest)
        self.taken_from(known.homes, flow)
        see = to.seen | known.seen if s.unseen else to.seen
        flow.pieces_move(Move(known.label, see, known.homes, s.to.zone, called_by(s.what, self.context.named)))
        if isinstance(one := _one(s.what), pe.Load):
            there = Known(to.place, PUBLIC, to.place, to.place, see, to.zone, homes=frozenset([s.to.zone]))
            old = flow.around.locals.get(one.local, Known())
            flow.learn(one.local, replace(there, label=PUBLIC if seen else old.label, size=old.size, key=old.key))
        flow.change(self.changes, frozenset([PIECES]))

    def _told_or_chosen(self, s: ps.MovePieces) -> str | None:
        """The help that tells which are moved, after the one that keeps those secret that somebody marked."""
        are_marked = any(isinstance(one, pe.GetState) and one.type.is_collection for one in all_parts(s.what))
        mark = _mark(s.what)
        if not s.unseen or not (are_marked or mark):
            return TELL_THESE
        hand = self._hand(s.what)
        alone = (
            f"to keep it secret, {_found(mark, s, hand)}" if mark else f"to keep them secret, {_one_by_one(s, hand)}"
        )
        return f"{alone}; or {self._written_out(s.what.span, TELL_THESE)}"

    def _from_zone(self, what: p.Expr) -> str:
        """How pieces are taken from a place that all know: of one with a name, which place that was."""
        from_zone = FROM_ZONE.format(self._hand(what))
        if isinstance(one := _one(what), pe.Load):
            value, _ = self.context.named.get(one.local, (None, False))
            place = value.span.words.removeprefix("the ") if value is not None and by_place(value) else None
            return (f"if it still lies there, write its place: `{place}`; or " if place else "") + from_zone
        open_zones = [zone.name for zone in self.context.program.zones if zone.per is None and zone.seen_by == "all"]
        return (ALL_BUT.format(open_zones[0]) if open_zones else "") + from_zone

    def _hand(self, what: p.Expr) -> str:
        """What a zone is called in which a seat holds pieces of this family that it alone sees."""
        family = what.type.of or what.type.definite
        zones = [zone for zone in self.context.program.zones if zone.per_seat and zone.type.of == family]
        theirs = [zone.name for zone in zones if zone.seen_by == "owner"]
        return next(iter((*theirs, *(zone.name for zone in zones))), "hand")

    def face_down(self, s: ps.MovePieces | ps.Draw, known: Known, flow: Flow) -> None:
        """A place that somebody sees holds no card that he does not: what is asked of it would tell him."""
        which = self.labels.of(s.to.index, flow.around) if s.to.index is not None else None
        audience = owned(s.to.zone.seen_by, which)
        if not s.unseen or s.to.zone.seen_by == "none" or (not audience and s.to.zone in self.shown):
            return
        if not known.label or (known.label <= audience and HIDDEN not in audience):
            return
        seen_by = {"all": "everybody", "owner": "its owner", "others": "all but its owner"}
        who = seen_by[s.to.zone.seen_by]
        message = (
            f"this would lie face down in a place that {who} sees, and any question about that place would give it away"
        )
        self.leak(s.span, message, "move it to a zone `seen by none`")

    def all_lie_open(self, what: p.Expr, flow: Flow) -> bool:
        """Are these all pieces of a family, but for some that everybody sees?"""
        if isinstance(what, pe.Constant):
            return True
        if not (isinstance(what, pe.Filter) and isinstance(what.condition, pe.Op) and what.condition.name == "not"):
            return False
        rest = self.labels.by_zone(what, flow.around)
        return rest is not None and not rest.label

    def mislay(self, kind: Type, label: Label, flow: Flow) -> None:
        name = (kind.of or kind).name
        unplaced = flow.around.unplaced | {(name, owner) for owner in label}
        flow.around = replace(flow.around, unplaced=unplaced)

    def shows(self, s: ps.Reveal, flow: Flow) -> None:
        """`show` says that they are told these pieces and where they lie: not why these, nor how many there are."""
        why = flow.why
        if why and not self.only_to(s.to, flow):
            self.happens(s, why)
            return
        known = self.labels.of(s.what, flow.around)
        verb = "hidden" if s.hide else "shown"
        told = why
        if s.to is not None:
            self.public(self.labels.of(s.to, flow.around).label, why, s.to.span, f"to whom this is {verb}")
            if isinstance(s.to, pe.Op) and s.to.name == "single":
                told |= {self.labels.of(s.to.arguments[0], flow.around).key}
        self.public(known.size, told, s.what.span, f"the number of pieces {verb}", TELL_THESE)
        if not (s.hide and by_place(s.what)):
            which = known.label if s.hide else known.unseen
            self.public(which, told, s.what.span, f"which pieces are {verb}", TELL_THESE)
        if s.hide or s.to is not None:  # to show it to all says to all where it lies
            self.public(known.place, told, s.what.span, f"where pieces are {verb}")
        if s.hide:
            flow.around = replace(flow.around, shown=frozenset())
            return
        pieces, to = identity(_one(s.what), flow.around), self.audience(s.to, flow)
        if pieces is not None and to is not None:
            flow.around = replace(flow.around, shown=flow.around.shown | {(pieces, to)})

    def audience(self, to: p.Expr | None, flow: Flow) -> Hashable:
        """Everybody, or the one seat that `to` is; None where it is several."""
        if to is None:
            return EVERYBODY
        return self.labels.of(_one(to), flow.around).key if _one(to) is not to else None

    def only_to(self, to: p.Expr | None, flow: Flow) -> bool:
        """Is `to` just the seat that knows why this happens?"""
        if not isinstance(to, pe.Op) or to.name != "single":
            return False
        return flow.why == frozenset([self.labels.of(to.arguments[0], flow.around).key])

    def laid_back(self, played: list[p.Mechanic], flow: Flow) -> None:
        """Before a mechanic is played, all its pieces come to lie where they begin."""
        families = {family.type for one in played for family in one.families}
        for zone in self.context.program.zones:
            if zone.initial is not None and zone.type.of in families:
                homes = frozenset(one for one in self.context.program.zones if one.type.of in (zone.type.of, PIECE))
                self.taken_from(homes, flow)
                flow.pieces_move(Move(PUBLIC, PUBLIC if self.labels.sees_all(zone) else NOBODY, homes, zone))

    @staticmethod
    def taken_from(homes: frozenset[p.Zone], flow: Flow) -> None:
        """Of whom it was told that he has a piece may have it no more, unless all these lay where no seat has any."""
        if not homes or any(home.per_seat for home in homes):
            flow.around = replace(flow.around, told=frozenset())

    def owner_told(self, value: p.Expr | None, flow: Flow) -> None:
        """Everybody was told who has a piece; it lies in sight, or in the one place of his that is not open."""
        if not (isinstance(value, pe.Op) and value.name == "the"):
            return
        (of,) = value.arguments
        shut = [zone for zone in self.context.program.zones if zone.per_seat and not self.labels.sees_all(zone)]
        if not (isinstance(of, pe.Op) and of.name == "owner"):
            return
        (piece,) = of.arguments
        key, homes = identity(piece, flow.around), self.labels.of(piece, flow.around).homes
        if key is not None and len(homes.intersection(shut) if homes else shut) <= 1:
            flow.around = replace(flow.around, told=flow.around.told | {key})


def told_for_each(value: p.Expr, local: p.Local, named: set[str]) -> str:
    """How to tell first what is asked of each seat, which `local` stands for, or is one value for all."""
    seat = next((name for name in ("s", "t") if name not in named), None) or free_name(value.span, "one_seat")
    told, one = free_name(value.span, "told", "was_told"), free_name(value.span, "one", "told_now")
    text, begin = value.span.text, value.span.start
    places = {part.span for part in all_parts(value) if isinstance(part, pe.Load) and part.local is local}
    if not places:
        return TELL
    for place in sorted(places, key=lambda place: -place.start):
        at, end = place.start - begin, place.end - begin
        text = text[:at] + (seat if place.text == "it" else f"{place.text} of {seat}") + text[end:]
    text = " ".join(text.split()) if len(value.span.words) <= LONGEST else f"… of {seat}"
    return (
        f"tell it for each, and keep what was told: `state {told} per seat: {value.type} = 0`, "
        f"`for {seat} in seats {{ reveal {one} = {text}`, `{told} of {seat} := {one} }}`, `finish by {told}`"
    )


def _kept_first(s: ps.MovePieces, hand: str) -> str | None:
    """How the one piece that was chosen is moved when all have chosen, to a zone of a seat."""
    if not isinstance(one := _one(s.what), pe.Load) or s.to.index is None or not s.to.zone.per_seat:
        return None
    kept, who, to = free_name(s.span, "kept", "kept_now"), s.to.index.span.words, s.to.span.words
    return (
        f"keep which it is, `state {kept} per seat: {one.type} or none = none seen by owner`, `{kept} of {who} := "
        f"{one.local.name}`, and move it when all have chosen: `move the first of ({hand} of {who} where it is "
        f"{kept} of {who}) to {to}{' unseen' if s.unseen else ''}`"
    )


def _one_by_one(s: ps.MovePieces, hand: str) -> str:
    to = f"{s.to.span.words}{' unseen' if s.unseen else ''}"
    each = f"`s secretly chooses drop c from {hand} of s`, `move c to {to}`"
    return f"tell how many, and let each be chosen separately: {each}"


def _found(mark: pe.GetState, s: ps.MovePieces, hand: str) -> str:
    """How a piece is taken from a zone without a word of which it is."""
    seat = mark.index.span.words if mark.index is not None else "…"
    which = f"the first of ({hand} of {seat} where it is {mark.span.words.removeprefix('the ')})"
    return f"say from which zone it is taken: `move {which} to {s.to.span.words} unseen`"


def _mark(what: p.Expr) -> pe.GetState | None:
    """The state that says which piece is moved, where that is all that says it."""
    one = _one(what)
    if isinstance(one, pe.Op) and one.name == "the":
        one = one.arguments[0]
    return one if isinstance(one, pe.GetState) and not one.type.is_collection else None


def _one(expr: p.Expr) -> p.Expr:
    return expr.arguments[0] if isinstance(expr, pe.Op) and expr.name == "single" else expr


def seen_by_nobody(expr: p.Expr) -> tuple[str | None, Also]:
    """The help where what `expr` asks about lies in somebody's place that nobody sees, and that place."""
    asked = (one.zone for one in all_asked(expr) if isinstance(one, pe.GetZone))
    zone = next((zone for zone in asked if zone.per_seat and zone.seen_by == "none"), None)
    if zone is None:
        return None, ()
    also = ((zone.span, "nobody sees what lies here"),)
    return f"if its owner sees what lies there, `{zone.name}` is `seen by owner`", also
