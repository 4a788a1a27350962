"""`coupdsl learn`: what it keeps, where, and when it keeps nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.commands.calls import called
from tests.small_locks import LOCK


@pytest.fixture(autouse=True)
def lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "lock.coup"
    path.write_text(LOCK)
    return path


def test_what_makes_a_player_better_is_kept_and_used(lock: Path) -> None:
    result = called("learn", "lock.coup", "--games", 60)
    assert result.exit_code == 0, result.output
    assert "Surely better, by score or games won: learnt over medium." in " ".join(result.stdout.split())
    assert result.stdout.splitlines()[-1].endswith("lock.learnt.json")
    assert len(json.loads(lock.with_name("lock.learnt.json").read_text())["learnt"]) == 1


def test_time_may_be_what_ends_it(lock: Path) -> None:
    data = json.loads(called("learn", "lock.coup", "--seconds", 0, "--format", "json").stdout)
    assert (data["kept"], data["games"]) == (None, 0)


def test_what_does_not_is_not(lock: Path) -> None:
    result = called("learn", "lock.coup", "--games", 1)
    assert result.exit_code == 0, result.output
    assert result.stdout.splitlines()[-1] == "It is not surely better, so nothing was kept."
    assert not lock.with_name("lock.learnt.json").exists()
