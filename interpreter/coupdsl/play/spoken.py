"""The words of the terminal game, in each language, and what happened as sentences for one seat."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import groupby
from types import MappingProxyType
from typing import Any

from coupdsl.code.decisions import Option
from coupdsl.code.sharing import may_all_lose
from coupdsl.engine.rules import Rules
from coupdsl.language import program as p
from coupdsl.language.types import Type
from coupdsl.phrases.card_signs import letters_of, signs_of
from coupdsl.play.account.hand_opening import Opening, opening_by_deals
from coupdsl.play.picked_together import faces_of
from coupdsl.play.table_words import WORDS
from coupdsl.play.worth_telling import of_pieces, remembered
from coupdsl.rulesets.states_told import states_told
from coupdsl.rulesets.table_hints import Hints

FEW = 3  # cards that are said one after the other with commas
COMMANDS = {
    "help": "help", "?": "help", "why": "why", "hint": "hint", "known": "known", "look": "look", "chart": "chart",
    "rules": "rules", "log": "log", "save": "save", "random": "random", "link": "link", "quit": "quit", "exit": "quit",
    "h": "help",
}  # fmt: skip
FRENCH_COMMANDS = {
    "aide": "help", "pourquoi": "why", "conseil": "hint", "connu": "known", "voir": "look", "tableau": "chart",
    "regles": "rules", "règles": "rules", "journal": "log", "hasard": "random", "garder": "save", "lien": "link",
    "quitter": "quit",
}  # fmt: skip


class Words:
    """Everything said to people about one ruleset in one language; identifiers stand in for missing labels."""

    def __init__(self, rules: Rules, language: str, plain: bool, names: Sequence[str] = ()) -> None:
        self.rules = rules
        self.names = names  # of the people, by seat
        self.language = language if language in WORDS else "en"
        self.plain = plain
        self.labels = rules.labels.get(language)
        self.layout = rules.code.layout
        suits = rules.program.suits
        self.letters = letters_of(rules.program, self.language, self.labels)
        self._extras = {extra.mark: extra.name for extra in rules.program.extras}
        self._faces = {face: at for at, face in enumerate(self.layout.face_of)}
        self.hints = Hints(rules.labels, self.language)
        signs = signs_of(rules.program, self.labels)
        self._marks = [signs.get(suit.name, suit.mark) if not plain else suit.mark for suit in suits]

    def say(self, key: str, *parts: object) -> str:
        return WORDS[self.language][key].format(*parts)

    @property
    def commands(self) -> dict[str, str]:
        return {**COMMANDS, **self.own_commands}

    @property
    def own_commands(self) -> dict[str, str]:
        """Those of the language alone, as people are told of them."""
        return FRENCH_COMMANDS if self.language == "fr" else COMMANDS

    def command(self, typed: str) -> tuple[str | None, str]:
        """The command that a line begins with, if it does, and the rest of the line."""
        word, _, rest = typed.removeprefix("/").partition(" ")
        return self.commands.get(word.lower()), rest

    def find(self, path: str) -> str | None:
        return self.labels.get(path) if self.labels is not None else None

    def label(self, group: str, name: str) -> str:
        said = self.find(f"{group}.{name}")
        if said == "":
            said = self.find(f"terms.{name}")
        if said is None and group == "names" and (owner := self._owners.get(name)) is not None:
            said = self.find(f"terms.{owner}.{name}")
        return said or name.replace("_", " ")

    @cached_property
    def _owners(self) -> dict[str, str]:
        """The mechanic that each of their states belongs to, whose words serve where a game has none of its own."""
        mechanics = self.rules.program.mechanics.values()
        return {state.name: one.name for one in mechanics for state in (*one.states, *one.parameters)}

    def winning(self, winners: Sequence[object]) -> str:
        """What the sentence is called that names them; where all win together, or nobody is ahead, nobody is named."""
        if len(winners) == self.rules.players > 1:
            return "all_win" if may_all_lose(self.rules.code) else "level"
        return "winners" if len(winners) > 1 else "winner" if winners else "no_winner"

    def question(self, decision: str, options: Iterable[str]) -> str:
        """What is asked: where of the words with a question of their own only one may be chosen, that question."""
        words = {option.split()[0] for option in options}
        own = {said for word in words if (said := self.find(f"decisions.{decision}.{word}")) is not None}
        return own.pop() if len(own) == 1 else self.label("decisions", decision)

    def is_kept_off(self, name: str) -> bool:
        """Is a zone, state or account not for people to see at the table? Its name in the texts is empty then."""
        return self.find(f"names.{name}") == ""

    def term(self, name: str, kind: str | None = None) -> str:
        """What the texts call a field or an entry of a kind: as this, or as any other name."""
        return (kind and self.find(f"terms.{kind}.{name}")) or self.find(f"terms.{name}") or self.label("names", name)

    def title(self) -> str:
        return self.find("title") or self.rules.name

    def seat(self, seat: int, viewer: int | None) -> str:
        return self.names[seat] if self.names else self.say("you" if seat == viewer else "seat", seat)

    def who(self, seat: int, viewer: int | None) -> str:
        """Somebody inside a sentence."""
        return self.names[seat] if self.names else self.say("you_within" if seat == viewer else "seat_within", seat)

    def piece(self, face: str) -> str:
        """A card as people write it; another piece by its name and number."""
        at = self._faces.get(face)
        if at is None:
            return face
        suit, kind = self.layout.suit_of[at], self.layout.type_of[at]
        if suit >= 0:
            return self.letters[self.rules.program.ranks[self.layout.rank_of[at]].name] + self._marks[suit]
        if kind == "card":
            return self.label("names", self.name_beyond_suits(face))
        return f"{self.label('names', kind)} {face.removeprefix(kind)}"

    def name_beyond_suits(self, face: str) -> str:
        """What the rules call a card that has no suit; empty for any other piece."""
        at = self._faces.get(face)
        if at is None or self.layout.suit_of[at] >= 0 or self.layout.type_of[at] != "card":
            return ""
        rank = self.layout.rank_of[at]
        return self.rules.program.ranks[rank].name if rank >= 0 else self._extras[face]

    @cached_property
    def states_of_pieces(self) -> list[p.State]:
        """The states that are shown where the piece is for which they are kept."""
        program = self.rules.program
        return of_pieces(states_told(program, self.find), program)

    @cached_property
    def of_pieces(self) -> dict[str, p.State]:
        """What can be kept for a piece: the fields of all families, and such states."""
        fields = (field for family in self.rules.program.families for field in family.fields)
        return {kept.name: kept for kept in (*fields, *self.states_of_pieces)}

    def kept_for(self, face: str, view: Mapping[str, Any]) -> dict[str, Any]:
        """What is kept for a piece, by name: its fields where any has a value, and what states keep."""
        return {**view["pieces"].get(face, {}), **self.remembered_of(face, view)}

    def remembered_of(self, face: str, view: Mapping[str, Any]) -> dict[str, Any]:
        """What states keep for a piece, where there is something to tell."""
        return remembered(self.states_of_pieces, face, view)

    def fields(self, values: Mapping[str, Any], viewer: int | None) -> dict[str, str]:
        """What is kept for a piece, by what it is called; a flag says nothing more than that."""
        told = {name: value for name, value in values.items() if value is not None and value is not False}
        return {
            self.label("names", name): "" if value is True else self.value(value, self.of_pieces[name].type, viewer)
            for name, value in told.items()
        }

    def piece_with(self, face: str, values: Mapping[str, Any], viewer: int | None) -> str:
        """A piece with what is kept for it; its number only where moves pick such pieces, or nothing else tells it."""
        fields = [" ".join(filter(None, field)) for field in self.fields(values, viewer).items()]
        if not fields:
            return self.within(face)
        family = self.family(face)
        said = self.piece(face) if family == "card" or self.is_picked_by_number(family) else self.label("names", family)
        return f"{said} ({', '.join(fields)})"

    def is_picked_by_number(self, family: str) -> bool:
        """Do moves pick pieces of a family, by their numbers?"""
        return bool(self.about(lambda type_: type_.name in (family, "piece")))

    def is_piece(self, part: str) -> bool:
        return part in self._faces

    def is_card(self, face: str) -> bool:
        at = self._faces.get(face)
        return at is not None and self.layout.type_of[at] == "card"

    def is_suited(self, face: str) -> bool:
        """Is it a card of a suit?"""
        return self.is_card(face) and self.suit_index(face) >= 0

    def family(self, face: str) -> str:
        return self.layout.type_of[self._faces[face]]

    def order(self, face: str) -> tuple[int, int, int]:
        """Sorts by suit, then rank; cards beyond the suits come last."""
        at = self._faces[face]
        suit = self.layout.suit_of[at]
        return suit if suit >= 0 else 1 << 10, self.layout.rank_of[at], at

    def is_by_ranks(self, zone: str) -> bool:
        """Do texts say that cards of this zone are sorted by rank, and not by suit?"""
        return self.hints.first("orders", (zone,)) == "ranks"

    def sorted(self, faces: Iterable[str], zone: str) -> list[str]:
        """Pieces that lie there in no order: by suit and then rank, or as texts say."""
        return sorted(faces, key=self.order_by_ranks if self.is_by_ranks(zone) else self.order)

    def order_by_ranks(self, face: str) -> tuple[bool, int, tuple[int, int, int]]:
        """Sorts by rank, then suit; cards beyond the suits come last."""
        return not self.is_suited(face), self.rank_index(face), self.order(face)

    def suit_index(self, face: str) -> int:
        return self.layout.suit_of[self._faces[face]]

    def rank_index(self, face: str) -> int:
        return self.layout.rank_of[self._faces[face]]

    @cached_property
    def _shapes(self) -> set[str]:
        """The kinds whose entries are sets of cards, and are called by these."""
        return {kind.plural for kind in self.rules.program.kinds.values() if kind.shapes}

    def picks_set(self, move: str) -> bool:
        """Does this move pick a set of cards at once?"""
        return any(self.kind_plurals.get(part) in self._shapes for part in move.split())

    def _team(self, path: str, called: str | None = None) -> str:
        """By the people in it, where they have names."""
        number, teams = int(path.rpartition("_")[2]), self.rules.program.teams
        people = self.names[number - 1 :: teams]
        return self.joined(people) if people else f"{called or self.label('names', 'team')} {number}"

    @cached_property
    def _teams(self) -> set[str]:
        return {kind.plural for kind in self.rules.program.kinds.values() if kind.teams}

    @cached_property
    def kind_plurals(self) -> dict[str, str]:
        """The kind of every entry, by the entry's path and by what moves have in its place."""
        entries = [entry for kind in self.rules.program.kinds.values() for entry in kind.entries]
        return {path: entry.kind.plural for entry in entries for path in (entry.path, entry.written)}

    def entry(self, path: str) -> str:
        plural = self.kind_plurals.get(path)
        if plural in self._shapes:
            return self.row(faces_of(path))
        if plural in self._teams:
            return self._team(path)
        found = self.find(f"{plural}.{path}.name")
        return found or path.rpartition(".")[2].replace("_", " ")

    def argument(self, part: str) -> str:
        """What rules write so: a card, or what is named."""
        return self.piece(part) if part in self._faces else self.named(part)

    def named(self, part: str) -> str:
        """An entry, a suit or a rank; numbers as they are, also where a card is marked so."""
        if part in self.kind_plurals:
            return self.entry(part)
        return part if part.isdigit() else self.label("names", part)

    def within(self, part: str) -> str:
        """The same inside a sentence, where a card beyond the suits or a team may be called otherwise."""
        if self.kind_plurals.get(part) in self._teams:
            return self._team(part, self.find("told.names.team"))
        known = self._extras.get(part)
        return (self.find(f"told.names.{known}") if known is not None else None) or self.argument(part)

    def is_seat(self, word: str, at: int) -> bool:
        """Do the moves with this word pick a seat there?"""
        return (word, at) in self._about_seats

    def is_piece_picked(self, word: str, at: int, part: str) -> bool:
        """Is this part of a move a piece, and not a number or name that a piece is marked with?"""
        return part in self._faces and (word, at) not in self._about_others

    @cached_property
    def _about_others(self) -> set[tuple[str, int]]:
        """Where a move picks what is no piece."""
        return self.about(lambda type_: not type_.family) - self.about(lambda type_: type_.family)

    @cached_property
    def _about_seats(self) -> set[tuple[str, int]]:
        return self.about(lambda type_: type_.name == "seat")

    def about(self, wanted: Callable[[Type], bool]) -> set[tuple[str, int]]:
        """The words of moves that pick something of a wanted type, with the place where it stands."""
        return {
            (word, at)
            for option in self._options
            for at, pick in enumerate(option.picks, 0 if option.word else -1)
            if wanted(pick.name.type)
            for word in option.words
        }

    @cached_property
    def _options(self) -> list[Option]:
        return [option for decision in self.rules.code.decisions.values() for option in decision.options]

    @cached_property
    def _picked_words(self) -> set[str]:
        """The words of moves that are themselves what is picked."""
        return {word for option in self._options if not option.word for word in option.words}

    @cached_property
    def opening(self) -> Opening:
        """How a hand begins by the rules."""
        return opening_by_deals(self.rules.code)

    def is_picked(self, word: str) -> bool:
        """Is this first word of moves itself what is picked?"""
        return word in self._picked_words

    def word(self, word: str) -> str:
        """The first word of a move."""
        if not self.is_picked(word):
            return self.label("moves", word)
        return self.piece(word) if self.is_piece_picked(word, -1, word) else self.named(word)

    def around(self, word: str) -> list[str]:
        """What is said before each of what a move picks, its word first: `assassinate (from, at)` names three."""
        label, bracket, inner = self.word(word).removesuffix(")").partition(" (")
        return [label, *inner.split(", ")] if bracket else [label]

    def move(self, text: str, viewer: int | None = None) -> str:
        """A move in words: the label of its word, then what was picked."""
        word, *rest = text.split()
        said = [self.picked(word, at, part, viewer) for at, part in enumerate(rest)]
        label, *before = self.around(word)
        if len(before) == len(said):
            return " ".join((label, *(f"{one} {part}" for one, part in zip(before, said, strict=True))))
        return " ".join((self.word(word), *said))

    def picked(self, word: str, at: int, part: str, viewer: int | None) -> str:
        """What a move with this word picks there."""
        if self.is_seat(word, at):
            return self.seat(int(part), viewer)
        if part in self._faces and not self.is_piece_picked(word, at, part):
            return self.named(part)
        return self.within(part)

    def value(self, value: Any, kind: Type, viewer: int | None) -> str:
        """A value of a view, of declared type `kind`; what is kept for each of something, by the names of those."""
        if isinstance(value, dict):
            names = {key: self.seat(key, viewer) if isinstance(key, int) else self.argument(key) for key in value}
            return ", ".join(f"{names[key]} {self.value(inner, kind, viewer)}" for key, inner in value.items())
        if isinstance(value, list | tuple):
            inner = [self.value(item, kind.of or kind, viewer) for item in value]
            return ", ".join(inner) or self.say("none")
        if value is None:
            return self.say("none")
        if isinstance(value, bool):
            return self.say("yes" if value else "no")
        if kind.name == "seat" or (kind.name == "party" and str(value).isdigit()):
            return self.seat(int(value), viewer)
        return str(value) if isinstance(value, int) else self.argument(str(value))

    def joined(self, parts: Sequence[str]) -> str:
        """`a`, `a and b`, `a, b and c`; `3 × a` where it is the same again and again."""
        runs = [(part, len([*alike])) for part, alike in groupby(parts)]
        said = [part if count == 1 else self.say("times", count, part) for part, count in runs]
        if len(said) < 2:
            return said[0] if said else self.say("nothing")
        return self.say("and", ", ".join(said[:-1]), said[-1])

    def listed(self, faces: Sequence[str], piece: Callable[[str], str] | None = None) -> list[str]:
        """Pieces inside a sentence, to be joined; many cards of suits as one, which are read off one by one."""
        said = list(map(piece or self.within, faces))
        if len(faces) <= FEW:
            return said
        suited = [text for face, text in zip(faces, said, strict=True) if self.is_suited(face)]
        named = [text for face, text in zip(faces, said, strict=True) if not self.is_suited(face)]
        return [" ".join(suited), *named] if suited else named

    def row(self, faces: Iterable[str], noted: Mapping[str, str] = MappingProxyType({})) -> str:
        """Pieces one after the other; those that are said by a name are set off by commas, and counted if alike.

        `noted` says otherwise of some what they are.
        """
        said, before = "", False
        for face, alike in groupby(faces):
            in_suit, count = self.is_suited(face) and face not in noted, len([*alike])
            one = noted.get(face) or self.piece(face)
            each = [one] * count if in_suit or count == 1 else [self.say("times", count, one)]
            for one in each:
                said += (" " if in_suit and before else ", ") + one if said else one
                before = in_suit
        return said

    def row_with(self, faces: Sequence[str], view: Mapping[str, Any], in_order: bool, viewer: int | None) -> str:
        """The same with what is kept for each; those that nothing tells apart are counted, unless others lie between.

        That is where they lie `in_order`; else those are told together.
        """
        kept = {face: self.kept_for(face, view) for face in faces}
        noted = {face: self.piece_with(face, has, viewer) for face, has in kept.items() if has}
        first = {said: face for face, said in reversed(noted.items())}
        alike = [first.get(noted.get(face, ""), face) for face in faces]
        return self.row(alike if in_order else sorted(alike, key=alike.index), noted)
