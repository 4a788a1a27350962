"""Small games with something hidden of every kind."""

from __future__ import annotations

BOX = "\n  zone box per seat: set seen by owner"


def of_tricks(
    between: str = "", zone: str = "", suits: str = "spades S, hearts H", ranks: str = "ace A, king K, queen Q"
) -> str:
    """Two cards each, dealt hidden and played in tricks; suits must be followed. `between` comes before the tricks."""
    return f"""edition 1
game small {{
  seats [3]
  cards {{
    suits {suits}
    ranks {ranks}
  }}
  zone deck: row seen by none = cards shown as count
  zone hand per seat: set seen by owner{zone}
  zone taken per seat: set of piece seen by all
  let hand_size = 2
  use tricks {{
    rule follows(s: seat) = hand of s preferring suit is led
  }}
  shuffle deck
  for s in seats {{ move first(2) of deck to hand of s }}{between}
  play tricks(first of seats)
  finish by count of taken
  limit 100 moves {{ finish by 0 }}
}}
"""


# Cards that are dealt, suits that must be followed.
TRICKS = of_tricks(ranks="ace A, king K, queen Q, jack J")

# Cards that are dealt, handed on in secret and then played; suits must be followed. Aces give more to choose from.
PASSED = of_tricks(
    """
  for s in seats {
    s secretly chooses think_of {
      nothing { }
      an_ace if not (hand of s where rank is ace) is empty { }
    }
    s secretly chooses hand_on c from hand of s
    move c to box of left of s
  }
  for s in seats { move box of s to hand of s }""",
    BOX,
)

# Cards of which aces must be handed on in secret: how many there are to choose from depends on the hand.
ACES_FIRST = of_tricks(
    """
  for s in seats {
    s secretly chooses hand_on c from hand of s preferring rank is ace
    move c to box of left of s
  }
  for s in seats { move box of s to hand of s }""",
    BOX,
    "spades S, hearts H, clubs C",
    "ace A, king K",
)

# Cards that are given back and dealt again: what a seat knew is hidden again.
GIVEN_BACK = of_tricks("""
  for s in seats {
    s secretly chooses give_back c from hand of s
    move c to deck
  }
  shuffle deck
  for s in seats { move first(1) of deck to hand of s }""")

# Chance shows a card of each hand to the next player, an ace if there is one.
GLIMPSED = of_tricks("""
  for s in seats { chance secretly chooses glimpse c from hand of s preferring rank is ace for left of s }""")

# Cards that come one by one, between which each says whether there is a spade among his.
DRAWN_LATER = """edition 1
game small {
  seats [2]
  cards {
    suits spades S, hearts H, clubs C
    ranks ace A, king K, queen Q, jack J
  }
  zone deck: row seen by none = cards shown as count
  zone hand per seat: set seen by owner
  zone laid per seat: set seen by all
  shuffle deck
  for s in seats { move first(2) of deck to hand of s }
  repeat turn 3 times {
    for s in seats {
      s chooses tell {
        lay_spade c from hand of s where suit is spades { move c to laid of s }
        no_spade if (hand of s where suit is spades) is empty { }
      }
    }
    for s in seats { move first of deck to hand of s }
    for s in seats {
      s chooses lay c from hand of s
      move c to laid of s
    }
  }
  finish by count of laid
  limit 100 moves { finish by 0 }
}
"""

# Secret numbers, of which the sum is told; then each says whether another has more.
SECRETS = """edition 1
game small {
  seats [3]
  cards { ranks ace }
  zone box: set seen by all = cards shown as nothing
  state bid per seat: number = 0 seen by owner
  state score per seat: number = 0
  for s in seats together {
    s secretly chooses offer n from 1 .. 3
    bid of s := n
  }
  reveal total = sum of bid over seats
  for s in seats { s chooses go_on { well { } } }
  for s in seats together {
    s secretly chooses again {
      same { }
      one_more { bid of s := bid of s + 1 }
    }
  }
  reveal now = sum of bid over seats
  for s in seats { s chooses go_on { well { } } }
  finish by score
  limit 100 moves { finish by score }
}
"""

