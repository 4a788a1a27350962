"""What help says can be typed in: the lines are right then, and mean what was meant."""

from __future__ import annotations

import pytest
from tests.small_games import in_folder, problems

import coupdsl

FRAME = """edition 1
game typed {
  seats [4] in 2 teams
  unit 5
  cards {
    suits red R, blue B
    ranks ace A, king K, ten T, two 2
  }
  account cash per seat = 100
  account pot = 0
  zone deck: row seen by none = cards
  zone hand per seat: set seen by owner
  zone trick: row seen by all
  zone heap: row of coins seen by all = coins
  state level: number = 2
  state dealer: seat = first of seats
  state points per seat: number = 0
  state guess per seat: number = 0 seen by owner
  COINS
  shuffle deck
  for s in seats { move first of deck to hand of s }
  move first of deck to trick
  rule act: number {
    level := level + 1
    give 2
  }
  LINES
  finish by 0
  limit 50 moves { finish by 0 }
}
"""
COINS = "pieces coins: 3 { worth: number = 1 }"

BOARD = "cells a..c by 1..3\n state mark per cell: seat or none = none\n mark of a1 := dealer\n "

_PICKED = (
    "zone picked per seat: set seen by owner\n for s in seats together { s secretly chooses act_on {\n build c from "
    "hand of s "
)
_TURN = "for s in seats {\n s chooses turn {\n lay c from hand of s where rank is two { level := 1 }\n"

