"""What was meant by a name that no ruleset has, such as a path to one or its title, or by a path where no file is."""

from __future__ import annotations

import re
from pathlib import Path

from coupdsl.language import codes
from coupdsl.language.accents import unaccented
from coupdsl.language.diagnostics import Diagnostic, suggest
from coupdsl.language.likeness import nearest
from coupdsl.language.looks import files_in, is_folder
from coupdsl.language.other_files import other_file
from coupdsl.language.parser import read_source
from coupdsl.language.reading import hindrance
from coupdsl.language.source import Span
from coupdsl.rulesets.catalogue import find_ruleset, names_near, shipped_variants
from coupdsl.rulesets.variant import read_variant

SHORTEST = 3  # letters of a word that is sought in titles
FEW = 8  # files that are listed where none is called nearly so


def no_ruleset(name: str, folder: Path) -> tuple[str, str | None]:
    """What is said, and what helps, where there is no ruleset as a file of `folder`, or a call from there, names it."""
    for path in (folder / name, folder / f"{name}.yaml"):
        if is_folder(path):
            return f"`{name}` is a folder", "name a file in it that ends in `.yaml` or `.coup`"
        if stands := hindrance(path):
            return f"`{name}` is {stands}", "name an ordinary file that ends in `.yaml` or `.coup`"
    begins = "this folder" if folder == Path() else "the folder of this file"
    others = f"`coupdsl list` shows the names of those shipped; a path starts from {begins}"
    return f"there is no ruleset `{name}`", _meant_ruleset(name, folder) or others


def several_rulesets(name: str, folder: Path) -> str | None:
    """What helps in a variant that extends several rulesets at once, with commas between them."""
    named = [one.strip() for one in name.split(",")]
    if len(named) < 2 or not any(find_ruleset(one, folder) for one in named):
        return None
    return f"write a list: `extends: [{', '.join(filter(None, named))}]`"


def no_file(folder: Path, given: str) -> tuple[str, str | None]:
    """What is said, and what helps, where there is no rule file as a file of `folder` gives its path."""
    if stands := hindrance(folder / given):
        return f"`{given}` is {stands}", "name an ordinary file that ends in `.coup`"
    return f"there is no file `{given}`", _meant_file(folder, given)


def of_no_rules(path: Path) -> Diagnostic:
    """What is said of a file whose name ends as no rules do: what it is, if that is known."""
    source, _ = read_source(path)
    message, help_ = "this is neither a .coup nor a .yaml file", "files of rules end in `.coup`, variants in `.yaml`"
    return other_file(source, ()) or Diagnostic(codes.NOTHING_FOUND, Span(source, 0, 0), message, help_)


def _meant_ruleset(name: str, folder: Path) -> str | None:
    near = names_near(folder)
    stem = re.sub(r"\.(yaml|yml|coup)$", "", Path(name).name)
    meant = stem if stem in near else _called(name)
    if meant is not None and meant != name:
        return f"did you mean `{meant}`?"
    titled = _titled(name)
    return suggest(stem, near) or (f"did you mean `{titled}`?" if titled is not None else None)


def _meant_file(folder: Path, given: str) -> str | None:
    """The file that was meant, where each part of its path may be misspelt."""
    *above, name = Path(given).parts or ("",)
    here = folder
    meant: list[str] = []
    for part in above:
        near = part if is_folder(here / part) else nearest(part, (one.name for one in files_in(here, "*")))
        if near is None:
            return None
        here = here / near
        meant.append(near)
    files = {one.stem: one.name for one in files_in(here, "*.coup")}
    stem = name.removesuffix(".coup")
    near = stem if stem in files else nearest(stem, files)
    if near is None:
        listed = ", ".join(f"`{one}`" for one in sorted(files.values()))
        return f"possible here: {listed}" if 0 < len(files) <= FEW else "it is looked for from the folder of this file"
    begun = "./" if given.startswith("./") else ""
    return f"did you mean `{begun}{Path(*meant, files[near]).as_posix()}`?"


def _called(name: str) -> str | None:
    """The shipped ruleset whose game is called so, else that whose title begins so."""
    word = _plain(name)
    titled = None
    for ruleset, path in shipped_variants().items():
        variant, _ = read_variant(path)
        if variant is None or variant.game is None:
            continue
        game = Path(str(variant.game.value))
        if word in (_plain(game.stem), _plain(game.parent.name)):
            return ruleset
        if len(word) > 2 and any(_plain(title).startswith(word) for title in variant.titles.values()):
            titled = titled or ruleset
    return titled


def _titled(name: str) -> str | None:
    """The shipped ruleset of the shortest name with a word in its title that begins so, such as `française`."""
    word = _plain(name)
    if len(word) <= SHORTEST:
        return None
    found = []
    for ruleset, path in shipped_variants().items():
        variant, _ = read_variant(path)
        said = " ".join(variant.titles.values()).split() if variant is not None else []
        if any(_plain(one).startswith(word) for one in said):
            found.append(ruleset)
    return min(found, key=len, default=None)


def _plain(text: str) -> str:
    """Only its letters and digits, without accents."""
    return re.sub("[^a-z0-9]", "", unaccented(text))
