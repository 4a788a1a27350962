"""What a report says first agrees with the figures that stand in its data."""

from __future__ import annotations

import json
import random
import re
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from tests.commands.calls import called
from tests.helpers import TABLES, rules_of, sample

from coupdsl.native.counting.columns import Columns
from coupdsl.study.estimate import Estimate
from coupdsl.study.figures import ALL, Figure
from coupdsl.study.report.first_answers import names_of_all, opening
from coupdsl.study.report.numbers import Number
from coupdsl.study.report.results import FEW, Results
from coupdsl.study.report.titles import Names

pytestmark = pytest.mark.unmeasured

NAMED = ["coup", "kuhn", "parker-1966", "spades", "coup-detat-2005"]  # of many entries, of few figures, teams, drawn
LIST = r"([^.]*(?:\.\d[^.]*)*)"  # what is listed, up to the full stop that is in no number


@cache
def told(name: str, games: int = 120) -> tuple[str, dict[tuple[str, str | None, str | None], dict[str, Any]]]:
    """The answers as one text, and the figures by what they are about."""
    result = called("simulate", name, "--lang", "en", "--games", games, "--format", "json")
    assert result.exit_code == 0, result.output
    data = json.loads(result.stdout)
    figures = {(line["figure"], line["entry"], line["of"]): line for line in data["figures"]}
    return " ".join(data["answers"]).replace("\u00a0", " "), figures


def _values(figures: dict[Any, dict[str, Any]], name: str) -> dict[str, dict[str, Any]]:
    return {of: line for (figure, _, of), line in figures.items() if figure == name}


def _number(text: str) -> float:
    return float(text.replace(",", "").replace("−", "-").rstrip(" %"))


@pytest.mark.parametrize("name", [*NAMED, *sample(sorted(TABLES), 4)])
def test_the_seats_are_as_equal_as_said(name: str) -> None:
    text, figures = told(name)
    won = _values(figures, "won")
    teams = rules_of(name, TABLES[name][0]).program.teams
    sides = {seat: line for seat, line in won.items() if teams == 1 or int(seat) < teams}
    fair = 100 * sum(line["value"] for line in sides.values()) / len(sides)
    even = re.search(
        r"each wins (\S+) % to (\S+) % of the games; (\S+) % would be fair, and none can be more than (\S+) p", text
    )
    uneven = re.search(r"to win (\S+) % of the games would be fair, and it is " + LIST, text)
    alike = re.search(r"each wins (\S+) % of the games, give or take (\S+) points\.", text)
    assert [even, uneven, alike].count(None) == 2
    if alike is not None:
        share, off = map(_number, alike.groups())
        assert all(abs(100 * line["value"] - share) < 0.06 for line in sides.values())
        assert off >= max(abs(100 * end - fair) for line in sides.values() for end in (line["low"], line["high"]))
    if even is not None:
        least, most, middle, off = map(_number, even.groups())
        assert least == pytest.approx(100 * min(line["value"] for line in sides.values()), abs=0.06)
        assert most == pytest.approx(100 * max(line["value"] for line in sides.values()), abs=0.06)
        assert middle == pytest.approx(fair, abs=0.06)
        assert off >= max(abs(100 * end - fair) for line in sides.values() for end in (line["low"], line["high"]))
    if uneven is not None:
        assert _number(uneven[1]) == pytest.approx(fair, abs=0.06)
        said = re.findall(r"(\S+) % for (?:Seat|seats) (\d)", uneven[2])
        assert said
        for share, seat in said:
            assert _number(share) == pytest.approx(100 * sides[seat]["value"], abs=0.06)
            assert not 100 * sides[seat]["low"] < fair < 100 * sides[seat]["high"]


def test_those_who_win_together_are_told_how_often(tmp_path: Path) -> None:
    game = tmp_path / "game.coup"
    game.write_text(
        "edition 1\ngame rescue {\n  seats [4]\n  state thrown: number = 0\n"
        "  first of seats chooses go {\n once { }\n twice { }\n }\n"
        "  chance chooses throw n from 1 .. 4\n  thrown := n\n"
        "  finish by 0 among seats where thrown is 1\n  limit 9 moves { finish by 0 }\n}\n",
        "utf-8",
    )
    text, figures = told(str(game))
    share = 100 * _values(figures, "won")["0"]["value"]
    found = re.search(r"another: each wins (\S+) % of the games, give or take (\S+) points\.", text)
    assert found is not None, text
    assert _number(found[1]) == pytest.approx(share, abs=0.06)
    assert "would be fair" not in text


