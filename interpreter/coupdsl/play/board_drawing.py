"""A board of cells as one seat sees it: what lies on each cell and what is kept for it, from the seat's own side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language.types import Type
from coupdsl.play.shown_states import is_on_board
from coupdsl.play.spoken import Words

HIDDEN = "??"


class BoardDrawing:
    """Draws the cells of a view: a grid of short marks with their meaning below, or in words, a row a line."""

    def __init__(self, words: Words) -> None:
        self.words = words
        program = words.rules.program
        self.grid = program.grid
        zones = [zone for zone in program.zones if zone.per == "cell" and zone.shown_as != "nothing"]
        self.zones = [zone.name for zone in zones]
        # where a cell has several for the same, it is said in which of them a piece lies
        alike = [zone.name for zone in zones if [one.type for one in zones].count(zone.type) > 1]
        self.states = [
            state for state in program.states if state.per == "cell" and state.by is None and state.seen_by == "all"
        ]
        on_board = (state for state in program.states if is_on_board(state) and not words.is_kept_off(state.name))
        self.of_seats = [state for state in on_board if state not in self.states]
        partly = any(state.seen_by in ("owner", "others") for state in self.of_seats)
        self._nothing = words.say("nothing_seen" if partly else "nothing")
        flags = [state.name for state in (*self.states, *self.of_seats) if state.type.name == "flag"]
        self._flags = abbreviations(map(self._name, flags))
        of_words = {
            state.type.words
            for state in (*self.states, *self.of_seats, *words.of_pieces.values())
            if state.type.name == "word"
        }
        self._words = {words: abbreviations(map(self._name, words)) for words in of_words}
        families = [family.name for family in program.families]
        self._families = abbreviations(map(self._name, families))
        self._alike: dict[str, str] = {}
        if alike:  # these stand beside the others
            marks = abbreviations(map(self._name, dict.fromkeys((*alike, *flags, *families))))
            self._flags = self._families = marks
            self._alike = {name: marks[self._name(name)] for name in alike}

    def lines(self, view: dict[str, Any]) -> list[str]:
        if self.grid is None or not (self.zones or self.states or self.of_seats):
            return []
        rows, columns = self.seen_from(view)
        if self.words.plain:
            lying = _lying(view)
            return [self._spoken(row, columns, view, lying) for row in rows]
        texts, meanings = self.in_brief(view)
        width = max(map(len, texts.values()))
        drawn = [
            f"{row:>2}  " + "  ".join((texts[f"{column}{row}"] or "·").ljust(width) for column in columns).rstrip()
            for row in rows
        ]
        letters = "    " + "  ".join(column.ljust(width) for column in columns).rstrip()
        below = [", ".join(f"{mark} {meaning}" for mark, meaning in meanings.items())] if meanings else []
        return ["", letters, *drawn, letters, *below]

    def seen_from(self, view: dict[str, Any]) -> tuple[list[int], list[str]]:
        """Rows from the top and columns from the left, as the viewer sits."""
        assert self.grid is not None
        rows, columns = list(reversed(self.grid.rows)), list(self.grid.columns)
        near_first = view["states"].get(self.grid.shown_from) if self.grid.shown_from is not None else None
        if near_first is not None and view["seat"] not in (None, near_first):
            return rows[::-1], columns[::-1]
        return rows, columns

    def _name(self, name: str) -> str:
        return self.words.label("names", name)

    # ---- as marks
    def in_brief(self, view: dict[str, Any]) -> tuple[dict[str, str], dict[str, str]]:
        """What lies on each cell and is kept for it, in short marks, and what these mean."""
        lying = _lying(view)
        rows, columns = self.seen_from(view)
        meanings: dict[str, str] = {}
        parts = {
            f"{column}{row}": list(self._marks(f"{column}{row}", view, lying, meanings))
            for row in rows
            for column in columns
        }
        widths = [max(map(len, column)) for column in zip(*parts.values(), strict=True)]
        return {cell: _joined(marks, widths) for cell, marks in parts.items()}, meanings

    def _marks(self, cell: str, view: dict[str, Any], lying: Any, meanings: dict[str, str]) -> Iterator[str]:
        """One text for each zone and state of the board; what the marks mean is put in `meanings`."""
        for name in self.zones:
            zone = lying[name, cell]
            marks = [self._piece(face, view, meanings) for face in zone["pieces"] if face is not None]
            if marks and name in self._alike:
                meanings[self._alike[name]] = self._name(name)
                marks.insert(0, self._alike[name])
            if zone["unseen"]:
                meanings[HIDDEN] = self.words.say("unknown")
            yield " ".join([*marks, *[HIDDEN] * zone["unseen"]])
        for state in self.states:
            yield self._value(view["states"][state.name][cell], state, meanings)
        for state, seat, value in self._kept_of_seats(cell, view):
            told: dict[str, str] = {}
            short = self._value(value, state, told)
            if short:
                short, meaning = f"{short}:{seat}", told.get(short, short)
                meanings[short] = self._of_seat(state, meaning, seat, view)
            yield short

    def _piece(self, face: str, view: dict[str, Any], meanings: dict[str, str]) -> str:
        """A piece by its fields, where these tell anything, else by what it is; then what states keep for it."""

        def marks(kept: Mapping[str, Any]) -> list[str]:
            return [self._value(value, self.words.of_pieces[name], meanings) for name, value in kept.items()]

        short = "".join(marks(view["pieces"].get(face, {})))
        if self.words.is_card(face):
            short = self.words.piece(face)
        elif not short:
            meaning = self._name(self.words.family(face))
            short = self._families[meaning]
            meanings[short] = meaning
        return " ".join([short, *marks(self.words.remembered_of(face, view))])

    def _value(self, value: Any, state: p.State, meanings: dict[str, str]) -> str:
        if value is None or value is False:
            return ""
        meaning = self._name(state.name) if value is True else self._said(value, state.type, None)
        if value is True:
            short = self._flags.get(meaning, meaning)
        elif state.type.name == "word":
            short = self._words[state.type.words][meaning]
        else:
            return str(value) if isinstance(value, int) else meaning
        meanings[short] = meaning
        return short

    def _said(self, value: Any, kind: Type, viewer: int | None) -> str:
        return self.words.value(value, kind, viewer)

    # ---- in words
    def _spoken(self, row: int, columns: list[str], view: dict[str, Any], lying: Any) -> str:
        found = {f"{column}{row}": self._said_of(f"{column}{row}", view, lying) for column in columns}
        cells = [" ".join([cell, *(said or [self._nothing])]) for cell, said in found.items()]
        said = self.words.say("apart").join(cells) if any(found.values()) else self._nothing
        return self.words.say("is_now", self.words.say("row", row), said)

    def _said_of(self, cell: str, view: dict[str, Any], lying: Any) -> list[str]:
        found: list[str] = []
        for name in self.zones:
            zone, lies = lying[name, cell], list[str]()
            for face in zone["pieces"]:
                lies += self._said_lying(face, view) if face is not None else []
            found += [self._name(name), *lies] if lies and name in self._alike else lies
            found += [self.words.say("unknown")] * zone["unseen"]
        return [*found, *self.kept_for(cell, view)]

    def _said_lying(self, face: str, view: dict[str, Any]) -> list[str]:
        """A piece by its fields, where it has values of such, else by what it is; then what states keep for it."""
        words, fields = self.words, view["pieces"].get(face, {})
        said = [self._said(v, words.of_pieces[n].type, view["seat"]) for n, v in fields.items() if v is not None]
        kept = words.fields(face, words.remembered_of(face, view), view["seat"])
        return [*(said or [words.piece(face)]), *(" ".join(filter(None, one)) for one in kept.items())]

    def kept_for(self, cell: str, view: dict[str, Any]) -> Iterator[str]:
        """What the rules keep for a cell, in words."""
        for state in self.states:
            value = view["states"][state.name][cell]
            if value is True:
                yield self._name(state.name)
            elif value is not None and value is not False:
                yield self._said(value, state.type, view["seat"])
        for state, seat, value in self._kept_of_seats(cell, view):
            if value is not None:
                said = self._name(state.name) if value is True else self._said(value, state.type, view["seat"])
                yield self._of_seat(state, said, seat, view)

    def _kept_of_seats(self, cell: str, view: dict[str, Any]) -> Iterator[tuple[p.State, int, Any]]:
        """What is kept of each seat for a cell; None where it is not seen, or tells nothing."""
        for state in self.of_seats:
            for seat in range(self.words.rules.players):
                first, second = (seat, cell) if state.per == "seat" else (cell, seat)
                of_one = view["states"].get(state.name)
                kept = of_one[first] if of_one is not None else None
                value = kept[second] if kept is not None else None
                yield state, seat, None if value in (None, False, 0, _begins(state)) and value is not True else value

    def _of_seat(self, state: p.State, said: str, seat: int, view: dict[str, Any]) -> str:
        name = self._name(state.name)
        return f"{said if said == name else f'{name} {said}'} ({self.words.seat(seat, view['seat'])})"


def _begins(state: p.State) -> Any:
    """The word that it is at first, if it is one."""
    value = state.initial.value if isinstance(state.initial, pe.Const) else None
    return state.type.words[value] if state.type.name == "word" and isinstance(value, int) else value


def _lying(view: dict[str, Any]) -> dict[tuple[str, str], dict[str, Any]]:
    """The zones of cells, by their names and cells."""
    return {(zone["name"], zone["cell"]): zone for zone in view["zones"] if "cell" in zone}


def abbreviations(texts: Iterable[str]) -> dict[str, str]:
    """The shortest beginnings, all as long, that tell the texts apart."""
    whole = list(texts)
    for length in range(1, max(map(len, whole), default=0)):
        if len({text[:length] for text in whole}) == len(set(whole)):
            return {text: text[:length] for text in whole}
    return {text: text for text in whole}


def _joined(marks: list[str], widths: list[int]) -> str:
    return " ".join(mark.ljust(width) for mark, width in zip(marks, widths, strict=True) if width).rstrip()
