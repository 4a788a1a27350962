"""A position as one word: who has the same rules comes to it again, and anything else is refused in a sentence."""

from __future__ import annotations

import base64
import json
import random
import re
import shlex
import zlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.commands.calls import called
from tests.helpers import TABLES, rules_of, sample
from tests.play.test_play import Sitting, started
from typer.testing import CliRunner

import coupdsl
from coupdsl.commands.main import app
from coupdsl.play.position_word import game_at, position_word, read_position


def played(name: str, players: int, moves: int) -> coupdsl.Game:
    game, rng = coupdsl.Game(rules_of(name, players), 2**64 - 1), random.Random(moves)
    while not game.state.is_over and len(game.moves) < moves:
        game.apply(rng.choice(game.state.legal_moves()))
    return game


def packed(data: object) -> str:
    return base64.urlsafe_b64encode(zlib.compress(json.dumps(data).encode())).decode().rstrip("=")


@pytest.mark.parametrize("name", sample(sorted(TABLES), 6))
def test_the_same_position_is_come_to(name: str) -> None:
    game = played(name, TABLES[name][0], 40)
    word = position_word(game, len(game.moves))
    again = game_at(read_position(word), game.rules)
    assert (again.state, again.moves, again.events) == (game.state, game.moves, game.events)
    assert re.fullmatch(r"\w[\w-]*", word)  # no sign of a shell, and no option
    earlier = game_at(read_position(position_word(game, 3)), game.rules)
    assert earlier.moves == game.moves[:3]


TWICE = next(word * 2 for word in (packed(["a" * n, 7**n, []]) for n in range(20)) if len(word) % 4 == 0)
NO_POSITIONS = [
    "", "x", "eNo", "é", "=", "a b", "-----", packed({}), packed([]), packed(["", 1]), packed(["", -1, []]),
    packed(["", 2**64, []]), packed(["", True, []]), packed([1, 1, []]), packed(["", 1, [1.5]]), packed(["", 1, ["0"]]),
    packed(["", 1, [True]]), packed(["", 1, []])[:-2], TWICE, packed("[" * 50_000), packed("x" * 2_000_000),
    base64.urlsafe_b64encode(zlib.compress(b"[" * 50_000)).decode(), "A" * 200_000,
]  # fmt: skip


@pytest.mark.parametrize("word", NO_POSITIONS, ids=range(len(NO_POSITIONS)))
def test_any_other_text_is_refused(word: str) -> None:
    with pytest.raises(ValueError, match="this is not a position"):
        read_position(word)


@given(st.text())
def test_no_text_does_more_than_be_refused(word: str) -> None:
    with pytest.raises(ValueError, match="this is not a position"):
        read_position(word)


def test_a_position_of_other_rules_is_refused() -> None:
    game = played("hearts", 4, 3)
    with pytest.raises(ValueError, match="other rules"):
        game_at(read_position(position_word(game, 3)), rules_of("hearts", 4, {"game.lasts": "one_deal"}))
    for chosen in (-1, 999):
        with pytest.raises(ValueError, match="move 1 cannot be made"):
            game_at(read_position(packed([game.rules.fingerprint[:12], 1, [chosen]])), game.rules)
    over = played("kuhn", 2, 99)
    word = packed([over.rules.fingerprint[:12], 1, [0] * 99])
    with pytest.raises(ValueError, match="cannot be made"):
        game_at(read_position(word), over.rules)


@pytest.mark.parametrize(("language", "asked"), [("en", "link"), ("fr", "lien")])
def test_the_table_gives_the_line_whole(language: str, asked: str) -> None:
    table = Sitting(started(3), ["1", asked], language=language, width=60, link=lambda word: f"go on from {word}")
    table.table.play()
    (line,) = [line for line in table.shown if line.startswith("go on from")]
    game = table.table.game
    assert game_at(read_position(line.removeprefix("go on from ")), game.rules).state == game.state


def table_of(lines: str, *words: object) -> str:
    """What is shown at a terminal where these lines are typed."""
    result = CliRunner().invoke(app, ["play", *map(str, words), "--plain"], input=lines)
    assert result.exit_code == 0, result.output
    return result.output


def test_a_position_is_begun_by_the_command_that_the_table_gives(tmp_path: Path) -> None:
    first, second = tmp_path / "first.jsonl", tmp_path / "second.jsonl"
    shown = table_of("1\nlink\n", "hearts", "--bots", "random", "--option", "game.lasts=one_deal", "--save", first)
    (line,) = [line for line in shown.splitlines() if "--position" in line]
    assert str(tmp_path) not in line
    program, play, *words = shlex.split(line)
    assert (program, play) == ("coupdsl", "play")
    shown = table_of("quit\n", *words, "--save", second)
    assert first.read_text("utf-8") == second.read_text("utf-8")
    assert "is kept in" in table_of("quit\n", *words, "--save", second)  # what was there before
    wrong = CliRunner().invoke(app, ["play", "hearts", "--position", "x", "--save", str(second)])
    assert wrong.exit_code == 2
    assert sorted(tmp_path.iterdir()) == [first, tmp_path / "second-1.jsonl", second]  # nothing was put aside for that


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--position", "x"], "this is not a position help: copy the whole word"),
        (["--position", "x", "--seed", "1"], "has a seed already"),
        (["--position", "x", "--players", "8"], "it is one of one table"),
    ],
)
def test_slips_are_told(more: list[str], said: str, tmp_path: Path) -> None:
    result = called("play", "parker-1966", *more, "--save", tmp_path / "game.jsonl")
    assert result.exit_code == 2
    assert said in " ".join(result.output.replace("│", " ").split())
