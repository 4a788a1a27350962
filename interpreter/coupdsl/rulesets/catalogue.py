"""Where rulesets are found: those shipped with the program, and files of one's own."""

from __future__ import annotations

from pathlib import Path

from coupdsl.language.places import is_file, shipped


def shipped_variants() -> dict[str, Path]:
    """The shipped rulesets by name: the games and their editions, then the house rules."""
    folder = shipped() / "variants"
    files = (*sorted(folder.glob("*.yaml")), *sorted((folder / "house").glob("*.yaml")))
    return {path.stem: path for path in files if not path.name.endswith(".test.yaml")}


def find_ruleset(name: str, beside: Path | None = None) -> Path | None:
    """The file of a ruleset given by name or path; `beside` is the folder of the file that names it."""
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
    return shipped_variants().get(name)
