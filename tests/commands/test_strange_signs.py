"""Signs that steer a terminal, wherever they stand in a file: they are spelled out on every way out, or escaped."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest
from tests.commands.calls import GOOD, INTERPRETER, called, write
from tests.helpers import sample

from coupdsl.authoring.validation import check_paths
from coupdsl.language.signs import BOLD, RED, RESET, STEERING, as_json, for_terminal, made_safe

MAIN = "from coupdsl.commands.main import main; main()"
EVIL = "\x1b]52;c;ZXZpbA==\x07 \x9b31m \x1b[2J \u202eback\u2066 \u200b\U000e0041\x7f\r!"
NAMED = GOOD.replace("cook = 10", f'cook = 10 {{\n    name: en "Cook{EVIL}" fr "Chef{EVIL}"\n  }}')
OWN = re.compile("\x1b\\[(?:\\d*m|K)|\x1b\\[\\?25[lh]|\x1b\\[2J\x1b\\[3J\x1b\\[H|\r")  # what the program itself draws


def test_every_sign_that_steers_is_spelled_out() -> None:
    assert made_safe("a\x1b\x85\u202e\U000e0041\ud800\rb") == "a\\x1b\\x85\\u202e\\U000e0041\\ud800\\x0db"
    for plain in ("a\tb\nc", "line\r\n", "Zoë ♠ ☃ 👩\u200d👧", "שלום"):
        assert made_safe(plain) == plain
    for sign in map(chr, range(0x110000)):
        turns = unicodedata.bidirectional(sign) in ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI")
        steers = turns or unicodedata.category(sign) in ("Cc", "Cs", "Zl", "Zp") or sign in "\u200e\u200f\u061c\ufeff"
        assert (made_safe(sign) != sign) or not steers or sign in "\t\n", ascii(sign)
    assert for_terminal(f"{BOLD}{RED}x\x1b[1m{RESET}", colour=True) == "\x1b[1m\x1b[31mx\\x1b[1m\x1b[0m"
    assert for_terminal(f"{BOLD}x{RESET}", colour=False) == "x"


def test_json_says_the_same_and_steers_nothing() -> None:
    data = {EVIL: [EVIL, "\ud800", "é♠", 1.5, None]}
    written = as_json(data, indent=2)
    assert json.loads(written) == data
    assert not STEERING.search(written)
    assert "é♠" in written


CALLS = [
    ["validate", "wrong.yaml"], ["validate", "wrong.coup"], ["validate", "wrong.yaml", "--format", "json"],
    ["validate", "wrong.yaml", "--format", "github"], ["validate", "words"], ["show", "small.coup"],
    ["show", "small.coup", "--format", "json"], ["rulebook", "small.coup"], ["rulebook", "small.coup", "--lang", "fr"],
    ["run", "small.coup", "--games", 9], ["simulate", "small.coup", "--games", 9], ["replay", "version.jsonl"],
    ["simulate", "small.coup", "--games", 9, "--format", "json"], ["replay", "ruleset.jsonl"], ["replay", "line.jsonl"],
    ["play", "small.coup", "--save", "kept.jsonl", "--new"], ["score", "--resume", "names.jsonl"],
    ["explain", "small.coup", "job.cook"], ["diff", "small.coup", "small.coup", "--games", 1],
    ["fmt", "--check", f"no{EVIL}.coup"], ["fmt", "--diff", "wrong.coup"], [f"pl{EVIL}"], ["play", f"x{EVIL}"],
]  # fmt: skip


def prepared(folder: Path) -> None:
    write(folder, "small.coup", NAMED)
    write(folder, "wrong.coup", NAMED.replace("cook = 10", f"cook = 10 {{ # {EVIL}\n nothing: 3 }}\njob other"))
    quoted = json.dumps(EVIL)
    write(
        folder,
        "wrong.yaml",
        f"variant: x\nextends: {quoted}\nname: {{en: {quoted}}}\n{quoted}: 3\noptions: {{{quoted}: 1}}",
    )
    (folder / "words").mkdir()
    write(folder / "words", "en.yaml", f"language: en\nterms:\n  {quoted}: {quoted}\n")
    head = {"format": "coupdsl-game", "version": 1, "ruleset": "sevens", "fingerprint": "x", "edition": 1, "players": 3,
            "seed": 1, "options": {}}  # fmt: skip
    for name, changes in (
        ("version", {"version": EVIL}),
        ("ruleset", {"ruleset": EVIL}),
        ("names", {"names": [EVIL, "b", "c"]}),
    ):
        write(folder, f"{name}.jsonl", json.dumps({**head, **changes}) + "\n")
    write(folder, "line.jsonl", json.dumps(head) + f"\n{EVIL}\n")


@pytest.mark.parametrize("call", sample(CALLS, 12), ids=ascii)
def test_no_sign_reaches_the_output(call: list[object], tmp_path: Path) -> None:
    prepared(tmp_path)
    env = {**os.environ, "PYTHONPATH": str(INTERPRETER)}
    words = [sys.executable, "-c", MAIN, *map(str, call)]
    done = subprocess.run(
        words, capture_output=True, env=env, cwd=tmp_path, check=False, input=b"quit\n", timeout=100
    )  # fmt: skip
    said = (done.stdout + done.stderr).decode()
    assert "Traceback" not in said
    assert said.strip()
    assert not STEERING.findall(said)


@pytest.mark.parametrize("call", [["validate", "wrong.yaml"], ["play", "small.coup", "--save", "kept.jsonl", "--new"]])
def test_a_terminal_is_sent_only_the_programs_own_signs(call: list[str], tmp_path: Path) -> None:
    prepared(tmp_path)
    mine, theirs = pty.openpty()
    env = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
    program = subprocess.Popen(
        [sys.executable, "-c", MAIN, *call], stdin=subprocess.DEVNULL, stdout=theirs, stderr=theirs, cwd=tmp_path,
        env={**env, "PYTHONPATH": str(INTERPRETER), "TERM": "xterm"},
    )  # fmt: skip
    os.close(theirs)
    said = b""
    try:
        while data := os.read(mine, 10_000):
            said += data
    except OSError:  # the program has ended
        pass
    program.wait()
    os.close(mine)
    text = said.decode()
    assert "\x1b[1m" in text
    assert not STEERING.findall(OWN.sub("", text))


SIMULATE, RULEBOOK = ["simulate", "small.coup", "--games", 9], ["rulebook", "small.coup"]
WRITTEN = {
    "rules.html": RULEBOOK, "rules.md": RULEBOOK, "report.html": SIMULATE, "report.csv": SIMULATE,
    "report.txt": SIMULATE, "report.json": SIMULATE, "logs.jsonl": ["run", "small.coup", "--games", 2],
}  # fmt: skip


@pytest.mark.parametrize("out", WRITTEN)
def test_no_sign_stands_in_what_is_written(out: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    prepared(tmp_path)
    monkeypatch.chdir(tmp_path)
    assert called(*WRITTEN[out], "--out", out).exit_code == 0
    text = (tmp_path / out).read_text("utf-8")
    assert "ook" in text
    assert not STEERING.findall(text)


@pytest.mark.parametrize(
    ("name", "text", "places"),
    [
        ("a.yaml", 'variant: a\nextends: sevens\nname: {en: "x\u202ey\\e\\u202e"}\n', ["3:14", "3:16", "3:18"]),
        ("a.yaml", "variant: a\nextends: sevens\n# \u200b\n", ["3:3"]),
        ("a.yaml", 'variant: a\nextends: sevens\nname: {en: "Zoë \\x41 👩\u200d👧"}\n', []),
    ],
)
def test_validate_warns_of_them(name: str, text: str, places: list[str], tmp_path: Path) -> None:
    (tmp_path / name).write_text(text, "utf-8")
    report = check_paths([tmp_path / name], games=0)
    assert not report.errors
    assert [f"{d.span.line}:{d.span.column}" for d in report.warnings] == places
    assert {d.code.number for d in report.warnings} <= {"E512"}


def test_validate_warns_of_them_in_rules(tmp_path: Path) -> None:
    (tmp_path / "a.coup").write_text(f"# \x1b[2J\n{GOOD}", "utf-8")
    report = check_paths([tmp_path / "a.coup"], games=0)
    assert [(d.code.number, d.span.line, d.span.column) for d in report.warnings] == [("E512", 1, 3)]
