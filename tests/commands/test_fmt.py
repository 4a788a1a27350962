"""`coupdsl fmt`: statuses, what is written and what is not, and standard input."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.commands.calls import GOOD, called, process, write
from typer.testing import CliRunner

from coupdsl.commands.main import app
from coupdsl.language import writing

UGLY = GOOD.replace("  seats [2]", "seats  [ 2 ]")
YAML = "variant:  mine\nextends: coup\n"


def test_a_file_is_laid_out_and_then_left(tmp_path: Path) -> None:
    path = write(tmp_path, "small.coup", UGLY)
    path.chmod(0o640)
    result = called("fmt", path)
    assert (result.exit_code, result.stdout) == (0, f"changed {path}\n")
    assert path.read_text("utf-8") == GOOD
    assert path.stat().st_mode & 0o777 == 0o640
    stamp = path.stat().st_mtime_ns
    again = called("fmt", tmp_path)
    assert (again.exit_code, again.stdout, again.stderr) == (0, "", "1 file: all well laid out\n")
    assert path.stat().st_mtime_ns == stamp
    assert [file.name for file in tmp_path.iterdir()] == ["small.coup"]


def test_check_names_what_would_change(tmp_path: Path) -> None:
    paths = [write(tmp_path, "small.coup", UGLY), write(tmp_path, "mine.yaml", YAML), write(tmp_path, "a.coup", GOOD)]
    result = called("fmt", tmp_path, "--check")
    assert (result.exit_code, result.stdout) == (1, f"would change {paths[1]}\nwould change {paths[0]}\n")
    assert result.stderr == "3 files: 2 would change\n"
    assert paths[0].read_text("utf-8") == UGLY
    assert called("fmt", paths[2], "--check").exit_code == 0


def test_diff_shows_what_would_change(tmp_path: Path) -> None:
    path = write(tmp_path, "mine.yaml", YAML.rstrip("\n"))
    result = called("fmt", path, "--diff")
    assert result.exit_code == 1
    assert result.stdout == (
        f"--- {path}\n+++ {path} (laid out)\n@@ -1,2 +1,2 @@\n-variant:  mine\n-extends: coup\n"
        "\\ No newline at end of file\n+variant: mine\n+extends: coup\n"
    )
    assert path.read_text("utf-8") == YAML.rstrip("\n")


def test_what_cannot_be_read_is_left_and_told(tmp_path: Path) -> None:
    wrong = write(tmp_path, "a.coup", "edition 1\nlet a = = 1\n")
    other = write(tmp_path, "b.coup", UGLY)
    result = called("fmt", tmp_path)
    assert result.exit_code == 1
    assert "a.coup:2:9: E101 syntax" in result.stderr
    assert wrong.read_text("utf-8") == "edition 1\nlet a = = 1\n"
    assert other.read_text("utf-8") == GOOD
    assert result.stderr.endswith("2 files: 1 changed, 1 left as they are\n")
    assert "E001" in called("fmt", tmp_path / "none.coup").stderr
    assert called("fmt", write(tmp_path, "c.coup", b"\xff")).exit_code == 1


def test_what_would_say_something_else_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from coupdsl.language.spacing import Spacing

    monkeypatch.setattr(Spacing, "before", lambda self, token, head: "")
    path = write(tmp_path, "small.coup", UGLY)
    result = called("fmt", path)
    assert result.exit_code == 1
    assert f"{path} is left as it is" in result.stderr
    assert path.read_text("utf-8") == UGLY


def test_a_link_goes_on_leading_to_its_file(tmp_path: Path) -> None:
    path = write(tmp_path, "small.coup", UGLY)
    link = tmp_path / "link.coup"
    link.symlink_to(path)
    called("fmt", link)
    assert link.is_symlink()
    assert path.read_text("utf-8") == GOOD


def test_what_a_link_leads_to_beyond_the_folder_is_left(tmp_path: Path) -> None:
    folder, outside = tmp_path / "pack", tmp_path / "outside"
    for one in (folder, outside):
        one.mkdir()
    other = write(outside, "other.coup", UGLY)
    (folder / "link.coup").symlink_to(other)
    (folder / "lib").symlink_to(outside)
    own = write(folder, "own.coup", UGLY)
    (folder / "again.coup").symlink_to(own)
    result = called("fmt", folder)
    assert result.exit_code == 0
    assert f"{folder / 'link.coup'} is left as it is: a link leads out of the folder\n" in result.stderr
    assert "1 file: 1 changed" in result.stderr
    assert (own.read_text("utf-8"), other.read_text("utf-8")) == (GOOD, UGLY)
    assert called("fmt", folder / "link.coup").exit_code == 0
    assert other.read_text("utf-8") == GOOD


def test_what_came_of_files_as_data(tmp_path: Path) -> None:
    """In one piece, with what is wrong as `validate` has it; nothing else goes to the output."""
    wrong, ugly = write(tmp_path, "a.coup", "edition 1\nlet a = = 1\n"), write(tmp_path, "b.coup", UGLY)
    write(tmp_path, "c.coup", GOOD)
    checked, shown, laid = (
        called("fmt", tmp_path, *more, "--format", "json") for more in (["--check"], ["--diff"], [])
    )
    left = [{"file": str(wrong), "message": "it cannot be read"}]
    would = {"files": 3, "changed": [], "would_change": [str(ugly)], "left": left}
    found = [json.loads(one.stdout) for one in (checked, shown, laid)]
    problems = [one.pop("problems") for one in found]
    assert {tuple((one["code"], one["file"], one["line"]) for one in each) for each in problems} == {
        (("E101", str(wrong), 2),)
    }
    diff = called("fmt", write(tmp_path, "d.coup", UGLY), "--diff").stdout.replace("d.coup", "b.coup")
    assert found[0] == would
    assert found[1] == {**would, "diffs": {str(ugly): diff}}
    assert found[2] == {**would, "changed": [str(ugly)], "would_change": []}
    assert [(one.exit_code, one.stderr) for one in (checked, shown, laid)] == [(1, "")] * 3
    assert ugly.read_text("utf-8") == GOOD
    well = called("fmt", ugly, "--format", "json")
    assert (well.exit_code, json.loads(well.stdout)) == (
        0, {"files": 1, "changed": [], "would_change": [], "left": [], "problems": []},
    )  # fmt: skip


def test_why_files_are_left_as_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    outside, folder = write(tmp_path, "other.coup", UGLY), tmp_path / "pack"
    folder.mkdir()
    (folder / "link.coup").symlink_to(outside)
    result = called("fmt", folder, "--format", "json")
    out = {"file": str(folder / "link.coup"), "message": "a link leads out of the folder"}
    assert (result.exit_code, json.loads(result.stdout)["left"]) == (0, [out])

    def full(path: Path, parts: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(writing, "write_whole", full)
    result = called("fmt", outside, "--format", "json")
    full_disk = {"file": str(outside), "message": "it cannot be written: no space left on device"}
    assert (result.exit_code, json.loads(result.stdout)["left"]) == (1, [full_disk])
    assert json.loads(result.stdout)["changed"] == []


def test_standard_input_as_data() -> None:
    def told(given: str | bytes, *more: str) -> tuple[int, dict[str, Any]]:
        result = CliRunner().invoke(app, ["fmt", "-", "--format", "json", *more], input=given)
        return result.exit_code, json.loads(result.stdout)

    none: dict[str, Any] = {"files": 1, "changed": [], "would_change": [], "left": [], "problems": []}
    assert told(UGLY) == (0, {**none, "text": GOOD})
    assert told(UGLY, "--check", "--stdin-name", "mine.coup") == (1, {**none, "would_change": ["mine.coup"]})
    assert told(GOOD, "--check") == (0, none)
    status, wrong = told("nonsense =")
    assert (status, wrong["left"]) == (1, [{"file": "stdin.coup", "message": "it cannot be read"}])
    assert wrong["problems"][0]["file"] == "stdin.coup"
    assert "text" not in wrong
    assert told(b"\xff")[1]["left"] == [{"file": "standard input", "message": "byte 1 is not UTF-8 text"}]


def test_standard_input() -> None:
    run = CliRunner().invoke
    assert run(app, ["fmt", "-"], input=UGLY).stdout == GOOD
    assert run(app, ["fmt", "-"], input=f"# mine\n\n{YAML}").stdout == f"# mine\n\n{YAML.replace('  ', ' ')}"
    assert run(app, ["fmt", "-", "--stdin-name", "mine.yaml"], input=YAML).stdout == YAML.replace("  ", " ")
    checked = run(app, ["fmt", "-", "--check"], input=UGLY)
    assert (checked.exit_code, checked.stdout) == (1, "would change stdin.coup\n")
    assert run(app, ["fmt", "-", "--check"], input=GOOD).exit_code == 0
    assert run(app, ["fmt", "-", "--diff"], input=UGLY).stdout.startswith("--- stdin.coup\n")
    wrong = run(app, ["fmt", "-"], input="nonsense =")
    assert (wrong.exit_code, wrong.stdout) == (1, "")
    assert wrong.stderr.startswith("stdin.coup:1")
    assert run(app, ["fmt", "-"], input=b"\xff").exit_code == 1


def test_wrong_calls() -> None:
    assert called("fmt").exit_code == 2
    assert called("fmt", "-", "a.coup").exit_code == 2
    assert called("fmt", "-", "--stdin-name", "a.txt").exit_code == 2


def test_fmt_in_a_process() -> None:
    done = process("fmt", "contracts", "variants", "--check")
    assert (done.returncode, done.stdout) == (0, "")