def test_how_many_games_nobody_wins_is_counted(tmp_path: Path) -> None:
    """In those that are won all win here, so that as many winners as games would be no sign of it."""
    (tmp_path / "together.coup").write_text(
        "edition 1\ngame together {\n  seats [2]\n  chance chooses die {\n    fall { finish by 0 among [] }\n"
        "    stand { }\n  }\n  first of seats chooses ok { ok { } }\n"
        "  finish by 1\n  limit 9 moves { finish by 0 }\n}\n",
        "utf-8",
    )
    text, figures = told(str(tmp_path / "together.coup"), 80)
    (nobody,) = _values(figures, "nobody").values()
    assert 0.3 < nobody["value"] < 0.7
    assert f"In {100 * nobody['value']:.3g} % of the games nobody wins." in text
    assert "nobody wins" not in told("kuhn")[0]
    assert not _values(told("kuhn")[1], "nobody")


@pytest.mark.parametrize("name", [*NAMED, *sample(sorted(TABLES), 4)])
def test_a_game_is_as_long_as_said(name: str) -> None:
    text, figures = told(name)
    found = re.search(
        r"A game takes (\S+) moves, (\S+) of them real decisions; at 5 seconds each, these take (\S+) (\w+)\.", text
    )
    assert found is not None
    moves, decisions = figures["moves", None, None]["value"], figures["decisions", None, None]["value"]
    assert _number(found[1]) == pytest.approx(moves, rel=0.005)
    assert _number(found[2]) == pytest.approx(decisions, rel=0.005)
    unit = {"seconds": 1, "minutes": 60, "hours": 3600}[found[4]]
    assert _number(found[3]) * unit == pytest.approx(5 * decisions, rel=0.05)


@pytest.mark.parametrize("name", ["coup", "parker-1966", "short"])
def test_what_is_said_to_pay_pays_and_what_is_said_to_cost_costs(name: str) -> None:
    text, figures = told(name)
    names = Names(Columns(rules_of(name, TABLES[name][0])), "en")
    gains = {
        names.entry(entry): line
        for (figure, entry, of), line in figures.items()
        if (figure, of) == ("gain", "chooser") and entry
    }
    pays, costs = (
        dict(re.findall(r"([^,()]+?) \(([^)]+)\)", _listed(text, verb)))
        for verb in ("It pays to name ", "It costs to name ")
    )
    pays, costs = (
        {entry.removeprefix("or ").strip(): gain for entry, gain in found.items()} for found in (pays, costs)
    )
    assert pays or costs
    for entry, gain in {**pays, **costs}.items():
        assert _number(gain) == pytest.approx(gains[entry]["value"], rel=0.01)
    assert all(gains[entry]["low"] > 0 for entry in pays)
    assert all(gains[entry]["high"] < 0 for entry in costs)
    for entry in gains:
        if entry not in {**pays, **costs}:  # then it is said not to be sure, and few would call it so
            assert entry in _listed(text, "Whether it pays to name ", " is not sure")


@pytest.mark.parametrize(("more", "is_said"), [("", False), (" worst { }\n", True)])
def test_no_choice_is_said_to_gain_most_of_those_that_gain_the_same(more: str, is_said: bool, tmp_path: Path) -> None:
    game = tmp_path / "doors.coup"
    game.write_text(
        "edition 1\ngame doors {\n seats [2]\n account purse per seat = 0\n account bank = 90\n"
        " for s in seats {\n  s chooses door {\n"
        "   left { chance chooses die n from 1 .. 6\n    bank pays n to s for prize\n   }\n"
        "   right { chance chooses die n from 1 .. 6\n    bank pays n to s for prize\n   }\n"
        f"   {more}  }}\n }}\n finish by purse\n limit 9 moves {{ finish by purse }}\n}}\n",
        "utf-8",
    )
    text, _ = told(str(game), 60)
    one = r"“(left|right)” \(\S+\)"
    end = rf"gain over a whole game is that of whoever chooses {one} or {one}; which of these it is, is unsure\."
    assert bool(re.search(end, text)) is is_said is ("largest" in text)


