"""The command line: one file a command, imported here; each imports what it needs when it runs."""

from __future__ import annotations

import gc
import sys

import typer

from coupdsl.commands.bench import bench
from coupdsl.commands.cache import cache
from coupdsl.commands.common import show_problems
from coupdsl.commands.compare import compare
from coupdsl.commands.diff import diff
from coupdsl.commands.endings import INTERRUPTED, ToldToEnd, heeding
from coupdsl.commands.explain import explain
from coupdsl.commands.fmt import fmt
from coupdsl.commands.listing import list_
from coupdsl.commands.new import new
from coupdsl.commands.play import play
from coupdsl.commands.replay import replay
from coupdsl.commands.rulebook import rulebook
from coupdsl.commands.run import run
from coupdsl.commands.score import score
from coupdsl.commands.show import show
from coupdsl.commands.simulate import simulate
from coupdsl.commands.streams import CannotWrite, guarded, silence
from coupdsl.commands.test import test
from coupdsl.commands.validate import validate

app = typer.Typer(
    name="coupdsl", no_args_is_help=True, add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Table games whose rules are data: check them, play them, look at them.\n\n"
    "Begin with:  coupdsl play parker-1966",
)  # fmt: skip
for command in (
    validate, test, fmt, new, play, score, run, replay, simulate, compare, show, diff, rulebook, explain, bench, cache,
):  # fmt: skip
    app.command()(command)
app.command("list")(list_)


@app.callback(invoke_without_command=True)
def options(
    context: typer.Context, version: bool = typer.Option(False, "--version", help="Show the version and leave.")
) -> None:
    context.with_resource(guarded())
    if version:
        from coupdsl.version import __version__

        typer.echo(f"coupdsl {__version__}")
        raise typer.Exit


def main() -> None:
    """The entry point; whatever ends it, it says so in words and leaves with the status shells expect."""
    gc.set_threshold(50_000, 20, 100)  # what is read stays: to look it over for garbage took a fifth of `validate`
    with guarded(), heeding():
        status = _status()
    raise SystemExit(status)


def _status() -> int:
    try:
        try:
            app()
        except SystemExit as left:
            sys.stdout.flush()
            return ToldToEnd.status or (left.code if isinstance(left.code, int) else int(left.code is not None))
        sys.stdout.flush()
        return ToldToEnd.status
    except KeyboardInterrupt:
        return ToldToEnd.status or INTERRUPTED
    except (CannotWrite, BrokenPipeError) as problem:
        silence()
        if isinstance(problem, CannotWrite) and not problem.quiet:
            typer.echo(str(problem), err=True)
    except OSError as error:
        named = f"`{error.filename}`" if error.filename else "a file"
        typer.echo(f"{named} cannot be used: {(error.strerror or str(error)).lower()}", err=True)
    except Exception as error:
        return _told(error)
    return 1


def _told(error: Exception) -> int:
    """What rules that fail say, wherever they do."""
    from coupdsl.code.errors import RulesError
    from coupdsl.language.diagnostics import Diagnostic, Problems

    if isinstance(error, RulesError):
        error = Problems([Diagnostic(error.code, error.span, error.message)])
    if not isinstance(error, Problems):
        raise error
    show_problems(error.diagnostics)
    return 1
