"""What a field that a variant sets tells, or reads too late, wherever the rules of the game ask for it."""

from __future__ import annotations

from coupdsl.language import program as p
from coupdsl.language.checker.context import Context
from coupdsl.language.checker.labels import Labels
from coupdsl.language.checker.late import check_late, row_reads_of
from coupdsl.language.checker.leaks import find_leaks
from coupdsl.language.checker.who_knows import PUBLIC, Around, Known
from coupdsl.language.diagnostics import Diagnostic


def version_problems(context: Context, rule: p.Rule, version: p.Version) -> list[Diagnostic]:
    """What is wrong with the rules once `version` of `rule` is in force; each problem stands at the version's value."""
    assert version.value is not None
    reads = row_reads_of(context.program)
    around = Around().only(*((local, Known(key=local)) for local in version.parameters))
    known = Labels(context.program, frozenset(reads.shuffled)).of(version.value, around)
    open_to_all = known.label == known.size == PUBLIC
    if open_to_all and not reads.of_value(version.value, rule.type):
        return []
    before = len(context.problems)
    rule.versions.append(version)
    try:
        check_late(context)
        leaked = find_leaks(context).problems
    finally:
        rule.versions.remove(version)
        late, context.problems[before:] = context.problems[before:], []
    span = version.value.span
    told: dict[str, Diagnostic] = {}
    for one in (*late, *leaked):
        also = () if one.span == span else ((one.span, "asked for here"),)
        told.setdefault(one.code.number, Diagnostic(one.code, span, one.message, one.help, (*also, *one.also)))
    return list(told.values())
