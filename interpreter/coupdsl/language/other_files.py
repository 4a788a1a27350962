"""What a file is that is given where one of another kind is read, told by how its text begins."""

from __future__ import annotations

import re
from collections.abc import Container
from pathlib import PurePath
from typing import NamedTuple

from coupdsl.language import codes
from coupdsl.language.diagnostics import Diagnostic
from coupdsl.language.source import Source, Span

MOST = 20_000  # letters of a file that are looked at
RULES, VARIANT, TESTS = "these are rules", "this is a variant", "these are tests of rules"
PROSE, TEXTS = "this is the prose of a rulebook", "these are texts of a game"
LOG = "this is the log of a game"
IN_YAML = (VARIANT, TESTS, PROSE, TEXTS)


class Kind(NamedTuple):
    """What is said of a kind of file, the sign by which its text is known, and how its name is made.

    One help says what such a file is for; the other, where it is not called so, how it is called. `{0}` is its path,
    and `{1}` that without the endings.
    """

    what: str
    sign: re.Pattern[str]
    use: str
    name: str = ".*"
    called: str = ""


def _key(names: str) -> re.Pattern[str]:
    return re.compile(rf"^({names}) *:", re.MULTILINE)


def _json(begins: str) -> re.Pattern[str]:
    return re.compile(rf"\A\s*\{{\s*({begins})")


_KINDS = (
    Kind(RULES, re.compile(r"\A(?:\s|#[^\n]*\n)*(edition +\d+)"), "`coupdsl play {0}` plays them",
         r".*\.coup", "its name must end in `.coup`"),
    Kind(VARIANT, _key("variant|extends|game"), "`coupdsl play {0}` plays it",
         r".*\.ya?ml", "its name must end in `.yaml`"),
    Kind(TESTS, _key("tests"), "`coupdsl test {0}` runs them",
         r".*\.test\.yaml", "its name must end in `.test.yaml`, such as `{1}.test.yaml`"),
    Kind(PROSE, _key("chapters"), "`coupdsl rulebook {1}.coup` prints it with the rules",
         r".*\.book\.yaml", "it must be named after the rules, such as `GAME.book.yaml` beside `GAME.coup`"),
    Kind(TEXTS, _key("language"), "they are read together with the rules beside them: name the rules",
         r"(?:.+\.)?[a-z]{2}\.yaml",
         "it must be named after the rules and the language, such as `GAME.en.yaml` beside `GAME.coup`"),
    Kind(LOG, _json(r'"format": *"coupdsl-game"'), "`coupdsl replay {0}` shows it"),
    Kind("this is a study that is not finished", _json(r'"format": *"coupdsl study \d+"'),
         "`coupdsl simulate … --checkpoint {0}` continues it"),
    Kind("these are the games of a ladder", _json(r'"format": *"coupdsl ladder \d+"'),
         "`coupdsl ladder … --out {0}` continues them"),
    Kind("this is a report of games", _json('"rulesets"'), "name the ruleset that was played"),
    Kind("this is a schema, for editors", _json(r'"\$schema"'), "name a variant, or a file of rules"),
    Kind("this is a page", re.compile(r"\A\s*(<!doctype html|<html)", re.IGNORECASE),
         "name the ruleset that it was made from"),
)  # fmt: skip


def other_file(source: Source, wanted: Container[str]) -> Diagnostic | None:
    """What a file is, and what it is for or how it is called; None where it is of a kind `wanted`, or unknown."""
    text = source.text[:MOST]
    for kind in _KINDS:
        sign = kind.sign.search(text)
        if sign is None:
            continue
        if kind.what in wanted:
            break
        help_ = kind.use if re.fullmatch(kind.name, PurePath(source.name).name) else kind.called
        stem = re.sub(r"(\.test|\.book|\.[a-z]{2})?\.\w+$", "", source.name)
        return Diagnostic(codes.OTHER_FILE, Span(source, *sign.span(1)), kind.what, help_.format(source.name, stem))
    return None
