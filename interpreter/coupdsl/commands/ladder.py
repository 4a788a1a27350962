"""`coupdsl ladder`: players compared over the same deals."""

from __future__ import annotations

from contextlib import ExitStack, nullcontext
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated

import typer

from coupdsl.commands import ranges, studies
from coupdsl.commands.common import (
    Format,
    coloured,
    columns,
    given_options,
    refuse_unwritable,
    show_progress,
    telling_where,
)
from coupdsl.commands.overwriting import after, refuse_rules, refuse_same
from coupdsl.commands.seating import named_bots
from coupdsl.commands.streams import tell_json

if TYPE_CHECKING:
    from coupdsl.study.ladder.contest import Contest
    from coupdsl.study.ladder.kept_games import KeptGames
    from coupdsl.study.report.page import Report

SECONDS = 60.0


def ladder(
    ruleset: Annotated[str, typer.Argument(help="A shipped name (see `coupdsl list`) or a path.")],
    bots: Annotated[str, typer.Option(help="Who is compared, two or more: medium,hard,mine:Careful,…")],
    players: studies.Players = None,
    seconds: Annotated[
        float | None, ranges.seconds("For how long games are begun; 60 if neither this nor --deals is given.", least=0)
    ] = None,
    deals: Annotated[int | None, ranges.games("How many deals, those in FILE included.")] = None,
    rotations: Annotated[
        bool, typer.Option("--rotations", help="Fewer games a deal: the rotations of one order of the players alone.")
    ] = False,
    seed: studies.Seed = 0,
    option: Annotated[list[str] | None, typer.Option(help="KEY=VALUE; may be repeated.")] = None,
    lang: studies.Lang = None,
    jobs: Annotated[int, ranges.jobs("How many games at a time, each in a process.")] = 1,
    out: Annotated[Path | None, typer.Option(help="Keep the games in FILE (JSON Lines), and go on from there.")] = None,
    page: Annotated[Path | None, typer.Option(help="Write the report as a page with plots: FILE.html.")] = None,
    format_: studies.FormatName = Format.text,
) -> None:
    """Compare players: each deal is played with them at every seat, so that neither the cards nor the seats count.

    Says who is surely better, by how much in score and games won, and how long each one thinks. Ctrl-C reports on the
    games played so far.

    \b
    Examples:  coupdsl ladder hearts --bots random,mine:Careful --seconds 600 --out hearts.jsonl
               coupdsl ladder coup --players 3 --bots random,mine:Bluffer --deals 200 --jobs 2
               coupdsl ladder spades --bots random,mine:Careful --out spades.jsonl --page spades.html
    """
    call = studies.Call(1, lang, None, jobs, "local", None, out, format_)
    call.check()
    if page is not None:
        _refuse_page(page)
        refuse_same(page, "--page", out, after("--out"))
    given = tuple(given_options(option or []).items())

    def work() -> None:
        from coupdsl.study.ladder.contest import Contest
        from coupdsl.study.ladder.standings import Standings
        from coupdsl.study.plan import Subject
        from coupdsl.study.report.laddered import Laddered, laddered_data
        from coupdsl.study.report.text import WIDTH, as_text

        subject = Subject(ruleset, given)
        contest = Contest(subject, studies.seats((subject,), players), seed, named_bots(bots), rotations)
        _refuse_misfits(contest)
        refuse_rules(out, "--out", contest.rules.sources, ".jsonl")
        refuse_rules(page, "--page", contest.rules.sources)
        kept = _played(contest, call, deals, SECONDS if seconds is None and deals is None else seconds)
        laddered = Laddered(Standings(kept), lang or contest.rules.locale)
        report = laddered.report()
        is_written = page is not None and studies.saved(call, page, lambda: _written(report, page))
        if format_ is Format.json:
            tell_json(laddered_data(laddered), indent=2)
        else:
            typer.echo(as_text(report, columns() or WIDTH, coloured()), nl=False)
            files = [*filter(None, (out if kept.hindrance is None else None, page if is_written else None))]
            for file in files:
                typer.echo(f"\n{file}" if file is files[0] else str(file))

    studies.guarded(call, work)


def _refuse_page(page: Path) -> None:
    """Before anything is played."""
    from importlib.util import find_spec

    from coupdsl.play.needs import needs

    if page.suffix != ".html":
        raise typer.BadParameter(f"`{page}` does not end in .html", param_hint="--page")
    refuse_unwritable(page, "--page")
    if find_spec("matplotlib") is None:
        studies.refuse(needs("matplotlib"))


def _refuse_misfits(contest: Contest) -> None:
    from coupdsl.study.ladder.seatings import DoNotFit

    if len(contest.compared) < 2:
        message = f"only `{contest.compared[0]}` plays; name different players to compare, such as `random,easy`"
        raise typer.BadParameter(message, param_hint="--bots")
    try:
        contest.seats(0)
    except DoNotFit as problem:
        raise typer.BadParameter(str(problem), param_hint="--bots") from None


def _played(contest: Contest, call: studies.Call, deals: int | None, seconds: float | None) -> KeptGames:
    """Plays with progress; an interruption ends the playing, not the command."""
    from coupdsl.study.crews import crew
    from coupdsl.study.ladder.climbing import climb
    from coupdsl.study.ladder.kept_games import KeptGames

    kept = KeptGames(contest, call.checkpoint)
    begun = monotonic()
    with ExitStack() as stack:
        try:
            with telling_where(call.checkpoint) if call.checkpoint is not None else nullcontext():
                stack.enter_context(kept)
            for _ in climb(kept, crew(call.engine, call.jobs, None, stack), deals, seconds):
                if kept.hindrance is not None and call.checkpoint is not None and not call.lost:
                    studies.say_lost(call, call.checkpoint, kept.hindrance)
                _show(kept, begun, deals, seconds)
        except KeyboardInterrupt:
            if not kept.games:
                raise
        finally:
            show_progress("")
    return kept


def _show(kept: KeptGames, begun: float, deals: int | None, seconds: float | None) -> None:
    deal = max(place.deal for place in kept.games) + 1
    said = f"deal {deal:,}" + (f" of {deals:,}" if deals is not None else "") + f", {len(kept.games):,} games"
    studies.show_until(said, begun, seconds, "; Ctrl-C reports on these")


def _written(report: Report, page: Path) -> None:
    from coupdsl.language.writing import write_whole
    from coupdsl.study.report.report_page import as_html

    write_whole(page, [as_html(report)])
