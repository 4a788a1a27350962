"""Values as people and programs outside read them."""

from __future__ import annotations

from typing import Any

from coupdsl.code.bits import members
from coupdsl.code.code import Code
from coupdsl.language.types import Type, none_of


def plain(value: Any, kind: Type, code: Code) -> Any:
    """A value as plain data: names for suits, ranks, pieces, entries and words, None for none."""
    program = code.rules.program
    if value is None:
        return None
    if kind.is_collection and kind.of is not None:
        elements = members(value) if kind.name == "set" else list(value)
        return [plain(element, kind.of, code) for element in elements]
    if kind.name == "flag":
        return bool(value)
    if kind.optional and value == none_of(kind):
        return None
    if kind.definite.is_numeric:
        return value
    if kind.name in ("ratio", "fraction"):
        return str(value)
    if value < 0:
        return None
    if kind.family:
        return code.layout.face_of[value]
    if kind.name == "word":
        return kind.words[value]
    if kind.name == "reason":
        return program.reasons[value]
    if kind.name == "cell":
        return code.layout.board.names[value]
    if kind.name in ("suit", "rank"):
        return (program.suits if kind.name == "suit" else program.ranks)[value].name
    if kind.name in program.kinds:
        return program.kinds[kind.name].entries[value].path
    if kind.name == "party":
        return code.layout.account_name(value)
    return value
