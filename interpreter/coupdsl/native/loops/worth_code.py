"""What the end of a game is worth to each seat, in machine code: as `search/utility.py`."""

from __future__ import annotations

from coupdsl.native.loops.loop_code import LoopEmitter
from coupdsl.native.memory.offsets import WORD


def write_worths(f: LoopEmitter) -> None:
    """As `Utility.worths`, of the winners and scores in the row; the halves are where the worths will be."""
    f.signature = "define internal void @worths(ptr %c)"
    row, out, seats = f.place("row"), f.place("worths"), f.number("seats")
    winners, scores = f.load("i64", row), f.at(row, WORD)
    some = f.op(f"icmp ne i64 {winners}, 0")
    first = f.op(f"select i1 {some}, i64 {f.op(f'call i64 @llvm.cttz.i64(i64 {winners}, i1 false)')}, i64 0")
    negated, largest = _is_lowest(f, scores, some, first), f.number("largest")
    best = f.variable("i64", f.op(f"mul i64 {largest}, -4"))
    with f.seats() as seat:
        score = f.word(scores, seat)
        score = f.op(f"select i1 {negated}, i64 {f.op(f'sub i64 0, {score}')}, i64 {score}")
        score = f.op(f"call i64 @llvm.smin.i64(i64 {score}, i64 {largest})")
        score = f.op(f"call i64 @llvm.smax.i64(i64 {score}, i64 {f.op(f'sub i64 0, {largest}')})")
        half = f.times(score, 2)
        f.store("i64", half, f.item(out, seat))
        f.store("i64", f.op(f"call i64 @llvm.smax.i64(i64 {f.load('i64', best)}, i64 {half})"), best)
    f.store("i64", f.op(f"sub i64 {f.load('i64', best)}, {f.number('in_common')}"), best)
    with f.when(some):
        f.store("i64", f.op(f"sub i64 {f.word(out, first)}, 1"), best)
    total, most = f.variable("i64", "0"), f.load("i64", best)
    with f.seats() as seat:
        half = f.word(out, seat)
        less = f.op(f"call i64 @llvm.smin.i64(i64 {half}, i64 {most})")
        half = f.op(f"select i1 {f.contains(winners, seat, 64)}, i64 {half}, i64 {less}")
        f.store("i64", half, f.item(scores, seat))
        f.add_to(total, half)
    side, own = f.place("side"), f.variable("i64")
    with f.seats() as seat:
        f.store("i64", "0", own)
        with f.seats() as other, f.when(f.op(f"icmp eq i64 {f.word(side, seat)}, {f.word(side, other)}")):
            f.add_to(own, f.word(scores, other))
        mine, mates = f.load("i64", own), f.word(f.place("mates"), seat)
        others = f.op(f"sub i64 {seats}, {mates}")
        theirs = f.op(f"sub i64 {f.load('i64', total)}, {mine}")
        rest = f.op(f"mul i64 {theirs}, {mates}")
        ahead = f.op(f"sub i64 {f.op(f'mul i64 {mine}, {others}')}, {rest}")
        alone = f.op(f"icmp eq i64 {others}, 0")
        margin = f.op(f"select i1 {alone}, i64 {mine}, i64 {ahead}")
        point = f.op(f"mul i64 {f.times(mates, 2)}, {f.op(f'call i64 @llvm.smax.i64(i64 {others}, i64 1)')}")
        won = f.op(f"select i1 {f.contains(winners, seat, 64)}, i64 {f.number('bounty')}, i64 0")
        f.store("i64", f.op(f"add i64 {margin}, {f.op(f'mul i64 {won}, {point}')}"), f.item(out, seat))
    f.end("ret void")


def _is_lowest(f: LoopEmitter, scores: str, some: str, first: str) -> str:
    """Is the lowest score best? Where ends differ, it is if somebody has more than those who have won."""
    stated = f.number("lowest")  # 0 or 1, 2 where ends differ
    higher = f.variable("i1", "false")
    with f.seats() as seat, f.when(f.op(f"icmp sgt i64 {f.word(scores, seat)}, {f.word(scores, first)}")):
        f.store("i1", some, higher)
    differ = f.op(f"icmp eq i64 {stated}, 2")
    return f.op(f"select i1 {differ}, i1 {f.load('i1', higher)}, i1 {f.op(f'icmp eq i64 {stated}, 1')}")
