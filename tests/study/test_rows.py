"""The row of a game: every column of a game whose course is known, and what holds for all games."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from tests.helpers import rules_of
from tests.small_games import load_text

import coupdsl
from coupdsl.native.counting.columns import NONE, Column
from coupdsl.play.runs import game_seed, play_game
from coupdsl.study.figures import Measures
from coupdsl.study.sample import at_seats, columns_of, played_by_reference, rows
from coupdsl.study.summary import Summary

# Nothing is left to chance but a number that nobody minds. Seat 1 is the boss until the maid is hired.
KNOWN = """edition 1
game known {
  seats [2]
  account cash per seat = 100
  account bank = 0
  kind job as jobs { wage: amount }
  job cook = 10
  job maid = 20
  job clerk = 30
  state boss: seat = last of seats
  first of seats pays 5 to bank for stake
  last of seats chooses guess n from 1 .. 2
  last of seats pays 1 to bank
  first of seats chooses hire { take j from jobs where it is cook { } }
  first of seats pays wage of cook to last of seats for wages
  first of seats pays wage of cook to last of seats for wages
  first of seats chooses hire { take j from jobs where it is maid { bank pays 2 to last of seats for stake } }
  if boss is last of seats { boss := first of seats }
  last of seats chooses hire { take j from jobs where it is maid { } }
  last of seats chooses go { on { bank pays everything to last of seats for stake } }
  finish by cash
  limit 9 moves { finish by 0 }
}
"""


@pytest.fixture
def known(tmp_path: Path) -> dict[str, int]:
    """The columns of the known game that are not 0."""
    path = tmp_path / "known.coup"
    path.write_text(KNOWN, "utf-8")
    rules = coupdsl.load(path, players=2)
    (row,) = rows(rules, 0, 0, 1, ("random",))
    return {str(column): int(n) for column, n in zip(columns_of(rules).all, row, strict=True) if n}


def test_every_column_of_a_known_game(known: dict[str, int]) -> None:
    cook = {"spells cook": 1, "chose cook take": 1, "used cook take": 1, "payments cook wages": 2,
            "amount cook wages": 20, "with cook wages": 1, "members cook chooser": 1, "gain cook chooser": -20,
            "members cook others": 1, "gain cook others": 20, "members cook role boss": 1, "gain cook role boss": 20,
            "members cook user take": 1, "gain cook user take": -20, "members cook payee wages": 1,
            "gain cook payee wages": 20}  # fmt: skip
    maid = {"spells maid": 2, "chose maid take": 2, "used maid take": 2, "chose maid on": 1, "used maid on": 1,
            "payments maid stake": 2, "amount maid stake": 6, "with maid stake": 2, "members maid chooser": 2,
            "gain maid chooser": 4, "members maid others": 2, "gain maid others": 2, "members maid role boss": 2,
            "gain maid role boss": 2, "members maid user take": 2, "gain maid user take": 4,
            "members maid user on": 1, "gain maid user on": 4, "members maid payee stake": 2,
            "gain maid payee stake": 6}  # fmt: skip
    before = {"spells -": 1, "chose - guess": 1, "used - guess": 1, "payments - stake": 1, "amount - stake": 5,
              "with - stake": 1, "payments - -": 1, "amount - -": 1, "with - -": 1, "members - others": 2,
              "gain - others": -6, "members - role boss": 1, "gain - role boss": -1, "members - user guess": 1,
              "gain - user guess": -1}  # fmt: skip
    game = {"score 0": 75, "score 1": 125, "won 1": 1, "opened 1": 1, "moves": 5, "decisions": 1, "decisions_of 1": 1,
            "with twice stake": 1}  # fmt: skip
    assert known == {**game, **before, **cook, **maid}


LATE = """edition 1
game late {
  seats [2]
  kind guest as guests { worth: number }
  guest duke = 3
  guest abbot = 4
  repeat turn 4 times {
    for s in seats {
      s chooses action {
        earn { }
        wait { }
        invite g from guests { }
      }
    }
  }
  finish by 0
  limit 9 moves { finish by 0 }
}
"""


def test_of_namings_a_share_is_never_above_one(tmp_path: Path) -> None:
    """What is chosen before the first counts to the last."""
    path = tmp_path / "late.coup"
    path.write_text(LATE, "utf-8")
    rules = coupdsl.load(path, players=2)
    found = rows(rules, 0, 0, 60, ("random",))
    assert (found == played_by_reference(rules, 0, 0, 60, ("random",))).all()
    measures = Measures(columns_of(rules), ("random",))
    values = measures.values(found, 0)
    shares = {f.of: f for f in measures.figures if (f.name, f.entry) == ("used", "")}
    named = values[:, measures.at[shares["earn"].bottom]]
    wanted = {word: [0] * 60 for word in ("earn", "wait", "invite")}
    for number in range(60):
        game = play_game(rules, game_seed(0, number), ("random",))
        words = [move.word for _, move in game.moves]
        at = [n for n, word in enumerate(words) if word == "invite"]
        spells = [words[first:last] for first, last in pairwise([*at, len(words)])]
        if spells:
            spells[-1] += words[: at[0]]
        assert named[number] == len(spells)
        for word, counts in wanted.items():
            counts[number] = sum(word in spell for spell in spells)
    for word, counts in wanted.items():
        assert values[:, measures.at[shares[word].top]].tolist() == counts


@pytest.mark.parametrize(("name", "players"), [("coup", 3), ("parker-1966", 3), ("spades", 4)])
def test_what_holds_for_every_game(name: str, players: int) -> None:
    rules = rules_of(name, players)
    columns = columns_of(rules)
    found = rows(rules, 7, 3, 2, ("random",))

    def total(figure: str, of: str | None = None, entry: str | None = None) -> list[int]:
        wanted = [
            at for column, at in columns.at.items()
            if column.figure == figure and of in (None, column.of) and entry in (None, column.entry)
        ]  # fmt: skip
        return found[:, wanted].sum(axis=1).tolist()

    games = [play_game(rules, game_seed(7, 3 + number), ("random",)) for number in range(2)]
    assert total("moves") == [len(game.moves) for game in games] == total("chose")
    assert total("decisions") == total("decisions_of")
    assert total("opened") == [1, 1]
    results = [game.state.result() for game in games]
    assert total("score", "1") == [result.scores[1] for result in results if result is not None]
    paid = [[e for events in game.events for e in events if e.kind == "paid"] for game in games]
    assert total("payments") == [len(events) for events in paid]
    assert total("amount") == [sum(event.data[2] for event in events) for event_list in [paid] for events in event_list]
    if columns.account is not None:
        start = rules.code.layout.account_start[columns.account]
        first = rules.expressions.fixed(columns.account.initial) * players
        cash = [sum(game.state.balances[start : start + players]) - first for game in games]
        gains = [a + b for a, b in zip(total("gain", "chooser"), total("gain", "others"), strict=True)]
        assert gains == cash
        assert total("members", "chooser") == [n - 1 for n in total("spells")]


TOGETHER = """edition 1
game bids {
  seats [2]
  state bid per seat: number = 0 seen by owner
  for s in seats FIRST {
    s secretly chooses bet n from 1 .. 3
    bid of s := n
  }
  first of seats chooses go {
    go { }
    stop { }
  }
  finish by 0
  limit 50 moves { finish by 0 }
}
"""


@pytest.mark.parametrize(("first", "opened"), [("together", 0), ("", 1)])
def test_who_is_asked_with_others_opens_nothing(first: str, opened: int, tmp_path: Path) -> None:
    path = tmp_path / "bids.coup"
    path.write_text(TOGETHER.replace("FIRST", first), "utf-8")
    rules = coupdsl.load(path, players=2)
    at = [columns_of(rules).at[Column("opened", of=str(seat))] for seat in (0, 1)]
    for found in (rows(rules, 0, 0, 3, ("random",)), played_by_reference(rules, 0, 0, 3, ("random",))):
        assert found[:, at].sum(axis=1).tolist() == [opened] * 3
    figures = {figure.name for figure in Measures(columns_of(rules), ("random",)).figures}
    assert ("score opening" in figures, "opened" in figures, "won opener" in figures) == (bool(opened),) * 3


def test_where_nothing_is_asked_nobody_opens() -> None:
    rules = load_text(
        "edition 1\ngame luck {\n seats [2]\n state n: number = 0\n chance chooses die x from 1 .. 6\n n := x\n"
        " finish by n\n limit 9 moves { finish by 0 }\n}\n", 2,
    )  # fmt: skip
    figures = {figure.name for figure in Measures(columns_of(rules), ("random",)).figures}
    assert figures.isdisjoint({"opened", "score opener", "won opener", "score opening", "won opening"})


FILLED = """edition 1
game filled {
  seats [2]
  state points per seat: number = 0
  account cash per seat = 10
  let one = first of seats
  repeat turn 3 times {
    for s in seats {
      s chooses go {
        on { points of s := points of s + 1 }
        stop { finish by 1 }
      }
    }
  }
  finish by 2 * points
  limit MOST moves { finish by points }
}
"""


@pytest.mark.parametrize(("most", "reached"), [(6, False), (5, True)])
def test_the_limit_ends_only_games_in_which_a_further_move_is_due(most: int, reached: bool, tmp_path: Path) -> None:
    path = tmp_path / "filled.coup"
    path.write_text(FILLED.replace("MOST", str(most)), "utf-8")
    rules = coupdsl.load(path, players=2)
    limited, score, moves = (
        columns_of(rules).at[column] for column in (Column("limited"), Column("score", of="0"), Column("moves"))
    )
    for found in (rows(rules, 0, 0, 200, ("random",)), played_by_reference(rules, 0, 0, 200, ("random",))):
        ended = [row for row in found if row[limited]]
        assert bool(ended) is reached and (found[:, moves] == most).sum() > len(ended)
        assert all(row[moves] == most and row[score] == 3 for row in ended)


def test_payments_that_cannot_be_added_up_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "paid.coup"
    much = "1000000000 * 1000000000"
    line = f"repeat r 5 times {{ one pays {much} to left of one\n left of one pays {much} to one }}\n  finish by cash"
    text = FILLED.replace("MOST", "9").replace("cash per seat = 10", f"cash per seat = {much}")
    path.write_text(text.replace("finish by 2 * points", line), "utf-8")
    rules = coupdsl.load(path, players=2)
    for play in (rows, played_by_reference):
        with pytest.raises(coupdsl.RulesError, match="the payments of one game are more than can be added up"):
            play(rules, 0, 0, 200, ("random",))


def test_scores_are_added_up_exactly_however_large(tmp_path: Path) -> None:
    path = tmp_path / "large.coup"
    path.write_text(FILLED.replace("MOST", "9").replace("finish by 1", "finish by 4000000000 * 1000000000 - points"))
    rules = coupdsl.load(path, players=2)
    measures = Measures(columns_of(rules), ("random",))
    found = rows(rules, 0, 0, 50, ("random",))
    sums = Summary.of(measures.values(found, 0), np.array([[0, 0]])).sums
    at = [columns_of(rules).at[Column("score", of=seat)] for seat in ("0", "1")]
    own, others = (sum(int(row[column]) for row in found) for column in at)
    assert own > 1 << 64
    assert sums[measures.at[(Column("score", of="0"),)]] == own
    assert sums[measures.at[(Column("score opening"),)]] == own - others  # who opens is always seat 0


def test_games_are_the_same_however_they_are_cut() -> None:
    rules = rules_of("coup", 3)
    whole = rows(rules, 1, 0, 5, ("random",))
    parts = np.concatenate([rows(rules, 1, 0, 2, ("random",)), rows(rules, 1, 2, 3, ("random",))])
    assert (whole == parts).all()
    assert not (whole == rows(rules, 2, 0, 5, ("random",))).all()


def test_policies_change_seats_from_game_to_game() -> None:
    assert [at_seats(("a", "b", "c"), 3, number) for number in range(4)] == [
        ("a", "b", "c"), ("b", "c", "a"), ("c", "a", "b"), ("a", "b", "c"),
    ]  # fmt: skip
    assert at_seats(("a",), 2, 5) == ("a", "a")


def test_columns_are_fixed_by_the_rules() -> None:
    columns = columns_of(rules_of("parker-1966", 4))
    assert len(columns.at) == len(columns.all)
    assert columns.all[:4] == tuple(Column("score", of=str(seat)) for seat in range(4))
    named = [entry.path for entry in columns.entries if entry is not None]
    assert named == ["barbu", "waterloo", "siege", "touche", "guillotine", "dominos"]
    assert columns.reasons[-1] == NONE
