"""Makes another world of one in which something that was told does not come about, so that it does."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from coupdsl.search.bans import Bans
from coupdsl.search.drafts import Draft
from coupdsl.search.history import History, known_to, pc_of, zone_of
from coupdsl.search.laying import is_offered, own_sets, put
from coupdsl.search.misplaced import misplaced
from coupdsl.search.retelling import Misfit, Retelling
from coupdsl.search.traces import END, Classes, Traces, apart, lying_at

FALLS = 0.05  # how often a world that goes less far is taken, to come out of a blind alley
LATE = (3, 10, 40, 1 << 30)  # from how many of the last hidden moves one is taken to be made otherwise
TRIAL = 100  # what looking for another costs besides, in moves
NEAR = 8  # things told that are looked at for where pieces must lie


class Mender:
    def __init__(self, retelling: Retelling, bans: Bans, rng: Random) -> None:
        self.retelling, self.bans, self.rng = retelling, bans, rng
        self.machine = retelling.machine
        self.classes = Classes(self.machine)
        self.unseen: list[int] = []

    def whole(self, history: History, most: int) -> History | None:
        """A world in which all that was told comes about, made of one that goes less far; None after `most` moves."""
        retelling = self.retelling
        end = retelling.work + most
        if retelling.go_on(history, (), self.rng):
            return history
        misfit = retelling.misfit
        while retelling.work < end:
            retelling.work += TRIAL
            other = self._other(history, misfit)
            if other is None:
                continue
            if other.whole:
                return other
            if retelling.misfit.so_far >= misfit.so_far or self.rng.uniform(0, 1) < FALLS:
                history, misfit = other, retelling.misfit
        return None

    def _other(self, history: History, misfit: Misfit) -> History | None:
        """Another history, gone on with as far as it goes; None where nothing was found to be changed."""
        rng, retelling, block = self.rng, self.retelling, history.blocks[-1]
        pc = pc_of(self.machine, block)
        pieces = range(self.machine.code.layout.pieces)
        self.unseen = [piece for piece in pieces if not known_to(self.machine, block, piece, retelling.ear.bit)]
        told = retelling.told_move(pc, history)
        if told >= 0:
            self.bans.learn(history, told)
        if rng.uniform(0, 1) < 0.9:
            traces = Traces(self.machine, retelling.renaming, history)
            draft = Draft(self.machine, retelling.renaming, history, traces)
            if not self._replace(draft, misfit):
                self._bring(draft, pc)
                if told >= 0 and draft.first >= len(history.moves):
                    self._allow(draft, told)
            self._obey(draft)
            if draft.first >= len(history.moves) and rng.uniform(0, 1) < 0.5:
                self._anything(draft)
            if draft.first < len(history.moves):
                return self._played(history, draft.first, draft.moves)
        return self._otherwise(history)

    def _played(self, history: History, first: int, moves: list[int]) -> History:
        other = history.until(first)
        self.retelling.go_on(other, moves, self.rng)
        return other

    # ---- pieces
    def _replace(self, draft: Draft, misfit: Misfit) -> bool:
        """Those that came, where others were told of, change places with these; says whether there were any."""
        found = misplaced(self.retelling, misfit)
        settled: set[int] = set()
        for face, piece in found.pairs:
            alike = [other for other in self._written(face) if other not in settled]
            other = next((other for other in alike if self._exchange_now(draft, other, piece)), None)
            if other is not None:
                settled |= {piece, other}
        for piece in found.others:
            self._exchange_away(draft, piece)
        return bool(found.pairs)

    def _written(self, face: str) -> list[int]:
        """The pieces written so, in any order."""
        found = [piece for piece, other in enumerate(self.machine.code.layout.face_of) if other == face]
        self.rng.shuffle(found)
        return found

    def _exchange_away(self, draft: Draft, piece: int) -> None:
        """A piece changes places with an unseen one, written otherwise, that lies elsewhere."""
        now, faces = len(draft.history.moves), self.machine.code.layout.face_of
        zone = self.classes.zone(lying_at(draft.path(piece), now))
        elsewhere = [
            other
            for other in self.unseen
            if faces[other] != faces[piece] and self.classes.zone(lying_at(draft.path(other), now)) != zone
        ]
        self._exchange_with(draft, piece, elsewhere)

    def _bring(self, draft: Draft, pc: int) -> None:
        """Brings the pieces that were told next to where they must lie."""
        history, machine = draft.history, self.machine
        at, block = history.at[-1], history.blocks[-1]
        wanted: dict[int, int] = {}
        drawn = machine.code.drawings.get(pc) is not None
        for item in self.retelling.items[at : at + NEAR]:
            if wanted and item.kind in ("asked", "chose"):
                break
            for face, zone in item.pieces:
                if (piece := self._alike(face, zone, wanted, block)) is not None:
                    wanted[piece] = zone
        for piece, zone in wanted.items():
            lying = lying_at(draft.path(piece), len(history.moves))
            if self.classes.zone(lying) != zone or (drawn and lying < 0):
                self._exchange_into(draft, piece, zone, block, wanted)

    def _allow(self, draft: Draft, move: int) -> None:
        """Gives the actor a piece, if there is one, with which the move that was told is offered."""
        machine, block = self.machine, draft.history.blocks[-1]
        unseen = self.rng.sample(self.unseen, len(self.unseen))
        one_of_each = {machine.code.layout.face_of[piece]: piece for piece in unseen}.values()
        for zone in own_sets(machine, block, unseen):
            for piece in one_of_each:
                other = bytearray(block)
                put(machine, other, piece, zone)
                if is_offered(machine, other, move):
                    self._exchange_into(draft, piece, zone, block, ())
                    return

    def _alike(self, face: str, zone: int, wanted: Iterable[int], block: bytearray) -> int | None:
        """A piece written so, best one that lies in the zone."""
        found = [piece for piece in self._written(face) if piece not in wanted]
        found.sort(key=lambda piece: zone_of(self.machine, block, piece) != zone)
        return found[0] if found else None

    def _exchange_into(self, draft: Draft, piece: int, zone: int, block: bytearray, wanted: Iterable[int]) -> None:
        """A piece changes places with an unseen one that lies in the zone."""
        machine, now = self.machine, len(draft.history.moves)
        there = [
            other
            for other in range(machine.code.layout.pieces)
            if self.classes.zone(lying_at(draft.path(other), now)) == zone
            and other not in wanted
            and not known_to(machine, block, other, self.retelling.ear.bit)
        ]
        self._exchange_with(draft, piece, there)

    def _exchange_with(self, draft: Draft, piece: int, others: list[int]) -> None:
        """A piece changes places with one of these, best one that was not excluded from where the piece was."""
        self.rng.shuffle(others)
        for other in sorted(others, key=lambda other: self._harm(draft, other, piece)):
            if self._exchange_now(draft, piece, other):
                return

    def _harm(self, draft: Draft, other: int, piece: int) -> int:
        """How many bans would be broken if `other` had gone where `piece` went."""
        path, history = draft.path(piece), draft.history
        return sum(
            self.classes.zone(lying_at(path, step)) == zone
            for step, zone, mask in self.bans.steps(history)
            if mask >> other & 1
        )

    @staticmethod
    def _exchange_now(draft: Draft, one: int, other: int) -> bool:
        """They change places now, since they lay together last."""
        stretches = list(apart(draft.path(one), draft.path(other)))
        return bool(stretches) and stretches[-1][1] == END and draft.change_places(one, other, *stretches[-1])

    def _obey(self, draft: Draft) -> None:
        """Takes pieces away from where they are excluded."""
        history, rng = draft.history, self.rng
        steps = self.bans.steps(history)
        for _ in range(3 * len(steps) + 9):
            wrong = [
                (piece, step, zone)
                for step, zone, mask in steps
                for piece in self.unseen
                if mask >> piece & 1 and self.classes.zone(lying_at(draft.path(piece), step)) == zone
            ]
            if not wrong:
                return
            piece, step, zone = rng.choice(wrong)
            others = [
                other
                for other in self.unseen
                if self.classes.zone(lying_at(draft.path(other), step)) != zone and self._harm(draft, other, piece) == 0
            ]
            rng.shuffle(others)
            others.sort(key=lambda other: self._harm(draft, piece, other))
            for other in others[:6]:
                if self._exchange_now(draft, piece, other):
                    break

    def _anything(self, draft: Draft) -> None:
        unseen = self.unseen
        if len(unseen) > 1:
            one, other = self.rng.sample(unseen, 2)
            stretches = list(apart(draft.path(one), draft.path(other)))
            if stretches:
                draft.change_places(one, other, *self.rng.choice(stretches))

    # ---- choices and chance
    def _otherwise(self, history: History) -> History | None:
        """One of the last hidden moves is another; then all goes on as it was, or as chance has it."""
        steps = [step for step, hidden in enumerate(history.hidden) if hidden]
        if not steps:
            return None
        late = steps[-self.rng.choice(LATE) :]
        step = self.rng.choice(late)
        offered = {move for move, _ in self.machine.offered(history.blocks[step])} - {history.moves[step]}
        if not offered:
            return None
        move = self.rng.choice(sorted(offered))
        after = history.moves[step + 1 :] if self.rng.uniform(0, 1) < 0.5 else []
        return self._played(history, step, [*history.moves[:step], move, *after])
