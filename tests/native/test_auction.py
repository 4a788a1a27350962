"""Auctions of mechanics/auction.coup in random games: bids rise, who bid last wins, and both executors agree."""

from __future__ import annotations

import random
from functools import cache

import pytest
from tests.helpers import ROOT, choose, new_seeds
from tests.native.lockstep import lockstep

import coupdsl

SUITS = ("clubs", "diamonds", "hearts", "spades")
WAYS = ("numbers", "prices", "suits")


@cache
def rules(bids: str, players: int, way: str = "all_in_turn") -> coupdsl.Rules:
    return coupdsl.load(ROOT / "tests" / "house" / "lots.yaml", players, {"auction.bids": bids, "auction.way": way})


def height(move: coupdsl.Move) -> int:
    """What a bid is worth among others of its kind."""
    return 4 * int(move.arguments[-1]) + SUITS.index(move.word) if move.word in SUITS else int(move.arguments[-1])


def lots_of(state: coupdsl.State) -> list[int]:
    return [len(zone["pieces"]) for zone in state.view(None)["zones"] if zone["name"] == "won"]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_bids_rise_and_who_bid_last_wins(way: str, players: int) -> None:
    for seed in new_seeds(10):
        state, rnd = rules(way, players).start(seed), random.Random(seed)
        last, bidder, out, sold, asked = 0, None, set[int](), 0, 0
        while not state.is_over:
            actor, move, before = state.actor, choose(state, rnd), lots_of(state)
            there = players - len(state.view(None)["states"]["retired"])
            assert actor is not None and actor not in out
            state.apply(move)
            asked += 1
            if move.word == "pass":
                out.add(actor)
            elif move.word != "double":
                assert height(move) > last
                last, bidder = height(move), actor
            if way == "suits" and move.word != "pass":
                out = set()  # who has passed may come back
            after = lots_of(state)
            if after != before:
                assert bidder is not None
                assert [now - was for was, now in zip(before, after, strict=True)] == [
                    int(seat == bidder) for seat in range(players)
                ]
                sold += 1
            if after != before or (bidder is None and len(out) == there):
                last, bidder, out = 0, None, set()
        assert sum(lots_of(state)) == sold <= 4 <= asked


@pytest.mark.parametrize("bids", WAYS)
@pytest.mark.parametrize("way", ["all_in_turn", "two_at_a_time"])
def test_both_executors_sell_alike(bids: str, way: str) -> None:
    found = rules(bids, 4, way)
    machine = coupdsl.Machine(found)
    for seed in new_seeds(4):
        lockstep(found, machine, seed)
