"""`coupdsl learn`: what players learn of a game by playing it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from shlex import quote
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
)
from coupdsl.commands.keeping import kept_alone
from coupdsl.commands.streams import tell_json
from coupdsl.language.writing import ordinary

if TYPE_CHECKING:
    from coupdsl.engine.rules import Rules
    from coupdsl.search.prior import Learner, Prior
    from coupdsl.study.crews import Crew
    from coupdsl.study.ladder.kept_games import KeptGames
    from coupdsl.study.ladder.standings import Standings
    from coupdsl.study.learning import Lesson, Trial
    from coupdsl.study.report.laddered import Laddered

SECONDS = 600.0


def learn(
    ruleset: Annotated[str, typer.Argument(help="A shipped name (see `coupdsl list`) or a path.")],
    players: studies.Players = None,
    seconds: Annotated[
        float | None,
        ranges.seconds("For how long to learn, and then as long again to compare; 600 without --games.", least=0),
    ] = None,
    games: Annotated[
        int | None, ranges.games("How many games to learn from, and deals to compare by; 30 or more.")
    ] = None,
    seed: studies.Seed = 0,
    option: Annotated[list[str] | None, typer.Option(help="KEY=VALUE; may be repeated.")] = None,
    lang: studies.Lang = None,
    jobs: Annotated[int, ranges.jobs("How many games at a time, each in a process.")] = 1,
    format_: studies.FormatName = Format.text,
) -> None:
    """Let players learn which moves of a game are worth trying, by playing it.

    Then `medium` plays with what was learnt against `medium` as it was, over the same deals. Only if it is surely
    better is it kept, in a file beside the rules; `medium`, `hard` and `expert` use it from then on. Where somebody
    changes the rules it goes on counting, until something is learnt of the changed ones. What was kept before stays
    unless this is surely better.

    \b
    Examples:  coupdsl learn coup-detat-2005 --seconds 1200 --jobs 2
               coupdsl learn my-game.coup --players 3
    """
    call = studies.Call(1, lang, None, jobs, "local", None, None, format_)
    call.check()
    given = tuple(given_options(option or []).items())
    time = SECONDS if seconds is None and games is None else seconds

    def work() -> None:
        from coupdsl.search.learnt import file_beside, write_down
        from coupdsl.study.crews import crew
        from coupdsl.study.ladder.contest import rules_of
        from coupdsl.study.learning import Lesson, trial
        from coupdsl.study.plan import Subject

        _refuse_few(games)
        subject = Subject(ruleset, given)
        lesson = Lesson(subject, studies.seats((subject,), players), seed)
        rules = rules_of(subject, lesson.players)
        path = file_beside(rules)
        assert path is not None
        _refuse_unwritable(path, ruleset)
        with kept_alone(path), ExitStack() as stack:
            workers = crew("local", jobs, None, stack)
            learnt_from, learner = _learnt(lesson, workers, games, time)
            before = _kept_before(rules)
            outcome = Outcome(
                _compared(trial(lesson, learner.prior, before), workers, games, time),
                learnt_from, learner.choices, learner.prior, before, lang or rules.locale,
            )  # fmt: skip
            if outcome.better and studies.saved(call, path, lambda: write_down(path, rules, learner.prior)):
                outcome.kept = path
        outcome.tell(format_)

    studies.guarded(call, work)


def _refuse_few(games: int | None) -> None:
    """Before anything is played: of so few deals nothing is ever sure."""
    from coupdsl.study.ladder.standings import FEW

    if games is not None and games < FEW:
        message = f"after `{games}` deals nothing is sure, so nothing would be kept; write `--games {FEW}` or more"
        raise typer.BadParameter(message, param_hint="--games")


def _refuse_unwritable(path: Path, ruleset: str) -> None:
    """Before anything is played: it may take long, and shipped rules often lie where only the system writes."""
    refuse_unwritable(path, "RULESET")
    if not os.access(ordinary(path).parent, os.W_OK):
        variant = f"`coupdsl new FOLDER/mine.yaml --from {quote(ruleset)}`"
        message = f"`{path}` cannot be written: its folder is read-only; make a variant elsewhere: {variant}"
        raise typer.BadParameter(message, param_hint="RULESET")


def _kept_before(rules: Rules) -> Prior | None:
    """What `medium` goes by so far."""
    from coupdsl.search.learnt import NotLearnt, prior_of

    try:
        return prior_of(rules)
    except NotLearnt:
        return None


def _learnt(lesson: Lesson, workers: Crew, games: int | None, seconds: float | None) -> tuple[int, Learner]:
    """Plays and learns, with progress; an interruption ends the command, and leaves all as it was."""
    from coupdsl.study.learning import lessons

    begun = monotonic()
    with closing(lessons(lesson, workers, games, seconds)) as found:
        for played, learner in found:
            studies.show_until(f"learning: {played:,} games, {learner.choices:,} choices", begun, seconds)
    show_progress("")
    return played, learner


def _compared(contest: Trial, workers: Crew, deals: int | None, seconds: float | None) -> KeptGames:
    """Plays deals with what was learnt and without, with progress."""
    from coupdsl.study.ladder.climbing import climb
    from coupdsl.study.ladder.kept_games import KeptGames
    from coupdsl.study.ladder.standings import FEW

    begun, kept = monotonic(), KeptGames(contest)
    wanted = f"{FEW:,} or more" if deals is None else f"{deals:,}"
    for game in climb(kept, workers, deals, seconds):
        studies.show_until(f"comparing: deal {game.place.deal + 1:,} of {wanted}", begun, seconds)
    show_progress("")
    return kept


@dataclass
class Outcome:
    """What came of it: the games that compare, what was learnt from how many, what was kept before, and where this is
    `kept`, if it is surely better and could be."""

    compared: KeptGames
    games: int
    choices: int
    learnt: Prior
    before: Prior | None
    language: str
    kept: Path | None = None

    @cached_property
    def standings(self) -> Standings:
        from coupdsl.study.ladder.standings import Standings

        return Standings(self.compared)

    @property
    def better(self) -> bool:
        """Is what was learnt surely better?"""
        from coupdsl.study.learning import LEARNT

        compared = self.compared.contest.compared
        return {compared.index(LEARNT)} == set().union(*(pair.better for pair in self.standings.pairs))

    def tell(self, format_: Format) -> None:
        """Prints it."""
        from coupdsl.study.report.laddered import Laddered, laddered_data
        from coupdsl.study.report.text import WIDTH, as_text
        from coupdsl.study.taught import digest

        laddered = Laddered(self.standings, self.language)
        if format_ is Format.json:
            about = {
                "kept": self.kept and str(self.kept), "kept_before": digest(self.before),
                "learnt_from": {"games": self.games, "choices": self.choices},
            }  # fmt: skip
            tell_json({**about, **laddered_data(laddered), "learnt": digest(self.learnt)}, indent=2)
            return
        typer.echo(as_text(laddered.report(), columns() or WIDTH, coloured()), nl=False)
        typer.echo("\n" + "\n".join(self._last_lines(laddered)))

    def _last_lines(self, laddered: Laddered) -> Iterator[str]:
        from coupdsl.language.places import display_name
        from coupdsl.study.ladder.standings import FEW
        from coupdsl.study.report.numbers import count

        numbers = (count(number, laddered.language) for number in (self.games, self.choices))
        yield laddered.say("learnt_from", *numbers)
        if self.before is not None and self.before.of_others:
            yield laddered.say("medium_knew")
        if self.better:
            yield laddered.say("not_kept") if self.kept is None else display_name(self.kept)
            return
        if len(self.standings.deals) < FEW:
            yield laddered.say("no_time", FEW)
        stays = "others_stay" if self.before is not None and self.before.of_others else "kept_stays"
        yield laddered.say("nothing_kept" if self.before is None else stays)
