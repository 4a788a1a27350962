"""What the table shows of the things that rules keep in mind."""

from __future__ import annotations

import pytest
from tests.helpers import rules_of
from tests.small_games import in_folder, load_text

import coupdsl
from coupdsl.play.account.narrator import Narrator
from coupdsl.play.drawing import Drawing
from coupdsl.play.spoken import Words
from coupdsl.scene.onlooker import Scenery

HEAP = """edition 1
game heap {
  seats [2]
  state points per seat: number = 0
  state heap: number = 0
  state player: seat = first of seats
  repeat turn 6 times {
    player chooses turn {
      roll {
        chance chooses die n from 1 .. 6
        heap := heap + n
      }
      hold {
        points of player := points of player + heap
        heap := 0
      }
    }
    player := left of player
  }
  finish by points of it
  limit 40 moves { finish by points of it }
}
"""


def shown(state: coupdsl.State, rules: coupdsl.Rules) -> list[str]:
    return Drawing(Words(rules, "en", plain=True)).table(state.view(0), {})


def test_without_texts_all_are_shown() -> None:
    rules = load_text(HEAP, 2)
    state, lines = rules.start(3), []
    for word in ("roll", "roll", "hold"):
        state.apply(next(move for move in state.legal_moves() if move.word == word))
        lines.append(shown(state, rules))
    heap = next(int(line.removeprefix("heap: ")) for line in lines[1] if line.startswith("heap: "))
    assert heap > 1
    assert f"Seat 0 (you): points {heap}" in lines[2]
    assert not any(line.startswith("heap: ") for line in lines[2])


def test_with_texts_those_with_a_name_are() -> None:
    rules = rules_of("hearts", 4)
    names = {declared.name for declared in Drawing(Words(rules, "en", plain=True)).shown_states}
    assert names and names < {declared.name for declared in rules.program.states}


def test_a_name_that_a_mechanic_has_for_its_own_takes_none_from_the_table() -> None:
    auction = "use auction\n  state points"
    rules = load_text(
        HEAP.replace("state points", auction, 1).replace("repeat turn", "begin_auction()\n  repeat turn"), 2
    )
    names = {declared.name for declared in Drawing(Words(rules, "en", plain=True)).shown_states}
    assert {"points", "heap", "player", "bidder"} <= names
    assert "last_word" not in names  # without a name


def test_none_of_something_is_told_from_zero() -> None:
    rules = load_text(
        """edition 1
game boxes {
  seats [2]
  kind box as boxes { }
  box low { }
  box high { }
  state filled per seat per box: number or none = none
  state by_box per box: number or none = none
  state left_over per box: number = 1
  state best: number or none = none
  state stock: number = 2
  state heap: number = 0
  for s in seats {
    s chooses fill b from boxes where x: filled(x) of s is none
    filled(b) of s := 0
    by_box of b := 0
    left_over of b := 0
    best := 0
    stock := 0
  }
  finish by heap
  limit 20 moves { finish by 0 }
}
""",
        2,
    )
    state = rules.start(1)
    assert shown(state, rules) == ["left over: low 1, high 1", "stock: 2", "Seat 1: nothing"]
    state.apply(next(move for move in state.legal_moves() if str(move) == "fill low"))
    assert shown(state, rules) == [
        "by box: low 0",
        "left over: low 0, high 1",
        "best: 0",
        "stock: 0",
        "Seat 0 (you): filled low 0",
        "Seat 1: nothing",
    ]


def test_the_first_seat_and_the_first_word_are_no_zero() -> None:
    rules = load_text(
        """edition 1
game leaders {
  seats [2]
  kind box as boxes { }
  box low { }
  state leader: seat
  state owner_of per box: seat or none = none
  state level: low_water | high_water
  leader := first of seats
  owner_of of low := first of seats
  level := low_water
  for s in seats { s chooses go { yes { } } }
  finish by 0
  limit 10 moves { finish by 0 }
}
""",
        2,
    )
    table = list(Drawing(Words(rules, "en", plain=True)).shared(rules.start(1).view(1)))
    assert "leader: Seat 0" in table
    assert "level: low water" in table
    assert any(line.startswith("owner of") and "Seat 0" in line for line in table)


