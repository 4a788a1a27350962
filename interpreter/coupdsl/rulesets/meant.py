"""Which ruleset was meant by a name that none has: a path to it, the name of its game, or its title."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

from coupdsl.language.diagnostics import suggest
from coupdsl.rulesets.catalogue import names_near, shipped_variants
from coupdsl.rulesets.variant import read_variant


def meant_ruleset(name: str, folder: Path) -> str | None:
    """Help for the name of a ruleset that there is not, given in a file of `folder` or in a call from there."""
    near = names_near(folder)
    stem = re.sub(r"\.(yaml|yml|coup)$", "", Path(name).name)
    meant = stem if stem in near else _called(name)
    return f"did you mean `{meant}`?" if meant is not None and meant != name else suggest(stem, near)


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
