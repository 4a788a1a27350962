"""`coupdsl cache`: what is kept of rules that were read, so that it need not be worked out again."""

from __future__ import annotations

from typing import Annotated

import typer

from coupdsl.commands.common import Format
from coupdsl.commands.streams import tell_json


def cache(
    clear: Annotated[bool, typer.Option("--clear", help="Throw it away.")] = False,
    format_: Annotated[Format, typer.Option("--format", help="How to print it.")] = Format.text,
) -> None:
    """Show where the program keeps what it has read, and how much that is; only speed depends on it.

    \b
    Examples:  coupdsl cache
               coupdsl cache --clear
    """
    from coupdsl.language import cache_folder

    if clear:
        cache_folder.clear()
    kept = cache_folder.files()
    size = sum(status.st_size for _, status in kept)
    if format_ is Format.json:
        tell_json({"folder": str(cache_folder.folder()), "files": len(kept), "bytes": size, "most": cache_folder.MOST})
        return
    many = "1 file" if len(kept) == 1 else f"{len(kept)} files"
    typer.echo(f"{cache_folder.folder()}: {many}, {size / 1e6:.1f} MB of at most {cache_folder.MOST // 1_000_000} MB")
    if cache_folder.is_refused():
        typer.echo("it is not used: others may write to it, or it is not a folder of yours")
