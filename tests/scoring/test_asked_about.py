"""What chance is asked for one after the other: of whom or what it is, at the question and in what was told."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.scoring.test_scoring import PEOPLE, Sitting
from tests.scoring.test_sheet import of_rules

GOT = "chance chooses got n from 0 .. 40 step 10; points of"
EACH = f"for s in seats {{ {GOT} s := points of s + n }}"
CALLED = f"rule each_but(d: seat) {{ for s in seats after d {{ {GOT} s := n }} }} for d in seats {{ each_but(d) }}"


@pytest.mark.parametrize(
    ("body", "people", "typed", "asked", "lines"),
    [
        (EACH, 2, ["10"], ["Anna: got", "Bob: got"], ["1. Anna: got 10"]),
        (EACH, 2, ["anna 10, bob 20"], ["Anna: got"], ["1. Anna: got 10; Bob: got 20"]),
        (EACH, 2, ["10 20"], ["Anna: got"], ["1. Anna: got 10; Bob: got 20"]),
        (f"for t in teams {{ {GOT} t := n }}", 4, ["0"], ["Anna and Carl: got", "Bob and Dora: got"],
         ["1. Anna and Carl: got 0"]),
        (CALLED, 2, ["bob 10", "anna 20"], ["Anna, Bob: got", "Bob, Anna: got"],
         ["1. Anna, Bob: got 10", "2. Bob, Anna: got 20"]),
        (f"for k in 1 .. 2 {{ {GOT} first of seats := n }}", 2, ["10"], ["got", "got"], ["1. Got 10"]),
    ],
)  # fmt: skip
def test_it_is_said_of_whom_something_is_told(
    body: str, people: int, typed: list[str], asked: list[str], lines: list[str], tmp_path: Path
) -> None:
    body += " first of seats chooses end { stop { } }"
    sitting = Sitting(of_rules(body, tmp_path, PEOPLE[:people]), [*typed, "lines", "undo"])
    told = [line for line in sitting.shown if line.endswith("got")]
    assert told[: len(asked)] == asked
    assert "got 0 to got 40, in steps of 10" in sitting.shown
    assert [line for line in sitting.shown if line[:1].isdigit() and "got" in line.lower()] == lines
    back = lines[-1].partition(". ")[2]
    assert f"Taken back: {back}" in sitting.shown


def test_a_name_that_is_not_asked_about_is_no_answer(tmp_path: Path) -> None:
    sitting = Sitting(of_rules(EACH, tmp_path), ["bob 10", "account"])
    assert "`bob 10` is not an answer here." in sitting.text and "Nothing has been entered yet." in sitting.text
    assert "Anna: got 20" in Sitting(of_rules(EACH, tmp_path), ["20", "account"]).shown[-8:]


def test_a_number_with_which_no_piece_is_moved_is_asked_for_without_what_it_is_of(tmp_path: Path) -> None:
    body = "chance chooses got { got n from 1 .. 3, s from seats { points of s := n } }"
    sitting = Sitting(of_rules(body, tmp_path), ["bob 2"])
    assert sitting.moves == ["got 2 1"]
