"""Words without their accents, so that they can be compared, or be names."""

from __future__ import annotations

import re
import unicodedata

_TWO = str.maketrans({"œ": "oe", "æ": "ae"})


def unaccented(text: str) -> str:
    """A text in small letters without accents."""
    plain = unicodedata.normalize("NFKD", text.casefold().translate(_TWO))
    return "".join(letter for letter in plain if unicodedata.category(letter) not in ("Mn", "Cf"))


def with_hyphens(text: str) -> str:
    """The same as a name: letters and digits alone, with a hyphen for whatever lies between them."""
    return re.sub("[^a-z0-9]+", "-", unaccented(text)).strip("-")
