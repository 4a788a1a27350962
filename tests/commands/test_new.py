"""`coupdsl new`: what it makes is valid at once and says what is in force; what it refuses."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.commands.calls import GOOD, called, write
from tests.helpers import ROOT, TABLES, composed, sample

import coupdsl
from coupdsl.authoring.new_entry import name, new_entry, problems_with
from coupdsl.authoring.new_variant import new_variant, slug, title
from coupdsl.authoring.validation import check_paths
from coupdsl.code.errata import effective
from coupdsl.engine.load import playable
from coupdsl.language.source import Source
from coupdsl.rulesets.compose import compose_file
from coupdsl.rulesets.laid_out import formatted
from coupdsl.rulesets.texts import wanted_texts
from coupdsl.search.learnt import prior_of

ENTRIES = [
    pytest.param(ruleset, entry.name, id=f"{ruleset}-{entry.name}")
    for ruleset in ("french", "coup")
    for kind in composed(ruleset).program.kinds.values()
    for entry in kind.entries
    if entry.parent is None
]


@pytest.fixture(autouse=True)
def in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


# ---- variants
@pytest.mark.unmeasured
@pytest.mark.parametrize("ruleset", sample([*TABLES], 5))
def test_a_variant_is_well_and_the_same_also_with_its_comments_made_to_count(ruleset: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    assert called("new", path, "--from", ruleset, "--all").exit_code == 0
    text = path.read_text("utf-8")
    assert formatted(Source("mine.yaml", text), True) == (text, [])
    players = TABLES[ruleset][0]
    wanted = coupdsl.load(ruleset, players).fingerprint
    assert coupdsl.load(path, players).fingerprint == wanted
    assert check_paths([path], games=0).problems == []

    counting = re.sub(r"^  # ((?:[a-z_]+\.[a-z_.]+|set|  [a-z_]+):(?= |$))", r"  \1", text, flags=re.MULTILINE)
    path.write_text(counting, "utf-8")
    mine, problems = compose_file(path)
    assert problems == []
    assert mine is not None
    assert set(mine.variants[-1].options) == set(mine.program.options)
    kinds = [kind for kind in mine.program.kinds.values() if kind.entries and not kind.teams and not kind.shapes]
    assert bool(mine.variants[-1].fields) is bool(kinds)
    assert coupdsl.load(path, players).fingerprint == wanted


def test_a_variant_shows_the_usual_questions_in_a_language(tmp_path: Path) -> None:
    called("new", "mine.yaml", "--from", "french")  # whose own language is meant
    text = (tmp_path / "mine.yaml").read_text("utf-8")
    for said in ("Ôtez `# ` devant", "Hors jeu :", "Le vôtre :", "D'autres nombres", "Vos fichiers", "une part, comme"):
        assert said in text
    for said in ("Take", "Out of play", "One of your own", "Other numbers", "Files of your own", "a ratio", "a list"):
        assert said not in text
    called("new", "ours.yaml", "--from", "french", "--lang", "en")
    text = (tmp_path / "ours.yaml").read_text("utf-8")
    assert "# Which of two equal cards wins a trick?" in text
    text = (tmp_path / "mine.yaml").read_text("utf-8")
    assert "# hidden.failure_payee: treasury" in text
    assert "end.tie" not in text
    assert "autres questions" in text
    ask = coupdsl.load("french", 4).labels["fr"].words["options.hidden.failure_payee.ask"]
    assert f"  # {ask}\n" in text


@pytest.mark.parametrize("name", ["1966", "null", "true", "0x1f", "1e5", "-x", "plain"])
def test_a_variant_is_well_whatever_its_file_is_called(name: str, tmp_path: Path) -> None:
    told = called("new", "--from", "kuhn", "--", f"{name}.yaml").output
    said = re.search("then `coupdsl (.+?)`", told)
    assert said is not None, told
    result = called(*said[1].split(), "--games", 0)
    assert result.exit_code == 0, result.output


def test_the_schema_is_found_from_the_file(tmp_path: Path) -> None:
    schema = tmp_path / "deep" / "coup.schema.json"
    assert "deep/coup.schema.json: what editors offer in it" in called("new", "deep/mine.yaml", "--from", "coup").output
    line = (tmp_path / "deep" / "mine.yaml").read_text("utf-8").splitlines()[0]
    assert line == "# yaml-language-server: $schema=./coup.schema.json"
    assert schema.read_text("utf-8") == called("show", "coup", "--schema").output
    schema.write_text("mine", "utf-8")
    assert "schema" not in called("new", "deep/other.yaml", "--from", "coup").output
    assert schema.read_text("utf-8") == "mine"
    called("new", "deep/other.yaml", "--from", "coup", "--force")
    assert schema.read_text("utf-8") == called("show", "coup", "--schema").output
    assert called("validate", "deep", "--games", 0).exit_code == 0
    assert "coup-detat.schema.json: what" in called("new", "deep/third.yaml", "--from", "french").output
    schema.unlink()
    schema.symlink_to(tmp_path / "elsewhere")
    for text in (None, "precious"):
        if text is not None:
            (tmp_path / "elsewhere").write_text(text, "utf-8")
        assert "schema" not in called("new", "deep/other.yaml", "--from", "coup", "--force").output
    assert (tmp_path / "elsewhere").read_text("utf-8") == "precious"
    variants = Path(coupdsl.__file__).parents[2] / "variants"
    text = new_variant(variants / "mine.yaml", "coup", composed("coup"))
    assert text.startswith("# yaml-language-server: $schema=../schema/coup.schema.json\n")


def test_a_variant_of_a_file_names_it_from_its_own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    called("new", "house.yaml", "--from", "coup")
    assert called("new", "further/mine.yaml", "--from", "house").exit_code == 0
    assert "\nextends: ../house.yaml\n" in (tmp_path / "further" / "mine.yaml").read_text("utf-8")
    write(tmp_path, "coup.yaml", "variant: other\nextends: hearts\n")
    assert called("new", "third.yaml", "--from", "coup.yaml").exit_code == 0
    assert "\nextends: ./coup.yaml\n" in (tmp_path / "third.yaml").read_text("utf-8")
    (tmp_path / "linked").symlink_to(tmp_path / "far" / "deep")
    (tmp_path / "far" / "deep").mkdir(parents=True)
    assert called("new", "linked/mine.yaml", "--from", "house").exit_code == 0
    assert called("new", "further/coup.yaml", "--from", "hearts").exit_code == 0
    monkeypatch.chdir(tmp_path / "far")
    assert called("new", "../further/last.yaml", "--from", "coup").exit_code == 0  # not the file beside it
    assert coupdsl.load(tmp_path / "further" / "last.yaml", 4).program.name == "coup"
    monkeypatch.chdir(tmp_path)
    game = Path(coupdsl.__file__).parents[2] / "contracts" / "gallery" / "sevens.coup"
    assert called("new", "fourth.yaml", "--from", game).exit_code == 0
    assert called("validate", ".", "--games", 0).exit_code == 0


BELOW_ZERO = """edition 1
game steps {
  seats [2]
  state place: number = 0
  kind way as ways {
    across: number
    up: number
  }
  way east = 1 { up: -1 }
  way west = -1 { up: 0 }
  first of seats chooses go { step w from ways { place := place + across of w + up of w } }
  finish by place
  limit 5 moves { finish by 0 }
}
"""


def test_numbers_below_zero_are_among_those_in_force(tmp_path: Path) -> None:
    write(tmp_path, "steps.coup", BELOW_ZERO)
    made = tmp_path / "mine.yaml"
    assert called("new", made, "--from", tmp_path / "steps.coup").exit_code == 0
    text = made.read_text("utf-8")
    assert "  #   east: {across: 1, up: -1}\n  #   west: {across: -1, up: 0}\n" in text
    made.write_text(re.sub("(?m)^  # (set:|  (?:ea|we)st:)", r"  \1", text), "utf-8")
    done = called("validate", made)
    assert (done.exit_code, "all well" in done.output) == (0, True), done.output


def test_any_file_name_gives_a_name() -> None:
    assert [title(Path(file)) for file in ("tante Odile.yaml", "a_b-c.yaml", "?.yaml", "l'été à moi.yaml")] == [
        "Tante Odile",
        "A b c",
        "My rules",
        "L'été à moi",
    ]
    assert [slug(Path(file)) for file in ("Our Rules!.yaml", "漢.yaml", "a_b.yaml")] == ["our-rules", "my-rules", "a-b"]
    assert [name(Path(file)) for file in ("My siege.coup", "x-1.coup", "漢.coup")] == ["my_siege", "x_1", ""]
    assert (slug(Path("été.yaml")), name(Path("ma misère.coup"))) == ("ete", "ma_misere")


# ---- entries
@pytest.mark.unmeasured
@pytest.mark.parametrize(("ruleset", "copied"), sample(ENTRIES, 5))
def test_a_copy_is_well_and_states_the_same(ruleset: str, copied: str, tmp_path: Path) -> None:
    result = called("new", "one-more.coup", "--from", ruleset, "--copy", copied)
    assert result.exit_code == 0, result.output
    text = (tmp_path / "one-more.coup").read_text("utf-8")
    assert formatted(Source("one-more.coup", text), False) == (text, [])
    assert "@" not in text
    assert result.output.startswith(
        f"one-more.coup: {'an action' if ruleset == 'coup' else 'a contract'} like {copied};"
    )
    write(tmp_path, "mine.yaml", f"variant: mine\nextends: {ruleset}\n" + result.output.split("\n\n", 1)[1])
    assert check_paths([tmp_path / "mine.yaml"], games=0).problems == []
    mine, _ = compose_file(tmp_path / "mine.yaml")
    assert mine is not None
    rules, entry = playable(mine, TABLES[ruleset][-1]), mine.program.entry(copied)
    assert entry is not None
    for field in (m.name for m in entry.kind.members.values() if m.form == "field" and not m.parameter_types):
        if entry.kind.members[field].type.name in ("amount", "number", "flag"):
            assert effective(rules, f"one_more.{field}") == effective(rules, f"{copied}.{field}")


def test_a_copy_says_what_its_lines_mean() -> None:
    siege = composed("french").program.entry("siege")
    assert siege is not None
    text = new_entry(Path("my-siege.coup"), siege, "french", composed("french"))
    assert text.startswith("# My siege: a contract like siege. A variant of french brings it in:\n#   contracts:\n")
    assert '  name:    en "My siege" fr "My siege"\n' in text
    for line, meaning in {
        "collect: 1000": "an amount, a multiple of 10",
        "hidden:  true": "true or false",
        "lead:    suit is not spades": "a condition on a card, called `it`",
    }.items():
        assert f"  {line:<53}# {meaning}\n" in text
    assert "  # each: an amount, a multiple of 10.\n  item spades" in text
    assert '  # An item.\n  # Its name, for people: a line such as `name: en "…" fr "…"`.\n' in text
    assert "  #   goal: pieces of items\n" in text
    assert "attempted, price, at_once, takes_part, counts_as, led, may_lead" in text
    place = next(line for line in text.splitlines() if line.startswith("  #   trick_taken: "))
    file, number = re.fullmatch(r"  #   trick_taken: (.*), line (\d+)", place).groups()  # type: ignore[union-attr]
    assert "rule trick_taken" in (ROOT / file).read_text("utf-8").splitlines()[int(number) - 1]


def test_a_copy_is_explained_in_the_language_that_is_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "moi.coup"
    told = called("new", str(path), "--from", "parker-1966", "--copy", "siege", "--lang", "fr")
    assert told.exit_code == 0
    comments = [line.partition("# ")[2] for line in path.read_text("utf-8").splitlines() if "# " in line]
    assert "Moi : contract comme siege. Une variante de parker-1966 l'ajoute :" in comments
    assert {"une somme, un multiple de 10", "une condition sur `it` (card)", "true ou false"} <= {*comments}
    assert 'Son nom pour les joueurs : une ligne comme `name: en "…" fr "…"`.' in comments
    assert not any(
        word in comment for comment in comments for word in ("A variant", "an amount", "Left out", ", line ")
    )


def test_what_a_kind_says_of_its_fields_in_english_is_said_in_english_alone(tmp_path: Path) -> None:
    def comments(language: str) -> set[str]:
        path = tmp_path / f"{language}.coup"
        assert called("new", str(path), "--from", "french", "--copy", "dominos", "--lang", language).exit_code == 0
        return {line.partition("# ")[2] for line in path.read_text("utf-8").splitlines() if "# " in line}

    assert {
        "pieces: a set of pieces; the value after `=`.",
        "a set of pieces; the Coup side: take all of it",
    } <= comments("en")
    assert {"pieces : un ensemble (set of pieces).", "un ensemble (set of pieces)"} <= comments("fr")


def test_a_copy_is_of_what_is_in_force(tmp_path: Path) -> None:
    write(
        tmp_path, "house.yaml",
        "variant: house\nextends: french\ncontracts: {set: {siege: {collect: 1200, spades: {each: 150}}}}\n",
    )  # fmt: skip
    called("new", "mine.coup", "--from", "house.yaml", "--copy", "siege")
    text = (tmp_path / "mine.coup").read_text("utf-8")
    assert "  collect: 1200 " in text
    assert "{ each: 150 }" in text
    assert "forfeit: 800 " in text


def test_a_copy_that_does_not_fit_is_told(tmp_path: Path) -> None:
    wrong = write(tmp_path, "wrong.coup", "edition 1\ncontract wrong plays tricks { collect: nobody }\n")
    assert [problem.code.number for problem in problems_with(wrong, composed("french"))][:1] == ["E201"]


# ---- refusals
@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        ("mine.txt --from french", 2, "neither a variant"),
        ("mine --from french", 2, "neither a variant"),
        ("mine.yaml", 2, "--from"),
        ("mine.yaml --from frnch", 1, "did you mean `french`?"),
        ("mine.yaml --from french --copy siege", 2, "goes with a .coup"),
        ("mine.coup --from french --copy siege --all", 2, "goes with a .yaml"),
        ("mine.coup --from french", 2, "say which one is copied: barbu"),
        ("mine.coup --from french --copy sege", 2, "did you mean `siege`?"),
        ("mine.coup --from hearts --copy x", 2, "nothing that could be copied"),
        ("siege.coup --from french --copy siege", 2, "`siege` already"),
        ("nine.coup --from french --copy siege", 2, "something called `nine` already"),
        ("treasury.coup --from french --copy siege", 2, "something called `treasury` already"),
        ("cards.coup --from french --copy siege", 2, "no name it can have"),
        ("1.coup --from french --copy siege", 2, "no name it can have"),
        ("french.yaml --from french", 2, "would extend itself"),
        ("here.yaml --from french", 2, "is there already"),
        ("linked.yaml --from french", 2, "is there already"),
        ("folder.yaml --from french --force", 2, "is a folder"),
    ],
)
def test_refusals(words: str, status: int, said: str, tmp_path: Path) -> None:
    write(tmp_path, "here.yaml", "kept")
    (tmp_path / "folder.yaml").mkdir()
    (tmp_path / "linked.yaml").symlink_to("nowhere.yaml")
    result = called("new", *words.split())
    assert result.exit_code == status
    assert said in " ".join(result.output.replace("│", " ").split())
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder.yaml", "here.yaml", "linked.yaml"]
    assert (tmp_path / "here.yaml").read_text("utf-8") == "kept"


def test_force_replaces(tmp_path: Path) -> None:
    write(tmp_path, "here.yaml", "gone")
    assert called("new", "here.yaml", "--from", "coup", "--force").exit_code == 0
    assert (tmp_path / "here.yaml").read_text("utf-8").startswith("# yaml-language-server")
    assert called("new", "here.yaml", "--from", "here.yaml", "--force").exit_code == 2


def test_what_is_copied_is_found_by_what_people_call_it() -> None:
    for said, meant in (("Siège", "siege"), ("prison", "touche"), ("waterlo", "waterloo")):
        result = called("new", "ours.coup", "--from", "french", "--copy", said)
        assert result.exit_code == 2 and f"did you mean `{meant}`?" in result.output


# ---- whole games
WHOLE_GAMES = {"coup": 105, "coup-detat-2005": 97, "parker-1966": 291}  # and how many tests of theirs


@pytest.mark.unmeasured
@pytest.mark.parametrize("ruleset", WHOLE_GAMES)
def test_a_whole_game_is_copied_and_well_at_once(ruleset: str, tmp_path: Path) -> None:
    told = called("new", "our-edition", "--from", ruleset, "--whole")
    assert told.exit_code == 0 and "our-edition/our-edition.yaml: by this file it is played" in told.output
    folder = tmp_path / "our-edition"
    checked = check_paths([folder], games=1)
    assert (checked.problems, checked.warnings) == ([], [])
    assert called("test", folder).output.endswith(f"{WHOLE_GAMES[ruleset]} tests: all well\n")
    mine, shipped_one = compose_file(folder / "our-edition.yaml")[0], composed(ruleset)
    assert mine is not None and mine.labels.keys() == shipped_one.labels.keys()
    for language, labels in mine.labels.items():
        assert labels.words == shipped_one.labels[language].words
    for one, other in zip(mine.program.files, shipped_one.program.files, strict=True):
        assert one.source.folder is not None and one.source.path is not None and other.source.path is not None
        assert one.source.folder == folder or one.source.path == other.source.path  # a mechanic
    assert not any("yaml-language-server" in path.read_text("utf-8") for path in folder.glob("*.yaml"))


GALLERY = sorted(path.stem.replace("_", "-") for path in (ROOT / "contracts" / "gallery").glob("*.test.yaml"))


@pytest.mark.unmeasured
@pytest.mark.parametrize("ruleset", [name.removesuffix(".test") for name in GALLERY])
def test_a_game_that_shares_its_folder_is_copied_without_what_belongs_to_others(ruleset: str, tmp_path: Path) -> None:
    told = called("new", "ours", "--from", ruleset, "--whole")
    assert told.exit_code == 0, told.output
    checked = check_paths([tmp_path / "ours"], games=0)
    assert (checked.problems, checked.warnings) == ([], [])
    rules = [path.stem for path in (tmp_path / "ours").glob("*.coup")]
    beside = {f"{name}.{more}.yaml" for name in rules for more in ("book", "en", "fr")}
    assert {path.name for path in (tmp_path / "ours").glob("*.yaml")} - beside == {
        "en.yaml", "fr.yaml", f"{ruleset}.test.yaml", "ours.yaml",
    }  # fmt: skip
    mine, shipped_one = compose_file(tmp_path / "ours" / "ours.yaml")[0], composed(ruleset)
    assert mine is not None and coupdsl.load("ours/ours.yaml").fingerprint == coupdsl.load(ruleset).fingerprint
    program = mine.program
    names = [zone.name for zone in program.zones] + [state.name for state in program.states]
    named = {f"names.{name}" for name in (*names, *(account.name for account in program.accounts))}
    for path in {*wanted_texts(program), *named}:
        for language, labels in mine.labels.items():
            assert labels.words.get(path) == shipped_one.labels[language].words.get(path), path


@pytest.mark.parametrize(("language", "title"), [("en", "Hearts"), ("fr", "Dame de pique")])
def test_the_book_of_such_a_copy_is_that_of_the_game(language: str, title: str) -> None:
    called("new", "ours", "--from", "hearts", "--whole")
    mine, shipped_one = (called("rulebook", name, "--lang", language).stdout for name in ("ours/ours.yaml", "hearts"))
    assert mine == shipped_one and title in mine


def test_tests_of_such_a_copy_are_of_the_copy(tmp_path: Path) -> None:
    called("new", "ours", "--from", "kuhn", "--whole")
    assert called("test", tmp_path / "ours").output.endswith("1 file, 19 tests: all well\n")


def test_what_players_learnt_is_copied_with_a_whole_game(tmp_path: Path) -> None:
    called("new", "ours", "--from", "gin-rummy", "--whole")
    there, here = (prior_of(coupdsl.load(one)) for one in ("gin-rummy", "ours/ours.yaml"))
    assert there is not None
    assert here is not None
    assert (here.weights, here.of_others) == (there.weights, False)


def test_no_copy_is_played_by_a_file_called_like_its_texts(tmp_path: Path) -> None:
    told = called("new", "en", "--from", "hearts", "--whole")
    assert told.exit_code != 0
    assert "it would be played by `en.yaml`, and a file of `hearts` is called so\n" in told.output
    assert "help: name another folder\n" in told.output
    assert not (tmp_path / "en").exists()


def test_what_is_changed_in_a_copy_of_a_whole_game_is_played(tmp_path: Path) -> None:
    called("new", "ours", "--from", "coup", "--whole")
    before = coupdsl.load("ours/ours.yaml", 4).fingerprint
    actions = tmp_path / "ours" / "actions.coup"
    actions.write_text(actions.read_text("utf-8").replace("gain: 2", "gain: 4"), "utf-8")
    assert coupdsl.load("ours/ours.yaml", 4).fingerprint != before


def test_a_game_of_one_s_own_is_copied_too(tmp_path: Path) -> None:
    write(tmp_path, "small.coup", GOOD)
    assert called("new", "larger", "--from", "small.coup", "--whole").exit_code == 0
    assert sorted(path.name for path in (tmp_path / "larger").iterdir()) == ["larger.yaml", "small.coup"]
    mine, problems = compose_file(tmp_path / "larger" / "larger.yaml")
    assert mine is not None and not problems and mine.titles["en"] == "Larger"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("mine", "--from", "short"), "`short` extends `parker-1966`, and is no game of its own\n"),
        (("mine", "--from", "short"), "help: make a variant of it: `coupdsl new mine.yaml --from short`"),
        (("mine.yaml", "--from", "coup"), "a whole game is copied into a folder: `coupdsl new mine …`"),
        (("full", "--from", "coup"), "`full` is there already\n"),
        (("mine", "--from", "coup", "--all"), "stands alone: a game is copied as it is"),
    ],
)  # fmt: skip
def test_a_whole_game_that_cannot_be_copied_is_refused_and_nothing_is_written(
    words: tuple[str, ...], said: str, tmp_path: Path
) -> None:
    write(tmp_path, "full", "")
    result = called("new", *words, "--whole")
    assert result.exit_code == 2 and said in result.output
    assert [path.name for path in tmp_path.iterdir()] == ["full"]


def test_what_the_help_shows_of_whole_games_can_be_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shown = [line.split()[-5:] for line in called("new", "--help").stdout.splitlines() if line.endswith(" --whole")]
    assert [called(*words).exit_code for words in shown] == [0]
