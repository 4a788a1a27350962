"""`hint` at the table: what a person is advised, said from what the seat was told."""

from __future__ import annotations

import importlib.util
import random
import re
from collections.abc import Sequence
from itertools import islice
from math import inf
from typing import Any

import pytest
from tests.helpers import rules_of
from tests.play.test_play import Sitting
from tests.search import small
from tests.small_games import load_text

import coupdsl
from coupdsl.code.errors import RulesError
from coupdsl.code.moves import Move
from coupdsl.engine.chance import derive
from coupdsl.engine.rules import Rules
from coupdsl.language.source import Source, Span
from coupdsl.play import advice, advising
from coupdsl.play.advice import Adviser
from coupdsl.play.hint_told import HintTold
from coupdsl.play.spoken import Words
from coupdsl.play.told_to_end import ToldToEnd
from coupdsl.search.arena import CompiledArena, arena_of
from coupdsl.search.sureness import Brought, Figure
from coupdsl.search.tally import Tally
from coupdsl.search.weighing import Weighed, weighed
from coupdsl.search.worlds import NoWorld, Worlds


@pytest.fixture(autouse=True)
def _at_leisure(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is said of how long it takes, however slow the machine is."""
    monkeypatch.setattr(advising, "SLOW", 600.0)


def at_table(name: str, players: int, typed: list[str], seed: int = 4, **more: Any) -> list[str]:
    """What is shown after the first question."""
    sitting = Sitting(coupdsl.Game(rules_of(name, players), seed), [*typed, "quit"], width=200, **more)
    sitting.table.play()
    asked = next(at for at, line in enumerate(sitting.shown) if line.startswith(("Your choice", "Votre choix")))
    return sitting.shown[asked + 1 :]


def test_a_hint_says_what_the_best_moves_brought() -> None:
    head, *lines, prompt = islice(at_table("hearts", 4, ["hint"]), 6)
    assert (
        head == "Tried in 12 worlds that you can imagine, and played on at random to the end of the deal; on average, "
        "give or take 2:"
    )
    assert prompt == "Your choice: "
    assert lines[0].startswith("pass on QS: ")  # with three of the suit, nothing else comes near it
    shares = [int(line.partition("best in ")[2].partition(" of 12")[0]) for line in lines]
    own = [float(line.partition(": ")[2].partition(" for you, ")[0]) for line in lines]
    assert shares[0] >= 9 and own == sorted(own) and own[0] < own[1] - 1  # the lowest wins


def test_where_somebody_wins_or_loses_a_hint_says_how_often() -> None:
    lines = at_table("coup", 3, ["hint"])
    assert re.search("to the end of the game; on average, give or take [1-9] %:$", lines[0])
    assert 1 < len([line for line in lines if ": you win " in line and " %; best in " in line]) <= 4


def test_of_sides_a_hint_tells_both_and_of_two_the_other_by_name() -> None:
    bid = at_table("spades", 4, ["bid 2", "hint"], 2)
    assert any(" for your side, " in line and " for the other side" in line for line in bid)
    assert any(" for Seat 1;" in line for line in at_table("kuhn", 2, ["hint"], 1))


@pytest.mark.parametrize(
    ("language", "head", "best"),
    [
        ("en", "Foreseen to the end of the game", "you win 92 %"),
        ("fr", "Prévu jusqu'à la fin de la partie", "vous gagnez 92 %"),
    ],
)
def test_where_nothing_is_hidden_a_hint_is_of_what_is_foreseen(language: str, head: str, best: str) -> None:
    sitting = Sitting(coupdsl.Game(load_text(small.NIM), 4), ["hint", "quit"], width=200, language=language)
    sitting.table.play()
    told = next(at for at, line in enumerate(sitting.shown) if line.startswith(head))
    first, second = sitting.shown[told + 1 : told + 3]
    assert first.startswith("take low 2") and best in first  # which alone wins
    assert best not in second


def test_of_moves_that_are_foreseen_to_bring_the_same_it_is_said_that_none_is_best() -> None:
    rules = load_text(
        STROKES.replace("FINISH", "finish by 7 * (n of it / 9 rounded down to 1)").replace("LOW", "false")
    )
    head, *lines, last = hinted(rules)
    assert head.startswith("Foreseen to the end of the game") and head.endswith("; on average:")
    assert sorted(lines) == ["hard: level with Seat 1", "soft: level with Seat 1"]
    assert last == "The tries do not tell which of these is best."


STROKES = """edition 1
game strokes {
  seats [2]
  state n per seat: number = 0
  state low: flag = LOW
  for s in seats { s chooses swing { soft { n of s := 2 }
    hard { n of s := 5 } } }
  FINISH
  limit 9 moves { finish by 0 }
}
"""


@pytest.mark.parametrize(
    ("finish", "low", "soft", "hard"),
    [
        ("finish by lowest n", "false", "level with Seat 1", "3.0 more than Seat 1"),
        ("finish by n", "false", "3.0 less than Seat 1", "level with Seat 1"),
        (
            "finish by (if n of it > 2 then 1 else 0)", "false",
            "you win 0 % (what several win counts in part)", "you win 50 % (what several win counts in part)",
        ),
        (
            "finish by lowest (if n of it > 2 then 1 else 0)", "false",
            "you win 50 % (what several win counts in part)", "you win 0 % (what several win counts in part)",
        ),
        ("if low { finish by lowest n }\n  finish by n", "true", "level with Seat 1", "3.0 worse than Seat 1"),
        (
            "finish by 0 among seats where n of it > 2", "false",
            "you win 0 % (what several win counts in part)", "you win 50 % (what several win counts in part)",
        ),
    ],
)  # fmt: skip
def test_a_hint_goes_by_the_direction_in_which_scores_count(finish: str, low: str, soft: str, hard: str) -> None:
    rules = load_text(STROKES.replace("FINISH", finish).replace("LOW", low), 2)
    adviser = Adviser(Words(rules, "en", plain=True), 0)
    adviser.listen(coupdsl.Game(rules, 1))
    assert {*adviser.hint()[1:]} == {f"soft: {soft}", f"hard: {hard}"}


@pytest.mark.parametrize(
    ("number", "error", "told"),
    [
        (-0.04, 0, "0.0"),
        (-0.5, 0, "−0.5"),
        (-120.2, 0, "−120"),
        (3.54, 0.01, "3.5"),  # no tenth of a tenth, however sure it is
        (3.54, inf, "3.5"),  # of which nothing is known
        (3.54, 0.6, "4"),
        (-46.0, 9, "−50"),
        (278.0, 9, "280"),
        (278.0, 90, "300"),
        (-46.0, 90, "0"),
    ],
)
def test_numbers_of_hints_are_no_finer_than_they_are_sure(number: float, error: float, told: str) -> None:
    rules = rules_of("kuhn", 2)
    said = HintTold(Words(rules, "en", plain=True), 0, arena_of(rules))
    said._give_or_take([Figure(number, error), Figure(0.0, 0.0)], [])
    assert said._number(number) == told


@pytest.mark.parametrize(("name", "players", "them"), [("spades", 4, "the other side"), ("skat", 3, "the others")])
def test_of_bids_it_is_told_what_comes_of_them_where_everybody_chooses_well(name: str, players: int, them: str) -> None:
    lines = at_table(name, players, ["hint"], 2)
    assert lines[0].startswith(
        "Tried in 12 worlds that you can imagine, and played on to the end of the deal by players"
    )
    assert re.search("; on average, give or take [1-9]0:$", lines[0])
    told = [line.partition("; best in ") for line in lines[1 : lines.index("Your choice: ")] if "; best" in line]
    assert 2 <= len(told) <= 4 and all(best.endswith(" of 12") for _, _, best in told)
    assert sum(int(best.split()[0]) for _, _, best in told) >= 12
    signs = {f"more than {them}": 1, f"less than {them}": -1, f"level with {them}": 0}
    said = [line.partition(": ")[2] for line, _, _ in told]
    found = [next((one, sign) for one, sign in signs.items() if line.endswith(one)) for line in said]
    ahead = [sign * float(line.removesuffix(one) or 0) for line, (one, sign) in zip(said, found, strict=True)]
    assert ahead == sorted(ahead, reverse=True) and all(number % 10 == 0 for number in ahead[1:])
    assert max(map(abs, ahead)) < 300  # points, not what a search reckons in


def test_of_bids_a_hint_tells_the_points_that_one_is_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    def nested(arena: Any, worlds: Any, seat: int, seed: int, moves: Any, numbers: range) -> Tally:
        of_one = [(2 * 2 * 2 * 10 - 40 * at) * len(numbers) for at, _ in enumerate(sorted(moves, key=str))]
        return Tally(of_one, [len(numbers)] * len(of_one))

    monkeypatch.setattr(CompiledArena, "nested", nested)
    lines = at_table("spades", 4, ["conseil"], 2, language="fr")
    best = " ; le meilleur dans"
    assert [line.partition(" : ")[2] for line in lines[1:5]] == [
        f"10,0 de plus que l'autre camp{best} 12 sur 12", f"5,0 de plus que l'autre camp{best} 0 sur 12",
        f"à égalité avec l'autre camp{best} 0 sur 12", f"5,0 de moins que l'autre camp{best} 0 sur 12",
    ]  # fmt: skip
    assert lines[0].endswith("; en moyenne :")  # all tries were alike
    carried = "Ce qui passe à la donne suivante compte aussi, pour ce que cela rapporte plus tard : levées en trop "
    assert re.fullmatch(re.escape(carried) + r"\(−[3-9] par unité\)\.", lines[5]) and lines[6].startswith("Votre choix")


def test_what_is_carried_over_is_told_only_where_it_counts() -> None:
    assert not any("carried" in line for line in at_table("hearts", 4, ["hint"]))
    [told] = [line for line in at_table("spades", 4, ["hint"], 2) if "carried" in line]
    assert re.search(r"it brings later: tricks too many \(−[3-9] each\)\.$", told)


def told_of(move: Move, unbeaten: int, means: Sequence[float], scores: tuple[int, int], error: float = 0.0) -> Weighed:
    """What is told of a move that was tried in twelve worlds."""
    own, others, wins, losses = (Figure(mean, error) for mean in means)
    return Weighed(Brought(move, Figure(0.0, error), unbeaten, 12, True), own, others, wins, losses, scores)


def test_where_all_is_one_it_is_said_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def alike(arena: Any, worlds: Any, seat: int, moves: Any, *given: Any) -> list[Weighed]:
        return [told_of(move, 12, (40.0, 30.5, 0.5, 0.5), (0, 90)) for move in moves]

    monkeypatch.setattr(advice, "weighed", alike)
    assert at_table("kuhn", 2, ["hint"], 1)[1] == "Whatever you choose: 40.0 for you, 30.5 for Seat 1"
    lines = at_table("hearts", 4, ["hint"])  # of more moves than are told of, the others may be worse
    assert [line.partition(": ")[2] for line in lines[1:5]] == [
        "40.0 for you, 30.5 for the others; best in 12 of 12"
    ] * 4
    assert lines[5] == "The tries do not tell which of these is best."


LOST = """edition 1
game lost {
  seats [2]
  for s in seats { s chooses pick { pick n from 1 .. 9 { } } }
  finish by 0 among []
  limit 9 moves { finish by 0 among [] }
}
"""


def test_where_none_of_many_moves_makes_a_difference_it_is_said_once() -> None:
    rules = load_text(LOST, 2)
    adviser = Adviser(Words(rules, "en", plain=True), 0)
    adviser.listen(coupdsl.Game(rules, 1))
    assert adviser.hint()[1:] == ["Whatever you choose: you win 0 %"]


def test_where_many_games_end_level_it_is_told_how_often_one_loses(monkeypatch: pytest.MonkeyPatch) -> None:
    def level(arena: Any, worlds: Any, seat: int, moves: Any, *given: Any) -> list[Weighed]:
        return [told_of(move, 3, (0.1, 0.2, 0.1, 0.2), (0, 1)) for move in moves]

    monkeypatch.setattr(advice, "weighed", level)
    assert at_table("coup", 3, ["hint"])[1].endswith(": you win 10 %, lose 20 %; best in 3 of 12")


@pytest.mark.parametrize(
    ("language", "told"),
    [
        (
            "en",
            "Tried in 12 worlds that you can imagine, and played on at random to the end of the game: every try ended "
            "level, whatever you choose, so that your answers cannot be told apart.",
        ),
        (
            "fr",
            "Essayé dans 12 mondes possibles pour vous, puis joué au hasard jusqu'à la fin de la partie : quoi que "
            "vous choisissiez, chaque essai finit à égalité, ce qui ne départage pas vos choix.",
        ),
    ],
)
def test_where_all_tries_end_level_it_is_said_that_they_tell_nothing(language: str, told: str) -> None:
    assert hinted(load_text(small.SECRETS, 3), language) == [told]


def test_of_a_move_after_which_all_are_always_level_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def some(arena: Any, worlds: Any, seat: int, moves: Any, *given: Any) -> list[Weighed]:
        return [told_of(moves[0], 12, (0, 0, 0, 0), (0, 1)), told_of(moves[1], 3, (0, 0, 0, 0.5), (0, 1))]

    monkeypatch.setattr(advice, "weighed", some)
    lines = at_table("coup", 3, ["hint"])
    assert lines[1].endswith(": always level; best in 12 of 12")
    assert lines[2].endswith(": you win 0 %, lose 50 %; best in 3 of 12")


ALIVE = """edition 1
game alive {
  seats [3]
  state wins per seat: number = 0
  state out: set of seat = []
  for s in seats { s chooses go {
    on { wins of s := wins of s + 1 }
    off { out := out with s }
  } }
  FINISH
  limit 9 moves { finish by wins }
}
"""
PASSES, RAISES = (0.9, 0.7, 0.29, 0.71), (0.7, 0.8, 0.32, 0.68)  # who is alive has 1 point, and of these one wins


@pytest.mark.parametrize(
    ("finish", "first", "then", "told"),
    [
        ("finish by (if it in out then 0 else 1), wins", PASSES, RAISES,
         ["0.9 for you, 0.7 for the others, you win 29 %", "0.7 for you, 0.8 for the others, you win 32 %"]),
        ("finish by (if it in out then 0 else 1), wins", RAISES, PASSES, ["you win 32 %", "you win 29 %"]),
        ("finish by lowest wins, (if it in out then 0 else 1)", (3.0, 4.0, 0.5, 0.5), (2.0, 4.0, 0.3, 0.7),
         ["3.0 for you, 4.0 for the others, you win 50 %", "2.0 for you, 4.0 for the others, you win 30 %"]),
        ("finish by lowest wins, (if it in out then 0 else 1)", (2.0, 4.0, 0.3, 0.7), (3.0, 4.0, 0.5, 0.5),
         ["2.0 for you, 4.0 for the others", "3.0 for you, 4.0 for the others"]),
    ],
)  # fmt: skip
def test_where_scores_or_wins_alone_show_another_order_both_are_told(
    finish: str, first: Sequence[float], then: Sequence[float], told: list[str]
) -> None:
    rules = load_text(ALIVE.replace("FINISH", finish), 3)
    moves = coupdsl.Game(rules, 1).state.legal_moves()
    high = 1 if max(first) < 1 else 9
    found = [told_of(move, 6, means, (0, high)) for move, means in zip(moves, (first, then), strict=True)]
    _, *lines, _ = HintTold(Words(rules, "en", plain=True), 0, arena_of(rules)).weighed(found, False)
    assert [line.partition(": ")[2].partition(";")[0] for line in lines] == told


def hinted(rules: Rules, language: str = "en", seed: int = 1) -> list[str]:
    """The hint for the first choice."""
    adviser = Adviser(Words(rules, language, plain=True), 0)
    adviser.listen(coupdsl.Game(rules, seed))
    return adviser.hint()


# ---- how sure it is
TWO = """\
      two {
        move first(2) of box to post of s
        score of s := sum of worth over post of s
      }
"""
DRAWS = f"""edition 1
game draws {{
  seats [2]
  pieces men: 9 {{ worth: number = 0 }}
  zone box: row seen by none = men
  zone post per seat: row of men seen by all
  state n: number = 0
  state score per seat: number = 0
  for m in men {{
    n := n + 100
    worth of m := n
  }}
  shuffle box
  for s in seats {{
    s chooses draw {{
      double {{
        move first of box to post of s
        score of s := 2 * worth of the first of post of s
      }}
{TWO}      none_at_all {{ }}
    }}
  }}
  finish by score
  limit 9 moves {{ finish by score }}
}}
"""


@pytest.mark.parametrize(
    ("language", "head", "line", "close"),
    [
        (
            "en", r"on average, give or take [3-9]0:$", r": (\d+) for you, (\d+) for Seat 1; best in (\d+) of 12$",
            r"The tries do not tell which is best: (double or two|two or double)\.$",
        ),
        (
            "fr", r"en moyenne, à [3-9]0 près :$", r" : (\d+) pour vous, (\d+) pour le joueur 1 ; "
            r"le meilleur dans (\d+) sur 12$", r"Les essais ne disent pas quel choix est le meilleur : \w+ ou \w+\.$",
        ),
    ],
)  # fmt: skip
def test_a_hint_names_the_moves_that_its_tries_do_not_tell_apart(
    language: str, head: str, line: str, close: str
) -> None:
    """Neither one card that counts twice nor two cards are better; who takes none has nothing."""
    first, *lines, last = hinted(load_text(DRAWS), language)
    assert re.search(head, first) and re.match(close, last)
    found = [re.search(line, one) for one in lines]
    assert all(found) and lines[2].startswith("none at all") and len(lines) == 3
    figures = [[int(number) for number in one.groups()] for one in found if one]
    assert all(own % 10 == 0 and others % 10 == 0 for own, others, _ in figures)
    assert figures[2][0] == 0 and figures[2][2] == 0


def test_where_none_is_told_apart_a_hint_says_so_without_their_names() -> None:
    rules = load_text(DRAWS.replace("      none_at_all { }\n", ""))
    assert hinted(rules)[-1] == "The tries do not tell which of these is best."
    assert hinted(rules, "fr")[-1] == "Les essais ne disent pas lequel de ces choix est le meilleur."


def test_what_is_surely_better_is_not_called_close() -> None:
    lines = hinted(load_text(DRAWS.replace(TWO, "")))
    assert len(lines) == 3 and lines[1].startswith("double: ") and lines[1].endswith("best in 12 of 12")


@pytest.mark.parametrize(
    ("error", "points", "told"), [(0.001, 0.001, ""), (0.02, 0.02, ", give or take 0.1 and 5 %"), (inf, inf, "")]
)
def test_of_scores_and_of_shares_it_is_told_how_sure_they_are(error: float, points: float, told: str) -> None:
    rules = rules_of("kuhn", 2)
    said = HintTold(Words(rules, "en", plain=True), 0, arena_of(rules))
    assert said._give_or_take([Figure(3.0, points)], [Figure(0.5, error)]) == told


def test_what_a_hint_tells_is_what_the_games_ended_with() -> None:
    game = coupdsl.Game(rules_of("hearts", 4), 4)
    arena, moves = arena_of(game.rules), game.state.legal_moves()[:3]
    worlds = [game.state] * 2
    for one in weighed(arena, worlds, 0, moves, 5, 4):
        ends = []
        for number in range(8):
            state = arena.world(worlds, 5, number)
            state.apply(one.brought.move)
            ends.append(arena.playout(state, derive(5, number)))
        assert one.own.mean == sum(end.scores[0] for end in ends) / 8
        assert one.others.mean == pytest.approx(sum(sum(end.scores[1:]) for end in ends) / 24)
        assert one.wins.mean == sum(0 in end.winners for end in ends) / 8 and one.wins.mean + one.losses.mean == 1
        assert one.scores == (min(min(end.scores) for end in ends), max(max(end.scores) for end in ends))
        assert one.brought.expected.mean == arena.trials(worlds, 0, 5, [one.brought.move], range(8)).means[0]
        by_world = [sum(end.scores[0] for end in ends[world::2]) / 4 for world in range(2)]
        assert one.own.error == pytest.approx(abs(by_world[0] - by_world[1]) / 2)


def test_in_french() -> None:
    lines = at_table("hearts", 4, ["conseil", "connu"], language="fr")
    assert lines[0].startswith("Essayé dans 12 mondes possibles pour vous")
    assert lines[1].startswith("passe DS : ") and " pour les autres ; le meilleur dans " in lines[1]
    assert any(line.endswith(": le joueur 1, le joueur 2 ou le joueur 3") for line in lines)


@pytest.mark.parametrize("typed", ["hint", "/hint", "HINT", " hint "])
def test_it_is_typed_as_other_commands(typed: str) -> None:
    assert at_table("coup", 3, [typed])[0].startswith("Tried in 12 worlds")


@pytest.mark.parametrize("typed", ["hint 1", "known AC", "conseil"])
def test_what_is_more_or_another_language_is_no_command(typed: str) -> None:
    assert at_table("coup", 3, [typed])[0] == f"`{typed}` is not possible here."


def test_at_one_answer_there_is_no_hint() -> None:
    game = coupdsl.Game(rules_of("parker-1966", 4), 4)
    while len(game.state.legal_moves()) > 1 or game.state.actor != 0:
        game.apply(game.state.legal_moves()[0])
    sitting = Sitting(game, ["hint", "quit"])
    sitting.table.play()
    assert "There is only one answer here." in sitting.shown


def test_ctrl_c_stops_the_hint_and_not_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    hint, times = Adviser.hint, [0]

    def interrupted(self: Adviser) -> list[str]:
        times[0] += 1
        if times[0] == 1:
            self.worlds.sample(1)
            raise KeyboardInterrupt
        return hint(self)

    monkeypatch.setattr(Adviser, "hint", interrupted)
    lines = at_table("coup", 3, ["hint", "hint", "1"])
    assert lines[0] == "Stopped." and lines[2].startswith("Tried in 12 worlds")
    assert any(line.startswith("What happened") for line in lines[3:])  # which goes on


def test_who_is_told_to_end_during_a_hint_leaves_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def told(self: Adviser) -> list[str]:
        raise ToldToEnd

    monkeypatch.setattr(Adviser, "hint", told)
    lines = at_table("coup", 3, ["hint", "1"])
    assert not [line for line in lines if line.startswith(("Stopped", "Your choice", "What happened"))], lines


def test_a_hint_that_takes_long_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advising, "SLOW", 0.0)
    assert at_table("coup", 3, ["hint"])[0] == "(This takes a while; Ctrl-C stops it, and the game goes on.)"


def test_without_what_it_needs_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    monkeypatch.setattr(advising, "find_spec", lambda name: None)
    for typed in ("hint", "known"):
        line = at_table("coup", 3, [typed])[0]
        assert line.startswith("Players that think need `llvmlite`: ") and line.endswith(" -m pip install llvmlite")


@pytest.mark.parametrize(("seats", "language", "who"), [(2, "en", "everybody"), (2, "fr", "tous"), (1, "en", "you")])
def test_a_hint_says_what_all_have_where_all_have_the_same(seats: int, language: str, who: str) -> None:
    rules = load_text(small.together("2 * lit", "1, 2"), seats)
    adviser = Adviser(Words(rules, language, plain=True), 0)
    adviser.listen(coupdsl.Game(rules, 1))
    _, best, worse = adviser.hint()
    assert best.startswith("light") and best.endswith("12 of 12" if language == "en" else "12 sur 12")
    assert f" {who};" in best.replace(" ;", ";")
    assert worse.startswith("leave") and f" {who};" in worse.replace(" ;", ";")


@pytest.mark.parametrize(
    ("ending", "best"),
    [
        ("(if lit > 0 then 1 else 0)", "light: 1.0 for everybody; best in 12 of 12"),
        ("lit among seats where lit > 0", "light: {0} for everybody, you win 100 %; best in 12 of 12"),
        ("0 among seats where lit > 0", "light: you win 100 %; best in 12 of 12"),
        (
            "lit + lit among seats where it is last of seats",
            "Whatever you choose: {0} for you, {0} for Seat 1, you win 0 %",
        ),
        (
            "lit + 9 among seats where lit > 0 or it is last of seats",
            "light: {0} for you, {0} for Seat 1, you win 100 %; best in 12 of 12",
        ),
    ],
)
def test_a_hint_says_how_often_all_win_where_they_may_lose(ending: str, best: str) -> None:
    rules = load_text(small.together(ending), 2)
    adviser = Adviser(Words(rules, "en", plain=True), 0)
    adviser.listen(coupdsl.Game(rules, 1))
    line = adviser.hint()[1]
    number = line.partition(": ")[2].partition(" ")[0]
    assert line == best.format(number)


def test_where_no_world_is_found_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(self: Worlds, count: int = 1) -> Any:
        raise NoWorld

    monkeypatch.setattr(Worlds, "sample", none)
    assert at_table("coup", 3, ["hint", "known"])[:3:2] == ["It cannot be worked out here what may lie where."] * 2


def test_where_the_rules_cannot_go_on_in_a_try_that_is_said_and_the_game_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fails(*given: Any, **named: Any) -> Any:
        raise RulesError("too many", Span(Source("game.coup", "edition 1"), 0, 7))

    monkeypatch.setattr(advice, "judged", fails)
    assert at_table("coup", 3, ["hint"])[0] == (
        "There is no hint here. In a game that was tried the rules cannot go on at game.coup:1:1."
    )
    assert at_table("coup", 3, ["conseil"], language="fr")[0] == (
        "Pas de conseil ici. Dans une partie essayée, les règles ne peuvent pas continuer à game.coup:1:1."
    )


@pytest.mark.unmeasured
def test_who_asks_late_in_a_match_is_answered_too() -> None:
    """After four deals: all of it at once would be too much to find a world."""
    game, rnd = coupdsl.Game(rules_of("hearts", 4), 5), random.Random(3)
    while len(game.moves) < 230 or game.state.actor != 0 or len(game.state.legal_moves()) < 2:
        game.apply(rnd.choice(game.state.legal_moves()))
    adviser = Adviser(Words(game.rules, "en", plain=True), 0)
    adviser.listen(game)
    assert len(adviser.hint()) > 1
