"""An auction: the game of docs/recipes/auction.md, and one where who passed may bid again."""

from __future__ import annotations

import re
import shutil
from functools import cache
from pathlib import Path

import pytest
from tests.helpers import CONTRACTS, ROOT
from tests.native.lockstep import lockstep
from tests.small_games import in_folder
from typer.testing import CliRunner

import coupdsl
from coupdsl.commands.main import app

PAGE = ROOT / "docs" / "recipes" / "auction.md"
FOR_GOOD = "    rule most_bid = hand_size\n"
AGAIN = f"{FOR_GOOD}    rule out_for_good = false\n"
SCENARIOS = """rules: game.coup
players: 3
seats: A B C
tests:
  - name: who sits left of the dealer begins, and each bid is more than the last
    play:
      - {actor: A, legal: [bid 1, bid 2, bid 3, bid 4, bid 5, bid 6, bid 7, bid 8, pass]}
      - A bid 6 -> B
    legal: [bid 7, bid 8, pass]
    illegal: [bid 6]
  - name: the last may still bid after all others have passed
    play: [A pass | B pass -> C]
    legal: [bid 1, bid 2, bid 3, bid 4, bid 5, bid 6, bid 7, bid 8, pass]
  - name: where all pass the next deal follows
    play: [A pass | B pass | C pass -> B]
    decision: bidding
    states: {dealer: A, declarer: none}
"""
ONE_WAY = """  - name: who has passed is out
    play: [A pass | B bid 1 | C bid 2 -> B, B pass -> C]
    decision: trumps
    states: {declarer: C, promised: 2}
  - name: who bids last alone has it at once
    play: [A pass | B pass | C bid 1 -> C]
    decision: trumps
    states: {declarer: C, promised: 1}
"""
OTHER_WAY = """  - name: who has passed may bid again after the bid of another
    play: [A pass | B bid 1 | C bid 2 -> A, A bid 3 -> B, B pass | C pass -> A]
    decision: trumps
    states: {declarer: A, promised: 3}
"""


@cache
def folder_of_rules(out_for_good: bool) -> Path:
    block = re.search(r"^```coup game\n(.*?)^```", PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    assert block is not None
    assert FOR_GOOD in block[1]
    files = {"game.coup": block[1] if out_for_good else block[1].replace(FOR_GOOD, AGAIN)}
    for name in ("auction", "tricks"):
        files[f"mechanics/{name}.coup"] = (CONTRACTS / "mechanics" / f"{name}.coup").read_text("utf-8")
    return in_folder(files)


@pytest.mark.parametrize("out_for_good", [True, False])
def test_bids_and_passes(out_for_good: bool, tmp_path: Path) -> None:
    folder = tmp_path / "game"
    shutil.copytree(folder_of_rules(out_for_good), folder)
    (folder / "game.test.yaml").write_text(SCENARIOS + (ONE_WAY if out_for_good else OTHER_WAY), "utf-8")
    result = CliRunner().invoke(app, ["test", str(folder / "game.test.yaml")])
    assert result.exit_code == 0, result.output


@pytest.mark.parametrize("out_for_good", [True, False])
@pytest.mark.parametrize("players", [3, 4])
def test_both_executors_bid_alike(out_for_good: bool, players: int) -> None:
    rules = coupdsl.load(folder_of_rules(out_for_good) / "game.coup", players)
    lockstep(rules, coupdsl.Machine(rules), players)
