"""Game logs: JSON Lines, a head that says under which rules, then one line a move. Read with suspicion.

A whole log holds the seed and every move, and so all that is hidden. As one seat may see it, a log holds what that seat
was sent, event by event: it can be read, and not be played again. The head says for whom a log is safe.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import field, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from coupdsl.code.errors import IllegalMove, RulesError
from coupdsl.code.seats import WrongSeats
from coupdsl.engine.chance import CHANCE
from coupdsl.engine.load import load
from coupdsl.engine.rules import Rules
from coupdsl.language import codes
from coupdsl.language.codes import Code
from coupdsl.language.diagnostics import Diagnostic, Problems
from coupdsl.language.files import EDITION
from coupdsl.language.other_files import LOG, other_file
from coupdsl.language.parser import not_utf8
from coupdsl.language.reading import TooLarge, read_bounded
from coupdsl.language.records import by_value
from coupdsl.language.signs import as_json, spelled
from coupdsl.language.source import Source, Span
from coupdsl.language.writing import write_whole
from coupdsl.play.carried import carried, is_carried, rules_from
from coupdsl.play.game import Game
from coupdsl.play.sent import Viewer, fits, is_event, is_viewer, safe_for, seat_of
from coupdsl.rulesets.catalogue import find_ruleset
from coupdsl.rulesets.ruleset import CHOSEN

FORMAT = "coupdsl-game"
VERSION = 1
MAX_BYTES = 50_000_000
MAX_LINES = 2_000_000
LONGEST_HEAD, LONGEST = 9_000_000, 1_000_000  # letters of the first line, which may hold rules, and of another
_NO_NAME = re.compile("[\n\r\ud800-\udfff]")
_HEAD = re.compile(rf'^[^\n]{{0,26}}"{FORMAT}"', re.MULTILINE)


def head(game: Game, viewer: Viewer | None = None, carrying: bool = True) -> dict[str, Any]:
    """The first line of a log, whole or as `viewer` may see it; `carrying` the files of rules that are not shipped."""
    rules = game.rules
    names = {"names": list(game.names)} if game.names else {}
    seated = {"seated": list(game.seated)} if game.seated and viewer is None else {}
    told = {"lines": list(game.lines)} if game.lines and viewer is None else {}
    whose = {"seed": game.seed} if viewer is None else {"seen_by": viewer}
    return {
        "format": FORMAT, "version": VERSION, "safe_for": safe_for(viewer), "ruleset": rules.name,
        "fingerprint": rules.fingerprint, "edition": EDITION, "players": rules.players, **whose,
        "options": {key: written(setting.value) for key, setting in rules.options.items()},
        **names, **seated, **told,
        **({"rules": files} if carrying and (files := carried(rules)) is not None else {}),
    }  # fmt: skip


def written(value: object) -> Any:
    """An option's value as JSON holds it."""
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}"
    return list(value) if isinstance(value, tuple) else value


def lines(game: Game, viewer: Viewer | None = None, carrying: bool = True) -> Iterator[str]:
    """A log, whole or as `viewer` may see it, line by line, each with its newline; `carrying` as in `head`."""
    yield as_json(head(game, viewer, carrying)) + "\n"
    for line in moves(game) if viewer is None else sent(game, viewer):
        yield as_json(line) + "\n"
    result = game.state.result()
    if result is not None:
        yield json.dumps({"scores": result.scores, "winners": result.winners}) + "\n"


def moves(game: Game) -> Iterator[dict[str, Any]]:
    for number, (actor, move) in enumerate(game.moves, 1):
        yield {"move": number, "seat": "chance" if actor == CHANCE else actor, "play": str(move)}


def sent(game: Game, viewer: Viewer) -> Iterator[dict[str, Any]]:
    """Every event as it was sent, with the seat's own moves and options; without places of rules on this machine."""
    for event in game.seen(seat_of(viewer)):
        yield {key: value for key, value in event.items() if key != "place"}


def write_log(game: Game, path: Path, viewer: Viewer | None = None) -> None:
    """Replaces `path` in one step, so that an interruption leaves the old file or the new one."""
    write_whole(path, lines(game, viewer))


@by_value
class Log:
    """A log as read: its head, its moves with their places, and the result it states; or what a seat was sent."""

    source: Source
    head: dict[str, Any]
    head_span: Span
    moves: list[tuple[int | str, str, Span]]
    result: dict[str, Any] | None
    result_span: Span | None
    sent: list[dict[str, Any]] = field(default_factory=list)
    rules: dict[str, Any] | None = None  # the files of its rules, from its head or that of a game before it

    @property
    def viewer(self) -> Viewer | None:
        """Who was sent it, None for a whole log."""
        found: Viewer | None = self.head.get("seen_by")
        return found


