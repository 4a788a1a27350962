"""What is asked of the disk while something is worked out, with the answers: while they are the same, so is the result.

All reading of rule files goes through here. A look is what was asked, of which path, and for which names in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

from coupdsl.language.reading import TooLarge, read_bounded

K = TypeVar("K")
T = TypeVar("T")
Look = tuple[str, str, str]
Looks = dict[Look, Any]
LARGEST = 4_000_000  # bytes of one file
UNSTEADY = None  # no answer is: two looks at the same gave different ones
_NOTING: ContextVar[Looks | None] = ContextVar("noting", default=None)


@contextmanager
def noting() -> Iterator[Looks]:
    """Notes what is asked meanwhile; whoever notes around this has it noted, too."""
    found: Looks = {}
    before = _NOTING.set(found)
    try:
        yield found
    finally:
        _NOTING.reset(before)
        note(found)


def note(looks: Mapping[Look, Any]) -> None:
    """What is used now was worked out of these."""
    found = _NOTING.get()
    if found is not None:
        for asked, answer in looks.items():
            if found.setdefault(asked, answer) != answer:
                found[asked] = UNSTEADY


def once(known: dict[K, tuple[T, Looks]], key: K, make: Callable[[], T]) -> T:
    """What `make` gives, made once and then `known`; its looks are noted each time."""
    if key not in known:
        with noting() as looks:
            known[key] = make(), looks
    found, looks = known[key]
    note(looks)
    return found


def still_so(looks: Mapping[Look, Any], asked: Looks) -> bool:
    """Would every look give the same again? Those in `asked` were asked already, and others are added to it."""
    for (kind, path, names), answer in looks.items():
        if (kind, path, names) not in asked:
            asked[kind, path, names] = _ASKED[kind](Path(path), names)
        if asked[kind, path, names] != answer:
            return False
    return True


# ---- what can be asked
def is_file(path: Path) -> bool:
    """As `Path.is_file`, and False for a name that no file can have."""
    return bool(_answer("file", path))


def is_folder(path: Path) -> bool:
    """As `Path.is_dir`, and False for a name that no folder can have."""
    return bool(_answer("folder", path))


def files_in(folder: Path, names: str) -> list[Path]:
    """What lies in a folder under such names, as `Path.glob` has it, in order."""
    return [folder / name for name in _answer("names", folder, names)]


def resolved(path: Path) -> Path:
    """Where a path leads, links followed; as it stands where that cannot be said."""
    return Path(_answer("place", path))


def content(path: Path, most: int) -> bytes:
    """What stands in a file; raises OSError, or TooLarge beyond `most` bytes."""
    try:
        found = read_bounded(path, most)
    except (OSError, TooLarge):
        note({("content", str(path), ""): ""})
        raise
    note({("content", str(path), ""): sha256(found).hexdigest()})
    return found


def _answer(kind: str, path: Path, names: str = "") -> Any:
    found = _ASKED[kind](path, names)
    note({(kind, str(path), names): found})
    return found


def _file(path: Path, names: str) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def _folder(path: Path, names: str) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def _names(path: Path, names: str) -> list[str]:
    return sorted(found.relative_to(path).as_posix() for found in path.glob(names))


def _place(path: Path, names: str) -> str:
    try:
        return str(path.resolve())
    except (OSError, RuntimeError, ValueError):
        return str(path.absolute())


def _content(path: Path, names: str) -> str:
    try:
        return sha256(read_bounded(path, LARGEST)).hexdigest()
    except (OSError, TooLarge):
        return ""


_ASKED: dict[str, Callable[[Path, str], Any]] = {
    "file": _file, "folder": _folder, "names": _names, "place": _place, "content": _content,
}  # fmt: skip
