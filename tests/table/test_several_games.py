"""Games side by side: which are kept, how they are opened and begun, and that none is in another's way."""

from __future__ import annotations

import contextlib
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from pathlib import Path
from time import monotonic

import pytest
from starlette.testclient import TestClient
from tests.helpers import rules_of
from tests.table.sittings import KEY, TOKEN, book, server, sitting
from tests.table.test_server import HOME, OWN, asked_of_us, do, sent, until

from coupdsl.engine.load import load
from coupdsl.play.game import Game
from coupdsl.play.holding import Held, holding
from coupdsl.play.log import read_log, replay
from coupdsl.table import hall
from coupdsl.table.games_on_disk import KeptGames, Refused
from coupdsl.table.server import TableServer
from coupdsl.table.sitting import Recorded, Sitting


@pytest.fixture
def kept(tmp_path: Path) -> KeptGames:
    own = tmp_path / f"{KEY}.jsonl"
    return KeptGames(tmp_path, own, "kuhn", "random", lambda log: book, lambda game: str)


@contextmanager
def opened(kept: KeptGames, at: Sitting | None = None) -> Iterator[tuple[TestClient, TableServer]]:
    served = server(at or sitting("kuhn", 2, save=kept.own), kept)
    with TestClient(served.app, base_url=HOME) as client:
        client.get(f"/?token={TOKEN}")
        yield client, served


def keep(
    kept: KeptGames, key: str, name: str = "hearts", players: int = 4, seated: tuple[str | None, ...] = ()
) -> Game:
    game = Game(rules_of(name, players), 5)
    game.seated = seated
    game.save(kept.folder / f"{key}.jsonl")
    return game


def table(key: str) -> str:
    return f"ws://{HOME.removeprefix('http://')}/game/{key}/table"


# ---- which there are
def test_kept_games_are_listed_with_where_they_are_and_no_other_file(kept: KeptGames) -> None:
    keep(kept, "hearts")
    (kept.folder / "notes.jsonl").write_text("{}\n", "utf-8")
    keep(kept, "of-a-seat").save(kept.folder / "of-a-seat.jsonl", 0)
    over = keep(kept, "kuhn", "kuhn", 2)
    while not over.state.is_over:
        over.apply(over.state.legal_moves()[0])
    over.save(kept.folder / "kuhn.jsonl")
    with opened(kept) as (client, served):
        rows = kept.listed("fr", {KEY: served.hall.games[KEY].sitting})
        assert [(row.key, row.title, row.moves, row.is_over, row.is_open) for row in rows] == [
            (KEY, "Poker de Kuhn", 0, False, True), ("hearts", "Dame de pique", 0, False, False),
            ("kuhn", "Poker de Kuhn", len(over.moves), True, False),
        ]  # fmt: skip
        text = client.get("/?lang=fr").text
        assert "/game/hearts?lang=fr" in text and "terminée" in text and "of-a-seat" not in text
        assert "Commencer : " in text and re.search(r"le \d\d/\d\d/\d{4} à \d\d:\d\d</time>", text)
        assert "Begin: " in client.get("/?lang=en").text


def test_a_kept_game_of_rules_with_a_name_of_bytes_is_listed_and_told(kept: KeptGames) -> None:
    keep(kept, "strange")
    file = kept.folder / "strange.jsonl"
    head, *rest = file.read_text("utf-8").splitlines(keepends=True)
    file.write_text(head.replace('"ruleset": "hearts"', r'"ruleset": "\udcff"') + "".join(rest), "utf-8")
    with opened(kept) as (client, _):
        assert "\\udcff" in client.get("/").text
        with client.websocket_connect(table("strange"), headers=OWN) as page:
            assert "`\\udcff`" in sent(page)["refused"]


def test_rulesets_are_listed_in_the_order_of_their_titles(kept: KeptGames) -> None:
    for language in ("en", "fr"):
        titles = [title.casefold() for _, title, _ in kept.rulesets(language)]
        assert titles == sorted(titles)
        assert len(titles) > 10


