"""What happened, told as a person at the table would tell it."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest
from tests.helpers import TABLES, choose, play_out, rules_of, sample
from tests.play import accounts
from tests.small_games import in_folder, load_text

import coupdsl
from coupdsl.language.diagnostics import Problems
from coupdsl.play.account.chronicle import lines, moves_told, sent_told
from coupdsl.play.account.narrator import Narrator
from coupdsl.play.account.speech import Speech, either, filled
from coupdsl.play.account.told import Cards, Places, Told, folded
from coupdsl.play.game import Game
from coupdsl.play.spoken import Words

WINS = {
    "en": r"^Seat (\d)(?: \(you\))? wins the trick with (.+)$",
    "fr": r"^Le joueur (\d).* remporte la levée avec (.+)$",
}


def narrator(rules: coupdsl.Rules, viewer: int | None = None, language: str = "en", plain: bool = False) -> Narrator:
    return Narrator(Words(rules, language, plain), viewer)


@pytest.mark.parametrize(("language", "owed"), [("en", "1200 is owed for it"), ("fr", "1200 sont dus en retour")])
def test_what_is_owed_is_told_with_a_loan(language: str, owed: str) -> None:
    game = Game(rules_of("parker-1966", 3, {"loan.trigger": "any_time"}), 0)
    game.apply("borrow")
    assert owed in narrator(game.rules, None, language).tell(game.told(game.apply("lender 1"), None))


@pytest.mark.unmeasured
@pytest.mark.parametrize("ruleset", sample([*TABLES], 10))
def test_the_first_hand_is_told_as_it_was_read_and_found_good(ruleset: str) -> None:
    """`python -m tests.play.accounts` writes these files again."""
    game = accounts.played(ruleset)
    for language in accounts.LANGUAGES:
        assert accounts.told(game, language) == accounts.path(ruleset, language).read_text("utf-8").splitlines()


@pytest.mark.parametrize(("name", "players", "tricks"), [("hearts", 4, 13), ("parker-1966", 3, 16), ("euchre", 4, 5)])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_trick_is_told_with_the_card_that_takes_it(name: str, players: int, tricks: int, language: str) -> None:
    rules = coupdsl.load(name, players)
    game, rnd = Game(rules, seed=5), random.Random(5)
    narrators = {seat: narrator(rules, seat, language) for seat in (None, 0, 1)}
    found: dict[int | None, list[tuple[str, str]]] = {seat: [] for seat in narrators}
    played: dict[str, int] = {}
    while len(found[None]) < tricks and not game.state.is_over:
        actor, move = game.state.actor, choose(game.state, rnd)
        if move.word == "play" and actor is not None:
            played[narrators[None].speech.piece(move.arguments[0])] = actor
        events = game.apply(move)
        for seat, teller in narrators.items():
            told = [re.search(WINS[language], line) for line in teller.tell(game.told(events, seat))]
            found[seat] += [(match[1], match[2]) for match in told if match]
            assert all(played[match[2]] == int(match[1]) for match in told if match)
    assert len(found[None]) == tricks
    assert found[None] == found[0] == found[1]


def test_a_hand_of_thirteen_is_told_whole_and_to_its_owner_alone() -> None:
    game = play_out(rules_of("sevens", 4), 3, random.Random(3), most=4)
    own = list(lines(moves_told(game, teller := narrator(game.rules, 2)), teller))
    assert own[0] == "13 cards are dealt to each player"
    assert re.fullmatch(r"Seat 2 \(you\) is dealt (\S+ ){12}\S+", own[1])
    others = list(lines(moves_told(game, teller := narrator(game.rules)), teller))
    assert not any("is dealt" in line for line in others)


def test_cards_that_are_dealt_anew_are_told_deal_by_deal() -> None:
    game = Game(rules_of("parker-1966", 4), seed=39)  # the Coup card lies in the centre twice
    told = list(lines(moves_told(game, teller := narrator(game.rules, 0)), teller))
    assert told.count("Eight cards are dealt to each player") == 3
    dealt = [line for line in told if "is dealt" in line]
    assert [len(re.findall(r"[\u2660\u2663\u2665\u2666]|Coup", line)) for line in dealt] == [8, 8, 8]
    assert told.index("Seat 0 (you) is Director") > told.index("Seat 3 draws K♦")


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ["A tie: Seat 0 and Seat 2 draw again", "Seat 0 draws 9H", "Seat 2 draws 7D", "Seat 0 is Director"]),
        ("fr", ["Égalité : le joueur 0 et le joueur 2 tirent encore", "Le joueur 0 tire 9H", "Le joueur 2 tire 7D",
                "Le joueur 0 est Président"]),
    ],
)  # fmt: skip
def test_a_tie_for_director_is_told_and_who_is_it_before_the_deal(language: str, told: list[str]) -> None:
    game = Game(rules_of("parker-1966", 3), seed=0)
    found = list(lines(moves_told(game, teller := narrator(game.rules, None, language, plain=True)), teller))
    assert found[3:7] == told
    dealt = {"en": "Eight cards are dealt to each player", "fr": "Chaque joueur reçoit huit cartes"}
    assert found[7] == dealt[language]
    assert found.count(told[-1]) == 1


def test_a_hand_is_summed_up_before_the_next_is_dealt() -> None:
    game = play_out(rules_of("parker-1966", 4), 3, random.Random(3), most=200)
    told = [one for move in moves_told(game, narrator(game.rules)) for one in move]
    kinds = [one.kind for one in told]
    at = kinds.index("head")
    assert kinds[at - 1] == "hand" and "hand" not in kinds[at : at + 5]
    written = narrator(game.rules).written(told[kinds.index("hand") : at + 2])
    assert written[0] == "End of hand 1"
    assert written[-2:] == ["Hand 2", "Eight cards are dealt to each player"]
    assert any(re.fullmatch(r"Tricks: (\d for Seat \d, ){3}\d for Seat 3", line) for line in written)
    cash = next(line for line in written if line.startswith("Cash: "))
    assert sum(map(int, re.findall(r"\d{3,}", cash))) + int(written[-3].removeprefix("Treasury: ")) == 40000


def test_what_is_asked_before_a_deal_belongs_to_its_hand_and_to_draw_for_it_is_none() -> None:
    game, rnd = Game(rules_of("parker-1966", 4, {"loan.trigger": "any_time"}), 2), random.Random(2)
    while game.state.decision != "contract" or len(game.moves) < 75:
        game.apply(choose(game.state, rnd))
    told = [one for move in moves_told(game, narrator(game.rules)) for one in move]
    heads = [at for at, one in enumerate(told) if one.kind == "head"]
    assert [told[at].parts["number"] for at in heads] == ["2", "3"]
    for at in heads:
        assert told[at - 1].kind == "hand" and not told[at].moves and told[at + 1].moves
        assert told[at + 1].form in ("{who} asks for a loan", "{who} takes no loan")
    dealt = next(at for at, one in enumerate(told) if one.form == narrator(game.rules).speech.wording["dealt_many"])
    assert dealt < min(at for at, one in enumerate(told) if one.kind == "hand")


LOOKED_AT_LATER = """edition 1

