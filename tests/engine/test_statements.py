"""What every statement does, in small games; and where it cannot go on."""

from __future__ import annotations

from typing import Any

import pytest
from tests.small_games import game, load_text, start

import coupdsl

# lines, moves to be made, and what the states named are then
STATES: list[tuple[str, str, dict[str, Any]]] = [
    ("state a: number = 3\n a := a + one", "", {"a": 4}),
    ("state a per seat: number = 3\n a of s1 := 5", "", {"a": [3, 5]}),
    ("state a: set of card = []\n a := trick", "", {"a": ["KS", "AH"]}),
    ("state a: list of card = []\n a := trick\n move trick to deck", "", {"a": ["KS", "AH"]}),
    ("state a: number = 0\n if one is 1 { a := 1 } else { a := 2 }", "", {"a": 1}),
    ("state a: number = 0\n if one is 2 { a := 1 } else { a := 2 }", "", {"a": 2}),
    ("state a: number = 0\n if one is 2 { a := 1 } else if one is 1 { a := 3 }", "", {"a": 3}),
    ("state a: number = 0\n if one is 2 { a := 1 }", "", {"a": 0}),
    ("state a: number = 0\n if true { a := 1 } else { a := 2 }", "", {"a": 1}),
    ("state a: number = 0\n if false { a := 1 }", "", {"a": 0}),
    ("state a: number = 0\n case one { \n 0, 1 { a := 1 } \n 2 { a := 2 } \n }", "", {"a": 1}),
    ("state a: number = 0\n case (one + 1) { \n 0, 1 { a := 1 } \n 2 { a := 2 } \n }", "", {"a": 2}),
    ("state a: number = 0\n for n in 1 .. 4 { a := a * 10 + n }", "", {"a": 1234}),
    ("state a: number = 0\n for n in 1 .. 4 while n < 3 { a := a * 10 + n }", "", {"a": 12}),
    ("state a: number = 0\n for c in pile of s0 { a := a + 1 }", "", {"a": 0}),
    # what is gone through stays what it was when the loop began
    ("state a: number = 0\n for c in deck { move c to trick \n a := a + 1 }", "", {"a": 3}),
    ("state a: number = 0\n repeat r 3 times { a := a + 1 }", "", {"a": 3}),
    ("state a: number = 0\n repeat r (0 - one) times { a := a + 1 }", "", {"a": 0}),
    ("state a: number = 0\n repeat r until a is 2 at most 9 { a := a + 1 }", "", {"a": 2}),
    ("state a: number = 0\n repeat r until a is 20 at most 9 { a := a + 1 }", "", {"a": 9}),
    ("state a: number = 0\n repeat r until one is 1 at most 9 { a := a + 1 }", "", {"a": 0}),
    ("state a: number = 0\n repeat r 9 times { a := a + 1 \n if a is 2 { leave r } }", "", {"a": 2}),
    ("state a: number = 0\n state b: number = 0\n"
     "repeat r 5 times { a := a + 1 \n if a < 3 { again r } \n b := b + 1 }", "", {"a": 5, "b": 3}),
    ("state a: number = 0\n repeat r 3 times { repeat q 3 times { a := a + 1 \n leave r } }", "", {"a": 1}),
    ("state a: number = 4 every r\n state b: number = 0\n repeat r 3 times { b := b + a \n a := 9 }", "",
     {"a": 9, "b": 12}),
    ("state a per seat: number = 4 every r\n repeat r 2 times { a of s1 := a of s1 + 1 }", "", {"a": [4, 5]}),
    ("state a: number = 0\n rule f(n: number): number { give n * 2 }\n a := f(one + 3)", "", {"a": 8}),
    ("state a: number = 0\n rule f(n: number): number { if n is 1 { give 7 } \n give 8 }\n a := f(one)", "", {"a": 7}),
    ("state a: number = 0\n rule f(n: number): number { let b = g(n) \n give b + 1 }\n"
     "rule g(n: number): number { state c: number = n \n c := c + 5 \n give c }\n a := f(one)", "", {"a": 7}),
    ("state a: number = 0\n rule f: number { give g() }\n rule g: number { give 3 }\n a := f()", "", {"a": 3}),
    ("state a: number = 0\n rule f(n: number, m: number) = n * 10 + m\n a := f(one, f(2, 3))", "", {"a": 33}),
    ("state a: number = 0\n rule f(c: card) = if rank of c is ace then 5 else 0\n"
     "a := sum of f(it) over cards", "", {"a": 10}),
    ("state a: number = 0\n rule f(c: card) = if it_is(c) then 5 else 0\n rule it_is(c: card) = c in trick\n"
     "a := sum of f(it) over cards", "", {"a": 10}),
    # decisions
    ("state a: number = 0\n s0 chooses take m from 2 .. 6 step 2\n a := m", "take 4", {"a": 4}),
    ("state a: amount = 0\n s0 chooses take m from 0 .. (cash of s0) step 50\n a := m", "take 100", {"a": 100}),
    ("state a: seat = s0\n s0 chooses point t from seats\n a := t", "point 1", {"a": 1}),
    ("state a: suit = spades\n s0 chooses name u from suits\n a := u", "name hearts", {"a": "hearts"}),
    ("state a: rank = ace\n s0 chooses name u from ranks\n a := u", "name two", {"a": "two"}),
    ("state a: rank = ace\n s0 chooses menu { \n one u from ranks if u is not ace { a := u } \n no { } \n }",
     "one queen", {"a": "queen"}),
    ("state a: number = 0\n s0 chooses menu { \n x if one is 2 { a := 1 } \n otherwise y { a := 2 } \n }", "y",
     {"a": 2}),
    ("state a: number = 0\n state b: seat = s0\n"
     "s0 chooses menu { \n x t from seats, n from 1 .. 3 if n > 1 { a := n \n b := t } \n y { } \n }",
     "x 1 3", {"a": 3, "b": 1}),
    ("state a per seat: number = 0 seen by owner\n"
     "for s in seats together { s secretly chooses m { \n x { a of s := 1 } \n"
     "y { a of s := 2 } \n } }", "x y", {"a": [1, None]}),
    # mechanics begin anew each time, and nothing of them is left
    ("state a: number = 0\n play m(3)\n play m(4)", "", {"a": 34, "counted": None, "n": None}),
]  # fmt: skip
MECHANIC = """mechanic m(n: number) {
  state counted: number = 0
  needs rule told(x: number)
  repeat counting n times { counted := counted + 1 }
  told(counted)
}"""


