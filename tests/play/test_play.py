"""The terminal game, played through its two functions: what is typed, what is shown."""

from __future__ import annotations

import errno
import random
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from time import sleep
from typing import Any

import pytest
from tests.helpers import choose, random_company, rules_of
from tests.small_games import load_text
from typer.testing import CliRunner

import coupdsl
from coupdsl.commands import seating
from coupdsl.commands.main import app
from coupdsl.play import company, table
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


def reader(language: str = "en", name: str = "parker-1966", players: int = 4, plain: bool = True) -> Reader:
    return Reader(Words(rules_of(name, players), language, plain))


CARDS = ["play TS", "play TD", "play AH", "play QS", "play QC"]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("play ts", ["play TS"]), ("ts", ["play TS"]), ("1", ["play TS"]), ("1.", ["play TS"]),
        ("T♠", ["play TS"]), ("play T♠", ["play TS"]), ("T ♠", ["play TS"]), ("t♤", ["play TS"]), ("T♠️", ["play TS"]),
        ("10♠", ["play TS"]), ("10s", ["play TS"]), ("play 10S", ["play TS"]), ("10 of spades", ["play TS"]),
        ("1. play 10♠ (play TS)", ["play TS"]), ("1. play TS", ["play TS"]), ("play 10♠ (play TS)", ["play TS"]),
        ("4. play TS", []), ("Queen of Spades", ["play QS"]), ("joue dame de pique", ["play QS"]),
        ("a", ["play AH"]), ("play a", ["play AH"]), ("t", ["play TS", "play TD"]), ("queen", ["play QS", "play QC"]),
        ("10", ["play TS", "play TD"]), ("ac", []), ("th", []),
        ("D♠", []), ("", []), ("7", []), ("tx", []), ("♠", []), ("??", []),
    ],
)  # fmt: skip
def test_what_may_be_typed_for_a_move(typed: str, meant: list[str]) -> None:
    assert reader().meant(typed, CARDS) == meant
    assert reader(plain=False).meant(typed, CARDS) == meant


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("D♠", ["play QS"]), ("ds", ["play QS"]), ("joue D♠", ["play QS"]), ("Dame de pique", ["play QS"]),
        ("dame de trèfle", ["play QC"]), ("as de cœur", ["play AH"]), ("As de Coeur", ["play AH"]), ("as", []),
        ("Q♠", ["play QS"]), ("play QS", ["play QS"]), ("10 de carreau", ["play TD"]), ("dame", ["play QS", "play QC"]),
    ],
)  # fmt: skip
def test_what_may_be_typed_in_french(typed: str, meant: list[str]) -> None:
    assert reader("fr").meant(typed, CARDS) == meant


def test_a_letter_of_the_rules_goes_before_one_of_a_language(tmp_path: Path) -> None:
    """A D is the Dame, but not where another rank is marked so."""
    game = tmp_path / "marked.coup"
    text = """edition 1
game marked {
  seats [2]
  cards {
    suits spades S
    ranks duke D, queen Q
  }
  zone hand: set seen by all = cards
  first of seats chooses play c from hand
  finish by 0
  limit 5 moves { finish by 0 }
}
"""
    game.write_text(text, "utf-8")
    rules = coupdsl.load(game)
    for language in ("en", "fr"):
        reading = Reader(Words(rules, language, True))
        assert reading.meant("DS", ["play DS", "play QS"]) == ["play DS"]
        assert reading.meant("DS", ["play QS"]) == []


def test_numbers_are_those_that_are_shown() -> None:
    assert reader().meant("2", ["lender 2", "lender 3"]) == ["lender 2"]
    assert list(reader().selectors(["support 2", "pass", "support 1"])) == ["2", "3", "1"]
    assert reader().meant("1", ["support 2", "pass", "support 1"]) == ["support 1"]
    assert list(reader().selectors(["pass", "bid 18", "bid 20"])) == ["1", "18", "20"]
    assert list(reader().selectors(["fold", "call", "raise 2", "raise 4"])) == ["1", "3", "2", "4"]
    assert reader().meant("2", ["fold", "call", "raise 2", "raise 4"]) == ["raise 2"]
    assert list(reader().selectors(["raise 2", "call 2"])) == ["1", "2"]
    coup = reader(name="coup")  # where the number of a seat is a part of what is chosen
    assert list(coup.selectors(["income", "assassinate 3", "tax"])) == ["1", "2", "3"]
    assert reader().meant("call 2", ["raise 2", "call 2"]) == ["call 2"]
    assert reader().meant("3", ["raise 3", "call 3"]) == ["raise 3", "call 3"]  # which is asked
    assert reader().meant("1", ["lender 10"]) == []
    assert reader().printed("2", ["bid 3", "bid 2"], numbers=False) == ["bid 2"]
    spades = reader(name="spades")  # where all bids from 0 to 13 are moves, also those that are not offered
    assert list(spades.selectors(["bid 2", "bid 3", "pass", "look"])) == ["2", "3", "14", "15"]
    assert spades.meant("1", ["bid 2", "bid 3", "pass"]) == []


