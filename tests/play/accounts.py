"""The account of the first hand under every shipped ruleset, in both languages, as files to read and to compare.

`python -m tests.play.accounts` writes them again; what changed is read in the difference.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from tests.helpers import TABLES, choose

import coupdsl
from coupdsl.play.account.chronicle import lines, moves_told
from coupdsl.play.account.narrator import Narrator
from coupdsl.play.game import Game
from coupdsl.play.spoken import Words

HERE = Path(__file__).with_suffix("")
LANGUAGES = ("en", "fr")
READER, SEED, MOST, LONGEST, LAST = 1, 5, 160, 60, 20


def path(ruleset: str, language: str) -> Path:
    return HERE / f"{ruleset}.{language}.txt"


def played(ruleset: str) -> Game:
    """A game of random moves, long enough for a hand."""
    game, rnd = Game(coupdsl.load(ruleset), SEED), random.Random(SEED)
    while not game.state.is_over and len(game.moves) < MOST:
        game.apply(choose(game.state, rnd))
    return game


def told(game: Game, language: str) -> list[str]:
    """The first hand as the second player reads it; of a long one the beginning and the end."""
    narrator = Narrator(Words(game.rules, language, plain=False), READER)
    found = list(_first_hand(game, narrator))
    return found if len(found) <= LONGEST else [*found[: LONGEST - LAST], "…", *found[-LAST:]]


def _first_hand(game: Game, narrator: Narrator) -> Iterator[str]:
    for line in lines(moves_told(game, narrator), narrator):
        if not line:
            return
        yield line


def main() -> None:
    HERE.mkdir(exist_ok=True)
    for ruleset in TABLES:
        game = played(ruleset)
        for language in LANGUAGES:
            path(ruleset, language).write_text("\n".join(told(game, language)) + "\n", "utf-8")


if __name__ == "__main__":
    main()
