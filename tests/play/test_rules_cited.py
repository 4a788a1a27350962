"""Which rules stand beside what was paid, and beside what may be chosen: those that say just this."""

from __future__ import annotations

import random

import pytest
from tests.helpers import choose, rules_of

from coupdsl.play.asking import Asking
from coupdsl.play.game import Game
from coupdsl.play.spoken import Words


def cited(game: Game, reasons: set[str], seed: int, most: int = 300) -> dict[str, set[str]]:
    """By reason, the rules cited by payments of a random game until one was made for each."""
    rnd, found = random.Random(seed), dict[str, set[str]]()
    for _ in range(most):
        if game.state.is_over or reasons <= found.keys():
            break
        for event in game.apply(choose(game.state, rnd)):
            told = event.seen_by(game.rules.code, None)
            if told is not None and event.kind == "paid" and told["reason"] in reasons:
                found.setdefault(told["reason"], set()).update(told["rules"])
    return found


def test_an_ordinary_coup_is_paid_by_its_own_rule_and_a_hidden_one_by_another() -> None:
    """P75 is what a Coup earns, P89 what a Hidden Coup does."""
    reasons, found = {"coup_money", "hidden_coup_money"}, dict[str, set[str]]()
    for seed in range(60):
        for reason, rules in cited(Game(rules_of("parker-1966", 3), seed), reasons, seed).items():
            found.setdefault(reason, set()).update(rules)
        if reasons <= found.keys():
            break
    assert found == {"coup_money": {"P75", "V2"}, "hidden_coup_money": {"P89", "V2"}}


def test_a_loan_and_what_goes_to_the_treasury_are_paid_by_the_rules_that_say_so() -> None:
    """Not by those of the stake, or of what others pay the Director."""
    treasury = {"hidden.failure_payee": "treasury"}
    game = Game(rules_of("parker-1966", 3, {"loan.trigger": "any_time"}), 0)
    game.apply("borrow")
    lent = [event.seen_by(game.rules.code, None) for event in game.apply("lender 1") if event.kind == "paid"]
    assert [set(one["rules"]) for one in lent if one is not None] == [{"P95", "P96", "A19", "A21"}]
    found: dict[str, set[str]] = {}
    for seed in range(60):
        for reason, rules in cited(
            Game(rules_of("parker-1966", 3, treasury), seed), {"failed_hidden_coup"}, seed
        ).items():
            found.setdefault(reason, set()).update(rules)
        if found:
            break
    assert found == {"failed_hidden_coup": {"F2"}}


@pytest.mark.parametrize(("moves", "rules"), [("income", ["C23"]), ("foreign_aid", ["C24"]), ("tax", ["C26"])])
def test_each_action_is_paid_by_its_own_rule(moves: str, rules: list[str]) -> None:
    game = Game(rules_of("coup", 3, {"setup.first_player": "seat0"}), 1)
    paid = list(game.apply(moves))
    while game.state.decision == "reply":
        paid += game.apply("allow")
    told = [event.seen_by(game.rules.code, None) for event in paid if event.kind == "paid"]
    assert [list(one["rules"]) for one in told if one is not None] == [rules]


@pytest.mark.parametrize(("reading", "rule"), [("origin_rank", "P58"), ("any_rank_on_table", "F19")])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_with_what_a_suit_begins_is_said_by_the_rule_in_force(reading: str, rule: str, language: str) -> None:
    game, rnd = Game(rules_of("parker-1966", 3, {"dominos.new_suit": reading}), 0), random.Random(0)
    while game.state.decision != "play_or_pass" or game.state.view(None)["states"]["origin"] is None:
        settled = {"coup": "decline", "contract": "contract dominos"}.get(game.state.decision or "")
        game.apply(settled if settled is not None else choose(game.state, rnd))
    seat, asking = game.state.actor, Asking(Words(game.rules, language, plain=True))
    assert seat is not None
    held = next(
        zone["pieces"] for zone in game.state.view(seat)["zones"] if (zone["name"], zone["seat"]) == ("hand", seat)
    )
    said = " ".join(line for card in held for line in asking.why(game.state, seat, card))
    assert f"({rule})" in said
    assert not ({"P58", "F19"} - {rule}) & {word.strip("().") for word in said.split()}
