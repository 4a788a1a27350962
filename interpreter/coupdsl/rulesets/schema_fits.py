"""Does a value fit a schema? Looked at in passing, since nearly every file does: what is wrong with it is not told."""

from __future__ import annotations

import re
from functools import reduce
from operator import getitem
from types import NoneType
from typing import Any

_CLASSES: dict[str, tuple[type, ...]] = {
    "object": (dict,), "array": (list,), "string": (str,), "integer": (int,), "number": (int, float),
    "boolean": (bool,), "null": (NoneType,),
}  # fmt: skip
_SAYS_NOTHING = {"$schema", "title", "description", "definitions"}
_UNDERSTOOD = _SAYS_NOTHING | {
    "type", "required", "properties", "additionalProperties", "items", "minItems", "minimum", "pattern", "enum",
    "minLength", "maxLength",
}  # fmt: skip


def surely_fits(value: Any, schema: Any, whole: dict[str, Any]) -> bool:
    """Is `value` as `schema`, a part of the `whole`, asks? Not surely where the schema says what is not known here."""
    if isinstance(schema, bool):
        return schema
    if "$ref" in schema:
        return surely_fits(value, reduce(getitem, schema["$ref"].removeprefix("#/").split("/"), whole), whole)
    if not schema.keys() <= _UNDERSTOOD or not is_of(value, schema.get("type")):
        return False
    if "enum" in schema and value not in schema["enum"]:
        return False
    if isinstance(value, dict):
        known, others = schema.get("properties", {}), schema.get("additionalProperties", True)
        complete = value.keys() >= set(schema.get("required", ()))
        return complete and all(surely_fits(part, known.get(key, others), whole) for key, part in value.items())
    if isinstance(value, list):
        each = schema.get("items", True)
        return len(value) >= schema.get("minItems", 0) and all(surely_fits(part, each, whole) for part in value)
    if isinstance(value, str):
        long_enough = schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", len(value))
        return long_enough and re.search(schema.get("pattern", ""), value) is not None
    return value is None or value >= schema.get("minimum", value)


def is_of(value: Any, types: str | list[str] | None) -> bool:
    """Is it of one of these types of a schema? True and false are no numbers."""
    names = [types] if isinstance(types, str) else types
    return names is None or any(
        isinstance(value, _CLASSES[name]) and (name == "boolean" or not isinstance(value, bool)) for name in names
    )
