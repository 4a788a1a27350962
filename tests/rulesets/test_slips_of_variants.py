"""Slips that a variant inherits or that only show in its words: errata of its parents, languages nobody reads."""

from __future__ import annotations

from pathlib import Path

import pytest

from coupdsl.authoring.validation import check_paths
from coupdsl.code.errata import errata_problems
from coupdsl.rulesets.compose import compose_file

GAME = """edition 1
game dares {
  name: en "Dares" fr "Défis"
  seats [2]
  account cash per seat = 100
  kind dare as dares { price: amount = 0 }
  dare dance = 20 { name: en "Dance" fr "Danser" }
  dare sing = 30 { name: en "Sing" fr "Chanter" }
  option risk.level = low | high
  let cap = if risk.level is low then price of dance else 50
  check cap > 10
  limit 9 moves { finish by cash }
  finish by cash
}
"""
ERRATUM = "errata:\n  - {path: %s, printed: 8, used: %s, source: a leaflet}\n"


def written(folder: Path, parent: str, child: str = "") -> Path:
    (folder / "game.coup").write_text(GAME, "utf-8")
    (folder / "parent.yaml").write_text(f"variant: parent\ngame: game.coup\n{parent}", "utf-8")
    (folder / "child.yaml").write_text(f"variant: child\nextends: parent\n{child}", "utf-8")
    return folder / "child.yaml"


@pytest.mark.parametrize(
    ("set_", "help_"),
    [
        ("contracts: {remove: [prison]}", "did you mean `touche`?"),
        ("contracts: {set: {Victoire: {collect: 1200}}}", "did you mean `waterloo`?"),
        ("options: {hidden.contracts: [Prison]}", "did you mean `touche`?"),
        ("options: {hidden.contracts: none}", "for none of them write `[]`"),
        (
            "options: {loan.interest: 300}",
            "possible here: `loan.interest_basis`, `loan.interest_permille`, `loan.interest_rounding`",
        ),
        ("contracts: {remove: [siège]}", "did you mean `siege`?"),
        ("contracts: {set: {waterloo: {dames: {each: 300}}}}", "did you mean `queens`?"),
        ("contracts: {set: {touche: {premiere_levee: {each: 500}}}}", "did you mean `first_trick`?"),
        ("contracts: {set: {touche: {'Première levée': {each: 500}}}}", "did you mean `first_trick`?"),
        ("contracts: {set: {barbu: {roi: {each: 500}}}}", "did you mean `beard`?"),
        ("options: {lead: true}", "possible here: `lead.ban_applies_to`, `lead.blocked`"),
        ("options: {loan.lender: le joueur le plus riche}", "did you mean `richest`?"),
        ("options: {coup_card.follow: only_void}", "did you mean `void_only`?"),
        ("options: {loan.lender: le plus riche}", "did you mean `richest`?"),
        ("options: {loan.lender: le}", "possible here: `any_consenting`, `borrower_choice`, `payee`, `richest`"),
    ],
)
def test_what_people_call_an_entry_or_a_reading_is_led_to_its_word(set_: str, help_: str, tmp_path: Path) -> None:
    (tmp_path / "ours.yaml").write_text(f"variant: ours\nextends: french\n{set_}\n", "utf-8")
    assert [one.help for one in compose_file(tmp_path / "ours.yaml")[1]] == [help_]


@pytest.mark.parametrize(
    ("parent", "child", "lines"),
    [
        (ERRATUM % ("dance.price", 20), "", []),
        (ERRATUM % ("dance.price", 30), "", [("parent", 4)]),
        (ERRATUM % ("risk.level", "high"), "", [("parent", 4)]),
        (ERRATUM % ("dance.price", 20), "dares: {set: {dance: {price: 40}}}\n", []),
        (ERRATUM % ("risk.level", "low"), "options: {risk.level: high}\n", []),
        ("", ERRATUM % ("dance.price", 30), [("child", 4)]),
        ("", ERRATUM % ("dance.cost", 30), [("child", 4)]),
    ],
)
def test_errata_hold_until_a_later_variant_sets_their_path(
    parent: str, child: str, lines: list[tuple[str, int]], tmp_path: Path
) -> None:
    composed, problems = compose_file(written(tmp_path, parent, child))
    assert problems == []
    assert composed is not None
    assert [(Path(d.span.source.name).stem, d.span.line) for d in errata_problems(composed)] == lines


