"""However a file is spread over its lines, laying it out settles it, and changes nothing of what it says."""

from __future__ import annotations

import random
import re
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.helpers import ROOT, SEEDS, coup_files, examples, rule_test_files, yaml_files

from coupdsl.language.parser import parse_file
from coupdsl.language.source import Source
from coupdsl.rulesets.laid_out import formatted
from coupdsl.rulesets.yaml_text import read_yaml

pytestmark = pytest.mark.unmeasured

SHIPPED = [ROOT / "contracts", ROOT / "variants"]
COUP = [path for path in coup_files() if any(folder in path.parents for folder in SHIPPED)]
YAML = [*yaml_files(), *rule_test_files()]
LOOSE = [path for path in YAML if "|-" not in path.read_text("utf-8")]  # of passages of text blanks are a part
PIECE = re.compile(
    r'"[^"\n]*"|#[^\n]*|@[A-Z]+\d+|\d+/\d+|[a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)*|\d+|[A-Z]+|:=|\.\.|<=|>=|[^\s]'
)
BREAKS_AFTER = {"{", "(", "[", ",", "=", "|", ":=", "and", "or", "+", "where", "then", "else", "of"}
BREAKS_BEFORE = {"}", ")", "]", "where", "preferring", "with", "without", "and", "or", "then", "else", "rounded", "+"}


def laid_out(text: str, suffix: str) -> str:
    result, problems = formatted(Source(f"some{suffix}", text), suffix != ".coup")
    assert problems == []
    return result


# ---- .coup
def pieces(text: str) -> list[str]:
    """All that is written but blanks; a line that ends with something is one line break."""
    found = re.findall(rf"{PIECE.pattern}|\n", text)
    return [one.rstrip() or one for one, after in pairwise(["\n", *found, "\n"]) if (one, after) != ("\n", "\n")][1:]


def comments(text: str) -> list[tuple[str, str, str]]:
    """Each comment between the nearest pieces of code above and below it."""
    found = [piece for piece in pieces(text) if piece != "\n"]
    code = [piece if not piece.startswith("#") else "" for piece in found]
    return [
        (next((c for c in reversed(code[:place]) if c), ""), piece, next((c for c in code[place:] if c), ""))
        for place, piece in enumerate(found)
        if piece.startswith("#")
    ]


def respaced(text: str, chance: random.Random) -> str:
    """Other blanks between the same pieces, and other numbers of empty lines."""
    lines = []
    for line in text.splitlines():
        found = PIECE.findall(line)
        spread = chance.choice(["", " ", "     ", "\t"])
        for one, other in pairwise(found):
            glued = one[-1] + other[0]
            stays = re.fullmatch(r'[\w"@][\w"@#]|.[#@]|\d/|/\d|:=|[<>]=', glued)
            spread += one + chance.choice([" ", "   ", "\t"] if stays else ["", " ", "  "])
        lines.append(spread + "".join(found[-1:]) + chance.choice(["", "  "]))
        if not found or found[-1] == "{":
            lines += [""] * chance.randrange(3)
    return "\n" * chance.randrange(2) + "\n".join(lines) + "\n" * chance.randrange(4)


def rebroken(text: str, chance: random.Random) -> str:
    """Other line breaks where lines go on, and comments everywhere."""
    found = pieces(text)
    often = chance.choice([0.02, 0.2])
    written = [found[0]]
    for one, other in pairwise(found):
        allowed = one in BREAKS_AFTER or other in BREAKS_BEFORE
        if "\n" in (one, other):
            if other == "\n" and not one.startswith("#") and chance.random() < often:
                written.append(f" # remark {len(written)}")
            elif one == "\n" and chance.random() < often:
                written.append(chance.choice(["\n", f"   # alone {len(written)}\n"]))
        elif allowed and chance.random() < often:
            written.append(chance.choice(["\n", f" # broken {len(written)}\n", f"\n\n # alone {len(written)}\n"]))
        written.append(" " + other if other != "\n" else other)
    return "".join(written)


@examples(40)
@given(st.sampled_from(COUP), SEEDS)
def test_blanks_do_not_matter(path: Path, seed: int) -> None:
    chance = random.Random(seed)
    text = path.read_text("utf-8")
    assert laid_out(respaced(text, chance), ".coup") == text


