"""Lines that the score keeper opens again, and what becomes of those after them."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.scoring.test_scoring import ROUND, Sitting, started

from coupdsl.play.log import read_log, replay


def test_a_line_is_changed_and_what_follows_stays() -> None:
    sitting = Sitting(started(), [*ROUND, "lines", "change 5 bob 3, rest dora"])
    assert "5. Bob took 4 of them; Dora took 3 of them; Carl took 1 of them" in sitting.text
    assert sitting.moves[4:] == [
        "took_some 3 1", "took_some 5 3", "coup_card_holder 2", "attempt barbu", "coup_missed",
    ]  # fmt: skip
    assert [row.totals for row in sitting.table.sheet.rows(sitting.table.game)][-1] == (10800, 9700, 9200, 9500)
    undone = Sitting(started(), [*ROUND, "change 5 bob 3, rest dora", "undo"])
    assert undone.moves[-1] == "attempt barbu"


def test_what_no_longer_fits_is_asked_again_and_the_rest_goes_on() -> None:
    sitting = Sitting(started(), [*ROUND, "change 4 waterloo", "QS bob, rest anna"])
    assert "Line 4 is open again: Anna chooses Siege" in sitting.text
    assert "This no longer fits, and is asked again: Bob took 4 of them; " in sitting.text.replace("\n  ", " ")
    assert sitting.moves[3] == "contract waterloo" and sitting.moves[-2:] == ["attempt barbu", "coup_missed"]
    assert len(sitting.table.sheet.rows(sitting.table.game)) == 2


def test_a_line_is_opened_again_and_answered_later() -> None:
    sitting = Sitting(started(), [*ROUND, "change 2", "carl"])
    assert sitting.moves[:3] == ["first_director 0", "coup_card_holder 2", "decline"] and len(sitting.moves) == 10
    left = Sitting(started(), [*ROUND, "change 4 waterloo"])
    assert "Not entered again: Carl was dealt the Coup card; " in left.text.replace("\n  ", " ")
    assert "There is no line 9; `lines` shows them." in Sitting(started(), [*ROUND, "change 9"]).text


@pytest.mark.parametrize(
    "lines", [["change 5"], ["change 5", "undo"], ["change 5 bob 9"], ["change 5", "change 3", "bob 9"]]
)
def test_nothing_is_lost_of_a_line_that_was_opened_and_not_answered(tmp_path: Path, lines: list[str]) -> None:
    kept = tmp_path / "game.jsonl"
    told = Sitting(started(), [*ROUND, *lines], save=kept)
    assert told.moves == Sitting(started(), ROUND).moves
    assert "Line 5 stays as it was: Bob took 4 of them; " in told.text.replace("\n  ", " ")
    again = Sitting(replay(read_log(kept)), ["lines"], save=kept)
    assert again.moves == told.moves
    assert "5. Bob took 4 of them; Dora took 3 of them; Carl took 1 of them" in again.text
    assert list(tmp_path.iterdir()) == [kept]


def test_what_no_longer_fits_is_kept_aside(tmp_path: Path) -> None:
    kept = tmp_path / "game.jsonl"
    sitting = Sitting(started(), [*ROUND, "change 4 waterloo"], save=kept, width=400)
    assert f"The game as it was before this change is kept in {tmp_path / 'game-1.jsonl'}." in sitting.text
    was, now = (Sitting(replay(read_log(tmp_path / name)), []).moves for name in ("game-1.jsonl", "game.jsonl"))
    assert was == Sitting(started(), ROUND).moves and now == sitting.moves
