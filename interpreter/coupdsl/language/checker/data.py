"""The data of a game: pieces, zones, accounts, states, cells and what a mechanic needs of them."""

from __future__ import annotations

from coupdsl.language import codes, tree
from coupdsl.language import program as p
from coupdsl.language import tree_declarations as td
from coupdsl.language import types as ty
from coupdsl.language.checker.context import Scope
from coupdsl.language.checker.declared_types import type_with
from coupdsl.language.checker.line_hints import asked_before_play
from coupdsl.language.checker.workshop import Line, Section
from coupdsl.language.diagnostics import suggest
from coupdsl.language.foreign_words import TYPES
from coupdsl.language.likeness import nearest, slipped
from coupdsl.language.types import Type

MOST_CELLS = 128


class DataDeclarations(Section):
    def state(self, line: Line) -> None:
        node = line.node
        assert isinstance(node, tree.State)
        self.shop.run_later()
        scope = self.shop.scope(line)
        per, by = self._state_per(node.per, node.name), self._state_per(node.by, node.name)
        seen_by = self._audience(node.seen_by, node.name.text, per, by)
        every = node.every.text if node.every is not None else None
        kind = type_with(self.context, node.type, node.initial)
        state = p.State(node.name.text, per, kind, None, every, seen_by, node.name.span, by, scope.mechanic)
        self.context.declare(line.scope, node.name, state)
        self.program.states.append(state)
        if scope.mechanic is not None and line.level == 0:
            scope.mechanic.states.append(state)
        if node.initial is not None:
            initial = node.initial

            def work() -> None:
                before = len(self.context.problems)
                state.initial = self.expressions.demand(initial, scope, state.type)
                asked_before_play(self.context, before, state.name, initial.span)

            self.shop.queue(work)

    def _state_per(self, written: tree.Name | None, name: tree.Name) -> str | None:
        """What the state `name` is kept for each of."""
        if written is None:
            return None
        pers = {*self._zone_pers(), *self._piece_pers()}
        if written.text not in pers and not self.context.without_teams(written.text, written.span):
            help_ = suggest(written.text, pers)
            self.context.report(codes.UNKNOWN_NAME, written.span, f"nothing can be kept per `{written.text}`", help_)
            self.context.doubtful.add(name.text)
        return written.text

    def parameter_state(self, written: td.Parameter, scope: Scope) -> p.State:
        state = p.State(written.name.text, None, ty.ANY, None, None, "all", written.name.span)
        self.shop.later.append(lambda: setattr(state, "type", self.context.type_of(written.type)))
        self.context.declare(scope, written.name, state)
        self.program.states.append(state)
        return state

    def _audience(self, name: tree.Name | None, of: str, per: str | None, by: str | None = None) -> str:
        if name is None:
            return "all"
        of_nobody = {None, *self._zone_pers(), *self._piece_pers()} - {"seat"}
        if name.text in ("owner", "others") and per in of_nobody:
            message, instead = f"`{of}` has no owner", f"`{of} per seat`, or `seen by all` or `none`"
            if per in self._piece_pers():
                message, instead = f"what is kept per `{per}` has no owner", "`seen by all` or `none`"
            elif per is not None:
                message = f"{ty.a(Type(per))} has no owner"
                instead = f"`per seat per {per}`" if by == "seat" else "`seen by all` or `none`"
            self.context.doubtful.add(of)
            self.context.report(codes.WRONG_TYPE, name.span, message, f"write {instead}")
        if name.text not in ("all", "owner", "others", "none"):
            help_ = suggest(name.text, ("all", "owner", "others", "none"))
            self.context.report(codes.UNKNOWN_NAME, name.span, f"`seen by {name.text}` is not possible", help_)
        return name.text

    def _zone_pers(self) -> set[str]:
        """What zones are kept for each of."""
        return {"seat", "cell", "suit", "rank", *self.program.kinds}

    def _piece_pers(self) -> set[str]:
        return {"card", "piece", *(family.name for family in self.program.families)}

    def _kept_per(self, per: tree.Name | None, what: str, name: tree.Name) -> None:
        pers = self._zone_pers() if what == "zone" else {"seat"}
        if per is not None and per.text not in pers and not self.context.without_teams(per.text, per.span):
            message = f"there is no {what} per `{per.text}`"
            help_ = (
                "zones are kept per seat, team, cell, suit, rank or kind"
                if what == "zone"
                else "accounts are kept per seat"
            )
            near = nearest(per.text, pers)
            if per.text == ty.TEAM.name and what == "account" and per.text in self.program.kinds:
                help_ = (
                    f"accounts are kept per seat: write `{name.text} per seat`, of which a team has "
                    f"`sum of {name.text} over members of t`; or `state {name.text} per team: amount = …`"
                )
            elif per.text == ty.TEAM.name and what != "account":
                help_ = "say which seats are partners: `seats [4] in 2 teams`"
            elif TYPES.get(per.text) in pers:
                help_ = f"write `per {TYPES[per.text]}`"
            elif near is not None:
                help_ = f"did you mean `{near}`?"
            self.context.report(codes.UNKNOWN_NAME, per.span, message, help_)
            self.context.doubtful.add(name.text)

    def zone(self, line: Line) -> None:
        node = line.node
        assert isinstance(node, td.Zone)
        self.shop.run_later()
        held = next((f.type for f in self.program.families if f.name == node.shape.text), None)
        held = {"card": ty.CARD, "piece": ty.PIECE}.get(node.shape.text, held)
        if node.shape.text not in ("row", "set"):
            help_ = suggest(node.shape.text, ("row", "set"))
            if held is not None:
                help_ = f"write `set of {held.name}`, or `row of {held.name}` where they lie in an order"
            self.context.report(
                codes.UNKNOWN_NAME, node.shape.span, f"a zone is a row or a set, not `{node.shape.text}`", help_
            )
        self._kept_per(node.per, "zone", node.name)
        per = node.per.text if node.per is not None else None
        row = node.shape.text == "row"
        element = held or ty.CARD
        if node.of is not None:
            element = self.context.type_of(tree.TypeName(node.of.span, node.of.text, None, False))
        elif isinstance(node.initial, tree.Name):
            element = next((f.type for f in self.program.families if f.name == node.initial.text), ty.CARD)
        kind = ty.list_of(element) if row else ty.set_of(element)
        zone = p.Zone(
            node.name.text, per, row, kind, self._audience(node.seen_by, node.name.text, per), None, node.name.span
        )
        zone.shown_as = node.shown_as.text if node.shown_as is not None else None
        shapes = ("trick", "runs", "count", "list", "nothing")
        if node.shown_as is not None and zone.shown_as not in shapes:
            help_ = suggest(node.shown_as.text, shapes)
            self.context.report(
                codes.UNKNOWN_NAME, node.shown_as.span, f"a zone is not shown as `{zone.shown_as}`", help_
            )
        self.context.declare(line.scope, node.name, zone)
        self.program.zones.append(zone)
        scope, initial, shown_by = self.shop.scope(line), node.initial, node.shown_by

        def work() -> None:
            if initial is not None:
                zone.initial = self.expressions.collection(initial, scope)
                self.expressions.fit(zone.initial, ty.set_of(kind.of or ty.PIECE))
            if shown_by is not None:
                zone.shown_by = self._order_of_runs(shown_by, scope)

        self.shop.queue(work)

    def _order_of_runs(self, name: tree.Name, scope: Scope) -> p.Rule | None:
        """The order that lists the ranks as runs lie; None is that of `ranks`, as where nothing is said."""
        if name.text == "ranks":
            return None
        found = self.context.find(name.text, scope, name.span)
        if isinstance(found, p.Rule) and found.form == "order":
            return found
        if isinstance(found, p.Rule) and found.form == "comparator":
            message = f"`{name.text}` is an order of pieces, not a list of ranks"
            help_ = "write `ranks`, or an order that lists them: `order NAME = […]`"
            self.context.report(codes.WRONG_TYPE, name.span, message, help_)
        else:
            orders = {rule.name for rule in self.program.rules if rule.form == "order"} & self.context.visible(scope)
            message = f"there is no order `{name.text}`"
            self.context.report(codes.UNKNOWN_NAME, name.span, message, suggest(name.text, orders | {"ranks"}))
        return None

    def account(self, line: Line) -> None:
        node = line.node
        assert isinstance(node, td.Account)
        self._kept_per(node.per, "account", node.name)
        span, citations = node.name.span, self.shop.cited(line)
        instead_of = next((one.old for one in self.program.replaced if one.span == span), None)
        account = p.Account(
            node.name.text, node.per is not None, None, None, span, citations=citations, instead_of=instead_of
        )
        self.context.declare(line.scope, node.name, account)
        self.program.accounts.append(account)
        scope, initial, short = self.shop.scope(line), node.initial, node.short

        def work() -> None:
            if initial is not None:
                given = self.expressions.check(initial, scope, ty.AMOUNT)
                if account.per_seat and given.type.optional:
                    message = "the money of a seat is counted, so it must begin with an amount"
                    self.context.report(codes.MAY_BE_NONE, given.span, message)
                account.initial = self.expressions.fit(given, ty.AMOUNT.or_none if given.type.optional else ty.AMOUNT)
            if short is not None:
                account.partial = short.text == "partial"
                account.short = None if account.partial else self._rule_when_short(short, account, scope)

        self.shop.queue(work)

    def _rule_when_short(self, name: tree.Name, account: p.Account, scope: Scope) -> p.Rule | None:
        """What is done where an account holds less than is to be paid."""
        found = self.context.find(name.text, scope, name.span)
        wanted = (ty.SEAT, ty.PARTY.or_none, ty.AMOUNT)
        if isinstance(found, p.Rule) and found.acts and found.parameter_types == wanted:
            if not account.per_seat:
                message = f"`{account.name}` belongs to nobody, so no rule can act for its owner"
                self.context.report(codes.WRONG_TYPE, name.span, message, "write `short partial`")
            return found
        others = (self.context.visible(scope) | {"partial"}) - {name.text}
        near = slipped(name.text, others) if found is None else None
        message = f"`{name.text}` is not a rule for what happens when money is short"
        help_ = "such a rule takes (s: seat, payee: party or none, missing: amount) and acts"
        help_ = f"did you mean `{near}`? {help_}" if near is not None else help_
        self.context.report(codes.UNKNOWN_NAME, name.span, message, help_)
        return None

    def pieces(self, line: Line) -> None:
        node = line.node
        assert isinstance(node, td.Pieces)
        family = p.Family(node.name.text, Type(node.name.text, family=True), None, node.name.span)
        self.context.names_type(node.name)
        self.context.declare(line.scope, node.name, family)
        self.program.families.append(family)
        mechanic = line.scope.mechanic
        if mechanic is not None:
            mechanic.families.append(family)
        for field in node.fields:
            self.context.not_reserved(field.name)  # a line that changes it begins with this name
            kind = type_with(self.context, field.type, field.default)
            state = p.State(field.name.text, family.name, kind, None, None, "all", field.name.span)
            family.fields.append(state)
            self.program.states.append(state)
        scope = self.shop.scope(line)

        def work() -> None:
            family.count = self.expressions.demand(node.count, scope, ty.NUMBER)
            for field, state in zip(node.fields, family.fields, strict=True):
                if field.default is not None:
                    state.initial = self.expressions.demand(field.default, scope, state.type)

        self.shop.queue(work)

    def cells(self, line: Line) -> None:
        node = line.node
        assert isinstance(node, td.Cells)
        if self.program.grid is not None:
            self.context.report(codes.DUPLICATE_NAME, node.span, "the cells are declared twice")
            return
        first, last = node.first_column.text, node.last_column.text
        if len(first) > 1 or len(last) > 1 or first > last or node.first_row.value > node.last_row.value:
            message = "columns go from one letter to another, rows from one number to another"
            self.context.report(codes.WRONG_TYPE, node.span, message, "such as `cells a..h by 1..8`")
            return
        columns = tuple(map(chr, range(ord(first), ord(last) + 1)))
        rows = tuple(range(node.first_row.value, min(node.last_row.value, node.first_row.value + MOST_CELLS) + 1))
        if len(columns) * len(rows) > MOST_CELLS:
            self.context.report(codes.TOO_MANY_PIECES, node.span, f"a board has at most {MOST_CELLS} cells")
        shown_from = node.shown_from
        self.program.grid = p.Grid(columns, rows, shown_from.text if shown_from is not None else None)
        if shown_from is not None:
            self.shop.queue(lambda: self._seat_of_side(shown_from, self.shop.scope(line)))

    def _seat_of_side(self, name: tree.Name, scope: Scope) -> None:
        found = self.context.find(name.text, scope, name.span)
        if not (isinstance(found, p.State) and found.per is None and found.type == ty.SEAT and found.seen_by == "all"):
            message = f"`{name.text}` is not a seat that everybody sees"
            near = slipped(name.text, {state.name for state in self.program.states} - {name.text})
            help_ = f"did you mean `{near}`?" if near is not None else "declare it: `state name: seat = …`"
            self.context.report(codes.WRONG_TYPE, name.span, message, help_)

    def need(self, line: Line) -> None:
        node = line.node
        assert isinstance(node, td.Need)
        mechanic = line.scope.mechanic
        if mechanic is None:
            self.context.report(codes.OUT_OF_PLACE, node.span, "only a mechanic has needs")
            return
        mechanic.needs.add(node.name.text)
        if node.what in ("zone", "account"):
            self._kept_per(node.per, node.what, node.name)
        self.shop.queue(lambda: self._met(node, mechanic))

    def _met(self, node: td.Need, mechanic: p.Mechanic) -> None:
        names = self.program.names
        declared = names.get(node.name.text)
        if declared is not None and self._meets(declared, node):
            return
        mechanic.unmet.add(node.name.text)
        if node.name.text in self.context.doubtful:
            return  # what is wrong with it was told where it is declared
        if isinstance(declared, p.Rule) and declared.type.name in ("fraction", "ratio"):
            message = f"`{declared.name}` may be a fraction, and mechanic `{mechanic.name}` needs a whole number"
            rounded = "say how: `… rounded up to 1` or `… rounded down to 1`"
            of_need = ((node.span, "needed here"),)
            self.context.report(codes.NEEDS_ROUNDING, declared.span, message, rounded, of_need)
            return
        alike = (name for name, one in names.items() if _is_as(node.what, one))
        near = nearest(node.name.text, alike) if declared is None else None
        other = declared if near is None else names[near]
        also = ((other.span, "this is another"),) if other is not None else ()
        message = f"mechanic `{mechanic.name}` needs {' '.join(node.span.text.split())}, and the game has none"
        help_ = f"the game has `{near}`" if near is not None else None
        if other is None:
            words = f"let {node.name.text} = …" if node.what == "value" else f"{node.span.words} …"
            help_ = f"declare it in the game: `{words}`"
        self.context.report(codes.UNMET_NEED, node.span, message, help_, also)

    def _meets(self, declared: p.Declared, node: td.Need) -> bool:
        """Is what the game declares just what a mechanic needs?"""
        if isinstance(declared, p.Zone | p.Account):
            per = node.per.text if node.per is not None else None
            if isinstance(declared, p.Zone):
                return node.what == "zone" and (declared.per == per or per not in {None, *self._zone_pers()})
            return node.what == "account" and declared.per_seat == (per is not None)
        if isinstance(declared, p.Rule):
            self.context.settle(declared, node.span)
        elif not isinstance(declared, p.State) or node.what == "rule":
            return False
        kinds = declared.parameter_types if isinstance(declared, p.Rule) else ()
        if node.what not in ("rule", "value") or len(kinds) != len(node.parameters):
            return False
        wanted = self.context.type_of(node.type) if node.type is not None else declared.type
        given = (self.context.type_of(parameter.type) for parameter in node.parameters)
        return ty.fits(declared.type, wanted) and all(map(ty.fits, given, kinds))


def _is_as(what: str, declared: p.Declared) -> bool:
    """Is it declared as what is needed: a zone, an account, or what may be asked for?"""
    sort = {"zone": p.Zone, "account": p.Account}.get(what)
    return isinstance(declared, sort if sort is not None else p.Rule | p.State)
