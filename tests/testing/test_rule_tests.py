"""What is said of rule tests that do not hold, and of situations that cannot be made."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.commands.calls import GOOD, write
from tests.play.test_runs import ANTES

from coupdsl.language.diagnostics import Diagnostic
from coupdsl.testing.reports import report
from coupdsl.testing.rule_tests import read_tests
from coupdsl.testing.suite import Library, check_tests, run_tests

LIBRARY = Library()
HEAD = "rules: hearts\nplayers: 4\nseats: N E S W\noptions: {pass.direction: never}\ntests:\n"
DEALT = "deal: {hand N: 2C AC KC 2H, hand E: 3C AD, hand S: 4C AS, hand W: 5C AH QS}"


def problems(folder: Path, test: str, head: str = HEAD) -> list[Diagnostic]:
    path = folder / "some.test.yaml"
    path.write_text(f"{head}- name: it\n  {test}\n", "utf-8")
    file, wrong = read_tests(path)
    return wrong or [problem for _, problem in run_tests(file.tests, LIBRARY.load).failures]


HOLDING = [
    f"{DEALT}\n  actor: N\n  legal: 2C",
    f"{DEALT}\n  play: [2C, {{legal: [play 3C], possible: play 3C, illegal: [play AD AS]}}]",
    f"{DEALT}\n  play: [N 2C, 3C 4C 5C -> W, W QS]\n  contains: {{hand N: 2H}}",
    f"{DEALT}\n  play: [N play 2C | E play 3C]\n  seen: {{N: {{trick: 2C 3C, hand E: '? ? ? ? ? ? ? ? ? ? ? ?'}}}}",
    f"{DEALT}\n  play: [2C 3C 4C 5C]\n  told: {{N: chose moved moved moved, all: chose moved moved moved}}",
    "given: {points: {N: 99, E S: 3}}\n  states: {points: {N: 99, E S: 3, W: 0}}",
    "given: {hand N: 2C AS, hand E: rest}\n  zones: {hand N: AS 2C, hand E: 25}",
    "given: {knows: {E: hand N}}\n  knows: {E: 2C}\n  unknown: {all: 2C}",
    "play: [{until: over}]\n  over: true",
    "play: [{until: over, times: 999999999999}]\n  over: true",
]


@pytest.mark.parametrize("test", HOLDING)
def test_what_is_so_holds(test: str, tmp_path: Path) -> None:
    assert problems(tmp_path, test) == []


def test_several_moves_are_told_as_a_list(tmp_path: Path) -> None:
    (problem,) = problems(tmp_path, f"{DEALT}\n  legal: play 2C, AC")
    assert problem.help == "each stands by itself: write `[play 2C, play AC]`"


# What is wrong, the code, a part of the message, and what is underlined.
WRONG = [
    (f"{DEALT}\n  actor: E", "E801", "`E` should be to act, but N is", "E"),
    (f"{DEALT}\n  decision: pass_on", "E801", "the decision should be pass_on, but is play", "pass_on"),
    (f"{DEALT}\n  legal: 2C AC", "E801", "missing: play AC", "2C AC"),
    (f"{DEALT}\n  legal: play 2C | play AC", "E802", "several moves are a list", "play 2C | play AC"),
    (f"{DEALT}\n  possible: play 2C, play AC", "E802", "several moves are a list", "play 2C, play AC"),
    (f"{DEALT}\n  illegal: [2H; 3C]", "E802", "several moves are a list", "2H; 3C"),
    (f"{DEALT}\n  legal: []", "E801", "legal, too: play 2C", "[]"),
    (f"{DEALT}\n  possible: AC", "E801", "should be legal, but is not: play AC", "AC"),
    (f"{DEALT}\n  illegal: 2C", "E801", "`play 2C` should be illegal, but is legal", "2C"),
    (f"{DEALT}\n  illegal: {{AC: broken}}", "E801", "the reason is another", "broken"),
    (f"{DEALT}\n  offers: {{play: 2}}", "E801", "should be 2, but is 1", "2"),
    (f"{DEALT}\n  play: [E 2C]", "E801", "`E` should be to act", "E 2C"),
    (f"{DEALT}\n  play: [2C 3C 4C 5C -> E]", "E801", "`E` should be to act, but W is", "2C 3C 4C 5C -> E"),
    (f"{DEALT}\n  play: [AC]", "E801", "`play AC` is not legal", "AC"),
    (f"{DEALT}\n  play: [plai 2C]", "E801", "did you mean `play 2C`?", "plai 2C"),
    (f"{DEALT}\n  play: [Z 2C]", "E802", "there is no seat `Z`", "Z 2C"),
    (f"{DEALT}\n  play: [2C, {{until: pass_on}}]", "E801", "`pass_on` is not asked any more", "pass_on"),
    (f"{DEALT}\n  states: {{points N: 1}}", "E801", "`points N` should be 1, but is 0", "1"),
    (f"{DEALT}\n  zones: {{box: 2C}}", "E801", "`box` should be 2C, but is nothing", "2C"),
    (f"{DEALT}\n  zones: {{hand N: 12}}", "E801", "should be 12, but is 13", "12"),
    (f"{DEALT}\n  contains: {{hand E: 2C}}", "E801", "`hand E` should hold 2C", "2C"),
    (f"{DEALT}\n  seen: {{N: {{hand N: '?'}}}}", "E801", "`hand N`, as N sees it, should be ?", "'?'"),
    (f"{DEALT}\n  play: [2C 3C]\n  seen: {{all: {{trick: 3C 2C}}}}", "E801", "should be 3C 2C, but is 2C 3C", "3C 2C"),
    (f"{DEALT}\n  knows: {{E: 2C}}", "E801", "E should know where 2C lies", "2C"),
    (f"{DEALT}\n  unknown: {{N: 2C}}", "E801", "N should not know where 2C lies", "2C"),
    (f"{DEALT}\n  play: [2C]\n  told: {{E: chose}}", "E801", "should be chose, but is chose moved", "chose"),
    (f"{DEALT}\n  over: true", "E801", "the game is not over", "true"),
    (f"{DEALT}\n  winners: N", "E801", "the game is not over", "N"),
    (f"{DEALT}\n  refused: nothing", "E801", "this should be refused, but is not", "nothing"),
    ("deal: {hand N: 2C 2C}", "E802", "`2C` cannot be dealt to `hand N`: there is none left", "2C 2C"),
    ("deal: {hant N: 2C}", "E802", "there is no `hant N`", "hant N"),
    ("deal: {hand N: 2X}", "E802", "there is no piece `2X`", "2X"),
    ("deal: {taken N: 2C}", "E802", "`2C` never came to `taken N`", "2C"),
    ("chance: {direction: 7}\n  options: {pass.direction: by_chance}", "E802", "chance cannot answer `7` here", "7"),
    ("given: {hand N: 2C}", "E802", "has no place then", "hand N"),
    ("given: {points N: many}", "E802", "`many` is no number", "many"),
    ("given: {moves: -1}", "E802", "this is not a number", "-1"),
    ("seen: {N: 2C}", "E802", "names and their values are needed here", "2C"),
    ("given: {knows: 3}", "E802", "seats and what they know are needed here", "3"),
    (f"{DEALT}\n  play: [2C, {{until: bidding}}]", "E802", "there is no decision `bidding`", "bidding"),
    ("play: [{play: that}]", "E802", "there is no shared part `that` with moves", "that"),
    ("options: {pass.direction: up}", "E802", "`up` is not a reading of `pass.direction`", "it"),
    ("players: 9", "E802", "is played by 3 to 6 people, not by 9", "it"),
    ("like: that", "E201", "there is no shared part `that`", "that"),
    ("actr: N", "E505", "`actr` is not known here", "actr"),
    ("play: {}", "E504", "needed here", "{}"),
    ("options: {pass.direction: }", "E802", "`pass.direction` has no value", "it"),
]  # fmt: skip


@pytest.mark.parametrize(("test", "code", "message", "marked"), WRONG)
def test_what_is_not_so_is_said(test: str, code: str, message: str, marked: str, tmp_path: Path) -> None:
    found = problems(tmp_path, test)
    assert len(found) == 1, found
    assert found[0].code.number == code, found[0].message
    assert message in found[0].message
    assert found[0].span.text == marked


@pytest.mark.parametrize("other", ["a", "b"])
def test_shared_moves_that_lead_back_to_themselves_are_refused(other: str, tmp_path: Path) -> None:
    shared = f"shared:\n  a: {{play: [{{play: {other}}}]}}\n  b: {{play: [{{play: a}}]}}\n"
    (found,) = problems(tmp_path, "play: [{play: a}]", f"rules: kuhn\nplayers: 2\n{shared}tests:\n")
    assert "lead back to themselves, or too deep" in found.message


def test_nothing_is_called_possible_once_the_game_is_over(tmp_path: Path) -> None:
    (found,) = problems(tmp_path, "play: [{repeat: check, times: 9}]", "rules: kuhn\nplayers: 2\ntests:\n")
    assert found.message == "`check` is not legal: the game is over"


SOWN = """edition 1

