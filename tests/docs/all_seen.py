"""How much `hard` gains over random play, and how much more the same search would gain if it were shown all cards."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from tests.search.clairvoyant import Clairvoyant

from coupdsl.engine.chance import Generator, derive
from coupdsl.engine.rules import Rules
from coupdsl.language.writing import write_whole
from coupdsl.play.game import Game
from coupdsl.search.levels import HARD, Source, Thinker, hard
from coupdsl.search.player import Player
from coupdsl.search.utility import Utility
from coupdsl.study.estimate import Moments, estimate
from coupdsl.study.ladder.contest import Contest
from coupdsl.study.report.laddered import Laddered
from coupdsl.study.report.numbers import Number
from coupdsl.study.report.page import Cell, Table

SEED = 1966
HEADS = ("game", "deals", "random", "`hard`", "`hard`, shown all cards", "of the gain, %")

Deal = list[int]  # what the seat had, as `Utility` reckons: at random, thinking, and thinking while it sees all
Found = dict[str, list[Deal]]  # by game


def watched(file: Path, games: Mapping[str, Contest], seconds: float) -> Found:
    """All that was played so far, and as many deals more of each of the games as there is time for."""
    found: Found = {}
    with suppress(FileNotFoundError):
        found = json.loads(file.read_text("utf-8"))
    for name, contest in games.items():
        rules, deals, end = contest.rules, found.setdefault(name, []), time.monotonic() + seconds
        while time.monotonic() < end:
            deals.append([_worth(rules, len(deals), thinks, sees) for thinks, sees in ((0, 0), (1, 0), (1, 1))])
            write_whole(file, [json.dumps(found)])
    return found


def _worth(rules: Rules, deal: int, thinks: int, sees: int) -> int:
    """What one seat has of a deal in which the others play at random."""
    seat, game, heard = deal % rules.players, Game(rules, derive(SEED, deal)), 0
    seed = derive(SEED + 1, deal)
    chance = [Generator.from_seed(derive(seed, at)) for at in range(rules.players)]
    player = _player(game, seat, seed, bool(sees)) if thinks else None
    while game.state.actor is not None:
        state, moves = game.state, game.state.legal_moves()
        if player is not None and state.actor == seat:
            sent = game.seen(seat)
            player.told(sent[heard:])
            heard = len(sent)
            game.apply(player.choose(state.decision or "", moves, state.view(seat)))
        else:
            game.apply(moves[chance[state.actor].below(len(moves))])
    result = game.state.result()
    assert result is not None
    return Utility(rules).worths(result)[seat]


def _player(game: Game, seat: int, seed: int, sees: bool) -> Player:
    if not sees:
        return hard(game.rules, seat, seed)
    shown: Source = lambda *_: Clairvoyant(game.rules, game.state)  # noqa: E731
    return Thinker(HARD, shown, game.rules, seat, seed)


def table(found: Found, games: Mapping[str, Laddered]) -> Table:
    """Rows of how far the seat's side was ahead of the others, in points, and of the gain that is kept."""
    rows: list[tuple[Cell, ...]] = []
    for name, deals in found.items():
        rules = games[name].contest.rules
        point = Utility(rules).point(0)
        means = [Number(estimate(_moments([(deal[at], 1) for deal in deals], point)), signed=True) for at in range(3)]
        gains = [(thinks - lucky, sees - lucky) for lucky, thinks, sees in deals]
        share = Number(estimate(_moments(gains)), share=True)
        rows.append((games[name].words.title(), Number.exactly(len(deals)), *means, share))
    return Table(HEADS, tuple(rows))


def _moments(pairs: Sequence[tuple[int, int]], scale: int = 1) -> Moments:
    """Of tops and bottoms."""
    tops, bottoms = zip(*pairs, strict=True)
    products = [
        sum(y * x for y, x in zip(*both, strict=True)) for both in ((tops, tops), (tops, bottoms), (bottoms, bottoms))
    ]
    return Moments(len(pairs), sum(tops), sum(bottoms), *products, scale)
