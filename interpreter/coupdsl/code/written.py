"""Rules with their code as plain data that can be read back: all that plays them, and nothing that runs."""

from __future__ import annotations

from typing import Any, TypeVar

from coupdsl.code import board, code, decisions, expressions, instructions, layout, moves, slots
from coupdsl.code.code import Code
from coupdsl.language import files, program, program_expressions, program_options, program_statements, source, types
from coupdsl.language.graph import Graph
from coupdsl.rulesets import ruleset

R = TypeVar("R", bound=ruleset.Ruleset)

MODULES = (
    source, types, files, program_options, program, program_expressions, program_statements, ruleset, board, layout,
    moves, slots, expressions, decisions, instructions, code,
)  # fmt: skip


def write(lowered: Code) -> Any:
    """Code and the rules that it belongs to as plain data."""
    return Graph(MODULES, files.NOT_KEPT).write(lowered)


def read(given: Any, make: type[R]) -> tuple[R, Code]:
    """The rules, as one of `make`, and their code; raises ValueError for any other data."""
    found = Graph(MODULES, as_other={ruleset.Ruleset: make}).read(given)
    if not isinstance(found, Code) or not isinstance(found.rules, make):
        raise ValueError("this is not the code of rules")
    return found.rules, found
