"""The pictures of the README and other documents can be made, and those that are shown are there."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser
from tests.helpers import ROOT, sample
from tests.table.picture import MADE, PICTURES, digest, house_rule

pytestmark = [pytest.mark.unmeasured, pytest.mark.long]
SHOWN = re.compile(r"!\[[^]]*\]\((?:docs/)?pictures/(\w+)\.png\)")


@pytest.mark.parametrize("name", sample(sorted(MADE), 2))
def test_a_picture_can_be_made(browser: Browser, name: str) -> None:
    assert len(MADE[name](browser)) > 20_000


def test_each_is_shown_and_each_that_is_shown_is_there() -> None:
    documents = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    shown = {name for path in documents for name in SHOWN.findall(path.read_text("utf-8"))}
    assert shown == MADE.keys() == {path.stem for path in PICTURES.glob("*.png")}


def test_the_house_rule_is_pictured_as_the_readme_has_it() -> None:
    assert digest(house_rule()) in (PICTURES / "edited.png").read_bytes()