def test_the_list_runs_no_script_and_its_forms_lead_nowhere_else(kept: KeptGames) -> None:
    with opened(kept) as (client, _):
        page = client.get("/")
        policy = page.headers["content-security-policy"]
        assert "script-src" not in policy and "default-src 'none'" in policy and "form-action 'self'" in policy
        assert "<script" not in page.text and "http" not in page.text
        client.cookies.clear()
        assert client.get("/").status_code == client.post("/begin", headers=OWN).status_code == 403


def test_where_only_one_game_can_be_the_list_leads_to_it() -> None:
    with TestClient(server(sitting("kuhn", 2)).app, base_url=HOME) as client:
        client.get(f"/?token={TOKEN}")
        assert client.get("/", follow_redirects=False).headers["location"] == f"/game/{KEY}"
        assert client.post("/begin", headers=OWN).status_code == 404
        with client.websocket_connect(table("hearts"), headers=OWN) as page:
            assert sent(page)["kind"] == "refused"


# ---- another
def test_another_game_is_begun_and_has_an_address_of_its_own(kept: KeptGames) -> None:
    with opened(kept) as (client, served):
        asked = {"ruleset": "hearts", "players": "3"}
        paths = [
            client.post("/begin?lang=fr", data=asked, headers=OWN, follow_redirects=False).headers["location"]
            for _ in range(2)
        ]
        assert paths == ["/game/hearts?lang=fr", "/game/hearts-1?lang=fr"]
        assert set(served.hall.games) == {KEY}, "a game opens with its page"
        with client.websocket_connect(table("hearts") + "?lang=fr", headers=OWN) as page:
            first = sent(page)
            assert (first["scene"]["language"], len(first["scene"]["seats"]), first["games"]) == ("fr", 3, True)
            assert client.get("/game/hearts/rules").text == book("en")
        assert client.get("/game/gin-rummy/rules").status_code == 404
    assert replay(read_log(kept.folder / "hearts-1.jsonl")).seated == (None, "random", "random")


@pytest.mark.parametrize(
    ("asked", "status", "said"),
    [
        ({"ruleset": "../hearts", "players": "4"}, 409, "no such game"), ({"ruleset": "x" * 3000}, 413, ""),
        ({"ruleset": "hearts"}, 409, "This game begins with one of these numbers of players: 3, 4, 5, 6."),
        ({"ruleset": "hearts", "players": "99"}, 409, "with one of these numbers of players: 3, 4, 5, 6."),
        ({"ruleset": "hearts", "players": "x"}, 409, "with one of these numbers of players: 3, 4, 5, 6."),
    ],
)  # fmt: skip
def test_what_cannot_be_begun_is_refused_in_a_sentence(
    kept: KeptGames, asked: dict[str, str], status: int, said: str
) -> None:
    with opened(kept) as (client, _):
        answer = client.post("/begin", data=asked, headers=OWN)
        assert answer.status_code == status and said in answer.text
        french = client.post("/begin?lang=fr", data=asked, headers=OWN)
        assert ("Cette partie commence avec l'un de ces" in unescape(french.text)) == (
            "This game begins" in answer.text
        )
    assert not list(kept.folder.glob("hearts*"))


def test_no_page_of_others_begins_a_game(kept: KeptGames) -> None:
    with opened(kept) as (client, _):
        for headers in ({}, {"origin": "null"}, {"origin": "http://127.0.0.1:1"}):
            asked = {"ruleset": "hearts", "players": "4"}
            assert client.post("/begin", data=asked, headers=headers).status_code == 403
    assert not list(kept.folder.glob("hearts*"))


def test_a_game_that_cannot_be_kept_is_not_begun(kept: KeptGames) -> None:
    kept.folder = kept.folder / "file"
    kept.folder.write_text("no folder", "utf-8")
    with pytest.raises(Refused) as refused:
        kept.begin("kuhn", "2")
    assert "as it could not be kept: " in refused.value.said("en") and "dossier" in refused.value.said("fr")


# ---- where it was left
def test_a_game_goes_on_where_it_was_left_with_who_plays_in_it(kept: KeptGames) -> None:
    game = keep(kept, "hearts", seated=("random", "random", None, "easy"))
    while game.state.actor != 2:
        game.apply(game.state.legal_moves()[0])
    game.save(kept.folder / "hearts.jsonl")
    with opened(kept) as (client, _), client.websocket_connect(table("hearts"), headers=OWN) as page:
        scene = sent(page)["scene"]
        assert (scene["viewer"], scene["moves"], scene["seats"][2]["acts"]) == (2, len(game.moves), True)
        do(page, "choose", scene["question"]["choices"][0]["move"], scene["moves"])
        assert asked_of_us(page)["moves"] > scene["moves"]
    again = replay(read_log(kept.folder / "hearts.jsonl"))
    assert len(again.moves) > len(game.moves) and again.seated == game.seated


