"""The move that help gives as an example can be typed."""

from __future__ import annotations

import pytest
from tests.helpers import TABLES, rules_of, sample
from tests.play.test_play import Sitting
from tests.small_games import load_text
from tests.table.sittings import sitting

import coupdsl
from coupdsl.play.spoken import Words
from coupdsl.play.typed import Typed


@pytest.mark.parametrize("name", [*sample(sorted(TABLES), 3), "coup"])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_is_enough_means_one_move_that_is_possible_now(name: str, language: str) -> None:
    at = sitting(name, TABLES[name][0])
    typed = Typed(at.words(language))
    asked = 0
    while not at.is_over and asked < 25:
        if not at.is_ours:
            at.others_choose()
            continue
        options = [str(move) for move in at.game.state.legal_moves()]
        whole, enough = typed.example_move(options)
        (meant,) = typed.meant(enough, options)
        assert typed.meant(whole, options) == [meant] and meant in options
        at.choose(options[asked % len(options)], len(at.game.moves))
        asked += 1


@pytest.mark.parametrize("name", sorted(TABLES))
def test_who_is_not_asked_is_given_a_move_of_people(name: str) -> None:
    """And none of chance."""
    rules = rules_of(name, TABLES[name][0])
    typed = Typed(Words(rules, "en", plain=False))
    whole, enough = typed.example_move([])
    of_people = list(typed._of_people())
    assert typed.meant(whole, of_people) and typed.meant(enough, of_people)


OF_TWO = """edition 1
game of_two {
  seats [2]
  cards {
    suits red R, blue B
    ranks ace A, king K
  }
  zone deck: row seen by none = cards
  zone hand per seat: set seen by owner
  zone out: row seen by all
  let s = first of seats
  move cards to hand of s
  s chooses act { MOVES }
  finish by 0
  limit 10 moves { finish by 0 }
}
"""
PAIR = "lay_on c from hand of s, d from hand of s where it is not c { move c to out }"


@pytest.mark.parametrize(
    ("moves", "example", "help_"),
    [
        (PAIR, ("lay on AR KR", "AR KR"), "its words (lay on AR KR), or just the last part (AR KR)"),
        ("wait { }\n go { }", ("wait", "wait"), "Type the number of an option, or its words (wait); a beginning"),
    ],
)
def test_help_names_a_last_part_where_there_is_one(moves: str, example: tuple[str, str], help_: str) -> None:
    game = coupdsl.Game(load_text(OF_TWO.replace("MOVES", moves), 2), 1)
    options = [str(move) for move in game.state.legal_moves()]
    assert Typed(Words(game.rules, "en", plain=True)).example_move(options) == example
    sitting = Sitting(game, ["help"])
    sitting.table.play()
    assert help_ in " ".join(sitting.text.split())


def test_an_option_whose_words_are_its_notation_is_listed_once() -> None:
    typed = Typed(Words(load_text(OF_TWO.replace("MOVES", PAIR), 2), "en", plain=True))
    assert typed.line("1", "lay_on KR AB") == "1. lay on KR AB"
    assert Typed(Words(rules_of("hearts", 4), "en", plain=True)).line("1", "play TS") == "1. play 10S (play TS)"
