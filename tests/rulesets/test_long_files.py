"""Files as nobody writes them, with one endless word, number, line or list: they are refused as soon as others are.

While what was wrong with them was looked for again from every sign or every problem, most took minutes.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from time import process_time

import pytest

from coupdsl.language.check import check_game
from coupdsl.rulesets.compose import compose_file

HEAD = "variant: v\nextends: coup\n"
LONG = 200_000
SOON = 40.0  # seconds of this process, on a slow machine, too


@pytest.fixture(autouse=True)
def ends_soon() -> Iterator[None]:
    begin = process_time()
    yield
    assert process_time() - begin < SOON


YAML: dict[str, tuple[str, str]] = {
    "a key": (f"options: {{{'a' * LONG}: true}}\n", "E501"),
    "a key of parts": (f"options: {{{'a.' * LONG}b: true: c}}\n", "E501"),
    "a key without an end": (f"options: {{{'a' * LONG}: true: c\n", "E501"),
    "a key below another": (f"options:\n  a: b\n    {'a' * LONG}: c\n", "E501"),
    "numbers with commas": (f"options: {{{'1,000 ' * 20_000}}}\n", "E502"),
    "blanks": (f"options: {{a: 3{' ' * LONG}b: c\n", "E501"),
    "commas": (f"options: {{a{',' * 2_000}: 3 b: c}}\n", "E501"),
    "keys": ("".join(f"key_{number}: {{set: 1}}\n" for number in range(6_000)), "E504"),
    "keys without a value": ("options:\n" + "".join(f"  key.n{number}:\n" for number in range(6_000)), "E505"),
    "names": ("names:\n  en:\n" + "".join(f"    aaa_{number}: b\n" for number in range(4_000)), "E406"),
}


@pytest.mark.parametrize("name", YAML)
def test_a_long_variant_is_refused(name: str, tmp_path: Path) -> None:
    text, code = YAML[name]
    (tmp_path / "v.yaml").write_text(HEAD + text, "utf-8")
    found = {problem.code.number for problem in compose_file(tmp_path / "v.yaml")[1]}
    assert code in found


@pytest.mark.parametrize("blanks", ["\t" * LONG, " " * LONG, " \t" * LONG, "\n" * LONG, f"# {' ' * LONG}"])
def test_rules_that_end_in_blanks_are_read(blanks: str, tmp_path: Path) -> None:
    (tmp_path / "g.coup").write_text(f"edition 1\n{blanks}", "utf-8")
    problems = check_game(tmp_path / "g.coup")[1]
    assert [problem.code.name for problem in problems] in (["no-game"], ["too-large"])
