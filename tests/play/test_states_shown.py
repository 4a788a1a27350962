"""What the table shows of the things that rules keep in mind."""

from __future__ import annotations

from tests.helpers import rules_of
from tests.small_games import load_text

import coupdsl
from coupdsl.play.drawing import Drawing
from coupdsl.play.spoken import Words

HEAP = """edition 1
game heap {
  seats [2]
  state points per seat: number = 0
  state heap: number = 0
  state player: seat = first of seats
  repeat turn 6 times {
    player chooses turn {
      roll {
        chance chooses die n from 1 .. 6
        heap := heap + n
      }
      hold {
        points of player := points of player + heap
        heap := 0
      }
    }
    player := left of player
  }
  finish by points of it
  limit 40 moves { finish by points of it }
}
"""


def shown(state: coupdsl.State, rules: coupdsl.Rules) -> list[str]:
    return Drawing(Words(rules, "en", plain=True)).table(state.view(0), {})


def test_without_texts_all_are_shown() -> None:
    rules = load_text(HEAP, 2)
    state, lines = rules.start(3), []
    for word in ("roll", "roll", "hold"):
        state.apply(next(move for move in state.legal_moves() if move.word == word))
        lines.append(shown(state, rules))
    heap = next(int(line.removeprefix("heap: ")) for line in lines[1] if line.startswith("heap: "))
    assert heap > 1
    assert f"Seat 0 (you): points {heap}" in lines[2]
    assert not any(line.startswith("heap: ") for line in lines[2])


def test_with_texts_those_with_a_name_are() -> None:
    rules = rules_of("hearts", 4)
    names = {declared.name for declared in Drawing(Words(rules, "en", plain=True)).shown_states}
    assert names and names < {declared.name for declared in rules.program.states}
