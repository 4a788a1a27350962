"""What is counted in one game: the columns of its row, fixed by the rules alone.

A *spell* is the part of a game under one entry. A game begins with the spell of no entry; a player's move that names
an entry ends the spell and begins one of that entry before the move itself counts; the end of the game ends the last.
Nothing here knows a game: what it says of Directors or tricks are names declared by the rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from coupdsl.code.decisions import Decision, Option
from coupdsl.code.moves import domain
from coupdsl.engine.rules import Rules
from coupdsl.language import program as p
from coupdsl.language.records import by_value

NONE = "-"  # the entry of the first spell; the reason of a payment that states none
CHOOSER, OTHERS = "chooser", "others"


@by_value
class Column:
    """One number of a row: `figure` says what is counted, `of` the seat, word, reason or group that it is about."""

    figure: str
    entry: str = ""
    of: str = ""

    def __str__(self) -> str:
        return " ".join(part for part in (self.figure, self.entry, self.of) if part)


class Columns:
    """The columns in order, and where each stands.

    `entries` holds None first, then what a move can name; `words` those of players' moves; `reasons` of payments, the
    last for those without; `groups` are the seats whose gains are followed, empty where no account is kept per seat.
    After the words `followed` something else than a card is picked. Where all entries are taken together, the first
    spell, of none, counts to the last: `twice` is what is met in both, or in a game in which none is named.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.players = rules.players
        options = list(self._options())
        named = {entry for _, option in options for entry in self._nameable(option)}
        kinds = named_kinds(rules)
        self.entries = (None, *(entry for kind in kinds for entry in kind.entries if entry in named))
        self.words = tuple(dict.fromkeys(word_of(decision, option) for decision, option in options))
        self.followed = {o.word for _, o in options if any(pick.name.type.name != "card" for pick in o.picks)}
        self.reasons = (*rules.program.reasons, NONE)
        self.account = next((account for account in rules.program.accounts if account.per_seat), None)
        states = rules.program.states
        self.roles = tuple(s for s in states if s.type.name == "seat" and s.per is None and s.seen_by == "all")
        self.groups = tuple(self._groups()) if self.account is not None else ()
        self.all = (*self._whole_game(), *(c for entry in self.entries for c in self._of_entry(path_of(entry))))

    @cached_property
    def at(self) -> dict[Column, int]:
        """Where each column stands."""
        return {column: at for at, column in enumerate(self.all)}

    def __len__(self) -> int:
        return len(self.all)

    def _options(self) -> Iterator[tuple[Decision, Option]]:
        for _, decision in sorted(self.rules.code.decisions.items()):
            if decision.who is not None:
                yield from ((decision, option) for option in decision.options)

    def _nameable(self, option: Option) -> Iterator[p.Entry]:
        at = naming_pick(option, self.rules)
        if at is not None:
            kind = option.picks[at].name.type
            entries = self.rules.program.kinds[kind.name].entries
            yield from (entries[value] for value in domain(kind, self.rules.code.layout))

    def _groups(self) -> Iterator[str]:
        yield from (CHOOSER, OTHERS)
        yield from (f"role {role.name}" for role in self.roles)
        yield from (f"user {word}" for word in self.words)
        yield from (f"payee {reason}" for reason in self.reasons)

    def _whole_game(self) -> Iterator[Column]:
        seats = [str(seat) for seat in range(self.players)]
        for figure in ("score", "won", "opened"):
            yield from (Column(figure, of=seat) for seat in seats)
        yield Column("moves")
        yield Column("decisions")
        yield Column("limited")
        yield from (Column("decisions_of", of=seat) for seat in seats)
        if len(self.entries) > 1:
            yield from (Column("used twice", of=word) for word in self.words)
            yield from (Column("with twice", of=reason) for reason in self.reasons)

    def _of_entry(self, entry: str) -> Iterator[Column]:
        yield Column("spells", entry)
        for names, figures in (
            (self.words, ("chose", "used")),
            (self.reasons, ("payments", "amount", "with")),
            (self.groups, ("members", "gain")),
        ):
            yield from (Column(figure, entry, name) for name in names for figure in figures)


def named_kinds(rules: Rules) -> list[p.Kind]:
    """The kinds of which the files state the entries, but for those that only say where pieces lie.

    Their entries state nothing, and zones are kept for each of them.
    """
    places = {zone.per for zone in rules.program.zones}
    return [
        kind for kind in rules.program.charted
        if kind.members or kind.name not in places or any(entry.plays is not None for entry in kind.entries)
    ]  # fmt: skip


def path_of(entry: p.Entry | None) -> str:
    """What an entry is called in columns."""
    return NONE if entry is None else entry.path


def word_of(decision: Decision, option: Option) -> str:
    """The word of a move: that of its alternative, or the decision's name where the word itself is picked."""
    return option.word or decision.name


def naming_pick(option: Option, rules: Rules) -> int | None:
    """Which of its picks names an entry: the first whose type is a kind of those that are named."""
    kinds = {kind.name for kind in named_kinds(rules)}
    return next((at for at, pick in enumerate(option.picks) if pick.name.type.name in kinds), None)


def named_entry(option: Option, values: tuple[int, ...], rules: Rules) -> p.Entry | None:
    """The entry that a move names, if it names one."""
    at = naming_pick(option, rules)
    if at is None:
        return None
    return rules.program.kinds[option.picks[at].name.type.name].entries[values[at]]
