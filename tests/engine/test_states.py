"""States as values: copied, compared, saved and read back; damage to saved ones is always noticed."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.helpers import examples, rules_of
from tests.small_games import game, load_text, start

import coupdsl
from coupdsl.engine.saving import with_seal

LINES = """state share: ratio = 1/3
state heap: list of card = []
shuffle deck
heap := trick
for s in seats { s chooses take m from 0 .. (cash of s) step 50
  s pays m * share rounded down to 1 to pot for stake }
for s in seats { move first of deck to hand of s }
if heap is empty { touch() }"""


def moved(state: coupdsl.State, number: int, seed: int = 0) -> coupdsl.State:
    rnd = random.Random(seed)
    for _ in range(number):
        if not state.is_over:
            state.apply(rnd.choice(state.legal_moves()))
    return state


@pytest.mark.parametrize("seed", [None, 5])
@pytest.mark.parametrize("number", range(6))
def test_a_saved_state_goes_on_the_same(seed: int | None, number: int) -> None:
    rules = load_text(game(LINES))
    state = moved(rules.start(seed), number)
    restored = rules.restore(json.loads(json.dumps(state.save())))
    assert restored == state
    assert hash(restored) == hash(state)
    assert restored.save() == state.save()
    assert restored.view(0) == state.view(0)
    assert moved(restored, 9) == moved(state, 9)


@pytest.mark.parametrize("seed", [None, 5])
def test_copies_are_independent(seed: int | None) -> None:
    state = load_text(game(LINES)).start(seed)
    other, before = state.copy(), state.save()
    assert other == state
    assert other is not state
    moved(other, 4)
    assert state.save() == before
    assert other != state
    assert state != "a state"


def test_a_copy_may_have_a_chance_of_its_own() -> None:
    state = load_text(game(LINES)).start(5)
    hands = {str(moved(state.copy(seed=seed), 2).held) for seed in range(30)}
    assert len(hands) == 6  # three cards, two are dealt
    assert moved(state.copy(seed=5), 2) == moved(state.copy(), 2)


def test_positions_by_hand_do_not_tell_the_order_of_a_shuffled_pile() -> None:
    again = "shuffle deck\n move first(3) of deck to trick\n move trick to deck\n"
    lines = f"{again} shuffle deck\n move first of deck to trick"
    rules = load_text(game(lines))
    one, other = rules.start(), rules.start()
    for state, marks in ((one, ("QH", "2H", "X")), (other, ("X", "QH", "2H"))):
        for mark in marks:
            state.apply(f"deal {mark} to trick")
    assert one == other


def test_nothing_of_a_mechanic_is_left() -> None:
    """However it went, equal situations are equal."""
    mechanic = """mechanic m(n: number) {
      needs account cash per seat
      state last_bid: number = 0
      state by_seat per seat: number = n
      for s in seats {
        s chooses bid b from 0 .. 3
        last_bid := b
        by_seat of s := last_bid
      }
    }"""
    rules = load_text(game("use m\n if one is 2 { play m(7) }\n play m(8)", mechanic))
    one, other = rules.start(1), rules.start(1)
    for state, bids in ((one, (1, 2)), (other, (3, 0))):
        assert state.view(0)["states"]["by_seat"] == [8, 8]
        for bid in bids:
            state.apply(f"bid {bid}")
        assert state.view(0)["states"]["last_bid"] is None
    assert one == other


# ---- damage
def saved_states() -> list[tuple[coupdsl.Rules, dict[str, Any]]]:
    small = load_text(game(LINES))
    large = rules_of("parker-1966", 4)
    found = [(small, moved(small.start(seed), number).save()) for seed in (None, 3) for number in (0, 2, 9)]
    return found + [(large, moved(large.start(seed), 60).save()) for seed in (None, 3)]


STATES = saved_states()
BAD: list[Any] = [-1, 0, 1, 7, 1 << 80, None, True, 1.0, float("nan"), "", "x", [], [0], {}, {"list": 3}, b"x", {1, 2}]


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in nested data."""
    inside = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [path] * bool(path) + [deep for key, value in inside for deep in places(value, (*path, key))]


@given(which=st.sampled_from(range(len(STATES))), data=st.data(), how=st.sampled_from(["set", "remove", "add", "swap"]))
@examples(400)
def test_damage_is_noticed(which: int, data: st.DataObject, how: str) -> None:
    rules, whole = STATES[which]
    saved = copy.deepcopy(whole)
    *path, key = data.draw(st.sampled_from(places(whole)))
    inner: Any = saved
    for step in path:
        inner = inner[step]
    if how == "remove":
        del inner[key]
    elif how == "add" and isinstance(inner, list):
        inner.insert(key, data.draw(st.sampled_from(BAD)))
    elif how == "swap" and isinstance(inner, list):
        inner[key], inner[-1] = inner[-1], inner[key]
    else:
        inner[key] = data.draw(st.sampled_from(BAD))
    assume(repr(saved) != repr(whole))
    with pytest.raises(ValueError, match=r"^the saved state (is damaged|belongs to other rules)"):
        rules.restore(saved)


