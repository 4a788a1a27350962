"""What the score keeper of a table with real cards is asked, in words."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from coupdsl.code.moves import Move
from coupdsl.engine.chance import CHANCE
from coupdsl.engine.state import State
from coupdsl.play.game import Game
from coupdsl.play.spoken import Words
from coupdsl.scoring.answers import Answers


class Question:
    def __init__(self, words: Words, answers: Answers) -> None:
        self.words, self.answers = words, answers
        self.say = answers.say

    def asked(self, game: Game) -> tuple[list[str], list[str]]:
        """The question, and what may be answered."""
        state = game.state
        if self.answers.shared_out(state):
            return self._who_took(game), []
        decision = state.code.decisions.get(state.pc)
        secret = [self.say("secret")] if decision is not None and decision.secretly else []
        only = [self.say("enter")] if len(state.legal_moves()) == 1 else []
        return [self.of(state)], [*self.possible(state), *secret, *only]

    def of(self, state: State) -> str:
        """What is to be decided, and by whom; or what is to be told, and of whom."""
        asked = self.words.label("decisions", state.decision or "")
        if state.actor is not None and state.actor != CHANCE:
            return self.say("asks", self.answers.names[state.actor], asked)
        about = self.answers.about.said(state)
        return self.say("asks", about, asked) if about else asked

    def _who_took(self, game: Game) -> list[str]:
        offered, most = self.answers.offered(game.state), self.answers.most(game.state)
        names = self.answers.names
        if not offered or (most and self._counted(game)):
            asked = self.say("how_many", most) if most != 1 else self.say("who_one")
            what = self.answers.counted(game.state)
            return [self.say("asks", what, asked[:1].lower() + asked[1:]) if what else asked]
        lines = [self.say("who_took" if len(offered) == 1 else "who_took_these", self.answers.left(game.state))]
        return [*lines, self.say("counts", names[0], names[1], names[2 % len(names)])] if most > 1 else lines

    def _counted(self, game: Game) -> bool:
        """Was a number told just before? Then it is not known which pieces are left."""
        last = [move for _, move in game.moves[-1:]]
        return any(map(self.answers.is_number, last))

    def possible(self, state: State) -> list[str]:
        moves = state.legal_moves()
        if self.answers.one.seats_only(moves):
            return [self._or([self.answers.names[int(move.arguments[0])] for move in moves])]
        keys = self.answers.one.keys(moves)
        if not keys and len({move.word for move in moves}) == 1 and len(moves) > 2:
            return [self._range(moves)]
        said = [self.words.move(str(move)) for move in moves]
        return [f"{key}. {text}" for key, text in zip(keys, said, strict=True)] if keys else said

    def _range(self, moves: Sequence[Move]) -> str:
        """From the first to the last, and by how much each is more than the one before, if that is more than one."""
        ends = [self.words.move(str(move)) for move in (moves[0], moves[-1])]
        numbers = [int(move.arguments[-1]) for move in moves if move.arguments and move.arguments[-1].isdigit()]
        steps = {after - before for before, after in pairwise(numbers)}
        step = steps.pop() if len(numbers) == len(moves) and len(steps) == 1 else 1
        return self.say("from_to", *ends) if step == 1 else self.say("from_to_step", *ends, step)

    def _or(self, texts: list[str]) -> str:
        return self.say("or", ", ".join(texts[:-1]), texts[-1]) if len(texts) > 1 else texts[0]
