"""`coupdsl learn`: what it keeps, where, and when it keeps nothing."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tests.commands.calls import called
from tests.small_locks import LOCK

import coupdsl
from coupdsl.commands import studies
from coupdsl.commands.learn import Outcome
from coupdsl.play.holding import holding
from coupdsl.search.learnt import prior_of, write_down
from coupdsl.search.prior import Choices, Prior
from coupdsl.study import learning, plan
from coupdsl.study.ladder import climbing
from coupdsl.study.ladder.contest import Place

DEARER = "edition 1\n\nreplace rule opened(s: seat) = if right of s is 4 then 2 else 0\n"
RIGHT = ("one 0 =3", "two 0 =1", "three 0 =6", "four 0 =2")


@pytest.fixture(autouse=True)
def lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "lock.coup"
    path.write_text(LOCK)
    return path


def test_what_makes_a_player_better_is_kept_and_used(lock: Path) -> None:
    result = called("learn", "lock.coup", "--games", 60)
    assert result.exit_code == 0, result.output
    assert "Surely better, by score or games won: learnt over medium." in " ".join(result.stdout.split())
    assert result.stdout.splitlines()[-1].endswith("lock.learnt.json")
    assert len(json.loads(lock.with_name("lock.learnt.json").read_text())["learnt"]) == 1


def test_time_may_be_what_ends_it(lock: Path) -> None:
    data = json.loads(called("learn", "lock.coup", "--seconds", 0, "--format", "json").stdout)
    assert (data["kept"], data["games"], data["learnt_from"]) == (None, 0, {"games": 0, "choices": 0})


@pytest.mark.parametrize(
    ("lang", "said"),
    [("en", ["Learnt from 0 games, of which 0 choices counted.",
             "There was no time for 30 deals, with fewer of which nothing is sure: give more `--seconds`.",
             "It is not surely better, so nothing was kept."]),
     ("fr", ["Appris de 0 parties, où 0 choix ont compté.",
             "Le temps n'a pas suffi pour 30 donnes, et avec moins rien n'est sûr : donnez plus de `--seconds`.",
             "Ce n'est pas sûrement meilleur ; rien n'a donc été gardé."])],
)  # fmt: skip
def test_what_does_not_is_not(lock: Path, lang: str, said: list[str]) -> None:
    result = called("learn", lock, "--seconds", 0, "--lang", lang)
    assert result.exit_code == 0, result.output
    assert result.stdout.replace("\xa0", " ").splitlines()[-3:] == said
    assert not lock.with_name("lock.learnt.json").exists()


@pytest.mark.parametrize(
    ("words", "first"),
    [(("--seconds", 0), "comparing: deal 1 of 30 or more"), (("--games", 1_000), "comparing: deal 1 of 1,000")],
)
def test_progress_says_how_many_deals_there_are_to_be(
    lock: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[Any, ...], first: str
) -> None:
    told: list[str] = []
    monkeypatch.setattr(studies, "show_until", lambda said, *_: told.append(said))
    monkeypatch.setattr(learning, "choices_of", lambda *_: Choices())
    monkeypatch.setattr(climbing, "climb", lambda *_: iter([SimpleNamespace(place=Place(0, 0))]))
    assert called("learn", lock, *words).exit_code == 0
    assert told[-1] == first


def test_so_few_games_that_nothing_would_ever_be_kept_are_refused(lock: Path) -> None:
    result = called("learn", lock, "--games", 29)
    assert result.exit_code == 2
    said = " ".join(result.output.split())
    assert "after `29` deals nothing is sure, so nothing would be kept" in said
    assert "write `--games 30` or more" in said


def test_two_do_not_learn_into_one_file_at_once(lock: Path) -> None:
    with holding(lock.with_name("lock.learnt.json")):
        result = called("learn", lock, "--seconds", 0)
    assert (result.exit_code, result.stdout) == (1, "")
    assert "lock.learnt.json is in use by process" in result.stderr
    assert called("learn", lock, "--seconds", 0).exit_code == 0
    assert [path.name for path in lock.parent.iterdir()] == ["lock.coup"]


def test_a_folder_that_is_read_only_is_refused_before_anything_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.access", lambda path, mode: False)
    result = called("learn", "lock.coup", "--games", 60)
    assert result.exit_code == 2
    said = " ".join(result.output.split())
    assert "lock.learnt.json` cannot be written: its folder is read-only" in said
    assert "`coupdsl new FOLDER/mine.yaml --from lock.coup`" in said


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("words", [("simulate", "--games", 2), ("ladder", "--deals", 1)], ids=lambda words: words[0])
def test_a_damaged_file_is_told_in_a_sentence_wherever_it_would_be_used(
    lock: Path, words: tuple[Any, ...], jobs: int
) -> None:
    lock.with_name("lock.learnt.json").write_text("[")
    command, *rest = words
    result = called(command, lock, *rest, "--bots", "medium,easy", "--jobs", jobs)
    said = "lock.learnt.json does not hold what was learnt of moves\n  help: delete it; `coupdsl learn` makes it anew\n"
    assert (result.exit_code, result.stderr) == (1, said)


def test_games_with_other_moves_learnt_are_not_taken_together(lock: Path) -> None:
    ladder = ("ladder", lock, "--bots", "medium,easy", "--out", "games.jsonl", "--deals")
    study = ("simulate", lock, "--bots", "medium", "--checkpoint", "study.json", "--games")
    assert called(*ladder, 1).exit_code == called(*study, 1).exit_code == 0
    rules = coupdsl.load(lock)
    write_down(lock.with_name("lock.learnt.json"), rules, Prior({"one 0 =3": 2.0}))
    for read_once in (prior_of, plan._study):  # as another process would
        read_once.cache_clear()
    refused = called(*ladder, 2)
    assert (refused.exit_code, refused.stderr) == (1, "`games.jsonl` holds another ladder: other moves learnt\n")
    refused = called(*study, 2)
    assert refused.exit_code == 1
    assert "that is another study" in refused.stderr


def test_what_was_kept_stays_where_something_new_is_only_better_than_nothing(lock: Path) -> None:
    path, best = (
        lock.with_name("lock.learnt.json"),
        {"one 0 =3": 9.0, "two 0 =1": 9.0, "three 0 =6": 9.0, "four 0 =2": 9.0},
    )
    write_down(path, coupdsl.load(lock), Prior(best))
    result = called("learn", lock, "--games", 60)
    assert result.stdout.splitlines()[-1] == "It is not surely better, so what was kept before stays."
    assert [*json.loads(path.read_text())["learnt"].values()] == [best]
    changed = lock.with_name("changed.yaml")
    changed.write_text("variant: changed\ngame: lock.coup\nrules: {add: [late.coup]}\n")
    lock.with_name("late.coup").write_text(DEARER)
    assert called("learn", changed, "--games", 30, "--seed", 2).stdout.splitlines()[-2:] == [
        "`medium` played with what was learnt of other rules.",
        "It is not surely better, so nothing was kept: what was learnt of other rules goes on counting.",
    ]


def test_what_cannot_be_written_down_is_told_and_the_report_comes_nevertheless(
    lock: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*given: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("coupdsl.search.learnt.write_whole", full)
    monkeypatch.setattr(Outcome, "better", True)
    result = called("learn", lock, "--seconds", 0)
    assert result.exit_code == 1
    assert result.stderr.endswith("lock.learnt.json cannot be written: no space left on device\n")
    assert result.stdout.startswith("lock: who plays better\n")
    assert result.stdout.splitlines()[-1] == "It is surely better, but it could not be kept."
    result = called("learn", lock, "--seconds", 0, "--format", "json")
    assert (result.exit_code, json.loads(result.stdout)["kept"]) == (1, None)


def test_digests_say_what_was_learnt_and_what_was_kept_before(lock: Path) -> None:
    def told(*words: Any) -> dict[str, Any]:
        prior_of.cache_clear()
        found: dict[str, Any] = json.loads(called(*words, "--format", "json").stdout)
        return found

    first = told("learn", lock, "--games", 60)
    assert first["kept"].endswith("lock.learnt.json")
    assert first["kept_before"] is None
    assert first["learnt"] == told("ladder", lock, "--bots", "medium,easy", "--seconds", 0)["learnt"]
    again = told("learn", lock, "--seconds", 0)
    assert (again["kept"], again["kept_before"], again["learnt"]) == (None, first["learnt"], None)


@pytest.mark.parametrize("jobs", [1, 2])
def test_rules_that_fail_are_told_as_such(lock: Path, jobs: int) -> None:
    lock.write_text(LOCK.replace("if n is 3 {", "if 1 / (n - n) is 3 {"))
    result = called("learn", lock, "--games", 30, "--jobs", jobs)
    assert result.exit_code == 1
    assert "E601 rules-failed: a division by zero\n  7 |     s chooses first" in result.stderr


# ---- reports say who had learnt
@pytest.fixture
def taught(lock: Path) -> Path:
    """Another game, played like the first, of which something was learnt."""
    other = lock.with_name("other.coup")
    other.write_text(LOCK.replace("limit 100", "limit 99"))
    write_down(lock.with_name("other.learnt.json"), coupdsl.load(other), Prior({"one 0 =3": 2.0}))
    return other


@pytest.mark.parametrize(
    ("words", "lang", "first"),
    [(("simulate", "--bots", "easy,medium", "--games", 1), "en",
      "other, played by easy, medium (medium with what was learnt): what happens in play"),
     (("simulate", "--bots", "medium", "--games", 1), "fr",
      "other, avec medium (medium avec ce qui fut appris) : ce qui se passe en jeu"),
     (("simulate", "--bots", "easy", "--games", 1), "en", "other, played by easy: what happens in play"),
     (("ladder", "--bots", "medium,easy", "--deals", 1), "en", "other: who plays better (medium with what was learnt)"),
     (("ladder", "--bots", "medium,easy", "--seconds", 0), "fr",
      "other : qui joue mieux (medium avec ce qui fut appris)")],
)  # fmt: skip
def test_the_first_line_of_a_report_says_who_had_learnt(
    taught: Path, words: tuple[Any, ...], lang: str, first: str
) -> None:
    command, *rest = words
    result = called(command, taught, *rest, "--lang", lang)
    assert result.exit_code == 0, result.output
    assert result.stdout.replace("\xa0", " ").splitlines()[0] == first
    told = json.loads(called(command, taught, *rest, "--format", "json").stdout)
    digest = told["learnt"] if command == "ladder" else told["rulesets"][0]["learnt"]
    assert (digest is not None) == ("(" in first)


def test_reports_say_where_it_was_learnt_of_other_rules(taught: Path) -> None:
    taught.write_text(taught.read_text().replace("limit 99", "limit 98"))
    result = called("simulate", taught, "--bots", "medium", "--games", 1)
    assert result.stdout.splitlines()[0] == (
        "other, played by medium (medium with what was learnt of other rules): what happens in play"
    )
    told = json.loads(called("simulate", taught, "--bots", "medium", "--games", 1, "--format", "json").stdout)
    assert told["rulesets"][0]["learnt"].startswith("other:")
    first = called("ladder", taught, "--bots", "medium,easy", "--seconds", 0, "--lang", "fr").stdout.splitlines()[0]
    assert first.endswith("(medium avec ce qui fut appris d'autres règles)")


def test_rulesets_compared_are_told_apart_where_players_learnt_one_of_them(lock: Path, taught: Path) -> None:
    call = ("--bots", "medium", "--games", 1)
    first = "lock, played by medium / other, played by medium (medium with what was learnt): how play differs"
    assert called("compare", lock, taught, *call).stdout.splitlines()[0] == first
    here, there = json.loads(called("compare", lock, taught, *call, "--format", "json").stdout)["rulesets"]
    assert (here["learnt"], len(there["learnt"])) == (None, 32)
    first = "other / other (2), played by medium (medium with what was learnt): how play differs"
    assert called("compare", taught, taught, *call).stdout.splitlines()[0] == first
