"""Variants: what each may state, what is said of slips, and in which order everything applies."""

from __future__ import annotations

import shutil
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from tests.helpers import ROOT, rules_of
from tests.small_games import game, in_folder, problems, said

import coupdsl
from coupdsl.authoring.validation import check_paths
from coupdsl.code.errata import effective, errata_problems
from coupdsl.code.profile import profile
from coupdsl.code.seats import usual_seats
from coupdsl.play.spoken import Words
from coupdsl.rulesets.compose import compose, compose_file
from coupdsl.rulesets.ruleset import Ruleset
from coupdsl.testing.rule_tests import read_tests
from coupdsl.testing.suite import Library

GAME = """edition 1
game dares {
  name: en "Dares"
  seats seats.allowed
  tables [2, 2], [3, 3], [4, 4]
  unit 5
  account cash per seat = 1000
  option seats.allowed = [2, 3, 4] | [2, 3]
  option risk.level = low | high
  option risk.cap = none | 0..100
  option risk.share = 1/2 | ratio
  option risk.wild = false | true
  option risk.fixed = 10 | 20
  option risk.banned = [] | dares
  kind dare as dares {
    price: amount
    for_whom: test of seat = true
    parts: set of part = []
    beside: set of dare = []
    rule fun: number = 1
  }
  kind part as parts { cost: amount }
  dare whistle = 50 { name: en "Whistle" }
  dare dance = 200 {
    name: en "Dance"
    part step = 5 { name: en "Step" }
  }
  rule fee(d: dare): amount = price of d * risk.share rounded down to 5
  rule bonus: amount = if risk.wild then risk.fixed else (if risk.cap is none then 5 else the risk.cap)
  rule open = dares without risk.banned
  when risk.level is high { rule open = dares where price > 100 }
  for s in seats {
    s chooses do d from open where for_whom(s) of it
    s pays fee(d) + sum of cost over (parts of d) to left of s for dare
    left of s pays bonus to s for dare
  }
  finish by cash
  limit 100 moves { finish by cash }
}
"""
LINES = "game: ./game.coup\n"


def variant(text: str = "", *, head: str = LINES, **others: str) -> dict[str, str]:
    return {"game.coup": GAME, "v.yaml": f"variant: v\n{head}{text}", **others}


def wrong(text: str, head: str = LINES, **others: str) -> list[str]:
    files = {f"{name}.yaml": content for name, content in others.items()}
    return said(problems(variant(text, head=head, **files), "v.yaml"))


def rules(text: str, players: int = 2, head: str = LINES, **others: str) -> coupdsl.Rules:
    files = {f"{name}.yaml": content for name, content in others.items()}
    return coupdsl.load(in_folder(variant(text, head=head, **files)) / "v.yaml", players)


