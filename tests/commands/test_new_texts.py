"""`coupdsl new game.en.yaml`: every name and question that people are shown, and nothing lost that was said before."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from tests.commands.calls import GOOD, called
from tests.helpers import ROOT

from coupdsl.authoring.new_texts import nameless_states
from coupdsl.language import codes
from coupdsl.language.source import Source
from coupdsl.rulesets.compose import compose_file
from coupdsl.rulesets.laid_out import formatted
from coupdsl.rulesets.texts import wanted_texts

GAMES = ["coup/game", "coup-detat-2005/game", "gallery/gin_rummy", "gallery/euchre", "gallery/kuhn"]


@pytest.fixture
def contracts(tmp_path: Path) -> Path:
    return shutil.copytree(ROOT / "contracts", tmp_path / "contracts")


def texts_of(game: Path) -> dict[str, dict[str, str]]:
    composed, problems = compose_file(game)
    assert composed is not None
    assert problems == []
    assert composed.warnings == []
    return {language: {key: text for key, (text, _) in words.items()} for language, words in composed.texts.items()}


@pytest.mark.parametrize("name", GAMES)
def test_all_that_is_wanted_is_written(name: str, contracts: Path) -> None:
    game = contracts / f"{name}.coup"
    for path in game.parent.glob("*.yaml"):
        path.unlink()
    before = set(texts_of(game).get("en", ()))
    own = game.with_suffix(".en.yaml")
    assert called("new", own, "--from", game).exit_code == 0
    text = own.read_text("utf-8")
    assert formatted(Source(own.name, text), True) == (text, [])
    assert set(texts_of(game)["en"]) > before


@pytest.mark.parametrize("name", ["coup/en.yaml", "coup-detat/fr.yaml", "gallery/gin_rummy.fr.yaml"])
def test_what_was_said_is_kept(name: str, contracts: Path) -> None:
    path = contracts / name
    game = path.with_name("game.coup" if path.stem == path.stem[:2] else f"{path.name.partition('.')[0]}.coup")
    before = texts_of(game)
    refused = called("new", path, "--from", game)
    assert refused.exit_code == 2
    assert "help: --force replaces it" in refused.stderr
    text = path.read_text("utf-8")
    assert called("new", path, "--from", game, "--force").exit_code == 0
    assert texts_of(game) == before
    assert path.read_text("utf-8") == text


def test_what_lacks_is_added_where_it_belongs_and_all_else_stays(contracts: Path) -> None:
    path = contracts / "gallery/gin_rummy.en.yaml"
    path.write_text(
        """# for the club
language: en

decisions:               # what is asked
  draw: "From where?"      # not which card
moves: {knock: "knock with"}
options:
  taken.discard: {ask: "May the card just taken be discarded?"}
  knock.most:
    # how high?
    ask: >
      How much is left,
      at most?