game sown {
  seats [2]
  cells a..b by 1..1
  state seeds per cell: number = 4
  state sower per cell: seat or none = none
  for s in seats {
    s chooses sow x from cells where seeds > 0
    seeds of x := seeds of x - 1
    sower of x := s
  }
  finish by 0
  limit 9 moves { finish by 0 }
}
"""


def test_a_dot_in_a_row_of_a_board_is_none_and_no_number(tmp_path: Path) -> None:
    (tmp_path / "sown.coup").write_text(SOWN, "utf-8")
    head = "rules: sown.coup\nplayers: 2\nseats: N S\ntests:\n"
    assert problems(tmp_path, "given: {seeds: [1 2], sower: [S .]}\n  states: {sower: [S .]}", head) == []
    (found,) = problems(tmp_path, "given: {seeds: [1 .]}", head)
    assert found.message == "`.` is no number"


MONEY = "rules: sevens\nplayers: 3\ntests:\n"


PILES = """edition 1

game piles {
  seats [2]
  cards { ranks a, b, c, d, e }
  zone one: row seen by none = cards where rank in [a, b]
  zone two: row seen by none = cards where rank in [c, d, e]
  zone prize: set seen by all
  repeat going 3 times {
    shuffle one
    shuffle two
    move first of one to prize
    move first of two to prize
    first of seats chooses go { go { } }
    move (prize where rank in [a, b]) to one
    move prize to two
  }
  finish by 0
  limit 10 moves { finish by 0 }
}
"""


@pytest.mark.parametrize(
    "test",
    [
        "zones: {prize: a c}",
        "deal: {prize: b d}\n  zones: {prize: b d}",
        "play: [go, {zones: {prize: b d}}, go, {zones: {prize: a e}}]",  # one, and two, further on in each
    ],
)
def test_a_deal_may_come_from_several_piles(test: str, tmp_path: Path) -> None:
    (tmp_path / "piles.coup").write_text(PILES, "utf-8")
    assert problems(tmp_path, test, "rules: piles.coup\nplayers: 2\ntests:\n") == []


GIVEN = """given: {hand N: king king king nine, hand E: ace two, hand S: two two queen, stock: five seven,
    laid: {N S: "", E: rest}}
  play:
    - deal: {stock: seven}
    - N ask_for E nine -> E"""


HELD = """edition 1

