"""What `simulate` and `compare` share: which games are played, by whom, and where the report goes."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import ExitStack, nullcontext
from dataclasses import dataclass
from enum import StrEnum
from importlib.util import find_spec
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from coupdsl.commands import ranges
from coupdsl.commands.common import (
    LANG,
    Format,
    coloured,
    columns,
    refuse_other_languages,
    refuse_unwritable,
    say_unwritable,
    show_progress,
    telling_failures,
)
from coupdsl.commands.keeping import kept_alone
from coupdsl.commands.overwriting import after, refuse_rules, refuse_same
from coupdsl.commands.streams import tell_json
from coupdsl.play.needs import needs

if TYPE_CHECKING:
    from coupdsl.study.course import Course
    from coupdsl.study.plan import Plan, Subject
    from coupdsl.study.report.page import Report

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # numpy would start threads that nothing here uses
SAVING = 20.0  # seconds between two times that a study is written down
OUT = (".html", ".json", ".csv", ".parquet", ".txt")


class Engine(StrEnum):
    local = "local"
    dask = "dask"
    ray = "ray"


Players = Annotated[int | None, typer.Option(help="How many people; the usual number if not given.")]
Games = Annotated[int, ranges.games("How many games. Ctrl-C reports on those played so far.")]
Seed = Annotated[int, ranges.seed("The same seed gives the same games.")]
Lang = Annotated[str | None, typer.Option(help=LANG)]
Everything = Annotated[bool, typer.Option("--all", help="Print every line of every table.")]
Out = Annotated[Path | None, typer.Option(help="Write the report: FILE.html, .json, .csv, .parquet or .txt.")]
Jobs = Annotated[int, ranges.jobs("How many processes; the result is the same.")]
EngineName = Annotated[Engine, typer.Option(help="Who plays: processes here, or a cluster of dask or ray.")]
Scheduler = Annotated[str | None, typer.Option(help="The address of a cluster; without it one is started here.")]
Checkpoint = Annotated[Path | None, typer.Option(help="Keep what was played in FILE, and go on from there.")]
FormatName = Annotated[Format, typer.Option("--format", help="How to print the report.")]


@dataclass
class Call:
    """How a study was asked for, apart from what is played."""

    games: int
    lang: str | None
    out: Path | None
    jobs: int
    engine: str
    scheduler: str | None
    checkpoint: Path | None
    format: Format
    lost: bool = False  # could something not be written?

    def check(self) -> None:
        """Refuses what cannot be done before anything is played."""
        refuse_other_languages(self.lang)
        if self.out is not None and self.out.suffix not in OUT:
            *others, last = OUT
            such_as = self.out.with_suffix(OUT[0]) if self.out.name.strip(".") else f"study{OUT[0]}"
            message = f"`{self.out}` must end in {', '.join(others)} or {last}; such as `{such_as}`"
            raise typer.BadParameter(message, param_hint="--out")
        for hint, path in (("--out", self.out), ("--checkpoint", self.checkpoint)):
            if path is not None:
                refuse_unwritable(path, hint)
        refuse_same(self.out, "--out", self.checkpoint, after("--checkpoint"))
        if self.scheduler is not None and self.engine == "local":
            message = "it goes with `--engine dask` or `--engine ray`; without, games are played on this machine"
            raise typer.BadParameter(message, param_hint="--scheduler")
        suffix = self.out.suffix if self.out is not None else ""
        needed = ["numpy", *{".html": ["matplotlib"], ".parquet": ["pyarrow"]}.get(suffix, [])]
        for package in needed:
            if find_spec(package) is None:
                refuse(needs(package))


def refuse(message: str) -> NoReturn:
    typer.echo(message, err=True)
    raise typer.Exit(2)


def seats(subjects: tuple[Subject, ...], players: int | None) -> int:
    """How many play: as many as asked for, or of the numbers that fit all the one nearest to what is usual."""
    if players is not None:
        return players
    allowed = [subject.allowed() for subject in subjects]
    fitting = [number for number in allowed[0] if all(number in others for others in allowed)]
    if not fitting:
        refuse("no number of players fits all of these rulesets")
    return subjects[0].usual(fitting)


def guarded(call: Call, work: Callable[[], None]) -> None:
    """Does it, with its checkpoint kept for this call alone; what is wrong with rules, files or workers is said, with
    the status it has, and where something was `lost` that is 1."""
    from coupdsl.study.course import NotThisStudy
    from coupdsl.study.crews import LostWork, MissingPackage, NoCluster

    try:
        with telling_failures(), kept_alone(call.checkpoint) if call.checkpoint is not None else nullcontext():
            work()
            if call.lost:
                raise typer.Exit(1)
    except (MissingPackage, NoCluster) as problem:
        refuse(str(problem))
    except (NotThisStudy, LostWork) as problem:
        typer.echo(str(problem), err=True)
        raise typer.Exit(1) from None


def played(plan: Plan, call: Call) -> Course:
    """Plays the games, with progress; an interruption ends the playing, not the command."""
    from coupdsl.study.course import Course
    from coupdsl.study.crews import crew
    from coupdsl.study.running import play

    study = plan.study
    for rules in study.rules:
        refuse_rules(call.out, "--out", rules.sources)
        refuse_rules(call.checkpoint, "--checkpoint", rules.sources, ".json")
    course = Course.resume(study, call.checkpoint) if call.checkpoint is not None else Course.begin(study)
    if course.summary.games > call.games:
        typer.echo(f"{call.checkpoint} holds {course.summary.games} games already; all are reported on", err=True)
    begun = saved = monotonic()
    start = course.summary.games
    with ExitStack() as stack:
        try:
            for _ in play(course, call.games, crew(call.engine, call.jobs, call.scheduler, stack)):
                _show(course.summary.games, start, call.games, monotonic() - begun)
                if call.checkpoint is not None and monotonic() - saved > SAVING:
                    _kept(course, call)
                    saved = monotonic()
        except KeyboardInterrupt:
            if not course.summary.games:
                raise
        finally:
            show_progress("")
            if call.checkpoint is not None:
                _kept(course, call)
    return course


def saved(call: Call, path: Path, write: Callable[[], None]) -> bool:
    """Was the file written? Where it cannot be, that is said, and the report comes nevertheless."""
    try:
        write()
    except OSError as error:
        say_lost(call, path, error)
        return False
    return True


def say_lost(call: Call, path: Path, error: OSError) -> None:
    """Where something cannot be kept, games are still reported on, and the status is 1."""
    say_unwritable(path, error)
    call.lost = True


def _kept(course: Course, call: Call) -> None:
    """Writes down how far it has come. Where that fails, the games are still reported on, and the status is 1."""
    assert call.checkpoint is not None
    try:
        course.save(call.checkpoint)
        call.lost = False
    except OSError as error:
        if not call.lost:
            say_lost(call, call.checkpoint, error)


def show_until(said: str, begun: float, seconds: float | None, more: str = "") -> None:
    """Progress, with the time that is left where there is a bound."""
    if seconds is not None:
        left = max(0, int(seconds - (monotonic() - begun)))
        said += f", {left // 60}:{left % 60:02} left"
    show_progress(f"{said}{more}")


def _show(done: int, start: int, wanted: int, seconds: float) -> None:
    left = int(seconds * (wanted - done) / max(1, done - start))
    time = f"{left // 3600}:{left // 60 % 60:02}:{left % 60:02}"
    show_progress(f"{done:,} of {wanted:,} games, {time} left; Ctrl-C reports on these")


Data = Callable[[], dict[str, Any]]
Lines = Callable[[], list[dict[str, Any]]]


def told(report: Report, data: Data, lines: Lines, call: Call) -> None:
    """Prints the report, and writes it where it was asked for."""
    from coupdsl.study.report.text import WIDTH, as_text

    out = call.out
    is_written = out is not None and saved(call, out, lambda: written(report, data, lines, out))
    if call.format is Format.json:
        tell_json(data(), indent=2)
    else:
        typer.echo(as_text(report, columns() or WIDTH, coloured()), nl=False)
        if is_written:
            typer.echo(f"\n{out}")


def written(report: Report, data: Data, lines: Lines, out: Path) -> None:
    """Writes the file in one step, so that an interruption leaves the old one or the new one; raises OSError."""
    from coupdsl.language.signs import as_json, made_safe
    from coupdsl.language.writing import replacing
    from coupdsl.study.report.tables import as_csv, write_parquet
    from coupdsl.study.report.text import as_text

    def page() -> str:
        from coupdsl.study.report.report_page import as_html

        return as_html(report)

    forms: dict[str, Callable[[], str]] = {
        ".html": page,
        ".json": lambda: as_json(data(), indent=2) + "\n",
        ".csv": lambda: as_csv(lines()),
        ".txt": lambda: made_safe(as_text(report)),
    }
    with replacing(out) as part:
        if out.suffix == ".parquet":
            write_parquet(lines(), part)
        else:
            part.write_text(forms[out.suffix](), "utf-8")
