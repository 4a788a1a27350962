"""Betting of mechanics/betting.coup in random games of a small hold'em: money stays, and each part goes to the best."""

from __future__ import annotations

import itertools
import random
import re
from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

import pytest
from tests.helpers import ROOT, choose, new_seeds, sample
from tests.native.lockstep import lockstep
from tests.small_games import in_folder

import coupdsl

Worth = Callable[[list[str], list[str]], Any]
RANKS = "AKQJT98765432"
LIMITS = ("hold-em", "hold-em-pot-limit", "hold-em-fixed")


@cache
def rules(name: str, players: int) -> coupdsl.Rules:
    return coupdsl.load(ROOT / "tests" / "house" / f"{name}.yaml", players)


@cache
def real_hold_em(players: int) -> coupdsl.Rules:
    """The last game of docs/recipes/betting.md."""
    page = (ROOT / "docs" / "recipes" / "betting.md").read_text("utf-8")
    *_, block = re.findall(r"^```coup game\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    mechanic = (ROOT / "contracts" / "mechanics" / "betting.coup").read_text("utf-8")
    return coupdsl.load(in_folder({"game.coup": block, "mechanics/betting.coup": mechanic}) / "game.coup", players)


def equal_ranks(hand: list[str], board: list[str]) -> int:
    ranks = Counter(card[0] for card in hand + board)
    return sum(100 * ranks[card[0]] - RANKS.index(card[0]) for card in hand)


def best_five(hand: list[str], board: list[str]) -> tuple[Any, ...]:
    """The best five of seven cards, as poker has it: of all choices of five, the highest."""
    return max(map(five, itertools.combinations(hand + board, 5)))


def five(cards: tuple[str, ...]) -> tuple[Any, ...]:
    places = sorted((12 - RANKS.index(card[0]) for card in cards), reverse=True)
    counted = sorted(Counter(places).items(), key=lambda item: (item[1], item[0]), reverse=True)
    ranks, shape = [place for place, _ in counted], [number for _, number in counted]
    if places == [12, 3, 2, 1, 0]:
        places = [3, 2, 1, 0, -1]
    run = len(set(places)) == 5 and places[0] - places[4] == 4
    suited = len({card[1] for card in cards}) == 1
    if run:
        return (8 if suited else 4, places[0])
    kinds = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}
    return (5 if suited else kinds.get(tuple(shape), 0), ranks)


