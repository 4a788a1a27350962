"""What `coupdsl show RULESET --worlds` tells: what a seat imagines by these rules, and what of it is not exact."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

IMAGINED = {
    "zones": "Where something may lie hidden: {0}.",
    "states": "What is kept from somebody: {0}.",
    "choices": "Chosen in secret: {0}",
    "chances": "Chosen by chance in secret: {0}",
}
EXACT = (
    "Every world is possible: it is played again from its start, and tells the seat just what it was told.",
    "In the long run each comes as often as it weighs. Those that come one after the other are a little alike.",
    "What others chose openly weighs nothing, however well they play: no claim, bid or bluff makes a card likelier.",
)
AT_ONCE = (
    "Told at once of what may be hidden: {0}. A world must come to the same, and so it can happen that none is found "
    "within the work that may be done; players that think then choose at random, and count it."
)
ALIKE = "Some cards are written alike. They change places one pair at a time, so that worlds take longer to come by."


def worlds_data(ruleset: str, players: int | None, options: dict[str, str], lang: str) -> dict[str, Any]:
    """What a seat imagines, in the words of the game; raises Problems."""
    from dataclasses import asdict

    from coupdsl.engine.load import load
    from coupdsl.play.spoken import Words
    from coupdsl.search.imagined import imagined

    rules = load(ruleset, players, options)
    words, found = Words(rules, lang, plain=True), asdict(imagined(rules))
    groups = {"choices": "decisions", "chances": "decisions"}
    called = {
        key: [words.label(groups.get(key, "names"), name) for name in names]
        for key, names in found.items()
        if key != "alike"
    }
    return {"ruleset": rules.name, "title": words.title(), "players": rules.players, **called, "alike": found["alike"]}


def worlds_told(data: dict[str, Any]) -> Iterator[str]:
    """What a seat imagines and how exactly, in sentences."""
    yield f"{data['title']}, {data['players']} players: what a seat imagines"
    yield ""
    if not any(data[key] for key in IMAGINED):
        yield "Everybody sees everything: there is one world."
        return
    for key, sentence in IMAGINED.items():
        if data[key]:
            yield sentence.format(", ".join(data[key]))
    yield ""
    yield from EXACT
    if data["told_at_once"]:
        yield AT_ONCE.format(", ".join(data["told_at_once"]))
    if data["alike"]:
        yield ALIKE
