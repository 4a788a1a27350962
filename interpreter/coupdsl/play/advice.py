"""What is advised to a seat, and what it can know of what lies hidden: both from what it was told, and nothing else."""

from __future__ import annotations

from collections.abc import Container, Sequence
from functools import partial
from math import inf
from typing import Any

from coupdsl.code.errors import RulesError
from coupdsl.code.moves import Move
from coupdsl.engine.chance import derive
from coupdsl.language.places import display_name
from coupdsl.play.account.speech import Speech
from coupdsl.play.game import Game
from coupdsl.play.hint_told import HintTold
from coupdsl.play.spoken import Words
from coupdsl.search import second_look
from coupdsl.search.arena import Arena, arena_of
from coupdsl.search.halving import Judged, halving, shared_out
from coupdsl.search.imagined import imagined
from coupdsl.search.learnt import NotLearnt, prior_of
from coupdsl.search.levels import Level, judged, worth_trying
from coupdsl.search.machines import machine_of
from coupdsl.search.sureness import Brought
from coupdsl.search.weighing import weighed, weighed_well
from coupdsl.search.worlds import NoWorld, Worlds

SEED = 1966  # of its own: that of the game would tell what lies hidden
TRIED = Level(12, 1_000, False)  # as `medium`, in more worlds and longer
FORESEEN = Level(1, 20_000, True, at_most=10.0)  # where nothing is hidden
BEST = 4  # moves that are told of
MANY = 12  # groups of pieces, and places of one group; more are counted only


