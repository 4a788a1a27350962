"""What somebody owes or is owed, where the rules add it up for a seat and the texts have a sentence for that."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from coupdsl.play.account.speech import Speech, filled
from coupdsl.play.account.told import Told
from coupdsl.rulesets.sums_by_seat import sums_by_seat

Event = dict[str, Any]
View = dict[str, Any]


class Dues:
    """Those of one ruleset, told to one reader."""

    def __init__(self, speech: Speech) -> None:
        self.speech = speech
        forms = {one: speech.form("names", one.rule) for one in sums_by_seat(speech.words.rules.program)}
        self._forms = {one: form for one, form in forms.items() if form}
        self._lying: dict[str, set[str]] = {one.zone: set() for one in self._forms}  # as far as it was heard

    def hear(self, events: Iterable[Event]) -> None:
        """Keeps what lies where by these events, for views that do not say it."""
        for event in events if self._lying else ():
            if event["event"] == "moved":
                self._lying.get(event["from"], set()).difference_update(event["pieces"])
                self._lying.get(event["to"], set()).update(event["pieces"])

    def heard(self, view: View) -> Iterator[Told]:
        """A sentence for each seat and what of it is not nothing, by where pieces lie as it was heard."""
        return self._told(self._lying, view)

    def seen(self, view: View) -> list[str]:
        """The same, written, by a view that says where pieces lie."""
        lying = {zone["name"]: zone["pieces"] for zone in view["zones"]}
        return [self.speech.write(told) for told in self._told(lying, view)]

    def _told(self, lying: Mapping[str, Iterable[str]], view: View) -> Iterator[Told]:
        for seat in range(self.speech.words.rules.players):
            for one, form in self._forms.items():
                fields = (view["pieces"].get(piece, {}) for piece in lying[one.zone])
                total = sum(kept[one.of] or 0 for kept in fields if kept.get(one.by) == seat)
                if total:
                    yield filled(form, {"owner": self.speech.who(seat), "value": str(total)}, kind="hand")


__all__ = ["Dues"]
