"""Where a move brought pieces that were not told of: which ones, and which were told of in their place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import takewhile

from coupdsl.engine.events import Event
from coupdsl.language.records import record
from coupdsl.search.hearing import Item
from coupdsl.search.retelling import Misfit, Retelling

Lying = tuple[int, int]  # a piece and where it lay


@record
class Misplaced:
    """`pairs` are of a face that was told and the piece that came instead, `others` came where nothing was told of."""

    pairs: tuple[tuple[str, int], ...] = ()
    others: tuple[int, ...] = ()


def misplaced(retelling: Retelling, misfit: Misfit) -> Misplaced:
    """Of the first thing that was not as it was told; if that was none of pieces, of all that came after it."""
    at = misfit.at + misfit.matched
    ear, faces = retelling.ear, retelling.code.layout.face_of
    words = memoryview(misfit.words).cast("q").tolist()
    heard = [event for event in retelling.machine.events(words) if event.seen_by(ear.code, ear.seat) is not None]
    came, told = heard[misfit.matched :], retelling.items[at:]
    if not told or not came:
        return Misplaced()
    kind = told[0].kind
    if kind == came[0].kind and (kind == "shown" or (kind == "moved" and told[0].to == came[0].data[1])):
        return _compared(told[0], _pieces(came[0], ear.bit), faces)
    rest = takewhile(lambda item: item.kind not in ("asked", "chose"), told)
    named = {face for item in rest for face, _ in item.pieces}
    others = {piece for event in came for piece, _ in _pieces(event, ear.bit)}
    return Misplaced((), tuple(sorted(piece for piece in others if faces[piece] not in named)))


def _pieces(event: Event, bit: int) -> list[Lying]:
    """Those that the seat saw."""
    if event.kind == "moved":
        start, _, *pairs = event.data
        return [(piece, start) for piece, mask in zip(pairs[::2], pairs[1::2], strict=True) if mask & bit]
    if event.kind == "shown":
        return list(zip(event.data[1::3], event.data[2::3], strict=True))
    return []


def _compared(told: Item, came: list[Lying], faces: Sequence[str]) -> Misplaced:
    pairs: list[tuple[str, int]] = []
    others: list[int] = []
    for zone in sorted({zone for _, zone in told.pieces} | {zone for _, zone in came}):
        wanted = Counter(face for face, lying in told.pieces if lying == zone)
        spare: list[int] = []
        for piece in (piece for piece, lying in came if lying == zone):
            if wanted[faces[piece]]:
                wanted[faces[piece]] -= 1
            else:
                spare.append(piece)
        lacking = list(wanted.elements())
        pairs += zip(lacking, spare, strict=False)
        others += spare[len(lacking) :]
    return Misplaced(tuple(pairs), tuple(others))
