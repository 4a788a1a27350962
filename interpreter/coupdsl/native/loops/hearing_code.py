"""What each seat was told, as one number a seat, in machine code: as `search/hashes.py`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial

from coupdsl.native.instructions.telling import CHOSE, MOVED, PAID, REVEALED, SHOWN, SHUFFLED
from coupdsl.native.loops.loop_code import LoopEmitter
from coupdsl.native.memory.offsets import WORD

ZONES = 1 << 16


def write_see(f: LoopEmitter) -> None:
    """As `Hashes.see`."""
    f.signature = "define internal void @see(ptr %c)"
    block = f.place("block")
    found = f.variable("i64", f.derived("0", f.load("i64", f.at(block, f.number("pc")))))
    first, end = (f.op(f"udiv i64 {f.number(name)}, {WORD}") for name in ("over", "size"))
    with f.counting(first, end) as at:
        f.store("i64", f.derived(f.load("i64", found), f.word(block, at)), found)
    with f.seats() as seat:
        f.store("i64", f.load("i64", found), f.item(f.place("heard"), seat))
    f.end("ret void")


def write_hear(f: LoopEmitter) -> None:
    """As `Hashes.hear`, of the events there are."""
    f.signature = "define internal void @hear(ptr %c)"
    heard = f.place("heard")
    cases = (_chose, _moved, _shown, _revealed, _shuffled, _paid)
    kinds = (CHOSE, MOVED, SHOWN, REVEALED, SHUFFLED, PAID)
    each_event(f, {kind: partial(write, f, heard) for kind, write in zip(kinds, cases, strict=True)})
    f.end("ret void")


def each_event(f: LoopEmitter, cases: Mapping[int, Callable[[str, str], None]]) -> None:
    """Goes through what happened in turn, and writes for each kind what is done with its words and their number."""
    events = f.place("events")
    at, end, top, inside, after = f.variable("i64", "2"), f.add(f.word(events, 1), 2), *(f.label() for _ in range(3))
    f.start(top)
    here = f.load("i64", at)
    f.branch(f.op(f"icmp slt i64 {here}, {end}"), inside, after)
    f.start(inside)
    kind, count = f.word(events, here), f.word(events, f.add(here, 1))
    words = f.item(events, f.add(here, 2))
    f.store("i64", f.add(f.add(here, 2), count), at)
    labels = {number: f.label() for number in cases}
    f.end(f"switch i64 {kind}, label %{top} [{' '.join(f'i64 {n}, label %{to}' for n, to in labels.items())}]")
    for number, write in cases.items():
        f.start(labels[number])
        write(words, count)
        f.jump(top)
    f.start(after)


def _to_all(f: LoopEmitter, heard: str, common: str) -> None:
    with f.seats() as seat:
        place = f.item(heard, seat)
        f.store("i64", f.derived(f.load("i64", place), common), place)


def _chose(f: LoopEmitter, heard: str, words: str, count: str) -> None:
    seat, move, site, told = (f.word(words, n) for n in range(4))
    common = f.derived(f.derived(str(CHOSE), seat), site)
    with f.seats() as one:
        place = f.item(heard, one)
        public = f.derived(f.load("i64", place), common)
        known = f.contains(told, one, 64)
        f.store("i64", f.op(f"select i1 {known}, i64 {f.derived(public, move)}, i64 {public}"), place)


def _moved(f: LoopEmitter, heard: str, words: str, count: str) -> None:
    goal = f.load("i64", words)
    with triples(f, words, count) as (start, piece, known):
        between = f.add(f.times(start, ZONES), goal)
        shown, closed = f.derived(between, face(f, piece)), f.derived(between, "0")
        with f.seats() as seat:
            part = f.op(f"select i1 {f.contains(known, seat, 64)}, i64 {shown}, i64 {closed}")
            f.add_to(f.item(heard, seat), part)


def _shown(f: LoopEmitter, heard: str, words: str, count: str) -> None:
    audience, total = f.load("i64", words), f.variable("i64", str(SHOWN))
    with triples(f, words, count) as (piece, zone, place):
        f.add_to(total, f.derived(f.add(f.times(zone, ZONES), place), face(f, piece)))
    with f.when(f.op(f"icmp sgt i64 {count}, 1")), f.seats() as seat, f.when(f.contains(audience, seat, 64)):
        place = f.item(heard, seat)
        f.store("i64", f.derived(f.load("i64", place), f.load("i64", total)), place)


def _revealed(f: LoopEmitter, heard: str, words: str, count: str) -> None:
    """Of a set only words that are not empty count, for it has more of them than it needs."""
    number, total = f.load("i64", words), f.variable("i64", "0")
    is_set = f.op(f"icmp ne i64 {f.word(f.place('masks'), number)}, 0")
    with f.counting("1", f.op(f"sub i64 {count}, 1")) as at:
        word = f.word(words, f.add(at, 1))
        empty = f.op(f"and i1 {is_set}, {f.op(f'icmp eq i64 {word}, 0')}")
        f.add_to(total, f.op(f"select i1 {empty}, i64 0, i64 {f.derived(word, at)}"))
    of = f.derived(f.derived(str(REVEALED), number), f.word(words, 1))
    _to_all(f, heard, f.derived(of, f.load("i64", total)))


def _shuffled(f: LoopEmitter, heard: str, words: str, count: str) -> None:
    _to_all(f, heard, f.derived(str(SHUFFLED), f.load("i64", words)))


def _paid(f: LoopEmitter, heard: str, words: str, count: str) -> None:
    common = str(PAID)
    for number in range(4):
        common = f.derived(common, f.word(words, number))
    _to_all(f, heard, common)


@contextmanager
def triples(f: LoopEmitter, words: str, count: str) -> Iterator[tuple[str, str, str]]:
    """What follows the first word, three by three."""
    with f.counting("0", f.op(f"udiv i64 {count}, 3")) as number:
        first = f.add(f.times(number, 3), 1)
        yield f.word(words, first), f.word(words, f.add(first, 1)), f.word(words, f.add(first, 2))


def face(f: LoopEmitter, piece: str) -> str:
    """One more than the first piece that is written like it."""
    return f.add(f.word(f.place("faces"), piece), 1)