@examples(30)
@given(st.sampled_from(COUP), SEEDS)
def test_line_breaks_and_comments_stay(path: Path, seed: int) -> None:
    chance = random.Random(seed)
    text = rebroken(path.read_text("utf-8"), chance)
    file, problems = parse_file(Source("some.coup", text))
    assume(not problems)  # a break of a line may stand where none may
    result = laid_out(text, ".coup")
    assert laid_out(result, ".coup") == result
    assert pieces(result) == pieces(text)
    assert comments(result) == comments(text)
    assert parse_file(Source("some.coup", result))[0].lines == file.lines
    assert laid_out(respaced(result, chance), ".coup") == result
    assert not re.search(r"[ \t]\n|\n\n\n|\{\n\n|\n\n *\}|\A\n|\n\n\Z", result)


# ---- .yaml
def widened(text: str, chance: random.Random) -> str:
    """Deeper or narrower levels, other blanks around signs, other numbers of empty lines."""
    columns = [0]
    for _ in range(60):
        columns.append(columns[-1] + chance.randrange(2, 6))
    lines = []
    for line in text.splitlines():
        depth = (len(line) - len(line.lstrip())) // 2
        begin = re.match(r"(?:- )*", line.lstrip())
        assert begin is not None
        items = len(begin[0]) // 2
        spread = " " * columns[depth]
        for item in range(items):
            spread += "-" + " " * (columns[depth + item + 1] - columns[depth + item] - 1)
        rest = line.lstrip()[len(begin[0]) :]
        if '"' not in rest and "'" not in rest and not rest.startswith("#"):
            rest = re.sub(r"([a-z]:) (?=[^ #])", lambda found: found[1] + " " * chance.randrange(1, 4), rest)
            rest = re.sub(r" +# ", lambda _: " " * chance.randrange(1, 9) + "# ", rest)
        lines.append(spread + rest + " " * chance.randrange(3))
        if not rest:
            lines += [""] * chance.randrange(3)
    return "\n".join(lines) + "\n" * chance.randrange(4)


def commented(text: str, chance: random.Random) -> str:
    lines = []
    for number, line in enumerate(text.splitlines()):
        if chance.random() < 0.1:
            lines.append(" " * chance.randrange(9) + f"# alone {number}")
        lines.append(line + f"  # remark {number}" if line and "#" not in line and chance.random() < 0.1 else line)
    return "\n".join(lines)


def yaml_comments(text: str) -> list[tuple[str, str, str]]:
    """Each comment made here between the code of its line or the one above, and that of the one below."""
    code = [re.sub(r"# (?:alone|remark) \d+", "", line) for line in text.splitlines()]
    bare = ["".join(line.split()) for line in code]
    return [
        (next((c for c in reversed(bare[: n + 1]) if c), ""), found[0], next((c for c in bare[n + 1 :] if c), ""))
        for n, line in enumerate(text.splitlines())
        if (found := re.search(r"# (?:alone|remark) \d+", line))
    ]


@examples(40)
@given(st.sampled_from(LOOSE), SEEDS)
def test_blanks_of_yaml_do_not_matter(path: Path, seed: int) -> None:
    chance = random.Random(seed)
    text = laid_out(path.read_text("utf-8"), ".yaml")
    assert laid_out(text, ".yaml") == text
    assert laid_out(widened(text, chance), ".yaml") == text


@examples(40)
@given(st.sampled_from(LOOSE), SEEDS)
def test_comments_of_yaml_stay(path: Path, seed: int) -> None:
    chance = random.Random(seed)
    text = commented(widened(path.read_text("utf-8"), chance), chance)
    node, problems = read_yaml(Source("some.yaml", text))
    assume(node is not None and not problems)  # a comment may have split a value
    assert node is not None
    result = laid_out(text, ".yaml")
    assert laid_out(result, ".yaml") == result
    again = read_yaml(Source("some.yaml", result))[0]
    assert again is not None
    assert again.plain() == node.plain()
    assert yaml_comments(result) == yaml_comments(text)


@pytest.mark.parametrize("suffix", [".coup", ".yaml"])
def test_what_is_shipped_is_laid_out(suffix: str) -> None:
    for folder in SHIPPED:
        for path in folder.rglob(f"*{suffix}"):
            text = path.read_text("utf-8")
            assert laid_out(text, suffix) == text, path
