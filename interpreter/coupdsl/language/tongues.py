"""What is said in several languages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

Said = TypeVar("Said")


def in_language(said: Mapping[str, Said], language: str) -> Said:
    """What is said in `language`, or in English where nothing is said in that."""
    return said.get(language, said["en"])


def in_any(said: Mapping[str, Said], language: str) -> Said | None:
    """The same, or what is said in another language where there is no English either; None where nothing is said."""
    return in_language({"en": next(iter(said.values())), **said}, language) if said else None


class Count(int):
    """How many there are; a template such as `{0:player|players}` says it with their name, of one or of several."""

    def __format__(self, forms: str) -> str:
        one, between, several = forms.partition("|")
        return f"{int(self)} {one if self == 1 else several}" if between else format(int(self), forms)
