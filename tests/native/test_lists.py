"""Lists and sets that are made of themselves, in both executors: what is read and what is written is one place."""

from __future__ import annotations

import random
from itertools import product

import pytest
from tests.helpers import sample
from tests.native.lockstep import lockstep, played_on, same
from tests.small_games import load_text

import coupdsl
from coupdsl.engine.chance import derive

GAME = """edition 1
game grows {
  seats [3]
  cards {
    suits spades S, hearts H, diamonds D
    ranks ace A, king K, queen Q
  }
  cells a..c by 1..3
  account cash per seat = 7
  account pot = 0
  pieces marks: 4
  zone chest: row seen by all = marks
  zone deck: row seen by all = cards
  kind way as ways { rule enlarge { } }
  way in_order { }
  way turned {
    rule enlarge {
      state longer_one: COLLECTION of ELEMENT = []
      for x in [EACH] { longer_one := longer_one with x }
      reveal enlarged = longer_one
    }
  }
  state kept: COLLECTION of ELEMENT = []
  state ends: number = 0
  rule same(given: COLLECTION of ELEMENT): COLLECTION of ELEMENT = given
  rule more(given: COLLECTION of ELEMENT, x: ELEMENT): COLLECTION of ELEMENT = given with x
  rule size(given: COLLECTION of ELEMENT): number = count of given
  rule handed(given: COLLECTION of ELEMENT): COLLECTION of ELEMENT {
    state own: COLLECTION of ELEMENT = given
    own := own
    give own
  }
  rule grown(given: COLLECTION of ELEMENT, x: ELEMENT): COLLECTION of ELEMENT {
    state own: COLLECTION of ELEMENT = given
    own := own with x
    let longer = own
    own := own without x
    reveal told = longer
    own := longer
    give own
  }
RULES
  first of seats chooses begin {
    w from ways { if w is turned { kept := [ONE] } }
  }
  enlarge() of turned
CALLS
  first of seats pays 1 to pot for luck
  finish by ends, cash
  limit 10 moves { finish by 0 }
}
"""
RULE = """  rule growAT {
    state own: COLLECTION of ELEMENT = []
    state other: COLLECTION of ELEMENT = [ONE]
    for x in [EACH] {
      own := own with x
      let before = own
      own := EXPRESSION
      reveal made = own
      other := before
      reveal so_far = other
      own := handed(own)
      own := grown(own, x)
      kept := own
      kept := EXPRESSION
      kept := kept with x
      reveal now = kept
      ends := ends + count of own
    }
    reveal at_last = own
  }
"""
ANY = (
    "own", "own with x", "own with other", "other with own", "own with own", "own without x", "own without other",
    "other without own", "own where it is not x", "own where it in own", "own preferring it is x",
    "own preferring it is not x", "(own where it is not x) with x", "if count of own > 2 then own else (own with ONE)",
    "if size(own) > 2 then other else own", "same(own)", "more(own, x)", "more(same(own), x) without x",
    "own where size(own) > 2", "highest of own by (if it is x then 1 else size(own))",
    "lowest of own by (if it is x then 1 else 0)", "own preferring count of own > 3", "same(more(own, ONE)) with own",
)  # fmt: skip
PARTS = 8
LISTS = (
    "first(2) of own", "own from x", "own after x", "[x] with own", "[x, the first of own]",
    "[the last of own, the first of own, x]", "first(size(own)) of own", "(own from x) with (own after x)",
)  # fmt: skip
ELEMENTS = {
    "seat": ("seat 1", "seat 2", "seat 0"),
    "party": ("seat 1", "seat 2", "seat 0"),
    "card": ("the first of deck", "the last of deck", "the first of deck"),
    "piece": ("the first of deck", "the last of deck", "the first of deck"),
    "marks": ("the first of chest", "the last of chest", "the first of chest"),
    "number": ("3", "1", "2", "3"),
    "amount": ("3", "1", "2", "3"),
    "cell": ("a1", "b2", "c3", "b2"),
    "suit": ("hearts", "spades", "diamonds"),
    "rank": ("king", "ace", "queen"),
    "way": ("turned", "in_order"),
    "flag": ("true", "false", "true"),
}
SEATS = {"seat 0": "first of seats", "seat 1": "left of first of seats", "seat 2": "last of seats"}


