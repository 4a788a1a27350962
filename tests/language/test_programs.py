"""Every form of statement in a game that is played, and what comes of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.language.small_games import answer, played, rules, whole

import coupdsl
from coupdsl.language import codes

STATEMENTS = {
    "assignment by seat": (
        "state n per seat: number = 1\n n of left of leader := 5\n answer := sum of n over seats", 6),
    "assignment by card": (
        "state n per card: number = 1\n n of joker := 5\n answer := sum of n over cards", 11),
    "assignment by piece": ("state n per piece: number = 2\n n of joker := 5\n answer := sum of n over deck", 17),
    "the less of two amounts": (
        "answer := 2\n money := min(30, 10 * answer)\n if money is 20 { answer := 7 }", 7),
    "an amount in a branch": (
        "answer := 2\n money := if answer is 0 then 0 else 10 * answer\n if money is 20 { answer := 7 }", 7),
    "an amount in the branch beside one": (
        "answer := 2\n money := if answer is 2 then 10 * answer else unit\n if money is 20 { answer := 7 }", 7),
    "an amount in a case": (
        "answer := 2\n money := case answer { 0: 20, 1: 10 * answer, 2: 30 * answer }\n"
        " if money is 60 { answer := 7 }", 7),
    "an amount in a case beside one": (
        "answer := 2\n money := case answer { 0: unit, otherwise: 10 * answer }\n if money is 20 { answer := 7 }", 7),
    "the sum of amounts": (
        "answer := 2\n money := sum of (10 * answer) over seats\n if money is 40 { answer := 7 }", 7),
    "the largest of amounts, where there is one": (
        "answer := 2\n money := the largest of (10 * answer) over (seats where it is leader)\n"
        " if money is 20 { answer := 7 }", 7),
    "the largest of amounts": (
        "answer := 2\n money := (largest of n: (10 * n) over [answer, 5]) + unit\n if money is 60 { answer := 7 }",
        7),
    "an amount beside none": (
        "answer := 2\n money := the (if answer is 2 then 10 * answer else none)\n if money is 20 { answer := 7 }", 7),
    "an amount beside none and one": (
        "answer := 2\n money := the (case answer { 0: unit, 2: 10 * answer, otherwise: none })\n"
        " if money is 20 { answer := 7 }", 7),
    "none of an amount": (
        "answer := 2\n if (if answer is 2 then none else if answer is 3 then 10 * answer else unit) is none "
        "{ answer := 7 }", 7),
    "an amount in a list beside one": (
        "answer := 3\n money := largest of n: n over [10 * answer, unit]\n if money is 30 { answer := 7 }", 7),
    "if else if": (
        "if answer > 3 { answer := 1 } else if leader is first of seats { answer := 2 } else { answer := 3 }", 2),
    "if else": ("if leader is last of seats { answer := 1 } else { answer := 3 }", 3),
    "if without else": ("answer := 4\n if leader is last of seats { answer := 1 }", 4),
    "if fixed": ("if count of seats is 2 { answer := 7 } else { answer := 8 }", 7),
    "if fixed without else": ("answer := 1\n if count of seats is 3 { answer := 8 }", 1),
    "for": ("for s in seats { answer := answer + 1 }", 2),
    "for over a set": ("for c in cards { answer := answer + 1 }", 7),
    "for while": ("for n in 1 .. 9 while n < 4 { answer := answer + n }", 6),
    "for over what it was": ("for c in deck { move c to trick\n answer := answer + 1 }", 7),
    "repeat times": ("repeat x 3 times { answer := answer + 2 }", 6),
    "repeat zero times": ("answer := 1\n repeat x answer - 5 times { answer := answer + 2 }", 1),
    "repeat until": ("repeat x until answer > 4 at most 9 { answer := answer + 2 }", 6),
    "repeat until at most": ("repeat x until answer > 99 at most 3 { answer := answer + 2 }", 6),
    "leave": ("repeat x 9 times {\n answer := answer + 1\n if answer is 3 { leave x }\n }", 3),
    "again": (
        "repeat x 4 times {\n if leader is first of seats { leader := left of leader\n again x }\n"
            " answer := answer + 1\n }", 3),
    "leave an outer loop": (
        "repeat x 4 times { repeat y 4 times { answer := answer + 1\n if answer is 6 { leave x } } }", 6),
    "state every pass": ("state n: number = 5 every x\n repeat x 3 times { answer := answer + n\n n := 99 }", 15),
    "state without a first value every pass": (
        "state n: number every x\n repeat x 3 times { n := 2\n answer := answer + n }", 6),
    "case statement": ("case count of deck { 1, 2 { answer := 1 }\n 7 { answer := 2 } }", 2),
    "case statement on a state": ("case answer { 0 { answer := 5 }\n 1, 5 { answer := 2 } }", 5),
    "rule that gives": ("rule r(s: seat): number { if s is leader { give 4 }\n give 3 }\n let_in()\n"
                        " rule let_in { let x = r(leader)\n let y = r(left of leader)\n answer := x * 10 + y }", 43),
    "rule without a result that ends": (
        "rule r(n: number) { if n > 1 { give }\n answer := answer + n }\n r(1)\n r(2)\n r(1)", 2),
    "ended inside loops": (
        "rule r { for s in seats { repeat x 3 times { answer := answer + 1\n if answer is 2 { give } } } }\n r()", 2),
    "kept for each two": (
        "state have per seat per suit: number = 1\n have(spades) of leader := 5\n"
        " answer := have(spades) of leader * 10 + have(hearts) of leader", 51),
    "kept for each two, of all": (
        "state have per seat per rank: number = 1 every x\n repeat x 2 times { have(ace) of leader := 4\n"
        " answer := sum of have(ace) over seats\n answer := answer * 10 + count of have(ace) of seats }", 52),
    "kept for each two, by a name": (
        "state have per rank per suit: number = 2\n have(spades) of ace := 7\n"
        " answer := largest of r: have(spades) of r over ranks", 7),
    "rule that gives another's": (
        "rule r(s: seat): number { give q(s) }\n rule q(s: seat): number { give 8 }\n answer := r(leader)", 8),
    "rule without values": ("rule r { answer := 6 }\n r()", 6),
    "rule of several values": ("rule r(a: number, b: number) = a * 10 + b\n answer := r(count of deck, 2)", 72),
    "rule of lists": (
        "rule r(a: list of card, b: set of card) = count of a * 10 + count of b\n"
            " answer := r(deck, first(2) of deck)", 72),
    "rule with a face": ("rule r = ace of spades\n answer := count of r", 1),
    "local state": ("rule r { state n: number = 2\n n := n + 3\n answer := n }\n r()", 5),
    "local set": ("rule r { state n: set of seat = []\n n := n with leader\n answer := count of n }\n r()", 1),
    "local list": ("rule r { let n = deck\n move first of deck to trick\n answer := count of n }\n r()", 7),
    "move all": ("move deck to trick\n answer := count of trick", 7),
    "move one": ("move joker to trick\n answer := count of trick", 1),
    "move a face": ("move ace of spades to trick\n answer := count of trick", 1),
    "move some": ("move deck where suit is hearts to trick\n answer := count of trick", 3),
    "move to where it lies": ("move deck to deck\n answer := count of deck", 7),
    "move a middle card": ("move ace of hearts to hand of leader\n answer := count of deck", 6),
    "draw in order": ("move first(2) of deck to trick\n if last of trick is king of spades { answer := 3 }", 3),
    "draw shuffled": ("shuffle deck\n move first(3) of deck to trick\n answer := count of trick", 3),
    "under a shuffled row": ("shuffle deck\n move first(6) of deck to hand of leader\n move hand of leader to deck\n"
                             " move first of deck to trick\n answer := count of deck", 6),
    "take from a shuffled row": (
        "shuffle deck\n move joker to trick\n move ace of spades to trick\n answer := count of deck", 5),
    "take from the end of a row": (
        "shuffle deck\n move joker to trick\n move joker to deck\n reveal under = last of deck is joker\n"
                                   " if under {\n move joker to trick\n answer := count of deck }", 6),
    "empty a shuffled row": (
        "shuffle deck\n move joker to trick\n move joker to deck\n for c in cards where it is not joker {\n"
                             " move c to trick }\n answer := count of deck", 1),
    "draw from the tail": ("shuffle deck\n move joker to trick\n move cards where it is not joker to hand of leader\n"
                           " move joker to deck\n move first of deck to trick\n answer := count of trick", 1),
    "shown": ("show joker to leader\n show deck to all\n hide deck for leader\n hide ace of spades for all\n"
              " show ace of spades to seats after leader\n answer := 1", 1),
    "pays": (
        "leader pays 30 to pot for stake\n pot pays 10 to left of leader\n money := cash of leader\n answer := 1", 1),
    "pays everything": ("leader pays everything to pot\n if pot is 100 and cash of leader is 0 { answer := 5 }", 5),
    "pays himself or nothing": ("leader pays 30 to leader\n leader pays 0 to pot\n answer := 1", 1),
    "option words": ("rule r = case a.b { yes: 3\n no: 4 }\n answer := r", 3),
    "option flags": ("if not a.c { answer := 3 }\n rule r = case a.c { true: 1\n false: 2 }\n answer := answer + r", 5),
    "option numbers": ("answer := if a.d is none then 8 else the a.d", 8),
    "option ratios": ("money := 100 * a.e rounded down to 10\n if money is 50 { answer := 5 }", 5),
    "option listings": ("answer := count of a.f", 2),
    "option of a kind": ("answer := if a.g is none then 7 else 3", 7),
    "option case statement": ("case a.b { yes { answer := 6 }\n no { answer := 7 } }", 6),
    "option replaced": (
        "rule r = 1\n when a.b is yes { rule r = 5 }\n when a.b is not yes { rule r = 6 }\n answer := r", 5),
    "option replaced to none": ("rule r = 1\n when a.d is not none { rule r = 5 }\n answer := r", 1),
}  # fmt: skip
OPTIONS = """kind box as boxes { size: number = 1 }
box one { }
option a.b = yes | no
option a.c = false | true
option a.d = none | 3..9
option a.e = 1/2 | ratio
option a.f = [3, 4] | [5]
option a.g = none | boxes
rule all_options = if a.b is yes and a.c and a.d is none and a.e > 0 and a.f is empty and a.g is none then 1 else 0
"""


@pytest.mark.parametrize(("lines", "value"), STATEMENTS.values(), ids=STATEMENTS)
def test_statements(lines: str, value: int, tmp_path: Path) -> None:
    top = OPTIONS if "a." in lines else ""
    more = "\n  if answer < 0 { answer := all_options }" if top else ""
    assert answer(tmp_path, f"  {lines}{more}", top=top) == value


TRAPS = {
    "the of none": ("reveal found = the owner of joker\n leader := found",
        "there is no such thing as `the owner of joker` here"),
    "the of a first": ("move the first of trick to deck\n", "there is no such thing as `the first of trick` here"),
    "the of a fixed none": ("leader := the last of (seats where false)", "there is no such thing as"),
    "state without a value": ("state n: number\n answer := n", "`n` has no value yet"),
    "state of a seat without a value": ("state n per seat: number\n answer := n of leader", "`n` has no value yet"),
    "division by zero": ("answer := 7 / count of trick rounded up to 1", "a division by zero"),
    "rest by zero": ("answer := 7 mod count of trick", "a division by zero"),
    "rounding to zero": ("answer := 7 rounded up to count of trick", "rounded to a step that is not positive"),
    "overflow": ("answer := 999999999999\n repeat x 9 times { answer := answer * answer }",
        "a number grows beyond all bounds"),
    "overflow in a sum": ("answer := 4000000000 * 1000000000\n answer := answer + answer",
        "a number grows beyond all bounds"),
    "empty draw": ("move first(9) of deck to trick", "`deck` is empty and 2 more must come from it"),
    "step of a range": ("answer := count of (1 .. 5 step (count of trick))",
        "the step between numbers is not positive"),
    "no give": ("rule r(s: seat): number { if s is leader { } }\n answer := r(leader)",
        "`r` ends without `give`"),
    "negative payment": ("leader pays cash of leader - 200 to pot", "a payment of -100"),
    "no money": ("leader pays 200 to pot", "seat 0 must pay 200 and has 100"),
    "no money in the pot": ("pot pays 20 to leader", "`pot` must pay 20 and has 0"),
}  # fmt: skip


@pytest.mark.parametrize(("lines", "message"), TRAPS.values(), ids=TRAPS)
def test_traps(lines: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(coupdsl.RulesError) as caught:
        played(rules(tmp_path, f"  {lines}"))
    assert message in caught.value.message
    assert caught.value.code in (codes.RULES_FAILED, codes.ENDLESS)
    assert "sample.coup" in str(caught.value)


FAILING = {
    "nothing to choose": ("leader chooses play c from trick", codes.NOTHING_TO_CHOOSE, "somebody must choose `play`"),
    "nothing for chance": ("chance chooses play c from trick", codes.NOTHING_TO_CHOOSE, "chance must choose `play`"),
    "endless": ("repeat x 9000000 times { answer := answer + 1 }", codes.ENDLESS, "the rules take more than"),
    "without finish": ("finish_not()\n rule finish_not { }", None, ""),
    "a range with where": (
        "leader chooses n m from 1 .. 4 where it > 1", codes.NOT_FIXED, "`where` cannot follow a range"),
    "numbers not from a range": ("leader chooses n m from [1, 2]", codes.NOT_FIXED, "numbers are chosen from a range"),
    "numbers of which none fits": (
        "leader chooses n m from [1, 2] where false\n answer := m", codes.NOT_FIXED, "numbers are chosen from a range"),
    "range without fixed ends": ("leader chooses n m from answer .. 3", codes.NOT_FIXED, "the lower end and the step"),
    "range without a fixed top": ("leader chooses n m from 1 .. (count of deck)", codes.NOT_FIXED, "the upper end"),
    "actions in a circle": (
        "rule a(s: seat) { b(s) }\n rule b(s: seat) { a(s) }\n a(leader)", codes.RECURSION, "calls itself"),
    "too many pieces": (
        "pieces chips: 600\n zone box: row seen by all = chips\n move box to box", codes.TOO_MANY_PIECES, "512"),
    "pieces in no zone": ("pieces chips: 2\n zone box: row of chips seen by all\n move chips to box", None, ""),
}  # fmt: skip
KNOWN_BEFORE_PLAY = (codes.NOT_FIXED, codes.RECURSION, codes.TOO_MANY_PIECES)


@pytest.mark.parametrize(("lines", "code", "message"), FAILING.values(), ids=FAILING)
def test_failing_rules(lines: str, code: codes.Code | None, message: str, tmp_path: Path) -> None:
    if code is None and "chips" not in lines:
        assert played(rules(tmp_path, f"  {lines}")).is_over
        return
    if code in KNOWN_BEFORE_PLAY:
        with pytest.raises(coupdsl.Problems) as refused:
            rules(tmp_path, f"  {lines}")
        (found,) = refused.value.diagnostics
    else:
        loaded = rules(tmp_path, f"  {lines}")
        with pytest.raises(coupdsl.RulesError) as caught:
            played(loaded)
        found = caught.value.problem
    assert found.code is (code or codes.RULES_FAILED)
    assert message in found.message
    if code is codes.NOT_FIXED:
        assert "n from 0 .. 20 if n > price {" in (found.help or "")


def test_a_failed_move_changes_nothing(tmp_path: Path) -> None:
    state = rules(tmp_path, "  leader chooses n m from 0 .. 3\n  answer := 6 / m rounded up to 1").start(1)
    before = state.copy()
    with pytest.raises(coupdsl.RulesError, match="division by zero"):
        state.apply("n 0")
    assert state == before
    state.apply("n 3")
    assert state.result() == coupdsl.Result((2, 2), (0, 1))


DECISIONS = {
    "a range with a step": ("leader chooses n m from 0 .. 20 step 10\n answer := m", ["n 0", "n 10",
        "n 20"], "n 20", 20),
    "a range of money": ("leader chooses n m from 0 .. (cash of leader) step 50\n leader pays m to pot\n answer := 1",
                         ["n 0", "n 50", "n 100"], "n 50", 1),
    "two picks": ("leader chooses n a from 1 .. 2, b from 3 .. 4\n answer := a * 10 + b",
                  ["n 1 3", "n 1 4", "n 2 3", "n 2 4"], "n 2 3", 23),
    "two picks with a condition": ("leader chooses n { w a from seats, b from seats if a is not b { answer := 4 } }",
                                   ["w 0 1", "w 1 0"], "w 1 0", 4),
    "two picks from sets": (
        "leader chooses n { w a from suits, b from cards where rank is ace if suit of b is a { answer := 4 } }",
                            ["w spades AS", "w hearts AH"], "w hearts AH", 4),
    "a pick with a condition": ("leader chooses n { w a from seats if a is leader { answer := 2 } }",
        ["w 0"], "w 0", 2),
    "otherwise, not needed": ("leader chooses n { a { answer := 3 }\n otherwise b { answer := 4 } }", ["a"], "a", 3),
    "otherwise, needed": (
        "leader chooses n { a if leader is last of seats { answer := 3 }\n otherwise b { answer := 4 } }",
                          ["b"], "b", 4),
    "words": ("leader chooses n { a { answer := 3 }\n b { answer := 4 } }", ["a", "b"], "b", 4),
    "ranks": ("leader chooses n r from ranks\n if r is king { answer := 9 }", ["n ace", "n king",
        "n queen"], "n king", 9),
    "suits": ("leader chooses n r from suits\n if r is hearts { answer := 9 }", ["n spades",
        "n hearts"], "n hearts", 9),
    "seats": ("leader chooses n s from seats after leader\n if s is last of seats { answer := 9 }", ["n 1"], "n 1", 9),
    "pieces": ("pieces chips: 2\n zone box: set of piece seen by all = chips\n leader chooses n p from box\n"
               " move p to box\n answer := 2", ["n chips1", "n chips2"], "n chips2", 2),
    "chips": (
        "pieces chips: 2\n zone box: row seen by all = chips\n leader chooses n p from box\n move p to box\n"
            " answer := 2",
              ["n chips1", "n chips2"], "n chips1", 2),
    "entries": ("leader chooses n b from boxes\n answer := size of b", ["n small", "n big"], "n big", 7),
    "secret": (
        "state n per seat: number = 0 seen by owner\n leader secretly chooses n { a { n of leader := 3 }\n"
            " b { n of leader := 4 } }\n reveal kept = n of leader\n answer := kept", ["a", "b"], "a", 3),
}  # fmt: skip
BOXES = "kind box as boxes { size: number }\nbox small = 2\nbox big = 7\n"


@pytest.mark.parametrize(("lines", "options", "move", "value"), DECISIONS.values(), ids=DECISIONS)
def test_decisions(lines: str, options: list[str], move: str, value: int, tmp_path: Path) -> None:
    given = rules(tmp_path, f"  {lines}", top=BOXES if "boxes" in lines else "")
    state = given.start(1)
    assert [str(option) for option in state.legal_moves()] == options
    assert (state.actor, state.pending) == (0, (0,))
    state.apply(move)
    assert state.view(None)["states"]["answer"] == value


def test_everybody_chooses_together(tmp_path: Path) -> None:
    lines = """
      state bid per seat: number = 0 seen by owner
      for q in seats together {
        q secretly chooses offer {
          low { bid of q := 1 }
          high { bid of q := 2 }
        }
      }
      reveal bids = sum of bid over seats
      answer := bids"""
    state = rules(tmp_path, lines, players=3).start(1)
    assert state.pending == (0, 1, 2)
    events = state.apply("high")
    assert state.pending == (1, 2)
    assert state.view(1)["states"]["bid"] == [None, 0, None]
    assert state.view(0)["states"]["bid"] == [2, None, None]
    assert "bid" not in state.view(None)["states"]
    assert [event.seen_by(state.code, 0) for event in events] == [
        {"event": "chose", "seat": 0, "decision": "offer", "move": "high"}
    ]
    assert [event.seen_by(state.code, 1) for event in events] == [{"event": "chose", "seat": 0, "decision": "offer"}]
    state.apply("low")
    state.apply("low")
    assert state.result() == coupdsl.Result((4, 4, 4), (0, 1, 2))


def test_chance_chooses_for_a_seed_and_leaves_it_to_the_caller_without(tmp_path: Path) -> None:
    given = rules(tmp_path, "  chance chooses lucky q from seats\n  if q is last of seats { answer := 5 }")
    seen = {given.start(seed).view(None)["states"]["answer"] for seed in range(20)}
    assert seen == {0, 5}
    state = given.start()
    assert (state.actor, state.decision, state.pending) == (coupdsl.CHANCE, "lucky", ())
    assert [(str(move), weight) for move, weight in state.chances()] == [("lucky 0", 1), ("lucky 1", 1)]
    state.apply("lucky 1")
    assert state.chances() == []


def test_equal_pieces_weigh_more_for_chance(tmp_path: Path) -> None:
    text = """edition 1