def after(lines: str, moves: str, seed: int | None = 1) -> coupdsl.State:
    top = ""
    if "play m(" in lines:
        top, lines = MECHANIC, f"{lines}\n rule told(x: number) {{ a := a * 10 + x }}\n use m"
    names = [
        line.split()[1].rstrip(":") for line in lines.replace("\\n", "\n").splitlines() if line.startswith("state ")
    ]
    lines += "\n rule asked { " + " ".join(
        f"let seen_{n} = {n}{' of s0' if f'{n} per' in lines else ''}\n" for n in names
    )
    state = start(lines + "}\n if pot is 999 { asked() }", top, seed=seed)
    words = moves.split(" ") if "together" in lines else [moves] if moves else []
    for move in words:
        state.apply(move)
    return state


@pytest.mark.parametrize(("lines", "moves", "wanted"), STATES, ids=[s[0] for s in STATES])
def test_states_afterwards(lines: str, moves: str, wanted: dict[str, Any]) -> None:
    state = after(lines, moves)
    assert state.decision == "done"
    states = state.view(0)["states"]
    assert {name: states[name] for name in wanted} == wanted


def zones(state: coupdsl.State) -> dict[str, list[Any]]:
    """What the owner of every zone sees in it, or a spectator where it has none; what each seat sees in it."""
    found = {}
    for at, zone in enumerate(state.view(None)["zones"]):
        name = zone["name"] if zone["seat"] is None else f"{zone['name']} {zone['seat']}"
        found[name] = state.view(zone["seat"])["zones"][at]["pieces"]
        for seat in range(state.rules.players):
            found[f"{name} as {seat}"] = state.view(seat)["zones"][at]["pieces"]
    return found


