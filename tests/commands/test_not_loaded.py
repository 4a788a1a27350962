"""A part of the program that Python cannot load is named, with what to do, whoever wanted it."""

from __future__ import annotations

import py_compile
import sys
from importlib import import_module
from importlib.util import cache_from_source
from pathlib import Path

import pytest
from tests.commands.calls import INTERPRETER, process

from coupdsl.play.not_loaded import NotLoaded, not_loaded
from coupdsl.study.crews import Joblib

HEADER = 16  # bytes of a compiled file before its code
DAMAGES = {"empty": b"", "half": None, "other": b"?????", "no code": b"N"}


def damaged(source: Path, compiled: Path, code: bytes | None) -> None:
    """The compiled file of a source, with other code; None stands for the first half of its own."""
    py_compile.compile(str(source), str(compiled), doraise=True)
    whole = compiled.read_bytes()
    compiled.write_bytes(whole[:HEADER] + (whole[HEADER : len(whole) // 2] if code is None else code))


@pytest.mark.parametrize("code", DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_compiled_file_is_named(code: bytes | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path))
    source = INTERPRETER / "coupdsl" / "commands" / "listing.py"
    compiled = Path(cache_from_source(str(source)))
    damaged(source, compiled, code)
    result = process("list", PYTHONPYCACHEPREFIX=str(tmp_path))
    assert (result.returncode, result.stdout) == (1, "")
    said, help_ = result.stderr.splitlines()
    assert said.startswith("a part of the program cannot be loaded: ")
    assert help_ == f"  help: `{compiled}` is damaged: delete it, and Python makes it anew"
    compiled.unlink()
    assert process("list", PYTHONPYCACHEPREFIX=str(tmp_path)).returncode == 0


def loads(folder: str, name: str) -> None:
    """What a worker does that has to load a module."""
    sys.path.insert(0, folder)
    import_module(name)


def test_what_a_worker_cannot_load_is_told(tmp_path: Path) -> None:
    part, name = tmp_path / "damaged_part.py", tmp_path / "damaged_name.py"
    part.write_text("all_of_it = 1", "utf-8")
    damaged(part, Path(cache_from_source(str(part))), b"")
    name.write_text("from coupdsl import nobody_at_all", "utf-8")
    for file, said in ((part, "EOF"), (name, "nobody_at_all")):
        with pytest.raises(NotLoaded, match=said) as caught:
            list(Joblib("loky", 2).work(loads, str(tmp_path), [file.stem] * 2))
        assert "install the program again" in caught.value.help


@pytest.mark.parametrize("error", [EOFError("x"), ValueError("bad marshal data"), OSError(2, "no such file")])
def test_other_errors_are_not_taken_for_it(error: Exception) -> None:
    assert not_loaded(error) is None
