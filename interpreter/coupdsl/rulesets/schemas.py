"""The JSON Schema of the variants of one game, so that an editor offers just the options and values that it has."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

from coupdsl.language import program as p
from coupdsl.language.looks import is_file, resolved
from coupdsl.language.places import shipped
from coupdsl.rulesets.composed import Composed
from coupdsl.rulesets.schema_help import PLAYERS, USUAL
from coupdsl.rulesets.variant import variant_schema

Schema = dict[str, Any]


def schema_of(composed: Composed) -> Schema:
    """What a variant of this game may say, with the questions of its options as descriptions.

    Files that a variant adds may declare entries and names of their own; those are allowed, and not offered.
    """
    schema = copy.deepcopy(variant_schema())
    program = composed.program
    questions = {path: text for path, (text, _) in composed.texts.get("en", {}).items()}
    schema["title"] = f"A variant of {program.texts.get('name', {}).get('en', program.name)}"
    schema["properties"]["options"] = {
        "type": ["object", "null"],
        "description": "what this variant answers otherwise",
        "properties": {
            option.key: _described(_readings(option, program), questions.get(f"options.{option.key}.ask"))
            for option in sorted(program.options.values(), key=lambda option: option.key)
        },
        "additionalProperties": False,
    }
    part = schema["additionalProperties"]
    usual = {USUAL: schema["properties"][PLAYERS]["properties"][USUAL]}
    schema["properties"][PLAYERS]["properties"] = usual
    for kind in program.charted:
        tops = [entry for entry in kind.entries if entry.parent is None]
        if not tops:
            continue
        own = copy.deepcopy(part)
        names = {"enum": [entry.name for entry in tops]}
        own["properties"]["remove"]["items"] = names
        own["properties"]["add"] = {
            "type": "array",
            "items": {"anyOf": [names, schema["definitions"]["files"]["items"]]},
        }
        own["properties"]["set"]["properties"] = {entry.name: _entry(entry) for entry in tops}
        if kind.plural == PLAYERS:
            own["properties"].update(usual)
        schema["properties"][kind.plural] = own
    return schema


def schema_file(composed: Composed) -> Path:
    """Where the schema of a shipped game's variants is kept; of other games the general one."""
    own = shipped() / "schema" / f"{composed.program.name.replace('_', '-')}.schema.json"
    from_here = composed.program.files and composed.program.files[0].source.path
    is_shipped = from_here and resolved(from_here).is_relative_to(resolved(shipped()))
    return own if is_shipped and is_file(own) else shipped() / "schema" / "variant.schema.json"


def _described(schema: Schema, text: str | None) -> Schema:
    return {"description": text, **schema} if text is not None else schema


def _readings(option: p.Option, program: p.Program) -> Schema:
    """Just what the option allows, as YAML reads it; `none` is a word, and YAML's null says the same."""
    found: list[Schema] = []
    fixed: list[Any] = [*option.words, *option.numbers, *map(list, option.listings)]
    if "none" in option.words:
        fixed.append(None)
    if fixed:
        found.append({"enum": fixed})
    if option.type.name == "flag":
        found.append({"type": "boolean"})
    if option.low is not None:
        steps = {"multipleOf": option.step} if option.step > 1 else {}
        found.append({"type": "integer", "minimum": option.low, "maximum": option.high, **steps})
    if option.open is not None and option.open.name == "ratio":
        found += [{"enum": [0, 1]}, {"type": "string", "pattern": r"^\d+/[1-9]\d*$", "description": "such as 1/2"}]
    if option.open is not None and option.open.is_collection and option.open.of is not None:
        kind = program.kinds.get(option.open.of.name)
        items: Schema = {"enum": [entry.path for entry in kind.entries if entry.parent is None]} if kind else {}
        found.append({"type": "array", "items": items})
    schema: Schema = found[0] if len(found) == 1 else {"anyOf": found}
    default: Any = option.default
    if isinstance(default, tuple):
        default = list(default)
    return {**schema, "default": default if isinstance(default, int | str | list | None) else str(default)}


def _entry(entry: p.Entry) -> Schema:
    """The fields of an entry, and the entries in it with theirs. A value may be an expression, written as text."""
    words = {"$ref": "#/definitions/words"}
    properties: Schema = {"name": words}
    for rule in entry.kind.members.values():
        if rule.form == "field":
            properties[rule.name] = words if entry.kind.words(rule.name) else _field(rule)
    for child in entry.children:
        properties[child.name] = {
            "type": ["object", "string", "integer", "boolean"],
            **{key: value for key, value in _entry(child).items() if key != "type"},
        }
    return {"type": "object", "properties": properties, "additionalProperties": False}


def _field(rule: p.Rule) -> Schema:
    if rule.parameter_types:
        return {"type": "string", "description": "an expression"}
    if rule.type.name == "word":
        return {"anyOf": [{"enum": list(rule.type.words)}, {"type": "string"}]}
    kinds = {"flag": ["boolean", "string"], "amount": ["integer", "string"], "number": ["integer", "string"]}
    return {"type": kinds.get(rule.type.name, ["string", "integer", "boolean"])}


__all__ = ["schema_file", "schema_of"]
