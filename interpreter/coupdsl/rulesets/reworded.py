"""Texts of entries that a variant words anew: `tax: {does: {en: …, fr: …}}` under `set`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from coupdsl.language import codes
from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language.diagnostics import Diagnostic
from coupdsl.language.records import by_value
from coupdsl.language.source import Span
from coupdsl.rulesets.variant import Stated, Variant


@by_value
class Reworded:
    """What a variant says in place of a text of an entry."""

    entry: p.Entry
    field: str
    language: str
    stated: Stated

    @property
    def text(self) -> str:
        return str(self.stated.value)


def reworded(variant: Variant, program: p.Program) -> Iterator[Reworded]:
    """The texts that it words anew, of entries that there are, in the order of its file."""
    for (_, path, language), stated in variant.fields.items():
        text = program.text(path)
        if text is not None:
            yield Reworded(*text, language, stated)


def outdated(variants: Sequence[Variant], program: p.Program) -> Iterator[Diagnostic]:
    """Texts of entries that say a number which a variant changes, where no variant words them anew: warnings."""
    anew = {(one.entry, one.field) for variant in variants for one in reworded(variant, program)}
    stated = {(path, name): one for variant in variants for (_, path, name), one in variant.fields.items()}
    for (path, name), now in stated.items():
        entry = program.entry(path)
        before = _number(entry, name) if entry is not None else None
        if entry is None or before is None or str(now.value) == str(before):
            continue
        for of in (one for one in (entry, entry.parent) if one is not None):
            for field, texts in of.texts.items():
                is_new = field == "name" or (of, field) in anew or (of.path, field) in stated
                if not is_new and any(_says(before, text) for text in texts.values()):
                    yield _outdated(of, field, before, now.span)


def _number(entry: p.Entry, field: str) -> int | None:
    """What the game itself says that a field is, where it is a plain number."""
    rule = entry.kind.members.get(field)
    own = [version for version in rule.versions if version.entry is entry] if rule is not None else []
    value = own[0].value if len(own) == 1 else None
    return value.value if isinstance(value, pe.Const) and isinstance(value.value, int) else None


def _says(number: int, text: str) -> bool:
    """Does it stand in a text, in figures?"""
    return str(number) in re.findall(r"\d+", re.sub(r"(?<=\d)[ ,.\u00a0\u202f](?=\d{3})", "", text))


def _outdated(entry: p.Entry, field: str, before: int, span: Span) -> Diagnostic:
    message = f"the text `{field}` of `{entry.path}` still says {before}"
    also = ((entry.text_places[field], "said here"),)
    words = ", ".join(f"{language}: …" for language in entry.texts[field])
    help_ = f"word it anew under `set`: `{entry.path}: {{{field}: {{{words}}}}}`"
    return Diagnostic(codes.OUTDATED_TEXT, span, message, help_, also)


__all__ = ["Reworded", "outdated", "reworded"]
