"""A sitting at one screen: programs think in threads, their moves come at a pace, and after a hand all wait."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from coupdsl.code.errors import RulesError
from coupdsl.scene.model import Scene, Step
from coupdsl.screen.looking_back import LookingBack
from coupdsl.screen.question_drawing import Sentences
from coupdsl.screen.screen_words import SCREEN_WORDS
from coupdsl.search.player_error import PlayerError
from coupdsl.table.sitting import REMEMBERED, Sitting, Told

PACE = 0.7  # seconds before a program's move is shown
T = TypeVar("T")


class Driving:
    """What the person sees now in `told` and `steps`; `changed` is called whenever that is another."""

    def __init__(self, sitting: Sitting, language: str, pace: float = PACE) -> None:
        self.sitting, self.language, self.pace = sitting, language, pace
        self.told: Told
        self.steps: list[Step] = []
        self.paused: Sentences | None = None  # what a hand came to, until somebody goes on
        self.failed: RulesError | PlayerError | None = None
        self.look: LookingBack | None = None  # what is seen again of a game that is over
        self.is_busy = False
        self.changed: Callable[[], None] = lambda: None
        self._game = self._heard = 0  # the game that is told, and up to which step
        self._lock = asyncio.Lock()
        self._turn, self._hurry = asyncio.Event(), asyncio.Event()
        self._turn.set()
        self._hurry.set()  # up to the first question
        self._renew()
        self.wanted: tuple[int | None, int] = self.told.eyes, 0  # whose eyes, and after how many moves
        if self.told.recorded:
            self._look_back()

    @property
    def asks(self) -> bool:
        """Does what is told wait for the person?"""
        scene = self.told.scene
        return bool(scene.question.choices or scene.result or self.paused or self.failed or self.look)

    @property
    def shown(self) -> Scene:
        """The table that is to be drawn."""
        return self.told.scene if self.look is None else self.look.scene

    @property
    def account(self) -> list[Step]:
        """What happened up to then."""
        return self.steps if self.look is None else self.look.steps

    async def drive(self) -> None:
        """Lets the programs make their moves, whenever it is theirs."""
        while True:
            await self._turn.wait()
            self._turn.clear()
            while self.sitting.is_others and not (self.paused or self.failed):
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._hurry.wait(), self.pace)
                await self.ask(self._others_choose)
            self._hurry.clear()

    def _others_choose(self) -> None:
        if self.sitting.is_others:  # a choice may have been taken back meanwhile
            self.sitting.others_choose()

    def hurry(self) -> None:
        """Until the person is asked again, moves are shown as soon as they are made."""
        self._hurry.set()

    def next_hand(self) -> None:
        self.paused = None
        self._turn.set()
        self.changed()

    async def look_back(self) -> None:
        """Shows a game that is over as it is `wanted` by now."""
        await self.ask(self._look_back)

    def _look_back(self) -> None:
        look = self.sitting.look_back(*self.wanted, self.language)
        if look is not None:
            spoken = self.sitting.words(self.language)
            names = [spoken.seat(seat, None) for seat in range(spoken.rules.players)]
            self.look = LookingBack(look, names, SCREEN_WORDS[self.language])

    def look_no_more(self) -> None:
        """Shows the end again, where the game was played here."""
        if not self.told.recorded:
            self.look = None
            self.changed()

    async def ask(self, call: Callable[[], T]) -> T | None:
        """What a call of the sitting gives, which a thread makes while nobody else asks it for anything."""
        self.is_busy = True
        try:
            async with self._lock:
                said = await asyncio.to_thread(call)
                self._renew()
        except (RulesError, PlayerError) as error:
            self.failed, said = error, None
        finally:
            self.is_busy = False
        self._turn.set()
        self.changed()
        return said

    async def speak(self, language: str) -> None:
        """Tells everything again in a language."""
        await self.ask(lambda: self._speak(language))

    def _speak(self, language: str) -> None:
        self.language = language
        ended = (told for step in reversed(self._renew(afresh=True)) if (told := _came_to(step.sentences)))
        self.paused = self.paused and next(ended, None)
        if self.look is not None:
            self._look_back()

    def _renew(self, afresh: bool = False) -> list[Step]:
        """What is told now, with the steps that are new, or `afresh` all that are remembered; gives these."""
        sitting = self.sitting
        if self._game != sitting.games:
            self.paused, self.look, afresh = None, None, True
        self.told = sitting.told(self.language, None if afresh else self._heard)
        new, self._game, self._heard = self.told.steps, sitting.games, sitting.steps
        self.steps = new if afresh else [*self.steps, *new][-REMEMBERED:]
        if not afresh:
            self.paused = self.paused or next(filter(None, (_came_to(step.sentences) for step in new)), None)
        return new


def _came_to(told: Sentences) -> Sentences | None:
    """What was told up to the end of a hand, where another one follows."""
    kinds = [kind for kind, *_ in told]
    if "hand" not in kinds or "end" in kinds:
        return None
    return told[: kinds.index("head")] if "head" in kinds else told


__all__ = ["PACE", "Driving"]
