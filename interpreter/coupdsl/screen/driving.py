"""A sitting at one screen: programs think in threads, their moves come at a pace, and after a hand all wait."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from coupdsl.code.errors import RulesError
from coupdsl.play.bots import PlayerError
from coupdsl.scene.model import Step
from coupdsl.screen.question_drawing import Sentences
from coupdsl.table.sitting import REMEMBERED, Sitting

PACE = 0.7  # seconds before a program's move is shown
T = TypeVar("T")


class Driving:
    """What the person sees now in `told` and `steps`; `changed` is called whenever that is another."""

    def __init__(self, sitting: Sitting, language: str, pace: float = PACE) -> None:
        self.sitting, self.language, self.pace = sitting, language, pace
        self.told = sitting.told(language)
        self.steps: list[Step] = self.told.steps
        self.paused: Sentences | None = None  # what a hand came to, until somebody goes on
        self.failed: RulesError | PlayerError | None = None
        self.is_busy = False
        self.changed: Callable[[], None] = lambda: None
        self._game, self._heard = sitting.games, sitting.steps
        self._lock = asyncio.Lock()
        self._turn, self._hurry = asyncio.Event(), asyncio.Event()
        self._turn.set()
        self._hurry.set()  # up to the first question

    @property
    def asks(self) -> bool:
        """Does what is told wait for the person?"""
        scene = self.told.scene
        return bool(scene.question.choices or scene.result or self.paused or self.failed)

    async def drive(self) -> None:
        """Lets the programs make their moves, whenever it is theirs."""
        while True:
            await self._turn.wait()
            self._turn.clear()
            while not (self.sitting.is_over or self.sitting.is_ours or self.paused or self.failed):
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._hurry.wait(), self.pace)
                await self.ask(self._others_choose)
            self._hurry.clear()

    def _others_choose(self) -> None:
        if not (self.sitting.is_over or self.sitting.is_ours):  # a choice may have been taken back meanwhile
            self.sitting.others_choose()

    def hurry(self) -> None:
        """Until the person is asked again, moves are shown as soon as they are made."""
        self._hurry.set()

    def go_on(self) -> None:
        self.paused = None
        self._turn.set()
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
        async with self._lock:
            self.language = language
            self._again()
        self.changed()

    def _again(self) -> None:
        self.told = self.sitting.told(self.language)
        self.steps, self._game, self._heard = self.told.steps, self.sitting.games, self.sitting.steps
        if self.paused is not None:
            self.paused = next((told for step in reversed(self.steps) if (told := _came_to(step.sentences))), None)

    def _renew(self) -> None:
        if self._game != self.sitting.games:
            self.paused = None
            self._again()
            return
        self.told = self.sitting.told(self.language, self._heard)
        new, self._heard = self.told.steps, self.sitting.steps
        self.steps = [*self.steps, *new][-REMEMBERED:]
        for step in new:
            self.paused = self.paused or _came_to(step.sentences)


def _came_to(told: Sentences) -> Sentences | None:
    """What was told up to the end of a hand, where another one follows."""
    kinds = [kind for kind, *_ in told]
    if "hand" not in kinds or "end" in kinds:
        return None
    return told[: kinds.index("head")] if "head" in kinds else told


__all__ = ["PACE", "Driving"]
