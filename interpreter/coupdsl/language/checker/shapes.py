"""Shapes: sets of cards that go together, such as melds, listed from what the rules say of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import combinations, product
from math import comb
from typing import NamedTuple

from coupdsl.language import codes, tree
from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language import tree_declarations as td
from coupdsl.language import types as ty
from coupdsl.language.checker.kinds import KindDeclarations
from coupdsl.language.checker.workshop import Line, Section, Workshop

Cards = tuple[int, ...]  # by their places in the pack
MANY = 1_000_000_000  # not told to the last one


class ShapeDeclarations(Section):
    """A shape is a kind: its entries are the sets of cards, with the fields `members` and `form`."""

    def __init__(self, shop: Workshop, kinds: KindDeclarations) -> None:
        super().__init__(shop)
        self.kinds = kinds

    def shape(self, line: Line) -> None:
        node = line.node
        assert isinstance(node, td.Shape)
        card = tree.TypeName(node.name.span, "card", None, False)
        members = tree.TypeName(node.name.span, "set", card, False)
        forms = tree.Words(node.name.span, tuple(one.name for one in node.lines), False)
        fields = (
            td.KindField(node.name.span, tree.Name(node.name.span, "members"), members, None),
            td.KindField(node.name.span, tree.Name(node.name.span, "form"), forms, None),
        )
        self.kinds.kind(replace(line, node=td.Kind(node.span, node.name, node.plural, fields)))
        kind = self.program.kinds[node.name.text]
        kind.shapes = tuple(
            p.Shape(one.name.text, one.low, one.high, one.alike.text if one.alike is not None else None, None)
            for one in node.lines
        )
        # the cards and fixed names are known when all that is declared is
        self.shop.queue(lambda: self.shop.queue(partial(self._entries, kind, node, line)))

    def _entries(self, kind: p.Kind, node: td.Shape, line: Line) -> None:
        cards = list(self.program.standard_cards())
        listed = [self._of_line(one, shape, line, cards) for one, shape in zip(node.lines, kind.shapes, strict=True)]
        count = sum(number for number, _ in listed)
        if count > p.MOST_PIECES:
            each = (
                f"{_told(number)} of `{shape.name}`" for shape, (number, _) in zip(kind.shapes, listed, strict=True)
            )
            message = f"there are {_told(count)} {kind.plural}, more than {p.MOST_PIECES}: {', '.join(each)}"
            help_ = "name fewer of them, or let the cards be chosen one by one"
            self.context.report(codes.TOO_MANY_PIECES, node.span, message, help_)
            return
        names = _names(cards)
        known: dict[Cards, str] = {}
        for form, (one, (_, found)) in enumerate(zip(node.lines, listed, strict=True)):
            for members in found:
                name = "+".join(names[card] for card in members)
                if members in known:
                    message = f"`{name}` is both `{known[members]}` and `{one.name.text}`"
                    self.context.report(codes.DUPLICATE_NAME, one.span, message)
                    return
                known[members] = one.name.text
                self._entry(kind, name, members, form, one)

    def _entry(self, kind: p.Kind, name: str, cards: Cards, form: int, line: td.ShapeLine) -> None:
        entry = p.Entry(kind, name, len(kind.entries), line.span, None, None)
        kind.entries.append(entry)
        for field, value in (("members", sum(1 << card for card in cards)), ("form", form)):
            rule = kind.members[field]
            known = pe.Const(rule.type, line.span, value)
            rule.versions.append(p.Version(2, (), known, None, line.span, (), None, entry))

    def _of_line(
        self, one: td.ShapeLine, shape: p.Shape, line: Line, cards: list[p.Card]
    ) -> tuple[int, Iterable[Cards]]:
        """How many sets of cards a line describes, and these."""
        groups = self._groups(one, cards)
        if not 1 <= one.low <= one.high:
            message = "a shape has one card or more, and the smaller number comes first"
            self.context.report(codes.WRONG_TYPE, one.span, message)
            return 0, ()
        high = min(one.high, len(cards))
        if one.order is None:
            sized = [(group, size) for group in groups for size in range(one.low, high + 1)]
            count = sum(comb(len(group), size) for group, size in sized)
            return count, (members for group, size in sized for members in combinations(group, size))
        shape.order = tuple(self._order(one.order, line))
        runs = [run for group in groups for run in _runs(group, shape.order, (one.low, high), cards)]
        count = sum(run.number for run in runs)
        if count > p.MOST_PIECES:  # which is refused, and there may be too many to list
            return count, ()
        found = (tuple(sorted(members)) for run in runs for members in product(*run.places))
        return count, dict.fromkeys(found)

    def _groups(self, one: td.ShapeLine, cards: list[p.Card]) -> list[Cards]:
        """The cards that are alike in what is asked: in their suit, in their rank, or in nothing."""
        if one.one is None or one.alike is None:
            if one.order is None:
                help_ = f"write `{one.name.text}: {one.low} of one rank`, or `of one suit by ranks`"
                self.context.report(codes.WRONG_TYPE, one.span, "nothing is said of these cards", help_)
                return []
            return [tuple(range(len(cards)))]
        known = ("suit", "rank") if self.program.suits else ("rank",)
        if one.alike.text not in known or one.one.text != "one":
            message = f"cards are not alike in `{one.one.text} {one.alike.text}`"
            help_ = "write " + " or ".join(f"`of one {word}`" for word in known)
            self.context.report(codes.UNKNOWN_NAME, one.one.span.to(one.alike.span), message, help_)
            return []
        found: dict[p.Face | None, list[int]] = {}
        for place, (suit, rank) in enumerate(cards):
            found.setdefault(suit if one.alike.text == "suit" else rank, []).append(place)
        return [tuple(group) for group in found.values()]

    def _order(self, node: tree.Node, line: Line) -> list[int]:
        """The ranks of an order that is written out."""
        before = len(self.context.problems)
        found = self._written(self.shop.expressions.demand(node, line.scope, ty.list_of(ty.RANK)))
        if found is None and len(self.context.problems) == before:
            message = "this order is not known before play"
            self.context.report(codes.NOT_FIXED, node.span, message, "write `ranks`, or a list of ranks")
        return found or []

    def _written(self, order: p.Expr) -> list[int] | None:
        match order:
            case pe.Constant(name="ranks"):
                return list(range(len(self.program.ranks)))
            case pe.Op(name="listing", arguments=arguments):
                ranks = [one.value for one in arguments if isinstance(one, pe.Const) and isinstance(one.value, int)]
                return ranks if len(ranks) == len(arguments) else None
            case pe.Apply(rule=p.Rule(form="let", versions=[p.Version(value=p.Expr() as value)])):
                return self._written(value)
        return None


class Run(NamedTuple):
    """Ranks that follow one another, of each the cards that can stand there, and how many such sets there are."""

    order: tuple[int, ...]
    start: int
    size: int
    at: dict[int, list[int]]
    number: int

    @property
    def places(self) -> list[list[int]]:
        return [self.at[rank] for rank in self.order[self.start : self.start + self.size]]


def _runs(group: Cards, order: tuple[int, ...], numbers: tuple[int, int], cards: list[p.Card]) -> Iterator[Run]:
    """The runs of a group of cards that are as long as the `numbers` say, none with a rank twice."""
    at: dict[int, list[int]] = {rank: [] for rank in order}
    for card in group:
        at.get(cards[card][1].index, []).append(card)
    low, high = numbers
    for start in range(len(order)):
        count, seen = 1, set[int]()
        for size, rank in enumerate(order[start : start + high], 1):
            if rank in seen or not at[rank]:
                break
            seen.add(rank)
            count *= len(at[rank])
            if size >= low:
                yield Run(order, start, size, at, count)


def _told(count: int) -> str:
    return f"{count:,}" if count < MANY else f"over {MANY:,}"


def _names(cards: list[p.Card]) -> list[str]:
    """The mark of each card; of those that look the same the later ones have a number."""
    found: list[str] = []
    seen: Counter[str] = Counter()
    for suit, rank in cards:
        mark = rank.mark + (suit.mark if suit is not None else "")
        seen[mark] += 1
        found.append(mark if seen[mark] == 1 else f"{mark}#{seen[mark]}")
    return found
