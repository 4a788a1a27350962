"""An entry of one's own to begin with, such as a contract: a copy of one there is, with what its lines mean."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

from coupdsl.authoring.new_variant import title
from coupdsl.language import program as p
from coupdsl.language import tree
from coupdsl.language import tree_declarations as td
from coupdsl.language.accents import with_hyphens
from coupdsl.language.check import check_game
from coupdsl.language.diagnostics import Diagnostic
from coupdsl.language.formatting import format_rules
from coupdsl.language.loading import Added, read_file
from coupdsl.language.records import by_value
from coupdsl.language.source import Source, Span
from coupdsl.language.tongues import in_language
from coupdsl.language.types import Type, a
from coupdsl.rulesets.composed import Composed

WORDS = {
    "en": {
        "head": "{0}: {1} like {2}. A variant of {3} brings it in:",
        "words": "Words for people, in each language.", "child": "{0}.", "line": "{0}: {1}.",
        "called": "Its name, for people: a line such as {0}.",
        "condition": "a condition on {0}, called `it`", "set": "a set of {0}", "list": "a list of {0}",
        "amount": "an amount", "of_unit": "an amount, a multiple of {0}",
        "number": "a whole number", "flag": "true or false", "other": "{0}",
        "left_out": "Left out, so that it is as here:", "replaces": "It may replace these rules: {0}.",
        "done": "What is done by some of them is not done where they are replaced; write it there, too:",
        "place": "{0}: {1}, line {2}",
    },
    "fr": {
        "head": "{0} : {1} comme {2}. Une variante de {3} l'ajoute :",
        "words": "Les mots pour les joueurs, dans chaque langue.", "child": "Ce qui suit : {0}.", "line": "{0} : {1}.",
        "called": "Son nom pour les joueurs : une ligne comme {0}.",
        "condition": "une condition sur `it` ({0})",
        "set": "un ensemble (set of {0})", "list": "une liste (list of {0})",
        "amount": "une somme", "of_unit": "une somme, un multiple de {0}",
        "number": "un nombre entier", "flag": "true ou false", "other": "{0}",
        "left_out": "Laissé de côté, et donc comme ici :", "replaces": "Ces règles peuvent être remplacées : {0}.",
        "done": "Ce que font certaines d'entre elles n'est pas fait où on les remplace ; écrivez-le là aussi :",
        "place": "{0} : {1}, ligne {2}",
    },
}  # fmt: skip
_REMARK = re.compile(r'"[^"\n]*"|(?P<comment>#[^\n]*)|(?P<citation>[ \t]*@[A-Z]+\d+)')


@by_value
class Edit:
    """Other text for a stretch of a source."""

    start: int
    end: int
    text: str


def new_entry(path: Path, entry: p.Entry, parent: str, composed: Composed, language: str = "en") -> str:
    """The text of a file `path` with a copy of `entry` as it is in force in the ruleset that `parent` names; what it
    means in a language.
    """
    meanings = _Meanings(composed.program, language)
    node = _node(entry, composed.program)
    own = name(path)
    edits = [Edit(node.name.span.start, node.name.span.end, own), *_titles(entry, title(path))]
    edits += _without_citations(node.span)
    edits += _in_force(entry, composed)
    edits += meanings.edits(entry)
    further = "".join(f"# {line}\n" for line in meanings.further(entry))
    if node.body is not None and further:
        edits.append(Edit(node.span.end - 1, node.span.end - 1, f"\n{further}"))
    text = "\n".join(
        [f"# {meanings.say('head', title(path), meanings.kind(entry.kind.type), entry.name, parent)}",
         *(f"#   {line}" for line in lines_to_add(path, entry)), "edition 1", "", _edited(node.span, edits)]
    )  # fmt: skip
    return format_rules(Source(path.name, text, path))


def lines_to_add(path: Path, entry: p.Entry) -> list[str]:
    """What a variant beside the file says to bring its entry in."""
    return [f"{entry.kind.plural}:", f"  add: [./{path.name}]"]


def name(path: Path) -> str:
    """The file's name as rule files name things."""
    return with_hyphens(path.stem).replace("-", "_")


def problems_with(path: Path, composed: Composed) -> list[Diagnostic]:
    """What is wrong with the file `path` beside the other files of a ruleset."""
    files = [file.source.path for file in composed.program.files if file.source.path is not None]
    ranks = composed.program.added
    others = [Added(file, None, ranks.get(file, 0)) for file in files[1:] if file != path.resolve()]
    return check_game(files[0], [*others, Added(path, None, len(composed.variants))])[1]


def _node(entry: p.Entry, program: p.Program) -> td.Entry:
    paths = [file.source.path for file in program.files if file.source.path is not None]
    for path in paths:
        for node in _entries(read_file(path)[0].lines):
            if node.name.text == entry.name and node.kind.text == entry.kind.name:
                return node
    raise LookupError(entry.path)


def _entries(lines: tuple[tree.Node, ...]) -> Iterator[td.Entry]:
    for node in lines:
        body = getattr(node, "body", None)
        if isinstance(node, td.Entry):
            yield node
        elif isinstance(body, tree.Body):
            yield from _entries(body.lines)


# ---- what differs from the original
def _titles(entry: p.Entry, words: str) -> Iterator[Edit]:
    if "name" in entry.texts:
        place = entry.text_places["name"]
        texts = (f"{language} {json.dumps(words, ensure_ascii=False)}" for language in entry.texts["name"])
        yield Edit(place.start, place.end, f"name: {' '.join(texts)}")


def _without_citations(span: Span) -> Iterator[Edit]:
    """A rule of one's own stands in no printed source."""
    for found in _REMARK.finditer(span.source.text, span.start, span.end):
        if found["citation"]:
            yield Edit(found.start(), found.end(), "")


