"""Small games at random about who knows a number: of seats with many names, which come to stand for other seats."""

from __future__ import annotations

from collections.abc import Callable

from tests.properties.hiding import Hiding

DECLARED = """
  state host: seat = last of seats
  state friend per seat: seat = first of seats
  state passed: number = 0
  kind wish as wishes {
    boss: seat
    rule held: number = aces(boss)
    rule chief: seat = boss
    rule note(n: number) { secret of boss := n }
    rule found: number { give aces(boss) }
    rule beside: seat { give left of boss }
  }
  wish modest { boss: first of seats }
  wish bold { boss: last of seats }
  state wanted: wish = bold
  rule nth(n: number): seat = if n is 1 then first of seats else if n is 2 then last of seats else host
  rule next_to(s: seat): seat = left of s
  rule pick(n: number): seat { give nth(n) }
  rule pick_on(n: number): seat {
    let one = pick(n)
    passed := passed + 1
    give left of one
  }
  rule same(s: seat): seat { give s }
  rule any_one: seat {
    for s in seats from turn { if score of s is 0 { give s } }
    give turn
  }
  rule pass_on { turn := left of turn }
  rule keep(s: seat, t: seat) {
    secret of s := aces(s)
    turn := t
  }
  rule counted(s: seat): number {
    turn := left of turn
    give aces(s)
  }
  rule of_before: number {
    let before = turn
    turn := left of turn
    give aces(before)
  }
"""
USED = """
    friend of turn := next_to(host)
    wanted := modest
    note(1) of wanted
    pass_on()
    keep(turn, chief of wanted)
    reveal used = held of wanted
    let used1 = counted(turn)
    let used2 = of_before()
    let used3 = any_one()
    let used4 = pick_on(1)
    let used5 = same(turn)
    let used6 = found() of wanted
    let used7 = beside() of wanted
"""
WISH = ("modest", "bold", "wanted")


class Seats(Hiding):
    """What was worked out from the hand of a seat is kept by one, or asked about where one chooses."""

    most = 11

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.changing: list[str] = []

    def frame(self) -> str:
        start, end = "  shuffle deck\n", "    move box to deck\n"
        return super().frame().replace(start, DECLARED + start).replace(end, end + USED)

    def seat(self, depth: int = 0) -> str:
        kept, chance = self.names["seat"], self.rnd.random()
        if kept and chance < 0.4:
            return self.rnd.choice(kept)
        if depth < 2 and chance < 0.6:
            s = self.seat(depth + 1)
            return self.of(
                f"left of {s}", f"friend of {s}", f"next_to({s})", f"the first of (seats after {s})",
                f"(if passed > 1 then {s} else {self.seat(depth + 1)})",
            )  # fmt: skip
        return self.of(
            "turn", "turn", "turn", "host", "boss of modest", "boss of wanted", "chief of bold", "chief of wanted",
            "nth(1)", "nth(2)", "nth(passed)", "first of seats",
        )  # fmt: skip

    def number(self) -> str:
        kept, s = self.names["number"], self.seat()
        if kept and self.rnd.random() < 0.6:
            return self.rnd.choice(kept)
        return self.of(f"aces({s})", f"aces({s})", f"secret of {s}", f"held of {self.of(*WISH)}", "1")

    # ---- lines
    def line(self) -> list[str]:
        kinds: tuple[Callable[[], list[str]], ...] = (
            self.number_named, self.number_named, self.seat_named, self.seat_named, self.number_given, self.seat_given,
            self.seat_that_changes, self.keep, self.keep, self.keep, self.keep, self.on, self.on, self.ask, self.note,
            self.each, self.each, self.branch, self.choose,
        )  # fmt: skip
        return self.rnd.choice(kinds)()

    def _named(self, kind: str, value: str, words: str = "let {} = {}") -> list[str]:
        name = self.name()
        self.names[kind].append(name)
        return [words.format(name, value)]

    def number_named(self) -> list[str]:
        return self._named("number", self.number(), self.of("let {} = {}", "state {}: number = {}"))

    def seat_named(self) -> list[str]:
        return self._named("seat", self.seat())

    def number_given(self) -> list[str]:
        return self._named("number", self.of(f"counted({self.seat()})", "of_before()", f"found() of {self.of(*WISH)}"))

    def seat_given(self) -> list[str]:
        calls = (f"pick({self.of('1', '2', 'passed')})", f"pick_on({self.of('1', '2')})", f"same({self.seat()})")
        return self._named("seat", self.of(*calls, "any_one()", f"beside() of {self.of(*WISH)}"))

    def seat_that_changes(self) -> list[str]:
        lines = self._named("seat", self.seat(), "state {}: seat = {}")
        self.changing.append(self.names["seat"][-1])
        return lines

    def keep(self) -> list[str]:
        return [f"secret of {self.seat()} := {self.number()}"]

    def note(self) -> list[str]:
        return [f"note({self.number()}) of {self.of(*WISH)}"]

    def on(self) -> list[str]:
        s, t = self.seat(), self.seat()
        changes = [
            f"turn := {s}", f"host := {s}", f"friend of {s} := {t}", "pass_on()", "passed := passed + 1",
            f"keep({s}, {t})", f"wanted := {self.of('modest', 'bold')}",
        ]  # fmt: skip
        changes += [f"{name} := {s}" for name in self.changing[-2:]]
        changes += [f"{name} := {self.number()}" for name in self.names["number"][-2:]]
        return [self.of(*changes)]

    def ask(self) -> list[str]:
        word = self.name()
        condition = f"{self.number()} > {self.of('0', '1')}"
        return [
            f"{self.seat()} chooses asked_{word} {{", f"  {word} if {condition} {{ }}", f"  otherwise no_{word} {{ }}",
            "}",
        ]  # fmt: skip

    def choose(self) -> list[str]:
        who, name = self.seat(), self.name()
        self.names["seat"].append(name)
        return [f"{who} chooses name_{name} {name} from seats"]

    def each(self) -> list[str]:
        name, s = self.name(), self.seat()
        heads = (f"for {name} in seats", f"for {name} in seats from {s}", f"for {name} in seats after {s}")
        head = self.of(*heads, f"repeat r{name} 2 times")
        return self._inside(head, [name, name] if head in heads else [])

    def branch(self) -> list[str]:
        return self._inside(f"if passed > {self.of('0', '1')}", [])

    def _inside(self, head: str, seats: list[str]) -> list[str]:
        before = {kind: list(names) for kind, names in self.names.items()}
        self.names["seat"] += seats
        kinds = (self.keep, self.keep, self.on, self.number_named, self.seat_named, self.number_given, self.seat_given)
        lines = [line for _ in range(self.rnd.randrange(2, 5)) for line in self.rnd.choice(kinds)()]
        self.names = before
        return [f"{head} {{", *(f"  {line}" for line in lines), "}"]
