"""The terminal game, played through its two functions: what is typed, what is shown."""

from __future__ import annotations

import errno
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from time import sleep
from typing import Any

import pytest
from tests.helpers import random_company, rules_of
from tests.small_games import load_text

import coupdsl
from coupdsl.play import table
from coupdsl.play.bots import RandomBot, Unhearing
from coupdsl.play.company import Company
from coupdsl.play.hindrances import hindrance_told
from coupdsl.play.log import read_log, replay
from coupdsl.play.spoken import COMMANDS, FRENCH_COMMANDS, WORDS, Words
from coupdsl.play.table import CLEAR, Table
from coupdsl.play.typed import Typed as Reader
from coupdsl.play.wrapping import wrapped
from coupdsl.search.player import Told

Typed = Callable[[str], str]


class Sitting:
    """A table whose people type what `typed` gives; `shown` is everything they see, prompts too."""

    def __init__(self, game: coupdsl.Game, typed: Typed | Iterable[str], humans: tuple[int, ...] = (0,), **more: Any):
        self.shown: list[str] = []
        self._lines: Iterator[str] | None = None if callable(typed) else iter(typed)
        self._typed = typed
        company = random_company(game.rules, 1000)
        self.table = Table(game, humans, company, self._read, self.shown.append, **more)

    def _read(self, prompt: str) -> str:
        self.shown.append(prompt)
        if callable(self._typed):
            return self._typed(prompt)
        assert self._lines is not None
        line = next(self._lines, None)
        if line is None:
            raise EOFError
        return line

    @property
    def text(self) -> str:
        return "\n".join(self.shown)


def started(players: int, seed: int = 7, name: str = "parker-1966", **options: Any) -> coupdsl.Game:
    return coupdsl.Game(rules_of(name, players, options), seed)


def to_follow_suit() -> coupdsl.Game:
    """A game that comes to seat 0 first where it may play some of its cards and not others."""
    for seed in range(100):
        game = started(4, seed)
        Sitting(game, ["quit"]).table.play()
        options = game.state.view(0)["options"]
        if 1 < len(options) < 8 and all(option.startswith("play ") for option in options):
            return game
    raise AssertionError("no such game")


class Slow:
    """A player that takes its time."""

    def told(self, events: Sequence[Told]) -> None:
        pass

    def choose(self, decision: str, moves: Sequence[coupdsl.Move], view: Any) -> coupdsl.Move:
        sleep(0.05)
        return moves[0]


@pytest.mark.parametrize(("language", "said"), [("en", "(Seat 2 is thinking …)"), ("fr", "(Joueur 2 réfléchit …)")])
def test_who_thinks_long_is_named_once_between_two_choices(
    language: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table, "SLOW", 0.01)
    game, times = coupdsl.Game(rules_of("coup", 3), 7), [0]

    def typed(prompt: str) -> str:
        times.append(sitting.shown.count(said))
        if len(times) > 6:
            raise EOFError
        return "1"

    sitting = Sitting(game, typed, language=language)
    sitting.table.company = Company(game.rules, {2: Slow(), 1: Unhearing(RandomBot(1))}, {2: "slow", 1: "random"})
    assert not sitting.table.play()
    assert {later - earlier for earlier, later in pairwise(times)} == {0, 1}
    assert times[-1] > 1


def test_of_quick_players_nothing_is_said() -> None:
    sitting = Sitting(coupdsl.Game(rules_of("coup", 3), 7), ["1"] * 6)
    sitting.table.company = Company(sitting.table.game.rules, {1: Slow(), 2: Slow()}, {1: "one", 2: "other"})
    sitting.table.play()
    assert "thinking" not in sitting.text


def first_option(game: coupdsl.Game) -> Typed:
    """Somebody who always takes the first option, by its number as shown."""
    keys = Reader(Words(game.rules, "en", True))

    def typed(prompt: str) -> str:
        if "Enter when you are alone" in prompt:
            return ""
        options = game.state.view(game.state.actor)["options"]
        return next(key for key, option in keys.selectors(options).items() if option == options[0])

    return typed


@pytest.mark.unmeasured
@pytest.mark.parametrize(("players", "seed"), [(3, 1), (3, 2), (4, 7)])
def test_whole_game(players: int, seed: int) -> None:
    game = started(players, seed)
    sitting = Sitting(game, first_option(game))
    assert sitting.table.play()
    result = game.state.result()
    assert result is not None
    assert f"{result.scores[0]}" in sitting.text
    assert sum("Winner" in line for line in sitting.shown) == 1
    assert "\x1b" not in sitting.text
    assert all(len(line) <= 78 or " " not in line for line in sitting.shown)


