"""What was done already, so that it cannot be done now: a piece that was played, an entry that was chosen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from coupdsl.language import program as p
from coupdsl.play.picked_together import faces_of

if TYPE_CHECKING:
    from coupdsl.play.drawing import View
    from coupdsl.play.game import Game


def last_chosen(game: Game, seat: int, pieces: Iterable[str]) -> tuple[int, dict[str, Any]] | None:
    """How many moves ago, since the last shuffle, one of the pieces was chosen, and by what; as `seat` was told."""
    wanted = set(pieces)
    for ago, events in enumerate(reversed(game.events[1:]), 1):
        told = game.told(events, seat)
        for event in reversed(told):
            if event["event"] == "shuffled":
                return None
            parts = event.get("move", "").split() if event["event"] == "chose" else ()
            if any(not wanted.isdisjoint(faces_of(part)) for part in parts):
                return ago, event
    return None


def settled(program: p.Program, view: View, move: str) -> tuple[p.State, p.Entry] | None:
    """What was chosen already of a kind of which the move would choose one, where it is forgotten before long."""
    named = [entry for part in move.split() if (entry := program.entry(part)) is not None]
    for state in program.states:
        value = view["states"].get(state.name) if state.every is not None and state.per is None else None
        chosen = program.entry(value) if isinstance(value, str) else None
        if chosen is not None and any(entry.kind is chosen.kind for entry in named):
            return state, chosen
    return None


__all__ = ["last_chosen", "settled"]
