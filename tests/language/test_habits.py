"""What people write out of habit is answered with how it is written here."""

from __future__ import annotations

import pytest
from tests.small_games import game, in_folder, problems

import coupdsl
from coupdsl.language.checker import context
from coupdsl.language.diagnostics import Problems

DARE = """  kind dare as dares {
    price: amount
    bold:  flag = false
    fits:  test of card = true
  }
  dare whistle = 50 { LINE }
  check some dares where bold or price > 0
  for d in dares { if fits(the first of trick) of d { touch() } }
"""

HABITS = [
    ("price 60", "write `:` after `price`"),
    ("price: £60", "amounts are plain numbers: `60`"),
    ("price: 60 pièces", "amounts are plain numbers: leave out `pièces`"),
    ("price: 1,000", "numbers are written without commas: `1000`"),
    ("price: ١٠٠", "numbers are written with the digits 0 to 9: `100`"),
    ("price: ١ ٠٠٠", "numbers are written without spaces: `1000`"),
    ("price: 1٠", "numbers are written with the digits 0 to 9: `10`"),
    ("price: 60;", "lines need no such mark at their end: remove it"),
    ("price: 60 // more", "a comment begins with `#`"),
    ("price: 10%", "a part of something is a ratio, such as `1/10`"),
    ("price: 1.5", "numbers are whole; a part of something is a ratio, such as `1/2`"),
    ("bold: yes", "write `true` or `false`"),
    ("name: en 'Whistle'", 'texts go in straight double quotes: "…"'),
    ("name: en “Whistle”", 'texts go in straight double quotes: "…"'),
    ("fits: rank = ace", "write `is` to compare and `:=` to change a state"),
    ("fits: rank != ace", "write `is not`"),
    ("fits: rank is ace && suit is spades", "write `and`"),
    ("fits: rank is ace || suit is spades", "write `or`"),
    ("fits: rank is ace or king", "write `rank in [ace, king]`"),
    ("fits: rank is A", "names are written in full, in small letters"),
    ("bold: True", "write `true`"),
    ("bold: FALSE", "write `false`"),
    ("price = 1000", "write `price: 1000` for a field of an entry, `price := 1000` to change a state, "
     "`let price = 1000` to name it"),
    ("price = cards where rank is ace { each: 3 }", "its name is missing: `price name = …`"),
    ("fits: rank isn't ace", "write `is not`"),
    ('name: en "Jacks fr "Valets"', 'texts end on their line: `"Jacks"`'),
    ('name: en "Jacks" fr Valets', 'texts go in quotes: `fr "…"`'),
    ("name: en Don't take", 'texts go in quotes: `en "…"`'),
    ("paid: at once", "a name of two words is written with `_`: `at_once`"),
    ("name: de Buben", 'texts go in quotes: `de "…"`'),
    ("fits: if rank is A then true else false", "names are written in full, in small letters"),
    ("fits: 1 < 2 < 3", "compare two at a time: `a < b and b < c`"),
    ("fits: suit is red", "possible here: `hearts`, `spades`"),
    ("fits: suit is spade", "did you mean `spades`?"),
    ("fits: limit_of_all > 2", "this must be a number, such as `3`"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "help_"), HABITS, ids=[line for line, _ in HABITS])
def test_the_help_says_how_it_is_written(line: str, help_: str) -> None:
    found = problems({"g.coup": game(DARE.replace("LINE", line))}, "g.coup")
    assert [problem.help for problem in found] == [help_]