@pytest.mark.parametrize(
    ("child", "said"),
    [
        ("name: {en: House, fr: Maison}\nnames: {fr: {cash: caisse}}\nlocale: fr\n", []),
        ("name: {en: House, enn: House}\n", [(3, "enn", "did you mean `en`?")]),
        ("names: {fra: {cash: caisse}}\n", [(3, "fra", "did you mean `fr`?")]),
        ("locale: de\n", [(3, "de", "possible here: `en`, `fr`")]),
    ],
)
def test_a_language_that_the_game_does_not_speak(child: str, said: list[tuple[int, str, str]], tmp_path: Path) -> None:
    _, problems = compose_file(written(tmp_path, "", child))
    assert [(d.span.line, d.span.text, d.help) for d in problems] == said


def test_words_in_a_language_without_a_file_of_texts(tmp_path: Path) -> None:
    path = written(tmp_path, "")
    game = tmp_path / "game.coup"
    game.write_text(GAME.replace(" fr ", " de "), "utf-8")
    (tmp_path / "en.yaml").write_text("language: en\nnames: {cash: cash}\n", "utf-8")
    _, problems = compose_file(path)
    strange = [(d.code.number, d.span.line) for d in problems if "`de`" in d.message]
    assert strange == [("E406", 3), ("E406", 7), ("E406", 8)]


@pytest.mark.parametrize(("name", "said"), [("cashh", ["did you mean `cash`?"]), ("nickname", [])])
def test_a_misspelled_name_of_a_text(name: str, said: list[str], tmp_path: Path) -> None:
    path = written(tmp_path, "")
    (tmp_path / "en.yaml").write_text(f"language: en\nnames: {{{name}: cash}}\n", "utf-8")
    _, problems = compose_file(path)
    assert [d.help for d in problems if d.span.source.name.endswith("en.yaml")] == said


@pytest.mark.parametrize(
    ("parent", "child", "code", "said", "help_"),
    [
        ("", "dares: {add: [sing]}\n", "E511", "`sing` is in play already", "leave `sing` out of this list"),
        ("dares: {remove: [sing]}\n", "dares: {add: [sing, sing]}\n", "E511", "`sing` is in play already",
         "leave `sing` out of this list"),
        ("dares: {remove: [sing]}\n", "dares: {add: [sign]}\n", "E201", "there is no dare `sign`",
         "did you mean `sing`?"),
        ("", "dares: {add: [chanson]}\n", "E201", "there is no dare `chanson`", "write `./chanson.coup`"),
        ("", "dares: {add: [ballade]}\n", "E201", "there is no dare `ballade`",
         "a file is added by its path: `./ballade.coup`"),
        ("", "dares: {add: [ballade.yaml]}\n", "E201", "there is no dare `ballade.yaml`",
         "a file is added by its path: `./ballade.coup`"),
        ("dares: {remove: [sing]}\n", "dares: {add: [./sing]}\n", "E504",
         "`./sing` does not have the form that is needed here", "write `./sing.coup`"),
        ("dares: {remove: [sing]}\n", "dares: {add: [./sing.coup]}\n", "E106", "there is no file `./sing.coup`",
         "what was taken out is brought back by its name: `dares: {add: [sing]}`"),
        ("", "dares: {add: [./sing.coup]}\n", "E106", "there is no file `./sing.coup`",
         "possible here: `chanson.coup`, `game.coup`"),
        ("", "add: [sing]\n", "E505", "`add` is not under anything", "write `dares: {add: [sing]}`"),
    ],
)  # fmt: skip
def test_what_is_said_of_what_cannot_be_brought_back(
    parent: str, child: str, code: str, said: str, help_: str, tmp_path: Path
) -> None:
    path = written(tmp_path, parent, child)
    (tmp_path / "chanson.coup").write_text('edition 1\ndare chanson = 30 { name: en "Song" fr "Chanson" }\n', "utf-8")
    report = check_paths([path], games=0)
    found = [(d.code.number, d.message, d.help) for d in (*report.errors, *report.warnings)]
    assert found == [(code, said, help_)]


