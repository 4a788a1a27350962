"""How a choice is made part by part: on the screen as on the page."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

import pytest
from tests.table.sittings import sitting
from tests.table.test_bundle import MOVES, TABLE, ran

from coupdsl.scene.model import Choice
from coupdsl.screen.choosing import Picked, digits, numbers, offers, open_keys, pick, remaining, so_far, wholes


@pytest.mark.parametrize("case", MOVES)
def test_what_is_picked_comes_to_a_move_when_it_is_plain(case: str) -> None:
    moves, groups, wanted = MOVES[case]
    choices = [
        Choice(move, move, ((f"word:{word}",), *(tuple(f"cell:{one}" for one in part.split("+")) for part in parts)))
        for move in moves for word, *parts in [move.split()]
    ]  # fmt: skip
    picked: list[Picked] = []
    move = None
    for keys, whole in groups:
        move, picked = pick(choices, picked, Picked(tuple(keys), whole))
    assert move == wanted


# What JavaScript makes of questions that were asked in real games, of which some was picked.
PAGE = """import { offers, open, pick, remaining, soFar, wholes } from %s;
import { readFileSync } from "fs";
console.log(JSON.stringify(JSON.parse(readFileSync(0)).map(([choices, picked, group, called]) => {
  const left = remaining(choices, picked);
  const made = pick(choices, picked, group[0], group[1]);
  return [left.map((one) => one.move), offers(left), [...open(left)].sort(), made.move, made.picked,
    wholes(left, picked.flatMap(([keys]) => keys)),
    soFar(left, picked.flatMap(([keys]) => keys), (key) => called[key] || key)];
})));"""
Case = tuple[tuple[Choice, ...], list[Picked], Picked, dict[str, str]]


def cases() -> Iterator[Case]:
    """Questions of games with parts of all kinds, with what a person may have picked of them."""
    rnd = random.Random(7)
    for name, players in (("coup", 4), ("coup-detat-2005", 2), ("go-fish", 3), ("parker-1966", 4), ("gin-rummy", 2)):
        at = sitting(name, players)
        for _ in range(150):
            if at.is_over:
                break
            if not at.is_ours:
                at.others_choose()
                continue
            question = at.told("en").scene.question
            choices = question.choices
            picked: list[Picked] = []
            for _ in range(rnd.randrange(3)):
                left = remaining(choices, picked)
                new = Picked((rnd.choice(sorted(open_keys(left))),), False)
                picked = pick(choices, picked, new)[1]
            left = remaining(choices, picked)
            groups = [Picked(group, True) for group in offers(left)]
            groups += [Picked((key,), False) for key in sorted(open_keys(left))]
            yield choices, picked, rnd.choice(groups), question.called
            at.choose(rnd.choice(choices).move, len(at.game.moves))


def test_the_page_and_the_screen_agree() -> None:
    asked = list(cases())
    assert len(asked) > 80
    given = [
        [[{"move": one.move, "label": one.label, "parts": one.parts} for one in choices], picked, new, called]
        for choices, picked, new, called in asked
    ]
    code = PAGE % json.dumps((TABLE / "client" / "src" / "choosing.js").as_uri())
    for (choices, picked, new, called), page in zip(asked, ran(code, given), strict=True):
        left = remaining(choices, picked)
        move, now = pick(choices, picked, new)
        own = [[one.move for one in left], offers(left), sorted(open_keys(left)), move, now]
        keys = [key for one in picked for key in one.keys]
        own += [wholes(left, {*keys}), so_far(left, keys, lambda key, called=called: called.get(key, key))]
        assert json.loads(json.dumps(own)) == page


def test_what_was_picked_reads_as_the_beginning_of_the_move() -> None:
    def left(*labels: str) -> list[Choice]:
        parts = [label.split() for label in labels]
        return [Choice(label, label, ((words[0],), (words[-1],))) for label, words in zip(labels, parts, strict=True)]

    def called(key: str) -> str:
        return f"Seat {key}" if key.isdigit() else key

    assert so_far(left("go a1 b2", "go a1 b3"), ["a1"], called) == "go a1 …"
    assert so_far(left("kill at a1 from b2", "kill at a1 from b3"), ["kill", "a1"], called) == "kill at a1 from …"
    assert so_far(left("ask Seat 1 of Seat 2", "ask Seat 1 of Seat 3"), ["ask", "1"], called) == "ask Seat 1 of …"
    assert so_far(left("go a1 b2", "stay a1"), ["a1"], called) == "a1"
    assert so_far(left("go b1 a1", "go b2 a1"), ["go", "a1"], called) == "go, a1"


def test_a_set_within_a_larger_one_can_be_picked() -> None:
    def lay(*ranks: str) -> Choice:
        return Choice(" ".join(ranks), "", (("word:lay",), tuple(f"piece:{rank}S" for rank in ranks)))

    choices = [lay("A", "2", "3"), lay("2", "3", "4"), lay("A", "2", "3", "4"), Choice("done", "", (("word:done",),))]
    picked: list[Picked] = []
    for rank in "432":
        assert not wholes(remaining(choices, picked), {key for one in picked for key in one.keys})
        move, picked = pick(choices, picked, Picked((f"piece:{rank}S",), False))
        assert move is None
    (whole,) = wholes(remaining(choices, picked), {key for one in picked for key in one.keys})
    assert pick(choices, picked, Picked(whole, True)) == ("2 3 4", [])
    assert pick(choices, picked, Picked(("piece:AS",), False)) == ("A 2 3 4", [])


def test_a_digit_never_bids_what_is_third() -> None:
    assert digits([("number:3",), ("number:12",), ("word:pass",)]) == ["3", None, "1"]
    assert digits([("word:a",), ("word:b",)]) == ["1", "2"]
    assert digits([(f"word:{at}",) for at in range(11)])[8:] == ["9", None, None]


def test_a_digit_with_which_something_longer_can_be_typed_chooses_nothing() -> None:
    assert digits([("word:a",), ("word:b",)], ["10♣", "2♥", "7"]) == ["3", "4"]
    assert digits([("number:1",), ("number:2",), ("number:12",), ("word:pass",)], ["1", "2", "12"]) == [
        None, "2", None, "3",
    ]  # fmt: skip


def test_numbers_are_all_numbers_or_none() -> None:
    assert numbers([("number:20",), ("number:3",)]) == [3, 20]
    assert numbers([("number:20",), ("word:pass",)]) == []
