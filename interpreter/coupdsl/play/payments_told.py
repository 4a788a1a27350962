"""What a payment was made of, in the words of its game."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice

from coupdsl.code.evidence import Evidence, Place
from coupdsl.engine.tracing import Part
from coupdsl.language import program_expressions as pe
from coupdsl.phrases.inline import text_of
from coupdsl.phrases.value_phrases import Unsayable
from coupdsl.play.saying import MANY, Saying
from coupdsl.play.table_phrases import TablePhrases

DEEPEST = 2
COLON = {"en": ": ", "fr": " : "}
_WORKED_OUT = ("add", "sub", "mul", "count")  # an amount that is no price of what it counts for
_NUMBERS = ("number", "amount")
_NOT_TOLD = ("div", "mod", "round_up", "round_down", "count")  # their parts say little


@dataclass
class _Factor:
    """An amount by what people call it, and the elements it counts for, each with those inside it."""

    value: object
    words: str | None
    rules: tuple[str, ...]
    of: list[tuple[object, ...]]
    sign: str = ""
    form: str = ""
    factors: list[_Factor] = field(default_factory=list)

    @property
    def alike(self) -> tuple[object, ...]:
        return (self.value, self.words, self.rules, self.sign, self.of[0][1:] if self.of else ())


class PaymentsTold:
    """Lines for one seat, whose phrases these are; with the rules where these are cited.

    Things counted of which one is `unnamed` are told without their names: which they are is not known.
    """

    def __init__(self, book: TablePhrases, citing: bool = True, unnamed: Collection[str] = ()) -> None:
        self.book = book
        self.citing = citing
        self.unnamed = unnamed
        self.words = book.at_table

    def made_of(self, part: Part) -> list[str]:
        """What an amount was made of, a line for each factor that people have a word for."""
        factor = self._factor(part)
        return list(self._lines(factor, 1)) or list(self._bare(factor)) or self._worded(part)

    def _worded(self, part: Part) -> list[str]:
        """What the rules say of an amount, where the names of the rules are all the words that there are."""
        expr = self.book.stated.get(part.at) if self.book.is_wordless and part.at is not None else None
        if part.at is None or expr is None:
            return []
        try:
            said = text_of(Saying(self.book, Evidence(part.at, True, values=_values(part))).said())
        except Unsayable:
            return []
        line = f"  {part.value}{COLON[self.words.language]}{said}{self._cited(part.rules)}"
        return [line] if said != str(part.value) else []

    def _cited(self, rules: Iterable[str]) -> str:
        numbers = ", ".join(dict.fromkeys(rules))
        return f" ({numbers})" if numbers and self.citing else ""

    def _bare(self, factor: _Factor) -> Iterator[str]:
        """What an amount that people have no word for adds up from, and of its parts those that they have one for."""
        addends = _addends(factor)
        if len(addends) > 1:
            yield f"  {_amount(factor, addends)}"
            for one in addends:
                yield from self._lines(one, DEEPEST)

    # ---- factors
    def _factor(self, part: Part, sign: str = "", is_whole: bool = True) -> _Factor:
        """Without what adds nothing, and without steps that only hand an amount on.

        Cards that are counted are told where `is_whole`: where the amount is no part of what is worked out.
        """
        of: tuple[object, ...] = (part.of,) if part.of is not None else ()
        if is_whole and not of and (counted := self._counted(part)) and isinstance(part.value, int):
            each = part.value // len(counted)
            return _Factor(each, None, part.rules, [(one,) for one in counted], sign)
        told = list(_told_parts(part))
        hands_on = len(told) == 1 and told[0][0].value == part.value
        is_whole &= not of and (hands_on or part.form not in _WORKED_OUT)
        inner = [self._factor(one, mark, is_whole) for one, mark in told]
        words = self._called(part)
        if len(inner) == 1 and inner[0].value == part.value:
            only = inner[0]
            only.rules, only.sign = only.rules or part.rules, sign
            only.words = words or only.words
            only.of = [(*of, *(only.of[0] if only.of else ()))] if of or only.of else []
            only.form = "" if of and "+" in str(part.of) else only.form  # it is the price of what is taken
            return only
        return _Factor(part.value, words, part.rules, [of] if of else [], sign, part.form, _grouped(inner))

    def _counted(self, part: Part) -> list[object]:
        """The cards, or ways to take some, for each of which it counts the same."""
        count = part
        if part.form == "mul" and len(part.parts) == 1:
            (count,) = part.parts  # by what the rules state
        pieces = count.parts[0].value if count.form == "count" and len(count.parts) == 1 else None
        if not isinstance(pieces, list) or len(pieces) != count.value or not 0 < len(pieces) <= MANY:
            return []
        return pieces if all(self._is_cards(one) for one in pieces) else []

    def _is_cards(self, element: object) -> bool:
        return all(self.words.is_piece(face) and self.words.is_card(face) for face in str(element).split("+"))

    def _called(self, part: Part) -> str | None:
        """What people call an amount: a rule, a state or an account, of whom it is."""
        expr = self.book.stated.get(part.at) if part.at is not None else None
        if part.at is None or not isinstance(expr, pe.Apply | pe.GetState | pe.GetBalance):
            return None
        name = Saying(self.book, Evidence(part.at, True, values=part.given)).called(expr)
        return text_of(name) if name is not None else None

    # ---- lines
    def _lines(self, factor: _Factor, depth: int) -> Iterator[str]:
        if depth > DEEPEST:
            return
        about = self._about(factor)
        said = about or factor.words
        if not said:
            for one in self._adding_up(factor):
                yield from self._lines(one, depth)
            return
        inner = (self._adding_up(factor) or _addends(factor)) if depth < DEEPEST else []
        yield "  " * depth + _amount(factor, inner) + COLON[self.words.language] + said + self._cited(factor.rules)
        for part in inner:
            yield from self._lines(part, depth + 1)

    def _adding_up(self, factor: _Factor) -> list[_Factor]:
        """The factors inside that people have words for, if they come to the amount without what has none."""
        told: list[_Factor] = []
        for one in factor.factors:
            told += [one] if self._about(one) or one.words else self._adding_up(one)
        return told if _worked_out(told) == factor.value else []

    def _about(self, factor: _Factor) -> str:
        """The things that it counts for; of those that are no cards, rather what they are of."""
        if factor.form in _WORKED_OUT:
            return ""
        more = [self._element(element) for element in factor.of[0][1:]] if factor.of else []
        own = [self._element(of[0]) for of in factor.of if not (more and self._is_token(of[0]))]
        named = not any(str(of[0]) in self.unnamed for of in factor.of)
        apart = ", " if any("+" in str(of[0]) for of in factor.of) else " "
        said = apart.join(one for one in own if one and named)
        inside = ", ".join(one for one in more if one)
        return f"{said} ({inside})" if said and inside else said or inside

    def _is_token(self, element: object) -> bool:
        return self.words.is_piece(str(element)) and not self.words.is_card(str(element))

    def _element(self, element: object) -> str:
        text = str(element)
        if "+" in text:
            return " ".join(map(self.words.argument, text.split("+")))
        if isinstance(element, int) or (text.isdigit() and not self.words.is_piece(text)):
            return ""
        plural = self.words.kind_plurals.get(text)
        kind = next((k.name for k in self.book.program.kinds.values() if k.plural == plural), None)
        named = kind is not None and self.words.find(f"{plural}.{text}.name") is None
        return self.words.term(text.rpartition(".")[2], kind) if kind and named else self.words.argument(text)


def _values(part: Part) -> dict[Place, object]:
    """What is inside an amount came to, but for what did not come to the same for each of many."""
    found: dict[Place, list[object]] = {}
    for _, inner in islice(part.lines(), 1, None):
        for place, value in inner.given.items():
            found.setdefault(place, []).append(value)
        if inner.at is not None and inner.kind in _NUMBERS:
            found.setdefault(inner.at, []).append(inner.value)
    return {place: values[0] for place, values in found.items() if all(one == values[0] for one in values)}


def _amount(factor: _Factor, inner: list[_Factor]) -> str:
    """An amount, times what it counts for; where several make it up, with these."""
    if len(factor.of) > 1 and isinstance(factor.value, int):
        return f"{len(factor.of)} × {factor.value} = {len(factor.of) * factor.value}"
    sign = {"": " + ", "−": " − ", "× ": " × "}
    sums = "".join(f"{sign[one.sign] if at else ''}{_whole(one)}" for at, one in enumerate(inner))
    return f"{factor.sign}{factor.value}" + (f" = {sums}" if len(inner) > 1 else "")


def _whole(factor: _Factor) -> int:
    """What a factor comes to for all that it counts for."""
    return factor.value * max(1, len(factor.of)) if isinstance(factor.value, int) else 0


def _worked_out(factors: list[_Factor]) -> int | None:
    """What factors come to, one after the other."""
    if not factors or any(not isinstance(one.value, int) for one in factors):
        return None
    total = 0
    for one in factors:
        whole = _whole(one)
        total = total * whole if one.sign == "× " else total - whole if one.sign == "−" else total + whole
    return total


def _addends(factor: _Factor) -> list[_Factor]:
    """What an amount is the sum or difference of, those of a sum within a sum too; nothing where it is none."""
    if factor.form not in ("add", "sub"):
        return []
    found: list[_Factor] = []
    for one in factor.factors:
        inner = _addends(one) if one.form == factor.form == "add" and len(one.of) < 2 and not one.words else []
        found += inner or [one]
    return found if _worked_out(found) == factor.value else []


def _told_parts(part: Part) -> Iterator[tuple[Part, str]]:
    """The parts that an amount is worked out from, each with its sign; of the least and the most that one alone."""
    parts = [one for one in part.parts if one.kind != "flag" and one.value and isinstance(one.value, int)]
    if part.form in _NOT_TOLD:
        return
    if part.form in ("min", "max"):
        parts = [one for one in parts if one.value == part.value][:1]
    for one in parts:
        taken_off = part.form == "sub" and one is part.parts[-1]
        yield one, "−" if taken_off else "× " if part.form == "mul" and one is part.parts[-1] else ""


def _grouped(factors: list[_Factor]) -> list[_Factor]:
    """Those that are alike but for what they count for, as one."""
    found: list[_Factor] = []
    for one in factors:
        known = next((other for other in found if one.of and other.alike == one.alike), None)
        if known is None:
            found.append(one)
        else:
            known.of += one.of
    return found


__all__ = ["PaymentsTold"]