@pytest.mark.parametrize("name", ["kuhn", "leduc"])
def test_no_loss_is_named_among_the_largest_gains_nor_the_other_way_round(name: str) -> None:
    text, _ = told(name, 60)
    for sentence in text.split(". "):
        assert "largest gain" not in sentence or "(−" not in sentence
        assert "largest loss" not in sentence or "(+" not in sentence


def _listed(text: str, begin: str, end: str = r"\.(?: |$)") -> str:
    found = re.search(f"{re.escape(begin)}(.*?){end}", text)
    return found[1].replace(" or ", ", ") if found is not None else ""


@pytest.mark.parametrize("name", [*NAMED, *sample(sorted(TABLES), 3)])
def test_what_is_said_to_happen_never_never_happened(name: str) -> None:
    text, figures = told(name)
    columns = Columns(rules_of(name, TABLES[name][0]))
    names = Names(columns, "en")
    for begin, figure, every, called_ in (
        ("Nobody ever chose ", "chose", columns.words, names.word),
        ("Nothing was ever paid for ", "payments", [one for one in columns.reasons if one != "-"], names.reason),
    ):
        happened = {of for (one, _, of) in figures if one == figure}
        never = {called_(one).replace("\u00a0", " ") for one in every if one not in happened}
        never -= {called_(one).replace("\u00a0", " ") for one in happened}
        said = set(re.findall("“(.*?)”", _listed(text, begin)))
        assert said <= never
        if figure == "chose" and "more" not in _listed(text, begin):  # the others are never offered
            assert (never - said).isdisjoint(called_(one).replace("\u00a0", " ") for one in offered(name))
        else:
            assert len(said) == len(never) or "more" in _listed(text, begin)


def offered(name: str) -> set[str]:
    """The words of what anybody could choose in a few random games."""
    rules, found = rules_of(name, TABLES[name][0]), set()
    for seed in range(3):
        state, rng = rules.start(seed), random.Random(seed)
        while not state.is_over:
            moves, decision = state.legal_moves(), state.decision
            found |= {str(move).split()[0] for move in moves} | {str(decision)}
            state.apply(rng.choice(moves))
    return found


def test_what_several_things_are_called_is_said_of_all_of_them() -> None:
    names = {"block": "block", "block_at_once": "block", "pass": "pass", "stop": "pass", "show": "show"}
    assert names_of_all(names, {"block", "pass", "stop"}.__contains__) == ["pass"]
    assert names_of_all(names, {"block", "block_at_once", "show"}.__contains__) == ["block", "show"]


def test_how_often_things_are_named_is_compared_among_those_of_a_kind(tmp_path: Path) -> None:
    game = tmp_path / "game.coup"
    game.write_text(
        "edition 1\ngame dicing {\n  seats [2]\n  kind die as dice { }\n  die white { }\n  die black { }\n"
        "  kind box as boxes { }\n  box ones { }\n  box twos { }\n  box threes { }\n  box fours { }\n"
        "  repeat round 3 times { for s in seats {\n s chooses pick d from dice\n s chooses write b from boxes\n } }\n"
        "  finish by 0\n  limit 100 moves { finish by 0 }\n}\n",
        "utf-8",
    )
    text, _ = told(str(game))
    assert re.search(r"Each die is named about as often, [23](\.\d+)? times a game on average\.", text), text
    assert re.search(r"Each box is named about as often, 1(\.\d+)? times a game on average\.", text), text


HEAPS = """edition 1
game heaps {
  seats [2]
  cards { ranks ace A }
  kind heap as heaps { FIELD }
  heap north { VALUE }
  heap south { VALUE }
  zone pack: row seen by none = cards
  zone lying per heap: row seen by all
  repeat round 150 times {
    for s in seats { s chooses put h from heaps }
  }
  for s in seats {
    s chooses sound {
      chime { }
      hum n from 1 .. 19 { }
    }
  }
  finish by 0
  limit 400 moves { finish by 0 }
}
"""


def test_what_happens_in_every_game_is_not_rare(tmp_path: Path) -> None:
    (tmp_path / "heaps.coup").write_text(HEAPS.replace("FIELD", "worth: number").replace("VALUE", "worth: 3"), "utf-8")
    text, _ = told(str(tmp_path / "heaps.coup"))
    rare = "Hardly ever, in less than 1 % of the namings and less than once a game, is there “chime”."
    assert "Each heap is named" in text and rare in text


