"""Rules that cost more than they look are told so, soon and in words, and both executors leave off at the same step."""

from __future__ import annotations

import resource
import subprocess
import sys
from itertools import product
from pathlib import Path
from random import Random

import pytest
from tests.helpers import FACTOR, ROTATION, rules_of, sample
from tests.native.lockstep import lockstep
from tests.properties.costly import KINDS
from tests.small_games import game, in_folder, load_text

import coupdsl
from coupdsl.authoring import random_games, ruleset_trial
from coupdsl.authoring.validation import check_paths
from coupdsl.code import charges, known
from coupdsl.code.lowering import choices
from coupdsl.language import codes
from coupdsl.language.checker.context import LONGEST_CHAIN
from coupdsl.language.codes import CODES

pytestmark = pytest.mark.unmeasured

LARGE = 100_000  # bytes of a file
MEMORY, SECONDS = 500_000_000, 60  # of one process, on a machine that may be slow and busy
TOLD = {"E003", "E004", "E317", "E606", "E607", "E603", "E305", "E601", "E306"}


def text_of(kind: str, size: int) -> str:
    """As large as it may be, up to `size`."""
    while len(text := KINDS[kind](size)) > LARGE:
        size = size * 3 // 4
    return text


def found_in(text: str) -> set[str]:
    """The codes of all that is wrong."""
    report = check_paths([in_folder({"game.coup": text}) / "game.coup"], 1)
    return {problem.code.number for problem in report.errors}


@pytest.mark.parametrize(("kind", "size"), sample(list(product(KINDS, (3, 30, 400))), 5))
def test_a_process_answers_within_its_bounds(kind: str, size: int, tmp_path: Path) -> None:
    (tmp_path / "game.coup").write_text(text_of(kind, size), "utf-8")

    def bounds() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))

    found = subprocess.run(
        [sys.executable, "-c", "from coupdsl.commands.main import main; main()", "validate", "game.coup"],
        cwd=tmp_path, capture_output=True, text=True, preexec_fn=bounds, check=False, timeout=4 * SECONDS,
    )  # fmt: skip
    assert found.returncode in (0, 1), found.stderr[-2000:]
    assert found.stderr == ""
    assert found.stdout.splitlines()[-1].startswith("1 file")


@pytest.mark.parametrize("number", range(5 * FACTOR))
def test_any_kind_of_any_size_is_answered(number: int) -> None:
    rnd = Random(1_000_003 * ROTATION + number)
    assert found_in(text_of(rnd.choice(list(KINDS)), int(3 * 150 ** rnd.random()))) <= TOLD


# ---- what is told
def first(lines: str) -> str:
    (told, *_) = check_paths([in_folder({"game.coup": game(lines)}) / "game.coup"], 1).errors
    assert "plays the game" not in (told.help or "")  # as none is ever begun
    return f"{told.code.number} {told.message}"


def test_the_sum_is_told_with_its_place() -> None:
    lines = "  rule of_one(x: number) = sum of (it + x) over 1 .. 4000\n  one := sum of of_one(it) over 1 .. 3000"
    (told,) = check_paths([in_folder({"game.coup": game(lines)}) / "game.coup"], 1).errors
    assert told.message == "this can take 48,012,002 steps, and at most 15,000,000 are allowed: 3,000 × 4,000 and more"
    assert told.span.text == "sum of of_one(it) over 1 .. 3000"
    assert told.help == charges.GO_THROUGH_LESS  # and not that a game fails
    assert [(place.text, word) for place, word in told.also] == [
        ("sum of (it + x) over 1 .. 4000", "most of them here")
    ]


def test_cards_that_a_rule_is_given_count_as_the_whole_pack() -> None:
    lines = "  rule alike(h: set of card, c: card) = count of ({0} where rank is rank of c)\n"
    lines += "  rule worth(h: set of card) = sum of c: (alike({0}, c) * (sum of d: alike({0}, d) over {0})) over {0}\n"
    lines += "  rule dear(h: set of card) = sum of n: (worth(h) + n) over 1 .. 4000\n  one := dear(first(2) of trick)"
    (told,) = check_paths([in_folder({"game.coup": game(lines.format("h"))}) / "game.coup"], 1).errors
    assert told.help == charges.OF_ANY_CARDS.format(9)
    assert load_text(game(lines.format("first(3) of h"))).start(1).legal_moves()


