"""What is said to who asks what can be typed on the page, or types a word that only a terminal has."""

from __future__ import annotations

import re

import pytest
from tests.table.sittings import sitting

from coupdsl.play.spoken import COMMANDS, FRENCH_COMMANDS
from coupdsl.table.sitting import QUESTIONS, Said, Sitting


def lines_of(at: Sitting, text: str, language: str = "en") -> list[str]:
    said = at.typed(text, 0, language)
    assert isinstance(said, Said)
    return said.lines


def test_help_tells_what_can_be_typed_on_the_page() -> None:
    at = sitting("hearts", 4)
    card = at.words("en").argument(str(at.game.state.legal_moves()[0]).split()[1])
    first, why, _, buttons, _ = lines_of(at, "help")
    assert f"({card})" in first and f"why {card}," in why
    assert buttons == "hint, known, link: as “Hint”, “What can be known” and “Share”"
    french = lines_of(at, "aide", "fr")[3]
    assert french == "conseil, connu, lien : comme « Conseil », « Ce que l'on peut savoir » et « Partager »"


@pytest.mark.parametrize(("language", "own"), [("en", COMMANDS), ("fr", FRENCH_COMMANDS)])
def test_words_of_the_terminal_are_called_so_and_not_told(language: str, own: dict[str, str]) -> None:
    at = sitting("coup", 4)
    said = lines_of(at, "help", language)
    alone = {word for word, command in own.items() if command not in (*QUESTIONS, "help")}
    assert not alone & {*re.findall(r"\w+", " ".join(said))}
    for word in alone:
        first, *then = lines_of(at, word, language)
        assert word in first and "terminal" in first and then == said


def test_help_is_offered_where_nothing_was_understood() -> None:
    at = sitting("hearts", 4)
    assert lines_of(at, "hepl") == ["`hepl` is not possible here.", "Did you mean `help`?"]
    assert lines_of(at, "nonsense")[-1] == "Type help to see what you can type."
    assert lines_of(at, "nimporte", "fr")[-1] == "Tapez aide pour savoir quoi taper."
