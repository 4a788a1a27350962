"""What holds of every game that is shipped, under any of its options, at every move."""

from __future__ import annotations

import json
import random
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.helpers import SEEDS, Situation, choose, examples, play_out, situations

import coupdsl
from coupdsl.play.log import read_log, replay

pytestmark = pytest.mark.unmeasured

STRONG = st.one_of(st.none(), st.integers(0, 2))


def check_money(state: coupdsl.State, total: int) -> None:
    assert sum(state.balances) == total
    uncounted = state.code.layout.uncounted  # what always has enough is told of what went from it and to it
    assert all(balance >= 0 for at, balance in enumerate(state.balances) if at not in uncounted)


def check_pieces(state: coupdsl.State) -> None:
    """Every piece lies in exactly one zone, and all that say where it lies agree."""
    inside = [0] * len(state.held)
    for piece, zone in enumerate(state.where):
        inside[zone] |= 1 << piece
    assert inside == state.held
    for number, zone in enumerate(state.code.layout.zones):
        pile = state.rows[number] + state.bags[number] + state.tails[number]
        assert len(pile) == len(set(pile))
        assert sum(1 << piece for piece in pile) == (state.held[number] if zone.row else 0)
        assert state.bags[number] or not state.tails[number]


def check_progress(state: coupdsl.State) -> None:
    if state.is_over:
        assert state.actor is None
        assert state.legal_moves() == []
        return
    moves = state.legal_moves()
    assert moves, state.decision
    assert [move.id for move in moves] == sorted({move.id for move in moves})
    assert state.actor == coupdsl.CHANCE or state.pending[0] == state.actor


# ---- at every move
@given(situations(), SEEDS, STRONG)
@examples(30)
def test_money_pieces_and_turns_are_sound_at_every_move_under_any_options(
    situation: Situation, seed: int, strong: int | None
) -> None:
    rules = situation.rules
    rnd = random.Random(seed)
    state = rules.start(seed)
    total = sum(state.balances)
    while not state.is_over:
        check_money(state, total)
        check_pieces(state)
        check_progress(state)
        state.apply(choose(state, rnd, strong))
        assert state.count <= rules.max_moves
    check_money(state, total)
    check_pieces(state)
    check_progress(state)
    result = state.result()
    assert result is not None
    assert result.winners
    assert len({result.scores[seat] for seat in result.winners}) == 1


@given(situations(), SEEDS)
@examples(12)
def test_chance_left_to_the_caller_is_sound_at_every_move_too(situation: Situation, seed: int) -> None:
    rnd = random.Random(seed)
    state = situation.rules.start()
    total = sum(state.balances)
    for _ in range(400):
        if state.is_over:
            break
        check_money(state, total)
        check_pieces(state)
        check_progress(state)
        if state.actor == coupdsl.CHANCE:
            assert [move for move, _ in state.chances()] == state.legal_moves()
            assert all(weight > 0 for _, weight in state.chances())
        state.apply(choose(state, rnd))


# ---- copies, saved states, two ways of chance
@given(situations(), SEEDS, st.integers(0, 300))
@examples(8)
def test_playing_a_copy_leaves_the_original_as_it_was(situation: Situation, seed: int, moves: int) -> None:
    rnd = random.Random(seed)
    state = play_out(situation.rules, seed, rnd, most=moves).state
    before, key = json.dumps(state.save()), state.key()
    copy, other = state.copy(), state.copy(seed=seed ^ 1)
    assert copy == state
    for one in (copy, other):
        while not one.is_over:
            one.apply(choose(one, rnd))
    assert json.dumps(state.save()) == before
    assert state.key() == key


@given(situations(), SEEDS, st.integers(0, 500), st.booleans())
@examples(8)
def test_a_state_saved_as_json_and_restored_goes_on_to_the_same_end(
    situation: Situation, seed: int, moves: int, explicit: bool
) -> None:
    rules = situation.rules
    state = play_out(rules, None if explicit else seed, random.Random(seed), most=moves).state
    restored = rules.restore(json.loads(json.dumps(state.save())))
    assert restored == state
    assert restored.view(None) == state.view(None)
    assert restored.legal_moves() == state.legal_moves()
    rnd = random.Random(seed)
    while not state.is_over:
        move = choose(state, rnd)
        assert state.apply(move) == restored.apply(str(move))
        assert restored.legal_moves() == state.legal_moves()
    assert restored == state
    assert restored.result() == state.result()


def chance_move(state: coupdsl.State, happened: Any) -> str:
    """The move of chance that caused an event of a game with a seed."""
    code: Any = state.code
    if happened.kind == "chose":
        assert happened.data[0] == coupdsl.CHANCE
        return str(code.alphabet.moves[happened.data[1]])
    assert happened.kind == "moved"
    source, to, piece, _ = happened.data
    face, zone_name = code.layout.face_of[piece], code.layout.zone_name
    read_before_it_moves = f"settle {face} in {zone_name(source)}"
    if read_before_it_moves in map(str, dict(state.chances())):
        return read_before_it_moves
    return f"deal {face} to {zone_name(to)}"


@given(situations(), SEEDS)
@examples(8)
def test_a_seeded_game_played_again_with_its_chance_moves_told_is_the_same_game(
    situation: Situation, seed: int
) -> None:
    rules = situation.rules
    game = play_out(rules, seed, random.Random(seed), most=3000)
    happened = [one for events in game.events for one in events]
    again = coupdsl.Game(rules)
    count = len(again.events[0])
    moves = iter(game.moves)
    while count < len(happened):
        actor = again.state.actor
        if actor == coupdsl.CHANCE:
            move = chance_move(again.state, happened[count])
        else:
            seat, made = next(moves)
            assert seat == actor
            move = str(made)
        count += len(again.apply(move))
    assert [one for events in again.events for one in events] == happened
    for seat in (None, *range(situation.players)):
        assert again.state.view(seat) == game.state.view(seat)


@given(situations(), SEEDS, st.integers(0, 500))
@examples(8)
def test_a_refused_move_changes_nothing(situation: Situation, seed: int, moves: int) -> None:
    rules = situation.rules
    state = play_out(rules, seed, random.Random(seed), most=moves).state
    legal = set(state.legal_moves())
    key = state.key()
    for move in [*rules.moves, "", "play", "no such thing", "play XX", "\0", "é" * 50]:
        if move in legal:
            continue
        with pytest.raises(coupdsl.IllegalMove):
            state.apply(move)
        assert state.key() == key, str(move)
    assert set(state.legal_moves()) == legal


# ---- the way there and back
@given(situations(), SEEDS, st.booleans(), st.integers(0, 1500))
@examples(4)
def test_a_log_replays_to_the_same_end_and_the_same_bytes(
    situation: Situation, seed: int, explicit: bool, moves: int
) -> None:
    game = play_out(situation.rules, None if explicit else seed, random.Random(seed), most=moves)
    with tempfile.TemporaryDirectory() as folder:
        first, second = Path(folder, "one.jsonl"), Path(folder, "two", "two.jsonl")
        game.save(first)
        again = replay(read_log(first))
        again.save(second)
        assert first.read_bytes() == second.read_bytes()
        assert sorted(path.name for path in Path(folder).iterdir()) == ["one.jsonl", "two"]
    assert again.state == game.state
    assert again.state.result() == game.state.result()
    assert again.seen(0) == game.seen(0)
