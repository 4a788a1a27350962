"""Why, in a game without texts: its own names are all there is to say, and sets without a name are said in full."""

from __future__ import annotations

import pytest
from tests.play.test_account import narrator
from tests.small_games import load_text

import coupdsl
from coupdsl.play.asking import Asking
from coupdsl.play.drawing import Drawing
from coupdsl.play.spoken import Words

GAME = """edition 1
game chips {
  seats [2]
  cards {
    suits acorns E, leaves G
    ranks ace A, ten T
  }
  zone deck: row seen by none = cards
  zone hand per seat: set seen by owner
  state open_chips per seat: number = 1
  state own_chips per seat: number = 1 seen by owner
  rule of_suit(s: seat, u: suit) = hand of s where suit is u
  rule lacks(s: seat, u: suit) = of_suit(s, u) is empty
  rule keeps(s: seat, u: suit, n: number) = n > 0 and some hand of s where suit is u
  rule high = (ace of leaves) with ten of leaves
  move (ace of acorns) with (ten of acorns) to hand of first of seats
  move deck to hand of last of seats
  for s in seats {
    s chooses answer {
      pay_open if open_chips of s > 0 { }
      pay_own if own_chips of s > 1 { }
      call u from suits where v: of_suit(s, v) is not empty { }
      want u from suits where v: of_suit(s, v) is empty { }
      need u from suits where lacks(s, it) { }
      lend u from suits where not keeps(s, it, open_chips of s) { }
      lay c from hand of s where it in high { }
      have u from suits where v: some hand of s where suit is v { }
      pass { }
    }
  }
  finish by 0
  limit 20 moves { finish by 0 }
}
"""


@pytest.mark.parametrize(
    ("move", "told"),
    [
        ("pay_open", "Pay open: you can, because your open chips (1) is more than 0."),
        ("pay_own", "Pay own: no, your own chips (1) is at most 1."),
        ("call acorns", "Call acorns: you can, because there is one among your hand for which the suit is acorns."),
        ("call leaves", "Call leaves: no, there is none among your hand for which the suit is leaves."),
        ("want leaves", "Want leaves: you can, because there is none among your hand for which the suit is leaves."),
        ("need acorns", "Need acorns: no, there is one among your hand for which the suit is acorns."),
        ("lend acorns", "Lend acorns: no, there is one among your hand for which the suit is acorns."),
        ("lay AE", "Lay AE: no, it is not among AG and TG."),  # wherever they lie
        ("have acorns", "Have acorns: you can, because there is one among your hand for which the suit is acorns."),
    ],
)
def test_the_condition_is_said_with_its_values(move: str, told: str) -> None:
    state = load_text(GAME, 2).start(1)
    assert Asking(Words(state.rules, "en", plain=True)).why(state, 0, move)[0] == told


BOARD = """edition 1
game board {
  seats [2]
  cells a..c by 1..3
  state side per cell: seat or none = none
  state shots per seat per cell: number = 0
  rule worth(s: seat, x: cell): number = row of x + column of x
  side of a1 := first of seats
  side of b2 := last of seats
  for s in seats {
    let best = largest of x: worth(s, x) over cells
    s chooses act {
      put x from cells where worth(s, it) is best { }
      take x from (cells where side is s), y from cells where z: worth(s, z) is 4 and side of z is not s { }
      fire x from cells where shots(it) of s < 1 { shots(x) of s := 1 }
      swap x from cells, y from [a1, b1] { }
      climb x from cells where row in [2 * place_in(s, seats) - 1, 2 * place_in(s, seats)] { }
    }
  }
  finish by 0
  limit 20 moves { finish by 0 }
}
"""


