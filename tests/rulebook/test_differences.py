"""What one ruleset says otherwise than another is told: nothing that is played differs in silence."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest
from tests.commands.calls import called
from tests.helpers import ROOT, TABLES, composed, rules_of, sample

from coupdsl.phrases.inline import text_of
from coupdsl.rulebook.book import Book
from coupdsl.rulebook.house_changes import differences
from coupdsl.rulesets.compose import compose

GAME = """edition 1
game house {
  seats [2, 4]
  unit 5
  cards {
    suits spades S, hearts H
    ranks king K, queen Q, jack J
  }
  cells a..b by 1..2
  option ante.size = 10 | 20
  shape meld as melds { pair: 2 of one rank }
  kind deed as deeds {
    worth: number
    likes: test of card = true
  }
  deed plain { worth: 3 }
  deed fancy {
    worth: 4
    let bonus = 10
  }
  pieces men: 3 { size: number = 4 }
  account cash per seat = 100 short partial
  account pot
  zone deck: row seen by none = cards
  zone hand per seat: set seen by all
  zone trick: row seen by all
  zone bench: row of men seen by all = men
  state wins per seat: number = 0 every round
  state wish per seat: number = 0 seen by owner
  state chosen: deed = plain
  state open: set of cell = [a1, b2]
  state closed_ones: set of cell = []
  rule borrow(s: seat, payee: party or none, missing: amount) { pot pays missing to s for loan }
  rule stake: amount = ante.size
  rule strong(c: card) = rank of c is king
  order strength { true by ranks }
  repeat round 3 times {
    for s in seats {
      move first(1) of deck to hand of s
      s chooses to_pay {
        pay { s pays stake to pot for stake }
        pass { wish of s := 1 }
      }
      wins of s := count of (hand of s where strong(it)) + count of (melds where members in hand of s)
      wins of s := wins of s + worth of chosen + size of the first of bench + count of (open where row is 1)
      wins of s := wins of s + count of closed_ones
    }
    play closing()
  }
  finish by cash
  limit 100 moves { finish by cash, wins }
}
mechanic closing {
  state closed: number = 1
  closed := closed + 1
}
"""
# What is changed, and what is said of it.
CHANGES = [
    ("seats [2, 4]", "seats [2]", "the players: 2 or 4 players → 2 players"),
    ("seats [2, 4]", "seats [2, 4] in 2 teams", "the teams: – → They play in 2 teams"),
    ("unit 5", "unit 10", "steps of amounts: Amounts go in steps of 5. → Amounts go in steps of 10."),
    ("= 100 short", "= 200 short", "cash: Each player begins with cash: 100. → Each player begins with cash: 200."),
    ("short partial", "", "too little to pay: Whoever has too little to pay pays what there is. → removed"),
    ("short partial", "short borrow", "too little to pay: Whoever has too little to pay pays what there is. → If a"),
    ("account pot", "account pot = 50", "pot: pot begins with 0. → pot begins with 50."),
    ("account pot", "account pot = none", "pot: pot begins with 0. → pot always has enough: it is not counted."),
    ("queen Q, jack J", "queen Q, jack J, ten T", "the pack: A pack of 6 cards. Ranks"),
    ("hearts H\n", "hearts H\n    extra joker X\n", "the pack: A pack of 6 cards. → A pack of 7 cards. Further cards"),
    ("king K, queen Q", "queen Q, king K", "the pack: Ranks, from high to low: king, queen"),
    ("jack J\n", "jack J\n    copies 2\n", "the pack: A pack of 6 cards. → A pack of 12 cards."),
    ("a..b by 1..2", "a..b by 1..3", "the board: A board of 2 columns and 2 rows. → A board of 2 columns and 3 rows."),
    ("pair: 2 of one rank", "pair: 2 of one suit", "pair: meld, pair: 2 cards of one rank. → meld, pair: 2 cards"),
    ("worth: 3", "worth: 5", "plain: worth: 3 → 5"),
    ("let bonus = 10", "let bonus = 20", "fancy: bonus: 10 → 20"),
    ("deed fancy {\n    worth: 4\n    let bonus = 10\n  }\n", "", "deed: fancy: in play → removed"),
    ("men: 3", "men: 2", "men: men: 3. → men: 2."),
    ("size: number = 4", "size: number = 5", "size: At the start: 4 → At the start: 5"),
    ("trick: row seen by all", "trick: row seen by none", "trick: Who sees what lies there: everybody → Who sees"),
    ("hand per seat: set", "hand per seat: row", "hand: Order: no order → Order: in a row"),
    ("row seen by none = cards", "row seen by none = cards where suit is spades", "deck: At the start: all cards → At"),
    (" every round", "", "wins: Set back to that: at the start of each round → Set back to that: –"),
    ("number = 0 seen by owner", "number = 0 seen by none", "wish: Who knows it: its owner → Who knows it: nobody"),
    ("closed: number = 1", "closed: number = 2", "closed: At the start: 1 → At the start: 2"),
    ("deed = plain", "deed = fancy", "chosen: At the start: plain → At the start: fancy"),
    ("ante.size = 10 | 20", "ante.size = 20 | 10", "ante.size: 10 → 20"),
    ("= [a1, b2]", "= [a1, b1]", "open: At the start: a1, b2 → At the start: a1, b1"),
    (
        "closed_ones: set",
        "closed_ones: list",
        "closed ones: closed_ones: set of cell = [] → closed_ones: list of cell = []",
    ),
    ("rank of c is king", "rank of c is queen", "strong: the rank of the card is king → the rank of the card is queen"),
    ("3 times", "4 times", "The game: "),
    ("of the first of bench + count", "of the last of bench + count", "The game: … "),
    ("closed := closed + 1", "closed := closed + 2", "How closing is played: "),
    (
        "limit 100",
        "limit 200",
        "the end of a game at the latest: The program ends a game after 100 moves at the latest. →",
    ),
    ("finish by cash, wins", "finish by cash", "the end of a game at the latest: { finish by cash, wins } → { finish"),
]


def said(one: Book, other: Book, between: str = ": ") -> list[str]:
    rows = differences(one, other)
    sides = (" → ".join(map(text_of, row.in_words or (row.was, row.now))) for row in rows)
    return [f"{text_of(row.name)}{between}{both}" for row, both in zip(rows, sides, strict=True)]


def book(folder: Path, text: str) -> Book:
    (folder / "house.coup").write_text(text, "utf-8")
    found, problems = compose(str(folder / "house.coup"))
    assert found is not None, problems
    return Book(found, "en")


def test_each_thing_that_is_changed_alone_is_told_alone(tmp_path: Path) -> None:
    wrong = []
    before = book(tmp_path, GAME)
    for old, new, told in CHANGES:
        assert GAME.count(old) == 1, old
        found = said(before, book(tmp_path, GAME.replace(old, new)))
        wrong += [(old, new, found)] if len(found) != 1 or not found[0].startswith(told) else []
    assert wrong == []


def test_what_is_written_otherwise_and_is_the_same_is_no_difference(tmp_path: Path) -> None:
    before = book(tmp_path, GAME)
    for old, new in (("worth: 3", "worth: 2 + 1"), ("= 100 short", "= 50 * 2 short"), ("unit 5", "unit 5   # cents")):
        assert said(before, book(tmp_path, GAME.replace(old, new))) == []


HOUSE = """edition 1
replace account cash per seat = 5000 short partial
replace account treasury = 1000
"""


@pytest.mark.parametrize(
    ("language", "rows"),
    [
        ("en", ["cash: Each player begins with cash: 10000. → Each player begins with cash: 5000.",
                "Treasury: Treasury begins with 0. → Treasury begins with 1000.",
                "too little to pay: If a player has too little to pay, do borrow first, for who pays, who is paid and "
                "what is missing; then what there is is paid. → Whoever has too little to pay pays what there is."]),
        ("fr", ["avoir : Chaque joueur commence avec avoir : 10000. → Chaque joueur commence avec avoir : 5000.",
                "banque : banque : 0 au début. → banque : 1000 au début.",
                "pas assez pour payer : Si un joueur n'a pas assez pour payer, faire d'abord emprunter, pour qui paie, "
                "qui reçoit et ce qui manque ; ensuite on paie ce qu'il y a. → Qui n'a pas assez pour payer paie ce "
                "qu'il a."]),
    ],
)  # fmt: skip
def test_money_of_a_variant_is_told(tmp_path: Path, language: str, rows: list[str]) -> None:
    (tmp_path / "purse.coup").write_text(HOUSE, "utf-8")
    house = variant(tmp_path, "parker-1966", "rules: {add: [./purse.coup]}\n")
    between = " : " if language == "fr" else ": "
    found = said(Book(composed("parker-1966"), language), Book(composed(house), language), between)
    assert found == rows


@pytest.mark.parametrize(
    ("language", "row"),
    [
        ("en", "stock: At the start: all cards for which the rank is among ranks used → At the start: nothing"),
        ("fr", "talon : Au début : toutes les cartes où la valeur est parmi valeurs en jeu → Au début : rien"),
    ],
)
def test_of_a_place_only_what_differs_is_told(language: str, row: str) -> None:
    one, other = (Book(composed(name), language) for name in ("go-fish", "go-fish-open-spiel"))
    assert row in said(one, other, " : " if language == "fr" else ": ")


NAMED_ANEW = """contracts:
  set:
    waterloo: {name: {en: "Queens' Ball", fr: "Bal des Dames"}}
