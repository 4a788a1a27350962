"""Reports written out, to be read by people: `python -m tests.study.golden` writes them anew."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

from tests.commands.calls import called

FOLDER = Path(__file__).parent / "reports"
WRITTEN = list(product(("kuhn", "coup"), ("en", "fr")))


def path_of(name: str, language: str) -> Path:
    return FOLDER / f"{name}.{language}.txt"


def report(name: str, language: str) -> str:
    """The report, without the fingerprint, which tells changes that nothing here shows."""
    result = called("simulate", name, "--games", 200, "--lang", language)
    assert result.exit_code == 0, result.output
    return re.sub(r"\b[0-9a-f]{12}\b", "…", result.stdout)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, language in WRITTEN:
        path_of(name, language).write_text(report(name, language), "utf-8")
