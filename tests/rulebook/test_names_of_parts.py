"""What books call the parts of rules."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.helpers import CONTRACTS, composed
from tests.rulebook.test_prose import GAMES
from typer.testing import CliRunner

from coupdsl.commands.main import app
from coupdsl.rulebook.markdown import as_markdown
from coupdsl.rulebook.pages import rulebook


def labels(node: object) -> set[str]:
    """Every text in a file of texts."""
    if isinstance(node, dict):
        return {text for one in node.values() for text in labels(one)}
    return {node} if isinstance(node, str) else set()


ENTERED = {"hands.entered": True}  # the book of a score, which names what is told
WINDOWS = {"cost.paid": "on_resolve", "claim.must_be_possible": True, "challenge.priority": "random"}


@pytest.mark.parametrize(
    ("name", "options"),
    [
        *((name, {}) for name in GAMES), *((name, ENTERED) for name in ("parker-1966", "hearts", "spades", "oh-hell")),
        ("coup", WINDOWS), ("coup", {"treasury.short": "illegal_action", "target.gone": "steal_first"}),
    ],
)  # fmt: skip
def test_a_french_book_has_a_french_word_for_all_that_the_rules_name(name: str, options: dict[str, Any]) -> None:
    rules = " ".join(re.sub("#.*", "", file.read_text("utf-8")) for file in CONTRACTS.rglob("*.coup"))
    declared = {word.replace("_", " ") for word in re.findall(r"\b[a-z]\w+", rules)}
    french = set[str]().union(
        *(labels(yaml.safe_load(file.read_text("utf-8"))) for file in CONTRACTS.rglob("*fr.yaml"))
    )
    named = set(re.findall(r"(?<!\*)\*([^*\n]+)\*(?!\*)", as_markdown(rulebook(composed(name), "fr", options))))
    assert (named & declared) - french == set()


def test_a_part_is_called_by_the_name_that_it_states(tmp_path: Path) -> None:
    (tmp_path / "late.coup").write_text(
        """edition 1

contract late plays tricks {
  name: en "Late" fr "Tard"
  motto: en "Not the last but one" fr "Pas l'avant-dernière"
  item last_but_one = first of last(2) of marks {
    name: en "last trick but one" fr "avant-dernière levée"
    each: 250
  }
  collect: 700
  forfeit: 800
}
""",
        "utf-8",
    )
    variant, out = tmp_path / "ours.yaml", tmp_path / "ours.md"
    variant.write_text("variant: ours\nextends: parker-1966\ncontracts: {add: [./late.coup]}\n", "utf-8")
    for language, name in (("en", "last trick but one"), ("fr", "avant-dernière levée")):
        words = ["rulebook", str(variant), "--sheet", "--lang", language, "--out", str(out)]
        called = CliRunner().invoke(app, words)
        assert called.exit_code == 0, called.output
        told = [line for line in out.read_text("utf-8").splitlines() if line.startswith(("| Late ", "| Tard "))]
        assert len(told) == 2 and all(f"| {name} |" in line for line in told), told


ANEW = """variant: ours
extends: coup
actions: {set: {assassinate: {name: {en: Poison, fr: Empoisonner}}}}
names: {en: {treasury: Kitty, hand: sleeve}, fr: {treasury: Cagnotte}}
"""


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["Here *influence* is called *sleeve*.", "Here *Assassinate* is called *Poison*.",
                "Here *influence* is called *sleeve*. Here *Assassinate* is called *Poison*."]),
        ("fr", ["Ici, *Assassiner* s'appelle *Empoisonner*."]),
    ],
)  # fmt: skip
def test_of_a_name_that_prose_still_has_it_says_what_it_is_called(
    language: str, said: list[str], tmp_path: Path
) -> None:
    (tmp_path / "ours.yaml").write_text(ANEW, "utf-8")
    book = as_markdown(rulebook(composed(str(tmp_path / "ours.yaml")), language))
    sections = re.split(r"(?m)^##+ ", book)
    begin = "Here *" if language == "en" else "Ici, *"
    told = [line for line in book.splitlines() if line.startswith(begin)]
    assert list(dict.fromkeys(told)) == said
    old = {"en": "**Assassinate**", "fr": "**Assassiner**"}[language]
    for section in (one for one in sections if old in one):
        assert said[-1].rpartition(begin)[2] in section


def test_a_word_that_is_also_a_name_is_not_told_to_be_one(tmp_path: Path) -> None:
    (tmp_path / "ours.yaml").write_text("variant: ours\nextends: coup-detat-2005\nnames: {en: {two: Deuce}}\n", "utf-8")
    book = as_markdown(rulebook(composed(str(tmp_path / "ours.yaml")), "en"))
    assert "in one of two" in book and "Deuce" in book  # the number of ways to win, and the rank
    assert "*Two* is called" not in book