def read_log(path: Path) -> Log:
    """The log in file `path`; raises Problems with the place where it is damaged."""
    return parse_log(_read_source(path))


def _read_source(path: Path) -> Source:
    shown = str(path)
    empty = Source(shown, "", path)
    try:
        text = read_bounded(path, MAX_BYTES).decode("utf-8-sig")
    except TooLarge:
        raise _broken(Span(empty, 0, 0), "the log is too large", codes.TOO_LARGE) from None
    except OSError as error:
        raise _broken(
            Span(empty, 0, 0),
            f"the file cannot be read: {(error.strerror or '').lower()}",
            codes.NOT_READABLE,
        ) from None
    except UnicodeDecodeError as error:
        raise Problems([not_utf8(error, shown, path)]) from None
    if text.count("\n") > MAX_LINES:
        raise _broken(Span(empty, 0, 0), "the log has too many lines", codes.TOO_LARGE)
    return Source(shown, text, path)


def read_logs(path: Path) -> Iterator[Log]:
    """The logs in a file that holds one game after the other."""
    whole = _read_source(path)
    _refuse_other(whole)
    starts = [found.start() for found in _HEAD.finditer(whole.text)]
    if len(starts) < 2:
        yield _parsed(whole, 0, len(whole.text))
        return
    if whole.text[: starts[0]].strip():
        raise _broken(Span(whole, 0, starts[0]), "this is not the first line of a game log", codes.LOG_BROKEN)
    rules: dict[str, dict[str, Any]] = {}  # of each fingerprint: only the first game need hold them
    for start, end in zip(starts, [*starts[1:], len(whole.text)], strict=True):
        log = _parsed(whole, start, end)
        of = log.head["fingerprint"]
        if log.rules is not None:
            rules[of] = log.rules
        yield replace(log, rules=rules.get(of))


def parse_log(source: Source) -> Log:
    """The log that stands in `source`."""
    _refuse_other(source)
    return _parsed(source, 0, len(source.text))


def _refuse_other(source: Source) -> None:
    if (other := other_file(source, (LOG,))) is not None:
        raise Problems([other])


def _json_lines(source: Source, begin: int, end: int) -> Iterator[tuple[dict[str, Any], Span]]:
    """What stands in each line between two positions, one after the other, so that no more is held than is wanted."""
    is_first, start = True, begin
    while start < end:
        stop = source.text.find("\n", start, end)
        stop = end if stop < 0 else stop
        line = source.text[start:stop].rstrip("\r")
        span, start = Span(source, start, start + len(line)), stop + 1
        if not line.strip():
            continue
        if len(line) > (LONGEST_HEAD if is_first else LONGEST):
            raise _broken(span, "this line is too long for a log", codes.TOO_LARGE)
        try:
            data = json.loads(line)
        except (ValueError, RecursionError):
            raise _no_log(span) if is_first else _not_json(span, stop == len(source.text)) from None
        if not isinstance(data, dict):
            raise _broken(span, "this line is not a JSON object", codes.LOG_BROKEN)
        if "\\ud" in line.lower():
            _refuse_half_signs(data, span)
        yield data, span
        is_first = False


def _refuse_half_signs(data: dict[str, Any], span: Span) -> None:
    """Refuses half of a pair, which can be written nowhere, but for what stands for a byte in the name of a file."""
    try:
        json.dumps(data, ensure_ascii=False).encode("utf-8", "surrogateescape")
    except UnicodeEncodeError as error:
        half = spelled(error.object[error.start])
        raise _broken(span, f"`{half}` in this line is half of a sign", codes.LOG_BROKEN) from None


def _parsed(source: Source, begin: int, end: int) -> Log:
    """The log between two positions."""
    found = _json_lines(source, begin, end)
    first, first_span = next(found, ({}, Span(source, begin, begin)))
    if first.get("format") != FORMAT:
        raise _no_log(Span(source, begin, begin))
    _check_head(first, first_span)
    moves: list[tuple[int | str, str, Span]] = []
    events: list[dict[str, Any]] = []
    result: dict[str, Any] | None = None
    result_span: Span | None = None
    for data, span in found:
        if result is not None:
            raise _broken(span, "a line follows the result", codes.LOG_BROKEN)
        if "scores" in data and "event" not in data:
            result, result_span = data, span
            continue
        if "seen_by" in first:
            if not is_event(data, first["players"]):
                raise _broken(span, "no seat can be sent this", codes.LOG_BROKEN)
            events.append(data)
            continue
        moves.append((*_move(data, len(moves) + 1, span), span))
    return Log(source, first, first_span, moves, result, result_span, events, first.get("rules"))


