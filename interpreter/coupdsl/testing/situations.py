"""How a test's situation comes about: what chance brings, and what is set by hand in a game under way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from coupdsl.code.bits import members
from coupdsl.code.moves import Move
from coupdsl.engine.chance import CHANCE
from coupdsl.engine.events import Event
from coupdsl.engine.state import State
from coupdsl.language import program_statements as ps
from coupdsl.language.diagnostics import suggest
from coupdsl.language.source import Span
from coupdsl.language.walk import all_statements
from coupdsl.rulesets.yaml_text import Mapping, Node
from coupdsl.testing.naming import Naming, Stated, refuse
from coupdsl.testing.rule_tests import items, text, whole, words

REST = "rest"
KNOWS = "knows"
MOVES = "moves"
Pile = dict[int, list[tuple[str, Span]]]


class Chance:
    """Answers for chance: pieces dealt as a test says, the rest in the order in which the rules name them.

    A deal is what is drawn without a shuffle or a decision between. Each deal of the list is used for the next one
    that brings pieces to one of its places. Of deals that no test speaks of, the n-th begins n pieces further on, so
    that a game of many deals does not repeat itself.
    """

    def __init__(self, naming: Naming) -> None:
        self.naming = naming
        self.deals: list[Pile] = []
        self.coming: Pile = {}
        self.answers: dict[str, list[tuple[str, Span]]] = {}
        self.dealing = False
        self.places: set[int] = set()  # of the deal under way
        self.further = 0  # how many pieces further on each pile of it begins
        self.order: list[str] = []  # the pieces then, those of a pile from when it is first drawn from
        self.laid: list[Span] = []  # where the test says by hand what lies in a row, from which pieces may be drawn
        self.unsaid = 0  # deals so far that the test did not speak of

    def will_deal(self, node: Node) -> None:
        for one in items(node):
            pile: Pile = {}
            for stated in self.naming.stated(one, self.naming.zones):
                faces = [(face, stated.value.span) for face in self.naming.pieces(stated.value)]
                pile[self.naming.zones[stated.name]] = faces
            self.deals.append(pile)

    def will_answer(self, node: Node) -> None:
        """Answers to what chance decides; what it does not decide under these options is left aside."""
        asked = {d.name for d in self.naming.code.decisions.values() if d.who is None}
        for stated in self.naming.stated(node, asked | self._decided_by_chance()):
            found = [(word, value.span) for value in items(stated.value) for word in words(value)]
            if stated.name in asked:
                self.answers.setdefault(stated.name, []).extend(found)

    def _decided_by_chance(self) -> set[str]:
        statements = all_statements(self.naming.rules.program)
        return {line.name for line in statements if isinstance(line, ps.Choose) and line.who is None}

    def settle(self, state: State) -> list[Event]:
        """Lets chance decide until a player has to, or the game is over; what happened meanwhile."""
        events: list[Event] = []
        while state.actor == CHANCE:
            if state.drawn_to is not None:
                events += self._deal(state)
            else:
                self.dealing = False
                events += self._answer(state)
        self.dealing = False
        return events

    def left(self) -> tuple[str, Span] | None:
        """Something a test says of chance that never came."""
        for pile in (self.coming, *self.deals):
            for zone, faces in pile.items():
                for face, span in faces:
                    return f"`{face}` never came to `{self._zone(zone)}`", span
        for name, answers in self.answers.items():
            for answer, span in answers:
                return f"chance was never asked for `{name}` a time for `{answer}`", span
        return None

    def _zone(self, number: int) -> str:
        return next(name for name, zone in self.naming.zones.items() if zone == number)

    # ---- drawing
    def _deal(self, state: State) -> list[Event]:
        if not self.dealing:
            self._begin(state)
        zone = state.drawn_to
        assert zone is not None
        chances = {move.arguments[0]: (move, number) for move, number in state.chances()}
        faces = self.coming.get(zone)
        if faces:
            face, span = faces.pop(0)
            if face not in chances:
                refuse(span, f"`{face}` cannot be dealt to `{self._zone(zone)}`: there is none left to be dealt now")
        else:
            face = self._free({face: number for face, (_, number) in chances.items()})
        events = state.apply(chances[face][0])
        self.dealing = not any(event.kind == "shuffled" for event in events)
        return events

    def _free(self, pile: dict[str, int]) -> str:
        """The first that no place is to get, or no place of this deal."""
        order = self._turned(pile) if self.further else list(pile)
        for places in (self.coming.keys(), self.places):
            kept = Counter(face for place in places for face, _ in self.coming.get(place, ()))
            free = [face for face in order if pile[face] > kept[face]]
            if free:
                return free[0]
        return order[0]

    def _begin(self, state: State) -> None:
        self.dealing = True
        self.places = self._places(state)
        self.order, self.further = [], 0
        if self.deals and self.places & self.deals[0].keys():
            for zone, faces in self.deals.pop(0).items():
                self.coming.setdefault(zone, []).extend(faces)
        elif not any(self.coming.get(place) for place in self.places):
            self.further = self.unsaid
            self.unsaid += 1

    def _turned(self, pile: dict[str, int]) -> list[str]:
        new = [face for face in pile if face not in self.order]
        start = self.further % max(1, len(new))
        self.order += new[start:] + new[:start]
        return [face for face in self.order if face in pile]

    @staticmethod
    def _places(state: State) -> set[int]:
        """Where pieces go in the deal that begins here."""
        ahead, found = state.copy(), set()
        shuffled = False
        while not shuffled and ahead.actor == CHANCE and (zone := ahead.drawn_to) is not None:
            found.add(zone)
            shuffled = any(event.kind == "shuffled" for event in ahead.apply(ahead.chances()[0][0]))
        return found

    def _answer(self, state: State) -> list[Event]:
        moves = {str(move): move for move in state.legal_moves()}
        answers = self.answers.get(state.decision or "")
        if not answers:
            return state.apply(next(iter(moves.values())))
        length, found = self._first(answers, moves, state.decision or "")
        if found is None:
            word, span = answers[0]
            refuse(span, f"chance cannot answer `{word}` here", "possible here: " + ", ".join(map(str, moves)))
        del answers[:length]
        return state.apply(found)

    def _first(self, answers: list[tuple[str, Span]], moves: dict[str, Move], decision: str) -> tuple[int, Move | None]:
        """The move that the first words of the answers are, with their number; seats may have their names."""
        for length in range(1, min(3, len(answers)) + 1):
            said = [word for word, _ in answers[:length]]
            seats = [str(self.naming.seats.index(word)) if word in self.naming.seats else word for word in said]
            for words_ in ([decision, *said], [decision, *seats], said, seats):
                found = moves.get(" ".join(words_))
                if found is not None:
                    return length, found
        return 0, None


def situate(state: State, node: Node, naming: Naming) -> None:
    """Writes what a test gives into a state in which somebody has to decide.

    Beside zones, accounts and states it may give `knows`, who has seen what lies where, and
    `moves`, how many have been made.
    """
    assert isinstance(node, Mapping)
    known, moves = node.get(KNOWS), node.get(MOVES)
    special = (KNOWS, MOVES)
    given = Mapping(node.span, tuple(entry for entry in node.entries if entry.key not in special))
    stated = naming.stated(given, {*naming.zones, *naming.accounts, *naming.states})
    _place(state, [one for one in stated if one.name in naming.zones], naming)
    _fill(state, [one for one in stated if one.name in naming.accounts], naming)
    for one in stated:
        if one.name in naming.states:
            declared, slot = naming.states[one.name]
            state.memory[slot] = naming.value(one.value, declared.type)
    if moves is not None:
        count = whole(text(moves))
        state.count = count if count is not None and count >= 0 else refuse(moves.span, "this is not a number")
    if known is not None:
        _teach(state, known, naming)
    state.ask_again()
    if not state.legal:
        refuse(node.span, f"nothing could be chosen for `{state.decision}`")


def rows_given(node: Node, naming: Naming) -> list[Span]:
    """Where `given` says what lies in a row, in its order."""
    assert isinstance(node, Mapping)
    given = Mapping(node.span, tuple(entry for entry in node.entries if entry.key not in (KNOWS, MOVES)))
    stated = naming.stated(given, {*naming.zones, *naming.accounts, *naming.states})
    zones = [one for one in stated if one.name in naming.zones and words(one.value)]
    return [one.value.span for one in zones if naming.layout.is_row[naming.zones[one.name]]]


def _fill(state: State, stated: list[Stated], naming: Naming) -> None:
    total = sum(state.balances)
    for one in stated:
        amount = 0 if text(one.value) == REST else whole(text(one.value))
        if amount is None or amount < 0:
            refuse(one.value.span, f"`{text(one.value)}` is not an amount")
        if naming.accounts[one.name] in naming.layout.uncounted and text(one.value) != REST:
            refuse(one.value.span, f"`{one.name}` is not counted", "`rest` stands for whatever is there")
        state.balances[naming.accounts[one.name]] = amount
    rest = [one for one in stated if text(one.value) == REST]
    missing = total - sum(state.balances)
    if naming.layout.uncounted:  # there is always enough
        return
    if len(rest) > 1 or missing < 0 or (missing and not rest):
        message = f"there is {total} in all, and this makes {total - missing}"
        refuse(stated[0].span, message, "`rest` as one amount stands for what is left")
    if rest:
        state.balances[naming.accounts[rest[0].name]] = missing


def _teach(state: State, known: Node, naming: Naming) -> None:
    """Who has seen what lies in which places."""
    if not isinstance(known, Mapping):
        refuse(known.span, "seats and what they know are needed here", "such as {N: hand E}")
    for entry in known.entries:
        viewer = naming.viewer(entry.key, entry.key_span)
        bits = state.code.layout.everyone if viewer is None else 1 << viewer
        for place in items(entry.value):
            zone, *owners = words(place)
            for name in [f"{zone} {owner}" for owner in owners] or [zone]:
                if name not in naming.zones:
                    refuse(place.span, f"there is no place `{name}`", suggest(name, naming.zones))
                for piece in members(state.held[naming.zones[name]]):
                    state.known[piece] |= bits


# ---- pieces
def _place(state: State, stated: list[Stated], naming: Naming) -> None:
    """Exactly these pieces lie in these zones; those that lay there go where the new ones came from, or to `rest`."""
    zones = {naming.zones[one.name]: one for one in stated}
    before = {zone: inside(state, zone) for zone in zones}
    wanted = _wanted(state, zones, naming)
    taken = {piece for pieces in wanted.values() for piece in pieces}
    leaving = [piece for pieces in before.values() for piece in pieces if piece not in taken]
    vacant = [(state.where[piece], state.known[piece]) for piece in sorted(taken) if state.where[piece] not in zones]
    rest = [zone for zone, one in zones.items() if words(one.value) == [REST]]
    if rest:
        wanted[rest[0]] += leaving
    elif len(leaving) > len(vacant):
        face = naming.layout.face_of[leaving[-1]]
        refuse(stated[0].span, f"`{face}` has no place then", "say where it lies; `rest` is what has no other place")
    masks = list(state.known)
    piles = {zone for zone, _ in vacant if state.bags[zone]}
    homes = {piece: state.where[piece] for piece in (*taken, *leaving)}
    for piece in homes:
        state.remove(piece)
    for zone, pieces in wanted.items():
        unseen = naming.layout.zones[zone].seen_by == "none"
        by_place = unseen and naming.layout.is_row[zone] and len(pieces) == len(before[zone])
        old = [masks[piece] for piece in before[zone] if by_place or piece not in pieces]
        new = [piece for piece in pieces if by_place or homes[piece] != zone]
        hidden = unseen and len(old) == len(new)
        _put(state, pieces, zone)
        for piece, mask in zip(new, old if hidden else [0] * len(new), strict=True):
            state.known[piece] = mask or state.code.layout.zone_audience[zone]
    for piece, (zone, mask) in zip(leaving if not rest else (), vacant, strict=False):
        _put(state, [piece], zone)
        hidden = naming.layout.zones[zone].seen_by == "none"
        state.known[piece] = mask if hidden else state.code.layout.zone_audience[zone]
    for zone in piles if not rest else ():
        state.bags[zone] = tuple(members(state.held[zone]))
        state.rows[zone] = state.tails[zone] = ()


def _put(state: State, pieces: Iterable[int], zone: int) -> None:
    for piece in pieces:
        state.place(piece, zone, unseen=True)


def inside(state: State, zone: int) -> list[int]:
    return list(state.row(zone)) if state.code.layout.is_row[zone] else members(state.held[zone])


def _wanted(state: State, zones: dict[int, Stated], naming: Naming) -> dict[int, list[int]]:
    """The pieces for each zone; of equal ones first those that lie there, then those in one of the zones."""
    faces = naming.layout.face_of
    asked = {z: naming.pieces(one.value) if words(one.value) != [REST] else [] for z, one in zones.items()}
    taken: set[int] = set()
    found: dict[int, list[int]] = {zone: [] for zone in zones}
    chosen: dict[tuple[int, int], int] = {}
    for near in (0, 1, 2):
        for zone, names in asked.items():
            for at, face in enumerate(names):
                if (zone, at) in chosen:
                    continue
                places = ({zone}, set(zones), set(range(len(state.held))))[near]
                free = (p for p, f in enumerate(faces) if f == face and p not in taken and state.where[p] in places)
                piece = next(free, None)
                if piece is not None:
                    chosen[zone, at] = piece
                    taken.add(piece)
    for zone, names in asked.items():
        for at, face in enumerate(names):
            if (zone, at) not in chosen:
                refuse(zones[zone].value.span, f"there are not so many `{face}`")
            found[zone].append(chosen[zone, at])
    return found