# Pieces written alike, hidden discards, and a second shuffle.
ALIKE = """edition 1
game small {
  seats [2]
  cards {
    ranks ace, king, queen
    copies 3
  }
  zone deck: row seen by none = cards shown as count
  zone hand per seat: set seen by owner
  zone open_cards per seat: set seen by all
  state score per seat: number = 0
  shuffle deck
  for s in seats { move first(2) of deck to hand of s }
  repeat turn 2 times {
    for s in seats {
      s secretly chooses put_back c from hand of s
      move c to deck
      shuffle deck
      move first of deck to hand of s
      s chooses lay {
        nothing { }
        lay_open d from hand of s { move d to open_cards of s }
      }
    }
  }
  finish by score
  limit 100 moves { finish by score }
}
"""

# Dice that one seat sees, a role that nobody sees, and what can be worked out of both.
DICE = """edition 1
game small {
  seats [2, 3]
  cards { ranks ace }
  zone box: set seen by all = cards shown as nothing
  state die per seat: number = 0 seen by owner
  state role: seat or none = none seen by none
  state score per seat: number = 0
  chance secretly chooses spy r from seats
  role := r
  for s in seats {
    chance secretly chooses roll n from 1 .. 4 for s
    die of s := n
  }
  reveal total = sum of die over seats
  reveal spied = (count of (seats where it is role and die > 1))
  for s in seats { s chooses go_on { well { } } }
  finish by score
  limit 100 moves { finish by score }
}
"""

# Secret numbers, of which there are the fewer to choose from the lower a secret die is.
UNEVEN = """edition 1
game small {
  seats [2]
  cards { ranks ace }
  zone box: set seen by all = cards shown as nothing
  state die per seat: number = 0 seen by owner
  state bid per seat: number = 0 seen by owner
  state score per seat: number = 0
  for s in seats {
    chance secretly chooses roll n from 1 .. 4 for s
    die of s := n
  }
  for s in seats together {
    s secretly chooses offer {
      one { bid of s := 1 }
      two if die of s >= 2 { bid of s := 2 }
      three if die of s >= 3 { bid of s := 3 }
      four if die of s >= 4 { bid of s := 4 }
    }
  }
  reveal high = (count of (seats where bid >= 2))
  for s in seats { s chooses go_on { well { } } }
  finish by score
  limit 100 moves { finish by score }
}
"""

# What somebody says of his cards together: with one Ace he could not say it, with none or two he can.
EVEN = """edition 1
game small {
  seats [2]
  cards {
    suits spades S, hearts H
    ranks ace A, king K, queen Q
  }
  zone deck: row seen by none = cards shown as count
  zone hand per seat: set seen by owner
  state score per seat: number = 0
  shuffle deck
  move first(1) of deck to hand of (first of seats)
  move first(3) of deck to hand of (last of seats)
  (last of seats) chooses say {
    even if count of (hand of (last of seats) where rank is ace) is not 1 { }
    whatever { }
  }
  (first of seats) chooses go_on { well { } }
  finish by score
  limit 100 moves { finish by score }
}
"""

# A secret that is kept while cards are shuffled and nothing is hidden besides.
KEPT = """edition 1
game small {
  seats [2]
  cards {
    suits spades S, hearts H
    ranks ace A, king K
  }
  kind size as sizes { }
  size small_one { }
  size large_one { }
  zone deck: row seen by none = cards shown as count
  state dice per seat per size: number = 0 seen by owner
  state score per seat: number = 0
  (first of seats) secretly chooses take n from 0 .. 1
  dice(large_one) of (first of seats) := n
  shuffle deck
  repeat turn 12 times {
    for s in seats { s chooses go_on { well { } } }
  }
  reveal total = sum of dice(large_one) over seats
  for s in seats { s chooses go_on { well { } } }
  finish by score
  limit 100 moves { finish by score }
}
"""

