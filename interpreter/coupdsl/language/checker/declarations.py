"""Collects what all files of a game declare, then has every text checked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from coupdsl.language import codes, tree
from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language import tree_declarations as td
from coupdsl.language import types as ty
from coupdsl.language.checker import amounts
from coupdsl.language.checker.context import Scope
from coupdsl.language.checker.data import DataDeclarations
from coupdsl.language.checker.declared_twice import twice
from coupdsl.language.checker.endings import check_moves
from coupdsl.language.checker.hints import bound_in_play
from coupdsl.language.checker.in_blocks import STATED_ONCE, in_its_block, stated_once
from coupdsl.language.checker.kinds import KindDeclarations
from coupdsl.language.checker.line_hints import asked_in_the_game
from coupdsl.language.checker.options import OptionDeclarations
from coupdsl.language.checker.packs import PackDeclarations
from coupdsl.language.checker.readings import reading_value
from coupdsl.language.checker.replacing import Replacing
from coupdsl.language.checker.shapes import ShapeDeclarations
from coupdsl.language.checker.stated_rules import RuleDeclarations
from coupdsl.language.checker.workshop import Line, Section, Workshop
from coupdsl.language.diagnostics import suggest
from coupdsl.language.files import File


class Declarations(Section):
    def __init__(self, program: p.Program) -> None:
        super().__init__(Workshop(program))
        self.rules = RuleDeclarations(self.shop)
        self.kinds = KindDeclarations(self.shop, self.rules)
        self.shapes = ShapeDeclarations(self.shop, self.kinds)
        self.data = DataDeclarations(self.shop)
        self.packs = PackDeclarations(self.shop)
        self.options = OptionDeclarations(self.shop)
        self.replacing = Replacing(self.context)
        self.game_lines: list[tuple[tree.Node, Scope]] = []
        self.mechanic_lines: dict[str, list[tree.Node]] = {}
        self.misplaced: set[int] = set()  # blocks of declarations of whose other lines it was told
        self.mechanic_scopes: dict[str, Scope] = {}

    def collect(self, files: list[File], ranks: Mapping[Path, int]) -> None:
        """`ranks` says of the files that variants add how late their variant comes."""
        self.program.added = dict(ranks)
        self.replacing.collect(files, ranks)
        for file in files:
            self._mechanics(file)
        lines = sorted((line for file in files for line in self._lines(file)), key=lambda line: line.level)
        stated_once(self.context, lines)
        for wanted in (
            (td.Kind, self.kinds.kind),
            (td.Shape, self.shapes.shape),
            (td.Seats, self._teams),
            (td.Cells, self.data.cells),
            (td.Need, self.data.need),
            (td.Pieces, self.data.pieces),
            (td.Cards, self.packs.cards),
            (td.Use, self._use),
            (td.Entry, self.kinds.entry),
            (td.Option, self.options.option),
            (tree.State, self.data.state),
            (td.Zone, self.data.zone),
            (td.Account, self.data.account),
            (td.Rule, self.rules.rule),
            (td.Order, self.rules.order),
            (tree.Let, self.rules.let),
            (td.Field, self.kinds.field),
            (td.Seats, self._seats),
            (td.Tables, self._tables),
            (td.Unit, self._unit),
            (td.CitedSource, self._source),
            (td.Check, self._check),
            (td.Limit, self._limit),
        ):
            node_type, handler = wanted
            for line in lines:
                if isinstance(line.node, node_type):
                    handler(line)
        self._bodies()

    # ---- walking the files
    def _mechanics(self, file: File) -> None:
        for written in file.lines:
            node = self._in_force(written, file)[0]
            if isinstance(node, td.Mechanic):
                known = self.program.mechanics.setdefault(node.name.text, p.Mechanic(node.name.text, node.name.span))
                if known.span != node.name.span:
                    help_ = "give one of them another name"
                    self.context.report(*twice(node.name.text, known.span, node.name.span, help_))

    def _lines(self, file: File) -> Iterator[Line]:
        for written in file.lines:
            node, scope = self._in_force(written, file)
            if isinstance(node, td.Game):
                for line in node.body.lines:
                    yield from self._line(Line(*self._in_force(line, file)), main=True)
            elif isinstance(node, td.Mechanic):
                mechanic = self.program.mechanics[node.name.text]
                if mechanic.span != node.name.span:
                    continue  # the second of two that are called so
                inner = replace(scope, mechanic=mechanic, inside=True)
                self.mechanic_scopes[mechanic.name] = inner
                mechanic.parameters = tuple(self.data.parameter_state(x, inner) for x in node.parameters)
                for line in node.body.lines:
                    stands, where = self._in_force(line, file)
                    yield from self._line(Line(stands, replace(inner, file=where.file)), main=True)
            elif not isinstance(node, td.Edition | td.Include):
                yield from self._line(Line(node, scope), main=False)

    def _in_force(self, node: tree.Node, file: File) -> tuple[tree.Node, Scope]:
        """A declaration, or what a variant's file puts in its place."""
        instead = self.replacing.instead.get(id(node))
        if instead is None:
            return node, Scope(file)
        new = instead.node
        if isinstance(node, td.Cards) and isinstance(new, td.Cards):
            self.context.dropped_faces |= dict.fromkeys(_faces(node) - _faces(new), new.span)
        if isinstance(node, td.Seats) and isinstance(new, td.Seats) and node.teams is not None and new.teams is None:
            self.context.dropped_teams = new.span
        return new, Scope(instead.file)

    def _replacing(self, line: Line) -> Iterator[Line]:
        """A rule that a variant's file replaces; all else stands already where the old one stood."""
        node = line.node
        assert isinstance(node, td.Replace)
        top = line.scope.mechanic is None and line.reading_node is None and line.entry_node is None
        if self.replacing.is_rule(node) and line.entry_node is None and not line.scope.inside:
            if self.replacing.can_replace(node, line.scope.file):
                yield replace(line, node=node.node, level=p.VARIANT + self.replacing.rank(line.scope.file))
        elif self.replacing.is_rule(node) or not top:
            message, help_ = "this cannot be replaced here", "`replace` belongs at the top of a file"
            self.context.report(codes.OUT_OF_PLACE, node.span, message, help_)

    def _line(self, line: Line, main: bool) -> Iterator[Line]:
        node, scope = line.node, line.scope
        if isinstance(node, td.When):
            in_its_block(self.shop, line)
            self.shop.queue(lambda: self._known_reading(node))
            for inner in node.body.lines:
                yield from self._line(replace(line, node=inner, level=3, reading_node=node), main=False)
        elif isinstance(node, td.Replace):
            yield from self._replacing(line)
        elif isinstance(node, td.Use) and node.body is not None:
            line = in_its_block(self.shop, line)
            yield line
            mechanic = self.program.mechanics.get(node.name.text)
            if mechanic is not None:
                for inner in node.body.lines:
                    yield from self._line(
                        replace(line, node=inner, level=1, scope=replace(scope, mechanic=mechanic, inside=False)),
                        main=False,
                    )
        elif isinstance(node, td.Entry):
            line = in_its_block(self.shop, line)
            yield line
            for inner in node.body.lines if node.body is not None else ():
                yield from self._line(replace(line, node=inner, level=2, entry_node=node), main=False)
        elif type(node) in _DECLARATIONS:
            stands = in_its_block(self.shop, line)
            if stands is line or not isinstance(node, (*STATED_ONCE, td.Cells)):
                yield stands
        elif type(node) in self.statements.table:
            if not main:
                self.shop.queue(lambda: self._out_of_place(line))
            elif scope.mechanic is not None:
                self.mechanic_lines.setdefault(scope.mechanic.name, []).append(node)
            else:
                self.game_lines.append((node, scope))
        else:
            self.context.report(codes.OUT_OF_PLACE, node.span, "this belongs at the top of a file, not inside a block")

    def _out_of_place(self, line: Line) -> None:
        """A line that does something among declarations; of a block it is said once."""
        if line.entry_node is not None and line.entry_node.kind.text not in self.program.kinds:
            return  # its head is misread, which is told
        message, help_ = "this line does something, so it belongs in a game, a mechanic or a rule", None
        around = line.reading_node or line.entry_node
        entry = self.shop.entries.get(id(line.entry_node))
        if entry is not None and isinstance(line.node, tree.CallLine):
            lacking = [rule.name for rule in entry.lacking] or list(entry.kind.members)[:1]
            message, help_ = "this value has no name", f"write `{lacking[0]}: {line.node.span.text}`"
        if line.reading_node is not None:
            head = line.reading_node.key.span.words
            help_ = f"put what is done under one reading in `if {head} is … {{ … }}`"
        if around is None or id(around) not in self.misplaced:
            self.context.report(codes.OUT_OF_PLACE, line.node.span, message, help_)
        self.misplaced.add(id(around))

    def _known_reading(self, node: td.When) -> None:
        """The readings of a `when` without lines are looked at too."""
        if not node.body.lines:
            self.shop.reading(node)

    # ---- what stands once in a game
    def _use(self, line: Line) -> None:
        node = line.node
        assert isinstance(node, td.Use)
        mechanic = self.program.mechanics.get(node.name.text)
        if mechanic is None:
            help_ = suggest(node.name.text, self.program.mechanics)
            self.context.report(codes.UNKNOWN_NAME, node.name.span, f"there is no mechanic `{node.name.text}`", help_)
        else:
            self.context.use(mechanic)

    def _teams(self, line: Line) -> None:
        """Teams are a kind of their own: its entries are numbered, and who is in them follows from the seat."""
        node = line.node
        assert isinstance(node, td.Seats)
        if node.teams is None or node.word is None:
            return
        if node.word.text != TEAMS or node.teams < 2:
            message = f"seats are not divided in `{node.teams} {node.word.text}`"
            help_ = f"write `in {max(node.teams, 2)} {TEAMS}`"
            if node.teams == 1:
                help_ = "leave that out: all play together if `finish by` gives everybody the same"
            self.context.report(codes.WRONG_TYPE, node.word.span, message, help_)
        elif node.teams > p.MOST_SEATS:
            message = f"at most {p.MOST_SEATS} people can play at one table, too few for {node.teams} teams"
            self.context.report(codes.WRONG_SEATS, node.word.span, message)
        singular, plural = (tree.Name(node.word.span, name) for name in (ty.TEAM.name, TEAMS))
        self.kinds.kind(replace(line, node=td.Kind(node.word.span, singular, plural, ())))
        kind = self.program.kinds[ty.TEAM.name]
        kind.teams = True
        for number in range(min(max(node.teams, 2), p.MOST_SEATS)):
            kind.entries.append(p.Entry(kind, f"{kind.name}_{number + 1}", number, node.word.span, None, None))

    def _seats(self, line: Line) -> None:
        node = line.node
        assert isinstance(node, td.Seats)
        several = node.value.items if isinstance(node.value, tree.Listing) else ()
        for at, number in enumerate(several):
            if number.span.text in [other.span.text for other in several[:at]]:
                message = f"`{number.span.text}` appears twice among the numbers of players"
                self.context.report(codes.DUPLICATE_NAME, number.span, message, "leave one of them out")

        def work() -> None:
            seats = self.expressions.demand(node.value, self.shop.scope(line), ty.set_of(ty.NUMBER))
            self.program.seats = seats
            for one in seats.arguments if isinstance(seats, pe.Op) and seats.name == "listing" else ():
                number = amounts.written(one)
                if number is not None and number < 0:  # it would be no number of the set
                    message = f"a game has one seat or more, not {number}"
                    help_ = f"write `{-number}`" if one.span.text == str(number) else None
                    self.context.report(codes.WRONG_SEATS, one.span, message, help_)
                elif number is not None and number > p.MOST_SEATS:  # perhaps more than a set of numbers can hold
                    message = f"at most {p.MOST_SEATS} people can play at one table, not {number}"
                    self.context.report(codes.WRONG_SEATS, one.span, message)

        self.shop.queue(work)

    def _tables(self, line: Line) -> None:
        node = line.node
        assert isinstance(node, td.Tables)
        splits = [reading_value(split) for split in node.splits]
        if all(isinstance(split, tuple) and all(isinstance(n, int) for n in split) for split in splits):
            self.program.tables = tuple(splits)  # type: ignore[arg-type]
        else:
            self.context.report(codes.WRONG_TYPE, node.span, "tables are lists of numbers of players, such as `[3, 4]`")

    def _unit(self, line: Line) -> None:
        assert isinstance(line.node, td.Unit)
        if line.node.value == 0:
            message = "what is paid is a multiple of `unit`, which is 1 or more"
            self.context.report(codes.WRONG_TYPE, line.node.span, message, "leave the line out, or write `unit 1`")
        self.program.unit = line.node.value or 1

    def _source(self, line: Line) -> None:
        assert isinstance(line.node, td.CitedSource)
        for letters in line.node.letters:
            self.program.sources[letters.text] = line.node.title

    def _check(self, line: Line) -> None:
        node = line.node
        assert isinstance(node, td.Check)
        cited = self.shop.cited(line)

        def work() -> None:
            condition = self.expressions.demand(node.condition, self.shop.scope(line), ty.FLAG)
            self.program.checks.append((condition, node.span, cited))

        self.shop.queue(work)

    def _limit(self, line: Line) -> None:
        node = line.node
        assert isinstance(node, td.Limit)

        def work() -> None:
            check_moves(self.context, node.moves)
            self.program.limit = (
                node.moves.value,
                self.statements.block(node.body.lines, self.shop.scope(line), node.body.span),
            )

        self.shop.queue(work)

    # ---- order of work
    def _bodies(self) -> None:
        self.shop.run_later()
        self.context.bound = bound_in_play([node for node, _ in self.game_lines])
        for work in self.shop.works:
            work()
        for name, lines in self.mechanic_lines.items():
            mechanic = self.program.mechanics[name]
            mechanic.body = self.statements.block(tuple(lines), self.mechanic_scopes[name], mechanic.span)
        if self.game_lines:
            scope = self.game_lines[0][1]
            nodes = tuple(node for node, _ in self.game_lines)
            before = len(self.context.problems)
            self.program.main = self.statements.block(nodes, scope, self.program.span)
            asked_in_the_game(self.context, before, nodes)


TEAMS = "teams"


def _faces(cards: td.Cards) -> set[str]:
    return {marked.name.text for marked in (*cards.suits, *cards.ranks, *cards.extras)}


_DECLARATIONS = {
    td.Kind, td.Shape, td.Pieces, td.Cards, td.Cells, td.Use, td.Option, tree.State, td.Zone,
    td.Account, td.Need, td.Rule, td.Order, tree.Let, td.Field, td.Seats, td.Tables, td.Unit,
    td.CitedSource, td.Check, td.Limit,
}  # fmt: skip
