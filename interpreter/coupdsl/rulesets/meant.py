"""What was meant by a name that no ruleset has, such as a path to one or its title, or by a path where no file is."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

from coupdsl.language.diagnostics import suggest
from coupdsl.language.likeness import nearest
from coupdsl.language.looks import files_in, is_folder
from coupdsl.rulesets.catalogue import names_near, shipped_variants
from coupdsl.rulesets.variant import read_variant


def meant_ruleset(name: str, folder: Path) -> str | None:
    """Help for the name of a ruleset that there is not, given in a file of `folder` or in a call from there."""
    near = names_near(folder)
    stem = re.sub(r"\.(yaml|yml|coup)$", "", Path(name).name)
    meant = stem if stem in near else _called(name)
    return f"did you mean `{meant}`?" if meant is not None and meant != name else suggest(stem, near)


def meant_file(folder: Path, given: str) -> str | None:
    """Help for the path of a rule file that there is not, given in a file of `folder`: each part may be misspelt."""
    *above, name = Path(given).parts or ("",)
    here = folder
    meant: list[str] = []
    for part in above:
        near = part if is_folder(here / part) else nearest(part, (one.name for one in files_in(here, "*")))
        if near is None:
            return None
        here = here / near
        meant.append(near)
    files = [one.name for one in files_in(here, "*.coup")]
    if name not in files and nearest(name, files) is None:
        return suggest(name, files)
    begun = "./" if given.startswith("./") else ""
    return f"did you mean `{begun}{Path(*meant, nearest(name, files) or name).as_posix()}`?"


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


def _plain(text: str) -> str:
    """Only its letters and digits, without accents."""
    return re.sub(r"[\W_]", "", unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower())
