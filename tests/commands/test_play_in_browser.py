"""`coupdsl play --browser`, from the call to Ctrl-C."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import urllib.request
from http.cookiejar import CookieJar
from pathlib import Path

import pytest
from tests.commands.calls import INTERPRETER, ROOT, called
from websockets import Origin
from websockets.sync.client import connect

from coupdsl.commands.browser import book_of
from coupdsl.commands.play import link_of
from coupdsl.engine.load import load
from coupdsl.play.game import Game
from coupdsl.play.log import read_log, read_logs, replay
from coupdsl.play.position_word import position_word
from coupdsl.table import opening
from coupdsl.table.hall import Hall
from coupdsl.table.sitting import Recorded


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 0), (signal.SIGHUP, 129), (signal.SIGTERM, 143)])
def test_a_page_is_served_until_ctrl_c_and_the_game_is_kept(number: int, status: int, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    code = "from coupdsl.commands.main import main; main()"
    words = ("play", "kuhn", "--browser", "--no-open", "--bots", "random", "--save", str(file))
    running = subprocess.Popen(
        [sys.executable, "-c", code, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(INTERPRETER)},
    )  # fmt: skip
    try:
        assert running.stdout is not None
        address = running.stdout.readline().split()[-1]
        cookies = CookieJar()
        opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(cookies))
        assert "table.js" in opener.open(address).read().decode()
        (cookie,) = cookies
        site, _, rest = address.removeprefix("http://").partition("/")
        headers = {"Cookie": f"{cookie.name}={cookie.value}"}
        table = f"ws://{site}/{rest.partition('?')[0]}/table"
        with connect(table, origin=Origin(f"http://{site}"), additional_headers=headers) as page:
            assert "scene" in json.loads(page.recv())
            running.send_signal(number)
            said, wrong = running.communicate(timeout=60)
    finally:
        running.kill()
    assert (running.returncode, wrong) == (status, "")
    assert f"Kept in {file}" in said and "coupdsl play kuhn" in said and "--browser" in said
    assert not read_log(file).moves


def test_what_cannot_be_kept_is_not_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "coupdsl").touch()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(opening, "serve", lambda hall, *more: None)
    result = called("play", "kuhn", "--browser", "--bots", "random")
    assert "could not be saved" in result.output and "To go on" not in result.output
    assert result.exit_code == 1


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "The table is open at {0}\n*closes it; games are kept.\nKept in {1}\nTo go on: coupdsl play "),
        ("fr", "La table est ouverte à l'adresse {0}\n*conservées.\nPartie conservée dans {1}\nPour reprendre : "),
    ],
)  # fmt: skip
def test_the_call_speaks_the_language_of_the_table(
    language: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "serve", lambda hall, language, say, *more: say("http://…"))
    file = tmp_path / "game.jsonl"
    printed = called("play", "kuhn", "--browser", "--bots", "random", "--lang", language, "--save", file).output
    begin, end = said.format("http://…", file).split("*")
    assert begin in printed and end in printed


def test_other_games_are_kept_beside_that_of_the_call_and_shared_as_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[Hall] = []
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(opening, "serve", lambda hall, *more: seen.append(hall))
    variant = tmp_path / "dear.yaml"
    variant.write_text("variant: dear\nextends: kuhn\noptions: {ante.size: 7}\n", "utf-8")
    result = called("play", variant, "--browser", "--humans", 1, "--bots", "easy", "--lang", "fr")
    assert result.exit_code == 0, result.output
    (hall,) = seen
    assert hall.kept is not None and hall.games[hall.key].sitting.seat == 1
    assert replay(read_log(tmp_path / "coupdsl" / "dear.jsonl")).seated == ("easy", None)
    named = {title: name for name, title, _ in hall.kept.rulesets("fr")}
    assert (named["Poker de Kuhn (dear.yaml)"], named["Poker de Kuhn"]) == (str(variant), "kuhn")
    assert hall.kept.begin("hearts", "4") == "hearts" and (tmp_path / "coupdsl" / "hearts.jsonl").exists()
    begun = hall.kept.open("hearts")
    assert begun.sitting.game.seated == (None, "easy", "easy", "easy")
    linked = begun.sitting.linked(0, "en")
    assert linked is not None
    call = "coupdsl play hearts --players 4 --humans 0 --browser --position "
    assert linked.line.startswith(call)
    begun.close()


def test_what_a_kept_game_chose_of_its_rules_stands_in_the_call_that_others_get(tmp_path: Path) -> None:
    game = Game(load("hearts", 4, {"jack.bonus": True, "game.limit": 50}), 3)
    game.seated = ("random", None, "random", "random")
    line = link_of(game)("WORD")
    assert line == (
        "coupdsl play hearts --players 4 --humans 1 --option jack.bonus=true --option game.limit=50 --browser "
        "--position WORD"
    )
    words = line.replace("WORD", position_word(game, 0)).replace("--browser", "--bots random --save").split()[1:]
    assert called(*words[:-2], tmp_path / "game.jsonl", *words[-2:]).exit_code == 0  # under just these rules


def test_the_link_of_a_game_seen_again_is_a_call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "game.jsonl"
    Game(load("kuhn", 2), 3).save(file)
    seen: list[Recorded] = []
    monkeypatch.setattr(opening, "serve", lambda hall, *more: seen.append(hall.games[hall.key].sitting))
    for words in ((), ("--as", 1)):
        assert called("replay", file, "--browser", *words).exit_code == 0
    linked = [at.linked(0, "en") for at in seen]
    calls = [one.line.partition(" --browser --position ")[0] for one in linked if one is not None]
    assert calls == [f"coupdsl play kuhn --players 2 --humans {seat}" for seat in (0, 1)]


def test_a_page_is_one_table_for_one_person() -> None:
    result = called("play", "kuhn", "--browser", "--humans", "0,1")
    assert (result.exit_code, "one person" in result.output) == (2, True)


def test_a_port_of_another_program_is_refused_in_a_sentence(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        result = called("play", "kuhn", "--browser", "--no-open", "--port", port, "--save", tmp_path / "g.jsonl")
    assert result.exit_code == 2
    assert f"port {port} cannot be had" in " ".join(result.output.replace("│", " ").split())


def test_the_page_is_opened_in_a_browser_and_has_the_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []

    def runs(server: opening.uvicorn.Server, sockets: list[socket.socket]) -> None:
        assert sockets[0].getsockname()[0] == "127.0.0.1"
        raise KeyboardInterrupt

    monkeypatch.setattr(opening.uvicorn.Server, "run", runs)
    monkeypatch.setattr(opening.webbrowser, "open", shown.append)
    result = called("play", "kuhn", "--browser", "--bots", "random", "--save", tmp_path / "game.jsonl")
    assert result.exit_code == 0
    assert shown and shown[0] in result.output
    assert threading.active_count() < 50
    book = book_of("kuhn", {})
    assert "<html" in book("fr") and book("fr") is book("fr") and book("fr") != book("en")


def test_a_game_of_a_log_is_opened_with_the_rules_that_it_was_played_under(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    variant, log = tmp_path / "dear.yaml", tmp_path / "games.jsonl"
    variant.write_text("variant: dear\nextends: kuhn\noptions: {ante.size: 7}\n", "utf-8")
    assert called("run", variant, "--games", 2, "--bots", "random", "--out", log).exit_code == 0
    variant.unlink()
    seen: list[tuple[Recorded, str]] = []

    def serves(hall: Hall, language: str, say: object, port: int, opened: bool) -> None:
        assert (port, opened, hall.kept) == (0, False, None)
        (game,) = hall.games.values()
        assert isinstance(game.sitting, Recorded)
        seen.append((game.sitting, game.book(language)))

    monkeypatch.setattr(opening, "serve", serves)
    result = called("replay", log, "--game", 2, "--browser", "--no-open", "--as", 1, "--lang", "fr")
    assert result.exit_code == 0, result.output
    ((at, book),) = seen
    assert (at.eyes, at.game.moves) == (1, replay(list(read_logs(log))[1]).moves)
    assert "<html" in book and "7" in book


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--why", 1), "a page goes with none of"), (("--game", 9), "holds 1 game"), (("--as", 7), "no seat `7`"),
        (("--lang", "de"), "no language `de`"),
    ],
)  # fmt: skip
def test_a_page_of_a_log_is_asked_for_as_it_can_be(tmp_path: Path, words: tuple[object, ...], said: str) -> None:
    log = tmp_path / "games.jsonl"
    assert called("run", "kuhn", "--games", 1, "--bots", "random", "--out", log).exit_code == 0
    result = called("replay", log, "--browser", *words)
    assert result.exit_code == 2
    assert said in " ".join(result.output.replace("│", " ").split())


def test_an_account_may_have_the_words_of_any_language(tmp_path: Path) -> None:
    """A game can have texts in others than those that the page speaks."""
    log = tmp_path / "games.jsonl"
    assert called("run", "kuhn", "--games", 1, "--bots", "random", "--out", log).exit_code == 0
    assert called("replay", log, "--lang", "de").exit_code == 0


def test_what_a_seat_was_sent_has_no_page(tmp_path: Path) -> None:
    whole, sent = tmp_path / "whole.jsonl", tmp_path / "sent.jsonl"
    assert called("run", "kuhn", "--games", 1, "--bots", "random", "--out", whole).exit_code == 0
    assert called("replay", whole, "--as", 0, "--out", sent).exit_code == 0
    result = called("replay", sent, "--browser", "--no-open")
    assert result.exit_code == 1 and "cannot be played again" in result.output
