"""What was read is kept: it is what would be read again, and only time depends on it."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from tests.commands.calls import called

from coupdsl.language import cache_folder, kept, syntax
from coupdsl.language.parser import parse_expression, parse_file
from coupdsl.language.source import Source
from coupdsl.language.tree import Node

ROOT = Path(__file__).parents[2]
FILES = sorted(ROOT.glob("contracts/**/*.coup"))
SMALL = Source("small.coup", "edition 1\ngame small {\n  seats [2]\n  finish by 1 + 2\n}\n")


@pytest.fixture(autouse=True)
def folder(own_cache: Path) -> Path:
    return own_cache


def whole(value: Any) -> Any:
    """A tree with its places."""
    if isinstance(value, Node):
        parts = [whole(getattr(value, field.name)) for field in fields(value) if field.name != "span"]
        return type(value).__name__, value.span.start, value.span.end, id(value.span.source), parts
    return [whole(one) for one in value] if isinstance(value, tuple) else (type(value), value)


def refused(*_: object) -> Any:
    raise AssertionError("this was read before")


def read_twice(read: Callable[[], Any], monkeypatch: pytest.MonkeyPatch) -> None:
    first = whole(read())
    with monkeypatch.context() as patch:
        patch.setattr(syntax, "parse_lines", refused)
        patch.setattr(syntax, "parse_expression", refused)
        assert whole(read()) == first


def test_what_is_kept_of_each_shipped_file_is_what_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    for path in FILES:
        source = Source(path.name, path.read_text("utf-8"), path)
        read_twice(lambda source=source: parse_file(source)[0].lines, monkeypatch)  # type: ignore[misc]


def test_an_expression_stands_where_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    parse_expression(Source("a", "cash of it + 1"))
    source = Source("b", "amount: cash of it + 1 # more")
    monkeypatch.setattr(syntax, "parse_expression", refused)
    node, problems = parse_expression(source, 8, 22)
    assert (node and node.span.text, problems) == ("cash of it + 1", [])


@pytest.mark.parametrize("text", ["0", "150", "  7 ", "007", "1" * 15])
def test_a_number_is_what_the_grammar_makes_of_it(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    source = Source("a", f"amount: {text}#")
    made, problems = syntax.parse_expression(source, text, 8)
    monkeypatch.setattr(syntax, "parse_expression", refused)
    assert whole(parse_expression(source, 8, 8 + len(text))[0]) == whole(made)
    assert problems == []


def test_the_same_text_is_a_file_or_an_expression() -> None:
    source = Source("a", "a")
    assert parse_expression(source)[0] is not None
    assert parse_file(source)[1]


def test_what_is_wrong_is_told_each_time(folder: Path) -> None:
    wrong = Source("wrong.coup", "edition 1\ngame wrong {{\n")
    assert parse_file(wrong)[1] == parse_file(wrong)[1] != []
    assert parse_expression(Source("a", "1 +"))[1] == parse_expression(Source("a", "1 +"))[1] != []
    assert not folder.exists()


DAMAGES: list[Callable[[bytes], bytes]] = [
    lambda written: b"",
    lambda written: written[:-1],
    lambda written: written[:40],
    lambda written: written[:50] + bytes([written[50] ^ 1]) + written[51:],
    lambda written: bytes(32) + written[32:],
    lambda written: written + b" " * cache_folder.LARGEST,
]


@pytest.mark.parametrize("damage", range(len(DAMAGES)))
def test_what_is_damaged_is_read_again_and_mended(damage: int, folder: Path) -> None:
    first = whole(parse_file(SMALL)[0].lines)
    (file,) = folder.iterdir()
    written = file.read_bytes()
    file.write_bytes(DAMAGES[damage](written))
    assert whole(parse_file(SMALL)[0].lines) == first
    assert file.read_bytes() == written


@pytest.mark.parametrize("content", ["[", "[0]", "[999,0,1]", "[0,0]", "7", "[-1,[0,0,9]]", "[-1,7]", "{}"])
def test_what_is_no_tree_is_read_again(content: str, folder: Path) -> None:
    first = whole(parse_file(SMALL)[0].lines)
    (file,) = folder.iterdir()
    cache_folder.store(file.name, content.encode())
    assert whole(parse_file(SMALL)[0].lines) == first


def test_other_code_reads_anew(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parse_file(SMALL)
    monkeypatch.setattr(kept, "_made_by", lambda: b"an older one")
    parse_file(SMALL)
    assert len([*folder.iterdir()]) == 2


def test_a_folder_that_is_none_changes_nothing(folder: Path) -> None:
    folder.write_text("a file", "utf-8")
    assert parse_file(SMALL)[1] == []
    assert (folder.read_text("utf-8"), cache_folder.files()) == ("a file", [])


@pytest.mark.skipif(os.name != "posix", reason="others have no rights there")
def test_a_folder_that_others_may_write_to_is_not_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parse_file(SMALL)
    assert (folder.stat().st_mode & 0o777, next(folder.iterdir()).stat().st_mode & 0o077) == (0o700, 0)
    folder.chmod(0o777)
    seen = []
    parse_lines = syntax.parse_lines
    monkeypatch.setattr(syntax, "parse_lines", lambda *given: seen.append(given) or parse_lines(*given))
    parse_file(SMALL)
    assert (len(seen), cache_folder.files()) == (1, [])
    assert called("cache").output.splitlines()[1:] == [
        "it is not used: others may write to it, or it is not a folder of yours"
    ]


def test_a_full_disk_leaves_nothing_behind(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> Any:
        raise OSError(errno.ENOSPC, "no room")

    monkeypatch.setattr(Path, "replace", full)
    assert parse_file(SMALL)[1] == []
    assert [*folder.iterdir()] == []


def test_the_oldest_make_room(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache_folder, "MOST", 3 * 5000)
    for number in range(5):
        cache_folder.store(str(number), bytes(4900))
        os.utime(folder / str(number), (number, number))
    assert sorted(path.name for path in folder.iterdir()) == ["2", "3", "4"]
    cache_folder.store("large", bytes(cache_folder.LARGEST + 1))
    assert cache_folder.fetch("large") is None


def test_what_was_kept_under_another_name_is_none(folder: Path) -> None:
    cache_folder.store("a" * 64, b"content")
    (folder / ("b" * 64)).write_bytes((folder / ("a" * 64)).read_bytes())
    assert (cache_folder.fetch("a" * 64), cache_folder.fetch("b" * 64)) == (b"content", None)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes")
def test_a_pipe_is_not_waited_for(folder: Path) -> None:
    folder.mkdir(mode=0o700)
    os.mkfifo(folder / "name")
    assert cache_folder.fetch("name") is None
    cache_folder.store("name", b"content")
    assert cache_folder.fetch("name") == b"content"


def test_two_processes_share_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = "import sys; from coupdsl.rulesets.compose import compose; assert compose(sys.argv[1])[1] == []"
    env = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    names = ("parker-1966", "parker-1966", "quick")
    tried = [subprocess.Popen([sys.executable, "-c", code, name], env=env) for name in names]
    assert [one.wait(120) for one in tried] == [0, 0, 0]
    monkeypatch.setattr(cache_folder, "folder", lambda: tmp_path / "coupdsl" / "kept")
    assert len(cache_folder.files()) >= 15
    assert all(cache_folder.fetch(path.name) is not None for path, _ in cache_folder.files())


def test_the_command_tells_and_throws_away(folder: Path) -> None:
    assert called("cache").output == f"{folder}: 0 files, 0.0 MB of at most 64 MB\n"
    parse_file(SMALL)
    assert called("cache").output == f"{folder}: 1 file, 0.0 MB of at most 64 MB\n"
    assert f'"bytes": {next(folder.iterdir()).stat().st_size},' in called("cache", "--format", "json").output
    assert called("cache", "--clear").output == f"{folder}: 0 files, 0.0 MB of at most 64 MB\n"
    assert [*folder.iterdir()] == []
