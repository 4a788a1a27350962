"""The generator of docs/randomness.md in machine code: xoshiro256** seeded by SplitMix64, unbiased bounded draws."""

from coupdsl.native.llvm.aliasing import ALMOST_ALWAYS, GENERATORS, tag

# After an instruction, `!` stands for the part of memory that it reaches, `?` for the way that is nearly always gone.
_PLACES = """
  %pb = getelementptr i64, ptr %g, i64 1
  %pc = getelementptr i64, ptr %g, i64 2
  %pd = getelementptr i64, ptr %g, i64 3"""
_STEP = """
  %five = mul i64 %b, 5
  %turned = call i64 @llvm.fshl.i64(i64 %five, i64 %five, i64 7)
  %out = mul i64 %turned, 9
  %upper = lshr i64 %out, 32
  %product = mul i64 %upper, %n
  %value = lshr i64 %product, 32
  %rest = and i64 %product, 4294967295
  %c2 = xor i64 %c, %a
  %d2 = xor i64 %d, %b
  %a2 = xor i64 %a, %d2
  %b2 = xor i64 %b, %c2
  %slid = shl i64 %b, 17
  %c3 = xor i64 %c2, %slid
  %d3 = call i64 @llvm.fshl.i64(i64 %d2, i64 %d2, i64 45)
  %far = icmp uge i64 %rest, %n"""
# Of one there is nothing to draw: the generator stays as it was. How many there are is seldom foreseen by a processor,
# and going a wrong way takes longer than a draw. What is very rare is done elsewhere, so as to need no registers here.
_BELOW = f"""define internal i64 @below(ptr %g, i64 %n) alwaysinline {{
entry:{_PLACES}
  %a = load i64, ptr %g!
  %b = load i64, ptr %pb!
  %c = load i64, ptr %pc!
  %d = load i64, ptr %pd!{_STEP}
  %only = icmp eq i64 %n, 1
  %a3 = select i1 %only, i64 %a, i64 %a2
  %b3 = select i1 %only, i64 %b, i64 %b2
  %c4 = select i1 %only, i64 %c, i64 %c3
  %d4 = select i1 %only, i64 %d, i64 %d3
  store i64 %a3, ptr %g!
  store i64 %b3, ptr %pb!
  store i64 %c4, ptr %pc!
  store i64 %d4, ptr %pd!
  br i1 %far, label %done, label %close?
close:
  %unfair = urem i64 4294967296, %n
  %good = icmp uge i64 %rest, %unfair
  br i1 %good, label %done, label %anew
anew:
  %other = call i64 @drawn_anew(ptr %g, i64 %n)
  br label %done
done:
  %found = phi i64 [ %value, %entry ], [ %value, %close ], [ %other, %anew ]
  ret i64 %found
}}

define internal i64 @drawn_anew(ptr %g, i64 %n) noinline cold {{
  %value = call i64 @among(ptr %g, i64 %n)
  ret i64 %value
}}
"""
# Of at least two, again and again: the generator stays in registers.
_AMONG = f"""
define internal i64 @among(ptr %g, i64 %n) alwaysinline {{
entry:{_PLACES}
  %a0 = load i64, ptr %g!
  %b0 = load i64, ptr %pb!
  %c0 = load i64, ptr %pc!
  %d0 = load i64, ptr %pd!
  br label %again
again:
  %a = phi i64 [ %a0, %entry ], [ %a2, %close ]
  %b = phi i64 [ %b0, %entry ], [ %b2, %close ]
  %c = phi i64 [ %c0, %entry ], [ %c3, %close ]
  %d = phi i64 [ %d0, %entry ], [ %d3, %close ]{_STEP}
  br i1 %far, label %done, label %close?
close:
  %unfair = urem i64 4294967296, %n
  %good = icmp uge i64 %rest, %unfair
  br i1 %good, label %done, label %again
done:
  store i64 %a2, ptr %g!
  store i64 %b2, ptr %pb!
  store i64 %c3, ptr %pc!
  store i64 %d3, ptr %pd!
  ret i64 %value
}}"""
BELOW = (_BELOW + _AMONG).replace("!", tag(GENERATORS)).replace("?", ALMOST_ALWAYS)

DERIVE = """define internal i64 @derive(i64 %seed, i64 %index) {
  %number = add i64 %index, 1
  %steps = mul i64 %number, -7046029254386353131
  %z0 = add i64 %seed, %steps
  %s0 = lshr i64 %z0, 30
  %x0 = xor i64 %z0, %s0
  %z1 = mul i64 %x0, -4658895280553007687
  %s1 = lshr i64 %z1, 27
  %x1 = xor i64 %z1, %s1
  %z2 = mul i64 %x1, -7723592293110705685
  %s2 = lshr i64 %z2, 31
  %z3 = xor i64 %z2, %s2
  ret i64 %z3
}

define internal void @seed(ptr %g, i64 %seed) {
  %a = call i64 @derive(i64 %seed, i64 0)
  %b = call i64 @derive(i64 %seed, i64 1)
  %c = call i64 @derive(i64 %seed, i64 2)
  %d = call i64 @derive(i64 %seed, i64 3)
  %pb = getelementptr i64, ptr %g, i64 1
  %pc = getelementptr i64, ptr %g, i64 2
  %pd = getelementptr i64, ptr %g, i64 3
  store i64 %a, ptr %g
  store i64 %b, ptr %pb
  store i64 %c, ptr %pc
  store i64 %d, ptr %pd
  ret void
}"""
