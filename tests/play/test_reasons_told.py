"""Why an option is one, why a move is refused, and what a payment was made of, in both languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.helpers import rules_of
from tests.play.test_play import Sitting
from tests.play.test_runs import ANTES
from tests.small_games import game, load_text, start

import coupdsl
from coupdsl.engine.payments import payments_of
from coupdsl.engine.refusals import Because, legal_move
from coupdsl.engine.tracing import Part
from coupdsl.play.asking import Asking
from coupdsl.play.payments_told import PaymentsTold
from coupdsl.play.spoken import Words
from coupdsl.play.table_phrases import TablePhrases
from coupdsl.rulesets.ruleset import Labels

LINES = """
  rule price(c: card) = if suit of c is spades then rate * weight(c) else 0
  rule rate: amount = 5                                                           @R7
  rule weight(c: card) = if rank of c is ace then 3 else 1
  rule dear(c: card) = rank of c is king or price(c) > 9                          @R8
  rule settle(s: seat) {
    let owed = sum of price(it) over trick
    s pays owed + rate to pot for fine
  }
  move hand of s0 to trick
  s0 chooses give c from (trick where dear(it)) preferring rank is ace
  settle(s0)
"""
# In the trick: the spade ace, king and queen, the heart ace.


def begun() -> coupdsl.State:
    return start(LINES, 'source R "Rules"')


def without_places(lines: list[str]) -> list[str]:
    return [re.sub(r" \([^()]*game\.coup:\d+:\d+\)", "", line) for line in lines]


def told(reasons: list[Because]) -> list[str]:
    return [str(because.reason) + "".join(f" [{rule}]" for rule in because.rules) for because in reasons]


def made_of(state: coupdsl.State, part: Part, language: str = "en", seat: int = 0) -> list[str]:
    return PaymentsTold(TablePhrases(Words(state.rules, language, plain=True), seat)).made_of(part)


def test_why_an_option_is_one() -> None:
    state = begun()
    (move,) = state.legal_moves()
    assert told(legal_move(state, move)) == [
        "it lies in `trick`",
        "`dear(it)` holds, because `price(c) > 9` does: `price(c)` is 15 [R8]",
        "`rank is ace` holds: `rank` is ace",
    ]


REFUSED = {
    "give KS": "`give KS` is not legal: there are options for which `rank is ace`, and they come first: AS",
    "give QS": "`give QS` is not legal: `dear(it)` does not hold for it, because `rank of c is king or price(c) > 9` "
               "does not: `rank of c` is queen, `price(c)` is 5 [R8]",
    "give 2S": "`give 2S` is not legal: it does not lie in `trick`",
    "yes": "`yes` is not legal: `give` asks for `give`",
    "gibe AS": "`gibe AS` is not a move: did you mean `give AS`?",
    "zzz": "`zzz` is not a move: possible here: `give`",
}  # fmt: skip


@pytest.mark.parametrize("text", REFUSED)
def test_why_a_move_is_refused(text: str) -> None:
    with pytest.raises(coupdsl.IllegalMove) as caught:
        begun().apply(text, begun().actor)
    assert without_places([str(caught.value)]) == [REFUSED[text]]


SAID = {
    "en": {
        "give AS": "Give AS: you can, because its price (15) is more than 9, and the rank is ace (R8).",
        "give KS": "Give KS: no, the rank is not ace. You hold AS.",
        "give QS": "Give QS: no, the rank is not king and its price (5) is at most 9 (R8).",
        "yes": "Yes: that is for when you are asked “done”. Now the question is “give”.",
    },
    "fr": {
        "give AS": "« give AS » : vous le pouvez, car price de AS (15) dépasse 9, et la valeur est ace (R8).",
        "give KS": "« give RS » : non, la valeur n'est pas ace. Vous avez AS.",
        "give QS": "« give DS » : non, la valeur n'est pas king et price de DS (5) est au plus 9 (R8).",
    },
}  # fmt: skip


@pytest.mark.parametrize(("language", "text"), [(language, text) for language in SAID for text in SAID[language]])
def test_what_has_no_texts_is_said_with_the_words_of_the_rules(language: str, text: str) -> None:
    state = begun()
    assert Asking(Words(state.rules, language, plain=True)).why(state, 0, text)[0] == SAID[language][text]


@pytest.mark.parametrize("asked", ["play AS", "lead AS", "can't I lead the ace of spades"])
def test_another_word_for_playing_is_about_playing(asked: str) -> None:
    state = rules_of("hearts", 4).start(3)
    told = Asking(Words(state.rules, "en", plain=True)).why(state, state.actor or 0, asked)[0]
    assert told.startswith("Play AS: that is for when you are asked “Which card do you play?”")


CONDITIONS = [
    ("rank is ace or suit is hearts or one > 3", "`rank is ace or suit is hearts or one > 3` does not hold for it: "
     "`rank` is queen, `suit` is spades, `one` is 1"),
    ("rank is ace or (suit is hearts and one > 3) or not bold", "`rank is ace or (suit is hearts and one > 3) or not "
     "bold` does not hold for it: `rank` is queen, `suit` is spades, `bold` is true"),
    ("if bold then rank is ace else rank is king", "`if bold then rank is ace else rank is king` does not hold for it, "
     "because `rank is ace` does not: `rank` is queen"),
    ("if not bold then rank is ace else suit is hearts and one > 0", "`if not bold then rank is ace else suit is "
     "hearts and one > 0` does not hold for it, because `suit is hearts` does not: `suit` is spades"),
    ("if rank is ace then true else false", "`if rank is ace then true else false` does not hold for it, because "
     "`rank is ace` does not: `rank` is queen"),
]  # fmt: skip


@pytest.mark.parametrize(("condition", "told"), CONDITIONS)
def test_all_parts_of_or_and_the_branch_of_if_are_told(condition: str, told: str) -> None:
    lines = "state bold: flag = true\n bold := true\n move hand of s0 to trick\n s0 chooses give c from trick where "
    state = start(f"{lines}({condition})")
    with pytest.raises(coupdsl.IllegalMove) as caught:
        state.apply("give QS", state.actor)
    assert without_places([str(caught.value)]) == [f"`give QS` is not legal: {told}"]


HANDS = """edition 1
game hands {
  seats [2]
  cards { suits spades S, hearts H
    ranks ace A, king K }
  account cash per seat = 100
  account pot = 0
  zone deck: row seen by none = cards
  zone hand per seat: set seen by owner
  for s in seats { move first(2) of deck to hand of s }
  first of seats chooses act {
    pay if count of hand of last of seats > 1 and hand of last of seats is not empty {
      first of seats pays sum of 10 over hand of last of seats to pot
    }
    otherwise pass { }
  }
  finish by cash
  limit 9 moves { finish by cash }
}
"""


def test_reasons_name_no_card_that_the_asker_does_not_see() -> None:
    state = load_text(HANDS).start()
    pay, *_ = state.legal_moves()
    lines = [[line for _, part in payments_of(state, pay, s) for line in made_of(state, part, seat=s)] for s in (0, 1)]
    assert lines == [["  20: the sum of 10 over hand of the last of the players"], ["  2 × 10 = 20: AH KH"]]
    asking = Asking(Words(state.rules, "en", plain=True))
    assert not any(card in line for line in asking.why(state, 0, "pay") for card in ("AH", "KH"))


def test_out_of_turn_the_answer_is_the_same_whatever_is_asked() -> None:
    state = begun()
    asking = Asking(Words(state.rules, "en", plain=True))
    answers = [asking.why(state, 1, text) for text in ("give AS", "give QS", "nonsense")]
    assert answers == [["Seat 0 decides here, and nobody else may ask why."]] * 3


@pytest.mark.parametrize(("language", "colon"), [("en", ""), ("fr", " ")])
def test_what_a_payment_is_made_of(language: str, colon: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What has no word of its own in texts is a number at most, and what is handed on is told once."""
    state = begun()
    before = state.copy()
    ((event, part),) = payments_of(state, state.legal_moves()[0])
    assert state == before
    assert event.data[2] == part.value == 30
    paid = [f"  {line}".replace(":", f"{colon}:") for line in PAID]
    assert made_of(state, part, language) == paid  # where there are no words, with the names of rules
    words = {"names.one": "one"}
    monkeypatch.setitem(state.rules.labels, language, Labels(language, words))
    assert made_of(state, part, language) == ["  30 = 25 + 5"]
    words |= {f"terms.{name}": name.replace("_", " ") for name in ("price", "rate", "weight")}
    monkeypatch.setitem(state.rules.labels, language, Labels(language, words))
    assert made_of(state, part, language) == paid


