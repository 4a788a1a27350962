"""A table as one seat sees it, as data: what is drawn where, and what a click on it can mean."""

from __future__ import annotations

import random
import re

import msgspec
import pytest
from tests.helpers import GAMES, choose, rules_of
from tests.native.test_dummy import rules as mini_bridge
from tests.small_games import in_folder

import coupdsl
from coupdsl.play.account.laid_pieces import called
from coupdsl.play.drawing import Drawing
from coupdsl.play.spoken import Words
from coupdsl.scene.model import Choice, Scene, Zone
from coupdsl.scene.onlooker import Onlooker, Scenery


def watched(game: coupdsl.Game, seat: int | None, language: str = "en") -> Scene:
    """What `seat` sees, having heard everything."""
    onlooker = Onlooker(Scenery(game.rules, language), seat)
    for events in game.events:
        onlooker.hear(game.told(events, seat))
    return onlooker.scene(game.state.view(seat))


def played(name: str, players: int, moves: str, seed: int = 7) -> coupdsl.Game:
    game = coupdsl.Game(rules_of(name, players), seed)
    for move in filter(None, moves.split(", ")):
        game.apply(move)
    return game


def zone(scene: Scene, key: str) -> Zone:
    (found,) = [one for one in scene.zones if one.key == key]
    return found


def hearts(moves: int) -> coupdsl.Game:
    game = coupdsl.Game(rules_of("hearts", 4), 7)
    for _ in range(moves):
        game.apply(game.state.legal_moves()[0])
    return game


def test_the_hand_is_a_fan_and_others_are_stacks() -> None:
    scene = watched(hearts(0), 0)
    own, other = zone(scene, "hand 0"), zone(scene, "hand 1")
    assert (own.form, own.place, own.owner, len(own.pieces), own.unseen) == ("fan", "hand", 0, 13, 0)
    assert (other.form, other.place, other.owner, other.pieces, other.unseen) == ("stack", "seat", 1, (), 13)
    assert zone(scene, "trick").form == "trick"


@pytest.mark.parametrize(("name", "first"), [("gin-rummy", "suit"), ("cribbage", "rank")])
def test_a_hand_can_be_sorted_by_suits_and_by_ranks(name: str, first: str) -> None:
    hand = zone(watched(coupdsl.Game(rules_of(name, 2), 7), 0), "hand 0")
    lying = [card.name for card in hand.pieces]
    otherwise = [lying[at] for at in hand.resorted]
    by_suits, by_ranks = (lying, otherwise) if first == "suit" else (otherwise, lying)
    assert sorted(lying) == sorted(otherwise)
    for cards, at in ((by_suits, 1), (by_ranks, 0)):
        marks = [card[at] for card in cards]
        assert [marks.index(mark) for mark in marks] == sorted(marks.index(mark) for mark in marks)  # each together


def test_a_card_without_a_suit_is_the_last_in_either_order() -> None:
    game = next(
        game for game in (coupdsl.Game(rules_of("parker-1966", 4), seed) for seed in range(60))
        if game.state.decision == "coup" and game.state.actor == 0
    )  # fmt: skip
    hand = zone(watched(game, 0), "hand 0")
    assert not hand.pieces[-1].sign
    assert hand.resorted[-1] == len(hand.pieces) - 1


def test_what_lies_hidden_in_a_row_is_counted_once() -> None:
    game = coupdsl.Game(rules_of("parker-1966", 4), 3)
    centre = zone(watched(game, 0), "centre")
    assert (centre.form, centre.pieces, centre.unseen) == ("stack", (), 1)


