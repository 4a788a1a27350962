"""A variant of one's own to begin with: it changes nothing yet, and shows as comments what it could change."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from coupdsl.code.seats import usual_seats
from coupdsl.engine.load import playable
from coupdsl.engine.rules import Rules
from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language.accents import with_hyphens
from coupdsl.language.places import shipped
from coupdsl.language.source import Source
from coupdsl.language.tongues import in_language
from coupdsl.rulesets.catalogue import find_ruleset, shipped_variants
from coupdsl.rulesets.composed import Composed
from coupdsl.rulesets.laid_out import formatted
from coupdsl.rulesets.ruleset import Labels
from coupdsl.rulesets.schemas import schema_file
from coupdsl.rulesets.variant import read_variant

WORDS = {
    "en": {
        "head": "{0}: {1} with what differs. Take `# ` away before a line to make it count, and change it.",
        "more": "`coupdsl show {0}` lists {1} more questions.",
        "rules": "Files of your own that `replace` a rule, or add one.",
        "remove": "Out of play: some of {0}.",
        "add": "One of your own: `coupdsl new {0} --from {1} --copy {2}` begins it.",
        "set": "Other numbers; these are in force.",
        "ratio": "a ratio such as 1/2", "names": "a list of {0} names",
    },
    "fr": {
        "head": "{0} : {1} et ce qui change. Ôtez `# ` devant une ligne pour qu'elle compte, et changez-la.",
        "more": "`coupdsl show {0} --lang fr` montre {1} autres questions.",
        "rules": "Vos fichiers, qui remplacent une règle (`replace`) ou en ajoutent une.",
        "remove": "Hors jeu : à choisir parmi {0}.",
        "add": "Le vôtre : `coupdsl new {0} --from {1} --copy {2}` le commence.",
        "set": "D'autres nombres ; voici ceux en vigueur.",
        "ratio": "une part, comme 1/2", "names": "une liste de noms ({0})",
    },
}  # fmt: skip
FEW = 6  # with fewer questions than this the others are shown too


def new_variant(path: Path, parent: str, composed: Composed, every: bool = False, language: str = "en") -> str:
    """The text of a variant in `path` of the ruleset that `parent` names; with `every` question, or the usual ones."""
    rules = playable(composed, usual_seats(composed))
    words = rules.words_in(language)
    say = in_language(WORDS, language)
    lines = [
        f"# yaml-language-server: $schema={_from(path.parent, schema_beside(path, composed))}",
        f"# {say['head'].format(title(path), parent)}",
        f"variant: {_as_text(slug(path))}",
        _parent(path, parent),
        f"name: {_flow(dict.fromkeys(sorted(rules.labels) or ['en'], json.dumps(title(path), ensure_ascii=False)))}",
    ]
    options = list(_options(composed.program, every))
    left_out = len(composed.program.options) - len(options)
    for number, option in enumerate(options):
        lines += [
            *([""] if number else ["", "options:"]),
            *(f"  # {line}" for line in _option(option, rules, words, say)),
        ]
    if left_out:
        lines += ["", f"  # {say['more'].format(parent, left_out)}"]
    for kind in composed.program.charted:
        if rules.entries(kind):
            lines += ["", f"{kind.plural}:", *(f"  # {line}" for line in _kind(kind, parent, rules, say))]
    lines += ["", "rules:", f"  # {say['rules']}", "  # add: [./my-rules.coup]"]
    text, problems = formatted(Source(path.name, "\n".join(lines)), is_yaml=True)
    assert not problems, problems
    return text


def title(path: Path) -> str:
    """The file's name as a person would write it."""
    words = re.sub(r"[^\w’']+|_", " ", path.stem).strip() or "my rules"
    return words[0].upper() + words[1:]


def slug(path: Path) -> str:
    """The file's name as variants are named."""
    return with_hyphens(path.stem) or "my-rules"


def _as_text(word: str) -> str:
    """A word as YAML has it, in quotes where it would be a number or a truth without them."""
    return word if re.match("[a-z]", word) and word not in ("null", "true", "false") else f'"{word}"'


def schema_beside(path: Path, composed: Composed) -> Path:
    """The schema of a variant in `path`: that of the same tree, else one beside the variant, so that both can move."""
    if path.parent.resolve().is_relative_to(shipped().resolve()):
        return schema_file(composed)
    return path.parent / f"{composed.program.name.replace('_', '-')}.schema.json"


