"""`coupdsl explain`: the pages of the error codes, and where values come from."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from tests.commands.calls import ROOT, called, write
from tests.helpers import composed

from coupdsl.code.seats import allowed_seats
from coupdsl.engine.load import playable
from coupdsl.language.codes import CODES
from coupdsl.rulesets.compose import compose
from coupdsl.rulesets.provenance import origins, paths


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


# ---- where a value comes from
def test_where_an_account_and_the_seats_come_from(tmp_path: Path) -> None:
    write(tmp_path, "purse.coup", "edition 1\nreplace account cash per seat = 5000 short partial\n")
    path = write(tmp_path, "purse.yaml", "variant: purse\nextends: parker-1966\nrules: {add: [./purse.coup]}\n")
    lines = called("explain", path, "cash").output.splitlines()
    assert lines[0] == "cash: account cash per seat = 5000 short partial"
    assert lines[1].split("  ")[1:] == [
        "account cash per seat = 10000 short borrow", "contracts/coup-detat/game.coup:24:11 [P12, P13, P95]"
    ]  # fmt: skip
    assert lines[2].startswith("  account cash per seat = 5000 short partial") and lines[2].endswith("  in force")
    assert called("explain", "five", "seats").output.splitlines()[0] == "seats: seats [5]"
    assert "zone hand per seat: set seen by owner" in called("explain", "parker-1966", "hand").output


VARIANT = "variant: mine\nextends: french\noptions:\n  loan.unit: 500\ncontracts:\n  set:\n    siege: {collect: 1200}\n"


def test_where_an_option_comes_from(tmp_path: Path) -> None:
    path = write(tmp_path, "mine.yaml", VARIANT)
    result = called("explain", path, "loan.unit")
    assert result.exit_code == 0
    lines = [line.split() for line in result.output.splitlines()]
    assert lines[0] == ["loan.unit:", "500"]
    assert [line[0] for line in lines[2:5]] == ["1000", "100", "500"]
    assert lines[2][-2:] == ["[A21,", "F5]"]
    assert "options.coup:" in lines[2][1]
    assert "french.yaml:" in lines[3][1]
    assert lines[4][1].endswith("mine.yaml:4:14")
    assert lines[4][-2:] == ["en", "vigueur"]  # as the rules it extends
    given = called("explain", path, "loan.unit", "--option", "loan.unit=100", "--format", "json")
    data = json.loads(given.output)
    assert (data["value"], data["stated"][-1]["place"]) == ("100", "the call:1:1")


def test_where_a_field_and_a_rule_come_from(tmp_path: Path) -> None:
    path = write(tmp_path, "mine.yaml", VARIANT)
    data = json.loads(called("explain", path, "siege.collect", "--format", "json").output)
    assert [one["value"] for one in data["stated"]] == ["1000", "1200"]
    assert data["stated"][0]["rules"] == ["P75", "X2"]
    assert data["question"] is None
    rule = json.loads(called("explain", "short", "hands_per_round", "--format", "json").output)
    assert [one["value"] for one in rule["stated"]] == ["count of contracts", "the short.hands_per_round"]
    assert rule["value"] == "the short.hands_per_round"
    default = json.loads(called("explain", "parker-1966", "hands_per_round", "--format", "json").output)
    assert default["value"] == "count of contracts"


@pytest.mark.parametrize("name", ["parker-1966", "coup", "coup-detat-2005", "spades"])
def test_everything_that_is_listed_can_be_explained(name: str) -> None:
    files, _ = compose(name)
    assert files is not None
    rules = playable(files, max(allowed_seats(files)))
    listed = paths(rules)
    assert len(listed) == len(set(listed)) > 20
    for path in listed:
        assert origins(files, rules, path), path


def test_the_other_answers_to_a_question_are_told() -> None:
    lines = called("explain", "parker-1966", "loan.lender").output.splitlines()
    assert lines[0] == "loan.lender: borrower_choice (the player whom the borrower names)"
    at = lines.index("other answers:")
    assert [line.split()[0] for line in lines[at + 1 :]] == ["richest", "payee", "any_consenting"]
    assert lines[at + 1].endswith("  the richest player")
    data = json.loads(called("explain", "french", "loan.lender", "--format", "json").output)
    assert [row["value"] for row in data["others"]] == ["richest", "payee", "any_consenting"]
    assert "other answers" not in called("explain", "parker-1966", "siege.collect").output


def test_the_beginning_of_a_name_lists_what_lies_under_it(tmp_path: Path) -> None:
    path = write(tmp_path, "mine.yaml", VARIANT)
    data = json.loads(called("explain", path, "loan", "--format", "json").output)
    values = {row["path"]: row["value"] for row in data["under"]}
    assert set(values) == {key for key in playable(composed("french"), 4).options if key.startswith("loan.")}
    assert (values["loan.unit"], values["loan.split"]) == ("500", "true")
    asks = {row["path"]: row["question"] for row in data["under"]}
    assert asks["loan.unit"] == json.loads(called("explain", path, "loan.unit", "--format", "json").output)["question"]
    assert asks["loan.unit"] != asks["loan.split"]
    text = called("explain", path, "siege").output
    assert re.search(r"^siege.collect +1200$", text, re.MULTILINE)
    assert re.search(r"^siege.spades.each +100$", text, re.MULTILINE)
    assert called("explain", path, "sieg").exit_code == 2


def test_what_a_variant_took_out_is_told_to_be_out_of_play() -> None:
    (*_, stated) = called("explain", "short", "touche.first_trick.each").output.splitlines()
    (*_, under) = called("explain", "short", "touche").output.splitlines()
    assert re.search(r"  not played here: \S*short\.yaml:6:19$", stated)
    assert re.fullmatch(r"not played here: \S*short\.yaml:6:19", under)
    (*_, french) = called("explain", "french-short", "touche.collect").output.splitlines()
    assert "  non joué ici : " in french and "en vigueur" not in french
    data = json.loads(called("explain", "short", "siege.collect", "--format", "json").output)
    assert (data["asked"], data["taken_out"]) == (True, None)


def test_slips_of_paths_are_answered() -> None:
    result = called("explain", "french", "siege.colect")
    assert result.exit_code == 2
    assert "did you mean `siege.collect`?" in " ".join(result.output.replace("│", " ").split())
    inside = called("explain", "parker-1966", "siege.each").output
    assert "did you mean `siege.spades.each`?" in " ".join(inside.replace("│", " ").split())
    assert called("explain", "nonsuch", "siege.collect").exit_code == 1
    assert called("explain", "a", "b", "c").exit_code == 2


def test_a_french_ruleset_is_explained_in_french() -> None:
    lines = called("explain", "french", "loan.unit").output.splitlines()
    assert lines[1] == "  Par quelles tranches emprunte-t-on ?"
    assert lines[3].startswith("  100 ") and lines[3].endswith("  en vigueur")
    assert lines[4] == "autres réponses :"
    assert "language" not in json.loads(called("explain", "french", "loan.unit", "--format", "json").output)
