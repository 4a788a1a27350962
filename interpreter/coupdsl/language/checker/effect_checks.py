"""Checks what is done to pieces and money: what moves, where it goes, who pays, who sees it."""

from __future__ import annotations

import re

from coupdsl.language import codes, tree
from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language import program_statements as ps
from coupdsl.language import types as ty
from coupdsl.language.checker import hints, line_hints
from coupdsl.language.checker.as_sets import cards_of, set_of_one
from coupdsl.language.checker.context import Scope, citations_of
from coupdsl.language.checker.expression_types import Expressions
from coupdsl.language.checker.of_a_family import among
from coupdsl.language.foreign_words import EVERYBODY
from coupdsl.language.walk import alike
from coupdsl.language.words import RESERVED

PICKING = {"first", "last", "first_n", "last_n", "from", "after", "without", "the", "single", "as_set", "listed"}
FIRST_OF_ROW = re.compile("first|top|topmost|front")
LAST_OF_ROW = re.compile("last|bottom|undermost|back|end")


class Effects:
    def __init__(self, expressions: Expressions) -> None:
        self.expressions = expressions
        self.context = expressions.context

    def move(self, node: tree.Move, scope: Scope) -> p.Stmt | None:
        if (help_or_none := self._to_an_end(node, scope)) is not None:
            message = f"`{node.to.span.words}` is not a zone"
            self.expressions.wrong(node.to.span, message, help_or_none)
            return None
        to = self._zone(node.to, scope, node.what.span.words)
        cited = citations_of(node, scope)
        if isinstance(node.what, tree.Rotated) and isinstance(node.what.source, tree.Name) and to is not None:
            moved = node.what.source.text
            if moved in scope.locals and scope.locals[moved].type.family:
                help_ = f"write `move {moved} to {' '.join(node.to.span.text.split())}`"
                self.expressions.wrong(node.what.span, "a piece is moved from wherever it lies", help_)
                return None
        if (told := _number_moved(node) or self._counted(node, scope)) is not None:
            self.expressions.wrong(told[0].span, "this is a number, but pieces are needed", told[1])
            return None
        drawn = self._drawn(node.what, scope)
        if to is None:
            return None
        if drawn is not None:
            source, count = drawn
            self._content(source, to)
            self._warn_of_staying(source, to, node)
            return ps.Draw(node.span, cited, source, count, to, node.unseen)
        what = cards_of(self.expressions.check(node.what, scope))
        if what.type.family:
            what = set_of_one(what)
        if not what.type.is_collection and what.type != ty.ANY:
            text = node.what.span.words
            meant = hints.for_type(text, what, ty.set_of(ty.CARD), self.context.program)
            self.expressions.wrong(what.span, f"`{text}` is {ty.a(what.type)}, not pieces", meant)
            return None
        what = self.expressions.there(what)
        self._content(what, to)
        self._warn_of_staying(what, to, node)
        return ps.MovePieces(node.span, cited, what, to, node.unseen)

    def _counted(self, node: tree.Move, scope: Scope) -> tuple[tree.Node, str] | None:
        """The name of a number in `move n of deck to hand of s`, and how it is written."""
        what = node.what
        if not isinstance(what, tree.Of) or not isinstance(what.left, tree.Name) or what.left.text in RESERVED:
            return None
        if isinstance(what.right, tree.Name) and self.context.peek(what.right.text, scope) is None:
            return None  # which is told instead
        name = what.left.text
        named = scope.locals.get(name) or self.context.peek(name, scope)
        if not isinstance(named, p.Local | p.State | p.Rule) or not named.type.is_numeric:
            return None
        if (isinstance(named, p.State) and named.per) or (isinstance(named, p.Rule) and named.parameter_types):
            return None
        return what.left, f"write `first({name}) of {what.right.span.words}`"

    def _to_an_end(self, node: tree.Move, scope: Scope) -> str | None:
        """Help where something is to be laid at an end of a row."""
        to = node.to
        if not isinstance(to, tree.Of) or not isinstance(to.left, tree.Name):
            return None
        if self.context.peek(to.left.text, scope) is not None:
            return None
        moved = f"`move {node.what.span.words} to {to.right.span.words}`"
        if FIRST_OF_ROW.fullmatch(to.left.text):
            return f"a piece cannot be put at the front of a row; {moved} puts it at the end"
        return f"a moved piece goes to the end: write {moved}" if LAST_OF_ROW.fullmatch(to.left.text) else None

    def _drawn(self, node: tree.Node, scope: Scope) -> tuple[pe.GetZone, p.Expr] | None:
        """`first of zone` and `first(n) of zone` as sources of a move."""
        if not isinstance(node, tree.Of):
            return None
        left = node.left
        if isinstance(left, tree.Name) and left.text == "first":
            count: p.Expr = pe.Const(ty.NUMBER, left.span, 1)
        elif isinstance(left, tree.Call) and left.name.text == "first" and len(left.arguments) == 1:
            count = self.expressions.demand(left.arguments[0], scope, ty.NUMBER)
        else:
            return None
        source = self.expressions.check(node.right, scope)
        return (source, count) if isinstance(source, pe.GetZone) and source.zone.row else None

    def _content(self, what: p.Expr, to: pe.GetZone) -> None:
        element, held = self.expressions.element(what), self.expressions.element(to)
        if not ty.fits(element, held):
            message = f"`{to.zone.name}` holds pieces of type {held}, not {element}"
            head = re.search(r"\bzone [^:#]*: *(?:row|set)\b", to.zone.span.source.line(to.zone.span.line))
            help_ = f"a zone for both is `{head[0]} of piece …`" if head is not None else None
            if help_ is not None and element == ty.PIECE:
                single = isinstance(what, pe.Op) and what.name == "single"
                those = among(held) if single else among(held, hints.in_brackets(what.span.words))
                help_ = f"{'take it from' if single else 'write'} {those}; {help_}"
            also = ((to.zone.span, "it is declared here"),)
            self.context.report(codes.WRONG_TYPE, what.span, message, help_, also)

    def _warn_of_staying(self, what: p.Expr, to: pe.GetZone, node: tree.Move) -> None:
        """Pieces that lie in a zone already stay there as they lie, so that such a move does nothing."""
        if alike(_taken_from(what), to):
            zone = " ".join(node.to.span.text.split())
            message = f"these pieces already lie in `{zone}`, so nothing is moved"
            help_ = "leave the line out"
            if to.zone.row:
                help_ += f"; to bring a piece to the other end of `{zone}`, move it to another zone and back"
            self.context.report(codes.NOTHING_MOVED, node.span, message, help_)

    def shuffle(self, node: tree.Shuffle, scope: Scope) -> p.Stmt | None:
        zone = self._zone(node.zone, scope)
        if zone is None:
            return None
        if not zone.zone.row:
            self.expressions.wrong(node.zone.span, f"`{zone.zone.name}` has no order to shuffle", "make it a `row`")
            return None
        return ps.Shuffle(node.span, citations_of(node, scope), zone)

    def _zone(self, node: tree.Node, scope: Scope, moved: str | None = None) -> pe.GetZone | None:
        zone = self.expressions.check(node, scope)
        if isinstance(zone, pe.GetZone):
            return zone
        if zone.type != ty.ANY:
            self._no_zone(node, zone, moved)
        return None

    def _no_zone(self, node: tree.Node, found: p.Expr, moved: str | None) -> None:
        """Reports what stands where one zone is wanted, to which something is perhaps moved."""
        text = node.span.words
        if isinstance(found, pe.Lift) and isinstance(found.body, pe.GetZone):
            span = found.source.span
            help_ = f"write `the {span.words}` {hints.IF_NONE}"
            self.context.report(codes.MAY_BE_NONE, span, f"`{span.words}` may be none here", help_)
        elif isinstance(found, pe.Each) and isinstance(found.body, pe.GetZone):
            name, of = found.body.zone.name, found.source.span.words
            help_ = f"go through them: `for x in {of} {{ … {name} of x }}`"
            self.expressions.wrong(node.span, f"`{text}` is several zones", help_)
        else:
            theirs = [zone.name for zone in self.context.program.zones if zone.per_seat]
            help_or_none = None
            if found.type.definite == ty.SEAT and theirs:
                help_or_none = f"say which of his, such as `{theirs[0]} of {text}`"
            elif isinstance(found, pe.GetState) and moved is not None and _may_be_moved(found.type):
                kept = f"{text} with {hints.in_brackets(moved)}" if found.type.is_collection else moved
                help_or_none = f"what is kept is changed by `{text} := {kept}`"
            elif isinstance(found, pe.Load) and found.type.is_collection:
                help_or_none = f"a name cannot stand for a zone: {hints.zone_of_whom(self.context.program)}"
            self.expressions.wrong(node.span, f"`{text}` is not a zone", help_or_none)

    def pay(self, node: tree.Pay, scope: Scope) -> p.Stmt:
        payer, payee = self._parties(node, scope)
        amount = self.expressions.demand(node.amount, scope, ty.AMOUNT) if node.amount is not None else None
        self.context.paid += [amount] if amount is not None else []
        reason = self.expressions.demand(node.reason, scope, ty.REASON) if node.reason is not None else None
        return ps.Pay(node.span, citations_of(node, scope), payer, amount, payee, reason)

    def _parties(self, node: tree.Pay, scope: Scope) -> tuple[p.Expr, p.Expr]:
        """Who pays and who is paid: one each, as a line says it of one."""
        payer, payee = (
            None if self._is_everybody(part, scope) else self.expressions.check(part, scope, ty.PARTY)
            for part in (node.payer, node.payee)
        )
        return self._party(payer, payee, node.payer, node, scope), self._party(payee, payer, node.payee, node, scope)

    def _party(
        self, party: p.Expr | None, other: p.Expr | None, part: tree.Node, node: tree.Pay, scope: Scope
    ) -> p.Expr:
        """One of the two sides, None where everybody is meant; of several, help says how each is gone through."""
        if party is not None and not (party.type.is_collection and party.type.of == ty.SEAT):
            return self.expressions.fit(party, ty.PARTY)
        among = "seats" if party is None else part.span.words
        if among == "seats" and other is not None and other.type == ty.SEAT:
            among = f"seats after {hints.in_brackets(other.span.words)}"
        help_ = line_hints.each_pays(node, part, among, scope)
        if party is None:
            self.context.report(codes.UNKNOWN_NAME, part.span, f"`{part.span.text}` is not declared", help_)
            return self.expressions.anything(part.span)
        message = f"`{hints.short(part.span)}` is {ty.a(party.type)}, not one who pays or is paid"
        return self.expressions.wrong(part.span, message, help_)

    def _is_everybody(self, node: tree.Node, scope: Scope) -> bool:
        return isinstance(node, tree.Name) and node.text in EVERYBODY and not self.context.has(node, scope)

    def reveal(self, node: tree.Show | tree.Hide, scope: Scope, hide: bool) -> p.Stmt:
        what = self.expressions.fit(cards_of(self.expressions.check(node.what, scope)), ty.set_of(ty.PIECE))
        to: p.Expr | None = None
        if self._is_everybody(node.to, scope):
            if node.to.span.text != "all":
                message = f"`{node.to.span.text}` is not declared"
                self.context.report(codes.UNKNOWN_NAME, node.to.span, message, "write `all`")
        else:
            to = self.expressions.seats(node.to, scope)
        return ps.Reveal(node.span, citations_of(node, scope), what, to, hide)


def _taken_from(what: p.Expr) -> p.Expr:
    """What all that is named was taken from, through whatever picks some of it."""
    while True:
        match what:
            case pe.Filter(source=source) | pe.Best(source=source):
                what = source
            case pe.Op(name=name, arguments=(source, *_)) if name in PICKING:
                what = source
            case _:
                return what


def _number_moved(node: tree.Move) -> tuple[tree.Node, str] | None:
    """The number of `move 3 from deck to hand of s`, or of `3 of deck`, and how it is written."""
    what = node.what
    if isinstance(what, tree.Rotated) and isinstance(what.source, tree.Number):
        several = f"first({what.source.value}) of {what.start.span.words}"
        return what.source, f"write `move {several} to {node.to.span.words}`"
    if isinstance(what, tree.Of) and isinstance(what.left, tree.Number):
        return what.left, f"write `first({what.left.value}) of {what.right.span.words}`"
    return None


def _may_be_moved(kept: ty.Type) -> bool:
    """Is what is kept a thing, or several, which people may speak of as moved there?"""
    one = (kept.of if kept.is_collection and kept.of is not None else kept).definite
    return not one.is_numeric and one.name not in ("flag", "word")
