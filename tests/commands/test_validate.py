"""`coupdsl validate`: statuses, formats, and files that cannot be read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.commands.calls import GOOD, WRONG, called, process, write


def test_validate_good_rules(tmp_path: Path) -> None:
    path = write(tmp_path, "small.coup", GOOD)
    result = called("validate", path, "--games", 3)
    assert (result.exit_code, result.output) == (0, "1 file, 1 ruleset, 3 random games: all well\n")
    assert called("validate", path, "--format", "json").output == "[]\n"
    assert called("validate", path, "--format", "github").output == ""


def test_every_file_is_counted(tmp_path: Path) -> None:
    write(tmp_path, "small.coup", GOOD)
    write(tmp_path, "more.coup", "edition 1\nlet one_more = 1\n")
    write(tmp_path, "other.yaml", "variant: other\ngame: ./small.coup\n")
    assert (
        called("validate", tmp_path, "--games", 1).output.splitlines()[-1].startswith("3 files, 2 rulesets, 2 random")
    )


def test_validate_in_a_process() -> None:
    done = process("validate", "variants/short.yaml", "--games", 1)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "1 file, 1 ruleset, 2 random games: all well\n"


def test_validate_wrong_rules_in_every_format(tmp_path: Path) -> None:
    path = write(tmp_path, "small.coup", WRONG)
    text = called("validate", path)
    assert text.exit_code == 1
    assert "small.coup:4:11: E201 unknown-name: `nobody` is not declared" in text.output
    assert "  4 |   let a = nobody\n    |           ^^^^^^" in text.output
    assert text.output.endswith("1 file: 1 problem found\n")
    data = called("validate", path, "--format", "json")
    assert data.exit_code == 1
    (problem,) = json.loads(data.output)
    assert (problem["code"], problem["line"], problem["column"], problem["end_column"]) == ("E201", 4, 11, 17)
    github = called("validate", path, "--format", "github")
    assert github.exit_code == 1
    assert github.output.startswith("::error file=")
    assert "line=4,col=11,endColumn=17,title=E201 unknown-name::`nobody` is not declared" in github.output


DRAWN = """edition 1
game small {
  seats [2]
  cards { ranks ace A, king K }
  zone stock: row seen by none = cards
  shuffle stock
  turn_up()
  finish by 0
  limit 10 moves { finish by 0 }
  rule turn_up {
    let d = the first of stock
    show d to first of seats
    show last(1) of stock to last of seats
  }
}
"""


def test_costs_are_told_with_their_places(tmp_path: Path) -> None:
    path = write(tmp_path, "small.coup", DRAWN)
    text = called("validate", path, "--costs")
    assert text.exit_code == 0
    assert "small.coup:11:17  first of stock" in text.output
    rows = json.loads(called("validate", path, "--costs", "--format", "json").output)
    assert all("small.coup" in row["place"] and row["steps"] > 0 for row in rows["costs"])


def test_what_nothing_uses_stops_only_what_is_strict(tmp_path: Path) -> None:
    path = write(tmp_path, "small.coup", GOOD.replace("  finish by", "  let later = 3\n  finish by", 1))
    draft, finished = called("validate", path, "--games", 1), called("validate", path, "--games", 1, "--strict")
    assert "warning E203 unused: the let `later` is declared and never used" in draft.output
    assert draft.output == finished.output and draft.output.endswith(": 1 warning\n")
    assert (draft.exit_code, finished.exit_code) == (0, 1)


def test_warnings_are_told_and_stop_nothing(tmp_path: Path) -> None:
    slip = "  if some seats where count of (seats where cash > cash of it) is 0 { turns := 0 }\n  finish by cash"
    path = write(tmp_path, "small.coup", GOOD.replace("  finish by cash", slip, 1))
    text = called("validate", path)
    assert text.exit_code == 0
    assert "small.coup:20:60: warning E210 hidden-it: this compares" in text.output
    assert "  help: give the outer one a name" in text.output
    assert text.output.endswith("1 file, 1 ruleset, 20 random games: 1 warning\n")
    data = called("validate", path, "--format", "json")
    assert (data.exit_code, [problem["severity"] for problem in json.loads(data.output)]) == (0, ["warning"])
    github = called("validate", path, "--format", "github")
    assert (github.exit_code, github.output.startswith("::warning file=")) == (0, True)
    assert called("show", path).exit_code == 0
    both = called("validate", path, write(tmp_path, "wrong.coup", WRONG))
    assert both.exit_code == 1
    assert both.output.endswith("2 files, 1 ruleset, 20 random games: 1 problem found, 1 warning\n")


def test_values_of_a_variant_are_warned_of(tmp_path: Path) -> None:
    kind = "    wage: amount\n    fits: test of seat = true\n"
    game = GOOD.replace("    wage: amount\n", kind).replace(
        "hard of cook", "fits(first of seats) of cook and hard of cook"
    )
    write(tmp_path, "small.coup", game)
    lines = "variant: mine\ngame: small.coup\njobs:\n  set:\n    cook: {fits: some seats where left is left of it}\n"
    result = called("validate", write(tmp_path, "mine.yaml", lines))
    assert result.exit_code == 0
    assert "mine.yaml:5:51: warning E210 hidden-it" in result.output
    again = called("validate", write(tmp_path, "mine.yaml", lines))
    assert again.output == result.output


def test_validate_knows_a_game_by_its_seats(tmp_path: Path) -> None:
    result = called("validate", write(tmp_path, "part.coup", GOOD.replace("game small", "jeu small")))
    assert result.exit_code == 1
    assert "part.coup:2:1: E108 no-game" in result.output and "did you mean `game`?" in result.output


def test_validate_notes_what_belongs_to_no_game(tmp_path: Path) -> None:
    result = called("validate", write(tmp_path, "part.coup", "edition 1\nrule a = 3\n"))
    assert result.exit_code == 0
    assert "note: " in result.output
    assert "part.coup belongs to no game given here: only its grammar was checked" in result.output


JACKS = """edition 1

