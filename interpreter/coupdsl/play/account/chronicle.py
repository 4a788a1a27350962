"""A whole game told, as one seat (or a spectator) was told of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from coupdsl.engine.chance import CHANCE
from coupdsl.engine.events import Event
from coupdsl.engine.state import State
from coupdsl.play.account.narrator import Narrator
from coupdsl.play.account.told import Told, folded
from coupdsl.play.game import Game


def positions(game: Game) -> Iterator[tuple[list[Event], State]]:
    """The events of the start and of each move, with the state after it, which goes on to the next."""
    state = game.rules.start(game.seed)
    for number, events in enumerate(game.events):
        if number:
            state.apply(game.moves[number - 1][1])
        yield events, state


def sent_again(game: Game, seat: int | None) -> Iterator[tuple[list[dict[str, Any]], dict[str, Any]]]:
    """What the seat was sent of the start and of each move, each with its accounts and states after it."""
    for events, state in positions(game):
        yield game.told(events, seat), game.rules.observer.remembered(state, seat)


def seen_again(game: Game) -> Iterator[tuple[list[dict[str, Any]], dict[str, Any]]]:
    """The same of all that anybody was told, for who looks into all hands."""
    for events, state in positions(game):
        yield game.told_to_any(events), game.rules.observer.remembered(state, None)


def moves_told(game: Game, narrator: Narrator, in_all_hands: bool = False) -> Iterator[list[Told]]:
    """The sentences of the start, then those of each move with its number; all that anybody was told, if so asked."""
    told_again = seen_again(game) if in_all_hands else sent_again(game, narrator.speech.viewer)
    for number, (events, remembered) in enumerate(told_again):
        told = narrator.sentences(events, remembered)
        if number and told:  # what the hand before came to stands before the first choice of the next
            at = next((at for at, one in enumerate(told) if one.kind == "event"), 0)
            told[at] = replace(told[at], moves=(number,))
        yield told


def sent_told(events: Iterable[dict[str, Any]], narrator: Narrator) -> Iterator[list[Told]]:
    """The sentences of what was sent, one list for each choice of somebody; of no more than events tell."""
    move: list[dict[str, Any]] = []
    for event in events:
        if event["event"] == "chose" and event["seat"] != CHANCE:
            yield narrator.sentences(move)
            move = []
        move.append(event)
    yield narrator.sentences(move)


def lines(told: Iterable[Iterable[Told]], narrator: Narrator) -> Iterator[str]:
    """The sentences as lines: with the number of the move, a hand set off from the one before."""
    for one in folded(sentence for sentences in told for sentence in sentences):
        if one.kind == "head":
            yield ""
        yield _number(one.moves) + narrator.speech.write(one)


def _number(moves: tuple[int, ...]) -> str:
    if not moves:
        return ""
    return f"{moves[0]}. " if len(moves) == 1 else f"{moves[0]}–{moves[-1]}. "


__all__ = ["lines", "moves_told", "positions", "seen_again", "sent_again", "sent_told"]
