"""Words of the shipped files misspelt as people misspell them, and whether what is said offers the right word.

A slip counts as answered where some help has the right word in backticks, or where that is said to be missing and the
slip is shown as what may be meant. Where the slip is in a declaration, what is
offered at the uses of the name is the misspelt word: that is as right, since nobody can know which of them is meant.
What is no slip, such as a name that nothing uses, is told in `test_typos.py`.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.helpers import coup_files, yaml_files
from tests.properties.test_typos import Typo, played_files, tokens, told_of, typos

from coupdsl.language.diagnostics import Diagnostic

BESIDE = {a: b for row in ("qwertyuiop", "asdfghjkl", "zxcvbnm") for a, b in zip(row, row[1:] + row[-2], strict=True)}


def _swapped(word: str, at: int) -> str:
    return word[:at] + word[at + 1] + word[at] + word[at + 2 :]


WAYS: dict[str, Callable[[str, int], str]] = {
    "a letter too many": lambda word, at: word[:at] + BESIDE.get(word[at], "x") + word[at:],
    "a letter left out": lambda word, at: word[:at] + word[at + 1 :],
    "the first letter left out": lambda word, at: word[1:],
    "a letter twice": lambda word, at: word[:at] + word[at] + word[at:],
    "two letters swapped": _swapped,
    "the key beside": lambda word, at: word[:at] + BESIDE.get(word[at], "x") + word[at + 1 :],
    "a capital": lambda word, at: word.capitalize(),
    "a plural": lambda word, at: word[:-1] if word.endswith("s") else word + "s",
}
SHORTEST = 4  # letters; of shorter words too little is left to tell what was meant


@dataclass(frozen=True)
class Slip:
    """A word written in another way, at a place of a shipped file."""

    typo: Typo
    word: str
    way: str

    def __str__(self) -> str:
        return f"{Path(self.typo.path).name}:{self.typo.line}: {self.word} → {self.typo.instead} ({self.way})"


@cache
def words() -> list[tuple[Typo, str]]:
    """Every word of the shipped files whose misspelling must be noticed."""
    uses = Counter(text for path in coup_files() for kind, _, _, text in tokens(path) if kind == "word")
    found = []
    for path in (*played_files(), *yaml_files()):
        text = path.read_text("utf-8")
        seen = set()
        for typo in typos(path, uses):
            word = text[typo.start : typo.end]
            if typo.kind in ("keyword", "name", "key") and typo.start not in seen and len(word) >= SHORTEST:
                seen.add(typo.start)
                found.append((typo, word))
    return found


def slips(chosen: list[tuple[Typo, str]], rnd: random.Random) -> list[Slip]:
    """One slip for each of these words, in one of the ways."""
    found = []
    for typo, word in chosen:
        way = rnd.choice(list(WAYS))
        places = [at for at in range(1, len(word) - 1) if way != "two letters swapped" or word[at] != word[at + 1]]
        instead = WAYS[way](word, rnd.choice(places)) if places else word + word[-1]
        broken = Typo(typo.path, typo.line, typo.start, typo.end, instead, typo.kind)
        found.append(Slip(broken, word, way))
    return found


def answered(slip: Slip, folder: Path) -> bool | None:
    """Is the right word offered? None where the slip is not refused: it is another word that fits, or is free."""
    problems = told_of(slip.typo, folder)
    if not problems:
        return None
    return any(_offers(text, word) for text in _said(problems, slip) for word in (slip.word, slip.typo.instead))


def _said(problems: list[Diagnostic], slip: Slip) -> Iterator[str]:
    """Every help; and what is said to be missing where it points at the slip, as the one that may be meant."""
    for problem in problems:
        yield problem.help or ""
        if any(
            (span.source.name.endswith(slip.typo.path), span.line) == (True, slip.typo.line) for span, _ in problem.also
        ):
            yield problem.message


def _offers(help_: str, word: str) -> bool:
    return re.search(rf"`[^`]*(?<!\w){re.escape(word)}(?!\w)[^`]*`", help_) is not None


__all__ = ["Slip", "answered", "slips", "words"]
