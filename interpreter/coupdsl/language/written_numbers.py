"""Numbers as people write them elsewhere: with commas, dots and blanks, with a currency, with a letter for a digit, in
digits of another script.
"""

from __future__ import annotations

import re

MAX_DIGITS = 15
_CURRENCY = "[£€$¥]"
_GROUPED = r"\d{1,3}(?:[ ,.'’\u00a0\u202f]\d{3})+(?![\d/])"
_MISTYPED = r"\d+[OolI][\dOolI]*\b"
_NUMBER = re.compile(
    rf"(?<![\w.])(?:(?:{_CURRENCY} ?)?(?P<grouped>{_GROUPED})|{_CURRENCY} ?(?P<paid>\d+)|(?P<mistyped>{_MISTYPED})"
    rf"|(?P<priced>\d+)(?= ?{_CURRENCY})|(?P<foreign>\d*[^\D0-9]\d*))(?: ?{_CURRENCY})?"
)
_SIGNS = {",": "commas", ".": "dots", "'": "apostrophes", "’": "apostrophes"}
_DIGITS = str.maketrans("OolI", "0011")
_FAR = 60  # from a place, within which a number stands around it


def number_at(text: str, place: int) -> tuple[int, int, str] | None:
    """Where the number begins and ends that stands around `place`, and how it is written here."""
    near = max(0, place - _FAR)
    start = text.rfind("\n", near, place) + 1 or near
    end = text.find("\n", place, place + _FAR)
    for found in _NUMBER.finditer(text, start, place + _FAR if end < 0 else end):
        if found.start() <= place <= found.end():
            return found.start(), found.end(), _help(found)
    return None


def plain_number(text: str) -> str | None:
    """How `text`, which is one number, is written here; None where it is none, or is plain already."""
    found = _NUMBER.fullmatch(text.strip())
    return _help(found) if found is not None else None


def _help(found: re.Match[str]) -> str:
    if found["mistyped"]:
        return f"a number has only digits: `{found['mistyped'].translate(_DIGITS)}`"
    if found["foreign"]:
        return f"numbers are written with the digits 0 to 9: `{_digits(found['foreign'])}`"
    if not found["grouped"]:
        return f"amounts are plain numbers: `{_digits(found['paid'] or found['priced'])}`"
    sign = re.sub(r"\d", "", found["grouped"])[0]
    return f"numbers are written without {_SIGNS.get(sign, 'spaces')}: `{_digits(found['grouped'])}`"


def _digits(text: str) -> str:
    return "".join(str(int(sign)) for sign in text if sign.isdecimal())
