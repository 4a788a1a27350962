"""The pictures that the README and other documents show: `python -m tests.table.picture` makes them, or those named."""

from __future__ import annotations

import base64
import hashlib
import re
import struct
import sys
import zlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from html import escape
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page, sync_playwright
from tests.commands.calls import called
from tests.helpers import ROOT
from tests.screen.screens import Screen, on_screen
from tests.small_games import in_folder
from tests.table.conftest import FLAGS
from tests.table.sittings import sitting, sitting_of

import coupdsl
from coupdsl.table.opening import in_background
from coupdsl.table.page_speed import chromium_here
from coupdsl.table.sitting import Sitting

PICTURES = ROOT / "docs" / "pictures"
SIZE = {"width": 1280, "height": 820}
READY = "before => document.body.dataset.moves > before && document.querySelector('button.can')"


FORMS = {
    "game.coup": """edition 1
game forms {
  seats [2]
  cards {
    suits spades S, hearts H, diamonds D, clubs C
    ranks ace A, king K, queen Q, jack J, ten T, nine N
  }
  pieces pennies: 3
  pieces bones: 2
  pieces pawns: 2
  pieces people: 3
  zone fanned: row seen by all = cards where suit is spades and rank in [ace, king, queen, jack]
  zone hidden: row seen by none = cards where suit is clubs
  zone open: row seen by all = cards where suit is diamonds
  zone heap: row seen by all = cards where suit is hearts
  zone rest: row seen by all = cards where suit is spades and rank in [ten, nine] shown as count
  zone purse: set of pennies seen by all = pennies
  zone box: set of bones seen by all = bones
  zone men: set of pawns seen by all = pawns
  zone town: set of people seen by all = people
  first of seats chooses play c from fanned
  finish by 0
  limit 5 moves { finish by 0 }
}
""",
    "en.yaml": """language: en
names:
  {fanned: fan, hidden: "stack, face down", open: "stack, open", heap: pile, rest: count, purse: coins, box: dice,
   men: markers, town: meeples, pennies: penny, bones: die, pawns: pawn, people: farmer}
forms: {fanned: fan, open: stack, heap: pile, rest: count}
pieces: {pennies: coin, bones: die, people: meeple}
signs: {bones: "⚄"}
colours: {hearts: red, diamonds: red, people: yellow}
""",
}


EDITED = """<!doctype html><style>
body { margin: 0; width: 1280px; display: grid; grid-template-columns: 470px 1fr; background: #fffdf8 }
pre { margin: 0; padding: 0 1rem 1rem; white-space: pre-wrap; font: 14px/1.45 monospace }
h2 { font: 600 15px sans-serif; margin: 1rem 1rem .3rem }
img { width: 100%; display: block }
</style><div>CODE</div><img src="data:image/png;base64,TABLE">"""
WRITTEN = re.compile(r"```(?:coup|yaml) file (\S+)\n(.*?)```", re.DOTALL)


def table(browser: Browser) -> bytes:
    with _opened(browser, sitting("parker-1966", 4, seed=5), choices=9) as page:
        return page.screenshot()


def court(browser: Browser) -> bytes:
    with _opened(browser, sitting("coup", 4, seed=4), choices=2) as page:
        return page.screenshot()


def forms(browser: Browser) -> bytes:
    with _opened(browser, sitting_of(coupdsl.load(in_folder(FORMS) / "game.coup", 2))) as page:
        return page.locator(".felt").screenshot()


def edited(browser: Browser) -> bytes:
    """The house rule of the README beside its table, in a hand of its own contract."""
    files = house_rule()
    rules = coupdsl.load(in_folder(files) / "grandmother.yaml", 4)
    at = next(found for seed in count() if _playing(found := sitting_of(rules, seed)) == "jacks")
    with _opened(browser, at, choices=2) as opened:
        picture = base64.b64encode(opened.screenshot()).decode()
    code = "".join(f"<h2>{name}</h2><pre>{escape(text)}</pre>" for name, text in reversed(files.items()))
    page = browser.new_page(viewport=SIZE)  # type: ignore[arg-type]
    page.set_content(EDITED.replace("CODE", code).replace("TABLE", picture))
    return _stating(page.locator("body").screenshot(), digest(files))


def screen(browser: Browser) -> bytes:
    """The full screen of a terminal, in the midst of a trick."""
    drawn: list[str] = []

    async def play(at: Screen) -> None:
        for _ in range(7):
            await at.press("enter")
        drawn.append(at.app.export_screenshot(title="coupdsl play hearts --screen"))

    with ThreadPoolExecutor(1) as other:  # here the browser has the loop
        other.submit(on_screen, sitting("hearts", 4, seed=5), play, (104, 34)).result()
    page = browser.new_page(viewport=SIZE)  # type: ignore[arg-type]
    page.set_content(f"<!doctype html><style>svg {{ width: 1280px }}</style>{drawn[0]}")
    return page.locator("svg").screenshot()


def report(browser: Browser) -> bytes:
    """The head of what `simulate` says of a game."""
    page = browser.new_page(viewport=SIZE)  # type: ignore[arg-type]
    with TemporaryDirectory() as folder:
        file = Path(folder) / "report.html"
        result = called("simulate", "coup", "--games", 2000, "--out", file)
        assert result.exit_code == 0, result.output
        page.goto(file.as_uri())
    end = page.locator("section").first.bounding_box()
    assert end is not None
    clip = {"x": 0, "y": 0, "width": SIZE["width"], "height": end["y"] + end["height"] + 24}
    return page.screenshot(full_page=True, clip=clip)  # type: ignore[arg-type]


def house_rule() -> dict[str, str]:
    """The files of the house rule that the README shows."""
    return dict(WRITTEN.findall((ROOT / "README.md").read_text("utf-8")))


def digest(files: dict[str, str]) -> bytes:
    """What tells files from any others."""
    return hashlib.sha256(repr(sorted(files.items())).encode()).hexdigest().encode()


def _stating(png: bytes, comment: bytes) -> bytes:
    """The picture with a comment in it, before its last chunk."""
    chunk = b"tEXtComment\0" + comment
    packed = struct.pack(">I", len(chunk) - 4) + chunk + struct.pack(">I", zlib.crc32(chunk))
    return png[:-12] + packed + png[-12:]


def _playing(at: Sitting) -> str:
    """The contract of the first hand, when the person is to play a card."""
    while at.game.state.decision != "play" or not at.is_ours:
        if at.is_ours:
            at.choose(str(at.game.state.legal_moves()[0]), len(at.game.moves))
        else:
            at.others_choose()
    return str(at.game.state.view(0)["states"]["current"])


MADE = {"table": table, "court": court, "forms": forms, "edited": edited, "report": report, "screen": screen}


def main(*names: str) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_here(), args=FLAGS)
        for name in names or MADE:
            (PICTURES / f"{name}.png").write_bytes(MADE[name](browser))
        browser.close()


@contextmanager
def _opened(browser: Browser, at: Sitting, choices: int = 0) -> Iterator[Page]:
    """A page on which so many choices were made, each the first; its cards have come to rest."""
    page = browser.new_page(viewport=SIZE)  # type: ignore[arg-type]
    with in_background(at, "en") as address:
        page.goto(address)
        before = -1
        for number in range(choices + 1):
            page.wait_for_function(READY, arg=before)
            before = int(page.evaluate("Number(document.body.dataset.moves)"))
            if number < choices:
                page.locator(".mine button.can").first.click()
        page.evaluate("scrollTo(0, 0)")
        page.wait_for_timeout(500)
        yield page


if __name__ == "__main__":
    main(*sys.argv[1:])
