"""`coupdsl play`: a game at the terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from coupdsl.commands import ranges
from coupdsl.commands.browser import NO_OPEN, PORT
from coupdsl.commands.full_screen import ON_SCREEN
from coupdsl.commands.seating import given_bots, usual_bots
from coupdsl.language.tongues import Count

if TYPE_CHECKING:
    from coupdsl.engine.rules import Rules
    from coupdsl.play.asking import Asking
    from coupdsl.play.game import Game
    from coupdsl.play.guiding import Guide, Guiding


AUTO_PASS = (
    "Answer for you if there is only one answer. Nothing else is decided for you. With several people at one "
    "keyboard it does nothing: a question that is not asked would tell the others that it had only one answer."
)
PLAYERS = "How many people; the usual number if not given. Several tables are played in turn."
POSITION = "Begin from somebody else's position, with the word that `link` gives at the table."
GUIDED = "Explain each question, and what you may not choose, when it first comes up."
KNOWN = "Also show where the pieces that you do not see can still be."
SEED = "The same seed deals the same cards. A new game begins."
WHO = "Who plays: one for all seats, or one per seat, such as hard,random,mine:Careful,…; medium if not given."
IN_BROWSER = 'Open the table as a web page, on this machine only, for one person; `--humans ""` to watch.'
NEW = "Begin a new game even if one was left unfinished; that one is kept too."


def play(
    ruleset: Annotated[str, typer.Argument(help="A shipped name (see `coupdsl list`) or a path.")] = "parker-1966",
    players: Annotated[int | None, typer.Option(help=PLAYERS)] = None,
    bots: Annotated[str | None, typer.Option("--bots", "--policy", help=WHO)] = None,
    humans: Annotated[str, typer.Option(help='Seats of people: "0", or "0,2" at one keyboard; "" to watch.')] = "0",
    seed: Annotated[int | None, ranges.seed(SEED)] = None,
    option: Annotated[list[str] | None, typer.Option(help="KEY=VALUE; may be repeated.")] = None,
    lang: Annotated[str | None, typer.Option(help="en or fr; the ruleset's own if not given.")] = None,
    plain: Annotated[bool, typer.Option("--plain", help="Short lines of text only, for screen readers.")] = False,
    auto_pass: Annotated[bool, typer.Option("--auto-pass", help=AUTO_PASS)] = False,
    known: Annotated[bool, typer.Option("--known", help=KNOWN)] = False,
    guided: Annotated[bool, typer.Option("--guided", help=GUIDED)] = False,
    position: Annotated[str | None, typer.Option(help=POSITION)] = None,
    save: Annotated[Path | None, typer.Option(help="Where the game is kept, move by move.")] = None,
    new: Annotated[bool, typer.Option("--new", help=NEW)] = False,
    browser: Annotated[bool, typer.Option("--browser", help=IN_BROWSER)] = False,
    screen: Annotated[bool, typer.Option("--screen", help=ON_SCREEN)] = False,
    port: Annotated[int, ranges.port(PORT)] = 0,
    no_open: Annotated[bool, typer.Option("--no-open", help=NO_OPEN)] = False,
) -> None:
    """Play a game against bots, or with others at the same keyboard. It is kept, and goes on next time.

    If an unfinished game has other rules, or with --seed, --position or --new, a new game begins; the old one is kept
    too.

    \b
    Examples:  coupdsl play parker-1966 --players 4 --humans 0,2
               coupdsl play hearts --browser --guided
               coupdsl play coup --screen
    """
    from coupdsl.commands.browser import book_of, sit_in_browser
    from coupdsl.commands.common import given_options, refuse_other_languages, refuse_unwritable, telling_failures
    from coupdsl.commands.full_screen import refuse_screen, sit_at_screen
    from coupdsl.commands.keeping import kept_alone, kept_game
    from coupdsl.commands.overwriting import refuse_rules
    from coupdsl.play.company import company_of
    from coupdsl.play.needs import installing
    from coupdsl.play.spoken import Words

    refuse_other_languages(lang)
    if save is not None:
        refuse_unwritable(save, "--save", folder=False)
    with telling_failures(at_table=True):
        sizes, tables = _tables(ruleset, players, given_options(option or []))
        seats = _seats(humans, sizes[0])
        names = given_bots(usual_bots() if bots is None else bots, sizes, len(seats) if len(sizes) == 1 else 0)
        if browser and (len(sizes) > 1 or len(seats) > 1):
            raise typer.BadParameter("a page is one table for one person, or for nobody", param_hint="--browser")
        if position is not None and (seed is not None or len(sizes) > 1):
            raise typer.BadParameter("it is one of one table, and has a seed already", param_hint="--position")
        drawn = {"--browser": browser, "--screen": screen}
        shown = {"--plain": plain, "--auto-pass": auto_pass, "--known": known, "--guided": guided, **drawn}
        if screen:
            refuse_screen(len(seats), len(sizes), shown)
        back = partial(_again, ruleset, sum(sizes), bots, humans, option, lang, shown)
        link = partial(_linked, _again(ruleset, sum(sizes), bots, humans, option, None, drawn, None))
        guide = _guide(ruleset, given_options(option or [])) if guided else None
        reached = _reached(tables[0], position) if position is not None else None
        for number, rules in enumerate(tables if save is not None else ()):
            refuse_rules(_file(save, rules.name, number), "--save", rules.sources, ".jsonl")
        for number, rules in enumerate(tables):
            target = _file(save, rules.name, number)
            words = Words(rules, lang or rules.locale, plain)
            if bots is None and names == ("random",) and number == 0 and len(seats) < sum(sizes):
                typer.echo(words.say("at_random", installing("llvmlite")))
            anew = new or seed is not None or position is not None
            with kept_alone(target):
                kept = kept_game(rules, target, ruleset, anew, words.say, back if len(sizes) == 1 else None)
                game = kept or reached or _started(rules, seed, number)
                if len(sizes) > 1:
                    typer.echo(words.say("table", number + 1, len(sizes), Count(rules.players)))
                people = seats if number == 0 else None
                game.seated = _seated(names, people or (), game.rules.players)
                if screen:
                    sit_at_screen(game, seats, company_of, target, words.language, back(save), link, guide)
                    return
                if browser:
                    book = book_of(ruleset, given_options(option or []))
                    links = link, link_of
                    sit_in_browser(
                        game, target, ruleset, words.language, book, port, not no_open, back(save), links, guide
                    )
                    return
                if not _sit(game, people, target, lang, plain, back(save), auto_pass, known, link, guide):
                    return


def _tables(ruleset: str, players: int | None, options: dict[str, str]) -> tuple[tuple[int, ...], list[Rules]]:
    """The sizes of the tables and the rules for each; raises Problems when so many cannot play."""
    from coupdsl.code.profile import profile
    from coupdsl.engine.load import load

    known = profile(ruleset, options)
    people = known.usual if players is None else players
    sizes = known.tables(people) or (people,)
    return sizes, [load(ruleset, size, options) for size in sizes]


def _seats(text: str, size: int) -> tuple[int, ...]:
    """The seats of people, all of them at the first table."""
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if not all(part.isdecimal() and int(part) < size for part in parts):
        such = ", such as `0,1`" if size > 1 else ""
        message = f"`{text}` does not name seats of the first table; they are 0 to {size - 1}{such}"
        raise typer.BadParameter(message, param_hint="--humans")
    return tuple(sorted({int(part) for part in parts}))


def _file(save: Path | None, name: str, number: int) -> Path:
    """Where a table's game is kept."""
    from coupdsl.commands.keeping import kept_in

    save = save or kept_in(name)
    return save if number == 0 else save.with_stem(f"{save.stem}-table{number + 1}")


