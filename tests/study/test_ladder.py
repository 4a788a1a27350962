"""Ladders: who sits where, duplicate deals, intervals over deals, files that are gone on with, players that fail."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from tests.study.sitting import OFFERED

from coupdsl.language.signs import as_json
from coupdsl.study.course import LARGEST, NotThisStudy
from coupdsl.study.crews import Alone, Crew, crew
from coupdsl.study.ladder.climbing import climb
from coupdsl.study.ladder.contest import Contest, Place
from coupdsl.study.ladder.kept_games import KeptGames
from coupdsl.study.ladder.match import Crash, Played
from coupdsl.study.ladder.ratings import ratings
from coupdsl.study.ladder.seatings import MOST, DoNotFit, Seatings
from coupdsl.study.ladder.standings import FEW, MEASURES, Measure, Standings
from coupdsl.study.plan import Subject
from coupdsl.study.report.laddered import Laddered, laddered_data
from coupdsl.study.report.text import as_text

NAMES = tuple("abcdefg")
PLAYERS = "tests.study.sitting"


def contest(ruleset: str, players: int, *names: str, seed: int = 0) -> Contest:
    return Contest(
        Subject(ruleset), players, seed, tuple(f"{PLAYERS}:{name}" if name[0].isupper() else name for name in names)
    )


def climbed(kept: KeptGames, deals: int, crew: Crew | None = None) -> KeptGames:
    with kept:
        for _ in climb(kept, crew or Alone(), deals, None):
            pass
    return kept


def told(kept: KeptGames) -> dict[Place, tuple[Any, ...]]:
    """All of the games but how long they took."""
    return {
        place: (game.seats, game.scores, game.winners, game.choices, game.crash)
        for place, game in sorted(kept.games.items(), key=lambda item: (item[0].deal, item[0].seating))
    }


# ---- who sits where
@pytest.mark.parametrize("sides", [2, 3, 4, 5, 8])
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_every_player_sits_everywhere_equally_often_and_meets_every_other(players: int, sides: int) -> None:
    seatings = Seatings(NAMES[:players], sides)
    for deal in range(3):
        orders = seatings.of(1, deal)
        assert len(set(orders)) == len(orders)
        assert {len(order) for order in orders} == {sides}
        at = [Counter(order[side] for order in orders) for side in range(sides)]
        assert at == [at[0]] * sides
        assert sorted(at[0]) == list(range(players))
        assert len(set(at[0].values())) == 1
        met = Counter(frozenset((a, b)) for order in orders for a in order for b in order if a != b)
        assert len(met) == players * (players - 1) / 2
        assert len(set(met.values())) == 1


def test_all_orders_where_they_are_few_and_rotations_of_one_where_not() -> None:
    assert Seatings(("a", "b", "c"), 3).of(0, 0) == [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)]
    assert Seatings(("a", "b"), 3).of(0, 0) == [(0, 0, 1), (0, 1, 0), (1, 0, 0), (0, 1, 1), (1, 0, 1), (1, 1, 0)]
    assert len(Seatings(NAMES[:4], 4).of(0, 0)) == MOST
    many = Seatings(NAMES[:5], 5)
    assert not many.are_all
    assert [len(many.of(3, deal)) for deal in range(9)] == [5] * 9
    assert len({min(many.of(3, deal)) for deal in range(9)}) > 4  # another order at each deal
    assert many.of(3, 7) == many.of(3, 7)
    asked = Seatings(NAMES[:4], 4, rotations=True)
    assert (asked.are_all, len(asked.of(0, 0))) == (False, 4)


def test_somebody_may_sit_at_several_places() -> None:
    one = Seatings(("a", "b", "b"), 3)
    assert one.players == ("a", "b")
    assert one.of(0, 0) == [(0, 1, 1), (1, 0, 1), (1, 1, 0)]
    with pytest.raises(DoNotFit, match="3 players, one of them twice or more, do not fit 4 places"):
        Seatings(("a", "b", "b"), 4).of(0, 0)


def test_partners_are_the_same_player() -> None:
    assert contest("spades", 4, "First", "Last").seats(0) == [(0, 1, 0, 1), (1, 0, 1, 0)]


# ---- the same deals
def test_a_seat_has_the_same_cards_in_every_game_of_a_deal() -> None:
    OFFERED.clear()
    climbed(KeptGames(contest("hearts", 4, "First", "First", "First", "Last")), 2)
    hands = Counter(hand for hand in OFFERED if len(hand) == 13)  # what can be passed
    assert len(hands) == 2 * 4
    assert set(hands.values()) == {3}  # at each seat in all games but that in which the other player sat there


def test_a_player_against_itself_comes_out_even() -> None:
    (pair,) = Standings(climbed(KeptGames(contest("hearts", 4, "Last", "AlsoLast")), 3)).pairs
    assert pair.deals == 3
    assert pair.ahead["score"].value == pair.ahead["wins"].value == 0


def test_the_games_are_those_of_the_seed(tmp_path: Path) -> None:
    one, again, other = (
        told(climbed(KeptGames(contest("leduc", 2, "random", "First", seed=seed)), 6)) for seed in (4, 4, 5)
    )
    assert one == again != other


def test_a_path_leads_to_the_rules_of_the_folder_it_is_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for name in ("here", "there"):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "ours.yaml").write_text(f"variant: {name}\nextends: kuhn\nname: {{en: {name}}}\n", "utf-8")
        monkeypatch.chdir(folder)
        found.append(Contest(Subject("ours.yaml"), 2, 1, ("random", "easy")).rules.name)
    assert found == ["here", "there"]


def test_in_hearts_who_has_less_is_ahead() -> None:
    standings = Standings(climbed(KeptGames(contest("hearts", 4, "First", "random")), 4))
    one, other = (standings.mean(player, "score").value for player in standings.order)
    assert one < other
    assert standings.pairs[0].ahead["score"].value == pytest.approx(other - one)


def test_where_ends_count_both_ways_who_is_ahead_wins(tmp_path: Path) -> None:
    path = tmp_path / "either.coup"
    path.write_text(
        "edition 1\ngame either {\nseats [2]\nstate n per seat: number = 0\nstate low: flag = false\n"
        "chance chooses way { high { }\nlow { low := true }\n}\n"
        "for s in seats { s chooses go { one { n of s := 1 }\ntwo { n of s := 2 }\n} }\n"
        f"if low {{ finish by lowest n }}\nfinish by n\n{LIMIT}\n}}\n"
    )
    standings = Standings(climbed(KeptGames(contest(str(path), 2, "First", "Last")), 4))
    (pair,) = standings.pairs
    assert [float(standings.mean(player, "score").value) for player in (0, 1)] == [1, 2]
    assert pair.ahead["score"].value == pytest.approx(pair.ahead["wins"].value)
    assert "the lowest is best at some ends" in str(Laddered(standings, "en").report().sections[0])


ASKED, LIMIT = "first of seats chooses go { wait { } }", "limit 9 moves { finish by 0 }"


def test_a_win_that_several_share_is_divided_among_them_and_the_report_says_so(tmp_path: Path) -> None:
    even = "state n per seat: number = 0\nfor s in seats { n of s := 1 }"
    for score, is_shared in (("n", True), ("place_in(it, seats)", False)):
        path = tmp_path / f"shared_{is_shared}.coup"
        path.write_text(
            f"edition 1\ngame even {{\nseats [2]\n{even}\n{ASKED}\nfinish by {score}\n{LIMIT}\n}}\n", "utf-8"
        )
        standings = Standings(climbed(KeptGames(contest(str(path), 2, "random", "First")), 2))
        assert [standings.mean(player, "wins").value for player in (0, 1)] == [0.5, 0.5]
        notes = "\n".join(Laddered(standings, "en").report().notes)
        assert ("A win that several share is divided" in notes) is standings.shares_wins is is_shared


@pytest.mark.parametrize(
    ("seats", "end", "score", "wins"),
    [
        ("[1]", "finish by n", [1, 3], [1, 1]),
        ("[1]", "finish by lowest 9 - n among seats where n > 2", [8, 6], [0, 1]),
        ("[3]", "finish by n among seats where n > 2", [1, 3], [0, 1]),
        ("[4] in 2 teams", "finish by n", [1, 3], [1, 1]),
    ],
)
def test_where_all_have_the_same_each_plays_the_deals_alone(
    seats: str, end: str, score: list[int], wins: list[int], tmp_path: Path
) -> None:
    path = tmp_path / "alike.coup"
    chosen = "for s in seats { s chooses go { one { n := 1 }\nthree { n := 3 }\n} }"
    told = f"seats {seats}\nstate n: number = 0\n{chosen}\n{end}\nlimit 9 moves {{ {end} }}"
    path.write_text(f"edition 1\ngame alike {{\n{told}\n}}\n", "utf-8")
    standings = Standings(climbed(KeptGames(contest(str(path), int(seats[1]), "First", "Last")), 2))
    assert [standings.mean(player, "score").value for player in (0, 1)] == score
    assert [standings.mean(player, "wins").value for player in (0, 1)] == wins
    (pair,) = standings.pairs
    assert (pair.one, pair.deals, pair.ahead["score"].value, pair.ahead["wins"].value) == (1, 2, 2, wins[1] - wins[0])
    notes = Laddered(standings, "en").report().notes
    assert notes[0] == "Each deal was played 2 times, once by each player."
    assert (notes[1] == "One player sits at all seats, since all have the same at every end.") is (seats != "[1]")
    with pytest.raises(DoNotFit, match="all have the same at every end, so that each player plays alone"):
        contest(str(path), int(seats[1]), "First", "First", "Last").seats(0)


# ---- how sure it is
Lead = Callable[[int, int, random.Random], int]


def made_up(
    deals: int, rnd: random.Random, lead: Callable[[int, int, random.Random], int], players: int = 2
) -> Standings:
    """A ladder of Kuhn poker as if its games had come out so: `lead` says it of a deal's cards, a player and chance."""
    kept = KeptGames(contest("kuhn", 2, *("random", "First", "Last")[:players]))
    for deal in range(deals):
        cards, luck = rnd.getrandbits(64), rnd.gauss(0, 40)
        for number, seats in enumerate(kept.contest.seats(deal)):
            scores = [round(100 * luck * (-1) ** seat) + lead(cards, player, rnd) for seat, player in enumerate(seats)]
            best = max(scores)
            winners = tuple(seat for seat, score in enumerate(scores) if score == best)
            kept.add(Played(Place(deal, number), seats, tuple(scores), winners, (1, 1), (0.0, 0.0)))
    return Standings(kept)


