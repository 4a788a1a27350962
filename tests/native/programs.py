"""Whole small games in the language's text, made at random: `program(seed)` is always the same game.

They have everything the language knows, make no sense, and often fail, which both executors must do alike.
"""

from __future__ import annotations

import random
import re
from dataclasses import replace

from tests.native.acting import Statements
from tests.native.typed import Writer
from tests.native.worlds import (
    ELEMENTS,
    GEM,
    MANY,
    MOOD,
    NOTE,
    REASONS,
    SINGLES,
    TYPES,
    Around,
    Kept,
    Lying,
    Ruled,
    Scope,
    World,
)  # fmt: skip

from coupdsl.language import types as ty
from coupdsl.language.types import Type

BOOTH = Type("booth")
FIXED = Scope(fixed=True)
KEEPING = {
    "seat": ty.SEAT, "cell": ty.CELL, "card": ty.CARD, "notes": NOTE, "gem": GEM, "piece": ty.PIECE, "suit": ty.SUIT,
    "rank": ty.RANK,
}  # fmt: skip
FIELDS = tuple(kind for kind in TYPES if kind not in (MOOD, ty.REASON))


def program(seed: int) -> str:
    return Game(random.Random(seed), players(seed)).text()


def with_copies(text: str, copies: int) -> str:
    """A program with so many of each card."""
    return re.sub(r"(?m)^ *ranks .*$", rf"\g<0>\ncopies {copies}", re.sub(r"(?m)^ *copies .*\n", "", text))


def players(seed: int) -> int:
    return 2 + seed % 3


