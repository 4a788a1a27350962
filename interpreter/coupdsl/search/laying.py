"""Pieces laid elsewhere in a block of memory, to ask what would be offered then."""

from __future__ import annotations

from collections.abc import Iterable

from coupdsl.native.machine import Machine
from coupdsl.search.history import zone_of


def held_in(machine: Machine, block: bytearray, zone: int) -> int:
    """The set of the pieces that lie in a zone."""
    wide = machine.offsets.piece_bits // 8
    at = machine.offsets.held + zone * wide
    return int.from_bytes(block[at : at + wide], "little")


def own_sets(machine: Machine, block: bytearray, pieces: Iterable[int]) -> list[int]:
    """The zones without order, of whoever is to act, in which some of these pieces lie."""
    layout, actor = machine.code.layout, machine.actor(block)
    zones = {zone_of(machine, block, piece) for piece in pieces}
    return sorted(zone for zone in zones if layout.zone_owner[zone] == actor and not layout.is_row[zone])


def is_offered(machine: Machine, block: bytearray, move: int) -> bool:
    return any(number == move for number, _ in machine.offered(block))


def put(machine: Machine, block: bytearray, piece: int, zone: int) -> None:
    """Lays a piece into a zone without order."""
    offsets = machine.offsets
    wide = offsets.piece_bits // 8
    start = zone_of(machine, block, piece)
    for place, held in ((start, held_in(machine, block, start) & ~(1 << piece)), (zone, 1 << piece)):
        at = offsets.held + place * wide
        if place == zone:
            held |= held_in(machine, block, zone)
        block[at : at + wide] = held.to_bytes(wide, "little")
    block[offsets.where + 2 * piece : offsets.where + 2 * piece + 2] = zone.to_bytes(2, "little")
    if machine.code.layout.is_row[start] and start != zone:
        _take(machine, block, piece, start)


def _take(machine: Machine, block: bytearray, piece: int, zone: int) -> None:
    """Takes a piece out of a row: those behind it move up."""
    offsets = machine.offsets
    start, size = offsets.rows[zone], offsets.in_row
    packed = int.from_bytes(block[start : start + 8], "little")
    total, bag, below = packed & 65535, packed >> 16 & 65535, packed >> 32
    end = start + 8 + total * size
    row = list(memoryview(block)[start + 8 : end].cast("B" if size == 1 else "H"))
    at = row.index(piece)
    top = total - bag - below
    bag -= top <= at < top + bag
    below -= at >= total - below
    row.pop(at)
    block[start + 8 : end - size] = b"".join(one.to_bytes(size, "little") for one in row)
    block[start : start + 8] = (total - 1 | bag << 16 | below << 32).to_bytes(8, "little")
