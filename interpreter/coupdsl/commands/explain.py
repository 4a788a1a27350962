"""`coupdsl explain`: what a code means, with a wrong and a right example."""

from __future__ import annotations

from typing import Annotated

import typer

from coupdsl.commands.common import Format


def explain(
    words: Annotated[list[str] | None, typer.Argument(metavar="CODE", help="Such as E314, or leak.")] = None,
    format_: Annotated[Format, typer.Option("--format", help="How to print it.")] = Format.text,
) -> None:
    """Explain an error code, with a wrong and a right example; without one, list all codes.

    \b
    Examples:  coupdsl explain E314
               coupdsl explain
    """
    if not words:
        _list(format_)
    elif len(words) == 1:
        _explain(words[0], format_)
    else:
        raise typer.BadParameter("one code at a time", param_hint="CODE")


def _list(format_: Format) -> None:
    import json

    from coupdsl.language.codes import CODES

    if format_ is Format.json:
        rows = [{"code": code.number, "name": code.name, "summary": code.summary} for code in CODES.values()]
        typer.echo(json.dumps(rows, ensure_ascii=False, indent=2))
        return
    width = max(len(code.name) for code in CODES.values())
    for code in sorted(CODES.values(), key=lambda code: code.number):
        typer.echo(f"{code.number}  {code.name:<{width}}  {code.summary}")


def _explain(word: str, format_: Format) -> None:
    import json

    from coupdsl.language.error_pages import find_code, near_codes, page, plain

    code = find_code(word)
    if code is None:
        near = near_codes(word)
        help_ = f"did you mean {' or '.join(f'`{code}`' for code in near)}?" if near else "`coupdsl explain` lists all"
        message = f"there is no code `{word}`; {help_}"
        raise typer.BadParameter(message, param_hint="CODE")
    text = page(code)
    if format_ is Format.json:
        data = {"code": code.number, "name": code.name, "summary": code.summary, "page": text}
        typer.echo(json.dumps(data, ensure_ascii=False, indent=2))
    else:
        typer.echo(plain(text).rstrip())
