"""The pack of cards of a game: its suits, ranks and extra cards, and how many copies there are of each."""

from __future__ import annotations

from collections.abc import Container

from coupdsl.language import codes, tree
from coupdsl.language import program as p
from coupdsl.language import tree_declarations as td
from coupdsl.language import types as ty
from coupdsl.language.checker.workshop import Line, Section, Workshop
from coupdsl.language.diagnostics import suggest
from coupdsl.language.source import Span


class PackDeclarations(Section):
    def __init__(self, shop: Workshop) -> None:
        super().__init__(shop)
        self.packs: list[td.Cards] = []  # as each file declares its own
        self.copied: dict[str | None, Span] = {}  # where the number of copies is stated: of all cards, or of a face

    def cards(self, line: Line) -> None:
        node = line.node
        assert isinstance(node, td.Cards)
        stands_twice = any(other.span.source is node.span.source for other in self.packs)
        self.packs.append(node)
        if stands_twice:
            self.context.report(codes.DUPLICATE_NAME, node.span, "the cards are declared twice")
            return
        program = self.program
        for kind, written, into in (
            (ty.SUIT, node.suits, program.suits), (ty.RANK, node.ranks, program.ranks),
            (ty.CARD, node.extras, program.extras),
        ):  # fmt: skip
            for marked in written:
                mark = marked.mark or marked.name.text
                stands = {face.mark for face in into}
                if kind == ty.CARD:
                    stands |= {face.mark for face in (*program.suits, *program.ranks)}
                if mark in stands:
                    help_ = _another_mark(marked.name.text, stands) if marked.mark is not None else None
                    self.context.report(codes.DUPLICATE_NAME, marked.span, f"the mark `{mark}` appears twice", help_)
                face = p.Face(marked.name.text, mark, kind, len(into), marked.name.span)
                into.append(face)
                self.context.declare(line.scope, marked.name, face)
        for copies in node.copies:
            self._copies(copies)
        self.shop.queue(self._whole_pack)

    def _written_apart(self) -> None:
        """No card beyond the suits is written like one of a suit, such as the ten of hearts `TH`."""
        suits, ranks = self.program.suits, self.program.ranks
        written = {rank.mark + suit.mark: f"{rank.name} of {suit.name}" for suit in suits for rank in ranks}
        for extra in self.program.extras:
            if extra.mark in written:
                message = f"`{extra.name}` and `{written[extra.mark]}` are both written `{extra.mark}`"
                self.context.report(codes.DUPLICATE_NAME, extra.span, message, "give one of them another mark")

    def _whole_pack(self) -> None:
        """What holds of the whole pack, which several files may have put together."""
        self.packs, packs = [], self.packs
        if not packs:
            return
        program = self.program
        for marked in (rank for node in packs for rank in node.ranks):
            if marked.mark is None and program.suits:
                help_ = f"write it after the name, such as `{marked.name.text} {marked.name.text[0].upper()}`"
                message = f"rank `{marked.name.text}` has no mark, and cards of suits are written with one"
                self.context.report(codes.SYNTAX, marked.span, message, help_)
        ranks = [face.name for face in program.ranks]
        for copied in (copied for node in packs for copies in node.copies for copied in copies.faces):
            if copied.suit is None:
                faces = [*ranks, *(face.name for face in program.extras)]
                self._there_is(copied.name, faces, "rank and no extra card")
            else:
                self._there_is(copied.name, ranks, "rank")
                self._there_is(copied.suit, [face.name for face in program.suits], "suit")
        self._written_apart()
        suits: list[p.Face | None] = [*program.suits]
        count = sum(program.copies_of(rank, suit) for suit in suits or [None] for rank in program.ranks)
        count += sum(map(program.copies_of, program.extras))
        if count > p.MOST_PIECES:
            message = f"{count} cards are more than {p.MOST_PIECES}"
            self.context.report(codes.TOO_MANY_PIECES, packs[0].span, message)

    def _there_is(self, name: tree.Name, faces: list[str], what: str) -> None:
        if name.text not in faces and name.text in self.context.dropped_faces:
            self.context.without(name.text, name.span)
        elif name.text not in faces and name.text not in self.context.doubtful:
            message = f"there is no {what} `{name.text}`"
            self.context.report(codes.UNKNOWN_NAME, name.span, message, suggest(name.text, faces))

    def _copies(self, node: td.Copies) -> None:
        for face in node.faces or (None,):
            text, span = (None, node.span) if face is None else (face.text, face.span)
            if text in self.copied:
                message = f"the number of copies{'' if text is None else f' of `{text}`'} is given twice"
                help_ = "leave one of them out"
                if self.program.is_added(span):
                    help_ = "write `copies … of …` for other cards, or state the whole pack with `replace cards { … }`"
                also = ((self.copied[text], "given here first"),)
                self.context.report(codes.DUPLICATE_NAME, span, message, help_, also)
            self.copied.setdefault(text, span)
            self.program.copies[text] = node.number


def _another_mark(name: str, known: Container[str]) -> str | None:
    """A mark that nothing has yet: a letter of the name."""
    letter = next((letter for letter in name.upper() if letter.isalpha() and letter not in known), None)
    return f"give one of them another, such as `{name} {letter}`" if letter is not None else None
