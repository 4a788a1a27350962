"""The move that help gives as an example can be typed."""

from __future__ import annotations

import pytest
from tests.helpers import TABLES, rules_of, sample
from tests.table.sittings import sitting

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
