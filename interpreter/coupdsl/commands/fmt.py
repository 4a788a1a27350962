"""`coupdsl fmt`: lays out rule files in the one way of this house."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from coupdsl.commands.common import Format, coloured, path_named, show_problems, show_progress, unwritable
from coupdsl.commands.streams import tell_json, write_exactly
from coupdsl.language.signs import CYAN, GREEN, RED, RESET

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

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
    format_: Annotated[Format, typer.Option("--format", help="How to print what came of the files.")] = Format.text,
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
        raise typer.Exit(_files(paths, Outcome(check, diff, format_)))
    if len(paths) > 1:
        raise typer.BadParameter("`-` cannot be given with other paths", param_hint="PATHS")
    if stdin_name is not None and Path(stdin_name).suffix not in (".coup", ".yaml", ".yml"):
        raise typer.BadParameter(f"`{stdin_name}` ends neither in .coup nor in .yaml", param_hint="--stdin-name")
    raise typer.Exit(_standard_input(stdin_name, check, diff, format_))


class Outcome:
    """What came of the files: said as soon as it is known, or told as data in the end."""

    def __init__(self, check: bool, diff: bool, format_: Format) -> None:
        self.writes, self.diff, self.speaks = not (check or diff), diff, format_ is Format.text
        self.files = self.failed = 0
        self.changed: list[str] = []  # or that would change
        self.left: list[tuple[str, str]] = []  # with the reason
        self.problems: list[Diagnostic] = []
        self.differences: dict[str, str] = {}
        self.text: str | None = None  # of standard input, laid out

    @property
    def status(self) -> int:
        return 1 if self.problems or self.failed or (self.changed and not self.writes) else 0

    def is_wrong(self, problems: Sequence[Diagnostic]) -> None:
        self.problems += problems
        if self.speaks:
            show_problems(problems)

    def cannot(self, name: str, reason: str, said: str | None = None) -> None:
        """The file is left as it is for this `reason`, which is `said` so."""
        self.left.append((name, reason))
        if self.speaks and said is not None:
            typer.echo(said, err=True)

    def changes(self, source: Source, text: str) -> None:
        self.changed.append(source.name)
        if self.diff:
            self.differences[source.name] = "".join(_difference(source, text))
            if self.speaks:
                typer.echo(_painted(self.differences[source.name]), nl=False)
        elif self.speaks:
            typer.echo(f"{'changed' if self.writes else 'would change'} {source.name}")

    def tell(self) -> None:
        """The data, where that is wanted."""
        from coupdsl.language.render import as_data

        if self.speaks:
            return
        left = [{"file": name, "message": reason} for name, reason in self.left]
        data: dict[str, Any] = {"files": self.files, "changed": self.changed if self.writes else []}
        data |= {"would_change": [] if self.writes else self.changed, "left": left}
        data["problems"] = [as_data(problem) for problem in self.problems]
        data |= {"diffs": self.differences} if self.diff else {}
        tell_json(data | ({"text": self.text} if self.text is not None else {}), indent=2)


def _files(paths: list[str], found: Outcome) -> int:
    from coupdsl.language.parser import read_source
    from coupdsl.language.places import display_name
    from coupdsl.language.remembered import name_for, recalled, remember

    problems: list[Diagnostic] = []
    files = _own_files(map(path_named, paths), problems, found)
    if problems:
        found.is_wrong(problems)
    found.files = len(files)
    for file in files:
        show_progress(f"reading {display_name(file)}")
        source, wrong = read_source(file, display_name(file))
        name = name_for("laid out", source.name.endswith(".coup"), source.text)
        if not wrong and recalled(name):
            continue
        text = _laid_out(source, found, wrong)
        if text == source.text:
            remember(name, {}, True)
        elif text is None or not _settle(file, source, text, found):
            found.failed += 1
    show_progress("")
    changed, failed = len(found.changed), found.failed
    would = "changed" if found.writes else "would change"
    counts = [f"{changed} {would}"] * bool(changed) + [f"{failed} left as they are"] * bool(failed)
    if files and found.speaks:
        count = f"{len(files)} file{'s' * (len(files) != 1)}"
        typer.echo(f"{count}: {', '.join(counts) or 'all well laid out'}", err=True)
    found.tell()
    return found.status


def _own_files(paths: Iterable[Path], problems: list[Diagnostic], found: Outcome) -> list[Path]:
    """The files that are meant, each once; what a link in a folder leads to beyond it is nobody's to write."""
    from coupdsl.language.looks import resolved
    from coupdsl.play.rule_files import lies_below, rule_files

    files: dict[Path, Path] = {}
    for path in paths:
        for file in rule_files(path, problems):
            if lies_below(file, path):
                files.setdefault(resolved(file), file)
            else:
                reason = "a link leads out of the folder"
                found.cannot(str(file), reason, f"{file} is left as it is: {reason}")
    return list(files.values())


def _settle(file: Path, source: Source, text: str, found: Outcome) -> bool:
    """Writes the file, or says what would be written; False if it cannot be written."""
    if found.writes:
        from coupdsl.language.writing import write_whole

        try:
            write_whole(file, [text])
        except OSError as error:
            reason = unwritable(error)
            found.cannot(source.name, f"it {reason}", f"{source.name} {reason}")
            return False
    found.changes(source, text)
    return True


def _standard_input(name: str | None, check: bool, diff: bool, format_: Format) -> int:
    from coupdsl.language.source import Source

    found = Outcome(check, diff, format_)
    found.files = 1
    try:
        given = sys.stdin.buffer.read().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        reason = f"byte {error.start + 1} is not UTF-8 text"
        found.cannot(name or "standard input", reason, f"standard input: {reason}")
        found.failed = 1
        found.tell()
        return found.status
    source = Source(name or ("stdin.yaml" if _BEGINS_YAML.match(given) else "stdin.coup"), given)
    text = _laid_out(source, found)
    if text is None:
        found.failed = 1
    elif found.writes:
        found.text = text
        if found.speaks:
            write_exactly(text.encode())
    elif text != given:
        found.changes(source, text)
    found.tell()
    return found.status


def _laid_out(source: Source, found: Outcome, problems: Sequence[Diagnostic] = ()) -> str | None:
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
        reason = "laid out, it would not say the same"
        found.cannot(source.name, reason, f"{source.name} is left as it is: {reason}")
        return None
    if problems:
        found.cannot(source.name, "it cannot be read")
        found.is_wrong(problems)
        return None
    return text


def _difference(source: Source, text: str) -> Iterator[str]:
    """A unified diff, line by line."""
    import difflib

    lines = difflib.unified_diff(
        source.text.splitlines(keepends=True), text.splitlines(keepends=True), source.name, f"{source.name} (laid out)"
    )
    yield from (line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


def _painted(difference: str) -> str:
    """Coloured on a terminal."""
    lines = difference.splitlines(keepends=True)
    return "".join(map(_painted_line, lines)) if coloured() else difference


def _painted_line(line: str) -> str:
    colour = {"+": GREEN, "-": RED, "@": CYAN}.get(line[0])
    return f"{colour}{line.rstrip()}{RESET}\n" if colour else line
