"""Cards that rules name, and that `copies 0` leaves out of the pack: what is asked of them never holds."""

from __future__ import annotations

from coupdsl.language import codes
from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language.checker.context import Context
from coupdsl.language.walk import all_expressions


def warn_of_left_out(context: Context) -> None:
    """Of a variant only in its own files: its pack may be another than that for which the rules were written."""
    program = context.program
    for expr in all_expressions(program):
        if not (isinstance(expr, pe.Op) and expr.name == "face"):
            continue
        if program.added and not program.is_added(expr.span):
            continue
        rank, suit = (
            _face(part, faces) for part, faces in zip(expr.arguments, (program.ranks, program.suits), strict=True)
        )
        if rank is not None and suit is not None and program.copies_of(rank, suit) == 0:
            message = f"no card of the pack is the {rank.name} of {suit.name}"
            help_ = "`copies 0` leaves it out: name another card, or leave this out, too"
            context.report(codes.NO_SUCH_CARD, expr.span, message, help_)


def _face(expr: p.Expr, faces: list[p.Face]) -> p.Face | None:
    return faces[expr.value] if isinstance(expr, pe.Const) and isinstance(expr.value, int) else None
