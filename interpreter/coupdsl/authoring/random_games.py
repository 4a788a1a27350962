"""Random games, which show whether rules can be played to an end, within a budget of moves and time."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from importlib.util import find_spec
from time import monotonic

from coupdsl.authoring.equal_cards import EqualCards
from coupdsl.authoring.loop_ends import LoopEnds
from coupdsl.code.errors import RulesError
from coupdsl.engine.rules import Rules
from coupdsl.language.records import by_value
from coupdsl.language.tongues import Count
from coupdsl.play.clock import Clock
from coupdsl.play.company import Company, placed, seated
from coupdsl.play.runs import game_seed

HERE = 5_000  # moves that are made before machine code takes over, which takes about as long to be made …
SOON = 2.0  # … or seconds, where moves are dear
REPLAYED = 5.0  # seconds for the reference to come to where machine code failed
SLACK = 0.05  # seconds between two looks at a clock
WORDLESS = 1.0  # seconds before anything is said of how far it came
OFTEN = 500  # moves from word to word


@by_value
class Wanted:
    """How many games: `least`, and then more until all have made `moves`, but no more than `most`."""

    least: int
    most: int
    moves: int = 0

    def is_enough(self, games: int, moves: int) -> bool:
        return games >= self.least and (moves >= self.moves or games >= self.most)


USUAL = Wanted(least=2, most=20, moves=500)


@by_value
class Budget:
    """How much is played before it is said that a game, or all of them, take too long."""

    game: int  # moves of one game; none that was meant comes near it
    moves: int  # of all games


COMPILED, PLAIN = Budget(100_000, 20_000_000), Budget(20_000, 200_000)


class FailedGame(RulesError):
    """The rules fail in the game with this `number`, the first is 1."""

    def __init__(self, error: RulesError, number: int) -> None:
        super().__init__(error.message, error.span, error.code, error.help, error.also, error.found)
        self.number = number


class Course:
    """How far the random games of one table came; `spent` says why not all were played.

    `equal_cards` sees the positions that the reference interpreter comes to.
    """

    def __init__(
        self, rules: Rules, wanted: Wanted, seed: int, tell: Callable[[str], None], clock: Clock, loops: LoopEnds
    ) -> None:
        self.rules = rules
        self.loops = loops
        self.wanted = wanted
        self.seed = seed
        self.games = self.moves = 0
        self.spent = ""
        self.is_endless = False
        self.equal_cards = EqualCards(rules.code)
        self._tell = tell
        self._clock = clock
        self._begin = monotonic()
        self._name = f"`{rules.name}` with {Count(rules.players):player|players}"

    # ---- what is said
    @property
    def seconds(self) -> float:
        return monotonic() - self._begin

    def say(self, games: int, moves: int) -> None:
        """How far it is now, where people have waited for it."""
        if self.seconds > WORDLESS:
            self._tell(f"playing {self._name}: {games:,} of {self.wanted.most:,} games, {moves:,} moves")

    def has_no_end(self, after: str) -> None:
        self.spent = f"game {self.games + 1:,} of {self._name} has not ended after {after} of random players"
        self.is_endless = True

    def used_up(self, budget: str) -> None:
        come = f"{self.games:,} of {self.wanted.least:,} random games of {self._name} were played"
        self.spent = f"{come} before the budget of {budget} was used up"

    # ---- playing
    @property
    def _lacks_some(self) -> bool:
        return self.games < self.wanted.least

    def play(self) -> None:
        """Plays as many as are wanted, or until the budget is used up; raises RulesError where the rules fail."""
        if find_spec("llvmlite") is None:
            self._play_plainly()
            return
        self._play_here(HERE, HERE, SOON)
        if self._lacks_some:
            self._play_apart()

    def _play_plainly(self) -> None:
        most = self.moves + PLAIN.moves
        self._play_here(PLAIN.game, most, self._clock.seconds)
        if not self._lacks_some:
            return
        if self.moves >= most:
            self.used_up(f"{PLAIN.moves:,} moves")
        elif self._clock.left < SLACK:
            self._late()
        else:
            self.has_no_end(f"{PLAIN.game:,} moves")

    def _late(self) -> None:
        self.used_up(f"{self._clock.seconds:.0f} seconds")

    def _play_here(self, game: int, moves: int, seconds: float) -> None:
        """By the reference interpreter, until so many moves are made, one game has so many, or it is late."""
        end = self.seconds + min(seconds, self._clock.left)
        while not self.wanted.is_enough(self.games, self.moves) and self.moves < moves:
            made = self._game(game, end)
            if made is None:
                return
            self.games, self.moves = self.games + 1, self.moves + made

    def _game(self, most: int, end: float) -> int | None:
        """The moves of the next game, None where it has more than `most` or does not end in time."""
        seed = game_seed(self.seed, self.games)
        self.loops.begin()
        state, company, made = self._watched.start(seed), self._seated(seed), 0
        while not state.is_over:
            if made == most or self.seconds >= end:
                return None
            self.equal_cards.look(state)
            state.apply(company.choose(state))
            made += 1
            if made % OFTEN == 0:
                self.say(self.games, self.moves + made)
        if made:  # where nobody is asked anything, as where real cards are to be told of, loops do nothing
            self.loops.end()
        return made

    @cached_property
    def _watched(self) -> Rules:
        return self.loops.watching(self.rules)

    def _seated(self, seed: int) -> Company:
        return seated(self.rules, placed(("random",), range(self.rules.players)), seed)

    def _play_apart(self) -> None:
        """The same games by machine code, in a process of their own."""
        from coupdsl.native.apart import Bounds, Played, play_apart

        games, moves = self.games, self.moves

        def told(played: Played) -> None:
            self.games, self.moves = games + played.games, moves + played.moves
            self.say(self.games, self.moves)

        bounds = Bounds(COMPILED.game, COMPILED.moves, self._clock.left)
        stopped, how = play_apart(self.rules, self.seed, range(games, self.wanted.least), bounds, told)
        if how == "failed":  # for want of memory, or of what it is made with
            self._play_plainly()
        elif stopped is not None and stopped > COMPILED.game:
            self.has_no_end(f"{COMPILED.game:,} moves")
        elif stopped is not None:
            end = self.seconds + REPLAYED
            self._game(stopped + 1, end)  # says how the rules fail
            if self.seconds < end:
                raise AssertionError(f"game {self.games} of seed {self.seed} goes on in the reference interpreter")
            message = f"the rules fail at move {stopped:,} of game {self.games + 1:,} of {self._name}"
            raise RulesError(message, self.rules.program.span)
        elif self._lacks_some:
            self._late() if how == "late" else self.used_up(f"{COMPILED.moves:,} moves")


def play_random(
    rules: Rules, wanted: Wanted, seed: int, tell: Callable[[str], None], clock: Clock, loops: LoopEnds
) -> Course:
    """The first games of a seed, as many as are `wanted`, those that `simulate` plays.

    Raises FailedGame where the rules fail. Machine code plays them where they are many or long, and it is installed.
    `tell` is told of long ones, and `loops` of those that are played here.
    """
    course = Course(rules, wanted, seed, tell, clock, loops)
    try:
        course.play()
    except RulesError as error:
        if "code" not in vars(rules):  # they fail before any game
            raise
        raise FailedGame(error, course.games + 1) from error
    return course


__all__ = ["USUAL", "Budget", "Course", "FailedGame", "Wanted", "play_random"]
