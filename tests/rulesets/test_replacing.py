"""`replace` in the files that variants add: what it puts where, what it refuses, and who goes before whom."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.helpers import TABLES, composed
from tests.small_games import in_folder, problems, said, warnings

import coupdsl
from coupdsl.language import codes
from coupdsl.language.program_statements import Choose
from coupdsl.language.walk import in_block
from coupdsl.rulesets.compose import compose_file
from coupdsl.rulesets.provenance import origins

GAME = """edition 1
game dares {
  seats [2, 3]
  account cash per seat = 1000
  account pot = 0
  state calls: number = 0
  let stake = 10
  option fee.size = low | high
  kind dare as dares { price: amount }
  dare whistle = 50 { name: en "Whistle" }
  dare dance = 200 { name: en "Dance" }
  rule fee(d: dare): amount = price of d
  when fee.size is high { rule fee(d: dare): amount = 2 * price of d }
  rule called(s: seat) {
    s chooses do d from dares
    s pays fee(d) + stake to pot for dare
    calls := calls + 1
  }
  use turns
  play turns(first of seats)
  finish by cash, calls
  limit 100 moves { finish by cash }
}
mechanic turns(leader: seat) {
  needs rule called(s: seat)
  rule ended = false
  for s in seats from leader while not ended { called(s) }
}
"""
HEAD = "edition 1\n"


def files(rules: str, more: str = "", **others: str) -> dict[str, str]:
    variant = "variant: v\nextends: base\nrules: {add: [./r.coup]}\n" + more
    return {
        "game.coup": GAME, "base.yaml": "variant: base\ngame: ./game.coup\n", "v.yaml": variant,
        "r.coup": HEAD + rules, **others,
    }  # fmt: skip


def pot_after(rules: str, moves: list[str], more: str = "", **others: str) -> int:
    state = coupdsl.load(in_folder(files(rules, more, **others)) / "v.yaml", 2).start(1)
    for move in moves:
        state.apply(move)
    (pot,) = (state.view(None)["accounts"]["pot"],)
    assert isinstance(pot, int)
    return pot


EFFECTS = [
    ("replace rule fee(d: dare): amount = 5", "", 15),
    ("replace rule fee(d: dare): amount = 5", "options: {fee.size: high}", 15),  # before the readings of the game
    ("when fee.size is high { replace rule fee(d: dare): amount = 7 }", "options: {fee.size: high}", 17),
    ("when fee.size is high { replace rule fee(d: dare): amount = 7 }", "", 60),
    ("replace rule fee(d: dare): amount = more_yet + 1\nrule more_yet: amount = 2", "", 13),
    ("replace let stake = 20", "", 70),
    ("replace account pot = 100", "", 160),
    ('replace dare whistle = 60 { name: en "Hum" }', "", 70),
    ("replace mechanic turns(leader: seat) {\n needs rule called(s: seat)\n called(leader)\n}", "", 60),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "more", "pot"), EFFECTS, ids=[f"{e[0][:40]} {e[1]}" for e in EFFECTS])
def test_what_is_replaced_counts(rules: str, more: str, pot: int) -> None:
    assert pot_after(rules, ["do whistle"], more) == pot


def test_a_replaced_entry_keeps_its_place_among_the_others() -> None:
    rules = coupdsl.load(in_folder(files("replace dare whistle = 60")) / "v.yaml", 2)
    assert list(map(str, rules.start(1).legal_moves())) == ["do whistle", "do dance"]


def test_a_rule_of_a_mechanic_is_replaced_by_its_name() -> None:
    for text in ("replace rule ended = calls > 0", "use turns { replace rule ended = calls > 0 }"):
        state = coupdsl.load(in_folder(files(text)) / "v.yaml", 2).start(1)
        state.apply("do dance")
        assert state.is_over


def test_the_number_of_players_is_replaced() -> None:
    composed, found = compose_file(in_folder(files("replace seats [2, 4]")) / "v.yaml")
    assert found == []
    assert composed is not None
    assert coupdsl.load(in_folder(files("replace seats [2, 4]")) / "v.yaml", 4).players == 4


WRONG = [
    ("replace rule fees(d: dare): amount = 5", ["E206 2:14 there is no rule `fees` to replace here"]),
    ("replace rule fee: amount = 5", ["E207 2:14 `fee` does not have the signature of the rule that it replaces"]),
    ("replace let stakes = 5", ["E206 2:13 there is no fixed name `stakes` to replace"]),
    ("replace dare sing = 5", ["E206 2:14 there is no dare `sing` to replace"]),
    ("replace tables [2, 2]", ["E206 2:9 no tables are declared to be replaced"]),
    ("replace let stake = 5\nreplace let stake = 6", ["E208 3:13 `stake` is replaced twice"]),
    ("replace rule called(s: seat) { }\nreplace rule called(s: seat) { }", ["E208 3:9 `called` is replaced twice"]),
    ("use turns { replace let stake = 5 }", ["E312 2:13 this cannot be replaced here"]),
    ("dare whistle = 60", ["E202 2:6 `whistle` is declared twice"]),
]


@pytest.mark.parametrize(("rules", "wanted"), WRONG, ids=[w[0][:40] for w in WRONG])
def test_what_cannot_be_replaced(rules: str, wanted: list[str]) -> None:
    assert said(problems(files(rules), "v.yaml")) == wanted


def test_of_two_that_replace_the_same_one_is_left_out_or_asks_for_both_options() -> None:
    twice = "replace rule called(s: seat) { }\nreplace rule called(s: seat) { }"
    assert [one.help for one in problems(files(twice), "v.yaml")] == ["leave one of them out"]
    lines = "when {} is {} {{ replace rule fee(d: dare): amount = 7 }}\n"
    both = "option fee.more = a | b\n" + lines.format("fee.size", "high") + lines.format("fee.more", "b")
    help_ = "a rule answers one option: ask for the other in it, `if … then … else …`"
    assert [one.help for one in problems(files(both), "v.yaml")] == [help_]
    again = "option fee.more = a | b\nwhen fee.more is b { rule fee(d: dare): amount = 7 }"
    help_ = "write `replace` before it to put it in the place of the other"
    assert [one.help for one in problems(files(again), "v.yaml")] == [help_]


ASKED_BY = "replace the rule that asks it: `replace rule … { … }`; what the `game` itself asks cannot be replaced"
OF_GAME = (
    "replace what it declares, one by one: `replace rule … = …`, `replace seats […]`; lines that it runs cannot be"
)
STANDS_IN = "replace the rule that it is in: `replace rule … { … }`; lines of the `game` itself cannot be replaced"


@pytest.mark.parametrize(
    ("rules", "place", "help_"),
    [
        ("replace decision do {\n d from dares { calls := 1 }\n}", "decision", ASKED_BY),
        ("replace choice do {\n one { }\n other { }\n}", "choice", ASKED_BY),
        ("replace decision do = 3", "do", ASKED_BY),
        ("replace stake = 20", "=", "write `replace let stake = …`, or `replace rule stake = …`"),
        (
            "replace option fee.size = low",
            ".",
            "the variant answers an option: `options: {fee.size: …}`; for an answer that is none of its readings, "
            "replace the rules that ask for it",
        ),
        (
            "option fee.size = 5",
            "fee.size",
            "the variant answers an option: `options: {fee.size: …}`; for an answer that is none of its readings, "
            "replace the rules that ask for it",
        ),
        ("rule stake = 20", "stake", "it is in the place of the other as `replace let stake …`"),
        ("replace rule stake = 20", "stake", "it is fixed by `let`: write `replace let stake = …`"),
        ("replace game dares { seats [2] }", "dares", OF_GAME),
        ("dare stake = 20 { }", "stake", "give it another name"),
        ("dare dance = 20 { }", "dance", "write `replace` before it to put it in the place of the other"),
        ("replace finish by cash", "cash", STANDS_IN),
        ("replace repeat turn 4 times { }", "4", STANDS_IN),
        ("replace move notes to pot", "to", STANDS_IN),
    ],
)
def test_what_is_replaced_or_answered_instead_is_said(rules: str, place: str, help_: str) -> None:
    (problem,) = problems(files(rules), "v.yaml")
    assert (problem.span.text, problem.help) == (place, help_)
    assert problem.span.source.path is not None and problem.span.source.path.name == "r.coup"


@pytest.mark.parametrize("before", ["", "replace let stake = 20\n"])
def test_what_a_variant_adds_and_does_not_use_is_told(before: str) -> None:
    (warning,) = said(warnings(files(f"{before}rule unused = 3"), "v.yaml"))
    assert warning == f"E203 {2 + bool(before)}:6 the rule `unused` is declared and never used"


def test_only_files_of_variants_replace() -> None:
    text = {"game.coup": GAME + "replace let stake = 5\n"}
    assert said(problems(text, "game.coup")) == ["E312 29:1 a game does not replace what it says itself"]


def test_two_mechanics_with_the_rule_are_told_apart() -> None:
    other = "mechanic more(s: seat) {\n rule ended = false\n if not ended { }\n}\nuse more\n"
    (problem,) = problems(files("replace rule ended = true\n" + other), "v.yaml")
    assert problem.message == "`ended` could be that of `turns` and `more`"
    assert problem.help == "say which: `use turns { replace rule ended … }`"


CHILD = "variant: v\nextends: EXTENDS\n"
PARENT = "variant: NAME\nextends: base\nrules: {add: [./NAME.coup]}\n"


def lineage(extends: str, more: str = "", grandchild: str = "base") -> dict[str, str]:
    found = {"v.yaml": CHILD.replace("EXTENDS", extends) + more}
    for name, fee in (("one", 5), ("two", 7), ("three", 9)):
        found[f"{name}.yaml"] = PARENT.replace("NAME", name)
        found[f"{name}.coup"] = HEAD + f"replace rule fee(d: dare): amount = {fee}\nreplace let stake = {fee}\n"
    found["two.yaml"] = found["two.yaml"].replace("base", grandchild)
    return {**files(""), **found}


@pytest.mark.parametrize(
    ("extends", "more", "grandchild", "pot"),
    [("one", "", "base", 10), ("two", "", "one", 14), ("[one, two]", "", "one", 14), ("[two, one]", "", "one", 14),
     ("[one, two]", "rules: {add: [./three.coup]}", "base", 18)],
)  # fmt: skip
def test_later_variants_go_before_earlier_ones(extends: str, more: str, grandchild: str, pot: int) -> None:
    state = coupdsl.load(in_folder(lineage(extends, more, grandchild)) / "v.yaml", 2).start(1)
    state.apply("do dance")
    assert state.view(None)["accounts"]["pot"] == pot


def test_parents_that_replace_the_same_are_both_shown() -> None:
    found = problems(lineage("[one, two]"), "v.yaml")
    assert said(found) == [
        "E509 2:16 the parents set `fee` differently", "E509 2:16 the parents set `stake` differently",
    ]  # fmt: skip
    assert [Path(span.source.name).name for span, _ in found[0].also] == ["one.coup", "two.coup"]


def test_every_text_of_a_replaced_rule_has_its_place() -> None:
    composed, _ = compose_file(in_folder(files("replace rule fee(d: dare): amount = 5")) / "v.yaml")
    assert composed is not None
    rules = composed.settle(2, coupdsl.Rules)
    assert [(one.text, one.span.source.path.name) for one in origins(composed, rules, "fee")] == [
        ("price of d", "game.coup"), ("5", "r.coup"),
    ]  # type: ignore[union-attr]  # fmt: skip


def test_every_text_of_a_replaced_name_has_its_place() -> None:
    base = files("replace let stake = 5 + 1\nrule more = stake", **{
        "w.yaml": "variant: w\nextends: v\nrules: {add: [./w.coup]}\n",
        "w.coup": HEAD + "replace let stake = 7\nrule less = stake",
    })  # fmt: skip
    composed, wrong = compose_file(in_folder(base) / "w.yaml")
    assert composed is not None, wrong
    found = origins(composed, composed.settle(2, coupdsl.Rules), "stake")
    places = [(one.text, Path(str(one.span.source.path)).name) for one in found]
    assert places == [("10", "game.coup"), ("5 + 1", "r.coup"), ("7", "w.coup")]


PACK = """edition 1
game pack {
  seats [2]
  cards {
    suits red R, black B
    ranks ace A, two 2
    extra joker X
  }
  cells a..b by 1..2
  pieces coins: 3 { worth: number = 1 }
  zone box: row seen by all = cards shown as count
  zone purse: row seen by all = coins shown as count
  state marked per cell: flag = false
  limit 10 moves { finish by 0 }
  rule first_cell(x: cell) = column of x is 1 and row of x is 1
  first of seats chooses mark x from cells where not marked and not first_cell(it)
  marked of x := true
  finish by 100 * count of cells + 10 * count of cards + sum of worth over purse
}
"""
EQUIPMENT = [
    ("replace cells a..c by 1..1", 353),
    ("replace cards {\n suits red R\n ranks ace A, two 2, three 3\n}", 433),
    ("replace cards { ranks ace, two, three }", 433),
    ("replace pieces coins: 2 { worth: number = 4 }", 458),
]


@pytest.mark.parametrize(("rules", "kept"), EQUIPMENT, ids=[e[0][8:20] for e in EQUIPMENT])
def test_boards_packs_and_pieces_are_replaced(rules: str, kept: int) -> None:
    own = {**files(rules), "game.coup": PACK}
    state = coupdsl.load(in_folder(own) / "v.yaml", 2).start(1)
    state.apply(state.legal_moves()[-1])
    assert state.result().scores == (kept, kept)


def test_a_pack_in_the_place_of_another_is_asked_about_what_it_lacks() -> None:
    game = GAME.replace(
        "  state calls",
        """  cards { suits spades S, hearts H
    ranks ace A, king K }
  zone deck: row seen by none = cards
  let high = cards where rank is king and suit is spades
  state held: number = count of high
  state calls""",
    )
    given = {**files("replace cards { copies 2 of king }"), "game.coup": game}
    (problem,) = problems(given, "v.yaml")
    assert (problem.message, problem.span.source.name.rpartition("/")[2]) == ("this pack has no `king`", "r.coup")
    assert problem.help == "without `replace`, `cards` joins the pack of the game"


def test_seats_without_the_teams_that_rules_ask_about_are_told_once() -> None:
    lines = "  state won per team: number = 0\n  rule gain(t: team) = won of t + count of partners of first of seats\n"
    game = GAME.replace("seats [2, 3]", "seats [4] in 2 teams").replace("  state calls", f"{lines}  state calls")
    game = game.replace("finish by cash, calls", "finish by gain(team of it), count of teams")
    given = {**files("replace seats [3]"), "game.coup": game}
    assert problems({**given, "r.coup": HEAD + "replace seats [6] in 3 teams"}, "v.yaml") == []
    (problem,) = problems(given, "v.yaml")
    assert (problem.span.text, problem.message) == ("seats [3]", "these seats have no teams")
    assert problem.help == "say who plays together: `replace seats [4] in 2 teams`"


def test_copies_that_are_stated_twice_are_shown_both() -> None:
    game = GAME.replace("  state calls", "  cards { suits spades S\n ranks ace A\n copies 2 }\n  state calls")
    (problem,) = problems({**files("cards { copies 1 }"), "game.coup": game}, "v.yaml")
    assert (problem.span.text, [span.text for span, _ in problem.also]) == ("copies 1", ["copies 2"])
    assert problem.help is not None and "`replace cards { … }`" in problem.help


@pytest.mark.parametrize(
    ("rules", "more", "told"),
    [
        ("replace rule fee(d: dare): amount = 5", "options: {fee.size: high}", ["fee.size"]),
        ("replace rule fee(d: dare): amount = 5", "", []),
        ("when fee.size is high { replace rule fee(d: dare): amount = 7 }", "options: {fee.size: high}", []),
        ("replace rule fee(d: dare): amount = if fee.size is high then 5 else 6", "options: {fee.size: high}", []),
        ("replace let stake = 20", "options: {fee.size: high}", []),
    ],
)
def test_an_option_for_which_nothing_asks_any_more_is_told(rules: str, more: str, told: list[str]) -> None:
    composed, found = compose_file(in_folder(files(rules, more)) / "v.yaml")
    assert composed is not None and found == []
    assert [f"`{key}`" in one.message for key, one in zip(told, composed.warnings, strict=True)] == [True] * len(told)


ASKING = [
    "pieces chips: (if fee.size is high then 3 else 4)\nzone box: row seen by all = chips shown as count",
    "pieces chips: 3 { worth: number = if fee.size is high then 3 else 4 }\nzone box: row seen by all = chips",
    "account chest = (if fee.size is high then 30 else 40)",
    "zone tops: row seen by all = cards shown as count\nrule top = highest of tops by power\n"
    "order power {\n fee.size is high and suit is spades\n true by ranks\n}",
]


@pytest.mark.parametrize("asking", ASKING, ids=[one[:13] for one in ASKING])
def test_an_option_for_which_a_declaration_or_an_order_asks_is_no_slip(asking: str) -> None:
    pack = "cards {\n suits spades S, hearts H\n ranks ace A, two 2\n}\n"
    texts = files("replace rule fee(d: dare): amount = 5", "options: {fee.size: high}")
    for asked, told in (("", ["fee.size"]), (asking, [])):
        texts["game.coup"] = GAME.replace("  use turns", f"{pack}{asked}\n  use turns")
        composed, found = compose_file(in_folder(texts) / "v.yaml")
        assert composed is not None and found == []
        slips = [one.message for one in composed.warnings if one.code == codes.IDLE]
        assert [key in slip for key, slip in zip(told, slips, strict=True)] == [True] * len(told)


def test_what_a_parent_answers_is_no_slip_of_who_replaces_the_rule() -> None:
    more = {"mid.yaml": "variant: mid\nextends: base\noptions: {fee.size: high}\n"}
    texts = files("replace rule fee(d: dare): amount = 5", **more)
    texts["v.yaml"] = texts["v.yaml"].replace("extends: base", "extends: mid")
    composed, found = compose_file(in_folder(texts) / "v.yaml")
    assert composed is not None and found == [] and composed.warnings == []


def test_where_no_name_is_near_help_says_how_rules_are_listed() -> None:
    (problem,) = problems(
        {"v.coup": "edition 1\nreplace rule unheard_of = 5\n",
         "v.yaml": "variant: v\nextends: crazy-eights\nrules: {add: [./v.coup]}\n"}, "v.yaml"
    )  # fmt: skip
    assert problem.help == "`coupdsl show RULESET --rules` lists those that can be"


def test_of_a_rule_that_each_entry_has_help_says_who_states_it() -> None:
    (problem,) = problems(
        {"v.coup": "edition 1\nreplace rule price(p: piece) = 5\n",
         "v.yaml": "variant: v\nextends: parker-1966\nrules: {add: [./v.coup]}\n"}, "v.yaml"
    )  # fmt: skip
    assert problem.help == "each contract has one of its own: write `rule price(p: piece)` in yours"


@pytest.mark.parametrize("name", sorted(TABLES))
def test_what_players_of_a_shipped_game_are_asked_can_be_replaced(name: str) -> None:
    lines = composed(name).program.main
    assert lines is not None
    asked = [one.name for one in in_block(lines) if isinstance(one, Choose) and one.who is not None]
    assert asked == [], "the lines of the game itself cannot be replaced: ask in a rule"


def test_an_option_of_a_mechanic_declared_again_is_told_at_the_house_rule() -> None:
    rules = "edition 1\noption loan.lender = a | b\n"
    head = "variant: v\nextends: parker-1966\nrules: {add: [./r.coup]}\n"
    (problem,) = problems({"v.yaml": head, "r.coup": rules}, "v.yaml")
    assert problem.code is codes.DUPLICATE_NAME and problem.span.text == rules.split("\n")[1]
    assert problem.help is not None and problem.help.startswith("the variant answers an option: `options: {loan.l")
