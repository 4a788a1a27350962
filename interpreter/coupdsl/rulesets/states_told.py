"""What of that which rules remember is told to people at the table, and the words that such a thing may be."""

from __future__ import annotations

from collections.abc import Callable

from coupdsl.language import program as p
from coupdsl.language.source import Span

Find = Callable[[str], str | None]  # the text of a path such as `names.trump`; empty for what is kept off the table


def states_told(program: p.Program, find: Find) -> list[p.State]:
    """The states that have a name in the texts; where none has, or only such of mechanics, also all of the game itself.

    The same holds of each file that a variant adds: without a name in the texts all its own are told.
    What a mechanic keeps for each piece is not told: who played a card that lies in a trick stands there.
    """
    per = (None, "seat", "suit", "rank", *program.kinds)
    inside = {state for mechanic in program.mechanics.values() for state in mechanic.states}
    apart = {*inside, *(field for family in program.families for field in family.fields)}
    of_pieces = [state for state in program.states if is_per_piece(state, program) and state not in apart]
    of_table = [state for state in program.states if is_on_board(state) or state.per in per] + of_pieces
    named = [state for state in of_table if find(f"names.{state.name}")]
    if any(state not in inside for state in named):
        added = _added_without_names(program, [state for state in of_table if state not in inside], find)
        return [state for state in of_table if state in named or state in added]
    others = [state for state in of_table if state in named or state not in inside or not named]
    return [state for state in others if find(f"names.{state.name}") != ""]


def _added_without_names(program: p.Program, states: list[p.State], find: Find) -> list[p.State]:
    """Those of files of variants of which no state has a name, without such as are there in place of another."""
    instead = {one.path for one in program.replaced}
    mine = [state for state in states if program.is_added(state.span) and state.name not in instead]
    with_names = {state.span.source.path for state in mine if find(f"names.{state.name}")}
    unnamed = [state for state in mine if state.span.source.path not in with_names]
    return [state for state in unnamed if find(f"names.{state.name}") != ""]


def is_on_board(state: p.State) -> bool:
    """Is it kept for each cell, alone or of each seat, so that a board shows it?"""
    keys = {state.per, state.by}
    return keys == {"cell", "seat"} or (keys == {"cell", None} and state.seen_by == "all")


def is_per_piece(state: p.State, program: p.Program) -> bool:
    """Is it kept for each card or other piece, and so told where that is?"""
    return state.per in _pieces(program)


def is_own_per_piece(state: p.State, program: p.Program) -> bool:
    """Is it what each seat alone knows of the pieces, as of its own men on a board, and so told where these are?"""
    return state.per == "seat" and state.seen_by == "owner" and state.by in _pieces(program)


def _pieces(program: p.Program) -> tuple[str, ...]:
    return ("card", "piece", *(family.name for family in program.families))


def words_told(program: p.Program, find: Find) -> dict[str, Span]:
    """The text of each word that a state or a field of a piece which is told may be, with the place of that."""
    fields = [field for family in program.families for field in family.fields]
    in_sentences = [state for state in program.states if find(f"told.names.{state.name}")]
    told = [*states_told(program, find), *in_sentences, *fields]
    seen = [state for state in told if state.seen_by != "none"]
    found: dict[str, Span] = {}
    for state in seen:
        for word in state.type.words:
            found.setdefault(f"names.{word}", state.span)
    return found


__all__ = ["Find", "is_on_board", "is_own_per_piece", "is_per_piece", "states_told", "words_told"]
