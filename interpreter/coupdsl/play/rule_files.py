"""Rule files in folders: rules, variants, texts and tests."""

from __future__ import annotations

from pathlib import Path

from coupdsl.language import codes
from coupdsl.language.diagnostics import Diagnostic
from coupdsl.language.likeness import nearest
from coupdsl.language.looks import files_in, is_file, is_folder, resolved
from coupdsl.language.places import display_name
from coupdsl.language.reading import PIPE, hindrance
from coupdsl.language.source import Source, Span
from coupdsl.rulesets.catalogue import find_ruleset
from coupdsl.rulesets.meant import of_no_rules

MAX_FILES = 2_000
MAX_DEPTH = 12
TESTS = ".test.yaml"
SUFFIXES = (".coup", ".yaml", ".yml")


def is_test_file(path: Path) -> bool:
    return path.name.endswith(TESTS)


def rule_files(path: Path, problems: list[Diagnostic], of_tests: bool = False) -> list[Path]:
    """The rule files below a folder, or the file itself; `of_tests` where only those of tests are wanted."""
    if is_folder(path):
        found = sorted(_walk(path, 0, set(), resolved(path)))
        if not found:
            problems.append(_about(path, codes.NOTHING_FOUND, "the folder holds no .coup or .yaml files"))
        return found
    if not is_file(path):
        stands = hindrance(path)
        message, near = f"there is no file or folder `{path}`", None if stands else _near(path, of_tests)
        near = "save what comes of it in a file, and give that" if stands == PIPE else near
        problems.append(_about(path, codes.NOT_READABLE, f"this is {stands}" if stands else message, near))
        return []
    if path.suffix not in SUFFIXES:
        itself = resolved(path)
        leads = itself.suffix in SUFFIXES
        help_ = f"give the file itself: `{display_name(itself)}`"
        led = _about(path, codes.NOT_READABLE, f"`{path}` only leads to a rule file", help_)
        problems.append(led if leads else of_no_rules(path))
        return []
    return [path]


def lies_below(file: Path, path: Path) -> bool:
    """Does the file stand below the folder, or is it the file itself, and not elsewhere where a link leads?"""
    return resolved(file).is_relative_to(resolved(path))


def _walk(folder: Path, depth: int, seen: set[Path], top: Path) -> list[Path]:
    """Rule files below a folder; links are followed once, so that a loop of folders ends, and to no folder beyond
    the one at the top."""
    here = resolved(folder)
    if here in seen or depth > MAX_DEPTH or not here.is_relative_to(top):
        return []
    seen.add(here)
    found: list[Path] = []
    for path in files_in(folder, "*"):
        if path.name.startswith("."):
            continue
        if is_folder(path):
            found += _walk(path, depth + 1, seen, top)
        elif path.suffix in SUFFIXES and len(found) < MAX_FILES:
            found.append(path)
    return found


def _near(path: Path, of_tests: bool) -> str | None:
    """Help where a file is called nearly so, of what lies in its folder, or where this is the name of a ruleset, whose
    file holds no tests."""
    names = [other.name for other in files_in(path.parent, "*")]
    found = nearest(path.name, (name for name in names if nearest(_bare(path.name), [_bare(name)]) is not None))
    if found is not None:
        return f"did you mean `{path.with_name(found)}`?"
    named = find_ruleset(str(path)) if not path.suffix and not of_tests else None
    return f"of a ruleset give the file: `{_opens(named)}`" if named is not None else None


def _opens(file: Path) -> str:
    """The name by which a file is opened from the current folder: that of a shipped one may be shorter elsewhere."""
    shown = display_name(file)
    return shown if resolved(Path(shown)) == resolved(file) else resolved(file).as_posix()


def _bare(name: str) -> str:
    return name.partition(".")[0]


def _about(path: Path, code: codes.Code, message: str, help_: str | None = None) -> Diagnostic:
    return Diagnostic(code, Span(Source(str(path), ""), 0, 0), message, help_)