def _move(data: dict[str, Any], number: int, span: Span) -> tuple[int | str, str]:
    """Who made move `number`, and what was played."""
    seat, played = data.get("seat"), data.get("play")
    if data.get("move") != number:
        raise _broken(span, f"move {number} is expected here", codes.LOG_BROKEN)
    if type(seat) is not int and seat != "chance":
        raise _broken(span, "`seat` is a number here, or `chance`", codes.LOG_BROKEN)
    if not isinstance(played, str):
        raise _broken(span, "`play` is a text here", codes.LOG_BROKEN)
    return seat, played


_KINDS = {"ruleset": (str, "a text"), "players": (int, "a number"), "fingerprint": (str, "a text"),
          "options": (dict, "a mapping")}  # fmt: skip


def _check_head(data: dict[str, Any], span: Span) -> None:
    if data.get("version") != VERSION:
        raise _broken(span, f"version {data.get('version')} of the log format is not known", codes.LOG_BROKEN)
    if data.get("edition") != EDITION:
        raise _broken(span, f"edition {data.get('edition')} of the language is not known", codes.UNKNOWN_EDITION)
    for key, (kind, said) in _KINDS.items():
        if type(data.get(key)) is not kind:
            problem = f"`{key}` is {said} here" if key in data else f"the first line lacks `{key}`"
            raise _broken(span, problem, codes.LOG_BROKEN)
    if ("seed" in data) == ("seen_by" in data):
        raise _broken(span, "the first line has either `seed` or `seen_by`", codes.LOG_BROKEN)
    seed = data.get("seed")
    if seed is not None and not (type(seed) is int and 0 <= seed < 1 << 64):
        raise _broken(span, "`seed` is a number from 0 to 2^64 - 1 here", codes.LOG_BROKEN)
    names = data.get("names", [])
    named = isinstance(names, list) and all(isinstance(name, str) for name in names)
    if named and any(_NO_NAME.search(name) for name in names):
        raise _broken(span, "the name of a person is not a line of text", codes.LOG_BROKEN)
    if not (named and len(names) in (0, data["players"])):
        raise _broken(span, "the names of the people are not one for each seat", codes.LOG_BROKEN)
    seated = data.get("seated", [])
    programs = isinstance(seated, list) and all(
        one is None or (isinstance(one, str) and not _NO_NAME.search(one)) for one in seated
    )
    if not (programs and len(seated) in (0, data["players"])):
        raise _broken(span, "who plays is not said once for each seat", codes.LOG_BROKEN)
    told = data.get("lines", [])
    numbered = isinstance(told, list) and all(type(one) is int and one >= 0 for one in told)
    if not (numbered and told == sorted(set(told))):
        raise _broken(span, "the lines of the score keeper do not follow one another", codes.LOG_BROKEN)
    if "rules" in data and not is_carried(data["rules"]):
        raise _broken(span, "the rules in the first line are not files of rules", codes.LOG_BROKEN)
    if "seen_by" in data and not is_viewer(data["seen_by"], data["players"]):
        raise _broken(span, "the seat that was sent this does not exist", codes.LOG_BROKEN)


def rules_of(log: Log, ruleset: str | None = None) -> Rules:
    """The rules of a log: those of `ruleset`, those it carries, or found by name; raises Problems if they changed."""
    try:
        return _rules_of(log, ruleset)
    except WrongSeats as wrong:  # it stands in the log how many play
        raise Problems(replace(one, span=log.head_span) for one in wrong.diagnostics) from None
    except Problems as found:  # an answer to a question may be what is wrong, and stands in the log, too
        raise Problems(
            replace(one, code=codes.LOG_FOREIGN, span=_place_of_option(log, one.span.source.text))
            if one.span.source.name == CHOSEN
            else one
            for one in found.diagnostics
        ) from None


def _place_of_option(log: Log, key: str) -> Span:
    """Where the first line names it."""
    span = log.head_span
    start = span.text.find('"options"')
    for written in (as_json(key), json.dumps(key)):
        at = span.text.find(written, start)
        if at >= 0:
            return Span(span.source, span.start + at, span.start + at + len(written))
    return span