@pytest.mark.parametrize("name", GAMES)
def test_as_many_pieces_are_drawn_as_there_are(name: str) -> None:
    game, rng = coupdsl.Game(rules_of(name, GAMES[name]), 11), random.Random(name)
    while not game.state.is_over and len(game.moves) < 60:
        game.apply(choose(game.state, rng))
        for seat in (0, None):
            view = game.state.view(seat)
            scene = Onlooker(Scenery(game.rules, "en"), seat).scene(view)
            lying = {called(of): sum(face is not None for face in of["pieces"]) + of["unseen"] for of in view["zones"]}
            for drawn in scene.zones:
                runs = sum(piece is not None for _, line in drawn.lines for piece in line)
                shown = sum(piece.count for piece in drawn.pieces) + drawn.unseen + runs
                assert shown == lying[drawn.key], (drawn, view)


@pytest.mark.parametrize(
    ("language", "cards"),
    [
        ("en", {"JD": ("J", "♦", "red", "Jack of Diamonds"), "TS": ("10", "♠", "black", "Ten of Spades")}),
        ("fr", {"JD": ("V", "♦", "red", "Valet de Carreau"), "TS": ("10", "♠", "black", "Dix de Pique")}),
    ],
)
def test_a_card_is_signed_and_said_in_the_language(language: str, cards: dict[str, tuple[str, ...]]) -> None:
    faces = Scenery(rules_of("hearts", 4), language).faces
    for name, told in cards.items():
        card = faces.one(name, {"pieces": {}, "seat": 0})
        assert (card.name, card.rank, card.sign, card.colour, card.said) == (name, *told)


def test_a_choice_is_tied_to_what_it_picks() -> None:
    scene = watched(hearts(0), 0)
    assert scene.question.text == "Which card do you pass on?"
    first = scene.question.choices[0]
    name = first.move.split()[1]
    label = f"pass on {scene.question.called[f'piece:{name}']}"
    assert first == Choice(f"pass_on {name}", label, (("word:pass_on",), (f"piece:{name}",)))
    picked = {choice.parts[1][0] for choice in scene.question.choices}
    assert {f"piece:{card.name}" for card in zone(scene, "hand 0").pieces} == picked


def test_who_is_not_asked_has_no_choices() -> None:
    scene = watched(hearts(0), 2)
    assert (scene.question.seat, scene.question.choices) == (0, ())
    assert scene.question.text == "Seat 0 is asked: “Which card do you pass on?”"
    assert [seat.acts for seat in scene.seats] == [True, False, False, False]


def test_whoever_laid_a_card_of_the_trick_is_told() -> None:
    game = hearts(0)
    while len(watched(game, None).zones) == 0 or len(zone(watched(game, None), "trick").pieces) < 2:
        game.apply(game.state.legal_moves()[0])
    laid = [(game.moves[-2 + at][0], str(game.moves[-2 + at][1]).split()[1]) for at in range(2)]
    assert [(card.by, card.name) for card in zone(watched(game, None), "trick").pieces] == laid


def test_cards_of_a_dummy_are_its_own_whoever_plays_them() -> None:
    game = coupdsl.Game(mini_bridge(), seed=1)
    game.apply("suit spades 8")
    onlooker, told = Onlooker(Scenery(game.rules, "en"), None), list[str]()
    for events in game.events:
        onlooker.hear(game.told(events, None))
    while not game.state.is_over:
        events = game.apply(game.state.legal_moves()[-1])
        told += [text for _, text, _ in onlooker.hear(game.told(events, None)).sentences if " wins the trick" in text]
        trick = zone(onlooker.scene(game.state.view(None)), "trick").pieces
        if trick:
            first = trick[0].by or 0
            assert [card.by for card in trick] == [(first + at) % 4 for at in range(len(trick))]
    assert [text for text in told if " with " not in text] == []
    assert any(text.startswith("Seat 1 ") for text in told)  # the dummy
    assert len(told) == 13


