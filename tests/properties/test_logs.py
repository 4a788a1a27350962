"""Logs replay to the same game, and a log that was changed is refused with the place of the change."""

from __future__ import annotations

import json
import random
import tempfile
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.helpers import VARIANTS, examples, play_out, rules_of

import coupdsl
from coupdsl.language.source import Source
from coupdsl.play.log import lines, parse_log, read_log, replay

pytestmark = pytest.mark.unmeasured

TABLES = [(name, players) for name in VARIANTS for players in (3, 4)]


def replayed(text: str) -> coupdsl.Game:
    return replay(parse_log(Source("a log", text)))


def refused(text: str) -> None:
    """The log is refused, at a place that exists."""
    try:
        replayed(text)
    except coupdsl.Problems as problems:
        assert problems.diagnostics
        for problem in problems.diagnostics:
            assert 0 <= problem.span.start <= problem.span.end
            assert problem.span.line >= 1
            assert problem.message
    except Exception as error:  # told without the frames, which hold whole rulesets
        pytest.fail(repr(error), pytrace=False)
    else:
        pytest.fail("the log is accepted", pytrace=False)


def accepted_or_refused(text: str) -> coupdsl.Game | None:
    try:
        return replayed(text)
    except coupdsl.Problems as problems:
        assert problems.diagnostics
        return None


@cache
def whole(number: int) -> tuple[str, ...]:
    """The lines of a finished game; odd ones with chance told."""
    rules = rules_of(*TABLES[number % len(TABLES)])
    seed = number if number % 2 == 0 else None
    return tuple(lines(play_out(rules, seed, random.Random(number))))


GAMES = st.integers(0, 3)


# ---- one line changed
@given(GAMES, st.randoms(use_true_random=False))
@examples(10)
def test_a_line_dropped_doubled_or_exchanged_is_refused(number: int, rnd: random.Random) -> None:
    found = list(whole(number))
    at = rnd.randrange(len(found) - 1)
    refused("".join(found[:at] + found[at + 1 :]))
    at = rnd.randrange(len(found))
    refused("".join(found[: at + 1] + found[at:]))
    at = rnd.randrange(len(found) - 1)
    refused("".join([*found[:at], found[at + 1], found[at], *found[at + 2 :]]))


@given(GAMES, st.randoms(use_true_random=False))
@examples(15)
def test_a_changed_field_of_a_move_is_refused(number: int, rnd: random.Random) -> None:
    found = list(whole(number))
    at = rnd.randrange(1, len(found) - 1)
    line = json.loads(found[at])
    for key, values in {
        "seat": [9, -2, "x", None, 1.5, [], True, False],
        "move": [0, -1, None, "3", line["move"] + 1, []],
        "play": ["", "play", "play 1S", "\0", "\ud800", None, 3, [], "attempt nothing", "x" * 10_000],
    }.items():
        changed = {**line, key: rnd.choice(values)}
        if rnd.random() < 0.1:
            del changed[key]
        refused("".join([*found[:at], json.dumps(changed) + "\n", *found[at + 1 :]]))