def share_covered(deals: int, lead: Lead, truth: float, measure: Measure) -> float:
    rnd = random.Random(deals)
    ladders = [made_up(deals, rnd, lead) for _ in range(300)]
    found = [(pair.ahead[measure], 1 if pair.one == 0 else -1) for ladder in ladders for pair in ladder.pairs]
    return sum(one.low <= sign * truth <= one.high for one, sign in found) / len(found)


def skewed(cards: int, player: int, rnd: random.Random) -> int:
    """Some deals suit the first player, in both of their games: 1000 points on average, very unequally."""
    return player == 0 and round(random.Random(cards).expovariate(1 / 1000)) + round(rnd.gauss(0, 300))


@pytest.mark.unmeasured
@pytest.mark.parametrize(("deals", "least"), [(30, 0.9), (100, 0.92)])
def test_intervals_of_scores_hold_the_truth_as_often_as_they_say(deals: int, least: float) -> None:
    assert least <= share_covered(deals, skewed, 1000, "score") <= 0.98


def rarely(cards: int, player: int, rnd: random.Random) -> int:
    """The first player wins both games of nine deals of ten, and the other those of the tenth."""
    return 10**6 * (player == (cards % 10 == 0))


@pytest.mark.unmeasured
@pytest.mark.parametrize("deals", [30, 100])
def test_intervals_of_wins_hold_the_truth_as_often_as_they_say(deals: int) -> None:
    assert 0.91 <= share_covered(deals, rarely, 0.8, "wins") <= 0.99