ROWS = [
    # amounts
    ("for s in seats {\n let stake = 10 * level\n s pays stake to pot\n }", "stake",
     "where it is named write `state stake: amount = 10 * level`",
     "for s in seats {\n state stake: amount = 10 * level\n s pays stake to pot\n }"),
    ("dealer pays 10 * level * count of seats to pot", "10 * level * count of seats",
     "write `10 * (level * count of seats)`", "dealer pays 10 * (level * count of seats) to pot"),
    ("for s in seats {\n reveal stake = 10 * level\n s pays stake to pot\n }", "stake",
     "keep the amount first, `state the_stake: amount = 10 * level`, and `reveal stake = the_stake`",
     "for s in seats {\n state the_stake: amount = 10 * level\n reveal stake = the_stake\n s pays stake to pot\n }"),
    ("rule stake(n: number): number = 10 * n + 5\n dealer pays stake(level) to pot", "stake(level)",
     "write `rule stake(n: number): amount = 10 * n + 5`",
     "rule stake(n: number): amount = 10 * n + 5\n dealer pays stake(level) to pot"),
    ("let stake = 10 * count of seats\n dealer pays stake to pot", "stake", "write `10 * count of seats` here",
     "dealer pays 10 * count of seats to pot"),
    ("dealer pays level to pot", "level",
     "declare `level` as an `amount`; or for an amount of 5 each write `5 * level`",
     "dealer pays 5 * level to pot"),
    ("for s in seats {\n let n = count of hand of s\n s pays n to pot\n }", "n",
     "for an amount of 5 each write `5 * n`",
     "for s in seats {\n let n = count of hand of s\n s pays 5 * n to pot\n }"),
    ("for s in seats {\n let n = 3 * level\n s pays n to pot\n }", "n", "for an amount of 5 each write `5 * n`",
     "for s in seats {\n let n = 3 * level\n s pays 5 * n to pot\n }"),
    # what is offered where nothing else can be
    *(
        (f"{_TURN} {line}\n }}\n }}", place, help_, f"{_TURN} {mended}\n }}\n }}")
        for line, place, help_, mended in (
            ("otherwise drop d from hand of s { move d to trick }", "d",
             "`otherwise` offers one word; what is picked is chosen in its braces: "
             "`otherwise drop { s chooses drop d from hand of s … }`",
             "otherwise drop { s chooses drop d from hand of s\n move d to trick }"),
            ("otherwise d from hand of s { move d to trick }", "from",
             "`otherwise` offers one word; what is picked is chosen in its braces: "
             "`otherwise name { s chooses name d from hand of s … }`",
             "otherwise name { s chooses name d from hand of s\n move d to trick }"),
            ("otherwise pass if level is 2 { }", "if",
             "it is offered if nothing else can be chosen: `otherwise pass { … }`; with a condition, leave out "
             "`otherwise`", "otherwise pass { }"),
            ("otherwise { level := 3 }", "{", "give the answer a name: `otherwise pass { … }`",
             "otherwise pass { level := 3 }"),
            ("otherwise: pass { }", ":", "leave out the colon: `otherwise pass { … }`", "otherwise pass { }"),
            ("otherwise pass", "s", "put what is then done in braces: `otherwise pass { … }`", "otherwise pass { }"),
            ("else pass { }", "else", "if nothing else can be chosen, `otherwise pass { … }` is offered",
             "otherwise pass { }"),
        )
    ),
    # `and` beside `or`
    *(
        (f"if {before}some {asked} {{ level := 3 }}", place or f"{before}some {asked}", help_,
         f"if {before}{mended} {{ level := 3 }}")
        for before, asked, place, helped in (
            ("", "trick where rank is ace and suit is red or level is 2",
             "rank is ace and suit is red or level is 2",
             ("some trick where (rank is ace and suit is red) or level is 2",
              "(some trick where rank is ace and suit is red) or level is 2")),
            ("", "trick where rank is ace or cash of dealer > 5 and level is 2",
             "rank is ace or cash of dealer > 5 and level is 2",
             ("some trick where rank is ace or (cash of dealer > 5 and level is 2)",
              "(some trick where rank is ace) or (cash of dealer > 5 and level is 2)")),
            ("", "trick where rank is ace and level is 2 or suit is red", "rank is ace and level is 2 or suit is red",
             ("some trick where (rank is ace and level is 2) or suit is red",)),
            ("", "trick where c: rank of c is ace and level is 2 or c in trick",
             "rank of c is ace and level is 2 or c in trick",
             ("some trick where c: (rank of c is ace and level is 2) or c in trick",)),
            ("level is 3 or ", "trick where rank is ace and level is 2", None,
             ("some trick where (rank is ace and level is 2)", "((some trick where rank is ace) and level is 2)")),
            ("level is 3 and ", "trick where rank is ace or level is 2", None,
             ("some trick where (rank is ace or level is 2)", "((some trick where rank is ace) or level is 2)")),
            ("level is 3 or ", "trick where rank is ace or level is 2", None,
             ("some trick where (rank is ace or level is 2)", "(some trick where rank is ace) or level is 2")),
        )
        for help_ in (f"write {', if all of it is asked of each, or '.join(f'`{one}`' for one in helped)}",)
        for mended in helped
    ),
    # a rule that acts
    ("for s in seats { let x = act\n level := x }", "act",
     "name what it gives first, `let x = act()`; or write it with `=`, if it only works something out",
     "for s in seats { let x = act()\n level := x }"),
    # a piece chosen in secret
    (f"{_PICKED}{{ move c to picked of s }}\n sell c from hand of s {{ guess of s := 1 }}\n }} }}",
     "move c to picked of s",
     "after a secret choice, only what the chooser alone sees may change; keep which it is, `state kept per seat: card "
     "or none = none seen by owner`, `kept of s := c`, and move it when all have chosen: "
     "`move the first of (hand of s where it is kept of s) to picked of s`",
     f"state kept per seat: card or none = none seen by owner\n {_PICKED}{{ kept of s := c }}\n "
     "sell c from hand of s { kept of s := c\n guess of s := 1 }\n } }\n "
     "for s in seats { move the first of (hand of s where it is kept of s) to picked of s }"),
    # a suit, said as people say it
    ("if suit is red { level := 3 }", "suit", "say of which: `suit of c`; all of them are `suits`",
     "for c in trick { if suit of c is red { level := 3 } }"),
    *(
        (f"for c in trick {{ if {asked} {{ level := 3 }} }}", place, help_,
         f"for c in trick {{ if {mended} {{ level := 3 }} }}")
        for asked, place, help_, mended in (
            ("a suit is red", "suit", "say of what: `suit of c`", "suit of c is red"),
            ("suit is red", "suit", "say of which: `suit of c`", "suit of c is red"),
            ("owner is dealer", "owner", "say of which: `owner of c`", "owner of c is dealer"),
            ("some trick where a suit is red", "suit", "leave out `a`: `suit` alone is that of each",
             "some trick where suit is red"),
            ("suit of c is a suit", "suit", "whether there is one asks `is not none`", "suit of c is not none"),
            ("rank of c is an ace", "ace", "leave out `an`: `ace`", "rank of c is ace"),
        )
    ),
    # boards
    *(
        (f"{BOARD}{line}", place, help_, f"{BOARD}{mended}")
        for line, place, help_, mended in (
            ("for x in cells { if x near a1 { level := 3 } }", "near", "write `x in near(a1, cells)`",
             "for x in cells { if x in near(a1, cells) { level := 3 } }"),
            ("for x in cells { if x is near to a1 { level := 3 } }", "to", "write `x in near(a1, cells)`",
             "for x in cells { if x in near(a1, cells) { level := 3 } }"),
            ("for x in cells { if x is not near a1 { level := 3 } }", "a1", "write `x not in near(a1, cells)`",
             "for x in cells { if x not in near(a1, cells) { level := 3 } }"),
            ("for x in cells where near a1 { level := 3 }", "a1", "write `it in near(a1, cells)`",
             "for x in cells where it in near(a1, cells) { level := 3 }"),
            ("for x in cells near a1 { level := 3 }", "near", "write `near(a1, cells)`",
             "for x in near(a1, cells) { level := 3 }"),
            ("for x in near a1 { level := 3 }", "a1", "those beside it are `near(a1, cells)`",
             "for x in near(a1, cells) { level := 3 }"),
            ("for x in near of a1 { level := 3 }", "near",
             "those beside it are `near(a1, cells)`, or `near(a1, ranks)`", "for x in near(a1, cells) { level := 3 }"),
            ("for x in line a1, a3 { level := 3 }", "a1", "write `line(a1, a3)`",
             "for x in line(a1, a3) { level := 3 }"),
            ("for x in line from a1 to a3 { level := 3 }", "to", "write `line(a1, a3)`",
             "for x in line(a1, a3) { level := 3 }"),
            ("for x in connected a1 { level := 3 }", "a1",
             "write `connected(a1, near(it, …))`, with the cells it may go over",
             "for x in connected(a1, near(it, cells where mark is dealer)) { level := 3 }"),
            ("for x in column b { level := 3 }", "b",
             "for its cells write `cells where column is 2`; for one cell ask `column of x is 2`",
             "for x in cells where column is 2 { level := 3 }"),
            ("for x in cells where column is b { level := 3 }", "b",
             "columns are numbers, the first is 1: write `2`", "for x in cells where column is 2 { level := 3 }"),
            ("for x in cells { if column of x > a { level := 3 } }", "a",
             "columns are numbers, the first is 1: write `1`",
             "for x in cells { if column of x > 1 { level := 3 } }"),
        )
    ),
    # who wins
    *(
        (line, place, f"say who wins where the game ends: `finish by 0 among {who}`, or what counts for each, "
         "`finish by …`", f"{around}finish by 0 among {who}{' }' if around else ''}")
        for line, place, who, around in (
            ("dealer loses", "dealer", "(seats without dealer)", ""),
            ("nobody loses", "nobody", "seats", ""),
            ("none wins", "wins", "[]", ""),
            ("none lose", "lose", "seats", ""),
            ("left of dealer wins", "wins", "left of dealer", ""),
            ("left of dealer lost", "lost", "(seats without left of dealer)", ""),
            ("team of dealer wins", "wins", "members of team of dealer", ""),
            ("team of dealer loses", "loses", "(seats without members of team of dealer)", ""),
            ("for t in teams { t wins }", "t wins", "members of t", "for t in teams { "),
            ("for t in teams { t loses }", "t loses", "(seats without members of t)", "for t in teams { "),
            ("for t in teams { seats win }", "seats win", "seats", "for t in teams { "),
            ("for t in teams { seats lose }", "seats lose", "[]", "for t in teams { "),
            ("finish by none", "none", "[]", ""),
            ("finish by nobody", "nobody", "[]", ""),
            ("finish by everybody", "everybody", "seats", ""),
            ("finish by seats after dealer", "seats after dealer", "seats after dealer", ""),
        )
    ),
    *(
        (f"finish by 0 among {who}", who, f"write `among {meant}`", f"finish by 0 among {meant}")
        for who, meant in (
            ("none", "[]"), ("nobody", "[]"), ("[nobody]", "[]"), ("[none]", "[]"), ("everybody", "seats"),
            ("all", "seats"), ("[everybody]", "seats"), ("[all]", "seats"), ("[seats]", "seats"),
        )
    ),
    *(
        (line, place, "say who wins where the game ends: `finish by 0 among s`, and `among []` if nobody does",
         "for s in seats { finish by 0 among s }")
        for line, place in (("lose", "lose"), ("win", "win"), ("seats win", "win"), ("level wins", "level"))
    ),
    # names that help offers are free
    ("for s in seats { let x = act() + 1\n level := x }", "act()",
     "name what it gives first, `let given = act()`; or write it with `=`, if it only works something out",
     "for s in seats { let given = act()\n let x = given + 1\n level := x }"),
    ("for x in seats { let given = level + act()\n level := given }", "act()",
     "name what it gives first, `let given_2 = act()`; or write it with `=`, if it only works something out",
     "for x in seats { let given_2 = act()\n let given = level + given_2\n level := given }"),
    ("state x: number = 1\n x := level + act()", "act()",
     "keep its result first: `state given: number = 0`, and `given := act()` in play",
     "state x: number = 1\n state given: number = 0\n given := act()\n x := level + given"),
    ("for s in seats { for t in seats { for u in seats { let each_one = u\n left of each_one pays 5 to pot\n points of "
     "seats := 1 } } }", "points of seats",
     "go through them: `for each_one_2 in seats { points of each_one_2 := 1 }`",
     "for s in seats { for t in seats { for u in seats { let each_one = u\n left of each_one pays 5 to pot\n "
     "for each_one_2 in seats { points of each_one_2 := 1 } } } }"),
    ("state n_now: number = 0\n for n in 1 .. 3 { n := level + n_now }", "n",
     "only a state can: name it by `state n_now_2: number = n`, and change that",
     "state n_now: number = 0\n for n in 1 .. 3 { state n_now_2: number = n\n n_now_2 := level + n_now }"),
    # what is no state
    ("for s in seats { let n = 5\n n := count of seats }", "n",
     "only a state can: write `state n: number = 5`", "for s in seats { state n: number = 5\n n := count of seats }"),
    ("for s in seats { reveal n = 5\n n := act() }", "n",
     "only a state can: name it by `state n_now: number = n`, and change that",
     "for s in seats { reveal n = 5\n state n_now: number = n\n n_now := act() }"),
    ("for s in seats { let n = 5\n n := cash of s }", "n", "only a state can: write `state n: amount = 5`",
     "for s in seats { state n: amount = 5\n n := cash of s }"),
    ("for s in seats { let n = [1, 2]\n n := [count of seats] }", "n",
     "only a state can: write `state n: list of number = [1, 2]`",
     "for s in seats { state n: list of number = [1, 2]\n n := [count of seats] }"),
    ("for s in seats { let n = none\n n := s }", "n", "only a state can: write `state n: seat or none = none`",
     "for s in seats { state n: seat or none = none\n n := s }"),
    ("for n in 1 .. 3 { n := level }", "n",
     "only a state can: name it by `state n_now: number = n`, and change that",
     "for n in 1 .. 3 { state n_now: number = n\n n_now := level }"),
    # the end of the game
    ("if level is 2 { finish by count of (hand where rank is ace) }", "count of (hand where rank is ace)",
     "tell it for each, and keep what was told: `state told per seat: number = 0`, "
     "`for t in seats { reveal one = count of (hand of t where rank is ace)`, `told of t := one }`, `finish by told`",
     "state told per seat: number = 0\n if level is 2 { for t in seats { reveal one = count of (hand of t where rank "
     "is ace)\n told of t := one }\n finish by told }"),
    ("if level is 2 { finish by lowest guess of left of it + guess }", "guess of left of it + guess",
     "tell it for each, and keep what was told: `state told per seat: number = 0`, "
     "`for t in seats { reveal one = guess of left of t + guess of t`, `told of t := one }`, `finish by told`",
     "state told per seat: number = 0\n if level is 2 { for t in seats { reveal one = guess of left of t + guess of t\n"
     " told of t := one }\n finish by lowest told }"),
    ("if level is 2 { finish by count of (hand of dealer where rank is ace) }",
     "count of (hand of dealer where rank is ace)",
     "tell it first: `reveal name = count of (hand of dealer where rank is ace)`",
     "if level is 2 { reveal name = count of (hand of dealer where rank is ace)\n finish by name }"),
    # what stays secret
    ("for s in seats { if guess of s > 3 { guess of s := 0 } }", "guess of s > 3",
     "to keep it secret, write `guess of s := if guess of s > 3 then 0 else guess of s`; "
     "or tell it first: `reveal name = guess of s > 3`",
     "for s in seats { guess of s := if guess of s > 3 then 0 else guess of s }"),
    ("for s in seats { if guess of s > 3 { guess of s := 0 } else { guess of s := if level is 2 then 1 else 3 } }",
     "guess of s > 3",
     "to keep it secret, write `guess of s := if guess of s > 3 then 0 else (if level is 2 then 1 else 3)`; "
     "or tell it first: `reveal name = guess of s > 3`",
     "for s in seats { guess of s := if guess of s > 3 then 0 else (if level is 2 then 1 else 3) }"),
    ("for s in seats { if guess of s > 3 { level := 0 } }", "guess of s > 3",
     "tell it first: `reveal name = guess of s > 3`",
     "for s in seats { reveal name = guess of s > 3\n if name { level := 0 } }"),
    ("state marked per seat per card: number = 0 seen by owner\n for s in seats {\n for c in hand of s where "
     "rank is ace { marked(c) of s := 1 } }", "hand of s where rank is ace",
     "to keep it secret, write `for c in cards { marked(c) of s := if c in (hand of s where rank is ace) then 1 "
     "else marked(c) of s }`; or tell it first: `reveal name = hand of s where rank is ace`",
     "state marked per seat per card: number = 0 seen by owner\n for s in seats {\n for c in cards { marked(c) of s := "
     "if c in (hand of s where rank is ace) then 1 else marked(c) of s } }"),
    ("for s in seats {\n for c in hand of s where rank is ace { guess of s := place_in(the rank of c, ranks) } }",
     "hand of s where rank is ace", "tell it first: `reveal name = hand of s where rank is ace`",
     "for s in seats {\n reveal name = hand of s where rank is ace\n for c in name "
     "{ guess of s := place_in(the rank of c, ranks) } }"),
    ("for s in seats { guess of s := guess of left of s + 1 }", "guess of s := guess of left of s + 1",
     "to tell that seat alone, let chance do it: `chance secretly chooses news for s { tell n from 0 .. 20 if n is "
     "(guess of left of s + 1) { guess of s := n } }`; or tell it first: `reveal name = …`",
     "for s in seats { chance secretly chooses news for s { tell n from 0 .. 20 if n is (guess of left of s + 1) "
     "{ guess of s := n } } }"),
    ("for s in seats {\n let n = guess of s\n guess of left of s := n }", "guess of left of s := n",
     "to tell that seat alone, let chance do it: `chance secretly chooses news for left of s { tell x from 0 .. 20 if "
     "x is n { guess of left of s := x } }`; or tell it first: `reveal name = …`",
     "for s in seats {\n let n = guess of s\n chance secretly chooses news for left of s { tell x from 0 .. 20 if x is "
     "n { guess of left of s := x } } }"),
    ("state heard per seat: flag = false seen by owner\n for s in seats { heard of s := guess of left of s > 3 }",
     "heard of s := guess of left of s > 3",
     "to tell that seat alone, let chance do it: `chance secretly chooses news for s {`, `so if guess of left of s > 3 "
     "{ heard of s := true }`, `otherwise not_so { heard of s := false } }`; or tell it first: `reveal name = …`",
     "state heard per seat: flag = false seen by owner\n for s in seats {\n chance secretly chooses news for s {\n "
     "so if guess of left of s > 3 { heard of s := true }\n otherwise not_so { heard of s := false }\n }\n }"),
    ("state heard per seat: suit = red seen by owner\n for s in seats { heard of s := if guess of left of s > 3 then "
     "red else blue }", "heard of s := if guess of left of s > 3 then red else blue",
     "to tell that seat alone, let chance do it: `chance secretly chooses news n from [if guess of left of s > 3 then "
     "red else blue] for s`, `heard of s := n`; or tell it first: `reveal name = …`",
     "state heard per seat: suit = red seen by owner\n for s in seats { chance secretly chooses news n from [if guess "
     "of left of s > 3 then red else blue] for s\n heard of s := n }"),
    ("zone stock per seat: row seen by none\n for s in seats {\n move first of deck to stock of s\n let b = the last "
     "of stock of s\n move first of stock of left of s to stock of dealer unseen\n move b to stock of left of s unseen "
     "}", "b",
     "if it still lies there, write its place: `last of stock of s`; or take them from one zone, `hand of s where …`"
     ", and first tell which: `reveal name = …`",
     "zone stock per seat: row seen by none\n for s in seats {\n move first of deck to stock of s\n move first of "
     "stock of left of s to stock of dealer unseen\n move last of stock of s to stock of left of s unseen }"),
    ("zone box: set seen by none\n state marked per seat: set of card = [] seen by owner\n for s in seats {\n "
     "marked of s := first(1) of hand of s\n move marked of s to box unseen }", "marked of s",
     "to keep them secret, tell how many, and let each be chosen separately: `s secretly chooses drop c from hand "
     "of s`, `move c to box unseen`; or first tell which, and write `name` in their place: `reveal name = marked of s`",
     "zone box: set seen by none\n for s in seats {\n s secretly chooses drop c from hand of s\n "
     "move c to box unseen }"),
    ("zone box: set seen by none\n state marked per seat: card or none = none seen by owner\n for s in seats {\n "
     "s secretly chooses mark c from hand of s\n marked of s := c\n move the marked of s to box unseen }",
     "the marked of s",
     "to keep it secret, say from which zone it is taken: `move the first of (hand of s where it is marked of s) "
     "to box unseen`; or first tell which, and write `name` in their place: `reveal name = the marked of s`",
     "zone box: set seen by none\n state marked per seat: card or none = none seen by owner\n for s in seats {\n "
     "s secretly chooses mark c from hand of s\n marked of s := c\n "
     "move the first of (hand of s where it is marked of s) to box unseen }"),
    # accounts
    ("account money per team = 10", "team", "accounts are kept per seat: write `money per seat`, of which a team has "
     "`sum of money over members of t`; or `state money per team: amount = …`",
     "state money per team: amount = 10"),
    # where lines break off
    ("dealer chooses x {\n yes if level > 2 { level := 1 } otherwise no { level := 2 }\n }", "otherwise",
     "put it on a line of its own: `otherwise no { … }`",
     "dealer chooses x {\n yes if level > 2 { level := 1 }\n otherwise no { level := 2 }\n }"),
    ("dealer chooses x {\n yes if level > 2 {\n if level > 3 { level := 1 }\n } otherwise no { level := 2 }\n }",
     "otherwise", "put it on a line of its own: `otherwise no { … }`",
     "dealer chooses x {\n yes if level > 2 {\n if level > 3 { level := 1 }\n }\n otherwise no { level := 2 }\n }"),
    ("case level {\n 1 { level := 1 } otherwise { level := 2 }\n }", "otherwise",
     "put it on a line of its own: `otherwise { … }`, in a choice `otherwise name { … }`",
     "case level {\n 1 { level := 1 }\n otherwise { level := 2 }\n }"),
    ("if level > 2 {\n level := 1\n } otherwise { level := 2 }", "otherwise", "write `else`",
     "if level > 2 {\n level := 1\n } else { level := 2 }"),
    ("if count of trick where rank is ace > 0 { level := 1 }", "where",
     "put it in brackets: `count of (trick where …) > 0`",
     "if count of (trick where rank is ace) > 0 { level := 1 }"),
    ("if level is 2 and first(2) of trick where rank is ace is not empty { level := 1 }", "where",
     "put it in brackets: `first(2) of (trick where …)`",
     "if level is 2 and first(2) of (trick where rank is ace) is not empty { level := 1 }"),
    ("if trick without hand of dealer is empty { level := 1 }", "without",
     "put it in brackets: `(trick without …)`", "if (trick without trick) is empty { level := 1 }"),
    ("level := level + 1 if level is 2", "if", "write `if level is 2 { level := … }`",
     "if level is 2 { level := level + 1 }"),
    ("points of dealer := 3 if level is 2  # once", "if", "write `if level is 2 { points of dealer := … }`",
     "if level is 2 { points of dealer := 3 }"),
    ("if level > 1 { move trick to deck if level is 2 }", "if", "write `if level is 2 { move … }`",
     "if level > 1 { if level is 2 { move trick to deck } }"),
    # who chooses
    ("everyone chooses bid m from 1 .. 3", "everyone",
     "let each choose separately: `for s in seats together { s secretly chooses bid m from 1 .. 3 }`",
     "for s in seats together { s secretly chooses bid m from 1 .. 3 }"),
    ("seats choose bid m from 1 .. 3  # now", "bid",
     "let each choose separately: `for t in seats together { t secretly chooses bid m from 1 .. 3 }`",
     "for t in seats together { t secretly chooses bid m from 1 .. 3 }"),
    ("for s in seats { all choose bid from 1 .. 3 }", "bid",
     "let each choose separately: `for t in seats together { t secretly chooses bid x from 1 .. 3 }`",
     "for s in seats { for t in seats together { t secretly chooses bid x from 1 .. 3 } }"),
    ("seats chooses bid {\n yes { }\n no { }\n }", "bid",
     "let each choose separately: `for t in seats together { t secretly chooses bid { … } }`",
     "for t in seats together { t secretly chooses bid {\n yes { }\n no { }\n } }"),
    ("for s in seats { (seats after s) chooses bid {\n yes { }\n no { }\n } }", "seats after s",
     "let each choose separately: `for t in seats after s together { t secretly chooses bid { … } }`",
     "for s in seats { for t in seats after s together { t secretly chooses bid {\n yes { }\n no { }\n } } }"),
    ("level := level if level is 2 else 4", "if", "write `if level is 2 then level else 4`",
     "level := if level is 2 then level else 4"),
    ("if trick is not ace { level := 1 }", "trick is not ace", "write `every trick where rank is not ace`",
     "if every trick where rank is not ace { level := 1 }"),
    ("(seats after dealer) chooses bid {\n yes { }\n no { }\n }", "seats after dealer",
     "let each choose separately: `for s in seats after dealer together { s secretly chooses bid { … } }`",
     "for s in seats after dealer together { s secretly chooses bid {\n yes { }\n no { }\n } }"),
    # who pays
    ("for s in seats { s pays 5 to all }", "all", "go through them: `for t in seats after s { s pays 5 to t }`",
     "for s in seats { for t in seats after s { s pays 5 to t } }"),
    ("for s in seats { s pays 5 to seats }", "seats", "go through them: `for t in seats after s { s pays 5 to t }`",
     "for s in seats { for t in seats after s { s pays 5 to t } }"),
    ("pot pays everything to everybody", "everybody", "go through them: `for s in seats { pot pays everything to s }`",
     "for s in seats { pot pays everything to s }"),
    ("first of seats pays 5 to all", "all",
     "go through them: `for s in seats after first of seats { first of seats pays 5 to s }`",
     "for s in seats after first of seats { first of seats pays 5 to s }"),
    ("everyone pays 5 to dealer", "everyone", "go through them: `for s in seats after dealer { s pays 5 to dealer }`",
     "for s in seats after dealer { s pays 5 to dealer }"),
    ("pot pays 5 to seats after dealer", "seats after dealer",
     "go through them: `for s in seats after dealer { pot pays 5 to s }`",
     "for s in seats after dealer { pot pays 5 to s }"),
    ("dealer pays 5 to seats where points > 3", "where",
     "go through them: `for t in seats where points > 3 { dealer pays 5 to t }`",
     "for t in seats where points > 3 { dealer pays 5 to t }"),
    ("seats pay 5 to pot  # each", "5", "let each pay separately: `for t in seats { t pays 5 to pot }`",
     "for t in seats { t pays 5 to pot }"),
    # seats and cards
    ("for s in 0 .. 1 { points of s := 1 }", "points",
     "seats are not numbers: `for s in seats { … points of s … }`", "for s in seats { points of s := 1 }"),
    ("state turn: seat = 0", "0", "seats are not numbers: the first is `first of seats`, the next `left of …`",
     "state turn: seat = first of seats"),
    ("if dealer is 1 { level := 3 }", "1", "seats are not numbers: the first is `first of seats`, the next `left of …`",
     "if dealer is first of seats { level := 3 }"),
    ("for c in trick { if c is ace { level := 3 } }", "ace", "write `rank of c is ace`",
     "for c in trick { if rank of c is ace { level := 3 } }"),
    ("if first of trick is not red { level := 3 }", "red", "write `suit of first of trick is not red`",
     "if suit of first of trick is not red { level := 3 }"),
    ("for c in trick { if c not in [ace, king] { level := 3 } }", "c not in [ace, king]",
     "write `rank of c not in [ace, king]`", "for c in trick { if rank of c not in [ace, king] { level := 3 } }"),
    ("if trick is ace { level := 3 }", "trick is ace", "write `some trick where rank is ace`",
     "if some trick where rank is ace { level := 3 }"),
    # loops
    ("for s in seats { if level is 2 { leave s } }", "s",
     "only `repeat NAME … { … }` can be left; a `for` ends early by `for s in … while … { … }`",
     "for s in seats while level is 2 { level := 3 }"),
    ("for s in seats { if level is 2 { again s } }", "s",
     "only `repeat NAME … { … }` can go on with its next pass; in a `for`, put the lines to skip in `if … { … }`",
     "for s in seats { if level is not 2 { level := 3 } }"),
    ("for s in seats {\n repeat turn 3 times { if level is 2 { leave tun } }\n }", "tun", "did you mean `turn`?",
     "for s in seats {\n repeat turn 3 times { if level is 2 { leave turn } }\n }"),
    # as people say it
    ("show hand of dealer to everyone", "everyone", "write `all`", "show hand of dealer to all"),
    ("hide trick from all", "l", "write `hide trick for all`", "hide trick for all"),
    ("discard first of hand of dealer", "of", "write `move first of hand of dealer to …`",
     "move first of hand of dealer to trick"),
    ("for c in trick { put c on deck }", "on", "write `move c to deck`", "for c in trick { move c to deck }"),
    ("for c in trick { put c on top of deck }", "on",
     "what is moved to a row lies last there: write `move c to deck`", "for c in trick { move c to deck }"),
    ("for c in trick { move c to top of deck }", "top of deck",
     "a piece cannot be put at the front of a row; `move c to deck` puts it at the end",
     "for c in trick { move c to deck }"),
    ("for c in trick { move c to bottom of deck }", "bottom of deck",
     "a moved piece goes to the end: write `move c to deck`", "for c in trick { move c to deck }"),
    ("for c in trick { move c to first of deck }", "first of deck",
     "a piece cannot be put at the front of a row; `move c to deck` puts it at the end",
     "for c in trick { move c to deck }"),
    ("for s in seats { deal 2 of deck to hand of s }", "2", "write `move first(2) of deck to hand of s`",
     "for s in seats { move first(2) of deck to hand of s }"),
    ("for s in seats { deal first of deck to hand of s }", "of", "write `move first of deck to hand of s`",
     "for s in seats { move first of deck to hand of s }"),
    ("for s in seats { move all hand of s to trick }", "hand", "write `move hand of s to …`",
     "for s in seats { move hand of s to trick }"),
    ("move all cards of trick to deck", "cards", "write `move trick to …`", "move trick to deck"),
    ("move hand of dealer where rank is ace to trick", "hand of dealer where rank is ace",
     "first tell which, and write `name` in their place: `reveal name = hand of dealer where rank is ace`",
     "reveal name = hand of dealer where rank is ace\n move name to trick"),
    ("for s in seats { add 1 to points of s }", "1",
     "write `points of s := points of s + 1`; money is paid: `… pays 1 to …`",
     "for s in seats { points of s := points of s + 1 }"),
    ("subtract 1 from level", "1", "write `level := level - 1`; money is paid: `… pays 1 to …`", "level := level - 1"),
    ("for s in seats { increase points of s by level }", "of",
     "write `points of s := points of s + level`; money is paid: `… pays level to …`",
     "for s in seats { points of s := points of s + level }"),
    ("points of dealer++", "++", "write `points of dealer := points of dealer + 1`",
     "points of dealer := points of dealer + 1"),
    ("level--", "--", "write `level := level - 1`", "level := level - 1"),
    ("points of seats := 0", "points of seats", "go through them: `for s in seats { points of s := 0 }`",
     "for s in seats { points of s := 0 }"),
    ("points[dealer] := 1", "[",
     "what is kept for each is `points of dealer`; of a row it is `first of points`, `last of points` or "
     "`first(n) of points`", "points of dealer := 1"),
    ("state wins per seat: number = 0\n wins[dealer] := 1", "[",
     "what is kept for each is `wins of dealer`; of a row it is `first of wins`, `last of wins` or `first(n) of wins`",
     "state wins per seat: number = 0\n wins of dealer := 1"),
    ("dealer may play c from hand of dealer", "play", "write `dealer chooses play c from hand of dealer`",
     "dealer chooses play c from hand of dealer"),
    ("for s in seats { s may choose c from hand of s }", "choose",
     "a choice has a name: `s chooses name c from hand of s`", "for s in seats { s chooses name c from hand of s }"),
    ("for s in seats { s plays c from hand of s }", "c", "write `s chooses play c from hand of s`",
     "for s in seats { s chooses play c from hand of s }"),
    ("dealer passes", "dealer", "a line of `dealer` reads `dealer chooses …` or `dealer pays … to …`",
     "dealer chooses pass { yes { } }"),
    ("for s in seats { s pass }", "s pass", "a line of `s` reads `s chooses …` or `s pays … to …`",
     "for s in seats { s chooses pass { yes { } } }"),
    ("chance rolls die n from 1 .. 6", "die", "write `chance chooses roll n from 1 .. 6`",
     "chance chooses roll n from 1 .. 6"),
    ("unless level > 3 { level := 3 }", ">", "write `if not (level > 3) { … }`", "if not (level > 3) { level := 3 }"),
    ("dealer wins", "dealer",
     "say who wins where the game ends: `finish by 0 among dealer`, or what counts for each, `finish by …`",
     "finish by 0 among dealer"),
    ("nobody wins", "nobody",
     "say who wins where the game ends: `finish by 0 among []`, or what counts for each, `finish by …`",
     "finish by 0 among []"),
    ("everybody wins", "everybody",
     "say who wins where the game ends: `finish by 0 among seats`, or what counts for each, `finish by …`",
     "finish by 0 among seats"),
    ("all lose", "all",
     "say who wins where the game ends: `finish by 0 among []`, or what counts for each, `finish by …`",
     "finish by 0 among []"),
    ("for s in seats { s wins }", "s wins",
     "say who wins where the game ends: `finish by 0 among s`, or what counts for each, `finish by …`",
     "for s in seats { finish by 0 among s }"),
    ("end game", "end", "write `finish by …`, with what counts at the end", "finish by level"),
    ("shuffle deck // again", "//", "a comment begins with `#`", "shuffle deck # again"),
    ("zone chest per seat: set visible to owner", "visible", "write `seen by owner`",
     "zone chest per seat: set seen by owner"),
    # what may be chosen
    ("dealer chooses x {\n yes where level > 2 { level := 1 }\n no { }\n }", "level",
     "put the condition after `if`: `yes if level > 2`",
     "dealer chooses x {\n yes if level > 2 { level := 1 }\n no { }\n }"),
    ("dealer chooses x {\n yes unless level > 2 { level := 1 }\n no { }\n }", "level",
     "put the condition after `if`: `yes if not (level > 2)`",
     "dealer chooses x {\n yes if not (level > 2) { level := 1 }\n no { }\n }"),
    ("dealer chooses x {\n yes c from trick when level > 2 { level := 1 }\n no { }\n }", "when",
     "write `if level > 2`", "dealer chooses x {\n yes c from trick if level > 2 { level := 1 }\n no { }\n }"),
    ("dealer chooses bid n between 1 and 5", "between", "write `bid n from 1 .. 5`",
     "dealer chooses bid n from 1 .. 5"),
    ("dealer chooses x {\n bid n between 1 and 5 { }\n no { }\n }", "between", "write `bid n from 1 .. 5`",
     "dealer chooses x {\n bid n from 1 .. 5 { }\n no { }\n }"),
    ("dealer chooses play c from first of hand of dealer", "first of hand of dealer",
     "for a set of one write `first(1) of hand of dealer`", "dealer chooses play c from first(1) of hand of dealer"),
    ("dealer chooses play c from last of trick with hand of dealer", "last of trick",
     "for a set of one write `last(1) of trick`", "dealer chooses play c from last(1) of trick with hand of dealer"),
    ("rule less(n: number) = n\n - n\n level := less(2)", "- n",
     "if this continues the line before, put the `-` at the end of that line",
     "rule less(n: number) = n -\n n\n level := less(2)"),
    ("level := level mod 3 + level mod 2", "level mod 3 + level mod 2",
     "write `(level mod 3) + (level mod 2)`", "level := (level mod 3) + (level mod 2)"),
    ("dealer chooses bid n from [1 .. 3]", "[1 .. 3]", "write `1 .. 3`", "dealer chooses bid n from 1 .. 3"),
    ("dealer chooses play c from hand of dealer where rank of c is ace", "c", "inside `where` it is `it`",
     "dealer chooses play c from hand of dealer where rank of it is ace"),
    ("for t in seats where t is dealer { level := 1 }", "t", "inside `where` it is `it`",
     "for t in seats where it is dealer { level := 1 }"),
    # what is asked
    ("if level between 1 and 5 { level := 1 }", "between", "write `(level >= 1 and level <= 5)`",
     "if level >= 1 and level <= 5 { level := 1 }"),
    ("if level is between 1 and 5 { level := 1 }", "1", "write `(level >= 1 and level <= 5)`",
     "if level >= 1 and level <= 5 { level := 1 }"),
    ("if level is greater than 10 { level := 1 }", "than", "write `level > 10`", "if level > 10 { level := 1 }"),
    ("if points of dealer is not less than level { level := 1 }", "than", "write `points of dealer >= level`",
     "if points of dealer >= level { level := 1 }"),
    ("if level is at most 10 { level := 1 }", "most", "write `level <= 10`", "if level <= 10 { level := 1 }"),
    ("if level is equal to 10 { level := 1 }", "to", "write `level is 10`", "if level is 10 { level := 1 }"),
    ("if level equals 10 { level := 1 }", "equals", "write `level is 10`", "if level is 10 { level := 1 }"),
    ("if dealer is in seats { level := 1 }", "seats", "write `dealer in seats`", "if dealer in seats { level := 1 }"),
    ("if dealer is not in seats { level := 1 }", "seats", "write `dealer not in seats`",
     "if dealer not in seats { level := 1 }"),
    ("if level is 2 or 3 or 4 { level := 1 }", "4", "write `level in [2, 3, 4]`",
     "if level in [2, 3, 4] { level := 1 }"),
    ("if level in [2, 3] or 4 { level := 1 }", "4", "write `level in [2, 3, 4]`",
     "if level in [2, 3, 4] { level := 1 }"),
    ("if all trick where rank is ace { level := 1 }", "trick", "write `every trick where rank is ace`",
     "if every trick where rank is ace { level := 1 }"),
    ("for s in players { level := 1 }", "players", "write `seats`", "for s in seats { level := 1 }"),
    ("dealer := previous of dealer", "previous", "write `the last of (seats after dealer)`",
     "dealer := the last of (seats after dealer)"),
    ("for s in others of dealer { level := 1 }", "others", "write `seats after dealer`",
     "for s in seats after dealer { level := 1 }"),
    ("dealer := left(dealer)", "left", "write `left of dealer`", "dealer := left of dealer"),
    ("for c in trick { if suit(c) is red { level := 1 } }", "suit", "write `suit of c`",
     "for c in trick { if suit of c is red { level := 1 } }"),
    ("rule fine(s: seat) { s pays 5 to pot }\n fine of dealer", "fine", "write `fine(dealer)`",
     "rule fine(s: seat) { s pays 5 to pot }\n fine(dealer)"),
    ("rule won(s: seat): flag { give true }\n let x = won(dealer)\n if x { level := 1 }", "won(dealer)",
     "what is fixed before play cannot call a rule in braces; use a state: "
     "`state x: flag = false`, and `x := won(dealer)` in play",
     "rule won(s: seat): flag { give true }\n state x: flag = false\n x := won(dealer)\n if x { level := 1 }"),
    ("rule won(s: seat): flag { give true }\n state x: flag = won(dealer)\n if x { level := 1 }", "won(dealer)",
     "what is fixed before play cannot call a rule in braces; use a state: "
     "`state x: flag = false`, and `x := won(dealer)` in play",
     "rule won(s: seat): flag { give true }\n state x: flag = false\n x := won(dealer)\n if x { level := 1 }"),
    ("rule won(s: seat): flag { give true }\n if won(dealer) { level := 1 }", "won(dealer)",
     "keep its result first: `state x: flag = false`, and `x := won(dealer)` in play",
     "rule won(s: seat): flag { give true }\n state x: flag = false\n x := won(dealer)\n if x { level := 1 }"),
    ("rule won(s: seat): flag { give true }\n for s in seats { if won(s) { level := 1 } }", "won(s)",
     "name what it gives first, `let x = won(s)`; or write it with `=`, if it only works something out",
     "rule won(s: seat): flag { give true }\n for s in seats { let x = won(s)\n if x { level := 1 } }"),
    ("if level is 2 { finish by winner }", "winner",
     "write here what counts for each; to name who wins: `finish by 0 among [s]`",
     "if level is 2 { for s in seats { finish by 0 among [s] } }"),
    ("if level is 2 { finish by dealer }", "dealer",
     "say who wins where the game ends: `finish by 0 among dealer`, or what counts for each, `finish by …`",
     "if level is 2 { finish by 0 among dealer }"),
    # what is reckoned
    ("dealer pays max of cash over seats to pot", "over", "write `largest of cash over seats`",
     "dealer pays largest of cash over seats to pot"),
    ("level := lowest of points over seats", "over", "write `smallest of points over seats`",
     "level := smallest of points over seats"),
    ("dealer pays total of cash over seats to pot", "over", "write `sum of cash over seats`",
     "dealer pays sum of cash over seats to pot"),
    ("level := average of points over seats", "over",
     "write `(sum of points over seats) / count of seats`, rounded up or down",
     "level := (sum of points over seats) / count of seats rounded down to 1"),
    ("level := min of level, 2", ",", "write `min(level, 2)`", "level := min(level, 2)"),
    ("level := min of [level, 2]", "min", "write `min(level, 2)`", "level := min(level, 2)"),
    ("level := min([level, 2])", "min([level, 2])", "write `min(level, 2)`", "level := min(level, 2)"),
    ("level := min[level, 2]", "[", "write `min(level, 2)`", "level := min(level, 2)"),
    ("level := max(level)", "max(level)", "it is asked of several: `max(a, b)`", "level := max(level, 3)"),
    ("dealer pays cash of dealer / 3 rounded to 10 to pot", "to", "write `rounded up to 10` or `rounded down to 10`",
     "dealer pays cash of dealer / 3 rounded up to 10 to pot"),
    ("dealer pays cash of dealer / 3 to pot", "cash of dealer / 3",
     "say how: `rounded up to 5` or `rounded down to 5`", "dealer pays cash of dealer / 3 rounded down to 5 to pot"),
    ("level := level / 3 rounded", "d", "say how: `rounded up to 1` or `rounded down to 1`",
     "level := level / 3 rounded up to 1"),
    ("level := level + (1 .. 6)", "1 .. 6",
     "to draw one of them, let chance decide first, `chance chooses roll n from 1 .. 6`, and write `n` here",
     "chance chooses roll n from 1 .. 6\n level := level + n"),
    ("level := 1 .. 6", "1 .. 6",
     "to draw one of them, let chance decide first, `chance chooses roll n from 1 .. 6`, and write `n` here",
     "chance chooses roll n from 1 .. 6\n level := n"),
    ("state code: list of suit = []\n code := code + [red]", "code",
     "a list has nothing twice: `code with [red]` adds what is not in it yet; or keep each in a state "
     "of its own",
     "state code: list of suit = []\n code := code with [red]"),
    ("state code: set of suit = []\n code := code + [red]", "code", "for sets write `with`",
     "state code: set of suit = []\n code := code with [red]"),
    # words of which something is one
    ("state now: single | double | triple = single\n rule beats(k: single | double) = now is k\n "
     "if beats(single) { level := 1 }", "k",
     "both list the same words, or are two types: declare `k: single | double | triple`",
     "state now: single | double | triple = single\n rule beats(k: single | double | triple) = now is k\n "
     "if beats(single) { level := 1 }"),
    ("state now: single | double | triple = single\n state then_on: single | double = single\n now := then_on\n "
     "then_on := double", "then_on",
     "both list the same words, or are two types: declare `then_on: single | double | triple`",
     "state now: single | double | triple = single\n state then_on: single | double | triple = single\n "
     "now := then_on\n then_on := double"),
    ("state now: single | double = single\n state other: single | four = single\n now := other\n other := four",
     "other", None,
     "state now: single | double | four = single\n state other: single | double | four = single\n now := other\n "
     "other := four"),
    # what is declared
    ("seats := seats without dealer", ":=",
     "who plays stays the same: keep who is out in `state is_out per seat: flag = false`, and go through "
     "`seats where not is_out`",
     "state is_out per seat: flag = false\n is_out of dealer := true\n for s in seats where not is_out { level := 1 }"),
    ("state shut per seat: flag seen by owner = level > 1", "=",
     "the first value comes before `seen by`: `flag = level > 1 seen by owner`",
     "state shut per seat: flag = level > 1 seen by owner\n shut of dealer := true"),
    ("cells a..c by 1..3 shown from last of seats\n dealer chooses put x from cells", "of",
     "keep it in a state, `state far_side: seat = last of seats`, and write `shown from far_side`",
     "cells a..c by 1..3 shown from far_side\n state far_side: seat = last of seats\n "
     "dealer chooses put x from cells"),
    ("for s in seats { reveal fives = 5\n s pays 5 to pot for fives }", "fives",
     "`fives` has a meaning here: a reason is any other word, such as `fives_paid`",
     "for s in seats { reveal fives = 5\n s pays 5 to pot for fives_paid }"),
    ("rule share: ratio = case level { 1: 3/2, otherwise: 1 }\n dealer pays 10 * share rounded up to 5 to pot", "1",
     "write `1/1`", "rule share: ratio = case level { 1: 3/2, otherwise: 1/1 }\n "
     "dealer pays 10 * share rounded up to 5 to pot"),
    ("rule hit(z: list of card) { move first of deck to z }\n hit(trick)", "z",
     "a name cannot stand for a zone: give the rule the seat, `rule name(s: seat)`, and write `hand of s` in it",
     "rule hit(s: seat) { move first of deck to hand of s }\n hit(dealer)"),
    ("rule hit(z: zone) { move first of deck to z }", "zone",
     "a name cannot stand for a zone: give the rule the seat, `rule name(s: seat)`, and write `hand of s` in it",
     "rule hit(s: seat) { move first of deck to hand of s }\n hit(dealer)"),
    # boards
    ("cells a..c by 3\n dealer chooses put x from cells", "3", "write `cells a..c by 1..3`",
     "cells a..c by 1..3\n dealer chooses put x from cells"),
    ("cells 3 by 3\n dealer chooses put x from cells", "3",
     "columns are letters and rows numbers, such as `cells a..h by 1..8`",
     "cells a..c by 1..3\n dealer chooses put x from cells"),
    (f"{BOARD}for s in seats {{ let next_one = cell(column of b2, row of b2 + 1) }}", "cell",
     "write `the first of (cells where column is column of b2 and row is (row of b2 + 1))`",
     f"{BOARD}for s in seats {{ let next_one = the first of (cells where column is column of b2 and row is "
     "(row of b2 + 1)) }"),
    (f"{BOARD}if mark of b2 is not empty {{ level := 1 }}", "mark of b2", "write `mark of b2 is not none`",
     f"{BOARD}if mark of b2 is not none {{ level := 1 }}"),
    (f"{BOARD}mark of b2 := empty", "empty", "write `none`, or `[]` of a set or list", f"{BOARD}mark of b2 := none"),
    (f"{BOARD}if line(a1, c1) is 3 {{ level := 1 }}", "line(a1, c1) is 3", "write `count of line(a1, c1) is 3`",
     f"{BOARD}if count of line(a1, c1) is 3 {{ level := 1 }}"),
    (f"{BOARD}if count of near(b2, cells) where mark is none > 2 {{ level := 1 }}", "where",
     "put it in brackets: `count of (near(b2, cells) where …) > 2`",
     f"{BOARD}if count of (near(b2, cells) where mark is none) > 2 {{ level := 1 }}"),
    (f"{BOARD}for y in a1 .. a3 {{ mark of y := none }}", "a1 .. a3", "write `line(a1, a3)`",
     f"{BOARD}for y in line(a1, a3) {{ mark of y := none }}"),
    (f"{BOARD}for y in neighbours of b2 {{ mark of y := none }}", "neighbours",
     "those beside it are `near(b2, cells)`, or `near(b2, ranks)`",
     f"{BOARD}for y in near(b2, cells) {{ mark of y := none }}"),
    (f"{BOARD}for y in cells where adjacent(it, b2) {{ mark of y := none }}", "adjacent",
     "to ask whether they lie side by side, write `a in near(b, cells)`",
     f"{BOARD}for y in cells where it in near(b2, cells) {{ mark of y := none }}"),
    (f"{BOARD}for y in b1 .. c3 {{ mark of y := none }}", "b1 .. c3",
     "write `cells where row in 1 .. 3 and column in 2 .. 3`",
     f"{BOARD}for y in cells where row in 1 .. 3 and column in 2 .. 3 {{ mark of y := none }}"),
    (f"{BOARD}for y in highest of cells by row + column {{ mark of y := none }}", "highest of cells by row + column",
     "put what is compared in brackets: `by (row + column)`",
     f"{BOARD}for y in highest of cells by (row + column) {{ mark of y := none }}"),
    (f"{BOARD}for y in lowest of cells by z: row of z * 2 - column of z + 1 {{ mark of y := none }}",
     "lowest of cells by z: row of z * 2 - column of z + 1",
     "put what is compared in brackets: `by z: (row of z * 2 - column of z + 1)`",
     f"{BOARD}for y in lowest of cells by z: (row of z * 2 - column of z + 1) {{ mark of y := none }}"),
    (f"{BOARD}for y in near(b2) {{ mark of y := none }}", "near(b2)", "write `near(b2, cells)`",
     f"{BOARD}for y in near(b2, cells) {{ mark of y := none }}"),
    (f"{BOARD}if no cells where mark is none {{ level := 1 }}", "cells", "write `not (some cells where mark is none)`",
     f"{BOARD}if not (some cells where mark is none) {{ level := 1 }}"),
    (f"{BOARD}mark of b2 := none, mark of c3 := none", ",", "put each on a line of its own",
     f"{BOARD}mark of b2 := none\n mark of c3 := none"),
    (f"{BOARD}for x in cells {{ let m = mark of cell x }}", "x", "write the name alone: leave out `cell`",
     f"{BOARD}for x in cells {{ let m = mark of x }}"),
    (f"{BOARD}dealer chooses swap y from cells where mark is not none and z from cells where mark is none",
     "cells where mark is not none and z from cells where mark is none",
     "write `y from cells where mark is not none, z from cells where mark is none`",
     f"{BOARD}dealer chooses swap y from cells where mark is not none, z from cells where mark is none"),
    # whose turn it is
    ("for s in seats { next dealer }", "next dealer", "write `dealer := left of dealer`",
     "for s in seats { dealer := left of dealer }"),
    ("dealer := next seat", "seat", "write `left of dealer`", "dealer := left of dealer"),
    ("repeat turn 2 times {\n level := level + 1\n end turn\n }", "end turn",
     "`again turn` begins the next pass, `leave turn` ends the loop",
     "repeat turn 2 times {\n level := level + 1\n again turn\n }"),
    ("repeat turn 2 times {\n level := level + 1\n skip\n }", "skip",
     "to do nothing, write nothing; `again NAME` begins the next pass of a `repeat`",
     "repeat turn 2 times {\n level := level + 1\n again turn\n }"),
    ("for s in seats starting with dealer { level := 1 }", "starting", "write `seats from dealer`",
     "for s in seats from dealer { level := 1 }"),
    ("for s in seats from dealer until level > 4 { level := level + 1 }", "until", "write `while not (level > 4)`",
     "for s in seats from dealer while not (level > 4) { level := level + 1 }"),
    # what is chosen and told
    ("for s in seats { let d = chance chooses die n from 1 .. 6\n level := d }", "chooses",
     "what is chosen has its name there: `chance chooses die d from 1 .. 6`",
     "for s in seats { chance chooses die d from 1 .. 6\n level := d }"),
    ("level := chance chooses die n from 1 .. 6", "chooses",
     "it is chosen first: `chance chooses die n from 1 .. 6`, and then `level := n`",
     "chance chooses die n from 1 .. 6\n level := n"),
    ("dealer := dealer chooses t from seats", "chooses",
     "it is chosen first: `dealer chooses pick t from seats`, and then `dealer := t`",
     "dealer chooses pick t from seats\n dealer := t"),
    ("reveal some trick where rank is ace", "trick",
     "give it a name: `reveal name = some trick where rank is ace`",
     "reveal name = some trick where rank is ace\n if name { level := 1 }"),
    ("state doubled: 1 | 2 | 4 = 1\n doubled := 2", "1", "a number is kept as such: `state doubled: number = …`",
     "state doubled: number = 1\n doubled := 2"),
    # what is asked of each
    ("state trump: suit or none = none\n order power {\n trump by ranks\n true by ranks\n }\n "
     "for c in highest of trick by power { trump := suit of c }", "trump", "write `suit is trump`",
     "state trump: suit or none = none\n order power {\n suit is trump by ranks\n true by ranks\n }\n "
     "for c in highest of trick by power { trump := suit of c }"),
    ("state trump: suit or none = none\n if some trick where c: trump { trump := red }", "trump",
     "write `suit of c is trump`",
     "state trump: suit or none = none\n if some trick where c: suit of c is trump { trump := red }"),
    ("for t in teams { for s in t { points of s := 1 } }", "t", "its seats are `members of t`",
     "for t in teams { for s in members of t { points of s := 1 } }"),
    # what is kept for two
    ("state men per card per seat: number = 0\n for c in cards { men(c) of dealer := 1 }", "men(c) of dealer",
     "write `men(dealer) of c`",
     "state men per card per seat: number = 0\n for c in cards { men(dealer) of c := 1 }"),
    ("state men per card per seat: number = 0\n level := sum of men(the first of trick) over cards",
     "men(the first of trick)", "write `men(…) of the first of trick`",
     "state men per card per seat: number = 0\n level := men(dealer) of the first of trick"),
    # together
    ("for s in seats together {\n s secretly chooses bid n from 1 .. 3\n guess of s := n\n reveal shown_now = n }",
     "reveal shown_now = n",
     "keep what was chosen with `:=`, and do this afterwards in a loop of its own: `for s in seats { … }`",
     "for s in seats together {\n s secretly chooses bid n from 1 .. 3\n guess of s := n }\n "
     "for s in seats { reveal shown_now = guess of s }"),
    # what goes into brackets, and what is declared
    ("case level + 1 {\n 1 { level := 1 }\n otherwise { level := 2 }\n }", "+",
     "put what is asked in brackets: `case (level + 1) {`",
     "case (level + 1) {\n 1 { level := 1 }\n otherwise { level := 2 }\n }"),
    ("rule third = case level mod 3 { 0: 1, otherwise: 2 }\n level := third", "mod",
     "put what is asked in brackets: `case (level mod 3) {`",
     "rule third = case (level mod 3) { 0: 1, otherwise: 2 }\n level := third"),
    ("for c in trick { if c not in first of hand of dealer { level := 1 } }", "first of hand of dealer",
     "write `c is not first of hand of dealer`", "for c in trick { if c is not first of trick { level := 1 } }"),
    ("level := sum of points over seats where points > 1", "sum of points over seats where points > 1",
     "write `sum of points over (seats where points > 1)`",
     "level := sum of points over (seats where points > 1)"),
    ("dealer := the first of seats where points > 1", "the first of seats",
     "put what is asked about in brackets: `the first of (seats where …)`",
     "dealer := the first of (seats where points > 1)"),
    ("for s in seats { move the first of trick where rank is ace to hand of s }", "the first of trick",
     "put what is asked about in brackets: `the first of (trick where …)`",
     "for s in seats { move the first of (trick where rank is ace) to hand of s }"),
    ("zone pile: row hidden from all\n  move pile to trick", "hidden", "write `seen by none`",
     "zone pile: row seen by none\n  move pile to trick"),
    ("zone pile per seat: row hidden from owner\n  for s in seats { move pile of s to trick }", "hidden",
     "write `seen by others`",
     "zone pile per seat: row seen by others\n  for s in seats { move pile of s to trick }"),
    ("let share = cash of dealer / 2\n if level > share { level := 3 }", "cash of dealer",
     "write `rule share = …`, which is worked out again each time it is used",
     "rule share = cash of dealer / 2\n if level > share { level := 3 }"),
    # branches
    *(
        (f"{wrong} level := 1{end}", place, "put what is done in braces: `if … { … }`",
         "if level is 2 { level := 1 }")
        for wrong, place, end in (
            ("if level is 2 =>", "=>", ""), ("if level is 2 ->", ">", ""), ("if level is 2 => {", "=>", " }"),
        )
    ),
    ("level := if level is 2 => 1 else 3", "=>", "write `if … then … else …`",
     "level := if level is 2 then 1 else 3"),
    ("if some trick where its suit is red { level := 1 }", "suit",
     "leave out `its`: `suit` alone is that of each", "if some trick where suit is red { level := 1 }"),
    ("for c in trick {\n if its suit is red { level := 1 }\n }", "suit", "say of what: `suit of c`",
     "for c in trick {\n if suit of c is red { level := 1 }\n }"),
    ("zone pile per seat per card: row seen by all\n  for s in seats { move pile of s to trick }", "per",
     "only a state is kept per two sorts of things: `zone pile per seat`",
     "zone pile per seat: row seen by all\n  for s in seats { move pile of s to trick }"),
    *(
        (f"case level {{\n {wrong}\n otherwise {{ }}\n }}", place, help_,
         f"case level {{\n {mended}\n otherwise {{ }}\n }}")
        for wrong, place, help_, mended in (
            ("1: level := 2", ":=", "put what is done in braces: `1 { … }`", "1 { level := 2 }"),
            ("1: { level := 2 }", "{", "put what is done in braces: `1 { … }`", "1 { level := 2 }"),
            ("1, 2 => { level := 2 }", "=>", "put what is done in braces: `1, 2 { … }`", "1, 2 { level := 2 }"),
            ("1 -> level := 2", "->", "put what is done in braces: `1 { … }`", "1 { level := 2 }"),
            ("1 then shuffle deck", "then", "put what is done in braces: `1 { … }`", "1 { shuffle deck }"),
            ("is 1 { level := 2 }", "1", "a branch begins with its value: `1`", "1 { level := 2 }"),
            ("1 or 2 { level := 3 }", "or", "put a comma between values: `1, 2`", "1, 2 { level := 3 }"),
            ("1 .. 3 { level := 3 }", "..", "each value is named: `1, …, 3`", "1, 2, 3 { level := 3 }"),
            ("1 { level := 2 } 2 { level := 3 }", "2", "put each on a line of its own",
             "1 { level := 2 }\n 2 { level := 3 }"),
            ("1 { level := 2 }\n else { level := 3 }", "else", "for everything else write `otherwise { … }`",
             "1 { level := 2 }"),
            ("> 1 { level := 3 }", ">",
             "a branch names values; for a comparison write `if … { … } else { … }`",
             "1 { level := 3 }"),
        )
    ),
    *(
        (f"level := case level {{ {wrong} }}", place, help_, f"level := case level {{ {mended}, otherwise: 3 }}")
        for wrong, place, help_, mended in (
            ("1 = 2", "=", "its value comes after a colon: `1: …`", "1: 2"),
            ("1 -> 2", "->", "its value comes after a colon: `1: …`", "1: 2"),
            ("1 { 2 }", "{", "its value comes after a colon: `1: …`", "1: 2"),
            ("when 1: 2", "1", "a branch begins with its value: `1`", "1: 2"),
            ("1: 2 else: 3", "else", "for everything else write `otherwise: …`", "1: 2"),
            ("level > 2: 1", ">", "a branch names values; for a comparison write `if … then … else …`", "1: 2"),
        )
    ),
    ("state marked per card: flag = false\n for c in trick { marked of c := true }\n"
     " if marked of ace of red { level := 1 }", "marked of ace of red",
     "ask `some ace of red where marked` or `every ace of red where marked`",
     "state marked per card: flag = false\n for c in trick { marked of c := true }\n"
     " if some ace of red where marked { level := 1 }"),
    ("state told: list of flag = [level is 2]\n if told { level := 1 }\n told := []", "told",
     "ask `true in told`, or whether none is false, `not false in told`",
     "state told: list of flag = [level is 2]\n if not false in told { level := 1 }\n told := []"),
    ("level up", "level", "what is kept is changed by `level := …`", "level := 2"),
    ("zone pile per player: set seen by all", "player", "write `per seat`", "zone pile per seat: set seen by all"),
]  # fmt: skip


