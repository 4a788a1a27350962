"""`coupdsl list`: the rulesets shipped."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from coupdsl.commands.common import Format, refuse_other_languages, seats, show_problems, tell_within
from coupdsl.commands.streams import tell_json


def list_(
    format_: Annotated[Format, typer.Option("--format", help="How to print it.")] = Format.text,
    lang: Annotated[str, typer.Option(help="The language of the names.")] = "en",
) -> None:
    """List the rulesets that can be played by name.

    \b
    Example:  coupdsl list --lang fr
    """
    from coupdsl.code.profile import profile
    from coupdsl.language.diagnostics import Problems
    from coupdsl.language.looks import Looks
    from coupdsl.language.tongues import in_any
    from coupdsl.rulesets.catalogue import shipped_variants

    found: list[dict[str, Any]] = []
    asked: Looks = {}
    failed, spoken = False, set[str]()
    for name, path in shipped_variants().items():
        try:
            known = profile(str(path), asked=asked)
        except Problems as problems:
            show_problems(problems.diagnostics)
            failed = True
            continue
        spoken |= known.titles.keys()
        title = in_any(known.titles, lang) or name
        found.append({"name": name, "title": title, "players": known.allowed, "usual": known.usual})
    refuse_other_languages(lang, spoken)
    if format_ is Format.json:
        tell_json(found, indent=2)
    else:
        width = max((len(str(row["name"])) for row in found), default=0)
        for row in found:
            said = f"{row['title']} ({seats(row['players'], row['usual'], lang)})"
            tell_within(f"{row['name']:<{width}}  {said}", width + 2)
    if failed:
        raise typer.Exit(1)
