"""Machine code of packings: which sets of cards, no card in two of them, are together worth most."""

from __future__ import annotations

from coupdsl.code import expressions as x
from coupdsl.native.constants import Constants
from coupdsl.native.expressions.compiler import Compiler
from coupdsl.native.expressions.lists import Lists
from coupdsl.native.expressions.scope import Scope
from coupdsl.native.llvm.arithmetic import Arithmetic


class Packings:
    def __init__(self, compiler: Compiler, lists: Lists) -> None:
        self.compiler = compiler
        self.lists = lists
        self.module, self.offsets = compiler.module, compiler.offsets

    def packing(self, expr: x.Packing, scope: Scope) -> str:
        """Lists what fits, with its cards and its value, and has it looked through."""
        f, chosen, cards = scope.f, self.offsets.bits(expr.type), self.offsets.bits(expr.within.type)
        search = searching(self.module, cards, chosen)
        room = len(expr.members)
        members, values, which = (f.variable(f"[{room} x {kind}]") for kind in (f"i{cards}", "i64", "i64"))
        free = self.compiler.mask(expr.within, scope, cards)
        taken = f.op(f"xor i{cards} {free}, -1")
        number, total = f.variable("i64", "0"), f.variable("i64", "0")
        with self.lists.walking(expr.source, scope) as element:
            mask = self.module.look_up_word(f, list(expr.members), element, cards)
            beyond = f.op(f"and i{cards} {mask}, {taken}")
            with f.when(f.op(f"icmp eq i{cards} {beyond}, 0")):
                value = self.compiler.number(expr.value, scope.binding(expr.name, element))
                minus = f.op(f"sub i64 0, {value}")
                size = f.op(f"call i64 @llvm.smax.i64(i64 {value}, i64 {minus})")
                f.store("i64", Arithmetic(f).checked("add", f.load("i64", total), size), total)
                at = f.load("i64", number)
                worth = minus if expr.lowest else value
                for kind, place, held in (
                    (f"i{cards}", members, mask),
                    ("i64", values, worth),
                    ("i64", which, element),
                ):
                    f.store(kind, held, f.op(f"getelementptr {kind}, ptr {place}, i64 {at}"))
                f.store("i64", f.op(f"add i64 {at}, 1"), number)
        given = f"ptr {members}, ptr {values}, ptr {which}, i64 {f.load('i64', number)}, i64 0, i{cards} {free}"
        found = f.op(f"call {{i64, i{chosen}}} {search}({given})")
        return f.op(f"extractvalue {{i64, i{chosen}}} {found}, 1")


def searching(module: Constants, cards: int, chosen: int) -> str:
    """The name of `_packed` of code/packing.py, for sets of so many `cards` and of so many that can be `chosen`."""
    name = f"@packed_{cards}_{chosen}"
    text = SEARCH.replace("@packed", name).replace("CARDS", f"i{cards}").replace("CHOSEN", f"i{chosen}")
    text = text.replace("WIDENED", "add i64 0, %element" if chosen == 64 else f"zext i64 %element to i{chosen}")
    if text not in module.functions:
        module.functions.append(text)
    return name


SEARCH = """define internal {i64, CHOSEN} @packed(ptr %all, ptr %values, ptr %ids, i64 %n, i64 %from, CARDS %free) {
entry:
  %taken = xor CARDS %free, -1
  br label %top
top:
  %at = phi i64 [ %from, %entry ], [ %next, %onward ]
  %best = phi i64 [ 0, %entry ], [ %best_now, %onward ]
  %chosen = phi CHOSEN [ 0, %entry ], [ %chosen_now, %onward ]
  %left = icmp slt i64 %at, %n
  br i1 %left, label %look, label %end
look:
  %next = add i64 %at, 1
  %place = getelementptr CARDS, ptr %all, i64 %at
  %mask = load CARDS, ptr %place
  %beyond = and CARDS %mask, %taken
  %fits = icmp eq CARDS %beyond, 0
  br i1 %fits, label %take, label %onward
take:
  %rest = xor CARDS %free, %mask
  %found = call {i64, CHOSEN} @packed(ptr %all, ptr %values, ptr %ids, i64 %n, i64 %next, CARDS %rest)
  %more = extractvalue {i64, CHOSEN} %found, 0
  %others = extractvalue {i64, CHOSEN} %found, 1
  %value_at = getelementptr i64, ptr %values, i64 %at
  %value = load i64, ptr %value_at
  %total = add i64 %value, %more
  %which_at = getelementptr i64, ptr %ids, i64 %at
  %element = load i64, ptr %which_at
  %wide = WIDENED
  %bit = shl CHOSEN 1, %wide
  %with = or CHOSEN %others, %bit
  %better = icmp sgt i64 %total, %best
  %best_then = select i1 %better, i64 %total, i64 %best
  %chosen_then = select i1 %better, CHOSEN %with, CHOSEN %chosen
  br label %onward
onward:
  %best_now = phi i64 [ %best, %look ], [ %best_then, %take ]
  %chosen_now = phi CHOSEN [ %chosen, %look ], [ %chosen_then, %take ]
  br label %top
end:
  %first_of = insertvalue {i64, CHOSEN} poison, i64 %best, 0
  %whole = insertvalue {i64, CHOSEN} %first_of, CHOSEN %chosen, 1
  ret {i64, CHOSEN} %whole
}"""
