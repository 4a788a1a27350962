"""Names and texts of entries that still speak of cards which a variant takes from them."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping, Sequence

from coupdsl.language import codes
from coupdsl.language import program as p
from coupdsl.language.diagnostics import Diagnostic
from coupdsl.language.records import by_value
from coupdsl.rulesets.composed import Composed
from coupdsl.rulesets.reworded import reworded, worded_anew
from coupdsl.rulesets.ruleset import Labels
from coupdsl.rulesets.variant import Stated, Variant

NAME = "name"


@by_value
class _Text:
    """A text of an entry, or its name, and what is said in each language."""

    entry: p.Entry
    field: str
    said: Mapping[str, str]


def misnamed(composed: Composed) -> Iterator[Diagnostic]:
    """Texts of entries in play that name a suit, a rank or a card which a variant leaves out of their pieces: warnings.

    A text that the same variant or a later one words anew is meant as it is.
    """
    program, variants = composed.program, composed.variants
    faces = [face.name for face in (*program.suits, *program.ranks, *program.extras)]
    told: set[tuple[p.Entry, str, str]] = set()
    for at, variant in enumerate(variants):
        anew = {text for later in variants[at:] for text in _worded_by(later, program)}
        for (_, path, field), stated in variant.fields.items():
            entry = program.entry(path)
            if entry is None or (entry.parent or entry) in composed.removed or not _holds_cards(entry, field):
                continue
            for of in (one for one in (entry, entry.parent) if one is not None):
                gone_faces = _words_before(entry, field) - _words_now(of, variants)
                for text, face in _speaking(of, composed.labels, [face for face in faces if face in gone_faces], anew):
                    if (text.entry, text.field, face) not in told:
                        told.add((text.entry, text.field, face))
                        yield _misnamed(text, face, stated)


def _worded_by(variant: Variant, program: p.Program) -> Iterator[tuple[str, str, str]]:
    """The path, field and language of each text that it words anew."""
    yield from ((one.entry.path, one.field, one.language) for one in reworded(variant, program))
    yield from ((path, NAME, language) for language, paths in variant.names.items() for path in paths)


def _holds_cards(entry: p.Entry, field: str) -> bool:
    rule = entry.kind.members.get(field)
    of = rule.type.of if rule is not None and rule.type.is_collection else None
    return of is not None and (of.family or of.is_face)


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text))


def _words_before(entry: p.Entry, field: str) -> set[str]:
    """What stands in the game's own text of a field."""
    versions = [version for version in entry.kind.members[field].versions if version.entry is entry]
    values = [version.value for version in versions if version.level < p.VARIANT and version.value is not None]
    return {word for value in values for word in _words(value.span.text)}


def _words_now(entry: p.Entry, variants: Sequence[Variant]) -> set[str]:
    """What stands in the texts in force of the fields that hold cards, of it and of what stands in it."""
    found: set[str] = set()
    for one in (entry, *entry.children):
        for field in (field for field in one.kind.members if _holds_cards(one, field)):
            said = [v.fields[key] for v in variants for key in v.fields if key[1:] == (one.path, field)]
            found |= _words(str(said[-1].value)) if said else _words_before(one, field)
    return found


def _speaking(
    entry: p.Entry, labels: Mapping[str, Labels], faces: Sequence[str], anew: Container[tuple[str, str, str]]
) -> Iterator[tuple[_Text, str]]:
    """The texts of an entry that name one of the faces, each in the languages in which it does and is not new."""
    for field in dict.fromkeys((NAME, *entry.texts)):
        paths = [f"{entry.kind.plural}.{entry.path}.{field}"]
        if field == NAME:
            paths += [f"terms.{entry.kind.name}.{entry.name}", f"terms.{entry.name}", f"names.{entry.name}"]
        old = {language: words for language, words in labels.items() if (entry.path, field, language) not in anew}
        said = {language: words.get(*paths) or "" for language, words in old.items()}
        for face in faces:
            spoken = {language: text for language, text in said.items() if _names(text, face, labels[language])}
            if spoken:
                yield _Text(entry, field, spoken), face


def _names(text: str, face: str, words: Labels) -> bool:
    """Does a text name it, as one or as several?"""
    label = words.get(f"names.{face}")
    if not label:
        return False
    one = label[:-1] if label.endswith("s") and len(label) > 3 else label
    return re.search(rf"(?<!\w){re.escape(one)}[sx]?(?!\w)", text) is not None


def _misnamed(text: _Text, face: str, stated: Stated) -> Diagnostic:
    what = (
        f"the name of `{text.entry.path}`" if text.field == NAME else f"the text `{text.field}` of `{text.entry.path}`"
    )
    place = text.entry.text_places.get(text.field)
    also = ((place, "said here"),) if place is not None else ()
    help_ = worded_anew(text.entry, text.field, text.said)
    return Diagnostic(codes.OUTDATED_TEXT, stated.span, f"{what} still speaks of `{face}`", help_, also)
