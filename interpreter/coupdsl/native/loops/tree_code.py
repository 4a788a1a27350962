"""The tree of a search, in machine code: as `search/search_tree.py`."""

from __future__ import annotations

from coupdsl.native.loops.ending_code import GIVEN, apply, ended, finished, is_over, trying
from coupdsl.native.loops.loop_code import ARM, FIELDS, MOVE, NEXT, NODE, OFFERED, STEP, SUM, TRIES, LoopEmitter
from coupdsl.native.memory.offsets import WORD


def write_grow(f: LoopEmitter) -> None:
    """As `Tree.trials`: to the sums is added what each move was worth to the seat."""
    f.signature = f"define i64 @grow(ptr %c, {GIVEN})"
    depth, chance = f.variable("i64"), f.variable("[4 x i64]")
    block, offers, heard = f.place("block"), f.place("offers"), f.place("heard")
    move, fresh = f.variable("i64"), f.variable("i64")

    def learnt(fine: str) -> None:
        f.do(f"call void @learnt(ptr %c, i64 {f.load('i64', depth)}, i1 {fine})")

    tries = f.counting("%first", "%end"), f.counting("0", "%count")
    with tries[0] as number, tries[1] as at, trying(f, lambda: learnt("false")):
        f.store("i64", "0", depth)
        f.store("i64", "0", fresh)
        seed = f.op(f"call i64 @placed(ptr %c, i64 {number})")
        f.do(f"call void @seed(ptr {chance}, i64 {f.derived(seed, '1')})")
        size = f.times(f.number("seats"), WORD)
        which = f.op(f"urem i64 {number}, {f.number('many')}")
        f.copy(heard, f.at(f.place("known"), f.op(f"mul i64 {which}, {size}")), size)
        top, goes_on, asked, several, after = (f.label() for _ in range(5))
        f.store("i64", f.word("%moves", at), move)
        f.start(top)
        apply(f, block, f.load("i64", move))
        seen, told, noted = f.label(), f.label(), f.label()
        f.branch(f.op(f"icmp ne i64 {f.number('is_open')}, 0"), seen, told)
        f.start(seen)
        f.do("call void @see(ptr %c)")
        f.jump(noted)
        f.start(told)
        f.do("call void @hear(ptr %c)")
        f.jump(noted)
        f.start(noted)
        enough = f.op(f"icmp sge i64 {f.load('i64', depth)}, {f.number('deepest')}")
        new = f.op(f"icmp ne i64 {f.load('i64', fresh)}, 0")
        f.branch(f.op(f"or i1 {enough}, {new}"), after, goes_on)
        f.start(goes_on)
        f.branch(is_over(f, block), after, asked)
        f.start(asked)
        left = f.variable("i64", f.of_rules("offered", block, offers))
        with f.when(_may_not_agree(f, depth)):
            f.store("i64", f.op(f"call i64 @wanted(ptr %c, i64 {f.load('i64', left)})"), left)
        f.store("i64", f.load("i64", offers), move)
        count = f.load("i64", left)
        f.branch(f.op(f"icmp sgt i64 {count}, 1"), several, top)
        f.start(several)
        chosen = f.op(f"call i64 @chosen(ptr %c, ptr {chance}, i64 {count}, ptr {depth}, ptr {fresh})")
        f.store("i64", chosen, move)
        f.branch(f.op(f"icmp slt i64 {chosen}, 0"), after, top)
        f.start(after)
        _refused(f, chance, depth)
        finished(f, seed)
        learnt("true")
        ended(f, at)
    f.end("ret i64 %end")


def _may_not_agree(f: LoopEmitter, depth: str) -> str:
    """Is it a later choice than the first after the move that is tried, in a game where draws are agreed to?"""
    later, agreeing = f.op(f"icmp sgt i64 {f.load('i64', depth)}, 0"), f.number("agreeing")
    return f.op(f"and i1 {later}, {f.op(f'icmp ne i64 {agreeing}, 0')}")


def _refused(f: LoopEmitter, chance: str, depth: str) -> None:
    """As `Tree._refuse`."""
    block, offers = f.place("block"), f.place("offers")
    top, asked, others, after = (f.label() for _ in range(4))
    f.branch(_may_not_agree(f, depth), top, after)
    f.start(top)
    f.branch(is_over(f, block), after, asked)
    f.start(asked)
    count = f.of_rules("offered", block, offers)
    left = f.op(f"call i64 @wanted(ptr %c, i64 {count})")
    f.branch(f.op(f"icmp slt i64 {left}, {count}"), others, after)
    f.start(others)
    apply(f, block, f.offer(f.op(f"call i64 @below(ptr {chance}, i64 {left})")))
    f.jump(top)
    f.start(after)


