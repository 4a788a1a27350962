"""The account of a scored game: all that was told, what each person got and paid for what, and who stands where."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from coupdsl.engine.chance import CHANCE
from coupdsl.engine.events import Event
from coupdsl.play.account.dues import Dues
from coupdsl.play.account.hands import View
from coupdsl.play.account.narrator import Narrator
from coupdsl.play.account.speech import Speech, seat_in
from coupdsl.play.account.told import Told
from coupdsl.play.game import Game
from coupdsl.play.spoken import Words
from coupdsl.scoring.answers import Answers

Sums = dict[str, dict[str, int]]  # by reason what was received and what was paid


class Scribe(Narrator):
    """Tells what was written down, without the ways of the pieces."""

    def __init__(self, words: Words, answers: Answers, viewer: int | None = None) -> None:
        super().__init__(words, viewer, answers.piece)
        self.answers = answers

    def sentences(self, events: Iterable[dict[str, Any]], view: View | None = None) -> list[Told]:
        told = [event for event in events if _is_written_down(event)]
        answers = [said for event in told if event["event"] == "chose" and (said := self._answer(event)) is not None]
        rest = [event for event in told if event["event"] != "chose" or not answers]
        return [*(Told("{answer}", {"answer": said}) for said in answers), *super().sentences(rest, view)]

    def _answer(self, event: dict[str, Any]) -> str | None:
        """What was told of the cards, which is chance to the rules alone; None where the texts have a sentence."""
        said = event.get("move", "").split()
        if event["seat"] != CHANCE or not said:
            return None
        forms = (self.speech.form("moves", said[0]), self.speech.form("decisions", event["decision"]))
        if any(forms):
            return self._share(said)
        answer = self._share(said) or self.words.move(event["move"])
        return self.answers.say("asks", event["about"], answer) if event.get("about") else answer

    def _share(self, said: list[str]) -> str | None:
        """That somebody took something: another thing than a card, or where the texts have no sentence for it."""
        if len(said) != 3 or not self.words.is_seat(said[0], 1):
            return None
        (word, what, who), speech = said, self.speech
        is_piece = self.words.is_piece_picked(word, 0, what)
        if is_piece and not self.words.is_card(what):
            return self.answers.say("took_this", speech.who(who), speech.piece(what))
        if speech.form("moves", word) is not None:
            return None
        taken = speech.piece(what) if is_piece else what
        return self.answers.say("took" if is_piece else "took_some", speech.who(who), taken)

    def entry(self, actor: int, move: str, about: str) -> str:
        """A line of the score: what was told, and of whom if of one alone, or decided by whom."""
        said = self.tell([{"event": "chose", "seat": actor, "decision": "", "move": move, "about": about}])
        return ", ".join(said) or self.words.move(move)


def heard(game: Game, events: Iterable[Event], about: str = "") -> list[dict[str, Any]]:
    """The events as who keeps the score knows them: also what was answered in secret, since it is entered here.

    An answer is `about` this, if about anything.
    """
    told = (event.seen_by_any(game.rules.code) for event in events)
    noted = {"about": about} if about else {}
    return [event | (noted if event["event"] == "chose" else {}) for event in told if event is not None]


def only_counted(game: Game, answers: Answers, last: int) -> set[str]:
    """The pieces that lie with somebody at the payments of the move `last`, who was only said to have so many."""
    found: set[str] = set()
    for at, (_, move) in enumerate(game.moves[: last + 1]):
        owner = int(move.arguments[1]) if answers.is_number(move) else None
        for event in heard(game, game.events[at + 1]):
            if event["event"] == "paid" and at == last:
                break
            if event["event"] == "moved":
                counted = owner is not None and seat_in(event["to"]) == owner
                found = found.union(event["pieces"]) if counted else found.difference(event["pieces"])
    return found


def _is_written_down(event: dict[str, Any]) -> bool:
    """Not the ways of the pieces, which lie on the real table, nor that nothing was found."""
    if event["event"] == "revealed":
        return event["value"] is not None and event["value"] is not False
    return event["event"] not in ("moved", "vacated", "shown", "finished")


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
    """What each person got and paid in all, a reason a line; at the end what is owed."""
    for seat, reasons in enumerate(sums(game)):
        if not reasons:
            continue
        yield answers.say("standing", answers.names[seat], purse(game, words, seat))
        for reason, both in reasons.items():
            parts = [answers.say(side, amount) for side, amount in both.items() if amount]
            label = words.label("reasons", reason) if reason else answers.say("no_reason")
            yield f"  {answers.say('standing', label, ', '.join(parts))}"
    yield from Dues(Speech(words, None)).seen(game.state.view(None))


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
    yield answers.words.say(answers.words.winning(winners), answers.words.joined(winners))


def told(game: Game, scribe: Scribe) -> Iterator[str]:
    """Everything that was told and what came of it."""
    abouts = ["", *scribe.answers.about.each(game)]
    for events, about in zip(game.events, abouts, strict=True):
        yield from scribe.tell(heard(game, events, about))


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
        "events": [event for events in game.events for event in heard(game, events)],
    }
