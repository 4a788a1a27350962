"""Checks a YAML tree against a JSON Schema, in words for people and at exact places."""

from __future__ import annotations

import re
from functools import cache, reduce
from operator import getitem
from types import NoneType
from typing import Any

from coupdsl.language import codes
from coupdsl.language.diagnostics import Diagnostic, suggest
from coupdsl.rulesets.yaml_text import Mapping, Node, Scalar

_TYPES = {
    "object": "a mapping", "array": "a list", "string": "text", "integer": "a whole number", "number": "a number",
    "boolean": "true or false",
}  # fmt: skip


_CLASSES: dict[str, tuple[type, ...]] = {
    "object": (dict,), "array": (list,), "string": (str,), "integer": (int,), "number": (int, float),
    "boolean": (bool,), "null": (NoneType,),
}  # fmt: skip
_SAYS_NOTHING = {"$schema", "title", "description", "definitions"}
_UNDERSTOOD = _SAYS_NOTHING | {
    "type", "required", "properties", "additionalProperties", "items", "minItems", "minimum", "pattern",
}  # fmt: skip


def check_schema(node: Node, schema: dict[str, Any]) -> list[Diagnostic]:
    """Every place where `node` is not as `schema` (draft 7) asks."""
    value = node.plain()
    if surely_fits(value, schema, schema):
        return []
    problems: list[Diagnostic] = []
    for error in _validator()(schema).iter_errors(value):
        place = node.at(list(error.absolute_path)) or node
        problems += _problems(error, place)
    return list(dict.fromkeys(problems))  # jsonschema reports each missing key, and so does each report here


@cache
def _validator() -> Any:
    """Draft 7, but 4.0 is no whole number: what reads it later counts on that."""
    from jsonschema import Draft7Validator, validators  # takes longer to import than most files to be read

    whole = Draft7Validator.TYPE_CHECKER.redefine("integer", lambda _, value: _is_of(value, "integer"))
    extend: Any = validators.extend
    return extend(Draft7Validator, type_checker=whole)


def surely_fits(value: Any, schema: Any, whole: dict[str, Any]) -> bool:
    """Is `value` as `schema`, a part of the `whole`, asks? Not surely where the schema says what is not known here."""
    if isinstance(schema, bool):
        return schema
    if "$ref" in schema:
        return surely_fits(value, reduce(getitem, schema["$ref"].removeprefix("#/").split("/"), whole), whole)
    if not schema.keys() <= _UNDERSTOOD or not _is_of(value, schema.get("type")):
        return False
    if isinstance(value, dict):
        known, others = schema.get("properties", {}), schema.get("additionalProperties", True)
        complete = value.keys() >= set(schema.get("required", ()))
        return complete and all(surely_fits(part, known.get(key, others), whole) for key, part in value.items())
    if isinstance(value, list):
        each = schema.get("items", True)
        return len(value) >= schema.get("minItems", 0) and all(surely_fits(part, each, whole) for part in value)
    if isinstance(value, str):
        return re.search(schema.get("pattern", ""), value) is not None
    return value is None or value >= schema.get("minimum", value)


def _is_of(value: Any, types: str | list[str] | None) -> bool:
    names = [types] if isinstance(types, str) else types
    return names is None or any(
        isinstance(value, _CLASSES[name]) and (name == "boolean" or not isinstance(value, bool)) for name in names
    )


def _problems(error: Any, place: Node) -> list[Diagnostic]:
    help_ = error.schema.get("description") if isinstance(error.schema, dict) else None
    if error.validator == "additionalProperties" and isinstance(place, Mapping):
        return _unknown_keys(error, place)
    if error.validator == "required" and isinstance(place, Mapping):
        missing = [key for key in error.validator_value if place.get(key) is None]
        span = place.entries[0].key_span if place.entries else place.span
        return [Diagnostic(codes.MISSING_KEY, span, f"`{key}` is missing", f"add `{key}: …`") for key in missing]
    if error.validator == "type":
        wanted = [error.validator_value] if isinstance(error.validator_value, str) else error.validator_value
        names = " or ".join(_TYPES[name] for name in wanted if name != "null")
        help_ = _equals(place) or _dotted(error, place, wanted) or _number(place) or help_
        return [Diagnostic(codes.SCHEMA, place.span, f"{names} is wanted here, not {_kind(place.plain())}", help_)]
    return [Diagnostic(codes.SCHEMA, place.span, f"`{_short(str(place.plain()))}` has not the form wanted here", help_)]


def _equals(place: Node) -> str | None:
    """Help where a key and its value stand with `=` between them."""
    pair = re.fullmatch(r"([\w.-]+) *:?= *(\S.*)", str(place.plain()))
    return f"write `{pair[1]}: {pair[2]}`" if pair is not None else None


def _number(place: Node) -> str | None:
    """Help where a number was written as elsewhere."""
    if place.plain() is None and re.fullmatch(r"\d{3}", place.span.text):
        return "numbers are written without commas"
    return "numbers are whole" if isinstance(place.plain(), float) else None


def _dotted(error: Any, place: Node, wanted: list[str]) -> str | None:
    """Help where a path was taken apart, or should be."""
    path = list(error.absolute_path)
    if path[:1] == ["options"] and isinstance(place, Mapping) and place.entries:
        return f"write `{path[-1]}.{place.entries[0].key}: …`"
    above, dot, name = str(path[-1] if path else "").rpartition(".")
    return f"write `{above}: {{{name}: {place.plain()}}}`" if dot and wanted == ["object"] else None


def _unknown_keys(error: Any, place: Mapping) -> list[Diagnostic]:
    known = list(error.schema.get("properties", {}))
    found = []
    for entry in place.entries:
        if entry.key not in known:
            help_ = suggest(entry.key, known)
            if "set" in known and isinstance(entry.value, Mapping) and not (help_ or "").startswith("did"):
                help_ = f"write it under `set`: `set: {{{entry.key}: …}}`"
            if " " in entry.key and isinstance(entry.value, Scalar) and entry.value.text == "":
                help_ = "a text with a comma stands in quotes"
            message = f"`{entry.key}` is not known here"
            found.append(Diagnostic(codes.UNKNOWN_KEY, entry.key_span, message, help_))
    return found


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


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 40 else text[:37] + "..."
