"""What a house rule says that the game does not know is answered with what it may say."""

from __future__ import annotations

import pytest
from tests.small_games import problems

FIELDS = "`does`, `claim`, `cost`, `gain`, `aimed`, `blocked_by`, `blocked_as`, `one_block`, `name`"
OF_A_CARD = "`choices`, `count`, `first`, `last`, `owner`, `position`, `rank`, `suit`"
BRIBE = 'action bribe { name: en "Bribe" fr "Acheter", does: en "pay" fr "payer", target: true }'
JACKS = """contract jacks plays tricks {
  name: en "Jacks" fr "Valets", motto: en "None" fr "Aucun"
  item jacks_taken = rank is jack { each: 150 }
  collect: 1000, forfeit: 800
}"""


@pytest.mark.parametrize(
    ("game", "rules", "place", "help_"),
    [
        ("coup", BRIBE, "target", f"an action may state {FIELDS}"),
        ("parker-1966", JACKS, "rank is jack", "write `cards where rank is jack`"),
        ("crazy-eights", "replace rule points_left(c: card) = number of c", "number", f"possible here: {OF_A_CARD}"),
    ],
)
def test_what_it_may_say_is_said(game: str, rules: str, place: str, help_: str) -> None:
    variant = f"variant: v\nextends: {game}\nrules: {{add: [./r.coup]}}\n"
    found = problems({"v.yaml": variant, "r.coup": f"edition 1\n{rules}\n"}, "v.yaml")
    assert (place, help_) in [(one.span.text, one.help) for one in found]
