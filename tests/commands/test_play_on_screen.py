"""`coupdsl play --screen`: when it is refused, and that nothing else is slower for it."""

from __future__ import annotations

import pytest
from tests.commands.calls import called, process

from coupdsl.commands import full_screen


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
