"""A file of texts that several games share, as one of them has it: without what belongs to the others."""

from __future__ import annotations

import re
from collections.abc import Collection

from coupdsl.language.source import Source
from coupdsl.rulesets.laid_out import formatted
from coupdsl.rulesets.yaml_text import Entry, Mapping, Node, read_yaml

_COMMA = re.compile(r"(?:\s+(?:#[^\n]*)?)*,")  # comments may come before it
_REST = re.compile(r" *(?:#[^\n]*)?(?=\n)| +")


def without(source: Source, dropped: Collection[str]) -> str:
    """The text of a file without the texts at these paths, such as `names.pot`, and without groups that are empty then.

    What stays is as it was, with its comments.
    """
    root, _ = read_yaml(source)
    if not dropped or not isinstance(root, Mapping):
        return source.text
    parts, done = [], 0
    for start, end, new in _cuts(root, "", dropped):
        parts += [source.text[done:start], new]
        done = end
    text, problems = formatted(Source(source.name, "".join(parts) + source.text[done:]), is_yaml=True)
    assert not problems, problems
    return text


def _cuts(node: Mapping, prefix: str, dropped: Collection[str]) -> list[tuple[int, int, str]]:
    """From where to where something else is written, and what, one after the other."""
    cuts: list[tuple[int, int, str]] = []
    text = node.span.source.text
    in_braces = text[node.span.start] == "{"
    last = max((at for at, one in enumerate(node.entries) if _stays(one, prefix, dropped)), default=-1)
    for at, entry in enumerate(node.entries):
        if not _stays(entry, prefix, dropped):
            cuts.append((*(_in_braces(entry) if in_braces else _lines(entry)), ""))
            continue
        if isinstance(entry.value, Mapping):
            cuts += _cuts(entry.value, f"{prefix}{entry.key}.", dropped)
        comma = _COMMA.match(text, entry.value.span.end)
        if in_braces and comma is not None and at == last < len(node.entries) - 1:
            cuts.append((comma.end() - 1, comma.end(), ""))
    return cuts


def _lines(entry: Entry) -> tuple[int, int]:
    """Where the lines of an entry are, with what is said behind it."""
    text = entry.key_span.source.text
    after = text.find("\n", _end(entry.value))
    return text.rfind("\n", 0, entry.key_span.start) + 1, len(text) if after < 0 else after + 1


def _in_braces(entry: Entry) -> tuple[int, int]:
    """Where an entry in braces is, with its comma, and with what is said behind it if its line ends there."""
    text, start, end = entry.key_span.source.text, entry.key_span.start, entry.value.span.end
    comma = _COMMA.match(text, end)
    end = comma.end() if comma is not None else end
    rest = _REST.match(text, end)
    return start, rest.end() if rest is not None else end


def _stays(entry: Entry, prefix: str, dropped: Collection[str]) -> bool:
    path = f"{prefix}{entry.key}"
    if isinstance(entry.value, Mapping):
        return any(_stays(one, f"{path}.", dropped) for one in entry.value.entries)
    return path not in dropped


def _end(node: Node) -> int:
    """Where its last word ends; comments may follow."""
    if isinstance(node, Mapping) and node.entries and node.span.source.text[node.span.start] != "{":
        return _end(node.entries[-1].value)
    return node.span.end
