"""What stands on cards in sentences: letters and signs as people read them, whatever the notation of moves."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.helpers import rules_of

import coupdsl
from coupdsl.language.diagnostics import Problems
from coupdsl.play.account.narrator import Narrator
from coupdsl.play.account.speech import Speech
from coupdsl.play.account.told import Cards
from coupdsl.play.drawing import Drawing
from coupdsl.play.spelling import Spelling
from coupdsl.play.spoken import Words
from coupdsl.scene.choice_parts import Choices

FOUR_SUITS = "spades S, hearts H, diamonds D, clubs C"


def words_of(folder: Path, suits: str, ranks: str, language: str, plain: bool = False) -> Words:
    game = folder / "pack.coup"
    game.write_text(
        f"""edition 1
game pack {{
  seats [2]
  cards {{
    suits {suits}
    ranks {ranks}
  }}
  zone hand: set seen by all = cards
  first of seats chooses play c from hand
  finish by 0
  limit 5 moves {{ finish by 0 }}
}}
""",
        "utf-8",
    )
    return Words(coupdsl.load(game), language, plain)


@pytest.mark.parametrize(
    ("language", "plain", "said"),
    [
        ("en", False, "A♠ 10♠ K♠ Q♠ J♠ 9♠"), ("en", True, "AS 10S KS QS JS 9S"),
        ("fr", False, "A♠ 10♠ R♠ D♠ V♠ 9♠"), ("fr", True, "AS 10S RS DS VS 9S"),
    ],
)  # fmt: skip
def test_ranks_have_the_letters_of_the_language(language: str, plain: bool, said: str) -> None:
    words = Words(rules_of("parker-1966", 4), language, plain)
    assert words.row(["AS", "TS", "KS", "QS", "JS", "9S"]) == said
    assert words.move("play QS").endswith(said.split()[3])


def test_a_pack_of_other_suits_has_the_letters_that_its_texts_say() -> None:
    faces = ["KR", "QB", "JR", "8B"]
    for language, said in (("en", "KR QB JR 8B"), ("fr", "RR DB VR 8B")):
        assert Words(rules_of("coup-detat-2005", 2), language, plain=True).row(faces) == said


@pytest.mark.parametrize(
    ("suits", "ranks", "face", "said"),
    [
        (FOUR_SUITS, "king K, queen Q", "QS", "DS"),
        (FOUR_SUITS, "king K, queen Q, duke D", "QS", "QS"),  # another rank has the letter
        (FOUR_SUITS, "king D, queen Q", "DS", "DS"),
        (FOUR_SUITS, "duke D, king K", "KS", "RS"),
        ("spades S, cups C", "king K, queen Q", "QS", "QS"),  # not the pack in which people write so
    ],
)
def test_letters_of_a_language_are_those_of_one_pack_and_never_of_another_rank(
    tmp_path: Path, suits: str, ranks: str, face: str, said: str
) -> None:
    assert words_of(tmp_path, suits, ranks, "fr", plain=True).piece(face) == said


def test_the_texts_say_what_stands_on_cards(tmp_path: Path) -> None:
    texts = "language: fr\nsigns: {spades: L, cups: U}\nletters: {queen: D}\n"
    (tmp_path / "fr.yaml").write_text(texts, "utf-8")
    words = words_of(tmp_path, "spades S, cups C", "king K, queen Q", "fr")
    assert [words.piece(face) for face in ("KC", "QS")] == ["KU", "DL"]


@pytest.mark.parametrize("group", ["signs", "letters", "colours"])
def test_what_stands_on_no_card_is_refused(tmp_path: Path, group: str) -> None:
    (tmp_path / "en.yaml").write_text(f"language: en\n{group}: {{spads: red}}\n", "utf-8")
    with pytest.raises(Problems) as refused:
        words_of(tmp_path, FOUR_SUITS, "ace A", "en")
    assert f"did you mean `{group}.spades`?" in {one.help for one in refused.value.diagnostics}


def test_a_ten_may_be_marked_and_typed_either_way(tmp_path: Path) -> None:
    for mark in ("T", "10"):
        words = words_of(tmp_path, FOUR_SUITS, f"ace A, ten {mark}", "en")
        assert words.piece(f"{mark}H") == "10♥"
        assert {"10♥", "T♥", "10H", "TH", "ten of hearts"} <= set(Spelling(words).names(f"{mark}H"))


def test_few_cards_are_joined_and_many_read_off_with_named_ones_after_them() -> None:
    words = Words(rules_of("parker-1966", 4), "en", False)
    assert words.joined(words.listed([])) == "nothing"
    assert words.joined(words.listed(["KD"])) == "K♦"
    assert words.joined(words.listed(["KD", "X"])) == "K♦ and the Coup card"
    assert words.joined(words.listed(["KD", "TD", "9D"])) == "K♦, 10♦ and 9♦"
    assert words.joined(words.listed(["KD", "X", "TD", "9D"])) == "K♦ 10♦ 9♦ and the Coup card"
    assert words.row(["KD", "X", "TD", "9D"]) == "K♦, Coup card, 10♦ 9♦"


def test_cards_without_suits_are_told_by_their_names() -> None:
    words = Words(rules_of("coup", 4), "fr", False)
    faces = ["duke", "captain", "duke", "contessa"]
    assert words.row(faces) == "Duc, Capitaine, Duc, Comtesse"
    assert words.joined(words.listed(faces)) == "Duc, Capitaine, Duc et Comtesse"


def test_a_card_has_the_article_that_it_wants() -> None:
    speech = Speech(Words(rules_of("coup", 4), "en", False), None)
    told = {face: speech.cards(Cards((face,))) for face in ("duke", "assassin", "ambassador")}
    assert told == {"duke": "a Duke", "assassin": "an Assassin", "ambassador": "an Ambassador"}
    assert Speech(Words(rules_of("coup", 4), "fr", False), None).cards(Cards(("ambassador",))) == "un Ambassadeur"


def test_what_is_said_again_and_again_is_counted_and_people_are_called_as_in_speech() -> None:
    french = Words(rules_of("euchre", 4), "fr", False)
    assert french.joined(["Neuf", "Neuf", "Neuf"]) == "3 × Neuf"
    assert french.joined(["Neuf", "Dix", "Neuf"]) == "Neuf, Dix et Neuf"
    assert french.joined(["Neuf", "Neuf", "Dix"]) == "2 × Neuf et Dix"
    assert [french.seat(1, 0), french.who(1, 0), french.who(1, 1)] == ["Joueur 1", "le joueur 1", "le joueur 1 (vous)"]
    team = french.rules.program.kinds["team"].entries[0].path
    assert (french.argument(team), french.within(team)) == ("équipe 1", "l'équipe 1")
    named = Words(french.rules, "fr", False, ("Anna", "Bob", "Carl", "Dora"))
    assert (named.who(1, 1), named.within(team)) == ("Bob", "Anna et Carl")


MARKED = """edition 1
game marked {
  seats [2]
  cards { ranks high 2, low 1 }
  zone deck: row seen by none = cards
  zone hand per seat: set seen by owner
  move deck to hand of first of seats
  for s in seats {
    s chooses call {
      bid n from 1 .. 3 { reveal offered = n }
      put c from hand of s { move c to deck }
      raise n from 1 .. 2, c from hand of s { reveal laid = [n, 1] }
    }
  }
  finish by 0
  limit 10 moves { finish by 0 }
}
"""


def test_numbers_are_said_as_numbers_also_where_cards_are_marked_so(tmp_path: Path) -> None:
    (tmp_path / "marked.coup").write_text(MARKED, "utf-8")
    (tmp_path / "marked.en.yaml").write_text('language: en\ntold: {moves: {raise: "{who} {0} × {1}"}}\n', "utf-8")
    words = Words(coupdsl.load(tmp_path / "marked.coup"), "en", True)
    said = {"bid 1": "bid 1", "put 1": "put low", "raise 1 1": "raise 1 low", "2": "2"}
    assert {text: words.move(text) for text in said} == said
    assert Spelling(words).printed("bid 1") == [("bid",), ("1",)]
    assert Spelling(words).printed("put 1") == [("put",), ("1", "low")]
    game = coupdsl.Game(words.rules)
    for move in ("raise 2 1", "bid 1"):
        game.apply(move)
    teller = Narrator(words, None)
    told = [line for events in game.events for line in teller.tell(game.told(events, None))]
    assert told[1:5] == ["Seat 0 2 × low", "Laid: 2 and 1", "Seat 1: bid 1", "Offered: 1"]
    view = coupdsl.Game(words.rules).state.view(0)
    called = Choices(Drawing(words)).question(view).called
    assert [called[key] for key in ("number:1", "piece:1", "number:2")] == ["1", "low", "2"]
