"""`replace` in files that a variant adds: which declarations stand in the place of which."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from pathlib import Path

from coupdsl.language import codes, tree
from coupdsl.language import program as p
from coupdsl.language import tree_declarations as td
from coupdsl.language.checker.context import Context
from coupdsl.language.diagnostics import suggest
from coupdsl.language.files import File
from coupdsl.language.habits_of_replacing import DECISION, OF_DECISION, OF_GAME
from coupdsl.language.likeness import nearest
from coupdsl.language.records import by_value
from coupdsl.language.source import Span

WORDS = {
    td.Seats: "seats", td.Tables: "tables", td.Limit: "limit", tree.Let: "fixed name",
    td.Account: "account", td.Zone: "zone", tree.State: "state", td.Mechanic: "mechanic",
    td.Shape: "shape", td.Cells: "cells", td.Cards: "cards", td.Pieces: "pieces",
}  # fmt: skip
Key = tuple[str, str]


@by_value
class Instead:
    """The node that stands in the place of another, and the file that holds it."""

    node: tree.Node
    file: File


class Replacing:
    """Finds what is replaced as a whole. Rules and orders are not among it: their readings stay, below the new text."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.ranks: Mapping[Path, int] = {}
        self.instead: dict[int, Instead] = {}

    def collect(self, files: list[File], ranks: Mapping[Path, int]) -> None:
        """`ranks` says of the files that variants add how late their variant is applied."""
        self.ranks = ranks
        first: dict[Key, tree.Node] = {}
        last: dict[Key, tuple[tree.Node, int]] = {}
        for declared in (_declared, _of_mechanics):
            for node in chain.from_iterable(map(declared, files)):
                if not isinstance(node, td.Replace):
                    first.setdefault(_key(node), node)
        for file in sorted(files, key=self.rank):
            for node in file.lines:
                if isinstance(node, td.Replace) and not self.is_rule(node) and self.can_replace(node, file):
                    self._replace(node, file, first, last)

    def rank(self, file: File) -> int:
        return self.ranks.get(file.source.path, 0) if file.source.path is not None else 0

    @staticmethod
    def is_rule(node: td.Replace) -> bool:
        return isinstance(node.node, td.Rule | td.Order)

    def can_replace(self, node: td.Replace, file: File) -> bool:
        """Only what a variant brings in comes later than the game."""
        if file.source.path in self.ranks:
            return True
        message, help_ = "a game does not replace what it says itself", "`replace` belongs in files that a variant adds"
        self.context.report(codes.OUT_OF_PLACE, node.span, message, help_)
        return False

    def _replace(
        self, node: td.Replace, file: File, first: dict[Key, tree.Node], last: dict[Key, tuple[tree.Node, int]]
    ) -> None:
        key, rank = _key(node.node), self.rank(file)
        if key[0] == "game":
            self.context.report(codes.NO_SUCH_RULE, place_of(node.node), "a game cannot be replaced whole", OF_GAME)
            return
        old = first.get(key)
        if old is None:
            what, name = key
            names = [other for kind, other in first if kind == what and other]
            message = f"there is no {what} `{name}` to replace" if name else f"no {what} are declared to be replaced"
            help_ = suggest(name, names)
            if not names and (near := nearest(what, {kind for kind, _ in first})) is not None:
                help_ = f"did you mean `replace {near} {name}`?"
            if what in DECISION and not names:
                help_ = OF_DECISION
            self.context.report(codes.NO_SUCH_RULE, place_of(node.node), message, help_)
            return
        if key in last and last[key][1] == rank:
            also = ((place_of(last[key][0]), "replaced here too"),)
            message = f"`{key[1] or key[0]}` is replaced twice"
            self.context.report(codes.REPLACED_TWICE, place_of(node.node), message, None, also)
            return
        replaced = last[key][0] if key in last else old
        last[key] = (node.node, rank)
        self.instead[id(old)] = Instead(node.node, file)
        value = replaced.value.span if isinstance(replaced, tree.Let) else None
        places = place_of(node.node), place_of(replaced)
        self.context.program.replaced.append(p.Replaced(key[1] or key[0], *places, rank, value))


def _declared(file: File) -> Iterator[tree.Node]:
    for node in file.lines:
        yield node
        if isinstance(node, td.Game):
            yield from node.body.lines


def _of_mechanics(file: File) -> Iterator[tree.Node]:
    for node in file.lines:
        if isinstance(node, td.Mechanic):
            yield from node.body.lines


def _key(node: tree.Node) -> Key:
    """What a declaration is found by: the word for its sort, and its name if there may be several."""
    if isinstance(node, td.Entry):
        return node.kind.text, node.name.text
    name = getattr(node, "name", None)
    return WORDS.get(type(node), type(node).__name__.lower()), name.text if isinstance(name, tree.Name) else ""


def place_of(node: tree.Node) -> Span:
    name = getattr(node, "name", None)
    return name.span if isinstance(name, tree.Name) else node.span
