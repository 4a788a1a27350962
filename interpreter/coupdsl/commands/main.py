"""The command line: one file a command, imported when that command is called."""

from __future__ import annotations

try:  # Ctrl-C may come before there is a program to end
    import atexit
    import gc
    import sys
    from collections.abc import Iterator
    from contextlib import contextmanager
    from importlib import import_module
    from typing import Any

    import typer
    from typer.core import TyperGroup

    from coupdsl.commands.common import show_problems
    from coupdsl.commands.leaving import INTERRUPTED, heeding, leave
    from coupdsl.commands.streams import CannotWrite, guarded, reason, silence
    from coupdsl.play.told_to_end import ToldToEnd
except KeyboardInterrupt:
    raise SystemExit(130) from None

COMMANDS = {
    "validate": "Check rule files and play random games under them.",
    "test": "Run tests of rules that stand in *.test.yaml files.",
    "fmt": "Lay out rule files: indentation, columns, empty lines.",
    "new": "Make a variant, or a contract of your own, from another one.",
    "play": "Play a game against bots, or with others at one keyboard.",
    "score": "Keep the score of a game with real cards.",
    "run": "Play many games between bots and keep their logs.",
    "replay": "Verify a game log move by move, and print it as an account.",
    "simulate": "Play many games and report who wins, what is chosen and paid.",
    "compare": "Play the same games under several rulesets: what differs?",
    "ladder": "Compare players over the same deals: who is better?",
    "learn": "Let players learn a game by playing it, and keep what helps.",
    "show": "Show every option, amount and name in force, and its line.",
    "diff": "Compare what two rulesets say, and find a game that differs.",
    "rulebook": "Print the rules of a ruleset, as a page or as Markdown.",
    "explain": "Explain an error code, or where a value comes from.",
    "bench": "Measure loading, whole games, copies and views, and memory.",
    "cache": "Show what is kept of rules that were read, or throw it away.",
    "list": "List the rulesets that can be played by name.",
}
UsageError: Any = typer.BadParameter.__mro__[1]  # typer keeps it to itself
FILES = {"list": "listing"}
SETTINGS: dict[str, Any] = {"add_completion": False, "rich_markup_mode": None, "pretty_exceptions_enable": False}


class Commands(TyperGroup):
    """The commands by name, of which one that is called is imported; what is wrong with a call is told in our words."""

    words: list[str]  # as typed after the program's name

    def make_context(self, info_name: Any, args: list[str], parent: Any = None, **extra: Any) -> Any:
        self.words = list(args)
        with _worded(self.words):
            return super().make_context(info_name, args, parent, **extra)

    def invoke(self, ctx: Any) -> Any:
        with _worded(self.words):
            return super().invoke(ctx)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args[0] not in COMMANDS:
            from coupdsl.commands.misuse import Misuse, no_command

            raise Misuse(*no_command(args[0], args[1:], list(COMMANDS)), self.words, ctx)
        name, _, rest = super().resolve_command(ctx, args)
        return name, _imported(str(name)), rest


@contextmanager
def _worded(words: list[str]) -> Iterator[None]:
    try:
        yield
    except UsageError as error:
        from coupdsl.commands.misuse import told

        raise told(error, words) from None
    except EOFError as error:  # of which no more would be said than "Aborted!"
        from coupdsl.play.not_loaded import not_loaded

        raise not_loaded(error) or RuntimeError("something ended too early") from error


def _imported(name: str) -> Any:
    module = import_module(f"coupdsl.commands.{FILES.get(name, name)}")
    alone = typer.Typer(**SETTINGS)
    alone.command(name)(getattr(module, f"{name}_" if name in FILES else name))
    return typer.main.get_command(alone)


app = typer.Typer(
    name="coupdsl", cls=Commands, no_args_is_help=True, context_settings={"help_option_names": ["-h", "--help"]},
    help="Table games whose rules are data: check them, play them, look at them.\n\n"
    "Begin with:  coupdsl play parker-1966", **SETTINGS,
)  # fmt: skip


def _only_named() -> None:
    """Stands for a command that has not been called."""


for command, summary in COMMANDS.items():
    app.command(command, help=summary)(_only_named)


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
    gc.set_threshold(100_000, 20, 100)  # what is read stays: to look it over for garbage took a fifth of `validate`
    atexit.register(gc.freeze)  # nor is it at the end, where that took a second after five of `test`
    with guarded(), heeding():
        status = _status()
    leave(status)


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
        typer.echo(f"{named} cannot be used: {reason(error)}", err=True)
    except Exception as error:
        return _told(error)
    return 1


def _told(error: Exception) -> int:
    """What is said of rules that fail, wherever they do, and of a program that is damaged."""
    from coupdsl.code.errors import RulesError
    from coupdsl.language.diagnostics import Problems
    from coupdsl.play.not_loaded import NotLoaded, not_loaded

    broken = error if isinstance(error, NotLoaded) else not_loaded(error)
    if broken is not None:
        typer.echo(f"{broken}\n  help: {broken.help}", err=True)
        return 1
    if isinstance(error, RulesError):
        error = Problems([error.problem])
    if not isinstance(error, Problems):
        raise error
    show_problems(error.diagnostics)
    return 1
