"""Makes another world of one in which something that was told does not come about, so that it does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from random import Random

from coupdsl.search.bans import Bans
from coupdsl.search.conclusions import MANY, Conclusions, Found
from coupdsl.search.drafts import Draft
from coupdsl.search.fitting import Bound, Fitting, alike
from coupdsl.search.foretold import LATER, Foretold
from coupdsl.search.history import History, pc_of, unknown
from coupdsl.search.retelling import HIDDEN, Retelling
from coupdsl.search.things_told import Misfit
from coupdsl.search.traces import END, Classes, Traces, apart, apart_now

LONGER = 5  # times as long as without getting further, at most
FALLS = 0.05  # how often a world that goes less far is taken, to come out of a blind alley
RETURNS = 0.15  # else, how often it is gone on with the one that went furthest
SEEN = 0.15  # how often more is concluded where it was seen which pieces lie wrong
HEEDLESS = 0.2  # how often what was concluded is left aside
# How often any pieces change places: beside those that were known to, since that may need another, and where none were.
BESIDES, ALONE = 0.1, 0.5
ONE_PAIR = 0.6  # how often no more pieces change places at once
AS_BEFORE = 0.85  # how often the moves after another one stay as they were
LATE = (3, 10, 40, 1 << 30)  # from how many of the last hidden moves one is taken to be made otherwise
SWEEPS, MOST_SWEPT = 0.5, 400  # how often the latest are gone through, and others in their place at most
TRIAL = 100  # what looking for another costs besides, in moves
EXCHANGES, EXCHANGE = 60, 20  # at most in one trial, and what one costs, in moves

# A face, if it counts only while pieces written so are hidden; the classes in one of which these pieces lie; how many.
Lying = tuple[str | None, frozenset[int], int, int]


class Mender:
    def __init__(self, retelling: Retelling, bans: Bans, rng: Random) -> None:
        self.retelling, self.bans, self.rng = retelling, bans, rng
        self.conclusions = Conclusions(retelling, rng)
        self.machine = retelling.machine
        self.classes = Classes(self.machine)
        self._foretold_at: dict[int, list[Lying]] = {}  # from each place in what was told on
        self._foretold_of = 0  # so much had been told

    def whole(self, history: History, most: int) -> History | None:
        """A world in which all that was told comes about, made of one that goes less far.

        None after `most` moves in which it was brought no further, or `LONGER` times as many in all.
        """
        retelling = self.retelling
        end, last = retelling.work + most, retelling.work + LONGER * most
        if retelling.go_on(history, (), self.rng):
            return history
        misfit = furthest_misfit = retelling.misfit
        furthest = history
        while retelling.work < min(end, last):
            retelling.work += TRIAL
            other = self._other(history, misfit)
            if other is None:
                continue
            if other.whole:
                return other
            found = retelling.misfit
            if found.so_far > furthest_misfit.so_far:
                end = retelling.work + most
            if found.so_far >= furthest_misfit.so_far:
                furthest, furthest_misfit = other, found
            if found.so_far >= misfit.so_far or self.rng.uniform(0, 1) < FALLS:
                history, misfit = other, found
            elif self.rng.uniform(0, 1) < RETURNS:
                history, misfit = furthest, furthest_misfit
        return None

    def forget_broken(self, history: History) -> None:
        """A world that is possible shows what was concluded too soon."""
        self.bans.forget_broken(history)
        self.conclusions.forget_broken(history)

    def _other(self, history: History, misfit: Misfit) -> History | None:
        """Another history, gone on with as far as it goes; None where nothing was found to be changed."""
        rng, retelling = self.rng, self.retelling
        pc = pc_of(self.machine, history.blocks[-1])
        told = retelling.told_move(pc, history)
        if told == HIDDEN:
            told = retelling.given_away(pc, history)
        seen, wanted = retelling.seen_instead(misfit)
        found: list[Found] = []
        if told >= 0 and (not seen or rng.uniform(0, 1) < SEEN):
            found = [] if self.bans.learn(history, told) else self.conclusions.learn(history, told)
        if rng.uniform(0, 1) < 0.9:
            traces = Traces(self.machine, retelling.renaming, history)
            draft = Draft(retelling.renaming, history, traces)
            self._lay_what_was_told(draft, seen, wanted)
            self._lay_in_order(draft, retelling.in_other_order(misfit.at, misfit.happened))
            self._fit(draft, found, heeds=rng.uniform(0, 1) >= HEEDLESS)
            if rng.uniform(0, 1) < (BESIDES if draft.first < len(history.moves) else ALONE):
                self._anything(draft)
            if draft.first < len(history.moves):
                return self._played(history, draft.first, draft.moves)
        return self._otherwise(history, misfit)

    def _played(self, history: History, first: int, moves: list[int], strict: bool = False) -> History:
        other = history.until(first)
        self.retelling.go_on(other, moves, self.rng, base=history, same=END, strict=strict)
        return other

    # ---- pieces
    def _fit(self, draft: Draft, found: list[Found], heeds: bool) -> None:
        """Lets pieces change places until they lie as all that is known of them says.

        If it `heeds` them, conclusions count, which may be wrong: they were drawn whatever number of pieces lies where.
        """
        history, now = draft.history, len(draft.history.moves)
        concluded = self.conclusions.bounds(history) if heeds else {}
        now_found = [one.at(now, self.classes) for one in found if heeds]
        hidden = cache(lambda step: unknown(self.machine, history.blocks[step], self.retelling.ear.bit))
        bounds = [*self.bans.bounds(history), *concluded, *now_found, *self._foretold(history, hidden(now))]
        fitting = Fitting(draft, bounds, self.rng, hidden)
        self.retelling.work += EXCHANGE * fitting.fit(EXCHANGES)
        for bound in fitting.unmet():
            if bound in concluded:
                self.conclusions.forget(*concluded[bound])

    def _lay_what_was_told(self, draft: Draft, seen: Sequence[int], wanted: Sequence[str]) -> None:
        """Pieces that the seat saw where it was told of others change places with these; or other ones were named."""
        faces = self.machine.code.layout.face_of
        hidden = unknown(self.machine, draft.history.blocks[-1], self.retelling.ear.bit) if seen and wanted else []
        for piece, face in zip(seen, wanted, strict=False):
            others = [other for other in hidden if faces[other] == face]
            other = self.rng.choice(others) if others else piece
            stretch = apart_now(draft.paths[piece], draft.paths[other])
            if stretch is not None:
                draft.change_places(piece, other, *stretch)
            elif piece != other:
                draft.name_instead(piece, other)

    def _lay_in_order(self, draft: Draft, pairs: Iterable[tuple[int, int]]) -> None:
        """Pieces that lie in one another's place in a row change places as they were put there."""
        for one, other in pairs:
            stretches = list(apart(draft.paths[one], draft.paths[other]))
            if stretches:
                draft.change_places(one, other, *stretches[-1])

    def _foretold(self, history: History, unknown_now: Iterable[int]) -> list[Bound]:
        """Where pieces lie now that are seen later, of which the seat does not know it."""
        now, told, faces = len(history.moves), len(self.retelling.items), self.machine.code.layout.face_of
        hidden = {faces[piece] for piece in unknown_now}
        if self._foretold_of != told:
            self._foretold_of, self._foretold_at = told, {}
        there = self._foretold_at.get(history.at[-1])
        if there is None:  # worlds without number are mended at the same place
            there = self._foretold_at[history.at[-1]] = list(self._foretold_from(history.at[-1]))
        return [
            Bound(now, classes, pieces, number, MANY)
            for face, classes, pieces, number in there
            if face is None or face in hidden
        ]

    def _foretold_from(self, at: int) -> Iterator[Lying]:
        foretold = Foretold(self.retelling.items[at : at + LATER])
        faces, of_zones = self.machine.code.layout.face_of, self.classes.of_zones
        for face, zones in foretold.needs:
            yield face, of_zones(zones), alike(faces, face), foretold.number(face, zones)
        for zone, (of, number) in foretold.there.items():
            yield None, of_zones([zone]), alike(faces, *of), number

    def _anything(self, draft: Draft) -> None:
        """Lets any two hidden pieces change places, and perhaps others, too."""
        hidden = unknown(self.machine, draft.history.blocks[-1], self.retelling.ear.bit)
        while len(hidden) > 1:
            one, other = self.rng.sample(hidden, 2)
            stretches = list(apart(draft.paths[one], draft.paths[other]))
            if stretches:
                draft.change_places(one, other, *self.rng.choice(stretches))
            if self.rng.uniform(0, 1) < ONE_PAIR:
                break

    # ---- choices and chance
    def _otherwise(self, history: History, misfit: Misfit) -> History | None:
        """One of the last hidden moves is another; then all goes on as it was, or as chance has it."""
        steps = [step for step, hidden in enumerate(history.hidden) if hidden]
        if not steps:
            return None
        latest = steps[len(steps) - self._latest(history) :]
        if latest and self.rng.uniform(0, 1) < SWEEPS:
            return self._swept(history, misfit, latest)
        step = self.rng.choice(steps[-self.rng.choice(LATE) :])
        others = self._others(history, step)
        if not others:
            return None
        move = self.rng.choice(others)
        after = history.moves[step + 1 :] if self.rng.uniform(0, 1) < AS_BEFORE else []
        return self._played(history, step, [*history.moves[:step], move, *after])

    def _swept(self, history: History, misfit: Misfit, steps: Sequence[int]) -> History:
        """One of these hidden moves, or the next one, is another: the first that is found to lead further."""
        retelling, found = self.retelling, history.until(len(history.moves))
        if retelling.go_on(found, (), self.rng, tries=MOST_SWEPT) or retelling.misfit.so_far > misfit.so_far:
            return found
        next_ = retelling.misfit.move
        plan = history.moves if next_ is None else [*history.moves, next_]
        pairs = [(step, move) for step in steps for move in self._others(history, step)]
        for step, move in self.rng.sample(pairs, min(MOST_SWEPT, len(pairs))):
            found = self._played(history, step, [*plan[:step], move, *plan[step + 1 :]], strict=True)
            if found.whole or retelling.misfit.so_far > misfit.so_far:
                break
        return found

    def _others(self, history: History, step: int) -> list[int]:
        """What could have been made in place of a move."""
        return sorted(set(self.machine.options(history.blocks[step])) - {history.moves[step]})

    def _latest(self, history: History) -> int:
        """How many hidden moves were made last, of which nothing more was told so far than that somebody chose."""
        items, count = self.retelling.items, 0
        for step in range(len(history.moves) - 1, -1, -1):
            told = items[history.at[step] : history.at[step + 1]]
            if not all(item.kind in ("asked", "chose") for item in told):
                break
            count += history.hidden[step]
        return count