@pytest.mark.parametrize(
    ("back", "out", "parents", "stated", "told"),
    [
        ("less", "back", "back", "add: [sing]", ["`sing` is in play already"]),
        ("less", "back", "out", "remove: [sing]", ["`sing` is out of play already"]),
        ("less", "back", "out", "add: [sing]", []),
        ("less", "parent", "[back, out]", "add: [sing]", []),
        ("less", "parent", "[back, out]", "remove: [sing]", []),
    ],
)
def test_only_where_parents_disagree_a_child_may_say_again_what_is_so(
    back: str, out: str, parents: str, stated: str, told: list[str], tmp_path: Path
) -> None:
    """`less` takes the entry out, `back` brings it back, `out` takes it out of what it extends."""
    path = written(tmp_path, "", f"dares: {{{stated}}}\n")
    path.write_text(path.read_text("utf-8").replace("extends: parent", f"extends: {parents}"), "utf-8")
    for name, above, does in (("less", "parent", "remove"), ("back", back, "add"), ("out", out, "remove")):
        (tmp_path / f"{name}.yaml").write_text(
            f"variant: {name}\nextends: {above}\ndares: {{{does}: [sing]}}\n", "utf-8"
        )
    report = check_paths([path], games=0)
    assert (report.errors, [one.message for one in report.warnings]) == ([], told)


@pytest.mark.parametrize("stated", ["steps: {add: [sing]}", "songs: {add: [sing]}"])
def test_what_is_added_to_what_is_not_there_is_told_once(stated: str, tmp_path: Path) -> None:
    report = check_paths([written(tmp_path, "", f"{stated}\n")], games=0)
    assert (len(report.errors), report.warnings) == (1, [])


@pytest.mark.parametrize(
    ("parent", "child", "told"),
    [
        ("", "dares: {remove: [sing]}\n", []),
        ("", "dares: {remove: [sing], set: {dance: {price: 30}}}\n", []),
        ("", "dares: {remove: [sing, dance, sing]}\n", [(3, "sing", "`sing` is out of play already", 3)]),
        ("dares: {remove: [sing]}\n", "dares: {remove: [sing]}\n", [(3, "sing", "`sing` is out of play already", 3)]),
        (
            "dares: {remove: [sing]}\n",
            "dares: {set: {sing: {price: 40}}}\n",
            [(3, "price", "`sing` is out of play:", 3)],
        ),
        ("", "dares: {remove: [sing], set: {sing: {price: 40}}}\n", [(3, "price", "`sing` is out of play:", 3)]),
        ("dares: {set: {sing: {price: 40}}}\n", "dares: {remove: [sing]}\n", []),
        ("dares: {remove: [dance]}\n", "dares: {add: [dance], set: {dance: {price: 40}}}\n", []),
        ("dares: {remove: [sing]}\n", "dares: {add: [sing], remove: [dance]}\n", []),
        ("", "dares: {remove: [sing], add: [sing]}\n", [(3, "sing", "`sing` is taken out and brought back", 3)]),
    ],
)
def test_what_is_said_of_an_entry_out_of_play(
    parent: str, child: str, told: list[tuple[int, str, str, int]], tmp_path: Path
) -> None:
    report = check_paths([written(tmp_path, parent, child)], games=0)
    assert report.errors == []
    found = [(d.span.line, d.span.text, d.message[: len(told[0][2])], d.also[0][0].line) for d in report.warnings]
    assert found == told
    assert {d.code.number for d in report.warnings} <= {"E511"}


