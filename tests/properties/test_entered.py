"""What is told of a game comes to what the game itself came to: random games are played, told, and compared."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.helpers import SEEDS, TABLES, VARIANTS, Situation, choose, examples, option_settings, rules_of

import coupdsl
from coupdsl.engine.events import Event

pytestmark = pytest.mark.unmeasured

ENTERED = "hands.entered"
SCORED = (*VARIANTS, "hearts", "spades", "oh-hell")
# What is decided by playing, and is not asked where real cards are played.
PLAYED = ("play", "play_or_pass", "play_or_stop", "opening", "suit", "pass_on")


@dataclass
class Played:
    """A game as its table can tell of it."""

    rules: coupdsl.Rules
    first: int | None = None  # Director or dealer
    deals: list[dict[str, int]] = field(default_factory=list)  # who took each piece
    holders: list[int] = field(default_factory=list)  # who was asked for a Coup in each deal
    contracts: list[str] = field(default_factory=list)
    choices: list[tuple[int, str]] = field(default_factory=list)  # all that people decided apart from playing
    payments: list[dict[str, Any]] = field(default_factory=list)
    result: coupdsl.Result | None = None


def paid(events: Iterable[Event], rules: coupdsl.Rules) -> Iterator[dict[str, Any]]:
    for event_ in events:
        told = event_.seen_by(rules.code, None) if event_.kind == "paid" else None
        if told is not None:
            yield {name: told[name] for name in ("payer", "payee", "amount", "reason")}


def played(rules: coupdsl.Rules, seed: int, strong: int | None) -> Played:
    game, rnd, layout = Played(rules), random.Random(seed), rules.code.layout
    state = rules.start(seed)
    states = state.view(None)["states"]
    game.first = states.get("director", states.get("dealer"))
    taken: dict[str, int] = {}
    while not state.is_over:
        move = choose(state, rnd, strong)
        assert state.actor is not None
        if state.decision not in PLAYED:
            game.choices.append((state.actor, str(move)))
        if state.decision == "coup":
            game.holders.append(state.actor)
        if move.word in ("attempt", "contract"):
            game.contracts.append(str(move))
        events = state.apply(move)
        for happened in events:
            if happened.kind == "shuffled" and taken:
                game.deals.append(taken)
                taken = {}
            if happened.kind == "moved" and layout.zones[happened.data[1]].name == "taken":
                seat = layout.zone_owner[happened.data[1]]
                taken |= {layout.face_of[piece]: seat for piece in happened.data[2::2]}
        game.payments += paid(events, rules)
    game.deals.append(taken)
    game.result = state.result()
    return game


class Teller:
    """Tells a played game to rules by which it is only told."""

    def __init__(self, game: Played, rules: coupdsl.Rules, rnd: random.Random) -> None:
        self.game, self.rnd = game, rnd
        self.state = rules.start()
        self.deals, self.holders, self.choices = iter(game.deals), iter(game.holders), iter(game.choices)
        self.deal: dict[str, int] = {}
        self.counting: Counter[int] = Counter()  # once somebody counts in a deal, all that is left is counted
        self.payments = list(paid(self.state.events, rules))
        while not self.state.is_over:
            answer: str = getattr(self, f"_{self.state.decision}", self._choice)()
            self.payments += paid(self.state.apply(answer), rules)
        assert next(self.choices, None) is None

    def _choice(self) -> str:
        actor, text = next(self.choices)
        assert actor == self.state.actor
        return text

    def _first_director(self) -> str:
        return f"first_director {self.game.first}"

    def _first_dealer(self) -> str:
        return f"first_dealer {self.game.first}"

    def _tricks_to_come(self) -> str:
        self.deals, coming = itertools.tee(self.deals)
        return f"tricks_to_come {sum(face.startswith('marks') for face in next(coming))}"

    def _coup_card_holder(self) -> str:
        self.deal = next(self.deals)
        return f"coup_card_holder {next(self.holders)}"

    def _outcome(self) -> str:
        code, maker = self.state.code, self.state.view(None)["states"]["maker"]
        moved = [one.data for one in self.state.copy().apply("coup_made") if one.kind == "moved"]
        goal = [piece for data in moved if code.layout.zones[data[1]].name == "taken" for piece in data[2::2]]
        faces = [code.layout.face_of[piece] for piece in goal]  # cards, and markers of tricks, from several zones
        return "coup_made" if all(self.deal.get(face) == maker for face in faces) else "coup_missed"

    def _took(self) -> str:
        if not self.game.holders and not any(taken(self.state, seat) for seat in range(self.game.rules.players)):
            self.deal = next(self.deals)
        moves = self.state.legal_moves()
        true = [
            move for move in moves if move.word == "took" and self.deal[move.arguments[0]] == int(move.arguments[1])
        ]
        self.counting = +self.counting
        if not self.counting and any(move.word == "took_some" for move in moves):
            faces = {move.arguments[0] for move in true} or {face for face in self.deal if face.startswith("marks")}
            if not true or self.rnd.random() < 0.5:
                self.counting.update(self.deal[face] for face in faces)
        if not self.counting:
            return str(self.rnd.choice(true))
        seat = self.rnd.choice(sorted(self.counting))
        number = self.rnd.randint(1, self.counting[seat])
        self.counting[seat] -= number
        return f"took_some {number} {seat}"

    def _clean(self) -> str:
        return "some_trick" if self.state.actor in self.deal.values() else "no_trick"


def taken(state: coupdsl.State, seat: int) -> list[str]:
    zones = state.view(None)["zones"]
    return [face for zone in zones if (zone["name"], zone["seat"]) == ("taken", seat) for face in zone["pieces"]]


def compare(situation: Situation, seed: int, strong: int | None) -> Played:
    game = played(situation.rules, seed, strong)
    rules = rules_of(situation.name, situation.players, {**situation.options, ENTERED: True})
    told = Teller(game, rules, random.Random(seed))
    assert told.payments == game.payments
    assert told.state.result() == game.result
    return game


def test_every_contract_comes_to_the_same_whether_a_coup_is_made_or_not() -> None:
    games = [compare(Situation("parker-1966", 4, {}), seed, seed % 5 or None) for seed in range(8)]
    named = {move for game in games for move in game.contracts}
    contracts = ("barbu", "waterloo", "siege", "touche", "guillotine", "dominos")
    assert named == {f"{word} {name}" for word in ("contract", "attempt") for name in contracts}


DEAR = """variant: dear
extends: parker-1966
contracts:
  set:
    waterloo: {queens: {each: 3000}}
    touche: {hidden: true, first_trick: {each: 4000}, last_trick: {each: 4000}}
