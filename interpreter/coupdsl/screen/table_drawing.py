"""A scene as lines of text: who sits at the table, what lies there, and what the viewer holds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from coupdsl.scene.model import Amount, Board, Piece, Scene, Seat, Zone
from coupdsl.screen.card_boxes import Card, boxes
from coupdsl.screen.flowing import Bit, Line, Word, flow, width, words
from coupdsl.screen.marking import Marking

LOW, HIGH = 24, 32  # rows of a screen: with fewer the least needed is left out, from so many on cards are boxes
IN = 2  # cells by which what goes on is indented
FEW = 5  # backs that are drawn one by one


class TableDrawing:
    """Draws one scene; `said` are the words of the page in its language, `high` is the screen on which it is drawn."""

    def __init__(self, scene: Scene, said: Mapping[str, str], marking: Marking, high: int) -> None:
        self.scene, self.said, self.marking, self.letters = scene, said, marking, marking.letters
        self.high = high
        self.has_boxes = high >= HIGH and not self.letters.are_few
        self._held = {piece.name for zone in scene.zones if zone.place == "hand" for piece in zone.pieces}
        self.won = scene.result.winners if scene.result is not None else ()

    def table(self, wide: int) -> list[Line]:
        """The other seats in turn order, and what lies in the middle."""
        scene = self.scene
        count, first = len(scene.seats), 0 if scene.viewer is None else scene.viewer + 1
        others = [scene.seats[(at + first) % count] for at in range(count)]
        lines = [line for seat in others if seat.number != scene.viewer for line in self._seat(seat, wide)]
        middle = [*self._middle(wide)]
        is_tight = self.high < LOW or len(lines) + len(middle) >= self.high // 2
        rule = [] if is_tight else [(Bit(self.letters.sign("─") * wide, "faint"),)]
        return [*lines, *rule, *middle]

    def own(self, wide: int) -> list[Line]:
        """The viewer's hand, and what else is theirs."""
        hands = [zone for zone in self.scene.zones if zone.place == "hand"]
        lines = [line for zone in hands for line in self._hand(zone, wide)]
        viewer = self.scene.viewer
        return lines if viewer is None else [*lines, *self._seat(self.scene.seats[viewer], wide)]

    def _hand(self, zone: Zone, wide: int) -> list[Line]:
        if zone.lines:
            return [*self._long(zone, wide)]
        signs = [piece.sign if piece.rank else "" for piece in zone.pieces]
        content = [_fainter(word) for word in self._content(zone, wide=True)]
        apart = [0 < at < len(signs) and signs[at] != signs[at - 1] for at in range(len(content))]  # from another suit
        label = (Bit(f"{self.letters(zone.label)} ", "faint"),)
        if self._is_boxed(zone) and all(len(word) == 1 for word in content):
            return [label, *boxes(map(Card, content, [""] * len(content), apart), wide)]
        content = [_apart(word) if is_apart else word for word, is_apart in zip(content, apart, strict=True)]
        return flow([(*label, *content[0]), *content[1:]], wide, indent=IN)

    def _is_boxed(self, zone: Zone) -> bool:
        return self.has_boxes and bool(zone.pieces) and all(piece.kind == "card" for piece in zone.pieces)

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
        parts += self._amounts(seat.amounts)
        zones = [zone for zone in self.scene.zones if zone.owner == seat.number and zone.place == "seat"]
        lines = flow([*parts, *self._beside([zone for zone in zones if not zone.lines])], wide, indent=2 * IN)
        return [*lines, *(line for zone in zones if zone.lines for line in self._long(zone, wide))]

    def _beside(self, zones: Sequence[Zone]) -> Iterator[Word]:
        """Zones one after the other."""
        for zone in zones:
            first, *others = self._zone(zone)
            yield _apart(first)
            yield from others

    def _amounts(self, amounts: Sequence[Amount]) -> Iterator[Word]:
        """Each with what the rules state of it, where there is room for what the charts tell, too."""
        for one in amounts:
            yield _apart(self._amount(one))
            if self.high < LOW:
                continue
            yield from words(self.letters(f"({', '.join(one.stated)})" if one.stated else ""), "faint")

    def _amount(self, one: Amount) -> Word:
        label = (Bit(self.letters(one.label), "faint" if one.text else "tag"),)
        return (*label, Bit(f" {self.letters(one.text)}", "strong")) if one.text else label

    # ---- what lies there
    def _middle(self, wide: int) -> Iterator[Line]:
        yield from flow(self._amounts(self.scene.amounts), wide, indent=IN)
        if self.scene.board is not None:
            yield from self._board(self.scene.board, wide)
        for place in ("middle", "aside"):
            zones = [self._last_seen(zone) for zone in self.scene.zones if zone.place == place and _is_shown(zone)]
            for zone in (zone for zone in zones if self._is_long(zone)):
                yield from self._long(zone, wide)
            yield from flow(self._beside([zone for zone in zones if not self._is_long(zone)]), wide, indent=IN)

    def _last_seen(self, zone: Zone) -> Zone:
        """An empty trick with what lay there last."""
        if not zone.cleared:
            return zone
        return replace(zone, label=self.said["just_taken"].format(zone.label), pieces=zone.cleared)

    def _is_long(self, zone: Zone) -> bool:
        """Has it lines of its own?"""
        return zone.form in ("trick", "runs") or (zone.form != "pile" and len(zone.pieces) > FEW)

    def _long(self, zone: Zone, wide: int) -> Iterator[Line]:
        if zone.form == "trick" and self._is_boxed(zone):
            by = ["" if one.by is None else self.letters(self.scene.seats[one.by].name) for one in zone.pieces]
            laid = [self._piece(one, zone, wide=True) for one in zone.pieces]
            yield (Bit(f" {self.letters(zone.label)}", "faint"),)
            yield from boxes((Card(word, name, True) for word, name in zip(laid, by, strict=True)), wide)
            return
        yield from flow([_apart(word) for word in self._zone(zone)], wide, indent=IN)
        longest = max((width([Bit(self.letters(name))]) for name, _ in zone.lines), default=0)
        for name, line in zone.lines:
            cards = [self._piece(one, zone) if one is not None else (Bit("··", "faint"),) for one in line]
            yield from flow([(Bit(f"  {self.letters(name).ljust(longest)}", "faint"),), *cards], wide, indent=2 * IN)

    def _zone(self, zone: Zone) -> list[Word]:
        """Its name with the first thing in it, then the others."""
        elsewhere = zone.owner is not None and zone.place in ("middle", "aside")
        name = self.scene.seats[zone.owner or 0].name
        label = self.said["of"].format(name, zone.label) if elsewhere else zone.label
        first, *others = self._content(zone)
        return [(Bit(f"{self.letters(label)} ", "faint"), *first), *others]

    def _content(self, zone: Zone, wide: bool = False) -> list[Word]:
        many, pieces = zone.unseen, zone.pieces
        if zone.form == "count":
            return [(Bit(str(many), "strong"),)]
        if zone.form == "pile" and zone.place != "hand" and not any(map(self._is_open, pieces)):
            return self._pile(pieces, many)
        found = [self._laid(piece, zone, wide) for piece in pieces]
        if zone.form == "stack" and pieces and many:
            return [(*found[0], Bit(f" {self.letters(self.said['beneath'].format(many))}", "faint"))]
        if many:
            backs = self._backs(many)
            found.append((Bit(f" {backs} " if wide else backs, "faint"),))
        if not found and not zone.lines:
            return [(Bit(self.letters.sign("·"), "faint"),)]
        return found or [()]

    def _is_open(self, piece: Piece) -> bool:
        return bool(piece.name) and piece.name not in self._held and self.marking.is_open(f"piece:{piece.name}")

    def _pile(self, pieces: tuple[Piece, ...], unseen: int) -> list[Word]:
        """How many cards lie there, and the other pieces."""
        cards = sum(1 for piece in pieces if not piece.family) + unseen
        counted = [(Bit(str(cards), "strong"),)] if cards else []
        others = [self.marking.piece(piece) for piece in pieces if piece.family]
        return [*counted, *(_apart(word) if counted else word for word in others)]

    def _piece(self, piece: Piece, zone: Zone, wide: bool = False) -> Word:
        """A piece that lies there; of two that are alike, a choice means the one in the viewer's hand."""
        return self.marking.piece(piece, wide, can=zone.place == "hand" or piece.name not in self._held)

    def _laid(self, piece: Piece, zone: Zone, wide: bool) -> Word:
        """A piece, and who laid it."""
        word = self._piece(piece, zone, wide)
        return word if piece.by is None else (*word, Bit(f" {self.letters(self.scene.seats[piece.by].name)}", "faint"))

    def _backs(self, many: int) -> str:
        sign = self.letters.sign("▮")
        return sign * many if many <= FEW else f"{sign}{many}"

    # ---- a board
    def _board(self, board: Board, wide: int) -> list[Line]:
        """A grid; below it what its marks mean, and in full what has no room in it."""
        marking, letters = self.marking, self.letters
        texts = {cell.name: letters(cell.mark) or letters.sign("·") for _, row in board.rows for cell in row}
        room = max(1, (wide - 4) // max(1, len(board.columns)) - 3)
        widest = min(room, max(width([Bit(text)]) for text in texts.values()))
        lines: list[Line] = []
        for row, cells in board.rows:
            drawn: list[Bit] = [Bit(f"{row:>3} ", "faint")]
            for cell in cells:
                text = self._cut(texts[cell.name], widest).ljust(widest)
                drawn += (*marking.thing(f"cell:{cell.name}", text, wide=True), Bit(" "))
            lines.append(tuple(drawn))
        head = (Bit("    " + "".join(f" {letters(one)[:widest].ljust(widest)}  " for one in board.columns), "faint"),)
        meanings = [f"{mark} {meaning}" for mark, meaning in board.meanings.items()]
        below = flow(words(letters(", ".join(meanings)), "faint"), wide, indent=IN)
        cut = [(Bit(f"{name} ", "faint"), Bit(text)) for name, text in texts.items() if width([Bit(text)]) > widest]
        return [head, *lines, head, *below, *flow(cut, wide, gap=2, indent=IN)]

    def _cut(self, text: str, wide: int) -> str:
        """As much of it as has room, with a sign where that is not all."""
        more = self.letters.sign("…")
        return text if width([Bit(text)]) <= wide else (text[: max(0, wide - len(more))] + more)[:wide]


def _is_shown(zone: Zone) -> bool:
    """Is there anything to be seen? An empty trick costs a line."""
    return bool(zone.pieces or zone.unseen or zone.lines or zone.cleared)


def _fainter(word: Word) -> Word:
    """Something in hand, which stands back if it may not be played."""
    return tuple(bit._replace(style=f"faint {bit.style}") if bit.item and bit.item.do == "why" else bit for bit in word)


def _apart(word: Word) -> Word:
    """A little more room before it."""
    return (Bit(" "), *word)


__all__ = ["LOW", "TableDrawing"]
