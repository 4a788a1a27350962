"""No call writes over what it reads, keeps or writes besides: it is refused before anything is done."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.commands.calls import GOOD, called, write

from coupdsl.play.holding import holding

GAME = "edition 1\ninclude small_jobs\n" + GOOD.removeprefix("edition 1\n").replace("  job cook = 10\n", "")
JOBS = "edition 1\njob cook = 10\n"
LADDER = ("ladder", "small.coup", "--bots", "random,tests.study.sitting:Last", "--deals", "1")
SCORE = ("score", "hearts", "--names", "A,B,C")
WHICH = {
    (*SCORE, "--save", "z.jsonl", "--out"): ["z.jsonl", "led.jsonl", "folder/z.jsonl"],
    ("score", "--resume", "log.jsonl", "--out"): ["log.jsonl"],
    ("simulate", "small.coup", "--games", "4", "--checkpoint", "s.json", "--out"): ["s.json", "folder/s.json"],
    ("compare", "small.coup", "small.coup", "--games", "4", "--checkpoint", "s.json", "--out"): ["s.json"],
    (*LADDER, "--out", "l.html", "--page"): ["l.html", "folder/l.html"],
    ("replay", "log.jsonl", "--as", "0", "--out"): ["log.jsonl", "folder/log.jsonl"],
    ("replay", "log.jsonl", "--ruleset", "small.coup", "--as", "0", "--out"): ["small.coup", "small_jobs.coup"],
    ("run", "small.coup", "--games", "2", "--out"): ["small.coup", "small_jobs.coup", "rules.html"],
    ("simulate", "small.coup", "--games", "4", "--out"): ["rules.html"],
    ("simulate", "small.coup", "--games", "4", "--checkpoint"): ["small.coup"],
    (*LADDER, "--page"): ["rules.html"],
    (*LADDER, "--out"): ["small.coup"],
    ("rulebook", "small.coup", "--out"): ["rules.html"],
    ("play", "small.coup", "--new", "--save"): ["small.coup", "small_jobs.coup"],
    ("new", "--from", "small.coup", "--copy", "cook", "--force"): ["small_jobs.coup"],
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Rules in two files, a log of them, and links to them and to what is not there yet."""
    monkeypatch.chdir(tmp_path)
    write(tmp_path, "small.coup", GAME)
    write(tmp_path, "small_jobs.coup", JOBS)
    assert called("run", "small.coup", "--games", "2", "--out", "log.jsonl").exit_code == 0
    (tmp_path / "led.jsonl").symlink_to("z.jsonl")
    (tmp_path / "rules.html").symlink_to("small.coup")
    (tmp_path / "folder").symlink_to(tmp_path)
    return tmp_path


def spelled(words: tuple[str, ...]) -> list[str]:
    """Paths that no other test has, since what was read is kept under them."""
    return [str(Path(word).absolute()) if word == "small.coup" else word for word in words]


def all_of(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


@pytest.mark.parametrize(("words", "out"), [(words, out) for words, outs in WHICH.items() for out in outs])
def test_one_file_in_two_places_of_a_call_is_refused(words: tuple[str, ...], out: str, folder: Path) -> None:
    before = all_of(folder)
    result = called(*spelled(words), out)
    assert result.exit_code == 2, result.output
    said = re.search(rf"`{out}`(?: after `--\w+`)? is the same file as `([^`]+)`, wh", result.output)
    assert said is not None, result.output
    assert (folder / said[1]).resolve() == (folder / out).resolve()
    assert all_of(folder) == before
    helped = re.search(r"help: write `(.+)`", result.output)
    assert helped is not None
    again = called(*spelled(words if words[0] == "new" else words[:-1]), *helped[1].split())
    assert "is the same file" not in again.output
    assert all_of(folder).items() >= before.items()


@pytest.mark.parametrize(
    "words",
    [("run", "small.coup", "--games", "2", "--out"), ("replay", "log.jsonl", "--as", "0", "--out"), (*SCORE, "--out")],
)
def test_rules_that_a_call_does_not_read_are_not_written_over(words: tuple[str, ...], folder: Path) -> None:
    other = write(folder, "other.yaml", "variant: other\nextends: kuhn\n")
    result = called(*spelled(words), "other.yaml")
    assert (result.exit_code, other.read_text("utf-8")) == (2, "variant: other\nextends: kuhn\n"), result.output
    assert "`other.yaml` after `--out` is there already, and called like rules" in result.output


def test_other_files_and_devices_are_no_such_case(folder: Path) -> None:
    assert called("replay", "log.jsonl", "--as", "0", "--out", "other.jsonl").exit_code == 0
    assert called("run", "small.coup", "--games", "2", "--out", "small.jsonl").exit_code == 0
    result = called(*SCORE, "--save", "/dev/null", "--out", "/dev/null")
    assert "is the same file" not in result.output


@pytest.mark.parametrize(
    "words",
    [
        ("run", "small.coup", "--games", "2", "--out"),
        ("replay", "log.jsonl", "--as", "0", "--out"),
        (*SCORE, "--out"),
        ("simulate", "small.coup", "--games", "4", "--out"),
        (*LADDER, "--page"),
        ("rulebook", "small.coup", "--out"),
    ],
)
def test_what_another_call_keeps_is_not_written_over(words: tuple[str, ...], folder: Path) -> None:
    held = write(folder, "held.html", "kept")
    with holding(held):
        result = called(*spelled(words), "held.html")
    assert (result.exit_code, held.read_text("utf-8")) == (1, "kept"), result.output
    assert "held.html is in use by process " in result.output
