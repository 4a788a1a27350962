"""Lines of text that fit, whatever stands in them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from tests.helpers import examples

from coupdsl.commands.streams import guarded
from coupdsl.language.signs import STEERING
from coupdsl.screen.card_boxes import Card, boxes
from coupdsl.screen.flowing import Bit, Letters, flow, width, words

TEXT = st.text(st.sampled_from("ab 漢字é♠[red]\\\x1b\u202e\n\t…"), max_size=60)


@examples(60)
@given(TEXT, st.integers(1, 30), st.integers(0, 3), st.integers(1, 3))
def test_no_line_is_wider_than_its_room_and_nothing_is_lost(text: str, wide: int, indent: int, gap: int) -> None:
    safe = Letters()(text)
    indent = min(indent, wide - 1)
    lines = flow(words(safe), wide, gap, indent)
    assert all(width(line) <= max(wide, indent + 2) for line in lines)  # a sign of two cells stands in one, if need be
    assert "".join(bit.text for line in lines for bit in line).replace(" ", "") == safe.replace(" ", "")


def test_what_is_held_together_and_too_long_is_broken_at_its_blanks() -> None:
    held = (Bit("played ", "faint"), Bit("Barbu 4, Dominos 4 : Anticonstitutionnellement"))
    lines = ["".join(bit.text for bit in line) for line in flow([held], 16)]
    assert lines == ["played Barbu 4,", "Dominos 4 :", "Anticonstitution", "nellement"]


def test_no_sign_that_stands_apart_in_french_begins_or_ends_a_line() -> None:
    text = "Que voulez-vous ? Le mort : « il a tout » ! Et puis ; rien."
    for wide in range(13, 40):
        lines = ["".join(bit.text for bit in line) for line in flow(words(text), wide)]
        assert not [line for line in lines if line[0] in ";:!?»" or line.endswith("«")], lines
        assert " ".join(lines) == text


@examples(60)
@given(TEXT)
def test_nothing_steers_a_terminal(text: str) -> None:
    assert not STEERING.search(Letters()(text))
    assert "\n" not in Letters()(text)


def test_a_terminal_of_few_letters_is_sent_none_that_it_lacks() -> None:
    with guarded():
        letters = Letters(lambda text: text.encode("ascii", "nearest").decode())
        assert letters("Reine de ♥ … « é »") == 'Reine de H ... " e "'
        assert [letters.sign(sign) for sign in "▸▮─…"] == [">", "#", "-", "..."]


def test_cards_are_boxes_in_rows_that_fit() -> None:
    def card(text: str, below: str = "") -> Card:
        return Card((Bit(text),), below)

    lines = ["".join(bit.text for bit in line) for line in boxes([card("[Q♣]"), card(" 10♦ "), card("▸2♠◂")], 10)]
    assert lines == ["┏━━┓╭───╮", "┃Q♣┃│10♦│", "┗━━┛╰───╯", "┏━━┓", "▸2♠◂", "┗━━┛"]
    (*_, names) = boxes([card(" Q♣ ", "Seat 1"), card(" 2♣ ")], 20)
    assert "".join(bit.text for bit in names).rstrip() == "Seat 1"
