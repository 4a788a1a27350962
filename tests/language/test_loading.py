"""Several files: what they include, the mechanics they name, and files that cannot be read."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.helpers import CONTRACTS

from coupdsl.language import codes
from coupdsl.language.check import check_game
from coupdsl.language.loading import Added, load_game
from coupdsl.language.looks import is_file
from coupdsl.language.parser import read_source
from coupdsl.language.places import display_name

GAME = "edition 1\n{top}\ngame g {{\n  seats [2]\n{lines}\n  finish by 0\n  limit 3 moves {{ finish by 0 }}\n}}\n"


def written(folder: Path, files: dict[str, str]) -> Path:
    """Writes files; the path of the game."""
    for name, text in files.items():
        path = folder / f"{name}.coup"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return folder / "game.coup"


def problems_of(start: Path) -> list[tuple[str, str, int, str]]:
    """Code, file, line and message of every problem."""
    _, problems = check_game(start)
    return [(d.code.number, Path(d.span.source.name).stem, d.span.line, d.message) for d in problems]


def test_included_files_belong_to_the_game(tmp_path: Path) -> None:
    files = {
        "game": GAME.format(top="include more, evenmore", lines="  check size > 2"),
        "more": "edition 1\ninclude evenmore\nrule size = other",
        "evenmore": "edition 1\nrule other = 3",
    }
    start = written(tmp_path, files)
    assert problems_of(start) == []
    assert [file.source.path.stem for file in load_game(start).files if file.source.path] == [
        "game",
        "more",
        "evenmore",
    ]


def test_a_missing_include_is_told_at_its_name(tmp_path: Path) -> None:
    start = written(tmp_path, {"game": GAME.format(top="include morr", lines=""), "more": "edition 1\nrule a = 3"})
    _, problems = check_game(start)
    assert [(d.code, d.span.text, d.help) for d in problems] == [
        (codes.MISSING_INCLUDE, "morr", "did you mean `more`?")
    ]


def test_a_file_is_not_proposed_to_itself(tmp_path: Path) -> None:
    start = written(tmp_path, {"game": GAME.format(top="include gam", lines="")})
    _, problems = check_game(start)
    assert [(d.span.text, d.help) for d in problems] == [("gam", None)]


def test_files_that_include_one_another(tmp_path: Path) -> None:
    files = {
        "game": GAME.format(top="include a", lines=""),
        "a": "edition 1\ninclude b\nrule x = 3",
        "b": "edition 1\ninclude a\nrule y = 3",
    }
    assert problems_of(written(tmp_path, files)) == [("E107", "b", 2, "files include one another: a → b → a")]


def test_a_problem_of_an_included_file_is_told_there(tmp_path: Path) -> None:
    start = written(tmp_path, {"game": GAME.format(top="include a", lines=""), "a": "rule x = 3"})
    assert [found[:3] for found in problems_of(start)] == [("E105", "a", 1)]
    files = {"game": GAME.format(top="include a", lines="  check x > 2"), "a": "edition 1\nrule x = nobody"}
    assert [found[:3] for found in problems_of(written(tmp_path, files))] == [("E201", "a", 2)]


def test_mechanics_are_found_in_folders_above(tmp_path: Path) -> None:
    files = {
        "sub/deep/game": GAME.format(top="", lines="  use turns\n  play turns()"),
        "mechanics/turns": "edition 1\nmechanic turns {\n  rule once = 3\n  check once > 2\n}",
    }
    written(tmp_path, files)
    assert problems_of(tmp_path / "sub" / "deep" / "game.coup") == []


def test_a_missing_mechanic_suggests_those_there_are(tmp_path: Path) -> None:
    files = {
        "game": GAME.format(top="", lines="  use jugglers"),
        "mechanics/juggler": "edition 1\nmechanic juggler { }",
    }
    _, problems = check_game(written(tmp_path, files))
    assert [(d.code, d.help) for d in problems] == [(codes.MISSING_INCLUDE, "did you mean `juggler`?")]
    top = "kind job as jobs { size: number }\njob one plays juggling { size: 3 }"
    _, problems = check_game(written(tmp_path, {"game": GAME.format(top=top, lines="")}))
    assert [(d.code, d.span.text) for d in problems] == [(codes.MISSING_INCLUDE, "juggling")]


@pytest.mark.parametrize(
    ("declared", "told"),
    [
        (
            "zone pile: set of piece seen by all",
            [("E205", "number", "declare it in the game: `let size = …`", ["turns"])],
        ),
        ("let size = 3", [("E205", "zone pile", "declare it in the game: `zone pile …`", ["turns"])]),
        (
            "zone pile: set seen by all\n  let size = 3",
            [("E301", "of type card, not marks", "a zone for both is `zone pile: set of piece …`", ["pile"])],
        ),
        (
            "zone pile: set of piece seen by all\n  let size = first of seats",
            [("E205", "size: number", None, ["size", "turns"])],
        ),
    ],
)
def test_what_a_mechanic_lacks_leads_to_the_game(
    tmp_path: Path, declared: str, told: list[tuple[str, str, str | None, list[str]]]
) -> None:
    lines = (
        "  needs size: number\n  needs zone pile\n  pieces marks: size\n  rule all_marks = marks\n  move marks to pile"
    )
    files = {
        "game": GAME.format(top="", lines=f"  {declared}\n  use turns\n  play turns()"),
        "mechanics/turns": f"edition 1\nmechanic turns {{\n{lines}\n}}",
    }
    start = written(tmp_path, files)
    _, problems = check_game(start)
    assert all(place.source.path == start for problem in problems for place, _ in problem.also)
    found = [(one.code.number, one.help, [place.text for place, _ in one.also]) for one in problems]
    assert found == [(code, help_, also) for code, _, help_, also in told]
    assert all(part in one.message for one, (_, part, _, _) in zip(problems, told, strict=True))


def test_a_mechanic_file_declares_the_mechanic_of_its_name(tmp_path: Path) -> None:
    game = GAME.format(top="", lines="  use turns\n  play turns()")
    start = written(tmp_path, {"game": game, "mechanics/turns": "edition 1\nmechanic turn { }"})
    message = "this file is looked up for mechanic `turns` and declares `turn`"
    assert problems_of(start) == [("E106", "turns", 2, message)]


def test_a_mechanic_file_without_a_mechanic(tmp_path: Path) -> None:
    top = "kind job as jobs { size: number }\njob one plays turns { size: 3 }"
    files = {"game": GAME.format(top=top, lines="  use turns"), "mechanics/turns": "edition 1\nrule x = 3"}
    found = problems_of(written(tmp_path, files))
    assert [(code, line) for code, _, line, _ in found] == [("E201", 6), ("E201", 3)]


def test_extra_files_are_part_of_the_game(tmp_path: Path) -> None:
    game = GAME.format(top="kind job as jobs { size: number }", lines="  check sum of size over jobs > 0")
    start = written(tmp_path, {"game": game, "added": "edition 1\njob one = 3"})
    checked, problems = check_game(start, [Added(tmp_path / "added.coup")])
    assert problems == []
    assert checked is not None
    assert [entry.name for entry in checked.program.kinds["job"].entries] == ["one"]


def test_a_file_is_parsed_again_when_it_changed(tmp_path: Path) -> None:
    start = written(tmp_path, {"game": GAME.format(top="", lines="")})
    one, _ = check_game(start)
    again, _ = check_game(start)
    assert one is again
    written(tmp_path, {"game": GAME.format(top="", lines="  check nobody")})
    assert [found[0] for found in problems_of(start)] == ["E201"]


@pytest.mark.parametrize(
    ("content", "code", "message"),
    [
        (b"edition 1\n\xff\xfe", codes.NOT_TEXT, "this sign is not UTF-8 text"),
        ("edition 1\n".encode("utf-16"), codes.NOT_TEXT, "the file is saved as UTF-16"),
        (b"edition 1\n\0", codes.NOT_TEXT, "the file is not text"),
        (b"x" * 1_000_001, codes.TOO_LARGE, "the file is larger than 1000 kB"),
        (b"", codes.EMPTY_FILE, "the file is empty, or has only comments"),
        (b"# only words\n", codes.EMPTY_FILE, "the file is empty, or has only comments"),
        (None, codes.NOT_READABLE, "there is no such file"),
    ],
    ids=["not utf-8", "utf-16", "binary", "too large", "empty", "comment", "missing"],
)
def test_files_that_cannot_be_read(content: bytes | None, code: codes.Code, message: str, tmp_path: Path) -> None:
    path = tmp_path / "game.coup"
    if content is not None:
        path.write_bytes(content)
    checked, problems = check_game(path)
    assert checked is None
    assert [(d.code, d.message) for d in problems] == [(code, message)]


def test_a_byte_order_mark_and_other_line_ends_are_read(tmp_path: Path) -> None:
    path = tmp_path / "game.coup"
    path.write_bytes(b"\xef\xbb\xbf" + GAME.format(top="", lines="").replace("\n", "\r\n").encode())
    assert check_game(path)[1] == []


def test_a_folder_is_not_a_file(tmp_path: Path) -> None:
    assert [d.code for d in check_game(tmp_path)[1]] == [codes.NOT_READABLE]
    assert not is_file(Path("a\0b"))
    assert not is_file(Path("a" * 5000))


def test_a_source_without_a_given_name_is_called_by_its_path(tmp_path: Path) -> None:
    source, problems = read_source(tmp_path / "none.coup")
    assert (source.name, len(problems)) == (str(tmp_path / "none.coup"), 1)


def test_display_names_are_short(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    assert display_name(tmp_path / "a" / "b.coup") == "a/b.coup"
    assert display_name(Path("/nowhere/b.coup")) == "/nowhere/b.coup"


def test_of_a_copied_game_it_is_said_which_file_was_left_behind(tmp_path: Path) -> None:
    copied = tmp_path / "hearts.coup"
    copied.write_text((CONTRACTS / "gallery" / "hearts.coup").read_text("utf-8"), "utf-8")
    _, problems = check_game(copied)
    found = [(one.code.number, one.span.text, one.help) for one in problems]
    assert found == [("E106", "hearts_entered", "copy `contracts/gallery/hearts_entered.coup`, too")]
