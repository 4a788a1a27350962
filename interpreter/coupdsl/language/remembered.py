"""What was worked out of files, remembered from one call of the program to the next while those files stay as they are.

It is plain data, kept by `cache` under a name for what was asked, with all looks that were taken at the disk.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

from coupdsl.language import cache_folder
from coupdsl.language.looks import UNSTEADY, Looks, note, noting, still_so
from coupdsl.language.places import is_shown_from_elsewhere, shipped
from coupdsl.version import __version__

T = TypeVar("T")
LIBRARIES = ("lark", "yaml", "jsonschema", "llvmlite")
Name = str | None  # none where it cannot be remembered


def name_of(*parts: object) -> str:
    """The name for what is worked out of nothing but `parts` by this program."""
    return cache_folder.name_of(version(), repr(parts).encode())


def name_for(what: str, *parts: object) -> Name:
    """The name for what is worked out of `parts`, in this folder by this program."""
    try:
        here, home = str(Path.cwd()), str(Path("~").expanduser())
    except (OSError, RuntimeError):
        return None
    if is_shown_from_elsewhere():
        return None
    return name_of(here, home, what, *parts)


def remembered(
    name: Name, make: Callable[[], T], well: Callable[[T], bool] = lambda result: True, asked: Looks | None = None
) -> T:
    """What `make` gives, which is plain data and not None, or what it gave before; kept where it went `well`.

    Several calls at one moment may share what was `asked` of the disk.
    """
    found: T | None = recalled(name, asked)
    if found is not None:
        return found
    with noting() as looks:
        result = make()
    if well(result):
        remember(name, looks, result)
    return result


def recalled(name: Name, asked: Looks | None = None) -> Any | None:
    """What is kept under a name, if every look at the disk would give the same again."""
    written = cache_folder.fetch(name) if name is not None else None
    try:
        if written is None:
            return None
        rows, answer = json.loads(written)
        looks: Looks = {(kind, path, names): told for (kind, path, names), told in rows}
        if not still_so(looks, {} if asked is None else asked):
            return None
    except (ValueError, LookupError, TypeError, RecursionError):
        return None
    note(looks)
    return answer


def remember(name: Name, looks: Looks, answer: object) -> None:
    """Keeps an answer with the looks that it was worked out of."""
    if name is not None and UNSTEADY not in looks.values():
        cache_folder.store(name, json.dumps([list(looks.items()), answer], separators=(",", ":")).encode())


def version_of(*files: str) -> bytes:
    """These files, by when they were changed; of those that are gone, that they are."""
    changed = []
    for path in files:
        with suppress(OSError):
            found = os.stat(path)  # noqa: PTH116 - of hundreds of files, by their names
            changed.append((path, found.st_size, found.st_mtime_ns))
    return cache_folder.name_of(repr((__version__, sys.version, changed)).encode()).encode()


def _program() -> bytes:
    walked = [found for top in (Path(__file__).parent.parent, shipped() / "schema") for found in os.walk(top)]
    inside = [f"{folder}{os.sep}{name}" for folder, _, names in walked for name in names]
    libraries = [spec.origin for name in LIBRARIES if (spec := find_spec(name)) is not None and spec.origin is not None]
    return version_of(*sorted(path for path in inside if path.endswith((".py", ".lark", ".json"))), *libraries)


_PROGRAM = _program()  # as it is when it is imported, not as it may have become since


def version() -> bytes:
    """The program that works things out: its files, the libraries that it reads with, and what runs it."""
    return _PROGRAM