@pytest.mark.parametrize(
    ("parent", "text", "told"),
    [
        ("parker-1966", "options: {dominos.stop: all_cards}\n", []),
        (
            "parker-1966",
            "contracts: {remove: [dominos]}\noptions: {dominos.stop: all_cards}\n",
            [("dominos.stop", "nothing uses `dominos.stop` here", "leave `dominos.stop` out")],
        ),
        (
            "parker-1966",
            "options: {hidden.enabled: false, hidden.contracts: [siege]}\n",
            [("hidden.contracts", "nothing uses `hidden.contracts` here", "leave `hidden.contracts` out")],
        ),
        (
            "parker-1966",
            "contracts: {remove: [siege]}\noptions: {hidden.contracts: [siege, waterloo]}\n",
            [("siege", "`siege` is out of play: to name it here has no effect", "leave `siege` out here")],
        ),
        ("five", "options: {players.allowed: [3]}\n", [("players.allowed", "nothing uses `players.allowed` here",
                                                      "leave `players.allowed` out")]),
        ("coup", "actions: {set: {tax: {gain: 4, does: {en: take 4, fr: en prendre 4}}}}\n", []),
        ("coup", "actions: {set: {coup: {gain: 2}}}\n",
         [("gain", "nothing uses `gain` of `coup` here", "leave `gain` out")]),
    ],
)  # fmt: skip
def test_what_is_set_though_nothing_asks_for_it(
    parent: str, text: str, told: list[tuple[str, str, str]], tmp_path: Path
) -> None:
    (tmp_path / "house.yaml").write_text(f"variant: house\nextends: {parent}\n{text}", "utf-8")
    report = check_paths([tmp_path / "house.yaml"], games=0)
    assert report.errors == []
    assert [(d.span.text, d.message, d.help) for d in report.warnings] == told
    assert {d.code.number for d in report.warnings} <= {"E511"}


@pytest.mark.parametrize(
    ("parent", "help_"),
    [
        ("", "leave `game.coup` out here"),
        ("dares: {remove: [sing]}\n", "write `sing` in its place: a name brings back into play what was taken out"),
    ],
)
def test_a_file_of_the_game_that_is_added_again(parent: str, help_: str, tmp_path: Path) -> None:
    path = written(tmp_path, parent, "dares: {add: [./game.coup, ./ours.coup]}\n")
    (tmp_path / "ours.coup").write_text("edition 1\ndare jump = 20 { }\n", "utf-8")
    report = check_paths([path], games=0)
    assert report.errors == []
    (warning,) = report.warnings
    assert (warning.code.number, warning.span.text) == ("E511", "./game.coup")
    assert warning.help == help_


def test_two_parents_may_take_out_the_same(tmp_path: Path) -> None:
    path = written(tmp_path, "dares: {remove: [sing]}\n")
    (tmp_path / "other.yaml").write_text("variant: other\ngame: game.coup\ndares: {remove: [sing]}\n", "utf-8")
    path.write_text("variant: child\nextends: [parent, other]\n", "utf-8")
    report = check_paths([path], games=0)
    assert (report.problems, report.rulesets) == ([], 1)


@pytest.mark.parametrize(
    ("text", "place", "help_"),
    [
        (
            "variant: v\ngame: ./game.coup\noptions:\n  risk.level = high\n",
            "risk.level = high",
            "write `risk.level: high`",
        ),
        ("variant v\ngame: ./game.coup\n", "variant", "write `variant: v`"),
        ("variant: v\ngame: ./gane.coup\n", "./gane.coup", "did you mean `./game.coup`?"),
        ("variant: v\ngame: ./game.coup\nplayers: {set: {usual: 2}}\n", "2", "write `players: {usual: 2}`"),
        (
            "variant: v\ngame: ./game.coup\noptions: {set: {risk.level: high}}\n",
            "set",
            "an option goes right under `options`: `risk.level: high`",
        ),
        (
            "variant: v\ngame: ./game.coup\ndares: {set: {dance: {price: 1 000}}}\n",
            "1 000",
            "numbers are written without spaces: `1000`",
        ),
    ],
)
def test_a_slip_of_writing_is_answered_with_what_to_write(text: str, place: str, help_: str, tmp_path: Path) -> None:
    (tmp_path / "game.coup").write_text(GAME, "utf-8")
    (tmp_path / "v.yaml").write_text(text, "utf-8")
    (problem,) = compose_file(tmp_path / "v.yaml")[1]
    assert (problem.span.text, problem.help) == (place, help_)