LINES = [
    ("limit 9 move { finish by n }", "move", "write `moves`"),
    ("one += 1", "+=", "write `one := one + …`"),
    ("score of s0 += 1", "+=", "write `score of s0 := score of s0 + …`"),
    ("one := 1; touch()", ";", "put what follows on a line of its own, without `;`"),
    ("one -= 1", "-=", "write `one := one - …`"),
    ("one++", "++", "write `one := one + 1`"),
    ("if one > 1 { touch() } elif one > 2 { touch() }", "elif", "write `else if`"),
    ("while one > 3 { touch() }", ">", "to do something again, write `repeat name until … at most n { … }`"),
    ("for s in seats: s pays 1 to pot", ":", "put what is done in braces: `{ … }`"),
    ("s0 chooses act c from hand of s0 { touch() }", "{", "write what is done with it in the lines below, or "
     "give the decision a name: `… chooses name { act … from … { … } }`"),
    ("one := case one { 1: 2  3: 4 }", "3", "put each on a line of its own"),
    ("if one is 1 then { touch() }", "then", "leave out `then`: put what is done in braces"),
    ("repeat r until one > 5 at most 10 times { touch() }", "times", "leave out `times` after `at most`"),
    ("for s in seats do touch()", "do", "put what is done in braces: `{ … }`"),
    ("if one is 1 then touch()", "then", "put what is done in braces: `{ … }`"),
    ("rule a: number { give }\n one := a()", "give", "write what it gives: `give …`"),
    ("rule a: number { return 5 }", "5", "write `give …`"),
    ("rule a(n: number) { return n + 1 }", "+", "write `give …`"),
    ("for s in seats, c in deck { }", ",", "a loop for each: `for s in … { for t in … { … } }`"),
    ('print "all"', '"all"', "to tell everybody a value, write `reveal name = …`"),
    ("reveal vote of leader", "of", "write `reveal name = vote of …`"),
    ("one := 2 s0 pays 5 to pot", "s0", "put each on a line of its own"),
    ("option spot_on = true | false", "spot_on", "the key of an option has a dot, such as `house.spot_on`"),
    ("state have per seat per suit per rank: number = 0", "per", "a state is kept per one sort of thing or per two"),
    ("zone heap per seat per suit: row seen by all", "per",
     "only a state is kept per two sorts of things: `zone heap per seat`"),
    ("dare = 20", "=", "write `dare: 20` for a field of an entry, `dare := 20` to change a state, "
     "`let dare = 20` to name it"),
    ("one := sum of 2 * count of hand of it over seats", "*", "put what is added up in brackets: `sum of (…) over …`"),
    ("one := sum of min(1, 2) - 3 over seats", "-", "put what is added up in brackets: `sum of (…) over …`"),
    ("one := count of (trick with 1 + 2)", "+", "put it in brackets: `with (…)`"),
    ("let top = highest of trick by ranks", "ranks", "declare `order high { true by ranks }`, and write `by high`"),
    ("if one > 1 { touch() }\n  elif one > 2 { touch() }", "elif", "write `else if`"),
    ("one := if one > 1 then 2\n  elif one > 2 then 3 else 4", "elif", "write `else if`"),
    ("one := 2 one := 3", "one", "put each on a line of its own"),
    ("move trick to deck shuffle deck", "shuffle", "put each on a line of its own"),
    ("debtor s0 := s1", "s0", "perhaps `of` is missing: `debtor of s0`"),
    ("if count trick > 1 { touch() }", "trick", "perhaps `of` is missing: `count of trick`"),
    ("if trick empty { touch() }", "empty", "perhaps `is` is missing: `trick is empty`"),
    ("rule r(s: seat) = one\n one := r s0", "s0", "put what a rule is given in brackets: `r(s0)`"),
    *((f"rule {own}(s: seat): seat = left of s\n s0 := {own} s0", "s0",
       f"put what a rule is given in brackets: `{own}(s0)`")
      for own in ("right", "top", "pair", "sorted", "reversed", "next")),
    ("state right per seat: seat = first of seats\n s0 := right s0", "s0", "perhaps `of` is missing: `right of s0`"),
    ("s0 := next s0", "s0", "write `left of s0`, or `the first of (seats after s0 where …)`"),
    ("if any trick where rank is ace { touch() }", "any", "did you mean `some`?"),
    ("if some trick in hand of s0 { touch() }", "in", "write `some … where it in …`"),
    ("for s in seats s pays 1 to pot", "s", "put what is done in braces: `{ … }`"),
    ("for s in seats\n  s pays 1 to pot", "s", "put what is done in braces: `{ … }`"),
    ("for s from s0 { touch() }", "from", "a loop over several things reads `for s in seats { … }`"),
    ("for each s in seats { touch() }", "s", "a loop over several things reads `for s in seats { … }`"),
    ("repeat until one > 1 at most 3 { touch() }", ">", "a loop has a name: `repeat name until … at most n { … }`"),
    ("repeat 3 times { touch() }", "3", "a loop has a name: `repeat name 3 times { … }`"),
    ("repeat turn until one > 1 { touch() }", "{", "say how often at most: `repeat turn until … at most n { … }`"),
    ("repeat turn while not one > 1 { touch() }", "not", "say when it ends: `repeat turn until … at most n { … }`"),
    ("option a.b: one_ | two_", ":", "the readings go after `=`, with `|` between them"),
    ("option a.b = one_ or two_", "or", "put `|` between the readings"),
    ("let n := 3", ":=", "write `let n = …`"),
    ("state n per seat = 3", "=", "say what it keeps, such as `state n per seat: number = …`"),
    ("state n: set seat", "seat", "perhaps `of` is missing: `set of seat`"),
    ("state n: number = 0 each deal", "each", "did you mean `every`?"),
    ("zone n: row", "w", "say who sees it, such as `seen by all` or `seen by owner`"),
    ("rule n() = 3", ")", "without values it has no brackets: `rule n`"),
    ("rule n(s) = 3", ")", "say what it is, such as `s: seat`"),
    ("rule n(seat s) = 3", "s", "the name comes first: `s: seat`"),
    ("rule n of s = 3", "of", "put what it is asked about in brackets: `rule n(s: seat)`"),
    ("s0 chooses { yes { } }", "{", "a choice has a name: `chooses name { … }`"),
    ("s0 chooses c from trick", "trick", "a choice has a name: `chooses name c from …`"),
    ("s0 chooses n c from trick if one > 1", "if", "write `if … { s0 chooses … }`, or what may be chosen as "
     "`s0 chooses name { … if … { } }`"),
    ("s0 chooses n {\n yes\n no { }\n }", "s", "put what follows from it in braces: `yes { … }`"),
    ("s0 chooses n {\n yes: touch()\n no { }\n }", ":", "put what follows from it in braces: `yes { … }`"),
    ("s0 chooses n {\n say yes { }\n no { }\n }", "{", "a name is one word: `say_yes`"),
    ("choose n {\n yes { }\n no { }\n }", "choose", "did you mean `s chooses`?"),
    ("one is 3", "3", "write `one := …` to change a state; what is asked comes after `if`"),
    ("set one to 3", "to", "write `one := …`"),
    ("trick to deck", "deck", "write `move trick to …`"),
    ("reveal trick", "k", "write `show trick to all`, or `reveal name = …` to tell what is asked"),
    ("show trick", "k", "say to whom: `show … to all`"),
    ("play own", "n", "write `play own(…)`, with what it is given"),
    ("limit 3 { finish by cash }", "{", "write `limit 1000 moves { finish by … }`"),
    ("finish cash", "cash", "write `finish by …`, with what counts at the end"),
    ("one := sum(cash)", "(", "write `sum of … over …`"),
    ("one := sum of cash of seats", "s", "say over what: `sum of … over …`"),
    ("one := case one {\n 1: 2\n else: 3\n }", "else", "for everything else write `otherwise: …`"),
    ("one := case one {\n 1 => 2\n }", "=>", "its value comes after a colon: `1: …`"),
    ("one := case one {\n 1: 2\n default: 3\n }", "default", "for everything else write `otherwise`"),
    ("case one {\n 1 { touch() }\n default { touch() }\n }", "default", "for everything else write `otherwise`"),
    ("case one {\n cash of s0 > 2 { touch() }\n }", "of",
     "a branch names values; for a comparison write `if … { … } else { … }`"),
    ("one := count of (trick where c: his rank is rank of c)", "rank", "say of what: `rank of c`"),
    ("one := count of (trick where his rank is ace)", "rank",
     "leave out `his`: `rank` alone is that of each"),
    ("one := sum of its rank over trick", "rank", "leave out `its`: `rank` alone is that of each"),
    ('kind dare as dares { price: amount }\n dare one_more = 20 { name: "More" }', '"More"',
     'say in which language: `name: en "…"`'),
    ('kind dare as dares { price: amount }\n dare one_more = 20 { name en "More" }', '"More"', 'write `name: en "…"`'),
    ("move trick where if one > 1 then true else rank is ace to deck", "one",
     "put it in brackets: `(if … then … else …)`"),
    ("one := lowest of cash over seats", "over", "write `smallest of cash over seats`"),
    ("s0 pays 3 pot", "pot", "say to whom: `… pays … to …`"),
    ("s0 pay 3 to pot", "pay", "did you mean `pays`?"),
    ("pay 3 to s0", "3", "say who pays: `s pays … to …`"),
    ("move first of deck hand of s0", "hand", "say where to: `move … to …`"),
    ("draw 3 from deck", "3", "write `move first(3) of deck to …`"),
    ("move 3 of deck to hand of s0", "3", "write `first(3) of deck`"),
    ("move first 3 of deck to hand of s0", "3", "write `first(n) of …` for several"),
    ("move top of deck to hand of s0", "top", "write `first of deck`"),
    ("move trick to deck and shuffle deck", "and", "put each on a line of its own"),
    ("shuffle deck, trick", ",", "put each on a line of its own"),
    ("function f(s: seat) { touch() }", "(", "write `rule f(…) { … }`, or `= …` for what it gives"),
    ("rule f(s: seat) = { 3 }", "{", "a rule that gives a value has no braces, and one that acts no `=`"),
    ("rule f(s: player) = 3", "player", "write `seat`"),
    ("swap hand of s0", "of", "`swap` begins no line; a rule is called with brackets: `swap(…)`"),
    ("teams 2", "2", "teams are declared with who can play: `seats [4] in 2 teams`, in a file of a variant "
     "`replace seats [4] in 2 teams`"),
    ("dare leap jumps own {\n}", "jumps", "what it is played by comes after `plays`: `dare leap plays own { … }`"),
    ("var x = 3", "var", "write `let x = …`, or `state x: …` if it changes"),
    ("print one", "print", "write `reveal name = one` to tell it to all"),
    ("one := trick[0]", "[", "write `first of …`, `last of …`, or `first(n) of …`"),
    ("one := if one > 2 then 1", "1", "say what it is otherwise: `if … then … else …`"),
    ("one := if one > 2: 1 else 2", ":", "write `if … then … else …`"),
    ("one := if one > 2 { 1 } else { 2 }", "{", "write `if … then … else …`"),
    ("if one => 2 { touch() }", "=>", "write `>=`"),
    ("s0 chooses go {\n yes -> { touch() }\n }", "->", "put what follows from it in braces: `yes { … }`"),
    ("s0 chooses go {\n lay c from trick => { touch() }\n }", "=>",
     "put what follows from it in braces: `lay … { … }`"),
    ("has(ace) of s0 += 1", "+=", "write `has(ace) of s0 := has(ace) of s0 + …`"),
    ("one := one > 2 ? 1 : 2", "?", "write `if … then … else …`"),
    ("if one between 1 and 3 { touch() }", "between", "write `(one >= 1 and one <= 3)`"),
    ("if trick contains ace of spades { touch() }", "contains", "write `… in …`, or `some … where …`"),
    ("if one > 1 { touch() } otherwise { touch() }", "otherwise", "write `else`"),
    ("for i from 1 to 3 { touch() }", "from", "write `for i in 1 .. 3 { … }`"),
    ("for i in 1 to 3 { touch() }", "to", "write `1 .. 3`"),
    ("for i in range(3) { touch() }", "range", "numbers in their order are `1 .. 3`"),
    ("one := len(trick)", "len", "how many there are is `count of trick`"),
    ("one := size of trick", "size", "how many there are is `count of trick`"),
    ("one := trick.count", "trick.count", "write `count of trick`"),
    ("one := random(6)", "random", "chance decides: `chance chooses roll n from 1 .. 6`"),
    ("s0 := next of s0", "next", "write `left of s0`"),
    ("one := max(cash of seats)", "max(cash of seats)", "of several it is `largest of cash over seats`"),
    ("cash of s0 := 3", "cash of s0", "only a state can; an account changes by payments: `… pays … to …`"),
    ("trick := deck", "trick", "only a state can; pieces are moved: `move … to …`"),
    ("s0 pays all to pot", "all", "write `everything` of money, `seats` or `cards`"),
    ("state x: int = 0", "int", "write `number`"),
    ("state x: list = []", "list", "such as `list of card`"),
    ('state x: string = "a"', '"a"', "rules keep no texts, but one of some words: `state name: red | blue = red`"),
    ("state x: number per seat = 0", "per", "write `state x per seat: number = …`"),
    ("state x: number = 0 hidden", "hidden", "say who sees it, such as `seen by all` or `seen by owner`"),
    ("zone x for seat: row seen by all", "for", "write `zone x per seat`"),
    ("zone x per seat seen by owner", "seen", "say how it lies: `zone name: row seen by …` or "
     "`zone name: set seen by …`"),
    ("account x per seat: 100", ":", "what it begins with comes after `=`"),
    ("one = 2", "=", "write `one := …` to change it"),
    ("debtor of s0 = s1", "=", "write `is` to compare and `:=` to change a state"),
    ("if one = 1 { touch() }", "=", "write `is` to compare and `:=` to change a state"),
    ("state kept: card = ace of spades\n kept := joker", "ace of spades",
     "for one of them write `the first of ace of spades`"),
    ("show hand of s0 - trick to all", "hand of s0", "for sets write `without`"),
    ("show trick + deck to all", "trick", "for sets write `with`"),
    ("one := count of hand of s0 where suit is spades", "count of hand of s0",
     "perhaps brackets are missing: `count of (hand of s0 …)`"),
    ("s0 pays 500 + -cash of s0 to pot", "-cash", "put what follows `-` in brackets: `-(cash of s0)`"),
    ("if one > 1 { touch() } elseif one > 2 { touch() }", "elseif", "did you mean `else if`?"),
    ("if one isnot 3 { touch() }", "isnot", "did you mean `is not`?"),
    ("if one is3 { touch() }", "is3", "did you mean `is 3`?"),
    ("move first ofdeck to trick", "ofdeck", "did you mean `of deck`?"),
    ("for s inseats { touch() }", "inseats", "did you mean `in seats`?"),
    ("movefirst of deck to trick", "movefirst", "did you mean `move first`?"),
    ("until one > 3 { touch() }", ">", "to do something again, write `repeat name until … at most n { … }`"),
    ("loop 3 { touch() }", "3", "to do something again, write `repeat name until … at most n { … }`"),
    ("roll 1 .. 6", "1", "chance decides: `chance chooses roll n from 1 .. 6`"),
    ("chance chooses roll n from 1 to 6", "to", "write `1 .. 6`"),
    ("chance chooses roll n from 1 .. 6 seen by s0", "seen",
     "what chance tells one seat is `chance secretly chooses … for s`"),
    ("s0 chooses bid n from 1 .. 6 seen by s0", "seen", "what the others do not see is `s secretly chooses …`"),
    ("s0 chooses take n from 1 .. left_over of s0", "of",
     "offer all that there can ever be, and say which: "
     "`chooses name { … n from 1 .. 20 if n <= left_over of … { … } }`"),
    ("for n in 1 .. left_over of s0 { touch() }", "of", "put what follows `..` in brackets: `.. (left_over of …)`"),
    ("repeat turn 3 times { one := 1 leave turn }", "leave", "put each on a line of its own"),
    ("if one > 1 { draw(1)  one := 3 }", "one", "put each on a line of its own"),
    ("throw(1), draw(2)", ",", "put each on a line of its own"),
    ("pay(1) if one > 1", "if", "write `if one > 1 { pay … }`"),
    ("dealer chooses act { take { one := 1 } refuse { } }", "refuse", "put each alternative on a line of its own"),
    ("dealer chooses act {\n take { one := 1 } refuse { }\n }", "refuse", "put each alternative on a line of its own"),
    ("draw(1) cards to deck", "cards", "write `move first of … to …`, or `first(3) of …` for several"),
    ("state have per seat, suit: number = 0", ",", "write `per seat per suit`"),
    ("state phase: early, late = early", ",", "put `|` between the words: `state phase: early | late`"),
    ("state die: number 1 .. 6 = 1", "1", "a number is kept without bounds: leave them out"),
    ("zone heap", "p", "say how it lies: `zone name: row seen by …` or `zone name: set seen by …`"),
    ("winner is highest cash", "highest", "write what decides after `finish by`: the highest wins"),
    ("shuffle: deck", ":", "write `shuffle …`, without `:`"),
    ("players [3, 4]", "[", "how many may play is `seats [3, 4]`"),
    ("uses house", "uses", "did you mean `use`?"),
    ("if one => 2 { touch() }", "=>", "write `>=`"),
    ("option a.b = 1 | 1..3\n if one is at least a.b { touch() }", "least", "write `one >= a.b`"),
    ("s0 chooses take n from 1 - one", "1 - one", "write `1 .. one`"),
    ("limit 9 moves finish by cash", "finish", "put what is done in braces: `limit 9 moves { finish by … }`"),
    ("rule r(s: seat, n: number) = one\n one := r(s0 one)", "one", "a comma is missing: `s0, one`"),
    ("s0 chooses take c from his hand", "hand", "say whose: `hand of s`"),
    ("move first card of deck to trick", "card", "write `first of deck`"),
    ("rule n(s seat) = 3", "seat", "a colon is missing: `s: seat`"),
    ("rule r s: seat, n: number = one", "s",
     "put what it is asked about in brackets: `rule r(s: seat, n: number)`"),
    ("s0 chooses take n from 0 .. count of seats - 1", "of", "put what follows `..` in brackets: `.. (count of …)`"),
    ("option a.b = 1 | 1..3\n repeat a.b times { touch() }", ".", "a loop has a name: `repeat name a.b times { … }`"),
    ("repeat one times { touch() }", "{", "a loop has a name: `repeat name one times { … }`"),
    ("if some trick where it is spades ace { touch() }", "ace", "a card is written `ace of spades`"),
    ("if one ≥ 2 { touch() }", "≥", "write `>=`"),
    ("one := maximum(0, one)", "maximum", "the largest of several is `max(a, b)`"),
    ("include own.coup", ".", "write `own`: files beside this one are named without their ending"),
    ("include ./own", "./", "write `own`: files beside this one are named without their ending"),
    ("s0 chooses secretly take c from trick", "c", "write `s0 secretly chooses …`"),
    ("s0 secretly chooses take one c from trick", "c", "a name is one word: `take_one`"),
    ("state d: seat := s0", ":=", "what it begins with comes after `=`"),
    ("account purse of seat", "of", "write `account purse per seat`"),
    ("for s in seats at once { s secretly chooses b n from 1 .. 2 }", "at", "write `together`"),
    ("one := if one < 2 one else 3", "one", "write `if … then … else …`"),
    ("state d: number = 0 per seat", "per", "write `state d per seat: number = 0`"),
    ("repeat turn at most 3 until one > 1 { touch() }", "most",
     "`at most` comes last: `repeat turn until one > 1 at most 3 { … }`"),
    ("repeat t at most 3 times until true { }", "most", "`at most` comes last: `repeat t until true at most 3 { … }`"),
    ("repeat turn at most 3 times { touch() }", "most",
     "write `repeat turn 3 times { … }`, or first when it ends: `repeat turn until … at most 3 { … }`"),
    ("while true { touch() }", "while", "to do something again, write `repeat name until … at most n { … }`"),
    ("zone heap per seat: row seen by all except owner", "except", "write `seen by others`"),
    ("state u: suit = spades hidden", "hidden", "say who sees it, such as `seen by all` or `seen by owner`"),
    ("move card one of deck to trick", "one",
     "by its place in a row, where the first is 0: `move deck where position is one to …`"),
    ("for c in trick { move card c to deck }", "c", "write the name alone: leave out `card`"),
    ("move trick where only spades to deck", "spades",
     "a condition asks something: `suit is spades`, or `rank is spades`"),
    ("if one > 2 and never hearts { touch() }", "hearts",
     "a condition asks something: `suit is not hearts`, or `rank is not hearts`"),
    ("move trick where not hearts to deck", "hearts",
     "compare it, such as `suit is not hearts`, and leave out the `not` before it"),
    ("move trick where king of hearts to deck", "king of hearts", "compare it, such as `it is king of hearts`"),
    ("let x = 3 if one > 2 else 5", "if", "write `if one > 2 then 3 else 5`"),
    ("state t: number = 3 if one > 2", "if", "write `if one > 2 then 3 else …`"),
    ("rule r(s: seat) = 3 unless one > 2", "unless", "write `if one > 2 then … else 3`"),
    ("s0 pays 10 to pot unless one > 2", "unless", "write `if not (one > 2) { … }`"),
    ("if one is 3, s0 pays 10 to pot", ",", "put what is done in braces: `if … { … }`"),
    ("s0 pays 10 to the bank", "bank", "possible here: `pot`"),
    ("cells 1..7 by 1..6", "1", "columns are letters and rows numbers, such as `cells a..h by 1..8`"),
    ("s0 chooses act {\n take { one := 1 }\n else refuse { }\n }", "else",
     "if nothing else can be chosen, `otherwise refuse { … }` is offered"),
    ("house 3 { own: 2 }", "3",
     "an entry has a name, `house name = 3 { … }`, and an answer is one word, `house_3 { … }`"),
]  # fmt: skip


