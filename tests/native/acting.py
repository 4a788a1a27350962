"""Statements in the language's text, made at random: what is done with what the expressions speak of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tests.native.growing import GROWING, Growing
from tests.native.typed import Writer
from tests.native.worlds import (
    ELEMENTS,
    GEM,
    LET,
    MANY,
    MOOD,
    NUMBERS,
    OFFERED,
    PIECES,
    REASONS,
    SINGLES,
    WORDLESS,
    Around,
    Kept,
    Lying,
    Ruled,
    Scope,
)  # fmt: skip

from coupdsl.language import types as ty
from coupdsl.language.types import Type

Line = tuple[list[str], Around]
OWN = tuple(kind for kind in (*SINGLES, *MANY) if kind != MOOD)


class Statements:
    def __init__(self, writer: Writer) -> None:
        self.writer = writer
        self.rnd = writer.rnd
        self.world = writer.world
        self.growing = Growing(self)
        self.mechanics: list[tuple[str, tuple[Type, ...]]] = []  # and states that hold an entry to play

    def block(self, around: Around, least: int = 1, most: int = 3) -> list[str]:
        lines: list[str] = []
        for _ in range(self.rnd.randint(least, most)):
            more, around = self.statement(around)
            lines += more
        return lines

    def statement(self, around: Around) -> Line:
        flat: list[Callable[[Around], Line]] = [
            self.reveal, self.reveal, self.let, self.let, self.assign, self.assign, self.assign, self.move, self.move,
            self.draw, self.draw, self.shuffle, self.pay, self.pay, self.show, self.call, self.call, self.own_state,
            self.reassign, self.reassign,
        ]  # fmt: skip
        deep: list[Callable[[Around], Line]] = [
            self.if_, self.case, self.for_, self.for_, self.repeat, self.repeat, self.play, self.exit,
            self.growing.grow, self.growing.grow,
        ]  # fmt: skip
        if around.asks:
            deep += [self.choose, self.choose, self.menu, self.menu, self.chance]
            deep += [self.secret, self.together] if not self.world.barred else []
        return self.rnd.choice(flat + deep if around.depth > 0 else flat)(around)

    def body(self, head: str, around: Around, tail: str = "}", least: int = 1, most: int = 3) -> list[str]:
        return [f"{head} {{", *(f"  {line}" for line in self.block(around, least, most)), tail]

    # ---- names and values
    def reveal(self, around: Around) -> Line:
        kind = self.writer.kind((*LET, *MANY, ty.NUMBER, ty.FLAG))
        name, hidden = self.writer.new("told"), replace(around.scope, hidden=True)
        value = self.value(kind, hidden)
        return [f"reveal {name} = {value}"], replace(around, scope=around.scope.binding(Kept(name, kind)))

    def value(self, kind: Type, scope: Scope, depth: int = 2) -> str:
        """Where no type is demanded."""
        if kind.is_collection:
            assert kind.of is not None
            return self.writer.many(kind.of, scope, depth)
        return self.writer.make(kind, scope, depth)

    def let(self, around: Around) -> Line:
        if around.top:
            return self.reveal(around)
        acting = [r for r in self.world.rules if r.acts and r.gives is not None and self.may_call(r, around)]
        name = self.writer.new("let")
        if acting and self.writer.chance(3):
            rule = self.rnd.choice(acting)
            assert rule.gives is not None
            kind = rule.gives
            text = self.unbracketed(rule, around)
        elif self.writer.chance(2):
            kind = self.writer.kind(LET)
            text = self.value(kind, around.scope)
        else:
            kind = self.writer.kind([kind.or_none for kind in ELEMENTS if kind != ty.PARTY])
            text = self.writer.maybe(kind.definite, around.scope, 2)
        return [f"let {name} = {text}"], replace(around, scope=around.scope.binding(Kept(name, kind)))

    def unbracketed(self, rule: Ruled, around: Around) -> str:
        """A call of a rule that acts, which stands alone."""
        arguments = ", ".join(self.writer.whole(kind, around.scope, 1) for kind in rule.takes)
        call = f"{rule.name}({arguments})"
        return call if rule.of is None else f"{call} of {self.writer.make(rule.of, around.scope, 1)}"

    def own_state(self, around: Around) -> Line:
        if around.top:
            return self.assign(around)
        name, kind = self.writer.new("own"), self.writer.kind(GROWING if self.writer.chance(2) else OWN)
        line = f"state {name}: {kind} = {self.writer.whole(kind, around.scope)}"
        return [line], replace(around, scope=around.scope.binding(Kept(name, kind, open=False)))

    def reassign(self, around: Around) -> Line:
        """A state of a rule's own; those are marked as not open."""
        own = [name for name in around.scope.names if not name.open]
        if not own:
            return self.assign(around)
        kept = self.rnd.choice(own)
        if self.writer.chance(3):
            return [f"{kept.name} := {self.writer.whole(kept.type, around.scope)}"], around
        return [f"{kept.name} := {self.growing.of_itself(kept.name, kept.type, around.scope)}"], around

    def assign(self, around: Around) -> Line:
        kept = self.rnd.choice([k for k in self.world.kept if not k.fixed])
        name = self.writer.named(kept, around.scope)
        of = "" if kept.per is None else f" of {self.writer.make(kept.per, around.scope, 1)}"
        acting = [r for r in self.world.rules if r.acts and r.gives == kept.type and self.may_call(r, around)]
        if acting and self.writer.chance(2):
            return [f"{name}{of} := {self.unbracketed(self.rnd.choice(acting), around)}"], around
        scope = around.scope if kept.open else replace(around.scope, hidden=True)
        if kept.per is None and self.writer.chance(2):
            return [f"{kept.name} := {self.growing.of_itself(kept.name, kept.type, scope)}"], around
        return [f"{name}{of} := {self.writer.whole(kept.type, scope)}"], around

    # ---- flow
    def if_(self, around: Around) -> Line:
        lines = self.body(f"if {self.writer.make(ty.FLAG, around.scope, 2)}", around.inner())
        if self.writer.chance(2):
            if self.writer.chance(3):
                lines[-1] = "} else if " + self.writer.make(ty.FLAG, around.scope, 1) + " {"
                lines += [*(f"  {line}" for line in self.block(around.inner())), "}"]
            lines[-1] = "} else {"
            lines += [*(f"  {line}" for line in self.block(around.inner())), "}"]
        return lines, around

    def labels(self, kind: Type) -> list[str]:
        """Two groups of labels that leave nothing out, or some numbers; now and then the others."""
        every = {MOOD: list(MOOD.words), ty.FLAG: ["true", "false"], ty.NUMBER: ["0", "1", "2", "3", "4"]}
        found = every.get(kind) or list(self.world.names[kind])
        self.rnd.shuffle(found)
        if len(found) == 1:
            return found
        at = self.rnd.randint(1, len(found) - 1)
        return [", ".join(found[:at]), "otherwise" if self.writer.chance(3) else ", ".join(found[at:])]

    def subject(self, around: Scope) -> tuple[Type, str]:
        kind = self.rnd.choice([ty.FLAG, MOOD, ty.NUMBER, *(k for k in (ty.SUIT, ty.RANK) if k in self.world.names)])
        if kind == ty.NUMBER:
            return kind, f"({self.writer.make(kind, around, 1)} mod 5)"
        subject = "mood" if kind == MOOD else self.writer.make(kind, around, 1)
        return kind, "(not true)" if subject.startswith("play.") else subject

    def case(self, around: Around) -> Line:
        kind, subject = self.subject(around.scope)
        lines = [f"case {subject} {{"]
        for labels in self.labels(kind):
            lines += [f"  {line}" for line in self.body(labels, around.inner(), most=2)]
        return [*lines, "}"], around

    def for_(self, around: Around) -> Line:
        kind = self.writer.kind(ELEMENTS)
        name, source = self.writer.new("each"), self.writer.many(kind, around.scope, 1)
        inner = around.inner(Kept(name, kind))
        test = f" while {self.writer.make(ty.FLAG, inner.scope, 1)}" if self.writer.chance(4) else ""
        return self.body(
            f"for {name} in {source}{test}", replace(inner, asks=around.asks and self.writer.chance(3))
        ), around

    def repeat(self, around: Around) -> Line:
        name = self.rnd.choice(("again_and_again", "round"))
        if name in around.loops:
            name = self.writer.new("loop")
        bound = str(self.rnd.randint(1, 3))
        if self.writer.chance(3):
            bound = f"({self.writer.make(ty.NUMBER, around.scope, 1)} mod 4)"
        head = f"repeat {name} {bound} times"
        if self.writer.chance(2):
            head = f"repeat {name} until {self.writer.make(ty.FLAG, around.scope, 1)} at most {bound}"
        return self.body(head, replace(around.inner(), loops=(*around.loops, name))), around

    def exit(self, around: Around) -> Line:
        """Ends a pass, a loop, a rule or the game, on a condition."""
        ways = [f"{self.rnd.choice(('leave', 'again'))} {loop}" for loop in around.loops] * 2
        if around.gives is not None:
            ways.append(self.give(around))
        if self.writer.chance(4):
            ways.append(self.finish(around.scope))
        if not ways:
            return self.if_(around)
        return [f"if {self.writer.make(ty.FLAG, around.scope, 1)} {{ {self.rnd.choice(ways)} }}"], around

    def give(self, around: Around) -> str:
        assert around.gives is not None
        acting = [r for r in self.world.rules if r.acts and r.gives == around.gives and self.may_call(r, around)]
        if acting and self.writer.chance(4):
            return f"give {self.unbracketed(self.rnd.choice(acting), around)}"
        return f"give {self.writer.whole(around.gives, around.scope)}"

    def finish(self, scope: Scope) -> str:
        inner = Scope(its=(ty.SEAT,))
        keys = [
            self.rnd.choice(("", "lowest ")) + self.writer.make(self.rnd.choice(NUMBERS), inner, 2)
            for _ in range(self.rnd.randint(1, 3))
        ]
        among = f" among {self.writer.many(ty.SEAT, scope, 2)}" if self.writer.chance(3) else ""
        return f"finish by {', '.join(keys)}{among}"

    # ---- effects
    def place(self, around: Around, among: list[Lying]) -> tuple[Lying, str]:
        zone = self.rnd.choice(among)
        return zone, zone.name if zone.per is None else self.of(zone, around)

    def of(self, zone: Lying, around: Around) -> str:
        assert zone.per is not None
        return f"{zone.name} of {self.writer.make(zone.per, around.scope, 1)}"

    def move(self, around: Around) -> Line:
        zone, to = self.place(around, self.world.zones)
        unseen = " unseen" if self.writer.chance(4) else ""
        return [f"move {self.pieces(zone.element, around)} to {to}{unseen}"], around

    def pieces(self, element: Type, around: Around) -> str:
        writer, ways = self.writer, self.rnd.randrange(6)
        same = [z for z in self.world.zones if z.element == element]
        if not same and ways < 2:
            ways = 2
        if ways == 0:
            return self.place(around, same)[1]
        if ways == 1:
            source = writer.many(element, around.scope, 1) if writer.chance(2) else self.place(around, same)[1]
            return f"(first({writer.make(ty.NUMBER, around.scope, 1)}) of {source})"
        if ways == 2:
            return writer.make(element, around.scope, 2)
        if ways == 3 and element == ty.CARD and writer.world.names.get(ty.SUIT):
            return writer.face(around.scope, 1)
        return writer.many(element, around.scope, 2)

    def draw(self, around: Around) -> Line:
        rows = [z for z in self.world.zones if z.row]
        zone, source = self.place(around, rows)
        to = self.place(around, [z for z in self.world.zones if z.element == zone.element])[1]
        number = f"({self.rnd.randint(1, 3)})" if self.writer.chance(3) else ""
        if self.writer.chance(3):
            number = f"(min({self.writer.make(ty.NUMBER, around.scope, 1)}, count of {source}))"
        unseen = " unseen" if self.writer.chance(5) else ""
        lines = [f"move first{number} of {source} to {to}{unseen}"]
        if not number.startswith("(min") and not self.writer.chance(30):
            enough = number.strip("()") or "1"
            lines = [f"if count of {source} >= {enough} {{", f"  {lines[0]}", "}"]
        return lines, around

    def shuffle(self, around: Around) -> Line:
        if not self.world.shuffled:
            return self.draw(around)
        return [f"shuffle {self.place(around, self.world.shuffled)[1]}"], around

    def party(self, around: Around) -> tuple[str, str]:
        """Somebody who can pay, and what he has."""
        if self.writer.chance(3):
            account = self.rnd.choice(("pot", "bank"))
            return account, account
        if self.writer.chance(5):
            return self.writer.make(ty.PARTY, around.scope, 1), "5"
        seat = self.writer.make(ty.SEAT, around.scope, 1)
        return seat, f"cash of {seat}"

    def pay(self, around: Around) -> Line:
        payer, has = self.party(around)
        reason = ""
        if self.writer.chance(2):
            own = [name.name for name in around.scope.names if name.type == ty.REASON]
            reason = f" for {self.rnd.choice((*own, *REASONS))}"
        if self.writer.chance(5):
            return [f"{payer} pays everything to {self.party(around)[0]}{reason}"], around
        amount = self.writer.whole(ty.AMOUNT, around.scope)
        if not self.writer.chance(25):
            amount = f"min(max(0, {amount}), {has})"
        return [f"{payer} pays {amount} to {self.party(around)[0]}{reason}"], around

    def show(self, around: Around) -> Line:
        what = self.pieces(self.writer.kind(PIECES), around)
        to = self.rnd.choice(
            ("all", self.writer.make(ty.SEAT, around.scope, 1), self.writer.many(ty.SEAT, around.scope, 1))
        )
        verb, word = self.rnd.choice((("show", "to"), ("hide", "for")))
        return [f"{verb} {what} {word} {to}"], around

    def may_call(self, rule: Ruled, around: Around) -> bool:
        return around.asks or rule.of is not None

    def call(self, around: Around) -> Line:
        rules = [r for r in self.world.rules if r.acts and self.may_call(r, around)]
        if not rules:
            return self.pay(around)
        return [self.unbracketed(self.rnd.choice(rules), around)], around

    def play(self, around: Around) -> Line:
        if not self.mechanics or not around.asks:
            return self.call(around)
        name, takes = self.rnd.choice(self.mechanics)
        return [f"play {name}({', '.join(self.writer.whole(kind, around.scope, 1) for kind in takes)})"], around

    # ---- decisions
    def source(self, kind: Type, around: Around) -> str:
        source = self.writer.many(kind, around.scope, 1)
        if not self.writer.chance(12):
            source = f"({source} with {self.writer.make(kind, around.scope, 1)})"
        if self.writer.chance(3):
            source = f"{source} preferring {self.writer.make(ty.FLAG, around.scope.over(kind), 1)}"
        return source

    def range(self, kind: Type, around: Around) -> str:
        if kind == ty.AMOUNT and self.writer.chance(12):
            return f"5 .. {self.writer.make(kind, around.scope, 1)} step 25"
        if kind == ty.AMOUNT and self.writer.chance(2):
            return f"5 .. min(pot, {self.writer.make(kind, around.scope, 1)}) step {self.rnd.randint(20, 60)}"
        if kind == ty.AMOUNT and self.writer.chance(2):
            return (
                f"{self.rnd.randrange(3)} .. {self.writer.make(kind, around.scope, 1)} step {self.rnd.randint(20, 60)}"
            )
        return f"{self.rnd.randrange(3)} .. {self.rnd.randint(2, 9)} step {self.rnd.randint(1, 3)}"

    def pick(self, around: Around, among: tuple[Type, ...] = (*OFFERED, *NUMBERS)) -> tuple[str, Kept]:
        kind, name = self.writer.kind(among), self.writer.new("pick")
        source = self.range(kind, around) if kind in NUMBERS else self.source(kind, around)
        return f"{name} from {source}", Kept(name, kind)

    def choose(self, around: Around) -> Line:
        """One kind of answer; there is always something to choose, or nearly."""
        text, name = self.pick(around, (ty.SEAT, ty.SUIT, ty.RANK, ty.CELL, GEM) if self.writer.chance(2) else OFFERED)
        who, scope = self.somebody(around), around.scope.binding(name)
        if self.writer.chance(4):
            second, other = self.pick(replace(around, scope=scope))
            text, scope = f"{text}, {second}", scope.binding(other)
        return [f"{who} chooses {self.writer.new('word')} {text}"], replace(around, scope=scope)

    def somebody(self, around: Around) -> str:
        """A seat that there is: whose turn it is, is worked out when it is asked, after the move before."""
        while "(the " in (seat := self.writer.make(ty.SEAT, around.scope, 1)):
            pass
        return seat

    def menu(self, around: Around) -> Line:
        who = self.somebody(around)
        return self.answers(f"{who} chooses {self.writer.new('decision')}", around, self.writer.chance(20)), around

    def answers(self, head: str, around: Around, risky: bool) -> list[str]:
        lines, inner = [f"{head} {{"], around.inner()
        wordless = [kind for kind in self.rnd.sample(WORDLESS, 3) if kind not in self.world.barred]
        for _ in range(self.rnd.randint(1, 3)):
            here, picks = inner, []
            word = "" if self.writer.chance(4) and wordless else self.writer.new("way")
            for number in range(self.rnd.randrange(3) if word else self.rnd.randint(1, 2)):
                among = (*OFFERED, *NUMBERS) if word or number else (wordless.pop(),)
                text, name = self.pick(here, among)
                picks.append(text)
                here = replace(here, scope=here.scope.binding(name))
            condition = f" if {self.writer.make(ty.FLAG, here.scope, 2)}" if self.writer.chance(2) else ""
            head = f"{word} {', '.join(picks)}".strip()
            lines += [f"  {line}" for line in self.body(f"{head}{condition}", here, least=0, most=2)]
        if not risky:
            lines.append(
                f"  otherwise {self.writer.new('pass')} {{ }}"
                if self.writer.chance(2)
                else f"  {self.writer.new('go_on')} {{ }}"
            )
        return [*lines, "}"]

    def chance(self, around: Around) -> Line:
        if self.writer.chance(2):
            return self.answers(f"chance chooses {self.writer.new('luck')}", around, False), around
        name = self.writer.new("lot")
        kind = self.rnd.choice((ty.SEAT, ty.SUIT, ty.CELL))
        line = f"chance chooses {self.writer.new('draw')} {name} from {self.source(kind, around)}"
        return [line], replace(around, scope=around.scope.binding(Kept(name, kind)))

    def secret(self, around: Around) -> Line:
        """A secret choice; only what its chooser alone sees depends on it."""
        if self.writer.chance(3):
            name = self.writer.new("luck")
            if self.writer.chance(2):
                seat = self.writer.new("told")
                roll = f"chance secretly chooses {name} {name}_one from 0 .. 3 for {seat}"
                return [f"for {seat} in seats {{", f"  {roll}", f"  bid of {seat} := {name}_one", "}"], around
            return [f"chance secretly chooses {name} {name}_one from suits", f"secret_suit := {name}_one"], around
        seat = self.writer.new("each")
        kept = self.rnd.choice(("bid", "card_kept"))
        return [f"for {seat} in seats {{", *(f"  {line}" for line in self.bidding(seat, kept)), "}"], around

    def together(self, around: Around) -> Line:
        seat = self.writer.new("each")
        lines = self.bidding(seat, self.rnd.choice(("bid", "card_kept")))
        if self.writer.chance(3):
            lines = ["repeat bidding 2 times {", *(f"  {line}" for line in lines), "}"]
        return [f"for {seat} in seats together {{", *(f"  {line}" for line in lines), "}"], around

    def bidding(self, seat: str, kept: str) -> list[str]:
        name, word = self.writer.new("pick"), self.writer.new("secret")
        if kept == "bid":
            if self.writer.chance(2):
                return [f"{seat} secretly chooses {word} {name} from 0 .. 3", f"bid of {seat} := {name}"]
            return [
                f"{seat} secretly chooses {word} {{",
                f"  {word}_low {{ bid of {seat} := 1 }}",
                f"  {word}_high {name} from hand of {seat} {{ card_kept of {seat} := {name} }}",
                "}",
            ]
        return [
            f"{seat} secretly chooses {word} {{", f"  {word}_card {name} from hand of {seat} {{",
            f"    card_kept of {seat} := {name}", "  }", f"  otherwise {word}_none {{ }}", "}",
        ]  # fmt: skip
