"""Of what is hidden in a line, the checker shows the line above that took it."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.language.test_leaks import write

from coupdsl.language.check import check_game

HIDDEN = "cards where owner is turn"


@pytest.mark.parametrize(
    ("told", "origins"),
    [
        ("if aces > 1 { pot pays 0 to turn }", [HIDDEN]),
        ("open_count := aces + 1", [HIDDEN]),
        (f"if some ({HIDDEN}) where rank is ace {{ pot pays 0 to turn }}", []),  # it stands in the line itself
    ],
)
def test_a_leak_by_a_name_shows_what_that_is(told: str, origins: list[str], tmp_path: Path) -> None:
    lines = f"""traced()
  rule traced {{
    let mine = {HIDDEN}
    let laid = count of table
    let aces = max(laid, count of (mine where rank is ace))
    {told}
    open_count := laid
  }}"""
    (problem,) = (one for one in check_game(write(lines, tmp_path))[1] if not one.is_warning)
    assert problem.code.number == "E314"
    assert [place.text for place, _ in problem.also] == origins
    assert "in place of `let`" not in (problem.help or "")  # the line itself does not speak of `mine`


def test_what_a_name_hides_may_be_told_where_it_is_given(tmp_path: Path) -> None:
    lines = f"""traced()
  rule traced {{
    WORD aces = count of (({HIDDEN}) where rank is ace)
    open_count := aces + 1
  }}"""
    (problem,) = (one for one in check_game(write(lines.replace("WORD", "let"), tmp_path))[1] if not one.is_warning)
    assert (problem.help or "").endswith("; or tell it where it comes from: `reveal aces = …`, in place of `let`")
    assert not [one for one in check_game(write(lines.replace("WORD", "reveal"), tmp_path))[1] if not one.is_warning]