game doubles {
  seats [2]
  cards {
    suits spades S
    ranks ace A, king K
    copies 2
  }
  zone deck: row seen by none = cards
  zone table: row seen by all
  move first of deck to table
  chance chooses c x from deck
  move x to table
  shuffle deck
  move first of deck to table
  finish by count of table, (if rank of first of table is ace then 1 else 0)
  limit 3 moves { finish by 0 }
}
"""
    state = whole(tmp_path, text).start()
    assert [(str(move), weight) for move, weight in state.chances()] == [("c AS", 1), ("c KS", 2)]
    state.apply("c KS")
    assert (state.decision, state.actor, state.view(0)["actor"]) == ("deal", coupdsl.CHANCE, "chance")
    assert [(str(m), w) for m, w in state.chances()] == [("deal AS to table", 1), ("deal KS to table", 1)]
    state.apply("deal KS to table")
    assert state.result() == coupdsl.Result((3, 3), (0, 1))


def test_the_limit_ends_a_game_that_does_not_end(tmp_path: Path) -> None:
    text = """edition 1
game long {
  seats [2]
  state turns: number = 0
  repeat x 1000 times {
    first of seats chooses go {
      on { turns := turns + 1 }
    }
  }
  finish by 0
  limit 5 moves { finish by turns }
}
"""
    given = whole(tmp_path, text)
    assert given.max_moves == 5
    assert played(given).result() == coupdsl.Result((5, 5), (0, 1))


def test_a_rule_for_what_is_short_that_takes_something_else_is_told_what_it_should(tmp_path: Path) -> None:
    (tmp_path / "a.coup").write_text(
        "edition 1\ngame a {\n  seats [2]\n  account cash per seat = 1 short borrow\n  rule borrow(s: seat) { }\n"
        "  finish by cash\n  limit 5 moves { finish by 0 }\n}\n",
        "utf-8",
    )
    with pytest.raises(coupdsl.Problems) as wrong:
        coupdsl.load(tmp_path / "a.coup")
    (problem,) = wrong.value.diagnostics
    assert problem.help == "such a rule takes (s: seat, payee: party or none, missing: amount) and acts"


def test_what_is_short_is_paid_in_part_or_by_a_rule(tmp_path: Path) -> None:
    text = """edition 1
