"""Numbers below zero, the largest of many and of nothing, and `none` among numbers: alike in both executors."""

from __future__ import annotations

import pytest
from tests.native.test_arithmetic import same_for_every_number

EXPRESSIONS = [
    "largest of it over [n - 5, n - 9]",
    "largest of (0 - it) over [n, d]",
    "largest of (0 - 3) over seats",
    "smallest of it over [n - 5, n - 9]",
    "smallest of (0 - it) over [n, d]",
    "if (smallest of n over (seats where n > 5)) is none then -7 else n",
    "if (smallest of it over ([n, d] where it < d)) is none then 3 else the smallest of it over ([n, d] where it < d)",
    "the largest of it over ([n] where it < 0)",
    "if (largest of it over ([n, d] where it > d)) is none then -1 else the largest of it over ([n, d] where it > d)",
    "if (largest of n over (seats where n > 5)) is none then -7 else n",
    "the first of [n]",
    "the last of ([n, d] where it < 2)",
    "if (first of ([n] where it > 2)) is none then 7 else -1",
    "if (if n > 5 then none else n) is none then 1 else 0",
    "the (if n > 5 then none else n)",
    "the case n { \n 1: -1 \n 7: none \n 0: -2 \n }",
    "count of [first of [n], first of ([n] where it > 5)]",
    "if n in [n - 0, 5] then 1 else 0",
    "if -1 in [n, 5] then 1 else 0",
    "if [n - 3, -1] in [n, d, -1, 0 - d] then 1 else 0",
    "if (first of ([n] where it > 5)) in [n, -1] then 1 else 0",
    "count of ([n, d, -1] without [n, 0 - d, -1])",
    "sum of it over ([n, 5, 2] without n)",
    "sum of it over (highest of [n, d, -2] by it)",
    "sum of it over (lowest of [n, d, -2] by it)",
    "sum of it over (highest of [n, d, -2] by (0 - it))",
    "count of (highest of seats by (n - 500))",
    "min(n, -3) + max(n, -3)",
]


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_below_zero(expression: str) -> None:
    same_for_every_number(expression)
