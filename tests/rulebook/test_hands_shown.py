"""The hand that a book shows is the same on every machine, however busy: only what there is no time for is left out."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.commands.calls import called
from tests.helpers import composed
from tests.rulebook.printed import printed

from coupdsl.engine.rules import Rules
from coupdsl.native.machine import Machine
from coupdsl.phrases.inline import text_of
from coupdsl.rulebook.book import Book
from coupdsl.rulebook.document import Block, Box, Steps
from coupdsl.rulebook.sample_hand import Patience, sample
from coupdsl.rulesets.prose import Sample
from coupdsl.search.machines import fastest_of

pytestmark = pytest.mark.unmeasured
ROW = """edition 1
game row {
  name: en "Row" fr "Rang"
  seats [2]
  cells a..e by 1..1
  state owner_of per cell: seat or none = none
  repeat turn 3 times {
    for s in seats {
      s chooses put x from cells where owner_of is none
      owner_of of x := s
      if count of (cells where owner_of is none) is 0 { finish by count of (cells where c: owner_of of c is it) }
    }
  }
  finish by 0
  limit 20 moves { finish by 0 }
}
"""
SALE = """edition 1
game paid {
  seats [2]
  unit 10
  account cash per seat = 500
  account bank = none
  kind company as companies { }
  company rail { }
  state price per company: amount = 50
  state shares per seat per company: number = 2
  for s in seats {
    s chooses trade { sell c from companies { bank pays price of c to s for sale } }
    shares(rail) of s := 1
    s chooses clear { sell_all c from companies { bank pays price of c * shares(c) of s to s for sale } }
  }
  finish by cash
  limit 20 moves { finish by cash }
}
"""


class Counting(Patience):
    """There is time for so many looks at it."""

    def __init__(self, looks: int) -> None:
        super().__init__(1e9)
        self.looks = looks

    def lasts(self) -> bool:
        self.looks -= 1
        self.is_lost = self.looks < 0
        return not self.is_lost


def lines(blocks: list[Block]) -> list[str]:
    box = blocks[-1]
    assert isinstance(box, Box) and isinstance(box.blocks[0], Steps)
    return [text_of(step.text) for step in box.blocks[0].steps]


def test_where_there_is_no_time_for_all_hands_the_first_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()  # chosen anew each time
    book = Book(composed("go-fish"), "en")
    assert [*sample(book, Sample(), (), Counting(20))] == []
    some = [lines([*sample(book, Sample(), (), Counting(looks))]) for looks in (100, 500)]
    assert some[0] == some[1] != lines([*sample(book, Sample(), ())])


def test_where_hands_take_long_machine_code_plays_the_same_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    book, asked = Book(composed("go-fish"), "en"), list[Rules]()

    def asking(rules: Rules) -> Rules | Machine:
        asked.append(rules)
        return fastest_of(rules)

    monkeypatch.setattr("coupdsl.rulebook.sample_hand.fastest_of", asking)
    monkeypatch.setattr("coupdsl.rulebook.sample_hand.SOON", 1e9)
    usual = lines([*sample(book, Sample(), ())])
    assert asked == []
    monkeypatch.setattr("coupdsl.rulebook.sample_hand.SOON", 0.0)
    assert lines([*sample(book, Sample(), ())]) == usual and len(asked) == 1


def test_that_there_was_no_time_is_said_beside_the_book(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    assert called("rulebook", "kuhn").stderr == ""
    monkeypatch.setattr("coupdsl.rulebook.pages.SECONDS", 0.0)
    found = called("rulebook", "kuhn")
    assert found.stderr == (
        "note: there was no time to look for a hand that shows much: the book has the first, or none\n"
    )
    assert "A hand played out" not in found.stdout and "seconds" not in found.stdout


def test_where_nothing_is_dealt_no_hand_is_spoken_of(tmp_path: Path) -> None:
    (tmp_path / "row.coup").write_text(ROW, "utf-8")
    for language, title in (("en", "Some moves played out"), ("fr", "Quelques coups joués")):
        heads = [heading.text for heading in printed(str(tmp_path / "row.coup"), language).main.all("h2")]
        assert any(title in head for head in heads), heads


def test_each_payment_says_what_it_was_made_of_and_not_another_of_the_same_amount(tmp_path: Path) -> None:
    (tmp_path / "sale.coup").write_text(SALE, "utf-8")
    box = [*sample(Book(composed(str(tmp_path / "sale.coup")), "en"), Sample(), ())][-1]
    assert isinstance(box, Box) and isinstance(box.blocks[0], Steps)
    told = [(text_of(step.text), [text_of(part.text) for part in step.steps]) for step in box.blocks[0].steps]
    assert told[:2] == [
        ("Anna: sell rail. Anna gets 50 from the bank (sale).", []),
        (
            "Anna: sell all rail. Anna gets 50 from the bank (sale).",
            ["50: price of rail", "× 1: shares (rail) of Anna"],
        ),
    ]


@pytest.mark.parametrize(("turns", "is_cut"), [(19, False), (20, False), (40, True)])
def test_the_end_of_the_game_is_not_cut_off_for_a_line_or_two(turns: int, is_cut: bool, tmp_path: Path) -> None:
    rules = f"""edition 1
game ping {{
  seats [2]
  first of seats chooses serve {{ serve {{ }} }}
  repeat turn {turns} times {{
    first of seats chooses ping {{ ping {{ }} }}
    last of seats chooses pong {{ pong {{ }} }}
  }}
  finish by (if it is first of seats then 1 else 0)
  limit 90 moves {{ finish by 0 }}
}}
"""
    (tmp_path / "ping.coup").write_text(rules, "utf-8")
    said = called("rulebook", str(tmp_path / "ping.coup")).stdout
    assert ("Anna wins." in said, "And so it goes on." in said) == (not is_cut, is_cut)
