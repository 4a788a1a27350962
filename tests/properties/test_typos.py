"""One token of a rule file broken at a time: something must be said, and within a line of the place.

Broken are words (a letter more, or gone), numbers (a letter in them) and brackets (gone) of all shipped .coup and .yaml
files. COUPDSL_TEST_FACTOR makes the sample larger; a hundred takes nearly every token. What is no typo:

- comments, citations and texts in quotes;
- a name that stands once in all files, such as that of a loop that is never left, or once in its rule, such as a
  parameter's or that of another loop: it is as right with another letter. So is that of an entry which otherwise only
  names of files and of options have;
- the name of a game, and texts of states and of other names that need none;
- what is free in a variant: its name, what a source prints, and which source;
- the sentences of a book, though not the names of what they speak of;
- a deleted name that nothing else uses: it is said where it is declared;
- a deleted `not`, `unseen`, `together`, `secretly` or `lowest`, an `otherwise` before what is then offered anyhow, a
  `the` before what cannot be absent there, one of what a list holds, a name of a rule of flags or seats before its
  bracket, or the first name of `x - y`: what is left is right, and nobody can know what was meant.

What is given is the whole checkout, as in `coupdsl validate .`; of files outside the given folder no place is told.
Warnings are said as well as errors, and the files as they are have none.
"""

from __future__ import annotations

import os
import random
import re
import shutil
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from tests.helpers import FACTOR, ROOT, composed, coup_files, yaml_files

from coupdsl.code.errata import errata_problems
from coupdsl.language.diagnostics import Diagnostic
from coupdsl.language.parser import parse_file
from coupdsl.language.source import Source
from coupdsl.language.words import KEYWORDS
from coupdsl.rulesets.catalogue import shipped_variants
from coupdsl.rulesets.compose import compose_file
from coupdsl.rulesets.composed import Composed
from coupdsl.rulesets.prose import game_of, is_of_book
from coupdsl.rulesets.prose_problems import prose_problems
from coupdsl.rulesets.texts import wanted_texts

pytestmark = pytest.mark.unmeasured

SAMPLE = 120
PARTS = 8  # of the sample, which are tried side by side
NAMESAKES = {"queens", "spades", "assassinate"}  # entries no rule names, whose words mean other things as well
FREE = {"not", "unseen", "together", "secretly", "lowest", "the"}
LEFT_OUT = {"ban_binds", "all_bags", "partner", "enemy", "first_to_play", "pass_lead", "next_player"}
LEFT_OUT |= {"next_holder", "shuffled"}  # what they are asked of is left in its brackets, and is of the same type
TOKEN = re.compile(
    r'(?P<skip>"[^"\n]*"|#[^\n]*|@[A-Z]+\d+|\s+)|(?P<word>[a-z][a-z0-9_]*)|(?P<number>\d+)|(?P<bracket>[(){}\[\]])|(?P<other>.)'
)


@dataclass(frozen=True)
class Typo:
    """A change of one token: `path` relative to the checkout."""

    path: str
    line: int
    start: int
    end: int
    instead: str
    kind: str

    def __str__(self) -> str:
        return f"{Path(self.path).name}:{self.line}:{self.start}:{self.kind}"


def tokens(path: Path) -> list[tuple[str, int, int, str]]:
    text = path.read_text("utf-8")
    return [(m.lastgroup or "", m.start(), m.end(), m[0]) for m in TOKEN.finditer(text) if m.lastgroup != "skip"]


def unused(text: str, start: int, end: int, name: str) -> bool:
    """Is this a parameter that its rule does not mention, or the name of a loop that the rest of it does not?"""
    before = text[:start].rpartition("\n")[2]
    if not (text[end:].startswith(":") and "(" in before) and not re.search(r"\b(for|repeat) $", before):
        return False
    rest = re.split(r"\n\s*(?:rule|when|option|order|\n)", text[end:])[0]
    return re.search(rf"\b{name}\b", rest) is None


@cache
def named_entries() -> Counter[str]:
    """How often each word stands in the rule files, but for names of files and what begins the names of options."""
    texts = (re.sub(r"(?m)^include .*$", "", path.read_text("utf-8")) for path in coup_files())
    return Counter(
        m["word"] for text in texts for m in TOKEN.finditer(text) if m["word"] and text[m.end() :][:1] != "."
    )


def alone(text: str, start: int, end: int, name: str) -> bool:
    """Is this the name of an entry, or of a sort of sets, that no rule mentions?"""
    if re.search(r"\n *$", text[:start]) and re.match(r": *\d[\d .]* of ", text[end:]):
        return True
    begins = re.search(r"(^|\n)[a-z_]+ $", text[:start]) is not None and not text[end:].startswith(".")
    return begins and (named_entries()[name] == 1 or name in NAMESAKES)


