"""A game at a terminal: people and bots around one table. Talks through two functions, so it needs no terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from pathlib import Path

from coupdsl.code.errors import RulesError
from coupdsl.code.moves import Move
from coupdsl.engine.chance import CHANCE, derive
from coupdsl.language.signs import BOLD, RESET
from coupdsl.language.tongues import Count
from coupdsl.play.account.chronicle import moves_told
from coupdsl.play.account.narrator import Narrator
from coupdsl.play.account.told import Told
from coupdsl.play.advising import Advising
from coupdsl.play.ahead import Ahead, asked_in_a_row
from coupdsl.play.asking import Asking
from coupdsl.play.bots import RandomBot
from coupdsl.play.company import Company
from coupdsl.play.drawing import Drawing
from coupdsl.play.game import Game
from coupdsl.play.guiding import Guide
from coupdsl.play.hindrances import hindrance_told
from coupdsl.play.passing import going_on, passed_with
from coupdsl.play.position_word import position_word
from coupdsl.play.slowness import saying_if_slow
from coupdsl.play.spoken import Words
from coupdsl.play.suits_told import letters_of_suits
from coupdsl.play.typed import Typed
from coupdsl.play.wrapping import wrapped
from coupdsl.search.imagined import imagined
from coupdsl.search.player_error import PlayerError

CLEAR = "\x1b[2J\x1b[3J\x1b[H"
MANY = 24  # options; more are not all listed
RECENT = 40  # lines of the log
SLOW = 1.0  # seconds of thinking before it is said


class Left(Exception):
    """Somebody leaves the table."""


class Table:
    """One game with its players. `play` gives True when it came to its end, False when somebody left."""

    def __init__(
        self, game: Game, humans: Iterable[int], company: Company, lines_in: Callable[[str], str],
        out: Callable[[str], None], *, language: str | None = None, plain: bool = True, colour: bool = False,
        save: Path | None = None, resume: str = "", width: int = 78, quiet: bool = False,
        auto_pass: bool = False, known: bool = False, link: Callable[[str], str] = str,
        guide: Guide | None = None,
    ) -> None:  # fmt: skip
        self.game = game
        self.humans = tuple(sorted(set(humans)))
        self.company = company
        self.lines_in, self.out = lines_in, out
        self.plain, self.colour, self.width = plain, colour, width
        self.save_to, self.resume = save, resume
        self.link = link  # the line for others with a position in it
        self.words = Words(game.rules, language or game.rules.locale, plain)
        self.drawing = Drawing(self.words, width)
        self.asking = Asking(self.words)
        self.advising = Advising(self.words, out)
        self.known = known  # is it shown what can be known, whenever the table is?
        self.guides = {seat: guide(self.asking) for seat in self.humans} if guide is not None else {}
        self.typed = Typed(self.words)
        self.ahead = Ahead()
        self.hinted = False
        self.in_a_row = asked_in_a_row(game.rules.program)
        self.is_unsaved = False  # was the last try to keep the game in vain?
        self.waited = False  # was somebody told, since the last choice of a person, that it takes long?
        self.dice = RandomBot(derive(game.seed or 0, 2_000_000 + len(game.moves)))
        self.quiet = quiet  # bots alone, and nobody watches
        # Where several share the screen, a question that is not asked would tell the others that it has one answer.
        self.auto_pass = auto_pass and len(self.humans) == 1
        self.viewers: tuple[int | None, ...] = self.humans if len(self.humans) == 1 else (*self.humans, None)
        self.narrators = {seat: Narrator(self.words, seat) for seat in self.viewers}
        self.told: dict[int | None, list[Told]] = {seat: [] for seat in self.viewers}
        self.heard: dict[int | None, int] = {}
        # what was kept for no seat, and the board, when somebody saw the table last
        self.stood: dict[int, tuple[list[str], list[str]]] = {}
        self.hides = len(self.humans) > 1 and imagined(game.rules).is_anything
        self.at_screen: int | None = self.humans[0] if len(self.humans) == 1 else None
        for seat in self.viewers:
            self._retell(seat)

    # ---- the game
    def play(self) -> bool:
        say = self.words.say
        title = self._strong(say("title", self.words.title(), Count(self.game.rules.players)))
        self._print([title, say("hint"), *letters_of_suits(self.words)])
        if self.game.moves and not self.game.state.is_over:
            self._print([say("resuming", len(self.game.moves))])
        try:
            self.company.catch_up(self.game)
            with saying_if_slow(partial(self.out, say("they_play")), SLOW) if self.quiet else nullcontext():
                while not self.game.state.is_over:
                    self._turn()
        except (Left, EOFError, KeyboardInterrupt):
            self._leave()
            return False
        except (RulesError, PlayerError):
            self._leave()
            raise
        self._end()
        return True

    def _turn(self) -> None:
        actor = self.game.state.actor
        if actor in self.humans:
            assert actor is not None
            options = self.game.state.view(actor)["options"]
            if self.auto_pass and len(options) == 1:
                self._apply(self._move(options[0]))
                return
            if not self.ahead.has(actor, self.game.state.decision or ""):
                self._face(actor)
            move = self._ask(actor)
            self.heard[None] = len(self.told.get(None, ()))  # all see what comes of the last choice
            self._apply(move)
            self.waited = False
            self.save(quiet=True)
            return
        if actor is None or actor == CHANCE:
            raise AssertionError("a table plays seeded games: chance is never asked")
        self.ahead.clear()
        with self._patience(actor):
            self._apply(self.company.choose(self.game.state))
        if not self.humans and not self.quiet:
            self._news(None)

    def _patience(self, seat: int) -> AbstractContextManager[None]:
        """Once between two choices of people, says who thinks where that takes long."""
        if self.quiet or self.waited or not self.company.listens(seat):
            return nullcontext()

        def say() -> None:
            self.waited = True
            self._print([self.words.say("thinking", self.words.seat(seat, self.at_screen))])

        return saying_if_slow(say, SLOW)

    def _move(self, text: str) -> Move:
        return self.game.rules.code.alphabet.by_text[text]

    def _apply(self, move: Move) -> None:
        events = self.game.apply(move)
        self.company.happened(events)
        if self.quiet:
            return
        for seat in self.viewers:
            noted = self.game.rules.observer.remembered(self.game.state, seat)
            self.told[seat] += self.narrators[seat].sentences(self.game.told(events, seat), noted)

    def _retell(self, seat: int | None) -> None:
        """The account of a game that is taken up again, from what the seat was sent then."""
        for sentences in moves_told(self.game, self.narrators[seat]):
            self.told[seat] += sentences
        self.heard[seat] = max(0, len(self.told[seat]) - 12) if self.game.moves else 0

    # ---- a person's turn
    def _face(self, seat: int) -> None:
        """Puts `seat` at the screen, alone where something is hidden, and shows the table."""
        if self.at_screen != seat and self.hides:
            if not self.plain:
                self.out(CLEAR)
            self.lines_in(self.words.say("alone", seat))
            if not self.plain:
                self.out(CLEAR)
        self.at_screen = seat
        self._news(seat)
        self._look(seat, brief=going_on(self.game.state) is not None)

    def _news(self, seat: int | None) -> None:
        fresh = [told for told in self.told[seat][self.heard[seat] :] if told.kind != "end"]
        self.heard[seat] = len(self.told[seat])
        if fresh:
            lines = self.narrators[seat].written(fresh)
            self._print(["", self._strong(self.words.say("since")), *lines] if self.humans else lines)

    def _look(self, seat: int, brief: bool = False) -> None:
        """The table, the hand and the question; of the table only what each has, and what is new, where it is brief."""
        view, lying = self.game.state.view(seat), self.narrators[seat].laid.lying
        shared, middle = list(self.drawing.shared(view)), list(self.drawing.middle(view, lying))
        board = list(self.drawing.board.lines(view))
        before, self.stood[seat] = self.stood.get(seat, ([], [])), ([*shared, *middle], board)
        if brief:
            new, moved = ([line for line in lines if line not in before[0]] for lines in (shared, middle))
            self._print(["", *new, *self.drawing.seats(view), *moved, *(board if board != before[1] else ())])
        else:
            table = self.drawing.table(view, lying)
            self._print(["", self._strong(self.words.say("board")), *table])
            if self.known:
                known = self.advising.known(self.game, seat)
                self._print(["", self._strong(self.words.say("can_be_known")), *known])
        if held := self.drawing.hand(view):
            self._print(["", *map(self._strong, held)])
        if seat in self.guides and (said := self.guides[seat].lines(self.game, seat)):
            head = [] if said[0] == self.words.say("not_now") else [self._strong(self.words.say("guide"))]
            self._print(["", *head, *said])
        decision = self.words.question(view["decision"], view["options"])
        asked = self.words.say("to_choose", self.words.seat(seat, seat), decision)
        self._print(["", asked, *self._listed(view["options"]), *self._hint(seat)])

    def _hint(self, seat: int) -> list[str]:
        """Once, to somebody who makes move after move or is about to: how to make them at a stroke."""
        last = [(actor, move.word) for actor, move in self.game.moves[-3:]]
        again = len(last) == 3 and set(last) == {(seat, last[0][1])}
        if self.hinted or not (again or self.game.state.decision in self.in_a_row):
            return []
        self.hinted = True
        return [self.words.say("at_once")]

    def _listed(self, options: list[str]) -> list[str]:
        """The options with what to type for each; of many those that are alike together, from the first to the last."""
        keys = {text: key for key, text in self.typed.selectors(options).items()}
        alike = [text for text in options if text.split()[1:] == [keys[text]]] or options
        if len(options) <= MANY or len(alike) <= MANY:
            return [self.typed.line(keys[text], text) for text in sorted(options, key=lambda text: int(keys[text]))]
        others = [self.typed.line(keys[text], text) for text in options if text not in alike]
        first, *_, last = alike
        said = self.words.say("many", keys[first], keys[last], self.words.move(first), self.words.move(last))
        return [*others, said]

    def _ask(self, seat: int) -> Move:
        """Reads lines until one of them is a move."""
        passing = passed_with(self.game.state)
        while True:
            view = self.game.state.view(seat)
            options: list[str] = view["options"]
            typed_before = self.ahead.has(seat, view["decision"])
            typed = self.ahead.next(view["decision"]) if typed_before else self._read(seat, options, passing)
            if not typed and len(options) == 1:
                return self._move(options[0])
            if not typed and passing is not None:
                return self._move(passing)
            found = self.typed.printed(typed, options, numbers=not self.ahead.several)
            if not found and self._is_random(typed, view["decision"]):
                return self.dice.choose([self._move(text) for text in options])
            if not found and self._command(seat, typed):
                continue
            decision = self.game.state.code.decisions[self.game.state.pc]
            found = found or self.typed.answered(typed, decision, options, numbers=not self.ahead.several)
            if len(found) == 1:
                return self._move(found[0])
            self._print(self._misunderstood(seat, typed, found))
            self.ahead.clear()
            if typed_before:
                self._look(seat)

    def _read(self, seat: int, options: list[str], passing: str | None) -> str:
        prompt = self.words.say("enter" if len(options) == 1 else "your")
        if passing is not None:
            prompt = self.words.say("pass", self.words.move(passing))
        typed = " ".join(self.lines_in(prompt).split())
        if self.words.command(typed)[0] == "why":
            return typed
        self.ahead.clear()
        is_one = self.typed.printed(typed, options)  # what is printed may hold commas too
        return typed if is_one else self.ahead.line(seat, typed)

    def _is_random(self, typed: str, decision: str) -> bool:
        """Is chance to decide? With `all`, it decides as long as the same is asked."""
        name, rest = self.words.command(typed)
        if name != "random" or rest.lower() not in ("", "all", "tout"):
            return False
        if rest:
            self.ahead.leave_to_chance(decision)
        return True

    def _misunderstood(self, seat: int, typed: str, found: list[str]) -> list[str]:
        if not typed:
            return [self.words.say("empty")]
        if self.ahead.several and typed.isdigit() and not found:
            options = self.game.state.view(seat)["options"]
            return [self.words.say("numbers_alone", ", ".join(self.words.move(option) for option in options[:2]))]
        lines, helps = self.asking.unclear(self.game, seat, typed, found, self.words.own_commands)
        return lines if helps else [*lines, self.words.say("ask_help")]

    # ---- commands
    def _command(self, seat: int, typed: str) -> bool:
        """Obeys a command; False when it is none."""
        name, rest = self.words.command(typed)
        if name == "quit":
            raise Left
        if name is None or (rest and name not in ("why", "log")):
            return False
        if name == "look":
            self._look(seat)
        elif name == "save":
            self.save(quiet=False)
        elif name == "link":
            self._print([self.words.say("linked")])
            self.out(self.link(position_word(self.game, len(self.game.moves))))  # whole, to be copied
        else:
            self._print(self._answer(seat, name, rest))
        return True

    def _answer(self, seat: int, name: str, rest: str) -> list[str]:
        if name == "help":
            return self._help(self.game.state.view(seat)["options"])
        if name == "chart":
            return self.drawing.chart()
        if name == "rules":
            return self.drawing.options()
        if name == "why":
            return self._why(seat, rest)
        if name == "hint":
            return self.advising.hint(self.game, seat)
        if name == "known":
            return self.advising.known(self.game, seat)
        lines = self.account(seat)
        left_out = 0 if rest else max(0, len(lines) - RECENT)
        earlier = [self.words.say("earlier", left_out)] if left_out else []
        return [*earlier, *lines[left_out:]] or [self.words.say("no_log")]

    def account(self, seat: int | None) -> list[str]:
        """All that a viewer was told so far."""
        return self.narrators[seat].written(self.told[seat])

    def _help(self, options: list[str]) -> list[str]:
        """What can be typed, with cards as examples where cards have suits."""
        cards = bool(self.game.rules.program.suits)
        whole, enough = self.typed.example_move(options)
        how = self.words.say("type_words" if whole == enough else "type_part", whole, enough)
        lines = self.words.say("help", how, enough).splitlines()
        if not cards:
            return lines
        suited, others = filter(self.words.is_suited, self._examples()), self.typed.spelling.other_ways()
        said = self.words.say("cards", ", ".join(suited), ", ".join(others))
        return [*lines, said, *letters_of_suits(self.words)]

    def _examples(self) -> list[str]:
        """The first card of each of a few suits, then of the cards beyond the suits."""
        faces = self.words.layout.face_of
        firsts = {self.words.suit_index(face): face for face in reversed(faces) if self.words.is_card(face)}
        return sorted(firsts.values(), key=lambda face: (not self.words.is_suited(face), self.words.suit_index(face)))

    def _why(self, seat: int, asked: str) -> list[str]:
        if not asked:
            return [self.words.say("why_what", next(map(self.words.piece, self._examples()), "…"))]
        return self.asking.answer(self.game, seat, asked)

    # ---- saving and ending
    def save(self, quiet: bool) -> bool:
        """Is the game kept now? What hinders it is said."""
        if self.save_to is None:
            if not quiet:
                self._print([self.words.say("no_file")])
            return False
        try:
            self.game.save(self.save_to)
            self.is_unsaved = False
        except OSError as error:
            self.is_unsaved = True
            self._print([self.words.say("not_saved", hindrance_told(error, self.words.language))])
            return False
        if not quiet:
            self._print([self.words.say("saved", self.save_to)])
        return True

    def _leave(self) -> None:
        self.out("")
        if self.save(quiet=False) and self.resume:
            self.out(self.words.say("resume", self.resume))

    def _end(self) -> None:
        self.save(quiet=True)
        together = None if len(self.humans) != 1 else self.humans[0]
        if not self.quiet:
            self._news(together)
        result = self.game.state.result()
        assert result is not None
        say, seat = self.words.say, self.words.seat
        lines = ["", self._strong(say("over"))]
        lines += [say("score", seat(at, together), result.scores[at]) for at in result.standing]
        winners = [seat(at, together) for at in result.winners]
        self._print([*lines, self._strong(say(self.words.winning(winners), self.words.joined(winners)))])

    # ---- lines
    def _strong(self, line: str) -> str:
        return f"{BOLD}{line}{RESET}" if self.colour else line

    def _print(self, lines: Iterable[str]) -> None:
        for line in lines:
            if len(line) <= self.width:
                self.out(line)
                continue
            for piece in wrapped(line, self.width, "  "):
                self.out(piece)


__all__ = ["Table"]
