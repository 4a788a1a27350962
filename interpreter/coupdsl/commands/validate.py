"""`coupdsl validate`: everything that is wrong with rule files, stage by stage."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from coupdsl.commands import ranges
from coupdsl.commands.common import coloured, path_named, show_progress
from coupdsl.commands.streams import tell_json

if TYPE_CHECKING:
    from coupdsl.authoring.validation import Report

COSTS = "Show the ten places of each ruleset that take the most steps, for people who write large rules."
GAMES = "Random games of each ruleset and number of players; if not given, two, and up to 20 while they are short."
STRICT = "Status 1 for warnings, too, such as unused names: for rules that are finished, and for CI."


class ReportFormat(StrEnum):
    text = "text"
    json = "json"
    github = "github"


def validate(
    paths: Annotated[list[Path], typer.Argument(help="Files and folders of .coup and .yaml files.", parser=path_named)],
    games: Annotated[int | None, ranges.games(GAMES, least=0)] = None,
    seed: Annotated[int, ranges.seed("The seed of these games.")] = 0,
    costs: Annotated[bool, typer.Option("--costs", help=COSTS)] = False,
    strict: Annotated[bool, typer.Option("--strict", help=STRICT)] = False,
    format_: Annotated[ReportFormat, typer.Option("--format", help="How to print the problems.")] = ReportFormat.text,
) -> None:
    """Check rule files and play random games under them. Status 0: all well, or only warnings; 1: problems
    found or, with --strict, warnings.

    \b
    Examples:  coupdsl validate contracts/ variants/
               coupdsl validate my-house-rules.yaml --games 20
               coupdsl validate my-house-rules.yaml --costs
    """
    from coupdsl.authoring.validation import check_paths
    from coupdsl.language.render import as_data, as_github, as_text

    report = check_paths(paths, games, seed, show_progress, costs)
    if format_ is ReportFormat.json:
        problems = [as_data(problem) for problem in report.problems]
        tell_json({"problems": problems, "costs": _costs_as_data(report)} if costs else problems, indent=2)
    elif format_ is ReportFormat.github:
        if report.problems:
            typer.echo(as_github(report.problems))
    else:
        if report.problems:
            typer.echo(as_text(report.problems, coloured()) + "\n")
        for line in _costs_as_text(report):
            typer.echo(line)
        found = summary(len(report.errors), len(report.warnings))
        for note in report.notes:
            typer.echo(f"note: {note}")
        counts = ((report.files, "file"), (report.rulesets, "ruleset"), (report.games, "random game"))
        told = ", ".join(f"{n} {what}{'s' * (n != 1)}" for n, what in counts if n or not report.errors)
        typer.echo(f"{told}: {found}" if told else found)
    raise typer.Exit(1 if report.errors or (strict and report.warnings) else 0)


def _costs_as_text(report: Report) -> Iterator[str]:
    from coupdsl.code.charges import DEAREST

    for name, places in (report.costs or {}).items():
        yield f"the most expensive places of {name}, in steps; each may take up to {DEAREST:,}:"
        for steps, span, factors in places:
            yield f"{steps:>12,}  {span}  {' '.join(span.text.split())[:60]}{f'  [{factors}]' if factors else ''}"


def _costs_as_data(report: Report) -> list[dict[str, Any]]:
    return [
        {"ruleset": name, "steps": steps, "place": str(span), "factors": factors}
        for name, places in (report.costs or {}).items()
        for steps, span, factors in places
    ]


def summary(wrong: int, told: int) -> str:
    """How many problems and warnings were found, as the last line says it."""
    problems = f"{wrong} problem{'s' * (wrong != 1)} found" if wrong else ""
    warned = f"{told} warning{'s' * (told != 1)}" if told else ""
    return ", ".join(part for part in (problems, warned) if part) or "all well"
