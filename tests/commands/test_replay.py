"""`coupdsl replay`: good logs and damaged ones."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.commands.calls import GOOD, called, write


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of two games of the small rules, beside them."""
    folder = tmp_path_factory.mktemp("logs")
    write(folder, "small.coup", GOOD)
    words = ["run", str(folder / "small.coup"), "--players", "2", "--games", "2", "--out", str(folder / "games.jsonl")]
    assert called(*words).exit_code == 0
    return folder / "games.jsonl"


def test_replay_of_good_logs(logs: Path) -> None:
    result = called("replay", logs, "--ruleset", logs.with_name("small.coup"))
    assert result.exit_code == 0
    assert result.output.count("The log is in order.") == 2
    assert result.output.startswith("Game 1: small, 2 players, 3 moves\nSeat 0: ")
    french = called("replay", logs, "--ruleset", logs.with_name("small.coup"), "--lang", "fr")
    assert "Joueur 0 : " in french.output
    data = called("replay", logs, "--ruleset", logs.with_name("small.coup"), "--format", "json").output.splitlines()
    assert [json.loads(line)["game"] for line in data] == [1, 2]
    assert json.loads(data[0])["events"][-1]["event"] == "finished"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda text: text[: len(text) // 3], "E701"),
        (lambda text: "{}\n" + text, "E701"),
        (lambda text: "[1]\n", "E701"),
        (lambda text: "not json\n", "E701"),
        (lambda text: "", "E701"),
        (lambda text: text.replace('"move": 2', '"move": 3', 1), "E701"),
        (lambda text: text.replace('"version": 1', '"version": 2', 1), "E701"),
        (lambda text: text.replace('"seat": 0', '"seat": 1', 1), "E703"),
        (lambda text: text.replace('"play": "o', '"play": "zo', 1), "E703"),
        (lambda text: text.replace('"winners": [', '"winners": [9, ', 1), "E703"),
        (lambda text: text.replace('"fingerprint": "', '"fingerprint": "0', 1), "E702"),
        (lambda text: text.replace('"edition": 1', '"edition": 7', 1), "E104"),
        (lambda text: text.replace('"players": 2', '"players": 3', 1), "E408"),
    ],
    ids=["cut", "foreign line first", "list", "no json", "empty", "number", "version", "seat", "move", "result",
        "rules",
         "edition", "players"],
)  # fmt: skip
def test_replay_of_damaged_logs(change: Any, code: str, logs: Path, tmp_path: Path) -> None:
    first = "".join(logs.read_text("utf-8").splitlines(keepends=True)[:5])
    damaged = write(tmp_path, "damaged.jsonl", change(first))
    result = called("replay", damaged, "--ruleset", logs.with_name("small.coup"))
    assert result.exit_code == 1
    assert code in result.output


def test_replay_of_a_binary_file(tmp_path: Path) -> None:
    result = called("replay", write(tmp_path, "x.jsonl", b"\xff\xfe"))
    assert (result.exit_code, "E002" in result.output) == (1, True)
