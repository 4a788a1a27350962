"""The program itself: help, statuses, interruptions, colours; `bench`, and `play` where rules fail."""

from __future__ import annotations

import ast
import json
import re
import shutil
import signal
import subprocess
import sys
import threading
import tomllib
from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.commands.calls import GOOD, ROOT, called, process, write

import coupdsl
from coupdsl.commands import common
from coupdsl.commands.main import main as entry_point
from coupdsl.play.needs import NAMES

COMMANDS = [
    "validate",
    "test",
    "fmt",
    "new",
    "play",
    "run",
    "replay",
    "simulate",
    "compare",
    "ladder",
    "learn",
    "show",
    "bench",
    "list",
    "cache",
]


def test_version() -> None:
    result = called("--version")
    assert (result.exit_code, result.output) == (0, f"coupdsl {coupdsl.__version__}\n")


def test_no_words_show_the_help() -> None:
    result = called()
    assert "Table games whose rules are data" in result.output
    assert all(name in result.output for name in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(command: str) -> None:
    result = called(command, "-h")
    assert result.exit_code == 0
    assert "Example" in result.output


@pytest.mark.parametrize("words", [["nonsense"], ["run"], ["validate"], ["run", "parker-1966", "--games", "0"]])
def test_wrong_calls_have_status_2(words: Sequence[str]) -> None:
    assert called(*words).exit_code == 2


def test_the_program_starts_without_what_only_some_commands_need() -> None:
    heavy = ("lark", "jsonschema", "yaml", "numpy")
    code = f"import sys, coupdsl.commands.main; print([m for m in {heavy} if m in sys.modules])"
    done = process(code=code)
    assert (done.stdout, done.stderr) == ("[]\n", "")


READS_RULES = ("lark", "yaml", "jsonschema", "jinja2", "coupdsl.rulesets.compose")
COUNTS = ("numpy", "llvmlite", "rich")
NEEDLESS = (
    (("show", "coup"), (*READS_RULES, *COUNTS)),
    (("explain", "E101"), (*READS_RULES, *COUNTS)),
    (("play", "coup", "--humans", "", "--bots", "random", "--new"), (*READS_RULES, *COUNTS)),
    (("play", "coup", "--new"), READS_RULES),
    (("simulate", "coup", "--games", "2"), READS_RULES),
)


@pytest.mark.parametrize(("words", "needless"), NEEDLESS, ids=[" ".join(words) for words, _ in NEEDLESS])
def test_what_was_kept_is_told_without_what_reads_rules(
    words: tuple[str, ...], needless: tuple[str, ...], tmp_path: Path
) -> None:
    code = (
        "import sys; from coupdsl.commands.main import app\n"
        "app(sys.argv[1:], standalone_mode=False)\n"
        f"print([name for name in {needless} if name in sys.modules])"
    )
    for _ in range(2):
        done = process(*words, code=code, XDG_CACHE_HOME=str(tmp_path), XDG_DATA_HOME=str(tmp_path))
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "[]"), done.stderr


def test_the_package_knows_only_its_own_names() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = coupdsl.nonsense  # type: ignore[attr-defined]
    for name in coupdsl.__all__:
        assert getattr(coupdsl, name) is not None