@pytest.mark.parametrize(
    ("language", "move", "told"),
    [
        ("en", "put a1", "Put a1: no, its worth (2) is not 6."),
        ("fr", "put a1", "« put a1 » : non, worth de a1 (2) n'est pas 6."),
        ("en", "put c3", "Put c3: you can, because its worth (6) is 6."),
        ("en", "swap b2 c3", "Swap b2 c3: no, c3 is not among a1, b1."),
        ("fr", "swap b2 c3", "« swap b2 c3 » : non, c3 n'est pas parmi a1, b1."),
        ("en", "take a1 a1", "Take a1 a1: no, worth for a1 (2) is not 4."),
        ("en", "take b2 b2", "Take b2 b2: no, side of b2 (Seat 1) is not you."),
        (
            "en",
            "climb a3",
            "Climb a3: no, its row (3) is not among (2 × the place of you among the players (1) − 1), "
            "(2 × the place of you among the players (1)).",
        ),
        ("en", "fire b1", "Fire b1: you can, because your shots (b1) (0) is less than 1."),
    ],
)
def test_what_a_number_rule_gives_is_told_and_what_was_picked_is_named(language: str, move: str, told: str) -> None:
    state = load_text(BOARD, 2).start(1)
    assert Asking(Words(state.rules, language, plain=True)).why(state, 0, move)[0] == told


TABLE = """edition 1
game swapping {
  seats [2]
  cards {
    suits spades S, hearts H
    ranks ace A, king K
  }
  zone hand per seat: set seen by all
  zone laid per seat: row seen by all
  zone spare: set seen by all = cards
  move (king of spades) to laid of last of seats
  move (ace of hearts) to hand of first of seats
  for s in seats {
    s chooses act {
      take_back c from laid of s { }
      swap c from hand of s, d from laid of left of s { }
      stop { }
    }
  }
  finish by 0
  limit 20 moves { finish by 0 }
}
"""


def test_of_a_card_alone_the_move_is_meant_that_is_offered_with_it() -> None:
    state = load_text(TABLE, 2).start(1)
    told = Asking(Words(state.rules, "en", plain=True)).why(state, 0, "KS")[0]
    assert told.startswith("Swap AH KS: you can, because ")
    refused = Asking(Words(state.rules, "en", plain=True)).why(state, 0, "take back KS")[0]
    assert refused.startswith("Take back KS: no, it is not in ")


GROUNDS = """edition 1
game bragging {
  seats [2]
  cards {
    suits spades S, hearts H
    ranks ace A, king K
  }
  account cash per seat = 100
  account pot = 7
  zone deck: row seen by none = cards
  zone hand per seat: set seen by owner
  state open: number = 3
  move deck to hand of first of seats
  for s in seats {
    s chooses act {
      brag if open > 7 or cash of s > 200 or pot > 100 or (some hand of s where rank is ace and open > 9) { }
      boast if open > 7 or cash of s > 200 or pot > 100 { }
      pass { }
    }
  }
  finish by cash
  limit 20 moves { finish by 0 }
}
"""


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ["Brag: no, because:", "- open (3) is at most 7", "- your cash (100) is at most 200",
                "- pot (7) is at most 100",
                "- there is none among your hand for which (the rank is ace and open is more than 9)"]),
        ("fr", ["« brag » : non, car :", "- open (3) est au plus 7", "- votre cash (100) est au plus 200",
                "- pot (7) est au plus 100",
                "- il n'existe parmi votre hand aucun cas où (la valeur est ace et open dépasse 9)"]),
    ],
)  # fmt: skip
def test_many_grounds_are_told_one_by_one(language: str, told: list[str]) -> None:
    state = load_text(GROUNDS, 2).start(1)
    asking = Asking(Words(state.rules, language, plain=False))
    assert asking.why(state, 0, "brag") == told
    assert len(asking.why(state, 0, "boast")) == 1


AUCTION = """edition 1
game falling {
  seats [2]
  state stake: number = 2
  use auction {
    rule ask(s: seat) {
      s chooses bidding {
        bid n from 1..9 if may_bid(s, n) { enter_bid(s, n) }
        double if stake > 2 { }
        pass if may_pass(s) { enter_pass(s) }
      }
    }
    rule may_bid(s: seat, n: number) = last_bid is 0 or n < last_bid
  }
  hold_auction(first of seats)
  finish by stake
  limit 20 moves { finish by 0 }
}
"""


