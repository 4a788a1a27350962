"""A scene as lines of text: who sits at the table, what lies there, and what the viewer holds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from coupdsl.scene.model import Amount, Board, Piece, Scene, Seat, Zone
from coupdsl.screen.flowing import Bit, Letters, Line, Word, flow, width, words
from coupdsl.screen.marking import Marking

IN = 2  # cells by which what goes on is indented
FEW = 5  # backs that are drawn one by one


class TableDrawing:
    """Draws one scene; `said` are the words of the page in its language."""

    def __init__(self, scene: Scene, said: Mapping[str, str], letters: Letters, marking: Marking) -> None:
        self.scene, self.said, self.letters, self.marking = scene, said, letters, marking
        self.won = scene.result.winners if scene.result is not None else ()

    def table(self, wide: int) -> list[Line]:
        """The other seats in turn order, and what lies in the middle."""
        scene = self.scene
        count, first = len(scene.seats), 0 if scene.viewer is None else scene.viewer + 1
        others = [scene.seats[(at + first) % count] for at in range(count)]
        lines = [line for seat in others if seat.number != scene.viewer for line in self._seat(seat, wide)]
        return [*lines, *self._rule(wide), *self._middle(wide)]

    def own(self, wide: int) -> list[Line]:
        """The viewer's hand, and what else is theirs."""
        hands = [zone for zone in self.scene.zones if zone.place == "hand"]
        lines = [line for zone in hands for line in flow(self._zone(zone, is_hand=True), wide, indent=IN)]
        viewer = self.scene.viewer
        return lines if viewer is None else [*lines, *self._seat(self.scene.seats[viewer], wide)]

    def _rule(self, wide: int) -> list[Line]:
        return [(Bit(self.letters.sign("─") * wide, "faint"),)]

    # ---- seats
    def _seat(self, seat: Seat, wide: int) -> list[Line]:
        said, letters = self.said, self.letters
        sign = letters.sign("▸") if seat.acts else " "
        name = self.marking.thing(f"seat:{seat.number}", letters(seat.name), "strong")
        tags = [*seat.tags, *([said["has_not_answered"]] if seat.waited_for else [])]
        tags += [said["winner"]] if seat.number in self.won else []
        parts: list[Word] = [(Bit(f"{sign} "), *name)]
        parts += [_apart((Bit(letters(seat.team), "faint"),))] if seat.team else []
        parts += [_apart((Bit(letters(tag), "tag"),)) for tag in tags]
        parts += [_apart(self._amount(one)) for one in seat.amounts]
        zones = [zone for zone in self.scene.zones if zone.owner == seat.number and zone.place == "seat"]
        return flow([*parts, *self._beside(zones)], wide, indent=2 * IN)

    def _beside(self, zones: Sequence[Zone]) -> Iterator[Word]:
        """Zones one after the other."""
        for zone in zones:
            first, *others = self._zone(zone)
            yield _apart(first)
            yield from others

    def _amount(self, one: Amount) -> Word:
        label = (Bit(self.letters(one.label), "faint" if one.text else "tag"),)
        return (*label, Bit(f" {self.letters(one.text)}", "strong")) if one.text else label

    # ---- what lies there
    def _middle(self, wide: int) -> Iterator[Line]:
        yield from flow([_apart(self._amount(one)) for one in self.scene.amounts], wide, indent=IN)
        if self.scene.board is not None:
            yield from self._board(self.scene.board, wide)
        for place in ("middle", "aside"):
            zones = [zone for zone in self.scene.zones if zone.place == place]
            for zone in (zone for zone in zones if self._is_long(zone)):
                yield from self._long(zone, wide)
            yield from flow(self._beside([zone for zone in zones if not self._is_long(zone)]), wide, indent=IN)

    def _is_long(self, zone: Zone) -> bool:
        """Has it lines of its own?"""
        return zone.form in ("trick", "runs") or len(zone.pieces) > FEW

    def _long(self, zone: Zone, wide: int) -> Iterator[Line]:
        yield from flow([_apart(word) for word in self._zone(zone)], wide, indent=IN)
        longest = max((width([Bit(self.letters(name))]) for name, _ in zone.lines), default=0)
        for name, line in zone.lines:
            cards = [self.marking.piece(one) if one is not None else (Bit("··", "faint"),) for one in line]
            yield from flow([(Bit(f"  {self.letters(name).ljust(longest)}", "faint"),), *cards], wide, indent=2 * IN)

    def _zone(self, zone: Zone, is_hand: bool = False) -> list[Word]:
        """Its name with the first thing in it, then the others."""
        elsewhere = zone.owner is not None and zone.place in ("middle", "aside")
        label = f"{self.scene.seats[zone.owner or 0].name}: {zone.label}" if elsewhere else zone.label
        content = self._content(zone, is_hand)
        if is_hand:
            content = _grouped(content, zone.pieces)
        head = Bit(f"{self.letters(label)} ", "faint")
        return [(head, *content[0]), *content[1:]]

    def _content(self, zone: Zone, wide: bool) -> list[Word]:
        many, pieces = zone.unseen, zone.pieces
        if zone.form == "count":
            return [(Bit(str(many), "strong"),)]
        if zone.form == "pile" and not any(self._asked(piece) for piece in pieces):
            return self._pile(pieces, many)
        found = [self._laid(piece, wide) for piece in pieces]
        if zone.form == "stack" and pieces and many:
            return [(*found[0], Bit(f" {self.letters(self.said['beneath'].format(many))}", "faint"))]
        if many:
            found.append((Bit(self._backs(many), "faint"),))
        if not found and not zone.lines:
            return [(Bit(self.letters.sign("·"), "faint"),)]
        return found or [()]

    def _asked(self, piece: Piece) -> bool:
        return bool(piece.name) and self.marking.is_open(f"piece:{piece.name}")

    def _pile(self, pieces: tuple[Piece, ...], unseen: int) -> list[Word]:
        """How many cards lie there, and the other pieces."""
        cards = sum(1 for piece in pieces if not piece.family) + unseen
        others = [self.marking.piece(piece) for piece in pieces if piece.family]
        return [*([(Bit(str(cards), "strong"),)] if cards else []), *others]

    def _laid(self, piece: Piece, wide: bool) -> Word:
        """A piece, and who laid it."""
        word = self.marking.piece(piece, wide)
        return word if piece.by is None else (*word, Bit(f" {self.letters(self.scene.seats[piece.by].name)}", "faint"))

    def _backs(self, many: int) -> str:
        sign = self.letters.sign("▮")
        return sign * many if many <= FEW else f"{sign}{many}"

    # ---- a board
    def _board(self, board: Board, wide: int) -> list[Line]:
        marking, letters = self.marking, self.letters
        texts = {cell.name: letters(cell.mark) or letters.sign("·") for _, row in board.rows for cell in row}
        room = max(1, (wide - 4) // max(1, len(board.columns)) - 3)
        widest = min(room, max(width([Bit(text)]) for text in texts.values()))
        lines: list[Line] = []
        for row, cells in board.rows:
            drawn: list[Bit] = [Bit(f"{row:>3} ", "faint")]
            for cell in cells:
                text = texts[cell.name][:widest].ljust(widest)
                drawn += (*marking.thing(f"cell:{cell.name}", text, wide=True), Bit(" "))
            lines.append(tuple(drawn))
        head = (Bit("    " + "".join(f" {letters(one)[:widest].ljust(widest)}  " for one in board.columns), "faint"),)
        meanings = [f"{mark} {meaning}" for mark, meaning in board.meanings.items()]
        return [head, *lines, head, *flow(words(letters(", ".join(meanings)), "faint"), wide, indent=IN)]


def _apart(word: Word) -> Word:
    """A little more room before it."""
    return (Bit(" "), *word)


def _grouped(content: list[Word], pieces: tuple[Piece, ...]) -> list[Word]:
    """Those of another suit apart."""
    signs = [piece.sign if piece.rank else "" for piece in pieces]
    return [
        _apart(word) if 0 < at < len(signs) and signs[at] != signs[at - 1] else word for at, word in enumerate(content)
    ]


__all__ = ["TableDrawing"]
