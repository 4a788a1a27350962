"""A game in which four choices in a row must be right, so that hardly any random game says which."""

from __future__ import annotations

LOCK = """edition 1

game lock {
  seats [2]
  state right per seat: number = 0
  for s in seats {
    s chooses first  { one n from 1 .. 6   { if n is 3 { right of s := right of s + 1 } } }
    s chooses second { two n from 1 .. 6   { if n is 1 { right of s := right of s + 1 } } }
    s chooses third  { three n from 1 .. 6 { if n is 6 { right of s := right of s + 1 } } }
    s chooses fourth { four n from 1 .. 6  { if n is 2 { right of s := right of s + 1 } } }
  }
  finish by opened(it)
  limit 100 moves { finish by 0 }
  rule opened(s: seat) = if right of s is 4 then 1 else 0
}
"""
