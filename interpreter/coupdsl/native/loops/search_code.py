"""The loops of a search in machine code, the same for all games: they call what is compiled of rules by its address.

They do what `arena.py`, `search_tree.py`, `hashes.py` and `utility.py` of `search/` do, number by number; those are to
be read first.
"""

from __future__ import annotations

from coupdsl.native.llvm.aliasing import Aliasing
from coupdsl.native.llvm.generator import BELOW, DERIVE
from coupdsl.native.loops.ending_code import write_end_of, write_ends, write_placed, write_trials
from coupdsl.native.loops.hearing_code import write_hear, write_see
from coupdsl.native.loops.loop_code import LoopEmitter
from coupdsl.native.loops.nested_code import write_few, write_guessed, write_nested
from coupdsl.native.loops.retold_code import write_gone_in, write_replay, write_retold, write_told_of
from coupdsl.native.loops.tree_code import (
    write_chosen,
    write_grow,
    write_kinds,
    write_learnt,
    write_of_kind,
    write_picked,
    write_wanted,
)  # fmt: skip
from coupdsl.native.loops.walk_code import write_exchanged, write_likelier, write_rehearsed, write_walk
from coupdsl.native.loops.worth_code import write_worths

_DECLARED = """declare i64 @llvm.fshl.i64(i64, i64, i64)
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.cttz.i64(i64, i1)
declare double @llvm.sqrt.f64(double)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)"""
WRITERS = (
    write_worths, write_see, write_hear, write_placed, write_end_of, write_ends, write_trials, write_kinds,
    write_of_kind, write_picked, write_chosen, write_learnt, write_wanted, write_grow, write_few, write_guessed,
    write_nested, write_told_of, write_gone_in, write_replay, write_retold, write_exchanged, write_rehearsed,
    write_likelier, write_walk,
)  # fmt: skip


def search_text() -> str:
    """The LLVM assembly of all loops."""
    aliasing = Aliasing()
    aliasing.begin(0)
    functions = []
    for write in WRITERS:
        f = LoopEmitter("", aliasing)
        write(f)
        functions.append(f.text())
    return "\n".join([_DECLARED, BELOW, DERIVE, *functions, *aliasing.text(), ""])
