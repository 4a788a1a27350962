"""Everything the documents show is run: games, lines, expressions, variants, commands and error pages."""

from __future__ import annotations

import re
import runpy
import shlex
import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest
from typer.testing import CliRunner

import coupdsl
from coupdsl.authoring.validation import check_paths
from coupdsl.commands.main import app
from coupdsl.language.codes import CODES
from coupdsl.language.parser import parse_expression
from coupdsl.language.source import Source
from coupdsl.language.words import KEYWORDS
from coupdsl.rulesets.compose import compose_file

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", DOCS / "tutorial.md",
         DOCS / "language.md", DOCS / "house-rules.md", DOCS / "testing.md", DOCS / "printing.md",
         DOCS / "layout.md", DOCS / "scoring.md", DOCS / "studies.md", DOCS / "events.md", DOCS / "glossary.md",
         DOCS / "logs.md",
         *sorted((DOCS / "errors").glob("*.md"))]  # fmt: skip
FENCE = re.compile(r"^```([^\n`]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")


@dataclass(frozen=True)
class Block:
    page: Path
    line: int
    info: str
    text: str

    @property
    def name(self) -> str:
        return f"{self.page.relative_to(ROOT).as_posix()}:{self.line}"


def blocks(page: Path, *starts: str) -> list[Block]:
    """The fenced blocks of a page whose info string begins with one of `starts` (all of them without)."""
    text = page.read_text("utf-8")
    found = [Block(page, text[: m.start()].count("\n") + 1, m[1].strip(), m[2]) for m in FENCE.finditer(text)]
    return [b for b in found if not starts or any(b.info == s or b.info.startswith(s + " ") for s in starts)]


def all_blocks(*starts: str) -> list[pytest.param]:
    return [pytest.param(b, id=b.name) for page in PAGES for b in blocks(page, *starts)]


def frame(lines: str = "", top: str = "") -> str:
    """The small game at the head of language.md, with further lines before its end."""
    game = blocks(DOCS / "language.md", "coup game")[0].text
    game = game.replace("\n  finish by", f"\n{lines}\n  finish by", 1)
    return game.replace("\ngame ", f"\n{top}\ngame ", 1)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in, with the shared mechanics in reach and nothing of one's own kept."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    work = tmp_path / "work"
    work.mkdir()
    shutil.copytree(ROOT / "contracts" / "mechanics", tmp_path / "mechanics")
    for words in (tmp_path / "mechanics").glob("*.yaml"):
        words.unlink()
    monkeypatch.chdir(work)
    return work


def write_files(page: Path, folder: Path, before: int | None = None) -> None:
    """The files that a page shows, up to line `before`; after a name, its encoding or how often it is repeated."""
    for block in blocks(page, "coup file", "yaml file", "yaml tests", "json file"):
        if before is None or block.line < before:
            name, *how = block.info.split()[2:]
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            often = int(how[0]) if how[1:] == ["times"] else 1
            target.write_text(block.text * often, how[0] if len(how) == 1 else "utf-8")


def problems_of(block: Block, folder: Path) -> list[str]:
    """The problems of a block, checked as what it is, each as one line."""
    write_files(block.page, folder)
    target = folder / "example.coup"
    if block.info.startswith("yaml"):
        target = folder / "example.yaml"
        if block.text.startswith("language:"):
            (folder / "en.yaml").write_text(block.text, "utf-8")
            target = folder / "example.coup"
            target.write_text(frame(), "utf-8")
        else:
            target.write_text(block.text, "utf-8")
    elif block.text.startswith("edition") or "whole" in block.info:
        target.write_text(block.text, "utf-8")
    elif "top" in block.info:
        target.write_text(frame(top=block.text), "utf-8")
    else:
        target.write_text(frame(block.text), "utf-8")
    report = check_paths([target], games=1)
    return [f"{p.code.number} {p.span}: {p.message}" for p in report.problems]


