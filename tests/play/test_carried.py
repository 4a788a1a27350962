"""Rules that travel in a log: played again without the files, and nothing but rules from strangers."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from tests.commands.calls import GOOD, ROOT, called, write

import coupdsl
from coupdsl.language.diagnostics import Problems
from coupdsl.play.carried import MOST, MOST_FILES, carried, is_carried
from coupdsl.play.log import read_logs, replay, rules_of

WORDS = """language: fr
names: {cash: sous, bank: banque, cook: cuisine, job: métier, hard: dur, turns: tours, wage: salaire}
options: {a.b: {ask: "Oui ?", readings: {yes: oui, no: non}}}
decisions: {go: aller}
moves: {on: en avant, off: fin}
reasons: {fee: gage}
"""


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a variant of a game of one's own, its words, and a folder for a friend."""
    (tmp_path / "home" / "games").mkdir(parents=True)
    (tmp_path / "friend").mkdir()
    write(tmp_path / "home" / "games", "small.coup", GOOD)
    write(tmp_path / "home" / "games", "fr.yaml", WORDS)
    write(tmp_path / "home", "dear.yaml", "variant: dear\ngame: games/small.coup\njobs: {set: {cook: {wage: 20}}}\n")
    monkeypatch.chdir(tmp_path / "home")
    return tmp_path / "home"


def played(house: Path, name: str = "dear.yaml", games: int = 2) -> Path:
    """A log of games there, in the friend's folder, and nothing is left at home."""
    out = house.parent / "friend" / "games.jsonl"
    done = called("run", house / name, "--games", games, "--seed", 3, "--out", out)
    assert done.exit_code == 0, done.output
    for path in house.iterdir():
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    return out


def heads(file: Path) -> list[dict[str, Any]]:
    lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    return [line for line in lines if "format" in line]


def test_a_game_is_played_again_without_its_files(house: Path) -> None:
    log = played(house)
    first, second = heads(log)
    assert [first["rules"]["start"], *first["rules"]["files"]] == [
        "dear.yaml", "dear.yaml", "games/small.coup", "games/fr.yaml",
    ]  # fmt: skip
    assert "rules" not in second
    assert str(house) not in log.read_text("utf-8")
    told = called("replay", log).output
    assert told.count(", under the rules in this log\n") == told.count("The log is in order.") == 2
    games = [replay(one) for one in read_logs(log)]
    assert {game.rules.fingerprint for game in games} == {first["fingerprint"]}
    assert games[0].rules.labels["fr"].words["names.cash"] == "sous"
    events = [event for game in games for event in game.seen(None)]
    assert {event["place"].split(":")[0] for event in events if "place" in event} <= {"games/small.coup"}


def test_what_a_seat_was_sent_can_be_read_there(house: Path) -> None:
    log = played(house)
    mine = log.with_name("mine.jsonl")
    assert called("replay", log, "--as", "1", "--out", mine).exit_code == 0
    assert ["rules" in head for head in heads(mine)] == [True, False]
    assert called("replay", mine).output.count("as seat 1 was sent it, under the rules in this log\n") == 2


def test_a_copy_of_the_shipped_rules_travels_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "home"
    for name in ("contracts", "variants"):
        shutil.copytree(ROOT / name, home / name)
    siege = home / "contracts" / "coup-detat" / "siege.coup"
    siege.write_text(siege.read_text("utf-8").replace("collect: 1000", "collect: 950 "), "utf-8")
    (tmp_path / "friend").mkdir()
    monkeypatch.chdir(home)
    game = replay(next(read_logs(played(home, "variants/house/quick.yaml", 1))))
    assert {Path(source.name).parts[0] for source in game.rules.sources} == {"contracts", "variants"}


def test_shipped_rules_do_not_travel(tmp_path: Path) -> None:
    assert called("run", "sevens", "--players", 3, "--games", 1, "--out", tmp_path / "log.jsonl").exit_code == 0
    assert "rules" not in heads(tmp_path / "log.jsonl")[0]
    assert carried(coupdsl.load("quick")) is None
    assert "under" not in called("replay", tmp_path / "log.jsonl").output.splitlines()[0]


def test_other_rules_in_a_log_are_noticed(house: Path) -> None:
    log = played(house)
    log.write_text(log.read_text("utf-8").replace("wage: 20", "wage: 30"), "utf-8")
    assert "E702" in called("replay", log).output
    log.write_text(log.read_text("utf-8").replace("wage: 30", "wages: 30"), "utf-8")
    refused = called("replay", log).output
    assert refused.startswith("dear.yaml:3:")
    assert "E505" in refused


def test_rules_of_ones_own_can_take_their_place(house: Path) -> None:
    log = played(house)
    write(house, "small.coup", GOOD.replace("job cook = 10", "job cook = 20"))
    first = next(read_logs(log))
    assert rules_of(first, str(house / "small.coup")).sources[0].path == house / "small.coup"
    write(house, "small.coup", GOOD.replace("job cook = 10", "job cook = 30"))
    with pytest.raises(Problems, match="rules other than"):
        rules_of(first, str(house / "small.coup"))