MOVES: list[tuple[str, dict[str, list[Any]]]] = [
    ("", {"trick": ["KS", "AH"], "hand 0": ["AS", "QS"], "deck": [None, None, None]}),
    ("move first of deck to trick", {"trick": ["KS", "AH", "QH"]}),
    ("move first(2) of deck to trick", {"trick": ["KS", "AH", "QH", "2H"], "deck": [None]}),
    ("move first(0) of deck to trick", {"trick": ["KS", "AH"]}),
    ("move last of trick to pile of s0", {"trick": ["KS"], "pile 0": ["AH"]}),
    ("move hand of s0 to trick", {"trick": ["KS", "AH", "AS", "QS"], "hand 0": []}),
    ("move trick to trick", {"trick": ["KS", "AH"]}),
    ("move hand of seats to trick", {"trick": ["KS", "AH", "AS", "QS", "2S", "KH"], "hand 1": []}),
    ("move joker to trick", {"trick": ["KS", "AH", "X"]}),
    ("reveal told = hand of s0 where it is ace of spades\n move told to hand of s1",
     {"hand 0": ["QS"], "hand 1": ["AS", "2S", "KH"]}),
    ("move trick to deck", {"trick": [], "deck": [None, None, None, "KS", "AH"]}),
    # a card keeps being known to those who saw it come
    ("reveal k = the first of trick\n move trick to deck\n move k to pile of s1", {"pile 1": ["KS"]}),
    ("move first of deck to trick unseen\n if false { show trick to all }", {"trick": ["KS", "AH", None]}),
    # who does not know all of a set that goes to a row forgets where each lies
    ("move hand of s0 to deck", {"deck as 0": [None] * 3 + ["AS", "QS"], "deck as 1": [None] * 5}),
    ("move hand of seats to deck", {"deck as 0": [None] * 7, "deck as 1": [None] * 7}),
    ("show deck to s0", {"deck": ["QH", "2H", "X"]}),
    ("show deck to all\n hide deck for all", {"deck": [None, None, None]}),
    # where it lies is told to all, so it must be said before
    ("reveal told = hand of s0 where it is ace of spades\n show told to s1",
     {"hand 0": ["AS", "QS"], "hand 0 as 1": ["AS"]}),
    ("show deck to seats\n hide last of deck for s0", {"deck": ["QH", "2H", None]}),
    ("show deck to all\n shuffle deck", {"deck": [3]}),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "wanted"), MOVES, ids=[lines for lines, _ in MOVES])
def test_pieces_afterwards(lines: str, wanted: dict[str, list[Any]]) -> None:
    state = start(lines)
    found = zones(state)
    for name, pieces in wanted.items():
        if name == "deck":
            deck = next(z for z in state.view(0)["zones"] if z["name"] == "deck")
            assert (deck["pieces"] or [deck["unseen"]]) == pieces
        else:
            assert found[name] == pieces


PAYMENTS: list[tuple[str, list[int], list[tuple[Any, ...]]]] = [
    ("s0 pays 30 to pot for fine", [70, 100, 37], [("0", "pot", 30, "fine")]),
    ("s0 pays 30 to s1", [70, 130, 7], [("0", "1", 30, None)]),
    ("pot pays everything to s1 for win", [100, 107, 0], [("pot", "1", 7, "win")]),
    ("pot pays everything to s1\n pot pays everything to s0", [100, 107, 0], [("pot", "1", 7, None)]),
    ("s0 pays 0 to pot", [100, 100, 7], []),
    ("s0 pays 500 to s0", [100, 100, 7], []),
    ("for s in seats { s pays 10 to pot for each_one }", [90, 90, 27],
     [("0", "pot", 10, "each_one"), ("1", "pot", 10, "each_one")]),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "balances", "paid"), PAYMENTS, ids=[p[0] for p in PAYMENTS])
def test_payments(lines: str, balances: list[int], paid: list[tuple[Any, ...]]) -> None:
    rules = load_text(game(lines))
    state = rules.start(1)
    accounts = state.view(None)["accounts"]
    assert [*accounts["cash"], accounts["pot"]] == balances
    told = [e.seen_by(rules.code, None) for e in state.events if e.kind == "paid"]
    assert [(t["payer"], t["payee"], t["amount"], t["reason"]) for t in told if t] == paid
    assert all(t and t["place"].split(":")[1] == "27" and t["rules"] == [] for t in told)


