"""The script of the page is what its sources make."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from tests.helpers import ROOT

TABLE = ROOT / "interpreter" / "coupdsl" / "table"
MOST = 60_000  # bytes, gzipped


def test_the_script_of_the_page_is_what_its_sources_make(tmp_path: Path) -> None:
    if shutil.which("npm") is None:
        if os.environ.get("COUPDSL_BROWSER") == "wanted":
            pytest.fail("there is no npm, and the script of the page is to be made")
        pytest.skip("there is no npm here: whether the script of the page is up to date is not tested")
    shutil.copytree(TABLE / "client", tmp_path / "client", ignore=shutil.ignore_patterns("node_modules"))
    (tmp_path / "page").mkdir()
    for call in (["npm", "ci", "--no-audit", "--no-fund"], ["npm", "run", "build"]):
        subprocess.run(call, cwd=tmp_path / "client", check=True, capture_output=True)
    assert (tmp_path / "page" / "table.js").read_text("utf-8") == (TABLE / "page" / "table.js").read_text("utf-8")


def test_the_script_is_small_and_names_no_address() -> None:
    import gzip

    script = (TABLE / "page" / "table.js").read_bytes()
    assert len(gzip.compress(script)) < MOST
    lock = (TABLE / "client" / "package-lock.json").read_text("utf-8")
    assert '"resolved"' not in lock
