"""The tree of a search, in machine code: as `search/search_tree.py`."""

from __future__ import annotations

from coupdsl.native.loops.ending_code import apply, finished, give_number, is_over
from coupdsl.native.loops.loop_code import ARM, FIELDS, MOVE, NEXT, NODE, OFFERED, STEP, SUM, TRIES, LoopEmitter
from coupdsl.native.memory.offsets import WORD


def write_grow(f: LoopEmitter) -> None:
    """As `Tree.grow`."""
    f.signature = "define i64 @grow(ptr %c, i64 %first, i64 %end)"
    now, depth, chance = f.variable("i64"), f.variable("i64"), f.variable("[4 x i64]")
    block, offers = f.place("block"), f.place("offers")
    with f.counting("%first", "%end") as number:
        f.store("i64", number, now)
        f.store("i64", "0", depth)
        seed = f.op(f"call i64 @placed(ptr %c, i64 {number})")
        f.do(f"call void @seed(ptr {chance}, i64 {seed})")
        with f.seats() as seat:
            f.store("i64", "0", f.item(f.place("heard"), seat))
        top, asked, several, one, made, after = (f.label() for _ in range(6))
        move, fresh = f.variable("i64"), f.variable("i64", "0")
        f.start(top)
        f.branch(is_over(f, block), after, asked)
        f.start(asked)
        count = f.of_rules("offered", block, offers)
        f.store("i64", f.load("i64", offers), move)
        f.branch(f.op(f"icmp sgt i64 {count}, 1"), several, made)
        f.start(several)
        actor = f.of_rules("actor", block)
        arm = f.op(f"call i64 @chosen(ptr %c, ptr {chance}, i64 {actor}, i64 {count}, ptr {fresh})")
        deep = f.load("i64", depth)
        f.branch(f.op(f"icmp eq i64 {arm}, 0"), after, one)
        f.start(one)
        step = f.item(f.place("path"), deep, STEP)
        f.store("i64", arm, step)
        f.store("i64", actor, f.at(step, WORD))
        f.store("i64", f.add(deep, 1), depth)
        f.store("i64", f.load("i64", f.at(f.item(f.place("arms"), arm, ARM), MOVE)), move)
        f.start(made)
        apply(f, block, f.load("i64", move))
        f.do("call void @hear(ptr %c)")
        enough = f.op(f"icmp sge i64 {f.load('i64', depth)}, {f.number('deepest')}")
        new = f.op(f"icmp ne i64 {f.load('i64', fresh)}, 0")
        left = f.op(f"or i1 {enough}, {new}")
        f.branch(left, after, top)
        f.start(after)
        finished(f, seed)
        f.do(f"call void @learnt(ptr %c, i64 {f.load('i64', depth)})")
    give_number(f, now)


def write_chosen(f: LoopEmitter) -> None:
    """The arm of the move that is made by who is to act, 0 where the tree is full; marks whether its node is new."""
    f.signature = "define internal i64 @chosen(ptr %c, ptr %chance, i64 %actor, i64 %count, ptr %fresh)"
    node = _node(f)
    link, used, news, kept = f.variable("ptr", f.at(node, WORD)), *(f.variable("i64") for _ in range(3))
    f.store("i64", "0", news)
    f.store("i64", "0", kept)
    arms, here, unmade = (f.place(name) for name in ("arms", "here", "unmade"))
    with f.counting("0", "%count") as at:
        move = f.load("i64", f.item(f.place("offers"), at, 2 * WORD))
        arm = _arm(f, arms, link, move)
        with f.when(f.op(f"icmp ne i64 {arm}, 0")):
            place = f.item(arms, arm, ARM)
            f.store("ptr", f.at(place, NEXT), link)
            f.add_to(f.at(place, OFFERED), "1")
            f.store("i64", arm, f.item(here, f.load("i64", kept)))
            f.add_to(kept, "1")
            with f.when(f.op(f"icmp eq i64 {f.load('i64', f.at(place, TRIES))}, 0")):
                f.store("i64", arm, f.item(unmade, f.load("i64", news)))
                f.add_to(news, "1")
    count = f.load("i64", news)
    with f.when(f.op(f"icmp sgt i64 {count}, 0")):
        drawn = f.op(f"call i64 @below(ptr %chance, i64 {count})")
        f.end(f"ret i64 {f.word(unmade, drawn)}")
    f.store("i64", "0", used)
    best = f.variable("double", "-1.0e300")
    with f.counting("0", f.load("i64", kept)) as at:
        arm = f.word(here, at)
        bound = _bound(f, f.item(arms, arm, ARM))
        with f.when(f.op(f"fcmp ogt double {bound}, {f.load('double', best)}")):
            f.store("double", bound, best)
            f.store("i64", arm, used)
    f.end(f"ret i64 {f.load('i64', used)}")


