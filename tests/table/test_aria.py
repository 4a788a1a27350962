"""What a screen reader is given of the main positions stays what was read aloud; see `aria_positions`."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.table.aria_positions import FOLDER, POSITIONS
from tests.table.conftest import Opened
from tests.table.pages import READY

pytestmark = pytest.mark.unmeasured


@pytest.mark.parametrize("name", POSITIONS)
def test_what_a_screen_reader_is_given(name: str, opened: Opened) -> None:
    page = opened(POSITIONS[name]())
    page.wait_for_function(READY)
    expect(page.locator("body")).to_match_aria_snapshot((FOLDER / f"{name}.yaml").read_text("utf-8"))


def test_a_position_is_kept_for_each() -> None:
    assert {file.stem for file in FOLDER.glob("*.yaml")} == set(POSITIONS)