def game(element: str, collection: str, part: int) -> str:
    """A game in which every expression has a rule of its own, in eight parts, as all are too dear for one."""
    expressions = ((*ANY, *LISTS) if collection == "list" else ANY)[part::PARTS]
    rules = "".join(RULE.replace("AT", str(n)).replace("EXPRESSION", one) for n, one in enumerate(expressions))
    calls = "\n".join(f"  grow{number}()" for number in range(len(expressions)))
    each = [SEATS.get(one, one) for one in ELEMENTS[element]]
    text = GAME.replace("RULES", rules).replace("CALLS", calls).replace("EACH", ", ".join(each)).replace("ONE", each[0])
    return text.replace("COLLECTION", collection).replace("ELEMENT", element)


@pytest.mark.unmeasured
@pytest.mark.parametrize(("collection", "element"), sample([*product(("list", "set"), ELEMENTS)], 6))
def test_what_is_made_of_itself_is_the_same(element: str, collection: str) -> None:
    for part in range(PARTS):
        alike(load_text(game(element, collection, part), 3))


def alike(rules: coupdsl.Rules) -> None:
    """Both executors make the same of these rules."""
    machine = coupdsl.Machine(rules)
    for move in ("in_order", "turned"):
        reference, compiled = rules.start(1), machine.start(1)
        for told, expected in zip(compiled.apply(move), reference.apply(move), strict=True):
            assert told == expected
        same(reference, compiled)
    before = rules.start(1)
    assert machine.playouts(machine.start(1), 1, 4) == [played_on(before, derive(1, number)) for number in range(4)]


TURNS = """edition 1
game in_turn {
  seats [4]
  state stays per seat: flag = false
  state following: list of seat = []
  state beginning: list of seat = []
  rule living = seats where stays
  for s in seats {
    s chooses stay {
      yes { stays of s := true }
      no { }
    }
  }
  for s in seats {
    following := living after s
    beginning := living from s
    s chooses go_on {
      yes { }
      no { }
    }
  }
  finish by 0
  limit 50 moves { finish by 0 }
}
"""


@pytest.mark.parametrize("living", range(16))
def test_who_is_not_in_a_list_is_followed_by_the_next_in_turn(living: int) -> None:
    rules = load_text(TURNS, 4)
    machine = coupdsl.Machine(rules)
    reference, compiled = rules.start(1), machine.start(1)
    those = [seat for seat in range(4) if living >> seat & 1]
    for seat in range(4):
        for state in (reference, compiled):
            state.apply("yes" if seat in those else "no")
    for seat in range(4):
        same(reference, compiled)
        after = [one % 4 for one in range(seat + 1, seat + 4) if one % 4 in those]
        at_once = [seat] if seat in those else []
        states = reference.view(0)["states"]
        assert (states["following"], states["beginning"]) == (after, [*at_once, *after])
        for state in (reference, compiled):
            state.apply("yes")
    assert reference.actor is None and compiled.actor is None


NUMBERS = """edition 1
game beyond_sets {
  seats [2]
  state numbers: list of number = [0, 2, -1, -9, 126, 127, 300]
  state turn: number = 0
  first of seats chooses move {
    go { turn := 1 }
    rest { }
  }
  reveal found = EXPRESSION
  numbers := numbers with 5
  finish by turn
  limit 10 moves { finish by 0 }
}
"""
OF_NUMBERS = (
    "every numbers where true", "some numbers where true", "some numbers where false", "numbers where true",
    "numbers where false", "numbers preferring true", "numbers where turn is 1", "numbers where it is -1",
    "numbers where it in [0, 2]", "numbers where it not in [0, 2]", "numbers where not (it in [0, 2])",
    "every numbers where (true and it < 301)", "some numbers where (false or it is -9)",
    "numbers where (if true then it < 0 else it > 0)", "sum of it over (numbers where true)",
    "sum of (if it in [0] then 1 else 2) over numbers", "highest of numbers by (if it in [2] then 1 else 0)",
    "count of (numbers where (turn is 1 or true))", "numbers without [0, 2, 126]", "numbers with [-1, 127, 4]",
    "numbers with [4, 5, 4, 300, 4 + turn, 4 + turn]", "[7, 7] with (numbers with [2, 2])",
    "near(2, [2, 0, 1, 2, 4, 2])", "near(turn, [1, 0, 126, turn, 1, turn])",
    "numbers in [0, 2, -1, -9, 126, 127, 300]", "[300, -9] in numbers", "numbers not in (numbers without -9)",
)  # fmt: skip