def test_a_sentence_of_a_mechanic_is_not_said_of_what_the_game_puts_in_its_place() -> None:
    state = load_text(AUCTION, 2).start(1)
    state.apply("bid 5")
    asking = Asking(Words(state.rules, "en", plain=True))
    told = asking.why(state, 1, "bid 9")[0]
    assert told == "Bid 9: no, last bid (5) is not 0 and 9 is at least last bid (5)."
    as_it_says = load_text(AUCTION.replace("last_bid is 0 or n < last_bid", "n > last_bid"), 2).start(1)
    as_it_says.apply("bid 5")
    told = Asking(Words(as_it_says.rules, "en", plain=True)).why(as_it_says, 1, "bid 4")[0]
    assert told == "Bid 4: no, the bid is 5, so bid more."


def test_words_of_a_mechanic_leave_the_game_s_own_names_to_be_said() -> None:
    state = load_text(AUCTION, 2).start(1)
    told = Asking(Words(state.rules, "en", plain=True)).why(state, 0, "double")[0]
    assert told == "Double: no, stake (2) is at most 2."


def test_of_a_number_between_the_steps_the_steps_are_told() -> None:
    state = load_text(AUCTION.replace("1..9 if", "0..20 step 5 if"), 2).start(1)
    asked = {"en": "It can be 0 to 20 here, in steps of 5.", "fr": "Ici, ce peut être de 0 à 20, par pas de 5."}
    for language, told in asked.items():
        assert Asking(Words(state.rules, language, plain=True)).why(state, 0, "bid 7") == [told]


WAR = """edition 1
game war {
  seats [2]
  cards {
    suits clubs C, hearts H
    ranks king K, queen Q, jack J, ten T
  }
  kind ground as grounds { wet: flag = false
    colour: grey | green = green
    rule may(n: number) = n > 5
  }
  ground plain { }
  ground marsh { wet: true
    rule may(n: number) = false
  }
  cells a..d by 1..2
  zone stock: row seen by none = cards
  zone lying per cell: set seen by all
  zone out: set seen by all
  state land per cell: ground = plain
  state man per cell: seat or none = none
  state open per cell: flag = false
  state player: seat = first of seats
  rule side_of(x: cell): seat or none = if row of x is 1 then man of x else last of seats
  rule is_open(x: cell) =
    lying of x is not empty and every cells where y: (row of y is not row of x - 1 or lying of y is empty)
  rule ahead(s: seat, x: cell) = near(x, cells) where column is column of x + (if s is player then 1 else -1)
  rule targets(s: seat, x: cell) = ahead(s, x) where man is none or (man is not s and row is not row of x)
  for x in cells where column < 3 { move first of stock to lying of x }
  man of a1 := player
  man of b1 := player
  man of b2 := last of seats
  land of b1 := marsh
  repeat turn 2 times {
  let bold = count of stock > 9
  player chooses act {
    take c from lying of (cells where is_open(it)) { }
    march x from cells where side_of(it) is player, y from targets(player, x) { }
    wade x from cells where wet of land { }
    dry x from cells where not wet of land { }
    mow x from cells where colour of land is grey { }
    jump x from cells where may(3) of land { }
    near_by x from cells where it is a1 or (man is left of player and land is plain) { }
    line_up x from cells where y: every (line(a1, y) without a1) where man is none { }
    light if every cells where open { }
    rush if some cells where row is 1 and bold { }
    pass { }
  } }
  finish by 0
  limit 20 moves { finish by 0 }
}
"""
TOLD_OF_WAR = [
    ("en", "wade b1", "Wade b1: you can, because wet of marsh holds."),
    ("en", "wade a1", "Wade a1: no, wet of plain does not hold."),
    ("fr", "dry b1", "« dry b1 » : non, wet de marsh est vrai."),
    ("en", "mow a1", "Mow a1: no, colour of plain (green) is not grey."),
    ("en", "jump a1", "Jump a1: no, 3 is at most 5."),
    ("en", "jump b1", "Jump b1: no, may of marsh does not hold for 3."),
    ("en", "take JC", "Take JC: no, the row of a1 is (the row of a2 − 1) and lying of a1 (KC) is not empty."),
    ("fr", "take JC",
     "« take VC » : non, la rangée de a1 est (la rangée de a2 − 1) et lying de a1 (RC) n'est pas vide."),
    ("en", "near_by b1", "Near by b1: no, it is not a1 and its man (you) is not the player to your left."),
    ("fr", "near_by c2", "« near by c2 » : non, c2 n'est pas a1 et man de c2 n'est pas votre voisin de gauche."),
    ("en", "near_by b2",
     "Near by b2: you can, because its man (Seat 1) is the player to your left and its land is plain."),
    ("en", "march a1 b1", "March a1 b1: no, man of b1 is you."),
    ("fr", "march a1 b1", "« march a1 b1 » : non, man de b1 est vous."),
    ("en", "march a1 b2",
     "March a1 b2: you can, because side of a1 (you) is player, the column of b2 is (the column of a1 + "
     "1), and man of b2 (Seat 1) is not you and the row of b2 is not the row of a1."),
    ("en", "march c1 d1", "March c1 d1: no, side of c1 is not player (you)."),
    ("fr", "march c1 d1", "« march c1 d1 » : non, side de c1 n'est pas player (vous)."),
    ("en", "march b2 c2", "March b2 c2: no, side of b2 (Seat 1) is not player (you)."),
    ("en", "line_up d1", "Line up d1: no, there is a man of b1 (you)."),
    ("en", "light", "Light: no, open of a1 does not hold."),
    ("fr", "light", "« light » : non, open de a1 est faux."),
    ("en", "rush", "Rush: no, the rules do not allow it here."),  # said without `bold` it would be false
]  # fmt: skip


