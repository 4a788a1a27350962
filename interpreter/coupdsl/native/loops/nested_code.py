"""Games in which everybody makes the move that random games say is best, in machine code: as `Arena.nested`."""

from __future__ import annotations

from coupdsl.native.loops.ending_code import GIVEN, apply, ended, finished, is_over, trying
from coupdsl.native.loops.loop_code import FIELDS, LoopEmitter


def write_few(f: LoopEmitter) -> None:
    """Lists of so many moves that are offered those that `few_of` keeps; gives how many."""
    f.signature = "define internal i64 @few(ptr %c, i64 %count)"
    listed, most = f.place("listed"), f.number("most_of_kind")
    number, rank, total = (f.variable("i64", "0") for _ in range(3))
    with f.counting("0", "%count") as at:
        kind = f.kind(f.offer(at))
        for place in (rank, total):
            f.store("i64", "0", place)
        with f.counting("0", "%count") as other:
            same = f.op(f"icmp eq i64 {f.kind(f.offer(other))}, {kind}")
            before = f.op(f"and i1 {same}, {f.op(f'icmp slt i64 {other}, {at}')}")
            f.add_to(total, f.op(f"zext i1 {same} to i64"))
            f.add_to(rank, f.op(f"zext i1 {before} to i64"))
        few, among = f.op(f"udiv i64 {most}, 4"), f.load("i64", total)
        part = f.op(f"mul i64 {f.load('i64', rank)}, {few}")
        turn = f.op(f"urem i64 {part}, {among}")
        is_all, is_next = f.op(f"icmp sle i64 {among}, {most}"), f.op(f"icmp slt i64 {turn}, {few}")
        with f.when(f.op(f"or i1 {is_all}, {is_next}")):
            f.store("i64", f.offer(at), f.item(listed, f.load("i64", number)))
            f.add_to(number, "1")
    f.end(f"ret i64 {f.load('i64', number)}")


def write_guessed(f: LoopEmitter) -> None:
    """Of so many moves that are offered, the one that is best for its seat in random games.

    They are tried in a search of its own, which is given as `inner`, in the one world that the block is.
    """
    f.signature = "define internal i64 @guessed(ptr %c, i64 %count, i64 %seed)"
    inner, block, listed, sums, often = (f.place(name) for name in ("inner", "block", "listed", "sums", "ended"))
    samples, best = f.number("samples"), f.variable("i64", "0")
    count = f.op("call i64 @few(ptr %c, i64 %count)")
    f.store("i64", f.of_rules("actor", block), f.at(inner, FIELDS["seat"]))
    f.store("i64", "%seed", f.at(inner, FIELDS["seed"]))
    f.copy(f.load("ptr", f.at(inner, FIELDS["worlds"])), block, f.number("size"))
    with f.counting("0", count) as at:
        f.store("i64", "0", f.item(sums, at))
        f.store("i64", "0", f.item(often, at))
    given = f"i64 0, i64 {samples}, ptr {listed}, i64 {count}, ptr {sums}, ptr {often}"
    f.op(f"call i64 @trials(ptr {inner}, {given})")

    def mean(at: str) -> str:
        """As `tally.mean`."""
        times = f.word(often, at)
        found = f.op(f"fdiv double {f.double(f.word(sums, at))}, {f.double(times)}")
        return f.op(f"select i1 {f.op(f'icmp eq i64 {times}, 0')}, double -1.0e300, double {found}")

    with f.counting("1", count) as at:
        better = f.op(f"fcmp ogt double {mean(at)}, {mean(f.load('i64', best))}")
        with f.when(better):
            f.store("i64", at, best)
    f.end(f"ret i64 {f.word(listed, f.load('i64', best))}")


def write_nested(f: LoopEmitter) -> None:
    """As `trials`: to the sums is added what each move was worth to the seat."""
    f.signature = f"define i64 @nested(ptr %c, {GIVEN})"
    move, asked = f.variable("i64"), f.variable("i64")
    block, offers = f.place("block"), f.place("offers")
    with f.counting("%first", "%end") as number, f.counting("0", "%count") as at, trying(f):
        f.store("i64", "0", asked)
        f.store("i64", f.word("%moves", at), move)
        seed = f.op(f"call i64 @placed(ptr %c, i64 {number})")
        top, goes_on, several, after = (f.label() for _ in range(4))
        f.start(top)
        apply(f, block, f.load("i64", move))
        enough = f.op(f"icmp sge i64 {f.load('i64', asked)}, {f.number('most_asked')}")
        f.branch(f.op(f"or i1 {enough}, {is_over(f, block)}"), after, goes_on)
        f.start(goes_on)
        count = f.of_rules("offered", block, offers)
        f.store("i64", f.load("i64", offers), move)
        f.branch(f.op(f"icmp sgt i64 {count}, 1"), several, top)
        f.start(several)
        f.add_to(asked, "1")
        chosen = f.op(f"call i64 @guessed(ptr %c, i64 {count}, i64 {f.derived(seed, f.load('i64', asked))})")
        f.store("i64", chosen, move)
        f.jump(top)
        f.start(after)
        finished(f, seed)
        ended(f, at)
    f.end("ret i64 %end")
