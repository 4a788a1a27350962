"""What a person does on the full screen beside playing: asking, typing, taking back, going on; and what is seen."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.style import Style
from tests.screen.screens import LARGE, SMALL, USUAL, Screen, on_screen
from tests.small_games import in_folder, load_text
from tests.table.picture import FORMS
from tests.table.sittings import sitting, sitting_of
from tests.table.test_guided import guided
from textual import events
from textual.keys import _character_to_key

import coupdsl
from coupdsl.commands.streams import guarded
from coupdsl.play.log import read_log, replay
from coupdsl.screen.flowing import Item, Letters
from coupdsl.screen.typed_line import History, completions

FIRST = "Which card do you pass on?"


async def to_the_trick(screen: Screen) -> None:
    """In hearts: three cards are passed on, and one is asked for the trick, of which suits cannot all be played."""
    await screen.press("enter", "enter", "enter")
    assert "Which card do you play?" in screen.text


def test_all_that_matters_is_in_sight_on_a_small_screen() -> None:
    async def look(screen: Screen) -> None:
        await to_the_trick(screen)
        rows = screen.rows
        assert rows[0].startswith("Hearts")
        assert [row.split()[:2] for row in rows[1:4]] == [["Seat", "1"], ["Seat", "2"], ["Seat", "3"]]
        assert "trick 2♣ Seat 2 3♣ Seat 3" in screen.text  # and who laid what
        assert "Seat 3 plays 3♣" in screen.text
        assert "Seat 0 (you) points 0" in screen.text
        assert "Enter: choose" in rows[-1]

    on_screen(sitting("hearts", 4), look, SMALL)


def test_a_trick_that_was_taken_and_what_the_rules_state_are_seen() -> None:
    async def look(screen: Screen) -> None:
        for _ in range(12):
            if "just taken" in screen.text:
                break
            await screen.press("enter")
        last = [piece for zone in screen.app.driving.told.scene.zones for piece in zone.cleared]
        assert len(last) == 4 and f"just taken {last[0].label} " in screen.text
        stated = [one.stated for one in screen.app.driving.told.scene.amounts if one.stated]
        assert stated and all(", ".join(parts) in screen.text for parts in stated)

    on_screen(sitting("parker-1966", 4), look, (90, 30))


def test_all_of_a_question_is_in_sight_where_there_is_room() -> None:
    at = sitting("parker-1966", 4, seed=6)
    while not at.is_ours or not at.told("en", at.steps).scene.question.stated:
        if at.is_ours:
            at.choose(str(at.game.state.legal_moves()[0]), len(at.game.moves))
        else:
            at.others_choose()
    narrower = []  # panes that need another line, as beside them there is room for a bar

    async def look(screen: Screen) -> None:
        await screen.press("2")  # to attempt a Coup: in which of some, each with its figures
        for wide in range(60, 100):
            await screen.pilot.resize_terminal(wide, 60)
            await screen.calm()
            for pane in (screen.app.table.panes[name] for name in ("ask", "own")):
                inside, room = pane.inside, pane.inside.size.width
                narrower.extend([wide] if len(inside.lines(room)) > len(inside.lines(room + 1)) else [])
                assert len(inside.lines(room)) <= pane.size.height, wide

    on_screen(at, look, (60, 60))
    assert narrower


def test_what_can_be_chosen_is_seen_without_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def look(screen: Screen) -> None:
        await to_the_trick(screen)
        assert "▸K♦◂" in screen.text and "[10♦]" in screen.text
        assert "[Q♥]" not in screen.text and "Q♥" in screen.text
        styles = [
            segment.style or Style() for strip in screen.app.screen._compositor.render_strips() for segment in strip
        ]
        assert {style.color for style in styles} <= {None, Style.parse("default").color}

    on_screen(sitting("hearts", 4), look)


def test_a_click_on_a_card_that_may_not_be_played_says_why_not() -> None:
    at = sitting("hearts", 4)

    async def ask(screen: Screen) -> None:
        await to_the_trick(screen)
        made = len(at.game.moves)
        await screen.click(Item("why", "QH"))
        assert "Play Q♥: no, nothing that costs points" in screen.text
        await screen.press("escape")
        assert "nothing that costs points" not in screen.text
        assert len(at.game.moves) == made

    on_screen(at, ask)


def test_a_choice_is_taken_back_as_long_as_nothing_was_learned() -> None:
    at = sitting("hearts", 4)

    async def play(screen: Screen) -> None:
        await screen.press("enter")
        assert len(at.game.moves) == 1 and "^Z: take back" in screen.text
        await screen.press("ctrl+z")
        assert len(at.game.moves) == 0 and FIRST in screen.text
        await screen.press("ctrl+z")
        assert "Nothing can be taken back" in screen.said
        await screen.press("enter")
        await screen.type("undo")
        assert len(at.game.moves) == 0

    on_screen(at, play)


def test_parts_are_picked_one_after_another_and_dropped() -> None:
    at = sitting("coup", 4, seed=4)

    async def play(screen: Screen) -> None:
        while "What do you do?" not in screen.text:
            await screen.press("enter")
        made = len(at.game.moves)
        assert "[2 Foreign aid] gain 2" in screen.text and "Steal …] Take 2 coins" in screen.text
        steal = next(item for item, _ in screen.places("answer") if "steal" in item.name)
        await screen.click(steal)
        assert len(at.game.moves) == made and "Steal … [Back]" in screen.text
        assert not list(screen.places("answer")) and "▸Seat 1◂" in screen.text  # it is asked whom, by the seats
        await screen.press("escape")
        assert "[Back]" not in screen.text
        await screen.type("steal")  # the part, as it is printed
        await screen.type("seat 2")
        assert at.game.moves[made][1].word == "steal" and str(at.game.moves[made][1]).endswith("2")

    on_screen(at, play)


def test_arrows_go_where_they_point() -> None:
    at = sitting("coup-detat-2005", 2)

    async def play(screen: Screen) -> None:
        await screen.press("right")
        assert screen.app.table.here == Item("pick", "piece:QB")
        await screen.press("left", "left")  # round to the last
        last = screen.app.table.here
        await screen.press("home", "down")
        assert screen.app.table.here != last
        await screen.press("up")
        assert screen.app.table.here is not None and screen.app.table.here.do == "pick"

    on_screen(at, play, SMALL)


def test_what_is_printed_can_be_typed() -> None:
    at = sitting("hearts", 4)

    async def play(screen: Screen) -> None:
        await screen.type("pass on QC")
        await screen.type("10c")
        await screen.press("1", "0", "d", "enter")  # no answer has a digit here, so that a line begins
        assert [str(move) for _, move in at.game.moves[:3]] == ["pass_on QC", "pass_on TC", "pass_on TD"]
        await screen.type("why queen of hearts")
        assert "Play Q♥: no, you must follow suit" in screen.said
        await screen.type("nonsense")
        assert "nonsense" in screen.said
        await screen.type("log")
        assert "13 cards are dealt" in screen.said
        for word, said in (("help", "Tab completes it"), ("rules", "points"), ("why", "Write what you ask about")):
            await screen.type(word)
            assert said in screen.said, word
        await screen.type("link")
        assert screen.app.table.lines_given[0] in screen.said
        await screen.type("random")
        assert len(at.game.moves) > 12

    on_screen(at, play)


def test_help_gives_a_move_that_can_be_typed() -> None:
    at = sitting("coup", 4, seed=4)

    async def play(screen: Screen) -> None:
        await screen.press("f1")
        assert "its last part (Seat 1)" in screen.said and "why Seat 1" in screen.said
        await screen.type("seat 1")
        assert str(at.game.moves[0][1]) == "steal 1"

    on_screen(at, play)


def test_tab_completes_and_arrows_bring_lines_back() -> None:
    async def play(screen: Screen) -> None:
        typed = screen.app.table.typed
        await screen.press(*"hel")
        assert typed.value == "hel" and "Tab: complete" in screen.text
        await screen.press("tab")
        assert typed.value == "help"
        await screen.press("enter")
        await screen.press("/", *"why", "space", *"pass", "space", "o", "tab")
        first = typed.value
        assert first.startswith("why pass on ")
        await screen.press("tab")
        assert typed.value.startswith("why pass on ") and typed.value != first
        await screen.press("escape")
        assert typed.value == "" and screen.app.table.focused is None
        await screen.press("/", "up")
        assert typed.value == "help"
        await screen.press("down")
        assert typed.value == ""

    on_screen(sitting("hearts", 4), play)


def test_a_line_that_is_typed_at_once_is_whole() -> None:
    at = sitting("hearts", 4)

    async def play(screen: Screen) -> None:
        for sign in "pass on 10c":
            screen.app.post_message(events.Key(_character_to_key(sign), sign))
        await screen.press("enter")
        assert [str(move) for _, move in at.game.moves] == ["pass_on TC"]

    on_screen(at, play)


def test_history_keeps_what_is_being_written() -> None:
    history = History()
    for line in ("one", "two", "one"):
        history.add(line)
    assert [history.turn(-1, "new"), history.turn(-1, ""), history.turn(-1, "")] == ["one", "two", "two"]
    assert [history.turn(1, ""), history.turn(1, "")] == ["one", "new"]


def test_completions_are_of_what_was_begun() -> None:
    known = ["play 10♥", "play 2♥", "Pass", "help"]
    assert completions("p", known) == ["play 10♥", "play 2♥", "Pass"]
    assert completions("why pa", known, ["why"]) == ["why Pass"]
    assert completions("/h", known) == ["/help"]
    assert completions("help", known) == completions(" ", known) == []


def test_the_language_changes_in_place() -> None:
    async def play(screen: Screen) -> None:
        assert FIRST in screen.text
        await screen.press("f2")
        assert "Quelle carte passez-vous" in screen.text and "Joueur 1" in screen.text
        await screen.type("pourquoi DC")
        assert "Dame" in screen.said or "D♣" in screen.said
        await screen.type("en")
        assert FIRST in screen.text

    on_screen(sitting("hearts", 4), play)


def test_after_a_hand_all_wait_with_what_it_came_to() -> None:
    at = sitting_of(coupdsl.load("hearts", 4))

    async def play(screen: Screen) -> None:
        while screen.app.driving.paused is None:
            await screen.press("enter")
        assert "End of hand 1" in screen.text and "wins the trick" in screen.text and "▸Go on◂" in screen.text
        made = len(at.game.moves)
        await screen.pilot.pause(0.05)
        assert len(at.game.moves) == made
        assert "Hand 2" not in " ".join(text for _, text, _ in screen.app.driving.paused)
        await screen.press("f2")
        assert "Continuer" in screen.text
        await screen.type("en")
        await screen.type("go on")
        assert FIRST in screen.text

    on_screen(at, play)


def test_the_end_of_a_hand_is_in_sight_with_what_goes_on() -> None:
    """Where it needs more room than there is, what happened before makes way."""

    async def play(screen: Screen) -> None:
        while screen.app.driving.paused is None:
            await screen.press("enter")
        for kind, text, _ in screen.app.driving.paused:
            assert kind == "end" or text in screen.text
        assert "▸Go on◂" in screen.text and not screen.app.table.panes["account"].display
        await screen.press("enter")
        assert screen.app.table.panes["account"].display

    on_screen(sitting("short", 4, seed=3), play)


def test_what_the_table_leaves_is_for_what_happened() -> None:
    async def look(screen: Screen) -> None:
        told = [text for step in screen.app.driving.steps for _, text, _ in step.sentences]
        assert len(told) > 6 and all(text in screen.text for text in told[-9:])
        await screen.press("f1")
        assert "Letters begin a line" in screen.text  # the answer has the room before it
        await screen.press("escape")
        assert all(text in screen.text for text in told[-9:])

    on_screen(sitting("coup", 3, seed=5), look)


def test_at_the_end_another_game_begins_or_none() -> None:
    at = sitting("kuhn", 2)

    async def play(screen: Screen) -> None:
        while not at.is_over:
            await screen.press("enter")
        assert "▸Play again◂ [See the game again] [Leave]" in screen.text
        await screen.type("play again")
        assert at.games == 2 and not at.is_over
        await screen.press("ctrl+c")

    assert on_screen(at, play).return_code == 0


def test_what_is_explained_lies_over_the_table_until_somebody_has_had_enough() -> None:
    at = guided("hearts", 4)

    async def play(screen: Screen) -> None:
        assert "Have the fewest points" in screen.text and FIRST in screen.text
        await screen.press("f1", "escape")
        assert "Have the fewest points" in screen.text
        await screen.type("explain no more")
        assert "Have the fewest points" not in screen.text
        assert at.told("en").guide is None

    on_screen(at, play, SMALL)


def test_who_has_had_enough_of_explanations_keeps_what_was_picked() -> None:
    at = guided("coup", 4)

    async def play(screen: Screen) -> None:
        while "What do you do?" not in screen.text:
            await screen.press("enter")
        await screen.type("steal")
        assert "Steal … [Back]" in screen.text and "[Explain no more]" in screen.text
        await screen.click(Item("unguided"))
        assert "Steal … [Back]" in screen.text and "Explain no more" not in screen.text
        assert "Esc: close" not in screen.text
        await screen.press("enter")
        assert [move for _, move in at.game.moves if str(move).startswith("steal")]

    on_screen(at, play)


def test_who_watches_sees_a_game_go_by_and_no_hand() -> None:
    at = sitting("kuhn", 2, seat=None)

    async def watch(screen: Screen) -> None:
        assert at.is_over
        assert "Seat 0 (you)" not in screen.text

    on_screen(at, watch)


def test_moves_of_others_can_be_followed_and_need_not_be_waited_for() -> None:
    at = sitting("coup", 4, seed=4)

    async def play(screen: Screen) -> None:
        assert at.is_ours  # nobody waits for the first question
        await screen._send(events.Key("enter", None))
        while len(at.game.moves) < 1 or screen.app.driving.is_busy:
            await screen.pilot.pause(0.01)
        assert len(at.game.moves) == 1 and not at.is_ours
        assert "Space: do not wait" in screen.text
        await screen.press("space")
        assert at.is_ours and len(at.game.moves) > 1

    on_screen(at, play, pace=1000)


def test_what_others_hold_stands_nowhere() -> None:
    at = sitting("hearts", 4)
    hidden = {face for seat in (1, 2, 3) for zone in at.game.state.view(seat)["zones"] if zone["seat"] == seat
              for face in zone["pieces"] if face}  # fmt: skip
    words = at.words("en")

    async def look(screen: Screen) -> None:
        shown = set(screen.text.replace("[", " ").replace("]", " ").split())
        assert len(hidden) == 39
        assert not {words.piece(face) for face in hidden} & shown
        offered = screen.app.table._completions("pass on ")
        assert len(offered) == 13

    on_screen(at, look, LARGE)


POISON = """edition 1
game poison {
  seats [2]
  account cash per seat = 100
  first of seats chooses go {
    red { }
    black { }
  }
  finish by cash
  limit 5 moves { finish by 0 }
}
"""


def test_texts_of_rule_files_are_shown_as_they_are() -> None:
    at = sitting_of(load_text(POISON, 2))
    at.game.names = ("[red]x[/red]", "[@click=app.exit]y\x1b[2J\u202e")
    at._begin(at.game)

    async def look(screen: Screen) -> None:
        assert "[red]x[/red]" in screen.text
        assert "[@click=app.exit]y\\x1b[2J\\u202e" in screen.text

    on_screen(at, look)


def test_a_terminal_of_few_letters_shows_the_nearest() -> None:
    async def play(screen: Screen) -> None:
        await to_the_trick(screen)
        assert screen.text.isascii()
        assert "2C Seat 2" in screen.text and "#" in screen.text

    with guarded():
        on_screen(
            sitting("hearts", 4), play, LARGE, letters=Letters(lambda text: text.encode("ascii", "nearest").decode())
        )


def test_every_form_of_a_zone_is_drawn() -> None:
    at = sitting_of(coupdsl.load(in_folder(FORMS) / "game.coup", 2))

    async def look(screen: Screen) -> None:
        for part in ("stack, face down ▮6", "coins penny × 3", "pile", "farmer × 3"):
            assert part in screen.text, part

    on_screen(at, look, USUAL)


def test_left_in_the_middle_a_game_is_gone_on_with(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    at = sitting("hearts", 4, save=file)

    async def play(screen: Screen) -> None:
        await screen.press("enter")
        await screen.type("save")
        assert str(file) in screen.said
        await screen.type("quit")

    assert on_screen(at, play).return_code == 0
    kept = replay(read_log(file))
    assert [str(move) for _, move in kept.moves] == ["pass_on QC"]


def test_what_hinders_that_a_game_is_kept_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    at = sitting("kuhn", 2, save=tmp_path / "file" / "game.jsonl")

    async def play(screen: Screen) -> None:
        await screen.press("enter")
        assert "The game could not be saved" in screen.text
        while not at.is_over:
            await screen.press("enter")
        assert "The game could not be saved" in screen.text and "[Leave]" in screen.text

    on_screen(at, play, SMALL)
