"""Pictures of numbers as static SVG: a dot with its interval for each, in the colours of the page."""

from __future__ import annotations

import io
import textwrap
import warnings
from typing import TYPE_CHECKING

from coupdsl.study.report.numbers import localised
from coupdsl.study.report.page import Chart

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# Colours that stand for those of the page, which are others in the dark and on paper.
INK, LINE, DOT = "#010203", "#010204", "#010205"
OF_PAGE = {INK: "currentColor", LINE: "var(--line)", DOT: "var(--dot)"}
SETTINGS = {
    "svg.fonttype": "none", "svg.hashsalt": "coupdsl", "font.family": "sans-serif", "font.size": 8.5,
    "text.parse_math": False, "axes.spines.top": False, "axes.spines.right": False, "axes.spines.left": False,
    "text.color": INK, "axes.labelcolor": INK, "axes.edgecolor": LINE, "xtick.color": LINE, "xtick.labelcolor": INK,
    "ytick.color": LINE, "ytick.labelcolor": INK, "ytick.left": False, "figure.facecolor": "none",
    "axes.facecolor": "none", "savefig.facecolor": "none",
}  # fmt: skip
WIDE = 3.75  # inches: as wide as a phone shows without making letters smaller
ROW = 0.165  # inches of a line of letters
NAME = 20  # letters of such a line


def as_svg(chart: Chart, language: str) -> str:
    """The picture, without a title; the same chart gives the same bytes."""
    import matplotlib

    with matplotlib.rc_context(SETTINGS), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing")  # the letters are those of who looks at it
        written = io.StringIO()
        drawn(chart, language).savefig(written, format="svg", metadata={"Date": None, "Creator": None})
    text = written.getvalue()
    for colour, of_page in OF_PAGE.items():
        text = text.replace(colour, of_page)
    return text[text.index("<svg") :]


def drawn(chart: Chart, language: str) -> Figure:
    """The figure before it is written."""
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    names = [textwrap.wrap(name, NAME) or [""] for name, _ in chart.lines]
    heights = [len(lines) + 0.6 for lines in names]
    ends = [sum(heights[: at + 1]) for at in range(len(heights))]
    places = [end - height / 2 for end, height in zip(ends, heights, strict=True)]
    figure = Figure(figsize=(WIDE, 0.45 + ROW * ends[-1]), layout="constrained")
    FigureCanvasSVG(figure)
    axes = figure.subplots()
    _dots(axes, chart, places)
    for place, lines in zip(places, names, strict=True):
        for at, line in enumerate(lines):  # each by itself, so that its end is where the letters of the page end
            axes.text(
                -0.02, place + at - (len(lines) - 1) / 2, line, ha="right", va="center",
                transform=axes.get_yaxis_transform(),
            )  # fmt: skip
    axes.set_yticks([])
    axes.set_ylim(ends[-1], 0)
    _scale(axes, chart, language)
    return figure


def _dots(axes: Axes, chart: Chart, places: list[float]) -> None:
    numbers = [number for _, number in chart.lines]
    times = [100 if number.share else 1 for number in numbers]
    values = [number.estimate.value * by for number, by in zip(numbers, times, strict=True)]
    below, above = (
        [off * by for off, by in zip(offs, times, strict=True)]
        for offs in (
            [one.estimate.value - one.estimate.low for one in numbers],
            [one.estimate.high - one.estimate.value for one in numbers],
        )
    )
    axes.errorbar(values, places, xerr=[below, above], fmt="o", color=DOT, markersize=4, capsize=2)


def _scale(axes: Axes, chart: Chart, language: str) -> None:
    """From zero, so that what is small looks small, with few enough figures below it to stand apart."""
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    share = any(number.share for _, number in chart.lines)
    axes.axvline(0, color=LINE, linewidth=1)
    axes.xaxis.set_major_locator(MaxNLocator(nbins=4, min_n_ticks=2))
    axes.xaxis.set_major_formatter(
        FuncFormatter(lambda value, _: localised(f"{value:,.5g}".replace("-", "−"), language) + (" %" if share else ""))
    )  # fmt: skip
    axes.grid(axis="x", color=LINE, linewidth=0.5)
    axes.set_axisbelow(True)
    axes.tick_params(axis="x", length=0)
