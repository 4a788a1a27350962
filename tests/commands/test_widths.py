"""No line is longer than the terminal is wide, whatever is printed; in a file lines are whole."""

from __future__ import annotations

import pytest
from tests.commands.calls import called

from coupdsl.commands import common, run, show, studies

CALLS = [
    ["list"],
    ["list", "--lang", "fr"],
    ["show", "kuhn"],
    ["diff", "kuhn", "leduc", "--games", "2"],
    ["run", "short", "--games", "3"],
    ["simulate", "kuhn", "--games", "5"],
    ["compare", "kuhn", "leduc", "--games", "40"],
]


@pytest.mark.parametrize("width", [40, 60, 80])
@pytest.mark.parametrize("words", CALLS, ids=" ".join)
def test_no_line_is_longer_than_the_terminal_is_wide(
    words: list[str], width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (common, run, show, studies):
        monkeypatch.setattr(module, "columns", lambda: width)
    result = called(*words)
    assert result.exit_code == 0, result.output
    printed = result.stdout.splitlines()
    assert printed
    unbroken = [line for line in printed if len(line) > width and len(line.split()) > 1]
    assert not unbroken


def test_lines_that_go_to_a_file_are_whole() -> None:
    lines = called("list").stdout.splitlines()
    assert "french-short             Coup d'Etat, French edition, short game (3 or 4 players, usually 4)" in lines