replace rule deal_cards(opener: seat) {
  move cards to deck
  move marks to unwon
  shuffle deck
  for s in seats from opener {
    s chooses blind_bid {
      blind { }
      look { }
    }
  }
  for s in seats from opener { move first(hand_size) of deck to hand of s }
}
"""


def test_what_the_rule_that_deals_asks_before_it_does_belongs_to_its_hand(tmp_path: Path) -> None:
    (tmp_path / "ours.coup").write_text(LOOKED_AT_LATER, "utf-8")
    (tmp_path / "ours.yaml").write_text("variant: ours\nextends: spades\nrules: {add: [./ours.coup]}\n", "utf-8")
    game, rnd = Game(coupdsl.load(tmp_path / "ours.yaml", 4), 3), random.Random(3)
    while len(game.moves) < 64:  # of the first hand 4 + 4 + 52, and 4 before the next deal
        game.apply(choose(game.state, rnd))
    told = [one for move in moves_told(game, narrator(game.rules)) for one in move]
    (head,) = (at for at, one in enumerate(told) if one.kind == "head")
    assert told[head - 1].kind == "hand" and told[head + 1].moves == (61,)


def test_a_log_as_a_seat_was_sent_it_is_told_in_the_same_words() -> None:
    """Only what is seen, and not told, is lacking: the sums that rest on it."""
    game = play_out(rules_of("parker-1966", 4), 3, random.Random(3), most=60)
    whole, sent = narrator(game.rules, 1), narrator(game.rules, 1)
    numbered = list(lines(moves_told(game, whole), whole))
    told = list(lines(sent_told(game.seen(1), sent), sent))
    rest = [re.sub(r"^[\d–]+\. ", "", line) for line in numbered]
    assert [line for line in rest if not line.startswith(("Cash: ", "Treasury: "))] == told


def test_who_shows_the_coup_card_is_told_though_it_was_drawn_before() -> None:
    rules = rules_of("parker-1966", 4)
    begun = (beginning(Game(rules, seed)) for seed in range(60))
    first = next(told for told in begun if any("draws the Coup card" in line for line in told))
    assert sum("shows the Coup card" in line for line in first) == 1


@pytest.mark.parametrize(("language", "taken"), [("en", "takes the centre card"), ("fr", "prend la carte du tapis")])
def test_a_card_that_is_not_seen_is_called_once(language: str, taken: str) -> None:
    game, rnd = Game(rules_of("parker-1966", 4), seed=5), random.Random(5)
    while game.state.decision != "coup":
        game.apply(choose(game.state, rnd))
    maker = game.state.actor
    assert maker is not None
    events = game.apply("decline")
    told = {
        seat: next(line for line in narrator(game.rules, seat, language).tell(game.told(events, seat)) if taken in line)
        for seat in (maker, (maker + 1) % 4)
    }
    assert re.search(rf"{taken}, \S+[♠♥♦♣]$", told[maker])
    assert told[(maker + 1) % 4].endswith(taken)


def test_the_centre_card_is_captured_by_whoever_takes_the_trick() -> None:
    captured = {"en": "captures the centre card", "fr": "remporte la carte du tapis"}
    game, rnd = Game(rules_of("parker-1966", 4), seed=5), random.Random(5)
    while not any(
        event.get("from") == "centre" and event["to"].startswith("taken") for event in game.told(game.events[-1], 0)
    ):
        game.apply(choose(game.state, rnd))
    for language, told in captured.items():
        lines = narrator(game.rules, 0, language).tell(game.told(game.events[-1], 0))
        assert [line for line in lines if re.search(rf"{told}, \S+[♠♥♦♣]$", line)], lines


def beginning(game: Game) -> list[str]:
    return narrator(game.rules).tell(game.told(game.events[0], None))


def test_an_account_begins_anew_with_each_game() -> None:
    game = play_out(rules_of("kuhn", 2), 3, random.Random(3))
    told = [list(lines(moves_told(game, teller := narrator(game.rules)), teller)) for _ in range(2)]
    assert told[0] == told[1]
    assert re.fullmatch(r"Seat \d wins", told[0][-1])


# ---- sentences that are alike
def deed(part: Any, **others: Any) -> Told:
    return Told("{who} draws {cards}", {"who": "Ann", "cards": part}, **others)


def test_what_somebody_does_again_and_again_is_one_sentence() -> None:
    ace, two = Cards(("AS",)), Cards((), 1)
    assert [one.parts["cards"] for one in folded([deed(ace), deed(two), deed(two)])] == [Cards(("AS",), 2)]
    assert [one.times for one in folded([deed(ace), deed(ace)])] == [2]
    assert [one.moves for one in folded([deed(ace, moves=(1,)), deed(two, moves=(2,))])] == [(1, 2)]
    other = Told("{who} draws {cards}", {"who": "Bob", "cards": two})
    assert len(folded([deed(two), other, Told("{who} passes", {"who": "Bob"})])) == 3
    cells = [Told("{0} on {1}", {"0": Cards((), 1), "1": Places((cell,))}) for cell in ("a1", "a2")]
    assert [one.parts["1"] for one in folded(cells)] == [Places(("a1", "a2"))]
    amounts = [Told("{who} pays {amount}", {"who": "Ann", "amount": amount}) for amount in ("1", "2")]
    assert len(folded(amounts)) == 2


# ---- what texts may say
def test_brackets_and_bars_in_a_sentence() -> None:
    assert filled("{who} calls[ {paid}]", {"who": "Ann"}).form == "{who} calls"
    assert filled("{who} calls[ {paid}]", {"who": "Ann", "paid": "2"}).parts == {"who": "Ann", "paid": "2"}
    assert [either("Hearts may be led |", value) for value in (True, False, None, [], 0)] == [
        "Hearts may be led", "", "", "", "Hearts may be led",
    ]  # fmt: skip
    assert either("| Nobody", None) == "Nobody"
    told = [either("{value} on | None", 0, kind) for kind in ("number", "amount", "seat")]
    assert told == ["None", "None", "{value} on"]
    assert either("{value} on |", 0, "number") == either("{value} on", 0, "number") == "{value} on"


GAME = """edition 1
game little {
  seats [2]
  cards {
    suits spades S, hearts H
    ranks ace A, king K, queen Q, jack J
  }
  account cash per seat = 10
  account pot = 0
  zone deck: row seen by none = cards
  zone hand per seat: set seen by owner
  zone open_row per seat: row seen by all
  state score per seat: number = 0
  shuffle deck
  for s in seats { move first(2) of deck to hand of s }
  repeat round 2 times {
    for s in seats {
      s chooses act {
        lay_open c from hand of s { move c to open_row of s }
        secret_wait { s pays 3 to pot for waiting }
      }
      score of s := score of s + 1
    }
  }
  pot pays 1 to first of seats for luck
  finish by score
  limit 99 moves { finish by 0 }
}
"""
TEXTS = """language: en
names: {score: "points"}
told:
  moves:
    lay_open: "{who} puts {0} on the table"
    secret_wait: "{who} waits[ for {paid}]"
  names:
    score: "{owner} has {value} points"