def test_a_reason_that_is_kept_is_the_one_told() -> None:
    state = start("state q: reason = late\n s0 pays 30 to pot for q\n q := early\n reveal why = q")
    told = [one for event in state.events if (one := event.seen_by(state.code, 0)) is not None]
    assert [one["reason"] for one in told if one["event"] == "paid"] == ["late"]
    assert [(one["of"], one["value"]) for one in told if one["event"] == "revealed"] == [("reason", "early")]
    assert state.view(0)["states"]["q"] == "early"


def test_what_is_revealed_tells_of_which_seats_of_loops_and_rules_it_is() -> None:
    state = start(
        "rule tell(who: seat) { for t in seats where it is not who { reveal pair = cash of who - cash of t } }\n"
        " for s in seats { tell(s)\n let doubled = 2 * cash of s\n reveal worked_out = doubled - 1\n"
        " reveal in_the_pot = pot }"
    )
    told = [one for event in state.events if (one := event.seen_by(state.code, 0)) is not None]
    revealed = [(one["name"], one.get("seats")) for one in told if one["event"] == "revealed"]
    assert revealed == [
        ("pair", [0, 1]), ("worked_out", [0]), ("in_the_pot", None),
        ("pair", [1, 0]), ("worked_out", [1]), ("in_the_pot", None),
    ]  # fmt: skip


@pytest.mark.parametrize(("target", "seats"), [("secret", None), ("s1", [1]), ("known", [0]), ("left of secret", None)])
def test_of_whom_something_is_revealed_is_not_told_where_not_everybody_knows(
    target: str, seats: list[int] | None
) -> None:
    state = start(
        "state secret: seat = s1 seen by none\n state known: seat = s0\n"
        " rule tell(who: seat) { reveal rich = cash of who > 5 }\n secret := s0\n known := s0\n"
        f" tell({target})"
    )
    (event,) = [event.seen_by(state.code, 1) for event in state.events if event.kind == "revealed"]
    assert event is not None and event.get("seats") == seats


def test_what_is_revealed_tells_of_which_things_of_loops_and_rules_it_is() -> None:
    state = start(
        "rule tell(r: rank) { reveal many = count of (trick where rank is r) }\n"
        " for r in [king, ace] { tell(r) }\n for c in trick { reveal high = rank of c is ace }\n"
        " for c in hand of s0 { reveal low = rank of c is two }\n"
        " for s in seats { for n in 1 .. 2 { reveal more = cash of s * n } }\n"
        " rule pay_out(n: amount) { reveal paid_out = n + cash of s0 }\n pay_out(3)"
    )
    told = [one for event in state.events if (one := event.seen_by(state.code, 0)) is not None]
    revealed = [(one["name"], one.get("seats"), one.get("things")) for one in told if one["event"] == "revealed"]
    assert revealed == [
        ("many", None, ["king"]), ("many", None, ["ace"]), ("high", None, ["KS"]), ("high", None, ["AH"]),
        ("low", None, None), ("low", None, None),  # of cards that not everybody sees
        ("more", [0], [1]), ("more", [0], [2]), ("more", [1], [1]), ("more", [1], [2]),
        ("paid_out", None, None),  # what a rule is called with may be any amount
    ]  # fmt: skip


OF_REASONS = [  # lines, and the reason that is told
    ("state q: reason = late\n rule a: reason = why\n rule why = q\n s0 pays 5 to pot for a", "late"),
    ("state q per seat: reason = late\n q of s0 := early\n s0 pays 5 to pot for q", "q"),
    ("rule f(w: reason): reason = w\n let g = f(late)\n s0 pays 5 to pot for f", "f"),
    ("rule f(w: reason): reason = w\n let g = f(late)\n s0 pays 5 to pot for g", "late"),
]


@pytest.mark.parametrize(("lines", "reason"), OF_REASONS)
def test_a_word_is_a_reason_unless_it_holds_one(lines: str, reason: str) -> None:
    state = start(lines)
    told = [one for event in state.events if (one := event.seen_by(state.code, 0)) is not None]
    assert [one["reason"] for one in told if one["event"] == "paid"] == [reason]


