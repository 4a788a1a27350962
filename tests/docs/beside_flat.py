"""A flat search of as much time as `hard` takes: the same worlds and halving, without a tree.

After its own move all play at random, so that it counts on nobody to choose well.
"""

from __future__ import annotations

from coupdsl.engine.rules import Rules
from coupdsl.search.levels import HARD, Level, Thinker, believing
from coupdsl.search.player import Player

LEVEL, SPELLED = "hard", f"{__name__}:flat"
# By game, how many tries take as long as what `hard` does, in careful code; of one trick only there would be nothing to
# see ahead.
TRIES = {
    "hearts": 16_000, "coup": 8_000, "spades": 29_000, "oh-hell": 30_000, "sevens": 11_000, "euchre": 26_000,
    "parker-1966": 8_000, "french": 8_000, "short": 8_000, "skat": 11_000, "coup-detat-2005": 4_500,
}  # fmt: skip


def flat(rules: Rules, seat: int, seed: int) -> Player:
    return Thinker(Level(HARD.worlds, TRIES[rules.name], looks_ahead=False), believing, rules, seat, seed)
