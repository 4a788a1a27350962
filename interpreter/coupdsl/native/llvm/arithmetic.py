"""Arithmetic that is checked: whole numbers below 2^62, fractions in lowest terms with both parts below it."""

from __future__ import annotations

import math

from coupdsl.code.bounds import LIMIT
from coupdsl.native.llvm.emitter import Emitter
from coupdsl.native.memory.held import Ratio

GCD = """define internal i64 @gcd(i64 %a, i64 %b) {
entry:
  %minus = sub i64 0, %a
  %low = icmp slt i64 %a, 0
  %first = select i1 %low, i64 %minus, i64 %a
  br label %top
top:
  %x = phi i64 [ %first, %entry ], [ %y, %more ]
  %y = phi i64 [ %b, %entry ], [ %rest, %more ]
  %done = icmp eq i64 %y, 0
  br i1 %done, label %end, label %more
more:
  %rest = urem i64 %x, %y
  br label %top
end:
  ret i64 %x
}"""


class Arithmetic:
    def __init__(self, f: Emitter) -> None:
        self.f = f

    def checked(self, operation: str, left: str, right: str) -> str:
        """`add`, `sub` or `mul` of numbers within the limit; fails beyond it. Only products can leave the word."""
        f = self.f
        if operation != "mul":
            return self.bounded(f.op(f"{operation} i64 {left}, {right}"))
        if "1" in (left, right):
            return right if left == "1" else left
        both = f.op(f"call {{i64, i1}} @llvm.smul.with.overflow.i64(i64 {left}, i64 {right})")
        f.fail_if(f.op(f"extractvalue {{i64, i1}} {both}, 1"))
        return self.bounded(f.op(f"extractvalue {{i64, i1}} {both}, 0"))

    def bounded(self, value: str) -> str:
        f = self.f
        shifted = f.op(f"add i64 {value}, {LIMIT - 1}")
        f.fail_if(f.op(f"icmp ugt i64 {shifted}, {2 * LIMIT - 2}"))
        return value

    def floor(self, left: str, right: str) -> tuple[str, str]:
        """Quotient and rest, the rest with the sign of `right`; `right` is not 0."""
        f = self.f
        quotient, rest = f.op(f"sdiv i64 {left}, {right}"), f.op(f"srem i64 {left}, {right}")
        some = f.op(f"icmp ne i64 {rest}, 0")
        unlike = f.op(f"icmp slt i64 {f.op(f'xor i64 {rest}, {right}')}, 0")
        below = f.op(f"and i1 {some}, {unlike}")
        return (
            f.op(f"sub i64 {quotient}, {f.op(f'zext i1 {below} to i64')}"),
            f.op(f"add i64 {rest}, {f.op(f'select i1 {below}, i64 {right}, i64 0')}"),
        )

    # ---- fractions
    def gcd(self, left: str, right: str) -> str:
        """Of any number and one from 0 up."""
        if "1" in (left, right):
            return "1"
        if left.lstrip("-").isdigit() and right.isdigit():
            return str(math.gcd(int(left), int(right)))
        return self.f.op(f"call i64 @gcd(i64 {left}, i64 {right})")

    def common(self, left: Ratio, right: Ratio) -> tuple[str, str, str]:
        """Both numerators over the least common denominator, and that."""
        shared = self.gcd(left.under, right.under)
        other = self.divided(right.under, shared)
        under = self.checked("mul", left.under, other)
        mine = self.divided(left.under, shared)
        return self.checked("mul", left.over, other), self.checked("mul", right.over, mine), under

    def reduced(self, over: str, under: str) -> Ratio:
        shared = self.gcd(over, under)
        return Ratio(self.divided(over, shared), self.divided(under, shared))

    def divided(self, value: str, by: str) -> str:
        """Without a rest."""
        return value if by == "1" else self.f.op(f"sdiv i64 {value}, {by}")

    def combined(self, operation: str, left: Ratio, right: Ratio, lowest: bool = True) -> Ratio:
        """`add`, `sub`, `mul`, `div` or `mod` of fractions; unless `lowest`, it need not be in lowest terms."""
        f = self.f
        if operation == "div":
            operation, right = "mul", self.turned(right)
        if operation == "mul":
            return self.product(left, right, lowest)
        over, against, under = self.common(left, right)
        if operation == "mod":
            f.fail_if(f.op(f"icmp eq i64 {against}, 0"))
            return self.reduced(self.floor(over, against)[1], under)
        return self.reduced(self.checked(operation, over, against), under)

    def turned(self, value: Ratio) -> Ratio:
        """What to multiply by in place of dividing."""
        f = self.f
        f.fail_if(f.op(f"icmp eq i64 {value.over}, 0"))
        if value.over.isdigit():
            return Ratio(value.under, value.over)
        negative = f.op(f"icmp slt i64 {value.over}, 0")
        over, under = (f.op(f"select i1 {negative}, i64 {f.op(f'sub i64 0, {x}')}, i64 {x}") for x in value)
        return Ratio(under, over)

    def product(self, left: Ratio, right: Ratio, lowest: bool) -> Ratio:
        """Reduced before it is worked out, so that it grows beyond the limit only if it must."""
        for whole, part in ((left, right), (right, left)):
            if not lowest and whole.under == part.over == "1":
                return Ratio(whole.over, part.under)
        one, other = self.reduced(left.over, right.under), self.reduced(right.over, left.under)
        return Ratio(self.checked("mul", one.over, other.over), self.checked("mul", one.under, other.under))

    def compared(self, relation: str, left: Ratio, right: Ratio) -> str:
        """`slt`, `eq`, …: by cross-multiplication, which cannot go wrong in 128 bits."""
        f = self.f

        def product(a: str, b: str) -> str:
            return f.op(f"mul i128 {f.op(f'sext i64 {a} to i128')}, {f.op(f'sext i64 {b} to i128')}")

        one, other = product(left.over, right.under), product(right.over, left.under)
        return f.op(f"icmp {relation} i128 {one}, {other}")

    def rounded(self, value: Ratio, step: str, up: bool) -> str:
        """To a multiple of `step`, which must be above 0; a fraction need not be in lowest terms."""
        f = self.f
        f.fail_if(f.op(f"icmp sle i64 {step}, 0"))
        divisor = step if value.under == "1" else self._limited(value.under, step)
        quotient, rest = f.op(f"sdiv i64 {value.over}, {divisor}"), f.op(f"srem i64 {value.over}, {divisor}")
        further, relation = ("add", "sgt") if up else ("sub", "slt")
        one = f.op(f"zext i1 {f.op(f'icmp {relation} i64 {rest}, 0')} to i64")
        return self.checked("mul", f.op(f"{further} i64 {quotient}, {one}"), step)

    def _limited(self, under: str, step: str) -> str:
        """What to divide by: a product beyond all numerators leaves 0, or -1 below 0, as the largest number does."""
        f = self.f
        both = f.op(f"call {{i64, i1}} @llvm.smul.with.overflow.i64(i64 {under}, i64 {step})")
        product, huge = (f.op(f"extractvalue {{i64, i1}} {both}, {n}") for n in (0, 1))
        return f.op(f"select i1 {huge}, i64 {(1 << 63) - 1}, i64 {product}")
