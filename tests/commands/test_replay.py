"""`coupdsl replay`: good logs and damaged ones."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from tests.commands.calls import GOOD, called, write
from tests.helpers import rules_of

import coupdsl


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of two games of the small rules, beside them."""
    folder = tmp_path_factory.mktemp("logs")
    write(folder, "small.coup", GOOD)
    words = ["run", str(folder / "small.coup"), "--players", "2", "--games", "2", "--out", str(folder / "games.jsonl")]
    assert called(*words).exit_code == 0
    return folder / "games.jsonl"


def test_replay_of_good_logs(logs: Path) -> None:
    result = called("replay", logs, "--ruleset", logs.with_name("small.coup"))
    assert result.exit_code == 0
    assert result.output.count("The log is in order.") == 2
    assert re.match(
        r"Game 1: \w+, 2 players, 3 moves\nSeat 0 is dealt|Game 1: \w+, 2 players, 3 moves\n", result.output
    )
    assert "\n1. Seat 0: " in result.output
    french = called("replay", logs, "--ruleset", logs.with_name("small.coup"), "--lang", "fr")
    assert "Le joueur 0 : " in french.output
    data = called("replay", logs, "--ruleset", logs.with_name("small.coup"), "--format", "json").output.splitlines()
    assert [json.loads(line)["game"] for line in data] == [1, 2]
    assert json.loads(data[0])["events"][-1]["event"] == "finished"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda text: text[: len(text) // 3], "E701"),
        (lambda text: "{}\n" + text, "E701"),
        (lambda text: "[1]\n", "E701"),
        (lambda text: "not json\n", "E701"),
        (lambda text: "", "E701"),
        (lambda text: text.replace('"move": 2', '"move": 3', 1), "E701"),
        (lambda text: text.replace('"version": 1', '"version": 2', 1), "E701"),
        (lambda text: text.replace('"seat": 0', '"seat": 1', 1), "E703"),
        (lambda text: text.replace('"play": "o', '"play": "zo', 1), "E703"),
        (lambda text: text.replace('"winners": [', '"winners": [9, ', 1), "E703"),
        (lambda text: text.replace('"fingerprint": "', '"fingerprint": "0', 1), "E702"),
        (lambda text: text.replace('"edition": 1', '"edition": 7', 1), "E104"),
        (lambda text: text.replace('"players": 2', '"players": 3', 1), "E408"),
    ],
    ids=["cut", "foreign line first", "list", "no json", "empty", "number", "version", "seat", "move", "result",
        "rules",
         "edition", "players"],
)  # fmt: skip
def test_replay_of_damaged_logs(change: Any, code: str, logs: Path, tmp_path: Path) -> None:
    first = "".join(logs.read_text("utf-8").splitlines(keepends=True)[:5])
    damaged = write(tmp_path, "damaged.jsonl", change(first))
    result = called("replay", damaged, "--ruleset", logs.with_name("small.coup"))
    assert result.exit_code == 1
    assert code in result.output


def test_replay_of_a_binary_file(tmp_path: Path) -> None:
    result = called("replay", write(tmp_path, "x.jsonl", b"\xff\xfe"))
    assert (result.exit_code, "E002" in result.output) == (1, True)


