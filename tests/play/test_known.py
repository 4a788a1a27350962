"""`known` at the table: what a person can know, said from what the seat was told."""

from __future__ import annotations

import pytest
from tests.helpers import rules_of
from tests.play.test_advice import at_table
from tests.play.test_play import Sitting
from tests.search import small
from tests.small_games import load_text

import coupdsl
from coupdsl.play import advising
from coupdsl.play.advice import Adviser
from coupdsl.play.spoken import Words
from coupdsl.search import worlds


@pytest.fixture(autouse=True)
def _at_leisure(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is said of how long it takes, however slow the machine is."""
    monkeypatch.setattr(advising, "SLOW", 600.0)


def test_what_can_be_known_is_told_by_place_and_in_the_order_of_the_pack() -> None:
    [line, *_] = at_table("hearts", 4, ["known"])
    cards, _, places = line.partition(": ")
    assert places == "Seat 1, Seat 2 or Seat 3"
    words = Words(rules_of("hearts", 4), "en", plain=True)
    order = [words.piece(face) for face in sorted(words.layout.face_of, key=words.order)]
    assert cards.split() == [card for card in order if card in cards.split()] and len(cards.split()) == 39


def test_who_did_not_follow_suit_has_none_of_it() -> None:
    """Seat 1 plays a heart on diamonds: it has no diamond, which both others may have."""
    game = discarded()
    adviser = Adviser(Words(game.rules, "en", plain=True), 0)
    adviser.listen(game)
    lines = adviser.known()
    diamonds = [line for line in lines if any(card[-1] == "D" for card in line.partition(": ")[0].split())]
    assert diamonds and all("Seat 1" not in line.partition(": ")[2] for line in diamonds)
    assert [line.count("Seat") for line in lines] == sorted(line.count("Seat") for line in lines)
    assert any("Seat 1" in line for line in lines)


def discarded() -> coupdsl.Game:
    """A game of Hearts in which seat 1 has just not followed suit in diamonds."""
    for seed in range(200):
        game = coupdsl.Game(rules_of("hearts", 4), seed)
        while not game.state.is_over and len(game.moves) < 40:
            move = game.state.legal_moves()[0]
            actor, view = game.state.actor, game.state.view(0)
            trick = next(zone["pieces"] for zone in view["zones"] if zone["name"] == "trick")
            game.apply(move)
            if actor == 1 and trick and trick[0][-1] == "D" and move.word == "play" and str(move)[-1] != "D":
                return game
    raise AssertionError("no such game")


def test_it_is_shown_with_the_table_where_that_was_asked_for() -> None:
    game = coupdsl.Game(rules_of("hearts", 4), 4)
    sitting = Sitting(game, ["look", "quit"], known=True, width=200)
    sitting.table.play()
    assert sitting.shown.count("What you do not see can lie here") == 2
    assert sum(line.endswith(": Seat 1, Seat 2 or Seat 3") for line in sitting.shown) == 2
    plain = Sitting(coupdsl.Game(game.rules, 4), ["look", "quit"])
    plain.table.play()
    assert "can lie here" not in plain.text


def test_where_no_piece_lies_hidden_it_is_told_what_else_may_be() -> None:
    game = coupdsl.Game(load_text(small.SECRETS, 3), 1)
    adviser = Adviser(Words(game.rules, "en", plain=True), 0)
    adviser.listen(game)
    assert adviser.known() == ["No card and no piece lies where you do not see it. What may be kept from you: bid."]


SPREAD = """edition 1
game spread {
  seats [2]
  pieces men: 4 { side: seat, worth: number = 1 }
  zone box: row seen by all = men
  zone front: set of men seen by none
  zone back: set of men seen by none
  for m in box { side of m := last of seats }
  worth of the first of box := 9
  worth of the last of box := 9
  move first(2) of box to front
  move first of box to back
  first of seats chooses TAKEN
  finish by 0
  limit 9 moves { finish by 0 }
}
"""


@pytest.mark.parametrize(
    ("taken", "told"),
    [("done { yes { } }", "2 × men (side Seat 1, worth 9), 2 × men (side Seat 1, worth 1)"),
     ("take m from box", "men 1 (side Seat 1, worth 9), men 2 (side Seat 1, worth 1), men 3 (side Seat 1, worth 1), "
      "men 4 (side Seat 1, worth 9)")],
)  # fmt: skip
def test_pieces_that_lie_hidden_are_told_by_their_fields(taken: str, told: str) -> None:
    game = coupdsl.Game(load_text(SPREAD.replace("TAKEN", taken)), 1)
    adviser = Adviser(Words(game.rules, "en", plain=True), 0)
    adviser.listen(game)
    adviser.worlds.can_lie = lambda count=0: {f"men{n}": ["front", "back"] for n in (1, 2, 3, 4)}  # type: ignore[method-assign]
    assert adviser.known() == [f"{told}: the front or the back"]


def knowing(
    name: str, players: int, places: dict[str, list[str]], sure: dict[str, set[str]] | None = None, language: str = "en"
) -> list[str]:
    """What is said where each piece can lie in these places, and surely one of those written so in the `sure` ones."""
    adviser = Adviser(Words(rules_of(name, players), language, plain=True), 0)
    adviser.worlds.can_lie = lambda count=0: places  # type: ignore[method-assign]
    adviser.worlds.sure = sure or {}
    return adviser.known()


def test_what_is_sure_comes_first_and_places_have_names() -> None:
    places = {"AC": ["deck", "hand 2", "hand 1"], "KC": ["hand 2"], "QC": ["deck", "hand 2", "hand 1"]}
    assert knowing("hearts", 4, places) == ["KC: Seat 2", "AC QC: the deck, Seat 2 or Seat 1"]
    places = {"AC": ["hand 2", "passed 1"], "KC": ["hand 2"]}
    assert knowing("hearts", 4, places) == ["KC: hand of Seat 2", "AC: hand of Seat 2 or passed on of Seat 1"]


def test_names_of_places_run_together_in_french() -> None:
    [line] = knowing("hearts", 4, {"AC": ["hand 0", "hand 2", "passed 1"]}, language="fr")
    assert line == "AC : main du joueur 0 (vous), main du joueur 2 ou passé du joueur 1"


def test_of_those_that_are_alike_it_is_told_where_one_lies_for_sure() -> None:
    """Also where others of them may lie elsewhere."""
    places = {"AC": ["hand 1", "hand 2", "hand 3"], "KC": ["hand 1", "hand 2"]}
    told = ["KC: Seat 1 or Seat 2", "AC: Seat 2 for sure, perhaps also Seat 1 or Seat 3"]
    assert knowing("hearts", 4, places, {"AC": {"hand 2"}}) == told
    assert knowing("hearts", 4, places, {"AC": {"hand 1", "hand 2", "hand 3"}})[1] == "AC: Seat 1, Seat 2 and Seat 3"
    assert knowing("hearts", 4, places, {"AC": {"hand 1", "hand 3"}}, "fr")[1] == (
        "AC : à coup sûr le joueur 1 et le joueur 3, peut-être aussi le joueur 2"
    )


TWINS = """edition 1
game twins {
  seats [3]
  cards { ranks ace A, king K
    copies 2 of ace }
  pieces men: 2 { worth: number = 0 }
  zone deck: row seen by none = cards
  zone hand per seat: set seen by owner
  zone box: row seen by none = men
  zone post per seat: set of men seen by none
  state n: number = 3
  for m in men {
    worth of m := n
    n := n + 4
  }
  shuffle deck
  shuffle box
  for s in seats { move first of deck to hand of s }
  move first of box to post of first of seats
  first of seats chooses go {
    on { }
    off { }
  }
  finish by 0
  limit 9 moves { finish by 0 }
}
"""


def test_two_that_are_alike_lie_here_and_there_and_pieces_are_told_by_their_fields(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(worlds, "LOOKED_THROUGH", 1_000)  # there are fewer worlds than are looked for
    rules = load_text(TWINS, 3)
    game = next(one for one in (coupdsl.Game(rules, seed) for seed in range(9)) if holds_king(one))
    adviser = Adviser(Words(rules, "en", plain=True), 0)
    adviser.listen(game)
    assert adviser.known() == [
        "men (worth 3), men (worth 7): the box or post of Seat 0 (you)",
        "ace: hand of Seat 1 and hand of Seat 2",
    ]


def holds_king(game: coupdsl.Game) -> bool:
    return any("K" in zone["pieces"] for zone in game.state.view(0)["zones"])


def test_places_of_which_the_table_says_nothing_are_left_out() -> None:
    face = rules_of("liars-dice", 3).code.layout.face_of[0]
    assert knowing("liars-dice", 3, {face: ["faces_below", "cup 1", "cup 2"]}) == ["ones: Seat 1 or Seat 2"]
    assert knowing("liars-dice", 3, {face: ["faces_below"]}) == ["ones: the faces below"]


def test_much_is_counted() -> None:
    cells = [f"ground {column}{row}" for row in "12345" for column in "abcde"]
    [line] = knowing("coup-detat-2005", 2, {"KB": cells})
    assert line.startswith("KB: card of a1, card of b1") and line.endswith("card of b3 or 13 more places")
    cards = rules_of("hearts", 4).code.layout.face_of[:20]
    lines = knowing("hearts", 4, {card: [f"hand {at % 4}", f"passed {at // 4}"] for at, card in enumerate(cards)})
    assert len(lines) == 13 and lines[-1] == "(8 more, in other places)"


def test_where_nothing_is_hidden_that_is_said() -> None:
    assert knowing("hearts", 4, {}) == ["You see where everything lies."]
