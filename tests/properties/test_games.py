"""Whole random games of every shipped variant, under random options, against the invariants of the rules."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import event, given
from hypothesis import strategies as st
from tests.helpers import SEEDS, VARIANTS, Hand, examples, hands, option_settings, play_out, rules_of

import coupdsl

pytestmark = pytest.mark.unmeasured

TABLES = [(name, players) for name in VARIANTS for players in (3, 4)]
STRONG = st.one_of(st.none(), st.integers(0, 2))
LAYOUT = "AKQJT987"
COLLECT = {"barbu": 600, "waterloo": 1000, "siege": 1000, "touche": 600, "guillotine": 1500, "dominos": 600}
COUP_MONEY = ("coup_money", "hidden_coup_money")


@given(st.sampled_from(TABLES), SEEDS, option_settings(), STRONG)
@examples(8)
def test_what_everybody_has_in_the_end_is_what_there_was(
    table: tuple[str, int], seed: int, options: dict[str, Any], strong: int | None
) -> None:
    game = play_out(rules_of(*table, options), seed, random.Random(seed), strong)
    result = game.state.result()
    assert result is not None
    assert sum(game.state.balances) == 10_000 * table[1]
    if game.rules.option("end.bad_debt") == "face_value":
        assert sum(result.scores) + game.state.balances[-1] == 10_000 * table[1]


# ---- hand by hand
def price(contract: str, face: str, marks: int, players: int, options: Any) -> int:
    """What one piece costs, worked out here again from the chart."""
    if contract == "barbu":
        return 800 * (face == "KH")
    if contract == "waterloo":
        return 200 * (face[0] == "Q")
    if contract == "siege":
        return 100 * (face[1:] == "S")
    if contract == "touche":
        return 400 * (face in ("marks1", f"marks{marks}"))
    if contract == "dominos":
        return 800 * (face == f"places{players}")
    above = ["barbu", "waterloo", "siege", "touche"]
    if options["short.guillotine_items"] == "remaining_only":
        above = [name for name in above if name in options["contracts"]]
    prices = [price(name, face, marks, players, options) for name in above]
    return max(prices, default=0) if options["guillotine.overlap"] == "highest_only" else sum(prices)


def told(rules: coupdsl.Rules) -> dict[str, Any]:
    settings = {key: setting.value for key, setting in rules.options.items()}
    contracts = [entry.path for entry in rules.entries(rules.program.kinds["contract"])]
    return {**settings, "contracts": contracts}


def taken_value(hand: Hand, players: int, options: Any) -> dict[int, int]:
    return {
        seat: sum(price(hand.contract, face, 8, players, options) for face in hand.taken.get(seat, []))
        for seat in range(players)
    }


def check_director_hand(hand: Hand, players: int, options: Any) -> None:
    value = taken_value(hand, players, options)
    spades = 800 if players == 4 else 600
    items = {"barbu": 800, "waterloo": 800, "siege": spades, "touche": 800, "dominos": 800}
    full = {**items, "guillotine": 2400 + spades}
    if options["guillotine.overlap"] == "additive" and (
        hand.contract != "guillotine" or options["short.guillotine_items"] == "all"
    ):
        assert sum(value.values()) == full[hand.contract]
    assert not hand.paid("failed_coup")
    coup = hand.paid(*COUP_MONEY)
    if coup:
        event("hidden coup")
        winner = coup[0]["payee"]
        assert [p["payee"] for p in coup] == [winner] * (players - 1)
        assert {p["amount"] for p in coup} == {COLLECT[hand.contract]}
        assert int(winner) != hand.director
        paid = Counter[str]()
        for payment in hand.paid("penalty", "failed_hidden_coup"):
            paid[payment["payer"]] += payment["amount"]
        others = {str(seat) for seat in range(players)} - {winner, str(hand.director)}
        assert {seat: paid[seat] for seat in others} == {seat: value[int(seat)] for seat in others}
        back = paid[winner] if options["hidden.refund_immediate"] else 0
        assert sum(p["amount"] for p in hand.paid("refund")) == back
        return
    assert not hand.paid("refund", "treasury_taken")
    for seat in range(players):
        paid = [p for p in hand.paid("penalty", "failed_hidden_coup") if p["payer"] == str(seat)]
        assert sum(p["amount"] for p in paid) == (0 if seat == hand.director else value[seat])
        assert {p["payee"] for p in paid} <= {str(hand.director), "treasury"}
    if options["hidden.failure_payee"] == "director":
        assert not hand.paid("failed_hidden_coup")


def check_coup_hand(hand: Hand, players: int) -> None:
    assert not hand.paid("penalty", "failed_hidden_coup", "refund")
    coup, failed = hand.paid(*COUP_MONEY), hand.paid("failed_coup")
    if coup:
        event("coup made")
        assert not failed
        assert sorted(p["payer"] for p in coup) == [str(s) for s in range(players) if s != hand.maker]
        assert {(p["payee"], p["amount"]) for p in coup} == {(str(hand.maker), COLLECT[hand.contract])}
    else:
        event("coup failed")
        assert [(p["payer"], p["payee"], p["amount"]) for p in failed] == [(str(hand.maker), "treasury", 800)]


def check_follow_suit(hand: Hand, players: int, options: Any) -> None:
    """Who did not follow has shown that he is void: no card of that suit comes from him later."""
    led_by_other = options["coup_card.led"] in ("named_suit", "first_card_sets")
    void: set[tuple[int, str]] = set()
    led = ""
    cards = [(seat, move.split()[1]) for seat, decision, move in hand.plays if decision == "play"]
    for number, (seat, card) in enumerate(cards):
        if number % players == 0:
            led = card
            if number == 0 and hand.maker is None:
                assert not (hand.contract in ("siege", "guillotine") and card[1:] == "S") or _had_only_banned(hand)
        elif led == "X" and led_by_other and options["coup_card.led"] == "first_card_sets":
            led = card
        elif led != "X" and card != "X" and card[1:] != led[1:]:
            void.add((seat, led[1:]))
        assert card == "X" or (seat, card[1:]) not in void, (hand.contract, cards[: number + 1])


def _had_only_banned(hand: Hand) -> bool:
    first = hand.plays[0][0]
    banned = {"siege": "S", "guillotine": "HS"}[hand.contract]
    return all(move.split()[1][1:] in banned for seat, _, move in hand.plays if seat == first)


def check_layout(hand: Hand, players: int, options: Any) -> None:
    runs: dict[str, set[int]] = {}
    passes = 0
    origin: int | None = None
    ranks = LAYOUT if players == 4 else LAYOUT[:6]
    for _, decision, move in hand.plays:
        if move == "pass":
            passes += 1
            assert passes < players
        if not move.startswith("play "):
            assert move in ("pass", "stop")
            continue
        passes = 0
        rank, suit = ranks.index(move.split()[1][0]), move.split()[1][1]
        origin = rank if origin is None else origin
        run = runs.setdefault(suit, set())
        if not run and options["dominos.new_suit"] == "origin_rank":
            assert rank == origin
        run.add(rank)
        assert max(run) - min(run) + 1 == len(run)
        if options["dominos.new_suit"] == "origin_rank":
            assert origin in run
        assert decision in ("play_or_pass", "play_or_stop")
    places = [face for faces in hand.taken.values() for face in faces]
    assert hand.maker is not None or f"places{players}" in places
    assert Counter(places) == Counter({f"places{n + 1}": 1 for n in range(max(1, len(places)))})


def check_hands(game: coupdsl.Game) -> list[Hand]:
    rules, players = game.rules, game.rules.players
    options = told(rules)
    found = list(hands(game))
    for hand in found:
        if hand.maker is None:
            check_director_hand(hand, players, options)
        else:
            check_coup_hand(hand, players)
        if hand.contract == "dominos":
            check_layout(hand, players, options)
        else:
            check_follow_suit(hand, players, options)
            if hand.maker is None or not options["coup.stop_when_decided"]:
                taken = [face for faces in hand.taken.values() for face in faces]
                cards = [face for face in taken if not face.startswith("marks")]
                assert len(taken) == len(set(taken))
                assert len(cards) == 8 * players + (hand.maker is not None)
    for number in range(1, players + 1):
        played = [hand.contract for hand in found if hand.round_number == number]
        per_round = options["short.hands_per_round"]
        assert len(played) == len(set(played)) == (len(options["contracts"]) if per_round is None else per_round)
    assert {hand.round_number for hand in found} == set(range(1, players + 1))
    return found


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_hands_rounds_openers_and_treasury_are_as_printed(name: str, players: int) -> None:
    @given(SEEDS, STRONG)
    @examples(3)
    def check(seed: int, strong: int | None) -> None:
        game = play_out(rules_of(name, players), seed, random.Random(seed), strong)
        found = check_hands(game)
        firsts = {hand.round_number: hand for hand in reversed(found)}
        openers = [firsts[number].opener for number in sorted(firsts)]
        assert openers == [(openers[0] + step) % players for step in range(players)]
        assert sorted(openers) == list(range(players))
        assert all(first.treasury == 0 for first in firsts.values())
        assert all(first.director == first.opener for first in firsts.values())
        assert game.state.balances[-1] == 0

    check()


@given(st.sampled_from(TABLES), SEEDS, option_settings(), STRONG)
@examples(25)
def test_hands_keep_to_the_rules_under_any_options(
    table: tuple[str, int], seed: int, options: dict[str, Any], strong: int | None
) -> None:
    played = options | {"hands.entered": False}  # of hands that are entered no trick is told
    check_hands(play_out(rules_of(*table, played), seed, random.Random(seed), strong))


@given(SEEDS)
@examples(10)
def test_a_hidden_coup_leaves_no_penalty_to_anybody_else(seed: int) -> None:
    """The strong seat takes nearly every trick, so that Hidden Coups do come."""
    rules = rules_of("parker-1966", 3)
    game = play_out(rules, seed, random.Random(seed), seed % 3)
    for hand in hands(game):
        if hand.maker is None and hand.paid(*COUP_MONEY):
            winner = hand.paid(*COUP_MONEY)[0]["payee"]
            assert {p["payer"] for p in hand.paid("penalty")} <= {winner}
