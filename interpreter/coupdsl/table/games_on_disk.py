"""Games that are kept: which there are, how one is opened where it was left, and how another begins."""

from __future__ import annotations

import secrets
import shlex
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from copy import copy
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from coupdsl.code.errors import RulesError
from coupdsl.code.profile import Profile, profile
from coupdsl.engine.load import load
from coupdsl.language.diagnostics import Problems
from coupdsl.language.signs import made_safe
from coupdsl.play.aside import beside, is_there
from coupdsl.play.bots import BOTS
from coupdsl.play.company import company_of
from coupdsl.play.game import Game
from coupdsl.play.hindrances import hindrance_told
from coupdsl.play.holding import Held, holding
from coupdsl.play.log import Log, read_log, replay
from coupdsl.rulesets.catalogue import find_ruleset, shipped_variants
from coupdsl.table.page_words import GAMES_WORDS
from coupdsl.table.served_game import OpenGame
from coupdsl.table.sitting import Recorded, Sitting

LISTED = 100  # games at most, the latest


class Refused(Exception):
    """What cannot be had: a sentence of `GAMES_WORDS`, and what stands in it."""

    def said(self, language: str) -> str:
        sentence, *given = self.args
        parts = [hindrance_told(part, language) if isinstance(part, OSError) else part for part in given]
        return GAMES_WORDS[language][sentence].format(*(made_safe(str(part)) for part in parts))


class Kept(NamedTuple):
    """A kept game as a list has it."""

    key: str
    title: str
    players: int
    moves: int
    is_over: bool
    is_open: bool
    is_told: bool  # what was dealt was told, as where real cards are scored: nobody goes on with it here
    when: datetime | None  # it was kept last


class KeptGames:
    """The games in `folder`, and the one in `own`, which was called for, wherever that is.

    `ruleset` is that of the call, `bot` who plays in games that begin here; `book` gives the rules of a log as a page,
    `link` the call with which others go on with a game.
    """

    def __init__(
        self, folder: Path, own: Path, ruleset: str, bot: str, book: Callable[[Log], Callable[[str], str]],
        link: Callable[[Game], Callable[[str], str]],
    ) -> None:  # fmt: skip
        self.folder, self.own, self.bot = folder, own, bot
        self._ruleset, self._book, self._link = ruleset, book, link

    def key_of(self, file: Path) -> str:
        """What a game is called in addresses: no two are called the same."""
        return file.stem if file.parent == self.folder else file.name

    def _files(self) -> dict[str, Path]:
        try:
            found = [file for file in self.folder.glob("*.jsonl") if file.is_file()]
        except OSError:
            found = []
        return {self.key_of(file): file for file in [*found, self.own]}

    # ---- what there is
    def listed(self, language: str, opened: Mapping[str, Sitting]) -> list[Kept]:
        """Games that are not over, then those that are, the latest first; `opened` are open now."""
        times = {key: _changed(file) for key, file in self._files().items()}
        latest = sorted(times, key=lambda key: times[key] or datetime.max, reverse=True)
        shown = [key for key in latest if key in opened or times[key] is not None][:LISTED]
        found = [self._row(key, times[key], language, opened.get(key)) for key in shown]
        return sorted((row for row in found if row is not None), key=lambda row: row.is_over)

    def _row(self, key: str, when: datetime | None, language: str, sitting: Sitting | None) -> Kept | None:
        if sitting is not None:
            game, title = sitting.game, sitting.words(language).title()
            over, told = game.state.is_over, game.seed is None
            return Kept(key, title, game.rules.players, len(game.moves), over, True, told, when)
        try:
            log = read_log(self._files()[key])
        except (Problems, KeyError):  # it is none, or is gone
            return None
        if log.viewer is not None:
            return None
        over, told = log.result is not None, _is_told(log)
        return Kept(key, _title(log, language), log.head["players"], len(log.moves), over, False, told, when)

    def rulesets(self, language: str) -> list[tuple[str, str, Profile]]:
        """What can be begun, own rules first, then in the order of titles: the name, the title, who can play."""
        shipped, found = shipped_variants(), list[tuple[str, str, Profile]]()
        for name, path in self._rulesets().items():
            try:
                known = profile(path)
            except Problems:  # of files that somebody edits
                continue
            title = _titled(known, language) or name
            found.append((name, title if name in shipped else f"{title} ({Path(name).name})", known))
        return sorted(found, key=lambda one: (one[0] in shipped, one[1].casefold()))

    def _rulesets(self) -> dict[str, str]:
        shipped = {name: str(path) for name, path in shipped_variants().items()}
        own = {} if self._ruleset in shipped else {self._ruleset: self._ruleset}
        return {**own, **shipped}

    # ---- opening
    def open(self, key: str) -> OpenGame:
        """The game as it was left, under the rules it was begun under and with who plays in it; raises Refused.

        One of which was told what was dealt is only seen, and its file left to whoever goes on to tell it.
        """
        file = self._files().get(key)
        if file is None:
            raise Refused("no_game")
        with _refusing():
            log = read_log(file)
            if _is_told(log):
                game = replay(log)
                return OpenGame(Recorded(game, None, note=_told_note(game, file)), self._book(log), lambda: None)
        with ExitStack() as stack:
            try:
                with _refusing():
                    stack.enter_context(holding(file))
                    log = read_log(file)
                    game = replay(log)
            except Held:
                raise Refused("in_use") from None
            game.rules = copy(game.rules)  # those who think write into what is made of rules, each game into its own
            game.seated = game.seated or (None, *[self.bot] * (game.rules.players - 1))
            sitting = Sitting(game, _person(game), company_of, file, self._link(game))
            stack.callback(sitting.save)
            return OpenGame(sitting, self._book(log), stack.pop_all().close)
        raise AssertionError("a stack swallows nothing")

    def begin(self, ruleset: str, players: str) -> str:
        """The key of a new game, kept before its first move, with a person at seat 0; raises Refused."""
        path = self._rulesets().get(ruleset)
        if path is None:
            raise Refused("no_game")
        try:
            with _refusing("not_begun"):
                allowed = profile(path).allowed
                if players not in map(str, allowed):
                    raise Refused("not_so_many", ", ".join(map(str, allowed)))
                game = Game(load(path, int(players)), secrets.randbits(64))
                game.seated = (None, *[self.bot] * (game.rules.players - 1))
                file = self._free(game.rules.name)
                game.save(file)
        except OSError as error:
            raise Refused("not_kept", error) from None
        return self.key_of(file)

    def _free(self, name: str) -> Path:
        """Where another game is kept: the first of NAME, NAME-1, NAME-2, … that is free."""
        file = self.folder / f"{name}.jsonl"
        return beside(file, self.own) if is_there(file) or file == self.own else file


