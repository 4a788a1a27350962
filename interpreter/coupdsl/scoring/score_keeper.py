"""A table with real cards and its score keeper: questions, short answers, and what comes of them.

Talks through two functions, so it needs no terminal.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from coupdsl.code.errors import RulesError
from coupdsl.code.moves import Move
from coupdsl.engine.chance import CHANCE
from coupdsl.language.signs import BOLD, RESET
from coupdsl.play.drawing import Drawing
from coupdsl.play.game import Game
from coupdsl.play.payments_told import PaymentsTold
from coupdsl.play.saying import TablePhrases
from coupdsl.play.spoken import Words
from coupdsl.scoring.answers import Answers, Misunderstood
from coupdsl.scoring.sentences import commands
from coupdsl.scoring.statement import Scribe, result, statement, told


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
        self.scribe = Scribe(self.words, self.answers)
        self.say = self.answers.say
        self.commands = commands(self.words.language)
        self.asked = False  # does the question stand on the screen?
        self.lines: list[int] = []  # how many moves there were before each line that was understood

    # ---- the game
    def play(self) -> bool:
        people = ", ".join(self.answers.names)
        self._print([self._strong(self.say("title", self.words.title(), people)), self.say("hint")])
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
            self._print(["", *self._question()])
            self.asked = True
        typed = " ".join(self.lines_in(self.say("prompt")).split())
        if self._command(typed):
            return
        before = len(self.game.moves)
        try:
            left_out = self._enter(typed)
        except Misunderstood as problem:
            several = any(sign in typed for sign in ",;")
            self._print([str(problem), *([self.say("nothing_entered")] if several else [])])
            return
        if len(self.game.moves) > before:
            self.lines.append(before)
            self.asked = False
        if left_out:
            self._print([self.say("not_entered", left_out)])
        self._keep()

    def _enter(self, typed: str) -> str:
        """Makes the moves of a line; gives what could not be entered since something else is asked first.

        A line of which the first answers are wrong changes nothing.
        """
        if not typed:
            self._make([self._only()])
            return ""
        trial, moves = self.game.state.copy(), list[Move]()
        decision, parts = trial.decision, [part.strip() for part in typed.replace(";", ",").split(",") if part.strip()]
        left_out = ""
        while parts and not left_out and not trial.is_over:
            try:
                found, rest = self.answers.read(parts[0], trial)
            except Misunderstood as problem:
                if trial.decision == decision:
                    raise
                left_out = f"{', '.join(parts)} ({problem})"
                break
            for move in found:
                trial.apply(move)
            moves += found
            parts = [rest, *parts[1:]] if rest else parts[1:]
        self._make(moves)
        return left_out or ", ".join(parts)

    def _only(self) -> Move:
        moves = self.game.state.legal_moves()
        if len(moves) != 1:
            raise Misunderstood(self.say("empty"))
        return moves[0]

    def _make(self, moves: Iterable[Move]) -> None:
        for move in moves:
            before = self.game.state.view(None)
            events = self.game.apply(move)
            after = self.game.state.view(None)
            self._print(self.scribe.tell(self.game.told(events, None)))
            self._print(self.drawing.changes(before, {**after, "states": self._lasting(after["states"])}))
            if any(event.kind == "paid" for event in events):
                self._print([self._strong(line) for line in self._purses()])
            named = [part for part in move.arguments if part in self.words.kind_plurals]
            self._print(line for part in named for line in self.drawing.chart(part))

    def _lasting(self, states: dict[str, Any]) -> dict[str, Any]:
        """The states without those of one deal or round, which were told a moment ago."""
        passing = {state.name for state in self.game.rules.program.states if state.every is not None}
        return {name: value for name, value in states.items() if name not in passing}

    def _purses(self) -> list[str]:
        """What everybody has, an account a line."""
        lines = []
        for name, kept in self.game.state.view(None)["accounts"].items():
            label = self.words.label("names", name)
            if isinstance(kept, list):
                each = (f"{who} {amount}" for who, amount in zip(self.answers.names, kept, strict=True))
                lines.append(self.say("standing", label, ", ".join(each)))
            else:
                lines.append(self.say("standing", label, self.words.say("unlimited") if kept is None else kept))
        return lines

    # ---- questions
    def _question(self) -> list[str]:
        state = self.game.state
        if self.answers.shared_out(state):
            return [self._strong(line) for line in self._who_took()]
        asked = self.words.label("decisions", state.decision or "")
        if state.actor is not None and state.actor != CHANCE:
            asked = self.say("asks", self.answers.names[state.actor], asked)
        only = [self.say("enter")] if len(state.legal_moves()) == 1 else []
        return [self._strong(asked), *self._possible(), *only]

    def _who_took(self) -> list[str]:
        offered, most = self.answers.offered(self.game.state), self.answers.most(self.game.state)
        names = self.answers.names
        if not offered or (most and self._counted()):
            return [self.say("how_many", most)]
        lines = [self.say("who_took" if len(offered) == 1 else "who_took_these", self.answers.left(self.game.state))]
        return [*lines, self.say("counts", names[0], names[1], names[2 % len(names)])] if most > 1 else lines

    def _counted(self) -> bool:
        """Was a number told just before? Then it is not known which pieces are left."""
        last = [move for _, move in self.game.moves[-1:]]
        return any(m.arguments and m.arguments[0].isdigit() and self.words.is_seat(m.word, 1) for m in last)

    def _possible(self) -> list[str]:
        moves = self.game.state.legal_moves()
        if self.answers.seats_only(moves):
            return [self._or([self.answers.names[int(move.arguments[0])] for move in moves])]
        keys = self.answers.keys(moves)
        if not keys and len({move.word for move in moves}) == 1 and len(moves) > 2:
            return [self.say("from_to", self.words.move(str(moves[0])), self.words.move(str(moves[-1])))]
        said = [self.words.move(str(move)) for move in moves]
        return [f"{key}. {text}" for key, text in zip(keys, said, strict=True)] if keys else said

    def _or(self, texts: list[str]) -> str:
        return self.say("or", ", ".join(texts[:-1]), texts[-1]) if len(texts) > 1 else texts[0]

    # ---- commands
    def _command(self, typed: str) -> bool:
        word, _, rest = typed.removeprefix("/").partition(" ")
        name = self.commands.get(word.lower())
        if name is None or (rest and not (name == "undo" and rest.isdecimal())):
            return False
        if name == "quit":
            raise Left
        if name == "undo":
            self._undo(int(rest[:6] or 1))
        elif name == "save":
            self._keep(quiet=False)
        else:
            self._print(self._answer(name))
            self.asked = name == "why"
        return True

    def _answer(self, name: str) -> list[str]:
        if name == "help":
            return self.say("help", *self.answers.names[:2]).splitlines()
        if name == "board":
            return self._board()
        if name == "chart":
            return self.drawing.chart()
        if name == "rules":
            return self.drawing.options()
        if name == "account":
            lines = [*told(self.game, self.scribe), *statement(self.game, self.words, self.answers)]
            return lines or [self.say("nothing_yet")]
        return self._why()

    def _board(self) -> list[str]:
        """The table without the piles, which lie on the real one."""
        view = self.game.state.view(None)
        piles = {zone.name for zone in self.game.rules.program.zones if zone.shown_as == "count"}
        return self.drawing.table({**view, "zones": [z for z in view["zones"] if z["name"] not in piles]}, {})

    def _why(self) -> list[str]:
        """What the payments of the last move that caused any were made of."""
        paying = (n for n, events in enumerate(self.game.events[1:]) if any(event.kind == "paid" for event in events))
        last = max(paying, default=None)
        lines: list[str] = []
        told = PaymentsTold(TablePhrases(self.words, None))
        for event, part in self.game.why_paid(last) if last is not None else ():
            lines += self.scribe.tell(self.game.told([event], None))
            lines += told.made_of(part)
        return lines or [self.say("not_paid")]

    def _undo(self, number: int) -> None:
        """Takes lines back; of a game that was taken up again, moves."""
        if not self.game.moves:
            self._print([self.say("nothing_back")])
            return
        keep = len(self.game.moves)
        for _ in range(min(number, keep)):
            keep = self.lines.pop() if self.lines else max(0, keep - 1)
        back = [self.scribe.entry(actor, str(move)) for actor, move in self.game.moves[keep:]]
        again = Game(self.game.rules, self.game.seed)
        again.names = self.game.names
        for _, move in self.game.moves[:keep]:
            again.apply(move)
        self.game = again
        self.asked = False
        self._print([self.say("taken_back", "; ".join(back))])
        self._keep()

    # ---- keeping and ending
    def _keep(self, quiet: bool = True) -> None:
        if self.save_to is None:
            return
        try:
            self.game.save(self.save_to)
        except OSError as error:
            self._print([self.say("not_saved", error.strerror or str(error))])
            return
        if not quiet:
            self._print([self.say("saved", self.save_to)])

    def _leave(self) -> None:
        self.out("")
        self._keep(quiet=False)
        if self.save_to is not None and self.resume:
            self.out(self.say("resume", self.resume))

    def _end(self) -> None:
        self._keep()
        self._print(["", self._strong(self.say("over")), *statement(self.game, self.words, self.answers)])
        *lines, winner = result(self.game, self.answers)
        self._print([*lines, self._strong(winner)])

    # ---- lines
    def _strong(self, line: str) -> str:
        return f"{BOLD}{line}{RESET}" if self.colour else line

    def _print(self, lines: Iterable[str]) -> None:
        for line in lines:
            wrapped = textwrap.wrap(line, self.width, subsequent_indent="  ", break_long_words=False)
            for piece in wrapped if len(line) > self.width else [line]:
                self.out(piece)


__all__ = ["ScoreTable"]