class Deal:
    """What happened in one deal, as far as all could see it; and reckoned anew, what each should have won."""

    def __init__(self, worth: Worth) -> None:
        self.value = worth
        self.paid: Counter[str] = Counter()
        self.won: Counter[str] = Counter()
        self.hands: dict[str, list[str]] = {}
        self.board: list[str] = []
        self.folded: set[str] = set()

    def worth(self, seat: str) -> Any:
        return self.value(self.hands[seat], self.board)

    def expected(self, after_dealer: list[str]) -> Counter[str]:
        """Chip by chip: each level of stakes is a pot of its own, and pots of the same rivals are shared as one."""
        rivals = [seat for seat in after_dealer if self.paid[seat] and seat not in self.folded]
        if len(rivals) == 1:
            return Counter({rivals[0]: sum(self.paid.values())})
        pots: Counter[tuple[str, ...]] = Counter()
        for level in range(5, max(self.paid.values()) + 1, 5):
            those = tuple(seat for seat in rivals if self.paid[seat] >= level)
            pots[those] += 5 * sum(paid >= level for paid in self.paid.values())
        won: Counter[str] = Counter()
        for those, pot in pots.items():
            best = [seat for seat in those if self.worth(seat) == max(map(self.worth, those))]
            for place, seat in enumerate(best):
                chips, odd = divmod(pot // 5, len(best))
                won[seat] += 5 * (chips + (place < odd))
        return won


def told(
    rules: coupdsl.Rules, seed: int, worth: Worth = equal_ranks
) -> tuple[list[tuple[Deal, list[str]]], coupdsl.State]:
    """The deals of a random game, with the seats after the dealer of each; money is counted after every move."""
    rnd, state = random.Random(seed), rules.start(seed)
    deal, after = Deal(worth), list[str]()
    found: list[tuple[Deal, list[str]]] = []
    pending: list[Any] = list(state.events)
    money = sum(state.view(None)["accounts"]["chips"]) + state.view(None)["accounts"]["pot"]
    while True:
        for event in pending:
            shown = event.seen_by(rules.code, None)
            if shown is None:
                continue
            if shown["event"] == "paid" and shown["payee"] == "pot":
                if deal.won:
                    found.append((deal, after))
                    deal = Deal(worth)
                deal.paid[shown["payer"]] += shown["amount"]
            elif shown["event"] == "paid" and shown["reason"] == "uncalled":
                deal.paid[shown["payee"]] -= shown["amount"]
            elif shown["event"] == "paid":
                deal.won[shown["payee"]] += shown["amount"]
            elif shown["event"] == "chose" and shown["move"] == "fold":
                deal.folded.add(str(shown["seat"]))
            elif shown["event"] == "moved" and shown["to"].startswith("laid_open"):
                deal.hands[shown["to"].split()[1]] = shown["pieces"]
            elif shown["event"] == "moved" and shown["to"] == "board":
                deal.board += shown["pieces"]
        view = state.view(None)
        assert sum(view["accounts"]["chips"]) + view["accounts"]["pot"] == money
        assert min(view["accounts"]["chips"]) >= 0
        if state.is_over:
            return [*found, (deal, after)], state
        seats = range(rules.players)
        after = [str((view["states"]["dealer"] + 1 + seat) % rules.players) for seat in seats]
        pending = state.apply(choose(state, rnd))


@pytest.mark.unmeasured
@pytest.mark.parametrize(("name", "players"), sample([*itertools.product(LIMITS, (2, 3, 4, 6))], 4))
def test_every_part_of_the_pot_goes_to_the_best_who_paid_for_it(name: str, players: int) -> None:
    deals = 0
    for seed in new_seeds(10):
        found, state = told(rules(name, players), seed)
        for deal, after in found:
            deals += 1
            if not deal.won:
                continue  # broken off by the limit of moves
            assert deal.won == deal.expected(after)
            for seat, won in deal.won.items():
                assert won <= sum(min(paid, deal.paid[seat]) for paid in deal.paid.values())
            assert not deal.folded & set(deal.won)
        assert state.view(None)["accounts"]["pot"] == 0
    assert deals >= 10


@pytest.mark.parametrize("name", LIMITS)
@pytest.mark.parametrize("players", [2, 5])
def test_both_executors_bet_alike(name: str, players: int) -> None:
    found = rules(name, players)
    machine = coupdsl.Machine(found)
    for seed in new_seeds(3):
        lockstep(found, machine, seed)


@pytest.mark.unmeasured
def test_side_pots_and_ties_are_met() -> None:
    """The games above hold what they are there for."""
    found = [deal for players in (3, 6) for seed in range(30) for deal, _ in told(rules("hold-em", players), seed)[0]]
    stakes = [{deal.paid[seat] for seat in deal.hands} for deal in found]
    assert any(len(levels) > 2 for levels in stakes)
    assert any(len(deal.won) > 1 for deal in found)
    assert any(deal.folded and len(deal.hands) > 1 for deal in found)


@pytest.mark.parametrize("players", [2, 4])
def test_the_hands_of_poker_are_as_they_should_be(players: int) -> None:
    kinds: Counter[int] = Counter()
    for seed in new_seeds(20):
        for deal, after in told(real_hold_em(players), seed, best_five)[0]:
            if deal.won:
                assert deal.won == deal.expected(after)
            if len(deal.board) == 5:
                kinds.update(deal.worth(seat)[0] for seat in deal.hands)
    assert len(kinds) > 3


def posted(state: coupdsl.State, events: Iterable[Any]) -> list[tuple[int, int]]:
    """Who posted a blind, and how much."""
    seen = [event.seen_by(state.rules.code, None) for event in events]
    return [(int(one["payer"]), one["amount"]) for one in seen if one is not None and one.get("reason") == "blind"]


def test_of_two_the_dealer_posts_the_small_blind_and_speaks_first_before_the_flop_and_last_after_it() -> None:
    state = real_hold_em(2).start(7)
    events: Iterable[Any] = state.events
    for dealer in (1, 0, 1):
        assert posted(state, events) == [(dealer, 5), (1 - dealer, 10)]
        assert (state.actor, state.view(None)["states"]["dealer"]) == (dealer, dealer)
        state.apply("call")
        state.apply("check")
        assert (len(state.view(None)["zones"][-1]["pieces"]), state.actor) == (3, 1 - dealer)
        state.apply("check")
        assert state.actor == dealer
        state.apply("bet 10")
        events = state.apply("fold")


def test_where_two_are_left_the_big_blind_moves_on_and_the_other_deals() -> None:
    rules, twos = real_hold_em(3), 0
    for seed in new_seeds(20):
        rnd, state, bigs = random.Random(seed), rules.start(seed), list[int]()
        events: Iterable[Any] = state.events
        while not state.is_over:
            blinds = [seat for seat, _ in posted(state, events)]
            bigs += blinds[1::2]
            view = state.view(None)
            stakes = zip(view["accounts"]["chips"], view["states"]["paid_in"], strict=True)
            if blinds and sum(any(stake) for stake in stakes) == 2:
                twos += 1
                assert view["states"]["dealer"] == blinds[-2]
            events = state.apply(choose(state, rnd))
        assert all(one != next_ for one, next_ in itertools.pairwise(bigs))
    assert twos > 0
