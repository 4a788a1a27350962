"""Plays a world forward, as far as the seat is told what it was told."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import exp, log
from random import Random

from coupdsl.native.loops.retold_code import ANYBODY, ANYTHING, CERTAIN, COUNTED, DRAWN, ROW, WEIGHED
from coupdsl.native.machine import Machine
from coupdsl.search.hearing import Happened, Item
from coupdsl.search.history import History, bag_of, bag_size, pc_of, zone_of
from coupdsl.search.renaming import Renaming
from coupdsl.search.replaying import AT_ONCE, Replaying
from coupdsl.search.things_told import Misfit, ThingsTold

HIDDEN, IMPOSSIBLE = -1, -2
MOST_TRIED = 12  # of the options where nothing is planned


class Retelling(ThingsTold):
    """What the things told leave open at each step; `work` counts the moves made."""

    def __init__(self, machine: Machine, seat: int | None) -> None:
        super().__init__(machine, seat)
        self.renaming = Renaming(self.code)
        self.work = 0
        self.replaying = Replaying(machine)
        self.options = array("q")
        self._placed: dict[tuple[int, ...], int] = {}  # where in these those begin that an `asked` seat had
        self.beginning: History | None = None  # what is settled
        self.misfit = Misfit(0)  # where the last history came to its end
        self._over = machine.offsets.over

    def start(self) -> History | None:
        """The beginning of every world; None if the seat was told of another."""
        if self.beginning is not None:
            return self.beginning.until(0)
        state = self.machine.start()
        told = (event.seen_by(self.code, self.seat) for event in state.events)
        heard = tuple(self.ear.number(event) for event in told if event is not None)
        return History(state.data, len(heard)) if self.numbers[: len(heard)] == heard else None

    def go_on(
        self, history: History, plan: Sequence[int], rng: Random, base: History | None = None, same: int = 0,
        tries: int = MOST_TRIED, strict: bool = True, end: int | None = None,
    ) -> bool:  # fmt: skip
        """Goes on to the present, or to before move `end`; gives False where the seat would be told something else.

        Then it stands before that.
        Hidden moves are those of the `plan`, by their number, and where it ends drawn by chance, up to `tries` at each;
        so they are, unless it is `strict`, where one of the plan does not fit.
        From step `same` on it is that of `base`, which is followed as soon as the position is the same.
        """
        while not self._is_whole(history):
            step = len(history.moves)
            if step == end:
                return True
            if base is not None and step >= same and base.stood(step, history):
                history.join(base)
                base = None
                continue
            if base is not None and self._go_along(history, plan, base, same):
                continue
            pc = pc_of(self.machine, history.blocks[-1])
            move = self.told_move(pc, history)
            if move == IMPOSSIBLE:
                self.misfit = Misfit(history.at[-1])
                return False
            if move != HIDDEN:
                if not self._make(history, pc, move, told=True):
                    return False
            elif step < len(plan):
                if not self._make(history, pc, plan[step], told=False) and (
                    strict or not self._draw(history, pc, rng, tries)
                ):
                    return False
            elif not self._draw(history, pc, rng, tries):
                return False
        history.whole = True
        return True

    def _go_along(self, history: History, plan: Sequence[int], base: History, same: int) -> bool:
        """Makes moves at once, as long as the seat is told the same at each as in `base`; gives whether there were any.

        The `plan` is that of `base` with other hidden moves. It stops where `base` may be joined.
        """
        step = len(history.moves)
        if step >= len(base.moves) or history.at[-1] != base.at[step]:
            return False
        form = self.form_of(base)
        at, most = step, min(same if step < same else len(plan), len(base.moves), step + AT_ONCE)
        happened_of, as_before, blocks_before = self.ear.happened, base.happened, base.blocks
        blocks: list[bytearray] = []
        happened: list[Happened] = []
        logs: list[float] = []
        for block, weight, total, words in self.replaying.replay(
            history.blocks[-1], plan[step:most], form, step, self.options
        ):
            found, there = happened_of(words), as_before[at]
            if found is not there and found.heard != there.heard:
                break
            logs.append(log_of_share(weight, total))
            blocks.append(block)
            happened.append(found)
            at += 1
            if at > same and block == blocks_before[at]:
                break
        self.work += len(blocks)
        history.add_all(base, plan[step:at], blocks, happened, logs)
        return bool(blocks)

    def go_on_as_told(self, history: History, rng: Random) -> float | None:
        """As `go_on` without a plan; a hidden move is drawn among those after which the seat is told what it was.

        Gives the logarithm of how likely it was to make just these moves; None where it comes to no world.
        """
        drawn = 0.0
        while not self._is_whole(history):
            pc = pc_of(self.machine, history.blocks[-1])
            move = self.told_move(pc, history)
            if move == HIDDEN:
                fitting = self._fitting(history, len(history.moves))
                if not fitting:
                    return None
                (move,) = rng.choices([*fitting], [*fitting.values()])
                self._make(history, pc, move, told=False)
                drawn += _log_among(fitting, move)
            elif move == IMPOSSIBLE or not self._make(history, pc, move, told=True):
                return None
        history.whole = True
        return drawn

    def drawn_as_told(self, history: History, start: int) -> float:
        """What `go_on_as_told` would give where it made the moves of a history from one on."""
        hidden = [step for step in range(start, len(history.moves)) if history.hidden[step]]
        return sum(_log_among(self._fitting(history, step), history.moves[step]) for step in hidden)

    def _fitting(self, history: History, step: int) -> dict[int, float]:
        """The hidden moves after which the seat is told what it was told, by how likely each is."""
        block, at, pc = history.blocks[step], history.at[step], self.pc(history, step)
        found: dict[int, float] = {}
        for move in dict.fromkeys(move for move, _ in self.machine.offered(block)):
            after = self.comes(block, at, pc, move, told=False)
            if after is not None:
                found[move] = exp(self._log(pc, block, move, False, after[2]))
        return found

    def make_up(self, history: History) -> None:
        """The positions of a history whose moves are known, and what happened between them."""
        step, form, happened_of = len(history.blocks) - 1, self.form_of(history), self.ear.happened
        while step < len(history.moves):
            plan = history.moves[step : step + AT_ONCE]
            for block, _, _, words in self.replaying.replay(history.blocks[-1], plan, form, step, self.options):
                history.blocks.append(block)
                history.happened.append(happened_of(words))
            assert len(history.blocks) > step + 1, "a history comes about again"
            step = len(history.blocks) - 1

    def form_of(self, history: History) -> array[int]:
        """What is asked at each step of a history, as `Replaying` reads it."""
        rows = history.form = array("q") if history.form is None else history.form
        for step in range(len(rows) // ROW, len(history.moves)):
            pc, at, hidden = history.pcs[step], history.at[step], history.hidden[step]
            decision = self.code.decisions.get(pc)
            if decision is None:
                rows.extend((pc, ANYBODY, ANYTHING, WEIGHED if self.code.layout.doubled else DRAWN))
                continue
            item = self.items[at]
            place = self._place_of(item.options) if item.kind == "asked" else ANYTHING
            rating = WEIGHED if decision.who is None else COUNTED if hidden else CERTAIN
            rows.extend((pc, item.seat, place, rating))
        return rows

    def _place_of(self, options: tuple[int, ...]) -> int:
        """Where these options are written down for machine code."""
        if options not in self._placed:
            self._placed[options] = len(self.options)
            self.options.extend((len(options), *options))
        return self._placed[options]

    def pc(self, history: History, step: int) -> int:
        return pc_of(self.machine, history.blocks[step])

    def is_choice(self, history: History, step: int) -> bool:
        """Was something chosen, and no piece drawn or settled?"""
        return history.pcs[step] in self.code.decisions

    def drawn_weight(self, history: History, start: int) -> float:
        """Of the weight from a move on, the part of what was not told: so likely is it to be drawn."""
        pairs = zip(history.log[start:], history.hidden[start:], strict=True)
        return sum(log for log, hidden in pairs if hidden)

    def _is_whole(self, history: History) -> bool:
        """Has everything been told, and does nothing more happen that nobody is told?"""
        if history.at[-1] < len(self.items):
            return False
        block = history.blocks[-1]
        return block[self._over] != 0 or pc_of(self.machine, block) not in self.code.settlings

    def told_move(self, pc: int, history: History) -> int:
        """The move that was told to be the next, or `HIDDEN`, or `IMPOSSIBLE` where something else was told."""
        block, at = history.blocks[-1], history.at[-1]
        if pc in self.code.settlings:
            return HIDDEN
        if block[self._over] or at >= len(self.items):
            return IMPOSSIBLE
        item = self.items[at]
        drawing = self.code.drawings.get(pc)
        if drawing is not None:
            if item.kind != "moved":
                return IMPOSSIBLE
            if not item.pieces:
                return HIDDEN
            move = drawing.moves.get((item.pieces[0][0], item.to))
            return move.id if move is not None else IMPOSSIBLE
        actor = self.machine.actor(block)
        if item.kind not in ("asked", "chose") or item.seat != actor or item.decision != self.code.decisions[pc].name:
            return IMPOSSIBLE
        if (actor == self.seat) != (item.kind == "asked"):
            return IMPOSSIBLE
        if item.kind == "asked" and item.options != tuple(self.machine.options(block)):
            return IMPOSSIBLE
        return HIDDEN if item.move is None else item.move

    def given_away(self, pc: int, history: History) -> int:
        """The move that was not told, where the seat sees next what it moved; else `HIDDEN`.

        That what is chosen there moves so is seen of another move.
        """
        decision, told = self.code.decisions.get(pc), self.items[history.at[-1] : history.at[-1] + 2]
        if decision is None or len(told) < 2 or not told[0].is_hidden_choice or told[1].kind != "moved":
            return HIDDEN
        faces, seen = self.code.layout.face_of, sorted(face for face, _ in told[1].pieces)
        if not seen or not self._moves_at_once(history.blocks[-1], pc, told[1]):
            return HIDDEN
        moves = {move.id for option in decision.options for move in option.moves.values()}
        found = [one for one in moves if sorted(faces[piece] for piece in self.renaming.pieces(pc, one)) == seen]
        return found[0] if len(found) == 1 else HIDDEN

    def _moves_at_once(self, block: bytearray, pc: int, told: Item) -> bool:
        """Does the first option move what it names, and nothing before, from and to where something was seen to go?"""
        options = self.machine.options(block)
        stepped = self.machine.step(block, options[0]) if options else None
        if stepped is None:
            return False
        pieces = self.renaming.pieces(pc, options[0])
        changes = self.ear.happened(stepped[1]).changes[: len(pieces)]
        froms = {zone_of(self.machine, block, piece) for piece in pieces}
        return froms == {told.start} and sorted(changes) == sorted((piece, told.to) for piece in pieces)

    def _draw(self, history: History, pc: int, rng: Random, tries: int) -> bool:
        """Of what does not fit, that which came nearest is taken note of."""
        nearest: Misfit | None = None
        for one in self.drawn(history, pc, rng, tries):
            if self._make(history, pc, one, told=False):
                return True
            if nearest is None or self.misfit.so_far > nearest.so_far:
                nearest = replace(self.misfit, move=one)
        self.misfit = nearest or self.misfit
        return False

    def drawn(self, history: History, pc: int, rng: Random, tries: int) -> list[int]:
        """Options in the order in which chance, or a player who chooses by chance, comes upon them."""
        offered = self.machine.offered(history.blocks[-1])
        moves = [move for move, _ in offered]
        if pc in self.code.decisions and self.code.decisions[pc].who is not None:
            moves = list(dict.fromkeys(moves))
            rng.shuffle(moves)
        elif pc in self.code.decisions:
            keys = {move: rng.uniform(0, 1) ** (1 / weight) for move, weight in offered}
            moves.sort(key=keys.__getitem__, reverse=True)
        else:
            rng.shuffle(moves)
            moves = list(dict.fromkeys(moves))
        return moves[:tries]

    def _make(self, history: History, pc: int, move: int, told: bool) -> bool:
        block = history.blocks[-1]
        found = self.comes(block, history.at[-1], pc, move, told)
        if found is None:
            return False
        after, end, happened = found
        history.add(pc, move, after, end, happened, not told, self._log(pc, block, move, told, happened))
        return True

    def comes(
        self, block: bytearray, at: int, pc: int, move: int, told: bool
    ) -> tuple[bytearray, int, Happened] | None:
        """What a move makes of a position, and how much has been told then; None where it was told otherwise."""
        self.work += 1
        stepped = self.machine.step(block, move)
        if stepped is None:
            self.misfit = Misfit(at)
            return None
        after, words = stepped
        happened = self.ear.happened(words)
        if told and pc in self.code.decisions and self.items[at].kind == "asked":
            at += 1
        end = at + len(happened.heard)
        expected = self.numbers[at:end]
        if expected != happened.heard:
            self.misfit = Misfit(at, self.distance(at, happened), happened)
            return None
        return after, end, happened

    def _log(self, pc: int, block: bytearray, move: int, told: bool, happened: Happened) -> float:
        """The logarithm of the probability of a move; what somebody chose and told weighs nothing."""
        decision = self.code.decisions.get(pc)
        if decision is None:
            return self._log_of_draw(pc, block, move, happened)
        if decision.who is not None:
            return 0.0 if told else -log(len(self.machine.options(block)))
        offered = self.machine.offered(block)
        return log(sum(weight for number, weight in offered if number == move) / sum(weight for _, weight in offered))

    def _log_of_draw(self, pc: int, block: bytearray, move: int, happened: Happened) -> float:
        machine, layout = self.machine, self.code.layout
        zone = self.renaming.zone(pc, move)
        if pc in self.code.drawings and happened.changes:
            zone = zone_of(machine, block, happened.changes[0][0])
        if not layout.doubled:
            return -log(bag_size(machine, block, zone))
        bag, alike = bag_of(machine, block, zone), self.alike[layout.face_of[self.renaming.pieces(pc, move)[0]]]
        return log(sum(map(bag.count, alike)) / len(bag))


def _log_among(fitting: Mapping[int, float], move: int) -> float:
    """The logarithm of how likely one of these moves is drawn."""
    return log(fitting[move] / sum(fitting.values()))


def log_of_share(weight: int, total: int) -> float:
    """The logarithm of the share of a weight in the total, of one of so many without weights, or of a certain move."""
    return log(weight / total) if weight else -log(total) if total else 0.0
