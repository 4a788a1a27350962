"""A board of cells as one seat sees it: what lies on each cell and what is kept for it, from the seat's own side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from operator import itemgetter
from typing import Any

from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.play.board_marks import BoardMarks, run_together
from coupdsl.play.spoken import Words
from coupdsl.play.worth_telling import tells
from coupdsl.rulesets.states_told import is_on_board, states_told

HIDDEN = "??"
SEVERAL = 3  # empty cells side by side, from which on not each is named


class BoardDrawing:
    """Draws the cells of a view: a grid of short marks with their meaning below, or in words, a row a line.

    So it does, too, where the grid is wider than `width`.
    """

    def __init__(self, words: Words, width: int | None = None) -> None:
        self.words, self.width = words, width
        program = words.rules.program
        self.grid = program.grid
        zones = [
            zone for zone in program.zones
            if zone.per == "cell" and zone.shown_as != "nothing" and not words.is_kept_off(zone.name)
        ]  # fmt: skip
        self.zones = [zone.name for zone in zones]
        on_board = [state for state in states_told(program, words.find) if is_on_board(state)]
        self.states = [state for state in on_board if state.by is None]
        self.of_seats = [state for state in on_board if state.by is not None]
        partly = any(state.seen_by in ("owner", "others") for state in self.of_seats)
        self._nothing = words.say("nothing_seen" if partly else "nothing")
        self.marks = BoardMarks(words, zones, on_board)

    def lines(self, view: dict[str, Any]) -> list[str]:
        if self.grid is None or not (self.zones or self.states or self.of_seats):
            return []
        rows, columns = self.seen_from(view)
        drawn = [] if self.words.plain else self._drawn(rows, columns, view)
        if drawn:
            return drawn
        lying = _lying(view)
        return [self._spoken(row, columns, view, lying) for row in rows]

    def _drawn(self, rows: list[int], columns: list[str], view: dict[str, Any]) -> list[str]:
        """A grid with what its marks mean, if there is room."""
        texts, meanings = self.in_brief(view)
        wide = max(map(len, texts.values()))
        letters = "    " + "  ".join(column.ljust(wide) for column in columns)
        if self.width is not None and len(letters) > self.width:
            return []
        drawn = [
            f"{row:>2}  " + "  ".join((texts[f"{column}{row}"] or "·").ljust(wide) for column in columns).rstrip()
            for row in rows
        ]
        below = [", ".join(f"{mark} {meaning}" for mark, meaning in meanings.items())] if meanings else []
        return ["", letters.rstrip(), *drawn, letters.rstrip(), *below]

    def seen_from(self, view: dict[str, Any]) -> tuple[list[int], list[str]]:
        """Rows from the top and columns from the left, as the viewer sits."""
        assert self.grid is not None
        rows, columns = list(reversed(self.grid.rows)), list(self.grid.columns)
        near_first = view["states"].get(self.grid.shown_from) if self.grid.shown_from is not None else None
        if near_first is not None and view["seat"] not in (None, near_first):
            return rows[::-1], columns[::-1]
        return rows, columns

    # ---- as marks
    def in_brief(self, view: dict[str, Any]) -> tuple[dict[str, str], dict[str, str]]:
        """What lies on each cell and is kept for it, in short marks, and what these mean."""
        lying = _lying(view)
        rows, columns = self.seen_from(view)
        meanings: dict[str, str] = {}
        texts = {
            f"{column}{row}": " ".join(filter(None, self._marks(f"{column}{row}", view, lying, meanings)))
            for row in rows
            for column in columns
        }
        return texts, meanings

    def _marks(self, cell: str, view: dict[str, Any], lying: Any, meanings: dict[str, str]) -> Iterator[str]:
        """One text for each zone and state of the board; what the marks mean is put in `meanings`."""
        for name in self.zones:
            zone = lying[name, cell]
            found = [self._piece(face, view, meanings) for face in zone["pieces"] if face is not None]
            if found and name in self.marks.alike:
                found.insert(0, self._mark(self.marks.name(name), meanings))
            if zone["unseen"]:
                meanings[HIDDEN] = self.words.say("unknown")
            yield " ".join([*found, *[HIDDEN] * zone["unseen"]])
        for state in self.states:
            yield self._value(view["states"][state.name][cell], state, meanings)
        for state, seat, value in self._kept_of_seats(cell, view):
            told: dict[str, str] = {}
            short = self._value(value, state, told)
            if short:
                short = f"{short}:{seat}"
                meanings[short] = self._of_seat(state, value, seat, view)
            yield short

    def _piece(self, face: str, view: dict[str, Any], meanings: dict[str, str]) -> str:
        """A piece as it is marked, then what states keep for it."""
        kept = self.words.remembered_of(face, view)
        return run_together([*self._itself(face, view, meanings), *self._marked(kept, meanings)])

    def _itself(self, face: str, view: dict[str, Any], meanings: dict[str, str]) -> list[str]:
        """A card, or what the fields of a piece tell, after what it is where that is not said by these."""
        if self.words.is_card(face):
            return [self.words.piece(face)]
        found = self._marked(view["pieces"].get(face, {}), meanings)
        family, is_picked = self.words.family(face), self._is_picked(face)
        if self.marks.has_families or is_picked or not any(found):
            number = face.removeprefix(family) if is_picked else ""
            found.insert(0, self._mark(self.marks.name(family), meanings) + number)
        return found

    def _marked(self, kept: Mapping[str, Any], meanings: dict[str, str]) -> list[str]:
        return [self._value(value, self.words.of_pieces[name], meanings) for name, value in kept.items()]

    def _is_picked(self, face: str) -> bool:
        return self.words.is_picked_by_number(self.words.family(face))

    def _value(self, value: Any, state: p.State, meanings: dict[str, str]) -> str:
        if not self._tells(state, value):
            return ""
        name = self.marks.name(state.name)
        if value is True:
            return self._mark(name, meanings)
        named = self._mark(name, meanings) if state.name in self.marks.named else ""
        if isinstance(value, int):
            return f"{named}{value}"
        mark = self._mark(self._said(value, state, None), meanings)
        return f"{named}={mark}" if named else mark

    def _mark(self, said: str, meanings: dict[str, str]) -> str:
        mark = self.marks.of(said)
        if mark != said:
            meanings[mark] = said
        return mark

    def _tells(self, state: p.State, value: Any) -> bool:
        """Is there anything to tell? Of fields a number of 0 is told, too, as other pieces have another."""
        return tells(state, value) or (value == 0 and value is not False and state.name in self.marks.fields)

    # ---- in words
    def _spoken(self, row: int, columns: list[str], view: dict[str, Any], lying: Any) -> str:
        found = {f"{column}{row}": self._said_of(f"{column}{row}", view, lying) for column in columns}
        runs = [(said, [cell for cell, _ in run]) for said, run in groupby(found.items(), key=itemgetter(1))]
        named = [(cell, said) for said, run in runs for cell in (run if said else self._together(run))]
        cells = [f"{cell} {', '.join(said) or self._nothing}" for cell, said in named]
        said = self.words.say("apart").join(cells) if any(found.values()) else self._nothing
        return self.words.say("is_now", self.words.say("row", row), said)

    def _together(self, run: list[str]) -> list[str]:
        """Empty cells side by side: each by itself, or the first and the last of several."""
        return run if len(run) < SEVERAL else [self.words.say("from_to", run[0], run[-1])]

    def _said_of(self, cell: str, view: dict[str, Any], lying: Any) -> list[str]:
        found: list[str] = []
        for name in self.zones:
            zone = lying[name, cell]
            lies = [self._piece_said(face, view) for face in zone["pieces"] if face is not None]
            if lies and name in self.marks.alike:
                lies[0] = f"{self.marks.name(name)} {lies[0]}"
            found += [*lies, *[self.words.say("unknown")] * zone["unseen"]]
        return [*found, *self.kept_for(cell, view)]

    def _piece_said(self, face: str, view: dict[str, Any]) -> str:
        kept = self.words.kept_for(face, view)
        said = [self._value_said(value, self.words.of_pieces[name], view) for name, value in kept.items()]
        return " ".join(filter(None, [self.called(face, view), *said]))

    def called(self, face: str, view: dict[str, Any]) -> str:
        """A piece without what is kept for it; nothing where all that could lie there is told by these."""
        fields = view["pieces"].get(face, {})
        if self._is_picked(face) or not any(self._tells(self.marks.fields[name], fields[name]) for name in fields):
            return self.words.piece(face)
        return self.marks.name(self.words.family(face)) if self.marks.has_families else ""

    def kept_for(self, cell: str, view: dict[str, Any]) -> Iterator[str]:
        """What the rules keep for a cell, in words."""
        for state in self.states:
            yield from filter(None, [self._value_said(view["states"][state.name][cell], state, view)])
        for state, seat, value in self._kept_of_seats(cell, view):
            if value is not None:
                yield self._of_seat(state, value, seat, view)

    def _value_said(self, value: Any, state: p.State, view: dict[str, Any]) -> str:
        if not self._tells(state, value):
            return ""
        name, said = self.marks.name(state.name), self._said(value, state, view["seat"])
        return name if value is True else f"{name} {said}" if state.name in self.marks.named else said

    def _said(self, value: Any, state: p.State, viewer: int | None) -> str:
        return self.words.value(value, state.type, viewer)

    def _kept_of_seats(self, cell: str, view: dict[str, Any]) -> Iterator[tuple[p.State, int, Any]]:
        """What is kept of each seat for a cell; None where it is not seen, or tells nothing."""
        for state in self.of_seats:
            for seat in range(self.words.rules.players):
                first, second = (seat, cell) if state.per == "seat" else (cell, seat)
                of_one = view["states"].get(state.name)
                kept = of_one[first] if of_one is not None else None
                value = kept[second] if kept is not None else None
                yield state, seat, None if value in (None, False, 0, _begins(state)) and value is not True else value

    def _of_seat(self, state: p.State, value: Any, seat: int, view: dict[str, Any]) -> str:
        name = self.marks.name(state.name)
        said = name if value is True else f"{name} {self._said(value, state, view['seat'])}"
        return f"{said} ({self.words.seat(seat, view['seat'])})"


def _begins(state: p.State) -> Any:
    """The word that it is at first, if it is one."""
    value = state.initial.value if isinstance(state.initial, pe.Const) else None
    return state.type.words[value] if state.type.name == "word" and isinstance(value, int) else value


def _lying(view: dict[str, Any]) -> dict[tuple[str, str], dict[str, Any]]:
    """The zones of cells, by their names and cells."""
    return {(zone["name"], zone["cell"]): zone for zone in view["zones"] if "cell" in zone}
