"""What is declared a second time is told once, with nothing that would come of it."""

from __future__ import annotations

import pytest
from tests.small_games import problems

KINDS = """edition 1
game jobs {
  seats [2]
  kind job as jobs {
    pay: amount
    rule worth(s: seat): amount = pay
  }
  AGAIN
  use_it()
  job baker { pay: 3 }
  job miller { pay: 4 MORE }
  state got: amount = 0
  for j in jobs { if pay of j > 3 { got := worth(first of seats) of j + WHAT } }
  rule use_it { }
  finish by 0
  limit 3 moves { finish by 0 }
}
"""
AGAIN = "kind job as jobs {\n    pay: number\n    tip: amount\n    rule fee(s: seat): amount = tip\n  }"


def told(files: dict[str, str], name: str) -> list[tuple[str, str, str | None, list[str]]]:
    found = problems(files, name)
    return [(one.code.number, one.message, one.help, [span.source.name[-9:] for span, _ in one.also]) for one in found]


@pytest.mark.parametrize(
    ("more", "what"), [("", "pay of j"), (", tip: 2", "tip of j"), ("", "fee(first of seats) of j")]
)
def test_a_kind(more: str, what: str) -> None:
    text = KINDS.replace("AGAIN", AGAIN).replace(" MORE", more).replace("WHAT", what)
    assert told({"jobs.coup": text}, "jobs.coup") == [
        ("E202", "`job` is declared twice", "give one of them another name", ["jobs.coup"])
    ]


def test_a_kind_with_another_plural() -> None:
    again = AGAIN.replace("as jobs", "as works")
    text = KINDS.replace("AGAIN", again).replace(" MORE", "").replace("WHAT", "1 * count of works")
    assert told({"jobs.coup": text}, "jobs.coup") == [
        ("E202", "`job` is declared twice", "give one of them another name", ["jobs.coup"])
    ]


def test_a_kind_of_the_game_in_a_file_of_a_variant() -> None:
    files = {
        "jobs.coup": KINDS.replace("AGAIN", "").replace(" MORE", "").replace("WHAT", "1"),
        "more.coup": f"edition 1\n{AGAIN}\njob smith {{ pay: 5, tip: 1 }}\n",
        "more.yaml": "variant: more\ngame: jobs.coup\nrules: {add: [more.coup]}\n",
    }
    help_ = "leave it out: the kind that there is can have more entries, `job my_own { … }`"
    assert told(files, "more.yaml") == [("E202", "`job` is declared twice", help_, ["jobs.coup"])]


MECHANIC = "mechanic NAME(s: seat) {\n  state drawn: number = 0\n  rule once = drawn + 1\n  drawn := once\n}\n"


def test_a_mechanic() -> None:
    game = (
        "game two {\n  seats [2]\n  play dealing(first of seats)\n  finish by 0\n  limit 3 moves { finish by 0 }\n}\n"
    )
    text = f"edition 1\n{MECHANIC.replace('NAME', 'dealing') * 2}{game}"
    help_ = "give one of them another name"
    assert told({"two.coup": text}, "two.coup") == [("E202", "`dealing` is declared twice", help_, ["/two.coup"])]


def test_cells() -> None:
    game = (
        "edition 1\ngame two {\n  seats [2]\n  cells a..c by 1..3\n  cells a..b by 1..2\n  state lies: cell = c3\n"
        "  lies := c2\n  finish by 0\n  limit 3 moves { finish by 0 }\n}\n"
    )
    assert [one[1] for one in told({"two.coup": game}, "two.coup")] == ["the cells are declared twice"]
