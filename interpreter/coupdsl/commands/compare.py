"""`coupdsl compare`: the same games under two rulesets or more, and what differs."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import typer

from coupdsl.commands import studies
from coupdsl.commands.common import Format, given_options
from coupdsl.commands.seating import EachBots, given_bots


def compare(
    rulesets: Annotated[list[str], typer.Argument(help="Two or more; the others are compared with the first.")],
    players: studies.Players = None,
    games: studies.Games = 1000,
    seed: studies.Seed = 0,
    bots: EachBots = None,
    option: Annotated[list[str] | None, typer.Option(help="KEY=VALUE for all but the first; may be repeated.")] = None,
    lang: studies.Lang = None,
    everything: studies.Everything = False,
    out: studies.Out = None,
    jobs: studies.Jobs = 1,
    engine: studies.EngineName = studies.Engine.local,
    scheduler: studies.Scheduler = None,
    checkpoint: studies.Checkpoint = None,
    format_: studies.FormatName = Format.text,
) -> None:
    """Play the same games under two rulesets or more and report what differs: what changed most first, what is sure,
    and how many games would settle what is not.

    \b
    Examples:  coupdsl compare parker-1966 french --games 10000 --jobs 2
               coupdsl compare coup coup --option cost.paid=on_resolve
               coupdsl compare parker-1966 mine.yaml other.yaml --out report.html
               coupdsl compare short --bots random --bots mine:Careful
    """
    bots = bots or ["random"]
    if len(rulesets) == 1:
        rulesets = rulesets * len(bots)
    if len(rulesets) < 2:
        message = "two rulesets or more are compared, or one with `--bots` twice or more"
        raise typer.BadParameter(f"{message}; such as `coupdsl compare parker-1966 french`")
    if len(bots) not in (1, len(rulesets)):
        message = f"`--bots` is given {len(bots)} times, for {len(rulesets)} rulesets; give it once, or once for each"
        raise typer.BadParameter(message, param_hint="--bots")
    given = given_options(option or [])
    call = studies.Call(games, lang, out, jobs, engine, scheduler, checkpoint, format_)
    call.check()

    def work() -> None:
        from coupdsl.study.plan import Plan, Subject

        subjects = tuple(Subject(name, tuple(given.items()) if which else ()) for which, name in enumerate(rulesets))
        people = studies.seats(subjects, players)
        who = [given_bots(each, (people,)) for each in bots]
        if len(who) > 1:
            subjects = tuple(replace(subject, bots=each) for subject, each in zip(subjects, who, strict=True))
        course = studies.played(Plan(subjects, people, seed, who[0]), call)

        from coupdsl.study.report.compared import compared
        from coupdsl.study.report.said import said_otherwise
        from coupdsl.study.report.tables import compared_data, difference_lines
        from coupdsl.study.report.titles import Names

        each = [measures.columns for measures in course.study.measures]
        names = [Names(columns, lang or each[0].rules.locale) for columns in each]
        said = [said_otherwise(subjects[0], other, names[0].language) for other in subjects[1:]]
        report = compared(course, names, said, games, everything)
        studies.told(
            report,
            lambda: compared_data(course, names, said, games, report),
            lambda: difference_lines(course, names),
            call,
        )

    studies.guarded(call, work)
