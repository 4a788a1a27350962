"""Names that help can offer: those that stand nowhere yet."""

from __future__ import annotations

import re
from itertools import chain, count

from coupdsl.language.source import Span


def free_name(place: Span, *names: str) -> str:
    """The first of the names that stands nowhere in the file of a place; where all do, the last with a number."""
    text, numbered = place.source.text, (f"{names[-1]}_{n}" for n in count(2))
    return next(name for name in chain(names, numbered) if re.search(rf"\b{name}\b", text) is None)