HIGHEST = "write `finish by cash`: the highest wins"
ENDS = {
    "cash, one wins": HIGHEST,
    "cash, only one wins": HIGHEST,
    "cash, the richest player wins": HIGHEST,
    "cash, highest": HIGHEST,
    "highest cash": HIGHEST,
    "cash descending": HIGHEST,
    "cash (highest wins)": HIGHEST,
    "the most cash": HIGHEST,
    "most cash wins": HIGHEST,
    "cash, the one with most cash wins": HIGHEST,
    "cash wins": HIGHEST,
    "cash, the lowest wins": "write `finish by lowest cash`: the lowest wins",
    "cash, lowest wins": "write `finish by lowest cash`: the lowest wins",
    "one, smallest cash": "write `finish by one, lowest cash`: the lowest wins",
    "lowest cash, one wins": "write `finish by lowest cash`: the lowest wins",
    "one, cash wins": "write `finish by one, cash`: the highest wins",
    "cash, nobody wins": "write `finish by cash among []`",
    "cash, no one wins": "write `finish by cash among []`",
    "cash, s0 wins": "write `finish by cash among s0`",
    "cash, left of s0 wins": "write `finish by cash among left of s0`",
    "cash, s0 and s1 win": "write `finish by cash among [s0, s1]`",
    "cash, winner wins": HIGHEST,
    "cash, s0 loses": "write `finish by cash among (seats without s0)`",
    "cash, team of s0 wins": "write `finish by cash among members of team of s0`",
    "cash, all win":
     "say who wins where the game ends: `finish by 0 among seats`, or what counts for each, `finish by …`",
    "nobody wins": "say who wins where the game ends: `finish by 0 among []`, or what counts for each, `finish by …`",
    "s0 wins": "leave out `wins` after what counts for each; to name who wins: `finish by 0 among s0`",
}  # fmt: skip