@pytest.mark.unmeasured
def test_equal_players_are_rarely_called_unequal() -> None:
    rnd = random.Random(1)
    ladders = [made_up(40, rnd, lambda cards, player, own: round(own.gauss(0, 1000)), players=3) for _ in range(300)]
    wrong = sum(any(pair.sure["score"] for pair in ladder.pairs) for ladder in ladders)
    assert 0.005 <= wrong / len(ladders) <= 0.08


def test_what_always_came_out_alike_still_has_an_interval() -> None:
    ladder = made_up(FEW, random.Random(2), lambda cards, player, rnd: 10**6 * player)
    (pair,) = ladder.pairs
    wins = pair.ahead["wins"]
    assert (pair.one, wins.value, wins.high) == (1, 1, 1)
    assert 0.7 < wins.low < 0.9
    assert pair.sure["wins"]


def test_few_deals_are_never_sure_and_one_says_nothing() -> None:
    lead = lambda cards, player, rnd: 10**6 * player  # noqa: E731
    assert not any(made_up(FEW - 1, random.Random(3), lead).pairs[0].sure.values())
    (pair,) = made_up(1, random.Random(3), lead).pairs
    assert pair.ahead["score"].spread == float("inf")


def test_as_many_deals_as_said_settle_it() -> None:
    noisy = lambda cards, player, rnd: round(rnd.gauss(200 * player, 1000))  # noqa: E731
    needed = made_up(100, random.Random(11), noisy).pairs[0].needed["score"]
    assert needed is not None
    assert 50 < needed < 1500