game poor {{
  seats [2]
  account cash per seat = 100 {how}
  account bank = 1000
  rule borrow(s: seat, payee: party or none, missing: amount) {{
    bank pays missing - 20 to s for loan
    s pays 999 to bank
  }}
  let loser = first of seats
  loser pays 150 to bank for fine
  finish by cash, (if 1 > 2 then 1 else 0)
  limit 3 moves {{ finish by cash }}
}}
"""
    assert played(whole(tmp_path, text.format(how="short borrow"))).result() == coupdsl.Result((0, 100), (1,))
    partial = text.format(how="short partial").replace(
        "  let loser", "  rule never { borrow(loser, none, 10) }\n  let loser"
    )
    partial = partial.replace("  finish", "  if count of seats is 3 { never() }\n  finish", 1)
    assert played(whole(tmp_path, partial)).result() == coupdsl.Result((0, 100), (1,))


MECHANICS = """edition 1
mechanic step_up(who: seat, size: number) {
  needs account cash per seat
  needs bonus: number
  state steps: number = 0
  pieces pegs: 2
  zone board: row seen by all = pegs
  zone used: row of pegs seen by all
  rule added = 0
  rule ended(n: number) { }
  state got: number = 0
  rule more(s: seat): number { give 1 }
  let best = 3
  order upward = ranks
  steps := steps + size + added + bonus
  got := more(who)
  steps := steps + got
  move first of board to used
  ended(steps)
  total := total + steps * 100 + count of board * 10 + (if best is 3 then 1 else 0) + count of upward
  needs total: number
}
mechanic idle { }
kind job as jobs {
  size: number
  note: text
  parts: set of part
  kept: number = size * 2
  allowed: test of seat = true
  rule act(s: seat) { total := total + 1000 }
  rule twice(n: number) = n * 2 + kept
  rule own(s: seat): number { give size }
}
kind part as parts { worth: amount = 10 }
job one plays step_up {
  name: en "One"
  note: en "First"
  size: 4
  part left_part = 20
  part right_part = 30
  rule added = size
  rule act(s: seat) { total := total + 1 }
}
job two plays step_up {
  let double = 3 * 2
  note: en "Second"
  size: double
  parts: []
  allowed: it is last of seats
  rule more(s: seat): number { give 2 }
}
job three {
  note: en "Third"
  size: 1
  parts: []
}
game works {
  seats [2]
  cards {
    suits spades S
    ranks ace A, king K
  }
  account cash per seat = 100
  zone deck: row seen by none = cards
  rule bonus: number = 0
  state total: number = 0
  state done per job: number = 0
  state current: job or none = none
  state last_steps: number = 0
  use step_up {
    rule added = 5
    rule ended(n: number) { last_steps := n }
  }
  use idle
  play idle()
  for j in [one, two] {
    play j(first of seats, 2)
    current := j
    done of j := done of j + last_steps
    act(first of seats) of j
  }
  LINES
  if current is not none and deck is empty { move deck to deck }
  finish by total, cash
  limit 3 moves { finish by total }
}
"""


def _works(folder: Path, lines: str) -> coupdsl.State:
    return played(whole(folder, MECHANICS.replace("LINES", lines)))


def test_entries_are_played_by_their_mechanics_and_replace_its_rules(tmp_path: Path) -> None:
    state = _works(tmp_path, "total := total")
    # one: 2 + 4 (its own added) + 1; two: 2 + 5 (the game's added) + 2; each: 1 peg left, best, two ranks; then act
    assert state.view(None)["states"]["total"] == (700 + 10 + 1 + 2 + 1) + (900 + 10 + 1 + 2 + 1000)
    assert state.view(None)["states"]["done"] == {"one": 7, "two": 9, "three": 0}
    assert state.view(None)["states"]["current"] == "two"


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("size of one", 4), ("size of two", 6), ("kept of two", 12), ("twice(3) of one", 14),
        ("sum of size over jobs", 11),
        ("count of parts of one", 2), ("count of parts of jobs", 2), ("count of parts of three", 0),
        ("sum of twice(size) of it over jobs", 44), ("sum of done over jobs", 16), ("done of the current", 9),
        ("if allowed(first of seats) of one then 1 else 2", 1), ("if allowed(first of seats) of two then 1 else 2", 2),
        ("count of (jobs where allowed(first of seats) of it)", 2),
        ("added of one", 4), ("added of two", 5),
        ("sum of added over (jobs where it is not three)", 9), ("count of jobs", 3), ("added of the current", 5),
        ("if size of current is 6 then 1 else 2", 1), ("count of (parts of one where worth > 20)", 1),
        ("count of (parts without (parts of one))", 0),
    ],
)  # fmt: skip
def test_what_belongs_to_entries(expression: str, value: int, tmp_path: Path) -> None:
    assert _works(tmp_path, f"total := {expression}").view(None)["states"]["total"] == value


def test_a_rule_that_gives_is_asked_of_an_entry(tmp_path: Path) -> None:
    assert _works(
        tmp_path, "for j in jobs { let n = own(first of seats) of j\n total := n }"
    ).result() == coupdsl.Result((1, 1), (0, 1))
    assert _works(tmp_path, "total := own(first of seats) of two").result() == coupdsl.Result((6, 6), (0, 1))


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("for j in jobs { total := added of j }", "this job has no `added`"),
        ("current := three\n  for j in jobs { play j(first of seats, 2) }", "this entry is not in play"),
    ],
)
def test_entries_without_a_mechanic_have_none_of_its_rules(lines: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(coupdsl.RulesError, match=message):
        _works(tmp_path, lines)


def test_everybody_chooses_several_cards_together(tmp_path: Path) -> None:
    lines = """
      zone kept per seat: set seen by owner
      shuffle deck
      for q in seats { move first(3) of deck to hand of q }
      for q in seats together {
        repeat keeping 2 times {
          q secretly chooses keep c from hand of q
          move c to kept of q
        }
      }
      answer := count of kept of first of seats"""
    state = rules(tmp_path, lines).start(1)
    asked = []
    while state.decision == "keep":
        asked.append((state.actor, state.pending, len(state.legal_moves())))
        state.apply(state.legal_moves()[0])
    assert asked == [(0, (0, 1), 3), (0, (0, 1), 2), (1, (1,), 3), (1, (1,), 2)]
