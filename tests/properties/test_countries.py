"""Whole random games of Coup D'Etat 2005 against the invariants of its rules, worked out here again from the board."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import event, given
from hypothesis import strategies as st
from tests.helpers import SEEDS, choose, examples, option_settings, rules_of

import coupdsl

pytestmark = pytest.mark.unmeasured

NAME = "coup-detat-2005"
POINTS = {"K": 0, "Q": 9, "J": 9, "A": 0, **{str(n): n for n in range(2, 9)}}
RANKS = "KQJ87766554433 22AA".replace(" ", "")
CELLS = [f"{column}{row}" for row in range(1, 7) for column in "abcdef"]


def beside(one: str, other: str) -> bool:
    return one != other and abs(ord(one[0]) - ord(other[0])) <= 1 and abs(int(one[1]) - int(other[1])) <= 1


def can_lay(state: coupdsl.State, places: dict[str, str]) -> bool:
    """Whether the country of the seat to lay can be laid with these ranks on these cells."""
    seat, rest = state.actor, [rank for rank in RANKS if rank not in places.values()]
    while state.decision == "lay" and state.actor == seat:
        options = {option.arguments[0][0]: option for option in state.legal_moves()}
        cell = next(iter(options.values())).arguments[1]
        rank = places.get(cell) or rest.pop()
        if rank not in options:
            return False
        state.apply(options[rank])
    return True


class Board:
    """What lies where, read from the state itself."""

    def __init__(self, state: coupdsl.State) -> None:
        layout = state.code.layout
        starts = {declared.name: at for declared, at in layout.state_start.items()}
        names = [layout.zone_name(number) for number in range(len(layout.zones))]
        self.cards: dict[str, str] = {}
        self.coins: dict[str, list[tuple[int, int, bool]]] = {cell: [] for cell in CELLS}
        self.gone: list[str] = []
        for piece, zone in enumerate(state.where):
            name, _, cell = names[zone].partition(" ")
            if name == "ground":
                assert cell not in self.cards
                self.cards[cell] = layout.face_of[piece]
            elif name == "stand":
                whose, role = (state.memory[starts[field] + piece] for field in ("whose", "role"))
                self.coins[cell].append((piece, whose, bool(role)))
            elif name == "gone":
                self.gone.append(layout.face_of[piece])
        self.red: int = state.view(None)["states"]["red_player"]

    def of(self, seat: int, supporters: bool) -> list[str]:
        return [
            cell
            for cell, coins in self.coins.items()
            for _, whose, role in coins
            if (whose, role) == (seat, supporters)
        ]

    def influence(self, seat: int) -> int:
        return sum(POINTS[self.cards[cell][0]] for cell in self.of(seat, True))

    def is_home(self, cell: str, seat: int) -> bool:
        return (int(cell[1]) <= 3) == (seat == self.red)


def check_countries(board: Board) -> None:
    """As they are laid: eighteen cards each, the family together."""
    for colour, rows in (("R", "123"), ("B", "456")):
        home = {cell: face[0] for cell, face in board.cards.items() if face[1] == colour}
        assert len(home) == 18
        assert {cell[1] for cell in home} == set(rows)
        assert Counter(home.values()) == Counter("KQJ8" + "765432A" * 2)
        where = {rank: cell for cell, rank in home.items() if rank in "KQJ"}
        assert beside(where["K"], where["Q"])
        assert beside(where["Q"], where["J"])


def check_board(board: Board, before: Board | None) -> None:
    assert all(len(coins) <= 1 for coins in board.coins.values())
    assert all(cell in board.cards for cell, coins in board.coins.items() if coins)
    closed = 36 - len(board.cards)
    assert closed <= 4
    for seat in (0, 1):
        assert len(board.of(seat, True)) + len(board.of(seat, False)) <= 5
        assert not any(board.is_home(cell, seat) or board.cards[cell][0] == "K" for cell in board.of(seat, True))
    if before is None:
        return
    for cell, coins in before.coins.items():
        for coin, whose, role in coins:
            if role:
                assert (coin, whose, role) in board.coins[cell] or cell not in board.cards
    stepped = [cell for cell in CELLS if board.coins[cell] and board.coins[cell] != before.coins[cell]]
    assert len(stepped) <= 1 or closed > 36 - len(before.cards)


@given(SEEDS, option_settings(NAME))
@examples(25)
def test_the_board_is_sound_at_every_move_under_any_options(seed: int, options: dict[str, Any]) -> None:
    rules = rules_of(NAME, 2, {"draw.agreement": False, **options})
    rnd = random.Random(seed)
    state = rules.start(seed)
    before: Board | None = None
    proved: tuple[int, int] | None = None
    while not state.is_over and state.count < 1500:
        decision, actor = state.decision, state.actor
        if decision not in ("colour", "lay", "open_cell"):
            board = Board(state)
            if before is None:
                check_countries(board)
            check_board(board, before)
            before = board
        move = choose(state, rnd)
        for one in state.apply(move):
            told = one.seen_by(state.code, None)
            if told is not None and told.get("name") == "influence_shown" and actor is not None:
                assert before is not None
                proved = actor, told["value"]
                if rules.options["declare.shows"].value == "all":
                    assert told["value"] == before.influence(actor)
    result = state.result()
    if result is not None and len(result.winners) == 1:
        board = Board(state)
        fallen = [cell for cell, face in board.cards.items() if face[0] == "K" and str(move).endswith(f" {cell}")]
        if str(move).startswith("assassinate"):
            event("a King fell")
            assert [board.is_home(fallen[0], seat) for seat in result.winners] == [False]
        elif proved is not None and proved[1] >= 25:
            event("25 proved")
            assert result.winners == (proved[0],)
        else:
            event("no move")
            assert rules.options["move.none"].value == "lose"


def walking(seed: int) -> coupdsl.State:
    """A game that ends by repetition or not at all, at its first turn."""
    options = {"draw.repetition": 3, "draw.no_progress": "off", "draw.agreement": False}
    state = rules_of(NAME, 2, options).start(seed)
    while state.decision != "spy_move":
        state.apply(state.legal_moves()[0])
    return state


def position(state: coupdsl.State, mover: int) -> tuple[object, ...]:
    board = Board(state)
    return mover, tuple(board.of(0, False)), tuple(board.of(1, False))


@given(SEEDS)
@examples(6)
def test_the_third_time_of_a_position_is_a_draw_however_late_it_comes(seed: int) -> None:
    """One spy of each walks about at random, the others stay."""
    state, rnd = walking(seed), random.Random(seed)
    seen: Counter[tuple[object, ...]] = Counter()
    at: dict[int, str] = {}
    mover = state.actor
    assert mover is not None
    while not state.is_over:
        assert state.actor == mover
        seen[position(state, mover)] += 1
        assert max(seen.values()) < 3
        moves = [move for move in state.legal_moves() if move.word == "move"]
        own = [move for move in moves if move.arguments[0] == at.get(mover)] or moves
        move = rnd.choice(own)
        at[mover] = move.arguments[1]
        state.apply(move)
        state.apply("pass")
        mover = 1 - mover
    assert seen[position(state, mover)] == 2
    event(f"{seen.total() // 100 * 100} turns or more")


def test_a_position_is_known_again_after_240_turns() -> None:
    """Twelve cells are walked around at home and ten by the other: all is as it was after 120 turns."""
    state = walking(7)
    red = [*(f"{column}2" for column in "abcdef"), *(f"{column}3" for column in "fedcba")]
    black = [*(f"{column}5" for column in "abcde"), *(f"{column}4" for column in "edcba")]
    for ring in (red, black):
        begin = next(move for move in state.legal_moves() if move.word == "move" and move.arguments[1] in ring)
        state.apply(begin)
        state.apply("pass")
        ring[:] = ring[ring.index(begin.arguments[1]) :] + ring[: ring.index(begin.arguments[1])]
    for turn in range(240):
        assert not state.is_over
        ring = (red, black)[turn % 2]
        here = turn // 2 % len(ring)
        state.apply(f"move {ring[here]} {ring[(here + 1) % len(ring)]}")
        state.apply("pass")
    assert state.is_over


@given(st.permutations([f"{column}{row}" for row in (1, 2, 3) for column in "abcdef"]))
@examples(60)
def test_a_country_can_be_laid_just_when_the_family_is_together(cells: list[str]) -> None:
    state = rules_of(NAME, 2).start()
    state.apply("takes_red 0")
    places = dict(zip(cells, "KQJ", strict=False))
    king, queen, jack = cells[:3]
    event(f"together: {beside(king, queen) and beside(queen, jack)}")
    assert can_lay(state, places) == (beside(king, queen) and beside(queen, jack))


def test_there_are_448_places_for_a_family() -> None:
    """As the board of the language has it."""
    near = rules_of(NAME, 2).code.layout.board.near
    home = (1 << 18) - 1
    families = [near[queen] & home for queen in range(18)]
    assert sum(len(list_of(mask)) * (len(list_of(mask)) - 1) for mask in families) == 448


def list_of(mask: int) -> list[int]:
    return [n for n in range(36) if mask >> n & 1]


@given(SEEDS)
@examples(10)
def test_the_first_turn_has_fifteen_moves(seed: int) -> None:
    state = rules_of(NAME, 2).start(seed)
    rnd = random.Random(seed)
    for _ in range(2):
        while state.decision != "spy_move":
            state.apply("pass" if state.decision == "action" else rnd.choice(state.legal_moves()))
        assert sum(move.word == "move" for move in state.legal_moves()) == 15
        state.apply(next(move for move in state.legal_moves() if move.word == "move"))
