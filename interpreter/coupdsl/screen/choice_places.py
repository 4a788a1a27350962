"""Where on the screen something can be chosen: what is likely to be meant, and what the keys go to from there."""

from __future__ import annotations

from coupdsl.screen.flowing import Item

Place = tuple[str, int, int, Item]  # the part, the line in it, the cell at which something begins, and what it does
LEAST = 2  # rank of a place: one comes to stand there only if there is no other


def rank(place: Place) -> int:
    """What is likely to be meant: an answer or something in hand, then what lies on the table, then anything else."""
    pane, _, _, item = place
    if item.do in ("back", "unguided") or (item.do == "turn" and item.name != "later"):
        return LEAST
    return 0 if pane in ("ask", "own") else 1


def before_or_behind(places: list[Place], here: Item | None, by: int) -> Place | None:
    """The place so many further on, from the last to the first; None where there is none at all."""
    at = next((at for at, place in enumerate(places) if place[3] == here), -1 if by > 0 else 0)
    return places[(at + by) % len(places)] if places else None


def above_or_below(places: list[Place], here: Item | None, by: int) -> Place | None:
    """The place nearest to this one in the next line that has any."""
    now = next((place for place in places if place[3] == here), None)
    if now is None:
        return before_or_behind(places, here, by)
    lines = list(dict.fromkeys(place[:2] for place in places))
    line = lines[(lines.index(now[:2]) + by) % len(lines)]
    return min((place for place in places if place[:2] == line), key=lambda place: abs(place[2] - now[2]))


__all__ = ["LEAST", "Place", "above_or_below", "before_or_behind", "rank"]
