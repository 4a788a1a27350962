"""`coupdsl explain`: the pages of the error codes."""

from __future__ import annotations

import json

import pytest
from tests.commands.calls import ROOT, called

from coupdsl.language.codes import CODES


def test_all_codes_are_listed_in_order_with_one_line_each() -> None:
    lines = called("explain").output.splitlines()
    assert [line.split()[0] for line in lines] == sorted(CODES)
    assert all(line.endswith(CODES[line[:4]].summary) for line in lines)
    assert {row["code"] for row in json.loads(called("explain", "--format", "json").output)} == set(CODES)


@pytest.mark.parametrize("code", CODES)
def test_a_page_is_printed_with_its_examples(code: str) -> None:
    page = (ROOT / "docs" / "errors" / f"{code}.md").read_text("utf-8")
    printed = called("explain", code)
    assert printed.exit_code == 0
    assert printed.output.startswith(page.splitlines()[0] + "\n")
    assert "```" not in printed.output
    assert "](" not in printed.output
    assert json.loads(called("explain", code, "--format", "json").output)["page"] == page


def test_a_code_may_be_asked_for_by_its_name_and_in_small_letters() -> None:
    assert called("explain", "leak").output == called("explain", "e314").output == called("explain", "E314").output


def test_a_word_that_is_no_code_is_a_wrong_call_and_the_near_ones_are_named() -> None:
    for wrong, near in (("E341", "did you mean `E314`"), ("leek", "did you mean `leak`"), ("zzz", "lists all")):
        refused = called("explain", wrong)
        assert refused.exit_code == 2
        assert near in refused.output


def test_two_codes_at_once_are_a_wrong_call() -> None:
    assert called("explain", "E314", "E001").exit_code == 2