def test_two_keys_that_state_nothing_are_told_each_for_itself(tmp_path: Path) -> None:
    (tmp_path / "v.yaml").write_text("variant:\nextends:\n", "utf-8")
    found = compose_file(tmp_path / "v.yaml")[1]
    assert [(one.span.text, "indent" in (one.help or "")) for one in found] == [("variant", False), ("extends", False)]


def test_a_game_without_files_of_texts_has_the_name_that_it_states(tmp_path: Path) -> None:
    written(tmp_path, "")
    composed, problems = compose_file(tmp_path / "child.yaml")
    assert problems == [] and composed is not None
    assert {language: labels.get("title") for language, labels in composed.labels.items()} == {
        "en": "Dares", "fr": "Défis"
    }  # fmt: skip
    bare = GAME.replace('{ name: en "Dance" fr "Danser" }', "").replace('{ name: en "Sing" fr "Chanter" }', "")
    (tmp_path / "game.coup").write_text(bare, "utf-8")
    composed, _ = compose_file(tmp_path / "child.yaml")
    assert composed is not None and composed.labels["fr"].get("title") == "Défis"


@pytest.mark.parametrize(
    ("child", "place", "help_"),
    [
        (
            "set: {dance: {price: 30}}",
            "set",
            "`dance` is one of the `dares`: write `dares: {set: {dance: {price: 30}}}`",
        ),
        ("set: {dance.price: 30}", "set", "`dance` is one of the `dares`: write `dares: {set: {dance: {price: 30}}}`"),
        ("set: {risk.level: high}", "set", "`risk.level` is an option: write `options: {risk.level: high}`"),
        ("set: {jump: 30}", "set", "write it under `dares`"),
        ("remove: [dance, sing]", "remove", "write `dares: {remove: [dance, sing]}`"),
        ("add: [./jump.coup]", "add", "write `rules: {add: [./jump.coup]}`"),
        (
            "money: {dance: 30}",
            "money",
            "`dance` is one of the `dares`: write `dares: {set: {dance: {…: …}}}`, to set one of `price`",
        ),
        ("dares: {risk.level: high}", "risk.level", "`risk.level` is an option: write `options: {risk.level: high}`"),
        ("dares: {jump: 3}", "jump", "possible here: `add`, `remove`, `set`"),
        ("dance: {price: 30}", "dance", "`dance` is one of the `dares`: write `dares: {set: {dance: {price: 30}}}`"),
        ("risk.level: high", "risk.level", "`risk.level` is an option: write `options: {risk.level: high}`"),
        ("darse: 3", "darse", "did you mean `dares`?"),
        ("players: {remove: [dance]}", "remove", "possible here: `usual`"),
        ("players: {usual: 2, remove: [sing]}", "remove", "possible here: `usual`"),
    ],
)
def test_what_stands_where_nothing_reads_it_is_told_where_it_belongs(
    child: str, place: str, help_: str, tmp_path: Path
) -> None:
    (problem,) = compose_file(written(tmp_path, "", f"{child}\n"))[1]
    assert (problem.code.number, problem.span.text, problem.help) == ("E505", place, help_)


def test_set_under_nothing_in_a_game_of_options_alone(tmp_path: Path) -> None:
    path = written(tmp_path, "", "set: {risk: 3}\n")
    kinds = ("  kind dare", "  dare ", "  let cap", "  check cap")
    lines = [line for line in GAME.splitlines() if not line.startswith(kinds)]
    (tmp_path / "game.coup").write_text("\n".join(lines) + "\n", "utf-8")
    (problem,) = compose_file(path)[1]
    assert problem.help == "this game has only options: write `options: {…}`"