@pytest.mark.parametrize(
    ("deals", "lead", "said", "verdict"),
    [
        (  # one deal of ten brings more than all the others
            200, lambda cards, player, rnd: 10**6 * (60 * (player == 0) if cards % 10 == 0 else player == 1),
            "Surely ahead in score, and surely behind in games won: random against {0}.",
            "random in score, {0} in wins",
        ),
        (FEW, lambda cards, player, rnd: 0, "Level in score and games won: random and {0}.", "level"),
    ],
)  # fmt: skip
def test_who_is_ahead_in_one_thing_alone_or_in_none_is_told(deals: int, lead: Lead, said: str, verdict: str) -> None:
    standings = made_up(deals, random.Random(5), lead)
    ladder = Laddered(standings, "en")
    first = "tests.study.sitting:First"
    assert ladder.verdict() == f"Of no two players is it sure which is better. {said.format(first)}"
    assert verdict.format(first) in str(ladder.report().sections[1])
    (pair,) = laddered_data(ladder)["pairs"]
    assert all(pair[measure]["deals_needed"] is None for measure in MEASURES)


# ---- files
def test_a_ladder_that_is_gone_on_with_is_the_same_as_one_at_a_time(tmp_path: Path) -> None:
    one = contest("leduc", 2, "random", "First", "Last")
    whole = climbed(KeptGames(one), 5)
    path = tmp_path / "games.jsonl"
    climbed(KeptGames(one, path), 2)
    lines = path.read_bytes().splitlines(keepends=True)
    for kept in (b"".join(lines), b"".join(lines[:-3]), b"".join(lines[:-1]) + lines[-1][:20]):
        path.write_bytes(kept)  # as it was, ended within a deal, and in the midst of a line
        assert told(climbed(KeptGames(one, path), 5)) == told(whole)
        assert told(KeptGames(one, path)) == told(whole)
        assert len(path.read_text("utf-8").splitlines()) == 1 + 5 * 6
        path.write_bytes(kept)


def test_an_interruption_leaves_a_whole_file(tmp_path: Path) -> None:
    one, path = contest("leduc", 2, "random", "First"), tmp_path / "games.jsonl"

    def interrupted() -> None:
        with KeptGames(one, path) as kept:
            for number, _ in enumerate(climb(kept, Alone(), 50, None)):
                if number == 6:
                    raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert len(KeptGames(one, path).games) == 7


def test_no_game_is_begun_after_the_time() -> None:
    with KeptGames(contest("leduc", 2, "random", "First")) as kept:
        assert list(climb(kept, Alone(), None, 0)) == []
        assert list(climb(kept, Alone(), None, 0.2))


