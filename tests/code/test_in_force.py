"""Which entries count: those in play, and what their fields take over from others."""

from __future__ import annotations

from pathlib import Path

import coupdsl
from coupdsl.code.in_force import entries_in_force

GAME = """edition 1
game shop {
  seats [2]
  kind part as parts { weight: number }
  kind label as labels { size: number }
  kind ware as wares {
    parts:   set of part = []
    next_to: ware or none = none
    row:     list of part = []
    fits:    test of seat = true
    rule spare: set of part = []
  }
  ware chair {
    part leg { weight: 2 }
    part back { weight: 3 }
  }
  ware stool { next_to: chair }
  ware table {
    part top { weight: 4 }
    parts: parts of chair where weight is 2
    label price { size: 9 }
    row: first(1) of parts of shelf
    rule spare: set of part = parts of shelf
  }
  ware shelf {
    part foot { weight: 1 }
    part board { weight: 5 }
  }
  finish by 0
  limit 5 moves { finish by 0 }
}
"""


def in_force(folder: Path, removed: str) -> set[str]:
    (folder / "shop.coup").write_text(GAME, "utf-8")
    variant = f"variant: small\ngame: ./shop.coup\nwares:\n  remove: [{removed}]\n"
    (folder / "small.yaml").write_text(variant, "utf-8")
    return {entry.path for entry in entries_in_force(coupdsl.load(folder / "small.yaml", 2).expressions)}


def test_what_is_left_out_counts_where_another_takes_it_over(tmp_path: Path) -> None:
    table = {"table", "table.top", "table.price", "chair.leg", "shelf.foot"}
    assert in_force(tmp_path, "chair, stool, shelf") == table
    assert in_force(tmp_path, "chair, shelf") == table | {"stool", "chair", "chair.back"}
    assert in_force(tmp_path, "table, shelf") == {"stool", "chair", "chair.leg", "chair.back"}
