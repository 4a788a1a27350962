"""Who plays, as commands that seat players are told it: one spelling and one set of messages for all."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from typing import Annotated

import typer

HELP = "Who plays: one for all seats, or one per seat, such as medium or hard,random,mine:Careful,…"
Bots = Annotated[str, typer.Option("--bots", "--policy", help=HELP)]

EACH = f"{HELP} Several times: for each ruleset in turn."
EachBots = Annotated[list[str] | None, typer.Option("--bots", "--policy", help=EACH)]


def usual_bots() -> str:
    """Who plays against people where nobody says: those who think, where there is what they need."""
    return "medium" if find_spec("llvmlite") is not None else "random"


def named_bots(text: str) -> tuple[str, ...]:
    """The names as typed after `--bots`, each of which is a player's."""
    from coupdsl.play.bots import BOTS, UnknownPlayer, find_maker

    names = tuple(name.strip() for name in text.split(","))
    for name in (name for name in names if name not in BOTS):
        try:
            find_maker(name)
        except UnknownPlayer as unknown:
            raise typer.BadParameter(f"{unknown.message}; {unknown.help}", param_hint="--bots") from None
    return names


def given_bots(text: str, sizes: Sequence[int], people: int = 0) -> tuple[str, ...]:
    """The same where they sit at tables: one for all seats, or one a seat of every table of these sizes.

    Where `people` sit too, there may be names for the other seats alone.
    """
    names = named_bots(text)
    if any(len(names) not in (1, size, size - people) for size in sizes):
        seats = " and ".join(map(str, sizes))
        message = f"{len(names)} bots do not fit {seats} seats; name one for all seats, or one per seat"
        raise typer.BadParameter(message, param_hint="--bots")
    return names[:1] if len(set(names)) == 1 else names
