"""A file of texts that several games share, as one of them has it: without what belongs to the others."""

from __future__ import annotations

from collections.abc import Collection

from coupdsl.language.source import Source
from coupdsl.rulesets.laid_out import formatted
from coupdsl.rulesets.yaml_text import Entry, Mapping, Node, read_yaml


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
    if text[node.span.start] == "{":
        kept = [one for one in node.entries if _stays(one, prefix, dropped)]
        if len(kept) < len(node.entries) or any(isinstance(one.value, Mapping) for one in kept):
            return [
                (node.span.start, node.span.end, f"{{{', '.join(_written(one, prefix, dropped) for one in kept)}}}")
            ]
        return []
    for entry in node.entries:
        if not _stays(entry, prefix, dropped):
            after = text.find("\n", _end(entry.value))
            cuts.append((text.rfind("\n", 0, entry.key_span.start) + 1, len(text) if after < 0 else after + 1, ""))
        elif isinstance(entry.value, Mapping):
            cuts += _cuts(entry.value, f"{prefix}{entry.key}.", dropped)
    return cuts


def _stays(entry: Entry, prefix: str, dropped: Collection[str]) -> bool:
    path = f"{prefix}{entry.key}"
    if isinstance(entry.value, Mapping):
        return any(_stays(one, f"{path}.", dropped) for one in entry.value.entries)
    return path not in dropped


def _written(entry: Entry, prefix: str, dropped: Collection[str]) -> str:
    """An entry that stays, inside of braces."""
    start, end = entry.key_span.start, entry.value.span.end
    text = entry.key_span.source.text
    if not isinstance(entry.value, Mapping):
        return text[start:end]
    ((at, upto, new),) = _cuts(entry.value, f"{prefix}{entry.key}.", dropped) or [(end, end, "")]
    return f"{text[start:at]}{new}{text[upto:end]}"


def _end(node: Node) -> int:
    """Where its last word ends; comments may follow."""
    if isinstance(node, Mapping) and node.entries and node.span.source.text[node.span.start] != "{":
        return _end(node.entries[-1].value)
    return node.span.end
