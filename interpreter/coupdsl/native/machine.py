"""A ruleset compiled: what its states have in common."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from threading import local
from typing import Any

from coupdsl.code.bits import members
from coupdsl.engine.chance import MASK, Generator, derive
from coupdsl.engine.copied import Shared
from coupdsl.engine.events import Event
from coupdsl.engine.from_outside import number_in, seed_of, wanted, whole_number
from coupdsl.engine.rules import Rules
from coupdsl.engine.state import State as Reference
from coupdsl.engine.turn import Result
from coupdsl.native.compiled_state import State
from coupdsl.native.improving import Improving
from coupdsl.native.instructions.effect_code import DONE
from coupdsl.native.instructions.telling import CHOSE, FINISHED, MOVED, PAID, REVEALED, SHOWN, SHUFFLED, VACATED
from coupdsl.native.llvm.jit import CAREFUL, QUICK, Compiled
from coupdsl.native.memory.blocks import Blocks
from coupdsl.native.memory.held import form
from coupdsl.native.playouts import Playouts
from coupdsl.native.stepping import stepping_text

A_STATE = "a state is what `start` of rules or of a machine gives"


class Stepping(local):
    """Where `step` is told what happened: each thread has its own, since others go on while machine code runs."""

    def __init__(self) -> None:
        self.make_room(1 << 9)

    def make_room(self, room: int) -> None:
        """For so many words, after how many there may be and how many there are."""
        self.room = room
        self.words = (ctypes.c_int64 * (room + 2))()
        self.begin = ctypes.addressof(self.words) + 16


class Machine(Blocks, Shared):
    """The compiled rules: makes moves in blocks of memory, and reads and writes what lies in them."""

    def __init__(self, rules: Rules, speed: int | None = None) -> None:
        super().__init__(wanted(Rules, rules, "what is compiled are rules that `coupdsl.load` gives"))
        if speed is not None:
            otherwise = f"the speed is {QUICK} (quick to make) to {CAREFUL} (quick to run)"
            speed = number_in(range(CAREFUL + 1), speed, otherwise)
        self._speed = speed
        self._playouts: Playouts | None = None
        self.improving = Improving(rules, "stepping", speed, lambda: (stepping_text(rules), None), self._use)
        decisions = self.code.decisions.values()
        self.most_moves = max([self.code.layout.pieces, *(sum(len(o.moves) for o in d.options) for d in decisions)])
        self._room = 1 << 9
        self._stepping = Stepping()
        self.template = bytes(self.block(Reference.before(rules)))

    def _use(self, compiled: Compiled) -> None:
        address, word = ctypes.c_void_p, ctypes.c_int64
        self._start = compiled.function("start", word, address, address)
        self._seeded = compiled.function("seeded", None, address, ctypes.c_uint64)
        self._apply = compiled.function("apply", word, address, word, address)
        self._offered = compiled.function("offered", word, address, address)
        self._actor = compiled.function("actor", word, address)

    # ---- moves
    def start(self, seed: int | None = None) -> State:
        """A new game: chance resolved by `seed` (0 to 2^64-1), or left to the caller when None."""
        before = self.template if seed is None else self.seeded(self.template, seed)
        status, data, events = self._told(before, self._start)
        if status != DONE:
            self.rules.start(seed)
            raise AssertionError("the game begins in the reference interpreter")
        return State(self, data, events)

    def restore(self, saved: Mapping[str, Any]) -> State:
        """The state written by `save`, as by `Rules.restore`, which says more."""
        return State(self, self.block(self.rules.restore(saved)), [])

    def compiled(self, state: Reference) -> State:
        """The same position in machine code; raises ValueError for one of other rules."""
        wanted(Reference, state, "what is compiled is a state that `start` of rules gives")
        if state.rules.fingerprint != self.rules.fingerprint:
            raise ValueError("the state belongs to other rules")
        return State(self, self.block(state), [])

    def seeded(self, data: bytes | bytearray, seed: int) -> bytearray:
        """The same with a chance of its own; raises ValueError if `seed` is not 0 to 2^64-1."""
        block = bytearray(data)
        self._seeded(_address(block), seed_of(seed))
        return block

    def apply(self, data: bytearray, move: int) -> tuple[int, bytearray, list[Event]]:
        """Makes the move of this id in a copy; gives how it went, the copy and what happened."""
        return self._told(data, lambda place, events: self._apply(place, move, events))

    def _told(self, data: bytes | bytearray, run: Any) -> tuple[int, bytearray, list[Event]]:
        while True:
            room = self._room  # which other threads may change meanwhile
            block, events = bytearray(data), (ctypes.c_int64 * (room + 2))(room)
            status = run(_address(block), events)
            if events[1] <= room:
                return status, block, self.events(events[2 : 2 + events[1]]) if status == DONE else []
            self._room = 2 * events[1]

    def step(self, data: bytearray, move: int) -> tuple[bytearray, bytes] | None:
        """As `apply`, with what happened as the words that `events` reads, packed; None where it cannot be made."""
        stepping = self._stepping
        while True:
            block, words, room = bytearray(data), stepping.words, stepping.room
            words[0], words[1] = room, 0
            if self._apply(_address(block), move, words) != DONE:
                return None
            if words[1] <= room:
                return block, ctypes.string_at(stepping.begin, 8 * words[1])
            stepping.make_room(2 * words[1])

    def offered(self, data: bytearray) -> list[tuple[int, int]]:
        """The ids of the moves that can be made, each with its weight; where chance draws or settles in any order."""
        out = (ctypes.c_int64 * (2 * self.most_moves))()
        count = self._offered(_address(data), out)
        found = out[: 2 * max(count, 0)]
        return list(zip(found[::2], found[1::2], strict=True))

    def options(self, data: bytearray) -> list[int]:
        """The ids of the moves that can be made, rising, each once."""
        return sorted({number for number, _ in self.offered(data)})

    def actor(self, data: bytearray) -> int:
        return int(self._actor(_address(data)))

    def playouts(self, state: State | Reference, seed: int, count: int) -> list[Result]:
        """The ends of `count` games played on from a position by random players; compiled when it is first asked for.

        In game n chance has the seed derive(seed, n), see docs/randomness.md. Other threads go on meanwhile. The
        position may be one of the reference; raises ValueError for one of other rules.
        """
        seed, count = seed_of(seed), whole_number(count, "how many games are played")
        if count < 0:
            raise ValueError(f"{count} games cannot be played")
        if isinstance(state, Reference):
            state = self.compiled(state)
        elif wanted(State, state, A_STATE).machine.rules.fingerprint != self.rules.fingerprint:
            raise ValueError("the state belongs to other rules")
        result = state.result()
        if result is not None:
            return [result] * count
        if self._playouts is None:
            self._playouts = Playouts(self.rules, self._speed)
        start = self.seeded(state.data, seed)
        found = self._playouts.play(bytes(start), seed, count)
        if len(found) < count:
            self._fails(state, derive(seed, len(found)))
        return found

    def _fails(self, state: State, seed: int) -> None:
        """Plays on, as the same players do, to the place where the rules fail."""
        other = state.reference().copy(seed)
        other.resolve()
        players = [Generator.from_seed(derive(seed, 1 + seat)) for seat in range(self.rules.players)]
        while other.actor is not None:
            moves = other.legal_moves()
            other.apply(moves[players[other.actor].below(len(moves))])
        raise AssertionError("the game goes on in the reference interpreter")

    # ---- events
    def events(self, words: list[int]) -> list[Event]:
        found: list[Event] = []
        at = 0
        while at < len(words):
            kind, length = words[at], words[at + 1]
            found += self._event(kind, words[at + 2 : at + 2 + length])
            at += 2 + length
        return found

    def _event(self, kind: int, words: list[int]) -> list[Event]:
        if kind == MOVED:
            groups: dict[int, list[int]] = {}
            for start, piece, known in zip(words[1::3], words[2::3], words[3::3], strict=True):
                groups.setdefault(start, []).extend((piece, known))
            return [Event("moved", (start, words[0], *groups[start])) for start in sorted(groups)]
        if kind == SHOWN:
            return [Event("shown", tuple(words))] if len(words) > 1 else []
        if kind == REVEALED:
            begins = 2 + len(self.code.revealed_of[words[0]])
            return [Event("revealed", (*words[:begins], *self._revealed(words[0], words[begins:])))]
        if kind == PAID:
            return [Event("paid", tuple(words[:4]), tuple(words[4:]))]
        if kind == FINISHED:
            return [Event("finished", (*words[1:], *members(words[0])))]
        return [Event({CHOSE: "chose", SHUFFLED: "shuffled", VACATED: "vacated"}[kind], tuple(words))]

    def _revealed(self, number: int, words: list[int]) -> list[Any]:
        kind = form(self.code.revealed[number].type)
        if kind == "set":
            return [sum((word & MASK) << 64 * n for n, word in enumerate(words))]
        return words


def _address(data: bytearray) -> Any:
    return (ctypes.c_char * len(data)).from_buffer(data)
