"""Checks a YAML tree against a JSON Schema, in words for people and at exact places."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from functools import cache, reduce
from math import isfinite
from operator import getitem
from types import NoneType
from typing import Any

from coupdsl.language import codes
from coupdsl.language.accents import with_hyphens
from coupdsl.language.diagnostics import Diagnostic, suggest
from coupdsl.language.foreign_words import KEYS
from coupdsl.language.likeness import nearest
from coupdsl.language.source import Span
from coupdsl.language.written_numbers import MAX_DIGITS, plain_number
from coupdsl.rulesets.catalogue import shipped_variants
from coupdsl.rulesets.yaml_text import Entry, Items, Mapping, Node, Scalar

EXACT = 2**53  # up to which a number with a point is as it is written
_SEATS_SAY = "the game's `seats` say who can play"
PLAYERS, USUAL = "players", "usual"  # says how many usually play, and may be the plural of a kind too
ADD = "rules go in a `.coup` file, which `add` brings in: `add: [./FILE.coup]`"
LONGEST = 60  # letters of a value that help writes out
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
    "type", "required", "properties", "additionalProperties", "items", "minItems", "minimum", "pattern", "enum",
    "minLength", "maxLength",
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


def _is_of(value: Any, types: str | list[str] | None) -> bool:
    names = [types] if isinstance(types, str) else types
    return names is None or any(
        isinstance(value, _CLASSES[name]) and (name == "boolean" or not isinstance(value, bool)) for name in names
    )


def _problems(error: Any, place: Node, whole: Node) -> list[Diagnostic]:
    help_ = error.schema.get("description") if isinstance(error.schema, dict) else None
    if error.validator == "additionalProperties" and isinstance(place, Mapping):
        return _unknown_keys(error.schema, place)
    if error.validator == "required" and isinstance(place, Mapping):
        return _missing_keys(error.schema, place)
    if error.validator == "type":
        wanted = [error.validator_value] if isinstance(error.validator_value, str) else error.validator_value
        help_ = _dotted(error, place, wanted) or _written_here(error, place, wanted) or help_
        span = _key_of(error, place, whole) if _is_option(error) and isinstance(place, Mapping) else place.span
        return [Diagnostic(codes.SCHEMA, span, _not_wanted(place, wanted), help_)]
    if error.validator == "enum":
        if not isinstance(place, Scalar):
            return [Diagnostic(codes.SCHEMA, place.span, _not_wanted(place, ["string"]), help_)]
        words = [word for word in error.validator_value if isinstance(word, str)]
        return [
            Diagnostic(
                codes.SCHEMA,
                place.span,
                f"`{_short(str(place.plain()))}` is not possible here",
                suggest(str(place.plain()), words) or help_,
            )
        ]
    help_ = f"write `{_with_ending(str(place.plain()))}`" if _lacks_ending(error, place) else help_
    small = with_hyphens(str(place.plain()))
    if error.validator == "pattern" and re.search(error.validator_value, small) and small != str(place.plain()):
        help_ = f"write `{small}`" + (f" ({help_})" if help_ else "")
    if list(error.absolute_path) == ["game"] and str(place.plain()) in shipped_variants():
        help_ = _of_ruleset(str(place.plain()), whole)
    message = f"`{_short(str(place.plain()))}` does not have the form that is needed here"
    return [Diagnostic(codes.SCHEMA, place.span, message, help_)]


def _of_ruleset(name: str, whole: Node) -> str:
    """Help where a ruleset is named in the place of the file of a game."""
    if isinstance(whole, Mapping) and whole.get("extends") is not None:
        return "leave `game` out: what the variant extends says which game it is"
    return f"a ruleset is named by `extends: {name}`"


def _not_wanted(place: Node, wanted: list[str]) -> str:
    names = [_TYPES[name] for name in wanted if name != "null"]
    if place.plain() is None and len(names) > 2:
        return "a value is missing here"
    if isinstance(place.plain(), float) and "integer" in wanted:
        return f"a whole number is needed here, not `{place.span.text}`"
    listed = " or ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
    return f"{listed} is needed here, not {_kind(place.plain())}"


def _is_option(error: Any) -> bool:
    return bool(error.absolute_path) and error.absolute_path[0] == "options"


def _key_of(error: Any, place: Node, whole: Node) -> Span:
    """Where the key stands whose value is refused."""
    *above, key = error.absolute_path
    around = whole.at(above)
    entries = around.entries if isinstance(around, Mapping) else ()
    return next((entry.key_span for entry in entries if entry.key == key), place.span)


def _lacks_ending(error: Any, place: Node) -> bool:
    """Is it the path of a rule file without the ending, or with another that no file here has?"""
    wanted = error.validator == "pattern" and ".coup" in error.validator_value
    return wanted and re.search(r"\w(?<!\.yaml)(?<!\.yml)$", str(place.plain())) is not None


def _with_ending(path: str) -> str:
    return re.sub(r"\.\w+$", "", path) + ".coup"


def _written_here(error: Any, place: Node, wanted: list[str]) -> str | None:
    """How a value is written here that people write as elsewhere."""
    text, value, schema = place.span.text, place.plain(), error.schema
    key = str(error.absolute_path[-1]) if error.absolute_path else ""
    if wanted[0] == "object" and isinstance(value, str) and "\n" in text:
        text = value = text.splitlines()[0].strip()
    if "array" in wanted and re.fullmatch(r"-?\d+(?: +-?\d+)+", text):
        return f"write a list: `[{', '.join(text.split())}]`"
    if pair := re.fullmatch(r"([\w.-]+) *:?= *(\S.*)", str(value)):
        return f"write `{pair[1]}: {pair[2]}`"
    pair = re.fullmatch(r"([\w.-]+) +([\w./'\"-]+)", str(value)) if wanted[0] == "object" else None
    if pair is not None and (not _holds_texts(schema) or re.fullmatch("[a-z]{2}", pair[1])):
        return f"a colon is missing: `{pair[1]}: {pair[2]}`"
    if (value is None or wanted[0] == "object") and (pair := re.fullmatch(r"([\w.-]+):(\S+)", text)):
        return f"write a space after `:`: `{pair[1]}: {pair[2]}`"
    if value is None and " " in text and wanted == ["string"]:
        return "put a text with a comma in quotes"
    if value is None and wanted[0] != "object" and re.fullmatch(r"[A-Za-z][\w.]*", key):
        return f"say what it is: `{key}: …`"
    if isinstance(place, Scalar) and value is not None and (number := plain_number(text)):
        return number
    if wanted == ["string"] and re.fullmatch(r"\{\w+\}", text):
        return f'put a text that begins with `{{` in quotes: `"{text}"`'
    if len(error.absolute_path) > 4 and key in ("add", "remove") and isinstance(place, Items):
        of, *_, inside = [str(one) for one in error.absolute_path][:-1]
        return f"write it beside `{of}`, not in it: `{inside}: {{{key}: …}}`"
    if {"string", "boolean"} <= set(wanted) and isinstance(place, Items) and re.fullmatch(r"\[[^\"]*\]", text):
        return f'write `"{text}"`: what is written as in rules goes in quotes'
    if "string" in wanted and "integer" not in wanted and isinstance(value, int | float):
        return f'write `"{text}"`'
    if isinstance(value, float) and abs(value) > EXACT:
        return f"a number has at most {MAX_DIGITS} digits" if isfinite(value) else "numbers are whole"
    if isinstance(value, float) and value.is_integer():
        return f"write `{int(value)}`"
    if isinstance(value, float):
        return f"write `{int(value // 1)}` or `{int(value // 1) + 1}`"
    if "array" in wanted and len(text) <= LONGEST:
        return _as_list(place, schema.get("items", {}))
    if wanted[0] == "object" and isinstance(place, Items) and all(isinstance(one, Mapping) for one in place.values):
        return "leave out the `-`: keys of a mapping have none"
    return _as_mapping(place, schema) if wanted[0] == "object" and len(text) <= LONGEST else None


def _as_list(place: Node, each: dict[str, Any]) -> str | None:
    """The list of what `each` may be that a value, or a mapping of names, was meant for; or its one item with keys."""
    text = place.span.text
    if isinstance(place, Mapping) and ("$ref" in each or "object" in each.get("type", ())):
        return f"begin each with `- `: `- {text.splitlines()[0]}`"
    if isinstance(place, Scalar) and text.startswith("-"):
        return f"write a space after `-`: `- {text[1:]}`"
    if isinstance(place, Scalar) and place.value is not None:
        quoted = each.get("type") == "string" and not isinstance(place.value, str)
        return f'write a list: `["{text}"]`' if quoted else f"write a list: `[{text}]`"
    if isinstance(place, Mapping) and not any(isinstance(entry.value, Mapping | Items) for entry in place.entries):
        begins = place.span.source.line(place.span.line).strip()
        return f"write a list: `[{', '.join(entry.key for entry in place.entries)}]`" if begins[0] != text[0] else None
    return None


def _as_mapping(place: Node, schema: dict[str, Any]) -> str | None:
    """The mapping that a bare value was meant for: the one key that takes such a value, or a language."""
    if isinstance(place, Mapping) or place.plain() is None:
        return None
    properties = schema.get("properties", {})
    if isinstance(place, Items) and list(properties) == ["add"]:
        return f"write `{{add: {place.span.text}}}`"
    if isinstance(place, Items):
        words = [str(one.plain()) for one in place.values]
        return f"write `{{{', '.join(f'{word}: …' for word in words)}}}`" if words and not properties else None
    if list(properties) == ["add"] and place.span.text.endswith(".coup"):
        return f"write `{{add: [{place.span.text}]}}`"
    if list(properties) == ["add"]:
        return ADD
    kind = "integer" if _is_of(place.plain(), "integer") else "string"
    takes = [key for key, part in properties.items() if part.get("type") == kind]
    if takes:
        return f"write `{{{takes[0]}: {place.span.text}}}`"
    if _holds_texts(schema):
        return f"write `{{en: {place.span.text}}}`, with `fr` in place of `en` if it is French"
    return f"say what of it that is: `{{…: {place.span.text}}}`" if "\n" not in place.span.text else None


def _holds_texts(schema: dict[str, Any]) -> bool:
    """Is a text for each language wanted?"""
    others = schema.get("additionalProperties")
    return isinstance(others, dict) and others.get("type") == "string"


def _dotted(error: Any, place: Node, wanted: list[str]) -> str | None:
    """Help where a path was taken apart, or should be."""
    path = list(error.absolute_path)
    if _is_option(error) and isinstance(place, Mapping) and place.entries:
        first = place.entries[0]
        if path[-1] == "set":
            return f"an option goes right under `options`: `{first.key}: {_short(first.value.span.text)}`"
        return f"the key of an option has a dot: `{path[-1]}.{first.key}: {_short(first.value.span.text)}`"
    if path[:1] == [PLAYERS] and path[1:] not in ([], [USUAL]) and _is_of(place.plain(), "integer"):
        write = f"write `{PLAYERS}: {{{USUAL}: {place.span.text}}}`"
        return write if path[1] == "set" else f"{write}, the usual number of players; {_SEATS_SAY}"
    if path[:1] == ["names"] and isinstance(place, Scalar) and wanted == ["object"]:
        return f"names go under their language: `en: {{{path[-1]}: {place.span.text}}}`"
    last = str(path[-1] if path else "")
    if found := re.fullmatch(r"([\w.-]+) *\{ *([\w.-]+)", last):
        return f"a colon is missing: `{found[1]}: {{{found[2]}: {place.span.text.rstrip('}')}}}`"
    above, dot, name = last.rpartition(".")
    return f"write `{above}: {{{name}: {place.plain()}}}`" if dot and wanted == ["object"] else None


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
                    else f"possible here: `{USUAL}`, the usual number of players; {_SEATS_SAY}"
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


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 40 else text[:37] + "..."
