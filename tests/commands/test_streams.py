"""What goes out and what is written: in the letters there are, exactly where programs read it, told where it fails."""

from __future__ import annotations

import json
import os
import re
import resource
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from tests.commands.calls import GOOD, INTERPRETER, called, process, write

from coupdsl.commands import streams
from coupdsl.language.reading import TooLarge, read_bounded
from coupdsl.language.writing import replacing, write_whole

MAIN = "from coupdsl.commands.main import main; main()"
NAMED = GOOD.replace("cook = 10", 'cook = 10 {\n    name: en "Zoë – œuf ♠ ☃"\n  }')


def in_shell(line: str, folder: Path, before: Callable[[], None] | None = None) -> subprocess.CompletedProcess[str]:
    """A line for a shell, in which `coupdsl` at its beginning is the program."""
    env = {**os.environ, "PYTHONPATH": str(INTERPRETER), "coupdsl": f"{sys.executable} -c '{MAIN}'"}
    if before is not None:
        env["PYTHONDONTWRITEBYTECODE"] = "1"  # where there is little room, it would keep half of what it compiled
    line = re.sub("^coupdsl", 'eval "$coupdsl"', line)
    return subprocess.run(
        ["bash", "-c", line], capture_output=True, text=True, env=env, cwd=folder, check=False, timeout=100,
        preexec_fn=before, stdin=subprocess.DEVNULL,
    )  # fmt: skip


# ---- closed and full
@pytest.mark.parametrize(
    ("where", "said"),
    [(">&-", "it is closed"), (">/dev/full", "no space left on device")],
)
def test_output_that_cannot_be_written_is_told(where: str, said: str, tmp_path: Path) -> None:
    done = in_shell(f"coupdsl list {where}", tmp_path)
    assert (done.returncode, done.stderr) == (1, f"the output cannot be written: {said}\n")


def test_nothing_that_is_opened_takes_the_place_of_a_closed_stream(tmp_path: Path) -> None:
    write(tmp_path, "small.coup", GOOD)
    done = in_shell("coupdsl run small.coup --players 2 --games 3 --out logs.jsonl <&- >&- 2>&-", tmp_path)
    assert done.returncode == 1
    assert [line[:10] for line in (tmp_path / "logs.jsonl").read_text("utf-8").splitlines()].count('{"format":') == 3
    assert "playing" not in (tmp_path / "logs.jsonl").read_text("utf-8")
    opens = "import os; from coupdsl.commands.streams import guarded\nwith guarded(): os._exit(os.open(os.devnull, 0))"
    assert in_shell(f"{sys.executable} -c '{opens}' <&- >&- 2>&-", tmp_path).returncode > 2


