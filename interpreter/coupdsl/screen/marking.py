"""What can be chosen on the screen now, and how it is marked: by signs, so that no colour is needed to see it."""

from __future__ import annotations

from collections.abc import Sequence

from coupdsl.scene.model import Piece, Question, Scene
from coupdsl.screen.choosing import Picked, open_keys, remaining
from coupdsl.screen.flowing import Bit, Item, Letters, Word

# Of what texts call a colour, those that every terminal has; black and whatever else is drawn as text is.
COLOURS = {"red": "red", "green": "green", "blue": "blue", "yellow": "yellow", "purple": "magenta"}


class Marking:
    """Marks what stands in brackets for a choice, what is picked, and where the person has come to with the keys."""

    def __init__(self, letters: Letters, question: Question, picked: Sequence[Picked], here: Item | None) -> None:
        self.letters, self.question, self.here = letters, question, here
        self.left = remaining(question.choices, picked)
        self.open = open_keys(self.left)
        self.picked = {key for one in picked for key in one.keys}

    def is_open(self, key: str) -> bool:
        return key in self.open or key in self.picked

    def thing(self, key: str, text: str, style: str = "", why: str = "", wide: bool = False) -> Word:
        """Something that lies on the table, as `wide` as with brackets if need be.

        Where it cannot be chosen, a click asks about what is called `why`.
        """
        if key in self.picked:
            return self.button(Item("pick", key), text, style, ticked=True)
        if key in self.open:
            return self.button(Item("pick", key), text, style)
        text = f" {text} " if wide else text
        if why and self.question.choices:
            return (Bit(text, style, Item("why", why)),)
        return (Bit(text, style),)

    def button(self, item: Item, text: str, style: str = "", ticked: bool = False) -> Word:
        """Something that can be chosen."""
        tick = self.letters.sign("✓")
        return self._marked(item, text, style, *((tick, tick) if ticked else "[]"))

    def _marked(self, item: Item, text: str, style: str, before: str, after: str) -> Word:
        is_here = item == self.here
        if is_here:
            before, after = self.letters.sign("▸"), self.letters.sign("◂")
        return (Bit(f"{before}{text}{after}", f"{'here' if is_here else 'strong'} {style}", item),)

    def piece(self, piece: Piece, wide: bool = False, can: bool = True) -> Word:
        """A piece with what is kept for it; `can` it be meant by a choice?"""
        many = f" × {piece.count}" if piece.count > 1 or (piece.family and not piece.name) else ""
        notes = f" ({', '.join((*piece.notes, *piece.kept))})" if piece.notes or piece.kept else ""
        text = self.letters(f"{piece.label}{many}{notes}") or self.letters.sign("▮")
        style = COLOURS.get(piece.colour, "")
        if not (piece.name and can):
            return (Bit(f" {text} " if wide else text, style or ("" if piece.label else "faint")),)
        return self.thing(f"piece:{piece.name}", text, style, piece.name, wide)


def keys_on_table(scene: Scene) -> set[str]:
    """All that can be picked by a click on the table itself."""
    found = {f"seat:{seat.number}" for seat in scene.seats if seat.number != scene.viewer}
    for zone in scene.zones:
        lying = (*zone.pieces, *(piece for _, line in zone.lines for piece in line if piece is not None))
        found |= {f"piece:{piece.name}" for piece in lying if piece.name and zone.form != "count"}
    rows = scene.board.rows if scene.board is not None else ()
    return found | {f"cell:{cell.name}" for _, cells in rows for cell in cells}


__all__ = ["Marking", "keys_on_table"]
