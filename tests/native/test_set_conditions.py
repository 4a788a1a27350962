"""Conditions that are asked of whole sets, by both executors."""

from __future__ import annotations

import re

import pytest
from tests.native.lockstep import lockstep
from tests.small_games import game, load_text

import coupdsl
from coupdsl.native.batch import playing_text
from coupdsl.native.playing import Playing


def _asking(depth: int) -> str:
    """Options by what depends on the suit of a card alone, so deep."""
    rules = "\n".join(
        f"  rule q{n}(c: card) = some trick where suit is suit of c and not q{n - 1}(it)" for n in range(1, depth)
    )
    choice = f"  s0 chooses taking {{\n take c from cards where not q{depth - 1}(it) {{ }}\n leave {{ }}\n }}"
    return game(f"{choice}\n  rule q0(c: card) = some trick where suit is suit of c\n{rules}")


@pytest.mark.parametrize("depth", range(1, 6))
def test_what_depends_on_the_suit_alone(depth: int) -> None:
    rules = load_text(_asking(depth))
    machine = coupdsl.Machine(rules)
    for seed in range(3):
        lockstep(rules, machine, seed)


def test_suits_inside_suits_are_not_written_down_for_each() -> None:
    short, long = (len(playing_text(load_text(_asking(depth)), Playing)[0]) for depth in (2, 5))
    assert long < 2 * short


@pytest.mark.parametrize(
    "outer",
    [
        "some seats where (hand of it is empty and (INNER))",
        "some seats where ((INNER) and hand of it is empty)",
        "every seats where (it is s1 or (hand of it is empty or (INNER)))",
        "some seats where (if hand of it is empty then (INNER) else it is s0)",
        "count of (seats where (hand of it is empty and (INNER))) > 1",
        "(seats where ((INNER) and hand of it is empty)) is empty",
    ],
)
def test_what_is_asked_inside_is_written_down_once(outer: str) -> None:
    """Before, three to five times at each depth."""

    def length(depth: int) -> int:
        asked = "one is 3"
        for _ in range(depth):
            asked = outer.replace("INNER", asked)
        return len(playing_text(load_text(game(f"  if {asked} {{ one := 5 }}")), Playing)[0])

    assert length(7) < 2 * length(1)


@pytest.mark.parametrize(
    "condition",
    [
        "c is joker or (if suit of c is spades then rank of c is king else c in trick)",
        "(one is 1 and (some trick where suit is suit of c)) or rank of c is two",
        "if maybe is none then c in trick else suit of c is maybe",
        "maybe is none or the (first of trick) is c",
        "suit of c is spades and (the (first of (trick where rank is king))) is c",
    ],
)
def test_what_is_asked_first_parts_a_set(condition: str) -> None:
    lines = f"""  state maybe: suit or none = none
  s0 chooses taking {{
    take c from cards where fits(it) {{ maybe := suit of c }}
    leave {{ }}
  }}
  s1 chooses again {{
    keep c from cards where fits(it) {{ }}
    none_fits if not (some cards where fits(it)) {{ }}
    give_up {{ }}
  }}
  rule fits(c: card) = {condition}"""
    rules = load_text(game(lines))
    machine = coupdsl.Machine(rules)
    for seed in range(6):
        lockstep(rules, machine, seed)


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("some trick where (position of it is 0 or (xs in ys) is (position of it is 1))", 5),
        ("some trick where (position of it is 0 or xs in ys)", 5),
        ("count of (signed where (position of it is 1 or xs in ys)) > 0", 1),
    ],
)
def test_what_no_set_can_hold_is_not_asked_early(asked: str, expected: int) -> None:
    """The numbers of `xs` are asked for as a set, where the first element has not decided."""
    rules = load_text(
        game(f"""  state xs: list of number = [one, 5]
  xs := [200 * one, 5]
  state ys: set of number = [one, 5]
  if {asked} {{ one := 5 }}""")
    )
    state = coupdsl.Machine(rules).start(1)
    assert state == rules.start(1)
    assert state.view(None)["states"]["one"] == expected


@pytest.mark.parametrize(
    "condition",
    [
        "x is not joker",
        "x is not joker and x is not the (last of blank)",
        "x is the (last of signed)",
        "not (x is the (last of signed))",
        "not (x in signed)",
    ],
)
def test_what_is_said_of_all_pieces_is_asked_of_cards(condition: str) -> None:
    """There are more pieces than a set of cards has bits."""
    lines = f"""  touch()
  s0 chooses taking {{
    take c from cards where plain(it) {{ }}
    leave {{ }}
  }}
  s1 chooses again {{
    many if count of (cards where plain(it)) > 3 {{ }}
    much if (sum of worth(it) over (cards where it is not joker)) > 5 {{ }}
    give_up {{ }}
  }}
  rule plain(x: piece) = {condition}
  rule worth(x: piece) = if x is joker then 3 else 2"""
    text = game(lines).replace("notes: 3", "notes: 20").replace("extra joker X", "extra joker X\n  copies 7")
    rules = load_text(text)
    layout = rules.code.layout
    assert layout.cards < 64 < layout.pieces
    constants = re.findall(r"i64 [^,\n]+, (\d+)$", playing_text(rules, Playing)[0], re.MULTILINE)
    assert constants and all(int(constant) < 2**64 for constant in constants)
    machine = coupdsl.Machine(rules)
    for seed in range(3):
        lockstep(rules, machine, seed)
