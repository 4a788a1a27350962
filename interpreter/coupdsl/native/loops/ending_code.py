"""Worlds played on to their ends, in machine code: as `search/arena.py`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from coupdsl.native.instructions.effect_code import DONE
from coupdsl.native.loops.loop_code import LoopEmitter
from coupdsl.native.memory.offsets import WORD


def write_placed(f: LoopEmitter) -> None:
    """Makes the block the world of a number, with a chance of its own, of which it gives the seed."""
    f.signature = "define internal i64 @placed(ptr %c, i64 %number)"
    seed = f.derived(f.number("seed"), "%number")
    block, size = f.place("block"), f.number("size")
    which = f.op(f"urem i64 %number, {f.number('many')}")
    f.copy(block, f.at(f.place("worlds"), f.op(f"mul i64 {which}, {size}")), size)
    f.of_rules("seeded", block, seed)
    f.end(f"ret i64 {seed}")


def write_end_of(f: LoopEmitter) -> None:
    """Works out what the end of one game from the block is worth; gives false where the rules fail in it."""
    f.signature = "define internal i1 @end_of(ptr %c, i64 %seed)"
    block, row, over, random, after = f.place("block"), f.place("row"), *(f.label() for _ in range(3))
    fine = f.variable("i1", "true")
    f.branch(is_over(f, block), over, random)
    f.start(over)
    f.copy(row, f.at(block, f.number("winners")), f.add(f.times(f.number("seats"), WORD), WORD))
    f.jump(after)
    f.start(random)
    done = f.of_rules("games", f.place("spare"), block, "%seed", "0", "1", row)
    f.store("i1", f.op(f"icmp eq i64 {done}, 1"), fine)
    f.start(after)
    f.do("call void @worths(ptr %c)")
    f.end(f"ret i1 {f.load('i1', fine)}")


def is_over(f: LoopEmitter, block: str) -> str:
    return f.op(f"icmp ne i64 {f.load('i64', f.at(block, f.number('over')))}, 0")


def apply(f: LoopEmitter, block: str, move: str) -> None:
    events = f.place("events")
    f.store("i64", "0", f.at(events, WORD))
    f.fail_if(f.op(f"icmp ne i64 {f.of_rules('apply', block, move, events)}, {DONE}"))


def finished(f: LoopEmitter, seed: str) -> None:
    f.fail_if(f.op(f"xor i1 {f.op(f'call i1 @end_of(ptr %c, i64 {seed})')}, true"))


@contextmanager
def trying(f: LoopEmitter, failed: Callable[[], None] = lambda: None) -> Iterator[None]:
    """What is written inside counts for nothing where the rules fail in it; then `failed` is done."""
    missed, after = f.label(), f.label()
    before, f.fails = f.fails, missed
    yield
    f.jump(after)
    f.start(missed)
    f.fails = before
    failed()
    f.start(after)


def ended(f: LoopEmitter, at: str) -> None:
    """Counts a try of a move that came to its end: its worth to the seat is added to the sums."""
    f.add_to(f.item("%sums", at), f.word(f.place("worths"), f.number("seat")))
    f.add_to(f.item("%ended", at), "1")


GIVEN = "i64 %first, i64 %end, ptr %moves, i64 %count, ptr %sums, ptr %ended"


def write_ends(f: LoopEmitter) -> None:
    """Writes what ends are worth, one after the other; gives how many."""
    f.signature = "define i64 @ends(ptr %c, i64 %first, i64 %end, ptr %out)"
    size, many = f.times(f.number("seats"), WORD), f.variable("i64", "0")
    with f.counting("%first", "%end") as number, trying(f):
        finished(f, f.op(f"call i64 @placed(ptr %c, i64 {number})"))
        at = f.op(f"mul i64 {f.load('i64', many)}, {size}")
        f.copy(f.at("%out", at), f.place("worths"), size)
        f.add_to(many, "1")
    f.end(f"ret i64 {f.load('i64', many)}")


def write_trials(f: LoopEmitter) -> None:
    """As `trials`: to the sums is added what each move was worth to the seat."""
    f.signature = f"define i64 @trials(ptr %c, {GIVEN})"
    with f.counting("%first", "%end") as number, f.counting("0", "%count") as at, trying(f):
        seed = f.op(f"call i64 @placed(ptr %c, i64 {number})")
        apply(f, f.place("block"), f.word("%moves", at))
        finished(f, seed)
        ended(f, at)
    f.end("ret i64 %end")