"""


def test_loans_and_what_is_paid_at_once_come_to_the_same(tmp_path: Path) -> None:
    (tmp_path / "dear.yaml").write_text(DEAR)
    games = [compare(Situation(str(tmp_path / "dear.yaml"), 3, {}), seed, seed % 3) for seed in range(12)]
    reasons = {payment["reason"] for game in games for payment in game.payments}
    assert reasons >= {"penalty", "coup_money", "hidden_coup_money", "failed_coup", "refund", "loan", "repayment"}


def test_more_may_be_told_at_once_than_a_hand_holds() -> None:
    hearts = {"pass.direction": "never", "jack.bonus": False, "trick.tie": "last"}
    compare(Situation("hearts", 6, hearts), 1684, None)  # eleven hearts to one player, of hands of eight


def test_a_coup_of_cards_and_of_tricks_needs_both() -> None:
    compare(Situation("parker-1966", 3, {}), 35910, None)  # all the cards of Guillotine, and not all of its tricks


@pytest.mark.parametrize("name", SCORED)
@given(seed=SEEDS, data=st.data())
@examples(4)
def test_a_game_told_comes_to_what_it_came_to_when_played(name: str, seed: int, data: st.DataObject) -> None:
    players = data.draw(st.sampled_from(TABLES[name]))
    # Who is dealt new cards because of a blocked lead plays another hand; it is that one which is told.
    options = {key: value for key, value in data.draw(option_settings(name)).items() if value != "redeal"}
    for limit in {"game.limit", "game.won_at"} & options.keys():  # longer games show nothing else
        options[limit] = 100
    options.pop(ENTERED, None)
    compare(Situation(name, players, options), seed, data.draw(st.one_of(st.none(), st.integers(0, players - 1))))


@pytest.mark.parametrize("players", [3, 8])
def test_sevens_told_comes_to_what_it_came_to_when_played(players: int) -> None:
    """Of it only is told how often each passed, and how many cards each has left."""
    for seed in range(4):
        options = {"pass.costs": seed + 1, "cards_left.cost": 5 - seed, "game.deals": 2}
        state, rnd = rules_of("sevens", players, options).start(seed), random.Random(seed)
        told = rules_of("sevens", players, {**options, ENTERED: True}).start()
        passes: Counter[int] = Counter()
        while not state.is_over:
            move, actor = choose(state, rnd), state.actor
            assert actor is not None
            passes[actor] += move.word == "pass"
            lying = {actor: 0} if move.word == "play" else {}
            before = [zone["unseen"] for zone in state.view(None)["zones"] if zone["name"] == "hand"]
            events = state.apply(move)
            if not any(one.kind == "paid" and one.data[2] and move.word == "play" for one in events):
                continue
            left = [size - (seat in lying) for seat, size in enumerate(before)]
            for seat in range(players):
                told.apply(f"passes {passes[seat]}")
            for seat in range(players):
                told.apply(f"still_has {left[seat]}")
            passes.clear()
        assert told.result() == state.result()
