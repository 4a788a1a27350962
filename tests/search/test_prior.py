"""What is learnt of moves: features that go by what a seat sees, weights, which moves are tried, and the file."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from random import Random

import pytest
from tests.helpers import ROOT, TABLES, rules_of, sample
from tests.small_games import load_text
from tests.small_locks import LOCK

import coupdsl
from coupdsl.search.features import features_of
from coupdsl.search.learnt import NotLearnt, file_beside, prior_of, read, write_down
from coupdsl.search.levels import LEVELS
from coupdsl.search.prior import Choices, Learner, Prior


@pytest.fixture
def lock(tmp_path: Path) -> Path:
    path = tmp_path / "lock.coup"
    path.write_text(LOCK)
    return path


def spies() -> coupdsl.Game:
    """A game in which a spy may be moved in many ways."""
    game = coupdsl.Game(coupdsl.load("coup-detat-2005"), seed=3)
    while not (game.state.decision == "spy_move" and len(game.state.legal_moves()) > 8):
        game.apply(game.state.legal_moves()[0])
    return game


# ---- features
def test_features_tell_what_is_picked_and_what_lies_there() -> None:
    game = spies()
    moves = game.state.legal_moves()
    found = features_of(game.rules).of(moves, game.state.view(game.state.actor))
    move = next(at for at, move in enumerate(moves) if move.word == "move")
    for one in ("move", "move stage=moving", "move 0 stand whose=left0", "move 0 stand role=spy", "move 1 stand#0"):
        assert one in found[move]
    assert any(one.startswith("move rows") for one in found[move])


def test_features_do_not_tell_a_card_that_the_seat_does_not_see() -> None:
    game = spies()
    unseen = {zone["cell"] for zone in game.state.view(game.state.actor)["zones"] if "cell" in zone and zone["unseen"]}
    moves = game.state.legal_moves()
    found = features_of(game.rules).of(moves, game.state.view(game.state.actor))
    to_unseen = [own for move, own in zip(moves, found, strict=True) if move.arguments and move.arguments[-1] in unseen]
    assert all("move 1 ground#1" in own and not any("1 ground " in one for one in own) for own in to_unseen)


@pytest.mark.parametrize("name", sample(sorted(TABLES), 10))
def test_every_shipped_game_has_features_for_every_move(name: str) -> None:
    game = coupdsl.Game(rules_of(name, TABLES[name][0]), seed=5)
    for number in range(60):
        if game.state.actor is None:
            break
        moves = game.state.legal_moves()
        found = features_of(game.rules).of(moves, game.state.view(game.state.actor))
        assert [own[0] for own in found] == [move.word for move in moves]
        game.apply(moves[number * 7 % len(moves)])


ROWS = """edition 1

game rows {
  seats [2]
  cards {
    suits spades S, hearts H
    ranks ace A, king K, queen Q, two 2
  }
  zone deck: row seen by none = cards
  zone turned: row seen by all
  zone hand per seat: set seen by owner
  zone kept per seat: row seen by owner
  for s in seats {
    move first(1) of deck to hand of s
    move first(1) of deck to kept of s
  }
  shuffle deck
  move first of deck to turned
  move turned to deck
  for s in seats {
    s chooses act {
      play c from hand of s { }
      give t from seats { }
    }
  }
  finish by 0
  limit 10 moves { finish by 0 }
}
"""


def test_pieces_of_rows_are_counted_once_and_ends_are_told_where_they_are_seen() -> None:
    game = coupdsl.Game(load_text(ROWS), seed=1)
    play, _, give = features_of(game.rules).of(game.state.legal_moves(), game.state.view(0))
    assert "give 0 kept#1" in give
    assert "give 0 left1" in give
    assert "play deck#4" in play
    assert [one for one in play if " 0 deck " in one and "#" not in one] == ["play 0 deck last other above"]


CHOICES = """  for s in seats {
    s chooses draw {
      take { }
      leave { }
    }
    s chooses drop { drop c from hand of s { } }
  }
  finish by 0
  limit 10 moves { finish by 0 }
}
"""

MELDS = """edition 1

