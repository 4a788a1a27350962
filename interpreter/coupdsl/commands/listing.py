"""`coupdsl list`: the rulesets shipped."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from coupdsl.commands.common import Format, seats, show_problems
from coupdsl.commands.streams import tell_json


def list_(
    format_: Annotated[Format, typer.Option("--format", help="How to print it.")] = Format.text,
    lang: Annotated[str, typer.Option(help="The language of the names.")] = "en",
) -> None:
    """List the rulesets that can be played by name.

    \b
    Example:  coupdsl list --lang fr
    """
    from coupdsl.engine.rules import allowed_seats, usual_seats
    from coupdsl.rulesets.catalogue import shipped_variants
    from coupdsl.rulesets.compose import compose_file

    found: list[dict[str, Any]] = []
    failed = False
    for name, path in shipped_variants().items():
        composed, problems = compose_file(path)
        if composed is None or problems:
            show_problems(problems)
            failed = True
            continue
        title = composed.titles.get(lang) or composed.titles.get("en") or name
        allowed = allowed_seats(composed)
        found.append({"name": name, "title": title, "players": allowed, "usual": usual_seats(composed)})
    if format_ is Format.json:
        tell_json(found, indent=2)
    else:
        width = max((len(str(row["name"])) for row in found), default=0)
        for row in found:
            typer.echo(f"{row['name']:<{width}}  {row['title']} ({seats(row['players'], row['usual'], lang)})")
    if failed:
        raise typer.Exit(1)
