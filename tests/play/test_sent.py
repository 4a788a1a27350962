"""Logs as one seat may see them: what they hold, what they do not, and how they are read back."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from tests.commands.calls import called
from tests.helpers import ROOT, play_out, rules_of

import coupdsl
from coupdsl.language.diagnostics import Problems
from coupdsl.play.log import parse_log, read_log, replay, sent
from coupdsl.play.sent import safe_for

SEAT = 1


@pytest.fixture(scope="module")
def game() -> coupdsl.Game:
    """Coup d'Etat, whose hidden attempts are sealed, so that there are secret moves."""
    rules = rules_of("french", 3, {"hidden.attempt_known_by": "sealed"})
    return play_out(rules, 5, random.Random(5), most=200)


def written(game: coupdsl.Game, folder: Path, seen_by: Any) -> list[dict[str, Any]]:
    game.save(folder / "game.jsonl", seen_by=seen_by)
    return [json.loads(line) for line in (folder / "game.jsonl").read_text("utf-8").splitlines()]


@pytest.mark.parametrize("viewer", [0, 1, 2, "spectator"])
def test_a_log_as_a_seat_sees_it_holds_what_it_was_sent(game: coupdsl.Game, viewer: Any, tmp_path: Path) -> None:
    head, *events = written(game, tmp_path, viewer)
    assert head["seen_by"] == viewer
    assert head["safe_for"] == ("everybody" if viewer == "spectator" else f"seat {viewer} alone")
    assert "seed" not in head
    seen = game.seen(viewer if isinstance(viewer, int) else None)
    assert events == [{key: value for key, value in event.items() if key != "place"} for event in seen]
    assert read_log(tmp_path / "game.jsonl").sent == events
    with pytest.raises(Problems, match="cannot be played again"):
        replay(read_log(tmp_path / "game.jsonl"))


def test_two_games_that_a_seat_cannot_tell_apart_are_one_log(tmp_path: Path) -> None:
    """Another's sealed answer is all in which these differ."""
    rules = rules_of("french", 3, {"hidden.attempt_known_by": "sealed"})
    one = play_out(rules, 5, random.Random(5), most=300)
    at = next(n for n, (_, move) in enumerate(one.moves) if str(move) in ("try", "not_try"))
    actor, move = one.moves[at]
    logs = []
    for answer in ("try", "not_try"):
        again = coupdsl.Game(rules, 5)
        for _, earlier in one.moves[:at]:
            again.apply(earlier)
        again.apply(answer)
        logs.append({viewer: written(again, tmp_path, viewer) for viewer in (0, 1, 2, "spectator", None)})
    for viewer in (0, 1, 2, "spectator", None):
        assert (logs[0][viewer] == logs[1][viewer]) == (viewer not in (actor, None))
    assert move is not None


def test_a_whole_log_says_that_it_is_for_nobody_while_the_game_is_played(game: coupdsl.Game, tmp_path: Path) -> None:
    head, *moves = written(game, tmp_path, None)
    assert list(head)[:3] == ["format", "version", "safe_for"]
    assert head["safe_for"] == safe_for(None) == "nobody until the end"
    assert (head["seed"], "seen_by" in head, len(moves)) == (5, False, len(game.moves))
    again = replay(read_log(tmp_path / "game.jsonl"))
    assert [(seat, str(move)) for seat, move in again.moves] == [(seat, str(move)) for seat, move in game.moves]
    with pytest.raises(ValueError, match="the seats are 0 to 2"):
        game.save(tmp_path / "game.jsonl", seen_by=3)


def test_a_game_that_is_over_ends_with_its_result(tmp_path: Path) -> None:
    game = play_out(rules_of("sevens", 3), 2, random.Random(2))
    *_, finished, last = written(game, tmp_path, SEAT)
    result = game.state.result()
    assert result is not None
    assert finished["event"] == "finished"
    assert last == {"scores": list(result.scores), "winners": list(result.winners)}
    assert read_log(tmp_path / "game.jsonl").result == last


@pytest.mark.parametrize("viewer", [None, SEAT, "spectator"])
def test_lines_have_the_form_of_the_schema(viewer: Any, tmp_path: Path) -> None:
    schema = jsonschema.Draft7Validator(json.loads((ROOT / "schema" / "log.schema.json").read_text("utf-8")))
    lines = written(play_out(rules_of("sevens", 3), 2, random.Random(2)), tmp_path, viewer)
    for line in lines:
        schema.validate(line)
    assert not schema.is_valid({key: value for key, value in lines[0].items() if key not in ("seed", "seen_by")})