def test_as_many_numbers_as_there_are_cards_are_no_cards() -> None:
    lines = "".join(
        f"  rule {name}(x: number) = sum of ({inner} + x) over 1 .. {most}\n"
        for name, inner, most in (("a", "it", 9), ("b", "a(it)", 9), ("c", "b(it)", 4000))
    )
    (told,) = check_paths(
        [in_folder({"game.coup": game(lines + "  one := sum of c(it) over 1 .. 200")}) / "game.coup"], 1
    ).errors
    assert told.help == charges.GO_THROUGH_LESS


def test_a_condition_that_is_the_same_for_all_picks_is_asked_before_the_choice() -> None:
    lines = "  rule of_all(n: number) = sum of (it + n) over 1 .. 4000\n  repeat pass 1 times {{\n{}"
    lines += "    s0 chooses act {{ step x from 1 .. 50, y from 1 .. 50 if {} {{ }} }}\n  }}"
    text = game(lines.format("", "of_all(one) > 3"))
    (told,) = check_paths([in_folder({"game.coup": text}) / "game.coup"], 1).errors
    assert told.code.number == "E606"
    assert told.help is not None
    assert "`let so = of_all(one) > 3`, and here `if so`" in told.help
    assert load_text(game(lines.format("    let so = of_all(one) > 3\n", "so"))).start(1).legal_moves()


def test_a_range_without_fixed_ends_is_told_to_be_dear() -> None:
    lines = "  rule up_to(n: number) = sum of it over 1 .. n\n"
    lines += "  rule of_all(n: number) = sum of up_to(it) over 1 .. n\n  one := sum of of_all(it + one) over 1 .. 30"
    (told,) = check_paths([in_folder({"game.coup": game(lines)}) / "game.coup"], 1).errors
    assert told.code.number == "E606"
    assert told.help == charges.OF_UNKNOWN_LENGTH


def test_what_takes_too_long_before_play_is_told() -> None:
    rules = "  rule d(x: number) = sum of ((it + x) mod 3) over 1 .. 4096\n"
    check = "  check (sum of d(it) over 1 .. 4096) > 0"
    assert first(rules + check) == "E606 this takes too long to be worked out before play"
    assert known.MOST < 4096 * 4096


def test_a_game_has_so_many_moves_and_no_more() -> None:
    assert choices.MOST_MOVES == 65_536
    both = "  s0 chooses take n from 1 .. 256, m from 1 .. {}"
    assert len(load_text(game(both.format(255))).moves) > 65_000
    assert (
        first(both.format(257))
        == "E607 this can be answered in 256 × 257 = 65,792 ways, but at most 65,536 are possible"
    )
    others = "\n  s0 chooses give k from 1 .. 300\n  s0 chooses add l from 1 .. 2"
    told = "E607 up to here the game has 65,598 moves, but at most 65,536 are possible"
    assert first(both.format(255) + others) == told
    same = "\n".join(f"  s0 chooses take n{number} from 1 .. 256, m{number} from 1 .. 255" for number in range(5))
    told = "E607 this and the choices before it can be answered in 326,400 ways, but at most 262,144 are possible"
    assert first(same) == told


def test_a_step_between_numbers_is_positive_though_its_end_is_open() -> None:
    assert first("  s0 chooses take n from 0 .. (cash of s0) step 0") == "E601 the step between numbers is not positive"


