"""How soon a table shows what somebody chose: figures of one run, and ratios to a move by the rules alone.

A browser is measured where Playwright and Chromium are; without them all but what it shows is.
"""

from __future__ import annotations

import gzip
import shutil
from collections.abc import Iterator
from importlib.resources import files
from importlib.util import find_spec
from time import perf_counter
from typing import TYPE_CHECKING, Any

import msgspec

from coupdsl.engine.chance import derive
from coupdsl.engine.load import load
from coupdsl.engine.rules import Rules
from coupdsl.play.bots import RandomBot
from coupdsl.play.company import Company, seated
from coupdsl.play.game import Game
from coupdsl.table.opening import in_background
from coupdsl.table.sitting import Sitting

if TYPE_CHECKING:
    from playwright.sync_api import Page

PAGE = ("index.html", "table.js", "table.css")
CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "chrome")
LANGUAGE = "en"
CLICKS = 60  # at most
# Clicks the first thing that can be chosen; how long it takes until a picture of what came of it is made, in ms.
CLICKED = """() => new Promise(done => {
  const first = document.querySelector(".mine button.can, .amount button");
  const field = document.querySelector(".amount input");
  if (field) field.value = field.min;
  const begin = performance.now();
  let changed = false;
  const watched = { subtree: true, childList: true, attributes: true, attributeFilter: ["data-moves", "class"] };
  new MutationObserver((_, watch) => { watch.disconnect(); changed = true; }).observe(document.body, watched);
  // What runs after a frame sees whether what was made into a picture there had changed.
  const frame = () => setTimeout(() => changed ? done(performance.now() - begin) : requestAnimationFrame(frame));
  requestAnimationFrame(frame);
  first.click();
})"""
ASKED = ".mine button.can, .amount button, .standing"


def measure(ruleset: str, players: int | None, seconds: float) -> Iterator[dict[str, Any]]:
    """Rows of what, value, unit and the ratio of its time to that of a move by the rules alone."""
    rules = load(ruleset, players)
    moves, scenes, answers = _games(rules, seconds)
    move = _mean(moves)

    def each(what: str, seconds: float) -> dict[str, Any]:
        return {"what": what, "value": round(seconds * 1000, 2), "unit": "ms", "ratio": round(seconds / move, 2)}

    yield each("a move by the rules", move)
    yield each("a scene, with the view it is drawn from", _mean(scenes))
    yield each("a choice, until its answer is written", _mean(answers))
    yield each("the same, 95 of 100", _late(answers))
    packed = sum(len(gzip.compress((files("coupdsl.table") / "page" / name).read_bytes())) for name in PAGE)
    yield {"what": "the page and its programs, gzipped", "value": round(packed / 1000, 1), "unit": "kB", "ratio": 0.0}
    chromium = chromium_here()
    if chromium is not None and find_spec("playwright") is not None:
        ready, clicks = _in_browser(rules, chromium)
        yield each("the page, until it asks", ready)
        yield each("a click, until it is shown", _mean(clicks))
        yield each("the same, 95 of 100", _late(clicks))


def chromium_here() -> str | None:
    """Where the browser lies that pages are measured with; None where there is none."""
    return next(filter(None, map(shutil.which, CHROMIUM)), None)


def _sitting(rules: Rules, number: int) -> Sitting:
    """Somebody at seat 0, and random players."""

    def company(game: Game) -> Company:
        return seated(rules, dict.fromkeys(range(1, rules.players), "random"), derive(1, number))

    return Sitting(Game(rules, derive(0, number)), 0, company, None)


def _games(rules: Rules, seconds: float) -> tuple[list[float], list[float], list[float]]:
    """Random games at tables, at least one choice: seconds of moves, of scenes, and of choices with their answers."""
    moves: list[float] = []
    scenes: list[float] = []
    answers: list[float] = []
    end, number = perf_counter() + seconds, 0
    while perf_counter() < end or not answers:
        at, bot = _sitting(rules, number), RandomBot(derive(2, number))
        number += 1
        while not at.is_over and (perf_counter() < end or not answers):
            if not at.is_ours:
                at.others_choose()
                continue
            move, begin = bot.choose(at.game.state.legal_moves()), perf_counter()
            at.game.state.copy().apply(move)
            moves.append(perf_counter() - begin)
            begin = perf_counter()
            at.choose(str(move), len(at.game.moves))
            msgspec.json.encode(at.told(LANGUAGE, at.steps - 1))
            answers.append(perf_counter() - begin)
            begin = perf_counter()
            at.told(LANGUAGE, at.steps)
            scenes.append(perf_counter() - begin)
    return moves, scenes, answers


def _in_browser(rules: Rules, chromium: str) -> tuple[float, list[float]]:
    """Seconds until a page asks, and those of clicks until they are shown."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright, in_background(_sitting(rules, 0), LANGUAGE) as address:
        browser = playwright.chromium.launch(executable_path=chromium)
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        begin = perf_counter()
        page.goto(address)
        page.wait_for_selector(ASKED)
        ready = perf_counter() - begin
        clicks = list(_clicks(page))
        browser.close()
    return ready, clicks


def _clicks(page: Page) -> Iterator[float]:
    for _ in range(CLICKS):
        page.wait_for_selector(ASKED)
        if page.locator(".standing").count():
            return
        yield page.evaluate(CLICKED) / 1000


def _mean(times: list[float]) -> float:
    return sum(times) / len(times)


def _late(times: list[float]) -> float:
    """What 95 of 100 do not take longer than."""
    return sorted(times)[int(0.95 * (len(times) - 1))]


__all__ = ["chromium_here", "measure"]
