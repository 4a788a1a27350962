"""The script of the page is what its sources make."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from tests.helpers import ROOT

TABLE = ROOT / "interpreter" / "coupdsl" / "table"
MOST = 60_000  # bytes, gzipped


def test_the_script_of_the_page_and_its_deck_are_what_their_sources_make(tmp_path: Path) -> None:
    if shutil.which("npm") is None:
        if os.environ.get("COUPDSL_BROWSER") == "wanted":
            pytest.fail("there is no npm, and the script of the page is to be made")
        pytest.skip("there is no npm here: whether the script of the page is up to date is not tested")
    shutil.copytree(TABLE / "client", tmp_path / "client", ignore=shutil.ignore_patterns("node_modules"))
    (tmp_path / "page").mkdir()
    for call in (["npm", "ci", "--no-audit", "--no-fund"], ["npm", "run", "build"], ["npm", "run", "faces"]):
        subprocess.run(call, cwd=tmp_path / "client", check=True, capture_output=True)
    for name in ("table.js", "faces.svg", "faces.LICENSE"):
        assert (tmp_path / "page" / name).read_text("utf-8") == (TABLE / "page" / name).read_text("utf-8")


# Choices of a made-up game, what is picked (each with whether it is named whole), and the move that it comes to.
MOVES = {
    "way and way back": (["move a b", "move b a"], [(["cell:b"], False)], "move b a"),
    "a third way": (["move a b", "move b a", "move b c"], [(["cell:b"], False), (["cell:a"], False)], "move b a"),
    "whom before what": (["rob a", "push a", "push b"], [(["cell:a"], False), (["word:push"], True)], "push a"),
    "the only one": (["push b", "rob a"], [(["cell:b"], False)], "push b"),
    "the larger set": (["meld k", "meld k+q"], [(["cell:k"], False), (["cell:q"], False)], "meld k+q"),
    "the smaller set, named": (["meld k", "meld k+q"], [(["cell:k"], False), (["cell:k"], True)], "meld k"),
    "not yet plain": (["meld k", "meld k+q"], [(["cell:k"], False)], None),
    "nothing of the kind": (["push a", "push b"], [(["cell:c"], False)], None),
}


@pytest.mark.parametrize("case", MOVES)
def test_what_is_picked_comes_to_a_move_when_it_is_plain(case: str) -> None:
    moves, groups, wanted = MOVES[case]
    choices = [
        {"move": move, "parts": [[f"word:{word}"], *([f"cell:{one}" for one in part.split("+")] for part in parts)]}
        for move in moves for word, *parts in [move.split()]
    ]  # fmt: skip
    code = f"""import {{ pick }} from {json.dumps((TABLE / "client" / "src" / "choosing.js").as_uri())};
    let picked = [], move = null;
    for (const [group, whole] of {json.dumps(groups)})
      ({{ move, picked }} = pick({json.dumps(choices)}, picked, group, whole));
    console.log(JSON.stringify(move));"""
    assert ran(code) == wanted


def ran(code: str, given: object = None) -> Any:
    """What a script prints that has the sources of the page at hand, and is given something to read."""
    if shutil.which("node") is None:
        if os.environ.get("COUPDSL_BROWSER") == "wanted":
            pytest.fail("there is no node, and the sources of the page are to be tested")
        pytest.skip("there is no node here: the sources of the page are not tested")
    call = ["node", "--input-type=module", "-e", code]
    done = subprocess.run(call, input=json.dumps(given), check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


CARD, MARKER = {"name": "7D"}, {"label": "tricks won", "family": "marks", "count": 2}
PILES = {
    "cards and a marker": ([CARD, CARD, MARKER], 0, [2, [["tricks won", 2]]]),
    "cards that are not seen": ([MARKER], 6, [6, [["tricks won", 2]]]),
    "cards alone": ([CARD], 3, [4, []]),
    "counters alone": ([{"label": "cheques", "family": "cheques", "count": 3}], 0, [3, []]),
}  # fmt: skip


@pytest.mark.parametrize("case", PILES)
def test_of_a_pile_its_cards_are_counted_and_not_the_markers_among_them(case: str) -> None:
    pieces, unseen, wanted = PILES[case]
    zone = json.dumps({"pieces": pieces, "unseen": unseen})
    code = f"""import {{ counted }} from {json.dumps((TABLE / "client" / "src" / "counting.js").as_uri())};
    console.log(JSON.stringify(counted({zone})));"""
    assert ran(code) == wanted


# What the moves of a made-up game are told in, each with whether something moved, and what stands in the middle.
NEWS = {
    "how the game began": ([("cards are dealt", True)], []),
    "a card that is played": ([("begin", False), ("a plays", True), ("b plays", True)], ["b plays"]),
    "what is asked about": ([("begin", True), ("a draws", True), ("a bids", False), ("b passes", False)],
                            ["a bids", "b passes"]),
    "the latest alone": ([("begin", False), *((f"bid {one}", False) for one in range(9))],
                         ["bid 5", "bid 6", "bid 7", "bid 8"]),
    "the end of a hand": ([("begin", False), ("a plays, a pays, #hand 2, b deals", True)], ["a plays", "a pays"]),
}  # fmt: skip


@pytest.mark.parametrize("case", NEWS)
def test_what_stands_in_the_middle_is_what_one_is_asked_about(case: str) -> None:
    moves, wanted = NEWS[case]
    steps = [
        {
            "sentences": [["head" if one[0] == "#" else "event", one] for one in told.split(", ")],
            **({"moved": [{"from": "here"}]} if moved else {}),
        }
        for told, moved in moves
    ]
    shown = f"""import {{ shown }} from {json.dumps((TABLE / "client" / "src" / "news.js").as_uri())};
    console.log(JSON.stringify(shown({json.dumps(steps)}).map(([, text]) => text)));"""
    assert ran(shown) == wanted


def test_the_script_is_small_and_names_no_address() -> None:
    import gzip

    script = (TABLE / "page" / "table.js").read_bytes()
    assert len(gzip.compress(script)) < MOST
    lock = (TABLE / "client" / "package-lock.json").read_text("utf-8")
    assert '"resolved"' not in lock
