"""A game that is over, seen again after each of its moves with the eyes of a seat."""

from __future__ import annotations

import zlib
from collections.abc import Iterator

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from coupdsl.play.account.chronicle import positions
from coupdsl.play.game import Game
from coupdsl.scene.model import Scene, Step
from coupdsl.scene.onlooker import Onlooker, Scenery


class Look(Struct, frozen=True):
    """The table after move number `at` of `last`, as a seat saw it then, and the latest steps that it was told."""

    at: int
    last: int
    seat: int | None
    scene: msgspec.Raw
    steps: list[Step]
    kind: str = "replay"


class Replay:
    """What `viewer` saw of a game, worked out as far as it was asked for; None is somebody who only watched."""

    def __init__(self, game: Game, scenery: Scenery, viewer: int | None) -> None:
        self.viewer, self.last = viewer, len(game.moves)
        self._steps: list[Step] = []
        self._scenes: list[bytes] = []  # packed, as a long game has thousands
        self._coming = _seen(game, Onlooker(scenery, viewer))

    def after(self, moves: int, told: int) -> Look:
        """The table after so many moves, at most all of them, with `told` steps before it."""
        at = min(max(moves, 0), self.last)
        while len(self._scenes) <= at:
            step, scene = next(self._coming)
            self._steps.append(step)
            self._scenes.append(zlib.compress(msgspec.json.encode(scene), 1))
        steps = self._steps[max(0, at + 1 - told) : at + 1]
        return Look(at, self.last, self.viewer, msgspec.Raw(zlib.decompress(self._scenes[at])), steps)


def _seen(game: Game, onlooker: Onlooker) -> Iterator[tuple[Step, Scene]]:
    """What the onlooker is told and sees of the start and of each move; nobody chooses any more."""
    observer, viewer = game.rules.observer, onlooker.viewer
    for events, state in positions(game):
        step = onlooker.hear(game.told(events, viewer), observer.remembered(state, viewer))
        scene = onlooker.scene(state.view(viewer))
        yield step, replace(scene, question=replace(scene.question, choices=(), called={}, stated={}))


__all__ = ["Look", "Replay"]
