"""The games of a ladder as a file of JSON Lines: a line is added for each, so that an interruption loses none."""

from __future__ import annotations

import json
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import IO, Any, Self

from coupdsl.language.reading import TooLarge, read_bounded
from coupdsl.language.writing import ordinary
from coupdsl.study.course import LARGEST, NotThisStudy, is_number
from coupdsl.study.ladder.contest import Contest, Place
from coupdsl.study.ladder.match import LONGEST, Crash, Played

FORMAT = "coupdsl ladder 1"
MAX_BYTES = 1_000_000_000
LONGEST_LINE = 100_000  # bytes; a game has a few hundred
WAYS = {
    "fingerprint": "rules", "players": "number of players", "seed": "seed", "bots": "bots",
    "rotations": "seatings", "learnt": "moves learnt", "version": "version",
}  # fmt: skip


class KeptGames:
    """The games of a contest, added one by one; where there is a `path`, those in it first.

    Raises PlayerError where what its players have learnt cannot be read.
    """

    def __init__(self, contest: Contest, path: Path | None = None) -> None:
        self.contest = contest
        self.learnt = contest.learnt  # as it is when games begin
        self.games: dict[Place, Played] = {}
        self._path = path
        self._file: IO[bytes] | None = None
        self.hindrance: OSError | None = None  # why games are not written any more
        self._whole = 0  # bytes of the file in whole lines
        if path is not None:
            self._read(path)

    def add(self, game: Played) -> None:
        """Takes it in, and writes it; where that fails, neither it nor those to come are written."""
        self.games[game.place] = game
        if self._file is not None:
            try:
                self._file.write(_line(_data(game, self.contest)))
            except OSError as error:
                self.hindrance = error
                self.__exit__()

    def __enter__(self) -> Self:
        """Opens the file, so that what is added is written; raises OSError."""
        if self._path is not None:
            path = ordinary(self._path)
            begun = path.exists() and path.stat().st_size > 0
            first = b"" if begun else _line({"format": FORMAT, **self.contest.mark})
            self._file = path.open("r+b" if begun else "wb", buffering=0)
            self._file.seek(self._whole)
            self._file.truncate()  # what was half written when something ended the program
            self._file.write(first)
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    # ---- reading
    def _read(self, path: Path) -> None:
        try:
            data = read_bounded(path, MAX_BYTES)
        except FileNotFoundError:
            data = b""
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise NotThisStudy(f"`{path}` cannot be read as a ladder: {reason}") from None
        except TooLarge:
            raise _no_ladder(path) from None
        self._whole = data.rfind(b"\n") + 1
        if data and not self._whole:
            raise _no_ladder(path)
        for number, line in enumerate(BytesIO(data[: self._whole]), 1):
            try:
                if len(line) > LONGEST_LINE:
                    raise ValueError
                self._take(path, number, json.loads(line))
            except NotThisStudy:
                raise
            except (ValueError, LookupError, TypeError, RecursionError):
                raise _no_ladder(path, f": look at line {number}" if number > 1 else "") from None

    def _take(self, path: Path, number: int, line: dict[str, Any]) -> None:
        if number == 1:
            self._compare(path, line)
            return
        game = self._game(line)
        if game.place in self.games:
            raise ValueError
        self.games[game.place] = game

    def _compare(self, path: Path, head: dict[str, Any]) -> None:
        if head["format"] != FORMAT:
            raise ValueError
        mark = self.contest.mark
        others = {key: word for key, word in WAYS.items() if head.get(key) != mark.get(key)}
        if "players" in others and head.get("ruleset") == mark["ruleset"]:
            others.pop("fingerprint", None)  # which is of the rules for so many
        if others:
            raise NotThisStudy(f"`{path}` holds another ladder: other {' and '.join(others.values())}")

    def _game(self, line: dict[str, Any]) -> Played:
        """A line as it was written; raises ValueError, LookupError or TypeError for any other."""
        place, players = Place(_number(line["deal"]), _number(line["seating"])), self.contest.players
        seats = self.contest.seats(place.deal)[place.seating]
        if line["bots"] != [self.contest.compared[number] for number in seats]:
            raise ValueError
        choices = tuple(_number(number) for number in line["choices"])
        seconds = tuple(_seconds(found) for found in line["seconds"])
        if {len(choices), len(seconds)} != {players}:
            raise ValueError
        if "crash" in line:
            if "scores" in line or "winners" in line:
                raise ValueError
            seat, error = line["crash"]["seat"], line["crash"]["error"]
            if (seat is not None and _number(seat) >= players) or not isinstance(error, str) or len(error) > LONGEST:
                raise ValueError
            return Played(place, seats, (), (), choices, seconds, Crash(seat, error))
        scores, winners = tuple(line["scores"]), tuple(_number(seat) for seat in line["winners"])
        if len(scores) != players or not all(is_number(score) for score in scores):
            raise ValueError
        if any(seat >= players for seat in winners) or len({*winners}) < len(winners):
            raise ValueError
        if not winners and self.contest.always_won:
            raise ValueError
        return Played(place, seats, scores, winners, choices, seconds)


def _number(found: Any) -> int:
    if not is_number(found) or found < 0:
        raise ValueError
    return int(found)


def _seconds(found: Any) -> float:
    if type(found) not in (int, float) or not 0 <= found < LARGEST:
        raise ValueError
    return float(found)


def _line(data: dict[str, Any]) -> bytes:
    return json.dumps(data).encode() + b"\n"


def _data(game: Played, contest: Contest) -> dict[str, Any]:
    told: dict[str, Any] = {
        "deal": game.place.deal, "seating": game.place.seating,
        "bots": [contest.compared[number] for number in game.seats],
    }  # fmt: skip
    if game.crash is None:
        told |= {"scores": game.scores, "winners": game.winners}
    else:
        told["crash"] = {"seat": game.crash.seat, "error": game.crash.error}
    return told | {"choices": game.choices, "seconds": game.seconds}


def places(contest: Contest) -> Iterator[Place]:
    """All games of a contest, deal by deal, without an end."""
    deal = 0
    while True:
        yield from (Place(deal, seating) for seating in range(len(contest.seats(deal))))
        deal += 1


def _no_ladder(path: Path, where: str = "") -> NotThisStudy:
    return NotThisStudy(f"`{path}` holds no ladder that can be gone on with{where}")
