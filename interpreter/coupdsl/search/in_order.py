"""Which pieces change places where a seat saw the right ones, but not in the order in which it was told of them."""

from __future__ import annotations

from collections.abc import Sequence


def exchanges(wanted: Sequence[str], seen: Sequence[int], faces: Sequence[str]) -> list[tuple[int, int]]:
    """Pairs of the pieces that were `seen` which, exchanged one after the other, lie as the `wanted` faces were told.

    None where other pieces were seen.
    """
    lying = [*seen]
    if sorted(faces[piece] for piece in lying) != sorted(wanted):
        return []
    found: list[tuple[int, int]] = []
    for at, face in enumerate(wanted):
        piece = lying[at]
        if faces[piece] != face:  # some place further on has it and is to have another
            other = next(i for i in range(at + 1, len(lying)) if faces[lying[i]] == face != wanted[i])
            found.append((piece, lying[other]))
            lying[at], lying[other] = lying[other], piece
    return found


__all__ = ["exchanges"]