PAID = ["2 × 5 = 10: price", "  5: rate (R7)", "  × 1: weight", "15 = 5 × 3: price", "  5: rate (R7)", "  × 3: weight",
        "5: rate (R7)"]  # fmt: skip


LENT = """
  rule fine = rate * 2
  rule rate: amount = 150
  rule lend(s: seat, payee: party or none, missing: amount) {
    s chooses borrow n from 1..2
    pot pays n * missing to s for loan
  }
  s0 pays fine to s1 for damage
  s0 pays fine - 299 to pot for damage
"""


def test_what_a_payment_is_made_of_that_waited_for_an_answer() -> None:
    """The rest of it was worked out in another move; what is owed is still known, and what comes after in full."""
    text = game(LENT).replace("per seat = 100", "per seat = 100 short lend").replace("pot = 7", "pot = 900")
    state = load_text(text).start(1)
    assert state.decision == "borrow"
    explained = payments_of(state, state.legal_moves()[0])
    assert [(event.data[2], part.value) for event, part in explained] == [(200, 200), (300, 300)]
    assert [line for _, part in explained for line in made_of(state, part)] == ["  200: 1 × 200"]


OWNED = """
  state owns per seat per suit: number = 3
  owns(spades) of s1 := 2
  s0 chooses go { go { } }
  for u in suits where it is hearts { s1 pays 2 * owns(u) of s0 to s0 for rent }
  for u in suits where it is hearts { s1 pays 2 * owns(u) of s0 + 5 to s0 for rent }
  s1 pays min(cash of s1, 4 * owns(spades) of s1) to s0 for rent
  s1 pays 7 to s0 for rent
"""
AMOUNTS = [
    ["  6: 2 × your owns (hearts) (3)"],
    ["  11: 2 × your owns (hearts) (3) + 5"],
    ["  8: the smallest of cash of s1 (Seat 1) (83), (4 × owns (spades) of s1 (Seat 1) (2))"],
    [],
]


