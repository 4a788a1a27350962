"""Every numbered statement of docs/rules has its place in the rules, or a reason why it has none."""

from __future__ import annotations

import re
from functools import cache

import pytest
import yaml
from tests.helpers import ROOT, coup_files

pytestmark = pytest.mark.unmeasured

STATED = re.compile(r"^- \*\*([A-Z]+\d+)\*\*", re.MULTILINE)
CITED = re.compile(r"@([A-Z]+\d+)\b")
NUMBER = re.compile(r"\b([A-Z]{1,2}\d+)\b")
REASONS = ROOT / "tests" / "facts_without_rules.yaml"


@cache
def stated() -> tuple[str, ...]:
    files = sorted((ROOT / "docs" / "rules").glob("*.md"))
    return tuple(number for path in files for number in STATED.findall(path.read_text("utf-8")))


@cache
def cited() -> dict[str, list[str]]:
    """Every number cited, with the places: after @ in rule files, in comments of variants."""
    found: dict[str, list[str]] = {}
    for path in coup_files():
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            for fact in CITED.findall(re.sub(r'"[^"]*"', "", line).split("#")[0]):
                found.setdefault(fact, []).append(f"{path.relative_to(ROOT)}:{number}")
    for path in sorted((ROOT / "variants").glob("*.yaml")):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            for fact in NUMBER.findall(line.partition("#")[2]):
                found.setdefault(fact, []).append(f"{path.relative_to(ROOT)}:{number}")
    return found


@cache
def excused() -> dict[str, str]:
    loaded: dict[str, str] = yaml.safe_load(REASONS.read_text("utf-8"))
    return loaded


def test_facts_are_found_and_numbered_once() -> None:
    assert len(stated()) > 150
    assert len(stated()) == len(set(stated()))


def test_every_fact_is_cited_or_excused() -> None:
    missing = [fact for fact in stated() if fact not in cited() and fact not in excused()]
    assert not missing, f"no rule cites these, and {REASONS.name} gives no reason"


def test_every_citation_is_a_fact() -> None:
    unknown = {fact: places for fact, places in cited().items() if fact not in stated()}
    assert not unknown


def test_every_excuse_is_needed_and_has_words() -> None:
    for fact, reason in excused().items():
        assert fact in stated(), fact
        assert fact not in cited(), f"{fact} is cited now"
        assert len(reason.split()) >= 3, fact


def test_numbers_that_excuses_name_exist() -> None:
    for reason in excused().values():
        assert set(NUMBER.findall(reason)) <= set(stated())