def _in_force(entry: p.Entry, composed: Composed) -> Iterator[Edit]:
    """What variants set in place of the entry's own values."""
    for rule, version in _stated(entry):
        other = composed.overrides.get((rule, entry))
        if other is not None and version.value is not None:
            yield Edit(version.value.span.start, version.value.span.end, other.span.text)
    for child in entry.children:
        yield from _in_force(child, composed)


def _stated(entry: p.Entry) -> Iterator[tuple[p.Rule, p.Version]]:
    """The fields an entry states, with the text of each."""
    for rule in entry.kind.members.values():
        for version in rule.versions:
            if rule.form == "field" and version.entry is entry and version.reading is None:
                yield rule, version


# ---- what it means
class _Meanings:
    """What the lines of an entry mean, in one language."""

    def __init__(self, program: p.Program, language: str) -> None:
        self.program = program
        self.words = in_language(WORDS, language)
        self.is_english = self.words is WORDS["en"]

    def say(self, key: str, *parts: object) -> str:
        return self.words[key].format(*parts)

    def kind(self, kind: Type) -> str:
        """A type as one says it; in another language than that of the rules by its word alone."""
        return a(kind) if self.is_english else str(kind)

    def edits(self, entry: p.Entry) -> Iterator[Edit]:
        """A comment for each line that states fields: behind it for one of them, above it for several."""
        above: dict[int, list[str]] = {}
        behind: dict[int, list[tuple[str, str]]] = {}
        if entry.text_places:
            above[min(place.line for place in entry.text_places.values())] = [self.say("words")]
        for child in entry.children:
            kind = self.kind(child.kind.type)
            fields = [self.say("line", rule.name, self._meaning(rule)) for rule, _ in _stated(child)]
            told = self.say("child", kind.capitalize() if self.is_english else kind)
            above.setdefault(child.span.line, []).extend([told, *self._name_of(child, entry), *fields])
        for rule, version in _stated(entry):
            behind.setdefault(version.span.line, []).append((rule.name, self._meaning(rule)))
        source = entry.span.source
        for line, meanings in behind.items():
            if len(meanings) > 1:
                above.setdefault(line, []).extend(self.say("line", *meaning) for meaning in meanings)
            elif not _comment(source.line(line)):
                end = source.line_starts[line - 1] + len(source.line(line))
                yield Edit(end, end, f" # {meanings[0][1]}")
        for line, sentences in above.items():
            start = source.line_starts[line - 1]
            yield Edit(start, start, "".join(f"# {sentence}\n" for sentence in sentences))

    def _name_of(self, child: p.Entry, entry: p.Entry) -> Iterator[str]:
        """How an entry inside is given words, in the languages of the one around it, where it states none."""
        if "name" not in child.texts and "name" in entry.texts:
            yield self.say("called", "`name: " + " ".join(f'{language} "…"' for language in entry.texts["name"]) + "`")

    def _meaning(self, rule: p.Rule) -> str:
        """What a field takes, and what its kind says about it, which it says in English."""
        told = _comment(rule.span.source.line(rule.span.line)) if self.is_english else ""
        return f"{self._what(rule)}; {told}" if told else self._what(rule)

    def _what(self, rule: p.Rule) -> str:
        if rule.parameter_types:
            return self.say("condition", self.kind(rule.parameter_types[0]))
        if rule.type.name == "amount":
            unit = self.program.unit
            return self.say("of_unit", unit) if unit > 1 else self.say("amount")
        if rule.type.is_collection:
            kind = self.program.kinds.get(str(rule.type.of))
            return self.say(rule.type.name, kind.plural if kind is not None else f"{rule.type.of}s")
        return self.say(rule.type.name if rule.type.name in ("number", "flag") else "other", self.kind(rule.type))

    def further(self, entry: p.Entry) -> Iterator[str]:
        """What the entry leaves out: fields with what holds without them, and rules it may replace."""
        stated = {rule.name for rule, _ in _stated(entry)}
        members = entry.kind.members.values()
        defaults = [
            f"{rule.name}: {version.value.span.text}"
            for rule in members
            if rule.form == "field" and rule.name not in stated
            for version in rule.versions
            if version.entry is None and version.value is not None
        ]
        if defaults:
            yield self.say("left_out")
            yield from (f"  {line}" for line in defaults)
        rules = [rule for rule in members if rule.form == "rule"]
        played = entry.plays.members.values() if entry.plays is not None else ()
        rules += [rule for rule in played if isinstance(rule, p.Rule) and rule.form in ("rule", "order")]
        if rules:
            yield self.say("replaces", ", ".join(dict.fromkeys(rule.name for rule in rules)))
        done = {rule.name: version.span for rule in rules for version in rule.versions if _does_something(version)}
        if done:
            yield self.say("done")
            yield from (f"  {self.say('place', name, span.source.name, span.line)}" for name, span in done.items())


def _comment(line: str) -> str:
    """What the comment at the end of a line says."""
    return next((found["comment"].lstrip("# ") for found in _REMARK.finditer(line) if found["comment"]), "")


def _does_something(version: p.Version) -> bool:
    """Is it a text of the game that acts, in force for all entries?"""
    is_of_all = version.entry is None and version.reading is None
    return is_of_all and version.body is not None and bool(version.body.lines)


def _edited(span: Span, edits: list[Edit]) -> str:
    text, end = span.source.text[: span.end], span.end
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end), reverse=True):
        if span.start <= edit.start and edit.end <= end:
            text = text[: edit.start] + edit.text + text[edit.end :]
            end = edit.start
    return text[span.start :]
