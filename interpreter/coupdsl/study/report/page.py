"""A report before it is text, a page or data: sections of sentences and tables whose cells are estimates."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor, inf, isfinite, log10

from coupdsl.study.estimate import Estimate


@dataclass(frozen=True)
class Number:
    """An estimate to be shown; `share` as per cent, `signed` with its sign."""

    estimate: Estimate
    share: bool = False
    signed: bool = False

    @property
    def value(self) -> str:
        return self._written(self.estimate.value) + self._unit

    @property
    def text(self) -> str:
        """The value with half of its interval."""
        if self.estimate.spread == 0:
            return self.value
        if not isfinite(self.estimate.spread):
            return f"{self.value} ±?"
        if self.share and not self.signed and self.estimate.value in (0, 1):
            sign, end = ("≤", self.estimate.high) if self.estimate.value == 0 else ("≥", self.estimate.low)
            return f"{sign}{self._written(end)}{self._unit}"
        return f"{self._written(self.estimate.value)} ±{self._digits(self._hundred(self.estimate.spread))}{self._unit}"

    @property
    def ends(self) -> tuple[str, str]:
        """The ends of the interval."""
        low, high = self.estimate.low, self.estimate.high
        return self._written(low) + self._unit, self._written(high) + self._unit

    @property
    def _unit(self) -> str:
        return " %" if self.share else ""

    def _hundred(self, value: float) -> float:
        return 100 * value if self.share else value

    def _written(self, value: float) -> str:
        text = self._digits(self._hundred(value))
        if value == 0:
            return "0"
        if text.strip("-0.,") == "":
            return text.lstrip("-")
        return f"+{text}" if self.signed and value > 0 else text.replace("-", "−")

    def _digits(self, value: float) -> str:
        """As many places as the interval makes sense of."""
        if not isfinite(value):
            return "∞" if value == inf else "-∞"
        spread = self._hundred(self.estimate.spread)
        if not spread or not isfinite(spread):
            text = f"{value:,.2f}"
            return text.rstrip("0").rstrip(".") if "." in text else text
        places = max(0, 1 - floor(log10(spread)))
        return f"{value:,.{min(places, 6)}f}"


Cell = str | Number | None


@dataclass(frozen=True)
class Table:
    """The first cell of a row is its head. `plotted` are the columns, from 1, of which a picture is drawn.

    Each has a panel of its own; with `together`, rows are compared: they share one, shares apart from numbers.
    """

    heads: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    plotted: tuple[int, ...] = ()
    more: str = ""  # said below it where rows are left out
    together: bool = False


@dataclass(frozen=True)
class Section:
    """`key` names it for programs."""

    key: str
    title: str
    sentences: tuple[str, ...] = ()
    table: Table | None = None


@dataclass(frozen=True)
class Report:
    """`facts` say what was played, `notes` how it is to be read."""

    language: str
    title: str
    facts: tuple[tuple[str, str], ...]
    notes: tuple[str, ...]
    sections: tuple[Section, ...]
