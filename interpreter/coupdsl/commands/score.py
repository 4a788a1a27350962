"""`coupdsl score`: the score of a game with real cards."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from coupdsl.commands.common import Format, refuse_other_languages, say_unwritable
from coupdsl.commands.streams import ask

if TYPE_CHECKING:
    from collections.abc import Callable

    from coupdsl.engine.rules import Rules
    from coupdsl.play.game import Game
    from coupdsl.scoring.score_keeper import ScoreTable

NEW = "Begin a new game even if one was left unfinished; that one is kept too."
RESUME = "Go on with the game kept in this file, which also names its rules and people."


def score(
    context: typer.Context,
    ruleset: Annotated[str, typer.Argument(help="A shipped name (see `coupdsl list`) or a path.")] = "parker-1966",
    names: Annotated[
        str | None, typer.Option(help="Who plays, clockwise: Anna,Bob,Carl,Dora; asked if not given.")
    ] = None,
    players: Annotated[int | None, typer.Option(help="How many play; as many as there are names if not given.")] = None,
    option: Annotated[list[str] | None, typer.Option(help="KEY=VALUE; may be repeated.")] = None,
    lang: Annotated[str | None, typer.Option(help="en or fr; the ruleset's own if not given.")] = None,
    plain: Annotated[bool, typer.Option("--plain", help="Short lines of text only, for screen readers.")] = False,
    save: Annotated[Path | None, typer.Option(help="Where the game is kept, line by line.")] = None,
    resume: Annotated[Path | None, typer.Option(help=RESUME)] = None,
    new: Annotated[bool, typer.Option("--new", help=NEW)] = False,
    format_: Annotated[Format, typer.Option("--format", help="How the final account is printed.")] = Format.text,
    out: Annotated[Path | None, typer.Option(help="A file for the account, at the end or when you leave.")] = None,
) -> None:
    """Keep the score of a game with real cards: you say who took what, the program works out the rest.

    \b
    Examples:  coupdsl score parker-1966 --names Anna,Bob,Carl,Dora
               coupdsl score hearts --players 4 --out evening.txt
               coupdsl score --resume evening.jsonl
    """
    from coupdsl.commands.common import refuse_unwritable, telling_failures, terminal
    from coupdsl.commands.keeping import kept_alone, kept_in
    from coupdsl.commands.overwriting import KEPT, refuse_other_rules, refuse_rules, refuse_same

    refuse_other_languages(lang)
    if resume is not None:
        _refuse_beside_resume(context)
    for hint, path in (("--save", save), ("--out", out)):
        if path is not None:
            refuse_unwritable(path, hint, folder=False)
    plain, width = terminal(plain)
    file = resume or save or kept_in(f"{Path(ruleset).stem}-score")
    refuse_same(out, "--out", file, KEPT)

    def apart(rules: Rules) -> None:
        refuse_rules(out, "--out", rules.sources, ".txt")
        refuse_other_rules(out, "--out", ".txt")
        refuse_rules(save, "--save", rules.sources, ".jsonl")

    with telling_failures(at_table=True), kept_alone(file):
        if resume is not None:
            game = _resumed(resume)
            apart(game.rules)
        else:
            game = _begun(ruleset, names, players, option or [], lang, file, new, format_, apart)
        table = _table(game, file, lang, plain, width, format_)
        table.play()
        is_told = _account(table, format_, out)
        if table.is_unsaved or not is_told:
            raise typer.Exit(1)


def _refuse_beside_resume(context: typer.Context) -> None:
    """Refuses what only a game that begins is told."""
    options = {name: f"--{name}" for name in ("names", "players", "option", "save", "new")}
    for name, word in {"ruleset": context.params["ruleset"], **options}.items():
        source = context.get_parameter_source(name)
        if source is not None and source.name != "DEFAULT":
            message = f"`{word}` is for a game that begins: one gone on with keeps its rules, its people and its file"
            raise typer.BadParameter(f"{message}; leave it out, or leave out `--resume`", param_hint=word)


def _resumed(file: Path, ruleset: str | None = None) -> Game:
    from coupdsl.play.log import read_log, replay

    game = replay(read_log(file), ruleset)
    _refuse_played(game, file)
    return game


def _refuse_played(game: Game, file: Path) -> None:
    from coupdsl.scoring.scorable import is_scored

    if not is_scored(game.rules):
        raise typer.BadParameter(f"the game in {file} was played, not scored; `coupdsl play` continues it")


def _begun(
    ruleset: str, names: str | None, players: int | None, options: list[str], lang: str | None, file: Path,
    new: bool, format_: Format, apart: Callable[[Rules], None],
) -> Game:  # fmt: skip
    """A new game, or the one that was left unfinished; `apart` refuses rules in whose files something is written."""
    from coupdsl.commands.common import given_options
    from coupdsl.commands.keeping import kept_game
    from coupdsl.engine.load import load
    from coupdsl.play.game import Game
    from coupdsl.scoring.scorable import ENTERED, refuse_dealt, scored

    settings = {**given_options(options), ENTERED: "true"}
    usual, locale = scored(ruleset, settings)
    people = _people(names.split(",")) if names is not None else []
    if not people and players is None and not new and (left := _left(file, ruleset)) is not None:
        apart(left.rules)
        return left
    if not people:
        refuse_dealt(load(ruleset, players or usual, settings))  # before it asks who they are
        people = _asked(players or usual, lang or locale, format_)
    if players is not None and len(people) != players:
        raise typer.BadParameter(f"{len(people)} names for {players} people", param_hint="--names")
    from coupdsl.code.seats import WrongSeats
    from coupdsl.commands.misuse import of_seats
    from coupdsl.play.spoken import Words

    try:
        rules = load(ruleset, len(people), settings)
    except WrongSeats as wrong:
        if names is None:
            raise
        raise of_seats(wrong, f"`{names}`: {len(people)} player{'s' * (len(people) != 1)}", "--names") from None
    refuse_dealt(rules)
    apart(rules)
    words = Words(rules, lang or rules.locale, plain=True)
    kept = kept_game(rules, file, ruleset, new, words.say, lambda path: _again(path, lang), tuple(people))
    if kept is not None:
        return kept
    game = Game(rules)
    game.names = tuple(people)
    return game


def _left(file: Path, ruleset: str) -> Game | None:
    """The unfinished game in a file, for whoever only says the ruleset; under its rules as they are now."""
    from coupdsl.play.log import read_log

    if not file.exists() or file.stat().st_size == 0 or read_log(file).result is not None:
        return None
    return _resumed(file, ruleset)


def _asked(players: int, lang: str, format_: Format) -> list[str]:
    """Asks who plays; Enter gives letters for names."""
    from coupdsl.scoring.sentences import sentence

    letters = [chr(ord("A") + at) for at in range(min(players, 26))]
    try:
        typed = _reader(format_)(sentence(lang, "who_plays", ", ".join(letters)))
    except (EOFError, KeyboardInterrupt):
        typer.echo(err=True)
        raise typer.Exit(0) from None
    return _people(typed.replace(",", " ").split()) or letters


def _people(parts: list[str]) -> list[str]:
    from coupdsl.scoring.scorable import wrong_names

    people = [part.strip() for part in parts]
    problem = wrong_names(people)
    if problem is not None:
        raise typer.BadParameter(problem, param_hint="--names")
    return people


def _reader(format_: Format) -> Callable[[str], str]:
    """Reads a line; the prompt goes to where the conversation goes."""
    if format_ is Format.text:
        return ask

    def read(prompt: str) -> str:
        typer.echo(prompt, nl=False, err=True)
        return ask("")

    return read


def _table(game: Game, file: Path, lang: str | None, plain: bool, width: int, format_: Format) -> ScoreTable:
    from coupdsl.commands.common import coloured
    from coupdsl.scoring.score_keeper import ScoreTable

    talks = format_ is Format.json

    def say(line: str) -> None:
        typer.echo(line, err=talks)

    return ScoreTable(
        game, _reader(format_), say, language=lang, plain=plain, colour=not plain and coloured(), save=file,
        resume=_again(file, lang), width=width,
    )  # fmt: skip


def _again(file: Path, lang: str | None) -> str:
    """The call that takes the game up again."""
    import shlex

    return shlex.join(["coupdsl", "score", "--resume", str(file), *(["--lang", lang] if lang else [])])


def _account(table: ScoreTable, format_: Format, out: Path | None) -> bool:
    """The account of the game: to a file if one is named, as JSON to the output otherwise; is it where it should be?

    Where the file cannot be written, it is printed.
    """
    from coupdsl.language.signs import as_json
    from coupdsl.language.writing import write_whole
    from coupdsl.scoring.statement import as_data, final

    if format_ is Format.json:
        lines = [as_json(as_data(table.game, table.answers), indent=2)]
    else:
        lines = final(table.game, table.words, table.answers, table.words.title())
    is_written = True
    if out is not None:
        try:
            write_whole(out, (f"{line}\n" for line in lines))
        except OSError as error:
            say_unwritable(out, error)
            is_written = False
            lines = lines if format_ is Format.json else ["", *lines]
    if not is_written or (out is None and format_ is Format.json):
        typer.echo("\n".join(lines))
    return is_written