FILES = {"a.coup": GOOD}
STRANGE: list[Any] = [
    None, [], {}, {"start": "a.coup"}, {"start": "b.coup", "files": FILES}, {"start": "a.coup", "files": []},
    {"start": [], "files": FILES}, {"start": "a.coup", "files": {**FILES, "a.coup/b.coup": GOOD}},
    {"start": "a.coup", "files": FILES, "more": 1}, {"start": "a.coup", "files": {"a.coup": 1}},
    {"start": "a.coup", "files": {"a.coup": "x" * (MOST + 1)}}, {"start": "a.coup", "files": {"a.coup": "\ud800"}},
    {"start": "0.coup", "files": {f"{n}.coup": "" for n in range(MOST_FILES + 1)}},
    *({"start": name, "files": {name: GOOD}} for name in (
        "../a.coup", "/a.coup", "b/../../a.coup", "b/..", ".a.coup", "b/.c/a.coup", "C:/a.coup", "b\\a.coup", "a.py",
        "", "con.coup", "b/NUL.x.yaml", "\ud800.coup", "\ud83d/a.coup",
        "b /a.coup", "a.coup\n", "a\0.coup", "b//a.coup", "a" * 250 + ".coup", "./a.coup", "../../etc/a.yaml",
    )),
]  # fmt: skip


@pytest.mark.parametrize("strange", STRANGE, ids=lambda one: str(one)[:40])
def test_files_from_strangers_are_files_of_rules(strange: Any, house: Path) -> None:
    assert not is_carried(strange)
    log = played(house, games=1)
    head, *rest = log.read_text("utf-8").splitlines()
    log.write_text("\n".join([json.dumps({**json.loads(head), "rules": strange}), *rest]), "utf-8")
    refused = called("replay", log)
    assert (refused.exit_code, "E701" in refused.output) == (1, True)


def test_no_file_of_another_place_travels(house: Path) -> None:
    notes = write(house, "notes.yaml", "variant: notes\nextends: parker-1966\n# private\n")
    log = house.parent / "friend" / "log.jsonl"
    done = called("run", "parker-1966", "--games", 1, "--seed", 1, "--out", log)
    assert done.exit_code == 0
    head, *rest = log.read_text("utf-8").splitlines()
    rules = {"start": "a.yaml", "files": {"a.yaml": f"variant: a\nextends: {notes}\n"}}
    log.write_text("\n".join([json.dumps({**json.loads(head), "rules": rules}), *rest]), "utf-8")
    refused = called("replay", log, "--as", 1, "--out", log.with_name("mine.jsonl"))
    assert (refused.exit_code, "files that are not in it" in refused.output) == (1, True)
    assert not log.with_name("mine.jsonl").exists()
    pack = house.parent / "pack"
    pack.mkdir()
    stranger = write(pack, "pack.yaml", f"variant: pack\nextends: {notes}\n")
    assert carried(coupdsl.load(stranger)) is None


def test_a_place_is_that_where_the_rules_were_read(house: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = coupdsl.load("dear.yaml")
    monkeypatch.chdir(house.parent)
    found = carried(rules)
    assert found is not None
    assert [*found["files"]] == ["dear.yaml", "games/small.coup", "games/fr.yaml"]


def test_each_set_of_rules_is_carried_once(house: Path) -> None:
    write(house, "dearer.yaml", "variant: dearer\nextends: dear.yaml\njobs: {set: {cook: {wage: 30}}}\n")
    both = house.parent / "friend" / "both.jsonl"
    for name in ("dear", "dearer"):
        done = called("run", house / f"{name}.yaml", "--games", 2, "--out", house.parent / f"{name}.jsonl")
        assert done.exit_code == 0, done.output
        with both.open("a", encoding="utf-8") as file:
            file.write((house.parent / f"{name}.jsonl").read_text("utf-8"))
    mine = both.with_name("mine.jsonl")
    assert called("replay", both, "--as", 1, "--out", mine).exit_code == 0
    assert ["rules" in head for head in heads(mine)] == [True, False, True, False]
    assert called("replay", mine).exit_code == 0


@pytest.mark.parametrize("name", ["my rules (2).coup", "grand'mère.coup", "grand-me\u0300re.coup", "a+b&c, d.coup"])
def test_names_that_people_give_travel(name: str, tmp_path: Path) -> None:
    assert carried(coupdsl.load(write(tmp_path, name, GOOD))) is not None


def test_no_line_of_another_file_is_shown(house: Path) -> None:
    log = played(house, games=1)
    secret = write(house, "secret.yaml", "password: hunter2\n")
    head, *rest = log.read_text("utf-8").splitlines()
    for name in (str(secret), "../" * 12 + str(secret).lstrip("/")):
        rules = {"start": "a.yaml", "files": {"a.yaml": f"variant: a\nextends: {name}\n"}}
        log.write_text("\n".join([json.dumps({**json.loads(head), "rules": rules}), *rest]), "utf-8")
        refused = called("replay", log)
        assert (refused.exit_code, "hunter2" in refused.output) == (1, False)


def test_the_schema_knows_them(house: Path) -> None:
    schema = jsonschema.Draft7Validator(json.loads((ROOT / "schema" / "log.schema.json").read_text("utf-8")))
    for head in heads(played(house)):
        schema.validate(head)