def test_a_trick_that_was_taken_is_seen_until_the_next_card_is_laid() -> None:
    game = hearts(0)
    while game.state.decision != "play":
        game.apply(game.state.legal_moves()[0])
    for _ in range(4):
        game.apply(game.state.legal_moves()[0])
    laid = [(seat, str(move).split()[1]) for seat, move in game.moves[-4:]]
    trick = zone(watched(game, 0), "trick")
    assert not trick.pieces
    assert [(card.by, card.name) for card in trick.cleared] == laid
    game.apply(game.state.legal_moves()[0])
    trick = zone(watched(game, 0), "trick")
    assert len(trick.pieces) == 1
    assert not trick.cleared


def test_the_last_trick_of_a_hand_is_seen_until_the_first_choice_of_the_next() -> None:
    game = hearts(0)
    while len(game.moves) < 12 or game.state.decision == "play":
        game.apply(game.state.legal_moves()[0])
    assert game.state.decision == "pass_on"
    laid = [(seat, str(move).split()[1]) for seat, move in game.moves[-4:]]
    assert [(card.by, card.name) for card in zone(watched(game, 0), "trick").cleared] == laid
    game.apply(game.state.legal_moves()[0])
    assert not zone(watched(game, 0), "trick").cleared


def test_what_a_move_came_to_is_told_in_sentences_with_what_moved() -> None:
    game = hearts(0)
    onlooker = Onlooker(Scenery(game.rules, "en"), 0)
    onlooker.hear(game.told(game.events[0], 0))
    move = game.state.legal_moves()[0]
    step = onlooker.hear(game.told(game.apply(move), 0))
    assert step.seat == 0
    assert step.sentences == (
        ("event", f"Seat 0 (you) passes on {onlooker.scenery.words.piece(move.arguments[0])}", ""),
    )
    assert [(way.start, way.end, way.pieces, way.unseen) for way in step.moved] == [
        ("hand 0", "passed 0", move.arguments, 0)
    ]


def test_the_rules_that_a_sentence_cites_stand_beside_it() -> None:
    game = coupdsl.Game(rules_of("coup", 3), 7)
    onlooker = Onlooker(Scenery(game.rules, "en"), None)
    onlooker.hear(game.told(game.events[0], None))
    step = onlooker.hear(game.told(game.apply("income"), None))
    assert step.sentences == (("event", f"Seat {game.moves[0][0]} takes 1 as income", "C23"),)


def test_amounts_stand_beside_whom_they_are_of() -> None:
    game = coupdsl.Game(rules_of("coup", 4), 7)
    scene = watched(game, 0)
    assert [(one.label, one.text) for one in scene.amounts][:1] == [("Treasury", "42")]
    assert [(one.name, one.number) for one in scene.seats[1].amounts][:1] == [("coins", 2)]
    assert "turn" in scene.seats[game.state.actor or 0].tags


@pytest.mark.parametrize(
    ("language", "stated"),
    [
        ("en", ["gain 2; blocked as Duke", "cost 7", "gain 3; character claimed Duke"]),
        ("fr", ["gain 2; bloquée comme Duc", "coût 7", "gain 3; personnage annoncé Duc"]),
    ],
)
def test_an_action_says_whom_one_claims_to_be_and_who_can_block_it(language: str, stated: list[str]) -> None:
    drawing = Drawing(Words(rules_of("coup", 3), language, plain=True))
    actions = {entry.path: entry for entry in drawing.program.kinds["action"].entries}
    assert ["; ".join(drawing.stated(actions[name])) for name in ("foreign_aid", "coup", "tax")] == stated
    assert len(drawing.stated(actions["steal"])) == 3  # what it does, whom it claims, who blocks it


def test_what_is_being_played_says_what_it_costs() -> None:
    game, rng = coupdsl.Game(rules_of("parker-1966", 4), 7), random.Random(3)
    while game.state.view(0)["states"]["current"] != "barbu":
        game.apply(choose(game.state, rng))
    (current,) = [one for one in watched(game, 0).amounts if one.name == "current"]
    assert current.text == "Barbu"
    assert current.stated == (
        "King of Hearts: price of each 800", "price of a Coup for each other player 600, price of a failed Coup 800",
    )  # fmt: skip


