"""The screen with the table: its parts, what the keys and the mouse do, and where one has come to with the keys."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from functools import partial
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input

from coupdsl.scene.model import Question, Step
from coupdsl.screen.choice_places import LEAST, Place, above_or_below, before_or_behind, rank
from coupdsl.screen.choosing import Picked, pick
from coupdsl.screen.driving import Driving
from coupdsl.screen.flowing import Bit, Item, Letters, Line, flow, words
from coupdsl.screen.marking import Marking
from coupdsl.screen.panes import Clicked, Pane
from coupdsl.screen.question_drawing import QuestionDrawing, button, ending, pause
from coupdsl.screen.screen_words import SCREEN_WORDS
from coupdsl.screen.table_drawing import LOW, TableDrawing
from coupdsl.screen.typed_line import TypedLine, completions
from coupdsl.screen.typed_words import asking_words, known_texts, meant, told_of
from coupdsl.table.sitting import LANGUAGES, Linked, Said

CHOSEN_IN = ("table", "said", "ask", "own")  # parts of the screen in which something can be chosen, from the top
WIDE = 100  # cells, from which on what happened stands at the side
LOW_ACCOUNT, ACCOUNT, AROUND = 3, 4, 4  # rows of what happened at least, and of what stands around all that is drawn


class TableScreen(Screen[None], inherit_bindings=False):
    """Shows what is told by `driving`, and has it done what the person chooses."""

    AUTO_FOCUS = ""  # digits and arrows are for the table until somebody types
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "turn_or_go('earlier', -1)", show=False),
        Binding("right", "turn_or_go('later', 1)", show=False),
        Binding("home", "turn_or_go('to_start', 0)", show=False),
        Binding("end", "turn_or_go('to_end', 0)", show=False),
        Binding("tab", "go(1)", show=False),
        Binding("shift+tab", "go(-1)", show=False),
        Binding("up", "climb(-1)", show=False),
        Binding("down", "climb(1)", show=False),
        Binding("enter,space", "do_here", show=False),
        Binding("escape", "drop", show=False),
        Binding("ctrl+z", "do('take_back')", show=False, priority=True),
        Binding("f1", "do('help')", show=False),
        Binding("f2", "do('other')", show=False),
        Binding("pageup", "turn(-1)", show=False, priority=True),
        Binding("pagedown", "turn(1)", show=False, priority=True),
        Binding("ctrl+c,ctrl+q", "do('quit')", show=False, priority=True),
    ]

    def __init__(self, driving: Driving, letters: Letters) -> None:
        super().__init__(classes="plain" if letters.are_few else "")
        self.driving, self.letters = driving, letters
        self.picked: list[Picked] = []
        self.here: Item | None = None
        self.said: list[str] = []
        self.lines_given: list[str] = []  # to be copied by others, whole
        self.is_explained = False  # is what the book says of the question still shown?
        self._accounted: list[Step] | None = None  # of what the account is drawn
        self._question_at: tuple[int, int] | None = None
        self.typed = TypedLine(self._completions)
        self.panes = {name: Pane(name) for name in ("title", "table", "account", "said", "ask", "own", "keys")}

    def on_resize(self) -> None:
        self.show()

    def compose(self) -> Iterator[Widget]:
        yield self.panes["title"]
        yield Vertical(self.panes["table"], self.panes["said"], id="middle")
        yield from (self.panes[name] for name in ("account", "ask", "own"))
        yield self.typed
        yield self.panes["keys"]

    def on_mount(self) -> None:
        self.set_focus(None)
        self.driving.changed = self.renew
        self.run_worker(self.driving.drive())
        self.renew()

    # ---- what is shown
    @property
    def _words(self) -> dict[str, str]:
        return SCREEN_WORDS[self.driving.language]

    def renew(self) -> None:
        """Shows what is told now; what was picked and said for the question before is gone."""
        at = self.driving.sitting.games, self.driving.shown.moves
        if at != self._question_at:
            self._question_at, self.picked, self.said = at, [], []
            self.is_explained = self.driving.told.guide is not None
        self.show()

    def show(self) -> None:
        """Draws all of it, and settles: at once for the next key, and again when the room for it is known."""
        self.redraw()
        self._settle()
        self.call_after_refresh(self._settle)

    def _make_room(self) -> None:
        """What happened has the room that the table leaves; a long question or answer has it instead."""
        account, ask, (wide, high) = self.panes["account"], self.panes["ask"], self.size
        rows = {name: len(self.panes[name].inside.lines(wide - 1)) for name in ("table", "said", "ask", "own")}
        is_answered = self.panes["said"].display
        left = high - rows["ask"] - rows["own"] - AROUND
        least = LOW_ACCOUNT if high < LOW else ACCOUNT
        is_told = self.driving.paused is not None or self.driving.shown.result is not None
        is_asking = rows["ask"] > high * 2 // 5
        is_long = is_asking or (is_answered and rows["said"] > (left - least) * 3 // 4)
        account.display = wide >= WIDE or not is_long
        account.styles.height = None  # what the style sheet says
        others = AROUND + min(rows["own"], high * 3 // 10)  # that are seen whatever is asked
        if wide < WIDE:
            account.styles.height = least if is_answered else max(least, left - rows["table"])
            others += least if account.display else 0
        share = 75 if is_told else 55 if is_asking else 40
        ask.styles.max_height = max(1, min(high * share // 100, high - others))

    def redraw(self) -> None:
        driving, said = self.driving, self._words
        scene, panes = driving.shown, self.panes
        is_asked = bool(scene.question.choices) and driving.paused is None
        question = scene.question if is_asked else Question(scene.question.text)
        self.marking = marking = Marking(self.letters, question, self.picked, self.here)
        self.question = QuestionDrawing(scene, said, marking, self.picked)
        table = TableDrawing(scene, said, marking, self.size.height)
        panes["title"].show(lambda wide: [(Bit(self.letters(scene.title).ljust(wide)[:wide], "strong reverse"),)])
        panes["table"].show(table.table)
        if self._accounted is not driving.account:
            self._accounted = driving.account
            panes["account"].show(self._account)
        panes["said"].show(self._said)
        panes["said"].display = bool(self.said) or self.is_explained
        panes["own"].show(table.own)
        panes["keys"].show(self._keys)
        self.typed.placeholder = self.letters(said["type"])
        panes["ask"].show(self._asked)
        self._make_room()

    def _asked(self, wide: int) -> list[Line]:
        """What is wrong, then what a hand came to, how the game ended, or the question."""
        driving, said, marking = self.driving, self._words, self.marking
        trouble = [str(driving.failed)] if driving.failed is not None else []
        trouble += [driving.told.unsaved] if driving.told.unsaved is not None else []
        lines = [line for text in trouble for line in flow(words(self.letters(text), "strong"), wide, 1, 2)]
        if driving.look is not None:
            others = ["quit"] if driving.told.recorded else ["close", "quit"]
            return [*lines, *driving.look.lines(marking, others, wide)]
        if driving.paused is not None:
            return [*lines, *pause(driving.paused, said, marking, wide)]
        if driving.told.scene.result is not None:
            last = driving.steps[-1].sentences if driving.steps else ()
            return [*lines, *ending(driving.told.scene, last, said, marking, wide)]
        return [*lines, *self.question.lines(wide)]

    def _account(self, wide: int) -> list[Line]:
        lines: list[Line] = []
        for kind, text, rules in (told for step in self.driving.account for told in step.sentences):
            said = words(self.letters(text), "" if kind == "event" else "strong")
            lines += flow([*said, *words(rules and f"({rules})", "faint")], wide, 1, 2)
        return lines

    def _said(self, wide: int) -> list[Line]:
        """What somebody asked, or else what is explained of the question."""
        guide = self.driving.told.guide or [] if self.is_explained else []
        lines = [line for text in self.said or guide for line in flow(words(self.letters(text)), wide, 1, 2)]
        return lines if self.said else [*flow([button("unguided", self._words, self.marking)], wide), *lines]

    def _keys(self, wide: int) -> list[Line]:
        said, driving = self._words, self.driving
        if self.focused is self.typed:
            return flow(words(self.letters(said["typing_keys"]), "faint"), wide)[:1]
        keys = [(said["choose_key"], "")] if driving.asks else [(said["hurry_key"], "hurry")]
        keys = keys if driving.look is None else [(said["look_keys"], ""), *keys]
        if self.panes["said"].display:
            keys = [(said["close_key"], "back"), (said["turn_key"], "")]
        keys += [(said["help_key"], "help"), (said["leave_key"], "quit")]
        keys += [(said["back_key"], "take_back")] if driving.told.back else []
        keys += [(said["type_key"], ""), (said["language_key"], "other")]
        bits = [(Bit(self.letters(text), "faint", Item(do) if do else None),) for text, do in keys]
        return flow(bits, wide, 2)[:1]

    def _settle(self) -> None:
        """The newest is in sight, and one stands where something can be chosen, even if that came to be seen later."""
        self.panes["account"].scroll_end(animate=False)
        places = self._places()
        here = [place for place in places if place[3] == self.here and rank(place) < LEAST]
        place = min(here or places, key=rank, default=None)
        if place is None or place[0] != "table":
            self.panes["table"].scroll_end(animate=False)  # to what lies in the middle
        if not here:
            self._go_to(place)

    # ---- where one has come to
    def _places(self) -> list[Place]:
        return [(name, *place) for name in CHOSEN_IN for place in self.panes[name].inside.places()]

    def _go_to(self, place: Place | None) -> None:
        if place is None:
            return
        pane, line, _, self.here = place
        self.redraw()
        self.call_after_refresh(self.panes[pane].bring, line)

    def action_turn_or_go(self, to: str, by: int) -> None:
        """Turns the moves of a game that is seen again; else goes on to what can be chosen."""
        if self.driving.look is not None:
            self.do(Item("turn", to))
        else:
            self.action_go(by)

    def action_go(self, by: int) -> None:
        self._go_to(before_or_behind(self._places(), self.here, by))

    def action_climb(self, by: int) -> None:
        self._go_to(above_or_below(self._places(), self.here, by))

    def action_turn(self, by: int) -> None:
        pane = self.panes["said" if self.panes["said"].display else "account"]
        pane.scroll_relative(y=by * max(1, pane.size.height - 1), animate=False)

    # ---- what is done
    def on_clicked(self, event: Clicked) -> None:
        self.do(event.item)

    def action_do(self, do: str) -> None:
        self.do(Item(do))

    def action_do_here(self) -> None:
        if not self.driving.asks:
            self.driving.hurry()
        elif self.here is not None and self.here in [item for *_, item in self._places()]:
            self.do(self.here)

    def action_drop(self) -> None:
        """What was picked, and what is told, in the order in which it lies over the table; then what is seen again."""
        if not self.said:
            self.driving.look_no_more()
        self.said, self.picked, self.is_explained = [], [], self.is_explained and bool(self.said)
        self.redraw()

    def on_key(self, event: events.Key) -> None:
        """Digits choose an answer; any other sign but a blank begins a line."""
        is_blank = event.key == "space" and self.focused is None
        if is_blank or not event.is_printable or event.character is None:
            return
        event.stop()
        if self.focused is self.typed:  # it was pressed before the line that another one began had the focus
            self.typed.insert_text_at_cursor(event.character)
        elif (item := self.question.answers().get(event.character)) is not None:
            self.do(item)
        else:
            self.typed.begin("" if event.character == "/" else event.character)

    def on_descendant_focus(self) -> None:
        self.panes["keys"].show(self._keys)

    on_descendant_blur = on_descendant_focus

    def on_paste(self, event: events.Paste) -> None:
        if self.focused is None and (lines := event.text.splitlines()):
            self.typed.begin(lines[0])

    def on_input_submitted(self, event: Input.Submitted) -> None:
        text = self.typed.taken()
        self.set_focus(None)
        if not text:
            return
        driving = self.driving
        item = driving.look.meant(text) if driving.look is not None else None
        item = item or meant(text, driving.shown, self.question, driving.sitting.words(driving.language))
        self.do(item if item is not None else Item("typed", text))

    def do(self, item: Item) -> None:
        """Does what is chosen, clicked or typed."""
        name, driving = item.name, self.driving
        sitting, moves = driving.sitting, driving.shown.moves
        match item.do:
            case "pick" | "answer":
                self._pick(Picked(tuple(name.split("+")), item.do == "answer"))
            case "choose":
                self._have(partial(sitting.choose, name, moves))
            case "typed":
                self._have(partial(sitting.typed, name, moves, driving.language), slow=True)
            case "why":
                self._have(partial(sitting.why, name, driving.language), slow=True)
            case "take_back" if driving.told.back and not self.picked:
                self._have(partial(self._taken_back, moves))
            case "anew" if sitting.is_over:
                self._have(partial(sitting.anew, secrets.randbits(64)))
            case "look_back" if sitting.is_over:
                self._look(driving.told.scene.viewer, 0)
            case "turn" if driving.look is not None:
                eyes, at = driving.wanted
                self._look(eyes, driving.look.turned(name, at))
            case "eyes":
                self._look(int(name) if name else None, driving.wanted[1])
            case "log":
                self._have(self._log)
            case "save":
                self._have(lambda: Said([sitting.kept(driving.language)]))
            case "quit":
                self.app.exit()
            case other:
                self._do_here(other, name)

    def _do_here(self, do: str, name: str) -> None:
        """What the sitting need not be asked for."""
        driving = self.driving
        scene, spoken = driving.shown, driving.sitting.words(driving.language)
        match do:
            case "next_hand" if driving.paused is not None:
                driving.next_hand()
            case "language" | "other":
                other = next(one for one in LANGUAGES if one != driving.language)
                driving.is_busy = True
                self.run_worker(driving.speak(name or other))
            case "close":
                driving.look_no_more()
            case "back" | "look":
                self.action_drop()
            case "take_back" if self.picked:
                self.action_drop()
            case "take_back":
                self.say([self._words["not_back"]])
            case "hurry":
                driving.hurry()
            case "unguided":
                driving.sitting.explain_no_more()
                self.said, self.is_explained = [], False
                self.show()
            case "random" if scene.question.choices:
                self.do(Item("choose", secrets.choice(scene.question.choices).move))
            case "help" if driving.look is not None:
                self.say(self._words["look_help"].splitlines())
            case "help" | "chart" | "rules" | "ask_what":
                self.say(told_of(do, spoken, scene))

    def _pick(self, new: Picked) -> None:
        scene = self.driving.told.scene
        move, self.picked = pick(scene.question.choices, self.picked, new)
        if move is not None:
            self.do(Item("choose", move))
            return
        self.said = []
        self.show()

    def say(self, lines: list[str]) -> None:
        self.said = lines
        self.redraw()
        self.panes["said"].scroll_home(animate=False)

    # ---- what the sitting is asked for
    def _have(self, call: Callable[[], object], slow: bool = False) -> None:
        """Has the sitting do something, which may be `slow`, and shows what it answers."""
        if slow:
            self.say([self._words["thinking"]])
        self.driving.is_busy = True  # from now on, and not when the worker begins
        self.run_worker(self._having(call))

    async def _having(self, call: Callable[[], object]) -> None:
        said = await self.driving.ask(call)
        if isinstance(said, Linked):
            self.lines_given.append(said.line)
            self.app.copy_to_clipboard(said.line)
            self.say([said.text, said.line, self._words["line_copied"]])
        else:
            self.say(said.lines if isinstance(said, Said) else [])

    def _look(self, eyes: int | None, at: int) -> None:
        driving = self.driving
        driving.wanted, driving.is_busy = (eyes, at), True
        self.run_worker(driving.look_back())

    def _log(self) -> Said:
        driving = self.driving
        steps = driving.sitting.told(driving.language, 0).steps if driving.look is None else driving.look.steps
        return Said([text for step in steps for _, text, _ in step.sentences])

    def _taken_back(self, moves: int) -> Said:
        """Others may just have chosen."""
        return Said([] if self.driving.sitting.take_back(moves) else [self._words["not_back"]])

    # ---- what can be typed
    def _completions(self, begun: str) -> list[str]:
        spoken = self.driving.sitting.words(self.driving.language)
        known = known_texts(self.driving.shown, self.question, spoken)
        known += self.driving.look.known_texts() if self.driving.look is not None else []
        return completions(begun, [self.letters(one) for one in known], asking_words(spoken))


__all__ = ["WIDE", "TableScreen"]
