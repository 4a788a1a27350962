"""Whatever surrounds a command, it ends soon and in words: no home, few letters, closed or full streams, no room."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path

import pytest
from tests.commands.calls import GOOD, INTERPRETER, WRONG, write
from tests.helpers import ROOT, sample

from coupdsl.commands.main import app

pytestmark = pytest.mark.unmeasured

MAIN = "from coupdsl.commands.main import main; main()"
SOON = 100.0  # seconds; for a whole process on a busy machine
HOUSE = 'variant: house\nextends: parker-1966\nname: {en: "Café ♠", fr: "Café ♠"}\noptions: {loan.unit: 100}\n'
TESTS = ROOT / "contracts" / "gallery" / "hearts.test.yaml"

COMMANDS: dict[str, list[object]] = {
    "help": ["--help"],
    "version": ["--version"],
    "a wrong call": ["valdate"],
    "validate": ["validate", "house.yaml", "small.coup", "--games", 1],
    "validate json": ["validate", "wrong.coup", "--format", "json"],
    "validate github": ["validate", "wrong.coup", "--format", "github"],
    "test": ["test", TESTS],
    "fmt": ["fmt", "house.yaml", "wrong.coup"],
    "fmt diff": ["fmt", "--diff", "loose.yaml"],
    "fmt input": ["fmt", "-"],
    "fmt json": ["fmt", "--format", "json", "house.yaml", "loose.yaml"],
    "new": ["new", "mine.yaml", "--from", "parker-1966"],
    "new entry": ["new", "mine.coup", "--from", "parker-1966", "--copy", "siege"],
    "play": ["play", "small.coup", "--players", 2, "--save", "saved.jsonl"],
    "play at home": ["play", "small.coup", "--players", 2],
    "watch": ["play", "small.coup", "--players", 2, "--humans", ""],
    "score": ["score", "hearts", "--names", "Anna,Bob,Zoé", "--out", "account.txt"],
    "run": ["run", "small.coup", "--players", 2, "--games", 30, "--out", "logs.jsonl"],
    "run jobs": ["run", "small.coup", "--players", 2, "--games", 60, "--jobs", 2],
    "simulate": ["simulate", "small.coup", "--games", 20, "--checkpoint", "study.json"],
    "simulate page": ["simulate", "small.coup", "--games", 20, "--out", "report.html"],
    "simulate jobs": ["simulate", "small.coup", "--games", 20, "--jobs", 2],
    "compare": ["compare", "small.coup", "small.coup", "--games", 8, "--out", "report.parquet"],
    "replay": ["replay", "game.jsonl"],
    "replay json": ["replay", "game.jsonl", "--format", "json", "--ruleset", "small.coup"],
    "list": ["list"],
    "cache": ["cache"],
    "cache thrown away": ["cache", "--clear"],
    "show": ["show", "house.yaml"],
    "show json": ["show", "house.yaml", "--format", "json"],
    "diff": ["diff", "small.coup", "small.coup", "--games", 2],
    "rulebook": ["rulebook", "house.yaml", "--lang", "fr"],
    "rulebook page": ["rulebook", "sevens", "--out", "rules.html"],
    "explain": ["explain", "house.yaml", "loan.unit"],
    "explain a code": ["explain", "E314"],
    "ladder": ["ladder", "small.coup", "--players", 2, "--bots", "random,easy", "--deals", 2],
    "learn": ["learn", "small.coup", "--players", 2, "--games", 2],
    "bench": ["bench", "small.coup", "--players", 2, "--seconds", 0.1],
}


@dataclass(frozen=True)
class Surroundings:
    """What is other than usual: the environment, the first lines of a shell, what is done before the program begins."""

    env: dict[str, str | None] = field(default_factory=dict)
    shell: str = ""
    before: Callable[[], None] | None = None


def no_room() -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


def little_room() -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (300, 300))


def few_files() -> None:
    resource.setrlimit(resource.RLIMIT_NOFILE, (24, 24))


SURROUNDINGS = {
    "none": Surroundings(),
    "no home": Surroundings({"HOME": None, "XDG_DATA_HOME": None, "XDG_CACHE_HOME": None}),
    "a home below a file": Surroundings({"HOME": "/dev/null/x", "XDG_DATA_HOME": None, "XDG_CACHE_HOME": None}),
    "a home that is read only": Surroundings({"HOME": "/proc", "XDG_DATA_HOME": "/proc/x", "XDG_CACHE_HOME": "/sys/x"}),
    "the letters of C": Surroundings({"LC_ALL": "C", "LANG": None, "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}),
    "ascii": Surroundings({"PYTHONIOENCODING": "ascii"}),
    "latin-1": Surroundings({"PYTHONIOENCODING": "latin-1"}),
    "no columns": Surroundings({"COLUMNS": "0", "LINES": "x", "TERM": "dumb"}),
    "one column": Surroundings({"COLUMNS": "1"}),
    "no place for what is temporary": Surroundings({"TMPDIR": "/nowhere"}),
    "no input": Surroundings(shell="exec <&-"),
    "no output": Surroundings(shell="exec >&-"),
    "no messages": Surroundings(shell="exec 2>&-"),
    "nothing open": Surroundings(shell="exec <&- >&- 2>&-"),
    "noise as input": Surroundings(shell="exec </bin/sh"),
    "a full output": Surroundings(shell="exec >/dev/full"),
    "full messages": Surroundings(shell="exec 2>/dev/full"),
    "an output that nobody reads": Surroundings(shell="exec > >(:) 2>&1; sleep 0.2"),
    "a folder that is gone": Surroundings(shell='mkdir gone; cd gone; rmdir "$PWD"'),
    "a folder that is read only": Surroundings(shell="cd /proc/self"),
    "no room": Surroundings(before=no_room),
    "little room": Surroundings(before=little_room),
    "few files": Surroundings(before=few_files),
}
NOISE = ("Traceback", "Exception ignored", "Error:\n", "Fatal Python")


# What is given to these is not all well: wrong rules, a file to be laid out.
FINDS_PROBLEMS = {"fmt diff", "fmt input", "validate json", "validate github"}


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The log of a game."""
    folder = tmp_path_factory.mktemp("game")
    small = write(folder, "small.coup", GOOD)
    done = tried(["run", small, "--players", 2, "--games", 1, "--out", "game.jsonl"], SURROUNDINGS["none"], folder)
    assert done.returncode == 0, done.stderr
    return (folder / "game.jsonl").read_text("utf-8")


