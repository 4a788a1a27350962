"""Decisions: what is offered to whom, what is said of what is not, chance, and who sees what."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from tests.helpers import draw
from tests.small_games import game, in_folder, load_text, start

import coupdsl
from coupdsl.engine.chance import Generator

OFFERS = [
    ("s0 chooses play c from hand of s0\n move c to trick", ["play AS", "play QS"]),
    ("s0 chooses play c from trick\n move c to deck", ["play KS", "play AH"]),
    ("s0 chooses take m from 0 .. (cash of s0) step 50\n s0 pays m to pot", ["take 0", "take 50", "take 100"]),
    ("s0 chooses m { \n x { } \n y if pot is 7 { } \n z if pot is 8 { } \n otherwise w { } \n }", ["x", "y"]),
    ("s0 chooses m { \n x if pot is 8 { } \n otherwise w { } \n }", ["w"]),
    ("s0 chooses m { \n x c from trick, t from seats after s0 { move c to hand of t } \n }", ["x KS 1", "x AH 1"]),
    ("s0 chooses m { \n x c from trick, d from hand of s0 if rank of c is rank of d { move c to deck }"
     "\n }", ["x AH AS"]),
    ("s0 chooses m { \n x t from trick, c from hand of s0 where rank is rank of t if suit of c is spades {"
     " move c to deck } \n }", ["x AH AS"]),
    ("s0 chooses m { \n x c from hand of s0 where rank is ace { move c to deck } \n otherwise no { } \n }", ["x AS"]),
    ("s0 chooses m { \n x c from hand of s0 where rank is two { move c to deck } \n otherwise no { } \n }", ["no"]),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "offered"), OFFERS, ids=[lines for lines, _ in OFFERS])
def test_offers(lines: str, offered: list[str]) -> None:
    state = start(lines)
    moves = state.legal_moves()
    assert sorted(map(str, moves)) == sorted(offered)
    assert [move.id for move in moves] == sorted(move.id for move in moves)
    assert all(state.rules.moves[move.id] is move for move in moves)
    for move in moves:  # each of them, as text and as itself, is possible and leads to the same
        by_text, by_move = state.copy(), state.copy()
        assert by_text.apply(f"  {move} ".replace(" ", "  ")) == by_move.apply(move)
        assert by_text == by_move != state
    assert state.view(0)["options"] == list(map(str, moves))
    assert state.view(1)["options"] == state.view(None)["options"] == []


RULE = "rule good(s: seat) = hand of s where suit is spades\n"
REFUSALS = [
    (0, "play KH", "it does not lie in `hand 0`", "hand of s0"),
    (1, "play QS", "`rank is ace` does not hold for it: `rank` is queen", "rank is ace"),
    (1, "play KH", "it does not lie in `hand 0`", "hand of s0"),
    (2, "play AS", "there are options for which `rank is queen`, and they come first: QS", "rank is queen"),
    (3, "play QS", "it is one of `hand of s0 where rank is queen`", "hand of s0 without ("),
    (3, "play KS", "it does not lie in `hand 0`", "hand of s0"),
    (4, "play KH", "`suit is spades` does not hold for it: `suit` is hearts", "suit is spades"),
    (5, "play KH", "it does not lie in `hand 0`", "hand of s0"),
    (6, "take 3", "`take` takes what is in `0 .. 4 step 2`", "s0 chooses take"),
    (7, "two", "`pot is 8` does not hold: `pot` is 7", "pot is 8"),
    (7, "three", "something else can be done", "s0 chooses menu"),
    (7, "four AS", "`rank of c is queen` does not hold: `rank of c` is ace", "rank of c is queen"),
    (7, "four KH", "it does not lie in `hand 0`", "hand of s0"),
    (7, "yes", "`menu` asks for `one`, `two`, `four`, `three`", "s0 chooses menu"),
]  # fmt: skip
LINES = [
    "s0 chooses play c from hand of s0",
    "s0 chooses play c from hand of s0 where rank is ace",
    "s0 chooses play c from hand of s0 preferring rank is queen",
    "s0 chooses play c from hand of s0 without (hand of s0 where rank is queen)",
    "show hand of s1 to s0\n s0 chooses play c from good(s1)",
    "show hand of s1 to s0\n s0 chooses play c from (if pot is 7 then hand of s0 else hand of s1) with joker",
    "s0 chooses take m from 0 .. 4 step 2\n one := m\n s0 chooses take k from 0 .. 4\n one := k",
    "s0 chooses menu { \n one { } \n two if pot is 8 { } \n four c from hand of s0 if rank of c is queen { move c to"
    " deck } \n otherwise three { } \n }",
]


@pytest.mark.parametrize(("number", "move", "reason", "place"), REFUSALS, ids=[f"{r[0]} {r[1]}" for r in REFUSALS])
def test_refusals_say_why_and_where(number: int, move: str, reason: str, place: str) -> None:
    lines = LINES[number]
    lines += "\n move c to trick" if "play c" in lines else ""
    text = game(f"{lines}\n {RULE}\n if pot is 99 {{ reveal told = good(s0) }}")
    state = load_text(text).start(1)
    before = state.copy()
    with pytest.raises(coupdsl.IllegalMove) as caught:
        state.apply(move, state.actor)
    error = caught.value
    assert error.reason == reason
    assert state == before
    assert error.place is not None
    line, column = map(int, error.place.split(":")[-2:])
    assert text.splitlines()[line - 1][column - 1 :].startswith(place)
    assert str(error) == f"`{move}` is not legal: {reason} ({error.place})"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("paly AS", "did you mean `play AS`?"),
        ("play as", "did you mean `play AS`?"),
        ("play AS now", "did you mean `play AS`?"),
        ("playyyyy", "did you mean `play`?"),
        ("", "possible here: `play`"),
        ("quite another thing", "possible here: `play`"),
        ("play ZZZZZZZZ", "possible here: `play`"),
    ],
)
def test_text_that_is_no_move(text: str, reason: str) -> None:
    state = start("s0 chooses play c from hand of s0\n move c to trick")
    with pytest.raises(coupdsl.UnknownMove) as caught:
        state.apply(text, 0)
    assert caught.value.reason == reason
    assert str(caught.value) == f"`{text}` is not a move: {reason}"


def test_who_names_no_seat_is_told_what_is_asked_and_not_what_is_possible() -> None:
    state = start("s0 chooses m {\n play c from hand of s0 where it is joker { }\n nothing { }\n }")
    with pytest.raises(coupdsl.UnknownMove) as caught:
        state.apply("quite another thing")
    assert caught.value.reason == "`m` asks for `nothing`, `play`"
    with pytest.raises(coupdsl.UnknownMove, match=r"possible here: `nothing`$"):
        state.apply("quite another thing", 0)


def test_what_is_left_for_the_last_is_possible_only_then() -> None:
    for rank, word in (("ace", "look"), ("two", "nothing")):
        lines = f"s0 chooses m {{\n look c from hand of s0 where rank is {rank} {{ }}\n otherwise nothing {{ }}\n }}"
        with pytest.raises(coupdsl.UnknownMove, match=f"possible here: `{word}`$"):
            start(lines).apply("quite another thing", 0)


HELD = "s0 chooses play c from hand of s0 preferring rank is queen\n move c to trick"


def answers(state: coupdsl.State, seat: int | None) -> dict[str, str]:
    """What is said of every move, and of some text, to `seat`, or to nobody in particular."""
    found = {}
    legal = set(state.legal_moves()) if seat in (None, state.actor) else set()
    for move in [*state.rules.moves, "play AZ", "hand of s0", ""]:
        if move not in legal:
            with pytest.raises(coupdsl.IllegalMove) as caught:
                state.apply(move, seat)
            found[str(move)] = str(caught.value)
    return found


def test_a_seat_that_is_not_to_act_is_told_nothing_else() -> None:
    state = start(HELD)
    assert {str(move) for move in state.rules.moves} > {str(move) for move in state.legal_moves()}
    before = state.copy()
    for move, told in answers(state, 1).items():
        assert told == f"`{move}` is not legal: it is not your turn"
    assert state == before
    with pytest.raises(coupdsl.NotYourTurn):
        state.apply(state.legal_moves()[0], 1)


def test_what_is_told_to_nobody_in_particular_depends_on_no_hand() -> None:
    dealt = "move hand of s0 to deck\n shuffle deck\n move first(2) of deck to hand of s0\n "
    rules, found = load_text(game(dealt + HELD)), {}
    for seed in range(20):
        state = rules.start(seed)
        for move, told in answers(state, None).items():
            assert found.setdefault(move, told) == told
        illegal = next(m for m in state.rules.moves if m.word == "play" and m not in state.legal_moves())
        with pytest.raises(coupdsl.IllegalMove) as caught:
            state.apply(illegal)
        assert f"`{illegal}` is not legal: it is not among what `play` offers now (" in str(caught.value)
    assert len(found) > 5


def test_refusals_cite_the_rules() -> None:
    text = game("s0 chooses play c from hand of s0 where rank is ace  @R4\n move c to trick", 'source R "Rules"')
    with pytest.raises(coupdsl.IllegalMove, match=r"does not hold for it: `rank` is queen \[R4\] \("):
        load_text(text).start(1).apply("play QS", 0)


def test_a_failing_move_changes_nothing() -> None:
    state = start("s0 chooses m { \n x { s0 pays 50 to pot \n s0 pays 60 to pot } \n y { } \n }")
    before = state.copy()
    with pytest.raises(coupdsl.RulesError, match="must pay 60 and has 50"):
        state.apply("x")
    assert state == before
    assert state.legal_moves() == before.legal_moves()
    state.apply("y")


# ---- which of them went
PICKED_UP = "show hand of s1 to s0\n move the first of trick to hand of s1\n "  # so seat 0 knows all of it: 2S KH KS
LAID_ASIDE = [
    # nobody else knows any more which of them are still there
    ("s1 secretly chooses lay c from hand of s1\n move c to deck unseen", [], [None] * 4),
    ("s1 secretly chooses lay c from hand of s1\n move c to deck", [], [None] * 4),
    # what everybody was told of the choice stays known
    ("s1 chooses lay c from hand of s1\n move c to deck unseen", ["2S", "KH"], [None, None, None, "KS"]),
    # who sees where it goes sees which it is
    ("s1 secretly chooses lay c from hand of s1\n move c to pile of s0", ["2S", "KH"], [None] * 3),
    # nothing else is left that could be meant
    ("s1 chooses lay c from hand of s1\n move hand of s1 to pile of s1", [], [None] * 3),
    # the first of a row is the first of it, whatever it is
    ("s1 chooses lay c from hand of s1\n move first of deck to hand of s1", ["2S", "KH", "KS"], [None] * 2),
]


@pytest.mark.parametrize(("lines", "hand", "deck"), LAID_ASIDE, ids=[lines for lines, _, _ in LAID_ASIDE])
def test_what_another_knows_of_a_hand_after_a_card_of_it_was_moved(
    lines: str, hand: list[str], deck: list[str | None]
) -> None:
    rules = load_text(game(f"{PICKED_UP}{lines}"))
    for state in (rules.start(1), coupdsl.Machine(rules).start(1)):
        before = {(zone["name"], zone["seat"]): zone["pieces"] for zone in state.view(0)["zones"]}
        assert sorted(before["hand", 1]) == ["2S", "KH", "KS"]
        state.apply("lay KS")
        seen = {(zone["name"], zone["seat"]): zone["pieces"] for zone in state.view(0)["zones"]}
        assert sorted(seen["hand", 1]) == sorted(hand)
        assert seen["deck", None] == deck


# ---- chance
TWICE = game(
    "shuffle deck\n chance chooses luck c from cards where rank is ace or it is joker\n move c to trick"
).replace("extra joker X", "extra joker X\n copies 2")


@pytest.mark.parametrize("seed", range(12))
def test_chance_decides_as_the_text_says(seed: int) -> None:
    """Ascending by id, each as often as its weight; `below` of the sum says which."""
    rules = load_text(TWICE)
    by_hand, by_seed = rules.start(), rules.start(seed)
    assert by_hand.actor == coupdsl.CHANCE
    assert by_hand.view(0)["actor"] == "chance"
    chances = by_hand.chances()
    assert {str(move): weight for move, weight in chances} == {"luck AS": 2, "luck AH": 2, "luck X": 1}
    listed = [move for move, weight in sorted(chances, key=lambda pair: pair[0].id) for _ in range(weight)]
    generator = Generator.from_seed(seed)
    by_hand.apply(listed[generator.below(len(listed))])
    assert by_hand.view(None)["zones"] == by_seed.view(None)["zones"]
    assert by_hand.count == by_seed.count == 0
    assert by_seed.chance is not None
    assert by_seed.chance.state == generator.state


def test_a_single_possibility_takes_nothing_from_the_generator() -> None:
    state = start("chance chooses luck c from [joker]\n move c to trick", seed=3)
    assert state.chance is not None
    assert state.chance.state == Generator.from_seed(3).state


def test_chance_chooses_evenly() -> None:
    rules = load_text(game("chance chooses luck t from seats\n t pays 1 to pot"), 4)
    counts = Counter(rules.start(seed).view(None)["accounts"]["cash"].index(99) for seed in range(400))
    assert set(counts) == {0, 1, 2, 3}
    assert min(counts.values()) > 60


def test_text_that_is_no_move_where_a_row_is_put_in_order() -> None:
    state = start("shuffle deck\n reveal top = rank of first of deck", seed=None)
    assert state.decision == "settle"
    with pytest.raises(coupdsl.UnknownMove, match=r"possible here: `settle`$"):
        state.apply("something")


def test_drawing_by_hand() -> None:
    state = start(
        "shuffle deck\n move first(2) of deck to hand of s1\n reveal told = hand of s1 where it is joker\n"
        " move told to deck",
        seed=None,
    )
    assert (state.actor, state.decision, state.pending) == (coupdsl.CHANCE, "deal", ())
    assert [(str(m), w) for m, w in state.chances()] == [
        ("deal QH to hand 1", 1),
        ("deal 2H to hand 1", 1),
        ("deal X to hand 1", 1),
    ]
    assert list(state.legal_moves()) == [move for move, _ in state.chances()]
    with pytest.raises(coupdsl.IllegalMove, match="it is not among what chance can bring here"):
        state.apply("deal KH to hand 1")
    with pytest.raises(coupdsl.UnknownMove, match="did you mean `deal X to hand 1`"):
        state.apply("deal X to hand", coupdsl.CHANCE)
    with pytest.raises(coupdsl.UnknownMove, match="possible here: `deal`"):
        state.apply("something")
    state.apply("deal X to hand 1")
    events = state.apply("deal QH to hand 1")
    assert [event.kind for event in events] == ["moved", "revealed", "moved"]
    assert state.view(1)["zones"][2]["pieces"] == ["2S", "KH", "QH"]
    assert state.view(None)["zones"][0]["unseen"] == 2  # the joker was laid back
    assert state.count == 0
    assert state.decision == "done"
    assert state.chances() == []


def test_pieces_laid_on_a_shuffled_pile_come_last() -> None:
    state = start("shuffle deck\n move trick to deck\n move first(5) of deck to trick")
    assert state.view(None)["zones"][5]["pieces"][3:] == ["KS", "AH"]
    state = start("shuffle deck\n move trick to deck\n move king of spades to trick\n"
                  "move joker to trick\n move first(3) of deck to trick")  # fmt: skip
    seen = state.view(None)["zones"][5]["pieces"]
    assert seen[:2] == ["KS", "X"]
    assert sorted(seen[2:4]) == ["2H", "QH"]
    assert seen[4:] == ["AH"]


# ---- at the same time, in secret
TOGETHER = """state bid per seat: number = 0 seen by owner
for s in seats together {
  s secretly chooses offer {
    low { bid of s := 1 }
    high { bid of s := 2 }
  }
}
reveal more = bid of s0 > bid of s1
if more { s0 pays 1 to pot }"""


def test_simultaneous_decisions() -> None:
    rules = load_text(game(TOGETHER), 3)
    state = rules.start(1)
    assert (state.actor, state.pending) == (0, (0, 1, 2))
    (event,) = state.apply("high")
    assert (state.actor, state.pending) == (1, (1, 2))
    assert event.seen_by(rules.code, 0) == {"event": "chose", "seat": 0, "decision": "offer", "move": "high"}
    for other in (1, 2, None):
        assert event.seen_by(rules.code, other) == {"event": "chose", "seat": 0, "decision": "offer"}
        assert state.view(other)["states"].get("bid") != [2, 0, 0]
    assert state.view(0)["states"]["bid"] == [2, None, None]
    assert state.view(1)["states"]["bid"] == [None, 0, None]
    assert "bid" not in state.view(None)["states"]
    other = rules.start(1)
    other.apply("low")
    assert state.view(1) == other.view(1)
    state.apply("low")
    state.apply("low")
    assert (state.actor, state.pending) == (0, (0,))


# ---- who sees what
KNOWLEDGE = [  # lines, then the pieces that seats 0, 1 and a spectator are told, and the number unseen
    ("move first of deck to trick", [(["QH"], 0)] * 3),
    ("move first of deck to hand of s0", [(["QH"], 0), ([], 1), ([], 1)]),
    ("move hand of s0 to deck", [(["AS", "QS"], 0), ([], 2), ([], 2)]),
    ("move trick to deck", [(["KS", "AH"], 0)] * 3),
    ("move first of deck to trick unseen\n show trick to all", [([], 1)] * 3),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "told"), KNOWLEDGE, ids=[k[0] for k in KNOWLEDGE])
def test_who_is_told_of_a_move(lines: str, told: list[tuple[list[str], int]]) -> None:
    state = start(lines)
    event = [e for e in state.events if e.kind == "moved"][-1]
    for seat, wanted in zip((0, 1, None), told, strict=True):
        seen = event.seen_by(state.code, seat)
        assert seen is not None
        assert (seen["pieces"], seen["unseen"]) == wanted


def test_events_of_showing_and_shuffling() -> None:
    state = start("show deck to s1\n show deck to s1\n show deck to all\n hide deck for all\n shuffle deck")
    events = [e for e in state.events if e.kind in ("shown", "shuffled")]
    shown = {"event": "shown", "pieces": ["QH", "2H", "X"], "in": ["deck", "deck", "deck"], "at": [1, 2, 3]}
    shuffled = {"event": "shuffled", "zone": "deck"}
    assert [e.seen_by(state.code, 0) for e in events] == [None, {**shown, "to": [0, 1]}, shuffled]
    assert events[0].seen_by(state.code, 1) == {**shown, "to": [1]}


def test_who_knows_what_stays_in_a_row_is_told_which_places_become_empty() -> None:
    drawn = start("show last of deck to s1\n move first of deck to trick")
    assert [e for e in drawn.events if e.kind == "vacated"] == []  # what is drawn comes from the front
    state = start("show first of deck to s1\n move last of deck to trick")
    (event,) = [e for e in state.events if e.kind == "vacated"]
    told = {"event": "vacated", "zone": "deck", "at": [3]}
    assert [event.seen_by(state.code, seat) for seat in (0, 1, None)] == [None, told, None]
    assert event.seen_by_any(state.code) == told


def test_view_is_plain_data_of_everything_visible() -> None:
    lines = """state a: party or none = none
    state b per card: number = 0
    state c: set of suit = [hearts]
    state d: flag = 1 is 1 seen by none
    state e: card or none = none
    b of the first of trick := 2
    e := first of trick
    a := pot_party(pot)
    rule pot_party(p: party) = p
    reveal told = d
    if told and c is empty and a is none and e is none { touch() }"""
    state = start(lines)
    view = state.view(None)
    assert view["seat"] is None
    assert view["states"].pop("b") == {face: 2 * (face == "KS") for face in state.code.layout.face_of[:-3]}
    assert view["states"] == {"one": 1, "s0": 0, "s1": 1, "a": "pot", "c": ["hearts"], "e": "KS"}
    assert view["accounts"] == {"cash": [100, 100], "pot": 7}
    assert view["pieces"] == {}
    signed = start("touch()").view(0)
    assert signed["pieces"] == {f"notes{n}": {"debtor": 0, "owed": 107} for n in (1, 2, 3)}


@pytest.mark.parametrize(
    ("amount", "paid"),
    [
        ("10 * n", 30), ("20 + 10 * n", 50), ("cash of s - 10 * n", 70), ("10 * n + cash of s - 100", 30),
        ("(50 - 10 * n) * 2", 40), ("(if cash of s > 10 * n then 1 * n + unit else 0)", 4),
        ("(if 10 * n is cash of s - 70 then 8 else 9)", 8),
    ],
)  # fmt: skip
def test_digits_times_a_count_are_an_amount_where_one_is_wanted_or_beside_one(amount: str, paid: int) -> None:
    state = start(f"pay_it(first of seats, 3)\n rule pay_it(s: seat, n: number) {{ s pays {amount} to pot }}")
    assert state.view(None)["accounts"]["cash"][0] == 100 - paid


def test_a_view_tells_the_fields_of_each_piece_and_of_no_other() -> None:
    rules = load_text("""edition 1
