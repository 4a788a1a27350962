"""A hand played out by the engine, of many the one that shows most, told in sentences. The same rules give the same."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from time import thread_time
from typing import TYPE_CHECKING

from coupdsl.code.errors import RulesError
from coupdsl.code.moves import Move
from coupdsl.code.usual import nearest
from coupdsl.engine.events import Event
from coupdsl.engine.load import playable
from coupdsl.engine.payments import payments_of
from coupdsl.engine.rules import Rules
from coupdsl.engine.state import State
from coupdsl.engine.tracing import Part
from coupdsl.language import codes
from coupdsl.language.diagnostics import Problems
from coupdsl.language.records import record
from coupdsl.phrases.inline import Phrase
from coupdsl.play.account.narrator import Narrator
from coupdsl.play.account.told import Told, folded
from coupdsl.play.bots import RandomBot
from coupdsl.play.payments_told import PaymentsTold
from coupdsl.play.spoken import Words
from coupdsl.play.table_phrases import TablePhrases
from coupdsl.rulebook.book import Book
from coupdsl.rulebook.document import Block, Box, Paragraph, Step, Steps
from coupdsl.rulesets.prose import Sample, Texts
from coupdsl.search.machines import fastest_of

if TYPE_CHECKING:
    from coupdsl.native.machine import Machine

TRIED = 200  # hands at most, of which one is shown
CHOICES = 10  # that a hand has at least: where all is decided in a few, several are told
MOST = 90  # choices of one hand
IN_ALL = 1200  # choices of all that are tried
SHOWN, WISHED = 1800, 6000  # the same where something is wished for, and one shows it but is not whole; until one does
LINES = 40  # that are told
MORE = 10  # at most of these, they are told too: a few lines are not put off, least of all the end of the game
SOON = 1.0  # seconds of work before machine code takes over, which takes about as long to be made
SECONDS = 30.0  # of work for all hands that are looked at, several times what any rules known here take
TOLD = {"number", "payer"}  # in sums of a hand that say nothing new where it is told alone, with every payment


class Patience:
    """The time for looking at hands, of the work done for that: a busy machine changes no book.

    `is_lost` says whether something was left out for it.
    """

    def __init__(self, seconds: float) -> None:
        self._end = thread_time() + seconds
        self.is_lost = False

    def lasts(self) -> bool:
        self.is_lost = self.is_lost or thread_time() >= self._end
        return not self.is_lost


@record
class Hand:
    """The moves of a hand, and what is to be seen in it."""

    seed: int
    moves: tuple[Move, ...]
    shown: frozenset[str]  # decisions, words of moves, and why was paid
    picked: frozenset[str]  # what the moves picked
    is_whole: bool
    shuffles: int  # few where no deal had to be made again

    @property
    def seen(self) -> frozenset[str]:
        return self.shown | self.picked


def played_out(
    book: Book, samples: tuple[Sample, ...], text: Callable[[Texts], str], patience: Patience
) -> Iterator[Block]:
    """The hands as boxes, each with its title; nothing where the rules fail in play."""
    for number, wished in enumerate(samples):
        told = list(sample(book, wished, (text(wished.title),) if wished.title else (), patience))
        yield from (Paragraph(book.say("sample_next")), *told[1:]) if number and told else told


def sample(book: Book, wished: Sample, title: Phrase = (), patience: Patience | None = None) -> Iterator[Block]:
    """Who plays, and the hand as a box."""
    seats = [rules.players for rules in book.tables]
    players = nearest(wished.players or book.composed.usual or 4, seats)
    try:
        rules = playable(book.composed, players, book.options)
        rules.code  # noqa: B018 - rules that are refused have no book; those that fail on the way have one
    except Problems as found:
        if any(one.code is not codes.CHECK_FAILED for one in found.diagnostics):
            raise
        return  # so many cannot play it
    try:
        hand = _best(rules, wished, patience or Patience(SECONDS))
    except RulesError:
        return
    names = tuple(name.strip() for name in book.words["names"].split(","))[:players]
    if len(names) < players or hand is None:
        return
    intro = book.say("sample_intro_one" if players == 1 else "sample_intro", book.listed([(name,) for name in names]))
    lines = list(_told(rules, hand, book.language, names))
    cut = len(lines) > LINES + MORE
    told = lines[:LINES] if cut else lines
    steps = tuple(Step((line,), tuple(Step((part,)) for part in made_of)) for line, made_of in told)
    end = [Paragraph(book.say("and_so_on"))] if cut or not hand.is_whole else []
    yield Paragraph((*intro, " ", *book.say("sample_shows")))
    yield Box("sample", title, (Steps(steps, numbered=False), *end))


# ---- which hand
def _best(rules: Rules, wished: Sample, patience: Patience) -> Hand | None:
    """Of the first hands of some games that which shows most, above all of what is wished; then the shortest.

    The very first one where there is no time for all, so that machines show the same; None where not even for that.
    """
    wanted = {word for word, _ in wished.shows}
    most = WISHED if wanted else IN_ALL
    hands: list[Hand] = []
    begun = thread_time()
    plays: Rules | Machine = rules
    for seed in range(TRIED):
        if plays is rules and thread_time() - begun > SOON:
            plays = fastest_of(rules)
        hand = _played(plays, seed, wished.choices or CHOICES, patience)
        if hand is None:
            return next(iter(hands), None)
        hands.append(hand)
        simple = hand.is_whole and hand.shuffles == min(one.shuffles for one in hands)
        if wanted and wanted <= hand.seen:
            if simple:
                break
            most = SHOWN
        if sum(len(one.moves) for one in hands) > most:
            break

    def worth(hand: Hand) -> tuple[int, bool, int, int, int]:
        return len(hand.seen & wanted), hand.is_whole, -hand.shuffles, len(hand.shown), -len(hand.moves)

    return max(hands, key=worth)


def _played(rules: Rules | Machine, seed: int, least: int, patience: Patience) -> Hand | None:
    """From the start until what was asked first is asked again, and enough was chosen; None where time is used up."""
    state, bot = rules.start(seed=seed), RandomBot(seed)
    first, decisions, moves = state.decision, set[str](), list[Move]()
    is_whole = False
    events = list(state.events)
    begun = _shuffles(events)
    for _ in range(MOST):
        is_new = not begun or _shuffles(events) > begun
        asked_again = state.decision == first and bool(decisions - {first}) and len(moves) >= least and is_new
        if state.is_over or asked_again:
            is_whole = True
            break
        if not patience.lasts():
            return None
        decisions.add(state.decision or "")
        moves.append(bot.choose(state.legal_moves()))
        events += state.apply(moves[-1], state.actor)
    told = (event.seen_by_any(rules.code) for event in events if event.kind == "paid")
    reasons = {event["reason"] for event in told if event is not None and event["reason"]}
    shown = frozenset(decisions | reasons | {move.word for move in moves})
    picked = frozenset(part for move in moves for part in move.arguments)
    return Hand(seed, tuple(moves), shown, picked, is_whole, _shuffles(events))


def _shuffles(events: Iterable[Event]) -> int:
    return sum(event.kind == "shuffled" for event in events)


# ---- in sentences
def _told(rules: Rules, hand: Hand, language: str, names: tuple[str, ...]) -> Iterator[tuple[str, list[str]]]:
    """The hand as whoever looks into all cards would tell it, up to where the next one begins.

    With the sentence of a payment stands what it was made of, where that is several things.
    """
    narrator = Narrator(Words(rules, language, False, names), None)
    paid = _Paid(narrator.words)
    for line in _lines(list(_scenes(rules, hand, narrator, paid)), len(names)):
        written = [(one.moves, said) for one in folded(line) for said in narrator.written([one])]
        text = " ".join(one if one.endswith(("!", "?")) else f"{one}." for _, one in written)
        yield text[:1].upper() + text[1:], [part for one in written for part in paid.made_of.get(one, ())]


class _Paid:
    """What payments were made of, by the moves that they came of and their sentences."""

    def __init__(self, words: Words) -> None:
        self.sentences = Narrator(words, None)
        self.told = PaymentsTold(TablePhrases(words, None), citing=False)
        self.made_of: dict[tuple[tuple[int, ...], str], list[str]] = {}

    def hear(self, state: State, move: Move, number: int) -> None:
        """The payments that `move` will make; of those told alike that are made of other things nothing is said."""
        for event, part in payments_of(state, move, None):
            shown = event.seen_by_any(state.code)
            told = self.sentences.sentences([shown]) if shown is not None else []
            lines = self._lines(part)
            for sentence in self.sentences.written(replace(one, rules=()) for one in told):
                same = self.made_of.setdefault(((number,), sentence), lines) == lines
                self.made_of[(number,), sentence] = lines if same else []

    def _lines(self, part: Part) -> list[str]:
        """Nothing where they would only say the amount again."""
        lines = [line.strip() for line in self.told.made_of(part)]
        counted = [line for line in lines if _counts(line, part.value)]
        return counted or (lines if len(lines) > 1 or " × " in "".join(lines) else [])


def _counts(line: str, amount: object) -> bool:
    """Does it say of the whole amount how many like things are counted? Then it says it all."""
    counted, _, whole = line.partition(" = ")
    return " × " in counted and re.split(r"\W", whole)[0] == str(amount)


def _scenes(rules: Rules, hand: Hand, narrator: Narrator, paid: _Paid) -> Iterator[tuple[str, list[Told]]]:
    """The sentences of each move, with the decision that it was made by; of the last those of the hand alone."""
    state = rules.start(seed=hand.seed)
    yield "", [replace(one, rules=()) for one in _sentences(narrator, state, state.events)]
    for number, move in enumerate(hand.moves):
        decision = state.decision or ""
        before = state.copy()
        events = state.apply(move, state.actor)
        if any(event.kind == "paid" for event in events):
            paid.hear(before, move, number)
        told = _sentences(narrator, state, events)
        sums = [at for at, one in enumerate(told) if one.kind == "hand"]
        kept = told[: sums[-1] + 1] if sums else told
        kept = [one for one in kept if one.kind != "hand" or not TOLD & one.parts.keys()]
        yield decision, [replace(one, rules=(), moves=(number,)) for one in kept]
        if sums:
            return


def _sentences(narrator: Narrator, state: State, events: Iterable[Event]) -> list[Told]:
    told = [event.seen_by_any(state.rules.code) for event in events]
    return narrator.sentences([one for one in told if one is not None], state.rules.observer.remembered(state, None))


def _lines(scenes: list[tuple[str, list[Told]]], players: int) -> Iterator[list[Told]]:
    """Choices of one kind stand on one line, once around the table, with what comes of the last of them."""
    line: list[Told] = []
    before = ""
    for decision, told in scenes:
        told = [one for one in told if one.kind != "head"]
        if line and (decision != before or len(folded([*line, *told[:1]])) > players):
            yield line
            line = []
        before = decision
        if decision:
            line += told[:1]
            told = told[1:]
            if told and line:
                yield [*line, *(told[:1] if told[0].kind == "event" else ())]
                line, told = [], told[told[0].kind == "event" :]
        yield from ([one] for one in folded(told))
    if line:
        yield line