def _started(rules: Rules, seed: int | None, number: int) -> Game:
    """A new game; each table has a seed of its own."""
    import secrets

    from coupdsl.engine.chance import derive
    from coupdsl.play.game import Game

    seed = secrets.randbits(64) if seed is None else seed
    return Game(rules, seed if number == 0 else derive(seed, number))


def _reached(rules: Rules, position: str) -> Game:
    """The game that has come to a position that somebody sent."""
    from coupdsl.play.position_word import game_at, read_position

    try:
        return game_at(read_position(position), rules)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--position") from None


def _guide(ruleset: str, options: dict[str, str]) -> Guide:
    """What explains the rules in the language of a table."""
    from coupdsl.commands.common import composed_well
    from coupdsl.play.guiding import Guiding
    from coupdsl.rulebook.primer import Primer

    composed = composed_well(ruleset)

    def made(asking: Asking) -> Guiding:
        primer = Primer(composed, asking.words.language, options)
        return Guiding(asking, primer.aim(), primer.explain)

    return made


def _linked(call: str, word: str) -> str:
    """The call with which others go on from a position."""
    return f"{call} --position {word}"


def link_of(game: Game, ruleset: str | None = None, seat: int | None = None) -> Callable[[str], str]:
    """The same of a game that was only kept; its options are those that are not as its ruleset has them.

    `ruleset` is what its rules are called here, and `seat` who goes on where nobody is known to have played.
    """

    def linked(word: str) -> str:
        from coupdsl.engine.load import load
        from coupdsl.language.diagnostics import Problems

        rules = game.rules
        name = ruleset or rules.name
        try:
            usual = load(name, rules.players).options
        except Problems:  # it is somebody's own, and lies anywhere
            usual = {}
        chosen = {
            key: one.value for key, one in rules.options.items() if key in usual and one.value != usual[key].value
        }
        options = [f"{key}={str(value).lower() if isinstance(value, bool) else value}" for key, value in chosen.items()]
        seated = [str(at) for at, program in enumerate(game.seated) if program is None]
        people = ",".join(seated) if game.seated else str(seat or 0)
        call = _again(name, rules.players, None, people, options, None, {"--browser": True}, None)
        return _linked(call, word)

    return linked


