"""Whether words that texts have for what a field says still fit what is in force."""

from __future__ import annotations

from collections.abc import Iterator

from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language.walk import all_parts
from coupdsl.rulesets.ruleset import Ruleset
from coupdsl.rulesets.shared_words import homes_of_mechanics


def is_as_worded(rules: Ruleset, rule: p.Rule, entry: p.Entry | None) -> bool:
    """Does no variant say otherwise, of the rule as `entry` has it or of what that has from others by their names?"""
    waiting = [(rule, entry)]
    seen = set(waiting)
    while waiting:
        version = rules.version(*waiting.pop())
        if version is None or version.value is None:
            continue
        if is_of_variant(rules.program, version):
            return False
        further = {one for part in all_parts(version.value) for one in _of_another(part, rules.program)} - seen
        seen |= further
        waiting += further
    return True


def is_of_variant(program: p.Program, version: p.Version) -> bool:
    """Is it a text that a variant puts in the place of another, by itself or with its entry?"""
    return version.level >= p.VARIANT or (version.entry is not None and is_replaced(program, version.entry))


def is_of_mechanic(rules: Ruleset, rule: p.Rule, version: p.Version) -> bool:
    """Does it say what a mechanic does itself, and not what the game puts in the place of that?"""
    homes = homes_of_mechanics(rules.program)
    own = [one for one in rule.versions if one.span.source.folder in homes]
    return version in own or rules.meaning_of(version.value) in (rules.meaning_of(one.value) for one in own)


def is_replaced(program: p.Program, entry: p.Entry) -> bool:
    """Does a variant put it in the place of another, as a whole or with the one that it is in?"""
    whole = (entry.parent or entry).span
    return any(one.span.source is whole.source and one.span.start == whole.start for one in program.replaced)


def _of_another(part: p.Expr, program: p.Program) -> Iterator[tuple[p.Rule, p.Entry | None]]:
    """The rule of an entry that is named there."""
    if isinstance(part, pe.Apply) and isinstance(part.entry, pe.Const):
        kind = program.kinds.get(part.entry.type.name)
        yield from ((part.rule, entry) for entry in kind.entries if entry.index == part.entry.value) if kind else ()
