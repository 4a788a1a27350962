"""Rules, their code and machine code are kept on disk: they are those that would be made again, and only time differs.

What a cache may come to, such as one that is full, foreign or of an older program, is tried in `language/test_kept.py`.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy
import pytest
from tests.helpers import ROOT, TABLES, sample
from tests.native.lockstep import lockstep

import coupdsl
from coupdsl.engine.load import playable
from coupdsl.language import cache_folder, remembered
from coupdsl.native import kept_code
from coupdsl.native.batch import Batch
from coupdsl.native.llvm.jit import CAREFUL
from coupdsl.native.playouts import Ends
from coupdsl.rulesets import compose

pytestmark = pytest.mark.usefixtures("own_cache")
SMALL = """edition 1
game small {
  seats [2]
  option go.first = yes | no
  state done: number = 0
  repeat x 3 times {
    first of seats chooses go {
      on { done := done + 1 }
      off { }
    }
  }
  finish by done
  limit 5 moves { finish by 0 }
}
"""


def refused(*_: object, **__: object) -> Any:
    raise AssertionError("this was made before")


def kept(*given: Any, **more: Any) -> coupdsl.Rules:
    """The rules, which are lowered and so kept."""
    rules = coupdsl.load(*given, **more)
    assert rules.code is not None
    return rules


def game_of(rules: coupdsl.Rules, seed: int = 3) -> list[Any]:
    state, told = rules.start(seed), []
    while not state.is_over and len(told) < 500:
        told.append((state.save(), [str(event) for event in state.events]))
        state.apply(state.legal_moves()[len(told) % len(state.legal_moves())])
    return told


def small(folder: Path, text: str = SMALL) -> Path:
    path = folder / "small.coup"
    path.write_text(text, "utf-8")
    return path


# ---- rules
@pytest.mark.parametrize("name", sample(sorted(TABLES), 4))
def test_shipped_rules_are_read_back_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made = kept(name)
    monkeypatch.setattr(compose, "compose", refused)
    again = coupdsl.load(name)
    assert again is not made
    assert (again.kept, again.fingerprint, again.options) == (made.kept, made.fingerprint, made.options)
    assert [source.path for source in again.sources] == [source.path for source in made.sources]
    assert game_of(again) == game_of(made)


def test_options_and_seats_are_kept_apart(tmp_path: Path) -> None:
    path = small(tmp_path)
    found = [kept(path), kept(path, 2), kept(path, options={"go.first": "no"}), kept(path, 2, {"go.first": "no"})]
    assert [str(rules.option("go.first")) for rules in found] == ["yes", "yes", "no", "no"]
    assert found[0].kept == found[1].kept is not None
    assert found[2].kept == found[3].kept not in (None, found[0].kept)


def test_an_edited_file_is_read_again(tmp_path: Path) -> None:
    before = kept(small(tmp_path))
    after = kept(small(tmp_path, SMALL.replace("3 times", "4 times")))
    assert before.fingerprint != after.fingerprint
    assert len(game_of(after)) > len(game_of(before))


def test_what_cannot_be_lowered_or_is_wrong_is_told_each_time(tmp_path: Path, own_cache: Path) -> None:
    path = small(tmp_path, SMALL.replace("by done", "by nobody"))
    told = []
    for _ in range(2):
        with pytest.raises(coupdsl.Problems) as error:
            coupdsl.load(path)
        told.append([str(problem) for problem in error.value.diagnostics])
    assert told[0] == told[1]
    with pytest.raises(coupdsl.Problems, match="not by 3"):
        coupdsl.load("coup-detat-2005", 3)


def test_numbers_of_other_libraries_are_kept_as_numbers() -> None:
    four = numpy.int64(4)
    given = kept("hearts", four, {"players.allowed": [four]})
    assert given.kept is not None
    assert given.fingerprint == kept("hearts", 4, {"players.allowed": [4]}).fingerprint


@pytest.mark.parametrize("damaged", [b"", b"[]", b"[[],7]", b'[[],["a","b",[]]]', b'[[],["a","b",[[99999]]]]'])
def test_what_is_no_rules_is_made_again(damaged: bytes, tmp_path: Path) -> None:
    path = small(tmp_path)
    made = kept(path, 2)
    for file, _ in cache_folder.files():
        cache_folder.store(file.name, damaged)
    again = kept(path, 2)
    assert (again.kept, game_of(again)) == (made.kept, game_of(made))


def test_rules_are_kept_by_one_process_for_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = "import coupdsl; assert coupdsl.load('coup', 3).code"
    env = {**os.environ, "XDG_CACHE_HOME": str(tmp_path), "PYTHONHASHSEED": "random"}
    asked = [subprocess.Popen([sys.executable, "-c", code], env=env, cwd=ROOT) for _ in "ab"]
    assert [one.wait(120) for one in asked] == [0, 0]
    monkeypatch.setattr(cache_folder, "folder", lambda: tmp_path / "coupdsl" / "kept")
    monkeypatch.setattr(compose, "compose", refused)
    monkeypatch.chdir(ROOT)
    assert game_of(coupdsl.load("coup", 3)) == game_of(playable(compose.compose_file(Path("variants/coup.yaml"))[0], 3))


# ---- machine code
def test_machine_code_is_made_once_and_plays_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    coupdsl.Machine(kept("coup", 3))
    monkeypatch.setattr(kept_code, "object_code", refused)
    again = coupdsl.load("coup", 3)
    machine = coupdsl.Machine(again)
    for seed in range(3):
        lockstep(again, machine, seed)
    with pytest.raises(AssertionError, match="made before"):
        coupdsl.Machine(kept("coup", 4))
    with pytest.raises(AssertionError, match="made before"):
        machine.playouts(machine.start(1), 1, 1)


@pytest.mark.parametrize("name", sample(sorted(TABLES), 2))
def test_machine_code_is_of_the_same_text_in_every_process(name: str, own_cache: Path) -> None:
    """So that it fits rules that were kept by another: nothing depends on the order of a set."""
    code = (
        "import sys, coupdsl; from coupdsl.native.stepping import stepping_text;"
        "print(stepping_text(coupdsl.load(sys.argv[1])))"
    )
    texts = set()
    for seed in "1", "2":
        env = {**os.environ, "XDG_CACHE_HOME": str(own_cache / seed), "PYTHONHASHSEED": seed}
        for _ in "ab":
            told = subprocess.run(
                [sys.executable, "-c", code, name], env=env, cwd=ROOT, capture_output=True, check=True
            )
            texts.add(told.stdout)
    assert len(texts) == 1


def test_code_made_with_care_is_taken_where_there_is_some(tmp_path: Path) -> None:
    small(tmp_path)
    quick = Batch(kept(tmp_path / "small.coup"), Ends).improving
    assert not quick.is_careful
    careful = quick.begin_care()
    assert careful.process.wait(60) == 0
    assert quick.take_over(careful)
    assert Batch(coupdsl.load(tmp_path / "small.coup"), Ends).improving.is_careful


def test_another_program_makes_its_own_machine_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = kept(small(tmp_path))
    coupdsl.Machine(rules)
    before = len(cache_folder.files())
    monkeypatch.setattr(remembered, "_PROGRAM", b"a newer one")
    coupdsl.Machine(rules)
    assert len(cache_folder.files()) == before + 1


def test_what_has_no_name_of_its_own_is_compiled_each_time(tmp_path: Path) -> None:
    rules = kept(small(tmp_path))
    before = len(cache_folder.files())
    Batch(rules, lambda module: Ends(module))
    assert len(cache_folder.files()) == before


def test_machine_code_of_rules_that_are_not_kept_is_not(tmp_path: Path) -> None:
    composed, _ = compose.compose(str(small(tmp_path)))
    assert composed is not None
    before = len(cache_folder.files())
    coupdsl.Machine(playable(composed, 2), CAREFUL)
    assert len(cache_folder.files()) == before


def test_damaged_machine_code_is_not_linked(tmp_path: Path) -> None:
    rules = kept(small(tmp_path))
    before = {file for file, _ in cache_folder.files()}
    coupdsl.Machine(rules)
    (code,) = {file for file, _ in cache_folder.files()} - before
    written = code.read_bytes()
    code.write_bytes(written[:-200] + bytes(200))
    machine = coupdsl.Machine(rules)
    assert code.read_bytes() == written
    lockstep(rules, machine, 1)
