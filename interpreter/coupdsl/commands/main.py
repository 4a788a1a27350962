"""The command line: one file a command, imported here; each imports what it needs when it runs."""

from __future__ import annotations

import gc

import typer

from coupdsl.commands.bench import bench
from coupdsl.commands.compare import compare
from coupdsl.commands.diff import diff
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
from coupdsl.commands.test import test
from coupdsl.commands.validate import validate

app = typer.Typer(
    name="coupdsl", no_args_is_help=True, add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Table games whose rules are data: check them, play them, look at them.\n\n"
    "Begin with:  coupdsl play parker-1966",
)  # fmt: skip
for command in (
    validate, test, fmt, new, play, score, run, replay, simulate, compare, show, diff, rulebook, explain, bench,
):  # fmt: skip
    app.command()(command)
app.command("list")(list_)


@app.callback(invoke_without_command=True)
def options(version: bool = typer.Option(False, "--version", help="Show the version and leave.")) -> None:
    if version:
        from coupdsl import __version__

        typer.echo(f"coupdsl {__version__}")
        raise typer.Exit


def main() -> None:
    """The entry point; an interruption ends quietly with the status shells expect."""
    gc.set_threshold(50_000, 20, 100)  # what is read stays: to look it over for garbage took a fifth of `validate`
    try:
        app()
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    except BrokenPipeError:
        import os
        import sys

        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(1) from None
