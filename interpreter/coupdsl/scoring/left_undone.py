"""What counts of a hand that is told, though it is kept in mind only while the hand is played."""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter

from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language import program_statements as ps
from coupdsl.language.walk import all_parts, in_block
from coupdsl.rulesets.ruleset import Ruleset


def left_undone(rules: Ruleset) -> list[tuple[p.Entry, p.State]]:
    """The entries in play whose amounts depend on a state that playing them changes, each with this state."""
    program = rules.program
    entries = (entry for kind in program.kinds.values() for entry in rules.entries(kind))
    played = ((entry, _changed(program, entry, entry.plays)) for entry in entries if entry.plays is not None)
    by_name = attrgetter("name")
    return [(entry, state) for entry, changed in played for state in sorted(changed & _read(entry), key=by_name)]


def _changed(program: p.Program, entry: p.Entry, mechanic: p.Mechanic) -> set[p.State]:
    """The states that a mechanic changes where an entry plays it."""
    rules = (rule for rule in program.rules if rule.acts and rule.owner == mechanic.name)
    blocks = [mechanic.body, *(version.body for rule in rules for version in _of(rule, entry))]
    lines = (line for block in blocks if block is not None for line in in_block(block))
    targets = (line.target for line in lines if isinstance(line, ps.Assign))
    return {target.state for target in targets if isinstance(target, pe.GetState)}


def _read(entry: p.Entry) -> set[p.State]:
    """The states on which what an entry says of itself depends."""
    waiting = [rule for rule in entry.kind.members.values() if entry.states(rule.name)]
    found, seen = set[p.State](), set[p.Rule]()
    while waiting:
        rule = waiting.pop()
        if rule not in seen:
            seen.add(rule)
            values = (version.value for version in _of(rule, entry))
            for part in all_parts(*(value for value in values if value is not None)):
                if isinstance(part, pe.GetState):
                    found.add(part.state)
                elif isinstance(part, pe.Apply):
                    waiting.append(part.rule)
    return found


def _of(rule: p.Rule, entry: p.Entry) -> Iterator[p.Version]:
    """The texts of a rule that may be in force while an entry is played."""
    return (version for version in rule.versions if version.entry in (None, entry))
