"""Players by their names: those that come with coupdsl, and anybody's own."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, Protocol

from coupdsl.code.moves import Move
from coupdsl.engine.chance import Generator
from coupdsl.language.likeness import nearest
from coupdsl.language.signs import made_safe
from coupdsl.search.player_error import PlayerError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from coupdsl.engine.rules import Rules
    from coupdsl.search.player import Maker, Player, Told


class Bot(Protocol):
    """A player that goes by what it is offered alone, made of a seed of its own."""

    def choose(self, moves: list[Move]) -> Move:
        """One of the moves offered to its seat."""


class RandomBot:
    """Chooses evenly among what is offered."""

    def __init__(self, seed: int) -> None:
        self._chance = Generator.from_seed(seed)

    def choose(self, moves: list[Move]) -> Move:
        return moves[self._chance.below(len(moves))]


class Unhearing:
    """A bot as a player: what is told to it is not even made."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    def told(self, events: Sequence[Told]) -> None:
        pass

    def choose(self, decision: str, moves: Sequence[Move], view: Mapping[str, Any]) -> Move:
        return self.bot.choose(list(moves))


LEVELS = ("easy", "medium", "hard", "expert")  # of players that think
TAUGHT = LEVELS[1:]  # those that go by what was learnt of a game
BOTS = {  # and where each is, imported when it is asked for
    "random": "coupdsl.play.bots:RandomBot",
    **{level: f"coupdsl.search.levels:{level}" for level in LEVELS},
}


class UnknownPlayer(PlayerError, LookupError):
    """A name for which there is no player."""


@cache
def find_maker(name: str) -> Maker:
    """What makes the player of this name: one of `BOTS`, or `module:name`, imported; raises UnknownPlayer."""
    if name in BOTS:
        return _maker(name, _imported(BOTS[name]))
    if ":" in name:
        return _maker(name, _imported(name))
    if not name:
        raise UnknownPlayer("the name of a bot is missing", f"possible here: {', '.join(BOTS)}")
    several = re.split(r"[;/|+&\s]+", name)
    if len(several) > 1 and BOTS.keys() >= {*several}:
        raise UnknownPlayer(f"there is no bot `{name}`", f"write commas between them: `{','.join(several)}`")
    near = nearest(name, BOTS)
    there = f"possible here: {', '.join(BOTS)}, or your own as module:name"
    raise UnknownPlayer(f"there is no bot `{name}`", there if near is None else f"did you mean `{near}`?")


def _imported(name: str) -> Any:
    """What stands at `module:name`."""
    from importlib import import_module

    module, _, attribute = name.partition(":")
    there = None
    try:
        if all(part.isidentifier() for part in module.split(".")):
            there = import_module(module)
    except Exception as error:
        if not (isinstance(error, ModuleNotFoundError) and f"{module}.".startswith(f"{error.name}.")):
            said = made_safe(" ".join(f"{type(error).__name__}: {error}".split()))
            raise UnknownPlayer(f"`{module}` cannot be imported: {said}", f"`python -m {module}` shows where") from None
    if there is None:
        help_ = f"Python finds no module `{module}`; `PYTHONPATH=FOLDER` before the call says where to look"
        raise UnknownPlayer(f"there is no bot `{name}`", help_)
    if not hasattr(there, attribute):
        near = nearest(attribute, vars(there))
        help_ = f"did you mean `{module}:{near}`?" if near else f"there is no `{attribute}` in `{module}`"
        raise UnknownPlayer(f"there is no bot `{name}`", help_)
    return getattr(there, attribute)


def _maker(name: str, made: Any) -> Maker:
    """`made` itself where it makes a player; what makes one of a bot where it only takes a seed."""
    if callable(made):
        if _takes(made, 1) and not hasattr(made, "told"):

            def of_bot(rules: Rules, seat: int, seed: int) -> Player:
                return Unhearing(made(seed))

            return of_bot
        if _takes(made, 3):
            maker: Maker = made
            return maker
    help_ = "it is called with the rules, a seat and a seed, or with a seed alone"
    raise UnknownPlayer(f"`{name}` makes no player", help_)


def _takes(made: Callable[..., Any], count: int) -> bool:
    """Can it be called with so many values?"""
    from inspect import signature

    try:
        signature(made).bind(*range(count))
    except (TypeError, ValueError):
        return False
    return True
