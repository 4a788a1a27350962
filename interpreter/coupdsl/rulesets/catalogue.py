"""Where rulesets are found: those shipped with the program, and files of one's own."""

from __future__ import annotations

from pathlib import Path

from coupdsl.language.places import shipped


def shipped_variants() -> dict[str, Path]:
    """The shipped rulesets by name."""
    return {path.stem: path for path in sorted((shipped() / "variants").glob("*.yaml"))}


def find_ruleset(name: str, beside: Path | None = None) -> Path | None:
    """The file of a ruleset given by name or path; `beside` is the folder of the file that names it."""
    given = Path(name).expanduser()
    for base in (beside, Path()):
        if base is None:
            continue
        for candidate in (base / given, base / f"{name}.yaml"):
            if candidate.is_file() and candidate.suffix in (".yaml", ".yml", ".coup"):
                return candidate
    return shipped_variants().get(name)
