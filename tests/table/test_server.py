"""The table as a server: who is let in, what a page is sent, and what it may do."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect
from tests.table.sittings import KEY, PORT, TOKEN, server, sitting

from coupdsl.code.errors import RulesError
from coupdsl.play.log import read_log, replay
from coupdsl.table.hall import PAGES
from coupdsl.table.served_game import LONGEST
from coupdsl.table.sitting import REMEMBERED, Said, Sitting

HOME = f"http://127.0.0.1:{PORT}"
OWN = {"origin": HOME}
GAME = f"/game/{KEY}"
ASK_HELP = "Type help to see what you can type."
TABLE = f"ws://127.0.0.1:{PORT}{GAME}/table"


@contextmanager
def opened(at: Sitting) -> Iterator[TestClient]:
    with TestClient(server(at).app, base_url=HOME) as client:
        assert client.get(f"/?token={TOKEN}").status_code == 200
        yield client


def sent(page: WebSocketTestSession) -> dict[str, Any]:
    message: dict[str, Any] = json.loads(page.receive_text())
    return message


def until(page: WebSocketTestSession, kind: str) -> dict[str, Any]:
    while (message := sent(page))["kind"] != kind:
        pass
    return message


def asked_of_us(page: WebSocketTestSession) -> dict[str, Any]:
    """The table when it is the person's turn, or at the end."""
    while True:
        scene: dict[str, Any] = until(page, "table")["scene"]
        if scene["question"].get("choices") or scene.get("result"):
            return scene


def do(page: WebSocketTestSession, what: str, text: str = "", moves: int = 0) -> None:
    page.send_text(json.dumps({"do": what, "text": text, "moves": moves}))


# ---- who is let in
def test_the_token_becomes_a_cookie_and_nothing_else_opens_the_table() -> None:
    with TestClient(server(sitting("kuhn", 2)).app, base_url=HOME) as client:
        assert client.get("/").status_code == 403
        assert client.get("/?token=another").status_code == 403
        assert "affichée en dernier" in client.get(f"{GAME}?lang=fr").text
        assert client.get("/table.js").status_code == 403
        first = client.get(f"{GAME}?token={TOKEN}", follow_redirects=False)
        assert (first.status_code, first.headers["location"]) == (303, GAME)
        assert "HttpOnly" in first.headers["set-cookie"] and "SameSite=strict" in first.headers["set-cookie"]
        for path, kind in (
            (GAME, "html"),
            ("/", "html"),
            ("/table.js", "javascript"),
            ("/table.css", "css"),
        ):
            answer = client.get(path)
            assert (answer.status_code, answer.headers["content-type"].split(";")[0]) == (200, f"text/{kind}")
        assert client.get("/elsewhere").status_code == 404


@pytest.mark.parametrize(
    "headers", [{"host": f"example.org:{PORT}"}, {"host": "127.0.0.1:1"}, {"origin": "http://example.org"}]
)
def test_pages_of_others_are_refused_even_with_the_cookie(headers: dict[str, str]) -> None:
    with opened(sitting("kuhn", 2)) as client:
        assert client.get("/", headers=headers).status_code == 403
        assert client.get(f"/?token={TOKEN}", headers=headers).status_code == 403
        with pytest.raises(WebSocketDisconnect), client.websocket_connect(TABLE, headers={**OWN, **headers}) as page:
            page.receive_text()


def test_a_socket_without_an_origin_or_without_the_cookie_is_refused() -> None:
    with opened(sitting("kuhn", 2)) as client:
        with pytest.raises(WebSocketDisconnect), client.websocket_connect(TABLE) as page:
            page.receive_text()
        client.cookies.clear()
        with pytest.raises(WebSocketDisconnect), client.websocket_connect(TABLE, headers=OWN) as page:
            page.receive_text()


