"""The lock beside a file that is kept goes with whoever has it, also where the file has become another."""

from __future__ import annotations

from pathlib import Path

from coupdsl.play.holding import holding


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