# ---- why
@pytest.fixture(scope="module")
def trick(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two shipped games of short length, whose moves are known."""
    path = tmp_path_factory.mktemp("why") / "games.jsonl"
    words = ["run", "quick", "--players", "3", "--games", "2", "--seed", "5", "--out", str(path)]
    assert called(*words).exit_code == 0
    return path


def moves(path: Path) -> list[dict[str, Any]]:
    return [found for line in path.read_text("utf-8").splitlines() if "play" in (found := json.loads(line))]


def asked(path: Path, *words: object) -> str:
    result = called("replay", path, "--why", *words)
    assert result.exit_code == 0, result.output
    return str(result.output)


def test_the_account_gives_each_move_its_number(trick: Path) -> None:
    told = called("replay", trick, "--lang", "en").output
    first = moves(trick)[0]
    assert f"\n1. Seat {first['seat']} " in told
    numbers = [line.split(".")[0].split("–") for line in told.splitlines() if re.match(r"[\d–]+\. ", line)]
    ranges = [range(int(one[0]), int(one[-1]) + 1) for one in numbers]
    assert [number for one in ranges for number in one] == [move["move"] for move in moves(trick)]


def test_why_tells_the_conditions_of_a_move_and_the_factors_of_what_it_cost(trick: Path) -> None:
    move = next(one for one in moves(trick) if one["play"].startswith("play "))
    lines = asked(trick, move["move"]).splitlines()
    assert lines[0].startswith(f"Play {move['play'].split()[1]}: you can, because ")
    assert lines[-1] == "Nothing was paid for it."
    french = asked(trick, move["move"], "--lang", "fr")
    assert "vous le pouvez, car " in french.splitlines()[0]
    told = called("replay", trick).output.splitlines()
    paying = next(n for n, line in enumerate(told) if " pays " in line)
    number = next(line.split(".")[0] for line in reversed(told[:paying]) if line[:1].isdigit())
    data = json.loads(asked(trick, number, "--format", "json"))
    assert "pays" in data["paid"][0]
    assert any(line.startswith("  ") and "(P" in line for line in data["paid"])
    assert data["seat"] == moves(trick)[int(number) - 1]["seat"]


def test_why_not_another_move(trick: Path) -> None:
    move = next(one for one in moves(trick) if one["play"].startswith("play "))
    unknown = asked(trick, move["move"], "--instead", "plya 7S").splitlines()
    assert unknown[0].startswith("“plya 7S” is not understood. You can ask, for example: why ")
    assert unknown[1].startswith("Did you mean `play ")
    declined = asked(trick, move["move"], "--instead", "decline")
    assert declined.startswith("Decline the Coup: that is for when you are asked “")


def test_why_tells_nobody_else_what_the_one_who_moved_may_know(trick: Path) -> None:
    """Whatever another seat asks about, its answer is the same."""
    move = next(one for one in moves(trick) if one["play"].startswith("play "))
    other = (move["seat"] + 1) % 3
    told = {asked(trick, move["move"], "--seat", other, "--instead", text) for text in ("play AS", "play 7H", "stop")}
    assert told == {f"Seat {move['seat']} decides here, and nobody else may ask why.\n"}


@pytest.mark.parametrize(
    ("seated", "person"), [(None, None), ([None, "easy", "easy"], 0), ([None, None, "easy"], None)]
)
def test_why_tells_of_a_game_that_is_not_over_only_whoever_plays_it(
    seated: list[str | None] | None, person: int | None, trick: Path, tmp_path: Path
) -> None:
    head, *rest = trick.read_text("utf-8").splitlines(keepends=True)
    told = json.loads(head) | ({} if seated is None else {"seated": seated})
    first = next(number for number, line in enumerate(rest) if "play" not in json.loads(line))
    cut = write(tmp_path, "cut.jsonl", json.dumps(told) + "\n" + "".join(rest[: first - 1]))
    made = [move for move in moves(cut) if move["play"].startswith("play ")]
    assert {move["seat"] for move in made} == {0, 1, 2}
    for move in {move["seat"]: move for move in made}.values():
        for words in ((), ("--instead", "play AS")):
            lines = asked(cut, move["move"], *words)
            is_told = f"Seat {move['seat']} decides here, and nobody else may ask why.\n" not in lines
            assert is_told == (move["seat"] == person)
    assert ": you can, because " in asked(cut, made[0]["move"], "--seat", made[0]["seat"])


def test_why_tells_what_was_paid_where_chance_brought_something(tmp_path: Path) -> None:
    told = coupdsl.Game(rules_of("parker-1966", 4, {"hands.entered": True}))
    for move in ("first_director 0", "coup_card_holder 0", "decline", "contract siege", "took_some 7 1"):
        told.apply(move)
    told.apply("took_some 1 2")
    told.save(tmp_path / "told.jsonl")
    for words in ([], ["--seat", "2"], ["--lang", "fr"]):
        result = called("replay", tmp_path / "told.jsonl", "--why", "6", *words)
        assert result.exit_code == 0 and "7 × 100 = 700" in result.output
    assert called("replay", tmp_path / "told.jsonl", "--why", "2").output == "Nothing was paid for it.\n"
    over = coupdsl.Game(rules_of("kuhn", 2))
    while not over.state.is_over:
        over.apply(over.state.legal_moves()[-1])
    over.save(tmp_path / "over.jsonl")
    assert called("replay", tmp_path / "over.jsonl", "--why", "1").output == "Seat 1 antes 1 (KP3)\n"


def test_why_is_asked_about_one_of_the_games(trick: Path) -> None:
    assert ": you can" in asked(trick, 1, "--game", 2)
    for words in (
        ["--why", "1", "--game", "3"], ["--why", "100000"], ["--why", "0"], ["--why", "1", "--seat", "3"],
        ["--seat", "1"], ["--instead", "pass"],
    ):  # fmt: skip
        result = called("replay", trick, *words)
        assert (result.exit_code, result.output[:15]) == (2, "coupdsl replay:"), words


def test_one_game_of_the_file_is_told_alone_where_it_is_asked_for(trick: Path, tmp_path: Path) -> None:
    told = [called("replay", trick, "--game", number, "--lang", "en").output for number in (1, 2)]
    assert told[0].startswith("Game 1: ") and told[1].startswith("Game 2: ")
    assert called("replay", trick, "--lang", "en").output == "".join(told)
    out = tmp_path / "second.jsonl"
    assert called("replay", trick, "--game", 2, "--as", 1, "--out", out).exit_code == 0
    sent = [("replay", out, "--format", "json"), ("replay", trick, "--game", 2, "--as", 1, "--format", "json")]
    first, second = ([one.get("move") for one in json.loads(called(*words).output)["events"]] for words in sent)
    assert first == second
    result = called("replay", trick, "--game", 3, "--as", 1, "--out", tmp_path / "third.jsonl")
    assert (result.exit_code, "holds 2 games" in result.output) == (2, True)
    assert not (tmp_path / "third.jsonl").exists()


def test_the_account_speaks_as_people_do(tmp_path: Path) -> None:
    log = tmp_path / "game.jsonl"
    assert called("run", "parker-1966", "--games", 1, "--seed", 3, "--out", log).exit_code == 0
    told = called("replay", log).output
    assert told.startswith("Game 1: Coup d'Etat (Parker Brothers 1966), 4 players, ")
    assert "\nEight cards are dealt to each player\n" in called("replay", log, "--as", "spectator").output
    assert len(re.findall(r"\nSeat \d is dealt (?:\S+ ){7}", told.split("\n\n")[0])) == 4
    assert re.search(r"\n\d+\. Seat \d plays the Coup card\n", told)
    assert not re.search("→|shuffled|marks|_|places to come", told)
    french = called("replay", log, "--lang", "fr").output
    assert french.startswith("Partie 1 : ") and french.endswith("Le journal est en ordre.\n\n")
    assert "joue la carte Coup d'Etat" in french and "tente un Coup d'Etat : " in french
    own = called("replay", log, "--as", 2).output
    assert re.search(r"\nSeat 2 \(you\) is dealt (\S+ ){7}", own)


# ---- step by step
def stepped(path: Path, keys: str, monkeypatch: pytest.MonkeyPatch, *words: object) -> tuple[str, int]:
    """What is told when these keys are pressed, and how many were asked for."""
    pressed = iter(keys)
    monkeypatch.setattr("coupdsl.commands.replay.is_terminal", lambda: True)
    monkeypatch.setattr("coupdsl.commands.account_told.key_pressed", lambda: next(pressed))
    result = called("replay", path, "--step", *words)
    assert result.exit_code == 0, result.output
    return str(result.output), len(keys) - len(list(pressed))


def test_a_key_tells_a_move_or_the_rest_of_the_hand(trick: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told, keys = stepped(trick, "  q", monkeypatch)
    assert "\n1. " in told and "\n2. " in told and "\n3. " not in told and keys == 3
    told, keys = stepped(trick, "hq", monkeypatch)
    assert "End of hand 1" in told and "End of hand 2" not in told and keys == 2
    french, _ = stepped(trick, "dq", monkeypatch, "--lang", "fr", "--as", 1)
    assert "Fin de la donne 1" in french and "Le joueur 1 (vous) reçoit" in french


def test_the_end_of_the_input_is_as_q(trick: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def ended() -> str:
        raise EOFError

    monkeypatch.setattr("coupdsl.commands.replay.is_terminal", lambda: True)
    monkeypatch.setattr("typer.getchar", ended)
    left = called("replay", trick, "--step")
    monkeypatch.setattr("typer.getchar", lambda: "q")
    assert (left.exit_code, left.output) == (0, called("replay", trick, "--step").output)
    assert "Aborted" not in left.output


def test_steps_need_a_terminal(trick: Path) -> None:
    result = called("replay", trick, "--step")
    assert (result.exit_code, "it needs a terminal" in result.output) == (2, True)


@pytest.mark.parametrize(("language", "dealt", "passed"), [("en", "is dealt", "passes on"), ("fr", "reçoit", "passe ")])
def test_a_game_that_is_over_is_told_with_all_hands_and_passes(
    language: str, dealt: str, passed: str, tmp_path: Path
) -> None:
    whole = tmp_path / "over.jsonl"
    assert called("run", "hearts", "--games", "1", "--seed", "3", "--bots", "random", "--out", whole).exit_code == 0
    for seat in range(4):
        who = {"en": f"Seat {seat} ", "fr": f"Le joueur {seat} "}[language]
        lines = called("replay", whole, "--lang", language).output.splitlines()
        assert any(re.match(rf"{who}{dealt} (\S+ ){{12}}", line) for line in lines)
        assert any(re.search(rf"\. {who}{passed}.* (and|et) ", line) for line in lines)
    told = called("replay", whole, "--lang", language, "--as", "spectator").output.splitlines()
    assert not any(re.match(rf"(Seat|Le joueur) \d {dealt} (\S+ ){{12}}", line) for line in told)


def test_an_unfinished_game_is_told_without_what_is_hidden(tmp_path: Path) -> None:
    game = coupdsl.Game(rules_of("hearts", 4), seed=3)
    for _ in range(14):
        game.apply(game.state.legal_moves()[0])
    game.save(tmp_path / "begun.jsonl")
    told = called("replay", tmp_path / "begun.jsonl").output
    assert "passes on" in told
    assert "is dealt" not in told and not re.search(r"passes on \w+ ?[SHDC]\b", told)