@pytest.mark.parametrize(("language", "move", "told"), TOLD_OF_WAR)
def test_all_that_decides_together_is_told_and_of_many_the_one(language: str, move: str, told: str) -> None:
    state = load_text(WAR, 2).start(1)
    assert Asking(Words(state.rules, language, plain=True)).why(state, 0, move)[0] == told


PAIRS = """edition 1
game pairs {
  seats [4] in 2 teams
  state dealer: seat = first of seats
  state caller: seat or none = first of seats
  for chooser in seats { chooser chooses act {
    ask s from seats where team of it is not team of dealer { }
    aid s from partners of dealer { }
    foe s from seats where it not in members of team of dealer { }
    beside s from seats where it is left of dealer { }
    double if caller is not none and caller not in members of team of dealer { }
    pair if every members of team of dealer where it is dealer { }
    call if dealer is not caller { }
    trip t from teams without team of dealer { }
    give s from seats without dealer, n from 1..2 { }
    lend s from seats where it is not chooser { }
    swap s from seats, t from seats where it is not s { }
    pass { }
  } }
  finish by 0
  limit 20 moves { finish by 0 }
}
"""
TOLD_OF_PAIRS = [
    ("en", "ask 0", "Ask Seat 0 (you): no, this player is in your team."),
    ("fr", "ask 0", "« ask Joueur 0 (vous) » : non, ce joueur est dans votre équipe."),
    ("en", "ask 1", "Ask Seat 1: you can, because this player is not in your team."),
    ("fr", "ask 1", "« ask Joueur 1 » : vous le pouvez, car ce joueur n'est pas dans votre équipe."),
    ("en", "aid 1", "Aid Seat 1: no, this player is not among your partners."),
    ("fr", "aid 1", "« aid Joueur 1 » : non, ce joueur n'est pas parmi vos partenaires."),
    ("en", "foe 2", "Foe Seat 2: no, this player is among the members of your team."),
    ("fr", "foe 2", "« foe Joueur 2 » : non, ce joueur est parmi les joueurs de votre équipe."),
    ("en", "beside 1", "Beside Seat 1: you can, because this player is the player to your left."),
    ("fr", "beside 1", "« beside Joueur 1 » : vous le pouvez, car ce joueur est votre voisin de gauche."),
    ("en", "beside 2", "Beside Seat 2: no, this player is not the player to your left."),
    ("fr", "beside 2", "« beside Joueur 2 » : non, ce joueur n'est pas votre voisin de gauche."),
    ("en", "double", "Double: no, caller (you) is among the members of your team."),
    ("fr", "double", "« double » : non, caller (vous) est parmi les joueurs de votre équipe."),
    ("en", "pair", "Pair: no, Seat 2 is not dealer (you)."),
    ("fr", "pair", "« pair » : non, le joueur 2 n'est pas dealer (vous)."),
    ("en", "aid 2", "Aid Seat 2: you can, because this player is among your partners."),
    ("en", "trip team_1", "Trip team 1: no, that is your team."),
    ("fr", "trip team_1", "« trip team 1 » : non, c'est votre équipe."),
    ("en", "give 0 1", "Give Seat 0 (you) 1: no, that is you."),
    ("fr", "give 0 1", "« give Joueur 0 (vous) 1 » : non, c'est vous."),
    ("en", "lend 0", "Lend Seat 0 (you): no, that is you."),
    ("fr", "lend 0", "« lend Joueur 0 (vous) » : non, c'est vous."),
    ("en", "swap 1 1", "Swap Seat 1 Seat 1: no, that is Seat 1 twice."),
    ("fr", "swap 1 1", "« swap Joueur 1 Joueur 1 » : non, c'est deux fois le joueur 1."),
    ("en", "call", "Call: no, dealer (you) is caller."),
    ("fr", "call", "« call » : non, dealer (vous) est caller."),
]  # fmt: skip


