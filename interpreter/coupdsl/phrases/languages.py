"""The languages in which a rulebook can be printed."""

from __future__ import annotations

from coupdsl.phrases.english import ENGLISH
from coupdsl.phrases.french import FRENCH

WORDS = {"en": ENGLISH, "fr": FRENCH}
