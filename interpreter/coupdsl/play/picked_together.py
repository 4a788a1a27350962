"""What a move is written with where it picks several cards together, an entry of a shape."""

from __future__ import annotations


def faces_of(part: str) -> list[str]:
    """The cards that a part of a move names, of copies what all of them show; of anything else what it is."""
    return [face.partition("#")[0] for face in part.split("+")]


__all__ = ["faces_of"]
