"""A text of a rule that is never in force, since another stands in its place, makes nothing wrong."""

from __future__ import annotations

import pytest
from tests.small_games import game, problems, said

from coupdsl.language.diagnostics import Diagnostic

HEAD = "edition 1\n"
SPADES = "count of (hand of s where suit is spades)"
BIDS = "for s in seats { s chooses bidding { bid n from 0 .. 13 if n <= upper(s) { one := n } } }\n"
MIXED = "zone mixed: row seen by all\nmove first(2) of deck to mixed\n"
LATE = "if top > 3 or top > 2 { one := 2 }"
TOP = "replace rule top: number = if suit of first of mixed is spades then 2 else 1"
MINE = "let mine = count of (hand of s1 where suit is spades)\n"
ASKED = "s1 chooses what { a if mine > 1 { one := 2 }\n b { one := 3 } }\n"

# Rules of a game, what a variant replaces that an old text makes wrong, with the code of what is said of it, and the
# replacement of that old text, with which all is well.
CASES = {
    "a value": (
        f"rule upper(s: seat) = 13 - lower(left of s)\nrule lower(s: seat) = 0\n{BIDS}",
        f"replace rule lower(s: seat) = {SPADES}", "E314", "replace rule upper(s: seat) = 13",
    ),
    "lines": (
        f"{MIXED}rule top: number = 3\nrule act {{ {LATE} }}\nshuffle mixed\nact()",
        TOP, "E315", "replace rule act { }",
    ),
    "a value that reads a row": (
        f"{MIXED}rule top: number = 3\nrule late = top > 3 or top > 2\nshuffle mixed\nif late {{ one := 2 }}",
        TOP, "E315", "replace rule late = false",
    ),
    "the lines that shuffle": (
        f"{MIXED}rule top: number = 3\nrule mix {{ shuffle mixed }}\nmix()\n{LATE}",
        TOP, "E315", "replace rule mix { }",
    ),
    "an order": (
        "rule best: list of rank = ranks\norder worth = best\n"
        "order own { true by worth }\nmove highest of trick by own to deck",
        "replace rule best: list of rank = if one > 1 then ranks else []", "E305", "replace order worth = ranks",
    ),
    "a value that is fixed": (
        "rule many = few\nrule few = 3\nlet fixed = many\none := fixed",
        "replace rule few = one", "E305", "replace rule many = 2",
    ),
    "what is done at the limit": (
        "rule ask { }\nrule before { ask() }",
        "replace rule touch { before() }\nreplace rule ask { s0 chooses what { a { one := 2 } } }", "E312",
        "replace rule before { }",
    ),
    "what is done at once": (
        "rule turn_up(s: seat) { }\nrule then_on(s: seat) { turn_up(s) }\n"
        "for s in seats together { s secretly chooses what { a { then_on(s) } } }",
        "replace rule turn_up(s: seat) { move hand of s to trick }", "E314", "replace rule then_on(s: seat) { }",
    ),
    "what is changed": (
        f"rule turn {{ }}\nrule next {{ turn() }}\nrule go {{\n{MINE}next()\n{ASKED}}}\ngo()",
        "replace rule turn { s1 := left of s1 }", "E314", "replace rule next { }",
    ),
    "who knows": (
        f"rule other: seat = last of seats\nrule who: seat = other\nrule go {{\n{MINE.replace('s1', 'who')}"
        f"s1 := left of s1\n{ASKED.replace('s1', 'who', 1)}}}\ngo()",
        "replace rule other: seat = s1", "E314", "replace rule who: seat = last of seats",
    ),
}  # fmt: skip


def said_of(lines: str, replaced: str) -> list[Diagnostic]:
    """What is wrong with a variant of a game of these lines."""
    files = {
        "game.coup": game(lines), "base.yaml": "variant: base\ngame: ./game.coup\n",
        "v.yaml": "variant: v\nextends: base\nrules: {add: [./r.coup]}\n", "r.coup": HEAD + replaced,
    }  # fmt: skip
    return problems(files, "v.yaml")


def told(lines: str, replaced: str) -> set[str]:
    """The codes of that."""
    return {one.code.number for one in said_of(lines, replaced)}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_only_the_new_text_counts(case: tuple[str, str, str, str]) -> None:
    lines, wrong, code, mended = case
    assert told(lines, "") == set()
    assert code in told(lines, wrong)
    assert told(lines, f"{wrong}\n{mended}") == set()


