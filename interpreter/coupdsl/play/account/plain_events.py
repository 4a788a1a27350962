"""Single events in sentences that serve for any game, also what an account leaves out."""

from __future__ import annotations

from typing import Any

from coupdsl.engine.chance import CHANCE
from coupdsl.play.account.speech import Speech
from coupdsl.play.account.told import Cards, Told

Event = dict[str, Any]


def told_plainly(speech: Speech, event: Event) -> str | None:
    """The event as a sentence; None for the end of a game, which an account never leaves out."""
    told = _told(speech, event)
    return speech.write(told) if told is not None else None


def _told(speech: Speech, event: Event) -> Told | None:
    words, kind = speech.words, event["event"]
    if kind == "moved":
        cards = Cards(tuple(event["pieces"]), event["unseen"], speech.family_in(event["to"], event["from"]))
        ends = {"from": speech.place(event["from"]), "to": speech.place(event["to"])}
        return speech.say("goes", cards=cards or words.say("nothing"), **ends)
    if kind == "shown":
        cards = Cards(tuple(event["pieces"]))
        if len(event["to"]) == words.layout.seats:
            return speech.say("shown", cards=cards)
        return speech.say("shown_to", to=speech.all_of(event["to"]), cards=cards)
    if kind == "revealed":
        return speech.revealed(event)
    if kind == "paid":
        parts = {"payer": speech.account(event["payer"]), "payee": speech.account(event["payee"])}
        because = speech.wording["because"].format(words.label("reasons", event["reason"])) if event["reason"] else ""
        return speech.say("pays", amount=str(event["amount"]), payer=parts["payer"], payee=parts["payee"] + because)
    if kind == "vacated":
        places = words.joined([str(place) for place in event["at"]]) or words.say("nothing")
        return speech.say("vacated", place=speech.place(event["zone"]), places=places)
    if kind == "shuffled":
        return speech.say("shuffled", place=speech.place(event["zone"]))
    return _chosen(speech, event) if kind == "chose" else None


def _chosen(speech: Speech, event: Event) -> Told:
    words, seat = speech.words, event["seat"]
    if "move" not in event:
        return speech.say("secretly", who=speech.who(seat), question=words.label("decisions", event["decision"]))
    move = words.move(event["move"], speech.viewer)
    return speech.say("by_chance", move=move) if seat == CHANCE else speech.say("does", who=speech.who(seat), move=move)


__all__ = ["told_plainly"]
