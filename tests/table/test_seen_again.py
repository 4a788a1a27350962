"""A game that is over can be seen again with the eyes of any seat, and none before its end."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace
from tests.helpers import choose, rules_of
from tests.table.sittings import OPTIONS, sitting
from tests.table.test_server import OWN, TABLE, asked_of_us, do, opened, sent, until

import coupdsl
from coupdsl.play.log import read_log
from coupdsl.scene.model import Scene, Step
from coupdsl.scene.onlooker import Onlooker, Scenery
from coupdsl.table.seen_again import Look, Replay
from coupdsl.table.sitting import REMEMBERED, Recorded, Sitting

Seen = dict[int | None, list[tuple[Step, Scene]]]


def played(name: str, players: int) -> tuple[coupdsl.Game, Seen]:
    """A random game, and what everybody was told and saw while it was on."""
    rules, rnd = rules_of(name, players, OPTIONS.get(name)), random.Random(players)
    game = coupdsl.Game(rules, 7)
    seen: Seen = {seat: [] for seat in (None, *range(players))}
    onlookers = {seat: Onlooker(Scenery(rules, "en"), seat) for seat in seen}
    while True:
        for seat, onlooker in onlookers.items():
            remembered = rules.observer.remembered(game.state, seat)
            step = onlooker.hear(game.told(game.events[-1], seat), remembered)
            seen[seat].append((step, onlooker.scene(game.state.view(seat))))
        if game.state.is_over:
            return game, seen
        game.apply(choose(game.state, rnd))


def scene_of(look: Look) -> Scene:
    return msgspec.json.decode(look.scene, type=Scene)


@pytest.mark.parametrize(("name", "players"), [("hearts", 4), ("coup", 3), ("kuhn", 2), ("coup-detat-2005", 2)])
def test_every_seat_sees_again_just_what_it_saw(name: str, players: int) -> None:
    game, seen = played(name, players)
    rnd = random.Random(name)
    for seat, told in seen.items():
        replay = Replay(game, Scenery(game.rules, "en"), seat)
        for at in rnd.sample(range(len(told)), min(len(told), 25)):
            look, (step, scene) = replay.after(at, 3), told[at]
            without = replace(scene.question, choices=(), called={}, stated={})
            assert (look.at, look.last, look.seat) == (at, len(game.moves), seat)
            assert scene_of(look) == replace(scene, question=without)
            assert look.steps == [one for one, _ in told[max(0, at - 2) : at + 1]] and look.steps[-1] == step


def test_before_the_start_and_after_the_end_there_is_nothing() -> None:
    game, _ = played("kuhn", 2)
    replay = Replay(game, Scenery(game.rules, "en"), 0)
    last = len(game.moves)
    assert [replay.after(at, 1).at for at in (-(10**30), -1, last + 1, 10**30)] == [0, 0, last, last]


def through(at: Sitting) -> None:
    """Plays to the end, and tries at every step to see what others see."""
    while not at.is_over:
        for seat in (None, *range(at.game.rules.players)):
            assert at.look_back(seat, len(at.game.moves), "en") is None
        if at.is_ours:
            at.choose(str(at.game.state.legal_moves()[0]), len(at.game.moves))
        else:
            at.others_choose()


@pytest.mark.parametrize(("name", "players"), [("hearts", 4), ("coup", 3)])
def test_no_hidden_card_is_seen_while_the_game_is_on(name: str, players: int) -> None:
    at = sitting(name, players)
    through(at)
    looks = [at.look_back(seat, 0, "en") for seat in (None, *range(players))]
    assert [look.seat for look in looks if look is not None] == [None, *range(players)]
    at.anew(3)
    if not at.is_over:
        through(at)
    assert at.look_back(0, 0, "en") != looks[1]


def test_a_page_is_sent_nothing_of_others_before_the_end_and_all_of_it_then() -> None:
    at = sitting("kuhn", 2)
    with opened(at) as client, client.websocket_connect(TABLE, headers=OWN) as page:
        scene = asked_of_us(page)
        for seat in ("", "0", "1"):
            do(page, "replay", seat)
        do(page, "why", "why")
        assert sent(page)["kind"] == "said"  # the first answer after these
        while not scene.get("result"):
            do(page, "choose", scene["question"]["choices"][0]["move"], scene["moves"])
            scene = asked_of_us(page)
        for seat in ("", "0", "1"):
            do(page, "replay", seat, 1)
            look = until(page, "replay")
            assert (look["at"], look["seat"], look["last"]) == (1, int(seat) if seat else None, len(at.game.moves))
            owners = {one["owner"] for one in look["scene"]["zones"] if one["place"] == "hand"}
            assert owners == ({int(seat)} if seat else set())
            assert "choices" not in look["scene"]["question"]
        do(page, "language", "fr")
        do(page, "replay", "1", 0)
        assert until(page, "replay")["scene"]["language"] == "fr"


@pytest.mark.parametrize("seat", ["2", "-1", "x", "99999999999999999999", "1 0", "²", "0x1"])
def test_nobody_sees_with_the_eyes_of_a_seat_that_there_is_not(seat: str) -> None:
    at = sitting("kuhn", 2, seat=None)
    with opened(at) as client, client.websocket_connect(TABLE, headers=OWN) as page:
        asked_of_us(page)
        do(page, "replay", seat)
        do(page, "replay", "1")
        assert until(page, "replay")["seat"] == 1


def test_the_account_seen_again_is_as_long_as_that_of_the_table() -> None:
    at = sitting("kuhn", 2, seat=None)
    while not at.is_over:
        at.others_choose()
    look = at.look_back(None, 10**6, "en")
    assert look is not None and look.steps == at.told("en").steps[-REMEMBERED:]


def test_nobody_goes_on_with_a_game_from_a_log() -> None:
    game = coupdsl.Game(rules_of("hearts", 4), 3)
    at = Recorded(game, None)
    with opened(at) as client, client.websocket_connect(TABLE, headers=OWN) as page:
        table = until(page, "table")
        assert table["recorded"] and "eyes" not in table
        for asked in ("anew", "take_back", "choose", "typed", "hint"):
            do(page, asked, "AS")
        do(page, "replay", "3")
        assert until(page, "replay")["last"] == 0
    assert at.games == 1 and not game.moves


def test_a_game_that_is_over_is_kept_aside_when_another_begins(tmp_path: Path) -> None:
    file = tmp_path / "kuhn.jsonl"
    at = sitting("kuhn", 2, save=file)
    for number in range(2):
        while not at.is_over:
            if at.is_ours:
                at.choose(str(at.game.state.legal_moves()[0]), len(at.game.moves))
            else:
                at.others_choose()
        at.save()
        at.anew(number)
    assert read_log(file).result is None
    assert [read_log(tmp_path / f"kuhn-{number}.jsonl").result is None for number in (1, 2)] == [False, False]
