"""Where rulesets are found: those shipped with the program, and files of one's own."""

from __future__ import annotations

from pathlib import Path

from coupdsl.language.looks import files_in, is_file, is_folder, resolved
from coupdsl.language.places import shipped


def shipped_variants() -> dict[str, Path]:
    """The shipped rulesets by name: the games and their editions, then the house rules."""
    return _variants_in(shipped() / "variants")


def _variants_in(folder: Path) -> dict[str, Path]:
    files = (*files_in(folder, "*.yaml"), *files_in(folder / "house", "*.yaml"))
    return {path.stem: path for path in files if not path.name.endswith((".test.yaml", ".book.yaml"))}


def find_ruleset(name: str, beside: Path | None = None) -> Path | None:
    """The file of a ruleset given by name or path; `beside` is the folder of the file that names it.

    A name means a file beside it, else one of the same checkout, so that whoever edits a copy of the rules tries that
    copy; then the same from where the program was called; then what is shipped.
    """
    try:
        given = Path(name).expanduser()
    except RuntimeError:  # a home that nobody has
        return None
    for base in (beside, Path()):
        if base is None:
            continue
        for candidate in (base / given, base / f"{name}.yaml"):
            if is_file(candidate) and candidate.suffix in (".yaml", ".yml", ".coup"):
                return candidate
        for folder in checkout_of(base):
            if found := _variants_in(folder).get(name):
                return found
    return shipped_variants().get(name)


def names_near(folder: Path) -> set[str]:
    """The names that a file in `folder` may give for another ruleset."""
    found = {*shipped_variants(), *(path.stem for path in files_in(folder, "*.yaml"))}
    return found.union(*(_variants_in(one) for one in checkout_of(folder)))


def variants_around(folder: Path) -> list[Path]:
    """The files of the rulesets of the checkout that a folder stands in, else of the shipped ones."""
    own = [path for one in checkout_of(folder) for path in _variants_in(one).values()]
    return own or list(shipped_variants().values())


def checkout_of(base: Path) -> list[Path]:
    """The folders `contracts` and `variants` of the checkout that a folder stands in: those of the nearest above it.

    A link to somewhere else is none: what a stranger's files point to does not become theirs.
    """
    folder = resolved(base)
    for above in (folder, *folder.parents):
        found = [above / "contracts", above / "variants"]
        if all(is_folder(one) and resolved(one) == one for one in found):
            return found
    return []
