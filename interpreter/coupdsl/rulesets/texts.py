"""The words for people that stand beside the rule files: one YAML file a language and folder."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache
from glob import escape
from itertools import chain
from pathlib import Path
from typing import Any

from coupdsl.language import cache_folder as disk
from coupdsl.language import codes
from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language import program_statements as ps
from coupdsl.language.diagnostics import Diagnostic, suggest
from coupdsl.language.likeness import nearest, slipped
from coupdsl.language.looks import files_in, is_file, resolved
from coupdsl.language.other_files import TEXTS, VARIANT
from coupdsl.language.parser import read_source
from coupdsl.language.places import display_name, read_once, shipped
from coupdsl.language.remembered import name_of
from coupdsl.language.source import Source, Span
from coupdsl.language.walk import all_parts, all_rules, all_statements, decisions
from coupdsl.rulesets.schema_check import check_schema
from coupdsl.rulesets.shared_words import names_in
from coupdsl.rulesets.states_told import words_told
from coupdsl.rulesets.strange_texts import ON_NAMES, meant_text, options_beside, strange_texts, term
from coupdsl.rulesets.table_hints import GROUPS, hinted, ownerless
from coupdsl.rulesets.told_texts import is_told, named_in_play, strange_sentences
from coupdsl.rulesets.yaml_text import Mapping, Node, Scalar, read_yaml

FEW = 3  # texts that lack are told one by one
Text = tuple[str, Span]
Also = tuple[tuple[Span, str], ...]
Texts = dict[str, dict[str, Text]]


@cache
def _schema() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((shipped() / "schema" / "texts.schema.json").read_text("utf-8"))
    return loaded


def read_texts(rules: Iterable[Path]) -> tuple[Texts, list[Diagnostic]]:
    """The texts beside the files of `rules`, by language and path such as `names.treasury`.

    Those of an earlier folder hold; in a folder those of `NAME.en.yaml`, for rules with `NAME.coup`, before `en.yaml`.
    """
    texts: Texts = {}
    problems: list[Diagnostic] = []
    folders: dict[Path, list[str]] = {}
    for file in map(resolved, rules):
        folders.setdefault(file.parent, []).append(f"{escape(file.stem)}.")
    for folder, names in folders.items():
        for path in chain.from_iterable(files_in(folder, f"{name}[a-z][a-z].yaml") for name in (*names, "")):
            found, wrong = read_text_file(path)
            problems += wrong
            if found:
                language = language_of(path)
                texts[language] = {**found, **texts.get(language, {})}
    return texts, problems


def is_of_texts(path: Path) -> bool:
    """Is a file called as texts are: `fr.yaml`, or `hearts.fr.yaml`?"""
    return re.fullmatch(r"(.+\.)?[a-z]{2}\.yaml", path.name) is not None


def language_of(path: Path) -> str:
    """What the name of a file of texts says: `fr`, of `fr.yaml` and of `hearts.fr.yaml`."""
    return path.stem.rpartition(".")[2]


def beside_nothing(path: Path) -> list[Diagnostic]:
    """Of a file such as `hearts.fr.yaml`, which no rules read, that there is no `hearts.coup`."""
    name, _, language = path.stem.rpartition(".")
    rules = [other.name for other in files_in(path.parent, "*.coup")]
    if not name or len(language) != 2 or f"{name}.coup" in rules:
        return []
    message = f"no rules read this file: there is no `{name}.coup` beside it"
    help_ = suggest(f"{name}.coup", rules) or f"the words of all rules in a folder are in `{language}.yaml`"
    source, _ = read_source(path, display_name(path))
    return [Diagnostic(codes.UNKNOWN_TEXT, Span(source, 0, 0), message, help_)]


@read_once
def read_text_file(path: Path) -> tuple[dict[str, Text], list[Diagnostic]]:
    """The texts of a file by their paths."""
    source, problems = read_source(path, display_name(path))
    if problems:
        return {}, problems
    name = name_of("texts", path.stem, source.text)
    kept = disk.fetch(name)
    if kept is not None:
        rows = json.loads(kept)
        return {words: (text, Span(source, start, end)) for words, text, start, end in rows}, []
    found, problems = _texts(source, path)
    if not problems:
        rows = [(words, text, span.start, span.end) for words, (text, span) in found.items()]
        disk.store(name, json.dumps(rows).encode())
    return found, problems


def _texts(source: Source, path: Path) -> tuple[dict[str, Text], list[Diagnostic]]:
    node, problems = read_yaml(source, (TEXTS, VARIANT))
    if node is None:  # and only then are there problems
        return {}, problems
    if isinstance(node, Mapping) and any(entry.key == "variant" for entry in node.entries):
        return {}, []  # a ruleset whose name happens to have two letters
    problems = check_schema(node, _schema())
    language = node.get("language") if isinstance(node, Mapping) else None
    told = language_of(path)
    if language is not None and not problems and language.plain() != told and len(told) == 2:
        message = f"the file `{path.name}` is for texts in `{told}`"
        problems = [Diagnostic(codes.SCHEMA, language.span, message, f"write `language: {told}`, or rename the file")]
    return ({}, problems) if problems else (dict(_flat(node, "")), [])


def _flat(node: Node, prefix: str) -> list[tuple[str, Text]]:
    """Each text by its path, with the place of its key."""
    found: list[tuple[str, Text]] = []
    for entry in node.entries if isinstance(node, Mapping) else ():
        if isinstance(entry.value, Scalar):
            found.append((f"{prefix}{entry.key}", (str(entry.value.text), entry.key_span)))
        else:
            found += _flat(entry.value, f"{prefix}{entry.key}.")
    return found


def said_in(words: dict[str, Text]) -> Callable[[str], str | None]:
    """What the texts of a language say at a path; None where they say nothing."""
    return lambda path: words[path][0] if path in words else None


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
    for statement in all_statements(program):
        if isinstance(statement, ps.Bind) and statement.revealed:
            wanted[f"names.{statement.local.name}"] = statement.span
    for option in program.options.values():
        wanted[f"options.{option.key}.ask"] = option.span
        for word in option.words:
            wanted[f"options.{option.key}.readings.{word}"] = option.span
    for choice in decisions(program):
        wanted[f"decisions.{choice.name}"] = choice.span
        for alternative in choice.alternatives:
            if alternative.word:
                wanted[f"moves.{alternative.word}"] = alternative.span
    for reason, span in reasons(program).items():
        wanted[f"reasons.{reason}"] = span
    return wanted


def reasons(program: p.Program) -> dict[str, Span]:
    """Why money is paid: every reason named, with a place that names it."""
    found: dict[str, Span] = {}
    values: list[p.Expr | None] = [state.initial for state in program.states]
    values += [version.value for rule in all_rules(program) for version in rule.versions]
    for statement in all_statements(program):
        values += [statement.reason] if isinstance(statement, ps.Pay) else []
        values += statement.arguments if isinstance(statement, ps.CallRule) else []
        values += [statement.value] if isinstance(statement, ps.Bind | ps.Assign | ps.Give) else []
    for expr in all_parts(*filter(None, values)):
        if isinstance(expr, pe.Const) and expr.type.name == "reason" and isinstance(expr.value, int):
            found.setdefault(program.reasons[expr.value], expr.span)
    return found


def check_texts(program: p.Program, texts: Texts) -> list[Diagnostic]:
    """Every name shown has a text in every language of its folder, and every text belongs to something.

    A folder may hold files that are not of this game, such as other mechanics; its texts may be theirs.
    """
    check = _Check(program)
    problems = _strange_languages(program, texts)
    for language, words in texts.items():
        problems += check.problems(language, words)
    return problems


def strays(program: p.Program, words: dict[str, Text]) -> set[str]:
    """The paths of these texts, of one language, that belong to nothing in the rules."""
    check = _Check(program)
    found = check.strays(words, check.wanted | words_told(program, said_in(words)))
    return {
        path for path in found if "." in path and not (path.startswith("names.") and check.used.issuperset(term(path)))
    }


class _Check:
    """What is asked of a game about each text."""

    def __init__(self, program: p.Program) -> None:
        self.program = program
        self.wanted = wanted_texts(program)
        self.files = {file.source.path for file in program.files}
        self.printed, self.used, self.choices = _printed(program), names_used(program), decisions(program)
        alternatives = [(choice.name, one.word) for choice in self.choices for one in choice.alternatives if one.word]
        self.known = {*hinted(program), *(f"decisions.{name}.{word}" for name, word in alternatives)}
        self.beside = cache(_used_beside)  # read once for all texts that ask

    def elsewhere(self, path: str, span: Span) -> bool:
        """Is it a text of another game in the same folder?"""
        return self.beside(span.source.folder).issuperset({*term(path)} - {"ask", "readings"})

    def problems(self, language: str, words: dict[str, Text]) -> list[Diagnostic]:
        wanted = self.wanted | words_told(self.program, said_in(words))
        homes = {home for _, span in words.values() if (home := span.source.folder) is not None}
        whole = {home for home in homes if self.files.issuperset(files_in(home, "*.coup"))}
        strays = self.strays(words, wanted)
        refused = {path: span for path, span in strays.items() if _is_refused(path, span, whole, self.elsewhere)}
        names = {
            path: span
            for path, span in strays.items()
            if path.startswith("names.") and self.used.isdisjoint(term(path)) and span.source.folder in whole
        }
        strange = self._strange(refused, wanted)
        meant = {meant_text(path, wanted, self.used, {}) for path in names}.union(*(meant for _, meant in strange))
        without = {path: of for path, of in wanted.items() if path not in words}
        lacking = {path: of for path, of in without.items() if of.source.folder in homes and path not in meant}
        return [
            *(problem for problem, _ in strange),
            *self._lacking(language, words, lacking, strays),
            *ownerless(self.program, words),
            *strange_sentences(self.program, words, self.used),
            *_strange_names(names, without),
        ]

    def strays(self, words: dict[str, Text], wanted: dict[str, Span]) -> dict[str, Span]:
        """The texts that belong to nothing in these rules."""
        known = {*wanted, *self.known}
        strays = {path: span for path, (_, span) in words.items() if path not in known and not self.printed(path)}
        told = {path for path in strays if is_told(self.program, self.choices, wanted, path)}
        return {path: span for path, span in strays.items() if path not in told}

    def _strange(self, refused: dict[str, Span], wanted: dict[str, Span]) -> list[tuple[Diagnostic, set[str]]]:
        """What is wrong with texts that are refused, each with the texts that were meant."""
        around = {span.source.folder for span in refused.values()}
        kinds = self.program.kinds.values()
        known = {*wanted, *self.known, *(f"terms.{kind.name}.{entry.name}" for kind in kinds for entry in kind.entries)}
        known |= named_in_play(self.program, self.choices)
        options: dict[str, Collection[str]] = {key: option.words for key, option in self.program.options.items()}
        options |= {key: readings for home in around for key, readings in options_beside(home).items()}
        return list(strange_texts(refused, known, self.used.union(*map(self.beside, around)), options))

    def _lacking(
        self, language: str, words: dict[str, Text], lacking: dict[str, Span], strays: dict[str, Span]
    ) -> Iterator[Diagnostic]:
        if not lacking:
            return
        spare = {path: span for path, span in strays.items() if not self.elsewhere(path, span)}
        if len(lacking) > FEW:
            yield _many_missing(self.program, language, words, lacking, spare)
            return
        for path, span in lacking.items():
            yield _missing(path, span, language, words, _meant(path, spare))


def _is_refused(path: str, span: Span, whole: set[Path], elsewhere: Callable[[str, Span], bool]) -> bool:
    """Is a text that belongs to nothing told as wrong? Not where it may be one of another game."""
    if path.startswith(("names.", "language")):
        return False
    theirs = path.partition(".")[0] in {*ON_NAMES, *GROUPS, "options", "told"} or _is_own(span)
    return span.source.folder in whole or (theirs and not elsewhere(path, span))


def _missing(path: str, span: Span, language: str, words: dict[str, Text], also: Also) -> Diagnostic:
    group, name = path.split(".", 1)
    above, _, last = path.rpartition(".")
    beside = {one.removeprefix(f"{above}."): of for one, (_, of) in words.items() if one.startswith(f"{above}.")}
    near = slipped(last, [*beside, *(("true", "false") if above.endswith(".readings") else ())])
    help_ = f"give it one under `{group}:` in the file {_file_for(span, language, words)} beside the rules"
    if near is not None:
        help_ = f"did you mean `{near}`? if not, {help_}"
    message = f"`{name}` has no text in language `{language}`"
    return Diagnostic(codes.MISSING_TEXT, span, message, help_, also)


def _meant(path: str, spare: dict[str, Span]) -> Also:
    """The text of its group that belongs to nothing and is called nearly so."""
    group = path.partition(".")[0]
    near = nearest(path, [one for one in spare if one.startswith(f"{group}.")])
    return ((spare[near], "or is this one meant for it?"),) if near is not None else ()


def _many_missing(
    program: p.Program, language: str, words: dict[str, Text], lacking: dict[str, Span], spare: dict[str, Span]
) -> Diagnostic:
    """One warning for all: the keys of the first, the file they belong in, and the command that writes them."""
    game, first = program.span.source, next(iter(lacking.values()))
    names = ", ".join(f"`{path}`" for path in list(lacking)[:FEW])
    message = f"{names} and {len(lacking) - FEW} more have no text in language `{language}`"
    own = Path(game.name).with_suffix(f".{language}.yaml")
    force = " --force" if game.path is not None and is_file(game.path.with_name(own.name)) else ""
    help_ = (
        f"write them in the file {_file_for(first, language, words)} beside the rules, "
        f"or let `coupdsl new {own}{force} --from {game.name}` write them all, for you to change"
        + ("; what is there stays" if force else "")
    )
    meant = [one for path in lacking for one in _meant(path, spare)]
    return Diagnostic(codes.MISSING_TEXT, first, message, help_, tuple(meant[:FEW]))


def _file_for(span: Span, language: str, words: dict[str, Text]) -> str:
    """Where the words of what stands at `span` are looked for first: its own file of texts, if there is one."""
    own = Path(span.source.name).with_suffix(f".{language}.yaml").name
    there = any(of.source.folder == span.source.folder and Path(of.source.name).name == own for _, of in words.values())
    return own if there else f"{language}.yaml"


def _is_own(span: Span) -> bool:
    """Does it stand in a file such as `hearts.en.yaml`?"""
    return span.source.path is not None and "." in span.source.path.stem


def _printed(program: p.Program) -> Callable[[str], bool]:
    """Is a path a word or a sentence for what the rules use: a title of a chart, a term, or why a rule is as it is?"""
    plurals = {kind.plural for kind in program.kinds.values()}
    used = names_used(program)

    def printed(path: str) -> bool:
        group, _, name = path.partition(".")
        return name in plurals if group == "charts" else group in ON_NAMES and used.issuperset(term(path))

    return printed


def names_used(program: p.Program) -> set[str]:
    return {"local"}.union(*(names_in(file.source.text) for file in program.files))


def _used_beside(home: Path | None) -> set[str]:
    """The names that the rule files of a folder use, or the mechanics do."""
    folders = (home, home.parent / "mechanics") if home is not None else ()
    files = [file for folder in folders for file in files_in(folder, "*.coup")]
    return {"local"}.union(*(names_in(read_source(file)[0].text) for file in files))


def languages(program: p.Program, texts: Texts) -> set[str]:
    """The languages a game may be told in: those of its texts and rules, and those that the program speaks itself."""
    told = set(texts) or {language for one in _worded(program) for words in one.texts.values() for language in words}
    return {"en", "fr"} | told


def strange_language(language: str, span: Span, known: Iterable[str]) -> Diagnostic:
    message = f"the game has no texts in a language `{language}`"
    return Diagnostic(codes.UNKNOWN_TEXT, span, message, suggest(language, known))


def _strange_names(names: dict[str, Span], lacking: Iterable[str]) -> Iterator[Diagnostic]:
    """Any name may have a text; but one that the rules do not use and that is near one without is misspelled."""
    without = [path.removeprefix("names.") for path in lacking if path.startswith("names.")]
    for path, span in names.items():
        name = path.removeprefix("names.")
        if (near := nearest(name, without)) is not None:
            message = f"nothing that people are shown is called `{name}`"
            yield Diagnostic(codes.UNKNOWN_TEXT, span, message, f"did you mean `{near}`?")


def _strange_languages(program: p.Program, texts: Texts) -> list[Diagnostic]:
    """Words in a language that the texts beside the rules do not have are never read."""
    known = languages(program, texts)
    return [
        strange_language(language, one.text_places[field].of_word(language), known)
        for one in _worded(program)
        for field, words in one.texts.items()
        for language in words
        if language not in known
    ]


def _worded(program: p.Program) -> list[p.Program | p.Entry]:
    """What carries words of its own."""
    return [program, *(entry for kind in program.kinds.values() for entry in kind.entries)]
