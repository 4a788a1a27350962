"""Who may be shown a game, and which lines such a one could have been sent: they are read back with suspicion."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Container
from typing import TYPE_CHECKING, Any

from coupdsl.code.plain import is_plain

if TYPE_CHECKING:
    from coupdsl.code.code import Code

SPECTATOR = "spectator"
Viewer = int | str  # a seat, or SPECTATOR


def seat_of(viewer: Viewer) -> int | None:
    return viewer if isinstance(viewer, int) else None


def safe_for(viewer: Viewer | None) -> str:
    """To whom what `viewer` was sent may be shown; None stands for the whole game."""
    if viewer is None:
        return "nobody until the end"
    return f"seat {viewer} alone" if isinstance(viewer, int) else "everybody"


def is_viewer(value: object, players: int) -> bool:
    return value == SPECTATOR or _seat(value, players)


def is_event(data: dict[str, Any], players: int) -> bool:
    """Could this have been sent, as far as its form goes?"""
    kind = data.get("event")
    wanted = _FORMS.get(kind) if isinstance(kind, str) else None
    if wanted is None or not (data.keys() - {"event"} <= wanted.keys()):
        return False
    if kind == "revealed" and "seat" in str(data.get("of")) and not _seats_in(data.get("value"), players):
        return False
    good = all(
        wanted[key](data[key], players) if key in data else key in _LEFT_OUT.get(str(kind), ()) for key in wanted
    )
    return good and (kind != "shown" or len(data["pieces"]) == len(data["in"]) == len(data["at"]))


def fits(code: Code) -> Callable[[dict[str, Any]], bool]:
    """Whether all that an event names and what it reveals are of these rules, and its pieces are not too many."""
    layout, moves = code.layout, code.alphabet.by_text
    pieces = Counter(layout.face_of)
    zones = {layout.zone_name(zone) for zone in range(len(layout.zones))}
    accounts = {layout.account_name(account) for account in range(len(layout.accounts))}
    known: dict[str, Container[object]] = {
        "move": moves, "options": moves, "from": zones, "to": zones, "in": zones, "zone": zones, "payer": accounts,
        "payee": accounts, "decision": {decision.name for decision in code.decisions_by_site.values()},
        "reason": code.rules.program.reasons,
    }  # fmt: skip

    def fitting(event: dict[str, Any]) -> bool:
        named = event.get("pieces", [])
        return (
            Counter(named) <= pieces
            and len(named) + event.get("unseen", 0) <= len(layout.face_of)
            and (event["event"] != "revealed" or _is_told(event, code))
            and all(one in among for key, among in known.items() for one in _texts_in(event.get(key)))
        )

    return fitting


def _is_told(event: dict[str, Any], code: Code) -> bool:
    """Do the rules reveal something of this name and type, of such things, and is this a value of it?"""
    things = event.get("things", [])
    return any(
        str(local.type.definite) == event["of"] and is_plain(event["value"], local.type, code.layout)
        and len(things) == len(kinds) and all(is_plain(*one, code.layout) for one in zip(things, kinds, strict=True))
        for local, kinds in zip(code.revealed, code.revealed_of, strict=True) if local.name == event["name"]
    )  # fmt: skip


def _texts_in(value: object) -> list[object]:
    """A text or the texts of a list, such as no seats."""
    return [one for one in (value if isinstance(value, list) else [value]) if isinstance(one, str)]


# ---- forms
def _text(value: object, players: int) -> bool:
    return isinstance(value, str)


def _texts(value: object, players: int) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def _number(value: object, players: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _count(value: object, players: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _seat(value: object, players: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < players


def _seats(value: object, players: int) -> bool:
    return isinstance(value, list) and all(_seat(one, players) for one in value)


def _actor(value: object, players: int) -> bool:
    return value == -1 or _seat(value, players)


def _scores(value: object, players: int) -> bool:
    return isinstance(value, list) and len(value) == players and all(_number(one, players) for one in value)


def _named(value: object, players: int) -> bool:
    """The name of a place or an account: a seat in it is one of the table."""
    if not isinstance(value, str):
        return False
    number = re.fullmatch(r"(?:\S+ )?(\d{1,4})", value)
    return number is None or int(number[1]) < players


def _places(value: object, players: int) -> bool:
    return isinstance(value, list) and all(_named(one, players) for one in value)


def _maybe_numbers(value: object, players: int) -> bool:
    return isinstance(value, list) and all(one is None or _count(one, players) for one in value)


def _value(value: object, players: int) -> bool:
    """What can be revealed."""
    if isinstance(value, list):
        return all(not isinstance(one, list) and _value(one, players) for one in value)
    return value is None or isinstance(value, str | bool | int)


def _values(value: object, players: int) -> bool:
    return isinstance(value, list) and _value(value, players)


def _seats_in(value: object, players: int) -> bool:
    """Are the numbers in it those of seats?"""
    among = value if isinstance(value, list) else [value]
    return all(_seat(one, players) for one in among if isinstance(one, int))


def _maybe(value: object, players: int) -> bool:
    return value is None or isinstance(value, str)


Form = Callable[[object, int], bool]
_FORMS: dict[str, dict[str, Form]] = {
    "asked": {"decision": _text, "options": _texts, "move": _text},
    "chose": {"seat": _actor, "decision": _text, "move": _text},
    "moved": {"from": _named, "to": _named, "pieces": _texts, "unseen": _count},
    "vacated": {"zone": _named, "at": _maybe_numbers},
    "shown": {"to": _seats, "pieces": _texts, "in": _places, "at": _maybe_numbers},
    "revealed": {"name": _text, "of": _text, "value": _value, "seats": _seats, "things": _values},
    "shuffled": {"zone": _named},
    "paid": {"payer": _named, "payee": _named, "amount": _count, "reason": _maybe, "rules": _texts},
    "finished": {"scores": _scores, "winners": _seats},
}
_LEFT_OUT = {"chose": ("move",), "revealed": ("seats", "things")}  # of a secret choice, and of nobody or nothing