def test_the_game_of_a_long_word_lists_what_may_stand_there(tmp_path: Path) -> None:
    (problem,) = compose_file(written(tmp_path, "", "frobnicate: 3\n"))[1]
    assert problem.help is not None and problem.help.startswith("possible here: `dares`, `errata`, `extends`, ")


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("Été", "ete"),
        ("Règles de grand-mère", "regles-de-grand-mere"),
        ("Les règles de l'oncle Émile", "les-regles-de-l-oncle-emile"),
        ("œuf", "oeuf"),
    ],
)
def test_a_name_is_proposed_with_the_letters_of_what_was_written(written: str, name: str, tmp_path: Path) -> None:
    (tmp_path / "ours.yaml").write_text(f"variant: {written}\nextends: french\n", "utf-8")
    (problem,) = compose_file(tmp_path / "ours.yaml")[1]
    assert problem.help == f"write `{name}` (the ruleset's name: small letters, digits and hyphens)"


@pytest.mark.parametrize(
    ("said", "titles"),
    [
        ("{en: Chez nous}", {"en": "Chez nous", "fr": "Chez nous"}),
        ("{fr: Chez nous}", {"en": "Chez nous", "fr": "Chez nous"}),
        ("{en: At home, fr: Chez nous}", {"en": "At home", "fr": "Chez nous"}),
    ],
)
def test_a_name_in_one_language_is_the_name_in_all(said: str, titles: dict[str, str], tmp_path: Path) -> None:
    composed, problems = compose_file(written(tmp_path, "", f"name: {said}\n"))
    assert composed is not None and problems == []
    assert {language: words.get("title") for language, words in composed.labels.items()} == titles


def test_a_text_is_asked_for_in_the_language_of_the_rules(tmp_path: Path) -> None:
    (tmp_path / "ours.yaml").write_text(
        "variant: ours\nextends: french\ncontracts: {set: {siege: {motto: Tout, name: {}}}}\n", "utf-8"
    )
    assert "write `motto: {fr: Tout}`" in [one.help for one in compose_file(tmp_path / "ours.yaml")[1]]


def test_where_all_of_a_kind_is_removed_the_last_of_them_is_named(tmp_path: Path) -> None:
    every = "[barbu, touche, waterloo, siege, guillotine, dominos]"
    (tmp_path / "ours.yaml").write_text(f"variant: ours\nextends: french\ncontracts: {{remove: {every}}}\n", "utf-8")
    (problem,) = check_paths([tmp_path / "ours.yaml"], games=0).errors
    assert (problem.span.text, problem.message) == ("dominos", "no contract is left to play, with 3 and 4 players")
    assert problem.help == "keep one, or add one of your own under `contracts`"


BONUSES = """edition 1
option big.size = 3 | 1..9
game em {
  seats [2]
  kind bonus as bonuses { value: number }
  bonus spare = 5 { }
  check big.size < 5
  check big.size < 4 or sum of value over bonuses > 0
  finish by sum of value over bonuses
  limit 9 moves { finish by 0 }
}
"""


@pytest.mark.parametrize(
    ("size", "said"),
    [
        (3, []),
        (4, ["no bonus is left to play"]),
        (7, ["no bonus is left to play", "this is not true: big.size < 5"]),
    ],
)
def test_a_kind_is_said_to_be_empty_only_where_that_is_what_is_wrong(
    size: int, said: list[str], tmp_path: Path
) -> None:
    (tmp_path / "em.coup").write_text(BONUSES, "utf-8")
    variant = f"variant: x\ngame: ./em.coup\noptions: {{big.size: {size}}}\nbonuses: {{remove: [spare]}}\n"
    (tmp_path / "x.yaml").write_text(variant, "utf-8")
    assert sorted(one.message for one in check_paths([tmp_path / "x.yaml"], games=0).errors) == sorted(said)
