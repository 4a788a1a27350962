"""The page of how strong players are: made of what was played, gone on with, and of every shipped game."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from tests.docs import strength
from tests.helpers import GAMES, TABLES

pytestmark = pytest.mark.unmeasured

BOTS = "random,tests.study.sitting:Last"


def test_every_shipped_game_has_its_ladder() -> None:
    named = [name for name, _, _ in strength.GAMES]
    assert set(GAMES) <= set(named) <= set(TABLES)
    assert len(set(named)) == len(named)
    assert all(players in TABLES[name] for name, players, _ in strength.GAMES)


def test_the_page_says_what_was_played_and_goes_on_from_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page, games = tmp_path / "strength.md", tmp_path / "games"
    monkeypatch.setattr(strength, "PAGE", page)
    monkeypatch.setattr(strength, "SAMPLES", 2)
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "given-away.json").write_text('{"kuhn": {}, "leduc": {}}', "utf-8")
    words = ["strength", "--games", str(games), "--bots", BOTS, "--only", "kuhn"]

    def made(seconds: float) -> str:
        monkeypatch.setattr(sys, "argv", [*words, "--seconds", str(seconds), "--turn", "0.5"])
        strength.main()
        return page.read_text("utf-8")

    text = made(3)
    assert "| [Kuhn poker](#kuhn-poker) |" in text
    assert f"\n## Kuhn poker\n\n```sh\ncoupdsl ladder kuhn --players 2 --bots {BOTS} --rotations" in text
    assert "## Hearts" not in text
    assert re.search(r"\n\| tests.study.sitting:Last \| \d\.\d{3} \| · \|\n$", text)
    assert made(0) == text
    assert len((games / "kuhn.jsonl").read_text("utf-8").splitlines()) > 3
