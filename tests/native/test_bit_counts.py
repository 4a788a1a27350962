"""Counting the elements of a set and finding the n-th, on processors with instructions for it and without."""

from __future__ import annotations

import ctypes
import random

import pytest

from coupdsl.code.bits import members
from coupdsl.native.llvm.bit_counts import BY_SUMS, bit_counts
from coupdsl.native.llvm.jit import CAREFUL, QUICK, Compiled, object_code

ASKED = """
declare i64 @llvm.cttz.i64(i64, i1)
define i64 @counted(i64 %set) {
  %found = call i64 @count(i64 %set)
  ret i64 %found
}
define i64 @found(i64 %set, i64 %number) {
  %found = call i64 @nth(i64 %set, i64 %number)
  ret i64 %found
}
"""


@pytest.mark.parametrize("speed", [QUICK, CAREFUL])
@pytest.mark.parametrize(
    "text", sorted({BY_SUMS, bit_counts()}), ids=lambda text: "sums" if text == BY_SUMS else "here"
)
def test_each_element_is_found(text: str, speed: int) -> None:
    compiled = Compiled(*object_code(text + ASKED, speed))
    word = ctypes.c_uint64
    counted, found = compiled.function("counted", word, word), compiled.function("found", word, word, word)
    rnd = random.Random(1)
    for width in range(65):
        mask = rnd.getrandbits(64) & rnd.getrandbits(64) & ((1 << width) - 1) | (1 << width >> 1)
        assert counted(mask) == mask.bit_count()
        assert [found(mask, number) for number in range(mask.bit_count())] == members(mask)
