"""How far a study has come: what it has summed up, and of which games. Written to a file, it goes on from there."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from coupdsl.language.reading import TooLarge, read_bounded
from coupdsl.language.writing import write_whole
from coupdsl.study.plan import Study
from coupdsl.study.summary import Summary

FORMAT = "coupdsl study 1"
MAX_BYTES = 1_000_000_000
LARGEST = 1 << 256  # no sum of a study comes near it


class NotThisStudy(ValueError):
    """A file that holds no study, or another one."""


@dataclass
class Course:
    """The summary of the games that are `done`: their numbers as ranges in ascending order, none touching."""

    study: Study
    summary: Summary
    done: list[tuple[int, int]] = field(default_factory=list)

    @classmethod
    def begin(cls, study: Study) -> Course:
        return cls(study, study.nothing())

    def add(self, first: int, summary: Summary) -> None:
        """Takes in a block that begins with game `first`."""
        self.summary.add(summary)
        self.done = _joined([*self.done, (first, first + summary.games)])

    def missing(self, games: int) -> Iterator[tuple[int, int]]:
        """The ranges of the first `games` games that are still to be played."""
        start = 0
        for first, end in [*self.done, (games, games)]:
            if start < min(first, games):
                yield start, min(first, games)
            start = max(start, end)

    # ---- files
    def save(self, path: Path) -> None:
        """Writes it down; being interrupted leaves the file as it was."""
        data = {"format": FORMAT, "study": self.study.mark, "done": self.done, "summary": self.summary.data()}
        data["check"] = _check(data)
        write_whole(path, [json.dumps(data)])

    @classmethod
    def resume(cls, study: Study, path: Path) -> Course:
        """What was written there, or a new one where there is no file; raises NotThisStudy for anything else."""
        try:
            text = read_bounded(path, MAX_BYTES).decode("utf-8")
        except FileNotFoundError:
            return cls.begin(study)
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise NotThisStudy(f"`{path}` cannot be read as a study: {reason}") from None
        except (TooLarge, UnicodeDecodeError):
            raise NotThisStudy(f"`{path}` holds no study that can be gone on with") from None
        course = cls._read(study, text)
        if course is None:
            raise NotThisStudy(f"`{path}` holds no study that can be gone on with")
        return course

    @classmethod
    def _read(cls, study: Study, text: str) -> Course | None:
        try:
            data = json.loads(text)
        except (ValueError, RecursionError):
            return None
        if not isinstance(data, dict) or data.get("format") != FORMAT or data.pop("check", None) != _check(data):
            return None
        if data.get("study") != study.mark:
            raise NotThisStudy(
                "that is another study: its rules, players, seed, policies, moves learnt or version are others"
            )
        nothing = study.nothing()
        kept, done = data.get("summary"), _ranges(data.get("done"))
        if not isinstance(kept, dict) or done is None:
            return None
        games, sums, products = kept.get("games"), kept.get("sums"), kept.get("products")
        if not isinstance(sums, list) or not isinstance(products, list):
            return None
        whole = _numbers(sums, nothing.sums) and _numbers(products, nothing.products)
        if not whole or games != sum(end - first for first, end in done):
            return None
        summary = Summary(sum(end - first for first, end in done), sums, products)
        return cls(study, summary, done) if study.can_come_to(summary) else None


def _joined(ranges: list[tuple[int, int]]) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for first, end in sorted(ranges):
        if found and found[-1][1] == first:
            found[-1] = found[-1][0], end
        else:
            found.append((first, end))
    return found


def _check(data: dict[str, Any]) -> str:
    """What tells a file that was damaged: a digest of all it holds."""
    return sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:32]


def _ranges(data: Any) -> list[tuple[int, int]] | None:
    """The ranges as `done` holds them, None for anything else."""
    if not isinstance(data, list):
        return None
    found: list[tuple[int, int]] = []
    for pair in data:
        if not isinstance(pair, list) or len(pair) != 2 or not all(is_number(number) for number in pair):
            return None
        if not (found[-1][1] if found else -1) < pair[0] < pair[1]:
            return None
        found.append((pair[0], pair[1]))
    return found


def is_number(found: Any) -> bool:
    """Is it a whole number that a study can have come to?"""
    return type(found) is int and abs(found) < LARGEST


def _numbers(found: list[Any], wanted: list[int]) -> bool:
    return len(found) == len(wanted) and all(is_number(number) for number in found)
