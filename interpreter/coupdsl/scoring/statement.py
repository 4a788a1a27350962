"""The account of a scored game: all that was told, what each person got and paid for what, and who stands where."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from coupdsl.engine.chance import CHANCE
from coupdsl.play.game import Game
from coupdsl.play.narrator import Narrator
from coupdsl.play.spoken import Words, winning
from coupdsl.scoring.answers import Answers

Sums = dict[str, dict[str, int]]  # by reason what was received and what was paid


class Scribe(Narrator):
    """Tells what was written down, without the ways of the pieces and without who wrote it."""

    def __init__(self, words: Words, answers: Answers) -> None:
        super().__init__(words, None)
        self.answers = answers

    def _chose(self, event: dict[str, Any]) -> str:
        return self.entry(event["seat"], event["move"]) if "move" in event else super()._chose(event)

    def entry(self, actor: int, move: str) -> str:
        """A line of the score: what was told, or decided by whom."""
        if actor != CHANCE:
            return self.answers.say("echo", self.who(actor), self.move(move))
        word, *parts = move.split()
        if len(parts) == 2 and self.terms.is_seat(word, 1):
            taken = self.answers.say("number", parts[0]) if parts[0].isdigit() else self.answers.piece(parts[0])
            return self.answers.say("echo", self.who(parts[1]), taken)
        return self.move(move)

    def _moved(self, event: dict[str, Any]) -> str:
        return ""

    def _revealed(self, event: dict[str, Any]) -> str:
        said = event["value"] is not None and event["value"] is not False  # 0 is a seat, or a number
        return super()._revealed(event) if said else ""

    def tell(self, events: Any) -> list[str]:
        return [line for line in super().tell(events) if line]


def sums(game: Game) -> list[Sums]:
    """For each seat, by reason, what it received and paid."""
    found: list[Sums] = [{} for _ in range(game.rules.players)]
    for event in game.seen(None):
        if event["event"] != "paid":
            continue
        for who, side in ((event["payee"], "received"), (event["payer"], "paid")):
            if str(who).isdigit():
                kept = found[int(who)].setdefault(event["reason"] or "", {"received": 0, "paid": 0})
                kept[side] += event["amount"]
    return found


def statement(game: Game, words: Words, answers: Answers) -> Iterator[str]:
    """What each person got and paid in all, a reason a line."""
    for seat, reasons in enumerate(sums(game)):
        if not reasons:
            continue
        yield answers.say("standing", answers.names[seat], purse(game, words, seat))
        for reason, both in reasons.items():
            parts = [answers.say(side, amount) for side, amount in both.items() if amount]
            label = words.label("reasons", reason) if reason else answers.say("no_reason")
            yield f"  {answers.say('standing', label, ', '.join(parts))}"


def purse(game: Game, words: Words, seat: int) -> str:
    """What somebody has."""
    view = game.state.view(None)
    parts = [
        f"{words.label('names', name)} {kept[seat]}"
        for name, kept in view["accounts"].items()
        if isinstance(kept, list)
    ]
    return ", ".join(parts)


def result(game: Game, answers: Answers) -> Iterator[str]:
    """Who came where, the best first; nothing while the game goes on."""
    ended = game.state.result()
    if ended is None:
        return
    for seat in ended.standing:
        yield answers.say("standing", answers.names[seat], ended.scores[seat])
    winners = [answers.names[seat] for seat in ended.winners]
    yield answers.say(winning(winners), ", ".join(winners))


def told(game: Game, scribe: Scribe) -> Iterator[str]:
    """Everything that was told and what came of it."""
    for events in game.events:
        yield from scribe.tell(game.told(events, None))


def final(game: Game, words: Words, answers: Answers, title: str) -> list[str]:
    """The whole account as text."""
    parts = [[title], list(told(game, Scribe(words, answers))), list(statement(game, words, answers)),
             list(result(game, answers))]  # fmt: skip
    return [line for part in parts if part for line in (*part, "")][:-1]


def as_data(game: Game, answers: Answers) -> dict[str, Any]:
    """The whole account as plain data."""
    ended = game.state.result()
    return {
        "ruleset": game.rules.name,
        "fingerprint": game.rules.fingerprint,
        "people": answers.names,
        "over": ended is not None,
        "scores": list(ended.scores) if ended is not None else None,
        "winners": [answers.names[seat] for seat in ended.winners] if ended is not None else None,
        "accounts": game.state.view(None)["accounts"],
        "sums": [{"name": name, "reasons": kept} for name, kept in zip(answers.names, sums(game), strict=True)],
        "events": game.seen(None),
    }
