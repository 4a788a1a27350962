"""Where a value in force comes from: every place that states it, in the order in which the later goes before."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from coupdsl.language import program as p
from coupdsl.language.likeness import nearest
from coupdsl.language.records import by_value
from coupdsl.language.source import Span
from coupdsl.rulesets.composed import Composed
from coupdsl.rulesets.reworded import reworded
from coupdsl.rulesets.ruleset import Ruleset, precedence
from coupdsl.rulesets.values import shown

_CITED = re.compile(r"@([A-Z]+[0-9]+)\b")


@by_value
class Origin:
    """One place that states a value: its text there, and the rule numbers that it cites."""

    text: str
    span: Span
    rules: tuple[str, ...] = ()


def origins(composed: Composed, rules: Ruleset, path: str) -> list[Origin]:
    """All that states an option, field (`siege.collect`), text (`siege.motto`), rule, account, place or the like.

    The last is in force, of a text in the languages in which it is said there.
    Where nothing is called so, it is empty.
    """
    if path in rules.options:
        return list(_of_option(composed, rules, rules.program.options[path]))
    if (text := rules.program.text(path)) is not None:
        return list(_of_text(composed, *text))
    found = _rule(rules.program, path)
    return list(_of_rule(composed, rules, *found) if found is not None else _of_thing(rules.program, path))


def taken_out(composed: Composed, path: str) -> Span | None:
    """Where a variant takes the entry out of play that `path` is, or is something of."""
    names = path.split(".")
    entry = next(filter(None, (composed.program.entry(".".join(names[:n])) for n in range(len(names), 0, -1))), None)
    within = (entry, entry.parent) if entry is not None else ()
    return next((composed.removed[one] for one in within if one in composed.removed), None)


def near_paths(rules: Ruleset, path: str) -> str | None:
    """The option, field or rule that is called so within a mechanic or an entry, or whose name is nearest."""
    known = paths(rules)
    above, dot, name = path.rpartition(".")
    inside = (one for one in known if one.startswith(above + dot) and one.rpartition(".")[2] == name)
    return next(inside, None) or nearest(path, known)


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
    texts = [f"{entry.path}.{field}" for kind in program.charted for entry in kind.entries for field in entry.texts]
    named = [f"{rule.owner}.{rule.name}" if rule.owner else rule.name for rule in program.rules]
    return [*program.options, *fields, *texts, *named, *(path for path in _things(program) if path not in named)]


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
    if rule.form == "let":
        for one in _replaced(rules.program, rule.name):
            if one.old_value is not None:
                cited = _CITED.findall(_line(one.old).text)
                yield Origin(_first_line(one.old_value), one.old_value, tuple(cited))
    versions = [v for v in rule.versions if v.entry in (None, entry) and rules.holds(v.reading)]
    for version in sorted(versions, key=precedence):
        span = version.value.span if version.value is not None else version.span
        yield Origin(_first_line(span), span, tuple(map(str, version.citations)))
    if entry is not None:
        for variant in composed.variants:
            for (_, path, name), stated in variant.fields.items():
                if (path, name) == (entry.path, rule.name):
                    yield Origin(shown(stated.value), stated.span)


def _of_text(composed: Composed, entry: p.Entry, field: str) -> Iterator[Origin]:
    if field in entry.texts:
        yield Origin(_worded(entry.texts[field]), entry.text_places[field])
    for variant in composed.variants:
        anew = [one for one in reworded(variant, composed.program) if (one.entry, one.field) == (entry, field)]
        if anew:
            yield Origin(_worded({one.language: one.text for one in anew}), anew[0].stated.span)
        names = {language: given[entry.path] for language, given in variant.names.items() if entry.path in given}
        if field == "name" and names:
            yield Origin(_worded(names), next(span for path, span in variant.named if path == entry.path))


def _worded(texts: Mapping[str, str]) -> str:
    """Texts as rule files have them."""
    return " ".join(f'{language} "{text}"' for language, text in texts.items())


def _things(program: p.Program) -> dict[str, Span]:
    """What is declared beside rules, and where: accounts, what is remembered, places, and the seats."""
    fields = {field.name for family in program.families for field in family.fields}
    told = {state.name for mechanic in program.mechanics.values() for state in mechanic.parameters}
    states = [state for state in program.states if state.name not in fields | told]
    things: list[p.Account | p.State | p.Zone] = [*program.accounts, *states, *program.zones]
    found = {one.name: one.span for one in things}
    return {**found, "seats": program.seats.span} if program.seats is not None else found


def _of_thing(program: p.Program, path: str) -> Iterator[Origin]:
    """The line that declares something, and those of variants that replace it."""
    if path in (things := _things(program)):
        replaced = _replaced(program, path)
        for span in [replaced[0].old, *(one.span for one in replaced)] if replaced else [things[path]]:
            line = _line(span)
            yield Origin(line.words.removeprefix("replace "), span, tuple(_CITED.findall(line.text)))


def _replaced(program: p.Program, path: str) -> list[p.Replaced]:
    """What stands in the place of what is called so, the last in force."""
    return sorted((one for one in program.replaced if one.path == path), key=lambda one: one.rank)


def _line(span: Span) -> Span:
    """The whole line that it stands in."""
    start = span.source.line_starts[span.line - 1]
    return Span(span.source, start, start + len(span.source.line(span.line)))


def _first_line(span: Span) -> str:
    return span.begins + (" …" if "\n" in span.text.strip() else "")


__all__ = ["Origin", "near_paths", "origins", "paths", "paths_under", "taken_out"]
