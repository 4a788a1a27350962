"""What stands in a log from a stranger is told at its place there, and is never taken for what was typed."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from tests.commands.calls import GOOD, called, process, write
from tests.helpers import play_out, rules_of

from coupdsl.language.diagnostics import Problems
from coupdsl.play.log import lines, read_log


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "log-1.jsonl"
    path.write_text("".join(lines(play_out(rules_of("kuhn", 2), 1, random.Random(1)))), "utf-8")
    return path


def edited(log: Path, **changes: Any) -> None:
    """With other values in the first line; those of a dictionary are added to what stands there."""
    first, *rest = log.read_text("utf-8").splitlines()
    head = json.loads(first)
    for key, value in changes.items():
        head[key] = {**head[key], **value} if isinstance(value, dict) and key in head else value
    log.write_text("\n".join([json.dumps(head), *rest]) + "\n", "utf-8")


# ---- texts
@pytest.mark.parametrize(
    "changes",
    [
        {"ruleset": "\ud800"}, {"options": {"\ud800": 1}}, {"options": {"ante.size": "\udbff"}},
        {"names": ["\ud800", "Bob"]}, {"names": ["Anna\nThe log is in order.", "Bob"]}, {"names": ["Anna", "B\udc80"]},
        {"seated": ["\ud800", None]}, {"seated": ["a\nb", None]}, {"more": "\ud800"},
    ],
)  # fmt: skip
def test_half_of_a_sign_and_names_of_several_lines_are_refused(changes: dict[str, Any], log: Path) -> None:
    edited(log, **changes)
    for call in (["replay", log], ["replay", log, "--ruleset", "kuhn"], ["play", "kuhn", "--save", log]):
        result = called(*call)
        assert (result.exit_code, "log-1.jsonl:1:1: E701" in result.output) == (1, True), result.output


@pytest.mark.parametrize("told", [[2, 1], [0, 0], [-1], [True], ["0"], 3])
def test_lines_of_a_score_keeper_that_do_not_follow_one_another_are_refused(told: Any, log: Path) -> None:
    edited(log, lines=told)
    with pytest.raises(Problems, match="the lines of the score keeper do not follow one another"):
        read_log(log)


@pytest.mark.parametrize(
    ("at", "change", "said"),
    [
        (0, {"players": "2"}, "`players` is a number here"), (0, {"options": "x"}, "`options` is a mapping here"),
        (0, {"seed": -1}, "`seed` is a number from 0 to 2"), (0, {"seen_by": 0}, "either `seed` or `seen_by`"),
        (1, {"play": None}, "`play` is a text here"), (1, {"seat": "x"}, "`seat` is a number here, or `chance`"),
        (1, {"move": 2, "play": None}, "move 1 is expected here"),
    ],
)  # fmt: skip
def test_it_is_told_what_of_a_line_cannot_be(at: int, change: dict[str, Any], said: str, log: Path) -> None:
    lines = log.read_text("utf-8").splitlines()
    lines[at] = json.dumps({**json.loads(lines[at]), **change})
    log.write_text("\n".join(lines), "utf-8")
    with pytest.raises(Problems, match=said) as refused:
        read_log(log)
    assert refused.value.diagnostics[0].span.line == at + 1


def test_what_the_first_line_lacks_is_told(log: Path) -> None:
    first, *rest = log.read_text("utf-8").splitlines()
    head = {key: value for key, value in json.loads(first).items() if key != "fingerprint"}
    log.write_text("\n".join([json.dumps(head), *rest]), "utf-8")
    with pytest.raises(Problems, match="the first line lacks `fingerprint`"):
        read_log(log)


def test_a_log_that_was_cut_off_says_that_its_last_line_is_to_go(log: Path) -> None:
    text = log.read_text("utf-8")
    log.write_text(text + '{"seat": 1, "mo', "utf-8")
    assert "delete this line, and the game goes on from the one before" in called("replay", str(log)).output
    log.write_text(text + '{"seat": 1, "mo\n', "utf-8")
    assert "delete this line" not in called("replay", str(log)).output


def test_half_of_a_sign_in_a_move_is_refused_at_its_line_and_a_whole_one_is_none(log: Path) -> None:
    text = log.read_text("utf-8")
    first, second, *rest = text.splitlines()
    log.write_text("\n".join([first, json.dumps({**json.loads(second), "play": "\udfff"}), *rest]), "utf-8")
    with pytest.raises(Problems, match=r"`\\udfff` in this line is half of a sign") as refused:
        read_log(log)
    assert refused.value.diagnostics[0].span.line == 2
    log.write_text(text, "utf-8")
    edited(log, names=["😀", "Bob"])
    assert "\\ud83d" in log.read_text("utf-8")
    assert read_log(log).head["names"] == ["😀", "Bob"]


def test_a_file_of_rules_with_a_name_of_bytes_is_played_again(tmp_path: Path) -> None:
    path = tmp_path / "own\udcff.coup"
    try:
        path.write_text(GOOD, "utf-8")
    except (OSError, UnicodeEncodeError):
        pytest.skip("no file has such a name here")
    assert called("run", path, "--games", "1", "--out", tmp_path / "log.jsonl").exit_code == 0
    assert called("replay", tmp_path / "log.jsonl").exit_code == 0


def test_files_with_names_that_a_system_cannot_have_are_told(tmp_path: Path) -> None:
    write(tmp_path, "é.coup", GOOD)
    log = tmp_path / "log.jsonl"
    assert called("run", tmp_path / "é.coup", "--games", "1", "--out", log).exit_code == 0
    ascii_only = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    result = process("replay", log, **ascii_only)
    assert (result.returncode, "Traceback" in result.stderr) == (1, False), result.stderr
    assert "the rules in the log cannot be unpacked: a file cannot be called so here" in result.stderr


# ---- answers to questions
@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"log": 1}, "these rules have no option `log`"), ({"é": 1}, "these rules have no option `é`"),
        ({"bet.size": "1"}, None), ({"bet.size": "log"}, "`log` is not"), ({"bet.size": [1]}, ""),
    ],
)  # fmt: skip
def test_a_wrong_answer_is_told_where_it_stands_in_the_log(
    options: dict[str, Any], told: str | None, log: Path
) -> None:
    edited(log, options=options)
    result = called("replay", "log-1.jsonl")
    if told is None:
        assert result.exit_code == 0
        return
    (key,) = options
    column = log.read_text("utf-8").index(json.dumps(key)) + 1
    assert result.exit_code == 1
    assert result.output.startswith(f"log-1.jsonl:1:{column}: E702 log-foreign: "), result.output
    assert told in result.output
    assert "--option" not in result.output


def test_a_kept_score_tells_it_so_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    called("score", "hearts", "--names", "A,B,C,D", "--save", "kept.jsonl")
    edited(tmp_path / "kept.jsonl", options={"no.such": 1})
    result = called("score", "--resume", "kept.jsonl")
    assert (result.exit_code, "kept.jsonl:1:" in result.output, "E702" in result.output) == (1, True, True)
    assert called("score", "hearts", "--option", "no.such=1").exit_code == 2
