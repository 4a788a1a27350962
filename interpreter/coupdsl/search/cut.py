"""Games that end with a deal: where nobody knows any more what others do not, the rules' own `limit` counts.

A deal is a pass of a loop after which no private knowledge is left. Which loop that is, is seen in random games.
"""

from __future__ import annotations

from collections import Counter
from copy import copy
from dataclasses import fields

from coupdsl.code import instructions as i
from coupdsl.code.code import Code
from coupdsl.code.slots import Label
from coupdsl.engine.chance import Generator, derive
from coupdsl.engine.closures import Step
from coupdsl.engine.position import Position
from coupdsl.engine.rules import Rules
from coupdsl.engine.state import State

SEED = 1966
GAMES, MOVES = 3, 2_000  # at most, to see which loop it is
PASSES = 3  # of one loop are enough


def cut(rules: Rules) -> Rules:
    """Rules with the same states, by which a game ends with its deal; the rules themselves where it has no deals."""
    loop = deal_loop(rules)
    if loop is None:
        return rules
    other = copy(rules)
    for cached in ("reference", "observer", "expressions"):
        vars(other).pop(cached, None)
    vars(other)["code"] = ending_with(rules.code, loop)
    other.kept = None if rules.kept is None else f"{rules.kept} cut at {loop}"
    return other


def ending_with(code: Code, loop: int) -> Code:
    """The code in which the way back to a loop, `until` said no, leads to the limit; all else is where it was."""
    this, limit = code.instructions[loop], Label()
    assert isinstance(this, i.NextPass) and code.limit is not None
    limit.at = code.limit[1]
    back, instructions = way_back(this), list(code.instructions)
    onward, jump = limit, instructions[back]
    assert isinstance(jump, i.Jump)
    if jump.to.at == loop:  # else a row is settled before `until` is asked, and the deal ends without it
        onward = Label()
        onward.at = len(instructions)
        instructions += [i.NextPass(this.counter, this.until, (), this.end), i.Jump(limit)]
    instructions[back] = i.Jump(onward, jump.span)
    return Code(**{field.name: getattr(code, field.name) for field in fields(code)} | {"instructions": instructions})


def way_back(loop: i.NextPass) -> int:
    """The step at which a pass that was not left early comes to its end."""
    return loop.end.at - 1


def deal_loop(rules: Rules) -> int | None:
    """The step that begins the passes of the innermost loop that are deals; None where the game has none."""
    watched = Watched(rules)
    for game in range(GAMES):
        watched.play(game)
    counted = {loop: count for loop, count in watched.counted.items() if loop not in watched.others}
    return max(counted, key=lambda loop: (counted[loop], loop)) if counted else None


class Watched:
    """Random games, of which it is noted whether passes of loops begin without private knowledge and lead to some.

    `counted`: how many of each loop did. `others`: loops of which one began with private knowledge.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules, code = rules, rules.code
        self.counted: Counter[int] = Counter()
        self.others: set[int] = set()
        self.begun: set[int] = set()  # loops of which a pass has begun, and nobody was asked since …
        self.closed: set[int] = set()  # … of these, where there was always private knowledge since it began
        self.private: set[int] = set()  # those in whose pass somebody was asked who knows what others do not
        self.left = MOVES
        self.seats = code.layout.everyone >> 1
        program, layout = rules.program, code.layout
        hidden = [state for state in program.states if state.seen_by != "all"]
        before = State.before(rules)
        self.secrets = [(slot, before.memory[slot]) for state in hidden for slot in layout.slots(state)]
        self.loops = {way_back(one): at for at, one in enumerate(code.instructions) if isinstance(one, i.NextPass)}
        self.reference = rules.reference.with_steps([])
        self.reference.steps = [self._watching(at) for at in range(len(code.instructions))]

    def _watching(self, at: int) -> Step:
        stepping, loop = self.rules.reference.steps, self.loops.get(at)

        def step(position: Position) -> int:
            if self.closed and not self.is_private(position):
                self.closed.clear()
            if loop is not None:
                self.begun.add(loop)
                self.closed.add(loop)
            return stepping[at](position)

        return step

    def is_private(self, position: Position) -> bool:
        """Does a seat know what another does not?"""
        shown = any(known & self.seats not in (0, self.seats) for known in position.known)
        return shown or any(position.memory[slot] != first for slot, first in self.secrets)

    def play(self, number: int) -> None:
        """Plays one more game, or a part of it, until enough is seen."""
        state, chance = State.before(self.rules), Generator.from_seed(derive(SEED, number))
        state.reference = self.reference
        self.begun, self.closed, self.private = set(), set(), set()
        state.begin(derive(SEED, number))
        while not state.is_over and self.left > 0 and max(self.counted.values(), default=0) < PASSES:
            self._asked(state)
            self.left -= 1
            moves = state.legal_moves()
            state.apply(moves[chance.below(len(moves))])

    def _asked(self, state: State) -> None:
        private = self.is_private(state)
        if not private:
            self.closed.clear()
        self.others |= self.closed
        self.counted.update(self.begun & self.private - self.closed)
        self.private -= self.begun
        self.begun, self.closed = set(), set()
        if private:
            self.private.update(self.loops.values())
