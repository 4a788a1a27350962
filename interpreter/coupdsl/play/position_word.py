"""A position as one word that people can send each other: whoever has the same rules can go on from there."""

from __future__ import annotations

import base64
import binascii
import json
import zlib

from coupdsl.engine.rules import Rules
from coupdsl.language.records import by_value
from coupdsl.play.game import Game

LONGEST = 100_000  # letters of a word
MOST = 1_000_000  # bytes of what is in it
OWN = 12  # signs of the fingerprint that are in it


@by_value
class Reached:
    """How a position is reached: under which rules, with which chance, and which of its options each one chose."""

    fingerprint: str
    seed: int
    chosen: tuple[int, ...]


def position_word(game: Game, moves: int) -> str:
    """The position of a seeded game after so many moves. Whoever takes the word apart learns all that is hidden."""
    assert game.seed is not None
    state, chosen = game.rules.start(game.seed), []
    for _, move in game.moves[:moves]:
        chosen.append(state.legal_moves().index(move))
        state.apply(move)
    data = json.dumps([game.rules.fingerprint[:OWN], game.seed, chosen], separators=(",", ":"))
    return base64.urlsafe_b64encode(zlib.compress(data.encode(), 9)).decode().rstrip("=")


def read_position(word: str) -> Reached:
    """What a word says; raises ValueError for any other text."""
    try:
        packed = base64.b64decode(word + "=" * (-len(word) % 4), "-_", validate=True) if len(word) <= LONGEST else b""
        whole = zlib.decompressobj()
        data = json.loads(whole.decompress(packed, MOST)) if packed else None
        if not whole.eof or whole.unused_data:
            data = None
    except (ValueError, binascii.Error, zlib.error, RecursionError):
        data = None
    match data:
        case [str(fingerprint), seed, [*chosen]] if {type(one) for one in (seed, *chosen)} == {int} and seed >> 64 == 0:
            return Reached(fingerprint, seed, tuple(chosen))
    raise ValueError("this is not a position; copy the whole word")


def game_at(reached: Reached, rules: Rules) -> Game:
    """The game that has come to the position; raises ValueError where it was reached under other rules."""
    game = Game(rules, reached.seed)
    if rules.fingerprint[:OWN] != reached.fingerprint:
        raise ValueError("it was reached under other rules, other options or with another number of people")
    for chosen in reached.chosen:
        moves = game.state.legal_moves()
        if not 0 <= chosen < len(moves):
            raise ValueError(f"move {len(game.moves) + 1} cannot be made under these rules")
        game.apply(moves[chosen])
    return game


__all__ = ["Reached", "game_at", "position_word", "read_position"]
