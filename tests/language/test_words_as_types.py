"""A few words as what a rule is given and gives, and a state of them that may be none."""

from __future__ import annotations

import pytest
from tests.native.lockstep import lockstep
from tests.small_games import load_text, problems, said

import coupdsl

GAME = """edition 1
game moods {
  seats [2]
  state mood: calm | angry or none = none
  state points per seat: number = 0
  kind dare as dares {
    wanted: calm | angry or none = none
    rule tone: calm | angry = calm
  }
  dare whistle { wanted: angry }
  dare shout { rule tone = angry }
  rule mood_of(s: seat): calm | angry = if points of s > 1 then angry else calm
  rule worth(m: calm | angry, n: number): number = if m is angry then 2 * n else n
  rule maybe(s: seat): calm | angry or none = if points of s > 2 then none else mood_of(s)
  rule keep(m: calm | angry or none): calm | angry {
    mood := m
    if m is none { give calm }
    give the m
  }
  for s in seats {
    s chooses bid n from 0 .. 3
    points of s := n
  }
  for s in seats {
    reveal was = keep(maybe(s))
    if mood is not none { points of s := points of s + worth(the mood, 10) + (if was is angry then 100 else 0) }
    for d in dares { if tone of d is mood_of(s) and wanted of d is not mood { points of s := points of s + 1000 } }
    first of seats chooses go_on {
      yes { }
      no { mood := none }
    }
  }
  finish by points
  limit 10 moves { finish by 0 }
}
"""


def test_words_are_given_to_rules_and_given_by_them() -> None:
    state = load_text(GAME).start(1)
    state.apply("bid 1")
    state.apply("bid 2")
    assert state.view(0)["states"]["mood"] == "calm"
    state.apply("yes")
    assert state.view(0)["states"]["mood"] == "angry"
    state.apply("yes")
    assert state.result().scores == (1011, 1122)  # type: ignore[union-attr]


def test_both_executors_play_with_words_alike() -> None:
    rules = load_text(GAME)
    machine = coupdsl.Machine(rules)
    for seed in range(8):
        lockstep(rules, machine, seed)


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("mood := mood_of(mood)", "`mood` is one of calm or angry or none, not a seat"),
        ("points of first of seats := worth(mood, 1)", "`mood` may be none here"),
        ("points of first of seats := worth(cross, 1)", "`cross` is not declared"),
        (
            "points of first of seats := mood_of(first of seats)",
            "`mood_of(first of seats)` is one of calm or angry, not a number",
        ),
    ],
)
def test_other_values_are_refused(line: str, problem: str) -> None:
    text = GAME.replace("  finish by points", f"  {line}\n  finish by points")
    found = said(problems({"game.coup": text}, "game.coup"))
    assert len(found) == 1 and problem in found[0], found
