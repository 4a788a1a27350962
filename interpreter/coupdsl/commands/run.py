"""`coupdsl run`: many games between bots."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated, Any, Self, TextIO

import typer

from coupdsl.commands import ranges
from coupdsl.commands.common import (
    AS,
    Format,
    columns,
    given_options,
    given_viewer,
    refuse_unwritable,
    say_unwritable,
    tell_within,
    telling_failures,
    telling_where,
)
from coupdsl.commands.keeping import kept_alone
from coupdsl.commands.overwriting import refuse_other_rules, refuse_rules
from coupdsl.commands.seating import Bots, given_bots
from coupdsl.commands.streams import drawn, tell_json

if TYPE_CHECKING:
    from coupdsl.engine.rules import Rules
    from coupdsl.play.runs import Tally
    from coupdsl.play.sent import Viewer

CHUNK = 20
AHEAD = 4  # chunks that are handed out for each process
PLAYERS = "How many people; the usual number if not given. Some games seat many at two tables."


def run(
    ruleset: Annotated[str, typer.Argument(help="A shipped name (see `coupdsl list`) or a path.")],
    players: Annotated[int | None, typer.Option(help=PLAYERS)] = None,
    games: Annotated[int, ranges.games("How many games.")] = 100,
    seed: Annotated[int, ranges.seed("The same seed gives the same games.")] = 0,
    bots: Bots = "random",
    option: Annotated[list[str] | None, typer.Option(help="KEY=VALUE; may be repeated.")] = None,
    out: Annotated[Path | None, typer.Option(help="Write the logs of all games to this file (JSON Lines).")] = None,
    as_: Annotated[str | None, typer.Option("--as", metavar="SEAT", help=AS)] = None,
    jobs: Annotated[int, ranges.jobs("How many processes; the result is the same.")] = 1,
    format_: Annotated[Format, typer.Option("--format", help="How to print the summary.")] = Format.text,
) -> None:
    """Play many games between bots and sum up who won, what was tried and what was paid.

    \b
    Example:  coupdsl run parker-1966 --players 4 --games 1000 --seed 7 --out games.jsonl
    """
    if as_ is not None and out is None:
        raise typer.BadParameter("it goes with `--out FILE`", param_hint="--as")
    if out is not None:
        refuse_unwritable(out, "--out")
    with telling_failures():
        sizes = _tables(ruleset, players, given_options(option or []))
        viewer = given_viewer(as_, min(sizes))
        names = given_bots(bots, sizes)
        _RULES.clear()  # of an earlier call in this process, whose files may be others now
        tables = []
        for table, size in enumerate(sizes):
            work = Work(
                ruleset, size, given_options(option or []), (seed + table) % 2**64, names, out is not None, viewer
            )
            target = out if out is None or len(sizes) == 1 else out.with_stem(f"{out.stem}-table{table + 1}")
            if target is not None:
                refuse_unwritable(target, "--out")
                refuse_rules(target, "--out", work.rules().sources, ".jsonl")
                refuse_other_rules(target, "--out", ".jsonl")
            tables.append((work, target))
        logs = [Logs(target) for _, target in tables]
        summaries = [(work, _play(work, games, jobs, its)) for (work, _), its in zip(tables, logs, strict=True)]
    if format_ is Format.json:
        data = [{"players": work.players, **tally.data()} for work, tally in summaries]
        tell_json(data)
    else:
        for table, (work, tally) in enumerate(summaries):
            if len(summaries) > 1:
                typer.echo(f"Table {table + 1}")
            _print(work, tally)
        if kept := [str(its.path) for its in logs if its.are_kept]:
            from coupdsl.play.sent import safe_for

            more = " (one file a table)" if len(kept) > 1 else ""
            typer.echo(f"logs: {', '.join(kept)}{more}, safe to show to {safe_for(viewer)}")
    if any(its.are_lost for its in logs):
        raise typer.Exit(1)


class Work:
    """What one process needs to know to play its share of the games."""

    def __init__(
        self,
        ruleset: str,
        players: int,
        options: dict[str, str],
        seed: int,
        bots: tuple[str, ...],
        logs: bool,
        viewer: Viewer | None = None,
    ):
        self.ruleset, self.players, self.options = ruleset, players, options
        self.seed, self.bots, self.logs, self.viewer = seed, bots, logs, viewer

    def rules(self) -> Rules:
        """The rules, read once a process."""
        key = (self.ruleset, self.players, tuple(sorted(self.options.items())))
        if key not in _RULES:
            from coupdsl.engine.load import load

            _RULES[key] = load(self.ruleset, self.players, self.options)
        return _RULES[key]

    def __call__(self, numbers: range) -> tuple[Tally, str]:
        """The tally and logs of these games."""
        from coupdsl.play.runs import Tally
        from coupdsl.play.runs import games as played

        rules = self.rules()
        total, logs = Tally(), []
        for tally, log in played(rules, self.seed, numbers, self.bots, self.logs, self.viewer):
            total.add(tally)
            logs.append(log)
        return total, "".join(logs)


_RULES: dict[object, Rules] = {}


def _tables(ruleset: str, players: int | None, options: dict[str, str]) -> tuple[int, ...]:
    """The tables at which so many people play, or the usual one; raises Problems when they cannot."""
    from coupdsl.code.profile import profile
    from coupdsl.engine.load import load

    known = profile(ruleset, options)
    sizes = known.tables(known.usual if players is None else players)
    if sizes is None:
        load(ruleset, players, options)  # raises with the words for it
        raise AssertionError("a refused number of players was accepted")
    return sizes


class Logs:
    """The file of the logs of one table, written as the games come and put in place at the end.

    Where that fails, it is said, and the games go on without them. Nothing is written where there is no `path`.
    """

    def __init__(self, path: Path | None) -> None:
        self.path, self.are_lost = path, False
        self._opened = ExitStack()
        self._file: TextIO | None = None

    @property
    def are_kept(self) -> bool:
        return self.path is not None and not self.are_lost

    def __enter__(self) -> Self:
        """Leaves with status 1 where the file cannot even be begun."""
        from coupdsl.language.writing import replacing

        if self.path is not None:
            self._opened.enter_context(kept_alone(self.path))
            with telling_where(self.path):
                part = self._opened.enter_context(replacing(self.path))
                self._file = self._opened.enter_context(part.open("w", encoding="utf-8"))
        return self

    def write(self, text: str) -> None:
        if self._file is not None:
            with self._losing():
                self._file.write(text)

    def __exit__(self, *raised: Any) -> None:
        with self._losing():
            self._opened.__exit__(*raised)

    @contextmanager
    def _losing(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            assert self.path is not None
            say_unwritable(self.path, error)
            self._file, self.are_lost = None, True
            with suppress(OSError):  # what is left to be written meets the same
                self._opened.__exit__(type(error), error, error.__traceback__)


def _play(work: Work, games: int, jobs: int, logs: Logs) -> Tally:
    """All games of one table with progress."""
    from coupdsl.play.runs import Tally

    chunks = (range(start, min(start + CHUNK, games)) for start in range(0, games, CHUNK))
    total = Tally()
    with logs, _progress(games) as bar, _keeping_failed(logs.path):
        for tally, text in _results(work, chunks, min(jobs, -(-games // CHUNK))):
            total.add(tally)
            logs.write(text)
            bar.update(tally.games)
    return total


@contextmanager
def _keeping_failed(out: Path | None) -> Iterator[None]:
    """Where the rules fail, the game is kept as far as it came, in a file beside that of the logs."""
    from coupdsl.code.errors import RulesError
    from coupdsl.language.writing import write_whole
    from coupdsl.play.aside import beside, is_there

    try:
        yield
    except RulesError as error:
        if out is None and error.log:
            error.hint = "with `--out FILE` the game that fails is kept as far as it came"
        elif out is not None and error.log:
            kept = out.with_name(f"{out.stem}-failed.jsonl")
            kept = beside(kept) if is_there(kept) else kept
            try:
                write_whole(kept, [error.log])
            except OSError as full:  # what the rules fail with is said all the same
                say_unwritable(kept, full)
                raise error from None
            error.hint = f"`coupdsl replay {quote(str(kept))}` tells the game as far as it came"
            error.hint += f", where {error.met} next" if error.met else ""
        raise


def _results(work: Work, chunks: Iterator[range], jobs: int) -> Iterator[tuple[Tally, str]]:
    if jobs == 1:
        yield from map(work, chunks)
        return
    from collections import deque
    from concurrent.futures import ProcessPoolExecutor
    from itertools import islice

    from coupdsl.play.workers import end_pool, end_with_parent, starting

    with ProcessPoolExecutor(jobs, initializer=end_with_parent) as pool:
        try:
            with starting():
                results = deque(pool.submit(work, chunk) for chunk in islice(chunks, AHEAD * jobs))
            while results:
                yield results.popleft().result()
                with starting():
                    results.extend(pool.submit(work, chunk) for chunk in islice(chunks, 1))
        except BaseException:
            end_pool(pool)  # what they had still to do fails with them; cancelled, it would make the pool stumble
            raise


def _progress(games: int) -> Any:
    import sys

    return typer.progressbar(length=games, label="playing", file=drawn(sys.stderr))


def _print(work: Work, tally: Tally) -> None:
    from coupdsl.language.tongues import Count
    from coupdsl.play.spoken import Words
    from coupdsl.study.report.numbers import Number
    from coupdsl.study.report.page import Cell, Table
    from coupdsl.study.report.text import WIDTH, table_lines

    words, exactly, around = Words(work.rules(), "en", plain=True), Number.exactly, Number.around
    games = f"{tally.games:,} game{'s' if tally.games > 1 else ''}"
    players = f"{Count(work.players):player|players}"
    moves = round(tally.moves / tally.games)
    length = f"{moves:,} move{'s' * (moves != 1)} a game"
    who = "" if work.bots == ("random",) else f", bots {','.join(work.bots)}"
    tell_within(f"{work.ruleset}: {games}, {players}, seed {work.seed}{who}, {length}", 2)
    seats: list[tuple[Cell, ...]] = [
        (words.seat(row["seat"], None), exactly(row["wins"]), around(row["share"], row["share_interval"], share=True),
         around(row["mean"], row["mean_interval"]))
        for row in tally.seats()
    ]  # fmt: skip
    chosen: list[tuple[Cell, ...]] = [
        (words.word(word) + (f" {words.entry(path)}" if path else ""), exactly(times))
        for (word, path), times in sorted(tally.choices.items())
    ]
    paid: list[tuple[Cell, ...]] = [
        (words.label("reasons", reason) if not path else f"{words.entry(path)}: {words.label('reasons', reason)}",
         exactly(times), exactly(tally.payments[path, reason]), exactly(tally.amounts[path, reason]))
        for (path, reason), times in sorted(tally.occasions.items())
    ]  # fmt: skip
    for heads, rows in (
        (("seat", "wins", "share, %", "mean score"), seats),
        (("chosen", "times"), chosen),
        (("paid", "occasions", "payments", "amount"), paid),
    ):
        if rows:
            typer.echo("\n" + "\n".join(table_lines(Table(heads, tuple(rows)), width=columns() or WIDTH)))