def test_whose_turn_it_is_is_shown_in_shipped_games() -> None:
    for name, players, said in (("coup", 3, "turn: Seat 0"), ("cribbage", 2, "dealer: Seat 0")):
        rules = rules_of(name, players)
        drawn = [list(Drawing(Words(rules, "en", plain=True)).shared(rules.start(seed).view(1))) for seed in range(9)]
        assert any(said in line for table in drawn for line in table), name


HANDLESS = """edition 1
game handless {
  seats [2]
  state total: number = 1
  KEPT
  first of seats chooses go { go { total := 2 } }
  finish by 0
  limit 10 moves { finish by 0 }
}
"""


def test_that_somebody_has_nothing_is_said_where_something_could_be_there() -> None:
    hers = ["Seat 1: nothing"]
    for kept, seats in (
        ("", []),
        ("state wins per seat: number = 0\n  wins of first of seats := 1", ["Seat 0 (you): wins 1", "Seat 1: wins 0"]),
        ("state is_out per seat: flag = false", hers),
        ("zone hand per seat: set seen by owner\n  cards { ranks ace }\n  zone deck: set seen by none = cards", hers),
    ):
        rules = load_text(HANDLESS.replace("KEPT", kept), 2)
        assert [line for line in shown(rules.start(1), rules) if line.startswith("Seat")] == seats, kept


WORN = """edition 1
game worn {
  seats [2]
  cards {
    suits red R, blue B
    ranks king K, queen Q
  }
  cells a..b by 1..1
  pieces tanks: 2
  zone hand per seat: set seen by owner
  zone deck: row seen by none = cards
  zone trick: row seen by all shown as trick
  zone depot: row seen by all = tanks
  zone ground per cell: set of tanks seen by all
  state wear per card: number = 0
  state tired per card: flag = false
  state secret per card: number = 1 seen by none
  state damage per piece: number = 0
  state marked per seat per card: flag = false
  for s in seats { move first(2) of deck to hand of s }
  for c in cards where rank is king { wear of c := 1 }
  move first of depot to ground of a1
  for t in tanks { damage of t := 2 }
  for s in seats {
    s chooses play c from hand of s
    move c to trick
    wear of c := wear of c + 1
    secret of c := wear of c
    tired of c := true
    marked(c) of s := true
  }
  first of seats chooses done { yes { } }
  finish by 0
  limit 20 moves { finish by 0 }
}
"""


def test_what_is_kept_per_card_or_piece_stands_beside_it_where_it_is_seen() -> None:
    rules = load_text(WORN, 2)
    state = rules.start(1)
    drawing = Drawing(Words(rules, "en", plain=True))
    assert drawing.hand(state.view(0)) == ["hand: KR (wear 1), QR"]
    assert drawing.table(state.view(0), {}) == [
        "Seat 1: hand 2 hidden",
        "depot: tanks 1 (damage 2)",
        "row 1: a1 tanks 1 damage 2; b1 nothing",
    ]
    told = [event.seen_by(rules.code, 0) for event in state.events]
    sentences = Narrator(drawing.words, 0).tell([one for one in told if one], rules.observer.remembered(state, 0))
    assert "Seat 0 (you) is dealt KR (wear 1) and QR" in sentences
    state.apply("play KR")
    state.apply("play QB")
    assert "trick: KR (wear 2, tired), QB (wear 1, tired)" in drawing.table(state.view(None), {})
    assert "Seat 0 (you): marked KR yes" in drawing.table(state.view(0), {})


HELD = """edition 1
game held_cards {
  seats [2]
  cards { ranks king K, queen Q }
  pieces notes: 1 { owed: number or none = none, worn: number = 0 }
  zone hand per seat: set seen by all
  zone box: set seen by all = cards
  zone blank: row of notes seen by all = notes
  zone signed: row of notes seen by all
  state holder per card: seat or none = none
  state uses per card: number = 1
  let s = first of seats
  repeat turn 2 times {
    s chooses take { yes { } }
    move box to hand of s
    move blank to signed
    for c in hand of s {
      holder of c := s
      uses of c := uses of c + 1
    }
    for n in signed {
      owed of n := 5
      worn of n := worn of n + 1
    }
    s chooses give_back { yes { } }
    move hand of s to box
    move signed to blank
  }
  finish by 0
  limit 20 moves { finish by 0 }
}
"""


