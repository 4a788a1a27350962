"""Texts of entries that a variant words anew: `tax: {does: {en: …, fr: …}}` under `set`."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence

from coupdsl.language import codes
from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language.diagnostics import Diagnostic
from coupdsl.language.records import by_value
from coupdsl.language.source import Span
from coupdsl.rulesets.variant import Stated, Variant

_Number = tuple[p.Entry, str]  # an entry and its field
_Text = tuple[p.Entry, str, str]  # an entry, its field, and a language


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


@by_value
class _Stale:
    """A text that says what a number was before a variant changed it."""

    number: _Number
    before: int
    text: _Text
    said: str
    span: Span


def outdated(variants: Sequence[Variant], program: p.Program, removed: Collection[p.Entry]) -> Iterator[Diagnostic]:
    """Texts of entries in play that still say a number which a variant changes: warnings.

    A text that the same variant words anew is meant as it is. Values that are worked out are not looked at.
    """
    says: dict[_Text, str] = {}
    now: dict[_Number, int] = {}
    stale: list[_Stale] = []
    for variant in variants:
        anew = {(one.entry, one.field, one.language): one.text for one in reworded(variant, program)}
        says |= anew
        for (_, path, field), stated in variant.fields.items():
            entry = program.entry(path)
            if entry is None or (entry.parent or entry) in removed:
                continue
            before, after = now.get((entry, field), _number(entry, field)), _plain(stated.value)
            if before is None or after is None:
                continue
            now[entry, field] = after
            for text in _texts(entry):
                said = says.get(text, text[0].texts[text[1]][text[2]])
                if text not in anew and before != after and _says(before, said):
                    stale.append(_Stale((entry, field), before, text, said, stated.span))
    told: dict[tuple[p.Entry, str, int], list[_Stale]] = {}
    for one in stale:
        of, field, language = one.text
        if now[one.number] != one.before and says.get(one.text, of.texts[field][language]) == one.said:
            told.setdefault((of, field, one.before), []).append(one)
    for (of, field, before), found in told.items():
        yield _outdated(of, field, before, found)


def _texts(entry: p.Entry) -> Iterator[_Text]:
    """What is said of it, and of the entry that it is in, but for names."""
    for of in (one for one in (entry, entry.parent) if one is not None):
        yield from ((of, field, language) for field, said in of.texts.items() if field != "name" for language in said)


def _plain(value: object) -> int | None:
    """The number that a variant states, where it is written out."""
    return int(str(value)) if re.fullmatch(r"-?\d{1,18}", str(value)) else None


def _number(entry: p.Entry, field: str) -> int | None:
    """What the game itself says that a field is, where it is a plain number."""
    rule = entry.kind.members.get(field)
    own = [version for version in rule.versions if version.entry is entry] if rule is not None else []
    value = own[0].value if len(own) == 1 else None
    return value.value if isinstance(value, pe.Const) and isinstance(value.value, int) else None


def _says(number: int, text: str) -> bool:
    """Does it stand in a text, in figures?"""
    return str(number) in re.findall(r"\d+", re.sub(r"(?<=\d)[ ,.\u00a0\u202f](?=\d{3})", "", text))


def _outdated(entry: p.Entry, field: str, before: int, found: Sequence[_Stale]) -> Diagnostic:
    languages = list(dict.fromkeys(one.text[2] for one in found))
    within = "" if len(languages) == len(entry.texts[field]) else f" ({', '.join(languages)})"
    message = f"the text `{field}` of `{entry.path}` still says {before}{within}"
    also = ((entry.text_places[field], "said here"),) if found[0].said in entry.texts[field].values() else ()
    return Diagnostic(codes.OUTDATED_TEXT, found[0].span, message, worded_anew(entry, field, languages), also)


def worded_anew(entry: p.Entry, field: str, languages: Iterable[str]) -> str:
    """How a text is worded anew, beside what the variant sets there already."""
    words = ", ".join(f"{language}: …" for language in languages)
    return f"write a new text under `set`, in `{entry.path}`: `{field}: {{{words}}}`"


__all__ = ["Reworded", "outdated", "reworded", "worded_anew"]
