"""What results are worth: direction, teams, shared wins, and ends without winners."""

from __future__ import annotations

import pytest
from tests.helpers import TABLES, rules_of, sample
from tests.search import small
from tests.small_games import load_text

import coupdsl
from coupdsl.engine.turn import Result
from coupdsl.search import bounties, machines
from coupdsl.search.arena import Arena, CompiledArena
from coupdsl.search.levels import LEVELS
from coupdsl.search.utility import Scale, Utility


@pytest.mark.unmeasured
@pytest.mark.parametrize("name", sample(sorted(TABLES), 8))
def test_nobody_is_better_off_than_the_winners_of_a_shipped_game(name: str) -> None:
    rules = rules_of(name, TABLES[name][-1])
    utility, machine = Utility(rules), coupdsl.Machine(rules)
    for result in machine.playouts(machine.start(1), 7, 20):
        worths = utility.worths(result)
        best = {worths[seat] for seat in result.winners}
        assert len(best) == 1
        assert all(worths[seat] < max(best) for seat in range(rules.players) if seat not in result.winners)


def test_in_hearts_the_lowest_is_best() -> None:
    assert Utility(rules_of("hearts", 4)).worths(Result((0, 26, 26, 26), (0,))) == (156, -52, -52, -52)


def test_partners_are_worth_the_same() -> None:
    utility = Utility(rules_of("spades", 4))
    assert utility.worths(Result((100, -30, 100, -30), (0, 2))) == (1040, -1040, 1040, -1040)


def test_partners_whose_scores_count_apart_play_for_themselves() -> None:
    text = (
        "edition 1\ngame apart {\n seats [4] in 2 teams\n account cash per seat = 100\n"
        " state points per team: number = 0\n"
        " for s in seats {\n s chooses pay {\n give { s pays 5 to left of s }\n keep { }\n }\n }\n"
        " finish by ENDS\n limit 9 moves { finish by 0 }\n}\n"
    )
    apart = Utility(load_text(text.replace("ENDS", "cash"), 4))
    assert apart.side == [0, 1, 2, 3]
    for ends in ("points of team of it", "score(it)"):
        rule = "rule score(s: seat) = points of team of s + 1\n finish"
        assert Utility(load_text(text.replace("finish", rule, 1).replace("ENDS", ends), 4)).side == [0, 1, 0, 1]


def test_a_shared_win_is_between_a_win_and_a_loss() -> None:
    utility = Utility(rules_of("coup", 3))
    alone, shared = utility.worths(Result((1, 0, 0), (0,))), utility.worths(Result((1, 1, 0), (0, 1)))
    assert alone[0] > shared[0] == shared[1] > alone[1]


def test_who_loses_by_a_second_key_is_worth_less() -> None:
    worths = Utility(rules_of("parker-1966", 3)).worths(Result((500, 500, 200), (1,)))
    assert worths[1] > worths[0] > worths[2]


def _finishing(*lines: str, limit: str = "0") -> coupdsl.Rules:
    """A game that ends in one of several ways."""
    ways = "\n".join(f"way{number} {{ finish by {line} }}" for number, line in enumerate(lines))
    text = f"""edition 1
game ways {{
  seats [3]
  state held per seat: number = 0
  repeat turn 5 times {{
    first of seats chooses end {{
{ways}
    }}
  }}
  finish by 0
  limit 10 moves {{ finish by {limit} }}
}}
"""
    return load_text(text, 3)


def test_without_winners_all_are_worth_what_they_have() -> None:
    assert Utility(_finishing("held among []")).worths(Result((3, 3, 0), ())) == (6, 6, -12)


ALL_OR_NONE = ("lit among seats where lit >= 2", "lit among (if lit >= 2 then seats else [])", "0 among bright()")
BRIGHT = "  rule bright = seats where lit >= 2\n"


@pytest.mark.parametrize("ending", ["lit", "lowest lit", *ALL_OR_NONE])
def test_where_all_have_the_same_there_are_no_others(ending: str) -> None:
    rules = load_text(small.together(ending).replace("  for s in", BRIGHT + "  for s in"), 2)
    utility = Utility(rules)
    assert utility.is_shared
    one, both = utility.worths(Result((1, 1), (0, 1))), utility.worths(Result((2, 2), (0, 1)))
    assert one[0] == one[1] != both[0] == both[1]
    assert (one < both) is (ending != "lowest lit")
    assert utility.worths(Result((2, 2), ())) < both
    assert utility.point(0) == abs(both[0] - one[0])
    worlds, numbers = [coupdsl.Machine(rules).start(1)], range(40)
    plain, compiled = (of(rules).ends(worlds, 3, numbers) for of in (Arena, CompiledArena))
    assert plain == compiled
    assert len(set(plain)) > 1


@pytest.mark.parametrize(
    "ending",
    [
        "(if it is first of seats then lit else 0)",
        "lit among [first of seats]",
        "lit among seats where it is last of seats",
    ],
)
def test_where_one_may_have_more_or_win_alone_the_others_count(ending: str) -> None:
    assert not Utility(load_text(small.together(ending), 2)).is_shared


def test_where_ends_of_another_direction_are_possible_nobody_shares() -> None:
    text = small.together("lowest lit").replace(
        "  finish by lowest lit", "  if lit > 9 { finish by lit }\n  finish by lowest lit"
    )
    assert not Utility(load_text(text, 2)).is_shared


