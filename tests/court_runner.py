"""Plays scenarios of Coup, whose cards and coins are laid out as data; scenario_runner.py tells the rest.

Seats are A to F. A hand has these keys, all with defaults:

    deal     the cards of seats, `{A: duke captain}`; what is not said is the first that is left
    lost     which of them already lie face up: {B: duke}
    have     coins of seats; the Treasury has the rest
    begins   the seat that chance lets begin, A if not said
    lots     the order in which chance lets the players answer: [C, B, D]
    draws    the cards that chance draws from the Court, one after the other; then the first that is left
    plays    moves with the seat before them, `B challenge`; `all allow`: everybody who is asked lets it happen;
             `steal x 5`: five turns in which one steals from the next and nobody minds; and checks

Checks beside those of scenario_runner.py:

    coins, treasury    coins now
    holds, up          what seats see of their own face-down cards; what everybody sees face up: {A: duke captain}
    court              how many cards the Court deck has
    sees               what seats know of the Court deck: {A: duke}
    considers          the cards that seats may keep in an exchange
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.scenario_runner import Runner, flat

import coupdsl
from coupdsl.engine.saving import with_seal


class CourtRunner(Runner):
    folder = "coup"
    ruleset = "coup"
    letters = "ABCDEF"
    hand_keys = frozenset({"deal", "lost", "have", "begins", "lots", "draws", "plays"})
    checks = frozenset({"legal", "illegal", "possible", "actor", "decision", "told", "coins", "treasury", "holds", "up",
                        "court", "sees", "considers", "scores", "winners", "over", "paid"})  # fmt: skip

    def hand(self, hand: dict[str, Any]) -> None:
        self.begins, self.lots = hand.get("begins", "A"), list(hand.get("lots", []))
        self.replacements = str(hand.get("draws", "")).split()
        deal = hand.get("deal", {})
        self.dealt = {f"hand {self.seat(s)}": str(deal.get(s, "")).split() for s in self.seats}
        self.settle_chance()
        self.dealt = {}
        self._given(hand)
        for line in flat(hand.get("plays", [])):
            self.place = str(line)
            if isinstance(line, dict):
                self.check(line)
            else:
                self.line(str(line))
        self.place = "at the end"
        self.settle_chance()
        self.check({key: part for key, part in hand.items() if key in self.checks})

    def _given(self, hand: dict[str, Any]) -> None:
        """Writes cards already lost and coins into the saved state, which is plain data."""
        layout = self.rules.code.layout
        zones = [layout.zone_name(number) for number in range(len(layout.zones))]
        saved = self.state.save()
        for letter, faces in hand.get("lost", {}).items():
            start, to = (zones.index(f"{name} {self.seat(letter)}") for name in ("hand", "exile"))
            for face in faces.split():
                piece = next(p for p in range(layout.cards)
                             if layout.face_of[p] == face and saved["where"][p] == start)  # fmt: skip
                saved["where"][piece], saved["known"][piece] = to, layout.everyone
                saved["held"][start] &= ~(1 << piece)
                saved["held"][to] |= 1 << piece
        for letter, amount in hand.get("have", {}).items():
            saved["balances"][self.seat(letter)] = amount
        saved["balances"][-1] += self.money - sum(saved["balances"])
        self.state = self.rules.restore(with_seal(saved))

    # ---- chance
    def settle_chance(self) -> None:
        while self.state.actor == coupdsl.CHANCE:
            options = [str(move) for move, _ in self.state.chances()]
            self._apply(getattr(self, f"_chance_{self.state.decision}")(options))

    def _chance_deal(self, options: list[str]) -> str:
        place = options[0].split(" to ")[1]
        dealing = place in self.dealt
        wanted = self.dealt.get(place) or ([] if dealing else self.replacements)
        if wanted:
            return f"deal {wanted.pop(0)} to {place}"
        kept = Counter([*self.replacements, *(face for faces in self.dealt.values() for face in faces)])
        return next(str(move) for move, left in self.state.chances() if left > kept[move.arguments[0]])

    def _chance_first_turn(self, options: list[str]) -> str:
        return f"first_turn {self.seat(self.begins)}"

    def _chance_lot(self, options: list[str]) -> str:
        return f"lot {self.seat(self.lots.pop(0))}" if self.lots else options[0]

    # ---- lines
    def line(self, line: str) -> None:
        if line == "all allow":
            while self.state.decision == "reply":
                self._apply("allow")
                self.settle_chance()
        elif line.startswith("steal x "):
            for _ in range(int(line.split()[2])):
                move = f"steal {(self.state.actor or 0) + 1 if self.actor != self.seats[-1] else 0}"
                assert move in self.options(), f"{self.place}: {move} is not among {self.options()}"
                self._apply(move)
                self.line("all allow")
        else:
            seat, _, move = line.partition(" ")
            self.move(move, seat)

    # ---- checks
    def check_coins(self, wanted: dict[str, int]) -> None:
        self.settle_chance()
        self.check_cash(wanted)

    def _zone(self, name: str, letter: str, viewer: str | None) -> dict[str, Any]:
        zones = self.state.view(self.seat(viewer) if viewer else None)["zones"]
        seat = self.seat(letter) if letter else None
        found: dict[str, Any] = next(zone for zone in zones if zone["name"] == name and zone["seat"] == seat)
        return found

    def _seen(self, name: str, wanted: dict[str, str], own: bool) -> None:
        self.settle_chance()
        for letter, faces in wanted.items():
            found = self._zone(name, letter, letter if own else None)["pieces"]
            self.same(f"{name} of {letter}", sorted(found), sorted(str(faces).split()))

    def check_holds(self, wanted: dict[str, str]) -> None:
        self._seen("hand", wanted, own=True)

    def check_considers(self, wanted: dict[str, str]) -> None:
        self._seen("considered", wanted, own=True)

    def check_up(self, wanted: dict[str, str]) -> None:
        self._seen("exile", wanted, own=False)

    def check_court(self, wanted: int) -> None:
        self.settle_chance()
        stock = self._zone("stock", "", None)
        self.same("court", sum(face is not None for face in stock["pieces"]) + stock["unseen"], wanted)

    def check_sees(self, wanted: dict[str, str]) -> None:
        self.settle_chance()
        for letter, faces in wanted.items():
            found = self._zone("stock", "", letter)["pieces"]
            self.same(f"what {letter} knows of the Court", [face for face in found if face], str(faces).split())