WRONG: list[tuple[str, list[str]]] = [
    ("", []),
    ("options: {risk.level: hihg}", ["E401 3:23 `hihg` is not a reading of `risk.level`"]),
    ("options: {risk.levle: high}", ["E505 3:11 there is no option `risk.levle`"]),
    ("options: {risk.level: [low]}", ["E401 3:23 `[low]` is not a reading of `risk.level`"]),
    ("options: {risk.level: true}", ["E401 3:23 `true` is not a reading of `risk.level`"]),
    ("options: {risk.wild: 1}", ["E401 3:22 `1` is not a reading of `risk.wild`"]),
    ("options: {risk.wild: yes}", ["E401 3:22 `yes` is not a reading of `risk.wild`"]),
    ("options: {risk.cap: 101}", ["E401 3:21 `101` is not a reading of `risk.cap`"]),
    ("options: {risk.cap: ٣}", ["E401 3:21 `٣` is not a reading of `risk.cap`"]),
    ("options: {risk.share: 3/2}", ["E401 3:23 `3/2` is not a reading of `risk.share`"]),
    ("options: {risk.share: 1/0}", ["E401 3:23 `1/0` is not a reading of `risk.share`"]),
    ("options: {risk.fixed: 15}", ["E401 3:23 `15` is not a reading of `risk.fixed`"]),
    ("options: {risk.banned: [whistle, danse]}", ["E401 3:34 there is no dare `danse`"]),
    ("options: {risk.banned: [3]}", ["E401 3:25 there is no dare `3`"]),
    ("options: {seats.allowed: [2, 4]}", ["E401 3:26 `[2, 4]` is not a reading of `seats.allowed`"]),
    ("options: [a]", ["E504 3:10 a mapping is needed here, not a list"]),
    ("options: 3", ["E504 3:10 a mapping is needed here, not a number"]),
    ("options: 1.5", ["E504 3:10 a mapping is needed here, not a number"]),
    ("options: word", ["E504 3:10 a mapping is needed here, not text"]),
    ("options: true", ["E504 3:10 a mapping is needed here, not true or false"]),
    ("locale: {en: x}", ["E504 3:9 text is needed here, not a mapping"]),
    ("optoins: {add: [x.coup]}", ["E106 3:17 there is no file `x.coup`", "E505 3:1 `optoins` is not known here"]),
    ("options: {risk.cap: }", ["E401 3:11 `risk.cap` has no value"]),
    ("dares: {remove: [whistel]}", ["E201 3:18 there is no dare `whistel`"]),
    ("dares: {remove: whistle}", ["E504 3:17 a list is needed here, not text"]),
    ("dares: {remuve: [whistle]}", ["E505 3:9 `remuve` is not known here"]),
    ("dares: {add: [./nowhere.coup]}", ["E106 3:15 there is no file `./nowhere.coup`"]),
    ("dares: {set: {whistle: {prise: 5}}}", ["E505 3:25 `whistle` has no `prise`"]),
    ("option: {risk.level: low}", ["E505 3:1 `option` is not known here"]),
    ("extend: base", ["E505 3:1 `extend` is not known here"]),
    ("cash: 5000", ["E505 3:1 `cash` is not known here"]),
    ("dares: {set: {whistel: {price: 5, for_whom: 'true'}, dance: {stepp: {cost: 5}}}}",
     ["E201 3:15 there is no `whistel` among the dares", "E201 3:62 there is no `dance.stepp` among the dares"]),
    ("dares: {set: {whistel: {price: 5}}}", ["E201 3:15 there is no `whistel` among the dares"]),
    ("dares: {set: {dance: {stepp: {cost: 5}}}}", ["E201 3:23 there is no `dance.stepp` among the dares"]),
    ("dares: {set: {dance: {dance.step: {cost: 5}}}}", ["E201 3:23 `dance` has no `dance.step`"]),
    ("dares: {set: {dance: {step: {costs: 5}}}}", ["E505 3:30 `dance.step` has no `costs`"]),
    ("dares: {set: {whistle: {price: 52}}}", ["E402 3:32 52 is not a multiple of the game's unit, 5"]),
    ("dares: {set: {whistle: {price: 50 + 2}}}",
     ["E402 3:32 `50 + 2`, which is 52, is not a multiple of the game's unit, 5"]),
    ("dares: {set: {whistle: {price: 2011-01-05}}}", ["E503 3:37 `01` begins with a zero"]),
    ("dares: {set: {whistle: {price: 90000}}}", ["E403 3:32 90000 is more than all the money of the game, 4000"]),
    ("dares: {set: {whistle: {price: [5]}}}",
     ["E504 3:32 text, a whole number, true or false or a mapping is needed here, not a list"]),
    ("dares: {set: {whistle: {price: '5 +'}}}", ["E101 3:35 the text ends too early"]),
    ("dares: {set: {whistle: {for_whom: cashh > 3}}}", ["E201 3:35 `cashh` is not declared"]),
    ("daers: {remove: [whistle]}", ["E505 3:1 `daers` is not known here"]),
    ("daers: {remove: [whistle], set: {whistle: {price: 5}}}", ["E505 3:1 `daers` is not known here"]),
    ("errata: [{path: whistle.price}]", [f"E506 3:11 `{key}` is missing" for key in ("printed", "used", "source")]),
    ("dares: {add: ['']}", ["E504 3:15 `` does not have the form that is needed here"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "wanted"), WRONG, ids=[text for text, _ in WRONG])
def test_what_is_said_of_slips(text: str, wanted: list[str]) -> None:
    assert wrong(text) == wanted


HELP = [
    ("options: {risk.level: hihg}", "did you mean `high`?"),
    ("options: {risk.level: zzzzz}", "possible here: `high`, `low`"),
    ("options: {risk.cap: 101}", "possible here: multiples of 5 from 0 to 100, or `none`"),
    ("options: {risk.cap: 20%}", "possible here: multiples of 5 from 0 to 100, or `none`"),
    ("option: {risk.level: low}", "did you mean `options`?"),
    ("extend: base", "did you mean `extends`?"),
    ("dares: {set: {whistle: {price: 1,200}}}", "numbers are written without commas: `1200`"),
    ("dares: {set: {whistle: {price: 12.5}}}", "write `12` or `13`"),
    ("options: {risk.levle: high}", "did you mean `risk.level`?"),
    ("optoins: {remove: [x]}", "did you mean `options`?"),
    ("daers: {remove: [whistle]}", "did you mean `dares`?"),
    ("dares: {remove: [whistel]}", "did you mean `whistle`?"),
    ("dares: {set: {whistel: {price: 5}}}", "did you mean `whistle`?"),
    ("dares: {set: {dance: {stepp: {cost: 5}}}}", "did you mean `step`?"),
    ("dares: {set: {dance.stepp: {cost: 5}}}", "did you mean `dance.step`?"),
    ("dares: {set: {dance: {dance.step: {cost: 5}}}}", "write `step: {…}`"),
    ("dares: {set: {dance: {dance.stepp: {cost: 5}}}}", "did you mean `step`?"),
    ("dares: {set: {whistle: {dance.step: {cost: 5}}}}", "it belongs to `dance`: write `dance: {step: {…}}`"),
    ("dares: {set: {dance: {step: {costs: 5}}}}", "did you mean `cost`?"),
    ("dares: {set: {whistle: {price: 52}}}", "the nearest are 50 and 55"),
    ("dares: {remuve: [whistle]}", "did you mean `remove`?"),
    ("dares: {whistle: {price: 5}}", "write it under `set`: `set: {whistle: …}`"),
    ("dares: {set: {whistle.price: 5}}", "write `whistle: {price: 5}`"),
    ("dares: {set: {dance: {step: 10}}}", "say which: `step: {cost: 10}`"),
    ("dares: {set: {whistle: {price: '1,000'}}}", "numbers are written without commas: `1000`"),
    (
        'dares: {set: {whistle: {price: "20 # dear"}}}',
        "a YAML text cannot contain a comment: write it after the text",
    ),
    ("dares: {add: [./sing]}", "write `./sing.coup`"),
    ("options: {risk: {level: high}}", "the key of an option has a dot: `risk.level: high`"),
    ("options: {risk.banned: whistle}", "write a list: `[whistle]`"),
    ("dares: {remove: 5}", 'write a list: `["5"]`'),
    ("extends: 5", 'write `"5"`'),
    ("options: {risk.banned: [whistel]}", "did you mean `whistle`?"),
    ("names: {en: {csah: money}}", "did you mean `cash`?"),
    ("name: {en: 'Grandma's dares'}", "put a text with an apostrophe in double quotes"),
    ("locale:en\nname: {en: Ours}", "write a space after it"),
    ("dares: [whistle]", "write `dares: {remove: [whistle]}`, or `add` or `set`"),
    (
        "dares: {set: {dance: {steps: {remove: [dance.step]}}}}",
        "write it beside `dares`, not in it: `steps: {remove: …}`",
    ),
    ("dares: {set: {whistle: {price: [a, b]}}}", 'write `"[a, b]"`: what is written as in rules goes in quotes'),
    ("dares: none", "write `dares: {remove: […]}`, or `add` or `set`"),
    ("dares:\n  set:\n    whistle {price: 5}", "a colon is missing: `whistle: {price: 5}`"),
    ("dares:\n  set:\n    whistle:\n      price:5", "write a space after `:`: `price: 5`"),
    ("options:\n\u00a0 risk.level: high", "it contains a no-break space: type plain spaces"),
]


@pytest.mark.parametrize(("text", "help_"), HELP, ids=[text for text, _ in HELP])
def test_help(text: str, help_: str) -> None:
    (problem,) = problems(variant(text), "v.yaml")
    assert problem.help == help_


TYPED_IN = [
    ('why_not: {en: {whistle: "{bonuss} is too little"}}', "did you mean `bonus`?",
     'why_not: {en: {whistle: "{bonus} is too little"}}'),
    ('why_not: {en: {whistle: "{bonus.ranks}"}}',
     "of a card its suit or its rank is filled in: `{bonus.suit}`, `{bonus.rank}`",
     'why_not: {en: {whistle: "{bonus.rank}"}}'),
    ('why: {en: {whistle: "only {bonus"}}', "use braces for what is filled in: `{it}`",
     'why: {en: {whistle: "only {bonus}"}}'),
    ("name: Our dares", "write `{en: Our dares}`, with `fr` in place of `en` if it is French", "name: {en: Our dares}"),
    ("name: en Ours", "a colon is missing: `en: Ours`", "name: {en: Ours}"),
    ("dares: {set: {dance: {spdep: {cost: 5}}}}", "did you mean `step`?", "dares: {set: {dance: {step: {cost: 5}}}}"),
    ("dares: {set: {dance: {dance.step: {cost: 5}}}}", "write `step: {…}`",
     "dares: {set: {dance: {step: {cost: 5}}}}"),
    ("dares: {set: {whistle: {price: 900.0}}}", "write `900`", "dares: {set: {whistle: {price: 900}}}"),
    ("dares: {set: {whistle: {price: 1e3}}}", "write `1000`", "dares: {set: {whistle: {price: 1000}}}"),
    ("dares: {set: {whistle: {beside: dance}}}", 'a set of one is written `"[dance]"`',
     'dares: {set: {whistle: {beside: "[dance]"}}}'),
    ("dares: {set: {whistle: {beside: 'dance'}}}", "a set of one is written `[dance]`",
     "dares: {set: {whistle: {beside: '[dance]'}}}"),
    ("dares: {set: {whistle: {price: 99999999999999999999}}}", "a number has at most 15 digits",
     "dares: {set: {whistle: {price: 100}}}"),
    ("dares: {set: {whistle: {fun: '3'}}}",
     "possible here: `beside`, `for_whom`, `parts`, `price`; to change the rule, write it in `replace dare whistle "
     "{ … }` in a file of rules", ""),
    ("decisions: {en: {do: Which dare?}}", "possible here: `dares`, `errata`, `extends`, `game`, `locale`, `name`, "
     "`names`, `options`, `parts`, `players`, `rules`, `variant`, `why`, `why_not`", "names: {en: {dare: Dare}}"),
    ("players: {usual: 3, max: 4}",
     "possible here: `usual`, the usual number of players; the game's `seats` say who can play",
     "players: {usual: 3}"),
    ("acts: {remove: [whistle]}", "possible here: `dares`, `errata`, `extends`, `game`, `locale`, `name`, `names`, "
     "`options`, `parts`, `players`, `rules`, `variant`, `why`, `why_not`", "dares: {remove: [whistle]}"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "help_", "mended"), TYPED_IN, ids=[text for text, *_ in TYPED_IN])
def test_help_can_be_typed_in(text: str, help_: str, mended: str) -> None:
    (problem,) = problems(variant(text), "v.yaml")
    assert problem.help == help_
    assert wrong(mended) == []


@pytest.mark.parametrize(
    ("said_by", "help_", "mended"),
    [
        (("options: {risk.level: high}", "options: {risk.level: low}"),
         "say here which one counts: write `options: {risk.level: …}`", "options: {risk.level: low}"),
        (("dares: {set: {dance: {step: {cost: 15}}}}", "dares: {set: {dance: {step: {cost: 20}}}}"),
         "say here which one counts: write `dares: {set: {dance: {step: {cost: …}}}}`",
         "dares: {set: {dance: {step: {cost: 20}}}}"),
        (("dares: {remove: [dance]}", "extends: less\ndares: {add: [dance]}"),
         "say here which one counts: write `dares: {add: [dance]}`, or `remove` for `add`",
         "dares: {add: [dance]}"),
        (("dares: {remove: [dance]}", "extends: less\ndares: {add: [dance]}"),
         "say here which one counts: write `dares: {add: [dance]}`, or `remove` for `add`",
         "dares: {remove: [dance]}"),
        (("replace account cash per seat = 500", "replace account cash per seat = 600"),
         "say which one counts in a file of rules: write `rules: {add: [./ours.coup]}`, and in it "
         "`replace account cash …`",
         "replace account cash per seat = 700"),
        (("replace rule bonus: amount = 5", "replace rule bonus: amount = 10"),
         "say which one counts in a file of rules: write `rules: {add: [./ours.coup]}`, and in it "
         "`replace rule bonus …`",
         "replace rule bonus: amount = 15"),
    ],
)  # fmt: skip
def test_help_for_parents_that_differ_can_be_typed_in(said_by: tuple[str, str], help_: str, mended: str) -> None:
    files = {"game.coup": GAME, "less.yaml": "variant: less\ngame: ./game.coup\ndares: {remove: [dance]}\n"}
    for name, text in zip(("a", "b", "ours"), (*said_by, mended), strict=True):
        is_rule = text.startswith("replace")
        stated = f"rules: {{add: [./{name}.coup]}}" if is_rule else text
        parents = "extends: [a, b]" if name == "ours" else "" if "extends" in text else "game: ./game.coup"
        files[f"{name}.yaml"] = f"variant: {name}\n{parents}\n{stated}\n"
        if is_rule:
            files[f"{name}.coup"] = f"edition 1\n{text}\n"
    files["v.yaml"] = "variant: v\nextends: [a, b]\n"
    (problem,) = problems(files, "v.yaml")
    assert (problem.code.number, problem.help) == ("E509", help_)
    assert problems(files, "ours.yaml") == []


HIGH = f"variant: a\n{LINES}options: {{risk.level: high}}"
LOW = f"variant: b\n{LINES}options: {{risk.level: low}}"
FIFTEEN = f"variant: {{}}\n{LINES}dares: {{{{set: {{{{whistle: {{{{price: 15}}}}}}}}}}}}"
PARENTS: list[tuple[str, dict[str, str], list[str]]] = [
    ("extends: nowhere\n", {}, ["E507 2:10 there is no ruleset `nowhere`"]),
    ("extends: [a, nowhere]\n", {"a": "variant: a\ngame: ./game.coup"}, ["E507 2:14 there is no ruleset `nowhere`"]),
    ("extends: v\n", {}, ["E508 2:10 a variant extends itself"]),
    ("extends: a\n", {"a": "variant: a\nextends: ./b.yaml", "b": "variant: b\nextends: [a]"},
     ["E508 2:11 variants extend one another: a → b → a"]),
    ("locale: en\n", {}, ["E506 1:1 the variant extends nothing"]),
    ("extends: []\n", {}, ["E504 2:10 `[]` does not have the form that is needed here"]),
    ("game: ./gone.coup\n", {}, ["E106 2:7 there is no file `./gone.coup`"]),
    ("extends: a\n", {"a": "variant: a\ngame: 3"}, ["E504 2:7 text is needed here, not a number"]),
    ("extends: a\n", {"a": ""}, ["E005 1:1 the file is empty, or has only comments"]),
    ("extends: [a, b]\n",
     {"a": HIGH, "b": LOW},
     ["E509 2:14 the parents set `risk.level` differently"]),
    ("extends: [a, b]\noptions: {risk.level: low}\n",
     {"a": HIGH, "b": LOW},
     []),
    ("extends: [a, b]\n",
     {"a": HIGH, "b": HIGH},
     []),
    ("extends: [a, b]\n",
     {"a": HIGH, "b": "variant: b\nextends: a\noptions: {risk.level: low}"},
     []),
    ("extends: c\n",
     {"a": HIGH, "b": LOW, "c": "variant: c\nextends: [a, b]"},
     ["E509 2:14 the parents set `risk.level` differently"]),
    ("extends: c\noptions: {risk.level: low}\n",
     {"a": HIGH, "b": LOW, "c": "variant: c\nextends: [a, b]"},
     []),
    ("extends: [c, b]\n",
     {"a": HIGH, "b": LOW, "c": "variant: c\nextends: a\noptions: {risk.level: low}"},
     []),
    ("extends: [c, b]\n",
     {"a": HIGH, "b": LOW, "c": "variant: c\nextends: a"},
     ["E509 2:14 the parents set `risk.level` differently"]),
    ("extends: [a, b]\n",
     {"a": FIFTEEN.format("a"), "b": FIFTEEN.format("b").replace("15", "20")},
     ["E509 2:14 the parents set `whistle.price` differently"]),
    ("extends: [a, b]\ndares: {set: {whistle: {price: 5}}}\n",
     {"a": FIFTEEN.format("a"), "b": FIFTEEN.format("b").replace("15", "20")},
     []),
]  # fmt: skip


@pytest.mark.parametrize(("head", "others", "wanted"), PARENTS, ids=[f"{p[0]}{sorted(p[1])}" for p in PARENTS])
def test_parents(head: str, others: dict[str, str], wanted: list[str]) -> None:
    assert wrong("", head, **others) == wanted


def test_parents_may_not_go_back_too_far() -> None:
    others = {f"p{n}": f"variant: p{n}\nextends: p{n + 1}" for n in range(40)} | {"p40": f"variant: p40\n{LINES}"}
    (problem,) = wrong("", "extends: p0\n", **others)
    assert problem == "E508 2:10 a variant has more than 30 generations of parents"


def test_parents_that_are_reached_in_many_ways_are_read_once() -> None:
    others = {
        f"{name}{n}": f"variant: {name}{n}\nextends: [a{n + 1}, b{n + 1}]" for n in range(24) for name in ("a", "b")
    }
    others |= {f"{name}24": f"variant: {name}24\nextends: c" for name in ("a", "b")} | {"c": f"variant: c\n{LINES}"}
    assert wrong("", "extends: [a0, b0]\n", **others) == []


def test_order_of_application() -> None:
    """The game, then parents from the first to the last, then the variant, then the call; each parent once."""
    base = f"variant: base\n{LINES}options: {{risk.fixed: 20, risk.cap: 5}}\ndares: {{set: {{whistle: {{price: 10}}}}}}"
    one = "variant: one\nextends: base\noptions: {risk.cap: 10}\ndares: {set: {whistle: {price: 20}}}\nname: {en: One}"
    two = "variant: two\nextends: base\nlocale: fr\nnames: {en: {cash: money}}"
    text = "options: {risk.wild: true, risk.share: 1/3}\ndares: {set: {dance: {price: 30}}}"
    folder = in_folder(
        variant(text, head="extends: [one, two]\n", **{"base.yaml": base, "one.yaml": one, "two.yaml": two})
    )
    found = coupdsl.load(folder / "v.yaml", 3, {"risk.level": "high"})
    wanted = {"risk.fixed": 20, "risk.cap": 10, "risk.wild": True, "risk.share": Fraction(1, 3), "risk.level": "high"}
    assert {key: found.option(key) for key in wanted} == wanted
    paths = {"whistle.price": "20", "dance.price": "30", "dance.step.cost": "5", "risk.cap": "10"}
    assert {path: effective(found, path) for path in paths} == paths
    for nothing in ("whistle.prise", "nobody.price", "price", "risk.cup"):
        assert effective(found, nothing) is None
    assert found.locale == "fr"
    assert found.labels["en"].get("names.nobody", "names.cash") == "money"
    assert found.labels["en"].get("dares.whistle.name") == "Whistle"
    assert found.labels["en"].get("title") == "One"
    assert found.labels["en"].get("names.nobody") is None
    assert found.options["risk.level"].span.source.name == "the call"
    assert repr(found) == "Rules('v', players=3)"
    assert [v.name for v in compose_file(folder / "v.yaml")[0].variants] == ["base", "one", "two", "v"]  # type: ignore[union-attr]


def test_remove_add_and_set() -> None:
    added = 'edition 1\ndare sing = 70 {\n name: en "Sing"\n for_whom: it is first of seats\n}\n'
    text = "dares:\n  remove: [whistle]\n  add: [./sing.coup]\n  set: {dance: {price: 20, step: {cost: 10}}}\n"
    folder = in_folder({**variant(text), "sing.coup": added})
    state = coupdsl.load(folder / "v.yaml", 2).start(1)
    assert list(map(str, state.legal_moves())) == ["do dance", "do sing"]
    state.apply("do dance")
    assert state.view(0)["accounts"]["cash"] == [985, 1015]
    assert list(map(str, state.legal_moves())) == ["do dance"]
    with pytest.raises(coupdsl.UnknownMove):
        state.apply("do whistle")


@pytest.mark.parametrize(
    ("text", "offered"),
    [
        ("", ["do dance"]),
        ("dares: {add: [whistle]}", ["do whistle", "do dance"]),
        ("dares: {remove: [dance], add: [whistle]}", ["do whistle"]),
        ("dares: {add: [whistle, ./sing.coup]}", ["do whistle", "do dance", "do sing"]),
    ],
)
def test_an_entry_that_an_extended_ruleset_takes_out_is_brought_back_by_its_name(text: str, offered: list[str]) -> None:
    less = f"variant: less\n{LINES}dares: {{remove: [whistle]}}\nparts: {{remove: [dance.step]}}\n"
    added = 'edition 1\ndare sing = 70 { name: en "Sing" }\n'
    folder = in_folder({**variant(text, head="extends: less\n"), "less.yaml": less, "sing.coup": added})
    assert [str(move) for move in coupdsl.load(folder / "v.yaml", 2).start(1).legal_moves()] == offered
    (folder / "on.yaml").write_text("variant: on\nextends: v\ndares: {remove: [whistle]}\n", "utf-8")
    left = [move for move in offered if move != "do whistle"]
    if left:
        assert [str(move) for move in coupdsl.load(folder / "on.yaml", 2).start(1).legal_moves()] == left


def test_a_part_of_an_entry_is_brought_back_by_its_path() -> None:
    less = f"variant: less\n{LINES}parts: {{remove: [dance.step]}}\n"
    for text, paid in (("", 100), ("parts: {add: [dance.step]}", 105)):
        state = rules(text, head="extends: less\n", less=less).start(1)
        state.apply("do dance")
        assert state.view(0)["accounts"]["cash"][0] == 1005 - paid
    (told,) = wrong("dares: {add: [dance.step]}", head="extends: less\n", less=less)
    assert told == "E201 3:15 there is no dare `dance.step`"


@pytest.mark.parametrize(
    ("text", "paid"),
    [
        ("", 105),
        ("dares: {set: {dance.step: {cost: 10}}}", 110),
        ("parts: {remove: [dance.step]}", 100),
        ("dares: {set: {dance: {parts: '[]'}}}", 100),
    ],
)
def test_parts_of_an_entry_may_be_taken_out_and_stated_as_a_whole(text: str, paid: int) -> None:
    state = rules(text).start(1)
    state.apply("do dance")
    assert state.view(0)["accounts"]["cash"][0] == 1005 - paid


@pytest.mark.parametrize(
    ("key", "given", "value"),
    [
        ("risk.level", "high", "high"),
        ("risk.wild", True, True),
        ("risk.wild", " true ", True),
        ("risk.cap", 0, 0),
        ("risk.cap", "100", 100),
        ("risk.cap", "none", None),
        ("risk.cap", None, None),
        ("risk.share", "1/3", Fraction(1, 3)),
        ("risk.share", 1, 1),
        ("risk.share", Fraction(2, 3), Fraction(2, 3)),
        ("risk.banned", ["whistle"], ("whistle",)),
        ("risk.banned", "[whistle]", ("whistle",)),
        ("risk.banned", [], ()),
        ("seats.allowed", (2, 3), (2, 3)),
        ("seats.allowed", {3, 2}, (2, 3)),
        ("risk.banned", frozenset({"whistle"}), ("whistle",)),
    ],
)
def test_options_of_the_call(key: str, given: Any, value: object) -> None:
    folder = in_folder(variant())
    found = coupdsl.load(folder / "v.yaml", 2, {key: given})
    assert found.option(key) == value
    found.start(1)
    again = coupdsl.load(folder / "v.yaml", 2, {key: value})
    assert found.fingerprint == again.fingerprint


@pytest.mark.parametrize(
    ("options", "wanted"),
    [
        ({"risk.level": "hihg"}, ["E401 1:1 `hihg` is not a reading of `risk.level`"]),
        ({"risk.levle": "high"}, ["E201 1:1 these rules have no option `risk.levle`"]),
        ({"risk.cap": -1, "risk.share": 2}, ["E401 1:1 `-1` is not a reading of `risk.cap`",
                                             "E401 1:1 `2` is not a reading of `risk.share`"]),
        ({"risk.banned": ["nobody"]}, ["E401 1:1 there is no dare `nobody`"]),
        ({"risk.cap": 1.5}, ["E401 1:1 `1.5` is not a reading of `risk.cap`"]),
        ({"seats.allowed": [2.0, 3]}, ["E401 1:1 `[2.0, 3]` is not a reading of `seats.allowed`"]),
        ({"seats.allowed": [2, 3], "risk.banned": [True]}, ["E401 1:1 there is no dare `True`"]),
        ({"risk.wild": False, "risk.level": True}, ["E401 1:1 `true` is not a reading of `risk.level`"]),
    ],
)  # fmt: skip
def test_wrong_options_of_the_call(options: dict[str, Any], wanted: list[str]) -> None:
    with pytest.raises(coupdsl.Problems) as caught:
        coupdsl.load(in_folder(variant()) / "v.yaml", 2, options)
    assert said(caught.value.diagnostics) == wanted


def test_how_many_usually_play() -> None:
    def usual(child: str, options: dict[str, Any] | None = None, **parent: str) -> int:
        folder = in_folder({**variant(), **parent, "child.yaml": f"variant: child\nextends: ./v.yaml\n{child}"})
        composed, problems = compose_file(folder / "child.yaml")
        assert composed is not None and not problems
        return usual_seats(composed, options)

    assert usual("") == 4  # of 2, 3 and 4
    assert usual("players: {usual: 3}\n") == 3
    assert usual("", {"seats.allowed": [2, 3]}) == usual("players: {usual: 4}\n", {"seats.allowed": [2, 3]}) == 3
    assert usual("players: {usual: 2}\n", {"seats.allowed": [2, 3]}) == 2
    assert usual("options: {seats.allowed: [2, 3]}\n") == 3
    assert coupdsl.load(in_folder(variant()) / "v.yaml").players == 4


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("players: {usual: 5}", ["E408 2:18 `child` is played by 2 to 4 people, not by 5"]),
        ("players: 5", ["E504 2:10 a mapping is needed here, not a number"]),
        ("players: {usual: some}", ["E504 2:18 a whole number is needed here, not text"]),
        ("players: {usuall: 4}", ["E505 2:11 `usuall` is not known here"]),
        ("players: {usual: 3, remove: [x]}", ["E505 2:21 `remove` is not known here"]),
        ("players: {usual: 3}", []),
    ],
)
def test_an_unusual_number_of_players(line: str, said: list[str]) -> None:
    folder = in_folder({**variant(), "child.yaml": f"variant: child\n{line}\nextends: ./v.yaml\n"})
    problems = check_paths([folder / "child.yaml"], games=0).problems
    assert [f"{p.code.number} {p.span.line}:{p.span.column} {p.message}" for p in problems] == said