game harbours {
  seats [2]
  cards { ranks ace, king }
  pieces ships: 2 { size: number = 3 }
  pieces crates: 1 { size: number = 10, weight: number }
  zone quay: row of ships seen by all = ships
  zone store: set of crates seen by all = crates
  zone pack: set seen by all = cards
  size of the first of quay := 5
  first of seats chooses sink x from quay
  finish by size of x
  limit 10 moves { finish by 0 }
}
""")
    told = rules.start(1).view(0)["pieces"]
    assert told == {"ships1": {"size": 5}, "ships2": {"size": 3}, "crates1": {"size": 10, "weight": None}}


# ---- kinds, options, entries
@pytest.mark.parametrize("make", [lambda rules: rules.start(1), lambda rules: coupdsl.Machine(rules).start(1)])
def test_what_a_condition_is_about_may_be_none(make: Any) -> None:
    """And is an argument like any other: asked about, or narrowed by `the`."""
    rules = load_text("""edition 1
game asking {
  seats [2]
  kind dare as dares { alone: test of seat or none = it is none, other: test of seat or none }
  dare whistle { other: it is not none and the it is first of seats }
  dare dance { alone: true, other: true }
  state chosen: seat or none = none
  first of seats chooses do x from dares where (alone(chosen) of it and other(chosen) of it)
  chosen := first of seats
  first of seats chooses do y from dares where other(chosen) of it
  chosen := last of seats
  first of seats chooses do z from dares where (not alone(chosen) of it or other(chosen) of it)
  finish by 0
  limit 3 moves { finish by 0 }
}
""")
    state = make(rules)
    found = []
    while not state.is_over:
        found.append([str(move) for move in state.legal_moves()])
        state.apply(found[-1][-1])
    assert found == [["do dance"], ["do whistle", "do dance"], ["do whistle", "do dance"]]


KIND = """kind dare as dares {
    price: amount
    level: easy | hard = easy
    fits: test of seat = true
    extras: set of extra
    rule done(s: seat) { s pays price to pot for dare }
    rule worth(s: seat) = price + cash of s
  }
  kind extra as extras { cost: amount }
  dare whistle = 5 {
    extra loud = 1
    extra soft = 2
  }
  dare dance = 20 {
    level: hard
    fits: it is s0_seat
    extras: extras of whistle
    rule done(s: seat) { pot pays 1 to s for dare }
  }
  let s0_seat = first of seats
  option dare.most = 2 | 3
  option dare.kinds = all | some_of
  state tried per dare: number = 0
  state now: dare or none = none
  rule left_over = dares where tried of it < dare.most
  when dare.kinds is some_of { rule left_over = dares where level is easy }
  s0 chooses try d from left_over where fits(s0) of it
  now := d
  tried of d := tried of d + 1
  done(s0) of d
  if worth(s0) of d is 999 or sum of cost over (extras of dares) is 0 or now is none { touch() }"""


@pytest.mark.parametrize(("move", "cash"), [("try whistle", 95), ("try dance", 101)])
def test_entries_of_a_kind(move: str, cash: int) -> None:
    state = start(KIND)
    assert list(map(str, state.legal_moves())) == ["try whistle", "try dance"]
    state.apply(move)
    view = state.view(1)
    assert view["accounts"]["cash"] == [cash, 100]
    assert view["states"]["tried"] == {"whistle": int(cash == 95), "dance": int(cash == 101)}
    assert view["states"]["now"] == move.split()[1]


def test_refusal_in_the_name_of_a_reading(tmp_path: Any) -> None:
    file = tmp_path / "game.coup"
    file.write_text(game(KIND), "utf-8")
    rules = coupdsl.load(file, 2, {"dare.kinds": "some_of"})
    state = rules.start(1)
    assert list(map(str, state.legal_moves())) == ["try whistle"]
    with pytest.raises(coupdsl.IllegalMove, match="`level is easy` does not hold for it"):
        state.apply("try dance", state.actor)


JOINED = """kind charge as charges { costs: amount }
  kind deal as deals {
    charges: set of charge = charges of one_charge
    listed: list of charge = []
    rule price = sum of costs over charges
  }
  deal one_charge { charge loud = 1 }
  deal two_more {
    charges: charges of one_charge
    charge long = 2
    charge large = 4
  }
  deal filtered { charges: charges of two_more where costs > 1 }
  deal alone { charge own = 8 }
  deal with_all {
    charges: charges of one_charge with charges of two_more
    charge other = 16
  }
  state prices per deal: amount = 0
  for d in deals { prices of d := price of d }
  rule told = some deals where prices of it > 100 or listed of it is not empty
  if told { touch() }"""


def test_entries_inside_an_entry_join_what_it_states() -> None:
    """Also where nothing is stated: a default is of those that have none of their own."""
    state = start(JOINED)
    assert state.view(None)["states"]["prices"] == {
        "one_charge": 1,
        "two_more": 7,
        "filtered": 6,
        "alone": 8,
        "with_all": 23,
    }
    machine = coupdsl.Machine(state.rules).start(1)
    assert machine.key() == state.key()


def test_what_a_variant_states_of_a_set_stands_for_the_entries_inside_too() -> None:
    joined = "variant: joined\ngame: game.coup\ndeals:\n  set:\n    alone: {charges: charges of filtered}\n"
    folder = in_folder({"game.coup": game(JOINED), "joined.yaml": joined})
    assert coupdsl.load(folder / "joined.yaml", 2).start(1).view(None)["states"]["prices"]["alone"] == 6


@pytest.mark.parametrize("seed", range(6))
def test_a_shuffled_pile_is_a_bag(seed: int) -> None:
    """Drawn as docs/randomness.md says: in ascending order, the last piece moving into each gap."""
    state = start("move cards to deck\n shuffle deck\n move first(9) of deck to trick", seed=seed)
    generator, bag = Generator.from_seed(seed), list(range(9))
    faces = state.code.layout.face_of
    assert state.view(None)["zones"][5]["pieces"] == [faces[draw(generator, bag)] for _ in range(9)]
