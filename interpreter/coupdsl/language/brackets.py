"""Operators that people would read in two ways where they stand together without brackets."""

from __future__ import annotations

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
    for at, part in enumerate(tree.children):
        if isinstance(part, Tree) and part.data in _CLASHES.get((tree.data, at), ()):
            inner = span(part).text if part.data == "ratio" else _WORDS.get(part.data, "")
            if part.data in _OVER:
                inner = f"{part.children[0]} … {_OVER[part.data][0]}"
            first, second = (inner, _WORDS[tree.data]) if at == 0 else (_WORDS[tree.data], inner)
            message = f"`{first}` and `{second}` stand together without brackets"
            return Diagnostic(codes.NEEDS_BRACKETS, span(tree), message, _written(tree, part, at == 0, span))
    return None


def _conditions(tree: Tree[Token], span: Callable[[Any], Span]) -> Diagnostic | None:
    """`and` beside `or`, and `a or some … where b or c`, of which people would read `c` as beside `a`."""
    operator = _CONDITIONS[tree.data]
    mixed = next((part for part in tree.children if operator == "or" and _is(part, "both")), None)
    if mixed is not None:
        help_ = f"put brackets around one of them, such as `({span(mixed).text})`"
        return Diagnostic(codes.AND_OR, span(tree), "`and` and `or` stand together without brackets", help_)
    last: Any = tree.children[1]
    while _is(last, "negation"):
        last = last.children[-1]
    asked: Any = last.children[-1] if _is(last, "quant") else None
    if not _is(asked, *_CONDITIONS) or (operator == "and" and asked.data == "both"):
        return None
    message = f"`{_CONDITIONS[asked.data]}` after `where` can be read in two ways beside `{operator}`"
    help_ = f"put brackets around what is asked: `({span(asked).text})`"
    return Diagnostic(codes.AND_OR, span(tree), message, help_)


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
        return f"put brackets around one of them, such as `({_line(there)})`"
    if part.data in ("where", "preferring") and in_front:
        return f"write `{_line(as_read)}`, if that is meant"
    return f"write `{_line(as_read)}` or `{_line(other)}`"


def _line(text: str) -> str:
    return " ".join(text.split())
