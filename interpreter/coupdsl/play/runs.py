"""Many games between bots, and what can be counted in them without knowing the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

from coupdsl.code.errors import RulesError
from coupdsl.engine.chance import derive
from coupdsl.engine.events import Event
from coupdsl.engine.rules import Rules
from coupdsl.play.called import asked_while_paying
from coupdsl.play.company import placed, seated
from coupdsl.play.game import Game
from coupdsl.play.sent import Viewer

NORMAL_95 = 1.959964


@dataclass
class Tally:
    """Counts over games; adding tallies in the order of the games gives the same as counting all at once."""

    games: int = 0
    moves: int = 0
    wins: Counter[int] = field(default_factory=Counter)  # a shared win counts for each
    money: list[list[int]] = field(default_factory=list)  # a row a game
    choices: Counter[tuple[str, str]] = field(default_factory=Counter)  # word and entry
    occasions: Counter[tuple[str, str]] = field(default_factory=Counter)  # entry in play and reason
    payments: Counter[tuple[str, str]] = field(default_factory=Counter)
    amounts: Counter[tuple[str, str]] = field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        self.games += other.games
        self.moves += other.moves
        self.money += other.money
        for name in ("wins", "choices", "occasions", "payments", "amounts"):
            getattr(self, name).update(getattr(other, name))

    def seats(self) -> list[dict[str, Any]]:
        """For each seat its wins and mean score, both with 95 % intervals (normal approximation)."""
        rows = []
        for seat in range(len(self.money[0]) if self.money else 0):
            scores = [row[seat] for row in self.money]
            mean = sum(scores) / len(scores)
            spread = sqrt(sum((x - mean) ** 2 for x in scores) / max(1, len(scores) - 1))
            share = self.wins[seat] / self.games
            rows.append({
                "seat": seat, "wins": self.wins[seat], "share": round(share, 4),
                "share_interval": round(NORMAL_95 * sqrt(share * (1 - share) / self.games), 4),
                "mean": round(mean, 4), "mean_interval": round(NORMAL_95 * spread / sqrt(len(scores)), 4),
            })  # fmt: skip
        return rows

    def data(self) -> dict[str, Any]:
        """The whole tally as plain data."""
        return {
            "games": self.games,
            "moves": self.moves,
            "seats": self.seats(),
            "choices": [
                {"choice": word, "entry": entry or None, "times": n}
                for (word, entry), n in sorted(self.choices.items())
            ],
            "payments": [
                {
                    "entry": key[0] or None,
                    "reason": key[1],
                    "occasions": n,
                    "payments": self.payments[key],
                    "amount": self.amounts[key],
                }
                for key, n in sorted(self.occasions.items())
            ],
        }


def game_seed(seed: int, number: int) -> int:
    """The seed of game `number` (from 0) of a run."""
    return derive(seed, number)


def play_game(rules: Rules, seed: int, bots: tuple[str, ...]) -> Game:
    """One whole game between bots; `bots` names one a seat, or one for all."""
    game = Game(rules, seed)
    _play_out(game, seed, bots)
    return game


def _play_out(game: Game, seed: int, bots: tuple[str, ...]) -> None:
    company = seated(game.rules, placed(bots, range(game.rules.players)), seed)
    company.catch_up(game)
    while not game.state.is_over:
        actor, move = game.state.actor, company.choose(game.state)
        try:
            events = game.apply(move)
        except RulesError as error:
            error.met = f"seat {actor} chooses `{move}`"
            raise
        company.happened(events)


def count(game: Game) -> Tally:
    """What happened in one game."""
    tally = Tally(1, len(game.moves))
    result = game.state.result()
    assert result is not None
    tally.wins.update(result.winners)
    tally.money.append(list(result.scores))
    entries = {entry.written for kind in game.rules.program.kinds.values() for entry in kind.entries}
    in_play, amid = "", asked_while_paying(game.rules.code)
    met: set[str] = set()  # for what was paid on this occasion
    _payments(tally, game, game.events[0], in_play, met)
    for (_, move), events in zip(game.moves, game.events[1:], strict=True):
        named = next((part for part in move.arguments if part in entries), "")
        if named or move.word in entries:
            in_play = named or move.word
        tally.choices[move.word, named] += 1
        if not any(event.kind == "chose" and event.data[2] in amid for event in events):
            met = set()
        _payments(tally, game, events, in_play, met)
    return tally


def _payments(tally: Tally, game: Game, events: list[Event], in_play: str, met: set[str]) -> None:
    """What a move brought about; where it answers what is asked in the midst of payments, the occasion goes on."""
    reasons = game.rules.program.reasons
    for event in events:
        if event.kind == "paid":
            reason = reasons[event.data[3]] if event.data[3] >= 0 else ""
            tally.payments[in_play, reason] += 1
            tally.amounts[in_play, reason] += event.data[2]
            tally.occasions[in_play, reason] += reason not in met
            met.add(reason)


def games(
    rules: Rules, seed: int, numbers: range, bots: tuple[str, ...], logs: bool, viewer: Viewer | None = None
) -> Iterator[tuple[Tally, str]]:
    """Game by game, its tally and (with `logs`) its log, whole or as `viewer` may see it.

    Of rules that are not shipped only the log of the first game carries the files. Raises RulesError, with the log of
    the game as far as it came, which carries them too.
    """
    from coupdsl.play.log import lines

    for number in numbers:
        own = game_seed(seed, number)
        game = Game(rules, own)
        try:
            _play_out(game, own, bots)
        except RulesError as error:
            error.log = "".join(lines(game, viewer))
            raise
        yield count(game), "".join(lines(game, viewer, carrying=number == 0)) if logs else ""
