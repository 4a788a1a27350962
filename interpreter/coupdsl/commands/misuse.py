"""What is said where a call is wrong: a sentence, the call as it was typed with the place, and what helps; status 2."""

from __future__ import annotations

import re
import shlex
from typing import IO, TYPE_CHECKING, Any

import typer

from coupdsl.language.signs import made_safe

if TYPE_CHECKING:
    from coupdsl.code.seats import WrongSeats
    from coupdsl.language.diagnostics import Problems

UsageError: Any = typer.BadParameter.__mro__[1]  # typer keeps it to itself
LONGEST = 110  # letters of a call that is shown
_INTEGER = re.compile(r"'?(.*?)'? is not a valid int(?: range)?\.?")
_DECIMAL = re.compile(r"'?(.*?)'? is not a valid float(?: range)?\.?")
_BOUND = r"-?(?:\d+(?:\.\d+)?(?:e[+-]?\d+)?|inf)"
_RANGE = re.compile(rf"({_BOUND}) is not in the range (?:({_BOUND})<=)?x(?:(>=|<=)({_BOUND}))?\.?")
_CHOICE = re.compile(r"'(.*)' is not one of (.*?)\.?")


class Misuse(UsageError):  # type: ignore[misc]  # typer keeps its own class to itself
    """A wrong call, with the words that were typed after the program's name, and `of` which of them it is said."""

    def __init__(self, message: str, help_: str | None, words: list[str], ctx: Any, of: str | None = None) -> None:
        super().__init__(message, ctx)
        self.help, self.words, self.of = help_, words, of

    def show(self, file: IO[Any] | None = None) -> None:
        path = self.ctx.command_path if self.ctx is not None else "coupdsl"
        place = _place(self.words, self.message)
        of = f"{self.of}: " if self.of is not None and not place else ""
        lines = [f"{path}: {of}{self.message}", *place]
        lines.append(f"  help: {self.help or f'`{path} -h` shows how to call it'}")
        typer.echo(made_safe("\n".join(lines)), file=file, err=True)


def told(error: Any, words: list[str]) -> Any:
    """The same error in our words; those that have them already, and the help that an empty call gets, as they are."""
    if isinstance(error, Misuse) or type(error).__name__ == "NoArgsIsHelpError":
        return error
    message, help_ = _worded(error)
    hint = getattr(error, "param_hint", None)
    return Misuse(message, help_, words, error.ctx, hint if isinstance(hint, str) else None)


def of_call(problems: Problems) -> typer.BadParameter | None:
    """What is wrong with an option or the number of players of the call itself, and not with a file."""
    from coupdsl.code.seats import WrongSeats
    from coupdsl.rulesets.ruleset import CHOSEN

    if isinstance(problems, WrongSeats):
        return of_seats(problems, f"`{problems.players}` player{'s' * (problems.players != 1)}", "--players")
    wrong = next((problem for problem in problems.diagnostics if problem.span.source.name == CHOSEN), None)
    if wrong is None:
        return None
    return typer.BadParameter(wrong.message + (f"; {wrong.help}" if wrong.help else ""), param_hint="--option")


def of_seats(wrong: WrongSeats, people: str, hint: str) -> typer.BadParameter:
    """That so many cannot play."""
    help_ = f"{wrong.allowed} can play" + (f", and {wrong.at_tables}" if wrong.at_tables else "")
    if wrong.is_split:
        help_ = f"{wrong.allowed} can play at a table, each a call of its own; only `play` and `run` seat two tables"
    return typer.BadParameter(f"{people} cannot play `{wrong.name}`; {help_}", param_hint=hint)


def no_command(name: str, rest: list[str], commands: list[str]) -> tuple[str, str | None]:
    """What is said of a command that there is not, and what helps."""
    from coupdsl.language.likeness import nearest
    from coupdsl.rulesets.catalogue import find_ruleset

    near = next((meant for meant in COMMANDS_ELSEWHERE.get(name, ()) if meant in commands), None)
    near = near or nearest(name, [*commands, "help"])
    if near == "help":
        meant = f"coupdsl {rest[0]} -h" if rest and rest[0] in commands else "coupdsl -h"
    elif near is None and find_ruleset(name) is not None:
        meant = f"coupdsl play {name}"
    else:
        return f"there is no command `{name}`", f"did you mean `{near}`?" if near is not None else None
    return f"there is no command `{name}`", f"did you mean `{meant}`?"


def _worded(error: Any) -> tuple[str, str | None]:
    from coupdsl.language.diagnostics import suggest

    kind, message = type(error).__name__, str(error.message)
    if kind == "NoSuchOption":
        return f"there is no option `{error.option_name}`", _option_meant(error)
    if kind == "MissingParameter":
        name = error.param.opts[0]
        return f"`{name if name.startswith('-') else name.upper()}` is missing", _example(error)
    of = f" for `{error.param.opts[0]}`" if getattr(error, "param", None) is not None else ""
    if found := _INTEGER.fullmatch(message):
        return f"`{found[1]}` is not a whole number{of}", "write digits only, such as `4`"
    if found := _DECIMAL.fullmatch(message):
        return f"`{found[1]}` is not a number{of}", "write digits, such as `2.5`"
    if found := _RANGE.fullmatch(message):
        return f"`{found[1].removesuffix('.0')}` is out of range{of}", _range(*found.groups()[1:])
    if found := _CHOICE.fullmatch(message):
        return f"`{found[1]}` is not possible{of}", suggest(found[1], re.findall(r"'([^']*)'", found[2]))
    if found := re.fullmatch(r"Got unexpected extra arguments?(?:\(s\))? \((\S+).*\)", message):
        return f"`{found[1]}` is not expected here", _stray(error, found[1])
    if found := re.fullmatch(r"Option '(.*)' requires an argument\.?", message):
        return f"`{found[1]}` needs a value", f"write it after the option: `{found[1]} …`"
    said, _, help_ = message.partition("; ")
    return said, help_ or None


