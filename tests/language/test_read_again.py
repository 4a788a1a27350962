"""What is read again with another word comes to what the whole text comes to, and soon, however long a line is."""

from __future__ import annotations

import random
import re
from time import perf_counter

import pytest
from lark.exceptions import UnexpectedInput
from tests.helpers import CONTRACTS, new_seeds
from tests.small_games import game, problems

from coupdsl.language.grammar import parser
from coupdsl.language.lines import join_lines
from coupdsl.language.read_again import ReadAgain
from coupdsl.language.source import Source
from coupdsl.language.words import KEYWORDS

SLIPS = ("", "is ", ", ", "\n", "rule ", "{ ", "} ", "1 ", *(f"{word} " for word in sorted(KEYWORDS)))
LONG = {  # lines of 1,500 letters that nobody can read, of words that are like those of the language
    "calls": "let a = " + "f(seatt, kindd, wher, cardd) + " * 48 + "1 2",
    "conditions": "let a = " + "trick is king and " * 83 + "b c",
    "a list": "let a = [" + "ordr, movs, seatz, bys, " * 62 + "1 2]",
    "blocks": "if seatz { " * 30 + "turn := turn + 1 " + "} " * 30 + "els " * 300,
}


def is_right(text: str) -> bool:
    try:
        parser().parse(text, start="start")
    except UnexpectedInput:
        return False
    return True


@pytest.mark.parametrize("seed", new_seeds(6))
def test_with_another_word_a_text_is_right_just_where_the_whole_of_it_is(seed: int) -> None:
    chance = random.Random(seed)
    file = chance.choice(sorted(CONTRACTS.rglob("*.coup")))
    whole = join_lines(Source(str(file), file.read_text("utf-8"))).text
    words = list(re.finditer(r"\w+ ?", whole))
    taken_out = chance.choice(words)
    begin = chance.choice([0, *(found.end() for found in re.finditer(r"\n}\n", whole[: taken_out.start()]))])
    end = chance.choice(
        [len(whole), *(found.end() for found in re.finditer(r"\n}\n", whole) if found.end() > taken_out.end())]
    )
    slip = chance.choice(SLIPS)
    text = whole[: taken_out.start()] + slip + whole[taken_out.end() :]
    end += len(text) - len(whole)
    again = ReadAgain(text, begin, end)
    assert again.is_wrong is not is_right(text[begin:end])
    if again.is_wrong:
        assert again.is_right_with(taken_out[0], taken_out.start(), taken_out.start() + len(slip))
    near = [
        found.span() for found in words if begin <= found.start() < end and abs(found.start() - taken_out.start()) < 400
    ]
    for _ in range(40 if again.is_wrong else 0):
        at, to = chance.choice(near)
        new = chance.choice([*SLIPS, taken_out[0]])
        assert again.is_right_with(new, at, to) == is_right(text[begin:at] + new + text[to:end]), (new, text[at:to])


@pytest.mark.parametrize("line", LONG.values(), ids=LONG)
def test_a_long_line_that_cannot_be_read_is_answered_soon(line: str) -> None:
    text = game(line)
    started = perf_counter()
    assert is_right(text.replace(line, "shuffle deck\n  " * 90))
    once = perf_counter() - started
    started = perf_counter()
    assert problems({"game.coup": text}, "game.coup")
    assert perf_counter() - started < 60 * once


def test_one_slip_is_found_at_the_other_end_of_a_long_line() -> None:
    line = "let a = smallst of (count of it) over seats + " + " + ".join(
        f"f(seatz{n}, kinds_{n}, wher{n})" for n in range(50)
    )
    assert len(line) > 1500
    (found,) = problems({"game.coup": game(line)}, "game.coup")
    assert (found.span.text, found.help) == ("smallst", "did you mean `smallest`?")