# the end
""", "utf-8")  # fmt: skip
    assert called("new", path, "--from", path.with_name("gin_rummy.coup"), "--force").exit_code == 0
    text = re.sub(" +", " ", path.read_text("utf-8"))
    assert text.startswith(
        '# for the club\nlanguage: en\n\ndecisions: # what is asked\n draw: "From where?" # not which'
    )
    assert '\nmoves: {knock: "knock with", upcard: "upcard", stock: "stock", discard: "discard"}\n' in text
    assert '?", readings: {barred: "barred", allowed: "allowed"}}\n knock.most:\n # how high?\n ask: >\n' in text
    assert text.endswith("# cartes isolées\n# the end\n")
    assert set(texts_of(path.with_name("gin_rummy.coup"))["en"]) >= set(wanted_here(path.with_name("gin_rummy.coup")))


def wanted_here(game: Path) -> list[str]:
    composed, _ = compose_file(game)
    assert composed is not None
    return [path for path, of in wanted_texts(composed.program).items() if of.source.folder == game.parent]


def test_another_language_stands_beside_as_a_comment(contracts: Path) -> None:
    game = contracts / "gallery/gin_rummy.coup"
    french = game.with_suffix(".fr.yaml")
    french.unlink()
    assert called("new", french, "--from", game).exit_code == 0
    assert re.search(r'^  knock: +"knock" +# knock, discarding$', french.read_text("utf-8"), re.MULTILINE)


def test_usual_suits_and_ranks_are_said_in_the_language_asked_for(contracts: Path) -> None:
    game = contracts / "gallery/euchre.coup"
    wanted = {language: texts_of(game)[language] for language in ("en", "fr")}
    for language, words in wanted.items():
        for path in game.parent.glob(f"*{language}.yaml"):
            path.unlink()
        own = game.with_suffix(f".{language}.yaml")
        assert called("new", own, "--from", game).exit_code == 0
        written = texts_of(game)[language]
        faces = ("spades", "hearts", "diamonds", "clubs", "ace", "king", "queen", "jack", "ten", "nine")
        assert [written[f"names.{face}"] for face in faces] == [words[f"names.{face}"] for face in faces]


def test_clubs_of_another_pack_are_not_those_of_the_usual_one(tmp_path: Path) -> None:
    cards = "cards {\n suits cups C, clubs B\n ranks ace A, king K\n }\n zone deck: row seen by none = cards\n"
    game = tmp_path / "small.coup"
    game.write_text(GOOD.replace("  account bank", f"{cards}  account bank"), "utf-8")
    own = game.with_suffix(".fr.yaml")
    assert called("new", own, "--from", game).exit_code == 0
    assert re.search(r'^  clubs: +"clubs"$', own.read_text("utf-8"), re.MULTILINE)


def test_words_of_states_that_are_shown_are_written_too(tmp_path: Path) -> None:
    game = tmp_path / "small.coup"
    game.write_text(GOOD.replace("  account bank", "  state mood: calm | angry = calm\n  account bank"), "utf-8")
    own = game.with_suffix(".fr.yaml")
    assert called("new", own, "--from", game).exit_code == 0
    assert re.search(r'^  calm: +"calm"\n  angry: +"angry"$', own.read_text("utf-8"), re.MULTILINE)
    composed, _ = compose_file(game)
    assert composed is not None and not [one for one in composed.warnings if one.code is codes.MISSING_TEXT]


def test_states_without_a_name_are_told(contracts: Path) -> None:
    game = contracts / "gallery/euchre.coup"
    own = game.with_suffix(".fr.yaml")
    said = "states are shown at the table where they have a name under `names:`; these have none: "
    assert f"\n{said}deals\n" in called("new", own, "--from", game, "--force").output
    for path in game.parent.glob("*fr.yaml"):
        path.unlink()
    assert f"\n{said}points, won, deals, dealer, trump, maker, loners\n" in called("new", own, "--from", game).output
    cribbage, _ = compose_file(contracts / "gallery/cribbage.coup")
    assert cribbage is not None
    told = nameless_states(contracts / "gallery/cribbage.it.yaml", cribbage)
    assert "laid_by" in told  # which is kept per card


def test_many_that_lack_are_one_warning_that_says_how_to_write_them(contracts: Path) -> None:
    game = contracts / "gallery/gin_rummy.coup"
    own = game.with_suffix(".en.yaml")
    own.write_text("language: en\nnames: {discards: discards}\n", "utf-8")
    composed, _ = compose_file(game)
    assert composed is not None
    (warning,) = composed.warnings
    names, said, more = warning.message.partition(" and ")
    assert re.fullmatch(r"\d+ more have no text in language `en`", more) and said and warning.help is not None
    lacking = [path for path in wanted_here(game) if path not in composed.texts["en"]]
    assert names == ", ".join(f"`{key}`" for key in lacking[:3])
    assert int(more.split()[0]) == len(lacking) - 3
    assert warning.help.startswith("write them in the file gin_rummy.en.yaml beside the rules, or let `")
    assert warning.help.endswith("` write them all, for you to change; what is there stays")
    command = warning.help.split("`")[1].split()
    assert command[:2] == ["coupdsl", "new"]
    assert called(*command[1:]).exit_code == 0
    texts_of(game)


def test_two_letters_elsewhere_are_a_variant(tmp_path: Path) -> None:
    file = tmp_path / "my.yaml"
    assert called("new", file, "--from", "french").exit_code == 0
    assert "variant: my\n" in file.read_text("utf-8")


def test_two_letters_beside_the_rules_are_a_language_where_texts_stand(tmp_path: Path) -> None:
    game = tmp_path / "small.coup"
    game.write_text(GOOD, "utf-8")

    def made(name: str) -> tuple[str, str]:
        called_so = called("new", tmp_path / name, "--from", game)
        assert called_so.exit_code == 0, called_so.output
        return (tmp_path / name).read_text("utf-8").split("\n")[0], called_so.output.splitlines()[-1]

    first, hint = made("my.yaml")
    assert first.startswith("# yaml-language-server")
    texts = tmp_path / "small.my.yaml"
    assert hint == f"for texts in the language `my`: `coupdsl new {texts} --from {game}`"
    assert "a variant of" in made("xx.yaml")[1]  # no language
    assert made("small.my.yaml")[0] == "language: my"
    first, hint = made("it.yaml")
    assert first == "language: it"
    assert hint == f"for a variant: `coupdsl new {tmp_path / 'it_rules.yaml'} --from {game}`"
    assert made("it_rules.yaml")[0].startswith("# yaml-language-server")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_the_program_speaks_is_a_language_anywhere(language: str, tmp_path: Path) -> None:
    game = tmp_path / "small.coup"
    game.write_text(GOOD, "utf-8")
    said = called("new", tmp_path / f"{language}.yaml", "--from", game).output
    assert "the texts of" in said and "variant" not in said


def test_texts_are_made_beside_the_rules_only(contracts: Path, tmp_path: Path) -> None:
    found = called("new", tmp_path / "gin_rummy.en.yaml", "--from", contracts / "gallery/gin_rummy.coup")
    assert found.exit_code == 2
    assert "texts belong beside their rules" in found.stderr
