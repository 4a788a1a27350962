"""The exact rules leave nothing out of what is declared: what is there at first, when it is set back, who knows it."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.rulebook.printed import Page, printed

GAME = """edition 1
game house {
  seats [2]
  cards {
    suits spades S, hearts H
    ranks king K, queen Q
  }
  pieces ships: 2 { size: number = 4, owed_by: seat or none }
  account cash per seat = 100 SHORT
  account pot
  account bank = none
  zone deck: row seen by none = cards
  zone harbour: row of ships seen by all = ships
  state bid per seat: amount = 0 every lot
  state mood: calm | angry = angry
  state promise per seat per suit: number = 3 seen by owner
  state starter: seat = last of seats
  state seen_once per card: flag = false
  rule borrow(s: seat, payee: party or none, missing: amount) { bank pays missing to s for loan }
  repeat lot 3 times {
    for s in seats {
      s chooses act {
        ten { bid of s := 10 }
        pass { }
      }
    }
    for s in seats { s pays bid of s to pot for bid }
    play closing()
  }
  if mood is calm and (some cards where seen_once of it) { promise(spades) of starter := size of the first of harbour }
  finish by cash
  limit 100 moves { finish by 0 }
}
mechanic closing {
  state closed: number = 1
  closed := closed + 1
}
"""


def page(folder: Path, language: str, short: str = "") -> Page:
    path = folder / f"house_{short.replace(' ', '_')}.coup"
    path.write_text(GAME.replace("SHORT", short), "utf-8")
    return printed(str(path), language)


@pytest.mark.parametrize(
    ("language", "rows"),
    [
        ("en", {
            "bid": ["one for each player", "0", "at the start of each lot", "everybody"],
            "mood": ["one for all", "angry", "–", "everybody"],
            "promise": ["one for each player and suit", "3", "–", "its owner"],
            "starter": ["one for all", "the last of the players", "–", "everybody"],
            "seen_once": ["one for each card", "no", "–", "everybody"],
            "size": ["one for each ships", "4", "–", "everybody"],
            "owed_by": ["one for each ships", "–", "–", "everybody"],
            "closed": ["one for all", "1", "each time that this is played: closing", "everybody"],
        }),
        ("fr", {
            "bid": ["un par joueur", "0", "au début de chaque lot", "tous"],
            "promise": ["un par joueur et couleur", "3", "–", "son propriétaire"],
            "seen_once": ["un par carte", "non", "–", "tous"],
            "closed": ["un pour tous", "1", "chaque fois que ceci se joue : closing", "tous"],
        }),
    ],
)  # fmt: skip
def test_what_is_remembered_stands_with_its_first_value_when_it_is_set_back_and_who_knows_it(
    tmp_path: Path, language: str, rows: dict[str, list[str]]
) -> None:
    found = page(tmp_path, language).tables()["remembered"].rows
    assert {name: found[name][1:] for name in rows} == rows
    assert len(found) == 8


def test_what_lies_where_at_the_start_is_told(tmp_path: Path) -> None:
    found = page(tmp_path, "en").tables()["places"].rows
    assert (found["deck"][-1], found["harbour"][-1]) == ("all cards", "ships")
    assert "pot begins with 0." in page(tmp_path, "en").part("What is needed")


@pytest.mark.parametrize(
    ("short", "language", "told"),
    [
        ("short partial", "en", "Whoever has too little to pay pays what there is."),
        ("short partial", "fr", "Qui n'a pas assez pour payer paie ce qu'il a."),
        ("short borrow", "en", "If a player has too little to pay, do borrow first, for who pays, who is paid and what "
                               "is missing; then what there is is paid."),
        ("short borrow", "fr", "Si un joueur n'a pas assez pour payer, faire d'abord borrow, pour qui paie, qui reçoit "
                               "et ce qui manque ; ensuite on paie ce qu'il y a."),
    ],
)  # fmt: skip
def test_what_happens_where_money_is_lacking_is_told(tmp_path: Path, short: str, language: str, told: str) -> None:
    assert told in page(tmp_path, language, short).text
    assert told not in page(tmp_path, language).text


def test_the_rule_for_who_is_short_is_printed(tmp_path: Path) -> None:
    assert page(tmp_path, "en", "short borrow").part("borrow for s, payee, missing") == [
        "bank pays missing to s (loan)."
    ]
    assert page(tmp_path, "en").part("borrow for s, payee, missing") == []


def test_entries_are_no_cards_and_single_letters_nothing_to_look_up(tmp_path: Path) -> None:
    men = "kind man as men { }\nman a { }\nman bob { }\n"
    text = GAME.replace("SHORT", "").replace("mechanic closing", men + "mechanic closing")
    (tmp_path / "men.coup").write_text(text.replace("play closing()", "play closing()\n    for m in men { }"), "utf-8")
    told = printed(str(tmp_path / "men.coup"), "en").text
    assert "Every man, one by one" in told and "The cards of" not in told
    assert "A:" not in told


@pytest.mark.parametrize(("field", "stated", "one_line"), [("", "", True), ("age: number", "age: 5", False)])
def test_entries_of_which_no_more_than_names_is_told_stand_on_one_line(
    tmp_path: Path, field: str, stated: str, one_line: bool
) -> None:
    men = f"kind man as men {{ {field} }}\nman al {{ {stated} }}\nman bob {{ {stated} }}\n"
    text = GAME.replace("SHORT", "").replace("mechanic closing", men + "mechanic closing")
    test = "for m in men where age is 5" if field else "for m in men"
    (tmp_path / "men.coup").write_text(text.replace("play closing()", f"play closing()\n    {test} {{ }}"), "utf-8")
    told = printed(str(tmp_path / "men.coup"), "en").text
    assert ("al and bob" in told) is one_line
    assert ("age: 5" in told) is not one_line
