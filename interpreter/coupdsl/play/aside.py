"""Files of games beside one another: where another is kept, and how one makes room."""

from __future__ import annotations

from pathlib import Path


def beside(file: Path, *taken: Path) -> Path:
    """The first of FILE-1, FILE-2, … that is neither there nor `taken`."""
    number = 1
    while (other := file.with_stem(f"{file.stem}-{number}")).exists() or other in taken:
        number += 1
    return other


def put_aside(file: Path) -> Path:
    """The new name of the file, which is free; raises OSError."""
    return file.rename(beside(file))


__all__ = ["beside", "put_aside"]
