"""The account of a game that was played: in sentences, a key at a time if wanted, or as the events that they tell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import typer

from coupdsl.commands.common import Format, given_viewer, terminal
from coupdsl.commands.streams import key_pressed, tell_json
from coupdsl.language.records import by_value

if TYPE_CHECKING:
    from coupdsl.engine.rules import Rules
    from coupdsl.play.account.narrator import Narrator
    from coupdsl.play.account.told import Told
    from coupdsl.play.game import Game
    from coupdsl.play.log import Log
    from coupdsl.play.sent import Viewer
    from coupdsl.play.spoken import Words


class LeftOff(Exception):
    """Whoever reads step by step has read enough."""


@by_value
class Manner:
    """How games are told."""

    lang: str | None
    format: Format
    step: bool

    def words(self, rules: Rules, names: tuple[str, ...]) -> Words:
        from coupdsl.play.spoken import Words

        plain, _ = terminal(False)
        return Words(rules, self.lang or rules.locale, plain, names)


def tell_log(log: Log, ruleset: str | None, number: int, as_: str | None, manner: Manner) -> None:
    """Prints what a seat was sent; a whole game once it is verified, as who is named `as_` sees it."""
    from coupdsl.play.log import replay

    own_rules = log.rules is not None and ruleset is None  # those that the log holds, whatever they are called
    if log.viewer is not None and as_ is None:
        _tell_sent(log, ruleset, number, own_rules, manner)
    else:
        game = replay(log, ruleset)
        _tell_played(game, given_viewer(as_, game.rules.players), number, own_rules, manner)


def _tell_sent(log: Log, ruleset: str | None, number: int, own_rules: bool, manner: Manner) -> None:
    """What a seat was sent, as an account."""
    from coupdsl.play.account.chronicle import sent_told
    from coupdsl.play.account.narrator import Narrator
    from coupdsl.play.log import of_rules
    from coupdsl.play.sent import safe_for, seat_of

    rules = of_rules(log, ruleset)
    if manner.format is Format.json:
        told = {"seen_by": log.viewer, "events": log.sent}
        tell_json({"game": number, "ruleset": rules.name, "own_rules": own_rules, **told})
        return
    assert log.viewer is not None
    words = manner.words(rules, tuple(log.head.get("names", ())))
    seat = seat_of(log.viewer)
    made = sum(event["event"] == "chose" and event["seat"] >= 0 for event in log.sent)
    eyes = words.say("as_spectator") if seat is None else words.say("as_seat", seat)
    _title(words, number, made, own_rules, [eyes])
    narrator = Narrator(words, seat)
    _lines(sent_told(log.sent, narrator), narrator, manner)
    typer.echo(words.say("sent_only", safe_for(log.viewer)) + "\n")


def _tell_played(game: Game, viewer: Viewer | None, number: int, own_rules: bool, manner: Manner) -> None:
    from coupdsl.play.account.chronicle import moves_told
    from coupdsl.play.account.narrator import Narrator
    from coupdsl.play.sent import seat_of
    from coupdsl.scoring.answers import Answers
    from coupdsl.scoring.scorable import is_scored
    from coupdsl.scoring.statement import Scribe

    seat = seat_of(viewer) if viewer is not None else None
    if manner.format is Format.json:
        tell_json({"game": number, "ruleset": game.rules.name, "own_rules": own_rules, "events": game.seen(seat)})
        return
    words = manner.words(game.rules, game.names)
    _title(words, number, len(game.moves), own_rules)
    narrator = Scribe(words, Answers(words), seat) if is_scored(game.rules) else Narrator(words, seat)
    in_all_hands = viewer is None and game.state.is_over
    _lines(moves_told(game, narrator, in_all_hands), narrator, manner)
    typer.echo(words.say("in_order") + "\n")


def _title(words: Words, number: int, moves: int, own_rules: bool, seen: Iterable[str] = ()) -> None:
    from coupdsl.language.tongues import Count

    said = words.say("game", number, words.title(), Count(words.rules.players), Count(moves))
    typer.echo(", ".join([said, *seen, *([words.say("own_rules")] if own_rules else [])]))


def _lines(told: Iterator[list[Told]], narrator: Narrator, manner: Manner) -> None:
    """The account; step by step, each move when a key is pressed."""
    from coupdsl.play.account.chronicle import lines

    if not manner.step:
        for line in lines(told, narrator):
            typer.echo(line)
        return
    typer.echo(narrator.words.say("step"))
    waits = True
    for sentences in told:
        for line in lines([sentences], narrator):
            typer.echo(line)
        waits = waits or any(one.kind in ("hand", "head") for one in sentences)
        if sentences and waits:
            key = key_pressed()
            if key in ("q", "Q", ""):
                raise LeftOff
            waits = key not in ("h", "H", "d", "D")
