"""`coupdsl test`: what it prints, and what it exits with."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.commands.calls import called, process, write

TESTS = """\
rules: rules.coup
tests:
- name: the stake is paid
  play: [stay]
  paid: 0 -> pot 10 stake
"""
RULES = """\
edition 1
game stake {
  seats [2]
  account cash per seat = 100
  account pot = 0
  let first_one = first of seats
  first_one chooses staying {
    stay { first_one pays 10 to pot for stake }
    go { first_one pays fee(first_one) to pot for fine }
  }
  rule fee(s: seat): amount = if cash of s > 50 then 20 else 5
  finish by cash
  limit 10 moves { finish by 0 }
}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    write(tmp_path, "rules.coup", RULES)
    write(tmp_path, "rules.test.yaml", TESTS)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_tests_that_hold(folder: Path) -> None:
    result = called("test", folder)
    assert (result.exit_code, result.output) == (0, "1 file, 1 test: all well\n")


def test_a_test_that_fails_is_shown_with_the_place_of_the_rule(folder: Path) -> None:
    write(folder, "rules.test.yaml", TESTS.replace("10 stake", "20 stake"))
    result = called("test", "rules.test.yaml", "--coverage", "--mutate")
    assert result.exit_code == 1
    assert (
        "the stake is paid\nrules.test.yaml:5:9: E801 test-failed: paid should be `0 -> pot 20 stake`" in result.output
    )
    assert "rules.coup:8:12: paid here" in result.output
    assert "clauses" not in result.output  # only tests that hold are asked what they reach


@pytest.mark.parametrize(("stated", "reached"), [("count of seats is 3", True), ("count of seats is 4", False)])
def test_coverage_plays_where_the_rules_can_be_played(folder: Path, stated: str, reached: bool) -> None:
    refused = "- name: two are too few\n  players: 2\n  refused: this is not true\n"
    write(folder, "rules.test.yaml", "rules: rules.coup\ntests:\n" + refused)
    rules = RULES.replace("seats [2]", "seats [2, 3]").replace("  finish by", f"  check {stated}\n  finish by")
    write(folder, "rules.coup", rules)
    result = called("test", folder, "--coverage", "--games", 3)
    assert result.exit_code == 0, result.output
    assert ("reached by random games only" in result.output) is reached
    assert "1 file, 1 test: all well" in result.output


def test_coverage_names_what_is_not_reached_and_whether_games_reach_it(folder: Path) -> None:
    result = called("test", folder, "--coverage", "--games", 20)
    assert result.exit_code == 0
    assert result.output.splitlines() == [
        "rules.coup:9:10: reached by random games only: first_one pays fee(first_one) to pot for fine",
        "rules.coup:11:31: reached by random games only: if cash of s > 50 then 20 else 5",
        "rules.coup:11:54: reached by random games only: 20",
        "rules.coup:11:62: never reached: 5",
        "rules.coup:13:20: never reached: finish by 0",
        "4 of 9 clauses are reached by tests",
        "1 file, 1 test: all well",
    ]


def test_mutation_names_changes_that_no_test_notices(folder: Path) -> None:
    result = called("test", folder, "--mutate", "--jobs", 1, "--format", "json")
    assert result.exit_code == 0
    found = json.loads(result.output)
    changes = {(change["line"], change["was"], change["now"]) for change in found["mutation"]["alive"]}
    assert (5, "0", "1") in changes  # what the pot holds at first
    assert (8, "10", "11") not in changes
    assert not any(change[0] in (9, 11) for change in changes)  # nobody comes there
    assert found["mutation"]["unreached"] > 0
    write(folder, "rules.test.yaml", TESTS + "  accounts: {cash 0: 90, cash 1: 100, pot: 10}\n  scores: [90, 100]\n")
    found = json.loads(called("test", folder, "--mutate", "--jobs", 1, "--format", "json").output)
    assert found["mutation"]["alive"] == []


def test_problems_of_the_rules_are_told_once_as_their_own(folder: Path) -> None:
    write(folder, "rules.coup", RULES.replace("pays 10", "pays tens"))
    write(folder, "rules.test.yaml", TESTS + "- {name: nothing else, over: true}\n")
    result = called("test", folder)
    assert result.exit_code == 1
    assert result.output.count("rules.coup:8:27: E201 unknown-name: `tens` is not declared") == 1
    assert "E80" not in result.output


def test_json_tells_of_failures(folder: Path) -> None:
    write(folder, "rules.test.yaml", TESTS.replace("[stay]", "[go]"))
    result = called("test", folder, "--format", "json")
    assert result.exit_code == 1
    (failure,) = json.loads(result.output)["failures"]
    assert (failure["test"], failure["code"], failure["line"]) == ("the stake is paid", "E801", 5)


def test_files_that_are_no_tests(folder: Path) -> None:
    result = called("test", "rules.coup")
    assert result.exit_code == 1
    assert "E006 nothing-found: there are no tests: no file `*.test.yaml`" in result.output
    assert "there is no file or folder `nowhere`\n\n" in called("test", "nowhere").output
    assert "there is no file or folder `coup`\n\n" in called("test", "coup").output, "its file holds no tests"
    write(folder, "rules.test.yaml", TESTS.replace("paid:", "pays:"))
    assert "rules.test.yaml:5:3: E505 unknown-key: `pays` is not known here" in called("test", folder).output


def test_validate_reads_tests_and_does_not_run_them(folder: Path) -> None:
    write(folder, "rules.test.yaml", TESTS.replace("10 stake", "20 stake"))
    assert "rules.test.yaml" not in called("validate", folder).output
    write(folder, "rules.test.yaml", TESTS.replace("rules.coup", "rule.coup"))
    result = called("validate", folder)
    assert result.exit_code == 1
    assert "rules.test.yaml:1:8: E001 not-readable: there is no ruleset `rule.coup`" in result.output


def test_it_works_in_processes_of_its_own(folder: Path) -> None:
    result = process("test", folder, "--mutate", "--jobs", "2", "--seconds", "60")
    assert result.returncode == 0, result.stderr
    assert result.stderr == ""
    assert "changes are noticed by tests" in result.stdout
