"""What a value in force is as text, and whether it is what errata say is used."""

from __future__ import annotations

from coupdsl.code.resolving import Resolver
from coupdsl.code.seats import allowed_seats
from coupdsl.language import codes
from coupdsl.language.diagnostics import Diagnostic, suggest
from coupdsl.rulesets.composed import Composed
from coupdsl.rulesets.ruleset import Ruleset


def effective(rules: Ruleset, path: str) -> str | None:
    """The value in force of an option (`loan.unit`) or field (`siege.collect`) as text; None if there is none."""
    if path in rules.options:
        return str(rules.options[path].value)
    entry_path, _, name = path.rpartition(".")
    entry = rules.program.entry(entry_path)
    rule = entry.kind.members.get(name) if entry is not None else None
    if rule is None:
        return None
    value = Resolver(rules).rule_value(rule, entry)
    return str(value.value) if value is not None else None


def _paths(composed: Composed) -> set[str]:
    """Every option and field that an erratum may be of."""
    entries = [entry for kind in composed.program.kinds.values() for entry in kind.entries]
    fields = {f"{entry.path}.{name}" for entry in entries for name in entry.kind.members}
    return {*composed.program.options, *fields}


def errata_problems(composed: Composed) -> list[Diagnostic]:
    """What an erratum says is used must be in force, unless a later variant sets something else."""
    problems: list[Diagnostic] = []
    for index, variant in enumerate(composed.variants):
        later = {path for other in composed.variants[index + 1 :] for path in other.paths}
        for erratum in variant.errata:
            if erratum.path in later:
                continue
            value = effective(composed.settle(min(allowed_seats(composed)), Ruleset), erratum.path)
            if value != erratum.used:
                message = f"the erratum says `{erratum.used}` is used, but `{value}` is in force"
                if value is None:
                    message = f"the erratum's path `{erratum.path}` leads to nothing"
                    help_ = suggest(erratum.path, _paths(composed))
                    problems.append(Diagnostic(codes.ERRATUM, erratum.span, message, help_))
                    continue
                problems.append(
                    Diagnostic(codes.ERRATUM, erratum.span, message, None, ((erratum.used_span, "said here"),))
                )
    return problems
