"""Parts of the screen that show lines of text in which things can be chosen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.containers import VerticalScroll
from textual.geometry import Region, Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from coupdsl.screen.flowing import Item, Line, width

_ATTRIBUTES = {"strong": "bold", "faint": "dim", "tag": "italic", "here": "bold reverse"}
Drawn = Callable[[int], list[Line]]  # the lines for a width


class Clicked(Message):
    """Somebody clicked a thing."""

    def __init__(self, item: Item) -> None:
        super().__init__()
        self.item = item


@lru_cache(512)
def _style(named: str) -> Style:
    return Style.parse(" ".join(_ATTRIBUTES.get(one, one) for one in named.split()))


class Lines(Widget):
    """Lines as wide as there is room for."""

    def __init__(self) -> None:
        super().__init__()
        self._drawn: Drawn = lambda wide: []
        self._known: dict[int, list[Line]] = {}

    def show(self, drawn: Drawn) -> None:
        self._drawn, self._known = drawn, {}
        self.refresh(layout=True)

    def lines(self, wide: int) -> list[Line]:
        if wide not in self._known:
            self._known = {wide: self._drawn(wide) if wide > 0 else []}
        return self._known[wide]

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return container.width

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self.lines(width))

    def render_line(self, y: int) -> Strip:
        wide, base = self.size.width, self.rich_style
        lines = self.lines(wide)
        bits = lines[y] if y < len(lines) else ()
        segments = [
            Segment(bit.text, base + _style(bit.style) + Style(meta={"item": bit.item} if bit.item else None))
            for bit in bits
        ]
        return Strip(segments, width(bits)).adjust_cell_length(wide, base)

    def places(self) -> list[tuple[int, int, Item]]:
        """Where each thing that can be chosen stands: its line, the cell in which it begins, and what it does."""
        found: dict[Item, tuple[int, int, Item]] = {}
        for number, line in enumerate(self.lines(self.size.width)):
            at = 0
            for bit in line:
                if bit.item is not None and bit.item.do != "why":
                    found.setdefault(bit.item, (number, at, bit.item))
                at += width([bit])
        return [*found.values()]

    def on_click(self, event: events.Click) -> None:
        item = event.style.meta.get("item")
        if item is not None:
            event.stop()
            self.post_message(Clicked(Item(*item)))


class Pane(VerticalScroll, can_focus=False):
    """Lines that scroll where there is no room for all of them."""

    def __init__(self, id: str) -> None:  # noqa: A002
        super().__init__(id=id)
        self.inside = Lines()

    def compose(self) -> Iterator[Widget]:
        yield self.inside

    def show(self, drawn: Drawn) -> None:
        self.inside.show(drawn)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Of the lines, beside which there is always room for a bar."""
        return len(self.inside.lines(width - self.styles.scrollbar_size_vertical))

    def bring(self, line: int) -> None:
        """Scrolls to a line that is out of sight."""
        self.scroll_to_region(Region(0, line, 1, 1), animate=False, force=True)


__all__ = ["Clicked", "Drawn", "Lines", "Pane"]