@pytest.mark.parametrize(
    ("other", "words"),
    [
        (contest("leduc", 3, "random", "First"), "other number of players"),
        (contest("kuhn", 2, "random", "First"), "other rules"),
        (contest("leduc", 2, "random", "Last"), "other bots"),
        (contest("leduc", 2, "random", "First", seed=1), "other seed"),
        (Contest(Subject("leduc"), 2, 0, ("random", f"{PLAYERS}:First"), rotations=True), "other seatings"),
        (Contest(Subject("leduc", (("ante.size", "2"),)), 2, 0, ("random", f"{PLAYERS}:First")), "other rules"),
    ],
)
def test_another_ladder_is_refused(other: Contest, words: str, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    climbed(KeptGames(contest("leduc", 2, "random", "First"), path), 1)
    with pytest.raises(NotThisStudy, match=f"holds another ladder: {words}$"):
        KeptGames(other, path)


GAME = {
    "deal": 0, "seating": 0, "bots": ["random", f"{PLAYERS}:First"], "scores": [1, -1], "winners": [0],
    "choices": [1, 1], "seconds": [0.1, 0.1],
}  # fmt: skip


@pytest.mark.parametrize(
    "change",
    [
        {"deal": -1}, {"seating": 7}, {"seating": True}, {"bots": ["random", "random"]}, {"scores": [1]},
        {"winners": [2]}, {"winners": [0, 0]}, {"choices": [1]}, {"seconds": [0.1, "x"]}, {"seconds": [0.1, -1]},
        {"seconds": [0.1, float("nan")]}, {"crash": {"seat": 2, "error": "x"}}, {"crash": {"seat": 0, "error": 3}},
        {"scores": None}, {"scores": [float("inf"), 0]}, {"scores": [10**400, -(10**400)]}, {"scores": [1e308, -1e308]},
        {"scores": ["5", "\u0665"]}, {"scores": [True, 0]}, {"winners": []}, {"winners": [True]}, {"deal": 10**400},
        {"choices": [10**400, 1]}, {"seconds": [10**400, 0]}, {"seconds": [1e308, 1e308]}, {"seconds": [True, 0.1]},
        {"seconds": ["1e3", 0.1]}, {"crash": {"seat": 0, "error": "x"}}, {"more": "x" * 100_000},
    ],
)  # fmt: skip
def test_a_damaged_file_is_refused(change: dict[str, Any], tmp_path: Path) -> None:
    one, path = contest("leduc", 2, "random", "First"), tmp_path / "games.jsonl"
    climbed(KeptGames(one, path), 0)
    head = path.read_text("utf-8")
    path.write_text(head + json.dumps(GAME) + "\n", "utf-8")
    assert len(KeptGames(one, path).games) == 1
    for lines in (json.dumps({**GAME, **change}), "nonsense", "[]", f"{json.dumps(GAME)}\n{json.dumps(GAME)}"):
        path.write_text(f"{head}{lines}\n", "utf-8")
        last = 2 + lines.count("\n")
        with pytest.raises(NotThisStudy, match=f"holds no ladder that can be gone on with: look at line {last}$"):
            KeptGames(one, path)


def test_numbers_as_large_as_they_may_be_are_reported(tmp_path: Path) -> None:
    one, path = contest("leduc", 2, "random", "First"), tmp_path / "games.jsonl"
    climbed(KeptGames(one, path), 3)
    head, *games = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    most = LARGEST - 1
    for game in games[:2]:
        game |= {"scores": [most, -most], "choices": [most, most], "seconds": [most, 0]}
    path.write_text("".join(json.dumps(line) + "\n" for line in [head, *games]), "utf-8")
    laddered = Laddered(Standings(KeptGames(one, path)), "en")
    assert as_text(laddered.report())
    assert as_json(laddered_data(laddered))


def test_choices_are_those_of_deals_that_count(tmp_path: Path) -> None:
    one, path = contest("leduc", 2, "random", "First"), tmp_path / "games.jsonl"
    climbed(KeptGames(one, path), 1)
    whole = Standings(KeptGames(one, path))
    climbed(KeptGames(one, path), 2)
    *kept, _ = path.read_text("utf-8").splitlines(keepends=True)
    path.write_text("".join(kept), "utf-8")
    begun = Standings(KeptGames(one, path))
    assert begun.begun == 1
    for player in (0, 1):
        assert begun.choices(player) == whole.choices(player) > 0
        assert begun.seconds(player) == whole.seconds(player)


def test_no_winner_is_read_where_only_some_may_win(tmp_path: Path) -> None:
    rules, path = tmp_path / "unwon.coup", tmp_path / "games.jsonl"
    end = "finish by 0 among seats where false"
    rules.write_text(f"edition 1\ngame unwon {{\nseats [2]\n{ASKED}\n{end}\n{LIMIT}\n}}\n", "utf-8")
    one = contest(str(rules), 2, "random", "First")
    whole = told(climbed(KeptGames(one, path), 1))
    assert told(KeptGames(one, path)) == whole
    assert {winners for _, _, winners, _, _ in whole.values()} == {()}


@pytest.mark.parametrize("text", ["", "x", '{"format": "coupdsl study 1"}\n', "{}\n", "[[]]\n"])
def test_a_file_of_something_else_is_refused_and_an_empty_one_begun(text: str, tmp_path: Path) -> None:
    one, path = contest("leduc", 2, "random", "First"), tmp_path / "games.jsonl"
    path.write_text(text, "utf-8")
    if text:
        with pytest.raises(NotThisStudy, match="holds no ladder that can be gone on with"):
            KeptGames(one, path)
        assert path.read_text("utf-8") == text
    else:
        assert len(climbed(KeptGames(one, path), 1).games) == 2
    with pytest.raises(NotThisStudy, match="cannot be read as a ladder: it is a folder"):
        KeptGames(one, tmp_path)


# ---- players that fail
def test_a_player_that_fails_is_told_and_its_deal_not_counted() -> None:
    kept = climbed(KeptGames(contest("leduc", 2, "Failing", "First")), 40)
    crashed = {game.place.deal for game in kept.games.values() if game.crash is not None}
    standings = Standings(kept)
    assert 0 < len(crashed) == standings.crashed < 20
    assert set(standings.deals) == set(range(40)) - crashed
    assert standings.crashes(0) == sum(game.crash is not None for game in kept.games.values())
    assert standings.crashes(1) == 0
    (game, *_) = [game for game in kept.games.values() if game.crash is not None]
    assert game.crash == Crash(game.seats.index(0), "ValueError: I do not know")
    assert game.scores == ()


@pytest.mark.parametrize(
    ("name", "error"), [("Cheating", "`win` is not among the moves offered"), ("Unmade", "OSError: there is no room")]
)
def test_what_is_no_move_and_what_cannot_begin_fails(name: str, error: str, tmp_path: Path) -> None:
    one, path = contest("leduc", 2, name, "First"), tmp_path / "games.jsonl"
    games = climbed(KeptGames(one, path), 1).games
    assert [game.crash for game in games.values()] == [Crash(0, error), Crash(1, error)]
    assert told(KeptGames(one, path)) == told(climbed(KeptGames(one), 1))


@pytest.mark.unmeasured
def test_a_player_that_ends_its_process_ends_only_its_games() -> None:
    with ExitStack() as stack:
        kept = climbed(KeptGames(contest("leduc", 2, "Ending", "random", "Last")), 1, crew("local", 2, None, stack))
    crashed = {game.place.seating for game in kept.games.values() if game.crash is not None}
    assert crashed == {at for at, seats in enumerate(kept.contest.seats(0)) if 0 in seats}
    assert {game.crash for game in kept.games.values()} == {None, Crash(None, "the process that played ended")}


# ---- ratings
def test_who_does_better_in_every_deal_is_rated_higher() -> None:
    best, middle, least = ratings([[3.0, 2.0, 1.0]] * 20, 3)
    assert best.low > middle.value > least.high
    assert ratings([[0.3, 0.2, 0.1]] * 20, 3) == [best, middle, least]
    even = ratings([[1.0, 1.0]] * 5, 2)
    assert even[0] == even[1]
    assert ratings([], 2)[0].value == 25