@pytest.mark.parametrize("given_", [None, 3, "state", [], {}, {"fingerprint": None}])
def test_what_is_no_saved_state_is_refused(given_: Any) -> None:
    with pytest.raises(ValueError, match="the saved state belongs to other rules"):
        STATES[0][0].restore(given_)


def test_a_state_of_other_rules_is_refused() -> None:
    with pytest.raises(ValueError, match="the saved state belongs to other rules"):
        load_text(game("one := 2")).restore(STATES[0][1])
    with pytest.raises(ValueError, match="the saved state belongs to other rules"):
        load_text(game(LINES), 3).restore(STATES[0][1])


def test_only_a_seal_of_its_own_data_counts() -> None:
    rules, saved = STATES[0]
    assert with_seal(saved) == saved
    for wrong in ({**saved, "seal": None}, {**saved, "pc": {1}, "seal": None}, {**saved, "count": 1}):
        with pytest.raises(ValueError, match="the saved state is damaged"):
            rules.restore(wrong)
    changed = with_seal({**saved, "count": 1})
    assert changed["seal"] != saved["seal"]
    assert rules.restore(changed).count == 1


# ---- the start
def test_more_than_512_pieces_are_refused() -> None:
    with pytest.raises(coupdsl.Problems) as caught:
        load_text(game().replace("pieces notes: 3", "pieces notes: 504"))
    assert [one.code.number for one in caught.value.diagnostics] == ["E313"]


def test_moves_of_the_same_rules_loaded_again_are_the_same_moves() -> None:
    rules, again = load_text(game(LINES)), load_text(game(LINES))
    for begun in (rules.start, coupdsl.Machine(rules).start):
        state, same = begun(3), begun(3)
        move = state.legal_moves()[1]
        assert [str(one) for one in again.moves if str(one) == str(move)] == [str(move)]
        same.apply(move)
        state.apply(next(one for one in again.moves if str(one) == str(move)))
        assert state == same
        with pytest.raises(coupdsl.IllegalMove, match="bet"):
            state.apply(next(one for one in rules_of("kuhn", 2).moves if str(one) == "bet"))


def test_what_is_neither_a_move_nor_its_notation_is_refused_as_such() -> None:
    rules = rules_of("kuhn", 2)
    begun: Any
    for begun in (rules.start(3), coupdsl.Machine(rules).start(3), coupdsl.Game(rules, 3)):
        for wrong in (0, None, b"bet"):
            with pytest.raises(TypeError, match="a move is its notation or a `Move`, such as"):
                begun.apply(wrong)
    state = rules.start()
    asked = state.copy(seed=3)
    assert (asked.actor, asked.chances()) == (coupdsl.CHANCE, state.chances())
    asked.apply(asked.legal_moves()[0])
    assert asked.actor == 0  # from there on its own chance answers


@pytest.mark.parametrize("seat", [-1, 2])
def test_seats_where_nobody_sits_are_refused(seat: int) -> None:
    rules = rules_of("kuhn", 2)
    played = coupdsl.Game(rules, 3)
    machine = coupdsl.Machine(rules)
    for asked in (
        rules.start(3).view, machine.start(3).view, played.seen, lambda of: played.told(played.events[0], of),
        lambda of: played.why_paid(-1, of),
    ):  # fmt: skip
        with pytest.raises(ValueError, match="the seats are 0 to 1"):
            asked(seat)


def test_games_are_played_on_from_positions_of_the_reference_too() -> None:
    rules = rules_of("kuhn", 2)
    machine = coupdsl.Machine(rules)
    assert machine.playouts(rules.start(3), 1, 5) == machine.playouts(machine.start(3), 1, 5)
    leduc = rules_of("leduc", 2)
    for state in (leduc.start(3), coupdsl.Machine(leduc).start(3)):
        with pytest.raises(ValueError, match="the state belongs to other rules"):
            machine.playouts(state, 1, 5)


def test_alphabet_is_fixed_and_numbered() -> None:
    rules = load_text(game(LINES))
    assert [move.id for move in rules.moves] == list(range(len(rules.moves)))
    assert len({str(move) for move in rules.moves}) == len(rules.moves)
    assert [str(move) for move in rules.moves if move.word == "take"][:3] == ["take 0", "take 50", "take 100"]


def test_the_order_of_a_bag_counts_only_where_a_seed_draws_from_it() -> None:
    lines = "shuffle deck\n move first of deck to trick\n move trick to deck\n shuffle deck"
    one, other = start(lines, seed=None), start(lines, seed=None)
    one.apply(one.legal_moves()[0])
    other.apply(other.legal_moves()[-1])
    assert one == other
    assert hash(one) == hash(other)