@pytest.mark.parametrize(("said", "help_"), ENDS.items(), ids=ENDS)
def test_who_wins_at_the_end_is_answered_once(said: str, help_: str) -> None:
    (problem,) = problems({"g.coup": game(f"if one is 2 {{ finish by {said} }}")}, "g.coup")
    assert problem.help == help_


def test_a_winner_that_is_declared_is_named() -> None:
    lines = "state winner: seat = first of seats\n  if one is 2 { finish by cash, winner wins }"
    (problem,) = problems({"g.coup": game(lines)}, "g.coup")
    assert problem.help == "write `finish by cash among winner`"


@pytest.mark.parametrize(("line", "place", "help_"), LINES, ids=[line for line, _, _ in LINES])
def test_a_line_of_another_language_is_answered_once(line: str, place: str, help_: str) -> None:
    (problem,) = problems({"g.coup": game(line)}, "g.coup")
    assert (problem.span.text, problem.help) == (place, help_)


def test_too_many_pieces_are_summed_up() -> None:
    text = game("pieces many: 501\n pieces few: 0 - 2\n zone z: row seen by all = many\n zone y: row seen by all = few")
    with pytest.raises(Problems) as caught:
        coupdsl.load(in_folder({"g.coup": text}) / "g.coup", 2)
    (problem,) = caught.value.diagnostics
    assert problem.message == "12 pieces and 501 of `many` are 513, and a game has at most 512"
    with pytest.raises(Problems) as caught:
        coupdsl.load(in_folder({"g.coup": text.replace("501", "100")}) / "g.coup", 2)
    (problem,) = caught.value.diagnostics
    assert problem.message == "there cannot be -2 of `few`"


