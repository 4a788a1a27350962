"""What can go wrong while rules are played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from coupdsl.code.evidence import Evidence
from coupdsl.language import codes
from coupdsl.language.codes import Code
from coupdsl.language.diagnostics import Diagnostic
from coupdsl.language.source import Span

NO_FINISH = "the rules end without `finish`"
NO_BRANCH = "no branch of this case fits"
NO_VALUE = "has no value yet"  # behind the name of a state
NO_RANGE = "numbers are chosen from a range, `low .. high step n`"
RANGE_WHERE = "`where` cannot follow a range from which a number is chosen"
NOT_FIXED_LOW = "the lower end and the step of a range are fixed"
NOT_FIXED_HIGH = "the upper end of a range of numbers is fixed"
UNCOUNTED_HIGH = "the upper end must be fixed if not all money is counted"
UNCOUNTED = "an account that is not counted is not an amount: it is only compared with one"
_IF = "offer all that there can ever be, and say which: `chooses name { … n from 0 .. 20 if n > price { … } }`"
_UNCOUNTED = (
    "let each account begin with an amount, not with `none`; or offer all that there can ever be, and say which: "
    "`chooses name { … n from 0 .. 500 if n <= cash of s { … } }`"
)
HELP = {
    NO_FINISH: "end `game` with what decides who wins, such as `finish by cash`",
    NO_BRANCH: "add a branch for what comes up, or `otherwise`; a file of a variant can `replace` what it stands in",
    **dict.fromkeys((NO_RANGE, RANGE_WHERE, NOT_FIXED_LOW, NOT_FIXED_HIGH), _IF),
    UNCOUNTED_HIGH: _UNCOUNTED,
    UNCOUNTED: "write how much, such as `20`; compare with the account by its name, since it pays whatever is asked",
}
SHORT = "say what is done then: `account {0} … short partial` pays what there is, `… short RULE` first does that rule"
OFFERED = "offer one thing more, `otherwise pass { }`, or ask only where something can be chosen, `if … { … }`"
NOT_THERE = "ask first whether it is there, such as `if … is not none { … }`; `the` is for what always is"
GIVEN_FIRST = "give it one first; what a mechanic keeps is gone when it is over: keep it in a state of the game"


class RulesError(Exception):
    """The rules came to a point where they cannot go on; `span` is that place in their text.

    `found` says what came up there. Only those who may know all of a game are told that.
    `met` is the move, in words, on which they came to it. Who kept the `log` of the game before it says in a `hint`
    where it is.
    """

    met = log = hint = ""

    def __init__(
        self,
        message: str,
        span: Span,
        code: Code = codes.RULES_FAILED,
        help_: str | None = None,
        also: tuple[tuple[Span, str], ...] = (),
        found: str = "",
    ) -> None:
        super().__init__(message, span, code, help_, also, found)
        self.message = message
        self.span = span
        self.code = code
        self.also = also
        self.found = found
        self._help = help_

    def __str__(self) -> str:
        return f"{self.message} ({self.span})"

    @property
    def help(self) -> str | None:
        """What can be done about it, where that is known, and where the game is kept that came to it."""
        known = GIVEN_FIRST if self.message.endswith(NO_VALUE) else HELP.get(self.message)
        known = OFFERED if self.code is codes.NOTHING_TO_CHOOSE else known
        return "; ".join(filter(None, (self._help or known, self.hint))) or None

    @property
    def problem(self) -> Diagnostic:
        """The same as what is said of a file."""
        return Diagnostic(self.code, self.span, self.told, self.help, self.also)

    @property
    def told(self) -> str:
        """The message with what was found, for those who may know all of a game."""
        return f"{self.message}: {self.found}" if self.found else self.message


class Reason(NamedTuple):
    """Why a move is not possible: the name of a sentence, what fills its blanks, and what counted there.

    `deeper` is the innermost condition that decides, where the sentence names one that rests on it; `values` are its
    parts with what they are now, and `kinds` the types of these. `evidence` is what it rests on as data, to be told in
    any language. `picked` is how many things the move had named by then that can be picked.
    """

    sentence: str
    blanks: tuple[str, ...] = ()
    deeper: str | None = None
    values: tuple[tuple[str, str], ...] = ()
    evidence: Evidence | None = None
    kinds: tuple[str, ...] = ()
    picked: int = 0

    def told(self, sentences: Mapping[str, str]) -> str:
        """In the words of a language."""
        text = sentences[self.sentence].format(*self.blanks)
        if self.deeper is not None:
            text += sentences["because" if self.sentence == "holds" else "because_not"].format(self.deeper)
        if self.values:
            values = ", ".join(sentences["is"].format(part, value) for part, value in self.values)
            text += sentences["now"].format(values)
        return text

    def __str__(self) -> str:
        return self.told(SENTENCES)


SENTENCES = {
    "did_you_mean": "did you mean `{0}`?",
    "possible_here": "possible here: {0}",
    "not_by_chance": "it is not among what chance can bring here",
    "not_offered": "it is not among what `{0}` offers now",
    "not_your_turn": "it is not your turn",
    "takes": "`{0}` takes what is in {1}",
    "asks": "`{0}` asks for {1}",
    "last_resort": "something else can be done",
    "fails": "`{0}` does not hold",
    "fails_for_it": "`{0}` does not hold for it",
    "others_first": "there are options for which `{0}`, and they come first: {1}",
    "one_of": "it is one of `{0}`",
    "inside": "it lies in `{0}`",
    "elsewhere": "it does not lie in `{0}`",
    "not_in": "it is not in `{0}`",
    "holds": "`{0}` holds",
    "none_better": "nothing fulfils `{0}`, so it counts for nothing",
    "because": ", because `{0}` does",
    "because_not": ", because `{0}` does not",
    "now": ": {0}",
    "is": "`{0}` is {1}",
}


class IllegalMove(ValueError):
    """A move that is not among the options; `reason` says why, `place` is the rule's place in its file.

    It says no more than the seat may know that asked to make the move, and where none is named, than everybody knows.
    `because` is the reason in parts, for those who tell it in another language.
    """

    def __init__(self, move: str, reason: str | Reason, place: str | None = None, rules: tuple[str, ...] = ()) -> None:
        super().__init__(move, reason, place, rules)
        self.move = move
        self.reason = str(reason)
        self.because = reason if isinstance(reason, Reason) else None
        self.place = place
        self.rules = rules

    def __str__(self) -> str:
        cited = f" [{', '.join(self.rules)}]" if self.rules else ""
        place = f" ({self.place})" if self.place else ""
        return f"`{self.move}` is not legal: {self.reason}{cited}{place}"


class UnknownMove(IllegalMove):
    """Text that is no move of this game at all."""

    def __str__(self) -> str:
        return f"`{self.move}` is not a move: {self.reason}"


class NotYourTurn(IllegalMove):
    """A move of a seat that is not to act, whatever move it is."""


class GameOver(IllegalMove):
    """A move after the end."""