@pytest.mark.parametrize(("language", "move", "told"), TOLD_OF_PAIRS)
def test_of_teams_and_of_who_asks_it_is_told_as_people_say_it(language: str, move: str, told: str) -> None:
    state = load_text(PAIRS, 4).start(1)
    assert Asking(Words(state.rules, language, plain=True)).why(state, 0, move)[0] == told


@pytest.mark.parametrize("asked", ["ask 2", "ask seat 2", "ask player 2", "ask joueur 2", "ask Carl"])
def test_a_seat_has_its_number_also_where_people_have_names(asked: str) -> None:
    state = load_text(PAIRS, 4).start(1)
    names = ("Anna", "Ben", "Carl", "Dora")
    told = Asking(Words(state.rules, "en", True, names)).why(state, 0, asked)[0]
    assert told == "Ask Carl: no, this player is in your team."


CLUES = """edition 1
game clues {
  seats [2]
  cards { suits red R, blue B
    ranks two 2, one 1
  }
  zone deck: row seen by none = cards
  zone hand per seat: KIND seen by others
  for s in seats { move first of deck to hand of s }
  for s in seats { s chooses act { clue t from seats without s, c from hand of t { } } }
  finish by 0
  limit 20 moves { finish by 0 }
}
"""


@pytest.mark.parametrize("kind", ["row", "set"])
@pytest.mark.parametrize(
    ("language", "told"), [("en", "2R: you cannot see where it is."), ("fr", "2R : sa place vous est cachée.")]
)
def test_of_a_card_that_may_lie_in_one_s_own_hand_it_is_not_said_that_one_has_it_not(
    kind: str, language: str, told: str
) -> None:
    state = load_text(CLUES.replace("KIND", kind), 2).start(1)
    assert Asking(Words(state.rules, language, plain=True)).why(state, 0, "clue 1 2R") == [told]


STEPS = """edition 1
game steps {
  seats [2]
  cells a..c by 1..3
  state man per cell: seat or none = none
  rule targets(s: seat, x: cell) = near(x, cells) where row is row of x + 1 where man is not s
  for x in [a1, a2, b2, c1] { man of x := first of seats }
  for s in seats { s chooses act { step x from cells where man is s, y from targets(s, x) { } } }
  finish by 0
  limit 20 moves { finish by 0 }
}
"""


@pytest.mark.parametrize(
    ("language", "asked", "told"),
    [
        ("en", "c1", "Step c1: say more, such as step c1 c2."),
        ("en", "not a1", "Step a1 a2: no, man of a2 is you."),
        ("en", "not step b3", "Step b3: no, its man is not you."),
        ("fr", "pas b3", "« step b3 » : non, man de b3 n'est pas vous."),
    ],
)
def test_of_what_a_move_picks_first_it_is_told_how_it_goes_on_or_what_came_farthest(
    language: str, asked: str, told: str
) -> None:
    state = load_text(STEPS, 2).start(1)
    assert Asking(Words(state.rules, language, plain=True)).why(state, 0, asked)[0] == told


