"""The options of the checked program, and which of their readings rules wait for."""

from __future__ import annotations

from coupdsl.language.files import Citation
from coupdsl.language.records import by_value, entity
from coupdsl.language.source import Span
from coupdsl.language.types import Type


@entity
class Option:
    """A question and its readings; the first is the default. `open` is the type of values beyond the words."""

    key: str
    words: tuple[str, ...]
    numbers: tuple[int, ...]
    low: int | None
    high: int | None
    open: Type | None
    default: object
    type: Type
    span: Span
    citations: tuple[Citation, ...]
    default_span: Span | None = None
    step: int = 1  # of which readings of a range are multiples
    listings: tuple[tuple[object, ...], ...] = ()

    def allows(self, value: object) -> bool:
        """Is `value` (word, bool, int, None, Fraction or tuple of names or numbers) one of the readings?"""
        from fractions import Fraction

        if isinstance(value, bool):
            return self.type.name == "flag"
        if isinstance(value, str):
            return value in self.words
        if value is None:
            return "none" in self.words
        if isinstance(value, tuple):
            if not all(type(item) in (int, str) for item in value):  # such as 3.0, which equals 3
                return False
            return value in self.listings or (self.open is not None and self.open.is_collection)
        if self.open is not None and self.open.name == "ratio" and isinstance(value, int | Fraction):
            return 0 <= value <= 1
        if isinstance(value, int):
            return value in self.numbers or (
                self.low is not None and self.high is not None and value in range(self.low, self.high + 1, self.step)
            )
        return False

    def readings(self) -> list[str]:
        """Every reading as a person writes it."""
        found = ["true", "false"] if self.type.name == "flag" else list(self.words)
        found += [str(number) for number in self.numbers]
        found += ["[" + ", ".join(map(str, listing)) + "]" for listing in self.listings]
        if self.low is not None:
            found.append(f"{self.low}..{self.high}")
        if self.open is not None and self.open.is_collection:
            found.append(f"a list of {self.open.of} names")
        elif self.open is not None and self.open.name == "ratio":
            found.append("a ratio such as 1/2")
        return found


@by_value
class Reading:
    """`when option is (not) …`"""

    option: Option
    negated: bool
    values: tuple[object, ...]
