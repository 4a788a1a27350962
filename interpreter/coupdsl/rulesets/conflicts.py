"""Parents of one variant that say different things of the same, where nothing later settles it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

from coupdsl.language import codes
from coupdsl.language import program as p
from coupdsl.language.diagnostics import Diagnostic
from coupdsl.language.records import by_value
from coupdsl.language.source import Span
from coupdsl.rulesets.strays import nested
from coupdsl.rulesets.values import shown
from coupdsl.rulesets.variant import Variant

IN_PLAY = " in play"  # behind the path of an entry that is taken out or brought back


@by_value
class Said:
    """What one variant says of a path."""

    value: str
    span: Span


def conflicts(variants: list[Variant], program: p.Program) -> Iterator[Diagnostic]:
    """`variants` are in the order of application, those of a lineage once each."""
    above = ancestors(variants)
    stated = [dict(_stated(variant, rank, program)) for rank, variant in enumerate(variants)]
    for one, other in combinations(range(len(variants)), 2):
        if one in above[other]:
            continue
        child = next((n for n, over in enumerate(above) if {one, other} <= over), None)
        for path in sorted(stated[one].keys() & stated[other].keys()) if child is not None else ():
            settled = any(path in stated[later] and over & {one, other} for later, over in enumerate(above))
            if not settled and stated[one][path].value != stated[other][path].value:
                assert child is not None
                yield _conflict(path, variants, child, {n: stated[n][path].span for n in (one, other)}, program)


def ancestors(variants: list[Variant]) -> list[set[int]]:
    """For each variant, which of the others it extends, directly or not."""
    places: dict[Path | None, int] = {variant.source.path: n for n, variant in enumerate(variants)}
    above: list[set[int]] = []
    for variant in variants:
        parents = {places[parent.source.path] for parent in variant.parents}
        above.append(parents.union(*(above[parent] for parent in parents)))
    return above


def _stated(variant: Variant, rank: int, program: p.Program) -> Iterator[tuple[str, Said]]:
    """Every option, field, declaration and rule that a variant sets, and entry that is in play or not, by its path."""
    for key, option in variant.options.items():
        yield key, Said(shown(option.value), option.span)
    for (_, entry, name), field in variant.fields.items():
        yield f"{entry}.{name}", Said(shown(field.value), field.span)
    for is_out, named in ((True, variant.removed), (False, variant.restored)):
        for (_, entry), said in named.items():
            yield f"{entry}{IN_PLAY}", Said(str(is_out), said.span)
    for replaced in program.replaced:
        if replaced.rank == rank:
            yield replaced.path, Said(str(replaced.span), replaced.span)
    for rule in program.rules:
        for version in rule.versions:
            if version.level == p.VARIANT + rank:
                yield f"{rule.owner}.{rule.name}" if rule.owner else rule.name, Said(version.span.text, version.span)


def _conflict(
    path: str, variants: list[Variant], child: int, places: dict[int, Span], program: p.Program
) -> Diagnostic:
    also = tuple((span, f"{variants[number].name} says this") for number, span in places.items())
    message = f"the parents set `{path}` differently"
    if path.endswith(IN_PLAY):
        name = path.removesuffix(IN_PLAY)
        message = f"one parent takes `{name}` out of play, and one brings it back"
    help_ = _settled(path, next(iter(places.values())), program)
    return Diagnostic(codes.CONFLICT, variants[child].extends[-1].span, message, help_, also)


def _settled(path: str, said: Span, program: p.Program) -> str:
    """How the child says which holds: by setting it, or by replacing what is stated in files of rules."""
    above, _, name = path.rpartition(".")
    entry = program.entry(above)
    if path.endswith(IN_PLAY) and (own := program.entry(path.removesuffix(IN_PLAY))) is not None:
        return f"say here which one counts: write `{own.kind.plural}: {{add: [{own.path}]}}`, or `remove` for `add`"
    if path in program.options:
        return f"say here which one counts: write `options: {{{path}: …}}`"
    if entry is not None and not program.is_added(said):
        return f"say here which one counts: write `{nested(entry, f'{name}: …')}`"
    line = said.source.line(said.line)
    found = re.search(rf"replace \w+ {re.escape(name)}\b", line)
    written = f"{found[0] if found is not None else f'replace rule {name}'} …"
    written = f"use {above} {{ {written} }}" if above in program.mechanics else written
    return f"say which one counts in a file of rules: write `rules: {{add: [./ours.coup]}}`, and in it `{written}`"
