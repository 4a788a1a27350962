"""Where the rules cannot go on, what can be done about it is said as well."""

from __future__ import annotations

import pytest
from tests.small_games import game, load_text

import coupdsl

FAILURES = [
    ("case one { \n 2 { one := 1 } \n }",
     "add a branch for what comes up, or `otherwise`; a file of a variant can `replace` what it stands in"),
    ("one := case one { \n 2: 3 \n }",
     "add a branch for what comes up, or `otherwise`; a file of a variant can `replace` what it stands in"),
    ("s0 chooses play c from pile of s0\n move c to trick",
     "offer one thing more, `otherwise pass { }`, or ask only where something can be chosen, `if … { … }`"),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "help_"), FAILURES, ids=["case", "case as a value", "choice"])
def test_a_failure_says_what_to_do(lines: str, help_: str) -> None:
    with pytest.raises(coupdsl.RulesError) as caught:
        load_text(game(lines)).start(1)
    assert caught.value.help == help_
