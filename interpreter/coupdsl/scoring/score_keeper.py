"""A table with real cards and its score keeper: questions, short answers, and what comes of them.

Talks through two functions, so it needs no terminal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from coupdsl.code.errors import RulesError
from coupdsl.code.moves import Move
from coupdsl.engine.chance import CHANCE
from coupdsl.language.likeness import nearest
from coupdsl.language.signs import BOLD, RESET
from coupdsl.play.aside import beside
from coupdsl.play.asking import Asking
from coupdsl.play.drawing import Drawing
from coupdsl.play.game import Game
from coupdsl.play.hindrances import hindrance_told
from coupdsl.play.spoken import Words
from coupdsl.play.suits_told import letters_of_suits
from coupdsl.play.wrapping import wrapped
from coupdsl.scoring.answers import Answers
from coupdsl.scoring.changed_lines import Before, Waiting, fitting, is_asked
from coupdsl.scoring.left_undone import left_undone
from coupdsl.scoring.line_read import read_line
from coupdsl.scoring.one_answer import Misunderstood, NotHere
from coupdsl.scoring.question import Question
from coupdsl.scoring.sentences import commands
from coupdsl.scoring.sheet import Sheet
from coupdsl.scoring.shown_when_asked import Shown
from coupdsl.scoring.statement import Scribe, heard, result, statement


class Left(Exception):
    """The score keeper leaves."""


class ScoreTable:
    """One game that is told. `play` gives True when it came to its end, False when it was left."""

    def __init__(
        self, game: Game, lines_in: Callable[[str], str], out: Callable[[str], None], *,
        language: str | None = None, plain: bool = True, colour: bool = False, save: Path | None = None,
        resume: str = "", width: int = 78,
    ) -> None:  # fmt: skip
        self.game = game
        self.lines_in, self.out = lines_in, out
        self.colour, self.width = colour, width
        self.save_to, self.resume = save, resume
        self.words = Words(game.rules, language or game.rules.locale, plain, game.names)
        self.drawing = Drawing(self.words)
        self.answers = Answers(self.words)
        self.question = Question(self.words, self.answers)
        self.asking = Asking(self.words, chance_is_told=True)
        self.scribe = Scribe(self.words, self.answers)
        self.say = self.answers.say
        self.commands = commands(self.words.language)
        self.is_unsaved = False  # was the last try to keep the game in vain?
        self.asked = False  # does the question stand on the screen?
        # how many moves there were before each line that was understood
        self.lines = list(game.lines) or list(range(len(game.moves)))
        self.abouts = self.answers.about.each(game)  # for each move what it told of
        self.before: Before | None = None  # while a line is open again
        self.waiting: list[Waiting] = []  # lines after one that is being changed
        self.sheet = Sheet(self.words, self.answers.names)
        self.hands = len(self.sheet.rows(game))
        self.shown = Shown(self.answers, self.asking, self.drawing, self.sheet, self.width)
        self.headed = 0  # the hand whose number was told
        self.scribe.tell([], game.rules.observer.remembered(game.state, None))

    # ---- the game
    def play(self) -> bool:
        people = ", ".join(self.answers.names)
        title = self._strong(self.say("title", self.words.title(), people))
        self._print([title, self.say("hint"), *letters_of_suits(self.words)])
        for entry, state in left_undone(self.game.rules):
            state_said = self.words.label("names", state.name)
            self._print([self.say("left_undone", self.words.entry(entry.path), state_said)])
        if self.game.moves:
            self._print([self.say("resuming", self.save_to)])
        try:
            while not self.game.state.is_over:
                self._turn()
        except (Left, EOFError, KeyboardInterrupt):
            self._leave()
            return False
        except RulesError:
            self._leave()
            raise
        self._end()
        return True

    def _turn(self) -> None:
        if not self.asked:
            asked, possible = self.question.asked(self.game)
            self._print(["", *map(self._strong, [*self._heading(), *asked]), *possible])
            self.asked = True
        typed = " ".join(self.lines_in(self.say("prompt")).split())
        if self._command(typed):
            return
        self._take(typed)

    def _take(self, typed: str) -> bool:
        """Takes a line as an answer, if it is one; what was entered after one that was changed follows it."""
        before = len(self.game.moves)
        try:
            left_out = self._enter(typed)
        except Misunderstood as problem:
            several = any(sign in typed for sign in ",;")
            why = self._why_not_here(typed, problem) if isinstance(problem, NotHere) and not several else [str(problem)]
            self._print([*why, *([self.say("nothing_entered")] if several or problem.later is not None else [])])
            if problem.later is not None:  # the question that stands last on the screen may be of somebody else
                self.asked = False
            return False
        if len(self.game.moves) > before:
            self.lines.append(before)
            self.asked = False
        if left_out:
            self._print([self.say("not_entered", left_out)])
        fit = self._enter_again()
        self._show_hands(before)
        self._changed(fit)
        self._keep()
        return True

    def _why_not_here(self, typed: str, problem: NotHere) -> list[str]:
        """Why somebody who is asked cannot answer so, or that it is no answer, and what is nearly so."""
        state = self.game.state
        if problem.later is not None:
            return [str(problem), " ".join([self.question.of(problem.later), *self.question.possible(problem.later)])]
        possible = self.say("possible", self.words.say("apart").join(self.question.possible(state)))
        if state.actor is None or state.actor == CHANCE:
            if self.answers.shared_out(state):
                return [str(problem)]
            near = nearest(typed, self.answers.names) if self.answers.one.seats_only(state.legal_moves()) else None
            return [str(problem), self.words.say("did_you", near) if near is not None else possible]
        meant = self.answers.meant(typed, state)
        lines, _ = self.asking.unclear(self.game, state.actor, meant, (), self.commands)
        lines = [str(problem) if line == self.words.say("not_here", meant) else line for line in lines]
        if lines == [str(problem)]:
            lines.append(possible)
        return lines

    def _show_hands(self, before: int) -> None:
        """The rows of the hands that have come to their end since; where none has, the purses if something was paid."""
        rows = self.sheet.rows(self.game)
        if len(rows) > self.hands:
            self._print(["", *map(self._strong, self.sheet.lines(rows[self.hands :], self.width))])
        elif any(event.kind == "paid" for events in self.game.events[before + 1 :] for event in events):
            self._print([self._strong(line) for line in self.shown.purses(self.game.state)])
        self.hands = len(rows)

    def _enter(self, typed: str) -> str:
        """Makes the moves of a line; gives what could not be entered since something else is asked first.

        A line of which the first answers are wrong changes nothing.
        """
        if not typed:
            self._make([self._only()])
            return ""
        moves, left_out = read_line(typed, self.game.state, self.answers)
        self._make(moves)
        return left_out

    def _only(self) -> Move:
        moves = self.game.state.legal_moves()
        if len(moves) != 1:
            raise Misunderstood(self.say("empty"))
        return moves[0]

    def _make(self, moves: Iterable[Move]) -> None:
        for move in moves:
            self.abouts.append(self.answers.about.said(self.game.state))
            events = self.game.apply(move)
            noted = self.game.rules.observer.remembered(self.game.state, None)
            self._print(self.scribe.tell(heard(self.game, events, self.abouts[-1]), noted))
            named = [part for part in move.arguments if part in self.words.kind_plurals]
            self._print(line for part in named for line in self.drawing.chart(part))

    def _heading(self) -> list[str]:
        """Which hand it is and who leads it, once a hand."""
        number = self.hands + 1
        if number == self.headed or not self.sheet.keeps:
            return []
        self.headed = number
        return [self.sheet.heading(self.game.rules.observer.remembered(self.game.state, None), number)]

    # ---- commands
    def _command(self, typed: str) -> bool:
        word, _, rest = typed.removeprefix("/").partition(" ")
        name = self.commands.get(word.lower())
        takes = {"undo": rest.isdecimal(), "change": rest.partition(" ")[0].isdecimal(), "why": True}
        if name is None or (rest and not takes.get(name)):
            return False
        if name == "quit":
            raise Left
        if name == "undo":
            self._undo(int(rest[:6] or 1))
        elif name == "change" and rest:
            self._change(rest)
        elif name == "save":
            self._keep(quiet=False)
        else:
            self._print(self._answer(name, rest))
            self.asked = name == "why"
        return True

    def _answer(self, name: str, asked: str) -> list[str]:
        if name in ("lines", "change"):
            numbered = [self.say("line", at + 1, self._line(at)) for at in range(len(self.lines))]
            return numbered or [self.say("nothing_yet")]
        return self.shown.answer(name, asked, self.game, self.scribe)

    # ---- lines
    def _line(self, at: int) -> str:
        """A line that was entered, in words."""
        end = self.lines[at + 1] if at + 1 < len(self.lines) else len(self.game.moves)
        told = zip(self.game.moves[self.lines[at] : end], self.abouts[self.lines[at] : end], strict=True)
        return self.words.say("apart").join(self.scribe.entry(actor, str(move), about) for (actor, move), about in told)

    def _rewind(self, keep: int) -> None:
        """Goes back to where there were `keep` moves."""
        again = self.game.begun(self.game.seed)
        for _, move in self.game.moves[:keep]:
            again.apply(move)
        self._show(again, [before for before in self.lines if before < keep])

    def _show(self, game: Game, lines: list[int]) -> None:
        """Goes on with `game`, in which these lines were understood."""
        self.game, self.lines, self.abouts = game, lines, self.answers.about.each(game)
        self.scribe = Scribe(self.words, self.answers)
        self.scribe.tell([], game.rules.observer.remembered(game.state, None))
        self.hands = len(self.sheet.rows(game))
        self.asked = False

    def _undo(self, number: int) -> None:
        """Takes lines back; where one is open again, that it was opened."""
        if self.before is not None:
            self._leave_as_it_was(self.before)
            return
        if not self.game.moves or not number:
            self._print([self.say("nothing_back")])
            return
        first = max(0, len(self.lines) - number)
        back = [self._line(at) for at in range(first, len(self.lines))]
        self._rewind(self.lines[first])
        self._print([self.say("taken_back", self.words.say("apart").join(back))])
        self._keep()

    def _change(self, typed: str) -> None:
        """Opens a line again, or puts another in its place; the lines after it wait until it is answered."""
        number, _, answer = typed.partition(" ")
        at = int(number[:6]) - 1
        if not 0 <= at < len(self.lines):
            self._print([self.say("no_line", number)])
            return
        starts = [*self.lines, len(self.game.moves)]
        said = [self._line(one) for one in range(len(self.lines))]
        before = Before(self.game, self.lines, self.waiting, (number, said[at]))
        self.before = self.before or before
        self.waiting = [
            Waiting(said[one], [str(move) for _, move in self.game.moves[starts[one] : starts[one + 1]]])
            for one in range(at + 1, len(self.lines))
        ] + self.waiting
        self._rewind(starts[at])
        self._print([self.say("changing", number, said[at])])
        if answer and not self._take(answer):
            self._leave_as_it_was(self.before)

    def _leave_as_it_was(self, before: Before) -> None:
        """Goes back to where no line was open."""
        self._show(before.game, before.lines)
        self.waiting, self.before = before.waiting, None
        self._print([self.say("unchanged", *before.changed)])

    def _changed(self, fit: bool) -> None:
        """A line that was open is answered: where not all lines after it `fit`, the game as it was is kept aside."""
        before, self.before = self.before, None
        if before is None or fit or self.save_to is None:
            return
        try:
            aside = beside(self.save_to)
            before.game.save(aside)
            self._print([self.say("kept_aside", aside)])
        except OSError as error:
            self._print([self.say("not_saved", hindrance_told(error, self.words.language))])

    def _enter_again(self) -> bool:
        """Enters the lines that wait, as long as they answer what is asked; what no longer does is told.

        Gives whether all of them do.
        """
        while self.waiting and not self.game.state.is_over:
            line = self.waiting[0]
            moves = fitting(line, self.game.state)
            if moves is None:
                if is_asked(line, self.game.state):
                    self.waiting.pop(0)
                    self._print([self.say("again", line.said)])
                return False
            self.waiting.pop(0)
            self.lines.append(len(self.game.moves))
            self._make(moves)
            self.asked = False
        return not self.waiting

    # ---- keeping and ending
    def _keep(self, quiet: bool = True) -> bool:
        """Is the game kept now? What hinders it is said."""
        if self.save_to is None:
            return False
        try:
            if self.before is None:  # while a line is open, the game as it was stays in the file
                self.game.lines = tuple(self.lines)
                self.game.save(self.save_to)
                self.is_unsaved = False
        except OSError as error:
            self.is_unsaved = True
            self._print([self.say("not_saved", hindrance_told(error, self.words.language))])
            return False
        if not quiet:
            self._print([self.say("saved", self.save_to)])
        return True

    def _leave(self) -> None:
        self.out("")
        if self.before is not None:
            self._leave_as_it_was(self.before)
        if self.waiting:
            self._print([self.say("left_open", self.words.say("apart").join(line.said for line in self.waiting))])
        if self._keep(quiet=False) and self.resume:
            self.out(self.say("resume", self.resume))

    def _end(self) -> None:
        self._keep()
        sheet = self.sheet.lines(self.sheet.rows(self.game), self.width)
        self._print(["", self._strong(self.words.say("over")), *sheet, *statement(self.game, self.words, self.answers)])
        *lines, winner = result(self.game, self.answers)
        self._print([*lines, self._strong(winner)])

    # ---- lines
    def _strong(self, line: str) -> str:
        return f"{BOLD}{line}{RESET}" if self.colour else line

    def _print(self, lines: Iterable[str]) -> None:
        for line in lines:
            for piece in wrapped(line, self.width, "  ") if len(line) > self.width else [line]:
                self.out(piece)


__all__ = ["ScoreTable"]
