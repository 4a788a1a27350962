"""What a variant says to no effect, which is hardly what was wanted: warnings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import permutations
from pathlib import Path

from coupdsl.language import codes
from coupdsl.language import program as p
from coupdsl.language.diagnostics import Diagnostic
from coupdsl.language.looks import resolved
from coupdsl.language.source import Span
from coupdsl.language.walk import all_rules, declared_values, stated_inside
from coupdsl.rulesets.conflicts import ancestors
from coupdsl.rulesets.fillers import options_in, options_read
from coupdsl.rulesets.variant import Variant
from coupdsl.rulesets.yaml_text import Items

Removed = dict[tuple[str, str], Span]


def idle(variants: list[Variant], program: p.Program) -> Iterator[Diagnostic]:
    """Entries taken out of play twice or brought back that are in it, those out of it that are set or named, and files.

    Files that a variant adds though they are a part of the game bring nothing back that is out of play.

    `variants` are in the order of application.
    A variant is held against what it extends and against itself; what two parents both take out is no slip.
    """
    above = ancestors(variants)
    for variant, over in zip(variants, above, strict=True):
        out: Removed = {}
        disputed = {key for one, other in permutations(over, 2) if one not in above[other] and other not in above[one]
                    for key in variants[one].restored.keys() & variants[other].removed.keys()}  # fmt: skip
        for parent in sorted(over):
            out |= {key: stated.span for key, stated in variants[parent].removed.items() if key not in out}
            out = {key: span for key, span in out.items() if key not in variants[parent].restored}
        own = {key: stated.span for key, stated in variant.removed.items()}
        yield from (_again(key[1], span, out[key]) for key, span in own.items() if key in out and key not in disputed)
        yield from (_again(key[1], span, own[key]) for key, span in variant.repeated)
        yield from (_in_play(key[1], span) for key, span in variant.restored_again)
        back = {key: one.span for key, one in variant.restored.items() if program.entry_of(*key) is not None}
        idle_back = [key for key in back if key in own or (key not in out and key not in disputed)]
        yield from (_in_play(key[1], back[key], own.get(key)) for key in idle_back)
        left = {key: span for key, span in {**own, **out}.items() if key not in variant.restored}
        yield from _set(variant, left)
        yield from _answered(variant, program, left)
        yield from _added(variant, program, {key[1] for key in out})


def unasked(variants: list[Variant], program: p.Program, fields: Iterable[p.Version]) -> Iterator[Diagnostic]:
    """Options that a variant sets though each text that asks for them is replaced, by it or by what it extends.

    `fields` are those that variants set.
    """
    if not program.added:
        return
    askers = [(rule, version) for rule in all_rules(program) for version in rule.versions]
    asked = [(rule, version, set(_asked(version))) for rule, version in askers]
    elsewhere = {option for version in fields for option in options_in(version)} | _asked_elsewhere(program)
    for rank, variant in enumerate(variants):
        for key, stated in variant.options.items():
            option = program.options.get(key)
            by = [_replacing(rule, version, rank) for rule, version, options in asked if option in options]
            if option in elsewhere or not by or None in by:
                continue
            message = f"nothing uses `{key}` here: the rule that would is replaced"
            also = tuple((one.span, "in its place") for one in by[:1] if one is not None)
            yield Diagnostic(codes.IDLE, stated.key_span, message, f"leave `{key}` out", also)


def _asked(version: p.Version) -> Iterator[p.Option]:
    """The options that a text of a rule asks for, also by being one of several readings."""
    yield from options_in(version)
    if version.reading is not None:
        yield version.reading.option


def _asked_elsewhere(program: p.Program) -> set[p.Option]:
    """Those asked for by what is no rule."""
    blocks = [program.main, *(one.body for one in program.mechanics.values()), *(program.limit or ())[1:]]
    stated = (expr for block in blocks if block is not None for expr in stated_inside(block))
    return {*options_read(*declared_values(program), *stated)}


def _replacing(rule: p.Rule, version: p.Version, rank: int) -> p.Version | None:
    """What stands in the place of a text wherever it would hold."""
    return next((one for one in rule.versions if one.replaces(version) and one.level <= p.VARIANT + rank), None)


def _again(name: str, span: Span, before: Span) -> Diagnostic:
    message = f"`{name}` is out of play already"
    return Diagnostic(codes.IDLE, span, message, f"leave `{name}` out of this list", ((before, "taken out here"),))


def _in_play(name: str, span: Span, removed: Span | None = None) -> Diagnostic:
    """Where what is brought back is not out of play, or is `removed` by the same variant."""
    if removed is not None:
        message, help_ = f"`{name}` is taken out and brought back", f"leave `{name}` out of one of these lists"
        return Diagnostic(codes.IDLE, span, message, help_, ((removed, "taken out here"),))
    return Diagnostic(codes.IDLE, span, f"`{name}` is in play already", f"leave `{name}` out of this list")


def _set(variant: Variant, out: Removed) -> Iterator[Diagnostic]:
    """One warning for each entry that is out of play, at the first field that is set of it."""
    told: set[tuple[str, str]] = set()
    for (plural, path, _), stated in variant.fields.items():
        key = (plural, path.partition(".")[0])
        if key in out and key not in told:
            told.add(key)
            message = f"`{key[1]}` is out of play: what is set here counts only where others refer to it"
            help_ = f"leave `{key[1]}` out of `set`, or out of `remove`"
            yield Diagnostic(codes.IDLE, stated.key_span, message, help_, ((out[key], "taken out here"),))


def _answered(variant: Variant, program: p.Program, out: Removed) -> Iterator[Diagnostic]:
    """Entries out of play that the answer to an option names."""
    for key, stated in variant.options.items():
        option = program.options.get(key)
        of = option.open.of if option is not None and option.open is not None else None
        if of is None or of.name not in program.kinds or not isinstance(stated.node, Items):
            continue
        for item in stated.node.values:
            name = str(item.plain())
            if (span := out.get((program.kinds[of.name].plural, name))) is not None:
                message, help_ = f"`{name}` is out of play: to name it here has no effect", f"leave `{name}` out here"
                yield Diagnostic(codes.IDLE, item.span, message, help_, ((span, "taken out here"),))


def _added(variant: Variant, program: p.Program, out: set[str]) -> Iterator[Diagnostic]:
    """Files that are a part of the game; `out` are the entries that are out of play, one of which may be wanted."""
    paths = [file.source.path for file in program.files if file.source.path not in program.added]
    own = {resolved(path) for path in paths if path is not None}
    for stated in variant.added:
        path = resolved(variant.folder / str(stated.value))
        if path in own:
            name, entries = path.name, (entry for kind in program.kinds.values() for entry in kind.entries)
            back = ", ".join(one.path for one in entries if one.path in out and _stands_in(path, one.span))
            help_ = f"leave `{name}` out here"
            if back:
                help_ = f"write `{back}` in its place: a name brings back into play what was taken out"
            yield Diagnostic(codes.IDLE, stated.span, f"`{name}` is a part of the game already", help_)


def _stands_in(path: Path, span: Span) -> bool:
    return span.source.path is not None and resolved(span.source.path) == path