# ---- read with suspicion
ODD: tuple[tuple[str, object], ...] = (
    ("event", "flew"), ("event", None), ("event", ["moved"]), ("seat", 3), ("seat", True), ("seat", "0"), ("to", 7),
    ("to", "hand 3"), ("to", [3]), ("from", "hand 99"), ("pieces", "AS"), ("pieces", [1]), ("unseen", "2"),
    ("unseen", None), ("decision", 3), ("move", ["play"]), ("value", {"a": 1}), ("value", [[1]]), ("payer", "9"),
    ("amount", "10"), ("reason", 4), ("rules", None), ("more", 1), ("zone", 1), ("options", "play"), ("name", []),
    ("of", 3), ("unseen", -1), ("amount", -5), ("at", [True]), ("at", [-1]), ("in", []), ("at", [1, 2, 3]),
)  # fmt: skip


@pytest.mark.parametrize(("key", "value"), ODD, ids=[f"{key}={value}" for key, value in ODD])
def test_lines_that_no_seat_is_sent_are_refused(key: str, value: object, game: coupdsl.Game, tmp_path: Path) -> None:
    lines = written(game, tmp_path, SEAT)
    at = next(n for n, line in enumerate(lines) if n and (key in line or key == "more"))
    lines[at] = {**lines[at], key: value}
    path = tmp_path / "odd.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    with pytest.raises(Problems) as caught:
        read_log(path)
    (problem,) = caught.value.diagnostics
    assert (problem.code.number, problem.span.line) == ("E701", at + 1)
    assert called("replay", str(path)).exit_code == 1


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("pieces", ["ZZ"]), ("pieces", ["AS", "AS"]), ("move", "fly"), ("options", ["fly"]), ("unseen", 10**30),
        ("unseen", 10**3), ("from", ""), ("to", "hand ²"), ("zone", "garage"), ("payer", "²"), ("payee", "bank"),
        ("decision", "fly"), ("reason", "fun"),
    ],
)  # fmt: skip
def test_what_no_such_game_has_is_refused(key: str, value: object, game: coupdsl.Game, tmp_path: Path) -> None:
    lines = written(game, tmp_path, SEAT)
    at = next(n for n, line in enumerate(lines) if n and key in line)
    lines[at] = {**lines[at], key: value}
    path = tmp_path / "odd.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    told = called("replay", str(path))
    assert told.exit_code == 1
    assert "E701 log-broken: these rules have no such pieces, places, accounts, moves, " in told.output


REVEALING = """edition 1
game telling {
  seats [2]
  cards {
    suits red R, blue B
    ranks ace A, king K
  }
  zone deck: row seen by none = cards
  zone hand per seat: set seen by owner
  shuffle deck
  for s in seats {
    move first(2) of deck to hand of s
    let aces = hand of s where rank is ace
    reveal best = the first of (ranks where r: some hand of s where rank is r)
    reveal suits_held = suits where x: some hand of s where suit is x
    reveal only = if count of aces is 1 then (first of aces) else none
    reveal many = count of aces
    reveal part = many / 2
    reveal sure = many > 0
    reveal whose = s
    for u in suits { reveal doubled = 2 * count of (hand of s where suit is u) }
    s chooses go { on { } }
  }
  finish by 0
  limit 10 moves { finish by 0 }
}
"""


@pytest.fixture(scope="module")
def told_much(tmp_path_factory: pytest.TempPathFactory) -> coupdsl.Game:
    path = tmp_path_factory.mktemp("told") / "telling.coup"
    path.write_text(REVEALING, "utf-8")
    return play_out(coupdsl.load(path), 1, random.Random(1))


@pytest.mark.parametrize(
    ("name", "key", "value"),
    [
        ("best", "name", "worst"), ("best", "value", "queen"), ("best", "value", "red"), ("best", "value", 1),
        ("best", "value", None), ("best", "of", "suit"), ("suits_held", "value", ["green"]),
        ("suits_held", "value", "red"), ("only", "value", "KR of spades"), ("many", "value", "2"),
        ("many", "value", True), ("part", "value", "a half"), ("part", "value", 1), ("sure", "value", 1),
        ("whose", "value", 2), ("whose", "value", "red"), ("doubled", "things", ["green"]), ("doubled", "things", []),
        ("doubled", "things", "red"), ("sure", "things", ["red"]),
    ],
)  # fmt: skip
def test_what_these_rules_never_tell_is_refused(
    name: str, key: str, value: object, told_much: coupdsl.Game, tmp_path: Path
) -> None:
    lines = written(told_much, tmp_path, SEAT)
    assert called("replay", str(tmp_path / "game.jsonl")).exit_code == 0
    at = next(n for n, line in enumerate(lines) if line.get("name") == name)
    lines[at] = {**lines[at], key: value}
    path = tmp_path / "odd.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    told = called("replay", str(path))
    assert told.exit_code == 1
    assert "E701 log-broken: " in told.output