def before_minus(text: str, start: int, end: int) -> bool:
    """Is this all that stands before a minus, so that what is left is a sign?"""
    return text[end:].startswith(" - ") and re.search(r"(:=|=|then|else|by|[-(,]) ?$", text[:start]) is not None


def in_list(text: str, start: int, end: int) -> bool:
    """Is this one of what a list holds?"""
    return re.search(r"\[[^\[\]\n]*$", text[:start]) is not None and re.match(r"[^\[\]\n]*\]", text[end:]) is not None


@cache
def shipped() -> dict[str, Composed]:
    """The games and their editions; house rules are made of the same files."""
    return {name: composed(name) for name, path in shipped_variants().items() if path.parent.name == "variants"}


@cache
def texts_wanted() -> set[str]:
    return {text for composed in shipped().values() for text in wanted_texts(composed.program)}


@cache
def shipped_files() -> dict[str, set[Path]]:
    """Which rule files and folders the shipped rulesets are made of."""
    made_of = {}
    for name, found in shipped().items():
        files = {file.source.path.relative_to(ROOT) for file in found.program.files if file.source.path is not None}
        made_of[name] = files | {path.parent for path in files}
    return made_of


def played_files() -> list[Path]:
    """The rule files of shipped rulesets; a mechanic that only a how-to plays has its own tests."""
    played = set[Path]().union(*shipped_files().values())
    return [path for path in coup_files() if path.relative_to(ROOT) in played]


def typos(path: Path, uses: Counter[str]) -> list[Typo]:
    source = Source(path.name, path.read_text("utf-8"))
    name = path.relative_to(ROOT).as_posix()
    found = []
    for kind, start, end, text in tokens(path):
        broken: list[tuple[str, str]] = []
        before = source.text[source.text.rfind("\n", 0, start) + 1 : start]
        if re.search(r"\b(variant|printed|source): |^ {6}(en|fr): ", before):  # the last two are of a source
            continue
        if is_of_book(path) and not re.fullmatch(r" *(- )?", before) and not re.match(r" *(- )?about: \[", before):
            continue
        if is_of_book(path) and re.fullmatch(r" *(- )?", before) and not source.text.startswith(": ", end):
            continue
        if kind == "word" and path.suffix == ".yaml":
            free = re.search(r"^names:\n(  .*\n|\n)*  $", source.text[:start], re.MULTILINE)
            if not free or f"names.{text}" in texts_wanted():
                broken = [(text + "q", "key")]
        elif kind == "word" and text in KEYWORDS and not source.text[:start].endswith("repeat "):
            broken = [(text + "x", "keyword"), (text[0] + "x" + text[1:], "keyword")]
            # What is asked, or offered, by itself is as right.
            if text not in FREE and not re.match(r"else if |otherwise \w+ \{", source.text[start:]):
                broken.append(("", "no keyword"))
        elif re.search(r"(\ngame |\n +item )$", source.text[:start]):
            pass  # it may be called anything
        elif kind == "word" and uses[text] > 1:
            if not unused(source.text, start, end, text) and not alone(source.text, start, end, text):
                broken = [(text + "q", "name")]
            loose = before_minus(source.text, start, end) or in_list(source.text, start, end)
            if uses[text] > 2 and text not in LEFT_OUT and not loose:
                broken.append(("", "no name"))
        elif kind == "number":
            broken = [(text[:1] + "o" + text[1:], "number")]
        elif kind == "bracket":
            broken = [("", "bracket")]
        found += [Typo(name, source.position(start)[0], start, end, instead, what) for instead, what in broken]
    return found


KINDS = ("keyword", "no keyword", "name", "no name", "number", "bracket", "key")


