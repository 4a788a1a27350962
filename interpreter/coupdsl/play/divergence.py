"""Two rulesets side by side: games in which all do the same under both, until something differs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from coupdsl.code.errors import RulesError
from coupdsl.code.moves import Move
from coupdsl.code.plain import written
from coupdsl.engine.chance import CHANCE, Generator, derive
from coupdsl.engine.events import Event
from coupdsl.engine.rules import Rules
from coupdsl.engine.state import State
from coupdsl.play.account.narrator import Narrator
from coupdsl.play.account.plain_events import told_plainly
from coupdsl.play.clock import Clock
from coupdsl.play.drawing import Drawing
from coupdsl.play.spoken import Words

NAMED_BY = ("name", "seat", "cell", "of")  # what tells the places of a view from one another
QUIET = ("place", "rules")  # where an event comes from is no difference in what happens


@dataclass
class Departure:
    """After `moves`, which both allow, something is not the same: `what` of both.

    `what` is one of `decision` (who is asked what), `options`, `events` (of the last move) and `view`.
    """

    players: int
    moves: list[tuple[int, str]]
    what: str
    seat: int | None
    one: list[str]
    other: list[str]

    def data(self) -> dict[str, Any]:
        """As plain data; moves are those of notation, chance is seat -1."""
        moves = [{"seat": seat, "move": move} for seat, move in self.moves]
        return {"moves": moves, "what": self.what, "seat": self.seat, "one": self.one, "other": self.other}


@dataclass
class Search:
    """How far was looked, and the shortest departure found; may be read at any time."""

    one: Rules
    other: Rules
    games: int = 0
    moves: int = 0
    is_cut: bool = False  # was the time used up before all were played?
    found: Departure | None = None
    _start: tuple[State, State] = field(init=False)

    def __post_init__(self) -> None:
        self._start = self.one.start(), self.other.start()

    @property
    def same(self) -> bool:
        """Whether both say the same, so that no game can differ."""
        return self.one.fingerprint == self.other.fingerprint

    def look(self, games: int, seed: int, clock: Clock) -> Iterator[int]:
        """Plays `games` random games side by side and gives the number of each; none where no game can differ.

        One that is not over in time does not count, and is the last. What is longer than the shortest departure found
        is not played on.
        """
        for number in range(0 if self.same else games):
            departure = self._game(Generator.from_seed(derive(seed, number)), clock)
            if departure is None and not clock.left:
                self.is_cut = True
                return
            self.games += 1
            if departure is not None and (self.found is None or _length(departure) < _length(self.found)):
                self.found = departure
            yield number

    def _game(self, chance: Generator, clock: Clock) -> Departure | None:
        one, other = (state.copy() for state in self._start)
        moves: list[tuple[int, str]] = []

        def departure(what: str, seat: int | None, here: list[str], there: list[str]) -> Departure:
            return Departure(self.one.players, moves, what, seat, *_unlike(here, there))

        while True:
            for what, seat, here, there in _looks(one, other):
                if here != there:
                    return departure(what, seat, here, there)
            if one.actor is None or (self.found is not None and len(moves) > len(self.found.moves)):
                return None
            if not clock.left:
                return None
            move = str(_choose(one.legal_moves(), chance))
            moves.append((one.actor, move))
            self.moves += 1
            happened = one.apply(move), other.apply(move)
            for seat in (None, *range(self.one.players)):
                told = [_told(state, events, seat) for state, events in zip((one, other), happened, strict=True)]
                if told[0] != told[1]:
                    return departure("events", seat, *told)


def failure(rules: Rules, seed: int, clock: Clock) -> RulesError | None:
    """How these rules fail in a random game, as far as it comes in time; they may do so after what differs."""
    chance = Generator.from_seed(derive(seed, 0))
    try:
        state = rules.start(seed)
        while not state.is_over and clock.left:
            state.apply(_choose(state.legal_moves(), chance))
    except RulesError as error:
        return error
    return None


def _unlike(here: list[str], there: list[str]) -> tuple[list[str], list[str]]:
    """The lines of either side that the other lacks; all of both where only their order or number is another."""
    mine = [line for line in here if line not in there]
    yours = [line for line in there if line not in here]
    return (mine, yours) if mine or yours else (here, there)


def _length(departure: Departure) -> tuple[int, int]:
    """What people do counts before what chance does."""
    return sum(actor != CHANCE for actor, _ in departure.moves), len(departure.moves)


def _looks(one: State, other: State) -> Iterator[tuple[str, int | None, list[str], list[str]]]:
    """What is to be compared now, the cheapest first."""
    yield "decision", None, [_asked(one)], [_asked(other)]
    actor = one.actor
    yield "options", actor, [str(move) for move in one.legal_moves()], [str(move) for move in other.legal_moves()]
    if actor not in (None, CHANCE):
        yield "view", actor, _seen(one, actor), _seen(other, actor)


def _asked(state: State) -> str:
    if state.actor is None:
        return "the end"
    return f"{'chance' if state.actor == CHANCE else f'seat {state.actor}'}: {state.decision}"


def _seen(state: State, seat: int | None) -> list[str]:
    """A view as lines, so that the difference can be told."""
    view = {key: value for key, value in state.view(seat).items() if key not in ("options", "moves")}
    return list(_flat(view, ""))


def _flat(data: Any, path: str) -> Iterator[str]:
    if isinstance(data, dict):
        named = " ".join(str(data[key]) for key in NAMED_BY if data.get(key) is not None)
        for key, value in data.items():
            yield from _flat(value, f"{path}{key} ")
        if not data and not named:
            yield f"{path}= nothing"
    elif isinstance(data, list) and any(isinstance(item, dict) for item in data):
        for item in data:
            named = " ".join(str(item[key]) for key in NAMED_BY if item.get(key) is not None)
            rest = {key: value for key, value in item.items() if key not in NAMED_BY}
            yield from _flat(rest, f"{path}{named} ")
    elif isinstance(data, list) and data and not isinstance(data[0], str):
        for number, item in enumerate(data):
            yield from _flat(item, f"{path}{number} ")
    else:
        yield f"{path}= {written(data)}"


def _told(state: State, events: list[Event], seat: int | None) -> list[str]:
    told = (event.seen_by(state.code, seat) for event in events)
    kept = ({key: value for key, value in event.items() if key not in QUIET} for event in told if event is not None)
    return [json.dumps(event) for event in kept]


def _choose(moves: list[Move], chance: Generator) -> Move:
    """First a word, then one of its moves, so that rare words come often."""
    words = sorted({move.word for move in moves})
    word = words[chance.below(len(words))]
    moves = [move for move in moves if move.word == word]
    return moves[chance.below(len(moves))]


def happened(one: Rules, other: Rules, departure: Departure, language: str) -> tuple[list[str], list[str]]:
    """The lines of both sides for people: as they are told at a table where these differ, the rest as it is."""
    tellers = {
        "decision": (_as_questions,), "options": (_as_choices,), "view": (_as_tables,),
        "events": (_in_sentences, _one_by_one),
    }  # fmt: skip
    for tell in tellers[departure.what]:
        first, then = tell(one, departure, departure.one, language), tell(other, departure, departure.other, language)
        if first != then:
            return _unlike(first, then)
    return departure.one, departure.other


def _reached(rules: Rules, departure: Departure) -> State:
    state = rules.start()
    for _, move in departure.moves:
        state.apply(move)
    return state


def _as_questions(rules: Rules, departure: Departure, lines: list[str], language: str) -> list[str]:
    """Who is asked what, or that the game is over."""
    words, state = Words(rules, language, plain=True), _reached(rules, departure)
    if state.actor is None or state.actor == CHANCE:
        return [words.say("over" if state.actor is None else "by_chance")]
    asked = words.label("decisions", state.decision or "")
    return [words.say("to_choose", words.seat(state.actor, None), asked)]


def _as_choices(rules: Rules, departure: Departure, lines: list[str], language: str) -> list[str]:
    words = Words(rules, language, plain=True)
    return [words.move(text, departure.seat) for text in lines]


def _as_tables(rules: Rules, departure: Departure, lines: list[str], language: str) -> list[str]:
    """The table as the seat sees it."""
    assert departure.seat is not None
    drawing, view = Drawing(Words(rules, language, plain=True)), _reached(rules, departure).view(departure.seat)
    return [*drawing.table(view, {}), *drawing.hand(view)]


def _in_sentences(rules: Rules, departure: Departure, lines: list[str], language: str) -> list[str]:
    narrator = Narrator(Words(rules, language, plain=True), departure.seat)
    return [said for line in lines for said in narrator.tell([_event(line)])]


def _one_by_one(rules: Rules, departure: Departure, lines: list[str], language: str) -> list[str]:
    """Also those of which an account says nothing."""
    narrator = Narrator(Words(rules, language, plain=True), departure.seat)
    found: list[str] = []
    for event in map(_event, lines):
        plain = told_plainly(narrator.speech, event)
        found += narrator.tell([event]) if plain is None else [plain]
    return found


def _event(line: str) -> dict[str, Any]:
    return {"rules": [], **json.loads(line)}


def account(rules: Rules, departure: Departure, language: str) -> Iterator[str]:
    """The game up to there in sentences, as one who sees all: the deal as a line for each place, then the moves."""
    words = Words(rules, language, plain=True)
    dealt: dict[str, list[str]] = {}
    for actor, move in departure.moves:
        word, *parts = move.split()
        if actor == CHANCE and word in ("deal", "settle") and len(parts) > 2:
            dealt.setdefault(" ".join(parts[2:]), []).append(parts[0])
            continue
        yield from _dealt(words, dealt)
        yield from Narrator(words, None).tell([{"event": "chose", "seat": actor, "decision": "", "move": move}])
    yield from _dealt(words, dealt)


def _dealt(words: Words, dealt: dict[str, list[str]]) -> Iterator[str]:
    """What was dealt since it was last told."""
    speech = Narrator(words, None).speech
    for place, faces in dealt.items():
        yield words.say("is_now", speech.place(place), words.row(sorted(faces, key=words.order)))
    dealt.clear()


__all__ = ["Departure", "Search", "account", "failure", "happened"]
