"""Wrong games, each with what is wrong with it beside the line: `#! E201 a part of the message`, as often as needed."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from coupdsl.language.check import check_game

CASES = sorted((Path(__file__).parent / "cases").glob("*.coup"))
MARK = re.compile(r"#! (E\d{3}) ?([^#]*)")


def expected(text: str) -> list[tuple[int, str, str]]:
    """Line, code and part of the message of every mark."""
    return [(n, mark[1], mark[2].strip()) for n, line in enumerate(text.split("\n"), 1) for mark in MARK.finditer(line)]


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_exactly_these_errors_stand_on_these_lines(path: Path) -> None:
    checked, problems = check_game(path)
    warnings = checked.warnings if checked is not None else ()
    assert len(set(warnings)) == len(warnings)
    problems = [*problems, *warnings]
    found = {(d.span.line, d.code.number, d.message) for d in problems}
    wanted = expected(path.read_text("utf-8"))
    assert wanted
    assert Counter((line, code) for line, code, _ in found) == Counter((line, code) for line, code, _ in wanted), found
    for line, code, part in wanted:
        assert any((line, code) == other[:2] and part in other[2] for other in found), (line, code, part, found)
    for problem in problems:
        assert problem.span.source.path == path.resolve()
        assert problem.message[0].islower() or not problem.message[0].isalpha()
        assert not problem.message.endswith(".")


def test_the_account_of_seats_is_used_where_they_pay(tmp_path: Path) -> None:
    text = (CASES[0].parent / "accounts_none.coup").read_text("utf-8")
    (tmp_path / "g.coup").write_text(text.replace("account pot", "account cash per seat = 5\n  account pot"), "utf-8")
    checked, problems = check_game(tmp_path / "g.coup")
    assert checked is not None and [*problems, *checked.warnings] == []


def test_every_code_of_the_language_has_a_case() -> None:
    from coupdsl.language.codes import CODES

    met = {code for path in CASES for _, code, _ in expected(path.read_text("utf-8"))}
    others = {
        "E107",
        "E317",
        "E404",
        "E405",
        "E406",
        "E408",
        "E410",
    }  # in test_loading.py, test_costly.py and tests/rulesets
    assert {number for number in CODES if number[1] in "1234"} - others <= met


def test_codes_stand_in_the_order_of_their_numbers() -> None:
    from coupdsl.language.codes import CODES

    assert list(CODES) == sorted(CODES)


def test_what_a_limit_of_no_moves_is_told_of_is_its_number() -> None:
    checked, _ = check_game(CASES[0].parent / "never_done.coup")
    assert checked is not None
    assert [d.span.text for d in checked.warnings if "before anybody chooses" in d.message] == ["0"]


@pytest.mark.parametrize(
    ("case", "line", "help_"),
    [
        ("rules_replaced", "rule best", "it is an order: write `order best = …`"),
        ("names_unknown", "leder", "did you mean `leader`?"),
        ("field_misspelled", "rule debt", "`owed` is used at 4 more places: perhaps that is the name to declare"),
        ("names_of_data", "ownr", "did you mean `owner`?"),
        ("names_of_data", "sead", "did you mean `seat`?"),
        ("names_of_data", "lst", "did you mean `list`?"),
        ("picks", "suit is u", "name it: `where u: …`"),
        ("picks", "suit is v", "is not picked yet: what is asked about it comes after the picks"),
        ("picks", "per team", "say which seats are partners: `seats [4] in 2 teams`"),
        ("picks", "purse per card", "accounts are kept per seat"),
        ("picks", "for u in [none", "`is none` asks for it"),
        ("names_every", "rond", "did you mean `round`?"),
        ("whole_fields", "box steep = 15", "the nearest are 10 and 20"),
        ("ratios", "share.c", "choose it by `case`"),
        ("options_uncited", "@B3", "possible here: `A`"),
        ("whole_fixed_more", "let now", "to keep its value at one moment, `state now: number` and `now := …`"),
        ("whole_unused", "zone z", "remove it, or use it"),
        ("whole_unused", "let leader", "the state changes by `leader := left of leader`"),
        ("whole_unused", "let number_drawn", "write `drawn(s)` alone, or use it"),
        ("whole_unused", "state score: number = 0   ", "the state changes by `score of … := …`"),
        (
            "types_of_statements",
            "player of first of trick",
            "write `the` before it if it never is; otherwise ask first",
        ),
        ("types_of_statements", "cash of leader := 30", "only a state can"),
        ("types_of_expressions", "= the leader", "leave out `the`"),
        ("types_of_expressions", "those is more", "ask about each: `every those where it in more`"),
        ("syntax", "léader", "names are written with a-z, 0-9 and _"),
        ("nested_blocks", "oder", "did you mean `order`?"),
        ("edition_unknown", "edition 2", "this program reads edition 1"),
        ("needs_brackets", "[ace, king] of", "write it for each: `[ace of hearts, king of hearts]`"),
        ("needs_brackets_range", "0 .. cash", "in brackets: `.. (cash of …)`"),
        (
            "needs_brackets_of_operators",
            "1 mod 2",
            "`m / 4 rounded down to (1 mod 2)` or `(m / 4 rounded down to 1) mod 2`",
        ),
        ("needs_brackets_of_operators", "n + 1 mod", "write `n + (1 mod 4)` or `(n + 1) mod 4`"),
        (
            "needs_brackets_of_operators",
            "highest of seats",
            "`highest of (seats where cash > 100) by cash` or `(highest of seats by cash) where cash > 100`",
        ),
        (
            "needs_brackets_of_operators",
            "largest of s",
            "write `largest of s: cash of s over (seats where cash > 100)`",
        ),
        ("needs_brackets_of_operators", "m / 1/2", "write `m / (1/2)` or `(m / 1)/2`"),
        ("needs_brackets_of_operators", "red with box", "`(hand of s where suit is red) with box`, if that is"),
        ("needs_brackets_of_operators", "box where suit is red", "or `hand of s with (box where suit is red)`"),
        ("needs_of_another_type", "account cash per sead", "did you mean `seat`?"),
        ("amounts", "account bank", "the nearest are 10 and 20"),
        ("words_misspelled", "givx", "did you mean `give`?"),
        ("words_misspelled", "itt", "did you mean `it`?"),
        ("words_misspelled_earlier", "cxhooses", "did you mean `chooses`?"),
        ("words_misspelled_earlier", "oxf", "did you mean `of`?"),
        ("types_of_expressions", "cards where suit is suit of it)", "give the inner one a name, `where c: …`"),
        ("hidden_it", "rank is rank of it) > 1", "`where c: …`, and use that name, as in `rank of c`"),
        ("blocks_misspelled", "gaem", "did you mean `game`?"),
        ("leaks_helped", "some hand", "tell it first: `reveal name = some hand of leader where rank is ace`"),
        ("leaks_helped", "some pile", "to `show` cards of `pile` opens no zone: move them to one `seen by all`"),
        (
            "leaks_helped",
            "at c from",
            "show it before, when no more pieces move: `show pile of left of leader to leader`",
        ),
        ("leaks_helped", "worn of s", "keep it for each who knows it, in a state `seen by owner`"),
        ("leaks_helped", "thrown of s", "what chance tells one seat is `chance secretly chooses … for s`"),
        ("leaks_helped", "move pack", "move all but those that lie in an open zone, `cards where it not in box`; or"),
        (
            "leaks_helped",
            "move under",
            "if it still lies there, write its place: `last of stock of s`; or",
        ),
        ("accounts_none", "pot pays 1 to s", "declare one, such as `account cash per seat = 100`"),
        ("owner_none", "kitty: set", "write `kitty per seat`, or `seen by all` or `none`"),
        ("unchanging", "hope := 4", "only a state can: write `state hope: number = 5`"),
        ("unchanging", "b := 5", "only a state can: name it by `state b_now: number = b`, and change that"),
        ("told_once", "suits or none", "one of them is a `suit`, several are a `set of suit`"),
        ("told_once", "trump: suit = none", "if it may be none, its type is `suit or none`"),
        ("told_once", "rule ace", "give one of them another name"),
        ("told_once", "rule team", "write `rule team(s: seat) = …`"),
        ("told_once", "hand of s", "leave out `of s`, or declare it `hand per seat`"),
        ("told_once", "proposed := n", "name with `let proposed = …`, or declare `state proposed: …`"),
        ("told_once", "by_luck", "did you mean `first.dealer`?"),
        ("told_once", "special(king", "write `special(the first of trick, king)`"),
        ("told_once", "  asked ", "write `asked()`"),
        ("told_once", "if leader", "compare it, such as `leader is …`"),
        ("told_once", "pays n", "for an amount write `1 * n`"),
        ("told_once", "highest", "the number itself is `largest of cash over seats`"),
        ("told_once", "is spades {", "write `spades in suit of trick`"),
        ("told_once", "trump of king", "the other way round: `king of trump`"),
        ("told_once", "special of", "write `special(the first of trick, …)`"),
        ("told_once", "  act n", "a rule is called with brackets: `act(n)`"),
        ("told_once", "{ act n }", "a rule is called with brackets: `act(n)`"),
        ("told_once", "move c from", "write `move c to deck`"),
        ("told_once", "total = k", "keep it in a `state`, or put these lines into a `rule`"),
        ("told_once", "  n := 7 ", "put what is done under one reading in `if first.dealer is … { … }`"),
    ],
)
def test_help_names_what_to_do(case: str, line: str, help_: str) -> None:
    path = Path(__file__).parent / "cases" / f"{case}.coup"
    checked, problems = check_game(path)
    problems = [*problems, *(checked.warnings if checked is not None else ())]
    helps = [d.help or "" for d in problems if line in d.span.source.line(d.span.line)]
    assert any(help_ in text for text in helps), helps
