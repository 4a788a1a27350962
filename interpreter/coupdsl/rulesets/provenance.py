"""Where a value in force comes from: every place that states it, in the order in which the later goes before."""

from __future__ import annotations

from collections.abc import Iterator

from coupdsl.language import program as p
from coupdsl.language.likeness import nearest
from coupdsl.language.records import by_value
from coupdsl.language.source import Span
from coupdsl.rulesets.compose import Composed
from coupdsl.rulesets.ruleset import Ruleset, precedence
from coupdsl.rulesets.values import shown


@by_value
class Origin:
    """One place that states a value: its text there, and the rule numbers that it cites."""

    text: str
    span: Span
    rules: tuple[str, ...] = ()


def origins(composed: Composed, rules: Ruleset, path: str) -> list[Origin]:
    """All that states the option, field (`siege.collect`) or rule `path`; the last is in force. None known: empty."""
    if path in rules.options:
        return list(_of_option(composed, rules, rules.program.options[path]))
    found = _rule(rules.program, path)
    return list(_of_rule(composed, rules, *found)) if found is not None else []


def near_paths(rules: Ruleset, path: str) -> str | None:
    """The option, field or rule whose name is nearest."""
    return nearest(path, paths(rules))


def paths_under(rules: Ruleset, path: str) -> list[str]:
    """Everything whose name begins with `path` and a dot."""
    return [known for known in dict.fromkeys(paths(rules)) if known.startswith(f"{path}.")]


def paths(rules: Ruleset) -> list[str]:
    """Everything that `origins` can be asked about."""
    program = rules.program
    fields = [
        f"{entry.path}.{rule.name}"
        for kind in program.charted
        for entry in kind.entries
        for rule in kind.members.values()
        if rules.version(rule, entry) is not None
    ]
    named = [f"{rule.owner}.{rule.name}" if rule.owner else rule.name for rule in program.rules]
    return [*program.options, *fields, *named]


def _rule(program: p.Program, path: str) -> tuple[p.Rule, p.Entry | None] | None:
    above, _, name = path.rpartition(".")
    entry = program.entry(above) if above else None
    if entry is not None and name in entry.kind.members:
        return entry.kind.members[name], entry
    found = next((rule for rule in program.rules if rule.name == name and (rule.owner or "") == above), None)
    return (found, None) if found is not None else None


def _of_option(composed: Composed, rules: Ruleset, option: p.Option) -> Iterator[Origin]:
    cited = tuple(map(str, option.citations))
    yield Origin(shown(option.default), option.default_span or option.span, cited)
    last = None
    for variant in composed.variants:
        stated = variant.options.get(option.key)
        if stated is not None:
            last = stated.span
            yield Origin(shown(stated.value), stated.span)
    setting = rules.options[option.key]
    if setting.span.source.path is None and setting.span != last:  # given with the call
        yield Origin(shown(setting.value), setting.span)


def _of_rule(composed: Composed, rules: Ruleset, rule: p.Rule, entry: p.Entry | None) -> Iterator[Origin]:
    versions = [v for v in rule.versions if v.entry in (None, entry) and rules.holds(v.reading)]
    for version in sorted(versions, key=precedence):
        span = version.value.span if version.value is not None else version.span
        yield Origin(_first_line(span.text), span, tuple(map(str, version.citations)))
    if entry is not None:
        for variant in composed.variants:
            for (_, path, name), stated in variant.fields.items():
                if (path, name) == (entry.path, rule.name):
                    yield Origin(shown(stated.value), stated.span)


def _first_line(text: str) -> str:
    first, _, rest = text.strip().partition("\n")
    return first.rstrip() + (" …" if rest.strip() else "")


__all__ = ["Origin", "near_paths", "origins", "paths", "paths_under"]
