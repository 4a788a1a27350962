"""A whole history made again with other hidden moves, in machine code: as `search/retelling.py` does it step by step.

It is compared with another by two numbers a step: what a seat is told, and which pieces go where. Both tell apart at
least what people are told, and may tell apart more.
"""

from __future__ import annotations

from collections.abc import Callable
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
from coupdsl.native.replaying import ANYBODY, ANYTHING, CERTAIN, ROW, WEIGHED

HEARD, GONE, WEIGHT, TOTAL = range(0, 4 * WORD, WORD)
STRIDE = 4 * WORD  # of each move: what the seat is told, where pieces go, its weight, and that of all options


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


def write_retold(f: LoopEmitter) -> None:
    """Makes moves of a plan in the block, as long as all is asked, told and moved as it was in another history; gives
    the number of the first that is not. What came of each is written to `trail`; where nothing was made before, nothing
    is compared."""
    f.signature = "define i64 @retold(ptr %c, i64 %first, i64 %end)"
    block, events, other, done = f.place("block"), f.place("events"), f.label(), f.variable("i64", "%first")

    def only_if(condition: str) -> None:
        onward = f.label()
        f.branch(condition, onward, other)
        f.start(onward)

    with f.counting("%first", "%end") as step:
        f.store("i64", step, done)
        row, made = f.item(f.place("rows"), step, ROW * WORD), f.item(f.place("trail"), step, STRIDE)
        only_if(f.op(f"icmp eq i64 {f.load('i64', f.at(block, f.number('pc')))}, {f.word(row, 0)}"))
        only_if(f.op(f"icmp eq i8 {f.load('i8', f.at(block, f.number('over')))}, 0"))
        _asked_alike(f, block, row, only_if)
        move = f.word(f.place("plan"), step)
        _rate(f, block, f.word(row, 3), move, made)
        f.store("i64", "0", f.at(events, WORD))
        only_if(f.op(f"icmp eq i64 {f.of_rules('apply', block, move, events)}, {DONE}"))
        only_if(f.op(f"icmp sle i64 {f.word(events, 1)}, {f.word(events, 0)}"))
        heard = f.op("call i64 @told_of(ptr %c)")
        f.store("i64", heard, f.at(made, HEARD))
        own_names, before = f.place("own_names"), f.place("before")
        is_renamed = f.op(f"icmp slt i64 {step}, {f.number('renamed_until')}")
        names = f.op(f"select i1 {is_renamed}, ptr {f.place('names')}, ptr {own_names}")
        gone = f.op(f"call i64 @gone_in(ptr %c, ptr {names})")
        f.store("i64", gone, f.at(made, GONE))
        with f.when(f.op(f"icmp ne ptr {before}, null")):
            there = f.item(before, step, STRIDE)
            only_if(f.op(f"icmp eq i64 {heard}, {f.load('i64', f.at(there, HEARD))}"))
            only_if(f.op(f"icmp eq i64 {gone}, {f.load('i64', f.at(there, GONE))}"))
        f.store("i64", f.add(step, 1), done)
    f.jump(other)
    f.start(other)
    f.end(f"ret i64 {f.load('i64', done)}")


def _asked_alike(f: LoopEmitter, block: str, row: str, only_if: Callable[[str], None]) -> None:
    """Is the same seat asked, and offered the same if it is the one that imagines?"""
    seat, place, offers = f.word(row, 1), f.word(row, 2), f.place("offers")
    with f.when(f.op(f"icmp ne i64 {seat}, {ANYBODY}")):
        only_if(f.op(f"icmp eq i64 {f.of_rules('actor', block)}, {seat}"))
    with f.when(f.op(f"icmp ne i64 {place}, {ANYTHING}")):
        count, options = f.of_rules("offered", block, offers), f.item(f.place("options"), place)
        only_if(f.op(f"icmp eq i64 {count}, {f.load('i64', options)}"))
        with f.counting("0", count) as at:
            option = f.word(options, f.add(at, 1))
            only_if(f.op(f"icmp eq i64 {f.word(offers, f.times(at, 2))}, {option}"))


def _rate(f: LoopEmitter, block: str, rating: str, move: str, made: str) -> None:
    """How likely a move is, as far as it is to be known: as `Replaying` tells it."""
    offers, weight, total = f.place("offers"), f.variable("i64", "0"), f.variable("i64", "0")
    with f.when(f.op(f"icmp ne i64 {rating}, {CERTAIN}")):
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
