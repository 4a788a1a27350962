"""Many moves made one after the other in machine code, as long as all is asked as it was in another history.

`search/retelling.py` does the same move by move. Either every position is kept (`replay`), or a whole history is
compared with another (`retold`) by two numbers a move: what a seat is told, and which pieces go where. Both tell apart
at least what people are told, and may tell apart more.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from coupdsl.native.instructions.effect_code import DONE
from coupdsl.native.instructions.telling import (
    CHOSE,
    FINISHED,
    MOVED,
    PAID,
    REVEALED,
    SHOWN,
    SHUFFLED,
    VACATED,
)
from coupdsl.native.loops.hearing_code import ZONES, each_event, face, triples
from coupdsl.native.loops.loop_code import LoopEmitter
from coupdsl.native.memory.offsets import WORD

# Of each move of the other history: where in the rules it was made and whose it was, where among `options` those of a
# seat that was asked begin (how many, and their ids), and what is to be known of how likely the move is.
ROW = 4
ANYBODY, ANYTHING = -9, -1
# Nothing; how many options there are; the weights of the move and of all options; of how many pieces one was drawn.
CERTAIN, COUNTED, WEIGHED, DRAWN = range(4)
# Of each move made, its trail: its weight if `WEIGHED`, the sum or number of all options; and what the seat is told and
# where pieces go, or where in `events` what happened ends.
STRIDE = 4 * WORD
WEIGHT, TOTAL, HEARD, GONE = range(0, STRIDE, WORD)
END = HEARD


def write_told_of(f: LoopEmitter) -> None:
    """What the seat is told of the events there are, in their order."""
    f.signature = "define internal i64 @told_of(ptr %c)"
    heard, bit = f.variable("i64", "0"), f.number("bit")

    def hear(word: str) -> None:
        f.store("i64", f.derived(f.load("i64", heard), word), heard)

    def all_of(kind: int, words: str, count: str) -> None:
        hear(str(kind))
        with f.counting("0", count) as at:
            hear(f.word(words, at))

    def chose(words: str, count: str) -> None:
        seat, move, site, told = (f.word(words, number) for number in range(4))
        for word in (str(CHOSE), seat, site):
            hear(word)
        with f.when(_sees(f, told, bit)):
            hear(move)

    def moved(words: str, count: str) -> None:
        """In a row the order of those that the seat knows is told, elsewhere none is."""
        goal, unseen = f.load("i64", words), f.variable("i64", str(MOVED))
        is_row = f.op(f"icmp ne i64 {f.word(f.place('in_order'), goal)}, 0")
        with triples(f, words, count) as (start, piece, known):
            between = f.add(f.times(start, ZONES), goal)
            is_seen = _sees(f, known, bit)
            one = f.derived(between, f.op(f"select i1 {is_seen}, i64 {face(f, piece)}, i64 0"))
            with f.when(f.op(f"and i1 {is_row}, {is_seen}")):
                hear(one)
            with f.when(f.op(f"xor i1 {f.op(f'and i1 {is_row}, {is_seen}')}, true")):
                f.add_to(unseen, one)
        hear(f.load("i64", unseen))

    def shown(words: str, count: str) -> None:
        with f.when(_sees(f, f.load("i64", words), bit)):
            all_of(SHOWN, words, count)

    def vacated(words: str, count: str) -> None:
        with f.when(_sees(f, f.word(words, 1), bit)):
            all_of(VACATED, words, count)

    def finished(words: str, count: str) -> None:
        all_of(FINISHED, words, count)

    each_event(f, {
        CHOSE: chose, MOVED: moved, SHOWN: shown, VACATED: vacated, FINISHED: finished,
        **{kind: partial(all_of, kind) for kind in (REVEALED, SHUFFLED, PAID)},
    })  # fmt: skip
    f.end(f"ret i64 {f.load('i64', heard)}")


def _sees(f: LoopEmitter, mask: str, bit: str) -> str:
    return f.op(f"icmp ne i64 {f.op(f'and i64 {mask}, {bit}')}, 0")


def write_gone_in(f: LoopEmitter) -> None:
    """Which pieces go where in the events there are, each under the name that `%names` gives it."""
    f.signature = "define internal i64 @gone_in(ptr %c, ptr %names)"
    gone, number = f.variable("i64", "0"), f.variable("i64", "0")

    def moved(words: str, count: str) -> None:
        turn = f.op(f"shl i64 {f.load('i64', number)}, 32")
        goal = f.add(turn, f.load("i64", words))
        with triples(f, words, count) as (_, piece, _known):
            f.add_to(gone, f.derived(goal, f.word("%names", piece)))
        f.add_to(number, "1")

    def shuffled(words: str, count: str) -> None:
        turn = f.op(f"shl i64 {f.load('i64', number)}, 32")
        f.add_to(gone, f.derived(f.add(turn, f.load("i64", words)), "-1"))
        f.add_to(number, "1")

    each_event(f, {MOVED: moved, SHUFFLED: shuffled})
    f.end(f"ret i64 {f.load('i64', gone)}")


def write_replay(f: LoopEmitter) -> None:
    """Makes moves of a plan, and keeps each position in `blocks` and all that happens in `events`."""
    f.signature = "define i64 @replay(ptr %c, i64 %number)"
    with _moves(f) as (step, made):
        size = f.number("size")
        f.copy(f.at(f.place("blocks"), f.op(f"mul i64 {step}, {size}")), f.place("block"), size)
        f.store("i64", f.word(f.place("events"), 1), f.at(made, END))


def write_retold(f: LoopEmitter) -> None:
    """Makes moves of a plan as long as all is told and moved, too, as where the trail `before` came about, if there is
    one."""
    f.signature = "define i64 @retold(ptr %c, i64 %number)"
    with _moves(f) as (step, made):
        heard = f.op("call i64 @told_of(ptr %c)")
        f.store("i64", heard, f.at(made, HEARD))
        own_names, before = f.place("own_names"), f.place("before")
        is_renamed = f.op(f"icmp slt i64 {step}, {f.number('renamed_until')}")
        names = f.op(f"select i1 {is_renamed}, ptr {f.place('names')}, ptr {own_names}")
        gone = f.op(f"call i64 @gone_in(ptr %c, ptr {names})")
        f.store("i64", gone, f.at(made, GONE))
        with f.when(f.op(f"icmp ne ptr {before}, null")):
            there = f.item(before, step, STRIDE)
            f.fail_if(f.op(f"icmp ne i64 {heard}, {f.load('i64', f.at(there, HEARD))}"))
            f.fail_if(f.op(f"icmp ne i64 {gone}, {f.load('i64', f.at(there, GONE))}"))
        _nothing_happened(f)


@contextmanager
def _moves(f: LoopEmitter) -> Iterator[tuple[str, str]]:
    """Makes one move of the plan after the other in the block; what is written inside comes after each, given its
    number and where its trail is. The function gives how many went well."""
    block, done = f.place("block"), f.variable("i64", "0")
    _nothing_happened(f)
    with f.counting("0", "%number") as step:
        row, made = f.item(f.place("rows"), step, ROW * WORD), f.item(f.place("trail"), step, STRIDE)
        _asked(f, block, row)
        move = f.word(f.place("plan"), step)
        _rate(f, block, f.word(row, 3), move, made, step)
        _make(f, block, move)
        yield step, made
        f.store("i64", f.add(step, 1), done)
    f.start(f.failing())
    f.end(f"ret i64 {f.load('i64', done)}")


def _nothing_happened(f: LoopEmitter) -> None:
    f.store("i64", "0", f.at(f.place("events"), WORD))


def _asked(f: LoopEmitter, block: str, row: str) -> None:
    """Goes on only where the same seat is asked the same, and offered the same if it is the one that imagines."""
    pc, seat, place = (f.word(row, number) for number in range(3))
    offers = f.place("offers")
    f.fail_if(f.op(f"icmp ne i64 {f.load('i64', f.at(block, f.number('pc')))}, {pc}"))
    f.fail_if(f.op(f"icmp ne i8 {f.load('i8', f.at(block, f.number('over')))}, 0"))
    with f.when(f.op(f"icmp ne i64 {seat}, {ANYBODY}")):
        f.fail_if(f.op(f"icmp ne i64 {f.of_rules('actor', block)}, {seat}"))
    with f.when(f.op(f"icmp ne i64 {place}, {ANYTHING}")):
        count, options = f.of_rules("offered", block, offers), f.item(f.place("options"), place)
        f.fail_if(f.op(f"icmp ne i64 {count}, {f.load('i64', options)}"))
        with f.counting("0", count) as at:
            option = f.word(options, f.add(at, 1))
            f.fail_if(f.op(f"icmp ne i64 {f.word(offers, f.times(at, 2))}, {option}"))


def _make(f: LoopEmitter, block: str, move: str) -> None:
    """Goes on only where a move can be made, and where there is room for all that happened."""
    events = f.place("events")
    f.fail_if(f.op(f"icmp ne i64 {f.of_rules('apply', block, move, events)}, {DONE}"))
    f.fail_if(f.op(f"icmp sgt i64 {f.word(events, 1)}, {f.word(events, 0)}"))


def _rate(f: LoopEmitter, block: str, rating: str, move: str, made: str, step: str) -> None:
    """How likely a move is, as far as it is to be known: of how many pieces one is drawn, `before` tells if there is
    one, for as many went where it was drawn from."""
    offers, weight, total, before = f.place("offers"), f.variable("i64", "0"), f.variable("i64", "0"), f.place("before")
    is_drawn = f.op(f"icmp eq i64 {rating}, {DRAWN}")
    is_told = f.op(f"and i1 {is_drawn}, {f.op(f'icmp ne ptr {before}, null')}")
    with f.when(is_told):
        f.store("i64", f.load("i64", f.at(f.item(before, step, STRIDE), TOTAL)), total)
    is_certain = f.op(f"icmp eq i64 {rating}, {CERTAIN}")
    with f.when(f.op(f"xor i1 {f.op(f'or i1 {is_certain}, {is_told}')}, true")):
        count = f.of_rules("offered", block, offers)
        f.store("i64", count, total)
        with f.when(f.op(f"icmp eq i64 {rating}, {WEIGHED}")):
            f.store("i64", "0", total)
            with f.counting("0", count) as at:
                option = f.item(offers, at, 2 * WORD)
                own = f.word(option, 1)
                f.add_to(total, own)
                with f.when(f.op(f"icmp eq i64 {f.load('i64', option)}, {move}")):
                    f.add_to(weight, own)
    f.store("i64", f.load("i64", weight), f.at(made, WEIGHT))
    f.store("i64", f.load("i64", total), f.at(made, TOTAL))