def test_kinds_that_only_say_where_pieces_lie_are_not_what_is_named(tmp_path: Path) -> None:
    (tmp_path / "heaps.coup").write_text(HEAPS.replace("FIELD", "").replace("VALUE", ""), "utf-8")
    text, figures = told(str(tmp_path / "heaps.coup"))
    assert "named" not in text and "Hardly ever" not in text
    assert not _values(figures, "spells")


def test_nobody_opens_where_the_first_question_is_put_to_all() -> None:
    answers, figures = told("hearts")
    assert "opens" not in answers
    assert not _values(figures, "opened")
    assert "opens" not in called("simulate", "hearts", "--games", 20).stdout
    assert "always opens" in told("kuhn")[0]


@pytest.mark.parametrize(
    ("score", "won", "lowest", "found"),
    [
        ((8, 2), (0.5, 0.1), False, ("good", "score", 0)),
        ((8, 2), (-0.5, 0.1), True, ("bad", "score", 0)),
        ((8, 2), (-0.5, 0.1), None, ("bad", "won", 0)),  # the lowest is best at some ends alone
        ((0, 0), (0.5, 0.1), False, ("good", "won", 0)),  # all always have the same
        ((0, 0), (0, 0), False, ("none", "won", 0)),
        ((3, 0), (0, 0), False, ("good", "score", 0)),
        ((0, 2), (0.5, 0.1), False, ("even", "score", 0)),
        ((1.1, 1.2), (0, 0.1), False, ("unsure", "score", 45)),
        ((1.1, 1.101), (0, 0.1), False, ("unsure", "score", 41)),  # never as few as were played
    ],
)
def test_opening_is_judged_by_what_counts(
    score: tuple[float, float], won: tuple[float, float], lowest: bool | None, found: tuple[str, str, int]
) -> None:
    numbers = {
        f"{name} opening": Number(Estimate(value, value - half, value + half, 40))
        for name, (value, half) in (("score", score), ("won", won))
    }
    results = SimpleNamespace(games=40, lowest_is_best=lowest, number=lambda name, signed: numbers[name])
    one = opening(cast(Results, results))
    assert one is not None and (one.verdict, one.by, one.needed) == found
    results.games = 20
    few = opening(cast(Results, results))
    assert few is not None and (few.verdict in ("none", "even") or few.needed >= FEW)


def test_where_the_lowest_is_best_a_higher_score_is_no_advantage() -> None:
    figure = Figure("score opening", ALL, "", ())
    said = [Names(Columns(rules_of(name, 3)), "en").figure(figure) for name in ("hearts", "coup")]
    assert said == [
        "score of whoever opens against another seat, the lowest is best", "advantage of opening in score"
    ]  # fmt: skip


@pytest.mark.parametrize("together", ["spades", "hearts"])
def test_nobody_opens_where_chance_decides_whether_all_are_asked_at_once(together: str, tmp_path: Path) -> None:
    game = tmp_path / "game.coup"
    game.write_text(
        "edition 1\ngame opening {\n  seats [2]\n  cards {\n suits spades S, hearts H\n ranks ace A\n }\n"
        "  zone deck: row seen by none = cards\n  zone open: row seen by all\n  account cash per seat = 100\n"
        f"  shuffle deck\n  move first of deck to open\n  if some open where suit is {together} {{\n"
        "    for s in seats together { s secretly chooses hid {\n yes { }\n no { }\n } }\n"
        "  } else {\n    let z = first of seats\n    z chooses seen {\n yes { }\n no { }\n }\n  }\n"
        "  finish by cash\n  limit 50 moves { finish by cash }\n}\n",
        "utf-8",
    )
    answers, figures = told(str(game))
    assert "opens" not in answers
    assert not _values(figures, "opened")


def test_what_program_plays_better_is_said() -> None:
    mine = "tests.commands.test_simulate:First"
    result = called("simulate", "coup", "--games", 100, "--policy", f"{mine},random,random,random", "--format", "json")
    data = json.loads(result.stdout)
    won = {line["of"]: line for line in data["figures"] if line["figure"] == "won policy"}
    assert won[mine]["low"] > 0.25 > won["random"]["high"]
    shares = [f"{name} {100 * won[name]['value']:.1f}".removesuffix(".0") + "\u00a0%" for name in (mine, "random")]
    said = f"It matters which program plays. Games won by a seat: {shares[0]} and {shares[1]}."
    assert said in " ".join(data["answers"])