@pytest.mark.parametrize("is_below", [False, True])
def test_what_came_farthest_is_told_wherever_its_rule_stands(is_below: bool) -> None:
    rule = next(line + "\n" for line in STEPS.splitlines() if "rule targets" in line)
    text = STEPS.replace("targets(s, x) { }", "targets(s, x) if gold > 5 { }\n pass { }")
    head, acts, tail = text.replace(rule, "  state gold: number = 3\n").partition("  for s in seats")
    tail = tail.replace("  finish", f"{rule}  finish", 1) if is_below else tail
    rules = load_text(head + ("" if is_below else rule) + acts + tail)
    told = Asking(Words(rules, "en", plain=True)).why(rules.start(1), 0, "not step c1")[0]
    assert told == "Step c1 c2: no, gold (3) is at most 5."


TRICKS = """edition 1
game crowns {
  seats [2]
  cards {
    suits acorns E, leaves G
    ranks ace A, ten T
  }
  let hand_size = 2
  zone deck: row seen by none = cards
  zone hand per seat: set seen by owner
  zone taken per seat: set of piece seen by all
  use tricks
  for s in seats { move first(2) of deck to hand of s }
  play tricks(first of seats)
  finish by tricks_of(it)
  limit 20 moves { finish by 0 }
}
"""


@pytest.mark.parametrize(("name", "said"), [("leader", "meneur"), ("trick_number", "numéro de la levée")])
def test_what_a_mechanic_remembers_has_the_words_of_the_mechanic(name: str, said: str) -> None:
    rules = load_text(TRICKS)
    words = Words(rules, "fr", plain=True)
    assert words.label("names", name) == said
    assert any(line.startswith(f"{said} : ") for line in Drawing(words).table(rules.start(1).view(0), {}))


NIGHT = """edition 1
game night {
  seats [3]
  state hunter: seat = last of seats
  state awake per seat: flag = true
  awake of last of seats := false
  first of seats chooses night {
    hunt t from seats where awake if hunter is first of seats { }
    look t from seats where awake { }
  }
  finish by 0
  limit 20 moves { finish by 0 }
}
"""


def test_of_two_words_with_the_same_pick_the_one_is_meant_that_can_be_chosen() -> None:
    game = coupdsl.Game(load_text(NIGHT, 3), 1)
    assert game.state.legal_moves()[0].word == "look"
    told = Asking(Words(game.rules, "en", plain=True)).answer(game, 0, "2")
    assert told[0].startswith("Look Seat 2: no"), told


COUNTED = """edition 1
game counted {
  seats [2]
  cards {
    suits spades S, hearts H
    ranks ace A, king K
  }
  zone deck: row seen by none = cards
  zone hand per seat: set seen by owner
  zone piles_of per suit: set seen by all
  state gains_of per seat: number = 3
  state wins_of per suit: number = 2
  rule worth_of(s: seat): number = count of (hand of s) + gains_of of s
  for s in seats { move first of deck to hand of s }
  for u in suits { move first of deck to piles_of of u }
  for s in seats { reveal melds_of = gains_of of s + 1 }
  for s in seats { s chooses act {
    lay if gains_of of s > 4 { }
    put if gains_of of left of s > 4 { }
    sell if worth_of(left of s) > 9 { }
    pass { }
  } }
  finish by gains_of
  limit 20 moves { finish by 0 }
}
"""


@pytest.mark.parametrize(
    ("language", "melds", "reasons"),
    [
        ("en", "Melds of Seat 1: 4",
         ["your gains (3) is at most 4", "gains of the player to your left (3) is at most 4",
          "worth of the player to your left (4) is at most 9"]),
        ("fr", "Melds du joueur 1 : 4",
         ["vos gains (3) est au plus 4", "gains de votre voisin de gauche (3) est au plus 4",
          "worth de votre voisin de gauche (4) est au plus 9"]),
    ],
)  # fmt: skip
def test_a_name_that_leads_on_to_whose_it_is_says_so_once(language: str, melds: str, reasons: list[str]) -> None:
    rules = load_text(COUNTED)
    game, words = coupdsl.Game(rules, 3), Words(rules, language, plain=True)
    assert melds in narrator(rules, 0, language, plain=True).tell(game.told(game.events[0], 0))
    for move, reason in zip(("lay", "put", "sell"), reasons, strict=True):
        assert reason in Asking(words).why(game.state, 0, move)[0]
