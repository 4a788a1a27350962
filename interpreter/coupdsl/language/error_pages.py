"""The pages that explain the codes: those of `docs/errors`, which are shipped with the program."""

from __future__ import annotations

import re
from difflib import get_close_matches

from coupdsl.language.codes import CODES, Code
from coupdsl.language.places import shipped

_FENCE = re.compile(r"^```([^\n`]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\[([^\]]*)\]\([^)\s]+\)")


def find_code(word: str) -> Code | None:
    """The code that `word` means: its number or its short name, in any case."""
    asked = word.strip().lower()
    return next((code for code in CODES.values() if asked in (code.number.lower(), code.name)), None)


def near_codes(word: str) -> list[str]:
    """The numbers or names that a word which is no code may be meant for, the nearest first."""
    asked = word.strip()
    swapped = [number for number in CODES if sorted(number) == sorted(asked.upper())]
    numbers = get_close_matches(asked.upper(), CODES, 3, 0.7)
    names = get_close_matches(asked.lower(), [code.name for code in CODES.values()], 3, 0.7)
    return list(dict.fromkeys([*swapped, *numbers, *names]))[:3]


def page(code: Code) -> str:
    """The page of `code` as Markdown."""
    return (shipped() / "docs" / "errors" / f"{code.number}.md").read_text("utf-8")


def plain(page: str) -> str:
    """A page as it reads on a terminal: examples stand indented, links are their words."""
    text, at = "", 0
    for fence in _FENCE.finditer(page):
        text += _LINK.sub(r"\1", page[at : fence.start()]) + _example(fence[1].split(), fence[2])
        at = fence.end()
    return text + _LINK.sub(r"\1", page[at:])


def _example(info: list[str], lines: str) -> str:
    title = f"  {info[2]}:\n\n" if info[1:2] == ["file"] else ""
    return title + "\n".join(f"    {line}".rstrip() for line in lines.splitlines())