contract jacks plays tricks {
  name:    en "Jacks" fr "Valets"
  motto:   en "Keep clear of Jacks" fr "Loin des Valets"

  item jacks_taken = cards where rank is jack { each: PRICE }
  lead:    suit is not spades

  collect: 1000
  forfeit: 800
  hidden:  true
}
"""


def test_a_contract_alone_is_checked_as_what_it_would_add(tmp_path: Path) -> None:
    path = write(tmp_path, "jacks.coup", JACKS.replace("PRICE", "150"))
    result = called("validate", path)
    assert result.exit_code == 0
    assert "jacks.coup belongs to no game given here: it was checked as an addition to " in result.output
    assert "contracts/coup-detat/game.coup\n" in result.output
    for right, wrong, told in (
        ("is not spades", "is not spade", "jacks.coup:8:24: E201 unknown-name: `spade` is not declared"),
        ("collect: 1000", "colect: 1000", "jacks.coup:10:3: E201 unknown-name: a contract has no field `colect`"),
        ("forfeit: 800", "forfeit: 805", "jacks.coup:11:12: E402 not-the-unit: 805 is not a multiple"),
        ("contract jacks", "contract siege", "jacks.coup:3:10: E202 duplicate-name: `siege` is declared twice"),
    ):
        write(tmp_path, "jacks.coup", JACKS.replace("PRICE", "150").replace(right, wrong))
        result = called("validate", path)
        assert (result.exit_code, told in result.output) == (1, True), result.output
        assert "1 problem found" in result.output


def test_files_alone_may_call_rules_of_one_another(tmp_path: Path) -> None:
    write(tmp_path, "jacks.coup", JACKS.replace("PRICE", "price_of_jacks"))
    write(tmp_path, "prices.coup", "edition 1\nlet price_of_jacks = 150\n")
    result = called("validate", str(tmp_path))
    assert result.exit_code == 0, result.output
    result = called("validate", str(tmp_path / "jacks.coup"))
    assert result.exit_code == 0, result.output
    write(tmp_path, "others.coup", JACKS.replace("PRICE", "200"))  # another contract of the same name
    result = called("validate", str(tmp_path))
    assert result.exit_code == 0, result.output
    (tmp_path / "others.coup").unlink()
    write(tmp_path, "prices.coup", "edition 1\nlet price_of_queens = 150\n")
    result = called("validate", str(tmp_path / "jacks.coup"))
    assert (result.exit_code, "`price_of_jacks` is not declared" in result.output) == (1, True)


@pytest.mark.parametrize(
    ("right", "wrong", "code"),
    [("PRICE", "125", "E402"), ("collect: 1000", "collect: -1000", "E409"), ("collect: 1000\n", "\n", "E304")],
)
def test_amounts_are_checked_beside_another_of_the_same_name(right: str, wrong: str, code: str, tmp_path: Path) -> None:
    write(tmp_path, "others.coup", JACKS.replace("PRICE", "200"))
    path = write(tmp_path, "jacks.coup", JACKS.replace(right, wrong).replace("PRICE", "150"))
    assert f" {code} " in called("validate", path).output


def test_an_entry_of_a_game_beside_it_is_checked_with_that(tmp_path: Path) -> None:
    write(tmp_path, "small.coup", GOOD)
    path = write(tmp_path, "more.coup", "edition 1\njob baker { wage: 3 }\n")
    result = called("validate", path)
    assert (result.exit_code, "as an addition to " in result.output) == (0, True), result.output
    write(tmp_path, "more.coup", "edition 1\njob baker { wags: 3 }\n")
    assert "`wags`" in called("validate", path).output
    write(tmp_path, "other.coup", GOOD)  # which of the two is it for?
    assert "only its grammar was checked" in called("validate", path).output


@pytest.mark.parametrize(
    ("name", "content", "code"),
    [
        ("none.coup", None, "E001"),
        ("none", None, "E001"),
        ("text.coup", b"edition 1\n\xff", "E002"),
        ("binary.coup", b"edition 1\n\0\0", "E002"),
        ("latin.yaml", "variant: été".encode("latin-1"), "E002"),
        ("large.coup", b"#" * 2_000_000, "E003"),
        ("large.yaml", b"#" * 2_000_000, "E003"),
        ("empty.coup", b"", "E005"),
        ("empty.yaml", b"", "E005"),
        ("other.txt", b"hello", "E006"),
        ("wrong.yaml", b"variant: [", "E501"),
    ],
)
def test_validate_files_that_cannot_be_read(name: str, content: bytes | None, code: str, tmp_path: Path) -> None:
    path = tmp_path / name if content is None else write(tmp_path, name, content)
    result = called("validate", path, "--format", "json")
    assert result.exit_code == 1
    assert [problem["code"] for problem in json.loads(result.output)] == [code]


def test_validate_folders(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    result = called("validate", tmp_path)
    assert (result.exit_code, "E006 nothing-found: the folder holds no" in result.output) == (1, True)
    (tmp_path / ".hidden").mkdir()
    write(tmp_path / ".hidden", "wrong.coup", "nonsense")
    folder = tmp_path / "a" / "b"
    folder.mkdir(parents=True)
    write(folder, "small.coup", GOOD)
    (folder / "loop").symlink_to(tmp_path, target_is_directory=True)
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    write(elsewhere, "wrong.coup", "nonsense")
    (folder / "out").symlink_to(elsewhere, target_is_directory=True)
    result = called("validate", tmp_path)
    assert (result.exit_code, result.output) == (0, "1 file, 1 ruleset, 20 random games: all well\n")
