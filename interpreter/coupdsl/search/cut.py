"""Games that end with a deal: where nobody knows any more what others do not, the rules' own `limit` counts.

A deal is a pass of a loop in which something is dealt anew and chance gives private knowledge, after which none is left
and the score is another one. Which loop that is, is seen in random games.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from copy import copy
from dataclasses import replace
from functools import lru_cache

from coupdsl.code import expressions as x
from coupdsl.code import instructions as i
from coupdsl.code.code import Code
from coupdsl.code.errors import RulesError
from coupdsl.code.following import steps_from
from coupdsl.code.slots import Label
from coupdsl.engine.chance import CHANCE, Generator, derive
from coupdsl.engine.closures import Step
from coupdsl.engine.events import Event
from coupdsl.engine.position import Position
from coupdsl.engine.rules import Rules
from coupdsl.engine.state import State
from coupdsl.language import cache_folder
from coupdsl.language.records import by_value
from coupdsl.language.remembered import name_of
from coupdsl.search.carried_over import Carried, carried, counting

SEED = 1966
GAMES, MOVES = 3, 2_000  # at most, to see which loop it is
PASSES = 3  # of one loop are enough


@by_value
class Cut:
    """A loop of which each pass is a deal, the step that says what one was worth, and what it does not count."""

    loop: int
    end: int
    carried: tuple[Carried, ...] = ()


def cut(rules: Rules) -> Rules:
    """Rules with the same states, by which a game ends with its deal; the rules themselves where it has no deals."""
    found = where_cut(rules)
    if found is None:
        return rules
    code, end, besides = rules.code, found.end, ""
    if found.carried:
        code, end = counting(code, end, found.carried), len(code.instructions)
        besides = "".join(f" {one.state.name} {one.adds}" for one in found.carried)
    other = copy(rules)
    for cached in ("reference", "observer", "expressions"):
        vars(other).pop(cached, None)
    vars(other)["code"] = ending_with(code, found.loop, end)
    other.kept = None if rules.kept is None else f"{rules.kept} cut at {found.loop}{besides}"
    return other


@lru_cache(maxsize=16)
def where_cut(rules: Rules) -> Cut | None:
    """Where deals end; None where there are none, or only the end can say what one was worth. It is kept on disk."""
    name = None if rules.kept is None else name_of("cut", rules.kept)
    written, states = None if name is None else cache_folder.fetch(name), rules.program.states
    if written is not None:
        kept = json.loads(written)
        return kept and Cut(kept[0], kept[1], tuple(Carried(states[at], adds) for at, adds in kept[2]))
    found = _where_cut(rules)
    if name is not None:
        kept = found and [found.loop, found.end, [[states.index(one.state), one.adds] for one in found.carried]]
        cache_folder.store(name, json.dumps(kept).encode())
    return found


def _where_cut(rules: Rules) -> Cut | None:
    loop = deal_loop(rules)
    end = end_of_deal(rules.code, loop) if loop is not None else None
    if loop is None or end is None:
        return None
    this = rules.code.instructions[loop]
    assert isinstance(this, i.NextPass)
    return Cut(loop, end, tuple(carried(rules, way_back(this), end)))


def end_of_deal(code: Code, loop: int) -> int | None:
    """The step that says what a deal was worth.

    It is what comes after the last deal where something is paid or counted there and nobody is asked any more; else
    `limit`, or where that says nothing of it the one other end. None where only the end of the game can say it.
    """
    if code.limit is None:
        return None
    this = code.instructions[loop]
    assert isinstance(this, i.NextPass)
    if _settles(code, steps_from(code, this.end.at)):
        return this.end.at
    if any(_tells_worth(code.instructions[at]) for at in steps_from(code, code.limit[1])):
        return code.limit[1]
    counting = [at for at, one in enumerate(code.instructions) if _tells_worth(one)]
    return counting[0] if len(counting) == 1 and _stands_alone(code.instructions[counting[0]]) else None


def _settles(code: Code, steps: Iterable[int]) -> bool:
    """Is something paid or counted in these steps, and then what everybody has, with nobody asked and no pass begun?"""
    found = [code.instructions[at] for at in steps]
    states = code.layout.state_size
    paid = any(isinstance(one, i.Transfer) or (isinstance(one, i.Store) and one.to.start < states) for one in found)
    open_ = (i.Choose, i.DrawPieces, i.Settle, i.NextPass, i.Fail)
    return paid and any(map(_tells_worth, found)) and not any(isinstance(one, open_) for one in found)


def _tells_worth(step: i.Instruction) -> bool:
    """Is it an end that says more than that the game is over?"""
    if not isinstance(step, i.Finish):
        return False
    return step.among is not None or any(not isinstance(value, x.Fixed) for _, value, _ in step.keys)


def _stands_alone(end: i.Instruction) -> bool:
    """Does it use nothing that a statement before it has named?"""
    assert isinstance(end, i.Finish)
    own = {name for name, _, _ in end.keys}
    stated = [value for _, value, _ in end.keys] + ([end.among] if end.among is not None else [])
    return not any(isinstance(one, x.Load) and one.name.stored and one.name not in own for one in _all_parts(stated))


def _all_parts(exprs: Iterable[x.Expression]) -> Iterator[x.Expression]:
    for expr in exprs:
        yield expr
        yield from _all_parts(x.parts(expr))


def ending_with(code: Code, loop: int, end: int) -> Code:
    """The code in which the way back to a loop, `until` said no, leads to an end; all else is where it was."""
    this, limit = code.instructions[loop], Label()
    assert isinstance(this, i.NextPass)
    limit.at = end
    back, instructions = way_back(this), list(code.instructions)
    onward, jump = limit, instructions[back]
    assert isinstance(jump, i.Jump)
    if jump.to.at == loop:  # else a row is settled before `until` is asked, and the deal ends without it
        onward = Label()
        onward.at = len(instructions)
        instructions += [i.NextPass(this.counter, this.until, (), this.end), i.Jump(limit)]
    instructions[back] = i.Jump(onward, jump.span)
    return replace(code, instructions=instructions)


def way_back(loop: i.NextPass) -> int:
    """The step at which a pass that was not left early comes to its end."""
    return loop.end.at - 1


def deal_loop(rules: Rules) -> int | None:
    """The step that begins the passes of the innermost loop that are deals; None where the game has none."""
    watched = Watched(rules)
    for game in range(GAMES):
        with suppress(RulesError):  # which need not come about in the game that is played
            watched.play(game)
    counted = watched.seen_deals()
    return max(counted, key=lambda loop: (counted[loop], loop)) if counted else None


class Watched:
    """Random games, of which it is noted whether passes of loops are deals.

    `counted`: how many passes of each loop began without private knowledge and got it by chance. `others`: loops of
    which a pass began with private knowledge, or got it though nothing had been dealt anew in it or the one before.
    `worthless`: loops whose passes left all scores as they were.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules, code = rules, rules.code
        self.counted: Counter[int] = Counter()
        self.others: set[int] = set()
        self.begun: set[int] = set()  # loops of which a pass has begun, and nobody was asked since …
        self.closed: set[int] = set()  # … of these, where there was always private knowledge since it began
        self.dealt: set[int] = set()  # those in whose pass somebody was asked who knows by chance what others do not …
        self.ended: set[int] = set()  # … of which this pass has ended since the question before
        self.mixed: set[int] = set()  # those in whose pass something was shuffled or chosen by chance unseen …
        self.mixed_before: set[int] = set()  # … or in the one before
        self.by_chance: set[int] = set()  # what is private by chance: pieces, and beyond them hidden states
        self.asked: set[int] = set()  # those in whose pass somebody was asked
        self.continuing: set[int] = set()  # those of which a pass has ended, and the next one not begun
        self.scores: dict[int, tuple[int, ...] | None] = {}  # what would have counted when a pass of each loop began
        self.left = MOVES
        self.seats = code.layout.everyone >> 1
        program, layout = rules.program, code.layout
        hidden = [state for state in program.states if state.seen_by != "all"]
        before = State.before(rules)
        self.secrets = [(slot, before.memory[slot]) for state in hidden for slot in layout.slots(state)]
        self.loops = {way_back(one): at for at, one in enumerate(code.instructions) if isinstance(one, i.NextPass)}
        self.ends = {loop: end_of_deal(code, loop) for loop in self.loops.values()}
        self.worthless = {loop for loop, end in self.ends.items() if end is not None}
        self.reference = rules.reference.with_steps([])
        self.reference.steps = [self._watching(at) for at in range(len(code.instructions))]

    def seen_deals(self) -> dict[int, int]:
        """The loops whose passes are deals, and how many of each were seen."""
        return {
            loop: count
            for loop, count in self.counted.items()
            if loop not in self.others and loop not in self.worthless
        }

    def _watching(self, at: int) -> Step:
        stepping, loop = self.rules.reference.steps, self.loops.get(at)

        def step(position: Position) -> int:
            if self.closed and not self.is_private(position):
                self.closed.clear()
            if loop is not None:
                self._end_pass(loop, position)
            elif at in self.ends:
                self._begin_pass(at, position)
            return stepping[at](position)

        return step

    def _begin_pass(self, loop: int, position: Position) -> None:
        if loop not in self.continuing:
            self.scores[loop] = self._scores(position, loop)
        self.continuing.discard(loop)
        self.dealt.discard(loop)
        self.asked.discard(loop)

    def _end_pass(self, loop: int, position: Position) -> None:
        self.begun.add(loop)
        self.closed.add(loop)
        self.continuing.add(loop)
        self.ended |= self.dealt & {loop}
        if loop in self.asked:  # loops that only reckon are not looked at, pass by pass
            scores = self._scores(position, loop)
            if scores != self.scores[loop]:
                self.worthless.discard(loop)
            self.scores[loop] = scores

    def _scores(self, position: Position, loop: int) -> tuple[int, ...] | None:
        """What everybody would have if the loop were cut here; None where that cannot be said, or is not asked."""
        end = self.ends[loop]
        if end is None or loop not in self.worthless:
            return None
        assert isinstance(position, State)
        ended = position.copy()
        ended.reference = self.rules.reference
        with suppress(RulesError):
            ended._run(end)
        result = ended.result()
        return None if result is None else result.scores

    def is_private(self, position: Position) -> bool:
        """Does a seat know what another does not?"""
        return any(True for _ in self._private(position))

    def _private(self, position: Position) -> Iterator[int]:
        """What a seat knows and another does not: pieces by their numbers, and then hidden states."""
        yield from (at for at, known in enumerate(position.known) if known & self.seats not in (0, self.seats))
        states = enumerate(self.secrets, len(position.known))
        yield from (at for at, (slot, first) in states if position.memory[slot] != first)

    def play(self, number: int) -> None:
        """Plays one more game, or a part of it, until enough is seen."""
        state, chance = State.before(self.rules), Generator.from_seed(derive(SEED, number))
        state.reference = self.reference
        self.begun, self.closed, self.dealt, self.ended = set(), set(), set(), set()
        self.mixed, self.mixed_before, self.by_chance = set(), set(), set()
        self.asked, self.continuing, self.scores = set(), set(), {}
        state.begin(derive(SEED, number))
        before, unknown = set[int](), set(range(len(state.known)))
        while not state.is_over and self.left > 0 and max(self.seen_deals().values(), default=0) < PASSES:
            private, mixed = set(self._private(state)), self._has_chance(state.events)
            new = private - before
            self.by_chance = (self.by_chance & private) | (new if mixed else new & unknown)
            self._asked(bool(private), mixed)
            self.left -= 1
            before, unknown = private, {at for at, known in enumerate(state.known) if not known & self.seats}
            moves = state.legal_moves()
            state.apply(moves[chance.below(len(moves))])
        if state.is_over and not self._has_chance(state.events):
            self.others |= self._not_dealt_anew()

    def _asked(self, private: bool, mixed: bool) -> None:
        if not private:
            self.closed.clear()
        self.others |= self.closed
        # What was mixed since the question before may have been before a pass began, or after it.
        every = self.ends.keys()
        if mixed:
            self.mixed |= every
        self.others |= self._not_dealt_anew()
        self.counted.update(self.ended - self.closed)
        self.mixed_before = (self.mixed_before - self.begun) | (self.mixed & self.begun)
        if not mixed:
            self.mixed -= self.begun
        self.begun, self.closed, self.ended = set(), set(), set()
        self.asked |= every
        if self.by_chance:
            self.dealt |= every

    def _not_dealt_anew(self) -> set[int]:
        """Loops of which a pass with private knowledge has ended, with nothing mixed in it or the one before."""
        return self.ended - self.closed - self.mixed - self.mixed_before

    def _has_chance(self, events: Iterable[Event]) -> bool:
        """Was something shuffled, or chosen by chance so that not all seats were told?"""
        for event in events:
            unseen = event.kind == "chose" and event.data[0] == CHANCE and self.seats & ~event.data[3]
            if unseen or event.kind == "shuffled":
                return True
        return False
