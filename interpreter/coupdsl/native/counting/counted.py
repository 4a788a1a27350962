"""The row of a game, filled by machine code while it is played: the same numbers as those of `record`."""

from __future__ import annotations

from coupdsl.code.decisions import Option
from coupdsl.native.counting.columns import Column, Columns, naming_pick, path_of, word_of
from coupdsl.native.llvm.arithmetic import Arithmetic
from coupdsl.native.llvm.emitter import Emitter
from coupdsl.native.module import Module
from coupdsl.native.playing import Playing

WORD = 8


class Counted(Playing):
    """The notes of a game: where the columns of its spell begin, who chose the entry, which reasons were met, then for
    each seat what it had, for each role who held it, for each word who used it, for each reason who was paid; and what
    was paid in the whole game."""

    def __init__(self, module: Module) -> None:
        super().__init__(module)
        self.columns = columns = Columns(module.rules)
        self.width = len(columns) * WORD
        seats, roles, words, reasons = columns.players, len(columns.roles), len(columns.words), len(columns.reasons)
        self.before = 3 * WORD
        self.held = self.before + seats * WORD
        self.users = self.held + roles * WORD
        self.payees = self.users + words * WORD
        self.total = self.payees + reasons * WORD
        self.notes = self.total + WORD
        self.starts = [self._column("spells", path_of(entry)) for entry in columns.entries]
        self.account = self.layout.account_start[columns.account] if columns.account is not None else 0
        self.words_of: dict[int, int] = {}
        self.of_several: set[int] = set()  # options of what is asked of several at once, where nobody opens
        for decision in self.code.decisions.values():
            for option in decision.options if decision.who is not None else ():
                self.words_of[id(option)] = columns.words.index(word_of(decision, option))
                if decision.together is not None:
                    self.of_several.add(id(option))

    def whole(self) -> None:
        super().whole()
        self._end_function()

    def _column(self, figure: str, entry: str = "", of: str = "") -> int:
        """Where a column stands in the row, in bytes."""
        return self.columns.at[Column(figure, entry, of)] * WORD

    # Within the columns of an entry, which begin with its spells:
    def _word_at(self, word: int) -> int:
        return WORD * (1 + 2 * word)

    def _reason_at(self, reason: int) -> int:
        return WORD * (1 + 2 * len(self.columns.words) + 3 * reason)

    @property
    def _groups_at(self) -> int:
        return self._reason_at(len(self.columns.reasons))

    @staticmethod
    def _more(f: Emitter, place: str, much: str = "1") -> None:
        f.store("i64", f.add(f.load("i64", place), much), place)

    # ---- spells
    def begun(self, f: Emitter, row: str, notes: str) -> None:
        self._begin(f, notes, str(self.starts[0]), "-1")

    def _begin(self, f: Emitter, notes: str, start: str, chooser: str) -> None:
        f.store("i64", start, notes)
        f.store("i64", chooser, f.at(notes, WORD))
        f.do(f"call void @llvm.memset.p0.i64(ptr {f.at(notes, 2 * WORD)}, i8 0, i64 {self.total - 2 * WORD}, i1 false)")
        if not self.columns.groups:
            return
        for seat in range(self.columns.players):
            balance = f.load("i64", f.at("%s", self.offsets.balances + (self.account + seat) * WORD))
            f.store("i64", balance, f.at(notes, self.before + seat * WORD))
        for number, role in enumerate(self.columns.roles):
            place = f.at("%s", self.offsets.memory[self.layout.state_start[role]])
            f.store("i64", f.load("i64", place), f.at(notes, self.held + number * WORD))

    def _end_function(self) -> None:
        """Sums up the spell that ends."""
        f, columns = self.module.function("define internal void @ended(ptr %s, ptr %row, ptr %notes)"), self.columns
        base = f.at("%row", f.load("i64", "%notes"))
        self._more(f, base)
        users = [f.load("i64", f.at("%notes", self.users + n * WORD)) for n in range(len(columns.words))]
        payees = [f.load("i64", f.at("%notes", self.payees + n * WORD)) for n in range(len(columns.reasons))]
        for number, used in enumerate(users):
            some = f.op(f"icmp ne i64 {used}, 0")
            self._more(f, f.at(base, self._word_at(number) + WORD), f.op(f"zext i1 {some} to i64"))
        met = f.load("i64", f.at("%notes", 2 * WORD))
        for number in range(len(columns.reasons)):
            bit = f.op(f"and i64 {f.op(f'lshr i64 {met}, {number}')}, 1")
            self._more(f, f.at(base, self._reason_at(number) + 2 * WORD), bit)
        if columns.groups:
            everybody = (1 << columns.players) - 1
            chooser = self._seat(f, f.load("i64", f.at("%notes", WORD)))
            roles = [f.load("i64", f.at("%notes", self.held + n * WORD)) for n in range(len(columns.roles))]
            holders = [self._seat(f, role) for role in roles]
            others = f.op(f"xor i64 {chooser}, {everybody}")
            self._gains(f, base, [chooser, others, *holders, *users, *payees])
        f.end("ret void")
        self.module.functions.append(f.text())

    def _seat(self, f: Emitter, seat: str) -> str:
        """The set of one seat; empty where it is none."""
        known = f.op(f"icmp ult i64 {seat}, {self.columns.players}")
        at = f.op(f"select i1 {known}, i64 {seat}, i64 0")
        return f.op(f"select i1 {known}, i64 {f.single(at, 64)}, i64 0")

    def _gains(self, f: Emitter, base: str, groups: list[str]) -> None:
        masks = f.variable(f"[{len(groups)} x i64]")
        for number, mask in enumerate(groups):
            f.store("i64", mask, f.at(masks, number * WORD))
        with f.counting("0", str(len(groups))) as group:
            mask = f.load("i64", f.at(masks, f.times(group, WORD)))
            with f.when(f.op(f"icmp ne i64 {mask}, 0")):
                members = f.at(f.at(base, self._groups_at), f.times(group, 2 * WORD))
                with f.members(mask, 64) as seat:
                    now = f.load(
                        "i64", f.at(f.at("%s", self.offsets.balances + self.account * WORD), f.times(seat, WORD))
                    )
                    then = f.load("i64", f.at(f.at("%notes", self.before), f.times(seat, WORD)))
                    self._more(f, members)
                    self._more(f, f.at(members, WORD), f.op(f"sub i64 {now}, {then}"))

    # ---- what happens
    def chosen(self, option: Option, values: list[str], count: str, seat: str) -> None:
        f = self.f
        at = naming_pick(option, self.columns.rules)
        if at is not None:
            self._named(option, at, values[at], seat)
        moves = f.at("%row", self._column("moves"))
        before = f.load("i64", moves)
        if id(option) not in self.of_several:
            opened = f.op(f"zext i1 {f.op(f'icmp eq i64 {before}, 0')} to i64")
            self._more(f, f.at(f.at("%row", self._column("opened", of="0")), f.times(seat, WORD)), opened)
        f.store("i64", f.add(before, 1), moves)
        real = f.op(f"zext i1 {f.op(f'icmp sgt i64 {count}, 1')} to i64")
        self._more(f, f.at("%row", self._column("decisions")), real)
        self._more(f, f.at(f.at("%row", self._column("decisions_of", of="0")), f.times(seat, WORD)), real)
        word = self.words_of[id(option)]
        self._more(f, f.at(f.at("%row", f.load("i64", "%notes")), self._word_at(word)))
        self._join(f, f.at("%notes", self.users + word * WORD), f.single(seat, 64))

    def _named(self, option: Option, at: int, value: str, seat: str) -> None:
        f, kind = self.f, option.picks[at].name.type
        numbers = {entry: number for number, entry in enumerate(self.columns.entries)}
        entries = self.columns.rules.program.kinds[kind.name].entries
        starts = [self.starts[numbers.get(entry, 0)] for entry in entries]
        f.do("call void @ended(ptr %s, ptr %row, ptr %notes)")
        self._begin(f, "%notes", self.module.look_up_number(f, starts, value), seat)

    @staticmethod
    def _join(f: Emitter, place: str, bit: str) -> None:
        f.store("i64", f.op(f"or i64 {f.load('i64', place)}, {bit}"), place)

    def limited(self) -> None:
        self.f.store("i64", "1", self.f.at("%row", self._column("limited")))

    def paid(self, who: str, whom: str, amount: str, reason: str, site: int) -> None:
        f, last = self.f, len(self.columns.reasons) - 1
        total = f.at("%notes", self.total)
        f.store("i64", Arithmetic(f).checked("add", f.load("i64", total), amount), total)
        if reason.lstrip("-").isdigit():
            reason = str(int(reason) if int(reason) >= 0 else last)
        else:
            reason = f.op(f"select i1 {f.op(f'icmp slt i64 {reason}, 0')}, i64 {last}, i64 {reason}")
        start = f.at(f.at("%row", f.load("i64", "%notes")), f.add(f.times(reason, 3 * WORD), self._reason_at(0)))
        self._more(f, start)
        self._more(f, f.at(start, WORD), amount)
        self._join(f, f.at("%notes", 2 * WORD), f.single(reason, 64))
        if self.columns.groups:
            seat = self._seat(f, f.op(f"sub i64 {whom}, {self.account}"))
            self._join(f, f.at("%notes", f.add(f.times(reason, WORD), self.payees)), seat)

    def _twice(self) -> None:
        """Counts what is met in the last spell, where it was already met in the first, or this is the first."""
        f, columns = self.f, self.columns
        alone = f.op(f"icmp eq i64 {f.load('i64', '%notes')}, {self.starts[0]}")
        reasons = f.load("i64", f.at("%notes", 2 * WORD))
        users = [f.load("i64", f.at("%notes", self.users + n * WORD)) for n in range(len(columns.words))]
        met = [
            *(("used", word, f.op(f"icmp ne i64 {users[n]}, 0")) for n, word in enumerate(columns.words)),
            *(("with", reason, f.op(f"trunc i64 {f.op(f'lshr i64 {reasons}, {n}')} to i1"))
              for n, reason in enumerate(columns.reasons)),
        ]  # fmt: skip
        for figure, name, last in met:
            first = f.op(f"icmp ne i64 {f.load('i64', f.at('%row', self._column(figure, path_of(None), name)))}, 0")
            both = f.op(f"and i1 {last}, {f.op(f'or i1 {alone}, {first}')}")
            much = f.op(f"zext i1 {both} to i64")
            f.store("i64", much, f.at("%row", self._column(f"{figure} twice", of=name)))

    def finished(self) -> None:
        f = self.f
        if len(self.columns.entries) > 1:
            self._twice()
        f.do("call void @ended(ptr %s, ptr %row, ptr %notes)")
        winners = f.load("i64", self.header(self.offsets.winners))
        for seat in range(self.columns.players):
            score = f.load("i64", self.header(self.offsets.scores + seat * WORD))
            f.store("i64", score, f.at("%row", self._column("score", of=str(seat))))
            won = f.op(f"and i64 {f.op(f'lshr i64 {winners}, {seat}')}, 1")
            f.store("i64", won, f.at("%row", self._column("won", of=str(seat))))