def _parent(path: Path, parent: str) -> str:
    """The line that says what is extended, found from the folder of the new file."""
    found = find_ruleset(parent)
    assert found is not None
    key = "game" if found.suffix == ".coup" else "extends"
    seen = find_ruleset(parent, path.parent)
    by_name = found == shipped_variants().get(parent) and seen is not None and seen.resolve() == found.resolve()
    return f"{key}: {parent if by_name else _from(path.parent, found)}"


def _from(folder: Path, path: Path) -> str:
    place = Path(os.path.relpath(path.resolve(), folder.resolve())).as_posix()
    return place if place.startswith(".") else f"./{place}"


# ---- questions
def _options(program: p.Program, every: bool) -> Iterator[p.Option]:
    """The questions that shipped rulesets answer differently, as these are the ones people differ about."""
    usual: set[str] = set()
    for path in shipped_variants().values():
        variant, _ = read_variant(path)
        usual |= set(variant.options if variant is not None else ())
    chosen = [option for option in program.options.values() if option.key in usual]
    yield from program.options.values() if every or len(chosen) < FEW else chosen


def _option(option: p.Option, rules: Rules, words: Labels, say: Mapping[str, str]) -> Iterator[str]:
    """The question, its answers, and the line that gives the answer in force."""
    yield words.get(f"options.{option.key}.ask") or option.key
    readings = option.readings()
    told = {reading: words.get(f"options.{option.key}.readings.{reading}") for reading in readings}
    width = max((len(reading) for reading in readings if told[reading]), default=0)
    for reading in readings:
        if told[reading]:
            yield f"  {reading:<{width}}  {told[reading]}"
    plain = [reading for reading in readings if not told[reading]]
    if option.open is not None and option.open.is_collection:
        plain[-1] = say["names"].format(words.get(f"names.{option.open.of}") or option.open.of)
    elif option.open is not None and option.open.name == "ratio":
        plain[-1] = say["ratio"]
    if plain:
        yield f"  {', '.join(plain)}"
    yield f"{option.key}: {written(rules.option(option.key))}"


def written(value: object) -> str:
    """An option's value as YAML has it."""
    if value is None or isinstance(value, bool):
        return "none" if value is None else str(value).lower()
    return "[" + ", ".join(map(str, value)) + "]" if isinstance(value, tuple) else str(value)


# ---- entries
def _kind(kind: p.Kind, parent: str, rules: Rules, say: Mapping[str, str]) -> Iterator[str]:
    """Lines that leave an entry out, bring one in, and set the numbers in force."""
    entries = rules.entries(kind)
    own = f"my-{kind.name}.coup"
    yield say["remove"].format(", ".join(entry.name for entry in entries))
    yield f"remove: [{entries[-1].name}]"
    yield say["add"].format(own, parent, entries[-1].name)
    yield f"add: [./{own}]"
    numbers = {entry.name: _fields(entry, rules) for entry in entries}
    if any(numbers.values()):
        yield say["set"]
        yield "set:"
        yield from (f"  {name}: {_flow(fields)}" for name, fields in numbers.items() if fields)


def _fields(entry: p.Entry, rules: Rules) -> dict[str, Any]:
    """What an entry and those inside it state as plain numbers and flags."""
    found: dict[str, Any] = {}
    for rule in entry.kind.members.values():
        if rule.form == "field" and not rule.parameter_types and rule.type.name in ("amount", "number", "flag"):
            version = rules.version(rule, entry)
            value = _number(version.value) if version is not None and version.entry is entry else None
            if value is not None:
                found[rule.name] = str(bool(value)).lower() if rule.type.name == "flag" else value
    inner = {child.name: _fields(child, rules) for child in entry.children}
    return {**found, **{name: fields for name, fields in inner.items() if fields}}


def _number(value: p.Expr | None) -> Any:
    """The number that is written out, below zero too; None for what is worked out."""
    if isinstance(value, pe.Op) and value.name == "negative":
        number = _number(value.arguments[0])
        return -number if number is not None else None
    return value.value if isinstance(value, pe.Const) else None


def _flow(fields: dict[str, Any]) -> str:
    parts = (f"{name}: {_flow(value) if isinstance(value, dict) else value}" for name, value in fields.items())
    return "{" + ", ".join(parts) + "}"