# Where each card lies is known to all, but not which was chosen.
OPEN_HANDS = """edition 1
game small {
  seats [2]
  cards {
    suits spades S, hearts H
    ranks ace A, king K
  }
  zone hand per seat: set seen by all
  zone table: row seen by all
  zone pile: set seen by all = cards shown as nothing
  state score per seat: number = 0
  repeat turn 6 times {
    move pile where suit is spades to hand of first of seats
    (first of seats) secretly chooses offer c from hand of first of seats
    repeat wait 2 times {
      (last of seats) chooses go_on { well { } }
    }
    move c to table
    (last of seats) chooses go_on { well { } }
    move table to pile
    move hand of first of seats to pile
  }
  finish by score
  limit 100 moves { finish by score }
}
"""

# What somebody is decides what he may choose, and only how many chose so is told.
ROLES = """edition 1
game small {
  seats [3]
  cards {
    ranks spy, friend
    copies 2
  }
  zone deck: row seen by none = cards
  zone role per seat: set seen by owner
  state spoils per seat: flag = false seen by owner
  state score per seat: number = 0
  rule is_spy(s: seat) = some role of s where rank is spy
  shuffle deck
  for s in seats { move first of deck to role of s }
  repeat work 2 times {
    for s in seats together {
      s secretly chooses work {
        help { spoils of s := false }
        spoil if is_spy(s) { spoils of s := true }
      }
    }
    reveal harm = count of (seats where spoils)
  }
  for s in seats { s chooses go_on { well { } } }
  finish by score
  limit 100 moves { finish by score }
}
"""

# Who has an ace does well to bet, who has none does not; all are asked in turn, and cards are seen by `{viewers}`.
BETS = """edition 1
game small {
  seats [2]
  cards {
    ranks ace, king
    copies 2
  }
  zone deck: row seen by none = cards shown as count
  zone hand per seat: set seen by {viewers}
  zone open_cards per seat: set seen by all
  state has_bet per seat: flag = false
  state score per seat: number = 0
  shuffle deck
  for s in seats { move first of deck to hand of s }
  for s in seats {
    s chooses stake {
      bet { has_bet of s := true }
      pass { }
    }
  }
  for s in seats {
    move hand of s to open_cards of s
    if has_bet of s { score of s := if (open_cards of s where rank is ace) is empty then 0 - 1 else 1 }
  }
  finish by score
  limit 100 moves { finish by score }
}
"""


def ballots(seats: int, times: int) -> str:
    """All vote in secret for another, and it is told how often each was voted for."""
    return f"""edition 1
game small {{
  seats [{seats}]
  state vote per seat: seat or none = none seen by owner
  state votes per seat: number = 0
  repeat ballot {times} times {{
    for s in seats together {{
      s secretly chooses cast t from seats without s
      vote of s := t
    }}
    for s in seats {{
      reveal against = count of (seats where vote is s)
      votes of s := votes of s + against
    }}
  }}
  for s in seats {{ s chooses go_on {{ well {{ }} }} }}
  finish by votes
  limit 100 moves {{ finish by votes }}
}}
"""


def of_hands(lines: str, seats: int = 3, hand: int = 2, ranks: str = "ace A, king K, queen Q", kept: str = "") -> str:
    """Cards dealt hidden, something that comes of it, and a choice of everybody that changes nothing."""
    return f"""edition 1
game small {{
  seats [{seats}]
  cards {{
    suits spades S, hearts H
    ranks {ranks}
  }}
  zone deck: row seen by none = cards
  zone hand per seat: set seen by owner{kept}
  shuffle deck
  for s in seats {{ move first({hand}) of deck to hand of s }}{lines}
  for s in seats {{ s chooses go_on {{ well {{ }} }} }}
  finish by 0
  limit 100 moves {{ finish by 0 }}
}}
"""


def counted_hands(seats: int, hand: int, ranks: str) -> str:
    """All say what their cards are worth together."""
    told = "\n  for s in seats { reveal points = sum of place_in(the rank of it, ranks) over hand of s }"
    return of_hands(told, seats, hand, ranks)


# What each hand is worth in each suit is told: two cards must change at once, and they seldom may.
BY_SUIT = of_hands(
    """
  for s in seats {
    for u in suits {
      reveal points = sum of place_in(the rank of it, ranks) over (hand of s where suit is u)
      reveal many = count of (hand of s where suit is u)
    }
  }""",
    seats=2,
    hand=4,
    ranks="ace A, king K, queen Q, jack J, ten T, nine 9, eight 8",
)

