"""What somebody, or chance, chose, as one sentence with what came of it for him."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from coupdsl.code.decisions import Option
from coupdsl.engine.chance import CHANCE
from coupdsl.play.account.speech import Speech, filled, seat_in
from coupdsl.play.account.told import Cards, Part, Places, Told

Event = dict[str, Any]


class Deeds:
    """Tells choices. Texts may have a form for a word of moves, or for a decision whose moves are what is picked."""

    def __init__(self, speech: Speech) -> None:
        self.speech = speech

    def tell(self, event: Event, then: Sequence[Event]) -> tuple[Told | None, list[Event]]:
        """The sentence of a choice and those of the events after it, `then`, that it tells as well."""
        if "move" not in event:
            return self._secret(event, then)
        word, *picked = event["move"].split()
        form = self.speech.form("moves", word)
        if form is None and self.speech.words.is_picked(word):
            form, picked = self.speech.form("decisions", event["decision"]), [word, *picked]
        if form is None:
            return self._plain(event), []
        offset = 0 if len(picked) < len(event["move"].split()) else -1
        parts = {str(at): self.speech.pick(word, at + offset, part) for at, part in enumerate(picked)}
        return self._whole(form, event["seat"], parts, then)

    def _plain(self, event: Event) -> Told:
        speech = self.speech
        move = speech.words.move(event["move"], speech.viewer)
        if event["seat"] == CHANCE:
            alone = event.get("to", () if speech.viewer is None else (speech.viewer,))
            if event["decision"] in self._secret_chances and alone:
                return speech.say("by_chance_to", who=speech.all_of(alone), move=move)
            return speech.say("by_chance", move=move)
        return speech.say("does", who=speech.who(event["seat"]), move=move)

    def _whole(
        self, form: str, seat: int, parts: dict[str, Part], then: Sequence[Event]
    ) -> tuple[Told | None, list[Event]]:
        """A form of the texts, with what the chooser got and paid where it speaks of that."""
        if not form:
            return None, []
        rules: tuple[str, ...] = ()
        used: list[Event] = []
        if seat != CHANCE:
            parts["who"] = self.speech.who(seat)
        if "{cards}" in form:
            came = [one for one in then if one["event"] == "moved" and seat_in(one["to"]) == seat]
            came = [one for one in came if (one["from"], one["to"]) == (came[0]["from"], came[0]["to"])]
            faces = tuple(face for one in came for face in one["pieces"])
            family = self.speech.family_in(*(came[0][end] for end in ("to", "from") if came))
            parts["cards"] = Cards(faces, sum(one["unseen"] for one in came), family)
            used += came
        for key, side in (("paid", "payer"), ("got", "payee")):
            if f"{{{key}}}" in form:
                sums = [one for one in then if one["event"] == "paid" and one[side] == str(seat)][:1]
                parts[key] = "".join(str(one["amount"]) for one in sums)
                rules += tuple(rule for one in sums for rule in one["rules"])
                used += sums
        return filled(form, parts, rules), used

    # ---- in secret
    def _secret(self, event: Event, then: Sequence[Event]) -> tuple[Told | None, list[Event]]:
        """A choice of which it is not told what was chosen."""
        speech, seat = self.speech, event["seat"]
        options = self._options.get(event["decision"], [])
        form = speech.form("decisions", event["decision"])
        parts: dict[str, Part] = {}
        if form is None and len(options) == 1:
            form = speech.form("moves", options[0].word)
            parts = {str(at): self._hidden(pick.name.type.name, then) for at, pick in enumerate(options[0].picks)}
        if form is not None:
            told, used = self._whole(form, seat, parts, then)
            hidden = sum(part.unseen for part in parts.values() if isinstance(part, Cards))
            moved = [one for one in then if one["event"] == "moved" and one["unseen"] and not one["pieces"]]
            own = [one for one in moved if seat_in(one["from"]) == seat and one["unseen"] <= hidden]
            return told, [*used, *own[:1]]
        question = speech.words.label("decisions", event["decision"])
        if seat == CHANCE:
            return None, []  # what comes of it is told
        return speech.say("secretly", who=speech.who(seat), question=question), []

    @cached_property
    def secret(self) -> set[str]:
        """The decisions of players of which nobody else is told what was chosen."""
        decisions = self.speech.words.rules.code.decisions.values()
        return {one.name for one in decisions if one.secretly and one.who is not None}

    @cached_property
    def _secret_chances(self) -> set[str]:
        """The decisions that are always of chance, which tells one seat alone."""
        decisions = self.speech.words.rules.code.decisions.values()
        others = {one.name for one in decisions if one.who is not None or not one.secretly}
        return {one.name for one in decisions} - others

    @cached_property
    def _options(self) -> dict[str, list[Option]]:
        """The alternatives of each decision, by its name; of one that is asked at several places, of all of them."""
        found: dict[str, list[Option]] = {}
        for decision in self.speech.words.rules.code.decisions.values():
            known = found.setdefault(decision.name, [])
            known += [one for one in decision.options if one.word not in {other.word for other in known}]
        return found

    def _hidden(self, kind: str, then: Sequence[Event]) -> Part:
        """Something of which only the kind is known, and of a place where something came to lie, that."""
        if kind in ("card", "piece") or kind in {one.name for one in self.speech.words.rules.program.families}:
            return Cards((), 1, "" if kind in ("card", "piece") else kind)
        if kind == "cell":
            places = [one["to"].partition(" ")[2] for one in then if one["event"] == "moved"]
            return Places(tuple(filter(self.speech.is_cell, places))[:1])
        return self.speech.wording["somebody" if kind == "seat" else "something"]


__all__ = ["Deeds", "Event"]
