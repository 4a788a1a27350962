"""A walk from world to world in machine code: pieces that lay together are dealt anew, again and again.

`search/permuting.py` makes one such step at a time, and is to be read first.
"""

from __future__ import annotations

from coupdsl.native.loops.loop_code import LoopEmitter
from coupdsl.native.loops.retold_code import STRIDE, TOTAL
from coupdsl.native.memory.offsets import WORD

AT_ONCE = (1, 8, 64)  # exchanges that are made together
CLOSED, BROKEN = 1, 2  # a way to a piece; and where a world shows that it is open
GROUP = 2 * WORD  # the first of its ways, and how many there are
SPOT = 3 * WORD  # a move that names the piece which goes a way: its number, the way, where in `namings` by piece begins
CERTAIN = 1 << 32  # what happens as often as a number drawn from 0 to before this is below another


def write_exchanged(f: LoopEmitter) -> None:
    """Deals `goers` anew as `trial`: as `Deal.exchanged`."""
    f.signature = "define internal void @exchanged(ptr %c, i8 %closing)"
    trial, closed, pieces = f.place("trial"), f.place("closed"), f.number("pieces")
    group = f.item(f.place("groups"), f.below(f.number("groups_many")), GROUP)
    begin, count = f.word(group, 0), f.word(group, 1)
    which = f.below(str(len(AT_ONCE)))
    amount = str(AT_ONCE[-1])
    for at, number in enumerate(AT_ONCE[:-1]):
        amount = f.op(f"select i1 {f.op(f'icmp eq i64 {which}, {at}')}, i64 {number}, i64 {amount}")
    amount = f.op(f"call i64 @llvm.smin.i64(i64 {amount}, i64 {f.times(count, 2)})")
    f.copy(trial, f.place("goers"), f.times(f.number("ways_many"), WORD))
    with f.counting("0", amount):
        ways = [f.add(begin, f.below(count)) for _ in range(2)]
        places = [f.item(trial, way) for way in ways]
        goers = [f.load("i64", place) for place in places]
        barred = "0"
        for way in ways:
            row = f.at(closed, f.op(f"mul i64 {way}, {pieces}"))
            for goer in goers:
                barred = f.op(f"or i8 {barred}, {f.load('i8', f.at(row, goer))}")
        barred = f.op(f"and i8 {barred}, %closing")
        with f.when(f.op(f"icmp eq i8 {barred}, 0")):
            for goer, place in zip(reversed(goers), places, strict=True):
                f.store("i64", goer, place)
    f.end("ret void")


def write_rehearsed(f: LoopEmitter) -> None:
    """Makes the moves in which `trial` go the ways; gives whether that is a world in which all go as foreseen."""
    f.signature = "define internal i1 @rehearsed(ptr %c)"
    trial, names, plan = (f.place(name) for name in ("trial", "names", "plan"))
    with f.counting("0", f.number("ways_many")) as way:
        f.store("i64", f.word(f.place("by_way"), way), f.item(names, f.word(trial, way)))
    with f.counting("0", f.number("spots_many")) as at:
        spot = f.item(f.place("spots"), at, SPOT)
        step, way, first = (f.word(spot, number) for number in range(3))
        move = f.word(f.place("namings"), f.add(first, f.word(trial, way)))
        f.fail_if(f.op(f"icmp slt i64 {move}, 0"))
        f.store("i64", move, f.item(plan, step))
    f.copy(f.place("block"), f.place("start"), f.number("size"))
    length = f.number("length")
    done = f.op(f"call i64 @retold(ptr %c, i64 {length})")
    f.end(f"ret i1 {f.op(f'icmp eq i64 {done}, {length}')}")
    f.close_failed(lambda: f.end("ret i1 false"))