SHORT = [
    ("partial", "", [0, 200, 7]),
    ("lend", "rule lend(s: seat, payee: party or none, missing: amount) { pot pays min(missing, pot) to s for loan }",
     [0, 207, 0]),
    ("lend", "rule lend(s: seat, payee: party or none, missing: amount) { s1 pays missing to s for loan }",
     [0, 200, 7]),
    # who lends cannot borrow himself while he does
    ("lend", "rule lend(s: seat, payee: party or none, missing: amount) { s1 pays 900 to s for loan }",
     [50, 150, 7]),
]  # fmt: skip


@pytest.mark.parametrize(("word", "rule", "balances"), SHORT)
def test_who_is_short(word: str, rule: str, balances: list[int]) -> None:
    text = game(f"s0 pays 150 to s1 for debt\n{rule}").replace(
        "cash per seat = 100", f"cash per seat = 100 short {word}"
    )
    accounts = load_text(text).start(1).view(None)["accounts"]
    assert [*accounts["cash"], accounts["pot"]] == balances


FAILURES = [
    ("s0 pays 101 to pot", "seat 0 must pay 101 and has 100", "E601"),
    ("pot pays 8 to s0", "`pot` must pay 8 and has 7", "E601"),
    ("s0 pays 10 - pot - pot to pot", "a payment of -4", "E601"),
    ("move first(4) of deck to trick", "`deck` is empty and 1 more must come from it", "E601"),
    ("shuffle deck\n move first(4) of deck to trick", "`deck` is empty and 1 more must come from it", "E601"),
    ("move last of trick to pile of s0\n move last of pile of s1 to trick",
     "`pile of s1` has fewer pieces than are taken from it", "E601"),
    ("move last(4) of deck to trick", "`deck` has fewer pieces than are taken from it", "E601"),
    ("shuffle deck\n move last(one + 3) of deck to trick", "`deck` has fewer pieces than are taken from it", "E601"),
    ("case one { \n 2 { one := 1 } \n }", "no branch of this case fits", "E601"),
    ("rule f(n: number): number { if n is 2 { give 1 } }\n one := f(one)", "`f` ends without `give`",
     "E601"),
    ("s0 chooses play c from pile of s0\n move c to trick", "somebody must choose `play` and nothing is offered",
     "E602"),
    ("chance chooses luck c from pile of s0\n move c to trick", "chance must choose `luck` and nothing is offered",
     "E602"),
    ("repeat r 1500 times { repeat q 1500 times { one := 2 } }",
     "the rules take more than 30,000,000 steps without anybody choosing; this takes 62 each time", "E603"),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "message", "code"), FAILURES, ids=[f[0] for f in FAILURES])
def test_failure(lines: str, message: str, code: str) -> None:
    with pytest.raises(coupdsl.RulesError) as caught:
        start(lines)
    assert (caught.value.message, caught.value.code.number) == (message, code)


def test_what_no_branch_that_acts_fits_is_named_to_those_who_may_know_it() -> None:
    with pytest.raises(coupdsl.RulesError) as caught:
        start("case (one + 1) { \n 0, 1 { one := 1 } \n 3 { one := 2 } \n }")
    assert caught.value.problem.message == "no branch of this case fits: `one + 1` is 2"
    assert str(caught.value).startswith("no branch of this case fits (")


def test_rules_that_end_without_finish_fail() -> None:
    text = game().replace("  finish by cash\n", "  if pot is 1 { finish by cash }\n", 1)
    state = load_text(text).start(1)
    before = state.copy()
    with pytest.raises(coupdsl.RulesError, match="the rules end without `finish`"):
        state.apply("yes")
    assert state == before


NOT_LOWERED = [
    ("rule f(n: number) { g(n) }\n rule g(n: number) { if n > 5 { f(n - 1) } }\n f(one)", "E310"),
    ("s0 chooses take m from one .. 6\n one := m", "E305"),
    ("s0 chooses take m from 0 .. one\n one := m", "E305"),
    ("s0 chooses take m from [1, 2, 4]\n one := m", "E305"),
    ("s0 chooses take m from 0 .. 6 step one\n one := m", "E305"),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "code"), NOT_LOWERED, ids=[f[0] for f in NOT_LOWERED])
def test_what_cannot_be_lowered(lines: str, code: str) -> None:
    with pytest.raises(coupdsl.Problems) as caught:
        load_text(game(lines))
    assert [one.code.number for one in caught.value.diagnostics] == [code]


