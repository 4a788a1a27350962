"""`coupdsl play --screen`: when it is refused, and that nothing else is slower for it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.commands.calls import called, process
from tests.helpers import rules_of
from tests.screen.screens import Screen

from coupdsl.commands import full_screen
from coupdsl.play.company import Company, seated
from coupdsl.play.game import Game
from coupdsl.screen.screen_app import TableApp
from coupdsl.search.player_error import PlayerError


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--browser",), "does not go with `--browser`"), (("--plain",), "does not go with `--plain`"),
        (("--humans", "0,1"), "one table for one person"), ((), "needs a terminal"),
    ],
)  # fmt: skip
def test_a_screen_that_cannot_be_is_refused_in_a_sentence(words: tuple[str, ...], said: str) -> None:
    result = called("play", "kuhn", "--screen", *words)
    assert result.exit_code == 2
    assert said in " ".join(result.output.replace("│", " ").split())


def test_several_tables_are_no_screen() -> None:
    result = called("play", "parker-1966", "--screen", "--players", 8)
    assert (result.exit_code, "one table for one person" in " ".join(result.output.replace("│", " ").split())) == (
        2,
        True,
    )


def test_a_terminal_that_shows_lines_alone_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    class Shown:
        def isatty(self) -> bool:
            return True

    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(full_screen.sys, name, Shown())
    monkeypatch.setenv("TERM", "dumb")
    with pytest.raises(full_screen.typer.BadParameter, match="shows lines alone"):
        full_screen.refuse_screen(1, 1, {"--browser": False, "--plain": False})


@pytest.mark.parametrize(
    "words", [("--help",), ("simulate", "kuhn", "--games", "3"), ("play", "kuhn", "--plain", "--humans", "")]
)
def test_only_the_screen_loads_what_it_is_drawn_with(words: tuple[str, ...], tmp_path: object) -> None:
    code = (
        "import sys; from coupdsl.commands.main import app\n"
        "try: app(sys.argv[1:], standalone_mode=False)\n"
        "finally: print('loaded' if 'textual' in sys.modules else 'not loaded')"
    )
    done = process(*words, code=code, XDG_DATA_HOME=str(tmp_path))
    assert done.stdout.endswith("not loaded\n"), done.stdout + done.stderr


# ---- what is said when one has left
class Failing:
    def choose(self, decision: str, options: object, view: object) -> object:
        raise ValueError("lost the thread")

    def told(self, events: object) -> None:
        pass


def left(monkeypatch: pytest.MonkeyPatch, file: Path, keys: Sequence[str], player: Failing | None = None) -> None:
    """Plays Kuhn poker at seat 0 with these keys, again and again until it is over or has failed, and leaves."""
    rules = rules_of("kuhn", 2)

    def run(app: TableApp, size: tuple[int, int] | None) -> None:
        async def play() -> None:
            async with app.run_test(size=(60, 20)) as pilot:
                screen = Screen(app, pilot)
                await screen.calm()
                while not (app.driving.told.scene.result or app.driving.failed):
                    await screen.press(*keys)
                assert str(app.driving.failed or "The game is over")[:30] in screen.text
                await screen.press("ctrl+c")

        asyncio.run(play())

    monkeypatch.setattr(TableApp, "run", run)
    company = Company(rules, {1: player}, {1: "a player"}) if player is not None else seated(rules, {1: "random"}, 1)
    full_screen.sit_at_screen(Game(rules, 5), (0,), lambda game: company, file, "en", "again!", str, None)


def test_how_a_game_ended_is_said(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    left(monkeypatch, tmp_path / "game.jsonl", ["enter"])
    said = capsys.readouterr().out
    assert "The game is over. Winner: " in said and "Saved in" in said
    assert "again!" not in said  # there is nothing to go on with


def test_a_player_that_fails_is_told_on_the_screen_and_ends_the_call(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(PlayerError, match="lost the thread"):
        left(monkeypatch, tmp_path / "game.jsonl", ["enter"], Failing())
    assert "To go on later: again!" in capsys.readouterr().out


def test_lines_that_were_given_to_be_copied_are_printed_whole(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    left(monkeypatch, tmp_path / "game.jsonl", ["/", *"link", "enter", "enter"])
    assert capsys.readouterr().out.startswith("eN")
