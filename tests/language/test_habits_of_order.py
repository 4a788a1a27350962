"""Who turns a row round, or wants pairs, is told what the language has for it, and that can be written."""

from __future__ import annotations

import re

import pytest
from tests.small_games import game, problems, start

from coupdsl.language.foreign_words import ROUND, TURNED, TURNED_OVER

LET = "one is named by the loop, the other inside: `for s in … {{ let other = {} … }}`"
EACH = "a loop for each: `for {} in … {{ for {} in … {{ … }} }}`"
PAIRS = "two of them are one of `choices of trick where count of it is 2`: to be counted and asked about"

LINES: list[tuple[str, str | None]] = [
    *((f"for c in {turned} {{ touch() }}", TURNED.format("trick"))
      for turned in ("reverse trick", "reversed trick", "reverse(trick)", "reverse of trick", "trick reversed")),
    ("let back = reversed trick", TURNED.format("trick")),
    ("for s in reversed seats { touch() }", TURNED.format("seats")),
    ("move reverse trick to deck", TURNED_OVER.format("trick")),
    ("reverse trick", TURNED_OVER.format("trick")),
    ("reverse order", ROUND),
    ("for c in sorted trick { touch() }",
     "nothing is sorted: what comes first is `highest of trick by …`, or `lowest of trick by …`"),
    ("move top deck to trick", "write `first of deck`"),
    *((f"for {pair} {{ touch() }}", LET.format("left of s"))
      for pair in ("(s, left of s) in seats", "(s, left of s)", "s, left of s in seats")),
    ("for (s, left of left of s) in seats { touch() }", LET.format("left of left of s")),
    *((f"for {pair} {{ touch() }}", EACH.format("s", "t"))
      for pair in ("(s, t) in seats", "[s, t] in seats", "s, t in seats", "s and t in seats")),
    ("for pairs of seats { touch() }", EACH.format("a", "b")),
    ("for each pair in seats { touch() }", EACH.format("a", "b")),
    *((f"for i, c in {of} {{ touch() }}",
       f"its place among them is `place_in(c, {of})`, with `the` before it where they can change, the first is 1: "
       f"`for c in {of} {{ … }}`")
      for of in ("trick", "notes")),
    ("for k, s in seats after s0 { touch() }",
     "its place among them is `the place_in(s, seats after s0)`, the first is 1: `for s in seats after s0 { … }`"),
    *((f"for n, x in {of} {{ touch() }}",
       f"its place among them is `place_in(x, {of})`, the first is 1: `for x in {of} {{ … }}`")
      for of in ("seats", "ranks", "suits")),
    # of whom it is, and where a loop can stand
    *((f"for c in {turned} {{ touch() }}", TURNED.format("pile of s0"))
      for turned in ("reversed pile of s0", "pile of s0 reversed", "reverse order of pile of s0")),
    ("for c in trick in reverse order { touch() }", TURNED.format("trick")),
    *((line, TURNED_OVER.format("pile of s0"))
      for line in ("move reversed pile of s0 to deck", "move pile of s0 reversed to deck", "reverse pile of s0",
                   "move reversed(pile of s0) to deck")),
    ("reverse pile", TURNED_OVER.format("pile of …")),
    ("for c in sorted hand of s0 { touch() }",
     "nothing is sorted: what comes first is `highest of hand of s0 by …`, or `lowest of hand of s0 by …`"),
    ("move top pile of s0 to trick", "write `first of pile of s0`"),
    *((f"order low {{ true by {turned} }}", "turned round it is `lowest of … by …`: write `by ranks`")
      for turned in ("reversed ranks", "reverse of ranks", "ranks reversed", "reversed(ranks)")),
    *((f"let x = first of {turned}", "write `last of trick`")
      for turned in ("reversed trick", "trick reversed", "reversed(trick)")),
    ("let x = last of reversed trick", "write `first of trick`"),
    *((line, None)
      for line in ("show reversed trick to s0", "s0 := left of reversed seats", "finish by reversed cash")),
    ("one := count of pairs of trick", PAIRS),
    ("if some pairs(trick) where it is it { touch() }", PAIRS),
    ("if some (s, t) in seats where s is t { touch() }",
     "ask one within the other: `some … where s: (some … where t: …)`"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "help_"), LINES, ids=[line for line, _ in LINES])
def test_it_is_answered_once(line: str, help_: str | None) -> None:
    (problem,) = problems({"g.coup": game(line)}, "g.coup")
    assert problem.help == help_


def quoted(help_: str) -> str:
    return str(re.findall("`([^`]*)`", help_)[0])


@pytest.mark.parametrize(
    "line",
    [
        *(quoted(help_.format(of)) for help_ in (TURNED, TURNED_OVER) for of in ("trick", "pile of s1")),
        quoted(TURNED.format("seats")).replace("…", "\n s0 := x"),
        quoted(LET.format("left of s")).replace("in …", "in seats").replace("…", "\n s0 := other"),
        quoted(EACH.format("s", "t")).replace("in …", "in seats").replace("…", "s0 := t"),
        *(f"for x in {of} {{ one := place_in(x, {of}) }}" for of in ("seats", "ranks", "suits", "notes")),
        *(f"for x in {of} {{ one := the place_in(x, {of}) }}" for of in ("seats after s0", "trick", "cards")),
        "order low { true by ranks }\n if some seats where ace of spades in lowest of trick by low { touch() }",
        "rule x = last of trick\n if x is ace of spades { touch() }",
        "one := count of (choices of trick where count of it is 2)",
        "if some seats where s: (some seats where t: s is t) { touch() }",
    ],
)  # fmt: skip
def test_what_is_said_can_be_written(line: str) -> None:
    line = line.replace("to …", "to deck").replace("…", "\n show x to all")
    assert problems({"g.coup": game(line)}, "g.coup") == []


def test_a_row_is_gone_through_from_its_end() -> None:
    there = "let x = the first of last(n) of trick\n one := 10 * one + (if rank of x is ace then 2 else 3)"
    assert start(f"for n in 1 .. (count of trick) {{ {there} }}").view(None)["states"]["one"] == 123