# Who chooses twice in secret may choose more after a 1.
PICKS = """edition 1
game small {
  seats [2]
  state before per seat: number = 1 seen by owner
  state score per seat: number = 0
  repeat turn 2 times {
    (last of seats) secretly chooses pick {
      take n from 1 .. 3 if n <= 1 or before of last of seats is 1 { before of last of seats := n }
    }
  }
  for s in seats { s chooses go_on { well { } } }
  finish by score
  limit 100 moves { finish by score }
}
"""


def piles(seats: int, rooms: str) -> str:
    """A card that somebody names lies hidden all the same; some lay in another pile before all were dealt."""
    return f"""edition 1
game small {{
  seats [{seats}]
  cards {{ ranks {rooms}, rope, pipe, dagger }}
  zone rooms: row seen by none = cards where rank in [{rooms}]
  zone deck: row seen by none = cards where rank in [rope, pipe, dagger]
  zone envelope: set seen by none
  zone hand per seat: set seen by owner
  shuffle rooms
  move first of rooms to envelope
  move rooms to deck
  shuffle deck
  for s in seats without first of seats {{ move first(2) of deck to hand of s }}
  move first of deck to hand of first of seats
  repeat turn 5 times {{
    first of seats chooses ask c from [{rooms}]
    reveal has_it = some hand of (left of first of seats) where rank is c
  }}
  finish by 0
  limit 100 moves {{ finish by 0 }}
}}
"""


GIFT = "\n  zone gift per seat: set seen by owner"
# The last marks a card in secret, and then another's comes to the first.
MARKED = of_hands(
    """
  (last of seats) secretly chooses pick c from lowest_of(last of seats)
  mark := c
  move the first of lowest_of(left of first of seats) to gift of first of seats""",
    kept=f"""{GIFT}
  state mark: card or none = none seen by none
  rule lowest_of(s: seat) = lowest of hand of s by place_in(the rank of it, ranks)""",
)
# The last gives the first the best card, in secret: whoever has it knows that the giver has none above it.
TRIBUTE = of_hands(
    """
  (last of seats) secretly chooses tribute c from lowest of hand of (last of seats) by place_in(the rank of it, ranks)
  move c to gift of first of seats""",
    kept=GIFT,
)


def hints(suits: str, ranks: str, hand: int) -> str:
    """Cards that the others see; they say in which places those of a rank or suit lie."""
    return f"""edition 1
game small {{
  seats [2]
  cards {{
    suits {suits}
    ranks {ranks}
    copies 2
  }}
  zone deck: row seen by none = cards shown as count
  zone hand per seat: row seen by others
  shuffle deck
  for s in seats {{ move first({hand}) of deck to hand of s }}
  repeat round 4 times {{
    for s in seats {{
      s chooses hint {{
        rank t from seats after s, r from ranks {{ reveal places = position of (hand of t where rank is r) }}
        suit t from seats after s, u from suits {{ reveal places = position of (hand of t where suit is u) }}
      }}
    }}
  }}
  finish by 0
  limit 100 moves {{ finish by 0 }}
}}
"""


def together(ending: str, seats: str = "2") -> str:
    """What is done well counts for all; `ending` says who may win."""
    return f"""edition 1
game small {{
  seats [{seats}]
  state lit: number = 0
  for s in seats {{
    s chooses lamp {{
      leave {{ }}
      light {{ lit := lit + 1 }}
    }}
  }}
  finish by {ending}
  limit 10 moves {{ finish by 0 among [] }}
}}
"""


# Nothing is hidden: who takes the last stick wins.
NIM = """edition 1
game nim {
  seats [2]
  kind heap as heaps { size: number }
  heap low { size: 3 }
  heap middle { size: 4 }
  heap high { size: 5 }
  state sticks per heap: number = 0
  state player: seat = first of seats
  for h in heaps { sticks of h := size of h }
  repeat turn until every heaps where sticks is 0 at most 12 {
    player chooses turn {
      take h from heaps, n from 1 .. 5 if n <= sticks of h { sticks of h := sticks of h - n }
    }
    player := left of player
  }
  finish by (if it is player then 0 else 1)
  limit 12 moves { finish by 0 }
}
"""

