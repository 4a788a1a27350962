"""Money, and what the rules keep in mind for everybody to see: beside the seat it is of, or in the middle."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from coupdsl.language import program as p
from coupdsl.play.drawing import Drawing
from coupdsl.play.worth_telling import of_seat, told_of
from coupdsl.rulesets.table_hints import Hints
from coupdsl.scene.model import Amount

View = dict[str, Any]


class Amounts:
    """Those of one ruleset. `drawing` says which states are for people."""

    def __init__(self, drawing: Drawing, hints: Hints) -> None:
        self.words, self.hints = drawing.words, hints
        self.drawing, self.states = drawing, drawing.shown_states

    def common(self, view: View) -> tuple[Amount, ...]:
        """What is of nobody, money first."""
        return (*self._accounts(view, None), *self._states(view))

    def of(self, seat: int, view: View) -> tuple[Amount, ...]:
        return (*self._accounts(view, seat), *self._states_of(seat, view))

    def tags(self, seat: int, view: View) -> tuple[str, ...]:
        """What this seat is at the moment: the states that name it."""
        return tuple(
            self._label(state) for state in self.states
            if state.per is None and state.type.name == "seat" and view["states"].get(state.name) == seat
        )  # fmt: skip

    def _label(self, state: p.State) -> str:
        return self.words.label("names", state.name)

    def _accounts(self, view: View, seat: int | None) -> Iterator[Amount]:
        for name, kept in view["accounts"].items():
            if isinstance(kept, list) is (seat is None) or self.words.is_kept_off(name):
                continue
            balance = kept if seat is None else kept[seat]
            text = self.words.say("unlimited") if balance is None else str(balance)
            kind = self.hints.first("pieces", (name,)) or ""
            yield Amount(name, self.words.label("names", name), text, balance, kind)

    def _states(self, view: View) -> Iterator[Amount]:
        """Those of nobody."""
        for state in self.states:
            if state.per != "seat" and state.type.name != "seat":
                yield from self._value(state, view["states"].get(state.name), view)

    def _states_of(self, seat: int, view: View) -> Iterator[Amount]:
        for state in self.states:
            if state.per == "seat":
                kept = of_seat(state, seat, view, self.words.rules.program, self.words.is_kept_off)
                yield from self._value(state, kept, view)

    def _value(self, state: p.State, value: Any, view: View) -> Iterator[Amount]:
        value = told_of(state, value)
        if value is None:
            return
        text = "" if value is True else self.words.value(value, state.type, view["seat"])
        number = value if isinstance(value, int) and not isinstance(value, bool) and state.type.is_numeric else None
        program = self.words.rules.program
        entry = program.entry(value) if isinstance(value, str) and state.type.name in program.kinds else None
        stated = self.drawing.stated(entry) if entry is not None else ()
        yield Amount(state.name, self._label(state), text, number, stated=stated)


__all__ = ["Amounts"]
