"""What people write after `replace` though it is no declaration, and what is replaced or answered instead."""

from __future__ import annotations

import re

OF_DECISION = "replace the rule that asks it: `replace rule … { … }`; what the `game` itself asks cannot be replaced"
OF_GAME = (
    "replace what it declares, one by one: `replace rule … = …`, `replace seats […]`; lines that it runs cannot be"
)
DECISION = ("decision", "choice", "menu")
ANSWERED = (
    "the variant answers an option: `options: {{{0}{1}: …}}`; for an answer that is none of its readings, replace the "
    "rules that ask for it"
)
_LINES = "finish|repeat|move|shuffle|play|show|reveal|for|if|case|check|give|leave|again"

OF_REPLACING = (
    (r"\breplace (\w+) +", "=", "write `replace let {0} = …`, or `replace rule {0} = …`"),
    (r"\breplace option +(\w+)", r"((?:\.\w+)+)", ANSWERED),
    (
        rf"\breplace +(?:{_LINES})\b[^\n]*",
        "",
        "replace the rule that it is in: `replace rule … {{ … }}`; lines of the `game` itself cannot be replaced",
    ),
)
"""Rows of habits, as in `SPOKEN`."""

_HEAD = re.compile(rf"^ *replace +({'|'.join(DECISION)}) +\w+ *\{{", re.MULTILINE)


def replaced_decision(text: str) -> re.Match[str] | None:
    """Where a text wants to replace a decision: the word for it is its first group."""
    return _HEAD.search(text)
