"""What yes and no mean where somebody is asked something: which of the answers says so."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from coupdsl.code.decisions import Decision
from coupdsl.play.spelling import Spelling, spelled
from coupdsl.play.spoken import Words

NO, YES = ("no", "non"), ("yes", "oui")
OTHERWISE = {"n": "no", "nothing": "no", "rien": "no", "y": "yes"}  # typed for them
REFUSING = {  # words of an answer by which one does not do what is asked about
    "pass", "decline", "refuse", "not", "none", "silent", "stop",
    "passe", "renonce", "pas", "aucun", "aucune", "s'arrete",
}  # fmt: skip
WHICH = {  # the first word of a question that no yes or no answers, or the second, as in “of which”
    "which", "what", "whose", "who", "whom", "how",
    "quel", "quelle", "quels", "quelles", "lequel", "laquelle", "qui", "quoi", "combien", "comment",
}  # fmt: skip


def is_plain(text: str) -> bool:
    """Is this, as it is spelled, a yes or a no?"""
    return OTHERWISE.get(text, text) in (*NO, *YES)


def says_no(text: str) -> bool:
    return OTHERWISE.get(text, text) in NO


class PlainAnswers:
    """Reads yes and no at the questions that are asked by `words`."""

    def __init__(self, words: Words, spelling: Spelling) -> None:
        self.words, self.spelling = words, spelling

    def meant(self, typed: str, decision: Decision, options: Sequence[str]) -> list[str]:
        """Those of the options that say the yes or no that is typed."""
        text = spelled(typed)
        if not is_plain(text):
            return []
        no, yes = self._both(decision, options)
        return no if says_no(text) else yes

    def _both(self, decision: Decision, options: Sequence[str]) -> tuple[list[str], list[str]]:
        """The options that say no and those that say yes, in a word or as they are told apart; else none.

        Of two, one is the yes if the question has its word. Else one alone refuses, by its words or as it does nothing
        beside one other thing to do, and the question does not ask for it: where one may do several, it may be either.
        """
        plain = [option for option in options if " " not in option and not self.words.is_picked(option)]
        whole, begun = self._marked(plain, self._forms), self._marked(plain, self._firsts)
        for marked in (whole, begun):
            if all(marked) or (any(marked) and len(options) == 2):
                return self._told_apart(options, *marked)
        asked = [option for option in plain if self._firsts(option) & self._asked(decision, options)]
        if len(options) == len(plain) == 2 and len(asked) == 1:
            return _others(options, asked), asked
        refusing = [one for one in plain if self._words_of(one) & REFUSING]
        if len(refusing) != 1 and any(begun):
            return self._told_apart(options, *begun)
        for alone in (refusing, self._idle(decision, options)):
            if len(alone) == 1:
                return ([], []) if alone == asked else (alone, _others(options, alone))
        return [], []

    @staticmethod
    def _marked(plain: Sequence[str], begins: Callable[[str], set[str]]) -> tuple[list[str], list[str]]:
        """The answers that say no and those that say yes, by how they begin."""
        no, yes = ([one for one in plain if begins(one) & {*words}] for words in (NO, YES))
        return no, yes

    @staticmethod
    def _told_apart(options: Sequence[str], no: list[str], yes: list[str]) -> tuple[list[str], list[str]]:
        """Both, where those of one side are all others."""
        return no or _others(options, yes), yes or _others(options, no)

    def _idle(self, decision: Decision, options: Sequence[str]) -> list[str]:
        """The options that do nothing, if all others are of one word."""
        moves = {str(move) for option in decision.options if option.does_nothing for move in option.moves.values()}
        idle = [option for option in options if option in moves]
        return idle if len({option.split()[0] for option in _others(options, idle)}) == 1 else []

    def _asked(self, decision: Decision, options: Sequence[str]) -> set[str]:
        """The words of the question, in every language; none where it asks for one of several things."""
        asked = (tongue.question(decision.name, options) for tongue in self.spelling.tongues)
        words = [spelled(question).split() for question in asked]
        return set().union(*(one for one in words if not WHICH & {*one[:2]}))

    def _forms(self, option: str) -> set[str]:
        return set(self.spelling.any(option)[0])

    def _firsts(self, option: str) -> set[str]:
        return {form.split()[0] for form in self.spelling.any(option)[0]}

    def _words_of(self, option: str) -> set[str]:
        return {word for form in self.spelling.any(option)[0] for word in form.split()}


def _others(options: Sequence[str], than: Sequence[str]) -> list[str]:
    return [option for option in options if option not in than]


__all__ = ["PlainAnswers", "is_plain", "says_no"]