@cache
@cache
def broken(number: int = SAMPLE * FACTOR) -> list[Typo]:
    """The same typos at every commit: of every file, and of every kind."""
    uses = Counter(text for path in coup_files() for kind, _, _, text in tokens(path) if kind == "word")
    rnd = random.Random(1966)
    files = [typos(path, uses) for path in (*played_files(), *yaml_files())]
    total = sum(map(len, files))
    chosen: list[Typo] = []
    for found in files:
        for kind in KINDS:
            those = [typo for typo in found if typo.kind == kind]
            chosen += rnd.sample(those, min(len(those), max(1, number * len(those) // total)))
    return chosen


def rulesets_of(path: Path) -> list[str]:
    """The shipped rulesets that are made of this file, or of those beside it; of all with the same files one."""
    rulesets = shipped_files()
    for one in (path, path.parent):
        if found := {frozenset(files): name for name, files in rulesets.items() if one in files}:
            return list(found.values())
    raise AssertionError(f"{path} belongs to no shipped ruleset")


def told(name: Path, folder: Path) -> list[Diagnostic]:
    """The problems of a file: those of its text, else those of the game that it belongs to."""
    path = folder / name
    if path.suffix == ".coup":
        problems = parse_file(Source(path.name, path.read_text("utf-8"), path))[1]
        if problems:
            return problems
    if path.parent.name == "variants":
        return said(path, folder)
    if is_of_book(path):
        return prose_problems(path, composed(rulesets_of(game_of(name))[0]).checked)
    return next(filter(None, (said(folder / "variants" / f"{one}.yaml", folder) for one in rulesets_of(name))), [])


def said(variant: Path, folder: Path) -> list[Diagnostic]:
    """What is wrong or strange in a ruleset of the checkout in `folder`."""
    composed, problems = compose_file(variant, [folder])
    if composed is None or problems:
        return problems
    return [*errata_problems(composed), *composed.warnings]


def told_of(typo: Typo, folder: Path) -> list[Diagnostic]:
    """The problems of the file with this typo in it, which is mended afterwards."""
    path = folder / typo.path
    text = path.read_text("utf-8")
    try:
        rewrite(path, text[: typo.start] + typo.instead + text[typo.end :])
        return told(Path(typo.path), folder)
    finally:
        rewrite(path, text)


def distance(typo: Typo, folder: Path) -> tuple[int, int | None]:
    """How many problems a typo makes, and how many lines off the nearest of the places they name is.

    A declared name that is misspelled is wrong wherever it is used: help that offers the misspelled name is as near
    as can be. So is help that says before which line a bracket is missing.
    """
    problems = told_of(typo, folder)
    path = folder / typo.path
    lines = path.read_text("utf-8").count("\n")
    found = []
    for problem in problems:
        help_ = problem.help or ""
        if typo.instead and re.search(rf"`[^`]*\b{typo.instead}\b[^`]*`", help_):
            found.append(0)
        for span in (problem.span, *(other for other, _ in problem.also)):
            if span.source.path is not None and span.source.path.resolve() == path.resolve():
                found.append(abs(span.line - typo.line))
                found += [abs(int(line) - 1 - typo.line) for line in re.findall(r"before line (\d+)", help_)]
                if "at the end of the file" in help_:
                    found.append(abs(lines - typo.line))
    return len(problems), min(found, default=None)


def rewrite(path: Path, text: str) -> None:
    """Writes it as one who takes a while does; two writes within a tick of the clock look like one."""
    stamp = path.stat().st_mtime_ns + 10_000_000
    path.write_text(text, "utf-8")
    os.utime(path, ns=(stamp, stamp))


def checkout(folder: Path) -> None:
    for name in ("contracts", "variants"):
        shutil.copytree(ROOT / name, folder / name)


def test_the_files_as_they_are_have_no_problem(tmp_path: Path) -> None:
    checkout(tmp_path)
    for path in shipped_variants().values():
        assert said(tmp_path / path.relative_to(ROOT), tmp_path) == []


@pytest.mark.parametrize("name", ["contracts/mechanics/tricks.coup", "contracts/coup-detat/siege.coup"])
def test_a_file_edited_while_the_program_runs_is_read_again(name: str, tmp_path: Path) -> None:
    checkout(tmp_path)
    variant = tmp_path / "variants" / "parker-1966.yaml"
    assert said(variant, tmp_path) == []
    path = tmp_path / name
    path.write_text(path.read_text("utf-8") + "\nno such thing\n", "utf-8")
    assert [(problem.span.source.path, problem.code.number) for problem in said(variant, tmp_path)] == [(path, "E101")]


def test_every_file_is_broken_somewhere() -> None:
    files = {path.relative_to(ROOT).as_posix() for path in (*played_files(), *yaml_files())}
    assert len(played_files()) >= len(coup_files()) - 1
    assert {typo.path for typo in broken()} == files


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("checkout").resolve()
    checkout(folder)
    return folder


@pytest.mark.parametrize("part", range(PARTS))
def test_typos_are_noticed_near_their_place(part: int, shared: Path) -> None:
    missed = {}
    for typo in broken()[part::PARTS]:
        count, lines = distance(typo, shared)
        if count == 0 or lines is None or lines > 1:
            missed[str(typo)] = "nobody notices" if count == 0 else f"said {lines} lines away, None in another file"
    assert missed == {}
