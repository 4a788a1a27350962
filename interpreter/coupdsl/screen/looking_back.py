"""A game that is over, seen again on the screen: forth and back, with the eyes of any seat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from coupdsl.play.spelling import spelled
from coupdsl.scene.model import Scene
from coupdsl.screen.flowing import Bit, Item, Line, flow, words
from coupdsl.screen.marking import Marking
from coupdsl.screen.question_drawing import button
from coupdsl.table.seen_again import Look

TURNS = ("to_start", "earlier", "later", "to_end")  # where one can turn to


class LookingBack:
    """The table as it is seen again; `names` are those of the seats."""

    def __init__(self, look: Look, names: Sequence[str], said: Mapping[str, str]) -> None:
        self.at, self.last, self.seat, self.steps = look.at, look.last, look.seat, look.steps
        self.scene = msgspec.json.decode(look.scene, type=Scene)
        self.said = said
        self._eyes = {**{str(seat): name for seat, name in enumerate(names)}, "": said["watcher"]}

    def turned(self, to: str, at: int) -> int:
        """The move after which the table is to be seen, from move `at` on: one of TURNS, or its number."""
        turned = {"to_start": 0, "earlier": at - 1, "later": at + 1, "to_end": self.last}.get(to)
        return min(max(0, int(to) if turned is None else turned), self.last)

    def lines(self, marking: Marking, others: Sequence[str], wide: int) -> list[Line]:
        """Where one is and can turn to, whose eyes there are, and what `others` can be done."""
        scene, said, letters = self.scene, self.said, marking.letters
        told = [scene.question.text, *([scene.result.text] if scene.result is not None else [])]
        lines = flow(words(letters(" ".join(told)), "strong"), wide)
        turns = [marking.button(Item("turn", to), letters(said[to])) for to in TURNS]
        lines += flow([(Bit(letters(said["move_of"].format(self.at, self.last))),), *turns], wide, 2)
        own = "" if self.seat is None else str(self.seat)
        eyes = [marking.button(Item("eyes", one), letters(name), ticked=one == own) for one, name in self._eyes.items()]
        lines += flow([(Bit(letters(said["seen_by"])),), *eyes], wide, 2)
        return [*lines, *flow([button(do, said, marking) for do in others], wide, 2)]

    def meant(self, text: str) -> Item | None:
        """What a line that was typed does here, if it is about what is seen."""
        asked = spelled(text)
        if asked.isdecimal():
            return Item("turn", asked)
        return next((item for printed, item in self._printed() if spelled(printed) == asked), None)

    def _printed(self) -> Iterator[tuple[str, Item]]:
        yield from ((self.said[to], Item("turn", to)) for to in TURNS)
        yield from ((name, Item("eyes", one)) for one, name in self._eyes.items())

    def known_texts(self) -> list[str]:
        """What can be typed of it."""
        return [printed for printed, _ in self._printed()]


__all__ = ["TURNS", "LookingBack"]
