"""The worlds that a seat imagines: only possible ones, each as often as it should come."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Hashable, Sized
from concurrent.futures import ThreadPoolExecutor
from functools import cache

import pytest
from tests.helpers import FACTOR, ROTATION, rules_of, sample
from tests.search import small
from tests.search.listed import listed, surprise, where
from tests.small_games import load_text

import coupdsl
from coupdsl.play.game import Game
from coupdsl.search import hearing
from coupdsl.search.hearing import Happened, Item
from coupdsl.search.things_told import Misfit
from coupdsl.search.worlds import NoWorld, Worlds

SURE = 4.5  # standard deviations: a right sampler passes this in all but a few of a million
SMALL = {
    "kuhn": lambda: rules_of("kuhn", 3),
    "leduc": lambda: rules_of("leduc", 2),
    "drawn later": lambda: load_text(small.DRAWN_LATER, 2),
    "secrets": lambda: load_text(small.SECRETS, 3),
    "dice": lambda: load_text(small.DICE, 3),
    "tricks": lambda: load_text(small.TRICKS, 3),
    "passed": lambda: load_text(small.PASSED, 3),
    "aces first": lambda: load_text(small.ACES_FIRST, 3),
    "given back": lambda: load_text(small.GIVEN_BACK, 3),
    "glimpsed": lambda: load_text(small.GLIMPSED, 3),
    "alike": lambda: load_text(small.ALIKE, 2),
    "uneven": lambda: load_text(small.UNEVEN, 2),
    "roles": lambda: load_text(small.ROLES, 3),
    "ballots": lambda: load_text(small.ballots(4, 2), 4),
    "counted": lambda: load_text(small.counted_hands(3, 2, "ace A, king K, queen Q, jack J"), 3),
    "picks": lambda: load_text(small.PICKS, 2),
    "marked": lambda: load_text(small.MARKED, 3),
    "tribute": lambda: load_text(small.TRIBUTE, 3),
    "piles": lambda: load_text(small.piles(2, "hall, study"), 2),
    "hints": lambda: load_text(small.hints("red R, blue B", "one 1, two 2", 2), 2),
    "glances": lambda: load_text(small.GLANCES, 2),
    "drafted": lambda: load_text(small.drafted(3, "judge, witch, thief, king"), 3),
}
# Where few of very many ways in which it may have come about are told alike.
RARE = {
    "ballots": (small.ballots(10, 2), 10, 20),
    "counted": (small.counted_hands(4, 3, "ace A, king K, queen Q, jack J, ten T, nine 9"), 4, 1),
    "hints": (small.hints("red R, blue B, green G, white W", "one 1, two 2, three 3, four 4", 4), 2, 6),
    "looked at": (small.LOOKED_AT_FIRST, 3, 12),
    "doubted": (small.DOUBTED, 3, 20),
    "drafted": (small.drafted(5, "judge, witch, thief, king, bishop, baker, guard, smith"), 5, 17),
}
LATE = {"passed": (8,), "aces first": (5,)}  # moves after which cards that were handed on have been played


@cache
def machine_of(rules: coupdsl.Rules) -> coupdsl.Machine:
    return coupdsl.Machine(rules)


def played(rules: coupdsl.Rules, moves: int, number: int) -> Game:
    """A game after some random moves, another at every commit."""
    rng = random.Random(ROTATION + number)
    game = Game(rules, rng.getrandbits(64))
    for _ in range(moves):
        if game.state.is_over:
            break
        game.apply(rng.choice(game.state.legal_moves()))
    return game


def worlds_of(game: Game, seat: int | None, seed: int) -> Worlds:
    worlds = Worlds(game.rules, seat, seed, machine_of(game.rules))
    worlds.told(game.seen(seat))
    return worlds


def replayed(rules: coupdsl.Rules, moves: tuple[coupdsl.Move, ...]) -> Game:
    game = Game(rules)
    for move in moves:
        game.apply(move)
    return game


def told_bit_by_bit(game: Game, seat: int | None, seed: int) -> Worlds:
    """The same where worlds were asked for after each move, and gone on with after the next."""
    worlds, heard = Worlds(game.rules, seat, seed, machine_of(game.rules)), 0
    again = Game(game.rules, game.seed)
    for _, move in game.moves:
        again.apply(move)
        seen = again.seen(seat)
        worlds.told(seen[heard:])
        worlds.sample(1)
        heard = len(seen)
    return worlds


def as_often_as_they_weigh(
    game: Game, seat: int | None, starts: int, told: Callable[[Game, int | None, int], Worlds] = worlds_of
) -> float:
    """How far worlds are from coming as often as they should, in standard deviations.

    One of each start, the first or one of those that follow: these are like one another.
    """
    shares = listed(game.rules, seat, game.seen(seat))
    drawn: Counter[Hashable] = Counter()
    for seed in range(starts):
        world = told(game, seat, seed).sample(1 + seed % 6)[-1]
        drawn[where(world.state.reference())] += 1
    return surprise(shares, drawn)


def often_enough(shares: Sized, most: int) -> int:
    """How often worlds are drawn: fewer times where few are possible, since each of them then comes soon."""
    return min(most, most * len(shares) // 10 + 1) * FACTOR


@pytest.mark.long
@pytest.mark.unmeasured
@pytest.mark.parametrize("name", sample(sorted(SMALL), 1))
def test_each_world_of_a_small_game_comes_as_often_as_it_weighs(name: str) -> None:
    for moves in (1, 4, *LATE.get(name, ())):
        game = played(SMALL[name](), moves, moves)
        for seat in (0, game.rules.players - 1, None):
            assert as_often_as_they_weigh(game, seat, 60 * FACTOR) < SURE


@pytest.mark.unmeasured
@pytest.mark.parametrize("name", sample(["passed", "tricks", "roles", "alike", "aces first"], 1))
def test_worlds_that_are_gone_on_with_come_as_often_as_they_weigh(name: str) -> None:
    game = played(SMALL[name](), 5, 0)
    for seat in (0, game.rules.players - 1):
        assert as_often_as_they_weigh(game, seat, 60 * FACTOR, told_bit_by_bit) < SURE


@pytest.mark.unmeasured
@pytest.mark.parametrize(
    ("name", "moves", "seat"), sample([("given back", 5, 0), ("glimpsed", 3, None), ("tricks", 4, 1)], 1)
)
def test_worlds_that_are_gone_on_with_are_right_in_many_positions(name: str, moves: int, seat: int | None) -> None:
    """A bias too small to be seen in one of them is seen in all together."""
    many, rules = 6 * FACTOR, SMALL[name]()
    found = [as_often_as_they_weigh(played(rules, moves, number), seat, 100, told_bit_by_bit) for number in range(many)]
    assert sum(found) < SURE * many**0.5


@pytest.mark.unmeasured
@pytest.mark.parametrize("name", sample(["tricks", "drawn later", "aces first", "given back", "glimpsed", "picks"], 1))
def test_worlds_of_one_seat_come_in_the_long_run_as_often_as_they_weigh(name: str) -> None:
    apart = []
    for number in range(4):
        game = played(SMALL[name](), 3 + number % 2, number)
        shares, worlds = listed(game.rules, 0, game.seen(0)), worlds_of(game, 0, number)
        sampled = (world for _ in range(often_enough(shares, 100)) for world in worlds.sample(32))
        drawn = Counter(where(world.state.reference()) for world in sampled)
        apart.append(sum(abs(drawn[one] / drawn.total() - share) for one, share in shares.items()) / 2)
    assert sum(apart) / len(apart) < 0.15


@pytest.mark.unmeasured
@pytest.mark.parametrize("name", sample(["alike", "roles", "glances", "picks", "secrets", "uneven"], 1))
def test_worlds_drawn_with_care_come_as_often_as_they_weigh(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("coupdsl.search.chain.OFTEN_THE_SAME", 0.0)
    apart = []
    for number in range(2):
        game = played(SMALL[name](), 3 + number % 2, number)
        shares, worlds = listed(game.rules, 0, game.seen(0)), worlds_of(game, 0, number)
        sampled = (world for _ in range(often_enough(shares, 32)) for world in worlds.sample(32))
        drawn = Counter(where(world.state.reference()) for world in sampled)
        assert worlds.chain.slow > 1
        apart.append(sum(abs(drawn[one] / drawn.total() - share) for one, share in shares.items()) / 2)
    assert sum(apart) / len(apart) < 0.12


@pytest.mark.unmeasured
def test_worlds_given_out_together_are_unlike_where_few_lead_to_others() -> None:
    """Seat 0 knows all but which of the two cards that seat 1 saw lay on top: both are as likely."""
    game = Game(SMALL["glances"]())
    for move in ("settle K in deck", "settle Q in deck", "keep Q", "settle A in deck", "settle J in deck", "keep J"):
        game.apply(move)
    for _ in range(3):
        game.apply(game.state.legal_moves()[0])
    shares = []
    for seed in range(24 * FACTOR):
        kept = [world.moves for world in worlds_of(game, 0, seed).sample(32)]
        shares.append(kept.count(kept[0]) / len(kept))
    varies = sum((share - 0.5) ** 2 for share in shares) / len(shares)
    assert varies < 0.25 / 4  # of four that have nothing in common; were all 32 one world, it would be 0.25


@pytest.mark.parametrize("name", sorted(RARE))
def test_a_world_is_found_where_few_are_possible(name: str) -> None:
    text, players, moves = RARE[name]
    rules = load_text(text, players)
    for number in range(4):
        game = Game(rules, number)
        rng = random.Random(number)
        for _ in range(moves):
            game.apply(rng.choice(game.state.legal_moves()))
        for seat in (0, 1):
            assert replayed(rules, worlds_of(game, seat, number).sample(1)[0].moves).seen(seat) == game.seen(seat)


@pytest.mark.parametrize(
    ("name", "players", "moves"), [("kuhn", 2, 1), ("leduc", 2, 3), ("coup", 3, 5), ("hearts", 4, 16)]
)
def test_in_every_world_a_seat_is_told_what_it_was_told(name: str, players: int, moves: int) -> None:
    game = played(rules_of(name, players), moves, 0)
    for seat in (1, None):
        for world in worlds_of(game, seat, 1).sample(2):
            again = replayed(game.rules, world.moves)
            assert again.seen(seat) == game.seen(seat)
            assert world.state.reference() == again.state


def test_worlds_come_of_what_was_told_and_of_nothing_else() -> None:
    game = played(rules_of("leduc", 2), 2, 1)
    twin = replayed(game.rules, worlds_of(game, 0, 5).sample(3)[-1].moves)
    assert [world.moves for world in worlds_of(twin, 0, 9).sample(4)] == [
        world.moves for world in worlds_of(game, 0, 9).sample(4)
    ]


def test_worlds_are_the_same_beside_other_threads() -> None:
    game = played(rules_of("hearts", 4), 8, 0)

    def moves(number: int) -> list[tuple[coupdsl.Move, ...]]:
        return [world.moves for world in told_bit_by_bit(game, number % 4, number % 4).sample(4)]

    alone = [moves(number) for number in range(8)]  # which makes the machine that all threads share
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(moves, range(8))) == alone


def test_what_is_told_later_leads_on_from_the_worlds_that_were_kept() -> None:
    rules = rules_of("leduc", 2)
    game = played(rules, 0, 2)
    worlds = worlds_of(game, 1, 3)
    told = len(game.seen(1))
    while not game.state.is_over:
        worlds.sample(1)
        game.apply(game.state.legal_moves()[-1])
        seen = game.seen(1)
        worlds.told(seen[told:])
        told = len(seen)
    assert replayed(rules, worlds.sample(1)[0].moves).seen(1) == game.seen(1)


def test_what_can_be_known_is_where_each_piece_may_lie() -> None:
    game = played(rules_of("kuhn", 2), 0, 6)
    own = next(event["pieces"][0] for event in game.seen(0) if event["event"] == "moved" and event["to"] == "hand 0")
    places = worlds_of(game, 0, 2).places(30)
    assert own not in places and len(places) == 2
    for zones in places.values():
        assert set(zones) == {"hand 1", "deck"}
        assert sum(zones.values()) == pytest.approx(1)


def test_what_is_banned_too_soon_is_come_to_all_the_same() -> None:
    """Two Aces are not to be had one by one. Three times as likely as none, they come as often."""
    rules = load_text(small.EVEN, 2)
    game = next(game for number in range(100) if (game := Game(rules, number)) and has_no_ace(game))
    game.apply(next(move for move in game.state.legal_moves() if move.word == "even"))
    aces = Counter(
        sum(card.startswith("A") for card in hand_of(world.state.reference(), 1))
        for seed in range(6)
        for world in worlds_of(game, 0, seed).sample(250)
    )
    assert aces.keys() == {0, 2}
    assert 0.6 < aces[2] / aces.total() < 0.85


def has_no_ace(game: Game) -> bool:
    possible = {move.word for move in game.state.legal_moves()}
    return "even" in possible and not any(card.startswith("A") for card in hand_of(game.state, 0))


def hand_of(state: coupdsl.State, seat: int) -> list[str]:
    return next(zone["pieces"] for zone in state.view(seat)["zones"] if zone["name"] == "hand" and zone["seat"] == seat)


@pytest.mark.parametrize("seed", range(6))
def test_a_secret_is_kept_as_long_as_nothing_tells_it(seed: int) -> None:
    rules = load_text(small.KEPT, 2)
    game, worlds, told = Game(rules, 1), Worlds(rules, 1, seed, machine_of(rules)), 0
    truth = game.state.legal_moves()[1]
    game.apply(truth)
    while not game.state.is_over:
        worlds.told(game.seen(1)[told:])
        told = len(game.seen(1))
        imagined = {world.moves[0] for world in worlds.sample(20)}
        assert truth in imagined
        assert len(imagined) == 2 or any(event["event"] == "revealed" for event in game.seen(1))
        game.apply(game.state.legal_moves()[0])


@pytest.mark.parametrize("seed", range(8))
def test_which_card_was_chosen_is_open_though_all_cards_are_known(seed: int) -> None:
    rules = load_text(small.OPEN_HANDS, 2)
    game, worlds, told = Game(rules, 1), Worlds(rules, 1, seed, machine_of(rules)), 0
    while not game.state.is_over:
        if game.state.actor == 1:
            worlds.told(game.seen(1)[told:])
            told = len(game.seen(1))
            chosen = {[move for move in world.moves if move.word != "well"][-1] for world in worlds.sample(12)}
            assert len(chosen) == (1 if game.seen(1)[-1]["event"] == "moved" else 2)
        game.apply(game.state.legal_moves()[-1])


def test_places_are_those_of_what_is_not_known() -> None:
    """Of cards written alike the ones that are known may be others in another world."""
    game = Game(load_text(small.ALIKE, 2), 0)
    known = Counter(hand_of(game.state, 1))
    places = worlds_of(game, 1, 1).places(100)
    assert all("hand 1" not in zones for zones in places.values())
    for face in ("ace", "king", "queen"):
        assert sum(places[face].values()) == pytest.approx(3 - known[face])


def test_a_match_takes_no_more_than_its_longest_deal() -> None:
    game = played(rules_of("leduc", 2, {"game.deals": 5}), 0, 7)
    worlds = worlds_of(game, 0, 4)
    longest, told = 0, len(game.seen(0))
    while not game.state.is_over:
        worlds.sample(1)
        longest = max(longest, *(len(world.history.moves) for world in worlds._kept))
        game.apply(next(move for move in game.state.legal_moves() if move.word not in ("fold", "raise", "bet")))
        seen = game.seen(0)
        worlds.told(seen[told:])
        told = len(seen)
    assert longest < len(worlds.sample(1)[0].moves) / 3
    assert replayed(game.rules, worlds.sample(1)[0].moves).seen(0) == game.seen(0)


@pytest.mark.unmeasured
def test_rolls_of_rounds_that_are_over_are_imagined_once() -> None:
    """Also by a seat that is told all at once; each of some hundred rolls was secret until all were shown."""
    game = played(rules_of("liars-dice", 4), 28, 3)
    worlds = worlds_of(game, game.state.actor, 2)
    made = worlds.sample(2)[0].moves
    assert len(made) > 2 * max(len(world.history.moves) for world in worlds._kept)
    assert replayed(game.rules, made).seen(game.state.actor) == game.seen(game.state.actor)


@pytest.mark.parametrize("name", ["leduc", "ballots"])
def test_what_was_heard_may_be_forgotten(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = played(SMALL[name](), 3, 9)
    found = [world.moves for world in worlds_of(game, 0, 6).sample(5)]
    monkeypatch.setattr(hearing, "MOST_KEPT", -1)
    assert [world.moves for world in worlds_of(game, 0, 6).sample(5)] == found


def test_what_no_game_can_have_told_is_refused() -> None:
    game = played(rules_of("kuhn", 2), 1, 4)
    worlds = Worlds(game.rules, 0, 1, machine_of(game.rules))
    told = [event for event in game.seen(0) if event["event"] != "paid"]
    with pytest.raises(NoWorld):
        worlds.told(told)
        worlds.sample(1)


def test_a_card_that_the_game_does_not_have_is_refused() -> None:
    """As a damaged log may tell of one, while worlds are gone on with."""
    game = played(rules_of("spades", 4), 20, 0)
    seen = game.seen(0)
    of_others = {f"hand {seat}" for seat in (1, 2, 3)}
    last = max(at for at, event in enumerate(seen) if event["event"] == "moved" and event["from"] in of_others)
    chosen = max(at for at in range(last) if seen[at]["event"] == "chose")
    worlds = Worlds(game.rules, 0, 1, machine_of(game.rules))
    worlds.told(seen[:chosen])
    worlds.sample(2)
    worlds.told([*seen[chosen:last], {**seen[last], "pieces": ["ZZ"]}, *seen[last + 1 :]])
    with pytest.raises(NoWorld):
        worlds.sample(1)


@pytest.mark.unmeasured
@pytest.mark.parametrize(("name", "players"), [("cribbage", 2), ("liars-dice", 2), ("gin-rummy", 2)])
def test_worlds_are_found_where_much_that_was_hidden_is_told_at_once(name: str, players: int) -> None:
    rules, rng = rules_of(name, players), random.Random(5)
    game = Game(rules, 5)
    worlds = [Worlds(rules, seat, 1 + seat, machine_of(rules)) for seat in range(players)]
    told = [0] * players
    for _ in range(60):
        if game.state.is_over:
            break
        seat = game.state.actor
        seen = game.seen(seat)
        worlds[seat].told(seen[told[seat] :])
        told[seat] = len(seen)
        assert worlds[seat].sample(1)
        game.apply(rng.choice(game.state.legal_moves()))


def test_what_lies_in_two_places_is_told_of_two_pieces() -> None:
    retelling = worlds_of(played(rules_of("liars-dice", 2), 1, 1), 0, 1).retelling
    alike = next(pieces for pieces in retelling.alike.values() if len(pieces) > 2)
    face = retelling.code.layout.face_of[alike[0]]
    retelling.items = [Item(number, "shown", pieces=((face, number),)) for number in range(2)]
    for seen, instead in (
        (alike[:2], ([], [])),
        ([alike[0], alike[0]], ([], [])),  # shown, and then moved
        (alike[:1], ([], [face])),
        (alike[:3], ([alike[2]], [])),
    ):
        happened = Happened((0, 1), (), tuple(seen), (), ())
        assert retelling.seen_instead(Misfit(0, 0, happened)) == instead
