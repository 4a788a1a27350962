"""The course of a game: what is dealt and what players are asked, in the order in which it comes up first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language import program_statements as ps
from coupdsl.language.types import SEAT
from coupdsl.language.walk import blocks_of, in_block
from coupdsl.rulebook.book import Book


class Course:
    """`choices` holds each decision of a player once, `deals` what is drawn for each player before the first one, and
    `later` what is drawn so after how many of them.

    What a player draws when his turn comes is no deal, though the first one draws it before anybody is asked. Of those
    of `again` nobody can say how often they come, as of one card a pass until the pile is empty.
    """

    def __init__(self, book: Book) -> None:
        self.book = book
        self.choices: dict[str, ps.Choose] = {}
        self.deals: list[ps.Draw] = []
        self.later: dict[ps.Draw, int] = {}
        self.again: set[ps.Draw] = set()
        self._turns: list[list[ps.Draw]] = []  # in each loop over seats that goes on, what is drawn for its seat
        self._done: set[p.Rule | p.Mechanic] = set()
        self._for_some = False  # is this done for some seats alone, or not always?
        if book.program.main is not None:
            self._block(book.program.main)

    def answers(self, choice: ps.Choose) -> list[ps.Alternative]:
        """Those that the options leave open."""
        return [one for one in choice.alternatives if one.condition is None or not self.book.never(one.condition)]

    def beginning(self) -> Iterator[p.Stmt]:
        """The lines that are gone through before anybody is asked."""
        return self._before_asking(self.book.program.main)

    def _before_asking(self, block: p.Block | None) -> Iterator[p.Stmt]:
        for line in self.taken(block):
            if self.asks(line):
                if isinstance(line, ps.Repeat):
                    first = [*self._before_asking(line.body)]
                    yield from first if any(self._deals_out(one, set()) for one in first) else ()  # or it is of turns
                elif isinstance(line, ps.CallRule) and not line.arguments:
                    version = self.book.version(line.rule)
                    yield from self._before_asking(version.body if version is not None else None)
                return
            if any(isinstance(one, ps.Finish) for one in in_block(p.Block((line,), line.span))):
                return
            yield line

    def asks(self, line: p.Stmt) -> bool:
        """Can it come to a choice of a player?"""
        return any(map(_asks, self._come_to(line, set())))

    def taken(self, block: p.Block | None) -> Iterator[p.Stmt]:
        """The lines of a block, and in place of a branch that the options take its own."""
        for line in block.lines if block is not None else ():
            branches = [*self.open_branches(line)] if isinstance(line, ps.If | ps.Switch) else None
            if branches is None or any(condition is not None for condition, _ in branches):
                yield line
            else:
                for _, taken in branches:
                    yield from self.taken(taken)

    def open_branches(self, line: ps.If | ps.Switch) -> Iterator[tuple[p.Expr | None, p.Block | None]]:
        """Those branches that the options leave open, up to one without a condition: taken if it is come to."""
        both = ((line.condition, line.then), (None, line.otherwise)) if isinstance(line, ps.If) else line.branches
        for condition, block in both:
            known = condition is None or self.book.known(condition, None)
            if known is not False:
                yield None if known else condition, block
            if known:
                return

    def _come_to(self, line: p.Stmt, seen: set[p.Rule]) -> Iterator[p.Stmt]:
        """What it can come to, also by way of rules that are not `seen` yet."""
        for one in in_block(p.Block((line,), line.span)):
            yield one
            if isinstance(one, ps.CallRule) and one.rule not in seen:
                seen.add(one.rule)
                for body in self.bodies(one.rule):
                    for inner in self.taken(body):
                        yield from self._come_to(inner, seen)

    def _deals_out(self, line: p.Stmt, seen: set[p.Rule]) -> bool:
        """Does it shuffle whatever happens, or give something to each seat, also by way of rules not `seen` yet?"""
        if isinstance(line, ps.For):
            given = (isinstance(one, ps.Draw | ps.MovePieces) for one in self._come_to(line, seen))
            return line.local.type.name == SEAT.name and any(given)
        if isinstance(line, ps.Repeat):
            return any(self._deals_out(one, seen) for one in self.taken(line.body))
        if isinstance(line, ps.CallRule) and line.rule not in seen:
            seen.add(line.rule)
            version = self.book.version(line.rule)
            return version is not None and any(self._deals_out(one, seen) for one in self.taken(version.body))
        return isinstance(line, ps.Shuffle)

    def _block(self, block: p.Block | None) -> None:
        for line in self.taken(block):
            self._line(line)
            if isinstance(line, ps.Finish | ps.Give | ps.Leave | ps.Again):
                break

    def _line(self, line: p.Stmt) -> None:
        if isinstance(line, ps.If | ps.Switch):
            around, self._for_some = self._for_some, True
            for _, block in self.open_branches(line):
                self._block(block)
            self._for_some = around
        elif isinstance(line, ps.Choose):
            self._choose(line)
        elif isinstance(line, ps.CallRule):
            self._rule(line.rule)
        elif isinstance(line, ps.Bind | ps.Assign | ps.Give):
            if line.call is not None:
                self._rule(line.call.rule)
        elif isinstance(line, ps.PlayMechanic):
            self._mechanics(self.mechanics(line))
        elif isinstance(line, ps.For) and line.local.type.name == SEAT.name:
            self._for_each(line)
        else:
            if isinstance(line, ps.Draw) and self._turns and _is_of_named(line.to):
                self._deal(line)
            asked, dealt = len(self.choices), {*self.deals, *self.later}
            for block in blocks_of(line):
                self._block(block)
            if isinstance(line, ps.Repeat) and len(self.choices) == asked:
                self.again |= {*self.deals, *self.later} - dealt

    def _deal(self, line: ps.Draw) -> None:
        if not self.choices:
            self.deals += [line] * (not self._for_some)
        elif not self._for_some and not _is_of_seat(line.source):
            self.later[line] = len(self.choices)
        self._turns[-1].append(line)

    def _for_each(self, line: ps.For) -> None:
        asked, around = len(self.choices), self._for_some
        self._for_some |= line.condition is not None or not self._are_all(line.source)
        self._turns.append([])
        self._block(line.body)
        self._for_some, drawn = around, self._turns.pop()
        if len(self.choices) > asked:
            self.deals = [one for one in self.deals if one not in drawn]
            self.later = {one: asked for one, asked in self.later.items() if one not in drawn}

    def _are_all(self, seats: p.Expr) -> bool:
        """Is it every seat, wherever it begins?"""
        if isinstance(seats, pe.Filter):
            return self._are_all(seats.source) and self.book.known(seats.condition, None) is True
        if isinstance(seats, pe.Op) and seats.name == "from":
            return self._are_all(seats.arguments[0])
        return isinstance(seats, pe.Constant)

    def _choose(self, line: ps.Choose) -> None:
        open_ones = self.answers(line)
        if line.who is not None and open_ones:
            self.choices.setdefault(line.name, line)
        for alternative in open_ones:
            self._block(alternative.body)

    def _rule(self, rule: p.Rule) -> None:
        if rule not in self._done:
            self._done.add(rule)
            for body in self.bodies(rule):
                self._block(body)

    def _mechanics(self, mechanics: Iterable[p.Mechanic]) -> None:
        for mechanic in mechanics:
            if mechanic not in self._done:
                self._done.add(mechanic)
                self._block(mechanic.body)

    def bodies(self, rule: p.Rule) -> Iterator[p.Block | None]:
        """What the rule does, also where entries have it as their own."""
        for entry in (None, *self.book.own(rule)):
            version = self.book.version(rule, entry)
            yield version.body if version is not None else None

    def mechanics(self, line: ps.PlayMechanic) -> list[p.Mechanic]:
        """Those that are played there."""
        if line.mechanic is not None:
            return [line.mechanic]
        assert line.entry is not None
        entries = self.book.entries(self.book.program.kinds[line.entry.type.name])
        return [entry.plays for entry in entries if entry.plays is not None]


def _asks(line: p.Stmt) -> bool:
    """Is it a choice of a player, or does one come in it?"""
    return isinstance(line, ps.PlayMechanic) or (isinstance(line, ps.Choose) and line.who is not None)


def _is_of_named(place: pe.GetZone) -> bool:
    """Is it the place of a seat that goes by a name? Else it is of whoever has his turn, say."""
    return place.zone.per_seat and isinstance(place.index, pe.Load)


def _is_of_seat(place: p.Expr) -> bool:
    """Does it lie before a player already?"""
    return isinstance(place, pe.GetZone) and place.zone.per_seat
