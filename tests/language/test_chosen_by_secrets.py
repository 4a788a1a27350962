"""Which of several pieces goes is told to who sees them lie there, so no secret but his own may have chosen it.

Each case is played, too: in two games alike but for one secret choice, a seat that did not make it is sent the same
where the rules are accepted, and is sent something else, in one game or another, where they are refused.
"""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from tests.language.test_leaks import FRAME

import coupdsl
from coupdsl.language.check import check_game
from coupdsl.language.checker import whole

OMEN = "chance secretly chooses omen n from 0 .. 9 step 9\n secret := n\n "
BID = "{0} secretly chooses omen n from 0 .. 9 step 9\n bid of {0} := n\n "
MINE, NEXT = BID.format("turn"), BID.format("left of turn")
BEST = "the first of (highest of {} by (if rank is ace then {} else 5))"


def run(lines: str) -> str:
    return f"run()\n rule run {{\n {lines}\n }}"


def lost(lines: str) -> str:
    """After the seat whose hand `h` is has no name any more."""
    return run(f"let h = hand of turn\n let top = the first of h\n {OMEN}turn := left of turn\n {lines}")


# Each case: lines, and what is moved that tells something; None where nothing does.
CASES = {
    # ---- whoever had the turn
    "by what nobody knows": (lost(f"move {BEST.format('h', 'secret')} to box"), BEST.format("h", "secret")),
    "by one condition": (
        lost("move the first of (h preferring rank is ace and secret > 4) to box"),
        "the first of (h preferring rank is ace and secret > 4)",
    ),
    "so many of them": (
        lost("move the last of first(if secret > 4 then 1 else 2) of h to box"),
        "the last of first(if secret > 4 then 1 else 2) of h",
    ),
    "all but one": (
        lost("let x = if secret > 4 then ace of spades else ace of hearts\n move the first of (h without x) to box"),
        "the first of (h without x)",
    ),
    "by what another knew": (
        run(
            f"let h = hand of turn\n {NEXT}let b = bid of left of turn\n turn := left of turn\n"
            f" move {BEST.format('h', 'b')} to box"
        ),
        BEST.format("h", "b"),
    ),
    "by what they are": (lost("move the first of (h preferring rank is ace) to box"), None),
    "by what all see": (lost(f"move {BEST.format('h', 'open_count')} to box"), None),
    "as it was before": (lost("move top to box"), None),
    "by what the same seat knew, which has a name": (
        run(
            f"let before = turn\n let h = hand of turn\n {MINE}turn := left of turn\n"
            f" move {BEST.format('h', 'bid of before')} to box"
        ),
        None,
    ),
    # ---- places that nobody sees, and places of several seats
    "of a place that nobody sees, to one that all see": (
        f"move first(3) of deck to box\n {OMEN}move {BEST.format('box', 'secret')} to table",
        BEST.format("box", "secret"),
    ),
    "of a place that nobody sees, by what they are": (
        f"move first(3) of deck to box\n {OMEN}move the first of (box preferring rank is ace) to table",
        None,
    ),
    "of all hands": (
        f"{OMEN}move {BEST.format('hand of seats', 'secret')} to table",
        BEST.format("hand of seats", "secret"),
    ),
    "of all hands, by what they are": (
        f"{OMEN}move the first of (hand of seats preferring rank is ace and owner is turn) to table",
        None,
    ),
    "of one hand or another, by what one of these seats knows": (
        run(
            f"{MINE}let h = if open_count > 1 then hand of turn else hand of left of turn\n"
            f" move {BEST.format('h', 'bid of turn')} to box"
        ),
        BEST.format("h", "bid of turn"),
    ),
    "of one of two that somebody took from another": (
        run(
            f"{MINE}show hand of left of turn to turn\n turn secretly chooses one_of_his c from hand of left of turn\n"
            f" let d = the first of hand of left of turn\n move {BEST.format('[c, d]', 'bid of turn')} to box"
        ),
        BEST.format("[c, d]", "bid of turn"),
    ),
    "of a hand, by what its owner knows": (f"{MINE}move {BEST.format('hand of turn', 'bid of turn')} to box", None),
    # ---- whose they are
    "whose, by what nobody knows": (
        f"{OMEN}move the first of hand of (if secret > 4 then turn else left of turn) to table",
        "the first of hand of (if secret > 4 then turn else left of turn)",
    ),
    "whose, by what somebody chose": (
        "turn secretly chooses omen t from seats\n move the first of hand of t to table",
        "the first of hand of t",
    ),
    "whose, by what all know": (
        f"{OMEN}move the first of hand of (if open_count > 4 then turn else left of turn) to table",
        None,
    ),
}


def write(lines: str, folder: Path) -> Path:
    text = FRAME.replace("seats [2]", "seats [3]").replace("jack J\n", "jack J, ten T, nine 9, eight 8\n")
    path = folder / "chosen.coup"
    path.write_text(text.replace("LINES", lines), "utf-8")
    return path


@pytest.mark.parametrize("name", CASES)
def test_what_a_secret_chose_is_told_by_no_move(name: str, tmp_path: Path) -> None:
    lines, told = CASES[name]
    problems = check_game(write(lines, tmp_path))[1]
    assert [(one.code.number, one.span.text) for one in problems] == ([] if told is None else [("E314", told)])
    assert all("which pieces are moved" in one.message for one in problems)


@pytest.mark.parametrize("name", CASES)
def test_it_is_told_in_play_just_where_it_is_refused(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines, told = CASES[name]
    monkeypatch.setattr(whole, "check_leaks_at_home", lambda context: None)
    rules = coupdsl.load(str(write(lines, tmp_path)), players=3)
    assert any(told_apart(rules, random.Random(seed)) for seed in range(30)) == (told is not None)


def told_apart(rules: coupdsl.Rules, rnd: random.Random) -> bool:
    """Is another seat sent something else where one secret is another?"""
    one = rules.start()
    while one.decision != "omen":
        one.apply(rnd.choice(one.legal_moves()))
    chooser, other, moves = one.actor, one.copy(), rnd.sample(one.legal_moves(), 2)
    while True:
        for state, move in zip((one, other), moves, strict=True):
            state.apply(move)
        if any(sent(one, seat) != sent(other, seat) for seat in range(3) if seat != chooser):
            return True
        if one.actor is None:
            return False
        moves = [rnd.choice(one.legal_moves())] * 2


def sent(state: coupdsl.State, seat: int) -> str:
    events = (event.seen_by(state.code, seat) for event in state.events)
    return json.dumps([[event for event in events if event is not None], state.view(seat)])
