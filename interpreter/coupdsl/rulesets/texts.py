"""The words for people that stand beside the rule files: one YAML file a language and folder."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from coupdsl.language import codes
from coupdsl.language import program as p
from coupdsl.language.diagnostics import Diagnostic, nearest, suggest
from coupdsl.language.parser import read_source
from coupdsl.language.places import display_name, shipped
from coupdsl.language.source import Span
from coupdsl.language.walk import all_statements
from coupdsl.rulesets.schema_check import check_schema
from coupdsl.rulesets.yaml_text import Mapping, Node, Scalar, read_yaml

Text = tuple[str, Span]
Texts = dict[str, dict[str, Text]]


@cache
def _schema() -> dict[str, Any]:
    import json

    loaded: dict[str, Any] = json.loads((shipped() / "schema" / "texts.schema.json").read_text("utf-8"))
    return loaded


def read_texts(folders: Iterable[Path]) -> tuple[Texts, list[Diagnostic]]:
    """The texts of all `folders`, by language and path such as `names.treasury`."""
    texts: Texts = {}
    problems: list[Diagnostic] = []
    for folder in folders:
        for path in sorted(folder.glob("[a-z][a-z].yaml")):
            found, wrong = read_text_file(path)
            problems += wrong
            texts.setdefault(path.stem, {}).update(found)
    return texts, problems


def read_text_file(path: Path) -> tuple[dict[str, Text], list[Diagnostic]]:
    source, problems = read_source(path, display_name(path))
    if problems:
        return {}, problems
    node, problems = read_yaml(source)
    if node is None or problems:
        return {}, problems
    problems = check_schema(node, _schema())
    return ({}, problems) if problems else (dict(_flat(node, "")), [])


def _flat(node: Node, prefix: str) -> list[tuple[str, Text]]:
    if isinstance(node, Mapping):
        return [pair for entry in node.entries for pair in _flat(entry.value, f"{prefix}{entry.key}.")]
    if isinstance(node, Scalar):
        return [(prefix.rstrip("."), (str(node.text), node.span))]
    return []


def wanted_texts(program: p.Program) -> dict[str, Span]:
    """Every text that people are shown in play, with the place of what it names."""
    wanted: dict[str, Span] = {}
    for face in (*program.suits, *program.ranks, *program.extras):
        wanted[f"names.{face.name}"] = face.span
    for kind in program.kinds.values():
        wanted[f"names.{kind.name}"] = kind.span
    for zone in program.zones:
        wanted[f"names.{zone.name}"] = zone.span
    for account in program.accounts:
        wanted[f"names.{account.name}"] = account.span
    for option in program.options.values():
        wanted[f"options.{option.key}.ask"] = option.span
        for word in option.words:
            wanted[f"options.{option.key}.readings.{word}"] = option.span
    for choice in decisions(program):
        wanted[f"decisions.{choice.name}"] = choice.span
        for alternative in choice.alternatives:
            wanted[f"moves.{alternative.word}"] = alternative.span
    for reason, span in reasons(program).items():
        wanted[f"reasons.{reason}"] = span
    return wanted


def decisions(program: p.Program) -> list[p.Choose]:
    return [s for s in all_statements(program) if isinstance(s, p.Choose)]


def reasons(program: p.Program) -> dict[str, Span]:
    """Why money is paid: every reason named, with a place that names it."""
    found: dict[str, Span] = {}
    for statement in all_statements(program):
        given: tuple[p.Expr | None, ...] = (statement.reason,) if isinstance(statement, p.Pay) else ()
        if isinstance(statement, p.CallRule):
            given = statement.arguments
        for expr in given:
            if isinstance(expr, p.Const) and expr.type.name == "reason" and isinstance(expr.value, int):
                found.setdefault(program.reasons[expr.value], expr.span)
    return found


def check_texts(program: p.Program, texts: Texts) -> list[Diagnostic]:
    """Every name shown has a text in every language of its folder, and every text belongs to something."""
    wanted = wanted_texts(program)
    problems = []
    for language, words in texts.items():
        homes = {span.source.path.parent for _, span in words.values() if span.source.path is not None}
        for path, span in wanted.items():
            if path not in words and _home(span) in homes:
                group, name = path.split(".", 1)
                message = f"`{name}` has no text in language `{language}`"
                help_ = f"give it one under `{group}:` in the file {language}.yaml beside the rules"
                problems.append(Diagnostic(codes.MISSING_TEXT, span, message, help_))
        for path, (_, span) in words.items():
            if path not in wanted and not path.startswith(("names.", "language")):
                near = suggest(path, wanted)
                hint = near if near is not None and near.startswith("did you") else None
                message = f"`{path}` belongs to nothing in these rules"
                problems.append(Diagnostic(codes.UNKNOWN_TEXT, span, message, hint))
        problems += _entry_texts(program, language, homes)
    return [*problems, *_strange_names(program, texts), *_strange_languages(program, texts)]


def languages(program: p.Program, texts: Texts) -> set[str]:
    """The languages a game is told in: those of its texts or, without any, of the words in its rules."""
    return set(texts) or {language for one in _worded(program) for words in one.texts.values() for language in words}


def strange_language(language: str, span: Span, known: Iterable[str]) -> Diagnostic:
    message = f"the game has no texts in a language `{language}`"
    return Diagnostic(codes.UNKNOWN_TEXT, span, message, suggest(language, known))


def _strange_names(program: p.Program, texts: Texts) -> list[Diagnostic]:
    """Any name may have a text; but one that is near a name that lacks its own is misspelled."""
    wanted = {path.removeprefix("names.") for path in wanted_texts(program) if path.startswith("names.")}
    problems = []
    for words in texts.values():
        given = {path.removeprefix("names."): span for path, (_, span) in words.items() if path.startswith("names.")}
        for name, span in given.items():
            near = nearest(name, wanted - set(given)) if name not in wanted else None
            if near is not None:
                message = f"`{name}` is the name of nothing that people are shown"
                problems.append(Diagnostic(codes.UNKNOWN_TEXT, span, message, f"did you mean `{near}`?"))
    return problems


def _strange_languages(program: p.Program, texts: Texts) -> list[Diagnostic]:
    """Words in a language that the texts beside the rules do not have are never read."""
    known = languages(program, texts)
    return [
        strange_language(language, one.text_places[field], known)
        for one in _worded(program)
        for field, words in one.texts.items()
        for language in words
        if language not in known
    ]


def _worded(program: p.Program) -> list[p.Program | p.Entry]:
    """What carries words of its own."""
    return [program, *(entry for kind in program.kinds.values() for entry in kind.entries)]


def _home(span: Span) -> Path | None:
    return span.source.path.parent if span.source.path is not None else None


def _entry_texts(program: p.Program, language: str, homes: set[Path]) -> list[Diagnostic]:
    """Entries carry their own words, as does the game; those beside a language's texts have them in that language."""
    named: list[tuple[p.Program | p.Entry, list[str]]] = [(program, ["name"] if program.texts else [])]
    for kind in program.kinds.values():
        fields = [m.name for m in kind.members.values() if m.type.name == "text"]
        named += [(entry, ["name", *fields]) for entry in kind.entries if fields]
    problems = []
    for one, fields in named:
        for field in fields:
            if _home(one.span) in homes and language not in one.texts.get(field, {}):
                message = f"the {field} of `{one.name}` has no text in language `{language}`"
                place = one.text_places.get(field, one.span)
                problems.append(Diagnostic(codes.MISSING_TEXT, place, message, f'write `{field}: en "…" fr "…"`'))
    return problems