def _stray(error: Any, word: str) -> str | None:
    """What is meant by a word too many: a number or a file without its option, or what another command tells of."""
    command = error.ctx.command if error.ctx is not None else None
    options = {option for param in (command.params if command is not None else ()) for option in param.opts}
    of_number = [option for option in ("--games", "--deals", "--players") if option in options and word.isdecimal()]
    of_file = ["--out"] if "--out" in options and re.fullmatch(r".+\.\w+", word) else []
    if option := next(iter(of_number + of_file), None):
        return f"say what it is: `{option} {word}`"
    ruleset = error.ctx.params.get("ruleset") if command is not None and command.name == "show" else None
    return f"`coupdsl explain {ruleset} {word}` explains one thing" if ruleset is not None else None


def _range(low: str | None, sign: str | None, bound: str | None) -> str:
    if low is not None:
        return f"possible here: {low} to {bound}"
    return f"{'at least' if sign == '>=' else 'at most'} {bound}"


# What other commands, or other programs, call what an option here is called.
CALLED_ELSEWHERE = {
    "games": ("deals",), "deals": ("games",), "rounds": ("games", "deals"), "number": ("games", "deals"),
    "levels": ("bots",), "level": ("bots",), "language": ("lang",), "locale": ("lang",),
    "output": ("out",), "file": ("out", "save"), "json": ("format",), "threads": ("jobs",), "workers": ("jobs",),
    "format": ("out",), "html": ("page", "out"), "color": ("plain",), "no-color": ("plain",), "o": ("out", "option"),
    "n": ("games", "deals"), "p": ("players",), "s": ("seed",), "l": ("lang",), "j": ("jobs",),
}  # fmt: skip

# What people, or other programs, call a command.
COMMANDS_ELSEWHERE = {
    "jouer": ("play",), "joue": ("play",), "start": ("play",), "lancer": ("run",), "liste": ("list",),
    "lister": ("list",), "ls": ("list",), "montrer": ("show",), "voir": ("show",), "info": ("show",),
    "valider": ("validate",), "check": ("validate",), "lint": ("validate",), "verifier": ("validate",),
    "format": ("fmt",), "comparer": ("compare",), "simuler": ("simulate",), "expliquer": ("explain",),
    "why": ("explain",), "nouveau": ("new",), "init": ("new",), "create": ("new",), "tester": ("test",),
    "rejouer": ("replay",), "revoir": ("replay",), "compter": ("score",), "marque": ("score",), "rules": ("rulebook",),
    "regles": ("rulebook",), "règles": ("rulebook",), "livret": ("rulebook",), "classement": ("ladder",),
    "tournament": ("ladder",), "différence": ("diff",), "difference": ("diff",), "print": ("rulebook",),
    "imprimer": ("rulebook",), "book": ("rulebook",), "livre": ("rulebook",), "manual": ("rulebook",),
}  # fmt: skip
OF_COMMANDS = ("lang", "players", "option", "seed", "bots", "format", "out", "games", "plain", "browser")


def _option_meant(error: Any) -> str | None:
    from coupdsl.language.likeness import nearest

    name = error.option_name.lstrip("-")
    params = error.ctx.command.params if error.ctx is not None else []
    if any(param.param_type_name == "argument" and name in (param.name, f"{param.name}s") for param in params):
        return f"leave out `{error.option_name}`: what follows it needs no option"
    options = [option.lstrip("-") for param in params for option in param.opts if option.startswith("--")]
    near = next((one for one in CALLED_ELSEWHERE.get(name, ()) if one in options), None) or nearest(name, options)
    if near is None and error.ctx is not None and error.ctx.parent is None and name in OF_COMMANDS:
        return f"options go after the command: `coupdsl play hearts {error.option_name} …`"
    return f"did you mean `--{near}`?" if near is not None else None


def _example(error: Any) -> str | None:
    """The first call that the command's own help shows."""
    help_ = error.ctx.command.help if error.ctx is not None else None
    found = re.search(r"Examples?: +(coupdsl [^\n]*)", help_ or "")
    return f"such as `{found[1].strip()}`" if found is not None else None


def _place(words: list[str], message: str) -> list[str]:
    """The call, and under it the place of what the message quotes first; nothing where it stands nowhere in it."""
    if message.endswith(" is missing"):
        return []
    shown = [shlex.quote(word) for word in words]
    call = " ".join(("coupdsl", *shown))
    for text in re.findall(r"`([^`]+)`", message):
        whole = re.compile(rf"(?<!\w){re.escape(text)}(?!\w)")
        for pattern in (re.compile(rf"^{re.escape(text)}$"), whole, re.compile(re.escape(text))):
            for at, word in enumerate(shown):
                found = pattern.search(word)
                if found is not None and len(call) <= LONGEST:
                    column = len(" ".join(("coupdsl", *shown[:at]))) + 1 + found.start()
                    return [f"  {call}", f"  {' ' * column}{'^' * len(text)}"]
    return []