@pytest.mark.parametrize("viewer", [3, -1, True, None, "everybody", 1.0])
def test_heads_of_nobody_are_refused(viewer: object, game: coupdsl.Game, tmp_path: Path) -> None:
    head, *lines = written(game, tmp_path, SEAT)
    path = tmp_path / "odd.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in [{**head, "seen_by": viewer}, *lines]), "utf-8")
    with pytest.raises(Problems):
        read_log(path)


# ---- from the command line
def test_run_and_replay_write_and_print_what_a_seat_was_sent(tmp_path: Path) -> None:
    whole, mine, again = tmp_path / "whole.jsonl", tmp_path / "mine.jsonl", tmp_path / "again.jsonl"
    common = ["run", "sevens", "--players", "3", "--games", "2", "--seed", "4"]
    assert f"logs: {whole}, safe to show to nobody until the end" in called(*common, "--out", str(whole)).output
    told = called(*common, "--out", str(mine), "--as", "1")
    assert f"logs: {mine}, safe to show to seat 1 alone" in told.output
    told = called("replay", str(whole), "--as", "1", "--out", str(again))
    assert told.output == f"logs: {again}, safe to show to seat 1 alone\n"
    assert again.read_text("utf-8") == mine.read_text("utf-8")
    printed = called("replay", str(mine))
    assert printed.exit_code == 0
    assert printed.output.count("moves, as seat 1 was sent it\n") == 2
    assert printed.output.count("Safe to show to seat 1 alone; it cannot be verified.\n") == 2
    sentences = [line for line in printed.output.splitlines() if line.startswith("Seat ")]
    live = [re.sub(r"^[\d–]+\. ", "", line) for line in called("replay", str(whole), "--as", "1").output.splitlines()]
    live = [line for line in live if line.startswith("Seat ")]
    assert sentences == live
    assert sentences
    events = json.loads(called("replay", str(mine), "--format", "json").output.splitlines()[0])
    assert events["seen_by"] == 1
    assert events["events"] == parse_log(next(iter_sources(mine))).sent


def iter_sources(path: Path) -> Any:
    """The text of the first log of a file."""
    from coupdsl.language.source import Source

    text = path.read_text("utf-8")
    yield Source(str(path), text[: text.index('{"format"', 1)], path)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("run", "sevens", "--as", "1"), "it goes with `--out FILE`"),
        (("replay", "FILE", "--out", "x"), "it goes with `--as SEAT`"),
        (("replay", "FILE", "--as", "3"), "help: there are 0 to 2, and `spectator`"),
        (("replay", "FILE", "--as", "me"), "there is no seat `me`"),
        (("replay", "FILE", "--as", "1", "--why", "2"), "with `--why` it is `--seat`"),
    ],
)
def test_calls_that_make_no_sense(words: tuple[str, ...], said: str, game: coupdsl.Game, tmp_path: Path) -> None:
    written(game, tmp_path, None)
    told = called(*(str(tmp_path / "game.jsonl") if word == "FILE" else word for word in words))
    assert told.exit_code == 2
    assert said in " ".join(told.output.replace("│", " ").split())


def test_why_is_not_asked_of_what_cannot_be_played_again(game: coupdsl.Game, tmp_path: Path) -> None:
    written(game, tmp_path, SEAT)
    told = called("replay", str(tmp_path / "game.jsonl"), "--why", "3")
    assert told.exit_code == 1
    assert "this log holds what seat 1 was sent, and cannot be played again" in told.output


def test_what_is_sent_names_no_place_of_this_machine(game: coupdsl.Game) -> None:
    assert any(event["event"] == "paid" for event in sent(game, SEAT))
    assert not any("game.coup" in json.dumps(event) or ".coup:" in json.dumps(event) for event in sent(game, SEAT))


def test_what_came_of_later_moves_is_the_rest_of_what_was_seen() -> None:
    begun, middle, game = (play_out(rules_of("coup", 3), 7, random.Random(5), most=most) for most in (0, 13, 20))
    assert game.moves[:13] == middle.moves
    for seat in (0, 1, 2, None):
        whole = game.seen(seat)
        assert whole == begun.seen(seat) + game.seen(seat, since=0)
        assert whole == middle.seen(seat) + game.seen(seat, since=13)
        assert game.seen(seat, since=20) == []
        assert begun.seen(seat, since=-1) == []
