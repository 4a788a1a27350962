"""Small games about hidden cards, made at random: each holds only lines that the checker lets stand.

`hiding(seed)` is always the same game under the same checker. Most lines that are tried would tell something; what is
kept must not.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from itertools import count
from pathlib import Path
from tempfile import mkdtemp

import pytest

from coupdsl.language.check import check_game
from coupdsl.language.checker import offered

FRAME = """edition 1

game hiding {
  seats [3]
  cards {
    suits spades S, hearts H
    ranks ace A, king K, queen Q, jack J, ten T
    extra joker X
  }
  account cash per seat = 1000
  account pot = 0
  zone deck: row seen by none = cards
  zone hand per seat: set seen by owner
  zone kept per seat: set seen by owner
  zone box: set seen by none
  zone table: row seen by all
  state turn: seat = first of seats
  state score per seat: number = 0
  state secret per seat: number = 0 seen by owner
  state hid: number = 0 seen by none
  kind odd as odds { rule worth(s: seat): number = 0 }
  odd one { rule worth(s: seat): number = 1 + asked(s) }
  odd two { rule worth(s: seat): number = WORTH }
  state now: odd = one
  rule asked(s: seat): number = worth(s) of two
  rule aces(s: seat) = count of (hand of s where rank is ace)
  rule has(c: card, s: seat) = c in hand of s
  rule different(numbers: set of number) = count of numbers

  shuffle deck
  for s in seats { move first(2) of deck to hand of s }
  repeat round 2 times { go() }
  rule go {
LINES
  }
  if false {
    move hand of seats to deck
    move kept of seats to deck
    move box to deck
    move table to deck
    pot pays everything to turn
    secret of turn := aces(turn)
    reveal unused = now
    reveal told = (if has(joker, turn) then hid + secret of turn else worth(turn) of now)
  }
  finish by score, cash
  limit 40 moves { finish by score }
}
"""
WORTH = ("2", "count of hand of s", "aces(s)")
TRIES = 40
LINES = 6


_NUMBERS = count(1)


@cache
def _folder() -> Path:
    return Path(mkdtemp())


class Hiding:
    """Makes one game, a line at a time."""

    most = LINES

    def __init__(self, seed: int) -> None:
        self.rnd = random.Random(seed)
        self.names: dict[str, list[str]] = {"number": [], "seat": [], "cards": []}
        self.new = 0

    def of(self, *choices: str) -> str:
        return self.rnd.choice(choices)

    def name(self) -> str:
        self.new += 1
        return f"n{self.new}"

    # ---- values
    def seat(self) -> str:
        kept = self.names["seat"]
        if kept and self.rnd.random() < 0.3:
            return self.rnd.choice(kept)
        return self.of("turn", "turn", "turn", "left of turn", "first of seats", "last of seats")

    def number(self) -> str:
        s, kept = self.seat(), self.names["number"]
        if kept and self.rnd.random() < 0.5:
            return self.rnd.choice(kept)
        return self.of(
            f"aces({s})", f"count of (hand of {s} where suit is spades)", f"count of hand of {s}", f"secret of {s}",
            "hid", f"score of {s}", f"worth({s}) of now", f"worth({s}) of {self.of('one', 'two')}", f"asked({s})",
            "1", "2", f"(if {self.flag()} then 1 else 0)",
        )  # fmt: skip

    def flag(self) -> str:
        s = self.seat()
        return self.of(
            f"some hand of {s} where rank is ace", f"hand of {s} is empty", f"has(joker, {s})", "box is empty",
            f"owner of ace of spades is {s}", "rank of first of table is ace", "table is empty",
        )  # fmt: skip

    def cards(self) -> str:
        s, kept = self.seat(), self.names["cards"]
        if kept and self.rnd.random() < 0.3:
            return self.rnd.choice(kept)
        of = self.of(f"hand of {s}", "deck", "hand of seats", "cards", "box", "table", f"kept of {s}")
        which = self.which()
        return self.of(
            of, f"{of} where {which}", f"first of ({of} where {which})", f"the first of ({of} where {which})",
            f"first({self.number()}) of deck", f"first of {of}", "joker", f"cards where {which}",
        )  # fmt: skip

    def which(self) -> str:
        return self.of("rank is ace", "suit is spades and rank is ace", "suit is hearts", "it is joker")

    # ---- lines
    def line(self) -> list[str]:
        kinds: tuple[Callable[[], list[str]], ...] = (
            self.move, self.move, self.move_one, self.show, self.show, self.keep, self.keep, self.let, self.let,
            self.let, self.on, self.on, self.ask, self.ask, self.entries, self.play, self.lay, self.pay, self.branch,
            self.reveal, self.each, self.fail,
        )  # fmt: skip
        return self.rnd.choice(kinds)()

    def move(self) -> list[str]:
        to = self.of("box", "deck", f"hand of {self.seat()}", "table", f"kept of {self.seat()}")
        return [f"move {self.cards()} to {to}{self.of('', ' unseen')}"]

    def move_one(self) -> list[str]:
        return [f"move first of (hand of {self.seat()} where {self.which()}) to box unseen"]

    def show(self) -> list[str]:
        to = self.of("all", self.seat(), f"seats after {self.seat()}", "owner of joker")
        verb, word = self.rnd.choice((("show", "to"), ("show", "to"), ("hide", "for")))
        return [f"{verb} {self.cards()} {word} {to}"]

    def keep(self) -> list[str]:
        return [f"{self.of(f'score of {self.seat()}', f'secret of {self.seat()}', 'hid')} := {self.number()}"]

    def let(self) -> list[str]:
        kind = self.of("number", "number", "seat", "cards")
        value = {"number": self.number, "seat": self.seat, "cards": self.cards}[kind]()
        name = self.name()
        self.names[kind].append(name)
        return [f"let {name} = {value}"]

    def reveal(self) -> list[str]:
        kind = self.of("number", "cards")
        value = self.number() if kind == "number" else self.cards()
        name = self.name()
        self.names[kind].append(name)
        return [f"reveal {name} = {value}"]

    def on(self) -> list[str]:
        return [self.of("turn := left of turn", f"now := {self.of('one', 'two')}")]

    def ask(self) -> list[str]:
        s, word = self.seat(), self.name()
        condition = self.of(self.flag(), f"{self.number()} > {self.of('0', '1')}")
        return [f"{s} chooses asked_{word} {{", f"  {word} if {condition} {{ }}", f"  otherwise pass_{word} {{ }}", "}"]

    def play(self) -> list[str]:
        s, name = self.seat(), self.name()
        return [f"{s} chooses play_{name} {name} from hand of {s}", f"move {name} to table"]

    def lay(self) -> list[str]:
        s, name = self.seat(), self.name()
        self.names["cards"].append(name)
        return [f"{s} secretly chooses lay_{name} {name} from hand of {s}", f"move {name} to kept of {s}"]

    def pay(self) -> list[str]:
        return [
            f"{self.seat()} pays sum of {self.of('10', '(if rank is ace then 10 else 0)')} over {self.many()} to pot"
        ]

    def many(self) -> str:
        return self.of(f"hand of {self.seat()}", f"(hand of {self.seat()} where rank is ace)", "table", "deck")

    def branch(self) -> list[str]:
        return [f"if {self.flag()} {{ {self.seat()} pays 10 to pot }}"]

    def entries(self) -> list[str]:
        s = self.seat()
        lines = [f"hid := worth({s}) of now", f"{self.of(f'score of {s}', f'secret of {s}')} := asked({s})"]
        self.rnd.shuffle(lines)
        return lines

    def each(self) -> list[str]:
        n, s = self.name(), self.name()
        lines = [f"secret of {s} := {n}", f"{n} := aces({s})"]
        self.rnd.shuffle(lines)
        return [f"state {n}: number = 0", f"for {s} in seats {{ {lines[0]}", f"  {lines[1]} }}"]

    def fail(self) -> list[str]:
        return [f"hid := different([1, {self.of('124', '126')} + ({self.number()})])"]

    # ---- the whole
    def frame(self) -> str:
        return FRAME

    def text(self) -> str:
        """Lines one after the other, each only where the checker has nothing against it."""
        worth = self.of(*WORTH)
        kept: list[str] = []
        for _ in range(TRIES):
            before = {kind: list(names) for kind, names in self.names.items()}
            tried = [*kept, *self.line()]
            if is_right(written(self.frame(), tried, worth)):
                kept = tried
            else:
                self.names = before
            if len(kept) >= self.most:
                break
        return written(self.frame(), kept, worth)


class SeenByOthers(Hiding):
    """With places and numbers that everybody sees but their owner."""

    def frame(self) -> str:
        places = "  zone faced per seat: row seen by others\n  state brow per seat: number = 0 seen by others\n"
        dealt = "  for s in seats { move first(2) of deck to faced of s }\n"
        used = "    move faced of seats to deck\n    reveal told_too = brow of turn\n"
        start, again, end = "  state turn:", "  repeat round", "    move box to deck\n"
        pack = FRAME.replace("ten T\n", "ten T, nine 9, eight 8\n")
        return pack.replace(start, places + start).replace(again, dealt + again).replace(end, end + used)

    def other(self) -> str:
        """A seat that was asked for above, where it is surely another, or not."""
        return self.of("turn", "left of turn", *self.names["seat"])

    def number(self) -> str:
        kept, s = super().number(), self.other()
        return self.of(kept, kept, f"brow of {s}", f"count of (faced of {s} where suit is spades)")

    def flag(self) -> str:
        return self.of(super().flag(), f"some faced of {self.other()} where rank is ace")

    def cards(self) -> str:
        s = self.other()
        return self.of(
            super().cards(), f"faced of {s}", f"faced of {s} where position is {self.of('0', '1')}",
            f"faced of (seats after {s})", f"last of first(2) of faced of {s}", f"faced of {s} where {self.which()}",
        )  # fmt: skip

    def move(self) -> list[str]:
        return self.rnd.choice(
            ([f"move {self.cards()} to faced of {self.seat()}{self.of('', ' unseen')}"], super().move())
        )

    def keep(self) -> list[str]:
        return self.rnd.choice(([f"brow of {self.seat()} := {self.number()}"], super().keep()))

    def ask(self) -> list[str]:
        s, t, word = self.seat(), self.name(), self.name()
        among = self.of(
            "seats", f"seats after {s}", f"seats without {s}", f"seats where it is not {s}", "seats from turn"
        )
        if self.rnd.random() < 0.3:
            over = self.of(f"rank of faced of ({among})", f"position of faced of {s}", f"rank of faced of {s}")
            return [f"{s} chooses name_{word} {t} from {over}"]
        condition = self.of(f"some faced of {t} where {self.which()}", f"brow of {t} > {self.of('0', '1')}")
        return [
            f"{s} chooses asked_{word} {{", f"  {word} {t} from {among} if {condition} {{ }}",
            f"  otherwise pass_{word} {{ }}", "}",
        ]  # fmt: skip

    def later(self) -> list[str]:
        """Those who were others, asked about when perhaps another is to choose."""
        rest, word = self.name(), self.name()
        return [
            f"let {rest} = seats after turn",
            *self.on(),
            f"turn chooses name_{word} {word} from rank of faced of {rest}",
        ]

    def each(self) -> list[str]:
        return self.rnd.choice((self.ask, self.ask, self.later, super().each))()


class Named(Hiding):
    """With cards that have names, in open places and taken from there, and others that are put away in secret."""

    most = 9

    def frame(self) -> str:
        places = "  zone laid: row seen by all\n"
        rules = (
            "  rule take(x: card, s: seat) { move x to hand of s }\n  rule lay(x: card) { move x to laid }\n"
            "  rule drop(s: seat) {\n    s secretly chooses drop x from hand of s\n    move x to box unseen\n  }\n"
            "  rule pick(s: seat) { move first of table to hand of s }\n"
            "  rule both(s: seat) {\n    drop(s)\n    move first of laid to hand of s\n  }\n"
        )
        dealt = "  move first(3) of deck to table\n  move first(3) of deck to laid\n"  # first, alike in both worlds
        used = "    let top = the first of table\n    lay(top)\n    take(top, turn)\n    pick(turn)\n    both(turn)\n"
        start, deal, end = "  state turn:", "  for s in seats { move", "    move box to deck\n"
        pack = FRAME.replace("ten T\n", "ten T, nine 9, eight 8\n").replace(start, rules + places + start)
        return pack.replace(deal, dealt + deal).replace(end, end + used)

    def seat(self) -> str:
        return self.of("turn", "turn", "turn", super().seat())

    def line(self) -> list[str]:
        if len(self.names["cards"]) < 2:
            return self.called()
        return self.rnd.choice(
            (
                self.called,
                self.carry,
                self.carry,
                self.carry,
                self.drop,
                self.drop,
                self.take,
                self.each_one,
                super().line,
            )
        )()

    def place(self) -> str:
        return self.of("table", "laid", f"hand of {self.seat()}", f"hand of {self.seat()}", f"kept of {self.seat()}")

    def one(self) -> str:
        return self.rnd.choice(self.names["cards"]) if self.names["cards"] else "joker"

    def called(self) -> list[str]:
        name, old = self.name(), self.one()
        value = self.of(
            *(f"the {end} of {place}" for end in ("first", "last") for place in ("table", "laid")), old,
            f"the first of hand of {self.seat()}", f"if turn is first of seats then {old} else the first of table",
        )  # fmt: skip
        self.names["cards"].append(name)
        return [f"{self.of('let', 'reveal')} {name} = {value}"]

    def carry(self) -> list[str]:
        one, to = self.one(), self.of(self.place(), "box")
        moved = f"move {one} to {to}{self.of('', ' unseen')}"
        return [
            self.of(
                moved, moved, f"take({one}, {self.seat()})", f"lay({one})", f"if turn is first of seats {{ {moved} }}"
            )
        ]

    def drop(self) -> list[str]:
        s, name = self.seat(), self.name()
        dropped = [f"{s} secretly chooses drop_{name} {name} from {self.of('hand', 'hand', 'kept')} of {s}"]
        return self.rnd.choice(([*dropped, f"move {name} to box unseen"], [f"drop({s})"], [f"both({s})"]))

    def take(self) -> list[str]:
        some = self.of("first of", "last of", "first(2) of", "")
        return [self.of(f"move {some} {self.of('table', 'laid')} to {self.place()}", f"pick({self.seat()})")]

    def each_one(self) -> list[str]:
        before, name = list(self.names["cards"]), self.name()
        self.names["cards"] = [*before, name, name, name]
        inside = [line for _ in range(3) for line in self.rnd.choice((self.carry, self.drop, self.take))()]
        self.names["cards"] = before
        return [f"for {name} in {self.of('table', 'laid')} {{", *(f"  {line}" for line in inside), "}"]

    def branch(self) -> list[str]:
        one = self.one()
        asked = self.of(f"owner of {one} is {self.seat()}", f"position of {one} is not none")
        return self.rnd.choice(([f"if {asked} {{ {self.seat()} pays 10 to pot }}"], super().branch()))


def written(frame: str, lines: list[str], worth: str) -> str:
    inside = "\n".join(f"    {line}" for line in [*lines, "hid := hid"])
    return frame.replace("LINES", inside).replace("WORTH", worth)


def is_right(text: str) -> bool:
    """Has the checker nothing against it, even where nothing that is shown counts as seen from the first move on?"""
    file = _folder() / f"hiding{next(_NUMBERS)}.coup"
    file.write_text(text, "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(offered, "zones", lambda expr: set())
        _, problems = check_game(file)
    return not problems


def hiding(seed: int, kind: type[Hiding] = Hiding) -> str:
    return kind(seed).text()