def test_what_an_old_text_shows_is_not_shown() -> None:
    lines = "rule turn_up { show first of trick to all }\nmove first of deck to trick unseen\nturn_up()"
    assert told(lines, "") == set()
    assert told(lines, "replace rule turn_up { }") == {"E314"}


USED = """mechanic round {
  state secret: number = 0 seen by none
  rule ending { TEXT }
  ending()
}
use round { rule ending { finish by 0 } }
"""


@pytest.mark.parametrize("old", ["", "if secret > 1 { finish by 0 }"])
def test_what_a_game_replaces_in_its_mechanic_counts_no_more(old: str) -> None:
    text = game("play round()").replace("touch()\n    finish by 0", "play round()")
    assert said(problems({"game.coup": text + USED.replace("TEXT", old)}, "game.coup")) == []


PACK = "replace cards {\n suits spades S, hearts H\n ranks ace A, king K, queen Q\n extra joker X\n}\n"
NAMING = (
    "rule low(c: card) = rank of c is two and named(c)\nrule named(c: card) = QUEEN\n"
    "order worth { rank is two by ranks }\nif (some trick where low(it)) or (highest of trick by worth) is empty { }"
)
MENDED = "replace rule low(c: card) = named(c)\nreplace order worth { true by ranks }\n"


@pytest.mark.parametrize(
    ("queen", "replaced", "codes"),
    [
        ("rank of c is queen", f"{PACK}{MENDED}", set()),
        ("rank of c is queen", PACK, {"E201"}),
        ("rank of c is two", f"{PACK}{MENDED}", {"E201"}),  # of a text in force that only an old one comes to first
        ("rank of c is queen", "replace rule low(c: card) = rank of c is three", {"E201"}),
    ],
)
def test_an_old_text_may_name_what_a_variant_takes_away(queen: str, replaced: str, codes: set[str]) -> None:
    assert told(NAMING.replace("QUEEN", queen), replaced) == codes


WORST = "rule low = OLD\nstate worst: rank = ace\nworst := low"


@pytest.mark.parametrize(
    ("lines", "new", "wrong"),
    [
        (WORST.replace("OLD", "two"), "low = king", []),
        (WORST.replace("OLD", "two"), "low: rank = king", []),
        (WORST.replace("OLD", "two"), "low: rank = 12", ["`12` is a number, not a rank"]),
        (WORST.replace("OLD", "two"), "low = 12", ["`low` is a number, not a rank"]),
        (WORST.replace("OLD", "low of two"), "low = 12", ["`low` is a number, not a rank"]),
        (WORST.replace("OLD", "if one is 1 then two else ace"), "low = 12", ["`12` is a number, not a rank"]),
        ("rule low = [two]\none := count of low", "low = [king, ace]", []),
        ("rule low = [two]\none := count of low", "low = 7", ["`low` is a number, not a set"]),
        ("rule low = two of hearts\none := count of low", "low = king of hearts", []),
    ],
)
def test_a_rule_whose_old_text_is_gone_is_what_the_new_one_says(lines: str, new: str, wrong: list[str]) -> None:
    assert [one.message for one in said_of(lines, f"{PACK}replace rule {new}")] == wrong


def test_the_text_that_gives_a_rule_its_type_is_shown() -> None:
    (one,) = said_of(WORST.replace("OLD", "two"), f"{PACK}replace rule low = 12")
    assert [span.source.path.name for span, _ in one.also] == ["r.coup"]


def test_of_variants_the_first_that_can_be_read_says_what_a_rule_is() -> None:
    files = {
        "game.coup": game(WORST.replace("OLD", "two")), "base.yaml": "variant: base\ngame: ./game.coup\n",
        "v.yaml": "variant: v\nextends: base\nrules: {add: [./r.coup]}\n",
        "r.coup": f"{HEAD}{PACK}replace rule low = king",
        "w.yaml": "variant: w\nextends: v\nrules: {add: [./s.coup]}\n", "s.coup": f"{HEAD}replace rule low = 12",
    }  # fmt: skip
    assert [one.message for one in problems(files, "w.yaml")] == ["`12` is a number, not a rank"]


@pytest.mark.parametrize("old", ["first of ([2, 4] where it > one)", "if one is 2 then 3 else none", "3"])
def test_a_text_may_stand_in_its_own_place(old: str) -> None:
    assert (
        told(f"rule next = {old}\none := count of (seats where one in [next])", f"replace rule next = {old}") == set()
    )
