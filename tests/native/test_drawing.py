"""Bounded draws in machine code are those of the reference, also where a draw is thrown away and made anew."""

from __future__ import annotations

import ctypes

import pytest

from coupdsl.engine.chance import Generator
from coupdsl.native.llvm.aliasing import Aliasing
from coupdsl.native.llvm.generator import BELOW
from coupdsl.native.llvm.jit import CAREFUL, QUICK, Compiled, object_code

HALF = 1 << 31
SIZES = [1, 2, 3, 52, HALF - 1, HALF, HALF + 1, 3 * HALF // 2, 2 * HALF - 1, 2 * HALF]  # of some, half is made anew
ASKED = """
declare i64 @llvm.fshl.i64(i64, i64, i64)
define i64 @drawn(ptr %g, i64 %n) {
  %found = call i64 @NAME(ptr %g, i64 %n)
  ret i64 %found
}
"""


@pytest.mark.parametrize("speed", [QUICK, CAREFUL])
@pytest.mark.parametrize("name", ["below", "among"])
def test_draws_are_those_of_the_reference(name: str, speed: int) -> None:
    aliasing = Aliasing()
    aliasing.begin(0)
    text = "\n".join([BELOW, ASKED.replace("NAME", name), *aliasing.text()])
    compiled = Compiled(*object_code(text, speed))
    drawn = compiled.function("drawn", ctypes.c_int64, ctypes.c_void_p, ctypes.c_int64)
    expected = Generator.from_seed(7)
    words = (ctypes.c_uint64 * 4)(*expected.state)
    for size in SIZES[name == "among" :] * 20:
        assert drawn(words, size) == expected.below(size)
        assert tuple(words) == expected.state
