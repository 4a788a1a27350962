"""Equal cards that lie open in several places are one answer: `validate` warns where the card itself is then moved."""

from __future__ import annotations

import pytest
from tests.small_games import in_folder

from coupdsl.authoring.validation import check_paths

GAME = """edition 1
game tops {
  seats [2]
  cards {
    suits red R, blue B
    ranks ace A, king K
    copies 2
  }
  kind house as houses { }
  house north { }
  house south { }
  zone box: row seen by all = cards
  zone mine: row seen by all
  zone common: row seen by all
  zone pile per house: row seen by all
  zone heap per seat: row seen by all
  zone drawer per seat: set seen by others
  zone out: row seen by all
  state called: rank or none = none
  state kept: card or none = none
  let s = first of seats
  move box where rank is ace and suit is red to common
  move last of common to mine
  move box where rank is king and suit is red to pile of north
  move last of pile of north to pile of south
  move box where rank is ace and suit is blue to heap of s
  move last of heap of s to heap of left of s
  move box where rank is king and suit is blue to drawer of left of s
  move last of drawer of left of s to drawer of s
  rule tops: set of card = last(1) of mine with last(1) of common
  rule lay(c: card) {
    let d = c
    move d to out
  }
  rule looked_at(c: card) { called := rank of c }
  rule like(c: card): set of card = box where suit is suit of c
  LINES
  finish by count of heap of it
  limit 10 moves { finish by count of drawer of it }
}
"""
TOPS = "`take AR` is one answer for what lies in `mine` and in `common`"
WARNED = {
    "s chooses take c from tops\n move c to out": [TOPS],
    "s chooses take c from tops\n lay(c)": [TOPS],
    "s chooses take c from tops\n kept := c\n if kept is not none { move kept to out }": [TOPS],
    "s chooses take c from tops\n move tops where it is not c to out": [],  # a condition is not what moves
    "s chooses take { take c from last(1) of mine { move c to out }\n claim c from last(1) of common { lay(c) } }": [],
    "s chooses take c from last(1) of mine with (last(1) of common where suit is blue)\n move c to out": [],
    "s chooses take { take c from tops if c in mine { move c to out } }": [],
    "s chooses take c from pile of north with pile of south\n move c to out": [
        "`take KR` is one answer for what lies in `pile` of north and in `pile` of south"
    ],
    "s chooses take { take h from houses, c from pile of h { move c to out } }": [],
    "s chooses give_one { give_one t from seats, c from heap of s with heap of left of s { move c to heap of t } }": [
        "`give_one 0 AB` is one answer for what lies in `heap` of seat 0 and in `heap` of seat 1"
    ],
    "s chooses give_one { give_one c from heap of s with heap of left of s, t from seats { move c to heap of t } }": [
        "`give_one AB 0` is one answer for what lies in `heap` of seat 0 and in `heap` of seat 1"
    ],
    "s chooses name c from tops\n called := rank of c": [],
    "s chooses name c from tops\n looked_at(c)\n move box where rank is called to out": [],
    "s chooses name c from tops\n move mine where rank is rank of c to out": [],
    "s chooses name c from tops\n move like(c) to out": [],
    "s chooses name c from tops\n move (box without [c]) to out": [],
    "chance chooses fall c from tops\n move c to out": [],
}


@pytest.mark.parametrize("lines", WARNED)
def test_that_one_answer_stands_for_several_places_is_told(lines: str) -> None:
    path = in_folder({"tops.coup": GAME.replace("LINES", lines)}) / "tops.coup"
    report = check_paths([path], games=1)
    assert report.errors == []
    assert [one.message for one in report.warnings if one.code.number == "E608"] == WARNED[lines]