def told(lines: str, coins: str = COINS) -> list[tuple[str, str | None]]:
    text = FRAME.replace("LINES", lines).replace("COINS", coins)
    return [(problem.span.text, problem.help) for problem in problems({"g.coup": text}, "g.coup")]


@pytest.mark.parametrize(("lines", "place", "help_", "mended"), ROWS, ids=[row[0] for row in ROWS])
def test_help_can_be_typed_in(lines: str, place: str, help_: str, mended: str) -> None:
    assert told(lines) == [(place, help_)]
    assert told(mended) == []


def test_help_takes_secret_pieces_from_a_zone_that_is_there() -> None:
    lines = (
        "zone box: set seen by none\n state marked: card or none = none seen by none\n for s in seats {\n "
        "s secretly chooses mark c from hand of s\n marked := c\n move the marked to box unseen }"
    )
    text = FRAME.replace("LINES", lines).replace("COINS", COINS).replace("hand", "fist")
    (help_,) = (problem.help or "" for problem in problems({"g.coup": text}, "g.coup"))
    assert "`move the first of (fist of … where it is marked) to box unseen`" in help_


def test_who_wins_may_not_be_none() -> None:
    ((place, help_),) = told("finish by 0 among owner of the first of trick")
    assert place == "owner of the first of trick" and help_ is not None
    assert help_.startswith("write `the` before it if it never is")


