"""The highest and lowest of many: numbers that say how good each is, by a value or by the lines of an order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

from coupdsl.code import expressions as x
from coupdsl.native.expressions.compiler import Compiler
from coupdsl.native.expressions.scope import Scope
from coupdsl.native.expressions.set_conditions import SetConditions, Test
from coupdsl.native.llvm.emitter import Emitter

Walking = Callable[[x.Expression, Scope], AbstractContextManager[str]]

LARGEST_TABLE = 4096  # numbers


class Orders:
    def __init__(self, compiler: Compiler, set_conditions: SetConditions, walking: Walking) -> None:
        self.compiler = compiler
        self.set_conditions = set_conditions
        self.walking = walking
        self.module = compiler.module
        self.offsets, self.layout = compiler.offsets, compiler.layout

    @contextmanager
    def best(self, expr: x.Best, scope: Scope) -> Iterator[tuple[str, str, str]]:
        """Walks over a source; gives each, whether it is as good as the best before it, and whether it is better."""
        f = scope.f
        top = f.variable("i64", str(-(1 << 63)))
        score_of = self._scores(expr, scope)
        with self.walking(expr.source, scope) as element:
            score = score_of(element)
            if expr.lowest:
                score = f.op(f"sub i64 0, {score}")
            before = f.load("i64", top)
            f.store("i64", f.op(f"call i64 @llvm.smax.i64(i64 {score}, i64 {before})"), top)
            yield element, f.op(f"icmp sge i64 {score}, {before}"), f.op(f"icmp sgt i64 {score}, {before}")

    def _scores(self, expr: x.Best, scope: Scope) -> Callable[[str], str]:
        """A number for each element that is higher the better it is; what all have in common is worked out here."""
        value = expr.value
        if value is not None:
            return lambda element: self.compiler.number(value, scope.binding(expr.name, element))
        f, bits = scope.f, self.offsets.bits(expr.name.type)
        tests = [self.set_conditions.test(line.condition, expr.name, scope, bits) for line in expr.lines]
        places = [list(line.places) for line in expr.lines]
        first, in_table = self._table(f, tests, places)

        def score(element: str, number: int = 0) -> str:
            """By the first line that holds, of those from `number` on."""
            if number == first:
                return in_table(element)
            mine = self.module.look_up_number(f, places[number], element)
            if all(test.mask for test in tests[number:]):
                other = score(element, number + 1)
                return f.op(f"select i1 {tests[number].holds(element)}, i64 {mine}, i64 {other}")
            return f.either(tests[number].holds(element), "i64", lambda: mine, lambda: score(element, number + 1))

        return score

    def _table(self, f: Emitter, tests: list[Test], places: list[list[int]]) -> tuple[int, Callable[[str], str]]:
        """The scores by the last lines, and which is the first of them.

        They hold for pieces that are known before play, or known but for one thing, such as the suit that was led.
        """
        first, which, cases, pieces = len(tests), "0", 1, len(self.layout.rank_of)
        holding: list[list[int]] = []  # by line and case
        while first > 0 and (found := _known(f, tests[first - 1])) is not None:
            masks, at = found
            if len(masks) > 1 and (which not in ("0", at) or len(masks) * pieces > LARGEST_TABLE):
                break
            if len(masks) > 1:
                which, cases = at, len(masks)
            holding.insert(0, masks)
            first -= 1

        def score(case: int, piece: int) -> int:
            for masks, place in zip(holding, places[first:], strict=True):
                if masks[case % len(masks)] >> piece & 1:
                    return place[piece]
            return 0

        scores = [score(case, piece) for case in range(cases) for piece in range(pieces)]
        begin = f.times(which, pieces)
        return first, lambda element: self.module.look_up_number(f, scores, f.add(begin, element))


def _known(f: Emitter, test: Test) -> tuple[list[int], str] | None:
    """The sets for which a condition may hold, and which of them it is."""
    if test.mask is None:
        return None
    return ([int(test.mask)], "0") if test.mask.isdigit() else f.looked_up.get(test.mask)
