"""Files of a game broken anywhere, given to every command: told in words, soon, and with the right status."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest
from tests.commands.calls import called, process
from tests.helpers import CONTRACTS, ROTATION, new_seeds

pytestmark = pytest.mark.unmeasured

HOUSE = "variant: house\nextends: ./base.yaml\noptions: {ante.size: 2}\nname: {en: House, fr: Maison}\n"
BASE = "variant: base\ngame: ./gallery/kuhn.coup\n"
SIGNS = [
    *("(", ")", "{", "}", '"', "\n", "\n  ", " of ", "@", "#", ":=", "..", "- ", ": "),
    *("&a ", "*a", "\t", "é", "\0", "9" * 20),
]
CALLS = [
    call.split()
    for call in (
        "validate house.yaml gallery --games 1", "validate --strict gallery/kuhn.coup", "fmt --check .",
        "show house.yaml", "rulebook house.yaml", "rulebook house.yaml --lang fr", "diff kuhn house.yaml",
        "test gallery/kuhn.test.yaml", "run house.yaml --games 1", "simulate house.yaml --games 10",
        "play house.yaml --humans= --seed 1", "replay log.jsonl", "replay log.jsonl --why 1 --seat 0",
    )
]  # fmt: skip


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a game, its texts and tests, two variants and a log of it."""
    folder = tmp_path_factory.mktemp("table")
    shutil.copytree(CONTRACTS / "mechanics", folder / "mechanics")
    (folder / "gallery").mkdir()
    for path in (CONTRACTS / "gallery").glob("kuhn.*"):
        shutil.copy(path, folder / "gallery")
    (folder / "base.yaml").write_text(BASE, "utf-8")
    (folder / "house.yaml").write_text(HOUSE, "utf-8")
    assert called("run", folder / "house.yaml", "--games", 1, "--out", folder / "log.jsonl").exit_code == 0
    return folder


def broken(text: str, chance: random.Random) -> str:
    """The text with one to three places changed as hands, programs and enemies change them."""
    for _ in range(chance.randint(1, 3)):
        start = chance.randrange(len(text) + 1)
        end = min(len(text), start + chance.choice((0, 1, 5, 40)))
        elsewhere = chance.randrange(len(text) + 1)
        put = chance.choice(("", chance.choice(SIGNS), text[elsewhere : elsewhere + 30], text[start:end] * 2))
        text = text[:start] + put + text[end:]
    return text


def break_one(table: Path, folder: Path, seed: int) -> list[str]:
    """Copies the table, breaks one of its files, and says what is called then."""
    chance = random.Random(seed)
    shutil.copytree(table, folder, dirs_exist_ok=True)
    call = chance.choice(CALLS)
    files = sorted(path for path in folder.rglob("*.*") if call[0] == "replay" or path.suffix != ".jsonl")
    path = folder / "log.jsonl" if call[0] == "replay" else chance.choice(files)
    path.write_text(broken(path.read_text("utf-8"), chance), "utf-8")
    return call


@pytest.mark.parametrize("seed", new_seeds(25))
def test_a_broken_file_is_answered_in_words(
    seed: int, table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    call = break_one(table, tmp_path, seed)
    monkeypatch.chdir(tmp_path)
    result = called(*call)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code in (0, 1), result.output
    assert result.output.strip()
    assert "Traceback" not in result.output


@pytest.mark.parametrize("seed", new_seeds(2))
def test_so_it_is_in_a_process_of_its_own(
    seed: int, table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command, *more = break_one(table, tmp_path, seed ^ ROTATION)
    result = process(command, *(tmp_path / word if (tmp_path / word).exists() else word for word in more))
    assert result.returncode in (0, 1), result.stderr
    assert result.stdout.strip() or result.stderr.strip()
    assert "Traceback" not in result.stdout + result.stderr
