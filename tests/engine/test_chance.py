"""Chance agrees with docs/randomness.md: its vectors, its C code, and what it promises."""

from __future__ import annotations

import ctypes
import re
import shutil
import subprocess
from collections import Counter
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.helpers import draw

from coupdsl.engine.chance import MASK, Generator, derive

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "randomness.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
LINES = re.findall(
    r"^((?:seed|state) .*): ([\d ]+)$", "".join(text for kind, text in BLOCKS if kind == "text"), re.MULTILINE
)
VECTORS = {label: [int(word) for word in results.split()] for label, results in LINES}

WORDS = st.integers(0, MASK)
STATES = st.tuples(WORDS, WORDS, WORDS, WORDS).filter(any)
SIZES = st.one_of(st.integers(1, 64), st.integers(1, 1 << 32))
EXAMPLES = settings(derandomize=True, deadline=None, database=None, max_examples=200)


class Python:
    """The operations a vector may name, by coupdsl itself."""

    def __init__(self, start: str) -> None:
        kind, *words = start.split()
        numbers = [int(word) for word in words]
        if kind == "seed":
            (self.seed,) = numbers
            self.generator = Generator.from_seed(self.seed)
        else:
            a, b, c, d = numbers
            self.generator = Generator((a, b, c, d))

    def state(self) -> list[int]:
        return list(self.generator.state)

    def next(self) -> int:
        return self.generator.next()

    def below(self, n: int) -> int:
        return self.generator.below(n)

    def derive(self, index: int) -> int:
        return derive(self.seed, index)

    def draw(self, bag: list[int]) -> int:
        return draw(self.generator, bag)


class State(ctypes.Structure):
    """The struct `generator` of the C code."""

    _fields_ = (("s", ctypes.c_uint64 * 4),)


