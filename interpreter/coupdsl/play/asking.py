"""Why: answers to one seat about its own options, from what it may know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import islice, pairwise
from typing import TYPE_CHECKING, Any

from coupdsl.code.decisions import Decision
from coupdsl.code.errors import IllegalMove
from coupdsl.code.moves import Move
from coupdsl.engine.chance import CHANCE
from coupdsl.engine.refusals import legal_move
from coupdsl.language.likeness import nearest
from coupdsl.play.account.narrator import Narrator
from coupdsl.play.already import last_chosen
from coupdsl.play.moves_meant import MovesMeant
from coupdsl.play.payments_asked import PaymentsAsked
from coupdsl.play.questions import OfPayments
from coupdsl.play.reasons import CONDITIONS, REFUSALS, Reasons
from coupdsl.play.spelling import spelled
from coupdsl.play.spoken import Words
from coupdsl.play.table_phrases import TablePhrases

if TYPE_CHECKING:
    from coupdsl.engine.state import State
    from coupdsl.play.drawing import View
    from coupdsl.play.game import Game

MOST_TRIED = 60  # moves of which it is looked why they cannot be made
MOST_ASKED = 200  # and where it is asked about all of them
_OTHER_QUESTIONS = ("asks", "takes", "not_by_chance", "not_offered")


class Asking(MovesMeant):
    """Answers in the language of `words`; `chance_is_told` where people say what chance has brought."""

    def __init__(self, words: Words, chance_is_told: bool = False) -> None:
        super().__init__(words)
        self.chance_is_told = chance_is_told
        self._moves = list(words.rules.code.alphabet.by_text)
        self._has_money = bool(words.rules.program.accounts)
        self._phrases = cache(lambda seat: TablePhrases(words, seat))
        self.payments = PaymentsAsked(words, self._phrases)

    def answer(self, game: Game, seat: int, asked: str) -> list[str]:
        """What to say to `seat`, who asks why in words of its own: about a move, or about what was paid."""
        of = self.questions.of_payments(asked, seat)
        if of is None or self._is_of_move(game, of, asked):
            return self.why(game.state, seat, asked, game)
        return self.payments.answer(game, of, seat)

    def why(self, state: State, seat: int, asked: str, game: Game | None = None) -> list[str]:
        """Why a move, written as at the table, is possible now or is not, for `seat`; only at its turn it is told.

        With the `game` that has come to this state, it is also told when a piece was chosen that is gone since.
        """
        if state.actor != seat:
            return [self.not_asked(state.actor)]
        view = state.view(seat)
        if (suit := self.questions.suit(asked)) is not None and (held := self._of_suit(view, asked, suit)) is not None:
            asked = held
        text, (asked, found) = self._asked_about(view, asked)
        if not found and (beyond := self._beyond(view, asked, text)):
            return beyond
        if text is not None and (offered := self._offered_with(view, text, asked)):
            found, text = offered, None
        if game is not None and text is not None and (gone := self._gone(game, view, text)):
            return gone
        if len(found) > 1:
            return [self._several(asked, found)]
        if text is not None and (longer := self._longer(view, text)) is not None:
            return self._of_word(state, seat, view, longer)
        reasons = Reasons(self._phrases(seat), view)
        if found:
            move = self.words.rules.code.alphabet.by_text[found[0]]
            return reasons.possible(found[0], legal_move(state, move))
        if text is None:
            other = self._of_word(state, seat, view, asked) or self._of_number(view, asked)
            other = other or self._of_first(state, seat, view, asked)
            if not other and (word := self._word_with(asked)) is not None:
                return self.why(state, seat, word, game)
            return other or self._not_understood(state, view, asked)
        return self._why_not(state, seat, view, text)

    def _offered_with(self, view: View, text: str, asked: str) -> list[str]:
        """Where a piece alone is asked about, of which `text` is no option, those options that pick it among others."""
        piece = text.split()[-1]
        if piece not in self._pieces(view, text) or self._options(asked, [piece], numbers=False)[1] != [piece]:
            return []
        return [option for option in view["options"] if piece in self._pieces(view, option)]

    def _gone(self, game: Game, view: View, text: str) -> list[str]:
        """Where a move that cannot be made is of a piece that lies elsewhere since it was chosen: who did, and when."""
        seat, pieces = view["seat"], self._pieces(view, text)
        copies = Counter(self.words.layout.face_of)
        if any(self._out_of_sight(view, piece) or copies[piece] > 1 for piece in pieces):
            return []  # of several that are written alike another may be meant
        illegal = _refusal(game.state, seat, text, ("elsewhere",))
        found = last_chosen(game, seat, pieces) if illegal is not None else None
        told = Narrator(self.words, seat).tell([found[1]]) if found is not None else []
        return Reasons(self._phrases(seat), view).gone(text, found[0], " ".join(told)) if found and told else []

    def _why_not(self, state: State, seat: int, view: View, text: str) -> list[str]:
        """Why a move is none that is offered now."""
        unseen = next((piece for piece in self._pieces(view, text) if self._out_of_sight(view, piece)), None)
        if unseen is not None:
            key = "place_unseen" if any(zone["unseen"] for zone in _own_zones(view)) else "not_seen"
            return [self.words.say(key, self.words.piece(unseen))]
        reasons = Reasons(self._phrases(seat), view)
        try:
            state.copy().apply(text, seat)
        except IllegalMove as illegal:
            if illegal.because is not None and illegal.because.sentence in _OTHER_QUESTIONS:
                deciding = self._deciding(state, lambda move: str(move) == text)
                return reasons.another_question(text, deciding, self.chance_is_told)
            return reasons.refused(illegal)
        return reasons.possible(text, ())

    def told_of_refused(self, view: View, refused: Iterable[IllegalMove]) -> Iterator[tuple[object, str]]:
        """Of moves that were `refused` to who was sent the view each condition that kept them, and a sentence."""
        reasons = Reasons(self._phrases(view["seat"]), view)
        return (((illegal.rules, illegal.place), reasons.refused(illegal)[0]) for illegal in refused)

    def rules_asked(self, state: State, refused: Iterable[IllegalMove]) -> Iterator[tuple[str | None, str]]:
        """The rules, by owner and name, that say what can be chosen now, and why what is `refused` cannot."""
        reasons = [because.reason for move in state.legal_moves()[:MOST_TRIED] for because in legal_move(state, move)]
        reasons += [illegal.because for illegal in refused if illegal.because is not None]
        stating = self._phrases(state.actor).texts_of_rules
        for reason in reasons:
            for asked in reason.evidence.asked if reason.evidence is not None else ():
                if asked.text in stating:
                    rule = stating[asked.text][0]
                    yield rule.owner, rule.name

    def refused(self, state: State, view: View) -> Iterator[IllegalMove]:
        """What a condition keeps who is asked, and was sent the view, from choosing of what it has."""
        own, options = _own(view), set(view["options"])
        texts = (text for text in map(str, self._here(view)) if text not in options)
        for text in islice((text for text in texts if _has(own, self._pieces(view, text) or [""])), MOST_TRIED):
            if (illegal := _refusal(state, view["seat"], text, CONDITIONS)) is not None:
                yield illegal

    def unclear(
        self, game: Game, seat: int, typed: str, found: Sequence[str], commands: Iterable[str], numbers: bool = True
    ) -> tuple[list[str], bool]:
        """What to say where `typed` is no option, or may be several: which, why it is none, or what is nearly so.

        Then whether that helps: not where it only says that nothing was understood. With `numbers`, what stands in a
        list can be typed by its number.
        """
        if len(found) > 1:
            return [self._several(typed, found)], True
        state, view = game.state, game.state.view(seat)
        text = self._meant(view, typed)
        if numbers and (beyond := self._beyond(view, typed, text)):
            return beyond, True
        if text is not None:
            return self._gone(game, view, text) or self._why_not(state, seat, view, text), True
        if other := self._of_word(state, seat, view, typed) or self._of_number(view, typed):
            return other, True
        written = {command: command for command in commands}
        for option in view["options"]:
            (word, _, picked), shown = option.partition(" "), self.words.move(option)
            short = shown.removeprefix(self.words.word(word)).strip()
            written |= {option.lower(): shown, shown.lower(): shown, picked.lower(): short, short.lower(): short}
        near = nearest(typed, filter(None, written))
        lines = [self.words.say("not_here", typed)]
        return ([*lines, self.words.say("did_you", written[near])], True) if near is not None else (lines, False)

    def _several(self, typed: str, found: Sequence[str]) -> str:
        return self.words.say("ambiguous", typed, ", ".join(map(self.words.move, found[:8])))

    def _of_suit(self, view: View, asked: str, suit: int) -> str | None:
        """Of the cards of a suit one that is held and can be asked about, rather one that cannot be chosen."""
        here = [str(move) for move in self._here(view)]
        named = self.words.rules.program.suits[suit].name
        said = set(spelled(asked).split())
        if any(named in text.split() and (text in here or self._begins(text) & said) for text in self._moves):
            return None  # it is a suit that is to be chosen, here or where such a move is
        own = _own(view)
        held = [text for text in here if (piece := text.split()[-1]) in own and self.words.suit_index(piece) == suit]
        return next((text for text in held if text not in view["options"]), held[0] if held else None)

    def _begins(self, text: str) -> set[str]:
        """The first word of a move, as it is written and as it is said."""
        return {text.split()[0], spelled(self.words.move(text)).split()[0]}

    def _of_word(self, state: State, seat: int, view: View, asked: str) -> list[str]:
        """Where only the first word of moves is asked about, such as `knock`: how it goes on, why not, or when."""
        reasons = Reasons(self._phrases(seat), view)
        words = dict.fromkeys(text.split()[0] for text in self._moves if " " in text)
        found = self._options(asked, list(words), numbers=False)[1]
        if len(found) != 1:
            return []
        longer = reasons.more(found[0])
        own = _own(view)
        here = [str(move) for move in self._here(view) if move.word == found[0]]
        having = [text for text in here if _has(own, self._pieces(view, text))]
        if not longer and having:
            by_condition = (text for text in having if _refusal(state, seat, text, CONDITIONS) is not None)
            return self._why_not(state, seat, view, next(by_condition, having[0]))
        deciding = self._deciding(state, lambda move: move.word == found[0])
        return longer or reasons.another_question(found[0], deciding, self.chance_is_told)

    def _word_with(self, asked: str) -> str | None:
        """The only first word of moves that is said with the words asked about, such as that of `tire au talon`."""
        words = {move.word for move in self.words.rules.code.alphabet.moves if move.word}
        said = {word: self.questions.said(self.words.label("moves", word)) for word in words}
        wanted = self.questions.said(asked)
        found = [word for word, parts in said.items() if wanted and {*wanted} <= {*parts} and wanted != [word]]
        return found[0] if len(found) == 1 else None

    def _of_first(self, state: State, seat: int, view: View, asked: str) -> list[str]:
        """Where of what moves pick only the first is asked about, as one of two cells: how it goes on, or why not."""
        going_on: dict[str, list[str]] = {}
        for text in map(str, self._here(view)):
            word, first, *rest = [*text.split(), ""]
            if any(rest):
                going_on.setdefault(f"{word} {first}", []).append(text)
        found = self._options(asked, list(going_on), numbers=False)[1]
        if len(found) != 1:
            return [self._several(asked, found)] if found else []
        reasons = Reasons(self._phrases(seat), view)
        if longer := reasons.more(found[0]):
            return longer
        refused = list(self._refused_of(state, seat, view, going_on[found[0]]))
        if not refused:
            return self._why_not(state, seat, view, going_on[found[0]][0])
        if len(refused) > 1 and len(set(map(_cause, refused))) == 1:  # whatever is picked with it
            refused[0].move = found[0]
        return reasons.refused(max(refused, key=_how_far))

    def _refused_of(self, state: State, seat: int, view: View, texts: Iterable[str]) -> Iterator[IllegalMove]:
        """Why these moves cannot be made, of things whose place is seen."""
        for text in islice(texts, MOST_ASKED):
            if any(self._out_of_sight(view, piece) for piece in self._pieces(view, text)):
                continue
            if (illegal := _refusal(state, seat, text, REFUSALS)) is not None:
                yield illegal

    def _longer(self, view: View, text: str) -> str | None:
        """The first word of other moves of this decision that are called so, and go on: `block`, `block as Duke`."""
        label = f"{self.words.label('moves', text)} "
        words = (move.word for move in self._here(view) if " " in str(move))
        return next((word for word in words if self.words.label("moves", word).startswith(label)), None)

    def _of_number(self, view: View, asked: str) -> list[str]:
        """Where another number is asked about than can be chosen: those that can."""
        *before, last = self.questions.said(asked) or [""]
        about = [option.split() for option in view["options"]]
        word = self._options(" ".join(before), [word for word, *_ in about], numbers=False)[1]
        chosen = [rest for first, *rest in about if not before or first in word]
        if not last.isdigit() or not chosen or not all(len(rest) == 1 and rest[0].isdigit() for rest in chosen):
            return []
        numbers = sorted({int(number) for (number,) in chosen})
        steps = {after - before for before, after in pairwise(numbers)}
        if int(last) in numbers:
            return []
        by_steps = len(numbers) > 2 and len(steps) == 1 and steps != {1}
        more = list(steps) if by_steps else []
        return [self.words.say("stepped" if by_steps else "numbers", numbers[0], numbers[-1], *more)]

    def _beyond(self, view: View, typed: str, text: str | None) -> list[str]:
        """Where a number is typed that stands before no option and means no move of this question: those that do."""
        typed, options = typed.strip(), view["options"]
        here = text is not None and any(str(move) == text for move in self._here(view))
        keys, listed = self.typed.selectors(options), [str(number) for number in range(1, len(options) + 1)]
        if not typed.isdigit() or here or typed in keys or sorted(keys) != sorted(listed):
            return []
        return [self.words.say("numbers", 1, listed[-1]) if len(listed) > 1 else self.words.say("only_number", 1)]

    def _deciding(self, state: State, is_meant: Callable[[Move], bool]) -> list[Decision]:
        """The decisions that have such a move."""
        decisions = state.code.decisions.values()
        return [d for d in decisions if any(is_meant(move) for option in d.options for move in option.moves.values())]

    def not_asked(self, actor: int | None) -> str:
        """What is said to who asks out of turn: the same, whatever was asked."""
        if actor is None or actor == CHANCE:
            return self.words.say("over" if actor is None else "by_chance")
        return self.words.say("not_asked", self.words.seat(actor, None))

    def _not_understood(self, state: State, view: View, asked: str) -> list[str]:
        """That a question is not understood, what is written nearly so, and three that are understood."""
        examples = self.words.say("not_understood", asked or "…", " · ".join(self._examples(view)))
        try:
            state.copy().apply(" ".join(self.questions.said(asked)), view["seat"])
        except IllegalMove as illegal:
            if illegal.because is not None and illegal.because.sentence == "did_you_mean":
                return [examples, self.words.say("did_you", self.words.move(illegal.because.blanks[0]))]
        return [examples]

    def _examples(self, view: View) -> list[str]:
        options: list[str] = view["options"]
        seen, offered = _own(view), set(options)
        texts = [text for text in map(str, self._here(view)) if text not in offered]
        refused = next((text for text in texts if text.split()[-1] in seen), texts[0] if texts else options[0])
        said = [self.words.say("ask", self._last(options[0])), self.words.say("ask_not", self._last(refused))]
        return [*said, self.words.say("ask_paid")] if self._has_money else said

    def _last(self, text: str) -> str:
        """What is enough to be typed of a move."""
        word, *parts = text.split()
        if len(parts) != 1:
            return self.words.move(text)
        return (self.words.argument if self.words.is_piece_picked(word, 0, parts[0]) else self.words.named)(parts[0])

    def _is_of_move(self, game: Game, of: OfPayments, asked: str) -> bool:
        """Is what may be asked about payments a move, or something for which none was made?"""
        if of.surely:  # a whole move goes first, as in a game where something is won
            return not of.past and bool(self._options(asked, self._moves, numbers=False)[1])
        is_none_paid = of.amount is not None and not self._has_money
        if is_none_paid or self._options(asked, self._moves, numbers=False)[1]:
            return True
        return of.reason is not None and of.amount is None and self.payments.last_paid(game, of) is None


def _refusal(state: State, seat: int, text: str, sentences: Sequence[str]) -> IllegalMove | None:
    """Why `seat` cannot choose a move, if it cannot, and if that is one of these reasons."""
    try:
        state.copy().apply(text, seat)
    except IllegalMove as illegal:
        return illegal if illegal.because is not None and illegal.because.sentence in sentences else None
    return None


def _cause(illegal: IllegalMove) -> object:
    """The same where a move cannot be made for the same reason, of the same thing."""
    evidence = illegal.because.evidence if illegal.because is not None else None
    return illegal.place, evidence.about if evidence is not None else None


def _how_far(illegal: IllegalMove) -> tuple[int, int, int]:
    """How far it came: what more can be picked, then what lies within fewer rules, then what is written later."""
    because = illegal.because
    if because is None or because.evidence is None:
        return 0, 0, 0
    return because.picked, -len(because.evidence.asked), because.evidence.at[0].start


def _own(view: View) -> set[str]:
    """The pieces that lie with who was sent the view, of those that are seen."""
    return {piece for zone in _own_zones(view) for piece in zone["pieces"] if piece}


def _has(own: set[str], pieces: Sequence[str]) -> bool:
    """Are these among one's `own`, and is none of them meant twice?"""
    return own.issuperset(pieces) and len(set(pieces)) == len(pieces)


def _own_zones(view: View) -> list[dict[str, Any]]:
    return [zone for zone in view["zones"] if zone["seat"] == view["seat"]]


__all__ = ["Asking"]
