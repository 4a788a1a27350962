"""Rounds of betting with side pots: the game of docs/recipes/betting.md beside a count of its own."""

from __future__ import annotations

import random
import re
import shutil
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from tests.helpers import FACTOR, ROOT, new_seeds
from tests.native.lockstep import lockstep
from tests.small_games import in_folder
from typer.testing import CliRunner

import coupdsl
from coupdsl.commands.main import app

PAGE = ROOT / "docs" / "recipes" / "betting.md"
MECHANIC = ROOT / "contracts" / "mechanics" / "betting.coup"
RANKS = "AKQJT9"


@cache
def folder_of_rules() -> Path:
    block = re.search(r"^```coup game\n(.*?)^```", PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    assert block is not None
    return in_folder({"game.coup": block[1], "mechanics/betting.coup": MECHANIC.read_text("utf-8")})


@cache
def rules(players: int) -> coupdsl.Rules:
    return coupdsl.load(folder_of_rules() / "game.coup", players)


def pots(paid: dict[int, int], folded: set[int]) -> list[tuple[int, set[int]]]:
    """How much is in each pot and who may win it, as it is laid out by hand: one pot for each height of an all-in."""
    heights = sorted({paid[seat] for seat in paid if seat not in folded})
    return [
        (
            sum(min(each, high) - min(each, low) for each in paid.values()),
            {seat for seat, each in paid.items() if each >= high and seat not in folded},
        )
        for low, high in pairwise([0, *heights])
    ]


def won(paid: dict[int, int], folded: set[int], strength: dict[int, int], order: list[int]) -> dict[int, int]:
    """What each seat gets, odd chips to the first in `order`."""
    gains = dict.fromkeys(paid, 0)
    for size, rivals in pots(paid, folded):
        best = min(strength[seat] for seat in rivals)
        winners = [seat for seat in order if seat in rivals and strength[seat] == best]
        for seat in winners:
            gains[seat] += size // len(winners)
        gains[winners[0]] += size % len(winners)
    return gains


def choose(state: coupdsl.State, rnd: random.Random) -> coupdsl.Move:
    """Going all in and folding are one word among few, so that many pots are made."""
    moves = state.legal_moves()
    word = rnd.choice(sorted({move.word for move in moves}))
    return rnd.choice([move for move in moves if move.word == word])


def deals(game: coupdsl.Game, seed: int) -> list[list[dict[str, Any]]]:
    """What everybody sees of a random game, deal by deal, each from its shuffling on."""
    rnd = random.Random(seed)
    while not game.state.is_over:
        game.apply(choose(game.state, rnd))
    found: list[list[dict[str, Any]]] = [[]]
    for event in game.seen(None):
        if event["event"] == "shuffled":
            found.append([])
        found[-1].append(event)
    return found[1:]


def check_deal(events: list[dict[str, Any]], players: int, dealer: int) -> int:
    """Compares what was won with the count by hand; how many pots there were. `dealer` had the last turn before it."""
    paid = dict.fromkeys(range(players), 0)
    got = dict.fromkeys(range(players), 0)
    folded = set(range(players))
    shown: dict[int, str] = {}
    board = ""
    for event in events:
        if event["event"] == "paid" and event["payee"] == "pot":
            paid[int(event["payer"])] += event["amount"]
        elif event["event"] == "paid":
            got[int(event["payee"])] += event["amount"]
        elif event["event"] == "moved" and event["to"].startswith("hand "):
            folded.discard(int(event["to"].split()[1]))
        elif event["event"] == "moved" and event["to"].startswith("laid_open "):
            shown[int(event["to"].split()[1])] = event["pieces"][0]
        elif event["event"] == "moved" and event["to"] == "board":
            board = event["pieces"][0]
        elif event["event"] == "chose" and event.get("move") == "fold":
            folded.add(event["seat"])
    ranks = {seat: card[0] for seat, card in shown.items()}
    strength = dict.fromkeys(range(players), 0)
    strength |= {seat: -1 if rank == board[:1] else RANKS.index(rank) for seat, rank in ranks.items()}
    order = [(dealer + 1 + step) % players for step in range(players)]
    assert got == won(paid, folded, strength, order)
    return len(pots(paid, folded))


def pots_of_game(players: int, seed: int) -> list[int]:
    """How many pots each deal of a random game had; all are compared."""
    game = coupdsl.Game(rules(players), seed)
    dealer = players - 1
    found = []
    for events in deals(game, seed):
        found.append(check_deal(events, players, dealer))
        dealer = int(next(event for event in events if event["event"] == "paid")["payer"])
    assert sum(game.state.result().scores) == 12 * players
    return found


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", new_seeds(20 * FACTOR))
def test_pots_are_shared_as_by_hand(players: int, seed: int) -> None:
    pots_of_game(players, seed)


def test_there_are_side_pots_among_them() -> None:
    assert {number for seed in range(40) for number in pots_of_game(4, seed)} >= {1, 2, 3}


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("seed", range(3))
def test_both_executors_bet_alike(players: int, seed: int) -> None:
    lockstep(rules(players), coupdsl.Machine(rules(players)), seed)


SCENARIOS = """rules: game.coup
players: 3
seats: A B C
shared:
  second_deal:                             # blinds of B and C, A speaks first; 33 chips are not in the pot
    play: [C fold, A fold -> A]
tests:
  - name: who speaks first may raise by the big blind or more
    like: second_deal
    given: {chips: {A: 13, B: 8, C: 12}}
    legal: [fold, call, raise 2, raise 3, raise 4, raise 5, raise 6, raise 7, raise 8, raise 9, raise 10, all_in]
  - name: the next raise is no less than the last
    like: second_deal
    play: [{given: {chips: {A: 13, B: 8, C: 12}}}, A raise 4 -> B]
    legal: [fold, call, all_in]
  - name: less than a full raise lets others call, but not raise again who have spoken
    like: second_deal
    play:
      - {given: {chips: {A: 13, B: 8, C: 12}}}
      - A raise 4 | B all_in -> C
      - {paid: [A -> pot 6 raise, B -> pot 8 all_in], legal: [fold, call, raise 4, all_in]}
      - C call -> A
    legal: [fold, call]
  - name: a full raise lets them raise again
    like: second_deal
    play: [{given: {chips: {A: 13, B: 10, C: 10}}}, A raise 4 | B all_in | C call -> A]
    legal: [fold, call, all_in]
  - name: the big blind may raise what the others only called
    like: second_deal
    play: [{given: {chips: {A: 13, B: 10, C: 10}}}, A call | B call -> C]
    legal: [check, raise 2, raise 3, raise 4, raise 5, raise 6, raise 7, raise 8, raise 9, all_in]
"""


def test_who_may_raise_and_by_how_much(tmp_path: Path) -> None:
    folder = tmp_path / "game"
    shutil.copytree(folder_of_rules(), folder)
    (folder / "game.test.yaml").write_text(SCENARIOS, "utf-8")
    result = CliRunner().invoke(app, ["test", str(folder / "game.test.yaml")])
    assert result.exit_code == 0, result.output


def test_who_has_nothing_sits_out() -> None:
    state = rules(3).start(1)
    for move in ("all_in", "call", "fold"):
        state.apply(move)
    accounts, zones = state.view(None)["accounts"], state.view(None)["zones"]
    assert 0 in accounts["chips"]
    hands = {zone["seat"]: zone["unseen"] for zone in zones if zone["name"] == "hand"}
    assert [hands[seat] for seat in range(3)] == [int(chips > 0) for chips in accounts["chips"]]
