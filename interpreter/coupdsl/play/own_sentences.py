"""Sentences that the texts of a game have of their own for why something is possible, or is not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from coupdsl.code.bits import members
from coupdsl.code.evidence import Asked
from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language.types import Type, none_of
from coupdsl.language.walk import all_parts
from coupdsl.phrases.inline import text_of
from coupdsl.play.saying import Saying
from coupdsl.rulesets.as_worded import is_as_worded, is_of_mechanic, is_of_variant
from coupdsl.rulesets.ruleset import HOUSE, MECHANIC
from coupdsl.rulesets.told_texts import NAMED

if TYPE_CHECKING:
    from coupdsl.play.drawing import View

WHY, WHY_NOT = "why", "why_not"
MANY, FEW = 6, 3  # of what could be chosen instead: with more than so many, only the first few are named
_OF_GAME = "game"
OTHERWISE = "otherwise"  # of what comes first, where there is none of it


class OwnSentences:
    """Those for one evidence: of the innermost rule that has one, else of the move or the decision.

    A path is `why_not.RULE` (or ENTRY.RULE, KIND.RULE, MECHANIC.RULE), or that with the name of something that the
    condition reads: `why_not.may_take.cost` is said where `may_take` fails because of what depends on the cost.
    """

    def __init__(self, saying: Saying, view: View | None = None) -> None:
        self.book = saying.book
        self.evidence = saying.evidence
        self.view = view
        expr = self.book.stated.get(self.evidence.at)
        self.is_unfilled = False  # whether there is a sentence that says nothing here, as of a suit where there is none
        self.read = list(_read(expr)) if expr is not None else []

    def find(self, group: str, moves: tuple[str, ...] = (), whole: bool = False, otherwise: bool = False) -> str | None:
        """The first that has a text, filled in; `moves` is what the move is called, `whole` if its own words count."""
        for said, path, whose in self._paths(group, moves, whole, otherwise):
            text = self._text(f"{said}.{path}.{OTHERWISE}" if otherwise else f"{said}.{path}", whose)
            filled = self._filled(text) if text is not None else None
            if filled is not None:
                return filled
            self.is_unfilled |= text is not None
        return None

    def _text(self, path: str, whose: str) -> str | None:
        """Under a path, of those that count: all, those beside no mechanic, or those of variants alone."""
        labels = self.book.labels
        is_left_out = whose == HOUSE or (whose == _OF_GAME and labels.get(f"{MECHANIC}.{path}") is not None)
        return labels.get(f"{HOUSE}.{path}", *([] if is_left_out else [path]))

    def _whose(self, asked: Asked, rule: p.Rule, version: p.Version) -> str:
        """Who states what a rule says, and so has the sentences on it."""
        program = self.book.program
        if is_of_variant(program, version) or not is_as_worded(self.book.rules, rule, asked.entry):
            return HOUSE
        return MECHANIC if is_of_mechanic(self.book.rules, rule, version) else _OF_GAME

    def _paths(
        self, group: str, moves: tuple[str, ...], whole: bool, innermost: bool
    ) -> Iterator[tuple[str, str, str]]:
        """Each with its group, and with whose sentences count there: on what the game says, none of a mechanic's.

        Of a condition that is denied, such as `not blocked(s)`, it is told why it holds.
        """
        names = list(dict.fromkeys(_name(expr) for expr in self.read))
        rules = reversed(self.evidence.asked[-1:] if innermost else self.evidence.asked)
        for asked in rules:
            if asked.text not in self.book.texts_of_rules:
                continue
            said = group if asked.holds is None or innermost else WHY if asked.holds else WHY_NOT
            rule, version = self.book.texts_of_rules[asked.text]
            whose = self._whose(asked, rule, version)
            own = [f"{asked.entry.path}.{rule.name}"] if asked.entry is not None else []
            owned = [f"{rule.owner}.{rule.name}"] if rule.owner is not None else []
            for base in (*own, *owned, rule.name):
                yield from ((said, f"{base}.{name}", whose) for name in names)
                yield said, base, whose
        for base in moves:
            yield from ((group, f"{base}.{name}", MECHANIC) for name in names)
        if whole:
            yield from ((group, base, MECHANIC) for base in moves)

    # ---- what stands in braces
    def _filled(self, text: str) -> str | None:
        """The text with what its braces name; None where one of them is not known here."""
        found = {match[0]: self._of(match[1], match[2]) for match in NAMED.finditer(text)}
        if None in found.values():
            return None
        return NAMED.sub(lambda match: found[match[0]] or "", text)

    def _of(self, name: str, part: str | None) -> str | None:
        if name == "others":
            return self.others()
        known = list(self._values(name))
        if part is not None:
            return self._face(*known[0], part) if known else None
        said = (self._said(value, kind) for value, kind in known)
        return next((text for text in said if text is not None), None) if known else self._viewed(name)

    def _values(self, name: str) -> Iterator[tuple[Any, Type]]:
        """What has that name: what is asked about, what a rule was given, or what the condition reads."""
        if name == "it" and self.evidence.about is not None:
            yield self.evidence.about
        for asked in reversed(self.evidence.asked):
            if asked.text in self.book.texts_of_rules:
                _, version = self.book.texts_of_rules[asked.text]
                for parameter, value in zip(version.parameters, asked.given, strict=True):
                    if parameter.name == name and value is not None:
                        yield value, parameter.type
        for expr in self.read:
            place = (expr.span, expr.type)
            if _name(expr) == name and place in self.evidence.values:
                yield self.evidence.values[place], expr.type

    def _said(self, value: Any, kind: Type) -> str | None:
        if kind.is_collection and kind.of is not None:
            return text_of(self.book.elements(members(value) if isinstance(value, int) else value, kind.of)) or None
        said = self.book.value(value, kind) if not (kind.optional and value == none_of(kind)) else None
        return text_of(said) if said is not None else None

    def _face(self, value: Any, kind: Type, part: str) -> str | None:
        """The suit or the rank of a card."""
        layout = self.book.at_table.layout
        if not kind.family or value < 0:
            return None
        number = (layout.suit_of if part == "suit" else layout.rank_of)[value]
        faces = self.book.program.suits if part == "suit" else self.book.program.ranks
        return self.book.label(f"names.{faces[number].name}") if number >= 0 else None

    def _viewed(self, name: str) -> str | None:
        """A state that who asks can see; his own, where everybody has one."""
        declared = next((state for state in self.book.program.states if state.name == name), None)
        if declared is None or self.view is None or name not in self.view["states"]:
            return None
        value = self.view["states"][name]
        if declared.per == "seat" and self.book.viewer is not None:
            value = value[self.book.viewer] if isinstance(value, list) else value[str(self.book.viewer)]
        return self.book.at_table.value(value, declared.type, self.book.viewer)

    def others(self) -> str | None:
        """What can be chosen instead."""
        kind = self.evidence.about[1] if self.evidence.about is not None else None
        if self.evidence.others is None or kind is None:
            return None
        found = self.evidence.others
        elements = members(found) if isinstance(found, int) else list(found)
        elements = self._suited(elements) if kind.family else elements
        if len(elements) <= MANY or not kind.family:
            return text_of(self.book.elements(elements, kind))
        table = self.book.at_table
        named = [table.within(table.layout.face_of[piece]) for piece in elements[:FEW]]
        return table.say("and_more", " ".join(named), len(elements) - FEW)

    def _suited(self, pieces: list[int]) -> list[int]:
        """Of pieces that come before a card of a suit, those of suits, as far as there are any."""
        suits, (asked, _) = self.book.at_table.layout.suit_of, self.evidence.about or (-1, None)
        return [piece for piece in pieces if suits[piece] >= 0 or asked < 0 or suits[asked] < 0] or pieces


def _read(expr: p.Expr) -> Iterator[p.Expr]:
    """The states, zones, accounts, rules and names of values that an expression reads, the outermost first."""
    reads = pe.GetState | pe.GetZone | pe.GetBalance | pe.Apply | pe.Load | pe.GetOption
    return (part for part in all_parts(expr) if isinstance(part, reads))


def _name(expr: p.Expr) -> str:
    match expr:
        case pe.GetState():
            return expr.state.name
        case pe.GetZone():
            return expr.zone.name
        case pe.GetBalance():
            return expr.account.name
        case pe.Apply():
            return expr.rule.name
        case pe.GetOption():
            return expr.option.key
        case pe.Load():
            return expr.local.name
    raise AssertionError(expr)