def test_numbers_of_players() -> None:
    path = str(in_folder(variant()) / "v.yaml")
    all_, fewer = profile(path), profile(path, {"seats.allowed": [2, 3]})
    assert (all_.allowed, fewer.allowed) == ([2, 3, 4], [2, 3])
    sizes = {2: (2,), 4: (4,), 6: (3, 3), 8: (4, 4), 5: None, 7: None, 1: None}
    assert {players: all_.tables(players) for players in sizes} == sizes
    assert fewer.tables(8) is None
    with pytest.raises(coupdsl.Problems) as caught:
        coupdsl.load(in_folder(variant()) / "v.yaml", 5)
    (problem,) = caught.value.diagnostics
    assert (problem.code.number, problem.help) == ("E408", "4, 6 or 8 people play at two tables")
    assert problem.message == "`v` is played by 2 to 4 people, not by 5"
    with pytest.raises(coupdsl.Problems) as caught:
        coupdsl.load(in_folder({"g.coup": game()}) / "g.coup", 7)
    assert caught.value.diagnostics[0].help is None


ERRATA = "errata:\n  - {path: whistle.price, printed: 5, used: USED, source: an uncle}\n"


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (ERRATA.replace("USED", "50"), []),
        (ERRATA.replace("USED", "55"), ["E510 4:12 the erratum says `55` is used, but `50` is in force"]),
        (
            ERRATA.replace("whistle.price", "whistle.prise"),
            ["E510 4:12 the erratum's path `whistle.prise` leads to nothing"],
        ),
    ],
)
def test_errata(text: str, wanted: list[str]) -> None:
    composed, found = compose_file(in_folder(variant(text)) / "v.yaml")
    assert found == []
    assert composed is not None
    assert said(errata_problems(composed)) == wanted


