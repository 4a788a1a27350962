"""Files of odd kinds, given to every command that reads one: told in words, soon, and with the right status."""

from __future__ import annotations

import os
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest
from tests.commands.calls import GOOD, called, write
from tests.helpers import ROOT, sample

pytestmark = pytest.mark.unmeasured

HOUSE = "variant: house\nextends: hearts\noptions: {}\n"
TESTS = (ROOT / "contracts" / "gallery" / "kuhn.test.yaml").read_text("utf-8")
CONTENTS: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda text: b"", "binary": lambda text: bytes(range(256)) * 20,
    "utf-16": lambda text: text.decode().encode("utf-16"), "a mark of bytes": lambda text: b"\xef\xbb\xbf" + text,
    "a NUL": lambda text: text[:20] + b"\0" + text[20:], "a long line": lambda text: text + b"# " + b"x" * 300_000,
    "dos": lambda text: text.replace(b"\n", b"\r\n"), "old mac": lambda text: text.replace(b"\n", b"\r"),
    "latin-1": lambda text: text + b"# caf\xe9\n", "half of it": lambda text: text[: len(text) // 2],
}  # fmt: skip


def _made_of(content: Callable[[bytes], bytes]) -> Callable[[Path, bytes], object]:
    return lambda path, text: path.write_bytes(content(text))


KINDS: dict[str, Callable[[Path, bytes], object]] = {
    **{name: _made_of(content) for name, content in CONTENTS.items()},
    "a folder": lambda path, text: path.mkdir(), "a link to itself": lambda path, text: path.symlink_to(path),
    "a pipe": lambda path, text: os.mkfifo(path), "a device": lambda path, text: path.symlink_to("/dev/zero"),
    "gone": lambda path, text: None, "a link to nothing": lambda path, text: path.symlink_to("nowhere"),
}  # fmt: skip
WELL = ("a mark of bytes", "dos")  # as it is
ENDINGS = {".coup": GOOD, ".yaml": HOUSE, ".yml": HOUSE, ".txt": HOUSE, ".test.yaml": TESTS, ".jsonl": ""}
COMMANDS: dict[str, list[str]] = {
    "validate": ["--games", "0"], "play": ["--humans", "", "--bots", "random", "--seed", "1"], "run": ["--games", "1"],
    "replay": [], "fmt": [], "show": [], "rulebook": [], "diff": ["hearts"], "test": [],
}  # fmt: skip


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("log")
    call = ["run", write(folder, "small.coup", GOOD), "--players", 2, "--games", 1, "--out", folder / "log.jsonl"]
    assert called(*call).exit_code == 0
    return (folder / "log.jsonl").read_text("utf-8")


CASES = sample([*product(COMMANDS, KINDS, ENDINGS)], 40)


@pytest.mark.parametrize(("command", "kind", "ending"), [*CASES, *(("replay", kind, ".jsonl") for kind in KINDS)])
def test_an_odd_file_is_answered_in_words(
    command: str, kind: str, ending: str, log: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / f"odd{ending}"
    KINDS[kind](path, (ENDINGS[ending] or log).encode())
    result = called(command, path.name, *COMMANDS[command])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code in (0, 1), result.output
    assert result.output.strip()
    assert "Traceback" not in result.output
    if kind in WELL and (command, ending) == ("replay", ".jsonl"):
        assert result.exit_code == 0, result.output
