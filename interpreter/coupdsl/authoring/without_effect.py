"""What a variant answers or sets though nothing asks for it, as all else stands: warnings."""

from __future__ import annotations

from collections.abc import Iterator

from coupdsl.code.in_use import in_use
from coupdsl.language import codes
from coupdsl.language.diagnostics import Diagnostic
from coupdsl.rulesets.composed import Composed


def without_effect(composed: Composed) -> Iterator[Diagnostic]:
    """Options and fields that the asked variant sets itself, but for those of which as much was told before."""
    if not composed.variants:
        return
    variant, used = composed.variants[-1], in_use(composed)
    told = {warning.span for warning in composed.warnings}
    for key, stated in variant.options.items():
        if stated.key_span not in told and not used.asks_for(key):
            message = f"nothing uses `{key}` here"
            yield Diagnostic(codes.IDLE, stated.key_span, message, f"leave `{key}` out")
    for (_, path, name), stated in variant.fields.items():
        entry = composed.program.entry(path)
        is_out = entry is not None and (entry.parent or entry) in composed.removed
        if not is_out and not used.asks_for(f"{path}.{name}"):
            message = f"nothing uses `{name}` of `{path}` here"
            yield Diagnostic(codes.IDLE, stated.key_span, message, f"leave `{name}` out")
