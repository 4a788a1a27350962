"""What an answer rests on holds nothing that who asks was not sent."""

from __future__ import annotations

import pytest
from tests.small_games import start

import coupdsl
from coupdsl.code.bits import members
from coupdsl.code.errors import IllegalMove
from coupdsl.code.evidence import Evidence
from coupdsl.engine.refusals import legal_move
from coupdsl.language.checker import whole

LARGE = """
  rule few(theirs: set of card, what: card) = count of theirs > 4
  s1 chooses act {
    take if few(hand of s0, the first of trick) { one := 2 }
    gift if not few(hand of s0, the first of trick) { one := 3 }
  }
"""
GUARDED = """
  state open per seat: flag = false
  s1 chooses act {
    call if (if open of s0 then count of (hand of s0 where rank is ace) else 0) > 0 { one := 2 }
    claim if some seats where open of it and count of (hand of s0 where rank is ace) > 0 { one := 3 }
    otherwise wait { }
  }
  open of s0 := true
"""


def refused(state: coupdsl.State, move: str) -> Evidence:
    with pytest.raises(IllegalMove) as found:
        state.copy().apply(move, 1)
    assert found.value.because is not None and found.value.because.evidence is not None
    return found.value.because.evidence


def test_what_a_rule_was_given_is_told_as_far_as_it_is_known() -> None:
    state = start(LARGE)
    gifts = [because.reason.evidence for move in state.legal_moves() for because in legal_move(state, move)]
    for evidence in [refused(state, "take"), *(one for one in gifts if one is not None)]:
        hidden = {state.rules.code.layout.face_of.index(face) for face in ("AS", "QS")}  # in the hand of the other
        sets = [asked.given[0] for asked in evidence.asked]
        assert sets and not any(hidden & set(members(one)) for one in sets)
        assert [asked.given[1] for asked in evidence.asked] == [state.rules.code.layout.face_of.index("KS")]


@pytest.mark.parametrize("move", ["call", "claim"])
def test_what_was_not_asked_in_play_is_not_worked_out_for_an_answer(move: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(whole, "check_leaks_at_home", lambda context: None)  # which refuses to offer by it
    state = start(GUARDED)
    numbers = [value for (_, kind), value in refused(state, move).values.items() if kind.is_numeric]
    assert 1 not in numbers  # so many Aces the other holds
