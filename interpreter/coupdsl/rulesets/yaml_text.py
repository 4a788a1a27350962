"""YAML as a tree whose every key and value has its place; scalars are read as YAML 1.2, surprises are errors."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from typing import Any

import yaml

from coupdsl.language import codes
from coupdsl.language.codes import Code
from coupdsl.language.diagnostics import Diagnostic
from coupdsl.language.other_files import IN_YAML, other_file
from coupdsl.language.records import by_value
from coupdsl.language.source import Source, Span
from coupdsl.language.written_numbers import number_at
from coupdsl.rulesets.yaml_refusals import refused

MAX_DEPTH = 20
MAX_NODES = 50_000
TOO_DEEP = f"this nests more than {MAX_DEPTH} deep"
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@by_value
class Node:
    span: Span

    def plain(self) -> Any:
        """The value as plain Python data."""
        raise NotImplementedError

    def at(self, path: Sequence[str | int]) -> Node | None:
        """The node that `path`, of keys and positions, leads to."""
        node: Node | None = self
        for step in path:
            if isinstance(node, Mapping) and isinstance(step, str):
                node = node.get(step)
            elif isinstance(node, Items) and isinstance(step, int) and step < len(node.values):
                node = node.values[step]
            else:
                return None
        return node


@by_value
class Scalar(Node):
    value: bool | int | float | str | None
    text: str

    def plain(self) -> Any:
        return self.value


@by_value
class Items(Node):
    values: tuple[Node, ...]

    def plain(self) -> Any:
        return [value.plain() for value in self.values]


@by_value
class Entry:
    key: str
    key_span: Span
    value: Node

    @property
    def given(self) -> Any:
        """The plain value, an empty text where nothing stands, not even the `null` that is `none` of an option."""
        return "" if self.value.plain() is None and self.value.span == self.key_span else self.value.plain()


@by_value
class Mapping(Node):
    entries: tuple[Entry, ...]

    def plain(self) -> Any:
        return {entry.key: entry.value.plain() for entry in self.entries}

    def get(self, key: str) -> Node | None:
        return next((entry.value for entry in self.entries if entry.key == key), None)


def read_yaml(source: Source, wanted: Container[str] = IN_YAML) -> tuple[Node | None, list[Diagnostic]]:
    """The tree of a YAML text, and every problem found.

    No tree when it is not well formed, says nothing, or is surely of another kind than those `wanted`.
    """
    if (other := other_file(source, wanted)) is not None:
        return None, [other]
    problems = list(_refused(source))
    if problems:
        return None, problems
    composed = yaml.compose(source.text, Loader=_LOADER)
    if composed is None:
        message, help_ = "the file is empty, or has only comments", "remove it, or begin a variant with `coupdsl new`"
        return None, [Diagnostic(codes.EMPTY_FILE, Span(source, 0, 0), message, help_)]
    node = _convert(source, composed, problems)
    return (None if problems else node), problems


def _refused(source: Source) -> Iterator[Diagnostic]:
    """What rule files do not use, what is too much, and what is no YAML, seen before anything is built."""
    try:
        yield from _surprises(source)
    except yaml.YAMLError as error:
        if "nesting depth" in str(error):  # some readers give up before they come to it
            place = [at for at, sign in enumerate(source.text) if sign in "[{"][MAX_DEPTH - 1]
            yield Diagnostic(codes.TOO_DEEP, Span(source, place, place + 1), TOO_DEEP)
        else:
            yield refused(source, error)
    except (ValueError, RecursionError):
        yield Diagnostic(codes.YAML_SYNTAX, Span(source, 0, 0), "the file is not well-formed YAML")


def _surprises(source: Source) -> Iterator[Diagnostic]:
    """Documents after the first, anchors, tags; at last, if it comes to that, what is too deep or too large."""
    depth = documents = 0
    for number, event in enumerate(yaml.parse(source.text, Loader=_LOADER), 1):
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        documents += isinstance(event, yaml.DocumentStartEvent)
        if documents == 2 and isinstance(event, yaml.DocumentStartEvent):
            yield _told(source, event, "a second document begins here", "a rule file is one document")
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            yield _told(source, event, "anchors and aliases are not used in rule files", "write the value out")
        elif getattr(event, "tag", None):
            yield _told(source, event, "tags are not used in rule files", "leave it out")
        if depth > MAX_DEPTH:
            yield _told(source, event, TOO_DEEP, code=codes.TOO_DEEP)
            return
        if number > MAX_NODES:
            yield _told(source, event, "the file holds too many values", code=codes.TOO_LARGE)
            return


def _told(
    source: Source, event: Any, message: str, help_: str | None = None, code: Code = codes.YAML_UNSUPPORTED
) -> Diagnostic:  # fmt: skip
    return Diagnostic(code, _span(source, event.start_mark, event.end_mark), message, help_)


def _span(source: Source, start: Any, end: Any) -> Span:
    length = len(source.text)
    first = min(start.index, length)
    last = min(max(end.index, first), length)
    while last > first and source.text[last - 1] in " \n\r\t":
        last -= 1
    return Span(source, first, last)


def _convert(source: Source, composed: Any, problems: list[Diagnostic]) -> Node:
    span = _span(source, composed.start_mark, composed.end_mark)
    if isinstance(composed, yaml.ScalarNode):
        return Scalar(span, _value(composed, span, problems), composed.value)
    if isinstance(composed, yaml.SequenceNode):
        return Items(span, tuple(_convert(source, item, problems) for item in composed.value))
    entries: dict[str, Entry] = {}
    for key_node, value_node in composed.value:
        key_span = _span(source, key_node.start_mark, key_node.end_mark)
        if not isinstance(key_node, yaml.ScalarNode) or key_node.value == "<<":
            message = "a key is a plain word" if key_node.value != "<<" else "merge keys are not used in rule files"
            problems.append(Diagnostic(codes.YAML_UNSUPPORTED, key_span, message))
            continue
        key = key_node.value
        if parted := _parted_number(source, key_span, value_node, list(entries.values())):
            problems.append(parted)
            continue
        if key in entries:
            also = ((entries[key].key_span, "given here first"),)
            problems.append(
                Diagnostic(codes.YAML_DUPLICATE, key_span, f"`{key}` is given twice", "leave one of them out", also)
            )
            continue
        value = _convert(source, value_node, problems)
        if isinstance(value, Scalar) and value.span.start == value.span.end:
            value = Scalar(key_span, value.value, value.text)  # nothing stands there
        entries[key] = Entry(key, key_span, value)
    return Mapping(span, tuple(entries.values()))


def _parted_number(source: Source, key_span: Span, value: Any, before: list[Entry]) -> Diagnostic | None:
    """What is said of `{collect: 1,200}`, in which YAML sees a 1 and a key 200 that states nothing."""
    if not before or value.value != "" or value.start_mark.index != value.end_mark.index:
        return None
    number = number_at(source.text, key_span.start)
    if number is None or number[0] != before[-1].value.span.start:
        return None
    span = Span(source, number[0], number[1])
    return Diagnostic(codes.YAML_SYNTAX, span, f"`{span.text}` is not a number in YAML", number[2])


def _value(node: Any, span: Span, problems: list[Diagnostic]) -> bool | int | float | str | None:
    """A scalar as YAML 1.2 reads it."""
    text: str = node.value
    if node.style:  # quoted, or a block
        return text
    if text in ("", "~", "null"):
        return None
    if text in ("true", "false"):
        return text == "true"
    if re.fullmatch(r"[-+]?0[0-9]+", text):
        help_ = f"write {int(text)}, or put it in quotes" if len(text) < 20 else "put it in quotes"
        problems.append(Diagnostic(codes.YAML_UNSUPPORTED, span, f"`{text}` begins with a zero", help_))
        return text
    if re.fullmatch(r"[-+]?[0-9]{1,18}", text):
        return int(text)
    if re.fullmatch(r"0x[0-9a-fA-F]{1,15}|0o[0-7]{1,18}", text):
        return int(text, 0)
    if re.fullmatch(r"[-+]?([0-9]+\.[0-9]*|\.[0-9]+|[0-9]+)([eE][-+]?[0-9]{1,2})?", text) and len(text) < 40:
        return float(text)
    return text
