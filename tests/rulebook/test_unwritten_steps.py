"""What the front of a book and its last chapter tell of a game for which nobody wrote anything."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.rulebook.printed import Page, printed

GAME = """edition 1
game two_deals {
  name: en "Two deals" fr "Deux donnes"
  seats [2]
  cards { ranks ace A, king K, queen Q, jack J, ten T, nine N, eight E, seven V }
  zone deck: row seen by none = cards
  zone market: row seen by all
  zone hand per seat: set seen by owner
  state called per seat: flag = false
  if count of seats is 2 { get_ready() }
  repeat filling 2 times { move first of deck to market }
  for s in seats { move first(1) of deck to hand of s }
  for s in seats {
    s chooses early_call {
      call { called of s := true }
      pass { }
    }
  }
  for s in seats { move first(2) of deck to hand of s }
  for s in seats {
    s chooses swap c from hand of s
    move c to deck
    move first of deck to hand of s
    if rank of c is ace { finish by (if it is s then 1 else 0) }
  }
  move market to deck
  finish by (if called then 1 else 0)
  rule get_ready { shuffle deck }
  limit 20 moves { finish by 0 }
}
"""


def book(folder: Path, language: str) -> Page:
    (folder / "two.coup").write_text(GAME, "utf-8")
    return printed(str(folder / "two.coup"), language)


def steps(page: Page) -> list[str]:
    return [item.text.partition(" §")[0] for item in page.main.first("aside").all("li")]


def test_later_deals_and_decisions_without_a_question_are_steps(tmp_path: Path) -> None:
    assert steps(book(tmp_path, "en"))[:4] == [
        "Shuffle, and deal one card to each player.", "Players decide: early call.",
        "Then deal 2 cards to each player.", "Players decide: swap.",
    ]  # fmt: skip
    assert steps(book(tmp_path, "fr"))[1:3] == [
        "Les joueurs décident : early call.",
        "Puis on donne 2 cartes à chacun.",
    ]


def test_pieces_that_are_no_cards_are_dealt_as_pieces(tmp_path: Path) -> None:
    tiles = GAME.replace(
        "cards { ranks ace A, king K, queen Q, jack J, ten T, nine N, eight E, seven V }", "pieces tiles: 20"
    )
    tiles = (
        tiles.replace("row seen", "row of tiles seen")
        .replace("set seen", "set of tiles seen")
        .replace("= cards", "= tiles")
    )
    tiles = tiles.replace("rank of c is ace", "hand of s is empty")
    (tmp_path / "tiles.coup").write_text(tiles, "utf-8")
    for language, first, later in (
        ("en", "Shuffle, and deal one piece to each player.", "Then deal 2 pieces to each player."),
        ("fr", "On bat, et on donne une pièce à chacun.", "Puis on donne 2 pièces à chacun."),
    ):
        told = steps(printed(str(tmp_path / "tiles.coup"), language))
        assert (told[0], told[2]) == (first, later)


def test_no_page_for_the_table_has_names_of_decisions_alone(tmp_path: Path) -> None:
    assert "On one page" not in book(tmp_path, "en").markdown
    (tmp_path / "told.en.yaml").write_text("language: en\ndecisions: {swap: Which card do you put back?}\n", "utf-8")
    (tmp_path / "told.coup").write_text(GAME, "utf-8")
    sheet = printed(str(tmp_path / "told.coup"), "en").markdown.partition("## On one page")[2]
    assert "- Players decide: early call." in sheet and "- Which card do you put back?" in sheet


def test_fewer_cards_for_some_numbers_of_players_stand_in_brackets(tmp_path: Path) -> None:
    deal = "first(if count of seats is 2 then 2 else 1)"
    game = GAME.replace("seats [2]", "seats [2, 3]").replace("first(1)", deal)
    (tmp_path / "some.coup").write_text(game, "utf-8")
    first = steps(printed(str(tmp_path / "some.coup"), "fr"))[0]
    assert first == "On bat, et on donne une carte (2 cartes à 2 joueurs) à chacun."


def test_each_way_to_end_is_told(tmp_path: Path) -> None:
    told = book(tmp_path, "en").part("The end of the game")
    assert [line.partition(" §")[0] for line in told] == [
        "If the rank of c is ace:", "The game ends. Who wins: s.",
        "Otherwise, in the end:",
        "The game ends. What counts for each player: 1 if called of the player holds; otherwise 0 (the highest wins).",
        "The program ends a game after 20 moves at the latest.",
    ]  # fmt: skip


def test_an_end_in_a_rule_is_told_once_with_what_leads_to_the_rule(tmp_path: Path) -> None:
    stop = "if called of first of seats { stop() }\n  "
    game = GAME.replace("finish by (if called", f"{stop}{stop}finish by (if called")
    ends = "finish by (if called then 1 else 0)"
    (tmp_path / "two.coup").write_text(game.replace("  rule get", f"  rule stop {{ {ends} }}\n  rule get"), "utf-8")
    told = printed(str(tmp_path / "two.coup"), "en").part("The end of the game")
    end = "The game ends. What counts for each player: 1 if called of the player holds; otherwise 0 (the highest wins)."
    assert [line.partition(" §")[0] for line in told] == [
        "If the rank of c is ace:", "The game ends. Who wins: s.",
        "If called of the first of the players holds:", end,
        "Otherwise, in the end:", end,
        "The program ends a game after 20 moves at the latest.",
    ]  # fmt: skip


ENDS = """edition 1
game ends {
  seats [2]
  state points per seat: number = 0
  state player: seat = first of seats
  state stock: number = 12
  repeat turn until false at most 50 {
    player chooses go {
      take n from 1 .. 3 { stock := stock - n }
      resign { finish by (if it is player then 0 else 1) }
    }
    if stock <= 0 {
      points of player := points of player + 5
      finish by points
    }
    if points of player > 20 { finish by lowest points } else if points of player > 0 {
      case stock {
        1 { finish by 0 }
        otherwise { }
      }
    }
    none_left()
    player := left of player
  }
  finish by points among seats where points > 0
  rule none_left {
    if stock > 3 { give }
    finish by 0 among [player]
  }
  limit 100 moves { finish by points }
}
"""


NAMED = """edition 1
game named {
  seats [2]
  state points per seat: number = 0
  state player: seat = first of seats
  state stock: number = 12
  repeat turn until false at most 50 {
    player chooses go {
      take { stock := stock - 1 }
      leave { }
    }
    let left_over = stock
    let some_left = left_over > 3
    if not some_left { stop(player, true) } else { see_to(false, 5) }
    points of player := 1
    see_to(true, 7)
  }
  stop(player, false)
  rule see_to(counts: flag, most: number) {
    if counts and points of player > most { stop(player, counts) }
  }
  rule stop(s: seat, by_points: flag) {
    stock := if by_points then 1 else 0
    finish by (if by_points is (points > 0) then 1 else 0) among seats without s
  }
  limit 100 moves { finish by points }
}
"""


def test_of_an_end_it_is_told_what_names_and_parameters_stand_for(tmp_path: Path) -> None:
    """Each call with what it is given, but for what may change until the end; where it never holds there is no end."""
    (tmp_path / "named.coup").write_text(NAMED, "utf-8")
    told = printed(str(tmp_path / "named.coup"), "en").part("The end of the game")
    counts = "The game ends. What counts for each player: 1 if points of the player is"
    others = "otherwise 0 (the highest wins). Who can win: the players without s."
    assert [line.partition(" §")[0] for line in told] == [
        "If stock is at most 3:", "stock becomes 1.", f"{counts} more than 0; {others}",
        "If points of player is more than 7:", "stock becomes 1.", f"{counts} more than 0; {others}",
        "Otherwise, in the end:", f"{counts} at most 0; {others}",
        "The program ends a game after 100 moves at the latest.",
    ]  # fmt: skip


def test_each_end_is_told_with_its_condition_whatever_is_done_there_before(tmp_path: Path) -> None:
    (tmp_path / "ends.coup").write_text(ENDS, "utf-8")
    told = printed(str(tmp_path / "ends.coup"), "en").part("The end of the game")
    counts = "The game ends. What counts for each player: points of the player"
    assert [line.partition(" §")[0] for line in told] == [
        "player decides: go", "resign", "The game ends. Who wins: all but player.",
        "If stock is at most 0:", "points of player becomes points of player + 5.", f"{counts} (the highest wins).",
        "If points of player is more than 20:", f"{counts} (the lowest wins).",
        "If points of player is at most 20 and points of player is more than 0 and stock is 1:",
        "The game ends in a draw.",
        "If stock is at most 3:", "The game ends. Who wins: player.",
        "Otherwise, in the end:",
        f"{counts} (the highest wins). Who can win: the players for which their points is more than 0.",
        "The program ends a game after 100 moves at the latest.",
    ]  # fmt: skip


def test_all_that_is_done_before_anybody_is_asked_sets_up(tmp_path: Path) -> None:
    told = book(tmp_path, "en").part("Setting up")
    assert [line.partition(" §")[0] for line in told] == [
        "Do get ready.", "2 times (filling):", "Move the first of deck to market.",
        "For each s of the players:", "Move the first of deck to hand of s.",
    ]  # fmt: skip


def test_a_variant_that_names_its_game_tells_what_it_changes(tmp_path: Path) -> None:
    game = GAME.replace("game two", "option game.cards = 1 | 2\ngame two").replace("first(1)", "first(game.cards)")
    (tmp_path / "two.coup").write_text(game, "utf-8")
    (tmp_path / "more.coup").write_text("edition 1\nreplace rule get_ready { shuffle market }\n", "utf-8")
    ours = "variant: ours\ngame: ./two.coup\nname: {en: Ours}\n"
    (tmp_path / "ours.yaml").write_text(f"{ours}options: {{game.cards: 2}}\nrules: {{add: [./more.coup]}}\n", "utf-8")
    (tmp_path / "same.yaml").write_text(ours.replace("ours", "same"), "utf-8")
    rows = printed(str(tmp_path / "ours.yaml"), "en").tables()["changes"].rows
    assert [row[0] for row in rows.values()] == ["game cards", "get ready"]
    assert "changes" not in printed(str(tmp_path / "same.yaml"), "en").tables()


TURNS = """edition 1
game by_turns {
  seats [2]
  cards { ranks ace A, king K, queen Q, jack J }
  zone deck: row seen by none = cards
  zone hand per seat: set seen by owner
  state points per seat: number = 0
  state turn: seat = first of seats
FIRST
  repeat round 10 times {
    points of turn := 0
BEFORE
    turn chooses go {
      on { }
      back { }
    }
    turn := left of turn
  }
  finish by points
  limit 20 moves { finish by 0 }
  rule take(s: seat) { move first of deck to hand of s }
  rule deal { for s in seats { move first of deck to hand of s } }
}
"""


@pytest.mark.parametrize(
    ("first", "before", "told"),
    [
        ("shuffle deck", "chance chooses die n from 1 .. 6\npoints of turn := n", ["Shuffle deck."]),
        ("shuffle deck", "if count of deck > 3 { shuffle deck }", ["Shuffle deck."]),
        ("shuffle deck", "move first of deck to hand of turn", ["Shuffle deck."]),
        ("", "shuffle deck", ["points of turn becomes 0.", "Shuffle deck."]),
        ("", "for s in seats { take(s) }",
         ["points of turn becomes 0.", "For each s of the players:", "Do take for s."]),
        ("", "deal()", ["points of turn becomes 0.", "Do deal."]),
        ("", "shuffle deck\nif count of deck > 3 { finish by points }\ndeal()",
         ["points of turn becomes 0.", "Shuffle deck."]),
        ("if count of deck is 3 { finish by points }\nshuffle deck", "", []),
    ],
)  # fmt: skip
def test_what_each_turn_begins_with_and_what_follows_an_end_sets_nothing_up(
    tmp_path: Path, first: str, before: str, told: list[str]
) -> None:
    (tmp_path / "turns.coup").write_text(TURNS.replace("FIRST", first).replace("BEFORE", before), "utf-8")
    said = printed(str(tmp_path / "turns.coup"), "en").part("Setting up")
    assert [line.partition(" §")[0] for line in said] == told
