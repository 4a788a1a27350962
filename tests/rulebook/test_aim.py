"""The aim says what decides, in which order and direction, and who can win."""

from __future__ import annotations

import pytest
from tests.small_games import in_folder

from coupdsl.rulebook.markdown import as_markdown
from coupdsl.rulebook.pages import rulebook
from coupdsl.rulebook.primer import Primer
from coupdsl.rulesets.compose import compose

GAME = """edition 1
game aim {
  seats [4] in 2 teams
  state points per seat: number = 0
  state faults per seat: number = 0
  state tricks per team: number = 0
  state second: seat = last of seats
  for s in seats {
    s chooses go {
      good { points of s := points of s + 1 }
      bad { faults of s := faults of s + 1 }
      take { tricks of team of s := tricks of team of s + 1 }
    }
  }
  finish by END
  limit 9 moves { finish by 0 }
}
"""
ENDS = [
    ("points, lowest faults among seats where points > 0", "en",
     ["What counts is points: whoever has the most at the end wins.",
      "If that is equal, what counts next is faults: whoever has the least wins.",
      "Who can win: the players for which their points is more than 0."]),
    ("points, lowest faults among seats where points > 0", "fr",
     ["Ce qui compte : points. Qui en a le plus à la fin gagne.",
      "En cas d'égalité, ce qui compte ensuite : faults. Qui en a le moins gagne.",
      "Peuvent gagner : les joueurs où points dépasse 0."]),
    ("lowest faults, points, tricks of team", "en",
     ["What counts is faults: whoever has the least at the end wins.",
      "If that is equal, what counts next is points: whoever has the most wins.",
      "If that is equal, what counts next is tricks: the pair or team that has the most wins."]),
    ("lowest tricks of team, lowest tricks of team, points", "fr",
     ["Ce qui compte : tricks. L'équipe qui en a le moins à la fin gagne.",
      "En cas d'égalité, ce qui compte ensuite : tricks. L'équipe qui en a le moins gagne.",
      "En cas d'égalité, ce qui compte ensuite : points. Qui en a le plus gagne."]),
    ("points - faults, 2 * points, lowest 2 * faults", "en",
     ["Whoever ends with the highest result wins. What counts: points of the player − faults of the player.",
      "If that is equal, what counts next: 2 × points of the player. The highest wins.",
      "If that is equal, what counts next: 2 × faults of the player. The lowest wins."]),
    ("points - faults, 2 * points, lowest 2 * faults", "fr",
     ["Le résultat final le plus haut gagne. Ce qui compte : points du joueur − faults du joueur.",
      "En cas d'égalité, ce qui compte ensuite : 2 × points du joueur. Le plus haut gagne.",
      "En cas d'égalité, ce qui compte ensuite : 2 × faults du joueur. Le plus bas gagne."]),
    ("0 among seats where points > 0", "en", ["Who wins: the players for which their points is more than 0."]),
    ("points among []", "en", ["Nobody wins."]),
    ("(if it is first of seats then 1 else 0)", "en", ["Who wins: the first of the players."]),
    ("(if it is first of seats then 0 else 1)", "fr", ["Gagnent : tous sauf le premier des joueurs."]),
    ("0 among seats where points > 0", "fr", ["Gagnent : les joueurs où points dépasse 0."]),
    ("sum of s: faults of s over seats after it", "en",
     ["Whoever ends with the highest result wins. What counts: the sum of faults of s over (the players in turn, "
      "beginning after the player) (each in turn as s)."]),
    ("(if it is second then 1 else 0)", "en", ["Who wins: second."]),
    ("(if it is not second then 1 else 0)", "en",
     ["Whoever ends with the highest result wins. What counts: 1 if the player is not second; otherwise 0."]),
    ("(if it is second then 0 else 1)", "fr", ["Gagnent : tous sauf second."]),
    ("(if it is second then 1 else 0)", "fr", ["Qui gagne : second."]),
]  # fmt: skip


@pytest.mark.parametrize(("end", "language", "aim"), ENDS)
def test_the_aim_tells_each_direction_and_who_can_win(end: str, language: str, aim: list[str]) -> None:
    found, problems = compose(str(in_folder({"game.coup": GAME.replace("END", end)}) / "game.coup"))
    assert found is not None, problems
    assert Primer(found, language).aim() == aim