def test_few_games_tell_nothing_of_seats() -> None:
    text, _ = told("coup", 1)
    assert "All this comes from one game of 4 players" in text
    assert "opens" not in text
    assert "95 % sure" not in text
    text, _ = told("coup", 8)
    assert "is named" not in text
    assert "Whether the seats are equal cannot be told from fewer than 30 games." in text
    assert "It pays" not in text


@pytest.mark.parametrize(
    ("one", "other"), [("parker-1966", "french"), ("kuhn", "leduc"), ("hearts", "hearts-open-spiel")]
)
def test_a_comparison_says_first_what_its_data_say(one: str, other: str) -> None:
    result = called("compare", one, other, "--games", 120, "--format", "json")
    data = json.loads(result.stdout)
    text = data["answers"][0].replace("\u00a0", " ")
    tested = [line for line in data["differences"] if line["tested"]]
    sure = [line for line in tested if line["sure"]]
    unsure = [line for line in tested if not line["sure"] and line["games_needed"] is not None]
    assert sure
    counts = re.search(r"^([\d,]+) figures were compared: a difference is ([^.]*)\.", text)
    assert counts is not None and _number(counts[1]) == len(tested)
    parts = {what: _number(number) for what, number in re.findall(r"(sure|not sure|not seen) in ([\d,]+)", counts[2])}
    equal = len(tested) - len(sure) - len(unsure)
    assert parts == {"sure": len(sure), "not sure": len(unsure), **({"not seen": equal} if equal else {})}
    found = re.search(
        r"Of what is not sure, about ([\d,]+) games in all would settle the first, and ([\d,]+) half", text
    )
    assert found is not None
    needed = sorted(line["games_needed"] for line in unsure)
    assert _number(found[1]) == pytest.approx(needed[0], rel=0.05)
    assert _number(found[2]) == pytest.approx(needed[len(needed) // 2], rel=0.05)
    told_of = re.findall(r"([−+]?\d[\d,.]*)( %)?(?: [^%\d]*)? instead of ([−+]?\d[\d,.]*\d|\d)( %)?\.", text)
    assert 1 <= len(told_of) <= 4  # that games are longer, or opening is better, is told beside the three strongest
    for now, percent, was, same in told_of:
        ends = [(_number(end) / 100 if percent else _number(end)) for end in (was, now)]
        assert percent == same
        assert any([line["one_value"], line["other_value"]] == pytest.approx(ends, rel=0.01) for line in sure)


LATE = """edition 1
game late {
  seats [2]
  cards {
    suits spades S
    ranks ace A
  }
  zone deck: row seen by none = cards
  state points per seat: number = 0

  repeat turn 5 times {
    for s in seats {
      s chooses answer {
        stop { finish by points }
        go_on { points of s := points of s + 1 }
      }
    }
  }
  finish by points
  limit 3 moves { finish by points }
}
"""


def test_it_is_said_how_many_games_only_the_limit_ends(tmp_path: Path) -> None:
    game = tmp_path / "late.coup"
    game.write_text(LATE, "utf-8")
    text, figures = told(str(game), 400)
    limited = figures["limited", None, None]
    assert limited["low"] < 1 / 8 < limited["high"] < 1 / 4  # who stops at the third move ends the game before
    said = f"{100 * limited['value']:.1f}".removesuffix(".0")
    assert f"{said} % of the games reach the limit of 3 moves, where the rules end them." in text
    later = tmp_path / "later.coup"
    later.write_text(LATE.replace("limit 3", "limit 30"), "utf-8")
    text, figures = told(str(later))
    assert "limit" not in text
    assert ("limited", None, None) not in figures


def test_what_the_rules_never_offer_is_not_said_to_be_never_chosen() -> None:
    text, figures = told("coup")
    assert ("chose", None, "block_at_once") not in figures
    assert "Nobody ever chose" not in text
    columns = Columns(rules_of("coup", 4))
    assert "block_at_once" in columns.words  # another way to block, for actions that one card blocks