# Who draws sees the card before the others do, who see it only if it is offered: one of fifty must have been on top.
LOOKED_AT_FIRST = """edition 1

game looked_at_first {
  seats [3]
  cards {
    suits red R, blue B, green G, white W, black K
    ranks ace A, king K, queen Q, jack J, ten T, nine 9, eight 8, seven 7, six 6, five 5
  }
  zone deck:          row seen by none = cards
  zone hand per seat: set seen by owner
  zone offered:       row seen by all
  zone pile:          row seen by none

  shuffle deck
  repeat turn 4 times {
    for s in seats {
      repeat draw 2 times {
        show first of deck to s
        let top = the first of deck
        s chooses where_to {
          keep  { move top to hand of s }
          offer { move top to offered }
          hide  { move top to pile }
        }
      }
    }
  }
  finish by count of hand
  limit 100 moves { finish by 0 }
}
"""

# Two cards are looked at and one is kept, the other goes below; later somebody looks at the last.
GLANCES = """edition 1

game glances {
  seats [2]
  cards { ranks ace A, king K, queen Q, jack J }
  zone deck:          row seen by none = cards
  zone hand per seat: set seen by owner
  zone under:         row seen by none
  zone table:         row seen by all

  shuffle deck
  for s in seats {
    show first(2) of deck to s
    s secretly chooses keep k from first(2) of deck
    move k to hand of s
    move first of deck to under unseen
  }
  move under to deck
  show last(1) of deck to first of seats
  last of seats secretly chooses lay c from hand of last of seats
  for s in seats { s chooses guess r from first(2) of ranks }
  finish by 0
  limit 10 moves { finish by 0 }
}
"""

# Cards laid face down are doubted or not; what was doubted is told, and goes to a hand without lying open.
DOUBTED = """edition 1

game doubted {
  seats [3]
  cards {
    suits spades S, hearts H, diamonds D, clubs C
    ranks ace A, king K, queen Q, jack J, ten T, nine 9
  }
  zone deck:          row seen by none = cards
  zone hand per seat: set seen by owner
  zone laid:          set seen by none
  zone heap:          set seen by none
  state turn: seat = first of seats

  shuffle deck
  for s in seats { move first(6) of deck to hand of s }
  repeat turns until some seats where hand is empty at most 100 {
    let s = turn
    repeat laying 2 times {
      if hand of s is not empty {
        s secretly chooses lay c from hand of s
        move c to laid unseen
      }
    }
    left of s chooses answer {
      doubt {
        reveal found = laid
        reveal honest = every laid where rank in [ace, king, queen]
        let loser = if honest then left of s else s
        move laid to hand of loser
        move heap to hand of loser
      }
      believe { move laid to heap }
    }
    turn := left of turn
  }
  finish by lowest count of hand
  limit 400 moves { finish by 0 }
}
"""


def drafted(players: int, ranks: str) -> str:
    """Roles that go round in a row, so that everybody sees those that are left, in their order, and takes one.

    Then they are called, and whoever has one shows it.
    """
    return f"""edition 1
game drafted {{
  seats [{players}]
  cards {{
    ranks {ranks}
  }}
  zone deck: row seen by none = cards
  zone away: set seen by none
  zone role per seat: set seen by owner
  zone called per seat: set seen by all
  repeat round 2 times {{
    move cards to deck
    shuffle deck
    move first of deck to away
    for s in seats {{
      show deck to s
      s secretly chooses take c from deck
      move c to role of s
    }}
    for r in ranks {{
      reveal who = first of (seats where t: some role of t where rank is r)
      if who is not none {{
        move role of the who to called of the who
        the who chooses act n from 1 .. 2
      }}
    }}
  }}
  finish by 0
  limit 100 moves {{ finish by 0 }}
}}
"""