TOGETHER = [
    ("[4]", "sum of points over seats", "en",
     ["All win or lose together. What counts is the sum of their points over the players: the more, the better."]),
    ("[4]", "lowest sum of faults over seats among seats where sum of points over seats > 3", "en",
     ["All win or lose together. What counts is the sum of their faults over the players: the less, the better.",
      "All win if (the sum of their points over the players) is more than 3."]),
    ("[4]", "lowest sum of faults over seats among seats where sum of points over seats > 3", "fr",
     ["On gagne ou on perd ensemble. Ce qui compte : la somme de faults sur les joueurs. Moins il y en a, mieux c'est.",
      "Tous gagnent si (la somme de points sur les joueurs) dépasse 3."]),
    ("[4]", "1 among seats where sum of points over seats > 3", "en",
     ["All win if (the sum of their points over the players) is more than 3."]),
    ("[1]", "lowest faults, points among seats where points > 0", "en",
     ["What counts is faults: the less, the better.",
      "If that is equal, what counts next is points: the more, the better.",
      "You win if points of the player is more than 0."]),
    ("[1]", "points of first of seats among (if points of first of seats > 3 then seats else [])", "en",
     ["Whoever ends with the highest result wins. What counts: points of the first of the players.",
      "Who can win: the players if points of the first of the players is more than 3; otherwise nothing."]),
    ("[1]", "points", "fr", ["Ce qui compte : points. Plus il y en a, mieux c'est."]),
]  # fmt: skip


@pytest.mark.parametrize(("seats", "end", "language", "aim"), TOGETHER)
def test_of_who_wins_together_or_plays_alone_no_other_is_told(
    seats: str, end: str, language: str, aim: list[str]
) -> None:
    text = GAME.replace("END", end).replace("seats [4]", f"seats {seats}")
    text = text.replace(" in 2 teams", "").replace("per team", "per seat").replace("team of s", "s")
    found, problems = compose(str(in_folder({"game.coup": text}) / "game.coup"))
    assert found is not None, problems
    assert Primer(found, language).aim() == aim


@pytest.mark.parametrize(
    ("seats", "told", "book"),
    [
        ("[2, 3]", ["All win.", "The game can also end where something else decides.", "- Nobody wins."],
         ["For 2 or 3 players.", "Players decide: go."]),
        ("[1]", ["You win.", "The game can also end where something else decides.", "- Nobody wins."],
         ["For one player.", "You decide: go.", "what you are asked", "1 player",
          "Fingerprint of the rules for one player: "]),
    ],
)  # fmt: skip
def test_the_aim_is_the_end_that_can_be_won(seats: str, told: list[str], book: list[str]) -> None:
    text = f"edition 1\ngame lift {{\n seats {seats}\n state found: number = 0\n repeat turn 3 times {{\n"
    text += " for s in seats {\n s chooses go {\n seek { found := found + 1 }\n lift if found > 1 { finish by 1 }\n"
    text += " }\n }\n }\n finish by 0 among []\n limit 9 moves { finish by 0 among [] }\n}\n"
    found, problems = compose(str(in_folder({"lift.coup": text}) / "lift.coup"))
    assert found is not None, problems
    assert Primer(found, "en").aim() == told
    page = as_markdown(rulebook(found, "en"))
    assert [part for part in [*book, "The game ends, and is won."] if part not in page] == []


@pytest.mark.parametrize(
    ("last", "told", "is_won"),
    [
        ("points", "The game ends in a draw.", False),
        ("0 among [second]", "The game ends in a draw.", False),
        ("0 among seats where points of second > 3", "The game ends, and is won.", True),
        ("0 among seats where points of second > 3", "The game ends, and is won if *points* of *second* is ", True),
        (
            "lowest points of second among seats where faults of second > 3",
            "What counts: *points* of *second* (the less",
            True,
        ),
        ("0 among (if points of second > 3 then seats else [])", "The game ends, and is won.", True),
    ],
)
def test_an_end_that_tells_nobody_apart_is_won_only_where_all_ends_are_shared(
    last: str, told: str, is_won: bool
) -> None:
    end = f"finish by {last}"
    text = GAME.replace("finish by END", f"if faults of second > 1 {{ finish by 0 }}\n  {end}")
    found, problems = compose(str(in_folder({"game.coup": text}) / "game.coup"))
    assert found is not None, problems
    assert told in as_markdown(rulebook(found, "en"))
    assert any("All win." in line for line in Primer(found, "en").aim()) is is_won


@pytest.mark.parametrize(
    ("other", "language", "aim"),
    [
        ("lowest faults", "en", ["What counts is points: whoever has the most at the end wins.",
                                 "The game can also end where something else decides.",
                                 "- What counts is faults: whoever has the least at the end wins."]),
        ("0 among []", "fr", ["Ce qui compte : points. Qui en a le plus à la fin gagne.",
                              "La partie peut aussi finir là où autre chose décide.",
                              "- Personne ne gagne."]),
        ("lowest faults }\n  if points of second > 1 { stop()", "en",
         ["What counts is points: whoever has the most at the end wins.",
          "The game can also end where something else decides.",
          "- What counts is faults: whoever has the least at the end wins."]),
        ("0", "en", ["What counts is points: whoever has the most at the end wins."]),
        ("points", "en", ["What counts is points: whoever has the most at the end wins."]),
    ],
)  # fmt: skip
def test_an_end_that_decides_otherwise_is_told(other: str, language: str, aim: list[str]) -> None:
    text = GAME.replace("finish by END", f"if faults of first of seats > 1 {{ finish by {other} }}\n  finish by points")
    text = text.replace("  limit", "  rule stop { finish by lowest faults }\n  limit") if "stop()" in other else text
    found, problems = compose(str(in_folder({"game.coup": text}) / "game.coup"))
    assert found is not None, problems
    assert Primer(found, language).aim() == aim