def test_what_only_cells_have_is_asked_of_each_of_them() -> None:
    found = told("if some trick where rank is ace and level is 2 or column is 2 { level := 3 }")
    assert [help_ for _, help_ in found] == ["write `some trick where (rank is ace and level is 2) or column is 2`"]


def test_an_amount_is_not_paid_several_times() -> None:
    for lines, paid in zip((row[3] for row in ROWS), (20, 80, 20, 25, 40), strict=False):
        text = FRAME.replace("LINES", f"{lines}\n dealer chooses done {{ yes {{ }} }}").replace("COINS", COINS)
        state = coupdsl.load(in_folder({"g.coup": text}) / "g.coup", 4).start(1)
        assert state.balances[0] == 100 - paid


@pytest.mark.parametrize("begins", ["", " = 1"])
def test_what_pieces_have_is_kept_apart_where_it_is_hidden(begins: str) -> None:
    lines = "chance secretly chooses roll n from 1 .. 6 for dealer\n worth of first of coins := n"
    ((place, help_),) = told(lines, f"pieces coins: 3 {{ worth: number{begins} }}")
    kept = f"state worth per coins: number{begins} seen by none"
    assert place == "worth of first of coins := n"
    assert help_ == f"everybody sees what is in braces: declare it apart, `{kept}`, or tell it first: `reveal name = …`"
    assert told(lines, f"pieces coins: 3\n {kept}") == []


SECRETS = [row for row in ROWS if "to tell that seat alone" in (row[2] or "")]


@pytest.mark.parametrize("mended", [row[3] for row in SECRETS])
def test_what_chance_tells_one_seat_can_be_played(mended: str) -> None:
    text = FRAME.replace("LINES", mended).replace("COINS", COINS)
    assert coupdsl.load(in_folder({"g.coup": text}) / "g.coup", 4).start(1).is_over