def write_wanted(f: LoopEmitter) -> None:
    """Leaves of so many moves that are offered those that do not agree to a draw, if there are any; gives how many."""
    f.signature = "define internal i64 @wanted(ptr %c, i64 %count)"
    offers, left = f.place("offers"), f.variable("i64", "0")
    with f.counting("0", "%count") as at:
        move = f.offer(at)
        with f.when(f.op(f"icmp eq i64 {f.word(f.place('agreed'), move)}, 0")):
            f.store("i64", move, f.item(offers, f.load("i64", left), 2 * WORD))
            f.add_to(left, "1")
    with f.when(f.op(f"icmp eq i64 {f.load('i64', left)}, 0")):
        f.end("ret i64 %count")
    f.end(f"ret i64 {f.load('i64', left)}")


def write_kinds(f: LoopEmitter) -> None:
    """Lists the kinds of so many moves that are offered, each once, rising; gives how many."""
    f.signature = "define internal i64 @kinds(ptr %c, i64 %count)"
    listed, number, last = f.place("listed"), f.variable("i64", "0"), f.variable("i64", "-1")
    with f.counting("0", "%count") as at:
        kind = f.kind(f.offer(at))
        with f.when(f.op(f"icmp ne i64 {kind}, {f.load('i64', last)}")):  # alike moves are mostly neighbours
            f.store("i64", kind, last)
            known = f.variable("i64", "0")
            with (
                f.counting("0", f.load("i64", number)) as before,
                f.when(f.op(f"icmp eq i64 {f.word(listed, before)}, {kind}")),
            ):
                f.store("i64", "1", known)
            with f.when(f.op(f"icmp eq i64 {f.load('i64', known)}, 0")):
                _insert(f, listed, f.load("i64", number), kind)
                f.add_to(number, "1")
    f.end(f"ret i64 {f.load('i64', number)}")


def _insert(f: LoopEmitter, listed: str, number: str, kind: str) -> None:
    """Puts a kind among so many others that rise."""
    place, top, compared, larger, after = f.variable("i64"), *(f.label() for _ in range(4))
    f.store("i64", number, place)
    f.start(top)
    at = f.load("i64", place)
    f.branch(f.op(f"icmp sgt i64 {at}, 0"), compared, after)
    f.start(compared)
    before = f.op(f"sub i64 {at}, 1")
    other = f.word(listed, before)
    f.branch(f.op(f"icmp sgt i64 {other}, {kind}"), larger, after)
    f.start(larger)
    f.store("i64", other, f.item(listed, at))
    f.store("i64", before, place)
    f.jump(top)
    f.start(after)
    f.store("i64", kind, f.item(listed, f.load("i64", place)))


def write_of_kind(f: LoopEmitter) -> None:
    """Lists those of so many moves offered that are of a kind; gives how many."""
    f.signature = "define internal i64 @of_kind(ptr %c, i64 %count, i64 %kind)"
    listed, number = f.place("listed"), f.variable("i64", "0")
    with f.counting("0", "%count") as at:
        move = f.offer(at)
        with f.when(f.op(f"icmp eq i64 {f.kind(move)}, %kind")):
            f.store("i64", move, f.item(listed, f.load("i64", number)))
            f.add_to(number, "1")
    f.end(f"ret i64 {f.load('i64', number)}")


