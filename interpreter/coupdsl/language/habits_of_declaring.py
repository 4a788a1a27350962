"""What people write where states, zones and rules are declared: what stands before, what there, and the help."""

from __future__ import annotations

HIDING = "hidden|secret|private|public|visible|open"

OF_DECLARING = (
    *(
        (r"\b(?:state|zone) [^\n]*", rf"(?:{how}) +(?:its +|the +)?{whom}\b", f"write `seen by {seen}`")
        for how, whom, seen in (
            ("hidden +(?:from|to|for|by)|(?:secret|private) +from", "(?:all|everybody|everyone)", "none"),
            ("hidden +(?:from|to|for|by)|(?:secret|private) +from", "others", "owner"),
            ("hidden +(?:from|to|for|by)|(?:secret|private) +from", "owner", "others"),
            ("(?:secret|private|public|visible|open) +(?:to|for|by)", "(owner|all|none|others)", "{0}"),
        )
    ),
    (
        r"\b(?:state|zone) [^\n]*",
        rf"(?:{HIDING})\b",
        "say who sees it, such as `seen by all` or `seen by owner`",
    ),
    *(
        (
            rf"\b(?:pieces|kind) +(\w+)\b[^\n{{]*\{{(?:[^\n}}]*,)? *([a-z]\w*)(?:{kept}) +",
            r"per +(\w+)",
            "a field holds one value; what is kept per `{2}` is a state: `state {1} per {0} per {2}: …`",
        )
        for kept in ("", r": *\w+")
    ),
    (
        r"^ *(?!(?:state|zone|account)\b)([a-z]\w*) +",
        r"per +(\w+) *:",
        "a field holds one value; what is kept per `{1}` is a state: `state {0} per … per {1}: …`",
    ),
    (r": *(set|list) +", r"([a-z]\w*)", "write `{0} of {1}`"),
    (r"\bzone [^\n]*(?:row|set)(?: of \w+)? *", r"\n", "say who sees it, such as `seen by all` or `seen by owner`"),
    (r"\brule (\w+)\( *", r"\)", "without values it has no brackets: `rule {0}`"),
    (r"\brule \w+\((?:[^()\n]*, *)?([a-z]\w*) *", "[),]", "say what it is, such as `{0}: seat`"),
    (r"\brule \w+\((?:[^()\n]*, *)?([a-z]\w*) +", r"([a-z]\w*)", "the name comes first: `{1}: {0}`"),
    (r"\brule (\w+) +", r"of\b", "put what it is asked about in brackets: `rule {0}(s: seat)`"),
)
"""Rows of habits, as in `SPOKEN`."""
