"""Why: answers to anybody about payments, from what he may know."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from coupdsl.engine.chance import CHANCE
from coupdsl.engine.events import Event
from coupdsl.play.account.narrator import Narrator
from coupdsl.play.account.speech import Speech
from coupdsl.play.payments_told import PaymentsTold
from coupdsl.play.questions import OfPayments
from coupdsl.play.spoken import Words
from coupdsl.play.table_phrases import TablePhrases

if TYPE_CHECKING:
    from coupdsl.play.game import Game


class PaymentsAsked:
    """Finds the payments that are meant; `phrases` are those of who asks."""

    def __init__(self, words: Words, phrases: Callable[[int | None], TablePhrases]) -> None:
        self.words = words
        self._phrases = phrases

    def answer(self, game: Game, of: OfPayments, seat: int | None) -> list[str]:
        """The last payments that are meant, with what they were made of."""
        move = self.last_paid(game, of)
        if move is not None:
            return self.why_paid(game, move, seat, of)
        return self.none_paid(game)

    def none_paid(self, game: Game) -> list[str]:
        """That no payment is meant."""
        paid = any(event.kind == "paid" for events in game.events for event in events)
        return [self.words.say("no_such_payment" if paid else "no_payment")]

    def last_paid(self, game: Game, of: OfPayments) -> int | None:
        """The last move that caused a payment that is meant; -1 where that was before the first."""
        moves = range(len(game.moves) - 1, -2, -1)
        return next((move for move in moves if any(self.is_meant(event, of) for event in game.events[move + 1])), None)

    def is_meant(self, event: Event, of: OfPayments) -> bool:
        """Is it one of these payments?"""
        told = event.seen_by(self.words.rules.code, None) if event.kind == "paid" else None
        if told is None:
            return False
        payer, payee = (told[side].split()[-1] for side in ("payer", "payee"))  # the seats, where an account is of one
        return (
            (of.amount is None or told["amount"] == of.amount)
            and (of.reason is None or told["reason"] == of.reason)
            and (of.payer is None or payer == str(of.payer))
            and (of.payee is None or payee == str(of.payee))
            and (of.either is None or str(of.either) in (payer, payee))
        )

    def why_paid(self, game: Game, move: int, seat: int | None, of: OfPayments | None = None) -> list[str]:
        """What the payments were made of that the move with this index caused, or those of them that are meant.

        Those before the first move have -1. What chance has brought is told as everybody sees it.
        """
        seat = None if seat == CHANCE else seat
        lines, sentences, told = [], Narrator(self.words, seat), PaymentsTold(self._phrases(seat))
        known = game.why_paid(move, seat)
        for event in game.events[move + 1]:
            part = next((part for other, part in known if other == event), None)
            shown = event.seen_by(self.words.rules.code, seat) if event.kind == "paid" else None
            if shown is not None and (of is None or self.is_meant(event, of)):
                lines += sentences.tell([shown]) or [_pays(sentences.speech, shown)]
                lines += told.made_of(part) if part is not None else []
        return lines


def _pays(speech: Speech, event: dict[str, Any]) -> str:
    """A payment that the account of a game passes over, as it goes without saying there."""
    who = {side: speech.account(event[side]) for side in ("payer", "payee")}
    return speech.write(speech.say("pays", **who, amount=str(event["amount"])))
