"""The sheet of the score: where a hand ends, and what it brought."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.scoring.test_scoring import ROUND, SIEGE, Sitting, started

import coupdsl
from coupdsl.scoring.scorable import ENTERED
from coupdsl.scoring.statement import statement


def test_a_row_is_written_for_each_hand() -> None:
    sitting = Sitting(started(), [*ROUND, "sheet"], plain=False, width=110)
    rows = sitting.table.sheet.rows(sitting.table.game)
    assert [(row.number, row.led_by, row.played, row.player) for row in rows] == [
        (1, 0, "Siege", None), (2, 0, "Barbu", 2),
    ]  # fmt: skip
    assert [row.brought for row in rows] == [(800, -400, -100, -300), (0, 0, -800, 0)]
    assert rows[1].totals == (10800, 9600, 9100, 9700) and rows[1].common == (800,)
    table = sitting.table.sheet.lines(rows, 110)
    assert table[0].split() == ["Director", "Anna", "Bob", "Carl", "Dora", "Treasury"]
    assert re.split(r"  +", table[2]) == [
        "Hand 2 of 24", "Anna", "Barbu (Carl)", "10800", "9600", "-800 = 9100", "9700", "800",
    ]  # fmt: skip
    assert all(line in sitting.text for line in table)
    assert "Hand 2 of 24, Director Anna" in sitting.shown


@pytest.mark.parametrize("width", [78, 98])
def test_the_sheet_of_four_people_is_a_table_in_a_usual_terminal(width: int) -> None:
    table = Sitting(started(), ROUND, plain=False, width=width).table
    head, *lines = table.sheet.lines(table.sheet.rows(table.game), width)
    assert head.split() == ["Anna", "Bob", "Carl", "Dora", "Treasury"]
    assert lines[::2] == ["Hand 1 of 24, Director Anna, Siege", "Hand 2 of 24, Director Anna, Barbu (Carl)"]
    assert re.split(r"  +", lines[3].strip()) == ["10800", "9600", "-800 = 9100", "9700", "800"]
    assert len({len(line) for line in (head, *lines[1::2])}) == 1  # column below column


def test_what_is_too_wide_or_read_aloud_is_said_a_hand_a_line() -> None:
    spoken = Sitting(started(), [*ROUND, "sheet"]).table
    lines = spoken.sheet.lines(spoken.sheet.rows(spoken.game), 40)
    assert lines[1] == (
        "Hand 2 of 24, Director Anna, Barbu (Carl): Anna 10800, Bob 9600, Carl -800 = 9100, Dora 9700, Treasury 800"
    )
    assert "Nothing has been entered yet." in Sitting(started(), ["sheet"]).shown


@pytest.mark.parametrize(
    ("name", "lines", "rows"),
    [
        ("spades", ["4 3 4 2", "anna 5, bob 3, carl 3, dora 2"], [(80, 50, 80, 50)]),
        ("hearts", ["QS bob, rest anna", "QS bob, rest anna"], [(13, 13, 0, 0), (26, 26, 0, 0)]),
        ("sevens", ["0 2 1 0", "0 3 2 5", "1 0 0 0"], [(213, 195, 197, 195)]),
    ],
)
def test_hands_of_other_games(name: str, lines: list[str], rows: list[tuple[int, ...]]) -> None:
    table = Sitting(started(name), lines).table
    assert [row.totals for row in table.sheet.rows(table.game)] == rows
    assert table.sheet.hands() == (5 if name == "sevens" else None)


def test_what_is_asked_before_the_deal_belongs_to_its_hand() -> None:
    """A loan is taken before the next deal, of the first hand and of the second."""
    loans = [*["no loan"] * 3, "borrow", "carl"]
    first = [SIEGE[0], *loans, *SIEGE[1:], "bob 4, rest carl"]
    second = ["borrow", "dora", *["no loan"] * 3, "dora", "decline", "barbu", "bob"]
    table = Sitting(started(**{"loan.trigger": "any_time"}), [*first, *second]).table
    rows = table.sheet.rows(table.game)
    assert [(row.number, row.played) for row in rows] == [(1, "Siege"), (2, "Barbu")]
    assert rows[0].brought == (800, -400, -1400, 1000) and table.sheet.hands() == 24


@pytest.mark.parametrize(
    ("language", "first", "second"),
    [
        ("en", "Carl owes 1200, Dora is owed 1200",
         "Carl owes 1200, Carl is owed 1200, Dora owes 1200, Dora is owed 1200"),
        ("fr", "Carl doit 1200, Dora a 1200 à recevoir",
         "Carl doit 1200, Carl a 1200 à recevoir, Dora doit 1200, Dora a 1200 à recevoir"),
    ],
)  # fmt: skip
def test_what_is_owed_stands_in_the_score(language: str, first: str, second: str) -> None:
    loans = [SIEGE[0], *["no loan"] * 2, "borrow", "dora"]
    lines = [*loans, "no loan", *SIEGE[1:], "bob 4, rest dora", *["no loan"] * 3, "borrow", "carl"]
    options = {"loan.trigger": "any_time"}
    for plain, width in ((True, 300), (False, 110), (False, 78)):
        table = Sitting(started(**options), lines, language=language, plain=plain, width=width).table
        (row,) = table.sheet.lines(table.sheet.rows(table.game), width)[-1:]
        assert row.endswith(first) and (plain or row == f"  {first}")
        assert second in ", ".join(table.sheet.dues.seen(table.game.state.view(None)))
        told = [*statement(table.game, table.words, table.answers)]
        assert ", ".join(told).endswith(second)
    assert second in Sitting(started(**options), lines, language=language, width=300).shown


FAMILIES = """edition 1
game families {
  name: en "Families" fr "Familles"
  seats [2, 3]
  cards {
    suits baker B, doctor D
    ranks father V, mother U
  }
  zone deck: set seen by none = cards
  zone hand per seat: set seen by owner
  zone taken per seat: set of piece seen by all
  state points per seat: number = 0
  state luckiest: seat or none = none
  use entered {
    rule to_tell = cards
    rule interchangeable(p: piece, q: piece) = false
  }
  rule play_hand { for s in seats { s chooses pass { pass { } } } }
  when hands.entered is true { rule play_hand {
    play entered()
    chance chooses luck {
      lucky s from seats, n from 1 .. 2 { points of s := points of s + n }
      nobody { }
    }
  } }
  repeat hand until some seats where points >= 9 at most 9 {
    move cards to deck
    play_hand()
    for s in seats { points of s := points of s + count of taken of s }
  }
  finish by points
  limit 500 moves { finish by points }
}
"""


BEANS = """edition 1
game beans {
  seats [2]
  account cash per seat = 0
  account bank = none
  account kitty = 30
  pieces beans: 3
  zone bowl: set of beans seen by all = beans
  zone taken per seat: set of piece seen by all
  use entered {
    rule to_tell = bowl
    rule interchangeable(p: piece, q: piece) = true
  }
  repeat deal 2 times {
    move beans to bowl
    play entered()
    for s in seats { bank pays 10 * count of taken of s to s for beans }
  }
  finish by cash
  limit 100 moves { finish by cash }
}
"""


def test_an_account_that_is_not_counted_stands_on_no_sheet(tmp_path: Path) -> None:
    (tmp_path / "beans.coup").write_text(BEANS, "utf-8")
    game = coupdsl.Game(coupdsl.load(tmp_path / "beans.coup", players=2, options={ENTERED: True}))
    game.names = ("Anna", "Bob")
    table = Sitting(game, ["rest bob", "anna 1, rest bob"]).table
    lines = table.sheet.lines(table.sheet.rows(table.game), 110)
    assert lines[1] == "Hand 2 of 2: Anna +10 = 10, Bob +20 = 50, kitty 30"


def test_hands_are_numbered_where_nobody_knows_how_many_there_will_be(tmp_path: Path) -> None:
    (tmp_path / "families.coup").write_text(FAMILIES, "utf-8")
    game = coupdsl.Game(coupdsl.load(tmp_path / "families.coup", players=2, options={ENTERED: True}))
    game.names = ("Anna", "Bob")
    sitting = Sitting(game, ["rest bob", "lucky anna 2"])
    assert "Hand 1" in sitting.shown and "Hand 1: Anna +2 = 2, Bob +4 = 4" in sitting.shown
    assert "Lucky Anna 2" in sitting.shown  # it was told, and is chance to the rules alone


BIDS = """edition 1
game bids {
  seats [2]
  zone taken per seat: set of piece seen by all
  state points per seat: number = 0
  state bid: number = 0
  state won: number = 0
  use entered { rule to_tell = [] }
  repeat deal until some seats where points >= 30 at most 5 {
    first of seats chooses opening { bids n from 0 .. 13 { bid := n } }
    last of seats chooses answer { takes n from 0 .. 13 if n <= bid { won := (20 / bid rounded up to 1) } }
    points of last of seats := points of last of seats + won
  }
  finish by points
  limit 500 moves { finish by points }
}
"""


def test_rules_that_fail_where_nobody_would_tell_so_are_scored_and_a_line_that_is_lost_is_kept_aside(
    tmp_path: Path,
) -> None:
    (tmp_path / "bids.coup").write_text(BIDS, "utf-8")
    game = coupdsl.Game(coupdsl.load(tmp_path / "bids.coup", players=2, options={ENTERED: True}))
    game.names = ("Anna", "Bob")
    sitting = Sitting(game, ["5", "4", "change 1 2"], save=tmp_path / "kept.jsonl")
    assert "Hand 1" in sitting.shown  # with bids of 0 the rules would fail: of how many is not said
    assert "kept-1.jsonl" in sitting.text and (tmp_path / "kept-1.jsonl").exists()


def test_who_keeps_the_score_alone_is_helped_too(tmp_path: Path) -> None:
    (tmp_path / "beans.coup").write_text(BEANS.replace("[2]", "[1]"), "utf-8")
    game = coupdsl.Game(coupdsl.load(tmp_path / "beans.coup", players=1, options={ENTERED: True}))
    game.names = ("Anna",)
    text = Sitting(game, ["help", "why foo bar"]).text
    assert "what each took; rest Anna: Anna took what is left of it" in text
    assert "Ask about payments, such as `why`, `why Anna` or `why 400`." in text


COUNTED = """edition 1
game counted {
  seats [2]
  pieces beans: 3
  zone bowl: set of beans seen by all = beans
  zone taken per seat: set of piece seen by all
  use entered {
    rule to_tell = bowl
    rule interchangeable(p: piece, q: piece) = true
  }
  play entered()
  first of seats chooses end { stop { } }
  finish by count of taken
  limit 100 moves { finish by 0 }
}
"""


@pytest.mark.parametrize(
    ("language", "typed", "said"),
    [
        ("en", ["why", "sheet"],
         ["Nothing is paid in this game.", "Nothing is added up in this game, so there is no sheet."]),
        ("fr", ["pourquoi", "feuille"],
         ["On ne paie rien dans ce jeu.", "On n'additionne rien dans ce jeu, il n'y a donc pas de feuille."]),
    ],
)  # fmt: skip
def test_where_nothing_is_added_up_nobody_is_sent_to_a_sheet(
    language: str, typed: list[str], said: list[str], tmp_path: Path
) -> None:
    (tmp_path / "counted.coup").write_text(COUNTED, "utf-8")
    game = coupdsl.Game(coupdsl.load(tmp_path / "counted.coup", players=2, options={ENTERED: True}))
    game.names = ("Anna", "Bob")
    shown = Sitting(game, ["anna 2, rest bob", *typed], language=language).shown
    assert [line for line in shown if line in said] == said


def of_rules(body: str, folder: Path, names: tuple[str, ...] = ("Anna", "Bob")) -> coupdsl.Game:
    """A game to be scored in which points are all that is kept, and nothing is taken; `body` may stand on one line."""
    body = body.replace("; ", "\n").replace("{", "{\n").replace("}", "\n}\n")
    seats = f"[{len(names)}]" + (" in 2 teams" if len(names) == 4 else "")
    rules = f"""edition 1
