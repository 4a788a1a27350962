"""The table as one seat sees it, in lines of text; all of it from `State.view`, never from the state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from coupdsl.code.bits import members
from coupdsl.code.errors import RulesError
from coupdsl.language import program as p
from coupdsl.play.account.laid_pieces import Laid, called, players
from coupdsl.play.board_drawing import HIDDEN, BoardDrawing
from coupdsl.play.spoken import Words
from coupdsl.play.worth_telling import of_seat, told_of
from coupdsl.rulesets.states_told import is_on_board, is_per_piece, states_told

View = dict[str, Any]
Played = Mapping[str, Sequence[Laid]]  # by place
FEW = 6  # pieces that are told one by one with their fields, where they are not `shown as list`


def _lies_between(zone: Mapping[str, Any]) -> bool:
    """Do pieces that are not seen lie between others, or before them?"""
    if "gap" in zone:
        return any(face is not None for face in zone["pieces"][zone["gap"]["at"] :])
    return None in zone["pieces"]


def _faces(zone: Mapping[str, Any]) -> list[str | None]:
    """What lies in a row, from the front; None for each piece that is not seen."""
    gap = zone.get("gap", {"at": 0, "pieces": 0})
    return [*zone["pieces"][: gap["at"]], *[None] * gap["pieces"], *zone["pieces"][gap["at"] :]]


def _texts(kind: p.Kind) -> list[str]:
    """The fields of a kind that are texts."""
    return [member.name for member in kind.members.values() if member.type.name == "text"]


class Drawing:
    """Draws views, in lines as wide as `width`. `played` says who played what lies in a trick, as far as was told."""

    def __init__(self, words: Words, width: int | None = None) -> None:
        self.words = words
        self.rules = words.rules
        self.program = words.rules.program
        self.zones = {zone.name: zone for zone in self.program.zones}
        self.states = {state.name: state for state in self.program.states}
        elsewhere = [state for state in states_told(self.program, words.find) if not is_per_piece(state, self.program)]
        self.shown_states = [state for state in elsewhere if not is_on_board(state)]
        self.board = BoardDrawing(words, width)
        self._stated: dict[p.Entry, tuple[str, ...]] = {}

    # ---- the whole table
    def table(self, view: View, played: Played) -> list[str]:
        """The board, every seat, and what lies in the middle."""
        return [*self.shared(view), *self.seats(view), *self.middle(view, played), *self.board.lines(view)]

    def _line(self, label: str, said: object) -> str:
        return self.words.say("is_now", label, said)

    def shared(self, view: View) -> Iterator[str]:
        """What is kept for no seat, and accounts of nobody."""
        viewer = view["seat"]
        for declared in self.shown_states:
            value = view["states"].get(declared.name)
            if declared.per == "seat" or declared.name not in view["states"]:
                continue
            told = told_of(declared, value)
            if told is not None:
                label = self.words.label("names", declared.name)
                yield self._line(label, self.words.value(told, declared.type, viewer))
        for name, balance in view["accounts"].items():
            if not isinstance(balance, list) and not self.words.is_kept_off(name):
                said = self.words.say("unlimited") if balance is None else balance
                yield self._line(self.words.label("names", name), said)

    def seats(self, view: View) -> Iterator[str]:
        """What every seat has, but for what only the viewer sees of his own; nothing only where there may be some."""
        kept = {zone.per for zone in self.program.zones}
        kept |= {state.per for state in self.shown_states if state.seen_by != "owner"}
        for seat in range(self.rules.players):
            parts = self._of_seat(view, seat)
            if parts or ("seat" in kept and seat != view["seat"]):  # whose hand is listed by itself
                yield self._line(self.words.seat(seat, view["seat"]), ", ".join(parts) or self.words.say("nothing"))

    def _of_seat(self, view: View, seat: int) -> list[str]:
        parts = [
            f"{self.words.label('names', name)} {balance[seat]}"
            for name, balance in view["accounts"].items()
            if isinstance(balance, list) and not self.words.is_kept_off(name)
        ]
        for declared in self.shown_states:
            is_seats = declared.per == "seat"
            kept = of_seat(declared, seat, view, self.program, self.words.is_kept_off) if is_seats else None
            told = told_of(declared, kept) if kept is not None else None
            label = self.words.label("names", declared.name)
            if told is True:
                parts.append(label)
            elif told is not None:
                parts.append(f"{label} {self.words.value(told, declared.type, view['seat'])}")
        return [*parts, *self._zones_of(view, seat)]

    def _zones_of(self, view: View, seat: int) -> Iterator[str]:
        for zone in view["zones"]:
            if zone["seat"] != seat or self._own(zone, view["seat"]):
                continue
            content = self._content(view, zone)
            if content:
                yield f"{self.words.label('names', zone['name'])} {content}"

    def _own(self, zone: dict[str, Any], viewer: int | None) -> bool:
        return zone["seat"] is not None and zone["seat"] == viewer and self.zones[zone["name"]].seen_by == "owner"

    def _content(self, view: View, zone: dict[str, Any]) -> str:
        """The pieces of a zone in a few words, empty when nothing is to be told."""
        shown = self.zones[zone["name"]].shown_as
        seen = [face for face in zone["pieces"] if face is not None]
        if shown == "nothing" or self.words.is_kept_off(zone["name"]) or not (seen or zone["unseen"]):
            return ""
        if shown == "count":
            return str(len(seen) + zone["unseen"])
        if seen and _lies_between(zone):
            return self._one_by_one(view, _faces(zone), "gap" in zone)
        parts = [
            self._row(view, faces) if family == "card" else self._markers(view, family, faces, shown == "list")
            for family, faces in self._side_by_side(zone, seen)
        ]
        if zone["unseen"]:
            parts.append(self.words.say("hidden", zone["unseen"]))
        return ", ".join(parts)

    def _one_by_one(self, view: View, faces: list[str | None], in_words: bool) -> str:
        """Each piece of a row, in its order; in words, how many are hidden side by side."""
        if not (self.words.plain or in_words):
            return " ".join(HIDDEN if face is None else self._piece(view, face) for face in faces)
        said: list[str] = []
        for face, alike in groupby(faces):
            number = len([*alike])
            said += [self.words.say("hidden", number)] if face is None else [self._piece(view, face)] * number
        return ", ".join(said)

    def _side_by_side(self, zone: dict[str, Any], faces: list[str]) -> list[tuple[str, list[str]]]:
        """The pieces of a kind together, cards sorted, where they lie in no order; in a row only neighbours."""
        if zone["row"]:
            return [(family, [*alike]) for family, alike in groupby(faces, self.words.family)]
        cards = [face for face in faces if self.words.is_card(face)]
        families = {"card": self.words.sorted(cards, zone["name"])} if cards else {}
        for face in faces:
            if not self.words.is_card(face):
                families.setdefault(self.words.family(face), []).append(face)
        return list(families.items())

    def _piece(self, view: View, face: str) -> str:
        values = self.words.kept_for(face, view)
        return self.words.piece_with(face, values, view["seat"]) if values else self.words.piece(face)

    def _markers(self, view: View, family: str, faces: list[str], each: bool) -> str:
        """How many there are of a family, with what their fields tell: of few, or if `each` is to be told or offered.

        Where an account tells them by their numbers, which these are.
        """
        label, told_by_number = self.words.label("names", family), self._is_told_by_number(family)
        if told_by_number:
            return f"{label} {', '.join(face.removeprefix(family) for face in faces)}"
        fields = [self.words.fields(self.words.kept_for(face, view), view["seat"]) for face in faces]
        names = {name for one in fields for name in one}
        offered = {part for option in view["options"] for part in option.split()[1:]}
        each = each or len(faces) <= FEW or not offered.isdisjoint(faces)
        if names and each and (len(names) > 1 or self.words.is_picked_by_number(family)):
            return ", ".join(self._piece(view, face) for face in faces)
        values = [one[name] for name in names for one in fields if name in one]
        if len(names) == 1 and all(values):
            return f"{label} {len(faces)} ({names.pop()} {', '.join(values)})"
        return f"{label} {len(faces)}"

    def _is_told_by_number(self, family: str) -> bool:
        return "{number}" in (self.words.find(f"told.names.{family}") or "")

    def middle(self, view: View, played: Played) -> Iterator[str]:
        """What lies in places of nobody, but for those of a board; of several of a name the empty ones together."""
        nobodys = (zone for zone in view["zones"] if zone["seat"] is None and "cell" not in zone)
        for name, zones in groupby(nobodys, lambda zone: zone["name"]):
            here = [*zones]
            lines = [line for zone in here for line in self._in_middle(view, zone, played)]
            yield from lines
            empty = [zone["of"] for zone in here if "of" in zone and not (zone["pieces"] or zone["unseen"])]
            if lines and empty:
                of = self.words.joined([*map(self.words.argument, empty)])
                yield self._line(self._label(name, of), self.words.say("nothing"))

    def _label(self, name: str, of: str) -> str:
        label = self.words.label("names", name)
        return f"{label}, {of}" if of else label

    def _in_middle(self, view: View, zone: dict[str, Any], played: Played) -> Iterator[str]:
        declared = self.zones[zone["name"]]
        label = self._label(zone["name"], self.words.argument(zone["of"]) if "of" in zone else "")
        if declared.shown_as == "runs":
            yield from self._runs(view, zone, declared, label)
        elif declared.shown_as == "list":
            yield from (self._line(label, line) for line in self._pieces(view, zone))
        elif declared.shown_as == "trick" and zone["pieces"]:
            yield self._line(label, ", ".join(self._trick(view, zone, played)))
        elif (content := self._content(view, zone)) and not (declared.shown_as == "count" and content == "0"):
            yield self._line(label, content)

    def _trick(self, view: View, zone: dict[str, Any], played: Played) -> Iterator[str]:
        for face, player in zip(zone["pieces"], players(played.get(called(zone), ()), zone["pieces"]), strict=True):
            card = self._piece(view, face) if face is not None else self.words.say("hidden", 1)
            yield card if player is None else self.words.say("by", card, self.words.seat(player, view["seat"]))

    def _runs(self, view: View, zone: dict[str, Any], declared: p.Zone, label: str) -> Iterator[str]:
        lying = {face for face in zone["pieces"] if face is not None}
        if not lying:
            return
        order = self.rank_order(view, declared)
        for suit in self.program.suits:
            here = {self.words.rank_index(f): f for f in lying if self.words.suit_index(f) == suit.index}
            cells = [self._piece(view, here[rank]) if rank in here else None for rank in order]
            yield self._line(f"{label}, {self.words.label('names', suit.name)}", self._cells(cells))
        loose = sorted((f for f in lying if self.words.suit_index(f) < 0), key=self.words.order)
        if loose:
            yield self._line(label, self._row(view, loose))

    def _cells(self, cells: list[str | None]) -> str:
        if not self.words.plain:
            return " ".join(cell or "··" for cell in cells)
        if not any(cells):
            return self.words.say("nothing")
        first = next(at for at, cell in enumerate(cells) if cell)
        last = max(at for at, cell in enumerate(cells) if cell)
        spoken: list[str] = []
        for cell in cells[first : last + 1]:
            if cell or spoken[-1] != self.words.say("gap"):
                spoken.append(cell or self.words.say("gap"))
        return " ".join(spoken)

    def rank_order(self, view: View, zone: p.Zone) -> list[int]:
        """The ranks in the order in which the runs of `zone` lie, as the entry being played has it."""
        if zone.shown_by is not None:
            try:
                body = self.rules.expressions.rule_value(zone.shown_by, self._being_played(view, zone))
            except (RulesError, AssertionError):
                body = None
            if body is not None and isinstance(body.value, tuple):
                return list(body.value)
        return [rank.index for rank in self.program.ranks]

    def _being_played(self, view: View, zone: p.Zone) -> p.Entry | None:
        """The entry that a state everybody sees names, and whose mechanic has this zone."""
        for declared in self.program.states:
            value = view["states"].get(declared.name)
            if declared.type.name not in self.program.kinds or not isinstance(value, str):
                continue
            for entry in self.program.kinds[declared.type.name].entries:
                if entry.path == value and entry.plays is not None and zone in entry.plays.members.values():
                    return entry
        return None

    def _pieces(self, view: View, zone: dict[str, Any]) -> Iterator[str]:
        """Pieces with their fields, one a line."""
        for face in zone["pieces"]:
            values = self.words.kept_for(face, view) if face is not None else {}
            types = self.words.of_pieces
            parts = [
                f"{self.words.label('names', name)} {self.words.value(value, types[name].type, view['seat'])}"
                for name, value in values.items()
            ]
            if face is not None:
                picked = bool(parts) and self.words.is_picked_by_number(self.words.family(face))
                yield ", ".join([self.words.piece(face)] * picked + parts) or self.words.piece(face)

    # ---- the viewer's own
    def hand(self, view: View) -> list[str]:
        """What only the viewer sees of his own, by suit and rank, or as texts say."""
        lines: list[str] = []
        for zone in view["zones"]:
            if not self._own(zone, view["seat"]):
                continue
            label = self.words.label("names", zone["name"])
            shown = [self._row(view, group, in_order=zone["row"]) for group in self._groups(zone)]
            if shown and _lies_between(zone):
                shown = [self._one_by_one(view, _faces(zone), "gap" in zone)]
            elif zone["unseen"]:
                shown.append(self.words.say("hidden", zone["unseen"]))
            separator = ", " if self.words.plain else "   "
            if shown or not lines:
                lines.append(self._line(label, separator.join(shown) or self.words.say("nothing")))
        return lines

    def _groups(self, zone: dict[str, Any]) -> list[list[str]]:
        """The pieces that are known: by suit or rank, or all together in a row, whose order tells something."""
        known = [face for face in zone["pieces"] if face is not None]
        if zone["row"]:
            return [known] if known else []
        by = self.words.rank_index if self.words.is_by_ranks(zone["name"]) else self.words.suit_index
        groups: dict[int, list[str]] = {}
        for face in self.words.sorted(known, zone["name"]):
            groups.setdefault(by(face), []).append(face)
        return list(groups.values())

    def _row(self, view: View, faces: list[str], in_order: bool = True) -> str:
        return self.words.row_with(faces, view, in_order, view["seat"])

    # ---- charts and options
    def chart(self, of: str | None = None) -> list[str]:
        """Every kind of which charts tell: its entries, or the one with the path `of`, with motto and amounts."""
        lines: list[str] = []
        for kind in self.program.charted:
            for entry in self.rules.entries(kind):
                told = [part for part in (self._numbers(entry), *self._parts(entry)) if part]
                if of in (None, entry.path) and (told or _texts(kind)):
                    lines.append(". ".join([self.words.entry(entry.path), *self._mottos(entry)]))
                    lines += [f"  {part}" for part in told]
        return lines or [self.words.say("no_chart")]

    def stated(self, entry: p.Entry) -> tuple[str, ...]:
        """What the rules state of an entry: the amounts of its parts, its own, and the ranks and suits that it names.

        Where it has no amounts, its motto says what it does.
        """
        if entry not in self._stated:
            self._stated[entry] = tuple(self._states_itself(entry))
        return self._stated[entry]

    def _states_itself(self, entry: p.Entry) -> list[str]:
        own = [f"{name} {value}" for name, value in self.figures(entry) if value]
        amounts = [*self._parts(entry), *([", ".join(own)] if own else [])]
        return [*(amounts or self._mottos(entry)), *self._named(entry)]

    def _named(self, entry: p.Entry) -> Iterator[str]:
        """The ranks or suits of each field that is a set of such."""
        program, words = self.program, self.words
        named: dict[str, list[str]] = {
            "rank": [rank.name for rank in program.ranks], "suit": [suit.name for suit in program.suits]
        }  # fmt: skip
        for member in entry.kind.members.values():
            of = member.type.of
            if member.form != "field" or member.parameter_types or of is None or of.name not in named:
                continue
            value = self._fixed(member, entry)
            if isinstance(value, int) and value:
                said = [words.label("names", named[of.name][at]) for at in members(value)]
                yield f"{words.term(member.name, entry.kind.name)} {words.joined(said)}"

    def _mottos(self, entry: p.Entry) -> list[str]:
        said = (self.words.find(f"{entry.kind.plural}.{entry.path}.{name}") for name in _texts(entry.kind))
        return [text[:1].upper() + text[1:] for text in said if text]

    def _numbers(self, entry: p.Entry) -> str:
        """The numeric fields of an entry in one line."""
        return ", ".join(f"{name} {value}" for name, value in self.figures(entry))

    def _parts(self, entry: p.Entry) -> Iterator[str]:
        """The numbers of the entries that its fields hold."""
        for member in entry.kind.members.values():
            if member.form != "field" or member.parameter_types:
                continue
            value = self._fixed(member, entry)
            if value is not None and member.type.is_collection and member.type.of is not None:
                kind = self.program.kinds.get(member.type.of.name)
                if kind is None or not isinstance(value, int):
                    continue
                for at in members(value):
                    held_by = kind.entries[at].path
                    name = self.words.find(f"{kind.plural}.{held_by}.name")
                    said = name or self.words.term(held_by.rpartition(".")[2], kind.name)
                    yield self.words.say("is_now", said, self._numbers(kind.entries[at]))

    def figures(self, entry: p.Entry) -> Iterator[tuple[str, int]]:
        """The numbers that an entry states, each with what it is called."""
        for member in entry.kind.members.values():
            if member.form == "field" and not member.parameter_types and member.type.is_numeric:
                value = self._fixed(member, entry)
                if value is not None:
                    yield self.words.term(member.name, entry.kind.name), value

    def _fixed(self, rule: p.Rule, entry: p.Entry) -> Any:
        try:
            body = self.rules.expressions.rule_value(rule, entry)
        except (RulesError, AssertionError):
            return None
        return body.value if body is not None else None

    def options(self) -> list[str]:
        """The options in force: the question and its reading."""
        lines = []
        for key, setting in self.rules.options.items():
            value = setting.value
            written = "none" if value is None else str(value)
            reading = self.words.find(f"options.{key}.readings.{written}")
            said = reading or self.words.value(value, self.rules.program.options[key].type, None)
            ask = self.words.find(f"options.{key}.ask") or key
            lines.append(f"{ask}{'' if ask.endswith('?') else ':'} {said}")
        return lines or [self.words.say("no_options")]
