"""Where nobody says how many play, every command takes the number that is usual under these rules."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.commands.calls import called, write

from coupdsl.code.profile import profile
from coupdsl.code.usual import nearest

CALLS = (
    (("play", "--humans", "", "--bots", "random", "--seed", "1", "--save", "game.jsonl"), "{} players"),
    (("run", "--games", "1"), "1 game, {} players"),
    (("simulate", "--games", "1"), "players: {}"),
    (("show",), "{} players"),
)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(("words", "said"), CALLS)
def test_commands_take_the_usual_number(words: tuple[str, ...], said: str, folder: Path) -> None:
    five = write(folder, "five.yaml", "variant: five\nextends: coup\nplayers: {usual: 5}\n")
    command, *rest = words
    for ruleset, usual in (("coup-detat-2005", 2), (five, 5)):
        result = called(command, ruleset, *rest)
        assert result.exit_code == 0, result.output
        assert said.format(usual) in result.output
        (folder / "game.jsonl").unlink(missing_ok=True)


def test_what_is_compared_is_played_by_a_number_that_fits_all(folder: Path) -> None:
    five = write(folder, "five.yaml", "variant: five\nextends: coup\nplayers: {usual: 5}\n")
    assert "players: 5" in called("compare", five, "coup", "--games", 2).output
    assert "players: 4" in called("compare", "coup", five, "--games", 2).output
    assert "players: 4" in called("compare", five, "parker-1966", "--games", 2).output  # for 3 or 4
    assert nearest(profile("coup").wished, [5, 3]) == 3  # as near as 5 is, and sooner found


def test_as_many_letters_as_usually_play(folder: Path) -> None:
    write(folder, "three.yaml", "variant: three\nextends: hearts\nplayers: {usual: 3}\n")
    assert "A, B, C)" in called("score", "three.yaml").output