NUMBERED = """edition 1
game numbered {
  seats [1]
  first of seats chooses act {
    special { }
    pick n from 1 .. 2 { }
    other { }
  }
  finish by 0
  limit 5 moves { finish by 0 }
}
"""


def test_answers_stand_in_the_order_of_their_numbers() -> None:
    sitting = Sitting(coupdsl.Game(load_text(NUMBERED, 1), 1), ["quit"])
    sitting.table.play()
    listed = [line for line in sitting.shown if re.match(r"\d\. ", line)]
    assert listed == ["1. pick 1", "2. pick 2", "3. special", "4. other"]


def test_what_is_printed_with_a_comma_is_one_move() -> None:
    """The 2005 game asks `assassinate (from, at)`, and says `assassinate from a1 at b2`."""
    words = Words(rules_of("coup-detat-2005", 2), "en", False)
    assert words.move("assassinate a1 b2") == "assassinate from a1 at b2"
    options = ["assassinate a1 b2", "assassinate a2 b2"]
    for typed in ("assassinate from, at: a1 b2", "assassinate from a1 at b2"):
        assert Reader(words).printed(typed, options) == options[:1]
    game, rnd = coupdsl.Game(rules_of("coup-detat-2005", 2), 15), random.Random(15)
    while not any(move.word == "assassinate" for move in game.state.legal_moves()):
        game.apply(choose(game.state, rnd))
    move = next(move for move in game.state.legal_moves() if move.word == "assassinate")
    before = len(game.moves)
    Sitting(game, ["", words.move(str(move)), "quit"], humans=(0, 1)).table.play()
    assert game.moves[before][1] == move


def test_why_about_what_could_be_several_is_asked(tmp_path: Path) -> None:
    text = """edition 1
game two_ways {
  seats [2]
  cards {
    suits spades S
    ranks ace A, king K
  }
  zone hand: set seen by all = cards
  first of seats chooses ways {
    give c from hand { }
    keep c from hand { }
  }
  finish by 0
  limit 5 moves { finish by 0 }
}
"""
    (tmp_path / "two.coup").write_text(text, "utf-8")
    game = coupdsl.Game(coupdsl.load(tmp_path / "two.coup"), 1)
    sitting = Sitting(game, ["why A♠", "AS", "why give A♠", "quit"])
    sitting.table.play()
    assert "`A♠` could be: give AS, keep AS. Write a little more." in sitting.text
    assert "`AS` could be: give AS, keep AS. Write a little more." in sitting.text
    assert "Give AS: you can" in sitting.text and not game.moves


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


# ---- the command
def called(*words: str, typed: str = "") -> Any:
    return CliRunner().invoke(app, ["play", *words], input=typed)


def test_command_quits_cleanly_and_resumes(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    first = called("--seed", "7", "--save", str(file), typed="1\nquit\n")
    assert first.exit_code == 0, first.output
    assert "To go on later: coupdsl play parker-1966" in first.output
    assert "\x1b" not in first.output
    second = called("--save", str(file))
    assert second.exit_code == 0
    assert "Resuming move" in second.output


def test_medium_sits_down_with_people_where_nobody_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seated: list[Any] = []
    ordinary = company.seated
    monkeypatch.setattr(company, "seated", lambda *given, **more: seated.append(given[1]) or ordinary(*given, **more))
    first = called("kuhn", "--players", "3", "--humans", "1", "--save", str(tmp_path / "a"))
    other = called("kuhn", "--players", "3", "--bots", "easy", "--save", str(tmp_path / "b"))
    assert seated == [{0: "medium", 2: "medium"}, {1: "easy", 2: "easy"}]
    assert "--bots" not in first.output and "--bots easy" in other.output  # as the game is to be taken up again
    assert "at random" not in first.output


@pytest.mark.parametrize(("language", "said"), [("en", "All others choose at random."), ("fr", "jouent au hasard")])
def test_without_what_it_needs_others_play_at_random_and_it_is_said_once(
    language: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seating, "find_spec", lambda name: None)
    done = called("coup", "--lang", language, "--save", str(tmp_path / "a"), typed="1\n1\n")
    assert done.exit_code == 0 and done.output.count(said) == 1 and " -m pip install llvmlite" in done.output
    for words in (("--bots", "random"), ("--humans", "0,1,2,3")):
        assert said not in called("coup", *words, "--lang", language, "--save", str(tmp_path / "b"), "--new").output


def test_tables_that_nobody_watches_say_so_where_they_take_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "SLOW", 0.0)
    sitting = Sitting(coupdsl.Game(rules_of("coup", 3), 7), [], (), quiet=True)
    assert sitting.table.play()
    assert sitting.shown.count("(They are playing …)") == 1


