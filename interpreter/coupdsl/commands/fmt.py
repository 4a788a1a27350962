"""`coupdsl fmt`: lays out rule files in the one way of this house."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from coupdsl.commands.common import coloured, path_named, show_problems, show_progress
from coupdsl.commands.streams import write_exactly
from coupdsl.language.signs import CYAN, GREEN, RED, RESET

if TYPE_CHECKING:
    from collections.abc import Iterable

    from coupdsl.language.diagnostics import Diagnostic
    from coupdsl.language.source import Source

STDIN = "-"
_BEGINS_YAML = re.compile(r"(?:[ \t]*(?:#.*)?\r?\n)*[\w-]+[ \t]*:")


def fmt(
    paths: Annotated[
        list[str], typer.Argument(help="Files and folders of .coup and .yaml files; - for standard input.")
    ],
    check: Annotated[bool, typer.Option("--check", help="Write nothing; name the files that would change.")] = False,
    diff: Annotated[bool, typer.Option("--diff", help="Write nothing; print what would change.")] = False,
    stdin_name: Annotated[
        str | None, typer.Option(help="A name for standard input, ending in .coup or .yaml; guessed if not given.")
    ] = None,
) -> None:
    """Lay out rule files: indentation, spaces, columns and empty lines. What they say stays the same.

    Line breaks, quotes and comments stay as written. A file that cannot be read is left as it is, and its errors are
    shown. Status 0: all well; 1: a file cannot be read or, with --check or --diff, would change.

    \b
    Examples:  coupdsl fmt contracts/ variants/
               coupdsl fmt my-house-rules.yaml --diff
               coupdsl fmt - --stdin-name siege.coup < siege.coup
    """
    if STDIN not in paths:
        raise typer.Exit(_files(paths, check, diff))
    if len(paths) > 1:
        raise typer.BadParameter("`-` cannot be given with other paths", param_hint="PATHS")
    if stdin_name is not None and Path(stdin_name).suffix not in (".coup", ".yaml", ".yml"):
        raise typer.BadParameter(f"`{stdin_name}` ends neither in .coup nor in .yaml", param_hint="--stdin-name")
    raise typer.Exit(_standard_input(stdin_name, check, diff))


def _files(paths: list[str], check: bool, diff: bool) -> int:
    from coupdsl.language.parser import read_source
    from coupdsl.language.places import display_name
    from coupdsl.language.remembered import name_for, recalled, remember

    problems: list[Diagnostic] = []
    files = _own_files(map(path_named, paths), problems)
    if problems:
        show_problems(problems)
    failed = changed = 0
    for file in files:
        show_progress(f"reading {display_name(file)}")
        source, wrong = read_source(file, display_name(file))
        name = name_for("laid out", source.name.endswith(".coup"), source.text)
        if not wrong and recalled(name):
            continue
        text = _laid_out(source, wrong)
        if text == source.text:
            remember(name, {}, True)
        if text is None or (text != source.text and not _settle(file, source, text, check, diff)):
            failed += 1
        elif text != source.text:
            changed += 1
    would = "would change" if check or diff else "changed"
    counts = [f"{changed} {would}"] * bool(changed) + [f"{failed} left as they are"] * bool(failed)
    if files:
        count = f"{len(files)} file{'s' * (len(files) != 1)}"
        typer.echo(f"{count}: {', '.join(counts) or 'all well laid out'}", err=True)
    return 1 if problems or failed or (changed and (check or diff)) else 0


def _own_files(paths: Iterable[Path], problems: list[Diagnostic]) -> list[Path]:
    """The files that are meant, each once; what a link in a folder leads to beyond it is nobody's to write."""
    from coupdsl.language.looks import resolved
    from coupdsl.play.rule_files import lies_below, rule_files

    files: dict[Path, Path] = {}
    for path in paths:
        for file in rule_files(path, problems):
            if lies_below(file, path):
                files.setdefault(resolved(file), file)
            else:
                typer.echo(f"{file} is left as it is: a link leads out of the folder", err=True)
    return list(files.values())


def _settle(file: Path, source: Source, text: str, check: bool, diff: bool) -> bool:
    """Writes the file, or says what would be written; False if it cannot be written."""
    if diff:
        typer.echo(_difference(source, text), nl=False)
    elif check:
        typer.echo(f"would change {source.name}")
    else:
        from coupdsl.language.writing import write_whole

        try:
            write_whole(file, [text])
        except OSError as error:
            typer.echo(f"{source.name} cannot be written: {(error.strerror or 'unknown').lower()}", err=True)
            return False
        typer.echo(f"changed {source.name}")
    return True


def _standard_input(name: str | None, check: bool, diff: bool) -> int:
    from coupdsl.language.source import Source

    try:
        given = sys.stdin.buffer.read().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        typer.echo(f"standard input: byte {error.start + 1} is not UTF-8 text", err=True)
        return 1
    source = Source(name or ("stdin.yaml" if _BEGINS_YAML.match(given) else "stdin.coup"), given)
    text = _laid_out(source)
    if text is None:
        return 1
    if diff:
        typer.echo(_difference(source, text), nl=False)
    elif check and text != given:
        typer.echo(f"would change {source.name}")
    elif not check:
        write_exactly(text.encode())
    return 1 if (check or diff) and text != given else 0


def _laid_out(source: Source, problems: Iterable[Diagnostic] = ()) -> str | None:
    """The text laid out; none where it cannot be, because of `problems` or others, which are told."""
    from coupdsl.language.formatting import WouldChange
    from coupdsl.rulesets.laid_out import formatted

    text = None
    try:
        if not problems:
            text, problems = formatted(source, not source.name.endswith(".coup"))
        show_progress("")
    except WouldChange:
        show_progress("")
        typer.echo(f"{source.name} is left as it is: laid out, it would not say the same", err=True)
        return None
    if problems:
        show_problems(problems)
        return None
    return text


def _difference(source: Source, text: str) -> str:
    """A unified diff, coloured on a terminal."""
    import difflib

    lines = difflib.unified_diff(
        source.text.splitlines(keepends=True), text.splitlines(keepends=True), source.name, f"{source.name} (laid out)"
    )
    ended = (line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)
    return "".join(_painted(line) for line in ended) if coloured() else "".join(ended)


def _painted(line: str) -> str:
    colour = {"+": GREEN, "-": RED, "@": CYAN}.get(line[0])
    return f"{colour}{line.rstrip()}{RESET}\n" if colour else line
