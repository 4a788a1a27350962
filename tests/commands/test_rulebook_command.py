"""`coupdsl rulebook`: where the page goes and what is said of a wrong call."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.commands.calls import GOOD, WRONG, called, process, write


def test_markdown_is_printed_and_written_alike(tmp_path: Path) -> None:
    printed = called("rulebook", "sevens", "--lang", "en")
    assert printed.exit_code == 0
    assert printed.output.startswith("# Sevens\n")
    written = called("rulebook", "sevens", "--lang", "en", "--out", tmp_path / "sevens.md")
    assert written.output == f"Sevens: {tmp_path / 'sevens.md'}\n"
    assert (tmp_path / "sevens.md").read_text("utf-8") == printed.output
    assert [path.name for path in tmp_path.iterdir()] == ["sevens.md"]


def test_html_is_written_and_options_are_followed(tmp_path: Path) -> None:
    page = tmp_path / "sevens.html"
    assert called("rulebook", "sevens", "--option", "game.deals=13", "--out", page).exit_code == 0
    assert "<strong>13</strong>" in page.read_text("utf-8")


def test_the_language_is_that_of_the_ruleset_if_none_is_asked_for() -> None:
    assert "## 7 Coups d'Etat et argent" in called("rulebook", "french").output
    assert "### §1 The game" in called("rulebook", "french", "--lang", "en").output


def test_a_wrong_call_has_status_2(tmp_path: Path) -> None:
    assert called("rulebook", "sevens", "--lang", "de").exit_code == 2
    assert called("rulebook", "sevens", "--out", tmp_path / "sevens.pdf").exit_code == 2
    assert called("rulebook", "sevens", "--option", "game.deals").exit_code == 2
    assert list(tmp_path.iterdir()) == []


def test_problems_of_what_was_given_have_status_1(tmp_path: Path) -> None:
    assert called("rulebook", "sevns").exit_code == 1
    assert called("rulebook", write(tmp_path, "wrong.coup", WRONG)).exit_code == 1
    unplayable = GOOD.replace(
        "off j from jobs { first of seats pays wage of j", "off n from 1 .. 3 where it > 1 { first of seats pays 10"
    )
    refused = called("rulebook", write(tmp_path, "small.coup", unplayable))
    assert refused.exit_code == 1 and "cannot follow a range" in str(refused.exception)
    assert called("rulebook", "sevens", "--option", "game.deals=99").exit_code == 2
    unwritable = called("rulebook", "sevens", "--out", tmp_path / "nowhere" / "sevens.html")
    assert unwritable.exit_code == 1
    assert "cannot be written" in unwritable.output


def test_other_commands_do_not_load_the_template_library() -> None:
    code = "import sys, coupdsl.commands.main, coupdsl.rulebook.pages; print('jinja2' in sys.modules)"
    assert process(code=code).stdout == "False\n"


@pytest.mark.parametrize(
    ("option", "told"),
    [("game.won_by=first_out", "this is not true:"), ("deal.size=9", "with 6 players this is not true:")],
)
def test_rules_that_the_game_refuses_have_no_book(option: str, told: str) -> None:
    refused = called("rulebook", "go-fish", "--option", option)
    assert (refused.exit_code, "E404 check-failed" in refused.output, told in refused.output) == (1, True, True)
