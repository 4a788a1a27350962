"""Why a move is not among the options: the nearest rule whose condition fails, and its place."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from coupdsl.code import expressions as x
from coupdsl.code.bits import mask_of, members
from coupdsl.code.decisions import Decision, Option, Pick
from coupdsl.code.errors import IllegalMove, Reason
from coupdsl.code.moves import Move
from coupdsl.code.plain import plain, written
from coupdsl.engine.deciding import Route, evidence_of
from coupdsl.engine.tracing import Part, Tracer, deciding, facts
from coupdsl.engine.turn import Turn
from coupdsl.language.likeness import nearest
from coupdsl.language.source import Span


def unknown_move(state: Turn, text: str, seat: int | None) -> Reason:
    """What to say of text that is no move: the nearest notation, or else the words that are possible.

    That is told to `seat`, which is to act, and to nobody else: they are told the words of the decision.
    """
    possible = state.legal_moves() if seat is not None else []
    legal = [str(move) for move in possible]
    decision = state.code.decisions.get(state.pc)
    if decision is None:
        words = sorted({move.word for move, _ in state.chances()})
    else:
        words = sorted({word for option in decision.options for word in option.words})
    near = nearest(text, legal) or (nearest(text.split()[0], words) if text.split() else None)
    if near is not None and near != text.partition(" ")[0]:
        return Reason("did_you_mean", (near,))
    if decision is not None and seat is None:
        return Reason("asks", (decision.name, _row(words)))
    return Reason("possible_here", (_row(sorted({move.word for move in possible}) or words),))


def _row(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)


def illegal_move(state: Turn, move: Move, seat: int | None) -> IllegalMove:
    """Why `move`, a move of this game, may not be made now: what `seat`, which is to act, may know of it, or all."""
    decision = state.code.decisions.get(state.pc)
    if decision is None:
        return IllegalMove(str(move), Reason("not_by_chance"))
    site = state.code.sites[decision.site]
    options = [option for option in decision.options if move in option.moves.values()]
    same_word = next((option for option in decision.options if move.word in option.words and option.picks), None)
    if not options and same_word is not None:
        sources = " and ".join(f"`{pick.source.span.words}`" for pick in same_word.picks)
        return IllegalMove(str(move), Reason("takes", (move.word, sources)), str(site.span))
    if not options:
        words = [word for option in decision.options for word in sorted(option.words)]
        return IllegalMove(str(move), Reason("asks", (decision.name, _row(words))), str(site.span))
    if seat is None:
        return IllegalMove(str(move), Reason("not_offered", (decision.name,)), str(site.span))
    return _Search(state.copy(), decision, options[0], move).why()


def legal_move(state: Turn, move: Move) -> list[Because]:
    """What made `move`, one of the options, possible: a line for every condition it fulfils and where it lies."""
    decision = state.code.decisions.get(state.pc)
    if decision is None:
        return []
    option, values, _ = state.legal[move]
    return _Search(state.copy(), decision, option, move).why_not(values)


class Because(NamedTuple):
    """One reason with the rules and the place behind it."""

    reason: Reason
    rules: tuple[str, ...]
    place: str


class _Search:
    """Walks the expression that makes the options until the value drops out of it; writes into `state`."""

    def __init__(self, state: Turn, decision: Decision, option: Option, move: Move) -> None:
        self.state = state
        self.decision = decision
        self.option = option
        self.move = move
        self.tracer = Tracer(state, state.reference.evaluator, seat=state.actor)
        self.citations: tuple[str, ...] = ()
        self.route = Route()
        self.picked = 0

    def why(self) -> IllegalMove:
        state, option = self.state, self.option
        site = state.code.sites[self.decision.site]
        self.citations = tuple(map(str, site.citations))
        if option.last_resort:
            return self._because(Reason("last_resort"), site.span)
        alike = [_as_tuple(values) for values, move in option.moves.items() if move == self.move]
        for at, pick in enumerate(option.picks):
            inside = self.tracer.elements(pick.stated)
            offered = [values for values in alike if values[at] in inside]
            self._picking(pick, alike[0][at])
            if not offered:
                return self._dropped(pick.stated, mask_of(values[at] for values in alike))
            alike = offered
            state.memory[pick.name.slot] = alike[0][at]
            self.picked += 1
        assert option.stated is not None
        return self._fails("fails", option.stated)

    def why_not(self, values: tuple[int, ...]) -> list[Because]:
        """Why the move is not refused."""
        found = []
        self.citations = tuple(map(str, self.state.code.sites[self.decision.site].citations))
        for pick, value in zip(self.option.picks, values, strict=True):
            self._picking(pick, value)
            found += self._stayed(pick.stated, value)
            self.state.memory[pick.name.slot] = value
        return found + ([self._holds(self.option.stated)] if self.option.stated is not None else [])

    def _picking(self, pick: Pick, value: int) -> None:
        """From now on it is asked about this."""
        self.route = Route(about=(value, pick.name.type))

    def _choosing(self, name: x.Name, value: int) -> None:
        self.tracer.put(name, value)
        self.route = self.route.calling(name, value, subject=True)

    def _holds(self, condition: x.Expression) -> Because:
        whole, reason, inner = self._decided(condition, "holds")
        if not whole.value:  # of `preferring`
            reason = reason._replace(sentence="none_better", deeper=None)
        reason = reason._replace(evidence=evidence_of(self.tracer, condition, self.route))
        return Because(reason, inner.rules or self.citations, inner.place)

    def _decided(self, condition: x.Expression, sentence: str) -> tuple[Part, Reason, Part]:
        """A condition, the reason in words why it is as it is, and the innermost part that decides it."""
        whole = self.tracer.part(condition)
        inner = deciding(whole)
        counted = facts(inner)
        values = tuple((fact.text, written(fact.value)) for fact in counted)
        deeper = inner.text if inner is not whole else None
        return whole, Reason(sentence, (whole.text,), deeper, values, kinds=tuple(fact.kind for fact in counted)), inner

    def _stayed(self, expr: x.Expression, value: int) -> list[Because]:
        """Why `value` is in `expr`."""
        match expr:
            case x.Filter(source=source, condition=condition):
                found = self._stayed(source, value)
                self._choosing(expr.name, value)
                return [*found, self._holds(condition)]
            case x.If(condition=condition):
                chosen = expr.then if self.tracer.value(condition) else expr.otherwise
                return self._stayed(chosen, value)
            case x.Call() | x.Dispatch():
                if (text := self._text(expr)) is not None:
                    return self._stayed(text, value)
            case x.Form():
                return self._stayed(expr.of, value)
            case x.Op(name="with", arguments=(first, second)) if self._among(first, 1 << value):
                return self._stayed(first, value)
            case x.Op(name="with", arguments=(_, second)):
                return [self._said("one_of", second, second.span.words)]
            case x.Op(name="without", arguments=(first, _)):
                return self._stayed(first, value)
            case x.Zone():
                return [self._said("inside", expr, self._zone(expr))]
        return [self._said("one_of", expr, expr.span.words)]

    def _text(self, expr: x.Call | x.Dispatch) -> x.Expression | None:
        """What the rule that is asked states, with what it is given in its places; what it cites counts from now on."""
        function, values = self.tracer.asked(expr)
        if function is None or function.stated is None:
            return None
        self.route = self.route.through(self.tracer, expr, function, values)
        self.citations = tuple(map(str, function.citations)) or self.citations
        return function.stated

    def _said(self, sentence: str, expr: x.Expression, filled: str) -> Because:
        evidence = self.route.evidence(self.tracer, expr, holds=True)
        return Because(Reason(sentence, (filled,), evidence=evidence), self.citations, str(expr.span))

    def _zone(self, expr: x.Zone) -> str:
        at = expr.start
        if expr.index is not None:
            at += self.tracer.value(expr.index)
        return self.state.code.layout.zone_name(at)

    def _because(self, reason: Reason, span: Span) -> IllegalMove:
        return IllegalMove(str(self.move), reason._replace(picked=self.picked), str(span), self.citations)

    def _fails(self, sentence: str, condition: x.Expression) -> IllegalMove:
        """A condition that does not hold, the innermost part for which it does not, and what counts there."""
        _, reason, inner = self._decided(condition, sentence)
        self.citations = inner.rules or self.citations
        reason = reason._replace(evidence=evidence_of(self.tracer, condition, self.route))
        return self._because(reason, inner.span)

    def _among(self, expr: x.Expression, alike: int) -> int:
        return mask_of(self.tracer.elements(expr)) & alike

    def _dropped(self, expr: x.Expression, alike: int) -> IllegalMove:
        """None of `alike`, which nobody can tell apart, is in `expr`: finds the innermost part that leaves them out."""
        match expr:
            case x.Filter(source=source, condition=condition):
                inside = self._among(source, alike)
                if not inside:
                    return self._dropped(source, alike)
                if expr.preferring:
                    others = self.tracer.value(expr)
                    first = written(plain(others, expr.type, self.state.code.layout))
                    self._choosing(expr.name, members(inside)[0])
                    evidence = evidence_of(self.tracer, condition, self.route, self.tracer.seen(others, expr))
                    reason = Reason("others_first", (condition.span.words, first), evidence=evidence)
                    return self._because(reason, condition.span)
                self._choosing(expr.name, members(inside)[0])
                return self._fails("fails_for_it", condition)
            case x.If(condition=condition):
                chosen = expr.then if self.tracer.value(condition) else expr.otherwise
                return self._dropped(chosen, alike)
            case x.Call() | x.Dispatch():
                if (text := self._text(expr)) is not None:
                    return self._dropped(text, alike)
            case x.Form():
                return self._dropped(expr.of, alike)
            case x.Each() if (without := self._of_none(expr, alike)) is not None:
                return without
            case x.Op(name="with", arguments=(first, *_)):
                return self._dropped(first, alike)
            case x.Op(name="without", arguments=(first, second)):
                if not self._among(first, alike):
                    return self._dropped(first, alike)
                return self._not_among("one_of", second, second.span.words, expr.span)
            case x.Zone():
                return self._not_among("elsewhere", expr, self._zone(expr), expr.span)
        return self._not_among("not_in", expr, expr.span.words, expr.span)

    def _of_none(self, expr: x.Each, alike: int) -> IllegalMove | None:
        """Of what is found at many things, the condition that leaves out that one at which it is."""
        if expr.type.of is not None and expr.type.of.family and not all(map(self.tracer.knows, members(alike))):
            return None
        at = []
        for element in self.tracer.elements(self._unfiltered(expr.source)):
            self.tracer.put(expr.name, element)
            at += [element] if self._found(expr.body) & alike else []
        route, citations = self.route, self.citations
        found = self._dropped(expr.source, mask_of(at)) if at else None
        if found is None or found.because is None or found.because.sentence != "fails_for_it":
            self.route, self.citations = route, citations
            return None
        return found

    def _found(self, body: x.Expression) -> int:
        return self._among(body, -1) if body.type.is_collection else mask_of([self.tracer.value(body)])

    def _unfiltered(self, expr: x.Expression) -> x.Expression:
        """What conditions leave some out of."""
        match expr:
            case x.Filter():
                return self._unfiltered(expr.source)
            case x.Form():
                return self._unfiltered(expr.of)
            case x.Call() | x.Dispatch():
                function = self.tracer.bind(expr)
                stated = function.stated if function is not None else None
                return self._unfiltered(stated) if stated is not None else expr
        return expr

    def _not_among(self, sentence: str, expr: x.Expression, filled: str, span: Span) -> IllegalMove:
        """That it is in a set of which it must not be, or not in one of which it must."""
        evidence = self.route.evidence(self.tracer, expr, holds=sentence == "one_of")
        return self._because(Reason(sentence, (filled,), evidence=evidence), span)


def _as_tuple(values: Any) -> tuple[int, ...]:
    return values if isinstance(values, tuple) else (values,)
