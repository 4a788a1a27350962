"""Operators that people would read in two ways where they are used together without brackets."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from lark import Token, Tree

from coupdsl.language import codes
from coupdsl.language.diagnostics import Diagnostic
from coupdsl.language.source import Span

LONGEST = 80  # letters of a line that help writes out
_PRODUCTS = ("mul", "div", "mod")
_CHANGED = ("with", "without")
_SETS = ("where", "preferring", *_CHANGED)
_OVER = {"best": ("by", 1), "fold": ("over", -1)}  # their other word, and where in them stands what they go through
_CONDITIONS = {"either": "or", "both": "and"}
_WORDS = {
    "add": "+", "sub": "-", "mul": "*", "div": "/", "rounded": "rounded … to", "ifexpr": "if … else",
    **{word: word for word in ("mod", *_SETS)},
}  # fmt: skip

_OF_EACH = re.compile(r"\b(?:it\b|(?:suit|rank|owner|position|row|column)\b(?! +of\b))")  # what nobody asks of nothing

# For an operator and one of its operands: what may not stand there without brackets.
_CLASHES: dict[tuple[str, int], tuple[str, ...]] = {
    ("rounded", 0): ("add", "sub", "mod", "rounded"),
    ("rounded", 2): _PRODUCTS,
    ("add", 0): ("rounded", "mod"),
    ("add", 1): ("mod",),
    ("sub", 0): ("rounded", "mod"),
    ("sub", 1): ("mod",),
    ("mul", 0): ("mod",),
    ("div", 0): ("mod",),
    ("div", 1): ("ratio",),
    ("mod", 0): _PRODUCTS,
    ("mod", 1): ("ratio",),
    ("where", 0): (*_OVER, "preferring", *_CHANGED),
    ("preferring", 0): (*_OVER, *_CHANGED),
    ("with", 0): ("where", "preferring", "without"),
    ("without", 0): ("where", "preferring", "with"),
    ("ifexpr", 2): _SETS,
}


def two_readings(tree: Tree[Token], span: Callable[[Any], Span]) -> Diagnostic | None:
    """What is wrong with an operator among others, and how it is written instead."""
    if tree.data in _CONDITIONS:
        return _conditions(tree, span)
    if tree.data == "quant":
        return _mixed(tree.children[-1], span, tree)
    clashing = [
        (at, part)
        for at, part in enumerate(tree.children)
        if isinstance(part, Tree) and part.data in _CLASHES.get((tree.data, at), ())
    ]
    if not clashing:
        return None
    at, part = clashing[0]
    inner = span(part).text if part.data == "ratio" else _WORDS.get(part.data, "")
    if part.data in _OVER:
        inner = f"{part.children[0]} … {_OVER[part.data][0]}"
    first, second = (inner, _WORDS[tree.data]) if at == 0 else (_WORDS[tree.data], inner)
    message = f"`{first}` and `{second}` are used together without brackets"
    several = len(clashing) > 1
    help_ = _as_read(tree, clashing, span) if several else _written(tree, part, at == 0, span)
    return Diagnostic(codes.NEEDS_BRACKETS, span(tree), message, help_)


def _as_read(tree: Tree[Token], clashing: list[tuple[int, Tree[Token]]], span: Callable[[Any], Span]) -> str:
    """The way to write it where more than one operand needs brackets: with all of them."""
    whole = span(tree)
    text = whole.text
    for _, part in reversed(clashing):
        begin, end = span(part).start - whole.start, span(part).end - whole.start
        text = f"{text[:begin]}({text[begin:end]}){text[end:]}"
    return f"write `{_line(text)}`"


def _conditions(tree: Tree[Token], span: Callable[[Any], Span]) -> Diagnostic | None:
    """`a or some … where b or c`, of which people would read `c` as beside `a`, and `and` beside `or`."""
    operator = _CONDITIONS[tree.data]
    last: Any = tree.children[1]
    while _is(last, "negation"):
        last = last.children[-1]
    asked: Any = last.children[-1] if _is(last, "quant") else None
    if not _is(asked, *_CONDITIONS) or (operator == "and" and asked.data == "both"):
        return _mixed(tree, span)
    found = _CONDITIONS[asked.data]
    message = f"`{found}` after `where` can be read in two ways beside `{operator}`"
    return Diagnostic(codes.AND_OR, span(tree), message, _asked_or_beside(last, asked, found != operator, span))


def _mixed(tree: Any, span: Callable[[Any], Span], quant: Tree[Token] | None = None) -> Diagnostic | None:
    """`and` beside `or`, perhaps in what `some` or `every` asks."""
    mixed: Any = next((part for part in tree.children if _is(part, "both")), None) if _is(tree, "either") else None
    if mixed is None:
        return None
    help_ = f"put brackets around one of them, such as `({_line(span(mixed).text)})`"
    if quant is not None:
        help_ = _asked_or_beside(quant, mixed, False, span)
    return Diagnostic(codes.AND_OR, span(tree), "`and` and `or` are used together without brackets", help_)


def _asked_or_beside(quant: Tree[Token], grouped: Tree[Token], apart: bool, span: Callable[[Any], Span]) -> str:
    """Both ways to write `some … where a or b`: with `b` in what is asked, which has brackets around what is `grouped`,
    or beside it, set `apart` from what stands before; one way, where `b` can only be asked of each. Whether a name is
    that of a field, which each has, is not known here.
    """
    name: Any = quant.children[-2]
    asked: Any = quant.children[-1]
    whole, first, inner = span(quant), span(asked.children[0]), span(grouped)
    text, begin, end, cut = whole.text, *(at - whole.start for at in (inner.start, inner.end, first.end))
    inside = f"{text[:begin]}({text[begin:end]}){text[end:]}"
    if len(text) > LONGEST:
        return f"put brackets around what is asked: `({_line(inner.text)})`"
    if _OF_EACH.search(text, cut) or (name is not None and re.search(rf"\b{name}\b", text[cut:])):
        return f"write `{_line(inside)}`"
    parted = inside if begin > cut else text
    beside = f"({parted[:cut]}){parted[cut:]}"
    return f"write `{_line(inside)}`, if all of it is asked of each, or `{_line(f'({beside})' if apart else beside)}`"


def _is(part: Any, *sorts: str) -> bool:
    return isinstance(part, Tree) and part.data in sorts


def _written(tree: Tree[Token], part: Tree[Token], in_front: bool, span: Callable[[Any], Span]) -> str:
    """Both ways to write it, or the one that there is: what is asked after `where` ends at the next such word."""
    whole, inner = span(tree), span(part)
    text, start = whole.text, whole.start
    before, there, after = text[: inner.start - start], inner.text, text[inner.end - start :]
    as_read = f"{before}({there}){after}"
    operand = inner
    if part.data in _OVER:
        among = span(part.children[_OVER[part.data][1]])
        begin, end = among.start - start, among.end - start
        other = f"{text[:begin]}({among.text}{after}){text[end : inner.end - start]}"
        return f"write `{_line(other)}`" + (f" or `{_line(as_read)}`" if part.data == "best" else "")
    if part.data != "ratio":
        operand = span(part.children[-1] if in_front else part.children[0])
    at = (operand.start if in_front else operand.end) - start
    if part.data == "ratio":
        at = text.rindex("/")
    other = f"{text[:at]}({text[at:]})" if in_front else f"({text[:at]}){text[at:]}"
    if len(text) > LONGEST:
        alone = text[at:] if in_front else text[:at]
        return f"put brackets around one of them, such as `({_line(min(there, alone, key=len))})`"
    if part.data in ("where", "preferring") and in_front:
        return f"write `{_line(as_read)}`, if that is meant"
    return f"write `{_line(as_read)}` or `{_line(other)}`"


def _line(text: str) -> str:
    return " ".join(text.split())
