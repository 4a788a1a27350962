"""Euchre with a Joker, which may be turned up: then no suit is proposed, and a house rule has to say what holds."""

from __future__ import annotations

from pathlib import Path

from coupdsl.authoring.validation import check_paths
from coupdsl.language.diagnostics import Diagnostic

JOKER = "edition 1\ncards { extra joker B }\n"
NAMED = """replace rule make_trump {
  let proposed = suit of the first of turned
  if proposed is none { dealer chooses naming { u from suits { name_trumps(dealer, u) } } }
  for s in seats from left of dealer while maker is none {
    s chooses ordering {
      order_up if proposed is not none { name_trumps(s, the proposed) }
      pass { }
    }
  }
}
"""


def found(folder: Path, rules: str) -> list[Diagnostic]:
    (folder / "mine.coup").write_text(rules, "utf-8")
    names = "names: {en: {joker: Joker}, fr: {joker: Joker}}"
    (folder / "mine.yaml").write_text(
        f"variant: mine\nextends: euchre\nrules: {{add: [mine.coup]}}\n{names}\n", "utf-8"
    )
    return check_paths([folder / "mine.yaml"], games=30).problems


def test_that_nothing_says_what_holds_then_is_told(tmp_path: Path) -> None:
    (problem,) = found(tmp_path, JOKER)
    assert problem.code.number == "E601" and "`the suit of the first of turned`" in problem.message
    assert problem.help is not None and problem.help.startswith("ask first whether it is there")


def test_a_rule_that_says_so_is_well(tmp_path: Path) -> None:
    assert found(tmp_path, JOKER + NAMED) == []