game melds {
  seats [2]
  cards {
    suits spades S, hearts H
    ranks ace A, king K, queen Q, jack J, two 2
  }
  zone pile: row seen by all
  zone deck: row seen by none = cards
  zone hand per seat: set seen by owner
  move cards where rank of it is king and suit of it is hearts to pile
  move cards where rank of it in [queen, two] to hand of first of seats
  move cards where rank of it is king and suit of it is spades to hand of first of seats
  move cards where rank of it is ace to hand of last of seats
"""


def of_drops(game: coupdsl.Game) -> dict[str, list[str]]:
    """The features of dropping each card, by the card."""
    moves = game.state.legal_moves()
    own = features_of(game.rules).of(moves, game.state.view(0))
    return {move.arguments[0]: one for move, one in zip(moves, own, strict=True)}


def test_cards_alike_that_the_seat_sees_are_counted() -> None:
    game = coupdsl.Game(load_text(MELDS + CHOICES), seed=1)
    take, _ = features_of(game.rules).of(game.state.legal_moves(), game.state.view(0))
    assert {"take pile last hand ranks#1", "take pile last hand suits#2", "take pile last hand next#1"} <= set(take)
    game.apply("leave")
    found = of_drops(game)
    assert {"drop 0 hand ranks#1", "drop 0 hand suits#1", "drop 0 hand next#0"} <= set(found["QH"])
    assert {"drop 0 pile ranks#0", "drop 0 pile suits#1", "drop 0 pile next#1"} <= set(found["QH"])
    assert {"drop 0 hand ranks#0", "drop 0 hand suits#2", "drop 0 hand next#1"} <= set(found["KS"])
    assert {"drop 0 pile ranks#1", "drop 0 pile suits#0", "drop 0 pile next#0"} <= set(found["KS"])


TWO_PACKS = """edition 1

game packs {
  seats [2]
  cards {
    suits spades S
    ranks ace A, king K, queen Q
    copies 2
  }
  zone deck: row seen by none = cards
  zone pile: row seen by all
  zone hand per seat: set seen by owner
  move first(2) of deck to hand of last of seats
  move first(1) of deck to pile
  move first(3) of deck to hand of first of seats
"""


def test_of_two_cards_exactly_alike_only_the_one_itself_is_not_counted() -> None:
    game = coupdsl.Game(load_text(TWO_PACKS + CHOICES), seed=1)
    take, _ = features_of(game.rules).of(game.state.legal_moves(), game.state.view(0))
    assert {"take pile last hand ranks#1", "take pile last hand suits#3", "take pile last hand next#1"} <= set(take)
    assert not any(one.startswith("take pile last pile") for one in take)
    game.apply("leave")
    found = of_drops(game)
    assert {"drop 0 hand ranks#0", "drop 0 hand suits#2", "drop 0 hand next#1"} <= set(found["KS"])
    assert {"drop 0 pile ranks#1", "drop 0 pile suits#1", "drop 0 pile next#0"} <= set(found["KS"])
    assert {"drop 0 hand ranks#1", "drop 0 hand suits#2", "drop 0 hand next#1"} <= set(found["QS"])
    assert {"drop 0 pile ranks#0", "drop 0 pile suits#1", "drop 0 pile next#1"} <= set(found["QS"])


# ---- weights
def test_weights_of_what_was_chosen_make_it_likely() -> None:
    choices, learner = Choices(), Learner()
    for at in range(40):
        choices.add([["play", "play low"], ["play", "play high"], ["pass"]], 1 if at % 4 else 2)
    learner.learn([choices])
    weights = learner.prior.weights
    assert weights["play high"] > 0 > weights["play low"]
    assert learner.choices == 40


@pytest.mark.parametrize(("wanted", "least", "most"), [("chance", 0.0, 0.3), ("low", 0.8, 1.0)])
def test_weights_are_believed_as_far_as_they_foresee_later_choices(wanted: str, least: float, most: float) -> None:
    chance, learner = Random(7), Learner()
    for lesson in range(12):
        choices = Choices()
        for at in range(10):
            rare = [f"rare {lesson % 3} {at}" for _ in range(2)]  # of which what is learnt by chance looks like much
            moves = [["play", "low", rare[0]], ["play", "high"], ["play", "high", f"{rare[1]} too"]]
            choices.add(moves, 0 if wanted == "low" else chance.randrange(3))
        learner.learn([choices])
    assert least <= learner.sharpness <= most
    unsharpened = dict(zip(learner._numbers, learner._weights, strict=True))
    found = learner.prior.weights
    assert found
    assert all(found[one] == pytest.approx(learner.sharpness * unsharpened[one], abs=0.006) for one in found)


def test_the_likeliest_moves_are_tried_and_one_of_each_kind() -> None:
    game = spies()
    moves, view = game.state.legal_moves(), game.state.view(game.state.actor)
    forward = Prior({"move rows+1": 9.0, "move rows-1": 9.0})
    features = features_of(game.rules).of(moves, view)
    few = forward.worth_trying(moves, features)
    assert few == [move for move in moves if move in few]
    assert len(few) < len(moves)
    assert {move.word for move in few} == {move.word for move in moves}
    assert Prior({}).worth_trying(moves, features) == moves
    assert sum(forward.likely(features)) == pytest.approx(1)


# ---- the file
def test_what_was_learnt_is_found_beside_the_rules_that_of_these_first(lock: Path) -> None:
    rules = coupdsl.load(lock)
    path = file_beside(rules)
    assert path == lock.with_name("lock.learnt.json")
    assert prior_of(rules) is None
    write_down(path, rules, Prior({"one 0 =3": 9.0}))
    again = coupdsl.load(lock)
    prior = prior_of(again)
    assert prior is not None
    assert (prior.weights, prior.of_others) == ({"one 0 =3": 9.0}, False)
    lock.write_text(LOCK.replace("limit 100", "limit 90"))
    other = coupdsl.load(lock)
    write_down(path, other, Prior({"one 0 =3": 8.0}))
    assert {*read(path)} == {rules.fingerprint, other.fingerprint}
    known = [prior_of(one) for one in (coupdsl.load(lock), again)]
    assert [(one.weights["one 0 =3"], one.of_others) for one in known if one] == [(8.0, False), (9.0, False)]


def test_changed_rules_go_by_what_was_learnt_last_in_the_nearest_file(lock: Path) -> None:
    def known(path: Path) -> tuple[float, bool] | None:
        found = prior_of(coupdsl.load(path))
        return None if found is None else (found.weights["one 0 =3"], found.of_others)

    house, grand = lock.with_name("house.yaml"), lock.with_name("grand.yaml")
    house.write_text("variant: house\ngame: lock.coup\nrules: {add: [early.coup]}\n")
    lock.with_name("early.coup").write_text(
        "edition 1\n\nreplace rule opened(s: seat) = if right of s is 4 then 3 else 0\n"
    )
    grand.write_text("variant: grand\nextends: house.yaml\nrules: {add: [late.coup]}\n")
    lock.with_name("late.coup").write_text(
        "edition 1\n\nreplace rule opened(s: seat) = if right of s is 4 then 2 else 0\n"
    )
    assert known(grand) is None
    path = lock.with_name("lock.learnt.json")
    for moves, weight in ((100, 9.0), (90, 8.0), (100, 7.0)):
        lock.write_text(LOCK.replace("limit 100", f"limit {moves}"))
        write_down(path, coupdsl.load(lock), Prior({"one 0 =3": weight}))
    lock.write_text(LOCK.replace("limit 100", "limit 80"))
    assert [known(one) for one in (lock, house, grand)] == [(7.0, True)] * 3
    write_down(lock.with_name("house.learnt.json"), coupdsl.load(house), Prior({"one 0 =3": 6.0}))
    assert [known(one) for one in (lock, house, grand)] == [(7.0, True), (6.0, False), (6.0, True)]


def test_the_same_rules_under_another_name_are_the_same(lock: Path) -> None:
    path, named = lock.with_name("lock.learnt.json"), lock.with_name("named.yaml")
    named.write_text("variant: named\ngame: lock.coup\nname: {en: Named}\n")
    write_down(path, coupdsl.load(lock), Prior({"one 0 =3": 9.0}))
    lock.write_text(LOCK.replace("limit 100", "limit 90"))
    write_down(path, coupdsl.load(lock), Prior({"one 0 =3": 1.0}))
    lock.write_text(LOCK)
    prior = prior_of(coupdsl.load(named))
    assert prior is not None
    assert (prior.weights, prior.of_others) == ({"one 0 =3": 9.0}, False)


def test_a_damaged_file_of_other_rules_is_passed_over(lock: Path) -> None:
    house = lock.with_name("house.yaml")
    house.write_text("variant: house\ngame: lock.coup\nname: {en: House}\n")
    lock.with_name("lock.learnt.json").write_text("{")
    assert prior_of(coupdsl.load(house)) is None
    with pytest.raises(NotLearnt):
        prior_of(coupdsl.load(lock))


def test_files_whose_names_begin_alike_are_told_apart(lock: Path) -> None:
    one, other = lock.with_name("lock.old.coup"), lock.with_name("lock.new.coup")
    one.write_text(LOCK)
    other.write_text(LOCK.replace("limit 100", "limit 90"))
    path = file_beside(coupdsl.load(one))
    assert path == lock.with_name("lock.old.learnt.json")
    write_down(path, coupdsl.load(one), Prior({"one 0 =3": 9.0}))
    assert prior_of(coupdsl.load(other)) is None


def test_changes_of_a_shipped_game_begin_with_what_was_learnt_of_it() -> None:
    learnt = prior_of(coupdsl.load("gin-rummy"))
    assert learnt is not None
    assert not learnt.of_others
    for name, options in (("gin-rummy-open-spiel", {}), ("gin-rummy", {"knock.most": 0})):
        prior = prior_of(coupdsl.load(name, options=options))
        assert prior is not None
        assert (prior.weights, prior.of_others) == (learnt.weights, True)


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_a_level_tries_only_what_is_likely(lock: Path, level: str) -> None:
    path = lock.with_name("lock.learnt.json")
    write_down(path, coupdsl.load(lock), Prior({"one 0 =5": 9.0}))
    rules = coupdsl.load(lock)
    game = coupdsl.Game(rules, seed=1)
    player = LEVELS[level](rules, 0, 7)
    player.told(game.seen(0))
    moves = game.state.legal_moves()
    assert str(player.choose("first", moves, game.state.view(0))) in ("one 5", "one 1")  # two at least are tried


@pytest.mark.parametrize(
    "text",
    ["", "[", "[]", "{}", '{"format": 2}', '{"format": 1, "learnt": 3}', '{"format": 1, "learnt": {"a": {"b": "c"}}}',
     '{"format": 1, "learnt": {"a": {"b": 1e9}}}', '{"format": 1, "learnt": {"a": {"b": NaN}}}',
     '{"format": 1, "learnt": {"a": {"b": 1' + 400 * "0" + "}}}", "[" * 100_000],
)  # fmt: skip
def test_a_damaged_file_is_told_and_written_anew(lock: Path, text: str) -> None:
    path = lock.with_name("lock.learnt.json")
    path.write_text(text)
    rules = coupdsl.load(lock)
    with pytest.raises(NotLearnt, match=r"lock\.learnt\.json ") as refused:
        prior_of(rules)
    assert "`coupdsl learn`" in refused.value.help
    assert str(pickle.loads(pickle.dumps(refused.value))) == str(refused.value)  # as it comes from another process
    write_down(path, rules, Prior({"one": 1.0}))
    assert json.loads(path.read_text())["learnt"] == {rules.fingerprint: {"one": 1.0}}


def test_a_file_of_another_version_is_told_as_such(lock: Path) -> None:
    lock.with_name("lock.learnt.json").write_text('{"format": 2, "learnt": {}}')
    with pytest.raises(NotLearnt, match=r"lock\.learnt\.json was written by another version of coupdsl$"):
        prior_of(coupdsl.load(lock))


def test_what_the_file_holds_of_other_rules_is_kept_even_if_it_is_no_text(lock: Path) -> None:
    path = lock.with_name("lock.learnt.json")
    path.write_text('{"format": 1, "learnt": {"others": {"\\ud800 \\u001b": 1}}}')
    write_down(path, coupdsl.load(lock), Prior({"one": 1.0}))
    assert read(path)["others"] == {"\ud800 \x1b": 1}


def test_a_file_that_cannot_be_opened_is_told(lock: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lock.with_name("lock.learnt.json").write_text("{}")

    def refused(path: Path) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr("coupdsl.search.learnt.read", refused)
    with pytest.raises(NotLearnt, match=r"lock\.learnt\.json cannot be read: permission denied"):
        prior_of(coupdsl.load(lock))


def test_what_is_shipped_was_learnt_of_the_rules_that_are_shipped() -> None:
    shipped = {"coup-detat-2005": [{}], "gin-rummy": [{}, {"game.lasts": "one_deal"}]}
    kept = [line for line in (ROOT / ".gitignore").read_text("utf-8").splitlines() if line.startswith("!")]
    assert sorted(kept) == [f"!/variants/{name}.learnt.json" for name in shipped]
    for name, readings in shipped.items():
        rules = [coupdsl.load(name, 2, options) for options in readings]
        path = file_beside(rules[0])
        assert path is not None
        assert {*read(path)} == {one.fingerprint for one in rules}


def test_who_learns_leaves_out_less(lock: Path) -> None:
    rules = coupdsl.load(lock)
    state, prior = rules.start(1), Prior({"one 0 =3": 2.0, "one 0 =1": 1.0, "one 0 =6": -1.0})
    moves = state.legal_moves()
    features = features_of(rules).of(moves, state.view(0))
    assert [*map(str, prior.worth_trying(moves, features))] == ["one 1", "one 3"]
    assert [*map(str, prior.not_unlikely(moves, features))] == ["one 1", "one 2", "one 3", "one 4", "one 5"]
    assert Prior({}).not_unlikely(moves, features) == moves  # none before another that is as likely
