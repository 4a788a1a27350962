"""The best packing against all packings, one after the other, and what it takes to find it against what is reckoned."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import pytest
from tests.small_games import load_text

from coupdsl.code.errors import RulesError
from coupdsl.code.packing import Candidate, effort, packed
from coupdsl.language.source import Source, Span

SPAN = Span(Source("packing.coup", "anything"), 0, 1)


def packings(candidates: Sequence[Candidate]) -> Iterator[tuple[Candidate, ...]]:
    """Every choice of candidates of which no two share a member."""
    if not candidates:
        yield ()
        return
    first, *others = candidates
    for some in packings(others):
        yield some
        if not any(first.members & one.members for one in some):
            yield (first, *some)


def some_candidates(rnd: random.Random) -> tuple[list[Candidate], int]:
    cards = rnd.randint(1, 12)
    sets = {rnd.randrange(1, 1 << cards) & rnd.randrange(1, 1 << cards) for _ in range(rnd.randint(1, 10))} - {0}
    listed = [
        Candidate(one, rnd.randint(-3, 9), number) for number, one in enumerate(rnd.sample(sorted(sets), len(sets)))
    ]
    return listed, rnd.randrange(1 << cards) | rnd.randrange(1 << cards)


@pytest.mark.parametrize("seed", range(200))
def test_nothing_is_worth_more(seed: int) -> None:
    listed, within = some_candidates(random.Random(seed))
    fitting = [one for one in listed if not one.members & ~within]
    most = max(sum(one.value for one in some) for some in packings(fitting))
    chosen = packed(listed, within, SPAN)
    held = [one for one in listed if chosen >> one.element & 1]
    assert set(held) <= set(fitting)
    assert tuple(held) in {tuple(sorted(some, key=lambda one: one.element)) for some in packings(fitting)}
    assert sum(one.value for one in held) == most


@pytest.mark.parametrize("seed", range(200))
def test_no_more_packings_than_reckoned(seed: int) -> None:
    listed, within = some_candidates(random.Random(seed))
    fitting = [one for one in listed if not one.members & ~within]
    reckoned = effort(tuple(one.members for one in listed), within.bit_count())
    assert len(fitting) <= reckoned.candidates
    assert len(list(packings(fitting))) <= reckoned.packings


def test_the_first_of_equals() -> None:
    same = [Candidate(0b011, 2, 5), Candidate(0b110, 2, 1), Candidate(0b101, 2, 3)]
    assert packed(same, 0b111, SPAN) == 1 << 5


def test_values_too_large_to_be_added() -> None:
    with pytest.raises(RulesError):
        packed([Candidate(1, 1 << 61, 0), Candidate(2, -(1 << 61), 1)], 0b11, SPAN)


def test_hands_of_rummy_are_cheap() -> None:
    from tests.native.test_shapes import RUMMY

    rules = load_text(RUMMY, 2)
    melds = rules.program.kinds["meld"]
    members = tuple(int(str(v.value.value)) for v in melds.members["members"].versions)  # type: ignore[union-attr]
    assert len(members) == 329
    assert effort(members, 11).packings < 2_000
    assert effort(members, 14).packings < 30_000
