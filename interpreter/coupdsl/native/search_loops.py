"""The loops of a search in machine code, the same for all games: they call what is compiled of rules by its address.

They do what `arena.py`, `search_tree.py`, `hashes.py` and `utility.py` of `search/` do, number by number; those are to
be read first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from coupdsl.native.instructions.effect_code import DONE
from coupdsl.native.instructions.telling import CHOSE, FINISHED, MOVED, PAID, REVEALED, SHOWN, SHUFFLED
from coupdsl.native.llvm.aliasing import Aliasing
from coupdsl.native.llvm.emitter import Emitter
from coupdsl.native.llvm.generator import BELOW, DERIVE
from coupdsl.native.memory.offsets import WORD

# What a search is given, a word each. Of the rules: functions, the bytes of a state and where in it …
FUNCTIONS = {
    "apply": "i64 {}(ptr {}, i64 {}, ptr {})",
    "offered": "i64 {}(ptr {}, ptr {})",
    "actor": "i64 {}(ptr {})",
    "seeded": "void {}(ptr {}, i64 {})",
    "games": "i64 {}(ptr {}, ptr {}, i64 {}, i64 {}, i64 {}, ptr {})",
}
NUMBERS = ("size", "over", "winners", "seats", "lowest", "largest", "many", "seed", "seat", "mask", "nodes", "used")
BOUNDS = ("most_nodes", "most_arms", "deepest")
PLACES = (
    "side", "mates", "faces", "masks", "worlds", "block", "spare", "offers", "events", "row", "worths", "heard", "path",
    "low", "span", "logs", "table", "arms", "here", "unmade",
)  # fmt: skip
FIELDS = {name: WORD * at for at, name in enumerate((*FUNCTIONS, *NUMBERS, *BOUNDS, *PLACES, "curiosity"))}
ARM = 5 * WORD  # a move, how often it was made and offered, the next arm of its node, the sum of what it brought
MOVE, TRIES, OFFERED, NEXT, SUM = range(0, ARM, WORD)
NODE = 2 * WORD  # a key, and the first arm, 0 for none
STEP = 2 * WORD  # an arm and a seat
_ZONES = 1 << 16
_DECLARED = """declare i64 @llvm.fshl.i64(i64, i64, i64)
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.cttz.i64(i64, i1)
declare double @llvm.sqrt.f64(double)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)"""


def search_text() -> str:
    """The LLVM assembly of all loops."""
    aliasing = Aliasing()
    aliasing.begin(0)
    writers = (_worths, _hear, _placed, _end_of, _ends, _trials, _chosen, _learnt, _grow)
    functions = []
    for write in writers:
        f = Emitter("", aliasing)
        write(f)
        functions.append(f.text())
    return "\n".join([_DECLARED, BELOW, DERIVE, *functions, *aliasing.text(), ""])


# ---- what all of them need
def _number(f: Emitter, name: str) -> str:
    return f.load("i64", f.at("%c", FIELDS[name]))


def _place(f: Emitter, name: str) -> str:
    return f.load("ptr", f.at("%c", FIELDS[name]))


def _set(f: Emitter, name: str, value: str) -> None:
    f.store("i64", value, f.at("%c", FIELDS[name]))


def _call(f: Emitter, name: str, *arguments: str) -> str:
    """What a function of the rules gives."""
    text = "call " + FUNCTIONS[name].format(_place(f, name), *arguments)
    if text.startswith("call void"):
        f.do(text)
        return ""
    return f.op(text)


def _item(f: Emitter, place: str, at: str, size: int = WORD) -> str:
    """Where one of several things in a row lies."""
    return f.at(place, f.times(at, size))


def _word(f: Emitter, place: str, at: str | int) -> str:
    return f.load("i64", _item(f, place, str(at)))


def _derive(f: Emitter, seed: str, index: str) -> str:
    return f.op(f"call i64 @derive(i64 {seed}, i64 {index})")


def _add_to(f: Emitter, place: str, value: str) -> None:
    f.store("i64", f.add(f.load("i64", place), value), place)


@contextmanager
def _seats(f: Emitter) -> Iterator[str]:
    with f.counting("0", _number(f, "seats")) as seat:
        yield seat


def _copy(f: Emitter, to: str, start: str, size: str) -> None:
    f.do(f"call void @llvm.memcpy.p0.p0.i64(ptr {to}, ptr {start}, i64 {size}, i1 false)")


def _double(f: Emitter, number: str) -> str:
    return f.op(f"sitofp i64 {number} to double")


# ---- what an end is worth
def _worths(f: Emitter) -> None:
    """As `Utility.worths`, of the winners and scores in the row; the halves are where the worths will be."""
    f.signature = "define internal void @worths(ptr %c)"
    row, out, seats = _place(f, "row"), _place(f, "worths"), _number(f, "seats")
    winners, scores = f.load("i64", row), f.at(row, WORD)
    some = f.op(f"icmp ne i64 {winners}, 0")
    first = f.op(f"select i1 {some}, i64 {f.op(f'call i64 @llvm.cttz.i64(i64 {winners}, i1 false)')}, i64 0")
    negated, largest = _is_lowest(f, scores, some, first), _number(f, "largest")
    best = f.variable("i64", f.op(f"mul i64 {largest}, -4"))
    with _seats(f) as seat:
        score = _word(f, scores, seat)
        score = f.op(f"select i1 {negated}, i64 {f.op(f'sub i64 0, {score}')}, i64 {score}")
        score = f.op(f"call i64 @llvm.smin.i64(i64 {score}, i64 {largest})")
        score = f.op(f"call i64 @llvm.smax.i64(i64 {score}, i64 {f.op(f'sub i64 0, {largest}')})")
        half = f.times(score, 2)
        f.store("i64", half, _item(f, out, seat))
        f.store("i64", f.op(f"call i64 @llvm.smax.i64(i64 {f.load('i64', best)}, i64 {half})"), best)
    with f.when(some):
        f.store("i64", f.op(f"sub i64 {_word(f, out, first)}, 1"), best)
    total, most = f.variable("i64", "0"), f.load("i64", best)
    with _seats(f) as seat:
        half = _word(f, out, seat)
        less = f.op(f"call i64 @llvm.smin.i64(i64 {half}, i64 {most})")
        half = f.op(f"select i1 {f.contains(winners, seat, 64)}, i64 {half}, i64 {less}")
        f.store("i64", half, _item(f, scores, seat))
        _add_to(f, total, half)
    side, own = _place(f, "side"), f.variable("i64")
    with _seats(f) as seat:
        f.store("i64", "0", own)
        with _seats(f) as other, f.when(f.op(f"icmp eq i64 {_word(f, side, seat)}, {_word(f, side, other)}")):
            _add_to(f, own, _word(f, scores, other))
        mine, mates = f.load("i64", own), _word(f, _place(f, "mates"), seat)
        others = f.op(f"sub i64 {seats}, {mates}")
        theirs = f.op(f"sub i64 {f.load('i64', total)}, {mine}")
        rest = f.op(f"mul i64 {theirs}, {mates}")
        ahead = f.op(f"sub i64 {f.op(f'mul i64 {mine}, {others}')}, {rest}")
        alone = f.op(f"icmp eq i64 {others}, 0")
        f.store("i64", f.op(f"select i1 {alone}, i64 {mine}, i64 {ahead}"), _item(f, out, seat))
    f.end("ret void")


def _is_lowest(f: Emitter, scores: str, some: str, first: str) -> str:
    """Is the lowest score best? Where ends differ, it is if somebody has more than those who have won."""
    stated = _number(f, "lowest")  # 0 or 1, 2 where ends differ
    higher = f.variable("i1", "false")
    with _seats(f) as seat, f.when(f.op(f"icmp sgt i64 {_word(f, scores, seat)}, {_word(f, scores, first)}")):
        f.store("i1", some, higher)
    differ = f.op(f"icmp eq i64 {stated}, 2")
    return f.op(f"select i1 {differ}, i1 {f.load('i1', higher)}, i1 {f.op(f'icmp eq i64 {stated}, 1')}")


# ---- what was told
def _hear(f: Emitter) -> None:
    """As `Hashes.hear`, of the events there are."""
    f.signature = "define internal void @hear(ptr %c)"
    events, heard = _place(f, "events"), _place(f, "heard")
    at, end, top, inside, after = f.variable("i64", "2"), f.add(_word(f, events, 1), 2), *(f.label() for _ in range(3))
    f.start(top)
    here = f.load("i64", at)
    f.branch(f.op(f"icmp slt i64 {here}, {end}"), inside, after)
    f.start(inside)
    kind, count = _word(f, events, here), _word(f, events, f.add(here, 1))
    words = _item(f, events, f.add(here, 2))
    f.store("i64", f.add(f.add(here, 2), count), at)
    cases: dict[int, Callable[[Emitter, str, str, str], None]] = {
        CHOSE: _chose, MOVED: _moved, SHOWN: _shown, REVEALED: _revealed, SHUFFLED: _shuffled, PAID: _paid
    }  # fmt: skip
    labels = {number: f.label() for number in cases}
    assert FINISHED not in labels
    f.end(f"switch i64 {kind}, label %{top} [{' '.join(f'i64 {n}, label %{to}' for n, to in labels.items())}]")
    for number, write in cases.items():
        f.start(labels[number])
        write(f, heard, words, count)
        f.jump(top)
    f.start(after)
    f.end("ret void")


def _to_all(f: Emitter, heard: str, common: str) -> None:
    with _seats(f) as seat:
        place = _item(f, heard, seat)
        f.store("i64", _derive(f, f.load("i64", place), common), place)


def _chose(f: Emitter, heard: str, words: str, count: str) -> None:
    seat, move, site, told = (_word(f, words, n) for n in range(4))
    common = _derive(f, _derive(f, str(CHOSE), seat), site)
    with _seats(f) as one:
        place = _item(f, heard, one)
        public = _derive(f, f.load("i64", place), common)
        known = f.contains(told, one, 64)
        f.store("i64", f.op(f"select i1 {known}, i64 {_derive(f, public, move)}, i64 {public}"), place)


def _moved(f: Emitter, heard: str, words: str, count: str) -> None:
    goal = f.load("i64", words)
    with _triples(f, words, count) as (start, piece, known):
        between = f.add(f.times(start, _ZONES), goal)
        shown, closed = _derive(f, between, _face(f, piece)), _derive(f, between, "0")
        with _seats(f) as seat:
            part = f.op(f"select i1 {f.contains(known, seat, 64)}, i64 {shown}, i64 {closed}")
            _add_to(f, _item(f, heard, seat), part)


def _shown(f: Emitter, heard: str, words: str, count: str) -> None:
    audience, total = f.load("i64", words), f.variable("i64", str(SHOWN))
    with _triples(f, words, count) as (piece, zone, place):
        _add_to(f, total, _derive(f, f.add(f.times(zone, _ZONES), place), _face(f, piece)))
    with f.when(f.op(f"icmp sgt i64 {count}, 1")), _seats(f) as seat, f.when(f.contains(audience, seat, 64)):
        place = _item(f, heard, seat)
        f.store("i64", _derive(f, f.load("i64", place), f.load("i64", total)), place)


def _revealed(f: Emitter, heard: str, words: str, count: str) -> None:
    """Of a set only words that are not empty count, for it has more of them than it needs."""
    number, total = f.load("i64", words), f.variable("i64", "0")
    is_set = f.op(f"icmp ne i64 {_word(f, _place(f, 'masks'), number)}, 0")
    with f.counting("1", count) as at:
        word = _word(f, words, at)
        empty = f.op(f"and i1 {is_set}, {f.op(f'icmp eq i64 {word}, 0')}")
        _add_to(f, total, f.op(f"select i1 {empty}, i64 0, i64 {_derive(f, word, at)}"))
    _to_all(f, heard, _derive(f, _derive(f, str(REVEALED), number), f.load("i64", total)))


def _shuffled(f: Emitter, heard: str, words: str, count: str) -> None:
    _to_all(f, heard, _derive(f, str(SHUFFLED), f.load("i64", words)))


def _paid(f: Emitter, heard: str, words: str, count: str) -> None:
    common = str(PAID)
    for number in range(4):
        common = _derive(f, common, _word(f, words, number))
    _to_all(f, heard, common)


@contextmanager
def _triples(f: Emitter, words: str, count: str) -> Iterator[tuple[str, str, str]]:
    """What follows the first word, three by three."""
    with f.counting("0", f.op(f"udiv i64 {count}, 3")) as number:
        first = f.add(f.times(number, 3), 1)
        yield _word(f, words, first), _word(f, words, f.add(first, 1)), _word(f, words, f.add(first, 2))


def _face(f: Emitter, piece: str) -> str:
    """One more than the first piece that is written like it."""
    return f.add(_word(f, _place(f, "faces"), piece), 1)


# ---- playing on
def _placed(f: Emitter) -> None:
    """Makes the block the world of a number, with a chance of its own, of which it gives the seed."""
    f.signature = "define internal i64 @placed(ptr %c, i64 %number)"
    seed = _derive(f, _number(f, "seed"), "%number")
    block, size = _place(f, "block"), _number(f, "size")
    which = f.op(f"urem i64 %number, {_number(f, 'many')}")
    _copy(f, block, f.at(_place(f, "worlds"), f.op(f"mul i64 {which}, {size}")), size)
    _call(f, "seeded", block, seed)
    f.end(f"ret i64 {seed}")


def _end_of(f: Emitter) -> None:
    """Works out what the end of one game from the block is worth; gives false where the rules fail in it."""
    f.signature = "define internal i1 @end_of(ptr %c, i64 %seed)"
    block, row, over, random, after = _place(f, "block"), _place(f, "row"), *(f.label() for _ in range(3))
    fine = f.variable("i1", "true")
    f.branch(_is_over(f, block), over, random)
    f.start(over)
    _copy(f, row, f.at(block, _number(f, "winners")), f.add(f.times(_number(f, "seats"), WORD), WORD))
    f.jump(after)
    f.start(random)
    done = _call(f, "games", _place(f, "spare"), block, "%seed", "0", "1", row)
    f.store("i1", f.op(f"icmp eq i64 {done}, 1"), fine)
    f.start(after)
    f.do("call void @worths(ptr %c)")
    f.end(f"ret i1 {f.load('i1', fine)}")


def _is_over(f: Emitter, block: str) -> str:
    return f.op(f"icmp ne i64 {f.load('i64', f.at(block, _number(f, 'over')))}, 0")


def _apply(f: Emitter, block: str, move: str) -> None:
    events = _place(f, "events")
    f.store("i64", "0", f.at(events, WORD))
    f.fail_if(f.op(f"icmp ne i64 {_call(f, 'apply', block, move, events)}, {DONE}"))


def _finished(f: Emitter, seed: str) -> None:
    f.fail_if(f.op(f"xor i1 {f.op(f'call i1 @end_of(ptr %c, i64 {seed})')}, true"))


def _give_number(f: Emitter, number: str) -> None:
    """The end of a function that goes through tries: how many there were to be, or the first in which rules fail."""
    f.end("ret i64 %end")
    f.close_failed(lambda: f.end(f"ret i64 {f.load('i64', number)}"))


def _ends(f: Emitter) -> None:
    f.signature = "define i64 @ends(ptr %c, i64 %first, i64 %end, ptr %out)"
    size, now = f.times(_number(f, "seats"), WORD), f.variable("i64")
    with f.counting("%first", "%end") as number:
        f.store("i64", number, now)
        _finished(f, f.op(f"call i64 @placed(ptr %c, i64 {number})"))
        at = f.op(f"mul i64 {f.op(f'sub i64 {number}, %first')}, {size}")
        _copy(f, f.at("%out", at), _place(f, "worths"), size)
    _give_number(f, now)


def _trials(f: Emitter) -> None:
    """As `trials`: to the sums is added what each move was worth to the seat."""
    f.signature = "define i64 @trials(ptr %c, i64 %first, i64 %end, ptr %moves, i64 %count, ptr %sums)"
    now = f.variable("i64")
    with f.counting("%first", "%end") as number, f.counting("0", "%count") as at:
        f.store("i64", number, now)
        seed = f.op(f"call i64 @placed(ptr %c, i64 {number})")
        _apply(f, _place(f, "block"), _word(f, "%moves", at))
        _finished(f, seed)
        _add_to(f, _item(f, "%sums", at), _word(f, _place(f, "worths"), _number(f, "seat")))
    _give_number(f, now)


# ---- the tree
def _grow(f: Emitter) -> None:
    """As `Tree.grow`."""
    f.signature = "define i64 @grow(ptr %c, i64 %first, i64 %end)"
    now, depth, chance = f.variable("i64"), f.variable("i64"), f.variable("[4 x i64]")
    block, offers = _place(f, "block"), _place(f, "offers")
    with f.counting("%first", "%end") as number:
        f.store("i64", number, now)
        f.store("i64", "0", depth)
        seed = f.op(f"call i64 @placed(ptr %c, i64 {number})")
        f.do(f"call void @seed(ptr {chance}, i64 {seed})")
        with _seats(f) as seat:
            f.store("i64", "0", _item(f, _place(f, "heard"), seat))
        top, asked, several, one, made, after = (f.label() for _ in range(6))
        move, fresh = f.variable("i64"), f.variable("i64", "0")
        f.start(top)
        f.branch(_is_over(f, block), after, asked)
        f.start(asked)
        count = _call(f, "offered", block, offers)
        f.store("i64", f.load("i64", offers), move)
        f.branch(f.op(f"icmp sgt i64 {count}, 1"), several, made)
        f.start(several)
        actor = _call(f, "actor", block)
        arm = f.op(f"call i64 @chosen(ptr %c, ptr {chance}, i64 {actor}, i64 {count}, ptr {fresh})")
        deep = f.load("i64", depth)
        f.branch(f.op(f"icmp eq i64 {arm}, 0"), after, one)
        f.start(one)
        step = _item(f, _place(f, "path"), deep, STEP)
        f.store("i64", arm, step)
        f.store("i64", actor, f.at(step, WORD))
        f.store("i64", f.add(deep, 1), depth)
        f.store("i64", f.load("i64", f.at(_item(f, _place(f, "arms"), arm, ARM), MOVE)), move)
        f.start(made)
        _apply(f, block, f.load("i64", move))
        f.do("call void @hear(ptr %c)")
        enough = f.op(f"icmp sge i64 {f.load('i64', depth)}, {_number(f, 'deepest')}")
        new = f.op(f"icmp ne i64 {f.load('i64', fresh)}, 0")
        left = f.op(f"or i1 {enough}, {new}")
        f.branch(left, after, top)
        f.start(after)
        _finished(f, seed)
        f.do(f"call void @learnt(ptr %c, i64 {f.load('i64', depth)})")
    _give_number(f, now)


def _chosen(f: Emitter) -> None:
    """The arm of the move that is made by who is to act, 0 where the tree is full; marks whether its node is new."""
    f.signature = "define internal i64 @chosen(ptr %c, ptr %chance, i64 %actor, i64 %count, ptr %fresh)"
    node = _node(f)
    link, used, news, kept = f.variable("ptr", f.at(node, WORD)), *(f.variable("i64") for _ in range(3))
    f.store("i64", "0", news)
    f.store("i64", "0", kept)
    arms, here, unmade = (_place(f, name) for name in ("arms", "here", "unmade"))
    with f.counting("0", "%count") as at:
        move = f.load("i64", _item(f, _place(f, "offers"), at, 2 * WORD))
        arm = _arm(f, arms, link, move)
        with f.when(f.op(f"icmp ne i64 {arm}, 0")):
            place = _item(f, arms, arm, ARM)
            f.store("ptr", f.at(place, NEXT), link)
            _add_to(f, f.at(place, OFFERED), "1")
            f.store("i64", arm, _item(f, here, f.load("i64", kept)))
            _add_to(f, kept, "1")
            with f.when(f.op(f"icmp eq i64 {f.load('i64', f.at(place, TRIES))}, 0")):
                f.store("i64", arm, _item(f, unmade, f.load("i64", news)))
                _add_to(f, news, "1")
    count = f.load("i64", news)
    with f.when(f.op(f"icmp sgt i64 {count}, 0")):
        drawn = f.op(f"call i64 @below(ptr %chance, i64 {count})")
        f.end(f"ret i64 {_word(f, unmade, drawn)}")
    f.store("i64", "0", used)
    best = f.variable("double", "-1.0e300")
    with f.counting("0", f.load("i64", kept)) as at:
        arm = _word(f, here, at)
        bound = _bound(f, _item(f, arms, arm, ARM))
        with f.when(f.op(f"fcmp ogt double {bound}, {f.load('double', best)}")):
            f.store("double", bound, best)
            f.store("i64", arm, used)
    f.end(f"ret i64 {f.load('i64', used)}")


def _node(f: Emitter) -> str:
    """Where the node of the actor lies; one is made if there is none yet and room for it."""
    key = _derive(f, _word(f, _place(f, "heard"), "%actor"), "%actor")
    mask, table = _number(f, "mask"), _place(f, "table")
    slot, top, taken, onward, empty, room, found = (
        f.variable("i64", f.op(f"and i64 {key}, {mask}")),
        *(f.label() for _ in range(6)),
    )
    f.start(top)
    node = _item(f, table, f.load("i64", slot), NODE)
    f.branch(f.op(f"icmp eq i64 {f.load('i64', f.at(node, WORD))}, 0"), empty, taken)
    f.start(taken)
    f.branch(f.op(f"icmp eq i64 {f.load('i64', node)}, {key}"), found, onward)
    f.start(onward)
    f.store("i64", f.op(f"and i64 {f.add(f.load('i64', slot), 1)}, {mask}"), slot)
    f.jump(top)
    f.start(empty)
    nodes, more = _number(f, "nodes"), f.add(_number(f, "used"), "%count")
    few = f.op(f"icmp slt i64 {nodes}, {_number(f, 'most_nodes')}")
    fits = f.op(f"icmp sle i64 {more}, {_number(f, 'most_arms')}")
    full = f.label()
    f.branch(f.op(f"and i1 {few}, {fits}"), room, full)
    f.start(full)
    f.end("ret i64 0")
    f.start(room)
    f.store("i64", key, node)
    f.store("i64", "1", "%fresh")
    _set(f, "nodes", f.add(nodes, 1))
    f.start(found)
    return node


def _arm(f: Emitter, arms: str, link: str, move: str) -> str:
    """The arm of a move, of which those of smaller moves are behind the link; 0 where there is no room for it."""
    top, there, smaller, missing, new, after = (f.label() for _ in range(6))
    found = f.variable("i64")
    f.start(top)
    arm = f.load("i64", f.load("ptr", link))
    f.store("i64", arm, found)
    f.branch(f.op(f"icmp eq i64 {arm}, 0"), missing, there)
    f.start(there)
    place = _item(f, arms, arm, ARM)
    known, beyond = f.load("i64", f.at(place, MOVE)), f.label()
    f.branch(f.op(f"icmp slt i64 {known}, {move}"), smaller, beyond)
    f.start(smaller)
    f.store("ptr", f.at(place, NEXT), link)
    f.jump(top)
    f.start(beyond)
    f.branch(f.op(f"icmp eq i64 {known}, {move}"), after, missing)
    f.start(missing)
    used = _number(f, "used")
    f.store("i64", "0", found)
    f.branch(f.op(f"icmp slt i64 {used}, {_number(f, 'most_arms')}"), new, after)
    f.start(new)
    number = f.add(used, 1)
    _set(f, "used", number)
    place = _item(f, arms, number, ARM)
    f.store("i64", move, f.at(place, MOVE))
    f.store("i64", f.load("i64", f.load("ptr", link)), f.at(place, NEXT))
    f.store("i64", number, f.load("ptr", link))
    f.store("i64", number, found)
    f.start(after)
    return f.load("i64", found)


def _bound(f: Emitter, arm: str) -> str:
    """What a move brought on average, and more the seldomer it was made when it could have been."""
    tries = _double(f, f.load("i64", f.at(arm, TRIES)))
    mean = f.op(f"fdiv double {f.load('double', f.at(arm, SUM))}, {tries}")
    logarithm = f.load("double", _item(f, _place(f, "logs"), f.load("i64", f.at(arm, OFFERED))))
    root = f.op(f"call double @llvm.sqrt.f64(double {f.op(f'fdiv double {logarithm}, {tries}')})")
    wide = f.op(f"fmul double {f.load('double', f.at('%c', FIELDS['curiosity']))}, {root}")
    return f.op(f"fadd double {mean}, {wide}")


def _learnt(f: Emitter) -> None:
    """Adds what the end was worth to every arm of the path."""
    f.signature = "define internal void @learnt(ptr %c, i64 %depth)"
    with f.counting("0", "%depth") as at:
        step = _item(f, _place(f, "path"), at, STEP)
        arm, seat = _item(f, _place(f, "arms"), f.load("i64", step), ARM), f.load("i64", f.at(step, WORD))
        _add_to(f, f.at(arm, TRIES), "1")
        low, span = (_word(f, _place(f, name), seat) for name in ("low", "span"))
        above = _double(f, f.op(f"sub i64 {_word(f, _place(f, 'worths'), seat)}, {low}"))
        gained = f.op(f"fdiv double {above}, {_double(f, span)}")
        f.store("double", f.op(f"fadd double {f.load('double', f.at(arm, SUM))}, {gained}"), f.at(arm, SUM))
    f.end("ret void")