def write_chosen(f: LoopEmitter) -> None:
    """A move by its kind, which has a node of its own; -1 where there is no room for a node."""
    f.signature = "define internal i64 @chosen(ptr %c, ptr %chance, i64 %count, ptr %depth, ptr %fresh)"
    actor, listed = f.of_rules("actor", f.place("block")), f.place("listed")
    key = f.variable("i64", f.derived(f.word(f.place("heard"), actor), actor))

    def picked(count: str) -> str:
        asked = f"i64 {actor}, i64 {f.load('i64', key)}, i64 {count}"
        return f.op(f"call i64 @picked(ptr %c, ptr %chance, {asked}, ptr %depth, ptr %fresh)")

    kinds = f.op("call i64 @kinds(ptr %c, i64 %count)")
    kind = f.variable("i64", f.word(listed, 0))
    several = f.op(f"icmp sgt i64 {kinds}, 1")
    with f.when(several):
        f.store("i64", picked(kinds), kind)
        with f.when(f.op(f"icmp slt i64 {f.load('i64', kind)}, 0")):
            f.end("ret i64 -1")
    f.store("i64", f.derived(f.load("i64", key), f.load("i64", kind)), key)
    same = f.op(f"call i64 @of_kind(ptr %c, i64 %count, i64 {f.load('i64', kind)})")
    with f.when(f.op(f"icmp eq i64 {same}, 1")):
        f.end(f"ret i64 {f.word(listed, 0)}")
    number = picked(same)
    full = f.op(f"icmp slt i64 {number}, 0")
    with f.when(f.op(f"and i1 {full}, {several}")):
        f.end(f"ret i64 {f.word(listed, f.op(f'call i64 @below(ptr %chance, i64 {same})'))}")
    f.end(f"ret i64 {number}")


def write_picked(f: LoopEmitter) -> None:
    """What is picked of all that is listed, which its step tells; -1 where the tree is full. Marks a new node."""
    given = "ptr %c, ptr %chance, i64 %actor, i64 %key, i64 %count, ptr %depth, ptr %fresh"
    f.signature = f"define internal i64 @picked({given})"
    node = _node(f)
    link, used, news, kept = f.variable("ptr", f.at(node, WORD)), *(f.variable("i64") for _ in range(3))
    f.store("i64", "0", news)
    f.store("i64", "0", kept)
    arms, here, unmade = (f.place(name) for name in ("arms", "here", "unmade"))
    with f.counting("0", "%count") as at:
        arm = _arm(f, arms, link, f.word(f.place("listed"), at))
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
    f.store("i64", "0", used)
    with f.when(f.op(f"icmp sgt i64 {count}, 0")):
        f.store("i64", f.word(unmade, f.op(f"call i64 @below(ptr %chance, i64 {count})")), used)
    with f.when(f.op(f"icmp eq i64 {count}, 0")):
        _best(f, here, f.load("i64", kept), used)
    arm, deep = f.load("i64", used), f.load("i64", "%depth")
    with f.when(f.op(f"icmp eq i64 {arm}, 0")):
        f.end("ret i64 -1")
    step = f.item(f.place("path"), deep, STEP)
    f.store("i64", arm, step)
    f.store("i64", "%actor", f.at(step, WORD))
    f.store("i64", f.add(deep, 1), "%depth")
    f.end(f"ret i64 {f.load('i64', f.at(f.item(arms, arm, ARM), MOVE))}")


def _best(f: LoopEmitter, here: str, count: str, found: str) -> None:
    """The arm of the highest bound."""
    arms, best = f.place("arms"), f.variable("double", "-1.0e300")
    with f.counting("0", count) as at:
        arm = f.word(here, at)
        bound = _bound(f, f.item(arms, arm, ARM))
        with f.when(f.op(f"fcmp ogt double {bound}, {f.load('double', best)}")):
            f.store("double", bound, best)
            f.store("i64", arm, found)


def _node(f: LoopEmitter) -> str:
    """Where the node of the actor lies; one is made if there is none yet and room for it."""
    key, mask, table = "%key", f.number("mask"), f.place("table")
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
    f.end("ret i64 -1")
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
    """Adds what the end was worth to every arm of the path; nothing where the rules failed."""
    f.signature = "define internal void @learnt(ptr %c, i64 %depth, i1 %fine)"
    with f.counting("0", "%depth") as at:
        step = f.item(f.place("path"), at, STEP)
        arm, seat = f.item(f.place("arms"), f.load("i64", step), ARM), f.load("i64", f.at(step, WORD))
        f.add_to(f.at(arm, TRIES), "1")
        low, span = (f.word(f.place(name), seat) for name in ("low", "span"))
        above = f.double(f.op(f"sub i64 {f.word(f.place('worths'), seat)}, {low}"))
        gained = f.op(f"fdiv double {above}, {f.double(span)}")
        gained = f.op(f"select i1 %fine, double {gained}, double 0.0")
        f.store("double", f.op(f"fadd double {f.load('double', f.at(arm, SUM))}, {gained}"), f.at(arm, SUM))
    f.end("ret void")
