"""Every zone can be played from on the screen, whatever form its texts give it."""

from __future__ import annotations

from functools import cache
from itertools import product

import pytest
from tests.helpers import sample
from tests.screen.screens import SMALL, Screen, on_screen
from tests.small_games import in_folder
from tests.table.sittings import hinted, sitting_of

import coupdsl
from coupdsl.engine.rules import Rules

GAME = """edition 1
game lying {
  seats [2]
  cards {
    suits spades S, hearts H
    ranks ace A, king K, queen Q, jack J, ten T, nine N
  }
  pieces pennies: 2
  zone deck: row seen by none = cards
  zone hand per seat: KIND
  zone table: row seen by all
  zone purse: set of pennies seen by all = pennies
  state one: seat = first of seats
  state other: seat = last of seats
  move first(4) of deck to hand of one
  move first(4) of deck to hand of other
  move first(2) of deck to table
  repeat round until deck is empty at most 2 {
    one chooses play c from FROM
    move c to deck
  }
  finish by 0
  limit 5 moves { finish by 0 }
}
"""
pytestmark = pytest.mark.unmeasured
KINDS = ("row seen by owner", "set seen by owner", "row seen by all", "set seen by owner shown as runs")
FORMS = ("fan", "row", "stack", "pile", "grid", "count")
PLACES = ("hand", "seat", "middle", "aside")
TALL = (100, 36)  # where cards are boxes


@cache
def rules_with(kind: str, start: str) -> Rules:
    """The hands are zones of a kind, and cards are played from a zone."""
    game = GAME.replace("KIND", kind).replace("FROM", start)
    return coupdsl.load(in_folder({"game.coup": game, "en.yaml": "language: en\n"}) / "game.coup", 2)


@pytest.mark.parametrize(("kind", "form"), [*product(KINDS, FORMS)])
def test_a_hand_is_played_from_whatever_its_form(kind: str, form: str) -> None:
    for place in ("hand", *sample(PLACES[1:], 1)):
        _played(rules_with(kind, "hand of one"), {"forms.hand": form, "places.hand": place})


@pytest.mark.parametrize("form", FORMS)
def test_what_lies_elsewhere_is_played_from_whatever_its_form(form: str) -> None:
    for place in sample(PLACES[2:], 1):
        _played(rules_with(KINDS[0], "table"), {"forms.table": form, "places.table": place})
    for place in sample(PLACES[1:], 1):
        _played(rules_with("row seen by all", "hand of other"), {"forms.hand": form, "places.hand": place})


@pytest.mark.parametrize("kind", [*KINDS, "row seen by owner shown as trick"])
def test_a_hand_is_played_from_as_its_rules_show_it(kind: str) -> None:
    for place in PLACES:
        _played(rules_with(kind, "hand of one"), {"places.hand": place})


def _played(rules: Rules, hints: dict[str, str]) -> None:
    """Each card that may be played can be clicked, and clicks play all of a game, on a small screen and a tall one."""
    at = sitting_of(hinted(rules, hints))

    async def play(screen: Screen) -> None:
        for size in (SMALL, TALL):
            await screen.pilot.resize_terminal(*size)
            await screen.calm()
            scene = screen.app.driving.told.scene
            offered = {key for choice in scene.question.choices for part in choice.parts[1:] for key in part}
            found = [item for item, _ in screen.places() if item.do in ("pick", "answer")]
            assert {part for item in found for part in item.name.split("+")} >= offered, "\n".join(screen.rows)
            await screen.click(found[-1])
        assert len(at.game.moves) == 2

    on_screen(at, play, SMALL)
