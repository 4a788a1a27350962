"""What people write where rules branch, and how it is written here: what stands before, what there, and the help."""

from __future__ import annotations

import re

from coupdsl.language.habits_of_speech import ACT, STATEMENT, TO_END

NEAR = 4000  # letters in which the beginning of a `case` is looked for
_LABEL = r"(?:[a-z]\w*|\d+)"
_LABELS = rf"({_LABEL}(?: *, *{_LABEL})*) *"
_ASKED = rf"(?:{_LABELS}|{_LABEL} of .*)?"
_ARROW = "[=-]?> *"  # of `->` what stands before the place may be the `-`
_DONE = rf"(?:\{{|{STATEMENT}|{ACT}|[a-z]\w*\()"
_ACTS = "put what is done in braces: `{0} {{ … }}`"
_IS = "its value comes after a colon: `{0}: …`"
_COMPARED = "a branch names values; for a comparison write "

OF_IF = (
    (
        r"(?:^|[{}]) *(?:else +)?(if)\b[^\n{}]*",
        rf"(?:{_ARROW}|, *(?:then +)?){_DONE}",
        "put what is done in braces: `{0} … {{ … }}`",
    ),
    (r"\bif\b(?![^\n{}]*\bthen\b)[^\n{}]*", rf"{_ARROW}[^\n{{}}]*\belse\b", "write `if … then … else …`"),
    (r"\bcase *", r"\{", "say of what: `case suit of c {{ … }}`; for a comparison write `if`"),
)
_ALONE = "`otherwise` offers one word; what is picked is chosen in its braces: `otherwise "
OF_OTHERWISE = (
    (r"^ *otherwise +([a-z]\w*) +", rf"([a-z]\w* +from +{TO_END})", _ALONE + "{0} {{ s chooses {0} {1} … }}`"),
    (r"^ *otherwise +([a-z]\w*) +", rf"(from +{TO_END})", _ALONE + "name {{ s chooses name {0} {1} … }}`"),
    (r"^ *otherwise +([a-z]\w*) +", r"(?:if|where|when)\b",
     "it is offered if nothing else can be chosen: `otherwise {0} {{ … }}`; with a condition, leave out `otherwise`"),
    (r"^ *otherwise +([a-z]\w*)", r" *(?:[\n}@#]|$)", "put what is then done in braces: `otherwise {0} {{ … }}`"),
    (r"^ *otherwise *", r":? *\{", "give the answer a name: `otherwise pass {{ … }}`"),
    (r"^ *otherwise *", r": *([a-z]\w*)", "leave out the colon: `otherwise {0} {{ … }}`"),
    (r"^ *(?:(?:(?!if\b)[^\n{}]*\{[^\n]*)?\} *)?", r"else +(?!if\b)([a-z]\w*) *\{",
     "if nothing else can be chosen, `otherwise {0} {{ … }}` is offered"),
)  # fmt: skip
"""Rows of habits, as in `SPOKEN`."""

_ANY_CASE = (
    ("(?:when|is|if|case) *", _LABELS, "a branch begins with its value: `{0}`"),
    (_LABELS, rf"(?:or\b|and\b|\||/) *({_LABEL})", "put a comma between values: `{0}, {1}`"),
    (r"(\d+) *", r"(?:\.\.|to\b|-) *(\d+)", "each value is named: `{0}, …, {1}`"),
)
_ACTING = (
    (r"(?:.*\})?", r"(?:else|default)\b", "for everything else write `otherwise {{ … }}`"),
    ("default", "", "for everything else write `otherwise {{ … }}`"),
    (r".*\}", "(?!otherwise)[a-z0-9]", "put each on a line of its own"),
    *_ANY_CASE,
    (rf"{_LABELS}(?:-|:.*)", "", _ACTS),
    (_LABELS, rf"(?:[=-]>|then\b|:|{STATEMENT}|{ACT})", _ACTS),
    (_ASKED, "[<>+]|of\\b", f"{_COMPARED}`if … {{{{ … }}}} else {{{{ … }}}}`"),
)
_GIVING = (
    (".*", r"(?:else|default) *:", "for everything else write `otherwise: …`"),
    *_ANY_CASE,
    (rf"{_LABELS}-", "", _IS),
    (_LABELS, r"(?:[=-]>|:?=|then\b|\{)", _IS),
    (_ASKED, "[<>+]|of\\b", f"{_COMPARED}`if … then … else …`"),
)
_OF_ACTING, _OF_GIVING = (
    tuple((re.compile(before), re.compile(there), help_) for before, there, help_ in rows)
    for rows in (_ACTING, _GIVING)
)


def of_case(before: str, there: str) -> str | None:
    """Help for a branch of a `case` that is refused between `before` and `there`; None where it is no known habit."""
    head, branch = _around(before[-NEAR:])
    if re.search(r"\bcase\b", head) is None:
        return None
    for left, right, help_ in _OF_ACTING if head.startswith("case") else _OF_GIVING:
        found, stands = left.fullmatch(branch), right.match(there)
        if found and stands:
            return help_.format(*(part for part in (*found.groups(), *stands.groups()) if part is not None))
    return None


def _around(text: str) -> tuple[str, str]:
    """What opens the block that is open where `text` ends, and the last line of that block so far."""
    deep = 0
    for brace in reversed(list(re.finditer("[{}]", text))):
        deep += 1 if brace[0] == "}" else -1
        if deep < 0:
            head = re.split("[{}\n]", text[: brace.start()])[-1]
            return head.strip(), text[brace.end() :].rpartition("\n")[2].strip()
    return "", ""