@pytest.mark.unmeasured
@pytest.mark.parametrize("name", ["french", "short", "french-short"])
def test_other_rules_in_french(name: str) -> None:
    game = started(4, 3, name)
    sitting = Sitting(game, first_option(game), language="fr")
    assert sitting.table.play()
    assert "Vainqueur" in sitting.text
    assert "Ce qui s'est passé" in sitting.text


@pytest.mark.unmeasured
def test_one_option_is_accepted_with_enter() -> None:
    game = started(4)
    prompts: list[str] = []

    def typed(prompt: str) -> str:
        prompts.append(prompt)
        return "" if "Enter accepts" in prompt else first_option(game)(prompt)

    assert Sitting(game, typed).table.play()
    assert any("Enter accepts" in prompt for prompt in prompts)


@pytest.mark.unmeasured
def test_quitting_and_resuming(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    game = started(4)
    first = Sitting(game, ["1", "1", "quit"], save=file, resume="coupdsl play again")
    assert not first.table.play()
    assert "coupdsl play again" in first.text and str(file) in re.sub(r"\n *", "", first.text)
    taken_up = replay(read_log(file))
    assert taken_up.state == game.state
    assert taken_up.state.view(0) == game.state.view(0)
    second = Sitting(taken_up, first_option(taken_up), save=file)
    assert second.table.play()
    assert f"Resuming move {len(game.moves)}." in second.text
    assert read_log(file).result is not None


@pytest.mark.parametrize("interruption", [EOFError, KeyboardInterrupt])
def test_interruption_keeps_the_game(tmp_path: Path, interruption: type[BaseException]) -> None:
    file = tmp_path / "game.jsonl"
    game = started(4)
    lines = iter(["1", "1"])

    def typed(prompt: str) -> str:
        line = next(lines, None)
        if line is None:
            raise interruption
        return line

    assert not Sitting(game, typed, save=file).table.play()
    assert replay(read_log(file)).state == game.state


def test_a_full_disk_does_not_end_the_game(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    sitting = Sitting(started(4), ["1", "quit"], save=tmp_path / "file" / "game.jsonl", resume="coupdsl play again")
    assert not sitting.table.play()
    assert "could not be saved" in sitting.text and "coupdsl play again" not in sitting.text
    sitting = Sitting(started(4), ["1", "quitter"], save=tmp_path / "file" / "game.jsonl", language="fr")
    assert not sitting.table.play()
    assert "La partie n'a pas pu être conservée : un fichier occupe la place du dossier" in sitting.text
    assert hindrance_told(OSError(errno.ENOSPC, "No space left on device"), "fr") == "il n'y a plus de place"
    assert hindrance_told(OSError(errno.ENOSPC, "No space left on device"), "en") == "no space left on device"
    assert hindrance_told(OSError("closed"), "fr") == "closed"


def test_who_asks_why_of_nothing_is_shown_a_card_as_the_table_calls_it() -> None:
    sitting = Sitting(coupdsl.Game(rules_of("coup", 3), 4), ["pourquoi", "pourquoi duc", "quitter"], language="fr")
    sitting.table.play()
    assert "Écrivez ce que vous demandez : pourquoi Duc" in sitting.text
    assert "n'est pas compris" not in sitting.text


def test_why() -> None:
    game = to_follow_suit()
    view = game.state.view(0)
    own = next(zone["pieces"] for zone in view["zones"] if zone["name"] == "hand" and zone["seat"] == 0)
    legal = {option.split()[1] for option in view["options"]}
    barred = next(card for card in own if card not in legal)
    hidden = game.state.view(1)["zones"][1]["pieces"][0]

    def answer(asked: str) -> str:
        return said(f"why {asked}")

    def said(typed: str) -> str:
        asking = Sitting(game, [typed, "quit"])
        asking.table.play()
        at = max(n for n, line in enumerate(asking.shown) if line.startswith("Your choice"))
        start = max(n for n, line in enumerate(asking.shown[:at]) if line.startswith("Your choice"))
        return " ".join(asking.shown[start + 1 : at])

    assert answer(barred).startswith(f"Play {barred}: no, you must follow suit (")
    assert answer(f"play {barred.lower()}") == answer(barred)
    assert ": you can, because " in answer(next(iter(legal)))
    assert answer(hidden) == f"{hidden}: you do not have it, and cannot see where it is."
    assert "“nonsense” is not understood. You can ask, for example: why " in answer("nonsense")
    assert "why" in answer("")
    for refused in (barred, f"play {barred}", hidden):  # typed as if it were possible
        assert said(refused) == answer(refused)
    assert said("attempt siege").startswith("Attempt a Coup in Siege: not now, for it is chosen already ")


def test_a_card_nobody_sees_is_answered_alike_wherever_it_lies() -> None:
    game = started(4)
    Sitting(game, ["quit"]).table.play()
    seen = {face for zone in game.state.view(0)["zones"] for face in zone["pieces"]}
    faces = game.rules.code.layout.face_of
    unseen = [face for face in faces if len(face) == 2 and face not in seen]
    assert len(unseen) > 10
    table = Sitting(game, ["quit"]).table
    assert {table._answer(0, "why", face)[0].replace(table.words.piece(face), "") for face in unseen} == {
        ": you do not have it, and cannot see where it is."
    }


@pytest.mark.unmeasured
def test_hands_stay_hidden_from_the_other_person() -> None:
    """Between two prompts to be alone, nothing shows a card that the person at the screen does not know."""
    game = started(4, 11, "quick")
    checked = 0

    sitting: Sitting

    def typed(prompt: str) -> str:
        nonlocal checked, seen_from
        if "alone" in prompt:
            seen_from = len(sitting.shown)
            return ""
        actor = game.state.actor
        assert actor in (0, 2)
        other = 2 - actor
        visible = {face for zone in game.state.view(actor)["zones"] for face in zone["pieces"]}
        hand = next(z["pieces"] for z in game.state.view(other)["zones"] if z["name"] == "hand" and z["seat"] == other)
        table = sitting.shown[max(n for n, line in enumerate(sitting.shown) if line == "The table") :]
        words = {word.strip(",.():") for line in table for word in line.split()}
        assert not words & (set(hand) - visible)
        checked += 1
        return first_option(game)(prompt)

    seen_from = 0
    sitting = Sitting(game, typed, humans=(0, 2))
    assert sitting.table.play()
    assert checked > 100
    assert seen_from > 0


SHOWN_LAST = """edition 1
game shown_last {
  seats [2]
  cards { ranks ace A, king K }
  zone deck: row seen by none = cards
  zone hand per seat: set seen by owner
  for s in seats { move first of deck to hand of s }
  for s in seats { s secretly chooses vote { yea { }
    nay { } } }
  show hand of seats to all
  finish by 0
  limit 5 moves { finish by 0 }
}
"""


def test_people_at_one_keyboard_are_told_what_came_of_the_last_choice() -> None:
    sitting = Sitting(coupdsl.Game(load_text(SHOWN_LAST, 2), 1), ["", "yea", "", "nay"], humans=(0, 1))
    assert sitting.table.play()
    told = sitting.shown[max(at for at, line in enumerate(sitting.shown) if line == "What happened") + 1 :]
    assert told[:2] == ["Seat 1 answers in secret: vote", "Shown to everybody: ace and king"]
    assert told[2:4] == ["", "The game is over."]


@pytest.mark.unmeasured
def test_the_account_of_one_person_never_tells_the_cards_of_another() -> None:
    game = started(4, 11, "quick")
    sitting = Sitting(game, first_option(game), humans=(0, 2))
    assert sitting.table.play()
    for seat in (0, 2):
        deals = [line for line in sitting.table.account(seat) if " dealt " in line]
        own = [line for line in deals if line.startswith(f"Seat {seat} (you) is dealt ")]
        assert own and len(deals) == 2 * len(own)
        assert all(line == "Eight cards are dealt to each player" for line in deals if line not in own)


@pytest.mark.unmeasured
def test_the_screen_is_cleared_between_people_on_a_terminal_only() -> None:
    for plain in (True, False):
        game = started(4, name="quick")
        sitting = Sitting(game, first_option(game), humans=(0, 1), plain=plain)
        assert sitting.table.play()
        assert (CLEAR in sitting.shown) is not plain
        assert "Seat 1, press Enter when you are alone at the screen. " in sitting.shown


def test_commands_answer_and_ask_again() -> None:
    game = to_follow_suit()
    before = game.state.count
    typed = [
        "help",
        "chart",
        "rules",
        "log",
        "log all",
        "look",
        "save",
        "/log",
        "zzz",
        f"plya {game.state.view(0)['options'][0][-2:]}",
        "",
        "quit",
    ]
    sitting = Sitting(game, typed)
    sitting.table.play()
    text = sitting.text
    for expected in ("why AC", "Every Queen costs you", "no file", "`zzz` is not possible", "Did you mean"):
        assert expected in text
    assert game.state.count == before
    assert text.count("The table") == 2


def test_both_languages_say_the_same_things() -> None:
    assert WORDS["en"].keys() == WORDS["fr"].keys()
    for key, text in WORDS["en"].items():
        assert text.count("{") == WORDS["fr"][key].count("{"), key
    assert set(FRENCH_COMMANDS.values()) == set(COMMANDS.values())


def test_runs_are_drawn_with_their_gaps() -> None:
    game = started(4)
    drawing = Sitting(game, ["quit"]).table.drawing
    view = game.state.view(0)
    view["states"]["current"] = "dominos"
    table = next(zone for zone in view["zones"] if zone["name"] == "table")
    table["pieces"] = ["KH", "AH", "JH", "TS"]
    lines = [line for line in drawing.table(view, {}) if line.startswith("layout, ")]
    assert lines[:2] == ["layout, Spades: 10S", "layout, Hearts: AH KH gap JH"]
    assert lines[2:] == ["layout, Diamonds: nothing", "layout, Clubs: nothing"]


@pytest.mark.parametrize(("players", "sizes"), [(3, [18, 17, 17]), (4, [13, 13, 13, 13])])
def test_cards_dealt_one_by_one_are_told_as_hands(players: int, sizes: list[int]) -> None:
    game = coupdsl.Game(rules_of("sevens", players), 2)
    table = Sitting(game, ["log all", "quit"]).table
    told = table.account(0)
    own = next(zone["pieces"] for zone in game.state.view(0)["zones"] if zone["name"] == "hand" and zone["seat"] == 0)
    deals = [line.partition(" is dealt ") for line in told if " is dealt " in line]
    assert set(map(table.words.piece, own)) == set(next(cards for who, _, cards in deals if "you" in who).split())
    if len(set(sizes)) == 1:
        assert told[0] == f"{sizes[0]} cards are dealt to each player"
    else:
        dealt = [len(cards.split()) if "you" in who else int(cards.split()[0]) for who, _, cards in deals]
        assert sorted(dealt, reverse=True) == sizes


def test_cards_that_come_to_a_hand_twice_are_told_twice(tmp_path: Path) -> None:
    text = """edition 1
game twice {
  seats [2]
  cards {
    suits spades S
    ranks ace A, king K, queen Q
  }
  account cash per seat = 10
  zone deck: row seen by none = cards shown as count
  zone hand per seat: set seen by owner
  let dealer = last of seats
  move first of deck to hand of dealer
  dealer pays 1 to first of seats for stake
  move first of deck to hand of dealer
  first of seats chooses play c from cards
  finish by cash
  limit 5 moves { finish by cash }
}
"""
    (tmp_path / "twice.coup").write_text(text, "utf-8")
    table = Sitting(coupdsl.Game(coupdsl.load(tmp_path / "twice.coup"), 1), ["quit"]).table
    assert [line for line in table.account(0) if "deck" in line] == ["Seat 1 gets a card (deck)"] * 2


def test_the_table_shows_nothing_that_only_rules_look_at() -> None:
    game = started(2, 3, "coup-detat-2005", **{"draw.repetition": 3})
    sitting = Sitting(game, ["random all", "random all", *["random"] * 30, "look", "quit"])
    sitting.table.play()
    assert game.state.view(0)["states"]["past"] != [[], []]
    assert "positions" not in sitting.text


def test_no_sign_that_stands_apart_in_french_begins_a_line() -> None:
    line = "Action choisie : Voler. Personnage annoncé : Capitaine ; vise un autre joueur « seul » !"
    for width in range(12, 80):
        pieces = wrapped(line, width, "  ")
        assert " ".join(piece.strip() for piece in pieces) == line
        assert not [piece for piece in pieces if piece.strip()[0] in ":;!»" or piece.endswith("«")]
