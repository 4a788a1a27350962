"""What stands where a file of rules is wanted, and is none: links in a circle, pipes, devices, folders, programs."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.commands.calls import called

WHAT = {
    "circle": "a link that leads back to itself",
    "nowhere": "a link to `missing.yaml`, where nothing is",
    "pipe": "a pipe",
    "folder": "a folder",
}


def make(what: str, path: Path) -> None:
    if what == "circle":
        other = path.with_name(f"other-{path.name}")
        path.symlink_to(other)
        other.symlink_to(path)
    elif what == "nowhere":
        path.symlink_to("missing.yaml")
    elif what == "pipe":
        os.mkfifo(path)
    else:
        path.mkdir()


@contextmanager
def filled_pipe(text: bytes) -> Iterator[str]:
    """The name of a pipe in which a text stands, as a shell makes it of `<(…)`."""
    reading, writing = os.pipe()
    os.write(writing, text)
    os.close(writing)
    try:
        yield f"/dev/fd/{reading}"
    finally:
        os.close(reading)


@pytest.mark.parametrize("what", WHAT)
@pytest.mark.parametrize("name", ["odd.yaml", "odd.coup"])
def test_a_ruleset_that_is_no_file_is_told_so(
    what: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    make(what, tmp_path / name)
    for call in (["show", name], ["play", name], ["simulate", name, "--games", "4"], ["diff", "kuhn", name]):
        result = called(*call)
        assert (result.exit_code, f"`{name}` is {WHAT[what]}\n" in result.output) == (1, True), result.output
        assert result.output.count("E001") == 1


@pytest.mark.parametrize("what", [what for what in WHAT if what != "folder"])
@pytest.mark.parametrize("command", ["validate", "test", "fmt"])
def test_commands_for_many_files_tell_it_once(
    what: str, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    make(what, tmp_path / "odd.yaml")
    result = called(command, "odd.yaml")
    assert (result.exit_code, result.output.count("E0")) == (1, 1)
    assert f"odd.yaml: E001 not-readable: this is {WHAT[what]}\n" in result.output


def test_a_variant_in_a_pipe_of_the_shell_is_told_so() -> None:
    for command in ("show", "validate", "rulebook"):
        with filled_pipe(b"variant: ours\nextends: hearts\n") as name:
            result = called(command, name)
        assert (result.exit_code, "a pipe\n" in result.output) == (1, True), result.output


@pytest.mark.parametrize("what", WHAT)
def test_a_variant_that_names_it_is_told_at_the_name(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    make(what, tmp_path / "odd.yaml")
    make(what, tmp_path / "odd.coup")
    Path("child.yaml").write_text("variant: child\nextends: ./odd.yaml\n", "utf-8")
    Path("adds.yaml").write_text("variant: adds\nextends: hearts\nrules: {add: [./odd.coup]}\n", "utf-8")
    Path("checks.test.yaml").write_text("rules: ./odd.yaml\ntests: [{name: a, deal: {hand 0: QS}}]\n", "utf-8")
    for file, told in (
        ("child.yaml", "child.yaml:2:10: E507 missing-parent: `./odd.yaml` is "),
        ("adds.yaml", "adds.yaml:3:15: E106 missing-include: `./odd.coup` is "),
        ("checks.test.yaml", "checks.test.yaml:1:8: E001 not-readable: `./odd.yaml` is "),
    ):
        result = called("validate", file)
        assert (result.exit_code, f"{told}{WHAT[what]}\n" in result.output) == (1, True), result.output


def test_an_included_pipe_is_told_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    os.mkfifo("odd.coup")
    Path("game.coup").write_text("edition 1\ninclude odd\ngame g {\n  seats [2]\n}\n", "utf-8")
    result = called("validate", "game.coup")
    assert "game.coup:2:9: E106 missing-include: `odd.coup` cannot be read: it is a pipe\n" in result.output
    assert "did you mean" not in result.output


@pytest.mark.parametrize("name", ["odd.yaml", "odd.coup", "odd.test.yaml", "en.yaml", "odd.jsonl"])
def test_a_program_is_no_text(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path(name).write_bytes(b"\x7fELF\x02\x01\x01\0\0\0\xb0\xff\n\n")
    for command in ("show", "validate", "replay"):
        result = called(command, name)
        assert result.exit_code == 1
        assert "\x7f" not in result.output
        assert result.output.count(": E0") == 1
        assert "is not text\n" in result.output or "neither" in result.output


def test_what_only_leads_to_a_rule_file_is_told_with_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As `validate /dev/fd/3 3< ours.yaml` does."""
    monkeypatch.chdir(tmp_path)
    Path("ours.yaml").write_text("variant: ours\nextends: hearts\n", "utf-8")
    Path("led").symlink_to("ours.yaml")
    with Path("ours.yaml").open("rb") as file:
        for name in ("led", *([f"/dev/fd/{file.fileno()}"] if Path("/proc/self/fd").exists() else [])):
            lines = called("validate", name).output.splitlines()
            assert lines[0].endswith(f"E001 not-readable: `{name}` only leads to a rule file")
            assert lines[1] == "  help: give the file itself: `ours.yaml`"


@pytest.mark.parametrize("command", ["validate", "fmt"])
def test_the_file_that_is_told_of_a_ruleset_opens_from_here(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    told = re.search("of a ruleset give the file: `([^`]*hearts.yaml)`", called(command, "hearts").output)
    assert told is not None
    assert Path(told[1]).is_file()


@pytest.mark.parametrize("command", ["validate", "test", "fmt"])
def test_an_empty_name_is_not_the_folder_one_stands_in(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "here.coup").write_text("edition   1\n", "utf-8")
    result = called(command, "")
    assert (result.exit_code, "PATHS: there is no file or folder ``" in result.output) == (2, True), result.output
    assert (tmp_path / "here.coup").read_text("utf-8") == "edition   1\n"


def test_a_name_of_several_lines_stands_in_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a\n::set-output name=b::c.yaml").write_text("variant: [", "utf-8")
    lines = called("validate", ".").output.splitlines()
    assert lines[0].startswith("a\\x0a::set-output name=b::c.yaml:1:10: E501 ")
    assert not any(line.startswith("::") for line in lines)
