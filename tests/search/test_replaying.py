"""Moves made many at once in machine code: the same worlds come about as where each is made by itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from math import exp

import pytest
from tests.helpers import rules_of
from tests.search import small
from tests.search.test_worlds import played, told_bit_by_bit, worlds_of
from tests.small_games import load_text

from coupdsl.engine.chance import Generator
from coupdsl.engine.rules import Rules
from coupdsl.native.loops.walk_code import AT_ONCE, BROKEN, CERTAIN
from coupdsl.search import permuting, replaying, walking
from coupdsl.search.dealing import Deal
from coupdsl.search.history import History
from coupdsl.search.mending import Mender
from coupdsl.search.permuting import Permuting, Walk
from coupdsl.search.replaying import Replaying
from coupdsl.search.retelling import Retelling
from coupdsl.search.things_told import Misfit
from coupdsl.search.traced_world import World, traced
from coupdsl.search.traces import END

GAMES = {
    "hearts": lambda: rules_of("hearts", 4),
    "coup": lambda: rules_of("coup", 3),
    "go-fish": lambda: rules_of("go-fish", 3),
    "cribbage": lambda: rules_of("cribbage", 2),
    "leduc": lambda: rules_of("leduc", 2),
    "secrets": lambda: load_text(small.SECRETS, 3),
    "dice": lambda: load_text(small.DICE, 3),
    "passed": lambda: load_text(small.PASSED, 3),
    "aces first": lambda: load_text(small.ACES_FIRST, 3),
    "glimpsed": lambda: load_text(small.GLIMPSED, 3),
    "tricks": lambda: load_text(small.TRICKS, 3),
    "parker-1966": lambda: rules_of("parker-1966", 4),
    "gin-rummy": lambda: rules_of("gin-rummy", 2),
}


def imagined(rules: Rules) -> list[tuple[object, ...]]:
    """What is imagined in some positions, how much it weighs and how often one led to another."""
    found: list[tuple[object, ...]] = []
    for moves in (3, 9):
        game = played(rules, moves, moves)
        for seat in (0, None):
            worlds = worlds_of(game, seat, 6)
            found += [(world.moves, world.state.reference().key()) for world in worlds.sample(6)]
            found += [(kept.history.weight, kept.history.at, kept.history.pcs) for kept in worlds._kept]
            found.append((worlds.chain.attempts, worlds.chain.accepted))
    return found


@pytest.mark.unmeasured
@pytest.mark.parametrize("name", GAMES)
def test_the_same_worlds_come_about_one_move_at_a_time(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = GAMES[name]()
    at_once = imagined(rules)
    monkeypatch.setattr(Retelling, "_go_along", lambda *_: False)
    assert imagined(rules) == at_once


def one_by_one(part: Permuting, world: World, deal: Deal, goers: list[int]) -> World | None:
    """As `Permuting._dealt`, of which it is the reference."""
    return None if deal.moves(goers) in (None, world.history.moves) else made(part, deal, goers)


def made(part: Permuting, deal: Deal, goers: list[int]) -> World | None:
    """The world of a deal in which these go the ways: each move by itself, and what was foreseen is looked up."""
    moves = deal.moves(goers)
    if moves is None:
        return None
    retelling, history = part.retelling, deal.history.until(deal.first)
    work = retelling.work
    told = retelling.go_on(history, moves, part.rng)
    retelling.work = work + deal.length
    if not told or not history.is_formed_as(deal.history):
        return None
    found, foreseen = traced(retelling, history), deal.traces_of(goers)
    assert (found.traces.named, found.traces.seen) == (foreseen.named, foreseen.seen)
    found.deal, found.goers = deal, goers
    return found if found.traces.paths == foreseen.paths else None


def step_by_step(part: Permuting, world: World, worlds: int, steps: int, heedless: float, seen: Counter[str]) -> Walk:
    """As `Permuting.walk`, of which it is the reference; counts what there was to be seen."""
    deal, goers = part._whole_deal(world)
    chance, moved, found = Generator.from_seed(part.rng.getrandbits(64)), 0, list[World]()
    broken: list[tuple[int, int]] = []
    now = made(part, deal, list(goers))
    assert now is not None
    part.retelling.work += (worlds * steps - 1) * deal.length
    for _ in range(worlds):
        for _ in range(steps):
            heeding = chance.below(CERTAIN) >= int(heedless * CERTAIN)
            goers = exchanged(deal, list(now.goers), chance, heeding)
            if goers == now.goers:
                continue
            work = part.retelling.work
            other = made(part, deal, goers)
            part.retelling.work = work
            if other is None:
                continue
            likelier = 1.0
            for one, before in zip(other.history.log, now.history.log, strict=True):
                if one != before:
                    likelier *= round(exp(-before)) / round(exp(-one))
            seen["as likely" if likelier == 1 else "likelier" if likelier > 1 else "less likely"] += 1
            if likelier < 1 and chance.below(CERTAIN) >= likelier * CERTAIN:
                continue
            now, moved = other, moved + 1
            for way, piece in () if heeding else deal.closed_to(goers):
                deal.closed[way * len(deal.traces.paths) + piece] = BROKEN
                broken.append((way, piece))
                seen["broken"] += 1
        found.append(now)
    if broken:
        deal.forget_bans(broken)
    return Walk(found, moved)


def exchanged(deal: Deal, goers: list[int], chance: Generator, heeding: bool) -> list[int]:
    """As `Deal.exchanged`, by another chance."""
    begin, count = deal.groups[chance.below(len(deal.groups))]
    for _ in range(min(AT_ONCE[chance.below(len(AT_ONCE))], 2 * count)):
        one, other = begin + chance.below(count), begin + chance.below(count)
        after = goers.copy()
        after[one], after[other] = goers[other], goers[one]
        closed = deal.closed_to(after) + deal.closed_to(goers)
        if not heeding or not {one, other} & {way for way, _ in closed}:
            goers = after
    return goers


def both_ways(found: Callable[[], object], monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Finds the same in walks, world by world and step by step; gives what was seen there."""
    seen: Counter[str] = Counter()
    walked = found()
    with monkeypatch.context() as patch:
        patch.setattr(walking, "AT_ONCE", 1)
        assert found() == walked
    with monkeypatch.context() as patch:
        patch.setattr(Permuting, "walk", lambda *given: step_by_step(*given, seen))
        assert found() == walked
    return seen