def test_a_game_goes_on_under_the_rules_it_was_begun_under(kept: KeptGames, tmp_path: Path) -> None:
    variant = tmp_path / "rules" / "dear.yaml"
    variant.parent.mkdir()
    variant.write_text("variant: dear\nextends: kuhn\noptions: {ante.size: 7}\n", "utf-8")
    Game(load(variant), 5).save(kept.folder / "dear.jsonl")
    variant.unlink()
    for moves in (0, 1):  # what was carried is carried on
        opened_game = kept.open("dear")
        game = opened_game.sitting.game
        assert (game.rules.options["ante.size"].value, len(game.moves)) == (7, moves)
        game.apply(game.state.legal_moves()[0])
        opened_game.close()


def test_games_of_the_same_own_rules_share_nothing_that_is_written_into(kept: KeptGames, tmp_path: Path) -> None:
    variant = tmp_path / "dear.yaml"
    variant.write_text("variant: dear\nextends: kuhn\noptions: {ante.size: 7}\n", "utf-8")
    for key in ("one", "other"):
        Game(load(variant), 5).save(kept.folder / f"{key}.jsonl")
    one, other = kept.open("one"), kept.open("other")
    assert one.sitting.game.rules is not other.sitting.game.rules
    one.close()
    other.close()


def test_a_game_without_a_page_is_put_away_and_opened_again(kept: KeptGames, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hall, "UNSEEN", 0.05)
    keep(kept, "hearts")
    with opened(kept) as (client, served):
        with client.websocket_connect(table("hearts"), headers=OWN) as page:
            scene = asked_of_us(page)
            do(page, "choose", scene["question"]["choices"][0]["move"], scene["moves"])
            moves = asked_of_us(page)["moves"]
            with pytest.raises(Refused):
                kept.open("hearts")
        free, end = False, monotonic() + 60
        while not free and monotonic() < end:
            with contextlib.suppress(Held), holding(kept.folder / "hearts.jsonl"):
                free = True
        assert free and set(served.hall.games) == {KEY}
        with client.websocket_connect(table("hearts"), headers=OWN) as page:
            assert sent(page)["scene"]["moves"] >= moves


# ---- real cards
def test_a_score_of_real_cards_is_only_seen_and_its_file_is_left_alone(kept: KeptGames) -> None:
    game = Game(rules_of("oh-hell", 4, {"hands.entered": True}))
    game.names = ("Élise", "Hugo", "Inès", "Zoé")
    for _ in range(2):
        game.apply(game.state.legal_moves()[0])
    file = kept.folder / "oh-hell-score.jsonl"
    game.save(file)
    before = file.read_bytes()
    with opened(kept) as (client, served):
        text = unescape(client.get("/?lang=fr").text)
        assert "score de vraies cartes" in text and "terminée" not in text
        with client.websocket_connect(table("oh-hell-score"), headers=OWN) as page:
            told = sent(page)
            assert told["recorded"] and not told["back"]
            assert told["note"].endswith(f"To go on: coupdsl score --resume {file}")
            for asked in ("choose", "typed", "anew", "take_back"):
                do(page, asked, "bid 3")
            do(page, "replay", "")
            assert until(page, "replay")["last"] == len(game.moves)
            with holding(file):
                pass  # whoever keeps the score goes on meanwhile
            row = next(one for one in kept.listed("en", opened_of(served)) if one.key == "oh-hell-score")
            assert (row.is_told, row.is_over, row.is_open) == (True, False, True)
    assert file.read_bytes() == before


def test_a_score_is_seen_while_it_is_kept_elsewhere(kept: KeptGames) -> None:
    Game(rules_of("kuhn", 2)).save(kept.folder / "told.jsonl")
    with holding(kept.folder / "told.jsonl"):
        assert isinstance(kept.open("told").sitting, Recorded)


