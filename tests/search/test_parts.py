"""Work of machine code is done in parts, between which signals are heeded; how large they are makes no difference."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from tests.search.small import TRICKS
from tests.search.test_kinds_of_moves import BIDS
from tests.search.test_searching import middle, same_nodes, told
from tests.small_games import load_text

from coupdsl.search import given, levels
from coupdsl.search.arena import Arena, CompiledArena
from coupdsl.search.compiled_tree import CompiledTree
from coupdsl.search.given import Tried
from coupdsl.search.kinds_of_moves import some_of
from coupdsl.search.levels import EASY, EXPERT, HARD, MEDIUM, Level, judged
from coupdsl.search.search_tree import Tree


@pytest.mark.parametrize(("first", "seconds"), [(1, 0.0), (3, 1e-5), (1 << 20, 1e9)])
def test_parts_of_any_size_find_the_same(first: int, seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(given, "FIRST", first)
    monkeypatch.setattr(given, "PART", seconds)
    rules = load_text(TRICKS, 3)
    state = next(one for seed in range(1, 9) if (one := middle(rules, seed, 0)).actor is not None)
    worlds = [state, state.copy(7)]
    seat, moves = worlds[0].actor, worlds[0].legal_moves()
    assert seat is not None
    assert len(moves) > 1
    plain, compiled = Arena(rules), CompiledArena(rules)
    for name in ("trials", "nested"):
        both = [getattr(arena, name)(worlds, seat, 3, moves, range(1, 4)) for arena in (plain, compiled)]
        assert both[0] == both[1]
    assert plain.ends(worlds, 8, range(2, 9)) == compiled.ends(worlds, 8, range(2, 9))
    trees = Tree(plain, worlds, seat, 3), CompiledTree(compiled, worlds, seat, 3)
    for numbers in (range(3), range(3, 12)):
        assert trees[0].trials(moves, numbers) == trees[1].trials(moves, numbers)
    same_nodes(*trees)


def test_no_part_is_larger_than_what_has_been_seen_to_take_little_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now, tried = 0.0, list[int]()
    rules = load_text(BIDS)
    arena, state = CompiledArena(rules), rules.start(1)
    moves = state.legal_moves()

    def run(self: Tried, name: str, numbers: range, row: Any, many: int, *found: Any) -> int:
        nonlocal now
        tried.append(len(numbers) * many)
        now += 0.01 * tried[-1]
        return len(numbers)

    monkeypatch.setattr(Tried, "run", run)
    monkeypatch.setattr(given, "perf_counter", lambda: now)
    Tried(arena, [state], 0, 1).trials([move.id for move in moves], range(3))
    assert sum(tried) == 3 * len(moves)
    assert tried[0] == given.FIRST
    assert max(tried[1:]) <= 0.05 / 0.01


def test_of_more_moves_than_a_level_tries_some_of_each_kind_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "ALL_MOVES", 12)
    rules = load_text(BIDS)
    level, worlds = Level(1, 12, False), [rules.start(1)]
    moves, found = worlds[0].legal_moves(), Counter[str]()
    for seed in range(6):
        plain, compiled = (judged(make(rules), worlds, 0, seed, level) for make in (Arena, CompiledArena))
        assert told(plain) == told(compiled)
        assert len(plain) == 12
        assert "call" in {one.move.word for one in plain}
        found.update(str(one.move) for one in plain)
    assert len(found) > 40  # others with each seed
    assert len(judged(Arena(rules), worlds, 0, 0, Level(1, len(moves), False))) == len(moves)


def test_each_kind_has_as_many_as_others_that_have_more() -> None:
    moves = (
        load_text(BIDS.replace("    call {", "    call { }\n      jump n from 1 .. 30 { }\n      skip n from 1 .. 3 {"))
        .start(1)
        .legal_moves()
    )
    found = some_of(moves, 20, 5)
    assert found == [move for move in moves if move in found]
    assert found == some_of(moves, 20, 5) != some_of(moves, 20, 6)
    many = Counter(move.word for move in found)
    assert many == {"call": 1, "skip": 3, "bid": 8, "jump": 8}


@pytest.mark.parametrize(("level", "most"), [(EASY, 400), (MEDIUM, 400), (HARD, 4_000), (EXPERT, 4_000)])
def test_so_many_moves_are_tried_at_most(level: Level, most: int) -> None:
    assert level.most_moves == most