class C(Python):
    """The same operations by the C code of the text."""

    def __init__(self, library: ctypes.CDLL, start: str) -> None:
        super().__init__(start)
        self.library = library
        self.words = State((ctypes.c_uint64 * 4)(*self.generator.state))
        if start.startswith("seed"):
            self.words = library.from_seed(ctypes.c_uint64(self.seed))

    def state(self) -> list[int]:
        return list(self.words.s)

    def next(self) -> int:
        return int(self.library.next(ctypes.byref(self.words)))

    def below(self, n: int) -> int:
        return int(self.library.below(ctypes.byref(self.words), ctypes.c_uint64(n)))

    def derive(self, index: int) -> int:
        return int(self.library.derive(ctypes.c_uint64(self.seed), ctypes.c_uint64(index)))

    def draw(self, bag: list[int]) -> int:
        array, length = (ctypes.c_uint32 * len(bag))(*bag), ctypes.c_size_t(len(bag))
        piece = int(self.library.draw(ctypes.byref(self.words), array, ctypes.byref(length)))
        bag[:] = array[: length.value]
        return piece


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    """The C code of the text as a shared library."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no C compiler")
    folder = tmp_path_factory.mktemp("c")
    (code,) = (text for kind, text in BLOCKS if kind == "c")
    (folder / "chance.c").write_text(code, encoding="utf-8")
    flags = ["-std=c99", "-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC"]
    subprocess.run([compiler, *flags, "chance.c", "-o", "chance.so"], cwd=folder, check=True)
    found = ctypes.CDLL(str(folder / "chance.so"))
    found.derive.restype = found.next.restype = found.below.restype = ctypes.c_uint64
    found.draw.restype = ctypes.c_uint32
    found.from_seed.restype = State
    return found


def results(label: str, by: Python) -> list[int]:
    """What a line of the text calculates, such as `seed 1, below 2 3, next x 5`."""
    found: list[int] = []
    bag: list[int] = []
    for command in label.split(", ")[1:]:
        plain, _, times = command.partition(" x ")
        word, *arguments = plain.split()
        for _ in range(int(times or 1)):
            if word == "state":
                found += by.state()
            elif word == "next":
                found.append(by.next())
            elif word == "below":
                found += [by.below(int(n)) for n in arguments]
            elif word == "derive":
                found += [by.derive(int(index)) for index in arguments]
            elif word == "draw":
                number, _, pieces = arguments
                first, last = pieces.split("..")
                bag = list(range(int(first), int(last) + 1))
                found += [by.draw(bag) for _ in range(int(number))]
            elif word == "left":
                found += bag
            else:
                assert word == "SplitMix64"
                found.append(by.derive(len(found)))
    return found


# ---- the text
def test_text_has_vectors_of_every_kind() -> None:
    words = Counter(command.split()[0] for label in VECTORS for command in label.split(", ")[1:])
    assert set(words) == {"SplitMix64", "state", "next", "below", "draw", "left", "derive"}
    assert {f"seed {seed}, next x 5" for seed in (0, 1, MASK)} <= set(VECTORS)
    assert len(re.findall(r"^(?:seed|state) \d", TEXT, re.MULTILINE)) == len(VECTORS)


@pytest.mark.parametrize("label", VECTORS)
def test_vector_of_the_text(label: str) -> None:
    assert results(label, Python(label.split(", ")[0])) == VECTORS[label]


@pytest.mark.parametrize("label", VECTORS)
def test_vector_of_the_text_by_its_c_code(label: str, library: ctypes.CDLL) -> None:
    assert results(label, C(library, label.split(", ")[0])) == VECTORS[label]


@given(seed=WORDS, sizes=st.lists(SIZES, max_size=40), index=st.integers(0, 1 << 32))
@EXAMPLES
def test_c_code_gives_the_same(library: ctypes.CDLL, seed: int, sizes: list[int], index: int) -> None:
    calls = f"below {' '.join(map(str, sizes))}"
    label = f"seed {seed}, state, derive {index}, {calls}, draw 20 of 0..31, left, next"
    assert results(label, C(library, f"seed {seed}")) == results(label, Python(f"seed {seed}"))


# ---- published values
def test_splitmix64_published_for_seed_1234567() -> None:
    assert [derive(1234567, index) for index in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_xoshiro256starstar_published_for_state_1_2_3_4() -> None:
    generator = Generator((1, 2, 3, 4))
    assert [generator.next() for _ in range(5)] == [
        11520,
        0,
        1509978240,
        1215971899390074240,
        1216172134540287360,
    ]


# ---- seeds and states
@pytest.mark.parametrize("seed", [-1, 1 << 64])
def test_seed_out_of_range_is_refused(seed: int) -> None:
    with pytest.raises(ValueError, match="seed"):
        Generator.from_seed(seed)


@pytest.mark.parametrize(
    "state",
    [(0, 0, 0, 0), (1, 2, 3), (1, 2, 3, 4, 5), (1, 2, 3, -1), (1 << 64, 2, 3, 4), ()],
)
def test_state_that_is_not_four_words_or_all_zero_is_refused(state: Any) -> None:
    with pytest.raises(ValueError, match="state"):
        Generator(state)


@given(seed=WORDS)
@EXAMPLES
def test_state_of_a_seed_is_the_first_derived_seeds(seed: int) -> None:
    assert Generator.from_seed(seed).state == tuple(derive(seed, index) for index in range(4))


def test_derived_seeds_of_a_run_differ_and_wrap() -> None:
    assert len({derive(7, index) for index in range(10_000)}) == 10_000
    assert derive(MASK + 1, 3) == derive(0, 3)
    with pytest.raises(ValueError, match="from 0"):
        derive(0, -1)


@given(state=STATES, before=st.integers(0, 5))
@EXAMPLES
def test_generator_goes_on_from_a_saved_state(state: tuple[int, int, int, int], before: int) -> None:
    generator = Generator(state)
    assert generator.state == state
    for _ in range(before):
        generator.next()
    again = Generator(generator.state)
    assert [again.next() for _ in range(5)] == [generator.next() for _ in range(5)]


@given(state=STATES)
@EXAMPLES
def test_copy_has_the_same_future_and_is_independent(state: tuple[int, int, int, int]) -> None:
    generator = Generator(state)
    copy = generator.copy()
    ahead = [copy.next() for _ in range(5)]
    assert generator.state == state
    assert [generator.next() for _ in range(5)] == ahead


# ---- a number below n
@given(state=STATES, n=SIZES)
@EXAMPLES
def test_below_is_in_range_and_made_of_upper_bits(state: tuple[int, int, int, int], n: int) -> None:
    generator, plain = Generator(state), Generator(state)
    value = generator.below(n)
    assert 0 <= value < n
    if n > 1:
        products = ((plain.next() >> 32) * n for _ in range(200))
        assert next(found for found in products if found % 2**32 >= 2**32 % n) // 2**32 == value
    assert generator.state == plain.state


def test_below_leaves_as_many_for_each_result() -> None:
    """With n a little above half of what there is, nearly half of all is thrown away."""
    n, seen = 2**31 + 1, 0
    for seed in range(20):
        generator, plain = Generator.from_seed(seed), Generator.from_seed(seed)
        products = [(plain.next() >> 32) * n for _ in range(40)]
        kept = [product >> 32 for product in products if product % 2**32 >= 2**31 - 1]
        assert [generator.below(n) for _ in kept] == kept
        seen += len(products) - len(kept)
    assert 300 < seen < 500


def test_below_one_takes_nothing() -> None:
    generator = Generator.from_seed(5)
    before = generator.state
    assert [generator.below(1) for _ in range(3)] == [0, 0, 0]
    assert generator.state == before


@pytest.mark.parametrize("n", [-1, 0, (1 << 32) + 1])
def test_below_out_of_range_is_refused_and_takes_nothing(n: int) -> None:
    generator = Generator.from_seed(5)
    before = generator.state
    with pytest.raises(ValueError, match="possibilities"):
        generator.below(n)
    assert generator.state == before


# With k degrees of freedom chi-square has mean k and deviation sqrt(2k); five deviations either way.
def _assert_even(counts: Counter[Any], outcomes: int) -> None:
    expected = counts.total() / outcomes
    missing = (outcomes - len(counts)) * expected
    chi_square = sum((count - expected) ** 2 for count in counts.values()) / expected + missing
    assert abs(chi_square - (outcomes - 1)) < 5 * (2 * (outcomes - 1)) ** 0.5


@pytest.mark.parametrize("n", [2, 3, 5, 32, 33, 40, 52, 100])
def test_below_is_even(n: int) -> None:
    generator = Generator.from_seed(1966)
    _assert_even(Counter(generator.below(n) for _ in range(400 * n)), n)


def test_pairs_of_results_are_even() -> None:
    generator = Generator.from_seed(1966)
    _assert_even(Counter((generator.below(6), generator.below(7)) for _ in range(20_000)), 42)


def test_first_draws_of_derived_seeds_are_even() -> None:
    _assert_even(Counter(Generator.from_seed(derive(0, game)).below(32) for game in range(10_000)), 32)


# ---- drawing
def test_all_orders_of_a_bag_are_even() -> None:
    generator = Generator.from_seed(1966)
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(12_000):
        bag = [0, 1, 2, 3]
        counts[tuple(draw(generator, bag) for _ in range(4))] += 1
    assert set(counts) == set(permutations(range(4)))
    _assert_even(counts, 24)


@given(seed=WORDS, bag=st.lists(st.integers(0, 99), min_size=1, unique=True))
@EXAMPLES
def test_draw_moves_the_last_piece_into_the_gap(seed: int, bag: list[int]) -> None:
    at = Generator.from_seed(seed).below(len(bag))
    expected = bag[:]
    expected[at] = bag[-1]
    before = bag[:]
    assert draw(Generator.from_seed(seed), bag) == before[at]
    assert bag == expected[:-1]


def test_draw_of_the_only_piece_takes_nothing_from_the_generator() -> None:
    generator, bag = Generator.from_seed(5), [17]
    before = generator.state
    assert draw(generator, bag) == 17
    assert bag == []
    assert generator.state == before


def test_draw_from_an_empty_bag_is_refused() -> None:
    with pytest.raises(ValueError, match="possibilities"):
        draw(Generator.from_seed(0), [])
