"""Skat, move by move beside OpenSpiel."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from tests.gallery.lockstep import BESIDE_OPEN_SPIEL, Told, compare, departure, open_spiel
from tests.helpers import FACTOR, rules_of

import coupdsl

GAMES = 1000 * FACTOR
pytestmark = BESIDE_OPEN_SPIEL

PLACES = ["hand 0", "hand 1", "hand 2"]
WORDS = {"pass": "Pass", "null_game": "null"}  # actions that OpenSpiel calls otherwise


class Skat:
    """Three cards to each, two to the skat, four to each and three to each."""

    def __init__(self, told: Told) -> None:
        dealt = told["chance"]
        places = [(place, 3) for place in PLACES] + [("skat", 2)]
        places += [(place, count) for count in (4, 3) for place in PLACES]
        self.rest: dict[str, list[str]] = {}
        for place, count in places:
            self.rest.setdefault(place, []).extend(dealt[:count])
            dealt = dealt[count:]

    def chance(self, state: coupdsl.State) -> str:
        place = str(state.legal_moves()[0]).split(" to ")[1]
        return f"deal {self.rest[place].pop(0)} to {place}"

    def moves(self, state: coupdsl.State) -> dict[str, str]:
        words = {str(move): str(move).split()[-1] for move in state.legal_moves()}
        return {WORDS.get(word, word): move for move, word in words.items()}

    def returns(self, result: coupdsl.Result) -> list[float]:
        return [score / 240 for score in result.scores]


def test_skat() -> None:
    compare(rules_of("skat-open-spiel", 3), open_spiel("skat", GAMES, GAMES // 10), Skat)


# ---- the comparison would notice
@cache
def sample() -> tuple[Told, ...]:
    return tuple(open_spiel("skat", 100, 100))


def test_ramsch_is_noticed() -> None:
    rules = rules_of("skat-open-spiel", 3, {"all.pass": "ramsch"})
    assert any(departure(rules, told, Skat) for told in sample())


OTHERWISE = {
    "Jacks are of their suits": "rule counts_as(c: card or none) = suit of c",
    "Jacks are no trumps": "rule jacks: list of card = []",
    "in Null a Ten is high": "order null_order = [ace, ten, king, queen, jack, nine, eight, seven]",
    "the last to speak leads": "rule forehand = dealer",
    "cards have no points": "rule price(c: card) = 0",
}


@pytest.mark.parametrize("what", OTHERWISE)
def test_other_rules_are_noticed(what: str, tmp_path: Path) -> None:
    tmp_path.joinpath("other.coup").write_text(f"edition 1\n\nreplace {OTHERWISE[what]}\n")
    variant = tmp_path / "other.yaml"
    variant.write_text("variant: other\nextends: skat-open-spiel\nrules: {add: [./other.coup]}\n")
    rules = rules_of(str(variant), 3)
    assert any(departure(rules, told, Skat) for told in sample())
