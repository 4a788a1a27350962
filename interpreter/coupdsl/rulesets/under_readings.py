"""Sentences for why that are said under one reading of an option: those under `when spades.lead is if_nothing_else`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from coupdsl.language import codes
from coupdsl.language import program as p
from coupdsl.language.diagnostics import Diagnostic, suggest
from coupdsl.language.source import Span
from coupdsl.rulesets.ruleset import Labels, Setting
from coupdsl.rulesets.values import option_value, shown

WHEN = re.compile(r"\bwhen ([\w.]+) is (not )?([\w/]+(?:, *[\w/]+)*)\.")  # as `when` is written in rule files


def under_settings(labels: Labels, options: Mapping[str, Setting]) -> Labels:
    """The words with the sentences under readings that are in force in the place of those that are always said."""
    held = {}
    for path, text in labels.words.items():
        found = WHEN.search(path)
        if found is None or found[1] not in options:
            continue
        if (shown(options[found[1]].value) in _readings(found[3])) is not bool(found[2]):
            held[WHEN.sub("", path)] = text
    return Labels(labels.language, {**labels.words, **held}) if held else labels


def _readings(written: str) -> list[str]:
    return [one.strip() for one in written.split(",")]


def strange_readings(program: p.Program, said: Iterable[tuple[str, Span]]) -> Iterator[Diagnostic]:
    """What is wrong with the options and readings that sentences stand under."""
    for path, span in said:
        for key, _, written in WHEN.findall(path):
            option = program.options.get(key)
            if option is None:
                yield Diagnostic(codes.UNKNOWN_TEXT, span, f"there is no option `{key}`", suggest(key, program.options))
                continue
            for reading in _readings(written):
                if (message := option_value(option, reading, program)[1]) is not None:
                    also = ((option.span, "asked here"),)
                    yield Diagnostic(codes.UNKNOWN_TEXT, span, message, suggest(reading, option.words), also)
