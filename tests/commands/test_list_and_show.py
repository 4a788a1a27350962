"""`coupdsl list` and `coupdsl show`."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace

import pytest
from tests.commands.calls import GOOD, called, write

from coupdsl.commands.show import within
from coupdsl.commands.worlds_shown import HIDDEN, WORDS, worlds_told


def test_list() -> None:
    text = called("list")
    assert text.exit_code == 0
    (line,) = re.findall("^parker-1966 .*", text.output, re.MULTILINE)
    assert re.fullmatch(r"parker-1966 +Coup d'Etat \(Parker Brothers 1966\) \(3 or 4 players, usually 4\)", line)
    data = json.loads(called("list", "--format", "json", "--lang", "fr").output)
    assert {"parker-1966", "french", "short", "french-short", "hearts"} <= {row["name"] for row in data}
    assert {row["name"]: row["title"] for row in data}["short"] == "Coup d'Etat, partie courte"
    assert {row["name"]: row["usual"] for row in data}["coup-detat-2005"] == 2
    strange = called("list", "--lang", "fr_FR")
    assert (strange.exit_code, "did you mean `fr`?" in strange.output) == (2, True)
    assert re.search(r"^sevens .*\(3 à 8 joueurs, d'habitude 4\)$", called("list", "--lang", "fr").output, re.MULTILINE)
    assert re.search(r"^coup-detat-2005 .*\(2 players\)$", text.output, re.MULTILINE)


def test_list_tells_what_is_wrong_with_a_ruleset(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    rulesets = {"bad": write(tmp_path, "bad.yaml", "variant: bad"), "small": write(tmp_path, "small.coup", GOOD)}
    monkeypatch.setattr("coupdsl.rulesets.catalogue.shipped_variants", lambda: rulesets)
    result = called("list")
    assert result.exit_code == 1
    assert "E506" in result.output
    assert "small  small (2 players)" in result.output


def test_show_says_where_every_value_comes_from() -> None:
    result = called("show", "french", "--option", "loan.unit=500", "--lang", "en")
    assert result.exit_code == 0
    lines = result.output.split("\n")
    assert "Coup d'Etat, French edition" in lines[0]
    assert "  4 players  ·  for 3 or 4 players, usually 4  " in lines[0]
    assert any("loan.unit" in line and "500" in line and "the call" in line for line in lines)
    assert any("loan.split" in line and "true" in line and "variants/french.yaml" in line for line in lines)
    assert any(
        "siege.collect" in line and "1000" in line and "siege.coup" in line and "[P75, X2]" in line for line in lines
    )


def test_show_as_data() -> None:
    data = json.loads(called("show", "short", "--players", 4, "--format", "json", "--lang", "fr").output)
    assert (data["ruleset"], data["title"], data["players"]) == ("short", "Coup d'Etat, partie courte", 4)
    options = {row["path"]: row for row in data["options"]}
    assert (data["can_play"], data["usual"]) == ([3, 4], 4)
    assert options["redeal.limit"]["value"] == "none"
    assert options["players.allowed"]["value"] == "[3, 4]"
    assert options["hidden.enabled"]["value"] == "true"
    assert options["loan.mandatory_share"]["value"] == "1/2"
    assert options["short.hands_per_round"]["value"] == "3"
    fields = {row["path"]: row["value"] for row in data["fields"]}
    assert fields["siege.spades.each"] == 100
    assert fields["siege.hidden"] == "true"
    assert "barbu.collect" not in fields
    assert {"path": "spades", "value": "Pique", "place": "fr"} in data["names"]


def test_show_has_the_names_of_its_game_of_texts_that_games_share() -> None:
    found = {row["path"] for row in json.loads(called("show", "spades", "--format", "json").stdout)["names"]}
    assert {"hand", "bid", "dealer", "overtricks"} <= found
    assert found.isdisjoint({"pot", "chips", "announced", "drawn"})  # of poker, Skat and Crazy Eights


def test_show_has_no_heading_over_nothing() -> None:
    lines = called("show", "hearts").output.splitlines()
    assert [line for line in lines[1:] if line and not line.startswith(" ")] == ["Options", "Names"]


def test_show_has_the_numbers_that_are_in_force_and_no_others() -> None:
    """Barbu and Touché are left out of the short game, but Guillotine goes on charging for their items."""
    rows = json.loads(called("show", "short", "--format", "json").output)["fields"]
    fields = {row["path"]: row["value"] for row in rows}
    gone = {path: value for path, value in fields.items() if path.split(".")[0] in ("barbu", "touche")}
    assert gone == {"barbu.beard.each": 800, "touche.first_trick.each": 400, "touche.last_trick.each": 400}
    assert len(rows) == len(fields)
    assert next(row for row in rows if row["path"] == "barbu.beard.each")["rules"] == ["P45"]
    charged = called("show", "short", "--option", "short.guillotine_items=remaining_only").output
    assert "waterloo.queens.each" in charged
    assert "barbu." not in charged
    assert "touche." not in charged


FOR_TWO = """edition 1
game for_two {
  seats [2, 4]
  option table.prize = 1 | 2
  state points per seat: number = 0
  if count of seats is 2 { points of first of seats := table.prize }
  finish by points
  limit 9 moves { finish by points }
}
"""


@pytest.mark.parametrize(("players", "asked"), [([], True), (["--players", "2"], True), (["--players", "4"], False)])
def test_what_only_some_numbers_of_players_ask_is_asked_of_the_game(
    tmp_path: Path, players: list[str], asked: bool
) -> None:
    path = tmp_path / "for_two.coup"
    path.write_text(FOR_TWO, "utf-8")
    (line,) = [line for line in called("show", str(path), *players).output.splitlines() if "table.prize" in line]
    assert ("nothing uses it here" in line) is not asked


def test_show_of_a_game_without_texts(tmp_path: Path) -> None:
    result = called("show", write(tmp_path, "small.coup", GOOD))
    assert result.exit_code == 0
    assert result.output.startswith("small  ·  2 players  ·  fingerprint ")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["show", "nonsense"], "there is no ruleset `nonsense`"),
        (["show", "parker-1967"], "did you mean `parker-1966`?"),
        (["bench", "nonsense", "--seconds", "0.1"], "there is no ruleset `nonsense`"),
        (["run", "nonsense"], "there is no ruleset `nonsense`"),
        (["replay", "/nowhere/x.jsonl"], "the file cannot be read: no such file or directory"),
    ],
)
def test_problems_of_what_was_given_have_status_1_and_say_what_is_wrong(words: Sequence[str], message: str) -> None:
    result = called(*words)
    assert result.exit_code == 1
    assert message in result.output


@pytest.mark.parametrize("command", ["show", "simulate"])
def test_french_rules_are_spoken_of_in_french_where_nobody_says_otherwise(command: str) -> None:
    own, english = (called(command, "french", *more).output for more in ((), ("--lang", "en")))
    assert own != english and own == called(command, "french", "--lang", "fr").output
    assert own.startswith("Coup d'Etat, édition française")


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ("loan.unit=7", "`7` is not a reading of `loan.unit`"),
        ("loan.unot=500", "these rules have no option `loan.unot`"),
    ],
)
def test_an_option_of_the_call_that_is_wrong_has_status_2(option: str, message: str) -> None:
    result = called("show", "short", "--option", option)
    assert result.exit_code == 2
    assert message in result.output


def test_an_option_has_a_key_and_a_value() -> None:
    result = called("show", "short", "--option", "loan.unit")
    assert result.exit_code == 2
    assert "`loan.unit` is not of the form KEY=VALUE" in result.output


def test_an_option_has_one_value() -> None:
    result = called("show", "short", "--option", "loan.unit=500", "--option", "loan.unit=2000")
    assert result.exit_code == 2
    assert "`loan.unit` is given twice: `500` and `2000`" in result.output
    assert called("show", "short", "--option", "loan.unit=500", "--option", "loan.unit = 500").exit_code == 0


def test_a_row_keeps_within_the_terminal() -> None:
    row = [
        "  loan.lender  borrower_choice",
        "contracts/coup-detat/options.coup:207:3 [A19, V11]",
        "Who lends, and when?",
    ]
    assert list(within(row, None)) == ["  ".join(row)]
    assert list(within(row, 100)) == [f"{row[0]}  {row[1]}", f"      {row[2]}"]
    assert list(within(row, 60)) == [row[0], f"      {row[1]}", f"      {row[2]}"]
    assert list(within(row, len(row[0]) + 2 + len(row[1]))) == [f"{row[0]}  {row[1]}", f"      {row[2]}"]
    narrow = list(within(row, 20))
    assert narrow[-2:] == ["      Who lends, and", "      when?"]
    assert "contracts/coup-detat/options.coup:207:3" in [line.strip() for line in narrow]  # one word, to be copied
    assert list(within(["  path  value"], 80)) == ["  path  value"]


def test_show_keeps_within_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "90")
    piped = called("show", "parker-1966").output
    terminal = SimpleNamespace(isatty=lambda: True)
    monkeypatch.setattr("coupdsl.commands.common.sys", SimpleNamespace(stdout=terminal, stderr=terminal))
    shown = called("show", "parker-1966").output
    assert max(map(len, shown.splitlines())) <= 90 < max(map(len, piped.splitlines()))
    assert shown.split() == piped.split()
    assert json.loads(called("show", "parker-1966", "--format", "json").output)["players"] == 4


# ---- worlds
def test_worlds_tell_what_a_seat_imagines_and_what_of_it_is_not_exact() -> None:
    lines = called("show", "hearts", "--worlds").output.splitlines()
    assert lines[:4] == ["Hearts, 4 players: what a seat imagines", "", "Where something may lie hidden: deck, hand, "
                         "passed on.", "Chosen in secret: Which card do you pass on?"]  # fmt: skip
    assert any(line.startswith("Told at once of what may be hidden: ") for line in lines)
    assert not any("written alike" in line for line in lines)
    lines = called("show", "coup", "--worlds").output.splitlines()
    assert not any("kept from somebody" in line for line in lines)  # nobody challenges in secret
    assert any("written alike" in line for line in lines) and not any("Told at once" in line for line in lines)
    lines = called("show", "coup", "--worlds", "--option", "challenge.asking=simultaneous").output.splitlines()
    assert "What is kept from somebody: who challenges in secret, what is blocked with in secret." in lines


@pytest.mark.parametrize(
    ("decisions", "told"),
    [
        (["keep", "lay"], "keep, lay."),
        (["Which card?", "Who?"], "Which card? Who?"),
        (["keep", "Which card?", "lay"], "keep, Which card? lay."),
    ],
)
def test_decisions_without_texts_have_commas_between(decisions: list[str], told: str) -> None:
    data = {**dict.fromkeys(HIDDEN, ()), "choices": decisions, "told_at_once": [], "alike": False}
    lines = worlds_told({**data, "title": "Small", "players": 2, "language": "en"})
    assert f"Chosen in secret: {told}" in lines


def test_worlds_and_what_is_in_force_are_told_in_french_too() -> None:
    lines = called("show", "french", "--worlds", "--lang", "fr").output.splitlines()
    assert lines[0] == "Coup d'Etat, édition française, 4 joueurs : ce qu'un joueur imagine"
    assert lines[2] == "Où quelque chose peut être caché : main, talon, carte du tapis."
    assert lines[4] == "Tiré au hasard en secret : Quelle carte va au tapis ?"
    told = " ".join(lines)
    assert not any(sentence.split("{")[0] in told for sentence in WORDS["en"].values() if sentence[0] != "{")
    assert WORDS["en"].keys() == WORDS["fr"].keys()
    lines = called("show", "french", "--lang", "fr").output.splitlines()
    assert "4 joueurs  ·  pour 3 ou 4 joueurs, d'habitude 4  ·  empreinte " in lines[0]
    assert [line for line in lines[1:] if line and not line.startswith(" ")] == ["Options", "Entrées", "Noms"]


def test_worlds_follow_the_answers_to_questions(tmp_path: Path) -> None:
    text = GOOD.replace("account bank = 0", "account bank = 0\n  state luck: number = 0 seen by none")
    rolled = "if a.b is yes {\n  chance secretly chooses roll n from 1 .. 6\n  luck := n\n}\n"
    text = text.replace("  repeat x", f"{rolled}  repeat x")
    text = text.replace("  finish by cash, turns", "  reveal lucky = luck\n  finish by cash, turns + lucky")
    path = write(tmp_path, "lucky.coup", text)
    for answer, states, chances in (("yes", ["luck"], ["roll"]), ("no", [], [])):
        shown = called("show", path, "--worlds", "--format", "json", "--option", f"a.b={answer}")
        data = json.loads(shown.output)
        assert (data["states"], data["chances"], data["told_at_once"]) == (states, chances, ["lucky"])
        assert (data["zones"], data["choices"], data["alike"]) == ([], [], False)


def test_where_nothing_is_hidden_there_is_one_world(tmp_path: Path) -> None:
    result = called("show", write(tmp_path, "small.coup", GOOD), "--worlds")
    assert result.output.splitlines()[2:] == ["Everybody sees everything: there is one world."]
    assert called("show", tmp_path / "none.coup", "--worlds").exit_code == 1


def test_the_rules_that_can_be_replaced_are_listed() -> None:
    told = called("show", "crazy-eights", "--rules", "--lang", "fr").output
    assert "  rule fits(c: card) =  (convient)  contracts/gallery/crazy_eights.coup:" in told
    rows = json.loads(called("show", "parker-1966", "--rules", "--format", "json").output)["rules"]
    found = {(row["mechanic"], row["name"]): row for row in rows}
    assert found["tricks", "may_lead"]["begins"].startswith("rule may_lead(c: card)")
    assert all("@" not in row["begins"] for row in rows)
    assert "  let left_out = case count of seats {  (low cards left out)" in called("show", "hearts", "--rules").output
    assert called("explain", "hearts", "left_out").output.splitlines()[0] == "left_out: case count of seats { …"


@pytest.mark.parametrize("what", ["--rules", "--schema"])
@pytest.mark.parametrize("chosen", [("--option", "loan.unit=500"), ("--players", "4")])
def test_what_is_the_same_for_all_games_is_not_shown_for_one(what: str, chosen: tuple[str, str]) -> None:
    result = called("show", "parker-1966", what, *chosen)
    assert (result.exit_code, f"it does not go with `{what}`" in result.output) == (2, True), result.output
    assert chosen[0] in result.output