# ---- the same rules, other rules
SAME = ["options:", "dares:", "name: {en: Ours}", "names: {en: {cash: money}}", "locale: fr", "# nothing",
        "options: {risk.level: low}", "dares: {set: {whistle: {price: 50}}}", "options: {risk.share: 1/2}"]  # fmt: skip
OTHER = ["options: {risk.level: high}", "options: {risk.cap: 0}", "options: {risk.wild: true}",
         "options: {risk.fixed: 20}",
         "options: {risk.banned: [whistle]}", "dares: {remove: [whistle]}", "dares: {set: {whistle: {price: 55}}}",
         "dares: {set: {dance: {step: {cost: 10}}}}", "dares: {set: {dance: {for_whom: cash > 1}}}",
         "parts: {remove: [dance.step]}", "dares: {set: {dance: {parts: '[]'}}}",
         "options: {risk.share: 1/3}", "options: {seats.allowed: [2, 3]}"]  # fmt: skip


def test_fingerprints_tell_what_is_played() -> None:
    plain = rules("").fingerprint
    assert [text for text in SAME if rules(text).fingerprint != plain] == []
    others = [rules(text).fingerprint for text in OTHER]
    assert len({plain, *others, rules("", 3).fingerprint}) == len(OTHER) + 2


# ---- where rulesets are found
def test_where_rulesets_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.yaml").write_text("variant: mine\nextends: short\n", "utf-8")
    (tmp_path / "note.txt").write_text("no ruleset", "utf-8")
    for name in ("mine", "mine.yaml", "./mine.yaml", "short", str(tmp_path / "mine.yaml")):
        composed, found = compose(name)
        assert found == []
        assert composed is not None
        assert composed.name == Path(name).stem
    endings = "files of rules end in `.coup`, variants in `.yaml`"
    for name, code, message, help_ in (
        ("frensh", "E001", "there is no ruleset `frensh`", "did you mean `french`?"),
        ("français", "E001", "there is no ruleset `français`", "did you mean `french`?"),
        ("note.txt", "E006", "this is neither a .coup nor a .yaml file", endings),
        ("~nobody-here/x", "E001", "there is no ruleset `~nobody-here/x`", None),
        ("a\0b", "E001", "there is no ruleset `a\0b`", None),
    ):
        composed, found = compose(name)
        assert composed is None
        assert [(p.code.number, p.message) for p in found] == [(code, message)]
        assert help_ is None or found[0].help == help_
    with pytest.raises(coupdsl.Problems, match="there is no ruleset `frensh`"):
        coupdsl.load("frensh", 4)