game made_up {{
  seats {seats}
  zone taken per seat: set of piece seen by all
  state points per {"team" if len(names) == 4 else "seat"}: number = 0
  use entered {{ rule to_tell = [] }}
  {body}
  finish by points{" of team of it" if len(names) == 4 else ""}
  limit 100 moves {{ finish by 0 }}
}}
"""
    (folder / "made_up.coup").write_text(rules, "utf-8")
    game = coupdsl.Game(coupdsl.load(folder / "made_up.coup", players=len(names), options={ENTERED: True}))
    game.names = names
    return game


EACH = "for s in seats { chance chooses got n from 0 .. 9; points of s := points of s + n }"
TAKER = """state taker: seat or none = none every deal
  repeat deal 3 times {
    chance chooses taker { taken_by s from seats { taker := s } all_pass { } }
    if taker is not none {
      for t in teams { chance chooses melds n from 0 .. 9; points of t := points of t + n }
    }
  }"""
BIDDING = """state bid: number = 0 every deal
  repeat deal 3 times {
    for s in seats { s chooses bid { pass { } go if bid is 0 { bid := 1 } } }
    if bid > 0 { repeat trick 2 times {
      chance chooses winner s from seats
      points of s := points of s + 1
    } }
  }"""


@pytest.mark.parametrize(
    ("body", "people", "typed", "totals", "hands"),
    [
        (f"repeat deal 3 times {{ {EACH} }}", 2, ["1", "2", "3"], [(1, 2)], 3),
        (f"repeat deal 3 times {{ first of seats chooses start {{ go {{ }} }} {EACH} }}", 2,
         ["go", "1", "2", "go", "3", "4"], [(1, 2), (4, 6)], 3),
        (f"repeat match 2 times {{ chance chooses first d from seats; repeat deal 2 times {{ {EACH} }} }}", 2,
         ["anna", "1", "2", "3", "4", "bob", "5", "6"], [(1, 2), (4, 6), (9, 12)], 4),
        (f"for dealer in seats {{ dealer chooses start {{ go {{ }} }} {EACH} }}", 2,
         ["go", "1", "2", "go"], [(1, 2)], 2),
        (TAKER, 4, ["taken by anna", "1", "2", "all pass", "taken by bob", "3"], [(1, 2, 1, 2), (1, 2, 1, 2)], 3),
        (BIDDING, 2, ["pass", "pass", "go", "pass", "anna", "bob", "go"], [(0, 0), (1, 1)], 3),
    ],
)  # fmt: skip
def test_a_hand_is_what_is_repeated_whatever_is_asked_how_often_in_it(
    body: str, people: int, typed: list[str], totals: list[tuple[int, ...]], hands: int, tmp_path: Path
) -> None:
    table = Sitting(of_rules(body, tmp_path, ("Anna", "Bob", "Carl", "Dora")[:people]), typed).table
    assert [row.totals for row in table.sheet.rows(table.game)] == totals
    assert table.sheet.hands() == hands
