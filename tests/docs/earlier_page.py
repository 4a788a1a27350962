"""Two pages of how strong players are, put together: of each line or section the one that tells of more deals.

What was played before games were kept is known from the page alone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

OF_GAMES = "\n| game |"  # begins a table with lines that stand for themselves
COUNTS = ("deals", "games")  # heads of columns
BETWEEN = " – "
PAIR = f"first{BETWEEN}second"
LINES = re.compile(r"(?:^\|.*\n)+", re.MULTILINE)  # of a table


def together(new: str, old: str) -> str:
    """What both say, in the words of the new page."""
    news, olds = _sections(new), _sections(old)
    found: list[str] = []
    for title in in_order(list(news), list(olds)):
        one, other = news.get(title), olds.get(title)
        if one is None or other is None:
            found.append(one or other or "")
        elif OF_GAMES in one:
            found.append(_lines_together(one, other))
        else:
            found.append(one if _weight(one) >= _weight(other) else other)
    return "\n".join(found)


def in_order(new: Sequence[str], old: Sequence[str]) -> list[str]:
    """The old ones, and after each the new ones that follow it where they are new."""
    found = list(old)
    for at, one in enumerate(new):
        if one not in found:
            found.insert(found.index(new[at - 1]) + 1 if at else 0, one)
    return found


def _sections(page: str) -> dict[str, str]:
    """By their headings; what comes before has none."""
    parts = re.split(r"\n(?=## )", page)
    return {part.partition("\n")[0] if at else "": part for at, part in enumerate(parts)}


def _lines_together(new: str, old: str) -> str:
    (table,), (before,) = LINES.findall(new), LINES.findall(old)
    heads, line, *_ = table.splitlines()
    news, olds = _by_name(table), _by_name(before)
    told = [_heavier(heads, news.get(name), olds.get(name)) for name in in_order(list(news), list(olds))]
    return new.replace(table, "\n".join((heads, line, *told)) + "\n")


def _by_name(table: str) -> Mapping[str, str]:
    """The lines by what they are about: the game, and who is compared in it."""
    heads, _, *lines = table.splitlines()
    of_pairs = _cells(heads)[1] == PAIR
    found: dict[str, str] = {}
    for line in lines:
        game, pair = _cells(line)[:2]
        found[" ".join([game, *(sorted(pair.split(BETWEEN)) if of_pairs else ())])] = line  # whoever is ahead
    return found


def _heavier(heads: str, new: str | None, old: str | None) -> str:
    if new is None or old is None:
        return new or old or ""
    at = _cells(heads).index(COUNTS[0])
    return new if _number(_cells(new)[at]) >= _number(_cells(old)[at]) else old


def _weight(section: str) -> int:
    """How many deals or games its tables tell of, else how many figures."""
    counts, cells = [], list[str]()
    for table in LINES.findall(section):
        heads, _, *lines = table.splitlines()
        for line in lines:
            named = dict(zip(_cells(heads), _cells(line), strict=True))
            counts += [_number(named[head]) for head in COUNTS if head in named]
            cells += [cell for cell in named.values() if cell != "·"]
    return sum(counts) if counts else len(cells)


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("| ").split("|")]


def _number(text: str) -> int:
    return int(text.replace(",", ""))
