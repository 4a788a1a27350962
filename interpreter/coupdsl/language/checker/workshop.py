"""What all declarations are made with: the checkers, the order of work, and where a line stands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from coupdsl.language import program as p
from coupdsl.language import tree
from coupdsl.language import tree_declarations as td
from coupdsl.language.checker.context import Context, Scope, citations_of
from coupdsl.language.checker.expression_types import Expressions
from coupdsl.language.checker.statements import Statements
from coupdsl.language.files import Citation
from coupdsl.language.records import by_value


@by_value
class Line:
    """A declaration with where it stands: in the game or a mechanic, under an entry, a `use` or a reading."""

    node: tree.Node
    scope: Scope
    level: int = 0
    reading_node: td.When | None = None
    entry_node: td.Entry | None = None


class Workshop:
    """Shared by the classes that declare things.

    Types wait until kinds and families are known, texts of rules until everything is declared.
    """

    def __init__(self, program: p.Program) -> None:
        self.context = Context(program)
        self.program = program
        self.expressions = Expressions(self.context)
        self.statements = Statements(self.context, self.expressions)
        self.entries: dict[int, p.Entry] = {}  # by the identity of their nodes
        self.later: list[Callable[[], None]] = []  # for `run_later`
        self.works: list[Callable[[], None]] = []  # when all is declared

    def queue(self, work: Callable[[], None]) -> None:
        """Has it done when all is declared, after what was queued before."""
        self.works.append(work)

    def run_later(self) -> None:
        """Does what had to wait until all kinds and families are known."""
        later, self.later = self.later, []
        for work in later:
            work()

    def cited(self, line: Line, body: tree.Node | None = None) -> tuple[Citation, ...]:
        """The citations of a line or, for one with a `body`, of its head."""
        return citations_of(line.node, line.scope, body)

    def scope(self, line: Line) -> Scope:
        """The scope of texts on `line`: under an entry it knows the entry, its kind and what it plays."""
        scope = line.scope
        entry = self.entries.get(id(line.entry_node)) if line.entry_node is not None else None
        if entry is not None:
            scope = replace(scope, entry=entry, kind=entry.kind, mechanic=entry.plays, inside=False)
        return replace(scope, reading=self.reading(line.reading_node)) if line.reading_node is not None else scope

    def reading(self, node: td.When) -> p.Reading | None:
        """What a `when` asks for; None where there is no such option."""
        option = self.expressions.readings.find(node.key.text, node.key.span)
        if option is None:
            return None
        return p.Reading(option, node.negated, self.expressions.readings.values(option, node.readings))


class Section:
    """Declares what belongs together, with what all declarations are made with at hand."""

    def __init__(self, shop: Workshop) -> None:
        self.shop = shop
        self.context = shop.context
        self.program = shop.program
        self.expressions = shop.expressions
        self.statements = shop.statements