def _rules_of(log: Log, ruleset: str | None) -> Rules:
    span = log.head_span
    name = ruleset or log.head["ruleset"]
    options = {key: value for key, value in log.head["options"].items() if isinstance(key, str)}
    if ruleset is None and log.rules is not None:
        try:
            rules = rules_from(log.rules, log.head["players"], options)
        except OSError as error:
            message = f"the rules in the log cannot be unpacked: {(error.strerror or 'unknown').lower()}"
            raise Problems([Diagnostic(codes.NOT_READABLE, span, message)]) from None
        if rules.fingerprint != log.head["fingerprint"]:
            message = "the log was not played under the rules that it carries, as this version reads them"
            raise Problems([Diagnostic(codes.LOG_FOREIGN, span, message, "name their file: `--ruleset my-rules.yaml`")])
        return rules
    if ruleset is None and find_ruleset(name) is None:
        message = f"the log was played under `{name}`, which is not among the shipped rulesets"
        raise Problems([Diagnostic(codes.LOG_FOREIGN, span, message, "name its file: `--ruleset my-rules.yaml`")])
    rules = load(name, log.head["players"], options)
    if rules.fingerprint != log.head["fingerprint"]:
        message = f"the log was played under rules other than `{name}` as it is now"
        help_ = "the rule files have changed since; replay it with the files it was played with"
        raise Problems([Diagnostic(codes.LOG_FOREIGN, span, message, help_)])
    return rules


def of_rules(log: Log, ruleset: str | None = None) -> Rules:
    """The rules of what a seat was sent; raises Problems where they have nothing of that kind."""
    rules = rules_of(log, ruleset)
    if not all(map(fits(rules.code), log.sent)):
        raise _broken(
            log.head_span,
            "these rules have no such pieces, places, accounts, moves, decisions, reasons or told values",
            codes.LOG_BROKEN,
        )
    return rules


def replay(log: Log, ruleset: str | None = None) -> Game:
    """The game of a log, played again; raises Problems at the first line that departs from the rules."""
    if log.viewer is not None:
        who = f"seat {log.viewer}" if isinstance(log.viewer, int) else "a spectator"
        message = f"this log holds what {who} was sent, and cannot be played again"
        help_ = "`coupdsl replay` prints it; a whole log can be played again"
        raise Problems([Diagnostic(codes.LOG_BROKEN, log.head_span, message, help_)])
    game = Game(rules_of(log, ruleset), log.head["seed"])
    game.names, game.seated = tuple(log.head.get("names", ())), tuple(log.head.get("seated", ()))
    game.lines = tuple(one for one in log.head.get("lines", ()) if one < len(log.moves))
    for seat, text, span in log.moves:
        actor = game.state.actor
        if actor is None:
            raise _broken(span, "the game is over before this move", codes.LOG_DEPARTS)
        if seat != ("chance" if actor == CHANCE else actor):
            who = "chance" if actor == CHANCE else f"seat {actor}"
            raise _broken(span, f"it is {who} that acts here, not {seat}", codes.LOG_DEPARTS)
        try:
            game.apply(text, actor)
        except (IllegalMove, RulesError) as error:
            raise _broken(span, str(error), codes.LOG_DEPARTS) from None
    result = game.state.result()
    if log.result is not None and log.result_span is not None:
        stated = (log.result.get("scores"), log.result.get("winners"))
        if result is None or (list(result.scores), list(result.winners)) != stated:
            raise _broken(log.result_span, "the result is not that of these moves", codes.LOG_DEPARTS)
    return game


def _no_log(span: Span) -> Problems:
    """Says of a file that its first line is not that of a log."""
    help_ = "logs are written by `coupdsl play`, and by `coupdsl run … --out`"
    return Problems([Diagnostic(codes.LOG_BROKEN, span, "this is not the log of a game", help_)])


def _not_json(span: Span, is_cut_off: bool) -> Problems:
    """Says so of a line, and what helps where the file ends in the middle of it."""
    help_ = (
        "the file was cut off here; delete this line, and the game goes on from the one before" if is_cut_off else None
    )
    return Problems([Diagnostic(codes.LOG_BROKEN, span, "this line is not JSON", help_)])


def _broken(span: Span, message: str, code: Code) -> Problems:
    return Problems([Diagnostic(code, span, message)])