@pytest.mark.parametrize(("error", "status"), [(KeyboardInterrupt, 130), (BrokenPipeError, 1)])
def test_interruptions_end_quietly(
    error: type[BaseException], status: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def interrupted() -> None:
        raise error

    monkeypatch.setattr("coupdsl.commands.main.app", interrupted)
    monkeypatch.setattr(threading, "enumerate", list)  # what other tests left is no part of this
    before = signal.getsignal(signal.SIGINT)
    with (tmp_path / "out").open("w") as out, pytest.raises(SystemExit) as left:
        monkeypatch.setattr(sys, "stdout", out)
        entry_point()
    assert signal.getsignal(signal.SIGINT) is signal.SIG_DFL  # nothing is left to save
    signal.signal(signal.SIGINT, before)
    assert left.value.code == status


def test_a_closed_pipe_is_no_traceback() -> None:
    code = (
        "import subprocess, sys\n"
        "p = subprocess.Popen([sys.executable, '-c', 'from coupdsl.commands.main import main; main()', 'show',"
        " 'parker-1966'], stdout=subprocess.PIPE, stderr=subprocess.PIPE)\n"
        "p.stdout.close(); error = p.stderr.read(); print(p.wait(), error)"
    )
    assert process(code=code).stdout == "1 b''\n"


class Screen:
    def isatty(self) -> bool:
        return True


def test_colour_only_on_a_terminal_that_wants_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert common.coloured(Screen())
    assert not common.coloured(object())
    monkeypatch.setenv("NO_COLOR", "1")
    assert not common.coloured(Screen())


def test_progress_of_validation_on_a_terminal_only(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []

    class Terminal(Screen):
        def write(self, text: str) -> None:
            shown.append(text)

        def flush(self) -> None:
            pass

    monkeypatch.setattr(sys, "stderr", Terminal())
    common.show_progress("checking x")
    assert shown == ["\r\x1b[Kchecking x"]


# ---- bench
def test_bench(tmp_path: Path) -> None:
    path = write(tmp_path, "small.coup", GOOD)
    result = called("bench", path, "--players", 2, "--seconds", 0.1)
    assert result.exit_code == 0
    for part in (
        "load, check and lower",
        "a whole game",
        "moves",
        "hands of cook",
        "from a saved edit to the first game",
        "copy",
        "view of a seat",
        "save",
        "peak memory",
    ):
        assert part in result.output
    rows = json.loads(called("bench", path, "--seconds", 0.1, "--format", "json").output)
    assert all(set(row) == {"what", "value", "unit", "ratio"} for row in rows)


def test_bench_takes_a_name_as_every_command_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where a folder is called like the ruleset."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "kuhn").mkdir()
    assert called("bench", "kuhn", "--seconds", 0.1).exit_code == 0


@pytest.mark.unmeasured
def test_bench_says_how_fast_players_think() -> None:
    rows = json.loads(called("bench", "kuhn", "--search", "--seconds", 0.1, "--format", "json").output)
    found = {row["what"]: row["value"] for row in rows}
    assert found["iterations of the tree"] > 10_000
    assert found["memory of a search of `hard`"] < 100
    assert "a world" in found
    assert called("bench", "nonsense", "--search").exit_code == 1


def test_bench_says_how_soon_a_table_shows_a_choice() -> None:
    rows = json.loads(called("bench", "kuhn", "--table", "--seconds", 0.1, "--format", "json").output)
    named = {row["what"]: row for row in rows}
    assert named["a move by the rules"]["ratio"] == 1
    assert named["a choice, until its answer is written"]["ratio"] > 0
    page = named["the page and its programs, gzipped"]
    assert page["unit"] == "kB" and 0 < page["value"] < 60
    assert called("bench", "nonsense", "--table").exit_code == 1


# ---- play
def test_play_tells_of_rules_that_fail(tmp_path: Path) -> None:
    path = write(tmp_path, "small.coup", GOOD.replace("seats [2]", "seats [2]\n  first of seats pays 500 to bank"))
    result = called("play", path, "--players", 2, "--humans", "", "--new", "--save", tmp_path / "game.jsonl")
    assert (result.exit_code, "E601" in result.output) == (1, True)


def test_what_players_learnt_on_this_machine_is_neither_committed_nor_installed() -> None:
    """What git ignores is left out of what is built, except where it is forced in."""
    wheel = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert {*wheel} == {"only-include", "dev-mode-dirs", "sources"}
    shipped = ("variants/coup-detat-2005.learnt.json", "variants/gin-rummy.learnt.json")
    learnt = ("variants/coup.learnt.json", "contracts/coup/coup.learnt.json", *shipped)
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("this is no clone")
    call = ["git", "check-ignore", "--no-index", *learnt]
    found = subprocess.run(call, cwd=ROOT, capture_output=True, text=True, check=False)
    assert tuple(found.stdout.split()) == learnt[:2]


def test_all_that_is_needed_by_every_command_is_installed_with_it() -> None:
    """What only plots, Parquet, ratings, clusters, another library and a measured page import are extras."""
    extras = {"matplotlib", "pyarrow", "openskill", "distributed", "ray", "pyspiel", "playwright"}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    base = {re.split("[<>=]", line)[0].lower() for line in project["dependencies"]}
    imported = {
        name.split(".")[0]
        for path in (ROOT / "interpreter").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        for name in ([alias.name for alias in node.names] if isinstance(node, ast.Import) else
                     [node.module or ""] if isinstance(node, ast.ImportFrom) else [])
    }  # fmt: skip
    offered = {re.split("[<>=]", line)[0] for lines in project["optional-dependencies"].values() for line in lines}
    assert {NAMES.get(name, name) for name in extras} <= offered
    foreign = imported - sys.stdlib_module_names - {"coupdsl"} - extras
    by_others = {"websockets"}  # by which uvicorn speaks to pages
    assert {{"yaml": "pyyaml"}.get(name, name) for name in foreign} | by_others == base
