"""The row of one game, filled while the reference interpreter plays it."""

from __future__ import annotations

from collections.abc import Iterable

from coupdsl.code.bounds import LIMIT, TOO_MUCH_PAID
from coupdsl.code.errors import RulesError
from coupdsl.code.moves import Move
from coupdsl.engine.chance import CHANCE
from coupdsl.engine.events import Event
from coupdsl.engine.state import State
from coupdsl.language import program as p
from coupdsl.native.counting.columns import CHOOSER, NONE, OTHERS, Column, Columns, named_entry, path_of, word_of


class Record:
    """Counts one game: `begun` once it has begun, `choosing` before each move, `happened` after it, `ended` last.

    `state` is the game set up, before anything has run.
    """

    def __init__(self, columns: Columns, state: State) -> None:
        self.columns = columns
        self.row = [0] * len(columns)
        self._total = 0  # of all payments; no sum of some of them is larger
        self._begin(state, None, None)

    # ---- what a game goes through
    def begun(self, state: State) -> None:
        self._paid(state.events)

    def choosing(self, state: State, move: Move) -> None:
        """A move about to be made."""
        seat = state.actor
        if seat is None or seat == CHANCE:
            return
        option, values, _ = state.legal[move]
        entry = named_entry(option, values, self.columns.rules)
        if entry is not None:
            self._end(state)
            self._begin(state, entry, seat)
        if not self.row[self.columns.at[Column("moves")]] and state.code.decisions[state.pc].together is None:
            self._add("opened", of=str(seat))
        self._add("moves")
        if len(state.legal) > 1:
            self._add("decisions")
            self._add("decisions_of", of=str(seat))
        word = word_of(state.code.decisions[state.pc], option)
        self._add("chose", self._entry, word)
        self._users.setdefault(word, set()).add(seat)

    def happened(self, state: State) -> None:
        self._paid(state.events)

    def ended(self, state: State) -> list[int]:
        """The row of a game that is over."""
        if len(self.columns.entries) > 1:
            self._twice("used", self._users)
            self._twice("with", self._reasons)
        self._end(state)
        result = state.result()
        assert result is not None
        for seat, score in enumerate(result.scores):
            self._add("score", of=str(seat), much=score)
        self._add("limited", much=int(state.limited))
        for seat in result.winners:
            self._add("won", of=str(seat))
        return self.row

    # ---- spells
    def _begin(self, state: State, entry: p.Entry | None, chooser: int | None) -> None:
        self._entry = path_of(entry)
        self._chooser = chooser
        self._before = self._balances(state)
        self._roles = {f"role {role.name}": self._holder(state, role) for role in self.columns.roles}
        self._users: dict[str, set[int]] = {}
        self._reasons: set[str] = set()
        self._payees: dict[str, set[int]] = {}

    def _end(self, state: State) -> None:
        self._add("spells", self._entry)
        for word in self._users:
            self._add("used", self._entry, word)
        for reason in self._reasons:
            self._add("with", self._entry, reason)
        if self.columns.groups:
            self._gains([now - then for now, then in zip(self._balances(state), self._before, strict=True)])

    def _twice(self, figure: str, met: Iterable[str]) -> None:
        """Counts what is met in the last spell, where it was already met in the first, or this is the first."""
        for name in met:
            if self._entry == NONE or self.row[self.columns.at[Column(figure, NONE, name)]]:
                self._add(f"{figure} twice", of=name)

    def _gains(self, gains: list[int]) -> None:
        everybody = set(range(self.columns.players))
        choosers = {self._chooser} if self._chooser is not None else set()
        groups = {CHOOSER: choosers, OTHERS: everybody - choosers}
        groups |= {role: {holder} if holder in everybody else set() for role, holder in self._roles.items()}
        groups |= {f"user {word}": seats for word, seats in self._users.items()}
        groups |= {f"payee {reason}": seats for reason, seats in self._payees.items()}
        for group, seats in groups.items():
            self._add("members", self._entry, group, len(seats))
            self._add("gain", self._entry, group, sum(gains[seat] for seat in seats))

    # ---- looking
    def _paid(self, events: Iterable[Event]) -> None:
        for event in events:
            if event.kind != "paid":
                continue
            _, payee, amount, number = event.data
            self._total += amount
            if self._total >= LIMIT:
                raise RulesError(TOO_MUCH_PAID, self.columns.rules.program.span)
            reason = self.columns.reasons[number] if number >= 0 else NONE
            self._add("payments", self._entry, reason)
            self._add("amount", self._entry, reason, amount)
            self._reasons.add(reason)
            if 0 <= payee - self._first_account < self.columns.players and self.columns.groups:
                self._payees.setdefault(reason, set()).add(payee - self._first_account)

    @property
    def _first_account(self) -> int:
        account = self.columns.account
        return self.columns.rules.code.layout.account_start[account] if account is not None else 0

    def _balances(self, state: State) -> list[int]:
        return state.balances[self._first_account : self._first_account + self.columns.players]

    @staticmethod
    def _holder(state: State, role: p.State) -> int:
        holder: int | None = state.memory[state.code.layout.state_start[role]]
        return -1 if holder is None else holder

    def _add(self, figure: str, entry: str = "", of: str = "", much: int = 1) -> None:
        self.row[self.columns.at[Column(figure, entry, of)]] += much