def _node(f: LoopEmitter) -> str:
    """Where the node of the actor lies; one is made if there is none yet and room for it."""
    key = f.derived(f.word(f.place("heard"), "%actor"), "%actor")
    mask, table = f.number("mask"), f.place("table")
    slot, top, taken, onward, empty, room, found = (
        f.variable("i64", f.op(f"and i64 {key}, {mask}")),
        *(f.label() for _ in range(6)),
    )
    f.start(top)
    node = f.item(table, f.load("i64", slot), NODE)
    f.branch(f.op(f"icmp eq i64 {f.load('i64', f.at(node, WORD))}, 0"), empty, taken)
    f.start(taken)
    f.branch(f.op(f"icmp eq i64 {f.load('i64', node)}, {key}"), found, onward)
    f.start(onward)
    f.store("i64", f.op(f"and i64 {f.add(f.load('i64', slot), 1)}, {mask}"), slot)
    f.jump(top)
    f.start(empty)
    nodes, more = f.number("nodes"), f.add(f.number("used"), "%count")
    few = f.op(f"icmp slt i64 {nodes}, {f.number('most_nodes')}")
    fits = f.op(f"icmp sle i64 {more}, {f.number('most_arms')}")
    full = f.label()
    f.branch(f.op(f"and i1 {few}, {fits}"), room, full)
    f.start(full)
    f.end("ret i64 0")
    f.start(room)
    f.store("i64", key, node)
    f.store("i64", "1", "%fresh")
    f.set_number("nodes", f.add(nodes, 1))
    f.start(found)
    return node


def _arm(f: LoopEmitter, arms: str, link: str, move: str) -> str:
    """The arm of a move, of which those of smaller moves are behind the link; 0 where there is no room for it."""
    top, there, smaller, missing, new, after = (f.label() for _ in range(6))
    found = f.variable("i64")
    f.start(top)
    arm = f.load("i64", f.load("ptr", link))
    f.store("i64", arm, found)
    f.branch(f.op(f"icmp eq i64 {arm}, 0"), missing, there)
    f.start(there)
    place = f.item(arms, arm, ARM)
    known, beyond = f.load("i64", f.at(place, MOVE)), f.label()
    f.branch(f.op(f"icmp slt i64 {known}, {move}"), smaller, beyond)
    f.start(smaller)
    f.store("ptr", f.at(place, NEXT), link)
    f.jump(top)
    f.start(beyond)
    f.branch(f.op(f"icmp eq i64 {known}, {move}"), after, missing)
    f.start(missing)
    used = f.number("used")
    f.store("i64", "0", found)
    f.branch(f.op(f"icmp slt i64 {used}, {f.number('most_arms')}"), new, after)
    f.start(new)
    number = f.add(used, 1)
    f.set_number("used", number)
    place = f.item(arms, number, ARM)
    f.store("i64", move, f.at(place, MOVE))
    f.store("i64", f.load("i64", f.load("ptr", link)), f.at(place, NEXT))
    f.store("i64", number, f.load("ptr", link))
    f.store("i64", number, found)
    f.start(after)
    return f.load("i64", found)


def _bound(f: LoopEmitter, arm: str) -> str:
    """What a move brought on average, and more the seldomer it was made when it could have been."""
    tries = f.double(f.load("i64", f.at(arm, TRIES)))
    mean = f.op(f"fdiv double {f.load('double', f.at(arm, SUM))}, {tries}")
    logarithm = f.load("double", f.item(f.place("logs"), f.load("i64", f.at(arm, OFFERED))))
    root = f.op(f"call double @llvm.sqrt.f64(double {f.op(f'fdiv double {logarithm}, {tries}')})")
    wide = f.op(f"fmul double {f.load('double', f.at('%c', FIELDS['curiosity']))}, {root}")
    return f.op(f"fadd double {mean}, {wide}")


def write_learnt(f: LoopEmitter) -> None:
    """Adds what the end was worth to every arm of the path."""
    f.signature = "define internal void @learnt(ptr %c, i64 %depth)"
    with f.counting("0", "%depth") as at:
        step = f.item(f.place("path"), at, STEP)
        arm, seat = f.item(f.place("arms"), f.load("i64", step), ARM), f.load("i64", f.at(step, WORD))
        f.add_to(f.at(arm, TRIES), "1")
        low, span = (f.word(f.place(name), seat) for name in ("low", "span"))
        above = f.double(f.op(f"sub i64 {f.word(f.place('worths'), seat)}, {low}"))
        gained = f.op(f"fdiv double {above}, {f.double(span)}")
        f.store("double", f.op(f"fadd double {f.load('double', f.at(arm, SUM))}, {gained}"), f.at(arm, SUM))
    f.end("ret void")
