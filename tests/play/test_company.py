"""Who sits at a table: found by name, told what the seat is sent and nothing else, and answered for where it fails."""

from __future__ import annotations

import gc
import json
import os
import pickle
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.commands.calls import INTERPRETER, called, process
from tests.helpers import rules_of

import coupdsl
from coupdsl.engine.chance import derive
from coupdsl.play.bots import BOTS, RandomBot, UnknownPlayer, find_maker
from coupdsl.play.company import Company, Resting, placed, seated
from coupdsl.play.runs import play_game
from coupdsl.search.player import Player, Told
from coupdsl.search.player_error import PlayerError

OWN = """import json
from dataclasses import replace
from coupdsl.play.bots import RandomBot

class Listener:
    heard = {}

    def __init__(self, rules, seat, seed):
        self.chance, self.seat = RandomBot(seed), seat
        self.heard[seat] = []

    def told(self, events):
        self.heard[self.seat] += events

    def choose(self, decision, moves, view):
        self.heard[self.seat].append((decision, [str(move) for move in moves], view))
        return self.chance.choose(moves)

def old(seed):
    return RandomBot(seed)

class Failing(Listener):
    def choose(self, decision, moves, view):
        return {}["nothing"]

class Deaf(Listener):
    def told(self, events):
        raise RuntimeError("it is too loud")

class Cheat(Listener):
    def choose(self, decision, moves, view):
        return "take all"

class Copying(Listener):
    def choose(self, decision, moves, view):
        return replace(super().choose(decision, moves, view))

class Idle(RandomBot):
    def choose(self, moves):
        pass

class Unborn(Listener):
    def __init__(self, rules, seat, seed):
        raise ValueError

class Unheard:
    def __init__(self, rules, seat, seed):
        pass

    def choose(self, decision, moves, view):
        return moves[0]

class Mute:
    def __init__(self, seed):
        pass

class Short(Listener):
    def choose(self, moves):
        return moves[0]

class Long(RandomBot):
    def choose(self, decision, moves, view):
        return moves[0]

class Misled(Listener):
    def choose(self, decision, moves, view):
        from coupdsl.engine.chance import derive
        return derive(None, None)

nobody = 7

class Wording(Listener):
    def choose(self, decision, moves, view):
        return str(moves[0])

class Leaving(Listener):
    def choose(self, decision, moves, view):
        raise SystemExit(3)
"""


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a module of players, another one for each test."""
    name = f"own_{tmp_path.name}"
    (tmp_path / f"{name}.py").write_text(OWN, "utf-8")
    (tmp_path / f"{name}_broken.py").write_text("import nothing_such", "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    return name


def played_by(player: Callable[[int], Player], rules: coupdsl.Rules, seed: int) -> coupdsl.Game:
    """A whole game of players that are made of a seed, those that players with names get."""
    game, seats = coupdsl.Game(rules, seed), range(rules.players)
    company = Company(rules, {seat: player(derive(seed, 1 + seat)) for seat in seats}, dict.fromkeys(seats, "one"))
    company.catch_up(game)
    while not game.state.is_over:
        company.happened(game.apply(company.choose(game.state)))
    return game


# ---- what a player gets
@pytest.mark.parametrize(("name", "players"), [("coup", 3), ("hearts", 4), ("coup-detat-2005", 2), ("sevens", 3)])
def test_each_is_told_what_its_seat_is_sent_before_it_is_asked(name: str, players: int, own: str) -> None:
    game = play_game(rules_of(name, players), 5, (f"{own}:Listener",))
    heard: dict[int, list[Any]] = find_maker(f"{own}:Listener").heard
    again, at = coupdsl.Game(game.rules, 5), dict.fromkeys(range(players), 0)
    for actor, move in game.moves[:200]:
        sent = again.seen(actor)
        at[actor] += len(sent) - len([one for one in heard[actor][: at[actor]] if isinstance(one, dict)])
        assert [one for one in heard[actor][: at[actor]] if isinstance(one, dict)] == sent
        state = again.state
        asked = (state.decision, [str(one) for one in state.legal_moves()], state.view(actor))
        assert heard[actor][at[actor]] == asked
        at[actor] += 1
        again.apply(move)
    for seat in range(players):
        assert [one for one in heard[seat] if isinstance(one, dict)] == game.seen(seat)


@pytest.mark.parametrize("name", ["coup", "hearts"])
def test_all_that_a_player_gets_is_plain_data(name: str, own: str) -> None:
    play_game(rules_of(name, 4), 3, (f"{own}:Listener",))
    for heard in find_maker(f"{own}:Listener").heard.values():
        for one in heard:
            assert json.loads(json.dumps(one)) == (list(one) if isinstance(one, tuple) else one)


def test_what_is_handed_over_leads_to_no_state() -> None:
    """Objects that can be come to from what a player gets, rules left out: moves of the alphabet, and plain data."""
    rules, found = rules_of("coup", 3), set[type]()

    class Looking(RandomBot):
        def told(self, events: Sequence[Told]) -> None:
            found.update(reachable(events))

        def choose(self, *given: Any) -> coupdsl.Move:  # type: ignore[override]
            found.update(reachable(given))
            return super().choose(given[1])

    played_by(Looking, rules, 9)
    assert found == {coupdsl.Move, dict, list, tuple, str, int, type(None), bool}


def reachable(start: object) -> set[type]:
    """The types of all that can be come to from an object, but for what Python itself holds of types."""
    seen: dict[int, object] = {}
    waiting = [start]
    while waiting:
        one = waiting.pop()
        if id(one) not in seen and not isinstance(one, type):
            seen[id(one)] = one
            waiting += gc.get_referents(one)
    return {type(one) for one in seen.values()}


def test_what_a_player_does_to_what_it_gets_changes_nothing_for_others() -> None:
    class Vandal(RandomBot):
        def told(self, events: Sequence[Told]) -> None:
            for event in events:
                event.clear()

        def choose(self, decision: str, moves: Sequence[coupdsl.Move], view: Any) -> coupdsl.Move:  # type: ignore[override]
            chosen = super().choose(list(moves))
            view.clear()
            return chosen

    rules = rules_of("coup", 3)
    game = coupdsl.Game(rules, 9)
    company = Company(
        rules, {seat: Vandal(derive(9, 1 + seat)) for seat in range(3)}, dict.fromkeys(range(3), "vandal")
    )
    company.catch_up(game)
    while not game.state.is_over:
        company.happened(game.apply(company.choose(game.state)))
    untouched = play_game(rules, 9, ("random",))
    assert game.moves == untouched.moves
    assert [game.seen(seat) for seat in range(3)] == [untouched.seen(seat) for seat in range(3)]


def test_a_game_that_is_taken_up_again_is_told_from_its_beginning(own: str) -> None:
    game = play_game(rules_of("coup", 3), 2, ("random",))
    company = seated(game.rules, placed((f"{own}:Listener",), range(3)), 2)
    company.catch_up(game)
    heard: dict[int, list[Told]] = find_maker(f"{own}:Listener").heard
    assert [heard[seat] for seat in range(3)] == [game.seen(seat) for seat in range(3)]


def test_bots_that_only_choose_play_as_ever(own: str) -> None:
    rules = rules_of("short", 3)
    assert play_game(rules, 4, (f"{own}:old",)).moves == play_game(rules, 4, ("random",)).moves
    assert play_game(rules, 4, (f"{own}:Listener",)).moves == play_game(rules, 4, ("random",)).moves
    assert play_game(rules, 4, (f"{own}:Copying",)).moves == play_game(rules, 4, ("random",)).moves


def test_who_thinks_is_made_when_asked_for_the_first_time_and_told_all_of_before() -> None:
    rules = rules_of("kuhn", 3)
    chosen = []
    for at_once in (True, False):
        game = coupdsl.Game(rules, 3)
        sitting = seated(rules, placed(("easy",), range(3)), 3, at_once=at_once)
        sitting.catch_up(game)
        assert isinstance(sitting._players[2], Resting) is not at_once
        while not game.state.is_over:
            sitting.happened(game.apply(sitting.choose(game.state)))
        chosen.append(game.moves)
    assert chosen[0] == chosen[1]


# ---- names
@pytest.mark.parametrize(
    ("name", "message", "help_"),
    [
        ("radnom", "there is no bot `radnom`", "did you mean `random`?"),
        ("clever", "there is no bot `clever`", "possible here: random, "),
        ("", "the name of a bot is missing", "possible here: random"),
        ("OWN:Listner", "there is no bot `OWN:Listner`", "did you mean `OWN:Listener`?"),
        ("OWN:zzz", "there is no bot `OWN:zzz`", "there is no `zzz` in `OWN`"),
        ("OWN:nobody", "`OWN:nobody` makes no player", "with the rules, a seat and a seed"),
        ("OWN:json", "`OWN:json` makes no player", "with the rules, a seat and a seed"),
        ("OWN_no:Bot", "there is no bot `OWN_no:Bot`", "Python finds no module `OWN_no`"),
        ("OWN.no:Bot", "there is no bot `OWN.no:Bot`", "Python finds no module `OWN.no`"),
        (":Bot", "there is no bot `:Bot`", "Python finds no module ``"),
        ("OWN_broken:Bot", "`OWN_broken` cannot be imported: ModuleNotFoundError: No module named 'nothing_such'",
         "`python -m OWN_broken` shows where"),
    ],
)  # fmt: skip
def test_names_that_are_none_are_answered(name: str, message: str, help_: str, own: str) -> None:
    with pytest.raises(UnknownPlayer) as unknown:
        find_maker(name.replace("OWN", own))
    assert str(unknown.value) == message.replace("OWN", own)
    assert help_.replace("OWN", own) in unknown.value.help


@pytest.mark.parametrize("name", sorted(BOTS))
def test_those_that_come_along_are_found(name: str) -> None:
    assert callable(find_maker(name))


# ---- players that fail
def test_the_text_of_a_move_is_no_move(own: str) -> None:
    with pytest.raises(PlayerError, match=r"fails: `\w+` is a text, and no move$"):
        play_game(rules_of("coup", 3), 1, (f"{own}:Wording", "random", "random"))


@pytest.mark.parametrize(
    ("who", "message"),
    [
        ("Failing", "`NAME` at seat 0 fails: KeyError: 'nothing'"),
        ("Deaf", "`NAME` at seat 0 fails: RuntimeError: it is too loud"),
        ("Cheat", "`NAME` at seat 0 fails: `take all` is not among the moves offered"),
        ("Leaving", "`NAME` at seat 0 fails: SystemExit: 3"),
        ("Idle", "`NAME` at seat 0 fails: `None` is not among the moves offered"),
        ("Unborn", "`NAME` at seat 0 fails: ValueError"),
        ("Unheard", "`NAME` at seat 0 fails: it has no method `told`"),
        ("Mute", "`NAME` at seat 0 fails: it has no method `choose`"),
    ],
)
def test_a_player_that_fails_ends_in_one_sentence(who: str, message: str, own: str, tmp_path: Path) -> None:
    name = f"{own}:{who}"
    with pytest.raises(PlayerError) as failed:
        play_game(rules_of("coup", 3), 1, (name, "random", "random"))
    assert str(failed.value) == message.replace("NAME", name)
    again = pickle.loads(pickle.dumps(failed.value))
    assert (str(again), again.help) == (str(failed.value), failed.value.help)
    for words in (
        ("run", "coup", "--players", 3, "--games", 3),
        ("simulate", "coup", "--players", 3, "--games", 3),
        ("play", "coup", "--players", 3, "--humans", "", "--save", tmp_path / "game.jsonl"),
    ):
        result = called(*words, "--bots", f"{name},random,random")
        assert result.exit_code == 1
        assert message.replace("NAME", name) in result.output and "\n  help: " in result.output
        assert result.exception is None or isinstance(result.exception, SystemExit)


@pytest.mark.parametrize(
    ("who", "help_"),
    [
        ("Failing", "it was raised in line 24 of "),
        ("Misled", "it was raised in line 68 of "),
        ("Unheard", "write `def told(self, events): pass` in its class, or more"),
        ("Mute", "write `def choose(self, moves): return moves[0]` in its class, or more"),
        ("Short", "it is called as `told(events)` and as `choose(decision, moves, view)`"),
        ("Long", "it is called as `choose(moves)`"),
    ],
)
def test_it_is_said_what_in_the_player_is_wrong(who: str, help_: str, own: str) -> None:
    with pytest.raises(PlayerError) as failed:
        play_game(rules_of("coup", 3), 1, (f"{own}:{who}", "random", "random"))
    assert failed.value.help.startswith(help_)
    assert help_.endswith(" of ") is failed.value.help.endswith(f"{own}.py")


def test_a_player_that_lacks_a_method_does_with_the_line_that_is_named(own: str, tmp_path: Path) -> None:
    (tmp_path / f"{own}_whole.py").write_text(
        f"from {own} import Mute, Unheard\n"
        "class Hearing(Unheard):\n    def told(self, events): pass\n"
        "class Speaking(Mute):\n    def choose(self, moves): return moves[0]\n",
        "utf-8",
    )
    names = (f"{own}_whole:Hearing", f"{own}_whole:Speaking", "random")
    assert play_game(rules_of("coup", 3), 1, names).state.is_over


def test_so_it_does_in_other_processes(own: str, tmp_path: Path) -> None:
    words = ("coup", "--players", 3, "--games", 60, "--jobs", 2, "--bots", f"{own}:Failing,random,random")
    for command in ("run", "simulate"):
        result = process(command, *words, PYTHONPATH=f"{INTERPRETER}{os.pathsep}{tmp_path}")
        assert result.returncode == 1
        assert f"`{own}:Failing` at seat " in result.stderr
        assert "fails: KeyError: 'nothing'\n  help: " in result.stderr
        assert "Traceback" not in result.stderr
