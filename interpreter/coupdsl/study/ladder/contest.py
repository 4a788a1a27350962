"""What a ladder compares: players of one ruleset over deals that are the same for all of them."""

from __future__ import annotations

from contextlib import suppress
from functools import cache, cached_property
from pathlib import Path

from coupdsl.code.instructions import Finish
from coupdsl.code.sharing import all_share
from coupdsl.engine.chance import derive
from coupdsl.engine.rules import Rules
from coupdsl.language.records import by_value
from coupdsl.play.company import Company, seated
from coupdsl.study.ladder.seatings import Seatings
from coupdsl.study.plan import Subject
from coupdsl.study.taught import taught
from coupdsl.version import __version__


@by_value
class Place:
    """One of the games: the deal, and which of its seatings."""

    deal: int
    seating: int


@by_value
class Contest:
    """Everything that decides what comes out, besides how long is played."""

    subject: Subject
    players: int
    seed: int
    names: tuple[str, ...]
    rotations: bool = False  # of one order of the players, where all orders would be few enough

    @property
    def rules(self) -> Rules:
        """Its rules, read once a process; raises Problems."""
        return rules_of(self.subject, self.players)

    @cached_property
    def seatings(self) -> Seatings:
        return Seatings(self.names, self.sides, self.rotations)

    @cached_property
    def sides(self) -> int:
        """How many players sit at a table: one for all partners, and one alone where all have the same at every end."""
        if all_share(self.rules.code):
            return 1
        teams = self.rules.program.teams
        return teams if teams > 1 else self.players

    @property
    def compared(self) -> tuple[str, ...]:
        return self.seatings.players

    @cached_property
    def always_won(self) -> bool:
        """Has every game a winner? It may have none where only some may win."""
        return all(one.among is None for one in self.rules.code.instructions if isinstance(one, Finish))

    @property
    def deals_from(self) -> int:
        """The seed from which those of its deals come."""
        return self.seed

    def seed_of(self, deal: int) -> int:
        """The seed of the chance of a deal, which is that of the game of this number in `run` and `simulate`."""
        return derive(self.deals_from, deal)

    def seats(self, deal: int) -> list[tuple[int, ...]]:
        """For each game of a deal, the number of the player at each seat."""
        orders = self.seatings.of(self.deals_from, deal)
        return [tuple(order[seat % self.sides] for seat in range(self.players)) for order in orders]

    def company(self, seats: tuple[int, ...], seed: int) -> Company:
        """Those who play one game, by the numbers of players at its seats; raises PlayerError."""
        return seated(self.rules, {seat: self.compared[one] for seat, one in enumerate(seats)}, seed, 0)

    @cached_property
    def learnt(self) -> str | None:
        """What its players have learnt of the game, as a digest; raises PlayerError."""
        return taught(self.rules, self.names)

    @property
    def mark(self) -> dict[str, object]:
        """Which contest this is, as plain data; raises PlayerError."""
        return {
            "ruleset": self.subject.title, "fingerprint": self.rules.fingerprint, "players": self.players,
            "seed": self.seed, "bots": list(self.names), "rotations": self.rotations, "version": __version__,
            **({} if self.learnt is None else {"learnt": self.learnt}),
        }  # fmt: skip


def rules_of(subject: Subject, players: int) -> Rules:
    """The rules, read once a process, so that what is made of them is made once; raises Problems."""
    folder: Path | None = None
    with suppress(OSError):  # the folder is gone
        folder = Path.cwd()
    return _read(subject, players, folder)


@cache
def _read(subject: Subject, players: int, _folder: Path | None) -> Rules:
    """From another folder, a path leads to other rules."""
    return subject.rules(players)