def test_what_has_an_empty_name_is_kept_off_the_table() -> None:
    """Places of markers, and an account that only pays; their names stand where the rulebook looks for them."""
    game, pegging = hearts(20), coupdsl.Game(rules_of("cribbage", 2), 7)
    assert "unwon" in {one["name"] for one in game.state.view(0)["zones"]}
    assert not any(one.key.startswith("unwon") for one in watched(game, 0).zones)
    assert "peg_board" in pegging.state.view(0)["accounts"]
    assert "peg_board" not in {one.name for one in watched(pegging, 0).amounts}
    for each, never in ((game, "tricks to come"), (pegging, "cribbage board")):
        words = Words(each.rules, "en", plain=True)
        assert not any(never in line for line in Drawing(words).table(each.state.view(0), {}))
    assert Words(game.rules, "en", plain=True).label("names", "unwon") == "tricks to come"


def test_of_what_is_kept_for_each_only_what_there_is_is_told() -> None:
    state = rules_of("parker-1966", 4).start()
    drawing = Drawing(Words(state.rules, "en", plain=True))
    assert not any("played (in round)" in line for line in drawing.table(state.view(0), {}))
    rng = random.Random(1)
    while not any(state.view(0)["states"]["dagger"].values()):
        state.apply(choose(state, rng))
    (line,) = [line for line in drawing.table(state.view(0), {}) if "played (in round)" in line]
    assert line.endswith(" 1") and "," not in line


def test_of_a_shared_number_only_what_there_is_is_told() -> None:
    """Nothing is bid yet; of a player 0 is as good as any other number."""
    game = coupdsl.Game(rules_of("liars-dice", 3), 7)
    assert "number bid" not in {one.label for one in watched(game, 0).amounts}
    drawing = Drawing(Words(game.rules, "en", plain=True))
    assert not any("number bid" in line for line in drawing.table(game.state.view(0), {}))
    game.apply(next(move for move in game.state.legal_moves() if move.word == "bid"))
    assert [one.text for one in watched(game, 0).amounts if one.label == "number bid"] == ["1"]
    assert [one.text for one in watched(hearts(0), 0).seats[1].amounts] == ["0"]


ASKING = """edition 1
game asking {
  seats [2]
  cards {
    suits spades S
    ranks ace A, two 2
  }
  zone deck: row seen by none = cards
  state asked per seat: set of rank = []
  first of seats chooses ask r from ranks
  asked of (first of seats) := asked of (first of seats) with r
  first of seats chooses ask q from ranks
  finish by 0
  limit 10 moves { finish by 0 }
}
"""


def test_of_an_empty_set_of_a_player_nothing_is_told_here_and_there() -> None:
    texts = {"en.yaml": "language: en\nnames: {asked: ranks asked for}\n", "asking.coup": ASKING}
    folder = in_folder({**texts, "asking.yaml": "variant: asking\ngame: ./asking.coup\n"})
    state = coupdsl.load(folder / "asking.yaml", 2).start(1)
    told = []
    for _ in range(2):
        view, scenery = state.view(0), Scenery(state.rules, "en")
        lines = [line for line in Drawing(scenery.words).table(view, {}) if "asked for" in line]
        amounts = [amount.text for seat in Onlooker(scenery, 0).scene(view).seats for amount in seat.amounts]
        told.append((lines, amounts))
        state.apply("ask ace")
    assert told == [([], []), (["Seat 0 (you): ranks asked for ace"], ["ace"])]


def test_seats_are_picked_too() -> None:
    game = coupdsl.Game(rules_of("coup", 4), 7)
    actor = game.state.actor
    steal = next(c for c in watched(game, actor).question.choices if c.move.split()[0] == "steal")
    assert steal.parts[1][0].startswith("seat:") or steal.parts[0][0] == "entry:steal"