@pytest.mark.parametrize("expression", OF_NUMBERS)
def test_conditions_hold_for_numbers_that_no_set_can_hold(expression: str) -> None:
    rules = load_text(NUMBERS.replace("EXPRESSION", expression))
    machine = coupdsl.Machine(rules)
    for move in ("go", "rest"):
        reference, compiled = rules.start(1), machine.start(1)
        assert compiled.apply(move) == reference.apply(move)
        same(reference, compiled)


@pytest.mark.parametrize(
    ("expression", "holds"),
    [
        ("[-1, 300] in numbers", True), ("[-1, -2] in numbers", False), ("[] in numbers", True),
        ("numbers in [-1]", False), ("(numbers where it < 0) in [-9, -1, 4]", True), ("[128] in numbers", False),
        ("(numbers where it > 400) in [1]", True), ("numbers not in (numbers without 300)", True),
    ],
)  # fmt: skip
def test_of_several_numbers_each_is_looked_for(expression: str, holds: bool) -> None:
    rules = load_text(NUMBERS.replace("reveal found = EXPRESSION", f"turn := if {expression} then 1 else 0"))
    for start in (rules.start, coupdsl.Machine(rules).start):
        state = start(1)
        state.apply("go")
        result = state.result()
        assert result is not None
        assert set(result.scores) == {int(holds)}


NEVER_REACHED = """edition 1
game never_reached {
  seats [2]
  state some_numbers: set of number = []
  state turn: number = 3
  first of seats chooses move {
    go { turn := 2 }
    rest { }
  }
  if turn > LEAST { some_numbers := EXPRESSION }
  finish by count of some_numbers
  limit 10 moves { finish by 0 }
}
"""


@pytest.mark.parametrize("expression", ["[200, 3] from turn", "[200, 3] after turn", "([200, 3] from 3) from turn"])
@pytest.mark.parametrize("least", ["99", "1"])
def test_a_number_too_large_for_a_set_fails_only_where_the_set_is_made(expression: str, least: str) -> None:
    rules = load_text(NEVER_REACHED.replace("EXPRESSION", expression).replace("LEAST", least))
    machine = coupdsl.Machine(rules)
    for seed in range(3):
        lockstep(rules, machine, seed)


FLOOD = """edition 1
game flood {
  seats [2]
  cells a..i by 1..9
  state man per cell: flag = false
  state by_sides: set of cell = []
  state by_corners: set of cell = []
  rule men = cells where man
  rule beside(x: cell) = near(x, men) where row is row of x or column is column of x
  repeat turn until count of men is 40 at most 40 {
    first of seats chooses put x from cells where not man
    man of x := true
    by_sides := connected(x, beside(it))
    by_corners := connected(x, near(it, men))
  }
  finish by 0
  limit 40 moves { finish by 0 }
}
"""


def flooded(start: str, men: set[str], corners: bool) -> list[str]:
    """The cells of men that are come to from `start`, row by row."""
    found, waiting = {start}, [start]
    while waiting:
        column, row = waiting.pop()
        for down, right in product((-1, 0, 1), repeat=2):
            beside = chr(ord(column) + right) + str(int(row) + down)
            if beside in men - found and (corners or 0 in (down, right)):
                found.add(beside)
                waiting.append(beside)
    return sorted(found, key=lambda cell: (cell[1], cell[0]))


def test_what_is_connected_is_what_a_flood_reaches() -> None:
    rules = load_text(FLOOD)
    rnd = random.Random(4)
    for state in (rules.start(1), coupdsl.Machine(rules).start(1)):
        men: set[str] = set()
        while not state.is_over:
            move = rnd.choice(state.legal_moves())
            state.apply(move)
            put = str(move)[-2:]
            men.add(put)
            kept = state.view(None)["states"]
            assert kept["by_sides"] == flooded(put, men, corners=False)
            assert kept["by_corners"] == flooded(put, men, corners=True)