@pytest.mark.parametrize("words", [("--new",), ("--seed", "9"), ("--players", "3"), ("--option", "loan.unit=100")])
def test_a_game_that_is_not_gone_on_with_is_kept_aside(words: tuple[str, ...], tmp_path: Path) -> None:
    file, aside = tmp_path / "game.jsonl", tmp_path / "game-1.jsonl"
    quick = ("--bots", "random", "--save", str(file))
    called(*quick, "--seed", "7", typed="1\n1\n")
    before = file.read_text("utf-8")
    other = called(*quick, *words, typed="1\n1\n")
    assert other.exit_code == 0, other.output
    assert aside.read_text("utf-8") == before
    assert read_log(file).head["seed"] == (9 if "--seed" in words else pytest.approx(2**63, abs=2**63))
    assert "Resuming" not in other.output and str(aside) in other.output and "a new one begins" in other.output
    same_rules = words[0] in ("--new", "--seed")
    assert (f"--save {aside}" in other.output) is same_rules
    assert ("other rules (parker-1966, 4 players" in other.output) is not same_rules
    again = called(*quick, *words, "--new")
    assert again.exit_code == 0 and aside.read_text("utf-8") == before
    assert (tmp_path / "game-2.jsonl").exists()
    assert "Resuming move" in called("--save", str(aside)).output


def test_nothing_is_kept_aside_of_a_game_without_moves(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    coupdsl.Game(rules_of("coup", 4), 1).save(file)
    assert called("coup", "--save", str(file), "--new").exit_code == 0
    assert list(tmp_path.iterdir()) == [file]


def test_a_finished_game_is_kept_when_the_next_begins(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    assert called("coup", "--humans", "", "--bots", "random", "--save", str(file), "--seed", "1").exit_code == 0
    next_game = called("coup", "--lang", "fr", "--save", str(file))
    assert "La partie jouée ici avant est conservée" in next_game.output
    assert read_log(tmp_path / "game-1.jsonl").result is not None


def test_a_broken_game_of_the_programs_own_is_kept_aside_when_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    called("coup", typed="1\n")
    (file,) = tmp_path.rglob("*.jsonl")
    file.write_text("{", "utf-8")
    assert called("coup").exit_code == 1
    afresh = called("coup", "--new")
    assert (afresh.exit_code, file.with_stem("coup-1").read_text("utf-8")) == (0, "{")
    assert "is no whole game" in afresh.output


def test_command_refuses_what_it_must_not_overwrite(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("my notes\n")
    assert called("--save", str(file)).exit_code == 1
    assert called("--save", str(file), "--new").exit_code == 1
    assert list(tmp_path.iterdir()) == [file] and file.read_text() == "my notes\n"


@pytest.mark.parametrize(
    "words", [("--humans", "7"), ("--humans", "x"), ("--lang", "xx"), ("--option", "x"), ("--players", "9")]
)
def test_command_refuses_wrong_calls(words: tuple[str, str], tmp_path: Path) -> None:
    assert called(*words, "--save", str(tmp_path / "g")).exit_code == 2


def test_command_refuses_wrong_rules(tmp_path: Path) -> None:
    assert called("no-such-rules", "--save", str(tmp_path / "g")).exit_code == 1


@pytest.mark.unmeasured
def test_more_people_play_at_two_tables(tmp_path: Path) -> None:
    done = called(
        "--players", "7", "--humans", "", "--bots", "random", "--seed", "1", "--save", str(tmp_path / "g.jsonl")
    )
    assert done.exit_code == 0, done.output
    assert "Table 1 of 2, 3 players" in done.output and "Table 2 of 2, 4 players" in done.output
    assert (tmp_path / "g-table2.jsonl").exists()


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("K♠", "K♠: you do not have it"), ("king of spades", "K♠: you do not have it"),
        ("not K ♠", "K♠: you do not have it"),
        ("touché", "Attempt a Coup in Touché: not now, for it is chosen already (contract in play:"),
        ("not the guillotine?", "Attempt a Coup in Guillotine: not now, for it is chosen already"),
        ("not guillotine", "Attempt a Coup in Guillotine: not now, for it is chosen already"),
        ("attempt a Coup in Siege", "Attempt a Coup in Siege: not now, for it is chosen already"),
        ("10♦", "Play 10♦: no, you must follow suit"),
        ("play T♦", "Play 10♦: no, you must follow suit"), ("play Q♣", "Play Q♣: you can"),
        ("dame de trèfle", "Play Q♣: you can"), ("2", "Play Q♣: you can"),
        ("play", "Play: say more, such as play A♣ or play Q♣."),
    ],
)  # fmt: skip
def test_why_about_what_is_printed(asked: str, said: str) -> None:
    game = coupdsl.Game(rules_of("parker-1966", 4), 3)
    sitting = Sitting(game, [f"why {asked}", "quit"], plain=False)
    sitting.table.play()
    assert sitting.table.game.state.view(0)["options"] == ["play AC", "play QC"]
    assert said in sitting.text


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