game held {
  seats [2]
  cells a..b by 1..2
  state holder per cell: seat or none = none
  first of seats chooses take x from cells where holder is not (last of seats)
  finish by 0
  limit 10 moves { finish by 0 }
}
"""


@pytest.mark.parametrize(
    ("test", "told"),
    [
        ("play: [W a2]", "`holder` is B"),
        ("play: [{illegal: {a2: nobody}}]", "`holder` is B"),
        ("play: [{illegal: {a2: holder` is B}}, {illegal: {a2: holder` is 1}}, over: true]", "the game is not over"),
    ],
)
def test_a_refusal_names_seats_as_the_file_does(test: str, told: str, tmp_path: Path) -> None:
    (tmp_path / "held.coup").write_text(HELD, "utf-8")
    given = "given: {holder: {a2: B}}"
    (problem,) = problems(tmp_path, f"{given}\n  {test}", "rules: held.coup\nseats: W B\ntests:\n")
    assert told in problem.message


@pytest.mark.parametrize(("test", "told"), [("given: {holder: {a2: B}}\n  ", []), ("", ["`a2` is not a move"])])
def test_a_word_is_left_out_where_the_move_is_legal_with_one(test: str, told: list[str], tmp_path: Path) -> None:
    both = "go {\n    take x from cells { }\n    keep x from cells if holder of x is none { }\n  }"
    text = HELD.replace("take x from cells where holder is not (last of seats)", both)
    (tmp_path / "held.coup").write_text(text, "utf-8")
    found = problems(tmp_path, f"{test}play: [W a2]", "rules: held.coup\nseats: W B\ntests:\n")
    assert [problem.message[:18] for problem in found] == told


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ("", "`seven` never came to `stock`"),
        ("\n    - contains: {hand N: seven}", "`hand N` should hold seven, but holds five king king king nine"),
    ],
)
def test_a_deal_from_a_row_that_was_given_is_told_with_its_reason(more: str, message: str, tmp_path: Path) -> None:
    (problem,) = problems(tmp_path, GIVEN + more, "rules: go-fish\nplayers: 3\nseats: N E S\ntests:\n")
    assert problem.message == message
    span, word = problem.also[-1]
    assert (span.text, word) == ("five seven", "what is drawn from here comes in this order, and no more by chance")
    assert not more or problem.also[-2][1] == "`seven` never came to `stock`"


@pytest.mark.parametrize(("given", "message"), [
    ("{chips 0: 300}", "there is 600 in all, and this makes 700"),
    ("{chips 0: rest, chips 1: rest}", "there is 600 in all"),
    ("{chips 0: few}", "`few` is not an amount"),
    ("{chips 0: -1, chips 1: rest}", "`-1` is not an amount"),
])  # fmt: skip
def test_money_is_neither_made_nor_lost(given: str, message: str, tmp_path: Path) -> None:
    (found,) = problems(tmp_path, f"given: {given}", MONEY)
    assert message in found.message


def test_payments_are_told_with_the_place_of_their_rule(tmp_path: Path) -> None:
    moves = "given: {hand 0: 2S, hand 1: AS, hand 2: KD QD, table: rest, origin: seven, turn: 1}\n  play: [pass]"
    assert problems(tmp_path, f"{moves}\n  paid: 1 -> kitty 1", MONEY) == []
    (found,) = problems(tmp_path, f"{moves}\n  paid: 1 -> kitty 2 pass_fee", MONEY)
    assert "paid should be `1 -> kitty 2 pass_fee`, but is `1 -> kitty 1 pass_fee`" in found.message
    assert "s pays pass.costs to kitty" in found.also[0][0].text
    (found,) = problems(tmp_path, f"{moves}\n  gains: {{1: -1}}", MONEY)
    assert "the gain of kitty should be 0, but is 1" in found.message


@pytest.mark.parametrize("test", ["gains: {0: -10, 1: -10, pot: 20}", "paid: [0 -> pot 10 ante, 1 -> pot 10 ante]"])
def test_what_is_paid_before_the_first_move_is_a_gain_and_a_payment(test: str, tmp_path: Path) -> None:
    write(tmp_path, "antes.coup", ANTES)
    assert problems(tmp_path, test, "rules: antes.coup\ntests:\n") == []


def test_a_reading_that_makes_no_difference_fails(tmp_path: Path) -> None:
    path = tmp_path / "some.test.yaml"
    path.write_text("rules: sevens\ntests:\n- option: pass.costs\n  readings: {1: {over: false}, 0: {over: false}}\n")
    found = run_tests(read_tests(path)[0].tests, LIBRARY.load).failures
    assert [problem.message for _, problem in found] == [
        "this holds under the other readings, too: 0", "this holds under the other readings, too: 1"
    ]  # fmt: skip


def test_checking_a_file_does_not_run_it(tmp_path: Path) -> None:
    path = tmp_path / "some.test.yaml"
    path.write_text("rules: sevens\ntests:\n- {name: it, over: true}\n")
    assert check_tests(path, Library()) == []
    path.write_text("rules: seven\ntests:\n- {name: it, over: true}\n")
    (found,) = check_tests(path, Library())
    assert (found.message, found.help) == ("there is no ruleset `seven`", "did you mean `sevens`?")
    path.write_text("rules: sevens\ntests:\n- {name: it, options: {pass.cost: 1}}\n")
    (found,) = check_tests(path, Library())
    assert (found.span.line, found.help) == (3, "did you mean `pass.costs`?")


def test_every_seat_that_is_played_has_its_name(tmp_path: Path) -> None:
    path = tmp_path / "some.test.yaml"
    path.write_text("rules: sevens\nplayers: 4\nseats: N E S\ntests:\n- {name: it, over: false}\n")
    ((_, found),) = run_tests(read_tests(path)[0].tests, LIBRARY.load).failures
    assert (found.message, found.span.text) == ("4 seats are played, and 3 are named", "N E S")


KUHN = "rules: kuhn\nplayers: 2\n"


@pytest.mark.parametrize(
    ("file", "message", "marked", "help_"),
    [
        ("seats: A A\ntests: [{name: a, over: false}]", "two seats are called `A`", "A A",
         "each seat has a name of its own"),
        ("options: {bet.siz: 2}\ntests: [{name: a, over: false}]", "these rules have no option `bet.siz`", "bet.siz",
         "did you mean `bet.size`?"),
        ("tests: [{name: a, scores: 0 0}]", "a mapping or a list is needed here, not text", "0 0",
         "write a list: `[0, 0]`"),
        ("tests: {name: a}", "a list is needed here, not a mapping", "{name: a}",
         "begin each with `- `: `- {name: a}`"),
        ("tests: [{name: a, play: {until: over}}]", "text or a list is needed here, not a mapping", "{until: over}",
         "begin each with `- `: `- {until: over}`"),
        ("shared: {x: {like: x}}\ntests: [{name: a, over: false}]", "shared parts are like one another", "x",
         "leave out `like` in one of them"),
        ("seats: A\ntests: [{name: a, over: false}]", "2 seats are played, and 1 is named", "A",
         "name one for each, or say `players`"),
        ("tests: [{name: a, play: [{until: over}], scores: [9, 9]}]", "the scores should be [9, 9], but are [1, -1]",
         "[9, 9]", None),
    ],
)  # fmt: skip
def test_the_form_of_a_file_is_told_at_its_place(
    file: str, message: str, marked: str, help_: str | None, tmp_path: Path
) -> None:
    (found,) = all_told(write(tmp_path, "x.test.yaml", KUHN + file))
    assert (found.message, found.span.text, found.help) == (message, marked, help_)


def test_what_is_kept_for_two_may_be_given_by_both_names(tmp_path: Path) -> None:
    state = "state wares per seat per job: number = 0\n  state turns"
    write(tmp_path, "small.coup", GOOD.replace("state turns", state))
    test = "given: {wares: {A cook: 2}, wares B: {cook: 3}}\n  states: {wares: {B cook: 3}, wares A cook: 2}"
    file = write(tmp_path, "x.test.yaml", f"rules: ./small.coup\nseats: A B\ntests:\n- name: x\n  {test}\n")
    assert all_told(file) == []


ROW = """edition 1
game row {
  seats [2]
  cards {
    ranks five, four, three, two
    copies 2
  }
  zone deck: row seen by none = cards
  zone slot per seat: row seen by none
  shuffle deck
  for s in seats { move first(3) of deck to slot of s }
  for s in seats { show first(2) of slot of s to s }
  first of seats chooses go { go { } }
  finish by 0
  limit 10 moves { finish by 0 }
}
"""


def test_what_is_known_of_a_row_stays_known_by_place(tmp_path: Path) -> None:
    write(tmp_path, "row.coup", ROW)
    test = "deal: {slot 0: five five four}\n  given: {slot 0: five four three}"
    assert problems(tmp_path, f"{test}\n  seen: {{0: {{slot 0: five four ?}}}}", "rules: row.coup\ntests:\n") == []
    owned = ROW.replace("slot per seat: row seen by none", "slot per seat: row seen by owner").replace(
        "to s }", "to all }"
    )
    write(tmp_path, "owned.coup", owned)
    stays = "deal: {slot 0: five four three}\n  given: {slot 0: four five two}"
    seen = f"{stays}\n  seen: {{1: {{slot 0: four five ?}}}}"
    assert problems(tmp_path, seen, "rules: owned.coup\ntests:\n") == []


NUMBERS = ["9999999999999999999", "²", "٣", "--5", "1/0", "1/2/3", "4.0", "-", "9" * 5000]


@pytest.mark.parametrize("written", NUMBERS, ids=lambda written: ascii(written)[:20])
@pytest.mark.parametrize(
    "part",
    ["players: {0}", "given: {{kitty: {0}}}", "given: {{moves: {0}}}", "given: {{chips N: {0}}}", "gains: {{N: {0}}}",
     "options: {{game.deals: {0}}}", "play: [{{repeat: pass, times: {0}}}]", "given: {{dealer: {0}}}",
     "accounts: {{chips N: {0}}}", "states: {{dealer: {0}}}"],
)  # fmt: skip
def test_numbers_that_are_none_are_told(part: str, written: str, tmp_path: Path) -> None:
    path = tmp_path / "numbers.test.yaml"
    for quoted in (written, f'"{written}"'):
        line = part.format(quoted)
        path.write_text(f"rules: sevens\nseats: N E S\ntests:\n  - name: x\n    {line}\n", encoding="utf-8")
        (told,) = all_told(path)
        assert told.span.text == ("game.deals" if part.startswith("options") else quoted)


@pytest.mark.parametrize(
    ("share", "good"), [("1/2", True), ("0", True), ("3", True)]
    + [(none, False) for none in ("1/0", "-1/2", "1/-2", "1/2/3", "/2", "9999999999999999999", "half")],
)  # fmt: skip
def test_a_ratio_is_read_or_told(share: str, good: bool, tmp_path: Path) -> None:
    write(tmp_path, "small.coup", GOOD.replace("  state turns", "  state share: ratio = 1/3\n  state turns"))
    told = f"given: {{share: {share}}}\n  states: {{share: {share}}}"
    path = write(tmp_path, "x.test.yaml", f"rules: ./small.coup\ntests:\n- name: x\n  {told}\n")
    assert [problem.message for problem in all_told(path)] == ([] if good else [f"`{share}` is no ratio"])


def all_told(path: Path) -> list[Diagnostic]:
    """All that is said of the tests in a file."""
    found = report([path], lambda what: None)
    assert found.well == (not found.problems and not found.failures)
    return [*found.problems, *(problem for _, problem in found.failures)]


CAMELS = """edition 1
game camels {
  seats [2]
  cards {
    ranks gold, camel
    copies 4
  }
  zone deck: row seen by none = cards
  zone hand per seat: set seen by owner
  zone given: set seen by all
  shuffle deck
  for s in seats { move first(2) of deck to hand of s }
  for s in seats {
    s chooses give_up {
      give_up c from hand of s { move c to given }
      camel { move first of deck to given }
    }
  }
  finish by 0
  limit 10 moves { finish by 0 }
}
"""


@pytest.mark.parametrize(
    ("hand", "move", "left"),
    [("gold gold", "camel", 2), ("gold camel", "camel", 2), ("gold camel", "give_up camel", 1),
     ("gold camel", "gold", 1)],
)  # fmt: skip
def test_a_move_without_picks_may_be_called_like_a_card(hand: str, move: str, left: int, tmp_path: Path) -> None:
    head = f"rules: {write(tmp_path, 'camels.coup', CAMELS)}\ntests:\n"
    test = f"given: {{hand 0: {hand}, deck: rest}}\n  play: [0 {move}]\n  zones: {{hand 0: {left}}}"
    assert problems(tmp_path, test, head) == []
