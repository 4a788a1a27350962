"""The score as people draw it: a row a hand, a column a player, what each got and what he has then."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

from coupdsl.code.errors import RulesError
from coupdsl.code.moves import Move
from coupdsl.engine.chance import CHANCE
from coupdsl.engine.state import State
from coupdsl.language import program as p
from coupdsl.play.account.dues import Dues
from coupdsl.play.account.hands import scores_of
from coupdsl.play.account.speech import Speech
from coupdsl.play.game import Game
from coupdsl.play.spoken import Words
from coupdsl.scoring.hand_loops import Watched, hand_loops
from coupdsl.scoring.sentences import sentence

ABOUT = 3  # columns that say what hand it is
REHEARSED = 400  # moves of a game in which everything is told by chance
Noted = dict[str, Any]
Told = tuple[int, Move]  # who answered what
Style = Callable[[Sequence[Move]], Move]  # which of the answers is told


@dataclass(frozen=True)
class Row:
    """One hand: who deals, what was played and by whom, and for each player what it brought and what he has then."""

    number: int
    led_by: int | None
    played: str | None
    player: int | None
    brought: tuple[int, ...]
    totals: tuple[int, ...]
    common: tuple[int, ...]  # what lies in accounts that belong to nobody
    dues: Sequence[str]  # what is owed then, a sentence each


class Sheet:
    """The score sheet of one ruleset, for people called so."""

    def __init__(self, words: Words, names: Sequence[str]) -> None:
        self.words = words
        self.names = names
        program = words.rules.program
        self.dues = Dues(Speech(words, None))
        self._account = next((one.name for one in program.accounts if one.per_seat), None)
        layout = words.layout
        self._common = [
            one.name for number, (one, _) in enumerate(layout.accounts)
            if not one.per_seat and number not in layout.uncounted
        ]  # fmt: skip
        self._scores = next((one for one in scores_of(program) if one.per in ("seat", "team")), None)
        self.keeps = self._account is not None or self._scores is not None  # is there something to add up?
        self._leader = next((state for state in program.states if self._says_who_leads(state)), None)
        scores = frozenset(layout.slots(self._scores)) if self._scores is not None else frozenset[int]()
        self._loops = hand_loops(words.rules.code, scores, self._is_share)
        self._hands: int | None = None
        self._rehearsed = False

    def _says_who_leads(self, state: p.State) -> bool:
        """Is it somebody who stays so for more than a deal, and whom people have a name for?"""
        lasts = state.per is None and state.every is None and state.type.name == "seat"
        return lasts and self.words.find(f"names.{state.name}") is not None

    # ---- hands
    def rows(self, game: Game) -> list[Row]:
        """The hands that are over, if anything is kept from one to the next."""
        return list(self._rows(game)) if self.keeps else []

    def _rows(self, game: Game) -> Iterator[Row]:
        watched = Watched(game.rules, game.seed, self._loops)
        state, moves = watched.state, list[Told]()
        number, before = 0, game.rules.observer.remembered(state, None)
        had = self._totals(before)
        for actor, move in [*game.moves, (None, None)]:
            if (watched.next_begins() or state.is_over) and moves:
                number += 1
                now = state.view(None)
                yield self._row(number, moves, before, had, now)
                moves, had = [], self._totals(now)
            if move is not None and actor is not None:
                before = game.rules.observer.remembered(state, None)
                state.apply(move)
                moves.append((actor, move))

    def _is_share(self, move: Move) -> bool:
        return len(move.arguments) == 2 and self.words.is_seat(move.word, 1)

    def _row(self, number: int, moves: Sequence[Told], before: Noted, had: Sequence[int], now: Noted) -> Row:
        has = self._totals(now)
        led_by = before["states"].get(self._leader.name) if self._leader is not None else None
        played = [(actor, part) for actor, move in moves for part in move.arguments
                  if part in self.words.kind_plurals and not self._is_share(move)]  # fmt: skip
        actor, entry = played[-1] if played else (CHANCE, None)
        return Row(
            number, led_by, self.words.entry(entry) if entry is not None else None,
            actor if actor not in (CHANCE, led_by) else None,
            tuple(now - then for now, then in zip(has, had, strict=True)), tuple(has),
            tuple(now["accounts"][name] for name in self._common), self.dues.seen(now),
        )  # fmt: skip

    def _totals(self, noted: Noted) -> list[int]:
        """What each player has, of money or else of points."""
        seats = range(self.words.rules.players)
        if self._account is not None:
            return list(noted["accounts"][self._account])
        kept = noted["states"][self._scores.name] if self._scores is not None else [0] * len(seats)
        values = list(kept.values()) if isinstance(kept, dict) else list(kept)
        return [values[seat % len(values)] for seat in seats]

    # ---- how many hands
    def hands(self) -> int | None:
        """How many hands a game has, where that is the same however it goes: at random, or all to one person."""
        if not self._rehearsed:
            self._rehearsed = True
            at_random = (random.Random(seed).choice for seed in (1, 2))
            styles: list[Style] = [itemgetter(0), itemgetter(-1), *at_random]
            counts = map(self._rehearsal, styles)
            first = next(counts)
            self._hands = first if first is not None and all(one == first for one in counts) else None
        return self._hands

    def _rehearsal(self, told: Style) -> int | None:
        """The hands of a game of which this is `told`; None where it does not end soon, or nobody would tell so."""
        game = Game(self.words.rules)
        try:
            while not game.state.is_over:
                if len(game.moves) >= REHEARSED:
                    return None
                game.apply(told(self._soonest(game.state)))
        except RulesError:
            return None
        return len(self.rows(game))

    def _soonest(self, state: State) -> list[Move]:
        """The moves with which a game is told in the fewest answers: of numbers that somebody took, the largest."""
        moves = state.legal_moves()
        numbers = [int(move.arguments[0]) for move in moves if self._is_share(move) and move.arguments[0].isdigit()]
        if not numbers:
            return moves
        return [move for move in moves if self._is_share(move) and move.arguments[0] == str(max(numbers))]

    # ---- as text
    def heading(self, noted: Noted, number: int) -> str:
        """What stands over the questions of a hand: its number, and who leads it where that is known."""
        led_by = noted["states"].get(self._leader.name) if self._leader is not None and number > 1 else None
        leads = f"{self._head()[1]} {self.names[led_by]}" if led_by is not None else ""
        return ", ".join(filter(None, (self.title_of(number), leads)))

    def title_of(self, number: int) -> str:
        """`Hand 3 of 24`."""
        hands = self.hands()
        return self.say("hand_of", number, hands) if hands is not None else self.say("hand", number)

    def say(self, key: str, *parts: object) -> str:
        return sentence(self.words.language, key, *parts)

    def lines(self, rows: Sequence[Row], width: int) -> list[str]:
        """A table, or one with what was played above each row, or in words where that is too wide or read aloud."""
        if not rows:
            return []
        table = [self._head(), *map(self._cells, rows)]
        for lines in () if self.words.plain else (_columns(table, ABOUT), self._beneath(table, rows)):
            if max(map(len, lines)) <= width:
                return self._with_dues(lines, rows)
        return [self._spoken(row) for row in rows]

    def _with_dues(self, lines: Sequence[str], rows: Sequence[Row]) -> list[str]:
        """The table with what is owed under each of its rows."""
        head, *others = lines
        high = len(others) // len(rows)
        of_rows = ((row, others[at * high : (at + 1) * high]) for at, row in enumerate(rows))
        return [head, *(line for row, of_row in of_rows for line in (*of_row, *filter(None, [self._owed(row)])))]

    def _owed(self, row: Row) -> str:
        return f"  {', '.join(row.dues)}" if row.dues else ""

    def _beneath(self, table: Sequence[list[str]], rows: Sequence[Row]) -> list[str]:
        """Two lines a hand: what hand it is, and beneath it what it brought each."""
        head, *amounts = (f"  {line}" for line in _columns([cells[ABOUT:] for cells in table], 0))
        return [head, *(line for row, of_row in zip(rows, amounts, strict=True) for line in (self._about(row), of_row))]

    def _head(self) -> list[str]:
        leader = self.words.label("names", self._leader.name) if self._leader is not None else ""
        return ["", leader[:1].upper() + leader[1:], "", *self.names, *self._commons()]

    def _commons(self) -> list[str]:
        return [self.words.label("names", name) for name in self._common]

    def _cells(self, row: Row) -> list[str]:
        amounts = [self._amount(*pair) for pair in zip(row.brought, row.totals, strict=True)]
        return [self.title_of(row.number), self._leads(row), self._played(row), *amounts, *map(str, row.common)]

    def _leads(self, row: Row) -> str:
        return self.names[row.led_by] if row.led_by is not None else ""

    def _played(self, row: Row) -> str:
        if row.played is None or row.player is None:
            return row.played or ""
        return f"{row.played} ({self.names[row.player]})"

    def _amount(self, brought: int, total: int) -> str:
        return f"{brought:+} = {total}" if brought else str(total)

    def _spoken(self, row: Row) -> str:
        amounts = [self._amount(*pair) for pair in zip(row.brought, row.totals, strict=True)]
        each = [f"{name} {amount}" for name, amount in zip(self.names, amounts, strict=True)]
        each += [f"{name} {kept}" for name, kept in zip(self._commons(), row.common, strict=True)]
        return self.say("standing", self._about(row), ", ".join((*each, *row.dues)))

    def _about(self, row: Row) -> str:
        leads = f"{self._head()[1]} {self._leads(row)}" if row.led_by is not None else ""
        return ", ".join(filter(None, (self.title_of(row.number), leads, self._played(row))))


def _columns(table: Sequence[list[str]], left: int) -> list[str]:
    """The lines of a table, without columns that say nothing; the first ones, as many as `left`, begin at the left."""
    filled = [column for column in range(len(table[0])) if any(cells[column] for cells in table[1:])]
    widths = [max(len(cells[column]) for cells in table) for column in filled]
    lines = []
    for cells in table:
        padded = [
            cells[column].ljust(wide) if column < left else cells[column].rjust(wide)
            for column, wide in zip(filled, widths, strict=True)
        ]
        lines.append("  ".join(padded).rstrip())
    return lines


__all__ = ["Row", "Sheet"]
