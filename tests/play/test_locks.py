"""The lock beside a file that is kept goes with whoever has it, also where the file has become another.

What somebody else has called so is neither written to nor taken away.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from coupdsl.play.aside import beside
from coupdsl.play.holding import Held, holding


def test_a_lock_is_taken_away_though_the_link_leads_elsewhere_by_then(tmp_path: Path) -> None:
    first, other, link = (tmp_path / name for name in ("first", "other", "link"))
    first.touch()
    other.touch()
    link.symlink_to(first)
    with holding(link):
        assert (tmp_path / "first.lock").exists()
        link.unlink()
        link.symlink_to(other)
    assert {path.name for path in tmp_path.iterdir()} == {"first", "other", "link"}


@pytest.mark.parametrize("text", ["", "my lock\n", "process 1 since 10:00\nand more\n", "process 1 since " + "9" * 300])
def test_a_file_of_somebody_is_locked_and_stays_as_it_is(text: str, tmp_path: Path) -> None:
    own = tmp_path / "poetry.lock"
    own.write_text(text, "utf-8")
    file = tmp_path / "poetry"
    with holding(file), pytest.raises(Held, match=rf"^{re.escape(str(file))} is in use$"), holding(file):
        pass
    assert own.read_text("utf-8") == text


def test_what_somebody_puts_there_meanwhile_stays(tmp_path: Path) -> None:
    lock = tmp_path / "game.lock"
    with holding(tmp_path / "game"):
        lock.write_text("written into it", "utf-8")
    with holding(tmp_path / "other"):
        (tmp_path / "other.lock").unlink()
        (tmp_path / "other.lock").write_text("process 1 since 10:00\n", "utf-8")
    assert lock.read_text("utf-8") == "written into it"
    assert (tmp_path / "other.lock").exists()


@pytest.mark.parametrize(
    "put",
    [
        lambda lock: lock.symlink_to("victim"),
        lambda lock: lock.symlink_to("nothing"),
        lambda lock: lock.symlink_to("/dev/full"),
        os.mkfifo,
        Path.mkdir,
    ],
)
def test_where_something_else_is_called_like_the_lock_the_file_is_nobodys(
    put: Callable[[Path], None], tmp_path: Path
) -> None:
    victim, lock = tmp_path / "victim", tmp_path / "game.lock"
    victim.write_text("process 1 since 10:00\n", "utf-8")
    put(lock)
    before = lock.lstat()
    with holding(tmp_path / "game"), holding(tmp_path / "game"):
        pass
    assert os.path.samestat(before, lock.lstat())
    assert victim.read_text("utf-8") == "process 1 since 10:00\n"
    assert {path.name for path in tmp_path.iterdir()} == {"victim", "game.lock"}


def test_without_room_for_words_it_is_a_lock_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> int:
        raise OSError(28, "no space left on device")

    monkeypatch.setattr(os, "pwrite", full)
    with holding(tmp_path / "game"), pytest.raises(Held, match=r"is in use$"), holding(tmp_path / "game"):
        pass
    assert not list(tmp_path.iterdir())


def test_a_link_that_leads_nowhere_is_no_free_name(tmp_path: Path) -> None:
    (tmp_path / "game-1.jsonl").symlink_to("nothing")
    assert beside(tmp_path / "game.jsonl").name == "game-2.jsonl"
