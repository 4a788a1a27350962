"""How a reader is spoken to: who, what and where in words, and sentences written out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from types import MappingProxyType
from typing import Any, cast

from coupdsl.engine.chance import CHANCE
from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language import program_statements as ps
from coupdsl.language.walk import all_parts, all_statements
from coupdsl.phrases.genders import is_feminine
from coupdsl.phrases.inline import contracted, owned, text_of
from coupdsl.play.account.sentence_forms import Wording
from coupdsl.play.account.told import Cards, Part, Places, Told
from coupdsl.play.picked_together import faces_of
from coupdsl.play.spoken import Words

NAMED = re.compile(r"\{(\w+)\}")
OPTIONAL = re.compile(r"\[([^\[\]]*)\]")
_BEFORE_VOWEL = re.compile(r"\b([Aa])(?= [aeiouAEIOU])")  # the English article, where no text says it otherwise


class Speech:
    """Words for one reader: a seat, or None for a spectator."""

    def __init__(self, words: Words, viewer: int | None, piece: Callable[[str], str] | None = None) -> None:
        self.words = words
        self.piece = piece or words.within  # how a piece is called inside a sentence
        self.viewer = viewer
        self.wording = Wording(words.language)
        self.zones = {zone.name: zone for zone in words.rules.program.zones}

    def form(self, group: str, *names: str) -> str | None:
        """What the texts of the game say of the first of `names` they speak of; empty where it is not to be told."""
        found = (self.words.find(f"told.{group}.{name}") for name in names)
        return next((form for form in found if form is not None), None)

    def who(self, seat: int | str) -> str:
        """Somebody, or an account that belongs to nobody."""
        if isinstance(seat, str) and not seat.isdigit():
            return self.words.label("names", seat)
        return self.words.who(int(seat), self.viewer)

    def revealed(self, event: Mapping[str, Any]) -> Told:
        """What was revealed, and of whom, where the texts of the game have no sentence for it."""
        name = self.words.label("names", event["name"])
        owner = self.of_whom(event) if event["of"] != "seat" or event["name"] not in self._found else ""
        if owner:
            name = self.whose(name, owner)
        value = self.value(event["value"], event["of"])
        if value == self.words.say("none") and is_feminine(name):
            value = self.words.say("none_feminine")
        return self.say("is", name=name, value=value)

    def of_whom(self, event: Mapping[str, Any]) -> str:
        """The seats and things of which something was revealed; empty of none."""
        things = (one if isinstance(one, str) else str(one) for one in event.get("things", ()))
        named = [*map(self.who, event.get("seats", ())), *map(self.words.argument, things)]
        return self.words.joined(named) if named else ""

    @cached_property
    def _found(self) -> set[str]:
        """The names of who is revealed as one found among others, and so is nobody's: the first for whom it is so."""
        binds = [one for one in all_statements(self.words.rules.program) if isinstance(one, ps.Bind) and one.revealed]
        return {one.local.name for one in binds if one.value is not None and _is_found(one.value)}

    def all_of(self, seats: Sequence[int]) -> str:
        """All of them; empty of none."""
        return self.words.joined([self.who(seat) for seat in seats]) if seats else ""

    def place(self, zone: str) -> str:
        """A place, and whose or of what it is."""
        name, _, owner = zone.partition(" ")
        label = self.words.label("names", name)
        if not owner:
            return label
        return self.whose(label, self.who(owner) if owner.isdigit() else self.words.argument(owner))

    def whose(self, what: str, owner: str) -> str:
        """Something, and whose or of what it is."""
        return self.run_together(self.wording["whose"].format(owned(what), owner))

    def value(self, value: Any, kind: str) -> str | Cards:
        """What was revealed, of the type `kind`: pieces as such, of which more may be told."""
        if isinstance(value, list) and value and all(map(self._is_piece, value)):
            return Cards(tuple(value))
        if isinstance(value, list):
            inner = kind.partition(" of ")[2]
            if not value and inner == "seat":
                return self.words.say("nobody")
            found = [self.value(item, inner) for item in value]
            return self.words.joined([self.cards(one) if isinstance(one, Cards) else one for one in found])
        if value is None or isinstance(value, bool):
            return self.words.say("none" if value is None else "yes" if value else "no")
        if kind == "seat":
            return self.who(value)
        return self.words.argument(value) if isinstance(value, str) else str(value)

    def _is_piece(self, value: Any) -> bool:
        return isinstance(value, str) and self.words.is_piece(value)

    def pick(self, word: str, at: int, part: str) -> Part:
        """What a move with this first word picks at a place."""
        if self.words.is_seat(word, at):
            return self.who(part)
        if (word, at) in self._pieces:
            return Cards((part,))
        if self.is_cell(part):
            return Places((part,))
        return self.words.named(part)

    def picked_pieces(self, chose: Mapping[str, Any]) -> list[str]:
        """The pieces that are known to be picked by a choice."""
        if "move" not in chose:
            return []
        word, *rest = chose["move"].split()
        found = []
        for at, part in enumerate((word, *rest), -1):
            if (word, at) in self._together:
                found += faces_of(part)
            elif (word, at) in self._pieces:
                found.append(part)
        return found

    def drawn_seats(self, event: Mapping[str, Any]) -> list[int]:
        """The seats that chance chooses by this event, as far as it tells."""
        if event["event"] != "chose" or event["seat"] != CHANCE or "move" not in event:
            return []
        word, *rest = event["move"].split()
        return [int(part) for at, part in enumerate(rest) if self.words.is_seat(word, at)]

    @cached_property
    def _pieces(self) -> set[tuple[str, int]]:
        """The words of moves that pick a piece, with the place where it stands."""
        return self.words.about(lambda type_: type_.family)

    @cached_property
    def _together(self) -> set[tuple[str, int]]:
        """The same of cards that are picked together."""
        shapes = {kind.name for kind in self.words.rules.program.kinds.values() if kind.shapes}
        return self.words.about(lambda type_: type_.name in shapes)

    def is_cell(self, part: str) -> bool:
        return self.words.rules.program.grid is not None and re.fullmatch(r"[a-z]\d+", part) is not None

    def account(self, name: str) -> str:
        """Who pays or is paid, inside a sentence."""
        if name.isdigit():
            return self.who(name)
        return self.form("names", name) or self.wording["common"].format(self.words.label("names", name))

    # ---- writing
    def say(self, key: str, kind: str = "event", **parts: Part) -> Told:
        """A sentence that serves for any game."""
        return filled(self.wording[key], parts, kind=kind)

    def write(self, told: Told) -> str:
        shown = [key for key, part in told.parts.items() if isinstance(part, Cards) and part.faces]
        if told.times > 1 and len(shown) == 1 and self._alike is not None:
            cards = cast(Cards, told.parts[shown[0]]).repeated(told.times)
            told = replace(told, parts={**told.parts, shown[0]: cards}, times=1)
        said = NAMED.sub(lambda match: self._part(told, match[1]), told.form)
        said = self.run_together(said)
        if not said.startswith(tuple(self.words.names)):
            said = said[:1].upper() + said[1:]
        if told.times > 1:
            said = self.wording["times"].format(said, told.times)
        return f"{said} ({', '.join(told.rules)})" if told.rules else said

    def run_together(self, said: str) -> str:
        """With the words that run together in its language."""
        return text_of(contracted((said,))) if self.words.language == "fr" else said

    def _part(self, told: Told, key: str) -> str:
        part = told.parts.get(key, "")
        if isinstance(part, Cards):
            return self.cards(part, told.noted)
        return self.words.joined(part.names) if isinstance(part, Places) else part

    def cards(self, cards: Cards, noted: Mapping[str, str] = MappingProxyType({})) -> str:
        """Those that are known, as is noted of some, then how many others."""

        def piece(face: str) -> str:
            return noted.get(face) or self.piece(face)

        counted = [face for face in cards.faces if self._alike is not None and face not in noted]
        others = [face for face in cards.faces if self._alike is None or face in noted]  # of which more is told
        said = [*self._counted(counted), *self.words.listed(others, piece)]
        unseen = [self._unseen(cards.unseen, bool(said), cards.family)] if cards.unseen else []
        return self.words.joined([*said, *unseen])

    @cached_property
    def _alike(self) -> str | None:
        """How pieces that show the same are counted, where the texts of the game do so."""
        return self.form("alike", "plural")

    def _counted(self, faces: Iterable[str]) -> list[str]:
        """Pieces by what they show, and how many."""
        return [self._so_many(face, number) for face, number in Counter(faces).items()]

    def _so_many(self, face: str, number: int) -> str:
        key = "single" if number == 1 else "plural"
        own = self.form("alike", f"{key}.{self.words.name_beyond_suits(face)}")
        form = own or self.form("alike", key) or "{1}"
        said = form.replace("{0}", self.wording.number(number)).replace("{1}", self.piece(face))
        return said if own or self.words.language != "en" else _BEFORE_VOWEL.sub(r"\1n", said)

    def _unseen(self, number: int, beside: bool, family: str) -> str:
        """So many pieces that are not seen, alone or beside some that are, as the texts call them."""
        key = ("single_more" if beside else "single") if number == 1 else ("plural_more" if beside else "plural")
        own = self.form("unseen", key) if not (family and self._has_cards) else None
        are_cards = self._has_cards and not family
        form = own or self.wording[key if are_cards else f"{key}_piece"]
        said = form.replace("{0}", self.wording.number(number))
        return said if own or not family else f"{said} ({self.words.label('names', family)})"

    @cached_property
    def _has_cards(self) -> bool:
        program = self.words.rules.program
        return bool(program.ranks or program.extras)

    def family_in(self, *places: str) -> str:
        """The family of pieces that lie in one of these places, where it is another than cards."""
        families = {family.name for family in self.words.rules.program.families}
        zones = [zone for place in places if (zone := self.zones.get(place.split()[0])) is not None]
        return next((of.name for zone in zones if (of := zone.type.of) is not None and of.name in families), "")


