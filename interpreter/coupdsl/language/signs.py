"""What text may do where it is shown: signs that steer a terminal or turn lines about are spelled out, never sent.

Texts of rule files, logs and names come from strangers. They pass here on their way out: to the terminal and to plain
files by `made_safe`, as JSON by `as_json`, which loses nothing. The program's own bold and colour are signs of their
own (`BOLD` …) that mean nothing outside and become what a terminal understands only by `for_terminal`.
"""

from __future__ import annotations

import json
import re

# Signs that no text holds on purpose (U+FDD0 and on are for the inside of programs).
RESET, BOLD, RED, GREEN, YELLOW, CYAN = "\ufdd0", "\ufdd1", "\ufdd2", "\ufdd3", "\ufdd4", "\ufdd5"
_CODES = {RESET: 0, BOLD: 1, RED: 31, GREEN: 32, YELLOW: 33, CYAN: 36}

_STEERING = (
    (0x00, 0x08), (0x0B, 0x0C), (0x0E, 0x1F), (0x7F, 0x9F),  # all control signs but the tab and the end of a line
    (0x61C, 0x61C), (0x200B, 0x200B), (0x200E, 0x200F), (0x202A, 0x202E),  # turn the direction of writing; invisible
    (0x2028, 0x2029), (0x2060, 0x206F), (0xFEFF, 0xFEFF), (0xFFF9, 0xFFFB), (0xE0000, 0xE007F),
    (0xD800, 0xDFFF), (0xFDD0, 0xFDEF),  # no signs at all
)  # fmt: skip
STEERING = re.compile("[" + "".join(f"\\U{low:08x}-\\U{high:08x}" for low, high in _STEERING) + "]|\r(?!\n)")


def made_safe(text: str) -> str:
    """The text with every sign spelled out that would do something else than be seen."""
    return STEERING.sub(lambda found: spelled(found.group()), text)


def spelled(sign: str) -> str:
    r"""How a sign is written where it is not sent: `\x1b`, `\u202e`."""
    number = ord(sign)
    return f"\\x{number:02x}" if number < 0x100 else f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"


def for_terminal(text: str, colour: bool) -> str:
    """What is sent to a terminal, with the program's own colours if it has any."""

    def sent(found: re.Match[str]) -> str:
        sign = found.group()
        if sign not in _CODES:
            return spelled(sign)
        return f"\x1b[{_CODES[sign]}m" if colour else ""

    return STEERING.sub(sent, text)


def as_json(data: object, indent: int | None = None) -> str:
    """Exactly this data as JSON; what would steer a terminal is escaped, as JSON escapes."""
    written = json.dumps(data, ensure_ascii=False, indent=indent)
    return STEERING.sub(lambda found: json.dumps(found.group())[1:-1], written)
