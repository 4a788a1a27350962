"""What helps where a value is not as a schema asks: how it is written here."""

from __future__ import annotations

import re
from math import isfinite
from typing import Any

from coupdsl.language.accents import with_hyphens
from coupdsl.language.written_numbers import MAX_DIGITS, plain_number
from coupdsl.rulesets.catalogue import shipped_variants
from coupdsl.rulesets.schema_fits import is_of
from coupdsl.rulesets.yaml_text import Items, Mapping, Node, Scalar

EXACT = 2**53  # up to which a number with a point is as it is written
PLAYERS, USUAL = "players", "usual"  # says how many usually play, and may be the plural of a kind too
SEATS_SAY = "the game's `seats` say who can play"
ADD = "rules go in a `.coup` file, which `add` brings in: `add: [./FILE.coup]`"
LONGEST = 60  # letters of a value that help writes out


def for_type(error: Any, place: Node, wanted: list[str]) -> str | None:
    """How it is written where a value has another type than those `wanted`."""
    return _dotted(error, place, wanted) or _written_here(error, place, wanted)


def for_form(error: Any, place: Node, whole: Node, form: str | None) -> str | None:
    """How it is written where a value does not have the form that is asked for; `form` says which that is."""
    value = str(place.plain())
    if list(error.absolute_path) == ["game"] and value in shipped_variants():
        return _of_ruleset(value, whole)
    if _lacks_ending(error, place):
        return f"write `{_with_ending(value)}`"
    small = with_hyphens(value)
    if error.validator == "pattern" and re.search(error.validator_value, small) and small != value:
        return f"write `{small}`" + (f" ({form})" if form else "")
    return form


def is_option(error: Any) -> bool:
    """Is it the value of an option that is refused?"""
    return bool(error.absolute_path) and error.absolute_path[0] == "options"


def short(text: str) -> str:
    """The text on one line, with its end left out where it is long."""
    text = " ".join(text.split())
    return text if len(text) <= 40 else text[:37] + "..."


def _dotted(error: Any, place: Node, wanted: list[str]) -> str | None:
    """Help where a path was taken apart, or should be."""
    path = list(error.absolute_path)
    if is_option(error) and isinstance(place, Mapping) and place.entries:
        first = place.entries[0]
        if path[-1] == "set":
            return f"an option goes right under `options`: `{first.key}: {short(first.value.span.text)}`"
        return f"the key of an option has a dot: `{path[-1]}.{first.key}: {short(first.value.span.text)}`"
    if path[:1] == [PLAYERS] and path[1:] not in ([], [USUAL]) and is_of(place.plain(), "integer"):
        write = f"write `{PLAYERS}: {{{USUAL}: {place.span.text}}}`"
        return write if path[1] == "set" else f"{write}, the usual number of players; {SEATS_SAY}"
    if path[:1] == ["names"] and isinstance(place, Scalar) and wanted == ["object"]:
        return f"names go under their language: `en: {{{path[-1]}: {place.span.text}}}`"
    last = str(path[-1] if path else "")
    if found := re.fullmatch(r"([\w.-]+) *\{ *([\w.-]+)", last):
        return f"a colon is missing: `{found[1]}: {{{found[2]}: {place.span.text.rstrip('}')}}}`"
    above, dot, name = last.rpartition(".")
    return f"write `{above}: {{{name}: {place.plain()}}}`" if dot and wanted == ["object"] else None


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
        return f"write `{{add: [{', '.join(one.span.text for one in place.values)}]}}`"
    if isinstance(place, Items):
        words = [str(one.plain()) for one in place.values]
        return f"write `{{{', '.join(f'{word}: …' for word in words)}}}`" if words and not properties else None
    if list(properties) == ["add"] and place.span.text.endswith(".coup"):
        return f"write `{{add: [{place.span.text}]}}`"
    if list(properties) == ["add"]:
        return ADD
    kind = "integer" if is_of(place.plain(), "integer") else "string"
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


def _lacks_ending(error: Any, place: Node) -> bool:
    """Is it the path of a rule file without the ending, or with another that no file here has?"""
    wanted = error.validator == "pattern" and ".coup" in error.validator_value
    return wanted and re.search(r"\w(?<!\.yaml)(?<!\.yml)$", str(place.plain())) is not None


def _with_ending(path: str) -> str:
    return re.sub(r"\.\w+$", "", path) + ".coup"


def _of_ruleset(name: str, whole: Node) -> str:
    """Help where a ruleset is named in the place of the file of a game."""
    if isinstance(whole, Mapping) and whole.get("extends") is not None:
        return "leave `game` out: what the variant extends says which game it is"
    return f"a ruleset is named by `extends: {name}`"
