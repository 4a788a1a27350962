"""How a kept game makes room for another."""

from __future__ import annotations

from pathlib import Path


def put_aside(file: Path) -> Path:
    """The new name of the file, the first of FILE-1, FILE-2, … that is free; raises OSError."""
    number = 1
    while (aside := file.with_stem(f"{file.stem}-{number}")).exists():
        number += 1
    return file.rename(aside)


__all__ = ["put_aside"]
