"""Files of games beside one another: where another is kept, and how one makes room."""

from __future__ import annotations

import os
from pathlib import Path


def beside(file: Path, *taken: Path) -> Path:
    """The first of FILE-1, FILE-2, … that is neither there nor `taken`."""
    number = 1
    while is_there(other := file.with_stem(f"{file.stem}-{number}")) or other in taken:
        number += 1
    return other


def is_there(file: Path) -> bool:
    """Does anything have this name? A link that leads nowhere does."""
    return os.path.lexists(file)


def put_aside(file: Path) -> Path:
    """The new name of the file, which is free; raises OSError."""
    return file.rename(beside(file))


__all__ = ["beside", "is_there", "put_aside"]
