"""The languages in which a rulebook can be printed."""

from __future__ import annotations

from coupdsl.rulebook.english import ENGLISH
from coupdsl.rulebook.french import FRENCH

WORDS = {"en": ENGLISH, "fr": FRENCH}
