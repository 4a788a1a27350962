"""Rules that the checker lets stand tell nothing hidden: random games, in two worlds that one seat cannot tell apart.

In both worlds the same is done as far as that seat can see. Then it is sent as many events of the same kinds, between
the same places and people; only what `reveal`, `show` and moves disclose may differ, and where it does, the worlds are
told apart. As long as nothing differs, the seat is asked, offered, shown, refused and answered the same. Each hole that
the checker once had is opened again, and the same games find it.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from tests.helpers import new_seeds, sample
from tests.properties.hiding import Hiding, Named, SeenByOthers, hiding
from tests.properties.seats_named import Seats
from tests.properties.test_twins import asked, looks, paid, reasons, refusals
from tests.small_games import load_text

import coupdsl
from coupdsl.code import bounds
from coupdsl.code.errors import RulesError
from coupdsl.engine.events import Event
from coupdsl.engine.position import Position
from coupdsl.language import program_expressions as pe
from coupdsl.language.checker import lying, offered, ways
from coupdsl.language.checker.changes import Changes
from coupdsl.language.checker.fixpoint import Fixpoint
from coupdsl.language.checker.labels import Labels
from coupdsl.language.checker.sights import Sights
from coupdsl.language.checker.who_knows import PUBLIC, Around, Known

pytestmark = pytest.mark.unmeasured

Told = list[dict[str, Any]]


class Leak(AssertionError):
    """What a seat gets depends on what it was not sent."""


def same(one: object, other: object) -> None:
    if one != other:
        raise Leak(f"{one} is not {other}")


def shape(told: dict[str, Any]) -> dict[str, Any]:
    """An event without what it is there to disclose."""
    if told["event"] == "moved":
        if (
            told["to"] in ("table", "laid") and not told["unseen"]
        ):  # from where they came is what the line is there to show
            return {**told, "pieces": None, "from": None, "vacated": None}
        rows = [row for row, _ in told["vacated"]]
        return {**told, "pieces": None, "vacated": rows, "unseen": len(told["pieces"]) + told["unseen"]}
    if told["event"] == "shown":
        return {**told, "pieces": len(told["pieces"]), "in": None, "at": None}
    return {key: value for key, value in told.items() if key not in ("value", "move")}


def with_places(told: Told) -> Told:
    """Of moves also from which places of rows the pieces came, which is told before them."""
    found: Told = []
    vacated: list[tuple[str, list[int]]] = []
    for one in told:
        if one["event"] == "vacated":
            vacated.append((one["zone"], one["at"]))
        elif one["event"] == "moved":
            found.append({**one, "vacated": vacated})
            vacated = []
        else:
            found.append(one)
    assert not vacated
    return found


def nobody_was_shown(state: coupdsl.State) -> bool:
    """Does each piece lie where it is seen by those only who see that place? Then `show` is news to all the others."""
    audience = state.code.layout.zone_audience
    return all(known == audience[zone] for known, zone in zip(state.known, state.where, strict=True))


def apart(one: Told, other: Told, fresh: bool, settling: bool) -> bool:
    """Do these events tell two worlds apart? They may, but only by what they disclose.

    `settling`: both worlds have come to put a row in order, one perhaps to show a card that the other has just shown.
    """
    for here, there in zip(one, other, strict=False):
        if here == there:
            fresh = fresh and here["event"] != "shown"
            continue
        if "shown" in (here["event"], there["event"]) and not fresh:
            return True  # what somebody knew already is not shown again
        same(shape(here), shape(there))
        return True
    if len(one) == len(other):
        return False
    longer = one if len(one) > len(other) else other
    if longer[min(len(one), len(other))]["event"] != "shown" or (fresh and not settling):
        same(one, other)
    return True


Tried = tuple[Told, coupdsl.State] | RulesError


def tried(state: coupdsl.State, move: coupdsl.Move, seat: int) -> Tried:
    """What a move tells `seat`, and the state after it; or how the rules fail, after which nothing is asked."""
    after = state.copy()
    try:
        events = after.apply(move)
    except RulesError as error:
        return error
    found = (one.seen_by(after.code, seat) for one in events)
    return with_places([one for one in found if one is not None]), after


def settles(world: Tried) -> bool:
    return not isinstance(world, RulesError) and world[1].decision == "settle"


def in_step(one: Tried, other: Tried, seat: int, rnd: random.Random) -> tuple[Tried, Tried]:
    """Both worlds; where only one has come to put a row in order, that one gone on, since nobody sees chance do it."""
    while settles(one) != settles(other):
        if settles(one):
            one = settled(one, seat, rnd)
        else:
            other = settled(other, seat, rnd)
    return one, other


def settled(world: Tried, seat: int, rnd: random.Random) -> Tried:
    assert not isinstance(world, RulesError)
    after = tried(world[1], rnd.choice(world[1].legal_moves()), seat)
    return after if isinstance(after, RulesError) else (world[0] + after[0], after[1])


def answers(state: coupdsl.State, seat: int, rnd: random.Random) -> list[str]:
    found = [looks(state, seat), *refusals(state, seat, rnd), *asked(state, seat, rnd)]
    return found + (reasons(state) if state.actor == seat else [])


def chosen(
    one: coupdsl.State, other: coupdsl.State, seat: int, rnd: random.Random
) -> tuple[coupdsl.Move, list[coupdsl.Move]]:
    """A move in one world, and those that may be made for it in the other: the same, or another if `seat` is not told.

    That is another piece that is dealt, or what others choose in secret: an open choice tells the worlds apart.
    """
    moves, others = one.legal_moves(), other.legal_moves()
    move = rnd.choice(moves)
    rnd.shuffle(others)
    if one.actor == seat:
        return move, [there for there in others if there == move]
    if one.actor != coupdsl.CHANCE and rnd.random() < 0.5:
        others.sort(key=lambda there: there != move)
    return move, others


def walk(rules: coupdsl.Rules, seat: int, rnd: random.Random, most: int = 60) -> bool:
    """Goes on in two worlds until `seat` can tell them apart; raises Leak. Gives whether they ever differed."""
    one, other = rules.start(), rules.start()
    differed = False
    for _ in range(most):
        kept = rnd.getstate()
        here = answers(one, seat, rnd)
        rnd.setstate(kept)
        same(here, answers(other, seat, rnd))
        if one.actor is None:
            return differed
        fresh = nobody_was_shown(one) and nobody_was_shown(other)
        move, others = chosen(one, other, seat, rnd)
        following = None
        for there in others:
            first, second = in_step(tried(one, move, seat), tried(other, there, seat), seat, rnd)
            if isinstance(first, RulesError) or isinstance(second, RulesError):
                if isinstance(first, RulesError) and isinstance(second, RulesError) and first.span == second.span:
                    same(str(first), str(second))
                continue
            settling = settles(first) or settles(second)
            if not apart(first[0], second[0], fresh, settling):
                same(paid(one, move, seat), paid(other, there, seat))
                following = (first[1], second[1])
                break
        if following is None:
            return differed
        one, other = following
        differed = differed or one != other
    return differed


def search(seed: int, walks: int = 12, kind: type[Hiding] = Hiding) -> bool:
    """Looks for a leak in the game `seed`, from all seats."""
    rules = load_text(hiding(seed, kind), 3)
    rnd = random.Random(seed)
    try:
        rules.start()
    except RulesError:
        return False
    differed = [walk(rules, number % 3, rnd) for number in range(walks)]
    return any(differed)


IN_PLACE = 705929939452439795  # shows a set of cards where they lie in a row
FACE_DOWN = 6349119495655935990  # into a hand
LAID_ON = 15550912783012574127  # a set goes to a hidden row
TURNED_UP = 9401652041012712463  # a hidden row goes to one that all see
FROM_WITHIN = 11063989830535037041  # what lies in a hidden row beside a card that all know goes to the table
TELLING = [IN_PLACE, FACE_DOWN, LAID_ON, TURNED_UP, FROM_WITHIN]
KNOWN = [*range(40), *TELLING]  # enough to find every hole below
SEEDS = [*TELLING, *new_seeds(25)]


@pytest.mark.parametrize("seed", SEEDS)
def test_rules_that_pass_the_checker_tell_nothing_hidden(seed: int) -> None:
    search(seed)


@pytest.mark.parametrize("seed", new_seeds(20))
def test_what_others_see_is_not_told_to_its_owner(seed: int) -> None:
    search(seed, kind=SeenByOthers)


@pytest.mark.parametrize("seed", new_seeds(15))
def test_cards_that_have_names_are_not_told_by_where_they_go(seed: int) -> None:
    search(seed, kind=Named)


@pytest.mark.parametrize("seed", new_seeds(20))
def test_who_knows_is_not_taken_for_another_seat(seed: int) -> None:
    search(seed, kind=Seats)


def test_the_worlds_differ() -> None:
    assert sum(search(seed, 3) for seed in range(8)) >= 6
    assert sum(search(seed, 3, SeenByOthers) for seed in range(8)) >= 6
    assert sum(search(seed, 3, Named) for seed in range(8)) >= 6
    assert sum(search(seed, 3, Seats) for seed in range(8)) >= 6


# ---- the holes that there were
def how_many_are_shown(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Sights, "shows", lambda self, s, flow: None)


def seats_that_were_others(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Changes, "depends", lambda self, key, changed: False)


def entries_half_worked_out(patch: pytest.MonkeyPatch) -> None:
    def find(self: Any, key: Any, bottom: Any, work: Callable[[], Any]) -> Any:
        if key not in self._done:
            self._done[key] = bottom
            self._done[key] = work()
        return self._done[key]

    patch.setattr(Fixpoint, "find", find)
    patch.setattr(Labels, "versions", lambda self, rule, entry: tuple(rule.versions))


def pieces_by_their_names(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Sights, "mislay", lambda self, kind, label, flow: None)


def one_of_a_hidden_few(patch: pytest.MonkeyPatch) -> None:
    before = Labels._op

    def op(self: Labels, expr: pe.Op, around: Any) -> Any:
        found = before(self, expr, around)
        return replace(found, size=PUBLIC) if expr.name == "single" else found

    patch.setattr(Labels, "_op", op)


def words_that_name_the_number(patch: pytest.MonkeyPatch) -> None:
    def number_set(numbers: Any, span: Any) -> int:
        found = 0
        for number in numbers:
            if number > bounds.LARGEST:
                raise RulesError(f"a set holds numbers up to {bounds.LARGEST}, and here is {number}", span)
            found |= 1 << number
        return found

    patch.setattr(bounds, "number_set", number_set)


def cards_face_down_among_others(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Sights, "face_down", lambda self, s, known, flow: None)


def sets_in_the_order_of_the_pack(patch: pytest.MonkeyPatch) -> None:
    before = Position.transfer
    patch.setattr(Position, "transfer", lambda self, pieces, to, unseen, mixed=False: before(self, pieces, to, unseen))


def moves_without_their_order(patch: pytest.MonkeyPatch) -> None:
    before = Event.seen_by

    def seen_by(self: Event, code: Any, seat: int | None) -> Any:
        found = before(self, code, seat)
        return {**found, "pieces": sorted(found["pieces"])} if found and self.kind == "moved" else found

    patch.setattr(Event, "seen_by", seen_by)


def places_that_become_empty(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Position, "vacate", lambda self, pieces, to: None)


HOLES = (
    how_many_are_shown, seats_that_were_others, entries_half_worked_out, pieces_by_their_names, one_of_a_hidden_few,
    words_that_name_the_number, cards_face_down_among_others, sets_in_the_order_of_the_pack, moves_without_their_order,
    places_that_become_empty,
)  # fmt: skip


@pytest.mark.parametrize("hole", sample(HOLES, 1), ids=lambda hole: hole.__name__)
def test_a_hole_that_is_opened_again_is_found(hole: Callable[[pytest.MonkeyPatch], None]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        hole(patch)
        with pytest.raises(Leak):
            for seed in KNOWN:
                search(seed, 240 if seed in TELLING else 12)


def everybody_is_another(patch: pytest.MonkeyPatch) -> None:
    another = lambda seat, label, apart: all(one == seat or isinstance(one, tuple) for one in label)  # noqa: E731
    patch.setattr(offered, "sees", another)


def others_go_on(patch: pytest.MonkeyPatch) -> None:
    """Who was another seat before the turn went on still counts as one."""
    before = Known.with_labels

    def kept(self: Known, new: Any, zone: Any, key: Any) -> Known:
        return replace(before(self, new, zone, key), apart=self.apart)

    patch.setattr(Known, "with_labels", kept)


def places_by_what_lies_there(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(lying, "_only_its_position", lambda expr, local: True)


@pytest.mark.parametrize(
    "hole", [everybody_is_another, others_go_on, places_by_what_lies_there], ids=lambda one: one.__name__
)
def test_a_hole_in_what_others_see_is_found(hole: Callable[[pytest.MonkeyPatch], None]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        hole(patch)
        with pytest.raises(Leak):
            for seed in (17, 171, 55):
                search(seed, kind=SeenByOthers)


def test_a_hole_in_which_entry_a_seat_is_of_is_found() -> None:
    """All entries by one name."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Around, "inside", lambda self, entry, *pairs: replace(self.only(*pairs), entry="an entry"))
        with pytest.raises(Leak):
            search(44, kind=Seats)


def moves_that_touch_nothing(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(ways, "_touching", lambda moves, homes: ([], homes))


def moves_on_that_do_not_follow(patch: pytest.MonkeyPatch) -> None:
    """What one move brought to a hand, no other takes from there."""
    patch.setattr(ways, "_touching", lambda moves, homes: ([one for one in moves if one.may_touch(homes)], homes))


@pytest.mark.parametrize("hole", [moves_that_touch_nothing, moves_on_that_do_not_follow], ids=lambda one: one.__name__)
def test_a_hole_in_where_cards_with_names_lie_is_found(hole: Callable[[pytest.MonkeyPatch], None]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        hole(patch)
        with pytest.raises(Leak):
            search(5, kind=Named)