def _sit(
    game: Game, humans: tuple[int, ...] | None, file: Path, lang: str | None, plain: bool,
    again: str, auto_pass: bool, known: bool, link: Callable[[str], str], guide: Guide | None,
) -> bool:  # fmt: skip
    """Plays one table at this terminal, quietly where `humans` is None; True when the game came to its end.

    Raises Exit where it could not be kept.
    """
    from coupdsl.commands.common import coloured, terminal
    from coupdsl.commands.streams import ask
    from coupdsl.play.company import company_of
    from coupdsl.play.table import Table

    plain, width = terminal(plain)
    table = Table(
        game, humans or (), company_of(game), ask, _out, language=lang, plain=plain,
        colour=not plain and coloured(), save=file, resume=again, quiet=humans is None, width=width,
        auto_pass=auto_pass, known=known, link=link, guide=guide,
    )  # fmt: skip
    over = table.play()
    if table.is_unsaved:
        raise typer.Exit(1)
    return over


def _seated(bots: tuple[str, ...], humans: tuple[int, ...], players: int) -> tuple[str | None, ...]:
    """By seat the bot, None for a person; the bots may be for the seats that are left to them, or for each seat."""
    from coupdsl.play.company import placed

    left = [seat for seat in range(players) if seat not in humans]
    if len(bots) == players:
        bots = tuple(bots[seat] for seat in left)
    names = placed(bots, left)
    return tuple(names.get(seat) for seat in range(players))


def _out(line: str) -> None:
    """A line of the table, or its own wish for an empty screen."""
    from coupdsl.commands.streams import drawn
    from coupdsl.play.table import CLEAR

    if line is CLEAR:
        drawn(sys.stdout).write(f"{line}\n")
    else:
        typer.echo(line)


def _again(
    ruleset: str,
    players: int,
    bots: str | None,
    humans: str,
    option: list[str] | None,
    lang: str | None,
    shown: dict[str, bool],
    save: Path | None,
) -> str:
    """The call that takes the game up again."""
    import shlex

    words = ["coupdsl", "play", ruleset, "--players", str(players)]
    words += ["--bots", bots] if bots is not None else []
    words += ["--humans", humans]
    for pair in option or []:
        words += ["--option", pair]
    words += ["--lang", lang] if lang else []
    words += ["--save", str(save)] if save else []
    return shlex.join([*words, *(name for name, wanted in shown.items() if wanted)])
