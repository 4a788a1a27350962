"""Counting the elements of a set and finding the n-th one, without loops.

A processor may have instructions for it. On any other both go by the running sums of the elements in the eight bytes of
a word, as Vigna (2008, Broadword implementation of rank/select queries) does; the last step looks up the n-th element
of one byte.
"""

from coupdsl.native.llvm.jit import DEPOSITS, processor

BY_INSTRUCTIONS = """declare i64 @llvm.ctpop.i64(i64)
declare i64 @llvm.x86.bmi.pdep.64(i64, i64)

define internal i64 @count(i64 %set) alwaysinline {
  %count = call i64 @llvm.ctpop.i64(i64 %set)
  ret i64 %count
}

define internal i64 @nth(i64 %set, i64 %number) alwaysinline {
  %alone = shl i64 1, %number
  %bit = call i64 @llvm.x86.bmi.pdep.64(i64 %alone, i64 %set)
  %element = call i64 @llvm.cttz.i64(i64 %bit, i1 true)
  ret i64 %element
}"""


def _nth_of_byte(byte: int, number: int) -> int:
    places = [bit for bit in range(8) if byte >> bit & 1]
    return places[number] if number < len(places) else 0


_TABLE = ", ".join(f"i8 {_nth_of_byte(byte, number)}" for number in range(8) for byte in range(256))

BY_SUMS = f"""@nth_of_byte = private unnamed_addr constant [2048 x i8] [{_TABLE}]

define internal i64 @sums(i64 %set) alwaysinline {{
  %h1 = lshr i64 %set, 1
  %odd = and i64 %h1, {0x5555555555555555}
  %twos = sub i64 %set, %odd
  %low = and i64 %twos, {0x3333333333333333}
  %h2 = lshr i64 %twos, 2
  %high = and i64 %h2, {0x3333333333333333}
  %fours = add i64 %low, %high
  %h4 = lshr i64 %fours, 4
  %both = add i64 %fours, %h4
  %eights = and i64 %both, {0x0F0F0F0F0F0F0F0F}
  %sums = mul i64 %eights, {0x0101010101010101}
  ret i64 %sums
}}

define internal i64 @count(i64 %set) alwaysinline {{
  %sums = call i64 @sums(i64 %set)
  %count = lshr i64 %sums, 56
  ret i64 %count
}}

define internal i64 @nth(i64 %set, i64 %number) alwaysinline {{
  %sums = call i64 @sums(i64 %set)
  %each = mul i64 %number, {0x0101010101010101}
  %missing = sub i64 {0x7F7F7F7F7F7F7F7F}, %each
  %reached = add i64 %missing, %sums
  %after = and i64 %reached, {-0x7F7F7F7F7F7F7F80}
  %top = call i64 @llvm.cttz.i64(i64 %after, i1 true)
  %first = and i64 %top, 56
  %rest = lshr i64 %set, %first
  %byte = and i64 %rest, 255
  %shifted = shl i64 %sums, 8
  %sum = lshr i64 %shifted, %first
  %before = and i64 %sum, 255
  %left = sub i64 %number, %before
  %row = shl i64 %left, 8
  %at = or i64 %row, %byte
  %place = getelementptr i8, ptr @nth_of_byte, i64 %at
  %found = load i8, ptr %place
  %bit = zext i8 %found to i64
  %element = add i64 %first, %bit
  ret i64 %element
}}"""


def bit_counts() -> str:
    """The functions `@count` and `@nth` for this machine's processor."""
    return BY_INSTRUCTIONS if DEPOSITS in processor() else BY_SUMS
