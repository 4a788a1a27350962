"""A file of texts to begin with: every name and question that people are shown, to be said in a language."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from coupdsl.language.looks import resolved
from coupdsl.language.places import shipped
from coupdsl.language.source import Source
from coupdsl.rulesets.compose import Composed
from coupdsl.rulesets.laid_out import formatted
from coupdsl.rulesets.texts import language_of, wanted_texts

READINGS = ".readings."
FIRST = ("names", "decisions", "moves", "reasons", "options")


def new_texts(path: Path, composed: Composed) -> str:
    """The text of a file in `path` with all that the rules beside it name; what it says already, it goes on to say.

    What another file beside it says in this language is left out. What nobody has said yet is the name as rules have
    it, with what it is called in another language as a comment.
    """
    language, here = language_of(path), resolved(path)
    told = composed.texts.get(language, {})
    mine = {key: text for key, (text, span) in told.items() if span.source.path == here}
    homes = {here.parent, *(span.source.folder for _, span in told.values())}
    lacking = {
        key: _plain(key)
        for key, span in wanted_texts(composed.program).items()
        if key not in told and span.source.folder in homes
    }
    others = {key: text for words in composed.texts.values() for key, (text, _) in words.items()}
    says = {**mine, **lacking}
    lines = [f"language: {language}"]
    if here.parent.is_relative_to(resolved(shipped())):
        lines.insert(0, "# yaml-language-server: $schema=../../schema/texts.schema.json")
    groups = dict.fromkeys((*FIRST, *(key.partition(".")[0] for key in mine)))
    for group in groups:
        under = {key: text for key, text in says.items() if key.startswith(f"{group}.")}
        if under:
            comments = {key: others[key] for key in lacking if others.get(key, lacking[key]) != lacking[key]}
            lines += ["", f"{group}:", *_lines(group, under, comments)]
    text, problems = formatted(Source(path.name, "\n".join([*lines, ""])), is_yaml=True)
    assert not problems, problems
    return text


def _plain(key: str) -> str:
    """What people read where nothing is said."""
    if key.startswith("options.") and key.endswith(".ask"):
        return key.removeprefix("options.").removesuffix(".ask").replace(".", " ").replace("_", " ") + "?"
    return key.rpartition(".")[2].replace("_", " ")


def _lines(group: str, says: Mapping[str, str], comments: Mapping[str, str]) -> Iterator[str]:
    """One line for each name; what is asked of an option stands under its key, with its readings."""
    written = {
        key.removeprefix(f"{group}."): json.dumps(text, ensure_ascii=False)
        + (f"  # {' '.join(comments[key].split())}" if key in comments else "")
        for key, text in says.items()
    }
    if group == "told":
        for inner in dict.fromkeys(name.partition(".")[0] for name in written):
            yield f"  {inner}:"
            yield from (
                f"    {name.partition('.')[2]}: {text}"
                for name, text in written.items() if name.partition(".")[0] == inner
            )  # fmt: skip
        return
    if group != "options":
        yield from (f"  {name}: {text}" for name, text in written.items())
        return
    for option in dict.fromkeys(name.removesuffix(".ask").partition(READINGS)[0] for name in written):
        yield f"  {option}:"
        readings = {name: text for name, text in written.items() if name.startswith(f"{option}{READINGS}")}
        if f"{option}.ask" in written:
            yield f"    ask: {written[f'{option}.ask']}"
        if readings:
            yield "    readings:"
            yield from (f"      {name.partition(READINGS)[2]}: {text}" for name, text in readings.items())
