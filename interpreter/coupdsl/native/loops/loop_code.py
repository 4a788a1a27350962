"""What loops are given, and instructions for reading it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from coupdsl.native.llvm.emitter import Emitter
from coupdsl.native.memory.offsets import WORD

# What loops are given, a word each. Of the rules: functions, the bytes of a state and where in it …
FUNCTIONS = {
    "apply": "i64 {}(ptr {}, i64 {}, ptr {})",
    "offered": "i64 {}(ptr {}, ptr {})",
    "actor": "i64 {}(ptr {})",
    "seeded": "void {}(ptr {}, i64 {})",
    "games": "i64 {}(ptr {}, ptr {}, i64 {}, i64 {}, i64 {}, ptr {})",
}
NUMBERS = (
    "size", "pc", "over", "winners", "seats", "lowest", "in_common", "largest", "bounty", "many", "seed", "seat", "bit",
    "mask", "nodes", "used", "renamed_until", "samples", "most_of_kind", "most_asked", "pieces", "length", "ways_many",
    "groups_many", "spots_many", "heedless", "breached", "agreeing", "is_open",
)  # fmt: skip
BOUNDS = ("most_nodes", "most_arms", "deepest")
PLACES = (
    "side", "mates", "faces", "masks", "worlds", "block", "spare", "offers", "events", "row", "worths", "known",
    "heard", "path", "low", "span", "logs", "table", "arms", "here", "unmade", "kinds", "listed", "inner", "sums",
    "plan", "rows", "options", "in_order", "names", "own_names", "before", "trail", "blocks", "generator", "start",
    "by_way", "groups", "spots", "namings", "closed", "goers", "trial", "found", "weighed", "agreed", "ended",
)  # fmt: skip
FIELDS = {name: WORD * at for at, name in enumerate((*FUNCTIONS, *NUMBERS, *BOUNDS, *PLACES, "curiosity"))}
# An arm: a move or a kind, how often it was made and offered, the next arm of its node, the sum of what it brought.
ARM = 5 * WORD
MOVE, TRIES, OFFERED, NEXT, SUM = range(0, ARM, WORD)
NODE = 2 * WORD  # a key, and the first arm, 0 for none
STEP = 2 * WORD  # an arm and a seat


class LoopEmitter(Emitter):
    """Writes a function whose first argument, `%c`, is what a search is given."""

    def number(self, name: str) -> str:
        return self.load("i64", self.at("%c", FIELDS[name]))

    def set_number(self, name: str, value: str) -> None:
        self.store("i64", value, self.at("%c", FIELDS[name]))

    def place(self, name: str) -> str:
        return self.load("ptr", self.at("%c", FIELDS[name]))

    def of_rules(self, name: str, *arguments: str) -> str:
        """What a function of the rules gives."""
        text = "call " + FUNCTIONS[name].format(self.place(name), *arguments)
        if text.startswith("call void"):
            self.do(text)
            return ""
        return self.op(text)

    def item(self, place: str, at: str, size: int = WORD) -> str:
        """Where one of several things in a row lies."""
        return self.at(place, self.times(at, size))

    def word(self, place: str, at: str | int) -> str:
        return self.load("i64", self.item(place, str(at)))

    def offer(self, at: str) -> str:
        """One of the moves that are offered."""
        return self.load("i64", self.item(self.place("offers"), at, 2 * WORD))

    def kind(self, move: str) -> str:
        return self.word(self.place("kinds"), move)

    def add_to(self, place: str, value: str) -> None:
        self.store("i64", self.add(self.load("i64", place), value), place)

    def derived(self, seed: str, index: str) -> str:
        return self.op(f"call i64 @derive(i64 {seed}, i64 {index})")

    def below(self, count: str) -> str:
        """A number from 0 to before `count`, of the generator."""
        return self.op(f"call i64 @below(ptr {self.place('generator')}, i64 {count})")

    @contextmanager
    def seats(self) -> Iterator[str]:
        with self.counting("0", self.number("seats")) as seat:
            yield seat

    def copy(self, to: str, start: str, size: str) -> None:
        self.do(f"call void @llvm.memcpy.p0.p0.i64(ptr {to}, ptr {start}, i64 {size}, i1 false)")

    def double(self, number: str) -> str:
        return self.op(f"sitofp i64 {number} to double")
