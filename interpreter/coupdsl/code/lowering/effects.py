"""Lowers what rules do to pieces and money, and how games end."""

from __future__ import annotations

from collections.abc import Iterable

from coupdsl.code import instructions as i
from coupdsl.code.bits import mask_of
from coupdsl.code.decisions import Drawing, Settling
from coupdsl.code.lowering.base import Around
from coupdsl.code.lowering.choices import Choices
from coupdsl.code.moves import domain
from coupdsl.code.slots import Label, Place
from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language import program_statements as ps
from coupdsl.language import types as ty
from coupdsl.language.row_reads import RowRead


class Effects(Choices):
    # ---- pieces
    def _zones(self, zone: p.Zone) -> range:
        start = self.layout.zone_start[zone]
        return range(start, start + self.layout.count_per(zone.per))

    def move(self, statement: ps.MovePieces, around: Around) -> None:
        self._must_hold_enough(statement, around)
        what, to = self.value(statement.what, around), self.place_of(statement.to, around)
        mixed = statement.what.type.name == "set" and statement.to.zone.row
        self.emit(i.Move(what, to, statement.unseen, mixed, statement.span in self.program.secret_moves))

    def _must_hold_enough(self, statement: ps.MovePieces, around: Around) -> None:
        """Fails, as where more is drawn from the front, if fewer lie in a row than are moved from its back."""
        match statement.what:
            case pe.Op(name="single", arguments=(pe.Op(name="last", arguments=(pe.GetZone() as row,)),)):
                number: p.Expr = pe.Const(ty.NUMBER, statement.what.span, 1)
            case pe.Op(name="last_n", arguments=(pe.GetZone() as row, number)):
                pass
            case _:
                return
        if not row.zone.row:
            return
        held = pe.Op(ty.NUMBER, row.span, "count", (row,))
        suffices = Label()
        self.emit(i.Branch(self.value(pe.Op(ty.FLAG, row.span, "lt", (held, number)), around), suffices))
        self.emit(i.Fail(f"`{row.span.words}` has fewer pieces than are taken from it", statement.span))
        self.mark(suffices)

    def draw(self, statement: ps.Draw, around: Around) -> None:
        source, to = self.place_of(statement.source, around), self.place_of(statement.to, around)
        drawing = Drawing(source, to, self.slot(), statement.unseen)
        held = statement.source.zone
        if held in self.code.shuffled or (held.seen_by == "none" and held.type.of == ty.CARD):
            assert held.type.of is not None
            for zone in self._zones(statement.to.zone):
                for piece in domain(held.type.of, self.layout):
                    face = self.layout.face_of[piece]
                    place = self.layout.zone_name(zone).split()
                    drawing.moves[face, zone] = self.code.alphabet.move("deal", face, "to", *place)
        self.emit(i.Store(Place(drawing.left), self.value(statement.count, around)))
        self.code.drawings[self.at] = drawing
        self.emit(i.DrawPieces(drawing, statement.span))

    def shuffle(self, statement: ps.Shuffle, around: Around) -> None:
        self.emit(i.Shuffle(self.place_of(statement.zone, around)))

    def reveal(self, statement: ps.Reveal, around: Around) -> None:
        what = self.value(statement.what, around)
        to = self.value(statement.to, around, "set") if statement.to is not None else None
        self.emit(i.Show(what, to, statement.hide))

    # ---- rows
    def settle_rows(self, reads: Iterable[RowRead], around: Around) -> None:
        """What is read of shuffled rows is settled by chance before it is read."""
        for read in reads:
            settling = self._settling(read, around)
            zones = [read.zone.zone] if read.zone is not None else self.code.shuffled
            for zone in sorted(zones, key=self.layout.zone_start.__getitem__):
                for number in self._zones(zone):
                    self._offer_settling(settling, zone, number)
            self.code.settlings[self.at] = settling
            self.emit(i.Settle(settling))

    def _settling(self, read: RowRead, around: Around) -> Settling:
        if read.zone is None:
            assert read.pieces is not None
            return Settling(pieces=self.value(read.pieces, around))
        count = self.value(read.end.count, around) if read.end.count is not None else None
        return Settling(self.place_of(read.zone, around), count, read.end.back)

    def _offer_settling(self, settling: Settling, zone: p.Zone, number: int) -> None:
        assert zone.type.of is not None
        place = self.layout.zone_name(number).split()
        for piece in domain(zone.type.of, self.layout):
            face = self.layout.face_of[piece]
            settling.moves[face, number] = self.code.alphabet.move("settle", face, "in", *place)

    # ---- money
    def pay(self, statement: ps.Pay, around: Around) -> None:
        site = self.site(statement, around)
        payer, payee = self.value(statement.payer, around), self.value(statement.payee, around)
        amount = self.value(statement.amount, around) if statement.amount is not None else None
        reason = self.value(statement.reason, around) if statement.reason is not None else None
        due = (self.slot(), self.slot(), self.slot())
        end, transfer = Label(), Label()
        short: i.Target | None = None
        rule = next((account.short for account in self.program.accounts if account.short is not None), None)
        if rule is not None and not around.procedure.partial:
            short = self.procedure(rule, None, True)
            self.calling(around, short[0], statement)
        at = self.emit(i.BeginPayment(payer, payee, amount, due, short, transfer, end, statement.span))
        self.mark(transfer)
        if statement.amount is not None:
            self.code.paying[at] = (self.stated(statement.amount, around), transfer.at, due[2])
        self.code.return_sites[transfer.at] = site
        self.emit(i.Transfer(due, reason, site, self._paying_less(around), statement.span))
        self.mark(end)

    def _paying_less(self, around: Around) -> int:
        """The accounts from which what is there is paid where that is too little: all, while a rule sees to that."""
        accounts = enumerate(account for account, _ in self.layout.accounts)
        partial = around.procedure.partial
        return mask_of(at for at, one in accounts if partial or one.partial or one.short is not None)

    # ---- the end
    def finish(self, statement: ps.Finish, around: Around) -> None:
        entry = around.procedure.entry
        keys = tuple(
            (self.expressions.named(local, entry), self.value(value, around), lowest)
            for local, value, lowest in statement.keys
        )
        among = self.value(statement.among, around, "set") if statement.among is not None else None
        self.emit(i.Finish(keys, among))
