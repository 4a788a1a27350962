"""What a variant says to no effect, which is hardly what was wanted: warnings."""

from __future__ import annotations

from collections.abc import Iterator

from coupdsl.language import codes
from coupdsl.language.diagnostics import Diagnostic
from coupdsl.language.source import Span
from coupdsl.rulesets.conflicts import ancestors
from coupdsl.rulesets.variant import Variant

Removed = dict[tuple[str, str], Span]


def idle(variants: list[Variant]) -> Iterator[Diagnostic]:
    """Entries taken out of play twice, and fields set of those that are out; `variants` in the order of application.

    A variant is held against what it extends and against itself; what two parents both take out is no slip.
    """
    above = ancestors(variants)
    for variant, over in zip(variants, above, strict=True):
        out: Removed = {}
        for parent in sorted(over):
            out |= {key: stated.span for key, stated in variants[parent].removed.items() if key not in out}
        own = {key: stated.span for key, stated in variant.removed.items()}
        yield from (_again(key[1], span, out[key]) for key, span in own.items() if key in out)
        yield from (_again(key[1], span, own[key]) for key, span in variant.repeated)
        yield from _set(variant, {**own, **out})


def _again(name: str, span: Span, before: Span) -> Diagnostic:
    message = f"`{name}` is out of play already"
    return Diagnostic(codes.IDLE, span, message, f"leave `{name}` out of this list", ((before, "taken out here"),))


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
