"""Which entries of kinds count: those in play, and those that they take over from entries that are not."""

from __future__ import annotations

from coupdsl.code.bits import members
from coupdsl.code.layout import NONE
from coupdsl.engine.closures import Fixed
from coupdsl.engine.evaluate import Evaluator
from coupdsl.language import program as p


def entries_in_force(evaluator: Evaluator) -> set[p.Entry]:
    """The entries in play, what stands inside them, and whatever a field of one of these holds."""
    program, rules = evaluator.rules.program, evaluator.rules
    found: set[p.Entry] = set()
    waiting = [entry for kind in program.kinds.values() for entry in rules.entries(kind)]
    while waiting:
        entry = waiting.pop()
        if entry not in found:
            found.add(entry)
            waiting += entry.children
            for rule in entry.kind.members.values():
                waiting += _held(evaluator, rule, entry)
    return found


def _held(evaluator: Evaluator, rule: p.Rule, entry: p.Entry) -> list[p.Entry]:
    """The entries that a field of `entry` holds."""
    held = rule.type.of if rule.type.is_collection else rule.type
    kind = evaluator.rules.program.kinds.get(held.name) if held is not None else None
    if kind is None or rule.form != "field" or rule.parameter_types:
        return []
    if evaluator.rules.version(rule, entry) is None:
        return []
    value = evaluator.body(rule, entry)
    if not isinstance(value, Fixed):
        return []
    if not rule.type.is_collection:
        return [kind.entries[value.value]] if value.value != NONE else []
    return [kind.entries[index] for index in (members(value.value) if rule.type.name == "set" else value.value)]
