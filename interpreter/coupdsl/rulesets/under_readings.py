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

WHEN = re.compile(r"\bwhen ([\w.]+) is (\w+)\.")


def under_settings(labels: Labels, options: Mapping[str, Setting]) -> Labels:
    """The words with the sentences under readings that are in force in the place of those that are always said."""
    held = {}
    for path, text in labels.words.items():
        found = WHEN.search(path)
        if found is not None and found[1] in options and shown(options[found[1]].value) == found[2]:
            held[WHEN.sub("", path)] = text
    return Labels(labels.language, {**labels.words, **held}) if held else labels


def strange_readings(program: p.Program, said: Iterable[tuple[str, Span]]) -> Iterator[Diagnostic]:
    """What is wrong with the options and readings that sentences stand under."""
    for path, span in said:
        for key, reading in WHEN.findall(path):
            option = program.options.get(key)
            if option is None:
                yield Diagnostic(codes.UNKNOWN_TEXT, span, f"there is no option `{key}`", suggest(key, program.options))
            elif (message := option_value(option, reading, program)[1]) is not None:
                also = ((option.span, "asked here"),)
                yield Diagnostic(codes.UNKNOWN_TEXT, span, message, suggest(reading, option.words), also)
