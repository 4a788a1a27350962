"""What the worlds of a seat hold by the rules of a game, and what makes them hard to draw."""

from __future__ import annotations

from coupdsl.code import expressions as x
from coupdsl.code import instructions as i
from coupdsl.engine.rules import Rules
from coupdsl.language.records import record


@record
class Imagined:
    """By the names of the rules: where hidden pieces lie, what is kept hidden, and what is chosen or drawn in secret.

    `told_at_once` are values that everybody is told, made of what may be hidden: worlds must come to the same ones.
    With `alike` there are pieces that are written alike.
    """

    zones: tuple[str, ...]
    states: tuple[str, ...]
    choices: tuple[str, ...]
    chances: tuple[str, ...]
    told_at_once: tuple[str, ...]
    alike: bool

    @property
    def is_anything(self) -> bool:
        return bool(self.zones or self.states or self.choices or self.chances)


def imagined(rules: Rules) -> Imagined:
    """Of the rules in force."""
    program, code = rules.program, rules.code
    decisions = [one.decision for one in code.instructions if isinstance(one, i.Choose) and one.decision.secretly]
    kept = [one for one in code.instructions if isinstance(one, i.Store)]
    stored = {one.to.start for one in kept}
    seen = {slot for state in program.states if state.seen_by == "all" for slot in code.layout.slots(state)}
    known = {one.to.start for one in kept if _is_seen(one.value, seen)}  # before it is told
    tells = [one for one in code.instructions if isinstance(one, i.Tell) and one.slot not in known]
    told = [code.revealed[one.number].name for one in tells]
    return Imagined(
        tuple(zone.name for zone in program.zones if zone.seen_by != "all"),
        tuple(
            state.name for state in program.states
            if state.seen_by != "all" and not stored.isdisjoint(code.layout.slots(state))
        ),
        tuple(dict.fromkeys(one.name for one in decisions if one.who is not None)),
        tuple(dict.fromkeys(one.name for one in decisions if one.who is None)),
        tuple(dict.fromkeys(told)),
        code.layout.doubled,
    )  # fmt: skip


def _is_seen(value: x.Expression, seen: set[int]) -> bool:
    """Is it what a state says that everybody sees?"""
    return isinstance(value, x.State) and value.index is None and value.start in seen