def test_a_sentence_holds_nothing_that_came_to_be_with_the_same_move() -> None:
    """It may tell of what was before that; only what a blank piece is from now on is told."""
    rules = load_text(HELD, 2)
    state, narrator = rules.start(1), Narrator(Words(rules, "en", plain=True), None)
    told = []
    while True:
        sent = [event.seen_by(rules.code, None) for event in state.events]
        told += narrator.tell([one for one in sent if one], rules.observer.remembered(state, None))
        if state.is_over:
            break
        state.apply(state.legal_moves()[0])
    assert [one for one in told if not one.endswith("yes")][:6] == [
        "Seat 0 gets king and queen (box)",
        "Notes (owed 5): from blank to signed",
        "Seat 0 lays king (holder Seat 0, uses 2) and queen (holder Seat 0, uses 2) (box)",
        "Notes (owed 5, worn 1): from signed to blank",
        "Seat 0 gets king (holder Seat 0) and queen (holder Seat 0) (box)",
        "Notes (owed 5): from blank to signed",
    ]


def test_it_is_drawn_beside_the_piece_too() -> None:
    rules = load_text(WORN, 2)
    state, drawing = rules.start(1), Drawing(Words(rules, "en", plain=False))
    drawn = drawing.board.lines(state.view(0))
    assert drawn[2:3] == [" 1  t/d2  ·"]
    assert drawn[-1] == "t tanks, d damage"
    state.apply("play KR")
    scene = Scenery(rules, "en").scene(state.view(0), {}, {})
    pieces = {piece.name: piece.kept for zone in scene.zones for piece in zone.pieces}
    assert pieces == {"KR": ("wear 2", "tired"), "QR": (), "tanks2": ("damage 2",)}
    assert scene.board is not None
    assert [piece.kept for piece in scene.board.rows[0][1][0].pieces] == [("damage 2",)]


def test_who_of_two_cards_that_are_alike_is_worn_is_in_no_view() -> None:
    doubled = WORN.replace("    ranks king K, queen Q", "    ranks king K, queen Q\n    copies 2")
    assert {"wear", "damage", "marked"}.isdisjoint(load_text(doubled, 2).start(1).view(0)["states"])


def test_of_a_row_in_which_one_card_is_known_those_beside_it_are_counted() -> None:
    text = """edition 1
game rows {
  seats [2]
  cards { ranks ace A, king K, queen Q, jack J, ten T, nine N }
  zone shelf: row seen by all = cards where rank is ace
  zone pile: row seen by none = cards where rank is not ace shown as count
  zone tail: row seen by none
  shuffle pile
  move first(1) of pile to tail
  move shelf to tail
  move first(3) of pile to tail
  first of seats chooses done { yes { } }
  finish by 0
  limit 20 moves { finish by 0 }
}
"""
    rules = load_text(text, 2)
    view = rules.start(1).view(0)
    for plain, said in ((True, "tail: 1 hidden, ace, 3 hidden"), (False, "tail: ?? ace ?? ?? ??")):
        assert Drawing(Words(rules, "en", plain=plain)).table(view, {})[-1] == said


@pytest.mark.parametrize("plain", [True, False])
@pytest.mark.parametrize(
    ("before", "behind", "said"),
    [
        ("", "move shelf to deck", "deck: 5 hidden, ace"),
        ("", "move shelf to deck\n TWO", "deck: 3 hidden, ace, 2 hidden"),
        ("move deck to spare\n move shelf to deck\n move spare to deck", "", "deck: ace, 5 hidden"),
    ],
)
def test_of_a_card_in_a_shuffled_row_it_is_told_what_lies_before_it(
    plain: bool, before: str, behind: str, said: str
) -> None:
    behind = behind.replace("TWO", "move first(2) of deck to spare\n move spare to deck")
    text = f"""edition 1
game decks {{
  seats [2]
  cards {{ ranks ace A, king K, queen Q, jack J, ten T, nine N }}
  zone shelf: row seen by all = cards where rank is ace
  zone deck: row seen by none = cards where rank is not ace
  zone spare: row seen by none
  shuffle deck
  {before}
  {behind}
  first of seats chooses done {{ yes {{ }} }}
  move spare to deck
  finish by 0
  limit 20 moves {{ finish by 0 }}
}}
"""
    rules = load_text(text, 2)
    drawn = Drawing(Words(rules, "en", plain=plain)).table(rules.start(1).view(0), {})
    assert drawn[-1] == said


