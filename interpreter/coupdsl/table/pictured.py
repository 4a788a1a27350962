"""Which cards have a picture in the deck that is shipped."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files


def pictured(drawn_as: Mapping[str, str]) -> dict[str, str] | None:
    """Of cards by what a deck calls them those that are in this one; None where none is."""
    return {name: face for name, face in drawn_as.items() if face in _deck()} or None


@cache
def _deck() -> frozenset[str]:
    text = (files("coupdsl.table") / "page" / "faces.svg").read_text("utf-8")
    return frozenset(re.findall(r'<symbol id="([^"]+)"', text))


__all__ = ["pictured"]
