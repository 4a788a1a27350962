"""Packs without suits, packs put together by several files, cards alike, and words that are themselves picked."""

from __future__ import annotations

import pytest
from tests.native.lockstep import lockstep
from tests.small_games import in_folder, load_text, problems, said

import coupdsl

COURT = """edition 1
game courtiers {
  seats [2]
  cards {
    RANKS
    copies 3
  }
  zone stock: row seen by none = cards
  zone hand per seat: set seen by owner
  zone shown_cards per seat: set seen by all
  state called: rank or none = none
  state s0: seat = first of seats
  kind deed as deeds {
    aimed: flag = true
  }
  deed rise { aimed: false }
  deed fall { }
  shuffle stock
  for s in seats { move first(3) of stock to hand of s }
  s0 chooses deed {
    r from ranks where it is not king { called := r }
    d from deeds where not aimed { }
    d from deeds where aimed, s from seats without s0 { called := king }
    MORE
  }
  s0 chooses show c from (hand of s0 where rank is not king) without (shown_cards of s0)
  move c to shown_cards of s0
  finish by count of shown_cards
  limit 50 moves { finish by 0 }
}
"""
PLAIN = COURT.replace("RANKS", "ranks ace, king, queen").replace("MORE", "wait { }")


def dealt(text: str, mine: str, others: str) -> coupdsl.State:
    """A state whose hands are these."""
    state = load_text(text).start()
    for seat, faces in ((0, mine), (1, others)):
        for face in faces.split():
            state.apply(f"deal {face} to hand {seat}")
    return state


def options(state: coupdsl.State) -> list[str]:
    return [str(move) for move in state.legal_moves()]


def test_a_card_without_suit_is_written_by_its_name() -> None:
    state = load_text(PLAIN).start()
    assert [(str(move), weight) for move, weight in state.chances()] == [
        ("deal ace to hand 0", 3), ("deal king to hand 0", 3), ("deal queen to hand 0", 3),
    ]  # fmt: skip
    marked = load_text(COURT.replace("RANKS", "ranks ace A, king, queen 12").replace("MORE", "wait { }")).start()
    assert [str(move) for move, _ in marked.chances()] == [
        "deal A to hand 0", "deal king to hand 0", "deal 12 to hand 0",
    ]  # fmt: skip


def test_what_is_picked_may_be_the_word() -> None:
    state = dealt(PLAIN, "ace ace king", "queen queen queen")
    assert options(state) == ["ace", "queen", "rise", "fall 1", "wait"]
    assert [move.word for move in state.legal_moves()] == ["ace", "queen", "rise", "fall", "wait"]
    for text, called in (("queen", "queen"), ("rise", None), ("fall 1", "king"), ("wait", None)):
        after = state.copy()
        after.apply(text)
        assert after.view(None)["states"]["called"] == called
    with pytest.raises(coupdsl.IllegalMove, match=r"`it is not king` does not hold for it"):
        state.apply("king", 0)
    with pytest.raises(coupdsl.IllegalMove, match=r"`fall 0` is not legal: it is one of `s0`"):
        state.apply("fall 0", 0)


def test_cards_alike_are_one_option_and_one_in_views() -> None:
    state = dealt(PLAIN, "ace king ace", "queen queen ace")
    state.apply("wait")
    assert options(state) == ["show ace"]
    assert state.view(0)["zones"][1]["pieces"] == ["ace", "ace", "king"]
    state.apply("show ace")
    assert state.result() == coupdsl.Result((1, 0), (0,))


@pytest.mark.parametrize("order", ["ace ace queen", "ace queen ace", "queen ace ace"])
def test_which_of_cards_alike_somebody_has_makes_no_difference(order: str) -> None:
    """Another order of dealing gives other copies, and the same views, options and refusals."""
    one, other = dealt(PLAIN, "ace ace queen", "king king king"), dealt(PLAIN, order, "king king king")
    for move in ("wait", "show ace"):
        assert one.view(0) == other.view(0)
        for text in ("show king", "show queen", "rise"):
            refusals = []
            for state in (one, other):
                try:
                    state.copy().apply(text, state.actor)
                except coupdsl.IllegalMove as error:
                    refusals.append(str(error))
            assert len(set(refusals)) <= 1
            assert len(refusals) in (0, 2)
        one.apply(move)
        other.apply(move)
    assert one.view(None) == other.view(None)