@pytest.mark.parametrize("lowest", ["", "lowest "])
def test_where_nobody_can_win_the_direction_says_nothing(lowest: str) -> None:
    lost = {"": "lowest ", "lowest ": ""}[lowest]
    text = small.together(f"{lowest}lit").replace(
        f"  finish by {lowest}lit", f"  if lit > 9 {{ finish by {lost}lit among [] }}\n  finish by {lowest}lit"
    )
    utility = Utility(load_text(text, 2))
    assert (utility.lowest, utility.low_is_good, utility.is_shared) == (bool(lowest), bool(lowest), True)
    text = text.replace(f"finish by {lowest}lit\n", f"finish by {lowest}lit among []\n")
    assert Utility(load_text(text, 2)).lowest is None  # nobody can win at any of them


MAY_WIN = "lit among seats where it is first of seats or lit > 1"


def test_where_ends_say_who_may_win_a_win_is_worth_more_than_any_score() -> None:
    rules = load_text(small.together(MAY_WIN, "3"), 3)
    utility = Utility(rules)
    assert utility.bounty == 2 * 3  # of none to three lamps
    assert utility.worths(Result((1, 1, 1), (0,))) == (6 * utility.point(0) + 2, -1, -1)
    worlds, numbers = [coupdsl.Machine(rules).start(1)], range(40)
    plain, compiled = (of(rules).ends(worlds, 3, numbers) for of in (Arena, CompiledArena))
    assert plain == compiled
    assert len(set(plain)) > 1


@pytest.mark.parametrize("compiled", [True, False])
def test_a_game_too_long_to_show_how_far_scores_lie_apart_is_broken_off(
    compiled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = load_text(small.together("(if it is first of seats then 3 else 0) among seats where lit > 0", "3"), 3)
    monkeypatch.setattr(machines, "find_spec", lambda _: compiled or None)
    for moves, bounty in ((3, 2 * 3), (2, 0)):  # of three that are made
        monkeypatch.setattr(bounties, "MOVES", moves)
        assert bounties.bounty_of(rules) == bounty


@pytest.mark.parametrize("ending", ["lit", "lowest lit", "lit among seats"])
def test_where_who_has_the_best_score_wins_a_win_is_worth_no_more(ending: str) -> None:
    assert Utility(load_text(small.together(ending), 2)).bounty == 0


def test_who_plays_alone_has_what_he_has() -> None:
    utility = Utility(load_text(small.together("lit among seats where it is last of seats and lit > 0", "1"), 1))
    assert utility.margins(Result((1,), (0,))) == (2,)
    assert utility.margins(Result((0,), ())) == utility.worths(Result((0,), ())) == (-1,)


@pytest.mark.unmeasured
@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_who_plays_together_does_what_is_best_for_all(level: str) -> None:
    rules = load_text(small.together(ALL_OR_NONE[0]), 2)
    game = coupdsl.Game(rules, 1)
    while game.state.actor is not None:
        player = LEVELS[level](rules, game.state.actor, 5)
        player.told(game.seen(game.state.actor))
        game.apply(player.choose("lamp", game.state.legal_moves(), game.state.view(game.state.actor)))
    assert game.state.result() == Result((2, 2), (0, 1))


def test_winners_tell_the_direction_where_ends_differ() -> None:
    utility = Utility(_finishing("lowest held", "(if it is first of seats then 1 else 0)"))
    assert utility.lowest is None
    assert utility.worths(Result((1, 5, 9), (0,)))[0] > 0
    assert utility.worths(Result((1, 0, 0), (0,)))[0] > 0
    assert utility.better(Result((1, 5, 9), (0,))) == (-1, -5, -9)
    assert utility.better(Result((1, 0, 0), (0,))) == (1, 0, 0)


@pytest.mark.parametrize(
    ("ways", "limit", "low"),
    [
        (["lowest held"], "held", True),
        (["held"], "lowest held", False),
        (["lowest held", "0"], "held + 1", True),
        (["lowest held", "held"], "held", None),
        (["0"], "lowest held", True),
    ],
)
def test_a_limit_that_counts_the_other_way_does_not_turn_what_is_reported(
    ways: list[str], limit: str, low: bool | None
) -> None:
    assert Utility(_finishing(*ways, limit=limit)).low_is_good is low


def test_who_may_not_win_is_worth_less_than_the_winner() -> None:
    worths = Utility(rules_of("coup", 3)).worths(Result((4, 9, 1), (0,)))
    assert worths[0] > worths[1] > worths[2]


def test_scores_beyond_all_bounds_count_as_large_ones() -> None:
    worths = Utility(rules_of("coup", 3)).worths(Result((1 << 61, 0, 0), (0,)))
    assert 0 < worths[0] < 1 << 62


def test_a_scale_goes_from_0_to_1_over_what_was_seen() -> None:
    scale = Scale.over([(-4, 4), (0, 0), (4, -4)])
    assert [scale.of(worths, 0) for worths in [(-4, 4), (0, 0), (4, -4), (8, -8)]] == [0.0, 0.5, 1.0, 1.5]
    assert Scale.over([(3, 3)]).of((3, 3), 1) == 0.0