names: {en: {barbu.beard: Beard}, fr: {barbu.beard: Barbe}}
"""


@pytest.mark.parametrize(
    ("language", "rows"),
    [
        ("en", ["Barbu: items: King of Hearts → Beard", "Barbu: item beard: King of Hearts → Beard",
                "contract waterloo: Waterloo → Queens' Ball"]),
        ("fr", ["Barbu : éléments : Roi de Cœur → Barbe", "Barbu : élément beard : Roi de Cœur → Barbe",
                "contrat waterloo : Victoire → Bal des Dames"]),
    ],
)  # fmt: skip
def test_an_entry_and_what_stands_in_it_named_anew_are_told(tmp_path: Path, language: str, rows: list[str]) -> None:
    house = variant(tmp_path, "parker-1966", NAMED_ANEW)
    found = said(
        Book(composed("parker-1966"), language), Book(composed(house), language), " : " if language == "fr" else ": "
    )
    told = (": item", "contract ", " : élément", "contrat ")
    assert [row for row in found if any(one in row for one in told) and "Guillotine" not in row] == rows


def test_what_goes_with_an_entry_is_not_told_beside_it(tmp_path: Path) -> None:
    house = variant(tmp_path, "parker-1966", "contracts: {remove: [dominos]}\n")
    assert said(Book(composed("parker-1966"), "en"), Book(composed(house), "en")) == [
        "contract: Dominos: in play → removed"
    ]


def test_of_a_rule_that_entries_have_of_their_own_what_is_in_force_is_told() -> None:
    rows = said(Book(composed("parker-1966"), "en"), Book(composed("five"), "en"))
    orders = [row for row in rows if "ranks on the layout" in row]
    assert orders == [
        "Dominos: ranks on the layout: Ace, King, Queen, Jack, Ten, Nine, Eight, Seven → "
        "Ace, King, Queen, Jack, Ten, Nine, Eight, Seven, Six, Five"
    ]
    assert "the players: 3 or 4 players → 5 players" in rows


@pytest.mark.parametrize(
    ("ruleset", "answer"),
    [("liars-dice", "play.until: one_round"), ("parker-1966", "guillotine.overlap: highest_only")],
)
def test_what_answers_change_is_told_by_the_answers(tmp_path: Path, ruleset: str, answer: str) -> None:
    house = variant(tmp_path, ruleset, f"options: {{{answer}}}\n")
    assert len(said(Book(composed(ruleset), "en"), Book(composed(house), "en"))) == 1


def variant(folder: Path, parent: str, text: str) -> str:
    path = folder / "house.yaml"
    path.write_text(f"variant: house\nextends: {parent}\nname: {{en: House, fr: Maison}}\n{text}", "utf-8")
    return str(path)


PAIRS = [(one, other) for one, other in permutations(TABLES, 2) if set(TABLES[one]) & set(TABLES[other])]


@pytest.mark.unmeasured
@pytest.mark.parametrize("language", ["en", "fr"])
def test_of_two_shipped_rulesets_that_differ_it_is_never_said_that_nothing_does(language: str) -> None:
    books = {name: Book(composed(name), language) for name in TABLES}
    relatives = [pair for pair in PAIRS if composed(pair[0]).program.name == composed(pair[1]).program.name]
    for one, other in (*sample(relatives, 14), *sample(PAIRS, 5)):
        players = min(set(TABLES[one]) & set(TABLES[other]))
        alike = rules_of(one, players).fingerprint == rules_of(other, players).fingerprint
        assert alike or differences(books[one], books[other]), (one, other)


def test_a_rule_that_comes_to_the_same_here_is_no_difference(tmp_path: Path) -> None:
    """Where it is worked out before play it stands nowhere in the book, so nothing could be looked up of it."""
    books = {}
    for least in (0, 1):
        (tmp_path / f"from-{least}.coup").write_text(f"edition 1\nreplace rule floor(s: seat) = {least}\n", "utf-8")
        path = _variant(tmp_path, f"from-{least}", f"extends: spades\nrules: {{add: [./from-{least}.coup]}}")
        books[least] = called("rulebook", str(path)).stdout
    assert "Nothing differs." in books[0]
    assert "| *floor* | 0 | 1 |" in books[1]


@pytest.mark.parametrize(("language", "named"), [("en", "Jack, Ten, Eight"), ("fr", "Valet, Dix, Huit")])
def test_a_rank_that_is_left_out_is_none_of_the_ranks(language: str, named: str) -> None:
    lines = called("rulebook", str(ROOT / "tests/house/no-nines.yaml"), "--lang", language).stdout.splitlines()
    (ranks,) = {line for line in lines if line.startswith(("- Ranks", "- Valeurs"))}
    assert named in ranks


SOME_LEFT_OUT = """edition 1
game odd {
  seats [2]
  cards {
    suits red R, blue B, green G
    ranks four 4, three 3, two 2
    extra fool F, joker J
    copies 0 of four, fool, two of red, three of red, two of green, three of green
    copies 1 of four of blue
  }
  zone deck: row seen by none = cards
  finish by 0
  limit 9 moves { finish by 0 }
}
"""


def test_of_a_pack_what_some_card_has_is_named_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "odd.coup").write_text(SOME_LEFT_OUT, "utf-8")
    lines = called("rulebook", str(tmp_path / "odd.coup")).stdout.splitlines()
    assert {"- Suits: blue.", "- Ranks: four, three, two.", "- Further cards: joker."} <= set(lines), lines


def _variant(folder: Path, name: str, text: str) -> Path:
    path = folder / f"{name}.yaml"
    path.write_text(f"variant: {name}\n{text}\n", "utf-8")
    return path


def test_what_is_done_is_told_line_by_line(tmp_path: Path) -> None:
    (tmp_path / "bock.coup").write_text(
        "edition 1\nstate bock: flag = false\nreplace rule count_points(s: seat, n: number) {\n"
        "  points of s := points of s + (if bock then 2 else 1) * n\n  bock := n < 0\n}\n",
        "utf-8",
    )
    (tmp_path / "bock.yaml").write_text("variant: bock\nextends: skat\nrules: {add: [bock.coup]}\n", "utf-8")
    (found,) = differences(Book(composed("skat"), "en"), Book(composed(str(tmp_path / "bock.yaml")), "en"))
    assert text_of(found.now).endswith("* n; bock := n < 0 }")