@pytest.mark.unmeasured
@pytest.mark.parametrize("name", GAMES)
def test_a_walk_leads_where_single_steps_lead(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = GAMES[name]()
    both_ways(lambda: imagined(rules), monkeypatch)


@pytest.mark.unmeasured
@pytest.mark.parametrize("name", ["aces first", "glimpsed"])
def test_a_walk_leads_where_worlds_weigh_more_or_less(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = GAMES[name]()
    monkeypatch.setattr(permuting, "UNTIL_SEEN", 0.5)

    def found() -> list[object]:
        each = [worlds_of(played(rules, 3 + number % 3, number), None, 7) for number in range(40)]
        many = [world for worlds in each for _ in range(3) for world in worlds.sample(5)]
        return [(world.moves, world.history.weight) for world in many]

    seen = both_ways(found, monkeypatch)
    assert min(seen[of] for of in ("as likely", "likelier", "less likely")) > 8, seen


@pytest.mark.unmeasured
def test_bans_are_forgotten_that_a_walk_breaks(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = GAMES["tricks"]()
    mine = rules.code.layout.zone_owner.index(1)

    def found() -> tuple[object, int]:
        worlds = worlds_of(played(rules, 1, 1), 0, 6)
        worlds.sample(1)
        told = worlds._kept[0].history.at[-2]
        worlds.bans.of[told] = mine, 0b1111_1111
        worlds.bans.changes += 1
        return [world.moves for world in worlds.sample(200)], worlds.bans.of[told][1]

    assert both_ways(found, monkeypatch)["broken"] > 0
    assert found()[1].bit_count() <= 4  # those that this seat has, and some that lie elsewhere


@pytest.mark.unmeasured
@pytest.mark.parametrize("name", GAMES)
def test_pieces_dealt_anew_at_once_are_dealt_as_by_single_moves(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = GAMES[name]()
    at_once = imagined(rules)
    monkeypatch.setattr(Permuting, "_dealt", one_by_one)
    assert imagined(rules) == at_once


def test_pieces_are_dealt_anew_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """To the present, and to where one of them was seen."""
    found: Counter[bool] = Counter()
    ordinary = Permuting._dealt

    def counted(chain: Permuting, world: World, deal: Deal, goers: list[int]) -> World | None:
        other = ordinary(chain, world, deal, goers)
        found[deal.end == END] += other is not None
        return other

    monkeypatch.setattr(Permuting, "_dealt", counted)
    monkeypatch.setattr(permuting, "UNTIL_SEEN", 0.5)
    game = played(GAMES["passed"](), 8, 1)
    for seat in (0, None):
        worlds_of(game, seat, 6).sample(60)
    assert found[True] > 40 and found[False] > 4


def test_many_moves_are_made_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    ordinary = Replaying.replay

    def counted(*given: object) -> list[replaying.Made]:
        found = list(ordinary(*given))  # type: ignore[arg-type]
        made.append(len(found))
        return found

    monkeypatch.setattr(Replaying, "replay", counted)
    imagined(GAMES["hearts"]())
    assert max(made) == replaying.AT_ONCE and sum(made) > 8 * len(made)


def test_few_worlds_are_mended_where_others_play_what_they_were_dealt(monkeypatch: pytest.MonkeyPatch) -> None:
    game, mended, ordinary = played(rules_of("spades", 4), 30, 0), [0], Mender._other

    def counted(mender: Mender, history: History, misfit: Misfit) -> History | None:
        mended[-1] += 1
        return ordinary(mender, history, misfit)

    monkeypatch.setattr(Mender, "_other", counted)
    told_bit_by_bit(game, 1, 0)
    monkeypatch.setattr(Permuting, "as_seen_since", lambda _, world: world)
    mended.append(0)
    told_bit_by_bit(game, 1, 0)
    assert 2 * mended[0] < mended[1]
