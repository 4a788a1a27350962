"""What the checker says of rules that tell something hidden, and of those that do not."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.helpers import ROOT

import coupdsl
from coupdsl.language.check import check_game

TOGETHER = (
    "for s in seats together { s secretly chooses lay {\n one c from hand of s { late(s, c) }\n } }\n"
    "  rule late(who: seat, x: card) { "
)
OWNER_TOLD = "chance secretly chooses swap c from hand of seats\n  reveal giver = the owner of c"
FAR = "left of " * 20 + "left of"
LAID = "turn secretly chooses lay d from hand of turn\n move d to kept of turn\n "
DROP = "turn secretly chooses drop d from hand of turn\n move d to box unseen"
CALLS = "".join(f"note({'left of ' * i}turn, {'left of ' * j}turn)\n " for i in range(7) for j in range(7))
LAYS = "zone laid: row seen by all\n move laid to deck\n run()\n rule run {\n let c = the first of table\n "
NAMED = "move cards to deck\n run()\n rule run {\n let c = the first of (cards where rank is ace)\n "
OPEN = "run()\n rule run {\n let c = the first of table\n "
COINS = (
    "pieces coins: 4\n zone bank: set of coins seen by all = coins\n zone chest: set of piece seen by none\n"
    " zone stash per seat: set of piece seen by owner\n move first of hand of turn to stash of turn\n"
    " move first(2) of bank to stash of turn\n turn secretly chooses put c from stash of turn\n"
    " move c to chest unseen\n "
)
FRAME = """edition 1