def unused_aside(problems: list[str]) -> list[str]:
    """Lines that only show how something is declared do not use it."""
    return [problem for problem in problems if not problem.startswith("E203")]


# ---- the language
@pytest.mark.parametrize("block", all_blocks("coup game"))
def test_games_are_all_well(block: Block, folder: Path) -> None:
    assert problems_of(block, folder) == []


@pytest.mark.parametrize("block", all_blocks("coup lines"))
def test_lines_fit_the_frame(block: Block, folder: Path) -> None:
    assert unused_aside(problems_of(block, folder)) == []


@pytest.mark.parametrize("block", all_blocks("coup expr"))
def test_expressions(block: Block, folder: Path) -> None:
    rules = []
    for number, line in enumerate(line for line in block.text.splitlines() if line.strip()):
        expression = line.split("#")[0].strip()
        node, problems = parse_expression(Source("example", expression))
        assert node is not None, problems
        rules.append(f"  rule example_{number}(s: seat, c: card, m: amount) = {expression}")
    lines = Block(block.page, block.line, "coup lines", "\n".join(rules))
    assert unused_aside(problems_of(lines, folder)) == []


@pytest.mark.parametrize("block", all_blocks("yaml texts"))
def test_texts_are_complete(block: Block, folder: Path) -> None:
    assert problems_of(block, folder) == []


@pytest.mark.parametrize("block", all_blocks("yaml variant", "yaml file"))
def test_variants_compose(block: Block, folder: Path) -> None:
    if block.info == "yaml file too-fine.yaml":
        pytest.skip("wrong on purpose; the page shows what is said of it")
    write_files(block.page, folder)
    target = folder / (block.info.split()[2] if block.info.startswith("yaml file") else "example.yaml")
    target.write_text(block.text, "utf-8")
    composed, problems = compose_file(target)
    assert problems == []
    assert composed is not None
    assert check_paths([target], games=1).problems == []


@pytest.mark.parametrize("block", all_blocks("yaml tests"))
def test_tests_of_rules_hold(block: Block, folder: Path) -> None:
    write_files(block.page, folder)
    result = CliRunner().invoke(app, ["test", block.info.split()[2]])
    assert result.exit_code == 0, result.output


@pytest.mark.parametrize("block", all_blocks("yaml lines"))
def test_lines_of_a_variant_compose(block: Block, folder: Path) -> None:
    write_files(ROOT / "README.md", folder)
    target = folder / "example.yaml"
    target.write_text("variant: example\nextends: parker-1966\n" + block.text, "utf-8")
    assert check_paths([target], games=1).problems == []


@pytest.mark.parametrize("block", all_blocks("coup shipped"))
def test_what_is_quoted_is_shipped(block: Block) -> None:
    assert block.text in (ROOT / block.info.split()[2]).read_text("utf-8")


@pytest.mark.parametrize("block", all_blocks("coup laid"))
def test_what_is_laid_out_reads_as_shown(block: Block, folder: Path) -> None:
    write_files(block.page, folder, block.line)
    file = folder / block.info.split()[2]
    assert CliRunner().invoke(app, ["fmt", str(file)]).exit_code == 0
    assert file.read_text("utf-8") == block.text


def test_every_coup_and_yaml_block_is_run() -> None:
    coup = ("game", "lines", "expr", "wrong", "right", "file", "shipped", "laid")
    yaml = ("variant", "lines", "part", "texts", "tests", "wrong", "right", "file")
    kinds = [f"coup {kind}" for kind in coup] + [f"yaml {kind}" for kind in yaml]
    for page in PAGES:
        for block in blocks(page, "coup", "yaml"):
            assert any(block.info == kind or block.info.startswith(kind + " ") for kind in kinds), block.name


def test_every_word_of_the_language_stands_in_an_example() -> None:
    shown = " ".join(block.text for block in blocks(DOCS / "language.md", "coup"))
    assert set(KEYWORDS) <= set(re.findall(r"[a-z_]+", shown))


