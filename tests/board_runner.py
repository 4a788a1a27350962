"""Plays scenarios of Coup D'Etat 2005, whose two countries are laid out as data; scenario_runner.py tells the rest.

Seats are R (Red) and B (Black). A hand has these keys, all with defaults:

    map      six rows from row 6 to row 1, each the ranks on columns a to f
    open     the cells of the edges left without a spy: {R: f1, B: a6}
    given    a position instead of the first: coins {R: a4 c4+} with `+` for supporters; and `closed`, `used`: cells
             with no card any more, and with an Ace that struck; `quiet`: turns without a supporter or an attempt
    until    `laying`, `spies` or `play` (the default): how far to go before `plays`
    plays    moves, with the seat before them if it should be checked: `R move a1 a2`; and checks

Checks beside those of scenario_runner.py:

    count      how many options begin with a word: {move: 15}
    cells      what a seat sees: {R: {a4: 7B, b4: "?", c4: ""}}, or `all` for a spectator
    box        the cards still to be laid: {R: K Q J}
    layable    whether Red can lay King, Queen and Jack so: {K: a1, Q: b2, J: c1, can: true}
"""

from __future__ import annotations

from typing import Any

from tests.scenario_runner import Runner, flat, listed

import coupdsl
from coupdsl.engine.saving import with_seal

MAP = ["7 6 5 4 3 2", "A K Q J 8 A", "7 6 5 4 3 2", "2 3 4 5 6 7", "A 8 J Q K A", "2 3 4 5 6 7"]
OPEN = {"R": "f1", "B": "a6"}
RANKS = "KQJ87766554433 22AA".replace(" ", "")


class BoardRunner(Runner):
    folder = "coup-detat-2005"
    ruleset = "coup-detat-2005"
    players = 2
    letters = "RB"
    hand_keys = frozenset({"map", "open", "given", "until", "plays"})
    checks = frozenset({"legal", "illegal", "possible", "count", "actor", "decision", "states", "cells", "told", "box",
                        "layable", "scores", "winners", "over"})  # fmt: skip

    def settle_chance(self) -> None:
        while self.state.actor == coupdsl.CHANCE:
            self.state.apply("takes_red 0")

    def _apply(self, move: str) -> None:
        self.events = list(self.state.apply(move))

    def _written(self, text: str) -> str:
        return text

    def options(self) -> list[str]:
        return [str(move) for move in self.state.legal_moves()]

    # ---- a hand
    def hand(self, hand: dict[str, Any]) -> None:
        rows = [str(row).split() for row in hand.get("map", MAP)]
        self.faces = {
            f"{column}{6 - at}": rank + ("B" if at < 3 else "R")
            for at, row in enumerate(rows)
            for column, rank in zip("abcdef", row, strict=True)
        }
        self.settle_chance()
        until = hand.get("until", "play")
        if until != "laying":
            if self.state.decision == "colour":
                self._apply("red")
            self._lay()
        if until == "play":
            spaces = {**OPEN, **hand.get("open", {})}
            while self.state.decision == "open_cell":
                assert self.actor is not None
                self._apply(f"leave_open {spaces[self.actor]}")
        if "given" in hand:
            self._given(hand["given"])
        for line in flat(hand.get("plays", [])):
            self.place = str(line)
            if isinstance(line, dict):
                self.check(line)
                continue
            seat, _, move = str(line).partition(" ")
            self.move(*((move, seat) if seat in self.seats else (str(line), None)))
        self.place = "at the end"
        self.check({key: part for key, part in hand.items() if key in self.checks})

    def _lay(self) -> None:
        while self.state.decision == "lay":
            cell = self.options()[0].split()[2]
            self._apply(f"lay {self.faces[cell]} {cell}")

    def _given(self, given: dict[str, Any]) -> None:
        """Writes a position into the saved state, which is plain data."""
        assert set(given) <= {"coins", "closed", "used", "quiet"}, f"{self.place}: {set(given)}"
        layout = self.rules.code.layout
        names = {layout.zone_name(number): number for number in range(len(layout.zones))}
        starts = {declared.name: at for declared, at in layout.state_start.items()}
        saved = self.state.save()

        def put(piece: int, zone: int) -> None:
            saved["held"][saved["where"][piece]] &= ~(1 << piece)
            saved["held"][zone] |= 1 << piece
            saved["where"][piece] = zone

        ground = {saved["where"][piece]: piece for piece in range(layout.cards)}
        coins = list(layout.family_list("coins"))
        for coin in coins:
            put(coin, names["gone"])
        for letter, cells in given.get("coins", {}).items():
            for text in str(cells).split():
                coin, cell = coins.pop(), text.removesuffix("+")
                put(coin, names[f"stand {cell}"])
                saved["memory"][starts["whose"] + coin] = self.seat(letter)
                saved["memory"][starts["role"] + coin] = int(text.endswith("+"))
                saved["known"][ground[names[f"ground {cell}"]]] |= 1 << self.seat(letter)
        for cell in listed(given.get("closed", [])):
            put(ground[names[f"ground {cell}"]], names["gone"])
        for cell in listed(given.get("used", [])):
            saved["memory"][starts["struck"] + layout.board.names.index(cell)] = 1
            saved["known"][ground[names[f"ground {cell}"]]] = layout.everyone
        saved["memory"][starts["quiet"]] = given.get("quiet", 0)
        self.state = self.rules.restore(with_seal(saved))

    # ---- checks
    def check_legal(self, wanted: list[str]) -> None:
        self.same("legal", sorted(self.options()), sorted(map(str, listed(wanted))))

    def check_illegal(self, wanted: list[str]) -> None:
        super().check_illegal(listed(wanted))

    def check_count(self, wanted: dict[str, int]) -> None:
        found = {word: sum(option.split()[0] == word for option in self.options()) for word in wanted}
        self.same("count", found, wanted)

    def check_cells(self, wanted: dict[str, dict[str, str]]) -> None:
        for letter, cells in wanted.items():
            view = self.state.view(None if letter == "all" else self.seat(letter))
            ground = {zone["cell"]: zone for zone in view["zones"] if zone["name"] == "ground"}
            found = {cell: "?" * ground[cell]["unseen"] + "".join(ground[cell]["pieces"]) for cell in cells}
            self.same(f"what {letter} sees", found, cells)

    def check_box(self, wanted: dict[str, str]) -> None:
        view = self.state.view(self.seat(self.actor or "R"))
        box = next(zone for zone in view["zones"] if zone["name"] == "box" and zone["seat"] == view["seat"])
        self.same("box", " ".join(face[:-1] for face in box["pieces"]), wanted[self.actor or "R"])

    def check_layable(self, wanted: dict[str, Any]) -> None:
        places = {cell: rank for rank, cell in wanted.items() if rank != "can"}
        self.same("layable", can_lay(self.state.copy(), places), wanted["can"])


def can_lay(state: coupdsl.State, places: dict[str, str]) -> bool:
    """Whether the country of the seat to lay can be laid with these ranks on these cells."""
    seat, rest = state.actor, [rank for rank in RANKS if rank not in places.values()]
    while state.decision == "lay" and state.actor == seat:
        options = {option.arguments[0][0]: option for option in state.legal_moves()}
        cell = next(iter(options.values())).arguments[1]
        rank = places.get(cell) or rest.pop()
        if rank not in options:
            return False
        state.apply(options[rank])
    return True
