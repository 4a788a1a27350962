"""Help where pieces of any kind stand, and only cards, or those of one family, can."""

from __future__ import annotations

from coupdsl.language import program as p
from coupdsl.language import types as ty
from coupdsl.language.types import Type

ANY_PLACE = "…"


def among(family: Type, pieces: str = ANY_PLACE) -> str:
    """Those of one family among such pieces."""
    return f"`{'cards' if family == ty.CARD else family.name} where it in {pieces}`"


def for_one(given: Type, wanted: Type) -> str | None:
    """Help where one piece stands, and one of a family is wanted."""
    return f"take it from {among(wanted.definite)}" if given.definite == ty.PIECE and wanted.family else None


def for_field(name: str, its: tuple[p.Local, ...], program: p.Program) -> str | None:
    """Help with a field that only the pieces of one family have, where `it` is any piece."""
    if not any(it.type == ty.PIECE for it in its):
        return None
    family = next((one for one in program.families if any(field.name == name for field in one.fields)), None)
    return f"only {family.name} have one: go through {among(family.type)}" if family is not None else None
