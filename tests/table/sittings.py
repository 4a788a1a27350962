"""Tables for tests: a person at seat 0, random players elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import replace
from pathlib import Path

from tests.helpers import rules_of

from coupdsl.engine.rules import Rules
from coupdsl.play.company import Company, seated
from coupdsl.play.game import Game
from coupdsl.table.games_on_disk import KeptGames
from coupdsl.table.hall import Hall
from coupdsl.table.served_game import OpenGame
from coupdsl.table.server import TableServer
from coupdsl.table.sitting import Sitting

PORT, TOKEN, KEY = 8123, "a-token-of-a-test", "own"
OPTIONS = {name: {"game.lasts": "one_deal"} for name in ("hearts", "gin-rummy")}


def sitting(
    name: str, players: int, seed: int = 7, seat: int | None = 0, save: Path | None = None,
    hints: Mapping[str, str] | None = None,
) -> Sitting:  # fmt: skip
    """`hints` are texts of the game beside those that it has."""
    rules = rules_of(name, players, OPTIONS.get(name))
    return sitting_of(rules if hints is None else hinted(rules, hints), seed, seat, save)


def hinted(rules: Rules, hints: Mapping[str, str]) -> Rules:
    """The same rules with more texts, such as one of `forms.hand`."""
    rules = copy(rules)
    rules.labels = {one: replace(said, words={**said.words, **hints}) for one, said in rules.labels.items()}
    return rules


def sitting_of(rules: Rules, seed: int = 7, seat: int | None = 0, save: Path | None = None) -> Sitting:
    def company(game: Game) -> Company:
        others = {other: "random" for other in range(rules.players) if other != seat}
        return seated(game.rules, others, game.seed or 0)

    return Sitting(Game(rules, seed), seat, company, save)


def book(language: str) -> str:
    return f"<!doctype html><title>rules in {language}</title>"


def server(at: Sitting, kept: KeptGames | None = None) -> TableServer:
    """Serves a game, which is called `KEY`, and those that are kept."""
    hall = Hall(KEY, OpenGame(at, book, lambda: None), kept, "quick")
    return TableServer(hall, TOKEN, PORT, "en")
