"""Plays the games of a ladder, deal by deal, until there are as many as wanted or the time is up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing
from functools import partial
from time import monotonic
from typing import TypeVar

from coupdsl.code.errors import RulesError
from coupdsl.language.diagnostics import Problems
from coupdsl.search.player_error import PlayerError
from coupdsl.study.crews import Crew, patient
from coupdsl.study.ladder.contest import Contest, Place
from coupdsl.study.ladder.kept_games import KeptGames, places
from coupdsl.study.ladder.match import Crash, Played, play

T = TypeVar("T")
Outcome = Played | Problems | RulesError | PlayerError


def climb(kept: KeptGames, crew: Crew, deals: int | None, seconds: float | None) -> Iterator[Played]:
    """Plays what is missing of the first `deals`, no game begun after `seconds`; gives each once it is in `kept`.

    Raises Problems or RulesError where the rules fail, PlayerError where what players should know of them cannot be
    read.
    """
    end = None if seconds is None else monotonic() + seconds
    wanted = (place for place in _within(kept.contest, deals) if place not in kept.games)
    lost = partial(_lost, kept.contest)
    with closing(patient(crew, outcome_of, kept.contest, begun_until(end, wanted), lost)) as outcomes:
        for _, outcome in outcomes:
            if not isinstance(outcome, Played):
                raise outcome
            kept.add(outcome)
            yield outcome


def _within(contest: Contest, deals: int | None) -> Iterator[Place]:
    for place in places(contest):
        if place.deal == deals:
            return
        yield place


def begun_until(end: float | None, wanted: Iterable[T]) -> Iterator[T]:
    """Those of the games wanted that are asked for before the clock, `monotonic`, says so."""
    for one in wanted:
        if end is not None and monotonic() >= end:
            return
        yield one


def _lost(contest: Contest, place: Place) -> Played:
    """A game that ended the process in which it was played."""
    seats = contest.seats(place.deal)[place.seating]
    none = (0,) * len(seats)
    return Played(place, seats, (), (), none, tuple(map(float, none)), Crash(None, "the process that played ended"))


def outcome_of(contest: Contest, place: Place) -> tuple[Place, Outcome]:
    """The game, or what is wrong with the rules, or with what players should know of them."""
    try:
        return place, play(contest, place)
    except (Problems, RulesError, PlayerError) as problem:
        return place, problem
