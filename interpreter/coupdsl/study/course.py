"""How far a study has come: what it has summed up, and of which games. Written to a file, it goes on from there."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from coupdsl.language.reading import TooLarge, read_bounded
from coupdsl.language.writing import write_whole
from coupdsl.study.plan import Study
from coupdsl.study.summary import Summary

FORMAT = "coupdsl study 1"
MAX_BYTES = 1_000_000_000


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
        except ValueError:
            return None
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            return None
        if data.get("study") != study.mark:
            raise NotThisStudy("that is another study: its rules, players, seed, policies or version are others")
        nothing = study.nothing()
        kept = data.get("summary", {})
        sums, products = kept.get("sums"), kept.get("products")
        course = cls(study, Summary(kept.get("games"), sums, products), _ranges(data.get("done")))
        whole = _numbers(sums, nothing.sums) and _numbers(products, nothing.products)
        return course if whole and course.summary.games == sum(end - first for first, end in course.done) else None


def _joined(ranges: list[tuple[int, int]]) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for first, end in sorted(ranges):
        if found and found[-1][1] == first:
            found[-1] = found[-1][0], end
        else:
            found.append((first, end))
    return found


def _ranges(data: Any) -> list[tuple[int, int]]:
    return [(int(first), int(end)) for first, end in data] if isinstance(data, list) else []


def _numbers(found: Any, wanted: list[int]) -> bool:
    return isinstance(found, list) and len(found) == len(wanted) and all(type(number) is int for number in found)