def test_what_a_misspelt_line_would_declare_is_not_told_as_well() -> None:
    text = game("uses house\n lets more = 2\n one := more\n one := fewer")
    found = problems({"g.coup": text}, "g.coup")
    assert [(problem.span.text, problem.help) for problem in found] == [
        ("uses", "did you mean `use`?"),
        ("lets", "did you mean `let`?"),
    ]
    found = problems({"g.coup": game("lets more = 2\n one := more\n one := fewer")}, "g.coup")
    assert {problem.span.text for problem in found} == {"lets", "fewer"}


NAMED = "files beside this one are named without their ending"


@pytest.mark.parametrize(
    ("line", "wrong", "place", "help_"),
    [
        ("seats [2, 3, 4]", "seats 3 or 4", "or", "how many may play is a list: `seats [3, 4]`, or `seats 3 .. 6`"),
        ("ranks ", "ranks: ", ":", "write `ranks …`, without `:`"),
        ("ranks ace A", "ranks ace a", "a", "a mark is a capital letter or a digit, such as `K`"),
        ("ranks ", "ranks 10, ", "10", "a rank has a name, and a mark after it: `name 10`"),
        ("\n", '\ninclude "./stakes.coup"\n', '"./stakes.coup"', f"write `stakes`: {NAMED}"),
        ("\n", "\ninclude dare, stakes.coup\n", ".", f"write `stakes`: {NAMED}"),
        ("seats [2, 3, 4]", "seats [2, -3, 4]", "-3", "write `3`"),
    ],
)
def test_what_is_written_of_a_table_out_of_habit(line: str, wrong: str, place: str, help_: str) -> None:
    text = game("touch()").replace(line, wrong, 1)
    (problem,) = problems({"g.coup": text}, "g.coup")
    assert (problem.span.text, problem.help) == (place, help_)


