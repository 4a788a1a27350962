"""The sheet of the score: where a hand ends, and what it brought."""

from __future__ import annotations

import re

import pytest
from tests.scoring.test_scoring import ROUND, SIEGE, Sitting, started


def test_a_row_is_written_for_each_hand() -> None:
    sitting = Sitting(started(), [*ROUND, "sheet"], plain=False, width=110)
    rows = sitting.table.sheet.rows(sitting.table.game)
    assert [(row.number, row.led_by, row.played, row.player) for row in rows] == [
        (1, 0, "Siege", None), (2, 0, "Barbu", 2),
    ]  # fmt: skip
    assert [row.brought for row in rows] == [(800, -400, -100, -300), (0, 0, -800, 0)]
    assert rows[1].totals == (10800, 9600, 9100, 9700) and rows[1].common == (800,)
    table = sitting.table.sheet.lines(rows, 110)
    assert table[0].split() == ["Director", "Anna", "Bob", "Carl", "Dora", "Treasury"]
    assert re.split(r"  +", table[2]) == [
        "Hand 2 of 24", "Anna", "Barbu (Carl)", "10800", "9600", "-800 = 9100", "9700", "800",
    ]  # fmt: skip
    assert all(line in sitting.text for line in table)
    assert "Hand 2 of 24, Director Anna" in sitting.shown


def test_what_is_too_wide_or_read_aloud_is_said_a_hand_a_line() -> None:
    spoken = Sitting(started(), [*ROUND, "sheet"]).table
    lines = spoken.sheet.lines(spoken.sheet.rows(spoken.game), 40)
    assert lines[1] == (
        "Hand 2 of 24, Director Anna, Barbu (Carl): Anna 10800, Bob 9600, Carl -800 = 9100, Dora 9700, Treasury 800"
    )
    assert "Nothing has been told yet." in Sitting(started(), ["sheet"]).shown


@pytest.mark.parametrize(
    ("name", "lines", "rows"),
    [
        ("spades", ["4 3 4 2", "anna 5, bob 3, carl 3, dora 2"], [(80, 50, 80, 50)]),
        ("hearts", ["QS bob, rest anna", "QS bob, rest anna"], [(13, 13, 0, 0), (26, 26, 0, 0)]),
        ("sevens", ["0 2 1 0", "0 3 2 5", "1 0 0 0"], [(213, 195, 197, 195)]),
    ],
)
def test_hands_of_other_games(name: str, lines: list[str], rows: list[tuple[int, ...]]) -> None:
    table = Sitting(started(name), lines).table
    assert [row.totals for row in table.sheet.rows(table.game)] == rows
    assert table.sheet.hands() == (5 if name == "sevens" else None)


def test_what_is_asked_before_the_deal_belongs_to_its_hand() -> None:
    """A loan is taken before the next deal, of the first hand and of the second."""
    loans = [*["no loan"] * 3, "borrow", "carl"]
    first = [SIEGE[0], *loans, *SIEGE[1:], "bob 4, rest carl"]
    second = ["borrow", "dora", *["no loan"] * 3, "dora", "decline", "barbu", "bob"]
    table = Sitting(started(**{"loan.trigger": "any_time"}), [*first, *second]).table
    rows = table.sheet.rows(table.game)
    assert [(row.number, row.played) for row in rows] == [(1, "Siege"), (2, "Barbu")]
    assert rows[0].brought == (800, -400, -1400, 1000) and table.sheet.hands() == 24
