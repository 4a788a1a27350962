"""Why a move is not among the options: the nearest rule whose condition fails, and its place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from coupdsl.engine.bits import mask_of, members
from coupdsl.engine.code import Decision, Option
from coupdsl.engine.errors import IllegalMove
from coupdsl.engine.moves import Move
from coupdsl.language import program as p
from coupdsl.language.diagnostics import nearest
from coupdsl.language.parser import Citation
from coupdsl.language.source import Span

if TYPE_CHECKING:
    from coupdsl.engine.state import State


def unknown_move(state: State, text: str) -> str:
    """What to say of text that is no move: the words of the decision, or the nearest notation."""
    legal = [str(move) for move in state.legal_moves()]
    near = nearest(text, legal)
    if near is not None:
        return f"did you mean `{near}`?"
    decision = state.rules.code.decisions.get(state.pc)
    words = sorted({word for option in decision.options for word in option.words}) if decision is not None else ["deal"]
    near = nearest(text.split()[0], words) if text.split() else None
    if near is not None and near != text.split()[0]:
        return f"did you mean `{near}`?"
    return "possible here: " + ", ".join(f"`{word}`" for word in words)


def illegal_move(state: State, move: Move) -> IllegalMove:
    """Why `move`, a move of this game, may not be made now."""
    decision = state.rules.code.decisions.get(state.pc)
    if decision is None:
        return IllegalMove(str(move), "it is not among what chance can bring here")
    site = state.rules.code.sites[decision.site]
    options = [option for option in decision.options if move in option.moves.values()]
    same_word = next((option for option in decision.options if move.word in option.words and option.picks), None)
    if not options and same_word is not None:
        sources = " and ".join(f"`{_line(pick.source.span)}`" for _, _, pick in same_word.picks)
        return IllegalMove(str(move), f"`{move.word}` takes what is in {sources}", str(site.span))
    if not options:
        words = ", ".join(f"`{word}`" for option in decision.options for word in sorted(option.words))
        return IllegalMove(str(move), f"`{decision.name}` asks for {words}", str(site.span))
    return _Search(state.copy(), decision, options[0], move).why()


class _Search:
    """Walks the expression that makes the options until the value drops out of it; writes into `state`."""

    def __init__(self, state: State, decision: Decision, option: Option, move: Move) -> None:
        self.state = state
        self.decision = decision
        self.option = option
        self.move = move
        self.citations: tuple[Citation, ...] = ()

    def why(self) -> IllegalMove:
        state, option = self.state, self.option
        site = state.code.sites[self.decision.site]
        self.citations = site.citations
        if option.last_resort:
            return self._because("something else can be done", site.span)
        if not option.picks:
            assert option.alternative is not None and option.alternative.condition is not None
            span = option.alternative.condition.span
            return self._because(f"`{_line(span)}` does not hold", span)
        alike = [_as_tuple(values) for values, move in option.moves.items() if move == self.move]
        for at, (slot, source, pick) in enumerate(option.picks):
            found = source(state)
            inside = members(found) if pick.source.type.name == "set" else found
            offered = [values for values in alike if values[at] in inside]
            if not offered:
                return self._dropped(pick.source, mask_of(values[at] for values in alike), self.decision.entry)
            alike = offered
            state.memory[slot] = alike[0][at]
        assert option.alternative is not None and option.alternative.condition is not None
        span = option.alternative.condition.span
        return self._because(f"`{_line(span)}` does not hold", span)

    def _because(self, reason: str, span: Span) -> IllegalMove:
        rules = tuple(str(citation) for citation in self.citations)
        return IllegalMove(str(self.move), reason, str(span), rules)

    def _among(self, expr: p.Expr, alike: int, entry: p.Entry | None) -> int:
        mask: int = self.state.code.evaluator.as_mask(expr, entry)(self.state)
        return mask & alike

    def _dropped(self, expr: p.Expr, alike: int, entry: p.Entry | None) -> IllegalMove:
        """None of `alike`, which nobody can tell apart, is in `expr`: finds the innermost part that leaves them out."""
        evaluator = self.state.code.evaluator
        if isinstance(expr, p.Filter):
            if not self._among(expr.source, alike, entry):
                return self._dropped(expr.source, alike, entry)
            span = expr.condition.span
            if expr.preferring:
                return self._because(f"there are options for which `{_line(span)}`, and they come first", span)
            return self._because(f"`{_line(span)}` does not hold for it", span)
        if isinstance(expr, p.Cond):
            chosen = expr.then if evaluator.closure(expr.condition, entry)(self.state) else expr.otherwise
            return self._dropped(chosen, alike, entry)
        if isinstance(expr, p.Apply):
            target = entry
            if expr.entry is not None:
                kind = self.state.rules.program.kinds[expr.entry.type.name]
                target = kind.entries[evaluator.closure(expr.entry, entry)(self.state)]
            evaluator.closure(expr, entry)(self.state)  # puts the arguments in their places
            version = self.state.rules.version(expr.rule, target)
            if version is not None and version.value is not None:
                self.citations = version.citations or self.citations
                return self._dropped(version.value, alike, target)
        if isinstance(expr, p.Op) and expr.name == "with":
            return self._dropped(expr.arguments[0], alike, entry)
        if isinstance(expr, p.Op) and expr.name == "without":
            if not self._among(expr.arguments[0], alike, entry):
                return self._dropped(expr.arguments[0], alike, entry)
            return self._because(f"it is one of `{_line(expr.arguments[1].span)}`", expr.span)
        if isinstance(expr, p.GetZone):
            at = self.state.code.layout.zone_start[expr.zone]
            if expr.index is not None:
                at += evaluator.closure(expr.index, entry)(self.state)
            return self._because(f"it does not lie in `{self.state.code.layout.zone_name(at)}`", expr.span)
        return self._because(f"it is not in `{_line(expr.span)}`", expr.span)


def _as_tuple(values: Any) -> tuple[int, ...]:
    return values if isinstance(values, tuple) else (values,)


def _line(span: Span) -> str:
    return " ".join(span.text.split())
