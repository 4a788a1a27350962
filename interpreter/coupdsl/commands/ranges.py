"""How large the numbers of a call may be. Numbers of seats or moves are in ranges that rules or a log give."""

from __future__ import annotations

from math import isnan
from typing import Any

import typer

MOST_GAMES = 1_000_000_000
MOST_JOBS = 256
MOST_SECONDS = 10_000_000  # four months
MOST_SEED = 2**64 - 1


def games(help_: str, least: int = 1) -> Any:
    return typer.Option(min=least, max=MOST_GAMES, help=help_)


def seed(help_: str) -> Any:
    return typer.Option(min=0, max=MOST_SEED, help=help_)


def jobs(help_: str) -> Any:
    return typer.Option(min=1, max=MOST_JOBS, help=help_)


def seconds(help_: str, least: float = 1, most: int = MOST_SECONDS) -> Any:
    return typer.Option(min=least, max=most, help=help_, callback=_a_number)


def port(help_: str) -> Any:
    return typer.Option(min=0, max=65535, help=help_)


def _a_number(value: float | None) -> float | None:
    if value is not None and isnan(value):  # which no range refuses: it is neither below nor above
        raise typer.BadParameter(f"'{value}' is not a valid float.")
    return value
