"""A running game: everything it holds, who is to act, and what a move does."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from coupdsl.engine.bits import members
from coupdsl.engine.chance import Generator
from coupdsl.engine.code import STOP, Code, Decision, Option
from coupdsl.engine.errors import GameOver, NotYourTurn, Reason, RulesError, UnknownMove
from coupdsl.engine.evaluate import Fixed
from coupdsl.engine.events import Event
from coupdsl.engine.moves import Move
from coupdsl.engine.rules import Rules

CHANCE = -1
PASSES = 200_000  # through loops, until somebody chooses

Legal = dict[Move, tuple[Option, tuple[int, ...], int]]


@dataclass(frozen=True)
class Result:
    """The end of a game: `scores` by seat in the unit of the game, `winners` the seats that share the win."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]


class State:
    """One position of a game. Copied, compared and saved; its history is kept by `coupdsl.Game`."""

    __slots__ = (
        "bags", "balances",
        "chance",
        "code", "count", "end", "events", "held", "known", "legal", "memory", "passes", "pc", "rows",
        "rules", "scratch", "tails", "where",
    )  # fmt: skip

    rules: Rules
    code: Code  # that of the rules
    memory: list[Any]  # states and locals
    scratch: list[Any]  # what expressions need while they are worked out; empty of meaning between steps
    held: list[int]  # for each zone the set of its pieces
    rows: list[tuple[int, ...]]  # for each zone its pieces in order, from the top …
    bags: list[tuple[int, ...]]  # … then those shuffled, in no order
    tails: list[tuple[int, ...]]  # … then those that came later
    where: list[int]  # for each piece its zone
    known: list[int]  # for each piece who knows what lies there; the bit after the last seat is the spectator
    balances: list[int]
    chance: Generator | None
    pc: int
    passes: int  # through loops, since somebody chose
    count: int  # moves of players so far
    end: tuple[tuple[int, ...], tuple[int, ...]] | None
    events: list[Event]
    legal: Legal

    @classmethod
    def start(cls, rules: Rules, seed: int | None) -> State:
        state = cls.before(rules)
        state.begin(seed)
        return state

    @classmethod
    def before(cls, rules: Rules) -> State:
        """The state in which every game is before its rules begin to run."""
        code = rules.code
        layout = code.layout
        state = cls.__new__(cls)
        state.rules, state.code = rules, code
        state.memory = list(code.memory)
        state.scratch = [None] * code.evaluator.scratch
        zones = len(layout.zones)
        state.held = [0] * zones
        state.rows, state.bags, state.tails = [()] * zones, [()] * zones, [()] * zones
        state.where = [-1] * layout.pieces
        state.known = [0] * layout.pieces
        state.balances = list(layout.beginnings)
        state.chance = None
        state.pc, state.count, state.end, state.events, state.legal = 0, 0, None, [], {}
        state.passes = 0
        for number, zone in enumerate(layout.zones):
            if zone.initial is None:
                continue
            for piece in code.evaluator.as_list(zone.initial, None)(state):
                state.place(piece, number, unseen=False)
        for piece, zone_number in enumerate(state.where):
            if zone_number < 0:
                message = f"piece `{layout.face_of[piece]}` lies in no zone at the start"
                raise RulesError(message, rules.program.span)
        state._first_values()
        return state

    def begin(self, seed: int | None) -> None:
        """Runs the rules from before the game to its first choice."""
        self.chance = Generator.from_seed(seed) if seed is not None else None
        self._run(0)

    def _first_values(self) -> None:
        code, program = self.code, self.rules.program
        passing = {state for mechanic in program.mechanics.values() for state in mechanic.passing}
        for declared in program.states:
            if declared.initial is None or declared in passing:
                continue
            value = code.evaluator.kept(declared.initial, declared.type, None)(self)
            for slot in code.layout.slots(declared):
                self.memory[slot] = value

    # ---- who is to act
    @property
    def actor(self) -> int | None:
        """The seat to move, `CHANCE`, or None when the game is over."""
        if self.end is not None:
            return None
        decision = self.code.decisions.get(self.pc)
        if decision is None or decision.who is None:
            return CHANCE
        seat: int = decision.who(self)
        return seat

    @property
    def pending(self) -> tuple[int, ...]:
        """The seats still to answer: more than one where all choose at the same time."""
        actor = self.actor
        if actor is None or actor == CHANCE:
            return ()
        decision = self.code.decisions[self.pc]
        if decision.together is None:
            return (actor,)
        elements, index = decision.together
        return tuple(self.memory[elements][self.memory[index] - 1 :])

    @property
    def decision(self) -> str | None:
        """The name of what is being decided; `deal` where chance draws a piece, `settle` where it orders a row."""
        return self.code.named(self.pc) if self.end is None else None

    @property
    def is_over(self) -> bool:
        return self.end is not None

    def result(self) -> Result | None:
        """Scores and winners, None while the game runs."""
        return Result(*self.end) if self.end is not None else None

    # ---- options
    def legal_moves(self) -> list[Move]:
        """What the actor may choose, in ascending id; at chance, what may come."""
        if self.end is None and self.pc not in self.code.decisions:
            return [move for move, _ in self.chances()]
        return list(self.legal)

    def chances(self) -> list[tuple[Move, int]]:
        """At chance, each move with its integer weight; elsewhere empty."""
        if self.actor != CHANCE:
            return []
        if self.pc in self.code.decisions:
            return [(move, weight) for move, (_, _, weight) in self.legal.items()]
        to, drawing = self.drawn_to, self.code.drawings.get(self.pc)
        assert to is not None
        bag = self.bags[to if drawing is None else drawing.source.closure(self)]
        moves = drawing.moves if drawing is not None else self.code.settlings[self.pc].moves
        weights: dict[Move, int] = {}
        faces = self.code.layout.face_of
        for piece in bag:
            move = moves[faces[piece], to]
            weights[move] = weights.get(move, 0) + 1
        return sorted(weights.items(), key=lambda item: item[0].id)

    @property
    def drawn_to(self) -> int | None:
        """Where what chance draws now will lie: the zone of a deal, or the row that is put in order; else None."""
        drawing, settling = self.code.drawings.get(self.pc), self.code.settlings.get(self.pc)
        if self.end is not None or (drawing is None and settling is None):
            return None
        if drawing is not None:
            to: int = drawing.to.closure(self)
            return to
        return self._settled_next()[0]

    def _settled_next(self) -> tuple[int, bool]:
        found = self.code.settlings[self.pc].wanted(self)
        assert found is not None
        return found

    def options_of(self, decision: Decision) -> Legal:
        """The options of a decision here and now."""
        found: Legal = {}
        for option in decision.options:
            if option.last_resort:
                if not found:
                    found[option.moves[()]] = (option, (), 1)
                continue
            if option.condition is not None and not option.picks and not option.condition(self):
                continue
            if not option.picks:
                found[option.moves[()]] = (option, (), 1)
            else:
                self._picked(option, found)
        if len(found) > 1:
            return dict(sorted(found.items(), key=_by_id))
        return found

    def _picked(self, option: Option, found: Legal) -> None:
        slot, source, pick = option.picks[0]
        values = source(self)
        moves, memory = option.moves, self.memory
        for value in members(values) if pick.source.type.name == "set" else values:
            if len(option.picks) == 1 and option.condition is None:
                self._offer(found, moves[value], option, (value,))
                continue
            memory[slot] = value
            if len(option.picks) == 1:
                if option.condition is None or option.condition(self):
                    self._offer(found, moves[value], option, (value,))
                continue
            second, other_source, other_pick = option.picks[1]
            others = other_source(self)
            for other in members(others) if other_pick.source.type.name == "set" else others:
                memory[second] = other
                if option.condition is None or option.condition(self):
                    self._offer(found, moves[value, other], option, (value, other))
        if len(option.picks) > 1 or option.condition is not None:
            for place, _, _ in option.picks:
                memory[place] = None

    @staticmethod
    def _offer(found: Legal, move: Move, option: Option, values: tuple[int, ...]) -> None:
        """Pieces that nobody can tell apart are one option, which takes the first of them."""
        known = found.get(move)
        found[move] = (option, values, 1) if known is None else (known[0], known[1], known[2] + 1)

    # ---- moving
    def apply(self, move: Move | str, seat: int | None = None) -> list[Event]:
        """Makes a move of the actor and gives the events it caused; a failed one changes nothing.

        Raises RulesError where the rules themselves fail, and IllegalMove, which says why: to everybody, or, where
        `seat` is given, to that seat. A seat that is not to act is told nothing but that, whatever it asks for.
        """
        chosen = self._find(move, seat)
        kept = self.copy()
        self.events = []
        try:
            if self.pc in self.code.drawings:
                self._run(self._deal(chosen))
            elif self.pc in self.code.settlings:
                self._run(self._settled(chosen))
            else:
                if self.actor != CHANCE:
                    self.count += 1
                self._run(self.take(self.code.decisions[self.pc], chosen))
        except RulesError:
            self._become(kept)
            raise
        return self.events

    def _find(self, move: Move | str, seat: int | None) -> Move:
        text = str(move)
        if self.end is not None:
            raise GameOver(text, "the game is over")
        if seat is not None and seat != self.actor:
            raise NotYourTurn(text, Reason("not_your_turn"))
        found = move if isinstance(move, Move) else self.code.alphabet.by_text.get(" ".join(text.split()))
        if found is None:
            from coupdsl.engine.explain import unknown_move

            raise UnknownMove(text, unknown_move(self, text, seat))
        if found not in (self.legal if self.pc in self.code.decisions else dict(self.chances())):
            from coupdsl.engine.explain import illegal_move

            raise illegal_move(self, found, seat)
        return found

    def take(self, decision: Decision, move: Move) -> int:
        """Writes down what was chosen; gives the step where the rules go on."""
        option, values, _ = self.legal[move]
        for (slot, _, _), value in zip(option.picks, values, strict=True):
            self.memory[slot] = value
        seat = decision.who(self) if decision.who is not None else CHANCE
        everyone = self.code.layout.everyone
        told = everyone if not decision.secretly else 1 << seat if seat >= 0 else 0
        self.events.append(Event("chose", (seat, move.id, decision.site, told)))
        self.legal = {}
        return option.target

    def _deal(self, move: Move) -> int:
        drawing = self.code.drawings[self.pc]
        zone, face = drawing.source.closure(self), move.arguments[0]
        piece = self.alike(self.bags[zone], self.code.layout.face_of.index(face))
        self.transfer([piece], drawing.to.closure(self), drawing.unseen, drawing.site)
        self.memory[drawing.left] -= 1
        return self.pc

    def _settled(self, move: Move) -> int:
        zone, back = self._settled_next()
        self.settle(zone, self.alike(self.bags[zone], self.code.layout.face_of.index(move.arguments[0])), back)
        return self.pc

    def _run(self, at: int) -> None:
        steps = self.code.steps
        self.passes = 0
        while at != STOP:
            at = steps[at](self)

    # ---- pieces
    def alike(self, bag: tuple[int, ...], piece: int) -> int:
        """The first of those in `bag` that are written like `piece`: nobody can tell them apart."""
        layout = self.code.layout
        if not layout.doubled:
            return piece
        faces = layout.face_of
        return next(other for other in bag if faces[other] == faces[piece])

    def settle(self, zone: int, piece: int, back: bool) -> None:
        """A piece of the bag is the next after those settled at the front of a row, or before those at its back.

        In the bag, the one at that end moves into its place.
        """
        bag, end = list(self.bags[zone]), -1 if back else 0
        bag[bag.index(piece)] = bag[end]
        bag.pop(end)
        self.bags[zone] = tuple(bag)
        if back:
            self.tails[zone] = (piece, *self.tails[zone])
        else:
            self.rows[zone] += (piece,)
        if not bag:
            self.rows[zone], self.tails[zone] = self.rows[zone] + self.tails[zone], ()

    def row(self, zone: int) -> tuple[int, ...]:
        """The pieces of a row in order; those in the bag stand for no order."""
        if self.bags[zone]:
            return self.rows[zone] + self.bags[zone] + self.tails[zone]
        return self.rows[zone]

    def remove(self, piece: int) -> None:
        """Takes a piece from where it is; in a bag, the last one moves into its place."""
        zone = self.where[piece]
        self.held[zone] &= ~(1 << piece)
        if not self.code.layout.is_row[zone]:
            return
        row, bag = self.rows[zone], self.bags[zone]
        if piece in row:
            at = row.index(piece)
            self.rows[zone] = row[:at] + row[at + 1 :]
        elif piece in bag:
            at = bag.index(piece)
            self.bags[zone] = bag[:at] + bag[-1:] + bag[at + 1 : -1] if at < len(bag) - 1 else bag[:-1]
            if len(bag) == 1:
                self.rows[zone], self.tails[zone] = row + self.tails[zone], ()
        else:
            tail = self.tails[zone]
            at = tail.index(piece)
            self.tails[zone] = tail[:at] + tail[at + 1 :]

    def place(self, piece: int, zone: int, unseen: bool) -> None:
        layout = self.code.layout
        self.where[piece] = zone
        self.held[zone] |= 1 << piece
        if layout.is_row[zone]:
            pile = self.tails if self.bags[zone] else self.rows
            pile[zone] += (piece,)
        if not unseen:
            self.known[piece] |= layout.zone_audience[zone]

    def transfer(self, pieces: Iterable[int], to: int, unseen: bool, site: int) -> None:
        """Moves pieces to a zone, in their order; those there already stay."""
        groups: dict[int, list[int]] = {}
        where, known = self.where, self.known
        for piece in pieces:
            start = where[piece]
            if start == to:
                continue
            self.remove(piece)
            self.place(piece, to, unseen)
            pairs = groups.get(start)
            if pairs is None:
                groups[start] = [piece, known[piece]]
            else:
                pairs += (piece, known[piece])
        for start in sorted(groups):  # an order that tells nothing of hidden pieces
            self.events.append(Event("moved", (start, to, *groups[start])))

    def chain(self, site: int) -> tuple[int, ...]:
        """The site and those that called its rule, innermost first."""
        code, found = self.code, [site]
        procedure = code.sites[site].procedure
        while procedure.name:
            site = code.return_sites[self.memory[procedure.return_slot]]
            found.append(site)
            procedure = code.sites[site].procedure
        return tuple(found)

    # ---- copies
    def copy(self, seed: int | None = None) -> State:
        """An independent state; a new `seed` gives it a chance of its own."""
        other = State.__new__(State)
        other.rules, other.code = self.rules, self.code
        other._become(self)
        if seed is not None:
            other.chance = Generator.from_seed(seed)
        return other

    def resolve(self) -> None:
        """Where chance is to act and the state has a seed, as a copy may: what the seed says happens."""
        if self.actor == CHANCE and self.chance is not None:
            self._run(self.pc)

    def _become(self, other: State) -> None:
        self.memory = other.memory.copy()
        self.scratch = other.scratch.copy()
        self.held = other.held.copy()
        self.rows, self.bags, self.tails = other.rows.copy(), other.bags.copy(), other.tails.copy()
        self.where = other.where.copy()
        self.known = other.known.copy()
        self.balances = other.balances.copy()
        self.chance = other.chance.copy() if other.chance is not None else None
        self.pc, self.count, self.end, self.passes = other.pc, other.count, other.end, 0
        self.events = list(other.events)
        self.legal = dict(other.legal)

    def key(self) -> tuple[Any, ...]:
        """Equal for equal positions under the same rules; bags count as sets where the caller decides chance."""
        seeded = self.chance is not None
        return (
            self.rules.fingerprint,
            self.pc,
            self.count,
            self.end,
            tuple(self.memory),
            tuple(self.rows),
            tuple(bag if seeded else tuple(sorted(bag)) for bag in self.bags),
            tuple(self.tails),
            tuple(self.where),
            tuple(self.known),
            tuple(self.balances),
            self.chance.state if self.chance is not None else None,
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    # ---- for people and programs outside
    def view(self, seat: int | None) -> dict[str, Any]:
        """What `seat` (None: a spectator) sees now, as plain data."""
        from coupdsl.engine.views import view

        return view(self, seat)

    def save(self) -> dict[str, Any]:
        """The whole state as plain data; `Ruleset.restore` reads it."""
        from coupdsl.engine.saving import save

        return save(self)


def _by_id(item: tuple[Move, Any]) -> int:
    return item[0].id


__all__ = ["CHANCE", "Fixed", "Result", "State"]
