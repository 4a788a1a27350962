"""Slips that people make, each with all that is said of it: `*.yaml` beside this file, to be read aloud.

A slip of `variants`, `contracts`, `games`, `texts` and `tests` is a place in `files` where `right` is written `wrong`.
What is `told` is compared whole: the place, how much is underlined, the code, the sentence and the help; of places in
shipped files, which are shown too, nothing. After a change on purpose `python -m tests.slips.test_slips` writes it
anew, to be read through.
"""

from __future__ import annotations

import itertools
import os
import re
import shutil
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.commands.calls import called
from tests.helpers import sample

from coupdsl.authoring.validation import check_paths
from coupdsl.language.diagnostics import Diagnostic
from coupdsl.language.render import as_text

pytestmark = pytest.mark.unmeasured

FOLDER = Path(__file__).parent
KINDS = ("variants", "contracts", "games", "texts", "tests")
FEWEST = 300
SEVERAL = 12  # slips that are two, or of which a warning says more
_MOMENTS = itertools.count(1)  # at which a file was written: none is that of another slip, which is read again


def survey(kind: str) -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load((FOLDER / f"{kind}.yaml").read_text("utf-8"))
    return loaded


def told(slip: dict[str, Any], files: dict[str, str], folder: Path) -> str:
    """What is said of all files together, with one of them written wrong."""
    for name, text in files.items():
        (folder / name).write_text(text, "utf-8")
    path, wrong = folder / slip["in"], slip["wrong"]
    if "right" in slip:
        right = slip["right"].removesuffix("\n")
        assert right in files[slip["in"]], slip["slip"]
        wrong = files[slip["in"]].replace(right, wrong.removesuffix("\n"), 1)
    path.write_text(wrong, "utf-8")
    moment = next(_MOMENTS)
    os.utime(path, ns=(moment, moment))
    problems = check_paths([Path()], 0).problems
    return as_text(_own(problem) for problem in problems)


def _own(problem: Diagnostic) -> Diagnostic:
    """Without places in shipped files, whose lines change."""
    return replace(problem, also=tuple(place for place in problem.also if "/" not in place[0].source.name))


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_every_slip_is_answered_as_it_should_be(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data, failures = survey(kind), []
    folder = tmp_path / "house"  # the same for all: the shipped rules are named from there, and read once
    for slip in sample(data["slips"], 60):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        monkeypatch.chdir(folder)
        found = told(slip, data["files"], folder)
        if found != slip["told"].rstrip("\n"):
            failures.append(f"{slip['slip']}:\n{found}\nwanted:\n{slip['told']}")
    assert not failures, "\n\n".join(failures)


def test_wrong_calls_are_answered_as_they_should_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data, failures = survey("calls"), []
    monkeypatch.chdir(tmp_path)
    for name, text in data["files"].items():
        (tmp_path / name).write_text(text, "utf-8")
    for slip in data["slips"]:
        result = called(*slip["call"][1:])
        if (result.exit_code, result.output.rstrip()) != (slip["status"], slip["told"].rstrip()):
            failures.append(f"{slip['call']}: {result.exit_code}\n{result.output}")
    assert not failures, "\n\n".join(failures)


def test_a_slip_is_told_once_and_most_with_help() -> None:
    slips = [slip for kind in (*KINDS, "calls") for slip in survey(kind)["slips"]]
    assert len(slips) >= FEWEST
    several = [slip for slip in slips if len(re.findall(r"(?m)^[^ \n].*: (?:warning )?E\d{3} ", slip["told"])) > 1]
    helped = [slip for slip in slips if "help: " in slip["told"]]
    assert len(several) <= SEVERAL, [slip["slip"] for slip in several]
    assert len(helped) >= 0.9 * len(slips), len(helped) / len(slips)


def _written(slip: dict[str, Any], told_: str) -> list[str]:
    lines = [f"- {_scalar('slip', slip['slip'])}" if "slip" in slip else f"- call: {slip['call']}"]
    for key in ("in", "status"):
        lines += [f"  {key}: {slip[key]}"] if key in slip else []
    for key, text in (("right", slip.get("right")), ("wrong", slip.get("wrong")), ("told", told_)):
        if text is not None:
            sign = "|2" if text.startswith((" ", "\t")) else "|"
            body = [f"    {line}" if line.strip() else "" for line in text.rstrip("\n").split("\n")]
            lines += [f"  {key}: {sign}", *body] if text.strip() else [f"  {key}: ''"]
    return [*lines, ""]


def _scalar(key: str, text: str) -> str:
    return yaml.safe_dump({key: text}, allow_unicode=True, width=10_000).strip()


def main() -> None:
    """Writes what is told today into the files, whose comments at the head and order are kept."""
    for kind in (*KINDS, "calls"):
        path = FOLDER / f"{kind}.yaml"
        head = path.read_text("utf-8").partition("slips:\n")[0]
        data, lines = survey(kind), [head + "slips:"]
        for slip in data["slips"]:
            with tempfile.TemporaryDirectory() as name:
                os.chdir(name)
                if kind != "calls":
                    lines += _written(slip, told(slip, data["files"], Path(name)))
                    continue
                for file, text in data["files"].items():
                    Path(file).write_text(text, "utf-8")
                result = called(*slip["call"][1:])
                lines += _written({**slip, "status": result.exit_code}, result.output)
                os.chdir("/")
        path.write_text("\n".join(lines).rstrip("\n") + "\n", "utf-8")


if __name__ == "__main__":
    sys.exit(main())
