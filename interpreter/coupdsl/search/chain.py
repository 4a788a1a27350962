"""From one world to the next: a Markov chain in which a world comes as often as its weight says.

What is tried is as likely as the way back, so that only the weights decide (Metropolis). Pieces that lay together are
dealt anew (`permuting.py`), or change places over the stretch until they meet again; a hidden choice is another
(`other_choices.py`); or all is drawn anew from some move on, which makes it possible to come from any world to any
other.
"""

from __future__ import annotations

from collections.abc import Collection
from math import exp, log
from random import Random

from coupdsl.native.loops.walk_code import AT_ONCE
from coupdsl.search.bans import Bans
from coupdsl.search.drafts import Draft
from coupdsl.search.history import History, once_unknown, unknown
from coupdsl.search.laying import held_in
from coupdsl.search.other_choices import OtherChoices
from coupdsl.search.permuting import Permuting
from coupdsl.search.retelling import Retelling
from coupdsl.search.traced_world import World, traced
from coupdsl.search.traces import END, NEVER, apart, apart_now

ANEW, WITH_CHOICES, OTHERWISE, OF_PIECES = 0.06, 0.25, 0.24, 0.09  # how often each is tried
HEEDLESS = 0.1  # how often it is tried what is thought to be impossible
HIDDEN_CHOICES = (2, 1, 1)  # how often one, two or two that change places are tried, against one another
RARELY = 0.03  # what is tried besides where most pieces can be dealt anew at once
PAIR_BY_PAIR = 0.75  # how often pieces change places where some lay apart before they were hidden
# In few hidden moves, where so many of the last worlds are as the one before, more steps are made between them, up to
# so many times the usual number, as long as that makes no more moves; and more worlds are drawn anew, with care.
MOST_HIDDEN, OFTEN_THE_SAME, LOOKED_AT, MOST_SLOW, MOST_MOVES, WITH_CARE = 20, 0.5, 8, 16, 800, 0.3
IN_WALKS, FEW = 64, 8  # worlds that follow one another in a walk; where other steps change which pieces came before


