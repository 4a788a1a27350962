"""How estimates are written: with as many digits as their intervals make sense of, in the manner of a language."""

from __future__ import annotations

from math import ceil, floor, inf, isfinite, log10

from coupdsl.language.records import by_value
from coupdsl.study.estimate import Estimate

_FRENCH = str.maketrans({",": "\u00a0", ".": ","})


def localised(text: str, language: str) -> str:
    """A number as that language writes it."""
    return text.translate(_FRENCH) if language == "fr" else text


def count(number: int, language: str) -> str:
    return localised(f"{number:,}", language)


def about(games: float, beyond: int = 0) -> int:
    """A number of games, to two figures, but more than those `beyond` which it lies."""
    digits = max(len(str(int(games))) - 2, 0)
    near = int(round(games, -digits)) if digits else int(games)
    return near if near > beyond else near + 10**digits


@by_value
class Number:
    """An estimate to be shown; `share` as per cent, `signed` with its sign, `bare` without its interval."""

    estimate: Estimate
    share: bool = False
    signed: bool = False
    bare: bool = False

    @classmethod
    def exactly(cls, value: float, share: bool = False) -> Number:
        """One that is known without doubt."""
        return cls(Estimate(value, value, value, 1), share)

    @classmethod
    def around(cls, value: float, half: float, share: bool = False) -> Number:
        """One with half of its interval."""
        return cls(Estimate(value, value - half, value + half, 1), share)

    @property
    def unit(self) -> str:
        return "\u00a0%" if self.share else ""

    @property
    def value(self) -> str:
        """The value alone, without its unit."""
        return self._written(self.estimate.value)

    @property
    def margin(self) -> str:
        """Half of its interval, where it has one and it is shown."""
        if self.bare or self.estimate.spread == 0 or self._end is not None:
            return ""
        spread = self.estimate.spread
        return f"±{self._digits(self._hundred(spread))}" if isfinite(spread) else "±?"

    @property
    def text(self) -> str:
        """What stands in a table, whose head names the unit."""
        if self._end is not None and not self.bare:
            return self._end
        return f"{self.value} {self.margin}".rstrip()

    @property
    def said(self) -> str:
        """What stands in a sentence."""
        return self.text + self.unit

    @property
    def rounded(self) -> str:
        """The value in a sentence that does not say how sure it is: three figures, or whole."""
        value = self._hundred(self.estimate.value)
        places = max(0, 2 - floor(log10(abs(value)))) if value else 0
        text = f"{value:,.{places}f}"
        text = (text.rstrip("0").rstrip(".") if "." in text else text).replace("-", "−")
        return f"{'+' if self.signed and value > 0 else ''}{text}{self.unit}"

    @property
    def ends(self) -> tuple[str, str]:
        """The ends of the interval."""
        return self._written(self.estimate.low) + self.unit, self._written(self.estimate.high) + self.unit

    @property
    def _end(self) -> str | None:
        """A share that was never or always seen, and how far off that can be, rounded so that it holds: `0 (≤1.3)`."""
        one = self.estimate
        if not self.share or self.signed or one.value not in (0, 1) or not one.spread:
            return None
        off = 100 * (one.high - one.value if one.value == 0 else one.value - one.low)
        if off >= 100:  # one game tells nothing
            return f"{100 * one.value:.0f} ±?"
        places = max(1, -floor(log10(off)))
        off = ceil(off * 10**places - 1e-9) / 10**places
        return f"0 (≤{off:.{places}f})" if one.value == 0 else f"100 (≥{100 - off:.{places}f})"

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
