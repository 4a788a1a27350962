"""What people write with signs that mean something elsewhere: what stands before, what there, and the help."""

from __future__ import annotations

_COMMENT = "a comment begins with `#`"

OF_SIGNS = (
    ("", r"(?:True|TRUE)\b", "write `true`"),
    ("", r"(?:False|FALSE)\b", "write `false`"),
    ("", r"; *[^\s}#]", "put what follows on a line of its own, without `;`"),
    ("", ";", "lines need no such mark at their end: remove it"),
    ("/", "[/*]", _COMMENT),
    (" ", "#", "a YAML text cannot contain a comment: write it after the text"),
    ("", "#", "a comment begins with a space and `#`"),
    ("", "@", "citations such as `@P4` belong in `.coup` files"),
    (r"^ *--[^\n]*", "", _COMMENT),
    ("", "(?:isn|aren|doesn|don)['’]t\\b", "write `is not`"),
    ("", "['“”„‘’«»]", 'texts go in straight double quotes: "…"'),
    ("", "[£€$]", "amounts are plain numbers"),
    (r"(?:: *|^ *)\d+ +", r"([^\W\d_]+) *(?:[\n}#@,]|$)", "amounts are plain numbers: leave out `{0}`"),
    ("[:=(] *", r"\+(\d+)", "write `{0}`"),
    ("", "[–—−]", "write `-`"),
    (r"\w", r"\. *(?:\n|$)", "lines need no such mark at their end: remove it"),
    (r"\w +", r"\([^()\n]*\) *(?:\n|$)", _COMMENT),
    (r"\d", "%", "a part of something is a ratio, such as `1/10`"),
    (r"\d", r"\.\d", "numbers are whole; a part of something is a ratio, such as `1/2`"),
    (r"[a-z0-9]", "-[a-z]", "names are written with `_`, not with `-`"),
    ("[!<]", "[=>]", "write `is not`"),
    ("", "!=|<>|≠", "write `is not`"),
    (r"\bnot +", r"is\b", "write `is not`"),
)
"""Rows of habits, as in `SPOKEN`."""