# ---- commands and Python
@pytest.mark.parametrize("page", [p for p in PAGES if blocks(p, "console")], ids=lambda p: p.name)
def test_commands_print_what_is_shown(page: Path, folder: Path) -> None:
    for block in blocks(page, "console"):
        write_files(page, folder, block.line)
        if block.info.startswith("console wrong"):
            _, _, file, old, new = block.info.split()
            right = (folder / file).read_text("utf-8")
            (folder / file).write_text(right.replace(old.replace("·", " "), new.replace("·", " ")), "utf-8")
        calls = re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]
        for call in calls:
            command, _, shown = call.partition("\n")
            program, *arguments = shlex.split(command)
            assert program == "coupdsl", block.name
            # What stands after a prompt is typed, if the block says so. Else nobody sits at the keyboard: a game of
            # people ends where the first one is asked.
            typed = re.findall(r"^> (.*\n)", shown, re.MULTILINE) if block.info == "console typed" else []
            shown = re.sub(r"^> .*\n", "> ", shown, flags=re.MULTILINE) if typed else shown
            result = CliRunner().invoke(app, arguments, input="".join(typed))
            assert result.exception is None or isinstance(result.exception, SystemExit), block.name
            status = 1 if block.info.split()[1:2] in (["wrong"], ["refused"]) else 0
            assert result.exit_code == status, (block.name, result.output)
            if shown.strip():
                head, dots, _ = shown.partition("...\n")
                printed = result.output[: len(head)] if dots else result.output
                assert printed == head, block.name


@pytest.mark.parametrize("block", all_blocks("python"))
def test_python_runs(block: Block, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = folder / "example.py"
    script.write_text(block.text, "utf-8")
    runpy.run_path(str(script))
    assert "Result(scores=" in capsys.readouterr().out


# ---- error pages
def test_every_code_has_a_page_and_every_page_a_code() -> None:
    assert {page.stem for page in (DOCS / "errors").glob("E*.md")} == set(CODES)


@pytest.mark.parametrize("code", CODES.values(), ids=lambda code: code.number)
def test_pages_are_headed_by_their_code(code: coupdsl.language.codes.Code) -> None:
    text = (DOCS / "errors" / f"{code.number}.md").read_text("utf-8")
    assert text.startswith(f"# {code.number} {code.name}\n\n")
    assert f"({code.number}.md)" in (DOCS / "errors" / "README.md").read_text("utf-8")


@pytest.mark.parametrize("code", CODES)
def test_every_page_has_a_wrong_and_a_right_example(code: str) -> None:
    page = DOCS / "errors" / f"{code}.md"
    refused = [b for b in blocks(page, "console refused", "console wrong") if f": {code} " in b.text]
    accepted = [b for b in blocks(page, "console") if b.info == "console"]
    assert blocks(page, "coup wrong", "yaml wrong") or refused
    assert blocks(page, "coup right", "yaml right") or accepted


@pytest.mark.parametrize("block", all_blocks("coup wrong", "yaml wrong"))
def test_wrong_examples_are_wrong(block: Block, folder: Path) -> None:
    found = {problem.split()[0] for problem in problems_of(block, folder)}
    assert block.page.stem in found


@pytest.mark.parametrize("block", all_blocks("coup right", "yaml right"))
def test_right_examples_are_right(block: Block, folder: Path) -> None:
    problems = problems_of(block, folder)
    assert (problems if block.page.stem == "E203" else unused_aside(problems)) == []


# ---- links
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in LINK.findall(FENCE.sub("", page.read_text("utf-8"))):
        if not re.match(r"[a-z]+:", target):
            file, _, heading = target.partition("#")
            reached = (page.parent / file).resolve() if file else page
            assert reached.exists(), target
            if heading:
                titles = re.findall(r"^#+ (.+)$", reached.read_text("utf-8"), re.MULTILINE)
                known = {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}
                assert heading in known, target
