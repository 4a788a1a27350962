"""What people write for a condition on a card, such as `lead: no hearts`, and how it is written here."""

from __future__ import annotations

import re

_CONDITION = re.compile(
    r".*(?:\b(?:where|preferring|if|and|or)|:(?!=)) +((no|never|only|just) +([a-z]\w*)\b)(?! *(?:where|of|in)\b)"
)
LONGEST = 200  # letters of a line that help is looked for


def of_condition(before: str, there: str) -> str | None:
    """Help for a condition that names what may or may not be, refused between `before` and `there`."""
    line = before[before.rfind("\n") + 1 :]
    found = _CONDITION.match((line + there.partition("\n")[0])[:LONGEST])
    if found is None or not found.start(1) <= len(line) <= found.end(1):
        return None
    verb = "is" if found[2] in ("only", "just") else "is not"
    return f"a condition asks something: `suit {verb} {found[3]}`, or `rank {verb} {found[3]}`"
