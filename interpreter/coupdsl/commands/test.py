"""`coupdsl test`: tests of rules as data, which clauses they reach, and which changes they would notice."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from coupdsl.commands import ranges
from coupdsl.commands.common import Format, coloured, path_named, show_progress
from coupdsl.commands.streams import tell_json

if TYPE_CHECKING:
    from coupdsl.testing.reports import Report


def test(
    paths: Annotated[
        list[Path], typer.Argument(help="Files named *.test.yaml, and folders of them.", parser=path_named)
    ],
    coverage: Annotated[bool, typer.Option("--coverage", help="Name the clauses that no test reaches.")] = False,
    mutate: Annotated[
        bool, typer.Option("--mutate", help="Change the rules and name changes no test notices.")
    ] = False,
    games: Annotated[int, ranges.games("Random games that --coverage compares with.", least=0)] = 5,
    seed: Annotated[int, ranges.seed("For random games and the order of changes.")] = 0,
    seconds: Annotated[int, ranges.seconds("The time --mutate may take.")] = 300,
    jobs: Annotated[int, ranges.jobs("Processes for --mutate.")] = min(4, os.cpu_count() or 1),
    format_: Annotated[Format, typer.Option("--format", help="How to print the report.")] = Format.text,
) -> None:
    """Run tests of rules that stand in *.test.yaml files. Status 0: all hold; 1: some do not.

    \b
    Examples:  coupdsl test contracts/
               coupdsl test my-rules.test.yaml --coverage
               coupdsl test contracts/gallery/hearts.test.yaml --mutate --seconds 60
    """
    from coupdsl.testing.reports import report

    found = report(paths, show_progress)
    if found.well:
        if coverage or mutate:
            found.cover(games, seed, show_progress)
        if mutate:
            _mutate(found, seed, seconds, jobs)
    show_progress("")
    if format_ is Format.json:
        tell_json(_data(found), indent=2)
    else:
        _print(found)
    raise typer.Exit(0 if found.well else 1)


def _mutate(found: Report, seed: int, seconds: int, jobs: int) -> None:
    from time import monotonic

    end, done = monotonic() + seconds, 0

    def count(more: int) -> None:
        nonlocal done
        done += more
        show_progress(f"changing the rules: {done} of {found.mutants}")

    found.mutate(seed, jobs, lambda: monotonic() < end, count)


def _data(found: Report) -> dict[str, Any]:
    from coupdsl.language.render import as_data, place

    data: dict[str, Any] = {"files": len(found.files), "tests": found.tests}
    data["problems"] = [as_data(problem) for problem in found.problems]
    data["failures"] = [{"test": test.name, **as_data(problem)} for test, problem in found.failures]
    if found.unreached is not None:
        data["coverage"] = {
            "clauses": found.clauses,
            "unreached": [{**place(span), "by_games": by_games} for span, by_games in found.unreached],
        }
    if found.tried is not None:
        data["mutation"] = {
            "noticed": len(found.tried.noticed),
            "left": found.tried.left,
            "alive": [{**place(span), "was": was, "now": now} for span, was, now in found.changes(found.tried.alive)],
            "unreached": len(found.tried.unreached),
        }
    return data


def _print(found: Report) -> None:
    from coupdsl.language.render import as_text

    colour = coloured()
    for problem in found.problems:
        typer.echo(as_text([problem], colour) + "\n")
    for test, problem in found.failures:
        typer.echo(f"{test.name}\n{as_text([problem], colour)}\n")
    if found.unreached is not None:
        _print_coverage(found)
    if found.tried is not None:
        _print_mutation(found)
    wrong = len(found.failures) + len(found.problems)
    result = f"{wrong} of them {'fails' if wrong == 1 else 'fail'}" if found.failures else "all well"
    if found.problems:
        result = f"{len(found.problems)} problem{'s' * (len(found.problems) != 1)} found"
    typer.echo(f"{_count(len(found.files), 'file')}, {_count(found.tests, 'test')}: {result}")


def _print_coverage(found: Report) -> None:
    assert found.unreached is not None
    for span, by_games in found.unreached:
        typer.echo(f"{span}: {'reached by random games only' if by_games else 'never reached'}: {_line(span.text)}")
    reached = found.clauses - len(found.unreached)
    typer.echo(f"{reached} of {found.clauses} clauses are reached by tests")


def _print_mutation(found: Report) -> None:
    assert found.tried is not None
    for span, was, now in found.changes(found.tried.alive):
        typer.echo(
            f"{span}: no test notices "
            + (f"`{_line(now)}` for `{_line(was)}`" if now else f"that `{_line(was)}` is gone")
        )
    tried = len(found.tried.noticed) + len(found.tried.alive)
    verb = "is" if tried == 1 else "are"
    typer.echo(f"{len(found.tried.noticed)} of {_count(tried, 'change')} {verb} noticed by tests")
    if found.tried.unreached:
        typer.echo(f"{_count(len(found.tried.unreached), 'change')} in clauses that no test reaches")
    if found.tried.left:
        typer.echo(f"{_count(found.tried.left, 'change')} not tried, for want of time")


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'s' * (number != 1)}"


def _line(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 60 else text[:57] + "..."