def write_likelier(f: LoopEmitter) -> None:
    """How many times as likely the world that was made is as the one before.

    Of weights only the sum can differ: pieces are offered once each, and what else chance chooses here all see.
    """
    f.signature = "define internal double @likelier(ptr %c)"
    found = f.variable("double", "1.0")
    with f.counting("0", f.number("length")) as step:
        now, before = (f.load("i64", f.at(f.item(f.place(name), step, STRIDE), TOTAL)) for name in ("trail", "weighed"))
        with f.when(f.op(f"icmp ne i64 {now}, {before}")):
            times = f.op(f"fdiv double {f.double(before)}, {f.double(now)}")
            f.store("double", f.op(f"fmul double {f.load('double', found)}, {times}"), found)
    f.end(f"ret double {f.load('double', found)}")


def write_walk(f: LoopEmitter) -> None:
    """Walks to so many worlds, each so many steps after the other: positions go into `blocks`, goers into `found`.

    Gives how many steps led elsewhere, -1 where the world of `goers` itself is none.
    """
    f.signature = "define i64 @walk(ptr %c, i64 %worlds, i64 %steps)"
    goers, trial, block, now = (f.place(name) for name in ("goers", "trial", "block", "spare"))
    size, row = f.number("size"), f.times(f.number("ways_many"), WORD)
    moved = f.variable("i64", "0")

    def taken() -> None:
        f.copy(goers, trial, row)
        f.copy(now, block, size)
        f.copy(f.place("weighed"), f.place("trail"), f.times(f.number("length"), STRIDE))

    f.copy(trial, goers, row)
    f.fail_if(f.op(f"xor i1 {f.op('call i1 @rehearsed(ptr %c)')}, true"))
    taken()
    with f.counting("0", "%worlds") as world:
        with f.counting("0", "%steps"):
            heedless = f.op(f"icmp slt i64 {f.below(str(CERTAIN))}, {f.number('heedless')}")
            f.do(f"call void @exchanged(ptr %c, i8 {f.op(f'select i1 {heedless}, i8 0, i8 {CLOSED}')})")
            with f.when(_differ(f, goers, trial)), f.when(f.op("call i1 @rehearsed(ptr %c)")), f.when(_is_taken(f)):
                taken()
                f.add_to(moved, "1")
                with f.when(heedless):
                    _open_broken(f)
        f.copy(f.at(f.place("blocks"), f.op(f"mul i64 {world}, {size}")), now, size)
        f.copy(f.at(f.place("found"), f.op(f"mul i64 {world}, {row}")), goers, row)
    f.end(f"ret i64 {f.load('i64', moved)}")
    f.close_failed(lambda: f.end("ret i64 -1"))


def _differ(f: LoopEmitter, one: str, other: str) -> str:
    found = f.variable("i64", "0")
    with f.counting("0", f.number("ways_many")) as way:
        difference = f.op(f"xor i64 {f.word(one, way)}, {f.word(other, way)}")
        f.store("i64", f.op(f"or i64 {f.load('i64', found)}, {difference}"), found)
    return f.op(f"icmp ne i64 {f.load('i64', found)}, 0")


def _is_taken(f: LoopEmitter) -> str:
    """What is as likely always, else as often as it is likelier (Metropolis)."""
    times = f.op("call double @likelier(ptr %c)")

    def by_chance() -> str:
        number = f.double(f.below(str(CERTAIN)))
        return f.op(f"fcmp olt double {number}, {f.op(f'fmul double {times}, {float(CERTAIN)}')}")

    return f.either(f.op(f"fcmp oge double {times}, 1.0"), "i1", lambda: "true", by_chance)


def _open_broken(f: LoopEmitter) -> None:
    """Ways that pieces go, though they were closed to them, are not."""
    closed, pieces = f.place("closed"), f.number("pieces")
    with f.counting("0", f.number("ways_many")) as way:
        place = f.at(closed, f.add(f.op(f"mul i64 {way}, {pieces}"), f.word(f.place("goers"), way)))
        with f.when(f.op(f"icmp eq i8 {f.load('i8', place)}, {CLOSED}")):
            f.store("i8", str(BROKEN), place)
            f.set_number("breached", "1")