def test_a_board_is_seen_from_where_one_sits() -> None:
    game = coupdsl.Game(rules_of("coup-detat-2005", 2), 7)
    boards = [watched(game, seat).board for seat in (0, 1)]
    assert boards[0] is not None and boards[1] is not None
    assert boards[0].columns == boards[1].columns[::-1]
    assert [row for row, _ in boards[0].rows] == [row for row, _ in boards[1].rows][::-1]
    assert [cell.name for cell in boards[0].rows[0][1]] == [cell.name for cell in boards[1].rows[-1][1]][::-1]


def test_melds_are_taken_apart_into_their_cards() -> None:
    rules = rules_of("gin-rummy", 2)
    melds = [str(move) for move in rules.moves if "+" in str(move)]
    scenery = Scenery(rules, "en")
    word, cards = melds[0].split()
    called: dict[str, str] = {}
    assert scenery.choices._part(word, 0, cards, 0, called) == tuple(f"piece:{one}" for one in cards.split("+"))


def test_runs_have_gaps() -> None:
    game = coupdsl.Game(rules_of("sevens", 4), 7)
    for _ in range(6):
        game.apply(game.state.legal_moves()[0])
    runs = next(one for one in watched(game, 0).zones if one.form == "runs")
    assert {len(cards) for _, cards in runs.lines} == {13}
    assert sum(card is not None for _, cards in runs.lines for card in cards) >= 1


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_game_has_scenes_that_json_can_carry(name: str) -> None:
    """To its end, for who plays and who watches: whatever can be chosen is on the table or has a name."""
    rules = rules_of(name, GAMES[name])
    game, rnd = coupdsl.Game(rules, 11), random.Random(3)
    sceneries = [Scenery(rules, language) for language in ("en", "fr")]
    onlookers = [Onlooker(scenery, seat) for scenery in sceneries for seat in (0, None)]
    events, number = game.events[0], 0
    while True:
        for onlooker in onlookers:
            onlooker.hear(game.told(events, onlooker.viewer), rules.observer.remembered(game.state, onlooker.viewer))
        if number % 10 == 0 or game.state.is_over:
            for onlooker in onlookers:
                scene = onlooker.scene(game.state.view(onlooker.viewer))
                assert msgspec.json.decode(msgspec.json.encode(scene), type=Scene) == scene
                keys = {key for choice in scene.question.choices for part in choice.parts for key in part}
                assert keys <= scene.question.called.keys()
        if game.state.is_over or number > 150:
            break
        number += 1
        events = game.apply(choose(game.state, rnd))


def test_the_end_says_who_has_won() -> None:
    game = coupdsl.Game(rules_of("kuhn", 2), 3)
    while not game.state.is_over:
        game.apply(game.state.legal_moves()[0])
    result = watched(game, 0).result
    assert result is not None and game.state.result() is not None
    winner = result.winners[0]
    assert result.text == f"Winner: Seat {winner}" + (" (you)" if winner == 0 else "")
    assert result.standing[0][0] == winner


@pytest.mark.parametrize(
    ("name", "key", "stated"),
    [
        ("parker-1966", "entry:siege", [100, 1000, 800]),
        ("coup", "entry:tax", [3]),
        ("coup", "entry:exchange", []),
    ],
)
def test_what_the_rules_state_of_a_choice_stands_beside_it(name: str, key: str, stated: list[int]) -> None:
    game, rnd = coupdsl.Game(rules_of(name, 4), 7), random.Random(3)
    scenery = Scenery(game.rules, "en")
    while True:
        question = Onlooker(scenery, game.state.actor).scene(game.state.view(game.state.actor)).question
        assert question.stated.keys() <= question.called.keys()
        if key in question.called:
            break
        game.apply(choose(game.state, rnd))
    assert [int(number) for number in re.findall(r"\d+", question.stated.get(key, ""))] == stated
