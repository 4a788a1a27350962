"""Everything the documents show is run: games, lines, expressions, variants, commands and error pages."""

from __future__ import annotations

import itertools
import re
import runpy
import shlex
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.helpers import sample
from typer.testing import CliRunner

from coupdsl.authoring.validation import check_paths
from coupdsl.commands.main import app
from coupdsl.language.codes import CODES
from coupdsl.language.parser import parse_expression, parse_file
from coupdsl.language.source import Source
from coupdsl.language.words import KEYWORDS
from coupdsl.rulesets.compose import compose_file
from coupdsl.rulesets.prose import is_of_book

pytestmark = pytest.mark.unmeasured

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PAGES = [*(ROOT / f"{name}.md" for name in ("README", "CONTRIBUTING", "CHANGELOG")), *sorted(DOCS.rglob("*.md"))]
FENCE = re.compile(r"^```([^\n`]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SPAN = re.compile(r"(?<!`)`([^`]+)`(?!`)")
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


def all_blocks(*starts: str) -> list[Block]:
    return [block for page in PAGES for block in blocks(page, *starts)]


def each_block(*starts: str) -> pytest.MarkDecorator:
    """A test of its own for each of those that play games or print pages."""
    return pytest.mark.parametrize("block", all_blocks(*starts), ids=lambda block: block.name)


def frame(lines: str = "", top: str = "") -> str:
    """The small game at the head of language.md, with further lines before its end."""
    game = blocks(DOCS / "language.md", "coup game")[0].text
    game = game.replace("\n  finish by", f"\n{lines}\n  finish by", 1)
    return game.replace("\ngame ", f"\n{top}\ngame ", 1)


@pytest.fixture
def folders(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Empty folders for files, with the shared mechanics in reach and nothing of one's own kept.

    Each test has the same: what the shipped rules are, as they are named from there, is known from the one before.
    """
    base = tmp_path_factory.getbasetemp() / "pages"
    shutil.rmtree(base, ignore_errors=True)
    monkeypatch.setenv("XDG_DATA_HOME", str(base / "data"))
    shutil.copytree(ROOT / "contracts" / "mechanics", base / "mechanics")
    for words in (base / "mechanics").glob("*.yaml"):
        words.unlink()

    def each() -> Iterator[Path]:
        for number in itertools.count():
            work = base / f"work{number}"
            work.mkdir()
            yield work

    return each()


@pytest.fixture
def folder(folders: Iterator[Path], monkeypatch: pytest.MonkeyPatch) -> Path:
    """One of them, in which one is."""
    found = next(folders)
    monkeypatch.chdir(found)
    return found


def wrong(found: list[Block], check: Callable[[Block, Path], object], folders: Iterator[Path]) -> dict[str, object]:
    """By its place, what is wrong with each block of which something is, as `check` tells it."""
    assert found
    told = ((block.name, check(block, next(folders))) for block in found)
    return {name: problems for name, problems in told if problems}


def write_files(page: Path, folder: Path, before: int | None = None) -> None:
    """The files that a page shows, up to line `before`; after a name, its encoding or how often its last line stands.

    In that, NEXT is the number of the repetition, from 1, and LAST that before it.
    """
    for block in blocks(page, "coup file", "yaml file", "yaml tests", "json file", "python file", "text file"):
        if before is None or block.line < before:
            name, *how = block.info.split()[2:]
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            often = int(how[0]) if how[1:] == ["times"] else 1
            *first, last = block.text.splitlines(keepends=True)
            lines = (last.replace("NEXT", str(n)).replace("LAST", str(n - 1)) for n in range(1, often + 1))
            target.write_text("".join((*first, *lines)), how[0] if len(how) == 1 else "utf-8")


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


def used_problems_of(block: Block, folder: Path) -> list[str]:
    """As `problems_of`; lines that only show how something is declared do not use it."""
    return [problem for problem in problems_of(block, folder) if not problem.startswith("E203")]


# ---- the language
def test_games_are_all_well(folders: Iterator[Path]) -> None:
    assert wrong(all_blocks("coup game"), problems_of, folders) == {}


def test_lines_fit_the_frame(folders: Iterator[Path]) -> None:
    assert wrong(all_blocks("coup lines"), used_problems_of, folders) == {}


def test_expressions(folders: Iterator[Path]) -> None:
    def check(block: Block, folder: Path) -> object:
        rules = []
        for number, line in enumerate(line for line in block.text.splitlines() if line.strip()):
            expression = line.split("#")[0].strip()
            node, problems = parse_expression(Source("example", expression))
            if node is None:
                return problems
            rules.append(f"  rule example_{number}(s: seat, c: card, m: amount) = {expression}")
        return used_problems_of(Block(block.page, block.line, "coup lines", "\n".join(rules)), folder)

    assert wrong(all_blocks("coup expr"), check, folders) == {}


def test_texts_are_complete(folders: Iterator[Path]) -> None:
    assert wrong(all_blocks("yaml texts"), problems_of, folders) == {}


@each_block("yaml variant", "yaml file")
def test_variants_compose(block: Block, folders: Iterator[Path]) -> None:
    folder = next(folders)
    if block.info == "yaml file too-fine.yaml":
        pytest.skip("wrong on purpose; the page shows what is said of it")
    write_files(block.page, folder)
    target = folder / (block.info.split()[2] if block.info.startswith("yaml file") else "example.yaml")
    target.write_text(block.text, "utf-8")
    if not is_of_book(target):
        composed, problems = compose_file(target)
        assert problems == []
        assert composed is not None
    assert check_paths([target], games=1).problems == []


@each_block("yaml tests")
def test_tests_of_rules_hold(block: Block, folder: Path) -> None:
    write_files(block.page, folder)
    result = CliRunner().invoke(app, ["test", block.info.split()[2]])
    assert result.exit_code == 0, result.output


@each_block("yaml lines")
def test_lines_of_a_variant_compose(block: Block, folders: Iterator[Path]) -> None:
    folder = next(folders)
    write_files(ROOT / "README.md", folder)
    target = folder / "example.yaml"
    target.write_text("variant: example\nextends: parker-1966\n" + block.text, "utf-8")
    assert check_paths([target], games=1).problems == []


def test_what_is_quoted_is_shipped() -> None:
    quoted = all_blocks("coup shipped")
    assert quoted
    assert [b.name for b in quoted if b.text not in (ROOT / b.info.split()[2]).read_text("utf-8")] == []


@each_block("coup laid")
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


def shown_in_sentences(page: Path) -> set[str]:
    """What a page shows of rule files within its sentences: what has braces that stand apart, and what is done."""
    spans = (" ".join(found[1].split()) for found in SPAN.finditer(FENCE.sub("", page.read_text("utf-8"))))
    return {span for span in spans if re.search(r"\S (\{|:=|chooses) \S", span)}


def can_be_read(span: str) -> bool:
    """Can it stand in a rule file, with something for what it leaves out (`…`) or only names (`STATE`)?"""
    first, *others = re.sub(r"\b[A-Z]{3,}\b", "x", span).split("…")
    places = ["edition 1\n{}", "edition 1\nlet x = {}"]
    if span.split()[0] not in KEYWORDS - {"otherwise"}:
        places.append("edition 1\nx chooses x {{ {} }}")
    left_out = itertools.product(("", "x", "x x from x", "x to x", "x { }", "x: 1", "9 moves"), repeat=len(others))
    wholes = ("".join((first, *itertools.chain(*zip(one, others, strict=True)))) for one in left_out)
    return any(not parse_file(Source("page", place.format(one)))[1] for one in wholes for place in places)


def test_rules_within_sentences_can_be_read() -> None:
    shown = {span: page.name for page in PAGES for span in shown_in_sentences(page)}
    assert len(shown) > 15
    assert {span: page for span, page in shown.items() if not can_be_read(span)} == {}


def test_every_word_of_the_language_stands_in_an_example() -> None:
    shown = " ".join(block.text for block in blocks(DOCS / "language.md", "coup"))
    assert set(KEYWORDS) <= set(re.findall(r"[a-z_]+", shown))


# ---- commands and Python
@pytest.mark.parametrize("page", sample([p for p in PAGES if blocks(p, "console")], 7), ids=lambda p: p.name)
def test_commands_print_what_is_shown(page: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for block in blocks(page, "console"):
        write_files(page, folder, block.line)
        if block.info.startswith("console wrong"):
            _, _, file, old, new = block.info.split()
            right = (folder / file).read_text("utf-8")
            (folder / file).write_text(right.replace(old.replace("·", " "), new.replace("·", " ")), "utf-8")
        calls = re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]
        for call in calls:
            command, _, shown = call.partition("\n")
            program, *arguments = shlex.split(command.removeprefix("PYTHONPATH=. "))
            if command.startswith("PYTHONPATH=. "):
                monkeypatch.syspath_prepend(folder)
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


@pytest.mark.parametrize("block", [b for b in all_blocks("python") if b.info == "python"], ids=lambda block: block.name)
def test_python_runs(block: Block, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = folder / "example.py"
    script.write_text(block.text, "utf-8")
    runpy.run_path(str(script))
    assert "Result(scores=" in capsys.readouterr().out or "\nassert " in block.text


# ---- error pages
def test_every_code_has_a_page_and_every_page_a_code() -> None:
    assert {page.stem for page in (DOCS / "errors").glob("E*.md")} == set(CODES)


def test_pages_are_headed_by_their_code_and_listed() -> None:
    listed = (DOCS / "errors" / "README.md").read_text("utf-8")
    for code in CODES.values():
        text = (DOCS / "errors" / f"{code.number}.md").read_text("utf-8")
        assert text.startswith(f"# {code.number} {code.name}\n\n")
        said = f"{code.summary} (a warning)" if code.warning else code.summary
        assert f"| [{code.number}]({code.number}.md) | {code.name} | {said} |\n" in listed


def test_every_page_has_a_wrong_and_a_right_example() -> None:
    for code in CODES:
        page = DOCS / "errors" / f"{code}.md"
        refused = [b for b in blocks(page, "console refused", "console wrong") if f": {code} " in b.text]
        accepted = [b for b in blocks(page, "console") if b.info == "console"]
        assert blocks(page, "coup wrong", "yaml wrong") or refused, code
        assert blocks(page, "coup right", "yaml right") or accepted, code


@pytest.mark.long
def test_wrong_examples_are_wrong(folders: Iterator[Path]) -> None:
    def check(block: Block, folder: Path) -> object:
        found = problems_of(block, folder)
        return None if block.page.stem in {problem.split()[0] for problem in found} else found or "nothing is said"

    assert wrong(all_blocks("coup wrong", "yaml wrong"), check, folders) == {}


@pytest.mark.long
def test_right_examples_are_right(folders: Iterator[Path]) -> None:
    def check(block: Block, folder: Path) -> object:
        return (problems_of if block.page.stem == "E203" else used_problems_of)(block, folder)

    assert wrong(all_blocks("coup right", "yaml right"), check, folders) == {}


# ---- links
def test_links_lead_somewhere() -> None:
    links = [(page, target) for page in PAGES for target in LINK.findall(FENCE.sub("", page.read_text("utf-8")))]
    for page, target in links:
        if not re.match(r"[a-z]+:", target):
            file, _, heading = target.partition("#")
            reached = (page.parent / file).resolve() if file else page
            assert reached.exists(), (page, target)
            if heading:
                titles = re.findall(r"^#+ (.+)$", reached.read_text("utf-8"), re.MULTILINE)
                known = {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}
                assert heading in known, (page, target)


def test_the_addition_shown_to_newcomers_is_as_it_stands() -> None:
    shown = re.search(r"from end to end.*?```text\n(.*?)```", (ROOT / "CONTRIBUTING.md").read_text("utf-8"), re.DOTALL)
    assert shown is not None
    places = [line.split(maxsplit=1) for line in shown[1].strip().splitlines()]
    assert len(places) == 8
    for file, line in places:
        assert line in (ROOT / "interpreter" / "coupdsl" / file).read_text("utf-8"), f"{file} has no `{line}`"
