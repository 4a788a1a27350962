"""What is advised to a seat, and what it can know of what lies hidden: both from what it was told, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import inf
from typing import Any

from coupdsl.code.errors import RulesError
from coupdsl.code.moves import Move
from coupdsl.engine.chance import derive
from coupdsl.play.account.speech import Speech
from coupdsl.play.game import Game
from coupdsl.play.spoken import Words
from coupdsl.search import second_look
from coupdsl.search.arena import Arena, arena_of
from coupdsl.search.halving import halving, shared_out
from coupdsl.search.imagined import imagined
from coupdsl.search.levels import Level, judged
from coupdsl.search.machines import machine_of
from coupdsl.search.weighing import Weighed, weighed
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
        self.remembered: dict[str, Any] = {"pieces": {}, "states": {}}  # the part of its view that tells of pieces

    def listen(self, game: Game) -> None:
        """Takes note of what the seat was sent since."""
        sent = game.seen(self.seat)
        self.worlds.told(sent[self.heard :])
        self.heard = len(sent)
        self.remembered = self.rules.observer.remembered(game.state, self.seat)

    # ---- a hint
    def hint(self) -> list[str]:
        """The best moves of the seat, which is to choose among several, and what came of them where they were tried."""
        say, arena, seed = self.words.say, arena_of(self.rules), derive(SEED, self.heard)
        try:
            worlds = [world.state for world in self.worlds.sample(TRIED.worlds)]
            by_margin = not arena.utility.bounty  # else it is told how often one wins, too
            if arena.is_open and by_margin and not arena.utility.is_shared:
                foreseen = self._of_open(arena, worlds, seed)
                if foreseen:
                    return foreseen
            tried = judged(arena, worlds, self.seat, seed, TRIED)
            again = second_look.tries(arena, worlds, self.seat, seed) if by_margin else 0
            if again:
                looked_at = self._of_bids(arena, worlds, second_look.short_of(tried), seed, again)
                if looked_at:
                    return looked_at
            moves: list[Move] = [one.move for one in tried[:BEST] if one.expected > -inf] or [tried[0].move]
            found = weighed(arena, worlds, self.seat, moves, seed, max(1, tried[0].tries // len(worlds)))
        except NoWorld:
            return [say("no_world")]
        except RulesError as error:
            return [say("hint_fails", error.span)]
        low, high = (limit(one.scores[at] for one in found) for at, limit in enumerate((min, max)))
        by_chance, may_lose = low >= 0 and high <= 1, any(one.losses for one in found)
        if arena.utility.is_shared:
            expected = self._shared if not may_lose else self._chance if by_chance else self._both
        else:
            expected = self._chance if by_chance else self._scores if by_margin else self._scores_and_chance
        is_same = len(found) == len(tried) or len({one.expected for one in tried}) == 1
        if is_same and all(one.unbeaten == len(worlds) for one in found):
            return [self._head("hinted", arena, worlds), say("hint_same", expected(found[0]))]
        lines = [
            say("hint_of", self.words.move(str(one.move), self.seat), expected(one), one.unbeaten, len(worlds))
            for one in found
        ]
        return [self._head("hinted", arena, worlds), *lines]

    def _of_bids(self, arena: Arena, worlds: Sequence[Any], moves: Sequence[Move], seed: int, times: int) -> list[str]:
        """The best in games in which everybody chooses well, each tried as often as the others, and what came of it.

        Nothing where the rules fail in all of them.
        """
        nested = partial(arena.nested, worlds, self.seat)
        best = [one.move for one in halving(moves, partial(nested, seed), shared_out(times))[:BEST]]
        each = max(1, times // len(best))
        points, means = arena.utility.point(self.seat), nested(derive(seed, 1), best, range(each)).means
        found = sorted(zip(means, best, strict=True), key=lambda one: (-one[0], one[1].id))
        lines = [self._ahead(arena, one / points, of) for one, of in found if one > -inf]
        return [self._head("hinted_well", arena, worlds), *lines] if lines else []

    def _of_open(self, arena: Arena, worlds: Sequence[Any], seed: int) -> list[str]:
        """Where all see everything, and play against each other: the best that a tree found, and what came of it.

        Nothing where the rules fail whatever is tried.
        """
        points = arena.utility.point(self.seat)
        found = judged(arena, worlds[:1], self.seat, seed, FORESEEN)[:BEST]
        found[1:] = sorted(found[1:], key=lambda one: -one.expected)
        lines = [self._ahead(arena, one.expected / points, one.move) for one in found if one.expected > -inf]
        return [self.words.say("hinted_ahead", self._end(arena)), *lines] if lines else []

    def _ahead(self, arena: Arena, points: float, move: Move) -> str:
        """By how much a move brings more, or less, than the others have, or how often it wins where no score counts;
        what all have, where they share it."""
        say, words, utility = self.words.say, self.words.move(str(move), self.seat), arena.utility
        if utility.is_shared:
            return say("hint_each", words, self._score(points))
        if not utility.counts_scores:
            return say("hint_share", words, f"{100 * utility.share(points):.0f}")
        by = self._number(abs(points))
        if by == self._number(0):
            return say("hint_even", words, self._them())
        if utility.low_is_good is None:
            return say("hint_better" if points > 0 else "hint_worse", words, by, self._them())
        return say("hint_more" if (points > 0) != utility.low_is_good else "hint_less", words, by, self._them())

    def _head(self, name: str, arena: Arena, worlds: Sequence[Any]) -> str:
        """In how many worlds moves were tried, and what they were played on to."""
        return self.words.say(name, len(worlds), self._end(arena))

    def _end(self, arena: Arena) -> str:
        return self.words.say("to_game" if arena.short is arena.rules else "to_deal")

    def _chance(self, one: Weighed) -> str:
        """How often it wins; how often it loses, too, where many games end level."""
        won, lost = (f"{100 * share:.0f}" for share in (one.wins, one.losses))
        return self.words.say("hint_wins" if one.wins + one.losses > 0.99 else "hint_level", won, lost)

    def _shared(self, one: Weighed) -> str:
        return self._score(one.own)

    def _both(self, one: Weighed) -> str:
        return f"{self._shared(one)}, {self._chance(one)}"

    def _scores(self, one: Weighed) -> str:
        own, others = map(self._number, (one.own, one.others))
        return self.words.say("hint_scores", self._us(), own, self._them(), others)

    def _scores_and_chance(self, one: Weighed) -> str:
        return f"{self._scores(one)}, {self._chance(one)}"

    def _score(self, number: float) -> str:
        """That of all, where nobody has another."""
        who = "yourself" if self.rules.players == 1 else "everybody"
        return self.words.say("hint_score", self.words.say(who), self._number(number))

    def _us(self) -> str:
        return self.words.say("your_side" if self.rules.program.teams > 1 else "yourself")

    def _them(self) -> str:
        """The others: by name where there is one."""
        others = [seat for seat in range(self.rules.players) if seat != self.seat]
        if self.rules.program.teams == 2:
            return self.words.say("other_side")
        return self.words.who(others[0], self.seat) if len(others) == 1 else self.words.say("the_others")

    def _number(self, number: float) -> str:
        """In as many figures as say something."""
        text = (f"{number:z.1f}" if abs(number) < 100 else f"{number:.0f}").replace("-", "−")
        return text.replace(".", ",") if self.words.language == "fr" else text

    # ---- what can be known
    def known(self) -> list[str]:
        """Where each piece that the seat does not see can lie, by place: those in the fewest places first."""
        say = self.words.say
        try:
            places = self.worlds.can_lie()
        except NoWorld:
            return [say("no_world")]
        groups: dict[tuple[tuple[str, ...], bool], list[str]] = {}
        for face, zones in places.items():
            told = tuple(zone for zone in zones if not self._is_never_shown(zone)) or tuple(zones)
            groups.setdefault((told, self.worlds.sure.get(face, set()).issuperset(told)), []).append(face)
        for faces in groups.values():
            faces.sort(key=self.words.order)
        ordered = sorted(groups.items(), key=lambda group: (len(group[0][0]), self.words.order(group[1][0])))
        named = {zone.partition(" ")[0] for zones, _ in groups for zone in zones if zone[-1].isdigit()}
        lines = [
            say("can_lie", self._row(faces), self._places(zones, by_owner=len(named) == 1, in_each=in_each))
            for (zones, in_each), faces in ordered[:MANY]
        ]
        left = sum(len(faces) for _, faces in ordered[MANY:])
        return [*lines, *([say("more_known", left)] if left else [])] or [self._none_lies_hidden()]

    def _row(self, faces: Sequence[str]) -> str:
        return self.words.row_with(faces, self.remembered, in_order=False, viewer=self.seat)

    def _none_lies_hidden(self) -> str:
        """In games that keep something else hidden, what that is."""
        kept = [self.words.label("names", name) for name in imagined(self.rules).states]
        return self.words.say("none_but_kept", ", ".join(kept)) if kept else self.words.say("all_known")

    def _is_never_shown(self, zone: str) -> bool:
        """Does the table say nothing of this place?"""
        return self.speech.zones[zone.partition(" ")[0]].shown_as == "nothing"

    def _places(self, zones: Sequence[str], by_owner: bool, in_each: bool) -> str:
        """Places in a sentence, by whose they are where that says all; `in_each` of them one surely lies."""
        said = [self._place(zone, by_owner) for zone in zones[:MANY]]
        if len(zones) > MANY:
            said.append(self.words.say("more_places", len(zones) - MANY))
        return said[0] if len(said) == 1 else self.words.say("and" if in_each else "or", ", ".join(said[:-1]), said[-1])

    def _place(self, zone: str, by_owner: bool) -> str:
        name, _, owner = zone.partition(" ")
        if not owner:
            return self.speech.wording["common"].format(self.words.label("names", name))
        return self.words.who(int(owner), self.seat) if by_owner and owner.isdigit() else self.speech.place(zone)
