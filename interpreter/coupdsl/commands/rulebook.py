"""`coupdsl rulebook`: the rules as a person would print them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from coupdsl.commands.common import composed_well, fail, given_options, refuse_other_languages, telling_where
from coupdsl.commands.overwriting import refuse_kept_elsewhere, refuse_rules

HTML, MARKDOWN = (".html", ".htm"), (".md", ".markdown")


def rulebook(
    ruleset: Annotated[str, typer.Argument(help="A shipped name (see `coupdsl list`) or a path.")],
    lang: Annotated[str | None, typer.Option(help="en or fr; the ruleset's own if not given.")] = None,
    option: Annotated[list[str] | None, typer.Option(help="KEY=VALUE; may be repeated.")] = None,
    sheet: Annotated[bool, typer.Option("--sheet", help="Only the charts and amounts, on one page.")] = False,
    out: Annotated[Path | None, typer.Option(help="FILE.html or FILE.md; without it, Markdown is printed.")] = None,
) -> None:
    """Print the rules of a ruleset from the files they are played from: a page to print, or Markdown.

    \b
    Examples:  coupdsl rulebook parker-1966 --out rules.html
               coupdsl rulebook my-house-rules.yaml --lang fr --out regles.html
               coupdsl rulebook hearts --sheet --out sheet.html
    """
    from coupdsl.code.seats import allowed_seats
    from coupdsl.engine.load import playable
    from coupdsl.language.diagnostics import Problems
    from coupdsl.rulebook.markdown import as_markdown
    from coupdsl.rulebook.pages import rulebook as made

    refuse_other_languages(lang)
    if out is not None and out.suffix not in HTML + MARKDOWN:
        raise typer.BadParameter(
            f"`{out}` ends neither in .html nor in .md; write `{out.stem}.html`, which a browser prints",
            param_hint="--out",
        )
    if out is not None:
        refuse_kept_elsewhere(out)
    try:
        composed = composed_well(ruleset)
        refuse_rules(out, "--out", composed.sources)
        options = given_options(option or [])
        for players in allowed_seats(composed, options):
            playable(composed, players, options)  # or says what the game refuses
        document = made(composed, lang, options)
    except Problems as found:
        fail(found)
    if not document.in_time and not sheet:
        said = "there was no time to look for a hand that shows much: the book has the first, or none"
        typer.echo(f"note: {said}", err=True)
    if out is None:
        typer.echo(as_markdown(document, sheet), nl=False)
        return
    if out.suffix in MARKDOWN:
        _write(out, as_markdown(document, sheet))
    else:
        from coupdsl.rulebook.book_page import as_html

        _write(out, as_html(document, sheet))
    typer.echo(f"{document.title}: {out}")


def _write(path: Path, text: str) -> None:
    from coupdsl.language.writing import replacing

    with telling_where(path), replacing(path) as part:
        part.write_text(text, "utf-8")