def opened_of(served: TableServer) -> dict[str, Sitting]:
    return {key: game.sitting for key, game in served.hall.games.items()}


# ---- what is refused
def refusal(kept: KeptGames, key: str, language: str = "en") -> str:
    with pytest.raises(Refused) as refused:
        kept.open(key)
    return refused.value.said(language)


def test_what_cannot_be_opened_is_refused_in_a_sentence(kept: KeptGames) -> None:
    keep(kept, "of-two", seated=(None, None, "random", "random"))
    keep(kept, "of-mine", seated=(None, "mine:Careful", "random", "random"))
    keep(kept, "held")
    file = kept.folder / "strange.jsonl"
    file.write_text(
        (kept.folder / "held.jsonl").read_text("utf-8").replace('"fingerprint": "', '"fingerprint": "0'), "utf-8"
    )
    with holding(kept.folder / "held.jsonl"):
        assert refusal(kept, "held") == "Another program has this game open: end that first."
    assert refusal(kept, "elsewhere") == refusal(kept, "../held") == "There is no such game here."
    assert "several" in refusal(kept, "of-two").lower() and "`mine:Careful`" in refusal(kept, "of-mine")
    assert "under rules other than `hearts`" in refusal(kept, "strange")
    for key in ("of-two", "of-mine", "strange"):
        with holding(kept.folder / f"{key}.jsonl"):
            pass  # it was let go of


def test_only_so_many_games_are_open_and_one_that_nobody_sees_makes_room(
    kept: KeptGames, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hall, "GAMES", 2)
    for key in ("first", "second"):
        keep(kept, key)
    with opened(kept) as (client, served):
        with client.websocket_connect(table("first"), headers=OWN) as page:
            sent(page)
            with client.websocket_connect(table("second") + "?lang=fr", headers=OWN) as other:
                refused = sent(other)
                assert refused["refused"].startswith("2 parties sont ouvertes") and refused["words"]["games"]
            do(page, "hint")
            assert until(page, "said")
        with client.websocket_connect(table("second"), headers=OWN) as other:
            assert sent(other)["kind"] == "table"
        assert set(served.hall.games) == {KEY, "second"}


# ---- side by side
def test_who_thinks_in_one_game_keeps_no_other_waiting(kept: KeptGames, monkeypatch: pytest.MonkeyPatch) -> None:
    thinks, done = threading.Event(), threading.Event()
    at = sitting("hearts", 4)
    think = at.others_choose

    def slowly() -> None:
        thinks.set()
        assert done.wait(60)
        think()

    monkeypatch.setattr(at, "others_choose", slowly)
    keep(kept, "kuhn", "kuhn", 2)
    with opened(kept, at) as (client, _), client.websocket_connect(table(KEY), headers=OWN) as page:
        for _ in range(3):
            scene = asked_of_us(page)
            do(page, "choose", scene["question"]["choices"][0]["move"], scene["moves"])
        assert thinks.wait(60)
        with client.websocket_connect(table("kuhn"), headers=OWN) as other:
            while not (seen := asked_of_us(other)).get("result"):
                do(other, "choose", seen["question"]["choices"][0]["move"], seen["moves"])
        assert not done.is_set()
        done.set()
        assert asked_of_us(page)["moves"] > 3


def test_two_pages_of_a_game_show_the_same_and_a_late_choice_is_refused_plainly(kept: KeptGames) -> None:
    with (
        opened(kept, sitting("hearts", 4)) as (client, served),
        client.websocket_connect(table(KEY), headers=OWN) as page,
        client.websocket_connect(table(KEY), headers=OWN) as other,
    ):
        move, late = [choice["move"] for choice in sent(page)["scene"]["question"]["choices"][:2]]
        assert sent(other)["scene"]["moves"] == 0
        do(page, "choose", move, 0)
        assert until(page, "table")["scene"] == until(other, "table")["scene"]
        for asked in ("choose", "typed", "take_back"):
            do(other, asked, late, 0)
            told = until(other, "table")
            assert (told["whole"], told["scene"]["moves"]) == (True, 1)
            assert until(other, "said")["lines"][0].startswith("The game had gone on")
        assert [str(move) for _, move in served.hall.games[KEY].sitting.game.moves] == [move]
