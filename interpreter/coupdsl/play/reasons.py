"""Why a move is possible or is not, as sentences of the game with the values of the moment."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from coupdsl.code.decisions import Decision
from coupdsl.code.errors import IllegalMove, Reason
from coupdsl.code.evidence import Evidence
from coupdsl.engine.refusals import Because
from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language.types import CARD
from coupdsl.language.walk import all_asked
from coupdsl.phrases.inline import text_of
from coupdsl.phrases.value_phrases import Unsayable
from coupdsl.play.already import settled
from coupdsl.play.own_sentences import WHY, WHY_NOT, OwnSentences
from coupdsl.play.saying import Saying
from coupdsl.play.spoken import Words
from coupdsl.play.table_phrases import TablePhrases

if TYPE_CHECKING:
    from coupdsl.play.drawing import View

WORDS = {
    "en": {
        "sentence": "{0}: {1}.", "refused": "{0}: no, {1}.", "refused_for": "{0}: no, because{1}:",
        "possible": "{0}: you can, because {1}.",
        "possible_now": "{0}: you can, because nothing forbids it.",
        "same": "that is {0}", "elsewhere": "it is not in {0}", "inside": "it is in {0}", "among": "it is among {0}",
        "not_among": "it is not among {0}", "card_elsewhere": "it is not in {0}", "card_inside": "it is in {0}",
        "card_among": "it is among {0}", "card_not_among": "it is not among {0}",
        "named_elsewhere": "{0} is not in {1}", "named_inside": "{0} is in {1}",
        "named_among": "{0} is among {1}", "named_not_among": "{0} is not among {1}",
        "only_one": "here it can only be {0}", "nothing": "here it can be nothing",
        "none_better": "you have nothing for which {0}", "never": "these rules do not have it",
        "never_so_many": "the rules do not have it with this number of players",
        "last_resort": "it is for when nothing else is possible, and now something is: {0}",
        "hold": "You hold {0}.", "choose": "You can choose {0}.", "unsaid": "the rules do not allow it here",
        "now_asked": "{0}: not now. The question is {1}",
        "other_question": "{0}: that is for when you are asked {1} Now the question is {2}",
        "settled": "{0}: not now, for it is chosen already ({1}: {2}). The question is {3}",
        "gone": "{0}: no longer; {1} moves ago: “{2}”.", "gone_just_now": "{0}: no longer; just now: “{1}”.",
        "more": "say more, such as {0}", "less": "say just “{0}”", "or": "{0} or {1}",
        "free": "you choose freely from {0}",
        "chance": "chance decides that, and nobody chooses it", "quoted": "“{0}”", "move": "{0}", "and": "{0}, and {1}",
    },
    "fr": {
        "sentence": "{0} : {1}.", "refused": "{0} : non, {1}.", "refused_for": "{0} : non, car{1} :",
        "possible": "{0} : vous le pouvez, car {1}.",
        "possible_now": "{0} : vous le pouvez, car rien ne l'interdit.",
        "same": "c'est {0}", "elsewhere": "absent de {0}", "inside": "c'est dans {0}", "among": "déjà parmi {0}",
        "not_among": "ce n'est pas parmi {0}", "card_elsewhere": "elle n'est pas dans {0}",
        "card_inside": "elle est dans {0}", "card_among": "elle est parmi {0}",
        "card_not_among": "elle n'est pas parmi {0}",
        "named_elsewhere": "{0} n'est pas dans {1}", "named_inside": "{0} est dans {1}",
        "named_among": "{0} est déjà parmi {1}", "named_not_among": "{0} n'est pas parmi {1}",
        "only_one": "ici, ce ne peut être que {0}",
        "nothing": "ici, il n'y a rien à choisir",
        "none_better": "vous n'avez rien pour quoi {0}", "never": "ces règles ne le prévoient pas",
        "never_so_many": "les règles ne le prévoient pas à ce nombre de joueurs",
        "last_resort": "c'est réservé au cas où rien d'autre n'est possible, et il y a : {0}",
        "hold": "Vous avez {0}.", "choose": "Vous pouvez choisir {0}.",
        "unsaid": "les règles ne le permettent pas ici",
        "now_asked": "{0} : pas maintenant. La question est {1}",
        "other_question": "{0} : cela se décide à la question {1} La question est maintenant {2}",
        "settled": "{0} : pas maintenant, car c'est déjà choisi ({1} : {2}). La question est {3}",
        "gone": "{0} : ce n'est plus possible ; il y a {1} coups : « {2} ».",
        "gone_just_now": "{0} : ce n'est plus possible ; à l'instant : « {1} ».",
        "more": "précisez, par exemple {0}", "less": "dites seulement « {0} »", "or": "{0} ou {1}",
        "free": "vous choisissez librement dans {0}",
        "chance": "c'est le hasard qui en décide, personne ne le choisit", "quoted": "« {0} »",
        "move": "« {0} »", "and": "{0}, et {1}",
    },
}  # fmt: skip
CONDITIONS = ("fails", "fails_for_it", "others_first")
REFUSALS = (*CONDITIONS, "elsewhere", "one_of", "not_in")
_AT_MOST = 8  # options that are named
_FEW = 3  # conditions that hold, which are told
_SUCH_AS = 3  # of those that show how a move goes on


class Reasons:
    """Sentences for `viewer`, who was sent `view`."""

    def __init__(self, book: TablePhrases, view: View) -> None:
        self.book = book
        self.words: Words = book.at_table
        self.view = view

    def say(self, key: str, *parts: str) -> str:
        return WORDS[self.words.language][key].format(*parts)

    # ---- why not
    def refused(self, illegal: IllegalMove) -> list[str]:
        """Why a move is refused, with the numbers of the rules; else, in plain letters, with the place."""
        if (said := self._more_or_less(illegal.move)) is not None:
            return [self.say("sentence", self._named(illegal.move), said)]
        reason = illegal.because
        if reason is None or reason.evidence is None:
            return [self._without_evidence(illegal)]
        evidence, move = reason.evidence, illegal.move
        saying = Saying(self.book, evidence, self._picks_several(move))
        own = OwnSentences(saying, self.view)
        word = move.split()[0]
        text = None
        if reason.sentence != "elsewhere":
            text = own.find(WHY_NOT, self._bases(word), whole=reason.sentence == "fails" or not evidence.asked)
        head = self._head(evidence) if text is not None and reason.sentence in CONDITIONS else None
        rules = _rules(evidence) or illegal.rules
        facts = self._facts(saying, evidence) if text is None and reason.sentence in CONDITIONS[:2] else []
        if len(facts) > _FEW:
            first = self.say("refused_for", self._named(move), _cited(rules))
            return [first, *(f"- {fact}" for fact in facts), *self._place(rules, illegal.place)]
        body = text or self._refusal(reason, saying, evidence)
        lines = self._sentence(head, body, rules) if head is not None else self._refused(move, body, rules)
        others = own.others() if reason.sentence == "others_first" and "{others}" not in (text or "") else None
        if others and (text is None or others not in text):
            kind = evidence.about[1] if evidence.about is not None else None
            lines += " " + self.say("hold" if kind is not None and kind.family else "choose", others)
        return [lines, *self._place(rules, illegal.place)]

    def more(self, word: str) -> list[str]:
        """How moves that begin with a word go on, where any is an option."""
        goes_on = any(option.startswith(f"{word} ") for option in self.view["options"])
        return [self.say("sentence", self._named(word), self._more_or_less(word) or "")] if goes_on else []

    def _more_or_less(self, move: str) -> str | None:
        """What to say of a move that is an option as soon as more is named, or less."""
        longer = [option for option in self.view["options"] if option.startswith(f"{move} ")]
        if longer:
            *first, last = map(self._move, longer[:_SUCH_AS])
            return self.say("more", self.say("or", ", ".join(first), last) if first else last)
        shorter = next((option for option in self.view["options"] if move.startswith(f"{option} ")), None)
        return self.say("less", self._move(shorter)) if shorter is not None else None

    def _without_evidence(self, illegal: IllegalMove) -> str:
        sentence = illegal.because.sentence if illegal.because is not None else ""
        if sentence != "last_resort":
            return self._refused(illegal.move, self.say("unsaid"), ())
        word = illegal.move.split()[0]
        own = self.book.labels.get(*(f"{WHY_NOT}.{base}" for base in self._bases(word)))
        options = [option for option in self.view["options"] if option.split()[0] != word]
        named = options if len(options) == _AT_MOST + 1 else options[:_AT_MOST]  # "1 more" is no shorter
        some, more = ", ".join(map(self._move, named)), len(options) - len(named)
        text = own or self.say("last_resort", self.words.say("and_more", some, more) if more > 0 else some)
        return self._refused(illegal.move, text, illegal.rules)

    def _refusal(self, reason: Reason, saying: Saying, evidence: Evidence) -> str:
        if reason.sentence in CONDITIONS:
            said = self._clause(saying, evidence)
            return said if said is not None else self.say("unsaid")
        if reason.sentence == "one_of" and (same := saying.alone()) is not None:
            return self.say("same", text_of(same))
        said = self._set(saying, evidence)
        key = {"elsewhere": "elsewhere", "one_of": "among"}.get(reason.sentence, "not_among")
        return self._lying(key, saying, said) if said is not None else self.say("unsaid")

    def _picks_several(self, move: str) -> bool:
        """Does it pick more than one thing, so that nobody would know which is meant?"""
        word, *picked = move.split()
        return len(picked) + self.words.is_picked(word) > 1

    def _lying(self, key: str, saying: Saying, within: str) -> str:
        """Where something lies or not, of a card as people speak of one; of one of several by its name."""
        evidence = saying.evidence
        named = self.book.value(*evidence.about) if saying.several and evidence.about is not None else None
        if named is not None:
            return self.say(f"named_{key}", text_of(named), within)
        is_card = evidence.about is not None and evidence.about[1] == CARD
        return self.say(f"card_{key}" if is_card else key, within)

    def _facts(self, saying: Saying, evidence: Evidence) -> list[str]:
        """What decides together that a condition is as it is, one by one; nothing where it has no words."""
        expr = self.book.stated.get(evidence.at)
        if expr is None or self.book.known(expr, evidence.entry) is not None:
            return []
        try:
            return list(dict.fromkeys(text_of(one.said()) for one in saying.facts()))
        except Unsayable:
            return []

    def _clause(self, saying: Saying, evidence: Evidence) -> str | None:
        """A condition as it is now; None where there is nothing to say of it."""
        expr = self.book.stated.get(evidence.at)
        if expr is None:
            return None
        if self.book.known(expr, evidence.entry) is not None:
            return None if evidence.holds else self.say("never_so_many" if _rests_on_seats(expr) else "never")
        try:
            return text_of(saying.told())
        except Unsayable:
            return None

    def _set(self, saying: Saying, evidence: Evidence) -> str | None:
        expr = self.book.stated.get(evidence.at)
        if expr is None:
            return None
        try:
            return text_of(saying.bare(expr))
        except Unsayable:
            return None

    def _head(self, evidence: Evidence) -> str | None:
        """The entry whose own rule it is, such as a contract."""
        for asked in evidence.asked:
            known = self.book.texts_of_rules.get(asked.text)
            if asked.entry is not None and known is not None and known[0].owner in self.book.program.kinds:
                return self.words.entry(asked.entry.path)
        return None

    # ---- why
    def possible(self, move: str, reasons: Iterable[Because]) -> list[str]:
        """That a move is possible, and what it fulfils; where something lies only if that is all there is to say."""
        fulfils: dict[str, tuple[str, ...]] = {}
        lies: dict[str, tuple[str, ...]] = {}
        reasons = list(reasons)
        is_free = all(because.reason.sentence == "inside" or self._is_settled(because) for because in reasons)
        for because in reasons:
            evidence = because.reason.evidence
            text = self._fulfilled(because.reason, evidence, move, is_free) if evidence is not None else None
            if text is not None and evidence is not None:
                kept = lies if because.reason.sentence == "inside" else fulfils
                kept.setdefault(text, _rules(evidence) or because.rules)
        told = fulfils or lies
        named = self._named(move)
        own = self.book.labels.get(*(f"{WHY}.{base}" for base in self._bases(move.split()[0])))
        if not told and own is None:
            return [self.say("possible_now", named)]
        *first, last = told or [own or ""]
        said = self.say("and", ", ".join(first), last) if first else last
        return [self.say("possible", named, said + _cited(rule for rules in told.values() for rule in rules))]

    def _is_settled(self, because: Because) -> bool:
        """Is it a condition that holds throughout the game?"""
        evidence = because.reason.evidence
        expr = self.book.stated.get(evidence.at) if evidence is not None else None
        return expr is not None and evidence is not None and self.book.known(expr, evidence.entry) is not None

    def _fulfilled(self, reason: Reason, evidence: Evidence, move: str, is_free: bool) -> str | None:
        saying = Saying(self.book, evidence, self._picks_several(move))
        own = OwnSentences(saying, self.view)
        word = move.split()[0]
        if reason.sentence == "none_better":
            text = own.find(WHY, self._bases(word), whole=not evidence.asked, otherwise=True)
            clause = self._positive(saying, evidence) if text is None and not own.is_unfilled else None
            return text or (self.say("none_better", clause) if clause is not None else None)
        expr = self.book.stated.get(evidence.at)
        if reason.sentence == "holds":
            return own.find(WHY, self._bases(word), whole=not evidence.asked) or self._simply(saying, evidence)
        if reason.sentence == "inside":
            said = self._set(saying, evidence)
            if said is None or is_free:
                return self.say("free", said) if said is not None else None
            return self._lying("inside", saying, said)
        return own.find(WHY) if expr is not None else None

    def _simply(self, saying: Saying, evidence: Evidence) -> str | None:
        """A condition that holds, where it is one and not several: those say more about the rules than about now.

        Of a game whose own names are all there is to say a few are told.
        """
        expr = self.book.stated.get(evidence.at)
        is_one = isinstance(expr, pe.Quantified) or (isinstance(expr, pe.Op) and expr.name not in ("and", "or"))
        is_few = self.book.is_wordless and len(saying.deciding()) <= _FEW
        if expr is None or not (is_one or is_few) or self.book.known(expr, evidence.entry) is not None:
            return None
        return self._clause(saying, evidence)

    def _positive(self, saying: Saying, evidence: Evidence) -> str | None:
        try:
            return text_of(saying.said(holds=not evidence.holds))
        except Unsayable:
            return None

    # ---- the game's own order
    def another_question(self, move: str, by: Iterable[Decision], chance_is_told: bool = False) -> list[str]:
        """What is asked now, and when the move could be chosen; or what chance brings, where somebody tells that."""
        decided = self.words.label("decisions", self.view["decision"])
        now = self.words.question(self.view["decision"], self.view["options"])
        named = self._named(move)
        decisions = list(by)
        asking = [decision for decision in decisions if decision.who is not None or chance_is_told]
        if decisions and not asking:
            return [self.say("sentence", named, self.say("chance"))]
        if (chosen := settled(self.book.program, self.view, move)) is not None:
            state, entry = chosen
            told = text_of(self.book.term(state.name)), self.words.entry(entry.path)
            return [self.say("settled", named, *told, self._question(now))]
        others = [self.words.label("decisions", d.name) for d in asking]
        other = next((label for label in others if label != decided), None)
        if other is None or decided in others:
            return [self.say("now_asked", named, self._question(now))]
        return [self.say("other_question", named, self._question(other), self._question(now))]

    def gone(self, move: str, ago: int, told: str) -> list[str]:
        """That what it would choose was chosen before, which was told so."""
        named = self._named(move)
        return [self.say("gone_just_now", named, told) if ago == 1 else self.say("gone", named, str(ago), told)]

    # ---- words
    def _bases(self, word: str) -> tuple[str, ...]:
        """What the texts call a move: by its decision and itself, by one of them."""
        decision = self.view["decision"]
        return (f"{decision}.{word}", word, decision)

    def _move(self, text: str) -> str:
        return self.words.move(text, self.book.viewer)

    def _named(self, move: str) -> str:
        """As it begins an answer: in French, where moves are told as what somebody else does, as a quotation."""
        said = self.say("move", self._move(move))
        return said[:1].upper() + said[1:]

    def _sentence(self, head: str, body: str, rules: tuple[str, ...]) -> str:
        return self.say("sentence", head, body + _cited(rules))

    def _refused(self, move: str, body: str, rules: tuple[str, ...]) -> str:
        """Begun with a no: what must be done instead is no order when it is read alone."""
        return self.say("refused", self._named(move), body + _cited(rules))

    def _question(self, label: str) -> str:
        """At the end of a sentence, which the sign of a question ends, too."""
        return self.say("quoted", label) + ("" if label.endswith(("?", "!")) else ".")

    def _place(self, rules: tuple[str, ...], place: str | None) -> list[str]:
        """Where the rule stands, for who reads plain letters, where it has no number."""
        return [f"[{place}]"] if self.words.plain and not rules and place else []


def _rests_on_seats(expr: p.Expr) -> bool:
    """Is it the number of players that decides it, and no option, nor what some other reading may state?"""
    asked = list(all_asked(expr))
    counts = any(isinstance(part, pe.Constant) and part.name == "seats" for part in asked)
    return counts and not any(
        isinstance(part, pe.GetOption | pe.IsReading) or (isinstance(part, pe.Apply) and len(part.rule.versions) > 1)
        for part in asked
    )


def _rules(evidence: Evidence) -> tuple[str, ...]:
    """The numbers of the innermost rule that has any."""
    return next((asked.rules for asked in reversed(evidence.asked) if asked.rules), ())


def _cited(rules: Iterable[str]) -> str:
    """Their numbers in brackets, each once."""
    numbers = ", ".join(dict.fromkeys(rules))
    return f" ({numbers})" if numbers else ""


__all__ = ["Reasons"]
