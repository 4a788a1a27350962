"""`coupdsl simulate`: many games, and what a designer wants to know of them."""

from __future__ import annotations

from typing import Annotated

import typer

from coupdsl.commands import studies
from coupdsl.commands.common import Format, given_options
from coupdsl.commands.seating import Bots, given_bots


def simulate(
    ruleset: Annotated[str, typer.Argument(help="A shipped name (see `coupdsl list`) or a path.")],
    players: studies.Players = None,
    games: studies.Games = 1000,
    seed: studies.Seed = 0,
    bots: Bots = "random",
    option: Annotated[list[str] | None, typer.Option(help="KEY=VALUE; may be repeated.")] = None,
    lang: studies.Lang = None,
    everything: studies.Everything = False,
    out: studies.Out = None,
    jobs: studies.Jobs = 1,
    engine: studies.EngineName = studies.Engine.local,
    scheduler: studies.Scheduler = None,
    checkpoint: studies.Checkpoint = None,
    format_: studies.FormatName = Format.text,
) -> None:
    """Play many games and report who wins, what is chosen and paid, and who gains by it, with 95 % intervals.

    The same seed gives the same report, whoever plays and in how many processes.

    \b
    Examples:  coupdsl simulate parker-1966 --games 10000 --jobs 2
               coupdsl simulate my-rules.yaml --out report.html
               coupdsl simulate parker-1966 --games 1000000 --checkpoint study.json
    """
    given = given_options(option or [])
    call = studies.Call(games, lang, out, jobs, engine, scheduler, checkpoint, format_)
    call.check()

    def work() -> None:
        from coupdsl.study.plan import Plan, Subject

        subject = Subject(ruleset, tuple(given.items()))
        people = studies.seats((subject,), players)
        plan = Plan((subject,), people, seed, given_bots(bots, (people,)))
        course = studies.played(plan, call)

        from coupdsl.study.report.simulated import simulated
        from coupdsl.study.report.tables import figure_lines, simulated_data
        from coupdsl.study.report.titles import Names

        columns = course.study.measures[0].columns
        names = Names(columns, lang or columns.rules.locale)
        report = simulated(course, names, games, everything)
        studies.told(
            report,
            lambda: simulated_data(course, names, games, report),
            lambda: list(figure_lines(course, names)),
            call,
        )

    studies.guarded(call, work)