class Game:
    def __init__(self, rnd: random.Random, players: int) -> None:
        self.rnd = rnd
        self.players = players
        self.world = World()
        self.writer = Writer(rnd, self.world)
        self.statements = Statements(self.writer)
        self.lines: list[str] = []
        self.above: list[str] = []  # mechanics

    def text(self) -> str:
        self.data()
        self.zones()
        self.states()
        self.short()
        self.kinds()
        self.options()
        self.fixed()
        self.orders()
        for _ in range(self.rnd.randint(3, 6)):
            self.rule()
        for _ in range(2):
            self.growing()
        self.mechanics()
        for _ in range(self.rnd.randint(1, 3)):
            self.acting()
        self.main()
        return "\n".join(["edition 1", *self.above, "game made {", *(f"  {line}" for line in self.lines), "}", ""])

    def chance(self, one_in: int) -> bool:
        return self.writer.chance(one_in)

    def of(self, *choices: str) -> str:
        return self.rnd.choice(choices)

    # ---- data
    def data(self) -> None:
        names = self.world.names
        suits = ["spades", "hearts", "clubs", "stars"][: self.rnd.randint(1, 4)]
        ranks = ["ace", "king", "queen", "ten", "two"][: self.rnd.randint(2, 5)]
        copies = self.of("", "", "copies 2", "copies 2 of ace, king", "copies 4", "copies 2\n  copies 3 of ace")
        names[ty.RANK] = ranks
        cards = [f"ranks {', '.join(f'{rank} {rank[:2].upper()}' for rank in ranks)}"]
        names[ty.SUIT] = suits
        cards.insert(0, f"suits {', '.join(f'{suit} {suit[:2].upper()}' for suit in suits)}")
        if self.chance(2):
            cards.append("extra joker X")
            if self.chance(3):
                cards.append(self.of("copies 3 of joker", "copies 0 of joker"))
            else:
                self.world.extras.append("joker")
        lengths = (2, 3, 3, 9)
        columns, rows = self.rnd.choice(lengths), self.rnd.choice(lengths)
        names[ty.CELL] = [f"{column}{row}" for column in "ab" for row in (1, 2)]
        teams = self.players if self.players % 2 or self.chance(2) else 2
        self.lines += [
            f"seats [{self.players}] in {teams} teams",
            "cards {",
            *(f"  {line}" for line in [*cards, copies] if line),
            "}",
        ]
        side = self.of("", " shown from turn")
        self.lines += [f"cells a..{'abcdefghi'[columns - 1]} by 1..{rows}{side}", "state turn: seat = last of seats"]
        self.lines += ["account pot = 7", f"account bank = {self.of('1000', '40')}"]
        self.world.kept += [
            Kept("turn", ty.SEAT), Kept("pot", ty.AMOUNT, fixed=True), Kept("bank", ty.AMOUNT, fixed=True),
            Kept("cash", ty.AMOUNT, ty.SEAT, fixed=True),
        ]  # fmt: skip
        self.lines.append(f"pieces notes: {self.rnd.randint(1, 4)} {{ {', '.join(self.fields())} }}")

    def fields(self) -> list[str]:
        found = []
        for _ in range(self.rnd.randint(1, 3)):
            kind, name = self.rnd.choice((MOOD, ty.SEAT, ty.NUMBER, ty.AMOUNT, ty.CARD.or_none)), self.writer.new("has")
            words = " | ".join(MOOD.words) if kind == MOOD else str(kind)
            value = f" = {self.writer.whole(kind, FIXED, 1)}" if not self.chance(40) else ""
            found.append(f"{name}: {words}{value}")
            self.world.kept.append(Kept(name, kind, NOTE))
        return found

    def zones(self) -> None:
        """What lies in a row that is shuffled is seen by nobody, however it is declared."""
        shuffled = {name for name in ("deck", "pile", "trick") if self.chance(2)}
        for name, element, row, per, seen, initial in (
            ("deck", ty.CARD, True, None, self.of("none", "all"), "cards"),
            ("hand", ty.CARD, False, ty.SEAT, "owner", ""),
            ("pile", ty.CARD, True, ty.SEAT, self.of("owner", "all"), ""),
            ("trick", ty.CARD, True, None, "all", ""),
            ("heap", ty.CARD, False, None, self.of("all", "none"), ""),
            ("ground", ty.PIECE, self.chance(2), ty.CELL, "all", ""),
            ("stack", ty.CARD, self.chance(2), self.rnd.choice((ty.RANK, GEM)), self.of("all", "none"), ""),
            ("blank", NOTE, True, None, "all", "notes"),
            ("signed", NOTE, self.chance(2), ty.SEAT, self.of("owner", "all"), ""),
        ):
            head = f"zone {name}{f' per {per}' if per else ''}: {'row' if row else 'set'} of {element} seen by {seen}"
            self.lines.append(f"{head} = {initial}" if initial else head)
            self.world.zones.append(Lying(name, element, row, per, seen == "all" and name not in shuffled))
            if name in shuffled:
                self.world.shuffled.append(self.world.zones[-1])

    def state(
        self, name: str, kind: Type, per: str = "", seen: str = "", initial: str | None = None, every: str = "",
        by: str = "",
    ) -> None:  # fmt: skip
        words = " | ".join(MOOD.words) if kind == MOOD else str(kind)
        value = self.writer.whole(kind, FIXED) if initial is None else initial
        head = f"state {name}{f' per {per}' if per else ''}{f' per {by}' if by else ''}: {words}"
        tail = f"{f' every {every}' if every else ''}{f' seen by {seen}' if seen else ''}"
        self.lines.append(f"{head}{f' = {value}' if value else ''}{tail}")
        shut = seen == "owner"
        self.world.kept.append(Kept(name, kind, KEEPING.get(per), KEEPING.get(by), not seen, fixed=shut))

    def plain_states(self) -> None:
        """What can always be spoken of."""
        self.state("mood", MOOD, initial=self.of(*MOOD.words))
        self.state("why", ty.REASON, initial=self.of(*REASONS))
        self.state("one_amount", ty.AMOUNT)
        self.state("here", ty.CELL)
        self.state("one_party", ty.PARTY)
        self.state("some_numbers", ty.list_of(ty.NUMBER))
        self.state("some_amounts", ty.set_of(ty.AMOUNT))
        self.state("some_parties", ty.set_of(ty.PARTY), initial="[pot]")

    def states(self) -> None:
        self.plain_states()
        self.state("bid", ty.NUMBER, "seat", "owner")
        self.state("card_kept", ty.CARD.or_none, "seat", "owner", "none")
        self.state("secret_suit", ty.SUIT.or_none, "", "none", "none")
        for kind in self.rnd.sample(TYPES, 14):
            per = self.of("", "", "seat", "cell", "card", "notes", "piece")
            if kind.is_collection and per in ("cell", "card", "piece"):
                per = "seat"
            initial = "" if self.chance(60) else None
            every = "round" if self.chance(5) else ""
            self.state(self.writer.new("kept"), kind, per, self.of("", "", "", "none"), initial, every)
        for kind in self.rnd.sample([kind for kind in TYPES if not kind.is_collection], 3):
            per, by = self.rnd.sample(sorted(KEEPING), 2)
            self.state(self.writer.new("kept"), kind, per, self.of("", "", "none"), None, self.of("", "round"), by)

    # ---- kinds
    def kinds(self) -> None:
        writer, names = self.writer, ["ruby", "opal", "jade"]
        fields = [(writer.new("field"), kind) for kind in self.rnd.sample((MOOD, *FIELDS), 4)]
        defaults = {name: writer.whole(kind, FIXED, 1) for name, kind in fields}
        test, worked, done = writer.new("test"), writer.new("worked"), writer.new("done")
        takes, gives = tuple(self.rnd.sample(FIELDS, 2)), self.rnd.choice(FIELDS)
        tested = self.rnd.choice((*ELEMENTS, *(kind.or_none for kind in ELEMENTS)))
        self.lines += ["state lacking: number", "kind gem as gems {"]
        for name, kind in fields:
            words = " | ".join(MOOD.words) if kind == MOOD else str(kind)
            self.lines.append(f"  {name}: {words} = {defaults[name]}")
        own = tuple(Kept(name, kind) for name, kind in fields)
        it = Scope(own, (tested,), fixed=True)
        self.lines.append(f"  {test}: test of {tested} = {writer.make(ty.FLAG, it, 1)}")
        rules = [Ruled(worked, takes, gives), Ruled(done, takes, None, acts=True)]
        rules.append(Ruled(writer.new("back"), takes, self.rnd.choice(FIELDS), acts=True))
        for rule in rules:
            self.kind_rule(rule, own)
        self.lines.append("}")
        self.world.kept += [replace(kept, per=GEM, fixed=True) for kept in own]
        for name in names:
            self.lines.append(f"gem {name} {{")
            for field, kind in fields:
                if self.chance(2):
                    self.lines.append(f"  {field}: {writer.whole(kind, FIXED, 1)}")
            if self.chance(2):
                self.lines.append(f"  {test}: {writer.make(ty.FLAG, it, 2)}")
            for rule in rules:
                if self.chance(2):
                    self.kind_rule(rule, own, name)
            self.lines.append("}")
        self.world.names[GEM] = names
        self.world.rules += [replace(rule, of=GEM) for rule in rules]
        self.world.rules.append(Ruled(test, (tested,), ty.FLAG, of=GEM))
        self.state("which", GEM)
        self.state("valued", self.rnd.choice(SINGLES), "gem")
        self.asks_which(rules[2])

    def kind_rule(self, rule: Ruled, own: tuple[Kept, ...], entry: str = "") -> None:
        """That of a kind, or what an entry puts in its place, which may ask for what has no value."""
        names, head = self.parameters(rule.takes)
        scope, lacks = Scope((*own, *names)), entry != "" and self.chance(4)
        given = f": {rule.gives}" if rule.gives is not None else ""
        if not rule.acts:
            assert rule.gives is not None
            value = self.writer.whole(rule.gives, scope)
            if lacks and ty.PIECE not in (rule.gives.definite, rule.gives.of) and rule.gives.definite != ty.PARTY:
                value = f"if lacking > 2 then {self.branch(rule.gives, scope)} else {self.branch(rule.gives, scope)}"
            self.lines.append(f"  rule {rule.name}{head}{given} = {value}")
            return
        around = Around(scope, rule.gives, depth=0, asks=False)
        body = self.statements.growing.grow(around)[0] if self.chance(2) else self.statements.block(around, most=2)
        if lacks:
            body.append(f"reveal {self.writer.new('told')} = lacking")
        if rule.gives is not None:
            if entry and self.chance(2):
                body.append(f"which := {self.of('ruby', 'opal', 'jade')}")
            body.append(f"give {self.writer.whole(rule.gives, scope)}")
        self.lines += [f"  rule {rule.name}{head}{given} {{", *(f"    {line}" for line in body), "  }"]

    def asks_which(self, rule: Ruled) -> None:
        """A rule that hands on what that of an entry gives, which may change by what the entry is found."""
        names, head = self.parameters(rule.takes)
        given, told = self.writer.new("given"), self.writer.new("told")
        call = f"{rule.name}({', '.join(name.name for name in names)}) of which"
        self.lines += [f"rule asked_back{head}: {rule.gives} {{", f"  let {given} = {call}"]
        self.lines += [f"  reveal {told} = {given}", f"  give {given}", "}"]
        self.world.rules.append(Ruled("asked_back", rule.takes, rule.gives, acts=True))

    def parameters(self, takes: tuple[Type, ...]) -> tuple[tuple[Kept, ...], str]:
        names = tuple(Kept(self.writer.new("given"), kind) for kind in takes)
        return names, f"({', '.join(f'{name.name}: {name.type}' for name in names)})" if names else ""

    # ---- options, fixed names, orders
    def options(self) -> None:
        for name, readings in (
            ("way", ["open", "shut"]), ("size", ["3", "10", "0..50"]), ("most", ["none", "2", "5..9"]),
            ("share", ["1/3", "ratio"]), ("bold", ["true", "false"]), ("gems", ["[ruby, jade]", "gems"]),
            ("counts", ["[1, 4]", "[2]"]),
        ):  # fmt: skip
            closed = [reading for reading in readings if reading not in ("0..50", "5..9", "ratio", "gems")]
            first = self.rnd.choice(closed)
            rest = [reading for reading in readings if reading != first]
            self.lines.append(f"option play.{name} = {' | '.join([first, *rest])}")
        self.world.kept += [
            Kept("play.size", ty.NUMBER, fixed=True), Kept("play.most", ty.NUMBER.or_none, fixed=True),
            Kept("play.share", ty.RATIO, fixed=True), Kept("play.bold", ty.FLAG, fixed=True),
            Kept("play.gems", ty.set_of(GEM), fixed=True), Kept("play.counts", ty.set_of(ty.NUMBER), fixed=True),
        ]  # fmt: skip
        self.world.conditions += ["play.way is open", "play.most is none", "play.size is 10", "play.bold is not true"]
        kind = self.rnd.choice((*SINGLES, *MANY))
        value = [f"rule by_way: {kind} = {self.writer.whole(kind, Scope())}" for _ in range(2)]
        if kind != MOOD:
            self.lines += [value[0], f"when play.way is {self.of('open', 'shut')} {{ {value[1]} }}"]
            self.world.rules.append(Ruled("by_way", (), kind))

    def fixed(self) -> None:
        for kind in self.rnd.sample((ty.NUMBER, ty.FLAG, ty.SEAT, ty.CARD, ty.CELL, ty.RATIO, *MANY), 3):
            name = self.writer.new("fixed")
            value = self.statements.value(kind, FIXED)
            self.lines.append(f"let {name} = {value}")
            self.world.rules.append(Ruled(name, (), kind))

    def orders(self) -> None:
        ranks = list(self.world.names[ty.RANK])
        self.rnd.shuffle(ranks)
        self.lines.append(f"order by_rank = [{', '.join(ranks)}]")
        self.world.orders.append("by_rank")
        for _ in range(2):
            name = self.writer.new("order")
            self.lines.append(f"order {name} {{")
            for _ in range(self.rnd.randint(1, 3)):
                by = self.of("", " by ranks", " by by_rank")
                self.lines.append(f"  {self.writer.make(ty.FLAG, Scope(its=(ty.CARD,)), 2)}{by}")
            self.lines.append("}")
            self.world.comparators.append(name)

    # ---- rules
    def rule(self) -> None:
        """One that is worked out; a few speak of what is hidden."""
        hidden = self.chance(4)
        takes = tuple(self.rnd.choice(FIELDS) for _ in range(self.rnd.randint(0, 3)))
        names, head = self.parameters(takes)
        scope, name = Scope(names, hidden=hidden), self.writer.new("rule")
        gives = self.rnd.choice(FIELDS)
        if self.chance(4) and ty.PIECE not in (gives.definite, gives.of):
            kind, subject = self.statements.subject(scope)
            self.lines.append(f"rule {name}{head}: {gives} = case {subject} {{")
            self.lines += [f"  {some}: {self.branch(gives, scope)}" for some in self.statements.labels(kind)]
            self.lines.append("}")
        else:
            self.lines.append(f"rule {name}{head}: {gives} = {self.writer.whole(gives, scope, 3)}")
        self.world.rules.append(Ruled(name, takes, gives, open=not hidden))

    def branch(self, kind: Type, scope: Scope) -> str:
        """Branches agree with one another, so that one piece cannot stand for the set of it."""
        return self.statements.value(kind, scope) if kind.is_collection else self.writer.whole(kind, scope)

    def acting(self) -> None:
        gives = self.rnd.choice((None, *FIELDS))
        takes = tuple(self.rnd.choice(FIELDS) for _ in range(self.rnd.randint(0, 2)))
        names, head = self.parameters(takes)
        name, around = self.writer.new("act"), Around(Scope(names), gives)
        lines = self.statements.block(around, 2, 3)
        if gives is not None:
            lines.append(f"give {self.writer.whole(gives, around.scope)}")
        typed = f": {gives}" if gives is not None else ""
        self.lines += [f"rule {name}{head}{typed} {{", *(f"  {line}" for line in lines), "}"]
        self.world.rules.append(Ruled(name, takes, gives, acts=True))

    def short(self) -> None:
        way = self.of("", " short partial", " short borrow")
        self.lines.append(f"account cash per seat = {self.of('100', '12')}{way}")
        if way.endswith("borrow"):
            scope = Scope((Kept("who", ty.SEAT), Kept("payee", ty.PARTY.or_none), Kept("missing", ty.AMOUNT)))
            lines = ["bank pays missing to who for gift"]
            lines += self.statements.block(Around(scope, depth=0, asks=False), 0, 2)
            if self.chance(3):
                lines += ["who chooses mercy {", "  beg { pot pays everything to who }", "  be_proud { }", "}"]
            self.lines += [
                "rule borrow(who: seat, payee: party or none, missing: amount) {",
                *(f"  {x}" for x in lines),
                "}",
            ]

    def growing(self) -> None:
        rule, lines = self.statements.growing.rule(self.parameters)
        self.lines += lines
        self.world.rules.append(rule)

    # ---- mechanics
    def mechanics(self) -> None:
        """One that is played by its name and by two entries, which replace some of its rules."""
        inside, game = Game(self.rnd, self.players), self.world
        inside.writer.count = 1000
        inside.world.barred = frozenset((GEM, NOTE))
        inside.world.zones = [zone for zone in game.zones if zone.name in ("deck", "hand", "pile", "trick", "ground")]
        inside.world.kept = [kept for kept in game.kept if kept.name in ("cash", "pot", "bank")]
        lines = [f"needs zone {z.name}{f' per {z.per}' if z.per else ''}" for z in inside.world.zones]
        lines += ["needs account cash per seat", "needs account pot", "needs account bank"]
        kinds = [kind for kind in FIELDS if not {GEM, NOTE} & {kind.definite, kind.of}]
        takes = tuple(self.rnd.sample(kinds, 2))
        names, head = inside.parameters(takes)
        inside.world.kept += names
        inside.plain_states()
        for kind in self.rnd.sample(kinds, 2):
            inside.state(inside.writer.new("kept"), kind, self.of("", "", "seat"), every=self.of("", "", "round"))
        inside.lines.append("zone laid: row of card seen by all")
        inside.world.zones.append(Lying("laid", ty.CARD, True, open=False))
        given = [zone for zone in game.shuffled if zone in inside.world.zones]
        inside.world.shuffled = [*given, inside.world.zones[-1]]
        needed = [r for r in game.rules if not r.acts and r.of is None and r.open and r.name.startswith("rule")]
        for rule in needed[:1]:
            if all(kind in kinds for kind in (*rule.takes, rule.gives)):
                _, asked = inside.parameters(rule.takes)
                lines.append(f"needs rule {rule.name}{asked}: {rule.gives}")
                inside.world.rules.append(rule)
        replaced = Ruled("replaced", tuple(self.rnd.sample(kinds, 2)), self.rnd.choice(kinds))
        inside.lines.append(self.version(replaced, inside))
        inside.world.rules.append(replaced)
        body = inside.statements.block(Around(Scope(), top=True), 3, 5)
        uses = [f"  reveal {inside.writer.new('told')} = {inside.asked(kept)}" for kept in inside.world.kept]
        lines += [*inside.lines, *body, "shuffle laid", "if false {", *uses, "}"]
        self.above = [f"mechanic turns{head} {{", *(f"  {line}" for line in lines), "}"]
        self.lines += ["use turns {", f"  {self.version(replaced, self)}", "}"]
        self.lines += ["kind booth as booths { }", "booth cheap plays turns", "booth dear plays turns {"]
        self.lines += [f"  {self.version(replaced, self)}", "}", f"state current: booth = {self.of('cheap', 'dear')}"]
        self.statements.mechanics = [("turns", takes), ("current", takes)]
        self.by_entry = replaced

    def version(self, rule: Ruled, where: Game) -> str:
        names, head = where.parameters(rule.takes)
        assert rule.gives is not None
        return f"rule {rule.name}{head}: {rule.gives} = {where.writer.whole(rule.gives, Scope(names))}"

    # ---- the course of the game
    def main(self) -> None:
        lines = self.pause() + ([] if self.chance(4) else ["lacking := 3"])
        for rule in self.world.rules:
            lines += self.used(rule) + (self.pause() if self.chance(3) else [])
        for name in self.world.comparators:
            lines.append(f"reveal {self.writer.new('told')} = highest of cards by {name}")
        for zone in self.world.zones:
            lines.append(f"reveal {self.writer.new('told')} = count of {self.writer.zone(zone, Scope())}")
        around = Around(Scope(), top=True)
        kept = [f"reveal {self.writer.new('told')} = {self.asked(k)}" for k in self.world.kept]
        kept.append(f"reveal {self.writer.new('told')} = (play.way is open)")
        kept.append(f"reveal {self.writer.new('told')} = lacking")
        kept.append(f"reveal {self.writer.new('told')} = by_rank")
        for _ in range(2):
            body = Around(Scope(), loops=("round",), depth=3)
            lines += ["repeat round 2 times {", *(f"  {x}" for x in self.statements.block(body, 3, 6)), "}"]
            lines += self.statements.block(around, 1, 3)
        for name, takes in self.statements.mechanics:
            lines.append(f"current := {self.of('cheap', 'dear')}")
            lines.append(f"play {name}({', '.join(self.writer.whole(kind, Scope(), 1) for kind in takes)})")
        lines += self.used(replace(self.by_entry, of=BOOTH))
        tail = ["if false {", *(f"  {line}" for line in kept), "}", self.statements.finish(Scope())]
        self.lines += ["move first(3) of deck to hand of turn", *lines, *tail]
        self.lines.append(f"limit {self.rnd.choice((12, 50))} moves {{ {self.statements.finish(Scope())} }}")

    def pause(self) -> list[str]:
        """A choice of one answer: what came before it is compared, even if what follows fails."""
        return [f"turn chooses {self.writer.new('pause')} {{", f"  {self.writer.new('onward')} {{ }}", "}"]

    def asked(self, kept: Kept) -> str:
        name = self.writer.named(kept, Scope())
        return name if kept.per is None else f"{name} of {self.writer.make(kept.per, Scope(), 0)}"

    def used(self, rule: Ruled) -> list[str]:
        """With what is known before play, and with what is not."""
        found = []
        for scope in (FIXED, Scope()):
            if rule.acts:
                found.append(self.statements.unbracketed(rule, Around(scope, asks=True)))
            else:
                arguments = ", ".join(self.writer.whole(kind, scope, 1) for kind in rule.takes)
                call = f"{rule.name}({arguments})" if rule.takes else rule.name
                call = (
                    call
                    if rule.of is None
                    else f"{call} of {'current' if rule.of == BOOTH else self.writer.make(rule.of, scope, 0)}"
                )
                found.append(f"reveal {self.writer.new('told')} = {call}")
        return found