game leaks {
  seats [2]
  cards {
    suits spades S, hearts H
    ranks ace A, king K, queen Q, jack J
    extra joker X
  }
  account cash per seat = 1000
  account pot = 0
  zone deck: row seen by none = cards
  zone hand per seat: set seen by owner
  zone table: row seen by all
  zone box: set seen by none
  zone kept per seat: set seen by owner
  zone shared_eyes per seat: row seen by others
  state brow per seat: number = 0 seen by others
  state turn: seat = first of seats
  state bid per seat: number = 0 seen by owner
  state lot per seat: card or none = none seen by owner
  state secret: number = 0 seen by none
  state open_count: number = 0
  shuffle deck
  for s in seats { move first(3) of deck to hand of s }
  LINES
  move table to deck
  pot pays 0 to turn
  secret := open_count
  bid of turn := 1
  lot of turn := none
  move box to deck
  move kept of seats to deck
  move shared_eyes of seats to deck
  brow of turn := 1
  finish by cash
  limit 100 moves { finish by cash }
}
"""

# Each case: lines, and the text that is underlined; None where nothing is told that should not be.
CASES = {
    "a branch on a hand": (
        "if some hand of turn where rank is ace { open_count := 1 }",
        "some hand of turn where rank is ace",
    ),
    "chance among what a hand says": (
        "chance chooses omen {\n good if some hand of turn where rank is ace { }\n otherwise bad { }\n }",
        "some hand of turn where rank is ace",
    ),
    "chance among seats that a hand says": (
        "chance chooses omen t from seats where count of (hand of it where rank is ace) > 0\n turn := t",
        "seats where count of (hand of it where rank is ace) > 0",
    ),
    "chance among the cards of a hand that a secret says": (
        "chance chooses omen c from hand of (if secret > 1 then turn else left of turn)",
        "hand of (if secret > 1 then turn else left of turn)",
    ),
    "chance, in secret, among those of a hand that another's secret says": (
        "chance secretly chooses omen c from (hand of turn preferring rank is ace and bid of left of turn > 1)\n"
        " move c to box",
        "c",
    ),
    "chance, in secret, among those of a hand that a secret lets it choose": (
        "chance secretly chooses omen {\n one c from hand of turn if rank of c is ace or secret > 1 {\n"
        " move c to box\n }\n }",
        "c",
    ),
    "chance, in secret, among those of a hand, as a number lets it choose": (
        "chance secretly chooses omen {\n one c from hand of turn, n from 0 .. secret if rank of c is ace or\n"
        " bid of turn > 1 { move c to box }\n }",
        "c",
    ),
    "chance, in secret, among those of a hand that its owner's secret lets it choose": (
        "chance secretly chooses omen {\n one c from hand of turn, n from 0 .. 3 if rank of c is ace or\n"
        " bid of turn > 1 { move c to box }\n }",
        None,
    ),
    "chance among what a hand says, in secret": (
        "chance secretly chooses omen {\n good if some hand of turn where rank is ace { }\n otherwise bad { }\n }",
        None,
    ),
    "a card that chance shows": ("chance chooses shown_one c from hand of turn", None),
    "a branch on a count of cards": ("if count of hand of turn > 2 { open_count := 1 }", None),
    "an empty hand": ("for s in seats { if hand of s is empty { open_count := 1 } }", None),
    "who still has cards": ("turn := the first of (seats from turn where hand is not empty)", None),
    "a hidden state": ("if secret > 1 { open_count := 1 }", "secret > 1"),
    "a payment": (
        "turn pays sum of (if rank is ace then 10 else 0) over hand of turn to pot",
        "sum of (if rank is ace then 10 else 0) over hand of turn",
    ),
    "so much for each card": ("turn pays sum of 10 over hand of turn to pot", None),
    "a card kept in secret by all at once": (
        "for s in seats together { s secretly chooses lay c from hand of s\n lot of s := c }",
        None,
    ),
    "a card laid openly before all have chosen": (
        "for s in seats together { s secretly chooses lay c from hand of s\n move c to table }",
        "move c to table",
    ),
    "a count before all have chosen": (
        "for s in seats together { s secretly chooses lay c from hand of s\n open_count := open_count + 1 }",
        "open_count := open_count + 1",
    ),
    "an open state": (
        "open_count := count of (hand of turn where rank is ace)",
        "open_count := count of (hand of turn where rank is ace)",
    ),
    "one's own secret": ("bid of turn := count of (hand of turn where rank is ace)", None),
    "another's secret": (
        "bid of left of turn := count of (hand of turn where rank is ace)",
        "bid of left of turn := count of (hand of turn where rank is ace)",
    ),
    "where a card lies": ("if owner of joker is turn { open_count := 1 }", "owner of joker is turn"),
    "where a card lies in one of several open rows": (
        "zone path per suit: row seen by all\n turn chooses take c from path of suits\n"
        " move (path of suits where d: the position of d >= the position of c) to table",
        None,
    ),
    "where a card of several open rows lies now": (
        "zone path per suit: row seen by all\n turn chooses take c from path of suits\n move c to box unseen\n"
        " move box to deck\n if position of c is not none { open_count := 1 }",
        "position of c is not none",
    ),
    "where a card of several rows that one does not see lies": (
        "zone path per suit: row seen by none\n reveal c = first of path of suits\n"
        " if c is not none { if the position of the c > 1 { open_count := 1 } }",
        "the position of the c > 1",
    ),
    "where a card of several rows lies, of which one is shuffled": (
        "zone path per suit: row seen by all\n shuffle path of spades\n reveal c = first of path of suits\n"
        " if c is not none { if the position of the c > 1 { open_count := 1 } }",
        "the position of the c > 1",
    ),
    "where an open card lies": ("for c in table { if the position of c > 1 { open_count := 1 } }", None),
    "the number of moved cards": ("move hand of turn where rank is ace to table", "hand of turn where rank is ace"),
    "where a secret pick goes": (
        "turn secretly chooses give c from hand of turn, t from seats\n  move c to hand of t",
        "t",
    ),
    "a card drawn for a secret pick": (
        "turn secretly chooses help t from seats\n  move first of deck to hand of t",
        "t",
    ),
    "a whole hand moved": ("move hand of turn to table", None),
    "passes over a hand": ("for c in hand of turn { open_count := open_count + 1 }", None),
    "a loop that ends by a hand": (
        "repeat r until joker in hand of turn at most 3 { open_count := 1 }",
        "joker in hand of turn",
    ),
    "who is asked": ("the owner of joker chooses play c from cards", "the owner of joker"),
    "one's own cards offered": (
        "turn chooses play c from hand of turn where rank is not ace preferring suit is hearts",
        None,
    ),
    "another's cards offered": ("turn chooses take c from hand of left of turn", "hand of left of turn"),
    "another's cards offered, after they were shown": (
        "show hand of left of turn to turn\n  turn chooses take c from hand of left of turn",
        None,
    ),
    "another's cards offered, after all were shown them": (
        "show hand of left of turn to all\n"
        "  for s in seats without left of turn { s chooses take c from hand of left of turn }",
        None,
    ),
    "another's cards offered, after a rule showed them": (
        "open(turn, left of turn)\n  turn chooses take c from hand of left of turn where rank is ace\n"
        "  rule open(s: seat, t: seat) { show hand of t to s }",
        None,
    ),
    "a card offered that was shown by its name": (
        "for s in seats { let top = first of deck\n show top to s\n s secretly chooses keep k from [top]\n }",
        None,
    ),
    "another's cards offered, before they are shown": (
        "turn chooses take c from hand of left of turn\n  show hand of left of turn to turn",
        "hand of left of turn",
    ),
    "another's cards offered, after one's own were shown": (
        "show hand of turn to all\n  turn chooses take c from hand of left of turn",
        "hand of left of turn",
    ),
    "another's cards offered, after they were shown to another": (
        "show hand of left of turn to left of turn\n  turn chooses take c from hand of left of turn",
        "hand of left of turn",
    ),
    "another's cards offered, after they may have been shown": (
        "if open_count > 1 { show hand of left of turn to turn }\n  turn chooses take c from hand of left of turn",
        "hand of left of turn",
    ),
    "another's cards offered, after they were shown and more were drawn": (
        "show hand of left of turn to turn\n  move first of deck to hand of left of turn\n"
        "  turn chooses act {\n yes if ace of spades in hand of left of turn { }\n otherwise no { }\n}",
        "ace of spades in hand of left of turn",
    ),
    "another's cards offered, after they were shown and hidden": (
        "show hand of left of turn to turn\n  hide hand of left of turn for turn\n"
        "  turn chooses take c from hand of left of turn",
        "hand of left of turn",
    ),
    "another's cards offered, after it was another's turn": (
        "show hand of left of turn to turn\n  turn := left of turn\n  turn chooses take c from hand of left of turn",
        "hand of left of turn",
    ),
    "cards offered that the same rule showed of another": (
        "state met: seat = first of seats\n  ask(turn)\n  met := left of met\n  ask(met)\n"
        "  rule ask(s: seat) {\n if met is turn { show hand of s to all }\n"
        "left of s chooses take c from hand of s\n}",
        "hand of s",
    ),
    "on which of two places of a board a card lies": (
        "cells a..b by 1..2\n  zone ground per cell: set seen by none\n  run()\n  rule run {\n"
        "    let x = first of cells\n    let y = last of cells\n    let both = (ground of x) with (ground of y)\n"
        "    move the first of (both where rank is ace) to box unseen\n  }\n  move ground of cells to deck",
        "the first of (both where rank is ace)",
    ),
    "a card of each place of a board": (
        "cells a..b by 1..2\n  zone ground per cell: set seen by none\n  for x in cells {\n"
        "    let here = the first of (ground of x where rank is ace)\n    move here to box unseen\n  }\n"
        "  move ground of cells to deck",
        None,
    ),
    "places of a board offered, any of which is shown": (
        "cells a..b by 1..2\n  zone ground per cell: set seen by none\n  show ground of first of cells to turn\n"
        "  turn chooses act {\n yes if some ground of last of cells where rank is ace { }\n otherwise no { }\n}\n"
        "  move ground of cells to deck",
        None,
    ),
    "another's cards offered, after they were hidden": (
        "hide hand of left of turn for turn\n  turn chooses take c from hand of left of turn",
        "hand of left of turn",
    ),
    "another's cards offered by a rule, after others were shown": (
        "show table to turn\n  turn chooses take c from those(left of turn)\n  rule those(s: seat) = hand of s",
        "those(left of turn)",
    ),
    "a condition of an answer": (
        "turn chooses act {\n  yes if some hand of left of turn where rank is ace { }\n  otherwise no { }\n}",
        "some hand of left of turn where rank is ace",
    ),
    "a question after a secret answer": (
        "turn secretly chooses act {\n  yes { left of turn chooses play c from hand of left of turn }\n  no { }\n}",
        "left of turn chooses play c from hand of left of turn",
    ),
    "what a secret answer pays": (
        "turn secretly chooses act {\n  yes { turn pays 10 to pot }\n  no { }\n}",
        "turn pays 10 to pot",
    ),
    "a secret answer kept": ("turn secretly chooses act {\n  yes { bid of turn := 1 }\n  no { }\n}", None),
    "a secret answer shown to oneself": (
        "turn secretly chooses act {\n  look { show hand of left of turn to turn }\n  no { }\n}",
        None,
    ),
    "a secret answer draws": (
        "turn secretly chooses act {\n  look { show first(1) of deck to turn }\n  no { }\n}",
        "deck",
    ),
    "what was drawn before a secret answer": (
        "repeat once 1 times {\nlet top = the first of deck\n"
        "turn secretly chooses act {\n  look { show top to turn }\n  no { }\n}\n}",
        None,
    ),
    "a secret tells how much is drawn": (
        "repeat once 1 times {\nlet n = count of (hand of turn where rank is ace)\n"
        "let taken = first(n) of deck\nif count of taken > 9 { open_count := 1 }\n}",
        ["n", "count of taken > 9"],
    ),
    "what chance tells one": (
        "chance secretly chooses roll n from 1 .. 6 for turn\n  bid of turn := n\n"
        "  turn chooses act {\n  more if n > 3 { }\n  otherwise less { }\n}",
        None,
    ),
    "what chance tells another": (
        "chance secretly chooses roll n from 1 .. 6 for left of turn\n  bid of turn := n",
        "bid of turn := n",
    ),
    "what chance tells nobody": ("chance secretly chooses roll n from 1 .. 6\n  bid of turn := n", "bid of turn := n"),
    "what chance told one, told on": (
        "chance secretly chooses roll n from 1 .. 6 for turn\n  open_count := n",
        "open_count := n",
    ),
    "what chance told one, offered to another": (
        "chance secretly chooses roll n from 1 .. 6 for turn\n"
        "  left of turn chooses act {\n  more if n > 3 { }\n  otherwise less { }\n}",
        "n > 3",
    ),
    "a role that chance gives one": (
        "chance secretly chooses role for turn {\n  good { bid of turn := 1 }\n  bad { bid of turn := 2 }\n}",
        None,
    ),
    "a role that changes what all see": (
        "chance secretly chooses role for turn {\n  good { open_count := 1 }\n  bad { }\n}",
        "open_count := 1",
    ),
    "whom chance tells, by what is hidden": (
        "chance secretly chooses roll n from 1 .. 6 for the owner of joker\n  secret := n",
        "the owner of joker",
    ),
    # ---- seen by all but one
    "what another has is offered": (
        "turn chooses clue t from seats after turn, r from rank of shared_eyes of t",
        None,
    ),
    "what one does not see of oneself": (
        "turn chooses clue t from seats, r from rank of shared_eyes of t",
        "rank of shared_eyes of t",
    ),
    "one's own, by name": (
        "turn chooses clue r from rank of shared_eyes of turn",
        "rank of shared_eyes of turn",
    ),
    "what all others have is offered": (
        "turn chooses clue r from rank of shared_eyes of (seats where it is not turn and cash > 0)",
        None,
    ),
    "what all others have is offered, by who is left out": (
        "turn chooses clue r from rank of shared_eyes of (seats without turn)",
        None,
    ),
    "what those have who may be oneself": (
        "turn chooses clue r from rank of shared_eyes of (seats where cash > 0)",
        "rank of shared_eyes of (seats where cash > 0)",
    ),
    "what the seat to the left has": ("turn chooses clue r from rank of shared_eyes of left of turn", None),
    "what the seat to the left has, in a rule": (
        "for s in seats { ask(s, left of s) }\n"
        "  rule ask(s: seat, other: seat) { s chooses clue r from rank of shared_eyes of other }",
        None,
    ),
    "what the next who plays has": (
        "turn chooses clue r from rank of shared_eyes of (the first of (seats after turn where cash > 0))",
        None,
    ),
    "what the second to the left has, who may be oneself": (
        "turn chooses clue r from rank of shared_eyes of left of left of turn",
        "rank of shared_eyes of left of left of turn",
    ),
    "what one had who was to the left of another": (
        "repeat once 1 times {\n  let other = left of turn\n  turn := left of turn\n"
        "  turn chooses clue r from rank of shared_eyes of other\n  }",
        "rank of shared_eyes of other",
    ),
    "what the seat to the right has": ("left of turn chooses clue r from rank of shared_eyes of turn", None),
    "what all others see of one": (
        "for s in seats after turn { s chooses clue r from rank of shared_eyes of turn }",
        None,
    ),
    "what the seat that may be the same one has": (
        "left of left of turn chooses clue r from rank of shared_eyes of turn",
        "rank of shared_eyes of turn",
    ),
    "what one has to whose right another sat before": (
        "repeat once 1 times {\n  let other = left of turn\n  turn := left of turn\n"
        "  other chooses clue r from rank of shared_eyes of turn\n  }",
        "rank of shared_eyes of turn",
    ),
    "kept by one, what others have": (
        "for t in seats after turn { bid of turn := count of (shared_eyes of t where rank is ace) }",
        None,
    ),
    "kept by the next, what he sees of one": ("bid of left of turn := brow of turn", None),
    "kept by one, what he does not see of himself": ("bid of turn := brow of turn", "bid of turn := brow of turn"),
    "told to all but one, what another does not see of himself": (
        "brow of left of turn := brow of turn",
        "brow of left of turn := brow of turn",
    ),
    "those who were others before the turn went on": (
        "repeat once 1 times {\n  let rest = seats after turn\n  turn := left of turn\n"
        "  turn chooses clue r from rank of shared_eyes of rest\n  }",
        "rank of shared_eyes of rest",
    ),
    "a number that others see": (
        "for t in seats after turn { turn chooses guess {\n more n from 0 .. 9 if n > brow of t { }\n less { }\n } }",
        None,
    ),
    "a number that one does not see oneself": (
        "turn chooses guess {\n more n from 0 .. 9 if n > brow of turn { }\n less { }\n }",
        "n > brow of turn",
    ),
    "a branch on what others see": ("if brow of turn > 1 { open_count := 1 }", "brow of turn > 1"),
    "one's own secret told to the others": (
        "brow of turn := count of (hand of turn where rank is ace)",
        "brow of turn := count of (hand of turn where rank is ace)",
    ),
    "a card that others see before all have chosen": (
        "for s in seats together { s secretly chooses lay c from hand of s\n move c to shared_eyes of s }",
        "move c to shared_eyes of s",
    ),
    "a card given to another before all have chosen": (
        "for s in seats together { s secretly chooses lay c from hand of s\n move c to hand of left of s }",
        "move c to hand of left of s",
    ),
    "another's secret kept before all have chosen": (
        "for s in seats together { s secretly chooses lay c from hand of s\n bid of turn := 2 }",
        "bid of turn := 2",
    ),
    "a look for who chooses alone": (
        "for s in seats together { s secretly chooses lay {\n one c from hand of s { show kept of s to s }\n } }",
        None,
    ),
    "a card kept aside by a rule for who chooses": (
        "for s in seats together { s secretly chooses lay {\n one c from hand of s { aside(s, c) }\n } }\n"
        "  rule aside(who: seat, x: card) { move x to kept of who }",
        None,
    ),
    "by a rule laid openly before all have chosen": (
        f"{TOGETHER}move x to table }}",
        "late(s, c)",
    ),
    "by a rule laid with another before all have chosen": (
        f"{TOGETHER}move x to kept of left of who }}",
        "late(s, c)",
    ),
    "shown by a rule before all have chosen": (
        f"{TOGETHER}show x to all }}",
        "late(s, c)",
    ),
    "told by a rule before all have chosen": (
        f"{TOGETHER}reveal n = open_count + 1 }}",
        "late(s, c)",
    ),
    "paid by a rule before all have chosen": (
        f"{TOGETHER}who pays 10 to pot }}",
        "late(s, c)",
    ),
    "asked of another by a rule before all have chosen": (
        f"{TOGETHER}left of who secretly chooses n k from 0 .. 1 }}",
        "late(s, c)",
    ),
    "ended by a rule before all have chosen": (
        f"{TOGETHER}finish by cash }}",
        "late(s, c)",
    ),
    "drawn openly by a rule before all have chosen": (
        f"{TOGETHER}move first of deck to table }}",
        "late(s, c)",
    ),
    # ---- places in a row
    "the card at a place": (
        "turn chooses put n from 0 .. 2\n  move shared_eyes of turn where position is n to table",
        None,
    ),
    "the card at a place, by what it is": (
        "move shared_eyes of turn where position is 1 and rank is ace to table",
        "shared_eyes of turn where position is 1 and rank is ace",
    ),
    "the second from the front": ("move last of first(2) of shared_eyes of turn to box", None),
    "the place of a card": (
        "turn chooses put n from position of (shared_eyes of turn where rank is ace)",
        "position of (shared_eyes of turn where rank is ace)",
    ),
    # ---- kept for each two
    "kept for each two": (
        "state tally per seat per suit: number = 0 seen by owner\n"
        "  for c in hand of turn { tally(the suit of the first of hand of turn) of turn := 1 }",
        None,
    ),
    "kept for each two, for another": (
        "state tally per seat per suit: number = 0 seen by owner\n"
        "  tally(the suit of the first of hand of turn) of left of turn := 1",
        "tally(the suit of the first of hand of turn) of left of turn := 1",
    ),
    "kept openly for each two, by a hidden one": (
        "state tally per seat per suit: number = 0\n  tally(the suit of the first of hand of turn) of turn := 1",
        "tally(the suit of the first of hand of turn) of turn := 1",
    ),
    "asked of what is kept for each two": (
        "state tally per seat per suit: number = 0\n"
        "  if tally(the suit of the first of hand of turn) of turn > 1 { open_count := 1 }",
        "tally(the suit of the first of hand of turn) of turn > 1",
    ),
    "a secret answer shown to another": (
        "turn secretly chooses act {\n  look { show hand of turn to left of turn }\n  no { }\n}",
        "show hand of turn to left of turn",
    ),
    "a secret pick told on": (
        "turn secretly chooses play c from hand of turn\n  if rank of c is ace { open_count := 1 }",
        "rank of c is ace",
    ),
    "an open pick": ("turn chooses play c from hand of turn\n  if rank of c is ace { open_count := 1 }", None),
    "by a rule": (
        "if strong(turn) { open_count := 1 }\n  rule strong(s: seat) = some hand of s where rank is ace",
        "strong(turn)",
    ),
    "by a rule that acts": (
        "open_count := told(turn)\n  rule told(s: seat): number { give count of (hand of s where rank is ace) }",
        "open_count := told(turn)",
    ),
    "by a value that changes": (
        "state n: number = 0\n  n := count of (hand of turn where rank is ace)",
        "n := count of (hand of turn where rank is ace)",
    ),
    "revealed": ("reveal aces = count of (hand of turn where rank is ace)\n  if aces > 1 { open_count := aces }", None),
    "revealed after a secret": (
        "turn secretly chooses act {\n  yes { reveal one = 1\n bid of turn := one }\n  no { }\n}",
        "reveal one = 1",
    ),
    "the end": (
        "if false { finish by count of (hand of it where rank is ace) }",
        "count of (hand of it where rank is ace)",
    ),
    "the end, by a name": (
        "for s in seats {\n  let n = count of (hand of s where rank is ace)\n  if false { finish by n }\n}",
        "n",
    ),
    "where is shuffled": (
        "zone own per seat: row seen by none\n  shuffle own of the owner of joker\n  move own of seats to deck",
        "the owner of joker",
    ),
    # ---- how many are shown or hidden, and to whom
    "how many are shown": (
        "show first(count of (hand of first of seats where rank is ace)) of deck to all",
        [
            "first(count of (hand of first of seats where rank is ace)) of deck",
            "count of (hand of first of seats where rank is ace)",
        ],
    ),
    "how many are shown to one": (
        "show first(count of (hand of turn where rank is ace)) of deck to left of turn",
        ["first(count of (hand of turn where rank is ace)) of deck", "count of (hand of turn where rank is ace)"],
    ),
    "how many are shown to who knows it": (
        "show first(count of (hand of turn where rank is ace)) of hand of left of turn to turn",
        None,
    ),
    "which of them are shown": (
        "show hand of turn where rank is ace to left of turn",
        "hand of turn where rank is ace",
    ),
    "which are shown, told before": (
        "reveal aces = hand of turn where rank is ace\n  show aces to left of turn",
        None,
    ),
    "where it is shown": ("show joker to turn", "joker"),
    "where it is shown, told before": ("reveal there = hand of turn where it is joker\n  show there to turn", None),
    "where it is shown, to all": ("show joker to all", None),
    "to whom it is shown": ("show deck to the owner of joker", "the owner of joker"),
    "to whom it is shown, told before": ("reveal who = the owner of joker\n  show deck to who", None),
    "what another's card chose is shown": (
        "show the first of (table preferring suit is suit of first of hand of turn) to all",
        "the first of (table preferring suit is suit of first of hand of turn)",
    ),
    "how many are hidden": (
        "hide first(count of (hand of turn where rank is ace)) of deck for all",
        ["first(count of (hand of turn where rank is ace)) of deck", "count of (hand of turn where rank is ace)"],
    ),
    "which is hidden": (
        "hide the first of (hand of turn where rank is ace) for left of turn",
        "the first of (hand of turn where rank is ace)",
    ),
    "for whom it is hidden": ("hide deck for the owner of joker", "the owner of joker"),
    "a hand shown and hidden": ("show hand of turn to all\n  hide hand of turn for seats after turn", None),
    # ---- seats that were others when it was worked out
    "a seat that was another": (
        "run()\n  rule run {\n    let n = count of (hand of turn where rank is ace)\n    turn := left of turn\n"
        "    bid of turn := n\n  }",
        "bid of turn := n",
    ),
    "what a seat that was another is offered": (
        "run()\n  rule run {\n    let n = count of (hand of turn where rank is ace)\n    turn := left of turn\n"
        "    turn chooses act {\n      say if n > 1 { }\n      otherwise pass { }\n    }\n  }",
        "n > 1",
    ),
    "a seat that kept its name": (
        "run(turn)\n  rule run(s: seat) {\n    let n = count of (hand of s where rank is ace)\n"
        "    turn := left of turn\n    bid of s := n\n  }",
        None,
    ),
    "a seat that has a name by now": (
        "run()\n  rule run {\n    let n = count of (hand of turn where rank is ace)\n    let before = turn\n"
        "    turn := left of turn\n    bid of before := n\n  }",
        None,
    ),
    "a rule that makes the seat another": (
        "run()\n  rule on { turn := left of turn }\n  rule run {\n"
        "    let n = count of (hand of turn where rank is ace)\n    on()\n    bid of turn := n\n  }",
        "bid of turn := n",
    ),
    "a local seat that was another": (
        "run()\n  rule run {\n    state who: seat = turn\n    let n = count of (hand of who where rank is ace)\n"
        "    who := left of who\n    bid of who := n\n  }",
        "bid of who := n",
    ),
    "the seat of the pass before": (
        "run()\n  rule run {\n    state n: number = 0\n    for s in seats {\n      bid of s := n\n"
        "      n := count of (hand of s where rank is ace)\n    }\n  }",
        "bid of s := n",
    ),
    "the seat of this pass": (
        "run()\n  rule run {\n    state n: number = 0\n    for s in seats {\n"
        "      n := count of (hand of s where rank is ace)\n      bid of s := n\n    }\n  }",
        None,
    ),
    "the seat of the pass before, by another name": (
        "run()\n  rule run {\n    state n: number = 0\n    for s in seats {\n      bid of s := n\n      let t = s\n"
        "      n := count of (hand of t where rank is ace)\n    }\n  }",
        "bid of s := n",
    ),
    "a card of the hand of who was asked in the pass before": (
        "for c in hand of turn {\n    turn chooses act {\n yes if rank of c is ace { }\n otherwise no { }\n    }\n"
        "    turn := left of turn\n  }",
        "rank of c is ace",
    ),
    "a card kept for whoever has the turn": (
        "for c in hand of turn {\n    bid of turn := (if rank of c is ace then 1 else 0)\n"
        "    turn := left of turn\n  }",
        "bid of turn := (if rank of c is ace then 1 else 0)",
    ),
    "a card kept for who had the turn": (
        "run()\n  rule run {\n    let who = turn\n    for c in hand of who {\n"
        "      bid of who := (if rank of c is ace then 1 else 0)\n      turn := left of turn\n    }\n  }",
        None,
    ),
    "a number of who has the turn, in a loop that is left when the turn goes on": (
        "run()\n  rule run {\n    let aces = count of (hand of turn where rank is ace)\n    repeat r 1 times {\n"
        "      for c in hand of turn {\n        bid of turn := aces + (if rank of c is ace then 1 else 0)\n"
        "        if open_count is 3 {\n          turn := left of turn\n          leave r\n        }\n      }\n"
        "      bid of turn := aces\n    }\n  }",
        None,
    ),
    "a number of who had the turn, after a loop that is left when the turn goes on": (
        "run()\n  rule run {\n    let aces = count of (hand of turn where rank is ace)\n    repeat r 1 times {\n"
        "      for s in seats where open_count is 3 {\n        turn := s\n        leave r\n      }\n    }\n"
        "    bid of turn := aces\n  }",
        "bid of turn := aces",
    ),
    "where a card lies that a rule may have moved before the turn went on": (
        "run()\n  rule run {\n    let d = the first of table\n    move d to hand of turn\n    hide_one()\n"
        "    bid of turn := (if owner of d is left of turn then 1 else 0)\n  }\n  rule hide_one {\n"
        "    move the first of (hand of turn where it is lot of turn) to box unseen\n    turn := left of turn\n  }",
        "bid of turn := (if owner of d is left of turn then 1 else 0)",
    ),
    "where a card lies that a rule may have moved": (
        "run()\n  rule run {\n    let d = the first of table\n    move d to hand of turn\n    hide_one()\n"
        "    bid of turn := (if owner of d is turn then 1 else 0)\n  }\n  rule hide_one {\n"
        "    move the first of (hand of turn where it is lot of turn) to box unseen\n  }",
        None,
    ),
    "who was given to a rule before, in very many words": (
        f"run()\n  rule run {{\n    let n = told({FAR} turn, 0)\n    let m = told(left of {FAR} turn, n)\n  }}\n"
        "  rule told(who: seat, n: number): number {\n    bid of who := n\n"
        "    give count of (hand of who where rank is ace)\n  }",
        "bid of who := n",
    ),
    "what a seat sees that is named by very many words": (
        f"bid of {FAR} turn := count of (hand of turn where rank is ace)",
        f"bid of {FAR} turn := count of (hand of turn where rank is ace)",
    ),
    "what a seat chose that is named by very many words": (
        f"{FAR} turn secretly chooses bid_one n from 1 .. 3\n"
        f"  left of {FAR} turn chooses act {{\n yes if n > 1 {{ }}\n otherwise no {{ }}\n }}",
        "n > 1",
    ),
    "who a rule comes to, from very many words": (
        f"bid of same({FAR} turn) := count of (hand of same(left of {FAR} turn) where rank is ace)\n"
        "  rule same(who: seat) = who",
        f"bid of same({FAR} turn) := count of (hand of same(left of {FAR} turn) where rank is ace)",
    ),
    # ---- rules that are called in very many ways
    "kept by each, in very many ways": (
        f"run()\n rule run {{\n {CALLS}}}\n rule note(s: seat, t: seat) {{\n bid of s := count of hand of t\n"
        "    bid of t := count of (hand of t where rank is ace)\n  }",
        None,
    ),
    "kept by another, in very many ways": (
        f"run()\n rule run {{\n {CALLS}}}\n rule note(s: seat, t: seat) {{\n"
        "    bid of s := count of (hand of t where rank is ace)\n  }",
        "bid of s := count of (hand of t where rank is ace)",
    ),
    "what a rule gives that is called in very many ways": (
        f"run()\n rule run {{\n {CALLS}let n = note(left of turn, turn)\n let m = note(turn, {'left of ' * 8}turn)\n"
        "    bid of turn := n\n    bid of left of turn := m\n  }\n"
        "  rule note(s: seat, t: seat): number { give count of (hand of t where rank is ace) }",
        "bid of left of turn := m",
    ),
    "where a card lies that a rule hides which is called in very many ways": (
        f"run()\n rule run {{\n let c = the first of hand of turn\n {CALLS}move c to box\n  }}\n"
        "  rule note(s: seat, t: seat) {\n s secretly chooses away d from hand of s\n move d to box unseen\n  }",
        "c",
    ),
    # ---- what a loop has still to go through
    "each card moved, and another in secret": (
        f"for c in hand of turn {{\n  move c to box unseen\n  {LAID}}}",
        "c",
    ),
    "each card moved, and another that is marked": (
        "for c in hand of turn {\n    move c to box unseen\n"
        "    move the first of (hand of turn where it is lot of turn) to kept of turn unseen\n  }",
        "c",
    ),
    "each card moved by a rule, which moves another in secret": (
        f"for c in hand of turn {{ away(c) }}\n  rule away(x: card) {{\n  move x to box unseen\n  {LAID}}}",
        "x",
    ),
    "each card moved": ("for c in hand of turn { move c to box unseen }", None),
    "each card moved by another name": ("for c in hand of turn {\n let d = c\n move d to box unseen\n }", None),
    "each card moved by a rule that is given it": (
        "for c in hand of turn { away(c) }\n  rule away(x: card) {\n let y = x\n and_away(y)\n }\n"
        "  rule and_away(z: card) { move z to box unseen }",
        None,
    ),
    "each card moved, after a secret answer": (
        "for c in hand of turn {\n    turn secretly chooses act {\n yes { bid of turn := 1 }\n no { }\n }\n"
        "    move c to kept of turn\n  }",
        None,
    ),
    "in a loop that goes on to the next": (
        "repeat r 3 times {\n    let n = count of (hand of turn where rank is ace)\n    bid of turn := n\n"
        "    turn := left of turn\n  }",
        None,
    ),
    "a seat that changes in secret": (
        "run()\n  rule run {\n    state who: seat = turn\n    who secretly chooses act {\n"
        "      yes { who := left of who\n bid of who := 1 }\n      no { }\n    }\n  }",
        "bid of who := 1",
    ),
    "who has most money, before a payment": (
        "run()\n  rule run {\n    let n = count of (hand of richest where rank is ace)\n"
        "    turn pays 10 to left of turn\n    bid of richest := n\n  }\n"
        "  rule richest: seat = the first of highest of seats by cash",
        "bid of richest := n",
    ),
    "a result given in secret": (
        "run()\n  rule run {\n    let it_is = told(turn)\n    if it_is { open_count := 1 }\n  }\n"
        "  rule told(s: seat): flag {\n    s secretly chooses act {\n"
        "      yes { give true }\n      no { }\n    }\n    s pays 10 to pot\n    give false\n  }",
        ["s pays 10 to pot", "it_is"],
    ),
    # ---- entries that ask one another
    "entries that ask one another": (
        "kind odd as odds { rule worth(s: seat): number = 0 }\n"
        "  odd one { rule worth(s: seat): number = 1 + worth(s) of two }\n"
        "  odd two { rule worth(s: seat): number = count of (hand of s where rank is ace) }\n"
        "  state now: odd = one\n  open_count := worth(turn) of now",
        "open_count := worth(turn) of now",
    ),
    "a harmless entry among them": (
        "kind odd as odds { rule worth(s: seat): number = 0 }\n"
        "  odd one { rule worth(s: seat): number = 1 }\n"
        "  odd two { rule worth(s: seat): number = count of (hand of s where rank is ace) }\n"
        "  open_count := worth(turn) of one\n  bid of turn := worth(turn) of two",
        None,
    ),
    # ---- pieces called by their names
    "a piece moved by its name": (
        "move cards where suit is spades and rank is ace to box unseen",
        "cards where suit is spades and rank is ace",
    ),
    "a piece moved by its name to a hand": ("move joker to hand of turn", "joker"),
    "a piece moved by its name before all eyes": ("move joker to table", None),
    "a piece that was chosen by its name": (
        "turn chooses ask c from cards\n  move c to hand of turn",
        "c",
    ),
    "who has the piece that was asked for": (
        "turn chooses ask c from cards\n  if owner of c is left of turn { open_count := 1 }",
        "owner of c is left of turn",
    ),
    "a piece that was told of": (
        "for s in seats {\n    reveal found = hand of s where it is joker\n    move found to box unseen\n  }",
        None,
    ),
    "a piece whose owner was told": (
        "reveal one = the first of (cards where rank is ace)\n  reveal giver = the owner of one\n"
        "  move one to deck unseen",
        "one",
    ),
    "a piece of some hand whose owner was told": (f"{OWNER_TOLD}\n  move c to box unseen", None),
    "a piece shown by a rule that told the owner of another": (
        "run()\n  rule run {\n    let own = the first of hand of turn\n    tell(own)\n"
        "    chance secretly chooses swap c from hand of seats\n    tell(c)\n  }\n"
        "  rule tell(x: card) {\n    show x to turn\n    reveal giver = the owner of x\n  }",
        "x",
    ),
    "a piece of some hand whose owner was not told": (
        "chance secretly chooses swap c from hand of seats\n  move c to box unseen",
        "c",
    ),
    "a piece of one zone or another whose owner was told": (
        f"{OWNER_TOLD.replace('hand of seats', '(if secret > 1 then hand of turn else kept of turn)')}\n"
        "  move c to box unseen",
        "c",
    ),
    "a piece that may have left the hand before its owner was told": (
        f"{OWNER_TOLD.replace(chr(10), chr(10) + LAID)}\n  move c to box unseen",
        "c",
    ),
    "a piece that may have left the hand after its owner was told": (
        f"{OWNER_TOLD}\n  {LAID}\n  move c to box unseen",
        "c",
    ),
    "a piece that an earlier pass may have moved": (
        f"for c in hand of turn {{\n {LAID}\n reveal giver = the owner of c\n move c to box unseen }}",
        "c",
    ),
    "a piece dealt anew after its owner was told": (
        f"{OWNER_TOLD}\n  move cards to deck\n  shuffle deck\n"
        "  for s in seats { move first(3) of deck to hand of s }\n  move c to box unseen",
        "c",
    ),
    "a piece that may be one that was shown and moved after its owner was told": (
        f"{OWNER_TOLD}\n  reveal top = first of hand of turn\n  move top to kept of turn\n  move c to box unseen",
        "c",
    ),
    "a piece that may have been drawn from a row after its owner was told": (
        f"{OWNER_TOLD.replace('hand of seats', 'shared_eyes of seats')}\n"
        "  move first(1) of shared_eyes of turn to kept of turn\n  move c to box unseen",
        "c",
    ),
    "a piece whose owner was told before another was put back": (
        f"{OWNER_TOLD}\n  move first of deck to hand of giver\n  move c to box unseen",
        None,
    ),
    "all cards": ("move cards to deck", None),
    "all cards but those that lie open": ("move cards where it not in table to deck", None),
    "who has a card of those that lie open, by their zone": (
        "zone laid per seat: set seen by all\n move first(2) of deck to laid of turn\n"
        " reveal top = first of (cards where it in laid of seats)\n move first of hand of turn to box unseen\n"
        " if owner of top is turn { open_count := 1 }\n move laid of seats to deck",
        None,
    ),
    "all cards of a hidden place where coins lie, too": (
        f"{COINS}move cards where it in chest to deck",
        "cards where it in chest",
    ),
    "all cards but those of a hidden place where coins lie, too": (
        f"{COINS}move cards where it not in chest to deck",
        "cards where it not in chest",
    ),
    "all cards but a hand, and then one": (
        "move cards where it not in hand of turn to deck\n  move joker to box",
        "joker",
    ),
    "one of all that were brought together": ("move cards to deck\n  move joker to box", None),
    # ---- pieces that surely lie elsewhere than where others are taken from in secret
    "each open card moved, and one of a hand in secret": (f"for c in table {{\n {DROP}\n move c to box\n }}", None),
    "each open card moved, and one of a hand in secret by a rule": (
        f"for c in table {{\n drop()\n move c to box\n }}\n  rule drop {{ {DROP} }}",
        None,
    ),
    "one that lies open, and one of a hand in secret": (f"{OPEN}{DROP}\n move c to box\n }}", None),
    "one that lies open, and some drawn in secret": (
        f"{OPEN}move first(2) of deck to box unseen\n move c to box\n }}",
        None,
    ),
    "one that went where all see it, and one of a hand in secret": (
        f"run()\n rule run {{\n turn chooses lay c from hand of turn\n move c to table\n {DROP}\n move c to box\n }}",
        None,
    ),
    "some that lie open, and one of a hand in secret": (
        f"run()\n rule run {{\n let some_here = table where rank is ace\n {DROP}\n move some_here to box unseen\n }}",
        None,
    ),
    "whose an open card is, after one of a hand moved in secret": (
        "zone laid per seat: set seen by all\n move first(2) of deck to laid of turn\n"
        f" for c in laid of seats {{\n {DROP}\n if owner of c is turn {{ open_count := 1 }}\n }}\n"
        " move laid of seats to deck",
        None,
    ),
    "one that a rule laid where all see it, and one of a hand in secret": (
        f"{LAYS}lay(c)\n {DROP}\n move c to box\n }}\n  rule lay(x: card) {{ move x to laid }}",
        None,
    ),
    "one that may be another that was laid where all see it": (
        f"{LAYS}let e = the last of table\n move e to laid\n {DROP}\n move c to box\n }}",
        None,
    ),
    "one that was laid and may have been picked up": (
        f"{LAYS}move first of table to laid\n move laid to hand of turn\n {DROP}\n move c to box\n }}",
        "c",
    ),
    "one that a rule may have laid and picked up": (
        f"{LAYS}go_on()\n go_on()\n move c to box\n }}\n"
        f"  rule go_on {{\n {DROP}\n move laid to hand of turn\n move first of table to laid\n }}",
        "c",
    ),
    "where a card lies in a row that may be the one it went to": (
        f"{LAYS}move first of table to laid\n if the position of c > 1 {{ open_count := 1 }}\n }}",
        None,
    ),
    "where a card lies in a row that may be a hidden one": (
        f"{LAYS}move first of table to shared_eyes of turn\n if the position of c > 1 {{ open_count := 1 }}\n }}",
        "the position of c > 1",
    ),
    "each open card moved, and another of them in secret": (
        "for c in table {\n chance secretly chooses miss d from table\n move d to box unseen\n move c to box\n }",
        "c",
    ),
    "one that another name took to the hand": (
        f"{OPEN}let e = c\n move e to hand of turn\n {DROP}\n move c to box\n }}",
        "c",
    ),
    "one that may have been drawn to the hand": (
        f"{OPEN}move first(2) of table to hand of turn\n {DROP}\n move c to box\n }}",
        "c",
    ),
    "one that a branch took to the hand": (
        f"{OPEN}if open_count > 1 {{ move c to hand of turn }}\n {DROP}\n move c to box\n }}",
        "c",
    ),
    "one that an answer took to the hand before the loop was left": (
        f"{OPEN}repeat r 2 times {{\n turn chooses act {{\n take {{ move c to hand of turn\n leave r }}\n"
        f" wait {{ }}\n }}\n }}\n {DROP}\n move c to box\n }}",
        "c",
    ),
    "one that a rule was given and took to the hand": (
        f"{OPEN}take(c)\n {DROP}\n move c to box\n }}\n  rule take(x: card) {{ move x to hand of turn }}",
        "c",
    ),
    "one that a rule may have taken to the hand before it dropped one": (
        f"{OPEN}take_and_drop()\n move c to box\n }}\n"
        f"  rule take_and_drop {{\n move first of table to hand of turn\n {DROP}\n }}",
        "c",
    ),
    "one that a rule may have taken to the hand, where it then drops one": (
        f"{OPEN}drop_and_take()\n drop_and_take()\n move c to box\n }}\n"
        f"  rule drop_and_take {{\n {DROP}\n move first of table to hand of turn\n }}",
        "c",
    ),
    "one that may be among those a later pass takes to the hand": (
        f"for c in table {{\n {DROP}\n move c to box\n move last of table to hand of turn\n }}",
        "c",
    ),
    "one that went through three places in a loop": (
        f"zone laid: row seen by all\n move laid to deck\n {OPEN}repeat r 3 times {{\n {DROP}\n"
        " for k in laid { move k to hand of turn }\n for k in table { move k to laid }\n }\n move c to box\n }",
        "c",
    ),
    "one that a rule gives after it took it to the hand": (
        f"run()\n rule run {{\n let c = took()\n {DROP}\n move c to box\n }}\n"
        "  rule took: card {\n let c = the first of table\n move c to hand of turn\n give c\n }",
        "c",
    ),
    "the first of a hand and one that was moved from there by another name": (
        "run()\n rule run {\n reveal c = the first of hand of turn\n reveal e = the first of hand of turn\n"
        " move e to table\n move the first of ((hand of turn where rank is ace) with c) to box unseen\n }",
        "the first of ((hand of turn where rank is ace) with c)",
    ),
    "one called by its name, and one of a hand in secret": (
        f"{NAMED}{DROP}\n move c to box\n }}",
        "c",
    ),
    "one called by its name, after others moved, and one of a hand in secret": (
        f"{NAMED}move table to kept of turn\n {DROP}\n move c to box\n }}",
        "c",
    ),
    "one of an open zone or called by its name": (
        f"{NAMED}let e = if open_count > 1 then c else the first of table\n {DROP}\n move e to box\n }}",
        "e",
    ),
    "one that lies open, and any card in secret": (
        f"move cards to deck\n {OPEN}turn secretly chooses away d from cards\n move d to kept of turn\n"
        " move c to box\n }",
        "c",
    ),
    "where in a hidden row a card lies": (
        f"{NAMED}if the position of c > 1 {{ open_count := 1 }}\n }}",
        "the position of c > 1",
    ),
    "one of two zones": (
        "run()\n rule run {\n reveal own = the first of hand of turn\n"
        f" let c = if open_count > 1 then the first of table else own\n {DROP}\n move c to box\n }}",
        "c",
    ),
    "a name that stands for one of another zone in a later pass": (
        "run()\n rule run {\n reveal own = the first of hand of turn\n state c: card = the first of table\n"
        f" repeat r 2 times {{\n {DROP}\n move c to box\n c := own\n }}\n }}",
        "c",
    ),
    "one that may have been moved": (
        "run()\n  rule run {\n    let c = the first of hand of turn\n"
        "    turn secretly chooses lay d from hand of turn\n    move d to kept of turn\n    move c to box\n  }",
        "c",
    ),
    "who had an open card that has moved under another name": (
        "zone laid per seat: set seen by all\n move first(2) of deck to laid of turn\n move first of deck to table\n"
        " act()\n move laid of seats to deck\n rule act {\n"
        " let c = the first of table\n let e = the first of table\n move c to laid of turn\n"
        " chance secretly chooses swap d from laid of seats\n reveal giver = the owner of d\n"
        " move e to kept of turn\n move d to box unseen\n }",
        "d",
    ),
    "one of a hidden few": (
        "move first of (deck where rank is ace) to box unseen",
        "first of (deck where rank is ace)",
    ),
    "one of a hidden few, surely": ("move the first of (deck where rank is ace) to box unseen", None),
    "the first of a hidden pile": ("move first of deck to box", None),
    "the last of a hand": ("move last of hand of turn to box", None),
    "an open card chosen by a hidden one": (
        "move the first of (table preferring suit is suit of first of hand of turn) to box",
        "the first of (table preferring suit is suit of first of hand of turn)",
    ),
    "a place in a hidden row": (
        "zone own per seat: row seen by owner\n  move hand of turn to own of turn\n"
        "  turn chooses play c from own of turn\n  if the position of c > 0 { open_count := 1 }\n"
        "  move own of turn to deck",
        "the position of c > 0",
    ),
    "the first of an open pile that was shuffled": (
        "zone pile: row seen by all\n  move first(3) of deck to pile\n  shuffle pile\n"
        "  if rank of first of pile is ace { open_count := 1 }\n  move pile to deck",
        "rank of first of pile is ace",
    ),
    "by a zone that was shown, and by one that was not": (
        "show hand of left of turn to turn\n"
        "  turn chooses take c from hand of left of turn where rank is rank of first of box",
        "hand of left of turn where rank is rank of first of box",
    ),
}


def write(lines: str, folder: Path) -> Path:
    path = folder / "leaks.coup"
    path.write_text(FRAME.replace("LINES", lines), "utf-8")
    return path


@pytest.mark.parametrize("name", CASES)
def test_what_tells_something_hidden(name: str, tmp_path: Path) -> None:
    lines, told = CASES[name]
    _, problems = check_game(write(lines, tmp_path))
    wanted = [] if told is None else [told] if isinstance(told, str) else told
    assert {(p.code.number, p.span.text) for p in problems} == {("E314", text) for text in wanted}


@pytest.mark.parametrize(
    ("seats", "codes"), [("[1, 2]", ["E314"]), ("1 .. 3", ["E314"]), ("2 .. 3", []), ("[2, 3]", [])]
)
def test_who_plays_alone_sits_to_the_left_of_himself(seats: str, codes: list[str], tmp_path: Path) -> None:
    path = write("turn chooses clue r from rank of shared_eyes of left of turn", tmp_path)
    path.write_text(path.read_text("utf-8").replace("seats [2]", f"seats {seats}"), "utf-8")
    assert [problem.code.number for problem in check_game(path)[1]] == codes


BY_BID = "the first of (highest of hand of {} by (if rank is ace then bid of {} else 1))"
BEST = f"let c = {BY_BID.format('left of turn', 'turn')}\n "
OPENLY = "".join(f"note({'left of ' * i}turn, {'left of ' * j}turn, d)\n " for i in range(7) for j in range(7))
NOTE = "\n }\n rule note(s: seat, t: seat, x: card) { if open_count > 300 { move x to box } "
PICKED = "".join(
    f"let x{i}_{j} = pick({'left of ' * i}turn, {'left of ' * j}turn)\n " for i in range(11) for j in range(11)
)
PICK = f"\n }}\n rule pick(s: seat, t: seat): card = {BY_BID.format('s', 't')}\n rule end {{ "
# By a secret of one seat a card of another is chosen. The moves of it, and what else is underlined.
CHOSEN_BY_SECRETS = {
    "at once": f"{BEST}move c to box",
    "when the seats are called otherwise": f"{BEST}turn := left of turn\n move c to box",
    "when the seat has no name any more": f"{BEST}for s in seats {{ turn := s }}\n move c to box",
    "by a rule called in more ways than are told apart":
        f"let d = the first of table\n {BEST}{OPENLY}note({FAR} turn, turn, c){NOTE}",
    "by a value asked for in more ways than are told apart":
        f"{PICKED}let c = pick({FAR} turn, turn)\n move c to box{PICK}",
    "in one of two ways that meet":
        "state c: card = the first of deck\n if open_count > 1 {\n"
        " c := the first of (highest of table by (if rank is ace then secret else 1))\n }\n move c to box",
    "when more is seen of it than before":
        f"{BEST}reveal d = the first of hand of left of turn\n move d to hand of turn\n move c to table",
}  # fmt: skip


@pytest.mark.parametrize("name", CHOSEN_BY_SECRETS)
def test_which_card_a_secret_chose_is_told_by_no_move(name: str, tmp_path: Path) -> None:
    path = write(f"run()\n rule run {{\n {CHOSEN_BY_SECRETS[name]}\n }}", tmp_path)
    path.write_text(path.read_text("utf-8").replace("seats [2]", "seats [3]"), "utf-8")
    problems = check_game(path)[1]
    assert {problem.code.number for problem in problems} == {"E314"}
    assert any("which pieces are moved" in problem.message for problem in problems)


FUND = """edition 1
mechanic fund {
  needs zone stash per seat
  needs turn: seat
  pieces coins: 4
  zone bank: set of coins seen by all = coins
  move bank to stash of turn
}
"""


@pytest.mark.parametrize(("zone", "codes"), [("stash", ["E314"]), ("bank", [])])
def test_played_anew_a_mechanic_lays_its_pieces_elsewhere(zone: str, codes: list[str], tmp_path: Path) -> None:
    (tmp_path / "mechanics").mkdir()
    mechanic = FUND if zone == "stash" else FUND.replace("  move bank to stash of turn\n", "")
    (tmp_path / "mechanics" / "fund.coup").write_text(mechanic, "utf-8")
    lines = (
        "use fund\n zone open_place: set of coins seen by all\n zone stash per seat: set of coins seen by owner\n"
        " zone chest: set of coins seen by none\n move first(2) of bank to open_place\n run()\n rule run {\n"
        " let k = first of open_place\n play fund()\n turn secretly chooses drop d from stash of turn\n"
        " move d to chest unseen\n if k is not none { move the k to chest }\n }\n move stash of seats to chest"
    )
    assert [problem.code.number for problem in check_game(write(lines, tmp_path))[1]] == codes


def test_rules_that_call_one_another_in_loops_are_followed_to_their_end(tmp_path: Path) -> None:
    on = "for c in hand of s {{ go{0}(left of s, s) }}\n for c in hand of t {{ go{0}(s, left of t)\n go{0}(t, s) }}"
    ways = [f"rule go{n}(s: seat, t: seat) {{\n {on.format(n + 1)}\n }}\n" for n in range(20)]
    last = "rule go20(s: seat, t: seat) { bid of s := count of (hand of s where rank is ace) }"
    assert check_game(write(f"go0(turn, left of turn)\n {''.join(ways)}{last}", tmp_path))[1] == []


def test_a_revealed_value_is_told_to_everybody(tmp_path: Path) -> None:
    path = write("reveal aces = hand of turn where rank is ace", tmp_path)
    game = coupdsl.Game(coupdsl.load(str(path), players=2), seed=1)
    hand = next(zone["pieces"] for zone in game.state.view(0)["zones"] if zone["name"] == "hand")
    aces = [face for face in ("AS", "AH") if face in hand]
    assert aces
    for seat in (0, 1, None):
        told = [event for event in game.seen(seat) if event["event"] == "revealed"]
        assert told == [{"event": "revealed", "name": "aces", "of": "set of card", "value": aces}]


def test_leaks_are_looked_for_once_all_else_is_right(tmp_path: Path) -> None:
    leak = "if some hand of turn where rank is ace { open_count := 1 }"
    for others, found in (("open_count := nowhere", "E201"), ("open_count :=", "E101"), ("open_count := 1", "E314")):
        _, problems = check_game(write(f"{leak}\n  {others}", tmp_path))
        assert [problem.code.number for problem in problems] == [found]


@pytest.mark.parametrize(
    ("game", "right", "wrong", "help_"),
    [
        ("hold_em", "highest of rivals by value(laid_open of it)", "highest of rivals by value(hand of it)", "zone"),
        ("hold_em", "5\n    rule show", "if some hand of seats where rank is ace then 5 else 5\n    rule show", "zone"),
        ("tarot", "allowed(s) with (hand of s where it is excuse)", "hand of left of s", "what its chooser sees"),
    ],
)
def test_what_a_mechanic_tells_by_a_rule_of_the_game_stands_at_that_rule(
    game: str, right: str, wrong: str, help_: str, tmp_path: Path
) -> None:
    path = tmp_path / "game.coup"
    text = (ROOT / "tests" / "house" / f"{game}.coup").read_text("utf-8")
    path.write_text(text.replace(right, wrong), "utf-8")
    (problem,) = check_game(path)[1]
    assert (problem.code.number, problem.span.text) == ("E314", wrong.partition("\n")[0])
    assert help_ in (problem.help or "")
    ((place, _),) = problem.also
    assert "mechanics" in place.source.name


def test_what_two_rules_of_the_game_tell_a_mechanic_together_stands_at_both(tmp_path: Path) -> None:
    path = tmp_path / "game.coup"
    chip, best = "if some hand of seats where rank is ace then 5 else 5", "highest of rivals by value(hand of it)"
    text = (ROOT / "tests" / "house" / "hold_em.coup").read_text("utf-8")
    text = text.replace("rule chip = 5", f"rule chip = {chip}")
    path.write_text(text.replace("highest of rivals by value(laid_open of it)", best), "utf-8")
    assert [(problem.code.number, problem.span.text) for problem in check_game(path)[1]] == [
        ("E314", chip),
        ("E314", best),
    ]