def tried(words: list[object], around: Surroundings, folder: Path) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": str(INTERPRETER), "PYTHONDONTWRITEBYTECODE": "1", **around.env}
    call = [sys.executable, "-c", MAIN, *map(str, words)]
    return subprocess.run(
        ["bash", "-c", f'{around.shell}\nexec "$@"', "bash", *call], capture_output=True, text=True, errors="replace",
        input="zzz\nquit\n", timeout=SOON, cwd=folder, preexec_fn=around.before, check=False,
        env={key: value for key, value in env.items() if value is not None},
    )  # fmt: skip


def test_every_command_is_tried() -> None:
    words = {str(word) for call in COMMANDS.values() for word in call[:1]}
    names = {command.name or command.callback.__name__ for command in app.registered_commands if command.callback}
    assert names <= words


CASES = [*product(COMMANDS, SURROUNDINGS)]
ALWAYS = [("list", "no output"), ("list", "a full output"), ("rulebook", "latin-1"), ("play", "nothing open"),
          ("simulate", "no room"), ("simulate jobs", "no messages"), ("run", "little room"),
          ("simulate jobs", "no output"), ("list", "none"),
          ("cache thrown away", "a home below a file"),
          ("cache thrown away", "a home that is read only"), ("cache", "no home")]  # fmt: skip


@pytest.mark.parametrize(("command", "around"), dict.fromkeys([*ALWAYS, *sample(CASES, 4)]))
def test_a_command_ends_in_words(command: str, around: str, game: str, tmp_path: Path) -> None:
    write(tmp_path, "small.coup", GOOD)
    write(tmp_path, "wrong.coup", WRONG)
    write(tmp_path, "house.yaml", HOUSE)
    write(tmp_path, "loose.yaml", HOUSE.replace(": ", ":  "))
    write(tmp_path, "game.jsonl", game)
    done = tried(COMMANDS[command], SURROUNDINGS[around], tmp_path)
    said = done.stdout + done.stderr
    assert not [word for word in NOISE if word in said], said[-3000:]
    assert done.returncode in (0, 1, 2), (done.returncode, said)
    assert not [path.name for path in tmp_path.rglob("*.part")]
    if around == "none":
        assert done.returncode == (command in FINDS_PROBLEMS) or command == "a wrong call"