def test_without_an_input_a_game_is_left(tmp_path: Path) -> None:
    write(tmp_path, "small.coup", GOOD)
    done = in_shell("coupdsl play small.coup --players 2 --save game.jsonl <&-", tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "coupdsl play small.coup" in done.stdout
    assert (tmp_path / "game.jsonl").exists()


# ---- letters
@pytest.mark.parametrize(("letters", "shown"), [("ascii", "Zoe - oeuf S ?"), ("latin-1", "Zoë - oeuf S ?")])
def test_letters_that_cannot_be_shown_are_replaced_by_what_is_near(letters: str, shown: str, tmp_path: Path) -> None:
    write(tmp_path, "small.coup", NAMED)
    env = {**os.environ, "PYTHONPATH": str(INTERPRETER), "PYTHONIOENCODING": letters}
    words = [sys.executable, "-c", MAIN, "run", "small.coup", "--players", "2", "--games", "3"]
    done = subprocess.run(words, capture_output=True, env=env, cwd=tmp_path, check=False)
    assert (done.returncode, f"off {shown}" in done.stdout.decode(letters)) == (0, True)


def test_json_is_exact_in_any_letters(tmp_path: Path) -> None:
    small = write(tmp_path, "small.coup", NAMED)
    told = [
        json.loads(process("simulate", small, "--games", 2, "--format", "json", PYTHONIOENCODING=letters).stdout)
        for letters in ("utf-8", "ascii")
    ]
    assert told[0] == told[1]
    assert "Zoë – œuf ♠ ☃" in json.dumps(told[0], ensure_ascii=False)


# ---- full disks
def little_room(most: int = 100) -> None:
    """No file may have more bytes, as on a disk that is nearly full; Python is told instead of killed."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))


PLAYED = {
    "run small.coup --players 2 --games 30 --out logs.jsonl --format json": '"games": 30',
    "run small.coup --players 2 --games 30": "30 games", "run": "90 games", "simulate": "games: 30",
    "ladder": "deals: 1",
}  # fmt: skip


@pytest.mark.parametrize(
    ("words", "out", "old"),
    [
        ("run small.coup --players 2 --games 30 --out logs.jsonl", "logs.jsonl", "the old one"),
        ("run small.coup --players 2 --games 90 --jobs 2 --out logs.jsonl", "logs.jsonl", "the old one"),
        ("simulate small.coup --games 30 --out report.csv", "report.csv", "the old one"),
        ("run small.coup --players 2 --games 30 --out logs.jsonl --format json", "logs.jsonl", "the old one"),
        ("ladder small.coup --bots random,easy --deals 1 --page report.html", "report.html", "the old one"),
        ("simulate small.coup --games 30 --checkpoint study.json", "study.json", None),
        ("rulebook small.coup --out rules.md", "rules.md", "the old one"),
        ("play small.coup --players 2 --save game.jsonl --new", "game.jsonl", None),
    ],
)
def test_a_full_disk_is_told_and_leaves_the_old_file(words: str, out: str, old: str | None, tmp_path: Path) -> None:
    write(tmp_path, "small.coup", GOOD)
    if old is not None:
        write(tmp_path, out, old)
    done = in_shell(f"coupdsl {words}", tmp_path, little_room)
    assert (done.returncode, "Traceback" in done.stderr) == (1, False)
    assert "file too large" in (done.stderr + done.stdout).lower()
    left = tmp_path / out
    assert (left.read_text("utf-8") if left.exists() else None) == old
    assert len(list(tmp_path.iterdir())) == 1 + (old is not None)
    played = next((said for call, said in PLAYED.items() if words.startswith(call)), None)
    if played is not None:  # what was played is not lost
        assert played in done.stdout
        assert played not in done.stderr
        assert out not in done.stdout


def test_a_ladder_reports_on_games_that_cannot_be_written(tmp_path: Path) -> None:
    """Those that could be are there when it is gone on with."""
    write(tmp_path, "small.coup", GOOD)
    call = "coupdsl ladder small.coup --bots random,easy --deals 4 --out games.jsonl"
    done = in_shell(call, tmp_path, partial(little_room, 600))
    assert done.returncode == 1
    assert done.stderr.count("games.jsonl cannot be written: file too large") == 1
    assert "deals: 4, games: 8" in done.stdout.replace("\u202f", " ")
    assert "games.jsonl" not in done.stdout
    again = in_shell(call, tmp_path)
    assert (again.returncode, "games.jsonl" in again.stdout) == (0, True)


def test_rules_that_fail_are_told_where_the_game_cannot_be_kept(tmp_path: Path) -> None:
    write(tmp_path, "small.coup", GOOD.replace("  finish by", "  turns := 5 mod (turns - turns)\n  finish by", 1))
    done = in_shell("coupdsl run small.coup --players 2 --games 3 --out logs.jsonl", tmp_path, little_room)
    assert done.returncode == 1
    assert "logs-failed.jsonl cannot be written: file too large" in done.stderr
    assert "E601" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["small.coup"]


# ---- files that are none
STRANGE = {
    "pipe": "not an ordinary file", "device": "not an ordinary file", "folder": "it is a folder",
    "link to a device": "not an ordinary file", "link to itself": "too many levels of symbolic links",
}  # fmt: skip


@pytest.fixture(params=STRANGE)
def strange(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path]:
    path = tmp_path / "strange.jsonl"
    if request.param == "pipe":
        os.mkfifo(path)
    elif request.param == "folder":
        path.mkdir()
    elif request.param == "link to itself":
        path.symlink_to(path)
    else:
        path.symlink_to("/dev/null" if request.param == "link to a device" else "/dev/zero")
    before = path.lstat()
    yield path
    assert (path.lstat().st_ino, path.lstat().st_mode) == (before.st_ino, before.st_mode)


CALLS = {
    "--save": ["play", "small.coup", "--players", 2, "--new", "--save"],
    "--resume": ["score", "--resume"],
    "--out": ["run", "small.coup", "--players", 2, "--games", 2, "--out"],
    "--checkpoint": ["simulate", "small.coup", "--games", 4, "--checkpoint"],
    "replay": ["replay"],
    "account": ["score", "hearts", "--names", "A,B,C", "--save", "score.jsonl", "--out"],
}


@pytest.mark.parametrize("call", CALLS)
def test_only_ordinary_files_are_read_and_replaced(
    call: str, strange: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    write(tmp_path, "small.coup", GOOD)
    monkeypatch.chdir(tmp_path)
    result = called(*CALLS[call], strange)
    assert not isinstance(result.exception, OSError | RuntimeError)
    assert result.exit_code == (1 if call in ("replay", "--resume") else 2)  # what is written is looked at first
    assert STRANGE[request.node.callspec.params["strange"]] in result.output


def test_a_pipe_among_rule_files_is_passed_over(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "rules.yaml")
    os.mkfifo(tmp_path / "rules.coup")
    result = called("validate", tmp_path)
    assert (result.exit_code, result.output.count("this is a pipe")) == (1, 2)


def test_a_file_is_written_in_one_step(tmp_path: Path) -> None:
    path = tmp_path / ("n" * 250)
    write_whole(path, ["one"])
    write_whole(path, ["two"])
    with pytest.raises(RuntimeError), replacing(path) as part:
        part.write_text("half")
        assert path.read_text() == "two"
        raise RuntimeError
    assert (path.read_text(), list(tmp_path.iterdir())) == ("two", [path])
    link = tmp_path / "link"
    link.symlink_to(path)
    path.chmod(0o640)
    write_whole(link, ["three"])
    assert (link.is_symlink(), path.read_text(), path.stat().st_mode & 0o777) == (True, "three", 0o640)
    ahead = tmp_path / "ahead"
    ahead.symlink_to(tmp_path / "deep" / "new")
    mask = os.umask(0o027)
    try:
        write_whole(ahead, ["four"])
    finally:
        kept = os.umask(mask)
    assert (ahead.is_symlink(), (tmp_path / "deep" / "new").read_text()) == (True, "four")
    assert ((tmp_path / "deep" / "new").stat().st_mode & 0o777, kept) == (0o640, 0o027)


def test_files_are_read_up_to_a_bound(tmp_path: Path) -> None:
    path = write(tmp_path, "file", b"12345")
    assert read_bounded(path, 5) == b"12345"
    with pytest.raises(TooLarge):
        read_bounded(path, 4)
    with pytest.raises(OSError, match="null"):
        read_bounded(tmp_path / "a\0b", 4)


def test_streams_are_given_back() -> None:
    before = sys.stdin, sys.stdout, sys.stderr
    with streams.guarded():
        assert sys.stdout is not before[1]
        now = sys.stdout
        with streams.guarded():
            assert sys.stdout is now
    assert (sys.stdin, sys.stdout, sys.stderr) == before