@pytest.mark.parametrize(
    ("keys", "scores", "winners"),
    [
        ("cash", (90, 110), (1,)),
        ("lowest cash", (90, 110), (0,)),
        ("1, lowest cash", (1, 1), (0,)),
        ("count of hand", (2, 2), (0, 1)),
        ("count of hand, cash", (2, 2), (1,)),
        ("0 - cash", (-90, -110), (0,)),
        ("cash among s0", (90, 110), (0,)),
        ("cash among seats where cash < 100", (90, 110), (0,)),
        ("cash among seats", (90, 110), (1,)),
        ("count of hand among [s1, s0]", (2, 2), (0, 1)),
        ("lowest cash among seats where cash > 500", (90, 110), ()),
        ("cash, 3 among []", (90, 110), ()),
    ],
)
def test_finish(keys: str, scores: tuple[int, ...], winners: tuple[int, ...]) -> None:
    rules = load_text(game("s0 pays 10 to s1").replace("finish by cash", f"finish by {keys}", 1))
    state = rules.start(1)
    (*_, finished) = state.apply("yes")
    assert state.is_over
    assert (state.actor, state.decision, state.pending, state.legal_moves()) == (None, None, (), [])
    assert state.result() == coupdsl.Result(scores, winners)
    assert finished.seen_by(rules.code, 0) == {"event": "finished", "scores": list(scores), "winners": list(winners)}
    assert state.view(0)["result"] == {"scores": list(scores), "winners": list(winners)}
    with pytest.raises(coupdsl.GameOver, match="the game is over"):
        state.apply("yes")


def test_limit_ends_a_game_that_does_not() -> None:
    lines = "repeat on 1000 times { s0 chooses wait { more { } } }"
    rules = load_text(game(lines))
    state = rules.start(1)
    for _ in range(rules.max_moves):
        assert not state.is_over
        state.apply("more")
    assert state.result() == coupdsl.Result((0, 0), (0, 1))
    assert state.count == rules.max_moves == 50


def test_what_chance_chooses_is_no_move_of_the_limit() -> None:
    lines = "repeat on 1000 times {\n chance chooses roll n from 1 .. 6\n s0 chooses wait { more { } }\n }"
    rules = load_text(game(lines))
    state, rolls = rules.start(), 0
    while not state.is_over:
        if state.decision == "roll":
            state.apply("roll 1")
            rolls += 1
        else:
            state.apply(state.legal_moves()[0])
    assert state.count == rules.max_moves == 50
    assert rolls > 50


def test_cards_that_lie_nowhere_at_the_start_are_refused() -> None:
    text = game().replace("= cards\n", "= cards where it is not joker\n", 1)
    with pytest.raises(coupdsl.RulesError, match="piece `X` lies in no zone at the start"):
        load_text(text).start(1)


@pytest.mark.parametrize(
    ("mine", "pots", "payment", "paid"),
    [
        ("short partial", "", "s0 pays 500 to pot", 100),
        ("short partial", "", "pot pays 80 to s0", None),
        ("short borrow", "", "pot pays 80 to s0", None),
        ("", "short partial", "pot pays 80 to s0", 50),
        ("", "short partial", "s0 pays 500 to pot", None),
    ],
)
def test_what_an_account_says_where_money_is_short_holds_for_itself_alone(
    mine: str, pots: str, payment: str, paid: int | None
) -> None:
    text = (
        f"edition 1\ngame short {{\n seats [2]\n account cash per seat = 100 {mine}\n account pot = 50 {pots}\n"
        " account bank = none\n let s0 = first of seats\n"
        " rule borrow(s: seat, payee: party or none, missing: amount) { bank pays missing to s for loan }\n"
        f" {payment} for fine\n finish by cash\n limit 9 moves {{ finish by cash }}\n}}\n"
    )
    rules = load_text(text)
    for started in (rules.start, coupdsl.Machine(rules).start):
        if paid is None:
            with pytest.raises(coupdsl.RulesError, match="must pay") as caught:
                started(1)
            account = "cash" if payment.startswith("s0") else "pot"
            assert f"`account {account} … short partial` pays what there is" in (caught.value.help or "")
        else:
            told = [event.data[2] for event in started(1).events if event.kind == "paid"]
            assert told == [paid]
