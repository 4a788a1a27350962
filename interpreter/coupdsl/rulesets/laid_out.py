"""Lays out any rule file, .coup or .yaml, whichever way it came."""

from __future__ import annotations

from coupdsl.language.diagnostics import Diagnostic
from coupdsl.language.formatting import format_rules
from coupdsl.language.parser import parse_file
from coupdsl.language.source import Source
from coupdsl.rulesets.yaml_format import format_yaml
from coupdsl.rulesets.yaml_text import read_yaml


def formatted(source: Source, is_yaml: bool) -> tuple[str, list[Diagnostic]]:
    """The text laid out; as it is, with what is wrong, where it cannot be read.

    Lines end as the first one does. Raises WouldChange rather than change what the text says.
    """
    problems = read_yaml(source)[1] if is_yaml else parse_file(source)[1]
    if problems:
        return source.text, problems
    newline = "\r\n" if source.text.partition("\n")[0].endswith("\r") else "\n"
    plain = Source(source.name, source.text.replace("\r\n", "\n"), source.path)
    text = format_yaml(plain) if is_yaml else format_rules(plain)
    return text.replace("\n", newline), []
