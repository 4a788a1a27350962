"""What a test can expect: each a function that looks at a game in play and raises where it is otherwise."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from coupdsl.code.errors import IllegalMove
from coupdsl.code.moves import Move
from coupdsl.engine.events import Event
from coupdsl.language.source import Span
from coupdsl.rulesets.yaml_text import Items, Mapping, Node
from coupdsl.testing.naming import Stated, refuse
from coupdsl.testing.rule_tests import items, text, words
from coupdsl.testing.situations import inside
from coupdsl.testing.tried_game import TriedGame

Check = Callable[[TriedGame, Node], None]
Also = tuple[tuple[Span, str], ...]


def same(
    game: TriedGame, span: Span, what: str, found: object, wanted: object, also: Also = (), *, are: str = "is"
) -> None:
    if found != wanted:
        raise game.unmet(span, f"{what} should be {wanted}, but {are} {found}", *also)


# ---- who is to decide, and what
def actor(game: TriedGame, node: Node) -> None:
    game.expect_actor(node, text(node))


def decision(game: TriedGame, node: Node) -> None:
    same(game, node.span, "the decision", game.state.decision or "none", text(node), game.asked_here())


def legal(game: TriedGame, node: Node) -> None:
    wanted, found = _moves(game, node), set(game.state.legal_moves())
    missing, more = wanted - found, found - wanted
    if missing or more:
        parts = [f"missing: {_list(missing)}" if missing else "", f"legal, too: {_list(more)}" if more else ""]
        message = "other moves are legal; " + "; ".join(part for part in parts if part)
        raise game.unmet(node.span, message, *game.asked_here())


def possible(game: TriedGame, node: Node) -> None:
    missing = _moves(game, node) - set(game.state.legal_moves())
    if missing:
        raise game.unmet(node.span, f"should be legal, but is not: {_list(missing)}", *game.asked_here())


def illegal(game: TriedGame, node: Node) -> None:
    if isinstance(node, Mapping):
        for entry in node.entries:
            for move in _read(game, entry.key, node):
                _refused(game, move, entry.key_span, text(entry.value), entry.value.span)
        return
    for item in items(node):
        for move in _read(game, text(item), item):
            _refused(game, move, item.span, "", item.span)


def _refused(game: TriedGame, move: Move, span: Span, reason: str, reason_span: Span) -> None:
    if move in game.state.legal_moves():
        raise game.unmet(span, f"`{move}` should be illegal, but is legal", *game.asked_here())
    try:
        game.state.copy().apply(move, game.state.actor)
    except IllegalMove as error:
        said = game.naming.refusal(error)
        if reason not in said and reason not in str(error):
            raise game.unmet(reason_span, f"the reason is another: {said}", *game.asked_here()) from None


def offers(game: TriedGame, node: Node) -> None:
    found = Counter(move.word for move in game.state.legal_moves())
    for word, span, number in _each(node):
        same(game, span, f"the number of moves `{word}`", found[word], number.plain(), game.asked_here())


def _moves(game: TriedGame, node: Node) -> set[Move]:
    return {move for item in items(node) for move in _read(game, text(item), item)}


def _read(game: TriedGame, written: str, node: Node) -> list[Move]:
    parted = [part.strip() for part in re.split("[|,;]", written)]
    if len(parted) > 1:
        moves = ", ".join(_each_with_word(game, filter(None, parted)))
        refuse(node.span, "several moves are a list", f"each stands by itself: write `[{moves}]`")
    tokens, found = written.split(), []
    word: str | None = None
    while tokens:
        move, length = game.read(tokens, word, node)
        found.append(move)
        word = move.word
        del tokens[:length]
    return found


def _each_with_word(game: TriedGame, parts: Iterable[str]) -> Iterator[str]:
    """Moves of which the later ones may leave out the word."""
    words, word = {move.word for move in game.rules.moves}, ""
    for part in parts:
        first = part.split()[0]
        yield part if first in words else f"{word} {part}".strip()
        word = first if first in words else word


def _list(moves: set[Move]) -> str:
    return ", ".join(map(str, sorted(moves, key=lambda move: move.id)))


def _each(node: Node) -> list[tuple[str, Span, Node]]:
    return [(e.key, e.value.span, e.value) for e in node.entries] if isinstance(node, Mapping) else []


# ---- money
def paid(game: TriedGame, node: Node) -> None:
    """Exactly these payments since the last look; a reason that is not said may be any."""
    found, game.paid = game.paid, []
    lines = [_payment(game, event) for event in found]
    wanted = [" ".join(text(item).split()) for item in items(node)] if text(node) or isinstance(node, Items) else []
    for at in range(max(len(lines), len(wanted))):
        line = lines[at] if at < len(lines) else None
        asked = wanted[at] if at < len(wanted) else None
        if line is None or asked is None or (line != asked and line.rpartition(" ")[0] != asked):
            span = items(node)[at].span if asked is not None else node.span
            message = f"paid should be {_or_nothing(asked)}, but is {_or_nothing(line)}"
            raise game.unmet(span, f"{message} (all: {', '.join(lines) or 'none'})", *_places(game, found[at : at + 1]))


def _or_nothing(line: str | None) -> str:
    return "nothing more" if line is None else f"`{line}`"


def _payment(game: TriedGame, event: Event) -> str:
    payer, payee, amount, reason = event.data
    reasons = game.rules.program.reasons
    line = f"{game.naming.party(payer)} -> {game.naming.party(payee)} {amount}"
    return f"{line} {reasons[reason]}" if reason >= 0 else line


def _places(game: TriedGame, events: list[Event]) -> Also:
    """Where the rules say so."""
    sites = game.rules.code.sites
    found: list[tuple[Span, str]] = []
    for event in events:
        for number in event.chain[:2]:
            cited = ", ".join(map(str, sites[number].citations))
            found.append((sites[number].span, f"paid here{f' [{cited}]' if cited else ''}"))
    return tuple(found[:2])


def accounts(game: TriedGame, node: Node) -> None:
    for one in game.naming.stated(node, game.naming.accounts):
        number = game.naming.accounts[one.name]
        found = game.state.balances[number] if number not in game.naming.layout.uncounted else "none"
        same(game, one.value.span, f"`{one.name}`", found, one.value.plain())


def gains(game: TriedGame, node: Node) -> None:
    """What every account gained or lost since the situation was given; those not named neither."""
    parties = {game.naming.party(account): account for account in range(len(game.state.balances))}
    wanted = {name: (number.plain(), span) for name, span, number in _each(node)}
    for name, (_, span) in wanted.items():
        if name not in parties:
            refuse(span, f"there is no account `{name}`")
    found = {name: game.state.balances[n] - game.balances[n] for name, n in parties.items()}
    for name, gained in found.items():
        amount, span = wanted.get(name, (0, node.span))
        all_ = ", ".join(f"{other} {number}" for other, number in found.items() if number)
        same(game, span, f"the gain of {name}", gained, amount, ((node.span, f"all: {all_ or 'none'}"),))


# ---- what lies where
def states(game: TriedGame, node: Node) -> None:
    naming = game.naming
    for one in naming.stated(node, naming.states):
        declared, slot = naming.states[one.name]
        found = naming.shown(game.state.memory[slot], declared.type)
        wanted = naming.shown(naming.value(one.value, declared.type), declared.type)
        same(game, one.value.span, f"`{one.name}`", found, wanted, ((declared.span, "declared here"),))


def zones(game: TriedGame, node: Node) -> None:
    """Exactly these pieces, or so many."""
    for one in game.naming.stated(node, game.naming.zones):
        found = _pieces(game, one)
        number = one.value.plain()
        if isinstance(number, int) and one.name and text(one.value) not in game.naming.layout.face_of:
            same(game, one.value.span, f"the number of pieces in `{one.name}`", len(found), number)
        else:
            wanted = game.naming.pieces(one.value)
            row = game.naming.layout.is_row[game.naming.zones[one.name]]
            same(game, one.value.span, f"`{one.name}`", _shown(found, row), _shown(wanted, row))


def contains(game: TriedGame, node: Node) -> None:
    """These pieces among others."""
    for one in game.naming.stated(node, game.naming.zones):
        found = _pieces(game, one)
        missing = Counter(game.naming.pieces(one.value)) - Counter(found)
        if missing:
            message = f"`{one.name}` should hold {_shown(list(missing), False)}, but holds {_shown(found, False)}"
            raise game.unmet(one.value.span, message)


def _pieces(game: TriedGame, one: Stated) -> list[str]:
    zone = game.naming.zones[one.name]
    return [game.naming.layout.face_of[piece] for piece in inside(game.state, zone)]


def _shown(faces: list[str], row: bool) -> str:
    return " ".join(faces if row else sorted(faces)) or "nothing"


# ---- who knows what
def _each_seat(node: Node) -> Iterator[tuple[str, Span, Node]]:
    """As `_each`, for every seat that a key names."""
    for names, span, value in _each(node):
        for name in names.split():
            yield name, span, value


def seen(game: TriedGame, node: Node) -> None:
    """What a seat sees in zones, `?` for each piece it does not know; a row in its order."""
    for name, _, zones_seen in _each_seat(node):
        viewer = game.naming.viewer(name, node.span)
        shown = dict(zip(game.naming.zones, game.state.view(viewer)["zones"], strict=True))
        for one in game.naming.stated(zones_seen, game.naming.zones):
            zone = shown[one.name]
            found, wanted = _as_seen(zone), words(one.value)
            what = f"`{one.name}`, as {name} sees it,"
            same(game, one.value.span, what, _shown(found, zone["row"]), _shown(wanted, zone["row"]))


def _as_seen(zone: dict[str, Any]) -> list[str]:
    """The pieces of a zone of a view; those of a row from the front, where some may lie in no order."""
    found = ["?" if face is None else face for face in zone["pieces"]]
    gap = zone.get("gap", {"at": len(found), "pieces": zone["unseen"] - found.count("?")})
    return [*found[: gap["at"]], *["?"] * gap["pieces"], *found[gap["at"] :]]


def _known(game: TriedGame, name: str, node: Node) -> set[str]:
    view = game.state.view(game.naming.viewer(name, node.span))
    return {face for zone in view["zones"] for face in zone["pieces"] if face is not None}


def knows(game: TriedGame, node: Node) -> None:
    for name, span, faces in _each_seat(node):
        missing = [face for face in game.naming.pieces(faces) if face not in _known(game, name, node)]
        if missing:
            raise game.unmet(span, f"{name} should know where {' '.join(missing)} lies, and does not")


def unknown(game: TriedGame, node: Node) -> None:
    for name, span, faces in _each_seat(node):
        known = [face for face in game.naming.pieces(faces) if face in _known(game, name, node)]
        if known:
            raise game.unmet(span, f"{name} should not know where {' '.join(known)} lies, and does")


def told(game: TriedGame, node: Node) -> None:
    """The kinds of events that the last move sent to a seat."""
    for name, span, kinds in _each_seat(node):
        viewer = game.naming.viewer(name, node.span)
        events = [event.seen_by(game.rules.code, viewer) for event in game.events]
        found = " ".join(event["event"] for event in events if event is not None)
        same(game, span, f"what {name} is told", found or "nothing", " ".join(words(kinds)) or "nothing")


# ---- the end
def over(game: TriedGame, node: Node) -> None:
    if game.state.is_over is not node.plain():
        raise game.unmet(node.span, f"the game is {'' if game.state.is_over else 'not '}over")


def scores(game: TriedGame, node: Node) -> None:
    found = _result(game, node).scores
    if isinstance(node, Items):
        same(game, node.span, "the scores", list(found), node.plain(), are="are")
        return
    for name, span, number in _each_seat(node):
        same(game, span, f"the score of {name}", found[game.naming.seat_of(name, span)], number.plain())


def winners(game: TriedGame, node: Node) -> None:
    won = _result(game, node).winners
    found = " ".join(game.naming.seats[seat] for seat in won) or "none"
    same(game, node.span, "the winners", found, " ".join(words(node)) or "none", are="are")


def _result(game: TriedGame, node: Node) -> Any:
    result = game.state.result()
    if result is None:
        raise game.unmet(node.span, "the game is not over", *game.asked_here())
    return result


CHECKS: dict[str, Check] = {
    "actor": actor, "decision": decision, "legal": legal, "possible": possible, "illegal": illegal, "offers": offers,
    "paid": paid, "accounts": accounts, "gains": gains, "states": states, "zones": zones, "contains": contains,
    "seen": seen, "knows": knows, "unknown": unknown, "told": told, "over": over, "scores": scores,
    "winners": winners,
}  # fmt: skip
