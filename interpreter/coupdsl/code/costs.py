"""How many steps expressions take at most, from the sizes of what they go through."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from coupdsl.code import expressions as x
from coupdsl.code.bounds import LARGEST, LONGEST, is_number
from coupdsl.code.errors import RulesError
from coupdsl.code.layout import Layout
from coupdsl.code.meaning import elements
from coupdsl.code.moves import domain
from coupdsl.code.packing import Effort, effort
from coupdsl.code.range_ends import Ranges
from coupdsl.language import codes
from coupdsl.language.types import Type

LOOPS = (x.Each, x.Connected, x.Filter, x.Quantified, x.Fold, x.Best)
AT_ONCE = 16  # elements of lists that are copied or compared in one step
MANY = 4  # factors that are told
MOST_PACKINGS = 1_000_000
MOST_CHOSEN_FROM = 12  # things, in all ways that there are: as many ways as a list may have numbers
NEIGHBOURS = 8  # of a cell; in an order there are two
UNKNOWN = 1_024  # numbers in a list whose length is known in play alone: a quarter of the longest


class Costs:
    """A step is one part of an expression for one element; of two ways the dearer counts. All rules are folded."""

    def __init__(self, layout: Layout, folded: Mapping[x.Expression, x.Expression], together: bool = False) -> None:
        """`folded`: in whose place which others count.

        `together`: of what is asked for several things at once; a rule without parameters is then asked one time.
        """
        self.layout = layout
        self.folded = folded
        self.together = together
        self.ranges = Ranges(folded, self._surely)
        self._steps: dict[x.Expression, int] = {}
        self._most: dict[x.Expression, int] = {}
        self._asked: dict[x.Function, int | None] = {}
        self._once: dict[x.Expression, frozenset[x.Function]] = {}

    def steps(self, one: x.Expression) -> int:
        """The steps that an expression takes at most; raises RulesError where a rule comes to itself."""
        one = self.folded.get(one, one)
        if isinstance(one, x.Fixed | x.Load):
            return 1
        if one not in self._steps:
            self._steps[one] = self._worked(one)
        return self._steps[one]

    def _worked(self, one: Any) -> int:
        parts = sum(map(self.steps, x.parts(one)))
        if isinstance(one, x.Call | x.Dispatch):
            return parts + max((self._rule(function, one) for function in rules_of(one)), default=1)
        if isinstance(one, x.If):
            return self.steps(one.condition) + max(self.steps(one.then), self.steps(one.otherwise))
        if isinstance(one, LOOPS):
            source = self.steps(one.source)
            return source + self._gone_through(one) * (1 + parts - source)
        if isinstance(one, x.Packing):
            found = self._effort(one)
            if found.packings > MOST_PACKINGS:
                message = (
                    f"there are too many ways to lay {self.most(one.within)} cards at once: say how many there are "
                )
                raise RulesError(message + "at most, such as `within first(11) of …`", one.within.span, codes.TOO_DEAR)
            looked_through = found.packings * (1 + found.candidates // AT_ONCE)
            asked = self.most(one.source) // AT_ONCE + found.candidates * (1 + self.steps(one.value))
            return self.steps(one.source) + self.steps(one.within) + asked + looked_through
        if isinstance(one, x.Op) and one.name == "choices" and self.most(one.arguments[0]) > MOST_CHOSEN_FROM:
            many = self.most(one.arguments[0])
            message = f"there are too many ways to choose from up to {many} things: say how many there are at most, "
            help_ = f"such as `choices of first({MOST_CHOSEN_FROM}) of …`"
            raise RulesError(message + help_, one.span, codes.TOO_DEAR)
        lists = [self.most(part) for part in x.parts(one) if part.type.name == "list"]
        if len(lists) > 1 and isinstance(one, x.Op) and one.name in ("with", "without"):
            compared = lists[0] + lists[1] if one.name == "with" else lists[0]
            return 1 + parts + compared * lists[1] // AT_ONCE
        return 1 + parts + sum(lists) // AT_ONCE

    def _effort(self, one: x.Packing) -> Effort:
        return effort(one.members, min(self.most(one.within), self.layout.cards))

    def _rule(self, function: x.Function, asked: x.Expression) -> int:
        if function not in self._asked:
            self._asked[function] = None
            self._asked[function] = 1 + self.steps(function.body)
        found = self._asked[function]
        if found is None:
            message = f"`{function.name}` calls itself again: rules cannot go in circles"
            raise RulesError(message, asked.span, codes.RECURSION)
        return 1 if self.together and not function.types else found

    def of_shared_rules(self, some: Iterable[x.Expression]) -> int:
        """The steps of all rules without parameters that these ask, each one time."""
        functions = frozenset[x.Function]().union(*map(self._asked_once, some))
        return sum(self.steps(function.body) for function in functions)

    def _asked_once(self, one: x.Expression) -> frozenset[x.Function]:
        one = self.folded.get(one, one)
        if one not in self._once:
            asked = rules_of(one)
            inside = [*x.parts(one), *(function.body for function in asked)]
            found = frozenset(function for function in asked if not function.types)
            self._once[one] = found.union(*map(self._asked_once, inside))
        return self._once[one]

    def factors(self, one: x.Expression) -> str:
        """The sizes of what is gone through for each of another, along the dearest way, such as `4,096 × 4,096`."""
        return " × ".join(f"{size:,}" for size, _ in islice(self.dearest(one), MANY))

    def dearest(self, one: x.Expression) -> Iterator[tuple[int, x.Expression]]:
        """What is gone through along the dearest way, from the outermost on, and how much that is."""
        while True:
            one = self.folded.get(one, one)
            parts = x.parts(one)
            if isinstance(one, LOOPS) and 2 * self.steps(one.source) < self.steps(one):
                yield self._gone_through(one), one
                parts.remove(one.source)
            parts += [function.body for function in rules_of(one)]
            if isinstance(one, x.Packing) and 2 * self._effort(one).packings > self.steps(one):
                yield self._effort(one).packings, one
            if not parts:
                return
            one = max(parts, key=self.steps)

    # ---- sizes
    def _gone_through(self, one: Any) -> int:
        """How many elements are gone through at most: of what is connected all that are found."""
        return self.most(one if isinstance(one, x.Connected) else one.source)

    def most(self, one: Any) -> int:
        """How many elements a set or list has at most; 1 of anything else."""
        one = self.folded.get(one, one)
        if not one.type.is_collection:
            return 1
        if one not in self._most:
            self._most[one] = self._size(one)
        return self._most[one]

    def _surely(self, one: Any) -> int | None:
        """As `most`, but never too few; None where nothing says."""
        one, most = self.folded.get(one, one), self.most(one)
        if one.type.name != "list" or isinstance(one, x.Zone):
            return most
        if is_number(one.type.of):
            return most if most < UNKNOWN else None
        return most + self.layout.longest_listing  # what is written out may repeat, and be joined to others

    def _size(self, one: Any) -> int:
        if isinstance(one, x.Fixed):
            return len(list(elements(one.type, one.value)))
        if isinstance(one, x.Filter):
            return self.most(one.source)
        if isinstance(one, x.Call | x.Dispatch):
            bodies = [function.body for function in rules_of(one)]
            return max(map(self.most, bodies)) if bodies else self._any(one.type)
        if isinstance(one, x.Packing):
            fewest = min((members.bit_count() for members in one.members), default=1)
            return min(self.most(one.source), self.most(one.within) // fewest)
        if isinstance(one, x.Form):
            return self.most(one.of)
        if isinstance(one, x.If):
            return max(self.most(one.then), self.most(one.otherwise))
        return self._of_op(one) if isinstance(one, x.Op) else self._any(one.type)

    def _of_op(self, one: x.Op) -> int:
        if one.name in ("listing", "single"):
            return len(one.arguments)
        if one.name in ("first_n", "last_n"):
            there, number = self.most(one.arguments[0]), self.ranges.highest(one.arguments[1])
            return there if number is None else min(there, max(number, 0))
        if one.name == "between":
            low, high, step = (self.folded.get(part, part) for part in one.arguments)
            return self._of_range(self.ranges.apart(low, high), step.value if isinstance(step, x.Fixed) else 1)
        if one.name == "choices":
            return min((1 << min(self.most(one.arguments[0]), MOST_CHOSEN_FROM)) - 1, LONGEST)
        if one.name == "near":
            return NEIGHBOURS
        if one.name == "line":
            return self.layout.board.longest_line
        return self._any(one.type)

    @staticmethod
    def _of_range(apart: int | None, step: int) -> int:
        if step <= 0:
            return 0
        return UNKNOWN if apart is None else min(max(apart // step + 1, 0), LONGEST)

    def _any(self, kind: Type) -> int:
        """How many elements a set or list of this type can have."""
        of = kind.of
        if of is None or is_number(of):
            return LARGEST + 1 if kind.name == "set" else UNKNOWN
        if of.name == "word":
            return len(of.words)
        if of.name == "flag":
            return 2
        if of.name == "party":
            return len(self.layout.accounts)
        different = len(list(domain(of, self.layout))) or UNKNOWN
        return different if kind.name == "set" else max(different, self.layout.longest_listing)


def rules_of(one: x.Expression) -> list[x.Function]:
    """The rules whose texts are worked out where it asks them; of those that are watched they are not known."""
    asked = [one.function] if isinstance(one, x.Call) else one.functions if isinstance(one, x.Dispatch) else ()
    return [rule for rule in asked if rule is not None and rule.folded is not None and rule.table is None]
