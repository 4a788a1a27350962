"""Where pieces went and what was shown, in sentences for one reader."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import starmap, takewhile
from typing import Any

from coupdsl.play.account.speech import OPTIONAL, Speech, filled, seat_in
from coupdsl.play.account.told import Cards, Part, Places, Told

Event = dict[str, Any]


class Ways:
    """Tells the events `moved` and `shown`; what lies where nothing is shown is told when it comes from there."""

    def __init__(self, speech: Speech) -> None:
        self.speech = speech
        zones = speech.zones.values()
        self._quiet = {zone.name for zone in zones if zone.shown_as in ("count", "nothing")}
        self._unseen = {zone.name for zone in zones if zone.shown_as == "nothing"}
        self._on_board = {zone.name for zone in zones if zone.per == "cell"}
        self._hidden = {zone.name for zone in zones if zone.seen_by == "none"}
        self._open = {zone.name for zone in zones if zone.seen_by == "all"}
        # By where nothing is shown, and by face, what lies there: where it was seen before.
        self._left: dict[tuple[str, str], list[str]] = {}

    def seen_on_their_way(self, events: Iterable[Event]) -> Iterator[Event]:
        """The events; what comes through a place that is not shown is told from where it was seen before."""
        for event in events:
            if event["event"] != "moved":
                yield event
            elif _name(event["to"]) in self._unseen:
                for face in event["pieces"]:
                    self._left.setdefault((event["to"], face), []).append(event["from"])
                yield event
            else:
                ways: dict[str, list[str]] = {}
                for face in event["pieces"]:
                    before = self._left.get((event["from"], face))
                    ways.setdefault(before.pop() if before else event["from"], []).append(face)
                if event["unseen"]:
                    ways.setdefault(event["from"], [])
                for place, pieces in ways.items():
                    unseen = event["unseen"] * (place == event["from"])
                    yield {**event, "from": place, "pieces": pieces, "unseen": unseen}

    # ---- dealing
    def deals(self, events: Sequence[Event]) -> list[list[Event]]:
        """The events that deal from a pile to the same place of several seats, deal by deal.

        Where the pile is gathered or shuffled meanwhile, the next deal begins.
        """
        runs: dict[tuple[str, str, int], list[Event]] = {}
        times: Counter[str] = Counter()
        for one in events:
            if one["event"] in ("moved", "shuffled"):
                times[one["to"] if one["event"] == "moved" else one["zone"]] += 1
            if one["event"] == "moved" and one["from"] in self._hidden and seat_in(one["to"]) is not None:
                runs.setdefault((one["from"], _name(one["to"]), times[one["from"]]), []).append(one)
        return [run for run in runs.values() if len({one["to"] for one in run}) > 1]

    def gathered(self, events: Sequence[Event]) -> Iterator[Event]:
        """What goes to a pile that is then shuffled and dealt from, which nobody does; texts may have a form for it."""
        for run in self.deals(events):
            pile = run[0]["from"]
            before = events[: next(at for at, one in enumerate(events) if one is run[0])]
            shuffled = [at for at, one in enumerate(before) if one == {"event": "shuffled", "zone": pile}]
            for one in reversed(before[: shuffled[-1]] if shuffled else []):
                if one["event"] not in ("moved", "shuffled"):
                    break
                if one.get("to") == pile and self._form(one) is None:
                    yield one

    def deal(self, run: Sequence[Event]) -> Iterator[Told]:
        """What everybody was dealt; then, by name, what the reader saw of it."""
        hands: dict[int, Cards] = {}
        for one in run:
            seat = seat_in(one["to"])
            assert seat is not None
            hands[seat] = hands.get(seat, Cards()).with_(self._cards(one))
        form = self.speech.form("names", _name(run[0]["to"]))
        sizes = {len(cards) for cards in hands.values()}
        if len(sizes) == 1 and len(hands) == self.speech.words.rules.players:
            size = sizes.pop()
            key = "dealt_one" if size == 1 else "dealt_many"
            if form is None and not all(cards.faces for cards in hands.values()):
                yield self.speech.say(key, cards=Cards((), size, self.speech.family_in(run[0]["to"], run[0]["from"])))
                hands = {seat: cards for seat, cards in hands.items() if cards.faces}
        for seat, cards in hands.items():
            faces = self._as_lying(cards.faces, run[0]["to"])
            parts: dict[str, Part] = {"owner": self.speech.who(seat), "cards": Cards(faces, cards.unseen, cards.family)}
            if form != "":
                yield filled(form or self.speech.wording["dealt"], parts)

    # ---- one after the other
    def moved(self, event: Event, gained: set[str]) -> Iterator[Told]:
        """What went from one place to another, unless it is a matter of piles and markers only."""
        cards = self._cards(event)
        start, end = _name(event["from"]), _name(event["to"])
        if self._form(event) is None:
            markers = bool(cards.faces) and not any(map(self.speech.words.is_card, cards.faces))
            if end in self._quiet or start in self._unseen or (end in self._on_board and not self._turns_up(event)):
                return  # what goes from cell to cell in the open is told by its move, and seen on the board
            if markers and start in self._quiet | self._on_board and event["to"] in gained:
                return
        gained.add(event["to"])
        if cards:
            yield from self._told(event, cards)

    def _form(self, event: Event) -> str | None:
        """What the texts say where somebody gets pieces of that family, or some come from there to here, or to here."""
        start, end = _name(event["from"]), _name(event["to"])
        families = {self.speech.words.family(face) for face in event["pieces"]} - {"card"}
        comes = len(families) == 1 and seat_in(event["to"]) is not None
        return self.speech.form("names", *(families if comes else ()), f"{start}.{end}", end)

    def _cards(self, event: Event) -> Cards:
        family = self.speech.family_in(event["to"], event["from"])
        return Cards(self._as_lying(event["pieces"], event["to"]), event["unseen"], family)

    def _as_lying(self, faces: Sequence[str], place: str) -> tuple[str, ...]:
        """In their order where they lie in a row, else by suit and rank."""
        zone = self.speech.zones.get(_name(place))
        return tuple(faces if zone is not None and zone.row else sorted(faces, key=self.speech.words.order))

    def _told(self, event: Event, cards: Cards) -> Iterator[Told]:
        speech = self.speech
        giver, owner = seat_in(event["from"]), seat_in(event["to"])
        parts: dict[str, Part] = {
            "cards": cards,
            "seen": Cards(cards.faces),
            "from": speech.place(event["from"]) if giver is None else speech.words.label("names", _name(event["from"])),
            "to": speech.place(event["to"]) if owner is None else speech.words.label("names", _name(event["to"])),
            "owner": self._who(giver if owner is None else owner),
            "former": self._who(giver),
            "number": ", ".join(face.removeprefix(speech.words.family(face)) for face in cards.faces),
        }
        form = self._form(event)
        if form and not parts["owner"] and "{owner}" in OPTIONAL.sub("", form):
            form = None  # it says who gets or gives them, and nobody does
        if form is None and (by_cells := self._by_cells(cards, event["to"])):
            parts |= {"cards": by_cells, "to": speech.words.label("names", _name(event["to"]))}
        if form != "":
            yield filled(form or speech.wording[self._key(event, giver, owner)], parts)

    def _who(self, seat: int | None) -> str:
        return "" if seat is None else self.speech.who(seat)

    def _key(self, event: Event, giver: int | None, owner: int | None) -> str:
        """Which of the forms that serve for any game says best what happened."""
        turned = self._turns_up(event)
        if owner is not None and (giver is None or (giver == owner and self._is_drawn(event))):
            return "gets"
        if owner is not None and giver != owner:
            return "gets_from"
        if giver is not None:
            return "shows" if turned and owner is not None else "lays"
        return "turned" if turned else "goes"

    def _turns_up(self, event: Event) -> bool:
        """Do all see from now on what not all saw before?"""
        return _name(event["to"]) in self._open and _name(event["from"]) not in self._open and not event["unseen"]

    def _is_drawn(self, event: Event) -> bool:
        """Do they come into a hand from elsewhere, such as one's own deck?"""
        start, end = (self.speech.zones[_name(event[way])] for way in ("from", "to"))
        return end.seen_by == "owner" and start.seen_by != "owner"

    def _by_cells(self, cards: Cards, *places: str) -> Places | None:
        """Cards with the cells where they lie, so that those of several cells come to one sentence."""
        cells = [place.partition(" ")[2] for place in places if _name(place) in self._on_board]
        if len(cells) != len(cards) or not all(map(self.speech.words.is_card, cards.faces)):
            return None
        form = self.speech.wording["at"]
        return Places(tuple(starmap(form.format, zip(map(self.speech.piece, cards.faces), cells, strict=True))))

    # ---- showing
    def shown(self, event: Event) -> Iterator[Told]:
        speech = self.speech
        if not event["pieces"]:
            return
        known = Cards(tuple(event["pieces"]))
        cards = self._by_cells(known, *event["in"]) or known
        owners = {seat_in(place) for place in event["in"]}
        everybody = len(event["to"]) == speech.words.layout.seats
        if not everybody:
            yield speech.say("shown_to", to=speech.words.joined([speech.who(s) for s in event["to"]]), cards=cards)
        elif len(owners) == 1 and (owner := owners.pop()) is not None:
            yield speech.say("shows", owner=speech.who(owner), cards=cards)
        else:
            yield speech.say("shown", cards=cards)

    def joined(self, events: Sequence[Event], dealt: Sequence[Event]) -> list[Event]:
        """The events, with what comes to lie somewhere, other than by a deal, and is then shown there to all as one.

        What is shown and then goes where it is told of again is not told twice; to be gathered and dealt is not told.
        """
        found: list[Event] = []
        piles = {one["from"] for one in dealt}
        covered = [one for one in events if not _is_in(one, dealt)]
        for place, event in enumerate(events):
            if event["event"] == "shown":
                later = takewhile(lambda one: one["event"] != "moved" or one["to"] not in piles, events[place:])
                ways = [one for one in later if one["event"] == "moved" and not self.goes_unseen(one)]
                named = {face for one in ways for face in one["pieces"]}
                if event["pieces"] and named.issuperset(event["pieces"]):
                    continue
                turned = [_is_in(one, covered) and self._turned(one, event) for one in found]
                if True in turned:
                    at = turned.index(True)
                    found[at] = {**found[at], "pieces": event["pieces"], "unseen": 0}
                    continue
            found.append(event)
        return found

    def goes_unseen(self, moved: Event) -> bool:
        return _name(moved["to"]) in self._unseen

    def _turned(self, moved: Event, shown: Event) -> bool:
        """Are these pieces that came unseen, and are they all that is shown to everybody?"""
        return (
            moved["event"] == "moved" and not moved["pieces"] and moved["unseen"] == len(shown["pieces"])
            and set(shown["in"]) == {moved["to"]} and len(shown["to"]) == self.speech.words.layout.seats
        )  # fmt: skip


def _is_in(event: Event, events: Sequence[Event]) -> bool:
    """Is it that very event?"""
    return any(event is one for one in events)


def _name(zone: str) -> str:
    return zone.split()[0]


__all__ = ["Ways"]