def test_where_each_end_has_its_condition_each_aim_is_told_with_it() -> None:
    ends = "if faults of first of seats > 1 { finish by lowest faults }\n"
    ends += "for s in seats { if points of s > 1 { finish by (if it is s then 1 else 0), points } }\n  finish by 0"
    found, problems = compose(str(in_folder({"game.coup": GAME.replace("finish by END", ends)}) / "game.coup"))
    assert found is not None, problems
    assert Primer(found, "en").aim() == [
        "What decides depends on how the game ends.",
        "- If faults of the first of the players is more than 1: The game ends. "
        "What counts for each player: faults of the player (the lowest wins).",
        "- If points of s is more than 1: The game ends. "
        "What counts for each player: 1 if the player is s; otherwise 0 (the highest wins); "
        "then points of the player (the highest wins).",
    ]


def test_an_end_behind_rules_that_call_one_another_twice_is_told_once() -> None:
    calls = [
        f"rule r{n} {{ if points of first of seats > {n} {{ r{n + 1}() }} else {{ r{n + 1}() }} }}" for n in range(24)
    ]
    last = "rule r24 { if points of first of seats > 40 { finish by faults } }\n  limit"
    text = GAME.replace("finish by END", "r0()\n  finish by points").replace("limit", "\n  ".join([*calls, last]), 1)
    found, problems = compose(str(in_folder({"game.coup": text}) / "game.coup"))
    assert found is not None, problems
    assert len(Primer(found, "en").aim()) < 6


def test_what_only_its_rule_can_name_is_left_to_the_book() -> None:
    text = GAME.replace("finish by END", "first of seats chooses put n from 0 .. 3\n  finish by n * points of it")
    found, problems = compose(str(in_folder({"game.coup": text}) / "game.coup"))
    assert found is not None, problems
    assert Primer(found, "en").aim() == []


@pytest.mark.parametrize(("answer", "best"), [("most", "most"), ("least", "least")])
def test_an_end_that_is_not_in_force_is_not_told(answer: str, best: str) -> None:
    rules = "option end.by = most | least\n  rule stop { finish by points }\n"
    rules += "  when end.by is least { rule stop { finish by lowest points } }\n  stop()"
    text = GAME.replace("finish by END", f"{rules}\n  finish by {'lowest ' * (answer == 'least')}points")
    found, problems = compose(str(in_folder({"game.coup": text}) / "game.coup"))
    assert found is not None, problems
    aim = Primer(found, "en", {"end.by": answer}).aim()
    assert aim == [f"What counts is points: whoever has the {best} at the end wins."]


@pytest.mark.parametrize("answer", [False, True])
@pytest.mark.parametrize(
    ("end", "rules"),
    [
        ("if play.short { finish by lowest points }", ""),
        ("if play.short { by_least() }", "rule by_least { finish by lowest points }"),
        ("case play.short { true { finish by lowest points }\nfalse { } }", ""),
    ],
)
def test_of_ends_only_those_that_the_options_leave_open_are_told(end: str, rules: str, answer: bool) -> None:
    text = GAME.replace("finish by END", f"option play.short = false | true\n  {end}\n  finish by points\n  {rules}")
    found, problems = compose(str(in_folder({"game.coup": text}) / "game.coup"))
    assert found is not None, problems
    aim = Primer(found, "en", {"play.short": answer}).aim()
    if answer and rules:  # whether such a rule always ends the game is not looked into
        assert aim[-1] == "- What counts is points: whoever has the least at the end wins."
    else:
        assert aim == [f"What counts is points: whoever has the {'least' if answer else 'most'} at the end wins."]


def test_ends_that_the_options_leave_out_do_not_part_who_wins_together() -> None:
    ends = "if play.alone { finish by points }\n  finish by sum of points over seats"
    text = GAME.replace("finish by END", f"option play.alone = false | true\n  {ends}")
    found, problems = compose(str(in_folder({"game.coup": text}) / "game.coup"))
    assert found is not None, problems
    together = "All win or lose together."
    assert [together in " ".join(Primer(found, "en", {"play.alone": alone}).aim()) for alone in (False, True)] == [
        True,
        False,
    ]


def test_a_shared_end_is_told_in_french() -> None:
    text = GAME.replace("finish by END", "finish by lowest points of second among seats where faults of second > 3")
    found, problems = compose(str(in_folder({"game.coup": text}) / "game.coup"))
    assert found is not None, problems
    page = as_markdown(rulebook(found, "fr")).replace("*", "")
    assert (
        "Ce qui compte : points de second (moins il y en a, mieux c'est). Elle est gagnée si faults de second" in page
    )