def test_without_texts_an_amount_without_a_name_is_told_as_the_rules_have_it() -> None:
    state = start(OWNED)
    paid = payments_of(state, state.legal_moves()[0], 0)
    assert [made_of(state, part) for _, part in paid] == AMOUNTS


def test_why_paid_at_the_table() -> None:
    game = coupdsl.Game(rules_of("coup", 3, {"setup.first_player": "seat0"}), 1)
    sitting = Sitting(game, ["why paid", "quit"])
    sitting.table.play()
    assert "Nothing has been paid yet." in sitting.text
    for text in ("tax", "allow", "allow"):
        game.apply(text)
    asking = Sitting(game, ["why paid", "quit"])
    asking.table.play()
    assert "Seat 0 (you) gets 3 from the Treasury" in asking.text
    assert "  3: gain\n" in asking.text


def test_why_paid_tells_what_was_paid_before_the_first_choice() -> None:
    game = coupdsl.Game(load_text(ANTES), 1)
    for asked in ("why paid", "why ante"):
        sitting = Sitting(game, [asked, "quit"])
        sitting.table.play()
        answer = sitting.text[sitting.text.index("Your choice") :]
        assert "Seat 0 (you) pays 10 to the pot (ante)" in answer
        assert "Seat 1 pays 10 to the pot (ante)" in answer


MANY_ELSE = """
  s0 chooses act {
    take n from 1..MOST { }
    otherwise idle { }
  }
"""


@pytest.mark.parametrize(
    ("most", "language", "end"),
    [
        (9, "en", "take 7, take 8, take 9."),
        (10, "en", "take 6, take 7, take 8 and 2 more."),
        (10, "fr", "take 7, take 8 et 2 autres."),
    ],
)
def test_that_something_else_is_possible_is_told_with_how_much_more_there_is(
    most: int, language: str, end: str
) -> None:
    state = load_text(game(MANY_ELSE.replace("MOST", str(most)))).start(1)
    assert Asking(Words(state.rules, language, True)).why(state, 0, "idle")[0].endswith(end)