HELD = PLAIN.replace("without (shown_cards of s0)", "preferring rank is ace")


def test_a_refusal_depends_on_no_copy() -> None:
    """Other copies come when the cards come in another order; the same is said of them."""
    reasons, held = set(), set()
    for mine in ("ace king queen", "queen king ace", "king ace queen"):
        state = dealt(HELD, mine, "queen queen king")
        held.add(state.held[1])
        state.apply("wait")
        with pytest.raises(coupdsl.IllegalMove) as caught:
            state.apply("show queen", state.actor)
        reasons.add(caught.value.reason)
    assert len(held) > 1
    assert reasons == {"there are options for which `rank is ace`, and they come first: ace"}


def test_a_seeded_deal_is_that_which_its_moves_tell() -> None:
    rules = load_text(PLAIN)
    for seed in range(20):
        seeded = rules.start(seed)
        told = rules.start()
        for event in seeded.events:
            if event.kind == "moved":
                zone = rules.code.layout.zone_name(event.data[1])
                told.apply(f"deal {rules.code.layout.face_of[event.data[2]]} to {zone}")
        assert told.where == seeded.where


# ---- several files
ADDED = "edition 1\ncards { ranks joker }\n"
VARIANT = "variant: more\ngame: ./game.coup\ndeeds: {add: [./added.coup]}\n"


WILD = """edition 1
game wilds {
  seats [2]
  cards {
    suits red R, blue B
    ranks one 1, two 2, three 3
    extra wild W
    extra fool F
    extra gone G
    copies 2
    copies 1 of three
    copies 3 of wild
    copies 0 of gone
  }
  zone heap: row seen by none = cards
  zone hand per seat: set seen by owner
  zone laid: row seen by all
  state counted: list of number = []
  counted := [count of cards, count of wild, count of two of red, count of three of red, count of gone]
  move wild to hand of first of seats
  move fool to hand of first of seats
  move three of red to hand of last of seats
  for s in seats {
    s chooses play c from hand of s preferring it is wild
    move c to laid
    if the first of laid is wild { move gone to laid }
    if last of laid is fool { move heap to laid }
  }
  finish by count of hand
  limit 10 moves { finish by 0 }
}
"""


def test_each_card_may_have_copies_of_its_own() -> None:
    state = load_text(WILD).start()
    assert state.view(0)["states"]["counted"] == [14, 3, 2, 1, 0]
    assert {str(move) for move in state.legal_moves()} == {"play W"}
    state.apply("play W")
    assert {str(move) for move in state.legal_moves()} == {"play 3R"}
    for seed in range(3):
        lockstep(load_text(WILD), coupdsl.Machine(load_text(WILD)), seed)


UNEVEN = """edition 1
game uneven {
  seats [2]
  cards {
    suits gems G, dangers D
    ranks nine 9, two 2, snake S
    copies 0 of snake of gems, nine of dangers
    copies 3 of snake
    copies 2 of two of dangers
  }
  zone heap: set seen by all = cards
  state counted: list of number = []
  counted := [count of cards, count of snake of gems, count of snake of dangers, count of two of dangers,
              count of two of gems, count of (cards where suit is gems), count of (cards where rank is nine)]
  finish by 0
  limit 10 moves { finish by 0 }
}
"""


def test_suits_may_differ() -> None:
    rules = load_text(UNEVEN)
    assert rules.start().view(0)["states"]["counted"] == [7, 0, 3, 2, 1, 2, 1]
    assert sorted(rules.code.layout.face_of) == ["2D", "2D", "2G", "9G", "SD", "SD", "SD"]
    lockstep(rules, coupdsl.Machine(rules), 0)


EQUAL = """edition 1
game equals {
  seats [2]
  cards {
    suits red R, blue B
    ranks one 1, two 2
    extra fool F
    copies 3
  }
  zone heap: row seen by all = cards
  state counted: list of number = []
  order power { it in [one of red, two of blue] by [one of red, two of blue] }
  counted := [count of (highest of heap by power), count of (lowest of (heap where power_of(it)) by power),
              count of (highest of (heap without one of red) by power)]
  rule power_of(c: card) = c in [one of red, two of blue]
  finish by 0
  limit 10 moves { finish by 0 }
}
"""