def test_in_a_copy_of_the_shipped_rules_names_mean_the_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("contracts", "variants"):
        shutil.copytree(ROOT / name, tmp_path / name)
    siege = tmp_path / "contracts" / "coup-detat" / "siege.coup"
    siege.write_text(siege.read_text("utf-8").replace("collect: 1000", "collect: 950 "), "utf-8")
    house = tmp_path / "variants" / "house" / "quick.yaml"

    def collected(name: str) -> str | None:
        composed, problems = compose(name)
        assert composed is not None and not problems
        return effective(composed.settle(4, Ruleset), "siege.collect")

    monkeypatch.chdir(ROOT.parent)
    assert [collected(str(house)), collected("quick")] == ["950", "1000"]
    file, _ = read_tests(tmp_path / "contracts" / "coup-detat" / "rounds.test.yaml")
    assert Library().path(file.tests[0]).is_relative_to(tmp_path)
    monkeypatch.chdir(tmp_path / "contracts")
    assert [collected("quick"), collected("parker-1966")] == ["950", "950"]

    siege.write_text(siege.read_text("utf-8").replace("collect: 950 ", "collct: 950  "), "utf-8")
    for name in (str(house), "quick", str(tmp_path / "contracts" / "coup-detat" / "game.coup")):
        _, problems = compose(name)
        assert [(p.span.source.path, p.span.text) for p in problems] == [(siege, "collct")], name
    house.with_name("gentle.yaml").write_text("variant: gentle\nextends: qikest\n", "utf-8")
    house.rename(house.with_name("quickest.yaml"))
    _, problems = compose("gentle")
    assert [p.help for p in problems] == ["did you mean `quickest`?"]


def test_a_link_does_not_make_a_checkout(tmp_path: Path) -> None:
    secret = tmp_path / "home" / "secret.yaml"
    secret.parent.mkdir()
    secret.write_text("password: 12345\n", "utf-8")
    pack = tmp_path / "pack"
    (pack / "variants").mkdir(parents=True)
    (pack / "contracts").symlink_to(secret.parent)
    mine = pack / "variants" / "mine.yaml"
    mine.write_text("variant: mine\nextends: ../contracts/secret.yaml\n", "utf-8")
    _, problems = compose(str(mine))
    assert problems and not any("password" in str(part) for p in problems for part in (p.span.text, p.message, p.help))


def test_names_given_to_entries_go_before_their_own(tmp_path: Path) -> None:
    variant = tmp_path / "ours.yaml"
    variant.write_text("variant: ours\nextends: french\nnames: {fr: {waterloo: Dames}}\n", "utf-8")
    rules = coupdsl.load(variant, players=4)
    assert Words(rules, "fr", plain=True).entry("waterloo") == "Dames"
    of_english, before = Words(rules, "en", plain=True), Words(rules_of("french", 4), "en", plain=True)
    assert of_english.entry("waterloo") == before.entry("waterloo")
