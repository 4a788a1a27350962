"""What a score keeper types, as moves: names, pieces and numbers in few words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from coupdsl.code.bits import members
from coupdsl.code.errors import RulesError
from coupdsl.code.moves import Move
from coupdsl.engine.chance import CHANCE
from coupdsl.engine.events import Event
from coupdsl.engine.state import State
from coupdsl.play.spelling import Spelling, folded, spelled
from coupdsl.play.spoken import Words
from coupdsl.scoring.asked_about import AskedAbout
from coupdsl.scoring.one_answer import Misunderstood, NotHere, OneAnswer
from coupdsl.scoring.sentences import REST, sentence

_NOT_WHOLE = re.compile(r"[-+]?(?:\d*(?:[.·]\d+)+|\d*[¼-¾⅐-⅞²³]|\d+[/⁄]\d+)")
LONGEST = 5  # words of a piece's name, as in `the queen of spades`


@dataclass
class Share:
    """What one person took, as typed."""

    seat: int
    pieces: list[str] = field(default_factory=list)
    count: int | None = None
    rest: bool = False

    @property
    def is_empty(self) -> bool:
        return not self.pieces and self.count is None and not self.rest

    @property
    def is_rest(self) -> bool:
        return self.rest and not self.pieces and self.count is None

    @property
    def is_nothing(self) -> bool:
        """Is it told that nothing was taken?"""
        return self.count == 0 and not self.pieces and not self.rest


class Answers:
    """Reads answers to the questions of one ruleset, for people with these names."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.names = [words.seat(seat, None) for seat in range(words.rules.players)]
        self.about = AskedAbout(words)
        self._folded = [folded(name) for name in self.names]
        self._spelling = Spelling(words)
        self.one = OneAnswer(words, self.names, self._spelling)
        self._faces = dict(self._written_pieces())
        self._known_as = dict(self._sole_pieces())
        for face, label in self._known_as.items():
            for text in (spelled(label), spelled(label).split()[0]):
                self._faces.setdefault(text, face)

    def _written_pieces(self) -> Iterator[tuple[str, str]]:
        """Every piece by what is printed of it, and by what else people write where that is only one."""
        known: dict[str, set[str]] = {}
        for face in self.words.layout.face_of:
            for form in self._spelling.names(face):
                known.setdefault(spelled(form), set()).add(face)
        yield from ((form, min(faces)) for form, faces in known.items() if len(faces) == 1)
        yield from ((spelled(text), face) for face in self.words.layout.face_of
                    for text in (face, self.words.piece(face)))  # fmt: skip

    def _sole_pieces(self) -> Iterator[tuple[str, str]]:
        """Pieces beside the cards that an entry is all about, by the name that the texts give to this entry."""
        rules = self.words.rules
        for kind in rules.program.charted:
            fields = [m for m in kind.members.values() if m.type.is_collection and m.type.of and m.type.of.family]
            for entry in kind.entries:
                label = self.words.find(f"terms.{kind.name}.{entry.path.rpartition('.')[2]}")
                for member in fields if label is not None else ():
                    try:
                        body = rules.expressions.rule_value(member, entry)
                    except (RulesError, AssertionError):
                        continue
                    pieces = members(body.value) if body is not None and isinstance(body.value, int) else []
                    face = self.words.layout.face_of[pieces[0]] if len(pieces) == 1 else ""
                    if face and label is not None and not self.words.is_card(face):
                        yield face, label

    def piece(self, face: str) -> str:
        """A piece as people know it."""
        return self._known_as.get(face) or self.words.piece(face)

    def say(self, key: str, *parts: object) -> str:
        return sentence(self.words.language, key, *parts)

    # ---- the kinds of questions
    def shared_out(self, state: State) -> bool:
        """Is it asked who took what, or how many? What somebody decides to give is asked of that person."""
        moves = state.legal_moves() if state.actor == CHANCE else []
        return bool(moves) and all(map(self.is_share, moves))

    def is_share(self, move: Move) -> bool:
        """Does it tell that somebody took something?"""
        return len(move.arguments) == 2 and self.words.is_seat(move.word, 1)

    def is_number(self, move: Move) -> bool:
        """Does it tell how many somebody took, and not which?"""
        if not self.is_share(move) or not move.arguments[0].isdigit():
            return False
        return not self.words.is_piece_picked(move.word, 0, move.arguments[0])  # which may be marked with a digit

    def offered(self, state: State) -> list[str]:
        """The pieces that are asked for; one as often as there are such."""
        copies = {move.arguments[0]: number for move, number in state.chances() if not self.is_number(move)}
        return [face for face in sorted(copies, key=self.words.order) for _ in range(copies[face])]

    def most(self, state: State) -> int:
        """How many can be told as a number; 0 where a number is not enough."""
        return max((int(move.arguments[0]) for move in filter(self.is_number, state.legal_moves())), default=0)

    def counted(self, state: State) -> str:
        """What they are of which a number is asked for, in words; empty for cards, which a question lists."""
        most = max(filter(self.is_number, state.legal_moves()), key=lambda move: int(move.arguments[0]))
        try:
            moved = next((event for event in state.copy().apply(most) if event.kind == "moved"), None)
        except RulesError:  # where nobody would tell so
            return ""
        families = {self.words.layout.type_of[piece] for piece in moved.data[2::2]} if moved is not None else set()
        named = [self.words.label("names", family) for family in families - {"card"}]
        return named[0][:1].upper() + named[0][1:] if len(families) == len(named) == 1 else ""

    def left(self, state: State) -> str:
        return " ".join(map(self.piece, self.offered(state))) or str(self.most(state))

    # ---- what was typed
    def read(self, typed: str, state: State, start: State | None = None) -> tuple[list[Move], str]:
        """The moves that `typed` makes from `state`, and the part that another question came before.

        Raises Misunderstood when it is no answer to the question of `state`; what was to be told is that of `start`,
        where the line began, since nothing of a line that is refused is entered.
        """
        if (part := next(filter(_NOT_WHOLE.fullmatch, typed.split()), None)) is not None:
            raise Misunderstood(self.say("not_whole", part))
        trial = state.copy()
        if not self.shared_out(trial):
            return self._others(typed, trial)
        is_same = start is not None and start.decision == trial.decision
        return self._shares(typed, trial, start if start is not None and is_same else state)

    def _others(self, typed: str, trial: State) -> tuple[list[Move], str]:
        """One answer, or the answers to one question of several people, one after the other."""
        decision, tokens, moves = trial.decision, typed.split(), list[Move]()
        while tokens:
            if trial.decision != decision:  # what answers another question is an answer of its own
                raise Misunderstood(self.say("next_question", " ".join(tokens)), trial)
            try:
                move, length = self._first_match(tokens, trial)
            except NotHere:
                if not moves:
                    raise
                raise NotHere(self.say("not_here", _one_answer(tokens)), trial) from None
            trial.apply(move)
            moves.append(move)
            tokens = tokens[length:]
        if not moves:
            raise Misunderstood(self.say("empty"))
        return moves, ""

    def _first_match(self, tokens: list[str], state: State, is_named: bool = False) -> tuple[Move, int]:
        """The move that is made of most of the words from the first on, and of how many.

        Before it may stand the name of who is asked, or of whom it is told; then a number is what somebody took, or
        what the answer is about, and no place in a list.
        """
        problems: list[Misunderstood] = []
        decision = state.code.decisions[state.pc]
        for length in range(len(tokens), 0, -1):
            try:
                return self.one.match(" ".join(tokens[:length]), decision, state.legal_moves(), is_named), length
            except Misunderstood as problem:
                problems.append(problem)
        named, asked = self._seat(tokens[0]) if len(tokens) > 1 else None, self.about.seat(state)
        if named is not None and named == asked:
            with suppress(NotHere):
                move, length = self._first_match(tokens[1:], state, is_named=True)
                return move, length + 1
        elif named is not None and asked is not None and state.actor != CHANCE:
            raise NotHere(self.say("asks_other", " ".join(tokens), self.names[asked]))
        raise problems[0]

    def meant(self, typed: str, state: State) -> str:
        """The move that was typed, if it is one of this question that is not possible now; else what was typed."""
        decision = state.code.decisions[state.pc]
        try:
            found = self.one.match(typed, decision, [move for one in decision.options for move in one.moves.values()])
        except Misunderstood:
            return typed
        return typed if typed.isdecimal() else str(found)

    # ---- who took what
    def _shares(self, typed: str, trial: State, start: State) -> tuple[list[Move], str]:
        moves: list[Move] = []
        decision = trial.decision
        shares = sorted(self._typed_shares(self._tokens(typed)), key=lambda share: share.rest)
        for number, share in enumerate(shares):
            wanted = self._wanted(share, trial)
            for at, argument in enumerate(wanted):
                move = self._share_move(argument, share.seat, trial, start)
                moves.append(move)
                settled = self.settled(move, trial.apply(move), trial)
                later = [Share(share.seat, wanted[at + 1 :])] if at + 1 < len(wanted) else []
                later += [other for other in shares[number + 1 :] if not other.is_nothing]
                if settled and later:
                    raise Misunderstood(self.say("all_told", self._again(later[0])))
                if settled or (later and trial.decision != decision):
                    return moves, ", ".join(map(self._again, later))
        return moves, ""

    def told_in(self, typed: str) -> list[Share]:
        """Who took what, where something is told of each; else nothing."""
        try:
            shares = list(self._typed_shares(self._tokens(typed)))
        except Misunderstood:
            return []
        return [] if any(share.is_empty for share in shares) else shares

    def _tokens(self, typed: str) -> list[str]:
        """Word by word, with the words of a piece's name as one."""
        words, tokens = typed.split(), list[str]()
        while words:
            lengths = range(min(LONGEST, len(words)), 1, -1)
            length = next((n for n in lengths if spelled(" ".join(words[:n])) in self._faces), 1)
            tokens.append(" ".join(words[:length]))
            words = words[length:]
        return tokens

    def settled(self, move: Move, events: list[Event], state: State) -> bool:
        """Was everything told of a deal with this share: is the game over, or did what was taken go back?"""
        return self.is_share(move) and (state.is_over or self._cleared(events))

    def _cleared(self, events: list[Event]) -> bool:
        zones = self.words.layout.zones
        moved = [(zones[event.data[0]].name, zones[event.data[1]].name) for event in events if event.kind == "moved"]
        return any(start == moved[0][1] for start, _ in moved[1:])

    def _again(self, share: Share) -> str:
        said = [*share.pieces, *([str(share.count)] if share.count is not None else []), *([REST[0]] * share.rest)]
        return " ".join([self.names[share.seat], *said])

    def _typed_shares(self, tokens: list[str]) -> Iterator[Share]:
        """Each person with what stands beside the name: after it, or before it where the line begins so."""
        seats = [self._seat(token) for token in tokens]
        if not any(seat is not None for seat in seats):
            raise Misunderstood(self._no_seat(" ".join(tokens)))
        name_first = seats[0] is not None
        share: Share | None = None
        before = Share(-1)
        for token, seat in zip(tokens, seats, strict=True):
            if seat is None:
                of_next = share is None or not before.is_empty or (spelled(token) in REST and not share.is_empty)
                self._put(token, before if share is None or of_next else share)
                continue
            if share is not None:
                yield share
            before.seat = seat
            share, before = before, Share(-1)
            if not name_first:
                yield share
                share = None
        if share is not None:
            yield share
        if not before.is_empty:
            raise Misunderstood(self.say("nobody", self._again(before).partition(" ")[2], ", ".join(self.names)))

    def _no_seat(self, typed: str) -> str:
        try:
            share = Share(0)
            for token in self._tokens(typed):
                self._put(token, share)
        except Misunderstood as problem:
            return str(problem)
        return self.say("nobody", typed, ", ".join(self.names))

    def _put(self, token: str, share: Share) -> None:
        text = spelled(token)
        if text in REST:
            share.rest = True
        elif text.isdecimal():
            share.count = (share.count or 0) + int(text[:18])
        elif text in self._faces:
            share.pieces.append(self._faces[text])
        elif len(begun := [face for face, label in self._known_as.items() if spelled(label).startswith(text)]) == 1:
            share.pieces += begun
        else:
            raise Misunderstood(self.say("not_here", token))

    def _seat(self, token: str) -> int | None:
        """The one person whose name this is, or begins."""
        text = spelled(token)
        if text in self._faces or text in REST or text.isdecimal():
            return None
        if text in self._folded:
            return self._folded.index(text)
        found = [seat for seat, name in enumerate(self._folded) if name.startswith(text)]
        if len(found) > 1:
            raise Misunderstood(self.say("ambiguous", token, ", ".join(self.names[seat] for seat in found)))
        return found[0] if found else None

    def _wanted(self, share: Share, state: State) -> list[str]:
        """What is to be told of a share, one move after the other."""
        offered, most, name = self.offered(state), self.most(state), self.names[share.seat]
        if (share.rest and not share.is_rest) or (share.is_empty and len(offered) != 1 and most != 1):
            raise Misunderstood(self.say("what", name, self.left(state)))
        is_all = bool(offered) and not most and share.count == len(offered) and not share.pieces
        if is_all or (share.is_empty and len(offered) == 1):
            return offered
        if share.rest or share.is_empty:
            return [str(most)] if most else offered
        if share.count is not None and (share.pieces or not most) and share.count:
            raise Misunderstood(self.say("not_countable", self.left(state)))
        if share.count is not None:
            if share.count > most:
                raise Misunderstood(self.say("too_many", share.count, name, most))
            return [str(share.count)] if share.count else []
        return share.pieces

    def _share_move(self, argument: str, seat: int, state: State, start: State) -> Move:
        found = [move for move in state.legal_moves() if move.arguments == (argument, str(seat))]
        if found:
            return found[0]
        if not self.offered(state):
            raise Misunderstood(self.say("only_numbers", self.names[seat], self.most(state)))
        said = "too_often" if argument in self.offered(start) else "told"
        raise Misunderstood(self.say(said, self.piece(argument), self.left(start)))


def _one_answer(tokens: Sequence[str]) -> str:
    """The first of several answers alike: a number, or a word and what follows until it comes again."""
    again = (at for at in range(1, len(tokens)) if tokens[0].isdigit() or tokens[at] == tokens[0])
    return " ".join(tokens[: next(again, len(tokens))])


__all__ = ["Answers", "Share"]