class Adviser:
    """Advises one seat of one game. `listen` before anything is asked."""

    def __init__(self, words: Words, seat: int) -> None:
        self.words, self.rules, self.seat = words, words.rules, seat
        self.speech = Speech(words, seat)
        self.worlds = Worlds(words.rules, seat, SEED, machine_of(words.rules))
        self.heard = 0
        self.view: dict[str, Any] = {"pieces": {}, "states": {}}  # what it sees

    def listen(self, game: Game) -> None:
        """Takes note of what the seat was sent since."""
        sent = game.seen(self.seat)
        self.worlds.told(sent[self.heard :])
        self.heard = len(sent)
        self.view = game.state.view(self.seat)

    # ---- a hint
    def hint(self) -> list[str]:
        """The best moves of the seat, which is to choose among several, and what came of them where they were tried."""
        say, arena, seed = self.words.say, arena_of(self.rules), derive(SEED, self.heard)
        try:
            worlds = [world.state for world in self.worlds.sample(TRIED.worlds)]
            offered = worlds[0].legal_moves()
            worthy = worth_trying(prior_of(self.rules), self.rules, offered, self.view)
            told = HintTold(self.words, self.seat, arena, len(offered) - len(worthy))
            by_margin = not arena.utility.bounty  # else it is told how often one wins, too
            if arena.is_open and by_margin and not arena.utility.is_shared:
                foreseen = self._of_open(arena, worlds, seed, worthy)
                if foreseen:
                    return told.foreseen(foreseen)
            tried = judged(arena, worlds, self.seat, seed, TRIED, among=worthy)
            is_sure = by_margin and second_look.always_asks_for_pieces(arena.short.code)
            again = second_look.tries(arena, worlds, self.seat, seed) if is_sure else 0
            if again:
                looked_at = self._of_bids(arena, worlds, second_look.short_of(tried), seed, again)
                if looked_at:
                    return told.well(looked_at)
            moves: list[Move] = [one.move for one in tried[:BEST] if one.expected > -inf] or [tried[0].move]
            found = weighed(arena, worlds, self.seat, moves, seed, max(1, tried[0].tries // len(worlds)))
        except NoWorld:
            return [say("no_world")]
        except RulesError as error:
            return [say("hint_fails", error.span)]
        except NotLearnt as error:
            return [say("hint_unlearnt", display_name(error.path))]
        is_all = len(found) == len(tried) or len({one.expected for one in tried}) == 1
        return told.weighed(found, is_all)

    def _of_bids(
        self, arena: Arena, worlds: Sequence[Any], moves: Sequence[Move], seed: int, times: int
    ) -> list[Brought]:
        """The best in games in which everybody chooses well, each tried as often as the others, and what came of it.

        Nothing where the rules fail in all of them.
        """
        nested = partial(arena.nested, worlds, self.seat, seed)
        best = [one.move for one in halving(moves, nested, shared_out(times))[:BEST]]
        return weighed_well(arena, worlds, self.seat, best, derive(seed, 1), max(1, times // len(best)))

    def _of_open(self, arena: Arena, worlds: Sequence[Any], seed: int, worthy: Sequence[Move]) -> list[Judged]:
        """Where all see everything, and play against each other: the best that a tree found, and what came of it.

        Nothing where the rules fail whatever is tried.
        """
        found = judged(arena, worlds[:1], self.seat, seed, FORESEEN, among=worthy)[:BEST]
        found[1:] = sorted(found[1:], key=lambda one: -one.expected)
        return [one for one in found if one.expected > -inf]

    # ---- what can be known
    def known(self) -> list[str]:
        """Where each piece that the seat does not see can lie, by place: those in the fewest places first."""
        say = self.words.say
        try:
            places = self.worlds.can_lie()
        except NoWorld:
            return [say("no_world")]
        groups: dict[tuple[tuple[str, ...], frozenset[str]], list[str]] = {}
        for face, zones in places.items():
            told = tuple(zone for zone in zones if not self._is_never_shown(zone)) or tuple(zones)
            groups.setdefault((told, frozenset(self.worlds.sure.get(face, set()).intersection(told))), []).append(face)
        for faces in groups.values():
            faces.sort(key=self.words.order)
        ordered = sorted(groups.items(), key=lambda group: (len(group[0][0]), self.words.order(group[1][0])))
        named = {zone.partition(" ")[0] for zones, _ in groups for zone in zones if zone[-1].isdigit()}
        lines = [
            say("can_lie", self._row(faces), self._places(zones, sure, by_owner=len(named) == 1))
            for (zones, sure), faces in ordered[:MANY]
        ]
        left = sum(len(faces) for _, faces in ordered[MANY:])
        return [*lines, *([say("more_known", left)] if left else [])] or [self._none_lies_hidden()]

    def _row(self, faces: Sequence[str]) -> str:
        return self.words.row_with(faces, self.view, in_order=False, viewer=self.seat)

    def _none_lies_hidden(self) -> str:
        """In games that keep something else hidden, what that is."""
        kept = [self.words.label("names", name) for name in imagined(self.rules).states]
        return self.words.say("none_but_kept", ", ".join(kept)) if kept else self.words.say("all_known")

    def _is_never_shown(self, zone: str) -> bool:
        """Does the table say nothing of this place?"""
        return self.speech.zones[zone.partition(" ")[0]].shown_as == "nothing"

    def _places(self, zones: Sequence[str], sure: Container[str], by_owner: bool) -> str:
        """Places in a sentence, by whose they are where that says all; in each of the `sure` ones one surely lies."""
        surely = [zone for zone in zones if zone in sure]
        perhaps = [zone for zone in zones if zone not in sure]
        if not surely or not perhaps:
            return self._joined("and" if surely else "or", zones, by_owner)
        told = self._joined("and", surely, by_owner), self._joined("or", perhaps, by_owner)
        return self.words.say("sure_and_perhaps", *told)

    def _joined(self, join: str, zones: Sequence[str], by_owner: bool) -> str:
        said = [self._place(zone, by_owner) for zone in zones[:MANY]]
        if len(zones) > MANY:
            said.append(self.words.say("more_places", len(zones) - MANY))
        return said[0] if len(said) == 1 else self.words.say(join, ", ".join(said[:-1]), said[-1])

    def _place(self, zone: str, by_owner: bool) -> str:
        name, _, owner = zone.partition(" ")
        if not owner:
            return self.speech.wording["common"].format(self.words.label("names", name))
        return self.words.who(int(owner), self.seat) if by_owner and owner.isdigit() else self.speech.place(zone)
