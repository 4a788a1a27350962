"""Texts of one game of several, taken from a file that they share."""

from __future__ import annotations

import pytest

from coupdsl.authoring.texts_cut import without
from coupdsl.language.source import Source

SHARED = """# Words of both games
language: en

names:
  pot:  "pot"    # in the middle
  deck: "deck"   # face down

signs: {spades: "♠", hearts: "♥"}

told: # sentences
  moves: {bid: "{who} bids"}
  names:
    turned: |
      {cards} is
      turned up

options:
  game.limit: {ask: "How many?", readings: {few: "few", many: "many"}}
  game.deals:
    ask: "How many deals?"
"""


@pytest.mark.parametrize(
    ("dropped", "gone", "left"),
    [
        ((), (), SHARED),
        (("names.pot",), ('  pot:  "pot"    # in the middle\n',), None),
        (("signs.spades",), ('spades: "♠", ',), None),
        (("signs.spades", "signs.hearts"), ('signs: {spades: "♠", hearts: "♥"}\n\n',), None),
        (("told.names.turned",), ("  names:\n    turned: |\n      {cards} is\n      turned up\n",), None),
        (("options.game.limit.readings.few",), ('few: "few", ',), None),
        (("options.game.deals.ask",), ('  game.deals:\n    ask: "How many deals?"\n',), None),
    ],
)
def test_what_is_left_stays_as_it_was(dropped: tuple[str, ...], gone: tuple[str, ...], left: str | None) -> None:
    expected = SHARED
    for part in gone:
        assert part in expected
        expected = expected.replace(part, "")
    told = without(Source("en.yaml", SHARED), dropped)
    assert " ".join(told.split()) == " ".join((left or expected).split())


BRACES = """language: en
names: {
  pot: "pot",   # in the middle
  deck: "deck", # face down
  hand: "hand"  # one's own
}
"""


@pytest.mark.parametrize(
    ("dropped", "left"),
    [
        ("pot", ["deck", "hand"]),
        ("deck", ["pot", "hand"]),
        ("hand", ["pot", "deck"]),
    ],
)
def test_comments_in_braces_stay_with_their_texts(dropped: str, left: list[str]) -> None:
    said = {"pot": "in the middle", "deck": "face down", "hand": "one's own"}
    told = without(Source("en.yaml", BRACES), [f"names.{dropped}"])
    assert [word for word in said if f'{word}: "{word}"' in told] == left
    assert [word for word, comment in said.items() if f"# {comment}" in told] == left
    assert ",\n}" not in told
    assert ", }" not in told
