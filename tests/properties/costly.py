"""Rules that cost more than they look: a program of each kind, as large as `size` makes it."""

from __future__ import annotations

from collections.abc import Callable

from tests.small_games import game


def _sums(size: int, over: str = "1 .. 4000") -> str:
    """A sum of sums, `size` deep."""
    rules = "\n".join(f"  rule d{n}(x: number) = sum of d{n - 1}(it) over {over}" for n in range(1, size))
    return f"  rule d0(x: number) = x + one\n{rules}\n  let_in()\n  rule let_in {{ one := d{size - 1}(one) }}"


def _chain(size: int, link: str) -> str:
    rules = "\n".join(f"  rule r{n}(x: number) = {link.format(f'r{n - 1}')}" for n in range(1, size))
    return f"  rule r0(x: number) = x + one\n{rules}\n  set_it()\n  rule set_it {{ one := r{size - 1}(one) }}"


def _actions(size: int, calls: int) -> str:
    called = [" ".join([f"a{n - 1}(s)\n"] * calls) for n in range(1, size)]
    rules = "\n".join(f"  rule a{n}(s: seat) {{\n {text} }}" for n, text in enumerate(called, 1))
    return f"  rule a0(s: seat) {{ one := one + 1 }}\n{rules}\n  a{size - 1}(s0)"


def _turning_actions(size: int) -> str:
    """Each asks the next for one of two seats, which the checker has to tell apart."""
    rules = "\n".join(
        f"  rule a{n}(s: seat) {{\n a{n - 1}(s)\n a{n - 1}(if s is s0 then s else left of s)\n }}"
        for n in range(1, size)
    )
    return f"  rule a0(s: seat) {{ one := one + 1 }}\n{rules}\n  a{size - 1}(s0)"


def _seats_passed_on(size: int) -> str:
    """Each asks the next for four seats, of which another is moved on; a row is shuffled, and none reads its order."""
    moved = ("left of s, t, u, v", "s, left of t, u, v", "s, t, left of u, v", "s, t, u, left of v")
    link = " or ".join(f"r{{0}}({seats})" for seats in moved)
    given = "(s: seat, t: seat, u: seat, v: seat): flag"
    rules = "\n".join(f"  rule r{n}{given} = {link.format(n - 1)}" for n in range(1, size))
    return (
        f"  rule r0{given} = one is 1\n{rules}\n  shuffle deck\n  if r{size - 1}(s0, s0, s0, s0) {{ one := one + 1 }}"
    )


def _nested(size: int, times: str = "9") -> str:
    inner = "one := one + 1"
    for n in range(size):
        inner = f"repeat l{n} {times} times {{ {inner}\n }}"
    return f"  {inner}"


KINDS: dict[str, Callable[[int], str]] = {
    "sums in sums": lambda size: game(_sums(size)),
    "sums in a check": lambda size: game(
        "\n".join(f"  rule d{n}(x: number) = sum of d{n - 1}(it + x) over 1 .. 4096" for n in range(1, size))
        + f"\n  rule d0(x: number) = x mod 3\n  check (sum of d{size - 1}(it) over 1 .. 4096) > 0"
    ),
    "sums in a name": lambda size: game(
        "\n".join(f"  rule d{n}(x: number) = sum of d{n - 1}(it + x) over 1 .. 4096" for n in range(1, size))
        + f"\n  rule d0(x: number) = x mod 3\n  let much = sum of d{size - 1}(it) over 1 .. 4096\n  use_it()"
        + "\n  rule use_it { one := much }"
    ),
    "rules that ask twice": lambda size: game(_chain(size, "{0}(x) + {0}(x + 1)")),
    "rules that ask twice before play": lambda size: game(
        "\n".join(f"  rule r{n}(x: number) = r{n - 1}(x) + r{n - 1}(x + 1)" for n in range(1, size))
        + f"\n  rule r0(x: number) = x\n  check r{size - 1}(1) > 0"
    ),
    "a chain of rules": lambda size: game(_chain(size, "{0}(x) + 1")),
    "a chain of rules of no type": lambda size: game(
        "\n".join(f"  rule r{n} = r{n - 1} + 1" for n in range(size - 1, 0, -1))
        + f"\n  rule r0 = one\n  set_it()\n  rule set_it {{ one := r{size - 1} }}"
    ),
    "a chain of names": lambda size: game(
        "\n".join(f"  let n{n} = n{n - 1} + 1" for n in range(size - 1, 0, -1))
        + f"\n  let n0 = 1\n  set_it()\n  rule set_it {{ one := n{size - 1} }}"
    ),
    "a chain of actions": lambda size: game(_actions(size, 1)),
    "seats passed on": lambda size: game(_seats_passed_on(size)),
    "actions that call twice": lambda size: game(_actions(size, 2)),
    "actions that turn": lambda size: game(_turning_actions(size)),
    "loops in loops": lambda size: game(_nested(size)),
    "a loop without end": lambda size: game("  repeat l until one < 0 at most 999999999999999 { one := one + 1 }"),
    "money to be chosen": lambda size: game(
        "  account much = 999999999999990\n  s0 chooses take m from 0 .. (cash of s0) step 1"
    ),
    "two numbers to be chosen": lambda size: game("  s0 chooses take n from 0 .. 4095, m from 0 .. 4095"),
    "many choices": lambda size: game(
        "\n".join(f"  s0 chooses take{n} a{n} from 0 .. 255, b{n} from 0 .. 250" for n in range(size))
    ),
    "words in words": lambda size: game(
        "  one := " + "if one > 1 then 1 else " * min(size, 300) + "0"
    ),
    "a long sum": lambda size: game("  one := " + " + ".join(["one"] * min(10 * size, 1800))),
    "blocks in blocks": lambda size: game("  " + "if one > 0 { " * size + "one := 2" + " }" * size),
    "many rules": lambda size: game(
        "\n".join(f"  rule r{n}(x: number) = (x mod {n + 1}) + one" for n in range(20 * size))
        + "\n  set_it()\n  rule set_it {\n" + "\n".join(f"    one := r{n}(one)" for n in range(20 * size)) + "\n  }"
    ),
    "many states": lambda size: game("\n".join(f"  state n{n}: list of number = [{n}]" for n in range(20 * size))),
    "dear, but not too dear": lambda size: game(
        "  rule d0(x: number) = sum of ((it + x) mod 5) over 1 .. 1200\n"
        "  rule d1(x: number) = sum of d0(it + x) over 1 .. 1200\n"
        "  repeat l 40 times { s0 chooses take { more if d1(one) > 0 { one := one + 1 }\n stop { } } }"
    ),
    "dear between choices": lambda size: game(
        "  rule d0(x: number) = sum of ((it + x) mod 5) over 1 .. 1200\n"
        "  rule d1(x: number) = sum of d0(it + x) over 1 .. 300\n"
        "  repeat l 12 times { one := d1(one) mod 100 }"
    ),
    "a loop over all of all": lambda size: game(
        "  for a in cards { for b in cards { for c in cards { for d in cards { for e in cards { one := 1 } } } } }"
    ),
}  # fmt: skip
