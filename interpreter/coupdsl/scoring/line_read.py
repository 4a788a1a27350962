"""A line that a score keeper typed: answers to one question after the other, in whatever order they stand."""

from __future__ import annotations

from itertools import groupby

from coupdsl.code.moves import Move
from coupdsl.engine.state import State
from coupdsl.scoring.answers import Answers
from coupdsl.scoring.one_answer import Misunderstood


def read_line(typed: str, start: State, answers: Answers) -> tuple[list[Move], str]:
    """The moves of a line from `start`, and what could not be entered since something else is asked first.

    Raises Misunderstood where the first answers are wrong, or where more is told than there is to be told.
    """
    trial, moves = start.copy(), list[Move]()
    parts = [part.strip() for part in typed.replace(";", ",").split(",") if part.strip()]
    passed_over: list[str] = []
    while parts and not trial.is_over:
        if answers.shared_out(trial):
            parts = _rest_last(parts, answers)
        try:
            at, found, left = _first_answer(parts, trial, start, answers)
        except Misunderstood as problem:
            if trial.decision == start.decision or any(part in parts for part in passed_over):
                raise
            return moves, f"{', '.join(parts)} ({problem})"
        settled = False
        for move in found:
            settled = answers.settled(move, trial.apply(move), trial)
        moves += found
        passed_over += parts[:at]
        before, after = parts[:at], [*([left] if left else []), *parts[at + 1 :]]
        if settled:
            before, after = _untold(before[::-1], answers)[::-1], _untold(after, answers)
        parts = [*before, *after]
    return moves, ", ".join(parts)


def _first_answer(parts: list[str], trial: State, start: State, answers: Answers) -> tuple[int, list[Move], str]:
    """The first part that answers the question of `trial`: with its place, its moves and what is left of it."""
    problems: list[Misunderstood] = []
    refused: Misunderstood | None = None  # of the first share that is told wrongly: what is left is not the rest then
    for at, part in enumerate(parts):
        if refused is not None and _tells_rest(part, answers):
            raise refused
        try:
            return (at, *answers.read(part, trial, start))
        except Misunderstood as problem:
            problems.append(problem)
            refused = refused or (problem if answers.told_in(part) else None)
    raise problems[0]


def _rest_last(parts: list[str], answers: Answers) -> list[str]:
    """Of parts side by side that say who took what, those with the rest behind the others."""
    found: list[str] = []
    for telling, group in groupby(parts, lambda part: bool(answers.told_in(part))):
        beside = [*group]
        found += sorted(beside, key=lambda part: _tells_rest(part, answers)) if telling else beside
    return found


def _tells_rest(part: str, answers: Answers) -> bool:
    return any(share.rest for share in answers.told_in(part))


def _untold(parts: list[str], answers: Answers) -> list[str]:
    """What stands beside a share with which everything is told: no more shares, but for those of nothing."""
    for at, part in enumerate(parts):
        shares = answers.told_in(part)
        if not shares:
            return parts[at:]
        if not all(share.is_nothing for share in shares):
            raise Misunderstood(answers.say("all_told", part))
    return []


__all__ = ["read_line"]
