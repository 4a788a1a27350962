"""`coupdsl compare`: what differs, what is sure and what is not, and the same games under each ruleset."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from tests.commands.calls import GOOD, called, write


@pytest.fixture
def dear(tmp_path: Path) -> tuple[Path, Path]:
    """A game, and the same where the cook costs more."""
    return (
        write(tmp_path, "small.coup", GOOD),
        write(tmp_path, "dear.coup", GOOD.replace("job cook = 10", "job cook = 30")),
    )


def compared(*words: object) -> dict[str, Any]:
    result = called("compare", *words, "--format", "json")
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def differences(data: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {" ".join(filter(None, (d["figure"], d["entry"], d["of"]))): d for d in data["differences"]}


def test_a_ruleset_differs_in_nothing_from_itself(dear: tuple[Path, Path]) -> None:
    found = compared(dear[0], dear[0], "--players", 2, "--games", 40)
    assert {(line["difference_value"], line["sure"]) for line in found["differences"]} == {(0, False)}
    assert found["said"] == [{"ruleset": str(dear[0]), "differences": []}]
    text = called("compare", *dear[:1] * 2, "--games", 40).stdout
    assert "small / small (2)" in text
    assert "The rules say the same. All 40 games went the same way under both." in text
    assert "Where the rules differ" not in text


def test_of_two_with_one_name_the_second_is_told_by_its_file(tmp_path: Path) -> None:
    ours = write(tmp_path, "ours.yaml", "variant: our-kuhn\nextends: kuhn\noptions: {ante.size: 2}\n")
    text = called("compare", "kuhn", ours, "kuhn", "--games", 4).stdout
    assert text.startswith("Kuhn poker / Kuhn poker (ours.yaml) / Kuhn poker (3)")


def test_what_changed_is_told_first_and_as_sure(dear: tuple[Path, Path]) -> None:
    data = compared(*dear, "--players", 2, "--games", 60)
    found = differences(data)
    fee = found["amount cook fee"]
    assert (fee["one_value"], fee["other_value"], fee["difference_low"], fee["sure"]) == (10, 30, 20, True)
    # The games are the same, so the difference of a game is twenty times how often the cook was hired in it.
    score = found["score 0"]
    assert score["difference_value"] == pytest.approx(-20 * found["spells cook"]["one_value"])
    half = score["difference_high"] - score["difference_value"]
    assert half == pytest.approx(2 * (score["one_high"] - score["one_value"]))
    assert found["moves"]["difference_value"] == 0
    assert not found["moves"]["sure"]
    text = called("compare", *dear, "--players", 2, "--games", 60).stdout
    assert "One payment for “fee” is 30 on average instead of 10." in " ".join(text.split())
    assert "Games are exactly as long as before, 3 moves." in " ".join(text.split())
    assert text.index("What changed most") < text.index("The main figures")
    assert "Holm" in text


def test_what_is_not_sure_says_how_many_games_would_settle_it() -> None:
    text = called("compare", "coup", "coup", "--option", "cost.paid=on_resolve", "--games", 40).stdout
    assert "Coup / Coup, changed" in text
    assert "Where the rules differ from Coup" in text
    assert re.search(
        r"not sure in [\d,]+ and not seen in [\d,]+\. .*"
        r"Of what is not sure, about [\d,]+ games in all would settle the first",
        " ".join(text.split()),
    )
    assert "not sure" in text[text.index("Not sure yet") :]
    assert "settle it" in text
    assert "cost.paid" not in text[: text.index("ruleset: ")]


def test_few_games_make_nothing_sure(dear: tuple[Path, Path]) -> None:
    found = compared(*dear, "--players", 2, "--games", 28)
    assert differences(found)["amount cook fee"]["games_needed"] is None  # it never varies
    assert not any(line["sure"] for line in found["differences"])
    assert found["answers"][0] == "With fewer than 30 games nothing is sure."


def test_three_rulesets_are_compared_with_the_first(dear: tuple[Path, Path], tmp_path: Path) -> None:
    other = write(tmp_path, "maid.coup", GOOD.replace("cook", "maid"))
    out = tmp_path / "report.csv"
    result = called("compare", *dear, other, "--players", 2, "--games", 30, "--out", out)
    assert "maid: Only under small\n" in result.stdout
    assert "\n  maid\n" in result.stdout
    titles = {line.split(",")[1] for line in out.read_text("utf-8").splitlines()[1:]}
    assert titles == {str(dear[1]), str(other)}


def test_a_page_of_a_comparison_in_french(tmp_path: Path) -> None:
    out = tmp_path / "report.html"
    words = ("compare", "coup", "coup", "--option", "cost.paid=on_resolve", "--games", 300, "--lang", "fr")
    assert called(*words, "--out", out).exit_code == 0
    page = out.read_text("utf-8")
    assert '<html lang="fr">' in page
    assert "Ce qui change le plus" in page
    assert "<svg" in page
    assert "Complots, modifié" in page


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (["coup"], 2, "two rulesets or more are compared, or one with `--bots` twice or more"),
        (["coup", "--bots", "random"], 2, "two rulesets or more are compared"),
        (["coup", "short", *["--bots", "random"] * 3], 2, "`--bots` is given 3 times, for 2 rulesets"),
        (["coup", "--bots", "random", "--bots", "clever"], 2, "there is no bot `clever`"),
        (["coup", "coup-detat-2005"], 2, "no number of players fits all of these rulesets"),
        (["coup", "nonsense"], 1, "nonsense"),
    ],
)
def test_what_is_refused(words: list[str], status: int, message: str) -> None:
    result = called("compare", *words, "--games", 1)
    assert (result.exit_code, message in result.output) == (status, True), result.output


FIRST = "tests.commands.first:First"


def test_one_ruleset_is_compared_as_different_players_play_it(dear: tuple[Path, Path]) -> None:
    words = (dear[0], "--players", 2, "--games", 40, "--bots", "random", "--bots", FIRST)
    data = compared(*words)
    assert [one["policies"] for one in data["rulesets"]] == [["random"], [FIRST]]
    found = differences(data)["score 0"]
    assert (found["other_value"], found["sure"]) == (100, True)  # the first it is offered costs nothing
    assert 70 < found["one_value"] < 100
    title, *_ = called("compare", *words).stdout.splitlines()
    assert title == f"small, played at random / small, played by {FIRST}: how play differs"


def test_each_ruleset_may_have_players_of_its_own(dear: tuple[Path, Path]) -> None:
    first = ("--players", 2, "--games", 40, "--format", "json")
    alone = json.loads(called("simulate", dear[1], *first, "--bots", f"{FIRST},random").stdout)
    data = compared(*dear, "--players", 2, "--games", 40, "--bots", "random", "--bots", f"{FIRST},random")
    (mean,) = [line["value"] for line in alone["figures"] if (line["figure"], line["of"]) == ("score", "0")]
    assert differences(data)["score 0"]["other_value"] == mean < 100
