"""Lists and sets that are known before play, or half of them: both executors hold them alike."""

from __future__ import annotations

import pytest
from tests.small_games import game, load_text

import coupdsl
from coupdsl.code.errors import RulesError

OPTION = "option pick.listed = true | false\n"
SEATS = "  for q in ({}) {{ one := one * 10 + (if q is s0 then 1 else 2) }}\n  rule rs: set of seat = [s1]\n"
NUMBERS = "  one := 10 + sum of it over ({})\n  rule rs: set of number = [one]\n"


def end(lines: str, top: str = "") -> object:
    """The states after the first lines, the same in both executors; or that these fail in both in the same words."""
    rules = load_text(game(lines, top), 2)
    try:
        state = rules.start(1)
    except RulesError as error:
        with pytest.raises(RulesError) as other:
            coupdsl.Machine(rules).start(1)
        assert str(other.value) == str(error)
        return "fails"
    compiled = coupdsl.Machine(rules).start(1)
    assert compiled == state
    return state.view(None)["states"]["one"]


def test_with_which_of_a_set_all_begin_may_fail() -> None:
    begin = "  state least: number = 0\n  rule turned: set of number = [1, 2] from (7 mod least)\n"
    assert end(begin + "  if 2 in turned { one := 1 }\n") == "fails"
    assert end(begin.replace("= 0", "= 3") + "  if 2 in turned { one := 1 }\n") == 1


def test_a_list_known_before_play_may_name_one_thing_often() -> None:
    kings = ", ".join(["king"] * 9 + ["ace"] * 7)
    state = f"  state ls: list of rank = [{kings}]\n  state behind: number = 77\n  one := behind + count of ls\n"
    assert end(state) == 93


@pytest.mark.parametrize(
    ("lines", "one"),
    [
        (SEATS.format("if pick.listed then [s1, s0, s1] else rs"), 112),
        (SEATS.format("both"), 112),
        (NUMBERS.format("if pick.listed then [one, 5 * one, one, 0 - one] else rs"), 16),
        (NUMBERS.format("if pick.listed then [one, 500 * one, one] else rs"), "fails"),
    ],
)
def test_a_list_that_stands_for_a_set_is_one(lines: str, one: object) -> None:
    rule = "  rule both: list of seat = (if pick.listed then [s1, s0, s1] else rs)\n"
    assert end(lines + rule * ("both" in lines), OPTION) == one


def test_numbers_that_no_set_holds_may_be_asked() -> None:
    assert end("  if some [200, 300] where it > one { one := 5 }\n") == 5