"""


def spoken(folder: Path, texts: str, moves: list[int], language: str = "en") -> list[str]:
    (folder / "little.coup").write_text(GAME, "utf-8")
    if texts:
        (folder / "little.en.yaml").write_text(texts, "utf-8")
    game = Game(coupdsl.load(str(folder / "little.coup"), 2), 1)
    for at in moves:
        game.apply(game.state.legal_moves()[at])
    teller = narrator(game.rules, 0, language, plain=True)
    return list(lines(moves_told(game, teller), teller))


def test_a_game_without_texts_is_told_in_sentences_of_any_game(tmp_path: Path) -> None:
    told = spoken(tmp_path, "", [0, -1, 0, 0])
    assert told[0] == "Two cards are dealt to each player"
    assert re.fullmatch(r"Seat 0 \(you\) is dealt \w\w and \w\w", told[1])
    assert re.fullmatch(r"1\. Seat 0 \(you\): lay open \w\w", told[2])
    assert told[3:5] == ["2. Seat 1: secret wait", "Seat 1 pays 3 to the pot (waiting)"]
    assert told[-3:] == [
        "Seat 0 (you) gets 1 from the pot (luck)",
        "The game is over: 2 for Seat 0 (you), 2 for Seat 1",
        "All are level",
    ]
    french = spoken(tmp_path, "", [0, -1, 0, 0], "fr")
    assert french[0] == "Chaque joueur reçoit deux cartes"
    assert french[4] == "Le joueur 1 paie 3 à « pot » (waiting)"


ROLES = """edition 1
game roles {
  seats [3]
  kind role as roles { }
  role spy { }
  role guard { }
  state role_of per seat: role
  state marks per seat: number = 2
  state is_out per seat: flag = false
  state mood per seat per role: number = 1
  state weather: fair | foul = fair
  state hour: number = 8
  state asked: role or none = none
  for s in seats { role_of of s := if s is first of seats then spy else guard }
  marks of last of seats := 3
  hour := hour + 1
  first of seats chooses go {
    yes {
      is_out of last of seats := true
      weather := foul
      hour := hour - 1
      asked := spy
    }
  }
  finish by 0
  limit 9 moves { finish by 0 }
}
"""


def test_what_is_kept_is_told_where_it_is_no_more_as_it_began_before_the_first_choice() -> None:
    names = "role_of: '{owner} is a {value}', marks: '{owner} has {value}', is_out: '{owner} is out | {owner} is in'"
    names += ", mood: '{owner} mood {value}', weather: 'It is {value}', hour: 'It strikes {value}'"
    names += ", asked: 'Of the {value}'"
    texts = f"language: en\ntold: {{ names: {{ {names} }} }}\n"
    rules = coupdsl.load(str(in_folder({"roles.coup": ROLES, "roles.en.yaml": texts}) / "roles.coup"), 3)
    game = Game(rules, 1)
    game.apply("yes")
    told = list(lines(moves_told(game, teller := narrator(rules, 0, plain=True)), teller))
    roles = ["Seat 0 (you) is a spy", "Seat 1 is a guard", "Seat 2 is a guard", "Seat 2 has 3"]
    changed = ["Seat 2 is out", "It is foul", "It strikes 8", "Of the spy"]
    assert told[:10] == [*roles, "It strikes 9", "1. Seat 0 (you): yes", *changed]


SPIES = """edition 1
game spies {
  seats [3]
  state is_spy per seat: flag = false seen by owner
  state badge per seat: number = 0 seen by others
  is_spy of first of seats := true
  badge of first of seats := 7
  first of seats chooses go { yes { } }
  finish by 0
  limit 9 moves { finish by 0 }
}
"""


@pytest.mark.parametrize(("viewer", "said"), [(0, ["Seat 0 (you) is a spy"]), (1, ["Seat 0 has 7"]), (None, [])])
def test_of_whom_something_is_hidden_nothing_is_told_of_it_at_first(viewer: int | None, said: list[str]) -> None:
    names = "is_spy: '{owner} is a spy | {owner} is loyal', badge: '{owner} has {value} | {owner} has no badge'"
    files = {"spies.coup": SPIES, "spies.en.yaml": f"language: en\ntold: {{ names: {{ {names} }} }}\n"}
    rules = coupdsl.load(str(in_folder(files) / "spies.coup"), 3)
    narrates = narrator(rules, viewer, plain=True)
    assert narrates.written(next(iter(moves_told(Game(rules, 1), narrates)))) == said


LAMPS = """edition 1
game lamps {
  seats [1, 2]
  state lit: number = 0
  for s in seats {
    s chooses act {
      light { lit := lit + 1 }
      dark { }
    }
  }
  END
  limit 9 moves { finish by lit among [] }
}
"""


def test_who_win_together_are_not_called_level() -> None:
    ends = [f"finish by lit among seats where {who}lit > 0" for who in ("", "it is first of seats or ")]
    for end, players, said in (
        (ends[0], 2, ("Everybody wins", "Nobody wins", "Tout le monde gagne")),
        (ends[0], 1, ("Seat 0 wins", "Nobody wins", "Le joueur 0 gagne")),
        (ends[1], 2, ("All are level", "Seat 0 wins", "Tous sont à égalité")),
    ):
        rules = load_text(LAMPS.replace("END", end), players)
        for move, language, sentence in zip(("light", "dark", "light"), ("en", "en", "fr"), said, strict=True):
            state = rules.start(1)
            told = [event for _ in range(players) for event in state.apply(move)]
            sent = [event.seen_by(rules.code, None) for event in told]
            assert narrator(rules, language=language).tell([one for one in sent if one])[-1] == sentence


def test_a_line_of_texts_makes_a_sentence_better(tmp_path: Path) -> None:
    told = spoken(tmp_path, TEXTS, [0, -1, 0, 0])
    assert re.fullmatch(r"1\. Seat 0 \(you\) puts \w\w on the table", told[2])
    assert told[3:6] == ["Seat 0 (you) has 1 points", "2. Seat 1 waits for 3", "Seat 1 has 1 points"]
    assert not any(" pays " in line for line in told)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('moves: {lay_opne: "x"}', "did you mean `told.moves.lay_open`?"),
        ('names: {deck.hnad: "x"}', "no text of these rules is called `told.names.deck.hnad`"),
        ('moves: {lay_open: "{whom} lays"}', "this sentence cannot contain `{whom}`"),
        ('reasons: {waiting: "{0} pays"}', "this sentence cannot contain `{0}`"),
        ('unseen: {few: "x"}', "few"),
        ('unseen: {plural: "{0 of them"}', "`{` is never closed in this sentence"),
        ('moves: {secret_wait: "{who} waits[ for {paid}"}', "`[` is never closed in this sentence"),
        ('moves: {secret_wait: "{who} waits for {paid}]"}', "`]` closes nothing in this sentence"),
        ('moves: {secret_wait: "{who} waits[ for[ {paid}]]"}', "there are brackets inside brackets in this sentence"),
        ('names: {score: "{owner}[ has {value} | nothing]"}', "`[` is never closed in this sentence"),
        (
            'names: {score: "{cards} for {owner}"}',
            "this sentence cannot contain `{cards}` possible here: `owner`, `value`",
        ),
        ('names: {pot: "{owner} has the pot"}', "this sentence cannot contain `{owner}`"),
        ('names: {open_row: "{owner} has {value}"}', "this sentence cannot contain `{value}`"),
        ('names: {deck.hand: "{owner} has {value}"}', "this sentence cannot contain `{value}`"),
    ],
)
def test_a_slip_in_a_sentence_is_told(tmp_path: Path, line: str, message: str) -> None:
    with pytest.raises(Problems) as told:
        spoken(tmp_path, f"language: en\ntold:\n  {line}\n", [])
    assert message in "".join(f"{one.message} {one.help}" for one in told.value.diagnostics)


def test_a_sentence_on_what_is_revealed_of_a_seat_says_whose_it_is(tmp_path: Path) -> None:
    game = GAME.replace("  shuffle", "  for s in seats { reveal first_of = count of hand of s }\n  shuffle", 1)
    (tmp_path / "little.coup").write_text(game, "utf-8")
    texts = 'language: en\ntold: {names: {first_of: "{owner} begins with {value}"}}\n'
    (tmp_path / "little.en.yaml").write_text(texts, "utf-8")
    rules = coupdsl.load(str(tmp_path / "little.coup"), 2)
    event = {"event": "revealed", "name": "first_of", "of": "number", "value": 3, "seats": [1]}
    assert narrator(rules).tell([event]) == ["Seat 1 begins with 3"]


def test_a_sentence_on_what_is_revealed_of_a_card_says_of_which(tmp_path: Path) -> None:
    game = GAME.replace("  shuffle", "  for r in ranks { reveal many = count of (deck where rank is r) }\n  shuffle", 1)
    (tmp_path / "little.coup").write_text(game, "utf-8")
    texts = 'language: en\ntold: {names: {many: "{owner}: {value} in the pack"}}\n'
    (tmp_path / "little.en.yaml").write_text(texts, "utf-8")
    rules = coupdsl.load(str(tmp_path / "little.coup"), 2)
    event = {"event": "revealed", "name": "many", "of": "number", "value": 3, "things": ["ace"]}
    assert narrator(rules).tell([event]) == ["Ace: 3 in the pack"]


OF_EACH = "for s in seats { reveal told = count of hand of s }"


@pytest.mark.parametrize("line", ["reveal told = 3", "last_told := 3", f"{OF_EACH}\n  reveal told = 3"])
def test_what_is_one_for_all_has_no_owner_in_a_sentence(tmp_path: Path, line: str) -> None:
    name = line.split()[-3]
    game = GAME.replace("  shuffle", f"  state last_told: number = 0\n  {line}\n  shuffle", 1)
    (tmp_path / "little.coup").write_text(game, "utf-8")
    (tmp_path / "little.en.yaml").write_text(
        f'language: en\ntold: {{names: {{{name}: "{{owner}}: {{value}}"}}}}\n', "utf-8"
    )
    with pytest.raises(Problems) as told:
        coupdsl.load(str(tmp_path / "little.coup"), 2)
    (one,) = told.value.diagnostics
    assert one.message == f"this sentence cannot contain `{{owner}}`: `{name}` belongs to nobody"
    assert one.help == "possible here: `value`"


def test_what_is_shown_and_said_between_seats() -> None:
    """Kinds of events that few games have, as sentences of any game."""
    rules = load_text(GAME, 2)

    def said(**event: Any) -> list[str]:
        return narrator(rules, None, "en", plain=True).tell([event])

    moved = {"event": "moved", "pieces": ["AS"], "unseen": 0}
    assert said(**moved, **{"from": "hand 0", "to": "open_row 0"}) == ["Seat 0 shows AS"]
    assert said(**moved, **{"from": "hand 0", "to": "hand 1"}) == ["Seat 1 gets AS from Seat 0"]
    assert said(**moved, **{"from": "open_row 0", "to": "deck"}) == ["Seat 0 lays AS (deck)"]
    shown = {"event": "shown", "pieces": ["AS"], "at": [None]}
    assert said(**shown, to=[1], **{"in": ["hand 0"]}) == ["Shown to Seat 1: AS"]
    assert said(**shown, to=[0, 1], **{"in": ["deck"]}) == ["Shown to everybody: AS"]
    assert said(**shown, to=[0, 1], **{"in": ["hand 0"]}) == ["Seat 0 shows AS"]
    assert said(event="revealed", name="left_over", of="list of seat", value=[0, 1]) == ["Left over: Seat 0 and Seat 1"]
    assert said(event="revealed", name="left_over", of="flag", value=False) == ["Left over: no"]
    of_two = said(event="revealed", name="left_over", of="number", value=3, seats=[1, 0])
    assert of_two == ["Left over of Seat 1 and Seat 0: 3"]
    of_things = said(event="revealed", name="left_over", of="number", value=3, things=["AS", 2])
    assert of_things == ["Left over of AS and 2: 3"]
    of_both = said(event="revealed", name="left_over", of="flag", value=True, seats=[1], things=["spades"])
    assert of_both == ["Left over of Seat 1 and spades: yes"]
    assert said(event="chose", seat=-1, decision="x", move="secret_wait") == ["By chance: secret wait"]
    assert said(event="chose", seat=0, decision="act") == ["Seat 0 answers in secret: act"]


def test_dice_that_show_the_same_are_told_with_the_others() -> None:
    twice = Told("{who} rolls {cards}", {"who": "Ann", "cards": Cards(("1",))})
    other = Told("{who} rolls {cards}", {"who": "Ann", "cards": Cards(("4",))})
    assert [one.parts["cards"] for one in folded([twice, twice, other, twice])] == [Cards(("1", "1", "4", "1"))]
    assert [one.times for one in folded([twice, twice])] == [2]


def test_dice_that_show_the_same_are_counted_as_players_say_it() -> None:
    speech = Speech(Words(rules_of("liars-dice", 2), "fr", plain=True), 0)
    six = Told("{who} lance {cards}", {"who": "Anne", "cards": Cards(("sixes",))})
    assert [speech.write(one) for one in folded([six, six])] == ["Anne lance deux six"]
    mixed = Told("{who} lance {cards}", {"who": "Anne", "cards": Cards(("fours", "twos", "fours"), 1)})
    assert speech.write(mixed) == "Anne lance deux quatre, un deux et un autre dé"


def test_of_players_there_is_nobody_and_of_other_things_nothing() -> None:
    for language, told in (("en", ["nobody", "nothing"]), ("fr", ["personne", "rien"])):
        speech = Speech(Words(rules_of("kuhn", 2), language, plain=True), 0)
        assert [speech.value([], kind) for kind in ("set of seat", "set of card")] == told


HIDDEN = """edition 1
game hidden {
  seats [2]
  CARDS
  pieces tiles: 6
  zone stock: row of tiles seen by none = tiles
  zone away: set of tiles seen by none
  zone rack per seat: set of tiles seen by owner
  zone box: set of piece seen by none
  move first(3) of stock to away unseen
  for s in seats { move first of stock to rack of s }
  move first of stock to box
  first of seats chooses go {
    go { }
    stop { }
  }
  finish by 0
  limit 10 moves { finish by 0 }
}
"""


@pytest.mark.parametrize(
    ("language", "texts", "said"),
    [
        ("en", "", ["A piece (tiles) is dealt to each player", "Three pieces (tiles): from stock to away",
                    "A piece (tiles): from stock to box"]),
        ("en", "language: en\nnames: {tiles: tile}\ntold:\n  unseen: {single: a tile, plural: '{0} tiles'}\n",
         ["A tile is dealt to each player", "Three tiles: from stock to away", "A tile: from stock to box"]),
        ("fr", "", ["Chaque joueur reçoit une pièce (tiles)", "Trois pièces (tiles) : de stock à away",
                    "Une pièce (tiles) : de stock à box"]),
    ],
)  # fmt: skip
def test_pieces_that_nobody_sees_are_no_cards(language: str, texts: str, said: list[str]) -> None:
    def told(cards: str) -> set[str]:
        files = {"hidden.coup": HIDDEN.replace("CARDS", cards), **({"hidden.en.yaml": texts} if texts else {})}
        rules = coupdsl.load(in_folder(files) / "hidden.coup", 2)
        narrates = narrator(rules, language=language, plain=True)
        return set(narrates.written(next(iter(moves_told(Game(rules, 1), narrates)))))

    assert told("") >= set(said)
    beside_cards = told("cards {\n suits red R\n ranks ace A\n }\n zone deck: row seen by none = cards")
    if texts:  # which are about the cards
        assert "A piece (tile) is dealt to each player" in beside_cards
    else:
        assert beside_cards >= set(said)


SECRET_DIGITS = """edition 1
game digits {
  seats [2]
  kind digit as digits { value: number }
  digit one = 1 { name: en "one" }
  digit two = 2 { name: en "two" }
  state held per seat: digit or none = none seen by owner
  for s in seats { chance secretly chooses digit for s { d from digits { held of s := d } } }
  chance chooses open { face d from digits { } }
  first of seats chooses say { doubt { } }
  finish by 0
  limit 9 moves { finish by 0 }
}
"""


def test_whom_alone_chance_told_something_is_told() -> None:
    game = Game(load_text(SECRET_DIGITS, 2), 3)
    words, french = Words(game.rules, "en", True), Words(game.rules, "fr", True)

    def told(narrator: Narrator, in_all_hands: bool = False) -> list[str]:
        said = lines(moves_told(game, narrator, in_all_hands), narrator)
        return [line for line in said if line.startswith(("By chance", "Par le hasard"))]

    assert told(Narrator(words, None), True) == [
        "By chance, told to Seat 0 alone: two", "By chance, told to Seat 1 alone: two", "By chance: face one",
    ]  # fmt: skip
    assert told(Narrator(words, 1)) == ["By chance, told to Seat 1 (you) alone: two", "By chance: face one"]
    assert told(Narrator(french, 1))[0] == "Par le hasard, dit au joueur 1 (vous) seulement : two"
    assert told(Narrator(words, None)) == ["By chance: face one"]


STAKES = """edition 1
game stakes {
  seats [3]
  account cash per seat = 9
  account pot = 0
  account kitty = 0
  for s in seats {
    s pays 1 to pot for stake
    s pays 2 to kitty
    s pays (if s is first of seats then 2 else 1) to pot for blind
    s pays 1 to first of seats for gift
  }
  for s in seats {
    s chooses more { yes { s pays 1 to pot for stake } }
  }
  finish by cash
  limit 9 moves { finish by 0 }
}
"""


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["Each player pays 1 to the pot (stake)", "Each player pays 2 to the kitty"]),
        ("fr", ["Chaque joueur paie 1 à « pot » (stake)", "Chaque joueur paie 2 à « kitty »"]),
    ],
)
def test_what_everybody_pays_to_the_same_place_is_told_once(language: str, said: list[str]) -> None:
    """Not what only some pay, or pay at different times or in different amounts, or to one of them."""
    rules = load_text(STAKES, 3)
    game = Game(rules, 1)
    for _ in range(3):
        game.apply("yes")
    told = list(lines(moves_told(game, teller := narrator(rules, None, language, plain=True)), teller))
    assert [line for line in told if re.match("Each|Chaque", line)] == said
    assert len([line for line in told if "(blind)" in line]) == 3
    assert len([line for line in told if "(gift)" in line]) == 2
    assert len([line for line in told if "(stake)" in line]) == 4
