"""Where the shipped rules are, and how a path is shown to people."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache, wraps
from pathlib import Path
from typing import TypeVar

from coupdsl.language.looks import Looks, note, noting, resolved

T = TypeVar("T")


@cache
def shipped() -> Path:
    """The folder of `contracts`, `variants`, `schema` and `docs/errors`: inside the package, or the checkout."""
    package = Path(__file__).resolve().parent.parent
    inside = package / "shipped"
    return inside if inside.is_dir() else package.parent.parent


_SHOWN_FROM: ContextVar[Path | None] = ContextVar("shown_from", default=None)


@contextmanager
def shown_from(folder: Path) -> Iterator[None]:
    """Files in `folder`, which stands for no place that a person knows, are named from it."""
    before = _SHOWN_FROM.set(folder)
    try:
        yield
    finally:
        _SHOWN_FROM.reset(before)


def is_shown_from_elsewhere() -> bool:
    """Are files named from a folder that stands for no place?"""
    return _SHOWN_FROM.get() is not None


def display_name(path: Path) -> str:
    """The path as a person in the current folder would write it; that of a shipped file from the shipped root."""
    place = resolved(path)
    for base in (_SHOWN_FROM.get, Path.cwd, shipped):
        try:
            return place.relative_to(base() or Path.cwd()).as_posix()
        except (ValueError, OSError):
            continue
    return path.as_posix()


def read_once(read: Callable[[Path], T]) -> Callable[[Path], T]:
    """As `read`, but a file that stays as it is, and is shown by the same name, is read once."""

    @lru_cache(maxsize=512)
    def kept(path: Path, _shown: str, _changed: int, _size: int) -> tuple[T, Looks]:
        with noting() as looks:
            return read(path), looks

    @wraps(read)
    def reading(path: Path) -> T:
        try:
            stamp = path.stat()
        except (OSError, ValueError):
            return read(path)
        found, looks = kept(path, display_name(path), stamp.st_mtime_ns, stamp.st_size)
        note(looks)
        return found

    return reading
