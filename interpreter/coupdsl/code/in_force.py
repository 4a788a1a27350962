"""Which entries of kinds count: those in play, and those that they take over from entries that are not."""

from __future__ import annotations

from coupdsl.code.bits import members
from coupdsl.code.layout import NONE
from coupdsl.code.resolving import Resolver
from coupdsl.language import program as p


def entries_in_force(expressions: Resolver) -> set[p.Entry]:
    """The entries in play, what stands inside them, and whatever a field of one of these holds."""
    program, rules = expressions.rules.program, expressions.rules
    found: set[p.Entry] = set()
    waiting = [entry for kind in program.kinds.values() for entry in rules.entries(kind)]
    while waiting:
        entry = waiting.pop()
        if entry not in found:
            found.add(entry)
            waiting += rules.children(entry)
            for rule in entry.kind.members.values():
                waiting += _held(expressions, rule, entry)
    return found


def _held(expressions: Resolver, rule: p.Rule, entry: p.Entry) -> list[p.Entry]:
    """The entries that a field of `entry` holds."""
    held = rule.type.of if rule.type.is_collection else rule.type
    kind = expressions.rules.program.kinds.get(held.name) if held is not None else None
    if kind is None or rule.form != "field" or rule.parameter_types:
        return []
    if expressions.rules.version(rule, entry) is None:
        return []
    value = expressions.rule_value(rule, entry)
    if value is None:
        return []
    if not rule.type.is_collection:
        return [kind.entries[value.value]] if value.value != NONE else []
    return [kind.entries[index] for index in (members(value.value) if rule.type.name == "set" else value.value)]