def test_nothing_is_loaded_from_elsewhere() -> None:
    with opened(sitting("kuhn", 2)) as client:
        home = client.get("/")
        policy = home.headers["content-security-policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy and "http" not in policy
        assert "http" not in home.text
        book = client.get(f"{GAME}/rules?lang=fr")
        assert "rules in fr" in book.text and "script-src" not in book.headers["content-security-policy"]
        assert "rules in en" in client.get(f"{GAME}/rules?lang=xx").text


# ---- a game
@pytest.mark.parametrize(("name", "players"), [("kuhn", 2), ("hearts", 4), ("coup", 3), ("gin-rummy", 2)])
def test_a_game_is_played_to_its_end_by_what_the_page_is_sent(name: str, players: int, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    at, chance = sitting(name, players, save=file), random.Random(players)
    with opened(at) as client, client.websocket_connect(TABLE, headers=OWN) as page:
        while not (scene := asked_of_us(page)).get("result"):
            do(page, "choose", chance.choice(scene["question"]["choices"])["move"], scene["moves"])
    again = replay(read_log(file))
    assert again.state.is_over
    assert [str(move) for _, move in again.moves] == [str(move) for _, move in at.game.moves]


def test_a_page_is_told_each_step_once_and_a_new_page_all_of_them() -> None:
    with opened(sitting("hearts", 4)) as client, client.websocket_connect(TABLE, headers=OWN) as page:
        first = sent(page)
        assert (first["whole"], len(first["steps"])) == (True, 1)
        do(page, "choose", first["scene"]["question"]["choices"][0]["move"], 0)
        second = until(page, "table")
        assert (second["whole"], len(second["steps"]), second["scene"]["moves"]) == (False, 1, 1)
        with client.websocket_connect(TABLE, headers=OWN) as other:
            whole = sent(other)
            assert whole["whole"] and len(whole["steps"]) == 2 and whole["words"]["hint"] == "Hint"


def test_what_is_behind_or_not_allowed_is_not_made_and_the_page_is_told_anew() -> None:
    at = sitting("hearts", 4)
    with opened(at) as client, client.websocket_connect(TABLE, headers=OWN) as page:
        move = sent(page)["scene"]["question"]["choices"][0]["move"]
        for text, moves in ((move, 5), ("play XX", 0), ("", 0)):
            do(page, "choose", text, moves)
            told = until(page, "table")
            assert (told["whole"], told["scene"]["moves"]) == (True, 0)
    assert not at.game.moves


def test_moves_are_typed_as_at_a_terminal() -> None:
    at = sitting("hearts", 4)
    with opened(at) as client, client.websocket_connect(TABLE, headers=OWN) as page:
        move = sent(page)["scene"]["question"]["choices"][0]["move"]
        do(page, "typed", "nonsense")
        assert until(page, "said")["lines"] == ["`nonsense` is not possible here.", ASK_HELP]
        do(page, "typed", "hnt")
        assert until(page, "said")["lines"] == ["`hnt` is not possible here.", "Did you mean `hint`?"]
        do(page, "typed", f"play {move.split()[1]}")
        assert ": that is for when you are asked " in until(page, "said")["lines"][0]
        do(page, "typed", "pass on")
        assert "pass on" in until(page, "said")["lines"][0]
        do(page, "typed", move.split()[1])
        assert until(page, "table")["scene"]["moves"] == 1
        assert str(at.game.moves[0][1]) == move


def test_questions_are_typed_as_at_a_terminal() -> None:
    at = sitting("kuhn", 2)
    with opened(at) as client, client.websocket_connect(TABLE, headers=OWN) as page:
        move = asked_of_us(page)["question"]["choices"][0]["move"]
        for typed, asked, text in (
            (f"why {move}", "why", move), ("/hint", "hint", ""), ("known", "known", ""), ("Why paid", "why", "paid"),
        ):  # fmt: skip
            do(page, "typed", typed)
            answer = until(page, "said")["lines"]
            do(page, asked, text)
            assert answer == until(page, "said")["lines"] != []
        do(page, "language", "fr")
        do(page, "typed", f"pourquoi {move}")
        assert "possible ici" not in until(page, "said")["lines"][0]


def test_a_game_that_cannot_be_kept_goes_on_and_that_is_told(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.write_text("no folder", "utf-8")
    at = sitting("hearts", 4, save=folder / "game.jsonl")
    with opened(at) as client, client.websocket_connect(TABLE, headers=OWN) as page:
        scene = asked_of_us(page)
        do(page, "choose", scene["question"]["choices"][0]["move"], scene["moves"])
        told = until(page, "table")
        assert "could not be saved" in told["unsaved"] and "failed" not in told
        folder.unlink()
        do(page, "choose", told["scene"]["question"]["choices"][0]["move"], told["scene"]["moves"])
        assert "unsaved" not in until(page, "table")
    assert (folder / "game.jsonl").exists()


def test_a_page_is_told_the_pace_of_the_table() -> None:
    with opened(sitting("hearts", 4)) as client, client.websocket_connect(TABLE, headers=OWN) as page:
        assert sent(page)["pace"] == "quick"
        do(page, "pace", "slow")
        do(page, "language", "fr")
        assert until(page, "table")["pace"] == "slow"


def test_questions_are_answered_in_the_language_of_the_page() -> None:
    at = sitting("kuhn", 2)
    with opened(at) as client, client.websocket_connect(TABLE, headers=OWN) as page:
        scene = asked_of_us(page)
        do(page, "language", "fr")
        french = until(page, "table")
        assert (french["whole"], french["scene"]["language"], french["words"]["hint"]) == (True, "fr", "Conseil")
        assert french["scene"]["moves"] == scene["moves"]
        asked = {"why": scene["question"]["choices"][0]["move"], "hint": "", "known": ""}
        french_answers = {}
        for what, text in asked.items():
            do(page, what, text)
            french_answers[what] = until(page, "said")["lines"]
        do(page, "language", "en")
        for what, text in asked.items():
            do(page, what, text)
            lines = until(page, "said")["lines"]
            assert lines and lines != french_answers[what]


def test_out_of_turn_and_as_a_spectator_nothing_is_answered_or_moved() -> None:
    at = sitting("kuhn", 2, seat=None)
    assert at.why("pass", "en").lines == at.known("en").lines == []
    assert at.hint("en").lines == at.typed("pass", 0, "en").lines  # type: ignore[union-attr]
    assert not at.choose("pass", 0)
    with opened(at) as client, client.websocket_connect(TABLE, headers=OWN) as page:
        assert asked_of_us(page)["result"]


def test_another_game_begins_when_one_is_over() -> None:
    begun = sitting("hearts", 4)
    with opened(begun) as client, client.websocket_connect(TABLE, headers=OWN) as page:
        asked_of_us(page)
        do(page, "anew")  # not yet
        do(page, "why")  # which is answered after that
        until(page, "said")
        assert begun.games == 1
    at = sitting("kuhn", 2, seat=None)
    with opened(at) as client, client.websocket_connect(TABLE, headers=OWN) as page:
        asked_of_us(page)
        assert at.games == 1
        do(page, "anew")
        assert until(page, "table")["whole"]
        assert asked_of_us(page)["result"] and at.games == 2


def test_a_long_account_is_sent_from_its_latest_part() -> None:
    at = sitting("hearts", 4)
    while len(at.game.moves) < REMEMBERED and not at.is_over:
        if at.is_ours:
            at.choose(str(at.game.state.legal_moves()[0]), len(at.game.moves))
        else:
            at.others_choose()
    again = Sitting(at.game, 0, at._seated, None)
    assert again.told("en") == at.told("en")
    at.anew(1)
    assert (at.is_over, again.is_over) == (False, again.game.state.is_over)


# ---- strangers and mishaps
@pytest.mark.parametrize(
    "message",
    ["{", "[]", '{"do": 1}', '{"do": "choose", "more": 1}', "[" * 1500, "x" * (LONGEST + 1), b"\0", b'{"do": "hint"}'],
)
def test_what_is_no_question_closes_the_socket(message: str | bytes) -> None:
    with opened(sitting("kuhn", 2)) as client, client.websocket_connect(TABLE, headers=OWN) as page:
        sent(page)
        page.send_bytes(message) if isinstance(message, bytes) else page.send_text(message)
        with pytest.raises(WebSocketDisconnect) as closed:
            while True:
                sent(page)
        assert closed.value.code == 1008


def test_an_unknown_wish_changes_nothing() -> None:
    at = sitting("hearts", 4)
    with opened(at) as client, client.websocket_connect(TABLE, headers=OWN) as page:
        sent(page)
        for what, text in (("dance", ""), ("language", "xx"), ("pace", "never"), ("pace", "slow")):
            do(page, what, text)
        do(page, "why", "2c")
        assert until(page, "said")["lines"]
    assert not at.game.moves


def test_only_so_many_pages_are_open() -> None:
    with opened(sitting("hearts", 4)) as client:
        pages = [client.websocket_connect(TABLE, headers=OWN) for _ in range(PAGES)]
        for page in pages:
            page.__enter__()
            sent(page)
        with client.websocket_connect(TABLE, headers=OWN) as one_more:
            assert f"{PAGES} pages show this game" in sent(one_more)["refused"]
            with pytest.raises(WebSocketDisconnect):
                sent(one_more)
        for page in pages:
            page.__exit__(None, None, None)


def test_rules_that_fail_are_told_on_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    at = sitting("kuhn", 2, seat=1)

    def fails() -> None:
        raise RulesError("what is paid is below 0", at.game.rules.program.accounts[0].span)

    monkeypatch.setattr(at, "others_choose", fails)
    with opened(at) as client, client.websocket_connect(TABLE, headers=OWN) as page:
        while "failed" not in (told := until(page, "table")):
            pass
        assert "below 0" in told["failed"]


def test_the_longer_what_a_move_came_to_the_longer_it_is_looked_at() -> None:
    at = sitting("hearts", 4)
    served = server(at).hall.games[KEY]
    paused: set[tuple[int, float]] = set()
    while not at.is_over:
        at.choose(str(at.game.state.legal_moves()[0]), len(at.game.moves)) if at.is_ours else at.others_choose()
        served.pace = "calm"
        paused.add((len(at.told("en").steps[-1].sentences), served.pause()))
        served.pace = "quick"
        assert served.pause() == 0
    seconds = dict(sorted(paused))
    assert seconds[1] < seconds[2] < seconds[4]
    assert max(seconds.values()) < 6


# ---- taking back
def test_a_choice_is_taken_back_while_nobody_has_chosen_since(tmp_path: Path) -> None:
    at = sitting("hearts", 4, save=tmp_path / "game.jsonl")
    options = [str(move) for move in at.game.state.legal_moves()]
    assert not at.told("en").back
    for number, move in enumerate(options[:2]):
        assert at.choose(move, number)
    seen = at.told("en")
    assert seen.back
    assert not at.take_back(1), "the page had not seen the last choice"
    assert at.take_back(2)
    assert [str(move) for _, move in replay(read_log(tmp_path / "game.jsonl")).moves] == options[:1]
    assert at.take_back(1)
    assert [str(move) for move in at.game.state.legal_moves()] == options
    assert not at.told("en").back
    assert at.told("en").steps[1:] == []


def test_nothing_is_taken_back_once_another_has_chosen_and_is_seen_to() -> None:
    """What others pass on is not, until all have: up to then they choose again."""
    at = sitting("hearts", 4)
    options = [str(move) for move in at.game.state.legal_moves()]
    for number in range(3):
        at.choose(options[number], number)
    for _ in range(2):
        at.others_choose()
    assert at.told("en").back
    assert not at.take_back(2), "the page had not seen the last choice"
    assert at.take_back(4), "and not yet what was chosen last"
    assert [str(move) for _, move in at.game.moves] == options[:2]
    assert at.choose(options[4], 2)
    while not at.is_ours:
        at.others_choose()
    assert not at.told("en").back
    assert not at.take_back(len(at.game.moves))
    assert at.choose(str(at.game.state.legal_moves()[0]), len(at.game.moves))
    assert at.told("en").back
    at.others_choose()
    assert not at.told("en").back


def test_nothing_is_taken_back_that_one_has_learned_from() -> None:
    """Whoever draws a card knows it."""
    at = sitting("gin-rummy", 2)
    while "stock" not in (options := [str(move) for move in at.game.state.legal_moves()]) or not at.is_ours:
        if at.is_ours:
            at.choose(options[-1], len(at.game.moves))
        else:
            at.others_choose()
    assert at.choose("stock", len(at.game.moves))
    assert not at.told("en").back


def test_a_page_takes_back_and_is_sent_the_table_as_it_was() -> None:
    with opened(sitting("hearts", 4)) as client, client.websocket_connect(TABLE, headers=OWN) as page:
        scene = asked_of_us(page)
        do(page, "choose", scene["question"]["choices"][0]["move"])
        assert until(page, "table")["back"]
        do(page, "take_back", moves=1)
        message = until(page, "table")
        assert (message["whole"], message["back"], message["scene"]) == (True, False, scene)


def test_nothing_is_offered_that_has_just_been_refused() -> None:
    at = sitting("hearts", 4)
    card = str(at.game.state.legal_moves()[0]).split()[1]
    assert at.typed(f"on {card}", 0, "en") == Said([f"`on {card}` is not possible here.", ASK_HELP])
    (_, near) = at.typed(f"pas on {card}", 0, "en").lines  # type: ignore[union-attr]
    assert near.startswith("Did you mean `pass on ")
    said = at.typed("1", 0, "en")
    assert said == Said(["`1` is not possible here.", ASK_HELP])  # where no numbers stand before the answers
