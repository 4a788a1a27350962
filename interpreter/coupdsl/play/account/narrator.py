"""What happened, in sentences for one reader: from the events of a move as they were sent, and who reads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from coupdsl.code.expressions import Fixed
from coupdsl.code.plain import plain
from coupdsl.language import program as p
from coupdsl.language.types import Type
from coupdsl.play.account.deeds import Deeds
from coupdsl.play.account.hands import Hands, View
from coupdsl.play.account.laid_pieces import LaidPieces
from coupdsl.play.account.pieces_told import Ways
from coupdsl.play.account.speech import Speech, either, filled, seat_in
from coupdsl.play.account.told import Cards, Told, folded
from coupdsl.play.spoken import Words
from coupdsl.play.worth_telling import kept_for

Event = dict[str, Any]


# Of each face that was chosen, how many of these pieces have not been seen to move since.
Played = dict[str, int]


class Narrator:
    """Tells a game to one seat, or to a spectator (None). It hears the events of every move, in order.

    `view` is what the reader sees after the move; its accounts, states and fields are enough.
    """

    def __init__(self, words: Words, viewer: int | None, piece: Callable[[str], str] | None = None) -> None:
        self.words = words
        self.speech = Speech(words, viewer, piece)
        self.ways = Ways(self.speech)
        self.deeds = Deeds(self.speech)
        self.hands = Hands(self.speech)
        self._tricks = {zone.name for zone in words.rules.program.zones if zone.shown_as == "trick"}
        self.laid = LaidPieces(self.speech)
        self._shuffled: set[str] = set()  # piles since the last hand began
        self._gathered: list[Event] = []  # of the scene, what is not told, since a deal follows
        self._aside: Counter[str] | None = None  # what an open choice took to where nothing is shown, as yet
        self._is_to_deal = False  # has a hand begun with a question, and is still to be dealt?
        self._before: View | None = None

    def tell(self, events: Iterable[Event], view: View | None = None) -> list[str]:
        """The sentences that the events of one move come to; without a view, no sums and changes of states."""
        return self.written(self.sentences(events, view))

    def written(self, sentences: Iterable[Told]) -> list[str]:
        """Sentences as they are read, those that are alike joined."""
        return [self.speech.write(told) for told in folded(sentences)]

    def sentences(self, events: Iterable[Event], view: View | None = None) -> list[Told]:
        """The same, not yet written, so that those of several moves can be joined."""
        before = self._before
        found = self._sentences(events, view)
        return [self._noted(told, view, before) for told in found] if view is not None else found

    def _noted(self, told: Told, view: View, before: View | None) -> Told:
        """With how each piece in it is said for which something is kept."""
        faces = {face for part in told.parts.values() if isinstance(part, Cards) for face in part.faces}
        kept = {face: self._kept(face, view, before) for face in faces}
        noted = {face: self.words.piece_with(face, has, self.speech.viewer) for face, has in kept.items() if has}
        return replace(told, noted={**noted, **told.noted}) if noted else told

    def _kept(self, face: str, view: View, before: View | None) -> dict[str, Any]:
        """What is kept for a piece, but for what has changed: a sentence may tell of a time before that.

        What has been put on a piece that was blank is told.
        """
        kept = self.words.kept_for(face, view)
        if before is None:
            return kept
        fields = {name: value for name, value in before["pieces"].get(face, {}).items() if value is not None}
        was = {**kept_for(self.words.states_of_pieces, face, before), **fields}
        return {name: value for name, value in kept.items() if was.get(name, value) == value}

    def _sentences(self, events: Iterable[Event], view: View | None) -> list[Told]:
        heard = list(self.ways.seen_on_their_way(events))
        self.hands.dues.hear(heard)
        found: list[Told] = []
        played: Played = {}
        gained: set[str] = set()
        drawn = {seat for event in heard for seat in self.speech.drawn_seats(event)}
        for scene in _scenes(heard):
            begins = self._new_hand(scene)
            self._gathered = list(self.ways.gathered(scene))
            found += self._scene(scene[:begins], played, gained)
            if begins < len(scene):
                later = heard[next(at for at, one in enumerate(heard) if one is scene[begins]) :]
                is_first = not self.hands.number
                found += [] if is_first else self.hands.sum(view, later)
                found += self.hands.head()
                found += [] if is_first else self._changes(view, drawn)  # at first they come of what is dealt
                found += self._scene(scene[begins:], played, gained)
        changes = [told for told in self._changes(view, drawn) if told not in found]  # as what was revealed
        if any(event["event"] == "finished" for event in heard):
            return self._ended(found, changes, view)
        return [*found, *changes]

    def _ended(self, found: list[Told], changes: Iterable[Told], view: View | None) -> list[Told]:
        """The sentences with what changed, and what the hand came to, before those of the end."""
        several = self.hands.number > 1
        at = next((at for at, one in enumerate(found) if one.kind == "end"), len(found))
        return [*found[:at], *changes, *(self.hands.sum(view, []) if several else ()), *found[at:]]

    def _new_hand(self, scene: Sequence[Event]) -> int:
        """Where in a scene the next hand begins: with what is asked before a deal, or else as that does."""
        opens = scene[0].get("decision") in self.words.opening.questions and not self._is_to_deal
        deals = self._deal(scene)
        if opens or self._is_to_deal:
            self._is_to_deal = deals == len(scene)
            return 0 if opens else len(scene)
        return deals

    def _deal(self, scene: Sequence[Event]) -> int:
        """Where in a scene a deal begins: with the gathering, or the shuffling, before it."""
        places = self.words.opening.places
        for run in self.ways.deals(scene):
            if places and run[0]["to"].split()[0] not in places:
                continue  # as to see who begins
            begins = next(at for at, one in enumerate(scene) if one is run[0])
            pile = run[0]["from"]
            shuffled = [at for at, one in enumerate(scene[:begins]) if one == {"event": "shuffled", "zone": pile}]
            if not shuffled and pile not in self._shuffled:
                continue  # cards are drawn from what is left of it
            self._shuffled.clear()
            begins = shuffled[-1] if shuffled else begins
            while begins > 0 and _gathers(scene[begins - 1], pile):
                begins -= 1
            return begins
        self._shuffled.update(one["zone"] for one in scene if one["event"] == "shuffled")
        return len(scene)

    # ---- a choice and what came of it
    def _scene(self, scene: Sequence[Event], played: Played, gained: set[str]) -> Iterator[Told]:
        runs = self.ways.deals(scene)
        events = self.ways.joined(scene, [one for run in runs for one in run])
        told: list[Event] = []
        self._aside = None
        if events and events[0]["event"] == "chose":
            chose = events.pop(0)
            self._aside = Counter() if chose["decision"] not in self.deeds.secret else None
            said, told = self.deeds.tell(chose, events)
            said = self._lent(said, chose, events)
            picked = self.speech.picked_pieces(chose)
            self.laid.hear(chose)
            if said is not None:
                for face in picked if self._takes_now(chose, picked, events) else ():
                    played[face] = played.get(face, 0) + 1
                yield said
        by_all = self._paid_by_all(one for one in events if not any(one is other for other in told))
        found: list[Told | list[Event]] = []
        begun: dict[int, list[Event]] = {}  # of each deal what is told at once
        for event in events:
            if any(event is one for one in told):
                self._follows(event, played)
                self._count(event)
                gained.add(event.get("to", ""))
            elif run := [at for at, run in enumerate(runs) if any(event is one for one in run)]:
                if run[0] not in begun:
                    found.append(begun.setdefault(run[0], []))
                begun[run[0]].append(event)
            elif any(event is one for payments in by_all for one in payments):
                self._count(event)
                found += self._paid(event, by_all=True) if any(event is one[0] for one in by_all) else ()
            elif not any(event is one for one in self._gathered):
                before = len(found)
                found += self._event(event, played, gained)
                if len(found) > before:
                    begun.clear()  # what is dealt after it is told after it
            self.laid.hear(event)
        _take_away(self._aside or {}, played)
        for one in found:
            yield from self.ways.deal(one) if isinstance(one, list) else (one,)

    def _lent(self, said: Told | None, chose: Event, then: Sequence[Event]) -> Told | None:
        """With whose card it is that somebody plays of another, as of a dummy."""
        picked = self.speech.picked_pieces(chose)
        way = next((one for one in then if one["event"] == "moved" and set(picked) & set(one["pieces"])), None)
        owner = seat_in(way["from"]) if way is not None and way["to"] in self._tricks else None
        if said is None or owner is None or owner == chose["seat"]:
            return said
        whose, who = self.speech.wording["whose"], self.speech.who(owner)
        if "move" in said.parts:
            return replace(said, parts={**said.parts, "move": whose.format(said.parts["move"], who)})
        return replace(said, noted={face: whose.format(self.speech.piece(face), who) for face in picked})

    def _takes_now(self, chose: Event, picked: Sequence[str], then: Sequence[Event]) -> bool:
        """Is what is picked taken at once? Where all choose in secret, it may be taken of each when all have chosen."""
        if chose["decision"] not in self.deeds.secret:
            return True
        moved = [one for one in then if one["event"] == "moved"]
        own = next((one for one in moved if set(picked) & set(one["pieces"])), None)
        return own is not None and all(one["from"] == own["from"] or _way(one) != _way(own) for one in moved)

    def _event(self, event: Event, played: Played, gained: set[str]) -> Iterator[Told]:
        kind = event["event"]
        self._count(event)
        if kind == "moved":
            trick, follows = self._trick(event), self._follows(event, played)
            if trick is not None:
                gained.add(event["to"])
                yield trick
            elif event["unseen"] or not event["pieces"] or not follows:
                yield from self.ways.moved(event, gained)
        elif kind == "shown":
            if not played.keys() >= set(event["pieces"]):
                yield from self.ways.shown(event)
        elif kind == "revealed":
            yield from self._revealed(event)
        elif kind == "paid":
            yield from self._paid(event)
        elif kind == "finished":
            yield from self._finished(event)

    def _follows(self, event: Event, played: Played) -> bool:
        """Is it where a choice takes what was chosen, which it has told? Where that goes next, it has not.

        What an open choice takes through a place where nothing is shown is on its way until it has come through.
        """
        moved = Counter[str](event.get("pieces", ()))
        follows = all(played.get(face, 0) >= many for face, many in moved.items())
        if self._aside is not None and event["event"] == "moved" and self.ways.goes_unseen(event):
            self._aside += moved
        else:
            self._aside = self._aside and self._aside - moved
            _take_away(moved, played)
        return follows

    def _count(self, event: Event) -> None:
        """Keeps what the sum of the hand tells."""
        if event["event"] == "paid":
            self.hands.paid(event)

    def _trick(self, event: Event) -> Told | None:
        """That somebody takes a trick, and with which card if that is known."""
        seat = seat_in(event["to"])
        if event["from"] not in self._tricks or len(event["pieces"]) < 2 or seat is None:
            return None
        self.hands.taken(seat)
        own = [face for face, player in self.laid.took_from(event["from"], event["pieces"]) if player == seat]
        if len(own) != 1:
            return self.speech.say("wins", who=self.speech.who(seat))
        return self.speech.say("wins_with", who=self.speech.who(seat), card=Cards((own[0],)))

    def _revealed(self, event: Event) -> Iterator[Told]:
        form = self.speech.form("names", event["name"])
        if form is None:
            yield self.speech.revealed(event)
        elif form := either(form, event["value"], event["of"]):
            owner = self.speech.of_whom(event)
            yield filled(form, {"value": self.speech.value(event["value"], event["of"]), "owner": owner})

    def _paid_by_all(self, events: Iterable[Event]) -> list[list[Event]]:
        """The payments that everybody makes, the same to the same place for the same reason."""
        found: dict[object, list[Event]] = {}
        for one in events:
            if one["event"] == "paid" and one["payer"].isdigit() and not one["payee"].isdigit():
                key = (one["payee"], one["amount"], one["reason"], tuple(one["rules"]))
                found.setdefault(key, []).append(one)
        seats = self.words.rules.players
        return [those for those in found.values() if len(those) == len({one["payer"] for one in those}) == seats > 1]

    def _paid(self, event: Event, by_all: bool = False) -> Iterator[Told]:
        speech, reason = self.speech, event["reason"]
        payer = speech.wording["each_player"] if by_all else speech.account(event["payer"])
        parts = {"payer": payer, "payee": speech.account(event["payee"])}
        form = speech.form("reasons", reason) if reason else None
        if form is None:
            form = self._plainly(event)
        if form:
            yield filled(form, {**parts, "amount": str(event["amount"])}, tuple(event["rules"]))

    def _plainly(self, event: Event) -> str:
        """The form of a payment for which the texts have none; empty between accounts kept off the table.

        One such account is left out of it.
        """
        wording, reason = self.speech.wording, event["reason"]
        is_off = [self.words.is_kept_off(event[side]) for side in ("payer", "payee")]
        if all(is_off):
            return ""
        usual = "pays" if event["payer"].isdigit() else "pays_out"
        because = wording["because"].replace("{0}", self.words.label("reasons", reason)) if reason else ""
        return wording["is_paid" if is_off[0] else "spends" if is_off[1] else usual] + because

    def _finished(self, event: Event) -> Iterator[Told]:
        speech, wording = self.speech, self.speech.wording
        scores = [wording["each"].format(speech.who(seat), score) for seat, score in enumerate(event["scores"])]
        yield speech.say("over", "end", each=", ".join(scores))
        winners = [speech.who(seat) for seat in event["winners"]]
        yield speech.say(self.words.winning(winners), "end", who=self.words.joined(winners))

    # ---- what the table remembers
    def _changes(self, view: View | None, drawn: set[int]) -> Iterator[Told]:
        """The states that the texts have a form for, where they changed to something since this was last told.

        That somebody becomes what chance has just chosen him to be, one of `drawn`, is told already.
        """
        before = self._before
        if view is None:
            return
        self._before = view
        for state in self.words.rules.program.states:
            form = self.speech.form("names", state.name)
            now, old = view["states"].get(state.name), before["states"].get(state.name) if before is not None else None
            of_each = before is None and isinstance(now, list | dict)
            if not form or now == old or (of_each and state not in self._firsts):
                continue
            for key, value in _each(now):
                if self._is_hidden(state, key):
                    continue
                was = self._firsts.get(state) if before is None else old if key is None or old is None else old[key]
                known = state.type.name == "seat" and value in drawn
                if value != was and not known and (said := either(form, value, state.type.name)):
                    owner = "" if key is None else self._whose(key)
                    yield filled(said, {"value": self._said(value, state.type), "owner": owner})

    def _is_hidden(self, state: p.State, key: int | str | None) -> bool:
        """May the reader not see it? The None that is sent for it says nothing."""
        return state.seen_by != "all" and (key == self.speech.viewer) is not (state.seen_by == "owner")

    @cached_property
    def _firsts(self) -> dict[p.State, Any]:
        """With what states begin, None for nothing, where that is fixed: of what begins so nothing is told at first."""
        code = self.words.rules.code
        begins = {start: value for start, _, value in code.beginnings}
        states = [state for state in code.rules.program.states if state.by is None]  # no one value for each two
        firsts = {state: begins.get(code.layout.state_start[state]) for state in states}
        return {
            state: None if first is None else plain(first.value, state.type, code.layout)
            for state, first in firsts.items() if first is None or isinstance(first, Fixed)
        }  # fmt: skip

    def _said(self, value: Any, kind: Type) -> str:
        if kind.definite.name == "seat" and value is not None:
            return self.speech.who(value)
        return self.words.value(value, kind, self.speech.viewer)

    def _whose(self, key: int | str) -> str:
        return self.words.argument(key) if isinstance(key, str) else self.speech.who(key)


def _each(value: Any) -> Iterator[tuple[int | str | None, Any]]:
    if isinstance(value, dict):
        yield from value.items()
    elif isinstance(value, list):
        yield from enumerate(value)
    else:
        yield None, value


def _scenes(events: Sequence[Event]) -> Iterator[list[Event]]:
    """The events, each choice with what follows it."""
    scene: list[Event] = []
    for event in events:
        if event["event"] == "chose" and scene:
            yield scene
            scene = []
        scene.append(event)
    if scene:
        yield scene


def _take_away(faces: Mapping[str, int], played: Played) -> None:
    played.update({face: max(0, played[face] - many) for face, many in faces.items() if face in played})


def _way(moved: Event) -> tuple[str, str]:
    """By the names of places, whosever they are."""
    return moved["from"].partition(" ")[0], moved["to"].partition(" ")[0]


def _gathers(event: Event, pile: str) -> bool:
    """Does it bring cards back to the pile that is dealt from?"""
    return event.get("to") == pile or event["event"] == "shuffled"


__all__ = ["Narrator"]
