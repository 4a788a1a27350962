"""Texts that belong to nothing, each with the one that was meant: those of a misspelt option are told once."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from itertools import groupby
from pathlib import Path

from coupdsl.language import codes
from coupdsl.language.diagnostics import Diagnostic
from coupdsl.language.likeness import nearest, slipped
from coupdsl.language.looks import files_in
from coupdsl.language.parser import read_source
from coupdsl.language.source import Span
from coupdsl.rulesets.ruleset import SENTENCES
from coupdsl.rulesets.table_hints import GROUPS
from coupdsl.rulesets.under_readings import WHEN

ON_NAMES = ("terms", "signs", "letters", "colours", *SENTENCES)  # on any name that the rules use


def strange_texts(
    strays: dict[str, Span], known: Collection[str], used: set[str], options: Mapping[str, Collection[str]]
) -> Iterator[tuple[Diagnostic, set[str]]]:
    """The problems of texts that belong to nothing, each with the texts that were meant.

    `known` are those that belong to something, `used` the names in the rules, of which terms and
    sentences are, `options` those of the rules and of other rules beside the texts, with their readings.
    """
    for option, paths in groupby(strays, option_of):
        near = nearest(option, options) if option is not None and option not in options else None
        if option is not None and near is not None:
            span = _place_of(option, strays[next(paths)])
            message, help_ = f"there is no option `{option}`", f"did you mean `{near}`?"
            meant = {path for path in known if option_of(path) == near}
            yield Diagnostic(codes.UNKNOWN_TEXT, span, message, help_), meant
            continue
        for path in paths:
            text = meant_text(path, known, used, options)
            help_ = f"did you mean `{text}`?" if text is not None else "leave it out, or name what the rules declare"
            if text == path:  # a reading that has no text
                text, help_ = None, "leave it out: `true` and `false` are said as yes and no, numbers as they are"
            message = f"no text of these rules is called `{path}`"
            yield Diagnostic(codes.UNKNOWN_TEXT, strays[path], message, help_), {text} if text else set()


def meant_text(path: str, known: Collection[str], used: set[str], options: Mapping[str, Collection[str]]) -> str | None:
    """The text that was meant by a path that belongs to nothing; of a term each of its names may be misspelt."""
    group = path.partition(".")[0]
    if group == "told":
        of, *parts = path.split(".")[1:]
        named = {one.removeprefix(f"{of}.") for one in known if one.startswith(f"{of}.")}
        if of == "alike":  # by how many, and by what it is called
            each = [nearest(part, ("single", "plural") if at == 0 else used - {part}) for at, part in enumerate(parts)]
        else:
            each = [part if part in named else nearest(part, named) for part in parts]
        if of in ("names", "alike") and None not in each:
            return ".".join(("told", of, *filter(None, each)))
        near = nearest(path.removeprefix("told."), known)
        return f"told.{near}" if near is not None else None
    option = option_of(path)
    if option is not None and option in options:
        near = nearest(path.rpartition(".")[2], options[option])
        return f"options.{option}.readings.{near}" if near is not None else None
    if group in GROUPS:
        near = nearest(
            path.removeprefix(f"{group}."), [one.partition(".")[2] for one in known if one.startswith(f"{group}.")]
        )
        return f"{group}.{near}" if near is not None else None
    if group not in ON_NAMES:
        return slipped(path, known) or nearest(path, [one for one in known if one.startswith(f"{group}.")])
    names = used | {"otherwise"}
    meant = [name if name in used else nearest(name, names) for name in term(path)]
    under = WHEN.search(path)
    begin = f"{group}.{under[0]}" if under is not None else f"{group}."
    return begin + ".".join(filter(None, meant)) if None not in meant else None


def options_beside(home: Path | None) -> dict[str, list[str]]:
    """The options that rule files of a folder declare, with their readings; as they are written."""
    texts = [read_source(file)[0].text for file in files_in(home, "*.coup")] if home is not None else []
    found = [one for text in texts for one in re.findall(r"(?m)^ *option +([\w.]+) *=([^@#\n]*)", text)]
    return {key: re.findall(r"\w+", readings) for key, readings in found}


def term(path: str) -> list[str]:
    """The names that a term is made of: those of a rule and its owner, or of a local; or that a sentence is about."""
    names = WHEN.sub("", path.removeprefix("told.")).partition(".")[2]
    return [name for name in names.split(".") if name != "otherwise"]


def option_of(path: str) -> str | None:
    """The option that a text is of, such as `loan.lender`."""
    found = re.fullmatch(r"options\.(.+?)\.(?:ask|readings\..*)", path)
    return found[1] if found is not None else None


def _place_of(option: str, text: Span) -> Span:
    """Where the key stands under which the text of an option does."""
    place = text.source.text.rfind(option, 0, text.start)
    return Span(text.source, place, place + len(option)) if place >= 0 else text
