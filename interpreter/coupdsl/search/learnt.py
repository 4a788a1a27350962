"""What was learnt of moves in a game's own play, as it is kept beside the rules: `game.learnt.json`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

from coupdsl.engine.rules import Rules
from coupdsl.language.places import display_name
from coupdsl.language.signs import as_json
from coupdsl.language.writing import write_whole
from coupdsl.search.player_error import PlayerError
from coupdsl.search.prior import Prior

SUFFIX = ".learnt.json"
MOST_LETTERS, HEAVIEST = 20_000_000, 100.0  # of a file, and a weight: files may come from strangers
FORMAT = 1


class NotLearnt(PlayerError):
    """A file from which a player should know moves, and cannot."""

    def __init__(self, path: Path, wrong: str) -> None:
        super().__init__(f"{display_name(path)} {wrong}", "delete it; `coupdsl learn` makes it anew")
        self.args = (path, wrong)
        self.path = path


def file_beside(rules: Rules) -> Path | None:
    """Where it stands; None for rules without a file."""
    path = rules.sources[0].path if rules.sources else None
    return None if path is None else beside(path)


def beside(path: Path) -> Path:
    """Where it stands of the rules in a file."""
    return path.with_name(path.stem + SUFFIX)


@lru_cache(maxsize=16)
def prior_of(rules: Rules) -> Prior | None:
    """What is known of moves of exactly these rules, else of the nearest ones: the same with other options or players,
    or those that they change. None where nothing was learnt. Raises NotLearnt where the file beside the rules is wrong.
    """
    own = file_beside(rules)
    if own is None:
        return None
    files = [_known(own)]
    for path in dict.fromkeys(beside(source.path) for source in rules.sources[1:] if source.path is not None):
        with suppress(NotLearnt):  # of other rules, where it is told
            files.append(_known(path))
    for learnt in files:
        if rules.fingerprint in learnt:
            return Prior(learnt[rules.fingerprint])
    nearest = next((learnt for learnt in files if learnt), None)
    return None if nearest is None else Prior(nearest[next(reversed(nearest))], of_others=True)  # what was learnt last


def _known(path: Path) -> dict[str, dict[str, float]]:
    """Everything that such a file holds; nothing where there is none. Raises NotLearnt."""
    if not path.is_file():
        return {}
    try:
        return read(path)
    except OSError as error:
        raise NotLearnt(path, f"cannot be read: {(error.strerror or str(error)).lower()}") from None


def read(path: Path) -> dict[str, dict[str, float]]:
    """The weights in a file by fingerprint of the rules; raises NotLearnt or OSError."""
    with path.open(encoding="utf-8", errors="replace") as file:
        text = file.read(MOST_LETTERS + 1)
    try:
        held = json.loads(text)
    except (ValueError, RecursionError):
        held = None
    if len(text) > MOST_LETTERS or not isinstance(held, dict) or "learnt" not in held:
        raise NotLearnt(path, "does not hold what was learnt of moves")
    if held.get("format") != FORMAT:
        raise NotLearnt(path, "was written by another version of coupdsl")
    learnt = held["learnt"]
    if not isinstance(learnt, dict) or not all(map(_are_weights, learnt.values())):
        raise NotLearnt(path, "is damaged")
    return learnt


def _are_weights(held: Any) -> bool:
    return isinstance(held, dict) and all(
        isinstance(one, (int, float)) and abs(one) <= HEAVIEST
        for one in held.values()  # which no NaN is
    )


def write_down(path: Path, rules: Rules, prior: Prior) -> None:
    """Writes what was learnt of these rules, beside what the file holds of others; raises OSError."""
    held: dict[str, Mapping[str, float]] = {}
    if path.is_file():
        try:
            held.update(read(path))
        except NotLearnt:
            held.clear()
    held.pop(rules.fingerprint, None)
    held[rules.fingerprint] = prior.weights  # what was learnt last stands last
    write_whole(path, _written(held))


def _written(learnt: Mapping[str, Mapping[str, float]]) -> Iterable[str]:
    yield as_json({"format": FORMAT, "learnt": learnt}, indent=1) + "\n"  # which writes no half of a sign
