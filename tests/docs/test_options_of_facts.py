"""What docs/rules says of options: keys that there are, with all their readings, the default first."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.helpers import ROOT, composed

from coupdsl.language.program import Option
from coupdsl.rulesets.catalogue import shipped_variants
from coupdsl.rulesets.values import option_value

RULESETS = {"demers-2005": "coup-detat-2005", "french": "parker-1966"}  # of pages that are called differently
PAGES = sorted((ROOT / "docs" / "rules").glob("*.md"))
STATED = re.compile(r"`([a-z_]+(?:\.[a-z_]+)*): ([^`{}]+)`")
OPEN = {"a number", "a ratio", "a set of contracts"}


def stated(page: Path) -> list[tuple[str, list[str]]]:
    """Each key with the readings that stand after it."""
    text = re.sub(r"\s+", " ", page.read_text("utf-8"))
    return [(key, [part.strip() for part in readings.split("|")]) for key, readings in STATED.findall(text)]


def options_of(page: Path) -> dict[str, Option]:
    """Those of its game, and of the game as another program plays it."""
    name = RULESETS.get(page.stem, page.stem)
    names = [one for one in (f"{name}-open-spiel", name) if one in shipped_variants()]
    return {key: option for one in names for key, option in composed(one).program.options.items()}


def test_pages_state_options() -> None:
    assert sum(len(stated(page)) for page in PAGES) > 130


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_options_are_those_of_the_rules(page: Path) -> None:
    known, program = options_of(page), composed(RULESETS.get(page.stem, page.stem)).program
    for key, readings in stated(page):
        assert key in known
        option = known[key]
        strange = [reading for reading in readings if option_value(option, reading, program)[1] is not None]
        assert OPEN.issuperset(strange) or set(strange) <= {*option.readings()}, (key, strange)
        if len(readings) > 1:
            assert option_value(option, readings[0], program)[0] == option.default, (key, "the default comes first")
            assert strange or set(option.readings()) <= {*readings, "none"}, (key, option.readings())