def test_of_places_that_are_kept_for_each_of_several_the_empty_ones_are_told() -> None:
    """Where one of them holds something; those that are not shown, or hold nothing at all, have no line."""
    text = """edition 1
game houses {
  seats [2]
  cards {
    suits red R, blue B, green G
    ranks ace A, king K
  }
  zone box: row seen by all = cards
  zone pile per suit: row seen by all
  zone dump per suit: set seen by none shown as nothing
  zone counted per suit: set seen by none shown as count
  zone blank per suit: row seen by all
  zone heap per rank: set seen by none
  move king of blue to pile of blue
  move ace of blue to dump of blue
  move ace of red to heap of ace
  move ace of green to counted of green
  first of seats chooses go { yes { move last of pile of blue to box } }
  first of seats chooses lay c from box
  move c to blank of the suit of c
  finish by 0
  limit 20 moves { finish by 0 }
}
"""
    rules = load_text(text, 2)
    state, drawing = rules.start(1), Drawing(Words(rules, "en", plain=True))
    assert [*drawing.middle(state.view(0), {})] == [
        "box: KR KG",
        "pile, blue: KB",
        "pile, red and green: nothing",
        "counted, green: 1",
        "counted, red and blue: nothing",
        "heap, ace: AR",
        "heap, king: nothing",
    ]
    state.apply("yes")
    state.apply("lay KG")
    table = [*drawing.middle(state.view(0), {})]
    assert table[:3] == ["box: KR KB", "counted, green: 1", "counted, red and blue: nothing"]
    assert table[3:5] == ["blank, green: KG", "blank, red and blue: nothing"]


def test_places_that_hold_hidden_cards_are_not_empty() -> None:
    text = """edition 1
game stacks {
  seats [2]
  cards {
    suits red R, blue B, green G
    ranks ace A, king K
  }
  zone pack: row seen by none = cards
  zone stack per suit: row seen by none
  shuffle pack
  move first of pack to stack of red
  move first(2) of pack to stack of blue
  first of seats chooses go { yes { } }
  finish by 0
  limit 20 moves { finish by 0 }
}
"""
    rules = load_text(text, 2)
    drawn = [*Drawing(Words(rules, "en", plain=True)).middle(rules.start(1).view(0), {})]
    assert drawn[1:] == ["stack, red: 1 hidden", "stack, blue: 2 hidden", "stack, green: nothing"]


def test_what_each_has_of_each_other_is_told_with_its_seat() -> None:
    rules = load_text(
        """edition 1
game looks {
  seats [3]
  state learnt per seat per seat: unknown | friend | foe = unknown
  state debts per seat per seat: number = 0
  for s in seats {
    s chooses look t from seats where it is not s
    learnt(t) of s := foe
    debts(t) of s := 2
  }
  finish by debts(first of seats) of it
  limit 20 moves { finish by 0 }
}
""",
        3,
    )
    state = rules.start(1)
    state.apply(next(move for move in state.legal_moves() if str(move) == "look 2"))
    untold = "Seat 0 (you) unknown, Seat 1 unknown, Seat 2 unknown"
    assert shown(state, rules) == [
        "Seat 0 (you): learnt Seat 0 (you) unknown, Seat 1 unknown, Seat 2 foe, debts Seat 2 2",
        f"Seat 1: learnt {untold}",
        f"Seat 2: learnt {untold}",
    ]


@pytest.mark.parametrize(("names", "told"), [("", {"side", "oath"}), ("names: {en: {oath: oath}}\n", {"oath"})])
def test_those_of_a_file_that_a_variant_adds_are_unless_it_names_some(names: str, told: set[str]) -> None:
    """A house rule of a game with texts has none at first, and what it keeps in mind is not hidden by that."""
    files = {
        "sides.coup": "edition 1\nstate side per seat: loyalist | reformist = loyalist\nstate oath: flag = false\n",
        "sides.yaml": f"variant: sides\nextends: coup\nrules: {{add: [./sides.coup]}}\n{names}",
    }
    words = Words(coupdsl.load(in_folder(files) / "sides.yaml", 4), "en", plain=True)
    shown_by_coup = {declared.name for declared in Drawing(Words(rules_of("coup", 4), "en", plain=True)).shown_states}
    assert {declared.name for declared in Drawing(words).shown_states} == shown_by_coup | told