DEEP = "".join(f"  rule d{n}(x: number) = sum of d{n - 1}(it + x) over 1 .. 4000\n" for n in range(1, 4))
DEAR = "  rule d0(x: number) = x mod 3\n" + DEEP
TIRING = """  rule d0(x: number) = sum of ((it + x) mod 7) over 1 .. 4000
  rule d1(x: number) = sum of d0(it + x) over 1 .. 4000
"""
REFUSED = {
    "a first value": (DEAR + "  state much: number = d3(1)", "E606"),
    "drawn from itself": ("  state big: number = 1000000000000\n  move first(big) of deck to deck", "E601"),
    "a field that joins": (
        TIRING + """  kind item as items { }
  kind sort as sorts {
    items: list of item = []
  }
  item spare { }
  item other { }
  sort plain {
    items: (if d1(1) > 5 then [spare] else [other])
    item little { }
  }
  one := sum of (count of items of it) over sorts""",
        "E606",
    ),
    "numbers to choose": (TIRING + "  s0 chooses bid n from 0 .. (sum of d0(it) over 1 .. 900)", "E606"),
    "numbers remembered": ("\n".join(f"  state n{n}: list of number = [{n}]" for n in range(140)), "E606"),
    "entries times fields": (
        "  kind sort as sorts {\n" + "\n".join(f"    f{n}: number = {n}" for n in range(200)) + "\n  }\n"
        + "\n".join(f"  sort s_{n} {{ }}" for n in range(200)),
        "E606",
    ),
    "hidden in loops": (
        "".join(f"  for x{n} in seats {{\n    state h{n}: number = 0\n" for n in range(16))
        + "".join(f"    h{n} := count of (hand of s0 where rank is ace)\n" for n in range(16))
        + "  }\n" * 16,
        "E606",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("lines", "code"), REFUSED.values(), ids=REFUSED)
def test_what_costs_in_other_ways_is_refused(lines: str, code: str) -> None:
    assert code in found_in(game(lines))


def test_nobody_chooses_where_the_limit_ends_the_game() -> None:
    text = game().replace("    touch()\n    finish by 0", "    s0 chooses again { yes { } }\n    finish by 0")
    assert found_in(text) == {"E312"}
    by_rule = game("  rule ask { s0 chooses again { yes { } } }\n  ask()").replace("    touch()\n", "    ask()\n")
    assert found_in(by_rule) == {"E312"}


ALLOWED = {
    "dice": """  state dice: list of number = [1, 2, 3, 4, 5]
  rule alike(n: number) = count of (dice where it is n)
  rule reach { if some dice where alike(it) >= 3 { one := 2 } }
  reach()""",
    "side pots": """  state levels: list of amount = []
  rule slice(n: amount) = sum of min(n, it) over levels
  for s in seats { levels := levels with cash of s }
  rule reach { one := 1 + count of (levels where slice(it) > 5) }
  reach()""",
    "an innocent line after a dear one": TIRING
    + """  rule reach { one := (sum of d0(it) over 1 .. 100) mod 7 }
  reach()
  s0 chooses bid n from 0 .. (sum of it over 1 .. 4)""",
}


@pytest.mark.parametrize("lines", ALLOWED.values(), ids=ALLOWED)
def test_rules_as_people_write_them_are_allowed(lines: str) -> None:
    assert found_in(game(lines)) == set()


@pytest.mark.parametrize("name", ["parker-1966", "hearts", "five"])
def test_chance_may_tell_all_cards_of_a_game_one_after_the_other(name: str) -> None:
    """A table's cards are told by up to 128 choices of chance, between which nobody chooses."""
    rules = coupdsl.load(name, None, {"hands.entered": True})
    assert lockstep(rules, coupdsl.Machine(rules), 1) >= 0
    assert rules.start(2).pc != rules.start(None).pc


def test_a_failure_that_machine_code_finds_is_told_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(random_games, "HERE", 0)
    monkeypatch.setattr(random_games, "REPLAYED", 0.0)
    lines = "  repeat l 30 times { s0 chooses go { yes { } } }\n  one := 1 / (one - one) rounded down to 1"
    (told, *_) = check_paths([in_folder({"game.coup": game(lines)}) / "game.coup"], 1).errors
    assert told.message == "the rules fail at move 30 of game 1 of `game` with 2 players"


def test_all_numbers_of_players_are_checked_though_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ruleset_trial, "SECONDS", -1.0)
    report = check_paths([in_folder({"game.coup": game("  check count of seats < 4")}) / "game.coup"], 1)
    assert [problem.code.number for problem in report.errors] == ["E404"]
    assert report.notes == ["`game` was not played with 2, 3, 4 players, as the budget of 0 seconds was used up"]


@pytest.mark.parametrize("kind", ["a chain of rules", "a chain of rules of no type", "a chain of actions"])
def test_chains_are_long_and_not_longer(kind: str) -> None:
    text = KINDS[kind](LONGEST_CHAIN - 1)
    assert lockstep(load_text(text), coupdsl.Machine(load_text(text)), 1) > 0
    assert found_in(KINDS[kind](LONGEST_CHAIN + 2)) == {"E317"}


