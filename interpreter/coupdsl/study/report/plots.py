"""Pictures of tables as static SVG: a dot with its interval for every estimate."""

from __future__ import annotations

import io
import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING

from coupdsl.study.report.page import Number, Table

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7")  # told apart by everybody; the marks differ too
MARKS = ("o", "s", "^", "D")
SETTINGS = {
    "svg.fonttype": "none", "svg.hashsalt": "coupdsl", "font.family": "sans-serif", "font.size": 9.0,
    "text.parse_math": False, "axes.spines.top": False, "axes.spines.right": False,
}  # fmt: skip

SMALL = 50  # numbers below it would vanish beside sums of money

Series = tuple[str, Sequence[Number | None]]
Panel = tuple[list[str], list[Series], bool]  # rows, what is drawn in them, whether they are shares


def as_svg(table: Table) -> str:
    """The picture of a table, without a title; the same table gives the same bytes."""
    import matplotlib
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    with matplotlib.rc_context(SETTINGS), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing")  # the letters are those of who looks at it
        panels = [panel for panel in (_apart(table) if table.together else _beside(table)) if panel[0]]
        rows = max(len(panel[0]) for panel in panels)
        beside = not table.together
        wide, high = (len(panels), 1) if beside else (1, len(panels))
        height = 0.9 + 0.24 * rows if beside else sum(1.0 + 0.3 * len(panel[0]) for panel in panels)
        figure = Figure(figsize=(max(6.0, 2.6 + 1.5 * wide), height), layout="constrained")
        FigureCanvasSVG(figure)
        ratios = [len(panel[0]) for panel in panels]
        grid = figure.subplots(
            high, wide, squeeze=False, sharex=beside, sharey=beside, height_ratios=None if beside else ratios
        )  # fmt: skip
        for axes, panel in zip(grid.flat, panels, strict=True):
            _draw(axes, panel, titled=beside)
        if not beside:
            grid[0][0].legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=4, frameon=False)
        written = io.StringIO()
        figure.savefig(written, format="svg", metadata={"Date": None, "Creator": None})
    text = written.getvalue()
    return text[text.index("<svg") :]


def _beside(table: Table) -> list[Panel]:
    """A panel a column."""
    names = [str(row[0]) for row in table.rows]
    return [
        (names, [(table.heads[at], [_number(row[at]) for row in table.rows])], _shares(table, at))
        for at in table.plotted
    ]


def _apart(table: Table) -> list[Panel]:
    """The columns together in panels for the rows that have one scale: shares, small numbers and large ones."""
    known = [row for row in table.rows if isinstance(row[table.plotted[0]], Number)]
    panels: list[Panel] = []
    for scale in ("shares", "small", "large"):
        rows = [row for row in known if _scale([_number(row[at]) for at in table.plotted]) == scale]
        series: list[Series] = [(table.heads[at], [_number(row[at]) for row in rows]) for at in table.plotted]
        panels.append(([str(row[0]) for row in rows], series, scale == "shares"))
    return panels


def _scale(numbers: list[Number | None]) -> str:
    known = [number for number in numbers if number is not None]
    if any(number.share for number in known):
        return "shares"
    return "small" if max(abs(number.estimate.value) for number in known) < SMALL else "large"


def _number(cell: object) -> Number | None:
    return cell if isinstance(cell, Number) else None


def _is_share(cell: object) -> bool:
    return isinstance(cell, Number) and cell.share


def _shares(table: Table, at: int) -> bool:
    return any(_is_share(row[at]) for row in table.rows)


def _draw(axes: Axes, panel: Panel, titled: bool) -> None:
    names, series, shares = panel
    for which, (label, numbers) in enumerate(series):
        nudge = 0.28 * (which - (len(series) - 1) / 2)
        known = [(at + nudge, number.estimate) for at, number in enumerate(numbers) if number is not None]
        times = 100 if shares else 1
        places, estimates = [at for at, _ in known], [one for _, one in known]
        below = [(one.value - one.low) * times for one in estimates]
        above = [(one.high - one.value) * times for one in estimates]
        axes.errorbar(
            [one.value * times for one in estimates], places, xerr=[below, above],
            fmt=MARKS[which % 4], color=COLOURS[which % 4], markersize=4, capsize=2, label=label,
        )  # fmt: skip
    if titled:
        axes.set_title(series[0][0], fontsize=9)
    if any(number is not None and number.signed for _, numbers in series for number in numbers):
        axes.axvline(0, color="#999999", linewidth=0.8)
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.xaxis.set_major_formatter("{x:,.5g} %" if shares else "{x:,.5g}")
    axes.locator_params(axis="x", nbins=4)
    axes.grid(axis="x", color="#dddddd", linewidth=0.6)
    axes.set_axisbelow(True)