WON = """
  s1 pays 5 to s0 for prize
  s0 chooses act {
    win n from 1..3 if n < 3 { }
    pay n from 1..3 { }
    bonus n from 1..3 if count of seats > 2 { }
  }
"""


@pytest.mark.parametrize(
    ("language", "asked", "told"),
    [
        ("en", "not win 3", "Win 3: no, it is at least 3."),
        ("fr", "pas win 3", "« win 3 » : non, 3 est au moins 3."),
        ("en", "can't I pay 2", "Pay 2: you can, because nothing forbids it."),
        ("en", "did I win 3", "Nothing like that was paid."),
        ("en", "did seat 0 win", "Ben pays 5 to Anna (prize)"),
        ("en", "did player 1 pay 5", "Ben pays 5 to Anna (prize)"),
        ("fr", "le joueur 0 a gagné", "Ben paie 5 à Anna (prize)"),
        ("fr", "siège 1 a payé", "Ben paie 5 à Anna (prize)"),
        ("en", "not bonus 1", "Bonus 1: no, the rules do not have it with this number of players."),
        ("fr", "pas bonus 1", "« bonus 1 » : non, les règles ne le prévoient pas à ce nombre de joueurs."),
    ],
)
def test_a_whole_move_goes_before_words_for_payments_and_seats_have_numbers(
    language: str, asked: str, told: str
) -> None:
    played = coupdsl.Game(load_text(game(WON)), 1)
    assert Asking(Words(played.rules, language, True, ("Anna", "Ben"))).answer(played, 0, asked)[0] == told


@pytest.mark.parametrize("condition", ["some seats where spice.on", "some seats where hot(it)"])
def test_what_an_option_leaves_out_is_no_matter_of_how_many_play(condition: str) -> None:
    top = "  option spice.on = false | true\n  rule hot(s: seat): flag = spice.on and s in seats\n"
    state = load_text(game(f"  s0 chooses act {{\n    a if {condition} {{ }}\n    b {{ }}\n  }}\n", top)).start(1)
    told = {language: Asking(Words(state.rules, language, True)).why(state, 0, "a")[0] for language in ("en", "fr")}
    assert told == {
        "en": "A: no, these rules do not have it.",
        "fr": "« a » : non, ces règles ne le prévoient pas.",
    }


DENIED = """
  state bidder: seat or none = none
  START
  s0 chooses call {
    doubt if bidder is not none and
      (count of trick >= 0) {                                                     @R9
    }
    wait { }
  }
"""


def test_a_condition_that_is_denied_is_not_said_to_be_false() -> None:
    state = start(DENIED.replace("START", "bidder := s0"), 'source R "Rules"')
    doubt = next(move for move in state.legal_moves() if move.word == "doubt")
    (reason,) = told(legal_move(state, doubt))
    assert "`bidder is not none` is true" in reason and "@" not in reason
    with pytest.raises(coupdsl.IllegalMove) as raised:
        start(DENIED.replace("START", ""), 'source R "Rules"').apply("doubt", 0)
    assert ", because `bidder is not none` does not: `bidder` is none" in str(raised.value)


HOLD_EM = Path(__file__).parent.parent / "house" / "hold-em.yaml"
ALL_IN = "unless it is all that you have left"
BETS = (  # what is moved before, what is asked, and what is answered
    ("call call check", "bet 5", f"Bet 5: no, that is too little: it is at least 10, {ALL_IN}."),
    ("call call check", "bet 195", "Bet 195: no, you have only 190 left after calling."),
    ("raise 30", "raise 165", "Raise by 165: no, you have only 160 left after calling."),
    ("raise 30", "raise 25", f"Raise by 25: no, that is too little: it is at least 30, {ALL_IN}."),
)


@pytest.mark.parametrize(("moves", "asked", "answer"), BETS)
def test_of_a_bet_that_is_refused_it_is_told_how_much_is_possible(moves: str, asked: str, answer: str) -> None:
    state = coupdsl.load(HOLD_EM, players=3).start(seed=1)
    for move in re.findall(r"[a-z]+(?: \d+)?", moves):
        state.apply(move)
    assert state.actor is not None
    assert Asking(Words(state.rules, "en", plain=True)).why(state, state.actor, asked)[0] == answer