class Chain(OtherChoices):
    """`told` anew whenever more has been told.

    Nothing of how it goes on depends on the world it is in; it is slower where those given out were often alike.
    """

    def __init__(self, retelling: Retelling, bans: Bans, rng: Random) -> None:
        super().__init__(retelling, rng)
        self.bans = bans
        self.unseen: list[int] = []  # pieces that the seat does not know now
        self.once_unseen: list[int] = []
        self.choices = self.choices_of_pieces = 0
        self.of_pieces = retelling.renaming.of_pieces()
        self.permuting = Permuting(retelling, bans, rng)
        self.attempts = self.accepted = 0
        self.slow = 1  # times the usual number of steps are made
        self.little_is_hidden = False
        self._given = self._the_same = 0  # worlds given out lately, and those of them that were the one before
        self.walks_alone = False  # do walks lead to wherever unseen pieces can lie now, with few other steps between?
        self.in_walks = FEW

    def told(self, world: World) -> None:
        """Takes from one world what is the same in all: which pieces the seat knows, and how often others chose."""
        self.little_is_hidden = sum(world.history.hidden) <= MOST_HIDDEN
        self.slow = max(1, self.slow // 2) if self.little_is_hidden else 1
        blocks, bit = world.history.blocks, self.retelling.ear.bit
        self.unseen = unknown(self.machine, blocks[-1], bit)
        mobile = {piece for piece, path in enumerate(world.traces.paths) if len(path) > 1} | set(self.unseen)
        self.once_unseen = [piece for piece in once_unknown(self.machine, blocks, bit) if piece in mobile]
        hidden = [item.decision for item in self.retelling.items[world.history.at[0] :] if item.is_hidden_choice]
        self.choices = sum(decision not in self.of_pieces for decision in hidden)
        self.choices_of_pieces = len(hidden) - self.choices
        self.permuting.told(world, self.once_unseen, self.unseen)
        grouped = {piece for group in self.permuting.groups for piece in group}
        # not where pieces were chosen in secret, or seen and are hidden again: how that came about matters then
        self.walks_alone = (
            self.deals_anew and not self.choices_of_pieces and not self.permuting.apart
            and grouped.issuperset(self.unseen)
        )  # fmt: skip
        self.in_walks = FEW if self._came_late(world.history) else IN_WALKS

    def _came_late(self, history: History) -> bool:
        """Did hidden pieces move after somebody had chosen, so that choices tell which of them came before?"""
        steps = range(len(history.hidden))
        chosen = next((step for step in steps if self.retelling.is_choice(history, step)), len(steps))
        return True in history.hidden[chosen:]

    @property
    def deals_anew(self) -> bool:
        """Do most worlds lead to one another in a single step?"""
        return bool(self.permuting.groups) and not self.choices

    def following(self, world: World, worlds: int, steps: int) -> list[World]:
        """So many worlds, each so many steps after the other."""
        found: list[World] = []
        while self.deals_anew and len(found) < worlds:
            before = world
            for _ in range(1 if self.walks_alone else steps * self.slow):
                world = self.next(world, walks=True)
            most = self.in_walks if self.walks_alone else 1
            walk = self.permuting.walk(world, min(most, worlds - len(found)), steps, HEEDLESS)
            self.attempts += steps * len(walk.worlds)
            self.accepted += walk.moved
            found += walk.worlds
            world = found[-1]
            if not self.walks_alone:
                self._slow_down(before, world, steps)
        while len(found) < worlds:
            before = world
            for _ in range(steps * self.slow):
                world = self.next(world)
            self._slow_down(before, world, steps)
            found.append(world)
        return found

    def _slow_down(self, before: World, world: World, steps: int) -> None:
        """Takes note of a world that is given out; makes more steps from now on where few lead to other positions."""
        self._given += 1
        self._the_same += world.now == before.now
        if self._given == LOOKED_AT:
            is_stuck = self.little_is_hidden and self._the_same >= OFTEN_THE_SAME * LOOKED_AT
            many = 2 * self.slow * steps * len(world.history.moves)
            if is_stuck and self.slow < MOST_SLOW and many <= MOST_MOVES:
                self.slow *= 2
            self._given = self._the_same = 0

    def next(self, world: World, walks: bool = False) -> World:
        """The world that comes after this one: another, or the same again; before `walks`, of what they do not try."""
        self.attempts += 1
        rng, chance, may_break_bans = self.rng, self.rng.uniform(0, 1), True
        anew = RARELY if self.deals_anew else ANEW if self.slow == 1 else WITH_CARE
        if chance < anew or not (len(self.once_unseen) > 1 or self.choices or self.choices_of_pieces):
            found = self._anew(world)
        elif chance > 1 - WITH_CHOICES and self.choices and len(self.once_unseen) > 1:
            found = self._with_choices(world)
        elif chance < anew + self._share_otherwise():
            (otherwise,) = rng.choices((self._otherwise, self._two_otherwise, self._exchange_choices), HIDDEN_CHOICES)
            found = otherwise(world)
        elif self.machine.code.layout.doubled:
            found = self._exchange_alike(world)
        elif self.permuting.groups and rng.uniform(0, 1) >= (PAIR_BY_PAIR if self.permuting.apart else RARELY):
            may_break_bans = rng.uniform(0, 1) < HEEDLESS
            other = self.permuting.following(world, not may_break_bans, walks)
            found = None if other is None else (other, 0.0)
        else:
            found, may_break_bans = self._of_pairs(world), False
        if found is None:
            return world
        other, likelier = found
        likelier += other.history.weight - world.history.weight
        if likelier < 0 and rng.uniform(0, 1) >= exp(likelier):
            return world
        self.accepted += 1
        if may_break_bans:
            self._forget_broken(other)
        return other

    def _forget_broken(self, world: World) -> None:
        """Bans that a possible world breaks are none."""
        if world.deal is not None:
            breached = world.deal.closed_to(world.goers)
            if breached:
                world.deal.forget_bans(breached)
            return
        blocks = world.history.blocks
        if any(held_in(self.machine, blocks[step], zone) & excluded for step, zone, excluded in self._bans(world)):
            self.bans.forget_broken(world.history)

    def _share_otherwise(self) -> float:
        """How often a hidden choice is another: rarely where exchanges change those that there are."""
        if len(self.once_unseen) < 2:
            return 1.0
        return OTHERWISE if self.choices else OF_PIECES if self.choices_of_pieces else 0.0

    # ---- exchanges
    def _of_pairs(self, world: World) -> tuple[World, float] | None:
        """Some pairs of pieces change places, one after the other, and then all is played again."""
        rng = self.rng
        draft = Draft(self.renaming, world.history, world.traces)
        steps = self._bans(world)
        for _ in range(min(rng.choice(AT_ONCE), 2 * len(self.once_unseen))):
            one, other = self._pair()
            stretches = list(apart(draft.paths[one], draft.paths[other]))
            if stretches:
                start, end = rng.choice(stretches)
                if not any(start < ban[0] < end and draft.would_touch(one, other, *ban) for ban in steps):
                    draft.change_places(one, other, start, end)
        found = self._played(world, draft.first, draft.end, draft.moves)
        return (found, 0.0) if found is not None and draft.foresaw(found.traces) else None

    def _bans(self, world: World) -> list[tuple[int, int, int]]:
        if world.bans is None or world.bans[0] != self.bans.changes:
            world.bans = self.bans.changes, self.bans.steps(world.history)
        return world.bans[1]

    def _pair(self) -> list[int]:
        now = len(self.unseen) > 1 and self.rng.uniform(0, 1) < 0.75
        return self.rng.sample(self.unseen if now else self.once_unseen, 2)

    def exchanged(self, world: World, piece: int, *others: int) -> World | None:
        """The world in which a piece has changed places with others, one after the other; None where it is none.

        Each time since the two last lay together.
        """
        draft = Draft(self.renaming, world.history, world.traces)
        for other in others:
            stretch = apart_now(draft.paths[piece], draft.paths[other])
            if stretch is None or not draft.change_places(piece, other, *stretch):
                return None
        return self._played(world, draft.first, draft.end, draft.moves)

    def _exchange_alike(self, world: World) -> tuple[World, float] | None:
        """The same with one pair, where pieces are written alike: how likely the way back is, is counted."""
        one, other = self.rng.sample(self.once_unseen, 2)
        stretches = list(apart(world.traces.paths[one], world.traces.paths[other]))
        if not stretches:
            return None
        start, end = self.rng.choice(stretches)
        draft = Draft(self.renaming, world.history, world.traces)
        if not draft.change_places(one, other, start, end) or draft.moves == world.history.moves:
            return None
        found = self._played(world, draft.first, draft.end, draft.moves)
        if found is None:
            return None
        there = self._likely(world, found.history.moves, one, other)
        back = self._likely(found, world.history.moves, one, other)
        return (found, log(back / there)) if back else None

    def _with_choices(self, world: World) -> tuple[World, float] | None:
        """Two pieces change places, and where other options come of it, what was chosen in secret is drawn anew.

        So it is where what somebody holds decides what he may choose, as in games of secret roles.
        """
        one, other = self.rng.sample(self.once_unseen, 2)
        stretches = list(apart(world.traces.paths[one], world.traces.paths[other]))
        draft = Draft(self.renaming, world.history, world.traces)
        if not stretches or not draft.change_places(one, other, *self.rng.choice(stretches)):
            return None
        before = world.history
        first = next((step for step, move in enumerate(draft.moves) if move != before.moves[step]), None)
        if first is None:
            return None
        history = before.until(first)
        drawn = self._drawn_where_offered_otherwise(history, draft.moves, world, first)
        if drawn is None or not self.retelling.go_on(history, draft.moves, self.rng, base=before, same=END):
            return None
        if not history.is_formed_as(before):
            return None
        found = traced(self.retelling, history, world.traces, first)
        there = self._likely(world, history.moves, one, other, drawn)
        back = self._likely(found, before.moves, one, other, drawn)
        if not back or not there:
            return None
        likelier = sum(before.log[step] - history.log[step] for step in drawn)
        return found, likelier + log(back / there)

    def _drawn_where_offered_otherwise(
        self, history: History, moves: list[int], world: World, first: int
    ) -> set[int] | None:
        """The hidden choices that are drawn in these `moves`, since other options are offered; None if one fails."""
        drawn: set[int] = set()
        for step in (step for step in self._chosen(world) if step > first):
            if not self.retelling.go_on(history, moves[:step], self.rng, base=world.history, same=END, end=step):
                return None
            pc = world.history.pcs[step]
            if len(history.moves) != step or self.retelling.pc(history, step) != pc:
                return None
            if self._offered(world, step) != set(self.machine.options(history.blocks[step])):
                moves[step] = self.retelling.drawn(history, pc, self.rng, 1)[0]
                drawn.add(step)
        return drawn

    def _likely(self, world: World, moves: list[int], one: int, other: int, besides: Collection[int] = ()) -> float:
        """How likely an exchange of two pieces written so makes these moves, but for steps `besides`."""
        faces, draft = self.machine.code.layout.face_of, Draft(self.renaming, world.history, world.traces)
        pairs = enumerate(zip(moves, draft.moves, strict=True))
        differing = {step for step, (move, before) in pairs if move != before and step not in besides}
        alike = [[piece for piece in self.once_unseen if faces[piece] == faces[of]] for of in (one, other)]
        found = 0.0
        for first in alike[0]:
            for second in alike[1]:
                if not differing.issubset(draft.named.get(first, NEVER) + draft.named.get(second, NEVER)):
                    continue
                stretches = list(apart(draft.paths[first], draft.paths[second]))
                for start, end in stretches:
                    renamed = draft.renamed(first, second, start, end)
                    if (
                        renamed is not None
                        and differing.issubset(renamed)
                        and all(moves[step] == move or step in besides for step, move in renamed.items())
                    ):
                        found += 1 / len(stretches)
        return found

    # ---- chance
    def _anew(self, world: World) -> tuple[World, float] | None:
        """From some hidden move on all that was not told is drawn anew: so likely as it weighs.

        Where few worlds lead to others, among what is told next as it was told: more work, and far oftener a world.
        """
        history, retelling = world.history, self.retelling
        steps = [step for step, hidden in enumerate(history.hidden) if hidden]
        if not steps:
            return None
        step = self.rng.choice(steps)
        other = history.until(step)
        if self.slow == 1:
            drawn = retelling.drawn_weight(other, step) if retelling.go_on(other, (), self.rng, tries=1) else None
            likely = retelling.drawn_weight
        else:
            drawn, likely = retelling.go_on_as_told(other, self.rng), retelling.drawn_as_told
        if drawn is None:
            return None
        found = traced(retelling, other, world.traces, step)
        return found, likely(history, step) - drawn + log(len(steps) / sum(other.hidden))