def test_a_chain_counts_its_longest_way() -> None:
    last = LONGEST_CHAIN
    rules = "".join(f"  rule r{n}(x: number) = r{n - 1}(x) + r0(x)\n" for n in range(1, last + 1))
    text = game(f"  rule r0(x: number) = x\n{rules}  one := r{last}(one)")
    (told, *_) = check_paths([in_folder({"game.coup": text}) / "game.coup"], 1).errors
    assert told.message == f"from `r{last}` on, more than {last} rules ask one another in a chain"


def test_a_rule_that_asks_itself_by_an_entry_known_in_play_is_refused() -> None:
    kind = (
        "kind sort as sorts {\n  rule worth(x: number): number = 1 + worth(x) of the last of (sorts where x > 0)\n}\n"
    )
    text = game("  sort plain { }\n  sort fancy { }\n  one := worth(one) of the first of (sorts where one > 0)", kind)
    assert found_in(text) == {"E310"}


# ---- both executors
@pytest.fixture
def few_steps(monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr(charges, "MOST_STEPS", 20_000)
    return 20_000


LOOPS = {
    "a loop": "  repeat l {n} times {{ one := one + 1 }}",
    "a loop in a loop": "  repeat l {n} times {{ repeat k 3 times {{ one := one + 1 }} }}",
    "again": "  repeat l {n} times {{ one := one + 1\n if one > 5 {{ again l }}\n one := one + 2 }}",
    "calls": "  rule more {{ one := one + 1 }}\n  repeat l {n} times {{ more()\n more() }}",
    "for": "  for n in 1 .. {n} {{ one := one + n }}",
    "a dear expression": "  for n in 1 .. {n} {{ one := (sum of (it + n) over 1 .. 600) mod 7 }}",
    "chance": "  for n in 1 .. {n} {{ one := (sum of (it + n) over 1 .. 200) mod 7\n"
    "  chance chooses go {{ a {{ }}\n b {{ }} }} }}",
    "payments": "  repeat l {n} times {{ s0 pays 1 to pot for nothing\n pot pays 1 to s0 for nothing }}",
}


@pytest.mark.parametrize("kind", LOOPS)
def test_both_executors_leave_off_at_the_same_step(kind: str, few_steps: int) -> None:
    """The last number of passes that is allowed, and the first that is not, are those of both."""
    allowed, stopped = 0, 700
    while stopped - allowed > 1:
        number = (allowed + stopped) // 2
        try:
            load_text(game(LOOPS[kind].format(n=number))).start(1)
        except coupdsl.RulesError:
            stopped = number
        else:
            allowed = number
    last, next_ = (load_text(game(LOOPS[kind].format(n=number))) for number in (allowed, stopped))
    compiled = coupdsl.Machine(last)
    assert compiled.start(1).key() == last.start(1).key()
    assert compiled.playouts(compiled.start(1), 1, 1)[0] is not None
    with pytest.raises(coupdsl.RulesError) as expected:
        next_.start(1)
    assert expected.value.code is codes.ENDLESS
    with pytest.raises(coupdsl.RulesError) as told:
        coupdsl.Machine(next_).start(1)
    assert str(told.value) == str(expected.value)


def test_a_game_that_chance_alone_plays_may_be_long() -> None:
    """Hearts whose tricks are told: some seventy hands and more without a choice of anybody."""
    told = {"hands.entered": True, "jack.bonus": True, "moon.shot": "nothing", "game.limit": 500}
    for players in (4, 6):
        rules = rules_of("hearts", players, told)
        game = rules.start(ROTATION)
        assert game.is_over
        assert game.spent > charges.MOST_STEPS
        assert coupdsl.Machine(rules).start(ROTATION).key() == game.key()


def test_what_is_spent_begins_anew_with_every_choice(few_steps: int) -> None:
    lines = "  repeat l 30 times {\n    repeat k 100 times { one := one + 1 }\n    s0 chooses go { yes { } }\n  }"
    rules = load_text(game(lines))
    assert lockstep(rules, coupdsl.Machine(rules), 3) > 30


def test_codes_of_costs_have_their_pages() -> None:
    assert set(CODES) >= TOLD
