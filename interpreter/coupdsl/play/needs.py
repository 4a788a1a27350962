"""Packages that only some things need: which, and how they are installed."""

from __future__ import annotations

import shlex
import sys

NAMES = {"pyspiel": "open_spiel"}  # where a package is installed by another name than it is imported by


def needs(package: str) -> str:
    """What to say where `package` is missing."""
    return f"this needs `{NAMES.get(package, package)}`: {installing(package)}"


def installing(package: str) -> str:
    """A call that installs it for the Python that runs this program.

    It names the package itself, since a copy of the repository need not be in any index.
    """
    return f"{shlex.quote(sys.executable or 'python3')} -m pip install {NAMES.get(package, package)}"