def test_names_near_many_unknown_ones_are_not_sought_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(context, "MOST_COMPARED", 10)
    found = problems({"g.coup": game("if trik is empty { touch() }\n if trck is empty { touch() }")}, "g.coup")
    assert {problem.span.text: problem.help for problem in found} == {"trik": "did you mean `trick`?", "trck": None}


def test_names_have_no_hyphens() -> None:
    text = DARE.replace("dare whistle", "dare no-whistle").replace("LINE", "")
    assert [problem.help for problem in problems({"g.coup": game(text)}, "g.coup")] == [
        "names are written with `_`, not with `-`"
    ]


def test_a_reserved_name_is_told_once() -> None:
    lines = (
        "rule plays(s: seat): flag = one > 1\n let down = 2\n if plays(s0) { one := down }\n if plays(s1) { one := 3 }"
    )
    found = problems({"g.coup": game(lines)}, "g.coup")
    assert [problem.message for problem in found] == [
        "`plays` has a meaning of its own in the language",
        "`down` has a meaning of its own in the language",
    ]


@pytest.mark.parametrize(
    ("line", "help_"),
    [
        ("option a.b = one_ | two_", "add its number, such as @Q7, to its line"),
        ("option a.b = one_ | two_  # as on @Q4", "what comes after `#` is a comment: write the citation before it"),
    ],
)
def test_a_citation_in_a_comment_is_found(line: str, help_: str) -> None:
    text = game(f"  {line}\n if a.b is one_ {{ touch() }}").replace("edition 1", 'edition 1\nsource Q "Rules"')
    (problem,) = problems({"g.coup": text}, "g.coup")
    assert (problem.code.number, problem.help) == ("E407", help_)


def test_options_of_a_shared_mechanic_need_no_citation() -> None:
    lines = "play own(s0)\n use own\n"
    mechanic = (
        "edition 1\nmechanic own(s: seat) {\n option a.b = one_ | two_\n needs account cash per seat\n"
        " if a.b is one_ { s pays 1 to left of s }\n}\n"
    )
    text = game(lines).replace("edition 1", 'edition 1\nsource Q "Rules"')
    assert problems({"games/g.coup": text, "mechanics/own.coup": mechanic}, "games/g.coup") == []
