"""Rules that travel in a log: the files of rules that are not shipped, as they were when the game was played."""

from __future__ import annotations

import errno
import json
import os
import re
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from coupdsl.engine.load import playable
from coupdsl.engine.rules import Rules
from coupdsl.language import codes
from coupdsl.language.diagnostics import Diagnostic, Problems
from coupdsl.language.places import shipped, shown_from
from coupdsl.language.source import Source, Span
from coupdsl.rulesets.inside import pack_of

if TYPE_CHECKING:
    from coupdsl.rulesets.composed import Composed

WORDS = (codes.MISSING_TEXT, codes.UNKNOWN_TEXT)  # a file of words may be about more than these rules
MOST_FILES = 300
MOST = 4_000_000  # letters of all files together
LONGEST = 200  # letters of a name
ELSEWHERE = "the rules in the log are made of files that are not in it"
# Of names from strangers: no `..`, nothing hidden, no drive, no device, nothing that a system takes for another name.
_PART = r"(?!(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|/|$))[^/\\:*?\"<>|.\x00-\x1f][^/\\:*?\"<>|\x00-\x1f]*(?<![. ])"
_NAME = re.compile(rf"(?:{_PART}/)*{_PART}(?<=\.coup|\.yaml)", re.IGNORECASE)


def carried(rules: Rules) -> dict[str, Any] | None:
    """`start`, the name of the file to begin with, and `files`, each name with its text; None for shipped rules.

    Names are those from the folder that all of these files are in.
    """
    texts = {source.path: source.text for source in rules.sources if source.path is not None}
    own = [path for path in texts if not _is_shipped(path)]
    if not own or own[0] != next(iter(texts)):
        return None
    pack = pack_of([own[0].parent])
    if not all(any(path.is_relative_to(folder) for folder in pack) for path in own):
        return None  # somebody's files are nobody's to send
    try:
        base = Path(os.path.commonpath([path.parent for path in own]))
    except ValueError:  # on several drives
        return None
    files = {path.relative_to(base).as_posix(): texts[path] for path in own}
    found = {"start": next(iter(files)), "files": files}
    return found if is_carried(found) else None


def is_carried(given: object) -> bool:
    """Is this what a log can hold? Files from strangers stay in the folder that they are put in."""
    if not isinstance(given, dict) or given.keys() != {"start", "files"} or not isinstance(given["files"], dict):
        return False
    start, files = given["start"], given["files"]
    if not isinstance(start, str) or start not in files or len(files) > MOST_FILES:
        return False
    if not all(isinstance(text, str) and len(name) < LONGEST and _NAME.fullmatch(name) for name, text in files.items()):
        return False
    if not all(_can_be_written(name, "surrogateescape") for name in files):
        return False
    if not all(_can_be_written(text, "strict") for text in files.values()):
        return False
    folders = {parent.as_posix() for name in files for parent in PurePosixPath(name).parents}
    return folders.isdisjoint(files) and sum(map(len, files.values())) <= MOST


def _can_be_written(text: str, errors: str) -> bool:
    try:
        text.encode("utf-8", errors)
    except UnicodeEncodeError:
        return False
    return True


def rules_from(given: Mapping[str, Any], players: int, options: Mapping[str, Any]) -> Rules:
    """The rules of these files and no others; raises Problems, whose places name the files as the log does."""
    return _rules_from(json.dumps(given), players, json.dumps(options))


@lru_cache(maxsize=16)  # many games of one file are played under the same
def _rules_from(written: str, players: int, chosen: str) -> Rules:
    with unpacked(json.loads(written)) as composed:
        return playable(composed, players, json.loads(chosen))


@contextmanager
def unpacked(given: Mapping[str, Any]) -> Iterator[Composed]:
    """These files and no others as a game, whose files are there as long; raises Problems as `rules_from` does."""
    from coupdsl.rulesets.compose import compose_file

    with tempfile.TemporaryDirectory(prefix="coupdsl") as name:
        folder = Path(name).resolve()
        for file, text in given["files"].items():
            path = folder / file
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(text.encode())
            except UnicodeEncodeError:
                raise OSError(errno.EILSEQ, "a file cannot be called so here") from None
        with shown_from(folder):
            composed, problems = compose_file(folder / given["start"], [folder])
            wrong = [problem for problem in problems if problem.code not in WORDS]
            if composed is None or wrong:
                raise Problems(wrong)
            for source in composed.sources:
                if source.path is not None and not any(map(source.path.is_relative_to, (folder, shipped()))):
                    raise Problems([Diagnostic(codes.LOG_FOREIGN, Span(Source(given["start"], ""), 0, 0), ELSEWHERE)])
            yield composed


def _is_shipped(path: Path) -> bool:
    return any(path.is_relative_to((shipped() / part).resolve()) for part in ("contracts", "variants"))