COUNTED = ("number", "amount")


def filled(form: str, parts: Mapping[str, Part], rules: tuple[str, ...] = (), kind: str = "event") -> Told:
    """A form with what stands in it; what it holds in brackets stays out where a part of that is lacking."""

    def kept(found: re.Match[str]) -> str:
        return found[1] if all(parts.get(key) for key in NAMED.findall(found[1])) else ""

    form = OPTIONAL.sub(kept, form)
    return Told(form, {key: parts[key] for key in NAMED.findall(form) if key in parts}, rules, kind)


def either(form: str, value: Any, kind: str = "") -> str:
    """Of a form `this | that`, `this` for a value; for none, no and nothing `that`, or what is not told.

    Of a number or amount, by its `kind`, 0 is nothing where the form says what then is told.
    """
    this, _, that = form.partition("|")
    nothing = value is None or value is False or value == [] or (that.strip() and kind in COUNTED and value == 0)
    return (that if nothing else this).strip()


def seat_in(zone: str) -> int | None:
    """Whose place it is, by its name."""
    owner = zone.partition(" ")[2]
    return int(owner) if owner.isdigit() else None


def _is_found(expr: p.Expr) -> bool:
    """Is it one of several, picked by what they are?"""
    return any(isinstance(part, pe.Filter | pe.Best) for part in all_parts(expr))


__all__ = ["NAMED", "Speech", "either", "filled", "seat_in"]
