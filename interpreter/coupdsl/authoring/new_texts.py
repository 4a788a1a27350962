"""A file of texts to begin with: every name and question that people are shown, to be said in a language."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from coupdsl.language.looks import resolved
from coupdsl.language.parser import read_source
from coupdsl.language.places import shipped
from coupdsl.language.program import Program
from coupdsl.language.records import record
from coupdsl.language.source import Source
from coupdsl.phrases.card_signs import has_usual_suits
from coupdsl.rulesets.composed import Composed
from coupdsl.rulesets.laid_out import formatted
from coupdsl.rulesets.states_told import words_told
from coupdsl.rulesets.texts import language_of, read_text_file, said_in, wanted_texts
from coupdsl.rulesets.yaml_text import Mapping, Node, read_yaml

READINGS = ".readings."
_CODES = """
    aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo
    es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg
    ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn
    no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta
    te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu
"""
LANGUAGES = frozenset(_CODES.split())  # by their names of two letters, ISO 639-1
FIRST = ("names", "decisions", "moves", "reasons", "options")


@record
class Line:
    """What is said, and what it is called in another language."""

    text: str
    comment: str | None


Tree = dict[str, "Tree | Line"]


def new_texts(path: Path, composed: Composed) -> str:
    """The text of a file in `path` with all that the rules beside it name; all that it holds already stays as it is.

    What another file beside it says in this language is left out. What nobody has said yet is the name as rules have
    it, that of a usual suit or rank as people say it, with what it is called in another language as a comment.
    """
    language, here = language_of(path), resolved(path)
    told = composed.texts.get(language, {})
    homes = {here.parent, *(span.source.folder for _, span in told.values())}
    others = {key: text for words in composed.texts.values() for key, (text, _) in words.items()}
    usual, lacking = _usual_faces(language, composed.program), {}
    wanted = wanted_texts(composed.program) | words_told(composed.program, said_in(told))
    for key, span in wanted.items():
        if key not in told and span.source.folder in homes:
            text, other = usual.get(key) or _plain(key), others.get(key)
            lacking[key] = Line(text, other if other != text else None)
    source, there = _there(path, language)
    text, problems = formatted(Source(path.name, _added(source, there, lacking)), is_yaml=True)
    assert not problems, problems
    return text


def nameless_states(path: Path, composed: Composed) -> list[str]:
    """The states of the rules beside a file of texts that are shown at the table and have no name in its language.

    What is kept for each two is not where the first is a card or piece.
    """
    families = composed.program.families
    pieces, fields = {"card", "piece", *(one.name for one in families)}, [one for of in families for one in of.fields]
    told, here = composed.texts.get(language_of(path), {}), resolved(path).parent
    seen = (state for state in composed.program.states if state.seen_by != "none" and state.span.source.folder == here)
    shown = (state for state in seen if state not in fields and not (state.by is not None and state.per in pieces))
    return [state.name for state in shown if f"names.{state.name}" not in told]


def _there(path: Path, language: str) -> tuple[Source, Mapping]:
    """The file as it is, or its first lines."""
    if path.exists():
        source, _ = read_source(path)
        node, _ = read_yaml(source)
        if isinstance(node, Mapping):
            return source, node
    lines = [f"language: {language}", ""]
    if resolved(path).parent.is_relative_to(resolved(shipped())):
        lines.insert(0, "# yaml-language-server: $schema=../../schema/texts.schema.json")
    source = Source(path.name, "\n".join(lines))
    node, _ = read_yaml(source)
    assert isinstance(node, Mapping)
    return source, node


def _usual_faces(language: str, program: Program) -> dict[str, str]:
    """What the games of the gallery call suits and ranks."""
    said, _ = read_text_file(shipped() / "contracts" / "gallery" / f"{language}.yaml")
    suits = {suit.name for suit in program.suits}
    faces = {rank.name for rank in program.ranks} | (suits if has_usual_suits(suits) else set())
    return {key: text for key, (text, _) in said.items() if key.removeprefix("names.") in faces}


def _plain(key: str) -> str:
    """What people read where nothing is said."""
    if key.startswith("options.") and key.endswith(".ask"):
        return key.removeprefix("options.").removesuffix(".ask").replace(".", " ").replace("_", " ") + "?"
    return key.rpartition(".")[2].replace("_", " ")


def _steps(key: str) -> list[str]:
    """The keys under which a text stands, each within the one before; what is asked of an option, under its own."""
    group, _, name = key.partition(".")
    if group != "options":
        return [group, name]
    option, _, reading = name.removesuffix(".ask").partition(READINGS)
    return [group, option, "readings", reading] if reading else [group, option, "ask"]


# ---- what is added
def _added(source: Source, root: Mapping, lacking: dict[str, Line]) -> str:
    """The text with each line at the end of what it belongs to."""
    nodes, trees = {root.span.start: root}, dict[int, Tree]()
    for key, line in sorted(lacking.items(), key=lambda one: FIRST.index(one[0].partition(".")[0])):
        node, steps = root, _steps(key)
        while isinstance(inner := node.get(steps[0]), Mapping):
            node, steps = inner, steps[1:]
        nodes[node.span.start] = node
        tree = trees.setdefault(node.span.start, {})
        for step in steps[:-1]:
            found = tree.setdefault(step, {})
            assert isinstance(found, dict)
            tree = found
        tree[steps[-1]] = line
    edits = sorted(_edit(source, nodes[start], tree, root) for start, tree in trees.items())
    parts, done = [], 0
    for at, _, new in edits:
        parts += [source.text[done:at], new]
        done = at
    return f"{''.join(parts)}{source.text[done:]}\n"


def _edit(source: Source, node: Mapping, tree: Tree, root: Mapping) -> tuple[int, int, str]:
    """Where something is added, of what belongs further in first, and what."""
    if _is_in_braces(node):
        at, new = node.span.end - 1, _in_braces(tree)
        follows = node.entries and not source.text[:at].rstrip().endswith(",")
        return at, 0, f", {new}" if follows else new
    end = source.text.find("\n", _end(node))
    column = source.position(node.entries[0].key_span.start)[1] - 1
    lines = _in_lines(tree, column, parted=node is root)
    return len(source.text) if end < 0 else end, -column, "".join(f"\n{line}" for line in lines)


def _is_in_braces(node: Node) -> bool:
    return node.span.source.text[node.span.start] == "{"


def _end(node: Node) -> int:
    """Where its last word ends; comments may follow."""
    if isinstance(node, Mapping) and not _is_in_braces(node):
        return _end(node.entries[-1].value)
    return node.span.end


def _in_lines(tree: Tree, column: int, parted: bool = False) -> Iterator[str]:
    for key, inner in tree.items():
        if isinstance(inner, Line):
            comment = f"  # {' '.join(inner.comment.split())}" if inner.comment is not None else ""
            yield f"{' ' * column}{key}: {json.dumps(inner.text, ensure_ascii=False)}{comment}"
            continue
        if parted:
            yield ""
        yield f"{' ' * column}{key}:"
        yield from _in_lines(inner, column + 2)


def _in_braces(tree: Tree) -> str:
    return ", ".join(
        f"{key}: {json.dumps(one.text, ensure_ascii=False) if isinstance(one, Line) else f'{{{_in_braces(one)}}}'}"
        for key, one in tree.items()
    )
