"""What texts say of the table goes before what a game would come to by itself."""

from __future__ import annotations

import pytest
from tests.small_games import in_folder

import coupdsl
from coupdsl.play.drawing import Drawing
from coupdsl.scene.model import Scene, Zone
from coupdsl.scene.onlooker import Onlooker, Scenery

GAME = """edition 1
game frame {
  seats [2]
  cards {
    suits spades S
    ranks ace A, king K, queen Q, jack J, ten T, nine N
  }
  pieces tokens: 3
  account cash per seat = 100
  zone deck: row seen by none = cards
  zone heap: row seen by all
  zone purse: row of tokens seen by none = tokens
  zone hand per seat: set seen by owner
  zone open per seat: row seen by all
  for s in seats {
    move first(1) of deck to hand of s
    move first(1) of deck to open of s
  }
  move first(2) of deck to heap
  first of seats chooses play c from hand of first of seats
  finish by cash
  limit 5 moves { finish by cash }
}
"""


def seen(texts: str, language: str = "en", viewer: int | None = 0) -> Scene:
    """The table of the game with these texts, in English, as the viewer sees it."""
    folder = in_folder({"game.coup": GAME, "en.yaml": f"language: en\n{texts}"})
    game = coupdsl.Game(coupdsl.load(folder / "game.coup", 2), 7)
    return Onlooker(Scenery(game.rules, language), viewer).scene(game.state.view(viewer))


def zone(scene: Scene, key: str) -> Zone:
    (found,) = [one for one in scene.zones if one.key == key]
    return found


def drawn(scene: Scene, key: str) -> tuple[str, str, list[str], int]:
    found = zone(scene, key)
    return found.form, found.place, [piece.name for piece in found.pieces], found.unseen


def test_without_hints_a_game_comes_to_a_table_by_itself() -> None:
    scene = seen("")
    assert drawn(scene, "heap") == ("row", "middle", ["TS", "NS"], 0)
    assert drawn(scene, "hand 0") == ("fan", "hand", ["AS"], 0)
    assert drawn(scene, "hand 1") == ("stack", "seat", [], 1)
    assert drawn(scene, "open 0") == ("row", "seat", ["KS"], 0)
    assert not [one for one in scene.zones if one.key == "deck"]
    assert (zone(scene, "purse").form, zone(scene, "purse").kind) == ("stack", "marker")


@pytest.mark.parametrize("form", ["fan", "row", "pile", "grid"])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_form_that_is_said_in_one_language_holds_in_all(form: str, language: str) -> None:
    scene = seen(f"forms: {{heap: {form}, hand: {form}}}", language)
    assert drawn(scene, "heap") == (form, "middle", ["TS", "NS"], 0)
    assert drawn(scene, "hand 0") == (form, "hand", ["AS"], 0)
    assert drawn(scene, "hand 1") == (form, "seat", [], 1)


def test_of_a_stack_the_one_on_top_is_seen_and_of_a_count_none() -> None:
    scene = seen("forms: {heap: stack, purse: stack, open: count, hand: stack}")
    assert drawn(scene, "heap") == ("stack", "middle", ["NS"], 1)
    assert drawn(scene, "purse") == ("stack", "middle", [], 3)
    assert drawn(scene, "open 1") == ("count", "seat", [], 1)
    assert drawn(scene, "hand 0") == ("stack", "hand", [], 1)  # of a set none lies on top


@pytest.mark.parametrize(
    ("place", "of_hand", "of_open", "of_heap"),
    [
        ("hand", ("hand", "seat"), ("hand", "seat"), None), ("seat", ("seat", "seat"), ("seat", "seat"), None),
        ("middle", ("middle", "middle"), ("middle", "middle"), "middle"),
        ("aside", ("aside", "aside"), ("aside", "aside"), "aside"),
    ],
)  # fmt: skip
def test_a_place_that_is_said(
    place: str, of_hand: tuple[str, str], of_open: tuple[str, str], of_heap: str | None
) -> None:
    scene = seen(f"places: {{hand: {place}, open: {place}{f', heap: {place}' if of_heap else ''}}}")
    assert (zone(scene, "hand 0").place, zone(scene, "hand 1").place) == of_hand
    assert (zone(scene, "open 0").place, zone(scene, "open 1").place) == of_open
    assert zone(scene, "heap").place == (of_heap or "middle")


ORDERED = """edition 1
game frame {
  seats [2]
  cards {
    suits spades S, hearts H
    ranks ace A, king K, queen Q
    extra joker X
  }
  zone deck: row seen by none = cards
  zone hand per seat: set seen by owner
  move deck to hand of first of seats
  first of seats chooses play c from hand of first of seats
  finish by 0
  limit 5 moves { finish by 0 }
}
"""


@pytest.mark.parametrize(
    ("texts", "order", "groups"),
    [
        ("", ["AS", "KS", "QS", "AH", "KH", "QH", "X"], [3, 3, 1]),
        ("orders: {hand: suits}", ["AS", "KS", "QS", "AH", "KH", "QH", "X"], [3, 3, 1]),
        ("orders: {hand: ranks}", ["AS", "AH", "KS", "KH", "QS", "QH", "X"], [2, 2, 2, 1]),
    ],
)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_by_what_a_hand_is_sorted(texts: str, order: list[str], groups: list[int], language: str) -> None:
    folder = in_folder({"game.coup": ORDERED, "en.yaml": f"language: en\n{texts}"})
    game = coupdsl.Game(coupdsl.load(folder / "game.coup", 2), 7)
    view, scenery = game.state.view(0), Scenery(game.rules, language)
    (hand,) = [one for one in Onlooker(scenery, 0).scene(view).zones if one.key == "hand 0"]
    assert [piece.name for piece in hand.pieces] == order
    (line,) = Drawing(scenery.words).hand(view)
    assert [len(group.split()) for group in line.partition(":")[2].split("   ") if group] == groups


def test_who_watches_has_no_hand() -> None:
    assert {one.place for one in seen("places: {hand: hand, open: hand}", viewer=None).zones} == {"middle", "seat"}


def test_pieces_and_money_are_drawn_as_is_said() -> None:
    scene = seen("pieces: {card: die, king: coin, tokens: coin, cash: coin}")
    kinds = {piece.name: piece.kind for one in scene.zones for piece in one.pieces}
    assert kinds == {"TS": "die", "NS": "die", "AS": "die", "KS": "coin", "JS": "die"}
    assert (zone(scene, "purse").kind, zone(scene, "hand 1").kind) == ("coin", "die")
    assert [one.kind for one in scene.seats[0].amounts] == ["coin"]


def test_a_hint_shows_nobody_more() -> None:
    """Whatever the form, only what is in the view is drawn."""
    for form in ("fan", "row", "stack", "pile", "grid", "count"):
        scene = seen(f"forms: {{hand: {form}, purse: {form}}}", viewer=1)
        hidden = [zone(scene, "hand 0"), zone(scene, "purse")]
        assert {piece.name or piece.label for one in hidden for piece in one.pieces} <= {""}
        assert [one.kind for one in hidden] == ["card", "marker"]
