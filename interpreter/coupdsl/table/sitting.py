"""A game with one person and programs around it: whose turn it is, what was told, and what is answered.

Nothing here waits or sends: whoever shows it does, and asks for one thing at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from coupdsl.code.moves import Move
from coupdsl.engine.chance import CHANCE
from coupdsl.play.account.chronicle import sent_again
from coupdsl.play.advising import Advising
from coupdsl.play.aside import put_aside
from coupdsl.play.asking import Asking
from coupdsl.play.company import Company
from coupdsl.play.game import Game
from coupdsl.play.guiding import Guide, Guiding
from coupdsl.play.hindrances import hindrance_told
from coupdsl.play.position_word import position_word
from coupdsl.play.spoken import Words
from coupdsl.play.typed import Typed
from coupdsl.scene.model import Scene, Step
from coupdsl.scene.onlooker import Onlooker, Scenery
from coupdsl.table.page_words import PAGE_WORDS, TYPED_WORDS
from coupdsl.table.seen_again import Look, Replay

LANGUAGES = ("en", "fr")
QUESTIONS = ("why", "hint", "known", "link")  # that can be typed
REMEMBERED = 200  # steps of the account that a page is sent when it is opened


class Said(Struct, frozen=True):
    """Lines that answer what somebody asked."""

    lines: list[str]
    kind: str = "said"


class Linked(Struct, frozen=True):
    """A line to be copied, and what it is for."""

    text: str
    line: str
    kind: str = "link"


class Told(Struct, frozen=True):
    """The table now, steps, whether the last choice can be taken back, and why the game is not kept, if it is not.

    `guide` is what is explained of the question, if anything is.
    Of a game that is `recorded` only a replay is seen, first with the `eyes` of a seat, or of none; `note` says why.
    """

    scene: Scene
    steps: list[Step]
    back: bool
    unsaved: str | None
    guide: list[str] | None = None
    recorded: bool = False
    eyes: int | None = None
    note: str | None = None
    kind: str = "table"


class _Spoken:
    """One language at the table."""

    def __init__(self, game: Game, language: str, seat: int | None) -> None:
        scenery = Scenery(game.rules, language, game.names)
        self.words = scenery.words
        self.onlooker = Onlooker(scenery, seat)
        self.asking, self.typed = Asking(self.words), Typed(self.words)
        self.advising = Advising(self.words, lambda line: None)
        self.steps: list[Step] = []


class Sitting:
    """`seat` is that of the person, None where they only watch; `seated` gives the programs for the other seats."""

    def __init__(
        self, game: Game, seat: int | None, seated: Callable[[Game], Company], save: Path | None,
        link: Callable[[str], str] = str, guide: Guide | None = None,
    ) -> None:  # fmt: skip
        self.seat, self.save_to, self._seated = seat, save, seated
        self._link = link  # the line for others with a position in it
        self._guide = guide
        self._guides: dict[str, Guiding] = {}
        self._guided: dict[str, tuple[tuple[int, int], list[str]]] = {}  # by language: at which question, and what
        self.games = 0  # begun here, or taken up again
        self._open_from: int | None = None  # to how many moves the person can take the game back
        self._unsaved: OSError | None = None  # what hinders that it is kept
        self._begin(game)

    def _begin(self, game: Game) -> None:
        self.games += 1
        self.game = game
        self.company = self._seated(game)
        self.company.catch_up(game)
        self._spoken = {language: _Spoken(game, language, self.seat) for language in LANGUAGES}
        self._replays: dict[tuple[str, int | None], Replay] = {}
        for told, remembered in sent_again(game, self.seat):
            self._hear(told, remembered)

    def _hear(self, told: list[dict[str, Any]], remembered: dict[str, Any]) -> None:
        for spoken in self._spoken.values():
            spoken.steps.append(spoken.onlooker.hear(told, remembered))

    def words(self, language: str) -> Words:
        return self._spoken[language].words

    # ---- what is seen
    def told(self, language: str, since: int | None = None) -> Told:
        """The table in one language with the steps from number `since` on, at most as many as are remembered."""
        spoken = self._spoken[language]
        first = max(0, len(spoken.steps) - REMEMBERED) if since is None else since
        view = self.game.state.view(self.seat)
        return Told(
            spoken.onlooker.scene(view), spoken.steps[first:], self._open_from is not None, self.unsaved(language),
            guide=self.guided(language) or None,
        )  # fmt: skip

    def faces(self, language: str) -> dict[str, str]:
        """How each card is read aloud that is written short."""
        return self._spoken[language].onlooker.scenery.faces.read_aloud()

    def drawn_as(self) -> dict[str, str]:
        """What a deck calls each card of a suit and a rank, the same in every language."""
        return self._spoken[LANGUAGES[0]].onlooker.scenery.faces.drawn_as()

    def guided(self, language: str) -> list[str]:
        """What is explained of the question that the person is asked now, if it is to be explained at all."""
        if self._guide is None or self.seat is None or not self.is_ours:
            return []
        question = self.games, len(self.game.moves)
        if language not in self._guided or self._guided[language][0] != question:
            if language not in self._guides:
                self._guides[language] = self._guide(self._spoken[language].asking)
            self._guided[language] = question, self._guides[language].lines(self.game, self.seat)
        return self._guided[language][1]

    def explain_no_more(self) -> None:
        self._guide = None

    @property
    def steps(self) -> int:
        """How many steps were told so far."""
        return len(self.game.events)

    @property
    def told_last(self) -> int:
        """How many sentences the last move came to."""
        return len(self._spoken[LANGUAGES[0]].steps[-1].sentences)

    # ---- who is to act
    @property
    def is_over(self) -> bool:
        return self.game.state.is_over

    @property
    def is_ours(self) -> bool:
        """Is the person to choose?"""
        return self.seat is not None and self.game.state.actor == self.seat

    @property
    def is_others(self) -> bool:
        """Is a program to choose?"""
        return not (self.is_over or self.is_ours)

    def others_choose(self) -> None:
        """One move of a program; raises PlayerError or RulesError."""
        actor = self.game.state.actor
        if actor in (None, CHANCE, self.seat):
            raise AssertionError("no program is to act")
        known = self._known() if self._open_from is not None else set()
        self._apply(self.company.choose(self.game.state))
        if self._open_from is not None and (self.is_over or self._learned(known)):
            self._open_from = None

    def choose(self, move: str, moves: int) -> bool:
        """Makes a move of the person if it is theirs to make now, `moves` moves into the game; False if it is not."""
        if not self.is_ours or moves != len(self.game.moves) or move not in self._options():
            return False
        known, earlier = self._known(), moves if self._open_from is None else self._open_from
        self._apply(self.game.rules.code.alphabet.by_text[move])
        self._open_from = None if self.is_over or self._learned(known) else earlier
        self.save()
        return True

    def _known(self) -> set[int]:
        """The pieces of which the person knows the face."""
        return {piece for piece, known in enumerate(self.game.state.known) if known >> (self.seat or 0) & 1}

    def _learned(self, known: set[int]) -> bool:
        """Did the last move tell the person more than their own choice, or that others chose something they cannot see?

        Pieces that went somewhere, all of them `known`, tell nothing.
        """
        told, is_own = self.game.told(self.game.events[-1], self.seat), self.game.moves[-1][0] == self.seat
        is_quiet = all(
            (is_own or not one["pieces"]) if one["event"] == "moved"
            else one["event"] == "chose" and (is_own or "move" not in one)
            for one in told
        )  # fmt: skip
        return not is_quiet or not self._known() <= known

    def take_back(self, moves: int) -> bool:
        """Undoes the person's last choice, as long as nothing was learned since; whoever chose after it chooses again.

        `moves` had been made when it was asked for.
        """
        open_from = self._open_from
        own = max((at for at, (seat, _) in enumerate(self.game.moves) if seat == self.seat), default=-1)
        if open_from is None or not own < moves <= len(self.game.moves):
            return False
        game = self.game.begun(self.game.seed)
        for _, move in self.game.moves[:own]:
            game.apply(move)
        self._begin(game)
        self._open_from = open_from if len(game.moves) > open_from else None
        self.save()
        return True

    def anew(self, seed: int) -> None:
        """Begins another game of the same rules, when this one is over, which is kept aside."""
        if self.is_over:
            if self.save_to is not None:
                with suppress(OSError):  # then the other cannot be kept either, which is told
                    put_aside(self.save_to)
            self._open_from = None
            self._begin(self.game.begun(seed))
            self.save()

    def _options(self) -> list[str]:
        return [str(move) for move in self.game.state.legal_moves()]

    def _apply(self, move: Move) -> None:
        events = self.game.apply(move)
        self.company.happened(events)
        self._hear(self.game.told(events, self.seat), self.game.rules.observer.remembered(self.game.state, self.seat))
        if self.is_over:
            self.save()

    def save(self) -> None:
        """Keeps the game where it was to be kept; `unsaved` says if that fails, and the game goes on."""
        if self.save_to is None:
            return
        try:
            self.game.save(self.save_to)
            self._unsaved = None
        except OSError as error:
            self._unsaved = error

    def unsaved(self, language: str) -> str | None:
        """Why the game is not kept; None where it is."""
        if self._unsaved is None:
            return None
        return self._spoken[language].words.say("not_saved", hindrance_told(self._unsaved, language))

    def kept(self, language: str) -> str:
        """Keeps the game, and says where, or what hinders it."""
        self.save()
        say = self._spoken[language].words.say
        return self.unsaved(language) or (say("no_file") if self.save_to is None else say("saved", self.save_to))

    def look_back(self, seat: int | None, moves: int, language: str) -> Look | None:
        """The table after so many moves with the eyes of any seat; None while the game is on, or of no seat."""
        if not self.is_over or seat not in (None, *range(self.game.rules.players)):
            return None
        if (language, seat) not in self._replays:
            scenery = self._spoken[language].onlooker.scenery
            self._replays[language, seat] = Replay(self.game, scenery, seat)
        return self._replays[language, seat].after(moves, REMEMBERED)

    def linked(self, moves: int, language: str) -> Linked | None:
        """The line with which others go on from here, or of a game that is over from where it stood after `moves`.

        None where the log of a game does not tell its chance.
        """
        if self.game.seed is None:
            return None
        made = len(self.game.moves)
        at = max(0, min(moves, made)) if self.is_over else made
        line = self._link(position_word(self.game, at))
        return Linked(self._spoken[language].words.say("linked"), line)

    # ---- what is asked
    def typed(self, text: str, moves: int, language: str) -> Said | Linked | None:
        """Makes the move that was typed, or answers what was asked, as at a terminal; None where a move was made."""
        words, typed = self._spoken[language].words, self._spoken[language].typed
        options = self._options() if self.is_ours else []
        command, rest = words.command(text)
        if not typed.printed(text, options, numbers=False):
            if command == "why":
                return self.why(rest, language)
            if command == "link" and not rest:
                return self.linked(moves, language)
            if command in QUESTIONS and not rest:
                return self.hint(language) if command == "hint" else self.known(language)
            if command is not None and not rest:
                return self.help(text if command != "help" else None, options, language)
        if not self.is_ours or self.seat is None:
            return Said([self._spoken[language].asking.not_asked(self.game.state.actor)])
        state = self.game.state
        found = typed.answered(text, state.code.decisions[state.pc], options, numbers=False)
        if len(found) == 1:
            self.choose(found[0], moves)
            return None
        told = [word for word, said in words.own_commands.items() if said in (*QUESTIONS, "help") and len(word) > 1]
        asking = self._spoken[language].asking
        lines, helps = asking.unclear(self.game, self.seat, text, found, told, numbers=False)
        return Said(lines if helps else [*lines, words.say("ask_help")])

    def help(self, beside: str | None, options: Sequence[str], language: str) -> Said:
        """What can be typed on the page, where `beside` is a word for a terminal alone."""
        words, typed = TYPED_WORDS[language], self._spoken[language].typed
        _, enough = typed.example_move(options)
        first = [words["at_terminal"].format(beside)] if beside is not None else []
        return Said([*first, *words["help"].format(enough, **PAGE_WORDS[language]).splitlines()])

    def why(self, asked: str, language: str) -> Said:
        if self.seat is None:
            return Said([])
        return Said(self._spoken[language].asking.answer(self.game, self.seat, asked))

    def hint(self, language: str) -> Said:
        spoken = self._spoken[language]
        if not self.is_ours or self.seat is None:
            return Said([spoken.asking.not_asked(self.game.state.actor)])
        return Said(spoken.advising.hint(self.game, self.seat))

    def known(self, language: str) -> Said:
        if self.seat is None:
            return Said([])
        return Said(self._spoken[language].advising.known(self.game, self.seat))


class Recorded(Sitting):
    """A game from a log, at its end or not: it is seen again, and nobody goes on with it.

    `note` says in a language why, where people may have come to go on.
    """

    def __init__(
        self, game: Game, eyes: int | None, link: Callable[[str], str] = str,
        note: Callable[[str], str | None] = lambda language: None,
    ) -> None:  # fmt: skip
        super().__init__(game, None, lambda game: Company(game.rules, {}, {}), None, link)
        self.eyes, self._note = eyes, note

    @property
    def is_over(self) -> bool:
        return True

    def told(self, language: str, since: int | None = None) -> Told:
        return replace(super().told(language, since), recorded=True, eyes=self.eyes, note=self._note(language))

    def anew(self, seed: int) -> None:
        """Nothing: it is the game of others."""


__all__ = ["LANGUAGES", "Linked", "Recorded", "Said", "Sitting", "Told"]
