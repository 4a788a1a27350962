"""What is said in several languages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

Said = TypeVar("Said")


def in_language(said: Mapping[str, Said], language: str) -> Said:
    """What is said in `language`, or in English where nothing is said in that."""
    return said.get(language, said["en"])
