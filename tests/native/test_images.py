"""Of which cards is there another in a zone, that stands to them in some way: asked of all at once, and of each."""

from __future__ import annotations

from contextlib import suppress

import pytest
from tests.native.lockstep import lockstep, played_on
from tests.native.programs import with_copies
from tests.small_games import game, load_text

import coupdsl
from coupdsl.code import expressions as x
from coupdsl.code.errors import RulesError
from coupdsl.code.worked_out import all_expressions
from coupdsl.engine.chance import derive
from coupdsl.language import types as ty
from coupdsl.native.expressions.images import Images

LINES = """  s0 chooses taking {
    take c from cards where fits(it) { move c to trick }
    leave { }
  }
  s1 chooses again {
    keep c from hand of s1 where fits(it) { }
    none_fits if not (some cards where fits(it)) { }
    give_up { }
  }
  rule run(u: suit or none) = trick where suit is u
  rule held(s: seat) = hand of s where rank is not two
  rule fits(c: card) = CONDITION"""

AT_ONCE = [
    "some run(suit of c) where rank in near(rank of c, [ace, king, queen, two])",
    "some trick where suit is suit of c and rank is not rank of c",
    "some hand of s1 where rank is rank of c and suit is not suit of c",
    "c is not joker and not (some hand of s0 where rank is not two and it is c)",
    "some deck where suit is suit of c or it is joker",
]
OF_EACH = [
    "some held(if suit of c is spades then s0 else s1) where rank is rank of c",
    "every run(suit of c) where rank is not rank of c",
    "some trick where it is joker and the position of it < the position of c",
    "some trick where it is ace of hearts and the position of it < the position of c",
    "c in trick and (some trick where it is ace of hearts and the position of it > the position of c)",
]


def play(condition: str, copies: int) -> None:
    text = game(LINES.replace("CONDITION", condition)).replace("seen by owner", "seen by all")
    rules = load_text(with_copies(text.replace("seen by none", "seen by all"), copies))
    machine = coupdsl.Machine(rules)
    for seed in range(6):
        lockstep(rules, machine, seed)
        with suppress(RulesError):  # some fail at once, in both
            state = machine.start(seed)
            assert machine.playouts(state, seed, 2) == [played_on(state.reference(), derive(seed, n)) for n in range(2)]


@pytest.mark.parametrize("copies", [1, 2])
@pytest.mark.parametrize("condition", AT_ONCE)
def test_they_are_asked_at_once(condition: str, copies: int, monkeypatch: pytest.MonkeyPatch) -> None:
    found, of = [], Images.of
    monkeypatch.setattr(Images, "of", lambda *asked: found.append(of(*asked)) or found[-1])
    play(condition, copies)
    assert copies == 2 or any(image is not None for image in found)  # of two packs, some have too many ways


@pytest.mark.parametrize("condition", OF_EACH)
def test_they_are_asked_one_by_one(condition: str) -> None:
    play(condition, 1)


def test_what_is_known_of_one_name_is_not_taken_for_another() -> None:
    text = game(LINES.replace("CONDITION", "some trick where suit is suit of c"))
    condition = next(one for one in all_expressions(load_text(text).code) if isinstance(one, x.Quantified))
    one, other = x.Name(ty.CARD, 0, False), x.Name(ty.CARD, 1, False)
    images = Images(lambda _, __, given: 1 if one in given else None, lambda _, __: None)
    assert images.of(condition, other, 1) is None
    assert images.of(condition, one, 1) is not None