def test_equal_cards_have_one_place_in_an_order_of_cards() -> None:
    assert load_text(EQUAL).start().view(0)["states"]["counted"] == [3, 3, 3]
    lockstep(load_text(EQUAL), coupdsl.Machine(load_text(EQUAL)), 0)


IN_ORDER = """edition 1
game in_order {
  seats [2]
  cards {
    suits red R, blue B
    ranks one 1, two 2, three 3
    copies 2 of two of red
  }
  zone heap: row seen by all = cards
  zone laid: row seen by all
  state wanted: list of card = [three of red, two of red, one of red]
  state counted: list of number = []
  state colour: suit = blue
  order power { suit is red by [one of red, three of red, two of red] }
  let fixed_ones = [three of blue, one of blue]
  first of seats chooses suit { s from suits { colour := s } }
  rule those = [two of colour, three of red, one of colour, two of red]
  counted := [count of those, the place_in(the first of one of colour, those), count of (cards where it in those),
              the place_in(the last of heap, fixed_ones), count of (highest of heap by power)]
  move [two of colour, three of red, one of colour] to laid
  reveal best = highest of heap by power
  finish by the position of the first of one of colour
  limit 10 moves { finish by 0 }
}
"""


@pytest.mark.parametrize(
    ("suit", "counted", "laid"), [("red", [4, 4, 4, 1, 1], "2R 2R 3R 1R"), ("blue", [5, 3, 5, 1, 1], "2B 3R 1B")]
)
def test_cards_that_are_written_out_keep_the_order_written(suit: str, counted: list[int], laid: str) -> None:
    state = load_text(IN_ORDER).start()
    assert state.view(0)["states"]["wanted"] == ["3R", "2R", "2R", "1R"]
    state.apply(suit)
    view = state.view(0)
    assert view["states"]["counted"] == counted
    assert next(zone["pieces"] for zone in view["zones"] if zone["name"] == "laid") == laid.split()
    for seed in range(4):
        lockstep(load_text(IN_ORDER), coupdsl.Machine(load_text(IN_ORDER)), seed)


def test_another_file_adds_to_the_pack() -> None:
    folder = in_folder({"game.coup": PLAIN, "added.coup": ADDED, "more.yaml": VARIANT})
    state = coupdsl.load(folder / "more.yaml", 2).start()
    assert [(str(move), weight) for move, weight in state.chances()][-1] == ("deal joker to hand 0", 3)
    assert len(state.where) == 12


@pytest.mark.parametrize(
    ("added", "problem"),
    [
        ("cards { ranks joker\n copies 2 }", "E202 3:2 the number of copies is given twice"),
        (
            "cards { ranks joker\n copies 2 of joker, joker }",
            "E202 3:21 the number of copies of `joker` is given twice",
        ),
        ("cards { ranks joker\n copies 2 of jester }", "E201 3:14 there is no rank and no extra card `jester`"),
        ("cards { ranks joker\n copies 2 of jester of spades }", "E201 3:14 there is no rank `jester`"),
        ("cards { ranks joker\n copies 2 of joker of spades }", "E201 3:23 there is no suit `spades`"),
        ("cards { ranks king }", "E202 2:15 the mark `king` appears twice"),
        ("cards { suits spades S }", "E101 5:11 rank `ace` has no mark, and cards of suits are written with one"),
        ("cards { ranks joker }\ncards { ranks fool }", "E202 3:1 the cards are declared twice"),
    ],
)
def test_what_may_not_be_added(added: str, problem: str) -> None:
    found = problems({"game.coup": PLAIN, "added.coup": f"edition 1\n{added}\n", "more.yaml": VARIANT}, "more.yaml")
    assert problem in said(found)


# ---- words that do not work
def test_only_what_has_a_name_is_a_word() -> None:
    text = COURT.replace("RANKS", "ranks ace, king, queen").replace("MORE", "c from hand of s0 { }")
    assert said(problems({"game.coup": text}, "game.coup")) == [
        "E301 24:5 only suits, ranks and entries are words by themselves, and `c` is a card"
    ]


def test_two_answers_are_not_written_alike() -> None:
    for more in ("rise { }", "ace if s0 is first of seats { }", "fall s from seats { }"):
        text = COURT.replace("RANKS", "ranks ace, king, queen").replace("MORE", more)
        with pytest.raises(coupdsl.Problems, match="two answers of this choice are written"):
            load_text(text)