@contextmanager
def _refusing(sentence: str = "not_readable") -> Iterator[None]:
    """What is wrong with a log or with rules is told in this sentence."""
    try:
        yield
    except Problems as problems:
        raise Refused(sentence, problems.diagnostics[0].message) from None
    except RulesError as error:
        raise Refused(sentence, error) from None


def _person(game: Game) -> int | None:
    """The seat of the person, None where there are programs alone; raises Refused where a page cannot go on."""
    people = [seat for seat, name in enumerate(game.seated) if name is None]
    if len(people) > 1:
        raise Refused("several_people")
    strange = next((name for name in game.seated if name is not None and name not in BOTS), None)
    if strange is not None:  # it is nothing that a page lets be run
        raise Refused("own_player", strange)
    return people[0] if people else None


def _is_told(log: Log) -> bool:
    """Has it no seed? Then no program knows what comes next."""
    return log.viewer is None and log.head["seed"] is None


def _told_note(game: Game, file: Path) -> Callable[[str], str]:
    """What it is that is seen, and how it is gone on with, in a language."""
    call = shlex.join(["coupdsl", "score", "--resume", made_safe(str(file))])
    sentence = "told_over" if game.state.is_over else "told_on"
    return lambda language: GAMES_WORDS[language][sentence].format(call)


def _title(log: Log, language: str) -> str:
    name = str(log.head["ruleset"])
    if log.rules is not None or find_ruleset(name) is None:
        return made_safe(name)
    try:
        return _titled(profile(name), language) or name
    except Problems:
        return name


def _titled(known: Profile, language: str) -> str | None:
    return known.titles.get(language) or known.titles.get("en")


def _changed(file: Path) -> datetime | None:
    try:
        return datetime.fromtimestamp(file.stat().st_mtime)
    except OSError:
        return None


__all__ = ["Kept", "KeptGames", "Refused"]
