"""Rules with their code as text that can be read back: all that plays them, and nothing that runs."""

from __future__ import annotations

from typing import TypeVar

from coupdsl.code import board, code, decisions, expressions, instructions, layout, moves, places
from coupdsl.code.code import Code
from coupdsl.language import parser, program, source, types
from coupdsl.language.graph import Graph
from coupdsl.rulesets import ruleset

R = TypeVar("R", bound=ruleset.Ruleset)

MODULES = (
    source, types, parser, program, ruleset, board, layout, moves, places, expressions, decisions, instructions, code,
)  # fmt: skip
LEFT_OUT: dict[tuple[type, str], object] = {(parser.File, "lines"): ()}  # the syntax of files


def write(lowered: Code) -> str:
    """The text of code and of the rules that it belongs to."""
    return Graph(MODULES, LEFT_OUT).write(lowered)


def read(text: str, make: type[R]) -> tuple[R, Code]:
    """The rules, as one of `make`, and their code; raises ValueError for any other text."""
    found = Graph(MODULES, as_other={ruleset.Ruleset: make}).read(text)
    if not isinstance(found, Code) or not isinstance(found.rules, make):
        raise ValueError("this is not the code of rules")
    return found.rules, found
