"""Checks a YAML tree against a JSON Schema, in words for people and at exact places."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from coupdsl.language import codes
from coupdsl.language.diagnostics import Diagnostic, suggest
from coupdsl.language.foreign_words import KEYS
from coupdsl.language.likeness import nearest
from coupdsl.language.source import Span
from coupdsl.rulesets.schema_fits import is_of, surely_fits
from coupdsl.rulesets.schema_help import ADD, SEATS_SAY, USUAL, for_form, for_type, is_option, short
from coupdsl.rulesets.yaml_text import Entry, Items, Mapping, Node, Scalar

_TYPES = {
    "object": "a mapping", "array": "a list", "string": "text", "integer": "a whole number", "number": "a number",
    "boolean": "true or false",
}  # fmt: skip


def check_schema(node: Node, schema: dict[str, Any]) -> list[Diagnostic]:
    """Every place where `node` is not as `schema` (draft 7) asks."""
    value = node.plain()
    if surely_fits(value, schema, schema):
        return []
    problems: list[Diagnostic] = []
    for error in _validator()(schema).iter_errors(value):
        place = node.at(list(error.absolute_path)) or node
        problems += _problems(error, place, node)
    found = list(dict.fromkeys(problems))  # jsonschema reports each missing key, and so does each report here
    texts = {key for key, part in schema.get("properties", {}).items() if "string" in _types(part)}
    return _fallen_out(node, found, texts)


def _types(schema: dict[str, Any]) -> list[str]:
    types = schema.get("type", [])
    return [types] if isinstance(types, str) else types


@cache
def _validator() -> Any:
    """Draft 7, but 4.0 is no whole number: what reads it later counts on that."""
    from jsonschema import Draft7Validator, validators  # takes longer to import than most files to be read

    whole = Draft7Validator.TYPE_CHECKER.redefine("integer", lambda _, value: is_of(value, "integer"))
    extend: Any = validators.extend
    return extend(Draft7Validator, type_checker=whole)


def _problems(error: Any, place: Node, whole: Node) -> list[Diagnostic]:
    help_ = error.schema.get("description") if isinstance(error.schema, dict) else None
    if error.validator == "additionalProperties" and isinstance(place, Mapping):
        return _unknown_keys(error.schema, place)
    if error.validator == "required" and isinstance(place, Mapping):
        return _missing_keys(error.schema, place)
    if error.validator == "type":
        wanted = [error.validator_value] if isinstance(error.validator_value, str) else error.validator_value
        help_ = for_type(error, place, wanted) or help_
        span = _key_of(error, place, whole) if is_option(error) and isinstance(place, Mapping) else place.span
        return [Diagnostic(codes.SCHEMA, span, _not_wanted(place, wanted), help_)]
    if error.validator == "enum":
        if not isinstance(place, Scalar):
            return [Diagnostic(codes.SCHEMA, place.span, _not_wanted(place, ["string"]), help_)]
        words = [word for word in error.validator_value if isinstance(word, str)]
        return [
            Diagnostic(
                codes.SCHEMA,
                place.span,
                f"`{short(str(place.plain()))}` is not possible here",
                suggest(str(place.plain()), words) or help_,
            )
        ]
    message = f"`{short(str(place.plain()))}` does not have the form that is needed here"
    return [Diagnostic(codes.SCHEMA, place.span, message, for_form(error, place, whole, help_))]


def _not_wanted(place: Node, wanted: list[str]) -> str:
    names = [_TYPES[name] for name in wanted if name != "null"]
    if place.plain() is None and len(names) > 2:
        return "a value is missing here"
    if isinstance(place.plain(), float) and "integer" in wanted:
        return f"a whole number is needed here, not `{place.span.text}`"
    listed = " or ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
    return f"{listed} is needed here, not {_kind(place.plain())}"


def _key_of(error: Any, place: Node, whole: Node) -> Span:
    """Where the key stands whose value is refused."""
    *above, key = error.absolute_path
    around = whole.at(above)
    entries = around.entries if isinstance(around, Mapping) else ()
    return next((entry.key_span for entry in entries if entry.key == key), place.span)


def _unknown_keys(schema: dict[str, Any], place: Mapping) -> list[Diagnostic]:
    known = list(schema.get("properties", {}))
    found = []
    for entry in place.entries:
        if entry.key not in known:
            help_ = _meant(entry, schema, place)
            if help_ is None and USUAL in known:  # hardly ever is `players` the plural of a kind
                near = nearest(entry.key, [USUAL]) is not None
                help_ = (
                    f"did you mean `{USUAL}`?"
                    if near
                    else f"possible here: `{USUAL}`, the usual number of players; {SEATS_SAY}"
                )
            help_ = help_ or suggest(entry.key, known)
            message = f"`{entry.key}` is not known here"
            found.append(Diagnostic(codes.UNKNOWN_KEY, entry.key_span, message, help_))
    return found


def _meant(entry: Entry, schema: dict[str, Any], place: Mapping) -> str | None:
    """Help for an unknown key: the one that was meant, or where it belongs."""
    known = list(schema.get("properties", {}))
    key = meant_key(entry.key, known)
    if key is not None:
        return f"did you mean `{key}`?"
    lacking = [key for key in schema.get("required", ()) if place.get(key) is None]
    if len(lacking) == 1 and sum(other.key not in known for other in place.entries) == 1:
        return f"did you mean `{lacking[0]}`, which is missing?"
    if "set" in known and isinstance(entry.value, Mapping):
        return f"write it under `set`: `set: {{{entry.key}: …}}`"
    if known == ["add"]:
        return ADD
    if " " in entry.key and isinstance(entry.value, Scalar) and entry.value.text == "":
        return "put a text with a comma in quotes"
    return None


def meant_key(key: str, known: Iterable[str]) -> str | None:
    """The key that was meant by one that is not known."""
    known = list(known)
    return next((meant for meant in KEYS.get(key.lower(), ()) if meant in known), None) or nearest(key, known)


def _missing_keys(schema: dict[str, Any], place: Mapping) -> list[Diagnostic]:
    """Those that are demanded and absent, but for one that another key is told to mean."""
    known = list(schema.get("properties", {}))
    missing = [key for key in schema["required"] if place.get(key) is None]
    closed = schema.get("additionalProperties") is False
    strange = [entry for entry in place.entries if closed and entry.key not in known]
    told = [_meant(entry, schema, place) or "" for entry in strange]
    told += [f"`{meant_key(entry.key, known)}`" for entry in place.entries if not closed and entry.key not in known]
    span = place.entries[0].key_span if place.entries else place.span
    return [
        Diagnostic(codes.MISSING_KEY, span, f"`{key}` is missing", f"add `{key}: {_for_example(key, schema, span)}`")
        for key in missing
        if not any(f"`{key}`" in help_ for help_ in told)
    ]


def _for_example(key: str, schema: dict[str, Any], span: Span) -> str:
    """What may stand at a key: a variant is called as its file, where that has the form of a name."""
    path = span.source.path
    if key != "variant" or path is None or not re.search(schema["properties"][key]["pattern"], path.stem):
        return "…"
    return path.stem


def _fallen_out(node: Node, problems: list[Diagnostic], texts: set[str]) -> list[Diagnostic]:
    """The same, but one problem for a key that states nothing and the next one, which was to stand under it.

    Nothing stands under the keys of `texts`.
    """
    left = sorted(problems, key=lambda one: one.span.start)
    starts = [one.span.start for one in left]
    dropped: set[Diagnostic] = set()
    found: dict[Span, Diagnostic] = {}  # by the key that was to stand under the one above
    for above, below in _neighbours(node):
        if above.value.plain() is not None or above.key in texts:
            continue
        begin, end = above.key_span.start, max(below.value.span.end, below.key_span.end)
        at, after, last = (bisect_left(starts, place) for place in (begin, below.key_span.start, end))
        empty = {one for one in left[at:after] if one.span == above.key_span} - dropped
        wrong = {*left[after:last]} - dropped
        if (empty or above.key_span in found) and wrong:
            dropped |= empty | wrong
            found.pop(above.key_span, None)
            message = f"`{below.key}` is beside `{above.key}`, which has no value"
            help_ = f"indent it further, to put it under `{above.key}`"
            found[below.key_span] = Diagnostic(codes.SCHEMA, below.key_span, message, help_)
    return [*(one for one in problems if one not in dropped), *found.values()]


def _neighbours(node: Node) -> Iterator[tuple[Entry, Entry]]:
    """Each two keys of a mapping of which one follows on the other, those further out first."""
    if isinstance(node, Items):
        for value in node.values:
            yield from _neighbours(value)
    if isinstance(node, Mapping):
        yield from zip(node.entries, node.entries[1:], strict=False)
        for entry in node.entries:
            yield from _neighbours(entry.value)


def _kind(value: Any) -> str:
    if value is None:
        return "nothing"
    for python, name in (
        (bool, "true or false"),
        (int, "a number"),
        (float, "a number"),
        (str, "text"),
        (list, "a list"),
    ):
        if isinstance(value, python):
            return name
    return "a mapping"