@given(GAMES, st.randoms(use_true_random=False))
@examples(8)
def test_a_move_exchanged_for_another_is_refused_or_makes_another_whole_game(number: int, rnd: random.Random) -> None:
    """Two moves may lead to the same result; then the log that states it is a good one."""
    found = list(whole(number))
    at = rnd.randrange(1, len(found) - 1)
    line = json.loads(found[at])
    other = json.loads(found[rnd.randrange(1, len(found) - 1)])["play"]
    text = json.dumps({**line, "play": other}) + "\n"
    game = accepted_or_refused("".join([*found[:at], text, *found[at + 1 :]]))
    if other != line["play"] and game is not None:
        assert json.loads(found[-1])["scores"] == list(game.state.result().scores)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("format", "x"), ("format", None), ("version", 2), ("version", "1"), ("version", None), ("edition", 2),
        ("edition", None), ("ruleset", "short"), ("ruleset", "no such"), ("ruleset", ""), ("ruleset", "\0"),
        ("ruleset", "x" * 5000), ("ruleset", "~nobody-at-all/x"), ("ruleset", "/"), ("ruleset", "\ud800"),
        ("ruleset", None), ("ruleset", 3), ("fingerprint", "0" * 32), ("fingerprint", ""), ("fingerprint", None),
        ("players", 4), ("players", 5), ("players", 2), ("players", 0), ("players", -1),
        ("players", 1000), ("players", 10**9), ("players", 10**30), ("players", "3"),
        ("players", True), ("players", 3.0), ("seed", 1.5), ("seed", -1), ("seed", 1 << 64), ("seed", "x"),
        ("seed", True), ("seed", 123), ("seed", []), ("options", None), ("options", []), ("options", {"no.such": 1}),
        ("options", {"loan.unit": 7}), ("options", {"loan.unit": {}}), ("options", {"loan.unit": [[]]}),
        ("options", {"hidden.contracts": [{}]}), ("options", {"hidden.contracts": [["siege"]]}),
        ("options", {"players.allowed": [5]}), ("options", {"loan.unit": 1e300}), ("options", {"loan.unit": "1/0"}),
        ("options", {"loan.unit": "9" * 5000}), ("options", {"loan.mandatory_share": 10**40}),
        ("options", {"short.hands_per_round": 6, "draw.tie": False}),
    ],
)  # fmt: skip
def test_a_changed_head_is_refused(key: str, value: object) -> None:
    first, *rest = whole(0)
    head = json.loads(first)
    if key == "options" and isinstance(value, dict) and value:
        value = {**head["options"], **value}
    refused(json.dumps({**head, key: value}) + "\n" + "".join(rest))


@pytest.mark.parametrize("key", [key for key in json.loads(whole(0)[0]) if key != "safe_for"])  # older ones lack it
def test_a_head_without_one_of_its_keys_is_refused(key: str) -> None:
    first, *rest = whole(0)
    head = json.loads(first)
    del head[key]
    refused(json.dumps(head) + "\n" + "".join(rest))


@pytest.mark.parametrize("value", [[0, 0, 0], [], None, "x", [1e400, 0, 0], {"a": 1}, [[1], 2, 3]])
@pytest.mark.parametrize("key", ["scores", "winners"])
def test_a_changed_result_is_refused(key: str, value: object) -> None:
    *rest, last = whole(0)
    refused("".join(rest) + json.dumps({**json.loads(last), key: value}) + "\n")


@pytest.mark.parametrize(
    "line",
    [
        "x",
        "[]",
        "3",
        "null",
        '"text"',
        "{}",
        '{"move": 1}',
        "[" * 100_000,
        '{"a":' * 100_000,
        "9" * 5000,
        "\ufeff",
        "{\x00}",
    ],
    ids=["word", "list", "number", "null", "text", "object", "move", "deep", "deeper", "digits", "mark", "nul"],
)  # fmt: skip
def test_a_foreign_line_is_refused_wherever_it_stands(line: str) -> None:
    found = whole(0)
    for at in (0, len(found) // 2, len(found)):
        refused("".join([*found[:at], line + "\n", *found[at:]]))


# ---- bytes
@given(GAMES, st.integers(0, 10**9))
@examples(20)
def test_a_log_cut_anywhere_is_refused_or_a_shorter_game(number: int, at: int) -> None:
    text = "".join(whole(number))
    cut = text[: at % len(text)]
    if cut and (cut.endswith("\n") or text[len(cut)] == "\n"):
        game = replayed(cut)
        assert len(game.moves) == cut.rstrip("\n").count("\n") - ("scores" in cut.splitlines()[-1])
    else:
        refused(cut)


@given(GAMES, st.integers(0, 10**9), st.binary(min_size=1, max_size=6), st.sampled_from(["replace", "insert"]))
@examples(25)
def test_random_bytes_in_a_log_are_refused_or_without_effect(number: int, at: int, junk: bytes, how: str) -> None:
    data = "".join(whole(number)).encode()
    at %= len(data)
    data = data[:at] + junk + data[at + (len(junk) if how == "replace" else 0) :]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "log.jsonl")
        path.write_bytes(data)
        try:
            replay(read_log(path))
        except coupdsl.Problems as problems:
            assert problems.diagnostics


@given(st.binary(max_size=200))
@examples(60)
def test_any_bytes_are_no_log(data: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "log.jsonl")
        path.write_bytes(data)
        with pytest.raises(coupdsl.Problems):
            read_log(path)


def test_a_log_that_is_not_there_or_a_folder_is_refused(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none", tmp_path / "none" / "none", Path("x" * 5000)):
        with pytest.raises(coupdsl.Problems):
            read_log(path)
