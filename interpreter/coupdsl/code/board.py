"""The cells of a grid: where each is, what lies next to it, and the lines between two of them."""

from __future__ import annotations

from coupdsl.language import program as p


class Board:
    """The cells of a grid by number, row by row, and which lie next to which."""

    def __init__(self, grid: p.Grid | None) -> None:
        rows, columns = (grid.rows, grid.columns) if grid is not None else ((), ())
        self.longest_line = max(len(rows), len(columns))
        self.names = grid.names() if grid is not None else []
        self.row_of = [row for row in rows for _ in columns]
        self.column_of = [column for _ in rows for column in range(1, len(columns) + 1)]
        self._places = list(zip(self.row_of, self.column_of, strict=True))
        self._cells = {place: cell for cell, place in enumerate(self._places)}
        steps = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]
        self.near = [self._beside(cell, steps) for cell in range(len(self.names))]  # the neighbours, as a set

    def _beside(self, cell: int, steps: list[tuple[int, int]]) -> int:
        row, column = self._places[cell]
        found = (self._cells.get((row + down, column + right)) for down, right in steps)
        return sum(1 << cell for cell in found if cell is not None)

    def line(self, start: int, end: int) -> tuple[int, ...]:
        """The cells from `start` to `end` in a row, a column or a diagonal; none if they are in no such line."""
        (row, column), (last_row, last_column) = self._places[start], self._places[end]
        down, right = last_row - row, last_column - column
        length = max(abs(down), abs(right))
        if down and right and abs(down) != abs(right):
            return ()
        step = (down // length, right // length) if length else (0, 0)
        return tuple(self._cells[row + step[0] * n, column + step[1] * n] for n in range(length + 1))
