"""Packages that only some studies need: which, and how they are installed."""

from __future__ import annotations

import shlex
import sys

NAMES = {"pyspiel": "open_spiel"}  # where a package is installed by another name than it is imported by


def needs(package: str) -> str:
    """What to say where `package` is missing, with a call that installs it for the Python that runs this program.

    It names the package itself, since a copy of the repository need not be in any index.
    """
    name = NAMES.get(package, package)
    return f"this needs `{name}`: {shlex.quote(sys.executable or 'python3')} -m pip install {name}"
